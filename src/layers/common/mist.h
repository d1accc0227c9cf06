/* mist.h - mist and banks of fog before a ridge, for all layers that paint land and water.
 *
 * Mist fills the lowest air: its density falls off above a level, and noise varies it.  Fog is a
 * bank before the mist: low, long, soft above, paler.
 */
#ifndef RL_LAYERS_MIST_H
#define RL_LAYERS_MIST_H

#include "frame/prepare.h"
#include "layers/core/facts.h"
#include "paint/tiles.h"

#define FOG_TOP 0.040f    /* mean height of the tops of banks above the level of mist, U */
#define FOG_WANDER 0.052f /* amplitude of the swells of tops, U */
#define FOG_SOFT 0.062f   /* height over which a bank fades in below its top, U */
#define FOG_DENSEST 0.75f /* most opacity of a bank */

/* Mist and fog before one ridge. */
typedef struct mist_bank {
    oklab farther;       /* colour of a farther ridge, which mist takes */
    double farther_haze; /* opacity of the haze before the farther ridge, 0..1 */
    double air;          /* share of air in the colour of mist, 0..1 */
    double density;      /* opacity of mist far below `level`, 0..1 */
    double fog;          /* opacity of banks, 0..1; facts_trait needs it next to `density` */
    double wooded;       /* factor of `density` above the lower edge of the picture, at least 1 */
    double level;        /* height above which mist thins, fraction of H */
    double scale;        /* height over which it thins to 1/e, fraction of H */
    double foot;         /* height above `level` below which mist over water is thin, fraction of H;
                            0 = none */
    double climb;        /* rise of mist on the land: share of the ground's height above `level` */
} mist_bank;

mist_bank mist_bank_of(const rl_frame *frame, int ridge);

/* mist_density returns the opacity (0..1) of mist far below its level, for a row at a height
 * (fraction of H). */
double mist_density(const mist_bank *bank, double height);

/* mist_light returns the light of mist at the foot of a ridge. */
linear_rgb mist_light(const rl_frame *frame, const mist_bank *bank, const shade_air *air);

/* mist_fog writes the swell of the top (in FOG_WANDER) and the density (noise, -1..1) of the fog
 * before a ridge, at `count` nodes of the colour grid from node `first` of the picture on. */
void mist_fog(const rl_frame *frame, int ridge, int64_t first, size_t count, float *swell,
              float *dense);

/* Mist and fog at the nodes of a row. */
typedef struct mist_nodes {
    int has_mist, has_fog;
    float density;              /* mist_density of the row */
    const float *noise;         /* [nodes]: variation of mist, or NULL */
    const float *swell, *dense; /* [nodes]: values of mist_fog; NULL = no fog */
} mist_nodes;

/* mist_has_fog returns whether fog is before a ridge anywhere in a row (fraction of H). */
int mist_has_fog(const rl_frame *frame, const mist_bank *bank, double height);

/* mist_find fills has_mist, has_fog and noise for a row. */
void mist_find(const paint_scratch *s, const mist_bank *bank, tile_noise *noise,
               const shade_row *row, mist_nodes *nodes);

#endif
