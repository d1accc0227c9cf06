/* plate_kernel.c - the kernels of plate_kernels.h, which paint a plate; compiled once for each
 * width of base/lanes.h.
 *
 * Tints, light and lines are mixed in linear light.  Colours and strengths were tuned by eye.
 */
#include "base/colour_lanes.h"
#include "base/lanes_math.h"
#include "map/plate_kernels.h"

/* Light on a tint, relative to level land. */
static const struct {
    float dark_gain, dark_curve; /* darkening of d = 0..1: gain * d - curve * d^2; 1 for d = 1 */
    float dark[3];               /* share of red, green and blue that full shade removes */
    float warm[3];               /* gain of red, green and blue by light on lit slopes */
    float sea;                   /* strength of the relief of the sea floor, 1 = as on land */
} lighting = {.dark_gain = 1.55f,
              .dark_curve = 0.55f,
              .dark = {0.93f, 0.90f, 0.80f},
              .warm = {1.10f, 0.98f, 0.74f},
              .sea = 0.28f};
#define LEAST_RANGE 1e-3f /* avoids a division by 0 if level land has all direct light */

/* Weights of the map's heights and of generalised ones, whose sum is 1; the same for shades. */
#define SAMPLE_HEIGHT 0.4f
#define FINE_HEIGHT 0.6f
#define SAMPLE_SHADE 0.62f
#define BROAD_SHADE 0.38f

/* Tints of depths, as an atlas prints them: layers with soft edges, and within them a slow
 * change. */
#define LAYERS 6           /* number of layers */
#define LAYER_SMOOTH 0.25f /* share of the change of tint that is linear in the depth */
#define LAYER_STEPS 0.75f  /* share of the change of tint that is at the edges of layers */
#define EDGE_FROM 0.40f    /* share of a layer at which the edge to the next one begins, 0..1 */
#define EDGE_SHARP 5.0f    /* an edge is 1 / EDGE_SHARP of a layer wide */

/* Coverage of lines, 0..1. */
#define RIVER_COVER 0.92f
#define CONTOUR_COVER 0.68f
#define SHORE_COVER 0.8f
static const float contour_ink[3] = {0.36f, 0.31f, 0.27f}; /* factor of the land's colour */

/* ---- light: B. K. P. Horn, "Hill shading and the reflectance map" (1981) ----------- */

/* Returns the direct light on samples, by the formula of gdaldem in single precision, not rounded
 * to grey levels. */
LANES_INLINE lanes_f shade_at(const plate_light *light, const plate_rows *rows, ptrdiff_t i)
{
    lanes_f corner = lanes_load(rows->up + i - 1) - lanes_load(rows->down + i + 1);
    lanes_f other = lanes_load(rows->down + i - 1) - lanes_load(rows->up + i + 1);
    lanes_f side = lanes_load(rows->mid + i - 1) - lanes_load(rows->mid + i + 1);
    lanes_f end = lanes_load(rows->up + i) - lanes_load(rows->down + i);
    lanes_f x = (corner + side + side + other) * lanes_of(light->scale_x);
    lanes_f y = (corner + end + end - other) * lanes_of(light->scale_y);
    lanes_f facing = lanes_of(light->up) + x * lanes_of(light->ew) - y * lanes_of(light->ns);
    return lanes_max(facing / lanes_sqrt(lanes_of(1.0f) + x * x + y * y), lanes_of(0.0f));
}

static void KERNEL(shade)(const plate_light *light, plate_rows rows, float *shade, int count)
{
    const plate_light sun = *light;
    for (ptrdiff_t i = 0; i < count; i += LANES)
        lanes_store(shade + i, shade_at(&sun, &rows, i));
}

/* ---- between samples ------------------------------------------------------------------- */

/* Returns a value in each of LANES neighbouring cells between samples, at the place that has these
 * weights of the four samples round it. */
LANES_INLINE lanes_f between_at(const float *weights, const float *nodes)
{
    return (lanes_of(weights[0]) * lanes_load(nodes - 1) +
            lanes_of(weights[1]) * lanes_load(nodes)) +
           (lanes_of(weights[2]) * lanes_load(nodes + 1) +
            lanes_of(weights[3]) * lanes_load(nodes + 2));
}

/* Interleaves `count` vectors (vector k has value k after each sample), so that the values after a
 * sample are beside each other.  Each pass interleaves vectors that are count / 2 apart.  All loops
 * over v are unrolled, which keeps it in registers. */
