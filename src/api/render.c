/* render.c - frames, and rl_render: paint bands in parallel, encode and write them in order. */
#include "ridgeline.h"

#include "api/api.h"
#include "base/bands.h"
#include "base/memory.h"
#include "base/status.h"
#include "layers/core/facts.h"
#include "layers/core/kind.h"
#include "paint/inks.h"
#include "paint/paint.h"
#include "paint/pixelart.h"
#include "scene/keys.h"

#include <string.h>

const char *rl_version(void)
{
    return RL_VERSION;
}

/* Paints into `rgb` the small picture of the scene from which a palette is taken. */
static rl_status paint_study(const rl_frame *frame, rl_scene *scene, uint8_t *rgb, rl_error *error)
{
    rl_view view = {.struct_size = sizeof view,
                    .width = PIXELART_STUDY_WIDTH,
                    .height = PIXELART_STUDY_HEIGHT,
                    .allocator = frame->allocator};
    rl_frame *study;
    pixelart_study(&frame->scene, scene);
    TRY(frame_new(&study, scene, &view, NULL, 0, layers_prepare, error));
    paint_scratch *scratch = paint_scratch_new(study);
    if (scratch != NULL)
        paint_rows(scratch, 0, PIXELART_STUDY_HEIGHT, rgb, 3 * (size_t)PIXELART_STUDY_WIDTH);
    paint_scratch_free(scratch);
    rl_frame_free(study);
    return status_memory(scratch != NULL, "palette", error);
}

static rl_status make_palette(rl_frame *frame, rl_error *error)
{
    rl_scene *scene = memory_array(frame->allocator, 1, sizeof *scene); /* large for a stack */
    uint8_t *rgb = memory_array(frame->allocator, PIXELART_STUDY_WIDTH * PIXELART_STUDY_HEIGHT, 3);
    rl_status status = scene != NULL && rgb != NULL ? paint_study(frame, scene, rgb, error)
                                                    : status_no_memory("palette", error);
    if (status == RL_OK)
        status = frame->scene.inks > 0 ? inks_prepare(frame, rgb, error)
                                       : pixelart_prepare(frame, rgb, error);
    memory_free(frame->allocator, rgb);
    memory_free(frame->allocator, scene);
    return status;
}

/* Rows between two calls of a view's progress, as in a render. */
#define KEEP_ROWS 64

/* Paints the frame once, so that its layers keep their visibility in view->keep_bytes bytes. */
static rl_status keep_land(rl_frame *frame, const rl_view *view, rl_error *error)
{
    size_t bytes = view->keep_bytes;
    void *row = memory_array(frame->allocator, (size_t)frame->shown, 3 * sizeof(uint16_t));
    paint_scratch *scratch = paint_scratch_keep(frame, &bytes);
    rl_status status = status_memory(row != NULL && scratch != NULL, "frame", error);
    for (int y = 0; y < frame->rows && status == RL_OK; y++) {
        if (y % KEEP_ROWS == 0 && view->progress != NULL &&
            view->progress(view->user, 0, frame->rows) != 0)
            status = status_fail(error, RL_CANCELLED, "frame: cancelled while it was prepared");
        else
            paint_rows(scratch, y, 1, row, 0);
    }
    paint_scratch_free(scratch);
    memory_free(frame->allocator, row);
    return status;
}

rl_status rl_frame_new(rl_frame **frame, const rl_scene *scene, const rl_view *view,
                       rl_error *error)
{
    return rl_frame_like(frame, NULL, scene, view, error);
}

rl_status rl_frame_like(rl_frame **frame, const rl_frame *like, const rl_scene *scene,
                        const rl_view *view, rl_error *error)
{
    if (scene->kind == RL_SCENE_MAP)
        return status_fail(
            error, RL_BAD_ARGUMENT,
            "ridgeline.kind = map: must be landscape (a map: ridgeline map, rl_map_new)");
    TRY(frame_new(frame, scene, view, like, 0, layers_prepare, error));
    (*frame)->spare = arena_zeroed((*frame)->arena, 1, sizeof *(*frame)->spare);
    rl_status status = status_memory((*frame)->spare != NULL, "frame", error);
    if (status == RL_OK)
        (*frame)->spare->free = paint_scratch_free;
    if (status == RL_OK && (*frame)->depth == 16 && view->pixels != RL_PIXELS_RGB)
        status = status_fail(error, RL_BAD_ARGUMENT,
                             "pixels: %d: must be 0 (RGB) where output.depth = 16", view->pixels);
    if (status == RL_OK && ((*frame)->scene.colours > 0 || (*frame)->scene.inks > 0))
        status = make_palette(*frame, error);
    if (status == RL_OK && view->keep_bytes > 0)
        status = keep_land(*frame, view, error);
    if (status != RL_OK) {
        rl_frame_free(*frame);
        *frame = NULL;
    }
    return status;
}

/* ---- pixels ------------------------------------------------------------------- */

