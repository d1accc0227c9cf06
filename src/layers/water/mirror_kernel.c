/* mirror_kernel.c - the inner loops over the pixels of water and over the strips of its mirrors.
 * Compiled once for each width: see base/lanes.h.
 */
#include <stddef.h>

#include "base/colour_lanes.h"
#include "layers/water/lake.h"

#define CLEAR 0.93f      /* reflectance of the mirror of a sheltered lake */
#define CLEAR_OPEN 0.96f /* reflectance of the mirror of open water */
#define OWN 0.6f         /* factor of the water's colour in a sheltered lake */

/* Values of LAKE_DAZZLE between which the mirrored disc melts into the sky beside it. */
#define MELT_FROM 0.60f  /* the edge of the mirrored disc, where no light of the disc is left */
#define MELT_TO 1.0f     /* where all of its light is left */
#define MELT_FACETS 2.5f /* change of the light near the edge by waves of height 1, relative */

/* LAKE_DAZZLE from which none of the disc melts, below 0. */
#define MELT_NONE (1.0f - LAKE_MELT_END * LAKE_MELT_END)

#define GLINT_FROM 0.02f /* height from which ripples glitter */
#define GLINT_TO 0.40f   /* height from which ripples are as bright as the sun */
#define GLINT_MEAN 0.06f /* share of water that glitters where ripples are finer than pixels */

#define HAZE_LEAST 5e-4f /* opacity below which haze is invisible */

/* ---- light of water: see lake_light ------------------------------------------ */

LANES_INLINE lanes_f light_of(lanes_f sample)
{
    return sample * sample;
}

LANES_INLINE lanes_f sample_of(lanes_f light)
{
    return lanes_sqrt(lanes_clamp(light, 0.0f, 1.0f));
}

/* ---- pixels ------------------------------------------------------------------ */

/* A group of columns and the nodes between which they are. */
typedef struct lake_columns {
    int is_shared; /* all columns are between nodes `first` and first + 1 */
    int first;     /* node before the first column */
    lanes_i node;  /* if not shared: node before each column, counted from `first` */
    lanes_f along; /* position between two nodes, 0..1 */
} lake_columns;

LANES_INLINE lake_columns columns_at(const lake_strips *strips, int column)
{
    lake_columns c = {.is_shared = 1 << strips->shift >= LANES,
                      .first = column >> strips->shift,
                      .along = lanes_load(strips->along + column)};
    if (!c.is_shared)
        c.node = lanes_count() >> strips->shift;
    return c;
}

LANES_INLINE lanes_f between(const float *node, const lake_columns *c)
{
    node += c->first;
    if (c->is_shared)
        return lanes_mix(lanes_of(node[0]), lanes_of(node[1]), c->along);
    return lanes_mix(lanes_pick(lanes_load(node), c->node),
                     lanes_pick(lanes_load(node + 1), c->node), c->along);
}

/* Quadratic B-spline through strips k - 1, k, k + 1, for a group of columns.  Mostly all columns
 * have the same k, or some have k + 1. */
typedef struct lake_curve {
    lanes_i k;
    int more;                      /* greatest k less the least; 2 = 2 or more */
    int first;                     /* the least k; where `more` is 2, that of the first column */
    lanes_f before, middle, after; /* weights of strips k - 1, k, k + 1 */
    lanes_f share[4];              /* where `more` is 1: weights of strips first - 1 .. first + 2 */
} lake_curve;

LANES_INLINE lake_curve curve_at(lanes_f place)
{
    lake_curve c = {.k = lanes_to_i(place + lanes_of(0.5f))};
    lanes_f f = place - lanes_to_f(c.k), nought = lanes_of(0.0f);
    lanes_f low = lanes_of(0.5f) - f;
    lanes_f high = lanes_of(0.5f) + f;
    c.before = lanes_of(0.5f / LAKE_STEPS) * low * low;
    c.after = lanes_of(0.5f / LAKE_STEPS) * high * high;
    c.middle = lanes_of(1.0f / LAKE_STEPS) - c.before - c.after;
    c.first = lanes_first_i(c.k);
    if (!lanes_any(~lanes_equal_i(c.k, lanes_of_i(c.first))))
        return c;
    int first = c.first - lanes_any(lanes_less_i(c.k, lanes_of_i(c.first)));
    lanes_i is_next = lanes_equal_i(c.k, lanes_of_i(first + 1));
    c.more = lanes_any(~(is_next | lanes_equal_i(c.k, lanes_of_i(first)))) ? 2 : 1;
    if (c.more > 1)
        return c;
    c.first = first;
    c.share[0] = lanes_choose(is_next, nought, c.before);
    c.share[1] = lanes_choose(is_next, c.before, c.middle);
    c.share[2] = lanes_choose(is_next, c.middle, c.after);
    c.share[3] = lanes_choose(is_next, c.after, nought);
    return c;
}

