/* line.c - which lines make a ridge of each kind. */
#include "ridge/line.h"

#include "base/exact.h"
#include "base/hash.h"

/* How a family composes fractals f (unit variance): amplitude * (gain * max f +
 * lift).  The upper envelope of two gives sharp notches between rounded tops,
 * as real skylines have; one alone looks the same upside down. */
typedef struct family {
    int lines;
    int smooth;
    double gain, lift;
} family;

static const family families[] = {
    [RL_RIDGE_FRACTAL] = {1, 0, 1.00, 0.00}, [RL_RIDGE_RANGE] = {2, 0, 0.50, 0.18},
    [RL_RIDGE_HILL] = {2, 1, 0.48, 0.22},    [RL_RIDGE_ROLL] = {1, 1, 0.42, 0.45},
    [RL_RIDGE_SEGMENT] = {1, 0, 1.00, 0.00}, [RL_RIDGE_ALPS] = {2, 0, 1.00, 0.00},
    [RL_RIDGE_DUNE] = {1, 1, 1.00, 0.00},    [RL_RIDGE_MESA] = {1, 0, 1.00, 0.00},
    [RL_RIDGE_SLICE] = {1, 0, 2.60, 0.42},
};

/* The second fractal of an envelope has its anchors this much closer, so that
 * the two never fall into step.  The second line of alps is a lower, denser one:
 * foothills between the peaks. */
#define SECOND_SPACING 0.83
#define FOOTHILL_SPACING 0.53
#define FOOTHILL_SHARE 0.60

/* The wind blows over all dunes of a scene from one side: a stream of its own. */
#define STREAM_WIND 7000

static int iterations_of(const rl_ridge *ridge)
{
    return ridge->iterations == RL_AUTO ? DISPLACEMENT_MAX_LEVEL : ridge->iterations;
}

/* A fractal of unit variance on anchors 1 apart. */
static displacement unit_line(const rl_ridge *ridge, uint64_t key)
{
    displacement line = {.key = key, .noise = ridge->noise, .period = ridge->period};
    line.smooth = families[ridge->kind].smooth;
    line.spacing = 1.0;
    line.anchor_bound = 1.0 / displacement_deviation(ridge->noise);
    displacement_bounds(&line, ridge->decay, ridge->displacement, ridge->roughness,
                        iterations_of(ridge));
    return line;
}

static ridge_line endless_line(const rl_ridge *ridge, int which, uint64_t key)
{
    const family *made = &families[ridge->kind];
    ridge_line world = {.gain = made->gain * ridge->amplitude,
                        .lift = made->lift * ridge->amplitude};
    world.spacing = ridge->spacing * (which == 0 ? 1.0 : SECOND_SPACING);
    world.line = unit_line(ridge, key);
    world.line.perpendicular = ridge->direction == RL_DIRECTION_PERPENDICULAR;
    /* Perpendicular displacement needs x in the unit of the values. */
    world.line.spacing = world.gain != 0.0 ? world.spacing / world.gain : world.spacing;
    world.has_places = world.line.perpendicular;
    return world;
}

static ridge_line alps_line(const rl_ridge *ridge, int which, uint64_t key)
{
    ridge_line world = {.has_places = 1};
    world.gain = ridge->amplitude * (which == 0 ? 1.0 : FOOTHILL_SHARE);
    world.spacing = 0.5 * ridge->spacing * (which == 0 ? 1.0 : FOOTHILL_SPACING);
    world.line.spacing = 0.5; /* nodes of level 0 are half a peak apart */
    world.rock.key = key;
    world.rock.noise = ridge->noise;
    world.rock.period = ridge->period;
    world.rock.roughness = ridge->roughness;
    world.rock.share = ridge->displacement;
    return world;
}

static ridge_line dune_line(const rl_ridge *ridge, uint64_t seed, uint64_t key)
{
    ridge_line world = {.has_places = 1, .gain = ridge->amplitude, .spacing = ridge->spacing};
    double side = hash_at(hash_key(seed, STREAM_WIND), 0, 0) >> 63 ? 1.0 : -1.0;
    world.line.spacing = 1.0;
    world.sand.crests = unit_line(ridge, key);
    world.sand.swell = unit_line(ridge, hash_mix(key));
    world.sand.lean = dune_lean(side, ridge->amplitude, ridge->spacing);
    return world;
}

