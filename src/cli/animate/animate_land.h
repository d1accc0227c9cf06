/* animate_land.h - what motions of a landscape share. */
#ifndef RL_CLI_ANIMATE_ANIMATE_LAND_H
#define RL_CLI_ANIMATE_ANIMATE_LAND_H

#include "cli/animate/animate.h"

/* land_choose lays the options of `render` over the job's scene and draws its seed.
 * Returns an exit code; errors are told. */
int land_choose(animate *job);

/* land_frame prepares one frame of the job's size.  Returns an exit code; errors are told
 * as those of `scene`, which came from the job's source. */
int land_frame(const animate *job, const rl_scene *scene, rl_frame **frame);

/* land_check_sweep tells of a sweep of what all frames have alike.  Returns an exit code. */
int land_check_sweep(const char *text);

/* land_new is land_frame on one thread, with an error in place of a line. */
rl_status land_new(const animate *job, const rl_scene *scene, rl_frame **frame, rl_error *error);

/* land_draw paints the picture of a scene. */
rl_status land_draw(const animate *job, const rl_scene *scene, uint8_t *rgb, rl_error *error);

/* Layers of a frame. */
typedef struct land_layers {
    int count;
    rl_layer layer[RL_MAX_RIDGES + 2];
} land_layers;

/* land_describe lists the layers of a frame. */
rl_status land_describe(const rl_frame *frame, land_layers *layers, rl_error *error);

#endif