LANES_INLINE void weave_all(lanes_f *v, int count)
{
    LANES_SCRATCH lanes_f woven[16];
#pragma GCC unroll 4
    for (int half = count / 2, length = 1; half >= 1; half /= 2, length *= 2) {
#pragma GCC unroll 8
        for (int j = 0; j < half; j++) {
#pragma GCC unroll 8
            for (int i = 0; i < length; i++) {
                lanes_f a = v[j * length + i], b = v[(j + half) * length + i];
                woven[2 * (j * length + i)] = lanes_weave(a, b, 0);
                woven[2 * (j * length + i) + 1] = lanes_weave(a, b, 1);
            }
        }
#pragma GCC unroll 16
        for (int i = 0; i < count; i++)
            v[i] = woven[i];
    }
}

static void KERNEL(mix)(const float weights[4], const float *const rows[4], float *mixed, int count)
{
    const float *w = weights;
    for (ptrdiff_t i = 0; i < count; i += LANES) {
        lanes_f upper =
            lanes_of(w[0]) * lanes_load(rows[0] + i) + lanes_of(w[1]) * lanes_load(rows[1] + i);
        lanes_f lower =
            lanes_of(w[2]) * lanes_load(rows[2] + i) + lanes_of(w[3]) * lanes_load(rows[3] + i);
        lanes_store(mixed + i, upper + lower);
    }
}

LANES_INLINE void spread_by(int step, const float *weights, const float *nodes, float *line,
                            int count)
{
    LANES_SCRATCH lanes_f v[16];
    for (ptrdiff_t x = 0; x < count; x += (ptrdiff_t)step * LANES, nodes += LANES) {
#pragma GCC unroll 16
        for (int place = 0; place < step; place++)
            v[place] = between_at(weights + 4 * (ptrdiff_t)place, nodes);
        weave_all(v, step);
#pragma GCC unroll 16
        for (int i = 0; i < step; i++)
            lanes_store(line + x + (ptrdiff_t)i * LANES, v[i]);
    }
}

/* Each step up to PLATE_MOST_STEP has a copy of the code, in which all loops over the step are
 * unrolled. */
static void KERNEL(spread)(const float *weights, int step, const float *nodes, float *line,
                           int count)
{
    if (step == 1)
        spread_by(1, weights, nodes, line, count);
    else if (step == 2)
        spread_by(2, weights, nodes, line, count);
    else if (step == 4)
        spread_by(4, weights, nodes, line, count);
    else if (step == 8)
        spread_by(8, weights, nodes, line, count);
    else
        spread_by(16, weights, nodes, line, count);
}

/* ---- lines of equal height ------------------------------------------------------------ */

#define LEAST_SLOPE 1e-9f /* heights per pixel; avoids a division by 0 */

static void KERNEL(flatness)(plate_rows rows, float *flatness, int count)
{
    for (ptrdiff_t i = 0; i < count; i += LANES) {
        lanes_f east = lanes_load(rows.mid + i + 1) - lanes_load(rows.mid + i - 1);
        lanes_f south = lanes_load(rows.down + i) - lanes_load(rows.up + i);
        lanes_f slope = lanes_of(0.5f) * lanes_sqrt(east * east + south * south);
        lanes_store(flatness + i, lanes_of(1.0f) / (slope + lanes_of(LEAST_SLOPE)));
    }
}

#define INDEX 5             /* every 5th line is an index line, which is heavier */
#define INDEX_ROUNDING 0.1f /* above the rounding error of a contour's number divided by INDEX */

/* Dense contours: pixels between them at which they are invisible, and from which fully drawn. */
#define DENSE_GONE 2.0f
#define DENSE_FULL 4.5f
/* Sparse contours, on plains, whose course is arbitrary: the same, but fully drawn up to the
 * limit. */
#define LEVEL_GONE 2000.0f
#define LEVEL_FULL 500.0f

/* Returns the visibility of contours that are `gap` pixels apart, 0..1: they fade where they would
 * run together, and on plains. */
LANES_INLINE lanes_f contour_fade(lanes_f gap)
{
    lanes_f dense = (gap - lanes_of(DENSE_GONE)) * lanes_of(1.0f / (DENSE_FULL - DENSE_GONE));
    lanes_f level = (gap - lanes_of(LEVEL_FULL)) * lanes_of(1.0f / (LEVEL_GONE - LEVEL_FULL));
    return lanes_smooth(dense) * (lanes_of(1.0f) - lanes_smooth(level));
}

