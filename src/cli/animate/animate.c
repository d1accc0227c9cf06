/* animate.c - the command `ridgeline animate`: pictures in motion.
 *
 * In: a motion with its options; an option without an effect is refused.  Out: an animated PNG, a
 * film, a numbered file for each frame, or a stream of pictures for another program.  A frame
 * depends only on its number, not on the number of threads.
 */
#include "cli/animate/animate.h"
#include "base/path.h"
#include "base/status.h"
#include "cli/animate/film.h"
#include "cli/command.h"
#include "cli/common/form.h"
#include "cli/common/request.h"
#include "cli/common/say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define WIDTH 960
#define HEIGHT 540
#define FRAMES 240 /* default number of frames */
#define FPS 25
#define GIF_FRAMES 96
#define GIF_FPS 10
#define PAGE "preview.html"
#define STREAMS "y4m|ppm|pam|hash|null" /* formats that allow one picture after another */
#define ANIMATIONS "png|apng"           /* formats that hold all frames in one file */

/* ---- options ------------------------------------------------------------ */

/* Reads --frames; 0 = endless. */
static int read_frames(options *opts, const option_row *row, const char *place, const char *value)
{
    animate_options *own = opts->own;
    own->endless = strcmp(value, "0") == 0;
    return own->endless ? CODE_OK : read_count(opts, row, place, value);
}

#define FIELD(member) OWN(animate_options, member)

/* Reads --weather: the motion of clouds, water, rain and snow; a name also chooses the weather, as
 * in other commands. */
static int read_weather(options *opts, const option_row *row, const char *place, const char *value)
{
    opts->weather = value;
    return read_switch(opts, row, place, value);
}

static const option_row rows[] = {
    {'f', "format", LISTED, read_word, COMMON(format), .formats = OUTPUT_ANIMATE,
     .help = "set the format; default: FILE's ending, else png"},
    {'s', "size", "WxH|NAME", read_size, 0, .help = "set the size of a frame; default 960x540",
     .key = "output.size", .list = size_name},
    {0, "flight", NULL, read_switch, FIELD(flight), .help = "fly once around a map"},
    {0, "turn", NULL, read_switch, FIELD(turn), .help = "turn the surface of a map once"},
    {0, "scroll", NULL, read_switch, FIELD(scroll),
     .help = "scroll through a landscape with parallax"},
    {0, "turns", "K", read_count, FIELD(turns),
     .help = "scroll the nearest layer K loops, 1..64; default 4", .least = 1, .most = 64},
    {0, "speed", "LAYER=N,...", read_text, FIELD(speed),
     .help = "set loops of a layer; endless: pixels per frame"},
    {0, "pace", "PX", read_text, FIELD(pace),
     .help = "endless scroll: set pixels per frame; default 4"},
    {0, "day", NULL, read_switch, FIELD(day), .help = "show one day from 00:00 to 24:00"},
    {0, "weather", "[=NAME]", read_weather, FIELD(weather),
     .help = "move clouds, ripples, rain, snow; NAME: weather", .list = rl_weather_name},
    {0, "sweep", "KEY=A..B", read_text, FIELD(sweep),
     .help = "change a key of the scene from A to B and back"},
    {0, "frames", "N", read_frames, FIELD(frames),
     .help = "make N frames, 1..1024; default 240; 0 = endless", .least = 1, .most = 1024},
    {0, "fps", "F", read_count, FIELD(fps), .help = "show F frames per second, 1..100; default 25",
     .least = 1, .most = 100},
    {0, "preview", NULL, read_switch, FIELD(preview),
     .help = "also write preview.html, a slide show of the frames"},
    {0, "map-size", "N", read_count, FIELD(map_side),
     .help = "set the samples along the map; 2^n for --flight", .least = 2, .most = 16385},
    {0, "view", "NAME|KEY=VALUE,...", read_text, FIELD(view),
     .help = "set the view of --turn or --sweep, as for map", .key = "map.view", .list = view_key},
    {0},
};

/* ---- checks ------------------------------------------------------------- */

