/* woodblock_kernel.c - prints a layer as a woodblock: see woodblock.h.
 *
 * Noises of wide cells are computed at every KNOT_STEP-th column and interpolated; fine ones are
 * read from a table.
 */
#include "layers/print/print_lanes.h"
#include "layers/print/woodblock.h"

/* ---- noise ------------------------------------------------------------------------------- */

enum {
    KNOT_STEP = WOODBLOCK_KNOT,          /* columns from one knot to the next */
    KNOTS = TILES_BLOCK / KNOT_STEP + 1, /* knots of a block */
    KNOTS_ROOM = (KNOTS + 15) & ~15      /* multiple of all widths */
};

/* Values at the knots of a block. */
typedef struct wood_knots {
    float at[KNOTS_ROOM];
} wood_knots;

/* Returns values at LANES columns from column `at` on, interpolated between knots. */
LANES_INLINE lanes_f between_knots(const wood_knots *knots, int at)
{
    int k = at / KNOT_STEP;
    lanes_f share =
        lanes_to_f(lanes_count() + lanes_of_i(at - k * KNOT_STEP)) * lanes_of(1.0f / KNOT_STEP);
    return lanes_mix(lanes_of(knots->at[k]), lanes_of(knots->at[k + 1]), share);
}

/* Returns the random values of the corners `cell` in the rows `row`, -1..1. */
LANES_INLINE lanes_f corner_at(lanes_i key, lanes_i cell, lanes_i row)
{
    lanes_u rows = (lanes_u)key ^ (lanes_u)row * (lanes_u)lanes_of_i((int32_t)0x85ebca6bu);
    return print_corners(cell, rows);
}

/* Noises of a row: each has KNOTS values, one behind the other. */
enum {
    NOISES = 1 + WOODBLOCK_OCTAVES, /* the wandering of steps, the plank's grain */
    SLOTS = NOISES * KNOTS,
    SLOTS_ROOM = (SLOTS + 15) & ~15
};

/* The place of column 0 in a noise. */
typedef struct wood_place {
    float part, down, rate, bent; /* fractions of a cell; cells per knot, and per U of bend */
    float strength;
    int32_t cell, row, key, period;
} wood_place;

LANES_INLINE wood_place place_of(const print_block *block, const wood_noise *noise, uint32_t key,
                                 float bent)
{
    double x = block->x * noise->rate, y = block->y * noise->rate_y;
    int64_t cell = exact_floor(x), row = exact_floor(y);
    return (wood_place){.part = (float)(x - (double)cell),
                        .down = (float)(y - (double)row),
                        .rate = (float)(noise->rate * block->px * KNOT_STEP),
                        .bent = bent * (float)noise->rate_y,
                        .strength = noise->strength,
                        .cell =
                            (int32_t)(noise->period > 0 ? exact_wrap(cell, noise->period) : cell),
                        .row = (int32_t)row,
                        .key = (int32_t)key,
                        .period = noise->period > 0 ? noise->period : INT32_MAX};
}

/* Returns the value of the first, second or third noise in the lanes of their slots. */
#define OF_NOISES(member)                                                                          \
    lanes_choose(is_first, lanes_of(place[0].member),                                              \
                 lanes_choose(is_second, lanes_of(place[1].member), lanes_of(place[2].member)))
#define OF_NOISES_I(member)                                                                        \
    lanes_choose_i(                                                                                \
        is_first, lanes_of_i(place[0].member),                                                     \
        lanes_choose_i(is_second, lanes_of_i(place[1].member), lanes_of_i(place[2].member)))

