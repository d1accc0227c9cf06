/* tone.h - the sRGB transfer curve as tables, for work on every pixel.
 *
 * In: linear light or encoded values, as floats.  Out: the other, within 2e-6.
 * The tables are made once by a frame and read by all threads.
 */
#ifndef RL_BASE_TONE_H
#define RL_BASE_TONE_H

#include <stdint.h>
#include <string.h>

/* From 2^-12 up to 1 each octave has 128 straight pieces: relative steps, so
 * that dark tones are as exact as light ones. */
#define TONE_OCTAVES 12
#define TONE_PIECES 128
#define TONE_LOWEST_BITS ((127U - TONE_OCTAVES) << 23) /* 2^-12 as float bits */
#define TONE_DECODE_PIECES 1024

typedef struct tone_tables {
    float encode[TONE_OCTAVES * TONE_PIECES + 1];
    float decode[TONE_DECODE_PIECES + 1];
} tone_tables;

void tone_init(tone_tables *tables);

/* tone_encode: linear light to sRGB; clamps to 0..1. */
static inline float tone_encode(const tone_tables *tables, float linear)
{
    uint32_t bits;
    memcpy(&bits, &linear, sizeof bits);
    if (!(linear > 0.0f))
        return 0.0f;
    if (bits < TONE_LOWEST_BITS)
        return linear * 12.92f;
    if (linear >= 1.0f)
        return 1.0f;
    uint32_t place = bits - TONE_LOWEST_BITS;
    float part = (float)(int32_t)(place & 0xffff) * (1.0f / 65536.0f);
    const float *entry = tables->encode + (place >> 16);
    return entry[0] + (entry[1] - entry[0]) * part;
}

/* tone_decode: sRGB in 0..1 to linear light. */
static inline float tone_decode(const tone_tables *tables, float encoded)
{
    float place = encoded * (float)TONE_DECODE_PIECES;
    int32_t index = (int32_t)place;
    if (index >= TONE_DECODE_PIECES)
        return 1.0f;
    const float *entry = tables->decode + index;
    return entry[0] + (entry[1] - entry[0]) * (place - (float)index);
}

#endif
