/* lake_kernel.c - the lake's inner loops, for each width: see base/lanes.h. */
#include <stddef.h>

#include "base/colour_lanes.h"
#include "base/exact.h"
#include "layers/lake.h"
#include "layers/noise_lanes.h"
#include "layers/plane_lanes.h"

/* What the mirror and the water's own colour keep of their light. */
#define CLEAR 0.93f
#define CLEAR_OPEN 0.96f
#define OWN 0.6f

/* Ripples glitter from this height on, and are as bright as the sun at that one. */
#define GLINT_FROM 0.02f
#define GLINT_TO 0.40f

/* The share of the water that glitters where ripples are too fine to be seen. */
#define GLINT_MEAN 0.06f
#define GLINT_OPEN 0.25f

/* Of waves of open water, whose deviation is 1 before. */
#define WAVE_HEIGHT 0.9f

#define HAZE_LEAST 5e-4f /* less is not seen */

/* ---- ripples at the nodes -------------------------------------------------- */

static void lines(const float *const gradient[4], float fy, float share, float *tilt, float *lift,
                  int count)
{
    for (int i = 0; i < count; i += LANES) {
        lanes_f above = lanes_load(gradient[1] + i) * lanes_of(fy);
        lanes_f below = lanes_load(gradient[3] + i) * lanes_of(fy - 1.0f);
        lanes_store(lift + i, lanes_mix(above, below, lanes_of(share)));
        above = lanes_load(gradient[0] + i);
        below = lanes_load(gradient[2] + i);
        lanes_store(tilt + i, lanes_mix(above, below, lanes_of(share)));
    }
}

/* Noise `x` cells right of the first line.  Nodes that are neighbours lie in at most
 * `most` cells, which are all looked at: that has no branch to be guessed. */
LANES_INLINE lanes_f noise_at(const float *tilt, const float *lift, int most, lanes_f x)
{
    lanes_i column = lanes_to_i(x);
    int first = lanes_first_i(column);
    lanes_f left_tilt = lanes_of(tilt[first]), right_tilt = lanes_of(tilt[first + 1]);
    lanes_f left_lift = lanes_of(lift[first]), right_lift = lanes_of(lift[first + 1]);
    for (int c = first + 1; LANES > 1 && c < first + most; c++) {
        lanes_i is_there = lanes_less_i(lanes_of_i(c - 1), column);
        left_tilt = lanes_choose(is_there, lanes_of(tilt[c]), left_tilt);
        left_lift = lanes_choose(is_there, lanes_of(lift[c]), left_lift);
        right_tilt = lanes_choose(is_there, lanes_of(tilt[c + 1]), right_tilt);
        right_lift = lanes_choose(is_there, lanes_of(lift[c + 1]), right_lift);
    }
    lanes_f t = x - lanes_to_f(column);
    lanes_f left = left_lift + left_tilt * t;
    lanes_f right = right_lift + right_tilt * (t - lanes_of(1.0f));
    return lanes_mix(left, right, noise_fade(t));
}

static void raise(const lake_octave *octave, int64_t node, int from, int to, float *height)
{
    const lake_octave o = *octave;
    int most = (int)((LANES - 1) * o.step + 1e-3) + 2;
    for (int at = from; at < to; at += SHADE_GROUP) {
        double x = (double)(node + at) * o.step + o.origin;
        int64_t whole = exact_floor(x);
        lanes_f part = lanes_of((float)(x - (double)whole));
        const float *tilt = o.tilt + (whole - o.first);
        const float *lift = o.lift + (whole - o.first);
        for (int i = 0; i < SHADE_GROUP; i += LANES) {
            lanes_f place = lanes_to_f(lanes_count() + lanes_of_i(i)) * lanes_of((float)o.step);
            lanes_f noise = noise_at(tilt, lift, most, part + place);
            float *sum = height + at + i;
            lanes_store(sum, lanes_load(sum) + noise * lanes_of(o.weight));
        }
    }
}

