/* data.h - reads scene text and data files; worlds, compositions and moods fill what a scene
 * leaves open. */
#ifndef RL_SCENE_DATA_H
#define RL_SCENE_DATA_H

#include "base/embedded.h"
#include "base/key.h"

typedef struct parse_job {
    rl_data file;
    int only_open;                      /* 1: keys that the scene has closed are skipped */
    int (*takes)(const scene_key *key); /* keys to skip return 0; NULL = all are read */

    /* A data file (worlds/, compositions/, moods/): values may be ranges and choices, and there is
     * a section [about] whose keys are fields of `head`.  NULL = scene text. */
    const key_group *about;
    void *head;
    int opens_choices; /* 1: keys with a range or a choice are checked and opened */
    int only_head;     /* 1: nothing behind [about] is read; there need be no scene */
} parse_job;

/* parse_text reads the text on top of `scene`.  After an error the scene is half changed.
 * Errors: RL_BAD_DATA with `place:line: key = value: rule`. */
rl_status parse_text(rl_scene *scene, const parse_job *job, rl_error *error);

/* data_line copies what the first line of a file says after its name: "# dawn: sunrise in clear
 * air". */
void data_line(const embedded_text *file, char line[RL_LINE_SIZE]);

/* data_deal closes the world by the seed, and where the deck has a card the composition and, if
 * `opens_mood` is 1, the mood.  The scene's calm is closed. */
void data_deal(rl_scene *scene, int opens_mood);

/* world_fill closes what the scene's world defines and the scene leaves open, of the keys
 * for which `takes` is 1 (NULL = all). */
rl_status world_fill(rl_scene *scene, int (*takes)(const scene_key *key), rl_error *error);

/* composition_fill does so with the scene's composition, if it has one.  Its positions are those
 * of a sun at the right: `side` -1 mirrors them. */
rl_status composition_fill(rl_scene *scene, int (*takes)(const scene_key *key), double side,
                           rl_error *error);

/* mood_choose returns the mood by weight of a bare seed in a world; `u` in 0..1. */
const char *mood_choose(int world, double u);

/* mood_fill closes what a mood defines and the scene leaves open. */
rl_status mood_fill(rl_scene *scene, const char *name, rl_error *error);

/* weather_fill closes what the scene's weather defines and the scene leaves open. */
rl_status weather_fill(rl_scene *scene, rl_error *error);

/* weather_choose closes the weather by the seed, where a weather has a weight: one that suits the
 * hours of the scene's mood.  A calm place has none. */
void weather_choose(rl_scene *scene);

/* data_fill_files does so with the scene's own files of a mood and a world, if it has them, and
 * with those keys of its composition that `takes` names. */
rl_status data_fill_files(rl_scene *scene, int (*takes)(const scene_key *key), double side,
                          rl_error *error);

#endif
