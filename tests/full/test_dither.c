/* test_dither.c - thresholds: every step equally often, in the published order. */
#include "paint/dither.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "paint/pixels.h"
#include "support/blue_noise.h"
#include "support/support.h"

enum { SIDE = 64 };

/* How many different thresholds a pattern has, and over which square. */
static const struct pattern {
    int dither, steps, side;
} patterns[] = {
    {RL_DITHER_NONE, 1, 1},   {RL_DITHER_ROW, 8, 8},      {RL_DITHER_2X2, 4, 2},
    {RL_DITHER_BAYER, 64, 8}, {RL_DITHER_BLUE, 4096, 64}, {RL_DITHER_4X4, 16, 4},
};

/* The bytes of a row of a block, which are the same by every width that the CPU has. */
static void pack(int dither, int y, const tile_colours *row, uint8_t rgb[PIXELS_BYTES])
{
    float threshold[DITHER_PERIOD];
    uint8_t bytes[PIXELS_BYTES + PIXELS_SPARE];
    dither_thresholds(dither, 0, y, threshold);
    for (int width = 0; width < kernels_count(); width++) {
        pixels_kernels_of[width]->pack(row, threshold, bytes);
        EXPECT(width == 0 || memcmp(rgb, bytes, PIXELS_BYTES) == 0);
        memcpy(rgb, bytes, PIXELS_BYTES);
    }
}

/* Paints SIDE x SIDE pixels, each of its own value. */
static void fill_each(int dither, float value[SIDE][SIDE], uint8_t out[SIDE][SIDE])
{
    tile_colours row;
    uint8_t rgb[PIXELS_BYTES];
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++)
            row.r[x] = row.g[x] = row.b[x] = value[y][x];
        pack(dither, y, &row, rgb);
        for (int x = 0; x < SIDE; x++) {
            EXPECT(rgb[3 * x] == rgb[3 * x + 1] && rgb[3 * x] == rgb[3 * x + 2]);
            out[y][x] = rgb[3 * x];
        }
    }
}

static void fill(int dither, float value, uint8_t out[SIDE][SIDE])
{
    static float values[SIDE][SIDE];
    for (int n = 0; n < SIDE * SIDE; n++)
        values[n / SIDE][n % SIDE] = value;
    fill_each(dither, values, out);
}

TEST(dithered_tile_has_the_mean_of_its_value)
{
    static uint8_t tile[SIDE][SIDE];
    chance c = chance_from(1);
    for (size_t p = 0; p < sizeof patterns / sizeof patterns[0]; p++) {
        for (int i = 0; i < SUPPORT_PART(300); i++) {
            float value = (float)chance_real(&c, 0.0, 1.0);
            fill(patterns[p].dither, value, tile);
            double sum = 0.0;
            for (int n = 0; n < SIDE * SIDE; n++)
                sum += tile[n / SIDE][n % SIDE];
            double wrong = sum / (SIDE * SIDE) - (double)value * 255.0;
            EXPECT_MSG(fabs(wrong) <= 0.5 / patterns[p].steps + 3e-5,
                       "dither %d: %g is %g steps off", patterns[p].dither, (double)value, wrong);
        }
    }
}

/* Between the thresholds (k - 1/2)/steps and (k + 1/2)/steps. */
static float level(const struct pattern *p, int k)
{
    return (float)((100.0 + (double)k / p->steps) / 255.0);
}

/* The rank of each pixel, how late it is lit while the value rises by a step: by bisection,
 * then for every 64th level (`make brute`: every level) that it is lit from there on. */
static void find_ranks(const struct pattern *p, int rank[SIDE][SIDE])
{
    static uint8_t tile[SIDE][SIDE];
    static float value[SIDE][SIDE];
    static int dark[SIDE * SIDE], lit[SIDE * SIDE]; /* levels */
    for (int n = 0; n < SIDE * SIDE; n++) {
        dark[n] = 0;
        lit[n] = p->steps;
    }
    for (int width = p->steps; width > 1; width = (width + 1) / 2) {
        for (int n = 0; n < SIDE * SIDE; n++)
            value[n / SIDE][n % SIDE] = level(p, (dark[n] + lit[n]) / 2);
        fill_each(p->dither, value, tile);
        for (int n = 0; n < SIDE * SIDE; n++)
            *(tile[n / SIDE][n % SIDE] == 101 ? &lit[n] : &dark[n]) = (dark[n] + lit[n]) / 2;
    }
    for (int n = 0; n < SIDE * SIDE; n++)
        rank[n / SIDE][n % SIDE] = p->steps - lit[n];
    for (int k = 0; k <= p->steps; k += SUPPORT_ALL || p->steps <= 64 ? 1 : p->steps / 64) {
        fill(p->dither, level(p, k), tile);
        for (int n = 0; n < SIDE * SIDE; n++)
            EXPECT(tile[n / SIDE][n % SIDE] == (k >= lit[n] ? 101 : 100));
    }
}

