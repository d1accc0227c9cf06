/* test_voronoi.c - distances to the nearest points against trying every point. */
#include "heightmap/passes/voronoi.h"

#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "support/passes.h"
#include "support/support.h"

enum { MOST_POINTS = 300, MOST_SIDE = 70 };

static const rl_map_rules no_rules;

static heightmap_work work_of(uint64_t seed, int threads)
{
    heightmap_work work = {.threads = threads, .seed = seed, .rules = &no_rules};
    return work;
}

/* ---- layouts -------------------------------------------------------------------- */

typedef struct layout {
    int count;
    double x[MOST_POINTS], y[MOST_POINTS];
} layout;

enum { SPREAD, CORNER, ONE_PLACE, LINE, LATTICE, BORDER, TWO_HEAPS, LAYOUTS };

static double place_of(chance *c, int kind, int axis, int i, double length)
{
    double any = chance_real(c, 0.0, 0.999) * length;
    switch (kind) {
    case CORNER:
        return any * 0.01;
    case ONE_PLACE:
        return 0.375 * length;
    case LINE:
        return axis == 0 ? any : 0.625 * length;
    case LATTICE: /* many cells lie as far from one as from the next */
        return (axis == 0 ? i % 5 : i / 5 % 5) * 0.1875 * length;
    case BORDER:
        return (i + axis) % 2 == 0 ? (i % 4 < 2 ? 0.0 : 0.9999 * length) : any;
    case TWO_HEAPS:
        return (i % 2 == 0 ? 0.01 : 0.97) * length + any * 0.02;
    default:
        return any;
    }
}

static void layout_make(layout *points, chance *c, int kind, const heightmap *map)
{
    double side = voronoi_side(map);
    double width = (map->width - !map->wrap) / side, height = (map->height - !map->wrap) / side;
    static const int64_t most[] = {1, 3, 12, 60, MOST_POINTS};
    points->count = (int)chance_integer(c, 1, most[chance_integer(c, 0, 4)]);
    for (int i = 0; i < points->count; i++) {
        points->x[i] = place_of(c, kind, 0, i, width);
        points->y[i] = place_of(c, kind, 1, i, height);
    }
}

static voronoi_points sorted(const layout *points, const heightmap *map)
{
    voronoi_points p;
    heightmap_work work = work_of(1, 1);
    OK(voronoi_sort(&p, map, points->x, points->y, points->count, &work, &error));
    return p;
}

/* ---- the definition ---------------------------------------------------------------- */

static double along(double a, double b, double period)
{
    double d = exact_abs(a - b);
    return period > 0.0 ? exact_min(d, period - d) : d;
}

static double square_to(const layout *points, int i, const heightmap *map, int x, int y)
{
    double side = voronoi_side(map);
    double dx = along(points->x[i], x / side, map->wrap ? map->width / side : 0.0);
    double dy = along(points->y[i], y / side, map->wrap ? map->height / side : 0.0);
    return dx * dx + dy * dy;
}

static int ascending(const void *a, const void *b)
{
    double p = *(const double *)a, q = *(const double *)b;
    return (p > q) - (p < q);
}

static float height_of(const layout *points, const voronoi_settings *pass, const heightmap *map,
                       int x, int y)
{
    double d[MOST_POINTS], sum = 0.0;
    for (int i = 0; i < points->count; i++)
        d[i] = square_to(points, i, map, x, y);
    qsort(d, (size_t)points->count, sizeof *d, ascending);
    for (int k = 0; k < 8; k++) {
        double square = d[k < points->count ? k : points->count - 1];
        if (pass->c[k] != 0.0)
            sum += pass->c[k] * (pass->squared ? square : exact_sqrt(square));
    }
    return (float)sum;
}

static int nearest_of(const layout *points, const heightmap *map, int x, int y)
{
    int best = 0;
    for (int i = 1; i < points->count; i++)
        if (square_to(points, i, map, x, y) < square_to(points, best, map, x, y))
            best = i;
    return best;
}

static void random_pass(chance *c, voronoi_settings *pass)
{
    memset(pass, 0, sizeof *pass);
    pass->squared = (int)chance_integer(c, 0, 1);
    int n = (int)chance_integer(c, 1, 8);
    for (int k = 0; k < n; k++)
        pass->c[k] = chance_integer(c, 0, 3) == 0 && k < n - 1 ? 0.0 : chance_real(c, -2.0, 2.0);
}

