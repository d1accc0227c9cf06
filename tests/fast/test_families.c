/* test_families.c - dunes and mesas: one land however sampled, and of its kind. */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/hash.h"
#include "ridge/displacement.h"
#include "ridge/families/mesa.h"
#include "ridge/ridge.h"
#include "scene/keys.h"
#include "support/ridge_sampling.h"
#include "support/support.h"

enum { MOST = 500, LONG = 8000 };

/* As composition.c resolves them: unit variance at every level. */
static rl_ridge plain_ridge(int kind)
{
    rl_ridge ridge = {.kind = kind,
                      .amplitude = kind == RL_RIDGE_DUNE ? 0.15 : 0.22,
                      .spacing = kind == RL_RIDGE_DUNE ? 0.5 : 0.42,
                      .roughness = kind == RL_RIDGE_DUNE ? -1.0 : 0.0,
                      .iterations = RL_AUTO,
                      .noise = RL_NOISE_TRIANGULAR};
    ridge.displacement = pow(2.0, ridge.roughness - 1.0) / displacement_deviation(ridge.noise);
    return ridge;
}

static rl_ridge random_ridge(chance *c)
{
    rl_ridge ridge = plain_ridge((int)chance_integer(c, RL_RIDGE_DUNE, RL_RIDGE_MESA));
    ridge.amplitude = chance_real(c, 0.02, 0.6);
    ridge.spacing = chance_real(c, 0.1, 1.5);
    ridge.noise = (int)chance_integer(c, RL_NOISE_UNIFORM, RL_NOISE_GAUSS);
    ridge.displacement = pow(2.0, ridge.roughness - 1.0) / displacement_deviation(ridge.noise);
    ridge.slope = chance_integer(c, 0, 4) == 0 ? 1.5 : 0.0;
    return ridge;
}

TEST(family_sample_alone_equals_sample_of_a_grid)
{
    check_single_samples(random_ridge, SUPPORT_PART(200));
}

TEST(family_heights_in_a_window_equal_those_of_the_whole)
{
    chance c = chance_from(2);
    static double all[MOST], part[MOST];
    for (int i = 0; i < SUPPORT_PART(100); i++) {
        rl_ridge ridge = random_ridge(&c);
        ridge_grid grid = {
            chance_integer(&c, -2000, 2000), 0.004, 0.001, 0.004, 0.0, NULL, CPU_PLAIN, 0};
        sample(&ridge, (uint64_t)i, &grid, MOST, all);
        int64_t from = chance_integer(&c, 0, MOST - 1);
        size_t count = (size_t)chance_integer(&c, 1, MOST - from);
        ridge_grid window = grid;
        window.first += from;
        sample(&ridge, (uint64_t)i, &window, count, part);
        EXPECT(memcmp(part, all + from, count * sizeof *part) == 0);
    }
}

/* Steps are dyadic, so that x and x + period are exact and lie alike in their cells. */
TEST(family_heights_repeat_after_their_period)
{
    static double here[MOST], there[MOST];
    for (int kind = RL_RIDGE_DUNE; kind <= RL_RIDGE_MESA; kind++) {
        double apart = 0.0;
        for (int period = 1; period <= 5; period++) {
            rl_ridge ridge = plain_ridge(kind);
            ridge.spacing = 0.5;
            ridge.period = period;
            ridge_grid grid = {-100, 1.0 / 256.0, 0.0, 1.0 / 256.0, 0.0, NULL, CPU_PLAIN, 0};
            sample(&ridge, 7, &grid, MOST, here);
            grid.first += 128 * period;
            sample(&ridge, 7, &grid, MOST, there);
            for (int j = 0; j < MOST; j++)
                EXPECT_MSG(fabs(here[j] - there[j]) < 1e-12, "kind %d period %d sample %d", kind,
                           period, j);
            grid.first += 64; /* half a spacing on it is another land */
            sample(&ridge, 7, &grid, MOST, there);
            for (int j = 0; j < MOST; j++)
                apart = fmax(apart, fabs(here[j] - there[j]));
        }
        EXPECT(apart > 0.01);
    }
}

TEST(family_heights_stay_within_their_bounds)
{
    static double heights[LONG];
    for (int i = 0; i < SUPPORT_PART(40); i++) {
        for (int kind = RL_RIDGE_DUNE; kind <= RL_RIDGE_MESA; kind++) {
            rl_ridge ridge = plain_ridge(kind);
            ridge_grid grid = {-LONG / 2, 0.01, 0.0, 0.01, 0.0, NULL, CPU_PLAIN, 0};
            sample(&ridge, (uint64_t)i, &grid, LONG, heights);
            double least = 1e9, most = -1e9;
            for (int j = 0; j < LONG; j++) {
                least = fmin(least, heights[j]);
                most = fmax(most, heights[j]);
            }
            EXPECT_MSG(least >= 0.0, "kind %d: %g", kind, least);
            EXPECT_MSG(most <= 1.5 * ridge.amplitude, "kind %d: %g", kind, most);
            EXPECT_MSG(most - least > 0.6 * ridge.amplitude, "kind %d is flat", kind);
        }
    }
}

