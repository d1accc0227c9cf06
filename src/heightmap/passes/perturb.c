/* perturb.c - domain warping: each sample becomes the height at a place displaced by noise.
 *
 * h'(p) = h(p + m n(p)), where n is a vector of two independent gradient noises, limited to length
 * 1, so that no displacement is larger than m map sides.  Lengths, also cells of the noise, are in
 * map sides, so the size of a map does not matter.  On a torus the number of cells along a side,
 * the frequency, is rounded.
 */
#include <stddef.h>
#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"
#include "heightmap/lattice.h"
#include "heightmap/pass.h"

#define STREAM UINT64_C(0x7065727475726200) /* random stream of pass 0: "perturb" in ASCII */

typedef struct perturb_settings {
    double magnitude, frequency;
    int octaves, dimensions;
} perturb_settings;

#define AT(field) offsetof(perturb_settings, field)
static const scene_key keys[] = {
    REAL_KEY("pass.N.magnitude", AT(magnitude), 0, 1, 0.25, "greatest displacement, in map sides"),
    REAL_KEY("pass.N.frequency", AT(frequency), 0.01, 10000, 4, "noise cells along a side"),
    INTEGER_KEY("pass.N.octaves", AT(octaves), 1, 16, 4, "octaves of the noise"),
    INTEGER_KEY("pass.N.dimensions", AT(dimensions), 2, 3, 2,
                "3 = height is the third coordinate of the noise"),
};

#define CELLS_A_STRIP 100000 /* evaluations of noise per strip: some milliseconds */

/* Largest absolute height that is used as third coordinate of the noise. */
#define HIGHEST 1e6F

typedef struct perturbing {
    const heightmap *map;
    const float *source; /* the map as it was */
    lattice noise;
    double reach; /* largest displacement, samples */
    int solid;    /* 1: the height is the third coordinate */
} perturbing;

/* ---- reading between cells ---------------------------------------------------- */

/* The samples before and after a place along an axis, and its offset from the first, 0..1. */
typedef struct perturb_weights {
    int low, high;
    double part;
} perturb_weights;

static perturb_weights cells_at(double place, int count, int wrap)
{
    if (!wrap)
        place = exact_clamp(place, 0.0, (double)(count - 1));
    int64_t whole = exact_floor(place);
    perturb_weights b = {(int)whole, (int)whole + 1, place - (double)whole};
    if (wrap) {
        b.low = (int)(whole % count);
        b.low += b.low < 0 ? count : 0;
        b.high = b.low + 1 < count ? b.low + 1 : 0;
    }
    b.high = b.high < count ? b.high : count - 1;
    return b;
}

static float read_between(const perturbing *self, double x, double y)
{
    const heightmap *map = self->map;
    perturb_weights across = cells_at(x, map->width, map->wrap);
    perturb_weights down = cells_at(y, map->height, map->wrap);
    const float *top = self->source + (size_t)down.low * (size_t)map->width;
    const float *bottom = self->source + (size_t)down.high * (size_t)map->width;
    double above = exact_mix((double)top[across.low], (double)top[across.high], across.part);
    double below = exact_mix((double)bottom[across.low], (double)bottom[across.high], across.part);
    return (float)exact_mix(above, below, down.part);
}

/* ---- runs of rows -------------------------------------------------------------- */

static void perturb_runs(const void *user, const lattice_run *run)
{
    const perturbing *self = user;
    lattice_pair noise;
    float heights[LATTICE_RUN];
    const float *source = self->source + (size_t)run->y * (size_t)self->map->width + (size_t)run->x;
    for (int i = 0; i < run->count && self->solid; i++)
        heights[i] = source[i] > HIGHEST ? HIGHEST : source[i] > -HIGHEST ? source[i] : -HIGHEST;
    lattice_fill(&self->noise, run->x, run->count, run->y, self->solid ? heights : NULL, &noise);
    for (int i = 0; i < run->count; i++) {
        double a = noise.a[i], b = noise.b[i], square = a * a + b * b;
        double reach = square > 1.0 ? self->reach / exact_sqrt(square) : self->reach;
        run->height[i] =
            read_between(self, (double)(run->x + i) + a * reach, (double)run->y + b * reach);
    }
}

/* ---- the pass ------------------------------------------------------------------ */

static int64_t perturb_steps(const void *settings, int64_t samples)
{
    return pass_product(samples, 4 * (int64_t)((const perturb_settings *)settings)->octaves);
}

static rl_status perturb_run(heightmap *map, const void *settings, int index,
                             const heightmap_work *work, rl_error *error)
{
    const perturb_settings *s = settings;
    size_t cells = (size_t)map->width * (size_t)map->height;
    float *source = memory_array(work->allocator, cells, sizeof *source);
    TRY(status_memory(source != NULL, "perturb", error));
    memcpy(source, map->h, cells * sizeof *source);
    uint64_t key = hash_key(work->seed, STREAM + (uint64_t)index);
    perturbing self = {.map = map,
                       .source = source,
                       .noise = lattice_over(map, work, s->frequency, s->octaves, key),
                       .reach = s->magnitude * lattice_side(map),
                       .solid = s->dimensions == 3};
    self.noise.cells_z = s->frequency;
    int high = 1 + CELLS_A_STRIP / (map->width * s->octaves);
    rl_status status = lattice_runs(map, work, "perturb", high, perturb_runs, &self, error);
    memory_free(work->allocator, source);
    return status;
}

const heightmap_pass perturb_pass = {"perturb", PASS_KEYS(keys), .random = STREAM,
                                     .steps = perturb_steps, .run = perturb_run};
