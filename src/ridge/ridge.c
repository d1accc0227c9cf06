/* ridge.c - the profile of a ridge: the upper envelope of its lines, raised where its slopes exceed
 * a limit.
 *
 * The limit makes from each sample a flank of the limiting slope to both sides; the upper envelope
 * of all flanks is the limited profile.
 */
#include "ridge/ridge.h"

#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"
#include "ridge/noise.h"

static double grid_x(const ridge_grid *grid, int64_t j)
{
    return (double)(grid->first + j) * grid->step + grid->origin;
}

/* The nodes of one level that the samples depend on. */
typedef struct node_range {
    int level;
    int64_t first;
    size_t count;
    double *value, *place; /* [count] in one block of memory; place is NULL for a line without */
} node_range;

/* Largest number of nodes of a line; a picture a million pixels wide needs four million. */
#define MOST_NODES 16e6

/* Limits that keep the nodes of a line far below MOST_NODES, at up to four nodes per sample, in
 * pictures of up to 4320 rows. */
#define MOST_REACH 400.0    /* distance along x of a node from its lattice place, U */
#define MOST_MARGIN 1500000 /* result of slope_margin, samples of the slope lattice */

/* Fails with the value of a key and its rule. */
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
                  "moves points of the line too far sideways", where, error);
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
    if (ridge_has_limit(ridge) && slope_margin(ridge->slope, rise) > MOST_MARGIN) {
        char text[TEXT_REAL_SIZE], least[TEXT_REAL_SIZE];
        text_from_real(text, ridge->slope);
        text_from_real(least, text_round(slope_least(rise, MOST_MARGIN) + 1e-9));
        return status_fail(error, RL_BAD_ARGUMENT,
                           "ridge.%d.slope = %s: must be 0, or at least %s for its height",
                           index + 1, text, least);
    }
    for (int which = 0; which <= ridge_family_of(ridge)->more_lines; which++) {
        ridge_line line = line_make(ridge, 0, 0, NULL, 0.0, which);
        if (!(line_reach(&line, line_level(&line, ridge, 0.0)) <= MOST_REACH))
            return reach_too_far(ridge, index, ": must be at most 400 U", error);
    }
    return RL_OK;
}

/* Levels between the nodes and the coarser ones by which narrow_nodes finds those that it needs. */
#define COARSER 5

/* Reduces a range to the nodes that lie in x = low .. high.  Each node may be `reach` away from its
 * lattice place, so the range is wide; but in a family of RIDGE_FORWARD the nodes are in order from
 * left to right, so that the places of a coarse level show where those of a fine one are. */
static rl_status narrow_nodes(const ridge_line *line, double low, double high, node_range *nodes,
                              const rl_allocator *allocator, rl_error *error)
{
    int64_t cell = INT64_C(1) << COARSER;
    int64_t first = exact_floor((double)nodes->first / (double)cell);
    size_t count = nodes->count / (size_t)cell + 3;
    size_t room = displacement_scratch(count);
    double scale = line_place_scale(line);
    double *value = memory_array(allocator, 2 * count + line_arrays(line) * room, sizeof *value);
    TRY(status_memory(value != NULL, "ridge", error));
    double *place = value + count;
    line_fill(line, nodes->level - COARSER, first, count, value, place, place + count);
    size_t left = 0, right = count - 1;
    while (left + 1 < right && place[left + 1] * scale + line->origin < low)
        left++;
    while (right > left + 1 && place[right - 1] * scale + line->origin > high)
        right--;
    memory_free(allocator, value);
    nodes->first = (first + (int64_t)left) * cell;
    nodes->count = (right - left) * (size_t)cell + 1;
    return RL_OK;
}

/* Makes the nodes of a range.  The caller frees nodes->value. */
static rl_status fill_nodes(const ridge_line *line, node_range *nodes,
                            const rl_allocator *allocator, rl_error *error)
{
    size_t stored = (line->has_places ? 2 : 1) * nodes->count;
    size_t work = line_arrays(line) * displacement_scratch(nodes->count);
    nodes->value = memory_array(allocator, stored + work, sizeof(double));
    TRY(status_memory(nodes->value != NULL, "ridge", error));
    nodes->place = line->has_places ? nodes->value + nodes->count : NULL;
    line_fill(line, nodes->level, nodes->first, nodes->count, nodes->value, nodes->place,
              nodes->value + stored);
    return RL_OK;
}

