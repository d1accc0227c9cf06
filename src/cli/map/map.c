/* map.c - the command `ridgeline map`: maps from above, and heightmaps.
 *
 * In: a map's scene, heights to shape, or a seed alone.  Out: a picture, or heights as data.
 */
#include "cli/command.h"
#include "cli/common/dem.h"
#include "cli/common/job.h"
#include "cli/common/output.h"
#include "cli/common/request.h"
#include "cli/common/say.h"
#include "cli/map/points.h"
#include "cli/map/tiles.h"
#include "cli/map/trace.h"
#include "ridgeline-map.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define NAMES_LIMIT ((size_t)1 << 20)

/* Samples along a side above which a map is streamed. */
#define WHOLE_SIDE_MAX 16385

#define PERCENT 100.0     /* per unit of slope */
#define PICTURE_MOST 8192 /* pixels along a side of the surface's picture */

/* Options of this command only. */
typedef struct map_options {
    const char *input, *view, *trace, *names;
    geometry picture;
    tile_counts tiles;
    tile_place tile;
    int side_mm; /* longer side of an STL, millimetres; 0 = default */
    int stats, flip_y, big_endian;
} map_options;

typedef struct map_job {
    struct job job;
    const map_options *own;
    output_format format;
    rl_dem dem;
    rl_map_points points[RL_MAX_PASSES];
    int has_points;
    int width, height; /* samples of the map that was made */
} map_job;

extern const struct command command_map;

static rl_map_options library_options(map_job *self)
{
    return (rl_map_options){.struct_size = sizeof(rl_map_options),
                            .threads = request_threads(self->job.opts),
                            .kernels = self->job.opts->kernels,
                            .allocator = self->job.opts->allocator,
                            .dem = self->dem.heights != NULL ? &self->dem : NULL,
                            .points = self->has_points ? self->points : NULL,
                            .progress = progress_pass,
                            .user = &self->job.bar};
}

/* ---- output ------------------------------------------------------------- */

static void print_statistics(const map_job *self, const rl_map *map)
{
    char text[RL_SLOPE_BINS * 48 + 512];
    rl_map_statistics s;
    rl_map_measure(map, &s);
    int size = snprintf(text, sizeof text,
                        "erosion-score %.6f\nmin %.6f\nmax %.6f\nmean %.6f\nslope-mean %.6f\n"
                        "slope-deviation %.6f\n",
                        s.erosion_score, s.min, s.max, s.mean, s.slope_mean, s.slope_deviation);
    for (int i = 0; i < RL_SLOPE_BINS; i++)
        size += snprintf(text + size, sizeof text - (size_t)size, "slope %.6f %" PRIu64 "\n",
                         s.slope_bin * i, s.slopes[i]);
    rl_dem dem;
    double base, relief;
    rl_map_dem(map, &dem, &base, &relief);
    if (dem.is_metres)
        size += snprintf(text + size, sizeof text - (size_t)size,
                         "metres-min %.6f\nmetres-max %.6f\nmetres-mean %.6f\n"
                         "slope-percent-mean %.6f\n",
                         base + relief * s.min, base + relief * s.max, base + relief * s.mean,
                         PERCENT * relief * s.slope_mean /
                             rl_scene_number(rl_map_scene(map), "map.cell"));
    /* A picture on standard output must stay free of text. */
    if (self->job.opts->output != NULL && output_is_stdout(self->job.opts->output))
        say_escaped(text, (size_t)size);
    else
        out_write(text, (size_t)size);
}

