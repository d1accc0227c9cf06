/* test_perturb.c - samples move by noise: how far, how evenly, and round a torus. */
#include "heightmap/heightmap.h"
#include "heightmap/lattice.h"

#include <stdlib.h>

#include "base/exact.h"
#include "support/passes.h"
#include "support/support.h"

static const rl_map_rules no_rules;

static const pass_rules plain = {
    .magnitude = 0.25, .frequency = 4.0, .octaves = 3, .dimensions = 2};

/* What a map of a test holds. */
enum { COLUMN, ROW, BUMPS };

static float content(int kind, int x, int y, int width, int height)
{
    if (kind == COLUMN)
        return (float)x;
    if (kind == ROW)
        return (float)y;
    return (float)(exact_cos_turn((double)x / width) * exact_cos_turn((double)y / height));
}

static heightmap map_of(int kind, int width, int height, int wrap)
{
    heightmap map = heights_new(width, height, wrap);
    for (int i = 0; i < width * height; i++)
        map.h[i] = content(kind, i % width, i / width, width, height);
    return map;
}

static heightmap moved(int kind, int width, int height, int wrap, const pass_rules *pass, int index,
                       uint64_t seed, int threads)
{
    heightmap map = map_of(kind, width, height, wrap);
    heightmap_work work = {.threads = threads, .seed = seed, .rules = &no_rules};
    OK(pass_run(&perturb_pass, &map, pass, index, &work, &error));
    return map;
}

TEST_LOOP(perturbing_by_magnitude_0_changes_nothing, 4)
{
    pass_rules pass = plain;
    pass.magnitude = 0.0;
    pass.dimensions = 2 + _i / 2;
    heightmap map = moved(BUMPS, 61, 40, _i % 2, &pass, 0, 1, 1);
    heightmap before = map_of(BUMPS, 61, 40, _i % 2);
    ck_assert(heights_same(&map, &before));
    free(map.h);
    free(before.h);
}

/* Two maps that hold their column and row show where each sample came from. */
TEST_LOOP(perturbed_samples_come_from_within_the_magnitude, 4)
{
    pass_rules pass = plain;
    pass.magnitude = _i % 2 ? 0.02 : 0.25;
    pass.octaves = _i < 2 ? 1 : 4;
    double farthest = 0.0, reach = pass.magnitude * 512.0;
    for (uint64_t seed = 0; seed < 4; seed++) {
        heightmap x = moved(COLUMN, 512, 512, 0, &pass, 0, seed, 1);
        heightmap y = moved(ROW, 512, 512, 0, &pass, 0, seed, 1);
        for (int i = 0; i < 512 * 512; i++) {
            int row = i / 512;
            double dx = (double)x.h[i] - i % 512, dy = (double)y.h[i] - row;
            double far = exact_sqrt(dx * dx + dy * dy);
            EXPECT_MSG(far <= reach + 1e-3, "%d of %d cells", (int)far, (int)reach);
            farthest = exact_max(farthest, far);
        }
        free(x.h);
        free(y.h);
    }
    EXPECT_MSG(farthest > 0.5 * reach, "only %d of %d cells", (int)farthest, (int)reach);
}

TEST(perturbed_large_map_agrees_with_the_small_one)
{
    pass_rules pass = plain;
    heightmap small = moved(COLUMN, 65, 65, 0, &pass, 0, 7, 1);
    heightmap large = moved(COLUMN, 1025, 1025, 0, &pass, 0, 7, 1);
    for (int y = 0; y < 65; y++)
        for (int x = 0; x < 65; x++) {
            double a = (double)small.h[y * 65 + x] / 64.0;
            double b = (double)large.h[16 * y * 1025 + 16 * x] / 1024.0;
            EXPECT(exact_abs(a - b) < 1e-6);
        }
    for (int y = 0; y < 1025; y++) { /* nor is a row left out */
        int still = 0;
        for (int x = 0; x < 1025; x++)
            still += large.h[y * 1025 + x] == (float)x;
        EXPECT_MSG(still < 1025, "row %d", y);
    }
    free(small.h);
    free(large.h);
}

/* The mean of the steps between two columns. */
static double mean_step(const heightmap *map, int x, int next)
{
    double sum = 0.0;
    for (int y = 0; y < map->height; y++) {
        const float *row = map->h + y * map->width;
        sum += exact_abs((double)row[x] - (double)row[next]);
    }
    return sum / map->height;
}

/* The step over the border is no larger than the others. */
TEST_LOOP(perturbed_torus_has_no_seam, 2)
{
    pass_rules pass = plain;
    pass.frequency = 3.4; /* rounded to 3 */
    pass.octaves = 1;
    pass.dimensions = 2 + _i;
    for (uint64_t seed = 0; seed < 10; seed++) {
        heightmap map = moved(BUMPS, 256, 256, 1, &pass, 0, seed, 1);
        double most = 0.0;
        for (int x = 0; x < 255; x++)
            most = exact_max(most, mean_step(&map, x, x + 1));
        EXPECT_MSG(mean_step(&map, 255, 0) <= most, "seed %d", (int)seed);
        free(map.h);
    }
}

