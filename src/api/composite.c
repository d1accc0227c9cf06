/* composite.c - rl_composite: composites layers in linear light.
 *
 * Vectors have 16 bytes, which every CPU of an architecture supports.  rl_composite has no state
 * that could remember a choice of wider kernels, and asking the CPU in each call would take longer
 * than they save.
 */
#include "base/composite.h"

#include "ridgeline.h"

void rl_composite(const uint8_t *const *rgba, int count, int pixels, uint8_t *rgb)
{
    composite_kernels[CPU_VECTOR](rgba, count, pixels, rgb);
}
