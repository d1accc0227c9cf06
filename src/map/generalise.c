/* generalise.c - heights without what is too small to be drawn.
 *
 * In: a map.  Out: the same blurred by a Gaussian, first across the rows, then along them;
 * of a large map every second sample, or every fourth, ...  Beyond a border the map goes on
 * as its own mirror image turned upside down, so that slopes do not flatten toward it.
 */
#include "base/exact.h"
#include "base/memory.h"
#include "base/pool.h"
#include "base/status.h"
#include "map/plate.h"
#include "map/plate_kernels.h"

#include <string.h>

#define STRIP 64

typedef struct blur {
    const heightmap *map;
    heightmap *to;
    int step;
    const plate_kernels *kernels;
    generalise_weights weights; /* they and their mirror sum to 1 */
    float *memory;              /* for each thread: see worker_of */
} blur;

/* Weights beyond three deviations are below 1/90 of the first and are left out. */
static void make_weights(generalise_weights *weights, double sigma)
{
    double weight[GENERALISE_REACH + 1];
    double sum = 0.0;
    weights->reach = (int)exact_min(3.0 * sigma + 1.0, GENERALISE_REACH);
    for (int i = 0; i <= weights->reach; i++) {
        weight[i] = exact_exp(-0.5 * i * i / (sigma * sigma));
        sum += i == 0 ? weight[i] : 2.0 * weight[i];
    }
    for (int i = 0; i <= weights->reach; i++)
        weights->weight[i] = (float)(weight[i] / sum);
}

/* ---- beyond the borders --------------------------------------------------------------- */

/* The value `at` places along a line of `count`: place a, or 2 a - b. */
typedef struct beyond {
    int a, b; /* b < 0: a alone */
} beyond;

static beyond beyond_of(int at, int count, int wrap)
{
    int last = count - 1;
    beyond is = {at, -1};
    if (at >= 0 && at <= last)
        return is;
    if (wrap) {
        is.a = (at % count + count) % count;
        return is;
    }
    is.a = at < 0 ? 0 : last;
    is.b = at < 0 ? -at : 2 * last - at;
    is.b = is.b < 0 ? 0 : is.b > last ? last : is.b;
    return is;
}

/* A row of the map, or one beyond it: twice one row less another. */
typedef struct mirrored_row {
    const float *a, *b; /* b NULL: a alone */
} mirrored_row;

static float mirrored_at(const mirrored_row *row, int x)
{
    return row->b == NULL ? row->a[x] : 2.0F * row->a[x] - row->b[x];
}

static float mirrored_beyond(const mirrored_row *row, int x, int width, int wrap)
{
    beyond is = beyond_of(x, width, wrap);
    float a = mirrored_at(row, is.a);
    return is.b < 0 ? a : 2.0F * a - mirrored_at(row, is.b);
}

void plate_line_take(const heightmap *map, int x, int y, int count, float *line)
{
    int width = map->width;
    beyond is = beyond_of(y, map->height, map->wrap);
    mirrored_row row = {map->h + (size_t)is.a * (size_t)width, NULL};
    if (is.b >= 0)
        row.b = map->h + (size_t)is.b * (size_t)width;
    int first = x < 0 ? -x : 0, last = x + count > width ? width - x : count;
    first = first < count ? first : count;
    last = last > first ? last : first;
    for (int i = 0; i < first; i++)
        line[i] = mirrored_beyond(&row, x + i, width, map->wrap);
    if (row.b == NULL)
        memcpy(line + first, row.a + x + first, (size_t)(last - first) * sizeof *line);
    for (int i = first; i < last && row.b != NULL; i++)
        line[i] = mirrored_at(&row, x + i);
    for (int i = last; i < count; i++)
        line[i] = mirrored_beyond(&row, x + i, width, map->wrap);
}

/* ---- rows -------------------------------------------------------------------------------- */

#define SIDE (GENERALISE_REACH + PLATE_MOST_STEP) /* beside a line; a multiple of each step */

/* What a thread works with. */
typedef struct worker {
    float *line; /* a row blurred across, with its sides */
    float *phases;
    float *beyond; /* rows beyond the map */
    float *result;
    const float *before[GENERALISE_REACH + 1], *after[GENERALISE_REACH + 1];
} worker;

