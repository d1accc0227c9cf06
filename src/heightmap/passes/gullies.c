/* gullies.c - branching ridges and valleys down the fall line, in one step.
 *
 * In: any land.  Out: its broad form, with octaves of stripes across the fall line in place
 * of its noise; each octave turns the fall line for the next, so that small gullies run into
 * large ones.  A sample is a function of the land around it, without iterations: it looks
 * eroded, but nothing is moved, and there is no sediment.  Lengths count in map sides.
 *
 * The idea of such an erosion filter is C. John's (2018), F. Westin's (2023) and
 * R. S. Johansen's ("phacelle noise", 2026).
 */
#include <stddef.h>

#include "base/exact.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"
#include "heightmap/pass.h"
#include "heightmap/passes/gullies.h"

typedef struct gullies_settings {
    double strength, scale, gain;
    int octaves;
} gullies_settings;

#define AT(field) offsetof(gullies_settings, field)
static const scene_key keys[] = {
    REAL_KEY("pass.N.strength", AT(strength), 0, 4, 1, "slope of the sides: 0.6 hills, 1.2 alps"),
    REAL_KEY("pass.N.scale", AT(scale), 1, 1000, 9, "mountains along a side"),
    REAL_KEY("pass.N.gain", AT(gain), 0, 1, 0.78, "slope of an octave's sides over the last's"),
    INTEGER_KEY("pass.N.octaves", AT(octaves), 1, GULLIES_OCTAVES, 8, "octaves of gullies"),
};

/* A height of 1 is so many map sides: what slopes are measured in. */
#define HEIGHT_SIDES 0.6

/* Blurs of the land, in map sides: its broad form, and the form that is kept near shores. */
#define BROAD 0.06
#define NARROW 0.012

/* Octaves end where a stripe is so many samples wide. */
#define FINEST 2.5
#define FINE 5.0

typedef struct carving {
    const heightmap *map;
    const float *broad, *narrow;
    float sea; /* 0 = none */
    int octaves;
    gullies_octave octave[GULLIES_OCTAVES];
    double side; /* samples */
    gullies_kernel *kernel;
} carving;

/* ---- blur ------------------------------------------------------------------------- */

/* One running mean along rows, or along columns, of 2 * reach + 1 samples. */
typedef struct mean {
    const heightmap *map;
    const float *source;
    float *target;
    int reach;
} mean;

static int inside(int i, int count, int wrap)
{
    if (wrap)
        return (i % count + count) % count;
    return i < 0 ? 0 : i < count ? i : count - 1;
}

static void mean_rows(void *user, int first, int end, int worker)
{
    (void)worker;
    const mean *m = user;
    int width = m->map->width, reach = m->reach;
    float share = 1.0f / (float)(2 * reach + 1);
    for (int y = first; y < end; y++) {
        const float *source = m->source + (size_t)y * (size_t)width;
        float *target = m->target + (size_t)y * (size_t)width;
        double sum = 0.0;
        for (int x = -reach; x <= reach; x++)
            sum += (double)source[inside(x, width, m->map->wrap)];
        for (int x = 0; x < width; x++) {
            target[x] = (float)sum * share;
            int out = x - reach, in = x + reach + 1;
            if (out < 0 || in >= width) {
                out = inside(out, width, m->map->wrap);
                in = inside(in, width, m->map->wrap);
            }
            sum += (double)source[in] - (double)source[out];
        }
    }
}

/* Columns first..end-1, several side by side. */
#define COLUMNS 16

static void mean_columns(void *user, int first, int end, int worker)
{
    (void)worker;
    const mean *m = user;
    int width = m->map->width, height = m->map->height, reach = m->reach;
    float share = 1.0f / (float)(2 * reach + 1);
    for (int x = first * COLUMNS; x < end * COLUMNS && x < width; x += COLUMNS) {
        int columns = width - x < COLUMNS ? width - x : COLUMNS;
        double sum[COLUMNS] = {0.0};
        for (int y = -reach; y <= reach; y++) {
            const float *row =
                m->source + (size_t)inside(y, height, m->map->wrap) * (size_t)width + x;
            for (int c = 0; c < columns; c++)
                sum[c] += (double)row[c];
        }
        for (int y = 0; y < height; y++) {
            float *target = m->target + (size_t)y * (size_t)width + x;
            const float *out =
                m->source + (size_t)inside(y - reach, height, m->map->wrap) * (size_t)width + x;
            const float *in =
                m->source + (size_t)inside(y + reach + 1, height, m->map->wrap) * (size_t)width + x;
            for (int c = 0; c < columns; c++) {
                target[c] = (float)sum[c] * share;
                sum[c] += (double)in[c] - (double)out[c];
            }
        }
    }
}

/* Three running means of `width` map sides, in both directions; `room` is as large as the map. */
static rl_status blur(const heightmap *map, double width, const float *source, float *target,
                      float *room, const heightmap_work *work, rl_error *error)
{
    int side = map->width > map->height ? map->width : map->height;
    int reach = (int)(0.5 * width * side + 0.5);
    int strips = (map->width + COLUMNS - 1) / COLUMNS;
    for (int i = 0; i < 3; i++) {
        mean across = {map, i == 0 ? source : target, room, reach};
        mean down = {map, room, target, reach};
        TRY(heightmap_rows(work, map->height, mean_rows, &across, error));
        TRY(heightmap_rows(work, strips, mean_columns, &down, error));
    }
    return RL_OK;
}

/* ---- rows ------------------------------------------------------------------------- */

