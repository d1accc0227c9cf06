/* apng.c - animated PNG (PNG specification, 3rd edition, sections 11.3.6 and 13).
 *
 * In: frames of RGB.  Out: IHDR, sRGB, texts, acTL, then for each frame an fcTL and its
 * rows by zlib: IDAT for the first, fdAT for the others.  libpng writes still pictures
 * only, so the chunks are made here; each holds at most APNG_PART packed bytes, written
 * as soon as it is full.
 */
#include "encode/apng.h"

#include "base/memory.h"
#include "base/status.h"

#include <string.h>

/* For pictures SUB and level 4 take a fifth of the default's time at about its bytes: see
 * the table of png.c. */
enum { LEVEL = 4, FILTER_SUB = 1, COLOUR_RGB = 2 };

/* ---- chunks ---------------------------------------------------------------- */

static void put_u32(unsigned char *at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (unsigned char)(value >> (24 - 8 * i) & 255);
}

static void put_u16(unsigned char *at, int value)
{
    at[0] = (unsigned char)(value >> 8 & 255);
    at[1] = (unsigned char)(value & 255);
}

/* The data comes in two pieces, so that no text needs to be copied. */
static rl_status chunk_write(const apng *self, const char *type, const void *head, size_t head_size,
                             const void *rest, size_t rest_size, rl_error *error)
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
    rl_status status = rl_sink_write(self->sink, frame, sizeof frame, error);
    if (status == RL_OK && head_size > 0)
        status = rl_sink_write(self->sink, head, head_size, error);
    if (status == RL_OK && rest_size > 0)
        status = rl_sink_write(self->sink, rest, rest_size, error);
    return status == RL_OK ? rl_sink_write(self->sink, sum, sizeof sum, error) : status;
}

/* ---- before the frames ------------------------------------------------------ */

static rl_status header_write(const apng *self, rl_error *error)
{
    static const unsigned char signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    unsigned char data[13] = {0};
    put_u32(data, (uint32_t)self->width);
    put_u32(data + 4, (uint32_t)self->height);
    data[8] = 8;
    data[9] = COLOUR_RGB;
    rl_status status = rl_sink_write(self->sink, signature, sizeof signature, error);
    if (status == RL_OK)
        status = chunk_write(self, "IHDR", data, sizeof data, NULL, 0, error);
    return status;
}

/* sRGB with intent 0 (perceptual), and for readers that do not know it gamma and the
 * primaries it stands for, times 100000 (sections 11.3.2.1, 11.3.2.2 and 11.3.2.5). */
static rl_status colour_write(const apng *self, rl_error *error)
{
    static const uint32_t primaries[8] = {31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000};
    static const unsigned char intent[1] = {0};
    unsigned char gamma[4], points[32];
    put_u32(gamma, 45455);
    for (int i = 0; i < 8; i++)
        put_u32(points + 4 * (size_t)i, primaries[i]);
    rl_status status = chunk_write(self, "gAMA", gamma, sizeof gamma, NULL, 0, error);
    if (status == RL_OK)
        status = chunk_write(self, "cHRM", points, sizeof points, NULL, 0, error);
    if (status == RL_OK)
        status = chunk_write(self, "sRGB", intent, sizeof intent, NULL, 0, error);
    return status;
}

/* The head of an iTXt: keyword, NUL, not compressed, method 0, no language, no
 * translated keyword (section 11.3.3.4). */
static rl_status text_write(const apng *self, const void *head, size_t size, const char *text,
                            rl_error *error)
{
    if (text == NULL || text[0] == '\0')
        return RL_OK;
    return chunk_write(self, "iTXt", head, size, text, strlen(text), error);
}

static rl_status texts_write(const apng *self, const apng_info *info, rl_error *error)
{
    static const char software[] = "Software\0ridgeline " RL_VERSION;
    static const char title[] = "Title\0\0\0\0", recipe[] = "ridgeline\0\0\0\0";
    if (info->metadata == RL_METADATA_NONE)
        return RL_OK;
    rl_status status = chunk_write(self, "tEXt", software, sizeof software - 1, NULL, 0, error);
    if (status == RL_OK)
        status = text_write(self, title, sizeof title, info->title, error);
    if (status == RL_OK && info->metadata == RL_METADATA_FULL)
        status = text_write(self, recipe, sizeof recipe, info->recipe, error);
    return status;
}

static rl_status animation_write(const apng *self, int loops, rl_error *error)
{
    unsigned char data[8];
    put_u32(data, (uint32_t)self->frames);
    put_u32(data + 4, (uint32_t)loops);
    return chunk_write(self, "acTL", data, sizeof data, NULL, 0, error);
}

/* ---- start ------------------------------------------------------------------ */

static voidpf stream_take(voidpf user, uInt count, uInt size)
{
    const apng *self = user;
    return memory_array(self->allocator, count, size);
}

static void stream_give(voidpf user, voidpf block)
{
    const apng *self = user;
    memory_free(self->allocator, block);
}

static rl_status buffers_make(apng *self, rl_error *error)
{
    size_t row = 1 + (size_t)self->width * 3;
    self->line = memory_array(self->allocator, row, 1);
    self->packed = memory_array(self->allocator, 4 + APNG_PART, 1);
    self->stream.zalloc = stream_take;
    self->stream.zfree = stream_give;
    self->stream.opaque = self;
    if (self->line != NULL && self->packed != NULL)
        self->has_stream = deflateInit(&self->stream, LEVEL) == Z_OK;
    if (!self->has_stream)
        return status_fail(error, RL_NO_MEMORY, "animation: out of memory");
    return RL_OK;
}

