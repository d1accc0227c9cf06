/* maps_paper.h - the maps of J. Olsen, "Realtime Procedural Terrain Generation" (2004), as the
 * paper and the code that its author published later made them: a prototype of plain loops that
 * shares nothing with src/heightmap.  What differs from our passes:
 *
 *  - base: .67 of the smoothed map + .33 of Voronoi, whose heights are taken 1.5 times and cut at
 * 1; perturbed along one diagonal by N/8 at most; not stretched to 0..1 again (about .1 to .9).
 *  - erosion runs over rows and columns 1 .. N-2: the rim stands, while the score wraps across it.
 *  - Voronoi: a point in each of 4 x 4 regions, searched in the 3 x 3 regions round a sample.  How
 *    far it may be from the middle of its region the paper does not say: here 9/10 of the way to
 * the border (.33 and .37; all the way, as ours: .36 and .41; 3/4 of it: .28 and .31).
 *  - hydraulic: sediment is part of the altitude, and as much of it stays as there is water (K_c =
 *    1); water goes to the four straight neighbours, as in the published code (1.01 with all
 * eight). The fast form lowers the ground by the whole rain of a step, 0.0003 = 0.03 K_r, and what
 *    evaporates lays it down.
 *  - thermal, fast: the four straight neighbours, as in the published code; with the diagonal ones
 *    of the paper's text the rim makes it .83.
 *
 * Anchors of fractals are 8 x 8, those of the noise that perturbs 4 x 4, as in the published code;
 * the paper leaves them open.  From 2 x 2 the smoothed map alone scores .47 in place of .53.
 */
#ifndef RL_TESTS_MAPS_PAPER_H
#define RL_TESTS_MAPS_PAPER_H

#include <stdint.h>

typedef enum paper_map {
    PAPER_NONE,
    PAPER_UNIFORM,
    PAPER_GAUSS,
    PAPER_SMOOTHED,
    PAPER_SMOOTHED_COARSE, /* the same from 2 x 2 first points */
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
