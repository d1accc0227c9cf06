/* slice.h - a row of a map as the line of a ridge.
 *
 * In: a row of heights.  Out: node values at any level of its dyadic lattice: level 0
 * are the samples themselves, deeper levels lie on a smooth curve through them, broken
 * up by midpoint displacement that goes on from the row's own roughness.  Beyond its
 * ends a row goes on for ever: a tile's begins again, another is mirrored.
 */
#ifndef RL_RIDGE_FAMILIES_SLICE_H
#define RL_RIDGE_FAMILIES_SLICE_H

#include "ridge/displacement.h"
#include "heightmap/heightmap.h"

typedef struct slice {
    float *height; /* [count]: differs by at most 1 from end to end of the map */
    int count;     /* samples of a row; two or more */
    int wrap;
    double rough; /* 0..1: how far a sample lies off the middle of its neighbours (rms) */
} slice;

/* No two values that slice_fill gives without displacement differ by more. */
#define SLICE_HIGHEST 1.25

/* slice_cells returns how many spacings of its samples one map side is. */
int slice_cells(int count, int wrap);

/* slice_cut takes row y of a map that is normalised to 0..1, about its mean; `height`
 * has room for the map's width. */
void slice_cut(slice *row, float *height, const heightmap *map, int y);

/* slice_at returns sample i of the endless row. */
double slice_at(const slice *row, int64_t i);

/* slice_fill writes the values of nodes first .. first+count-1 of `level`.  `detail` is a
 * line whose anchors are all 0; `work` as for displacement_fill. */
void slice_fill(const slice *row, const displacement *detail, int level, int64_t first,
                size_t count, double *values, double *work);

#endif
