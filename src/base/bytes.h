/* bytes.h - whole numbers in files: little-endian (low byte first) and big-endian. */
#ifndef RL_BASE_BYTES_H
#define RL_BASE_BYTES_H

#include <stdint.h>
#include <string.h>

/* These write the `count` (1..8) low bytes of a value, or a float with its low byte first, and
 * return the place behind them. */
static inline unsigned char *bytes_put_le(unsigned char *out, uint64_t value, int count)
{
    for (int i = 0; i < count; i++)
        out[i] = (unsigned char)(value >> 8 * i & 255);
    return out + count;
}

static inline unsigned char *bytes_put_float(unsigned char *out, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bytes_put_le(out, bits, 4);
}

static inline unsigned char *bytes_put_be(unsigned char *out, uint64_t value, int count)
{
    for (int i = 0; i < count; i++)
        out[i] = (unsigned char)(value >> 8 * (count - 1 - i) & 255);
    return out + count;
}

/* These return the number in `count` (1..8) bytes. */
static inline uint64_t bytes_get_le(const unsigned char *bytes, int count)
{
    uint64_t value = 0;
    for (int i = count - 1; i >= 0; i--)
        value = value << 8 | bytes[i];
    return value;
}

static inline uint64_t bytes_get_be(const unsigned char *bytes, int count)
{
    uint64_t value = 0;
    for (int i = 0; i < count; i++)
        value = value << 8 | bytes[i];
    return value;
}

#endif
