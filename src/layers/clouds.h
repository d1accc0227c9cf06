/* clouds.h - thin clouds on a plane above the land.
 *
 * The sheet's noise has its lattice tabled by each thread, since its places are warped and
 * follow no row, and drift with the phase.
 */
#ifndef RL_LAYERS_CLOUDS_H
#define RL_LAYERS_CLOUDS_H

#include "paint/tiles.h"

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

/* What all threads share. */
typedef struct clouds {
    oklab colour, sun;  /* of their shaded side; the sun's own */
    double skyline_top; /* fraction of H */
    int has_land;       /* lightness and haze of the farthest ridge */
    double land_l, land_haze;
} clouds;

typedef struct cloud_sheet {
    const clouds *clouds;
    const rl_frame *frame;
    uint64_t key;
    cloud_lattice octave[CLOUD_OCTAVES];
    /* A world that goes on shows its sheet without a vanishing point, and repeated. */
    int64_t period; /* cells of the first octave, 0 = seen in perspective */
    double rate;    /* cells of it in a U */
    double drift;   /* U */
    tile_noise warp;
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

/* Lays the clouds over the sky's light at a group of nodes; `warp` is the broad noise that
 * displaces the sheet. */
typedef void cloud_kernel(const cloud_sheet *sheet, const shade_row *row, const shade_group *group,
                          const float *air, const float *warp, shade_light *light);
extern cloud_kernel *const cloud_kernels[CPU_KERNELS];

#endif
