/* choice.h - what the seed chooses: draws without state, ranges and choices of data files. */
#ifndef RL_SCENE_CHOICE_H
#define RL_SCENE_CHOICE_H

#include "base/exact.h"
#include "base/hash.h"
#include "scene/keys.h"

/* Draws of STREAM_COMPOSITION: never reuse or reorder them. */
enum choice {
    CHOOSE_PALETTE,
    CHOOSE_WORLD,
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
    CHOOSE_CLOUDS,
    CHOOSE_WEATHER,
    CHOOSE_SUN_WHERE = 16, /* 15, 17 and 19 were used by earlier versions */
    CHOOSE_SUN_RED = 18,
    CHOOSE_PRINT = 20
};

/* choose returns an even choice in low..high. */
static inline double choose(const rl_scene *scene, enum choice choice, double low, double high)
{
    uint64_t bits = hash_at(hash_key(scene->seed, STREAM_COMPOSITION), (int)choice, 0);
    return exact_mix(low, high, hash_unit(bits));
}

/* Draws that are spread evenly over seeds in a row. */
enum even_choice { EVEN_SUN_PLACE, EVEN_SUN_RADIUS, EVEN_SUN_COLOUR, EVEN_CHOICES };

/* choose_even returns a choice in 0 <= u < 1: the additive recurrence of the seed in three
 * dimensions (M. Roberts, 2018), whose steps are the first powers of 1 / 1.2207, the root of x^4 =
 * x + 1.  Consecutive seeds fill the unit cube evenly. */
static inline double choose_even(const rl_scene *scene, enum even_choice choice)
{
    static const uint64_t steps[EVEN_CHOICES] = {
        UINT64_C(0xd1b54a32d192ed03), UINT64_C(0xabc98388fb8fac03), UINT64_C(0x8cb92ba72f3d8dd7)};
    uint64_t offset = hash_key((uint64_t)choice, STREAM_COMPOSITION);
    return hash_unit(offset + scene->seed * steps[choice]);
}

/* choice_read sets a key from the value of a data file: a plain value, a range LOW..HIGH of
 * numbers, or a choice A | B*3 | C of plain values and ranges, each with a weight after *
 * (default 1).  The scene's seed and the key's path decide.  Returns 1, or 0 and the broken
 * rule. */
int choice_read(rl_scene *scene, const scene_key *key, int number, int stop, const char *value,
                char rule[KEY_RULE_SIZE + 64]);

/* choice_is returns 1 for a range or a choice. */
int choice_is(const scene_key *key, const char *value);

/* choice_hash turns any text into 64 bits. */
uint64_t choice_hash(const char *text);

#endif
