/* api.h - what the functions of the public headers share: rl_map, and how a file is written. */
#ifndef RL_API_API_H
#define RL_API_API_H

#include "encode/encoder.h"
#include "heightmap/heightmap.h"

struct rl_map {
    rl_scene scene; /* resolved */
    heightmap heights;
    struct names *names; /* of its plate, or NULL */
    const rl_allocator *allocator;
    int kernels; /* rl_kernels: what it was made with, it is painted with */
    int is_read; /* from heights that were read: no recipe makes it again */
    /* Of a DEM: */
    rl_dem dem; /* its heights: NULL, or metres that no pass has changed */
    heightmap_ground ground;
};

/* map_resolve makes the resolved scene of a map from its rules (of the input's size where heights
 * were read) and checks the options as rl_map_new promises. */
rl_status map_resolve(rl_scene *scene, const rl_map_rules *rules, const rl_map_options *options,
                      rl_error *error);

/* dem_close closes the rules of metres that are open by the DEM.  dem_take then lets the map, whose
 * scene is resolved, take what the DEM holds, and returns heights of its size in *input, which is
 * the caller's: as passes and pictures understand them.  Errors: RL_NO_MEMORY. */
void dem_close(rl_map_rules *rules, const rl_dem *dem);
rl_status dem_take(rl_map *self, rl_dem *dem, float **input, rl_error *error);

/* dem_row returns row y of the map as a file has it: metres, NaN where there is no data; in `row`,
 * or in place. */
const float *dem_row(const rl_map *self, int y, float *row);

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