LANES_INLINE lanes_f contour_cover(const plate_contours *lines, lanes_f height, lanes_f flatness)
{
    lanes_f place = height * lanes_of(lines->levels) + lanes_of(lines->base);
    lanes_f nearest = lanes_to_f(lanes_floor(place + lanes_of(0.5f)));
    lanes_f line = (nearest - lanes_of(lines->base)) / lanes_of(lines->levels);
    lanes_f distance = (height - line) * flatness;
    lanes_f fifth =
        lanes_to_f(lanes_floor(nearest * lanes_of(1.0f / INDEX) + lanes_of(INDEX_ROUNDING)));
    lanes_i is_index = lanes_less(lanes_abs(nearest - fifth * lanes_of(INDEX)), lanes_of(0.5f));
    lanes_f width = lanes_choose(is_index, lanes_of(lines->index_width), lanes_of(lines->width));
    lanes_f covered = lanes_of(0.5f) * width + lanes_of(0.5f) - lanes_abs(distance);
    covered = lanes_min(lanes_max(covered, lanes_of(0.0f)), lanes_min(width, lanes_of(1.0f)));
    if (!lanes_any(lanes_less(lanes_of(0.0f), covered)))
        return covered;
    lanes_f gap = flatness * lanes_of(1.0f / lines->levels);
    return covered * contour_fade(lanes_choose(is_index, gap * lanes_of(INDEX), gap));
}

static void KERNEL(contours)(const plate_contours *contours, const float *heights,
                             const float *flatness, float *covered, int count)
{
    const plate_contours lines = *contours;
    for (ptrdiff_t i = 0; i < count; i += LANES)
        lanes_store(covered + i,
                    contour_cover(&lines, lanes_load(heights + i), lanes_load(flatness + i)));
}

/* ---- colours -------------------------------------------------------------------------- */

LANES_INLINE lanes_rgb colour_scaled(lanes_rgb c, lanes_f r, lanes_f g, lanes_f b)
{
    return (lanes_rgb){c.r * r, c.g * g, c.b * b};
}

LANES_INLINE lanes_rgb colour_of(const float c[3])
{
    return (lanes_rgb){lanes_of(c[0]), lanes_of(c[1]), lanes_of(c[2])};
}

/* Returns the tint of the entry nearest to `place`, which is an index with a fraction. */
LANES_INLINE lanes_rgb colour_of_tint(const plate_tints *tints, lanes_f place)
{
    lanes_i entry = lanes_to_i(lanes_clamp(place, 0.0f, PLATE_TINTS - 1) + lanes_of(0.5f));
    return (lanes_rgb){lanes_look_up(tints->r, entry), lanes_look_up(tints->g, entry),
                       lanes_look_up(tints->b, entry)};
}

LANES_INLINE lanes_f softly_lit(lanes_f c, lanes_f bright, float share)
{
    return c + c * (lanes_of(1.0f) - c) * bright * lanes_of(share);
}

/* Returns colour c in a direct light `shade`.  Level land keeps its tint.  Less light makes it dark
 * and cool, as skylight is blue; more light makes it warm, by c + c (1 - c) bright, which leaves
 * white paper white and washes no colour out.  Either dark or bright is 0. */
LANES_INLINE lanes_rgb lit(const plate_light *light, lanes_rgb c, lanes_f shade, float amount)
{
    lanes_f zero = lanes_of(0.0f), one = lanes_of(1.0f), over = shade - lanes_of(light->flat);
    lanes_f dark = lanes_max(-over, zero) * lanes_of(1.0f / light->flat);
    dark = lanes_of(amount) * dark *
           (lanes_of(lighting.dark_gain) - lanes_of(lighting.dark_curve) * dark);
    dark = lanes_min(dark, one);
    lanes_f bright = lanes_max(over, zero) * lanes_of(amount / (1.0f - light->flat + LEAST_RANGE));
    c = colour_scaled(c, one - lanes_of(lighting.dark[0]) * dark,
                      one - lanes_of(lighting.dark[1]) * dark,
                      one - lanes_of(lighting.dark[2]) * dark);
    c.r = softly_lit(c.r, bright, lighting.warm[0]);
    c.g = softly_lit(c.g, bright, lighting.warm[1]);
    c.b = softly_lit(c.b, bright, lighting.warm[2]);
    return c;
}

