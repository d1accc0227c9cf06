/* layers.c - the command `ridgeline layers`: a backdrop for side-scrollers.
 *
 * In: a scene and a folder.  Out: a PNG for each layer of it, all of which repeat after the
 * picture's width, and the files of the exporters.  Files appear when the last of them is
 * made.
 */
#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"
#include "cli/command.h"
#include "cli/common/request.h"
#include "cli/common/say.h"
#include "cli/layers/exporter.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define WIDTH 1920
#define HEIGHT 1080

/* Longest side that engines load, pixels, and most pixels of a layer, for which memory suffices. */
#define SIDE_MAX 16384
#define PIXELS_MAX ((int64_t)64 << 20)
#define HOURS_PIXELS ((int64_t)256 << 20) /* pixels of a layer at all hours together: 1 GiB */

/* Longest side of a texture on old phones and on old desktops, pixels. */
#define SIDE_PHONE 4096
#define SIDE_DESKTOP 8192

static const geometry preview_limit = {960, 540, 0, 0}, thumbnail_limit = {256, 256, 0, 0},
                      play_limit = {3840, 720, 0, 0};

/* Hours of play.html where no light is asked for: dawn, noon, dusk and night. */
static const int play_hours[] = {6 * 60 + 30, 12 * 60, 18 * 60, 22 * 60};

#define PARALLAX_MAX 10.0

/* ---- options ------------------------------------------------------------ */

/* Reads FAR..NEAR of --parallax and --vertical.  Returns an exit code. */
static int read_parallax(options *opts, const option_row *row, const char *place, const char *value)
{
    factor_range *range = option_field(opts, row);
    char low[16];
    const char *dots = strstr(value, "..");
    if (dots != NULL && (size_t)(dots - value) < sizeof low) {
        snprintf(low, sizeof low, "%.*s", (int)(dots - value), value);
        range->is_given = dots[2] != '.' && options_real(&range->far, low) &&
                          options_real(&range->near, dots + 2) && range->far >= 0.0 &&
                          range->far <= range->near && range->near <= PARALLAX_MAX;
    }
    if (range->is_given)
        return CODE_OK;
    return say_error(CODE_USAGE, "%s %s: must be FAR..NEAR, 0 to %d, such as 0.1..0.8", place,
                     SHOW(value), (int)PARALLAX_MAX);
}

/* Returns engine `index` of the table without repetitions, or NULL past the last. */
static const char *engine_name(size_t index)
{
    for (int i = 0; i < exporter_count; i++) {
        const char *name = exporters[i].engine;
        if (name == NULL || (i > 0 && exporters[i - 1].engine != NULL &&
                             strcmp(exporters[i - 1].engine, name) == 0))
            continue;
        if (index-- == 0)
            return name;
    }
    return NULL;
}

/* Returns the file that is always written for an engine; NULL = none. */
static const char *always_written(const char *engine)
{
    for (int i = 0; i < exporter_count; i++)
        if (exporters[i].always_for != NULL && list_has(exporters[i].always_for, engine))
            return exporters[i].file;
    return NULL;
}

static int read_engines(options *opts, const option_row *row, const char *place, const char *value)
{
    layers_options *own = opts->own;
    char item[24], name[40];
    (void)row;
    for (const char *list = value; list != NULL;) {
        list = list_item(item, sizeof item, list);
        snprintf(name, sizeof name, "%s ", place);
        if (always_written(item) == NULL && name_index(engine_name, item) < 0)
            return say_no_such(name, item, "engine", engine_name);
    }
    own->engines = value;
    return CODE_OK;
}

/* Adds what play.html needs: a ground, and a day unless the light is asked for. */
static void complete_play(const options *opts)
{
    layers_options *own = opts->own;
    int has_light = opts->mood != NULL || option_value(opts, "time") != NULL;
    if (own->engines == NULL || !list_has(own->engines, "play"))
        return;
    own->ground = 1;
    if (own->hour_count > 0 || has_light || own->blend || own->sun_layer)
        return;
    own->hour_count = sizeof play_hours / sizeof *play_hours;
    memcpy(own->hour, play_hours, sizeof play_hours);
}

