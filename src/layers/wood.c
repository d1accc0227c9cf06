/* wood.c - rows of a slope, and trees by distance: a furred edge far away, conifers near by.
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
    /* Trees of fields are on their hedges: see plants.c. */
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

/* Trees lower than this (U, and pixels) are spikes of the edge, taller ones have
 * branches. */
#define BRANCHES_FROM 0.0125
#define BRANCHES_FROM_PX 2.0

/* Lattice spacings, as shares of the tallest tree. */
#define SPIKE_SPACING 0.32
#define CONIFER_SPACING 0.17

/* How much taller the trees of each row are than those of the row behind. */
#define ROW_GROWTH 0.22

/* Under conifers grows what is this share of their height: no bare line between
 * their feet. */
#define UNDERGROWTH 0.20

static double chance(uint64_t key, enum tree_part part, int64_t cell)
{
    return hash_unit(hash_at(key, (int)part, cell));
}

double wood_tallest(const rl_frame *frame, int ridge, int row)
{
    double z = frame->scene.ridge[ridge].depth;
    double near = exact_clamp((z - 0.45) / 0.55, 0.0, 1.0);
    double share = 0.10 + 0.36 * exact_pow(near, 1.2) + 0.54 * exact_pow(near, 6.0);
    return frame->scene.tree_height * share * (1.0 + ROW_GROWTH * row);
}

