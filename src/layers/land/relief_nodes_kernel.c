/* relief_nodes_kernel.c - computes faces at the nodes of the fine grid: the slope with its coarse
 * octaves, and the arms of dunes.
 *
 * relief_kernel.c and sand_kernel.c interpolate the result at pixels.  Compiled for each width of
 * lanes.h.
 */
#include "layers/land/relief_lanes.h"

/* Returns the numbers n, n + 1 ... of LANES nodes in their group. */
LANES_INLINE lanes_f nodes_from(int n)
{
    return lanes_to_f(lanes_count()) + lanes_of((float)n);
}

LANES_INLINE lanes_f length_of(lanes_f x, lanes_f y)
{
    lanes_f square = x * x + y * y;
    return square * inverse_root(square);
}

/* ---- the skyline above ----------------------------------------------------------------- */

#define DRIFT_SCALE (1.7f / 32768.0f) /* 16-bit gradients to noise of about -1..1 */

/* Returns gradient noise at (x, y) >= 0 cells from the left edge of cell `cell`; the gradients are
 * uniform in a square. */
LANES_INLINE lanes_f drift_noise(uint32_t key, lanes_i cell, int32_t period, lanes_f x, lanes_f y)
{
    lanes_i column = lanes_to_i(x), row = lanes_to_i(y);
    lanes_f sum[2], fade_x = lanes_smooth(x - lanes_to_f(column));
    lanes_f fade_y = lanes_smooth(y - lanes_to_f(row));
    for (int j = 0; j < 2; j++) {
        lanes_f corner[2];
        lanes_f down = y - lanes_to_f(row) - lanes_of((float)j);
        for (int i = 0; i < 2; i++) {
            lanes_i place = wrapped(cell + column + lanes_of_i(i), period);
            lanes_u hash = (lanes_u)place * all_of(0x9e3779b1u) +
                           (lanes_u)(row + lanes_of_i(j)) * all_of(0xc2b2ae3du) + all_of(key);
            hash = (hash ^ (hash >> 15)) * all_of(0x85ebca6bu);
            hash = (hash ^ (hash >> 13)) * all_of(0xc2b2ae35u);
            lanes_f across = x - lanes_to_f(column) - lanes_of((float)i);
            corner[i] = lanes_to_f((lanes_i)hash >> 16) * across +
                        lanes_to_f((lanes_i)(hash << 16) >> 16) * down;
        }
        sum[j] = lanes_mix(corner[0], corner[1], fade_x);
    }
    return lanes_mix(sum[0], sum[1], fade_y) * lanes_of(DRIFT_SCALE);
}

/* Returns two octaves of the drift's noise. */
LANES_INLINE lanes_f drift_octaves(const relief_group *group, uint32_t key, lanes_f x, lanes_f y)
{
    int32_t period = (int32_t)group->faces->drift_cells;
    lanes_i cell = lanes_of_i(group->drift_cell);
    lanes_f two = lanes_of(2.0f);
    return drift_noise(key, cell, period, x, y) +
           lanes_of(0.5f) *
               drift_noise(key + 1, (lanes_i)((lanes_u)cell << 1), 2 * period, two * x, two * y);
}

/* Returns the slope of a blur, interpolated at `way` from the origin, in samples of the finest
 * blur. */
LANES_INLINE lanes_f blurred_at(const relief_group *group, lanes_i level, lanes_f way)
{
    lanes_f place = way * lanes_from_bits((lanes_of_i(127) - level) << 23);
    lanes_i whole = lanes_to_i(place);
    lanes_i at = lanes_look_up_i(group->blur_at, level) + whole;
    /* Nodes far beyond the part are never shown, so any slope will do. */
    lanes_i last = lanes_of_i(group->blur_last);
    at = lanes_choose_i(lanes_less_i(at, lanes_of_i(0)), lanes_of_i(0), at);
    at = lanes_choose_i(lanes_less_i(last, at), last, at);
    const float *slope = group->faces->blur[0].slope;
    return lanes_mix(lanes_look_up(slope, at), lanes_look_up(slope + 1, at),
                     place - lanes_to_f(whole));
}