/* Share of the ground that rises, and the steepest slopes up and down. */
typedef struct slopes {
    double rising, steepest_up, steepest_down;
} slopes;

static slopes measure_slopes(const rl_ridge *ridge, uint64_t seed)
{
    static double heights[LONG];
    double step = 0.002;
    ridge_grid grid = {-LONG / 2, step, 0.0, step, 0.0, NULL, CPU_PLAIN, 0};
    sample(ridge, seed, &grid, LONG, heights);
    slopes s = {0};
    for (int j = 0; j + 1 < LONG; j++) {
        double slope = (heights[j + 1] - heights[j]) / step;
        s.rising += slope > 0.0 ? 1.0 / (LONG - 1) : 0.0;
        s.steepest_up = fmax(s.steepest_up, slope);
        s.steepest_down = fmax(s.steepest_down, -slope);
    }
    return s;
}

TEST(dune_lee_sides_are_steeper)
{
    int to_the_right = 0;
    for (int seed = 0; seed < 40; seed++) {
        rl_ridge ridge = plain_ridge(RL_RIDGE_DUNE);
        slopes s = measure_slopes(&ridge, (uint64_t)seed);
        /* What rises over most of the ground is the windward side. */
        int right = s.rising > 0.5;
        double lee = right ? s.steepest_down : s.steepest_up;
        double windward = right ? s.steepest_up : s.steepest_down;
        to_the_right += right;
        EXPECT_MSG(lee > 1.25 * windward, "seed %d: lee %g, windward %g", seed, lee, windward);
        /* dune.c: 4 amplitudes a spacing, leaned by 1 / 4.6: 4 / (1 - 4 / 4.6). */
        EXPECT_MSG(lee < 30.7 * ridge.amplitude / ridge.spacing, "seed %d: lee %g", seed, lee);
    }
    EXPECT_MSG(to_the_right > 10 && to_the_right < 30, "%d of 40 winds blow to the right",
               to_the_right);
}

TEST(dunes_of_a_scene_lean_to_one_side)
{
    rl_ridge ridge = plain_ridge(RL_RIDGE_DUNE);
    for (uint64_t seed = 0; seed < 20; seed++) {
        double lean = line_make(&ridge, seed, 0, NULL, 0.0, 0).own[0];
        for (uint64_t stream = 1; stream < 8; stream++)
            EXPECT(line_make(&ridge, seed, stream, NULL, 0.0, 0).own[0] == lean);
    }
}

TEST(dunes_do_not_overhang)
{
    static double values[LONG], places[LONG], work[4 * (LONG + 64)];
    for (int i = 0; i < SUPPORT_PART(60); i++) {
        rl_ridge ridge = plain_ridge(RL_RIDGE_DUNE);
        ridge.amplitude = 0.05 + 0.02 * i; /* up to 2.5 spacings high */
        ridge_line line = line_make(&ridge, (uint64_t)i, 0, NULL, 0.0, 0);
        EXPECT(displacement_scratch(LONG) <= LONG + 64);
        line_fill(&line, 6, 0, LONG, values, places, work);
        for (int n = 0; n + 1 < LONG; n++)
            EXPECT_MSG(places[n + 1] > places[n], "dune %d node %d", i, n);
    }
}

/* Spacings by which ragged edges may narrow a butte. */
#define RAGGED 0.08

/* The ground between islands is under water, and no island is cut off above it. */
TEST(island_ends_descend_without_a_step)
{
    static double heights[LONG];
    double step = 0.0005;
    int kind = 0;
    while (strcmp(rl_ridge_family_name((size_t)kind), "island") != 0)
        kind++;
    rl_ridge ridge = plain_ridge(kind);
    for (int i = 0; i < SUPPORT_PART(20); i++) {
        ridge_grid grid = {-LONG / 2, step, 0.0, step, 0.0, NULL, CPU_PLAIN, 0};
        sample(&ridge, (uint64_t)i, &grid, LONG, heights);
        double most = 0.0;
        for (int j = 0; j + 1 < LONG; j++)
            most = fmax(most, fabs(heights[j + 1] - heights[j]));
        EXPECT_MSG(most < 0.1 * ridge.amplitude, "seed %d: %g", i, most);
    }
}

