/* dither.c - thresholds of ordered dithering, and the rounding of pixels to 16 bits. */
#include "paint/dither.h"

#include "base/scene.h"

/* Returns the rank, 0..63, of a pixel in the recursive 8 x 8 order of B. E. Bayer (1973): the bits
 * of x ^ y and y, interleaved in reverse order. */
static unsigned bayer_rank(unsigned x, unsigned y)
{
    unsigned v = x ^ y;
    return (v & 1) << 5 | (y & 1) << 4 | (v & 2) << 2 | (y & 2) << 1 | (v & 4) >> 1 | (y & 4) >> 2;
}

/* Side of the tile of blue noise, pixels; number of ranks. */
#define BLUE_SIDE 64U
#define BLUE_RANKS (BLUE_SIDE * BLUE_SIDE)

/* Returns the threshold of a rank: the middle of its interval, so that none is 0 or 1. */
static float middle_of(unsigned rank, unsigned ranks)
{
    return ((float)rank + 0.5f) / (float)ranks;
}

/* Returns the threshold of a pixel, 0..1, in the pattern `dither` (rl_dither). */
static float threshold_of(int dither, int x, int y)
{
    unsigned ux = (unsigned)x;
    unsigned uy = (unsigned)y;
    switch (dither) {
    case RL_DITHER_ROW: /* rank: the three low bits of y, reversed */
        return middle_of((uy & 1) << 2 | (uy & 2) | (uy & 4) >> 2, 8);
    case RL_DITHER_2X2:
        return middle_of(bayer_rank(ux & 1, uy & 1) >> 4, 2 * 2);
    case RL_DITHER_4X4:
        return middle_of(bayer_rank(ux & 3, uy & 3) >> 2, 4 * 4);
    case RL_DITHER_BAYER:
        return middle_of(bayer_rank(ux & 7, uy & 7), 8 * 8);
    case RL_DITHER_BLUE:
        return middle_of(dither_blue_noise[uy % BLUE_SIDE * BLUE_SIDE + ux % BLUE_SIDE],
                         BLUE_RANKS);
    default:
        return 0.5f;
    }
}

void dither_thresholds(int dither, int x, int y, float threshold[DITHER_PERIOD])
{
    for (int i = 0; i < DITHER_PERIOD; i++)
        threshold[i] = threshold_of(dither, x + i, y);
}

static uint16_t word_of(float value)
{
    int32_t whole = (int32_t)(value * UINT16_MAX + 0.5f);
    return (uint16_t)(whole < 0 ? 0 : whole > UINT16_MAX ? UINT16_MAX : whole);
}

void dither_row_16(int count, const float *r, const float *g, const float *b, uint16_t *out)
{
    for (int i = 0; i < count; i++) {
        out[3 * i] = word_of(r[i]);
        out[3 * i + 1] = word_of(g[i]);
        out[3 * i + 2] = word_of(b[i]);
    }
}
