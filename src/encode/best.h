/* best.h - the fewest bytes: libdeflate's level 12, where it is; filters chosen row by row.
 *
 * In: all rows of a picture at once, as libdeflate has no streams: at most BEST_BYTES; more is for
 * zlib.  Out: a zlib stream.  The same bytes give the same stream.
 */
#ifndef RL_ENCODE_BEST_H
#define RL_ENCODE_BEST_H

#include "ridgeline.h"

/* As much again is taken for the result. */
#define BEST_BYTES ((size_t)64 << 20)

typedef struct best best;

/* best_new makes libdeflate ready for `size` bytes; *made is NULL where it is not there, or they
 * are too many.  best_free gives it back.  Errors: RL_NO_MEMORY. */
rl_status best_new(best **made, size_t size, const rl_allocator *allocator, rl_error *error);
void best_free(best *self);

/* best_bound returns the most that `size` bytes may become; best_zlib makes them a zlib stream and
 * returns its size, 0 when `room` is too small. */
size_t best_bound(const best *self, size_t size);
size_t best_zlib(const best *self, uint8_t *out, size_t room, const uint8_t *bytes, size_t size);

/* best_filter writes a row of `size` bytes after the number of its filter: that whose differences
 * are the least in sum (PNG specification, 12.7).  `above` is the row above, black at first; a
 * pixel has `pixel` bytes.  `scratch` holds five such rows with their filters. */
void best_filter(uint8_t *out, const uint8_t *row, const uint8_t *above, size_t size, size_t pixel,
                 uint8_t *scratch);

#endif
