/* scene_check.h - a scene as a caller left it: are its values within their rules? */
#ifndef RL_SCENE_SCENE_CHECK_H
#define RL_SCENE_SCENE_CHECK_H

#include "ridgeline.h"

/* scene_check checks every value that the scene's text would have; some may be open.
 * Errors: RL_BAD_ARGUMENT with `key = value: rule`. */
rl_status scene_check(const rl_scene *scene, rl_error *error);

/* scene_round rounds the values of a checked scene to what text carries. */
void scene_round(rl_scene *scene);

#endif