LANES_INLINE lanes_f layered(lanes_f share)
{
    lanes_f place = share * lanes_of(LAYERS);
    lanes_f below = lanes_to_f(lanes_to_i(place));
    lanes_f edge = lanes_smooth((place - below - lanes_of(EDGE_FROM)) * lanes_of(EDGE_SHARP));
    return lanes_of(LAYER_SMOOTH) * share + lanes_of(LAYER_STEPS / LAYERS) * (below + edge);
}

LANES_INLINE lanes_rgb water_at(const plate_look *look, const plate_part *part, ptrdiff_t i)
{
    lanes_f depth = lanes_of(look->sea) - lanes_load(part->broad + i);
    depth = lanes_clamp(depth * lanes_of(look->depth_scale), 0.0f, 1.0f);
    lanes_rgb c = colour_of_tint(&look->water, layered(depth) * lanes_of(PLATE_TINTS - 1));
    lanes_f shade = lanes_load(part->broad_shade + i);
    return lit(&look->light, c, shade, lighting.sea * look->light.amount);
}

/* Pixels of land. */
typedef struct land_place {
    lanes_f tint;  /* share of the way through the table of tints, 0..1 */
    lanes_f shade; /* direct light, 0..1 */
} land_place;

LANES_INLINE land_place land_place_at(const plate_look *look, const plate_part *part, ptrdiff_t i)
{
    lanes_f height = lanes_of(SAMPLE_HEIGHT) * lanes_load(part->own + i) +
                     lanes_of(FINE_HEIGHT) * lanes_load(part->fine + i);
    land_place place;
    place.tint = (height - lanes_of(look->land_from)) * lanes_of(look->land_scale);
    place.tint = lanes_clamp(place.tint, 0.0f, 1.0f);
    place.shade = lanes_of(SAMPLE_SHADE) * lanes_load(part->shade + i) +
                  lanes_of(BROAD_SHADE) * lanes_load(part->broad_shade + i);
    return place;
}

LANES_INLINE lanes_rgb land_at(const plate_look *look, land_place place)
{
    lanes_rgb c = colour_of_tint(&look->land, place.tint * lanes_of(PLATE_TINTS - 1));
    return lit(&look->light, c, place.shade, look->light.amount);
}

LANES_INLINE lanes_i pixel_of(lanes_rgb c)
{
    return lanes_tone_byte(c.r) | lanes_tone_byte(c.g) << 8 | lanes_tone_byte(c.b) << 16;
}

static void KERNEL(look)(plate_look *look)
{
    for (int tint = 0; tint < PLATE_LIT_TINTS; tint++) {
        land_place place = {.tint = lanes_of((float)tint * (1.0f / (PLATE_LIT_TINTS - 1)))};
        int32_t *row = look->lit + (ptrdiff_t)tint * PLATE_LIT_SHADES;
        for (int i = 0; i < PLATE_LIT_SHADES; i += LANES) {
            place.shade = lanes_to_f(lanes_of_i(i) + lanes_count());
            place.shade = place.shade * lanes_of(1.0f / (PLATE_LIT_SHADES - 1));
            lanes_store_i(row + i, pixel_of(land_at(look, place)));
        }
    }
}

LANES_INLINE lanes_i land_pixel(const plate_look *look, land_place place)
{
    lanes_i tint = lanes_to_i(place.tint * lanes_of(PLATE_LIT_TINTS - 1) + lanes_of(0.5f));
    lanes_i shade = lanes_to_i(
        lanes_clamp(place.shade, 0.0f, 1.0f) * lanes_of(PLATE_LIT_SHADES - 1) + lanes_of(0.5f));
    return lanes_look_up_i(look->lit, tint * lanes_of_i(PLATE_LIT_SHADES) + shade);
}

/* Coverages of what is drawn over land, 0..1.  A lane where `any` is 0 has the result of land_pixel
 * whatever the other lanes have, so that the number of lanes does not change a pixel. */
typedef struct drawn {
    lanes_f line;  /* contours */
    lanes_f ink;   /* rivers */
    lanes_f dry;   /* land; 1 - dry is water */
    lanes_f shore; /* shore line */
    lanes_i any;   /* -1 in lanes where anything is drawn */
} drawn;

LANES_INLINE lanes_f ink_at(const plate_part *part, ptrdiff_t i)
{
    LANES_SCRATCH float ink[LANES];
    for (int k = 0; k < LANES; k++)
        ink[k] = (float)part->ink[i + k];
    return lanes_load(ink) * lanes_of(RIVER_COVER / 255.0f);
}

/* Returns the coverages of pixels i .. i+LANES-1.  `above` is the distance of a pixel from the
 * shore in pixels, negative in the water. */
