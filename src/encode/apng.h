/* apng.h - frames of RGB become an animated PNG, one frame at a time.
 *
 * In: frames in order, all of the full size, 8 bits.  Out: bytes, into a sink; memory
 * does not grow with the number of frames.  Readers without animation show frame 0.
 */
#ifndef RL_ENCODE_APNG_H
#define RL_ENCODE_APNG_H

#include "ridgeline.h"

#include <zlib.h>

enum { APNG_PART = 65536 }; /* packed bytes of a chunk */

typedef struct apng {
    int width, height;
    int frames, frames_done;
    int delay_ms; /* 0..65535, of each frame */
    rl_sink *sink;
    const rl_allocator *allocator;
    uint32_t sequence;     /* of the next fcTL or fdAT */
    unsigned char *line;   /* a filtered row */
    unsigned char *packed; /* a sequence number, then APNG_PART bytes */
    int has_stream;
    z_stream stream;
} apng;

typedef struct apng_info {
    int width, height;
    int frames;         /* all that will come, from 1 */
    int delay_ms;       /* 0..65535 */
    int loops;          /* 0 = for ever */
    int metadata;       /* rl_metadata */
    const char *title;  /* UTF-8 or NULL */
    const char *recipe; /* canonical scene text or NULL */
} apng_info;

/* apng_start writes what comes before the first frame.  `self` may not move until
 * apng_release, which must be called after any outcome. */
rl_status apng_start(apng *self, const apng_info *info, rl_sink *sink,
                     const rl_allocator *allocator, rl_error *error);

/* apng_frame takes the next frame: rows of 3 * width bytes, `stride_bytes` apart. */
rl_status apng_frame(apng *self, const uint8_t *rgb, size_t stride_bytes, rl_error *error);

/* apng_finish writes the end; fails when frames are missing. */
rl_status apng_finish(apng *self, rl_error *error);

void apng_release(apng *self);

#endif
