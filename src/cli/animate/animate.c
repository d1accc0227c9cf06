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
#include "cli/common/form.h"
#include "cli/common/progress.h"
#include "cli/common/job.h"
#include "cli/common/output.h"
#include "cli/common/request.h"
#include "cli/common/say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 960
#define HEIGHT 540
#define FRAMES 240
#define FPS 25
#define PIXELS_MAX ((int64_t)64 << 20)
#define PAGE "preview.html"

/* ---- names -------------------------------------------------------------- */

/* Returns the path of a frame, or NULL without memory; free() it. */
static char *path_of(const void *user, int frame)
{
    const animate *film = user;
    const rl_scene *scene = film->recipe;
    const template_values values = {.seed = scene->seed,
                                    .seed_text = film->job.opts->seed_text,
                                    .width = film->width,
                                    .height = film->height,
                                    .palette = scene->kind == RL_SCENE_MAP ? scene->map.tint_name
                                                                           : scene->palette.name,
                                    .index = (uint64_t)frame + 1,
                                    .count = (uint64_t)film->frames};
    return template_expand(film->job.opts->output, &values);
}

static int open_output(const animate *film, int frame, rl_sink **sink)
{
    const options *opts = film->job.opts;
    if (output_is_stdout(opts->output))
        return output_open(sink, opts->output, film->format.binary, opts->no_clobber);
    char *name = path_of(film, frame);
    int code = name != NULL ? output_open(sink, name, film->format.binary, opts->no_clobber)
                            : say_error(CODE_NO_MEMORY, "animate: out of memory");
    free(name);
    return code;
}

/* The frames of the page; the path of the last one is freed with its successor. */
typedef struct slides {
    const animate *film;
    char *path;
} slides;

static int next_slide(form *out, const char *section, int index)
{
    slides *page = out->user;
    (void)section;
    free(page->path);
    page->path = NULL;
    if (index == page->film->frames)
        return 0;
    page->path = path_of(page->film, index);
    if (page->path == NULL)
        out->status = status_fail(out->error, RL_NO_MEMORY, "animate: out of memory");
    const char *slash = page->path != NULL ? strrchr(page->path, '/') : NULL;
    form_set(out, "frame", slash != NULL ? slash + 1 : page->path);
    form_number(out, "more", index + 1 < page->film->frames);
    return 1;
}

/* Writes a slide show beside the frames. */
static int write_preview(const animate *film)
{
    slides page = {.film = film};
    form out = {.language = FORM_JSON, .section = next_slide, .user = &page};
    rl_error error = {RL_OK, ""};
    rl_sink *sink;
    char *path = path_of(film, 0), *name = NULL;
    if (path != NULL) {
        const char *slash = strrchr(path, '/');
        size_t length = slash != NULL ? (size_t)(slash - path) + 1 : 0;
        name = malloc(length + sizeof PAGE);
        if (name != NULL)
            snprintf(name, length + sizeof PAGE, "%.*s%s", (int)length, path, PAGE);
    }
    int code = name != NULL ? output_open(&sink, name, 0, film->job.opts->no_clobber)
                            : say_error(CODE_NO_MEMORY, "animate: out of memory");
    form_number(&out, "fps", film->fps);
    form_number(&out, "layer_count", 0);
    if (code == CODE_OK)
        code = output_close(sink, form_write(&out, PAGE, sink, &error), &error);
    free(page.path);
    free(path);
    free(name);
    return code;
}

/* ---- frames ------------------------------------------------------------- */

static rl_status encode(const animate *film, const uint8_t *rgb, rl_sink *sink, rl_error *error)
{
    const rl_render_options picture = {.struct_size = sizeof picture,
                                       .format = film->format.picture,
                                       .metadata = request_metadata(film->job.opts),
                                       .threads = 1,
                                       .title = job_title(&film->job)};
    return rl_encode_rgb(rgb, film->width, film->height, &picture, sink, error);
}

static rl_status draw_frame(const void *user, int frame, uint8_t *rgb, rl_error *error)
{
    const animate *film = user;
    return film->motion->draw(film, frame, rgb, error);
}

/* Sends a frame to its file, or to the animation or stream.  Files of frames that were finished
 * stay after a failure, as each is whole. */
static rl_status take_frame(void *user, int frame, const uint8_t *rgb, rl_error *error)
{
    animate *film = user;
    rl_sink *sink;
    if (film->motion->is_frame != NULL && !film->motion->is_frame(film, frame))
        return RL_OK;
    if (film->animation != NULL)
        return rl_animation_frame(film->animation, rgb, (size_t)film->width * 3, error);
    if (film->sink != NULL)
        return encode(film, rgb, film->sink, error);
    film->code = open_output(film, frame, &sink);
    if (film->code == CODE_OK)
        film->code = output_close(sink, encode(film, rgb, sink, error), error);
    return film->code == CODE_OK ? RL_OK : RL_CANCELLED;
}

