/* bot_picture.c - the picture of a slot.
 *
 * In: a bot and a slot.  Out: a PNG in memory and what it shows, then its files.  The seed is
 * NAME/SLOT, so the picture is the same whenever and wherever it is made.  Land that came out
 * dull is tried again.
 */
#include "cli/bot/bot_picture.h"
#include "cli/bot/bot_fit.h"
#include "cli/bot/bot_json.h"
#include "cli/common/replace.h"
#include "cli/common/request.h"
#include "cli/common/say.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
        status = bot_frame(&frame, scene, run, SMALL_WIDTH, SMALL_HEIGHT, error);
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
            status = bot_fit(made, scene, run, &error);
        if (status == RL_CANCELLED) /* a signal speaks for itself */
            code = CODE_IO;
        else if (status == RL_BAD_ARGUMENT && made->bytes > bot_limit(run))
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

static void tell_made(const bot_picture *made, const bot *run)
{
    char how[BOT_STEPS_SIZE + 40] = "", steps[BOT_STEPS_SIZE];
    bot_fit_steps(steps, made);
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
