/* raster.h - triangles into samples: which triangle is in front, at every sample.
 *
 * In: triangles in fixed-point places of the picture.  Out: for every sample the nearest
 * one's depth, material and interpolated values; colours are the caller's.
 *
 * A pixel has 3 x 3 samples, the grid sheared by a ninth of a pixel in both directions:
 * so an edge close to a row or a column still has nine steps, not three.  Coverage is
 * integer and follows the top-left rule: triangles that share an edge leave no gap and
 * touch no sample twice.  A raster holds a band of rows; what a sample gets does not
 * depend on which band holds it.
 */
#ifndef RL_MAP_RASTER_H
#define RL_MAP_RASTER_H

#include <stddef.h>
#include <stdint.h>

#define RASTER_SIDE 3   /* samples along a pixel's side */
#define RASTER_STEP 240 /* units from sample to sample */
#define RASTER_SHEAR 80 /* units */
#define RASTER_PIXEL (RASTER_SIDE * RASTER_STEP)
#define RASTER_VALUES 3

typedef struct raster_vertex {
    int32_t x, y; /* units from the picture's left upper corner */
    float depth;  /* less is nearer */
    float value[RASTER_VALUES];
} raster_vertex;

typedef struct raster_sample {
    float depth;
    float value[RASTER_VALUES];
    int32_t material; /* 0: nothing was drawn */
} raster_sample;

typedef struct raster {
    int width;       /* samples */
    int top, bottom; /* rows of samples: top .. bottom - 1 */
    raster_sample *sample;
} raster;

/* raster_units turns pixels into units. */
int32_t raster_units(double pixels);

/* raster_clear empties the rows. */
void raster_clear(raster *self);

/* raster_triangle draws a triangle whose corners run clockwise in the picture; one that
 * runs the other way is seen from behind and left out.  Of equal depths the first stays. */
void raster_triangle(raster *self, const raster_vertex *a, const raster_vertex *b,
                     const raster_vertex *c, int material);

#endif
