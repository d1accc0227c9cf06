/* map_request.h - the map of a command line. */
#ifndef RL_CLI_COMMON_MAP_REQUEST_H
#define RL_CLI_COMMON_MAP_REQUEST_H

#include "cli/options.h"

/* map_request_apply applies the options of maps to a scene: the keys they stand for,
 * `view` (--view, may be NULL),
 * the passes in their order, the tint; then --seed and --set.
 * Returns an exit code; errors are printed. */
int map_request_apply(rl_scene *scene, const char *view, const options *opts);
/* The keys that --shade and --view take, for the rows of options; NULL past the last. */
const char *shade_key(size_t index);
const char *view_key(size_t index);

#endif
