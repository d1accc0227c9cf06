/* fuzz_argv.c - the program's command line: words to options, options to a scene.
 *
 * In: a command and its arguments, a NUL between two.  Nothing is painted, no file is
 * opened and no command is run: the harness calls the readers that the commands call.
 * What they tell is caught: an exit code other than 0 has one plain line, 0 has none. */
#include "cli/animate/animate.h"
#include "cli/bot/bot.h"
#include "cli/command.h"
#include "cli/common/output.h"
#include "cli/common/request.h"
#include "cli/common/say.h"
#include "cli/help/help.h"
#include "cli/wallpaper/wallpaper.h"
#include "fuzz/fuzz.h"
#include "fuzz/said.h"

#include <getopt.h>

#define WORDS_MOST 64

FILE *fuzz_said_error, *fuzz_said_data;

/* ---- what was said ------------------------------------------------------ */

typedef struct said {
    char *error, *data;
    size_t error_size, data_size;
} said;

static void listen(said *to)
{
    fuzz_said_error = open_memstream(&to->error, &to->error_size);
    fuzz_said_data = open_memstream(&to->data, &to->data_size);
    if (fuzz_said_error == NULL || fuzz_said_data == NULL)
        abort();
}

static int is_code(int code)
{
    return code == CODE_OK || (code >= CODE_USAGE && code <= CODE_CONFIG && code != CODE_INTERNAL);
}

/* `code` is what a reader returned, and what it said must fit. */
static void heed(said *from, int code)
{
    FUZZ_REQUIRE(fclose(fuzz_said_error) == 0);
    FUZZ_REQUIRE(fclose(fuzz_said_data) == 0);
    size_t size = from->error_size;
    int is_line = size > 13 && memcmp(from->error, "ridgeline: ", 11) == 0 &&
                  from->error[size - 1] == '\n' && fuzz_line_is_plain(from->error, size - 1);
    if (!is_code(code) || (code == CODE_OK) != (size == 0) || (size > 0 && !is_line))
        fprintf(stderr, "code %d, said [%.*s]\n", code, (int)size, from->error);
    FUZZ_REQUIRE(is_code(code));
    FUZZ_REQUIRE((code == CODE_OK) == (size == 0));
    FUZZ_REQUIRE(size == 0 || is_line);
    free(from->error);
    free(from->data);
}

/* ---- what the options ask for ------------------------------------------- */

/* Words that would make the readers open a file are left out. */
static const char *no_file(const char *name)
{
    return name == NULL || strcmp(name, "-") == 0 || strpbrk(name, "/.") != NULL ? NULL : name;
}

static void leave_files(options *wanted)
{
    wanted->tint = no_file(wanted->tint);
    wanted->palette = no_file(wanted->palette);
    if (wanted->palette == NULL)
        wanted->roles = wanted->scheme = NULL;
}

static int is_of(const options *opts, const char *command)
{
    return strcmp(opts->command->name, command) == 0;
}

static const animate_options *animate_own(const options *opts)
{
    return opts->own;
}

/* The sweep of a landscape: reads it, checks both ends, sets some frames. */
static int try_sweep(const options *wanted, const rl_scene *scene)
{
    static animate film;
    static rl_scene moved;
    rl_error error;
    const motion *chosen;
    if (!is_of(wanted, "animate") || scene->kind == 1 ||
        animate_check_motion(wanted, &chosen) != CODE_OK || chosen != &motion_sweep)
        return CODE_OK;
    memset(&film, 0, sizeof film);
    film.job.opts = wanted;
    film.job.source.scene = *scene;
    film.own = wanted->own;
    film.motion = chosen;
    film.width = 32;
    film.height = 18;
    film.frames = 5;
    int code = chosen->prepare(&film);
    for (int frame = 0; code == CODE_OK && frame < 5; frame++) {
        moved = *scene;
        fuzz_told(chosen->change(&film, frame, &moved, &error), &error);
    }
    rl_frame_free(film.frame);
    return code;
}

static int try_names(const options *wanted, const rl_scene *scene)
{
    const template_values values = {
        wanted->seed, wanted->seed_text, scene->width, scene->height, scene->palette.name, 1, 1000};
    if (wanted->output == NULL || (!is_of(wanted, "render") && !is_of(wanted, "animate")))
        return CODE_OK;
    int code = template_check(wanted->output, is_of(wanted, "render") ? "index" : "frame");
    if (code == CODE_OK)
        free(template_expand(wanted->output, &values));
    return code;
}

static int try_format(const options *wanted)
{
    static const struct {
        const char *command;
        int use;
    } uses[] = {{"render", OUTPUT_RENDER},
                {"sheet", OUTPUT_SHEET},
                {"map", OUTPUT_MAP},
                {"animate", OUTPUT_ANIMATE}};
    output_format format;
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++)
        if (is_of(wanted, uses[i].command))
            return output_format_choose(&format, wanted, uses[i].use);
    return CODE_OK;
}

static int try_bot(const options *wanted)
{
    arena memory = {0};
    bot run = {.options = wanted, .own = wanted->own, .memory = &memory};
    int code = is_of(wanted, "bot") && wanted->has_now ? bot_options_read(&run) : CODE_OK;
    arena_free(&memory);
    return code;
}

