/* cracks.h - cracks in a sheet of ice, for the slices of a deck, on the plane of plane.h.
 *
 * The cells of a Voronoi diagram have one of two colours, and cracks are the borders between cells
 * of different colours: so a crack has no end, it closes or leaves the picture.  Cracks are
 * narrower the farther they are, and they fade out before the horizon.
 */
#ifndef RL_LAYERS_CRACKS_H
#define RL_LAYERS_CRACKS_H

#include <stdint.h>

enum { CRACK_ROWS = 3 };
enum { CRACK_ACROSS, CRACK_ALONG, CRACK_OPEN, CRACK_NOISES }; /* noises of add_cracks */

/* The cells of all slices. */
typedef struct crack_law {
    uint64_t key;
    double across;  /* cells per U of x */
    int32_t period; /* cells of a loop, 0 = endless */
} crack_law;

/* The cells in one slice. */
typedef struct crack_slice {
    uint32_t hash[CRACK_ROWS]; /* hashes of the row of cells, and of those before and after it */
    float y;                   /* place in its row of cells, 0..1 */
    float wide;                /* width of cracks relative to that at D = 1, 0..1 */
    float seen;                /* strength of cracks, 0..1 */
    float blur_x, blur_y;      /* cells from a node to the next, and from a slice to the next */
    double rate;               /* cells per U */
    int32_t period;            /* cells of a loop, 0 = endless */
    int32_t cell;              /* cell of the first column of a group */
    float part;                /* place of that column in its cell, 0..1 */
    float step;                /* cells from a column to the next */
} crack_slice;

/* cracks_law_make fits the cells to a loop (U, 0 = none).  cracks_slice_at finds the cells of a
 * slice at `distance`, whose next slice is `apart` (ln D) away.  cracks_span_at places columns x,
 * x + step ... (U). */
void cracks_law_make(crack_law *law, uint64_t key, double loop);
void cracks_slice_at(crack_slice *slice, const crack_law *law, double distance, double apart);
void cracks_span_at(crack_slice *slice, double x, double step);

#endif
