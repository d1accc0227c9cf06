/* layers.c - the command `ridgeline layers`: a backdrop for side-scrollers.
 *
 * In: a scene and a folder.  Out: a PNG for each layer of it, all of which repeat after the
 * picture's width, and the files of the exporters.  Files appear when the last of them is
 * made.
 */
#include "base/status.h"
#include "cli/command.h"
#include "cli/common/request.h"
#include "cli/common/say.h"
#include "cli/layers/exporter.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define WIDTH 1920
#define HEIGHT 1080

/* What an engine can load at all, and what fits into memory. */
#define SIDE_MAX 16384
#define PIXELS_MAX ((int64_t)64 << 20)

/* The widest textures that old phones and old desktops take. */
#define SIDE_PHONE 4096
#define SIDE_DESKTOP 8192

static const geometry preview_limit = {960, 540, 0, 0}, thumbnail_limit = {256, 256, 0, 0};

#define PARALLAX_MAX 10.0

/* ---- options ------------------------------------------------------------ */

/* Reads FAR..NEAR. */
static int read_parallax(options *opts, const option_row *row, const char *place, const char *value)
{
    double *factor = option_field(opts, row);
    layers_options *own = opts->own;
    char low[16];
    const char *dots = strstr(value, "..");
    if (dots != NULL && (size_t)(dots - value) < sizeof low) {
        snprintf(low, sizeof low, "%.*s", (int)(dots - value), value);
        own->has_parallax = dots[2] != '.' && options_real(&factor[0], low) &&
                            options_real(&factor[1], dots + 2) && factor[0] >= 0.0 &&
                            factor[0] <= factor[1] && factor[1] <= PARALLAX_MAX;
    }
    if (own->has_parallax)
        return CODE_OK;
    return say_error(CODE_USAGE, "%s %s: must be FAR..NEAR, 0 to %d, such as 0.1..0.8", place,
                     SHOW(value), (int)PARALLAX_MAX);
}

