/* deflate.c - blocks of literals and of matches at known distances; see deflate.h.
 *
 * A block is made in three steps over bytes that stay in the second-level cache: which
 * bytes equal those before (bitmaps), what is literal and what a match (tokens, with
 * their counts), and, once the codes are known, the bits.
 */
#include "encode/deflate.h"

#include "base/memory.h"
#include "encode/code_lengths.h"
#include "encode/runs.h"
#include "encode/survey.h"

/* The bytes of a block.  Smaller ones spend more on their codes, larger ones code
 * different things alike. */
enum { BLOCK_BYTES = 256 * 1024, BLOCK_WORDS = BLOCK_BYTES / 64 };

enum { MATCH_MOST = 258 };

/* Four literals and what is left of a byte fit 64 bits: 4 * 14 + 7. */
enum { LITERAL_LIMIT = 14 };

typedef struct token {
    uint32_t literals;
    uint32_t match;    /* its bytes, any number; 0 after the last literals */
    uint32_t distance; /* which of the distances */
} token;

enum { TOKENS = BLOCK_BYTES / MATCH_LEAST + 2 };

/* Bits to be sent at once: a code and what follows it. */
typedef struct bits {
    uint32_t value;
    uint32_t count;
} bits;

struct deflate_work {
    const strip_kernels *kernels;
    int distances; /* how many are in use */
    int distance[DEFLATE_DISTANCES];
    /* Of the block: each bitmap ends in a word of zeros. */
    uint64_t equal[DEFLATE_DISTANCES][BLOCK_WORDS + 2];
    token tokens[TOKENS];
    int token_count;
    uint32_t runs[2 * TOKENS + RUNS_SPARE]; /* where matches begin and end, of one distance */
    uint32_t length_counts[LENGTHS];        /* literals, end of block, lengths */
    uint32_t literal_counts[4][2 * 256];    /* the second half counts what is none */
    uint32_t part_counts[DEFLATE_DISTANCES][MATCH_MOST + 1];
    uint32_t distance_counts[DISTANCES];
    huffman_code length_code, distance_code;
    uint64_t literal_bits[2 * 256]; /* see literals_write_four; then nothing */
    bits match_bits[MATCH_MOST + 1];
    bits distance_bits[DEFLATE_DISTANCES];
};

deflate_work *deflate_new(const strip_kernels *kernels, const rl_allocator *allocator)
{
    deflate_work *work = memory_array(allocator, 1, sizeof *work);
    if (work != NULL)
        work->kernels = kernels;
    return work;
}

void deflate_free(deflate_work *work, const rl_allocator *allocator)
{
    memory_free(allocator, work);
}

/* ---- lengths and distances (3.2.5) ------------------------------------------- */

static const uint16_t length_base[] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                       15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                       67, 83, 99, 115, 131, 163, 195, 227, 258};
static const uint8_t length_extra[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                       2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};

static int length_symbol(uint32_t length)
{
    if (length == MATCH_MOST)
        return 28;
    if (length < 11)
        return (int)length - 3;
    /* Four symbols for each power of two above eight. */
    int power = 31 - __builtin_clz(length - 3);
    return 4 * (power - 1) + (int)((length - 3) >> (power - 2) & 3);
}

/* Two symbols for each power of two above two. */
static int distance_symbol(int distance)
{
    uint32_t d = (uint32_t)distance - 1;
    if (d < 4)
        return (int)d;
    int power = 31 - __builtin_clz(d);
    return 2 * power + (int)(d >> (power - 1) & 1);
}

static bits distance_extra(int distance)
{
    uint32_t d = (uint32_t)distance - 1;
    if (d < 4)
        return (bits){0, 0};
    uint32_t count = 30 - (uint32_t)__builtin_clz(d);
    return (bits){d & ((1U << count) - 1), count};
}

/* A match of any length is sent in parts of at most MATCH_MOST bytes, none of which may
 * be shorter than three. */
static uint32_t match_part(uint32_t left)
{
    return left <= MATCH_MOST ? left : left < MATCH_MOST + 3 ? left - 3 : MATCH_MOST;
}

/* ---- what repeats ------------------------------------------------------------- */

static void equal_find(deflate_work *work, const uint8_t *bytes, size_t at, size_t size)
{
    size_t words = (size + 63) / 64;
    for (int k = 0; k < work->distances; k++) {
        uint64_t *equal = work->equal[k];
        size_t distance = (size_t)work->distance[k];
        work->kernels->equal(equal, bytes + at, words, distance);
        if (at == 0)
            equal[0] &= ~(uint64_t)0 << distance; /* nothing is before the first byte */
        if (size % 64 != 0)
            equal[words - 1] &= ~(~(uint64_t)0 << size % 64);
        equal[words] = equal[words + 1] = 0;
    }
}