#define BLUR_LAST (RELIEF_BLURS - 1.001f) /* level that has a next one to mix with */

/* Returns the slope of the skyline above LANES nodes, the more blurred the deeper they are. */
LANES_INLINE lanes_f slope_at(const relief_group *group, int n, lanes_f depth)
{
    const relief *faces = group->faces;
    const relief_base *base = &faces->look->base;
    lanes_f count = nodes_from(n);
    float finest = (float)(RELIEF_BLUR_WIDTH * faces->blur[0].step);
    lanes_f width = lanes_max(lanes_of((float)base->blur / finest) * depth,
                              lanes_of((float)base->blur_least / finest));
    lanes_f level = lanes_clamp(lanes_log2(width), 0.0f, BLUR_LAST);
    lanes_f x = lanes_of(group->drift_part) + count * lanes_of(group->drift_rate);
    lanes_f y = lanes_of((float)base->drift_d) * depth;
    lanes_f drift = drift_octaves(group, (uint32_t)faces->key, x, y);
    drift *= lanes_of(0.5f * (float)base->drift) * depth;
    drift = lanes_clamp(drift, -(float)RELIEF_DRIFT_MOST, (float)RELIEF_DRIFT_MOST);
    lanes_f way = lanes_of(group->blur_part) + (count * lanes_of(group->step) + drift) *
                                                   lanes_of((float)(1.0 / faces->blur[0].step));
    lanes_i k = lanes_to_i(level);
    return lanes_mix(blurred_at(group, k, way), blurred_at(group, k + lanes_of_i(1), way),
                     level - lanes_to_f(k));
}

LANES_INLINE lanes_f decay(lanes_f depth, float fade)
{
    return lanes_exp(depth * lanes_of(-1.0f / fade));
}

#define DEEP_FROM (0.7f * RELIEF_DEEPEST) /* depth from which faces fade to nothing, U */
#define DEEP_OVER (0.3f * RELIEF_DEEPEST) /* depth over which faces fade, U */

/* Writes the planes that all grounds have. */
LANES_INLINE void shown_out(const relief_group *group, const shade_group *at, int n, lanes_f depth,
                            float *planes)
{
    const relief *faces = group->faces;
    lanes_f deep = lanes_smooth((depth - lanes_of(DEEP_FROM)) * lanes_of(1.0f / DEEP_OVER));
    lanes_f fade = decay(depth, (float)faces->fade) * (lanes_of(1.0f) - deep);
    lanes_f detail = lanes_of((float)faces->strata) * fade;
    if (faces->foot != NULL)
        detail = lanes_load(group->above + n);
    plane_out(at, n, planes, RELIEF_DEPTH, depth);
    plane_out(at, n, planes, RELIEF_AMOUNT, lanes_of((float)faces->amount) * fade);
    plane_out(at, n, planes, RELIEF_SIDE, lanes_load(group->side + n));
    plane_out(at, n, planes, RELIEF_DETAIL, detail);
}

/* ---- gullies ------------------------------------------------------------------------- */

#define SPUR_SOFTENS 6.0f  /* softening of a spur below its summit, per U of depth */
#define SNOW_RIBS 0.16f    /* steepness that ribs gain and gullies lose for snow */
#define WAVE_LEAST 0.0025f /* least squared length of a wave that is normalised */
#define VALLEY_WIDTH 1.2f  /* cosines over which facets pass from valleys to crests */

relief_nodes_kernel KERNEL(gully_nodes);

