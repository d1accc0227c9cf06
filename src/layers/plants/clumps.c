/* clumps.c - lays clumps of low plants on a slope, for ridge.c and near.c.
 *
 * Rows follow the crest.  By one logarithm they grow toward the viewer, as their ground is nearer;
 * each is a jittered lattice of clumps.  A clump has one kind, chosen by two slow noises at its own
 * foot, so that patches of a kind have woven borders.  Clumps of the first row stand up over the
 * crest.  Each is a function of (key, row, cell).  Lengths are in U; numbers were tuned by eye.
 */
#include "layers/plants/clumps.h"

#include <string.h>

#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"
#include "layers/common/clearing.h"
#include "layers/land/ridge.h"
#include "layers/plants/species/ground.h"
#include "layers/plants/woods.h"
#include "layers/water/lake.h"
#include "ridge/family.h"
#include "ridge/noise.h"

#define TALLEST 2.6        /* tallest clump, relative to `height` in ground_table */
#define REACH 0.08         /* U, no clump reaches farther from its foot */
#define CREST_STEP 0.0037  /* U between samples of the crest */
#define LEAST_PX 0.5       /* pixels: lower clumps are left out */
#define UNIT_LEAST_PX 16.0 /* pixels of a U; smaller pictures show nothing of it */
#define FOOT_SUNK 0.10     /* share of a clump's height that is in the ground */
#define HEATH_FROM 0.08    /* depth from which on heath has clumps: farther ones are hazy dots */
#define HEATH_DENSE 1.3    /* amount of clumps on heath, relative to usual */
#define HEATH_SNOW 1.18    /* amount that whole snow hides */
#define CREST_ROW 0.60     /* share of the first row whose feet are moved down to the crest */
#define CREST_LEAST 0.06   /* depth of these feet, in heights of the first row */
#define TURF_FROM 0.70     /* depth from which on wooded slopes have turf */
#define TURF_SMALL 0.55    /* size of clumps of turf, relative to usual */
#define TURF_OF_TREES 0.13 /* largest clump of turf, in heights of the tallest trees there */
#define SORTS 2            /* distinct clumps of a kind */
#define NEAR_SORTS 3       /* distinct clumps of a kind on the nearest ridge */
#define TURF_DEEP 0.20     /* U, depth of turf of the nearest row */
#define TURF_DENSE 0.44    /* amount of clumps of turf, relative to usual */
#define ROW_OVERLAP 1.6    /* depth of the clumps of a row, in distances to the next row */
#define FAR_DEEP 0.12      /* U, depth of the largest clumps that are seen of a farther ridge */
#define FAR_SCALE 42.0     /* their height relative to TALLEST per U of their row */
#define DEEPEST 0.60       /* U, depth of the clumps of the nearest row */

/* Clearings round motifs: the share from which on less grows, the range of shares over which that
 * ends, and the depth in sizes of a clump. */
#define CLEARING_LEAST 0.3
#define CLEARING_SOFT 0.5
#define CLEARING_DEEP 1.5

/* Levels of the hash of a clump. */
enum { DRAW_THERE = 1, DRAW_X, DRAW_DEPTH, DRAW_SIZE, DRAW_PLANT, DRAW_KIND, DRAW_HIGH };

#define NOISE_LEAST (-0.59) /* bound that nearly all values of a noise exceed */
#define NOISES (-3)         /* number of the first noise, beside the numbers of rows of clumps */

static const struct {
    double far, near, power; /* U, height of the first row: far + near * depth^power */
    double growth;           /* height of a row relative to the one before it, less 1 */
    double size;             /* size of a clump relative to its row */
    double apart, far_apart; /* width of a cell relative to the size, on near and on far ridges */
    double margin;           /* share of a cell at both sides without feet */
    double jitter;           /* random part of the depth, in rows, up and down */
    double sizes, heights;   /* random parts of size and height, shares, up and down */
} row_shape = {.far = 0.0022,
               .near = 0.0070,
               .power = 3.0,
               .growth = 0.057,
               .size = 2.1,
               .apart = 0.69,
               .far_apart = 0.88,
               .margin = 0.12,
               .jitter = 0.48,
               .sizes = 0.36,
               .heights = 0.25};

