/* line.h - the lines that a ridge is made of, in world units.
 *
 * In: a resolved ridge.  Out: a line whose nodes, at any level of its dyadic
 * lattice, can be filled over any range.  The ridge is the upper envelope of its
 * lines.  Every kind of ridge has its row here; how its nodes come about is told
 * in displacement.h, alps.h, dune.h, mesa.h and slice.h.
 */
#ifndef RL_RIDGE_LINE_H
#define RL_RIDGE_LINE_H

#include "ridgeline.h"
#include "ridge/families/alps.h"
#include "ridge/displacement.h"
#include "ridge/families/dune.h"
#include "ridge/families/mesa.h"
#include "ridge/families/slice.h"

/* A line in world units: value * gain + lift is a height in U. */
typedef struct ridge_line {
    int kind; /* rl_ridge_kind: which of these it is */
    displacement line;
    alps rock;
    dune sand;
    mesa table;
    const slice *row; /* NULL for other kinds */
    int has_places;   /* nodes lie beside their lattice place */
    double origin;    /* x of anchor 0 */
    double spacing;   /* U between anchors */
    double gain, lift;
} ridge_line;

/* line_count returns how many lines a ridge has. */
int line_count(const rl_ridge *ridge);

/* line_make returns line `which` (from 0) of a ridge; a slice follows `row`, which
 * others have not.  With `loop` (U) its spacing is fitted so that it repeats after it;
 * 0 = it is endless. */
ridge_line line_make(const rl_ridge *ridge, uint64_t seed, uint64_t stream, const slice *row,
                     double loop, int which);

/* line_use_kernels says what fills the line: any choice gives the same bits. */
void line_use_kernels(ridge_line *world, cpu_kernels kernels);

/* line_level halves until nodes are half a detail (U) apart, unless the scene
 * stops earlier. */
int line_level(const ridge_line *world, const rl_ridge *ridge, double detail);

/* line_reach: how far a node of a level may lie from its lattice place, in U. */
double line_reach(const ridge_line *world, int level);

/* line_place_scale: places * this + origin is x in U. */
double line_place_scale(const ridge_line *world);

/* line_arrays: how many arrays of displacement_scratch() doubles line_fill takes. */
size_t line_arrays(const ridge_line *world);

/* line_fill writes values, and places when the line has them, of nodes first ..
 * first+count-1 of `level`. */
void line_fill(const ridge_line *world, int level, int64_t first, size_t count, double *values,
               double *places, double *work);

/* line_rise: no two heights of a ridge differ by more than this, in U. */
double line_rise(const rl_ridge *ridge);

#endif
