/* best.h - the smallest zlib streams: libdeflate's level 12, if it is available, and filters by
 * row.
 *
 * libdeflate has no streams, so it needs all rows of a picture at once; more than BEST_BYTES are
 * packed by zlib.  Streams are deterministic.
 */
#ifndef RL_ENCODE_BEST_H
#define RL_ENCODE_BEST_H

#include "ridgeline.h"

/* Greatest input; the result needs about as much memory again. */
#define BEST_BYTES ((size_t)64 << 20)

typedef struct best best;

/* best_new prepares libdeflate for `size` bytes; *made is NULL if it is not available or they are
 * too many.  best_free releases it.  Errors: RL_NO_MEMORY. */
rl_status best_new(best **made, size_t size, const rl_allocator *allocator, rl_error *error);
void best_free(best *self);

/* best_bound returns the greatest size of the stream of `size` bytes; best_zlib writes the stream
 * and returns its size, 0 if `room` is too small. */
size_t best_bound(const best *self, size_t size);
size_t best_zlib(const best *self, uint8_t *out, size_t room, const uint8_t *bytes, size_t size);

/* best_filter writes the number of a filter and a row of `size` bytes after it.  The filter is that
 * with the least sum of differences (PNG specification, 12.7).  `above` is the row above, black at
 * first; a pixel has `pixel` bytes; `scratch` has room for five rows with their filters. */
void best_filter(uint8_t *out, const uint8_t *row, const uint8_t *above, size_t size, size_t pixel,
                 uint8_t *scratch);

#endif