/* Waves hold what is looked at within the strips that are kept. */
static void raise_open(const plane_row *row, const plane_span *span, float *height)
{
    for (int i = 0; i < SHADE_GROUP; i += LANES) {
        lanes_f n = plane_sum(row, span, lanes_to_f(lanes_count() + lanes_of_i(i)));
        lanes_store(height + i, lanes_clamp(n * lanes_of(WAVE_HEIGHT), -1.0f, 1.0f));
    }
}

/* ---- what the nodes see ------------------------------------------------------ */

/* The sum of how much of each strip it has climbed. */
LANES_INLINE lanes_f climbed_to(const lake_row *row, lanes_f height)
{
    lanes_f place = lanes_of((float)row->low);
    for (int k = row->low; k < row->high; k++) {
        lanes_f part = (height - lanes_of(row->height[k])) * lanes_of(row->climb[k]);
        place += lanes_clamp(part, 0.0f, 1.0f);
    }
    return lanes_clamp(place, row->least, row->most);
}

/* The disc is far brighter than the white that stands for it, so its mirror stays
 * bright where the water dims all else: 1 at the mirrored disc, 0 beside it. */
LANES_INLINE lanes_f dazzle_of(const lake_row *row, lanes_f x, lanes_f height)
{
    x = x * lanes_of(row->dazzle_scale);
    lanes_f y = (height - lanes_of((float)row->sun_y)) * lanes_of(row->dazzle_scale);
    return lanes_smooth(lanes_of(1.0f) - x * x - y * y);
}

LANES_INLINE lanes_f shine_of(const lake_row *row, lanes_f x)
{
    lanes_f away = x * lanes_of(row->shine_scale);
    lanes_f near = lanes_max(lanes_of(1.0f) - away * away, lanes_of(0.0f));
    return lanes_of(row->glitter) * (near * near) * (near * near);
}

/* From the sun, or the nearest of its copies, to a group of nodes. */
static double beside_sun(const lake_row *row, double x)
{
    double way = x - row->sun_x;
    if (row->loop > 0.0)
        way -= row->loop * exact_round((way + 0.5 * SHADE_GROUP * row->step) / row->loop);
    return way;
}

static void look(const lake_row *row, int from, int to, float *const node[LAKE_PLANES])
{
    for (int at = from; at < to; at += SHADE_GROUP) {
        float left = (float)beside_sun(row, (double)(row->node + at) * row->step);
        for (int i = 0; i < SHADE_GROUP; i += LANES) {
            int n = at + i;
            lanes_f broad = lanes_load(node[LAKE_PLACE] + n);
            lanes_f fine = lanes_load(node[LAKE_GLINT] + n);
            lanes_f bend = broad * lanes_of(LAKE_BEND_BROAD) + fine * lanes_of(LAKE_BEND_FINE);
            lanes_f glint = broad * lanes_of(LAKE_GLINT_BROAD) + fine * lanes_of(LAKE_GLINT_FINE);
            if (row->is_open)
                bend = glint = lanes_load(node[LAKE_WAVE] + n);
            /* Noise keeps within -1..1 as it is; this holds what is looked at
             * within the strips that are kept. */
            bend = lanes_clamp(bend, -1.0f, 1.0f);
            lanes_f height = lanes_of(row->distance) + lanes_of(row->swing) * bend;
            lanes_f place = lanes_to_f(lanes_count() + lanes_of_i(i));
            lanes_f x = lanes_of(left) + place * lanes_of((float)row->step);
            lanes_store(node[LAKE_PLACE] + n, climbed_to(row, height));
            lanes_store(node[LAKE_GLINT] + n, glint);
            if (row->has_dazzle)
                lanes_store(node[LAKE_DAZZLE] + n, dazzle_of(row, x, height));
            if (row->has_shine)
                lanes_store(node[LAKE_SHINE] + n, shine_of(row, x));
        }
    }
}

/* ---- pixels ------------------------------------------------------------------ */

/* A few columns between nodes. */
typedef struct lake_columns {
    int is_shared; /* all lie behind the node `first` */
    int first;
    lanes_i node; /* else each behind its own */
    lanes_f along;
} lake_columns;