void KERNEL(gully_nodes)(const relief_group *group, const shade_group *at, float *planes)
{
    const relief *faces = group->faces;
    const relief_look *look = faces->look;
    for (int n = 0; n < SHADE_GROUP; n += LANES) {
        lanes_f depth = lanes_max(lanes_of(0.0f) - lanes_load(group->above + n), lanes_of(0.0f));
        lanes_f lean = slope_at(group, n, depth);
        lanes_f gy = lanes_of(-look->base.fall);
        if (faces->has_slopes) {
            lean = lanes_mix(lean, lanes_load(group->across + n), lanes_load(group->share + n));
            gy = lanes_load(group->down + n);
        }
        lanes_f rest = lanes_of(look->base.rest) * lean;
        lanes_f square = lean * lean;
        lanes_f soft =
            lanes_of(look->base.soft) * (lanes_of(1.0f) + lanes_of(SPUR_SOFTENS) * depth);
        soft *= soft;
        lanes_f gx = lanes_of(look->base.share) * lean * inverse_root(square + soft) + rest;
        soft = lanes_of(look->base.snow_soft * look->base.snow_soft);
        lanes_f snow_x =
            lanes_of(look->base.snow_share) * lean * inverse_root(square + soft) + rest;
        lanes_f snow_y = gy;
        soft = lanes_of(look->base.turn_soft * look->base.turn_soft);
        lanes_f sx = lanes_of(look->base.turn_share) * lean * inverse_root(square + soft) +
                     lanes_of(look->base.turn_rest) * lean;
        lanes_f sy = gy;
        lanes_f steep = lanes_of(0.0f);
        for (int o = 0; o < RELIEF_COARSE; o++) {
            const relief_octave *octave = &faces->octave[o];
            lanes_f inverse = inverse_root(sx * sx + sy * sy);
            lanes_f tx = lanes_of(0.0f) - sy * inverse;
            lanes_f ty = sx * inverse;
            lanes_f x = lanes_of(group->part[o]) + nodes_from(n) * lanes_of(group->rate[o]);
            wave w = stripes(octave->period, &group->line[o], look->stripes.freq,
                             lanes_of_i(group->cell[o]), x, all_of(0), tx, ty, 1);
            lanes_f size = w.sine * w.sine + w.cosine * w.cosine;
            size = inverse_root(lanes_max(size, lanes_of(WAVE_LEAST)));
            w.sine *= size;
            w.cosine *= size;
            lanes_f strength =
                lanes_of(octave->strength) * lanes_smooth(depth * lanes_of(octave->onset));
            lanes_f sharp = lanes_of(octave->facet);
            if (look->stripes.least > 0.0f)
                sharp = lanes_mix(
                    lanes_of(look->stripes.least), sharp,
                    lanes_smooth(w.cosine * lanes_of(1.0f / VALLEY_WIDTH) + lanes_of(0.5f)));
            lanes_f side = sharp * w.sine;
            tx *= strength;
            ty *= strength;
            if (o < RELIEF_WHOLE) {
                side = facet(side);
                snow_x -= tx * side;
                snow_y -= ty * side;
                side *= lanes_of(look->stripes.broad[o]);
                gx -= tx * side;
                gy -= ty * side;
            } else {
                int plane = RELIEF_WAVE + 3 * (o - RELIEF_WHOLE);
                plane_out(at, n, planes, plane, side);
                plane_out(at, n, planes, plane + 1, tx);
                plane_out(at, n, planes, plane + 2, ty);
            }
            steep += lanes_of(SNOW_RIBS) * strength * w.cosine;
            lanes_f turn = facet(lanes_of(look->stripes.turn) * w.sine);
            sx -= tx * turn;
            sy -= ty * turn;
        }
        steep += length_of(snow_x, snow_y);
        plane_out(at, n, planes, RELIEF_LIGHT_X, gx);
        plane_out(at, n, planes, RELIEF_LIGHT_Y, gy);
        lanes_f phases =
            lanes_of(look->stripes.freq * STRIPES_SLANT) * inverse_root(sx * sx + sy * sy);
        plane_out(at, n, planes, RELIEF_ACROSS, lanes_of(0.0f) - sy * phases);
        plane_out(at, n, planes, RELIEF_DOWN, sx * phases);
        plane_out(at, n, planes, RELIEF_STEEP, steep);
        shown_out(group, at, n, depth, planes);
        if (faces->bed != NULL || faces->cliff != NULL)
            plane_out(at, n, planes, RELIEF_LIFT, lanes_load(group->lift + n));
    }
}

