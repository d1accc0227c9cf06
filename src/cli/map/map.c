/* map.c - the command `ridgeline map`: top-down maps and heightmaps.
 *
 * In: a map's scene, heights to shape, or nothing but a seed.  Out: a picture, or
 * heights as data.  The options are other names of the scene's keys; the library
 * does the rest.
 */
#include "cli/commands.h"
#include "cli/help.h"
#include "cli/map/map_request.h"
#include "cli/common/output.h"
#include "cli/common/progress.h"
#include "cli/common/request.h"
#include "cli/common/say.h"
#include "cli/common/seed.h"
#include "cli/common/source.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define INPUT_LIMIT ((size_t)2 << 30)

/* Larger maps are streamed. */
#define WHOLE_SIDE_MAX 16385

typedef struct map_job {
    const options *wanted;
    source source;
    const output_format *format;
    float *input;
    int input_width, input_height;
    int tell_seed;
    progress bar;
} map_job;

/* ---- the scene ---------------------------------------------------------- */

static int read_input(map_job *job)
{
    const char *path = job->wanted->input;
    void *bytes;
    size_t size;
    rl_error error;
    if (path == NULL)
        return CODE_OK;
    if (rl_file_read(&bytes, &size, path, INPUT_LIMIT, NULL, &error) != RL_OK)
        return say_status(&error);
    rl_status status = rl_heights_read(&job->input, &job->input_width, &job->input_height, bytes,
                                       size, path, job->wanted->allocator, &error);
    rl_file_free(bytes, NULL);
    return status == RL_OK ? CODE_OK : say_status(&error);
}

static int choose_seed(map_job *job)
{
    rl_scene *scene = &job->source.scene;
    if (scene->has_seed || job->input != NULL)
        return CODE_OK;
    job->tell_seed = !job->wanted->quiet;
    scene->has_seed = 1;
    return seed_random(&scene->seed);
}

/* ---- output ------------------------------------------------------------- */

static int print_statistics(const map_job *job, const rl_map *map)
{
    char text[RL_SLOPE_BINS * 48 + 256];
    rl_map_statistics of;
    rl_map_measure(map, &of);
    int size =
        snprintf(text, sizeof text,
                 "erosion-score %.6f\nmin %.6f\nmax %.6f\nmean %.6f\nslope-mean %.6f\n"
                 "slope-deviation %.6f\n",
                 of.erosion_score, of.min, of.max, of.mean, of.slope_mean, of.slope_deviation);
    for (int i = 0; i < RL_SLOPE_BINS; i++)
        size += snprintf(text + size, sizeof text - (size_t)size, "slope %.6f %" PRIu64 "\n",
                         of.slope_bin * i, of.slopes[i]);
    /* They must not run into a picture on standard output. */
    if (job->wanted->output != NULL && output_is_stdout(job->wanted->output))
        say_escaped(text, (size_t)size);
    else
        out_write(text, (size_t)size);
    return CODE_OK;
}

/* A recipe without the heights that were shaped would make another map. */
static int metadata_of(const map_job *job)
{
    int chosen = request_metadata(job->wanted);
    return job->wanted->input != NULL && chosen == RL_METADATA_FULL ? RL_METADATA_MINIMAL : chosen;
}

static rl_status write_heights(map_job *job, const rl_map *map, rl_sink *sink, rl_error *error)
{
    const options *wanted = job->wanted;
    rl_height_options how = {.struct_size = sizeof how,
                             .format = job->format->heights,
                             .flip_y = wanted->flip_y,
                             .big_endian = wanted->big_endian,
                             .title = wanted->title,
                             .metadata = metadata_of(job)};
    return rl_map_write(map, &how, sink, error);
}

static rl_status write_picture(map_job *job, const rl_map *map, rl_sink *sink, rl_error *error)
{
    const options *wanted = job->wanted;
    rl_render_options how = {.struct_size = sizeof how,
                             .format = job->format->picture,
                             .threads = request_threads(wanted),
                             .compress = request_compress(wanted),
                             .title = wanted->title,
                             .progress = progress_step,
                             .user = &job->bar,
                             .metadata = metadata_of(job)};
    if (how.title == NULL && job->source.title[0] != '\0')
        how.title = job->source.title;
    return rl_map_render(map, &how, sink, error);
}

/* The library speaks of keys, the user of options; 1 when one was meant. */
static int name_option(const options *wanted, rl_error *error)
{
    const struct {
        const char *key, *option, *hint;
        int is_given;
    } names[] = {{"tint.name = ", "--tint", ": see ridgeline map --help", wanted->tint != NULL},
                 {"output.size = ", "-s", "", wanted->size.width > 0},
                 {"map.view = ", "--view", "", wanted->view != NULL}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t length = strlen(names[i].key);
        rl_error told = {error->status, ""};
        if (!names[i].is_given || strncmp(error->text, names[i].key, length) != 0)
            continue;
        snprintf(told.text, sizeof told.text, "%s %.320s%s", names[i].option, error->text + length,
                 strchr(error->text, '?') == NULL ? names[i].hint : "");
        *error = told;
        return 1;
    }
    return 0;
}