int animate_check_motion(const options *opts, const motion **chosen)
{
    const animate_options *own = opts->own;
    const struct {
        int is_given;
        const motion *motion;
    } motions[] = {{own->flight, &motion_flight},
                   {own->turn, &motion_turn},
                   {own->scroll, own->endless ? &motion_stream : &motion_scroll},
                   {own->day, &motion_day},
                   {own->weather, &motion_weather},
                   {own->sweep != NULL, own->sweep != NULL && sweep_is_of_map(own->sweep)
                                            ? &motion_sweep_map
                                            : &motion_sweep}};
    struct stat status;
    *chosen = NULL;
    for (size_t i = 0; i < sizeof motions / sizeof *motions; i++) {
        if (motions[i].is_given && *chosen != NULL)
            return say_error(CODE_USAGE, "%s: conflicts with %s: give one motion",
                             motions[i].motion->option, (*chosen)->option);
        *chosen = motions[i].is_given ? motions[i].motion : *chosen;
    }
    if (*chosen == NULL)
        return say_error(CODE_USAGE, "animate: needs a kind of motion: --flight, --turn, --scroll, "
                                     "--day, --weather or --sweep KEY=A..B");
    if (own->endless && !own->scroll)
        return say_error(CODE_USAGE, "--frames 0: must be 1..1024: only --scroll never ends");
    /* Pipes and devices can be written to without an end; a file would fill the disk. */
    if (own->endless && !output_is_stdout(opts->output) &&
        (stat(opts->output, &status) != 0 || S_ISREG(status.st_mode)))
        return say_error(CODE_USAGE, "-o %s: --frames 0 never ends: must be - or a pipe",
                         SHOW(opts->output));
    if (own->endless && options_choice(STREAMS, opts->format != NULL ? opts->format : "png") < 0)
        return say_error(CODE_USAGE,
                         "%s%s: --frames 0 never ends: must be a stream of pictures: "
                         "-f y4m, ppm, pam, hash or null",
                         opts->format == NULL ? "animate" : "-f ",
                         opts->format == NULL ? "" : opts->format);
    if (opts->output != NULL)
        STEP(template_check(opts->output, "frame"));
    if (own->preview && (opts->output == NULL || !template_has(opts->output, "frame")))
        return say_error(CODE_USAGE, "--preview: shows a picture for each frame: "
                                     "put {frame} into -o");
    return CODE_OK;
}