static int check_options(const options *opts)
{
    static const fixed_key fixed[] = {{"extent.kind", "layers are always a loop"},
                                      {"output.depth", "layers have 8 bits"},
                                      {"output.region", "layers are always whole"}};
    const layers_options *own = opts->own;
    if (output_is_stdout(opts->output) || opts->output[0] == '\0')
        return say_error(CODE_USAGE, "layers: needs a folder for its files: add -o DIR");
    if (output_is_picture(opts->output) || path_has_ending(opts->output, ".svg") ||
        path_has_ending(opts->output, ".ora"))
        return say_error(CODE_USAGE, "-o %s: must be a folder, not a %s file", SHOW(opts->output),
                         path_ending(opts->output));
    if (own->hour_count > 0 && own->blend)
        return say_error(CODE_USAGE, "--blend srgb: conflicts with --hours, which has one alpha "
                                     "for all hours: remove one of them");
    return request_check(opts, fixed, sizeof fixed / sizeof *fixed);
}

/* ---- size --------------------------------------------------------------- */

static int power_above(int side)
{
    int power = 1;
    while (power < side)
        power *= 2;
    return power;
}

/* Chooses the size: -s, else the scene's, else the default; with --pot rounded up to powers of two.
 * Returns an exit code. */
static int choose_size(backdrop *set)
{
    const geometry *size = &set->job.opts->size;
    const geometry recorded = scene_size(set->job.source.scene);
    int is_recorded = recorded.width > 0, is_quiet = set->job.opts->quiet;
    int width = size->width > 0 ? size->width : is_recorded ? recorded.width : WIDTH;
    int height = size->width > 0 ? size->height : is_recorded ? recorded.height : HEIGHT;
    int zoom = scene_integer(set->job.source.scene, "output.zoom");
    set->zoom = zoom > 0 ? zoom : 1;
    set->width = width;
    set->height = height;
    if (set->own->pot && (set->zoom & (set->zoom - 1)) != 0)
        return say_error(CODE_USAGE, "--scale %d: must be a power of two with --pot", set->zoom);
    if (set->own->pot) {
        set->width = power_above(width);
        set->height = power_above(height);
    }
    if ((set->width != width || set->height != height) && !is_quiet)
        say_note("--pot: %dx%d becomes %dx%d", width, height, set->width, set->height);
    int64_t across = (int64_t)set->width * set->zoom, down = (int64_t)set->height * set->zoom;
    int64_t most = across > down ? across : down;
    if (most > SIDE_MAX || across * down > PIXELS_MAX)
        return say_error(CODE_USAGE,
                         "%s %" PRId64 "x%" PRId64 ": a layer must be within %d a side and 64 Mpx",
                         size->width > 0 ? "-s" : "size", across, down, SIDE_MAX);
    if (most > SIDE_PHONE && !is_quiet)
        say_note("%" PRId64 "x%" PRId64 ": many %s cannot load a texture above %d a side", across,
                 down, most > SIDE_DESKTOP ? "desktops" : "phones",
                 most > SIDE_DESKTOP ? SIDE_DESKTOP : SIDE_PHONE);
    set->small = backdrop_fit((geometry){set->width, set->height, 0, 0}, preview_limit);
    set->thumbnail = backdrop_fit((geometry){set->width, set->height, 0, 0}, thumbnail_limit);
    set->play = backdrop_fit((geometry){set->width, set->height, 0, 0}, play_limit);
    return CODE_OK;
}

/* Refuses more hours than FOLDER_FILES and HOURS_PIXELS allow.  Returns an exit code. */
static int check_hours(const backdrop *set)
{
    int layers = rl_frame_layers(set->hour[0].frame), hours = set->own->hour_count;
    int64_t pixels = (int64_t)set->width * set->height;
    int most = (FOLDER_FILES - EXPORTERS_MAX) / (layers + 1) - (PICTURES_MAX - HOURS_MAX);
    most = HOURS_PIXELS / pixels < most ? (int)(HOURS_PIXELS / pixels) : most;
    if (hours <= most)
        return CODE_OK;
    return say_error(CODE_USAGE, "--hours %d: %d layers of %dx%d: must be at most %d hours", hours,
                     layers, set->width, set->height, most);
}

