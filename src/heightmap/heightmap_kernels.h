/* heightmap_kernels.h - the inner loops of the plain arithmetic of maps.
 *
 * In: runs of floats.  Out: the same bits from every variant.
 */
#ifndef RL_HEIGHTMAP_HEIGHTMAP_KERNELS_H
#define RL_HEIGHTMAP_HEIGHTMAP_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "base/cpu.h"
#include "heightmap/heightmap.h"

/* Maps least .. least + span to low .. high; span 0 makes all heights low. */
typedef struct heightmap_stretch {
    double least, span, low, high;
} heightmap_stretch;

typedef struct heightmap_kernels {
    /* Widens least..most to hold the run. */
    void (*range)(const float *h, ptrdiff_t count, float *least, float *most);
    void (*stretch)(const heightmap_stretch *map, float *h, ptrdiff_t count);
    /* h = op(h, other), mixed or not, by heightmap_op. */
    void (*combine[HEIGHTMAP_OPS])(float *h, const float *other, ptrdiff_t count, float mix);
} heightmap_kernels;

/* heightmap_kernels_of takes an rl_kernels. */
const heightmap_kernels *heightmap_kernels_of(int kernels);

extern const heightmap_kernels heightmap_plain, heightmap_vector, heightmap_avx2;

#endif