/* Writes the values of NOISES noises; `bend` is the way down that each knot is shifted, U. */
LANES_INLINE void fill_slots(const wood_place place[NOISES], const float bend[SLOTS_ROOM],
                             float out[SLOTS_ROOM])
{
    for (int k = 0; k < SLOTS; k += LANES) {
        lanes_i slot = lanes_count() + lanes_of_i(k);
        lanes_i is_first = lanes_less_i(slot, lanes_of_i(KNOTS));
        lanes_i is_second = lanes_less_i(slot, lanes_of_i(2 * KNOTS));
        lanes_i knot = slot - lanes_choose_i(is_first, lanes_of_i(0),
                                             lanes_choose_i(is_second, lanes_of_i(KNOTS),
                                                            lanes_of_i(2 * KNOTS)));
        lanes_f u = OF_NOISES(part) + lanes_to_f(knot) * OF_NOISES(rate);
        lanes_f v = OF_NOISES(down) + lanes_load(bend + k) * OF_NOISES(bent);
        lanes_i over = lanes_floor(u), under = lanes_floor(v), period = OF_NOISES_I(period);
        u = lanes_smooth(u - lanes_to_f(over));
        v = lanes_smooth(v - lanes_to_f(under));
        lanes_i left = over + OF_NOISES_I(cell);
        left -= period & ~lanes_less_i(left, period);
        lanes_i right = left + lanes_of_i(1);
        right -= period & ~lanes_less_i(right, period);
        lanes_i top = under + OF_NOISES_I(row), key = OF_NOISES_I(key);
        lanes_i low = top + lanes_of_i(1);
        lanes_f value =
            lanes_mix(lanes_mix(corner_at(key, left, top), corner_at(key, right, top), u),
                      lanes_mix(corner_at(key, left, low), corner_at(key, right, low), u), v);
        lanes_store(out + k, value * OF_NOISES(strength));
    }
}

/* ---- wood, paper -------------------------------------------------------------------------- */

/* Look of the print, tuned by eye.  Colours are encoded sRGB, which costs far less than OKLab;
 * lightness is their weighted mean, 0..1.  Lengths are U. */
#define WEIGHT_R                                                                                   \
    0.27f /* weights of the lightness of OKLab near grey, rounded toward equal ones                \
           */
#define WEIGHT_G 0.58f
#define WEIGHT_B 0.15f
#define MIDDLE 0.445f        /* lightness that contrast leaves alone */
#define RAISE 0.030f         /* lightness that the print gains */
#define OVER_PAPER 0.012f    /* most lightness above the paper's */
#define BOKASHI 0.096f       /* lightness between two steps of brushed ink */
#define BOKASHI_SOFT 0.62f   /* share of a step over which it is soft */
#define BOKASHI_PULL 0.55f   /* share of the gradient that goes in steps */
#define BOKASHI_WANDER 0.35f /* share of a step by which its edge wanders */
#define INK_RANGE 0.70f      /* lightness below the paper's of ink that hides it wholly */
#define INK_LEAST 0.25f      /* share of the grain that is seen in bare paper */
#define LEAN 0.22f           /* share of the paper's hue in the thinnest ink */

typedef struct wood_row {
    const woodblock *wood;
    wood_knots broad, plank; /* wandering of the steps, -1..1; lightness of the plank's grain */
    const int16_t *grain;    /* [TILES_BLOCK]: lightness of mottle and paper */
    int16_t wrapped[TILES_BLOCK]; /* values of `grain` where a loop ends within the block */
} wood_row;

/* Returns the number of column 0 of a block. */
LANES_INLINE int64_t find_column(const print_block *block)
{
    const rl_frame *frame = block->frame;
    return (int64_t)exact_round(block->x * frame->unit + 0.5 * frame->width - 0.5);
}

/* Finds the row of the table of grain for a row of a block. */
LANES_INLINE void find_grain(const print_block *block, wood_row *row)
{
    const rl_frame *frame = block->frame;
    const woodblock *wood = row->wood;
    const int side = wood->grain_side;
    int64_t column = find_column(block);
    int64_t line = (int64_t)exact_round(block->y * frame->unit + 0.5 * frame->height - 0.5);
    const int16_t *at = wood->grains + (line & (side - 1)) * (side + TILES_BLOCK);
    if (frame->loop_px <= 0.0) {
        row->grain = at + (column & (side - 1));
        return;
    }
    int64_t period = (int64_t)frame->loop_px;
    for (int i = 0; i < TILES_BLOCK; i++)
        row->wrapped[i] = at[exact_wrap(column + i, period) & (side - 1)];
    row->grain = row->wrapped;
}

