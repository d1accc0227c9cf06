/* terrace.c - heights in steps: flats, and cliffs between them.
 *
 * Within a step the height follows a curve that is level at both ends and the steeper between them
 * the sharper the cliffs are; a step keeps its ends.  Noise moves where the steps are, so that no
 * flat goes on at one height across the map.  A sample is a function of its height and place.
 */
#include <stddef.h>

#include "base/exact.h"
#include "base/hash.h"
#include "heightmap/lattice.h"
#include "heightmap/pass.h"

typedef struct terrace_settings {
    int steps;
    double sharpness, uneven;
} terrace_settings;

#define AT(field) offsetof(terrace_settings, field)
static const scene_key keys[] = {
    INTEGER_KEY("pass.N.steps", AT(steps), 1, 1000, 5, "flats from height 0 to height 1"),
    REAL_KEY("pass.N.sharpness", AT(sharpness), 0, 1, 0.8, "0 = the land as it was, 1 = walls"),
    REAL_KEY("pass.N.uneven", AT(uneven), 0, 1, 0.3, "how far noise moves a step, in steps"),
};

#define CELLS 5.0 /* of that noise along a side */

typedef struct terracing {
    heightmap *map;
    const terrace_settings *settings;
    lattice noise;
} terracing;

/* 0..1 to 0..1: level at both ends; `sharp` is the share of the way that is nearly level. */
static double stair(double t, double sharp)
{
    double half = 0.5 * (1.0 - sharp);
    double cliff = exact_smoothstep(0.5 - half, 0.5 + half, t);
    return exact_mix(t, cliff, sharp > 0.0 ? exact_min(1.0, 4.0 * sharp) : 0.0);
}

static void terrace_rows(void *user, int first, int end, int worker)
{
    const terracing *self = user;
    const terrace_settings *s = self->settings;
    int width = self->map->width;
    (void)worker;
    for (int y = first; y < end; y++)
        for (int x = 0; x < width; x += LATTICE_RUN) {
            lattice_pair noise;
            int count = width - x < LATTICE_RUN ? width - x : LATTICE_RUN;
            float *row = self->map->h + (size_t)y * (size_t)width + (size_t)x;
            lattice_fill(&self->noise, x, count, y, NULL, &noise);
            for (int i = 0; i < count; i++) {
                double place = exact_clamp((double)row[i], -1e6, 1e6) * s->steps;
                double moved = place + s->uneven * noise.a[i];
                double whole = (double)exact_floor(moved);
                double stepped = whole + stair(moved - whole, s->sharpness);
                row[i] = (float)((stepped - s->uneven * noise.a[i]) / s->steps);
            }
        }
}

static int64_t terrace_steps(const void *settings, int64_t samples)
{
    (void)settings;
    return pass_product(samples, 60);
}

static rl_status terrace_run(heightmap *map, const void *settings, int index,
                             const heightmap_work *work, rl_error *error)
{
    terracing self = {.map = map,
                      .settings = settings,
                      .noise = lattice_over(
                          map, CELLS, 3, hash_key(work->seed, STREAM_TERRACE + (uint64_t)index))};
    return heightmap_strips(work, "terrace", map->height, 16, terrace_rows, &self, error);
}

const heightmap_pass terrace_pass = {"terrace", PASS_KEYS(keys), .steps = terrace_steps,
                                     .run = terrace_run};
