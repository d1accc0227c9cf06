/* clouds.c - a level sheet of cloud in perspective: wide overhead, streaks afar.
 *
 * In: a place of the picture.  Out: the light of a cloud there and how dense it
 * is.  It is smooth enough for the colour grid: octaves that the perspective
 * squeezes below the grid's nodes fade away.  It never darkens the sky below
 * the land that stands before it.
 */
#include "paint/clouds.h"

#include "base/exact.h"
#include "terrain/noise.h"

/* The sheet is seen from this far below (U): it bounds how fine the streaks over
 * the horizon are.  They vanish over FADE_HEIGHT above it. */
#define PLANE_HEIGHT 0.13
#define FADE_HEIGHT 0.14

/* Cells of the sheet: longer than deep, displaced by a broader noise. */
#define CELL_X 0.34
#define CELL_Y 1.55
#define WARP_CELL_X 0.45
#define WARP_CELL_Y 0.80
#define WARP_X 0.80
#define WARP_Y 0.50
#define WARP_OCTAVES 3
#define OCTAVES 6
#define LIGHT_OCTAVES 3
#define OCTAVE_GAIN 0.62 /* rough: fibres, not pillows */
#define GAIN 0.95        /* spreads the noise's values over about -1..1 */

/* An octave is whole where its cell is higher than the first, gone below the
 * second (U): a node lies at most 1/200 U from the next. */
#define CELL_WHOLE 0.016
#define CELL_GONE 0.007

/* Light comes from where the sheet is thinner this far toward the sun (U). */
#define LIGHT_SHIFT 0.035
#define LIGHT_GAIN 1.6
#define SHADE_SHARE 0.42
#define NEAR_SUN 0.40

/* A cloud is no darker than lit faces of the farthest ridge, which are so much
 * nearer to the air than the ridge is; the rule ends over this height above the
 * skyline (fraction of H). */
#define LIT_FACES 0.80
#define FREE_ABOVE 0.12

typedef struct place {
    double x, y;    /* on the sheet */
    double squeeze; /* cells of the first octave in one U of the picture's height */
} place;

static place place_at(double x, double elevation)
{
    double e = exact_max(elevation, 0.0) + PLANE_HEIGHT;
    place p = {x / e, 1.0 / e, (CELL_Y + CELL_X * exact_abs(x)) / (e * e)};
    return p;
}

/* Octaves `from`..`to` of the sheet's density at a warped place; `from` is 0 or
 * LIGHT_OCTAVES. */
static double density(const rl_frame *frame, const place *p, double warp, int from, int to)
{
    double x = CELL_X * p->x + WARP_X * warp;
    double y = CELL_Y * p->y + WARP_Y * warp;
    double sum = 0.0;
    double weight = from == 0 ? 1.0 : OCTAVE_GAIN * OCTAVE_GAIN * OCTAVE_GAIN;
    for (int octave = from; octave < to; octave++) {
        double scale = (double)(1 << octave);
        double cell = 1.0 / (p->squeeze * scale);
        if (cell <= CELL_GONE)
            break;
        double whole = exact_smoothstep(0.0, 1.0, (cell - CELL_GONE) / (CELL_WHOLE - CELL_GONE));
        sum += whole * weight * noise_gradient(frame->cloud_key, octave, x * scale, y * scale);
        weight *= OCTAVE_GAIN;
    }
    return GAIN * sum;
}

/* Which way the light falls: the sheet's slope toward the sun. */
static double light_at(const rl_frame *frame, double x, double elevation, double dx, double dy,
                       double r, double warp, double here)
{
    double far = exact_max(r, 0.05);
    place p = place_at(x - dx / far * LIGHT_SHIFT, elevation - dy / far * LIGHT_SHIFT);
    double there = density(frame, &p, warp, 0, LIGHT_OCTAVES);
    return exact_clamp(0.5 + LIGHT_GAIN * (here - there), 0.0, 1.0);
}

static oklab cloud_colour(const rl_frame *frame, const shade_air *air, oklab sky, double light,
                          double r, double height)
{
    double near = exact_exp(-r / NEAR_SUN);
    oklab shade = colour_mix_oklab(sky, frame->cloud, SHADE_SHARE);
    oklab lit = colour_mix_oklab(frame->mist_colour, frame->glow_lab, near);
    lit = colour_mix_oklab(lit, frame->sun_lab, 0.6 * near * near);
    lit = colour_mix_oklab(sky, lit, 0.35 + 0.65 * near);
    oklab cloud = colour_mix_oklab(shade, lit, light);
    if (frame->surface_count > 0) {
        const frame_surface *land = &frame->surface[0];
        double dark = exact_min(land->own.l, air->air.l);
        double least = exact_mix(dark, air->air.l, exact_mix(land->haze, 1.0, LIT_FACES));
        least -= exact_smoothstep(0.0, 1.0, (height - frame->skyline_top) / FREE_ABOVE);
        cloud.l = exact_max(cloud.l, exact_min(least, sky.l));
    }
    return cloud;
}

double clouds_lay(const rl_frame *frame, const shade_air *air, double x_px, double y_px,
                  linear_rgb *sky)
{
    const rl_scene *scene = &frame->scene;
    double height = 1.0 - y_px / frame->height;
    double elevation = (height - scene->horizon) / frame->unit_share;
    double x = (x_px - 0.5 * frame->width) / frame->unit;
    double strength = scene->clouds * exact_smoothstep(0.0, 1.0, elevation / FADE_HEIGHT);
    if (strength <= 0.0)
        return 0.0;
    place p = place_at(x, elevation);
    double warp =
        noise_fractal(frame->cloud_warp_key, WARP_OCTAVES, WARP_CELL_X * p.x, WARP_CELL_Y * p.y);
    double broad = density(frame, &p, warp, 0, LIGHT_OCTAVES);
    double most = 0.48 * GAIN; /* what the finer octaves can add */
    if (broad + most <= -scene->cloud_cover)
        return 0.0;
    double dense = broad + density(frame, &p, warp, LIGHT_OCTAVES, OCTAVES) + scene->cloud_cover;
    double hidden = strength * exact_smoothstep(0.0, 1.0, dense / 0.5);
    if (hidden <= 0.0)
        return 0.0;
    double dx = (x_px - frame->sun_x) / frame->unit;
    double dy = (frame->sun_y - y_px) / frame->unit;
    double r = exact_sqrt(dx * dx + dy * dy);
    double light = light_at(frame, x, elevation, dx, dy, r, warp, broad);
    oklab behind = colour_linear_to_oklab(*sky);
    oklab cloud = cloud_colour(frame, air, behind, light, r, height);
    *sky = colour_oklab_to_linear(colour_mix_oklab(behind, cloud, hidden));
    return hidden;
}
