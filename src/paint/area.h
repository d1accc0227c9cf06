/* area.h - which part of the pixels of a run is inside an outline.
 *
 * coverage_kernel.h measures it below a polyline, blend_kernel.h lays colours inside it.
 */
#ifndef RL_PAINT_AREA_H
#define RL_PAINT_AREA_H

#include "paint/tiles.h"

/* Bit i is column i of the run.  Few pixels are cut by an outline: the others have no
 * number. */
typedef struct pixel_area {
    uint64_t whole;                 /* columns that are wholly inside */
    uint64_t part;                  /* columns that are partly inside */
    float covered[TILES_BLOCK + 8]; /* how much of these, 0..1; the rest is spare */
} pixel_area;

#endif