LANES_INLINE void begin_row(const print_block *block, wood_row *row)
{
    const woodblock *wood = block->frame->print->data;
    LANES_SCRATCH float bend[SLOTS_ROOM] = {0.0f}, value[SLOTS_ROOM];
    const float *knots =
        wood->bend +
        (find_column(block) - block->frame->first_block * block->frame->block) / WOODBLOCK_KNOT;
    wood_place place[NOISES] = {place_of(block, &wood->broad, block->sheet->hash, 0.0f)};
    for (int i = 0; i < WOODBLOCK_OCTAVES; i++)
        place[1 + i] = place_of(block, &wood->plank[i], (uint32_t)i, 1.0f);
    for (int k = 0; k < KNOTS; k++)
        bend[KNOTS + k] = bend[2 * KNOTS + k] = knots[k];
    fill_slots(place, bend, value);
    row->wood = wood;
    for (int k = 0; k < KNOTS; k++) {
        row->broad.at[k] = value[k];
        row->plank.at[k] = value[KNOTS + k] + value[2 * KNOTS + k];
    }
    find_grain(block, row);
}

LANES_INLINE lanes_rgb load_rgb(const tile_colours *colours, int at)
{
    return (lanes_rgb){lanes_load(colours->r + at), lanes_load(colours->g + at),
                       lanes_load(colours->b + at)};
}

LANES_INLINE void store_rgb(tile_colours *colours, int at, lanes_rgb c)
{
    lanes_store(colours->r + at, lanes_clamp(c.r, 0.0f, 1.0f));
    lanes_store(colours->g + at, lanes_clamp(c.g, 0.0f, 1.0f));
    lanes_store(colours->b + at, lanes_clamp(c.b, 0.0f, 1.0f));
}

LANES_INLINE lanes_f lightness(lanes_rgb c)
{
    return c.r * lanes_of(WEIGHT_R) + c.g * lanes_of(WEIGHT_G) + c.b * lanes_of(WEIGHT_B);
}

/* Returns lightness with the contrast of the print. */
LANES_INLINE lanes_f contrasted(const woodblock *wood, lanes_f l)
{
    return (l - lanes_of(MIDDLE)) * lanes_of(wood->contrast) +
           lanes_of(MIDDLE + RAISE + wood->lift);
}

/* Pulls lightness to soft steps whose edges wander; `soft` is the share of a step that is soft. */
LANES_INLINE lanes_f bokashi(lanes_f l, lanes_f broad, float soft, float pull)
{
    lanes_f wander = broad * lanes_of(BOKASHI_WANDER);
    lanes_f v = l * lanes_of(1.0f / BOKASHI) + wander;
    lanes_f whole = lanes_to_f(lanes_floor(v));
    lanes_f part = (v - whole - lanes_of(0.5f)) * lanes_of(1.0f / soft) + lanes_of(0.5f);
    lanes_f step = (whole + lanes_smooth(part) - wander) * lanes_of(BOKASHI);
    return lanes_mix(l, step, lanes_of(pull));
}

#define STEP 0.085f   /* lightness between two blocks of light or shade */
#define STEP_AT 0.75f /* share of a step below the mean lightness at which shade begins */

/* Detail in flat steps. */
typedef struct wood_steps {
    lanes_f flat; /* lightness of the step, relative to the mean */
    lanes_f away; /* distance from the edge of a step, in steps; negative on its dark side */
    lanes_f dark; /* distance from the lightest edge of shade, in steps; negative in shade */
} wood_steps;

/* Returns detail in flat steps; `soft` is the share of a step that is soft. */
LANES_INLINE wood_steps stepped(lanes_f detail, float soft)
{
    lanes_f v = detail * lanes_of(1.0f / STEP) + lanes_of(STEP_AT);
    lanes_f whole = lanes_to_f(lanes_floor(v));
    lanes_f away = v - whole - lanes_of(0.5f);
    lanes_f part = away * lanes_of(1.0f / soft) + lanes_of(0.5f);
    return (wood_steps){.flat = (whole - lanes_of(0.5f) + lanes_smooth(part)) * lanes_of(STEP),
                        .away = away,
                        .dark = v - lanes_of(0.5f)};
}

/* Returns a colour with the lightness `l` as ink on paper: thin ink shows the paper, thick ink
 * shows the plank.  `hue` is the colour's own lightness. */
