/* layers.c - the command `ridgeline layers`: a backdrop for side-scrollers.
 *
 * In: a scene and a folder.  Out: a PNG for each layer of it, all of which repeat after the
 * picture's width, and what engines and painters import: see backdrop.h.  Files appear when
 * the last of them is made, the list of the layers after all others.
 */
#include "cli/command.h"
#include "cli/common/from_map.h"
#include "cli/common/heights.h"
#include "cli/common/output.h"
#include "cli/common/preview.h"
#include "cli/common/request.h"
#include "cli/common/say.h"
#include "cli/common/seed.h"
#include "cli/layers/backdrop.h"
#include "cli/layers/shrink.h"
#include "cli/option_values.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 1920
#define HEIGHT 1080

/* What an engine can load at all, and what fits into memory. */
#define SIDE_MAX 16384
#define PIXELS_MAX ((int64_t)64 << 20)

/* The widest textures that old phones and old desktops take. */
#define SIDE_PHONE 4096
#define SIDE_DESKTOP 8192

#define PREVIEW_WIDTH 960
#define PREVIEW_HEIGHT 540
#define THUMBNAIL_SIDE 256

#define PARALLAX_MAX 10.0

/* ---- options ------------------------------------------------------------ */

/* A decimal number of `size` letters. */
static int read_factor(double *value, const char *text, size_t size)
{
    char digits[16], *end;
    if (size == 0 || size >= sizeof digits)
        return 0;
    memcpy(digits, text, size);
    digits[size] = '\0';
    if (strspn(digits, "0123456789.") != size || digits[0] == '.' || digits[size - 1] == '.')
        return 0;
    *value = strtod(digits, &end);
    return *end == '\0' && *value <= PARALLAX_MAX;
}

/* --parallax FAR..NEAR; the first dot after the number may be its own. */
static int read_parallax(double factor[2], const char *text)
{
    const char *dots = strstr(text, "..");
    if (dots != NULL && read_factor(&factor[0], text, (size_t)(dots - text)) &&
        read_factor(&factor[1], dots + 2, strlen(dots + 2)) && factor[0] <= factor[1])
        return CODE_OK;
    return say_error(CODE_USAGE, "--parallax %s: must be FAR..NEAR, 0 to %d, such as 0.1..0.8",
                     SHOW(text), (int)PARALLAX_MAX);
}

static int check_options(const options *wanted)
{
    double factor[2];
    int code = source_check_one(wanted);
    if (code != CODE_OK)
        return code;
    if (output_is_stdout(wanted->output) || wanted->output[0] == '\0')
        return say_error(CODE_USAGE, "layers: needs a folder for its files: add -o DIR");
    if (layers_own(wanted)->trim && layers_own(wanted)->pot)
        return say_error(CODE_USAGE, "--trim: cuts what --pot rounds up: choose one");
    return layers_own(wanted)->parallax != NULL
               ? read_parallax(factor, layers_own(wanted)->parallax)
               : CODE_OK;
}

/* ---- scene and size ----------------------------------------------------- */

/* What --set may not say of layers. */
static int check_settings(const options *wanted)
{
    static const fixed_key fixed[] = {{"world.kind", "layers are always a loop"},
                                      {"output.depth", "layers have 8 bits"},
                                      {"output.region", "layers are always whole"}};
    return request_check(wanted, fixed, sizeof fixed / sizeof *fixed);
}

/* Layers are a loop of 8 bits, whole. */
static int choose_scene(backdrop *job)
{
    rl_scene *scene = &job->source.scene;
    if (check_settings(job->wanted) != CODE_OK)
        return CODE_USAGE;
    if (scene->kind == 1)
        return say_error(CODE_USAGE, "%s: is a map: layers need a landscape",
                         SHOW(job->wanted->operands[0]));
    int code = from_map_apply(scene, job->wanted);
    if (code == CODE_OK)
        code = request_apply(scene, job->wanted);
    if (code != CODE_OK)
        return code;
    scene->world = RL_WORLD_LOOP;
    scene->depth = 8;
    if (scene->has_seed)
        return CODE_OK;
    job->tell_seed = !job->wanted->quiet;
    scene->has_seed = 1;
    return seed_random(&scene->seed);
}

static int power_above(int side)
{
    int power = 1;
    while (power < side)
        power *= 2;
    return power;
}

