/* plane.h - the law of every plane that is seen in perspective: sea, deck of clouds, plain.
 *
 * A plane under the horizon is at distance D = k / (horizon - Y).  Its noise is sampled at
 * (x, ln D), with x as it is on the screen: as d ln D = dD / D, a cell is as long in the world
 * as it is wide.  Octave m has 2^m cells where the first has one, everywhere; the weights
 * slide with the distance, so that each row shows those that are about as large as things of
 * one size are there.  Nothing is divided by the distance: each octave repeats after a whole
 * number of cells of a loop, and no column depends on another.
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

/* The broadest octave, for D from 1/2 on, and how many a row has at most. */
#define PLANE_FIRST (-1)
#define PLANE_OCTAVES 12

typedef struct plane_law {
    uint64_t key;
    double across, along; /* cells of octave 0 in a U of x, and where ln D rises by 1 */
    double gain;          /* weight of an octave of that of the next broader one, from t = 0 on */
    double broad;         /* and of the next finer one, below; 0 = t + 1, none below t = -1 */
    int32_t period;       /* cells of octave PLANE_FIRST in a loop, 0 = it is endless */
} plane_law;

/* One octave in one row. */
typedef struct plane_octave {
    uint32_t hash[2]; /* of the rows of corners beyond and before */
    float y;          /* the way between them, 0..1 */
    float fade, rise; /* the same eased, and the slope of that */
    double rate;      /* cells in a U */
    float rate_along; /* cells where ln D rises by 1 */
    int32_t period;   /* cells of a loop, 0 = endless */
    float t;          /* its number from that whose cells are about 1 / across U at D = 1 */
    float weight;     /* less where it is finer than the pixels */
} plane_octave;

typedef struct plane_row {
    int octaves;
    float norm; /* the root of the sum of squared weights: divides a sum to about -1..1 */
    /* The same with octaves that are too fine to be seen: near the horizon it divides a sum to less
     * and less, where by `norm` the first octave that is seen would begin at once. */
    float whole;
    float hidden; /* 0..1: the deviation of what is too fine, share of all */
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

/* plane_octave_at finds the corners of an octave, and the way between them, at y (its cells). */
void plane_octave_at(plane_octave *octave, uint64_t key, int number, double y);

/* plane_row_at finds the octaves that are seen at distance D, where ln D rises by `rise` from
 * one row of pixels to the next: octaves that are finer are left out. */
void plane_row_at(plane_row *row, const plane_law *law, double distance, double rise);

/* plane_span_at places columns x, x + step ... (U). */
void plane_span_at(plane_span *span, const plane_row *row, double x, double step);

#endif
