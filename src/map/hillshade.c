/* hillshade.c - how bright a slope is under a light from one side.
 *
 * In: heights, the light's direction, metres.  Out: 1..255 by sample, 0 where a
 * map that does not wrap has no neighbours.  B. K. P. Horn, "Hill shading and
 * the reflectance map" (1981).  gdaldem takes the same sums of metres in single
 * precision in the same order, so that its shades are ours; only its square
 * root is approximate.
 */
#include "map/view.h"

#include "base/exact.h"
#include "map/project.h"

#include <string.h>

hillshade hillshade_of(const rl_map_rules *rules)
{
    double level = project_cosine(rules->altitude);
    hillshade light = {
        .ew = project_sine(rules->azimuth) * level,
        .ns = project_cosine(rules->azimuth) * level,
        .up = project_sine(rules->altitude),
        .relief = rules->relief,
        .scale = rules->exaggeration / (8.0 * rules->cell),
    };
    return light;
}

/* The window of Horn's filter in metres, its middle left out: rows a b c, d .
 * f, g h i from the north. */
typedef struct horn_window {
    float a, b, c, d, f, g, h, i;
} horn_window;

static uint8_t shade_of(const hillshade *light, const horn_window *w)
{
    /* Sums to the west and to the south are positive where the land falls that
     * way. */
    float corner = w->a - w->i;
    float other = w->g - w->c;
    float side = w->d - w->f;
    float end = w->b - w->h;
    float west = corner + side + side + other;
    float north = corner + end + end - other;
    double x = (double)west * light->scale;
    double y = (double)north * light->scale;
    /* The slope rises east by -x and north by y. */
    double facing = light->up + x * light->ew - y * light->ns;
    double shade = 254.0 * facing / exact_sqrt(1.0 + x * x + y * y);
    return shade <= 0.0 ? 1 : (uint8_t)(int)(shade + 1.5);
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
    const float *here = row_of(map, y);
    const float *south = row_of(map, y + 1);
    for (int x = 0; x <= last; x++) {
        int west = x > 0 ? x - 1 : last;
        int east = x < last ? x + 1 : 0;
        if (!map->wrap && (x == 0 || x == last)) {
            shades[x] = 0;
            continue;
        }
#define METRES(row, at) ((float)((double)(row)[at] * light->relief))
        horn_window w = {METRES(north, west), METRES(north, x),   METRES(north, east),
                         METRES(here, west),  METRES(here, east), METRES(south, west),
                         METRES(south, x),    METRES(south, east)};
#undef METRES
        shades[x] = shade_of(light, &w);
    }
}