LANES_INLINE drawn drawn_at(const plate_look *look, const plate_part *part, ptrdiff_t i)
{
    lanes_f zero = lanes_of(0.0f), one = lanes_of(1.0f);
    drawn d = {.line = zero, .ink = zero, .dry = one, .shore = zero};
    if (part->has_contours)
        d.line = lanes_of(CONTOUR_COVER) * lanes_load(part->line + i);
    if (part->has_rivers)
        d.ink = ink_at(part, i);
    if (look->has_sea) {
        lanes_f above = lanes_load(part->fine + i) - lanes_of(look->sea);
        above *= lanes_load(part->flatness + i);
        d.dry = lanes_min(lanes_max(above + lanes_of(0.5f), zero), one);
        d.shore = lanes_of(look->shore_half + 0.5f) - lanes_abs(above);
        d.shore = lanes_of(SHORE_COVER) * lanes_min(lanes_max(d.shore, zero), one);
    }
    d.any = lanes_less(zero, d.line + d.ink + d.shore + (one - d.dry));
    return d;
}

LANES_INLINE lanes_rgb land_drawn(const plate_look *look, land_place place, const drawn *d)
{
    lanes_rgb c = land_at(look, place);
    c = lanes_mix_rgb(c,
                      colour_scaled(c, lanes_of(contour_ink[0]), lanes_of(contour_ink[1]),
                                    lanes_of(contour_ink[2])),
                      d->line);
    return lanes_mix_rgb(c, colour_of(look->river), d->ink);
}

/* Returns pixels with everything drawn on them; a pixel on the shore is a mixture of land and
 * water. */
LANES_INLINE lanes_i pixel_drawn(const plate_look *look, const plate_part *part, land_place place,
                                 const drawn *d, ptrdiff_t i)
{
    lanes_f zero = lanes_of(0.0f), one = lanes_of(1.0f);
    lanes_rgb c = {zero, zero, zero};
    if (lanes_any(lanes_less(zero, d->dry)))
        c = land_drawn(look, place, d);
    if (lanes_any(lanes_less(d->dry, one)))
        c = lanes_mix_rgb(water_at(look, part, i), c, d->dry);
    return pixel_of(lanes_mix_rgb(c, colour_of(look->shore), d->shore));
}

static void KERNEL(paint)(const plate_look *look, plate_part *part, int count)
{
    for (ptrdiff_t i = 0; i < count; i += LANES) {
        land_place place = land_place_at(look, part, i);
        lanes_i pixels = land_pixel(look, place);
        drawn d = drawn_at(look, part, i);
        if (lanes_any(d.any))
            pixels = lanes_choose_i(d.any, pixel_drawn(look, part, place, &d, i), pixels);
        lanes_store_rgb(part->rgb + 3 * i, pixels);
    }
}

/* ---- the blur -------------------------------------------------------------------------- */

/* Number of vectors of sums that the loop over the weights keeps in registers.  The loops over the
 * sums are unrolled; otherwise the compiler would keep them in memory. */
#define SUMS 4

static void KERNEL(blur)(const generalise_weights *weights, const float *const *before,
                         const float *const *after, float *out, int count)
{
    for (ptrdiff_t x = 0; x < count; x += SUMS * LANES) {
        LANES_SCRATCH lanes_f sum[SUMS];
        lanes_f weight = lanes_of(weights->weight[0]);
#pragma GCC unroll 4
        for (int k = 0; k < SUMS; k++)
            sum[k] = lanes_load(before[0] + x + k * LANES) * weight;
        for (ptrdiff_t i = 1; i <= weights->reach; i++) {
            weight = lanes_of(weights->weight[i]);
#pragma GCC unroll 4
            for (int k = 0; k < SUMS; k++) {
                ptrdiff_t place = x + k * LANES;
                sum[k] += (lanes_load(before[i] + place) + lanes_load(after[i] + place)) * weight;
            }
        }
#pragma GCC unroll 4
        for (int k = 0; k < SUMS; k++)
            lanes_store(out + x + k * LANES, sum[k]);
    }
}

extern const plate_kernels KERNEL(plate);
const plate_kernels KERNEL(plate) = {KERNEL(look),  KERNEL(mix),      KERNEL(spread),
                                     KERNEL(shade), KERNEL(flatness), KERNEL(contours),
                                     KERNEL(paint), KERNEL(blur)};
KERNEL_TABLE(const plate_kernels, plate_kernels_of, plate);
