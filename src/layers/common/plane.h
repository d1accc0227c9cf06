/* plane.h - the law of every plane that is seen in perspective: sea, deck of clouds, plain.
 *
 * A plane under the horizon is at distance D = k / (horizon - Y).  Its noise is sampled at
 * (x, ln D), with x as it is on the screen: as d ln D = dD / D, a cell is as long in the world
 * as it is wide.  Octave m has 2^m cells where the first has one, everywhere; the weights
 * slide with the distance, so that each row shows those that are about as large as things of
 * one size are there.  As x is not divided by the distance, each octave repeats after a whole
 * number of cells in a loop.
 *
 * How to use it: plane_law_make once; for each row plane_row_at, which finds its octaves; for
 * each block of columns plane_span_at; then, in a kernel, plane_sum of plane_lanes.h, or
 * plane_noise or plane_noise_slope for each octave where the sum by weight is not enough:
 *
 *     plane_law_make(&law, key, frame->loop, 0.78, 4.4, 0.72);     waves
 *     plane_row_at(&row, &law, distance, 1 / below);               `below` rows from the horizon
 *     plane_span_at(&span, &row, x, step);                         columns x, x + step ...
 *     for (i = 0; i < columns; i += LANES)
 *         height = plane_sum(&row, &span, lanes_to_f(lanes_count()) + lanes_of(i));
 */
#ifndef RL_LAYERS_PLANE_H
#define RL_LAYERS_PLANE_H

#include <stdint.h>

#define PLANE_FIRST (-1) /* number of the broadest octave, for D from 1/2 on */
#define PLANE_OCTAVES 12 /* largest number of octaves in a row */

typedef struct plane_law {
    uint64_t key;
    double across, along; /* cells of octave 0 per U of x and per ln D */
    double gain;          /* weight of octave t over that of t - 1, from t = 0 on */
    double broad;         /* weight of octave t over that of t + 1 below 0; 0 = weight t + 1 */
    int32_t period;       /* cells of octave PLANE_FIRST in a loop, 0 = it is endless */
} plane_law;

/* One octave in one row. */
typedef struct plane_octave {
    uint32_t hash[2]; /* hashes of the rows of corners before and after y */
    float y;          /* fraction of the cell between these rows, 0..1 */
    float fade, rise; /* Perlin's fade of y, and the slope of that fade */
    double rate;      /* cells per U */
    float rate_along; /* cells per ln D */
    int32_t period;   /* cells of a loop, 0 = endless */
    float t;          /* octave number less log2 D: at t = 0 cells are 1 / across / D U wide */
    float weight;     /* fades to 0 where the octave is finer than pixels */
} plane_octave;

typedef struct plane_row {
    int octaves;
    float norm; /* root of the sum of squared weights: scales a sum to about -1..1 */
    /* Like `norm`, with the octaves that are too fine to be seen.  A sum divided by it fades toward
     * the horizon; divided by `norm`, the first visible octave would appear at full strength. */
    float whole;
    float hidden; /* deviation of the invisible octaves, share of all, 0..1 */
    plane_octave octave[PLANE_OCTAVES];
} plane_row;

/* Equally spaced columns of a row, in cells of each octave. */
typedef struct plane_span {
    int32_t cell[PLANE_OCTAVES];
    float part[PLANE_OCTAVES], step[PLANE_OCTAVES];
} plane_span;

/* plane_law_make fits `across` to a loop (U, 0 = none); `broad` is 0 until it is set. */
void plane_law_make(plane_law *law, uint64_t key, double loop, double across, double along,
                    double gain);

/* plane_octave_at finds the rows of corners of an octave around y, in its cells. */
void plane_octave_at(plane_octave *octave, uint64_t key, int number, double y);

/* plane_row_at finds the octaves that are seen at distance D, where ln D rises by `rise` from
 * one row of pixels to the next: octaves that are finer are left out. */
void plane_row_at(plane_row *row, const plane_law *law, double distance, double rise);

/* plane_span_at places columns x, x + step ... (U). */
void plane_span_at(plane_span *span, const plane_row *row, double x, double step);

#endif
