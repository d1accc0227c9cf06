/* shade.c - what of the nodes' colours belongs to a whole row, and single colours.
 *
 * The work on nodes is shade_kernel.h's, in three widths.
 */
#include "paint/shade.h"

#include "base/exact.h"
#include "layers/fog.h"

/* Below the horizon the air fades to the mist's colour over this share of the
 * sky's height. */
#define FOOT_SHARE 0.30

static const shade_kernels *const kernels[CPU_KERNELS] = {&shade_plain, &shade_vector, &shade_avx2};

const shade_kernels *shade_kernels_for(const rl_frame *frame)
{
    return kernels[frame->kernels];
}

/* ---- rows ------------------------------------------------------------------ */

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

void shade_row_begin(shade_row *row, const rl_frame *frame, double y_px)
{
    row->frame = frame;
    row->y_px = y_px;
    row->height = 1.0 - y_px / frame->height;
    row->base = gradient_at_height(frame, row->height);
    row->light = colour_oklab_to_linear(row->base);
    row->mist = NULL;
    row->warp = NULL;
}

int shade_sky_planes(const rl_frame *frame)
{
    return frame->scene.clouds > 0.0 ? 2 : 1;
}

int shade_planes(const frame_surface *surface)
{
    return surface->relief.shade == NULL ? 1 : surface->relief.snow == NULL ? 3 : 5;
}

/* ---- single colours ----------------------------------------------------------- */

shade_air shade_air_at(const rl_frame *frame, double x_px, double y_px)
{
    float air[AIR_PLANES * SHADE_GROUP];
    shade_row row;
    shade_row_begin(&row, frame, y_px);
    /* The grid's node at or left of x. */
    shade_group group = {exact_floor(x_px / frame->step), 0, SHADE_GROUP};
    shade_plain.air(&row, &group, air);
    const float *at = air;
    shade_air one = {
        {(double)at[AIR_SKY_R * SHADE_GROUP], (double)at[AIR_SKY_G * SHADE_GROUP],
         (double)at[AIR_SKY_B * SHADE_GROUP]},
        {(double)at[AIR_L * SHADE_GROUP], (double)at[AIR_A * SHADE_GROUP],
         (double)at[AIR_B * SHADE_GROUP]},
        (double)at[AIR_NEAR_SUN * SHADE_GROUP],
        (double)at[AIR_BLOOM * SHADE_GROUP],
    };
    return one;
}

/* As in shade_kernel.h. */
static oklab veil(oklab own, const shade_air *air, double haze)
{
    double apart = own.l - air->air.l;
    double least = 0.5 * (own.l + air->air.l - exact_sqrt(apart * apart + 4e-4));
    own.l = exact_mix(own.l, least, exact_min(1.5 * haze, 1.0));
    return colour_mix_oklab(own, air->air, haze);
}

linear_rgb shade_mist(const rl_frame *frame, const frame_surface *surface, const shade_air *air)
{
    oklab far = veil(surface->farther, air, surface->farther_haze);
    oklab bank = colour_mix_oklab(frame->mist_colour, air->air, 0.35);
    return colour_oklab_to_linear(colour_mix_oklab(far, bank, surface->mist_air));
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

shade_colour shade_sky_at(const rl_frame *frame, double x_px, double y_px)
{
    shade_air air = shade_air_at(frame, x_px, y_px);
    linear_rgb light = air.sky;
    if (frame->has_bloom) {
        light.r += frame->glow.r * air.bloom * (1.0 - exact_min(light.r, 1.0));
        light.g += frame->glow.g * air.bloom * (1.0 - exact_min(light.g, 1.0));
        light.b += frame->glow.b * air.bloom * (1.0 - exact_min(light.b, 1.0));
    }
    return encode(frame, light);
}

shade_colour shade_land_at(const rl_frame *frame, const frame_surface *surface, double x_px,
                           double y_px)
{
    static const float mean_noise[SHADE_GROUP];
    float air[AIR_PLANES * SHADE_GROUP];
    float planes[3 * SHADE_PLANES * SHADE_GROUP];
    shade_row row;
    shade_row_begin(&row, frame, y_px);
    shade_group group = {exact_floor(x_px / frame->step), 0, SHADE_GROUP};
    shade_land land = {.surface = surface,
                       .has_mist = surface->mist > 0.0,
                       .has_fog = fog_is_at(frame, surface, row.height),
                       .swell = mean_noise,
                       .dense = mean_noise};
    shade_plain.air(&row, &group, air);
    shade_plain.land(&row, &group, air, &land, planes);
    shade_colour colour = {planes[0], planes[SHADE_GROUP], planes[2 * SHADE_GROUP]};
    return colour;
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
