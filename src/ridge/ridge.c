/* ridge.c - the upper envelope of a ridge's lines, and the limit of its slopes. */
#include "ridge/ridge.h"

#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"
#include "ridge/slope.h"

static double grid_x(const ridge_grid *grid, int64_t j)
{
    return (double)(grid->first + j) * grid->step + grid->origin;
}

/* The nodes that bear on the samples: a range of one level. */
typedef struct node_range {
    int level;
    int64_t first;
    size_t count;
    double *value, *place, *work;
} node_range;

/* A picture a million pixels wide needs four million nodes. */
#define MOST_NODES 16e6

/* A sample is four nodes wide or less.  So both are far below MOST_NODES: nodes
 * this many U aside in a picture of 4320 rows, and a slope's margin of so many
 * cells of its lattice with a run of them. */
#define MOST_REACH 400.0
#define MOST_MARGIN 1500000

static rl_status refuse(const rl_ridge *ridge, int index, ridge_key key, const char *rule,
                        const char *where, rl_error *error)
{
    char text[TEXT_REAL_SIZE];
    double value;
    memcpy(&value, (const char *)ridge + key.offset, sizeof value);
    text_from_real(text, value);
    return status_fail(error, RL_BAD_ARGUMENT, "ridge.%d.%s = %s: %s%s", index + 1, key.name, text,
                       rule, where);
}

static rl_status reach_too_far(const rl_ridge *ridge, int index, const char *where, rl_error *error)
{
    static const ridge_key displacement_key = RIDGE_KEY(displacement);
    ridge_key key = ridge_family_of(ridge)->aside;
    return refuse(ridge, index, key.name != NULL ? key : displacement_key,
                  "leads points of the line too far aside", where, error);
}

static rl_status slope_too_gentle(const rl_ridge *ridge, int index, double least, rl_error *error)
{
    char text[TEXT_REAL_SIZE], rule[TEXT_REAL_SIZE];
    text_from_real(text, ridge->slope);
    text_from_real(rule, text_round(least + 1e-9));
    return status_fail(error, RL_BAD_ARGUMENT,
                       "ridge.%d.slope = %s: must be 0, or at least %s for its height", index + 1,
                       text, rule);
}

rl_status ridge_check_family(const rl_ridge *ridge, int index, rl_error *error)
{
    if (ridge->kind == RL_AUTO)
        return RL_OK;
    const ridge_family *family = ridge_family_of(ridge);
    const char *rule = family->check != NULL ? family->check(ridge) : NULL;
    return rule == NULL ? RL_OK : refuse(ridge, index, family->checked, rule, "", error);
}

rl_status ridge_check(const rl_ridge *ridge, int index, rl_error *error)
{
    double rise = line_rise(ridge);
    if (ridge_has_limit(ridge) && slope_margin(ridge->slope, rise) > MOST_MARGIN)
        return slope_too_gentle(ridge, index, slope_least(rise, MOST_MARGIN), error);
    for (int which = 0; which < ridge_family_of(ridge)->lines; which++) {
        ridge_line world = line_make(ridge, 0, 0, NULL, 0.0, which);
        if (!(line_reach(&world, line_level(&world, ridge, 0.0)) <= MOST_REACH))
            return reach_too_far(ridge, index, ": must be at most 400 U", error);
    }
    return RL_OK;
}

/* Nodes that run from left to right lead each other aside, yet not past one another: so
 * those of a coarse level tell which of a fine level lie along the samples, though any
 * may lie `reach` aside. */
#define COARSER 5

