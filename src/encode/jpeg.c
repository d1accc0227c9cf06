/* jpeg.c - writes pictures as JPEG by libjpeg.
 *
 * The file is a baseline JPEG (JFIF, whose colours readers take for sRGB) and is written row by
 * row, so memory does not grow with the height.  Optimal Huffman tables or progressive files would
 * save a tenth of the bytes, but need all coefficients at once.  The recipe is in an XMP segment.
 */
#include "encode/codec.h"
#include "encode/xmp.h"

#ifdef RL_HAS_JPEG

#include "encode/libjpeg.h"

#include <setjmp.h>

const char *const codec_library_jpeg = LIBJPEG;

#define FUNCTIONS(ROW)                                                                             \
    ROW(jpeg_CreateCompress)                                                                       \
    ROW(jpeg_destroy_compress)                                                                     \
    ROW(jpeg_finish_compress)                                                                      \
    ROW(jpeg_set_defaults)                                                                         \
    ROW(jpeg_set_quality)                                                                          \
    ROW(jpeg_start_compress)                                                                       \
    ROW(jpeg_std_error)                                                                            \
    ROW(jpeg_write_m_byte)                                                                         \
    ROW(jpeg_write_m_header)                                                                       \
    ROW(jpeg_write_scanlines)

enum {
    SIDE_MOST = 65500,    /* greatest side, pixels: libjpeg's JPEG_MAX_DIMENSION */
    PIECE = 16384,        /* bytes of the file that are written at a time */
    SEGMENT_MOST = 65533, /* greatest size of the data of a segment, bytes */
    FULL_COLOUR = 90      /* quality from which colours are not subsampled */
};

typedef struct jpeg_state {
    codec base;
    struct libjpeg {
        FUNCTIONS(LIBRARY_MEMBER)
    } f;
    struct jpeg_compress_struct jpeg;
    struct jpeg_error_mgr errors;
    struct jpeg_destination_mgr target;
    jmp_buf failed; /* target of the jump by which jpeg_fail leaves libjpeg */
    encoder *encoding;
    rl_error failure;
    uint8_t piece[PIECE];
} jpeg_state;

/* ---- what libjpeg calls ----------------------------------------------------------- */

static void jpeg_fail(j_common_ptr jpeg)
{
    jpeg_state *state = jpeg->client_data;
    char message[JMSG_LENGTH_MAX] = "";
    if (state->failure.status == RL_OK) {
        state->errors.format_message(jpeg, message);
        (void)codec_failed(state->encoding, message, &state->failure);
    }
    longjmp(state->failed, 1);
}

/* Ignores messages: libjpeg has already handled what it warns of. */
static void jpeg_silent(j_common_ptr jpeg)
{
    (void)jpeg;
}

static void jpeg_traced(j_common_ptr jpeg, int level)
{
    (void)jpeg;
    (void)level;
}

static void piece_begin(j_compress_ptr jpeg)
{
    jpeg_state *state = jpeg->client_data;
    state->target.next_output_byte = state->piece;
    state->target.free_in_buffer = PIECE;
}

static void piece_write(jpeg_state *state, size_t size)
{
    if (rl_sink_write(state->encoding->sink, state->piece, size, &state->failure) != RL_OK)
        jpeg_fail((j_common_ptr)&state->jpeg);
}

static boolean piece_full(j_compress_ptr jpeg)
{
    piece_write(jpeg->client_data, PIECE);
    piece_begin(jpeg);
    return TRUE;
}

static void piece_last(j_compress_ptr jpeg)
{
    jpeg_state *state = jpeg->client_data;
    piece_write(state, PIECE - state->target.free_in_buffer);
}

/* ---- steps, for run(): an error leaves them by a jump ------------------------------- */