LANES_INLINE lake_columns columns_at(const lake_run *run, int column)
{
    lake_columns c = {.is_shared = 1 << run->shift >= LANES,
                      .first = column >> run->shift,
                      .along = lanes_load(run->along + column)};
    if (!c.is_shared)
        c.node = (lanes_count() + lanes_of_i(column)) >> run->shift;
    return c;
}

LANES_INLINE lanes_f between(const float *node, const lake_columns *c)
{
    if (c->is_shared)
        return lanes_mix(lanes_of(node[c->first]), lanes_of(node[c->first + 1]), c->along);
    return lanes_mix(lanes_look_up(node, c->node), lanes_look_up(node + 1, c->node), c->along);
}

/* A smooth curve (quadratic B-spline) through strips k - 1, k, k + 1.  Neighbours mostly look at
 * the same strips. */
typedef struct lake_curve {
    lanes_i k;
    int first, is_shared; /* of the first of them, which is that of all */
    lanes_f before, middle, after;
} lake_curve;

LANES_INLINE lake_curve curve_at(lanes_f place)
{
    lake_curve c = {.k = lanes_to_i(place + lanes_of(0.5f))};
    lanes_f f = place - lanes_to_f(c.k);
    lanes_f low = lanes_of(0.5f) - f;
    lanes_f high = lanes_of(0.5f) + f;
    c.before = lanes_of(0.5f) * low * low;
    c.after = lanes_of(0.5f) * high * high;
    c.middle = lanes_of(1.0f) - c.before - c.after;
    c.first = lanes_first_i(c.k);
    c.is_shared = !lanes_any(~lanes_equal_i(c.k, lanes_of_i(c.first)));
    return c;
}

LANES_INLINE lanes_f curve_through(const lake_curve *c, const lake_strips *strips, int k,
                                   ptrdiff_t place)
{
    const float *const *strip = strips->strip + (k - strips->first);
    return c->before * lanes_load(strip[0] + place) + c->middle * lanes_load(strip[1] + place) +
           c->after * lanes_load(strip[2] + place);
}

/* What columns see in a plane of their strips. */
LANES_INLINE lanes_f seen_at(const lake_strips *strips, const lake_curve *c, int plane, int column)
{
    ptrdiff_t place = strips->left + column + plane * strips->plane;
    lanes_f sum = curve_through(c, strips, c->first, place);
    if (c->is_shared)
        return sum;
    int32_t each[LANES];
    lanes_store_i(each, c->k);
    for (int i = 1; i < LANES; i++)
        if (each[i] != each[i - 1])
            sum = lanes_choose(lanes_equal_i(c->k, lanes_of_i(each[i])),
                               curve_through(c, strips, each[i], place), sum);
    return sum;
}

LANES_INLINE lanes_rgb mirrored(const lake_strips *strips, const lake_curve *c, int column)
{
    lanes_rgb seen = {seen_at(strips, c, 0, column), seen_at(strips, c, 1, column),
                      seen_at(strips, c, 2, column)};
    return seen;
}

/* The mirror, dimmed, in the water's own colour. */
LANES_INLINE lanes_rgb lay_water(const lake_run *run, const lake_columns *c, lanes_rgb seen)
{
    lanes_f share = lanes_of(OWN * (1.0f - run->clear));
    lanes_f clear = lanes_of(CLEAR * run->clear);
    if (run->is_open) {
        clear = lanes_of(run->clear) + lanes_of(run->tilt) * between(run->node[LAKE_WAVE], c);
        clear = lanes_clamp(clear, 0.0f, 1.0f);
        share = lanes_of(1.0f) - clear;
        clear = lanes_of(CLEAR_OPEN) * clear;
    }
    if (run->has_dazzle) { /* what is dark there stays dark */
        lanes_f near = between(run->node[LAKE_DAZZLE], c) * lanes_min(seen.g, lanes_of(1.0f));
        share = share - share * near;
        clear += (lanes_of(CLEAR) - clear) * near;
    }
    lanes_rgb own = lanes_rgb_of(run->own);
    lanes_rgb light = {share * own.r + clear * seen.r, share * own.g + clear * seen.g,
                       share * own.b + clear * seen.b};
    return light;
}