TEST_LOOP(voronoi_distances_equal_brute_force, LAYOUTS)
{
    chance c = chance_from((uint64_t)_i + 100);
    for (int round = 0; round < SUPPORT_PART(40); round++) {
        int wide = (int)chance_integer(&c, 1, MOST_SIDE), high = (int)chance_integer(&c, 1, 40);
        heightmap map = heights_new(wide, high, (int)chance_integer(&c, 0, 1));
        layout points;
        voronoi_settings pass;
        layout_make(&points, &c, _i, &map);
        random_pass(&c, &pass);
        voronoi_points p = sorted(&points, &map);
        int32_t *nearest = malloc(heights_count(&map) * sizeof *nearest);
        heightmap_work work = work_of(1, 1 + round % 3);
        OK(voronoi_fill(&p, &map, &pass, map.h, NULL, &work, &error));
        OK(voronoi_fill(&p, &map, &pass, NULL, nearest, &work, &error));
        for (int i = 0; i < wide * high; i++) {
            float expected = height_of(&points, &pass, &map, i % wide, i / wide);
            EXPECT_MSG(map.h[i] == expected, "kind %d round %d, %d points, %dx%d wrap %d, cell %d",
                       _i, round, points.count, wide, high, map.wrap, i);
            EXPECT(nearest[i] == nearest_of(&points, &map, i % wide, i / wide));
        }
        arena_free(&p.memory);
        free(nearest);
        free(map.h);
    }
}

/* ---- properties --------------------------------------------------------------------- */

static heightmap filled(const layout *points, int side, int wrap, const double c[8])
{
    heightmap map = heights_new(side, side, wrap);
    voronoi_settings pass = {0};
    memcpy(pass.c, c, sizeof pass.c);
    voronoi_points p = sorted(points, &map);
    heightmap_work work = work_of(1, 1);
    OK(voronoi_fill(&p, &map, &pass, map.h, NULL, &work, &error));
    arena_free(&p.memory);
    return map;
}

/* Places on cells of a torus of 64 samples, so that shifting them is exact. */
static layout points_on_cells(uint64_t seed, int count, int shift_x, int shift_y)
{
    chance c = chance_from(seed);
    layout points = {.count = count};
    for (int i = 0; i < count; i++) {
        points.x[i] = (double)((chance_integer(&c, 0, 63) + shift_x) % 64) / 64.0;
        points.y[i] = (double)((chance_integer(&c, 0, 63) + shift_y) % 64) / 64.0;
    }
    return points;
}

static const double demonstration[4][8] = {{-1, 1}, {1}, {0, 1}, {0, 0, 1}};

TEST_LOOP(voronoi_on_a_torus_has_no_border, 4)
{
    layout here = points_on_cells(5, 20, 0, 0), there = points_on_cells(5, 20, 37, 11);
    heightmap a = filled(&here, 64, 1, demonstration[_i]);
    heightmap b = filled(&there, 64, 1, demonstration[_i]);
    for (int y = 0; y < 64; y++)
        for (int x = 0; x < 64; x++)
            EXPECT(a.h[y * 64 + x] == b.h[(y + 11) % 64 * 64 + (x + 37) % 64]);
    free(a.h);
    free(b.h);
}

TEST(voronoi_demonstrations_have_their_features)
{
    layout points = points_on_cells(9, 20, 0, 0);
    heightmap peaks = filled(&points, 64, 1, demonstration[0]);
    heightmap cones = filled(&points, 64, 1, demonstration[1]);
    heightmap second = filled(&points, 64, 1, demonstration[2]);
    heightmap third = filled(&points, 64, 1, demonstration[3]);
    int zeros = 0;
    for (int i = 0; i < 64 * 64; i++) {
        EXPECT(peaks.h[i] >= 0.0F && cones.h[i] >= 0.0F);
        EXPECT(second.h[i] >= cones.h[i] && third.h[i] >= second.h[i]);
        EXPECT(exact_abs((double)(second.h[i] - cones.h[i] - peaks.h[i])) < 1e-6);
        zeros += cones.h[i] == 0.0F;
    }
    for (int i = 0; i < points.count; i++) { /* the tip of a cone is its point */
        int at = (int)(points.y[i] * 64.0) * 64 + (int)(points.x[i] * 64.0);
        EXPECT(cones.h[at] == 0.0F);
        EXPECT(peaks.h[at] == second.h[at]);
    }
    EXPECT(zeros > 0 && zeros <= points.count);
    free(peaks.h);
    free(cones.h);
    free(second.h);
    free(third.h);
}

