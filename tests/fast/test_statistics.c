/* Measures of maps: statistics and rivers of maps small enough to see through. */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "heightmap/heightmap.h"
#include "support/support.h"

static rl_map_statistics measure(float *h, int width, int height)
{
    heightmap map = {width, height, 1, h};
    rl_map_statistics s;
    memset(&s, 0xA5, sizeof s); /* nothing of the old content may stay */
    heightmap_measure(&map, &s);
    return s;
}

static int close_to(double a, double b)
{
    return a - b < 1e-12 && b - a < 1e-12;
}

/* ---- statistics ----------------------------------------------------------------------- */

/* One cell is 1 among zeros: it and its four neighbours have slope 1. */
TEST(slope_about_a_spike_is_exact)
{
    float h[5 * 4] = {0};
    h[2 * 5 + 2] = 1.0F;
    rl_map_statistics s = measure(h, 5, 4);
    EXPECT(close_to(s.min, 0.0) && close_to(s.max, 1.0) && close_to(s.mean, 0.05));
    EXPECT(close_to(s.slope_mean, 0.25));
    EXPECT(close_to(s.slope_deviation * s.slope_deviation, 0.25 * 0.75));
    EXPECT(close_to(s.erosion_score, s.slope_deviation / 0.25));
    EXPECT(close_to(s.slope_bin, 1.0 / RL_SLOPE_BINS));
    for (int i = 0; i < RL_SLOPE_BINS; i++)
        EXPECT(s.slopes[i] == (i == 0 ? 15U : i == RL_SLOPE_BINS - 1 ? 5U : 0U));
}

/* The spike is in each corner in turn, so that its neighbours are across the borders. */
TEST(slopes_of_a_torus_cross_its_borders)
{
    static const int corner[4] = {0, 4, 15, 19};
    for (int i = 0; i < 4; i++) {
        float h[20] = {0};
        h[corner[i]] = 1.0F;
        EXPECT(close_to(measure(h, 5, 4).slope_mean, 0.25));
    }
}

/* On a ramp that does not wrap, the step from the last column to the first counts for nothing. */
TEST(slopes_at_a_border_use_fewer_neighbours)
{
    float h[12];
    heightmap map = {4, 3, 0, h};
    rl_map_statistics s;
    for (int i = 0; i < 12; i++)
        h[i] = (float)(i % 4);
    heightmap_measure(&map, &s);
    EXPECT(close_to(s.slope_mean, 1.0) && close_to(s.erosion_score, 0.0));
    map.wrap = 1;
    heightmap_measure(&map, &s);
    EXPECT(close_to(s.slope_mean, 2.0)); /* 3, 1, 1, 3 */
}

/* The row of four cells is computed by hand. */
TEST(slope_of_a_cell_is_its_largest_of_four)
{
    float h[4] = {0.0F, 1.0F, 2.0F, 4.0F};
    rl_map_statistics s = measure(h, 4, 1); /* slopes 4, 1, 2, 4 */
    EXPECT(close_to(s.slope_mean, 2.75));
    EXPECT(close_to(s.slope_deviation * s.slope_deviation, (16 + 1 + 4 + 16) / 4.0 - 2.75 * 2.75));
    EXPECT(s.slopes[8] == 1 && s.slopes[16] == 1 && s.slopes[31] == 2);
    s = measure(h, 1, 4);
    EXPECT(close_to(s.slope_mean, 2.75));
    EXPECT(close_to(s.mean, 1.75));
}

TEST(erosion_score_of_a_level_map_is_0)
{
    float h[6] = {-2.5F, -2.5F, -2.5F, -2.5F, -2.5F, -2.5F};
    rl_map_statistics s = measure(h, 3, 2);
    EXPECT(close_to(s.min, -2.5) && close_to(s.max, -2.5) && close_to(s.mean, -2.5));
    EXPECT(s.slope_mean == 0.0 && s.slope_deviation == 0.0 && s.erosion_score == 0.0);
    EXPECT(s.slope_bin == 0.0 && s.slopes[0] == 6 && s.slopes[1] == 0);
}

