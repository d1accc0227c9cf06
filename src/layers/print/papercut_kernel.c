/* papercut_kernel.c - prints a layer as cut paper: flat sheets, their shadows, and paper. */
#include "layers/print/papercut.h"
#include "layers/print/print_lanes.h"

/* The wide shadow of a sheet of lift 1: its half width, U; its weight. */
#define FAR_HALF 0.0130f
#define FAR_WEIGHT 0.36f

/* The narrow shadow. */
#define CLOSE_HALF 0.0032f
#define CLOSE_WEIGHT 0.20f

#define LEAST_LEAN 0.7f    /* least cosine of a slope for the place of its wide shadow */

/* Share of an encoded colour that a shadow of weight 1 takes: of red and green, and of blue.
 * SHADE_CAST: the share of lightness (OKLab). */
#define SHADE 0.92f
#define SHADE_BLUE 0.86f
#define SHADE_CAST 0.75f

#define RING_LIFT 0.95f    /* lift of the rings of the sky */
#define STRIP_LIFT 0.45f   /* lift of strips of water */

/* Things in the sky; changes of colours are the sum of those of red, green and blue, encoded. */
#define THING_FIRST 0.090f /* change of colour at the edge of their sheet */
#define THING_EDGE 0.036f  /* half width of the edge, as change of colour */
#define THING_STEP 0.11f   /* steps of their encoded mean */
#define THING_SOFT 0.10f   /* half width of the edge of a step, steps */
#define THING_SHADE 0.04f  /* change of encoded colour by the shadow beside a step */
#define PAINTED_RISE 1.1f  /* change of encoded colours per lightness of the paper (OKLab) */

#define CUT_WIDE 0.0013f /* width of the light edge of a cut, U */
#define CUT_LIGHT 0.055f /* its lightness */
/* Half the height above the ground from which things are surely plants, U. */
#define PLANT_ABOVE 0.002f

#define FIBRE 0.0022      /* cells of the relief of paper, U */
#define FIBRE_HIGH 0.017f /* its strength, OKLab L */
#define FIBRE_MOST 5.0    /* cells per pixel from which the relief is left out */

#define STEPPED 0.075f       /* steps of lightness of layers without sheets, OKLab L */
#define STEPPED_EDGE 0.2f    /* half width of the edge of a step, steps */
#define STEPPED_DARK 0.05f   /* lightness below which chroma does not follow it */
#define STEPPED_SHADOW 0.10f /* weight of the shadow beside a step, per step */

/* What does not change along a run. */
typedef struct cut_run {
    const print_block *block;
    const papercut *all;
    const cut_layer *layer;
    int32_t start;               /* sample of edges at or before column 0 */
    float part, rate;            /* samples from there to column 0; samples per pixel */
    float y, px, per_px;         /* row, U; size of a pixel, U; pixels per U */
    float cell, cells;           /* first cell of paper at column 0; cells per pixel */
    float strength;              /* strength of the relief of paper, OKLab L */
    float bump[TILES_BLOCK * 6]; /* relief of paper along the row */
} cut_run;

/* What a sheet does to the pixels of some columns. */
typedef struct cut_share {
    lanes_f covered; /* 0..1 */
    lanes_f shadow;  /* 0..1, above the edge */
    lanes_f light;   /* lightness of the cut */
} cut_share;

/* Sheets of a row: the last that covers it wholly, the last that it may show. */
typedef struct cut_range {
    int first, last;
} cut_range;

/* ---- edges ------------------------------------------------------------------------------- */

/* Where columns are among the samples of edges. */
typedef struct cut_place {
    lanes_i at;
    lanes_f part;
} cut_place;

LANES_INLINE cut_place place_at(const cut_run *run, int at)
{
    lanes_f x =
        lanes_of(run->part) + lanes_to_f(lanes_count() + lanes_of_i(at)) * lanes_of(run->rate);
    lanes_i way = lanes_floor(x), most = lanes_of_i(run->all->columns - 2);
    cut_place place = {way + lanes_of_i(run->start), x - lanes_to_f(way)};
    place.at = lanes_choose_i(lanes_less_i(place.at, lanes_of_i(0)), lanes_of_i(0), place.at);
    place.at = lanes_choose_i(lanes_less_i(most, place.at), most, place.at);
    return place;
}