/* The next 64 places of a bitmap from any place on. */
static inline uint64_t window_at(const uint64_t *equal, uint32_t at)
{
    const uint64_t *word = equal + at / 64;
    return word[0] >> at % 64 | word[1] << 1 << (63 - at % 64);
}

/* ---- tokens ------------------------------------------------------------------- */

/* Where lengths vary without a pattern a wrong guess of a branch costs as much as ten
 * steps: so literals go in groups of eight, the last of which counts (and sends) what
 * is not literal as nothing, and all distances are always tried. */
enum { GROUP = 8 };

#define ALWAYS_INLINE inline __attribute__((always_inline))

/* Neighbours are often equal: they count apart, lest one waits for the other. */
static inline void literals_count_four(deflate_work *work, const uint32_t index[4])
{
    work->literal_counts[0][index[0]]++;
    work->literal_counts[1][index[1]]++;
    work->literal_counts[2][index[2]]++;
    work->literal_counts[3][index[3]]++;
}

/* Where a byte is found in a table of two halves: what comes after the last literal
 * stands in the second.  The sign decides: a comparison would become a branch. */
static inline uint32_t literal_index(uint8_t byte, int32_t left)
{
    return byte | ((uint32_t)(left - 1) >> 23 & 256);
}

#define FOUR(bytes, left)                                                                          \
    {                                                                                              \
        literal_index((bytes)[0], (left)), literal_index((bytes)[1], (left)-1),                    \
            literal_index((bytes)[2], (left)-2), literal_index((bytes)[3], (left)-3),              \
    }

/* A quarter of the literals tells enough of them: every fourth of short stretches, of
 * long ones every fourth group. */
enum { SAMPLED = 4, STRETCH_SHORT = 8 * GROUP };

static void literals_count(deflate_work *work, const uint8_t *bytes, uint32_t count)
{
    if (count < STRETCH_SHORT && work->token_count % SAMPLED != 0)
        return;
    int32_t left = (int32_t)count;
    int32_t step = count < STRETCH_SHORT ? GROUP : GROUP * SAMPLED;
    for (; left >= GROUP; left -= step, bytes += step) {
        const uint32_t low[4] = FOUR(bytes, 4), high[4] = FOUR(bytes + 4, 4);
        literals_count_four(work, low);
        literals_count_four(work, high);
    }
    if (step > GROUP)
        return;
    const uint32_t low[4] = FOUR(bytes, left), high[4] = FOUR(bytes + 4, left - 4);
    literals_count_four(work, low);
    literals_count_four(work, high);
}

/* The first place from `at` on where a match begins, or one at the end. */
static ALWAYS_INLINE uint32_t match_find(const deflate_work *work, uint32_t distances, uint32_t at,
                                         uint32_t size)
{
    while (at < size) {
        uint64_t any = 0;
#pragma GCC unroll 3
        for (uint32_t k = 0; k < distances; k++)
            any |= match_starts(window_at(work->equal[k], at));
        if (any != 0)
            return at + (uint32_t)__builtin_ctzll(any);
        at += WINDOW_STARTS;
    }
    return size;
}

/* How many equal bytes begin at a place; the last word is zero, so there is an end. */
static uint32_t match_length(const uint64_t *equal, uint32_t at)
{
    uint32_t start = at;
    for (;;) {
        uint64_t unequal = ~window_at(equal, at);
        if (unequal != 0)
            return at - start + (uint32_t)__builtin_ctzll(unequal);
        at += 64;
    }
}

/* The longest match at a place where one begins, the nearer of two that are as long. */
static ALWAYS_INLINE token match_longest(const deflate_work *work, uint32_t distances, uint32_t at)
{
    token best = {0};
#pragma GCC unroll 3
    for (uint32_t k = 0; k < distances; k++) {
        uint64_t unequal = ~window_at(work->equal[k], at) | (uint64_t)1 << 63;
        uint32_t length = (uint32_t)__builtin_ctzll(unequal);
        best.distance = length > best.match ? k : best.distance;
        best.match = length > best.match ? length : best.match;
    }
    for (uint32_t k = 0; k < distances && best.match >= 63; k++) {
        uint32_t length = match_length(work->equal[k], at);
        if (length > best.match)
            best = (token){.match = length, .distance = k};
    }
    return best;
}

/* Three numbers, not a token: one that is put together in memory only to be copied has to
 * be waited for. */
static ALWAYS_INLINE void token_add(deflate_work *work, uint32_t literals, uint32_t match,
                                    uint32_t distance)
{
    token *it = &work->tokens[work->token_count++];
    it->literals = literals;
    it->match = match;
    it->distance = distance;
    for (uint32_t left = match; left > 0;) {
        uint32_t part = match_part(left);
        work->part_counts[distance][part]++;
        left -= part;
    }
}

