/* passes.h - maps for tests and benches, and their passes: the values of keys as members of a
 * struct. */
#ifndef TESTS_SUPPORT_PASSES_H
#define TESTS_SUPPORT_PASSES_H

#include "heightmap/heightmap.h"
#include "heightmap/pass.h"

extern const heightmap_pass voronoi_pass, perturb_pass, thermal_pass, thermal_fast_pass,
    thermal_inverted_pass, hydraulic_pass, hydraulic_fast_pass, droplets_pass, normalise_pass,
    combine_pass, gullies_pass;

typedef struct pass_rules {
    int op;
    double mix;
    int with;
    double magnitude, frequency;
    int octaves, dimensions, iterations, neighbours;
    double talus, strength, rain, solubility, evaporation, capacity;
    int drops, lifetime, radius, lattice;
    double inertia, deposition, erosion, gravity, min_slope, low, high, scale, gain;
} pass_rules;

enum { WITH_FRACTAL, WITH_INPUT }; /* pass_rules.with */

/* pass_run runs a pass; every key has the value of the member of its name, 0 included. */
rl_status pass_run(const heightmap_pass *pass, heightmap *map, const pass_rules *rules, int index,
                   const heightmap_work *work, rl_error *error);

/* heights_new makes a map of zeroes, heights_copy one of the same heights: free() their h. */
heightmap heights_new(int width, int height, int wrap);
heightmap heights_copy(const heightmap *map);
size_t heights_count(const heightmap *map);
int heights_same(const heightmap *a, const heightmap *b); /* 1 if all are equal */

/* normalise_map maps least..most of the heights to low..high. */
void normalise_map(heightmap *map, double low, double high);

#endif
