/* test_deflate.c - our deflate against zlib's inflate, and its kernels against plain C. */
#include "encode/deflate/deflate.h"
#include "encode/deflate/huffman.h"
#include "encode/deflate/tokens.h"
#include "support/support.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* ---- kernels -------------------------------------------------------------------- */

enum { MOST = 700 };

/* Bytes that filters find hard: noise, steps of few values, ends of the range. */
static void bytes_fill(chance *c, uint8_t *bytes, size_t size)
{
    int kind = (int)chance_integer(c, 0, 3);
    for (size_t i = 0; i < size; i++) {
        int64_t noise = chance_integer(c, 0, 255);
        bytes[i] = (uint8_t)(kind == 0   ? noise
                             : kind == 1 ? (noise & 1) * 255
                             : kind == 2 ? 100 + noise % 3
                                         : (int64_t)i / 5 + noise % 2);
    }
}

/* The predictor is that of PNG, section 9.4; the triples are in the middle of a row. */
TEST(paeth_filter_equals_reference_for_all_triples)
{
    enum { COUNT = 2 * 256 };
    uint8_t row[COUNT], above[COUNT], out[COUNT];
    for (int k = 0; k < kernels_count(); k++)
        for (int left = 0; left < 256; left += 5)
            for (int corner = 0; corner < 256; corner++) {
                for (int i = 0; i < 256; i++) {
                    row[2 * i] = (uint8_t)left;
                    above[2 * i] = (uint8_t)corner;
                    row[2 * i + 1] = 0;
                    above[2 * i + 1] = (uint8_t)i;
                }
                strip_kernels_of[k]->paeth(out, row, above, COUNT, 1);
                for (int i = 0; i < 256; i++) {
                    int p = left + i - corner;
                    int a = abs(p - left), b = abs(p - i), d = abs(p - corner);
                    int guess = a <= b && a <= d ? left : b <= d ? i : corner;
                    EXPECT(out[2 * i + 1] == (uint8_t)-guess);
                }
            }
}

TEST(adler_kernels_equal_zlib)
{
    enum { LONG = 40000 };
    uint8_t *bytes = malloc(LONG);
    for (int number = 0; number < SUPPORT_PART(300); number++) {
        chance c = chance_from((uint64_t)number);
        size_t size = (size_t)chance_integer(&c, 0, number % 3 == 0 ? 200 : LONG);
        uint32_t sum = number % 2 == 0 ? 1 : 65520U << 16 | 65520;
        if (number % 4 < 2)
            memset(bytes, 255, LONG);
        else
            bytes_fill(&c, bytes, LONG);
        for (int k = 0; k < kernels_count(); k++)
            EXPECT(strip_kernels_of[k]->adler(sum, bytes, size) == adler32(sum, bytes, (uInt)size));
    }
    free(bytes);
}

TEST(match_length_kernels_equal_a_byte_comparison)
{
    enum { WORDS = 5, SIZE = 64 * WORDS };
    uint8_t bytes[DEFLATE_MARGIN + SIZE];
    for (int number = 0; number < SUPPORT_PART(3000); number++) {
        chance c = chance_from((uint64_t)number);
        size_t distance = (size_t)chance_integer(&c, 1, DEFLATE_MARGIN);
        bytes_fill(&c, bytes, sizeof bytes);
        for (int k = 0; k < kernels_count(); k++) {
            uint64_t equal[WORDS];
            strip_kernels_of[k]->equal(equal, bytes + DEFLATE_MARGIN, WORDS, distance);
            for (size_t i = 0; i < SIZE; i++) {
                const uint8_t *at = bytes + DEFLATE_MARGIN + i;
                EXPECT((equal[i / 64] >> i % 64 & 1) == (at[0] == *(at - distance)));
            }
        }
    }
}

/* Runs of ones and of zeros in turn, many of them about as long as a match or over words. */
enum { RUN_WORDS = 30 };

static void bitmap_fill(chance *c, uint64_t *bitmap, uint32_t bits)
{
    int64_t longest = chance_integer(c, 0, 3) == 0 ? 600 : 2 * MATCH_LEAST;
    uint64_t value = 0;
    memset(bitmap, 0, (RUN_WORDS + 1) * sizeof *bitmap);
    for (uint32_t at = 0; at < bits; value = !value)
        for (int64_t left = chance_integer(c, 1, value ? longest : 3); left > 0 && at < bits;
             left--, at++)
            bitmap[at / 64] |= value << at % 64;
}

