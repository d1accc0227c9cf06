/* test_ridge.c - a profile is a function of x: however it is sampled. */
#include "ridge/ridge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/text.h"
#include "ridge/displacement.h"
#include "support/ridge_sampling.h"
#include "support/support.h"

enum { MOST = 600 };

static rl_ridge plain_ridge(int kind)
{
    rl_ridge ridge = {.kind = kind,
                      .amplitude = 0.3,
                      .spacing = 0.5,
                      .roughness = 0.0,
                      .displacement = 1.0,
                      .iterations = RL_AUTO,
                      .noise = RL_NOISE_TRIANGULAR,
                      .start_x = -1.0,
                      .start_y = 0.2,
                      .end_x = 1.0,
                      .end_y = 0.4};
    return ridge;
}

static rl_ridge random_ridge(chance *c)
{
    rl_ridge ridge = plain_ridge((int)chance_integer(c, RL_RIDGE_FRACTAL, RL_RIDGE_SEGMENT));
    ridge.amplitude = chance_real(c, 0.0, 1.0);
    ridge.spacing = chance_real(c, 0.05, 2.0);
    ridge.roughness = 1.0 - chance_real(c, 0.3, 2.0);
    ridge.displacement = chance_real(c, 0.0, 1.5);
    ridge.noise = (int)chance_integer(c, 0, RL_NOISE_GAUSS);
    ridge.decay = (int)chance_integer(c, 0, RL_DECAY_LOGARITHMIC);
    ridge.period = (int)chance_integer(c, 0, 5);
    ridge.iterations = chance_integer(c, 0, 2) == 0 ? RL_AUTO : (int)chance_integer(c, 0, 12);
    ridge.min_segment = chance_integer(c, 0, 2) == 0 ? chance_real(c, 0.0, 0.2) : 0.0;
    ridge.direction =
        chance_integer(c, 0, 2) == 0 ? RL_DIRECTION_PERPENDICULAR : RL_DIRECTION_VERTICAL;
    return ridge;
}

TEST(ridge_sample_alone_equals_sample_of_a_grid)
{
    check_single_samples(random_ridge, SUPPORT_PART(400));
}

/* Where two grids share an x, the coarse one may lack at most what the levels below its detail
 * add. */
TEST(ridge_grids_agree_up_to_levels_below_their_detail)
{
    chance c = chance_from(2);
    double coarse[40], fine[40 * 16];
    for (int i = 0; i < SUPPORT_PART(300); i++) {
        rl_ridge ridge = random_ridge(&c);
        ridge.direction = RL_DIRECTION_VERTICAL;
        ridge.decay = RL_DECAY_EXPONENTIAL;
        ridge.roughness = 1.0 - chance_real(&c, 0.7, 2.0);
        double detail = 0.01;
        ridge_grid wide = {
            chance_integer(&c, -200, 200), detail, 0.0, detail, 0.0, NULL, CPU_PLAIN, 0};
        ridge_grid narrow = {
            wide.first * 16, detail / 16.0, 0.0, detail / 16.0, 0.0, NULL, CPU_PLAIN, 0};
        sample(&ridge, (uint64_t)i, &wide, 40, coarse);
        sample(&ridge, (uint64_t)i, &narrow, 40 * 16, fine);
        int segment = ridge.kind == RL_RIDGE_SEGMENT;
        double first = ridge.displacement * (segment ? 1.0 : ridge.amplitude);
        double length = segment ? 2.0 : ridge.spacing;
        /* The first bound left out belongs to a segment of at least detail / 4:
         * b falls with length^H, and the rest is a geometric series. */
        double left_out = first * pow(0.5 * detail / length, 1.0 - ridge.roughness) * 2.0;
        double rest = left_out / (1.0 - pow(2.0, ridge.roughness - 1.0));
        int smooth = ridge.kind == RL_RIDGE_HILL || ridge.kind == RL_RIDGE_ROLL;
        for (int j = 0; j < 40 && !smooth; j++)
            EXPECT_MSG(fabs(coarse[j] - fine[16 * j]) <= rest + 1e-12, "ridge %d kind %d: %g > %g",
                       i, ridge.kind, fabs(coarse[j] - fine[16 * j]), rest);
    }
}