/* Returns what samples of an edge say of columns. */
LANES_INLINE lanes_f sample_at(const float *samples, cut_place place)
{
    lanes_f left, right;
    lanes_look_up_two(samples, place.at, &left, &right);
    return lanes_mix(left, right, place.part);
}

LANES_INLINE lanes_f ramp(lanes_f below, float half)
{
    return lanes_smooth(lanes_clamp(lanes_of(0.5f) + below * lanes_of(0.5f / half), 0.0f, 1.0f));
}

LANES_INLINE lanes_f cut_light(const cut_run *run, lanes_f below)
{
    float wide = CUT_WIDE > run->px ? CUT_WIDE : run->px;
    lanes_f near =
        lanes_of(1.0f) - lanes_abs(below - lanes_of(0.5f * wide)) * lanes_of(1.0f / wide);
    return lanes_max(near, lanes_of(0.0f)) * lanes_of(CUT_LIGHT * CUT_WIDE / wide);
}

/* Returns the share of a sheet whose edge is `below` U above the pixels, along the normal. */
LANES_INLINE cut_share share_of(const cut_run *run, lanes_f below, lanes_f far, float lift)
{
    cut_share share;
    share.covered = lanes_clamp(lanes_of(0.5f) + below * lanes_of(run->per_px), 0.0f, 1.0f);
    share.shadow =
        lanes_of(FAR_WEIGHT) * far + lanes_of(CLOSE_WEIGHT) * ramp(below, CLOSE_HALF * lift);
    share.light = cut_light(run, below);
    return share;
}

/* Returns the share of a sheet of land; `below` is how far the columns are below its edge, U. */
LANES_INLINE cut_share edge_share(const cut_run *run, const cut_edge *edge, cut_place place,
                                  lanes_f below, float lift)
{
    lanes_f lean = sample_at(edge->lean, place);
    lanes_f under = lanes_of(run->y) - sample_at(edge->shade, place);
    lanes_f far = ramp(under * lanes_max(lean, lanes_of(LEAST_LEAN)), FAR_HALF * lift);
    return share_of(run, below * lean, far, lift);
}

/* Returns whether a row of a run is wholly above (-1), near (0), or wholly below (1) an edge. */
static inline int edge_side(const cut_run *run, const cut_edge *edge)
{
    /* The whole block decides, so that parts of pictures have the same rounding. */
    int first = run->start;
    int end = run->start + (int)(run->part + run->rate * (float)TILES_BLOCK) + 1;
    end = end < run->all->columns ? end : run->all->columns - 1;
    int side = 2;
    for (int cell = first / CUT_CELL; cell <= end / CUT_CELL; cell++) {
        int here = run->y < edge->top[cell] - CUT_SHADE_REACH                        ? -1
                   : run->y > edge->low[cell] + 2.0f * CUT_WIDE + run->px * 2.0f ? 1
                                                                                 : 0;
        if (side != 2 && side != here)
            return 0;
        side = here;
    }
    return side;
}

/* ---- colours ------------------------------------------------------------------------------- */

/* Pixels of some columns, while sheets are laid on them: red, green and blue, encoded sRGB. */
typedef struct cut_pixels {
    lanes_f tone[3];
    lanes_f rise; /* change of all three per lightness of the paper */
} cut_pixels;

LANES_INLINE cut_pixels pixels_of(const cut_colour *sheet)
{
    cut_pixels pixels = {.rise = lanes_of(sheet->rise)};
    for (int k = 0; k < 3; k++)
        pixels.tone[k] = lanes_of(sheet->tone[k]);
    return pixels;
}

/* Lays a colour on pixels, which its shadow darkens. */
LANES_INLINE void lay_tones(cut_pixels *under, const lanes_f over[3], lanes_f covered,
                            lanes_f shadow)
{
    static const float shade[] = {SHADE, SHADE, SHADE_BLUE};
    for (int k = 0; k < 3; k++) {
        lanes_f left = lanes_of(1.0f) - lanes_of(shade[k]) * shadow;
        under->tone[k] = lanes_mix(under->tone[k] * left, over[k], covered);
    }
}