TEST(voronoi_peaks_end_halfway_between_two_points)
{
    layout points = {.count = 2, .x = {0.25, 0.75}, .y = {0.5, 0.5}};
    heightmap map = filled(&points, 65, 0, demonstration[0]);
    for (int y = 0; y < 65; y++) {
        EXPECT(map.h[y * 65 + 32] == 0.0F);
        EXPECT(map.h[y * 65 + 31] > 0.0F && map.h[y * 65 + 33] > 0.0F);
        for (int x = 0; x < 65; x++)
            EXPECT(map.h[y * 65 + x] <= 0.5F);
    }
    EXPECT(map.h[32 * 65 + 16] == 0.5F && map.h[32 * 65 + 48] == 0.5F);
    free(map.h);
}

TEST(missing_voronoi_points_are_as_far_as_the_farthest)
{
    layout one = {.count = 1, .x = {0.25}, .y = {0.5}};
    heightmap flat = filled(&one, 33, 0, demonstration[0]);
    heightmap cone = filled(&one, 33, 0, demonstration[3]);
    heightmap expected = filled(&one, 33, 0, demonstration[1]);
    for (int i = 0; i < 33 * 33; i++)
        EXPECT(flat.h[i] == 0.0F);
    EXPECT(heights_same(&cone, &expected));
    free(flat.h);
    free(cone.h);
    free(expected.h);
}

/* The map is so large that it is filled in several steps. */
TEST(large_voronoi_map_is_filled_whole)
{
    layout one = {.count = 1, .x = {0.25}, .y = {0.125}};
    heightmap map = heights_new(3000, 700, 0);
    voronoi_settings pass = {.c = {1}};
    voronoi_points p = sorted(&one, &map);
    heightmap_work work = work_of(1, 2);
    OK(voronoi_fill(&p, &map, &pass, map.h, NULL, &work, &error));
    for (int i = 0; i < 3000 * 700; i++)
        EXPECT(map.h[i] == (float)exact_sqrt(square_to(&one, 0, &map, i % 3000, i / 3000)));
    arena_free(&p.memory);
    free(map.h);
}

TEST_LOOP(large_voronoi_map_agrees_with_the_small_one, 2)
{
    voronoi_settings pass = {.points = 40, .c = {-1, 1}, .mix = 0.0};
    heightmap_work work = work_of(3, 1);
    heightmap map[2];
    for (int i = 0; i < 2; i++) {
        voronoi_points p;
        map[i] =
            _i ? heights_new(64 << i, 32 << i, 1) : heights_new((64 << i) + 1, (32 << i) + 1, 0);
        OK(voronoi_scatter(&p, &map[i], &pass, 0, &work, &error));
        OK(voronoi_fill(&p, &map[i], &pass, map[i].h, NULL, &work, &error));
        arena_free(&p.memory);
    }
    for (int y = 0; y < map[0].height; y++)
        for (int x = 0; x < map[0].width; x++)
            EXPECT(map[0].h[y * map[0].width + x] == map[1].h[2 * y * map[1].width + 2 * x]);
    free(map[0].h);
    free(map[1].h);
}

/* ---- points ----------------------------------------------------------------------- */

TEST_LOOP(each_voronoi_region_has_its_points, 3)
{
    static const int shapes[][4] = {{100, 100, 7, 3}, {90, 33, 16, 1}, {17, 65, 3, 50}};
    const int *s = shapes[_i];
    heightmap map = heights_new(s[0], s[1], _i % 2);
    voronoi_settings pass = {.points = s[3], .regions = s[2]};
    heightmap_work work = work_of(11, 1);
    voronoi_points p;
    int held[16 * 16] = {0};
    OK(voronoi_scatter(&p, &map, &pass, 0, &work, &error));
    ck_assert_int_eq(p.count, s[2] * s[2] * s[3]);
    for (int i = 0; i < p.count; i++) {
        EXPECT(p.x[i] >= 0.0 && p.x[i] < p.width && p.y[i] >= 0.0 && p.y[i] < p.height);
        held[(int)(p.y[i] / p.height * s[2]) * s[2] + (int)(p.x[i] / p.width * s[2])]++;
    }
    for (int i = 0; i < s[2] * s[2]; i++)
        EXPECT(held[i] == s[3]);
    arena_free(&p.memory);
    free(map.h);
}