static int round_up(backdrop *job)
{
    int width = job->width, height = job->height;
    if ((job->zoom & (job->zoom - 1)) != 0)
        return say_error(CODE_USAGE, "--scale %d: must be a power of two beside --pot", job->zoom);
    job->width = power_above(width < RL_LOOP_STEP ? RL_LOOP_STEP : width);
    job->height = power_above(height);
    if ((job->width != width || job->height != height) && !job->wanted->quiet)
        say_note("--pot: %dx%d becomes %dx%d", width, height, job->width, job->height);
    return CODE_OK;
}

static int check_size(const backdrop *job)
{
    int64_t width = (int64_t)job->width * job->zoom, height = (int64_t)job->height * job->zoom;
    int64_t most = width > height ? width : height;
    if (most > SIDE_MAX || width * height > PIXELS_MAX)
        return say_error(CODE_USAGE,
                         "%s %" PRId64 "x%" PRId64 ": a layer must be within %d a side and 64 Mpx",
                         job->wanted->size.width > 0 ? "-s" : "size", width, height, SIDE_MAX);
    if (most > SIDE_PHONE && !job->wanted->quiet)
        say_note("%" PRId64 "x%" PRId64 ": many %s cannot load a texture above %d a side", width,
                 height, most > SIDE_DESKTOP ? "desktops" : "phones",
                 most > SIDE_DESKTOP ? SIDE_DESKTOP : SIDE_PHONE);
    return CODE_OK;
}

static int choose_size(backdrop *job)
{
    const geometry *size = &job->wanted->size;
    const rl_scene *scene = &job->source.scene;
    int is_recorded = scene->width > 0 && scene->height > 0;
    job->width = size->width > 0 ? size->width : is_recorded ? scene->width : WIDTH;
    job->height = size->width > 0 ? size->height : is_recorded ? scene->height : HEIGHT;
    job->zoom = scene->zoom > 0 ? scene->zoom : 1;
    int code = layers_own(job->wanted)->pot ? round_up(job) : CODE_OK;
    if (code == CODE_OK)
        code = check_size(job);
    job->small = job->thumbnail = (backdrop_size){job->width, job->height};
    shrink_fit(&job->small.width, &job->small.height, PREVIEW_WIDTH, PREVIEW_HEIGHT);
    shrink_fit(&job->thumbnail.width, &job->thumbnail.height, THUMBNAIL_SIDE, THUMBNAIL_SIDE);
    return code;
}

/* ---- the frame ---------------------------------------------------------- */

static int make_frame(backdrop *job)
{
    const rl_view view = {.struct_size = sizeof view,
                          .width = job->width,
                          .height = job->height,
                          .allocator = job->wanted->allocator,
                          .kernels = request_kernels(job->wanted),
                          .threads = request_threads(job->wanted),
                          .progress = progress_step,
                          .user = &job->bar};
    rl_error error = {RL_OK, ""};
    rl_status status = rl_frame_new(&job->frame, &job->source.scene, &view, &error);
    progress_end(&job->bar);
    if (status == RL_OK) {
        job->scene = rl_frame_scene(job->frame);
        return CODE_OK;
    }
    if (status == RL_CANCELLED) /* a signal speaks for itself */
        return CODE_IO;
    source_blame(&job->source, &job->source.scene, &view, &error);
    return say_status(&error);
}

static rl_status make_recipe(backdrop *job, rl_error *error)
{
    rl_status status = rl_sink_to_memory(&job->recipe, NULL, error);
    if (status == RL_OK)
        status = rl_scene_write(job->scene, job->recipe, error);
    return status == RL_OK ? rl_sink_write(job->recipe, "", 1, error) : status;
}

/* The library's factors rise from the first ridge to the last: --parallax spreads them
 * over another range, in the four decimals that all files carry. */
static void spread_parallax(backdrop *job, const double range[2])
{
    double far = job->layer[1].is.parallax;
    double near = job->layer[job->count - 1].is.parallax;
    for (int i = 1; i < job->count; i++) {
        double *factor = &job->layer[i].parallax[0];
        double share = near > far ? (*factor - far) / (near - far) : 0.0;
        double exact = range[0] + (range[1] - range[0]) * share;
        *factor = (double)(int)(exact * 1e4 + 0.5) / 1e4;
    }
}