TEST(ridge_nodes_are_equal_at_every_detail)
{
    for (int kind = RL_RIDGE_FRACTAL; kind <= RL_RIDGE_SEGMENT; kind++) {
        rl_ridge ridge = plain_ridge(kind);
        if (kind == RL_RIDGE_RANGE || kind == RL_RIDGE_HILL)
            continue; /* the second fractal's nodes lie elsewhere */
        double step = (kind == RL_RIDGE_SEGMENT ? 2.0 : 0.5) / 64.0;
        double coarse[64], fine[64];
        ridge_grid grid = {-32, step, 0.0, 2.0 * step, 0.0, NULL, CPU_PLAIN, 0};
        sample(&ridge, 5, &grid, 64, coarse);
        grid.detail = step / 50.0;
        sample(&ridge, 5, &grid, 64, fine);
        for (int j = 0; j < 64; j++)
            EXPECT_MSG(coarse[j] == fine[j], "kind %d node %d: %a and %a", kind, j, coarse[j],
                       fine[j]);
    }
}

/* The highest crossing of the polyline with each x, pair by pair. */
static double highest_crossing(const double *x, const double *y, size_t count, double at)
{
    double best = -1e9;
    for (size_t n = 0; n + 1 < count; n++) {
        double left = fmin(x[n], x[n + 1]);
        double right = fmax(x[n], x[n + 1]);
        if (at < left || at > right || left == right)
            continue;
        double t = (at - x[n]) / (x[n + 1] - x[n]);
        best = fmax(best, y[n] + (y[n + 1] - y[n]) * t);
    }
    return best;
}

TEST(perpendicular_ridge_is_the_upper_envelope)
{
    enum { LEVEL = 7, NODES = 9 << LEVEL };
    double *place = malloc(NODES * sizeof *place);
    double *value = malloc(NODES * sizeof *value);
    double *work = malloc(4 * displacement_scratch(NODES) * sizeof *work);
    EXPECT(place != NULL && value != NULL && work != NULL);
    long folded = 0;
    for (int i = 0; i < SUPPORT_PART(40); i++) {
        rl_ridge ridge = plain_ridge(i % 3 == 0 ? RL_RIDGE_SEGMENT : RL_RIDGE_FRACTAL);
        ridge.direction = RL_DIRECTION_PERPENDICULAR;
        ridge.iterations = LEVEL;
        ridge.roughness = 0.4;
        ridge.displacement = i % 3 == 0 ? 0.5 : 1.0;
        ridge.amplitude = 0.3;
        int segment = ridge.kind == RL_RIDGE_SEGMENT;
        displacement line = {.key = hash_key((uint64_t)i, 3 * 16),
                             .noise = ridge.noise,
                             .perpendicular = 1,
                             .is_segment = segment,
                             .start = ridge.start_y,
                             .end = ridge.end_y};
        double gain = segment ? 1.0 : ridge.amplitude;
        line.spacing = (segment ? 2.0 : ridge.spacing) / gain;
        line.anchor_bound = 1.0 / displacement_deviation(ridge.noise);
        displacement_bounds(&line, ridge.decay, ridge.displacement, ridge_exponent(&ridge), LEVEL);
        displacement_fill(&line, LEVEL, -(4 << LEVEL), NODES, value, place, work);
        for (int n = 0; n < NODES; n++) { /* to world units */
            place[n] = place[n] * gain + (segment ? ridge.start_x : 0.0);
            value[n] *= gain;
            folded += n > 0 && place[n] < place[n - 1];
        }
        double heights[200];
        ridge_grid grid = {-100, 0.00731, 0.0, 0.0001, 0.0, NULL, CPU_PLAIN, 0};
        sample(&ridge, (uint64_t)i, &grid, 200, heights);
        for (int j = 0; j < 200; j++) {
            double wanted = highest_crossing(place, value, NODES, (-100 + j) * 0.00731);
            EXPECT_MSG(fabs(heights[j] - wanted) < 1e-9, "line %d sample %d: %g, not %g", i, j,
                       heights[j], wanted);
        }
    }
    EXPECT_MSG(folded > 100, "only %ld folds: the test shows nothing", folded);
    free(place);
    free(value);
    free(work);
}

