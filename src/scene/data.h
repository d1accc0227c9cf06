/* data.h - reads scene text and data files: worlds, compositions, moods and weathers fill the unset
 * values of a scene. */
#ifndef RL_SCENE_DATA_H
#define RL_SCENE_DATA_H

#include "base/embedded.h"
#include "base/key.h"

/* Which keys are read: those with none of the traits of `without`, and, if `with` is not 0, one of
 * the traits of `with`. */
typedef struct key_filter {
    unsigned with, without; /* sums of key_trait */
} key_filter;

typedef struct parse_job {
    rl_data file;
    int only_unset;   /* 1 = keys that the scene has set are skipped */
    key_filter takes; /* keys that are not skipped */

    /* Keys of section [about] of a data file, whose values may be ranges and choices; NULL = the
     * text is scene text. */
    const key_group *about;
    void *head;         /* struct that has the fields of `about` */
    int clears_choices; /* 1 = keys with a range or a choice are checked and unset */
    int only_head;      /* 1 = only [about] is read; the scene may be NULL */
} parse_job;

/* parse_text reads the text on top of `scene`.  After an error the scene is half changed.
 * Errors: RL_BAD_DATA with `place:line: key = value: rule`. */
rl_status parse_text(rl_scene *scene, const parse_job *job, rl_error *error);

/* scene_keep makes `changed`, a copy of `scene` that may point into a file, the new value of the
 * scene.  A handle owns a copy of that file then; another scene points into the file.
 * Errors: RL_NO_MEMORY. */
rl_status scene_keep(rl_scene *scene, rl_scene *changed, rl_data file, rl_error *error);

/* motif_use checks a drawing and makes it the scene's motif: a function of the room layers, which
 * is above this one.
 * Errors: RL_BAD_DATA with `place:line: value: rule`; the scene is then unchanged. */
rl_status motif_use(rl_scene *scene, rl_data file, rl_error *error);

/* data_line copies the text behind the name in the first line of a file, "# dawn: sunrise in clear
 * air". */
void data_line(const embedded_text *file, char line[RL_LINE_SIZE]);

/* data_deal sets the world by the seed.  If the deck has a card, it also sets the composition
 * and, if `deals_mood` is 1, the mood.  The scene's calm must be set. */
void data_deal(rl_scene *scene, int deals_mood);

/* world_fill fills unset keys by the scene's world; only those for which `takes` returns 1 (NULL =
 * all). */
rl_status world_fill(rl_scene *scene, key_filter takes, rl_error *error);

/* composition_fill fills unset keys by the scene's composition, if it has one.  Positions in
 * compositions are for a sun at the right; side -1 mirrors them. */
rl_status composition_fill(rl_scene *scene, key_filter takes, double side, rl_error *error);

/* mood_choose returns a mood that suits a world, by weight with u in 0..1. */
const char *mood_choose(int world, double u);

/* mood_fill fills unset keys by a mood. */
rl_status mood_fill(rl_scene *scene, const char *name, rl_error *error);

/* weather_fill fills unset keys by the scene's weather. */
rl_status weather_fill(rl_scene *scene, rl_error *error);

/* print_fill fills unset keys by the scene's print, if it has one. */
rl_status print_fill(rl_scene *scene, rl_error *error);

/* weather_choose sets the weather by the seed and by weight, with one that suits the hours of the
 * scene's mood.  A scene with a calm place has no weather, and one with colours none that needs
 * others.  It returns 1 if the chosen one has colours of its own. */
int weather_choose(rl_scene *scene);

/* data_fill_files fills unset keys by the scene's own files of a mood and a world, if it has them,
 * and by its composition as composition_fill does. */
rl_status data_fill_files(rl_scene *scene, key_filter takes, double side, rl_error *error);

#endif
