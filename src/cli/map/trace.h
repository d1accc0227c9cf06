/* trace.h - the steps of a small map as pictures. */
#ifndef RL_CLI_MAP_TRACE_H
#define RL_CLI_MAP_TRACE_H

#include "cli/options.h"

/* trace_write makes the folder --trace names and writes into it one picture for each
 * step (00-corners.png, 01-diamond-1.png ...) and all of them as an animation,
 * trace.png.  Returns an exit code; errors are told. */
int trace_write(const rl_scene *scene, const options *wanted);

#endif
