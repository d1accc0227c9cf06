/* animate.h - interfaces between the parts of `ridgeline animate`: its options, its state and the
 * table of motions. */
#ifndef RL_CLI_ANIMATE_ANIMATE_H
#define RL_CLI_ANIMATE_ANIMATE_H

#include "cli/common/job.h"
#include "cli/common/output.h"
#include "cli/options.h"
#include "ridgeline-map.h"

typedef struct animate animate;

/* Options of this command only. */
typedef struct animate_options {
    int flight, scroll, day, weather, turn; /* 1: this motion was given */
    const char *sweep, *view;
    int frames, endless; /* endless: 1 for --frames 0 */
    int fps, preview, turns, map_side;
    const char *speed, *pace;
} animate_options;

typedef struct motion {
    const char *option;
    int is_of_map; /* 1: its scene is a map; 0: a landscape */
    /* Prepares what all frames share from film->job.source, and sets film->recipe.  Returns an exit
     * code, after one line for an error. */
    int (*prepare)(animate *film);
    /* Draws a frame, or does job `frame` of a batch, on any thread. */
    rl_status (*draw)(const animate *film, int frame, uint8_t *rgb, rl_error *error);
    /* Not NULL: every frame has its own scene; changes `scene` to that of `frame`. */
    rl_status (*change)(const animate *film, int frame, rl_scene *scene, rl_error *error);
    /* Not NULL: the film is drawn in batches of film->jobs jobs.  next_batch begins the next batch,
     * and returns 0 after the last; is_frame returns 1 if a job makes a frame. */
    int (*next_batch)(animate *film);
    int (*is_frame)(const animate *film, int job);
} motion;

extern const motion motion_flight, motion_turn, motion_scroll, motion_stream, motion_day,
    motion_weather, motion_sweep, motion_sweep_map;

#define SWEEP_TEXT_SIZE 64

/* State of one run of the command. */
struct animate {
    struct job job;
    const animate_options *own;
    const motion *motion;
    const rl_scene *recipe; /* scene of the first frame */
    int width, height, frames, fps;
    int jobs; /* calls of motion.draw: all frames, or the jobs of a batch */
    output_format format;
    rl_sink *sink;           /* sink of the animation or stream; NULL = a file per frame */
    rl_animation *animation; /* NULL = no animated PNG */
    rl_sink *frames_sink;    /* input of ffmpeg; NULL = not used */
    int code;                /* exit code of an error already printed */
    int has_frame;           /* 1 after the first frame of a stream */

    /* Data that the frames of a motion share. */
    rl_frame *frame; /* first frame of a landscape */
    rl_map *map;     /* map of the flight, or the first map */
    rl_flight *flight;
    rl_surface *surface;
    struct scroll *scroll;
    struct {
        char key[SWEEP_TEXT_SIZE], low[SWEEP_TEXT_SIZE], high[SWEEP_TEXT_SIZE];
        double first, last;
        int is_whole;    /* 1: the key takes only integers */
        rl_scene *tried; /* scratch while the sweep is prepared */
    } sweep;
};

/* animate_check_motion sets *chosen to the motion that was given.  No motion, several motions,
 * and an endless motion (--frames 0) into a file or a format that must end are errors.  Returns an
 * exit code. */
int animate_check_motion(const options *opts, const motion **chosen);

/* animate_check_area refuses a frame that is too large.  Returns an exit code. */
int animate_check_area(const animate *film);

/* sweep_is_of_map is 1 when KEY=A..B names a key of maps. */
int sweep_is_of_map(const char *text);

/* land_choose applies the options of `render` to the scene and chooses its seed.  land_first
 * prepares film->frame, the recipe, on all threads.  Both return an exit code, after one line for
 * an error.  land_new prepares the frame of another scene on one thread. */
int land_choose(animate *film);
int land_first(animate *film, const rl_scene *scene);
rl_status land_new(const animate *film, const rl_scene *scene, rl_frame **frame, rl_error *error);

/* surface_choose applies the options of `map` to the scene of a surface, and chooses its seed;
 * `side`: samples along the map unless the scene or --map-size sets them.  Returns an exit code. */
int surface_choose(animate *film, int side);

/* surface_sweep_draw draws the surface of a map at a scale at which a frame holds the surface of
 * any heights, so that the scale is the same in all frames. */
rl_status surface_sweep_draw(const animate *film, const rl_map *map, uint8_t *rgb, rl_error *error);

void scroll_free(struct scroll *state);

#endif
