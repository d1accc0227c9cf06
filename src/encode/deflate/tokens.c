/* tokens.c - literals and matches of a block; see tokens.h.
 *
 * Which bytes equal those before is found first, as bitmaps; then where they do so long
 * enough.
 */
#include "encode/deflate/tokens.h"

#include <string.h>

/* ---- what repeats ------------------------------------------------------------- */

static void equal_find(tokens *to, const uint8_t *bytes, size_t at, size_t size)
{
    size_t words = (size + 63) / 64;
    for (int k = 0; k < to->distances; k++) {
        uint64_t *equal = to->equal[k];
        size_t distance = (size_t)to->distance[k];
        to->kernels->equal(equal, bytes + at, words, distance);
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

/* Neighbours are often equal: they count apart, lest one waits for the other. */
static inline void literals_count_four(tokens *to, const uint32_t index[4])
{
    to->literal_counts[0][index[0]]++;
    to->literal_counts[1][index[1]]++;
    to->literal_counts[2][index[2]]++;
    to->literal_counts[3][index[3]]++;
}

static void literals_count(tokens *to, const uint8_t *bytes, uint32_t count)
{
    if (count < STRETCH_SHORT && to->count % SAMPLED != 0)
        return;
    int32_t left = (int32_t)count;
    int32_t step = count < STRETCH_SHORT ? GROUP : GROUP * SAMPLED;
    for (; left >= GROUP; left -= step, bytes += step) {
        const uint32_t low[4] = FOUR(bytes, 4), high[4] = FOUR(bytes + 4, 4);
        literals_count_four(to, low);
        literals_count_four(to, high);
    }
    if (step > GROUP)
        return;
    const uint32_t low[4] = FOUR(bytes, left), high[4] = FOUR(bytes + 4, left - 4);
    literals_count_four(to, low);
    literals_count_four(to, high);
}

/* The first place from `at` on where a match begins, or one at the end. */
static ALWAYS_INLINE uint32_t match_find(const tokens *to, uint32_t distances, uint32_t at,
                                         uint32_t size)
{
    while (at < size) {
        uint64_t any = 0;
#pragma GCC unroll 3
        for (uint32_t k = 0; k < distances; k++)
            any |= match_starts(window_at(to->equal[k], at));
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
static ALWAYS_INLINE token match_longest(const tokens *to, uint32_t distances, uint32_t at)
{
    token best = {0};
#pragma GCC unroll 3
    for (uint32_t k = 0; k < distances; k++) {
        uint64_t unequal = ~window_at(to->equal[k], at) | (uint64_t)1 << 63;
        uint32_t length = (uint32_t)__builtin_ctzll(unequal);
        best.distance = length > best.match ? k : best.distance;
        best.match = length > best.match ? length : best.match;
    }
    for (uint32_t k = 0; k < distances && best.match >= 63; k++) {
        uint32_t length = match_length(to->equal[k], at);
        if (length > best.match)
            best = (token){.match = length, .distance = k};
    }
    return best;
}

/* Three numbers, not a token: one that is put together in memory only to be copied has to
 * be waited for. */
static ALWAYS_INLINE void token_add(tokens *to, uint32_t literals, uint32_t match,
                                    uint32_t distance)
{
    token *it = &to->token[to->count++];
    it->literals = literals;
    it->match = match;
    it->distance = distance;
    for (uint32_t left = match; left > 0;) {
        uint32_t part = match_part(left);
        to->part_counts[distance][part]++;
        left -= part;
    }
}

static ALWAYS_INLINE void tokens_among(tokens *to, uint32_t distances, const uint8_t *bytes,
                                       uint32_t size)
{
    for (uint32_t at = 0; at < size;) {
        uint32_t start = match_find(to, distances, at, size);
        token it = match_longest(to, distances, start);
        literals_count(to, bytes + at, start - at);
        token_add(to, start - at, it.match, it.distance);
        at = start + it.match;
    }
}

/* At one distance all long runs of equal bytes are matches, whatever was before them. */
static void tokens_of_runs(tokens *to, const uint8_t *bytes, uint32_t size)
{
    uint32_t at = 0, places = runs_find(to->runs, to->equal[0], (size + 63) / 64);
    for (uint32_t i = 0; i < places; i += 2) {
        uint32_t start = to->runs[i], end = to->runs[i + 1];
        literals_count(to, bytes + at, start - at);
        token_add(to, start - at, end - start, 0);
        at = end;
    }
    literals_count(to, bytes + at, size - at);
    token_add(to, size - at, 0, 0);
}

/* Compiled for each number of distances: their loops vanish. */
static void tokens_choose(tokens *to, const uint8_t *bytes, uint32_t size)
{
    if (to->distances == 1)
        tokens_of_runs(to, bytes, size);
    else if (to->distances == 2)
        tokens_among(to, 2, bytes, size);
    else if (to->distances == 3)
        tokens_among(to, 3, bytes, size);
    else
        tokens_among(to, 0, bytes, size);
}

/* ---- the door --------------------------------------------------------------------- */

static void counts_clear(tokens *to)
{
    to->count = 0;
    memset(to->literal_counts, 0, sizeof to->literal_counts);
    memset(to->part_counts, 0, sizeof to->part_counts);
}

void tokens_find(tokens *to, const uint8_t *bytes, size_t at, size_t size)
{
    counts_clear(to);
    equal_find(to, bytes, at, size);
    tokens_choose(to, bytes + at, (uint32_t)size);
}
