/* lightning.c - the layer of one stroke of lightning with branches, made by midpoint displacement.
 *
 * The stroke begins above the picture's clouds and ends behind the land; from its upper nodes
 * branches leave it downward.  All numbers are tuned by eye.
 */
#include "base/exact.h"
#include "base/hash.h"
#include "layers/common/stroke.h"
#include "layers/core/kind.h"

#define STREAM 5081 /* random stream */

#define BRANCHES 6

/* The main stroke; lengths in U. */
static const struct {
    double top;              /* height of its first node above the horizon */
    double over_edge;        /* most height of its first node above the upper edge of the picture */
    double foot;             /* height of its last node above the horizon */
    double half;             /* half width */
    double swing;            /* amplitude of the first displacement */
    double side, side_range; /* distance from the middle: side + range * u, u a draw of 0..1 */
    double top_jitter;       /* greatest shift of its first node */
    double foot_jitter;      /* greatest shift of its last node */
    double thinner;          /* share of its width that is lost down to its last node */
} trunk_look = {.top = 0.50,
                .over_edge = 0.03,
                .foot = -0.06,
                .half = 0.0016,
                .swing = 0.055,
                .side = 0.16,
                .side_range = 0.26,
                .top_jitter = 0.08,
                .foot_jitter = 0.10,
                .thinner = 0.35};

/* Branches; a draw of -1..1 is c, of 0..1 u. */
static const struct {
    double length, length_range; /* U downward: length + range * u */
    double aside, aside_jitter;  /* slope, across per 1 downward: aside + jitter * c */
    double half;                 /* half width, relative to the main stroke's */
    double alpha;                /* opacity at the beginning */
    double swing;                /* amplitude of the first displacement, relative to the length */
    double half_end;             /* half width at the end, relative to that at the beginning */
    double half_more;            /* addition to `half_end` at the beginning */
} branch_look = {.length = 0.09,
                 .length_range = 0.10,
                 .aside = 0.55,
                 .aside_jitter = 0.25,
                 .half = 0.55,
                 .alpha = 0.70,
                 .swing = 0.18,
                 .half_end = 0.4,
                 .half_more = 0.6};

/* Nodes at which branches leave, in 1/20 of the main stroke: from 2/20 on, 2/20 apart. */
enum { BRANCH_PLACES = 20, BRANCH_FIRST = 2, BRANCH_STEP = 2 };
#define BRANCH_JITTER 3.0 /* greatest shift of these nodes, in nodes */

/* Light of the air: a narrow glow along the stroke and a broad flash of clouds round its top. */
static const struct {
    double glow;         /* U beside the stroke over which the glow falls to 1/e */
    double glow_light;   /* strength of the glow at the stroke, 0..1 */
    double glow_most;    /* exponent from which the glow is invisible */
    double flash;        /* U beside the top over which the flash falls to 1/e */
    double flash_height; /* height over which the flash falls to 1/e, relative to `flash` */
    double flash_light;  /* strength of the flash at the top, 0..1 */
    double flash_most;   /* exponent from which the flash is invisible */
    oklab core;          /* colour of the stroke */
    oklab violet;        /* colour of glow and flash */
} air_look = {.glow = 0.030,
              .glow_light = 0.50,
              .glow_most = 12.0,
              .flash = 0.34,
              .flash_height = 0.7,
              .flash_light = 0.22,
              .flash_most = 16.0,
              .core = {0.985, -0.004, -0.012},
              .violet = {0.80, 0.030, -0.075}};

/* Antialiasing, pixels. */
#define HALF_LEAST 0.55    /* least half width as painted: thinner strokes are fainter instead */
#define SOFT 0.5           /* half the width of a soft edge */
#define REACH 2.0          /* pixels beyond the nodes that a stroke may touch */
#define LENGTH2_LEAST 1e-9 /* least squared length of a piece */

/* The mirror of a stroke: waves shift its parts aside and hide some. */
static const struct {
    double cell;  /* height of a part, U */
    double swing; /* largest shift, share of the height above the horizon */
    double wider; /* factor of the width */
    double seen;  /* mean visibility of a part */
    double vary;  /* largest change of that visibility */
} waves = {.cell = 0.011, .swing = 0.085, .wider = 6.0, .seen = 0.55, .vary = 0.75};