KERNEL_TABLE_WIDE(relief_nodes_kernel, gully_nodes, gully_nodes);

/* ---- other grounds --------------------------------------------------------------------- */

#define SAND_FREQ 1.1f /* arms per cell */
#define ARM_DOWN 0.78f /* vertical component of the direction of arms */

/* Returns two octaves of noise at the drift's rate, `aside` cells to the right of the nodes. */
LANES_INLINE lanes_f fold_at(const relief_group *group, uint32_t key, int n, float aside,
                             lanes_f depth)
{
    lanes_f x = lanes_of(group->drift_part + aside) + nodes_from(n) * lanes_of(group->drift_rate);
    lanes_f y =
        lanes_of((float)group->faces->look->base.drift_d) * lanes_max(depth, lanes_of(0.0f));
    return drift_octaves(group, key, x, y);
}

/* Ripples of sand lie on rows below the smoothed crest that grow towards the viewer: a row at depth
 * d is ripple + ROW_GROWTH * d high.  Noise of several octaves bends the rows, the broader the
 * larger they are.  Two such phases are mixed in patches: where they differ, ripples join and end.
 */
static const struct {
    float growth;                   /* growth of rows per their size */
    float turns;                    /* ripples per row */
    float wide;                     /* width of the broadest bend, rows */
    float aspect;                   /* width of a bend over its height */
    float bend, bend_fine;          /* shift by the broadest bend and finer ones, turns */
    float finest;                   /* number of the first octave that bends no more */
    float least;                    /* height of the lowest octave of bends, U */
    float weight_sharp, patch_soft; /* contrasts of these noises */
    float patch_level;              /* strength of ripples where the noise of patches is 0 */
    float from, over;               /* size from which rows show ripples; fade above it, U */
    float crest_from, crest_over;   /* depth from which ripples begin; fade below it, U */
    float hollow_aspect;            /* width of a hollow over its height */
} ripple_look = {.growth = 0.05f,
                 .turns = 1.15f,
                 .wide = 22.0f,
                 .aspect = 3.5f,
                 .bend = 1.25f,
                 .bend_fine = 0.25f,
                 .finest = 4.0f,
                 .least = 0.008f,
                 .weight_sharp = 1.6f,
                 .patch_soft = 0.9f,
                 .patch_level = 0.65f,
                 .from = 0.0015f,
                 .over = 0.0023f,
                 .crest_from = 0.002f,
                 .crest_over = 0.012f,
                 .hollow_aspect = 6.0f};

#define LOG2_GROWN 0.0704f /* log2(1 + ripple_look.growth) */
enum { BEND_OCTAVES = 5, RIPPLE_KEYS = 16 };

/* Returns octave `octave` of the drift's noise, whose cells are `aspect` times as wide as high, at
 * `down` U below the crest. */
LANES_INLINE lanes_f ripple_noise(const relief_group *group, int stream, int octave, float aspect,
                                  int n, lanes_f down)
{
    const relief *faces = group->faces;
    float scale = (float)(1 << octave);
    lanes_i cell = (lanes_i)((lanes_u)lanes_of_i(group->drift_cell) << octave);
    lanes_f x = (lanes_of(group->drift_part) + nodes_from(n) * lanes_of(group->drift_rate)) *
                lanes_of(scale);
    lanes_f y = down * lanes_of(scale * aspect * (float)faces->drift_rate);
    return drift_noise((uint32_t)faces->key + (uint32_t)(RIPPLE_KEYS * stream + octave), cell,
                       (int32_t)faces->drift_cells << octave, x, y);
}

