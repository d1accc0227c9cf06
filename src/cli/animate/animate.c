/* animate.c - the command `ridgeline animate`: pictures in motion.
 *
 * In: a motion with its options.  Out: an animated PNG, a numbered file for each frame, or a
 * stream of pictures for another program.  A frame depends on its number alone: no thread
 * changes one.
 */
#include "cli/animate/animate.h"
#include "base/memory.h"
#include "base/status.h"
#include "cli/command.h"
#include "cli/common/frames.h"
#include "cli/common/job.h"
#include "cli/common/output.h"
#include "cli/common/preview.h"
#include "cli/common/request.h"
#include "cli/common/say.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 960
#define HEIGHT 540
#define FRAMES 240
#define FPS 25
#define PIXELS_MAX ((int64_t)64 << 20)
#define PAGE "preview.html"

/* Where the frames go: into an animation, files of their own, or one stream. */
typedef struct writing {
    animate *film;
    const output_format *format;
    int fps;
    rl_sink *sink;           /* of animation or stream */
    rl_animation *animation; /* NULL for a stream */
    int code;                /* of an error that was printed */
} writing;

/* ---- names -------------------------------------------------------------- */

static char *name_of(const animate *film, int frame)
{
    const rl_scene *scene = film->recipe;
    const template_values values = {.seed = scene->seed,
                                    .seed_text = film->job.opts->seed_text,
                                    .width = film->width,
                                    .height = film->height,
                                    .palette = scene->kind == 1 ? scene->map.tint_name
                                                                : scene->palette.name,
                                    .index = (uint64_t)frame + 1,
                                    .count = (uint64_t)film->frames};
    return template_expand(film->job.opts->output, &values);
}

static int open_output(const writing *out, int frame, rl_sink **sink)
{
    const options *opts = out->film->job.opts;
    if (output_is_stdout(opts->output))
        return output_open(sink, opts->output, out->format->binary, opts->no_clobber);
    char *name = name_of(out->film, frame);
    int code = name != NULL ? output_open(sink, name, out->format->binary, opts->no_clobber)
                            : say_error(CODE_NO_MEMORY, "animate: out of memory");
    free(name);
    return code;
}

/* ---- frames ------------------------------------------------------------- */

static rl_status encode(const writing *out, const uint8_t *rgb, rl_sink *sink, rl_error *error)
{
    const rl_render_options picture = {.struct_size = sizeof picture,
                                       .format = out->format->picture,
                                       .metadata = request_metadata(out->film->job.opts),
                                       .threads = 1,
                                       .title = job_title(&out->film->job)};
    return rl_encode_rgb(rgb, out->film->width, out->film->height, &picture, sink, error);
}

static rl_status draw_frame(const void *user, int frame, uint8_t *rgb, rl_error *error)
{
    const writing *out = user;
    return out->film->motion->draw(out->film, frame, rgb, error);
}

static rl_status take_file(void *user, int frame, const uint8_t *rgb, rl_error *error)
{
    writing *out = user;
    rl_sink *sink;
    out->code = open_output(out, frame, &sink);
    if (out->code == CODE_OK)
        out->code = output_close(sink, encode(out, rgb, sink, error), error);
    return out->code == CODE_OK ? RL_OK : RL_CANCELLED;
}

static rl_status take_part(void *user, int frame, const uint8_t *rgb, rl_error *error)
{
    writing *out = user;
    const animate *film = out->film;
    if (film->motion->is_frame != NULL && !film->motion->is_frame(film, frame))
        return RL_OK;
    if (out->animation != NULL)
        return rl_animation_frame(out->animation, rgb, (size_t)out->film->width * 3, error);
    return encode(out, rgb, out->sink, error);
}

static rl_status draw_all(animate *film, writing *out,
                          rl_status (*take)(void *user, int frame, const uint8_t *rgb,
                                            rl_error *error),
                          rl_error *error)
{
    for (;;) {
        const frames_work work = {.frames = film->frames,
                                  .threads = request_threads(film->job.opts),
                                  .bytes = (size_t)film->width * (size_t)film->height * 3,
                                  .draw = draw_frame,
                                  .take = take,
                                  .user = out};
        TRY(frames_run(&work, &film->job.bar, error));
        if (film->motion->begin_batch == NULL)
            return RL_OK;
        film->motion->begin_batch(film);
    }
}

