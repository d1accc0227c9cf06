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

#include <string.h>

/* Four floats at once: each operation rounds as the scalar one does, and both gcc
 * and clang keep them in registers at -O2. */
typedef float lanes __attribute__((vector_size(16)));
typedef int32_t lanes_mask __attribute__((vector_size(16)));

static inline lanes lanes_load(const float *from)
{
    lanes v;
    memcpy(&v, from, sizeof v);
    return v;
}

static inline void lanes_store(float *to, lanes v)
{
    memcpy(to, &v, sizeof v);
}

static inline lanes lanes_all(float x)
{
    return (lanes){x, x, x, x};
}

/* lanes_where keeps v where the mask is set and is 0 elsewhere. */
static inline lanes lanes_where(lanes_mask mask, lanes v)
{
    return (lanes)(mask & (lanes_mask)v);
}

static inline lanes lanes_pick(lanes_mask mask, lanes yes, lanes no)
{
    return (lanes)((mask & (lanes_mask)yes) | (~mask & (lanes_mask)no));
}

static inline lanes lanes_min(lanes a, lanes b)
{
    return lanes_pick(a < b, a, b);
}

static inline lanes lanes_max(lanes a, lanes b)
{
    return lanes_pick(a > b, a, b);
}

/* A tile is a strip of columns whose rows pass through short rings that stay in the
 * nearest cache.  Entry i of a row is column `left` + i; columns of the tile start
 * at SWEEP_FIRST, those before and after are its neighbours. */
#define SWEEP_ROW 256
#define SWEEP_FIRST 8
#define SWEEP_TILE (SWEEP_ROW - 2 * SWEEP_FIRST)
#define SWEEP_BEGIN 4 /* where kernels begin; they end at sweep_tile.end */
#define SWEEP_RING 4
#define SWEEP_MAPS 3

/* The level of what lies beyond a border: nothing flows there. */
#define SWEEP_WALL 1e30F

typedef struct sweep_tile {
    int left, columns, end;
    float level[SWEEP_RING][SWEEP_ROW];  /* what differences are taken of */
    float factor[SWEEP_RING][SWEEP_ROW]; /* given per unit of difference, at least 0 */
    float load[SWEEP_RING][SWEEP_ROW];   /* carried by a unit that flows */
    float state[SWEEP_MAPS][SWEEP_RING][SWEEP_ROW];
    float flow[4][2][SWEEP_ROW]; /* to the east, south, south-east, south-west */
    float carried[4][2][SWEEP_ROW];
    float gain[SWEEP_ROW], gain_carried[SWEEP_ROW];
} sweep_tile;

typedef struct sweep sweep;

typedef struct sweep_kind {
    int maps;    /* 1..SWEEP_MAPS */
    int carries; /* 1: a second stuff goes with the flow */
    /* Fills state, level and load of ring row `at`; state holds the maps' values. */
    void (*begin)(const sweep *self, sweep_tile *tile, int at);
    /* Fills factor of ring row `at`, whose neighbours are rows `above` and `below`. */
    void (*share)(const sweep *self, sweep_tile *tile, int above, int at, int below);
    /* Brings gain into the state of ring row `at`. */
    void (*end)(const sweep *self, sweep_tile *tile, int at);
} sweep_kind;

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
