/* animate.h - what moves: the kinds of motion that `ridgeline animate` knows. */
#ifndef RL_CLI_ANIMATE_H
#define RL_CLI_ANIMATE_H

#include "cli/options.h"
#include "cli/progress.h"
#include "cli/source.h"

typedef struct animate animate;

/* A kind of motion. */
typedef struct motion {
    const char *option;
    int (*is_wanted)(const options *wanted);
    /* Makes what all frames share from job->source.  Returns an exit code, errors are
     * told; `release` is called whatever it was. */
    int (*prepare)(animate *job);
    rl_status (*draw)(const animate *job, int frame, uint8_t *rgb, rl_error *error);
    const rl_scene *(*scene)(const animate *job); /* the recipe */
    void (*release)(animate *job);
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

extern const motion motion_flight;

#endif