static int check_options(const options *opts)
{
    static const char *const endings[] = {".png", ".ppm", ".pam", ".jpg", ".svg", ".ora"};
    static const fixed_key fixed[] = {{"world.kind", "layers are always a loop"},
                                      {"output.depth", "layers have 8 bits"},
                                      {"output.region", "layers are always whole"}};
    const layers_options *own = opts->own;
    if (output_is_stdout(opts->output) || opts->output[0] == '\0')
        return say_error(CODE_USAGE, "layers: needs a folder for its files: add -o DIR");
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (path_has_ending(opts->output, endings[i]))
            return say_error(CODE_USAGE, "-o %s: must be a folder, not a %s file",
                             SHOW(opts->output), endings[i]);
    if (own->trim && own->pot)
        return say_error(CODE_USAGE, "--trim: cuts rows that --pot adds: choose one");
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

/* Chooses -s, the recorded size or the default, rounded up to what a loop, and with --pot a
 * texture, can be. */
static int choose_size(backdrop *set)
{
    const geometry *size = &set->job.opts->size;
    const rl_scene *scene = &set->job.source.scene;
    int is_recorded = scene->width > 0 && scene->height > 0, is_quiet = set->job.opts->quiet;
    int width = size->width > 0 ? size->width : is_recorded ? scene->width : WIDTH;
    int height = size->width > 0 ? size->height : is_recorded ? scene->height : HEIGHT;
    set->zoom = scene->zoom > 0 ? scene->zoom : 1;
    set->width = (width + 63) / 64 * 64;
    set->height = height;
    if (set->own->pot && (set->zoom & (set->zoom - 1)) != 0)
        return say_error(CODE_USAGE, "--scale %d: must be a power of two beside --pot", set->zoom);
    if (set->own->pot) {
        set->width = power_above(set->width);
        set->height = power_above(height);
    }
    if ((set->width != width || set->height != height) && !is_quiet)
        say_note("%s%dx%d becomes %dx%d%s", set->own->pot ? "--pot: " : "", width, height,
                 set->width, set->height,
                 set->own->pot ? "" : ": the width of a loop is a multiple of 64");
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
    return CODE_OK;
}

/* ---- layers ------------------------------------------------------------- */

/* Describes the layers.  The sky goes with the camera; up and down the land belongs to the
 * player's world.  The library's factors rise from the first ridge to the last: --parallax spreads
 * them over another range, in the four decimals that all files carry. */
static rl_status describe(backdrop *set, rl_error *error)
{
    const double *range = set->own->parallax;
    TRY(job_recipe(&set->recipe, set->scene, error));
    set->count = rl_frame_layers(set->frame);
    set->colour_count = rl_frame_colours(set->frame, set->colours);
    for (int i = 0; i < set->count; i++) {
        backdrop_layer *layer = &set->layer[i];
        layer->is.struct_size = sizeof layer->is;
        TRY(rl_frame_layer(set->frame, i, &layer->is, error));
        snprintf(layer->file, sizeof layer->file, "%s.png", layer->is.name);
        layer->parallax[0] = layer->is.parallax;
        layer->parallax[1] = layer->is.kind == RL_LAYER_SKY ? 0.0 : 1.0;
    }
    double low = set->layer[1].is.parallax, high = set->layer[set->count - 1].is.parallax;
    for (int i = 1; i < set->count && set->own->has_parallax; i++) {
        double *factor = &set->layer[i].parallax[0];
        double share = high > low ? (*factor - low) / (high - low) : 0.0;
        *factor = (int)((range[0] + (range[1] - range[0]) * share) * 1e4 + 0.5) / 1e4;
    }
    return RL_OK;
}

/* ---- files -------------------------------------------------------------- */

static rl_status write_files(backdrop *set, rl_error *error)
{
    TRY(describe(set, error));
    for (int i = 0; i < exporter_count; i++)
        if (exporters[i].layer != NULL)
            TRY(folder_add(&set->folder, exporters[i].file, &set->file[i], error));
    TRY(backdrop_paint(set, error));
    for (int i = 0; i < exporter_count; i++) {
        const exporter *row = &exporters[i];
        if (row->layer == NULL)
            TRY(folder_add(&set->folder, row->file, &set->file[i], error));
        TRY(row->write != NULL ? row->write(set, set->file[i], error)
                               : exporter_fill(set, row->file, row->language, set->file[i], error));
        if (stop_asked())
            return status_fail(error, RL_CANCELLED, "stopped");
    }
    return folder_publish(&set->folder, error);
}

/* Names layers of a set that was there before, which engines would import with this one. */
static void report_others(const backdrop *set)
{
    static const char *const names[] = {"lake.png", "motif.png", "motif-2.png"};
    char file[40];
    for (int i = 1 - (int)(sizeof names / sizeof *names); i <= RL_MAX_RIDGES; i++) {
        int is_own = 0;
        if (i > 0)
            snprintf(file, sizeof file, "ridge-%d.png", i);
        else
            snprintf(file, sizeof file, "%s", names[-i]);
        for (int k = 0; k < set->count; k++)
            is_own |= strcmp(set->layer[k].file, file) == 0;
        if (!is_own && folder_has(&set->folder, file))
            say_note("%s/%s: is not of this set", SHOW(set->job.opts->output), file);
    }
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
    if (status == RL_OK && set->job.bar.visible)
        say_note("%d layers in %s: preview.html shows them", set->count,
                 SHOW(set->job.opts->output));
    folder_close(&set->folder);
    for (int i = 0; i < set->count; i++)
        rl_sink_free(set->layer[i].png);
    arena_free(&set->memory);
    rl_sink_free(set->archive.list);
    rl_sink_free(set->recipe);
    return job_end(&set->job, status, &error);
}

/* ---- the command -------------------------------------------------------- */

/* Prepares the frame, a loop of 8 bits, and writes the set. */
static int make_set(backdrop *set, const options *opts)
{
    rl_scene *scene = &set->job.source.scene;
    rl_error error;
    STEP(job_open(&set->job, opts));
    STEP(request_apply(scene, opts));
    scene->world = RL_WORLD_LOOP;
    scene->depth = 8;
    STEP(job_seed(&set->job));
    STEP(choose_size(set));
    const rl_view view = job_view(&set->job, set->width, set->height);
    if (rl_frame_new(&set->frame, scene, &view, &error) != RL_OK)
        return job_fault(&set->job, scene, &view, &error);
    progress_end(&set->job.bar);
    set->scene = rl_frame_scene(set->frame);
    return write_set(set);
}

static int run_layers(const options *opts)
{
    static backdrop set; /* too large for a small stack */
    STEP(check_options(opts));
    set.own = opts->own;
    int code = make_set(&set, opts);
    rl_frame_free(set.frame);
    job_close(&set.job);
    return code;
}

#define FIELD(member) OWN(layers_options, member)

static const option_row rows[] = {
    {'s', "size", "WxH|NAME", read_size, 0,
     .help = "of the layers; the width becomes a multiple of 64", .key = "output.size",
     .list = size_name},
    {0, "trim", NULL, read_switch, FIELD(trim), .help = "cut empty rows; layers.json has how many"},
    {0, "pot", NULL, read_switch, FIELD(pot), .help = "round the size up to powers of two"},
    {0, "motif-layer", NULL, NULL, 0, .help = "the motif is a layer by itself, not part of a ridge",
     .key = "motif.layer"},
    {0, "parallax", "FAR..NEAR", read_parallax, FIELD(parallax),
     .help = "speeds of the first and the last ridge"},
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
