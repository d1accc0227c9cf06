/* heightmap.h - a grid of heights: made by diamond-square, shaped by passes, measured.
 *
 * In: the rules of a map (rl_map_rules), a seed, threads.  Out: floats, row-major, top row first.
 * Every height is a function of seed, rules and place; it does not depend on the number of threads
 * or the order of work.  There are no pixels and no files here.
 */
#ifndef RL_HEIGHTMAP_HEIGHTMAP_H
#define RL_HEIGHTMAP_HEIGHTMAP_H

#include <stddef.h>

#include "base/cpu.h"
#include "base/hash.h"
#include "base/scene.h"

typedef struct heightmap {
    int width, height;
    int wrap; /* 1: a torus: the first column and row follow the last ones */
    float *h; /* [width * height] */
} heightmap;

/* Facts of the real ground that an input shows; all 0 for generated land. */
typedef struct heightmap_ground {
    const uint8_t *holes; /* [height * width]: 1 = no data, the height is a guess; NULL = none */
    double base;          /* metres at height 0 */
    double cell_y;        /* metres from row to row; 0 = rules->cell, that from column to column */
} heightmap_ground;

/* Parameters of all work on maps, besides the map. */
typedef struct heightmap_work {
    const rl_allocator *allocator;
    int threads; /* 1..256 */
    int kernels; /* rl_kernels: never changes a height */
    uint64_t seed;
    const rl_map_rules *rules;
    const float *input;          /* heights of a file, as large as the map, or NULL */
    float *owned_input;          /* `input` if the map may take the array over, else NULL */
    const rl_map_points *points; /* [RL_MAX_PASSES] points of files, by pass, or NULL */
    heightmap_ground ground;
    /* Called from time to time with the share of a pass that is done, 0..1; a result other than 0
     * cancels.  May be NULL. */
    int (*progress)(void *user, const char *what, double done);
    void *user;
    double before, after; /* shares of the pass that are done before and after this work */
} heightmap_work;

/* heightmap_step reports progress: `done`, 0..1, is the share of this work that is done, `what` the
 * name of the pass.  Errors: RL_CANCELLED. */
rl_status heightmap_step(const heightmap_work *work, const char *what, double done,
                         rl_error *error);

/* A function that does rows first .. end-1 of a map, called on several threads.  No two calls at
 * the same time have the same `worker`, from 0: an index of memory that the function may use.  A
 * call must not write what another one reads. */
typedef void heightmap_band(void *user, int first, int end, int worker);

/* heightmap_workers returns the number of threads that work on `strips` strips; every `worker` is
 * below it. */
int heightmap_workers(const heightmap_work *work, int strips);

/* heightmap_strips calls `band` for all rows in strips of `high` rows, and reports progress after
 * each strip unless `what` is NULL; heightmap_rows chooses the height of strips by the number of
 * threads, and reports no progress.  Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status heightmap_strips(const heightmap_work *work, const char *what, int rows, int high,
                           heightmap_band *band, void *user, rl_error *error);
rl_status heightmap_rows(const heightmap_work *work, int rows, heightmap_band *band, void *user,
                         rl_error *error);

/* ---- fractals (diamond_square.c) ------------------------------------------ */

/* diamond_square_order returns the smallest n, the order, for which a square grid of 2^n + 1
 * samples a side (2^n if it wraps) holds width x height samples. */
int diamond_square_order(int width, int height, int wrap);

/* Greatest order of the grid that a tile of rules->zoom is a part of: its columns are ints. */
#define DIAMOND_MOST_ORDER 29

/* diamond_square_fill makes the map's heights by rules->method: the left upper part of the grid of
 * diamond_square_order, raw (not normalised).  `stream` tells maps of one seed apart.
 * Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status diamond_square_fill(heightmap *map, uint64_t stream, const heightmap_work *work,
                              rl_error *error);

/* The rows of such a map one after the other, in memory that grows with the width alone, for maps
 * that are streamed.  diamond_rows_new begins at row 0 of a map of width x height;
 * diamond_rows_seek goes to row y; diamond_rows_next writes `width` heights of the next row, equal
 * bit for bit to those of diamond_square_fill.  Errors: RL_NO_MEMORY. */
typedef struct diamond_rows diamond_rows;
rl_status diamond_rows_new(diamond_rows **rows, int width, int height, uint64_t stream,
                           const heightmap_work *work, rl_error *error);
void diamond_rows_seek(diamond_rows *rows, int y);
void diamond_rows_next(diamond_rows *rows, float *row);
void diamond_rows_free(diamond_rows *rows);

