/* api.h - what the functions of the public headers share: rl_map, and a scene as text. */
#ifndef RL_API_API_H
#define RL_API_API_H

#include "heightmap/heightmap.h"

struct rl_map {
    rl_scene scene; /* resolved */
    heightmap heights;
    const rl_allocator *allocator;
    int kernels; /* rl_kernels: what it was made with, it is painted with */
    int is_read; /* from heights that were read: no recipe makes it again */
};

/* map_resolve makes the resolved scene of a map from its rules (of the input's size where heights
 * were read) and checks the options as rl_map_new promises. */
rl_status map_resolve(rl_scene *scene, const rl_map_rules *rules, const rl_map_options *options,
                      rl_error *error);

/* scene_recipe writes a scene's canonical text, ended by a NUL, to a new sink in memory,
 * to be freed whatever is returned. */
rl_status scene_recipe(const rl_scene *scene, const rl_allocator *allocator, rl_sink **text,
                       rl_error *error);

#endif
