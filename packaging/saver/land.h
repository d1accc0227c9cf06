/* land.h - an endless land whose layers pass at speeds of their own, for the screensaver. */
#ifndef RIDGELINE_SAVER_LAND_H
#define RIDGELINE_SAVER_LAND_H

#include <ridgeline.h>

typedef struct land land;

typedef enum land_direction { LAND_OWN, LAND_LEFT, LAND_RIGHT } land_direction;

typedef struct land_options {
    const char *seed;         /* any text, as rl_seed_parse takes it */
    const char *world, *mood; /* names; NULL: the seed chooses */
    double speed;             /* of the nearest layer, widths of the frame per second */
    land_direction direction; /* where layers pass to; LAND_OWN: the seed chooses for each */
} land_options;

/* land_new prepares a land for frames of a size, 1 or more a side, and starts the thread that
 * paints its layers.  Errors: those of rl_scene_set and rl_frame_new. */
rl_status land_new(land **result, const land_options *options, int width, int height,
                   rl_error *error);
void land_free(land *self);

/* land_ready asks for the layers that a frame at a time (seconds from the start) shows, and waits
 * at most a tenth of a second for them.  Returns 1 if they are painted, 0 if not yet, and -1 with
 * an error if they cannot be painted. */
int land_ready(land *self, double seconds, rl_error *error);

/* land_row writes row `y` of the frame that land_ready found painted: three bytes a pixel. */
void land_row(const land *self, int y, uint8_t *rgb);

#endif
