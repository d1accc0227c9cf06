/* png_writer.c - libpng's writer behind a guard; see png_writer.h.
 *
 * Each call into libpng goes through png_writer_run, and a failure of the sink
 * is returned with the sink's own message.  Only png_write_row is used by the steps; the
 * simplified png_image_* calls and quantizing are where libpng's writing-side
 * holes were (CVE-2025-64506, CVE-2026-22801).
 */
#include "encode/png_writer.h"

#include "base/memory.h"
#include "base/status.h"

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

/* libpng's default of 8 KiB makes a large picture a string of tiny chunks. */
enum { IDAT_SIZE = 131072 };

/* ---- what libpng calls -------------------------------------------------- */

static void writer_failed(png_structp png, png_const_charp message)
{
    png_writer *writer = png_get_error_ptr(png);
    if (writer->failure.status == RL_OK)
        (void)status_fail(&writer->failure, RL_INTERNAL, "png: %s",
                          SHOWN(message != NULL ? message : "unknown failure"));
    png_longjmp(png, 1);
}

/* libpng has already handled what it warns of. */
static void writer_warned(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

static png_voidp writer_alloc(png_structp png, png_alloc_size_t size)
{
    png_writer *writer = png_get_mem_ptr(png);
    void *block = memory_array(writer->allocator, size, 1);
    if (block == NULL)
        writer->out_of_memory = 1;
    return block;
}

static void writer_free(png_structp png, png_voidp block)
{
    png_writer *writer = png_get_mem_ptr(png);
    memory_free(writer->allocator, block);
}

static void writer_bytes(png_structp png, png_bytep bytes, size_t size)
{
    png_writer *writer = png_get_io_ptr(png);
    if (rl_sink_write(writer->sink, bytes, size, &writer->failure) != RL_OK)
        png_error(png, "the sink failed");
}

static void writer_flush_nothing(png_structp png)
{
    (void)png;
}

/* ---- the guard ---------------------------------------------------------- */

/* libpng may survive a failed allocation and leave out a chunk: it counts as a failure. */
static rl_status writer_result(const png_writer *writer, rl_error *error)
{
    if (writer->out_of_memory)
        return status_fail(error, RL_NO_MEMORY, "picture: out of memory");
    if (writer->failure.status != RL_OK)
        return status_fail(error, writer->failure.status, "%s", writer->failure.text);
    return status_clear(error);
}

/* The one place that libpng's failures jump to.  Nothing that lives here is
 * changed after setjmp, so nothing is lost by the jump.  After a failure libpng
 * is never entered again. */
rl_status png_writer_run(png_writer *writer, void (*step)(png_writer *writer, const void *call),
                         const void *call, rl_error *error)
{
    if (writer_result(writer, error) == RL_OK && setjmp(png_jmpbuf(writer->png)) == 0)
        step(writer, call);
    return writer_result(writer, error);
}

static void step_open(png_writer *writer, const void *call)
{
    (void)call;
    png_set_user_limits(writer->png, RL_MAX_SIDE, RL_MAX_SIDE);
    png_set_write_fn(writer->png, writer, writer_bytes, writer_flush_nothing);
    png_set_compression_buffer_size(writer->png, IDAT_SIZE);
}

rl_status png_writer_open(png_writer *writer, rl_sink *sink, const rl_allocator *allocator,
                          rl_error *error)
{
    writer->sink = sink;
    writer->allocator = allocator;
    writer->png = png_create_write_struct_2(PNG_LIBPNG_VER_STRING, writer, writer_failed,
                                            writer_warned, writer, writer_alloc, writer_free);
    if (writer->png != NULL)
        writer->info = png_create_info_struct(writer->png);
    if (writer->info == NULL && writer->failure.status == RL_OK)
        (void)status_fail(&writer->failure, RL_INTERNAL,
                          "png: libpng %s: must be compatible with %s", png_get_libpng_ver(NULL),
                          PNG_LIBPNG_VER_STRING);
    if (writer->info == NULL)
        return writer_result(writer, error);
    return png_writer_run(writer, step_open, NULL, error);
}

void png_writer_close(png_writer *writer)
{
    png_destroy_write_struct(&writer->png, &writer->info);
}

/* ---- texts -------------------------------------------------------------- */

/* png_set_text copies its arguments. */
static void text_add(png_writer *writer, int kind, const char *keyword, const char *text)
{
    char key[80];
    char empty[] = "";
    (void)snprintf(key, sizeof key, "%s", keyword);
    png_text entry;
    memset(&entry, 0, sizeof entry);
    entry.compression = kind;
    entry.key = key;
    entry.lang = empty;
    entry.lang_key = empty;
    /* The struct lacks a const; the function does not write. */
    memcpy(&entry.text, &text, sizeof entry.text);
    png_set_text(writer->png, writer->info, &entry, 1);
}

void png_writer_texts(png_writer *writer, int metadata, const char *title, const char *recipe,
                      const char *description)
{
    if (metadata == RL_METADATA_NONE)
        return;
    text_add(writer, PNG_TEXT_COMPRESSION_NONE, "Software", "ridgeline " RL_VERSION);
    if (title != NULL && title[0] != '\0')
        text_add(writer, PNG_ITXT_COMPRESSION_NONE, "Title", title);
    if (recipe != NULL && metadata == RL_METADATA_FULL)
        text_add(writer, PNG_ITXT_COMPRESSION_NONE, "ridgeline", recipe);
    if (description != NULL && description[0] != '\0')
        text_add(writer, PNG_ITXT_COMPRESSION_NONE, "Description", description);
}
