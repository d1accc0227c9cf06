/* lamp.c - light on land: see lamp.h. */
#include "map/lamp.h"

#include "base/colour.h"
#include "base/exact.h"
#include "map/project.h"

/* Sun and sky have their colours: light is warm, shade is cool. */
static const light3 sunlight = {1.3f, 1.1f, 0.7f}, skylight = {0.55f, 0.77f, 1.25f};

/* A light lower than this does not make level ground's share of it ever smaller. */
#define LEAST_LEVEL 0.3

light3 light3_of(rl_colour colour)
{
    linear_rgb light = colour_to_linear(colour);
    light3 made = {(float)light.r, (float)light.g, (float)light.b};
    return made;
}

void lamp_span(const heightmap *map, double *least, double *most)
{
    size_t count = (size_t)map->width * (size_t)map->height;
    float low = map->h[0], high = map->h[0];
    for (size_t i = 1; i < count; i++) {
        low = map->h[i] < low ? map->h[i] : low;
        high = map->h[i] > high ? map->h[i] : high;
    }
    *least = (double)low;
    *most = (double)high;
}

/* The direction of a compass point `azimuth` clockwise from north, `altitude` up. */
static void lamp_aim(lamp *self, double azimuth, double altitude)
{
    double level = project_cosine(altitude), up = project_sine(altitude);
    self->east = (float)(project_sine(azimuth) * level);
    self->north = (float)(project_cosine(azimuth) * level);
    self->up = (float)up;
    self->level = (float)exact_max(up, LEAST_LEVEL);
}

void lamp_make(lamp *self, const heightmap *map, const rl_map_rules *rules)
{
    lamp_aim(self, rules->azimuth, rules->altitude);
    self->shade = (float)rules->shade;
    double least, most;
    lamp_span(map, &least, &most);
    self->low = exact_min(least, 0.0);
    self->high = exact_max(most, 1.0);
    tint_range(rules, least, most, &self->from, &self->to);
    self->sea = rules->sea;
    self->deepest = exact_min(least, rules->sea - 1e-6);
    tint_make(&self->land, rules, self->from, self->to);
    tint_make_sea(&self->water, rules);
    tone_init(&self->tone);
}

#define LAST_ENTRY ((int)(sizeof((tint_table *)0)->r / sizeof(float)) - 1)

static light3 table_at(const tint_table *table, double share)
{
    int i = (int)(exact_clamp(share, 0.0, 1.0) * LAST_ENTRY + 0.5);
    light3 colour = {table->r[i], table->g[i], table->b[i]};
    return colour;
}

light3 lamp_land(const lamp *self, float height)
{
    return table_at(&self->land, ((double)height - self->from) / (self->to - self->from));
}

light3 lamp_water(const lamp *self, float height)
{
    return table_at(&self->water, (self->sea - (double)height) / (self->sea - self->deepest));
}

/* Light on a tint is relative to that of level land.  Shade is sky light alone; what is
 * more than level land's share brightens by c (1 - c), which cannot wash a tint out. */
light3 lamp_on(const lamp *self, light3 colour, float direct)
{
    if (direct < 1.0f) {
        light3 whole = {1.0f, 1.0f, 1.0f};
        light3 shade = light3_scale(light3_mix(whole, skylight, self->shade), 1.0f - self->shade);
        return light3_times(colour, light3_mix(shade, whole, direct));
    }
    light3 more = light3_scale(sunlight, self->shade * (direct - 1.0f));
    light3 lit = {colour.r + colour.r * (1.0f - colour.r) * more.r,
                  colour.g + colour.g * (1.0f - colour.g) * more.g,
                  colour.b + colour.b * (1.0f - colour.b) * more.b};
    return lit;
}

light3 lamp_on_slope(const lamp *self, light3 colour, float east, float north)
{
    float length = (float)exact_sqrt(1.0 + (double)(east * east + north * north));
    float cosine = (self->up - self->east * east - self->north * north) / length;
    return lamp_on(self, colour, cosine > 0.0f ? cosine / self->level : 0.0f);
}

static uint8_t byte_of(const lamp *self, float light)
{
    return (uint8_t)(tone_encode(&self->tone, light) * 255.0f + 0.5f);
}

void lamp_bytes(const lamp *self, light3 light, uint8_t out[3])
{
    out[0] = byte_of(self, light.r);
    out[1] = byte_of(self, light.g);
    out[2] = byte_of(self, light.b);
}