static ALWAYS_INLINE void tokens_among(deflate_work *work, uint32_t distances, const uint8_t *bytes,
                                       uint32_t size)
{
    for (uint32_t at = 0; at < size;) {
        uint32_t start = match_find(work, distances, at, size);
        token it = match_longest(work, distances, start);
        literals_count(work, bytes + at, start - at);
        token_add(work, start - at, it.match, it.distance);
        at = start + it.match;
    }
}

/* At one distance all long runs of equal bytes are matches, whatever was before them. */
static void tokens_of_runs(deflate_work *work, const uint8_t *bytes, uint32_t size)
{
    uint32_t at = 0, places = runs_find(work->runs, work->equal[0], (size + 63) / 64);
    for (uint32_t i = 0; i < places; i += 2) {
        uint32_t start = work->runs[i], end = work->runs[i + 1];
        literals_count(work, bytes + at, start - at);
        token_add(work, start - at, end - start, 0);
        at = end;
    }
    literals_count(work, bytes + at, size - at);
    token_add(work, size - at, 0, 0);
}

/* Compiled for each number of distances: their loops vanish. */
static void tokens_find(deflate_work *work, const uint8_t *bytes, uint32_t size)
{
    if (work->distances == 1)
        tokens_of_runs(work, bytes, size);
    else if (work->distances == 2)
        tokens_among(work, 2, bytes, size);
    else if (work->distances == 3)
        tokens_among(work, 3, bytes, size);
    else
        tokens_among(work, 0, bytes, size);
}

/* ---- a block ------------------------------------------------------------------- */

static void counts_clear(deflate_work *work)
{
    work->token_count = 0;
    memset(work->length_counts, 0, sizeof work->length_counts);
    memset(work->literal_counts, 0, sizeof work->literal_counts);
    memset(work->part_counts, 0, sizeof work->part_counts);
    memset(work->distance_counts, 0, sizeof work->distance_counts);
}

static void codes_make(deflate_work *work)
{
    for (int i = 0; i < 256; i++)
        work->length_counts[i] = 1;
    for (int i = 0; i < 256; i++)
        for (int k = 0; k < 4; k++)
            work->length_counts[i] += SAMPLED * work->literal_counts[k][i];
    for (int k = 0; k < work->distances; k++)
        for (uint32_t i = 3; i <= MATCH_MOST; i++) {
            work->length_counts[FIRST_LENGTH + length_symbol(i)] += work->part_counts[k][i];
            work->distance_counts[distance_symbol(work->distance[k])] += work->part_counts[k][i];
        }
    work->length_counts[END_OF_BLOCK] = 1;
    huffman_make(&work->length_code, work->length_counts, LENGTHS, LITERAL_LIMIT);
    huffman_make(&work->distance_code, work->distance_counts, DISTANCES, HUFFMAN_LIMIT);
}

/* The bits of each literal, length and distance, ready to be sent. */
static void tables_fill(deflate_work *work)
{
    const huffman_code *lengths = &work->length_code, *distances = &work->distance_code;
    for (int i = 0; i < 256; i++)
        work->literal_bits[i] =
            (uint64_t)lengths->code[i] << (64 - lengths->length[i]) | lengths->length[i];
    memset(work->literal_bits + 256, 0, 256 * sizeof *work->literal_bits);
    for (uint32_t i = 3; i <= MATCH_MOST; i++) {
        int symbol = length_symbol(i);
        uint32_t count = lengths->length[FIRST_LENGTH + symbol];
        work->match_bits[i] =
            (bits){lengths->code[FIRST_LENGTH + symbol] | (i - length_base[symbol]) << count,
                   count + length_extra[symbol]};
    }
    for (int k = 0; k < work->distances; k++) {
        int symbol = distance_symbol(work->distance[k]);
        uint32_t count = distances->length[symbol];
        bits extra = distance_extra(work->distance[k]);
        work->distance_bits[k] =
            (bits){distances->code[symbol] | extra.value << count, count + extra.count};
    }
}

/* Four literals, each with its code in the highest bits and the code's length in the
 * lowest six: a shift by a literal makes room for it, and sums count the bits. */
static ALWAYS_INLINE void literals_write_four(bit_writer *to, const uint64_t *table,
                                              const uint32_t index[4])
{
    uint64_t a = table[index[0]], b = table[index[1]], c = table[index[2]], d = table[index[3]];
    uint64_t last = c + d, all = a + b + last;
    uint64_t high = a >> (b & 63) | b, low = c >> (d & 63) | d;
    high = high >> (last & 63) | low;
    /* No bits at all: then `high` is 0, too. */
    bits_add(to, high >> (-all & 63), (uint32_t)all & 63);
    bits_flush(to);
}

/* Most stretches have four literals to eight: two groups of four, of which the last counts
 * what is left. */
