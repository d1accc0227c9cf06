/* shore.c - the line where a ridge that rises from water meets it.
 *
 * A shore is not straight: it bulges toward the viewer below high land and wanders, far ones less.
 */
#include "layers/water/lake.h"

#include "base/exact.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"
#include "frame/profile.h"
#include "ridge/noise.h"

/* The shore bulges toward the viewer below high land. */
#define BULGE 0.060      /* bulge, share of the land's blurred height */
#define BULGE_MOST 0.010 /* largest bulge, U */
#define BLUR 0.030       /* half width of the blur, U */
#define BLUR_STEPS 4     /* samples in that half width */

/* Noise moves the shore up and down. */
#define WANDER 0.0055   /* displacement at distance 1, U */
#define WANDER_MEAN 0.5 /* mean displacement, in WANDER */
#define WAVES 3
static const double wave_rate[WAVES] = {14.0, 37.0, 90.0};  /* cells per U */
static const double wave_share[WAVES] = {0.35, 0.25, 0.15}; /* weights */

#define SHORE_RUN 512 /* columns computed at a time */

int lake_holds(const rl_scene *scene, int ridge)
{
    return scene->lake_open && scene->lake_ridge > 0 && ridge >= scene->lake_ridge &&
           scene->ridge[ridge].distance > 0.0;
}

#define ROUGH_WIND 0.3 /* wind (0..1) from which waves mirror neither the disc nor clouds */

int lake_breaks(const rl_scene *scene)
{
    return scene->lake_open && scene->lake_wind >= ROUGH_WIND;
}

int lake_mirrors(const rl_scene *scene, int ridge)
{
    return ridge < scene->lake_ridge || lake_holds(scene, ridge);
}

#define WATERLINE_LEAST -10.0 /* lowest waterline, H; near ridges would be infinitely low */

double lake_waterline(const rl_scene *scene, int ridge)
{
    return exact_max(scene->lake_level * (1.0 - 1.0 / scene->ridge[ridge].distance),
                     WATERLINE_LEAST);
}

/* Heights of the land above the waterline (U, at least 0) on a lattice of the world, then blurred.
 */
typedef struct land_lattice {
    int64_t first;
    double step;
    size_t count;
    double *height;
} land_lattice;

static rl_status sample_land(const rl_frame *frame, int ridge, const ridge_grid *grid, size_t count,
                             land_lattice *out, rl_error *error)
{
    double line = lake_waterline(&frame->scene, ridge);
    out->step = BLUR / BLUR_STEPS;
    (void)noise_fit_cell(frame->loop, &out->step);
    double left = (double)grid->first * grid->step + grid->origin;
    out->first = exact_floor(left / out->step) - BLUR_STEPS;
    out->count = (size_t)((double)count * grid->step / out->step) + 2 * BLUR_STEPS + 4;
    out->height = memory_array(frame->allocator, 2 * out->count, sizeof *out->height);
    TRY(status_memory(out->height != NULL, "shore", error));
    ridge_grid world = {.first = out->first, .step = out->step, .detail = out->step};
    TRY(profile_heights(frame->profile, ridge, &world, out->count, out->height, error));
    for (size_t i = 0; i < out->count; i++)
        out->height[i] = exact_max((out->height[i] - line) / frame->unit_share, 0.0);
    double *blurred = out->height + out->count;
    for (size_t i = BLUR_STEPS; i + BLUR_STEPS < out->count; i++) {
        double sum = 0.0;
        for (int k = -BLUR_STEPS; k <= BLUR_STEPS; k++)
            sum += (BLUR_STEPS + 1 - (k < 0 ? -k : k)) * out->height[(int64_t)i + k];
        blurred[i] = sum / ((BLUR_STEPS + 1) * (BLUR_STEPS + 1));
    }
    return RL_OK;
}

rl_status lake_shore(const rl_frame *frame, int ridge, const ridge_grid *grid, size_t count,
                     double *heights, rl_error *error)
{
    land_lattice over = {.height = NULL};
    double x[SHORE_RUN], cells[SHORE_RUN], noise[SHORE_RUN], sum[SHORE_RUN];
    uint64_t key = hash_key(frame->scene.seed, STREAM_SHORE + (uint64_t)ridge);
    double wander = WANDER / exact_sqrt(exact_max(frame->scene.ridge[ridge].distance, 1.0));
    double line = lake_waterline(&frame->scene, ridge);
    rl_status status = sample_land(frame, ridge, grid, count, &over, error);
    for (size_t first = 0; status == RL_OK && first < count; first += SHORE_RUN) {
        size_t run = count - first < SHORE_RUN ? count - first : SHORE_RUN;
        for (size_t j = 0; j < run; j++) {
            x[j] = (double)(grid->first + (int64_t)(first + j)) * grid->step + grid->origin;
            sum[j] = WANDER_MEAN;
        }
        for (int k = 0; k < WAVES; k++) {
            double rate = wave_rate[k];
            noise_period period = noise_fit_rate(frame->loop, &rate);
            for (size_t j = 0; j < run; j++)
                cells[j] = x[j] * rate;
            noise_run(key, k, cells, run, 0.5, period, frame->kernels, noise);
            for (size_t j = 0; j < run; j++)
                sum[j] += 2.0 * wave_share[k] * noise[j];
        }
        for (size_t j = 0; j < run; j++) {
            double place = x[j] / over.step; /* World coordinates give each part the same shore. */
            int64_t i = exact_floor(place);
            const double *blurred = over.height + over.count + (i - over.first);
            double part = exact_smoothstep(0.0, 1.0, place - (double)i);
            double bulge = exact_min(BULGE * exact_mix(blurred[0], blurred[1], part), BULGE_MOST);
            double below = bulge + wander * exact_max(sum[j], 0.0);
            heights[first + j] = line - frame->unit_share * below;
        }
    }
    memory_free(frame->allocator, over.height);
    return status;
}
