/* line_vector.c - new nodes and noise along a line, 16 bytes at a time. */
#define LANES 4
#define LINE_KERNELS line_vector
#include "terrain/line_kernel.h"
