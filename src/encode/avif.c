/* avif.c - writes pictures as AVIF by libavif and an AV1 encoder that libavif finds; quality 100
 * keeps every pixel.
 *
 * All rows, of 8 bits, are collected first: memory is 3 bytes per pixel and the encoder's.  The
 * file marks its colours as sRGB by CICP and has XMP with the recipe.
 */
#include "encode/codec.h"

#ifdef RL_HAS_AVIF

#include <avif/avif.h>

#if AVIF_VERSION_MAJOR > 0
#define LIBAVIF LIBRARY_FILE("avif", "16")
#else
#define LIBAVIF LIBRARY_FILE("avif", "15")
#endif

const char *const codec_library_avif = LIBAVIF;

#define FUNCTIONS(ROW)                                                                             \
    ROW(avifEncoderCreate)                                                                         \
    ROW(avifEncoderDestroy)                                                                        \
    ROW(avifEncoderWrite)                                                                          \
    ROW(avifImageCreate)                                                                           \
    ROW(avifImageDestroy)                                                                          \
    ROW(avifImageRGBToYUV)                                                                         \
    ROW(avifImageSetMetadataXMP)                                                                   \
    ROW(avifRGBImageSetDefaults)                                                                   \
    ROW(avifRWDataFree)                                                                            \
    ROW(avifResultToString)

/* FULL_COLOUR: quality from which colours are not subsampled.  SPEED is 0..10, 10 the fastest; for
 * three pictures of 3840x2160, 8 takes 0.5 to 0.7 s of one CPU and 190 MB; 6 takes 2 to 14 s and up
 * to 770 MB for 10 to 22 % fewer bytes. */
enum { SIDE_MOST = 65536, SPEED = 8, FULL_COLOUR = 90 };

typedef struct avif_state {
    codec base;
    struct libavif {
        FUNCTIONS(LIBRARY_MEMBER)
    } f;
    avifImage *image;
    avifEncoder *coder;
    avifRWData file;
} avif_state;

static rl_status avif_start(encoder *self, rl_error *error)
{
    static const char *const names[] = {FUNCTIONS(LIBRARY_NAME) NULL};
    const codec_needs needs = {"libavif", LIBAVIF, names, SIDE_MOST, 0, 1};
    return codec_open(self, &needs, &((avif_state *)self->state)->f, error);
}

static avifResult avif_encode(encoder *self)
{
    avif_state *state = self->state;
    const picture_info *info = &self->info;
    int quality = codec_quality(self), is_lossless = quality == QUALITY_LOSSLESS;
    size_t size;
    const void *packet = codec_packet(self, &size);
    avifRGBImage rgb;
    state->image = state->f.avifImageCreate((uint32_t)info->width, (uint32_t)info->height, 8,
                                            quality >= FULL_COLOUR ? AVIF_PIXEL_FORMAT_YUV444
                                                                   : AVIF_PIXEL_FORMAT_YUV420);
    state->coder = state->f.avifEncoderCreate();
    if (state->image == NULL || state->coder == NULL)
        return AVIF_RESULT_OUT_OF_MEMORY;
    avifImage *image = state->image;
    image->colorPrimaries = AVIF_COLOR_PRIMARIES_BT709;
    image->transferCharacteristics = AVIF_TRANSFER_CHARACTERISTICS_SRGB;
    image->matrixCoefficients =
        is_lossless ? AVIF_MATRIX_COEFFICIENTS_IDENTITY : AVIF_MATRIX_COEFFICIENTS_BT601;
    if (packet != NULL) {
        (void)state->f.avifImageSetMetadataXMP(image, packet, size);
        if (image->xmp.size != size) /* older versions of the function return void */
            return AVIF_RESULT_OUT_OF_MEMORY;
    }
    state->f.avifRGBImageSetDefaults(&rgb, image);
    rgb.format = AVIF_RGB_FORMAT_RGB;
    rgb.pixels = state->base.pixels;
    rgb.rowBytes = (uint32_t)info->width * 3;
    avifResult result = state->f.avifImageRGBToYUV(image, &rgb);
    if (result != AVIF_RESULT_OK)
        return result;
    state->coder->speed = SPEED;
    state->coder->maxThreads = 1; /* libaom's pixels depend on the number of threads */
#if AVIF_VERSION_MAJOR > 0
    state->coder->quality = quality;
#else
    state->coder->minQuantizer = state->coder->maxQuantizer =
        AVIF_QUANTIZER_WORST_QUALITY * (QUALITY_LOSSLESS - quality) / QUALITY_LOSSLESS;
#endif
    return state->f.avifEncoderWrite(state->coder, image, &state->file);
}

static rl_status avif_finish(encoder *self, rl_error *error)
{
    const avif_state *state = self->state;
    avifResult result = avif_encode(self);
    if (result == AVIF_RESULT_OUT_OF_MEMORY)
        return status_no_memory("avif", error);
    if (result != AVIF_RESULT_OK)
        return codec_failed(self, state->f.avifResultToString(result), error);
    return rl_sink_write(self->sink, state->file.data, state->file.size, error);
}

static void avif_release(encoder *self)
{
    avif_state *state = self->state;
    if (state->base.library != NULL)
        state->f.avifRWDataFree(&state->file);
    if (state->coder != NULL)
        state->f.avifEncoderDestroy(state->coder);
    if (state->image != NULL)
        state->f.avifImageDestroy(state->image);
    codec_release(self);
}

#endif

const encoder_format encoder_avif = {
    .about = {.name = "avif", .ending = ".avif", .meaning = "AVIF, with the recipe", .quality = 75},
#ifdef RL_HAS_AVIF
    .state_bytes = sizeof(avif_state),
    .start = avif_start,
    .rows = codec_rows,
    .finish = avif_finish,
    .release = avif_release,
#else
    .missing = "libavif",
#endif
};
