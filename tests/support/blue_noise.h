/* blue_noise.h - makes the tile of src/paint/blue_noise.c again. */
#ifndef TESTS_SUPPORT_BLUE_NOISE_H
#define TESTS_SUPPORT_BLUE_NOISE_H

#include <stdint.h>

void blue_noise_make(uint16_t rank[64 * 64]);

#endif
