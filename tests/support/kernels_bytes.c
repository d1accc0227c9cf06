/* kernels_bytes.c - cases of the PNG encoder's kernels: rows of bytes. */
#include "support/kernels.h"

#include <string.h>

#include "encode/deflate/strip.h"

enum { ROW = 3840 * 3, PAD = 1024, WORDS = ROW / 64 };

/* Bytes before, in and after a row. */
static uint8_t bytes[2][PAD + ROW + PAD];

/* Rounds go through kinds of rows: noise, few values, runs, ends of the range, one value. */
static uint8_t byte_at(int round, uint32_t i)
{
    uint32_t bits = kernels_bits(round, i);
    switch (round % 5) {
    case 0:
        return (uint8_t)bits;
    case 1:
        return (uint8_t)(120 + bits % 3);
    case 2:
        return (uint8_t)kernels_bits(round, i / 37);
    case 3:
        return bits % 2 == 0 ? 0 : 255;
    default:
        return 255;
    }
}

/* Every length up to some runs of the widest variant, then a whole row. */
static size_t row_size(int round)
{
    return round == KERNELS_LONG || round % 301 == 300 ? ROW : (size_t)(round % 301);
}

static void rows_make(int round)
{
    static int made = -2;
    uint32_t count = round == KERNELS_LONG ? sizeof bytes[0] : (uint32_t)row_size(round) + 2 * PAD;
    for (uint32_t i = 0; i < count && made != round; i++) {
        bytes[0][i] = byte_at(round, i);
        bytes[1][i] = byte_at(round, i + 100000);
    }
    made = round;
}

static size_t sub_run(cpu_kernels kernels, int round, uint8_t *out, double *samples)
{
    size_t size = row_size(round);
    rows_make(round);
    memset(out, 0xa5, size + 8);
    size_t pixel = round == KERNELS_LONG ? 3 : (size_t)(1 + round % 8);
    strip_kernels_of[kernels]->sub(out, bytes[0] + PAD, size, pixel);
    *samples += (double)size;
    return size + 8;
}

static size_t paeth_run(cpu_kernels kernels, int round, uint8_t *out, double *samples)
{
    size_t size = row_size(round);
    rows_make(round);
    memset(out, 0xa5, size + 8);
    size_t pixel = round == KERNELS_LONG ? 2 : (size_t)(1 + round % 8);
    strip_kernels_of[kernels]->paeth(out, bytes[0] + PAD, bytes[1] + PAD, size, pixel);
    *samples += (double)size;
    return size + 8;
}

static size_t adler_run(cpu_kernels kernels, int round, uint8_t *out, double *samples)
{
    size_t size = row_size(round);
    rows_make(round);
    uint32_t before = 1;
    if (round >= 0) /* both halves below 65521 */
        before = kernels_bits(round, 7) % 65521 << 16 | kernels_bits(round, 8) % 65521;
    uint32_t sum = strip_kernels_of[kernels]->adler(before, bytes[0] + PAD, size);
    memcpy(out, &sum, sizeof sum);
    *samples += (double)size;
    return sizeof sum;
}

static size_t equal_run(cpu_kernels kernels, int round, uint8_t *out, double *samples)
{
    static const size_t distances[] = {1, 3, 6, 24, 192, 1000};
    static uint64_t equal[WORDS + 1];
    size_t words = round == KERNELS_LONG ? WORDS : (size_t)(round % 5);
    size_t distance = round == KERNELS_LONG ? 24 : distances[round % 6];
    rows_make(round);
    memset(equal, 0xa5, sizeof equal);
    strip_kernels_of[kernels]->equal(equal, bytes[0] + PAD, words, distance);
    memcpy(out, equal, sizeof equal);
    *samples += (double)(64 * words);
    return sizeof equal;
}

const kernels_case kernels_bytes[] = {
    {"png: sub", "byte", 1505, sub_run},
    {"png: paeth", "byte", 1505, paeth_run},
    {"png: adler", "byte", 1505, adler_run},
    {"png: equal", "byte", 300, equal_run},
    {0},
};
