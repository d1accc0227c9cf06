/* beach.c - a layer kind: where a beach is, and how its rows are painted.
 *
 * Numbers were tuned by eye.
 */
#include "layers/water/beach.h"

#include "base/exact.h"
#include "base/hash.h"
#include "base/status.h"
#include "layers/core/kind.h"
#include "ridge/noise.h"

#define STREAM 5062 /* random stream */

/* Noise of sand and foam. */
#define ACROSS 1.3 /* cells per U of x */
#define ALONG 1.5  /* cells per 1 of ln D */
#define GAIN 0.70  /* weight of an octave relative to the coarser one */

static const struct {
    double near_end, far_end; /* x toward the far side, U, between which the shore turns */
    double moved;             /* largest shift of both by the seed, U */
    double cusp_rate;         /* cells of the noise of cusps per U */
    double cusp;              /* ln D by which cusps move the shore */
    double wide;              /* U to either side over which the turn of the shore is measured */
} curve = {
    .near_end = -0.80,
    .far_end = 0.95,
    .moved = 0.24,
    .cusp_rate = 2.3,
    .cusp = 0.10,
    .wide = 0.30,
};

#define SHORE_STEP 8        /* columns between points of the shore; between them it is a line */
#define HORIZON_LEAST 0.01  /* fraction of H: the horizon of a beach is no lower */
#define SWASH_REACH 1.5f    /* distance from the shore beyond which all is sand, in BEACH_SWASH */
#define FARTHEST_SLACK 0.1f /* eye heights of water beyond BEACH_FARTHEST */
#define FAR_AWAY 1e9f       /* eye heights, more than any distance from the shore */

#define DEPTH 0.92 /* depth of the layer, 0 far .. 1 near */

/* Light of broad octaves by their slope: swells of the sand. */
static const struct {
    double light;        /* light per slope */
    double from, to;     /* octaves between which it rises */
    double end, ends_at; /* octaves between which it falls to nothing */
} swell = {.light = 0.030, .from = 0.6, .to = 1.4, .end = 2.2, .ends_at = 3.2};

/* Rows of ripples, as those of dunes: see sand_lanes.h. */
static const struct {
    double growth;      /* size of ripples per depth below the horizon */
    double turns;       /* ripples per 1 of the logarithm of that depth */
    double first;       /* octave that bends them most; finer ones bend them half as much each */
    double bend;        /* its shift, turns */
    double least, last; /* least share of the bend of a finer octave, and the first one without */
    double from, over;  /* size of the first ripples; fade above it, U */
} ripples = {.growth = 0.036,
             .turns = 31.0,
             .first = 1.0,
             .bend = 1.5,
             .least = 0.25,
             .last = 5.0,
             .from = 0.0012,
             .over = 0.0020};

/* Grains, as those of dunes; and pebbles in cells, a whole number of rows of which lie between a
 * distance and twice it. */
static const struct {
    double rate, from, to; /* grains per U; pixels per U between which they fade in */
    double light;          /* light of the lightest grain */
    int rows;              /* rows of cells of pebbles from a distance to twice it */
    double cells;          /* cells of pebbles per U at the distance 1 */
    double radius;         /* radius of the largest pebble at the distance 1, U */
} grit = {.rate = 1400.0,
          .from = 240.0,
          .to = 1000.0,
          .light = 0.11,
          .rows = 30,
          .cells = 64.0,
          .radius = 0.0036};

#define PEBBLE_FLAT 0.55 /* height of a pebble over its width */

#define LACE 3.0        /* octave of the holes of foam */
#define LACE_WIDE 1.6   /* distance from octave LACE at which octaves have no share in holes */
#define LACE_MEAN 0.30  /* mean of |noise| */
#define LINE_ROWS 480.0 /* rows per U: at every size lines bend as in a picture of this size */

#define SAND 0xd9bd92 /* sRGB of sand in daylight */

