/* runs.h - where long runs of ones begin and end in a bitmap. */
#ifndef RL_ENCODE_DEFLATE_RUNS_H
#define RL_ENCODE_DEFLATE_RUNS_H

#include <stddef.h>
#include <stdint.h>

/* Entries that runs_find may write behind those that it counts. */
enum { RUNS_SPARE = 4 };

/* runs_find writes the first place of each run of MATCH_LEAST ones or more (survey.h) and
 * the place behind it, and returns how many places that are.  A word of zeros must follow
 * the words. */
uint32_t runs_find(uint32_t *places, const uint64_t *bitmap, size_t words);

#endif