/* The sky goes with the camera; up and down the land belongs to the player's world. */
static void set_parallax(backdrop *job)
{
    double range[2] = {0.0, 0.0};
    for (int i = 0; i < job->count; i++) {
        backdrop_layer *layer = &job->layer[i];
        layer->parallax[0] = layer->is.parallax;
        layer->parallax[1] = layer->is.kind == RL_LAYER_SKY ? 0.0 : 1.0;
    }
    if (layers_own(job->wanted)->parallax != NULL &&
        read_parallax(range, layers_own(job->wanted)->parallax) == CODE_OK)
        spread_parallax(job, range);
}

static void name_file(char file[40], rl_layer layer)
{
    snprintf(file, 40, "%s.png", layer.name);
}

static rl_status describe(backdrop *job, rl_error *error)
{
    rl_status status = make_recipe(job, error);
    job->count = rl_frame_layers(job->frame);
    job->colour_count = rl_frame_colours(job->frame, job->colours);
    for (int i = 0; i < job->count && status == RL_OK; i++) {
        backdrop_layer *layer = &job->layer[i];
        layer->is.struct_size = sizeof layer->is;
        status = rl_frame_layer(job->frame, i, &layer->is, error);
        name_file(layer->file, layer->is);
    }
    set_parallax(job);
    return status;
}

/* ---- files -------------------------------------------------------------- */

/* While the layers come in, OpenRaster takes them, too. */
typedef struct taking {
    backdrop *job;
    ora *ora;
} taking;

static rl_status take_layer(void *user, backdrop_layer *layer, rl_error *error)
{
    taking *to = user;
    char name[48];
    size_t size;
    rl_sink *sink;
    const void *bytes = rl_sink_bytes(layer->png, &size);
    snprintf(name, sizeof name, "data/%s", layer->file);
    rl_status status = folder_add(&to->job->folder, layer->file, &sink, error);
    if (status == RL_OK)
        status = rl_sink_write(sink, bytes, size, error);
    return status == RL_OK ? ora_add(to->ora, name, bytes, size, error) : status;
}

static rl_status paint(backdrop *job, rl_error *error)
{
    taking to = {job, NULL};
    rl_sink *sink;
    rl_status status = folder_add(&job->folder, "scene.ora", &sink, error);
    if (status == RL_OK)
        status = ora_new(&to.ora, sink, error);
    if (status == RL_OK)
        status = backdrop_paint(job, take_layer, &to, error);
    if (status == RL_OK)
        status = backdrop_ora_end(job, to.ora, error);
    ora_free(to.ora);
    return status;
}

static rl_status write_preview(const backdrop *job, rl_sink *sink, rl_error *error)
{
    preview_layer pages[BACKDROP_MAX];
    for (int i = 0; i < job->count; i++) {
        const backdrop_layer *layer = &job->layer[i];
        pages[i] = (preview_layer){.name = layer->is.name, .parallax = layer->parallax[0]};
        pages[i].png = rl_sink_bytes(layer->small, &pages[i].size);
    }
    return preview_layers(pages, job->count, job->small.width, job->small.height,
                          job->colour_count > 0, sink, error);
}

static rl_status write_ridges(const backdrop *job, rl_sink *sink, rl_error *error)
{
    return heights_csv(job->frame, sink, error);
}

static rl_status write_texts(backdrop *job, rl_error *error)
{
    static const struct {
        const char *name;
        rl_status (*write)(const backdrop *job, rl_sink *sink, rl_error *error);
    } files[] = {{"scene.tmx", backdrop_tmx},  {"scene.tscn", backdrop_tscn},
                 {"scene.svg", backdrop_svg},  {"preview.html", write_preview},
                 {"ridges.csv", write_ridges}, {"layers.json", backdrop_json}};
    rl_status status = RL_OK;
    for (size_t i = 0; i < sizeof files / sizeof *files && status == RL_OK; i++) {
        rl_sink *sink;
        status = folder_add(&job->folder, files[i].name, &sink, error);
        if (status == RL_OK)
            status = files[i].write(job, sink, error);
        if (status == RL_OK && stop_asked()) {
            *error = (rl_error){RL_CANCELLED, "stopped"};
            status = error->status;
        }
    }
    return status;
}

static int is_layer(const backdrop *job, const char *file)
{
    for (int i = 0; i < job->count; i++)
        if (strcmp(job->layer[i].file, file) == 0)
            return 1;
    return 0;
}

