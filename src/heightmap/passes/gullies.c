/* gullies.c - branching ridges and valleys down the fall line, without simulation of erosion.
 *
 * In: any land.  Out: its broad form, and octaves of stripes along the fall line in place of its
 * noise.  The slopes of each octave change the fall line for the next one, so that small gullies
 * run into large ones.  A sample is a function of the land around it: it looks eroded, but nothing
 * is moved, and there is no sediment.  Lengths are in longer sides of the map, or, for a generated
 * map, of the grid of diamond_square_order from which it is cut.
 *
 * The broad form is a quadratic B-spline whose nodes are blurred samples of the land, at most NODES
 * along a side at every size of map.  So a larger map has the same valleys and only adds finer
 * ones, and a streamed map equals one in memory.
 *
 * The idea of such an erosion filter is C. John's (2018), F. Westin's (2023) and
 * R. S. Johansen's ("phacelle noise", 2026).
 */
#include <stddef.h>
#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"
#include "heightmap/pass.h"
#include "heightmap/passes/gullies.h"

#define STREAM UINT64_C(0x67756c6c69657300) /* random stream of pass 0: "gullies" in ASCII */

typedef struct gullies_settings {
    double strength, scale, gain;
    int octaves;
} gullies_settings;

#define AT(field) offsetof(gullies_settings, field)
static const scene_key keys[] = {
    REAL_KEY("pass.N.strength", AT(strength), 0, 4, 1, "slope of the sides: 0.6 hills, 1.2 alps"),
    REAL_KEY("pass.N.scale", AT(scale), 1, 1000, 9, "mountains along a side"),
    REAL_KEY("pass.N.gain", AT(gain), 0, 1, 0.78, "ratio of slopes of an octave to those before"),
    INTEGER_KEY("pass.N.octaves", AT(octaves), 1, GULLIES_OCTAVES, 8, "octaves of gullies"),
};

/* Length in map sides that a height of 1 is, to compute slopes as rise over run. */
#define HEIGHT_SIDES 0.6

/* Widths of the running means that make the broad and the narrow form of the land, map sides. */
#define BROAD 0.06
#define NARROW 0.012

/* Widths of a stripe in samples: an octave is left out up to FINEST and has full strength from FINE
 * on. */
#define FINEST 2.5
#define FINE 5.0

/* The base, to which gullies are added: the broad form, and shares of the difference to the narrow
 * form and of the land's noise.  Near shores these shares are larger, to keep the coast line. */
static const struct {
    float shore;                /* largest height above or below the sea that counts as shore */
    float narrow, narrow_shore; /* share of the narrow form, elsewhere and at a shore */
    float noise, noise_shore;   /* share of the land's noise, elsewhere and at a shore */
    float land;                 /* gullies begin this far below the sea, are full this far above */
} kept = {.shore = 0.06f,
          .narrow = 0.45f,
          .narrow_shore = 1.0f,
          .noise = 0.06f,
          .noise_shore = 0.72f,
          .land = 0.02f};

/* Radians in a turn, to 14 decimals. */
#define RADIANS (2.0 * 3.14159265358979)

/* Largest number of intervals of nodes along a side; NODES_MOST counts the node at the end and
 * three more as margins of a row. */
#define NODES 512
#define NODES_MOST (NODES + 4)

/* The nodes along one axis: node i is `i * step` samples from the first sample. */
typedef struct gully_axis {
    int samples, count, wrap;
    double step, rate; /* distance of nodes in samples, and 1 / step */
} gully_axis;

typedef struct gullies {
    const heightmap_work *work;
    gully_axis across, down;
    float *land;                  /* [nodes] samples of the land */
    float *broad, *narrow, *room; /* [nodes] broad form, narrow form, work memory */
    float sea;                    /* height of the sea; 0 = none */
    int octaves;
    gullies_octave octave[GULLIES_OCTAVES];
    double side; /* the unit of lengths, samples */
    gullies_kernel *kernel;
} gullies;

/* ---- nodes ------------------------------------------------------------------------ */

static gully_axis axis_of(int samples, int wrap, double step)
{
    gully_axis nodes = {samples, 0, wrap, step, 0.0};
    if (wrap) { /* whole steps round the torus */
        nodes.count = (int)exact_max(exact_round(samples / step), 1.0);
        nodes.step = (double)samples / nodes.count;
    } else {
        nodes.count = 1 - (int)exact_floor((1 - samples) / step);
    }
    nodes.rate = 1.0 / nodes.step;
    return nodes;
}