/* How many different slopes a profile has over its segment of length 2. */
static int count_pieces(const rl_ridge *ridge)
{
    double heights[4097];
    ridge_grid grid = {0, 2.0 / 4096.0, -1.0, 1e-5, 0.0, NULL, CPU_PLAIN, 0};
    sample(ridge, 9, &grid, 4097, heights);
    int pieces = 1;
    for (int j = 1; j < 4096; j++) {
        double bend = heights[j + 1] - 2.0 * heights[j] + heights[j - 1];
        pieces += fabs(bend) > 1e-12;
    }
    return pieces;
}

TEST(ridge_refinement_stops_at_its_limit)
{
    rl_ridge ridge = plain_ridge(RL_RIDGE_SEGMENT);
    ridge.noise = RL_NOISE_UNIFORM; /* no two pieces have one slope by chance */
    for (int n = 0; n <= 8; n++) {
        ridge.iterations = n;
        ck_assert_int_eq(count_pieces(&ridge), 1 << n);
    }
    ridge.iterations = RL_AUTO;
    for (int n = 0; n <= 8; n++) { /* segments of just this length stay whole */
        ridge.min_segment = 2.0 / (1 << n);
        ck_assert_int_eq(count_pieces(&ridge), 1 << n);
        ridge.min_segment *= 1.01;
        ck_assert_int_eq(count_pieces(&ridge), n > 0 ? 1 << n : 1);
    }
    ridge.min_segment = 0.0;
    ridge.roughness = 1.0 - 1e6; /* one kink, then straight lines */
    ck_assert_int_eq(count_pieces(&ridge), 2);
    ridge.displacement = 0.0;
    ck_assert_int_eq(count_pieces(&ridge), 1);
}

TEST(ridge_segment_is_level_beyond_its_ends)
{
    rl_ridge ridge = plain_ridge(RL_RIDGE_SEGMENT);
    double heights[100];
    ridge_grid grid = {1, 0.01, 1.0, 0.001, 0.0, NULL, CPU_PLAIN, 0};
    sample(&ridge, 4, &grid, 100, heights);
    for (int j = 0; j < 100; j++)
        EXPECT(heights[j] == ridge.end_y);
    ridge_grid left = {-100, 0.01, -1.0, 0.001, 0.0, NULL, CPU_PLAIN, 0};
    sample(&ridge, 4, &left, 100, heights);
    for (int j = 0; j < 100; j++)
        EXPECT(heights[j] == ridge.start_y);
}

TEST(ridges_of_other_seeds_and_streams_differ)
{
    rl_ridge ridge = plain_ridge(RL_RIDGE_RANGE);
    double a[50], b[50], c[50];
    ridge_grid grid = {0, 0.01, 0.0, 0.01, 0.0, NULL, CPU_PLAIN, 0};
    OK(ridge_sample(&ridge, 1, 0, &grid, 50, a, NULL, &error));
    OK(ridge_sample(&ridge, 2, 0, &grid, 50, b, NULL, &error));
    OK(ridge_sample(&ridge, 1, 1, &grid, 50, c, NULL, &error));
    for (int j = 0; j < 50; j++)
        EXPECT(a[j] != b[j] && a[j] != c[j] && b[j] != c[j]);
}