/* ---- layers ------------------------------------------------------------- */

/* Index of the layer of --sun-layer, directly in front of the sky, and its parallax as a fraction
 * of the next layer's. */
#define SUN 1
#define SUN_SHARE 0.2

/* Maps the library's parallax factors, from the first ridge to the last, to `range`; axis 0 is
 * horizontal, 1 vertical.  Factors have four decimals, so that all files hold the same number. */
static void spread(backdrop *set, int axis, const factor_range *range)
{
    int first = set->bare != NULL ? SUN + 1 : 1;
    double low = set->layer[first].is.parallax, high = set->layer[set->count - 1].is.parallax;
    for (int i = first; i < set->count; i++) {
        backdrop_layer *layer = &set->layer[i];
        double share = high > low ? (layer->is.parallax - low) / (high - low) : 0.0;
        layer->parallax[axis] =
            (int)((range->far + (range->near - range->far) * share) * 1e4 + 0.5) / 1e4;
    }
}

/* Describes the layers.  Without --vertical they follow the camera up and down: land ends at the
 * picture's lower edge, and a camera that moved down would show a gap below it. */
static rl_status describe(backdrop *set, rl_error *error)
{
    for (int i = 0; i < set->hour_count; i++)
        TRY(job_recipe(&set->hour[i].recipe, rl_frame_scene(set->hour[i].frame), error));
    int sun = set->bare != NULL ? SUN : 0;
    set->count = rl_frame_layers(set->frame) + (sun > 0);
    for (int i = 0; i < set->count; i++) {
        backdrop_layer *layer = &set->layer[i];
        layer->is.struct_size = sizeof layer->is;
        layer->is_sun = sun > 0 && i == sun;
        layer->source = sun > 0 && i > sun ? i - 1 : i;
        if (layer->is_sun)
            sun_describe(set, &layer->is);
        else
            TRY(rl_frame_layer(set->frame, layer->source, &layer->is, error));
        snprintf(layer->file, sizeof layer->file, "%s%s.png", layer->is.name, set->hour[0].suffix);
        layer->parallax[0] = layer->is.parallax;
    }
    if (set->own->parallax.is_given)
        spread(set, 0, &set->own->parallax);
    if (set->own->vertical.is_given)
        spread(set, 1, &set->own->vertical);
    if (set->own->ground)
        TRY(ground_find(set, error));
    for (int axis = 0; axis < 2 && sun > 0; axis++)
        set->layer[sun].parallax[axis] =
            exact_round(SUN_SHARE * set->layer[sun + 1].parallax[axis] * 1e4) / 1e4;
    return RL_OK;
}

/* ---- files -------------------------------------------------------------- */

static rl_status write_files(backdrop *set, rl_error *error)
{
    TRY(describe(set, error));
    for (int i = 0; i < exporter_count; i++)
        if (exporters[i].layer != NULL && exporter_applies(set, &exporters[i]))
            TRY(folder_add(&set->folder, exporters[i].file, &set->file[i], error));
    TRY(backdrop_paint(set, error));
    for (int i = 0; i < exporter_count; i++) {
        const exporter *row = &exporters[i];
        const char *slash = strrchr(row->file, '/');
        if (!exporter_applies(set, row) || row->picture != NULL)
            continue;
        if (row->layer == NULL)
            TRY(folder_add(&set->folder, row->file, &set->file[i], error));
        TRY(row->write != NULL ? row->write(set, set->file[i], error)
                               : exporter_fill(set, slash != NULL ? slash + 1 : row->file,
                                               row->language, set->file[i], error));
        if (stop_asked())
            return status_fail(error, RL_CANCELLED, "stopped");
    }
    return folder_publish(&set->folder, error);
}

/* Prints which files need no --for, and the files of layers that are left from an earlier set:
 * engines would import them, too. */
