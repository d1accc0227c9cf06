/* png.c - PNG, the only file that knows libpng's writer (and zlib).
 *
 * In: rows.  Out: an RGB PNG of 8 or 16 bits, or an indexed one, that says that it
 * is sRGB, with its texts before the picture data.  libpng never prints, allocates past the
 * caller's allocator or jumps out of this file: each call into it goes through
 * png_guard, and a failure of the sink comes out as the sink told it.  Only
 * png_write_row is used; the simplified png_image_* calls and quantizing are
 * where libpng's writing-side holes were (CVE-2025-64506, CVE-2026-22801).
 */
#include "encode/encoder.h"

#include "base/memory.h"
#include "base/status.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

/* How rows are filtered and deflated, measured with libpng 1.6.39 and zlib 1.2.13
 * on a synthetic 3840x2160 picture (gradient sky, glow, eight hazed ridges, 8
 * bits); milliseconds of CPU and 1000 bytes, by dither:
 *
 *                        none         row          Bayer 8x8
 *     libpng's default   539  1173    889  2103    1677  3031
 *     SUB  level 1       140  2708    141  2743     291  4308
 *     SUB  level 4       213  2067    214  2107     329  3172   <- chosen
 *     SUB  level 5       313  1934    313  1978     531  2995
 *     SUB  level 6       654  1752    660  1820    1125  2738
 *     UP   level 4       156  1391    293  2251     407  3575
 *     NONE level 4       185  2079    197  2314     282  3449
 *     SUB  level 1 RLE   127  2122    126  2102     246  5672
 *
 * With dither it is 4 to 5 times as fast as the default at 1.00 and 1.05 times
 * the bytes.  RLE fails on Bayer, Z_FILTERED changes less than 3 %, level 9 takes
 * seconds, and UP is ahead only where nothing is dithered. */
enum { PNG_LEVEL = 4, PNG_STRATEGY = Z_DEFAULT_STRATEGY, PNG_FILTER = PNG_FILTER_SUB };

/* A pattern of indices is not a slope: no filter helps, but long matches do.  320x180
 * pixels of 24 colours, zoomed 5 times: level 4 63, level 6 40, level 9 21 kB, for
 * 50 ms more. */
enum { PNG_INDEX_LEVEL = 9 };

/* libpng's default of 8 KiB makes a large picture a string of tiny chunks. */
enum { PNG_IDAT_SIZE = 131072 };

typedef struct png_state {
    png_structp png;
    png_infop info;
    rl_sink *sink;
    const rl_allocator *allocator;
    int out_of_memory; /* an allocation failed, whatever libpng made of it */
    rl_error failure;  /* what stopped libpng */
} png_state;

/* One run of calls into libpng; what it needs of the encoder and the rows. */
typedef struct png_call {
    encoder *self;
    const unsigned char *rows;
    int count;
} png_call;

/* ---- what libpng calls -------------------------------------------------- */

static void png_failed(png_structp png, png_const_charp message)
{
    png_state *state = png_get_error_ptr(png);
    if (state->failure.status == RL_OK)
        (void)status_fail(&state->failure, RL_INTERNAL, "png: %s",
                          SHOWN(message != NULL ? message : "unknown failure"));
    png_longjmp(png, 1);
}

/* A warning is about something that libpng already dealt with. */
static void png_warned(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

static png_voidp png_take(png_structp png, png_alloc_size_t size)
{
    png_state *state = png_get_mem_ptr(png);
    void *block = memory_array(state->allocator, size, 1);
    if (block == NULL)
        state->out_of_memory = 1;
    return block;
}

static void png_give(png_structp png, png_voidp block)
{
    png_state *state = png_get_mem_ptr(png);
    memory_free(state->allocator, block);
}

static void png_bytes(png_structp png, png_bytep bytes, size_t size)
{
    png_state *state = png_get_io_ptr(png);
    if (rl_sink_write(state->sink, bytes, size, &state->failure) != RL_OK)
        png_error(png, "the sink failed");
}

static void png_flush_nothing(png_structp png)
{
    (void)png;
}

/* ---- the guard ---------------------------------------------------------- */

/* An allocation that libpng survived may still have cost a chunk. */
static rl_status png_result(const png_state *state, rl_error *error)
{
    if (state->out_of_memory)
        return status_fail(error, RL_NO_MEMORY, "picture: out of memory");
    if (state->failure.status != RL_OK)
        return status_fail(error, state->failure.status, "%s", state->failure.text);
    return status_clear(error);
}

/* The one place that libpng's failures jump to.  Nothing that lives here is
 * changed after setjmp, so nothing is lost by the jump.  After a failure libpng
 * is never entered again. */
static rl_status png_guard(const png_call *call, void (*step)(const png_call *call),
                           rl_error *error)
{
    png_state *state = call->self->state;
    if (png_result(state, error) == RL_OK && setjmp(png_jmpbuf(state->png)) == 0)
        step(call);
    return png_result(state, error);
}

/* ---- texts -------------------------------------------------------------- */

/* png_set_text copies, so that what it is given may be thrown away. */
static void png_text_add(png_state *state, int kind, const char *keyword, const char *text)
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
    /* libpng's struct lacks a const that its function keeps. */
    memcpy(&entry.text, &text, sizeof entry.text);
    png_set_text(state->png, state->info, &entry, 1);
}

