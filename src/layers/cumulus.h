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
    int shift_px;                   /* its nodes are 1 << shift_px pixels apart */
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
} cumulus;

/* One row of a block before a cloud. */
typedef struct cumulus_run {
    float x, y;   /* of column 0, U from the cloud */
    float sun_x;  /* where its light comes from, U from the cloud */
    float per_px; /* U of a pixel */
    int from, to; /* columns that it may touch */
    int shift;    /* 1 << shift columns from one node to the next */
    int is_hard;
    const tile_colours *sky;
} cumulus_run;

/* Lays a cloud over the colours of a block; `covered` is how much of each column it hides. */
typedef void cumulus_kernel(const cumulus *all, const cumulus_cloud *cloud, const cumulus_run *run,
                            tile_colours *colours, float *covered);
extern cumulus_kernel *const cumulus_kernels[CPU_KERNELS];

#endif
