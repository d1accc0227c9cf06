/* Erosion: each pass against a slow one written from its definition, and what holds
 * for all of them: mass, bounds, threads, wrap, cancelling, memory. */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "heightmap/heightmap.h"
#include "heightmap/pass.h"
#include "heightmap/sweep.h"
#include "support/passes.h"
#include "support/support.h"

/* ---- maps and passes ------------------------------------------------------------- */

static double value_at(uint64_t key, int cell, int x, int y)
{
    return hash_unit(hash_at(key + (uint64_t)cell, y / cell, x / cell));
}

/* Steps of four sizes: slopes of every kind, heights low .. low + 1. */
static heightmap map_rough(int width, int height, int wrap, uint64_t seed, double low)
{
    heightmap map = heights_new(width, height, wrap);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            double h = 0.6 * value_at(seed, 37, x, y) + 0.2 * value_at(seed, 11, x, y);
            h += 0.15 * value_at(seed, 3, x, y) + 0.05 * value_at(seed, 1, x, y);
            map.h[(size_t)y * (size_t)width + (size_t)x] = (float)(low + h);
        }
    return map;
}

typedef struct named_pass {
    const char *name;
    const heightmap_pass *pass;
    pass_rules rules;
} named_pass;

#define WATER .rain = 0.01, .solubility = 0.01, .evaporation = 0.5
#define DROPS                                                                                      \
    .drops = 2000, .lifetime = 30, .radius = 3, .inertia = 0.05, .capacity = 4.0,                  \
    .deposition = 0.3, .erosion = 0.3, .evaporation = 0.01, .gravity = 4.0, .min_slope = 0.01

static const named_pass passes[] = {
    {"thermal 8", &thermal_pass, {.iterations = 6, .talus = 4.0, .strength = 0.5, .neighbours = 8}},
    {"thermal 4", &thermal_pass, {.iterations = 6, .talus = 4.0, .strength = 0.5, .neighbours = 4}},
    {"thermal-fast", &thermal_fast_pass, {.iterations = 6, .talus = 4.0}},
    {"thermal-inverted", &thermal_inverted_pass, {.iterations = 6, .talus = 12.0}},
    {"hydraulic 8", &hydraulic_pass, {.iterations = 6, WATER, .capacity = 0.01, .neighbours = 8}},
    {"hydraulic 4", &hydraulic_pass, {.iterations = 6, WATER, .capacity = 0.01, .neighbours = 4}},
    {"hydraulic-fast", &hydraulic_fast_pass, {.iterations = 6, WATER}},
    {"droplets", &droplets_pass, {DROPS}},
    {"gullies", &gullies_pass, {.strength = 1.0, .scale = 9.0, .gain = 0.78, .octaves = 8}},
};
#define PASSES ((int)(sizeof passes / sizeof passes[0]))
enum { GULLIES = PASSES - 1, DROPLETS = GULLIES - 1, MOVING = GULLIES }; /* that move ground */

static heightmap_work work_of(int threads)
{
    heightmap_work work = {.threads = threads, .seed = 5};
    return work;
}

static void run(heightmap *map, const named_pass *pass, int iterations)
{
    heightmap_work work = work_of(1);
    pass_rules rules = pass->rules;
    rules.iterations = iterations;
    OK(pass_run(pass->pass, map, &rules, 0, &work, &error));
}

/* ---- the definitions, slowly --------------------------------------------------------- */

static const int beside[8][2] = {{0, -1},  {-1, 0}, {1, 0},  {0, 1},
                                 {-1, -1}, {1, -1}, {-1, 1}, {1, 1}};

/* The index of a neighbour, or -1 beyond a border. */
static long near_index(const heightmap *map, int x, int y, int side)
{
    x += beside[side][0];
    y += beside[side][1];
    if (map->wrap) {
        x = (x + map->width) % map->width;
        y = (y + map->height) % map->height;
    }
    int inside = x >= 0 && y >= 0 && x < map->width && y < map->height;
    return inside ? (long)y * map->width + x : -1;
}

static float talus_of(const heightmap *map, const pass_rules *rules)
{
    int side = map->width > map->height ? map->width : map->height;
    return (float)(rules->talus / side);
}