/* Lays a sheet on pixels. */
LANES_INLINE void lay(cut_pixels *under, const cut_colour *sheet, cut_share share)
{
    lanes_f zero = lanes_of(0.0f), light = share.light * lanes_of(sheet->rise);
    if (!lanes_any(lanes_less(zero, share.covered) | lanes_less(zero, share.shadow)))
        return;
    lanes_f over[3];
    for (int k = 0; k < 3; k++)
        over[k] = lanes_of(sheet->tone[k]) + light;
    lay_tones(under, over, share.covered, share.shadow);
    under->rise = lanes_mix(under->rise, lanes_of(sheet->rise), share.covered);
}

/* Prepares the relief of paper along a row. */
static inline void find_bumps(cut_run *run)
{
    const print_block *block = run->block;
    double repeats = 1.0 / (FIBRE * CUT_TILE);
    noise_fit_rate(block->frame->loop, &repeats);
    double rate = repeats * CUT_TILE, x = block->x * rate, y = block->y * rate;
    int64_t cell = exact_floor(x), row = exact_floor(y);
    int count = (int)(rate * block->px * TILES_BLOCK) + 3;
    lanes_f down = lanes_of((float)(y - (double)row));
    row += block->sheet->hash % CUT_TILE;
    const float *above = run->all->tile + (row & (CUT_TILE - 1)) * CUT_TILE_STRIDE;
    const float *below = run->all->tile + ((row + 1) & (CUT_TILE - 1)) * CUT_TILE_STRIDE;
    run->cell = (float)(x - (double)cell);
    run->cells = (float)(rate * block->px);
    run->strength = FIBRE_HIGH * run->all->grain * print_fine(block, FIBRE);
    if (rate * block->px > FIBRE_MOST)
        run->strength = 0.0f;
    for (int i = 0; i < count && run->strength > 0.0f; i += LANES) {
        int at = (int)(cell + i + block->sheet->hash) & (CUT_TILE - 1);
        lanes_store(run->bump + i, lanes_mix(lanes_load(above + at), lanes_load(below + at), down));
    }
}

LANES_INLINE lanes_f paper_at(const cut_run *run, int at)
{
    if (run->strength <= 0.0f)
        return lanes_of(0.0f);
    lanes_f x =
        lanes_of(run->cell) + lanes_to_f(lanes_count() + lanes_of_i(at)) * lanes_of(run->cells);
    lanes_i way = lanes_to_i(x);
    lanes_f left, right;
    lanes_look_up_two(run->bump, way, &left, &right);
    return lanes_mix(left, right, x - lanes_to_f(way)) * lanes_of(run->strength);
}

/* Returns the distance to the right of the middle of the picture, U. */
LANES_INLINE lanes_f across(const cut_run *run, int at)
{
    return lanes_of((float)run->block->x) +
           lanes_to_f(lanes_count() + lanes_of_i(at)) * lanes_of(run->px);
}

/* Returns a colour with the contrast and the chroma of the print. */
LANES_INLINE lanes_lab printed(const papercut *all, lanes_lab c)
{
    c.l = (c.l - lanes_of(CUT_MIDDLE)) * lanes_of(CUT_CONTRAST * all->contrast) + lanes_of(CUT_MIDDLE);
    c.a *= lanes_of(CUT_CHROMA * all->chroma);
    c.b *= lanes_of(CUT_CHROMA * all->chroma);
    return c;
}

/* Returns the share of columns that is within the margin. */
LANES_INLINE lanes_f inside_margin(const cut_run *run, int at)
{
    const papercut *all = run->all;
    float side = all->foot - (run->y < 0.0f ? -run->y : run->y);
    lanes_f inside =
        lanes_min(lanes_of(all->half_width) - lanes_abs(across(run, at)), lanes_of(side));
    return lanes_clamp(lanes_of(0.5f) + (inside - lanes_of(all->margin)) * lanes_of(run->per_px),
                       0.0f, 1.0f);
}