static const struct {
    double land, mist; /* ground: depth of the land whose colour it takes; share of mist */
    double sand;       /* share of SAND by day; less the darker it is: by night all is blue */
    double lighter;    /* lightness that full light adds */
    double damp;       /* factor of lightness where sand is damp */
    double glow;       /* share of the glow in the colour of the sun */
    double snow, sun;  /* shares of snow in mist, and of the sun, in the colour of foam */
    double wet_depth, wet_land; /* depth of the colour of land in wet sand, and its share */
} tints = {
    .land = 0.20,
    .mist = 0.50,
    .sand = 0.78,
    .lighter = 0.05,
    .damp = 0.72,
    .glow = 0.35,
    .snow = 0.5,
    .sun = 0.25,
    .wet_depth = 0.6,
    .wet_land = 0.35,
};

/* Wet sand mirrors the sky at a height above the horizon: FROM (U) plus ROWS for each row that the
 * sand is below the horizon. */
#define MIRROR_FROM 0.04
#define MIRROR_ROWS 0.9

typedef struct beach {
    float *shore, *slant; /* [columns of the part's blocks and of one more]: see beach_row */
    beach_colours colours;
} beach;

typedef struct beach_memory {
    const beach *one;
    plane_law law;
    int row; /* number of the row in `line`, -1 = none */
    beach_row line;
} beach_memory;

/* ---- preparation -------------------------------------------------------------------------- */

/* Returns the height of the far end of the water, fraction of H. */
static double horizon_of(const rl_scene *scene)
{
    return exact_max(scene->lake_ridge > 0 ? scene->lake_level : scene->horizon, HORIZON_LEAST);
}

static double eye_height(const rl_frame *frame)
{
    return horizon_of(&frame->scene) / frame->unit_share;
}

/* Returns D of a row of pixels, eye heights. */
static double distance_at(const rl_frame *frame, int row)
{
    double below = row + 0.5 - (1.0 - horizon_of(&frame->scene)) * frame->height;
    return eye_height(frame) * frame->unit / exact_max(below, 0.5);
}

/* Returns ln D of the shore at x (U), without cusps. */
static double curve_at(const rl_frame *frame, double x)
{
    const rl_scene *scene = &frame->scene;
    double side = scene->land_x > 0.0 ? -1.0 : 1.0;
    double moved = 2.0 * hash_unit(hash_at(hash_key(scene->seed, STREAM), 0, 0)) - 1.0;
    double toward = side * frame_lean(frame, x) + curve.moved * moved;
    double share = exact_smoothstep(curve.near_end, curve.far_end, toward);
    return EXACT_LN2 *
           (exact_log2(eye_height(frame)) -
            exact_mix(exact_log2(scene->beach_near), exact_log2(scene->beach_far), share));
}

static double cusp_at(const rl_frame *frame, double x)
{
    double rate = curve.cusp_rate;
    noise_period period = noise_fit_rate(frame->loop, &rate);
    return curve.cusp *
           noise_fractal(hash_key(frame->scene.seed, STREAM), 3, x * rate, 0.5, period);
}

/* Finds the shore between x and x + step, and its slant: where the shore runs obliquely, its
 * distance is less than the difference of D. */
static void find_shore(const rl_frame *frame, double x, double step, float *shore, float *slant,
                       size_t count)
{
    double from = curve_at(frame, x), to = curve_at(frame, x + step);
    double turn[2];
    from += cusp_at(frame, x);
    to += cusp_at(frame, x + step);
    for (int i = 0; i < 2; i++) {
        double middle = x + i * step;
        double rise = curve_at(frame, middle + curve.wide) - curve_at(frame, middle - curve.wide);
        turn[i] = 1.0 / exact_sqrt(1.0 + rise * rise / (4.0 * curve.wide * curve.wide));
    }
    for (size_t i = 0; i < count; i++) {
        double share = ((double)i + 0.5) / SHORE_STEP;
        shore[i] = (float)exact_exp(exact_mix(from, to, share));
        slant[i] = (float)exact_mix(turn[0], turn[1], share);
    }
}

