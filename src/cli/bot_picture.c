/* bot_picture.c - the picture of a slot, under its limit.
 *
 * In: a bot and a slot.  Out: a PNG in memory and what it shows.  The seed is NAME/SLOT, so
 * the picture is the same whenever and wherever it is made.  Land that came out dull is
 * tried again; a file that is too large goes down a ladder: fewer bytes by zlib's best, then
 * a palette of 256 colours, then the next smaller size of the same shape.
 */
#include "cli/bot_picture.h"
#include "cli/bot_json.h"
#include "cli/replace.h"
#include "cli/request.h"
#include "cli/say.h"
#include "cli/scene_copy.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define PALETTE_COLOURS 256

/* Land is taken so often before the best of them is shown. */
#define TAKES_MAX 4

/* The picture that tells whether it is dull, and the range of its greys, 0..255, from the
 * 1st to the 99th of a hundred, that is enough. */
#define SMALL_WIDTH 192 /* loops have a multiple of 64 */
#define SMALL_HEIGHT 108
#define RANGE_ENOUGH 96

/* ---- the scene ---------------------------------------------------------- */

static int choose_scene(rl_scene *scene, bot_picture *made, const bot *run)
{
    rl_error error;
    options wanted = *run->wanted;
    rl_scene_init(scene);
    if (rl_seed_parse(&wanted.seed, made->seed, &error) != RL_OK)
        return say_status(&error);
    wanted.seed_text = made->seed;
    wanted.mood = made->choice.mood;
    wanted.style = made->choice.style;
    return request_apply(scene, &wanted);
}

int bot_picture_check(const bot *run)
{
    rl_scene *scene = malloc(sizeof *scene);
    if (scene == NULL)
        return say_error(CODE_NO_MEMORY, "out of memory");
    rl_scene_init(scene);
    int code = request_apply(scene, run->wanted);
    free(scene);
    return code;
}

static rl_status frame_new(rl_frame **frame, const rl_scene *scene, const bot *run, int width,
                           int height, rl_error *error)
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

/* ---- what is dull ------------------------------------------------------- */

/* How far the greys of a picture reach.  Whole numbers: what it decides are pixels. */
static int grey_range(const uint8_t *rgb, int pixels)
{
    int count[256] = {0}, low = 0, high = 255;
    for (int i = 0; i < pixels; i++)
        count[(299 * rgb[3 * i] + 587 * rgb[3 * i + 1] + 114 * rgb[3 * i + 2]) / 1000]++;
    for (int seen = count[0]; seen * 100 < pixels; seen += count[++low])
        ;
    for (int seen = count[255]; seen * 100 < pixels; seen += count[--high])
        ;
    return high - low;
}

static rl_status measure_take(int *range, const rl_scene *scene, const bot *run, int *take,
                              rl_error *error)
{
    static const size_t stride = 3 * SMALL_WIDTH;
    uint8_t *rgb = malloc(stride * SMALL_HEIGHT);
    rl_frame *frame = NULL;
    rl_status status = RL_NO_MEMORY;
    *error = (rl_error){status, "out of memory"};
    if (rgb != NULL)
        status = frame_new(&frame, scene, run, SMALL_WIDTH, SMALL_HEIGHT, error);
    if (status == RL_OK)
        status = rl_paint(frame, 0, SMALL_HEIGHT, rgb, stride, error);
    if (status == RL_OK) {
        *range = grey_range(rgb, SMALL_WIDTH * SMALL_HEIGHT);
        *take = rl_frame_scene(frame)->take;
    }
    rl_frame_free(frame);
    free(rgb);
    return status;
}

/* Some moods, such as ink, have a small range by nature: then the best of them counts. */
static rl_status choose_take(rl_scene *scene, const bot *run, rl_error *error)
{
    int best = -1, best_take = RL_AUTO, take, range;
    rl_status status = RL_OK;
    if (scene->take != RL_AUTO)
        return status;
    for (int i = 0; i < TAKES_MAX && best < RANGE_ENOUGH && status == RL_OK; i++) {
        status = measure_take(&range, scene, run, &take, error);
        if (status != RL_OK)
            return status;
        if (range > best) {
            best = range;
            best_take = take;
        }
        scene->take = take + 1;
    }
    scene->take = best_take;
    return status;
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
    rl_status status = frame_new(frame, scene, run, step->width, step->height, error);
    if (status != RL_OK || step->colours == 0)
        return status;
    rl_scene *fixed = scene_copy(rl_frame_scene(*frame), error);
    rl_frame_free(*frame);
    *frame = NULL;
    if (fixed == NULL)
        return error->status;
    fixed->colours = step->colours;
    fixed->dither = RL_DITHER_BAYER;
    status = frame_new(frame, fixed, run, step->width, step->height, error);
    free(fixed);
    return status;
}

