/* composition_parts.h - what the parts of a composition share: choices of the seed, and how
 * open values are closed. */
#ifndef RL_SCENE_COMPOSITION_PARTS_H
#define RL_SCENE_COMPOSITION_PARTS_H

#include "base/exact.h"
#include "base/hash.h"
#include "ridgeline.h"

/* Every choice has a number of its own; never reuse or reorder them. */
enum choice {
    CHOOSE_PALETTE,
    CHOOSE_STYLE,
    CHOOSE_COUNT,
    CHOOSE_SIDE,
    CHOOSE_SUN_X,
    CHOOSE_SUN_LIFT,
    CHOOSE_HORIZON,
    CHOOSE_FAR_AMPLITUDE,
    CHOOSE_FAR_SPACING,
    CHOOSE_NEAR_SPACING,
    CHOOSE_HAZE,
    CHOOSE_MOUNTAINS,
    CHOOSE_SNOW,
    CHOOSE_CLOUDS
};


enum calm { CALM_NONE, CALM_TOP, CALM_LEFT };

/* An even choice in low..high for (choice, index). */
static inline double choose(const rl_scene *scene, enum choice choice, int index, double low,
                            double high)
{
    uint64_t bits = hash_at(hash_key(scene->seed, STREAM_COMPOSITION), (int)choice, index);
    return exact_mix(low, high, hash_unit(bits));
}

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

/* composition_ridge closes ridge `i`, of a scene whose other values are closed. */
void composition_ridge(rl_scene *scene, int i);

#endif
