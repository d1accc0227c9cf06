/* cumulus.h - heaped clouds: lobes on a level base, roughened by billows. */
#ifndef RL_LAYERS_CUMULUS_H
#define RL_LAYERS_CUMULUS_H

#include "layers/billows.h"
#include "paint/tiles.h"

#define CUMULUS_LOBES 9

/* A cloud; lengths in U from the middle of its base, y upward. */
typedef struct cumulus_cloud {
    double x_px, base_px;         /* where that is in the whole picture */
    double left, right, up, down; /* how far it reaches */
    float tall, fade;             /* fade: how much of the sky's colour is before it */
    float sun_y;                  /* where its light comes from */
    struct {
        float x, y, per_rr; /* 1 / radius^2 */
        float below;        /* heights below y count so much: sides stand */
    } lobe[CUMULUS_LOBES];
    int nodes;                      /* in a block: the last is the first of the next */
    float rate;                     /* cells of the first octave in a U */
    float weight[BILLOWS_OCTAVES];  /* 0 where they are finer than pixels */
    int32_t shift[BILLOWS_OCTAVES]; /* its cells begin at (shift, shift / SIDE) of the table */
} cumulus_cloud;

typedef struct cumulus {
    int count;
    cumulus_cloud *cloud;   /* far to near */
    double horizon;         /* on which they stand, fraction of H */
    double highest, lowest; /* rows that they touch */
    billows_light light;
    int32_t *cell; /* of billows */
    int *first;    /* [blocks + 1]: where a block's clouds begin in `near`, */
    int *near;     /* their numbers, far to near */
    int most;      /* of them in any block */
} cumulus;

/* One row of a block before a cloud. */
typedef struct cumulus_run {
    float x, y;   /* of column 0, U from the cloud */
    float sun_x;  /* where its light comes from, U from the cloud */
    float per_px; /* U of a pixel */
    int from, to; /* columns that it may touch */
    int nodes;    /* in the block */
    int is_hard;
    const tile_colours *sky;
} cumulus_run;

/* What a cloud shows of a block: columns from .. to - 1 are whole groups of any width. */
typedef struct cumulus_sheet {
    tile_colours own;
    float covered[TILES_BLOCK]; /* how much of each column it hides */
    int from, to;
} cumulus_sheet;

/* Clouds are measured from near to far, so that what nearer ones hide is not made; then they are
 * laid from far to near. */
typedef struct cumulus_kernels {
    /* Measures a cloud in columns that are not `hidden`, and returns these and those that it hides
     * wholly. */
    uint64_t (*measure)(const cumulus *all, const cumulus_cloud *cloud, const cumulus_run *run,
                        uint64_t hidden, cumulus_sheet *sheet);
    void (*lay)(const cumulus_sheet *sheet, tile_colours *colours);
} cumulus_kernels;
extern const cumulus_kernels *const cumulus_kernels_of[CPU_KERNELS];

#endif
