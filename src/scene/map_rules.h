/* map_rules.h - what a map's text leaves open, and which keys a pass has. */
#ifndef RL_SCENE_MAP_RULES_H
#define RL_SCENE_MAP_RULES_H

#include "ridgeline.h"

/* Names of pass kinds and presets in the order of their numbers, ended by NULL. */
extern const char *const pass_names[];
extern const char *const map_preset_names[];

/* map_rules_uses tells whether a pass of the kind has the key ("kind" itself always;
 * every key while the kind is open). */
int map_rules_uses(int kind, const char *key);

/* map_rules_resolve closes what is open: by the preset, else by the defaults.
 * Errors: RL_BAD_ARGUMENT with `key = value: rule`. */
rl_status map_rules_resolve(rl_scene *scene, rl_error *error);

/* map_rules_resolve_slices closes what decides the heights of a landscape's map.
 * Errors: RL_BAD_ARGUMENT with `key = value: rule`. */
rl_status map_rules_resolve_slices(rl_scene *scene, rl_error *error);

#endif
