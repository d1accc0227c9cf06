/* composite.h - composites rows of layers in linear light: the kernels behind rl_composite. */
#ifndef RL_BASE_COMPOSITE_H
#define RL_BASE_COMPOSITE_H

#include <stdint.h>

#include "base/cpu.h"

/* Does what rl_composite does, with the vectors of one kind of kernels. */
typedef void composite_kernel(const uint8_t *const *rgba, int count, int pixels, uint8_t *rgb);

extern composite_kernel *const composite_kernels[CPU_KERNELS];

#endif
