/* flight.h - frames of a flight over a map that is a torus.
 *
 * A frame is 8-bit RGB, seen from a place of a loop.  The loop crosses the torus once and returns
 * to its start.
 */
#ifndef RL_MAP_FLIGHT_H
#define RL_MAP_FLIGHT_H

#include "base/arena.h"
#include "map/lamp.h"

/* A pyramid of the heights of a torus: level 0 is the map, a sample of each further level is the
 * mean of about 2 x 2 samples of the level before. */
#define GROUND_LEVELS 16

typedef struct ground_level {
    int width, height;
    const float *h;
} ground_level;

typedef struct ground {
    int count; /* number of levels, at least 1 */
    ground_level level[GROUND_LEVELS];
} ground;

typedef struct ground_point {
    float height;
    float east, north; /* slope: rise in heights over a side of the map */
} ground_point;

/* ground_make builds the levels.  Errors: RL_NO_MEMORY. */
rl_status ground_make(ground *self, const heightmap *map, arena *memory, rl_error *error);

/* ground_height returns the height at a place; x and y are shares of the map's width (eastward) and
 * height (southward), and may be beyond 0..1, as the map wraps.  `level` is 0 .. count - 1 and may
 * be between two levels. */
float ground_height(const ground *self, double x, double y, float level);

#define FLIGHT_STOPS 64 /* places at even distances along the loop */
#define FLIGHT_TILES 32 /* number of tiles along each side of the map */

/* What all frames share; it is immutable once made.  Lengths are units: the longer side of the map.
 */
struct rl_flight {
    arena memory;
    ground ground;
    ground sun; /* share of the sun that shadows of hills leave, 0..1 */
    lamp light;
    double longer;             /* samples of the map in one unit */
    double unit_x, unit_y;     /* share of the map's width, and of its height, in one unit */
    double relief;             /* units for a difference of 1 in height */
    double highest;            /* highest ground, units above height 0 */
    double sea;                /* level of the sea, units above height 0; -1 = no sea */
    double stop[FLIGHT_STOPS]; /* heights of the eye less CLEARANCE, units above height 0 */
    double most[FLIGHT_TILES * FLIGHT_TILES]; /* bound for land and sea, units above height 0 */
    double wide_most[FLIGHT_TILES * FLIGHT_TILES]; /* the bound within a tile's side of the tile */
    /* Points of a spline above all ground, for the height of a steered eye; units above height 0.
     */
    double cover[FLIGHT_TILES * FLIGHT_TILES];
    float most_level; /* greatest level for whose samples `most` is a bound; below 0 = none */
};

/* flight_new does the work of rl_flight_new on a finished map. */
rl_status flight_new(rl_flight **result, const heightmap *map, const rl_map_rules *rules,
                     const rl_allocator *allocator, rl_error *error);

/* flight_most_at returns an upper bound of ground and sea near a place, units above height 0; x and
 * y are as for ground_height. */
double flight_most_at(const rl_flight *self, double x, double y);

/* flight_cover_at returns the height of a smooth cover of the ground and sea near a place, units
 * above height 0; x and y are as for ground_height. */
double flight_cover_at(const rl_flight *self, double x, double y);

#endif