/* Refuses options without an effect on the motion.  Returns an exit code. */
static int check_options(const animate *film)
{
    const options *opts = film->job.opts;
    const animate_options *own = film->own;
    const motion *chosen = film->motion;
    const char *land = chosen->is_of_map ? "map" : "landscape";
    int is_stream = chosen == &motion_stream;
    const char *pace = is_stream ? ": see --pace" : "";
    const struct {
        const char *option;
        int is_given;
        const motion *motion;
        const char *hint;
    } rules[] = {
        {"--turns", own->turns > 0, &motion_scroll, pace},
        {"--speed", own->speed != NULL && !is_stream, &motion_scroll, ""},
        {"--pace", own->pace != NULL, &motion_stream, ": it goes with --scroll --frames 0"},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (rules[i].is_given && rules[i].motion != chosen)
            return say_error(CODE_USAGE, "%s: no effect on %s of a %s%s", rules[i].option,
                             chosen->option, land, rules[i].hint);
    if (own->map_side > 0 && !chosen->is_of_map)
        return say_error(CODE_USAGE, "--map-size: no effect on %s of a landscape", chosen->option);
    if (own->view != NULL && (!chosen->is_of_map || chosen == &motion_flight))
        return say_error(CODE_USAGE, "--view: no effect on %s of a %s", chosen->option, land);
    const int unfit = chosen->is_of_map ? TAKES_LAND | TAKES_COLOURS : TAKES_MAP;
    for (size_t i = 0; opts->rows[i] != NULL; i++)
        if ((opts->rows[i]->groups & unfit) != 0 && opts->rows[i]->groups != ~0 &&
            opts->values[i] != NULL)
            return say_error(CODE_USAGE, "%s: no effect on %s of a %s",
                             option_place(opts->rows[i]).text, chosen->option, land);
    return CODE_OK;
}

/* ---- names -------------------------------------------------------------- */

/* Returns the path of a frame, or NULL without memory; free() it. */
static char *path_of(const void *user, int frame)
{
    const animate *film = user;
    const rl_scene *scene = film->recipe;
    int is_map = scene_is(scene, "ridgeline.kind", "map");
    char palette[RL_VALUE_SIZE];
    const template_values values = {
        .seed = scene_seed(scene),
        .seed_text = film->job.opts->seed_text,
        .width = film->width,
        .height = film->height,
        .palette = scene_name(scene, is_map ? "tint.name" : "palette.name", palette),
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
                            : say_no_memory("animate");
    free(name);
    return code;
}

/* State of the page's list of frames; each path is freed when the next one is made. */
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
        out->status = status_no_memory("animate", out->error);
    form_set(out, "frame", page->path != NULL ? path_name(page->path) : NULL);
    form_number(out, "more", index + 1 < page->film->frames);
    return 1;
}

static void print_made(const animate *film, const char *next)
{
    job_print_made(&film->job, &(job_result){.path = film->job.opts->output,
                                             .count = film->frames,
                                             .things = film->frames == 1 ? "frame" : "frames",
                                             .width = film->width,
                                             .height = film->height,
                                             .scene = film->recipe,
                                             .next = next});
}

/* Writes a slide show beside the frames. */
static int write_preview(const animate *film)
{
    slides page = {.film = film};
    form out = {.language = FORM_JSON, .section = next_slide, .user = &page};
    rl_error error;
    rl_sink *sink;
    char *first = path_of(film, 0);
    size_t folder_size = first != NULL ? (size_t)(path_name(first) - first) : 0;
    char *path = first != NULL ? realloc(first, folder_size + sizeof PAGE) : NULL;
    if (path == NULL) {
        free(first);
        return say_no_memory("animate");
    }
    memcpy(path + folder_size, PAGE, sizeof PAGE);
    form_number(&out, "fps", film->fps);
    form_number(&out, "layer_count", 0);
    int code = output_open(&sink, path, 0, film->job.opts->no_clobber);
    if (code == CODE_OK)
        code = output_close(sink, form_write(&out, PAGE, sink, &error), &error);
    if (code == CODE_OK)
        print_made(film, SHOW(path));
    free(page.path);
    free(path);
    return code;
}

/* ---- frames ------------------------------------------------------------- */

static int has_many_files(const options *opts)
{
    return opts->output != NULL && template_has(opts->output, "frame");
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
    const rl_render_options picture = {
        .struct_size = sizeof picture,
        .format = film->frames_sink != NULL ? RL_FORMAT_Y4M : film->format.picture,
        .metadata = film->job.opts->metadata,
        .threads = 1,
        .compress = film->job.opts->compress,
        .title = job_title(&film->job),
        .quality = film->frames_sink == NULL ? film->job.opts->quality : 0,
        .frame = film->sink != NULL ? film->has_frame : 0,
        .fps = film->fps};
    rl_sink *sink = film->frames_sink != NULL ? film->frames_sink : film->sink;
    if (film->motion->is_frame != NULL && !film->motion->is_frame(film, frame))
        return RL_OK;
    if (film->animation != NULL)
        return rl_animation_frame(film->animation, rgb, (size_t)film->width * 3, error);
    if (film->sink == NULL && (film->code = open_output(film, frame, &sink)) != CODE_OK)
        return RL_CANCELLED;
    rl_status status = rl_encode_rgb(rgb, film->width, film->height, &picture, sink, error);
    film->has_frame = 1; /* a flag: a counter would overflow in an endless film */
    if (film->sink != NULL)
        return status;
    film->code = output_close(sink, status, error);
    return film->code == CODE_OK ? RL_OK : RL_CANCELLED;
}

static rl_status draw_all(animate *film, rl_error *error)
{
    do {
        const frames_work work = {.frames = film->jobs,
                                  .threads = request_threads(film->job.opts),
                                  .bytes = (size_t)film->width * (size_t)film->height * 3,
                                  .draw = draw_frame,
                                  .take = take_frame,
                                  .user = film};
        TRY(frames_run(&work, &film->job.bar, error));
    } while (film->motion->next_batch != NULL && film->motion->next_batch(film));
    return RL_OK;
}

static rl_status start_animation(animate *film, rl_error *error)
{
    rl_animation_options png = {.struct_size = sizeof png,
                                .width = film->width,
                                .height = film->height,
                                .frames = film->frames,
                                .delay_ms = (1000 + film->fps / 2) / film->fps,
                                .metadata = film->job.opts->metadata,
                                .compress = film->job.opts->compress,
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

/* Draws all frames into numbered files, one animation, film or stream. */
static int write_film(animate *film)
{
    rl_error error = {RL_OK, ""};
    rl_status status = RL_OK;
    int is_numbered = has_many_files(film->job.opts);
    if (!is_numbered)
        STEP(open_output(film, 0, &film->sink));
    if (!is_numbered && options_choice(ANIMATIONS, film->format.name) >= 0)
        status = start_animation(film, &error);
    else if (!is_numbered && film_is(film->format.name)) {
        int code = film_open(&film->frames_sink, film, FILM_PATIENCE_MS);
        if (code != CODE_OK) {
            rl_sink_free(film->sink);
            return code;
        }
    }
    if (status == RL_OK)
        status = draw_all(film, &error);
    if (film->code != CODE_OK)
        return film->code;
    if (is_numbered && status == RL_OK && film->own->preview)
        return write_preview(film);
    if (is_numbered && status == RL_OK)
        print_made(film, NULL);
    if (is_numbered)
        return job_end(&film->job, status, &error);
    if (status == RL_OK && film->animation != NULL)
        status = rl_animation_finish(film->animation, &error);
    rl_animation_free(film->animation);
    STEP(film->frames_sink != NULL ? film_close(film->frames_sink, film, status, &error)
                                   : output_close(film->sink, status, &error));
    print_made(film, NULL);
    return CODE_OK;
}

/* ---- the command -------------------------------------------------------- */

/* Checks that the format suits the output, one file for all frames or a file for each; sets the
 * defaults of a GIF.  Returns an exit code. */
static int check_format(animate *film, const options *opts)
{
    const animate_options *own = film->own;
    const output_format *format = &film->format;
    int is_film = film_is(format->name), is_webp = strcmp(format->name, RL_FORMAT_WEBP) == 0;
    if (has_many_files(opts))
        return is_film && !is_webp
                   ? say_error(CODE_USAGE,
                               "-f %s: is one file with all frames: remove {frame} from -o",
                               format->name)
                   : CODE_OK;
    if (!is_film)
        return format->quality > 0
                   ? say_error(CODE_USAGE, "-f %s: is one file for each frame: put {frame} into -o",
                               format->name)
                   : CODE_OK;
    /* A GIF packs badly: to be about as large as an mp4 it has a quarter of the pixels and two
     * fifths of the frames by default.  Its delays are whole hundredths of a second. */
    if (strcmp(format->name, "gif") == 0) {
        film->width = opts->size.width > 0 ? film->width : WIDTH / 2;
        film->height = opts->size.width > 0 ? film->height : HEIGHT / 2;
        film->frames = own->frames > 0 || own->fps > 0 ? film->frames : GIF_FRAMES;
        film->fps = own->frames > 0 || own->fps > 0 ? film->fps : GIF_FPS;
    }
    return film_check(film);
}

/* Makes and writes the film that the options describe.  Returns an exit code. */
static int make_film(animate *film, const options *opts)
{
    const animate_options *own = film->own;
    STEP(animate_check_motion(opts, &film->motion));
    STEP(animate_check_area(film));
    STEP(output_format_choose(&film->format, opts, OUTPUT_ANIMATE));
    STEP(check_format(film, opts));
    if (own->preview && strcmp(film->format.name, RL_FORMAT_PNG) != 0)
        return say_error(CODE_USAGE, "--preview: browsers show no %s: needs frames in png",
                         film->format.name);
    STEP(job_open(&film->job, opts));
    if (film->motion == &motion_sweep && scene_is(film->job.source.scene, "ridgeline.kind", "map"))
        film->motion = &motion_sweep_map;
    STEP(check_options(film));
    STEP(film->motion->prepare(film));
    if (film->jobs == 0)
        film->jobs = film->frames;
    STEP(write_film(film));
    job_print_seed(&film->job);
    return CODE_OK;
}

static int run_animate(const options *opts)
{
    static animate film; /* too large for a small stack */
    const animate_options *own = film.own = opts->own;
    int has_size = opts->size.width > 0;
    film.width = has_size ? opts->size.width : WIDTH;
    film.height = has_size ? opts->size.height : HEIGHT;
    film.frames = own->frames > 0 ? own->frames : FRAMES;
    film.fps = own->fps > 0 ? own->fps : FPS;
    int code = make_film(&film, opts);
    scroll_free(film.scroll);
    rl_flight_free(film.flight);
    rl_surface_free(film.surface);
    rl_map_free(film.map);
    rl_frame_free(film.frame);
    rl_scene_free(film.sweep.tried);
    job_close(&film.job);
    return code;
}

const struct command command_animate = {
    .name = "animate",
    .usage = "--scroll|--day|--weather|--flight|--turn|--sweep ...",
    .line = "motion: an animated PNG, frames or a stream",
    .operands = rl_scene_builtin_name,
    .rows = rows,
    .own_size = sizeof(animate_options),
    .takes = TAKES_FILE | TAKES_NO_CLOBBER | TAKES_SCENE | TAKES_SEED | TAKES_LAND | TAKES_COLOURS |
             TAKES_MAP | TAKES_METADATA | TAKES_TITLE | TAKES_COMPRESS | TAKES_QUALITY,
    .run = run_animate,
};
