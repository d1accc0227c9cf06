/* apng.c - rl_animation: frames of RGB become an animated PNG (PNG specification, 3rd
 * edition, sections 11.3.6 and 13), one at a time.
 *
 * In: options and whole frames of 8 bits.  Out: IHDR, sRGB, texts, acTL, then for each
 * frame an fcTL and its rows by zlib: IDAT for the first, fdAT for the others.  Readers
 * without animation show frame 0.  libpng writes still pictures only, so the chunks are
 * made here; each holds at most PART packed bytes, written as soon as it is full: memory
 * does not grow with the number of frames.  After a failure every later call fails: a
 * file with a hole is never finished.
 */
#include "ridgeline.h"

#include "base/memory.h"
#include "base/status.h"
#include "encode/png_file.h"

#include <string.h>

/* For pictures SUB and level 4 take a fifth of the default's time at about its bytes: see
 * the table of png.c. */
enum { LEVEL = 4, FILTER_SUB = 1, COLOUR_RGB = 2 };

enum { PART = 65536 }; /* packed bytes of a chunk */

struct rl_animation {
    int width, height;
    int frames, frames_done;
    int delay_ms; /* 0..65535, of each frame */
    rl_sink *sink;
    const rl_allocator *allocator;
    rl_error failure;      /* the first one; RL_OK while there is none */
    uint32_t sequence;     /* of the next fcTL or fdAT */
    unsigned char *line;   /* a filtered row */
    unsigned char *packed; /* a sequence number, then PART bytes */
    int has_stream;
    z_stream stream;
};

/* ---- chunks ---------------------------------------------------------------- */

static void put_u32(unsigned char *bytes, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(value >> (24 - 8 * i) & 255);
}

static void put_u16(unsigned char *bytes, int value)
{
    bytes[0] = (unsigned char)(value >> 8 & 255);
    bytes[1] = (unsigned char)(value & 255);
}

/* The data comes in two pieces, so that no text needs to be copied. */
static rl_status chunk_write(const rl_animation *self, const char *type, const void *head,
                             size_t head_size, const void *rest, size_t rest_size, rl_error *error)
{
    unsigned char frame[8], sum[4];
    put_u32(frame, (uint32_t)(head_size + rest_size));
    memcpy(frame + 4, type, 4);
    uLong crc = crc32(0, frame + 4, 4);
    if (head_size > 0)
        crc = crc32(crc, head, (uInt)head_size);
    if (rest_size > 0)
        crc = crc32(crc, rest, (uInt)rest_size);
    put_u32(sum, (uint32_t)crc);
    TRY(rl_sink_write(self->sink, frame, sizeof frame, error));
    if (head_size > 0)
        TRY(rl_sink_write(self->sink, head, head_size, error));
    if (rest_size > 0)
        TRY(rl_sink_write(self->sink, rest, rest_size, error));
    return rl_sink_write(self->sink, sum, sizeof sum, error);
}

/* ---- before the frames ------------------------------------------------------ */

/* The head of an iTXt: keyword, NUL, not compressed, method 0, no language, no
 * translated keyword (section 11.3.3.4). */
static rl_status text_write(const rl_animation *self, const void *head, size_t size,
                            const char *text, rl_error *error)
{
    if (text == NULL || text[0] == '\0')
        return RL_OK;
    return chunk_write(self, "iTXt", head, size, text, strlen(text), error);
}

/* Writes what comes before the frames.  Besides sRGB with intent 0 (perceptual) there are gamma
 * and primaries, times 100000, for readers that do not know it (sections 11.3.2.1, 11.3.2.2 and
 * 11.3.2.5). */