/* Returns the shift of rows of size `size` (U) by the noise of a stream, in turns. */
LANES_INLINE lanes_f bend_at(const relief_group *group, int stream, int n, lanes_f down,
                             lanes_f size)
{
    float rate = (float)group->faces->drift_rate;
    lanes_f first = lanes_log2(size * lanes_of(ripple_look.wide * rate));
    lanes_f sum = lanes_of(0.0f), one = lanes_of(1.0f);
    for (int k = 0; k < BEND_OCTAVES; k++) {
        /* Octave 0 of a row has the widest cells; finer ones have lower weights. */
        lanes_f octave = first + lanes_of((float)k);
        float high = 1.0f / (ripple_look.aspect * rate * (float)(1 << k));
        lanes_f weight = lanes_clamp(octave + one, 0.0f, 1.0f) *
                         lanes_clamp(lanes_of(ripple_look.finest) - octave, 0.0f, 1.0f) *
                         lanes_max(lanes_exp2(lanes_of(0.0f) - lanes_max(octave, lanes_of(0.0f))),
                                   lanes_of(ripple_look.bend_fine));
        weight *= lanes_of(high < ripple_look.least ? 0.0f : 1.0f);
        sum += weight * ripple_noise(group, stream, k, ripple_look.aspect, n, down);
    }
    return lanes_of(ripple_look.bend) * sum;
}

LANES_INLINE void ripples_out(const relief_group *group, const shade_group *at, int n,
                              float *planes)
{
    const relief *faces = group->faces;
    lanes_f half = lanes_of(0.5f);
    lanes_f down = lanes_max(lanes_load(group->lift + n) - lanes_of(group->height), lanes_of(0.0f));
    lanes_f size = lanes_of(faces->ripple) + lanes_of(ripple_look.growth) * down;
    lanes_f turns = lanes_log2(size * lanes_of(1.0f / faces->ripple)) *
                    lanes_of(ripple_look.turns / LOG2_GROWN);
    for (int k = 0; k < 2; k++)
        plane_out(at, n, planes, SAND_PHASE + k, turns + bend_at(group, 1 + k, n, down, size));
    lanes_f weight = ripple_noise(group, 3, 2, ripple_look.aspect, n, down) +
                     half * ripple_noise(group, 3, 3, ripple_look.aspect, n, down);
    plane_out(at, n, planes, SAND_WEIGHT,
              lanes_smooth(half + lanes_of(ripple_look.weight_sharp) * weight));
    lanes_f patch = ripple_noise(group, 4, 0, ripple_look.aspect, n, down) +
                    half * ripple_noise(group, 4, 1, ripple_look.aspect, n, down);
    patch =
        lanes_smooth(lanes_of(ripple_look.patch_level) + lanes_of(ripple_look.patch_soft) * patch);
    patch *= lanes_smooth((size - lanes_of(ripple_look.from)) * lanes_of(1.0f / ripple_look.over));
    patch *= lanes_smooth((down - lanes_of(ripple_look.crest_from)) *
                          lanes_of(1.0f / ripple_look.crest_over));
    plane_out(at, n, planes, SAND_RIPPLES, patch);
    plane_out(at, n, planes, SAND_SIZE, size);
    lanes_f hollow =
        ripple_noise(group, 5, 1, ripple_look.hollow_aspect, n, down) +
        half * ripple_noise(group, 5, 2, ripple_look.hollow_aspect, n, down) +
        lanes_of(0.25f) * ripple_noise(group, 5, 3, ripple_look.hollow_aspect, n, down);
    plane_out(at, n, planes, SAND_HOLLOW, hollow);
}

relief_nodes_kernel KERNEL(sand_nodes);

void KERNEL(sand_nodes)(const relief_group *group, const shade_group *at, float *planes)
{
    const relief *faces = group->faces;
    for (int n = 0; n < SHADE_GROUP; n += LANES) {
        lanes_f depth = lanes_max(lanes_of(0.0f) - lanes_load(group->above + n), lanes_of(0.0f));
        lanes_f x = lanes_of(group->part[0]) + nodes_from(n) * lanes_of(group->rate[0]);
        wave arms =
            stripes(faces->octave[0].period, &group->line[0], SAND_FREQ, lanes_of_i(group->cell[0]),
                    x, phase_of(depth * lanes_of(faces->octave[0].sink * ARM_DOWN * SAND_FREQ)),
                    lanes_of(faces->arm_x), lanes_of(ARM_DOWN), 1);
        plane_out(at, n, planes, SAND_LEAN, slope_at(group, n, depth));
        plane_out(at, n, planes, SAND_SINE, arms.sine);
        plane_out(at, n, planes, SAND_COSINE, arms.cosine);
        shown_out(group, at, n, depth, planes);
        ripples_out(group, at, n, planes);
    }
}

