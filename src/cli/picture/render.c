/* render.c - the command `ridgeline [render] [SCENE|PICTURE]`: paints a landscape.
 *
 * In: the options.  Out: one file (or standard output) for each seed.
 */
#include "base/limits.h"
#include "base/memory.h"
#include "base/status.h"
#include "cli/command.h"
#include "cli/common/job.h"
#include "cli/common/output.h"
#include "cli/common/request.h"
#include "cli/common/say.h"
#include "cli/picture/terminal.h"
#include "words/alt_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Size of a picture without -s and without a recorded one, pixels. */
#define WIDTH 1920
#define HEIGHT 1080

typedef struct render_options {
    geometry region;
    const char *alt_text;
    int preview; /* 1: --preview */
} render_options;

/* State shared by all pictures of one command. */
typedef struct render_job {
    struct job job;
    const render_options *own;
    rl_view view;
    output_format format;
    uint64_t count;
    terminal_way terminal;    /* terminal protocol of --preview */
    char text[ALT_TEXT_SIZE]; /* --alt-text of the current picture, else "" */
} render_job;

/* ---- the view ----------------------------------------------------------- */

/* Refuses a size above the limits unless -s was given: else a file of 200 bytes could cause hours
 * of work.  Returns an exit code. */
static int check_recorded_size(const render_job *self)
{
    const options *opts = self->job.opts;
    const rl_view *view = &self->view;
    const rl_limits *limits = &opts->limits;
    const char *scale = option_value(opts, "scale");
    int typed = scene_integer(self->job.source.scene, "output.zoom"), zoom = typed > 0 ? typed : 1;
    int64_t width = (int64_t)(view->part_width > 0 ? view->part_width : view->width) * zoom;
    int64_t height = (int64_t)(view->part_width > 0 ? view->part_height : view->height) * zoom;
    if (opts->size.width > 0 || limits_allow(limits, width, height))
        return CODE_OK;
    int is_named = self->job.name != NULL && scale == NULL;
    return say_error(is_named ? CODE_DATA : CODE_USAGE,
                     "%s%s: size %lldx%lld: above %d a side or %lld Mpx: confirm it with -s %dx%d",
                     scale != NULL ? "--scale "
                     : is_named    ? SHOW(self->job.name)
                                   : "output.size",
                     scale != NULL ? scale : "", (long long)width, (long long)height, limits->side,
                     (long long)(limits->area / 1000000), view->width, view->height);
}

/* Chooses the size: -s, the scene's, else full HD; and the region: --region, else the scene's,
 * unless -s changes the size that it belongs to.  Returns an exit code. */
static int choose_view(render_job *self)
{
    const options *opts = self->job.opts;
    const geometry *size = &opts->size, recorded = scene_size(self->job.source.scene);
    const geometry whole = size->width > 0      ? *size
                           : recorded.width > 0 ? recorded
                                                : (geometry){WIDTH, HEIGHT, 0, 0};
    geometry region = self->own->region;
    rl_view *view = &self->view;
    *view = job_view(&self->job, whole.width, whole.height);
    int is_set = request_sets(opts, "output.region");
    int is_typed = region.width > 0;
    if (!is_typed)
        region = scene_part(self->job.source.scene);
    if (!is_typed && (region.width == 0 || (size->width > 0 && !is_set)))
        return check_recorded_size(self);
    view->x = region.x;
    view->y = region.y;
    view->part_width = region.width;
    view->part_height = region.height;
    if (view->x <= view->width - view->part_width && view->y <= view->height - view->part_height)
        return check_recorded_size(self);
    rl_error error = {RL_BAD_ARGUMENT, ""};
    snprintf(error.text, sizeof error.text, "%s %dx%d+%d+%d: must be inside the picture of %dx%d",
             is_typed ? "--region" : "output.region =", view->part_width, view->part_height,
             view->x, view->y, view->width, view->height);
    if (!is_typed && self->job.source.text != NULL && !is_set && !request_sets(opts, "output.size"))
        source_place(&self->job.source, &error);
    return say_status(&error);
}

/* ---- one picture -------------------------------------------------------- */

