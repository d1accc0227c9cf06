/* clouds.h - a sheet of thin clouds on a plane above the land.
 *
 * Each thread keeps the gradients of the sheet's noise in tables, because the sampled points are
 * warped, do not follow a row of the lattice, and drift with the phase.
 */
#ifndef RL_LAYERS_CLOUDS_H
#define RL_LAYERS_CLOUDS_H

#include "paint/tiles.h"

#define CLOUD_OCTAVES 6

/* Height of the sheet above the eye, U: it limits how fine the streaks over the horizon are. */
#define CLOUD_PLANE 0.13

#define CLOUD_CELL_X 0.34 /* cells of octave 0 per U across, at elevation + CLOUD_PLANE = 1 */
#define CLOUD_CELL_Y 1.55 /* cells of octave 0 per 1 of 1 / (elevation + CLOUD_PLANE), U */
#define CLOUD_WARP_X 0.80 /* domain warp across, cells */
#define CLOUD_WARP_Y 0.50 /* domain warp along, cells */

/* Distance toward the sun, U, of the sample whose density is compared for light. */
#define CLOUD_SHIFT 0.035

/* The lattice of one octave over the part of the sheet that is seen. */
typedef struct cloud_lattice {
    int64_t left, top; /* first column and row of the table */
    int columns, rows;
    uint8_t *direction; /* [rows * columns]: gradients, 0..15; NULL = too many for a table */
} cloud_lattice;

/* Data that all threads share. */
typedef struct clouds {
    oklab colour;       /* colour of the shaded side */
    oklab sun;          /* colour of the sun */
    float dense, cover; /* values of the scene: density, 0..1, and cover, -1..1 */
    double skyline_top; /* highest point of the land, fraction of H */
    int has_land;       /* whether there is a ridge */
    double land_l;      /* lightness of the farthest ridge (OKLab) */
    double land_haze;   /* opacity of the air before that ridge, 0..1 */
} clouds;

/* Data of a thread. */
typedef struct cloud_sheet {
    const clouds *clouds;
    const rl_frame *frame;
    uint64_t key;
    cloud_lattice octave[CLOUD_OCTAVES];
    /* A world that goes on beyond the picture has a periodic sheet without a vanishing point. */
    int64_t period;  /* period of the sheet, cells of the first octave; 0 = in perspective */
    double rate;     /* cells of the first octave per U across, where `period` > 0 */
    double drift;    /* distance that the sheet has moved, U */
    tile_noise warp; /* noise of the domain warp in the current row */
} cloud_sheet;

/* clouds_fold returns the place of x (U from the middle of the picture) in the first period of the
 * sheet. */
static inline double clouds_fold(const cloud_sheet *sheet, double x)
{
    x -= sheet->drift;
    if (sheet->period == 0)
        return x;
    double length = (double)sheet->period / sheet->rate;
    return x - length * exact_round(x / length);
}

/* Blends the clouds over the light of the sky at a group of nodes; `warp` is the noise of the
 * domain warp. */
typedef void cloud_kernel(const cloud_sheet *sheet, const shade_row *row, const shade_group *group,
                          const float *air, const float *warp, shade_light *light);
extern cloud_kernel *const cloud_kernels[CPU_KERNELS];

#endif
