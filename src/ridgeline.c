/* ridgeline.c - the walk through the house: a frame's bands are painted on
 * several threads, taken in order by the encoder, and run into the sink. */
#include "ridgeline.h"

#include "base/memory.h"
#include "base/pool.h"
#include "base/status.h"
#include "encode/encoder.h"
#include "paint/paint.h"

/* A band stays within the second-level cache, whatever the width. */
#define BAND_BYTES (512 * 1024)
#define BAND_ROWS 64
#define MAX_THREADS 256

const char *rl_version(void)
{
    return RL_VERSION;
}

/* Everything that the threads of one rl_render share. */
typedef struct render {
    const rl_frame *frame;
    const rl_render_options *options;
    encoder encoder;
    paint_scratch **scratch; /* one for each thread */
    unsigned char *bands;    /* one for each slot */
    size_t row_bytes, band_bytes;
    int band_rows;
} render;

static int rows_of(const render *r, int band)
{
    int left = r->frame->rows - band * r->band_rows;
    return left < r->band_rows ? left : r->band_rows;
}

static void paint_band(void *user, int band, int slot, int worker)
{
    render *r = user;
    paint_rows(r->frame, r->scratch[worker], band * r->band_rows, rows_of(r, band),
               r->bands + (size_t)slot * r->band_bytes, r->row_bytes);
}

static rl_status take_band(void *user, int band, int slot, rl_error *error)
{
    render *r = user;
    int rows = rows_of(r, band);
    rl_status status =
        encoder_rows(&r->encoder, r->bands + (size_t)slot * r->band_bytes, rows, error);
    if (status != RL_OK || r->options->progress == NULL)
        return status;
    int done = band * r->band_rows + rows;
    if (r->options->progress(r->options->user, done, r->frame->rows) != 0)
        return status_fail(error, RL_CANCELLED, "render: cancelled after %d of %d rows", done,
                           r->frame->rows);
    return RL_OK;
}

/* Gives each thread its scratch and each slot its band. */
static rl_status make_memory(render *r, int threads, int slots, rl_error *error)
{
    const rl_allocator *allocator = r->frame->allocator;
    r->bands = memory_array(allocator, (size_t)slots, r->band_bytes);
    r->scratch = memory_zeroed(allocator, (size_t)threads, sizeof *r->scratch);
    if (r->bands == NULL || r->scratch == NULL)
        return status_fail(error, RL_NO_MEMORY, "render: out of memory");
    for (int i = 0; i < threads; i++) {
        r->scratch[i] = paint_scratch_new(r->frame);
        if (r->scratch[i] == NULL)
            return status_fail(error, RL_NO_MEMORY, "render: out of memory");
    }
    return RL_OK;
}

static void free_memory(render *r, int threads)
{
    const rl_allocator *allocator = r->frame->allocator;
    for (int i = 0; r->scratch != NULL && i < threads; i++)
        paint_scratch_free(r->scratch[i], r->frame);
    memory_free(allocator, r->scratch);
    memory_free(allocator, r->bands);
}

static rl_status paint_all(render *r, int threads, rl_error *error)
{
    int bands = (r->frame->rows + r->band_rows - 1) / r->band_rows;
    threads = threads < bands ? threads : bands;
    pool_work work = {.jobs = bands, .threads = threads, .slots = threads == 1 ? 1 : 2 * threads,
                      .run = paint_band, .take = take_band, .user = r};
    rl_status status = make_memory(r, threads, work.slots, error);
    if (status == RL_OK)
        status = pool_run(&work, r->frame->allocator, error);
    free_memory(r, threads);
    return status;
}

/* Encodes with the recipe's text in hand. */
static rl_status encode_all(render *r, const char *recipe, rl_sink *sink, rl_error *error)
{
    const rl_frame *frame = r->frame;
    picture_info info = {.width = frame->columns, .height = frame->rows,
                         .bits = frame->scene.depth, .title = r->options->title,
                         .recipe = recipe, .metadata = r->options->metadata};
    rl_status status =
        encoder_start(&r->encoder, r->options->format, &info, sink, frame->allocator, error);
    if (status == RL_OK)
        status = paint_all(r, r->options->threads, error);
    if (status == RL_OK)
        status = encoder_finish(&r->encoder, error);
    encoder_release(&r->encoder);
    return status;
}

static rl_status check_options(const rl_render_options *options, rl_error *error)
{
    if (options->struct_size != sizeof *options)
        return status_fail(error, RL_BAD_ARGUMENT, "options: struct_size is not its sizeof");
    if (options->threads < 1 || options->threads > MAX_THREADS)
        return status_fail(error, RL_BAD_ARGUMENT, "threads: %d: must be 1..%d", options->threads,
                           MAX_THREADS);
    return RL_OK;
}

rl_status rl_render(const rl_frame *frame, const rl_render_options *options, rl_sink *sink,
                    rl_error *error)
{
    rl_status status = check_options(options, error);
    if (status != RL_OK)
        return status;
    render r = {.frame = frame, .options = options};
    r.row_bytes = (size_t)frame->columns * 3 * (frame->scene.depth == 16 ? 2 : 1);
    size_t rows = BAND_BYTES / r.row_bytes;
    r.band_rows = rows < 1 ? 1 : rows > BAND_ROWS ? BAND_ROWS : (int)rows;
    r.band_bytes = r.row_bytes * (size_t)r.band_rows;

    rl_sink *text = NULL;
    size_t size = 0;
    status = rl_sink_to_memory(&text, frame->allocator, error);
    if (status == RL_OK)
        status = rl_scene_write(&frame->scene, text, error);
    if (status == RL_OK)
        status = rl_sink_write(text, "", 1, error); /* its end as a C string */
    if (status == RL_OK)
        status = encode_all(&r, rl_sink_bytes(text, &size), sink, error);
    rl_sink_free(text);
    return status == RL_OK ? status_clear(error) : status;
}

rl_status rl_paint(const rl_frame *frame, int y, int rows, void *pixels, size_t stride_bytes,
                   rl_error *error)
{
    if (y < 0 || rows < 0 || rows > frame->rows || y > frame->rows - rows)
        return status_fail(error, RL_BAD_ARGUMENT, "%d rows from %d: must be inside 0..%d", rows,
                           y, frame->rows - 1);
    paint_scratch *scratch = paint_scratch_new(frame);
    if (scratch == NULL)
        return status_fail(error, RL_NO_MEMORY, "paint: out of memory");
    paint_rows(frame, scratch, y, rows, pixels, stride_bytes);
    paint_scratch_free(scratch, frame);
    return status_clear(error);
}
