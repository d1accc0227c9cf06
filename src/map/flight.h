/* flight.h - frames of a flight over a map that is a torus.
 *
 * A frame is 8-bit RGB at a place of a loop.  The loop crosses the torus once; its end is its
 * start.
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
    float east, north; /* slope: rise from one side of the map to the other */
} ground_point;

/* ground_make builds the levels.  Errors: RL_NO_MEMORY. */
rl_status ground_make(ground *self, const heightmap *map, arena *memory, rl_error *error);

/* ground_height returns the height at a place, in shares of the map: x eastward, y southward, 0..1
 * or beyond, as the map wraps.  `level` is 0 .. count - 1 and may be between two levels. */
float ground_height(const ground *self, double x, double y, float level);

#define FLIGHT_STOPS 64 /* stops along the loop, at which the eye's height is known */
#define FLIGHT_TILES 32 /* tiles along a side of the map */

/* What all frames share; it is immutable once made.  Lengths are units: the longer side of the map.
 */
struct rl_flight {
    arena memory;
    ground ground;
    ground sun; /* share of the sun that shadows of hills leave, 0..1 */
    lamp light;
    double longer;             /* samples of the map in one unit */
    double unit_x, unit_y;     /* shares of the map in one unit */
    double relief;             /* units of one of height */
    double highest;            /* highest ground, units above height 0 */
    double sea;                /* level of the sea, units above height 0; -1 = no sea */
    double stop[FLIGHT_STOPS]; /* heights of the eye, units above height 0 */
    double most[FLIGHT_TILES * FLIGHT_TILES]; /* highest of 3 x 3 tiles, units above height 0 */
    float most_level; /* level up to which `most` is a bound; below 0 = none */
};

/* flight_new does the work of rl_flight_new. */
rl_status flight_new(rl_flight **result, const heightmap *map, const rl_map_rules *rules,
                     const rl_allocator *allocator, rl_error *error);

/* flight_most_at returns a bound of the ground and the sea near a place, units above height 0; x
 * and y are shares of the map. */
double flight_most_at(const rl_flight *self, double x, double y);

#endif