static int write_map(map_job *job, const rl_map *map)
{
    const options *wanted = job->wanted;
    rl_error error = {RL_OK, ""};
    rl_sink *sink;
    int code = output_open(&sink, wanted->output, job->format->binary, wanted->no_clobber);
    if (code != CODE_OK)
        return code;
    rl_status status = job->format->heights >= 0 ? write_heights(job, map, sink, &error)
                       : job->format->picture >= 0
                           ? write_picture(job, map, sink, &error)
                           : rl_scene_write(rl_map_scene(map), sink, &error);
    progress_end(&job->bar);
    if (status != RL_OK)
        name_option(wanted, &error);
    return output_close(sink, status, &error);
}

/* Passes count in shares, the bar in rows. */
static int show_pass(void *user, const char *what, double done)
{
    (void)what;
    return progress_step(user, (int)(done * 1000.0), 1000);
}

static rl_map_options map_options(map_job *job)
{
    rl_map_options how = {.struct_size = sizeof how,
                          .threads = request_threads(job->wanted),
                          .kernels = request_kernels(job->wanted),
                          .allocator = job->wanted->allocator,
                          .input = job->input,
                          .input_width = job->input_width,
                          .input_height = job->input_height,
                          .takes_input = 1,
                          .progress = show_pass,
                          .user = &job->bar};
    return how;
}

/* The key that a message begins with stands in the file, and no --set took its place. */
static int is_of_file(const map_job *job, const char *message)
{
    char key[64] = "";
    snprintf(key, sizeof key, "%.*s", (int)strcspn(message, " :"), message);
    return job->source.text != NULL && !request_sets(job->wanted, key) &&
           rl_scene_line(job->source.text, job->source.text_size, key) > 0;
}

/* A fault that the file has by itself is told with its line. */
static int say_fault(map_job *job, rl_error *error)
{
    if (error->status == RL_CANCELLED)
        return CODE_IO;
    if (name_option(job->wanted, error))
        return say_status(error);
    if (error->status == RL_BAD_ARGUMENT && is_of_file(job, error->text))
        source_place(&job->source, error);
    return say_status(error);
}

static int make_map(map_job *job)
{
    rl_map_options how = map_options(job);
    rl_map *map;
    rl_error error;
    rl_status status = rl_map_new(&map, &job->source.scene, &how, &error);
    job->input = NULL; /* it was the map's */
    progress_end(&job->bar);
    if (status != RL_OK)
        return say_fault(job, &error);
    int code = job->wanted->output != NULL || !job->wanted->stats ? write_map(job, map) : CODE_OK;
    if (code == CODE_OK && job->wanted->stats)
        code = print_statistics(job, map);
    if (code == CODE_OK && job->tell_seed)
        say_note("seed %" PRIu64, job->source.scene.seed);
    rl_map_free(map);
    return code;
}

static int stream_map(map_job *job)
{
    const options *wanted = job->wanted;
    rl_map_options how = map_options(job);
    rl_height_options what = {.struct_size = sizeof what,
                              .format = job->format->heights,
                              .big_endian = wanted->big_endian,
                              .title = wanted->title,
                              .metadata = metadata_of(job)};
    rl_error error = {RL_OK, ""};
    rl_sink *sink;
    int code = output_open(&sink, wanted->output, job->format->binary, wanted->no_clobber);
    if (code != CODE_OK)
        return code;
    rl_status status = rl_map_stream(&job->source.scene, &how, &what, sink, &error);
    progress_end(&job->bar);
    code = output_close(sink, status, &error);
    if (code == CODE_OK && job->tell_seed)
        say_note("seed %" PRIu64, job->source.scene.seed);
    return code;
}

/* ---- the command -------------------------------------------------------- */

static int wants_pass_help(const options *wanted)
{
    for (int i = 0; i < wanted->pass_count; i++)
        if (strcmp(wanted->passes[i], "help") == 0)
            return 1;
    return 0;
}

