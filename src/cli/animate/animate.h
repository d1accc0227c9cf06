/* animate.h - `ridgeline animate` at work, and the motions that it has. */
#ifndef RL_CLI_ANIMATE_ANIMATE_H
#define RL_CLI_ANIMATE_ANIMATE_H

#include "cli/common/job.h"
#include "cli/common/output.h"
#include "cli/options.h"

typedef struct animate animate;

/* The options of this command alone. */
typedef struct animate_options {
    int flight, scroll, day, weather; /* the motion */
    const char *sweep;
    int frames, endless; /* endless: --frames 0 */
    int fps, preview, turns, map_side;
    const char *speed, *pace;
} animate_options;

extern const option_row animate_rows[];

typedef struct motion {
    const char *option;
    int is_of_map;     /* its scene is a map, else a landscape */
    size_t state_size; /* of film->state, which is 0 before prepare */
    /* Makes what all frames share from film->job.source, and sets film->recipe.  Returns an exit
     * code, after one line for an error. */
    int (*prepare)(animate *film);
    rl_status (*draw)(const animate *film, int frame, uint8_t *rgb, rl_error *error);
    /* For land_scene: makes the scene that of a frame.  May be NULL. */
    rl_status (*change)(const animate *film, int frame, rl_scene *scene, rl_error *error);
    void (*release)(void *state); /* frees what the state holds, whatever prepare returned */
    /* Not NULL for a motion without an end, which is drawn in batches of `frames` jobs:
     * begins the next batch; is_frame is 0 for a job that makes no frame. */
    void (*begin_batch)(animate *film);
    int (*is_frame)(const animate *film, int number);
} motion;

extern const motion motion_flight, motion_scroll, motion_stream, motion_day, motion_weather,
    motion_sweep, motion_sweep_map;

/* A command at work. */
struct animate {
    struct job job;
    const animate_options *own;
    const motion *motion;
    const rl_scene *recipe; /* as long as the state */
    int width, height, frames, fps;
    void *state; /* the motion's own */
    output_format format;
    rl_sink *sink;           /* of animation or stream; NULL: each frame has a file */
    rl_animation *animation; /* NULL: not one */
    int code;                /* of an error that was printed */
};

/* animate_check_motion refuses options that are not of exactly one motion, and outputs that
 * a stream without an end cannot have.  Returns an exit code. */
int animate_check_motion(const options *opts);

/* animate_check_options refuses an option without an effect on the motion.  Returns an
 * exit code. */
int animate_check_options(const animate *film);

/* animate_check_area refuses a frame that is too large.  Returns an exit code. */
int animate_check_area(const animate *film);

/* sweep_is_of_map is 1 when the key KEY=A..B is of a map's section. */
int sweep_is_of_map(const char *text);

/* ---- landscapes: land.c --------------------------------------------------- */

/* land_choose lays the options of `render` over the scene and chooses its seed.
 * Returns an exit code, after one line for an error. */
int land_choose(animate *film);

/* land_check_sweep refuses a sweep of a key that all frames have alike.  Returns an exit
 * code. */
int land_check_sweep(const char *text);

/* land_frame prepares one frame of the film's size on all threads.  Returns an exit code;
 * errors are printed with the place in the source.  land_new does so on one thread and returns
 * the error. */
int land_frame(animate *film, const rl_scene *scene, rl_frame **frame);
rl_status land_new(const animate *film, const rl_scene *scene, rl_frame **frame, rl_error *error);

/* land_scene returns the scene of a frame: the job's with the motion's change.  The caller frees
 * it with free; NULL with the error.  land_draw, a motion's `draw`, paints its picture. */
rl_scene *land_scene(const animate *film, int frame, rl_error *error);
rl_status land_draw(const animate *film, int frame, uint8_t *rgb, rl_error *error);

#define LAYERS_MOST (RL_MAX_RIDGES + 2)

/* The layers of a frame. */
typedef struct land_layers {
    int count;
    rl_layer layer[LAYERS_MOST];
} land_layers;

rl_status land_describe(const rl_frame *frame, land_layers *layers, rl_error *error);

/* land_paint_layer paints a layer of the frame into width x height pixels of RGBA. */
rl_status land_paint_layer(const animate *film, const rl_frame *frame, int layer, uint8_t *rgba,
                           rl_error *error);

/* One layer as a frame of a scroll shows it: two pictures side by side, each as large as the
 * frame, which shows the columns from `shift` (below its width) on. */
typedef struct land_view {
    const uint8_t *left, *right; /* RGBA, straight alpha */
    int shift;
    int top; /* nothing above this row is covered */
} land_view;

/* land_lay lays `count` layers over each other, from the farthest on, which must cover all. */
void land_lay(const animate *film, const land_view *views, int count, uint8_t *rgb);

#endif
