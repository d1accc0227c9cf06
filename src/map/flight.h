/* flight.h - a flight over a map that continues itself.
 *
 * In: a map, taken as a torus, rules, a place on the loop.  Out: one frame of 8-bit RGB.
 * The loop crosses the torus once; its end is its start.
 */
#ifndef RL_MAP_FLIGHT_H
#define RL_MAP_FLIGHT_H

#include "map/ground.h"
#include "map/lamp.h"
#include "ridgeline-map.h"

#define FLIGHT_STOPS 64 /* of the eye's height along the loop */
#define FLIGHT_TILES 32 /* along a side of the map */

/* Lengths are units: the longer side of the map. */
/* What all frames share; read-only once made. */
struct rl_flight {
    const rl_allocator *allocator;
    ground ground;
    ground sun;     /* 1 in the sun, 0 in the shadow of a hill */
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
};

typedef struct rl_flight flight;

/* flight_new prepares what all frames share; the map must outlive it.
 * Errors: RL_NO_MEMORY. */
rl_status flight_new(flight **result, const heightmap *map, const rl_map_rules *rules,
                     const rl_allocator *allocator, rl_error *error);
void flight_free(flight *self);

/* flight_frame draws the frame at `t` (any real; whole numbers are the same place) into
 * rgb[height][width][3].  A frame depends on map, rules, t and size alone.
 * Errors: RL_BAD_ARGUMENT (a size below 1), RL_NO_MEMORY. */
rl_status flight_frame(const flight *self, double t, int width, int height, uint8_t *rgb,
                       int threads, rl_error *error);

/* flight_most_at returns a height above height 0 that no ground or sea near a place exceeds;
 * x and y are shares of the map. */
double flight_most_at(const flight *self, double x, double y);

#endif