static void report_others(const backdrop *set)
{
    static const char *const names[] = {"sun.png", "moon.png", "lake.png", "motif.png",
                                        "motif-2.png"};
    char file[40], item[24];
    for (const char *list = set->own->engines; list != NULL;) {
        list = list_item(item, sizeof item, list);
        if (always_written(item) != NULL)
            say_note("--for %s: %s is always written", item, always_written(item));
    }
    for (int i = 1 - (int)(sizeof names / sizeof *names); i <= RL_MAX_RIDGES; i++) {
        int is_own = 0;
        if (i > 0)
            snprintf(file, sizeof file, "ridge-%d.png", i);
        else
            snprintf(file, sizeof file, "%s", names[-i]);
        for (int k = 0; k < set->count; k++)
            is_own |= strcmp(set->layer[k].file, file) == 0;
        if (!is_own && folder_has(&set->folder, file))
            say_note("%s/%s: is left from an earlier set", SHOW(set->job.opts->output), file);
    }
}

/* Says on a terminal what was made and which files to open. */
static void report_made(const backdrop *set)
{
    char things[40] = "layers", next[700];
    if (set->own->hour_count > 0)
        snprintf(things, sizeof things, "layers at %d hours", set->hour_count);
    snprintf(next, sizeof next, "%s/preview.html, scene.tmx (Tiled), %s (Godot)",
             SHOW(set->job.opts->output), set->own->hour_count > 0 ? "day.tscn" : "scene.tscn");
    for (int i = 0; i < exporter_count; i++)
        if (exporters[i].engine != NULL && exporter_applies(set, &exporters[i])) {
            size_t used = strlen(next);
            snprintf(next + used, sizeof next - used, ", %s (%s)", exporters[i].file,
                     exporters[i].use);
        }
    job_print_made(&set->job, &(job_result){.path = set->job.opts->output,
                                            .count = set->count,
                                            .things = things,
                                            .width = set->width,
                                            .height = set->height,
                                            .scene = set->scene,
                                            .next = next});
    if (!set->has_summit && !set->job.opts->quiet && isatty(STDERR_FILENO))
        say_note("layers: the land repeats and has another summit than the picture of the seed");
}

static int write_set(backdrop *set)
{
    rl_error error = {RL_OK, ""};
    STEP(folder_open(&set->folder, set->job.opts->output, "-o", set->job.opts->no_clobber));
    rl_status status = write_files(set, &error);
    if (status == RL_OK)
        job_print_seed(&set->job);
    if (status == RL_OK && !set->job.opts->quiet)
        report_others(set);
    if (status == RL_OK)
        report_made(set);
    folder_close(&set->folder);
    for (int i = 0; i < set->count; i++) {
        memory_free(NULL, set->layer[i].pixels);
        memory_free(NULL, set->layer[i].play);
        for (int k = 0; k < PICTURES_MAX; k++)
            rl_sink_free(set->layer[i].png[k]);
    }
    for (int i = 0; i < set->hour_count; i++)
        rl_sink_free(set->hour[i].recipe);
    arena_free(&set->memory);
    rl_sink_free(set->archive.list);
    return job_end(&set->job, status, &error);
}

/* ---- the command -------------------------------------------------------- */

