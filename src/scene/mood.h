/* mood.h - a mood is a partial scene that names its palette. */
#ifndef RL_SCENE_MOOD_H
#define RL_SCENE_MOOD_H

#include "ridgeline.h"

/* mood_choose returns the mood of a bare seed: `u` in 0..1 picks one that suits
 * the style. */
const char *mood_choose(int style, double u);

/* mood_fill closes what a mood has to say and the scene leaves open. */
rl_status mood_fill(rl_scene *scene, const char *name, rl_error *error);

#endif