/* ---- outputs ------------------------------------------------------------ */

/* How many letters of a path are its folder, with the last slash. */
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash - path) + 1 : 0;
}

static int write_page(const writing *out, const char *folder, const char *const *names)
{
    rl_sink *sink;
    rl_error error = {RL_OK, ""};
    size_t length = folder_length(folder);
    char *page = malloc(length + sizeof PAGE);
    if (page == NULL)
        return say_error(CODE_NO_MEMORY, "animate: out of memory");
    snprintf(page, length + sizeof PAGE, "%.*s%s", (int)length, folder, PAGE);
    int code = output_open(&sink, page, 0, out->film->job.opts->no_clobber);
    if (code == CODE_OK) {
        rl_status status = preview_frames(names, out->film->frames, out->fps, sink, &error);
        code = output_close(sink, status, &error);
    }
    free(page);
    return code;
}

/* Writes a slide show beside the frames, which shows them by their names in its folder. */
static int write_preview(const writing *out)
{
    int count = out->film->frames, made = 0, code;
    char **paths = calloc((size_t)count, sizeof *paths);
    const char **names = calloc((size_t)count, sizeof *names);
    for (; paths != NULL && names != NULL && made < count; made++) {
        paths[made] = name_of(out->film, made);
        if (paths[made] == NULL)
            break;
        names[made] = paths[made] + folder_length(paths[made]);
    }
    code = made == count ? write_page(out, paths[0], names)
                         : say_error(CODE_NO_MEMORY, "animate: out of memory");
    for (int i = 0; i < made; i++)
        free(paths[i]);
    free(paths);
    free(names);
    return code;
}

/* Files of frames that were finished stay, as each is whole. */
static int write_files(animate *film, writing *out)
{
    rl_error error;
    rl_status status = draw_all(film, out, take_file, &error);
    if (status == RL_OK && film->own->preview)
        return write_preview(out);
    if (status == RL_OK || out->code != CODE_OK)
        return out->code;
    return job_end(&film->job, status, &error);
}

static rl_status start_animation(writing *out, rl_error *error)
{
    const animate *film = out->film;
    rl_animation_options png = {.struct_size = sizeof png,
                                .width = film->width,
                                .height = film->height,
                                .frames = film->frames,
                                .delay_ms = (1000 + out->fps / 2) / out->fps,
                                .metadata = request_metadata(film->job.opts),
                                .title = job_title(&out->film->job)};
    rl_sink *recipe;
    size_t size;
    rl_status status = job_recipe(&recipe, film->recipe, error);
    if (status == RL_OK) {
        png.recipe = rl_sink_bytes(recipe, &size);
        status = rl_animation_new(&out->animation, &png, out->sink, NULL, error);
    }
    rl_sink_free(recipe);
    return status;
}

static int write_whole(animate *film, writing *out)
{
    rl_error error = {RL_OK, ""};
    rl_status status = RL_OK;
    int code = open_output(out, 0, &out->sink);
    if (code != CODE_OK)
        return code;
    if (strcmp(out->format->name, RL_FORMAT_PNG) == 0)
        status = start_animation(out, &error);
    if (status == RL_OK)
        status = draw_all(film, out, take_part, &error);
    if (status == RL_OK && out->animation != NULL)
        status = rl_animation_finish(out->animation, &error);
    rl_animation_free(out->animation);
    return output_close(out->sink, status, &error);
}

/* ---- the command -------------------------------------------------------- */

int animate_check_area(const animate *film)
{
    if ((int64_t)film->width * film->height > PIXELS_MAX)
        return say_error(CODE_USAGE, "-s %dx%d: a frame must be within 64 Mpx", film->width,
                         film->height);
    return CODE_OK;
}

int animate_fault(animate *film, rl_error *error)
{
    static rl_scene alone; /* too large for a small stack */
    rl_error found;
    alone = film->job.source.own;
    if (film->job.source.text != NULL && error->status == RL_BAD_ARGUMENT &&
        rl_scene_resolve(&alone, &found) != RL_OK && strcmp(found.text, error->text) == 0)
        source_place(&film->job.source, error);
    return job_end(&film->job, error->status, error);
}

