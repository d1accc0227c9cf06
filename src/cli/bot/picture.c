/* picture.c - the picture of a slot, no larger than --max-bytes.
 *
 * In: a bot and a slot.  Out: a PNG, its description and its recipe in memory, then the files
 * of the slot.  The seed is NAME/SLOT, so the picture is the same whenever and wherever it is
 * made.  Dull land is replaced by another try (land.take).  A file that is too large is made again
 * with best compression, then with 256 colours, then in the next smaller size of the same shape.
 */
#include "base/path.h"
#include "base/status.h"
#include "cli/bot/bot.h"
#include "cli/common/output.h"
#include "cli/common/request.h"
#include "cli/common/say.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define PALETTE_COLOURS 256

/* Aspects that differ by less than 1 % count as the same shape. */
#define ASPECT_LEAST 0.99
#define ASPECT_MOST 1.01

/* Tries of the land (land.take) that are compared. */
#define TAKES_MAX 4

/* Size of the frame that is measured, and least range of the greys (0..255, 1st to 99th percentile)
 * of land that is not dull: tuned by eye.  The width suits loops, which have multiples of 64. */
#define SMALL_WIDTH 192
#define SMALL_HEIGHT 108
#define RANGE_ENOUGH 96

/* ---- the scene ---------------------------------------------------------- */

/* Returns the options of the run with the seed, mood, world, composition and print of the slot. */
static options slot_options(const bot_picture *picture)
{
    options opts = *picture->run->options;
    opts.seed_text = picture->seed;
    opts.mood = picture->choice.mood;
    opts.world = picture->choice.world;
    opts.composition = picture->choice.composition;
    opts.print = picture->choice.print;
    return opts;
}

static int choose_scene(bot_picture *picture)
{
    rl_error error;
    options opts = slot_options(picture);
    int is_chosen = picture->run->options->composition == NULL; /* by the slot */
    STEP(scene_renew(picture->run->scene, picture->run->job->source.scene));
    rl_scene *scene = *picture->run->scene;
    if (rl_seed_parse(&opts.seed, picture->seed, &error) != RL_OK)
        return say_status(&error);
    STEP(request_apply(scene, &opts));
    if (is_chosen && scene_integer(scene, "ridgeline.calm") > 0) { /* not none */
        scene_put(scene, "ridgeline.composition", "auto");         /* not all can stay quiet */
        picture->choice.composition = NULL;
    }
    return CODE_OK;
}

/* Checks that all names of a list are in `names` and sets the option to the last of them.  Returns
 * an exit code. */
static int check_list(char chosen[BOT_NAME_SIZE], const char **option, const char *place,
                      const char *what, name_list *names)
{
    char name[BOT_NAME_SIZE];
    if (!bot_is_list(*option))
        return CODE_OK;
    for (const char *list = *option; list != NULL;) {
        list = list_item(name, sizeof name, list);
        if (path_slash(name) != NULL || path_has_ending(name, ".ini"))
            return say_error(CODE_USAGE, "%s%s: must be the name of a built-in %s in a list", place,
                             SHOW(name), what);
        if (name_index(names, name) < 0)
            return say_no_such(place, name, what, names);
    }
    memcpy(chosen, name, BOT_NAME_SIZE);
    *option = chosen;
    return CODE_OK;
}

int bot_picture_check(const bot *run)
{
    char mood[BOT_NAME_SIZE], world[BOT_NAME_SIZE];
    options opts = *run->options;
    STEP(check_list(mood, &opts.mood, "-m ", "mood", rl_mood_name));
    STEP(check_list(world, &opts.world, "-w ", "world", rl_world_name));
    STEP(scene_renew(run->scene, run->job->source.scene));
    return request_apply(*run->scene, &opts);
}

/* Sets scene->take to the first try whose greys have a range of RANGE_ENOUGH.  Some moods, such as
 * ink, have a small range by nature: then the try with the largest range is used.  *is_other = 1 if
 * it is not the try that the scene would use by itself. */
