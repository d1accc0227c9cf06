/* heightmap.h - a grid of heights, what makes it and what shapes it.
 *
 * In: the rules of a map (rl_map_rules), a seed, threads.  Out: floats, row-major,
 * top row first.  Every value is a function of seed, rules and place: neither
 * threads nor the order of work show.  Numbers only: no pixel, no file.
 */
#ifndef RL_HEIGHTMAP_HEIGHTMAP_H
#define RL_HEIGHTMAP_HEIGHTMAP_H

#include "base/hash.h"
#include "ridgeline.h"

typedef struct heightmap {
    int width, height;
    int wrap; /* 1: a torus: the first column and row continue the last */
    float *h; /* [width * height] */
} heightmap;

/* What all work on maps needs beside the map. */
typedef struct heightmap_work {
    const rl_allocator *allocator;
    int threads; /* 1..256 */
    int kernels; /* rl_kernels: never changes a height */
    uint64_t seed;
    const rl_map_rules *rules;
    const float *input; /* heights that were read, as large as the map, or NULL */
    float *taken;       /* the same where the map may have them for its own, or NULL */
    /* After a share of a long pass, 0..1; anything but 0 cancels.  May be NULL. */
    int (*progress)(void *user, const char *what, double done);
    void *user;
} heightmap_work;

/* heightmap_step tells of progress; RL_CANCELLED when the caller has enough. */
rl_status heightmap_step(const heightmap_work *work, const char *what, double done,
                         rl_error *error);

/* Rows of a map in bands on several threads: `band` does rows from..to-1; `worker`,
 * 0..threads-1, tells whose memory it may use.  Bands must not write what another band
 * reads. */
typedef void heightmap_band(void *user, int from, int to, int worker);
rl_status heightmap_rows(const heightmap_work *work, int rows, heightmap_band *band, void *user,
                         rl_error *error);

/* ---- fractals (diamond_square.c) ------------------------------------------ */

/* The smallest n for which a grid of 2^n + 1 (wrap: 2^n) holds width x height. */
int diamond_square_order(int width, int height, int wrap);

/* diamond_square_fill makes the map's heights by rules->method: the left upper part
 * of the grid of that order, raw (not normalised).  `stream` tells several maps of
 * one seed apart.  Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status diamond_square_fill(heightmap *map, uint64_t stream, const heightmap_work *work,
                              rl_error *error);

/* The same rows one after the other, in memory that grows with the width alone: for
 * maps that need no passes.  diamond_rows_new begins at row 0 of a map of width x
 * height; diamond_rows_seek goes to any row; diamond_rows_next writes `width` heights
 * of the next row, equal bit for bit to those of diamond_square_fill.
 * Errors: RL_NO_MEMORY. */
typedef struct diamond_rows diamond_rows;
rl_status diamond_rows_new(diamond_rows **rows, int width, int height, uint64_t stream,
                           const heightmap_work *work, rl_error *error);
void diamond_rows_seek(diamond_rows *rows, int y);
void diamond_rows_next(diamond_rows *rows, float *row);
void diamond_rows_free(diamond_rows *rows);

/* ---- the walk (map_make.c) -------------------------------------------------- */

/* heightmap_make makes a map of the work's rules and seed: the fractal, or the input that
 * is width x height, then the passes.  map->h is the caller's to free with memory_free,
 * whatever is returned.  Errors: RL_BAD_ARGUMENT, RL_NO_MEMORY, RL_CANCELLED. */
rl_status heightmap_make(heightmap *map, int width, int height, const heightmap_work *work,
                         rl_error *error);

/* ---- passes: each shapes the map in place ---------------------------------- */

/* All take pass parameters that are resolved (no RL_AUTO), number `index` from 0 in
 * the list of passes (for the seed's streams).
 * Errors: RL_NO_MEMORY, RL_CANCELLED. */
typedef rl_status heightmap_pass(heightmap *map, const rl_pass *pass, int index,
                                 const heightmap_work *work, rl_error *error);

heightmap_pass voronoi_pass, perturb_pass, normalise_pass, combine_pass;
heightmap_pass thermal_pass, thermal_fast_pass, thermal_inverted_pass;
heightmap_pass hydraulic_pass, hydraulic_fast_pass, droplets_pass;

/* voronoi_nearest writes to nearest[width * height] the number of each cell's nearest
 * feature point of a voronoi pass (of equally near ones the least), so that cells can
 * be shown each in a colour.  Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status voronoi_nearest(const heightmap *map, const rl_pass *pass, int index, int32_t *nearest,
                          const heightmap_work *work, rl_error *error);

/* smooth_map averages each cell with its neighbours once (Olsen's smoothed form). */
rl_status smooth_map(heightmap *map, const heightmap_work *work, rl_error *error);

/* combine_maps: map = op(map, other) as the pass says (rl_combine_op, mix).
 * Errors: RL_NO_MEMORY. */
rl_status combine_maps(heightmap *map, const float *other, const rl_pass *pass,
                       const heightmap_work *work, rl_error *error);

/* heightmap_normalise maps least..most of the heights to low..high; a level map becomes
 * low.  Errors: RL_NO_MEMORY.  normalise_map does so on one thread. */
rl_status heightmap_normalise(heightmap *map, double low, double high, const heightmap_work *work,
                              rl_error *error);
void normalise_map(heightmap *map, double low, double high);

/* heightmap_range finds the least and the most of the heights.  Errors: RL_NO_MEMORY. */
rl_status heightmap_range(const heightmap *map, float *least, float *most,
                          const heightmap_work *work, rl_error *error);

/* ---- measures (statistics.c, flow.c) --------------------------------------- */

void heightmap_measure(const heightmap *map, rl_map_statistics *statistics);

/* flow_accumulate writes to area[width * height] how many cells drain through each
 * cell, itself included: D8 on a pit-filled copy (Wang and Liu 2006 or Barnes et al.
 * 2014).  Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status flow_accumulate(const heightmap *map, float *area, const heightmap_work *work,
                          rl_error *error);

/* flow_carve does the same, but leaves pits as they are: water crosses one along its
 * valleys, not straight (least-cost paths: Ehlschlaeger 1989; Metz, Mitasova and Harmon
 * 2011).  Rivers are drawn by it. */
rl_status flow_carve(const heightmap *map, float *area, const heightmap_work *work,
                     rl_error *error);

#endif