/* Writes the map or, if it is NULL, streams the heights of self->rules.  Returns an exit code. */
static int write_map(map_job *self, const rl_map *map)
{
    const options *opts = self->job.opts;
    const rl_map_options library = library_options(self);
    rl_render_options picture = job_render_options(&self->job, self->format.picture);
    /* A recipe without the heights of --input, or without points, would make another map. */
    if ((self->own->input != NULL || self->has_points) && picture.metadata == RL_METADATA_FULL)
        picture.metadata = RL_METADATA_MINIMAL;
    const rl_height_options heights = {.struct_size = sizeof heights,
                                       .format = self->format.heights,
                                       .flip_y = self->own->flip_y,
                                       .big_endian = self->own->big_endian,
                                       .side_mm = self->own->side_mm,
                                       .title = opts->title,
                                       .metadata = picture.metadata};
    rl_error error = {RL_OK, ""};
    rl_sink *sink;
    if (self->own->tiles.columns > 0)
        return tiles_write(map, &heights,
                           self->format.ending != NULL ? self->format.ending : ".png",
                           self->own->tiles, opts);
    STEP(output_open(&sink, opts->output, self->format.binary, opts->no_clobber));
    rl_status status =
        map == NULL ? rl_map_stream(self->job.source.scene, &library, &heights, sink, &error)
        : self->format.heights != NULL          ? rl_map_write(map, &heights, sink, &error)
        : self->format.picture != NULL          ? rl_map_render(map, &picture, sink, &error)
        : strcmp(self->format.name, "svg") == 0 ? rl_map_write_svg(map, &picture, sink, &error)
                                                : rl_scene_write(rl_map_scene(map), sink, &error);
    progress_end(&self->job.bar);
    if (status != RL_OK && map != NULL)
        request_name_option(opts, &error);
    STEP(output_close(sink, status, &error));
    if (self->format.heights != NULL && !opts->quiet) {
        if (map != NULL)
            dem_say_sea(map, self->format.heights);
        else
            dem_say_streamed_sea(self->job.source.scene, self->format.heights);
    }
    return map != NULL && self->format.heights != NULL
               ? dem_write_beside(map, opts->output, self->format.heights, opts->no_clobber)
               : CODE_OK;
}

/* Reads --names; prints on standard error how many names did not fit.  Returns an exit code. */
static int read_names(const map_job *self, rl_map *map)
{
    const char *path = self->own->names;
    void *bytes;
    size_t size;
    int without_room;
    rl_error error;
    if (path == NULL)
        return CODE_OK;
    if (scene_integer(self->job.source.scene, "map.view") > 0) /* not from above */
        return say_error(CODE_USAGE, "--names: needs a map from above: remove --view");
    if (rl_file_read(&bytes, &size, path, NAMES_LIMIT, NULL, &error) != RL_OK)
        return say_status(&error);
    rl_status status = rl_map_read_names(map, bytes, size, path, &without_room, &error);
    rl_file_free(bytes, NULL);
    if (status == RL_OK && without_room > 0 && !self->job.opts->quiet)
        say_note("%s: %d names did not fit and were left out", SHOW(path), without_room);
    return say_result(status, &error);
}

static int make_map(map_job *self)
{
    const rl_map_options library = library_options(self);
    int has_statistics = self->own->stats;
    rl_map *map;
    rl_error error;
    rl_status status = rl_map_new(&map, self->job.source.scene, &library, &error);
    progress_end(&self->job.bar);
    if (status != RL_OK)
        return job_scene_fault(&self->job, &error);
    (void)rl_map_heights(map, &self->width, &self->height);
    int code = read_names(self, map);
    if (code == CODE_OK && (self->job.opts->output != NULL || !has_statistics))
        code = write_map(self, map);
    if (code == CODE_OK && has_statistics)
        print_statistics(self, map);
    rl_map_free(map);
    return code;
}

/* ---- checks ------------------------------------------------------------- */

/* Refuses options of the command that read the scene if `map` does not have them. */
static int check_other_options(const options *opts)
{
    for (size_t i = 0; opts->rows[i] != NULL; i++) {
        if (opts->values[i] != NULL && !command_takes(&command_map, opts->rows[i]))
            return say_error(CODE_USAGE, "%s: no effect on a map: see ridgeline map --help",
                             option_place(opts->rows[i]).text);
    }
    if (opts->format != NULL &&
        (strcmp(opts->format, "csv") == 0 || strcmp(opts->format, "json") == 0))
        return say_error(CODE_USAGE,
                         "-f %s: is for landscapes: heights of maps are png16, pgm, "
                         "r16, pfm, asc, geotiff, obj or stl",
                         opts->format);
    return CODE_OK;
}

