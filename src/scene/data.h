/* data.h - worlds and moods: data files that fill what a scene leaves open. */
#ifndef RL_SCENE_DATA_H
#define RL_SCENE_DATA_H

#include "base/key.h"

/* world_choose returns the world of a bare seed; `u` in 0..1. */
int world_choose(double u);

/* world_fill closes what the scene's world defines and the scene leaves open, of the keys
 * for which `takes` is 1 (NULL = all). */
rl_status world_fill(rl_scene *scene, int (*takes)(const scene_key *key), rl_error *error);

/* mood_choose returns the mood of a bare seed in a world; `u` in 0..1. */
const char *mood_choose(int world, double u);

/* mood_fill closes what a mood defines and the scene leaves open. */
rl_status mood_fill(rl_scene *scene, const char *name, rl_error *error);

/* data_fill_files does so with the scene's own files of a mood and a world, if it has them. */
rl_status data_fill_files(rl_scene *scene, rl_error *error);

#endif
