/* rows.c - the rows of a slope: forest behind forest, or bare swells of the ground.
 *
 * A slope under one edge is a large flat shape.  Rows, each on lower ground than
 * the one behind it, fill it.  Their ground wanders by noise of its own: rows that
 * run parallel look combed.
 */
#include "base/exact.h"
#include "base/hash.h"
#include "frame/frame.h"
#include "frame/land_kernels.h"
#include "ridge/noise.h"

/* How a row's ground lies: a share of its drop and a height (U) by which it
 * wanders, over a length (U). */
typedef struct row_look {
    double drop; /* relative to a forest's */
    double wander, wander_height, wander_cell;
} row_look;

/* The finer of its two noises: so much weaker, and its cells so much smaller. */
#define FINE_SHARE 0.4

static const row_look forest = {1.0, 0.38, 0.005, 0.30};
static const row_look swell = {1.5, 0.50, 0.012, 0.80};

int frame_is_wooded(const rl_frame *frame, int ridge)
{
    return frame->scene.ridge[ridge].trees > 0.0 && frame->scene.tree_height > 0.0;
}

uint64_t frame_row_key(const rl_frame *frame, int ridge, int row)
{
    return hash_key(frame->scene.seed, STREAM_ROWS + (uint64_t)ridge * 16 + (uint64_t)row);
}

int frame_rows(const rl_frame *frame, int ridge)
{
    const rl_ridge *land = &frame->scene.ridge[ridge];
    if (!frame_is_wooded(frame, ridge))
        return land->swells + 1;
    int rows = frame->scene.tree_rows;
    return land->depth >= 0.95 ? rows + 1 : rows;
}

double frame_row_lower(const rl_frame *frame, int ridge, int row)
{
    double z = frame->scene.ridge[ridge].depth;
    double drop = frame_is_wooded(frame, ridge) ? forest.drop : swell.drop;
    return frame->unit_share * drop * (0.016 + 0.022 * z) * exact_pow(row, 1.2);
}

double frame_row_drop(const rl_frame *frame, int ridge, int row, double x)
{
    if (row == 0)
        return 0.0;
    const row_look *look = frame_is_wooded(frame, ridge) ? &forest : &swell;
    double lower = frame_row_lower(frame, ridge, row);
    uint64_t key = frame_row_key(frame, ridge, row);
    double noise[2];
    for (int i = 0; i < 2; i++) {
        double cell = i == 0 ? look->wander_cell : FINE_SHARE * look->wander_cell;
        noise_period period = noise_fit_cell(frame->loop, &cell);
        noise[i] = noise_gradient(key, 8 + i, x / cell, 0.5, period);
    }
    double n = noise[0] + FINE_SHARE * noise[1];
    return lower * (1.0 + look->wander * n) + look->wander_height * frame->unit_share * n;
}

void frame_row_lay(const rl_frame *frame, int ridge, int row, const double *x, size_t count,
                   double *work, double *heights)
{
    if (row == 0)
        return;
    const land_kernels *kernels = land_kernels_of(frame->kernels);
    const row_look *look = frame_is_wooded(frame, ridge) ? &forest : &swell;
    uint64_t key = frame_row_key(frame, ridge, row);
    land_row lie = {.lower = frame_row_lower(frame, ridge, row),
                    .wander = look->wander,
                    .lift = look->wander_height * frame->unit_share,
                    .fine_share = FINE_SHARE};
    double *noise[2] = {work, work + count};
    for (int i = 0; i < 2; i++) {
        double cell = i == 0 ? look->wander_cell : FINE_SHARE * look->wander_cell;
        noise_period period = noise_fit_cell(frame->loop, &cell);
        kernels->cells(x, count, cell, work + 2 * count);
        noise_run(key, 8 + i, work + 2 * count, count, 0.5, period, frame->kernels, noise[i]);
    }
    kernels->lower(&lie, noise[0], noise[1], count, heights);
}
