/* webp.c - writes pictures as WebP by libwebp; quality 100 keeps every pixel.
 *
 * All rows, of 8 bits, are collected first: memory is 3 bytes per pixel and libwebp's.  The file is
 * RIFF with three chunks (WebP Container Specification): VP8X, the picture, and XMP with the
 * recipe.  libwebp makes a file with the picture's chunk alone, which is copied.
 */
#include "encode/codec.h"

#ifdef RL_HAS_WEBP

#include "base/bytes.h"
#include <webp/encode.h>

#define FUNCTIONS(ROW)                                                                             \
    ROW(WebPConfigInitInternal)                                                                    \
    ROW(WebPConfigLosslessPreset)                                                                  \
    ROW(WebPEncode)                                                                                \
    ROW(WebPPictureFree)                                                                           \
    ROW(WebPPictureImportRGB)                                                                      \
    ROW(WebPPictureInitInternal)

enum {
    LOSSLESS_EFFORT = 6,
    RIFF = 12,     /* bytes of the head: "RIFF", size, "WEBP" */
    CHUNK = 8,     /* bytes of the head of a chunk: type, size */
    EXTENDED = 10, /* bytes of data of VP8X */
    FLAG_XMP = 4
};

typedef struct webp_state {
    codec base;
    struct libwebp {
        FUNCTIONS(LIBRARY_MEMBER)
    } f;
    rl_sink *file; /* libwebp's file, in memory */
} webp_state;

static int keep_bytes(const uint8_t *bytes, size_t size, const WebPPicture *picture)
{
    return rl_sink_write(picture->custom_ptr, bytes, size, NULL) == RL_OK;
}

static rl_status webp_start(encoder *self, rl_error *error)
{
    static const char *const names[] = {FUNCTIONS(LIBRARY_NAME) NULL};
    const codec_needs needs = {"libwebp", LIBRARY_WEBP, names, WEBP_MAX_DIMENSION, 0, 1};
    webp_state *state = self->state;
    TRY(codec_open(self, &needs, &state->f, error));
    return rl_sink_to_memory(&state->file, NULL, error);
}

static rl_status webp_encode(encoder *self, rl_error *error)
{
    webp_state *state = self->state;
    int quality = codec_quality(self), is_lossless = quality == QUALITY_LOSSLESS;
    WebPConfig config;
    WebPPicture picture;
    if (!state->f.WebPPictureInitInternal(&picture, WEBP_ENCODER_ABI_VERSION)) /* not this ABI */
        return library_absent("webp", "libwebp", LIBRARY_WEBP, error);
    if (!state->f.WebPConfigInitInternal(&config, WEBP_PRESET_PICTURE, (float)quality,
                                         WEBP_ENCODER_ABI_VERSION))
        return status_fail(error, RL_INTERNAL, "webp: libwebp refuses quality %d", quality);
    if (is_lossless)
        (void)state->f.WebPConfigLosslessPreset(&config, LOSSLESS_EFFORT);
    picture.use_argb = is_lossless;
    picture.width = self->info.width;
    picture.height = self->info.height;
    picture.writer = keep_bytes;
    picture.custom_ptr = state->file;
    int is_made =
        state->f.WebPPictureImportRGB(&picture, state->base.pixels, 3 * self->info.width) &&
        state->f.WebPEncode(&config, &picture);
    WebPEncodingError code = picture.error_code;
    state->f.WebPPictureFree(&picture);
    if (is_made)
        return RL_OK;
    if (code == VP8_ENC_ERROR_OUT_OF_MEMORY || code == VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY ||
        code == VP8_ENC_ERROR_BAD_WRITE)
        return status_no_memory("webp", error);
    return status_fail(error, RL_INTERNAL, "webp: libwebp failed: %d", (int)code);
}

static rl_status webp_finish(encoder *self, rl_error *error)
{
    const webp_state *state = self->state;
    size_t file_size, packet_size;
    TRY(webp_encode(self, error));
    const uint8_t *file = rl_sink_bytes(state->file, &file_size);
    const void *packet = codec_packet(self, &packet_size);
    size_t picture = file_size - RIFF;
    size_t xmp =
        packet != NULL ? CHUNK + packet_size + packet_size % 2 : 0; /* padded to an even length */
    uint8_t head[RIFF + CHUNK + EXTENDED] = "RIFF....WEBPVP8X", tail[CHUNK] = "XMP ";
    bytes_put_le(head + 4, sizeof head - CHUNK + picture + xmp, 4);
    bytes_put_le(head + RIFF + 4, EXTENDED, 4);
    head[RIFF + CHUNK] = packet != NULL ? FLAG_XMP : 0;
    bytes_put_le(head + RIFF + CHUNK + 4, (size_t)self->info.width - 1, 3);
    bytes_put_le(head + RIFF + CHUNK + 7, (size_t)self->info.height - 1, 3);
    bytes_put_le(tail + 4, packet_size, 4);
    TRY(rl_sink_write(self->sink, head, sizeof head, error));
    TRY(rl_sink_write(self->sink, file + RIFF, picture, error));
    if (packet == NULL)
        return RL_OK;
    TRY(rl_sink_write(self->sink, tail, sizeof tail, error));
    TRY(rl_sink_write(self->sink, packet, packet_size, error));
    return rl_sink_write(self->sink, "", packet_size % 2, error);
}

static void webp_release(encoder *self)
{
    rl_sink_free(((webp_state *)self->state)->file);
    codec_release(self);
}

#endif

const encoder_format encoder_webp = {
    .about = {.name = "webp", .ending = ".webp", .meaning = "WebP, with the recipe", .quality = 85},
#ifdef RL_HAS_WEBP
    .state_bytes = sizeof(webp_state),
    .start = webp_start,
    .rows = codec_rows,
    .finish = webp_finish,
    .release = webp_release,
#else
    .missing = "libwebp",
#endif
};