static void slow_thermal_once(heightmap *map, const pass_rules *rules)
{
    float talus = talus_of(map, rules);
    double *change = calloc(heights_count(map), sizeof *change);
    for (int y = 0; y < map->height; y++)
        for (int x = 0; x < map->width; x++) {
            long here = (long)y * map->width + x;
            double most = 0.0, total = 0.0;
            for (int pass = 0; pass < 2; pass++)
                for (int side = 0; side < rules->neighbours; side++) {
                    long other = near_index(map, x, y, side);
                    float d = other < 0 ? 0.0F : map->h[here] - map->h[other];
                    if (!(d > talus))
                        continue;
                    if (pass == 0) {
                        most = (double)d > most ? (double)d : most;
                        total += (double)d;
                    } else {
                        double moved = rules->strength * (most - (double)talus) * (double)d / total;
                        change[here] -= moved;
                        change[other] += moved;
                    }
                }
        }
    for (size_t i = 0; i < heights_count(map); i++)
        map->h[i] = (float)((double)map->h[i] + change[i]);
    free(change);
}

static void slow_in_place_once(heightmap *map, const pass_rules *rules, int inverted)
{
    float talus = talus_of(map, rules);
    for (int y = 0; y < map->height; y++)
        for (int x = 0; x < map->width; x++) {
            float *here = map->h + (long)y * map->width + x;
            long lowest = -1;
            for (int side = inverted ? 0 : 4; side < (inverted ? 4 : 8); side++) {
                long other = near_index(map, x, y, side);
                if (other >= 0 && (lowest < 0 || map->h[other] < map->h[lowest]))
                    lowest = other;
            }
            float d = lowest < 0 ? 0.0F : *here - map->h[lowest];
            if (inverted ? d > 0.0F && d <= talus : d > talus) {
                *here -= d / 2.0F;
                map->h[lowest] += d / 2.0F;
            }
        }
}

typedef struct slow_water {
    double *h, *w, *m, *dw, *dm;
} slow_water;

static void slow_transport(const heightmap *map, const pass_rules *rules, slow_water *s)
{
    size_t cells = heights_count(map);
    memset(s->dw, 0, cells * sizeof *s->dw);
    memset(s->dm, 0, cells * sizeof *s->dm);
    for (int y = 0; y < map->height; y++)
        for (int x = 0; x < map->width; x++) {
            long here = (long)y * map->width + x;
            double a = s->h[here] + s->w[here], sum = a, total = 0.0;
            int count = 1;
            for (int side = 0; side < rules->neighbours; side++) {
                long other = near_index(map, x, y, side);
                if (other >= 0 && s->h[other] + s->w[other] < a) {
                    sum += s->h[other] + s->w[other];
                    total += a - (s->h[other] + s->w[other]);
                    count++;
                }
            }
            double mean = sum / count;
            double moved = s->w[here] < a - mean ? s->w[here] : a - mean;
            for (int side = 0; count > 1 && side < rules->neighbours; side++) {
                long other = near_index(map, x, y, side);
                if (other < 0 || s->h[other] + s->w[other] >= a)
                    continue;
                double share = moved * (a - (s->h[other] + s->w[other])) / total;
                double load = s->m[here] * share / s->w[here];
                s->dw[here] -= share;
                s->dw[other] += share;
                s->dm[here] -= load;
                s->dm[other] += load;
            }
        }
    for (size_t i = 0; i < cells; i++) {
        s->w[i] += s->dw[i];
        s->m[i] += s->dm[i];
    }
}

static void slow_hydraulic(heightmap *map, const pass_rules *rules, int iterations)
{
    size_t cells = heights_count(map);
    double *all = calloc(cells * 5, sizeof *all);
    slow_water s = {all, all + cells, all + 2 * cells, all + 3 * cells, all + 4 * cells};
    for (size_t i = 0; i < cells; i++)
        s.h[i] = (double)map->h[i];
    for (int k = 0; k < iterations; k++) {
        for (size_t i = 0; i < cells; i++) {
            s.w[i] += rules->rain;
            double q = rules->solubility * s.w[i] < s.h[i] ? rules->solubility * s.w[i] : s.h[i];
            s.h[i] -= q;
            s.m[i] += q;
        }
        slow_transport(map, rules, &s);
        for (size_t i = 0; i < cells; i++) {
            s.w[i] *= 1.0 - rules->evaporation;
            double excess = s.m[i] - rules->capacity * s.w[i];
            s.h[i] += excess > 0.0 ? excess : 0.0;
            s.m[i] -= excess > 0.0 ? excess : 0.0;
        }
    }
    for (size_t i = 0; i < cells; i++)
        map->h[i] = (float)(s.h[i] + s.m[i]);
    free(all);
}

