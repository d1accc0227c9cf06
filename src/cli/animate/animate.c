/* animate.c - the command `ridgeline animate`: pictures in motion.
 *
 * In: a kind of motion with its options.  Out: an animated PNG, a numbered file for each
 * frame, or a stream of pictures for another program.  Frames depend on nothing but
 * their number: no thread changes one.
 */
#include "cli/animate/animate.h"
#include "cli/animate/animate_options.h"
#include "cli/animate/animate_preview.h"
#include "cli/command.h"
#include "cli/common/frames.h"
#include "cli/common/output.h"
#include "cli/common/request.h"
#include "cli/common/say.h"
#include "cli/common/seed.h"
#include "cli/common/template.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 960
#define HEIGHT 540
#define FRAMES 240
#define FPS 25
#define PIXELS_MAX ((int64_t)64 << 20)

static const motion *const motions[] = {&motion_flight,   &motion_scroll,  &motion_stream,
                                        &motion_day,      &motion_weather, &motion_sweep,
                                        &motion_sweep_map};

#define MOTION_COUNT (sizeof motions / sizeof *motions)

/* Where the frames go: into an animation, files of their own, or one stream. */
typedef struct writing {
    const animate *job;
    const output_format *format;
    rl_sink *sink;           /* of animation or stream */
    rl_animation *animation; /* NULL for a stream */
    int code;                /* what a file of its own told already */
} writing;

/* ---- names -------------------------------------------------------------- */

static char *name_of(const animate *job, int frame)
{
    const rl_scene *scene = job->motion->scene(job);
    const template_values values = {.seed = scene->seed,
                                    .seed_text = job->wanted->seed_text,
                                    .width = job->width,
                                    .height = job->height,
                                    .palette = scene->kind == 1 ? scene->map.tint_name
                                                                : scene->palette.name,
                                    .index = (uint64_t)frame + 1,
                                    .count = (uint64_t)job->frames};
    return template_expand(job->wanted->output, &values);
}

static int is_numbered(const options *wanted)
{
    return wanted->output != NULL && template_has(wanted->output, "frame");
}

static int open_output(const animate *job, const output_format *format, int frame, rl_sink **sink)
{
    const options *wanted = job->wanted;
    if (output_is_stdout(wanted->output))
        return output_open(sink, wanted->output, format->binary, wanted->no_clobber);
    char *name = name_of(job, frame);
    int code = name != NULL ? output_open(sink, name, format->binary, wanted->no_clobber)
                            : say_error(CODE_NO_MEMORY, "out of memory");
    free(name);
    return code;
}

/* ---- frames ------------------------------------------------------------- */

static const char *title_of(const animate *job)
{
    if (job->wanted->title != NULL)
        return job->wanted->title;
    return job->source.title[0] != '\0' ? job->source.title : NULL;
}

static int fps_of(const options *wanted)
{
    return animate_own(wanted)->fps > 0 ? animate_own(wanted)->fps : FPS;
}

static rl_status encode(const writing *to, const uint8_t *rgb, rl_sink *sink, rl_error *error)
{
    const rl_render_options how = {.struct_size = sizeof how,
                                   .format = to->format->picture,
                                   .metadata = request_metadata(to->job->wanted),
                                   .threads = 1,
                                   .title = title_of(to->job)};
    return rl_encode_rgb(rgb, to->job->width, to->job->height, &how, sink, error);
}

static rl_status draw_frame(const void *user, int frame, uint8_t *rgb, rl_error *error)
{
    const writing *from = user;
    return from->job->motion->draw(from->job, frame, rgb, error);
}

static rl_status take_file(void *user, int frame, const uint8_t *rgb, rl_error *error)
{
    writing *to = user;
    rl_sink *sink;
    to->code = open_output(to->job, to->format, frame, &sink);
    if (to->code == CODE_OK)
        to->code = output_close(sink, encode(to, rgb, sink, error), error);
    return to->code == CODE_OK ? RL_OK : RL_CANCELLED;
}

static rl_status take_part(void *user, int frame, const uint8_t *rgb, rl_error *error)
{
    writing *to = user;
    (void)frame;
    if (to->animation != NULL)
        return rl_animation_frame(to->animation, rgb, (size_t)to->job->width * 3, error);
    return encode(to, rgb, to->sink, error);
}

static rl_status run(animate *job, writing *to,
                     rl_status (*take)(void *user, int frame, const uint8_t *rgb, rl_error *error),
                     rl_error *error)
{
    const frames_work work = {.frames = job->frames,
                              .threads = request_threads(job->wanted),
                              .bytes = (size_t)job->width * (size_t)job->height * 3,
                              .draw = draw_frame,
                              .take = take,
                              .user = to};
    rl_status status = frames_run(&work, &job->bar, error);
    while (status == RL_OK && job->motion->go_on != NULL) {
        status = job->motion->go_on(job, error);
        if (status == RL_OK)
            status = frames_run(&work, &job->bar, error);
    }
    return status;
}

/* ---- outputs ------------------------------------------------------------ */

static int write_preview(const animate *job)
{
    char **names = calloc((size_t)job->frames, sizeof *names);
    int made = 0, code = CODE_OK;
    while (names != NULL && made < job->frames && (names[made] = name_of(job, made)) != NULL)
        made++;
    if (made == job->frames)
        code = animate_preview((const char *const *)names, made, fps_of(job->wanted),
                               job->wanted->no_clobber);
    else
        code = say_error(CODE_NO_MEMORY, "out of memory");
    for (int i = 0; i < made; i++)
        free(names[i]);
    free(names);
    return code;
}

