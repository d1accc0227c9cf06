/* trace.h - a web page and figures that show step by step how a small map is made. */
#ifndef RL_CLI_MAP_TRACE_H
#define RL_CLI_MAP_TRACE_H

#include "cli/options.h"
#include "ridgeline-map.h"

/* trace_write makes the folder and writes trace.html, which needs no other file, and a figure for
 * each step (00-corners.svg, 01-diamond-1.svg ...), all of the grid that the rules' map is cut
 * from.  Returns an exit code, after one line for an error. */
int trace_write(const rl_map_rules *rules, const char *path, const options *opts);

#endif
