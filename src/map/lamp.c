/* lamp.c - the light of sun and sky on the land of surfaces and flights. */
#include "map/lamp.h"

#include "base/exact.h"
#include "base/status.h"

/* Colours of light, by eye: sunlight is warm, skylight cool. */
static const light3 sunlight = {1.3f, 1.1f, 0.7f}, skylight = {0.55f, 0.77f, 1.25f};
static const light3 whole = {1.0f, 1.0f, 1.0f};

/* Least value of lamp.level.  Brightness is relative to it, so with a smaller value slopes would
 * glare under a low sun. */
#define LEAST_LEVEL 0.3

#define RIGHT_ANGLE 90.0   /* degrees */
#define LEAST_COSINE 1e-14 /* smaller cosines are rounding errors of 0 */
#define LEAST_DEPTH 1e-6   /* least difference of heights that the tint of the sea spans */

double degrees_cosine(double degrees)
{
    double turn = degrees / 360.0;
    double cosine = exact_cos_turn(turn - (double)exact_floor(turn));
    return exact_abs(cosine) < LEAST_COSINE ? 0.0 : cosine;
}

double degrees_sine(double degrees)
{
    return degrees_cosine(degrees - RIGHT_ANGLE);
}

light3 light3_of(rl_colour colour)
{
    linear_rgb light = colour_to_linear(colour);
    return (light3){(float)light.r, (float)light.g, (float)light.b};
}

rl_status lamp_make(lamp *self, const heightmap *map, const heightmap_work *work, rl_error *error)
{
    const rl_map_rules *rules = work->rules;
    float low, high;
    TRY(heightmap_range(map, &low, &high, work, error));
    double least = (double)low, most = (double)high;
    /* The azimuth runs clockwise from north. */
    double level = degrees_cosine(rules->altitude), up = degrees_sine(rules->altitude);
    self->east = (float)(degrees_sine(rules->azimuth) * level);
    self->north = (float)(degrees_cosine(rules->azimuth) * level);
    self->up = (float)up;
    self->level = (float)exact_max(up, LEAST_LEVEL);
    self->shade = (float)rules->shade;
    self->low = exact_min(least, 0.0);
    self->high = exact_max(most, 1.0);
    tint_range(rules, least, most, &self->land_low, &self->land_high);
    self->sea = rules->sea;
    self->deepest = exact_min(tint_foot(rules, least), rules->sea - LEAST_DEPTH);
    tint_make(&self->land, rules, self->land_low, self->land_high);
    tint_make_sea(&self->water, rules);
    tone_init(&self->tone);
    return RL_OK;
}

static light3 table_at(const tint_table *table, double share)
{
    int i = (int)(exact_clamp(share, 0.0, 1.0) * (TINT_ENTRIES - 1) + 0.5);
    return (light3){table->r[i], table->g[i], table->b[i]};
}

light3 lamp_land(const lamp *self, float height)
{
    return table_at(&self->land,
                    ((double)height - self->land_low) / (self->land_high - self->land_low));
}

light3 lamp_water(const lamp *self, float height)
{
    return table_at(&self->water, (self->sea - (double)height) / (self->sea - self->deepest));
}

/* The light of lamp_on is relative to level land.  Places without direct light only have skylight.
 * Direct light beyond that on level land brightens a colour c by c (1 - c), which keeps it below
 * 1. */
light3 lamp_shade(const lamp *self)
{
    return light3_scale(light3_mix(whole, skylight, self->shade), 1.0f - self->shade);
}

light3 lamp_more(const lamp *self)
{
    return light3_scale(sunlight, self->shade);
}

light3 lamp_on(const lamp *self, light3 colour, float direct)
{
    if (direct < 1.0f)
        return light3_times(colour, light3_mix(lamp_shade(self), whole, direct));
    light3 more = light3_scale(lamp_more(self), direct - 1.0f);
    return (light3){colour.r + colour.r * (1.0f - colour.r) * more.r,
                    colour.g + colour.g * (1.0f - colour.g) * more.g,
                    colour.b + colour.b * (1.0f - colour.b) * more.b};
}

float lamp_direct(const lamp *self, float east, float north)
{
    float length = (float)exact_sqrt(1.0 + (double)(east * east + north * north));
    float cosine = (self->up - self->east * east - self->north * north) / length;
    return cosine > 0.0f ? cosine / self->level : 0.0f;
}

light3 lamp_on_slope(const lamp *self, light3 colour, float east, float north, float share)
{
    return lamp_on(self, colour, lamp_direct(self, east, north) * share);
}