/* Makes the nodes of a line that a grid's samples depend on.  The caller frees nodes->value. */
static rl_status make_nodes(const ridge_line *line, const rl_ridge *ridge, uint64_t stream,
                            const ridge_grid *grid, size_t count, node_range *nodes,
                            const rl_allocator *allocator, rl_error *error)
{
    double left = grid_x(grid, 0), right = grid_x(grid, (int64_t)count - 1);
    nodes->level = line_level(line, ridge, grid->detail);
    double per_u = (double)(INT64_C(1) << nodes->level) / line->spacing;
    double reach = line_reach(line, nodes->level) * per_u;
    double low = (left - line->origin) * per_u - reach;
    double high = (right - line->origin) * per_u + reach;
    if (!(high - low < MOST_NODES))
        return reach_too_far(ridge, (int)stream, " for a picture of so many pixels", error);
    nodes->first = exact_floor(low) - 1;
    nodes->count = (size_t)(exact_floor(high) - nodes->first) + 3;
    if (ridge_has(ridge, RIDGE_FORWARD) && nodes->level > COARSER)
        TRY(narrow_nodes(line, left, right, nodes, allocator, error));
    return fill_nodes(line, nodes, allocator, error);
}

static void raise_to(double *height, double value)
{
    *height = exact_max(*height, value);
}

/* Raises the samples to a line without places: interpolates between the two nodes at each x. */
static void envelope_vertical(const ridge_line *line, const node_range *nodes,
                              const ridge_grid *grid, size_t count, double *heights)
{
    double per_u = (double)(INT64_C(1) << nodes->level) / line->spacing;
    for (size_t j = 0; j < count; j++) {
        double p = (grid_x(grid, (int64_t)j) - line->origin) * per_u;
        int64_t i = exact_floor(p);
        const double *node = nodes->value + (i - nodes->first);
        double value = node[0] + (node[1] - node[0]) * (p - (double)i);
        raise_to(&heights[j], value * line->gain + line->lift);
    }
}

/* Raises the samples to a line with places, which may fold over itself: of its segments at an x the
 * highest counts. */
static void envelope_folded(const ridge_line *line, const node_range *nodes, const ridge_grid *grid,
                            size_t count, double *heights)
{
    double scale = line_place_scale(line);
    double per_step = 1.0 / grid->step;
    double end = grid_x(grid, (int64_t)count - 1);
    double next = nodes->place[0] * scale + line->origin;
    for (size_t n = 0; n + 1 < nodes->count; n++) {
        double xa = next;
        double xb = next = nodes->place[n + 1] * scale + line->origin;
        double ya = nodes->value[n];
        double yb = nodes->value[n + 1];
        if (xb < xa) {
            double x = xa, y = ya;
            xa = xb, ya = yb;
            xb = x, yb = y;
        }
        /* j: the last sample before xa or, by rounding, the first behind it. */
        double steps = (xa - grid->origin) * per_step - (double)grid->first;
        int64_t j = steps > 0.0 ? (int64_t)steps : 0;
        double x = grid_x(grid, j);
        if (xa > end || x > xb)
            continue;
        for (; x < xa && j + 1 < (int64_t)count; x = grid_x(grid, ++j))
            continue;
        for (; x <= xb && j < (int64_t)count; x = grid_x(grid, ++j)) {
            double t = xb > xa ? (x - xa) / (xb - xa) : 0.0;
            raise_to(&heights[j], (ya + (yb - ya) * t) * line->gain + line->lift);
        }
    }
}

/* Raises the samples to a line of a family of RIDGE_FORWARD: samples and segments are passed once
 * from left to right. */
static void envelope_forward(const ridge_line *line, const node_range *nodes,
                             const ridge_grid *grid, size_t count, double *heights)
{
    double scale = line_place_scale(line);
    double place = (double)grid->first; /* number of sample j in the world */
    double x = place * grid->step + grid->origin;
    double xb = nodes->place[0] * scale + line->origin;
    size_t j = 0;
    for (size_t n = 0; n + 1 < nodes->count; n++) {
        double xa = xb;
        xb = nodes->place[n + 1] * scale + line->origin;
        if (x > xb)
            continue;
        double ya = nodes->value[n];
        double rise = nodes->value[n + 1] - ya;
        while (x <= xb && j < count) {
            double t = xb > xa ? (x - xa) / (xb - xa) : 0.0;
            raise_to(&heights[j++], (ya + rise * t) * line->gain + line->lift);
            x = ++place * grid->step + grid->origin;
        }
    }
}