/* Draws of a seed. */
enum {
    DRAW_BRANCH_NODE = 40,
    DRAW_BRANCH_SIDE,
    DRAW_BRANCH_LENGTH,
    DRAW_BRANCH_SLOPE,
    DRAW_SIDE = 50,
    DRAW_TOP,
    DRAW_FOOT,
    DRAW_WAVE,
    DRAW_GAP
};

#define BRANCH_LEVELS 5
#define BRANCH_NODES ((1 << BRANCH_LEVELS) + 1)

typedef struct lightning {
    uint64_t key;
    double ground;               /* the horizon, pixels from the top */
    shade_colour core;           /* colour of strokes */
    linear_rgb glow;             /* light of the air beside strokes */
    stroke stroke[1 + BRANCHES]; /* the main stroke, then its branches */
} lightning;

static void make_branch(stroke *branch, const stroke *trunk, uint64_t key, int number, double unit)
{
    double shift = BRANCH_JITTER * stroke_chance(key, DRAW_BRANCH_NODE, number);
    int from =
        (STROKE_NODES - 1) * (BRANCH_FIRST + BRANCH_STEP * number) / BRANCH_PLACES + (int)shift;
    double side = stroke_chance(key, DRAW_BRANCH_SIDE, number) < 0.0 ? -1.0 : 1.0;
    double u = hash_unit(hash_at(key, DRAW_BRANCH_LENGTH, number));
    double length = (branch_look.length + branch_look.length_range * u) * unit;
    double slope = branch_look.aside +
                   branch_look.aside_jitter * stroke_chance(key, DRAW_BRANCH_SLOPE, number);
    int last = BRANCH_NODES - 1;
    branch->x[0] = trunk->x[from];
    branch->y[0] = trunk->y[from];
    branch->x[last] = branch->x[0] + side * length * slope;
    branch->y[last] = branch->y[0] + length;
    branch->half = branch_look.half * trunk->half;
    branch->alpha = branch_look.alpha;
    branch->fades = 1.0;
    stroke_displace(branch, hash_mix(key + (uint64_t)number + 1), BRANCH_LEVELS,
                    branch_look.swing * length);
}

static rl_status prepare(preparation *work, frame_layer *layer, rl_error *error)
{
    const rl_frame *frame = work->frame;
    lightning *all = layer->data;
    (void)error;
    uint64_t key = hash_key(frame->scene.seed, STREAM);
    double side = frame->light.sun_side > 0.0 ? -1.0 : 1.0;
    double u = hash_unit(hash_at(key, DRAW_SIDE, 0));
    double x = side * (trunk_look.side + trunk_look.side_range * u);
    double top = x + trunk_look.top_jitter * stroke_chance(key, DRAW_TOP, 0);
    double foot = x + trunk_look.foot_jitter * stroke_chance(key, DRAW_FOOT, 0);
    stroke *trunk = &all->stroke[0];
    double ground = (1.0 - frame->light.horizon) * frame->height;
    all->key = key;
    all->ground = ground;
    trunk->x[0] = 0.5 * frame->width + top * frame->unit;
    trunk->y[0] =
        exact_max(-trunk_look.over_edge * frame->unit, ground - trunk_look.top * frame->unit);
    trunk->x[STROKE_NODES - 1] = 0.5 * frame->width + foot * frame->unit;
    trunk->y[STROKE_NODES - 1] = ground - trunk_look.foot * frame->unit;
    trunk->half = trunk_look.half * frame->unit;
    trunk->alpha = 1.0;
    stroke_displace(trunk, key, STROKE_LEVELS, trunk_look.swing * frame->unit);
    for (int i = 0; i < BRANCHES; i++)
        make_branch(&all->stroke[1 + i], trunk, key, i, frame->unit);
    all->core = shade_encode(frame, colour_oklab_to_linear(air_look.core));
    all->glow = colour_oklab_to_linear(air_look.violet);
    return RL_OK;
}

/* ---- light of the air, at the nodes of the colour grid ----------------------------- */

