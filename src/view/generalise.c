/* generalise.c - heights without what is too small to be drawn.
 *
 * In: a map.  Out: the same blurred by a Gaussian, first along the rows, then along the
 * columns.  Beyond a border the map goes on as its own mirror image turned upside down,
 * so that slopes do not flatten toward the border.
 */
#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"
#include "view/plate.h"

#define MOST_REACH 96 /* samples to one side */

typedef struct blur blur;
struct blur {
    /* Adds to a row both neighbours at a distance: those beside, then those above. */
    void (*add)(const blur *self, int y, int distance, float *out);
    const float *from;
    float *to;
    int width, height, wrap;
    int reach;
    float weight[MOST_REACH + 1]; /* by distance; they and their mirror sum to 1 */
};

/* Weights beyond three deviations are below 1/90 of the first and are left out. */
static void make_weights(blur *self, double sigma)
{
    double weight[MOST_REACH + 1];
    double sum = 0.0;
    self->reach = (int)exact_min(3.0 * sigma + 1.0, MOST_REACH);
    for (int i = 0; i <= self->reach; i++) {
        weight[i] = exact_exp(-0.5 * i * i / (sigma * sigma));
        sum += i == 0 ? weight[i] : 2.0 * weight[i];
    }
    for (int i = 0; i <= self->reach; i++)
        self->weight[i] = (float)(weight[i] / sum);
}

/* Sample `at` of a line of `count` samples `step` floats apart, also beyond its ends. */
static float sample_beyond(const float *line, int at, int count, size_t step, int wrap)
{
    if (wrap)
        return line[(size_t)((at % count + count) % count) * step];
    int last = count - 1;
    int mirrored = at < 0 ? -at : 2 * last - at;
    mirrored = mirrored < 0 ? 0 : mirrored > last ? last : mirrored;
    return 2.0F * line[at < 0 ? 0 : (size_t)last * step] - line[(size_t)mirrored * step];
}

static float sample_at(const float *line, int at, int count, size_t step, int wrap)
{
    int inside = at >= 0 && at < count;
    return inside ? line[(size_t)at * step] : sample_beyond(line, at, count, step, wrap);
}

/* Adds the samples `distance` west and east: a plain loop but near the ends. */
static void add_sides(const blur *self, int y, int distance, float *out)
{
    const float *row = self->from + (size_t)y * (size_t)self->width;
    float weight = self->weight[distance];
    int inner_end = self->width - distance;
    for (int x = 0; x < self->width; x++) {
        for (; x >= distance && x < inner_end; x++)
            out[x] += (row[x - distance] + row[x + distance]) * weight;
        if (x == self->width)
            return;
        float west = sample_at(row, x - distance, self->width, 1, self->wrap);
        float east = sample_at(row, x + distance, self->width, 1, self->wrap);
        out[x] += (west + east) * weight;
    }
}

/* Where both rows exist they are added as a whole: the common case is a plain loop. */
static void add_rows(const blur *self, int y, int distance, float *out)
{
    float weight = self->weight[distance];
    size_t step = (size_t)self->width;
    if (y >= distance && y + distance < self->height) {
        const float *north = self->from + (size_t)(y - distance) * step;
        const float *south = self->from + (size_t)(y + distance) * step;
        for (int x = 0; x < self->width; x++)
            out[x] += (north[x] + south[x]) * weight;
        return;
    }
    for (int x = 0; x < self->width; x++) {
        float north = sample_at(self->from + x, y - distance, self->height, step, self->wrap);
        float south = sample_at(self->from + x, y + distance, self->height, step, self->wrap);
        out[x] += (north + south) * weight;
    }
}

static void blur_rows(void *user, int from, int to)
{
    const blur *self = user;
    for (int y = from; y < to; y++) {
        const float *row = self->from + (size_t)y * (size_t)self->width;
        float *out = self->to + (size_t)y * (size_t)self->width;
        for (int x = 0; x < self->width; x++)
            out[x] = row[x] * self->weight[0];
        for (int i = 1; i <= self->reach; i++)
            self->add(self, y, i, out);
    }
}

rl_status generalise_map(const heightmap *map, float *to, double sigma, const heightmap_work *work,
                         rl_error *error)
{
    size_t cells = (size_t)map->width * (size_t)map->height;
    float *between = memory_array(work->allocator, cells, sizeof *between);
    if (between == NULL)
        return status_fail(error, RL_NO_MEMORY, "map: no memory to generalise it");
    blur self = {.from = map->h, .to = between, .width = map->width, .height = map->height};
    self.wrap = map->wrap;
    self.add = add_sides;
    make_weights(&self, sigma);
    rl_status status = heightmap_rows(work, map->height, blur_rows, &self, error);
    self.from = between;
    self.to = to;
    self.add = add_rows;
    if (status == RL_OK)
        status = heightmap_rows(work, map->height, blur_rows, &self, error);
    memory_free(work->allocator, between);
    return status;
}