static rl_status info_check(const apng_info *info, rl_error *error)
{
    rl_status status = status_range("width", info->width, 1, RL_MAX_SIDE, error);
    if (status == RL_OK)
        status = status_range("height", info->height, 1, RL_MAX_SIDE, error);
    if (status == RL_OK)
        status = status_range("frames", info->frames, 1, 1000000, error);
    if (status == RL_OK)
        status = status_range("delay", info->delay_ms, 0, 65535, error);
    if (status == RL_OK)
        status = status_range("loops", info->loops, 0, 1000000, error);
    if (status == RL_OK)
        status = status_range("metadata", info->metadata, 0, RL_METADATA_NONE, error);
    return status;
}

rl_status apng_start(apng *self, const apng_info *info, rl_sink *sink,
                     const rl_allocator *allocator, rl_error *error)
{
    *self = (apng){.width = info->width,
                   .height = info->height,
                   .frames = info->frames,
                   .delay_ms = info->delay_ms,
                   .sink = sink,
                   .allocator = allocator};
    rl_status status = info_check(info, error);
    if (status == RL_OK)
        status = buffers_make(self, error);
    if (status == RL_OK)
        status = header_write(self, error);
    if (status == RL_OK)
        status = colour_write(self, error);
    if (status == RL_OK)
        status = texts_write(self, info, error);
    if (status == RL_OK)
        status = animation_write(self, info->loops, error);
    return status == RL_OK ? status_clear(error) : status;
}

/* ---- frames ----------------------------------------------------------------- */

/* Where it stands (0, 0), how long, that it replaces what was there (dispose and blend
 * 0): 26 bytes. */
static rl_status control_write(apng *self, rl_error *error)
{
    unsigned char data[26] = {0};
    put_u32(data, self->sequence++);
    put_u32(data + 4, (uint32_t)self->width);
    put_u32(data + 8, (uint32_t)self->height);
    put_u16(data + 20, self->delay_ms);
    put_u16(data + 22, 1000);
    return chunk_write(self, "fcTL", data, sizeof data, NULL, 0, error);
}

static rl_status part_write(apng *self, rl_error *error)
{
    size_t size = APNG_PART - self->stream.avail_out;
    self->stream.next_out = self->packed + 4;
    self->stream.avail_out = APNG_PART;
    if (size == 0)
        return RL_OK;
    if (self->frames_done == 0)
        return chunk_write(self, "IDAT", self->packed + 4, size, NULL, 0, error);
    put_u32(self->packed, self->sequence++);
    return chunk_write(self, "fdAT", self->packed, size + 4, NULL, 0, error);
}

/* Packs what is in `line`, or with Z_FINISH what is still due. */
static rl_status pack(apng *self, size_t size, int flush, rl_error *error)
{
    self->stream.next_in = self->line;
    self->stream.avail_in = (uInt)size;
    for (;;) {
        int result = deflate(&self->stream, flush);
        if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR)
            return status_fail(error, RL_INTERNAL, "animation: zlib failed: %d", result);
        int more = self->stream.avail_out == 0 || (flush == Z_FINISH && result != Z_STREAM_END);
        if (self->stream.avail_out == 0 || flush == Z_FINISH) {
            rl_status status = part_write(self, error);
            if (status != RL_OK)
                return status;
        }
        if (!more)
            return RL_OK;
    }
}

static void row_filter(apng *self, const uint8_t *row)
{
    size_t size = (size_t)self->width * 3;
    unsigned char *line = self->line;
    line[0] = FILTER_SUB;
    memcpy(line + 1, row, 3);
    for (size_t i = 3; i < size; i++)
        line[1 + i] = (unsigned char)(row[i] - row[i - 3]);
}

rl_status apng_frame(apng *self, const uint8_t *rgb, size_t stride_bytes, rl_error *error)
{
    if (self->frames_done >= self->frames)
        return status_fail(error, RL_BAD_ARGUMENT, "animation: frame %d: must be below %d",
                           self->frames_done, self->frames);
    if (deflateReset(&self->stream) != Z_OK)
        return status_fail(error, RL_INTERNAL, "animation: zlib: cannot start a frame");
    self->stream.next_out = self->packed + 4;
    self->stream.avail_out = APNG_PART;
    rl_status status = control_write(self, error);
    for (int y = 0; y < self->height && status == RL_OK; y++) {
        row_filter(self, rgb + (size_t)y * stride_bytes);
        status = pack(self, 1 + (size_t)self->width * 3, Z_NO_FLUSH, error);
    }
    if (status == RL_OK)
        status = pack(self, 0, Z_FINISH, error);
    self->frames_done++;
    return status == RL_OK ? status_clear(error) : status;
}

/* ---- the end ---------------------------------------------------------------- */

rl_status apng_finish(apng *self, rl_error *error)
{
    if (self->frames_done != self->frames)
        return status_fail(error, RL_BAD_ARGUMENT, "animation: %d frames: must be %d",
                           self->frames_done, self->frames);
    rl_status status = chunk_write(self, "IEND", NULL, 0, NULL, 0, error);
    return status == RL_OK ? status_clear(error) : status;
}

void apng_release(apng *self)
{
    if (self->has_stream)
        (void)deflateEnd(&self->stream);
    self->has_stream = 0;
    memory_free(self->allocator, self->packed);
    memory_free(self->allocator, self->line);
    self->packed = self->line = NULL;
}
