/* area.h - the coverage of the pixels of a run by an outline.
 *
 * area_lanes.h measures it below a polyline, and blends colours by it.
 */
#ifndef RL_PAINT_AREA_H
#define RL_PAINT_AREA_H

#include "paint/tiles.h"

/* In the masks, bit i is column i of the run. */
typedef struct pixel_area {
    uint64_t whole;                 /* columns that are wholly inside */
    uint64_t part;                  /* columns that are partly inside: few */
    float covered[TILES_BLOCK + 8]; /* coverage of the columns in `part`, 0..1; others undefined */
} pixel_area;

#endif