LANES_INLINE lanes_rgb inked(const wood_row *row, int at, lanes_rgb c, lanes_f hue, lanes_f l,
                             float plank)
{
    const woodblock *wood = row->wood;
    l = lanes_min(l, lanes_of(wood->paper + OVER_PAPER));
    lanes_f dense =
        lanes_clamp((lanes_of(wood->paper) - l) * lanes_of(1.0f / INK_RANGE), 0.0f, 1.0f);
    lanes_f lean = lanes_of(LEAN) * (lanes_of(1.0f) - dense);
    lanes_f chroma = lanes_of(wood->chroma) * (lanes_of(1.0f) - lean);
    lanes_f grain = between_knots(&row->plank, at) * lanes_of(plank) +
                    lanes_to_f(lanes_load_short(row->grain + at)) * lanes_of(wood->grain_scale);
    l += grain * (lanes_of(INK_LEAST) + dense);
    lanes_rgb out = {l + (c.r - hue) * chroma + lanes_of(wood->paper_hue[0]) * lean,
                     l + (c.g - hue) * chroma + lanes_of(wood->paper_hue[1]) * lean,
                     l + (c.b - hue) * chroma + lanes_of(wood->paper_hue[2]) * lean};
    return out;
}

/* ---- margin, seal -------------------------------------------------------------------------- */

/* Covers a colour by another one. */
LANES_INLINE lanes_rgb covered_by(lanes_rgb c, const float over[3], lanes_f share)
{
    c.r = lanes_mix(c.r, lanes_of(over[0]), share);
    c.g = lanes_mix(c.g, lanes_of(over[1]), share);
    c.b = lanes_mix(c.b, lanes_of(over[2]), share);
    return c;
}

/* Returns the places of LANES columns, U from `middle`. */
LANES_INLINE lanes_f places(const print_block *block, double middle, int at)
{
    return lanes_of((float)(block->x - middle)) +
           lanes_to_f(lanes_count() + lanes_of_i(at)) * lanes_of((float)block->px);
}

#define SEAL_CUT 0.15f  /* opacity of the seal's carving */
#define SEAL_FULL 0.95f /* opacity of the seal */

#define RAGGED 0.0022f /* U by which the edge of the margin wanders at most */

/* Lays the margin and the seal, which all layers show, over a printed layer. */
LANES_PART void frame_row(const print_block *block, const wood_row *row)
{
    const woodblock *wood = row->wood;
    int has_seal = print_meets_seal(block, &wood->seal);
    float y = (float)block->y;
    const lanes_f low = lanes_of(wood->half_height - (y < 0.0f ? -y : y));
    for (int at = print_first(block); at < block->end; at += LANES) {
        lanes_rgb c = load_rgb(block->colours, at);
        lanes_f grain = lanes_to_f(lanes_load_short(row->grain + at)) * lanes_of(0x1p-15f);
        lanes_f x = lanes_of(wood->half_width) - lanes_abs(places(block, 0.0, at));
        lanes_f outside = lanes_of(wood->margin) - lanes_min(x, low) + lanes_of(RAGGED) * grain;
        if (has_seal) {
            lanes_i is_cut;
            lanes_f share = print_coverage(block, print_seal_at(block, &wood->seal, at, &is_cut));
            share = lanes_choose(is_cut, share * lanes_of(SEAL_CUT), share * lanes_of(SEAL_FULL));
            c = covered_by(c, seal_red, share);
        }
        if (wood->margin > 0.0f)
            c = covered_by(c, wood->paper_colour, print_coverage(block, outside));
        store_rgb(block->colours, at, c);
    }
}

/* ---- sky ------------------------------------------------------------------------------------ */

#define TOP_DARK 0.11f /* lightness that the band at the top loses */
#define TOP_BLUE 0.03f /* blue that it gains */
#define TOP_AIM 0.03f  /* fraction of H by which the middle of its edge is lower */
#define TOP_WANDER 0.35f
#define SKY_PLANK 1.0f
#define CLEAR 1e-3f      /* greatest detail of a sky without clouds: steps begin beyond it */
#define CLOUD_SOFT 0.45f /* share of a step over which the edges of clouds are soft */

static const float sun_red[3] = {0.9201f, 0.3135f, 0.2044f}; /* OKLab .64, .165, .105 */
static const float sun_pale[3] = {1.0f, 0.9464f, 0.8222f};   /* OKLab .965, .006, .045 */

