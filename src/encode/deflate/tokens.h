/* tokens.h - what of a block's bytes is literal and what a match, with their counts.
 *
 * In: bytes, and the distances at which they may repeat.  Out: tokens in order, and how often
 * each literal and each length of a match will be sent.
 */
#ifndef RL_ENCODE_DEFLATE_TOKENS_H
#define RL_ENCODE_DEFLATE_TOKENS_H

#include "encode/deflate/deflate.h"
#include "encode/deflate/survey.h"

/* The bytes of a block.  Smaller ones spend more on their codes, larger ones code
 * different things alike. */
enum { BLOCK_BYTES = 256 * 1024, BLOCK_WORDS = BLOCK_BYTES / 64 };

enum { MATCH_MOST = 258 };

typedef struct token {
    uint32_t literals;
    uint32_t match;    /* its bytes, any number; 0 after the last literals */
    uint32_t distance; /* which of the distances */
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