static size_t line_floats(const blur *self)
{
    return (size_t)self->map->width + 2 * SIDE + GENERALISE_RUN;
}

static size_t worker_floats(const blur *self)
{
    return line_floats(self) * (2 * (size_t)self->weights.reach + 4);
}

static worker worker_of(const blur *self, int number)
{
    float *memory = self->memory + (size_t)number * worker_floats(self);
    size_t line = line_floats(self);
    worker w = {.line = memory + SIDE,
                .phases = memory + line,
                .result = memory + 2 * line,
                .beyond = memory + 3 * line};
    return w;
}

/* Row y as the kernel reads it: a run beyond its end must be there. */
static const float *row_at(const blur *self, worker *w, int y, int place)
{
    const heightmap *map = self->map;
    if (y >= 0 && y < map->height - 1)
        if ((size_t)(map->height - 1 - y) * (size_t)map->width >= GENERALISE_RUN)
            return map->h + (size_t)y * (size_t)map->width;
    float *row = w->beyond + (size_t)place * line_floats(self);
    plate_line_take(map, 0, y, map->width, row);
    return row;
}

static void blur_across(const blur *self, worker *w, int y)
{
    int reach = self->weights.reach;
    for (int i = 0; i <= reach; i++) {
        w->before[i] = row_at(self, w, y - i, 2 * i);
        w->after[i] = i == 0 ? w->before[0] : row_at(self, w, y + i, 2 * i - 1);
    }
    self->kernels->blur(&self->weights, w->before, w->after, w->line, self->map->width);
    const heightmap row = {self->map->width, 1, self->map->wrap, w->line};
    plate_line_take(&row, -reach, 0, reach, w->line - reach);
    plate_line_take(&row, row.width, 0, reach, w->line + row.width);
}

/* Samples `step` apart are brought together: a distance is then a place in one of them. */
static void blur_along(const blur *self, worker *w)
{
    int step = self->step, reach = self->weights.reach, whole = self->map->width + 2 * SIDE;
    size_t length = (size_t)(whole / step);
    const float *line = w->line - SIDE;
    for (int phase = 0; phase < step && step > 1; phase++)
        for (size_t i = 0; i < length; i++)
            w->phases[(size_t)phase * length + i] = line[i * (size_t)step + (size_t)phase];
    const float *from = step > 1 ? w->phases : line;
    for (int i = 0; i <= reach; i++) {
        size_t back = (size_t)(SIDE - i), on = (size_t)(SIDE + i), each = (size_t)step;
        w->before[i] = from + back % each * length + back / each;
        w->after[i] = from + on % each * length + on / each;
    }
    self->kernels->blur(&self->weights, w->before, w->after, w->result, self->to->width);
}

static void strip_run(void *user, int job, int slot, int number)
{
    const blur *self = user;
    const heightmap *to = self->to;
    worker w = worker_of(self, number);
    int from = job * STRIP;
    int end = from + STRIP < to->height ? from + STRIP : to->height;
    (void)slot;
    for (int y = from; y < end; y++) {
        blur_across(self, &w, y * self->step);
        blur_along(self, &w);
        memcpy(to->h + (size_t)y * (size_t)to->width, w.result,
               (size_t)to->width * sizeof *w.result);
    }
}

static rl_status strip_take(void *user, int job, int slot, rl_error *error)
{
    (void)user;
    (void)job;
    (void)slot;
    return status_clear(error);
}

rl_status generalise_map(const heightmap *map, heightmap *to, int step, double sigma,
                         const heightmap_work *work, rl_error *error)
{
    blur self = {.map = map, .to = to, .step = step, .kernels = plate_kernels_of(work->kernels)};
    make_weights(&self.weights, sigma);
    int strips = (to->height + STRIP - 1) / STRIP;
    int threads = work->threads < strips ? work->threads : strips;
    self.memory =
        memory_zeroed(work->allocator, (size_t)threads * worker_floats(&self), sizeof *self.memory);
    if (self.memory == NULL)
        return status_fail(error, RL_NO_MEMORY, "map: no memory to generalise it");
    pool_work rows = {.jobs = strips,
                      .threads = threads,
                      .slots = 2 * threads,
                      .run = strip_run,
                      .take = strip_take,
                      .user = &self};
    rl_status status = pool_run(&rows, work->allocator, error);
    memory_free(work->allocator, self.memory);
    return status;
}