static rl_status narrow_nodes(const ridge_line *world, double low, double high, node_range *nodes,
                              const rl_allocator *allocator, rl_error *error)
{
    int64_t cell = INT64_C(1) << COARSER;
    int64_t first = exact_floor((double)nodes->first / (double)cell);
    size_t count = nodes->count / (size_t)cell + 3;
    size_t room = displacement_scratch(count);
    double scale = line_place_scale(world);
    double *value = memory_array(allocator, 2 * count + line_arrays(world) * room, sizeof *value);
    if (value == NULL)
        return status_fail(error, RL_NO_MEMORY, "ridge: %zu nodes: out of memory", count);
    double *place = value + count;
    line_fill(world, nodes->level - COARSER, first, count, value, place, place + count);
    size_t from = 0;
    size_t to = count - 1;
    while (from + 1 < to && place[from + 1] * scale + world->origin < low)
        from++;
    while (to > from + 1 && place[to - 1] * scale + world->origin > high)
        to--;
    memory_free(allocator, value);
    nodes->first = (first + (int64_t)from) * cell;
    nodes->count = (to - from) * (size_t)cell + 1;
    return RL_OK;
}

static rl_status make_nodes(const ridge_line *world, const rl_ridge *ridge, uint64_t stream,
                            const ridge_grid *grid, size_t count, node_range *nodes,
                            const rl_allocator *allocator, rl_error *error)
{
    nodes->level = line_level(world, ridge, grid->detail);
    double per_u = (double)(INT64_C(1) << nodes->level) / world->spacing;
    double reach = line_reach(world, nodes->level) * per_u;
    double low = (grid_x(grid, 0) - world->origin) * per_u - reach;
    double high = (grid_x(grid, (int64_t)count - 1) - world->origin) * per_u + reach;
    if (!(high - low < MOST_NODES))
        return reach_too_far(ridge, (int)stream, " for a picture of so many pixels", error);
    nodes->first = exact_floor(low) - 1;
    nodes->count = (size_t)(exact_floor(high) - nodes->first) + 3;
    if (ridge_has(ridge, RIDGE_FORWARD) && nodes->level > COARSER) {
        rl_status status = narrow_nodes(world, grid_x(grid, 0), grid_x(grid, (int64_t)count - 1),
                                        nodes, allocator, error);
        if (status != RL_OK)
            return status;
    }
    size_t room = displacement_scratch(nodes->count);
    size_t arrays = line_arrays(world);
    nodes->value = memory_array(allocator, nodes->count, sizeof(double));
    nodes->place = world->has_places ? memory_array(allocator, nodes->count, sizeof(double)) : NULL;
    nodes->work = memory_array(allocator, room, arrays * sizeof(double));
    if (nodes->value == NULL || nodes->work == NULL || (world->has_places && nodes->place == NULL))
        return status_fail(error, RL_NO_MEMORY, "ridge: %zu nodes: out of memory", nodes->count);
    line_fill(world, nodes->level, nodes->first, nodes->count, nodes->value, nodes->place,
              nodes->work);
    return RL_OK;
}

static void raise_to(double *height, double value)
{
    *height = exact_max(*height, value);
}

/* A vertical line is a function of x: interpolate between two nodes. */
static void envelope_vertical(const ridge_line *world, const node_range *nodes,
                              const ridge_grid *grid, size_t count, double *heights)
{
    double per_u = (double)(INT64_C(1) << nodes->level) / world->spacing;
    for (size_t j = 0; j < count; j++) {
        double p = (grid_x(grid, (int64_t)j) - world->origin) * per_u;
        int64_t i = exact_floor(p);
        const double *node = nodes->value + (i - nodes->first);
        double value = node[0] + (node[1] - node[0]) * (p - (double)i);
        raise_to(&heights[j], value * world->gain + world->lift);
    }
}

/* A perpendicular line may fold over itself: at each sample its highest
 * crossing counts. */
static void envelope_folded(const ridge_line *world, const node_range *nodes,
                            const ridge_grid *grid, size_t count, double *heights)
{
    double scale = line_place_scale(world);
    double per_step = 1.0 / grid->step;
    double end = grid_x(grid, (int64_t)count - 1);
    double next = nodes->place[0] * scale + world->origin;
    for (size_t n = 0; n + 1 < nodes->count; n++) {
        double xa = next;
        double xb = next = nodes->place[n + 1] * scale + world->origin;
        double ya = nodes->value[n];
        double yb = nodes->value[n + 1];
        if (xb < xa) {
            double x = xa, y = ya;
            xa = xb, ya = yb;
            xb = x, yb = y;
        }
        /* The sample before xa, or, by rounding, the one that lies just behind it. */
        double from = (xa - grid->origin) * per_step - (double)grid->first;
        int64_t j = from > 0.0 ? (int64_t)from : 0;
        double x = grid_x(grid, j);
        if (xa > end || x > xb)
            continue;
        for (; x < xa && j + 1 < (int64_t)count; x = grid_x(grid, ++j))
            continue;
        for (; x <= xb && j < (int64_t)count; x = grid_x(grid, ++j)) {
            double t = xb > xa ? (x - xa) / (xb - xa) : 0.0;
            raise_to(&heights[j], (ya + (yb - ya) * t) * world->gain + world->lift);
        }
    }
}

