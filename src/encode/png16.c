/* png16.c - heights as a 16-bit grey PNG: data, not a picture.
 *
 * In: rows of heights.  Out: a PNG whose samples are heights; it names no gamma, no
 * colour space and no resolution, so that no reader bends them.  Its texts are those
 * of a picture.
 */
#include "encode/heights.h"

#include "base/memory.h"
#include "base/status.h"
#include "encode/png_bands.h"

/* Measured with libpng 1.6.39 and zlib 1.2.13 on a map of 4096x4096, diamond-square at
 * the defaults; milliseconds of CPU and 1000 bytes:
 *
 *     libpng's default     7179  20492
 *     PAETH RLE by zlib     500  20497
 *     here, PAETH            67  20380    22 of them to make samples of the heights
 *
 * Heights hold no matches for deflate to find, only small differences and, where land is
 * level, runs: those of one sample are all that is looked for. */
typedef struct png16_state {
    png_bands bands;
    png_stream stream;
    png_feed feed;
} png16_state;

static void step_start(png_writer *writer, const void *call)
{
    const heights_info *info = call;
    png_set_IHDR(writer->png, writer->info, (png_uint_32)info->width, (png_uint_32)info->height, 16,
                 PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_writer_texts(writer, info->metadata, info->title, info->recipe);
    png_write_info(writer->png, writer->info);
}

/* A sample is two bytes; all that repeats is level land. */
static rl_status png16_start(heights_encoder *self, rl_error *error)
{
    png16_state *state = memory_zeroed(self->allocator, 1, sizeof *state);
    self->state = state;
    if (state == NULL)
        return status_fail(error, RL_NO_MEMORY, "heights: out of memory");
    state->bands = (png_bands){.kernels = strip_choose(cpu_choose(self->info.kernels)),
                               .allocator = self->allocator,
                               .height = self->info.height,
                               .row_bytes = 2 * (size_t)self->info.width,
                               .pixel = 2,
                               .is_paeth = 1,
                               .distances = {2}};
    rl_status status = png_stream_open(&state->stream, self->sink, self->allocator, error);
    if (status == RL_OK)
        status = png_writer_run(&state->stream.writer, step_start, &self->info, error);
    return status;
}

/* PNG has the high byte first (section 7.1), as heights_pack lays it down. */
static rl_status png16_row(heights_encoder *self, const float *row, rl_error *error)
{
    png16_state *state = self->state;
    heights_pack(self, row, 1);
    return png_feed_rows(&state->feed, &state->bands, &state->stream, self->bytes, 1, error);
}

static rl_status png16_finish(heights_encoder *self, rl_error *error)
{
    png16_state *state = self->state;
    return png_stream_finish(&state->stream, error);
}

static void png16_release(heights_encoder *self)
{
    png16_state *state = self->state;
    if (state == NULL)
        return;
    png_feed_free(&state->feed, &state->bands);
    png_writer_close(&state->stream.writer);
    memory_free(self->allocator, state);
}

const heights_format heights_png16 = {
    "png16", 0, 2, png16_start, png16_row, png16_finish, png16_release,
};