/* Samples the upper envelope of the lines of a ridge, without the slope limit. */
static rl_status sample_fractals(const rl_ridge *ridge, uint64_t seed, uint64_t stream,
                                 const ridge_grid *grid, size_t count, double *heights,
                                 const rl_allocator *allocator, rl_error *error)
{
    for (size_t j = 0; j < count; j++)
        heights[j] = -1e9;
    int last = ridge_family_of(ridge)->more_lines;
    rl_status status = RL_OK;
    for (int which = 0; which <= last && status == RL_OK; which++) {
        ridge_line line = line_make(ridge, seed, stream, grid->row, grid->loop, which);
        line.is_foot = grid->is_foot;
        line_use_kernels(&line, grid->kernels);
        node_range nodes = {0};
        status = make_nodes(&line, ridge, stream, grid, count, &nodes, allocator, error);
        if (status == RL_OK && ridge_has(ridge, RIDGE_FORWARD))
            envelope_forward(&line, &nodes, grid, count, heights);
        else if (status == RL_OK && line.has_places)
            envelope_folded(&line, &nodes, grid, count, heights);
        else if (status == RL_OK)
            envelope_vertical(&line, &nodes, grid, count, heights);
        memory_free(allocator, nodes.value);
    }
    return status;
}

rl_status ridge_points(const rl_ridge *ridge, uint64_t seed, uint64_t stream,
                       const ridge_grid *grid, double *xy, size_t most, size_t *count,
                       const rl_allocator *allocator, rl_error *error)
{
    ridge_line line = line_make(ridge, seed, stream, grid->row, grid->loop, 0);
    if (!line.part[0].is_segment)
        return status_fail(error, RL_BAD_ARGUMENT,
                           "ridge.%d.kind = %s: has no vertices of its own: must be segment",
                           (int)stream + 1, line.family->name);
    line_use_kernels(&line, grid->kernels);
    node_range nodes = {
        .level = line_level(&line, ridge, ridge->iterations == RL_AUTO ? grid->detail : 0.0)};
    nodes.count = ((size_t)1 << nodes.level) + 1;
    *count = nodes.count;
    if (nodes.count > RIDGE_POINTS_MOST)
        return status_fail(error, RL_BAD_ARGUMENT,
                           "ridge.%d.iterations = %d: makes too many vertices: must be at most 20",
                           (int)stream + 1, nodes.level);
    if (xy == NULL)
        return RL_OK;
    if (nodes.count > most)
        return status_fail(error, RL_BAD_ARGUMENT, "ridge %d: %zu vertices: there is room for %zu",
                           (int)stream + 1, nodes.count, most);
    TRY(fill_nodes(&line, &nodes, allocator, error));
    double scale = line_place_scale(&line);
    double step = line.spacing / (double)(nodes.count - 1);
    for (size_t i = 0; i < nodes.count; i++) {
        xy[2 * i] = line.origin + (nodes.place != NULL ? nodes.place[i] * scale : (double)i * step);
        xy[2 * i + 1] = nodes.value[i] * line.gain + line.lift;
    }
    memory_free(allocator, nodes.value);
    return RL_OK;
}

/* ---- the slope limit ----------------------------------------------------------- */

/* The limit at a sample is multiplied by 1 + VARIATION * (sum of three noises, -1..1); otherwise a
 * flank would be a straight line. */
#define VARIATION 0.55
static const struct {
    int octave;    /* `octave` of noise_run */
    double cell;   /* length of a cell of the noise, samples of the slope lattice */
    double weight; /* the sum of all is 1 */
} variation[] = {
    {.octave = 2, .cell = 64.0, .weight = 0.50},
    {.octave = 0, .cell = 22.0, .weight = 0.30},
    {.octave = 1, .cell = 6.0, .weight = 0.20},
};

