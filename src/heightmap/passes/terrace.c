/* terrace.c - heights in steps: flats, and cliffs between them.
 *
 * Within a step the height follows a curve that keeps its lowest and highest value, is level there,
 * and steep between; the sharper, the steeper.  Noise raises and lowers the steps, so that no flat
 * has one height across the map.  A sample is a function of its height and place.
 */
#include <stddef.h>

#include "base/exact.h"
#include "base/hash.h"
#include "heightmap/lattice.h"
#include "heightmap/pass.h"

#define STREAM UINT64_C(0x7465727261636500) /* random stream of pass 0: "terrace" in ASCII */

typedef struct terrace_settings {
    int steps;
    double sharpness, uneven;
} terrace_settings;

#define AT(field) offsetof(terrace_settings, field)
static const scene_key keys[] = {
    INTEGER_KEY("pass.N.steps", AT(steps), 1, 1000, 5, "number of flats from height 0 to height 1"),
    REAL_KEY("pass.N.sharpness", AT(sharpness), 0, 1, 0.8,
             "sharpness of cliffs: 0 = land unchanged, 1 = walls"),
    REAL_KEY("pass.N.uneven", AT(uneven), 0, 1, 0.3, "displacement of a step by noise, in steps"),
};

#define CELLS 5.0 /* cells of the noise along a side */

typedef struct terracing {
    const terrace_settings *settings;
    lattice noise;
} terracing;

static void terrace_runs(const void *user, const lattice_run *run)
{
    const terracing *self = user;
    const terrace_settings *s = self->settings;
    lattice_pair noise;
    lattice_fill(&self->noise, run->x, run->count, run->y, NULL, &noise);
    /* The cliff is in the middle of a step, 2 * half of its height; `share` blends from unchanged
     * land (0) to steps (1). */
    double half = 0.5 * (1.0 - s->sharpness);
    double share = s->sharpness > 0.0 ? exact_min(1.0, 4.0 * s->sharpness) : 0.0;
    for (int i = 0; i < run->count; i++) {
        double place = exact_clamp((double)run->height[i], -1e6, 1e6) * s->steps;
        double moved = place + s->uneven * noise.a[i];
        double whole = (double)exact_floor(moved), t = moved - whole;
        double cliff = exact_smoothstep(0.5 - half, 0.5 + half, t);
        double stepped = whole + exact_mix(t, cliff, share);
        run->height[i] = (float)((stepped - s->uneven * noise.a[i]) / s->steps);
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
    terracing self = {
        .settings = settings,
        .noise = lattice_over(map, work, CELLS, 3, hash_key(work->seed, STREAM + (uint64_t)index))};
    return lattice_runs(map, work, "terrace", 16, terrace_runs, &self, error);
}

const heightmap_pass terrace_pass = {"terrace", PASS_KEYS(keys), .random = STREAM,
                                     .steps = terrace_steps, .run = terrace_run};