/* Every cell's water holds solubility * water of sediment, whatever happens to it. */
static void slow_hydraulic_fast(heightmap *map, const pass_rules *rules, int iterations)
{
    size_t cells = heights_count(map);
    double *h = calloc(cells, sizeof *h), *w = calloc(cells, sizeof *w);
    for (size_t i = 0; i < cells; i++)
        h[i] = (double)map->h[i];
    for (int k = 0; k < iterations; k++) {
        for (size_t i = 0; i < cells; i++) {
            w[i] += rules->rain;
            h[i] -= rules->solubility * rules->rain;
        }
        for (int y = 0; y < map->height; y++)
            for (int x = 0; x < map->width; x++) {
                long here = (long)y * map->width + x, lowest = here;
                for (int side = 0; side < 4; side++) {
                    long other = near_index(map, x, y, side);
                    if (other >= 0 && h[other] + w[other] < h[lowest] + w[lowest])
                        lowest = other;
                }
                double half = (h[here] + w[here] - h[lowest] - w[lowest]) / 2.0;
                double moved = half < w[here] ? half : w[here];
                w[here] -= moved;
                w[lowest] += moved;
            }
        for (size_t i = 0; i < cells; i++) {
            h[i] += rules->solubility * rules->evaporation * w[i];
            w[i] *= 1.0 - rules->evaporation;
        }
    }
    for (size_t i = 0; i < cells; i++)
        map->h[i] = (float)(h[i] + rules->solubility * w[i]);
    free(h);
    free(w);
}

static void expect_equal(const heightmap *a, const heightmap *b, double tolerance, const char *what)
{
    for (size_t i = 0; i < heights_count(a); i++) {
        double d = (double)a->h[i] - (double)b->h[i];
        EXPECT_MSG(d <= tolerance && -d <= tolerance,
                   "%s, %d x %d, wrap %d: cell %zu: %.9g, not %.9g", what, a->width, a->height,
                   a->wrap, i, (double)a->h[i], (double)b->h[i]);
    }
}

/* Sizes at the ends of tiles, blocks and bands, ones without neighbours, and one with tiles
 * that touch no border. */
enum {
    TILE = SWEEP_TILE,
    THREE = SWEEP_TILE_OF_THREE,
    BLOCK = SWEEP_BLOCK,
    HIGH = SWEEP_HIGH,
    HIGH_THREE = SWEEP_HIGH_OF_THREE
};
static const int sizes[][2] = {
    {1, 1},     {1, 6},    {7, 1},        {2, 2},          {3, 5},
    {33, 40},   {TILE, 9}, {TILE + 1, 5}, {483, 70},       {3 * TILE + 50, 7},
    {THREE, 9}, {9, HIGH}, {5, HIGH + 1}, {BLOCK + 1, 21}, {THREE + 1, HIGH_THREE + 2},
};
#define SIZES ((int)(sizeof sizes / sizeof sizes[0]))

/* The reference starts anew from each state, so that roundings do not add up. */
TEST_LOOP(thermal_erosion_equals_its_definition, 4)
{
    const named_pass *pass = &passes[_i % 4];
    for (int k = 0; k < SIZES * 2; k++) {
        heightmap map = map_rough(sizes[k / 2][0], sizes[k / 2][1], k & 1, 3, 0.0);
        heightmap slow = heights_copy(&map);
        for (int i = 0; i < 4; i++) {
            run(&map, pass, 1);
            if (pass->pass == &thermal_pass)
                slow_thermal_once(&slow, &pass->rules);
            else
                slow_in_place_once(&slow, &pass->rules, pass->pass == &thermal_inverted_pass);
            expect_equal(&map, &slow, pass->pass == &thermal_pass ? 1e-7 : 0.0, pass->name);
            memcpy(slow.h, map.h, heights_count(&map) * sizeof *map.h);
        }
        free(map.h);
        free(slow.h);
    }
}