LANES_PART void lay_sun(const print_block *block, const woodblock *wood)
{
    const rl_frame *frame = block->frame;
    double sun = wood->sun_x, y = block->y - wood->sun_y;
    if (frame->loop > 0.0) {
        double middle = block->x + 0.5 * TILES_BLOCK * block->px;
        sun += frame->loop * exact_round((middle - sun) / frame->loop);
    }
    for (int at = print_first(block); at < block->end; at += LANES) {
        lanes_f x = places(block, sun, at);
        lanes_f away = lanes_sqrt(x * x + lanes_of((float)(y * y)));
        lanes_f share = print_coverage(block, lanes_of(wood->sun_radius) - away);
        store_rgb(
            block->colours, at,
            covered_by(load_rgb(block->colours, at), wood->is_red ? sun_red : sun_pale, share));
    }
}

LANES_PART void print_sky(const print_block *block, const wood_row *row)
{
    const woodblock *wood = row->wood;
    int is_sky = block->sheet == block->frame->print->sheet; /* the first is the sky itself */
    double from_sun = exact_abs(block->y - wood->sun_y);
    /* Place in the dark band at the top (ichimonji bokashi): 1 = its upper edge, 0 = its lower. */
    const float down = (float)(block->y * block->frame->unit_share) + 0.5f - TOP_AIM;
    const float band = 1.0f - down / wood->sky_end;
    const int has_clouds = block->base != block->colours;
    const int has_band = is_sky && band > -TOP_WANDER;
    const lanes_f plain = stepped(lanes_of(0.0f), CLOUD_SOFT).flat * lanes_of(wood->contrast);
    for (int at = print_first(block); at < block->end; at += LANES) {
        lanes_f broad = between_knots(&row->broad, at);
        lanes_rgb c = load_rgb(block->colours, at);
        lanes_f hue = lightness(c), base = hue;
        if (has_clouds)
            base = lightness(load_rgb(block->base, at));
        lanes_f l =
            bokashi(contrasted(wood, base), broad, BOKASHI_SOFT, is_sky ? BOKASHI_PULL : 0.0f);
        lanes_f detail = hue - base;
        if (lanes_any(lanes_less(lanes_of(CLEAR), lanes_abs(detail))))
            l += stepped(detail, CLOUD_SOFT).flat * lanes_of(wood->contrast);
        else
            l += plain;
        if (has_band) {
            lanes_f top = lanes_smooth(lanes_of(band) + lanes_of(TOP_WANDER) * broad);
            l -= lanes_of(TOP_DARK) * top;
            c.b += lanes_of(TOP_BLUE) * top;
        }
        store_rgb(block->colours, at, inked(row, at, c, hue, l, SKY_PLANK));
    }
    if (is_sky && from_sun < (double)wood->sun_radius + block->px)
        lay_sun(block, wood);
}

/* ---- land ----------------------------------------------------------------------------------- */

#define STEP_SOFT 0.05f /* share of a step over which its edge is soft, in a large picture */
#define STEP_PIXEL                                                                                 \
    150.0f              /* share that it is softer per U of a pixel's size: small pictures have    \
                           the means of large ones */
#define SHADE_RED 0.21f /* red that shade loses per lightness, and blue that it gains */
#define SHADE_BLUE 0.57f
#define OWN_HUE 8.0f /* 1 / lightness of detail that has the hue of snow or plants */
#define LAND_PLANK 0.4f
#define KEY_NEARER 1.25f   /* factor of the depth of a layer, 0..1, at 1 of which a line is near */
#define KEY_LEAST 0.46f    /* opacity of far lines */
#define KEY_NEAR 0.48f     /* opacity that near lines have more */
#define KEY_WIDE 0.00070f  /* width of far lines, U */
#define KEY_WIDER 0.00060f /* width that near lines have more, U */

static const float key_near[3] = {0.07f, 0.0798f, 0.1484f};  /* OKLab .20, .004, -.035 */
static const float key_far[3] = {0.2604f, 0.2754f, 0.3566f}; /* OKLab .40, .004, -.035 */

#define KEY_PLANT 0.08f /* lightness below the ground's at which plants begin to hide the line */
#define KEY_LIGHT 0.30f /* lightness of the ground from which a line has its full opacity */
#define KEY_PART 0.05f  /* least part of a pixel of which the line takes a share */