/* Noises that choose the kind, and where clumps are in groups: their cells, along the slope and
 * down (U). */
static const struct {
    double wide, deep;
} slow[3] = {{0.20, 0.055}, {0.16, 0.045}, {0.30, 0.060}};

/* A kind is chosen where its noise is above a bound, the first one that is.  Noises have an
 * amplitude of about 0.6. */
static const struct {
    double heather, bracken; /* bounds on heath */
    double fern;             /* bracken in grass */
    double stone;            /* bare where the second noise is below it */
    double soft;             /* random part of a noise, up and down */
    double bare;             /* share of those places without a stone */
} bound = {
    .heather = 0.06, .bracken = 0.05, .fern = 0.28, .stone = -0.28, .soft = 0.07, .bare = 0.55};

/* A place bears a clump where the sum of a noise and of a draw of 0..1 times `soft` is at least
 * none - by_amount * amount.  For an amount of 1 that is nearly everywhere; small amounts leave
 * groups where the noise is high. */
static const struct {
    double soft, none, by_amount;
    double turf; /* `soft` of turf, whose groups are dense */
} group_shape = {.turf = 0.2, .soft = 0.5, .none = 0.60, .by_amount = 0.92};

/* Height of a clump of a kind relative to its size. */
static const double kind_height[] = {
    [GROUND_HEATHER] = 0.56,     [GROUND_BRACKEN] = 0.66, [GROUND_GRASS] = 0.54,
    [GROUND_TUFT] = 0.42,        [GROUND_STONE] = 0.26,   [GROUND_SNOW_TUFT] = 0.62,
    [GROUND_SNOW_BOULDER] = 0.42};

static const planting_look look = {
    .draw = DRAW_PLANT, .least_px = LEAST_PX, .top = 1.2, .tie = 1e-6};

double clumps_tallest(void)
{
    return TALLEST;
}

static int is_heath(const rl_scene *scene, int ridge)
{
    return ridge_family_of(&scene->ridge[ridge])->ground == RIDGE_GROUND_HEATH;
}

int clumps_has(const rl_scene *scene, int ridge)
{
    if (is_heath(scene, ridge))
        return scene->ridge[ridge].depth >= HEATH_FROM;
    return scene->plain == RL_PLAIN_GRASS && ridge + 1 == scene->ridge_count; /* a steppe's front */
}

int clumps_has_turf(const rl_scene *scene, int ridge)
{
    return wood_has_trees(scene, ridge) && !clumps_has(scene, ridge) &&
           !ridge_has(&scene->ridge[ridge], RIDGE_NEAR) && scene->ridge[ridge].depth >= TURF_FROM &&
           !(scene->land_ground_snow > 0.0);
}

/* Returns the height (U) of the first row of a ridge. */
static double first_row(const rl_scene *scene, int ridge)
{
    double z = scene->ridge[ridge].depth;
    return row_shape.far + row_shape.near * exact_pow(z, row_shape.power);
}

/* Returns `tallest` for the clumps of a ridge. */
static double tallest_on(const rl_scene *scene, int ridge)
{
    double largest = first_row(scene, ridge) + row_shape.growth * FAR_DEEP;
    int is_last = ridge + 1 == scene->ridge_count;
    return is_last ? TALLEST : TALLEST * exact_min(FAR_SCALE * largest, 1.0);
}

static double draw_way(uint64_t key, int draw)
{
    return 2.0 * hash_unit(hash_at(key, draw, 0)) - 1.0;
}

