/* engraving_kernel.c - prints a layer as lines of ink. */
#include "layers/print/engraving.h"
#include "layers/print/print_lanes.h"

#define DETAIL 1.5f    /* contrast of land that is lighter than its mean */
#define SWAY_WIDE 0.12 /* cells of the wandering of lines, U */
#define SWAY_HIGH 0.05
#define RIM_HIGH 0.045f /* depth down to which crests are darker or lighter, U */
#define RIM_ABOVE 0.004f /* height above the ground up to which crests are lighter, U */
#define BLANK 0.05f     /* tone below which paper is left blank */
#define MIRROR_HARD 4.0f /* contrast of the coverage of mirrored land: mixed lines are grey */
#define SOLID 0.97f     /* tone above which lines merge */
#define EDGE 1.1f       /* width of the edge of a line, pixels */
#define CLOSE 0.34f     /* lines per pixel from which they begin to fade into an even tone */
#define TOO_CLOSE 0.48f /* lines per pixel from which they are one */

/* The length of a vector is near LONGER of its greater part and SHORTER of the other. */
#define LONGER 0.960f
#define SHORTER 0.398f

#define OUTLINE 0.0010f   /* width of outlines of layers, at least a pixel, U */
#define DISC_LINE 0.0016f /* width of the outline of the disc, U */

/* Lightness (OKLab) of encoded grey v: a quadratic that is near it, for v from .06.  The grey of a
 * colour is the mean of its channels with the weights of luminance, plus their variance: saturated
 * colours are lighter than their mean. */
#define GRAVER_0 0.1157f
#define GRAVER_1 1.0503f
#define GRAVER_2 -0.1704f
#define GRAVER_RED 0.2126f
#define GRAVER_GREEN 0.7152f
#define GRAVER_BLUE 0.0722f

/* The course of lines is sampled at every 1 << NODE_SHIFT columns. */
enum { NODE_SHIFT = 3, NODES = (TILES_BLOCK >> NODE_SHIFT) + 1 };

typedef struct graver_run {
    const print_block *block;
    const engraving *all;
    const graver_lines *lines;
    print_ground ground;
    float down;                 /* lines per pixel downward */
    float phase[NODES + LANES]; /* place between two lines at nodes, in distances of lines */
} graver_run;

/* Returns the bend of the lines at nodes from `node` on, distances of lines. */
LANES_INLINE lanes_f bend_at(const graver_run *run, int node)
{
    const struct frame_print *print = run->block->frame->print;
    double place = run->block->x / print->step;
    int64_t sample = exact_floor(place);
    lanes_f column = lanes_to_f((lanes_count() + lanes_of_i(node)) << NODE_SHIFT);
    lanes_f x = lanes_of((float)(place - (double)sample)) +
                column * lanes_of((float)(run->block->px / print->step));
    lanes_i way = lanes_floor(x), most = lanes_of_i(print->columns - 2);
    lanes_i index = way + lanes_of_i((int32_t)(sample - print->first));
    index = lanes_choose_i(lanes_less_i(most, index), most, index);
    lanes_f left, right;
    lanes_look_up_two(run->lines->bend, index, &left, &right);
    return lanes_mix(left, right, x - lanes_to_f(way)) * lanes_of(run->lines->down);
}

static inline void begin_run(graver_run *run, const print_block *block)
{
    const struct frame_print *print = block->frame->print;
    const engraving *all = print->data;
    const graver_lines *lines = &all->lines[block->sheet - print->sheet];
    double phase = block->x * (double)lines->along + block->y * (double)lines->down;
    run->block = block;
    run->all = all;
    run->lines = lines;
    run->ground = print_ground_of(block);
    run->down = lines->down * (float)block->px;
    LANES_SCRATCH print_block level; /* a block with the noise of the lines */
    level.frame = block->frame;
    level.sheet = &lines->noise;
    level.x = block->x;
    level.y = block->y;
    level.px = block->px;
    print_noise noise = print_noise_row(&level, 0, SWAY_WIDE, SWAY_HIGH);
    noise.rate *= (float)(1 << NODE_SHIFT);
    float first = (float)(phase - (double)exact_floor(phase));
    float step = (float)(block->px * (double)lines->along * (1 << NODE_SHIFT));
    for (int i = 0; i < NODES; i += LANES) {
        lanes_f at = lanes_of(first) +
                     lanes_to_f(lanes_count() + lanes_of_i(i)) * lanes_of(step) +
                     print_noise_at(&noise, i) * lanes_of(lines->sway);
        if (lines->bend != NULL)
            at += bend_at(run, i);
        lanes_store(run->phase + i, at);
    }
}

