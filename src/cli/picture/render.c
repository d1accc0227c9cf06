/* render.c - the command that paints: `ridgeline [render] [SCENE|PICTURE]`.
 *
 * In: the options.  Out: one file (or standard output) for each seed.  First the
 * scene with the options over it, then size and region; the library does the
 * rest.
 */
#include "cli/command.h"
#include "cli/common/alt_text.h"
#include "cli/common/from_map.h"
#include "cli/common/heights.h"
#include "cli/common/output.h"
#include "cli/common/path.h"
#include "cli/common/progress.h"
#include "cli/common/request.h"
#include "cli/common/say.h"
#include "cli/common/seed.h"
#include "cli/common/source.h"
#include "cli/common/template.h"
#include "cli/option_values.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct render_options {
    geometry region;
    const char *alt_text;
} render_options;

static const render_options *render_own(const options *opts)
{
    return opts->own;
}

/* Everything that is the same for all pictures of one command. */
typedef struct render_job {
    const options *wanted;
    const char *name; /* the operand, or NULL */
    source source;
    rl_view view;
    const output_format *format;
    int tell_seed; /* 1 when the seed was drawn here */
    uint64_t count;
    char text[ALT_TEXT_SIZE]; /* --alt-text: of the picture at hand, else "" */
    progress bar;
} render_job;

/* ---- the seed ----------------------------------------------------------- */

static int choose_seed(render_job *job)
{
    rl_scene *scene = &job->source.scene;
    if (scene->has_seed || job->wanted->has_seeds)
        return CODE_OK;
    job->tell_seed = !job->wanted->quiet;
    scene->has_seed = 1;
    return seed_random(&scene->seed);
}

/* ---- the view ----------------------------------------------------------- */

/* A picture of 200 bytes must not be able to ask for hours of work. */
static int check_recorded_size(const render_job *job)
{
    const rl_view *view = &job->view;
    const rl_limits *limits = &job->wanted->limits;
    int zoom = job->source.scene.zoom > 0 ? job->source.scene.zoom : 1;
    int64_t width = (int64_t)(view->part_width > 0 ? view->part_width : view->width) * zoom;
    int64_t height = (int64_t)(view->part_width > 0 ? view->part_height : view->height) * zoom;
    if (job->wanted->size.width > 0 ||
        (width <= limits->side && height <= limits->side && width * height <= limits->area))
        return CODE_OK;
    const char *scale = option_value(job->wanted, "scale");
    int is_named = job->name != NULL && scale == NULL;
    return say_error(is_named ? CODE_DATA : CODE_USAGE,
                     "%s%s: size %lldx%lld: above %d a side or %lld Mpx: confirm it with -s %dx%d",
                     scale != NULL ? "--scale "
                     : is_named    ? SHOW(job->name)
                                   : "output.size",
                     scale != NULL ? scale : "", (long long)width, (long long)height, limits->side,
                     (long long)(limits->area / 1000000), view->width, view->height);
}

/* The region that the scene speaks of.  With another size it means nothing, but
 * for one that was asked for in the same breath. */
static int choose_scene_region(render_job *job)
{
    const rl_scene *scene = &job->source.scene;
    rl_view *view = &job->view;
    int is_set = request_sets(job->wanted, "output.region");
    if (scene->part_width == 0 || (job->wanted->size.width > 0 && !is_set))
        return CODE_OK;
    view->x = scene->part_x;
    view->y = scene->part_y;
    view->part_width = scene->part_width;
    view->part_height = scene->part_height;
    if (view->x <= view->width - view->part_width && view->y <= view->height - view->part_height)
        return CODE_OK;
    rl_error error = {RL_BAD_ARGUMENT, ""};
    snprintf(error.text, sizeof error.text,
             "output.region = %dx%d+%d+%d: must lie inside the picture of %dx%d", view->part_width,
             view->part_height, view->x, view->y, view->width, view->height);
    if (job->source.text != NULL && !is_set && !request_sets(job->wanted, "output.size"))
        source_place(&job->source, &error);
    return say_status(&error);
}