static int has_branches(const rl_frame *frame, double tall)
{
    return tall >= BRANCHES_FROM && tall * frame->unit >= BRANCHES_FROM_PX;
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
    if (has_branches(frame, w.tall))
        w.tall *= UNDERGROWTH;
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
    if (!wood_is_wooded(&frame->scene, ridge))
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

/* ---- conifers ------------------------------------------------------------ */

/* Samples of the ground for each lattice cell. */
#define GROUND_PER_CELL 2

/* Trees are compared so many at once: beyond the last there are some that are nowhere. */
#define SPARE_TREES 8

/* Trees are low at a shore, of their height, and taller by so much of the ground's: else they
 * would seem to stand in the water beyond the last land. */
#define SHORE_TREE 0.3
#define SHORE_GROWTH 3.0

/* A range of cells whose trees may reach the part. */
typedef struct cells {
    int64_t first;
    size_t count;
    double spacing; /* U */
    double tall;    /* U */
    noise_period period;
    double clump; /* U: a cell of the noise that clumps them */
    noise_period clumps;
} cells;

/* Pixels as 1/256 pixel; what is far outside the picture stays there. */
static int32_t fixed(double pixels)
{
    double limit = 4.0 * RL_MAX_SIDE;
    return (int32_t)exact_floor(exact_clamp(pixels, -limit, limit) * TREE_ONE + 0.5);
}

/* The tree of one cell; 0 when the cell is empty.  `ground` is a fraction of H. */
static int make_tree(const rl_frame *frame, int ridge, int row, const cells *c, int64_t cell,
                     const double *ground, ridge_tree *tree)
{
    uint64_t key = row_key(frame, ridge, row);
    double clump = noise_gradient(key, 10, (double)cell * c->spacing / c->clump, 0.5, c->clumps);
    int64_t hashed = exact_wrap(cell, c->period);
    double filled = (0.92 + 0.6 * clump) * frame->scene.ridge[ridge].trees;
    if (chance(key, PART_THERE, hashed) > filled)
        return 0;
    double at = 0.05 + 0.9 * chance(key, PART_PLACE, hashed);
    double x = ((double)cell + at) * c->spacing;
    double u = chance(key, PART_HEIGHT, hashed);
    double height = c->tall * exact_clamp(0.34 + 0.66 * exact_pow(u, 1.8) + 0.3 * clump, 0.2, 1.1);
    double part = at * GROUND_PER_CELL;
    int piece = part >= GROUND_PER_CELL ? GROUND_PER_CELL - 1 : (int)part;
    double work[3], foot = exact_mix(ground[piece], ground[piece + 1], part - piece);
    wood_row_lay(frame, ridge, row, &x, 1, work, &foot);
    if (lake_holds(&frame->scene, ridge)) {
        double ashore = (foot - lake_waterline(&frame->scene, ridge)) / frame->unit_share;
        if (ashore < 0.0)
            return 0;
        height = exact_min(height, SHORE_TREE * height + SHORE_GROWTH * ashore);
    }
    foot -= 0.05 * height * frame->unit_share;
    tree->x = fixed(x * frame->unit + 0.5 * frame->width - (double)frame->x);
    tree->height = fixed(height * frame->unit) + 1;
    tree->top = fixed((1.0 - foot) * frame->height - height * frame->unit);
    double width = 0.145 + 0.085 * chance(key, PART_WIDTH, hashed);
    tree->width = fixed(width * height * frame->unit);
    tree->tiers = (float)(7.0 + (double)exact_floor(5.0 * chance(key, PART_TIERS, hashed)));
    tree->left = (float)chance(key, PART_LEFT, hashed);
    tree->right = (float)chance(key, PART_RIGHT, hashed);
    return 1;
}

/* Which trees may reach a block; their tips may rise above the ground's rows there. */
static void raise_blocks(const rl_frame *frame, ridge_outline *outline)
{
    int tree = 0, end = 0;
    for (int b = 0; b <= frame->blocks; b++) {
        int32_t left = (int32_t)((frame->first_block + b) * frame->block - frame->x) * TREE_ONE;
        int32_t right = left + frame->block * TREE_ONE;
        while (tree < outline->tree_count && outline->tree[tree].x < left - outline->tree_reach)
            tree++;
        outline->block_tree[b] = tree;
        while (end < outline->tree_count && outline->tree[end].x <= right + outline->tree_reach)
            end++;
        if (b == frame->blocks)
            return;
        outline->tree_end[b] = end;
        for (int t = tree; t < end; t++) {
            int32_t top = outline->tree[t].top / TREE_ONE;
            if (top < outline->block_top[b])
                outline->block_top[b] = top > 0 ? top : 0;
        }
    }
}

rl_status wood_list(const rl_frame *frame, int ridge, int row, ridge_outline *outline,
                    rl_error *error)
{
    if (!wood_is_wooded(&frame->scene, ridge) ||
        !has_branches(frame, wood_tallest(frame, ridge, row)))
        return RL_OK; /* and where nothing grows cells have no size */
    double left = ((double)frame->x - 0.5 * frame->width) / frame->unit;
    double right = left + frame->columns / frame->unit;
    cells c = {.tall = wood_tallest(frame, ridge, row)};
    c.spacing = CONIFER_SPACING * c.tall;
    c.clump = 3.0 * c.tall;
    c.period = noise_fit_cell(frame->loop, &c.spacing);
    c.clumps = noise_fit_cell(frame->loop, &c.clump);
    c.first = exact_floor((left - c.tall) / c.spacing) - 1;
    c.count = (size_t)(exact_floor((right + c.tall) / c.spacing) + 2 - c.first);
    size_t samples = c.count * GROUND_PER_CELL + 1;
    double *ground = memory_array(frame->allocator, samples, sizeof *ground);
    size_t most = c.count + SPARE_TREES;
    int32_t *member = arena_array(frame->arena, most, 4 * sizeof *member);
    outline->tree = arena_array(frame->arena, c.count, sizeof *outline->tree);
    rl_status status = RL_OK;
    if (ground == NULL || member == NULL || outline->tree == NULL)
        status = status_fail(error, RL_NO_MEMORY, "forest: %zu trees: out of memory", c.count);
    ridge_grid grid = {.first = c.first * GROUND_PER_CELL,
                       .step = c.spacing / GROUND_PER_CELL,
                       .origin = 0.0,
                       .detail = c.spacing / GROUND_PER_CELL};
    if (status == RL_OK)
        status = profile_heights(frame->profile, ridge, &grid, samples, ground, error);
    for (size_t i = 0; i < c.count && status == RL_OK; i++)
        outline->tree_count +=
            make_tree(frame, ridge, row, &c, c.first + (int64_t)i, ground + i * GROUND_PER_CELL,
                      &outline->tree[outline->tree_count]);
    memory_free(frame->allocator, ground);
    outline->tree_reach = fixed(0.23 * 1.1 * c.tall * frame->unit + 1.0);
    TRY(status);
    static const ridge_tree nowhere = {.top = INT32_MAX / 2, .height = 1};
    outline->tree_x = member;
    outline->tree_top = member + most;
    outline->tree_height = member + 2 * most;
    outline->tree_width = member + 3 * most;
    for (int i = 0; i < outline->tree_count + SPARE_TREES; i++) {
        const ridge_tree *tree = i < outline->tree_count ? &outline->tree[i] : &nowhere;
        outline->tree_x[i] = tree->x;
        outline->tree_top[i] = tree->top;
        outline->tree_height[i] = tree->height;
        outline->tree_width[i] = tree->width;
    }
    raise_blocks(frame, outline);
    return RL_OK;
}
