/* shade_lanes.h - places, air and planes of a group of nodes, for kernels: see base/lanes.h. */
#ifndef RL_PAINT_SHADE_LANES_H
#define RL_PAINT_SHADE_LANES_H

#include "base/colour_lanes.h"
#include "base/lanes_math.h"
#include "paint/shade.h"

/* Wider vectors would write over the nodes of the next group. */
_Static_assert(LANES <= SHADE_GROUP, "a group of nodes holds the lanes");

/* beside_sun returns the signed distances along x, U, from the sun's middle to nodes at..at+LANES-1
 * of a group; above_sun returns that of a row along y, above 0 if it is above the sun.  They are
 * computed in doubles, so that a picture a million pixels wide has no steps. */
LANES_INLINE lanes_f beside_sun(const shade_row *row, const shade_group *group, int at)
{
    const rl_frame *frame = row->frame;
    float dx[LANES];
    for (int i = 0; i < LANES; i++) {
        double x = (double)(group->first + at + i) * frame->step;
        dx[i] = (float)frame_way(frame, (x - frame->light.sun_x) / frame->unit);
    }
    return lanes_load(dx);
}

LANES_INLINE float above_sun(const shade_row *row)
{
    return (float)((row->frame->light.sun_y - row->y_px) / row->frame->unit);
}

/* The air at nodes at..at+LANES-1. */
typedef struct air_lanes {
    lanes_rgb sky;
    lanes_lab haze;
    lanes_f near_sun, bloom;
} air_lanes;

LANES_INLINE air_lanes load_air(const shade_group *group, int at, const float *air)
{
    const float *from = air + group->at + at;
    size_t stride = group->stride;
    air_lanes a = {
        {lanes_load(from + AIR_SKY_R * stride), lanes_load(from + AIR_SKY_G * stride),
         lanes_load(from + AIR_SKY_B * stride)},
        {lanes_load(from + AIR_L * stride), lanes_load(from + AIR_A * stride),
         lanes_load(from + AIR_B * stride)},
        lanes_load(from + AIR_NEAR_SUN * stride),
        lanes_load(from + AIR_BLOOM * stride),
    };
    return a;
}

/* ---- colours of a node ------------------------------------------------------- */

/* Returns linear light as encoded sRGB, with the bloom added. */
LANES_INLINE lanes_rgb bloomed(const rl_frame *frame, lanes_rgb light, lanes_f bloom)
{
    if (frame->light.has_bloom)
        light = lanes_screen_rgb(light, lanes_rgb_of(frame->light.glow), bloom);
    lanes_rgb encoded = {lanes_tone_encode(light.r), lanes_tone_encode(light.g),
                         lanes_tone_encode(light.b)};
    return encoded;
}

LANES_INLINE void store_plane(const shade_group *group, int at, float *planes, int plane,
                              lanes_rgb c)
{
    float *to = planes + group->at + at + (size_t)(3 * plane) * group->stride;
    lanes_store(to, c.r);
    lanes_store(to + group->stride, c.g);
    lanes_store(to + 2 * group->stride, c.b);
}

LANES_INLINE lanes_rgb difference(lanes_rgb a, lanes_rgb b)
{
    lanes_rgb c = {a.r - b.r, a.g - b.g, a.b - b.b};
    return c;
}

#endif