TEST(run_length_kernels_equal_a_scan)
{
    uint64_t bitmap[RUN_WORDS + 1];
    uint32_t places[2 * 64 * RUN_WORDS / MATCH_LEAST + RUNS_SPARE];
    for (int number = 0; number < SUPPORT_PART(20000); number++) {
        chance c = chance_from((uint64_t)number);
        uint32_t bits = (uint32_t)chance_integer(&c, 1, 64 * RUN_WORDS), found = 0;
        bitmap_fill(&c, bitmap, bits);
        uint32_t count = runs_find(places, bitmap, (bits + 63) / 64);
        for (uint32_t at = 0, run = 0; at <= bits; at++) {
            int is_one = at < bits && (bitmap[at / 64] >> at % 64 & 1) != 0;
            if (!is_one && run >= MATCH_LEAST) {
                EXPECT(found < count && places[found] == at - run && places[found + 1] == at);
                found += 2;
            }
            run = is_one ? run + 1 : 0;
        }
        EXPECT(found == count);
    }
}

/* ---- streams -------------------------------------------------------------------- */

enum { CANARY = 0xa5, CANARIES = 64 };

typedef struct stream {
    uint8_t *raw; /* with its margins */
    uint8_t *packed, *unpacked;
    size_t most;
} stream;

static stream stream_new(size_t most)
{
    stream s = {calloc(1, most + 2 * DEFLATE_MARGIN), malloc(deflate_bound(most) + CANARIES),
                malloc(most + 1), most};
    ck_assert(s.raw != NULL && s.packed != NULL && s.unpacked != NULL);
    return s;
}

static void stream_free(stream *s)
{
    free(s->raw);
    free(s->packed);
    free(s->unpacked);
}

static void inflates_to(const stream *s, size_t packed, size_t size, int is_last)
{
    z_stream z;
    memset(&z, 0, sizeof z);
    ck_assert_int_eq(inflateInit2(&z, -15), Z_OK);
    z.next_in = s->packed;
    z.avail_in = (uInt)packed;
    z.next_out = s->unpacked;
    z.avail_out = (uInt)size + 1;
    int result = inflate(&z, Z_SYNC_FLUSH);
    EXPECT_MSG(result == (is_last ? Z_STREAM_END : Z_OK), "inflate: %d %s", result,
               z.msg != NULL ? z.msg : "");
    EXPECT(z.avail_in == 0);
    EXPECT(z.total_out == size);
    EXPECT(memcmp(s->unpacked, s->raw + DEFLATE_MARGIN, size) == 0);
    inflateEnd(&z);
}

/* Packs with each kernel, whose bytes must be the same, and unpacks. */
static size_t check_stream(stream *s, size_t size, const int distances[DEFLATE_DISTANCES],
                           int is_last)
{
    size_t first = 0;
    uint32_t sum = 0;
    for (int k = 0; k < kernels_count(); k++) {
        arena memory = {NULL, NULL};
        deflate_work *work = deflate_new(strip_kernels_of[k], &memory);
        memset(s->raw, 17 * k, DEFLATE_MARGIN); /* of no account */
        memset(s->raw + DEFLATE_MARGIN + size, 31 * k, DEFLATE_MARGIN);
        memset(s->packed, CANARY, deflate_bound(size) + CANARIES);
        size_t packed =
            deflate_bytes(work, s->packed, s->raw + DEFLATE_MARGIN, size, distances, is_last);
        arena_free(&memory);
        EXPECT(packed <= deflate_bound(size));
        for (size_t i = 0; i < CANARIES; i++)
            EXPECT(s->packed[deflate_bound(size) + i] == CANARY);
        uint32_t it = (uint32_t)crc32(0, s->packed, (uInt)packed);
        EXPECT(k == 0 || (packed == first && it == sum));
        first = packed;
        sum = it;
    }
    inflates_to(s, first, size, is_last);
    return first;
}

/* What filtered rows are made of: runs, patterns of short periods, steps between them,
 * and noise. */
static void mixture_fill(chance *c, uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size;) {
        size_t count = (size_t)chance_integer(c, 1, chance_integer(c, 0, 9) == 0 ? 5000 : 90);
        int kind = (int)chance_integer(c, 0, 3);
        size_t period =
            (size_t[]){1, 3, 6, 24, 7, 15, 32, 48, 200, 3841, 32768}[chance_integer(c, 0, 10)];
        int wide = chance_integer(c, 0, 3) == 0 ? 255 : 2;
        for (; count > 0 && i < size; count--, i++) {
            if (kind == 0 || i < period)
                bytes[i] = (uint8_t)(chance_integer(c, 0, wide) - 1);
            else
                bytes[i] = bytes[i - period];
        }
    }
}