static void step_start(jpeg_state *state, const void *rows, int count)
{
    struct jpeg_compress_struct *jpeg = &state->jpeg;
    const encoder *self = state->encoding;
    size_t size;
    const char *packet = codec_packet(self, &size);
    int quality = codec_quality(self);
    (void)rows;
    (void)count;
    state->f.jpeg_CreateCompress(jpeg, JPEG_LIB_VERSION, sizeof *jpeg);
    jpeg->client_data = state;
    jpeg->dest = &state->target;
    jpeg->image_width = (JDIMENSION)self->info.width;
    jpeg->image_height = (JDIMENSION)self->info.height;
    jpeg->input_components = 3;
    jpeg->in_color_space = JCS_RGB;
    state->f.jpeg_set_defaults(jpeg);
    state->f.jpeg_set_quality(jpeg, quality, TRUE);
    jpeg->comp_info[0].h_samp_factor = quality >= FULL_COLOUR ? 1 : 2;
    jpeg->comp_info[0].v_samp_factor = quality >= FULL_COLOUR ? 1 : 2;
    state->f.jpeg_start_compress(jpeg, TRUE);
    if (packet == NULL)
        return;
    /* jpeg_start checked that the packet fits in a segment. */
    state->f.jpeg_write_m_header(jpeg, JPEG_APP0 + 1, (unsigned)(sizeof XMP_JPEG + size));
    for (size_t i = 0; i < sizeof XMP_JPEG; i++)
        state->f.jpeg_write_m_byte(jpeg, XMP_JPEG[i]);
    for (size_t i = 0; i < size; i++)
        state->f.jpeg_write_m_byte(jpeg, (unsigned char)packet[i]);
}

static void step_rows(jpeg_state *state, const void *rows, int count)
{
    size_t row_bytes = 3 * (size_t)state->encoding->info.width;
    const uint8_t *row = rows;
    for (; count > 0; count--, row += row_bytes) {
        JSAMPROW line = (JSAMPROW)(size_t)row; /* libjpeg only reads the row */
        state->f.jpeg_write_scanlines(&state->jpeg, &line, 1);
    }
}

static void step_finish(jpeg_state *state, const void *rows, int count)
{
    (void)rows;
    (void)count;
    state->f.jpeg_finish_compress(&state->jpeg);
}

/* Calls a step, unless an earlier one failed, and returns the first failure.  After a failure
 * libjpeg is only called to free its memory. */
static rl_status run(jpeg_state *state, void (*step)(jpeg_state *, const void *, int),
                     const void *rows, int count, rl_error *error)
{
    if (state->failure.status == RL_OK && setjmp(state->failed) == 0)
        step(state, rows, count);
    if (state->failure.status != RL_OK)
        return status_fail(error, state->failure.status, "%s", state->failure.text);
    return status_clear(error);
}

/* ---- the format ------------------------------------------------------------------- */

static rl_status jpeg_start(encoder *self, rl_error *error)
{
    static const char *const names[] = {FUNCTIONS(LIBRARY_NAME) NULL};
    const codec_needs needs = {"libjpeg", LIBJPEG, names, SIDE_MOST, 0, 0};
    jpeg_state *state = self->state;
    size_t size;
    TRY(codec_open(self, &needs, &state->f, error));
    if (codec_packet(self, &size) != NULL && size > SEGMENT_MOST - sizeof XMP_JPEG)
        return status_fail(error, RL_BAD_ARGUMENT,
                           "recipe: %zu bytes: must be at most %zu in a JPEG: choose another "
                           "format or --metadata minimal",
                           size, SEGMENT_MOST - sizeof XMP_JPEG);
    state->encoding = self;
    state->jpeg.err = state->f.jpeg_std_error(&state->errors);
    state->jpeg.client_data = state;
    state->errors.error_exit = jpeg_fail;
    state->errors.output_message = jpeg_silent;
    state->errors.emit_message = jpeg_traced;
    state->target.init_destination = piece_begin;
    state->target.empty_output_buffer = piece_full;
    state->target.term_destination = piece_last;
    return run(state, step_start, NULL, 0, error);
}

static rl_status jpeg_rows(encoder *self, const void *rows, int count, rl_error *error)
{
    return run(self->state, step_rows, rows, count, error);
}

static rl_status jpeg_finish(encoder *self, rl_error *error)
{
    return run(self->state, step_finish, NULL, 0, error);
}

static void jpeg_release(encoder *self)
{
    jpeg_state *state = self->state;
    if (state->base.library != NULL)
        state->f.jpeg_destroy_compress(&state->jpeg);
    codec_release(self);
}

#endif

const encoder_format encoder_jpeg = {
    .about = {.name = "jpg",
              .ending = ".jpg",
              .other_ending = ".jpeg",
              .meaning = "JPEG, with the recipe",
              .quality = 90},
#ifdef RL_HAS_JPEG
    .state_bytes = sizeof(jpeg_state),
    .start = jpeg_start,
    .rows = jpeg_rows,
    .finish = jpeg_finish,
    .release = jpeg_release,
#else
    .missing = "libjpeg",
#endif
};
