/* horizon.c - ridges that are the true horizons of a place: the highest visible ground in each ring
 * of distances of the scene's DEM.
 *
 * The ends of the rings are a geometric series.  Haze over a ring depends on its true distance: the
 * contrast of an object at distance d falls to exp(-3.912 d / visibility) (H. Koschmieder, 1924).
 */
#include <string.h>

#include "base/exact.h"
#include "ridge/family.h"
#include "ridgeline-map.h"

#define KOSCHMIEDER 3.912 /* -ln of the least visible contrast, 0.02 */

/* Distances, km. */
#define NEAREST 0.001   /* start of the nearest ring */
#define ENDLESS 1000.0  /* end of the farthest ring, at the horizon */
#define FIRST_CELLS 2.0 /* end of the nearest ring, in cells of the DEM instead of km */
#define FIRST 0.06      /* end of the nearest ring if there is no DEM with a georeference */
#define FARTHEST 60.0   /* end of the land if there is no DEM with a georeference */

#define HAZE_POWER_LEAST 0.1 /* a smaller haze_power of the scene counts as this */

/* Returns the distance from the eye to the farthest corner of the DEM, km, within limits; writes
 * the far end of the nearest ring, km. */
static double find_reach(const rl_scene *scene, double *nearest)
{
    const rl_dem *dem = scene->dem;
    *nearest = FIRST;
    if (dem == NULL || !dem->reference.is_placed)
        return FARTHEST;
    const rl_georeference *place = &dem->reference;
    double west = (scene->panorama.x - place->west) / place->cell_x;
    double north = (place->north - scene->panorama.y) / place->cell_y;
    double x = exact_max(west, dem->width - west) * place->metres_x;
    double y = exact_max(north, dem->height - north) * place->metres_y;
    *nearest = 1e-3 * FIRST_CELLS * exact_max(place->metres_x, place->metres_y);
    double reach = 1e-3 * exact_sqrt(x * x + y * y);
    return exact_clamp(reach, 4.0 * *nearest, 0.5 * ENDLESS);
}

static void stand(rl_scene *scene, int index)
{
    rl_ridge *ridge = &scene->ridge[index];
    double nearest, reach = find_reach(scene, &nearest);
    int rings = scene->ridge_count, nearer = rings - 1 - index;
    /* The farthest ring (index 0) is the plain beyond the DEM, the nearest is around the eye. */
    double step = exact_log2(reach / nearest) / (rings > 2 ? rings - 2 : 1);
    double from = nearer == 0  ? NEAREST
                  : index == 0 ? reach
                               : nearest * exact_exp2(step * (nearer - 1));
    double to = index == 0 ? ENDLESS : rings == 2 ? reach : nearest * exact_exp2(step * nearer);
    ridge_fill(ridge, "ring_from", exact_round(1e6 * from) / 1e6);
    ridge_fill(ridge, "ring_to", exact_round(1e6 * to) / 1e6);
    double middle = exact_sqrt(exact_max(ridge_real(ridge, "ring_from"), NEAREST) *
                               exact_max(ridge_real(ridge, "ring_to"), NEAREST));
    double air = 1.0 - exact_exp(-KOSCHMIEDER * 1e3 * middle / scene->panorama.visibility);
    /* Inverse of light_haze: the depth at which haze is (1 - depth)^haze_power = air. */
    double depth = 1.0 - exact_pow(air, 1.0 / exact_max(scene->haze_power, HAZE_POWER_LEAST));
    fill_real(&ridge->depth, exact_clamp(depth, 0.0, 1.0));
    fill_real(&ridge->base, 0.0);
    fill_real(&ridge->amplitude, 1.0);
    fill_real(&ridge->min_height, -RIDGE_HIGHEST);
    fill_real(&ridge->slope, 0.0);
    fill_real(&ridge->valley, 0.0);
    fill_real(&ridge->snow, scene->land_snow);
    fill_real(&ridge->relief, scene->land_relief);
    fill_real(&ridge->trees, 0.0);
}

static void fill(const ridge_line *line, int level, int64_t first, size_t count, double *values,
                 double *places, double *work)
{
    (void)line;
    (void)level;
    (void)first;
    (void)places;
    (void)work;
    memset(values, 0, count * sizeof *values); /* vista_sample gives its heights */
}

static const scene_key keys[] = {
    REAL_KEY("ridge.N.ring_from", BY_NAME, -1000, ENDLESS, RL_AUTO,
             "near end of the ring of distances of a horizon, km"),
    REAL_KEY("ridge.N.ring_to", BY_NAME, -1000, ENDLESS, RL_AUTO,
             "far end of the ring of distances of a horizon, km; 1000 = at the horizon"),
};

const ridge_family ridge_family_horizon = {.name = "horizon",
                                           .meaning = "the true horizon of a ring of distances "
                                                      "round a place of a DEM",
                                           .noun = "mountains",
                                           .fill = fill,
                                           .tallest = 1.0,
                                           .stand = stand,
                                           RIDGE_KEYS(keys),
                                           .traits = RIDGE_FACES | RIDGE_LEVEL | RIDGE_LITERAL |
                                                     RIDGE_OF_DEM};
