/* shade.c - aerial perspective, glow and mist: why a picture has depth.
 *
 * Land takes on the light of the air before it: the sky's gradient behind the
 * very pixel, lit by the sun.  So a far ridge is never brighter than the sky,
 * warms near the sun and cools away from it.  Palette colours and haze mix in
 * OKLab, light is added in linear sRGB.
 */
#include "paint/shade.h"

#include "base/exact.h"
#include "paint/aurora.h"
#include "paint/clouds.h"
#include "paint/fog.h"
#include "terrain/noise.h"

/* Widths of the sun's glow, in U. */
#define HALO_WIDTH 0.075
#define WIDE_WIDTH 0.42
#define BAND_ABOVE 0.11
#define BAND_BELOW 0.22
#define BAND_ALONG 0.75
#define BAND_ROUND 0.04 /* rounds the band's crest: a crease there shows as a line */
#define BLOOM_WIDTH 0.10

/* Below the horizon the air fades to the mist's colour over this share of the
 * sky's height. */
#define FOOT_SHARE 0.30

/* The air before land sees less of the glow than the bare sky. */
#define AIR_GLOW 0.85

/* The mist's noise: cells of 1/1.9 U by 1/7.5 U, four octaves. */
#define MIST_X 1.9
#define MIST_Y 7.5
#define MIST_OCTAVES 4

static double cubic(double a, double b, double ma, double mb, double h, double t)
{
    double tt = t * t;
    double ttt = tt * t;
    return a * (2.0 * ttt - 3.0 * tt + 1.0) + ma * h * (ttt - 2.0 * tt + t) +
           b * (3.0 * tt - 2.0 * ttt) + mb * h * (ttt - tt);
}

/* The gradient at t: 0 horizon, 1 zenith. */
static oklab gradient_at(const frame_gradient *sky, double t)
{
    int last = sky->count - 1;
    if (last == 0 || t <= sky->t[0])
        return sky->colour[0];
    if (t >= sky->t[last])
        return sky->colour[last];
    int i = 0;
    while (t > sky->t[i + 1])
        i++;
    double h = sky->t[i + 1] - sky->t[i];
    double part = (t - sky->t[i]) / h;
    const oklab *c = &sky->colour[i];
    const oklab *m = &sky->slope[i];
    oklab colour = {
        cubic(c[0].l, c[1].l, m[0].l, m[1].l, h, part),
        cubic(c[0].a, c[1].a, m[0].a, m[1].a, h, part),
        cubic(c[0].b, c[1].b, m[0].b, m[1].b, h, part),
    };
    return colour;
}

static oklab gradient_at_height(const rl_frame *frame, double height)
{
    double horizon = frame->scene.horizon;
    double t = (height - horizon) / (1.0 - horizon);
    if (t >= 0.0)
        return gradient_at(&frame->sky, t);
    return colour_mix_oklab(frame->sky.colour[0], frame->sky_foot,
                            exact_smoothstep(0.0, 1.0, -t / FOOT_SHARE));
}

/* The glow's three parts at an offset from the sun, in U; dy is up. */
typedef struct glow_parts {
    double round; /* halo and wide glow */
    double band;
} glow_parts;

static glow_parts glow_at(const rl_scene *scene, double dx, double dy, double r)
{
    double q = r / HALO_WIDTH;
    double halo = exact_pow(1.0 + q * q, -1.1);
    double wide = exact_exp(-r / WIDE_WIDTH);
    double away = exact_sqrt(dy * dy + BAND_ROUND * BAND_ROUND) - BAND_ROUND;
    double height = away / (dy > 0.0 ? BAND_ABOVE : BAND_BELOW);
    double along = exact_pow(exact_abs(dx) / BAND_ALONG, 1.3);
    glow_parts parts = {
        scene->sun_halo * halo + scene->sun_wide * wide,
        scene->sun_band * exact_exp(-height - along),
    };
    return parts;
}

shade_air shade_air_at(const rl_frame *frame, double x_px, double y_px)
{
    const rl_scene *scene = &frame->scene;
    oklab base = gradient_at_height(frame, 1.0 - y_px / frame->height);
    shade_air air = {colour_oklab_to_linear(base), base, 0.0, 0.0};
    double dx = (x_px - frame->sun_x) / frame->unit;
    double dy = (frame->sun_y - y_px) / frame->unit;
    double r = exact_sqrt(dx * dx + dy * dy);
    if (frame->has_glow) {
        glow_parts glow = glow_at(scene, dx, dy, r);
        linear_rgb lit = colour_screen(air.sky, frame->glow, AIR_GLOW * glow.round + glow.band);
        air.air = colour_linear_to_oklab(lit);
        air.sky = colour_screen(air.sky, frame->glow, glow.round + glow.band);
    }
    if (scene->sun_land_glow > 0.0)
        air.near_sun = 0.55 * exact_exp(-r / 0.20) + 0.45 * exact_exp(-r / 0.6);
    if (frame->has_bloom)
        air.bloom = scene->sun_bloom * (0.2 + 0.8 * frame->sun_seen) * exact_exp(-r / BLOOM_WIDTH);
    return air;
}