static rl_status write_any(render_job *self, const rl_frame *frame, rl_sink *sink, rl_error *error)
{
    if (self->format.picture != NULL) {
        rl_render_options render = job_render_options(&self->job, self->format.picture);
        render.description = self->text;
        rl_status status = rl_render(frame, &render, sink, error);
        progress_end(&self->job.bar);
        return status;
    }
    if (strcmp(self->format.name, "svg") == 0) {
        rl_render_options render = job_render_options(&self->job, RL_FORMAT_PNG);
        rl_status status = rl_frame_write_svg(frame, &render, sink, error);
        progress_end(&self->job.bar);
        if (status == RL_BAD_ARGUMENT)
            snprintf(error->text, sizeof error->text, "-f svg: %s",
                     self->view.part_width > 0 ||
                             scene_is(self->job.source.scene, "output.depth", "16")
                         ? "draws a whole picture of 8 bits: remove --region and --depth"
                         : "needs --print papercut or engraving");
        return status;
    }
    if (strcmp(self->format.name, "csv") == 0)
        return heights_csv(frame, sink, error);
    if (strcmp(self->format.name, "json") == 0)
        return heights_json(frame, sink, error);
    if (strcmp(self->format.name, "points") == 0)
        return points_json(frame, sink, error);
    if (strcmp(self->format.name, "points-csv") == 0)
        return points_csv(frame, sink, error);
    return rl_scene_write(rl_frame_scene(frame), sink, error);
}

/* Opens the file that a pattern names.  The caller frees *name, which is NULL for standard output.
 * Returns an exit code. */
static int open_named(rl_sink **sink, char **name, const render_job *self, const char *pattern,
                      int binary, const rl_scene *scene)
{
    const options *opts = self->job.opts;
    const rl_view *view = &self->view;
    char palette[RL_VALUE_SIZE];
    const template_values values = {
        .seed = scene_seed(scene),
        .seed_text = opts->has_seeds ? NULL : opts->seed_text,
        .width = view->part_width > 0 ? view->part_width : view->width,
        .height = view->part_width > 0 ? view->part_height : view->height,
        .palette = scene_name(scene, "palette.name", palette),
        .index = self->job.bar.index,
        .count = self->count,
    };
    char *path = output_is_stdout(pattern) ? NULL : template_expand(pattern, &values);
    if (path == NULL && !output_is_stdout(pattern))
        return say_no_memory(SHOW(pattern));
    int code = output_open(sink, path, binary, opts->no_clobber);
    if (code != CODE_OK)
        free(path);
    *name = path;
    return code;
}

static int write_frame(render_job *self, const rl_frame *frame)
{
    const rl_scene *scene = rl_frame_scene(frame);
    rl_sink *sink;
    rl_error error = {RL_OK, ""};
    char *name;
    STEP(open_named(&sink, &name, self, self->job.opts->output, self->format.binary, scene));
    job_print_seed(&self->job);
    int code = output_close(sink, write_any(self, frame, sink, &error), &error);
    const geometry part = scene_part(scene), size = part.width > 0 ? part : scene_size(scene);
    int typed = scene_integer(scene, "output.zoom"), zoom = typed > 0 ? typed : 1;
    if (code == CODE_OK)
        job_print_made(&self->job, &(job_result){.path = name,
                                                 .width = zoom * size.width,
                                                 .height = zoom * size.height,
                                                 .scene = scene});
    free(name);
    return code;
}

/* Writes picture and alt text.  The alt text is made first, because the picture also contains it.
 * Its file is opened before the picture's and appears after it, so that a failure of one of them
 * leaves no file of the other.  Returns an exit code. */
static int write_both(render_job *self, const rl_frame *frame)
{
    rl_error error;
    rl_sink *sink;
    char *name;
    /* Lossy formats are those that people send, so their files always contain the alt text. */
    int is_sent = self->format.quality > 0 && self->job.opts->metadata != RL_METADATA_NONE;
    if (self->own->alt_text == NULL && !is_sent)
        return write_frame(self, frame);
    if (alt_text_make(self->text, frame, scene_seed(rl_frame_scene(frame)), &error) != RL_OK)
        return say_status(&error);
    if (self->own->alt_text == NULL)
        return write_frame(self, frame);
    STEP(open_named(&sink, &name, self, self->own->alt_text, 0, rl_frame_scene(frame)));
    free(name);
    int code = write_frame(self, frame);
    if (code != CODE_OK) {
        rl_sink_free(sink);
        return code;
    }
    return output_close(sink, output_texts(sink, &error, self->text, "\n", NULL), &error);
}

