/* tokens.h - what of a block's bytes is literal and what a match, with their counts.
 *
 * In: bytes, and the distances at which they may repeat.  Out: tokens in order, and how often
 * each literal and each length of a match will be sent.
 */
#ifndef RL_ENCODE_DEFLATE_TOKENS_H
#define RL_ENCODE_DEFLATE_TOKENS_H

#include "encode/deflate/deflate.h"

/* ---- what a match is, and at which distances a band has enough of them ------------- */

/* The shortest match: see match_starts. */
enum { MATCH_LEAST = 12 };

/* In a window of 64 places the last starts cannot be seen. */
enum { WINDOW_STARTS = 64 - MATCH_LEAST + 1 };

/* The places of a bitmap of equal bytes at which MATCH_LEAST of them begin. */
static inline uint64_t match_starts(uint64_t window)
{
    uint64_t two = window & window >> 1, four = two & two >> 2;
    return four & four >> 4 & four >> 8;
}

/* How many bits are set. */
static inline uint32_t ones_count(uint64_t v)
{
    const uint64_t all = ~(uint64_t)0;
    v -= v >> 1 & all / 3;
    v = (v & all / 5) + (v >> 2 & all / 5);
    v = (v + (v >> 4)) & all / 17;
    return (uint32_t)(v * (all / 255) >> 56);
}

/* survey_distances keeps of some distances those that pay, or all where there is too
 * little to look at; returns how many. */
int survey_distances(int chosen[DEFLATE_DISTANCES], const strip_kernels *kernels,
                     const uint8_t *bytes, size_t size, const int distance[DEFLATE_DISTANCES]);

/* ---- runs of ones in a bitmap ------------------------------------------------- */

/* Entries that runs_find may write behind those that it counts. */
enum { RUNS_SPARE = 4 };

/* runs_find writes the first place of each run of MATCH_LEAST ones or more and
 * the place behind it, and returns how many places that are.  A word of zeros must follow
 * the words. */
uint32_t runs_find(uint32_t *places, const uint64_t *bitmap, size_t words);

/* ---- a block ------------------------------------------------------------------------- */

/* Size of a block.  Smaller blocks spend more bytes on their codes; larger ones have one code for
 * different contents. */
enum { BLOCK_BYTES = 256 * 1024, BLOCK_WORDS = BLOCK_BYTES / 64 };

enum { MATCH_MOST = 258 };

typedef struct token {
    uint32_t literals;
    uint32_t match;    /* bytes of the match, any number; 0 after the last literals */
    uint32_t distance; /* index of the distance */
} token;

enum { TOKENS = BLOCK_BYTES / MATCH_LEAST + 2 };

typedef struct tokens {
    const strip_kernels *kernels;
    int distances; /* how many are in use */
    int distance[DEFLATE_DISTANCES];
    /* Of the block: each bitmap ends in a word of zeros. */
    uint64_t equal[DEFLATE_DISTANCES][BLOCK_WORDS + 2];
    token token[TOKENS];
    int count;
    uint32_t runs[2 * TOKENS + RUNS_SPARE]; /* where matches begin and end, of one distance */
    uint32_t literal_counts[4][2 * 256];    /* the second half counts what is none */
    uint32_t part_counts[DEFLATE_DISTANCES][MATCH_MOST + 1];
} tokens;

/* tokens_find finds those of `size` bytes from `at` on, which may repeat what is before them. */
void tokens_find(tokens *found, const uint8_t *bytes, size_t start, size_t size);

#define ALWAYS_INLINE inline __attribute__((always_inline))

/* A match of any length is sent in parts of at most MATCH_MOST bytes, none of which may
 * be shorter than three. */
static ALWAYS_INLINE uint32_t match_part(uint32_t left)
{
    return left <= MATCH_MOST ? left : left < MATCH_MOST + 3 ? left - 3 : MATCH_MOST;
}

/* ---- literals in groups ----------------------------------------------------------- */

/* Where lengths vary without a pattern a wrong guess of a branch costs as much as ten
 * steps: so literals go in groups of eight, the last of which counts (and sends) what
 * is not literal as nothing, and all distances are always tried. */
enum { GROUP = 8 };

/* Where a byte is found in a table of two halves: what comes after the last literal
 * is in the second.  The sign decides: a comparison would become a branch. */
static inline uint32_t literal_index(uint8_t byte, int32_t left)
{
    return byte | ((uint32_t)(left - 1) >> 23 & 256);
}

#define FOUR(bytes, left)                                                                          \
    {                                                                                              \
        literal_index((bytes)[0], (left)), literal_index((bytes)[1], (left)-1),                    \
            literal_index((bytes)[2], (left)-2), literal_index((bytes)[3], (left)-3),              \
    }

/* A quarter of the literals is a sufficient sample: every fourth of short stretches, of
 * long ones every fourth group. */
enum { SAMPLED = 4, STRETCH_SHORT = 8 * GROUP };

#endif