static rl_status begin(rl_animation *self, const rl_animation_options *options, rl_error *error)
{
    static const unsigned char signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    static const uint32_t primaries[8] = {31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000};
    static const char software[] = "Software\0ridgeline " RL_VERSION;
    static const char title[] = "Title\0\0\0\0", recipe[] = "ridgeline\0\0\0\0";
    unsigned char data[13] = {0}, gamma[4], points[32], intent[1] = {0}, control[8];
    self->line = memory_array(self->allocator, 1 + (size_t)self->width * 3, 1);
    self->packed = memory_array(self->allocator, 4 + PART, 1);
    zlib_use(&self->stream, self->allocator);
    if (self->line != NULL && self->packed != NULL)
        self->has_stream = deflateInit(&self->stream, LEVEL) == Z_OK;
    if (!self->has_stream)
        return status_fail(error, RL_NO_MEMORY, "animation: out of memory");
    put_u32(data, (uint32_t)self->width);
    put_u32(data + 4, (uint32_t)self->height);
    data[8] = 8;
    data[9] = COLOUR_RGB;
    put_u32(gamma, 45455);
    for (int i = 0; i < 8; i++)
        put_u32(points + 4 * (size_t)i, primaries[i]);
    put_u32(control, (uint32_t)options->frames);
    put_u32(control + 4, (uint32_t)options->loops);
    TRY(rl_sink_write(self->sink, signature, sizeof signature, error));
    TRY(chunk_write(self, "IHDR", data, sizeof data, NULL, 0, error));
    TRY(chunk_write(self, "gAMA", gamma, sizeof gamma, NULL, 0, error));
    TRY(chunk_write(self, "cHRM", points, sizeof points, NULL, 0, error));
    TRY(chunk_write(self, "sRGB", intent, sizeof intent, NULL, 0, error));
    if (options->metadata != RL_METADATA_NONE) {
        TRY(chunk_write(self, "tEXt", software, sizeof software - 1, NULL, 0, error));
        TRY(text_write(self, title, sizeof title, options->title, error));
    }
    if (options->metadata == RL_METADATA_FULL)
        TRY(text_write(self, recipe, sizeof recipe, options->recipe, error));
    return chunk_write(self, "acTL", control, sizeof control, NULL, 0, error);
}

rl_status rl_animation_new(rl_animation **animation, const rl_animation_options *options,
                           rl_sink *sink, const rl_allocator *allocator, rl_error *error)
{
    if (animation != NULL)
        *animation = NULL;
    if (animation == NULL || options == NULL || sink == NULL)
        return status_fail(error, RL_BAD_ARGUMENT,
                           "animation: NULL: must be an animation, options and a sink");
    TRY(STATUS_SIZE(options, error));
    TRY(status_range("width", options->width, 1, RL_MAX_SIDE, error));
    TRY(status_range("height", options->height, 1, RL_MAX_SIDE, error));
    TRY(status_range("frames", options->frames, 1, 1000000, error));
    TRY(status_range("delay", options->delay_ms, 0, 65535, error));
    TRY(status_range("loops", options->loops, 0, 1000000, error));
    TRY(status_range("metadata", options->metadata, 0, RL_METADATA_NONE, error));
    rl_animation *self = memory_zeroed(allocator, 1, sizeof *self);
    if (self == NULL)
        return status_fail(error, RL_NO_MEMORY, "animation: out of memory");
    self->width = options->width;
    self->height = options->height;
    self->frames = options->frames;
    self->delay_ms = options->delay_ms;
    self->sink = sink;
    self->allocator = allocator;
    rl_status status = begin(self, options, error);
    if (status != RL_OK) {
        rl_animation_free(self);
        return status;
    }
    *animation = self;
    return status_clear(error);
}

/* ---- frames ----------------------------------------------------------------- */