static int choose_view(render_job *job)
{
    const geometry *size = &job->wanted->size, *region = &render_own(job->wanted)->region;
    const rl_scene *scene = &job->source.scene;
    rl_view *view = &job->view;
    *view = (rl_view){.struct_size = sizeof *view,
                      .width = 1920,
                      .height = 1080,
                      .allocator = job->wanted->allocator,
                      .kernels = request_kernels(job->wanted),
                      .threads = request_threads(job->wanted),
                      .progress = progress_step,
                      .user = &job->bar};
    if (size->width > 0) {
        view->width = size->width;
        view->height = size->height;
    } else if (scene->width > 0 && scene->height > 0) {
        view->width = scene->width;
        view->height = scene->height;
    }
    int code = region->width == 0 ? choose_scene_region(job) : CODE_OK;
    if (code != CODE_OK)
        return code;
    if (region->width > 0) {
        if (region->x > view->width - region->width || region->y > view->height - region->height)
            return say_error(CODE_USAGE, "--region %dx%d+%d+%d: leaves the picture of %dx%d",
                             region->width, region->height, region->x, region->y, view->width,
                             view->height);
        view->x = region->x;
        view->y = region->y;
        view->part_width = region->width;
        view->part_height = region->height;
    }
    return check_recorded_size(job);
}

/* ---- one picture -------------------------------------------------------- */

static rl_status write_picture(render_job *job, const rl_frame *frame, rl_sink *sink,
                               rl_error *error)
{
    const options *wanted = job->wanted;
    rl_render_options how = {.struct_size = sizeof how, .format = job->format->picture};
    how.metadata = request_metadata(wanted);
    how.threads = request_threads(wanted);
    how.compress = request_compress(wanted);
    how.title = wanted->title;
    if (how.title == NULL && job->source.title[0] != '\0')
        how.title = job->source.title;
    how.description = job->text;
    how.progress = progress_step;
    how.user = &job->bar;
    rl_status status = rl_render(frame, &how, sink, error);
    progress_end(&job->bar);
    return status;
}

static rl_status write_any(render_job *job, const rl_frame *frame, rl_sink *sink, rl_error *error)
{
    if (job->format->picture >= 0)
        return write_picture(job, frame, sink, error);
    if (strcmp(job->format->name, "csv") == 0)
        return heights_csv(frame, sink, error);
    if (strcmp(job->format->name, "json") == 0)
        return heights_json(frame, sink, error);
    return rl_scene_write(rl_frame_scene(frame), sink, error);
}

static char *name_make(const render_job *job, const char *pattern, const rl_scene *scene)
{
    const rl_view *view = &job->view;
    const template_values values = {
        .seed = scene->seed,
        .seed_text = job->wanted->has_seeds ? NULL : job->wanted->seed_text,
        .width = view->part_width > 0 ? view->part_width : view->width,
        .height = view->part_width > 0 ? view->part_height : view->height,
        .palette = scene->palette.name,
        .index = job->bar.index,
        .count = job->count,
    };
    return template_expand(pattern, &values);
}

/* Opens what a pattern names; standard output has no name. */
static int open_named(rl_sink **sink, const render_job *job, const char *pattern, int binary,
                      const rl_scene *scene)
{
    char *path = NULL;
    if (!output_is_stdout(pattern)) {
        path = name_make(job, pattern, scene);
        if (path == NULL)
            return say_error(CODE_NO_MEMORY, "out of memory");
    }
    int code = output_open(sink, path, binary, job->wanted->no_clobber);
    free(path);
    return code;
}

static int write_frame(render_job *job, const rl_frame *frame)
{
    const rl_scene *scene = rl_frame_scene(frame);
    rl_sink *sink;
    rl_error error = {RL_OK, ""};
    int code = open_named(&sink, job, job->wanted->output, job->format->binary, scene);
    if (code != CODE_OK)
        return code;
    if (job->tell_seed)
        say_note("seed %" PRIu64, scene->seed);
    return output_close(sink, write_any(job, frame, sink, &error), &error);
}

/* The words come first, since a PNG holds them, too.  Their file is opened before the
 * picture's and appears after it: neither stands alone because the other failed. */
static int write_both(render_job *job, const rl_frame *frame)
{
    rl_error error;
    rl_sink *sink;
    if (render_own(job->wanted)->alt_text == NULL)
        return write_frame(job, frame);
    if (alt_text_make(job->text, frame, rl_frame_scene(frame)->seed, &error) != RL_OK)
        return say_status(&error);
    int code = open_named(&sink, job, render_own(job->wanted)->alt_text, 0, rl_frame_scene(frame));
    if (code != CODE_OK)
        return code;
    code = write_frame(job, frame);
    if (code != CODE_OK) {
        rl_sink_free(sink);
        return code;
    }
    rl_status status = rl_sink_write(sink, job->text, strlen(job->text), &error);
    if (status == RL_OK)
        status = rl_sink_write(sink, "\n", 1, &error);
    return output_close(sink, status, &error);
}

