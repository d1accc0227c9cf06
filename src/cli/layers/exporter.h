/* exporter.h - interfaces between the parts of `ridgeline layers`, and the table of files that it
 * writes beside the layers.
 *
 * An exporter is one file of this folder and one row of exporters_table.c.  The file is a form of
 * common/form.h, FILE.in, or a function where a form will not do.  Lengths in a form are pixels of
 * the written files, after --scale.  Its fields are:
 *
 *     whole set     {version} {algorithm} {seed} {scale} {width} {height} {background} {pixel_art}
 *                   {smooth} {layer_count} {middle_x} {middle_y} {tile_width} {tile_height}
 *                   {tiles_across} {tiles_down}
 *       {next} {after_next}           layer_count + 1 and + 2
 *       {moves_down}      1 if a layer has vertical parallax
 *       {small_width} {small_height}  size of {image}
 *       {play_width} {play_height}    size of the layers in play.html
 *       {moonlit}         1 if the disc of the first hour is the moon
 *       {sway_step}       step of {sway} from layer to layer
 *       {hour_count} {day_steps}      number of --hours; load steps of day.tscn
 *       {has_maps} {has_normal} {plain} {scene_steps}  maps exist; normals exist or not; load steps
 *       {atlas_height}    height of the atlas
 *       {ground} {bare} {ground_layer}   1 with --ground; 1 without; name of its layer
 *       {left_of} {right_of} {deep}      x of a width to the left and of two to the right; a row
 *                                        far below the picture
 *     {#layers}     each layer from the farthest; {#uppermost} from the nearest:
 *                   {name} {node} {file} {top} {rows} {depth} {opaque} {see_through}
 *       {number} {depth_order}        from 1 for the farthest; z_index for Godot, below 0
 *       {across} {down}   horizontal and vertical parallax
 *       {sway}            shift per pixel of the pointer's travel
 *       {image}           a smaller PNG in base64
 *       {more}            1 for all but the last
 *       {is_sun} {disc_x} {disc_y} {disc_radius}       the layer of --sun-layer
 *       {normal}          file of normals, or empty
 *       {play_top} {play_rows}        rows of {light}
 *       {atlas_y} {is_cut} {is_uncut} place in the atlas; 1 if rows were left out, or not
 *     {#hours}      each of --hours, alone or within a layer:
 *                   {clock} {sun_x} {sun_y} {moon} {by_day} {hour_number} {more_hours}
 *       {hour}            such as 6.5; beyond 24 on the next day
 *       {suffix} {picture}            suffix of file names; file of the layer
 *     {#lights}     in a layer, each of its pictures for play.html: {light} {more_lights}
 *     {#maps}       each of --maps: {map} is its name; {more_maps}
 *     {#line}       each point of the line of --ground, from x = 0 to {width}:
 *                   {line_x} {line_y} {before_x} {after_x} {more_line}
 */
#ifndef RL_CLI_LAYERS_EXPORTER_H
#define RL_CLI_LAYERS_EXPORTER_H

#include "base/arena.h"
#include "base/colour.h"
#include "cli/common/form.h"
#include "cli/common/job.h"
#include "cli/common/output.h"
#include "cli/common/say.h"

/* Weights of linear red, green and blue in luminance, by Rec. 709. */
#define LUMINANCE_RED 0.2126f
#define LUMINANCE_GREEN 0.7152f
#define LUMINANCE_BLUE 0.0722f

/* Most layers of a backdrop. */
#define BACKDROP_MAX RL_MAX_LAYERS

/* Largest number of --hours. */
#define HOURS_MAX 24

/* FAR..NEAR: parallax factors of the farthest and of the nearest ridge. */
typedef struct factor_range {
    double far, near;
    int is_given;
} factor_range;