static rl_status draw_all(animate *film, rl_error *error)
{
    for (;;) {
        const frames_work work = {.frames = film->frames,
                                  .threads = request_threads(film->job.opts),
                                  .bytes = (size_t)film->width * (size_t)film->height * 3,
                                  .draw = draw_frame,
                                  .take = take_frame,
                                  .user = film};
        TRY(frames_run(&work, &film->job.bar, error));
        if (film->motion->begin_batch == NULL)
            return RL_OK;
        film->motion->begin_batch(film);
    }
}

static rl_status start_animation(animate *film, rl_error *error)
{
    rl_animation_options png = {.struct_size = sizeof png,
                                .width = film->width,
                                .height = film->height,
                                .frames = film->frames,
                                .delay_ms = (1000 + film->fps / 2) / film->fps,
                                .metadata = request_metadata(film->job.opts),
                                .title = job_title(&film->job)};
    rl_sink *recipe;
    size_t size;
    rl_status status = job_recipe(&recipe, film->recipe, error);
    if (status == RL_OK) {
        png.recipe = rl_sink_bytes(recipe, &size);
        status = rl_animation_new(&film->animation, &png, film->sink, NULL, error);
    }
    rl_sink_free(recipe);
    return status;
}

/* Draws all frames into numbered files, one animation or one stream. */
static int write_film(animate *film)
{
    const char *output = film->job.opts->output;
    int is_numbered = output != NULL && template_has(output, "frame");
    rl_error error = {RL_OK, ""};
    rl_status status = RL_OK;
    int code = is_numbered ? CODE_OK : open_output(film, 0, &film->sink);
    if (code != CODE_OK)
        return code;
    if (!is_numbered && strcmp(film->format.name, RL_FORMAT_PNG) == 0)
        status = start_animation(film, &error);
    if (status == RL_OK)
        status = draw_all(film, &error);
    if (is_numbered && film->code != CODE_OK)
        return film->code;
    if (is_numbered)
        return status == RL_OK && film->own->preview ? write_preview(film)
                                                     : job_end(&film->job, status, &error);
    if (status == RL_OK && film->animation != NULL)
        status = rl_animation_finish(film->animation, &error);
    rl_animation_free(film->animation);
    code = output_close(film->sink, status, &error);
    if (code == CODE_OK)
        job_print_made(&film->job, output, film->width, film->height, film->recipe->seed);
    return code;
}

/* ---- the command -------------------------------------------------------- */

int animate_check_area(const animate *film)
{
    if ((int64_t)film->width * film->height > PIXELS_MAX)
        return say_error(CODE_USAGE, "-s %dx%d: a frame must be within 64 Mpx", film->width,
                         film->height);
    return CODE_OK;
}

/* Makes the film of a source that is open. */
static int make_film(animate *film)
{
    const animate_options *own = film->own;
    const rl_scene *scene = &film->job.source.scene;
    int is_of_map =
        own->sweep != NULL && (scene->kind == RL_SCENE_MAP || sweep_is_of_map(own->sweep));
    film->motion = own->flight    ? &motion_flight
                   : own->endless ? &motion_stream
                   : own->scroll  ? &motion_scroll
                   : own->day     ? &motion_day
                   : own->weather ? &motion_weather
                   : is_of_map    ? &motion_sweep_map
                                  : &motion_sweep;
    int code = animate_check_options(film);
    if (code != CODE_OK)
        return code;
    film->state = memory_zeroed(NULL, 1, film->motion->state_size);
    if (film->state == NULL)
        return say_error(CODE_NO_MEMORY, "animate: out of memory");
    code = film->motion->prepare(film);
    if (code == CODE_OK)
        code = write_film(film);
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
    const animate_options *own = film.own = opts->own;
    film.width = opts->size.width > 0 ? opts->size.width : WIDTH;
    film.height = opts->size.width > 0 ? opts->size.height : HEIGHT;
    film.frames = own->frames > 0 ? own->frames : FRAMES;
    film.fps = own->fps > 0 ? own->fps : FPS;
    int code = animate_check_motion(opts);
    if (code == CODE_OK)
        code = animate_check_area(&film);
    if (code == CODE_OK)
        code = output_format_choose(&film.format, opts->format, opts->output, OUTPUT_ANIMATE);
    if (code == CODE_OK && own->preview && strcmp(film.format.name, RL_FORMAT_PNG) != 0)
        code = say_error(CODE_USAGE, "--preview: browsers show no %s: needs frames in png",
                         film.format.name);
    if (code != CODE_OK)
        return code;
    code = job_open(&film.job, opts);
    if (code == CODE_OK)
        code = make_film(&film);
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