/* A flank is concave, as ice and rubble leave it: the limit is multiplied by HOLLOW_SUMMIT at the
 * summit, and by less farther down, toward HOLLOW_FOOT; half-way HOLLOW_RUN samples away. */
#define HOLLOW_SUMMIT 1.08
#define HOLLOW_FOOT 0.70
#define HOLLOW_RUN 45.0
#define HOLLOWS 64 /* number of samples from the summit whose factors are tabulated */

/* The limit makes smooth flanks, so noise (-1..1) is added to the lift: ROUGH_SHARE times a small
 * lift, at most ROUGH_SHARE * ROUGH_DEPTH U for a large one.  Its cells are ROUGH_CELL samples. */
#define ROUGH_SHARE 1.9
#define ROUGH_DEPTH 0.05
#define ROUGH_CELL 17.0
#define ROUGH_OCTAVES 4

/* Largest number of samples of one call of noise_run. */
#define RUN 256

/* Parameters that all noises along the slope lattice share. */
typedef struct lattice_noise {
    uint64_t key;
    int64_t period; /* samples, 0 = endless */
    cpu_kernels kernels;
} lattice_noise;

/* Adds weight * noise to sum[n], for samples first + n.  `cell` is the length of a cell in samples
 * before it is divided by `scale`, a power of two; y is the row of the noise. */
static void add_noise(const lattice_noise *lattice, int octave, int64_t first, size_t count,
                      double cell, int scale, double y, double weight, double *sum)
{
    double x[RUN];
    double noise[RUN];
    noise_period fit = noise_fit_cell((double)lattice->period, &cell);
    for (size_t n = 0; n < count; n++)
        x[n] = (double)(first + (int64_t)n) / cell * scale;
    noise_run(lattice->key, octave, x, count, y, fit * scale, lattice->kernels, noise);
    for (size_t n = 0; n < count; n++)
        sum[n] += weight * noise[n];
}

/* Returns the factor of the limit `run` samples away from the summit of a flank. */
static double hollow_at(double run)
{
    return HOLLOW_FOOT + (HOLLOW_SUMMIT - HOLLOW_FOOT) * HOLLOW_RUN / (HOLLOW_RUN + run);
}

/* Least fall of a flank from one sample to the next, for a limit of 1; U. */
#define LEAST_FALL ((1.0 - VARIATION) * HOLLOW_FOOT * SLOPE_STEP)

int64_t slope_margin(double limit, double rise)
{
    double least = limit * LEAST_FALL;
    return exact_floor(rise / least) + 2;
}

double slope_least(double rise, int64_t margin)
{
    return rise / (LEAST_FALL * (double)(margin - 2));
}

/* Raises `lift`, which holds heights, to flanks that fall from each sample to the right, or to the
 * left if `backward`, until the profile is above them.  limit[i] is the fall between samples i - 1
 * and i.  If a range begins in the middle of a flank, the flank is taken for a new one, which is
 * steeper and so ends no later; beyond its end the result does not depend on the range. */
static void lift_flanks(const double *limit, size_t count, int backward, double *lift)
{
    double hollow[HOLLOWS];
    for (int i = 0; i < HOLLOWS; i++)
        hollow[i] = hollow_at(i);
    int run = 0;
    for (size_t n = 1; n < count; n++) {
        size_t i = backward ? count - 1 - n : n;
        double fall = limit[backward ? i + 1 : i] * (run < HOLLOWS ? hollow[run] : hollow_at(run));
        double flank = lift[backward ? i + 1 : i - 1] - fall;
        run = flank > lift[i] ? run + 1 : 0;
        if (run > 0)
            lift[i] = flank;
    }
}

/* Adds noise to at most RUN lifts. */
static void roughen(const lattice_noise *rough, int64_t first, size_t count, double *lift)
{
    double noise[RUN];
    int is_lifted = 0;
    for (size_t n = 0; n < count; n++) {
        is_lifted |= lift[n] > 0.0;
        noise[n] = 0.0;
    }
    double weight = 0.5;
    for (int o = 0; o < ROUGH_OCTAVES && is_lifted; o++) {
        add_noise(rough, o, first, count, ROUGH_CELL, 1 << o, 0.5 * (1 << o), weight, noise);
        weight *= 0.5;
    }
    for (size_t n = 0; n < count; n++) {
        double share = ROUGH_SHARE / (1.0 + lift[n] / ROUGH_DEPTH);
        if (lift[n] > 0.0)
            lift[n] = lift[n] * (1.0 + share * noise[n]);
    }
}