/* `ridgeline map.png` comes here with the options of render. */
static int check_render_options(const options *wanted)
{
    const struct {
        const char *option;
        int is_given;
    } unfit[] = {
        {"--seeds", wanted->has_seeds},       {"--region", wanted->region.width > 0},
        {"-m", wanted->mood != NULL},         {"-p", wanted->palette != NULL},
        {"--roles", wanted->roles != NULL},   {"--scheme", wanted->scheme != NULL},
        {"--style", wanted->style != NULL},   {"--calm", wanted->calm != NULL},
        {"--time", wanted->time != NULL},     {"--pixel-art", wanted->pixel_art != NULL},
        {"--scale", wanted->scale != NULL},   {"--depth", wanted->depth != NULL},
        {"--dither", wanted->dither != NULL},
    };
    for (size_t i = 0; i < sizeof unfit / sizeof *unfit; i++)
        if (unfit[i].is_given)
            return say_error(CODE_USAGE,
                             "%s: is for landscapes, and this is a map: see "
                             "ridgeline map --help",
                             unfit[i].option);
    if (wanted->format != NULL &&
        (strcmp(wanted->format, "csv") == 0 || strcmp(wanted->format, "json") == 0))
        return say_error(CODE_USAGE,
                         "-f %s: is for landscapes: heights of maps are png16, pgm, "
                         "r16, pfm or asc",
                         wanted->format);
    return CODE_OK;
}

/* Heights that are there are not made. */
static int check_input(const options *wanted)
{
    const struct {
        const char *option;
        int is_given;
    } unfit[] = {
        {"--method", wanted->method != NULL}, {"--noise", wanted->noise != NULL},
        {"--spread", wanted->spread != NULL}, {"--persistence", wanted->persistence != NULL},
        {"--one-sided", wanted->one_sided},   {"--corners", wanted->corners != NULL},
        {"--smooth", wanted->smooth},
    };
    for (size_t i = 0; i < sizeof unfit / sizeof *unfit; i++)
        if (unfit[i].is_given)
            return say_error(CODE_USAGE, "%s: given beside --input, which has heights of its own",
                             unfit[i].option);
    return CODE_OK;
}

static int check_options(const options *wanted)
{
    int code = source_check_one(wanted);
    if (code != CODE_OK)
        return code;
    if (wanted->input != NULL && wanted->size.width > 0)
        return say_error(CODE_USAGE, "-s: given beside --input, which has a size of its own");
    if (wanted->input != NULL && check_input(wanted) != CODE_OK)
        return CODE_USAGE;
    return check_render_options(wanted);
}

/* What only means something for some formats must not be passed over in silence. */
static int check_format(const options *wanted, const output_format *format)
{
    int is_r16 = format->heights == RL_HEIGHTS_R16;
    if ((wanted->flip_y || wanted->big_endian) && !is_r16)
        return say_error(CODE_USAGE, "%s: is for r16 alone: add -f r16",
                         wanted->flip_y ? "--flip-y" : "--big-endian");
    if (wanted->input != NULL && format->heights < 0 && format->picture < 0)
        return say_error(CODE_USAGE, "-f scene: given beside --input, which no scene holds");
    return CODE_OK;
}

static int run_map(map_job *job)
{
    const rl_scene *scene = &job->source.scene;
    int is_large = scene->width > WHOLE_SIDE_MAX || scene->height > WHOLE_SIDE_MAX;
    if (is_large && job->format->heights >= 0 && scene->map.pass_count == 0 &&
        !job->wanted->stats && job->input == NULL)
        return stream_map(job);
    return make_map(job);
}

static int start(map_job *job, const options *wanted)
{
    job->wanted = wanted;
    int code = check_options(wanted);
    if (code == CODE_OK)
        code = output_format_choose(&job->format, wanted->format, wanted->output, OUTPUT_MAP);
    if (code == CODE_OK)
        code = check_format(wanted, job->format);
    progress_start(&job->bar, wanted->quiet);
    return code;
}

/* All that follows once the source was read. */
static int go_on(map_job *job)
{
    int code = read_input(job);
    if (code == CODE_OK)
        code = map_request_apply(&job->source.scene, job->wanted);
    if (code == CODE_OK)
        code = choose_seed(job);
    if (code == CODE_OK)
        code = run_map(job);
    rl_heights_free(job->input, job->wanted->allocator);
    return code;
}

int command_map_of(const options *wanted, const source *from)
{
    static map_job job; /* too large for a small stack */
    job.source = *from;
    int code = start(&job, wanted);
    return code == CODE_OK ? go_on(&job) : code;
}

int command_map(const options *wanted)
{
    static map_job job; /* too large for a small stack */
    if (wants_pass_help(wanted))
        return help_passes();
    int code = start(&job, wanted);
    if (code != CODE_OK)
        return code;
    code = source_read(&job.source, wanted->operand_count == 1 ? wanted->operands[0] : NULL);
    if (code == CODE_OK && job.source.scene.kind == 0)
        code = say_error(CODE_USAGE, "%s: is a landscape: map needs the scene or picture of a map",
                         SHOW(wanted->operands[0]));
    if (code == CODE_OK)
        code = go_on(&job);
    source_free(&job.source);
    return code;
}
