/* ink_kernel.c - prints a layer as an ink wash: see ink.c.
 *
 * A row gets a density of ink for each pixel, by rules for the layer's material, then the colour of
 * that density on paper with fibres.
 */
#include "layers/print/ink.h"
#include "layers/print/print_lanes.h"

/* A row of values of a block. */
typedef struct ink_row {
    float at[TILES_BLOCK];
} ink_row;

/* Numbers of noises of a layer. */
enum {
    NOISE_WASH = 1, /* the octaves of a noise have two numbers */
    NOISE_DRY = 3,
    NOISE_RIM = 5,
    NOISE_BRUSH = 6
};

/* ---- noise ------------------------------------------------------------------------------- */

#define NODES 16       /* columns between nodes of a wide noise */
#define NODE_CELLS 3.0 /* nodes per cell from which on a noise is wide */
#define FINER 0.5      /* size and weight of an octave relative to the one before */

/* Two octaves of noise, -1..1, in a row: of nodes if it is wide, else of columns. */
typedef struct octaves {
    float at[TILES_BLOCK + NODES];
    int is_wide;
} octaves;

LANES_INLINE void make_octaves(const print_block *block, uint32_t which, double wide, double high,
                               octaves *out)
{
    print_noise noise[2] = {print_noise_row(block, which, wide, high),
                            print_noise_row(block, which + 1, wide * FINER, high * FINER)};
    out->is_wide = wide * FINER > NODE_CELLS * NODES * block->px;
    int count = out->is_wide ? TILES_BLOCK / NODES + 1 : TILES_BLOCK;
    for (int at = 0; at < count; at += LANES)
        lanes_store(out->at + at, lanes_of(0.0f));
    float weight = (float)(1.0 / (1.0 + FINER));
    for (int i = 0; i < 2; i++, weight *= (float)FINER) {
        noise[i].rate *= out->is_wide ? NODES : 1;
        print_add_noise(&noise[i], count, weight, out->at);
    }
}

LANES_INLINE lanes_f octaves_at(const octaves *row, int at)
{
    if (!row->is_wide)
        return lanes_load(row->at + at);
    int left = at / NODES;
    lanes_f part =
        lanes_to_f(lanes_count() + lanes_of_i(at - left * NODES)) * lanes_of(1.0f / NODES);
    return lanes_mix(lanes_of(row->at[left]), lanes_of(row->at[left + 1]), part);
}

/* ---- lightness --------------------------------------------------------------------------- */

LANES_INLINE lanes_f ink_lightness(const tile_colours *colours, int at)
{
    const ink_weights weight = ink_light;
    lanes_f tone = lanes_of(weight.red) * lanes_load(colours->r + at) +
                   lanes_of(weight.green) * lanes_load(colours->g + at) +
                   lanes_of(weight.blue) * lanes_load(colours->b + at);
    lanes_f curve = lanes_of(weight.cube) * tone + lanes_of(weight.square);
    return (curve * tone + lanes_of(weight.slope)) * tone + lanes_of(weight.least);
}

static const ink_data *data_of(const print_block *block)
{
    return block->frame->print->data;
}

static const ink_sheet *sheet_of(const print_block *block)
{
    return data_of(block)->sheet + (block->sheet - block->frame->print->sheet);
}

#define SOFTENED                                                                                   \
    900.0 /* pixels per U at which edges of tone are twice as wide as in large pictures */

/* Returns the width of an edge of tone: the pixels of a small picture are means of more tones. */
static float softened(const print_block *block, float width)
{
    return width * (float)(1.0 + SOFTENED * block->px);
}

/* ---- land -------------------------------------------------------------------------------- */

/* Sizes of noises, U: across and down. */
#define WASH_WIDE 0.22
#define WASH_HIGH 0.05
#define DRY_WIDE 0.0035
#define DRY_HIGH 0.018