/* Iterations run in pairs, and the borders of their blocks must not show. */
TEST(thermal_erosion_of_paired_iterations_equals_single_ones)
{
    static const int meeting[][2] = {{250, 31}, {2 * BLOCK + 9, 12}, {70, 2 * HIGH + 3}};
    for (int k = 0; k < 12; k++) {
        int p = k / 3;
        for (int wrap = 0; wrap < 2; wrap++) {
            heightmap once = map_rough(meeting[k % 3][0], meeting[k % 3][1], wrap, 4, 0.0);
            heightmap often = heights_copy(&once);
            run(&once, &passes[p], 5);
            for (int i = 0; i < 5; i++)
                run(&often, &passes[p], 1);
            expect_equal(&once, &often, 0.0, passes[p].name);
            free(once.h);
            free(often.h);
        }
    }
}

TEST_LOOP(hydraulic_erosion_equals_its_definition, 3)
{
    named_pass pass = passes[4 + _i];
    /* In place, water that levels two cells leaves a tie that rounding decides. */
    int iterations = pass.pass == &hydraulic_fast_pass ? 2 : 3;
    pass.rules.rain = pass.pass == &hydraulic_fast_pass ? 0.001 : 0.01;
    for (int k = 0; k < SIZES * 2; k++) {
        heightmap map = map_rough(sizes[k / 2][0], sizes[k / 2][1], k & 1, 3, 0.1);
        heightmap slow = heights_copy(&map);
        run(&map, &pass, iterations);
        if (pass.pass == &hydraulic_pass)
            slow_hydraulic(&slow, &pass.rules, iterations);
        else
            slow_hydraulic_fast(&slow, &pass.rules, iterations);
        expect_equal(&map, &slow, 2.5e-7, pass.name); /* four roundings of heights below 1.1 */
        free(map.h);
        free(slow.h);
    }
}

/* Dry ground below 0.0001 dissolves less than the water could hold. */
TEST(hydraulic_erosion_of_dry_ground_dissolves_no_more_than_there_is)
{
    heightmap map = map_rough(40, 30, 1, 8, 0.0);
    for (size_t i = 0; i < heights_count(&map); i++)
        map.h[i] *= 2e-4F;
    heightmap slow = heights_copy(&map);
    run(&map, &passes[4], 1);
    slow_hydraulic(&slow, &passes[4].rules, 1);
    expect_equal(&map, &slow, 1e-9, "hydraulic");
    free(map.h);
    free(slow.h);
}

/* ---- what holds for all --------------------------------------------------------------- */

static double mass_of(const heightmap *map)
{
    double sum = 0.0;
    for (size_t i = 0; i < heights_count(map); i++)
        sum += (double)map->h[i];
    return sum;
}

TEST_LOOP(erosion_conserves_mass, MOVING)
{
    int side = SUPPORT_PART(1024);
    heightmap map = map_rough(side, side, _i & 1, 6, 0.0);
    double before = mass_of(&map);
    run(&map, &passes[_i], 50);
    double drift = mass_of(&map) / before - 1.0;
    EXPECT_MSG(drift < 1e-6 && drift > -1e-6, "%s: %.3g", passes[_i].name, drift);
    free(map.h);
}

TEST_LOOP(erosion_is_equal_for_any_threads, 2 * PASSES)
{
    static const int counts[3] = {2, 3, 7};
    heightmap start = map_rough(500, 203, _i & 1, 7, 0.0);
    heightmap one = heights_copy(&start);
    run(&one, &passes[_i / 2], passes[_i / 2].rules.iterations);
    for (int t = 0; t < 3; t++) {
        heightmap many = heights_copy(&start);
        heightmap_work work = work_of(counts[t]);
        OK(pass_run(passes[_i / 2].pass, &many, &passes[_i / 2].rules, 0, &work, &error));
        EXPECT_MSG(memcmp(one.h, many.h, heights_count(&one) * sizeof *one.h) == 0,
                   "%s, %d threads", passes[_i / 2].name, counts[t]);
        free(many.h);
    }
    free(start.h);
    free(one.h);
}