TEST(dither_ranks_occur_equally_often)
{
    static int rank[SIDE][SIDE];
    for (size_t p = 1; p < sizeof patterns / sizeof patterns[0]; p++) {
        int step = patterns[p].steps;
        int *seen = calloc((size_t)step, sizeof *seen);
        ck_assert_ptr_nonnull(seen);
        find_ranks(&patterns[p], rank);
        for (int n = 0; n < SIDE * SIDE; n++) {
            EXPECT(rank[n / SIDE][n % SIDE] >= 0 && rank[n / SIDE][n % SIDE] < step);
            seen[rank[n / SIDE][n % SIDE]]++;
        }
        for (int k = 0; k < step; k++)
            EXPECT_MSG(seen[k] == SIDE * SIDE / step, "dither %d rank %d: %d times",
                       patterns[p].dither, k, seen[k]);
        int side = patterns[p].side;
        for (int y = 0; y < SIDE; y++)
            for (int x = 0; x < SIDE; x++)
                EXPECT(rank[y][x] == rank[y % side][x % side]);
        free(seen);
    }
}

/* The recursion is M(2n) = 4 M(n) + M(2), tile by tile. */
TEST(bayer_matrix_equals_its_recursion)
{
    static const int two[2][2] = {{0, 2}, {3, 1}};
    static int rank[SIDE][SIDE];
    int bayer[8][8] = {{0}};
    for (int side = 2; side <= 8; side *= 2) {
        int next[8][8];
        for (int y = 0; y < side; y++)
            for (int x = 0; x < side; x++)
                next[y][x] =
                    4 * bayer[y % (side / 2)][x % (side / 2)] + two[y / (side / 2)][x / (side / 2)];
        memcpy(bayer, next, sizeof bayer);
    }
    find_ranks(&patterns[3], rank); /* a higher threshold is lit earlier */
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++)
            EXPECT_MSG(rank[y][x] == bayer[y][x], "%d,%d: %d, not %d", x, y, rank[y][x],
                       bayer[y][x]);
}

TEST(line_dither_depends_on_the_row_alone)
{
    static int rank[SIDE][SIDE];
    find_ranks(&patterns[1], rank);
    for (int y = 0; y < 8; y++)
        for (int x = 1; x < SIDE; x++)
            ck_assert_int_eq(rank[y][x], rank[y][0]);
}

TEST(blue_noise_equals_void_and_cluster)
{
    static uint16_t made[SIDE * SIDE];
    static int rank[SIDE][SIDE];
    blue_noise_make(made);
    EXPECT(memcmp(made, dither_blue_noise, sizeof made) == 0);
    find_ranks(&patterns[4], rank);
    for (int n = 0; n < SIDE * SIDE; n++)
        ck_assert_int_eq(rank[n / SIDE][n % SIDE], made[n]);
}

TEST(blue_noise_lights_no_neighbours_when_few_are_lit)
{
    int points[128], count = 0;
    for (int n = 0; n < SIDE * SIDE; n++)
        if (dither_blue_noise[n] < 128)
            points[count++] = n;
    ck_assert_int_eq(count, 128);
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++) {
            int dx = abs(points[i] % SIDE - points[j] % SIDE);
            int dy = abs(points[i] / SIDE - points[j] / SIDE);
            dx = dx < SIDE / 2 ? dx : SIDE - dx;
            dy = dy < SIDE / 2 ? dy : SIDE - dy;
            ck_assert_int_ge(dx * dx + dy * dy, 9); /* 5.6 apart on average */
        }
}

/* The thresholds of a row from column 0 serve each of its blocks. */
TEST(dither_thresholds_count_from_the_picture)
{
    chance c = chance_from(2);
    float first[DITHER_PERIOD], later[DITHER_PERIOD];
    for (int dither = RL_DITHER_NONE; dither <= RL_DITHER_BLUE; dither++)
        for (int i = 0; i < 100; i++) {
            int x = (int)chance_integer(&c, 0, 999999);
            int y = (int)chance_integer(&c, 0, 999999);
            dither_thresholds(dither, 0, y % DITHER_PERIOD, first);
            dither_thresholds(dither, x, y, later);
            for (int n = 0; n < DITHER_PERIOD; n++)
                EXPECT(later[n] == first[(x + n) % DITHER_PERIOD]);
        }
}

/* Arithmetic may leave a colour a little beyond 0 or 1. */
TEST(dither_keeps_black_and_white)
{
    static uint8_t tile[SIDE][SIDE];
    static const float values[] = {0.0f, 1.0f, -1e-7f, 1.0000001f};
    for (int dither = RL_DITHER_NONE; dither <= RL_DITHER_BLUE; dither++)
        for (int i = 0; i < 4; i++) {
            fill(dither, values[i], tile);
            for (int n = 0; n < SIDE * SIDE; n++)
                ck_assert_int_eq(tile[n / SIDE][n % SIDE], i % 2 ? 255 : 0);
        }
}

TEST(dither_to_16_bits_rounds)
{
    float row[3] = {0.0f, 1.0f, -1.0f};
    float other[3] = {2.0f, 0.5f, 1.0f / 65535.0f};
    uint16_t out[9];
    dither_row_16(3, row, other, row, out);
    static const uint16_t wanted[9] = {0, 65535, 0, 65535, 32768, 65535, 0, 1, 0};
    EXPECT(memcmp(out, wanted, sizeof out) == 0);
}