static const struct {
    float mist, mist_least, mist_most; /* loss of density per lightness above the layer's, limits */
    float wash;                        /* relative change of density by noise */
    float wisps;                       /* unevenness of the foot, U */
    float rim, rim_high;     /* relative density that crests have more, down to a depth, U */
    float rim_lit;           /* share of the light that crests lose, 0..1 */
    float shade, light;      /* detail at the edge of a stroke, and of a light */
    float dry, edge;         /* change of these by the dry brush; width of an edge */
    float stroke_mist;       /* share of a stroke that mist takes */
    float plant, plant_over; /* detail from which a thing is a plant, and over which */
    float tall_least;        /* least share of ink in these */
    float tall, tall_over;   /* U above the ground from which all are plants, and over which */
    float crop_most;         /* detail of fields that has the greatest effect */
} land = {.mist = 4.0f,
          .mist_least = -0.30f,
          .mist_most = 0.90f,
          .wash = 0.22f,
          .wisps = 0.05f,
          .rim = 0.40f,
          .rim_high = 0.035f,
          .rim_lit = 0.8f,
          .shade = 0.024f,
          .light = 0.027f,
          .dry = 0.016f,
          .edge = 0.022f,
          .stroke_mist = 0.6f,
          .plant = 0.0f,
          .plant_over = 0.20f,
          .tall_least = 0.95f,
          .tall = 0.030f,
          .tall_over = 0.030f,
          .crop_most = 0.17f};

static const struct {
    float wide;  /* width of the wet edge, U */
    float more;  /* pigment at the edge relative to the wash */
    float least; /* density that pigment adds to a pale wash */
} wet = {.wide = 0.0042f, .more = 0.42f, .least = 0.10f};

/* Adds the pigment that settles where a wash dries: along the edge of the land. */
LANES_PART void settle_edge(const print_block *block, ink_row *density)
{
    const ink_sheet *sheet = sheet_of(block);
    const print_ground ground = print_ground_of(block);
    const float rows = (float)(2 * block->line + 1), half = 0.5f * rows;
    const lanes_f wide = lanes_of((float)block->px / wet.wide), one = lanes_of(1.0f);
    for (int at = print_first(block); at < block->end; at += LANES) {
        lanes_f deep = lanes_load(block->edge + at) * lanes_of(rows) - lanes_of(half);
        lanes_f near = one - lanes_clamp(deep * wide, 0.0f, 1.0f);
        near *= near * lanes_clamp(deep + lanes_of(0.5f), 0.0f, 1.0f); /* none in trees above */
        lanes_f foot = lanes_smooth(print_below(&ground, at) * lanes_of(sheet->foot));
        lanes_f value = lanes_load(density->at + at);
        value += near * (lanes_of(wet.more) * value + lanes_of(wet.least) * (one - foot));
        lanes_store(density->at + at, value);
    }
}

LANES_PART void wash_land(const print_block *block, ink_row *density)
{
    const ink_sheet *sheet = sheet_of(block);
    LANES_SCRATCH octaves wash;
    make_octaves(block, NOISE_WASH, WASH_WIDE, WASH_HIGH, &wash);
    const print_ground ground = print_ground_of(block);
    LANES_SCRATCH ink_row brush = {{0.0f}};
    print_noise strokes = print_noise_row(block, NOISE_DRY, DRY_WIDE, DRY_HIGH);
    print_add_noise(&strokes, TILES_BLOCK, land.dry * sheet->dry * print_fine(block, DRY_WIDE),
                    brush.at);
    const lanes_f full = lanes_of(sheet->full), one = lanes_of(1.0f), half = lanes_of(0.5f);
    const lanes_f edge = lanes_of(1.0f / softened(block, land.edge));
    const lanes_f plant_over = lanes_of(1.0f / land.plant_over);
    for (int at = print_first(block); at < block->end; at += LANES) {
        if (print_is_empty(block, at))
            continue;
        lanes_f base = ink_lightness(block->base, at);
        lanes_f detail = (ink_lightness(block->colours, at) - base) * lanes_of(sheet->gain);
        lanes_f dry = lanes_load(brush.at + at);
        lanes_f deep = print_below(&ground, at);
        lanes_f below = deep + lanes_of(-land.wisps) * octaves_at(&wash, at);
        lanes_f foot = lanes_smooth(below * lanes_of(sheet->foot));
        lanes_f fog = lanes_clamp(lanes_of(land.mist) * (base - lanes_of(sheet->light)),
                                  land.mist_least, land.mist_most);
        lanes_f uneven = one + lanes_of(land.wash) * octaves_at(&wash, at);
        lanes_f value = full * (one - fog) * uneven * (one - lanes_of(sheet->dissolve) * foot);
        lanes_f crest = one - lanes_smooth(deep * lanes_of(1.0f / land.rim_high));
        value *= one + lanes_of(land.rim) * crest;
        lanes_f stroke = lanes_smooth((dry - detail - lanes_of(land.shade)) * edge + half);
        lanes_f bare = lanes_smooth((dry + detail - lanes_of(land.light)) * edge + half);
        lanes_f tall =
            lanes_smooth((deep + lanes_of(land.tall)) * lanes_of(-1.0f / land.tall_over));
        lanes_f inked = lanes_max(tall, lanes_of(land.rim_lit) * crest);
        value *= one - lanes_of(sheet->bare) * bare * (one - inked);
        value -= lanes_of(sheet->tone) *
                 lanes_clamp(detail - lanes_of(sheet->crop), -land.crop_most, land.crop_most);
        value += stroke * lanes_of(sheet->stroke) * (one - lanes_of(land.stroke_mist) * fog) *
                 (one - lanes_of(sheet->stroke_gap) * foot);
        lanes_f plant = lanes_clamp((lanes_of(-land.plant) - detail) * plant_over, 0.0f, 1.0f);
        plant = lanes_max(plant, tall * lanes_of(land.tall_least));
        value += plant * lanes_max(lanes_of(sheet->plant) * uneven - value, lanes_of(0.0f));
        lanes_store(density->at + at, value);
    }
    if (block->line > 0)
        settle_edge(block, density);
}

