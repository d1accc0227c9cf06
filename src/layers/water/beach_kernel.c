/* beach_kernel.c - pixels of a beach: sand, wet sand and foam.
 *
 * Compiled once for each width.  Distances from the shore are eye heights, below 0 in the water.
 * Numbers were tuned by eye.
 */
#include "layers/common/plane_lanes.h"
#include "layers/common/sand_lanes.h"
#include "layers/water/beach.h"
#include "paint/pixels_lanes.h"

static const struct {
    float wet, wet_soft;   /* distance up to which sand mirrors the sky; width of that edge */
    float damp, damp_soft; /* distance up to which sand is dark; width of that edge */
    float wander;          /* gain of the noise that bends both edges */
    float shallow;         /* distance into the water through which sand is seen */
    float dark, dry;       /* light (0..1) of damp sand, and of dry sand */
    float edge, edge_wide; /* light that the rim of wet sand lacks; its half width */
    float drained;         /* share of damp sand that is seen in wet sand at most */
    float sheen, patches;  /* share of sky that damp sand mirrors beside wet sand; contrast of its
                              patches */
} sands = {
    .wet = 0.55f,
    .wet_soft = 0.010f,
    .damp = 1.2f,
    .damp_soft = 0.38f,
    .wander = 0.4f,
    .shallow = 0.55f,
    .dark = 0.24f,
    .dry = 0.75f,
    .edge = 0.24f,
    .edge_wide = 0.030f,
    .drained = 0.30f,
    .sheen = 0.42f,
    .patches = 1.2f,
};

/* Ripples and what lies on the sand.  A strand line is where the last tide left most of it. */
static const struct {
    float ripple;              /* light of ripples of full strength, per shade */
    float patch, level;        /* strength of ripples per light of swells, and where that is 0 */
    float strand, strand_wide; /* distance of the strand line, and its half width */
    float few, many;           /* share of cells with a pebble: anywhere, and on that line */
    float whole;               /* gain by which pebbles grow where more of them lie */
    float small;               /* radius of the smallest pebble, in those of the largest */
    float tone, form,
        shadow; /* light of a pebble by chance and by its form; light that its shadow takes */
} strews = {
    .ripple = 0.55f,
    .patch = 9.6f,
    .level = 0.75f,
    .strand = 1.45f,
    .strand_wide = 0.35f,
    .few = 0.03f,
    .many = 0.80f,
    .small = 0.40f,
    .whole = 4.0f,
    .tone = 0.42f,
    .form = 0.20f,
    .shadow = 0.30f,
};

typedef struct breaker {
    float at;     /* distance from the shore into the water */
    float tail;   /* length of the foam behind it */
    float dense;  /* density of its foam */
    float octave; /* number of the broad noise that bends its line; the next makes gaps in it */
    float there;  /* share of its length that foams, where that noise is 0 */
} breaker;

#define BREAKERS 4
static const breaker breakers[BREAKERS] = {
    {.at = 0.0f, .tail = 0.30f, .dense = 0.85f, .octave = 1.0f, .there = 0.65f},
    {.at = 0.75f, .tail = 0.50f, .dense = 1.15f, .octave = 1.0f, .there = 0.35f},
    {.at = 2.0f, .tail = 0.80f, .dense = 1.25f, .octave = 0.0f, .there = 0.35f},
    {.at = 4.0f, .tail = 0.90f, .dense = 1.1f, .octave = 1.0f, .there = 0.35f},
};

static const struct {
    float gap;   /* slope of the density from gaps of a breaker to where it foams */
    float holes; /* least share of the holes, at the front of the foam */
    float edge;  /* contrast of the holes */
} foams = {.gap = 1.6f, .holes = 0.15f, .edge = 1.8f};

/* Noises at LANES pixels. */
typedef struct beach_field {
    lanes_f light;              /* light on sand by its slope */
    lanes_f bend;               /* shift of ripples, turns */
    lanes_f lace;               /* holes of foam */
    lanes_f apart;              /* eye heights from one line of the row to the next */
    lanes_f broad[BEACH_BROAD]; /* noises that bend lines */
} beach_field;

#define DRY 2.6f      /* sand that is farther from the shore is dry everywhere */
#define WATER (-1.0f) /* water that is farther from the shore shows no sand */