/* Writes pixels, with paper and margin. */
LANES_INLINE void put(const cut_run *run, int at, const cut_pixels *pixels)
{
    const papercut *all = run->all;
    tile_colours *out = run->block->colours;
    float *const to[] = {out->r + at, out->g + at, out->b + at};
    lanes_f bump = paper_at(run, at) * pixels->rise, inside = lanes_of(1.0f);
    if (all->margin > 0.0f)
        inside = inside_margin(run, at);
    for (int k = 0; k < 3; k++) {
        lanes_f tone = pixels->tone[k];
        if (all->margin > 0.0f)
            tone = lanes_mix(lanes_of(all->paper.tone[k]), tone, inside);
        lanes_store(to[k], lanes_clamp(tone + bump, 0.0f, 1.0f));
    }
}

/* ---- land ---------------------------------------------------------------------------------- */

/* Lays the sheet of the outline on that of plants, and returns its shadow. */
LANES_INLINE cut_share lay_outline(const cut_run *run, cut_place place, cut_pixels *pixels)
{
    const cut_layer *layer = run->layer;
    lanes_f below = lanes_of(run->y) - sample_at(layer->edge[0].y, place), zero = lanes_of(0.0f);
    cut_share outline = edge_share(run, &layer->edge[0], place, below, layer->lift);
    cut_share ground = {.covered = lanes_of(1.0f) -
                                   ramp(zero - below - lanes_of(PLANT_ABOVE), PLANT_ABOVE),
                        .shadow = zero,
                        .light = outline.light};
    lay(pixels, &layer->colour[0], ground);
    return outline;
}

/* Adds the shadow of a sheet, on what is behind it, to pixels that the sheet covers in part. */
LANES_INLINE void cast(const cut_run *run, int at, lanes_f shadow, cut_pixels *pixels)
{
    lanes_f covered = lanes_load(run->block->covered + at), one = lanes_of(1.0f);
    lanes_f left = one - lanes_of(SHADE_CAST) * shadow;
    lanes_f sum = covered + (one - covered) * (one - left * left * left);
    lanes_f share = covered / lanes_max(sum, lanes_of(1e-6f));
    for (int k = 0; k < 3; k++)
        pixels->tone[k] *= share;
    lanes_store(run->block->covered + at, sum);
}

/* Prints a ridge: its sheets, and the shadow that it casts on what is behind. */
LANES_PART void print_land(const cut_run *run)
{
    const print_block *block = run->block;
    const cut_layer *layer = run->layer;
    int side[CUT_EDGES], first = 0;
    for (int k = 0; k < CUT_EDGES; k++) {
        side[k] = edge_side(run, &layer->edge[k]);
        first = side[k] > 0 ? k : first;
    }
    int has_edge = side[0] == 0;
    for (int k = first + 1; k < CUT_EDGES; k++)
        has_edge |= side[k] == 0;
    for (int i = 0; i < TILES_BLOCK && layer->rule == CUT_SHORE; i++)
        block->covered[i] = side[0] > 0 ? 1.0f : 0.0f;
    cut_pixels plain = pixels_of(side[0] > 0 ? &layer->colour[first] : &layer->plant);
    for (int at = print_first(block); at < block->end; at += LANES) {
        if (side[0] != 0 && !lanes_any(lanes_less(lanes_of(0.0f), lanes_load(block->covered + at))))
            continue;
        if (!has_edge) {
            put(run, at, &plain);
            continue;
        }
        cut_pixels pixels = plain;
        cut_place place = place_at(run, at);
        cut_share outline = {0};
        if (side[0] == 0)
            outline = lay_outline(run, place, &pixels);
        if (side[0] == 0 && layer->rule == CUT_SHORE)
            lanes_store(block->covered + at, outline.covered);
        for (int k = first + 1; k < CUT_EDGES; k++) {
            if (side[k] != 0)
                continue;
            lanes_f below = lanes_of(run->y) - sample_at(layer->edge[k].y, place);
            lay(&pixels, &layer->colour[k],
                edge_share(run, &layer->edge[k], place, below, layer->lift * CUT_INNER_LIFT));
        }
        if (side[0] == 0)
            cast(run, at, outline.shadow, &pixels);
        if (lanes_any(lanes_less(lanes_of(0.0f), lanes_load(block->covered + at))))
            put(run, at, &pixels);
    }
}