/* ---- sky --------------------------------------------------------------------------------- */

#define BRUSH_WIDE 0.50
#define BRUSH_HIGH 0.10

static const struct {
    float top, height;   /* density of the wash at the upper edge; its height, U */
    float tone, deep;    /* density per lightness below that of paper, and per its square */
    float paper;         /* lightness of paper */
    float least, uneven; /* weights of the wash: without noise, and of noise */
    float light, over;   /* share of the wash that lights lose; their detail: clouds, stars */
    float dark;          /* density per lightness below the sky's: shades of clouds */
    float thing, thing_over, thing_full; /* detail of dark things, as birds; their density */
} sky = {.top = 0.05f,
         .height = 0.55f,
         .tone = 0.15f,
         .deep = 0.30f,
         .paper = 0.90f,
         .least = 0.75f,
         .uneven = 0.55f,
         .light = 0.9f,
         .over = 0.12f,
         .dark = 0.45f,
         .thing = 0.16f,
         .thing_over = 0.12f,
         .thing_full = 0.55f};

#define HORIZON_LEAST 0.05 /* least distance of a horizon from both edges, fraction of H */

/* Returns how far the row of a block is from the horizon to the upper edge, 0..1, or to the lower
 * edge, 0..-1. */
static float height_of(const print_block *block)
{
    const rl_frame *frame = block->frame;
    double horizon = exact_clamp(frame->light.horizon, HORIZON_LEAST, 1.0 - HORIZON_LEAST);
    double up = 0.5 - block->y * frame->unit / frame->height - horizon;
    return (float)exact_clamp(up / (up > 0.0 ? 1.0 - horizon : horizon), -1.0, 1.0);
}

LANES_PART void wash_sky(const print_block *block, ink_row *density)
{
    const rl_frame *frame = block->frame;
    LANES_SCRATCH octaves wash;
    make_octaves(block, NOISE_WASH, BRUSH_WIDE, BRUSH_HIGH, &wash);
    double from_top = block->y + 0.5 * frame->height / frame->unit;
    float top = sky.top * (float)exact_smoothstep(0.0, 1.0, 1.0 - from_top / (double)sky.height);
    float low = data_of(block)->low,
          share = low + (1.0f - low) * (float)exact_max((double)height_of(block), 0.0);
    const lanes_f nought = lanes_of(0.0f);
    for (int at = print_first(block); at < block->end; at += LANES) {
        if (print_is_empty(block, at))
            continue;
        lanes_f base = ink_lightness(block->base, at);
        lanes_f detail = ink_lightness(block->colours, at) - base;
        lanes_f dark = lanes_max(lanes_of(sky.paper) - base, nought);
        lanes_f uneven = lanes_of(sky.least) + lanes_of(sky.uneven) * octaves_at(&wash, at);
        lanes_f tone = dark * (lanes_of(sky.tone) + lanes_of(sky.deep) * dark);
        lanes_f value = (lanes_of(top) + lanes_of(share) * tone) * uneven;
        value -= lanes_of(sky.light) * value * lanes_smooth(detail * lanes_of(1.0f / sky.over));
        value += lanes_of(sky.dark) * lanes_max(nought - detail, nought);
        lanes_f thing =
            lanes_smooth((nought - detail - lanes_of(sky.thing)) * lanes_of(1.0f / sky.thing_over));
        lanes_store(density->at + at, value + thing * lanes_of(sky.thing_full));
    }
}