TEST(voronoi_points_fill_the_map_evenly)
{
    heightmap map = heights_new(128, 128, 1);
    voronoi_settings pass = {.points = 20000};
    heightmap_work work = work_of(12, 1);
    voronoi_points p;
    int held[16] = {0};
    OK(voronoi_scatter(&p, &map, &pass, 0, &work, &error));
    for (int i = 0; i < p.count; i++)
        held[(int)(p.y[i] * 4.0) * 4 + (int)(p.x[i] * 4.0)]++;
    for (int i = 0; i < 16; i++) /* 1250 each, standard deviation 34 */
        EXPECT_MSG(held[i] > 1100 && held[i] < 1400, "%d points in part %d", held[i], i);
    arena_free(&p.memory);
    free(map.h);
}

/* 1000000 * 66 * 66 is little more than 2^32. */
TEST_LOOP(voronoi_of_too_many_points_is_no_memory, 2)
{
    heightmap map = heights_new(8, 8, 1);
    voronoi_settings pass = {.points = 1000000, .regions = _i ? 66 : 1000, .c = {1}};
    heightmap_work work = work_of(12, 1);
    ck_assert_int_eq(voronoi_pass.run(&map, &pass, 0, &work, &error), RL_NO_MEMORY);
    free(map.h);
}

/* ---- the pass ---------------------------------------------------------------------- */

static heightmap passed(const voronoi_settings *pass, int wrap, int index, uint64_t seed,
                        int threads)
{
    heightmap map = heights_new(75, 50, wrap);
    for (size_t i = 0; i < heights_count(&map); i++)
        map.h[i] = (float)(i % 7) * 0.125F;
    heightmap_work work = work_of(seed, threads);
    OK(voronoi_pass.run(&map, pass, index, &work, &error));
    return map;
}

TEST_LOOP(voronoi_distances_alone_fill_0_to_1, 4)
{
    voronoi_settings pass = {.points = 20, .mix = 0.0};
    memcpy(pass.c, demonstration[_i], sizeof pass.c);
    heightmap map = passed(&pass, 1, 0, 4, 1);
    float least = 1.0F, most = 0.0F;
    for (size_t i = 0; i < heights_count(&map); i++) {
        least = map.h[i] < least ? map.h[i] : least;
        most = map.h[i] > most ? map.h[i] : most;
    }
    ck_assert(least == 0.0F && most == 1.0F);
    free(map.h);
}

TEST_LOOP(voronoi_is_mixed_with_the_map_by_its_weight, 4)
{
    voronoi_settings pass = {.points = 20, .c = {-1, 1}, .mix = 0.0};
    heightmap alone = passed(&pass, 0, 0, 4, 1);
    pass.mix = 0.75;
    pass.op = _i;
    heightmap map = passed(&pass, 0, 0, 4, 1);
    for (size_t i = 0; i < heights_count(&map); i++) {
        float a = (float)(i % 7) * 0.125F, b = alone.h[i];
        float expected[4] = {0.75F * a + 0.25F * b, a < b ? a : b, a > b ? a : b, a * b};
        EXPECT(map.h[i] == expected[_i]);
    }
    free(alone.h);
    free(map.h);
}

TEST(voronoi_mix_of_1_keeps_the_map)
{
    voronoi_settings pass = {.points = 20, .c = {-1, 1}, .mix = 1.0};
    heightmap map = passed(&pass, 0, 0, 4, 1);
    for (size_t i = 0; i < heights_count(&map); i++)
        EXPECT(map.h[i] == (float)(i % 7) * 0.125F);
    free(map.h);
}

TEST_LOOP(voronoi_depends_on_seed_and_number_and_not_on_threads, 2)
{
    voronoi_settings pass = {
        .points = 30, .c = {-1, 1, 0.5}, .mix = 0.25, .weight = _i ? 0.5 : 0.0};
    heightmap map = passed(&pass, _i, 0, 4, 1);
    for (int threads = 2; threads < 10; threads += 3) {
        heightmap same = passed(&pass, _i, 0, 4, threads);
        EXPECT(heights_same(&map, &same));
        free(same.h);
    }
    heightmap seed = passed(&pass, _i, 0, 5, 1), number = passed(&pass, _i, 1, 4, 1);
    EXPECT(!heights_same(&map, &seed) && !heights_same(&map, &number));
    free(seed.h);
    free(number.h);
    free(map.h);
}

