/* take.c - a second look at a bare seed's land, before anything is painted.
 *
 * Some lands are dull (a flat skyline, a layer hidden whole) or cluttered.  Where
 * the scene leaves it open, the same composition is tried with other ridges, and
 * the first take without a fault is kept, else the best.  Takes are judged on the
 * world lattice as if U were H, so every size and frame chooses the same.
 */
#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"
#include "frame/profile.h"
#include "ridge/family.h"

#define TAKES 8
#define WINDOW 150 /* lattice samples to each side of the middle: .9 U */

/* Faults begin here; heights are fractions of H, shares are of the columns. */
#define FLATTEST 0.15     /* highest less lowest skyline */
#define LEAST_SEEN 0.30   /* of a layer */
#define LEAST_APART 0.028 /* mean step from a layer's edge to the next nearer one */
#define NEAR_MOST 0.33    /* the nearest layer but near ground must not fill the frame */
#define CLUTTERED 2.05    /* ups and downs of the skyline, summed */

typedef struct takes_heights {
    double ridge[RL_MAX_RIDGES][PROFILE_LATTICE];
} takes_heights;

static double over(double value, double limit)
{
    return exact_max(value - limit, 0.0);
}

/* How much of a layer is seen above those before it, and how far above. */
static void layer_seen(const takes_heights *h, int ridge, int ridges, double *share, double *apart)
{
    int seen = 0;
    double sum = 0.0;
    for (int j = PROFILE_LATTICE / 2 - WINDOW; j <= PROFILE_LATTICE / 2 + WINDOW; j++) {
        double front = 0.0;
        for (int i = ridge + 1; i < ridges; i++)
            front = exact_max(front, h->ridge[i][j]);
        double above = h->ridge[ridge][j] - front;
        if (above > 0.004) {
            seen++;
            sum += above;
        }
    }
    *share = (double)seen / (2 * WINDOW + 1);
    *apart = seen > 0 ? sum / seen : 0.0;
}

static double skyline_faults(const takes_heights *h, int ridges)
{
    double low = 10.0, high = -10.0, ups = 0.0, last = 0.0;
    for (int j = PROFILE_LATTICE / 2 - WINDOW; j <= PROFILE_LATTICE / 2 + WINDOW; j++) {
        double top = 0.0;
        for (int i = 0; i < ridges; i++)
            top = exact_max(top, h->ridge[i][j]);
        low = exact_min(low, top);
        high = exact_max(high, top);
        ups += j > PROFILE_LATTICE / 2 - WINDOW ? exact_abs(top - last) : 0.0;
        last = top;
    }
    return 10.0 * over(FLATTEST, high - low) + 0.3 * over(ups, CLUTTERED);
}

/* 0 = nothing to mend.  Of near ground it does not matter how much is seen. */
static double faults(const takes_heights *h, const rl_scene *scene)
{
    int ridges = scene->ridge_count, nearest = ridges - 1;
    double sum = skyline_faults(h, ridges);
    while (nearest > 0 && ridge_has(&scene->ridge[nearest], RIDGE_NEAR))
        nearest--;
    for (int i = 0; i + 1 < ridges && i <= nearest; i++) {
        double share, apart;
        layer_seen(h, i, ridges, &share, &apart);
        sum += 5.0 * over(LEAST_SEEN, share) + 10.0 * over(LEAST_APART, apart);
    }
    double near = 0.0;
    for (int j = PROFILE_LATTICE / 2 - WINDOW; j <= PROFILE_LATTICE / 2 + WINDOW; j++)
        near = exact_max(near, h->ridge[nearest][j]);
    return sum + 5.0 * over(near, NEAR_MOST);
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
    /* Only a scene that leaves its ridges open is tried again; a map has no others. */
    if (scene->take == RL_AUTO && scene->ridge_named == 0 && !scene->land_slices &&
        scene->ridge_count <= 16) {
        takes_heights *heights = memory_array(frame->allocator, 1, sizeof *heights);
        if (heights == NULL)
            return status_fail(error, RL_NO_MEMORY, "ridges: out of memory");
        rl_status status = try_takes(work, heights, error);
        memory_free(frame->allocator, heights);
        TRY(status);
    }
    frame->scene.take = frame->scene.take == RL_AUTO ? 0 : frame->scene.take;
    return profile_take(work, error);
}
