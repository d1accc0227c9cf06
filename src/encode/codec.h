/* codec.h - what the formats of optional libraries share.
 *
 * In: the library of a format, rows.  Out: the library's functions, limits that hold, the packet
 * with the recipe, and all pixels in memory for a library that takes no rows.
 */
#ifndef RL_ENCODE_CODEC_H
#define RL_ENCODE_CODEC_H

#include "base/library.h"
#include "encode/encoder.h"

/* The first member of a format's state. */
typedef struct codec {
    void *library;
    uint8_t *pixels; /* of all rows, or NULL */
    size_t size;     /* of those that came */
    rl_sink *packet; /* XMP, or NULL */
} codec;

/* What a format needs of codec_open. */
typedef struct codec_needs {
    const char *name, *file;  /* of the library: "libjpeg", "libjpeg.so.62" */
    const char *const *names; /* of its functions */
    int side_most;
    int is_deep;  /* 1: takes 16 bits a sample */
    int is_whole; /* 1: collects all rows */
} codec_needs;

/* codec_open loads the library into `functions`, checks size and depth, and makes the packet.
 * Errors: RL_CANNOT_CREATE (no library), RL_BAD_ARGUMENT, RL_NO_MEMORY. */
rl_status codec_open(encoder *self, const codec_needs *needs, void *functions, rl_error *error);

/* codec_packet returns the packet and its size; NULL and 0 when there is none. */
const void *codec_packet(const encoder *self, size_t *size);

/* codec_rows collects rows: `rows` of a format that takes all at once. */
rl_status codec_rows(encoder *self, const void *rows, int count, rl_error *error);

/* codec_quality is what was chosen, or the format's default. */
int codec_quality(const encoder *self);

/* The best of lossy formats: those that can then keep every pixel. */
enum { QUALITY_LOSSLESS = 100 };

/* codec_failed fails with what a library says. */
rl_status codec_failed(const encoder *self, const char *message, rl_error *error);

void codec_release(encoder *self);

#endif