/* A line that only runs forward: each sample lies in the segment that comes next. */
static void envelope_forward(const ridge_line *world, const node_range *nodes,
                             const ridge_grid *grid, size_t count, double *heights)
{
    double scale = line_place_scale(world);
    double place = (double)grid->first; /* of sample j, in steps */
    double x = place * grid->step + grid->origin;
    double xb = nodes->place[0] * scale + world->origin;
    size_t j = 0;
    for (size_t n = 0; n + 1 < nodes->count; n++) {
        double xa = xb;
        xb = nodes->place[n + 1] * scale + world->origin;
        if (x > xb)
            continue;
        double ya = nodes->value[n];
        double rise = nodes->value[n + 1] - ya;
        while (x <= xb && j < count) {
            double t = xb > xa ? (x - xa) / (xb - xa) : 0.0;
            raise_to(&heights[j++], (ya + rise * t) * world->gain + world->lift);
            x = ++place * grid->step + grid->origin;
        }
    }
}

/* The upper envelope of a ridge's fractals, without the slope limit. */
static rl_status sample_fractals(const rl_ridge *ridge, uint64_t seed, uint64_t stream,
                                 const ridge_grid *grid, size_t count, double *heights,
                                 const rl_allocator *allocator, rl_error *error)
{
    for (size_t j = 0; j < count; j++)
        heights[j] = -1e9;
    int lines = ridge_family_of(ridge)->lines;
    rl_status status = RL_OK;
    for (int which = 0; which < lines && status == RL_OK; which++) {
        ridge_line world = line_make(ridge, seed, stream, grid->row, grid->loop, which);
        line_use_kernels(&world, grid->kernels);
        node_range nodes = {0};
        status = make_nodes(&world, ridge, stream, grid, count, &nodes, allocator, error);
        if (status == RL_OK && ridge_has(ridge, RIDGE_FORWARD))
            envelope_forward(&world, &nodes, grid, count, heights);
        else if (status == RL_OK && world.has_places)
            envelope_folded(&world, &nodes, grid, count, heights);
        else if (status == RL_OK)
            envelope_vertical(&world, &nodes, grid, count, heights);
        memory_free(allocator, nodes.work);
        memory_free(allocator, nodes.place);
        memory_free(allocator, nodes.value);
    }
    return status;
}

/* Nodes of the lattice that are limited at a time, beside the margins. */
#define LIMIT_NODES 65536

int ridge_has_limit(const rl_ridge *ridge)
{
    return ridge->slope > 0.0 && ridge->amplitude > 0.0;
}

/* Nodes of the lattice in a loop, 0 = endless; and how far they lie apart. */
static int64_t lattice_period(const ridge_grid *grid)
{
    return grid->loop > 0.0 ? (int64_t)exact_max(exact_round(grid->loop / SLOPE_STEP), 1.0) : 0;
}

static double lattice_step(const ridge_grid *grid)
{
    int64_t period = lattice_period(grid);
    return period > 0 ? grid->loop / (double)period : SLOPE_STEP;
}

void ridge_limit_nodes(const ridge_grid *grid, size_t count, int64_t *first, size_t *nodes)
{
    double step = lattice_step(grid);
    *first = exact_floor(grid_x(grid, 0) / step);
    *nodes = (size_t)(exact_floor(grid_x(grid, (int64_t)count - 1) / step) - *first) + 2;
}