void beach_lines(const rl_frame *frame, double x, const double *inland, int count, double most,
                 double *y)
{
    float shore, slant;
    double eye = eye_height(frame);
    double horizon = (0.5 - horizon_of(&frame->scene)) * frame->height / frame->unit;
    find_shore(frame, x, SHORE_STEP / LINE_ROWS, &shore, &slant, 1);
    for (int i = 0; i < count; i++) {
        double distance = (double)shore - inland[i] / (double)slant;
        y[i] = distance * most > eye ? exact_min(horizon + eye / distance, most) : most;
    }
}

const beach_colours *beach_colours_of(const frame_layer *layer)
{
    return &((const beach *)layer->data)->colours;
}

/* Finds the least and the greatest distance of a row of a block from the shore. */
static void find_range(const rl_frame *frame, const beach *one, size_t block, int row, float *least,
                       float *most)
{
    const float *shore = one->shore + block * (size_t)frame->block;
    const float *slant = one->slant + block * (size_t)frame->block;
    float distance = (float)distance_at(frame, row);
    *least = FAR_AWAY;
    *most = -FAR_AWAY;
    for (int i = 0; i <= frame->block; i += SHORE_STEP) {
        float from_shore = (shore[i] - distance) * slant[i];
        *least = from_shore < *least ? from_shore : *least;
        *most = from_shore > *most ? from_shore : *most;
    }
}

/* Finds the first row of a block that the beach touches, and the first one of which it covers
 * everything. */
static void find_rows(const rl_frame *frame, const beach *one, size_t block, int32_t *top,
                      int32_t *full)
{
    float least, most;
    *top = (int32_t)exact_floor((1.0 - horizon_of(&frame->scene)) * frame->height);
    *full = frame->height;
    do
        find_range(frame, one, block, *full - 1, &least, &most);
    while (least > SWASH_REACH * BEACH_SWASH && --*full > *top);
    do
        find_range(frame, one, block, *top, &least, &most);
    while (most < BEACH_FARTHEST - FARTHEST_SLACK && ++*top < *full);
}

static beach_colours find_colours(const rl_frame *frame)
{
    const rl_palette *palette = &frame->scene.palette;
    const frame_light *light = &frame->light;
    oklab land = colour_mix_oklab(light_land(palette, tints.land), light->mist, tints.mist);
    oklab sand = light_tint(land, SAND, tints.sand * exact_min(land.l, 1.0));
    beach_colours c = {.dark = sand, .lit = sand};
    c.dark.l *= tints.damp;
    c.lit.l += tints.lighter;
    c.sun = colour_linear_to_oklab(colour_mix_linear(light->sun, light->glow, tints.glow));
    c.foam = colour_mix_oklab(light->mist, colour_to_oklab(palette->snow), tints.snow);
    c.foam = colour_mix_oklab(c.foam, c.sun, tints.sun);
    c.damp = colour_oklab_to_linear(
        colour_mix_oklab(c.dark, light_land(palette, tints.wet_depth), tints.wet_land));
    return c;
}

static rl_status prepare(preparation *work, frame_layer *layer, rl_error *error)
{
    const rl_frame *frame = work->frame;
    beach *one = layer->data;
    size_t blocks = (size_t)frame->blocks;
    size_t columns = blocks * (size_t)frame->block + TILES_BLOCK;
    int32_t *rows = arena_array(frame->arena, blocks, 2 * sizeof *rows);
    one->shore = arena_array(frame->arena, columns, 2 * sizeof *one->shore);
    TRY(status_memory(rows != NULL && one->shore != NULL, "beach", error));
    one->slant = one->shore + columns;
    one->colours = find_colours(frame);
    layer->depth = DEPTH;
    layer->block_top = rows;
    layer->block_full = rows + blocks;
    double first = (double)(frame->first_block * frame->block) - 0.5 * frame->width;
    double step = SHORE_STEP / frame->unit;
    for (size_t c = 0; c < columns; c += SHORE_STEP)
        find_shore(frame, (first + (double)c) / frame->unit, step, one->shore + c, one->slant + c,
                   columns - c < SHORE_STEP ? columns - c : SHORE_STEP);
    for (size_t b = 0; b < blocks; b++)
        find_rows(frame, one, b, &rows[b], &rows[blocks + b]);
    return RL_OK;
}

