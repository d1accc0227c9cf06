/* kernels_rows.c - cases of the maps' kernels: rows of floats. */
#include "support/kernels.h"

#include <string.h>

#include "heightmap/diamond.h"
#include "heightmap/heightmap.h"
#include "ridgeline.h"

enum { MOST = 4096, MARGIN = 64, ROWS = 5 };

static float row[ROWS][MOST + MARGIN];

/* Rounds go through kinds of rows: even, level, of signed zeroes, of huge and tiny ones. */
static float value_at(int round, uint32_t i)
{
    uint32_t bits = kernels_bits(round, i);
    float even = (float)(bits >> 8) * (1.0F / 8388608.0F) - 1.0F;
    switch (round % 4) {
    case 1:
        return bits % 3 == 0 ? 0.25F : even;
    case 2:
        return bits % 2 == 0 ? 0.0F : -0.0F;
    case 3:
        return bits % 5 == 0 ? even * 1e30F : bits % 5 == 1 ? even * 1e-38F : even;
    default:
        return even;
    }
}

static int row_length(int round)
{
    return round == KERNELS_LONG ? MOST : round % 131;
}

static int rows_make(int round)
{
    int count = row_length(round);
    uint32_t all = (uint32_t)count + MARGIN;
    static int made = -2;
    for (uint32_t r = 0; r < ROWS && made != round; r++)
        for (uint32_t i = 0; i < all; i++)
            row[r][i] = value_at(round, i + r * 10000);
    made = round;
    return count;
}

static float changed[2 * (MOST + MARGIN)];

/* What a kernel that changes a row begins with; where it is timed, with what it left. */
static void begin_row(const float *from, int count, int round)
{
    if (round != KERNELS_LONG)
        memcpy(changed, from, ((size_t)count + MARGIN) * sizeof *changed);
}

/* Its first `count` floats are the result. */
static size_t take_row(uint8_t *out, int count, int round, double *samples)
{
    *samples += (double)count;
    if (round != KERNELS_LONG)
        memcpy(out, changed, (size_t)count * sizeof *changed);
    return (size_t)count * sizeof *changed;
}

/* ---- diamond-square ------------------------------------------------------------------- */

static size_t uniform_run(cpu_kernels kernels, int round, uint8_t *out, double *samples)
{
    int count = row_length(round);
    diamond_kernels_of[kernels]->uniform(kernels_bits(round, 0), kernels_bits(round, 1), 1e-7F,
                                         -0.4F, changed, count);
    return take_row(out, count, round, samples);
}

static const diamond_weight weight = {0.25F, 0.5F};

static size_t mean_four_run(cpu_kernels kernels, int round, uint8_t *out, double *samples)
{
    int count = rows_make(round);
    begin_row(row[4], count, round);
    diamond_kernels_of[kernels]->mean_four(changed, row[0], row[1], row[2], row[3], count, weight);
    return take_row(out, count, round, samples);
}

static size_t mean_two_run(cpu_kernels kernels, int round, uint8_t *out, double *samples)
{
    int count = rows_make(round);
    begin_row(row[4], count, round);
    diamond_kernels_of[kernels]->mean_two(changed, row[0], row[1], count, weight);
    return take_row(out, count, round, samples);
}

/* It writes `width` floats and not one more. */
static size_t weave_run(cpu_kernels kernels, int round, uint8_t *out, double *samples)
{
    int width = rows_make(round);
    int more = round == KERNELS_LONG ? width : width + 8;
    if (round != KERNELS_LONG)
        memset(changed, 0x5a, (size_t)more * sizeof *changed);
    diamond_kernels_of[kernels]->weave(changed, row[0], row[1], width);
    return take_row(out, more, round, samples);
}

/* ---- arithmetic of maps ------------------------------------------------------------------ */

static size_t range_run(cpu_kernels kernels, int round, uint8_t *out, double *samples)
{
    int count = rows_make(round);
    float range[2] = {0.5F, 0.25F};
    heightmap_kernels_of[kernels]->range(row[0], count, &range[0], &range[1]);
    for (int i = 0; i < 2; i++) /* of two zeroes either is the least */
        range[i] += 0.0F;
    *samples += (double)count;
    memcpy(out, range, sizeof range);
    return sizeof range;
}

static size_t stretch_run(cpu_kernels kernels, int round, uint8_t *out, double *samples)
{
    static const heightmap_stretch how[3] = {
        {-1.0, 2.0, 0.0, 1.0}, {-0.3, 0.0, 0.2, 0.7}, {-1e30, 2e30, -5.0, 9.0}};
    int count = rows_make(round);
    begin_row(row[0], count, round);
    heightmap_kernels_of[kernels]->stretch(&how[round == KERNELS_LONG ? 0 : round / 4 % 3], changed,
                                           count);
    return take_row(out, count, round, samples);
}

static size_t combine_run(cpu_kernels kernels, int round, uint8_t *out, double *samples)
{
    int count = rows_make(round);
    size_t size = 0;
    for (int op = 0; op < 4; op++) {
        memcpy(changed, row[0], ((size_t)count + MARGIN) * sizeof *changed); /* shrinks else */
        heightmap_kernels_of[kernels]->combine[op](changed, row[1], count, 0.66F);
        size += take_row(out + size, count, round, samples);
    }
    return size;
}

const kernels_case kernels_rows[] = {
    {"diamond-square: uniform", "sample", 600, uniform_run},
    {"diamond-square: mean of four", "sample", 600, mean_four_run},
    {"diamond-square: mean of two", "sample", 600, mean_two_run},
    {"diamond-square: weave", "sample", 600, weave_run},
    {"map: range", "sample", 600, range_run},
    {"map: stretch", "sample", 600, stretch_run},
    {"map: combine, all four", "sample", 600, combine_run},
    {0},
};