/* The last column (or row) is 1 and the first -1, so a value between them was read over the
 * border. Hardly any place lies exactly on the last one. */
TEST_LOOP(perturbing_reads_over_the_border_of_a_torus, 2)
{
    heightmap map = map_of(BUMPS, 100, 100, 1);
    for (int i = 0; i < 10000; i++) {
        int at = _i ? i / 100 : i % 100;
        map.h[i] = at == 99 ? 1.0F : at == 0 ? -1.0F : 0.0F;
    }
    pass_rules pass = plain;
    pass.octaves = 1;
    heightmap_work work = {.threads = 1, .seed = 2, .rules = &no_rules};
    OK(pass_run(&perturb_pass, &map, &pass, 0, &work, &error));
    int between = 0;
    for (int i = 0; i < 10000; i++) {
        EXPECT(map.h[i] < 1.0F && map.h[i] >= -1.0F);
        between += map.h[i] != 0.0F;
    }
    EXPECT(between > 100);
    free(map.h);
}

TEST(perturb_frequency_below_1_is_one_cell_on_a_torus)
{
    pass_rules one = plain, less = plain;
    one.frequency = 1.0;
    less.frequency = 0.3;
    heightmap a = moved(BUMPS, 64, 64, 1, &one, 0, 3, 1);
    heightmap b = moved(BUMPS, 64, 64, 1, &less, 0, 3, 1);
    heightmap before = map_of(BUMPS, 64, 64, 1);
    ck_assert(heights_same(&a, &b) && !heights_same(&a, &before));
    free(a.h);
    free(b.h);
    free(before.h);
}

TEST(perturbing_in_3_dimensions_depends_on_own_height_only)
{
    heightmap_work work = {.threads = 1, .seed = 2, .rules = &no_rules};
    pass_rules pass = plain;
    pass.dimensions = 3;
    pass.magnitude = 0.02; /* 6 cells */
    heightmap a = map_of(BUMPS, 300, 20, 0), b = map_of(BUMPS, 300, 20, 0);
    for (int i = 0; i < 300 * 20; i++)
        b.h[i] += i % 300 < 60 ? 0.5F : 0.0F;
    OK(pass_run(&perturb_pass, &a, &pass, 0, &work, &error));
    OK(pass_run(&perturb_pass, &b, &pass, 0, &work, &error));
    for (int i = 0; i < 300 * 20; i++)
        EXPECT((a.h[i] == b.h[i]) == (i % 300 >= 60) || (i % 300 > 53 && i % 300 < 66));
    free(a.h);
    free(b.h);
}

TEST_LOOP(perturbed_heights_stay_within_their_range, 2)
{
    pass_rules pass = plain;
    pass.magnitude = 1.0;
    heightmap map = moved(COLUMN, 100, 30, _i, &pass, 0, 3, 1);
    for (int i = 0; i < 3000; i++)
        EXPECT(map.h[i] >= 0.0F && map.h[i] <= 99.0F);
    free(map.h);
}

TEST_LOOP(perturbing_depends_on_each_key_and_not_on_threads, 4)
{
    pass_rules pass = plain, other[3] = {plain, plain, plain};
    pass.dimensions = other[0].dimensions = other[1].dimensions = 2 + _i / 2;
    other[0].frequency = 5.0;
    other[1].octaves = 2;
    other[2].dimensions = 5 - pass.dimensions;
    heightmap map = moved(BUMPS, 300, 70, _i % 2, &pass, 0, 3, 1);
    for (int threads = 2; threads < 10; threads += 3) {
        heightmap same = moved(BUMPS, 300, 70, _i % 2, &pass, 0, 3, threads);
        EXPECT(heights_same(&map, &same));
        free(same.h);
    }
    for (int i = 0; i < 5; i++) {
        heightmap differs =
            moved(BUMPS, 300, 70, _i % 2, i < 3 ? &other[i] : &pass, i == 3, i == 4 ? 4 : 3, 1);
        EXPECT_MSG(!heights_same(&map, &differs), "change %d", i);
        free(differs.h);
    }
    free(map.h);
}

TEST_LOOP(perturbing_a_map_of_one_sample_keeps_it, 4)
{
    pass_rules pass = plain;
    pass.dimensions = 2 + _i / 2;
    heightmap map = moved(BUMPS, 1, 1, _i % 2, &pass, 0, 3, 1);
    ck_assert(map.h[0] == 1.0F);
    free(map.h);
}

/* ---- the noise ---------------------------------------------------------------------- */

static lattice noise_of(int octaves)
{
    lattice noise = {
        .key = 99, .octaves = octaves, .cells_x = 0.11, .cells_y = 0.07, .cells_z = 1.0};
    return noise;
}

static void noise_fill(const lattice *noise, int first, int y, int solid, lattice_pair *pair)
{
    float heights[LATTICE_RUN];
    for (int i = 0; i < LATTICE_RUN; i++)
        heights[i] = (float)((first + i) * 0.013);
    lattice_fill(noise, first, LATTICE_RUN, y, solid ? heights : NULL, pair);
}

