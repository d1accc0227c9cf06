/* tokens.c - finds and counts the literals and matches of a block (tokens.h).
 *
 * First, a bitmap for each distance says which bytes equal the byte at that distance before them.
 * Then matches are runs of ones that are long enough.
 */
#include "encode/deflate/tokens.h"

#include <string.h>

/* Returns the 64 bits of a bitmap from bit `place` on. */
static inline uint64_t window_at(const uint64_t *equal, uint32_t place)
{
    const uint64_t *word = equal + place / 64;
    return word[0] >> place % 64 | word[1] << 1 << (63 - place % 64);
}

/* Counts four literals in four tables: neighbours are often equal, and an increment of the same
 * entry would have to wait for the one before. */
static inline void literals_count_four(tokens *found, const uint32_t index[4])
{
    found->literal_counts[0][index[0]]++;
    found->literal_counts[1][index[1]]++;
    found->literal_counts[2][index[2]]++;
    found->literal_counts[3][index[3]]++;
}

/* Counts the `count` literals of a token, if it is in the sample (SAMPLED). */
static ALWAYS_INLINE void literals_count(tokens *found, const uint8_t *bytes, uint32_t count)
{
    if (count < STRETCH_SHORT && found->count % SAMPLED != 0)
        return;
    int32_t left = (int32_t)count;
    int32_t step = count < STRETCH_SHORT ? GROUP : GROUP * SAMPLED;
    for (; left >= GROUP; left -= step, bytes += step) {
        const uint32_t low[4] = FOUR(bytes, 4), high[4] = FOUR(bytes + 4, 4);
        literals_count_four(found, low);
        literals_count_four(found, high);
    }
    if (step > GROUP)
        return;
    const uint32_t low[4] = FOUR(bytes, left), high[4] = FOUR(bytes + 4, left - 4);
    literals_count_four(found, low);
    literals_count_four(found, high);
}

/* Returns the first index from `place` on at which a match begins, or `size` if there is none. */
static ALWAYS_INLINE uint32_t match_find(const tokens *found, uint32_t distances, uint32_t place,
                                         uint32_t size)
{
    while (place < size) {
        uint64_t any = 0;
#pragma GCC unroll 3
        for (uint32_t k = 0; k < distances; k++)
            any |= match_starts(window_at(found->equal[k], place));
        if (any != 0)
            return place + (uint32_t)__builtin_ctzll(any);
        place += WINDOW_STARTS;
    }
    return size;
}

/* Returns the number of ones in a bitmap from bit `place` on; the zeros at its end stop the
 * loop. */
static uint32_t match_length(const uint64_t *equal, uint32_t place)
{
    uint32_t start = place;
    for (;;) {
        uint64_t unequal = ~window_at(equal, place);
        if (unequal != 0)
            return place - start + (uint32_t)__builtin_ctzll(unequal);
        place += 64;
    }
}

/* Returns the longest match that begins at `place`; of equally long ones that with the least
 * distance. */
static ALWAYS_INLINE token match_longest(const tokens *found, uint32_t distances, uint32_t place)
{
    token best = {0};
#pragma GCC unroll 3
    for (uint32_t k = 0; k < distances; k++) {
        uint64_t unequal = ~window_at(found->equal[k], place) | (uint64_t)1 << 63;
        uint32_t length = (uint32_t)__builtin_ctzll(unequal);
        best.distance = length > best.match ? k : best.distance;
        best.match = length > best.match ? length : best.match;
    }
    for (uint32_t k = 0; k < distances && best.match >= 63; k++) {
        uint32_t length = match_length(found->equal[k], place);
        if (length > best.match)
            best = (token){.match = length, .distance = k};
    }
    return best;
}

/* Appends a token and counts the parts of its match.  Takes numbers instead of a token, as the CPU
 * stalls when it copies a struct whose fields were just written one by one. */
static ALWAYS_INLINE void token_add(tokens *found, uint32_t literals, uint32_t match,
                                    uint32_t distance)
{
    token *next = &found->token[found->count++];
    next->literals = literals;
    next->match = match;
    next->distance = distance;
    for (uint32_t left = match; left > 0;) {
        uint32_t part = match_part(left);
        found->part_counts[distance][part]++;
        left -= part;
    }
}

/* Finds the tokens of a block among the first `distances` distances. */
static ALWAYS_INLINE void tokens_among(tokens *found, uint32_t distances, const uint8_t *bytes,
                                       uint32_t size)
{
    for (uint32_t place = 0; place < size;) {
        uint32_t start = match_find(found, distances, place, size);
        token next = match_longest(found, distances, start);
        literals_count(found, bytes + place, start - place);
        token_add(found, start - place, next.match, next.distance);
        place = start + next.match;
    }
}

/* Finds the tokens of a block with one distance, whose matches are exactly the runs of
 * runs_find. */
static void tokens_of_runs(tokens *found, const uint8_t *bytes, uint32_t size)
{
    uint32_t place = 0, places = runs_find(found->runs, found->equal[0], (size + 63) / 64);
    for (uint32_t i = 0; i < places; i += 2) {
        uint32_t start = found->runs[i], end = found->runs[i + 1];
        literals_count(found, bytes + place, start - place);
        token_add(found, start - place, end - start, 0);
        place = end;
    }
    literals_count(found, bytes + place, size - place);
    token_add(found, size - place, 0, 0);
}

void tokens_find(tokens *found, const uint8_t *bytes, size_t start, size_t size)
{
    found->count = 0;
    memset(found->literal_counts, 0, sizeof found->literal_counts);
    memset(found->part_counts, 0, sizeof found->part_counts);
    size_t words = (size + 63) / 64;
    for (int k = 0; k < found->distances; k++) {
        uint64_t *equal = found->equal[k];
        size_t distance = (size_t)found->distance[k];
        /* No input is before the first byte. */
        size_t skipped = start > 0 ? 0 : distance / 64 < words ? distance / 64 : words;
        memset(equal, 0, skipped * sizeof *equal);
        found->kernels->equal(equal + skipped, bytes + start + 64 * skipped, words - skipped,
                              distance);
        if (start == 0 && skipped < words)
            equal[skipped] &= ~(uint64_t)0 << distance % 64;
        if (size % 64 != 0)
            equal[words - 1] &= ~(~(uint64_t)0 << size % 64);
        equal[words] = equal[words + 1] = 0;
    }
    /* tokens_among is compiled for each number of distances, so that its loops are unrolled. */
    if (found->distances == 1)
        tokens_of_runs(found, bytes + start, (uint32_t)size);
    else if (found->distances == 2)
        tokens_among(found, 2, bytes + start, (uint32_t)size);
    else if (found->distances == 3)
        tokens_among(found, 3, bytes + start, (uint32_t)size);
    else
        tokens_among(found, 0, bytes + start, (uint32_t)size);
}
