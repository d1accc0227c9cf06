/* values.h - values of scenes by their keys, as commands read and set them. */
#ifndef RL_CLI_COMMON_VALUES_H
#define RL_CLI_COMMON_VALUES_H

#include "cli/options.h"

/* scene_is returns 1 if the value of a key is `word`; "auto" stands for one that is unset. */
int scene_is(const rl_scene *scene, const char *key, const char *word);

/* scene_name writes the value of a key that is a name to `value` and returns it; "" = unset. */
const char *scene_name(const rl_scene *scene, const char *key, char value[RL_VALUE_SIZE]);

/* scene_integer returns the value of a key that is a whole number or a word; RL_AUTO = unset. */
int scene_integer(const rl_scene *scene, const char *key);

/* scene_seed returns the seed, 0 if it is unset. */
uint64_t scene_seed(const rl_scene *scene);

/* scene_size returns the size that a scene records, and scene_part the region; width 0 = none. */
geometry scene_size(const rl_scene *scene);
geometry scene_part(const rl_scene *scene);

/* scene_renew replaces *scene, which may be NULL, by a copy of `other`; after an error, which is
 * printed, it is NULL.  Returns an exit code. */
int scene_renew(rl_scene **scene, const rl_scene *other);

/* These set a key to a text, written as by printf, or to a number.  They return an exit code; an
 * error is printed. */
int scene_put(rl_scene *scene, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int scene_put_number(rl_scene *scene, const char *key, double value);

/* scene_put_time sets the hour to minutes after midnight, 0..1440. */
void scene_put_time(rl_scene *scene, int minutes);

/* scene_take gives keys, with a blank between two, the values that they have in another scene. */
void scene_take(rl_scene *scene, const rl_scene *other, const char *keys);

/* What decides the land of a resolved scene beside its seed and take, and its two motifs. */
#define LAND_KEYS "ridgeline.world ridgeline.composition land.x sky.horizon ridgeline.ridges"
#define MOTIF_KEYS                                                                                 \
    "motif.name motif.on motif.ridge motif.x motif.y motif.size "                                  \
    "aloft.name aloft.on aloft.ridge aloft.x aloft.y aloft.size"

#endif