/* Mist over the water at the far shore. */
LANES_INLINE lanes_rgb lay_haze(const lake_run *run, const lake_columns *c, lanes_rgb light)
{
    lanes_rgb mist = {between(run->node[LAKE_SHORE_R], c), between(run->node[LAKE_SHORE_G], c),
                      between(run->node[LAKE_SHORE_B], c)};
    return lanes_mix_rgb(light, mist, lanes_of(run->haze));
}

/* The path of light over open water: sheen, and sparkle on waves that are high enough. */
LANES_INLINE lanes_rgb lay_path(const lake_run *run, const lake_columns *c, lanes_rgb light)
{
    lanes_f sheen = between(run->node[LAKE_SHEEN], c) * lanes_of(run->sheen);
    light = lanes_screen_rgb(light, lanes_rgb_of(run->glow), sheen);
    if (!run->has_shine)
        return light;
    lanes_f shine = between(run->node[LAKE_SHINE], c);
    lanes_f high = between(run->node[LAKE_GLINT], c) - lanes_of(run->from);
    lanes_f share = lanes_smooth(high * lanes_of(run->per_spark));
    share = lanes_mix(share, lanes_of(GLINT_OPEN), lanes_of(run->blurred)) + lanes_of(run->spark);
    return lanes_screen_rgb(light, lanes_rgb_of(run->sparkle), share * shine);
}

LANES_INLINE lanes_rgb lay_glitter(const lake_run *run, const lake_columns *c, lanes_rgb light)
{
    lanes_f shine = between(run->node[LAKE_SHINE], c);
    if (!lanes_any(lanes_less(lanes_of(0.0f), shine)))
        return light;
    lanes_f glint = between(run->node[LAKE_GLINT], c) - lanes_of(GLINT_FROM);
    lanes_f share = lanes_smooth(glint * lanes_of(1.0f / (GLINT_TO - GLINT_FROM)));
    share = lanes_mix(share, lanes_of(GLINT_MEAN), lanes_of(run->blurred));
    return lanes_mix_rgb(light, lanes_rgb_of(run->sparkle), share * shine);
}

LANES_INLINE void encode(float *samples, int from, int to)
{
    for (int i = from; i < to; i += LANES)
        lanes_store(samples + i, lanes_tone_encode(lanes_load(samples + i)));
}

static void fetch(const lake_run *given, int from, int to, tile_colours *colours)
{
    /* A copy: what is written may not change it, but a compiler cannot know. */
    const lake_run run = *given;
    int has_haze = run.haze > HAZE_LEAST;
    for (int column = from; column < to; column += LANES) {
        lake_columns c = columns_at(&run, column);
        lake_curve curve = curve_at(between(run.node[LAKE_PLACE], &c));
        lanes_rgb light = lay_water(&run, &c, mirrored(&run.strips, &curve, column));
        if (run.is_open)
            light = lay_path(&run, &c, light);
        if (has_haze)
            light = lay_haze(&run, &c, light);
        if (!run.is_open && run.has_shine)
            light = lay_glitter(&run, &c, light);
        lanes_store(colours->r + column, light.r);
        lanes_store(colours->g + column, light.g);
        lanes_store(colours->b + column, light.b);
    }
    /* In loops of their own: else each waits for the square roots of the one before. */
    encode(colours->r, from, to);
    encode(colours->g, from, to);
    encode(colours->b, from, to);
}

/* ---- the mirror's strips ----------------------------------------------------- */

static void keep(const float *samples, float share, int is_first, float *to, int count)
{
    int i = 0;
    for (; i + LANES <= count; i += LANES) {
        lanes_f light = lanes_of(share) * lanes_tone_decode(lanes_load(samples + i));
        lanes_store(to + i, is_first ? light : lanes_load(to + i) + light);
    }
    for (; i < count; i++) { /* the last few, as a group of their own */
        float some[LANES] = {samples[i]};
        lanes_store(some, lanes_of(share) * lanes_tone_decode(lanes_load(some)));
        to[i] = is_first ? some[0] : to[i] + some[0];
    }
}