/* Widens RGB to four bytes per pixel in place: from the last pixel on, as a pixel moves right. */
static void widen(uint8_t *row, int count, int is_bgra)
{
    int red = is_bgra ? 2 : 0;
    for (int i = count - 1; i >= 0; i--) {
        const uint8_t *rgb = row + 3 * (size_t)i;
        const uint8_t r = rgb[0], g = rgb[1], b = rgb[2];
        uint8_t *out = row + 4 * (size_t)i;
        out[red] = r;
        out[1] = g;
        out[2 - red] = b;
        out[3] = 255;
    }
}

/* Turns a painted row in a caller's buffer into pixels of the view's order. */
static void finish_row(const rl_frame *frame, uint8_t *row)
{
    if (frame->colours > 0)
        pixelart_expand(frame->art->rgb, row, frame->shown);
    if (frame->pixels != RL_PIXELS_RGB)
        widen(row, frame->shown, frame->pixels == RL_PIXELS_BGRA);
}

/* ---- bands -------------------------------------------------------------------- */

/* Data that the threads of one rl_render or rl_picture share. */
typedef struct render {
    const rl_frame *frame;
    const rl_render_options *options;
    encoder *encoding; /* NULL = the rows are written to `pixels` */
    uint8_t *pixels;   /* place of the next row in memory */
    size_t stride_bytes;
    paint_scratch **scratch; /* one for each thread */
    size_t pixel_bytes, row_bytes;
    unsigned char *zoomed; /* buffer for a row of the file if pixels are zoomed, else NULL */
} render;

static void paint_band(void *user, int y, int count, void *rows, int worker)
{
    render *r = user;
    paint_rows(r->scratch[worker], y, count, rows, r->row_bytes);
}

/* Writes rows, repeating each row and each pixel by the zoom. */
static rl_status write_zoomed(void *user, void *rows, int count, rl_error *error)
{
    render *r = user;
    const unsigned char *pixel = rows;
    for (int row = 0; row < count; row++) {
        unsigned char *out = r->zoomed;
        for (int i = 0; i < r->frame->shown; i++, pixel += r->pixel_bytes)
            for (int k = 0; k < r->frame->zoom; k++, out += r->pixel_bytes)
                memcpy(out, pixel, r->pixel_bytes);
        for (int k = 0; k < r->frame->zoom; k++)
            TRY(encoder_rows(r->encoding, r->zoomed, 1, error));
    }
    return RL_OK;
}

static rl_status copy_rows(void *user, void *rows, int count, rl_error *error)
{
    render *r = user;
    (void)error;
    for (int i = 0; i < count; i++, r->pixels += r->stride_bytes) {
        memcpy(r->pixels, (unsigned char *)rows + (size_t)i * r->row_bytes, r->row_bytes);
        finish_row(r->frame, r->pixels);
    }
    return RL_OK;
}

static rl_status paint_all(void *user, encoder *encoding, rl_error *error)
{
    render *r = user;
    const rl_frame *frame = r->frame;
    const rl_allocator *allocator = frame->allocator;
    int threads = bands_threads(frame->rows, r->row_bytes, r->options->threads);
    bands_work work = {.name = "render",
                       .rows = frame->rows,
                       .row_bytes = r->row_bytes,
                       .threads = threads,
                       .make = paint_band,
                       .take = encoding != NULL ? write_zoomed : copy_rows,
                       .user = r,
                       .progress = r->options->progress,
                       .progress_user = r->options->user};
    r->encoding = encoding;
    r->scratch = memory_zeroed(allocator, (size_t)threads, sizeof *r->scratch);
    int is_zoomed = frame->zoom > 1 && encoding != NULL;
    if (is_zoomed)
        r->zoomed = memory_array(allocator, (size_t)frame->zoom, r->row_bytes);
    int has_memory = r->scratch != NULL && (!is_zoomed || r->zoomed != NULL);
    /* Allocated before the first row: if memory ran out later, a pipe would have half a file. */
    for (int i = 0; i < threads && has_memory; i++) {
        r->scratch[i] = paint_scratch_new(frame);
        has_memory = r->scratch[i] != NULL;
    }
    rl_status status = status_memory(has_memory, "render", error);
    if (status == RL_OK)
        status = r->zoomed != NULL || encoding == NULL ? bands_run(&work, allocator, error)
                                                       : encoder_paint(encoding, &work, error);
    for (int i = 0; r->scratch != NULL && i < threads; i++)
        paint_scratch_free(r->scratch[i]);
    memory_free(allocator, r->scratch);
    memory_free(allocator, r->zoomed);
    return status;
}

static render render_of(const rl_frame *frame, const rl_render_options *options)
{
    render r = {.frame = frame, .options = options};
    r.pixel_bytes = frame->colours > 0 ? 1 : frame->depth == 16 ? 6 : 3;
    r.row_bytes = (size_t)frame->shown * r.pixel_bytes;
    return r;
}

