/* cumulus.h - heaped clouds: lobes on a level base, roughened by billows. */
#ifndef RL_LAYERS_CUMULUS_H
#define RL_LAYERS_CUMULUS_H

#include "layers/common/billows.h"
#include "paint/tiles.h"

#define CUMULUS_LOBES 9
#define CUMULUS_SUN_RISE 0.16 /* height above the sun from which the light of clouds comes, U */

/* A cloud: its lobes and billows.  Lengths are in U from the middle of its base, y upward. */
typedef struct cumulus_cloud {
    double x_px, base_px;         /* middle of the base, pixels of the whole picture */
    double left, right, up, down; /* extent: left is negative, down is positive */
    float tall;                   /* height */
    float per_half;               /* 1 / half the width of the base */
    float fade;                   /* opacity of the air before the cloud, 0..1 */
    float sun_y;                  /* height from which the cloud's light comes */
    struct {
        float x, y;   /* centre */
        float per_rr; /* 1 / radius^2 */
        float below;  /* factor of heights below y: below 1 the sides are steeper */
    } lobe[CUMULUS_LOBES];
    int nodes;                      /* nodes of a block; the last is the first of the next block */
    float rate;                     /* cells of the first octave of billows per U */
    float weight[BILLOWS_OCTAVES];  /* amplitudes, 0 where cells are finer than pixels */
    int32_t shift[BILLOWS_OCTAVES]; /* origins of octaves in the table of cells: billows_shift */
} cumulus_cloud;

typedef struct cumulus {
    int count;
    cumulus_cloud *cloud;   /* far to near */
    double horizon;         /* line on which clouds stand, fraction of H */
    double highest, lowest; /* range of rows that clouds touch, pixels */
    billows_light light;
    int32_t *cell; /* table of cells of billows: billows_cells */
    int *first;    /* [blocks + 1]: index in `near` of the first cloud of a block */
    int *near;     /* numbers of the clouds of all blocks, far to near */
    int most;      /* most clouds in a block */
} cumulus;

/* One row of a block, relative to a cloud. */
typedef struct cumulus_run {
    float x, y;   /* place of column 0, U from the middle of the cloud's base */
    float sun_x;  /* column from which the light comes, U from the middle of the base */
    float per_px; /* size of a pixel, U */
    int from, to; /* columns that the cloud may touch */
    int nodes;    /* nodes of the block */
    int is_hard;
    const tile_colours *sky;
} cumulus_run;

/* The picture of a cloud in one row of a block: columns from .. to - 1 are whole groups of any
 * width. */
typedef struct cumulus_sheet {
    tile_colours cloud;         /* colours of the cloud */
    float covered[TILES_BLOCK]; /* coverage of each column, 0..1 */
    int from, to;
} cumulus_sheet;

/* Clouds are measured from near to far, so that what nearer ones hide is not computed; then they
 * are blended from far to near. */
typedef struct cumulus_kernels {
    /* Computes a cloud in the columns that are not `hidden`, and returns `hidden` with those that
     * the cloud covers wholly. */
    uint64_t (*measure)(const cumulus *all, const cumulus_cloud *cloud, const cumulus_run *run,
                        uint64_t hidden, cumulus_sheet *sheet);
    /* Blends a cloud over the colours of the block. */
    void (*lay)(const cumulus_sheet *sheet, tile_colours *colours);
} cumulus_kernels;
extern const cumulus_kernels *const cumulus_kernels_of[CPU_KERNELS];

#endif
