/* backdrop.h - `ridgeline layers` at work: what its parts share. */
#ifndef RL_CLI_LAYERS_BACKDROP_H
#define RL_CLI_LAYERS_BACKDROP_H

#include "cli/common/folder.h"
#include "cli/common/progress.h"
#include "cli/common/source.h"
#include "cli/layers/ora.h"
#include "cli/options.h"

/* Sky, lake and every ridge. */
#define BACKDROP_MAX (RL_MAX_RIDGES + 2)

/* What only this command is given. */
typedef struct layers_options {
    int trim, pot;
    const char *parallax;
} layers_options;

static inline const layers_options *layers_own(const options *opts)
{
    return opts->own;
}

/* A picture size. */
typedef struct backdrop_size {
    int width, height;
} backdrop_size;

/* A layer, described and, once it is painted, made. */
typedef struct backdrop_layer {
    rl_layer is;
    double parallax[2]; /* across, up and down */
    char file[40];      /* its PNG */
    int top, rows;      /* what of it is written: pixels before the zoom */
    rl_sink *png;       /* memory */
    rl_sink *small;     /* memory: PNG for the preview */
    uint8_t *thumbnail; /* RGBA */
} backdrop_layer;

typedef struct backdrop {
    const options *wanted;
    source source;
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
    int tell_seed;         /* it was drawn: the user may want it again */
    folder folder;
    progress bar;
} backdrop;

/* backdrop_paint paints all layers and hands them in their order, from the farthest, to
 * `take` with their PNG, which then goes; small and thumbnail stay.  Errors: those of the library
 * and of take, RL_NO_MEMORY, RL_CANCELLED. */
rl_status backdrop_paint(backdrop *job,
                         rl_status (*take)(void *user, backdrop_layer *layer, rl_error *error),
                         void *user, rl_error *error);

/* backdrop_release frees what backdrop_paint left in the layers. */
void backdrop_release(backdrop *job);

/* backdrop_number writes a factor with at most four decimals and no needless nought. */
#define BACKDROP_NUMBER 24
void backdrop_number(char text[BACKDROP_NUMBER], double value);

/* One file each.  All may fail with RL_NO_MEMORY and as rl_sink_write does. */
rl_status backdrop_json(const backdrop *job, rl_sink *sink, rl_error *error);
rl_status backdrop_tmx(const backdrop *job, rl_sink *sink, rl_error *error);
rl_status backdrop_tscn(const backdrop *job, rl_sink *sink, rl_error *error);
rl_status backdrop_svg(const backdrop *job, rl_sink *sink, rl_error *error);

/* backdrop_ora_end adds all but the layers themselves to an OpenRaster file. */
rl_status backdrop_ora_end(const backdrop *job, ora *to, rl_error *error);

#endif