#define NOISE_LINE 7u     /* number of the noise of the lines' width */
#define UNEVEN_SIDE 0.02f /* size of its cells, U */
#define UNEVEN 0.6f       /* change of the width, relative to the mean */
#define GAP_WIDE 0.0008f  /* mean width of the paper beside a line, where the blocks are off, U */
#define GAP_UNEVEN 2.5f   /* change of that width along the line, relative to the mean */
#define GAP_PAPER 0.48f   /* share of paper in it */

/* Returns the share of the covered part of pixels that lies between two depths below the edge, in
 * pixels; `deep` is the depth of their middle. */
LANES_INLINE lanes_f strip_share(lanes_f deep, lanes_f from, lanes_f to)
{
    lanes_f low = lanes_max(deep - lanes_of(0.5f), lanes_of(0.0f)), high = deep + lanes_of(0.5f);
    return lanes_max(lanes_min(high, to) - lanes_max(low, from), lanes_of(0.0f)) /
           lanes_max(high - low, lanes_of(KEY_PART));
}

/* Lays the key line along the edges of a layer, and the paper beside it. */
LANES_PART void lay_line(const print_block *block, const wood_row *row)
{
    const woodblock *wood = row->wood;
    LANES_SCRATCH float uneven[TILES_BLOCK] = {0.0f};
    print_noise width_noise =
        print_noise_row(block, NOISE_LINE, (double)UNEVEN_SIDE, (double)UNEVEN_SIDE);
    print_add_noise(&width_noise, TILES_BLOCK, UNEVEN, uneven);
    /* The blocks of half of the layers lie too high: theirs overlap the line. */
    const float gap = block->sheet->hash >> 16 & 1u ? GAP_WIDE / (float)block->px : 0.0f;
    const lanes_f most = lanes_of((float)block->line);
    float near = KEY_NEARER * block->sheet->depth;
    near = near > 1.0f ? 1.0f : near * near * (3.0f - 2.0f * near);
    const float wide = (KEY_WIDE + KEY_WIDER * near) / (float)block->px;
    float ink[3];
    for (int i = 0; i < 3; i++)
        ink[i] = key_far[i] + (key_near[i] - key_far[i]) * near;
    for (int at = print_first(block); at < block->end; at += LANES) {
        lanes_f width =
            lanes_min(lanes_of(wide) * (lanes_of(1.0f) + lanes_load(uneven + at)), most);
        lanes_f deep = lanes_load(block->edge + at) * lanes_of((float)(2 * block->line + 1)) -
                       lanes_of((float)block->line + 0.5f);
        lanes_f share =
            strip_share(deep, lanes_of(0.0f), width) * lanes_of(KEY_LEAST + KEY_NEAR * near);
        lanes_f open = lanes_of(gap) *
                       (lanes_of(1.0f) + lanes_of(GAP_UNEVEN) * between_knots(&row->broad, at));
        open = lanes_min(width + open, most);
        lanes_f bare = strip_share(deep, width, open) * lanes_of(GAP_PAPER);
        /* Plants, which are darker than the ground, stand before the line; dark ground has none. */
        lanes_rgb c = load_rgb(block->colours, at);
        lanes_f ground = contrasted(wood, lightness(load_rgb(block->base, at)));
        lanes_f darker = (ground - lightness(c)) * lanes_of(1.0f / KEY_PLANT) - lanes_of(1.0f);
        lanes_f seen = lanes_of(block->sheet->line) * (lanes_of(1.0f) - lanes_smooth(darker)) *
                       lanes_smooth(ground * lanes_of(1.0f / KEY_LIGHT));
        c = covered_by(c, wood->paper_colour, bare * seen);
        lanes_rgb line = covered_by(c, ink, share * seen);
        c = (lanes_rgb){lanes_min(c.r, line.r), lanes_min(c.g, line.g), lanes_min(c.b, line.b)};
        store_rgb(block->colours, at, c);
    }
}

#define RIM 0.16f        /* lightness that the line round shade loses */
#define RIM_PIXEL 400.0f /* share of it that is lost per U of a pixel's size */
#define RIM_WIDE 0.22f   /* width of the line, in steps of detail */
#define RIM_LEAST 0.50f  /* its share where the noise is 0; less and it is broken */
#define RIM_BROKEN 45.0f /* change of that share per lightness of the plank's grain */

