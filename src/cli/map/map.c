/* map.c - the command `ridgeline map`: top-down maps and heightmaps.
 *
 * In: a map's scene, heights to shape, or nothing but a seed.  Out: a picture, or
 * heights as data.  The options are other names of the scene's keys; the library
 * does the rest.
 */
#include "cli/command.h"
#include "cli/common/map_request.h"
#include "cli/common/output.h"
#include "cli/common/progress.h"
#include "cli/common/request.h"
#include "cli/common/say.h"
#include "cli/common/seed.h"
#include "cli/common/source.h"
#include "cli/help.h"
#include "cli/option_values.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define INPUT_LIMIT ((size_t)2 << 30)

/* Larger maps are streamed. */
#define WHOLE_SIDE_MAX 16385

/* What only this command is given. */
typedef struct map_options {
    const char *input, *view;
    int stats, flip_y, big_endian;
} map_options;

static const map_options *map_own(const options *opts)
{
    return opts->own;
}

extern const struct command command_map;

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
    const char *path = map_own(job->wanted)->input;
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
    return map_own(job->wanted)->input != NULL && chosen == RL_METADATA_FULL ? RL_METADATA_MINIMAL
                                                                             : chosen;
}

static rl_status write_heights(map_job *job, const rl_map *map, rl_sink *sink, rl_error *error)
{
    const options *wanted = job->wanted;
    rl_height_options how = {.struct_size = sizeof how,
                             .format = job->format->heights,
                             .flip_y = map_own(wanted)->flip_y,
                             .big_endian = map_own(wanted)->big_endian,
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
        request_name_option(wanted, &error);
    return output_close(sink, status, &error);
}

/* Passes count in shares, the bar in rows. */
static int show_pass(void *user, const char *what, double done)
{
    (void)what;
    return progress_step(user, (int)(done * 1000.0), 1000);
}

static rl_map_options options_of(map_job *job)
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
    if (request_name_option(job->wanted, error))
        return say_status(error);
    if (error->status == RL_BAD_ARGUMENT && is_of_file(job, error->text))
        source_place(&job->source, error);
    return say_status(error);
}

static int make_map(map_job *job)
{
    rl_map_options how = options_of(job);
    rl_map *map;
    rl_error error;
    rl_status status = rl_map_new(&map, &job->source.scene, &how, &error);
    job->input = NULL; /* it was the map's */
    progress_end(&job->bar);
    if (status != RL_OK)
        return say_fault(job, &error);
    int code =
        job->wanted->output != NULL || !map_own(job->wanted)->stats ? write_map(job, map) : CODE_OK;
    if (code == CODE_OK && map_own(job->wanted)->stats)
        code = print_statistics(job, map);
    if (code == CODE_OK && job->tell_seed)
        say_note("seed %" PRIu64, job->source.scene.seed);
    rl_map_free(map);
    return code;
}