/* Squares of all sizes, whose roots' sums often lie halfway between two floats: whatever way
 * a kernel finds roots, it must not be seen. */
static void random_squares(chance *c, double best[2][VORONOI_CELLS], double peaks[VORONOI_CELLS])
{
    static const double scales[] = {1.0, 1e-3, 1e-12, 1e-30, 1e-150, 1e18};
    for (int i = 0; i < VORONOI_CELLS; i++) {
        double scale = scales[chance_integer(c, 0, 5)], root = chance_real(c, 0.0, scale);
        float near = (float)root;
        double halfway = ((double)near + (double)(near * 1.0000001F)) * 0.5;
        int kind = (int)chance_integer(c, 0, 3);
        best[1][i] = kind == 0 ? root : halfway * halfway;
        best[0][i] = kind == 1 ? 0.0 : best[1][i] * (kind == 2 ? 1.0 : chance_real(c, 0.0, 1.0));
        peaks[i] = chance_real(c, 0.0, 1.0);
    }
}

TEST_LOOP(voronoi_kernel_roots_are_exact, 4)
{
    static double best[2][VORONOI_CELLS], peaks[VORONOI_CELLS];
    static float plain[VORONOI_CELLS], heights[VORONOI_CELLS];
    static const double c[][2] = {{-1.0, 1.0}, {0.0, 1.0}, {1.0, 1.0}, {0.3, -0.7}};
    chance luck = chance_from((uint64_t)_i + 7);
    for (int round = 0; round < 16; round++) {
        random_squares(&luck, best, peaks);
        voronoi_sums sums = {.c = c[round % 4],
                             .terms = 2,
                             .last = 1,
                             .columns = VORONOI_WIDE - round % 5,
                             .rows = VORONOI_HIGH,
                             .peaks = round & 4 ? peaks : NULL};
        voronoi_kernels_of[CPU_PLAIN]->write(best, &sums, plain, VORONOI_WIDE);
        for (int kernels = RL_KERNELS_VECTOR; kernels <= RL_KERNELS_AVX512; kernels++) {
            memcpy(heights, plain, sizeof heights);
            for (int i = 0; i < VORONOI_CELLS; i++)
                heights[i] = i % VORONOI_WIDE < sums.columns ? -1.0F : heights[i];
            voronoi_kernels_of[cpu_choose(kernels)]->write(best, &sums, heights, VORONOI_WIDE);
            EXPECT_MSG(memcmp(heights, plain, sizeof heights) == 0, "kernels %d, round %d", kernels,
                       round);
        }
    }
}

TEST(voronoi_weight_makes_peaks_unequal)
{
    heightmap map = heights_new(64, 64, 1), plain = heights_new(64, 64, 1);
    voronoi_settings pass = {.points = 25, .c = {-1, 1}, .weight = 0.75}, even = pass;
    even.weight = 0.0;
    heightmap_work work = work_of(8, 1);
    voronoi_points p;
    int32_t nearest[64 * 64];
    double lowest = 1.0, highest = 0.0;
    OK(voronoi_scatter(&p, &map, &pass, 2, &work, &error));
    OK(voronoi_fill(&p, &map, &pass, map.h, NULL, &work, &error));
    OK(voronoi_fill(&p, &map, &even, plain.h, NULL, &work, &error));
    OK(voronoi_pass.cells(&map, &pass, 2, nearest, &work, &error));
    for (int i = 0; i < 64 * 64; i++) {
        double peak = voronoi_peak(&p, nearest[i], 0.75);
        EXPECT(exact_abs((double)map.h[i] - peak * (double)plain.h[i]) < 1e-7);
        lowest = exact_min(lowest, peak);
        highest = exact_max(highest, peak);
    }
    ck_assert(lowest > 0.25 && lowest < 0.4 && highest > 0.85 && highest <= 1.0);
    arena_free(&p.memory);
    free(map.h);
    free(plain.h);
}