static int check_options(map_job *self, const options *opts)
{
    const map_options *own = self->own;
    const output_format *format = &self->format;
    STEP(check_other_options(opts));
    STEP(output_format_choose(&self->format, opts, OUTPUT_MAP));
    /* Refuses options that have no effect on the chosen format. */
    if ((own->flip_y || own->big_endian) && strcmp(format->name, RL_HEIGHTS_R16) != 0)
        return say_error(CODE_USAGE, "%s: needs raw heights: add -f r16",
                         own->flip_y ? "--flip-y" : "--big-endian");
    if (own->names != NULL && format->picture == NULL)
        return say_error(CODE_USAGE, "--names: needs a picture format: remove -f %s", format->name);
    if (own->side_mm > 0 && strcmp(format->name, RL_HEIGHTS_STL) != 0)
        return say_error(CODE_USAGE, "--millimetres: needs a solid: add -f stl");
    if (own->tiles.columns > 0 && (opts->format == NULL || format->heights == NULL))
        return say_error(
            CODE_USAGE,
            "--tiles: needs a format of heights: add -f png16 or r16, and a folder with -o");
    if (own->tiles.columns > 0 && output_is_stdout(opts->output))
        return say_error(CODE_USAGE, "--tiles: needs a folder: add -o DIR");
    if (own->input != NULL && strcmp(format->name, "scene") == 0)
        return say_error(CODE_USAGE, "-f scene: conflicts with --input, whose heights are not in a "
                                     "scene: remove one of them");
    char path[512];
    for (int i = 0; i < opts->pass_count && format->heights == NULL && format->picture == NULL; i++)
        if (pass_file(opts->passes[i], path, sizeof path) != NULL)
            return say_error(CODE_USAGE,
                             "-f scene: conflicts with --pass %s, whose points are not in a scene: "
                             "remove one of them",
                             SHOW(opts->passes[i]));
    return CODE_OK;
}

/* ---- the command -------------------------------------------------------- */

/* Reads the points of --pass voronoi:file=FILE; the passes of the options are the scene's last. */
static int read_points(map_job *self)
{
    const options *opts = self->job.opts;
    int first = rl_scene_count(self->job.source.scene, "pass") - opts->pass_count;
    char item[512];
    for (int i = 0; i < opts->pass_count; i++) {
        const char *path = pass_file(opts->passes[i], item, sizeof item);
        if (path == NULL)
            continue;
        STEP(points_read(&self->points[first + i], path));
        self->has_points = 1;
    }
    return CODE_OK;
}

/* Applies --picture, the size of the picture of a surface.  Returns an exit code. */
static int apply_picture(map_job *self)
{
    const geometry *picture = &self->own->picture;
    if (picture->width == 0)
        return CODE_OK;
    if (!scene_is(self->job.source.scene, "map.view", "surface") &&
        !scene_is(self->job.source.scene, "map.view", "mesh"))
        return say_error(CODE_USAGE, "--picture: no effect on a map from above, which is as large "
                                     "as -s says: add --view surface");
    return scene_put(self->job.source.scene, "map.picture", "%dx%d", picture->width,
                     picture->height);
}

/* Says on a terminal what was made. */
static void print_made(const map_job *self)
{
    const map_options *own = self->own;
    char page[512];
    job_result what = {.path = own->trace != NULL ? own->trace : self->job.opts->output,
                       .scene = own->input == NULL ? self->job.source.scene : NULL};
    int is_folder = own->trace != NULL || own->tiles.columns > 0;
    if (is_folder) {
        snprintf(page, sizeof page, "%s/%s", SHOW(what.path),
                 own->trace != NULL ? "trace.html" : "index.json");
        what.next = page;
    }
    if (own->tiles.columns > 0) {
        what.count = own->tiles.columns * own->tiles.rows;
        what.things = what.count == 1 ? "tile" : "tiles";
    } else if (own->trace == NULL) {
        what.width = self->width;
        what.height = self->height;
        what.things = "samples";
    }
    job_print_made(&self->job, &what);
}

