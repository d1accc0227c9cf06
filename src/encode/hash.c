/* hash.c - writes the hash of a picture, 128 bits as 32 hexadecimal digits.
 *
 * The hash depends on width, height, channels, bits and the values of the samples alone, and not on
 * the byte order or the number of rows in a call.  It distinguishes pictures; it is not
 * cryptographic.
 *
 * A row is cut into words of 64 bits (8 samples of 8 bits or 4 of 16, the first
 * one in the lowest bits; the row is padded with zeros), which go to four lanes in
 * turn, to keep the multiplier busy.  Every step of a lane is a bijection of its
 * state for a fixed word and of the word for a fixed state, so that a single
 * changed word always changes the lane.  At the row's end the lanes are folded
 * into the two 64-bit halves of the result by different formulas.
 */
#include "encode/encoder.h"

#include "base/hash.h"
#include "base/status.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LANES = 4, STRIDE = LANES * 8 };

/* Odd multipliers with irregular bits: the first 64 bits of the fractions of the golden ratio and
 * of the square root of 3, the last bit set. */
#define MULTIPLY_WORD UINT64_C(0x9e3779b97f4a7c15)
#define MULTIPLY_LANE UINT64_C(0xbb67ae8584caa73b)

#define LOW_BYTES UINT64_C(0x00ff00ff00ff00ff) /* low bytes of samples of 16 bits */

static inline void lanes_mix(uint64_t lane[LANES], const unsigned char *bytes, int bits)
{
    for (int i = 0; i < LANES; i++) {
        uint64_t word; /* eight bytes of samples; the first sample is the lowest */
        memcpy(&word, bytes + 8 * i, sizeof word);
        if (!HOST_IS_LITTLE_ENDIAN)
            word = __builtin_bswap64(word);
        if (!HOST_IS_LITTLE_ENDIAN && bits != 8)
            word = (word & LOW_BYTES) << 8 | (word >> 8 & LOW_BYTES);
        uint64_t sum = lane[i] ^ word * MULTIPLY_WORD;
        lane[i] = (sum << 29 | sum >> 35) * MULTIPLY_LANE;
    }
}

/* Mixes a number into both halves of the hash.  For a fixed number this is a bijection of each
 * half, as hash_mix is one. */
static void picture_fold(uint64_t half[2], uint64_t value)
{
    half[0] = hash_mix(half[0] + hash_mix(value + MULTIPLY_WORD));
    half[1] = hash_mix(half[1] * MULTIPLY_LANE + hash_mix(value ^ MULTIPLY_LANE));
}

static rl_status hash_start(encoder *self, rl_error *error)
{
    const int numbers[4] = {self->info.width, self->info.height, 3, self->info.bits};
    for (int i = 0; i < 4; i++)
        picture_fold(self->state, (uint64_t)numbers[i]);
    return status_clear(error);
}

static rl_status hash_rows(encoder *self, const void *rows, int count, rl_error *error)
{
    const unsigned char *bytes = rows;
    int bits = self->info.bits;
    for (; count > 0; count--) {
        uint64_t lane[LANES];
        unsigned char rest[STRIDE] = {0};
        size_t left = (size_t)self->info.width * 3 * (size_t)(bits / 8);
        for (int i = 0; i < LANES; i++)
            lane[i] = hash_mix((uint64_t)i + 1);
        for (; left >= STRIDE; left -= STRIDE, bytes += STRIDE)
            lanes_mix(lane, bytes, bits);
        memcpy(rest, bytes, left);
        lanes_mix(lane, rest, bits);
        bytes += left;
        for (int i = 0; i < LANES; i++)
            picture_fold(self->state, lane[i]);
    }
    return status_clear(error);
}

static rl_status hash_finish(encoder *self, rl_error *error)
{
    const uint64_t *half = self->state;
    char line[40];
    (void)snprintf(line, sizeof line, "%016" PRIx64 "%016" PRIx64 "\n", half[0], half[1]);
    return rl_sink_write(self->sink, line, strlen(line), error);
}

const encoder_format encoder_hash = {
    .about = {.name = "hash",
              .meaning = "one line: a hash of size, depth and samples",
              .is_text = 1},
    .state_bytes = 2 * sizeof(uint64_t),
    .start = hash_start,
    .rows = hash_rows,
    .finish = hash_finish,
};
