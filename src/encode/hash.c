/* hash.c - a picture as one line of text: 128 bits over its size and samples.
 *
 * In: rows.  Out: 32 hexadecimal digits and a line end.  The number depends on
 * width, height, channels, bits and the VALUES of the samples alone: not on byte
 * order, nor on how the rows are cut into calls.  It distinguishes pictures;
 * it does not withstand an attacker.
 *
 * A row is cut into words of 64 bits (8 or 4 samples, the first one lowest; the
 * last word is filled with zeros), which go to four lanes in turn.  Every step of
 * a lane is a bijection of its state for a fixed word and of the word for a fixed
 * state, so that a single changed word always changes the lane, and four lanes
 * keep the multiplier busy.  At the row's end the lanes are folded into the two
 * halves of the result in different orders.
 */
#include "encode/encoder.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LANES = 4 };

/* Odd numbers without a pattern: the fractions of the golden ratio and of the
 * square root of 3, as 64 bits, made odd. */
#define MULTIPLY_WORD UINT64_C(0x9e3779b97f4a7c15)
#define MULTIPLY_LANE UINT64_C(0xbb67ae8584caa73b)

typedef struct picture_hash {
    uint64_t half[2];
} picture_hash;

typedef struct row_hash {
    uint64_t lane[LANES];
} row_hash;

static inline uint64_t lane_mix(uint64_t lane, uint64_t word)
{
    uint64_t sum = lane ^ word * MULTIPLY_WORD;
    return (sum << 29 | sum >> 35) * MULTIPLY_LANE;
}

/* Eight samples of 8 bits, the first one lowest; compilers see one load. */
static inline uint64_t word_of_8(const uint8_t *s)
{
    return (uint64_t)s[0] | (uint64_t)s[1] << 8 | (uint64_t)s[2] << 16 | (uint64_t)s[3] << 24 |
           (uint64_t)s[4] << 32 | (uint64_t)s[5] << 40 | (uint64_t)s[6] << 48 |
           (uint64_t)s[7] << 56;
}

static inline uint64_t word_of_16(const uint16_t *s)
{
    return (uint64_t)s[0] | (uint64_t)s[1] << 16 | (uint64_t)s[2] << 32 | (uint64_t)s[3] << 48;
}

static void row_hash_8(row_hash *row, const uint8_t *samples, size_t count)
{
    uint64_t a = row->lane[0], b = row->lane[1], c = row->lane[2], d = row->lane[3];
    for (; count >= 32; count -= 32, samples += 32) {
        a = lane_mix(a, word_of_8(samples));
        b = lane_mix(b, word_of_8(samples + 8));
        c = lane_mix(c, word_of_8(samples + 16));
        d = lane_mix(d, word_of_8(samples + 24));
    }
    uint8_t rest[32] = {0};
    memcpy(rest, samples, count);
    row->lane[0] = lane_mix(a, word_of_8(rest));
    row->lane[1] = lane_mix(b, word_of_8(rest + 8));
    row->lane[2] = lane_mix(c, word_of_8(rest + 16));
    row->lane[3] = lane_mix(d, word_of_8(rest + 24));
}

static void row_hash_16(row_hash *row, const uint16_t *samples, size_t count)
{
    uint64_t a = row->lane[0], b = row->lane[1], c = row->lane[2], d = row->lane[3];
    for (; count >= 16; count -= 16, samples += 16) {
        a = lane_mix(a, word_of_16(samples));
        b = lane_mix(b, word_of_16(samples + 4));
        c = lane_mix(c, word_of_16(samples + 8));
        d = lane_mix(d, word_of_16(samples + 12));
    }
    uint16_t rest[16] = {0};
    memcpy(rest, samples, count * sizeof rest[0]);
    row->lane[0] = lane_mix(a, word_of_16(rest));
    row->lane[1] = lane_mix(b, word_of_16(rest + 4));
    row->lane[2] = lane_mix(c, word_of_16(rest + 8));
    row->lane[3] = lane_mix(d, word_of_16(rest + 12));
}

/* Folds one number into both halves; hash_mix is a bijection, and so is this for
 * a fixed number. */
static void picture_fold(picture_hash *hash, uint64_t value)
{
    hash->half[0] = hash_mix(hash->half[0] + hash_mix(value + MULTIPLY_WORD));
    hash->half[1] = hash_mix(hash->half[1] * MULTIPLY_LANE + hash_mix(value ^ MULTIPLY_LANE));
}

/* ---- the format --------------------------------------------------------- */

static rl_status hash_start(encoder *self, rl_error *error)
{
    picture_hash *hash = memory_zeroed(self->allocator, 1, sizeof *hash);
    self->state = hash;
    if (hash == NULL)
        return status_fail(error, RL_NO_MEMORY, "picture: out of memory");
    const int channels = 3;
    picture_fold(hash, (uint64_t)self->info.width);
    picture_fold(hash, (uint64_t)self->info.height);
    picture_fold(hash, (uint64_t)channels);
    picture_fold(hash, (uint64_t)self->info.bits);
    return status_clear(error);
}

static rl_status hash_rows(encoder *self, const void *rows, int count, rl_error *error)
{
    const unsigned char *row = rows;
    size_t row_bytes = (size_t)self->info.width * 3 * (size_t)(self->info.bits / 8);
    size_t samples = (size_t)self->info.width * 3;
    for (; count > 0; count--, row += row_bytes) {
        row_hash hash;
        for (int i = 0; i < LANES; i++)
            hash.lane[i] = hash_mix((uint64_t)i + 1);
        if (self->info.bits == 16)
            row_hash_16(&hash, (const void *)row, samples);
        else
            row_hash_8(&hash, row, samples);
        for (int i = 0; i < LANES; i++)
            picture_fold(self->state, hash.lane[i]);
    }
    return status_clear(error);
}

static rl_status hash_finish(encoder *self, rl_error *error)
{
    const picture_hash *hash = self->state;
    char line[40];
    (void)snprintf(line, sizeof line, "%016" PRIx64 "%016" PRIx64 "\n", hash->half[0],
                   hash->half[1]);
    return rl_sink_write(self->sink, line, strlen(line), error);
}

static void hash_release(encoder *self)
{
    memory_free(self->allocator, self->state);
}

const encoder_format encoder_hash = {
    .about = {.name = "hash",
              .meaning = "one line: a hash of size, depth and samples",
              .is_text = 1},
    .start = hash_start,
    .rows = hash_rows,
    .finish = hash_finish,
    .release = hash_release,
};