/* The options of this command alone. */
typedef struct layers_options {
    int trim, pot, blend, sun_layer, ground;
    factor_range parallax, vertical;
    int hour_count;      /* number of --hours; 0 = only the light of the scene */
    int hour[HOURS_MAX]; /* minutes from midnight, ascending; >= 1440: next day */
    int maps;            /* bits: 1 << MAP_NORMAL ... */
    const char *engines; /* --for: comma-separated names; NULL = none */
} layers_options;

/* Maps of --maps, and the number of suns that light the normals. */
enum { MAP_NORMAL, MAP_DEPTH, MAP_EMISSIVE, MAPS_COUNT, MAPS_SUNS = 4 };

/* Pictures of a layer: one of each hour, maps, and an exporter's own. */
#define PICTURES_MAX (HOURS_MAX + MAPS_COUNT + 1)
#define PICTURE_OWN (PICTURES_MAX - 1)

/* A layer: its description, then its pictures. */
typedef struct backdrop_layer {
    rl_layer is;
    int source; /* index in the frame; not used for the layer of --sun-layer */
    int is_sun;
    double parallax[2];         /* horizontal, vertical; at most four decimals */
    char file[48];              /* file name of its PNG at the first hour */
    int top, rows;              /* rows that the PNG holds, pixels before --scale */
    int is_open;                /* 1: its PNGs wait for the composite of the layers behind it */
    rl_sink *png[PICTURES_MAX]; /* sinks in memory until the files are written */
    char *image;                /* a smaller PNG in base64, for preview.html */
    uint8_t *pixels;            /* RGBA of its rows at the first hour for the atlas, or NULL */
    uint8_t *thumbnail;         /* RGBA of backdrop.thumbnail, for scene.ora */
    uint8_t *play;           /* RGBA of backdrop.play, one of each hour, for play.html; or NULL */
    int play_top, play_rows; /* rows of them that are ever seen */
    char *light[HOURS_MAX];  /* PNGs of these rows at each hour, in base64 */
} backdrop_layer;

/* The light of one hour; without --hours there is one, the scene's own. */
typedef struct backdrop_hour {
    int minute;     /* minutes from the first midnight; -1 = light of the scene */
    char clock[8];  /* "06:30" */
    char suffix[8]; /* suffix of file names: "-0630", or "" */
    rl_frame *frame;
    rl_sink *recipe;          /* memory: scene text, ended by a NUL */
    uint8_t colours[3 * 256]; /* palette of pixel art, RGB; see colour_count */
    int colour_count;         /* entries of `colours`; 0 = true colour */
} backdrop_hour;

/* A point of the ground's line, pixels after --scale from the left upper corner of the picture. */
typedef struct ground_point {
    int x;
    double y;
} ground_point;

/* A ZIP file of stored, which means uncompressed, entries (ora.c). */
typedef struct zip {
    rl_sink *list;    /* memory: the central directory so far */
    uint64_t written; /* bytes of the entries so far */
    int count;
} zip;

#define EXPORTERS_MAX 64

typedef struct backdrop {
    struct job job;
    const layers_options *own;
    int hour_count;
    backdrop_hour hour[HOURS_MAX];
    rl_frame *frame; /* frame of the first hour */
    int lit_count;   /* frames for maps: those of the suns, and midnight */
    rl_frame *lit[MAPS_SUNS + 1];
    rl_frame *bare;        /* frame without the sun for --sun-layer; NULL = no such layer */
    const rl_scene *scene; /* resolved scene of `frame` */
    int has_summit;        /* 1: the loop's highest summit is that of the seed's picture */
    int width, height, zoom;
    geometry small, thumbnail; /* sizes for preview.html and for scene.ora */
    geometry play;             /* size of the layers in play.html */
    int count;
    backdrop_layer layer[BACKDROP_MAX];
    int ground;         /* index of the layer of --ground; 0 = none */
    ground_point *line; /* its line, from x = 0 to the width; both ends have one height */
    int line_count;
    arena memory;    /* arena of images, thumbnails and the buffers below */
    uint8_t *behind; /* composite of the layers so far as an engine shows it; RGBA per hour */
    uint8_t *row;    /* one row of packed RGB */
    float *light;    /* exact linear composite for --blend srgb: RGB per hour */
    tone_tables tone;
    uint8_t background[3]; /* colour above the sky, RGB */
    folder folder;
    rl_sink *file[EXPORTERS_MAX]; /* sinks, owned by `folder`; a container's opens before layers */
    zip archive;                  /* state of scene.ora */
} backdrop;

