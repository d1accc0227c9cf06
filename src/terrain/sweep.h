/* sweep.h - one iteration of a collected pass: what flows between neighbours.
 *
 * In: maps of floats, a kind (how a cell sets its level, how much it gives for each
 * unit of difference, what becomes of what it gets).  Out: other maps of the same
 * size.  All flows rest on the state before the sweep, and what one cell loses is
 * the same float that its neighbour gains; so neither bands nor threads show.
 */
#ifndef RL_TERRAIN_SWEEP_H
#define RL_TERRAIN_SWEEP_H

#include "terrain/heightmap.h"

#include "base/cpu.h"

/* A tile is a strip of columns whose rows pass through short rings that stay in the
 * nearest cache.  Entry i of a row is column `left` + i; columns of the tile start
 * at SWEEP_FIRST, those before and after are its neighbours. */
#define SWEEP_ROW 560
#define SWEEP_FIRST 8
#define SWEEP_TILE (SWEEP_ROW - 2 * SWEEP_FIRST)
#define SWEEP_BEGIN 4 /* where kernels begin; they end at sweep_tile.end or some after it */
#define SWEEP_RING 4
#define SWEEP_MAPS 3

/* The level of what lies beyond a border: nothing flows there. */
#define SWEEP_WALL 1e30F

/* An edge lies between a cell and its neighbour in one of these directions; the other
 * four are their backs. */
enum { SWEEP_EAST, SWEEP_SOUTH, SWEEP_SOUTH_EAST, SWEEP_SOUTH_WEST, SWEEP_SIDES };

typedef struct sweep_tile {
    int left, columns, end;
    int limit;                                       /* entries of a row that are looked at */
    const float *source[SWEEP_MAPS][SWEEP_RING];     /* rows of the maps, or of: */
    float filled[SWEEP_MAPS][SWEEP_RING][SWEEP_ROW]; /* rows that reach beyond a border */
    float state[SWEEP_MAPS][SWEEP_RING][SWEEP_ROW];  /* what the pass makes of them first */
    float level[SWEEP_RING][SWEEP_ROW];              /* what differences are taken of */
    float load[SWEEP_RING][SWEEP_ROW];               /* carried by a unit that flows */
    /* By row, odd or even: */
    float factor[2][SWEEP_ROW];             /* given per unit of difference, >= 0 */
    float slope[SWEEP_SIDES][2][SWEEP_ROW]; /* difference along an edge; 0 = rests */
    float flow[SWEEP_SIDES][2][SWEEP_ROW];  /* below 0 when it comes from there */
    float carried[SWEEP_SIDES][2][SWEEP_ROW];
    float *out[SWEEP_MAPS]; /* where the row that ends goes: `columns` values */
} sweep_tile;

typedef struct sweep sweep;

/* Where in the rings a row is, and the next one. */
typedef struct sweep_place {
    int here, below; /* of rings of SWEEP_RING */
    int odd;         /* of those of two */
} sweep_place;

typedef void sweep_row(const sweep *self, sweep_tile *tile, sweep_place at);

typedef struct sweep_kind {
    int maps; /* 1..SWEEP_MAPS */
    /* Makes state, level and load of a row of the maps; NULL: the map is the level. */
    sweep_row *begin;
    /* Makes slope and factor of a row, for 4 and for 8 neighbours. */
    sweep_row *share[2];
    /* Makes flow and carried. */
    sweep_row *flow[2];
    /* Does so and makes of them and the state a row of the maps' next state. */
    sweep_row *end[2];
} sweep_kind;

extern const sweep_kind sweep_thermal_plain, sweep_thermal_vector, sweep_thermal_avx2;
extern const sweep_kind sweep_hydraulic_plain, sweep_hydraulic_vector, sweep_hydraulic_avx2;

struct sweep {
    const sweep_kind *kind;
    int width, height, wrap;
    int eight;       /* 1: Moore neighbours, 0: von Neumann */
    float threshold; /* differences up to this rest; at least 0 */
    const rl_pass *pass;
    float *from[SWEEP_MAPS], *to[SWEEP_MAPS];
};

/* sweep_run does one iteration and then swaps `from` and `to`.  `done` and `share`
 * say which part of the whole pass it is.  Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status sweep_run(sweep *self, const heightmap_work *work, const char *what, double done,
                    double share, rl_error *error);

/* sweep_rows_at_once: rows of this width that take some ten milliseconds, for passes
 * that tell of their progress. */
int sweep_rows_at_once(int width);

#endif
