/* exporter.h - `ridgeline layers` at work, and the files that it writes beside the layers.
 *
 * An exporter is one file of this folder and one row of exporters.c.  The file is a form of
 * common/form.h, FILE.in, with these fields (pixels of the written files, after --scale):
 *
 *     {version} {algorithm} {seed} {scale} {width} {height} {background} {pixel_art} {smooth}
 *     {layer_count} {next} (one more) {middle_x} {middle_y} {tiles_across} {tiles_down} (of 16
 *     pixels) {small_width} {small_height} (of {image})
 *     {#layers}, from the farthest on, or {#uppermost}, from the nearest on: {name} {node} (as
 *     Ridge1) {file} {number} (from 1) {depth_order} (below 0) {top} {rows} {across} {down}
 *     (parallax) {depth} {opaque} {see_through} {image} (a PNG in base64) {more} (not the last)
 *
 * Where no form will do, the row names functions.
 */
#ifndef RL_CLI_LAYERS_EXPORTER_H
#define RL_CLI_LAYERS_EXPORTER_H

#include "base/arena.h"
#include "cli/common/form.h"
#include "cli/common/job.h"
#include "cli/common/output.h"

/* Sky, lake and every ridge. */
#define BACKDROP_MAX RL_MAX_LAYERS

/* The options of this command alone. */
typedef struct layers_options {
    int trim, pot, has_parallax;
    double parallax[2]; /* of the first ridge and of the last */
} layers_options;

/* A layer: its description, then what was painted of it. */
typedef struct backdrop_layer {
    rl_layer is;
    double parallax[2]; /* across, up and down; at most four decimals */
    char file[40];      /* its PNG */
    int top, rows;      /* rows of it that are in the PNG: pixels before --scale */
    rl_sink *png;       /* memory, until it is written */
    char *image;        /* a smaller PNG in base64, for the preview */
    uint8_t *thumbnail; /* RGBA */
} backdrop_layer;

/* A ZIP file of stored entries (ora.c). */
typedef struct zip {
    rl_sink *list;    /* memory: the central directory so far */
    uint64_t written; /* bytes of entries */
    int count;
} zip;

#define EXPORTERS_MAX 16

typedef struct backdrop {
    struct job job;
    const layers_options *own;
    rl_frame *frame;
    const rl_scene *scene; /* of the frame */
    rl_sink *recipe;       /* memory: scene text, ended by a NUL */
    int width, height, zoom;
    geometry small, thumbnail; /* of the preview, of the OpenRaster file */
    uint8_t colours[3 * 256];
    int colour_count; /* of pixel art; 0 = true colour */
    int count;
    backdrop_layer layer[BACKDROP_MAX];
    arena memory;          /* of images and thumbnails */
    uint8_t background[3]; /* the colour above the sky */
    folder folder;
    rl_sink *file[EXPORTERS_MAX]; /* the folder's; containers are open from the first layer on */
    zip archive;                  /* of scene.ora */
} backdrop;

/* One file that is written beside the layers. */
typedef struct exporter {
    const char *file;       /* its name, and that of its form */
    const char *use;        /* what opens it, one line */
    form_language language; /* of the form */
    /* Not NULL: writes the file in place of a form, when all layers are painted.  Errors:
     * RL_NO_MEMORY, those of rl_sink_write. */
    rl_status (*write)(backdrop *set, rl_sink *sink, rl_error *error);
    /* Not NULL: a container of the layers.  Gets each layer while its PNG is in memory, from
     * the farthest on. */
    rl_status (*layer)(backdrop *set, const backdrop_layer *layer, rl_sink *sink, rl_error *error);
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

/* zip_add writes an entry to the ZIP file in `sink`, zip_finish the list of entries.  The archive
 * begins as {0}; the caller frees its list.  Errors: RL_NO_MEMORY, RL_BAD_ARGUMENT beyond 4 GiB,
 * those of rl_sink_write. */
rl_status zip_add(zip *archive, rl_sink *sink, const char *name, const void *bytes, size_t size,
                  rl_error *error);
rl_status zip_finish(const zip *archive, rl_sink *sink, rl_error *error);

/* backdrop_paint paints all layers and writes each, from the farthest on, to its file and to the
 * containers; image and thumbnail stay.  Errors: those of the library, RL_NO_MEMORY,
 * RL_CANCELLED. */
rl_status backdrop_paint(backdrop *set, rl_error *error);

/* backdrop_fit returns the largest size of the same shape within a square or a picture: never
 * larger than the size itself, never below 1x1. */
geometry backdrop_fit(geometry size, geometry limit);

#endif