/* ---- whole maps and passes by kind (heightmap_make.c) --------------------------
 *
 * No pass calls these, since they depend on the table of all passes. */

/* heightmap_make makes a map by the work's rules and seed: the fractal, or work->input of width x
 * height samples, and then the passes.  The caller frees map->h with memory_free, also after an
 * error.  Errors: RL_BAD_ARGUMENT, RL_NO_MEMORY, RL_CANCELLED. */
rl_status heightmap_make(heightmap *map, int width, int height, const heightmap_work *work,
                         rl_error *error);

/* heightmap_run runs one pass; `index`, from 0, is its number in the list of passes.  Unset values
 * count as their defaults.  Errors: RL_BAD_ARGUMENT, RL_NO_MEMORY, RL_CANCELLED. */
rl_status heightmap_run(heightmap *map, const rl_pass *pass, int index, const heightmap_work *work,
                        rl_error *error);

/* heightmap_has_cells returns 1 if a pass divides the map into cells, such as those of voronoi.
 * heightmap_cells writes to cell[width * height] the number of the cell that each sample belongs
 * to; only for such a pass.  Errors: RL_NO_MEMORY, RL_CANCELLED, RL_BAD_ARGUMENT. */
int heightmap_has_cells(const rl_pass *pass);
rl_status heightmap_cells(const heightmap *map, const rl_pass *pass, int index, int32_t *cell,
                          const heightmap_work *work, rl_error *error);

/* ---- whole maps (heightmap.c, blur.c) ---------------------------------------- */

/* heightmap_blur averages each sample with its neighbours once.
 * Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status heightmap_blur(heightmap *map, const heightmap_work *work, rl_error *error);

/* heightmap_combine replaces each height h by op(h, second), where op is a heightmap_op;
 * HEIGHTMAP_MIX is mix * h + (1 - mix) * second.  Errors: RL_NO_MEMORY. */
typedef enum heightmap_op {
    HEIGHTMAP_MIX,
    HEIGHTMAP_MIN,
    HEIGHTMAP_MAX,
    HEIGHTMAP_MULTIPLY,
    HEIGHTMAP_OPS
} heightmap_op;
extern const char *const heightmap_ops[]; /* names in that order, ended by NULL */
rl_status heightmap_combine(heightmap *map, const float *second, int op, double mix,
                            const heightmap_work *work, rl_error *error);

/* Inner loops over `count` floats, as of heightmap_combine; all variants give the same bits. */
typedef struct heightmap_stretch {
    double least, span, low, high; /* least .. least + span becomes low .. high; span 0: low */
} heightmap_stretch;
typedef struct heightmap_kernels {
    /* Widens least .. most so that it contains all h. */
    void (*range)(const float *h, ptrdiff_t count, float *least, float *most);
    void (*stretch)(const heightmap_stretch *map, float *h, ptrdiff_t count);
    /* h = op(h, other) for each heightmap_op; only HEIGHTMAP_MIX uses `mix`. */
    void (*combine[HEIGHTMAP_OPS])(float *h, const float *other, ptrdiff_t count, float mix);
} heightmap_kernels;
extern const heightmap_kernels *const heightmap_kernels_of[CPU_KERNELS];

/* heightmap_normalise maps the heights linearly so that the least becomes `low` and the greatest
 * `high`; a level map becomes `low`.  Errors: RL_NO_MEMORY. */
rl_status heightmap_normalise(heightmap *map, double low, double high, const heightmap_work *work,
                              rl_error *error);

/* heightmap_range finds the least and the greatest height.  Errors: RL_NO_MEMORY. */
rl_status heightmap_range(const heightmap *map, float *least, float *most,
                          const heightmap_work *work, rl_error *error);

/* ---- measures (heightmap.c, flow.c) -------------------------------------------- */

/* heightmap_measure writes the statistics of a map.  The slope of a sample is its largest
 * difference to its four neighbours (fewer at a border of a map that does not wrap).  The erosion
 * score is the standard deviation of all slopes over their mean (J. Olsen 2004): it is high when
 * most of the land is flat and the rest steep. */
void heightmap_measure(const heightmap *map, rl_map_statistics *statistics);

/* flow_accumulate writes to area[width * height] how many cells drain through each cell, itself
 * included: D8 on a copy whose pits are filled (Barnes, Lehman, Mulla 2014).  With `carve` = 1 pits
 * are not filled, and water crosses a pit along its valleys instead of straight (least-cost paths:
 * Ehlschlaeger 1989; Metz, Mitasova and Harmon 2011); rivers are drawn from that.
 * Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status flow_accumulate(const heightmap *map, int carve, float *area, const heightmap_work *work,
                          rl_error *error);

#endif
