/* heights_fill.c - interpolates heights for cells without data.
 *
 * The grid is halved to a single cell; then, from coarse to fine, each hole is interpolated between
 * the four nearest cells of the next coarser grid (push and pull: S. Gortler and others, "The
 * Lumigraph", 1996).  The result is smooth and within the range of the data.
 */
#include "decode/heights.h"

#include "base/exact.h"

#include <string.h>

enum { LEVELS = 16 }; /* enough levels for a side of HEIGHTS_SIDE */

typedef struct level {
    int width, height;
    float *h; /* heights, row by row; NaN = a hole */
} level;

static int is_hole(float value)
{
    return value != value;
}

/* Fills the coarse grid: each cell is the mean of those of its four fine cells that have data. */
static void halve(const level *fine, level *coarse)
{
    for (int y = 0; y < coarse->height; y++)
        for (int x = 0; x < coarse->width; x++) {
            double sum = 0.0;
            int count = 0;
            for (int i = 0; i < 4; i++) {
                int from_x = 2 * x + i % 2, from_y = 2 * y + i / 2;
                if (from_x >= fine->width || from_y >= fine->height)
                    continue;
                float value = fine->h[(size_t)from_y * (size_t)fine->width + (size_t)from_x];
                sum += is_hole(value) ? 0.0 : (double)value;
                count += !is_hole(value);
            }
            float *cell = coarse->h + (size_t)y * (size_t)coarse->width + (size_t)x;
            *cell = count > 0 ? (float)(sum / count) : EXACT_NAN;
        }
}

static double coarse_at(const level *coarse, int x, int y)
{
    x = x < 0 ? 0 : x >= coarse->width ? coarse->width - 1 : x;
    y = y < 0 ? 0 : y >= coarse->height ? coarse->height - 1 : y;
    return (double)coarse->h[(size_t)y * (size_t)coarse->width + (size_t)x];
}

/* Fills the holes of the fine grid by bilinear interpolation.  The weight is 0.25, as the middle of
 * a fine cell is a quarter of a coarse cell from the middle of the coarse cell that contains it. */
static void fill_from(const level *coarse, level *fine)
{
    float *cell = fine->h;
    for (int y = 0; y < fine->height; y++)
        for (int x = 0; x < fine->width; x++, cell++) {
            if (!is_hole(*cell))
                continue;
            int cx = x / 2, cy = y / 2, dx = x % 2 == 0 ? -1 : 1, dy = y % 2 == 0 ? -1 : 1;
            double row = exact_mix(coarse_at(coarse, cx, cy), coarse_at(coarse, cx + dx, cy), 0.25);
            double next = exact_mix(coarse_at(coarse, cx, cy + dy),
                                    coarse_at(coarse, cx + dx, cy + dy), 0.25);
            *cell = (float)exact_mix(row, next, 0.25);
        }
}

/* Heights from this magnitude on are holes, whatever the file's NODATA is. */
static const float wildest = 1e30f;

static int is_wild(float value)
{
    return !(__builtin_fabsf(value) < wildest); /* also true of NaN */
}

rl_status heights_fill(heights_reader *self, uint8_t **holes)
{
    size_t count = (size_t)self->width * (size_t)self->height;
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        found += (size_t)is_wild(self->heights[i]);
    *holes = NULL;
    if (found == 0)
        return RL_OK;
    if (found == count)
        return heights_bad(self, 0, "no height at all",
                           "must have at least one height that is not NODATA");
    *holes = memory_array(self->allocator, count, 1);
    TRY(heights_memory(self, *holes != NULL));
    for (size_t i = 0; i < count; i++) {
        (*holes)[i] = (uint8_t)is_wild(self->heights[i]);
        if ((*holes)[i])
            self->heights[i] = EXACT_NAN;
    }
    level levels[LEVELS] = {{self->width, self->height, self->heights}};
    int last = 0;
    rl_status status = RL_OK;
    while (status == RL_OK && (levels[last].width > 1 || levels[last].height > 1)) {
        level *coarse = &levels[last + 1];
        coarse->width = (levels[last].width + 1) / 2;
        coarse->height = (levels[last].height + 1) / 2;
        coarse->h = memory_array(self->allocator, (size_t)coarse->width * (size_t)coarse->height,
                                 sizeof *coarse->h);
        status = heights_memory(self, coarse->h != NULL);
        if (status == RL_OK)
            halve(&levels[last++], coarse);
    }
    for (int i = last; i > 0; i--) {
        if (status == RL_OK)
            fill_from(&levels[i], &levels[i - 1]);
        memory_free(self->allocator, levels[i].h);
    }
    return status;
}