/* Returns the share of the line along the edges of shade, which lies on their dark sides. */
LANES_INLINE lanes_f rim_share(wood_steps step, lanes_f plank)
{
    lanes_f side = lanes_abs(step.away * lanes_of(2.0f / RIM_WIDE) + lanes_of(1.0f));
    lanes_f line = lanes_max(lanes_of(1.0f) - side, lanes_of(0.0f));
    lanes_f whole = lanes_clamp(lanes_of(RIM_LEAST) + lanes_of(RIM_BROKEN) * plank, 0.0f, 1.0f);
    return lanes_choose(lanes_less(step.dark, lanes_of(0.5f)), line * whole, lanes_of(0.0f));
}

LANES_PART void print_land(const print_block *block, const wood_row *row)
{
    const woodblock *wood = row->wood;
    const float soft = STEP_SOFT + STEP_PIXEL * (float)block->px;
    const float rim = RIM * (float)exact_clamp(1.0 - (double)RIM_PIXEL * block->px, 0.0, 1.0);
    for (int at = print_first(block); at < block->end; at += LANES) {
        if (print_is_empty(block, at))
            continue;
        lanes_rgb c = load_rgb(block->base, at), painted = load_rgb(block->colours, at);
        lanes_f base = lightness(c), hue = lightness(painted);
        lanes_f detail = (hue - base) * lanes_of(wood->detail);
        wood_steps step = stepped(detail, soft);
        lanes_f flat = step.flat;
        lanes_f own = lanes_smooth(lanes_abs(detail) * lanes_of(OWN_HUE));
        lanes_f shade = lanes_min(flat, lanes_of(0.0f)) * (lanes_of(1.0f) - own);
        lanes_f l = bokashi(contrasted(wood, base), between_knots(&row->broad, at), BOKASHI_SOFT,
                            BOKASHI_PULL) +
                    flat * lanes_of(wood->contrast) -
                    lanes_of(rim) * rim_share(step, between_knots(&row->plank, at));
        c.r = lanes_mix(c.r - base, painted.r - hue, own) + lanes_of(SHADE_RED) * shade;
        c.g = lanes_mix(c.g - base, painted.g - hue, own);
        c.b = lanes_mix(c.b - base, painted.b - hue, own) - lanes_of(SHADE_BLUE) * shade;
        c = inked(row, at, c, lanes_of(0.0f), l, LAND_PLANK);
        store_rgb(block->colours, at, c);
    }
    if (block->line > 0)
        lay_line(block, row);
}

/* ---- other layers --------------------------------------------------------------------------- */

#define FLAT_SOFT                                                                                  \
    0.30f /* as BOKASHI_SOFT and BOKASHI_PULL, for clouds, plants and things                       \
           */
#define FLAT_PULL 0.85f

/* Prints a layer by the gradient of its colours alone. */
LANES_PART void print_flat(const print_block *block, const wood_row *row)
{
    const woodblock *wood = row->wood;
    const int is_water = block->sheet->material == PRINT_WATER;
    const float plank = is_water ? SKY_PLANK : LAND_PLANK;
    const float soft = is_water ? BOKASHI_SOFT : FLAT_SOFT;
    const float pull = is_water ? BOKASHI_PULL : FLAT_PULL;
    for (int at = print_first(block); at < block->end; at += LANES) {
        if (print_is_empty(block, at))
            continue;
        lanes_rgb c = load_rgb(block->colours, at);
        lanes_f hue = lightness(c);
        lanes_f l = bokashi(contrasted(wood, hue), between_knots(&row->broad, at), soft, pull);
        store_rgb(block->colours, at, inked(row, at, c, hue, l, plank));
    }
}

print_layer KERNEL(woodblock);

void KERNEL(woodblock)(const print_block *block)
{
    const woodblock *wood = block->frame->print->data;
    LANES_SCRATCH wood_row row;
    int first = print_first(block);
    while (first < block->end && print_is_empty(block, first))
        first += LANES;
    if (first >= block->end)
        return;
    begin_row(block, &row);
    if (block->sheet->material == PRINT_SKY)
        print_sky(block, &row);
    else if (block->sheet->material == PRINT_LAND)
        print_land(block, &row);
    else
        print_flat(block, &row);
    if (wood->margin > 0.0f || wood->seal.cell > 0.0f)
        frame_row(block, &row);
}

KERNEL_TABLE_WIDE(print_layer, woodblock_layers, woodblock);