KERNEL_TABLE_WIDE(relief_nodes_kernel, sand_nodes, sand_nodes);

relief_nodes_kernel KERNEL(snow_nodes);

void KERNEL(snow_nodes)(const relief_group *group, const shade_group *at, float *planes)
{
    for (int n = 0; n < SHADE_GROUP; n += LANES) {
        lanes_f depth = lanes_max(lanes_of(0.0f) - lanes_load(group->above + n), lanes_of(0.0f));
        plane_out(at, n, planes, SAND_LEAN, slope_at(group, n, depth));
        shown_out(group, at, n, depth, planes);
        ripples_out(group, at, n, planes);
    }
}

KERNEL_TABLE_WIDE(relief_nodes_kernel, snow_nodes, snow_nodes);

relief_nodes_kernel KERNEL(fields_nodes);

void KERNEL(fields_nodes)(const relief_group *group, const shade_group *at, float *planes)
{
    for (int n = 0; n < SHADE_GROUP; n += LANES) {
        lanes_f above = lanes_load(group->above + n);
        lanes_f depth = lanes_max(lanes_of(0.0f) - above, lanes_of(0.0f));
        plane_out(at, n, planes, FIELDS_LEAN, slope_at(group, n, depth));
        plane_out(at, n, planes, FIELDS_ROW,
                  lanes_load(group->lift + n) - above * lanes_of(group->faces->fields.rows));
        shown_out(group, at, n, depth, planes);
    }
}

KERNEL_TABLE_WIDE(relief_nodes_kernel, fields_nodes, fields_nodes);

/* Folds of a meadow run up its slope at a slant. */
#define FOLD_SLANT 4.0f  /* cells to the side per U up */
#define FOLD_LEVEL 0.85f /* light where their noise is 0 */
#define FOLD_LIGHT 1.7f  /* light per 1 of their noise */
#define FOLD_LEAST 0.15f /* least light */

#define PATCH_LIGHT 0.06f  /* paleness of patches per 1 of noise */
#define PATCH_SQUARE 0.10f /* paleness of patches per 1 of noise^2 */

relief_nodes_kernel KERNEL(meadow_nodes);

void KERNEL(meadow_nodes)(const relief_group *group, const shade_group *at, float *planes)
{
    const relief *faces = group->faces;
    float slant = FOLD_SLANT * (group->height > 0.0f ? group->height : 0.0f);
    for (int n = 0; n < SHADE_GROUP; n += LANES) {
        lanes_f depth = lanes_of(0.0f) - lanes_load(group->above + n);
        lanes_f fold = fold_at(group, (uint32_t)faces->key, n, slant, depth);
        lanes_f patch = lanes_max(fold, lanes_of(0.0f));
        patch = patch * (lanes_of(PATCH_LIGHT) + lanes_of(PATCH_SQUARE) * patch);
        lanes_f light = lanes_of((float)faces->amount) * lanes_load(group->lift + n);
        fold = lanes_max(lanes_of(FOLD_LEVEL) + lanes_of(FOLD_LIGHT) * fold, lanes_of(FOLD_LEAST));
        plane_out(at, n, planes, RELIEF_DEPTH, depth);
        plane_out(at, n, planes, RELIEF_AMOUNT,
                  faces->look->has_crest ? light * fold : lanes_of(0.0f));
        plane_out(at, n, planes, MEADOW_PATCH, light * patch);
    }
}

KERNEL_TABLE_WIDE(relief_nodes_kernel, meadow_nodes, meadow_nodes);