/* ---- what rises from the water ------------------------------------------------ */

LANES_INLINE void keep_lanes(const float *sample, const float *there, float share, int is_first,
                             int is_light, float *to)
{
    lanes_f light = lanes_of(share) * lanes_load(there);
    if (is_light) /* where nothing is there, a sample may be anything */
        light = light * lanes_tone_decode(lanes_clamp(lanes_load(sample), 0.0f, 1.0f));
    lanes_store(to, is_first ? light : lanes_load(to) + light);
}

static void keep_layer(const tile_colours *colours, const float *covered, int left, int count,
                       float share, int is_first, float *to, size_t plane)
{
    const float *from[4] = {colours->r + left, colours->g + left, colours->b + left,
                            covered + left};
    for (int p = 0; p < 4; p++) {
        float *light = to + left + (size_t)p * plane;
        int i = 0;
        for (; i + LANES <= count; i += LANES)
            keep_lanes(from[p] + i, from[3] + i, share, is_first, p < 3, light + i);
        for (; i < count; i++) { /* the last few, each as a group of its own */
            float sample[LANES] = {from[p][i]}, there[LANES] = {from[3][i]};
            float sum[LANES] = {light[i]};
            keep_lanes(sample, there, share, is_first, p < 3, sum);
            light[i] = sum[0];
        }
    }
}

static void meet(const reflection_row *given, int from, int to)
{
    const reflection_row row = *given;
    lake_row strips = {.height = row.height,
                       .climb = row.climb,
                       .low = row.low,
                       .high = row.high,
                       .least = row.least,
                       .most = row.most};
    for (int n = from; n < to; n += LANES) {
        lanes_f shore = lanes_load(row.shore + n);
        lanes_f below = lanes_of(row.y) - shore;
        lanes_f depth = lanes_max(below, lanes_of(0.0f));
        lanes_f swing = lanes_of(row.swing) * lanes_load(row.wave + n);
        lanes_f height = depth - shore * lanes_of(1.08f) + depth * swing + lanes_of(row.rise);
        lanes_store(row.node[REFLECTION_BELOW] + n, below);
        lanes_store(row.node[REFLECTION_PLACE] + n, climbed_to(&strips, height));
        lanes_store(row.node[REFLECTION_STRENGTH] + n,
                    lanes_of(row.strength) * lanes_exp(depth * lanes_of(-row.length)));
        if (!row.has_edges)
            continue;
        lanes_f away = lanes_abs(below);
        lanes_store(row.node[REFLECTION_HAZE] + n, lanes_of(row.haze) * lanes_load(row.land + n) *
                                                       lanes_exp(away * lanes_of(-row.haze_scale)));
        lanes_f crest = below * lanes_load(row.surf_scale + n);
        lanes_store(row.node[REFLECTION_SURF] + n,
                    lanes_load(row.surf + n) * lanes_exp(-(crest * crest)));
    }
}

/* Light of a ridge's strips times how much of it is there, and that. */
typedef struct reflected {
    lanes_rgb light;
    lanes_f there;
} reflected;

/* What water keeps of the land's light, and how much of its own dark it adds. */
#define REFLECTED 0.92f
#define REFLECTED_DEEP 0.16f
#define REFLECTED_LEAST 0.001f /* less is not seen */

/* Lays light over what is there: premultiplied. */
LANES_INLINE void lay_light(reflected *sum, linear_rgb light, lanes_f amount)
{
    lanes_f rest = lanes_of(1.0f) - amount;
    sum->light.r = sum->light.r * rest + lanes_of((float)light.r) * amount;
    sum->light.g = sum->light.g * rest + lanes_of((float)light.g) * amount;
    sum->light.b = sum->light.b * rest + lanes_of((float)light.b) * amount;
    sum->there = sum->there * rest + amount;
}