static void png_texts_add(png_state *state, const picture_info *info)
{
    if (info->metadata == RL_METADATA_NONE)
        return;
    png_text_add(state, PNG_TEXT_COMPRESSION_NONE, "Software", "ridgeline " RL_VERSION);
    if (info->title != NULL && info->title[0] != '\0')
        png_text_add(state, PNG_ITXT_COMPRESSION_NONE, "Title", info->title);
    if (info->recipe != NULL && info->metadata == RL_METADATA_FULL)
        png_text_add(state, PNG_ITXT_COMPRESSION_NONE, "ridgeline", info->recipe);
}

/* ---- the steps ---------------------------------------------------------- */

static int host_is_little_endian(void)
{
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first == 1;
}

/* The fewest bits that hold every index; a PNG knows 1, 2, 4 and 8. */
static int index_bits(int colours)
{
    return colours <= 2 ? 1 : colours <= 4 ? 2 : colours <= 16 ? 4 : 8;
}

static void png_palette_add(png_state *state, const picture_info *info)
{
    png_color palette[256];
    for (int i = 0; i < info->colours; i++) {
        const uint8_t *rgb = info->rgb + 3 * (size_t)i;
        palette[i] = (png_color){rgb[0], rgb[1], rgb[2]};
    }
    png_set_PLTE(state->png, state->info, palette, info->colours);
    png_set_filter(state->png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
    png_set_compression_level(state->png, PNG_INDEX_LEVEL);
}

static void png_step_start(const png_call *call)
{
    const picture_info *info = &call->self->info;
    png_state *state = call->self->state;
    png_structp png = state->png;
    png_set_user_limits(png, RL_MAX_SIDE, RL_MAX_SIDE);
    png_set_write_fn(png, state, png_bytes, png_flush_nothing);
    png_set_compression_buffer_size(png, PNG_IDAT_SIZE);
    png_set_compression_level(png, PNG_LEVEL);
    png_set_compression_strategy(png, PNG_STRATEGY);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER);
    png_set_IHDR(png, state->info, (png_uint_32)info->width, (png_uint_32)info->height,
                 info->colours > 0 ? index_bits(info->colours) : info->bits,
                 info->colours > 0 ? PNG_COLOR_TYPE_PALETTE : PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (info->colours > 0)
        png_palette_add(state, info);
    png_set_sRGB_gAMA_and_cHRM(png, state->info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_texts_add(state, info);
    png_write_info(png, state->info);
    if (info->bits == 16 && host_is_little_endian())
        png_set_swap(png);
    if (info->colours > 0)
        png_set_packing(png); /* rows come as a byte for each index */
}

static void png_step_rows(const png_call *call)
{
    const picture_info *info = &call->self->info;
    png_state *state = call->self->state;
    size_t samples = info->colours > 0 ? 1 : 3;
    size_t row_bytes = (size_t)info->width * samples * (size_t)(info->bits / 8);
    for (int i = 0; i < call->count; i++)
        png_write_row(state->png, call->rows + (size_t)i * row_bytes);
}

static void png_step_finish(const png_call *call)
{
    png_state *state = call->self->state;
    png_write_end(state->png, NULL);
}

/* ---- the format --------------------------------------------------------- */

static rl_status png_start(encoder *self, rl_error *error)
{
    png_state *state = memory_zeroed(self->allocator, 1, sizeof *state);
    self->state = state;
    if (state == NULL)
        return status_fail(error, RL_NO_MEMORY, "picture: out of memory");
    state->sink = self->sink;
    state->allocator = self->allocator;
    state->png = png_create_write_struct_2(PNG_LIBPNG_VER_STRING, state, png_failed, png_warned,
                                           state, png_take, png_give);
    if (state->png != NULL)
        state->info = png_create_info_struct(state->png);
    if (state->info == NULL && state->failure.status == RL_OK)
        (void)status_fail(&state->failure, RL_INTERNAL,
                          "png: libpng %s: must be compatible with %s", png_get_libpng_ver(NULL),
                          PNG_LIBPNG_VER_STRING);
    if (state->info == NULL)
        return png_result(state, error);
    png_call call = {self, NULL, 0};
    return png_guard(&call, png_step_start, error);
}

static rl_status png_rows(encoder *self, const void *rows, int count, rl_error *error)
{
    png_call call = {self, rows, count};
    return png_guard(&call, png_step_rows, error);
}

static rl_status png_finish(encoder *self, rl_error *error)
{
    png_call call = {self, NULL, 0};
    return png_guard(&call, png_step_finish, error);
}

static void png_release(encoder *self)
{
    png_state *state = self->state;
    if (state == NULL)
        return;
    png_destroy_write_struct(&state->png, &state->info);
    memory_free(self->allocator, state);
}

const encoder_format encoder_png = {"png", 1, png_start, png_rows, png_finish, png_release};

void rl_codec_versions(char *text, size_t size)
{
    if (size > 0)
        (void)snprintf(text, size, "libpng %s, zlib %s", png_get_libpng_ver(NULL), zlibVersion());
}