rl_status ridge_limit(const rl_ridge *ridge, uint64_t seed, uint64_t stream, const ridge_grid *grid,
                      int64_t first, size_t count, double *lifts, const rl_allocator *allocator,
                      rl_error *error)
{
    int64_t margin = slope_margin(ridge->slope, line_rise(ridge));
    size_t cells = count + 2 * (size_t)margin;
    double *lattice = memory_array(allocator, cells, 3 * sizeof *lattice);
    if (lattice == NULL)
        return status_fail(error, RL_NO_MEMORY, "ridge: %zu cells: out of memory", cells);
    double *lift = lattice + cells;
    ridge_grid world = {.first = first - margin,
                        .step = lattice_step(grid),
                        .origin = 0.0,
                        .detail = SLOPE_STEP,
                        .loop = grid->loop,
                        .row = grid->row,
                        .kernels = grid->kernels};
    rl_status status =
        sample_fractals(ridge, seed, stream, &world, cells, lattice, allocator, error);
    if (status == RL_OK)
        slope_lift(hash_key(seed, stream * 16 + 15), ridge->slope, lattice_period(grid),
                   world.first, cells, (size_t)margin, lattice, grid->kernels, lift, lift + cells);
    for (size_t i = 0; i < count && status == RL_OK; i++)
        lifts[i] = lift[(size_t)margin + i];
    memory_free(allocator, lattice);
    return status;
}

void ridge_raise(const ridge_grid *grid, size_t count, double *heights, int64_t first,
                 const double *lifts)
{
    double step = lattice_step(grid);
    for (size_t j = 0; j < count; j++) {
        double at = grid_x(grid, (int64_t)j) / step;
        int64_t i = exact_floor(at);
        const double *pair = lifts + (i - first);
        heights[j] += exact_mix(pair[0], pair[1], at - (double)i);
    }
}

/* Limits the slopes of a grid whose nodes fit in one work array. */
static rl_status limit_run(const rl_ridge *ridge, uint64_t seed, uint64_t stream,
                           const ridge_grid *grid, size_t count, double *heights,
                           const rl_allocator *allocator, rl_error *error)
{
    int64_t first;
    size_t nodes;
    ridge_limit_nodes(grid, count, &first, &nodes);
    double *lifts = memory_array(allocator, nodes, sizeof *lifts);
    if (lifts == NULL)
        return status_fail(error, RL_NO_MEMORY, "ridge: %zu cells: out of memory", nodes);
    rl_status status =
        ridge_limit(ridge, seed, stream, grid, first, nodes, lifts, allocator, error);
    if (status == RL_OK)
        ridge_raise(grid, count, heights, first, lifts);
    memory_free(allocator, lifts);
    return status;
}

/* The limit compares slopes on a world lattice, whatever the grid, and lifts the
 * samples by what it finds there: so detail stays, and no size or window shows.
 * A wide view is limited run by run: the margins make the runs join exactly. */
static rl_status limit_slopes(const rl_ridge *ridge, uint64_t seed, uint64_t stream,
                              const ridge_grid *grid, size_t count, double *heights,
                              const rl_allocator *allocator, rl_error *error)
{
    double samples = LIMIT_NODES * SLOPE_STEP / grid->step;
    size_t run = samples < 1.0 ? 1 : samples > (double)count ? count : (size_t)samples;
    rl_status status = RL_OK;
    for (size_t from = 0; from < count && status == RL_OK; from += run) {
        ridge_grid part = *grid;
        part.first += (int64_t)from;
        status = limit_run(ridge, seed, stream, &part, count - from > run ? run : count - from,
                           heights + from, allocator, error);
    }
    return status;
}

rl_status ridge_sample(const rl_ridge *ridge, uint64_t seed, uint64_t stream,
                       const ridge_grid *grid, size_t count, double *heights,
                       const rl_allocator *allocator, rl_error *error)
{
    rl_status status = sample_fractals(ridge, seed, stream, grid, count, heights, allocator, error);
    if (status == RL_OK && ridge_has_limit(ridge))
        status = limit_slopes(ridge, seed, stream, grid, count, heights, allocator, error);
    return status;
}