static rl_status choose_take(rl_scene *scene, const bot *run, int *is_other, rl_error *error)
{
    enum { PIXELS = SMALL_WIDTH * SMALL_HEIGHT };
    static uint8_t rgb[3 * PIXELS]; /* too large for a small stack */
    int best = -1, best_take = RL_AUTO, first = RL_AUTO;
    char inks[RL_VALUE_SIZE];
    const rl_view view = job_view(run->job, SMALL_WIDTH, SMALL_HEIGHT);
    rl_scene_get(scene, "output.inks", inks);
    scene_put(scene, "output.inks", "none"); /* inks would give every land the same tonal range */
    for (int i = 0; i < TAKES_MAX && best < RANGE_ENOUGH; i++) {
        rl_frame *frame;
        int count[256] = {0}, low = 0, high = 255; /* integers: the same on all machines */
        TRY(rl_frame_new(&frame, scene, &view, error));
        int take = scene_integer(rl_frame_scene(frame), "land.take");
        first = i == 0 ? take : first;
        rl_status status = rl_paint(frame, 0, SMALL_HEIGHT, rgb, 3 * SMALL_WIDTH, error);
        rl_frame_free(frame);
        TRY(status);
        for (const uint8_t *p = rgb; p < rgb + sizeof rgb; p += 3)
            count[(299 * p[0] + 587 * p[1] + 114 * p[2]) / 1000]++;
        for (int below = count[0]; below * 100 < PIXELS; below += count[++low])
            ;
        for (int above = count[255]; above * 100 < PIXELS; above += count[--high])
            ;
        best_take = high - low > best ? take : best_take;
        best = high - low > best ? high - low : best;
        scene_put(scene, "land.take", "%d", take + 1);
    }
    scene_put(scene, "land.take", "%d", best_take);
    scene_put(scene, "output.inks", "%s", inks);
    *is_other = best_take != first;
    return RL_OK;
}

/* ---- smaller files ---------------------------------------------------- */

/* Sets the next smaller step; returns 0 if there is none.  Size and inks of a panel stay.  The next
 * smaller size is a named one whose aspect differs by less than a hundredth; if none is at least
 * half as wide, three quarters of the size. */
static int step_down(bot_step *step, const rl_scene *scene)
{
    geometry size, found = {0, 0, 0, 0};
    if (step->compress == RL_COMPRESS_DEFAULT) {
        step->compress = RL_COMPRESS_SMALL;
        return 1;
    }
    if (scene_integer(scene, "output.inks") > 0)
        return 0;
    if (step->colours == 0 && scene_integer(scene, "output.colours") <= 0) {
        step->colours = PALETTE_COLOURS;
        return 1;
    }
    double shape = (double)step->width / step->height;
    for (size_t i = 0; geometry_name(i, &size) != NULL; i++) {
        double other = (double)size.width / size.height;
        if (size.width < step->width && size.width > found.width && other < shape * ASPECT_MOST &&
            other > shape * ASPECT_LEAST)
            found = size;
    }
    if (found.width < step->width / 2)
        found = (geometry){step->width * 3 / 4, step->height * 3 / 4, 0, 0};
    *step = (bot_step){found.width, found.height, RL_COMPRESS_DEFAULT, 0};
    return found.width > 0 && found.height > 0;
}

/* Makes the frame of a step.  Colours are set in the resolved scene: in an unresolved one their
 * number would also change haze and trees. */
static rl_status step_frame(rl_frame **frame, const bot *run, const bot_step *step, rl_error *error)
{
    const rl_view view = job_view(run->job, step->width, step->height);
    TRY(rl_frame_new(frame, *run->scene, &view, error));
    if (step->colours == 0)
        return RL_OK;
    rl_scene *resolved = NULL;
    rl_status status = rl_scene_copy(&resolved, rl_frame_scene(*frame), error);
    rl_frame_free(*frame);
    TRY(status);
    scene_put(resolved, "output.colours", "%d", step->colours);
    scene_put(resolved, "output.dither", "bayer");
    status = rl_frame_new(frame, resolved, &view, error);
    rl_scene_free(resolved);
    return status;
}

