/* shade_kernel.c - kernel of the air at a group of nodes: the gradient of the sky, and glow.
 *
 * Light is added in linear sRGB.  Compiled for each vector width: see base/lanes.h.
 */
#include "paint/shade_lanes.h"

/* Widths of the parts of the sun's glow, U: distances at which all but the halo fall to 1 / e. */
#define HALO_WIDTH 0.075f
#define WIDE_WIDTH 0.42f
#define BAND_ABOVE 0.11f
#define BAND_BELOW 0.22f
#define BAND_ALONG 0.75f
#define BAND_ROUND 0.04f /* rounds the band at the sun's height, where a crease would show */
#define BLOOM_WIDTH 0.10f

#define HALO_POWER (-1.1f) /* the halo is (1 + (r / HALO_WIDTH)^2)^HALO_POWER */
#define BAND_POWER 1.3f    /* the band falls along the horizon as e^-(x / BAND_ALONG)^BAND_POWER */

/* Strength of halo and wide glow in the haze before land, relative to the sky. */
#define AIR_GLOW 0.85f

/* AIR_NEAR_SUN: sum of two exponentials of the distance from the sun. */
static const struct {
    float narrow, narrow_width; /* weight; distance at which it falls to 1 / e, U */
    float wide, wide_width;     /* weight and distance of the second exponential */
} land_glow = {.narrow = 0.55f, .narrow_width = 0.20f, .wide = 0.45f, .wide_width = 0.6f};

/* Strength of the bloom: BLOOM_HIDDEN + BLOOM_SEEN * visible share of the sun's disc. */
#define BLOOM_HIDDEN 0.2
#define BLOOM_SEEN 0.8

/* Returns e^-(distance / width). */
LANES_INLINE lanes_f fall(lanes_f distance, float width)
{
    return lanes_exp2(distance * lanes_of(-(float)EXACT_LOG2_E / width));
}

/* ---- air ------------------------------------------------------------------- */

/* round_glow returns the halo and the wide glow at a distance r from the sun, U; band_glow the glow
 * along the horizon at (dx, dy) from the sun, U. */
LANES_INLINE lanes_f round_glow(const frame_light *light, lanes_f r)
{
    lanes_f q = r * lanes_of(1.0f / HALO_WIDTH);
    lanes_f halo = lanes_pow(lanes_of(1.0f) + q * q, HALO_POWER);
    return lanes_of((float)light->halo) * halo + lanes_of((float)light->wide) * fall(r, WIDE_WIDTH);
}

LANES_INLINE lanes_f band_glow(const frame_light *light, lanes_f dx, float dy)
{
    float away = __builtin_sqrtf(dy * dy + BAND_ROUND * BAND_ROUND) - BAND_ROUND;
    float height = away / (dy > 0.0f ? BAND_ABOVE : BAND_BELOW);
    lanes_f share = lanes_max(lanes_abs(dx), lanes_of(1e-20f)) * lanes_of(1.0f / BAND_ALONG);
    lanes_f along = lanes_pow(share, BAND_POWER);
    return lanes_of((float)light->band) * lanes_exp(lanes_of(-height) - along);
}

LANES_INLINE void store_air(const shade_group *group, int at, float *air, lanes_rgb sky,
                            lanes_lab haze)
{
    float *to = air + group->at + at;
    lanes_store(to + AIR_SKY_R * group->stride, sky.r);
    lanes_store(to + AIR_SKY_G * group->stride, sky.g);
    lanes_store(to + AIR_SKY_B * group->stride, sky.b);
    lanes_store(to + AIR_L * group->stride, haze.l);
    lanes_store(to + AIR_A * group->stride, haze.a);
    lanes_store(to + AIR_B * group->stride, haze.b);
}

void KERNEL(shade_air)(const shade_row *row, const shade_group *group, float *air);

void KERNEL(shade_air)(const shade_row *row, const shade_group *group, float *air)
{
    const frame_light *light = &row->frame->light;
    float dy = above_sun(row);
    for (int at = 0; at < group->count; at += LANES) {
        lanes_f dx = beside_sun(row, group, at);
        lanes_f r = lanes_sqrt(dx * dx + lanes_of(dy * dy));
        lanes_rgb sky = lanes_rgb_of(row->light);
        lanes_lab haze = lanes_lab_of(row->base);
        if (light->has_glow) {
            lanes_rgb glow = lanes_rgb_of(light->glow);
            lanes_f round = round_glow(light, r);
            lanes_f band = band_glow(light, dx, dy);
            haze = lanes_to_lab(lanes_screen_rgb(sky, glow, lanes_of(AIR_GLOW) * round + band));
            sky = lanes_screen_rgb(sky, glow, round + band);
        }
        store_air(group, at, air, sky, haze);
        lanes_f near = lanes_of(0.0f);
        lanes_f bloom = lanes_of(0.0f);
        if (light->land_glow > 0.0)
            near = lanes_of(land_glow.narrow) * fall(r, land_glow.narrow_width) +
                   lanes_of(land_glow.wide) * fall(r, land_glow.wide_width);
        if (light->has_bloom)
            bloom =
                lanes_of((float)(light->bloom * (BLOOM_HIDDEN + BLOOM_SEEN * light->sun_seen))) *
                fall(r, BLOOM_WIDTH);
        lanes_store(air + group->at + at + AIR_NEAR_SUN * group->stride, near);
        lanes_store(air + group->at + at + AIR_BLOOM * group->stride, bloom);
    }
}

KERNEL_TABLE_WIDE(shade_air_kernel, shade_air_kernels, shade_air);