/* One file that is written beside the layers. */
typedef struct exporter {
    const char *file;       /* name of the file and of its form */
    const char *use;        /* programs that open it, one line */
    const char *engine;     /* name for --for; NULL = the file is always written */
    const char *always_for; /* names that --for takes though the file is always written; or NULL */
    int is_of_hours;        /* 1: the file is written only with --hours */
    form_language language; /* language of the form */
    /* Not NULL: writes the file in place of a form, when all layers are painted.  Errors:
     * RL_NO_MEMORY, those of rl_sink_write. */
    rl_status (*write)(backdrop *set, rl_sink *sink, rl_error *error);
    /* Not NULL: the file contains the layers; called for each layer while its PNG is in memory,
     * from the farthest on. */
    rl_status (*layer)(backdrop *set, const backdrop_layer *layer, rl_sink *sink, rl_error *error);
    /* Not NULL: writes each layer, the pixels of the whole picture, in another format; the files
     * are 1, 2, 3 ... with the ending of `file`. */
    rl_status (*picture)(const backdrop *set, const uint8_t *rgba, rl_sink *sink, rl_error *error);
} exporter;

/* All exporters, in the order in which their files appear. */
extern const exporter exporters[];
extern const int exporter_count;

/* exporter_fill writes the form `name` with the fields of a backdrop.  Errors: as form_write. */
rl_status exporter_fill(const backdrop *set, const char *name, form_language language,
                        rl_sink *sink, rl_error *error);

/* OpenRaster (ora.c) and SVG (svg.c). */
rl_status ora_layer(backdrop *set, const backdrop_layer *layer, rl_sink *sink, rl_error *error);
rl_status ora_write(backdrop *set, rl_sink *sink, rl_error *error);
rl_status svg_write(backdrop *set, rl_sink *sink, rl_error *error);

/* A layer as BMP (bmp.c). */
rl_status bmp_picture(const backdrop *set, const uint8_t *rgba, rl_sink *sink, rl_error *error);

/* The texture of all layers (atlas.c): atlas_write writes it, atlas_row returns the first row of a
 * layer, atlas_rows the number of rows; all before --scale. */
rl_status atlas_write(backdrop *set, rl_sink *sink, rl_error *error);
int atlas_row(const backdrop *set, int index);
int atlas_rows(const backdrop *set);

/* The page with a figure (play.c): play_keep keeps the pixels of a layer at all hours, from which
 * play_write writes the page.  Errors: RL_NO_MEMORY, those of rl_sink_write. */
rl_status play_keep(backdrop *set, backdrop_layer *layer, const uint8_t *rgba, rl_error *error);
rl_status play_write(backdrop *set, rl_sink *sink, rl_error *error);

/* exporter_applies is 1 if the file of a row is always written, or is asked for by --for or
 * --hours. */
int exporter_applies(const backdrop *set, const exporter *row);

/* zip_add writes an entry to the ZIP file in `sink`, zip_finish the list of entries.  The archive
 * begins as {0}; the caller frees its list.  Errors: RL_NO_MEMORY, RL_BAD_ARGUMENT beyond 4 GiB,
 * those of rl_sink_write. */
rl_status zip_add(zip *archive, rl_sink *sink, const char *name, const void *bytes, size_t size,
                  rl_error *error);
rl_status zip_finish(const zip *archive, rl_sink *sink, rl_error *error);

/* read_hours reads --hours (hours.c). */
option_reader read_hours;

/* hours_add makes the frame of an hour and appends it; minute -1 is the scene's own light.
 * scene_at returns a copy of the command line's scene at an hour, with the land of the first
 * frame; the caller frees it.  hours_prepare adds all hours but the first.  Errors: those of
 * rl_frame_new; RL_NO_MEMORY. */