static float smooth(float low, float high, float x)
{
    float t = (x - low) / (high - low);
    t = t < 0.0f ? 0.0f : t > 1.0f ? 1.0f : t;
    return t * t * (3.0f - 2.0f * t);
}

static float mix(float a, float b, float t)
{
    return a + (b - a) * t;
}

/* Coast lines stay as they are; elsewhere the gullies take the place of the land's noise. */
static void lay_base(const carving *self, int x, int y, int count, gullies_row *row)
{
    const heightmap *map = self->map;
    size_t width = (size_t)map->width;
    size_t start = (size_t)y * width;
    const float *up = self->broad + (size_t)inside(y - 1, map->height, map->wrap) * width;
    const float *down = self->broad + (size_t)inside(y + 1, map->height, map->wrap) * width;
    float rate = (float)(0.5 * HEIGHT_SIDES * self->side);
    for (int i = 0; i < count; i++) {
        size_t at = start + (size_t)(x + i);
        float b = self->broad[at], n = self->narrow[at];
        float shore = 0.0f;
        if (self->sea > 0.0f) {
            float away = n - self->sea;
            shore = 1.0f - smooth(0.0f, 0.06f, away < 0.0f ? -away : away);
        }
        float base =
            b + mix(0.45f, 1.0f, shore) * (n - b) + mix(0.06f, 0.72f, shore) * (map->h[at] - n);
        int left = inside(x + i - 1, map->width, map->wrap);
        int right = inside(x + i + 1, map->width, map->wrap);
        row->slope_x[i] =
            (self->broad[start + (size_t)right] - self->broad[start + (size_t)left]) * rate;
        row->slope_y[i] = (down[x + i] - up[x + i]) * rate;
        row->land[i] = self->sea > 0.0f ? smooth(-0.02f, 0.02f, base - self->sea) : 1.0f;
        row->height[i] = base;
    }
}

static void carve_rows(void *user, int first, int end, int worker)
{
    (void)worker;
    const carving *self = user;
    const heightmap *map = self->map;
    gullies_row row = {.octaves = self->octaves, .octave = self->octave};
    for (int y = first; y < end; y++) {
        for (int o = 0; o < self->octaves; o++)
            stripe_line_at(&row.line[o], self->octave[o].key, self->octave[o].rate_y * y,
                           self->octave[o].period);
        for (int x = 0; x < map->width; x += GULLIES_RUN) {
            int count = map->width - x < GULLIES_RUN ? map->width - x : GULLIES_RUN;
            for (int o = 0; o < self->octaves; o++)
                stripe_cell_at(self->octave[o].rate * x, self->octave[o].period, &row.cell[o],
                               &row.part[o]);
            lay_base(self, x, y, count, &row);
            self->kernel(&row);
            float *height = map->h + (size_t)y * (size_t)map->width + x;
            for (int i = 0; i < count; i++)
                height[i] = row.height[i];
        }
    }
}

/* ---- the pass ------------------------------------------------------------------ */

static void make_octaves(carving *self, const gullies_settings *s, uint64_t key)
{
    const heightmap *map = self->map;
    double cells = s->scale;
    double strength = s->strength;
    for (int o = 0; o < s->octaves; o++) {
        gullies_octave *octave = &self->octave[o];
        double period = exact_max(exact_round(cells), 1.0);
        octave->rate = octave->rate_y = cells / self->side;
        if (map->wrap) { /* the same number of whole cells round the torus */
            octave->period = (int32_t)period;
            octave->rate = period / map->width;
            octave->rate_y = period / map->height;
        }
        octave->cells = cells;
        double length = 1.0 / (cells * (double)GULLIES_FREQ);
        double seen = exact_smoothstep(FINEST, FINE, length * self->side);
        octave->strength = (float)(strength * seen);
        octave->height = (float)(length / (2.0 * 3.14159265358979) / HEIGHT_SIDES);
        octave->key = hash_key(key, (uint64_t)o);
        if (seen > 0.0)
            self->octaves = o + 1;
        cells *= 2.0;
        strength *= s->gain;
    }
}

static int64_t gullies_steps(const void *settings, int64_t samples)
{
    return pass_product(samples, 20 + 8 * (int64_t)((const gullies_settings *)settings)->octaves);
}

static rl_status gullies_run(heightmap *map, const void *settings, int index,
                             const heightmap_work *work, rl_error *error)
{
    size_t samples = (size_t)map->width * (size_t)map->height;
    float *memory = memory_array(work->allocator, samples, 3 * sizeof *memory);
    if (memory == NULL)
        return status_fail(error, RL_NO_MEMORY, "gullies: out of memory");
    carving self = {.map = map,
                    .broad = memory,
                    .narrow = memory + samples,
                    .sea = (float)work->rules->sea,
                    .side = map->width > map->height ? map->width : map->height,
                    .kernel = gullies_kernels[cpu_choose(work->kernels)]};
    make_octaves(&self, settings, hash_key(work->seed, STREAM_GULLIES + (uint64_t)index));
    rl_status status =
        blur(map, NARROW, map->h, memory + samples, memory + 2 * samples, work, error);
    if (status == RL_OK)
        status = blur(map, BROAD, map->h, memory, memory + 2 * samples, work, error);
    if (status == RL_OK)
        status = heightmap_strips(work, "gullies", map->height, 16, carve_rows, &self, error);
    memory_free(work->allocator, memory);
    return status;
}

const heightmap_pass gullies_pass = {"gullies", PASS_KEYS(keys), .steps = gullies_steps,
                                     .run = gullies_run};