static shade_colour encode(const rl_frame *frame, linear_rgb light)
{
    shade_colour colour = {
        tone_encode(&frame->tone, (float)light.r),
        tone_encode(&frame->tone, (float)light.g),
        tone_encode(&frame->tone, (float)light.b),
    };
    return colour;
}

static shade_colour bloomed(const rl_frame *frame, linear_rgb light, const shade_air *air)
{
    if (air->bloom > 0.0)
        light = colour_screen(light, frame->glow, air->bloom);
    return encode(frame, light);
}

int shade_sky_planes(const rl_frame *frame)
{
    return frame->scene.clouds > 0.0 ? 2 : 1;
}

void shade_sky(const rl_frame *frame, const shade_air *air, double x_px, double y_px,
               shade_colour *planes)
{
    linear_rgb light = air->sky;
    if (frame->scene.aurora > 0.0)
        light = aurora_light(frame, light, x_px, y_px);
    if (frame->scene.clouds > 0.0) {
        shade_colour veil = {(float)clouds_lay(frame, air, x_px, y_px, &light), 0.0f, 0.0f};
        planes[SHADE_VEIL] = veil;
    }
    planes[SHADE_PLAIN] = bloomed(frame, light, air);
}

/* How much mist lies at a point: a bank with a soft upper limit that wanders.
 * The smooth maximum has no kink that the coarse grid would show. */
static double mist_at(const rl_frame *frame, const frame_surface *ridge, double x_px, double y_px)
{
    const rl_scene *scene = &frame->scene;
    double height = 1.0 - y_px / frame->height;
    double above = (height - ridge->mist_level) / ridge->mist_scale;
    if (ridge->mist == 0.0 || above > 8.0 + scene->mist_noise)
        return 0.0; /* below 1/2000: under half a step of 8 bits */
    if (scene->mist_noise > 0.0) {
        double x = (x_px - 0.5 * frame->width) / frame->unit;
        double y = height / frame->unit_share;
        above += scene->mist_noise *
                 noise_fractal(frame->mist_key, MIST_OCTAVES, x * MIST_X, y * MIST_Y);
    }
    double depth = 0.5 * (above + exact_sqrt(above * above + 0.09));
    return ridge->mist * exact_exp(-depth);
}

/* The lesser of two, without a kink. */
static double smooth_min(double a, double b)
{
    return 0.5 * (a + b - exact_sqrt((a - b) * (a - b) + 4e-4));
}

/* A ridge's colour behind `haze` of air.  Haze dims light that is not its own:
 * the more of it, the less may the land outshine the sky behind it. */
static oklab veil(oklab own, const shade_air *air, double haze)
{
    double least = smooth_min(own.l, air->air.l);
    own.l = exact_mix(own.l, least, exact_min(1.5 * haze, 1.0));
    return colour_mix_oklab(own, air->air, haze);
}

/* The mist's colour: that of a ridge several layers farther away, with a little
 * of the palette's own mist. */
static oklab mist_colour(const rl_frame *frame, const frame_surface *surface, const shade_air *air)
{
    oklab far = veil(surface->farther, air, surface->farther_haze);
    oklab bank = colour_mix_oklab(frame->mist_colour, air->air, 0.35);
    return colour_mix_oklab(far, bank, surface->mist_air);
}

linear_rgb shade_mist(const rl_frame *frame, const frame_surface *surface, const shade_air *air)
{
    return colour_oklab_to_linear(mist_colour(frame, surface, air));
}

/* What stands before the land: sunlit haze, then mist, then bloom. */
typedef struct shade_front {
    double sunlit, mist;
    oklab mist_colour;
} shade_front;

static shade_colour finish(const rl_frame *frame, const shade_air *air, const shade_front *front,
                           linear_rgb light)
{
    if (front->sunlit > 0.0)
        light = colour_mix_linear(light, frame->glow, front->sunlit);
    if (front->mist > 0.0) {
        oklab mixed =
            colour_mix_oklab(colour_linear_to_oklab(light), front->mist_colour, front->mist);
        light = colour_oklab_to_linear(mixed);
    }
    return bloomed(frame, light, air);
}

