/* deflate.h - packs filtered rows as deflate blocks (RFC 1951), tuned for landscapes.
 *
 * Filtered rows of a landscape repeat at the distance of a pixel, of the period of a short or a
 * long dither pattern, or not at all; those of flats at the distances of a pixel and of a row.  So
 * matches are searched at three distances only; other bytes are literals.  Each block has its own
 * Huffman codes.  Matches never refer to bytes before the input of a call, so that calls may run on
 * any threads.
 */
#ifndef RL_ENCODE_DEFLATE_DEFLATE_H
#define RL_ENCODE_DEFLATE_DEFLATE_H

#include "base/arena.h"
#include "encode/deflate/strip.h"

/* Bytes before and after the input that must be readable; their values do not matter. */
enum { DEFLATE_MARGIN = 64 };

enum { DEFLATE_DISTANCES = 3, DEFLATE_FARTHEST = 32768 };

typedef struct deflate_work deflate_work; /* scratch memory of one thread */

/* deflate_new returns scratch memory for deflate_bytes, NULL if memory is short. */
deflate_work *deflate_new(const strip_kernels *kernels, arena *memory);

/* deflate_bound returns the most bytes that deflate_bytes can write for `size` bytes of input. */
size_t deflate_bound(size_t size);

/* deflate_bytes writes `size` bytes as blocks to `out` and ends at a byte's border: with the last
 * block of the stream if `is_last`, else with an empty stored block.  `distances`, in bytes, rise
 * within 1..DEFLATE_FARTHEST; a 0 ends the list.  Returns the number of bytes written. */
size_t deflate_bytes(deflate_work *work, uint8_t *out, const uint8_t *bytes, size_t size,
                     const int distances[DEFLATE_DISTANCES], int is_last);

#endif
