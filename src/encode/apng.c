/* apng.c - rl_animation: writes frames of 8-bit RGB as an animated PNG, frame by frame (PNG
 * specification, 3rd edition, sections 11.3.6 and 13).
 *
 * The file has the head of a PNG, acTL, then for each frame an fcTL and its packed rows: IDAT for
 * the first frame, which readers without animation show, and fdAT for the others.  libpng does not
 * support animations, so the chunks are made here.  A chunk has at most PART packed bytes and is
 * written as soon as it is full, so memory does not grow with the number of frames.  Only the
 * rectangle in which a frame differs from the frame before is written.  After a failure all later
 * calls fail, so that an incomplete file is never finished.
 */
#include "ridgeline.h"

#include "base/bytes.h"
#include "base/memory.h"
#include "base/status.h"
#include "encode/png_file.h"
#include "encode/xmp.h"

#include <string.h>

/* zlib's levels.  Filter SUB and level 4 take a fifth of the time of libpng's defaults for about
 * the same size: see the table in png.c. */
enum { LEVEL = 4, LEVEL_FAST = 1, LEVEL_SMALL = 9 };

enum { PART = 65536 }; /* greatest number of packed bytes in a chunk */

struct rl_animation {
    int width, height;
    int frames, frames_done;
    int delay_ms;      /* duration of each frame, 0..65535 milliseconds */
    png_guard guard;   /* libpng; guard.failure is the first failure of any call */
    uint32_t sequence; /* number of the next fcTL or fdAT */
    arena memory;
    unsigned char *line;   /* a filtered row */
    unsigned char *packed; /* 4 bytes for a sequence number, then PART packed bytes */
    uint8_t *shown;        /* RGB of the frame before this one; NULL = there is only one frame */
    z_stream stream;
    char *text[2]; /* data of iTXt chunks for the end of the file, NULL = none */
    size_t text_size[2];
    best *best;     /* libdeflate; NULL = zlib deflates */
    uint8_t *whole; /* filtered rows of a frame, 4 bytes for a sequence number, deflated rows */
};

static void step_head(png_guard *guard, const void *call)
{
    png_head(guard, call, 8, PNG_COLOR_TYPE_RGB);
}

/* Keeps a text as data of iTXt chunk `index`; returns 0 if memory is short. */
static int keep_text(rl_animation *self, int index, const char *keyword, const char *text)
{
    /* Five bytes with the literal's NUL: end of the keyword, compression flag 0, method 0, empty
     * language, empty translated keyword. */
    static const char between[] = "\0\0\0\0";
    size_t key = strlen(keyword), size = strlen(text);
    char *bytes = arena_array(&self->memory, key + sizeof between + size, 1);
    if (bytes == NULL)
        return 0;
    memcpy(bytes, keyword, key);
    memcpy(bytes + key, between, sizeof between);
    memcpy(bytes + key + sizeof between, text, size);
    self->text[index] = bytes;
    self->text_size[index] = key + sizeof between + size;
    return 1;
}