static ridge_line mesa_line(const rl_ridge *ridge, uint64_t key)
{
    ridge_line world = {.gain = ridge->amplitude, .spacing = ridge->spacing};
    world.table.key = key;
    world.table.period = ridge->period;
    world.table.steepness = ridge->amplitude / ridge->spacing;
    world.table.edge = mesa_roughness(unit_line(ridge, key), MESA_EDGE_SMOOTHING);
    world.table.top = mesa_roughness(unit_line(ridge, hash_mix(key)), 0.0);
    return world;
}

/* Its anchors are a map's samples, the map's middle at x = 0, and level. */
static ridge_line slice_line(const rl_ridge *ridge, const slice *row, uint64_t key)
{
    ridge_line world = endless_line(ridge, 0, key);
    int cells = row != NULL ? slice_cells(row->count, row->wrap) : 1;
    world.spacing = ridge->spacing / cells;
    world.origin = -0.5 * ridge->spacing;
    world.line.perpendicular = world.has_places = 0;
    world.line.spacing = 1.0;
    world.line.anchor_bound = 0.0;
    world.line.period = 0;
    world.row = row;
    return world;
}

static ridge_line segment_line(const rl_ridge *ridge, uint64_t key)
{
    ridge_line world = {.origin = ridge->start_x, .gain = 1.0, .lift = 0.0};
    world.spacing = ridge->end_x - ridge->start_x;
    displacement *line = &world.line;
    line->key = key;
    line->noise = ridge->noise;
    line->perpendicular = ridge->direction == RL_DIRECTION_PERPENDICULAR;
    line->is_segment = 1;
    line->start = ridge->start_y;
    line->end = ridge->end_y;
    line->spacing = world.spacing;
    displacement_bounds(line, ridge->decay, ridge->displacement, ridge->roughness,
                        iterations_of(ridge));
    world.has_places = line->perpendicular;
    return world;
}

/* How much closer the anchors of a line lie than those of the ridge's first one. */
static double closeness(const rl_ridge *ridge, int which)
{
    return which == 0 ? 1.0 : ridge->kind == RL_RIDGE_ALPS ? FOOTHILL_SPACING : SECOND_SPACING;
}

/* The spacing nearest to the ridge's own of which `loop` is a multiple. */
static rl_ridge fit_spacing(const rl_ridge *ridge, double loop, int which)
{
    rl_ridge fitted = *ridge;
    double share = closeness(ridge, which);
    double anchors = exact_max(exact_round(loop / (ridge->spacing * share)), 1.0);
    fitted.period = (int)exact_min(anchors, 1e9);
    fitted.spacing = loop / (double)fitted.period / share;
    return fitted;
}

/* A map that does not wrap is mirrored, and repeats after two of its sides. */
static rl_ridge fit_slice(const rl_ridge *ridge, double loop, const slice *row)
{
    rl_ridge fitted = *ridge;
    double sides = row == NULL || row->wrap ? 1.0 : 2.0;
    double times = exact_max(exact_round(loop / (ridge->spacing * sides)), 1.0);
    fitted.spacing = loop / (times * sides);
    return fitted;
}

/* Once round the loop, between ends that meet. */
static rl_ridge fit_segment(const rl_ridge *ridge, double loop)
{
    rl_ridge fitted = *ridge;
    fitted.start_x = -0.5 * loop;
    fitted.end_x = 0.5 * loop;
    fitted.start_y = fitted.end_y = 0.5 * (ridge->start_y + ridge->end_y);
    return fitted;
}

static rl_ridge fit(const rl_ridge *ridge, const slice *row, double loop, int which)
{
    if (loop <= 0.0)
        return *ridge;
    if (ridge->kind == RL_RIDGE_SEGMENT)
        return fit_segment(ridge, loop);
    return ridge->kind == RL_RIDGE_SLICE ? fit_slice(ridge, loop, row)
                                         : fit_spacing(ridge, loop, which);
}