TEST_LOOP(each_erosion_pass_changes_the_map, 2 * PASSES)
{
    heightmap map = map_rough(100, 90, _i & 1, 7, 0.0);
    heightmap before = heights_copy(&map);
    run(&map, &passes[_i / 2], 6);
    EXPECT_MSG(memcmp(map.h, before.h, heights_count(&map) * sizeof *map.h) != 0, "%s",
               passes[_i / 2].name);
    free(map.h);
    free(before.h);
}

TEST_LOOP(erosion_of_a_flat_map_changes_nothing, PASSES)
{
    static const float levels[3] = {0.0F, 0.3F, 1.0F};
    for (int k = 0; k < 6; k++) {
        heightmap map = heights_new(250, 20, k & 1);
        for (size_t i = 0; i < heights_count(&map); i++)
            map.h[i] = levels[k / 2];
        run(&map, &passes[_i], 20);
        for (size_t i = 0; i < heights_count(&map); i++)
            EXPECT_MSG(map.h[i] == levels[k / 2], "%s: %.9g", passes[_i].name, (double)map.h[i]);
        free(map.h);
    }
}

/* Averages cannot leave their bounds, and water lowers nothing below 0. */
TEST_LOOP(eroded_heights_stay_within_their_bounds, 2 * MOVING)
{
    heightmap map = map_rough(200, 150, _i & 1, 9, -0.3);
    float most = 0.0F;
    for (size_t i = 0; i < heights_count(&map); i++) {
        map.h[i] = map.h[i] > 0.0F ? map.h[i] : 0.0F;
        most = map.h[i] > most ? map.h[i] : most;
    }
    run(&map, &passes[_i / 2], 60);
    int averages = _i / 2 == 2 || _i / 2 == 3;
    for (size_t i = 0; i < heights_count(&map); i++)
        EXPECT_MSG(map.h[i] >= 0.0F && (!averages || map.h[i] <= most), "%s: %.9g",
                   passes[_i / 2].name, (double)map.h[i]);
    free(map.h);
}

TEST_LOOP(erosion_of_a_shifted_torus_is_shifted, 4)
{
    static const int collected[4] = {0, 1, 4, 5};
    const named_pass *pass = &passes[collected[_i]];
    heightmap map = map_rough(260, 66, 1, 10, 0.0);
    heightmap moved = heights_new(260, 66, 1);
    for (int y = 0; y < 66; y++)
        for (int x = 0; x < 260; x++)
            moved.h[(y + 30) % 66 * 260 + (x + 101) % 260] = map.h[y * 260 + x];
    run(&map, pass, 6);
    run(&moved, pass, 6);
    for (int y = 0; y < 66; y++)
        for (int x = 0; x < 260; x++)
            EXPECT_MSG(moved.h[(y + 30) % 66 * 260 + (x + 101) % 260] == map.h[y * 260 + x],
                       "%s at %d, %d", pass->name, x, y);
    free(map.h);
    free(moved.h);
}

/* ---- single rules ------------------------------------------------------------------------ */

TEST_LOOP(thermal_erosion_spreads_a_spike_evenly, 2)
{
    heightmap map = heights_new(21, 21, 0);
    map.h[10 * 21 + 10] = 1.0F;
    pass_rules rules = passes[_i].rules;
    rules.talus = 0.2;
    named_pass pass = {passes[_i].name, passes[_i].pass, rules};
    run(&map, &pass, 7);
    EXPECT(map.h[10 * 21 + 10] < 0.5F && map.h[10 * 21 + 11] > 0.01F);
    for (int y = 0; y < 21; y++)
        for (int x = 0; x < 21; x++) {
            float h = map.h[y * 21 + x];
            float twins[3] = {map.h[y * 21 + 20 - x], map.h[(20 - y) * 21 + x], map.h[x * 21 + y]};
            for (int i = 0; i < 3; i++)
                EXPECT_MSG(h - twins[i] < 1e-7F && twins[i] - h < 1e-7F, "%d, %d: %.9g and %.9g", x,
                           y, (double)h, (double)twins[i]);
        }
    free(map.h);
}

