/* ground.h - heights of a torus at any place and fineness.
 *
 * In: a map, taken as a torus.  Out: height and slope at a place, smooth, as fine as
 * asked: level 0 is the map, each further level the means of about 2 x 2 of the one before.
 */
#ifndef RL_MAP_GROUND_H
#define RL_MAP_GROUND_H

#include "heightmap/heightmap.h"

#define GROUND_LEVELS 16

typedef struct ground_level {
    int width, height;
    const float *h;
} ground_level;

typedef struct ground {
    const rl_allocator *allocator;
    int count; /* of levels, at least 1 */
    ground_level level[GROUND_LEVELS];
    float *made; /* all levels but the first */
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
 * back.  `level` may lie between two levels: 0 .. count - 1. */
float ground_height(const ground *self, double x, double y, float level);
ground_point ground_at(const ground *self, double x, double y, float level);

#endif