/* ---- sky and water ------------------------------------------------------------------------- */

/* Returns the share of a strip with waves. */
LANES_INLINE cut_share wave_share(const cut_run *run, const cut_wave *wave, int at, float lift)
{
    double turn = run->block->x * wave->waves + wave->phase;
    lanes_f x = lanes_of((float)(turn - (double)exact_floor(turn))) +
                lanes_to_f(lanes_count() + lanes_of_i(at)) *
                    lanes_of((float)(wave->waves * run->block->px));
    lanes_f part = x - lanes_to_f(lanes_floor(x));
    lanes_f side = lanes_of(2.0f) * part - lanes_of(1.0f);
    lanes_f up = wave->is_puffed ? side * side : lanes_smooth(lanes_abs(side));
    lanes_f y = lanes_of(wave->y) + lanes_of(wave->high) * (lanes_of(2.0f) * up - lanes_of(1.0f));
    lanes_f below = lanes_of(run->y) - y;
    return share_of(run, below, ramp(below - lanes_of(CUT_FAR_DOWN * lift), FAR_HALF * lift), lift);
}

/* Lays strips on each other. */
LANES_INLINE cut_pixels strips_at(const cut_run *run, cut_range range, int at, float lift)
{
    cut_pixels pixels = pixels_of(&run->layer->colour[range.first]);
    for (int k = range.first + 1; k <= range.last; k++)
        lay(&pixels, &run->layer->colour[k], wave_share(run, &run->layer->wave[k], at, lift));
    return pixels;
}

/* Lays the strips of light that water mirrors below the sun. */
LANES_INLINE void lay_glints(const cut_run *run, int at, cut_pixels *pixels)
{
    const papercut *all = run->all;
    lanes_f x = lanes_of((float)exact_way(run->block->x - (double)all->sun_x,
                                          run->block->frame->loop)) +
                lanes_to_f(lanes_count() + lanes_of_i(at)) * lanes_of(run->px);
    for (int k = 0; k < CUT_GLINTS; k++) {
        const cut_glint *glint = &run->layer->glint[k];
        if (run->y < glint->y - glint->high - CUT_SHADE_REACH || run->y > glint->y + glint->high)
            continue;
        lanes_f side = (x - lanes_of(glint->x)) * lanes_of(1.0f / glint->wide);
        lanes_f high = lanes_of(glint->high) * (lanes_of(1.0f) - side * side);
        lanes_f inside = high - lanes_abs(lanes_of(run->y - glint->y));
        lay(pixels, &glint->colour,
            share_of(run, inside, ramp(inside, FAR_HALF * STRIP_LIFT), STRIP_LIFT));
    }
}

/* Returns the sheets of strips that a row may show. */
static inline cut_range strips_range(const cut_run *run)
{
    const cut_wave *wave = run->layer->wave;
    cut_range range = {0, 0};
    for (int k = 1; k < run->layer->strips; k++) {
        if (run->y > wave[k].y + wave[k].high + CUT_WIDE * 2.0f + run->px * 2.0f)
            range.first = k;
        if (run->y > wave[k].y - wave[k].high - CUT_SHADE_REACH)
            range.last = k;
    }
    return range;
}

LANES_PART void print_level(const cut_run *run)
{
    const print_block *block = run->block;
    cut_range range = strips_range(run);
    for (int at = print_first(block); at < block->end; at += LANES) {
        if (!lanes_any(lanes_less(lanes_of(0.0f), lanes_load(block->covered + at))))
            continue;
        cut_pixels pixels = strips_at(run, range, at, STRIP_LIFT);
        lay_glints(run, at, &pixels);
        put(run, at, &pixels);
    }
}