rl_status hours_add(backdrop *set, const rl_scene *scene, int minute, rl_error *error);
rl_status scene_at(const backdrop *set, rl_scene **scene, int minute, rl_error *error);
rl_status hours_prepare(backdrop *set, rl_error *error);

/* hours_agree is 1 when `count` pictures of `bytes` bytes of RGBA have the same alpha. hours_unite
 * gives the pictures of all hours their largest alpha; `behind` holds the composites behind the
 * layer. */
int hours_agree(const uint8_t *rgba, size_t bytes, int count);
void hours_unite(const backdrop *set, uint8_t *rgba, const uint8_t *behind);

/* blend_fit changes alpha and colours of a layer for engines that mix sRGB values, and adds the
 * layer to the composite behind the next one (blend.c). */
void blend_fit(const backdrop *set, uint8_t *rgba);

/* read_maps reads --maps; map_name is the name of map `index`, NULL past the last.  maps_prepare
 * makes the frames of --maps; maps_draw draws map `which` of a layer, whose
 * pixels at the first hour are `rgba` (maps.c).  Errors: those of rl_frame_new, RL_NO_MEMORY. */
option_reader read_maps;
name_list map_name;
rl_status maps_prepare(backdrop *set, rl_error *error);
rl_status maps_draw(const backdrop *set, int index, int which, const uint8_t *rgba, uint8_t *map,
                    rl_error *error);

/* The layer of --sun-layer (sun.c): sun_prepare makes the frame without it, where there is a sun at
 * all; sun_describe describes it; sun_draw draws it, or the sky behind it.  Errors: those of
 * rl_frame_new, RL_NO_MEMORY. */
rl_status sun_prepare(backdrop *set, rl_error *error);
void sun_describe(const backdrop *set, rl_layer *layer);
rl_status sun_draw(const backdrop *set, int is_sun, uint8_t *rgba, rl_error *error);

/* The ridge of --ground (ground.c): ground_add adds it to the job's scene, before its frame is
 * made; ground_find finds its layer, lets it move with the world, and makes its line.  Errors:
 * those of rl_frame_new, RL_BAD_ARGUMENT if the scene has RL_MAX_RIDGES ridges, RL_NO_MEMORY. */
rl_status ground_add(backdrop *set, rl_error *error);
rl_status ground_find(backdrop *set, rl_error *error);

/* outline_points chooses the points of an outline of `count` heights, which are evenly spaced:
 * keep[i] becomes 1 for the ends and, between two kept points, for the farthest from the line
 * through them, until none is farther than `tolerance` (Ramer 1972; Douglas and Peucker 1973).
 * Distances are vertical.  `stack` has room for 2 * count numbers (ground.c). */
void outline_points(const double *height, int count, double tolerance, char *keep, int *stack);

/* backdrop_layer_pixels paints a layer of a frame.  Errors: RL_NO_MEMORY. */
rl_status backdrop_layer_pixels(const backdrop *set, const rl_frame *frame, int layer,
                                uint8_t *rgba, rl_error *error);

/* backdrop_paint paints all layers and writes each, from the farthest on, to its file and to the
 * containers; only image and thumbnail stay in memory.  Errors: those of the library, RL_NO_MEMORY,
 * RL_CANCELLED. */
rl_status backdrop_paint(backdrop *set, rl_error *error);

/* Smaller copies (shrink.c).  backdrop_shrink makes one of RGBA: its pixels are means, weighted by
 * alpha. */
void backdrop_shrink(uint8_t *copy, geometry small, const uint8_t *rgba, geometry size);

/* summit_compare sets set->has_summit.
 * Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status summit_compare(backdrop *set, rl_error *error);

/* backdrop_fit returns the largest size of the same shape within `limit`: never larger than `size`,
 * never below 1x1. */
geometry backdrop_fit(geometry size, geometry limit);

#endif