static rl_status render(bot_picture *made, const rl_frame *frame, const bot *run, rl_error *error)
{
    const options *wanted = run->wanted;
    const rl_render_options how = {
        .struct_size = sizeof how,
        .format = RL_FORMAT_PNG,
        .metadata =
            wanted->metadata != NULL ? options_choice("full|minimal|none", wanted->metadata) : 0,
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

static uint64_t limit_of(const bot *run)
{
    return run->wanted->max_bytes > 0 ? run->wanted->max_bytes : BOT_MAX_BYTES;
}

static rl_status fit(bot_picture *made, const rl_scene *scene, const bot *run, rl_error *error)
{
    uint64_t most = limit_of(run);
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

/* ---- a picture ---------------------------------------------------------- */

/* "Moonlight, alpine".  The name of a user's palette may be anything. */
static void make_title(bot_picture *made, const rl_scene *scene)
{
    const char *mood = scene->mood[0] != '\0' ? scene->mood : scene->palette.name;
    const char *style = made->choice.style != NULL ? made->choice.style : "";
    if (!show_is_plain(mood, strlen(mood)))
        mood = "";
    snprintf(made->title, sizeof made->title, "%s%s%s", mood,
             mood[0] != '\0' && style[0] != '\0' ? ", " : "", style);
    if (made->title[0] >= 'a' && made->title[0] <= 'z')
        made->title[0] = (char)(made->title[0] - 'a' + 'A');
    if (made->title[0] == '\0')
        snprintf(made->title, sizeof made->title, "Ridges");
}

int bot_picture_make(bot_picture *made, const bot *run, int64_t time)
{
    const geometry *size = &run->wanted->size;
    rl_error error = {RL_OK, ""};
    rl_scene *scene = malloc(sizeof *scene);
    *made = (bot_picture){.time = time, .choice = bot_choose(run, time)};
    made->step = (bot_step){size->width > 0 ? size->width : BOT_WIDTH,
                            size->width > 0 ? size->height : BOT_HEIGHT, RL_COMPRESS_DEFAULT, 0};
    made->first = made->step;
    bot_slot_name(made->slot, time);
    snprintf(made->seed, sizeof made->seed, "%s/%s", run->name, made->slot);
    int code =
        scene != NULL ? choose_scene(scene, made, run) : say_error(CODE_NO_MEMORY, "out of memory");
    if (code == CODE_OK) {
        make_title(made, scene);
        rl_status status = choose_take(scene, run, &error);
        if (status == RL_OK)
            status = fit(made, scene, run, &error);
        if (status == RL_CANCELLED) /* a signal speaks for itself */
            code = CODE_IO;
        else if (status == RL_BAD_ARGUMENT && made->bytes > limit_of(run))
            code = say_error(CODE_CONFIG, "%s", error.text);
        else if (status != RL_OK)
            code = say_status(&error);
    }
    free(scene);
    return code;
}

void bot_picture_free(bot_picture *made)
{
    rl_sink_free(made->png);
    rl_sink_free(made->recipe);
    made->png = made->recipe = NULL;
}

/* ---- into the folder ---------------------------------------------------- */

static rl_status write_alt(const bot_picture *made, const bot *run, rl_error *error)
{
    char path[BOT_PATH], line[ALT_TEXT_SIZE + 1];
    bot_path(path, run, made->time, bot_ending(BOT_ALT));
    int size = snprintf(line, sizeof line, "%s\n", made->alt);
    return replace_file(path, line, (size_t)size, error);
}

typedef struct writing {
    const bot_picture *made;
    const bot *run;
} writing;

static rl_status write_json_text(const void *user, rl_sink *sink, rl_error *error)
{
    const writing *of = user;
    return bot_json_write(of->made, of->run, sink, error);
}

static rl_status write_json(const bot_picture *made, const bot *run, rl_error *error)
{
    const writing of = {made, run};
    char path[BOT_PATH];
    bot_path(path, run, made->time, bot_ending(BOT_JSON));
    return replace_text(path, write_json_text, &of, error);
}

void bot_picture_steps(char text[BOT_STEPS_SIZE], const bot_picture *made)
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

static void tell_made(const bot_picture *made, const bot *run)
{
    char how[BOT_STEPS_SIZE + 40] = "", steps[BOT_STEPS_SIZE];
    bot_picture_steps(steps, made);
    if (steps[0] != '\0')
        snprintf(how, sizeof how, " in place of %" PRIu64 "%s", made->first_bytes, steps);
    bot_note(run, "%s: %s: %dx%d, %zu bytes%s", made->slot, made->title,
             made->step.width * made->zoom, made->step.height * made->zoom, made->bytes, how);
}

int bot_picture_write(const bot_picture *made, const bot *run)
{
    char path[BOT_PATH];
    rl_error error = {RL_OK, ""};
    rl_status status = write_alt(made, run, &error);
    if (status == RL_OK)
        status = write_json(made, run, &error);
    if (status == RL_OK) {
        size_t size;
        const void *bytes = rl_sink_bytes(made->png, &size);
        bot_path(path, run, made->time, bot_ending(BOT_PICTURE));
        status = replace_file(path, bytes, size, &error);
    }
    if (status != RL_OK)
        return say_status(&error);
    tell_made(made, run);
    return CODE_OK;
}
