/* animate_sweep.h - one key of a scene from a value to another and back. */
#ifndef RL_CLI_ANIMATE_ANIMATE_SWEEP_H
#define RL_CLI_ANIMATE_ANIMATE_SWEEP_H

#include "ridgeline.h"

#define SWEEP_TEXT 64

typedef struct sweep {
    char key[SWEEP_TEXT], low[SWEEP_TEXT], high[SWEEP_TEXT];
    double from, to;
    int is_whole; /* the key takes whole numbers alone */
} sweep;

/* sweep_read cuts KEY=A..B.  Returns an exit code; errors are told. */
int sweep_read(sweep *to, const char *text);

/* sweep_check sets the key of `tried` to both ends, and finds what numbers it takes.  Returns
 * an exit code; errors are told. */
int sweep_check(sweep *of, rl_scene *tried);

/* sweep_apply sets the key to what it is at `frame` of `frames`. */
rl_status sweep_apply(const sweep *of, rl_scene *scene, int frame, int frames, rl_error *error);

/* sweep_is_of_map is 1 when the key KEY=A..B is of a map's section. */
int sweep_is_of_map(const char *text);

#endif
