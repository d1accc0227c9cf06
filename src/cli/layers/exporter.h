/* exporter.h - `ridgeline layers` at work, and the files that it writes beside the layers.
 *
 * An exporter is one file of this folder and one row of exporters.c: it gets the layers when
 * they are painted and writes what an engine, an editor or a browser opens.
 */
#ifndef RL_CLI_LAYERS_EXPORTER_H
#define RL_CLI_LAYERS_EXPORTER_H

#include "cli/common/files.h"
#include "cli/common/job.h"

/* Sky, lake and every ridge. */
#define BACKDROP_MAX (RL_MAX_RIDGES + 2)

/* The options of this command alone. */
typedef struct layers_options {
    int trim, pot;
    const char *parallax;
} layers_options;

typedef struct backdrop_size {
    int width, height;
} backdrop_size;

/* A layer: its description, then what was painted of it. */
typedef struct backdrop_layer {
    rl_layer is;
    double parallax[2]; /* across, up and down; at most four decimals */
    char file[40];      /* its PNG */
    int top, rows;      /* rows of it that are in the PNG: pixels before --scale */
    rl_sink *png;       /* memory */
    rl_sink *small;     /* memory: PNG for the preview */
    uint8_t *thumbnail; /* RGBA */
} backdrop_layer;

typedef struct backdrop {
    struct job job;
    const layers_options *own;
    rl_frame *frame;
    const rl_scene *scene; /* of the frame */
    rl_sink *recipe;       /* memory: scene text, ended by a NUL */
    int width, height, zoom;
    backdrop_size small, thumbnail; /* of the preview, of the OpenRaster file */
    uint8_t colours[3 * 256];
    int colour_count; /* of pixel art; 0 = true colour */
    int count;
    backdrop_layer layer[BACKDROP_MAX];
    uint8_t background[3]; /* the colour above the sky */
    folder folder;
} backdrop;

/* One file that is written beside the layers. */
typedef struct exporter {
    const char *file; /* its name */
    const char *use;  /* what opens it, one line */
    /* Writes the file when all layers are painted.  Errors: RL_NO_MEMORY, those of
     * rl_sink_write.  `state` is of the exporter alone, NULL if it has no `layer`. */
    rl_status (*write)(const backdrop *set, rl_sink *sink, void *state, rl_error *error);
    /* Not NULL: a container of the layers.  Gets each layer while its PNG is in memory, from
     * the farthest on, with `state_size` bytes that are 0 before the first. */
    rl_status (*layer)(const backdrop_layer *layer, rl_sink *sink, void *state, rl_error *error);
    void (*release)(void *state);
    size_t state_size;
} exporter;

/* All exporters, in the order in which their files appear; NULL ends the list. */
#define EXPORTERS_MAX 16
extern const exporter *const exporters[];

/* backdrop_paint paints all layers and gives each, from the farthest on, to `take` with its
 * PNG, which is freed after that; small and thumbnail stay until backdrop_release.
 * Errors: those of the library and of take, RL_NO_MEMORY, RL_CANCELLED. */
rl_status backdrop_paint(backdrop *set,
                         rl_status (*take)(void *user, backdrop_layer *layer, rl_error *error),
                         void *user, rl_error *error);
void backdrop_release(backdrop *set);

/* backdrop_fit makes a size the largest of the same shape within `limit`; never larger than it
 * is, never below 1x1. */
void backdrop_fit(backdrop_size *size, backdrop_size limit);

/* Text that goes to a sink in blocks.  The first failure stays in `status` and `error`. */
typedef struct text_out {
    rl_sink *sink;
    rl_error *error;
    rl_status status;
    size_t used;
    char block[4096];
} text_out;

/* text_put adds a text of less than 512 bytes.  Nothing is escaped: names of layers and files
 * hold letters, digits, '-' and '.' alone.  text_end writes the last block. */
void text_put(text_out *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
rl_status text_end(text_out *out);

#endif