/* ---- water, decks, things -------------------------------------------------------------------- */

#define STREAK_WIDE 0.060
#define STREAK_HIGH 0.006

static const struct {
    float level, level_more; /* density of lightest water: far, and what near water has more */
    float wash, streak;      /* unevenness of the wash; of the steps of tone */
    float steps;             /* number of tones per lightness of 1 */
    float soft;              /* share of a step over which tones change */
    float most;              /* largest density */
} water = {.level = 0.035f,
           .level_more = 0.08f,
           .wash = 0.25f,
           .streak = 0.25f,
           .steps = 9.0f,
           .soft = 0.4f,
           .most = 0.42f};

/* Writes the densities of water: tones in soft steps, darker than the sky at the horizon. */
LANES_PART void wash_water(const print_block *block, ink_row *density)
{
    const ink_data *data = data_of(block);
    LANES_SCRATCH octaves streak;
    make_octaves(block, NOISE_DRY, STREAK_WIDE, STREAK_HIGH, &streak);
    float level = water.level + water.level_more * block->sheet->depth;
    for (int at = print_first(block); at < block->end; at += LANES) {
        if (print_is_empty(block, at))
            continue;
        lanes_f dark = lanes_of(data->horizon) - ink_lightness(block->colours, at);
        lanes_f step = dark * lanes_of(water.steps) +
                       lanes_of(water.streak) * octaves_at(&streak, at) + lanes_of(0.5f);
        lanes_f whole = lanes_to_f(lanes_floor(step));
        lanes_f rest = lanes_smooth((step - whole - lanes_of(0.5f)) * lanes_of(1.0f / water.soft) +
                                    lanes_of(0.5f));
        lanes_f tone = lanes_max(whole + rest - lanes_of(0.5f), lanes_of(0.0f)) *
                       lanes_of(sheet_of(block)->tone / water.steps);
        lanes_f uneven = lanes_of(1.0f) + lanes_of(water.wash) * octaves_at(&streak, at);
        lanes_store(density->at + at,
                    lanes_min((lanes_of(level) + tone) * uneven, lanes_of(water.most)));
    }
}

static const struct {
    float far, near;    /* density in the shade at the horizon, and what is added before it */
    float light, least; /* detail that leaves bare paper; share of the density that is left then */
    float dark;         /* density per lightness below the shade: shrubs, cracks */
    float wash, streak; /* unevenness of the wash; of the edge of lights */
} deck = {.far = 0.12f,
          .near = 0.34f,
          .light = 0.30f,
          .least = 0.10f,
          .dark = 1.1f,
          .wash = 0.30f,
          .streak = 0.03f};

/* Writes the densities of clouds, ice and plains below the horizon: shades as washes. */
LANES_PART void wash_deck(const print_block *block, ink_row *density)
{
    const ink_sheet *sheet = sheet_of(block);
    LANES_SCRATCH octaves streak;
    make_octaves(block, NOISE_DRY, STREAK_WIDE, STREAK_HIGH, &streak);
    float full = deck.far + deck.near * (float)exact_max((double)-height_of(block), 0.0);
    for (int at = print_first(block); at < block->end; at += LANES) {
        if (print_is_empty(block, at))
            continue;
        lanes_f detail = (ink_lightness(block->colours, at) - ink_lightness(block->bare, at)) *
                         lanes_of(sheet->gain);
        lanes_f edge = lanes_of(deck.streak) * octaves_at(&streak, at);
        lanes_f uneven =
            lanes_of(full) * (lanes_of(1.0f) + lanes_of(deck.wash) * octaves_at(&streak, at));
        lanes_f light = lanes_smooth((detail + edge) * lanes_of(1.0f / deck.light));
        lanes_f value = uneven * (lanes_of(1.0f) - lanes_of(1.0f - deck.least) * light);
        value += lanes_of(deck.dark) * lanes_max(lanes_of(0.0f) - detail, lanes_of(0.0f));
        lanes_store(density->at + at, value);
    }
}