/* Layers of a set that was there before, which engines would import with this one. */
static void tell_others(const backdrop *job)
{
    char file[40] = "lake.png";
    for (int i = 0; i <= RL_MAX_RIDGES; i++) {
        if (i > 0)
            snprintf(file, sizeof file, "ridge-%d.png", i);
        if (!is_layer(job, file) && folder_has(&job->folder, file))
            say_note("%s/%s: is not of this set", SHOW(job->wanted->output), file);
    }
}

static int write_set(backdrop *job)
{
    rl_error error = {RL_OK, ""};
    int code = folder_open(&job->folder, job->wanted->output, "-o", job->wanted->no_clobber);
    if (code != CODE_OK)
        return code;
    rl_status status = describe(job, &error);
    if (status == RL_OK)
        status = paint(job, &error);
    if (status == RL_OK)
        status = write_texts(job, &error);
    if (status == RL_OK)
        status = folder_publish(&job->folder, &error);
    if (status == RL_OK && job->tell_seed)
        say_note("seed %" PRIu64, job->scene->seed);
    if (status == RL_OK && !job->wanted->quiet)
        tell_others(job);
    folder_close(&job->folder);
    backdrop_release(job);
    rl_sink_free(job->recipe);
    if (status == RL_CANCELLED) /* a signal speaks for itself */
        return CODE_IO;
    return status == RL_OK ? CODE_OK : say_status(&error);
}

/* ---- the command -------------------------------------------------------- */

static int run_layers(const options *wanted)
{
    int code = check_options(wanted);
    if (code != CODE_OK)
        return code;
    backdrop *job = calloc(1, sizeof *job);
    if (job == NULL)
        return say_error(CODE_NO_MEMORY, "out of memory");
    job->wanted = wanted;
    progress_start(&job->bar, wanted->quiet);
    code = source_read(&job->source, wanted->operand_count == 1 ? wanted->operands[0] : NULL);
    if (code == CODE_OK)
        code = choose_scene(job);
    if (code == CODE_OK)
        code = choose_size(job);
    if (code == CODE_OK)
        code = make_frame(job);
    if (code == CODE_OK)
        code = write_set(job);
    rl_frame_free(job->frame);
    source_free(&job->source);
    free(job);
    return code;
}

static const char head[] =
    "Examples:\n"
    "  ridgeline layers -o backdrop                    layers nobody has seen\n"
    "  ridgeline layers --seed 7 -s 2048x1024 --trim -o backdrop\n"
    "  ridgeline layers land.png --parallax 0.05..0.6 -o backdrop\n"
    "  ridgeline layers --pixel-art=24 -s 320x180 --scale 4 -o backdrop\n"
    "\n"
    "Usage:\n"
    "  ridgeline layers [SCENE|PICTURE] -o DIR [options]   a parallax backdrop\n"
    "\n"
    "A PNG with alpha for each layer, all of which repeat after their width; beside\n"
    "them layers.json, scene.tmx (Tiled), scene.tscn (Godot 4.3), scene.ora (Krita,\n"
    "GIMP), scene.svg (Inkscape), preview.html and ridges.csv (heights to walk on).\n";

#define FIELD(member) OWN(layers_options, member)

static const option_row rows[] = {
    {'s', "size", "WxH|NAME", read_size, 0, .help = "of the layers, the width a multiple of 64",
     .key = "output.size", .list = size_name},
    {0, "trim", NULL, read_switch, FIELD(trim), .help = "cut empty rows; layers.json has how many"},
    {0, "pot", NULL, read_switch, FIELD(pot), .help = "round the size up to powers of two"},
    {0, "parallax", "FAR..NEAR", read_text, FIELD(parallax),
     .help = "speeds of the first and the last ridge"},
    {0},
};

const struct command command_layers = {
    .name = "layers",
    .usage = "[SCENE|PICTURE] -o DIR",
    .line = "a parallax backdrop for games",
    .head = head,
    .rows = rows,
    .own_size = sizeof(layers_options),
    .takes = TAKES_FOLDER | TAKES_NO_CLOBBER | TAKES_SCENE | TAKES_SEED | TAKES_LAND |
             TAKES_COLOURS | TAKES_WORLD | TAKES_SCALE | TAKES_METADATA | TAKES_TITLE |
             TAKES_COMPRESS | TAKES_KERNELS,
    .run = run_layers,
};
