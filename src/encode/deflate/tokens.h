/* tokens.h - splits the bytes of a block into literals and matches, and counts them.
 *
 * In: bytes, and the distances at which they may repeat.  Out: tokens in order, and how often
 * each literal and each length of a match will be written.
 */
#ifndef RL_ENCODE_DEFLATE_TOKENS_H
#define RL_ENCODE_DEFLATE_TOKENS_H

#include "encode/deflate/deflate.h"

/* ---- what a match is, and at which distances a band has enough matches ------------- */

/* Length of the shortest match, bytes; match_starts is written for this number. */
enum { MATCH_LEAST = 12 };

/* Bits of a 64-bit window at which match_starts can find a match; the others lack bits behind. */
enum { WINDOW_STARTS = 64 - MATCH_LEAST + 1 };

/* Returns the bits of `window` at which MATCH_LEAST ones in a row begin.  A one is a byte that
 * equals the byte at some distance before it. */
static inline uint64_t match_starts(uint64_t window)
{
    uint64_t two = window & window >> 1, four = two & two >> 2;
    return four & four >> 4 & four >> 8;
}

/* Returns the number of bits that are set in `v`. */
static inline uint32_t ones_count(uint64_t v)
{
    const uint64_t all = ~(uint64_t)0;
    v -= v >> 1 & all / 3;
    v = (v & all / 5) + (v >> 2 & all / 5);
    v = (v + (v >> 4)) & all / 17;
    return (uint32_t)(v * (all / 255) >> 56);
}

/* survey_distances copies to `chosen` each `distance` at which enough matches begin, or all if
 * `size` is too small for a sample.  A 0 ends `distance`.  Returns the number of chosen ones. */
int survey_distances(int chosen[DEFLATE_DISTANCES], const strip_kernels *kernels,
                     const uint8_t *bytes, size_t size, const int distance[DEFLATE_DISTANCES]);

/* ---- runs of ones in a bitmap ------------------------------------------------- */

/* Entries of `places` that runs_find may overwrite after those that it counts. */
enum { RUNS_SPARE = 4 };

/* runs_find finds the runs of at least MATCH_LEAST ones in `words` words, which a word of zeros
 * must follow.  For each run it writes the index of its first bit and the index after its last bit.
 * Returns the number of indices. */
uint32_t runs_find(uint32_t *places, const uint64_t *bitmap, size_t words);

/* ---- a block ------------------------------------------------------------------------- */

/* Bytes of input in a block.  Smaller blocks spend more bytes on their codes; a larger block has to
 * use one code for contents that differ. */
enum { BLOCK_BYTES = 256 * 1024, BLOCK_WORDS = BLOCK_BYTES / 64 };

enum { MATCH_MOST = 258 };

typedef struct token {
    uint32_t literals; /* literals before the match */
    uint32_t match;    /* bytes of the match, without limit; 0 = the block ends with literals */
    uint32_t distance; /* index in tokens.distance */
} token;

enum { TOKENS = BLOCK_BYTES / MATCH_LEAST + 2 };

typedef struct tokens {
    const strip_kernels *kernels;
    int distances; /* number of entries in `distance` */
    int distance[DEFLATE_DISTANCES];
    /* Bit i = byte i of the block equals the byte at this distance before it; zeros at the end. */
    uint64_t equal[DEFLATE_DISTANCES][BLOCK_WORDS + 2];
    token token[TOKENS];
    int count;
    uint32_t runs[2 * TOKENS + RUNS_SPARE]; /* result of runs_find, used for one distance alone */
    uint32_t literal_counts[4][2 * 256];    /* index: literal_index; the sum of four is the count */
    uint32_t part_counts[DEFLATE_DISTANCES][MATCH_MOST + 1];
} tokens;

/* tokens_find fills `found` with the tokens of the `size` bytes from bytes + start on.  Matches may
 * refer to the bytes before them, from `bytes` on. */
void tokens_find(tokens *found, const uint8_t *bytes, size_t start, size_t size);

#define ALWAYS_INLINE inline __attribute__((always_inline))

/* Returns the length of the next part of a match of which `left` bytes are not written yet.  Parts
 * have 3..MATCH_MOST bytes, as deflate has no other lengths. */
static ALWAYS_INLINE uint32_t match_part(uint32_t left)
{
    return left <= MATCH_MOST ? left : left < MATCH_MOST + 3 ? left - 3 : MATCH_MOST;
}

/* ---- literals in groups ----------------------------------------------------------- */

/* Literals are counted and written in groups of eight, and all distances are always tried, as a
 * mispredicted branch costs as much as ten literals.  In the last group the bytes after the last
 * literal have table entries without effect (literal_index). */
enum { GROUP = 8 };

/* Returns the index of a byte in a table of 2 * 256 entries: in the first half if at least one
 * literal is `left`, else in the second, whose entries have no effect.  It shifts the sign bit, as
 * compilers turn a comparison into a branch. */
static inline uint32_t literal_index(uint8_t byte, int32_t left)
{
    return byte | ((uint32_t)(left - 1) >> 23 & 256);
}

#define FOUR(bytes, left)                                                                          \
    {                                                                                              \
        literal_index((bytes)[0], (left)), literal_index((bytes)[1], (left)-1),                    \
            literal_index((bytes)[2], (left)-2), literal_index((bytes)[3], (left)-3),              \
    }

/* One literal of SAMPLED is counted, which is enough for the codes.  Of stretches (the literals of
 * one token) below STRETCH_SHORT bytes every eighth is counted, of others every eighth group. */
enum { SAMPLED = 8, STRETCH_SHORT = 8 * GROUP };

#endif