static int render_one(render_job *job)
{
    rl_frame *frame;
    rl_error error;
    if (rl_frame_new(&frame, &job->source.scene, &job->view, &error) != RL_OK) {
        progress_end(&job->bar);
        if (error.status == RL_CANCELLED) /* a signal speaks for itself */
            return CODE_IO;
        source_blame(&job->source, &job->source.scene, &job->view, &error);
        return say_status(&error);
    }
    int code = write_both(job, frame);
    rl_frame_free(frame);
    return code;
}

/* ---- all pictures ------------------------------------------------------- */

static int render_seeds(render_job *job)
{
    const options *wanted = job->wanted;
    uint64_t more = wanted->last_seed - wanted->first_seed;
    job->count = more < UINT64_MAX ? more + 1 : more;
    job->bar.count = job->count;
    for (uint64_t i = 0;; i++) {
        job->source.scene.seed = wanted->first_seed + i;
        job->source.scene.has_seed = 1;
        job->bar.index = i + 1;
        int code = render_one(job);
        if (code != CODE_OK || i == more || stop_asked())
            return code;
    }
}

/* Many pictures need many names. */
static int check_names(const options *wanted, const char *option, const char *pattern)
{
    int code = pattern != NULL ? template_check(pattern, "index") : CODE_OK;
    if (code == CODE_OK && wanted->has_seeds && wanted->first_seed != wanted->last_seed &&
        (pattern == NULL || (!template_has(pattern, "seed") && !template_has(pattern, "index"))))
        return say_error(CODE_USAGE,
                         "--seeds: many pictures need many names: "
                         "put {seed} or {index} into %s",
                         option);
    return code;
}

/* Whether two names lead to the same place, as far as their letters tell. */
static int is_same_path(const char *left, const char *right)
{
    char *a = path_whole(left), *b = path_whole(right);
    int is_same = a != NULL && b != NULL && strcmp(a, b) == 0;
    free(a);
    free(b);
    return is_same;
}

static int check_alt_text(const options *wanted)
{
    const char *text = render_own(wanted)->alt_text;
    if (text == NULL)
        return CODE_OK;
    if (output_is_stdout(text) && output_is_stdout(wanted->output))
        return say_error(CODE_USAGE,
                         "--alt-text %s: standard output takes the picture: "
                         "name a file here or with -o",
                         text);
    if (wanted->output != NULL && is_same_path(text, wanted->output))
        return say_error(CODE_USAGE, "--alt-text %s: is the picture's name: choose another",
                         SHOW(text));
    /* to standard output any number of texts may go, one a line */
    return output_is_stdout(text) ? CODE_OK : check_names(wanted, "--alt-text", text);
}

static int check_options(const options *wanted)
{
    int code = source_check_one(wanted);
    if (code != CODE_OK)
        return code;
    if (wanted->has_seeds && wanted->seed_text != NULL)
        return say_error(CODE_USAGE, "--seeds: given beside --seed: choose one");
    code = check_alt_text(wanted);
    return code == CODE_OK ? check_names(wanted, "-o", wanted->output) : code;
}

/* Runs the command that is for the scenes of maps. */
static int run_as_map(const options *opts, const source *from)
{
    const struct command *command;
    for (size_t i = 0; (command = command_at(i)) != NULL; i++)
        if (command->is_of_maps && command->run_source != NULL)
            return command->run_source(opts, from);
    return say_error(CODE_INTERNAL, "no command for maps");
}