/* Makes the map of the job's source, or of the heights of --input.  Returns an exit code. */
static int run_job(map_job *self)
{
    const char *path = self->own->input;
    rl_scene *scene = self->job.source.scene;
    if (path != NULL)
        STEP(dem_open(&self->dem, path, self->job.opts));
    int code = map_request_apply(scene, self->own->view, self->job.opts);
    if (code == CODE_OK)
        code = read_points(self);
    if (code == CODE_OK)
        code = apply_picture(self);
    if (code == CODE_OK && self->own->tile.is_given)
        code = tile_apply(scene, &self->own->tile);
    if (code == CODE_OK && path == NULL)
        code = job_seed(&self->job);
    const geometry size = scene_size(scene);
    self->width = size.width;
    self->height = size.height;
    int is_large = size.width > WHOLE_SIDE_MAX || size.height > WHOLE_SIDE_MAX;
    int passes = rl_scene_count(scene, "pass");
    int is_shaped_whole =
        passes > 1 || (passes == 1 && !rl_pass_streams(scene_integer(scene, "pass.1.kind")));
    int is_streamed = is_large && self->format.heights != NULL && !is_shaped_whole &&
                      !self->own->stats && path == NULL && self->own->tiles.columns == 0;
    if (code == CODE_OK && self->own->trace != NULL) {
        code = trace_write(scene, self->own->trace, self->job.opts);
    } else if (code == CODE_OK) {
        if (is_streamed)
            job_print_large(&self->job, size.width, size.height, "samples");
        code = is_streamed ? write_map(self, NULL) : make_map(self);
    }
    if (code == CODE_OK) {
        job_print_seed(&self->job);
        print_made(self);
    }
    rl_dem_free(&self->dem);
    for (int i = 0; i < RL_MAX_PASSES; i++)
        points_free(&self->points[i]);
    return code;
}

/* Returns a default as it is typed: the number or, if the rule is words such as "a, b or auto", the
 * word with that number, from 0. */
static shown default_word(double otherwise, const char *rule)
{
    shown word;
    snprintf(word.text, sizeof word.text, "%g", otherwise);
    if (rule[0] < 'a' || rule[0] > 'z')
        return word;
    for (int i = (int)otherwise; i > 0; i--)
        rule += strcspn(rule, " ") + 1;
    snprintf(word.text, sizeof word.text, "%.*s", (int)strcspn(rule, ", "), rule);
    return word;
}

/* --pass help: prints the keys of each pass with their defaults. */
static int print_passes(void)
{
    const char *pass, *name;
    double otherwise;
    rl_key key;
    for (int kind = 0; (pass = rl_pass_name(kind)) != NULL; kind++) {
        out_print("%s%s\n", kind > 0 ? "\n" : "", pass);
        for (size_t i = 0; (name = rl_pass_key(kind, i, &otherwise, &key)) != NULL; i++)
            out_print("  %-12s %-10s %s (%s)\n", name, default_word(otherwise, key.rule).text,
                      key.meaning, key.rule);
    }
    return CODE_OK;
}

static int run_map(const options *opts)
{
    static map_job self; /* too large for a small stack */
    self.own = opts->own;
    for (int i = 0; i < opts->pass_count; i++)
        if (strcmp(opts->passes[i], "help") == 0)
            return print_passes();
    STEP(check_options(&self, opts));
    int code = job_open(&self.job, opts);
    if (code == CODE_OK)
        code = run_job(&self);
    job_close(&self.job);
    return code;
}

/* Runs `map` for a scene that another command has read, without the options of this command. */
static int run_source(const options *opts, const source *map)
{
    static map_job self; /* too large for a small stack */
    static const map_options none;
    self.own = &none;
    self.job.opts = opts;
    self.job.source = *map;
    progress_start(&self.job.bar, opts->quiet);
    STEP(check_options(&self, opts));
    return run_job(&self);
}

