/* strip.h - what is done to every byte of a PNG's rows before they are coded: filters
 * (PNG specification, section 9), the checksum of zlib (RFC 1950, section 9), and
 * which bytes equal an earlier one.  Kernels: see base/lanes.h.
 */
#ifndef RL_ENCODE_DEFLATE_STRIP_H
#define RL_ENCODE_DEFLATE_STRIP_H

#include "base/cpu.h"

#include <stddef.h>
#include <stdint.h>

typedef struct strip_kernels {
    /* out = row filtered with SUB; `pixel` is the bytes of one, 1..8. */
    void (*sub)(uint8_t *out, const uint8_t *row, size_t size, size_t pixel);
    /* out = row filtered with PAETH; `above` is the row before it. */
    void (*paeth)(uint8_t *out, const uint8_t *row, const uint8_t *above, size_t size,
                  size_t pixel);
    /* The Adler-32 of the bytes whose sum is `sum` (1 = none) and these bytes. */
    uint32_t (*adler)(uint32_t sum, const uint8_t *bytes, size_t size);
    /* Bit i of `equal` = (bytes[i] == bytes[i - distance]), for 64 * words bytes. */
    void (*equal)(uint64_t *equal, const uint8_t *bytes, size_t words, size_t distance);
} strip_kernels;

extern const strip_kernels *const strip_kernels_of[CPU_KERNELS];

#endif
