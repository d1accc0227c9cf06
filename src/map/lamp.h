/* lamp.h - the lit colour of land and water, for surfaces and flights.
 *
 * The rules give the tint, the sun's azimuth and altitude, and the strength of the shade.  Colours
 * are in linear light.  Slopes are the rise for one unit east and north in the space of the
 * picture, whatever its scale.
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

/* light3_of returns the linear light of a colour. */
light3 light3_of(rl_colour colour);

typedef struct lamp {
    float east, north, up;      /* unit vector toward the light */
    float level;                /* direct light on level ground, where a tint is unchanged, 0..1 */
    float shade;                /* strength of the shade, 0..1 */
    double low, high;           /* range of the map's heights, extended to include 0..1 */
    double land_low, land_high; /* heights of the first and the last entry of `land` */
    double sea, deepest;        /* heights of the first and the last entry of `water` */
    tint_table land, water;
    tone_tables tone;
} lamp;

/* lamp_make prepares a lamp for a map by work->rules.  Errors: RL_NO_MEMORY. */
rl_status lamp_make(lamp *self, const heightmap *map, const heightmap_work *work, rl_error *error);

/* lamp_land returns the tint of land at a height, lamp_water that of water over ground at a height.
 */
light3 lamp_land(const lamp *self, float height);
light3 lamp_water(const lamp *self, float height);

/* lamp_on returns a colour under direct light; 1 is the light on level ground, which leaves the
 * colour unchanged.  Light beyond 1 brightens without washing out; white stays white. */
light3 lamp_on(const lamp *self, light3 colour, float direct);

/* lamp_shade returns the factor by which a colour without direct light is darkened.  lamp_more
 * returns the factor f by which a colour c brightens by f c (1 - c) per 1 of direct light beyond
 * 1. */
light3 lamp_shade(const lamp *self);
light3 lamp_more(const lamp *self);

/* lamp_direct returns the direct light on ground with a slope; 1 = the light on level ground. */
float lamp_direct(const lamp *self, float east, float north);

/* lamp_on_slope returns a colour on ground with a slope; `share` of the direct light reaches it, 0
 * = in a shadow. */
light3 lamp_on_slope(const lamp *self, light3 colour, float east, float north, float share);

/* degrees_cosine and degrees_sine return exactly 0 and 1 at multiples of 90 degrees. */
double degrees_cosine(double degrees);
double degrees_sine(double degrees);

#endif
