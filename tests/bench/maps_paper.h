/* maps_paper.h - the maps of J. Olsen, "Realtime Procedural Terrain Generation" (2004), as the
 * paper and the code that its author published later made them: a prototype of plain loops that
 * shares nothing with src/heightmap.  What differs from our passes:
 *
 *  - base: .67 of the smoothed map + .33 of Voronoi, whose heights are taken 1.5 times and cut at
 * 1; perturbed along one diagonal by N/8 at most; not stretched to 0..1 again (about .1 to .9).
 *  - erosion runs over rows and columns 1 .. N-2: the rim stands, while the score wraps across it.
 *  - Voronoi: a point in each of 4 x 4 regions, searched in the 3 x 3 regions round a sample.
 *  - hydraulic: sediment is part of the altitude, and as much of it stays as there is water (K_c =
 *    1); the fast form lowers the ground by the whole rain of a step, 0.0003 = 0.03 K_r, and what
 *    evaporates lays it down.
 *
 * Anchors of fractals are 4 x 4, which the paper leaves open; from 2 x 2 the smoothed map alone
 * scores .47 in place of .53.
 */
#ifndef RL_TESTS_MAPS_PAPER_H
#define RL_TESTS_MAPS_PAPER_H

#include <stdint.h>

typedef enum paper_map {
    PAPER_NONE,
    PAPER_UNIFORM,
    PAPER_GAUSS,
    PAPER_SMOOTHED,
    PAPER_VORONOI,
    PAPER_VORONOI_SQUARED,
    PAPER_COMBINED,
    PAPER_PERTURBED, /* the base of erosion */
    PAPER_THERMAL,
    PAPER_THERMAL_FAST,
    PAPER_HYDRAULIC,
    PAPER_HYDRAULIC_FAST,
    PAPER_INVERTED
} paper_map;

/* paper_make writes the map to h[side * side], side a power of 2; `talus` is that of the inverted
 * form, in 1/side. */
void paper_make(float *h, int side, paper_map map, double talus, uint64_t seed);

#endif
