/* flight.h - a flight over a map that continues itself.
 *
 * In: a wrapped map (or any map: it is taken as a torus), rules, where on the loop.
 * Out: one frame of 8-bit RGB.  The loop crosses the torus once; its end is its start.
 */
#ifndef RL_MAP_FLIGHT_H
#define RL_MAP_FLIGHT_H

#include "heightmap/heightmap.h"

typedef struct rl_flight flight;

/* flight_new prepares what all frames share; it looks at the map as long as it lives.
 * Errors: RL_NO_MEMORY. */
rl_status flight_new(flight **made, const heightmap *map, const rl_map_rules *rules,
                     const rl_allocator *allocator, rl_error *error);
void flight_free(flight *self);

/* flight_frame draws the frame at `t` (any real; whole numbers are the same place) into
 * rgb[height][width][3].  A frame depends on map, rules, t and size alone.
 * Errors: RL_BAD_ARGUMENT (a size below 1), RL_NO_MEMORY. */
rl_status flight_frame(const flight *self, double t, int width, int height, uint8_t *rgb,
                       int threads, rl_error *error);

#endif