void slope_lift(uint64_t key, double limit, int64_t period, int64_t first, size_t count,
                size_t margin, const double *heights, cpu_kernels kernels, double *lift,
                double *work)
{
    lattice_noise steep = {key, period, kernels};
    lattice_noise rough = {key + 1, period, kernels};
    for (size_t i = 0; i < count; i++)
        work[i] = 0.0;
    for (size_t i = 0; i < count; i += RUN)
        for (size_t k = 0; k < sizeof variation / sizeof *variation; k++)
            add_noise(&steep, variation[k].octave, first + (int64_t)i,
                      count - i < RUN ? count - i : RUN, variation[k].cell, 1, 0.5,
                      variation[k].weight, work + i);
    for (size_t i = 0; i < count; i++) {
        work[i] = limit * (1.0 + VARIATION * work[i]) * SLOPE_STEP;
        lift[i] = heights[i];
    }
    lift_flanks(work, count, 0, lift);
    lift_flanks(work, count, 1, lift);
    size_t end = count - margin;
    for (size_t i = margin; i < end; i++)
        lift[i] -= heights[i];
    for (size_t i = margin; i < end; i += RUN)
        roughen(&rough, first + (int64_t)i, end - i < RUN ? end - i : RUN, lift + i);
}

/* ---- the slope limit of a ridge --------------------------------------------------- */

/* Nodes of the slope lattice whose lifts are made at a time, besides slope_margin at both ends. */
#define LIMIT_NODES 65536

int ridge_has_limit(const rl_ridge *ridge)
{
    return ridge->slope > 0.0 && ridge->amplitude > 0.0;
}

/* lattice_period returns the number of nodes of the slope lattice in a loop, 0 = endless;
 * lattice_step returns their distance, U. */
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
    TRY(status_memory(lattice != NULL, "ridge", error));
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
        slope_lift(hash_key(seed, hash_ridge(stream, 15)), ridge->slope, lattice_period(grid),
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
        double place = grid_x(grid, (int64_t)j) / step;
        int64_t i = exact_floor(place);
        const double *pair = lifts + (i - first);
        heights[j] += exact_mix(pair[0], pair[1], place - (double)i);
    }
}

/* Adds to the samples the lifts of the slope lattice, which does not depend on the grid: so detail
 * is kept, and the result is the same for every size and part.  Many samples are done in pieces of
 * LIMIT_NODES; since each is computed with slope_margin nodes around it, they join exactly. */
static rl_status limit_slopes(const rl_ridge *ridge, uint64_t seed, uint64_t stream,
                              const ridge_grid *grid, size_t count, double *heights,
                              const rl_allocator *allocator, rl_error *error)
{
    double samples = LIMIT_NODES * SLOPE_STEP / grid->step;
    size_t run = samples < 1.0 ? 1 : samples > (double)count ? count : (size_t)samples;
    for (size_t done = 0; done < count; done += run) {
        ridge_grid part = *grid;
        size_t size = count - done > run ? run : count - done, nodes;
        int64_t first;
        part.first += (int64_t)done;
        ridge_limit_nodes(&part, size, &first, &nodes);
        double *lifts = memory_array(allocator, nodes, sizeof *lifts);
        TRY(status_memory(lifts != NULL, "ridge", error));
        rl_status status =
            ridge_limit(ridge, seed, stream, &part, first, nodes, lifts, allocator, error);
        if (status == RL_OK)
            ridge_raise(&part, size, heights + done, first, lifts);
        memory_free(allocator, lifts);
        TRY(status);
    }
    return RL_OK;
}

rl_status ridge_sample(const rl_ridge *ridge, uint64_t seed, uint64_t stream,
                       const ridge_grid *grid, size_t count, double *heights,
                       const rl_allocator *allocator, rl_error *error)
{
    TRY(sample_fractals(ridge, seed, stream, grid, count, heights, allocator, error));
    if (!ridge_has_limit(ridge))
        return RL_OK;
    return limit_slopes(ridge, seed, stream, grid, count, heights, allocator, error);
}
