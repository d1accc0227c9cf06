/* png_writer.h - wrapper round libpng's writer: errors, memory, output.
 *
 * In: a sink, an allocator, steps that call into libpng.  Out: bytes, and every
 * failure as a status.  libpng never prints, never allocates past the caller's
 * allocator and never jumps out of png_writer_run.
 */
#ifndef RL_ENCODE_PNG_WRITER_H
#define RL_ENCODE_PNG_WRITER_H

#include "ridgeline.h"

#include <png.h>

typedef struct png_writer {
    png_structp png;
    png_infop info;
    rl_sink *sink;
    const rl_allocator *allocator;
    int out_of_memory; /* an allocation failed, even if libpng went on */
    rl_error failure;  /* what stopped libpng */
} png_writer;

/* png_writer_open fills a cleared writer; after any outcome png_writer_close must be
 * called.  libpng keeps pointers to it: it may not move. */
rl_status png_writer_open(png_writer *writer, rl_sink *sink, const rl_allocator *allocator,
                          rl_error *error);
void png_writer_close(png_writer *writer);

/* png_writer_run does a step that calls libpng.  A jump may leave the step at any of
 * those calls, and after a failure no later step is run. */
rl_status png_writer_run(png_writer *writer, void (*step)(png_writer *writer, const void *call),
                         const void *call, rl_error *error);

/* png_writer_texts adds Software, Title, the recipe and the description by level
 * (rl_metadata); for use in a step, before png_write_info.  Texts may be NULL. */
void png_writer_texts(png_writer *writer, int metadata, const char *title, const char *recipe,
                      const char *description);

#endif