/* Returns the column of the main stroke in a row, pixels. */
static double trunk_at(const stroke *trunk, double y)
{
    int low = 0, high = trunk->nodes - 1;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (trunk->y[middle] <= y)
            low = middle;
        else
            high = middle;
    }
    double rise = trunk->y[high] - trunk->y[low];
    double fraction = rise > 0.0 ? exact_clamp((y - trunk->y[low]) / rise, 0.0, 1.0) : 0.0;
    return exact_mix(trunk->x[low], trunk->x[high], fraction);
}

static void light(paint_scratch *s, int layer, const shade_row *row, const shade_group *group,
                  shade_light *sky)
{
    const rl_frame *frame = s->frame;
    const lightning *all = frame->layer[layer].data;
    const stroke *trunk = &all->stroke[0];
    double x = trunk_at(trunk, row->y_px), unit = frame->unit;
    double over = exact_max(trunk->y[0] - row->y_px, 0.0) / (air_look.glow * unit);
    const double glow[3] = {all->glow.r, all->glow.g, all->glow.b};
    for (int i = 0; i < SHADE_GROUP; i++) {
        double at = (double)(group->first + i) * frame->step;
        double distance = exact_abs(at - frame_around(frame, x, at)) / (air_look.glow * unit);
        double wide = (at - frame_around(frame, trunk->x[0], at)) / (air_look.flash * unit);
        double down = (row->y_px - trunk->y[0]) / (air_look.flash_height * air_look.flash * unit);
        double away = wide * wide + down * down;
        double amount = away < air_look.flash_most ? air_look.flash_light * exact_exp(-away) : 0.0;
        if (distance + over < air_look.glow_most)
            amount += air_look.glow_light * exact_exp(-distance - over * over);
        double left = 1.0 - exact_min(amount, 1.0);
        float *const planes[3] = {&sky->r[i], &sky->g[i], &sky->b[i]};
        for (int c = 0; c < 3; c++)
            *planes[c] = (float)(1.0 - (1.0 - exact_min((double)*planes[c], 1.0)) *
                                           (1.0 - glow[c] * (1.0 - left)));
    }
}

/* ---- strokes ------------------------------------------------------------------------ */

/* Writes the greatest coverage (0..1) of pixels of a row by a piece of a stroke, from their
 * distance to it; the piece is `wider` than its stroke.  Returns whether the piece touches the row;
 * with `covered` NULL nothing is written. */
static int cover_piece(const stroke *s, int i, double wider, double left, double y, int from,
                       int to, float *covered)
{
    double fraction = (double)i / (s->nodes - 1), left_over = 1.0 - s->fades * fraction;
    double half = wider * s->half *
                  (s->fades > 0.0 ? branch_look.half_end + branch_look.half_more * left_over
                                  : 1.0 - trunk_look.thinner * fraction);
    double least = exact_max(half, HALF_LEAST), alpha = s->alpha * left_over * half / least;
    double ax = s->x[i] - left, ay = s->y[i] - y;
    double bx = s->x[i + 1] - left, by = s->y[i + 1] - y;
    double reach = least + SOFT;
    double soft = wider > 1.0 ? reach : 1.0; /* a mirror has no edges */
    if (exact_min(ay, by) > reach || exact_max(ay, by) < -reach ||
        exact_max(ax, bx) < from - reach || exact_min(ax, bx) > to + reach)
        return 0;
    double dx = bx - ax, dy = by - ay, per = 1.0 / exact_max(dx * dx + dy * dy, LENGTH2_LEAST);
    int first = (int)exact_max(exact_min(ax, bx) - reach, from);
    int end = (int)exact_min(exact_max(ax, bx) + reach + 1.0, to);
    for (int k = first; k < end && covered != NULL; k++) {
        double away = stroke_away(k + 0.5 - ax, -ay, dx, dy, per);
        double amount = alpha * exact_clamp((reach - away) / soft, 0.0, 1.0);
        if (amount > (double)covered[k])
            covered[k] = (float)amount;
    }
    return first < end;
}

/* Returns a draw of -1..1 for each part of the mirror, with linear steps between them. */
static double wave_at(const lightning *all, int draw, double part)
{
    int64_t cell = exact_floor(part);
    return exact_mix(stroke_chance(all->key, draw, (int)cell),
                     stroke_chance(all->key, draw, (int)cell + 1), part - (double)cell);
}