/* Files of frames that were finished stay, as each is whole. */
static int write_files(animate *job, writing *to)
{
    rl_error error;
    rl_status status = run(job, to, take_file, &error);
    if (status == RL_OK && animate_own(job->wanted)->preview)
        return write_preview(job);
    if (status == RL_OK || to->code != CODE_OK)
        return to->code;
    return status == RL_CANCELLED ? CODE_IO : say_status(&error);
}

static rl_status start_animation(const animate *job, writing *to, rl_error *error)
{
    int fps = fps_of(job->wanted);
    rl_animation_options how = {.struct_size = sizeof how,
                                .width = job->width,
                                .height = job->height,
                                .frames = job->frames,
                                .delay_ms = (1000 + fps / 2) / fps,
                                .metadata = request_metadata(job->wanted),
                                .title = title_of(job)};
    rl_sink *recipe = NULL;
    size_t size;
    rl_status status = rl_sink_to_memory(&recipe, NULL, error);
    if (status == RL_OK)
        status = rl_scene_write(job->motion->scene(job), recipe, error);
    if (status == RL_OK)
        status = rl_sink_write(recipe, "", 1, error);
    if (status == RL_OK) {
        how.recipe = rl_sink_bytes(recipe, &size);
        status = rl_animation_new(&to->animation, &how, to->sink, NULL, error);
    }
    rl_sink_free(recipe);
    return status;
}

static int write_whole(animate *job, writing *to)
{
    rl_error error = {RL_OK, ""};
    rl_status status = RL_OK;
    int code = open_output(job, to->format, 0, &to->sink);
    if (code != CODE_OK)
        return code;
    if (to->format->picture == RL_FORMAT_PNG)
        status = start_animation(job, to, &error);
    if (status == RL_OK)
        status = run(job, to, take_part, &error);
    if (status == RL_OK && to->animation != NULL)
        status = rl_animation_finish(to->animation, &error);
    rl_animation_free(to->animation);
    return output_close(to->sink, status, &error);
}

/* ---- the command -------------------------------------------------------- */

static void choose_motion(animate *job)
{
    for (size_t i = 0; i < MOTION_COUNT; i++)
        if (motions[i]->is_wanted(job))
            job->motion = motions[i];
}

int animate_check_area(const animate *job)
{
    if ((int64_t)job->width * job->height > PIXELS_MAX)
        return say_error(CODE_USAGE, "-s %dx%d: a frame must be within 64 Mpx", job->width,
                         job->height);
    return CODE_OK;
}

static int check_options(animate *job)
{
    const options *wanted = job->wanted;
    int code = source_check_one(wanted);
    if (code != CODE_OK)
        return code;
    job->width = wanted->size.width > 0 ? wanted->size.width : WIDTH;
    job->height = wanted->size.width > 0 ? wanted->size.height : HEIGHT;
    job->frames = animate_own(wanted)->frames > 0 ? animate_own(wanted)->frames : FRAMES;
    return animate_check_area(job);
}

int animate_choose_seed(animate *job)
{
    rl_scene *scene = &job->source.scene;
    if (scene->has_seed)
        return CODE_OK;
    job->tell_seed = !job->wanted->quiet;
    scene->has_seed = 1;
    return seed_random(&scene->seed);
}

int animate_fault(const animate *job, rl_error *error)
{
    static rl_scene alone; /* too large for a small stack */
    rl_error found;
    alone = job->source.own;
    if (error->status == RL_CANCELLED)
        return CODE_IO;
    if (job->source.text != NULL && error->status == RL_BAD_ARGUMENT &&
        rl_scene_resolve(&alone, &found) != RL_OK && strcmp(found.text, error->text) == 0)
        source_place(&job->source, error);
    return say_status(error);
}

static int make_animation(animate *job, const output_format *format)
{
    writing to = {.job = job, .format = format};
    int code = job->motion->prepare(job);
    if (code == CODE_OK)
        code = is_numbered(job->wanted) ? write_files(job, &to) : write_whole(job, &to);
    if (code == CODE_OK && job->tell_seed)
        say_note("seed %" PRIu64, job->motion->scene(job)->seed);
    job->motion->release(job);
    return code;
}

static int check_format(const options *wanted, const output_format *format)
{
    if (animate_own(wanted)->preview && format->picture != RL_FORMAT_PNG)
        return say_error(CODE_USAGE, "--preview: browsers show no %s: needs frames in png",
                         format->name);
    return CODE_OK;
}

static int run_animate(const options *wanted)
{
    static animate job; /* too large for a small stack */
    const output_format *format = NULL;
    job.wanted = wanted;
    int code = animate_check_motion(wanted);
    if (code == CODE_OK)
        code = check_options(&job);
    if (code == CODE_OK)
        code = output_format_choose(&format, wanted->format, wanted->output, OUTPUT_ANIMATE);
    if (code == CODE_OK)
        code = check_format(wanted, format);
    if (code != CODE_OK)
        return code;
    progress_start(&job.bar, wanted->quiet);
    code = source_read(&job.source, wanted->operand_count == 1 ? wanted->operands[0] : NULL);
    if (code == CODE_OK) {
        choose_motion(&job);
        code = animate_check_options(&job);
    }
    if (code == CODE_OK)
        code = make_animation(&job, format);
    source_free(&job.source);
    return code;
}

static const char head[] =
    "Examples:\n"
    "  ridgeline animate --scroll -o scroll.png        a parallax loop, nobody's yet\n"
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
    .rows = animate_rows,
    .own_size = sizeof(animate_options),
    .takes = TAKES_FILE | TAKES_NO_CLOBBER | TAKES_SCENE | TAKES_SEED | TAKES_LAND | TAKES_COLOURS |
             TAKES_MAP | TAKES_METADATA | TAKES_TITLE,
    .run = run_animate,
};
