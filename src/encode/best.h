/* best.h - the smallest zlib streams: libdeflate's level 12, if the library is available, and a PNG
 * filter chosen for each row.
 *
 * libdeflate cannot deflate piece by piece, so it needs all rows of a picture at once; pictures of
 * more than BEST_BYTES are left to zlib.  Equal input gives equal bytes.
 */
#ifndef RL_ENCODE_BEST_H
#define RL_ENCODE_BEST_H

#include "ridgeline.h"

/* Greatest input, bytes; the result needs about as much memory again. */
#define BEST_BYTES ((size_t)64 << 20)

typedef struct best best;

/* best_new prepares libdeflate for `size` bytes of input; *made is NULL if libdeflate is not
 * available or `size` is above BEST_BYTES.  best_free releases it.  Errors: RL_NO_MEMORY. */
rl_status best_new(best **made, size_t size, const rl_allocator *allocator, rl_error *error);
void best_free(best *self);

/* best_bound returns the greatest size of the stream of `size` bytes; best_zlib writes the stream
 * and returns its size, 0 if `room` is too small. */
size_t best_bound(const best *self, size_t size);
size_t best_zlib(const best *self, uint8_t *out, size_t room, const uint8_t *bytes, size_t size);

/* best_filter writes to `out` the number of a filter and the filtered row of `size` bytes.  It
 * takes the filter with the least sum of absolute differences (PNG specification, 12.7).  `above`
 * is the row above, zeros for the first row; a pixel has `pixel` bytes; `scratch` holds 5 * (1 +
 * size). */
void best_filter(uint8_t *out, const uint8_t *row, const uint8_t *above, size_t size, size_t pixel,
                 uint8_t *scratch);

#endif