LANES_INLINE lanes_f strip_light(const int16_t *strip, ptrdiff_t place)
{
    return lanes_to_f(lanes_load_short(strip + place));
}

LANES_INLINE lanes_f curve_through(const lake_curve *c, const lake_strips *strips, int k,
                                   ptrdiff_t place)
{
    const int16_t *const *strip = strips->strip + (k - strips->first);
    return c->before * strip_light(strip[0], place) + c->middle * strip_light(strip[1], place) +
           c->after * strip_light(strip[2], place);
}

/* Returns the value of the spline in one plane of the strips. */
LANES_INLINE lanes_f seen_at(const lake_strips *strips, const lake_curve *c, int plane, int column)
{
    ptrdiff_t place = strips->left + column + plane * strips->plane;
    if (c->more == 1) { /* the sums of curve_through, with a further term of 0 */
        const int16_t *const *strip = strips->strip + (c->first - strips->first);
        return c->share[0] * strip_light(strip[0], place) +
               c->share[1] * strip_light(strip[1], place) +
               c->share[2] * strip_light(strip[2], place) +
               c->share[3] * strip_light(strip[3], place);
    }
    lanes_f sum = curve_through(c, strips, c->first, place);
    if (c->more == 0)
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

/* Melts the mirrored disc toward its edge, unevenly where waves are high; returns the share of the
 * light in the mirror that dazzles. */
LANES_INLINE lanes_f melt_disc(const lake_run *run, const lake_columns *c, lanes_rgb *seen)
{
    lanes_f one = lanes_of(1.0f), dazzle = between(run->node[LAKE_DAZZLE], c);
    if (!lanes_any(lanes_less(lanes_of(MELT_NONE), dazzle)))
        return lanes_of(0.0f);
    lanes_f bright = (seen->g - lanes_of(run->dazzle_from)) * lanes_of(run->per_dazzle);
    bright = lanes_clamp(bright, 0.0f, 1.0f);
    lanes_f inside = (dazzle - lanes_of(MELT_FROM)) * lanes_of(1.0f / (MELT_TO - MELT_FROM));
    inside = lanes_clamp(inside, 0.0f, 1.0f);
    lanes_f facet = lanes_of(MELT_FACETS) * between(run->node[LAKE_GLINT], c);
    lanes_f whole = lanes_clamp(inside * lanes_mix(facet, one, inside), 0.0f, 1.0f);
    lanes_f near = lanes_clamp(one - dazzle * lanes_of(1.0f / MELT_NONE), 0.0f, 1.0f);
    lanes_f light = (seen->g - lanes_of(run->melt_from)) * lanes_of(run->per_melt);
    lanes_f melt = near * (one - whole) * lanes_clamp(light, 0.0f, 1.0f);
    *seen = lanes_mix_rgb(*seen, lanes_rgb_of(run->beside), melt);
    return whole * bright;
}

/* Returns the light of water: a mix of the mirror and the water's own colour. */
LANES_INLINE lanes_rgb lay_water(const lake_run *run, const lake_columns *c, lanes_rgb seen)
{
    lanes_f share = lanes_of(OWN * (1.0f - run->clear));
    lanes_f clear = lanes_of(CLEAR * run->clear);
    if (run->is_open) {
        lanes_f wave = between(run->node[LAKE_WAVE], c);
        clear = lanes_clamp(lanes_of(run->clear) + lanes_of(run->tilt) * wave, 0.0f, 1.0f);
        share = lanes_of(1.0f) - clear;
        clear = lanes_of(CLEAR_OPEN) * clear;
        lanes_f lit = lanes_of(1.0f) + lanes_of(run->relief) * wave;
        clear = clear * lit;
        share = share * lit;
    }
    if (run->has_dazzle) { /* only light of the disc dazzles */
        lanes_f near = melt_disc(run, c, &seen);
        share = share - share * near;
        clear += (lanes_of(CLEAR) - clear) * near;
    }
    lanes_rgb own = lanes_rgb_of(run->own);
    lanes_rgb light = {share * own.r + clear * seen.r, share * own.g + clear * seen.g,
                       share * own.b + clear * seen.b};
    return light;
}

/* Returns the light with the mist of the far shore over it. */
LANES_INLINE lanes_rgb lay_haze(const lake_run *run, const lake_columns *c, lanes_rgb light)
{
    lanes_rgb mist = {between(run->node[LAKE_SHORE_R], c), between(run->node[LAKE_SHORE_G], c),
                      between(run->node[LAKE_SHORE_B], c)};
    return lanes_mix_rgb(light, mist,
                         lanes_of(run->haze) * between(run->node[LAKE_SHORE_SHARE], c));
}

/* Returns the light with the path of the sun on open water: sheen, and sparkle on waves that are
 * steep enough. */
LANES_INLINE lanes_rgb lay_path(const lake_run *run, const lake_columns *c, lanes_rgb light)
{
    lanes_f sheen = between(run->node[LAKE_SHEEN], c) * lanes_of(run->sheen);
    light = lanes_screen_rgb(light, lanes_rgb_of(run->glow), sheen);
    if (!run->has_shine)
        return light;
    lanes_f shine = between(run->node[LAKE_SHINE], c);
    lanes_f high = between(run->node[LAKE_GLINT], c) - lanes_of(run->from);
    lanes_f share = lanes_smooth(high * lanes_of(run->per_spark));
    return lanes_screen_rgb(light, lanes_rgb_of(run->sparkle),
                            (share + lanes_of(run->spark)) * shine);
}

/* Returns the light with the path of the sun on a sheltered lake. */
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

static void fetch(const lake_run *given, int from, int to, tile_colours *colours)
{
    /* A copy, because the compiler must assume that stores through `colours` change *given. */
    const lake_run run = *given;
    int has_haze = run.haze > HAZE_LEAST;
    for (int column = from & -LANES; column < to; column += LANES) {
        lake_columns c = columns_at(&run.strips, column);
        lake_curve curve = curve_at(between(run.node[LAKE_PLACE], &c));
        lanes_rgb light = lay_water(&run, &c, mirrored(&run.strips, &curve, column));
        if (run.is_open)
            light = lay_path(&run, &c, light);
        if (has_haze)
            light = lay_haze(&run, &c, light);
        if (!run.is_open && run.has_shine)
            light = lay_glitter(&run, &c, light);
        lanes_store(colours->r + column, sample_of(light.r));
        lanes_store(colours->g + column, sample_of(light.g));
        lanes_store(colours->b + column, sample_of(light.b));
    }
}

/* ---- the mirror's strips ----------------------------------------------------- */

LANES_INLINE void keep_light(lanes_f light, int16_t *to)
{
    lanes_store_short(to, lanes_to_i(lanes_of((float)LAKE_STEPS) * light + lanes_of(0.5f)));
}

static void keep(const float *samples, int16_t *to, int count)
{
    int i = 0;
    for (; i + LANES <= count; i += LANES)
        keep_light(light_of(lanes_load(samples + i)), to + i);
    for (; i < count; i++) { /* the last columns, each as a group by itself */
        float some[LANES] = {samples[i]};
        int16_t kept[LANES];
        keep_light(light_of(lanes_load(some)), kept);
        to[i] = kept[0];
    }
}

LANES_INLINE void keep_layer_lanes(const float *sample, const float *there, int is_light,
                                   int16_t *to)
{
    lanes_f light = lanes_load(there);
    if (is_light) /* samples without coverage are undefined, so they are clamped */
        light = light * light_of(lanes_clamp(lanes_load(sample), 0.0f, 1.0f));
    keep_light(light, to);
}

static void keep_layer(const tile_colours *colours, const float *covered, int left, int count,
                       int16_t *to, size_t plane)
{
    const float *from[4] = {colours->r + left, colours->g + left, colours->b + left,
                            covered + left};
    for (int p = 0; p < 4; p++) {
        int16_t *light = to + left + (size_t)p * plane;
        int i = 0;
        for (; i + LANES <= count; i += LANES)
            keep_layer_lanes(from[p] + i, from[3] + i, p < 3, light + i);
        for (; i < count; i++) { /* the last columns, each as a group by itself */
            float sample[LANES] = {from[p][i]}, there[LANES] = {from[3][i]};
            int16_t kept[LANES];
            keep_layer_lanes(sample, there, p < 3, kept);
            light[i] = kept[0];
        }
    }
}

/* ---- mirrors of ridges that rise from water ----------------------------------- */

/* The mirror of a ridge, surf and haze in a group of columns. */
typedef struct reflected {
    lanes_rgb light; /* premultiplied by `there` */
    lanes_f there;   /* coverage, 0..1 */
    lanes_f land;    /* coverage by land alone: share of the mirror behind it that it hides */
} reflected;

#define REFLECTED 0.92f        /* reflectance of water */
#define REFLECTED_DEEP 0.16f   /* share of the water's colour in the mirror of land */
#define SHORE_ROWS 1.5f        /* rows at the shore in which land may be seen */
#define SHORE_OVERLAP 0.5f     /* rows of land under the mirror, so that no water shows between */
#define REFLECTED_LEAST 0.001f /* coverage below which nothing is seen */
#define ROCK_SOLID 0.50f       /* opacity of wet rocks at the water */
#define ROCK_MIRROR 0.8f       /* height of their mirror, relative to theirs */
#define ROCK_DIM 0.20f         /* opacity of their mirror */
#define COVERAGE_LEAST 1e-6f   /* divisor of premultiplied light without coverage */

/* Blends light over a premultiplied sum. */
LANES_INLINE void lay_light(reflected *sum, linear_rgb light, lanes_f amount)
{
    lanes_f rest = lanes_of(1.0f) - amount;
    sum->light.r = sum->light.r * rest + lanes_of((float)light.r) * amount;
    sum->light.g = sum->light.g * rest + lanes_of((float)light.g) * amount;
    sum->light.b = sum->light.b * rest + lanes_of((float)light.b) * amount;
    sum->there = sum->there * rest + amount;
}

/* Returns the coverage of wet rocks, which rise from the shore, and of their mirror. */
LANES_INLINE lanes_f rocks_at(const reflection_run *run, const lake_columns *c)
{
    lanes_f rock = between(run->rock, c), below = between(run->node[REFLECTION_BELOW], c);
    lanes_f half = lanes_of(0.5f);
    lanes_f tall = lanes_max(rock, lanes_of(1.0f)); /* they fade toward their tops */
    lanes_f above = lanes_clamp((rock + below + half) / tall, 0.0f, 1.0f);
    lanes_f foot = lanes_clamp(half - below, 0.0f, 1.0f);
    lanes_f image = lanes_clamp(rock * lanes_of(ROCK_MIRROR) - below, 0.0f, 1.0f);
    return above * lanes_mix(image * lanes_of(ROCK_DIM), lanes_of(ROCK_SOLID), foot) *
           lanes_min(rock, lanes_of(1.0f));
}

/* Computes the mirror, surf and haze of a group of columns; returns 0 if no coverage exceeds
 * `least`. */
LANES_INLINE int reflected_in(const reflection_run *run, int column, float least, reflected *sum)
{
    lake_columns c = columns_at(&run->strips, column);
    lake_curve curve = curve_at(between(run->node[REFLECTION_PLACE], &c));
    lanes_f below = between(run->node[REFLECTION_BELOW], &c) + lanes_of(0.5f);
    lanes_f share = between(run->node[REFLECTION_STRENGTH], &c) *
                    lanes_clamp(below + lanes_of(SHORE_OVERLAP), 0.0f, 1.0f);
    lanes_f there = seen_at(&run->strips, &curve, REFLECTION_THERE, column);
    sum->there = share * there;
    /* The pixel of the shore shows land, and is no water that could be bare. */
    sum->land = there * lanes_clamp(below - lanes_of(SHORE_ROWS), 0.0f, 1.0f);
    if (!run->has_edges && !lanes_any(lanes_less(lanes_of(least), sum->there)))
        return 0;
    lanes_f keep = lanes_of(REFLECTED * (1.0f - REFLECTED_DEEP));
    lanes_f dark = lanes_of(REFLECTED_DEEP) * there;
    lanes_rgb light = mirrored(&run->strips, &curve, column);
    sum->light.r = share * (keep * light.r + dark * lanes_of((float)run->deep.r));
    sum->light.g = share * (keep * light.g + dark * lanes_of((float)run->deep.g));
    sum->light.b = share * (keep * light.b + dark * lanes_of((float)run->deep.b));
    if (run->has_edges) {
        lay_light(sum, run->wet, rocks_at(run, &c));
        lay_light(sum, run->mist, between(run->node[REFLECTION_HAZE], &c));
        lay_light(sum, run->white, between(run->node[REFLECTION_SURF], &c));
    }
    return 1;
}

static void reflect(const reflection_run *given, int from, int to, tile_colours *colours,
                    float *covered)
{
    const reflection_run run = *given;
    for (int column = from & -LANES; column < to; column += LANES) {
        reflected sum = {
            {lanes_of(0.0f), lanes_of(0.0f), lanes_of(0.0f)}, lanes_of(0.0f), lanes_of(0.0f)};
        if (!reflected_in(&run, column, 0.0f, &sum))
            sum.there = lanes_of(0.0f);
        lanes_f scale = lanes_of(1.0f) / lanes_max(sum.there, lanes_of(COVERAGE_LEAST));
        lanes_store(colours->r + column, sample_of(sum.light.r * scale));
        lanes_store(colours->g + column, sample_of(sum.light.g * scale));
        lanes_store(colours->b + column, sample_of(sum.light.b * scale));
        lanes_store(covered + column, sum.there);
    }
}

/* Blends one plane of a group of columns over the picture.  Land hides the mirrors of disc, clouds
 * and farther land: behind it the light is about that of bare water. */
LANES_INLINE void lay_sample(const reflection_run *run, int plane, int column, float *sample,
                             lanes_f light, const reflected *sum, lanes_i is_there)
{
    lanes_f under = lanes_load(sample + column);
    lanes_f rest = light_of(under);
    lanes_f place = lanes_to_f(lanes_count() + lanes_of_i(column));
    lanes_f bare = lanes_of(run->bare[plane]) + lanes_of(run->bare_step[plane]) * place;
    lanes_f seen = lanes_max(rest, bare * lanes_of(run->least));
    seen = lanes_min(seen, bare * lanes_of(run->most));
    rest = lanes_mix(rest, seen, sum->land);
    rest = rest * (lanes_of(1.0f) - sum->there);
    lanes_store(sample + column, lanes_choose(is_there, sample_of(rest + light), under));
}

static void lay_reflected(const reflection_run *given, int from, int to, tile_colours *colours)
{
    const reflection_run run = *given;
    uint64_t all = (UINT64_C(1) << LANES) - 1;
    for (int column = from & -LANES; column < to; column += LANES) {
        reflected sum;
        if ((~run.hidden >> column & all) == 0 ||
            !reflected_in(&run, column, REFLECTED_LEAST, &sum))
            continue;
        lanes_i is_there = lanes_less(lanes_of(REFLECTED_LEAST), sum.there);
        if (!lanes_any(is_there))
            continue;
        lay_sample(&run, 0, column, colours->r, sum.light.r, &sum, is_there);
        lay_sample(&run, 1, column, colours->g, sum.light.g, &sum, is_there);
        lay_sample(&run, 2, column, colours->b, sum.light.b, &sum, is_there);
    }
}

extern const mirror_kernels KERNEL(mirror);
const mirror_kernels KERNEL(mirror) = {fetch, keep, keep_layer, reflect, lay_reflected};
KERNEL_TABLE_WIDE(const mirror_kernels, mirror_kernels_of, mirror);