static int run_render(const options *wanted)
{
    static render_job job; /* too large for a small stack */
    job.wanted = wanted;
    job.count = 1;
    int code = check_options(wanted);
    if (code == CODE_OK)
        code = output_format_choose(&job.format, wanted->format, wanted->output, OUTPUT_RENDER);
    if (code != CODE_OK)
        return code;
    job.name = wanted->operand_count == 1 ? wanted->operands[0] : NULL;
    progress_start(&job.bar, wanted->quiet);
    code = source_read(&job.source, job.name);
    if (code == CODE_OK && job.source.scene.kind == 1 && render_own(wanted)->alt_text != NULL)
        code = say_error(CODE_USAGE, "--alt-text: tells of landscapes, not of maps");
    if (code == CODE_OK && job.source.scene.kind == 1) { /* the picture of a map */
        code = run_as_map(wanted, &job.source);
        source_free(&job.source);
        return code;
    }
    if (code == CODE_OK)
        code = from_map_apply(&job.source.scene, wanted);
    if (code == CODE_OK)
        code = request_apply(&job.source.scene, wanted);
    if (code == CODE_OK)
        code = choose_seed(&job);
    if (code == CODE_OK)
        code = choose_view(&job);
    if (code == CODE_OK)
        code = wanted->has_seeds ? render_seeds(&job) : render_one(&job);
    source_free(&job.source);
    return code;
}

static const char head[] =
    "Examples:\n"
    "  ridgeline -o land.png                     a random landscape, 1920x1080\n"
    "  ridgeline --seed hello -s 4k -o wall.png  the same one each time\n"
    "  ridgeline land.png -s 8k -o big.png       a picture again, larger\n"
    "  ridgeline -m moonlight --style lake -o lake.png\n"
    "  ridgeline -p mine.gpl -o mine.png         in colours of your own\n"
    "  ridgeline classic --set ridge.2.roughness=0.9 -o c.png\n"
    "  ridgeline --seeds 1..24 -s thumb -o 'w-{seed}.png'\n"
    "\n"
    "Usage:\n"
    "  ridgeline [render] [SCENE|PICTURE] [options]   paint a landscape\n"
    "  ridgeline sheet [options]                      thumbnails (sheet --help)\n"
    "  ridgeline map [options]                        maps, heightmaps (map --help)\n"
    "  ridgeline layers -o DIR [options]              backdrops (layers --help)\n"
    "  ridgeline animate --scroll|--day|... [options] motion (animate --help)\n"
    "  ridgeline wallpaper -o DIR [options]           sets (wallpaper --help)\n"
    "  ridgeline bot -o DIR --name NAME [options]     a run of a bot (bot --help)\n"
    "  ridgeline palette list|show|convert ...        palettes (palette --help)\n"
    "  ridgeline info FILE.png                        what a picture is made of\n"
    "  ridgeline help [COMMAND]                       this, or that command's help\n"
    "\n"
    "SCENE is a built-in name or a file (./NAME is always a file, - is standard\n"
    "input); PICTURE is a PNG that ridgeline made. Without either the seed decides.\n";

static int read_region(options *opts, const option_row *row, const char *place, const char *value)
{
    return geometry_region(option_field(opts, row), value, place);
}

#define FIELD(member) OWN(render_options, member)

static const option_row rows[] = {
    {'f', "format", "png|ppm|pam|hash|null|scene|csv|json", read_choice, COMMON(format),
     .help = "default: by FILE's ending, else png"},
    {'s', "size", "WxH|NAME", read_size, 0, .help = "pixels, or hd fhd qhd 4k 8k phone ...",
     .key = "output.size", .list = size_name},
    {0, "region", "WxH+X+Y", read_region, FIELD(region),
     .help = "paint only this part of the picture"},
    {0, "loop", NULL, NULL, 0, .help = "all repeats after the picture's width", .key = "world.kind",
     .implied = "loop"},
    {0, "depth", "8|16", NULL, 0, .help = "bits per sample", .section = SECTION_FILE,
     .key = "output.depth"},
    {0, "alt-text", "FILE", read_text, FIELD(alt_text),
     .help = "also write what the picture shows, in words"},
    {0},
};

const struct command command_render = {
    .name = "render",
    .usage = "[SCENE|PICTURE]",
    .line = "paint a landscape",
    .head = head,
    .rows = rows,
    .own_size = sizeof(render_options),
    .takes = TAKES_FILE | TAKES_NO_CLOBBER | TAKES_SCENE | TAKES_SEED | TAKES_SEEDS | TAKES_LAND |
             TAKES_COLOURS | TAKES_WORLD | TAKES_SCALE | TAKES_METADATA | TAKES_TITLE |
             TAKES_COMPRESS | TAKES_KERNELS,
    .run = run_render,
};