TEST_LOOP(gradient_noises_are_bounded_even_and_independent, 4)
{
    lattice noise = noise_of(_i / 2 ? 4 : 1);
    double squares[2] = {0}, product = 0.0, sum = 0.0;
    for (int y = 0; y < 1000; y++) {
        lattice_pair n;
        noise_fill(&noise, -100, y, _i % 2, &n);
        for (int i = 0; i < LATTICE_RUN; i++) {
            EXPECT(exact_abs(n.a[i]) <= 1.0 && exact_abs(n.b[i]) <= 1.0);
            squares[0] += n.a[i] * n.a[i];
            squares[1] += n.b[i] * n.b[i];
            product += n.a[i] * n.b[i];
            sum += n.a[i];
        }
    }
    double count = 1000.0 * LATTICE_RUN;
    EXPECT(squares[0] / count > 0.01 && squares[1] / count > 0.01);
    EXPECT(exact_abs(product) < 0.1 * exact_sqrt(squares[0] * squares[1]));
    EXPECT(exact_abs(sum / count) < 0.03);
}

TEST_LOOP(gradient_noise_is_0_on_its_lattice, 2)
{
    lattice noise = {.key = 3, .octaves = 1, .cells_x = 0.25, .cells_y = 0.5, .cells_z = 1.0};
    lattice_pair n;
    float heights[LATTICE_RUN];
    for (int i = 0; i < LATTICE_RUN; i++)
        heights[i] = (float)(i / 4);
    lattice_fill(&noise, 0, LATTICE_RUN, 6, _i ? heights : NULL, &n);
    int others = 0;
    for (int i = 0; i < LATTICE_RUN; i++) {
        EXPECT(i % 4 != 0 || (n.a[i] == 0.0 && n.b[i] == 0.0));
        others += n.a[i] != 0.0;
    }
    ck_assert_int_gt(others, 100);
}

TEST_LOOP(periodic_gradient_noise_repeats, 2)
{
    lattice noise = {.key = 3,
                     .octaves = 4,
                     .cells_x = 5.0 / 64.0,
                     .cells_y = 3.0 / 32.0,
                     .cells_z = 1.0,
                     .period_x = 5,
                     .period_y = 3};
    lattice_pair here, there;
    float heights[LATTICE_RUN] = {0};
    for (int y = 0; y < 32; y++) {
        lattice_fill(&noise, 0, LATTICE_RUN, y, _i ? heights : NULL, &here);
        lattice_fill(&noise, 64, LATTICE_RUN, y + 32, _i ? heights : NULL, &there);
        for (int i = 0; i < LATTICE_RUN; i++) {
            EXPECT(exact_abs(here.a[i] - there.a[i]) < 1e-12);
            EXPECT(exact_abs(here.b[i] - there.b[i]) < 1e-12);
        }
    }
}

/* The second octave has twice the cells and does not repeat at half of the period. */
TEST_LOOP(noise_octaves_have_their_own_period, 2)
{
    lattice one = {.key = 3,
                   .octaves = 1,
                   .cells_x = 3.0 / 64.0,
                   .cells_y = 3.0 / 64.0,
                   .cells_z = 1.0,
                   .period_x = 3,
                   .period_y = 3};
    lattice two = one;
    two.octaves = 2;
    float heights[LATTICE_RUN] = {0};
    double part[2][2][LATTICE_RUN], across = 0.0, down = 0.0;
    for (int k = 0; k < 4; k++) {
        lattice_pair a, b;
        int x = k % 2 * 32, y = 5 + k / 2 * 32;
        lattice_fill(&one, x, LATTICE_RUN, y, _i ? heights : NULL, &a);
        lattice_fill(&two, x, LATTICE_RUN, y, _i ? heights : NULL, &b);
        for (int i = 0; i < LATTICE_RUN; i++)
            part[k / 2][k % 2][i] = b.a[i] - a.a[i] * 2.0 / 3.0;
    }
    for (int i = 0; i < LATTICE_RUN; i++) {
        across = exact_max(across, exact_abs(part[0][0][i] - part[0][1][i]));
        down = exact_max(down, exact_abs(part[0][0][i] - part[1][0][i]));
    }
    ck_assert(across > 0.05 && down > 0.05);
}

/* ---- ends --------------------------------------------------------------------------- */

static int refuse(void *user, const char *what, double done)
{
    (void)what;
    (void)done;
    return ++*(int *)user == 2;
}

TEST(perturbing_can_be_cancelled)
{
    heightmap map = map_of(BUMPS, 1000, 800, 0);
    int calls = 0;
    counted_memory memory;
    counted_memory_init(&memory, 0);
    heightmap_work work = {.threads = 2, .rules = &no_rules, .allocator = &memory.allocator};
    work.progress = refuse;
    work.user = &calls;
    ck_assert_int_eq(pass_run(&perturb_pass, &map, &plain, 0, &work, &error), RL_CANCELLED);
    ck_assert_int_eq(memory.live, 0);
    free(map.h);
}