TEST(deflated_mixtures_of_runs_and_noise_inflate_equal)
{
    stream s = stream_new(600000);
    enum { SETS = 10 };
    const int sets[SETS][DEFLATE_DISTANCES] = {{3, 6, 24},  {6, 12, 48}, {2, 0, 0},   {1, 3, 0},
                                               {7, 15, 32}, {4, 5, 31},  {1, 200, 0}, {1, 3841, 0},
                                               {32768, 0},  {0}};
    for (int number = 0; number < SUPPORT_PART(300); number++) {
        chance c = chance_from((uint64_t)number);
        int64_t most = number % 50 == 0 ? 600000 : number % 2 == 0 ? 9000 : 300;
        size_t size = (size_t)chance_integer(&c, 1, most);
        mixture_fill(&c, s.raw + DEFLATE_MARGIN, size);
        (void)check_stream(&s, size, sets[chance_integer(&c, 0, SETS - 1)], number % 3 == 0);
    }
    stream_free(&s);
}

/* Lengths about the longest part of a match are covered. */
TEST(deflated_runs_of_every_length_inflate_equal)
{
    stream s = stream_new(4000);
    const int distances[DEFLATE_DISTANCES] = {1, 0, 0};
    for (size_t run = 1; run < 1100; run++) {
        uint8_t *bytes = s.raw + DEFLATE_MARGIN;
        for (size_t i = 0; i < 200; i++)
            bytes[i] = (uint8_t)(i * 37 ^ i >> 3);
        memset(bytes + 200, 9, run);
        bytes[200 + run] = 8;
        (void)check_stream(&s, 201 + run, distances, 1);
    }
    stream_free(&s);
}

/* The block has as many matches as fit: runs of about the shortest length, one byte apart. */
TEST(deflated_block_of_densest_matches_inflates_equal)
{
    stream s = stream_new(300000);
    const int distances[DEFLATE_DISTANCES] = {1, 0, 0};
    for (size_t run = 6; run < 16; run++) {
        for (size_t i = 0; i < s.most; i++) /* the first of a run is a literal */
            s.raw[DEFLATE_MARGIN + i] = (uint8_t)(i / (run + 1));
        (void)check_stream(&s, s.most, distances, 1);
    }
    stream_free(&s);
}

/* Several of them follow each other, at every bit of a byte. */
TEST(deflated_codes_of_greatest_length_inflate_equal)
{
    stream s = stream_new(200000);
    const int distances[DEFLATE_DISTANCES] = {3, 6, 24};
    for (int number = 0; number < 4; number++) {
        chance c = chance_from((uint64_t)number);
        for (size_t i = 0; i < s.most; i++)
            s.raw[DEFLATE_MARGIN + i] = (uint8_t)__builtin_ctzll(chance_bits(&c) | 1ULL << 40);
        for (int rare = 0; rare < 40; rare++) {
            size_t at = (size_t)chance_integer(&c, 0, (int64_t)s.most - 20);
            for (size_t i = 0; i < 16; i++)
                s.raw[DEFLATE_MARGIN + at + i] = (uint8_t)chance_integer(&c, 100, 255);
        }
        (void)check_stream(&s, s.most, distances, 1);
    }
    stream_free(&s);
}

/* The sampled part says nothing of the rest, so the block is stored in the end. */
TEST(deflated_block_with_misleading_samples_keeps_its_bound)
{
    stream s = stream_new(262144);
    const int distances[DEFLATE_DISTANCES] = {3, 6, 24};
    chance c = chance_from(5);
    for (size_t i = 0; i < s.most; i++) {
        uint64_t noise = chance_bits(&c);
        int common = __builtin_ctzll(noise | 1ULL << 40), rare = (int)(100 + (noise >> 40) % 150);
        s.raw[DEFLATE_MARGIN + i] = (uint8_t)(i / 8 % 4 == 0 ? common : rare);
    }
    EXPECT(check_stream(&s, s.most, distances, 0) <= s.most + 60);
    stream_free(&s);
}