/* This is the state after many iterations. */
TEST_LOOP(thermal_erosion_leaves_no_slope_above_the_talus, 4)
{
    heightmap map = heights_new(32, 32, _i & 1);
    map.h[12 * 32 + 9] = 1.0F;
    map.h[20 * 32 + 20] = 0.5F;
    const named_pass *pass = &passes[1 + _i / 2]; /* four straight, four diagonal neighbours */
    run(&map, pass, 4000);
    int first = pass->pass == &thermal_fast_pass ? 4 : 0;
    double steepest = 0.0;
    for (int y = 0; y < 32; y++)
        for (int x = 0; x < 32; x++)
            for (int side = first; side < first + 4; side++) {
                long other = near_index(&map, x, y, side);
                double d = other < 0 ? 0.0 : (double)map.h[y * 32 + x] - (double)map.h[other];
                steepest = d > steepest ? d : steepest;
            }
    EXPECT_MSG(steepest < 4.0 / 32.0 * 1.0001, "%s: %.6f", pass->name, steepest);
    EXPECT_MSG(steepest > 4.0 / 32.0 * 0.3, "%s: %.6f", pass->name, steepest); /* not levelled */
    free(map.h);
}

/* The sum of the slopes of the two plains below, and the least height of the cliff. */
static double plain_slopes(const heightmap *map, float *cliff)
{
    double sum = 0.0;
    *cliff = 9.0F;
    for (int y = 0; y < 64; y++)
        for (int x = 0; x < 63; x++) {
            float d = map->h[y * 64 + x + 1] - map->h[y * 64 + x];
            if (x == 31)
                *cliff = d < *cliff ? d : *cliff;
            else
                sum += d < 0.0F ? -(double)d : (double)d;
        }
    return sum;
}

/* The map has two slightly bumpy plains and a cliff between them; T is 12/64 = 0.1875. */
TEST(inverted_erosion_levels_flats_and_keeps_cliffs)
{
    heightmap map = heights_new(64, 64, 0);
    for (int i = 0; i < 64 * 64; i++)
        map.h[i] = (i % 64 >= 32 ? 0.7F : 0.0F) + 0.05F * (float)hash_unit(hash_at(3, 0, i));
    float cliff;
    double before = plain_slopes(&map, &cliff);
    run(&map, &passes[3], 50);
    double after = plain_slopes(&map, &cliff);
    EXPECT_MSG(after < 0.1 * before, "slopes %.4f, were %.4f", after, before);
    EXPECT_MSG(cliff > 0.65F, "cliff %.4f", (double)cliff);
    free(map.h);
}

TEST_LOOP(droplet_erosion_depends_on_seed_and_place_in_the_list, 2)
{
    heightmap start = map_rough(120, 100, _i, 11, 0.0);
    heightmap done[4];
    for (int i = 0; i < 4; i++) {
        done[i] = heights_copy(&start);
        heightmap_work work = work_of(1);
        work.seed = i == 1 ? 6 : 5;
        OK(pass_run(&droplets_pass, &done[i], &passes[DROPLETS].rules, i == 2, &work, &error));
    }
    size_t size = heights_count(&start) * sizeof *start.h;
    EXPECT(memcmp(done[0].h, done[1].h, size) != 0);
    EXPECT(memcmp(done[0].h, done[2].h, size) != 0);
    EXPECT(memcmp(done[0].h, done[3].h, size) == 0);
    for (int i = 0; i < 4; i++)
        free(done[i].h);
    free(start.h);
}

/* Maps of one land with 33 and 65 samples a side, and those of a tile with 32 and 64: every second
 * sample of the larger map is one of the smaller, before the drops and after them. */
TEST_LOOP(droplets_on_a_lattice_cut_the_same_valleys_at_every_size, 2)
{
    int wrap = _i, side = wrap ? 32 : 33;
    heightmap small = map_rough(side, side, wrap, 8, 0.0);
    heightmap start = heights_copy(&small);
    pass_rules rules = passes[DROPLETS].rules;
    rules.lattice = side;
    named_pass pass = {"droplets", &droplets_pass, rules};
    run(&small, &pass, 0);
    heightmap large = heights_new(2 * side - !wrap, 2 * side - !wrap, wrap);
    for (int i = 0; i < large.width * large.height; i++) {
        int x = i % large.width, y = i / large.width;
        large.h[i] = start.h[y / 2 * side + x / 2] + (x % 2 + y % 2 > 0 ? 0.02F : 0.0F);
    }
    run(&large, &pass, 0);
    int moved = 0;
    double most = 0.0;
    for (int i = 0; i < side * side; i++) {
        double d = (double)large.h[2 * (i / side) * large.width + 2 * (i % side)];
        moved += small.h[i] < start.h[i] || small.h[i] > start.h[i];
        d -= (double)small.h[i];
        most = most > d ? most : d;
        most = most > -d ? most : -d;
    }
    EXPECT_MSG(moved > side * side / 4 && most < 1e-6, "%d moved, up to %.7f apart", moved, most);
    free(small.h);
    free(start.h);
    free(large.h);
}

