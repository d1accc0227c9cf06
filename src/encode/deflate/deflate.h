/* deflate.h - filtered rows become deflate blocks (RFC 1951), made for these pictures.
 *
 * A filtered row of a landscape repeats itself a pixel, a short dither pattern's period
 * or a long one's before, or not at all.  So matches are searched at three distances
 * only, by comparing; what is between is coded byte by byte, each block with a
 * code of its own.  Blocks never look back beyond the bytes of one call, so that calls
 * may run on any threads.
 */
#ifndef RL_ENCODE_DEFLATE_DEFLATE_H
#define RL_ENCODE_DEFLATE_DEFLATE_H

#include "base/arena.h"
#include "encode/deflate/strip.h"

/* What must be readable before the bytes and after them, though its values are of no
 * account. */
enum { DEFLATE_MARGIN = 64 };

enum { DEFLATE_DISTANCES = 3, DEFLATE_FARTHEST = 48 };

typedef struct deflate_work deflate_work; /* scratch memory of one thread */

deflate_work *deflate_new(const strip_kernels *kernels, arena *memory);

/* deflate_bound returns the most bytes that deflate_bytes can write. */
size_t deflate_bound(size_t size);

/* deflate_bytes writes whole blocks and ends at a byte's border: with the stream's last
 * block if `is_last`, else with an empty stored block.  `distances` rise from 1 to
 * DEFLATE_FARTHEST; one of 0 ends the list.  Returns the bytes written. */
size_t deflate_bytes(deflate_work *work, uint8_t *out, const uint8_t *bytes, size_t size,
                     const int distances[DEFLATE_DISTANCES], int is_last);

#endif
