/* composition.h - what the seed chooses where the scene is silent.
 *
 * In: a checked scene with open values.  Out: the same scene, closed.  All
 * choices are hashes of the seed, each with its own counter, so that fixing one
 * value by hand never changes another.  Heights, spacings and their ranges come
 * from the study of beautiful pictures that the README's gallery shows.
 */
#ifndef RL_SCENE_COMPOSITION_H
#define RL_SCENE_COMPOSITION_H

#include "base/exact.h"
#include "ridgeline.h"

/* composition_resolve fills every open value but those that stay open for good
 * (sun.y, iterations, colours of ridges).
 * Errors: RL_BAD_ARGUMENT for an unknown palette name. */
rl_status composition_resolve(rl_scene *scene, rl_error *error);

/* scene_close is rl_scene_resolve without a second scene on the stack: a failure leaves
 * the scene half closed. */
rl_status scene_close(rl_scene *scene, rl_error *error);

/* scene_has_land_of returns whether two closed scenes are the same but for their light: hour,
 * palette, sun and moon, air, what is in the sky by a strength. */
int scene_has_land_of(const rl_scene *scene, const rl_scene *other);

/* composition_ridge closes ridge `i` of a scene whose other values are closed. */
void composition_ridge(rl_scene *scene, int i);

/* panorama_close closes what no view of real land has: other land, and things on it. */
void panorama_close(rl_scene *scene);

/* composition_deck_distance returns how far off a ridge of a depth is in a deck, in eye
 * heights. */
static inline double composition_deck_distance(double depth)
{
    return 47.0 * exact_exp(-5.0 * depth);
}

/* daytime_fill closes sun, moon, stars and palette for the scene's `time` (minutes after
 * midnight) where they are open; a scene without one is unchanged.  A day is continuous:
 * 24:00 is 00:00.  The land never changes.
 * Errors: RL_INTERNAL when a palette of the day is missing. */
rl_status daytime_fill(rl_scene *scene, rl_error *error);

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

static inline void close_real(double *field, double value)
{
    if (*field == RL_AUTO)
        *field = value;
}

static inline void close_name(int *field, int value)
{
    if (*field == RL_AUTO)
        *field = value;
}

#endif