TEST(ridge_allocation_failure_is_reported_without_leak)
{
    chance c = chance_from(8);
    for (int i = 0; i < 40; i++) {
        rl_ridge ridge = random_ridge(&c);
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

/* The lifts are made in runs, and reach further than the grid needs. */
TEST(ridge_lifts_made_once_equal_lifts_per_grid)
{
    chance c = chance_from(9);
    int lifted = 0;
    for (int i = 0; i < SUPPORT_PART(40); i++) {
        rl_ridge ridge = random_ridge(&c);
        ridge.slope = chance_real(&c, 0.2, 2.0);
        ridge_grid grid = {chance_integer(&c, -500, 500),
                           chance_real(&c, 0.001, 0.03),
                           0.1,
                           0.01,
                           i % 2 == 0 ? 0.0 : chance_real(&c, 0.5, 4.0),
                           NULL,
                           CPU_PLAIN,
                           0};
        double wanted[60], heights[60], lifts[600];
        int64_t first;
        size_t nodes;
        sample(&ridge, 5, &grid, 60, wanted);
        ridge_limit_nodes(&grid, 60, &first, &nodes);
        ck_assert_uint_lt(nodes, 590);
        first -= 3;
        nodes += 6;
        EXPECT(ridge_has_limit(&ridge) == (ridge.amplitude > 0.0));
        if (!ridge_has_limit(&ridge))
            continue;
        OK(ridge_limit(&ridge, 5, 3, &grid, first, 7, lifts, NULL, &error));
        OK(ridge_limit(&ridge, 5, 3, &grid, first + 7, nodes - 7, lifts + 7, NULL, &error));
        ridge.slope = 0.0;
        sample(&ridge, 5, &grid, 60, heights);
        lifted += memcmp(heights, wanted, sizeof heights) != 0;
        ridge_raise(&grid, 60, heights, first, lifts);
        EXPECT(memcmp(heights, wanted, sizeof heights) == 0);
    }
    EXPECT(lifted > 0);
}

TEST(ridge_that_cannot_be_sampled_is_refused_by_key)
{
    error = (rl_error){RL_OK, ""};
    rl_ridge ridge = plain_ridge(RL_RIDGE_RANGE);
    OK(ridge_check(&ridge, 2, &error));
    ridge.slope = 0.0000001;
    ck_assert_int_eq(ridge_check(&ridge, 2, &error), RL_BAD_ARGUMENT);
    ck_assert_msg(strncmp(error.text, "ridge.3.slope = 0.0000001: must be 0, or at least 0.", 52) ==
                      0,
                  "%s", error.text);
    error = (rl_error){0};
    double least; /* what the rule says is enough, and a little less is not */
    ck_assert_int_eq(ridge_check(&ridge, 2, &error), RL_BAD_ARGUMENT);
    char number[16] = "";
    memcpy(number, strstr(error.text, "least ") + 6, 11);
    number[strspn(number, "0123456789.")] = '\0';
    EXPECT(text_to_real(&least, number));
    ridge.slope = least;
    must_be_ok(ridge_check(&ridge, 2, &(rl_error){0}), &(rl_error){0});
    ridge.slope = least * 0.99;
    ck_assert_int_eq(ridge_check(&ridge, 2, NULL), RL_BAD_ARGUMENT);
    ridge.amplitude = 0.0;
    ck_assert_int_eq(ridge_check(&ridge, 2, NULL), RL_OK);
    ridge = plain_ridge(RL_RIDGE_FRACTAL);
    ridge.displacement = 1000.0;
    ck_assert_int_eq(ridge_check(&ridge, 0, NULL), RL_OK);
    ridge.direction = RL_DIRECTION_PERPENDICULAR;
    ck_assert_int_eq(ridge_check(&ridge, 0, &error), RL_BAD_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.text, "ridge.1.displacement = 1000: "));
    ridge = plain_ridge(RL_RIDGE_ALPS);
    ridge.spacing = 1000.0;
    ck_assert_int_eq(ridge_check(&ridge, 0, &error), RL_BAD_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.text, "ridge.1.spacing = 1000: "));
}