/* Prepares the frames, a loop of 8 bits, and writes the set.  Returns an exit code. */
static int make_set(backdrop *set, const options *opts)
{
    rl_error error;
    STEP(job_open(&set->job, opts));
    rl_scene *scene = set->job.source.scene;
    if (set->own->hour_count > 0)
        rl_scene_unset_light(scene, set->job.source.is_picture);
    STEP(request_apply(scene, opts));
    if (set->own->hour_count > 0 && !request_sets(opts, "sun.x")) {
        if (rl_scene_number(scene, "land.x") == RL_AUTO)
            scene_put_number(scene, "land.x", rl_scene_number(scene, "sun.x"));
        scene_put(scene, "sun.x", "auto");
    }
    if (set->own->sun_layer && rl_scene_number(scene, "sun.place") == RL_AUTO)
        scene_put(scene, "sun.place", "sky"); /* a layer of its own is a whole disc */
    if (set->own->hour_count > 0 && !request_sets(opts, "sun.radius"))
        scene_put(scene, "sun.radius", "0"); /* a fade from hour to hour would show two discs */
    scene_put(scene, "extent.kind", "loop");
    scene_put(scene, "output.depth", "8");
    STEP(job_seed(&set->job));
    STEP(choose_size(set));
    if (set->own->hour_count > 0)
        scene_put_time(scene, set->own->hour[0] % (24 * 60));
    if ((set->own->ground && ground_add(set, &error) != RL_OK) ||
        hours_add(set, set->job.source.scene, set->own->hour_count > 0 ? set->own->hour[0] : -1,
                  &error) != RL_OK) {
        const rl_view view = job_view(&set->job, set->width, set->height);
        return job_fault(&set->job, set->job.source.scene, &view, &error);
    }
    set->frame = set->hour[0].frame;
    set->scene = rl_frame_scene(set->frame);
    STEP(check_hours(set));
    rl_status status = summit_compare(set, &error);
    if (status == RL_OK)
        status = hours_prepare(set, &error);
    if (status == RL_OK)
        status = maps_prepare(set, &error);
    if (status == RL_OK)
        status = sun_prepare(set, &error);
    progress_end(&set->job.bar);
    return status == RL_OK ? write_set(set) : job_end(&set->job, status, &error);
}

static int run_layers(const options *opts)
{
    static backdrop set; /* too large for a small stack */
    complete_play(opts);
    STEP(check_options(opts));
    set.own = opts->own;
    int code = make_set(&set, opts);
    for (int i = 0; i < set.hour_count; i++)
        rl_frame_free(set.hour[i].frame);
    for (int i = 0; i < set.lit_count; i++)
        rl_frame_free(set.lit[i]);
    rl_frame_free(set.bare);
    job_close(&set.job);
    return code;
}

#define FIELD(member) OWN(layers_options, member)

static const option_row rows[] = {
    {'s', "size", "WxH|NAME", read_size, 0, .help = "set the size of the layers; default 1920x1080",
     .key = "output.size", .list = size_name},
    {0, "trim", NULL, read_switch, FIELD(trim), .help = "cut empty rows above and below each layer",
     .excludes = "pot"},
    {0, "pot", NULL, read_switch, FIELD(pot), .help = "round the size up to powers of two"},
    {0, "motif-layer", NULL, NULL, 0, .help = "make the motif a layer of its own",
     .key = "motif.layer"},
    {0, "sun-layer", NULL, read_switch, FIELD(sun_layer),
     .help = "make the sun or moon a layer of its own"},
    {0, "parallax", "FAR..NEAR", read_parallax, FIELD(parallax),
     .help = "set far and near speeds; default 0.1..0.8"},
    {0, "vertical", "FAR..NEAR", read_parallax, FIELD(vertical),
     .help = "set vertical speeds of the ridges; default 0"},
    {0, "ground", NULL, read_switch, FIELD(ground),
     .help = "add a ridge to walk on, with its line for physics"},
    {0, "blend", "linear|srgb", read_choice, FIELD(blend),
     .help = "fit alpha to the engine's blending; default linear"},
    {0, "hours", "N|LIST", read_hours, 0,
     .help = "make the layers at N hours, or at 06:30,12:00 ...",
     .excludes = "time mood sun-layer"},
    {0, "maps", "NAME,...", read_maps, 0, .help = "add maps for lights: normal, depth, emissive",
     .list = map_name},
    {0, "for", "NAME,...", read_engines, FIELD(engines),
     .help = "add files for more engines and desktops", .list = engine_name},
    {0},
};

const struct command command_layers = {
    .name = "layers",
    .usage = "[SCENE|PICTURE] -o DIR",
    .line = "a parallax backdrop for games",
    .operands = rl_scene_builtin_name,
    .rows = rows,
    .own_size = sizeof(layers_options),
    .takes = TAKES_FOLDER | TAKES_NO_CLOBBER | TAKES_SCENE | TAKES_SEED | TAKES_LAND |
             TAKES_WEATHER | TAKES_COLOURS | TAKES_WORLD | TAKES_SCALE | TAKES_METADATA |
             TAKES_TITLE | TAKES_COMPRESS | TAKES_KERNELS,
    .run = run_layers,
};