/* Lays what is in the sky, such as clouds and stars, on the sheets behind. */
LANES_INLINE void lay_things(const cut_run *run, int at, cut_pixels *pixels)
{
    const tile_colours *thing = run->block->colours, *base = run->block->base;
    lanes_f change[] = {lanes_load(thing->r + at) - lanes_load(base->r + at),
                        lanes_load(thing->g + at) - lanes_load(base->g + at),
                        lanes_load(thing->b + at) - lanes_load(base->b + at)};
    lanes_f size = lanes_abs(change[0]) + lanes_abs(change[1]) + lanes_abs(change[2]);
    lanes_f one = ramp(size - lanes_of(THING_FIRST), THING_EDGE), zero = lanes_of(0.0f);
    if (!lanes_any(lanes_less(zero, one)))
        return;
    /* Things are cut from sheets of a few tones, with narrow edges between them. */
    lanes_f mean = (lanes_load(thing->r + at) + lanes_load(thing->g + at) +
                    lanes_load(thing->b + at)) *
                   lanes_of(1.0f / 3.0f);
    lanes_f place = mean * lanes_of(1.0f / THING_STEP), whole = lanes_to_f(lanes_floor(place));
    lanes_f part = place - whole;
    lanes_f edge = ramp(part - lanes_of(1.0f - THING_SOFT), THING_SOFT);
    lanes_f shift = (whole + lanes_of(0.5f) + edge) * lanes_of(THING_STEP) - mean -
                    (one - edge) * part * lanes_of(THING_SHADE);
    lanes_f over[] = {lanes_load(thing->r + at) + shift, lanes_load(thing->g + at) + shift,
                      lanes_load(thing->b + at) + shift};
    for (int k = 0; k < 3; k++)
        pixels->tone[k] = lanes_mix(pixels->tone[k], over[k], one);
}

/* Lays the rings round the sun, what is in the sky, and the disc on each other. */
LANES_INLINE cut_pixels rings_at(const cut_run *run, cut_range range, int has_disc, int at)
{
    const papercut *all = run->all;
    double way = run->block->x - (double)all->sun_x;
    lanes_f x =
        lanes_of((float)way) + lanes_to_f(lanes_count() + lanes_of_i(at)) * lanes_of(run->px);
    float loop = (float)run->block->frame->loop;
    if (loop > 0.0f) /* both halves of a loop are alike, as they meet opposite the sun */
        x = lanes_abs(x - lanes_of(loop) *
                              lanes_to_f(lanes_floor(x * lanes_of(1.0f / loop) + lanes_of(0.5f))));
    lanes_f y = lanes_of(run->y - all->sun_y);
    lanes_f r = lanes_sqrt(x * x + y * y + lanes_of(1e-9f));
    lanes_f per_r = lanes_of(1.0f) / r, c1 = x * per_r, s1 = y * per_r;
    LANES_SCRATCH lanes_f c[CUT_WAVES], s[CUT_WAVES];
    c[0] = c1 * c1 - s1 * s1;
    s[0] = lanes_of(2.0f) * c1 * s1;
    for (int n = 1; n < CUT_WAVES; n++) {
        c[n] = c[n - 1] * c1 - s[n - 1] * s1;
        s[n] = s[n - 1] * c1 + c[n - 1] * s1;
    }
    cut_pixels pixels = pixels_of(&run->layer->colour[range.first]);
    for (int k = range.first; k < range.last; k++) {
        const cut_ring *ring = &all->ring[k];
        lanes_f inside = lanes_of(ring->radius) - r;
        for (int n = 0; n < CUT_WAVES; n++)
            inside += lanes_of(ring->across[n]) * c[n] + lanes_of(ring->along[n]) * s[n];
        lanes_f shift = lanes_of(CUT_FAR_SIDE) * c1 - lanes_of(CUT_FAR_DOWN) * s1;
        lanes_f far = ramp(inside + shift * lanes_of(RING_LIFT), FAR_HALF * RING_LIFT);
        lay(&pixels, &run->layer->colour[k + 1], share_of(run, inside, far, RING_LIFT));
    }
    lay_things(run, at, &pixels);
    if (!has_disc)
        return pixels;
    const tile_colours *painted = run->block->colours;
    lanes_f disc = lanes_of(all->sun_radius) - r;
    cut_share share = share_of(run, disc, ramp(disc, FAR_HALF), 1.0f);
    lanes_f face[] = {lanes_load(painted->r + at), lanes_load(painted->g + at),
                      lanes_load(painted->b + at)};
    for (int k = 0; k < 3; k++)
        face[k] = all->has_moon ? face[k] : lanes_of(all->disc.tone[k]);
    lay_tones(&pixels, face, share.covered, share.shadow);
    return pixels;
}

