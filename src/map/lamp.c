/* lamp.c - light on land: see lamp.h.
 *
 * The hillshade is that of B. K. P. Horn, "Hill shading and the reflectance map" (1981).
 * gdaldem adds the same metres in single precision in the same order, so its shades are
 * equal; only its square root is approximate.
 */
#include "map/lamp.h"

#include "base/colour.h"
#include "base/exact.h"

#include <string.h>

/* Sun and sky have their colours: light is warm, shade is cool. */
static const light3 sunlight = {1.3f, 1.1f, 0.7f}, skylight = {0.55f, 0.77f, 1.25f};

/* A light lower than this does not make level ground's share of it ever smaller. */
#define LEAST_LEVEL 0.3

double degrees_cosine(double degrees)
{
    double turn = degrees / 360.0;
    double cosine = exact_cos_turn(turn - (double)exact_floor(turn));
    return exact_abs(cosine) < 1e-14 ? 0.0 : cosine;
}

double degrees_sine(double degrees)
{
    return degrees_cosine(degrees - 90.0);
}

light3 light3_of(rl_colour colour)
{
    linear_rgb light = colour_to_linear(colour);
    return (light3){(float)light.r, (float)light.g, (float)light.b};
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

void lamp_make(lamp *self, const heightmap *map, const rl_map_rules *rules)
{
    /* The azimuth runs clockwise from north. */
    double level = degrees_cosine(rules->altitude), up = degrees_sine(rules->altitude);
    self->east = (float)(degrees_sine(rules->azimuth) * level);
    self->north = (float)(degrees_cosine(rules->azimuth) * level);
    self->up = (float)up;
    self->level = (float)exact_max(up, LEAST_LEVEL);
    self->shade = (float)rules->shade;
    double least, most;
    lamp_span(map, &least, &most);
    self->low = exact_min(least, 0.0);
    self->high = exact_max(most, 1.0);
    tint_range(rules, least, most, &self->land_low, &self->land_high);
    self->sea = rules->sea;
    self->deepest = exact_min(least, rules->sea - 1e-6);
    tint_make(&self->land, rules, self->land_low, self->land_high);
    tint_make_sea(&self->water, rules);
    tone_init(&self->tone);
}

#define LAST_ENTRY ((int)(sizeof((tint_table *)0)->r / sizeof(float)) - 1)

static light3 table_at(const tint_table *table, double share)
{
    int i = (int)(exact_clamp(share, 0.0, 1.0) * LAST_ENTRY + 0.5);
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
    return (light3){colour.r + colour.r * (1.0f - colour.r) * more.r,
                    colour.g + colour.g * (1.0f - colour.g) * more.g,
                    colour.b + colour.b * (1.0f - colour.b) * more.b};
}

light3 lamp_on_slope(const lamp *self, light3 colour, float east, float north, float share)
{
    float length = (float)exact_sqrt(1.0 + (double)(east * east + north * north));
    float cosine = (self->up - self->east * east - self->north * north) / length;
    return lamp_on(self, colour, cosine > 0.0f ? cosine / self->level * share : 0.0f);
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

/* ---- hillshade ------------------------------------------------------------------ */

hillshade hillshade_of(const rl_map_rules *rules)
{
    double level = degrees_cosine(rules->altitude);
    return (hillshade){
        .ew = degrees_sine(rules->azimuth) * level,
        .ns = degrees_cosine(rules->azimuth) * level,
        .up = degrees_sine(rules->altitude),
        .relief = rules->relief,
        .scale = rules->exaggeration / (8.0 * rules->cell),
    };
}

static const float *row_of(const heightmap *map, int y)
{
    int inside = y < 0 ? y + map->height : y >= map->height ? y - map->height : y;
    return map->h + (size_t)inside * (size_t)map->width;
}

void hillshade_row(const hillshade *light, const heightmap *map, int y, uint8_t *shades)
{
    int last = map->width - 1;
    if (!map->wrap && (y <= 0 || y >= map->height - 1)) {
        memset(shades, 0, (size_t)map->width);
        return;
    }
    const float *north = row_of(map, y - 1);
    const float *middle = row_of(map, y);
    const float *south = row_of(map, y + 1);
    for (int x = 0; x <= last; x++) {
        int west = x > 0 ? x - 1 : last;
        int east = x < last ? x + 1 : 0;
        if (!map->wrap && (x == 0 || x == last)) {
            shades[x] = 0;
            continue;
        }
        /* Horn's window in metres without its middle: rows a b c, d . f, g h i from the north.
         * Sums to the west and to the south are positive where the land falls that way. */
#define METRES(row, column) ((float)((double)(row)[column] * light->relief))
        float a = METRES(north, west), b = METRES(north, x), c = METRES(north, east);
        float d = METRES(middle, west), f = METRES(middle, east);
        float g = METRES(south, west), h = METRES(south, x), i = METRES(south, east);
#undef METRES
        float corner = a - i, other = g - c, side = d - f, end = b - h;
        double to_west = (double)(corner + side + side + other) * light->scale;
        double to_north = (double)(corner + end + end - other) * light->scale;
        /* The slope rises east by -to_west and north by to_north. */
        double facing = light->up + to_west * light->ew - to_north * light->ns;
        double length = exact_sqrt(1.0 + to_west * to_west + to_north * to_north);
        double shade = 254.0 * facing / length;
        shades[x] = shade <= 0.0 ? 1 : (uint8_t)(int)(shade + 1.5);
    }
}
