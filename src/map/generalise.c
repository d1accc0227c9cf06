/* generalise.c - blurs the heights of a map, so that details too small to be drawn vanish.
 *
 * A Gaussian is applied across the rows, then along them; of a large map only every step-th sample
 * is computed.  Beyond a border the map continues as its mirror image turned upside down, so that
 * slopes do not flatten toward the border.
 */
#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"
#include "map/plate.h"
#include "map/plate_kernels.h"

#include <string.h>

typedef struct blur {
    const heightmap *map;
    heightmap *target;
    int step;
    const plate_kernels *kernels;
    generalise_weights weights; /* weights of one side; the sum over both sides is 1 */
    float *memory;              /* [threads][worker_floats] */
} blur;

/* ---- beyond the borders --------------------------------------------------------------- */

/* The value at an index of a line that may be beyond its ends is 2 * value[a] - value[b]; within
 * the line a and b are the index. */
typedef struct mirrored {
    int a, b;
} mirrored;

static mirrored mirrored_of(int i, int count, int wrap)
{
    int last = count - 1;
    int a = wrap ? (int)exact_wrap(i, count) : i < 0 ? 0 : i < last ? i : last;
    int b = wrap ? a : 2 * a - i;
    return (mirrored){a, b < 0 ? 0 : b < last ? b : last};
}

/* Returns the value at column x of a row beyond the map, whose rows by mirrored_of are a and b. */
static float mirrored_at(const float *a, const float *b, int x, int width, int wrap)
{
    mirrored column = mirrored_of(x, width, wrap);
    return 2.0F * (2.0F * a[column.a] - b[column.a]) - (2.0F * a[column.b] - b[column.b]);
}

void plate_line_take(const heightmap *map, int x, int y, int count, float *line)
{
    int width = map->width;
    mirrored rows = mirrored_of(y, map->height, map->wrap);
    const float *a = map->h + (size_t)rows.a * (size_t)width;
    const float *b = map->h + (size_t)rows.b * (size_t)width;
    int i = 0, end = width - x < count ? width - x : count;
    for (; i < count && x + i < 0; i++)
        line[i] = mirrored_at(a, b, x + i, width, map->wrap);
    if (a == b && i < end) {
        memcpy(line + i, a + x + i, (size_t)(end - i) * sizeof *line);
        i = end;
    }
    for (; i < end; i++)
        line[i] = 2.0F * a[x + i] - b[x + i];
    for (; i < count; i++)
        line[i] = mirrored_at(a, b, x + i, width, map->wrap);
}

/* ---- rows -------------------------------------------------------------------------------- */

#define SIDE (GENERALISE_REACH + PLATE_MOST_STEP) /* samples beside a line; multiple of a step */
/* Reach of the blur, standard deviations.  Weights beyond it are below 1/90 of the middle one. */
#define DEVIATIONS 3.0

/* The memory of a thread. */
typedef struct generalise_worker {
    float *line;   /* a row after the blur across rows, with SIDE samples before and after it */
    float *phases; /* samples of `line`, sorted by their index modulo the step */
    float *beyond; /* copies of rows, for row_at */
    float *result; /* a row after the blur along it */
    const float *before[GENERALISE_REACH + 1], *after[GENERALISE_REACH + 1];
} generalise_worker;

static size_t line_floats(const blur *self)
{
    return (size_t)self->map->width + 2 * SIDE + GENERALISE_RUN;
}

static size_t worker_floats(const blur *self)
{
    return line_floats(self) * (2 * (size_t)self->weights.reach + 4);
}

/* Returns row y, after whose end the kernel may read GENERALISE_RUN values.  Rows beyond the map
 * and the last ones are copied to row `place` of w->beyond. */
static const float *row_at(const blur *self, generalise_worker *w, int y, int place)
{
    const heightmap *map = self->map;
    if (y >= 0 && y < map->height - 1)
        if ((size_t)(map->height - 1 - y) * (size_t)map->width >= GENERALISE_RUN)
            return map->h + (size_t)y * (size_t)map->width;
    float *row = w->beyond + (size_t)place * line_floats(self);
    plate_line_take(map, 0, y, map->width, row);
    return row;
}

static void blur_across(const blur *self, generalise_worker *w, int y)
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

/* Blurs along w->line.  Samples `step` apart are gathered in w->phases, so that the kernel reads
 * consecutive values. */
static void blur_along(const blur *self, generalise_worker *w)
{
    int step = self->step, reach = self->weights.reach, whole = self->map->width + 2 * SIDE;
    size_t length = (size_t)(whole / step);
    const float *line = w->line - SIDE;
    for (int phase = 0; phase < step && step > 1; phase++)
        for (size_t i = 0; i < length; i++)
            w->phases[(size_t)phase * length + i] = line[i * (size_t)step + (size_t)phase];
    const float *source = step > 1 ? w->phases : line;
    for (int i = 0; i <= reach; i++) {
        size_t back = (size_t)(SIDE - i), on = (size_t)(SIDE + i), each = (size_t)step;
        w->before[i] = source + back % each * length + back / each;
        w->after[i] = source + on % each * length + on / each;
    }
    self->kernels->blur(&self->weights, w->before, w->after, w->result, self->target->width);
}

static void rows_band(void *user, int first, int end, int number)
{
    const blur *self = user;
    const heightmap *target = self->target;
    size_t line = line_floats(self);
    float *memory = self->memory + (size_t)number * worker_floats(self);
    generalise_worker w = {.line = memory + SIDE,
                           .phases = memory + line,
                           .result = memory + 2 * line,
                           .beyond = memory + 3 * line};
    for (int y = first; y < end; y++) {
        blur_across(self, &w, y * self->step);
        blur_along(self, &w);
        memcpy(target->h + (size_t)y * (size_t)target->width, w.result,
               (size_t)target->width * sizeof *w.result);
    }
}

rl_status generalise_map(const heightmap *map, heightmap *target, int step, double sigma,
                         const heightmap_work *work, rl_error *error)
{
    blur self = {.map = map,
                 .target = target,
                 .step = step,
                 .kernels = plate_kernels_of[cpu_choose(work->kernels)]};
    double weight[GENERALISE_REACH + 1], sum = 0.0;
    self.weights.reach = (int)exact_min(DEVIATIONS * sigma + 1.0, GENERALISE_REACH);
    for (int i = 0; i <= self.weights.reach; i++) {
        weight[i] = exact_exp(-0.5 * i * i / (sigma * sigma));
        sum += i == 0 ? weight[i] : 2.0 * weight[i];
    }
    for (int i = 0; i <= self.weights.reach; i++)
        self.weights.weight[i] = (float)(weight[i] / sum);
    int threads = work->threads < target->height ? work->threads : target->height;
    self.memory =
        memory_zeroed(work->allocator, (size_t)threads * worker_floats(&self), sizeof *self.memory);
    TRY(status_memory(self.memory != NULL, "map", error));
    rl_status status = heightmap_rows(work, target->height, rows_band, &self, error);
    memory_free(work->allocator, self.memory);
    return status;
}