static int try_sizes(const options *wanted)
{
    static wallpaper set;
    if (!is_of(wanted, "wallpaper"))
        return CODE_OK;
    memset(&set, 0, sizeof set);
    set.job.opts = wanted;
    set.own = wanted->own;
    int code = wallpaper_read_sizes(&set);
    for (int i = 0; code == CODE_OK && i < set.size_count; i++)
        FUZZ_REQUIRE(set.sizes[i].width > 0 && set.sizes[i].height > 0);
    for (int i = 0; code == CODE_OK && i < set.monitor_count; i++)
        FUZZ_REQUIRE(set.monitors[i].x >= 0 && set.monitors[i].y >= 0 &&
                     set.monitors[i].x + set.monitors[i].width <= set.box.width);
    return code;
}

static int try_scene(const options *wanted, rl_scene *scene)
{
    rl_error error;
    int is_map = is_of(wanted, "map") || (is_of(wanted, "animate") && animate_own(wanted)->flight);
    rl_scene_init(scene);
    if (wanted->operand_count == 1)
        fuzz_told(rl_scene_builtin(scene, wanted->operands[0], &error), &error);
    int code = is_map ? map_request_apply(scene, NULL, wanted) : request_apply(scene, wanted);
    if (code == CODE_OK && fuzz_told(rl_scene_resolve(scene, &error), &error) == RL_OK)
        fuzz_scene_again(scene);
    return code;
}

/* ---- one command line --------------------------------------------------- */

static void check_values(const options *wanted)
{
    FUZZ_REQUIRE(wanted->size.width >= 0 && wanted->size.width <= RL_MAX_SIDE);
    FUZZ_REQUIRE(wanted->size.height >= 0 && wanted->size.height <= RL_MAX_SIDE);
    FUZZ_REQUIRE((wanted->size.width == 0) == (wanted->size.height == 0));
    FUZZ_REQUIRE(wanted->threads >= 0 && wanted->threads <= 256);
    FUZZ_REQUIRE(!is_of(wanted, "animate") ||
                 (animate_own(wanted)->frames >= 0 && animate_own(wanted)->frames <= 1024));
    FUZZ_REQUIRE(request_threads(wanted) > 0);
    FUZZ_REQUIRE(wanted->compress >= 0 && wanted->kernels >= 0);
}

static int try_help(const options *wanted, said *told)
{
    int code = wanted->help ? help_command(wanted->command) : help_version();
    heed(told, code);
    listen(told);
    return CODE_OK;
}

/* The readers one after the other, up to the first that complains. */
static int settle(options *wanted, said *told)
{
    static rl_scene scene;
    if (wanted->help || wanted->version)
        return try_help(wanted, told);
    check_values(wanted);
    leave_files(wanted);
    const motion *chosen;
    int code = try_format(wanted);
    if (code == CODE_OK && is_of(wanted, "animate"))
        code = animate_check_motion(wanted, &chosen);
    if (code == CODE_OK)
        code = try_bot(wanted);
    if (code == CODE_OK)
        code = try_sizes(wanted);
    if (code == CODE_OK)
        code = try_scene(wanted, &scene);
    if (code == CODE_OK)
        code = try_names(wanted, &scene);
    return code == CODE_OK ? try_sweep(wanted, &scene) : code;
}

/* The arguments that ask for the same again go to a terminal, too. */
static void check_print(const options *wanted)
{
    said told;
    listen(&told);
    request_print("again", wanted->operand_count > 0 ? wanted->operands[0] : NULL, wanted, 1);
    fclose(fuzz_said_error);
    fclose(fuzz_said_data);
    FUZZ_REQUIRE(told.error_size > 0);
    for (size_t at = 0, length; at < told.error_size; at += length + 1) {
        const char *end = memchr(told.error + at, '\n', told.error_size - at);
        FUZZ_REQUIRE(end != NULL);
        length = (size_t)(end - told.error) - at;
        for (size_t i = at; i < at + length; i++)
            if (told.error[i] == '\t')
                told.error[i] = ' ';
        FUZZ_REQUIRE(fuzz_line_is_plain(told.error + at, length));
    }
    free(told.error);
    free(told.data);
}

static void run(const struct command *command, int argc, char **argv)
{
    options wanted;
    said told;
    listen(&told);
#ifdef __GLIBC__
    optind = 0; /* glibc: begin anew, inside a word, too */
#else
    optind = 1;
#endif
    int code = options_read(&wanted, commands_table, command, argc, argv);
    int is_read = code == CODE_OK;
    if (is_read)
        code = settle(&wanted, &told);
    heed(&told, code);
    if (is_read && !wanted.help && !wanted.version)
        check_print(&wanted);
    options_free(&wanted);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char *argv[WORDS_MOST + 1] = {NULL};
    int argc = 0;
    char *words = malloc(size + 1);
    if (words == NULL)
        abort();
    memcpy(words, bytes, size);
    words[size] = '\0';
    for (size_t at = 0; at < size && argc < WORDS_MOST; at += strlen(words + at) + 1)
        argv[argc++] = words + at;
    const struct command *command = argc > 0 ? command_find(argv[0]) : NULL;
    if (argc > 0)
        run(command != NULL ? command : command_at(0), argc, argv);
    free(words);
    return 0;
}
