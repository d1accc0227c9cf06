/* city_kernel.c - kernels of city.h: parts of houses, lamps and streaks over the pixels of a row.
 *
 * Compiled once for each width: see base/lanes.h.
 */
#include "base/colour_lanes.h"
#include "layers/city/city.h"

/* Returns the coverage of pixels, with middles at x, by a thing between two soft sides. */
LANES_INLINE lanes_f between(lanes_f x, float left, float right, float per_soft)
{
    lanes_f per = lanes_of(per_soft), half = lanes_of(0.5f);
    return lanes_clamp((x - lanes_of(left)) * per + half, 0.0f, 1.0f) -
           lanes_clamp((x - lanes_of(right)) * per + half, 0.0f, 1.0f);
}

LANES_INLINE lanes_f middle_of(int column)
{
    return lanes_to_f(lanes_count() + lanes_of_i(column)) + lanes_of(0.5f);
}

LANES_INLINE void add_share(float *sum, lanes_f share, float of)
{
    lanes_store(sum, lanes_load(sum) + share * lanes_of(of));
}

static void glaze(const city_bay *given, int from, int to, city_windows *windows)
{
    const city_bay bay = *given;
    for (int i = from & ~(LANES - 1); i < to; i += LANES) {
        lanes_f share = between(middle_of(i), bay.left, bay.right, bay.per_soft);
        add_share(windows->glass + i, share, bay.glass);
        if (bay.lit <= 0.0f)
            continue;
        add_share(windows->lit + i, share, bay.lit);
        add_share(windows->shine.r + i, share, bay.shine[0]);
        add_share(windows->shine.g + i, share, bay.shine[1]);
        add_share(windows->shine.b + i, share, bay.shine[2]);
    }
}

/* Returns the share of the row that is between the foot of the part and its top. */
LANES_INLINE lanes_f height_of(const city_strip *s, lanes_f x)
{
    lanes_i is_right = lanes_less(lanes_of(s->corner), x);
    lanes_f steep = lanes_choose(is_right, lanes_of(s->steep[1]), lanes_of(s->steep[0]));
    lanes_f top = lanes_choose(is_right, lanes_of(s->top[1]), lanes_of(s->top[0]));
    lanes_f inner_x = lanes_min(lanes_max(x, lanes_of(s->left)), lanes_of(s->right));
    top = top + steep * (inner_x - lanes_of(s->corner));
    /* A slope covers a pixel gradually, over the height by which it rises across it. */
    lanes_f soft = lanes_abs(steep);
    lanes_f inside = top + lanes_of(0.5f) * soft - lanes_of(s->low);
    inside = inside / (lanes_of(s->high - s->low) + soft);
    return lanes_max(lanes_clamp(inside, 0.0f, 1.0f) - lanes_of(s->foot), lanes_of(0.0f));
}

/* Adds one channel of a part: `right` is the share of its right face, `amount` the coverage. */
LANES_INLINE void lay_channel(const city_strip *s, int c, lanes_f right, lanes_f amount, int i,
                              const float *shine, float *sum)
{
    lanes_f seen = lanes_mix(lanes_of(s->face[0][c]), lanes_of(s->face[1][c]), right);
    if (s->windows != NULL) {
        lanes_f lit = lanes_load(s->windows->lit + i);
        lanes_f glass = lanes_load(s->windows->glass + i) * (lanes_of(s->glass[c]) - seen);
        seen = seen - seen * lit + glass + lanes_of(s->air[c]) * lit +
               lanes_of(s->clear) * lanes_load(shine + i);
    }
    lanes_store(sum + i, lanes_load(sum + i) + seen * amount);
}

#define WHOLE 0.998f /* coverage from which on a pixel hides all that is behind */

static uint64_t lay(const city_strip *given, int from, int to, city_pixels *pixels)
{
    const city_strip s = *given;
    float wide = s.right - s.left;
    float per_width = s.is_round && wide > 0.0f ? 1.0f / wide : 1.0f;
    float middle = s.is_round ? 0.5f * (s.left + s.right) : s.corner;
    uint64_t whole = 0;
    /* Without windows `shine` is not read: any plane will do. */
    const tile_colours *shine = s.windows != NULL ? &s.windows->shine : &pixels->sum;
    for (int i = from & ~(LANES - 1); i < to; i += LANES) {
        lanes_f x = middle_of(i);
        lanes_f across = between(x, s.left, s.right, s.per_soft);
        lanes_f covered = lanes_load(pixels->covered + i);
        lanes_f open = lanes_of(1.0f) - covered;
        open = lanes_choose(lanes_less(lanes_of(WHOLE), covered), lanes_of(0.0f), open);
        lanes_f amount = across * height_of(&s, x) * open;
        lanes_f right = (x - lanes_of(middle)) * lanes_of(per_width) + lanes_of(0.5f);
        right = lanes_clamp(right, 0.0f, 1.0f);
        lay_channel(&s, 0, right, amount, i, shine->r, pixels->sum.r);
        lay_channel(&s, 1, right, amount, i, shine->g, pixels->sum.g);
        lay_channel(&s, 2, right, amount, i, shine->b, pixels->sum.b);
        covered = covered + amount;
        lanes_store(pixels->covered + i, covered);
        whole |= (uint64_t)lanes_signs(lanes_less(lanes_of(WHOLE), covered)) << i;
    }
    return whole;
}