/* Returns node i wrapped, or limited to the first and last node. */
static int inside(const gully_axis *nodes, int i)
{
    if (nodes->wrap)
        return (int)exact_wrap(i, nodes->count);
    return i < 0 ? 0 : i < nodes->count ? i : nodes->count - 1;
}

static int sample_of(const gully_axis *nodes, int i)
{
    int sample = (int)exact_round(i * nodes->step);
    return sample < nodes->samples ? sample : nodes->samples - 1;
}

/* The B-spline at a sample: the first of the three nodes that it depends on, and the weights in its
 * slope of the differences second - first and third - second. */
typedef struct gully_place {
    int first;
    float before, after;
} gully_place;

static inline gully_place place_at(const gully_axis *nodes, int sample)
{
    double at = sample * nodes->rate;
    int nearest = (int)(at + 0.5);
    float t = (float)(at - nearest);
    return (gully_place){nearest - 1, 0.5f - t, 0.5f + t};
}

/* Returns the value of the spline; written so that equal nodes give exactly their value. */
static inline float value_at(gully_place at, float a, float b, float c)
{
    return b + 0.5f * at.before * at.before * (a - b) + 0.5f * at.after * at.after * (c - b);
}

static inline float slope_at(gully_place at, float a, float b, float c)
{
    return at.before * (b - a) + at.after * (c - b);
}

/* ---- blur ------------------------------------------------------------------------- */

/* A running mean along rows, or along columns, over 2 * reach + 1 nodes. */
typedef struct mean {
    const gullies *self;
    const float *source;
    float *target;
    int reach;
} mean;

static void mean_rows(void *user, int first, int end, int worker)
{
    (void)worker;
    const mean *m = user;
    const gully_axis *across = &m->self->across;
    int reach = m->reach;
    double share = 1.0 / (2 * reach + 1);
    for (int y = first; y < end; y++) {
        const float *source = m->source + (size_t)y * (size_t)across->count;
        float *target = m->target + (size_t)y * (size_t)across->count;
        double sum = 0.0;
        for (int x = -reach; x <= reach; x++)
            sum += (double)source[inside(across, x)];
        for (int x = 0; x < across->count; x++) {
            target[x] = (float)(sum * share);
            int out = x - reach, in = x + reach + 1;
            if (out < 0 || in >= across->count) {
                out = inside(across, out);
                in = inside(across, in);
            }
            sum += (double)source[in] - (double)source[out];
        }
    }
}

/* Number of columns that mean_columns does side by side, so that it reads whole cache lines. */
#define COLUMNS 16

static void mean_columns(void *user, int first, int end, int worker)
{
    (void)worker;
    const mean *m = user;
    const gully_axis *down = &m->self->down;
    int width = m->self->across.count, reach = m->reach;
    double share = 1.0 / (2 * reach + 1);
    for (int x = first * COLUMNS; x < end * COLUMNS && x < width; x += COLUMNS) {
        int columns = width - x < COLUMNS ? width - x : COLUMNS;
        double sum[COLUMNS] = {0.0};
        for (int y = -reach; y <= reach; y++) {
            const float *row = m->source + (size_t)inside(down, y) * (size_t)width + x;
            for (int c = 0; c < columns; c++)
                sum[c] += (double)row[c];
        }
        for (int y = 0; y < down->count; y++) {
            float *target = m->target + (size_t)y * (size_t)width + x;
            const float *out = m->source + (size_t)inside(down, y - reach) * (size_t)width + x;
            const float *in = m->source + (size_t)inside(down, y + reach + 1) * (size_t)width + x;
            for (int c = 0; c < columns; c++) {
                target[c] = (float)(sum[c] * share);
                sum[c] += (double)in[c] - (double)out[c];
            }
        }
    }
}