int shade_planes(const frame_surface *surface)
{
    return surface->relief.shade == NULL ? 1 : surface->relief.snow == NULL ? 3 : 5;
}

/* How far a lit face goes toward the light, and what a shaded one keeps. */
#define LIT_SHARE 0.58
#define LIT_GLOW 0.35
#define DARK_SHARE 0.50
#define FOG_AIR 0.40    /* how much paler than mist a bank of fog is */
#define SNOW_HAZE 0.65  /* snow is seen through less haze than rock */
#define FADE_DEPTH 0.05 /* U below its edge in which a row of trees pales */

static oklab scaled_light(oklab lab, double share)
{
    /* Light times share is its cube root in OKLab. */
    double root = exact_cbrt(share);
    oklab dark = {lab.l * root, lab.a * root, lab.b * root};
    return dark;
}

/* Sunlit and shaded snow, seen through the air before it. */
static void snow_colours(const rl_frame *frame, const frame_surface *surface, const shade_air *air,
                         oklab own, oklab *lit, oklab *dark)
{
    oklab blue = {own.l * 0.6 + air->air.l * 0.35, air->air.a * 0.8, air->air.b * 0.8 - 0.02};
    double haze = SNOW_HAZE * surface->haze;
    *lit = colour_mix_oklab(colour_mix_oklab(frame->snow, frame->glow_lab, 0.25), air->air, haze);
    *dark = colour_mix_oklab(colour_mix_oklab(frame->snow, blue, 0.70), air->air, haze);
}

void shade_land(const rl_frame *frame, const frame_surface *surface, const shade_air *air,
                double x_px, double y_px, double ground_px, shade_colour *planes)
{
    oklab own = veil(surface->own, air, surface->haze);
    if (surface->fade > 0.0) {
        double down = exact_clamp(ground_px / (FADE_DEPTH * frame->unit), 0.0, 1.0);
        own = colour_mix_oklab(own, veil(surface->behind, air, surface->behind_haze),
                               surface->rear + surface->fade * down);
    }
    shade_front front = {.sunlit = 0.7 * exact_min(surface->land_glow * air->near_sun, 1.0)};
    front.mist = mist_at(frame, surface, x_px, y_px);
    double fog = surface->fog > 0.0 ? fog_at(frame, surface, x_px, y_px) : 0.0;
    if (front.mist > 0.0 || fog > 0.0)
        front.mist_colour = mist_colour(frame, surface, air);
    if (fog > 0.0) { /* a bank before the mist, paler than it */
        oklab bank = colour_mix_oklab(front.mist_colour, air->air, FOG_AIR);
        double both = fog + (1.0 - fog) * front.mist;
        front.mist_colour = colour_mix_oklab(front.mist_colour, bank, fog / both);
        front.mist = both;
    }
    planes[SHADE_PLAIN] = finish(frame, air, &front, colour_oklab_to_linear(own));
    if (surface->relief.shade == NULL)
        return;
    /* Sand and bare rock have a colour of their own in the sun: air would turn red
     * rock olive. */
    oklab sunlit = surface->is_sunlit ? veil(surface->lit, air, surface->haze) : air->air;
    oklab light = colour_mix_oklab(sunlit, frame->glow_lab, LIT_GLOW * frame->glow_strength);
    if (!surface->is_sunlit) /* a face may not outshine the sky behind it */
        light.l = smooth_min(light.l, air->air.l);
    oklab lit = colour_mix_oklab(own, light, LIT_SHARE);
    oklab dark = scaled_light(own, 1.0 - DARK_SHARE);
    planes[SHADE_LIT] = finish(frame, air, &front, colour_oklab_to_linear(lit));
    planes[SHADE_DARK] = finish(frame, air, &front, colour_oklab_to_linear(dark));
    if (surface->relief.snow == NULL)
        return;
    snow_colours(frame, surface, air, surface->own, &lit, &dark);
    planes[SHADE_SNOW_LIT] = finish(frame, air, &front, colour_oklab_to_linear(lit));
    planes[SHADE_SNOW_DARK] = finish(frame, air, &front, colour_oklab_to_linear(dark));
}

shade_colour shade_flat_sky(const rl_frame *frame)
{
    return encode(frame, colour_oklab_to_linear(frame->sky.colour[0]));
}

shade_colour shade_flat_land(const rl_frame *frame, const frame_surface *surface)
{
    return encode(frame, surface->own_light);
}

linear_rgb shade_disc(const rl_frame *frame, double low)
{
    return colour_mix_linear(frame->sun_light, frame->sun_low,
                             0.5 * exact_smoothstep(0.0, 1.0, low));
}