ridge_line line_make(const rl_ridge *asked, uint64_t seed, uint64_t stream, const slice *row,
                     double loop, int which)
{
    uint64_t key = hash_key(seed, stream * 16 + (uint64_t)which);
    rl_ridge fitted = fit(asked, row, loop, which);
    const rl_ridge *ridge = &fitted;
    ridge_line world;
    if (ridge->kind == RL_RIDGE_SEGMENT)
        world = segment_line(ridge, key);
    else if (ridge->kind == RL_RIDGE_ALPS)
        world = alps_line(ridge, which, key);
    else if (ridge->kind == RL_RIDGE_DUNE)
        world = dune_line(ridge, seed, key);
    else if (ridge->kind == RL_RIDGE_MESA)
        world = mesa_line(ridge, key);
    else if (ridge->kind == RL_RIDGE_SLICE)
        world = slice_line(ridge, row, key);
    else
        world = endless_line(ridge, which, key);
    world.kind = ridge->kind;
    return world;
}

void line_use_kernels(ridge_line *world, cpu_kernels kernels)
{
    world->line.kernels = kernels;
    world->rock.kernels = kernels;
    world->sand.crests.kernels = world->sand.swell.kernels = kernels;
    world->table.edge.kernels = world->table.top.kernels = kernels;
}

int line_count(const rl_ridge *ridge)
{
    return families[ridge->kind].lines;
}

double line_reach(const ridge_line *world, int level)
{
    if (world->kind == RL_RIDGE_ALPS)
        return ALPS_REACH * 2.0 * world->spacing;
    if (world->kind == RL_RIDGE_DUNE)
        return dune_reach(&world->sand) * world->spacing;
    return displacement_reach(&world->line, level) * exact_abs(world->gain);
}

size_t line_arrays(const ridge_line *world)
{
    return world->has_places ? 4 : world->kind == RL_RIDGE_MESA ? 3 : 2;
}

void line_fill(const ridge_line *world, int level, int64_t first, size_t count, double *values,
               double *places, double *work)
{
    if (world->kind == RL_RIDGE_ALPS)
        alps_fill(&world->rock, level, first, count, values, places, work);
    else if (world->kind == RL_RIDGE_DUNE)
        dune_fill(&world->sand, level, first, count, values, places, work);
    else if (world->kind == RL_RIDGE_MESA)
        mesa_fill(&world->table, level, first, count, values, work);
    else if (world->row != NULL)
        slice_fill(world->row, &world->line, level, first, count, values, work);
    else
        displacement_fill(&world->line, level, first, count, values, places, work);
}

int line_level(const ridge_line *world, const rl_ridge *ridge, double detail)
{
    int level = 0;
    double length = world->spacing;
    while (level < iterations_of(ridge) && level < DISPLACEMENT_MAX_LEVEL &&
           length > 0.5 * detail && length > ridge->min_segment) {
        length *= 0.5;
        level++;
    }
    return level;
}

double line_place_scale(const ridge_line *world)
{
    return world->line.spacing != 0.0 ? world->spacing / world->line.spacing : 1.0;
}

double line_rise(const rl_ridge *ridge)
{
    ridge_line world = line_make(ridge, 0, 0, NULL, 0.0, 0);
    if (ridge->kind == RL_RIDGE_DUNE || ridge->kind == RL_RIDGE_MESA)
        return exact_max(DUNE_HIGHEST, MESA_HIGHEST) * world.gain;
    if (ridge->kind == RL_RIDGE_ALPS) /* a peak, and splits of segments up to two spacings long */
        return world.gain * 2.0 *
               (1.05 + 4.0 * ridge->displacement / displacement_deviation(ridge->noise));
    double most = world.line.anchor_bound;
    if (ridge->kind == RL_RIDGE_SLICE)
        most = 0.5 * SLICE_HIGHEST;
    else if (world.line.is_segment)
        most = exact_abs(ridge->start_y) + exact_abs(ridge->end_y);
    for (int level = 1; level <= DISPLACEMENT_MAX_LEVEL; level++)
        most += world.line.bound[level];
    return 2.0 * most * exact_abs(world.gain);
}