static const struct {
    float dense, more;  /* density relative to a crest's, and what is added to it */
    float body;         /* lightness of bodies relative to that of the sky at the horizon */
    float tone;         /* density per detail */
    float most;         /* detail that has the greatest effect */
    float window, over; /* detail from which there is a lit window, and over which */
    float least;        /* least density */
} things = {.dense = 0.9f,
            .more = 0.22f,
            .body = 0.80f,
            .tone = 0.9f,
            .most = 0.15f,
            .window = 0.22f,
            .over = 0.10f,
            .least = 0.05f};

/* Writes the densities of plants, motifs and cities, which stand before a wash. */
LANES_PART void wash_things(const print_block *block, ink_row *density)
{
    const ink_sheet *sheet = sheet_of(block);
    const float body = data_of(block)->horizon * things.body;
    const float full = sheet->full * things.dense + things.more;
    const lanes_f over = lanes_of(1.0f / softened(block, things.over));
    LANES_SCRATCH octaves wash;
    make_octaves(block, NOISE_WASH, WASH_WIDE, WASH_HIGH, &wash);
    for (int at = print_first(block); at < block->end; at += LANES) {
        if (print_is_empty(block, at))
            continue;
        lanes_f detail = ink_lightness(block->colours, at) - lanes_of(body);
        lanes_f uneven = lanes_of(1.0f) + lanes_of(land.wash) * octaves_at(&wash, at);
        lanes_f value = lanes_of(full) * uneven -
                        lanes_of(things.tone) * lanes_clamp(detail, -things.most, things.most);
        lanes_f lit = lanes_smooth((detail - lanes_of(things.window)) * over + lanes_of(0.5f));
        value = lanes_mix(value, lanes_of(0.0f), lit);
        lanes_store(density->at + at, lanes_max(value, lanes_of(things.least)));
    }
}

/* ---- sun, moon, seal ------------------------------------------------------------------------- */

static const struct {
    float rim;              /* unevenness of the red disc's edge, relative to its radius */
    float brush;            /* paper that the brush leaves in it, 0..1 */
    float halo, halo_reach; /* more wash round the moon, and its reach in radii */
    float outline;          /* density of the line round the moon */
} disc = {.rim = 0.012f, .brush = 0.16f, .halo = 0.45f, .halo_reach = 5.0f, .outline = 0.22f};

#define RIM_CELL 0.3     /* size of cells of the rim's noise, radii */
#define BRUSH_WIDTH 0.80 /* size of the brush's streaks, radii */
#define BRUSH_HEIGHT 0.08
#define LINE 0.0014f /* width of the line round the moon, U */

LANES_INLINE lanes_f distance_at(const print_block *block, int at)
{
    const rl_frame *frame = block->frame;
    const ink_disc *sun = &data_of(block)->disc;
    double middle = frame_around(frame, (sun->x - block->x) * frame->unit, 0.5 * TILES_BLOCK);
    lanes_f x = (lanes_to_f(lanes_count() + lanes_of_i(at)) - lanes_of((float)middle)) *
                lanes_of((float)block->px);
    lanes_f y = lanes_of((float)(block->y - sun->y));
    return lanes_sqrt(x * x + y * y);
}

/* Writes the share of red ink in the sun. */
LANES_PART void red_sun(const print_block *block, ink_row *red)
{
    const ink_disc *sun = &data_of(block)->disc;
    double radius = (double)sun->radius;
    print_noise rim = print_noise_row(block, NOISE_RIM, RIM_CELL * radius, RIM_CELL * radius);
    print_noise brush =
        print_noise_row(block, NOISE_BRUSH, BRUSH_WIDTH * radius, BRUSH_HEIGHT * radius);
    for (int at = print_first(block); at < block->end; at += LANES) {
        lanes_f edge = lanes_of(sun->radius) *
                       (lanes_of(1.0f) + lanes_of(disc.rim) * print_noise_at(&rim, at));
        lanes_f inside = (edge - distance_at(block, at)) * lanes_of((float)(1.0 / block->px));
        lanes_f share = lanes_clamp(inside + lanes_of(0.5f), 0.0f, 1.0f);
        lanes_f paper = lanes_of(disc.brush) * lanes_smooth(print_noise_at(&brush, at));
        lanes_store(red->at + at, share * (lanes_of(1.0f) - paper));
    }
}