LANES_INLINE void lay_light(lanes_f amount, const float colour[3], int i, city_pixels *pixels)
{
    lanes_f covered = lanes_load(pixels->covered + i);
    lanes_f share = amount * (lanes_of(1.0f) - covered);
    add_share(pixels->sum.r + i, share, colour[0]);
    add_share(pixels->sum.g + i, share, colour[1]);
    add_share(pixels->sum.b + i, share, colour[2]);
    lanes_store(pixels->covered + i, covered + share);
}

#define LEAST_LIGHT 0.001f /* weaker light is left out */

static void glow(const city_glow *given, int from, int to, city_pixels *pixels)
{
    const city_glow g = *given;
    lanes_f one = lanes_of(1.0f);
    for (int i = from & ~(LANES - 1); i < to; i += LANES) {
        lanes_f x = middle_of(i), dx = x - lanes_of(g.x);
        lanes_f distance2 = dx * dx + lanes_of(g.dy2);
        lanes_f edge = lanes_max(one - distance2 * lanes_of(g.per_reach2), lanes_of(0.0f));
        lanes_f fall = edge / (one + distance2 * lanes_of(g.per_fall2));
        lanes_f light = lanes_of(g.halo) * fall * fall;
        if (g.is_round)
            light += lanes_clamp(lanes_of(g.core + 0.5f) - lanes_sqrt(distance2), 0.0f, 1.0f);
        else
            light += lanes_of(g.tall) * between(x, g.x - g.core, g.x + g.core, 1.0f);
        light = lanes_min(light, one) * lanes_of(g.most);
        light = lanes_choose(lanes_less(lanes_of(LEAST_LIGHT), light), light, lanes_of(0.0f));
        lay_light(light, g.colour, i, pixels);
    }
}

/* Returns the integral of 1 - t^2 from 0 to t. */
LANES_INLINE lanes_f streak_part(lanes_f t)
{
    t = lanes_clamp(t, -1.0f, 1.0f);
    return t - t * t * t * lanes_of(1.0f / 3.0f);
}

static void streak(const city_streak *given, int from, int to, city_pixels *pixels)
{
    const city_streak s = *given;
    lanes_f per = lanes_of(s.per_half), half = lanes_of(0.5f);
    for (int i = from & ~(LANES - 1); i < to; i += LANES) {
        lanes_f x = middle_of(i) - lanes_of(s.x);
        lanes_f share = streak_part((x + half) * per) - streak_part((x - half) * per);
        share = lanes_clamp(share * lanes_of(s.light), 0.0f, 1.0f);
        lay_light(share, s.colour, i, pixels);
    }
}

#define COVERED_LEAST 1e-6f /* avoids a division by 0 */

static void encode(const city_pixels *pixels, int from, int to, tile_colours *out)
{
    for (int i = from & ~(LANES - 1); i < to; i += LANES) {
        lanes_f per =
            lanes_of(1.0f) / lanes_max(lanes_load(pixels->covered + i), lanes_of(COVERED_LEAST));
        lanes_store(out->r + i, lanes_tone_encode(lanes_load(pixels->sum.r + i) * per));
        lanes_store(out->g + i, lanes_tone_encode(lanes_load(pixels->sum.g + i) * per));
        lanes_store(out->b + i, lanes_tone_encode(lanes_load(pixels->sum.b + i) * per));
    }
}

LANES_INLINE void blend_channel(lanes_f share, lanes_f covered, const float *sum, float *under)
{
    lanes_f before = lanes_load(under), keep = lanes_of(1.0f) - share * covered;
    lanes_f light = lanes_tone_decode(before) * keep + lanes_load(sum) * share;
    lanes_i is_there = lanes_less(lanes_of(0.0f), covered);
    lanes_store(under, lanes_choose(is_there, lanes_tone_encode(light), before));
}

static void blend(const city_pixels *pixels, float share, int from, int to, tile_colours *under)
{
    for (int i = from & ~(LANES - 1); i < to; i += LANES) {
        lanes_f covered = lanes_load(pixels->covered + i);
        if (!lanes_any(lanes_less(lanes_of(0.0f), covered)))
            continue;
        blend_channel(lanes_of(share), covered, pixels->sum.r + i, under->r + i);
        blend_channel(lanes_of(share), covered, pixels->sum.g + i, under->g + i);
        blend_channel(lanes_of(share), covered, pixels->sum.b + i, under->b + i);
    }
}

extern const city_kernels KERNEL(city);
const city_kernels KERNEL(city) = {glaze, lay, glow, streak, encode, blend};
KERNEL_TABLE_WIDE(const city_kernels, city_kernels_of, city);