/* ---- rows --------------------------------------------------------------------------------- */

static void shade(paint_scratch *s, void *owner, const shade_row *row, const shade_group *group,
                  const float *air, float *planes)
{
    const beach_memory *m = owner;
    const rl_frame *frame = s->frame;
    double horizon = (1.0 - horizon_of(&frame->scene)) * frame->height;
    double up = MIRROR_FROM * frame->unit + MIRROR_ROWS * (row->y_px - horizon);
    float sky[AIR_PLANES * SHADE_GROUP];
    shade_row mirrored;
    shade_row_begin(&mirrored, frame, -1, exact_max(horizon - up, 0.0));
    shade_group one = {group->first, 0, SHADE_GROUP, SHADE_GROUP};
    shade_air_kernels[frame->kernels](&mirrored, &one, sky);
    beach_shade_of[frame->kernels](&m->one->colours, row, group, air, sky, planes);
}

static int begin(paint_scratch *s, int layer)
{
    const rl_frame *frame = s->frame;
    beach_memory *m = arena_zeroed(&s->arena, 1, sizeof *m);
    if (m == NULL)
        return 0;
    s->memory[layer] = m;
    m->one = frame->layer[layer].data;
    m->row = -1;
    plane_law_make(&m->law, hash_key(frame->scene.seed, STREAM), frame->loop, ACROSS, ALONG, GAIN);
    tiles_open(s, &s->tiles.colours, frame->layer[layer].first_tile, 3 * BEACH_PLANES, shade, m);
    return 1;
}

/* Returns a triangular weight: 1 where `apart` is 0, 0 from `wide` on. */
static double share_of(double apart, double wide)
{
    return exact_max(1.0 - exact_abs(apart) / wide, 0.0);
}

/* Finds the ripples, grains and pebbles of a row. */
static void find_grit(const rl_frame *frame, int row, double distance, beach_row *line)
{
    uint64_t key = hash_key(frame->scene.seed, STREAM);
    double below = eye_height(frame) / distance; /* U */
    double size = ripples.growth * below;
    line->turns = (float)(ripples.turns * EXACT_LN2 * exact_log2(below));
    line->size = (float)(size * frame->unit);
    line->ripples = (float)exact_smoothstep(0.0, ripples.over, size - ripples.from);
    line->grain = (float)(grit.light * exact_smoothstep(grit.from, grit.to, frame->unit));
    cell_row_at(&line->grains, key + 1, frame->loop, frame->unit, grit.rate,
                (frame->height - row - 0.5) / frame->unit * grit.rate);
    cell_row_by_distance(&line->pebbles, key + 2, frame->loop, frame->unit, grit.cells, grit.rows,
                         distance);
    double radius = grit.radius / distance;
    line->pebble_px = (float)(radius * frame->unit);
    line->pebble_wide = (float)(1.0 / (line->pebbles.per_unit * radius));
    line->pebble_high = (float)(below * EXACT_LN2 / grit.rows / (radius * PEBBLE_FLAT));
}

