/* flight_land.h - what all frames of a flight share: the land, its light, the way.
 *
 * In: a map, taken as a torus, and rules.  Out: levels of heights and of sunlight, the
 * eye's place at any time of the loop.  Read-only once made: threads may share it.
 */
#ifndef RL_MAP_FLIGHT_LAND_H
#define RL_MAP_FLIGHT_LAND_H

#include "base/exact.h"
#include "map/ground.h"
#include "map/lamp.h"

#define FLIGHT_STOPS 64 /* of the eye's height along the loop */
#define FLIGHT_TILES 32 /* along a side of the map */

/* Lengths are units: the longer side of the map. */
typedef struct flight_land {
    ground ground;
    ground sun;     /* 1 where the sun comes, 0 in the shadow of a hill */
    float *sun_map; /* its finest level */
    lamp light;
    double longer;         /* samples of the map in one unit */
    double unit_x, unit_y; /* shares of the map in one unit */
    double relief;         /* units for one of height */
    double highest;        /* above height 0 of the tint */
    double sea;            /* above height 0; below all where there is none */
    double stop[FLIGHT_STOPS];
    float most_level;                         /* up to this level `most` holds; below 0: never */
    double most[FLIGHT_TILES * FLIGHT_TILES]; /* the highest of 3 x 3 tiles, above height 0 */
} flight_land;

/* The eye and where it looks. */
typedef struct flight_eye {
    double x, y, z;     /* shares of the map; units */
    double east, north; /* the unit vector of the flight */
} flight_eye;

/* flight_land_make needs flight_land_free whatever it returns.
 * Errors: RL_NO_MEMORY. */
rl_status flight_land_make(flight_land *self, const heightmap *map, const rl_map_rules *rules,
                           const rl_allocator *allocator, rl_error *error);
void flight_land_free(flight_land *self, const rl_allocator *allocator);

/* flight_land_eye: at `t`, any real; whole numbers are the same place. */
flight_eye flight_land_eye(const flight_land *self, double t);

/* flight_land_most: a height, above height 0, that no ground or sea near a place exceeds. */
static inline double flight_land_most(const flight_land *self, double x, double y)
{
    int column = (int)((x - (double)exact_floor(x)) * FLIGHT_TILES);
    int row = (int)((y - (double)exact_floor(y)) * FLIGHT_TILES);
    return self->most[(row & (FLIGHT_TILES - 1)) * FLIGHT_TILES + (column & (FLIGHT_TILES - 1))];
}

#endif