/* ---- rivers ----------------------------------------------------------------------------- */

static void flow_with(const heightmap *map, float *area, const rl_map_rules *rules)
{
    heightmap_work work = {.threads = 1, .rules = rules};
    OK(flow_accumulate(map, 0, area, &work, &error));
}

static void flow_of(float *h, int width, int height, int wrap, float *area)
{
    heightmap map = {width, height, wrap, h};
    flow_with(&map, area, NULL);
}

/* The plane falls to the east, so each row is a river of its own. */
TEST(tilted_plane_drains_in_rows)
{
    float h[6 * 4], area[6 * 4];
    for (int i = 0; i < 24; i++)
        h[i] = 1.0F - 0.1F * (float)(i % 6);
    flow_of(h, 6, 4, 0, area);
    for (int i = 0; i < 24; i++)
        EXPECT_MSG(area[i] == (float)(i % 6 + 1), "cell %d: %g", i, (double)area[i]);
}

/* A fall of 0.8 over a diagonal is 0.566 per cell. The middle drains to one of two border
 * cells, and neither of these to the other. */
TEST(drainage_slope_counts_diagonal_distance)
{
    float area[9];
    float h[9] = {9.0F, 9.0F, 9.0F, 9.0F, 1.0F, 9.0F, 0.44F, 9.0F, 0.2F};
    flow_of(h, 3, 3, 0, area);
    EXPECT(area[8] > area[6] && area[8] > area[4]);
    h[7] = 0.44F; /* 0.56 straight is less steep */
    h[6] = 9.0F;
    flow_of(h, 3, 3, 0, area);
    EXPECT_MSG(area[7] < area[4], "%g through 7, %g from the middle", (double)area[7],
               (double)area[4]);
    h[7] = 0.43F; /* 0.57 is steeper, and then on to 8 */
    flow_of(h, 3, 3, 0, area);
    EXPECT_MSG(area[7] > area[4], "%g through 7, %g from the middle", (double)area[7],
               (double)area[4]);
}

/* The rim of the bowl has one low gate, where all water leaves. */
TEST(bowl_with_a_pit_drains_over_its_gate)
{
    float h[9 * 9], area[9 * 9];
    for (int y = 0; y < 9; y++)
        for (int x = 0; x < 9; x++) {
            int dx = x > 4 ? x - 4 : 4 - x, dy = y > 4 ? y - 4 : 4 - y;
            h[y * 9 + x] = (float)(dx > dy ? dx : dy);
        }
    h[4 * 9 + 8] = 3.5F;  /* the gate, in the eastern rim */
    h[4 * 9 + 4] = -5.0F; /* the pit */
    flow_of(h, 9, 9, 0, area);
    EXPECT_MSG(area[4 * 9 + 8] >= 49.0F, "%g", (double)area[4 * 9 + 8]);
    EXPECT_MSG(area[4 * 9 + 5] >= 25.0F, "%g", (double)area[4 * 9 + 5]); /* the pit flows over */
    h[1 * 9 + 1] = -6.0F; /* filled, a pit in a far corner collects nothing */
    flow_of(h, 9, 9, 0, area);
    EXPECT_MSG(area[1 * 9 + 1] <= 5.0F, "%g", (double)area[1 * 9 + 1]);
}

/* The middle is farthest from the border. */
TEST(level_map_drains_by_the_shortest_way)
{
    float h[7 * 7] = {0}, area[7 * 7];
    flow_of(h, 7, 7, 0, area);
    double out = 0.0;
    for (int i = 0; i < 49; i++) {
        int x = i % 7, y = i / 7;
        if (x == 0 || y == 0 || x == 6 || y == 6)
            out += (double)area[i];
    }
    EXPECT_MSG(out == 49.0, "%g", out);
    EXPECT(area[3 * 7 + 3] == 1.0F);
}

