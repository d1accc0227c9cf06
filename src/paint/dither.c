/* dither.c - ordered thresholds and the last rounding. */
#include "paint/dither.h"

#include "ridgeline.h"

/* B. E. Bayer 1973: the recursive 8 x 8 order, as interleaved bits of x ^ y and
 * y read backward. */
static unsigned bayer_rank(unsigned x, unsigned y)
{
    unsigned v = x ^ y;
    return (v & 1) << 5 | (y & 1) << 4 | (v & 2) << 2 | (y & 2) << 1 | (v & 4) >> 1 | (y & 4) >> 2;
}

/* The threshold of a pixel, within 0..1 and never at either end. */
static float threshold_of(int dither, int x, int y)
{
    unsigned ux = (unsigned)x;
    unsigned uy = (unsigned)y;
    switch (dither) {
    case RL_DITHER_ROW: /* the three bits of y backward */
        return ((float)((uy & 1) << 2 | (uy & 2) | (uy & 4) >> 2) + 0.5f) / 8.0f;
    case RL_DITHER_2X2:
        return ((float)(bayer_rank(ux & 1, uy & 1) >> 4) + 0.5f) / 4.0f;
    case RL_DITHER_4X4:
        return ((float)(bayer_rank(ux & 3, uy & 3) >> 2) + 0.5f) / 16.0f;
    case RL_DITHER_BAYER:
        return ((float)bayer_rank(ux & 7, uy & 7) + 0.5f) / 64.0f;
    case RL_DITHER_BLUE:
        return ((float)dither_blue_noise[(uy & 63) << 6 | (ux & 63)] + 0.5f) / 4096.0f;
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
    int32_t whole = (int32_t)(value * 65535.0f + 0.5f);
    return (uint16_t)(whole < 0 ? 0 : whole > 65535 ? 65535 : whole);
}

void dither_row_16(int count, const float *r, const float *g, const float *b, uint16_t *out)
{
    for (int i = 0; i < count; i++) {
        out[3 * i] = word_of(r[i]);
        out[3 * i + 1] = word_of(g[i]);
        out[3 * i + 2] = word_of(b[i]);
    }
}
