/* beach_nodes_kernel.c - colours of a beach at nodes of the colour grid.
 *
 * Compiled once for each width that a group of nodes has room for.  Numbers were tuned by eye.
 */
#include "layers/water/beach.h"
#include "paint/shade_lanes.h"

static const struct {
    float haze;           /* share of air far away */
    double haze_distance; /* eye heights over which the share reaches 63 % of `haze` */
    float sun_width;      /* U to either side of the sun over which its effect falls to 1/e */
    float warm, by_sun;   /* share of the sun's colour in lit sand: least; addition below the sun */
    float sky;            /* share of the sky that wet sand mirrors */
    float glow;           /* glow of the sun on wet sand */
    float foam_haze;      /* opacity of haze before foam, relative to that before sand */
} ground = {
    .haze = 0.75f,
    .haze_distance = 14.0,
    .sun_width = 0.5f,
    .warm = 0.13f,
    .by_sun = 0.20f,
    .sky = 0.72f,
    .glow = 0.35f,
    .foam_haze = 0.5f,
};

#define BELOW_LEAST 1e-3 /* least depth below the horizon, U */

LANES_INLINE void store_hazy(const shade_row *row, const shade_group *group, int at,
                             const air_lanes *air, lanes_lab colour, lanes_f haze, float *planes,
                             int plane)
{
    lanes_rgb light = lanes_to_rgb(lanes_mix_lab(colour, air->haze, haze));
    store_plane(group, at, planes, plane, bloomed(row->frame, light, air->bloom));
}

beach_shade KERNEL(beach_nodes);

void KERNEL(beach_nodes)(const beach_colours *colours, const shade_row *row,
                         const shade_group *group, const float *air_planes, const float *mirrored,
                         float *planes)
{
    const rl_frame *frame = row->frame;
    const frame_light *light = &frame->light;
    double below = (row->y_px - (1.0 - light->horizon) * frame->height) / frame->unit;
    double distance = frame->light.horizon / frame->unit_share / exact_max(below, BELOW_LEAST);
    float far = ground.haze * (float)(1.0 - exact_exp(-(distance - 1.0) / ground.haze_distance));
    lanes_f haze = lanes_of(far < 0.0f ? 0.0f : far);
    for (int at = 0; at < SHADE_GROUP; at += LANES) {
        air_lanes air = load_air(group, at, air_planes);
        shade_group one = {group->first, 0, SHADE_GROUP, SHADE_GROUP};
        air_lanes sky = load_air(&one, at, mirrored);
        lanes_f beside = lanes_abs(beside_sun(row, group, at)) * lanes_of(-1.0f / ground.sun_width);
        lanes_f by_sun = lanes_exp(beside) * lanes_of((float)light->glow_strength);
        lanes_lab warm = lanes_mix_lab(lanes_lab_of(colours->lit), lanes_lab_of(colours->sun),
                                       lanes_of(ground.warm) + lanes_of(ground.by_sun) * by_sun);
        lanes_rgb seen = lanes_mix_rgb(lanes_rgb_of(colours->damp), sky.sky, lanes_of(ground.sky));
        seen = lanes_screen_rgb(seen, lanes_rgb_of(light->glow),
                                lanes_of(ground.glow) * by_sun * by_sun);
        store_hazy(row, group, at, &air, lanes_lab_of(colours->dark), haze, planes, BEACH_DARK);
        store_hazy(row, group, at, &air, warm, haze, planes, BEACH_LIT);
        store_hazy(row, group, at, &air, lanes_lab_of(colours->foam),
                   lanes_of(ground.foam_haze) * haze, planes, BEACH_FOAM);
        store_plane(group, at, planes, BEACH_WET, bloomed(frame, seen, air.bloom));
    }
}

KERNEL_TABLE_WIDE(beach_shade, beach_shade_of, beach_nodes);