/* On a tilted plane drops cut the upper part and deposit lower down. */
TEST(droplet_erosion_carries_ground_downhill)
{
    heightmap map = heights_new(60, 60, 0);
    for (int i = 0; i < 60 * 60; i++)
        map.h[i] = 1.0F - (float)(i % 60) * 0.01F + 0.001F * (float)hash_unit(hash_at(3, 0, i));
    heightmap before = heights_copy(&map);
    run(&map, &passes[DROPLETS], 0);
    double upper = 0.0, lower = 0.0;
    for (int i = 0; i < 60 * 60; i++)
        *(i % 60 < 30 ? &upper : &lower) += (double)map.h[i] - (double)before.h[i];
    EXPECT_MSG(upper < -0.05 && lower > 0.05, "%.6f above, %.6f below", upper, lower);
    free(map.h);
    free(before.h);
}

/* How much ground has changed its place on a plane that falls by 0.01 a cell, twice:
 * where it was and where it is. */
static double moved_on_plane(const pass_rules *rules)
{
    heightmap map = heights_new(80, 80, 0);
    for (int i = 0; i < 80 * 80; i++)
        map.h[i] = 1.0F - (float)(i % 80) * 0.01F;
    heightmap before = heights_copy(&map);
    named_pass pass = {"droplets", &droplets_pass, *rules};
    run(&map, &pass, 0);
    double sum = 0.0;
    for (int i = 0; i < 80 * 80; i++) {
        double d = (double)map.h[i] - (double)before.h[i];
        sum += d < 0.0 ? -d : d;
    }
    free(map.h);
    free(before.h);
    return sum;
}

/* The capacity is slope 0.01 x speed 1 x water 1 x 4, and a tenth of it is cut at once. */
TEST(droplet_step_cuts_by_its_capacity)
{
    pass_rules rules = passes[DROPLETS].rules;
    rules.drops = 1;
    rules.lifetime = 1;
    rules.erosion = 0.1;
    double moved = moved_on_plane(&rules);
    EXPECT_MSG(moved > 0.004 && moved < 0.00801, "%.6f", moved);
}

TEST(falling_drops_grow_faster)
{
    pass_rules rules = passes[DROPLETS].rules;
    rules.drops = 50;
    double light = moved_on_plane(&rules);
    rules.gravity = 40.0;
    double heavy = moved_on_plane(&rules);
    EXPECT_MSG(heavy > 1.2 * light, "%.6f and %.6f", heavy, light);
}

/* What a drop cannot deposit because of rounding goes to the next one, so nothing adds up. */
TEST(droplet_erosion_loses_no_ground)
{
    heightmap map = map_rough(60, 50, 1, 13, 0.0);
    named_pass many = passes[DROPLETS];
    many.rules.drops = SUPPORT_PART(30000);
    double before = mass_of(&map);
    run(&map, &many, 0);
    double lost = mass_of(&map) - before;
    EXPECT_MSG(lost < 2.5e-7 && lost > -2.5e-7, "%.3g", lost); /* four roundings below 1 */
    free(map.h);
}

TEST_LOOP(erosion_by_water_spares_ground_below_0, 4)
{
    const named_pass *pass = &passes[4 + _i];
    heightmap map = map_rough(60, 50, 1, 14, -1.5);
    heightmap before = heights_copy(&map);
    run(&map, pass, 6);
    expect_equal(&map, &before, 0.0, pass->name);
    free(map.h);
    free(before.h);
}

/* ---- gullies ---------------------------------------------------------------------------- */

static rl_scene scene_of(int width, int height, int wrap)
{
    rl_scene scene;
    scene_init(&scene);
    scene.seed = 5;
    scene.width = width;
    scene.height = height;
    scene.map.wrap = wrap;
    scene.map.pass_count = 1;
    scene.map.pass[0].kind = RL_PASS_GULLIES;
    OK(pass_set(&scene.map.pass[0], "octaves", 3.0, &error));
    return scene;
}

