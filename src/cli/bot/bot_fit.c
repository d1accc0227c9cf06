/* bot_fit.c - a picture that is no larger than its limit.
 *
 * In: a scene.  Out: a PNG in memory.  A file that is too large goes down a ladder: fewer
 * bytes by zlib's best, then a palette of 256 colours, then the next smaller size of the same
 * shape.
 */
#include "cli/bot/bot_fit.h"
#include "cli/common/request.h"
#include "cli/common/scene_copy.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define PALETTE_COLOURS 256

rl_status bot_frame(rl_frame **frame, const rl_scene *scene, const bot *run, int width, int height,
                    rl_error *error)
{
    const rl_view view = {.struct_size = sizeof view,
                          .width = width,
                          .height = height,
                          .allocator = run->wanted->allocator,
                          .kernels = request_kernels(run->wanted),
                          .threads = request_threads(run->wanted),
                          .progress = progress_step,
                          .user = run->bar};
    return rl_frame_new(frame, scene, &view, error);
}

/* ---- down the ladder ---------------------------------------------------- */

/* The next smaller named size of the same shape within a hundredth, else, or where that is
 * less than half as wide, three quarters. */
static int smaller(int *width, int *height)
{
    geometry size, found = {0, 0, 0, 0};
    for (size_t i = 0; geometry_name(i, &size) != NULL; i++) {
        double is = (double)size.width / size.height, was = (double)*width / *height;
        if (size.width < *width && size.width > found.width && is < was * 1.01 && is > was * 0.99)
            found = size;
    }
    if (found.width < *width / 2)
        found = (geometry){*width * 3 / 4, *height * 3 / 4, 0, 0};
    *width = found.width;
    *height = found.height;
    return found.width > 0 && found.height > 0;
}

static int step_down(bot_step *step, int is_pixel_art)
{
    if (step->compress == RL_COMPRESS_DEFAULT)
        step->compress = RL_COMPRESS_SMALL;
    else if (step->colours == 0 && !is_pixel_art)
        step->colours = PALETTE_COLOURS;
    else {
        step->compress = RL_COMPRESS_DEFAULT;
        step->colours = 0;
        return smaller(&step->width, &step->height);
    }
    return 1;
}

/* A palette in place of true colour, and nothing else: left open, the number of colours
 * would choose haze and trees as well. */
static rl_status frame_of_step(rl_frame **frame, const rl_scene *scene, const bot *run,
                               const bot_step *step, rl_error *error)
{
    rl_status status = bot_frame(frame, scene, run, step->width, step->height, error);
    if (status != RL_OK || step->colours == 0)
        return status;
    rl_scene *fixed = scene_copy(rl_frame_scene(*frame), error);
    rl_frame_free(*frame);
    *frame = NULL;
    if (fixed == NULL)
        return error->status;
    fixed->colours = step->colours;
    fixed->dither = RL_DITHER_BAYER;
    status = bot_frame(frame, fixed, run, step->width, step->height, error);
    free(fixed);
    return status;
}

/* ---- a file of a step ---------------------------------------------------- */

static rl_status render(bot_picture *made, const rl_frame *frame, const bot *run, rl_error *error)
{
    const options *wanted = run->wanted;
    const rl_render_options how = {.struct_size = sizeof how,
                                   .format = RL_FORMAT_PNG,
                                   .metadata = request_metadata(wanted),
                                   .threads = request_threads(wanted),
                                   .compress = made->step.compress,
                                   .title = made->title,
                                   .description = made->alt,
                                   .progress = progress_step,
                                   .user = run->bar};
    rl_sink_free(made->png);
    made->png = NULL;
    rl_status status = rl_sink_to_memory(&made->png, NULL, error);
    if (status == RL_OK)
        status = rl_render(frame, &how, made->png, error);
    if (status == RL_OK)
        rl_sink_bytes(made->png, &made->bytes);
    made->zoom = rl_frame_scene(frame)->zoom;
    progress_end(run->bar);
    return status;
}