/* Returns the phase of the lines, and sets `close` to lines per pixel. */
LANES_INLINE lanes_f phase_at(const graver_run *run, int at, lanes_f *close)
{
    const float *phase = run->phase + (at >> NODE_SHIFT);
    lanes_f wide = lanes_of((float)(1 << NODE_SHIFT)), per = lanes_of(1.0f / (1 << NODE_SHIFT));
    lanes_f column = lanes_to_f(lanes_count() + lanes_of_i(at & ((1 << NODE_SHIFT) - 1)));
    lanes_i is_first = lanes_less(column, wide); /* LANES columns lie between three nodes at most */
    lanes_f here = lanes_choose(is_first, lanes_of(phase[0]), lanes_of(phase[1]));
    lanes_f next = lanes_choose(is_first, lanes_of(phase[1]), lanes_of(phase[2]));
    column -= lanes_choose(is_first, lanes_of(0.0f), wide);
    lanes_f step = (next - here) * per, along = lanes_abs(step);
    lanes_f most = lanes_max(along, lanes_of(run->down)), least = along + lanes_of(run->down) - most;
    *close = lanes_of(LONGER) * most + lanes_of(SHORTER) * least;
    return here + column * step;
}

/* Returns the lightness of LANES columns: see GRAVER_0. */
LANES_INLINE lanes_f lightness(const tile_colours *c, int at)
{
    lanes_f r = lanes_load(c->r + at), g = lanes_load(c->g + at), b = lanes_load(c->b + at);
    lanes_f red = lanes_of(GRAVER_RED) * r, green = lanes_of(GRAVER_GREEN) * g;
    lanes_f blue = lanes_of(GRAVER_BLUE) * b, mean = red + green + blue;
    lanes_f v = mean + (red * r + green * g + blue * b - mean * mean);
    return lanes_of(GRAVER_0) + v * (lanes_of(GRAVER_1) + v * lanes_of(GRAVER_2));
}

/* Returns the tone of LANES columns, 0 blank .. 1 solid. */
LANES_INLINE lanes_f tone_at(const graver_run *run, int at)
{
    const print_block *block = run->block;
    const engraving *all = run->all;
    lanes_f l = lightness(block->colours, at);
    if (block->sheet->crest != NULL) {
        lanes_f above = lanes_max(l - lanes_of(run->lines->middle), lanes_of(0.0f));
        l += above * lanes_of(DETAIL * all->detail - 1.0f);
    }
    lanes_f tone = (lanes_of(all->light) - l) * lanes_of(all->per_tone * run->lines->dark);
    tone = (tone - lanes_of(0.5f)) * lanes_of(all->contrast) + lanes_of(0.5f);
    if (block->sheet->crest != NULL) {
        lanes_f below = print_below(&run->ground, at) * lanes_of(1.0f / RIM_HIGH);
        lanes_f rim = lanes_of(run->lines->rim) * (lanes_of(1.0f) - lanes_smooth(below));
        if (run->lines->rim < 0.0f) /* trees above the crest stay dark */
            rim *= lanes_smooth(lanes_of(1.0f) + below * lanes_of(RIM_HIGH / RIM_ABOVE));
        tone += rim;
    }
    return lanes_clamp(tone, 0.0f, 1.0f);
}

/* Returns the strength of a line, or of a gap, that is `edges` times as wide as its edge: where both
 * edges meet, it keeps the mean tone (near 2 q / (q + 1/2)^2, q < 1/2). */
LANES_INLINE lanes_f narrow(lanes_f edges)
{
    lanes_f left = lanes_of(1.0f) - lanes_of(2.0f) * lanes_min(edges, lanes_of(0.5f));
    return lanes_of(1.0f) - left * left * left;
}

/* Returns the share of ink of LANES columns. */
LANES_INLINE lanes_f ink_at(const graver_run *run, int at)
{
    lanes_f close, tone = tone_at(run, at), one = lanes_of(1.0f);
    lanes_f phase = phase_at(run, at, &close);
    lanes_f part = phase - lanes_to_f(lanes_floor(phase));
    lanes_f ridge = lanes_abs(lanes_of(2.0f) * part - one);
    lanes_f per_edge = one / (lanes_of(2.0f * EDGE) * close);
    lanes_f line = lanes_clamp(lanes_of(0.5f) + (ridge - one + tone) * per_edge, 0.0f, 1.0f);
    lanes_f least = lanes_min(tone, one - tone);
    if (lanes_any(lanes_less(least * per_edge, lanes_of(0.5f)))) {
        line *= narrow(tone * per_edge);
        line = one - (one - line) * narrow((one - tone) * per_edge);
    }
    lanes_f even = (close - lanes_of(CLOSE)) * lanes_of(1.0f / (TOO_CLOSE - CLOSE));
    if (lanes_any(lanes_less(lanes_of(0.0f), even)))
        line = lanes_mix(line, tone, lanes_smooth(even));
    line = lanes_choose(lanes_less(tone, lanes_of(BLANK)), lanes_of(0.0f), line);
    return lanes_choose(lanes_less(lanes_of(SOLID), tone), one, line);
}

