/* preview.h - pages that show what was made, in any browser and without a network. */
#ifndef RL_CLI_COMMON_PREVIEW_H
#define RL_CLI_COMMON_PREVIEW_H

#include "ridgeline.h"

typedef struct preview_layer {
    const char *name;
    double parallax;
    const void *png; /* bytes of the picture */
    size_t size;
} preview_layer;

/* preview_layers writes a page that holds its layers, all `width` x `height`, from the
 * farthest on, and lets them pass.  `is_pixelated` keeps hard pixels.
 * Errors: RL_NO_MEMORY, those of rl_sink_write. */
rl_status preview_layers(const preview_layer *layer, int count, int width, int height,
                         int is_pixelated, rl_sink *sink, rl_error *error);

/* preview_frames writes a page that shows pictures of files in turn, `fps` a second.  path_of
 * returns the path of each, which is freed, or NULL without memory; the files are in the folder
 * of the page. */
rl_status preview_frames(char *(*path_of)(const void *user, int frame), const void *user, int count,
                         int fps, rl_sink *sink, rl_error *error);

#endif