/* ---- --preview ----------------------------------------------------------- */

/* Paints the whole picture again, as large as the terminal has room for. */
static int show_preview(render_job *self)
{
    rl_error error;
    rl_frame *frame;
    int width, height;
    terminal_room(&width, &height);
    rl_view view = job_view(&self->job, self->view.width, self->view.height);
    if (view.width > width)
        view.width = width;
    view.height = (int)((int64_t)view.width * self->view.height / self->view.width);
    if (view.height > height) {
        view.height = height;
        view.width = (int)((int64_t)view.height * self->view.width / self->view.height);
    }
    view.width = view.width > 0 ? view.width : 1;
    view.height = view.height > 0 ? view.height : 1;
    rl_scene *scene = NULL;
    STEP(scene_renew(&scene, self->job.source.scene));
    scene_put(scene, "output.depth", "8");
    scene_put(scene, "output.proof", "1"); /* simulates the print on a screen */
    rl_status status = rl_frame_new(&frame, scene, &view, &error);
    if (status == RL_OK) {
        size_t stride = 3 * (size_t)view.width;
        uint8_t *rgb = memory_array(NULL, stride, (size_t)view.height);
        status = rgb != NULL ? rl_paint(frame, 0, view.height, rgb, stride, &error)
                             : status_no_memory("--preview", &error);
        progress_end(&self->job.bar);
        if (status == RL_OK)
            status = terminal_show(self->terminal, rgb, view.width, view.height, &error);
        memory_free(NULL, rgb);
        rl_frame_free(frame);
    }
    rl_scene_free(scene);
    return say_result(status, &error);
}

/* Paints the picture of each seed. */
static int render_all(render_job *self)
{
    const options *opts = self->job.opts;
    rl_scene *scene = self->job.source.scene;
    int is_preview_alone = self->own->preview && opts->output == NULL && opts->format == NULL &&
                           self->own->alt_text == NULL; /* writes no file */
    uint64_t more = opts->last_seed - opts->first_seed;
    self->count = self->job.bar.count = more < UINT64_MAX ? more + 1 : more;
    const rl_view *view = &self->view;
    if (self->format.picture != NULL && !is_preview_alone)
        job_print_large(&self->job, view->part_width > 0 ? view->part_width : view->width,
                        view->part_width > 0 ? view->part_height : view->height, "pixels");
    for (uint64_t i = 0;; i++) {
        rl_frame *frame;
        rl_error error;
        if (opts->has_seeds)
            scene_put(scene, "ridgeline.seed", "%" PRIu64, opts->first_seed + i);
        self->job.bar.index = i + 1;
        if (rl_frame_new(&frame, scene, &self->view, &error) != RL_OK)
            return job_fault(&self->job, scene, &self->view, &error);
        int code = CODE_OK;
        if (is_preview_alone)
            job_print_seed(&self->job);
        else
            code = write_both(self, frame);
        if (code == CODE_OK && self->own->preview)
            code = show_preview(self);
        if (code == CODE_OK && i == 0)
            request_note_idle(opts, rl_frame_scene(frame));
        rl_frame_free(frame);
        if (code != CODE_OK || i == more || stop_asked())
            return code;
    }
}

/* ---- checks ------------------------------------------------------------- */

/* Checks that the pattern names each picture of several differently.  Returns an exit code. */
static int check_names(const options *opts, const char *option, const char *pattern)
{
    if (pattern != NULL)
        STEP(template_check(pattern, "index"));
    if (opts->has_seeds && opts->first_seed != opts->last_seed &&
        (pattern == NULL || (!template_has(pattern, "seed") && !template_has(pattern, "index"))))
        return say_error(CODE_USAGE,
                         "--seeds: needs a name for each picture: put {seed} or {index} into %s",
                         option);
    return CODE_OK;
}

