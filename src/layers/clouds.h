/* clouds.h - thin clouds on a plane above the land: what a thread holds of them.
 *
 * The sheet's noise has its lattice tabled, since its places are warped and follow
 * no row.  How clouds look is clouds_kernel.h's.
 */
#ifndef RL_LAYERS_CLOUDS_H
#define RL_LAYERS_CLOUDS_H

#include "frame/frame.h"

#define CLOUD_OCTAVES 6

/* The sheet is seen from this far below (U): it bounds how fine the streaks over
 * the horizon are. */
#define CLOUD_PLANE 0.13

/* Cells of the sheet: longer than deep, displaced by a broader noise. */
#define CLOUD_CELL_X 0.34
#define CLOUD_CELL_Y 1.55
#define CLOUD_WARP_X 0.80
#define CLOUD_WARP_Y 0.50

/* Light comes from where the sheet is thinner this far toward the sun (U). */
#define CLOUD_SHIFT 0.035

/* One octave's lattice over the part of the sheet that is seen: the direction of the
 * gradient at each point, 0..15. */
typedef struct cloud_lattice {
    int64_t left, top; /* its first point */
    int columns, rows;
    uint8_t *direction; /* [rows * columns], NULL = too wide to be tabled */
} cloud_lattice;

typedef struct cloud_sheet {
    const rl_frame *frame;
    cloud_lattice octave[CLOUD_OCTAVES];
    /* A world that goes on shows its sheet without a vanishing point, and repeated. */
    int64_t period; /* cells of the first octave, 0 = seen in perspective */
    double rate;    /* cells of it in a U */
    double drift;   /* U */
} cloud_sheet;

/* clouds_fold returns the place in the sheet's first period of x (U from the middle of
 * the picture). */
static inline double clouds_fold(const cloud_sheet *sheet, double x)
{
    x -= sheet->drift;
    if (sheet->period == 0)
        return x;
    double length = (double)sheet->period / sheet->rate;
    return x - length * exact_round(x / length);
}

/* clouds_new tables the lattices for a frame that has clouds; 0 = no memory. */
int clouds_new(cloud_sheet *sheet, const rl_frame *frame);
void clouds_free(cloud_sheet *sheet);

/* clouds_direction is the direction at a point of an octave's lattice that has no
 * table. */
int clouds_direction(const cloud_sheet *sheet, int octave, int64_t i, int64_t j);

/* clouds_warp writes the broad noise that displaces the sheet at `count` nodes of
 * a row of the colour grid (fraction of H), from node `first` of the picture on. */
void clouds_warp(const cloud_sheet *sheet, double height, int64_t first, size_t count, float *warp);

/* clouds_are_at tells whether there are any in a row (fraction of H). */
int clouds_are_at(const rl_frame *frame, double height);

#endif