/* Draws the outline of the disc; within it, the sun is blank. */
LANES_INLINE lanes_f with_disc(const graver_run *run, int at, lanes_f ink)
{
    const engraving *all = run->all;
    const print_block *block = run->block;
    lanes_f x = lanes_of((float)exact_way(block->x - all->sun_x, block->frame->loop)) +
                lanes_to_f(lanes_count() + lanes_of_i(at)) * lanes_of((float)block->px);
    float y = (float)(block->y - all->sun_y), per_px = (float)(1.0 / block->px);
    lanes_f inside = lanes_of(all->sun_radius) - lanes_sqrt(x * x + lanes_of(y * y));
    lanes_f half = lanes_of(0.5f);
    lanes_f disc = lanes_clamp(half + inside * lanes_of(per_px), 0.0f, 1.0f);
    lanes_f core =
        lanes_clamp(half + (inside - lanes_of(DISC_LINE)) * lanes_of(per_px), 0.0f, 1.0f);
    lanes_f face = all->has_face ? ink : lanes_of(0.0f);
    return lanes_mix(lanes_mix(ink, lanes_of(1.0f), disc), face, core);
}

/* Returns the share of ink with the outline of the layer, and without the margin. */
LANES_INLINE lanes_f framed(const graver_run *run, int at, lanes_f ink)
{
    const print_block *block = run->block;
    const engraving *all = run->all;
    lanes_f covered = lanes_load(block->covered + at), zero = lanes_of(0.0f), one = lanes_of(1.0f);
    if (run->lines->outlined_to > (float)block->y) {
        lanes_i is_edge = lanes_less(zero, covered) & lanes_less(covered, one);
        float share = OUTLINE < (float)block->px ? OUTLINE / (float)block->px : 1.0f;
        ink = lanes_choose(is_edge, lanes_mix(ink, one, lanes_of(share)), ink);
    }
    if (all->margin <= 0.0f)
        return ink;
    float y = (float)block->y, per_px = (float)(1.0 / block->px);
    float side = all->half_height - (y < 0.0f ? -y : y);
    lanes_f x = lanes_of((float)block->x) +
                lanes_to_f(lanes_count() + lanes_of_i(at)) * lanes_of((float)block->px);
    lanes_f inside = lanes_min(lanes_of(all->half_width) - lanes_abs(x), lanes_of(side));
    return ink * lanes_clamp(lanes_of(0.5f) + (inside - lanes_of(all->margin)) * lanes_of(per_px),
                             0.0f, 1.0f);
}

#define SEAL_RIM 0.4f /* width of the line round the seal, cells */

/* Returns the share of ink with the seal: a sign on blank paper. */
LANES_INLINE lanes_f with_seal(const graver_run *run, int at, lanes_f ink)
{
    lanes_i is_cut;
    const print_seal *seal = &run->all->seal;
    lanes_f inside = print_seal_at(run->block, seal, at, &is_cut), one = lanes_of(1.0f);
    lanes_f blank = print_coverage(run->block, inside - lanes_of(SEAL_RIM * seal->cell));
    ink = lanes_mix(ink, one, print_coverage(run->block, inside));
    return lanes_mix(ink, lanes_choose(is_cut, one, lanes_of(0.0f)), blank);
}

/* Writes the mixture of paper and ink. */
LANES_INLINE void put(const graver_run *run, int at, lanes_f share)
{
    const engraving *all = run->all;
    tile_colours *out = run->block->colours;
    float *const to[] = {out->r + at, out->g + at, out->b + at};
    lanes_f root = lanes_sqrt(lanes_of(1.0f) - lanes_of(1.0f - GRAVER_DARK) * share);
    for (int k = 0; k < 3; k++) {
        const float *curve = all->curve[k];
        lanes_f tone = lanes_of(curve[2]) + root * lanes_of(curve[3]);
        tone = lanes_of(curve[0]) + root * (lanes_of(curve[1]) + root * tone);
        lanes_store(to[k], lanes_clamp(tone, 0.0f, 1.0f));
    }
}

print_layer KERNEL(engraving);

void KERNEL(engraving)(const print_block *block)
{
    LANES_SCRATCH graver_run run;
    begin_run(&run, block);
    double down = exact_abs(block->y - run.all->sun_y), radius = (double)run.all->sun_radius;
    int has_disc = block->sheet->material == PRINT_SKY && radius > 0.0 && down < radius + block->px;
    int has_seal = print_meets_seal(block, &run.all->seal);
    for (int at = print_first(block); at < block->end; at += LANES) {
        if (print_is_empty(block, at))
            continue;
        lanes_f covered = lanes_load(block->covered + at);
        if (block->sheet->material == PRINT_WATER) {
            covered = lanes_clamp((covered - lanes_of(0.5f)) * lanes_of(MIRROR_HARD) +
                                      lanes_of(0.5f), 0.0f, 1.0f);
            lanes_store(block->covered + at, covered);
        }
        if (!lanes_any(lanes_less(lanes_of(0.0f), covered)))
            continue;
        lanes_f share = ink_at(&run, at);
        if (has_disc)
            share = with_disc(&run, at, share);
        share = framed(&run, at, share);
        if (has_seal)
            share = with_seal(&run, at, share);
        put(&run, at, share);
    }
}

KERNEL_TABLE_WIDE(print_layer, engraving_layers, engraving);