static int check_alt_text(const options *opts, const char *text)
{
    if (text == NULL)
        return CODE_OK;
    int is_null = opts->format != NULL && strcmp(opts->format, "null") == 0;
    if (!is_null && output_is_stdout(text) && output_is_stdout(opts->output))
        return say_error(CODE_USAGE,
                         "--alt-text %s: standard output takes the picture: "
                         "name a file here or with -o",
                         text);
    /* Absolute paths are compared as text: links are not followed. */
    char *whole = path_whole(text), *other = opts->output != NULL ? path_whole(opts->output) : NULL;
    int is_same = whole != NULL && other != NULL && strcmp(whole, other) == 0;
    free(whole);
    free(other);
    if (is_same)
        return say_error(CODE_USAGE, "--alt-text %s: is the picture's name: choose another",
                         SHOW(text));
    /* Standard output takes any number of texts, one per line. */
    return output_is_stdout(text) ? CODE_OK : check_names(opts, "--alt-text", text);
}

/* ---- the command -------------------------------------------------------- */

static int run_job(render_job *self)
{
    const options *opts = self->job.opts;
    rl_scene *scene = self->job.source.scene;
    int is_map = scene_is(scene, "ridgeline.kind", "map");
    if (is_map && self->own->alt_text != NULL)
        return say_error(CODE_USAGE, "--alt-text: describes landscapes, not maps");
    const struct command *const *command = opts->commands;
    for (; is_map && *command != NULL; command++)
        if ((*command)->run_source != NULL) /* the command `map` */
            return (*command)->run_source(opts, &self->job.source);
    STEP(request_apply(scene, opts));
    if (!opts->has_seeds)
        STEP(job_seed(&self->job));
    STEP(choose_view(self));
    if (self->own->preview) {
        self->terminal = terminal_detect();
        if (self->terminal == TERMINAL_ABSENT)
            return say_error(CODE_USAGE, "--preview: standard output must be a terminal");
        if (self->terminal == TERMINAL_NONE)
            return say_error(CODE_UNAVAILABLE, "--preview: this terminal cannot show pictures: use "
                                               "kitty, Ghostty, iTerm, WezTerm or one with sixels");
    }
    return render_all(self);
}

static int run_render(const options *opts)
{
    static render_job self; /* too large for a small stack */
    self.own = opts->own;
    STEP(check_alt_text(opts, self.own->alt_text));
    if (!self.own->preview || opts->output != NULL)
        STEP(check_names(opts, "-o", opts->output));
    STEP(output_format_choose(&self.format, opts, OUTPUT_RENDER));
    int code = job_open(&self.job, opts);
    if (code == CODE_OK)
        code = run_job(&self);
    job_close(&self.job);
    return code;
}

static int read_region(options *opts, const option_row *row, const char *place, const char *value)
{
    return geometry_region(option_field(opts, row), value, place);
}

#define FIELD(member) OWN(render_options, member)

static const option_row rows[] = {
    {'f', "format", LISTED, read_word, COMMON(format), .formats = OUTPUT_RENDER,
     .help = "set the format; default: FILE's ending, else png"},
    {'s', "size", "WxH|NAME", read_size, 0,
     .help = "set the size: pixels, or hd fhd 4k 8k phone ...", .key = "output.size",
     .list = size_name},
    {0, "region", "WxH+X+Y", read_region, FIELD(region),
     .help = "paint only this part of the picture"},
    {0, "loop", NULL, NULL, 0, .help = "make a picture that repeats after its width",
     .key = "extent.kind", .implied = "loop"},
    {0, "depth", "8|16", NULL, 0, .help = "set the bits per sample; default 8",
     .section = SECTION_FILE, .key = "output.depth"},
    {0, "alt-text", "FILE", read_text, FIELD(alt_text),
     .help = "also write what the picture shows, in words"},
    {0, "preview", NULL, read_switch, FIELD(preview), .help = "show the picture on the terminal"},
    {0},
};

const struct command command_render = {
    .name = "render",
    .usage = "[SCENE|PICTURE]",
    .line = "paint a landscape",
    .operands = rl_scene_builtin_name,
    .rows = rows,
    .own_size = sizeof(render_options),
    .takes = TAKES_FILE | TAKES_NO_CLOBBER | TAKES_SCENE | TAKES_SEED | TAKES_SEEDS | TAKES_LAND |
             TAKES_WEATHER | TAKES_COLOURS | TAKES_WORLD | TAKES_SCALE | TAKES_METADATA |
             TAKES_TITLE | TAKES_COMPRESS | TAKES_QUALITY | TAKES_KERNELS | TAKES_EINK,
    .passes_on = 1,
    .run = run_render,
};