LANES_INLINE beach_field field_at(const beach_row *row, lanes_f from_shore, lanes_f n)
{
    lanes_f nought = lanes_of(0.0f);
    beach_field field = {nought, nought, lanes_of(row->holes), nought, {nought, nought, nought}};
    int has_sand = lanes_any(lanes_less(lanes_of(WATER), from_shore));
    int has_lines = lanes_any(lanes_less(from_shore, lanes_of(DRY)));
    for (int k = 0; k < row->noise.octaves; k++) {
        const float *broad = row->broad[k];
        int bends = has_lines && (broad[0] > 0.0f || broad[1] > 0.0f || broad[2] > 0.0f);
        int has_lace = has_lines && row->lace[k] > 0.0f;
        int has_form = has_sand && (row->light[k] < 0.0f || row->bend[k] > 0.0f);
        if (!bends && !has_lace && !has_form)
            continue;
        plane_slope at = plane_noise_slope(&row->noise, &row->span, k, n);
        for (int j = 0; j < BEACH_BROAD && bends; j++)
            field.broad[j] = field.broad[j] + lanes_of(broad[j]) * at.height;
        field.light = field.light + lanes_of(row->light[k]) * at.along;
        field.bend = field.bend + lanes_of(row->bend[k]) * at.height;
        field.lace = field.lace + lanes_of(row->lace[k]) * lanes_abs(at.height);
    }
    return field;
}

#define SOFT 0.03f   /* least width of the front of foam; rows far away have wider fronts */
#define MARGIN 0.02f /* distance that rounding adds to the swash */

/* Far away foam is thinner than a row of pixels: rows of more than FINE eye heights are the mean of
 * PARTS lines. */
#define FINE 0.03f
#define PARTS 4

LANES_INLINE int parts_of(const beach_row *row)
{
    return row->pixel > FINE ? PARTS : 1;
}

/* Returns whether a breaker or sand may be seen at some of LANES pixels. */
LANES_INLINE int is_seen(const beach_row *row, lanes_f from_shore)
{
    float margin = BEACH_SWASH + MARGIN + 0.5f * (row->pixel > SOFT ? row->pixel : SOFT);
    lanes_i seen = lanes_less(lanes_of(WATER), from_shore);
    for (int k = 0; k < BREAKERS; k++)
        seen |= lanes_less(lanes_of(-breakers[k].at - breakers[k].tail - margin), from_shore) &
                lanes_less(from_shore, lanes_of(margin - breakers[k].at));
    return lanes_any(seen);
}

/* Returns the coverage by a breaker's foam at a distance `out` into the water: dense in front, then
 * with holes. */
LANES_INLINE lanes_f foam_of(const breaker *b, const beach_row *row, const beach_field *field,
                             lanes_f out)
{
    int j = (int)b->octave, parts = parts_of(row);
    lanes_f per_soft = lanes_of(1.0f) / lanes_max(field->apart, lanes_of(SOFT));
    lanes_f front = out - lanes_of(b->at) - lanes_of(BEACH_SWASH) * field->broad[j];
    lanes_f there = lanes_of(b->there) + field->broad[(j + 1) % BEACH_BROAD];
    lanes_f dense = lanes_of(b->dense) * lanes_clamp(there * lanes_of(foams.gap), 0.0f, 1.0f);
    lanes_f sum = lanes_of(0.0f);
    front = front - lanes_of(0.5f * (float)(parts - 1)) * field->apart;
    for (int k = 0; k < parts; k++, front = front + field->apart) {
        lanes_f edge = lanes_smooth(front * per_soft + lanes_of(0.5f));
        lanes_f tail = lanes_max(lanes_of(1.0f) - front * lanes_of(1.0f / b->tail), lanes_of(0.0f));
        lanes_f whole = tail * tail * dense;
        lanes_f holes = lanes_max(lanes_of(1.0f) - tail, lanes_of(foams.holes)) * field->lace;
        sum = sum + edge * lanes_clamp((whole - holes) * lanes_of(foams.edge), 0.0f, 1.0f);
    }
    return sum * lanes_of(1.0f / (float)parts);
}

#define SIZE_LEAST 1e-2f /* avoids a division by 0 */