rl_status output_write(const output *self, rl_error *error)
{
    picture_info info = self->info;
    encoder encoding = {.format = NULL};
    rl_sink *text = NULL; /* the recipe, ended by a NUL */
    size_t size;
    rl_status status = RL_OK;
    if (self->recipe != NULL) {
        status = rl_sink_to_memory(&text, self->allocator, error);
        if (status == RL_OK)
            status = rl_scene_write(self->recipe, text, error);
        if (status == RL_OK)
            status = rl_sink_write(text, "", 1, error);
        if (status == RL_OK)
            info.recipe = rl_sink_bytes(text, &size);
    }
    if (status == RL_OK)
        status = encoder_start(&encoding, self->format, &info, self->sink, self->allocator, error);
    if (status == RL_OK)
        status = self->rows(self->user, &encoding, error);
    if (status == RL_OK)
        status = encoder_finish(&encoding, error);
    encoder_release(&encoding);
    rl_sink_free(text);
    return status == RL_OK ? status_clear(error) : status;
}

rl_status rl_render(const rl_frame *frame, const rl_render_options *options, rl_sink *sink,
                    rl_error *error)
{
    TRY(STATUS_SIZE(options, error));
    TRY(status_range("threads", options->threads, 1, BANDS_MAX_THREADS, error));
    render r = render_of(frame, options);
    int zoom = frame->zoom; /* at most 64: nothing overflows */
    int is_panel = frame->scene.inks > 0 && !frame->scene.proof;
    output file = {.info = {.width = frame->shown * zoom,
                            .height = frame->rows * zoom,
                            .bits = frame->depth,
                            .title = options->title,
                            .description = options->description,
                            .metadata = options->metadata,
                            .colours = frame->colours,
                            .rgb = frame->colours > 0 ? frame->art->rgb : NULL,
                            .is_flat = frame->print != NULL && frame->print->is_flat,
                            .is_zoomed = zoom > 1,
                            .compress = options->compress,
                            .quality = options->quality,
                            .inks = is_panel ? rl_ink_name((size_t)frame->scene.inks) : NULL,
                            .threads = options->threads,
                            .kernels = RL_KERNELS_PLAIN + (int)frame->kernels},
                   .recipe = &frame->scene,
                   .format = options->format,
                   .sink = sink,
                   .allocator = frame->allocator,
                   .rows = paint_all,
                   .user = &r};
    return output_write(&file, error);
}

rl_status rl_paint(const rl_frame *frame, int y, int rows, void *pixels, size_t stride_bytes,
                   rl_error *error)
{
    if (y < 0 || rows < 0 || rows > frame->rows || y > frame->rows - rows)
        return status_fail(error, RL_BAD_ARGUMENT, "%d rows from %d: must be inside 0..%d", rows, y,
                           frame->rows - 1);
    paint_scratch *none = NULL, *scratch = NULL;
    if (frame->spare != NULL)
        scratch = atomic_exchange(&frame->spare->painter, NULL);
    if (scratch == NULL)
        scratch = paint_scratch_new(frame);
    TRY(status_memory(scratch != NULL, "paint", error));
    paint_rows(scratch, y, rows, pixels, stride_bytes);
    for (int i = 0; i < rows; i++)
        finish_row(frame, (uint8_t *)pixels + (size_t)i * stride_bytes);
    /* Each call takes the spare scratch or makes one; the first to end puts its own back. */
    if (frame->spare == NULL ||
        !atomic_compare_exchange_strong(&frame->spare->painter, &none, scratch))
        paint_scratch_free(scratch);
    return status_clear(error);
}

static rl_status read_scene(rl_scene *scene, const char *text, const char *seed, rl_error *error)
{
    scene_init(scene);
    if (text != NULL)
        TRY(rl_scene_parse(scene, text, strlen(text), "scene", error));
    if (seed != NULL) {
        TRY(rl_seed_parse(&scene->seed, seed, error));
        scene->has_seed = 1;
    }
    return RL_OK;
}

rl_status rl_picture(void *pixels, size_t stride_bytes, const rl_view *view, const char *text,
                     const char *seed, rl_error *error)
{
    rl_frame *frame = NULL;
    rl_scene *scene = memory_array(view->allocator, 1, sizeof *scene); /* large for a stack */
    rl_status status =
        scene != NULL ? read_scene(scene, text, seed, error) : status_no_memory("picture", error);
    if (status == RL_OK)
        status = rl_frame_new(&frame, scene, view, error);
    memory_free(view->allocator, scene);
    if (status == RL_OK) {
        rl_render_options options = {.threads = view->threads > 0 ? view->threads : 1,
                                     .progress = view->progress,
                                     .user = view->user};
        render r = render_of(frame, &options);
        r.pixels = pixels;
        r.stride_bytes = stride_bytes;
        status = paint_all(&r, NULL, error);
    }
    rl_frame_free(frame);
    return status == RL_OK ? status_clear(error) : status;
}

rl_status rl_frame_facts(const rl_frame *frame, rl_facts *facts, rl_error *error)
{
    TRY(STATUS_SIZE(facts, error));
    rl_facts measured = {.struct_size = sizeof measured};
    TRY(facts_measure(frame, &measured, error));
    *facts = measured;
    return status_clear(error);
}