static const motion *motion_of(const animate *film)
{
    if (film->own->flight)
        return &motion_flight;
    if (film->own->scroll)
        return film->own->endless ? &motion_stream : &motion_scroll;
    if (film->own->day || film->own->weather)
        return film->own->day ? &motion_day : &motion_weather;
    int is_of_map = film->job.source.scene.kind == 1 || sweep_is_of_map(film->own->sweep);
    return is_of_map ? &motion_sweep_map : &motion_sweep;
}

static int make_film(animate *film, const output_format *format)
{
    const options *opts = film->job.opts;
    writing out = {
        .film = film, .format = format, .fps = film->own->fps > 0 ? film->own->fps : FPS};
    film->motion = motion_of(film);
    int code = animate_check_options(film);
    if (code != CODE_OK)
        return code;
    film->state = memory_zeroed(NULL, 1, film->motion->state_size);
    if (film->state == NULL)
        return say_error(CODE_NO_MEMORY, "animate: out of memory");
    int is_numbered = opts->output != NULL && template_has(opts->output, "frame");
    code = film->motion->prepare(film);
    if (code == CODE_OK)
        code = is_numbered ? write_files(film, &out) : write_whole(film, &out);
    if (code == CODE_OK)
        job_print_seed(&film->job);
    if (film->motion->release != NULL)
        film->motion->release(film->state);
    memory_free(NULL, film->state);
    return code;
}

static int run_animate(const options *opts)
{
    static animate film; /* too large for a small stack */
    output_format format;
    const animate_options *own = film.own = opts->own;
    film.width = opts->size.width > 0 ? opts->size.width : WIDTH;
    film.height = opts->size.width > 0 ? opts->size.height : HEIGHT;
    film.frames = own->frames > 0 ? own->frames : FRAMES;
    int code = animate_check_motion(opts);
    if (code == CODE_OK)
        code = animate_check_area(&film);
    if (code == CODE_OK)
        code = output_format_choose(&format, opts->format, opts->output, OUTPUT_ANIMATE);
    if (code == CODE_OK && own->preview && strcmp(format.name, RL_FORMAT_PNG) != 0)
        code = say_error(CODE_USAGE, "--preview: browsers show no %s: needs frames in png",
                         format.name);
    if (code != CODE_OK)
        return code;
    code = job_open(&film.job, opts);
    if (code == CODE_OK)
        code = make_film(&film, &format);
    job_close(&film.job);
    return code;
}

static const char head[] =
    "Examples:\n"
    "  ridgeline animate --scroll -o scroll.png        a random parallax loop\n"
    "  ridgeline animate --scroll --seed 7 --speed sky=1,ridge-1=-1 -o scroll.png\n"
    "  ridgeline animate --day --seed 7 -o 'f-{frame}.png' --preview\n"
    "  ridgeline animate --weather -m moonlight --style lake -o night.png\n"
    "  ridgeline animate --sweep map.persistence=0.2..0.8 --frames 60 -o rough.png\n"
    "  ridgeline animate --flight --seed 7 --pass droplets -o flight.png\n"
    "  ridgeline animate --scroll --seed 7 -s hd -f ppm -o - |\n"
    "    ffmpeg -f image2pipe -framerate 25 -c:v ppm -i - out.mp4\n"
    "  ridgeline animate --scroll --frames 0 -f ppm -o - |    # without an end\n"
    "    ffplay -f image2pipe -framerate 25 -i -\n"
    "\n"
    "Usage:\n"
    "  ridgeline animate --scroll|--day|--weather [SCENE|PICTURE] [options]\n"
    "  ridgeline animate --sweep KEY=A..B [SCENE|PICTURE] [options]\n"
    "  ridgeline animate --flight [SCENE|PICTURE] [options]   over a map\n"
    "\n"
    "An animated PNG; a file for each frame where FILE holds {frame}; else a stream\n"
    "of pictures. All are loops: the first frame follows the last.\n";

const struct command command_animate = {
    .name = "animate",
    .usage = "--scroll|--day|--weather|--sweep KEY=A..B|--flight",
    .line = "motion: an animated PNG, frames or a stream",
    .head = head,
    .operands = rl_scene_builtin_name,
    .rows = animate_rows,
    .own_size = sizeof(animate_options),
    .takes = TAKES_FILE | TAKES_NO_CLOBBER | TAKES_SCENE | TAKES_SEED | TAKES_LAND | TAKES_COLOURS |
             TAKES_MAP | TAKES_METADATA | TAKES_TITLE,
    .run = run_animate,
};
