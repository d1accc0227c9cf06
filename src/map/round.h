/* round.h - ground without needles, for a flight that passes close above it. */
#ifndef RL_MAP_ROUND_H
#define RL_MAP_ROUND_H

#include "base/arena.h"
#include "heightmap/heightmap.h"

/* ground_round makes a map of the same size, in `memory`, whose bumps and hollows are limited: of
 * `radius` samples, 1, 2, 4, ..., they rise or fall by at most `limit` x radius heights over the
 * smoother ground.  The map is a torus.  Errors: RL_NO_MEMORY. */
rl_status ground_round(heightmap *rounded, const heightmap *map, double limit, arena *memory,
                       rl_error *error);

#endif
