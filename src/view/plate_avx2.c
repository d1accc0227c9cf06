/* plate_avx2.c - the pixels of a plate, 32 bytes at a time. */
#define LANES 8
#include "view/plate_kernel.h"
