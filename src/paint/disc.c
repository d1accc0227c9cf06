/* disc.c - the disc in the sky: a sun, a sun with gaps, or a moon.
 *
 * In: a run of pixels of sky.  Out: the same with the disc over it.  Lengths on
 * the disc are in radii, x to the right and y upward from its middle.
 */
#include "paint/disc.h"

#include "base/exact.h"
#include "paint/blend.h"
#include "paint/coverage.h"
#include "paint/shade.h"
#include "terrain/noise.h"

/* How much of the disc a cloud that hides all of the sky hides. */
#define CLOUD_HIDES 0.55

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

/* The seas of the side that faces the Earth, seen from the north: middle, radius
 * and how dark they are. */
static const struct sea {
    double x, y, radius, dark;
} seas[] = {
    {-0.27, 0.50, 0.30, 1.00},  {0.27, 0.44, 0.19, 1.05},   {0.44, 0.14, 0.23, 1.05},
    {0.80, 0.28, 0.10, 1.00},   {0.71, -0.10, 0.16, 0.80},  {0.55, -0.27, 0.10, 0.80},
    {-0.62, 0.22, 0.30, 0.85},  {-0.50, -0.05, 0.24, 0.80}, {-0.60, -0.40, 0.11, 0.95},
    {-0.26, -0.32, 0.19, 0.80}, {0.05, 0.20, 0.10, 0.60},   {0.00, 0.80, 0.12, 0.45},
};

#define SEA_DARK 0.21
#define SEA_WANDER 0.11 /* how far a shore wanders */
#define SHORE 0.12
#define UPLAND_DARK 0.05
#define EARTHSHINE 0.030 /* light of the dark side */
#define LIMB_LIGHT 0.82
#define TERMINATOR 0.05 /* the least softness of the line between day and night */

/* The moon's axis leans to the right of the picture: sine and cosine. */
#define LEAN_SINE 0.292
#define LEAN_COSINE 0.95642

/* It is the same moon over every land: its noise has a key of its own. */
static double ground(double x, double y)
{
    const uint64_t key = 17;
    double shore = SEA_WANDER * noise_fractal(key, 4, 5.0 * x, 5.0 * y);
    double land = 1.0;
    for (size_t i = 0; i < sizeof seas / sizeof seas[0]; i++) {
        double dx = x - seas[i].x;
        double dy = y - seas[i].y;
        double reach = seas[i].radius + SHORE;
        if (dx * dx + dy * dy > reach * reach)
            continue;
        double inside = seas[i].radius + shore - exact_sqrt(dx * dx + dy * dy);
        land *= 1.0 - seas[i].dark * exact_smoothstep(0.0, 1.0, 0.5 + inside / SHORE);
    }
    double fine = noise_fractal(key + 1, 4, 9.0 * x, 9.0 * y);
    return 1.0 - SEA_DARK * (1.0 - exact_max(land, 0.0)) - UPLAND_DARK * (0.5 + fine);
}

/* The share of day at a point.  The terminator is half an ellipse with the half
 * axis cos(2 pi phase); `soft` is half the width of its edge. */
static double daylight(const rl_frame *frame, double x, double y, double soft)
{
    double side = frame->scene.moon_phase <= 0.5 ? 1.0 : -1.0;
    double edge = exact_sqrt(exact_max(1.0 - y * y, 1e-6));
    double slope = frame->moon_cosine * y / edge;
    double inside = (side * x - frame->moon_cosine * edge) / exact_sqrt(1.0 + slope * slope);
    return exact_smoothstep(0.0, 1.0, 0.5 + 0.5 * inside / soft);
}

/* The moon's light at an offset from its middle (pixels); returns how much of the
 * sky it hides there. */
static float moon_colour(const rl_frame *frame, double dx, double dy, float over[3])
{
    double radius = frame->sun_radius;
    double x = (dx * LEAN_COSINE - dy * LEAN_SINE) / radius;
    double y = -(dx * LEAN_SINE + dy * LEAN_COSINE) / radius;
    double limb = exact_max(1.0 - x * x - y * y, 0.0);
    double day = daylight(frame, x, y, exact_max(TERMINATOR, 0.7 / radius));
    double light = (LIMB_LIGHT + (1.0 - LIMB_LIGHT) * exact_sqrt(limb)) * ground(x, y);
    over[0] = tone_encode(&frame->tone, (float)(frame->sun_light.r * light));
    over[1] = tone_encode(&frame->tone, (float)(frame->sun_light.g * light));
    over[2] = tone_encode(&frame->tone, (float)(frame->sun_light.b * light));
    return (float)(EARTHSHINE + (1.0 - EARTHSHINE) * day);
}

/* ---- sun ------------------------------------------------------------------- */

static void sun_colour(const rl_frame *frame, double down, float over[3])
{
    linear_rgb light = shade_disc(frame, exact_clamp(down, 0.0, 1.0));
    if (frame->scene.sun_stripes > 0.0) { /* the whole disc reddens, not only its half */
        double low = 0.85 * exact_smoothstep(0.0, 1.0, 0.5 + 0.5 * down);
        linear_rgb whole = colour_mix_linear(frame->sun_light, frame->sun_low, low);
        light = colour_mix_linear(light, whole, frame->scene.sun_stripes);
    }
    over[0] = tone_encode(&frame->tone, (float)light.r);
    over[1] = tone_encode(&frame->tone, (float)light.g);
    over[2] = tone_encode(&frame->tone, (float)light.b);
}

/* How much of the disc the gaps leave in a row. */
static float unstriped(const rl_frame *frame, double dy)
{
    if (frame->scene.sun_stripes <= 0.0)
        return 1.0f;
    double reach = frame->scene.edges == RL_EDGES_HARD ? 0.01 : 0.5;
    double radius = frame->sun_radius;
    double gaps =
        disc_stripes(frame->scene.sun_stripes, (dy - reach) / radius, (dy + reach) / radius);
    return (float)(1.0 - gaps);
}

void disc_paint(tiles *t, const tile_run *run, const run_pixels *pixels)
{
    const rl_frame *frame = t->frame;
    double radius = frame->sun_radius;
    double dy = run->row + 0.5 - frame->sun_y;
    double left = frame->x + run->column - frame->sun_x;
    if (radius <= 0.0 || exact_abs(dy) > radius + 1.0 || left > radius + 1.0 ||
        left + run->count < -radius - 1.0)
        return;
    int is_moon = frame->scene.moon > 0;
    float over[3];
    tile_colours veil;
    sun_colour(frame, dy / radius, over);
    float whole = is_moon ? 1.0f : unstriped(frame, dy);
    if (frame->scene.clouds > 0.0)
        tiles_fetch(t, TILES_SKY, SHADE_VEIL, run, &veil);
    for (int i = 0; i < run->count; i++) {
        double dx = frame->x + run->column + i + 0.5 - frame->sun_x;
        float covered = coverage_disc(radius, exact_sqrt(dx * dx + dy * dy)) * whole;
        if (frame->scene.edges == RL_EDGES_HARD)
            covered = covered >= 0.5f ? 1.0f : 0.0f;
        if (covered <= 0.0f)
            continue;
        if (frame->scene.clouds > 0.0)
            covered *= 1.0f - (float)CLOUD_HIDES * veil.r[i];
        if (is_moon)
            covered *= moon_colour(frame, dx, dy, over);
        blend_over(&frame->tone, pixels, i, over[0], over[1], over[2], covered);
        if (pixels->plain != NULL)
            pixels->plain[i] = covered >= 0.5f;
    }
}