static void begin_row(const rl_frame *frame, beach_memory *m, int row)
{
    beach_row *line = &m->line;
    double distance = distance_at(frame, row);
    double rise = distance / (eye_height(frame) * frame->unit);
    m->row = row;
    plane_row_at(&line->noise, &m->law, distance, rise);
    line->distance = (float)distance;
    line->pixel = (float)(distance * rise);
    find_grit(frame, row, distance, line);
    double holes = 0.0, finest = LACE + LACE_WIDE;
    for (int k = 0; k < line->noise.octaves; k++) {
        const plane_octave *octave = &line->noise.octave[k];
        double t = (double)octave->t;
        double seen = exact_min((double)octave->weight / exact_pow(GAIN, t), 1.0);
        double lace = share_of(t - LACE, LACE_WIDE);
        line->light[k] = (float)(-seen * swell.light * exact_smoothstep(swell.from, swell.to, t) *
                                 (1.0 - exact_smoothstep(swell.end, swell.ends_at, t)));
        double finer = t - ripples.first;
        double bend = exact_max(exact_exp(-EXACT_LN2 * exact_max(finer, 0.0)), ripples.least) *
                      exact_clamp(1.0 + finer, 0.0, 1.0) * exact_clamp(ripples.last - t, 0.0, 1.0);
        line->bend[k] = (float)(seen * ripples.bend * bend);
        line->lace[k] = (float)(seen * lace);
        holes += (1.0 - seen) * lace;
        double fine = (double)octave->rate_along * distance / (eye_height(frame) * LINE_ROWS);
        double bends = exact_clamp(2.0 - 4.0 * fine, 0.0, 1.0);
        for (int j = 0; j < BEACH_BROAD; j++)
            line->broad[k][j] = (float)(bends * share_of(t - j, 1.0));
        finest = t;
    }
    for (double t = finest + 1.0; t < LACE + LACE_WIDE; t += 1.0)
        holes += share_of(t - LACE, LACE_WIDE);
    line->holes = (float)(LACE_MEAN * holes);
}

static void cover(paint_scratch *s, int layer, const tile_run *run, tile_colours *colours,
                  float covered[TILES_BLOCK])
{
    const rl_frame *frame = s->frame;
    beach_memory *m = s->memory[layer];
    int left = tiles_left(frame, run);
    int64_t column = (int64_t)run->block * frame->block;
    if (m->row != run->row)
        begin_row(frame, m, run->row);
    double x = (double)(frame->first_block * frame->block + column) + 0.5 - 0.5 * frame->width;
    plane_span_at(&m->line.span, &m->line.noise, x / frame->unit, 1.0 / frame->unit);
    cell_row_span(&m->line.grains, x / frame->unit);
    cell_row_span(&m->line.pebbles, x / frame->unit);
    m->line.shore = m->one->shore + column;
    m->line.slant = m->one->slant + column;
    tile_nodes nodes;
    tiles_nodes(s, frame->layer[layer].first_tile, run, left, left + run->count, &nodes);
    beach_pixels_of[frame->kernels](&nodes, &m->line, colours, covered);
}

/* ---- the kind ----------------------------------------------------------------------------- */

static double place(const rl_scene *scene, int index)
{
    (void)index;
    return layers_place(scene, DEPTH);
}

static const rl_sight_words beach_words =
    SIGHT("beach", 0.05,
          SIGHT_CLAUSE(5, "breakers run onto a curved beach", "a bay with a beach is before them"),
          SIGHT_PLACE(4, "the bay", "the beach", "the curved shore"));

static rl_status facts(facts_grid *g, const frame_layer *layer, rl_facts *out, rl_error *error)
{
    (void)error;
    int found = 0;
    for (int r = 0; r < g->rows && layer != NULL; r++)
        for (int i = 0; i < g->columns; i++)
            found += g->shows[r][i] == FACTS_GROUND;
    (void)facts_mention(out, &beach_words, (double)found / (g->rows * g->columns));
    return RL_OK;
}

static const scene_key keys[] = {
    REAL_KEY("beach.near", AT_SCENE(beach_near), 0, 2, 0,
             "near end of the shore of a beach, U below the horizon; 0 = no beach", TRAIT_INVENTED),
    REAL_KEY("beach.far", AT_SCENE(beach_far), 0.005, 1, 0.045,
             "far end of the shore, on the side away from the sun, U below the horizon", 0,
             "beach.near"),
};

const layer_kind kind_beach = {
    .name = "beach",
    .number = RL_LAYER_OTHER,
    .material = PRINT_WATER,
    .stream = STREAM,
    .keys = {KEY_GROUP("beach", keys)},
    .amount = "beach.near",
    .place = place,
    .data_bytes = sizeof(beach),
    .tiles = 1,
    .prepare = prepare,
    .paint = {.begin = begin, .cover = cover},
    .facts = facts,
};
