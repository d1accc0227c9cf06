/* strip.h - kernels for the bytes of a PNG's rows: filters (PNG specification, section 9), the
 * checksum of zlib (RFC 1950, section 9), and comparison with earlier bytes.  There is one table
 * of kernels for each instruction set of base/lanes.h. */
#ifndef RL_ENCODE_DEFLATE_STRIP_H
#define RL_ENCODE_DEFLATE_STRIP_H

#include "base/cpu.h"

#include <stddef.h>
#include <stdint.h>

typedef struct strip_kernels {
    /* Filters a row with SUB; a pixel has `pixel` bytes, 1..8. */
    void (*sub)(uint8_t *out, const uint8_t *row, size_t size, size_t pixel);
    /* Filters a row with PAETH; `above` is the unfiltered row above it. */
    void (*paeth)(uint8_t *out, const uint8_t *row, const uint8_t *above, size_t size,
                  size_t pixel);
    /* Returns the Adler-32 `sum` continued over `size` bytes; the sum of no bytes is 1. */
    uint32_t (*adler)(uint32_t sum, const uint8_t *bytes, size_t size);
    /* Sets bit i of `equal` to bytes[i] == bytes[i - distance], for 64 * words bytes. */
    void (*equal)(uint64_t *equal, const uint8_t *bytes, size_t words, size_t distance);
} strip_kernels;

extern const strip_kernels *const strip_kernels_of[CPU_KERNELS];

/* strip_paeth returns the Paeth predictor (section 9.4): the one of left, above and corner (above
 * left) that is nearest to left + above - corner; the first in this order if two are equally near.
 */
static inline int strip_paeth(int left, int above, int corner)
{
    int a = above - corner, b = left - corner, c = a + b;
    a = a < 0 ? -a : a;
    b = b < 0 ? -b : b;
    c = c < 0 ? -c : c;
    return a <= b && a <= c ? left : b <= c ? above : corner;
}

#endif