/* Leaves the moon as paper with its face, in a darker wash. */
LANES_PART void wash_moon(const print_block *block, ink_row *density)
{
    const ink_disc *moon = &data_of(block)->disc;
    float per_pixel = (float)(1.0 / block->px);
    for (int at = print_first(block); at < block->end; at += LANES) {
        lanes_f away = distance_at(block, at) - lanes_of(moon->radius);
        lanes_f value = lanes_load(density->at + at);
        lanes_f near =
            lanes_of(1.0f) - lanes_smooth(away * lanes_of(1.0f / (disc.halo_reach * moon->radius)));
        lanes_f face =
            lanes_of(moon->face) *
            lanes_max(lanes_of(sky.paper) - ink_lightness(block->colours, at), lanes_of(0.0f));
        lanes_f inside = lanes_clamp(lanes_of(0.5f) - away * lanes_of(per_pixel), 0.0f, 1.0f);
        lanes_f line = lanes_of(1.0f) - lanes_smooth(lanes_abs(away) * lanes_of(1.0f / LINE));
        value *= lanes_of(1.0f) + lanes_of(disc.halo) * near;
        value = lanes_mix(value, lanes_min(face, value + lanes_of(moon->most)), inside);
        value = lanes_max(value, line * lanes_of(disc.outline));
        lanes_store(density->at + at, value);
    }
}

/* Returns whether the disc, `reach` radii wide, may touch the row of a block. */
static int is_at_disc(const print_block *block, float reach)
{
    const rl_frame *frame = block->frame;
    const ink_disc *sun = &data_of(block)->disc;
    double radius = (double)(sun->radius * reach), half = 0.5 * TILES_BLOCK * block->px;
    double middle = block->x + half;
    double x = frame_around(frame, sun->x * frame->unit, middle * frame->unit) / frame->unit;
    return sun->radius > 0.0f && exact_abs(block->y - sun->y) < radius &&
           exact_abs(middle - x) < radius + half;
}

static const struct {
    double border;   /* width of the border round the sign, cells */
    float full, cut; /* share of red ink: of the seal, and where it is cut out */
} stamp = {.border = 0.8, .full = 0.94f, .cut = 0.08f};

/* Adds the seal, a sign with a border, to the share of red ink. */
static void stamp_seal(const print_block *block, double fold, ink_row *red)
{
    const ink_seal *seal = &data_of(block)->seal;
    int64_t y = exact_floor((block->y - seal->top) / seal->cell);
    for (int at = block->first; at < block->end; at++) {
        double column = (block->x + at * block->px - fold - seal->left) / seal->cell;
        if (column < -stamp.border || column > INK_SEAL_COLUMNS + stamp.border)
            continue;
        int64_t x = exact_floor(column);
        int is_cut = x >= 0 && x < INK_SEAL_COLUMNS && y >= 0 && y < INK_SEAL_ROWS &&
                     (seal->row[y] >> x & 1) != 0;
        red->at[at] = is_cut ? stamp.cut : stamp.full;
    }
}

/* ---- colours --------------------------------------------------------------------------------- */

static const struct {
    float grain, grain_bare; /* relative change of density by grains; density without any */
    float fibre;             /* change of encoded colours by fibres */
} paper = {.grain = 0.10f, .grain_bare = 1.2f, .fibre = 0.009f};

/* Returns the row of the tile of paper from a block's column 0 on.  `seam` is filled with it where
 * a loop begins again within the block. */
static const int16_t *paper_row(const print_block *block, int16_t seam[TILES_BLOCK])
{
    const rl_frame *frame = block->frame;
    const ink_paper *tile = &data_of(block)->paper;
    int64_t column = exact_floor(block->x * frame->unit + 0.5 * frame->width);
    int64_t row = exact_floor(block->y * frame->unit + 0.5 * frame->height);
    int64_t loop = (int64_t)frame->loop_px;
    if (loop > 0)
        column = exact_wrap(column, loop);
    const int16_t *from = tile->at + (size_t)exact_wrap(row, tile->side) * (size_t)tile->stride;
    if (loop <= 0 || column + TILES_BLOCK <= loop)
        return from + exact_wrap(column, tile->side);
    for (int i = 0; i < TILES_BLOCK; i++)
        seam[i] = from[exact_wrap(exact_wrap(column + i, loop), tile->side)];
    return seam;
}