static rl_status begin(rl_animation *self, const rl_animation_options *options, rl_sink *sink,
                       rl_error *error)
{
    picture_info info = {.width = options->width,
                         .height = options->height,
                         .title = options->title,
                         .metadata = options->metadata};
    const int levels[] = {LEVEL, LEVEL_FAST, LEVEL_SMALL};
    unsigned char control[8];
    self->line = arena_array(&self->memory, 1 + (size_t)self->width * 3, 1);
    self->packed = arena_array(&self->memory, 4 + PART, 1);
    size_t row = (size_t)self->width * 3;
    if (self->frames > 1)
        self->shown = arena_array(&self->memory, (size_t)self->height, row);
    zlib_use(&self->stream, &self->memory);
    int has_memory = self->line != NULL && self->packed != NULL &&
                     (self->frames == 1 || self->shown != NULL) &&
                     deflateInit(&self->stream, levels[options->compress]) == Z_OK;
    TRY(status_memory(has_memory, "animation", error));
    size_t whole = (1 + row) * (size_t)self->height;
    if (options->compress == RL_COMPRESS_SMALL)
        TRY(best_new(&self->best, whole, self->memory.allocator, error));
    if (self->best != NULL)
        self->whole = arena_array(&self->memory, whole + 4 + best_bound(self->best, whole), 1);
    TRY(status_memory(self->best == NULL || self->whole != NULL, "animation", error));
    TRY(png_guard_open(&self->guard, sink, "animation", self->memory.allocator, error));
    TRY(png_guard_run(&self->guard, step_head, &info, error));
    /* XMP and recipe come after the frames, as they are long: ffmpeg recognises an animation only
     * if picture data begin in the first 2048 bytes. */
    int is_kept = 1;
    TRY(xmp_packet(&self->guard.packet, &info, 0, error));
    if (self->guard.packet != NULL)
        is_kept = keep_text(self, 0, PNG_XMP, rl_sink_bytes(self->guard.packet, NULL));
    if (is_kept && options->metadata == RL_METADATA_FULL && options->recipe != NULL)
        is_kept = keep_text(self, 1, "ridgeline", options->recipe);
    TRY(status_memory(is_kept, "animation", error));
    bytes_put_be(control, (uint32_t)options->frames, 4);
    bytes_put_be(control + 4, (uint32_t)options->loops, 4);
    return png_chunk_write(&self->guard, "acTL", control, sizeof control, error);
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
    TRY(status_range("compress", options->compress, 0, RL_COMPRESS_SMALL, error));
    rl_animation *self = memory_zeroed(allocator, 1, sizeof *self);
    TRY(status_memory(self != NULL, "animation", error));
    self->width = options->width;
    self->height = options->height;
    self->frames = options->frames;
    self->delay_ms = options->delay_ms;
    self->memory.allocator = allocator;
    rl_status status = begin(self, options, sink, error);
    if (status != RL_OK) {
        rl_animation_free(self);
        return status;
    }
    *animation = self;
    return status_clear(error);
}

/* ---- frames ----------------------------------------------------------------- */

/* Writes `size` deflated bytes of a frame as IDAT or fdAT.  They are at bytes + 4, as fdAT begins
 * with a sequence number of 4 bytes. */
static rl_status data_write(rl_animation *self, unsigned char *bytes, size_t size, rl_error *error)
{
    if (self->frames_done == 0)
        return png_chunk_write(&self->guard, "IDAT", bytes + 4, size, error);
    bytes_put_be(bytes, self->sequence++, 4);
    return png_chunk_write(&self->guard, "fdAT", bytes, size + 4, error);
}

/* Deflates the row in `line`, with Z_FINISH what zlib still holds; writes each full chunk. */
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
        if (size > 0)
            TRY(data_write(self, self->packed, size, error));
        if (!more)
            return RL_OK;
    }
}

/* A rectangle of a frame, pixels: columns left..right-1, rows top..bottom-1. */
typedef struct part {
    int left, top, right, bottom;
} part;

/* Extends `found` to row y and its columns in which `row` differs from `before`, if any do. */
static void add_row(part *found, int y, const uint8_t *row, const uint8_t *before, int width)
{
    int left = 0, right = 3 * width;
    while (left < right && row[left] == before[left])
        left++;
    if (left == right)
        return;
    while (row[right - 1] == before[right - 1])
        right--;
    found->left = left / 3 < found->left ? left / 3 : found->left;
    found->right = (right + 2) / 3 > found->right ? (right + 2) / 3 : found->right;
    found->top = y < found->top ? y : found->top;
    found->bottom = y + 1;
}

/* Writes an fcTL: size, place and duration of a part, which replaces the pixels below it
 * (dispose_op and blend_op are 0). */