/* Makes title, description and the PNG, which contains both. */
static rl_status render(bot_picture *picture, const rl_frame *frame, rl_error *error)
{
    const bot *run = picture->run;
    rl_render_options render = job_render_options(run->job, RL_FORMAT_PNG);
    render.compress = picture->step.compress;
    render.title = picture->is.title;
    render.description = picture->is.alt;
    rl_sink_free(picture->png);
    picture->png = NULL;
    int zoom = scene_integer(rl_frame_scene(frame), "output.zoom");
    size_t size;
    picture->is.width = picture->step.width * zoom;
    picture->is.height = picture->step.height * zoom;
    const uint64_t slot = (uint64_t)(picture->is.time / run->period_s);
    TRY(alt_text_make(picture->is.alt, frame, slot, error));
    if (picture->is.title[0] == '\0')
        TRY(title_make(picture->is.title, frame, slot, error));
    TRY(rl_sink_to_memory(&picture->png, NULL, error));
    rl_status status = rl_render(frame, &render, picture->png, error);
    rl_sink_bytes(picture->png, &size);
    picture->is.bytes = size;
    progress_end(&run->job->bar);
    return status;
}

/* CRC-32 of the bytes after the header of a PPM. */
struct pixel_sum {
    size_t header; /* bytes of the header that are still to come */
    uLong crc;
};

static int add_pixels(void *user, const void *bytes, size_t size)
{
    struct pixel_sum *sum = user;
    size_t skip = size < sum->header ? size : sum->header;
    sum->header -= skip;
    sum->crc = crc32_z(sum->crc, (const unsigned char *)bytes + skip, size - skip);
    return 0;
}

static rl_status sum_pixels(bot_picture *picture, const rl_frame *frame, rl_error *error)
{
    struct pixel_sum sum = {
        (size_t)snprintf(NULL, 0, "P6\n%d %d\n255\n", picture->is.width, picture->is.height),
        crc32_z(0, NULL, 0)};
    rl_render_options render = job_render_options(picture->run->job, RL_FORMAT_PPM);
    rl_sink *sink;
    TRY(rl_sink_to_callback(&sink, add_pixels, &sum, NULL, error));
    rl_status status = rl_render(frame, &render, sink, error);
    rl_sink_free(sink);
    picture->crc32 = (uint32_t)sum.crc;
    return status;
}

/* Makes PNG and description of a step and, if the PNG fits --max-bytes, recipe and CRC-32. */
static rl_status make_step(bot_picture *picture, rl_error *error)
{
    rl_frame *frame;
    TRY(step_frame(&frame, picture->run, &picture->step, error));
    rl_status status = render(picture, frame, error);
    if (picture->first_bytes == 0)
        picture->first_bytes = picture->is.bytes;
    if (status == RL_OK && picture->is.bytes <= picture->run->max_bytes)
        status = sum_pixels(picture, frame, error);
    if (status == RL_OK && picture->is.bytes <= picture->run->max_bytes)
        status = job_recipe(&picture->recipe, rl_frame_scene(frame), error);
    rl_frame_free(frame);
    return status;
}

static void describe_steps(bot_picture *picture)
{
    const bot_step *step = &picture->step;
    char *text = picture->made, *end = text + sizeof picture->made;
    if (step->width < picture->first_width)
        text +=
            snprintf(text, (size_t)(end - text), ", %dx%d", picture->is.width, picture->is.height);
    if (step->compress != RL_COMPRESS_DEFAULT)
        text += snprintf(text, (size_t)(end - text), ", best compression");
    if (step->colours > 0)
        snprintf(text, (size_t)(end - text), ", %d colours", step->colours);
}

/* A text of BOT_COMMAND_SIZE bytes; `size` grows past that if the text does not fit. */
struct command_text {
    char *text;
    size_t size;
};

static void add_bytes(void *user, const char *bytes, size_t size)
{
    struct command_text *command = user;
    if (command->size + size < BOT_COMMAND_SIZE)
        memcpy(command->text + command->size, bytes, size);
    command->size += size;
}