LANES_PART void put_colours(const print_block *block, const ink_row *density)
{
    const ink_data *data = data_of(block);
    LANES_SCRATCH int16_t seam[TILES_BLOCK];
    const int16_t *fibres = paper_row(block, seam);
    const lanes_f fine = lanes_of(data->grain * paper.grain / INK_PAPER_ONE);
    const lanes_f rough = lanes_of(data->grain * paper.fibre / INK_PAPER_ONE);
    float *const to[3] = {block->colours->r, block->colours->g, block->colours->b};
    for (int at = print_first(block); at < block->end; at += LANES) {
        if (print_is_empty(block, at))
            continue;
        lanes_f d = lanes_load(density->at + at) * lanes_of(data->contrast);
        lanes_f fibre = lanes_to_f(lanes_load_short(fibres + at));
        d *= lanes_of(1.0f) - fibre * fine * (lanes_of(paper.grain_bare) - d);
        d = lanes_clamp(d, 0.0f, 1.0f);
        for (int k = 0; k < 3; k++) {
            const float *tone = data->tone[k];
            lanes_f c = ((lanes_of(tone[3]) * d + lanes_of(tone[2])) * d + lanes_of(tone[1])) * d +
                        lanes_of(tone[0]) + fibre * rough;
            lanes_store(to[k] + at, lanes_clamp(c, 0.0f, 1.0f));
        }
    }
}

/* Removes the ink of the margin.  Pictures beside each other have margins of their own. */
static void clear_margin(const print_block *block, double fold, ink_row *ink)
{
    const rl_frame *frame = block->frame;
    double margin = (double)data_of(block)->margin;
    double right = 0.5 * frame->width / frame->unit - margin;
    double down = 0.5 * frame->height / frame->unit - margin;
    int is_edge = exact_abs(block->y) > down;
    for (int at = block->first; at < block->end && margin > 0.0; at++)
        if (is_edge || exact_abs(block->x + at * block->px - fold) > right)
            ink->at[at] = 0.0f;
}

/* Adds the red ink of the sun and the seal. */
LANES_PART void put_red(const print_block *block, double fold, int has_sun, int has_seal)
{
    const ink_data *data = data_of(block);
    ink_row red = {{0.0f}};
    if (has_sun)
        red_sun(block, &red);
    clear_margin(block, fold, &red);
    if (has_seal)
        stamp_seal(block, fold, &red);
    float *const to[3] = {block->colours->r, block->colours->g, block->colours->b};
    for (int at = print_first(block); at < block->end; at += LANES)
        for (int k = 0; k < 3; k++)
            lanes_store(to[k] + at, lanes_mix(lanes_load(to[k] + at), lanes_of(data->red[k]),
                                              lanes_load(red.at + at)));
}

print_layer KERNEL(ink);

void KERNEL(ink)(const print_block *block)
{
    LANES_SCRATCH ink_row density;
    const ink_data *data = data_of(block);
    print_material material = block->sheet->material;
    if (material == PRINT_LAND)
        wash_land(block, &density);
    else if (material == PRINT_SKY)
        wash_sky(block, &density);
    else if (material == PRINT_WATER)
        wash_water(block, &density);
    else if (material == PRINT_CLOUDS)
        wash_deck(block, &density);
    else
        wash_things(block, &density);
    int is_moon = data->disc.is_moon;
    int has_disc = material == PRINT_SKY &&
                   is_at_disc(block, 1.0f + (is_moon ? disc.halo_reach : 2.0f * disc.rim));
    if (has_disc && is_moon)
        wash_moon(block, &density);
    /* Middle of the picture, among pictures beside each other, that holds the block. */
    double width = block->frame->width / block->frame->unit;
    double fold = width * exact_round((block->x + 0.5 * TILES_BLOCK * block->px) / width);
    clear_margin(block, fold, &density);
    put_colours(block, &density);
    const ink_seal *seal = &data->seal;
    double line = (block->y - seal->top) / seal->cell; /* row of the seal, and column */
    double first = (block->x - fold - seal->left) / seal->cell;
    int has_sun = has_disc && !is_moon;
    int has_seal = seal->cell > 0.0 && line >= -stamp.border &&
                   line <= INK_SEAL_ROWS + stamp.border &&
                   first <= INK_SEAL_COLUMNS + stamp.border &&
                   first + TILES_BLOCK * block->px / seal->cell >= -stamp.border;
    if (has_sun || has_seal)
        put_red(block, fold, has_sun, has_seal);
}

KERNEL_TABLE_WIDE(print_layer, ink_layers, ink);
