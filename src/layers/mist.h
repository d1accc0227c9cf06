/* mist.h - mist and banks of fog before a ridge.
 *
 * Mist is lowest air: it thins above a level and wanders.  Fog is a bank before the mist: low,
 * long, soft above, paler.
 */
#ifndef RL_LAYERS_MIST_H
#define RL_LAYERS_MIST_H

#include "frame/prepare.h"
#include "layers/facts.h"
#include "paint/tiles.h"

/* Heights of fog in U: where the banks' tops are above the mist's level, how far they
 * wander, over what height they are soft. */
#define FOG_TOP 0.040f
#define FOG_WANDER 0.052f
#define FOG_SOFT 0.062f
#define FOG_DENSEST 0.75f

/* Mist and fog before one ridge. */
typedef struct mist_bank {
    oklab farther; /* the ridge whose colour it takes */
    double farther_haze;
    double air;     /* share of air in its colour */
    double density; /* far below `level` */
    double fog;     /* of the banks; see facts_trait: beside density */
    double wooded;  /* so much denser it is above the picture's lower edge */
    double level;   /* fraction of H */
    double scale;   /* fraction of H over which it thins to 1/e */
    double climb;   /* share of the ground's height above `level` by which it is higher */
} mist_bank;

mist_bank mist_bank_of(const rl_frame *frame, int ridge);

/* mist_density returns how dense mist is, far below its level, at a height (fraction of H). */
double mist_density(const mist_bank *bank, double height);

/* mist_light returns the light of mist at the foot of a ridge. */
linear_rgb mist_light(const rl_frame *frame, const mist_bank *bank, const shade_air *air);

/* mist_fog writes how the fog before ridge `ridge` swells and how dense it is, at `count`
 * nodes of the colour grid from node `first` of the picture on. */
void mist_fog(const rl_frame *frame, int ridge, int64_t first, size_t count, float *swell,
              float *dense);

/* Mist and fog at the nodes of a row. */
typedef struct mist_nodes {
    int has_mist, has_fog;
    float density;              /* of the mist in this row, far below its level */
    const float *noise;         /* of the mist, or NULL */
    const float *swell, *dense; /* of its fog, by node; NULL = no fog */
} mist_nodes;

/* mist_has_fog returns whether fog is before a ridge anywhere in a row (fraction of H). */
int mist_has_fog(const rl_frame *frame, const mist_bank *bank, double height);

/* mist_find fills has_mist, has_fog and noise for a row. */
void mist_find(const paint_scratch *s, const mist_bank *bank, tile_noise *noise,
               const shade_row *row, mist_nodes *nodes);

#endif
