/* api.h - what the functions of the public headers share: rl_map, and how a file is written. */
#ifndef RL_API_API_H
#define RL_API_API_H

#include "encode/encoder.h"
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

/* A file of a picture or of heights. */
typedef struct output {
    picture_info info;      /* but for the recipe */
    const rl_scene *recipe; /* or NULL */
    const char *format;
    rl_sink *sink;
    const rl_allocator *allocator;
    rl_status (*rows)(void *user, encoder *encoding, rl_error *error); /* encodes all rows */
    void *user;
} output;

/* output_write writes all of it.  Errors: RL_NO_MEMORY, those of the encoder and of `rows`. */
rl_status output_write(const output *self, rl_error *error);

#endif