/* Packs what is in `line`, or with Z_FINISH what zlib still holds. */
static rl_status pack(rl_animation *self, size_t line_size, int flush, rl_error *error)
{
    self->stream.next_in = self->line;
    self->stream.avail_in = (uInt)line_size;
    for (;;) {
        int result = deflate(&self->stream, flush);
        if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR)
            return status_fail(error, RL_INTERNAL, "animation: zlib failed: %d", result);
        int more = self->stream.avail_out == 0 || (flush == Z_FINISH && result != Z_STREAM_END);
        if (!more && flush != Z_FINISH)
            return RL_OK;
        size_t size = PART - self->stream.avail_out;
        self->stream.next_out = self->packed + 4;
        self->stream.avail_out = PART;
        if (size > 0 && self->frames_done == 0) {
            TRY(chunk_write(self, "IDAT", self->packed + 4, size, NULL, 0, error));
        } else if (size > 0) {
            put_u32(self->packed, self->sequence++);
            TRY(chunk_write(self, "fdAT", self->packed, size + 4, NULL, 0, error));
        }
        if (!more)
            return RL_OK;
    }
}

static rl_status frame_write(rl_animation *self, const uint8_t *rgb, size_t stride_bytes,
                             rl_error *error)
{
    if (self->frames_done >= self->frames)
        return status_fail(error, RL_BAD_ARGUMENT, "animation: frame %d: must be below %d",
                           self->frames_done, self->frames);
    if (deflateReset(&self->stream) != Z_OK)
        return status_fail(error, RL_INTERNAL, "animation: zlib: cannot start a frame");
    self->stream.next_out = self->packed + 4;
    self->stream.avail_out = PART;
    /* At 0, 0, for how long, in place of what was there (dispose and blend 0). */
    unsigned char control[26] = {0};
    put_u32(control, self->sequence++);
    put_u32(control + 4, (uint32_t)self->width);
    put_u32(control + 8, (uint32_t)self->height);
    put_u16(control + 20, self->delay_ms);
    put_u16(control + 22, 1000);
    TRY(chunk_write(self, "fcTL", control, sizeof control, NULL, 0, error));
    size_t size = (size_t)self->width * 3;
    for (int y = 0; y < self->height; y++) {
        const uint8_t *row = rgb + (size_t)y * stride_bytes;
        unsigned char *line = self->line;
        line[0] = FILTER_SUB;
        memcpy(line + 1, row, 3);
        for (size_t i = 3; i < size; i++)
            line[1 + i] = (unsigned char)(row[i] - row[i - 3]);
        TRY(pack(self, 1 + size, Z_NO_FLUSH, error));
    }
    TRY(pack(self, 0, Z_FINISH, error));
    self->frames_done++;
    return RL_OK;
}

/* The status of the animation: that of its first failure. */
static rl_status result(const rl_animation *self, rl_error *error)
{
    if (self->failure.status == RL_OK)
        return status_clear(error);
    return status_fail(error, self->failure.status, "%s", self->failure.text);
}

rl_status rl_animation_frame(rl_animation *animation, const uint8_t *rgb, size_t stride_bytes,
                             rl_error *error)
{
    if (animation == NULL || rgb == NULL)
        return status_fail(error, RL_BAD_ARGUMENT, "animation: NULL: must be a frame");
    if (animation->failure.status == RL_OK)
        (void)frame_write(animation, rgb, stride_bytes, &animation->failure);
    return result(animation, error);
}

rl_status rl_animation_finish(rl_animation *animation, rl_error *error)
{
    if (animation == NULL)
        return status_fail(error, RL_BAD_ARGUMENT, "animation: NULL: must be an animation");
    rl_error *failure = &animation->failure;
    if (failure->status == RL_OK && animation->frames_done != animation->frames)
        (void)status_fail(failure, RL_BAD_ARGUMENT, "animation: %d frames: must be %d",
                          animation->frames_done, animation->frames);
    else if (failure->status == RL_OK)
        (void)chunk_write(animation, "IEND", NULL, 0, NULL, 0, failure);
    return result(animation, error);
}

void rl_animation_free(rl_animation *animation)
{
    if (animation == NULL)
        return;
    if (animation->has_stream)
        (void)deflateEnd(&animation->stream);
    memory_free(animation->allocator, animation->packed);
    memory_free(animation->allocator, animation->line);
    memory_free(animation->allocator, animation);
}