static ALWAYS_INLINE void literals_write(bit_writer *to, const uint64_t *table,
                                         const uint8_t *bytes, uint32_t count)
{
    int32_t left = (int32_t)count;
    for (; left >= GROUP + 4; left -= GROUP, bytes += GROUP) {
        const uint32_t low[4] = FOUR(bytes, 4), high[4] = FOUR(bytes + 4, 4);
        literals_write_four(to, table, low);
        literals_write_four(to, table, high);
    }
    if (left >= 4) {
        const uint32_t whole[4] = FOUR(bytes, 4);
        literals_write_four(to, table, whole);
        left -= 4;
        bytes += 4;
    }
    const uint32_t low[4] = FOUR(bytes, left), high[4] = FOUR(bytes + 4, left - 4);
    literals_write_four(to, table, low);
    if (left > 4)
        literals_write_four(to, table, high);
}

static ALWAYS_INLINE void match_write(bit_writer *to, const deflate_work *work, const token *it)
{
    bits distance = work->distance_bits[it->distance];
    for (uint32_t left = it->match; left > 0;) {
        uint32_t part = match_part(left);
        bits length = work->match_bits[part];
        bits_add(to, length.value | (uint64_t)distance.value << length.count,
                 length.count + distance.count);
        bits_flush(to);
        left -= part;
    }
}

/* The bytes written could be anything, also the writer: a copy stays in registers. */
static void tokens_write(bit_writer *to, const deflate_work *work, const uint8_t *bytes)
{
    bit_writer own = *to;
    for (int i = 0; i < work->token_count; i++) {
        const token *it = &work->tokens[i];
        literals_write(&own, work->literal_bits, bytes, it->literals);
        match_write(&own, work, it);
        bytes += it->literals + it->match;
    }
    *to = own;
}

static void block_write_coded(bit_writer *to, deflate_work *work, const uint8_t *bytes, int is_last)
{
    bits_add(to, (uint64_t)(4 | is_last), 3);
    code_lengths_write(to, &work->length_code, &work->distance_code);
    tables_fill(work);
    tokens_write(to, work, bytes);
    bits_add(to, work->length_code.code[END_OF_BLOCK], work->length_code.length[END_OF_BLOCK]);
    bits_flush(to);
}

enum { STORED_MOST = 65535, STORED_HEAD = 4 };

/* Bytes as they are, in parts (3.2.4). */
static void block_write_stored(bit_writer *to, const uint8_t *bytes, size_t size, int is_last)
{
    do {
        size_t part = size < STORED_MOST ? size : STORED_MOST;
        size -= part;
        bits_add(to, (uint64_t)(is_last && size == 0), 3);
        bits_align(to);
        bits_add(to, part | (part ^ 65535) << 16, 32);
        bits_flush(to);
        memcpy(to->out, bytes, part);
        to->out += part;
        bytes += part;
    } while (size > 0);
}

/* What did not become smaller is sent as it is. */
static void block_write(bit_writer *to, deflate_work *work, const uint8_t *bytes, size_t at,
                        size_t size, int is_last)
{
    bit_writer before = *to;
    counts_clear(work);
    equal_find(work, bytes, at, size);
    tokens_find(work, bytes + at, (uint32_t)size);
    codes_make(work);
    block_write_coded(to, work, bytes + at, is_last);
    if ((size_t)(to->out - before.out) >= size) {
        *to = before;
        block_write_stored(to, bytes + at, size, is_last);
    }
}

/* ---- the door ------------------------------------------------------------------- */

/* No block stays larger than its bytes stored, but the last may be so at first: by the
 * longest code for each byte and by the codes' own. */
size_t deflate_bound(size_t size)
{
    size_t last = size < BLOCK_BYTES ? size : BLOCK_BYTES, blocks = size / BLOCK_BYTES + 2;
    size_t heads = (STORED_HEAD + 1) * (blocks * (BLOCK_BYTES / STORED_MOST + 1));
    return size + heads + last * (LITERAL_LIMIT - 8) / 8 + CODE_LENGTHS_BYTES + 16;
}

size_t deflate_bytes(deflate_work *work, uint8_t *out, const uint8_t *bytes, size_t size,
                     const int distances[DEFLATE_DISTANCES], int is_last)
{
    bit_writer to = {.out = out};
    work->distances = survey_distances(work->distance, work->kernels, bytes, size, distances);
    size_t at = 0;
    do {
        size_t part = size - at < BLOCK_BYTES ? size - at : BLOCK_BYTES;
        block_write(&to, work, bytes, at, part, is_last && at + part == size);
        at += part;
    } while (at < size);
    if (!is_last)
        block_write_stored(&to, bytes, 0, 0);
    bits_align(&to);
    return (size_t)(to.out - out);
}
