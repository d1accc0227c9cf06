/* from_map.h - `--from-map`: the land is slices of a map. */
#ifndef RL_CLI_COMMON_FROM_MAP_H
#define RL_CLI_COMMON_FROM_MAP_H

#include "cli/options.h"

/* from_map_apply gives a scene the map that --from-map names, if any.  Returns an
 * exit code; errors are told. */
int from_map_apply(rl_scene *scene, const options *wanted);

#endif
