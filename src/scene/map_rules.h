/* map_rules.h - the values that a map's text leaves open. */
#ifndef RL_SCENE_MAP_RULES_H
#define RL_SCENE_MAP_RULES_H

#include "ridgeline.h"

/* map_rules_scene makes the scene of rules: there its own seed and size count. */
void map_rules_scene(rl_scene *scene, const rl_map_rules *rules);

/* Names of presets in the order of their numbers, ended by NULL. */
extern const char *const map_preset_names[];

/* map_rules_resolve closes what is open: by the preset, else by the defaults.
 * Errors: RL_BAD_ARGUMENT with `key = value: rule`. */
rl_status map_rules_resolve(rl_scene *scene, rl_error *error);

/* map_rules_resolve_slices closes what decides the heights of a landscape's map.
 * Errors: RL_BAD_ARGUMENT with `key = value: rule`. */
rl_status map_rules_resolve_slices(rl_scene *scene, rl_error *error);

#endif
