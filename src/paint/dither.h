/* dither.h - rounds colours between 0 and 1 to samples of 8 or 16 bits.
 *
 * For 8 bits an ordered threshold, a function of the pixel's place in the whole picture, hides the
 * steps between samples.  For 16 bits samples are rounded to the nearest.
 */
#ifndef RL_PAINT_DITHER_H
#define RL_PAINT_DITHER_H

#include <stdint.h>

/* All patterns repeat after this many columns and rows. */
#define DITHER_PERIOD 64

/* dither_thresholds writes the thresholds, within 0..1, of row y from column x on; `dither` is an
 * rl_dither. */
void dither_thresholds(int dither, int x, int y, float threshold[DITHER_PERIOD]);

/* dither_row_16 writes `count` RGB pixels of 16 bits per sample, rounded.  For 8 bits see
 * pixels_kernels.pack. */
void dither_row_16(int count, const float *r, const float *g, const float *b, uint16_t *out);

/* The 64 x 64 ranks (0..4095) of the blue noise tile. */
extern const uint16_t dither_blue_noise[64 * 64];

#endif