TEST(mesa_buttes_are_never_narrow)
{
    long there = 0, joined = 0;
    for (uint64_t seed = 0; seed < 30; seed++) {
        rl_ridge ridge = plain_ridge(RL_RIDGE_MESA);
        ridge.amplitude = 0.05 + 0.03 * (double)seed;
        ridge_line land = line_make(&ridge, seed, 2, NULL, 0.0, 0);
        for (int64_t place = -100; place < 100; place++) {
            mesa_butte butte = mesa_butte_at(&land, place);
            if (!butte.is_there)
                continue;
            double width = (butte.right - butte.left) * ridge.spacing;
            double height = butte.height * ridge.amplitude;
            EXPECT_MSG(width >= (MESA_NARROWEST - 1e-9) * height, "butte %ld: %g wide, %g high",
                       (long)place, width, height);
            mesa_butte next = mesa_butte_at(&land, place + 1);
            there++;
            joined += next.is_there && next.left <= butte.right;
            double gap = next.left - butte.right;
            EXPECT_MSG(!next.is_there || gap <= 0.0 || gap > 0.15, "slot of %g", gap);
        }
    }
    EXPECT(there > 3000 && joined > 500);
}

/* A peak of the sampled skyline must be as wide as its height demands, except at the ragged
 * edge. */
TEST(skyline_of_any_family_has_no_finger)
{
    static double heights[LONG];
    double step = 0.002;
    long seen = 0;
    for (uint64_t seed = 0; seed < SUPPORT_PART(40); seed++) {
        rl_ridge ridge = plain_ridge(RL_RIDGE_MESA);
        ridge_grid grid = {0, step, 0.0, step, 0.0, NULL, CPU_PLAIN, 0};
        sample(&ridge, seed, &grid, LONG, heights);
        for (double level = 0.3; level < 1.0; level += 0.1) {
            double cut = level * ridge.amplitude;
            int from = -1;
            double top = 0.0;
            for (int j = 1; j < LONG; j++) {
                if (heights[j] > cut && heights[j - 1] <= cut)
                    from = j, top = 0.0;
                top = fmax(top, heights[j]);
                if (from < 0 || heights[j] > cut || heights[j - 1] <= cut)
                    continue;
                if (top - cut > 0.2 * ridge.amplitude) {
                    /* A top may be rough and stand on a rough plain: 2 * .16 + .08. */
                    double butte = fmax(top - 0.40 * ridge.amplitude, 0.42 * ridge.amplitude);
                    double least = MESA_NARROWEST * butte - RAGGED * ridge.spacing;
                    seen++;
                    EXPECT_MSG((j - from) * step > least, "seed %d: %g U wide, %g high", (int)seed,
                               (j - from) * step, top - cut);
                }
                from = -1;
            }
        }
    }
    EXPECT(seen > SUPPORT_PART(500));
}

TEST(family_slopes_are_finite_at_every_size)
{
    for (int kind = RL_RIDGE_DUNE; kind <= RL_RIDGE_MESA; kind++) {
        rl_ridge ridge = plain_ridge(kind);
        for (double step = 0.01; step > 1e-5; step *= 0.25) {
            static double heights[MOST];
            ridge_grid grid = {-MOST / 2, step, 0.0, step, 0.0, NULL, CPU_PLAIN, 0};
            sample(&ridge, 3, &grid, MOST, heights);
            /* A logistic cliff: height / (4 * width), width .004 spacings; two add up. */
            double most = kind == RL_RIDGE_MESA ? 2.0 * ridge.amplitude / (0.016 * ridge.spacing)
                                                : 30.7 * ridge.amplitude / ridge.spacing;
            for (int j = 0; j + 1 < MOST; j++)
                EXPECT(fabs(heights[j + 1] - heights[j]) <= most * step);
        }
    }
}

/* At this scale the limit lifts whole flanks, and land beyond the margin must change nothing. */
TEST(slope_limited_flanks_do_not_depend_on_the_window)
{
    enum { CELLS = 6000 };
    static double heights[CELLS], lift[CELLS], part[CELLS], work[CELLS];
    chance c = chance_from(3);
    int64_t margin = slope_margin(1.45, 1.0);
    EXPECT(margin < CELLS / 4);
    for (int i = 0; i < 20; i++) {
        for (int j = 0; j < CELLS; j++)
            heights[j] = chance_integer(&c, 0, 200) == 0 ? chance_real(&c, 0.5, 1.0) : 0.0;
        slope_lift(9, 1.45, 0, -500, CELLS, 0, heights, CPU_PLAIN, lift, work);
        int from = (int)chance_integer(&c, 1, CELLS / 4);
        slope_lift(9, 1.45, 0, -500 + from, (size_t)(CELLS - from), 0, heights + from, CPU_PLAIN,
                   part, work);
        for (int j = from + (int)margin; j < CELLS; j++)
            EXPECT_MSG(part[j - from] == lift[j], "case %d sample %d", i, j);
        size_t count = CELLS - (size_t)from;
        slope_lift(9, 1.45, 0, -500, count, 0, heights, CPU_PLAIN, part, work);
        for (int j = 0; j < (int)count - (int)margin; j++)
            EXPECT_MSG(part[j] == lift[j], "case %d sample %d", i, j);
    }
}

