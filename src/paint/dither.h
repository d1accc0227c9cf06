/* dither.h - samples of 8 or 16 bits from colours between 0 and 1.
 *
 * An ordered threshold hides the steps of 8 bits: it is a function of the
 * pixel's place in the whole picture.  16 bits are rounded.
 */
#ifndef RL_PAINT_DITHER_H
#define RL_PAINT_DITHER_H

#include <stdint.h>

/* Every pattern repeats after this many columns at most. */
#define DITHER_PERIOD 64

/* dither_thresholds writes those of a row from column x, each within 0..1. */
void dither_thresholds(int dither, int x, int y, float threshold[DITHER_PERIOD]);

/* dither_row_16 packs `count` pixels of 16 bits a sample; those of 8 bits are packed by a
 * kernel: see pixels.h. */
void dither_row_16(int count, const float *r, const float *g, const float *b, uint16_t *out);

/* The 64 x 64 ranks (0..4095) of the blue noise tile. */
extern const uint16_t dither_blue_noise[64 * 64];

#endif