/* Returns the light of pebbles and of their shadows, of which a share `amount` of cells has one. */
LANES_INLINE lanes_f pebbles_at(const beach_row *row, lanes_f amount, lanes_f n)
{
    lanes_f half = lanes_of(0.5f), one = lanes_of(1.0f), nought = lanes_of(0.0f), part;
    lanes_i cell = cells_at(&row->pebbles, n, &part);
    lanes_f chance = half + half * grain_of(cell, row->pebbles.hash);
    lanes_f tone = grain_of(cell, row->pebbles.hash + 1);
    lanes_f aside = grain_of(cell, row->pebbles.hash + 2) * lanes_of(0.25f);
    /* Where fewer lie they are smaller, so that none is cut. */
    lanes_f size = lanes_clamp((amount - chance) * lanes_of(strews.whole), 0.0f, 1.0f) *
                   lanes_mix(lanes_of(strews.small), one, tone * tone);
    lanes_f inverse = one / lanes_max(size, lanes_of(SIZE_LEAST));
    lanes_f x = (part - half - aside) * lanes_of(row->pebble_wide) * inverse;
    lanes_f jitter = grain_of(cell, row->pebbles.hash + 3) * lanes_of(0.25f);
    lanes_f y = (lanes_of(row->pebbles.up - 0.5f) - jitter) * lanes_of(row->pebble_high) * inverse;
    lanes_f radius = size * lanes_of(row->pebble_px);
    lanes_f below = y + half;
    lanes_f body = lanes_clamp((one - lanes_sqrt(x * x + y * y)) * radius + half, 0.0f, 1.0f);
    lanes_f shade = lanes_clamp((one - lanes_sqrt(x * x + below * below)) * radius, 0.0f, 1.0f);
    lanes_f light = lanes_mix(shade * lanes_of(-strews.shadow),
                              lanes_of(strews.tone) * tone + lanes_of(strews.form) * y, body);
    return lanes_choose(lanes_less(nought, size), light * lanes_smooth(radius + radius - half),
                        nought);
}

/* Returns the light of dry and damp sand at `up` from the swash: its slope, ripples, grains
 * and pebbles; `dry` is 1 where sand is dry. */
LANES_INLINE lanes_f sand_light(const beach_row *row, const beach_field *field, lanes_f up,
                                lanes_f dry, lanes_f n)
{
    lanes_f one = lanes_of(1.0f), nought = lanes_of(0.0f), part;
    lanes_f half = lanes_of(0.5f);
    lanes_f patch =
        lanes_clamp(lanes_of(strews.level) + lanes_of(strews.patch) * field->light, 0.0f, 1.0f);
    lanes_f weight = lanes_smooth(half + field->bend);
    lanes_f ripple = ripple_shade(lanes_of(row->turns) + field->bend,
                                  lanes_of(row->turns) - field->bend, weight, lanes_of(row->size));
    lanes_f light = lanes_mix(lanes_of(sands.dark), lanes_of(sands.dry), dry) + field->light +
                    ripple * patch * dry * lanes_of(strews.ripple * row->ripples);
    if (row->grain > 0.0f)
        light +=
            lanes_of(row->grain) * grain_of(cells_at(&row->grains, n, &part), row->grains.hash);
    lanes_f line = (up - lanes_of(strews.strand)) * lanes_of(1.0f / strews.strand_wide);
    line = one / (one + line * line * line * line);
    light +=
        pebbles_at(row,
                   lanes_mix(lanes_of(strews.few), lanes_of(strews.many), line) *
                       lanes_clamp((up - lanes_of(sands.wet)) * lanes_of(strews.whole), 0.0f, 1.0f),
                   n);
    lanes_f rim = lanes_abs(up - lanes_of(sands.wet)) * lanes_of(1.0f / sands.edge_wide);
    return light - lanes_of(sands.edge) * lanes_max(one - rim, nought);
}

typedef struct beach_shares {
    lanes_f light, wet, foam, covered;
} beach_shares;