static double slow_noise(const planting *p, const clumps_ground *g, int which, double x, double y)
{
    double cell = slow[which].wide;
    noise_period period = noise_fit_cell(p->frame->loop, &cell);
    return noise_fractal(hash_at(g->key, NOISES + which, 0), 2, x / cell, y / slow[which].deep,
                         period);
}

/* Returns the kind of a clump whose foot is at x and height y (U), GROUND_THINGS = none. */
static enum ground_thing kind_at(const planting *p, const clumps_ground *g, uint64_t key, double x,
                                 double y)
{
    if (g->is_turf)
        return GROUND_TUFT;
    double soft = bound.soft * draw_way(key, DRAW_KIND);
    if (slow_noise(p, g, 0, x, y) + soft > (g->is_heath ? bound.heather : bound.fern))
        return g->is_heath ? GROUND_HEATHER : GROUND_BRACKEN;
    double other = slow_noise(p, g, 1, x, y) + soft;
    if (g->is_heath && other > bound.bracken)
        return GROUND_BRACKEN;
    if (other > bound.stone)
        return GROUND_GRASS;
    return hash_unit(hash_at(key, DRAW_THERE, 0)) < bound.bare ? GROUND_THINGS : GROUND_STONE;
}

/* Adds a clump of a size (U) whose foot is `depth` below the crest, unless it cannot be seen. */
static rl_status add_clump(const planting *p, const clumps_ground *g, uint64_t key, double x,
                           double depth, double size, rl_error *error)
{
    const rl_frame *frame = p->frame;
    double crest = planting_ground(p, p->ground, x) / frame->unit_share, y = crest - depth;
    if (depth > g->deep || y < -size ||
        (depth < CLEARING_DEEP * size &&
         motif_clearing(frame, p->ridge, x) >
             CLEARING_LEAST + CLEARING_SOFT * hash_unit(hash_at(key, DRAW_THERE, 2))) ||
        (g->front != NULL && planting_ground(p, g->front, x) / frame->unit_share > y + size))
        return RL_OK;
    double least = group_shape.none - group_shape.by_amount * g->amount;
    double soft =
        (g->is_turf ? group_shape.turf : group_shape.soft) * hash_unit(hash_at(key, DRAW_THERE, 1));
    if (least > NOISE_LEAST && slow_noise(p, g, 2, x, y) + soft < least)
        return RL_OK;
    enum ground_thing kind = kind_at(p, g, key, x, y);
    if (kind == GROUND_THINGS)
        return RL_OK;
    if (g->is_snowy)
        kind = kind == GROUND_STONE ? GROUND_SNOW_BOULDER : GROUND_SNOW_TUFT;
    plant_spot spot = {.key = key, .x = x, .depth = depth};
    spot.height = size * kind_height[kind] * (1.0 + row_shape.sizes * draw_way(key, DRAW_SIZE)) *
                  (1.0 + row_shape.heights * draw_way(key, DRAW_HIGH));
    spot.down = depth + FOOT_SUNK * spot.height;
    return planting_put(p, &ground_table[kind], &spot, error);
}

rl_status clumps_add(const planting *base, const clumps_ground *g, rl_error *error)
{
    double first = first_row(&base->frame->scene, base->ridge) * (g->is_turf ? TURF_SMALL : 1.0);
    double reach = REACH + PLANTING_REACH_PX / base->frame->unit;
    double highest = 0.0;
    for (size_t i = 0; i < base->grounds; i++)
        highest = exact_max(highest, base->ground[i]);
    double deep = exact_min(g->deep, highest / base->frame->unit_share + REACH);
    double z = base->frame->scene.ridge[base->ridge].depth;
    double apart = exact_mix(row_shape.far_apart, row_shape.apart, z * z * z);
    double from = -CREST_ROW * first, high = first;
    for (int row = 0; from < deep; row++, from += high, high *= 1.0 + row_shape.growth) {
        double size = exact_min(row_shape.size * high, g->largest > 0.0 ? g->largest : REACH);
        plant_cells cells = planting_cells(base, apart * size, reach);
        uint64_t row_key = hash_at(g->key, row, 0);
        for (; cells.cell <= cells.last; cells.cell++) {
            uint64_t key = planting_key(&cells, row_key, 0);
            double jitter = 0.5 + row_shape.jitter * draw_way(key, DRAW_DEPTH);
            double x = planting_x(&cells, row_shape.margin, hash_at(key, DRAW_X, 0));
            double depth = exact_max(from + high * jitter, CREST_LEAST * first);
            TRY(add_clump(base, g, key, x, depth, size, error));
        }
    }
    return RL_OK;
}