TEST(family_allocation_failure_is_reported_without_leak)
{
    for (int kind = RL_RIDGE_DUNE; kind <= RL_RIDGE_MESA; kind++) {
        rl_ridge ridge = plain_ridge(kind);
        ridge_grid grid = {0, 0.01, 0.0, 0.01, 0.0, NULL, CPU_PLAIN, 0};
        double heights[50];
        counted_memory memory;
        EACH_FAULT(memory)
        {
            must_tell_fault(
                &memory, ridge_sample(&ridge, 1, 1, &grid, 50, heights, &memory.allocator, &error));
        }
        EXPECT(memory.fail_at < 100);
    }
}

/* The highest of a ridge of towers within a spacing of its hero's place. */
static double tallest_tower(uint64_t seed, double tallest)
{
    static double heights[MOST];
    int kind = 0;
    while (strcmp(rl_ridge_family_name((size_t)kind), "tower") != 0)
        kind++;
    rl_ridge ridge = {.kind = kind,
                      .amplitude = 0.4,
                      .spacing = 0.2,
                      .iterations = RL_AUTO,
                      .noise = RL_NOISE_TRIANGULAR,
                      .displacement = 0.5,
                      .hero_x = -0.3};
    *ridge_slot(&ridge, "tallest") = tallest;
    ridge_grid grid = {-700, 0.001, 0.0, 0.001, 0.0, NULL, CPU_PLAIN, 0};
    sample(&ridge, seed, &grid, 400, heights);
    double most = 0.0;
    for (int i = 0; i < 400; i++)
        most = heights[i] > most ? heights[i] : most;
    return most;
}

TEST(mesa_tower_of_probability_1_always_stands)
{
    int low = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        EXPECT(tallest_tower(seed, 1.0) > 0.25);
        low += tallest_tower(seed, 0.0) < 0.25;
    }
    EXPECT(low > 10);
}

static uint64_t heights_hash(const rl_scene *scene)
{
    enum { WIDTH = 96 };
    double heights[WIDTH];
    rl_frame *frame = new_frame(scene, WIDTH, 54);
    OK(rl_frame_heights(frame, 0, 0, WIDTH, heights, &error));
    rl_frame_free(frame);
    uint64_t hash = 0, bits;
    for (int i = 0; i < WIDTH; i++) {
        memcpy(&bits, &heights[i], sizeof bits);
        hash = hash_mix(hash ^ bits);
    }
    return hash;
}

TEST(ridge_value_of_another_family_unsets_the_first)
{
    rl_ridge ridge = {.kind = 0};
    *ridge_slot(&ridge, "crater") = 0.3;
    ck_assert(ridge_real(&ridge, "crater") == 0.3 && ridge_real(&ridge, "tip") == RL_AUTO);
    *ridge_slot(&ridge, "tip") = 0.7;
    ridge_fill(&ridge, "tip", 0.9);
    ridge_fill(&ridge, "side", -1.0);
    ck_assert(ridge_real(&ridge, "crater") == RL_AUTO && ridge_real(&ridge, "tip") == 0.7);
    ck_assert(ridge_real(&ridge, "side") == -1.0 && ridge_real(&ridge, "rise") == RL_AUTO);
    for (size_t kind = 0; ridge_family_at(kind) != NULL; kind++)
        ck_assert_uint_le(ridge_family_at(kind)->key_count, RL_RIDGE_VALUES);
}

/* A value without a key is in no recipe, so it must not change the land. */
TEST(family_height_ignores_values_that_it_has_no_key_for)
{
    int without_key = 0;
    for (size_t kind = 0; ridge_family_at(kind) != NULL; kind++) {
        const ridge_family *family = ridge_family_at(kind);
        KEYS_EACH_IN("ridge", walk)
        {
            const scene_key *key = walk.key;
            if (!keys_of_family(key) || (family->traits & RIDGE_HAS_ROW) != 0 ||
                (key >= family->keys && key < family->keys + family->key_count))
                continue;
            rl_scene scene;
            scene_of_seed(&scene, 0);
            scene.world = 0;
            scene.ridge_count = 1;
            scene.ridge[0].kind = (int)kind;
            uint64_t open = heights_hash(&scene);
            for (double own = -0.7; own < 1.0; own += 1.4) {
                keys_set(&scene, key, 0, own);
                EXPECT_MSG(heights_hash(&scene) == open, "%s reads %s", family->name, key->path);
            }
            without_key++;
        }
    }
    ck_assert_int_gt(without_key, 20);
}
