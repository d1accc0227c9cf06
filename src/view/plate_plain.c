/* plate_plain.c - the pixels of a plate, one number at a time: the reference. */
#define LANES 1
#include "view/plate_kernel.h"