/* A block made of its codes alone: each symbol that has one is sent once. */
static void codes_are_told(chance *c, int symbols)
{
    uint32_t counts[LENGTHS] = {[END_OF_BLOCK] = 1}, none[DISTANCES] = {0};
    uint8_t out[2 * CODE_LENGTHS_BYTES] = {0}, literals[256], read[256 + 1];
    huffman_code lengths, distances;
    bit_writer to = {.out = out};
    uInt count = 0;
    for (int i = 0; i < symbols; i++)
        counts[chance_integer(c, 0, LENGTHS - 1)] = (uint32_t)chance_integer(c, 1, 5000);
    none[chance_integer(c, 0, DISTANCES - 1)] = 1;
    counts[0]++; /* a code of one symbol is none for zlib */
    huffman_make(&lengths, counts, LENGTHS, 14);
    huffman_make(&distances, none, DISTANCES, 15);
    bits_add(&to, 5, 3);
    code_lengths_write(&to, &lengths, &distances);
    EXPECT(to.out - out <= CODE_LENGTHS_BYTES);
    for (int i = 0; i < 256; i++)
        if (counts[i] > 0) {
            literals[count++] = (uint8_t)i;
            bits_add(&to, lengths.code[i], lengths.length[i]);
            bits_flush(&to);
        }
    bits_add(&to, lengths.code[END_OF_BLOCK], lengths.length[END_OF_BLOCK]);
    bits_align(&to);
    z_stream z;
    memset(&z, 0, sizeof z);
    ck_assert_int_eq(inflateInit2(&z, -15), Z_OK);
    z.next_in = out;
    z.avail_in = (uInt)(to.out - out);
    z.next_out = read;
    z.avail_out = sizeof read;
    EXPECT(inflate(&z, Z_FINISH) == Z_STREAM_END);
    EXPECT(z.avail_in == 0 && z.total_out == count && memcmp(read, literals, count) == 0);
    inflateEnd(&z);
}

TEST(deflate_code_lengths_inflate_equal)
{
    for (int number = 0; number < SUPPORT_PART(3000); number++) {
        chance c = chance_from((uint64_t)number);
        codes_are_told(&c, number % 3 == 0 ? number % 10 : (int)chance_integer(&c, 0, 900));
    }
}

/* The stream has a few bytes more than the input. */
TEST(deflated_noise_is_stored)
{
    stream s = stream_new(1000000);
    const int distances[DEFLATE_DISTANCES] = {3, 6, 24};
    chance c = chance_from(1);
    for (size_t i = 0; i < s.most; i++)
        s.raw[DEFLATE_MARGIN + i] = (uint8_t)chance_bits(&c);
    const size_t sizes[] = {1, 2, 100, 65535, 65536, 262143, 262144, 262145, 524288, 1000000};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        for (int is_last = 0; is_last < 2; is_last++)
            EXPECT(check_stream(&s, sizes[i], distances, is_last) <=
                   sizes[i] + sizes[i] / 5000 + 10);
    stream_free(&s);
}

/* It is one match after the other, of two bits each. */
TEST(deflated_flat_million_is_minimal)
{
    stream s = stream_new(1000000);
    const int distances[DEFLATE_DISTANCES] = {3, 6, 24};
    memset(s.raw + DEFLATE_MARGIN, 0, s.most);
    EXPECT(check_stream(&s, s.most, distances, 1) < 1000000 / 258 * 2 / 8 + 600);
    stream_free(&s);
}

TEST(deflate_calls_join_to_one_stream)
{
    stream s = stream_new(50000), all = stream_new(150000);
    const int distances[DEFLATE_DISTANCES] = {3, 6, 24};
    size_t size = 0, packed = 0;
    arena memory = {NULL, NULL};
    deflate_work *work = deflate_new(strip_kernels_of[CPU_PLAIN], &memory);
    for (int i = 0; i < 30; i++) {
        chance c = chance_from((uint64_t)i);
        size_t part = (size_t)chance_integer(&c, 1, 4000);
        mixture_fill(&c, s.raw + DEFLATE_MARGIN, part);
        memcpy(all.raw + DEFLATE_MARGIN + size, s.raw + DEFLATE_MARGIN, part);
        packed += deflate_bytes(work, all.packed + packed, s.raw + DEFLATE_MARGIN, part, distances,
                                i == 29);
        size += part;
    }
    inflates_to(&all, packed, size, 1);
    arena_free(&memory);
    stream_free(&all);
    stream_free(&s);
}
