/* wood.c - rows of a slope, and the edges with spikes that far trees make, for ridge.c, woods.c and
 * motif_place.c.
 *
 * Noise displaces the ground of each row, because parallel rows look combed.  Every tree of an edge
 * is on a jittered lattice of the world and is a hash of (ridge, row, cell): it is the same tree at
 * every size and in every part.  Numbers were tuned by eye.
 */
#include "base/exact.h"
#include "base/hash.h"
#include "layers/land/ridge.h"
#include "layers/water/lake.h"
#include "ridge/family.h"
#include "ridge/noise.h"

/* ---- rows -------------------------------------------------------------------- */

typedef struct row_look {
    double drop_far, drop_near; /* U from the first row down to the second, at depths 0 and 1 */
    double wander;              /* displacement of a row's ground by noise: share of the drop */
    double lift_far, lift_near; /* displacement added to that, U, at depths 0 and 1 */
    double wander_cell;         /* cell of that noise, U */
} row_look;

/* The finer of the two noises: its strength and its cell relative to the coarser one. */
#define FINE_SHARE 0.4

static const row_look forest_look = {.drop_far = 0.036,
                                     .drop_near = 0.095,
                                     .wander = 0.35,
                                     .lift_far = 0.012,
                                     .lift_near = 0.030,
                                     .wander_cell = 0.77};
static const row_look swell_look = {.drop_far = 0.024,
                                    .drop_near = 0.057,
                                    .wander = 0.50,
                                    .lift_far = 0.012,
                                    .lift_near = 0.012,
                                    .wander_cell = 0.80};

#define DROP_POWER 1.2 /* drop of row k, from 0: that of row 1 times k^DROP_POWER */
#define LAST_ROW 0.35  /* the last row is 1 + LAST_ROW distances between rows above the water */

/* Depth from which on the rows of a slope that rises from water are spread over its height. */
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
    if (lake_holds(scene, ridge)) /* Rows fill the slope down to the water. */
        return rows > 1 && land->depth > ROWS_FROM ? rows + 1 : rows;
    return rows;
}

double wood_row_share(const rl_scene *scene, int ridge, int row)
{
    if (!lake_holds(scene, ridge) || scene->ridge[ridge].depth < ROWS_FROM)
        return 1.0;
    return 1.0 - (double)row / (wood_rows(scene, ridge) + LAST_ROW);
}

double wood_row_lower(const rl_frame *frame, int ridge, int row)
{
    if (wood_row_share(&frame->scene, ridge, row) < 1.0)
        return 0.0;
    double z = frame->scene.ridge[ridge].depth;
    const row_look *look = wood_is_wooded(&frame->scene, ridge) ? &forest_look : &swell_look;
    return frame->unit_share * exact_mix(look->drop_far, look->drop_near, z) *
           exact_pow(row, DROP_POWER);
}

void wood_row_lay(const rl_frame *frame, int ridge, int row, const double *x, size_t count,
                  double *work, double *heights)
{
    if (row == 0)
        return;
    const ground_kernels *kernels = ground_kernels_of[frame->kernels];
    const row_look *look = wood_is_wooded(&frame->scene, ridge) ? &forest_look : &swell_look;
    uint64_t key = row_key(frame, ridge, row);
    ground_row shape = {
        .lower = wood_row_lower(frame, ridge, row),
        .wander = look->wander,
        .lift = exact_mix(look->lift_far, look->lift_near, frame->scene.ridge[ridge].depth) *
                frame->unit_share,
        .fine_share = FINE_SHARE};
    double share = wood_row_share(&frame->scene, ridge, row);
    double line = share < 1.0 ? lake_waterline(&frame->scene, ridge) : 0.0;
    if (share < 1.0) {
        shape.lift *= 2.0;
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
    kernels->lower(&shape, noise[0], noise[1], count, heights);
}

/* ---- trees --------------------------------------------------------------------- */

/* Depth of a ridge from which on woods.c plants its trees; farther ones are spikes. */
#define WOODS_FROM 0.3

static const struct {
    double spacing;              /* width of a cell, in heights of the tallest tree */
    double there;                /* probability that a cell bears a tree, where `trees` is 1 */
    double growth;               /* height that trees gain per row, relative to the hindmost row */
    double near, near_deep;      /* nearness: depth where it begins, and over which it rises to 1 */
    double far_share;            /* height of the tallest far tree, relative to scene.tree_height */
    double middle, middle_power; /* addition to far_share: middle * nearness^power */
    double front, front_power;   /* addition near by: front * nearness^power */
} spikes = {
    .spacing = 0.32,
    .there = 0.94,
    .growth = 0.22,
    .near = 0.45,
    .near_deep = 0.55,
    .far_share = 0.10,
    .middle = 0.36,
    .middle_power = 1.2,
    .front = 0.54,
    .front_power = 6.0,
};

double wood_tallest(const rl_frame *frame, int ridge, int row)
{
    double z = frame->scene.ridge[ridge].depth;
    double near = exact_clamp((z - spikes.near) / spikes.near_deep, 0.0, 1.0);
    double share = spikes.far_share + spikes.middle * exact_pow(near, spikes.middle_power) +
                   spikes.front * exact_pow(near, spikes.front_power);
    return frame->scene.tree_height * share * (1.0 + spikes.growth * row);
}

int wood_has_trees(const rl_scene *scene, int ridge)
{
    return wood_is_wooded(scene, ridge) && scene->ridge[ridge].depth >= WOODS_FROM;
}

/* ---- spikes: trees too small for branches -------------------------------- */

/* Cells whose trees are made at a time: SPIKES, or NEIGHBOURS where samples are a cell or more
 * apart. */
#define SPIKES 32
#define NEIGHBOURS 3

static wood_cells wood_of(const rl_frame *frame, int ridge, int row)
{
    wood_cells w = {.key = row_key(frame, ridge, row),
                    .tall = wood_tallest(frame, ridge, row),
                    .spacing = spikes.spacing,
                    .there = spikes.there * frame->scene.ridge[ridge].trees};
    if (frame->loop > 0.0 && w.tall > 0.0) {
        double cell = spikes.spacing * w.tall;
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
    int batch = count > 1 && x[1] - x[0] > width ? NEIGHBOURS : SPIKES;
    wood_spike spike[SPIKES];
    int64_t first = INT64_MAX - SPIKES; /* cell of spike[0] */
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
