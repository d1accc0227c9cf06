/* sweep.h - iterations of a collected pass: material flows between neighbours.
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

/* A tile is a strip of columns whose rows pass through short rings that stay in the
 * nearest cache.  Entry i of a row is column `left` + i; columns of the tile start
 * at SWEEP_FIRST, those before and after are its neighbours.  Rows begin at lines of
 * the cache and so do kernels: what crosses a line costs twice. */
#define SWEEP_ROW 576
#define SWEEP_FIRST 16
#define SWEEP_SPARE 8 /* after the last column */
#define SWEEP_TILE (SWEEP_ROW - SWEEP_FIRST - 2 * SWEEP_SPARE)
#define SWEEP_TILE_OF_THREE (SWEEP_TILE / 4) /* of three maps: their rows fill the cache, too */
#define SWEEP_BEGIN 8                        /* where kernels begin; they end at sweep_tile.end */
#define SWEEP_RING 4
#define SWEEP_MAPS 3
#define SWEEP_LINE 64 /* bytes of the cache's lines */
#define SWEEP_LINE_CELLS 16
#define SWEEP_AHEAD 4 /* rows that are prefetched before they are needed */

/* A block takes two iterations at once: with a margin it fits the second-level cache, and it
 * is as wide as a tile then. */
#define SWEEP_REACH 2 /* cells that a cell's next state rests on, to each side */
#define SWEEP_BLOCK (SWEEP_TILE - 2 * SWEEP_SPARE)
#define SWEEP_HIGH 160
#define SWEEP_HIGH_OF_THREE 96
#define SWEEP_AROUND (SWEEP_TILE + 2 * SWEEP_FIRST) /* floats from row to row there */

/* The level of cells beyond a border: nothing flows there. */
#define SWEEP_WALL 1e30F
/* A threshold above all differences: nothing flows from there either. */
#define SWEEP_STILL 1e37F

/* Where a neighbour is. */
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

/* An edge is between a cell and its neighbour in one of these directions; the other
 * four are their backs. */
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
    float threshold;                             /* of the row whose flows are computed */
    const float *source[SWEEP_MAPS][SWEEP_RING]; /* rows of the maps, or of: */
    const float *ahead[SWEEP_MAPS];              /* the same some rows on */
    /* Rows that reach beyond a border: */
    _Alignas(SWEEP_LINE) float filled[SWEEP_MAPS][SWEEP_RING][SWEEP_ROW];
    float state[SWEEP_MAPS][SWEEP_RING][SWEEP_ROW]; /* the maps after kind->begin */
    float level[SWEEP_RING][SWEEP_ROW];             /* differences of it drive the flow */
    float load[SWEEP_RING][SWEEP_ROW];              /* carried by a unit that flows */
    /* By row, odd or even: */
    float give[SWEEP_WAYS][2][SWEEP_ROW];  /* to the neighbour there, >= 0 */
    float flow[SWEEP_SIDES][2][SWEEP_ROW]; /* below 0 when it comes from there */
    float carried[SWEEP_SIDES][2][SWEEP_ROW];
    float *out[SWEEP_MAPS]; /* where the finished row goes: `columns` values */
    const float *out_ahead[SWEEP_MAPS];
} sweep_tile;

typedef struct sweep sweep;

/* The places in the rings of a row and of those beside it. */
typedef struct sweep_place {
    int above, here, below; /* of rings of SWEEP_RING */
    int odd;                /* of those of two */
} sweep_place;

typedef void sweep_row(const sweep *self, sweep_tile *tile, sweep_place ring);

typedef struct sweep_kind {
    int maps;    /* 1..SWEEP_MAPS: heights, then what is carried */
    int columns; /* of a tile */
    int rows;    /* of a block */
    /* Computes state, level and load of a row of the maps; NULL: the map is the level. */
    sweep_row *begin;
    /* Computes what the cells of a row give, for 4 and for 8 neighbours. */
    sweep_row *share[2];
    /* Computes flow and carried, and from them and the state a row of the maps' next state. */
    sweep_row *end[2];
    /* All of it for 4 neighbours, or NULL: shares a row and ends the one above, then computes
     * what the row gains by its own edges. */
    sweep_row *straight, *sides;
} sweep_kind;

extern const sweep_kind *const sweep_thermal_kinds[CPU_KERNELS]; /* for 4 straight */
extern const sweep_kind *const sweep_hydraulic_kinds[CPU_KERNELS];

struct sweep {
    const sweep_kind *kind;
    int iterations;
    int eight;                               /* 1: Moore neighbours, 0: von Neumann */
    float threshold;                         /* differences up to this rest; at least 0 */
    float strength;                          /* thermal */
    float rain, solubility, stays, capacity; /* hydraulic; stays = 1 - evaporation */
    /* Set by sweep_run: */
    int width, height, wrap;
    float *source[SWEEP_MAPS], *next[SWEEP_MAPS]; /* a state of the maps and the one after it */
    int source_stride, next_stride;               /* floats from row to row */
    int spare;       /* how many beyond both ends of a row of `source` may be read */
    int right, down; /* where in `next` the state of the first cell goes */
    int times;       /* iterations made at once: 1 or 2 */
    float *memory;   /* of each worker: a tile, then the maps of a block */
};

/* sweep_run does the iterations on a map; the other maps are 0 before, and in the end what
 * the last of three holds is added to the heights.  Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status sweep_run(sweep *self, heightmap *map, const char *what, const heightmap_work *work,
                    rl_error *error);

/* sweep_step reports progress before row y of iteration i of a pass that works in place, some
 * ten milliseconds after the last time.  Errors: RL_CANCELLED. */
rl_status sweep_step(const heightmap *map, int i, int iterations, int y, const char *what,
                     const heightmap_work *work, rl_error *error);

#endif
