/* svg.h - writes the text of an SVG drawing to a sink, for the library and the program.
 *
 * A sink that failed once stays failed, so a failure is returned by svg_end alone.
 */
#ifndef RL_BASE_SVG_H
#define RL_BASE_SVG_H

#include "ridgeline.h"

#define SVG_PUT_MAX 1024 /* greatest size of a formatted text with its NUL, bytes */

typedef struct svg_writer {
    rl_sink *sink;
    /* The function rl_sink_write: this room calls no other. */
    rl_status (*write)(rl_sink *sink, const void *bytes, size_t size, rl_error *error);
    size_t used;
    char text[4096];
} svg_writer;

/* svg_text writes a text as it is. */
void svg_text(svg_writer *out, const char *text);

/* svg_put writes a text as printf formats it, of less than SVG_PUT_MAX bytes.  The library writes
 * real numbers with text_real, as printf follows the locale. */
__attribute__((format(printf, 2, 3))) void svg_put(svg_writer *out, const char *format, ...);

/* svg_head begins a drawing whose groups are layers in Inkscape: its size in pixels, and the size
 * of its view box in units. */
void svg_head(svg_writer *out, int width, int height, int box_width, int box_height);

/* svg_title writes an element with the title, escaped. */
void svg_title(svg_writer *out, const char *title);

/* svg_end gives the sink all that was written.  Errors: those of rl_sink_write, also for the texts
 * before. */
rl_status svg_end(svg_writer *out, rl_error *error);

#endif