/* Blurs the land to `target`: three running means of `width` map sides in both directions. */
static rl_status blur(const gullies *self, double width, float *target, rl_error *error)
{
    double step = exact_max(self->across.step, self->down.step);
    int reach = (int)(0.5 * width * self->side / step);
    int strips = (self->across.count + COLUMNS - 1) / COLUMNS;
    for (int i = 0; i < 3; i++) {
        mean across = {self, i == 0 ? self->land : target, self->room, reach};
        mean down = {self, self->room, target, reach};
        TRY(heightmap_rows(self->work, self->down.count, mean_rows, &across, error));
        TRY(heightmap_rows(self->work, strips, mean_columns, &down, error));
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

/* The splines of a row of samples along y, at each node along x: broad and narrow form, and slope
 * of the broad form.  Entry 0 and the last two are margins. */
typedef struct nodes_row {
    float broad[NODES_MOST], narrow[NODES_MOST], slope_y[NODES_MOST];
} nodes_row;

static void blend_nodes(const gullies *self, int y, nodes_row *nodes)
{
    gully_place down = place_at(&self->down, y);
    float rate = (float)(HEIGHT_SIDES * self->side / self->down.step);
    const float *broad[3], *narrow[3];
    for (int j = 0; j < 3; j++) {
        size_t row = (size_t)inside(&self->down, down.first + j) * (size_t)self->across.count;
        broad[j] = self->broad + row;
        narrow[j] = self->narrow + row;
    }
    for (int i = 0; i < self->across.count + 3; i++) {
        int x = inside(&self->across, i - 1);
        nodes->broad[i] = value_at(down, broad[0][x], broad[1][x], broad[2][x]);
        nodes->narrow[i] = value_at(down, narrow[0][x], narrow[1][x], narrow[2][x]);
        nodes->slope_y[i] = rate * slope_at(down, broad[0][x], broad[1][x], broad[2][x]);
    }
}

/* Largest slope that is used: of steeper land only the direction of the slope matters. */
#define STEEPEST 1e4f

static float slope_within(float slope)
{
    return slope < -STEEPEST ? -STEEPEST : slope < STEEPEST ? slope : STEEPEST;
}

/* Fills the base of a run of samples: heights, slopes, and 0..1 for sea or land. */
static void lay_base(const gullies *self, const nodes_row *nodes, int x, int count,
                     const float *height, gullies_row *row)
{
    float rate = (float)(HEIGHT_SIDES * self->side / self->across.step);
    for (int i = 0; i < count; i++) {
        gully_place at = place_at(&self->across, x + i);
        int first = at.first + 1; /* entry 0 is a margin */
        const float *broad = nodes->broad + first;
        const float *narrow = nodes->narrow + first;
        const float *slope = nodes->slope_y + first;
        float b = value_at(at, broad[0], broad[1], broad[2]);
        float n = value_at(at, narrow[0], narrow[1], narrow[2]);
        float shore = 0.0f;
        if (self->sea > 0.0f) {
            float away = n - self->sea;
            shore = 1.0f - smooth(0.0f, kept.shore, away < 0.0f ? -away : away);
        }
        float base = b + mix(kept.narrow, kept.narrow_shore, shore) * (n - b) +
                     mix(kept.noise, kept.noise_shore, shore) * (height[i] - n);
        row->slope_x[i] = slope_within(rate * slope_at(at, broad[0], broad[1], broad[2]));
        row->slope_y[i] = slope_within(value_at(at, slope[0], slope[1], slope[2]));
        row->land[i] = self->sea > 0.0f ? smooth(-kept.land, kept.land, base - self->sea) : 1.0f;
        row->height[i] = base;
    }
}

static void gullies_carve(const void *state, int y, float *height)
{
    const gullies *self = state;
    nodes_row nodes;
    gullies_row row = {.octaves = self->octaves, .octave = self->octave};
    blend_nodes(self, y, &nodes);
    for (int o = 0; o < self->octaves; o++)
        stripe_line_at(&row.line[o], self->octave[o].key, self->octave[o].rate_y * y,
                       self->octave[o].period_y);
    for (int x = 0; x < self->across.samples; x += GULLIES_RUN) {
        int count = self->across.samples - x < GULLIES_RUN ? self->across.samples - x : GULLIES_RUN;
        for (int o = 0; o < self->octaves; o++)
            stripe_cell_at(self->octave[o].rate * x, self->octave[o].period, &row.cell[o],
                           &row.part[o]);
        lay_base(self, &nodes, x, count, height + x, &row);
        self->kernel(&row);
        memcpy(height + x, row.height, (size_t)count * sizeof *height);
    }
}

/* ---- the pass ------------------------------------------------------------------ */

/* Returns the number of cells of a noise around a torus along an axis of `samples`. */
static int32_t period_of(double cells, int samples, double side)
{
    return (int32_t)exact_max(exact_round(cells * samples / side), 1.0);
}

static void make_octaves(gullies *self, const gullies_settings *s, uint64_t key)
{
    double cells = s->scale;
    double strength = s->strength;
    for (int o = 0; o < s->octaves; o++) {
        gullies_octave *octave = &self->octave[o];
        octave->rate = octave->rate_y = cells / self->side;
        if (self->across.wrap) { /* whole cells round the torus */
            octave->period = period_of(cells, self->across.samples, self->side);
            octave->period_y = period_of(cells, self->down.samples, self->side);
            octave->rate = (double)octave->period / self->across.samples;
            octave->rate_y = (double)octave->period_y / self->down.samples;
        }
        double length = 1.0 / (cells * (double)GULLIES_FREQ);
        double seen = exact_smoothstep(FINEST, FINE, length * self->side);
        octave->strength = (float)(strength * seen);
        octave->height = (float)(length / RADIANS / HEIGHT_SIDES);
        octave->key = hash_key(key, (uint64_t)o);
        if (seen > 0.0)
            self->octaves = o + 1;
        cells *= 2.0;
        strength *= s->gain;
    }
}

static int64_t gullies_steps(const void *settings, int64_t samples)
{
    return pass_product(samples, 20 + 4 * (int64_t)((const gullies_settings *)settings)->octaves);
}

static rl_status gullies_start(void **state, const heightmap *map, const void *settings, int index,
                               const heightmap_work *work, rl_error *error)
{
    /* A map that was read has its own side; a generated one is cut from a larger grid. */
    int width = map->width, height = map->height, wrap = map->wrap;
    int longer = width > height ? width : height;
    double side = work->input != NULL ? exact_max(longer - !wrap, 1.0)
                                      : (double)(1 << diamond_square_order(width, height, wrap));
    double step = exact_max(side / NODES, 1.0);
    gully_axis across = axis_of(width, wrap, step), down = axis_of(height, wrap, step);
    size_t nodes = (size_t)across.count * (size_t)down.count;
    gullies *self = *state = memory_zeroed(work->allocator, 1, sizeof *self);
    float *memory = self != NULL ? memory_array(work->allocator, nodes, 4 * sizeof *memory) : NULL;
    if (memory == NULL) {
        memory_free(work->allocator, self);
        *state = NULL;
        return status_no_memory("gullies", error);
    }
    *self = (gullies){.work = work,
                      .across = across,
                      .down = down,
                      .land = memory,
                      .broad = memory + nodes,
                      .narrow = memory + 2 * nodes,
                      .room = memory + 3 * nodes,
                      .sea = work->rules != NULL ? (float)work->rules->sea : 0.0f,
                      .side = side,
                      .kernel = gullies_kernels[cpu_choose(work->kernels)]};
    make_octaves(self, settings, hash_key(work->seed, STREAM + (uint64_t)index));
    return RL_OK;
}

static void gullies_free(void *state)
{
    gullies *self = state;
    if (self == NULL)
        return;
    memory_free(self->work->allocator, self->land);
    memory_free(self->work->allocator, self);
}

static int gullies_reads(const void *state, int turn)
{
    const gullies *self = state;
    return turn < self->down.count ? sample_of(&self->down, turn) : -1;
}

static void gullies_read(void *state, int turn, const float *row)
{
    gullies *self = state;
    float *land = self->land + (size_t)turn * (size_t)self->across.count;
    for (int i = 0; i < self->across.count; i++)
        land[i] = row[sample_of(&self->across, i)];
}

static rl_status gullies_prepare(void *state, rl_error *error)
{
    gullies *self = state;
    TRY(blur(self, NARROW, self->narrow, error));
    return blur(self, BROAD, self->broad, error);
}

static const pass_stream stream = {.start = gullies_start,
                                   .reads = gullies_reads,
                                   .read = gullies_read,
                                   .prepare = gullies_prepare,
                                   .shape = gullies_carve,
                                   .free = gullies_free};

const heightmap_pass gullies_pass = {"gullies", PASS_KEYS(keys), .random = STREAM,
                                     .steps = gullies_steps, .stream = &stream};
