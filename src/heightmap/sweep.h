/* sweep.h - iterations of a collected pass: what flows between neighbours.
 *
 * In: maps of floats, a kind (how a cell sets its level, how much it gives for each
 * unit of difference, what becomes of what it gets).  Out: other maps of the same
 * size.  All flows rest on the state before the sweep, and what one cell loses is
 * the same float that its neighbour gains; so neither bands nor threads show.
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
#define SWEEP_AHEAD 4 /* rows that the caches are told of before they are needed */

/* A block takes two iterations at once: with a margin it fits the second-level cache, and it
 * is as wide as a tile then. */
#define SWEEP_REACH 2 /* cells that a cell's next state rests on, to each side */
#define SWEEP_BLOCK (SWEEP_TILE - 2 * SWEEP_SPARE)
#define SWEEP_HIGH 160
#define SWEEP_HIGH_OF_THREE 96
#define SWEEP_AROUND (SWEEP_TILE + 2 * SWEEP_FIRST) /* floats from row to row there */

/* The level of what lies beyond a border: nothing flows there. */
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

/* An edge lies between a cell and its neighbour in one of these directions; the other
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
    int limit;                                   /* entries of a row that are looked at */
    float threshold;                             /* of the row that is shared */
    const float *source[SWEEP_MAPS][SWEEP_RING]; /* rows of the maps, or of: */
    const float *ahead[SWEEP_MAPS];              /* the same some rows on */
    /* Rows that reach beyond a border: */
    _Alignas(SWEEP_LINE) float filled[SWEEP_MAPS][SWEEP_RING][SWEEP_ROW];
    float state[SWEEP_MAPS][SWEEP_RING][SWEEP_ROW]; /* what the pass makes of them first */
    float level[SWEEP_RING][SWEEP_ROW];             /* what differences are taken of */
    float load[SWEEP_RING][SWEEP_ROW];              /* carried by a unit that flows */
    /* By row, odd or even: */
    float give[SWEEP_WAYS][2][SWEEP_ROW];  /* to the neighbour there, >= 0 */
    float flow[SWEEP_SIDES][2][SWEEP_ROW]; /* below 0 when it comes from there */
    float carried[SWEEP_SIDES][2][SWEEP_ROW];
    float *out[SWEEP_MAPS]; /* where the row that ends goes: `columns` values */
    const float *out_ahead[SWEEP_MAPS];
} sweep_tile;

typedef struct sweep sweep;

/* Where in the rings a row is, and those beside it. */
typedef struct sweep_place {
    int above, here, below; /* of rings of SWEEP_RING */
    int odd;                /* of those of two */
} sweep_place;

typedef void sweep_row(const sweep *self, sweep_tile *tile, sweep_place at);

typedef struct sweep_kind {
    int maps;    /* 1..SWEEP_MAPS */
    int columns; /* of a tile */
    int rows;    /* of a block */
    /* Makes state, level and load of a row of the maps; NULL: the map is the level. */
    sweep_row *begin;
    /* Makes what cells of a row give, for 4 and for 8 neighbours. */
    sweep_row *share[2];
    /* Makes flow and carried. */
    sweep_row *flow[2];
    /* Does so and makes of them and the state a row of the maps' next state. */
    sweep_row *end[2];
    /* All of it for 4 neighbours, or NULL: shares a row and ends the one above, then makes
     * what the row gains by its own edges. */
    sweep_row *straight, *sides;
} sweep_kind;

extern const sweep_kind sweep_thermal_plain, sweep_thermal_vector, sweep_thermal_avx2;
extern const sweep_kind sweep_hydraulic_plain, sweep_hydraulic_vector, sweep_hydraulic_avx2;

struct sweep {
    const sweep_kind *kind;
    int width, height, wrap;
    int eight;           /* 1: Moore neighbours, 0: von Neumann */
    float threshold;     /* differences up to this rest; at least 0 */
    const rl_pass *pass; /* iterations, and what the kind asks for */
    float *from[SWEEP_MAPS], *to[SWEEP_MAPS];
    /* Set by sweep_run: floats from row to row, how many beyond both ends of a row in `from`
     * may be read, and where in `to` the next state of the first cell goes. */
    int from_stride, to_stride, spare, right, down;
};

/* sweep_run does the pass's iterations; the last state is in `from` then.
 * Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status sweep_run(sweep *self, const heightmap_work *work, const char *what, rl_error *error);

/* sweep_rows_at_once: rows of this width that take some ten milliseconds, for passes
 * that tell of their progress. */
int sweep_rows_at_once(int width);

#endif
