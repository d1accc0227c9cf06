/* line_avx2.c - new nodes and noise along a line, 32 bytes at a time. */
#define LANES 8
#define LINE_KERNELS line_avx2
#include "terrain/line_kernel.h"
