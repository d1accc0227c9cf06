/* lamp.h - light on land: the tint of a height, the sun, the sky's own light.
 *
 * In: a map's range of heights, rules (tint, azimuth, altitude, shade).  Out: colours in
 * linear light, and bytes of them.  What the surface and the flight share; slopes are
 * rises for one unit east and north in the space of the picture, whatever its scale.
 */
#ifndef RL_MAP_LAMP_H
#define RL_MAP_LAMP_H

#include "base/colour.h"
#include "map/plate.h"

typedef struct light3 {
    float r, g, b;
} light3;

static inline light3 light3_mix(light3 a, light3 b, float t)
{
    return (light3){a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t};
}

static inline light3 light3_times(light3 a, light3 b)
{
    return (light3){a.r * b.r, a.g * b.g, a.b * b.b};
}

static inline light3 light3_scale(light3 a, float amount)
{
    return (light3){a.r * amount, a.g * amount, a.b * amount};
}

light3 light3_of(rl_colour colour);

typedef struct lamp {
    float east, north, up;      /* to the light */
    float level;                /* what level ground gets of it: there a tint is as it is */
    float shade;                /* 0..1 */
    double low, high;           /* heights: at least 0..1 */
    double land_low, land_high; /* heights that the land's tint spans */
    double sea, deepest;        /* heights that the water's tint spans */
    tint_table land, water;
    tone_tables tone;
} lamp;

/* Errors: RL_NO_MEMORY. */
rl_status lamp_make(lamp *self, const heightmap *map, const heightmap_work *work, rl_error *error);

/* The ramp's colours of land at a height, and of water over ground at a height. */
light3 lamp_land(const lamp *self, float height);
light3 lamp_water(const lamp *self, float height);

/* lamp_on: a colour where `direct` comes of the lamp, 1 = as on level ground, which keeps
 * its colour.  Brighter light never whitens: what is white stays white. */
light3 lamp_on(const lamp *self, light3 colour, float direct);

/* What lamp_on multiplies a colour by where no direct light comes; and by which share of c (1 - c)
 * it brightens for each 1 of direct light beyond the first. */
light3 lamp_shade(const lamp *self);
light3 lamp_more(const lamp *self);

/* lamp_direct: the direct light on ground that rises so much for one unit east and north. */
float lamp_direct(const lamp *self, float east, float north);

/* lamp_on_slope: a colour on ground that rises so much for one unit east and north, and
 * gets this share of the lamp's light (0 in a shadow). */
light3 lamp_on_slope(const lamp *self, light3 colour, float east, float north, float share);

void lamp_bytes(const lamp *self, light3 light, uint8_t out[3]);

/* Cosine and sine of degrees; exactly 0 and 1 where they are. */
double degrees_cosine(double degrees);
double degrees_sine(double degrees);

#endif
