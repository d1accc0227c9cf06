/* api.h - the struct rl_map, and functions for writing files, that several files of src/api use. */
#ifndef RL_API_API_H
#define RL_API_API_H

#include "encode/encoder.h"
#include "heightmap/heightmap.h"

struct rl_map {
    rl_scene scene; /* resolved: no key is unset */
    heightmap heights;
    struct names *names; /* names that a plate of the map shows, or NULL */
    const rl_allocator *allocator;
    int kernels; /* rl_kernels for making and painting it */
    int is_read; /* 1 = its heights were read, so that no recipe makes it again */
    rl_dem dem;  /* DEM of the map; its heights are NULL, or metres that no pass has changed */
    heightmap_ground ground; /* base, cell height and holes of a DEM */
};

/* map_resolve makes the resolved scene of the map of a scene, with the size of the input if heights
 * are read, and checks the options as rl_map_new promises. */
rl_status map_resolve(rl_scene *map, const rl_scene *scene, const rl_map_options *options,
                      rl_error *error);

/* dem_fill fills unset rules cell, relief and sea from the DEM, by rl_kernels.  dem_take moves the
 * DEM into the map, whose scene is resolved, and returns its heights for passes and pictures in
 * *input, which the caller owns. Errors: RL_NO_MEMORY. */
void dem_fill(rl_map_rules *rules, const rl_dem *dem, int kernels);
rl_status dem_take(rl_map *self, rl_dem *dem, float **input, rl_error *error);

/* dem_row returns row y of the map for a file: heights, metres of a DEM, NaN without data; the
 * result is `row` or a row of the map. */
const float *dem_row(const rl_map *self, int y, float *row);

/* A file that output_write writes: a picture or heights. */
typedef struct output {
    picture_info info;      /* its recipe is set by output_write */
    const rl_scene *recipe; /* scene of the recipe, or NULL */
    const char *format;
    rl_sink *sink;
    const rl_allocator *allocator;
    rl_status (*rows)(void *user, encoder *encoding, rl_error *error); /* encodes all rows */
    void *user;
} output;

/* output_write writes the file.  Errors: RL_NO_MEMORY, those of the encoder and of `rows`. */
rl_status output_write(const output *self, rl_error *error);

#endif
