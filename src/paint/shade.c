/* shade.c - the part of the air that is equal along a row, and the air at a single place. */
#include "paint/shade.h"

#include "base/exact.h"

/* Distance below the horizon over which the air fades to the mist's colour, share of the sky's
 * height. */
#define FOOT_SHARE 0.30

/* ---- rows ------------------------------------------------------------------ */

/* Returns the cubic Hermite curve at t = 0..1 between a and b, with slopes ma and mb, h apart. */
static double cubic(double a, double b, double ma, double mb, double h, double t)
{
    double tt = t * t;
    double ttt = tt * t;
    return a * (2.0 * ttt - 3.0 * tt + 1.0) + ma * h * (ttt - 2.0 * tt + t) +
           b * (3.0 * tt - 2.0 * ttt) + mb * h * (ttt - tt);
}

/* Returns the sky's gradient at t: 0 = horizon, 1 = zenith. */
static oklab gradient_at(const light_gradient *sky, double t)
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
    return (oklab){
        cubic(c[0].l, c[1].l, m[0].l, m[1].l, h, part),
        cubic(c[0].a, c[1].a, m[0].a, m[1].a, h, part),
        cubic(c[0].b, c[1].b, m[0].b, m[1].b, h, part),
    };
}

void shade_row_begin(shade_row *row, const rl_frame *frame, int node_row, double y_px)
{
    row->frame = frame;
    row->node_row = node_row;
    row->y_px = y_px;
    row->height = 1.0 - y_px / frame->height;
    double horizon = frame->light.horizon;
    double t = (row->height - horizon) / (1.0 - horizon);
    row->base = t >= 0.0 ? gradient_at(&frame->light.sky, t)
                         : colour_mix_oklab(frame->light.sky.colour[0], frame->light.mist,
                                            exact_smoothstep(0.0, 1.0, -t / FOOT_SHARE));
    row->light = colour_oklab_to_linear(row->base);
}

/* ---- single colours ----------------------------------------------------------- */

shade_air shade_air_read(const float *air, const shade_group *group, int node)
{
    const float *from = air + group->at + node;
    double plane[AIR_PLANES];
    for (int i = 0; i < AIR_PLANES; i++)
        plane[i] = (double)from[(size_t)i * group->stride];
    return (shade_air){{plane[AIR_SKY_R], plane[AIR_SKY_G], plane[AIR_SKY_B]},
                       {plane[AIR_L], plane[AIR_A], plane[AIR_B]},
                       plane[AIR_NEAR_SUN],
                       plane[AIR_BLOOM]};
}

shade_air shade_air_at(const rl_frame *frame, double x_px, double y_px)
{
    float air[AIR_PLANES * SHADE_GROUP];
    shade_row row;
    shade_row_begin(&row, frame, -1, y_px);
    /* The grid's node at or left of x. */
    shade_group group = {exact_floor(x_px / frame->step), 0, SHADE_GROUP, 1};
    shade_air_kernels[frame->kernels](&row, &group, air);
    return shade_air_read(air, &group, 0);
}

shade_colour shade_encode(const rl_frame *frame, linear_rgb light)
{
    return (shade_colour){
        tone_encode(frame->tone, (float)light.r),
        tone_encode(frame->tone, (float)light.g),
        tone_encode(frame->tone, (float)light.b),
    };
}