LANES_INLINE beach_shares shares_at(const beach_row *row, const beach_field *field,
                                    lanes_f from_shore, lanes_f n)
{
    beach_shares s = {.foam = lanes_of(0.0f)};
    lanes_f swash = from_shore - lanes_of(BEACH_SWASH) * field->broad[1];
    for (int k = 0; k < BREAKERS; k++) {
        lanes_f rest = lanes_of(1.0f) - s.foam;
        s.foam = s.foam + rest * foam_of(&breakers[k], row, field, lanes_of(0.0f) - from_shore);
    }
    lanes_f up = swash - lanes_of(sands.wander) * field->broad[0];
    /* The edge of wet sand is sharp, but no sharper than a pixel. */
    lanes_f inside = (lanes_of(sands.wet) - up) / lanes_max(field->apart, lanes_of(sands.wet_soft));
    s.wet = lanes_smooth(inside + lanes_of(0.5f)) *
            (lanes_of(1.0f) -
             lanes_of(sands.drained) * lanes_smooth(lanes_of(0.5f) + field->broad[2] + up - swash));
    /* Damp sand has a sheen, which dries in patches. */
    lanes_f sheen = (lanes_of(sands.damp) - up) * lanes_of(1.0f / (sands.damp - sands.wet));
    sheen = lanes_clamp(sheen, 0.0f, 1.0f) *
            lanes_smooth(lanes_of(0.5f) + lanes_of(sands.patches) * field->broad[2]);
    s.wet += (lanes_of(1.0f) - s.wet) * lanes_of(sands.sheen) * sheen;
    lanes_f dry = lanes_smooth((up - lanes_of(sands.damp)) * lanes_of(1.0f / sands.damp_soft) +
                               lanes_of(0.5f));
    lanes_f light = sand_light(row, field, up, dry, n);
    /* Under water the light of sand is not used, and not computed everywhere. */
    s.light = lanes_choose(lanes_less(from_shore, lanes_of(WATER)), lanes_of(sands.dark),
                           lanes_clamp(light, 0.0f, 1.0f));
    lanes_f sand = lanes_smooth(swash * lanes_of(1.0f / sands.shallow) + lanes_of(1.0f));
    s.covered = sand + (lanes_of(1.0f) - sand) * s.foam;
    return s;
}

LANES_INLINE lanes_f channel_at(const node_row *plane, int channel, const between *b,
                                const beach_shares *s, int is_wide)
{
    lanes_f dark = line_at(&plane[3 * BEACH_DARK + channel], b, is_wide);
    lanes_f lit = line_at(&plane[3 * BEACH_LIT + channel], b, is_wide);
    lanes_f wet = line_at(&plane[3 * BEACH_WET + channel], b, is_wide);
    lanes_f foam = line_at(&plane[3 * BEACH_FOAM + channel], b, is_wide);
    return lanes_mix(lanes_mix(lanes_mix(dark, lit, s->light), wet, s->wet), foam, s->foam);
}

LANES_INLINE void lay_pixels(const tile_nodes *nodes, const beach_row *row, tile_colours *out,
                             float *covered, int is_wide)
{
    LANES_SCRATCH node_row plane[3 * BEACH_PLANES];
    mix_nodes(nodes, 0, 3 * BEACH_PLANES, plane);
    for (int i = first_of(nodes); i < nodes->to; i += LANES) {
        lanes_f from_shore =
            (lanes_load(row->shore + i) - lanes_of(row->distance)) * lanes_load(row->slant + i);
        if (!is_seen(row, from_shore)) {
            lanes_store(covered + i, lanes_of(0.0f));
            continue;
        }
        between b = between_at(nodes, i, is_wide);
        lanes_f n = lanes_to_f(lanes_count() + lanes_of_i(i));
        beach_field field = field_at(row, from_shore, n);
        field.apart = lanes_load(row->slant + i) * lanes_of(row->pixel / (float)parts_of(row));
        beach_shares s = shares_at(row, &field, from_shore, n);
        lanes_store(out->r + i, channel_at(plane, 0, &b, &s, is_wide));
        lanes_store(out->g + i, channel_at(plane, 1, &b, &s, is_wide));
        lanes_store(out->b + i, channel_at(plane, 2, &b, &s, is_wide));
        lanes_store(covered + i, s.covered);
    }
}

beach_pixels KERNEL(beach_colours);

void KERNEL(beach_colours)(const tile_nodes *nodes, const beach_row *row, tile_colours *out,
                           float *covered)
{
    BY_WIDTH(lay_pixels, nodes, row, out, covered);
}

KERNEL_TABLE_WIDE(beach_pixels, beach_pixels_of, beach_colours);
