/* plate_vector.c - the pixels of a plate, 16 bytes at a time. */
#define LANES 4
#include "view/plate_kernel.h"