/* Writes the coverage of a run by all strokes; with `covered` NULL it only returns whether there
 * may be any. */
static int cover_strokes(paint_scratch *s, int layer, const tile_run *run, float *covered)
{
    const rl_frame *frame = s->frame;
    const lightning *all = frame->layer[layer].data;
    double left = (double)((frame->first_block + run->block) * frame->block);
    double middle = left + 0.5 * frame->block, y = run->row + 0.5;
    int from = tiles_left(frame, run), touched = 0;
    left -= frame_around(frame, all->stroke[0].x[0], middle) - all->stroke[0].x[0];
    if (y < all->stroke[0].y[0] - REACH || y > all->stroke[0].y[STROKE_NODES - 1] + REACH)
        return 0;
    int end = from + run->count;
    double above = exact_max(all->ground - y, 0.0), seen = 1.0, wider = 1.0;
    if (run->is_mirrored) {
        double part = above / (waves.cell * frame->unit);
        left -= waves.swing * above * wave_at(all, DRAW_WAVE, part);
        wider = waves.wider;
        seen = exact_clamp(waves.seen + waves.vary * wave_at(all, DRAW_GAP, part), 0.0, 1.0);
    }
    for (int i = 0; i <= BRANCHES; i++) {
        const stroke *one = &all->stroke[i];
        double far = wider * one->half + REACH;
        if (y <= one->top - far || y >= one->bottom + far || left + end <= one->left - far ||
            left >= one->right + far)
            continue;
        for (int k = 0; k + 1 < one->nodes; k++) {
            touched |= cover_piece(one, k, wider, left, y, from, end, covered);
            if (touched && covered == NULL)
                return 1;
        }
    }
    for (int k = from; k < end && covered != NULL && seen < 1.0; k++)
        covered[k] *= (float)seen;
    return touched;
}

static int touches(paint_scratch *s, int layer, const tile_run *run)
{
    return cover_strokes(s, layer, run, NULL);
}

static void over(paint_scratch *s, int layer, const tile_run *run)
{
    const lightning *all = s->frame->layer[layer].data;
    float covered[TILES_BLOCK] = {0};
    int left = tiles_left(s->frame, run);
    run_pixels pixels = block_pixels(s, run);
    (void)cover_strokes(s, layer, run, covered);
    for (int i = 0; i < run->count; i++) {
        float amount = covered[left + i];
        if (s->frame->is_hard)
            amount = amount >= 0.5f ? 1.0f : 0.0f;
        blend_over(s->frame->tone, &pixels, i, all->core.r, all->core.g, all->core.b, amount);
    }
}

static const rl_sight_words lightning_words =
    SIGHT("lightning", 0.35, SIGHT_CLAUSE(17, "lightning flashes in the sky"),
          SIGHT_EVENT(5, "over", "lightning", "a flash"));

static rl_status facts(facts_grid *g, const frame_layer *layer, rl_facts *out, rl_error *error)
{
    int seen = 0;
    (void)error;
    if (layer == NULL || facts_is_small(g))
        return RL_OK;
    const stroke *trunk = &((const lightning *)layer->data)->stroke[0];
    for (int i = 0; i < STROKE_NODES; i++)
        seen += facts_sky_at(g, trunk->x[i], trunk->y[i]) != NULL;
    (void)facts_mention(out, &lightning_words, (double)seen / STROKE_NODES);
    return RL_OK;
}

static const scene_key weather_keys[] = {
    REAL_KEY("weather.lightning", BY_NAME, 0, 1, 0, "above 0 = a stroke of lightning"),
};

const layer_kind kind_lightning = {
    .name = "lightning",
    .number = RL_LAYER_SKY,
    .material = PRINT_SKY,
    .stream = STREAM,
    .keys = {KEY_GROUP("weather", weather_keys)},
    .amount = "weather.lightning",
    .order = -54.0,
    .data_bytes = sizeof(lightning),
    .prepare = prepare,
    .paint = {.touches = touches, .over = over, .light = light},
    .facts = facts,
};
