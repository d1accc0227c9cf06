/* sweep.h - iterations of a pass in which material flows between neighbouring cells.
 *
 * In: maps of floats, a sweep_kind (how a cell gets its level, how much it gives per difference of
 * level, how its state changes by flows).  Out: other maps of the same size.  All flows of an
 * iteration are computed from the state before it, and a cell loses the same float that its
 * neighbour gains, so the result does not depend on bands or threads.
 */
#ifndef RL_HEIGHTMAP_SWEEP_H
#define RL_HEIGHTMAP_SWEEP_H

#include "heightmap/heightmap.h"

#include "base/cpu.h"

/* A tile is a strip of columns whose rows pass through short rings that stay in the first-level
 * cache.  Entry i of a row is column `left` + i.  Columns of the tile start at SWEEP_FIRST; entries
 * before and after them are neighbours.  Rows and kernels begin at cache lines, since an access
 * that crosses a line costs twice. */
#define SWEEP_ROW 576                                          /* entries of a row */
#define SWEEP_FIRST 16                                         /* entry of the first column */
#define SWEEP_SPARE 8                                          /* entries after the last column */
#define SWEEP_TILE (SWEEP_ROW - SWEEP_FIRST - 2 * SWEEP_SPARE) /* largest number of columns */
#define SWEEP_TILE_OF_THREE (SWEEP_TILE / 4)                   /* largest number for three maps */
#define SWEEP_BEGIN 8       /* entry at which kernels begin; they end at sweep_tile.end */
#define SWEEP_RING 4        /* rows of a ring, a power of two */
#define SWEEP_MAPS 3        /* largest number of maps */
#define SWEEP_LINE 64       /* bytes of a cache line */
#define SWEEP_LINE_CELLS 16 /* floats of a cache line */
#define SWEEP_AHEAD 4       /* rows of a map are prefetched this many rows before they are used */

/* A block of the map gets two iterations at once.  With its margin it fits the second-level cache
 * and is as wide as a tile. */
#define SWEEP_REACH 2 /* cells to each side on which the next state of a cell depends */
#define SWEEP_BLOCK (SWEEP_TILE - 2 * SWEEP_SPARE)  /* columns of a block */
#define SWEEP_HIGH 160                              /* rows of a block of one map */
#define SWEEP_HIGH_OF_THREE 96                      /* rows of a block of three maps */
#define SWEEP_AROUND (SWEEP_TILE + 2 * SWEEP_FIRST) /* stride of the memory of a block, floats */

/* Level of cells beyond a border: no cell is higher, so nothing flows there. */
#define SWEEP_WALL 1e30F
/* Threshold for rows of such cells: no difference is above it, so nothing flows out of them. */
#define SWEEP_STILL 1e37F

/* Direction of a neighbour. */
enum {
    SWEEP_WEST,
    SWEEP_EAST,
    SWEEP_NORTH,
    SWEEP_SOUTH,
    SWEEP_NORTH_WEST,
    SWEEP_NORTH_EAST,
    SWEEP_SOUTH_WEST,
    SWEEP_SOUTH_EAST,
    SWEEP_WAYS
};

/* Edges between cells: each cell has those to four of its neighbours; those to the other four
 * belong to these neighbours. */
enum {
    SWEEP_SIDE_EAST,
    SWEEP_SIDE_SOUTH,
    SWEEP_SIDE_SOUTH_EAST,
    SWEEP_SIDE_SOUTH_WEST,
    SWEEP_SIDES
};

