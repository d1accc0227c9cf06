/* sweep.h - iterations of a pass in which material flows between neighbouring cells.
 *
 * In: maps of floats, a kind (how a cell sets its level, how much it gives for each unit of
 * difference, how it adds what it gets).  Out: other maps of the same size.  All flows are
 * computed from the state before the sweep, and a cell loses the same float that its
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
#define SWEEP_TILE (SWEEP_ROW - SWEEP_FIRST - 2 * SWEEP_SPARE) /* columns */
#define SWEEP_TILE_OF_THREE (SWEEP_TILE / 4)                   /* columns for three maps */
#define SWEEP_BEGIN 8 /* entry at which kernels begin; they end at sweep_tile.end */
#define SWEEP_RING 4  /* rows of a ring */
#define SWEEP_MAPS 3  /* largest number of maps */
#define SWEEP_LINE 64 /* bytes of a cache line */
#define SWEEP_LINE_CELLS 16
#define SWEEP_AHEAD 4 /* rows by which prefetching is ahead */

/* A block takes two iterations at once.  With its margin it fits the second-level cache and is as
 * wide as a tile. */
#define SWEEP_REACH 2 /* cells to each side on which the next state of a cell depends */
#define SWEEP_BLOCK (SWEEP_TILE - 2 * SWEEP_SPARE)
#define SWEEP_HIGH 160
#define SWEEP_HIGH_OF_THREE 96
#define SWEEP_AROUND (SWEEP_TILE + 2 * SWEEP_FIRST) /* floats from row to row there */

/* Level of cells beyond a border, so that nothing flows there. */
#define SWEEP_WALL 1e30F
/* Threshold above all differences, so that nothing flows from there. */
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

/* Direction of an edge between a cell and its neighbour; the four other directions are edges of the
 * neighbours. */
enum {
    SWEEP_SIDE_EAST,
    SWEEP_SIDE_SOUTH,
    SWEEP_SIDE_SOUTH_EAST,
    SWEEP_SIDE_SOUTH_WEST,
    SWEEP_SIDES
};

typedef struct sweep_tile {
    int left, columns, end;
    int limit;                                   /* entries of a row that are read */
    float threshold;                             /* threshold of the row whose flows are computed */
    const float *source[SWEEP_MAPS][SWEEP_RING]; /* rows of the maps, or pointers into `filled` */
    const float *ahead[SWEEP_MAPS];              /* rows to prefetch */
    /* Copies of rows that reach beyond a border. */
    _Alignas(SWEEP_LINE) float filled[SWEEP_MAPS][SWEEP_RING][SWEEP_ROW];
    float state[SWEEP_MAPS][SWEEP_RING][SWEEP_ROW]; /* the maps after kind->begin */
    float level[SWEEP_RING][SWEEP_ROW];             /* level, whose differences drive the flow */
    float load[SWEEP_RING][SWEEP_ROW];              /* sediment that a unit of flow carries */
    /* Flows of a row, by its parity. */
    float give[SWEEP_WAYS][2][SWEEP_ROW];     /* flow to the neighbour of each direction, >= 0 */
    float flow[SWEEP_SIDES][2][SWEEP_ROW];    /* net flow across an edge, below 0 inward */
    float carried[SWEEP_SIDES][2][SWEEP_ROW]; /* sediment across an edge */
    float *out[SWEEP_MAPS];                   /* targets of the finished row: `columns` values */
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
    int maps;    /* number of maps, 1..SWEEP_MAPS: heights, then carried material */
    int columns; /* columns of a tile */
    int rows;    /* rows of a block */
    /* Computes state, level and load of a row of the maps; NULL: the map is the level. */
    sweep_row *begin;
    /* Computes `give` of a row, for 4 and for 8 neighbours. */
    sweep_row *share[2];
    /* Computes flow and carried of a row, and the next state of the maps, for 4 and for 8. */
    sweep_row *end[2];
    /* Both steps at once for 4 neighbours, or NULL.  `straight` shares a row and ends the one
     * above; `sides` then adds the flows across the row's own edges. */
    sweep_row *straight, *sides;
} sweep_kind;

extern const sweep_kind *const sweep_thermal_kinds[CPU_KERNELS]; /* has `straight` */
extern const sweep_kind *const sweep_hydraulic_kinds[CPU_KERNELS];

struct sweep {
    const sweep_kind *kind;
    int iterations;
    int eight;                               /* 1: Moore neighbours, 0: von Neumann */
    float threshold;                         /* difference up to which material rests; >= 0 */
    float strength;                          /* thermal erosion only */
    float rain, solubility, stays, capacity; /* hydraulic only; stays = 1 - evaporation */
    /* Fields that sweep_run sets. */
    int width, height, wrap;
    float *source[SWEEP_MAPS], *next[SWEEP_MAPS]; /* a state of the maps and the one after it */
    int source_stride, next_stride;               /* floats from row to row */
    int spare;       /* floats beyond both ends of a row of `source` that may be read */
    int right, down; /* place of the first cell in `next` */
    int times;       /* iterations made at once: 1 or 2 */
    float *memory;   /* for each worker, a tile and then the maps of a block */
};

/* sweep_run does the iterations on a map.  The other maps start at 0; in the end the last of three
 * is added to the heights.  Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status sweep_run(sweep *self, heightmap *map, const char *what, const heightmap_work *work,
                    rl_error *error);

/* sweep_step reports progress before row y of iteration i of a pass that works in place, some
 * ten milliseconds after the last time.  Errors: RL_CANCELLED. */
rl_status sweep_step(const heightmap *map, int i, int iterations, int y, const char *what,
                     const heightmap_work *work, rl_error *error);

#endif