/* A row of the file: each pixel `zoom` times, and so often the row itself. */
static uLong sum_row(uLong crc, uint8_t *wide, const uint8_t *row, int width, int zoom)
{
    for (int x = 0; x < width; x++)
        for (int i = 0; i < zoom; i++)
            memcpy(wide + 3 * ((size_t)x * (size_t)zoom + (size_t)i), row + 3 * (size_t)x, 3);
    for (int i = 0; i < zoom; i++)
        crc = crc32(crc, wide, (uInt)(3 * width * zoom));
    return crc;
}

/* Rows are painted some at a time: each call has a beginning to it. */
#define SUM_ROWS 32

static rl_status sum_pixels(uint32_t *sum, const rl_frame *frame, const bot_step *step,
                            rl_error *error)
{
    int zoom = rl_frame_scene(frame)->zoom;
    size_t stride = (size_t)step->width * 3;
    uint8_t *rows = malloc(stride * SUM_ROWS), *wide = malloc(stride * (size_t)zoom);
    rl_status status = rows != NULL && wide != NULL ? RL_OK : RL_NO_MEMORY;
    uLong crc = crc32(0, NULL, 0);
    *error = (rl_error){RL_NO_MEMORY, "out of memory"};
    for (int y = 0; y < step->height && status == RL_OK; y += SUM_ROWS) {
        int count = step->height - y < SUM_ROWS ? step->height - y : SUM_ROWS;
        status = rl_paint(frame, y, count, rows, stride, error);
        for (int i = 0; i < count && status == RL_OK; i++)
            crc = sum_row(crc, wide, rows + (size_t)i * stride, step->width, zoom);
    }
    free(rows);
    free(wide);
    *sum = (uint32_t)crc;
    return status;
}

/* What the file says of itself goes into it, and so comes first. */
static rl_status write_words(bot_picture *made, const rl_frame *frame, const bot *run,
                             rl_error *error)
{
    uint64_t number = (uint64_t)(made->time / run->period_s);
    return alt_text_make(made->alt, frame, number, error);
}

static rl_status write_sums(bot_picture *made, const rl_frame *frame, rl_error *error)
{
    rl_status status = sum_pixels(&made->crc32, frame, &made->step, error);
    if (status == RL_OK)
        status = rl_sink_to_memory(&made->recipe, NULL, error);
    if (status == RL_OK)
        status = rl_scene_write(rl_frame_scene(frame), made->recipe, error);
    return status;
}

/* ---- the door ------------------------------------------------------------- */

uint64_t bot_limit(const bot *run)
{
    return bot_own(run->wanted)->max_bytes > 0 ? bot_own(run->wanted)->max_bytes : BOT_MAX_BYTES;
}

rl_status bot_fit(bot_picture *made, const rl_scene *scene, const bot *run, rl_error *error)
{
    uint64_t most = bot_limit(run);
    rl_status status;
    for (;;) {
        rl_frame *frame = NULL;
        status = frame_of_step(&frame, scene, run, &made->step, error);
        if (status == RL_OK)
            status = write_words(made, frame, run, error);
        if (status == RL_OK)
            status = render(made, frame, run, error);
        if (status == RL_OK && made->first_bytes == 0)
            made->first_bytes = made->bytes;
        if (status == RL_OK && made->bytes <= most)
            status = write_sums(made, frame, error);
        rl_frame_free(frame);
        if (status != RL_OK || made->bytes <= most)
            return status;
        if (!step_down(&made->step, scene->colours > 0)) {
            *error = (rl_error){RL_BAD_ARGUMENT, ""};
            snprintf(error->text, sizeof error->text,
                     "--max-bytes %" PRIu64 ": no picture is so small", most);
            return error->status;
        }
    }
}

void bot_fit_steps(char text[BOT_STEPS_SIZE], const bot_picture *made)
{
    const bot_step *step = &made->step;
    size_t used = 0;
    text[0] = '\0';
    if (step->width < made->first.width)
        used += (size_t)snprintf(text, BOT_STEPS_SIZE, ", %dx%d", step->width * made->zoom,
                                 step->height * made->zoom);
    if (step->compress != made->first.compress)
        used += (size_t)snprintf(text + used, BOT_STEPS_SIZE - used, ", best compression");
    if (step->colours != made->first.colours)
        snprintf(text + used, BOT_STEPS_SIZE - used, ", %d colours", step->colours);
}