/* Returns the sheets of rings that a row of a run may show; last is rings + 1 near the disc. */
static inline cut_range rings_range(const cut_run *run)
{
    const papercut *all = run->all;
    const print_block *block = run->block;
    cut_range range = {0, all->rings + 1};
    if (block->frame->loop > 0.0)
        return range;
    /* The whole block decides, as in edge_side, by its middle and the greatest change from there. */
    float half = 0.5f * (float)TILES_BLOCK * run->px, y = run->y - all->sun_y;
    float x = (float)block->x - all->sun_x + half;
    float beside = x > half ? x - half : x < -half ? -x - half : 0.0f;
    float near = (float)exact_sqrt((double)(beside * beside + y * y)) + 1e-6f;
    float r = (float)exact_sqrt((double)(x * x + y * y)) + 1e-6f, c1 = x / r, s1 = y / r;
    float c[CUT_WAVES] = {c1 * c1 - s1 * s1}, s[CUT_WAVES] = {2.0f * c1 * s1};
    for (int n = 1; n < CUT_WAVES; n++) {
        c[n] = c[n - 1] * c1 - s[n - 1] * s1;
        s[n] = s[n - 1] * c1 + c[n - 1] * s1;
    }
    range.last = near < all->sun_radius + CUT_SHADE_REACH ? all->rings + 1 : 0;
    for (int k = 0; k < all->rings; k++) {
        const cut_ring *ring = &all->ring[k];
        float change = half * (1.0f + ring->turn / near), inside = ring->radius - r;
        for (int n = 0; n < CUT_WAVES; n++)
            inside += ring->across[n] * c[n] + ring->along[n] * s[n];
        if (inside - change > 3.0f * CUT_WIDE + 3.0f * run->px)
            range.first = k + 1;
        if (inside + change > -CUT_SHADE_REACH && range.last <= k)
            range.last = k + 1;
    }
    return range;
}

LANES_PART void print_sky(const cut_run *run)
{
    const print_block *block = run->block;
    int is_ringed = run->all->rings > 0;
    cut_range range = is_ringed ? rings_range(run) : strips_range(run);
    int has_disc = is_ringed && range.last > run->all->rings;
    cut_range sheets = {range.first, has_disc ? run->all->rings : range.last};
    for (int at = print_first(block); at < block->end; at += LANES) {
        LANES_SCRATCH cut_pixels pixels;
        if (is_ringed && range.last > range.first) {
            pixels = rings_at(run, sheets, has_disc, at);
        } else {
            pixels = strips_at(run, sheets, at, RING_LIFT);
            lay_things(run, at, &pixels);
        }
        put(run, at, &pixels);
    }
}

/* ---- layers -------------------------------------------------------------------------------- */

/* Returns a colour with its lightness in steps, and a shadow on the lower side of each. */
LANES_INLINE lanes_lab stepped(lanes_lab c)
{
    lanes_f v = c.l * lanes_of(1.0f / STEPPED);
    lanes_f whole = lanes_to_f(lanes_floor(v)), part = v - whole;
    lanes_f edge = ramp(part - lanes_of(1.0f - STEPPED_EDGE), STEPPED_EDGE);
    lanes_f shadow = part * lanes_of(STEPPED_SHADOW);
    lanes_f l = (whole + lanes_of(0.5f) + edge) * lanes_of(STEPPED);
    lanes_f scale = l / lanes_max(c.l, lanes_of(STEPPED_DARK));
    c.a *= lanes_clamp(scale, 0.5f, 2.0f);
    c.b *= lanes_clamp(scale, 0.5f, 2.0f);
    c.l = l;
    c.l *= lanes_of(1.0f) - shadow * (lanes_of(1.0f) - edge);
    return c;
}

