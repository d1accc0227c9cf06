/* flight.h - a flight over a map that continues itself.
 *
 * In: a map, taken as a torus, rules, a place on the loop.  Out: one frame of 8-bit RGB.
 * The loop crosses the torus once; its end is its start.
 */
#ifndef RL_MAP_FLIGHT_H
#define RL_MAP_FLIGHT_H

#include "map/lamp.h"
#include "ridgeline-map.h"

/* Heights of a torus at any place and fineness: level 0 is the map, each further level the
 * means of about 2 x 2 samples of the one before. */
#define GROUND_LEVELS 16

typedef struct ground_level {
    int width, height;
    const float *h;
} ground_level;

typedef struct ground {
    const rl_allocator *allocator;
    int count; /* of levels, at least 1 */
    ground_level level[GROUND_LEVELS];
    float *coarse; /* all levels but the first */
} ground;

typedef struct ground_point {
    float height;
    float east, north; /* rise from one side of the map to the other */
} ground_point;

/* ground_make builds the levels.  Errors: RL_NO_MEMORY. */
rl_status ground_make(ground *self, const heightmap *map, const rl_allocator *allocator,
                      rl_error *error);
void ground_free(ground *self);

/* Places are shares of the map: x 0..1 eastward, y 0..1 southward; any number is brought
 * back.  `level` may be between two levels: 0 .. count - 1. */
float ground_height(const ground *self, double x, double y, float level);

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
