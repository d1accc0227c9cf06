/* aurora.h - curtains of light in the sky: their feet, heights and rays at the columns of the
 * colour grid. */
#ifndef RL_LAYERS_AURORA_H
#define RL_LAYERS_AURORA_H

#include "paint/shade.h"

#define AURORA_CURTAINS 2
#define AURORA_BELOW 0.16 /* U below the base of a curtain, beyond which it is dark */
#define AURORA_ABOVE 0.75 /* U above the base of a curtain, beyond which it is dark */

typedef struct aurora_column {
    float foot;   /* U above the horizon */
    float height; /* unit of the fall of its light upward, U */
    float light;  /* brightness of the ray, 0..1.2 */
} aurora_column;

typedef struct aurora {
    double strength;
    oklab colour[3]; /* from the foot up */
    struct aurora_curtain {
        double base;   /* mean height of its foot, U above the horizon */
        double slant;  /* shift of rays to the left, U per U upward */
        int64_t first; /* node of the picture that is column 0 */
        aurora_column *column;
    } curtain[AURORA_CURTAINS];
} aurora;

/* Adds the aurora to the sky's light at a group of nodes. */
typedef void aurora_kernel(const aurora *all, const shade_row *row, const shade_group *group,
                           shade_light *light);
extern aurora_kernel *const aurora_kernels[CPU_KERNELS];

#endif
