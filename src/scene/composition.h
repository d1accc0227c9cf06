/* composition.h - fills the unset values of a scene by its seed, data files and defaults.
 *
 * A value is unset while it is RL_AUTO.  All choices are functions of the seed, each with a counter
 * or a step of its own, so that fixing one value by hand never changes another.  Ranges of heights and spacings
 * were tuned by eye on the pictures of the README's gallery.
 */
#ifndef RL_SCENE_COMPOSITION_H
#define RL_SCENE_COMPOSITION_H

#include "base/exact.h"
#include "base/scene.h"

/* composition_resolve fills every unset value but those that only a frame fills
 * (sun.y, iterations, colours of ridges).
 * Errors: RL_BAD_ARGUMENT for an unknown palette name. */
rl_status composition_resolve(rl_scene *scene, rl_error *error);

/* scene_fill is rl_scene_resolve without a second scene on the stack: a failure leaves
 * the scene half filled. */
rl_status scene_fill(rl_scene *scene, rl_error *error);

/* scene_has_land_of returns 1 if two filled scenes differ at most in their light: hour, palette,
 * sun and moon, air, and what the sky shows by a strength. */
int scene_has_land_of(const rl_scene *scene, const rl_scene *other);

/* What a scene says of its sun before the seed chooses. */
typedef struct given_sun {
    int has_x, has_y, has_lift, has_radius; /* whether it names sun.x ... */
    int has_colour, has_low_colour;         /* whether it names palette.sun, palette.sun_low */
    int has_cumulus; /* whether it, its mood or its weather names sky.cumulus */
    int has_palette; /* whether it names a palette and no mood */
    int is_lifted;   /* whether it says a height above all ridges */
    int is_shown;    /* whether it says a place in the picture, or a disc */
    int is_fixed;    /* whether the seed has no choice, as an hour or a calm place decides */
} given_sun;

/* composition_given_sun returns all of it but the colours and has_cumulus. */
given_sun composition_given_sun(const rl_scene *scene);

/* composition_has_sun_inside returns 1 if a scene names a sun.x in the picture. */
int composition_has_sun_inside(const rl_scene *scene);

/* composition_sun moves the sun to its place, and fills its radius and colours. */
void composition_sun(rl_scene *scene, const given_sun *given);

/* composition_sun_glow returns the factor of the wide glow and of the glow along the horizon. */
double composition_sun_glow(const rl_scene *scene);

/* composition_ridge fills ridge `i` of a scene whose other values are set. */
void composition_ridge(rl_scene *scene, int i);

/* Distances in a cloud deck fall exponentially with the depth of a ridge; tuned by eye. */
#define DECK_FARTHEST 47.0 /* distance at depth 0, heights of the eye above the deck */
#define DECK_NEARING 5.0   /* decrease of the logarithm of the distance per unit of depth */

/* composition_deck_distance returns the distance at which a ridge of a depth (0 = far, 1 = near)
 * stands in a cloud deck, in heights of the eye above it. */
static inline double composition_deck_distance(double depth)
{
    return DECK_FARTHEST * exact_exp(-DECK_NEARING * depth);
}

/* daytime_fill fills sun, moon, stars and palette for the scene's `time` (minutes after
 * midnight) where they are unset; a scene without a time is unchanged.  A day is continuous:
 * 24:00 is 00:00.  The land never changes.
 * Errors: RL_INTERNAL when a palette of the day is missing. */
rl_status daytime_fill(rl_scene *scene, rl_error *error);

/* map_scene_of makes a scene of kind map of the map, the seed and the size of a scene. */
void map_scene_of(rl_scene *map, const rl_scene *scene);

/* Names of presets in the order of their numbers, ended by NULL. */
extern const char *const map_preset_names[];

/* map_rules_resolve fills the unset rules by the preset, else by the defaults.
 * Errors: RL_BAD_ARGUMENT with `key = value: rule`. */
rl_status map_rules_resolve(rl_scene *scene, rl_error *error);

/* map_rules_resolve_slices fills the rules that decide the heights of the map that a landscape
 * slices.
 * Errors: RL_BAD_ARGUMENT with `key = value: rule`. */
rl_status map_rules_resolve_slices(rl_scene *scene, rl_error *error);

#endif