static int stream_map(map_job *job)
{
    const options *wanted = job->wanted;
    rl_map_options how = options_of(job);
    rl_height_options what = {.struct_size = sizeof what,
                              .format = job->format->heights,
                              .big_endian = map_own(wanted)->big_endian,
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

/* Options of the command that read this map must be options of maps, too. */
static int check_foreign_options(const options *wanted)
{
    for (size_t i = 0; wanted->command != &command_map && wanted->rows[i] != NULL; i++) {
        const option_row *row = NULL;
        for (size_t k = 0; wanted->values[i] != NULL; k++) {
            row = command_row(&command_map, k);
            if (row == NULL)
                return say_error(CODE_USAGE,
                                 "%s: is for landscapes, and this is a map: see "
                                 "ridgeline map --help",
                                 option_place(wanted->rows[i]).text);
            if (strcmp(row->name, wanted->rows[i]->name) == 0)
                break;
        }
    }
    if (wanted->format != NULL &&
        (strcmp(wanted->format, "csv") == 0 || strcmp(wanted->format, "json") == 0))
        return say_error(CODE_USAGE,
                         "-f %s: is for landscapes: heights of maps are png16, pgm, "
                         "r16, pfm or asc",
                         wanted->format);
    return CODE_OK;
}

/* Heights that are read are not made. */
static int check_input(const options *wanted)
{
    static const char *const unfit[] = {"size",        "method",    "noise",   "spread",
                                        "persistence", "one-sided", "corners", "smooth"};
    for (size_t i = 0; i < sizeof unfit / sizeof *unfit; i++)
        if (option_value(wanted, unfit[i]) != NULL)
            return i == 0 ? say_error(CODE_USAGE,
                                      "-s: given beside --input, which has a size of its own")
                          : say_error(CODE_USAGE,
                                      "--%s: given beside --input, which has heights of its own",
                                      unfit[i]);
    return CODE_OK;
}

static int check_options(const options *wanted)
{
    int code = source_check_one(wanted);
    if (code != CODE_OK)
        return code;
    if (map_own(wanted)->input != NULL && check_input(wanted) != CODE_OK)
        return CODE_USAGE;
    return check_foreign_options(wanted);
}

/* What only means something for some formats must not be passed over in silence. */
static int check_format(const options *wanted, const output_format *format)
{
    int is_r16 = format->heights == RL_HEIGHTS_R16;
    if ((map_own(wanted)->flip_y || map_own(wanted)->big_endian) && !is_r16)
        return say_error(CODE_USAGE, "%s: is for r16 alone: add -f r16",
                         map_own(wanted)->flip_y ? "--flip-y" : "--big-endian");
    if (map_own(wanted)->input != NULL && format->heights < 0 && format->picture < 0)
        return say_error(CODE_USAGE, "-f scene: given beside --input, which no scene holds");
    return CODE_OK;
}

static int run_map(map_job *job)
{
    const rl_scene *scene = &job->source.scene;
    int is_large = scene->width > WHOLE_SIDE_MAX || scene->height > WHOLE_SIDE_MAX;
    if (is_large && job->format->heights >= 0 && scene->map.pass_count == 0 &&
        !map_own(job->wanted)->stats && job->input == NULL)
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
        code = map_request_apply(&job->source.scene, map_own(job->wanted)->view, job->wanted);
    if (code == CODE_OK)
        code = choose_seed(job);
    if (code == CODE_OK)
        code = run_map(job);
    rl_heights_free(job->input, job->wanted->allocator);
    return code;
}

/* For the scene of a map that another command has read, which has no options of maps. */
static int run_source(const options *wanted, const source *from)
{
    static map_job job; /* too large for a small stack */
    map_options none = {0};
    options own = *wanted;
    own.own = &none;
    job.source = *from;
    int code = start(&job, &own);
    return code == CODE_OK ? go_on(&job) : code;
}

static int run_map_command(const options *wanted)
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

static const char head[] =
    "Examples:\n"
    "  ridgeline map -o map.png                        an atlas plate nobody has seen\n"
    "  ridgeline map --seed 7 -s 1025 --frame -o map.png\n"
    "  ridgeline map -s unity-1025 --seed 7 -o height.r16     heights for an engine\n"
    "  ridgeline map --wrap -s 512 -f png16 -o tile.png       a seamless tile\n"
    "  ridgeline map --pass voronoi:points=20 --pass droplets -o eroded.png\n"
    "  ridgeline map --input dem.asc --tint desert -o dem.png\n"
    "  ridgeline map --view azimuth=-47,elevation=74 -o surface.png\n"
    "\n"
    "Usage:\n"
    "  ridgeline map [SCENE|PICTURE] [options]   a map from above, or its heights\n"
    "  ridgeline map --pass help                 the passes and their keys\n";

static int read_map_size(options *opts, const option_row *row, const char *place, const char *value)
{
    (void)row;
    return geometry_map_size(&opts->size, value, place);
}

#define FIELD(member) OWN(map_options, member)

static const option_row rows[] = {
    {'f', "format", "png|png16|pgm|r16|pfm|asc|ppm|pam|hash|null|scene", read_choice,
     COMMON(format), .help = "default: by FILE's ending, else png"},
    {'s', "size", "N|WxH|NAME", read_map_size, 0,
     .help = "samples; default 1025; unity-N, unreal-N", .key = "output.size", .list = size_name},
    {0, "input", "FILE", read_text, FIELD(input), .help = "shape these heights: PNG, PGM, .asc",
     .is_foreign = 1},
    {0, "view", "NAME|KEY=VALUE,...", read_text, FIELD(view),
     .help = "surface, its azimuth and elevation; cells; above", .key = "map.view"},
    {0, "frame", NULL, NULL, 0, .help = "a plate with margin and scale bar", .key = "map.frame"},
    {0, "stats", NULL, read_switch, FIELD(stats), .help = "print erosion score and slopes"},
    {0, "wrap", NULL, NULL, 0, .help = "a seamless tile of 2^n samples", .section = SECTION_MAP,
     .key = "map.wrap"},
    {0, "raw", NULL, NULL, 0, .help = "do not normalise the heights to 0..1",
     .section = SECTION_MAP, .key = "map.raw"},
    {0, "cell", "METRES", NULL, 0, .help = "from sample to sample", .section = SECTION_MAP,
     .key = "map.cell"},
    {0, "contours", "METRES", NULL, 0, .help = "between lines; 0 = none", .section = SECTION_MAP,
     .key = "map.contours"},
    {0, "rivers", "AMOUNT", NULL, 0, .help = "0..1; 0 = none", .section = SECTION_MAP,
     .key = "map.rivers"},
    {0, "flip-y", NULL, read_switch, FIELD(flip_y), .help = "r16: the bottom row first",
     .section = SECTION_FILE},
    {0, "big-endian", NULL, read_switch, FIELD(big_endian), .help = "r16: high byte first",
     .section = SECTION_FILE},
    {0},
};

const struct command command_map = {
    .name = "map",
    .usage = "[SCENE|PICTURE]",
    .line = "a map from above, or its heights",
    .head = head,
    .rows = rows,
    .own_size = sizeof(map_options),
    .is_of_maps = 1,
    .takes = TAKES_FILE | TAKES_NO_CLOBBER | TAKES_SCENE | TAKES_SEED | TAKES_MAP | TAKES_METADATA |
             TAKES_TITLE | TAKES_COMPRESS | TAKES_KERNELS,
    .run = run_map_command,
    .run_source = run_source,
};
