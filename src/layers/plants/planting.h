/* planting.h - places things of a stand on a slope, for near.c, woods.c, plants.c and hedges.c:
 * cells of lattices, copies in a loop, the ground under a foot, and what is too small or hidden.
 *
 * Lengths are in U; x counts from the middle of the picture.
 */
#ifndef RL_LAYERS_PLANTING_H
#define RL_LAYERS_PLANTING_H

#include "base/hash.h"
#include "frame/profile.h"
#include "layers/plants/stand.h"
#include "ridge/noise.h"

#define PLANTING_REACH_PX 4.0 /* pixels that rounding adds to the reach of a thing */

typedef struct planting_look {
    int draw;        /* level of the hash by which plants differ */
    double sunk;     /* share of a thing's height that is in the ground */
    double least_px; /* pixels: lower things are left out */
    double top;      /* heights that a thing may show above its foot; 0 = any */
    double tie;      /* random part of depths, so that no two are equal */
} planting_look;

/* State while things are placed on a slope. */
typedef struct planting {
    const rl_frame *frame;
    int ridge;
    stand_kit *kit;
    const planting_look *look;
    double left, right; /* sides of the part */
    double level;       /* fraction of H, height of ground without samples */
    double waterline;   /* fraction of H, below which nothing grows; 0 = no water */
    ridge_grid grid;    /* samples of the crest */
    size_t grounds;     /* their number */
    double *ground;     /* [grounds]: fractions of H; the caller frees it; NULL = level ground */
} planting;

typedef struct plant_spot {
    uint64_t key;
    double x;
    double down;  /* from the crest down to the foot */
    double depth; /* order: larger = nearer */
    double height;
    double dim;    /* share of the light that does not reach it, 0..1 */
    int is_single; /* whether it is drawn for itself, not a sprite of the kit */
} plant_spot;

typedef struct plant_cells {
    double spacing;
    noise_period period;
    int64_t cell, last; /* the present cell and the last one */
} plant_cells;

/* planting_begin returns the state for a slope in the frame's part; ridge -1 = no slope. */
planting planting_begin(const rl_frame *frame, int ridge, stand_kit *kit,
                        const planting_look *look);

/* planting_sample samples the crest up to `reach` beside the part, `per_step` times in a step;
 * p->ground has room for `planes` times as many numbers.  Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status planting_sample(planting *p, double reach, double step, int per_step, size_t planes,
                          rl_error *error);

/* planting_ground returns a height (fraction of H) between samples. */
double planting_ground(const planting *p, const double *ground, double x);

/* planting_cells returns the cells of a lattice up to `reach` beside the part.  planting_key
 * returns the key of the present one; planting_x a place in it, with a margin (share of the cell)
 * at both sides. */
plant_cells planting_cells(const planting *p, double spacing, double reach);
uint64_t planting_key(const plant_cells *c, uint64_t key, int level);
double planting_x(const plant_cells *c, double margin, uint64_t draw);

/* planting_put adds a thing, unless it is too small, in water, below the picture or before a path.
 * planting_put_copies adds one that is of no lattice; in a loop, all of its copies up to `reach`
 * beside the part.  Errors: RL_NO_MEMORY. */
rl_status planting_put(const planting *p, const species *kind, const plant_spot *spot,
                       rl_error *error);
rl_status planting_put_copies(const planting *p, const species *kind, plant_spot spot, double reach,
                              rl_error *error);

/* planting_end makes the stand of what was added.  Errors: RL_NO_MEMORY. */
rl_status planting_end(const planting *p, stand **out, rl_error *error);

#endif
