/* codec.h - services for the formats of optional libraries: loading, limits, the packet with the
 * recipe, and collecting all pixels for a library that does not take rows. */
#ifndef RL_ENCODE_CODEC_H
#define RL_ENCODE_CODEC_H

#include "base/library.h"
#include "encode/encoder.h"

/* State that the formats of libraries share; the first member of such a format's state. */
typedef struct codec {
    void *library;
    uint8_t *pixels; /* samples of all rows; NULL = the library takes row by row */
    size_t size;     /* bytes of `pixels` that are filled */
    rl_sink *packet; /* XMP packet in memory, or NULL */
} codec;

/* Library and limits of a format, for codec_open. */
typedef struct codec_needs {
    const char *name, *file;  /* name and file of the library: "libjpeg", "libjpeg.so.62" */
    const char *const *names; /* functions to load, in the order of `functions`; ended by NULL */
    int side_most;            /* greatest side, pixels */
    int is_deep;              /* 1 = it takes 16 bits a sample */
    int is_whole;             /* 1 = all rows are collected in `pixels` first */
} codec_needs;

/* Files of the libraries that the build found and whose ABI number is in their headers. */
extern const char *const codec_library_jpeg, *const codec_library_avif, *const codec_library_jxl;

/* codec_open loads the library, writes the pointers of its functions to the struct `functions`,
 * checks size and depth, and makes the packet.  Errors: RL_CANNOT_CREATE (no library),
 * RL_BAD_ARGUMENT, RL_NO_MEMORY. */
rl_status codec_open(encoder *self, const codec_needs *needs, void *functions, rl_error *error);

/* codec_packet returns the XMP packet, and in *size its bytes; NULL and 0 if there is none. */
const void *codec_packet(const encoder *self, size_t *size);

/* codec_rows is `rows` of a format that takes all rows at once; it collects them. */
rl_status codec_rows(encoder *self, const void *rows, int count, rl_error *error);

/* codec_quality returns the chosen quality, or the format's default. */
int codec_quality(const encoder *self);

/* Quality at which formats that can be lossless keep every pixel. */
enum { QUALITY_LOSSLESS = 100 };

/* codec_failed sets the library's message as error text and returns RL_INTERNAL. */
rl_status codec_failed(const encoder *self, const char *message, rl_error *error);

/* codec_release frees pixels and packet and closes the library. */
void codec_release(encoder *self);

#endif
