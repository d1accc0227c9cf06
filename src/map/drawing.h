/* drawing.h - writes a finished map as SVG: coast, heights, contours and rivers, each in a layer,
 * in the colours of the plate. */
#ifndef RL_MAP_DRAWING_H
#define RL_MAP_DRAWING_H

#include "heightmap/heightmap.h"

/* drawing_write writes the map to the sink; `title` may be NULL.
 * Errors: RL_BAD_ARGUMENT (too many contours), RL_NO_MEMORY, RL_CANCELLED, those of the sink. */
rl_status drawing_write(const heightmap *map, const char *title, const heightmap_work *work,
                        rl_sink *sink, rl_error *error);

#endif