LANES_PART void print_flat(const cut_run *run)
{
    const print_block *block = run->block;
    cut_pixels pixels = pixels_of(&run->layer->colour[0]);
    for (int at = print_first(block); at < block->end; at += LANES)
        if (lanes_any(lanes_less(lanes_of(0.0f), lanes_load(block->covered + at))))
            put(run, at, &pixels);
}

/* Colour of the paper behind lit windows, OKLab. */
#define GLOW_L 0.88f
#define GLOW_A 0.015f
#define GLOW_B 0.10f

LANES_PART void print_painted(const cut_run *run)
{
    const print_block *block = run->block;
    tile_colours *out = block->colours;
    for (int at = print_first(block); at < block->end; at += LANES) {
        if (!lanes_any(lanes_less(lanes_of(0.0f), lanes_load(block->covered + at))))
            continue;
        lanes_lab c = printed(run->all, print_lab(out, at));
        lanes_i is_hole = lanes_less(lanes_of(run->all->lit), c.l);
        if (run->layer->rule != CUT_PAINTED)
            c = stepped(c);
        if (run->layer->rule == CUT_CITY)
            c = (lanes_lab){lanes_choose(is_hole, lanes_of(GLOW_L), c.l),
                            lanes_choose(is_hole, lanes_of(GLOW_A), c.a),
                            lanes_choose(is_hole, lanes_of(GLOW_B), c.b)};
        print_put(out, at, c);
        cut_pixels pixels = {{lanes_load(out->r + at), lanes_load(out->g + at),
                              lanes_load(out->b + at)},
                             lanes_of(PAINTED_RISE)};
        put(run, at, &pixels);
    }
}

/* Glues the seal on; its sign is cut out of it. */
LANES_PART void glue_seal(const cut_run *run)
{
    tile_colours *out = run->block->colours;
    float *const to[] = {out->r, out->g, out->b};
    for (int at = print_first(run->block); at < run->block->end; at += LANES) {
        lanes_i is_cut;
        lanes_f share =
            print_coverage(run->block, print_seal_at(run->block, &run->all->seal, at, &is_cut));
        share = lanes_choose(is_cut, lanes_of(0.0f), share);
        for (int k = 0; k < 3; k++)
            lanes_store(to[k] + at,
                        lanes_mix(lanes_load(to[k] + at), lanes_of(seal_red[k]), share));
    }
}

print_layer KERNEL(papercut);

void KERNEL(papercut)(const print_block *block)
{
    const papercut *all = block->frame->print->data;
    double place = block->x / all->step;
    int64_t sample = exact_floor(place);
    LANES_SCRATCH cut_run run;
    run.block = block;
    run.all = all;
    run.layer = &all->layer[block->sheet - block->frame->print->sheet];
    run.start = (int32_t)(sample - all->first);
    run.part = (float)(place - (double)sample);
    run.rate = (float)(block->px / all->step);
    run.y = (float)block->y;
    run.px = (float)block->px;
    run.per_px = (float)(1.0 / block->px);
    find_bumps(&run);
    switch (run.y > run.layer->foot ? CUT_NONE : run.layer->rule) {
    case CUT_LAND:
    case CUT_SHORE:
        print_land(&run);
        break;
    case CUT_SKY:
        print_sky(&run);
        break;
    case CUT_LEVEL:
        print_level(&run);
        break;
    case CUT_NONE:
        for (int i = block->first; i < block->end; i++)
            block->covered[i] = 0.0f;
        break;
    case CUT_FLAT:
        print_flat(&run);
        break;
    default:
        print_painted(&run);
    }
    if (print_meets_seal(block, &all->seal))
        glue_seal(&run);
}

KERNEL_TABLE_WIDE(print_layer, papercut_layers, papercut);
