/* take.c - chooses among several sets of ridges for a bare seed.
 *
 * Some lands are dull (a flat skyline, a hidden layer) or cluttered.  If scene.take is unset, up to
 * TAKES sets of ridges are made; the first without a fault is kept, else the one with the smallest
 * sum of faults.  They are judged on the world lattice as if U were H, so that pictures of all
 * sizes choose the same.
 */
#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"
#include "frame/profile.h"
#include "ridge/family.h"

#define TAKES 8
#define WINDOW 150     /* judged samples of the world lattice to each side of its middle: 0.9 U */
#define MOST_RIDGES 16 /* a scene of more ridges has only take 0 */

/* The faults of a take: a measure beyond its limit adds weight * excess to the sum.  Heights are
 * fractions of H. */
static const struct fault {
    double limit, weight;
} flat = {0.15, 10.0},       /* least difference of the skyline's highest and lowest sample */
    hidden = {0.30, 5.0},    /* least share of samples at which a ridge is visible */
    merged = {0.028, 10.0},  /* least mean height of a ridge above the nearer ones */
    filled = {0.33, 5.0},    /* greatest height of the nearest ridge that is not near ground */
    cluttered = {2.05, 0.3}; /* greatest sum of |differences| of neighbouring skyline samples */

#define VISIBLE 0.004   /* height above nearer ridges beyond which a sample is visible */
#define BEYOND_ALL 10.0 /* greater than any height */

typedef struct takes_heights {
    double ridge[RL_MAX_RIDGES][PROFILE_LATTICE];
} takes_heights;

static double over(double value, double limit)
{
    return exact_max(value - limit, 0.0);
}

/* Writes the share of samples at which a ridge is visible above the nearer ones, and its mean
 * height above them at these samples. */
static void layer_seen(const takes_heights *h, int ridge, int ridges, double *share, double *apart)
{
    int seen = 0;
    double sum = 0.0;
    for (int j = PROFILE_LATTICE / 2 - WINDOW; j <= PROFILE_LATTICE / 2 + WINDOW; j++) {
        double front = 0.0;
        for (int i = ridge + 1; i < ridges; i++)
            front = exact_max(front, h->ridge[i][j]);
        double above = h->ridge[ridge][j] - front;
        if (above > VISIBLE) {
            seen++;
            sum += above;
        }
    }
    *share = (double)seen / (2 * WINDOW + 1);
    *apart = seen > 0 ? sum / seen : 0.0;
}

static double skyline_faults(const takes_heights *h, int ridges)
{
    double low = BEYOND_ALL, high = -BEYOND_ALL, ups = 0.0, last = 0.0;
    for (int j = PROFILE_LATTICE / 2 - WINDOW; j <= PROFILE_LATTICE / 2 + WINDOW; j++) {
        double top = 0.0;
        for (int i = 0; i < ridges; i++)
            top = exact_max(top, h->ridge[i][j]);
        low = exact_min(low, top);
        high = exact_max(high, top);
        ups += j > PROFILE_LATTICE / 2 - WINDOW ? exact_abs(top - last) : 0.0;
        last = top;
    }
    return flat.weight * over(flat.limit, high - low) +
           cluttered.weight * over(ups, cluttered.limit);
}

/* Returns the sum of the faults of a take, 0 = none.  Ridges of near ground are not judged. */
static double faults(const takes_heights *h, const rl_scene *scene)
{
    int ridges = scene->ridge_count, nearest = ridges - 1;
    double sum = skyline_faults(h, ridges);
    while (nearest > 0 && ridge_has(&scene->ridge[nearest], RIDGE_NEAR))
        nearest--;
    for (int i = 0; i + 1 < ridges && i <= nearest; i++) {
        double share, apart;
        layer_seen(h, i, ridges, &share, &apart);
        sum +=
            hidden.weight * over(hidden.limit, share) + merged.weight * over(merged.limit, apart);
    }
    double near = 0.0;
    for (int j = PROFILE_LATTICE / 2 - WINDOW; j <= PROFILE_LATTICE / 2 + WINDOW; j++)
        near = exact_max(near, h->ridge[nearest][j]);
    return sum + filled.weight * over(near, filled.limit);
}

static rl_status try_takes(preparation *work, takes_heights *heights, rl_error *error)
{
    rl_scene *scene = &work->frame->scene;
    double least = 0.0;
    int best = 0;
    for (int take = 0; take < TAKES && (take == 0 || least != 0.0); take++) {
        scene->take = take;
        TRY(profile_take(work, error));
        for (int i = 0; i < scene->ridge_count; i++)
            profile_skyline(work->frame->profile, i, 1.0, heights->ridge[i]);
        double result = faults(heights, scene);
        if (take == 0 || result < least) {
            least = result;
            best = take;
        }
    }
    scene->take = best;
    return RL_OK;
}

rl_status take_choose(preparation *work, rl_error *error)
{
    rl_frame *frame = work->frame;
    const rl_scene *scene = &frame->scene;
    /* Ridges that the scene gives, and slices of a map, are the same in all takes. */
    if (scene->take == RL_AUTO && scene->ridge_named == 0 && !scene->land_slices &&
        scene->ridge_count <= MOST_RIDGES) {
        takes_heights *heights = memory_array(frame->allocator, 1, sizeof *heights);
        TRY(status_memory(heights != NULL, "ridges", error));
        double loop = frame->loop;
        if (loop > 0.0) /* a loop has the take of the picture */
            profile_set_loop(frame, 0.0);
        rl_status status = try_takes(work, heights, error);
        if (loop > 0.0)
            profile_set_loop(frame, loop);
        memory_free(frame->allocator, heights);
        TRY(status);
    }
    frame->scene.take = frame->scene.take == RL_AUTO ? 0 : frame->scene.take;
    return profile_take(work, error);
}
