/* flight.h - a flight over a map that continues itself.
 *
 * In: a map, taken as a torus, rules, a place on the loop.  Out: one frame of 8-bit RGB.
 * The loop crosses the torus once; its end is its start.
 */
#ifndef RL_MAP_FLIGHT_H
#define RL_MAP_FLIGHT_H

#include "base/arena.h"
#include "map/lamp.h"

/* Heights of a torus at any place and fineness: level 0 is the map, each further level the
 * means of about 2 x 2 samples of the one before. */
#define GROUND_LEVELS 16

typedef struct ground_level {
    int width, height;
    const float *h;
} ground_level;

typedef struct ground {
    int count; /* of levels, at least 1 */
    ground_level level[GROUND_LEVELS];
} ground;

typedef struct ground_point {
    float height;
    float east, north; /* rise from one side of the map to the other */
} ground_point;

/* ground_make builds the levels.  Errors: RL_NO_MEMORY. */
rl_status ground_make(ground *self, const heightmap *map, arena *memory, rl_error *error);

/* Places are shares of the map: x 0..1 eastward, y 0..1 southward; any number is brought
 * back.  `level` may be between two levels: 0 .. count - 1. */
float ground_height(const ground *self, double x, double y, float level);

#define FLIGHT_STOPS 64 /* of the eye's height along the loop */
#define FLIGHT_TILES 32 /* along a side of the map */

/* What all frames share; read-only once made.  Lengths are units: the longer side of the map. */
struct rl_flight {
    arena memory;
    ground ground;
    ground sun; /* 1 in the sun, 0 in the shadow of a hill */
    lamp light;
    double longer;         /* samples of the map in one unit */
    double unit_x, unit_y; /* shares of the map in one unit */
    double relief;         /* units for one of height */
    double highest;        /* above height 0 of the tint */
    double sea;            /* above height 0; below all where there is none */
    double stop[FLIGHT_STOPS];
    float most_level;                         /* up to this level `most` holds; below 0: never */
    double most[FLIGHT_TILES * FLIGHT_TILES]; /* the highest of 3 x 3 tiles, above height 0 */
};

/* flight_new does the work of rl_flight_new. */
rl_status flight_new(rl_flight **result, const heightmap *map, const rl_map_rules *rules,
                     const rl_allocator *allocator, rl_error *error);

/* flight_most_at returns a height above height 0 that no ground or sea near a place exceeds;
 * x and y are shares of the map. */
double flight_most_at(const rl_flight *self, double x, double y);

#endif