/* What columns of a block show, premultiplied; 0 = none shows more than `least`. */
LANES_INLINE int reflected_in(const reflection_run *run, int column, float least, reflected *sum)
{
    lake_run grid = {.shift = run->shift, .along = run->along};
    lake_columns c = columns_at(&grid, column);
    lake_curve curve = curve_at(between(run->node[REFLECTION_PLACE], &c));
    lanes_f below = between(run->node[REFLECTION_BELOW], &c) + lanes_of(0.5f);
    lanes_f share = between(run->node[REFLECTION_STRENGTH], &c) * lanes_clamp(below, 0.0f, 1.0f);
    lanes_f there = seen_at(&run->strips, &curve, REFLECTION_THERE, column);
    sum->there = share * there;
    if (!run->has_edges && !lanes_any(lanes_less(lanes_of(least), sum->there)))
        return 0;
    lanes_f keep = lanes_of(REFLECTED * (1.0f - REFLECTED_DEEP));
    lanes_f dark = lanes_of(REFLECTED_DEEP) * there;
    lanes_rgb light = mirrored(&run->strips, &curve, column);
    sum->light.r = share * (keep * light.r + dark * lanes_of((float)run->deep.r));
    sum->light.g = share * (keep * light.g + dark * lanes_of((float)run->deep.g));
    sum->light.b = share * (keep * light.b + dark * lanes_of((float)run->deep.b));
    if (run->has_edges) {
        lay_light(sum, run->mist, between(run->node[REFLECTION_HAZE], &c));
        lay_light(sum, run->white, between(run->node[REFLECTION_SURF], &c));
    }
    return 1;
}

static void reflect(const reflection_run *given, int from, int to, tile_colours *colours,
                    float *covered)
{
    const reflection_run run = *given;
    for (int column = from; column < to; column += LANES) {
        reflected sum = {{lanes_of(0.0f), lanes_of(0.0f), lanes_of(0.0f)}, lanes_of(0.0f)};
        if (!reflected_in(&run, column, 0.0f, &sum))
            sum.there = lanes_of(0.0f);
        lanes_f scale = lanes_of(1.0f) / lanes_max(sum.there, lanes_of(1e-6f));
        lanes_store(colours->r + column, sum.light.r * scale);
        lanes_store(colours->g + column, sum.light.g * scale);
        lanes_store(colours->b + column, sum.light.b * scale);
        lanes_store(covered + column, sum.there);
    }
    encode(colours->r, from, to);
    encode(colours->g, from, to);
    encode(colours->b, from, to);
}

LANES_INLINE void lay_sample(float *sample, lanes_f light, lanes_f there, lanes_i is_there)
{
    lanes_f under = lanes_load(sample);
    lanes_f rest = lanes_tone_decode(under) * (lanes_of(1.0f) - there);
    lanes_store(sample, lanes_choose(is_there, lanes_tone_encode(rest + light), under));
}

static void lay_reflected(const reflection_run *given, int from, int to, tile_colours *colours)
{
    const reflection_run run = *given;
    uint64_t all = (UINT64_C(1) << LANES) - 1;
    for (int column = from; column < to; column += LANES) {
        reflected sum;
        if ((~run.hidden >> column & all) == 0 ||
            !reflected_in(&run, column, REFLECTED_LEAST, &sum))
            continue;
        lanes_i is_there = lanes_less(lanes_of(REFLECTED_LEAST), sum.there);
        if (!lanes_any(is_there))
            continue;
        lay_sample(colours->r + column, sum.light.r, sum.there, is_there);
        lay_sample(colours->g + column, sum.light.g, sum.there, is_there);
        lay_sample(colours->b + column, sum.light.b, sum.there, is_there);
    }
}

extern const lake_kernels KERNEL(lake);
const lake_kernels KERNEL(lake) = {lines, raise,      raise_open, look,    fetch,
                                   keep,  keep_layer, meet,       reflect, lay_reflected};
KERNEL_TABLE(const lake_kernels, lake_kernels_of, lake);