TEST(voronoi_peak_weight_changes_the_cell_of_one_point)
{
    enum { SIDE = 64, CELLS = SIDE * SIDE, PEAK = 3 };
    heightmap map = heights_new(SIDE, SIDE, 1), plain = heights_new(SIDE, SIDE, 1);
    voronoi_settings even = {.points = 9, .c = {-1, 1}}, pass = even;
    pass.peak = PEAK;
    pass.peak_weight = 0.25;
    heightmap_work work = work_of(8, 1);
    voronoi_points p;
    int32_t nearest[CELLS];
    int inside = 0;
    OK(voronoi_scatter(&p, &map, &even, 2, &work, &error));
    OK(voronoi_fill(&p, &map, &even, plain.h, NULL, &work, &error));
    arena_free(&p.memory);
    OK(voronoi_scatter(&p, &map, &pass, 2, &work, &error));
    OK(voronoi_fill(&p, &map, &pass, map.h, NULL, &work, &error));
    OK(voronoi_pass.cells(&map, &pass, 2, nearest, &work, &error));
    for (int i = 0; i < CELLS; i++) {
        int is_peak = nearest[i] == PEAK - 1;
        double weight = is_peak ? 0.25 : 1.0;
        EXPECT(exact_abs((double)map.h[i] - weight * (double)plain.h[i]) < 1e-7);
        inside += is_peak;
    }
    EXPECT(inside > 0 && inside < CELLS);
    arena_free(&p.memory);
    free(map.h);
    free(plain.h);
}

TEST(voronoi_peak_of_the_rules_replaces_the_point_of_its_number)
{
    enum { SIDE = 64, CELLS = SIDE * SIDE, POINTS = 9, PEAK = 3 };
    rl_map_rules rules = {.peak_count = PEAK, .peak[PEAK - 1] = {0.25, 0.75, 2.5}};
    for (int i = 0; i < PEAK - 1; i++)
        rules.peak[i].weight = RL_AUTO;
    heightmap map = heights_new(SIDE, SIDE, 1), plain = heights_new(SIDE, SIDE, 1);
    voronoi_settings pass = {.points = POINTS, .c = {-1, 1}};
    heightmap_work work = work_of(8, 1);
    rl_peak seeds[POINTS], peaks[POINTS], first[1];
    int32_t nearest[CELLS];
    voronoi_points p;
    ck_assert_int_eq(voronoi_pass.points(&pass, 2, &work, seeds, POINTS), POINTS);
    work.rules = &rules;
    ck_assert_int_eq(voronoi_pass.points(&pass, 2, &work, peaks, POINTS), POINTS);
    ck_assert_int_eq(voronoi_pass.points(&pass, 2, &work, first, 1), POINTS);
    for (int i = 0; i < POINTS; i++) {
        const rl_peak *wanted = i == PEAK - 1 ? &rules.peak[i] : &seeds[i];
        ck_assert_mem_eq(&peaks[i], wanted, sizeof *wanted);
    }
    OK(voronoi_scatter(&p, &map, &pass, 2, &work, &error));
    OK(voronoi_fill(&p, &map, &pass, map.h, NULL, &work, &error));
    OK(voronoi_pass.cells(&map, &pass, 2, nearest, &work, &error));
    for (int i = 0; i < POINTS; i++) {
        const rl_peak *wanted = &peaks[p.number[i]];
        EXPECT(p.x[i] == wanted->x && p.y[i] == wanted->y);
    }
    arena_free(&p.memory);
    rules.peak[PEAK - 1].weight = 1.0;
    OK(voronoi_scatter(&p, &plain, &pass, 2, &work, &error));
    OK(voronoi_fill(&p, &plain, &pass, plain.h, NULL, &work, &error));
    for (int i = 0; i < CELLS; i++) {
        double weight = nearest[i] == PEAK - 1 ? 2.5 : 1.0;
        EXPECT(exact_abs((double)map.h[i] - weight * (double)plain.h[i]) < 1e-6);
    }
    EXPECT(nearest[SIDE * SIDE * 3 / 4 + SIDE / 4] == PEAK - 1);
    arena_free(&p.memory);
    free(map.h);
    free(plain.h);
}

static int refuse(void *user, const char *what, double done)
{
    (void)what;
    (void)done;
    return ++*(int *)user == 2;
}

TEST(voronoi_can_be_cancelled)
{
    heightmap map = heights_new(2000, 1500, 1);
    voronoi_settings pass = {.points = 25, .c = {-1, 1}};
    int calls = 0;
    counted_memory memory;
    counted_memory_init(&memory, 0);
    heightmap_work work = work_of(8, 2);
    work.allocator = &memory.allocator;
    work.progress = refuse;
    work.user = &calls;
    ck_assert_int_eq(voronoi_pass.run(&map, &pass, 0, &work, &error), RL_CANCELLED);
    ck_assert_int_eq(memory.live, 0);
    free(map.h);
}
