/* animate.h - what moves: the kinds of motion that `ridgeline animate` knows. */
#ifndef RL_CLI_ANIMATE_ANIMATE_H
#define RL_CLI_ANIMATE_ANIMATE_H

#include "cli/common/progress.h"
#include "cli/common/source.h"
#include "cli/options.h"

typedef struct animate animate;

/* What only this command is given. */
typedef struct animate_options {
    int flight, scroll, day, weather; /* the motion */
    const char *sweep;
    int frames, endless; /* endless: --frames 0 */
    int fps, preview, turns, map_side;
    const char *speed, *pace;
} animate_options;

static inline const animate_options *animate_own(const options *opts)
{
    return opts->own;
}

extern const option_row animate_rows[];

/* Kinds of motion, as sets: which options go with which. */
enum {
    MOTION_FLIGHT = 1,
    MOTION_SCROLL = 2,
    MOTION_STREAM = 4, /* a scroll without an end */
    MOTION_DAY = 8,
    MOTION_WEATHER = 16,
    MOTION_SWEEP = 32, /* of a landscape */
    MOTION_SWEEP_MAP = 64,
    MOTION_OF_LAND = MOTION_SCROLL | MOTION_STREAM | MOTION_DAY | MOTION_WEATHER | MOTION_SWEEP,
    MOTION_OF_MAP = MOTION_FLIGHT | MOTION_SWEEP_MAP
};

/* A kind of motion. */
typedef struct motion {
    const char *option;
    int kind; /* MOTION_... */
    int (*is_wanted)(const animate *job);
    /* Makes what all frames share from job->source.  Returns an exit code, errors are
     * told; `release` is called whatever it was. */
    int (*prepare)(animate *job);
    rl_status (*draw)(const animate *job, int frame, uint8_t *rgb, rl_error *error);
    const rl_scene *(*scene)(const animate *job); /* the recipe */
    void (*release)(animate *job);
    /* Not NULL where there is no last frame: makes the next job->frames those that come
     * after these. */
    rl_status (*go_on)(animate *job, rl_error *error);
} motion;

/* A command at work. */
struct animate {
    const options *wanted;
    const motion *motion;
    source source;
    int width, height, frames;
    progress bar;
    int tell_seed; /* it was drawn: the user may want it again */
    void *state;   /* the motion's own */
};

/* animate_choose_seed draws a seed where the scene has none.  Returns an exit code;
 * errors are told. */
int animate_choose_seed(animate *job);

/* animate_check_area tells a frame that is too large.  Returns an exit code. */
int animate_check_area(const animate *job);

/* animate_fault tells why a scene gave no frame, with its line where that is the fault
 * of a file.  Returns an exit code. */
int animate_fault(const animate *job, rl_error *error);

extern const motion motion_flight, motion_scroll, motion_stream, motion_day, motion_weather,
    motion_sweep, motion_sweep_map;

#endif