typedef struct sweep_tile {
    int left, columns, end;                      /* column of entry 0; columns; end for kernels */
    int limit;                                   /* number of entries of a row that are read */
    float threshold;                             /* sweep.threshold, or SWEEP_STILL for a wall */
    const float *source[SWEEP_MAPS][SWEEP_RING]; /* rows of the maps, or pointers into `filled` */
    const float *ahead[SWEEP_MAPS];              /* rows to prefetch */
    /* Copies of rows of the maps that extend beyond a border. */
    _Alignas(SWEEP_LINE) float filled[SWEEP_MAPS][SWEEP_RING][SWEEP_ROW];
    float state[SWEEP_MAPS][SWEEP_RING][SWEEP_ROW]; /* the maps after kind->begin */
    float level[SWEEP_RING][SWEEP_ROW];             /* level, whose differences drive the flow */
    float load[SWEEP_RING][SWEEP_ROW];              /* sediment carried per unit of flow */
    /* Flows of the latest two rows; the second index is the parity of the row. */
    float give[SWEEP_WAYS][2][SWEEP_ROW];     /* amount given to a neighbour, by direction, >= 0 */
    float flow[SWEEP_SIDES][2][SWEEP_ROW];    /* net flow out across an edge; below 0 = in */
    float carried[SWEEP_SIDES][2][SWEEP_ROW]; /* sediment with that flow */
    float *out[SWEEP_MAPS];                   /* targets of a finished row: `columns` values */
    const float *out_ahead[SWEEP_MAPS];       /* target rows to prefetch */
} sweep_tile;

typedef struct sweep sweep;

/* Indices of a row and its neighbours in the rings. */
typedef struct sweep_place {
    int above, here, below; /* indices in rings of SWEEP_RING rows */
    int odd;                /* index of the row in rings of two rows */
} sweep_place;

typedef void sweep_row(const sweep *self, sweep_tile *tile, sweep_place ring);

typedef struct sweep_kind {
    int maps;    /* number of maps, 1..SWEEP_MAPS: heights, then water and sediment */
    int columns; /* columns of a tile */
    int rows;    /* rows of a block */
    /* Computes state, level and load of a row; NULL: the level is the map of heights itself. */
    sweep_row *begin;
    /* Computes `give` of a row; [0] for 4 neighbours, [1] for 8. */
    sweep_row *share[2];
    /* Computes flow, carried and the next state of a row; [0] for 4 neighbours, [1] for 8. */
    sweep_row *end[2];
    /* Both in one for 4 neighbours, or NULL.  `straight` computes what a row gives and the next
     * state of the row above; `sides` then computes the flows between the cells of the row. */
    sweep_row *straight, *sides;
} sweep_kind;

extern const sweep_kind *const sweep_thermal_kinds[CPU_KERNELS]; /* has `straight` */
extern const sweep_kind *const sweep_hydraulic_kinds[CPU_KERNELS];

struct sweep {
    const sweep_kind *kind;
    int iterations;
    int eight;                               /* 1: 8 neighbours (Moore), 0: 4 (von Neumann) */
    float threshold;                         /* difference up to which material rests; >= 0 */
    float strength;                          /* thermal erosion: share of the excess that moves */
    float rain, solubility, stays, capacity; /* hydraulic erosion; stays = 1 - evaporation */
    /* Fields that sweep_run sets. */
    int width, height, wrap;
    float *source[SWEEP_MAPS], *next[SWEEP_MAPS]; /* a state of the maps and the one after it */
    int source_stride, next_stride;               /* floats from row to row */
    int spare;       /* floats beyond both ends of a row of `source` that may be read */
    int right, down; /* cell (x, y) of `source` is (x + right, y + down) of `next` */
    int times;       /* iterations made at once: 1 or 2 */
    float *memory;   /* [workers]: a tile, then the maps of a block */
};

/* sweep_run does the iterations on a map of heights.  Maps of water and sediment start at 0; in the
 * end the sediment is added to the heights.  `what` names the pass in progress and errors.
 * Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status sweep_run(sweep *self, heightmap *map, const char *what, const heightmap_work *work,
                    rl_error *error);

/* sweep_step reports progress before row y of iteration i of a pass that works in place, but only
 * about every ten milliseconds.  Errors: RL_CANCELLED. */
rl_status sweep_step(const heightmap *map, int i, int iterations, int y, const char *what,
                     const heightmap_work *work, rl_error *error);

#endif