static rl_status control_write(rl_animation *self, const part *shown, rl_error *error)
{
    unsigned char control[26] = {0};
    bytes_put_be(control, self->sequence++, 4);
    bytes_put_be(control + 4, (uint32_t)(shown->right - shown->left), 4);
    bytes_put_be(control + 8, (uint32_t)(shown->bottom - shown->top), 4);
    bytes_put_be(control + 12, (uint32_t)shown->left, 4);
    bytes_put_be(control + 16, (uint32_t)shown->top, 4);
    bytes_put_be(control + 20, (uint32_t)self->delay_ms << 16 | 1000, 4);
    return png_chunk_write(&self->guard, "fcTL", control, sizeof control, error);
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
    part changed = {0, 0, self->width, self->height};
    if (self->frames_done > 0) {
        changed = (part){self->width, self->height, 0, 0};
        for (int y = 0; y < self->height; y++)
            add_row(&changed, y, rgb + (size_t)y * stride_bytes,
                    self->shown + (size_t)y * (size_t)self->width * 3, self->width);
        if (changed.bottom == 0) /* no pixel differs, but a frame must have at least one */
            changed = (part){0, 0, 1, 1};
    }
    TRY(control_write(self, &changed, error));
    size_t first = (size_t)changed.left * 3, size = (size_t)changed.right * 3 - first;
    for (int y = changed.top; y < changed.bottom; y++) {
        const uint8_t *row = rgb + (size_t)y * stride_bytes + first;
        unsigned char *line = self->line;
        line[0] = FILTER_SUB;
        memcpy(line + 1, row, 3);
        for (size_t i = 3; i < size; i++)
            line[1 + i] = (unsigned char)(row[i] - row[i - 3]);
        if (self->best != NULL)
            memcpy(self->whole + (size_t)(y - changed.top) * (1 + size), line, 1 + size);
        else
            TRY(pack(self, 1 + size, Z_NO_FLUSH, error));
        if (self->shown != NULL)
            memcpy(self->shown + (size_t)y * (size_t)self->width * 3 + first, row, size);
    }
    if (self->best != NULL) {
        size_t whole = (size_t)(changed.bottom - changed.top) * (1 + size);
        unsigned char *out = self->whole + whole;
        size_t packed =
            best_zlib(self->best, out + 4, best_bound(self->best, whole), self->whole, whole);
        if (packed == 0)
            return status_fail(error, RL_INTERNAL, "animation: libdeflate failed");
        TRY(data_write(self, out, packed, error));
    } else {
        TRY(pack(self, 0, Z_FINISH, error));
    }
    self->frames_done++;
    return RL_OK;
}

rl_status rl_animation_frame(rl_animation *animation, const uint8_t *rgb, size_t stride_bytes,
                             rl_error *error)
{
    if (animation == NULL || rgb == NULL)
        return status_fail(error, RL_BAD_ARGUMENT, "animation: NULL: must be a frame");
    rl_error failure;
    TRY(png_guard_result(&animation->guard, error));
    if (frame_write(animation, rgb, stride_bytes, &failure) != RL_OK)
        animation->guard.failure = failure;
    return png_guard_result(&animation->guard, error);
}

rl_status rl_animation_finish(rl_animation *animation, rl_error *error)
{
    if (animation == NULL)
        return status_fail(error, RL_BAD_ARGUMENT, "animation: NULL: must be an animation");
    TRY(png_guard_result(&animation->guard, error));
    if (animation->frames_done != animation->frames)
        (void)status_fail(&animation->guard.failure, RL_BAD_ARGUMENT,
                          "animation: %d frames: must be %d", animation->frames_done,
                          animation->frames);
    for (int i = 0; i < 2; i++)
        if (animation->text[i] != NULL)
            TRY(png_chunk_write(&animation->guard, "iTXt", animation->text[i],
                                animation->text_size[i], error));
    return png_chunk_write(&animation->guard, "IEND", NULL, 0, error);
}

void rl_animation_free(rl_animation *animation)
{
    if (animation == NULL)
        return;
    const rl_allocator *allocator = animation->memory.allocator;
    png_guard_close(&animation->guard);
    best_free(animation->best);
    arena_free(&animation->memory);
    memory_free(allocator, animation);
}
