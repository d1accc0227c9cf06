/* wood.c - rows of a slope, and the furred edge that far trees are.
 *
 * The ground of rows wanders by noise of its own: rows that run parallel look combed.
 * Every tree is on a jittered lattice of the world and is a hash of (ridge, row, cell), so
 * it is the same tree in every size and window.
 */
#include "base/exact.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"
#include "frame/profile.h"
#include "layers/lake.h"
#include "layers/ridge.h"
#include "ridge/family.h"
#include "ridge/noise.h"

/* ---- rows -------------------------------------------------------------------- */

/* How far below the first row the next one is, far away and near by (U), and how its ground
 * wanders: by a share of that and by a height (U), over a length (U). */
typedef struct row_look {
    double drop_far, drop_near;
    double wander, lift_far, lift_near, wander_cell;
} row_look;

/* The finer of its two noises: so much weaker, and its cells so much smaller. */
#define FINE_SHARE 0.4

static const row_look forest_look = {0.036, 0.095, 0.35, 0.012, 0.030, 0.77};
static const row_look swell_look = {0.024, 0.057, 0.50, 0.012, 0.012, 0.80};

/* From this depth on rows of a slope that rises from water share its height among them. */
#define ROWS_FROM 0.45

int wood_is_wooded(const rl_scene *scene, int ridge)
{
    /* Trees of fields are on their hedges: see hedges.c. */
    return scene->ridge[ridge].trees > 0.0 && scene->tree_height > 0.0 &&
           ridge_family_of(&scene->ridge[ridge])->ground != RIDGE_GROUND_FIELDS;
}

static uint64_t row_key(const rl_frame *frame, int ridge, int row)
{
    return hash_key(frame->scene.seed, STREAM_ROWS + (uint64_t)ridge * 16 + (uint64_t)row);
}

int wood_rows(const rl_scene *scene, int ridge)
{
    const rl_ridge *land = &scene->ridge[ridge];
    if (!wood_is_wooded(scene, ridge))
        return land->swells + 1;
    int rows = scene->tree_rows;
    if (lake_holds(scene, ridge)) /* rows fill the slope down to the water */
        return rows > 1 && land->depth > ROWS_FROM ? rows + 1 : rows;
    return rows;
}

double wood_row_share(const rl_scene *scene, int ridge, int row)
{
    if (!lake_holds(scene, ridge) || scene->ridge[ridge].depth < ROWS_FROM)
        return 1.0;
    return 1.0 - (double)row / (wood_rows(scene, ridge) + 0.35);
}

double wood_row_lower(const rl_frame *frame, int ridge, int row)
{
    if (wood_row_share(&frame->scene, ridge, row) < 1.0)
        return 0.0;
    double z = frame->scene.ridge[ridge].depth;
    const row_look *look = wood_is_wooded(&frame->scene, ridge) ? &forest_look : &swell_look;
    return frame->unit_share * exact_mix(look->drop_far, look->drop_near, z) * exact_pow(row, 1.2);
}

void wood_row_lay(const rl_frame *frame, int ridge, int row, const double *x, size_t count,
                  double *work, double *heights)
{
    if (row == 0)
        return;
    const ground_kernels *kernels = ground_kernels_of[frame->kernels];
    const row_look *look = wood_is_wooded(&frame->scene, ridge) ? &forest_look : &swell_look;
    uint64_t key = row_key(frame, ridge, row);
    ground_row lie = {
        .lower = wood_row_lower(frame, ridge, row),
        .wander = look->wander,
        .lift = exact_mix(look->lift_far, look->lift_near, frame->scene.ridge[ridge].depth) *
                frame->unit_share,
        .fine_share = FINE_SHARE};
    double share = wood_row_share(&frame->scene, ridge, row);
    double line = share < 1.0 ? lake_waterline(&frame->scene, ridge) : 0.0;
    if (share < 1.0) {
        lie.lift *= 2.0;
        for (size_t j = 0; j < count; j++)
            heights[j] = line + (heights[j] - line) * share;
    }
    double *noise[2] = {work, work + count};
    for (int i = 0; i < 2; i++) {
        double cell = i == 0 ? look->wander_cell : FINE_SHARE * look->wander_cell;
        noise_period period = noise_fit_cell(frame->loop, &cell);
        kernels->cells(x, count, cell, work + 2 * count);
        noise_run(key, 8 + i, work + 2 * count, count, 0.5, period, frame->kernels, noise[i]);
    }
    kernels->lower(&lie, noise[0], noise[1], count, heights);
}

/* ---- trees --------------------------------------------------------------------- */

/* Trees of ridges that are farther are spikes of the edge. */
#define WOODS_FROM 0.3

/* The spacing of their lattice, as a share of the tallest tree. */
#define SPIKE_SPACING 0.32

/* How much taller the trees of each row are than those of the row behind. */
#define ROW_GROWTH 0.22

double wood_tallest(const rl_frame *frame, int ridge, int row)
{
    double z = frame->scene.ridge[ridge].depth;
    double near = exact_clamp((z - 0.45) / 0.55, 0.0, 1.0);
    double share = 0.10 + 0.36 * exact_pow(near, 1.2) + 0.54 * exact_pow(near, 6.0);
    return frame->scene.tree_height * share * (1.0 + ROW_GROWTH * row);
}

int wood_has_trees(const rl_scene *scene, int ridge)
{
    return wood_is_wooded(scene, ridge) && scene->ridge[ridge].depth >= WOODS_FROM;
}

/* ---- spikes: trees too small for branches -------------------------------- */

/* Trees are made for so many cells at a time, but where a sample is wider than a cell
 * only for those beside it. */
#define SPIKES 32

static wood_cells wood_of(const rl_frame *frame, int ridge, int row)
{
    wood_cells w = {.key = row_key(frame, ridge, row),
                    .tall = wood_tallest(frame, ridge, row),
                    .spacing = SPIKE_SPACING,
                    .there = 0.94 * frame->scene.ridge[ridge].trees};
    if (frame->loop > 0.0 && w.tall > 0.0) {
        double cell = SPIKE_SPACING * w.tall;
        w.period = noise_fit_cell(frame->loop, &cell);
        w.spacing = cell / w.tall;
    }
    return w;
}

void wood_edge(const rl_frame *frame, int ridge, int row, const double *x, size_t count,
               double *heights)
{
    if (!wood_is_wooded(&frame->scene, ridge) || wood_has_trees(&frame->scene, ridge))
        return;
    const ground_kernels *kernels = ground_kernels_of[frame->kernels];
    wood_cells w = wood_of(frame, ridge, row);
    double width = w.spacing * w.tall;
    int batch = count > 1 && x[1] - x[0] > width ? 3 : SPIKES;
    wood_spike spike[SPIKES];
    int64_t first = INT64_MAX - SPIKES; /* the cell of the first of them */
    for (size_t j = 0; j < count;) {
        int64_t cell = exact_floor(x[j] / width);
        size_t end = j + 1;
        while (end < count && exact_floor(x[end] / width) == cell)
            end++;
        if (cell - 1 < first || cell + 1 >= first + batch) {
            first = cell - 1;
            kernels->trees(&w, first, batch, spike);
        }
        kernels->spikes(spike + (cell - 1 - first), x + j, end - j, frame->unit_share, heights + j);
        j = end;
    }
}