/* Writes the command that makes the picture of the first step. */
static void write_command(bot_picture *picture, int take)
{
    struct command_text command = {picture->is.command, 0};
    const options opts = slot_options(picture);
    char more[64] = "";
    if (take != RL_AUTO)
        snprintf(more, sizeof more, " --set land.take=%d", take);
    size_t used = strlen(more);
    if (opts.eink == NULL) /* --eink sets the size */
        used += (size_t)snprintf(more + used, sizeof more - used, " -s %dx%d", picture->step.width,
                                 picture->step.height);
    add_bytes(&command, "ridgeline", strlen("ridgeline"));
    request_write(&opts, add_bytes, &command);
    add_bytes(&command, more, used);
    add_bytes(&command, "", 1);
    if (command.size > BOT_COMMAND_SIZE)
        picture->is.command[0] = '\0';
}

/* Makes PNG, description, recipe and CRC-32 in memory.  Returns an exit code. */
static int make(bot_picture *picture)
{
    const bot *run = picture->run;
    const geometry *size = &run->options->size;
    rl_status status = RL_OK;
    rl_error error = {RL_OK, ""};
    picture->step = (bot_step){size->width > 0 ? size->width : BOT_WIDTH,
                               size->width > 0 ? size->height : BOT_HEIGHT, RL_COMPRESS_DEFAULT, 0};
    picture->first_width = picture->step.width;
    snprintf(picture->is.name, sizeof picture->is.name, "%s", run->name);
    bot_slot_name(picture->is.slot, picture->is.time);
    snprintf(picture->seed, sizeof picture->seed, "%s/%s", run->name, picture->is.slot);
    STEP(choose_scene(picture));
    rl_scene *scene = *run->scene;
    int is_other = 0;
    if (scene_integer(scene, "land.take") == RL_AUTO)
        status = choose_take(scene, run, &is_other, &error);
    write_command(picture, is_other ? scene_integer(scene, "land.take") : RL_AUTO);
    if (status == RL_OK)
        status = make_step(picture, &error);
    while (status == RL_OK && picture->is.bytes > run->max_bytes) {
        if (!step_down(&picture->step, scene))
            return say_error(CODE_CONFIG,
                             "--max-bytes %" PRIu64
                             ": must be more: even the smallest picture is larger",
                             run->max_bytes);
        status = make_step(picture, &error);
    }
    describe_steps(picture);
    return job_end(run->job, status, &error);
}

/* ---- into the folder ---------------------------------------------------- */

static int write_files(const bot_picture *picture)
{
    const bot *run = picture->run;
    char path[BOT_PATH], line[ALT_TEXT_SIZE + 1], before[40] = "";
    rl_error error = {RL_OK, ""};
    int length = snprintf(line, sizeof line, "%s\n", picture->is.alt);
    bot_path(path, run, picture->is.time, BOT_ALT);
    rl_status status = replace_file(path, line, (size_t)length, &error);
    bot_path(path, run, picture->is.time, BOT_JSON);
    if (status == RL_OK)
        status = replace_text(path, bot_json_write, picture, &error);
    bot_path(path, run, picture->is.time, BOT_PICTURE); /* last: it makes the slot complete */
    if (status == RL_OK) {
        size_t size;
        const void *bytes = rl_sink_bytes(picture->png, &size);
        status = replace_file(path, bytes, size, &error);
    }
    if (status != RL_OK)
        return say_status(&error);
    if (picture->made[0] != '\0')
        snprintf(before, sizeof before, " in place of %" PRIu64, picture->first_bytes);
    if (!run->options->quiet)
        say_note("%s: %s: %dx%d, %" PRIu64 " bytes%s%s", picture->is.slot, picture->is.title,
                 picture->is.width, picture->is.height, picture->is.bytes, before, picture->made);
    return CODE_OK;
}

int bot_picture_make(bot_entry *entry, const bot *run, int64_t time)
{
    static bot_picture picture; /* too large for a small stack */
    picture = (bot_picture){.run = run, .is.time = time, .choice = bot_choose(run, time)};
    int code = make(&picture);
    if (code == CODE_OK && entry == NULL)
        code = write_files(&picture);
    if (code == CODE_OK && entry != NULL)
        *entry = picture.is;
    rl_sink_free(picture.png);
    rl_sink_free(picture.recipe);
    return code;
}
