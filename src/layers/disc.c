/* disc.c - the disc in the sky: a sun, a sun with gaps, or a moon.
 *
 * In: a run of pixels of sky.  Out: the same with the disc over it.  What a row of it
 * has in common is found here, its pixels by sky_kernel.h.
 */
#include "layers/disc.h"

#include "base/exact.h"
#include "base/memory.h"
#include "paint/shade.h"
#include "ridge/noise.h"

/* ---- stripes --------------------------------------------------------------- */

/* Gaps lie this far apart, the first at the disc's middle, and grow by GROWTH
 * from one to the next. */
#define STRIPES 6
#define STRIPE_STEP 0.165
#define STRIPE_FIRST 0.022
#define STRIPE_GROWTH 0.017

double disc_stripes(double amount, double top, double bottom)
{
    double gaps = 0.0;
    for (int i = 0; i < STRIPES; i++) {
        double middle = 0.04 + STRIPE_STEP * i;
        double half = 0.5 * amount * (STRIPE_FIRST + STRIPE_GROWTH * i);
        double from = exact_max(middle - half, top);
        double to = exact_min(middle + half, bottom);
        gaps += exact_max(to - from, 0.0);
    }
    return exact_min(gaps / (bottom - top), 1.0);
}

/* ---- moon ------------------------------------------------------------------ */

#define TERMINATOR 0.05 /* the least softness of the line between day and night */

/* Lattices reach a little beyond the disc: SKY_GROUND_REACH radii and the cell there. */
static int half_side(float scale)
{
    return (int)(scale * SKY_GROUND_REACH) + 2;
}

/* Shores wander in cells of a fifth of the radius, uplands in cells of a ninth. */
static size_t lay_lattices(sky_moon *moon, uint8_t *directions)
{
    size_t used = 0;
    for (int k = 0; k < SKY_MOON_OCTAVES; k++) {
        float scale = (k < 4 ? 5.0f : 9.0f) * (float)(1 << k % 4);
        moon->scale[k] = scale;
        moon->half[k] = half_side(scale);
        moon->side[k] = 2 * moon->half[k] + 1;
        moon->direction[k] = directions != NULL ? directions + used : NULL;
        used += (size_t)moon->side[k] * (size_t)moon->side[k];
    }
    return used;
}

/* It is the same moon over every land: its noise has a key of its own. */
static void find_directions(disc *d)
{
    uint8_t *to = d->directions;
    for (int k = 0; k < SKY_MOON_OCTAVES; k++) {
        int half = d->moon.half[k];
        size_t side = (size_t)d->moon.side[k];
        for (int j = -half; j <= half; j++, to += side)
            noise_directions(17 + (uint64_t)k / 4, k % 4, -half, j, side, 0, to);
    }
    d->has_directions = 1;
}

int disc_new(disc *d, const rl_frame *frame)
{
    d->frame = frame;
    d->kernels = sky_kernels_of(frame->kernels);
    if (frame->scene.moon == 0 || frame->sun_radius <= 0.0)
        return 1;
    d->directions = memory_array(frame->allocator, lay_lattices(&d->moon, NULL), 1);
    if (d->directions == NULL)
        return 0;
    lay_lattices(&d->moon, d->directions);
    d->moon.lit = frame->scene.moon_phase <= 0.5 ? 1.0f : -1.0f;
    d->moon.cosine = (float)frame->moon_cosine;
    d->moon.soft = (float)exact_max(TERMINATOR, 0.7 / frame->sun_radius);
    return 1;
}

void disc_free(disc *d)
{
    if (d->frame != NULL)
        memory_free(d->frame->allocator, d->directions);
}

/* ---- one row --------------------------------------------------------------- */

static linear_rgb sun_light(const rl_frame *frame, double down)
{
    linear_rgb light = shade_disc(frame, exact_clamp(down, 0.0, 1.0));
    if (frame->scene.sun_stripes <= 0.0)
        return light;
    /* the whole disc reddens, not only its half */
    double low = 0.85 * exact_smoothstep(0.0, 1.0, 0.5 + 0.5 * down);
    linear_rgb whole = colour_mix_linear(frame->sun_light, frame->sun_low, low);
    return colour_mix_linear(light, whole, frame->scene.sun_stripes);
}

/* How much of the disc the gaps leave in a row. */
static float unstriped(const rl_frame *frame, double dy)
{
    if (frame->scene.sun_stripes <= 0.0 || frame->scene.moon > 0)
        return 1.0f;
    double reach = frame->scene.edges == RL_EDGES_HARD ? 0.01 : 0.5;
    double radius = frame->sun_radius;
    double gaps =
        disc_stripes(frame->scene.sun_stripes, (dy - reach) / radius, (dy + reach) / radius);
    return (float)(1.0 - gaps);
}

/* From the disc's middle to the left of a run's block; in a loop from the nearest disc. */
static double way_to_block(const rl_frame *frame, const tile_run *run)
{
    double left = (double)((frame->first_block + run->block) * frame->block);
    return left - frame_around(frame, frame->sun_x, left + 0.5 * frame->block);
}

static sky_disc row_of(const disc *d, const tile_run *run)
{
    const rl_frame *frame = d->frame;
    double dy = run->row + 0.5 - frame->sun_y;
    double left = way_to_block(frame, run);
    linear_rgb light =
        frame->scene.moon > 0 ? frame->sun_light : sun_light(frame, dy / frame->sun_radius);
    sky_disc row = {.x = (float)(left + 0.5),
                    .y = (float)dy,
                    .radius = (float)frame->sun_radius,
                    .whole = unstriped(frame, dy),
                    .is_hard = frame->scene.edges == RL_EDGES_HARD,
                    .light = {(float)light.r, (float)light.g, (float)light.b},
                    .encoded = {tone_encode(&frame->tone, (float)light.r),
                                tone_encode(&frame->tone, (float)light.g),
                                tone_encode(&frame->tone, (float)light.b)},
                    .moon = frame->scene.moon > 0 ? &d->moon : NULL};
    return row;
}

int disc_is_at(const rl_frame *frame, const tile_run *run)
{
    double radius = frame->sun_radius;
    double dy = run->row + 0.5 - frame->sun_y;
    double left = way_to_block(frame, run) + tiles_left(frame, run);
    return radius > 0.0 && exact_abs(dy) <= radius + 1.0 && left <= radius + 1.0 &&
           left + run->count >= -radius - 1.0;
}

void disc_paint(disc *d, const tile_run *run, const sky_pixels *pixels, uint8_t *plain)
{
    if (!disc_is_at(d->frame, run))
        return;
    if (d->directions != NULL && !d->has_directions)
        find_directions(d);
    int left = tiles_left(d->frame, run);
    sky_disc row = row_of(d, run);
    float covered[TILES_BLOCK];
    d->kernels->disc(&row, left, left + run->count, pixels, covered);
    for (int i = 0; i < run->count && plain != NULL; i++)
        if (covered[left + i] > 0.0f)
            plain[i] = covered[left + i] >= 0.5f;
}