/* The cut of the map does not matter. */
TEST(torus_drains_to_its_lowest_cell)
{
    float h[40 * 30], area[40 * 30], moved[40 * 30], area_moved[40 * 30];
    for (int i = 0; i < 1200; i++)
        h[i] = (float)hash_unit(hash_at(4, 0, i));
    int lowest = 0;
    for (int i = 0; i < 1200; i++)
        lowest = h[i] < h[lowest] ? i : lowest;
    for (int i = 0; i < 1200; i++)
        moved[(i / 40 + 13) % 30 * 40 + (i % 40 + 29) % 40] = h[i];
    flow_of(h, 40, 30, 1, area);
    flow_of(moved, 40, 30, 1, area_moved);
    EXPECT_MSG(area[lowest] == 1200.0F, "%g", (double)area[lowest]);
    for (int i = 0; i < 1200; i++)
        EXPECT(area[i] == area_moved[(i / 40 + 13) % 30 * 40 + (i % 40 + 29) % 40]);
}

/* Without a sea they continue to its lowest place. */
TEST_LOOP(rivers_end_in_the_sea, 2)
{
    float h[8 * 3], area[8 * 3];
    for (int i = 0; i < 24; i++)
        h[i] = 0.1F * (float)(i % 8);
    h[0] = 0.05F;
    h[8] = 0.0F; /* lower, but the sea does not flow on */
    h[16] = 0.05F;
    heightmap map = {8, 3, _i, h};
    rl_map_rules rules;
    memset(&rules, 0, sizeof rules);
    rules.sea = 0.06;
    flow_with(&map, area, &rules);
    EXPECT_MSG(area[0] + area[8] + area[16] == 24.0F, "%g %g %g", (double)area[0], (double)area[8],
               (double)area[16]);
    rules.sea = 0.0;
    flow_with(&map, area, &rules);
    EXPECT(area[8] == 24.0F);
}

/* The areas of all border cells or sinks add up to the map. */
TEST(drainage_of_rough_ground_loses_no_cell)
{
    static const int sizes[][2] = {{1, 1}, {1, 9}, {9, 1}, {2, 2}, {64, 50}};
    for (int k = 0; k < 10; k++) {
        heightmap map = {sizes[k / 2][0], sizes[k / 2][1], k & 1, NULL};
        int cells = map.width * map.height;
        map.h = calloc((size_t)cells, sizeof *map.h);
        float *area = calloc((size_t)cells, sizeof *area);
        EXPECT(map.h != NULL && area != NULL);
        for (int i = 0; i < cells; i++)
            map.h[i] = (float)(hash_at(5, k, i) >> 62); /* many flats and pits */
        flow_with(&map, area, NULL);
        float most = 0.0F;
        for (int i = 0; i < cells; i++) {
            EXPECT(area[i] >= 1.0F && area[i] <= (float)cells);
            most = area[i] > most ? area[i] : most;
        }
        EXPECT(!map.wrap || most == (float)cells);
        free(map.h);
        free(area);
    }
}

static int cancel(void *user, const char *what, double done)
{
    (void)user;
    (void)what;
    (void)done;
    return 1;
}

TEST(rivers_allocation_failure_is_reported)
{
    float *h = calloc(300 * 300, sizeof *h), *area = calloc(300 * 300, sizeof *area);
    EXPECT(h != NULL && area != NULL);
    heightmap map = {300, 300, 0, h}; /* its border alone outgrows the first heap */
    counted_memory memory;
    EACH_FAULT(memory)
    {
        heightmap_work work = {.threads = 1, .allocator = &memory.allocator};
        must_tell_fault(&memory, flow_accumulate(&map, 0, area, &work, &error));
    }
    EXPECT(memory.fail_at > 5);
    heightmap_work work = {.threads = 1, .progress = cancel};
    EXPECT(flow_accumulate(&map, 0, area, &work, &error) == RL_CANCELLED);
    free(h);
    free(area);
}