static int read_picture(options *opts, const option_row *row, const char *place, const char *value)
{
    geometry *picture = option_field(opts, row);
    STEP(geometry_size(picture, value, place));
    return picture->width <= PICTURE_MOST && picture->height <= PICTURE_MOST
               ? CODE_OK
               : say_error(CODE_USAGE, "%s %s: each side must be 1..%d", place, SHOW(value),
                           PICTURE_MOST);
}

#define FIELD(member) OWN(map_options, member)

static const option_row rows[] = {
    {'f', "format", LISTED, read_word, COMMON(format), .formats = OUTPUT_MAP,
     .help = "set the format; default: FILE's ending, else png"},
    {'s', "size", "N|WxH|NAME", read_map_size, 0,
     .help = "set the samples; default 1025; unity-N, unreal-N", .key = "output.size",
     .list = size_name},
    {0, "input", "FILE", read_text, FIELD(input),
     .help = "take heights from a PNG, PGM, .asc or TIFF", .is_foreign = 1,
     .excludes = "size method noise spread persistence one-sided corners smooth blur shape preset"},
    {0, "view", "NAME|NAME,KEY=VALUE,...", read_text, FIELD(view),
     .help = "show it as above, cells, hillshade, mesh or surface", .key = "map.view",
     .list = view_key},
    {0, "picture", "WxH|NAME", read_picture, FIELD(picture),
     .help = "set the size of a surface, up to 8192x8192", .key = "map.picture", .list = size_name},
    {0, "frame", NULL, NULL, 0, .help = "add margin, scale bar and legend", .key = "map.frame"},
    {0, "names", "FILE", read_text, FIELD(names),
     .help = "write names on the map: lines x,y,name[,kind]", .is_foreign = 1},
    {0, "trace", "DIR", read_text, FIELD(trace),
     .help = "show in a page how a map up to -s 33 is made",
     .excludes = "output input stats pass tile"},
    {0, "stats", NULL, read_switch, FIELD(stats), .help = "print erosion score and slopes"},
    {0, "wrap", NULL, NULL, 0, .help = "make a seamless tile of 2^n samples",
     .section = SECTION_MAP, .key = "map.wrap"},
    {0, "tile", "Z/X/Y", read_tile, FIELD(tile), .help = "make one of the 2^Z x 2^Z tiles of a map",
     .section = SECTION_MAP, .excludes = "input wrap shape"},
    {0, "raw", NULL, NULL, 0, .help = "do not normalise the heights to 0..1",
     .section = SECTION_MAP, .key = "map.raw"},
    {0, "cell", "METRES", NULL, 0, .help = "set the distance from sample to sample",
     .section = SECTION_MAP, .key = "map.cell"},
    {0, "contours", "METRES", NULL, 0, .help = "draw contour lines at this interval; 0 = none",
     .section = SECTION_MAP, .key = "map.contours"},
    {0, "rivers", "AMOUNT", NULL, 0, .help = "draw rivers, 0..1; 0 = none; default 0.5",
     .section = SECTION_MAP, .key = "map.rivers"},
    {0, "tiles", "CxR", read_tiles, FIELD(tiles),
     .help = "write heights as CxR tiles into the folder of -o", .section = SECTION_FILE},
    {0, "millimetres", "N", read_count, FIELD(side_mm), .least = 1, .most = 100000,
     .help = "stl: set the longer side; default 100", .section = SECTION_FILE},
    {0, "flip-y", NULL, read_switch, FIELD(flip_y), .help = "r16: write the bottom row first",
     .section = SECTION_FILE},
    {0, "big-endian", NULL, read_switch, FIELD(big_endian),
     .help = "r16: write the high byte first", .section = SECTION_FILE},
    {0},
};

const struct command command_map = {
    .name = "map",
    .usage = "[SCENE|PICTURE]",
    .line = "a map from above, or its heights",
    .rows = rows,
    .own_size = sizeof(map_options),
    .takes = TAKES_FILE | TAKES_NO_CLOBBER | TAKES_SCENE | TAKES_SEED | TAKES_MAP | TAKES_METADATA |
             TAKES_TITLE | TAKES_COMPRESS | TAKES_QUALITY | TAKES_KERNELS,
    .run = run_map,
    .run_source = run_source,
};