/* Writes the crest of a row at the samples of the slope, and the land in front of it. */
static rl_status sample(planting *p, int row, rl_error *error)
{
    const rl_frame *frame = p->frame;
    double step = CREST_STEP;
    noise_fit_cell(frame->loop, &step);
    TRY(planting_sample(p, REACH + PLANTING_REACH_PX / frame->unit, step, 1, 6, error));
    double *x = p->ground + 2 * p->grounds;
    for (size_t i = 0; i < p->grounds; i++)
        x[i] = (double)(p->grid.first + (int64_t)i) * p->grid.step;
    wood_row_lay(frame, p->ridge, row, x, p->grounds, x + p->grounds, p->ground);
    double *front = p->ground + p->grounds;
    if (p->ridge + 1 < frame->scene.ridge_count)
        return profile_heights(frame->profile, p->ridge + 1, &p->grid, p->grounds, front, error);
    memset(front, 0, p->grounds * sizeof *front);
    return RL_OK;
}

rl_status clumps_plant(const rl_frame *frame, int ridge, int row, double lower, stand_kit *kit,
                       rl_error *error)
{
    if (frame->unit < UNIT_LEAST_PX || scene_real(&frame->scene, "ground.grass") <= 0.0)
        return RL_OK;
    planting base = planting_begin(frame, ridge, kit, &look);
    if (lake_holds(&frame->scene, ridge))
        base.waterline = lake_waterline(&frame->scene, ridge);
    int is_last = ridge + 1 == frame->scene.ridge_count;
    int is_turf = !clumps_has(&frame->scene, ridge);
    double tallest = 0.0; /* `tallest` of all ridges, which share pictures */
    for (int i = 0; i < frame->scene.ridge_count; i++)
        if (clumps_has(&frame->scene, i) || clumps_has_turf(&frame->scene, i))
            tallest = exact_max(tallest, tallest_on(&frame->scene, i));
    stand_kit_tallest(kit, tallest_on(&frame->scene, ridge));
    for (int i = 0; i <= GROUND_TUFT; i++) {
        stand_kit_sort(kit, &ground_table[i], is_last ? NEAR_SORTS : SORTS);
        stand_kit_share(kit, &ground_table[i], tallest);
    }
    clumps_ground ground = {
        .key = hash_key(frame->scene.seed, STREAM_CLUMPS + 8 * (uint64_t)ridge + (uint64_t)row),
        .amount = scene_real(&frame->scene, "ground.grass") *
                  (is_turf ? TURF_DENSE : HEATH_DENSE - HEATH_SNOW * frame->scene.land_ground_snow),
        .is_turf = is_turf,
        .largest = is_turf ? TURF_OF_TREES * woods_tallest(&frame->scene, ridge, 1) : 0.0,
        .deep = lower > 0.0 ? ROW_OVERLAP * lower
                : is_turf   ? TURF_DEEP
                            : DEEPEST,
        .is_heath = is_heath(&frame->scene, ridge) && !(frame->scene.land_ground_snow > 0.0),
        .is_snowy = frame->scene.land_ground_snow >= CLUMPS_SNOW};
    rl_status status = sample(&base, row, error);
    ground.front = base.ground + base.grounds;
    if (status == RL_OK)
        status = clumps_add(&base, &ground, error);
    memory_free(frame->allocator, base.ground);
    return status;
}
