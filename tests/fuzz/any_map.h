/* any_map.h - the calls of maps, for fuzz_api. */
#ifndef TESTS_FUZZ_ANY_MAP_H
#define TESTS_FUZZ_ANY_MAP_H

#include "fuzz/fuzz.h"

/* any_map makes the map of a scene at a small size and everything that can be made of it;
 * `wishes` are bits that choose. */
void any_map(const rl_scene *scene, const rl_render_options *options, int width, int height,
             unsigned wishes, const fuzz_memory *memory);

#endif