/* The border is no rougher than other rows. */
TEST(gullies_have_no_seam_on_a_torus)
{
    enum { SIDE = 256 };
    rl_scene scene = scene_of(SIDE, SIDE, 1);
    rl_map *map = map_of_scene(&scene);
    const float *h = rl_map_heights(map, NULL, NULL);
    double bend[2][2] = {{0.0}}; /* down and across, of the seam and of all rows */
    for (int way = 0; way < 2; way++)
        for (int line = 0; line < SIDE; line++)
            for (int i = 0; i < SIDE; i++) {
                float three[3];
                for (int j = 0; j < 3; j++) {
                    int a = (line + j + SIDE - 1) % SIDE;
                    three[j] = way == 0 ? h[a * SIDE + i] : h[i * SIDE + a];
                }
                double d = (double)three[0] - 2.0 * (double)three[1] + (double)three[2];
                bend[way][0] += line == 0 || line == SIDE - 1 ? d * d / 2.0 : 0.0;
                bend[way][1] += d * d / SIDE;
            }
    for (int way = 0; way < 2; way++)
        EXPECT_MSG(bend[way][0] < 1.5 * bend[way][1], "%.3g at the seam, %.3g elsewhere",
                   bend[way][0], bend[way][1]);
    rl_map_free(map);
}

/* Octaves that both sizes show are equal, and a larger grid adds little. */
TEST(gullies_are_the_same_at_every_size)
{
    rl_scene small = scene_of(513, 301, 0), large = scene_of(1025, 601, 0);
    rl_map *maps[2] = {map_of_scene(&small), map_of_scene(&large)};
    const float *few = rl_map_heights(maps[0], NULL, NULL);
    const float *many = rl_map_heights(maps[1], NULL, NULL);
    double squares = 0.0;
    for (int y = 0; y < 301; y++)
        for (int x = 0; x < 513; x++) {
            double d = (double)few[y * 513 + x] - (double)many[2 * y * 1025 + 2 * x];
            squares += d * d;
        }
    EXPECT_MSG(squares < 1e-8 * 513 * 301, "mean square %.3g", squares / (513 * 301));
    rl_map_free(maps[0]);
    rl_map_free(maps[1]);
}

/* Parts, tiles and raw heights are covered. */
TEST(streamed_gullies_equal_those_in_memory)
{
    static const struct {
        int width, height, wrap, raw;
    } maps[] = {{1300, 40, 0, 0}, {40, 1300, 0, 0}, {70, 61, 0, 1},  {1024, 1024, 1, 0},
                {1, 1, 0, 0},     {5, 3, 0, 0},     {513, 513, 0, 0}};
    for (int i = 0; i < (int)(sizeof maps / sizeof *maps) * 2; i++) {
        rl_height_options how = {.struct_size = sizeof how};
        how.format = i & 1 ? RL_HEIGHTS_R16 : RL_HEIGHTS_ASC;
        rl_scene scene = scene_of(maps[i / 2].width, maps[i / 2].height, maps[i / 2].wrap);
        scene.map.raw = maps[i / 2].raw;
        expect_streamed(&scene, &how, "gullies");
    }
}

/* ---- cancelling, memory --------------------------------------------------------------------- */

typedef struct patience {
    int calls, most;
    double done;
} patience;

static int lose_patience(void *user, const char *what, double done)
{
    patience *p = user;
    EXPECT(what != NULL && done >= p->done && done <= 1.0);
    p->done = done;
    return ++p->calls >= p->most;
}

TEST_LOOP(erosion_can_be_cancelled, PASSES)
{
    heightmap map = map_rough(300, 200, 1, 12, 0.0);
    patience p = {0, 3, 0.0};
    heightmap_work work = work_of(2);
    work.progress = lose_patience;
    work.user = &p;
    pass_rules rules = passes[_i].rules;
    rules.iterations = 100000; /* hours, if nothing stopped them */
    rules.drops = 100000000;
    EXPECT(pass_run(passes[_i].pass, &map, &rules, 0, &work, &error) == RL_CANCELLED);
    EXPECT_MSG(p.calls == 3, "%s: called %d times", passes[_i].name, p.calls);
    free(map.h);
}
