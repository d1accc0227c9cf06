/* heightmap.h - a grid of heights: made by diamond-square, shaped by passes, measured.
 *
 * In: the rules of a map (rl_map_rules), a seed, threads.  Out: floats, row-major, top row
 * first.  Every value is a function of seed, rules and place; it does not depend on threads
 * or on the order of work.  Numbers only: no pixel, no file.
 */
#ifndef RL_HEIGHTMAP_HEIGHTMAP_H
#define RL_HEIGHTMAP_HEIGHTMAP_H

#include <stddef.h>

#include "base/cpu.h"
#include "base/hash.h"
#include "base/scene.h"

typedef struct heightmap {
    int width, height;
    int wrap; /* 1: a torus: the first column and row continue the last */
    float *h; /* [width * height] */
} heightmap;

/* Facts of the real ground that a map shows; all 0 for generated land. */
typedef struct heightmap_ground {
    const uint8_t *holes; /* [height * width]: 1 = no data, the height is a guess; NULL = none */
    double base;          /* metres at height 0 */
    double cell_y;        /* metres from row to row; 0 = rules->cell, as from column to column */
} heightmap_ground;

/* Parameters of all work on maps, besides the map. */
typedef struct heightmap_work {
    const rl_allocator *allocator;
    int threads; /* 1..256 */
    int kernels; /* rl_kernels: never changes a height */
    uint64_t seed;
    const rl_map_rules *rules;
    const float *input;          /* heights of a file, as large as the map, or NULL */
    float *owned_input;          /* `input` if the map may keep the array, else NULL */
    const rl_map_points *points; /* [RL_MAX_PASSES] points of files, or NULL */
    heightmap_ground ground;
    /* Called after a share of a long pass, 0..1; anything but 0 cancels.  May be NULL. */
    int (*progress)(void *user, const char *what, double done);
    void *user;
    double before, after; /* shares of the pass that are made before and after this work */
} heightmap_work;

/* heightmap_step calls the progress function; `done` is the share of this work.
 * Errors: RL_CANCELLED. */
rl_status heightmap_step(const heightmap_work *work, const char *what, double done,
                         rl_error *error);

/* Rows of a map on several threads: `band` does rows first .. end-1; `worker` numbers the
 * memory that it may use.  Bands must not write what another band reads. */
typedef void heightmap_band(void *user, int first, int end, int worker);

/* heightmap_workers: how many threads work on so many strips; `worker` is below it. */
int heightmap_workers(const heightmap_work *work, int strips);

/* heightmap_strips does the rows in strips of `high` and reports progress after each, unless
 * `what` is NULL; heightmap_rows chooses strips that suit the threads, and reports none.
 * Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status heightmap_strips(const heightmap_work *work, const char *what, int rows, int high,
                           heightmap_band *band, void *user, rl_error *error);
rl_status heightmap_rows(const heightmap_work *work, int rows, heightmap_band *band, void *user,
                         rl_error *error);

/* ---- fractals (diamond_square.c) ------------------------------------------ */

/* The smallest n for which a grid of 2^n + 1 (wrap: 2^n) holds width x height. */
int diamond_square_order(int width, int height, int wrap);

/* diamond_square_fill makes the map's heights by rules->method: the left upper part
 * of the grid of that order, raw (not normalised).  `stream` distinguishes maps of one seed.
 * Errors: RL_NO_MEMORY, RL_CANCELLED. */
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

/* ---- maps and passes by their kind (heightmap_make.c) --------------------------
 *
 * No pass calls these. */

/* heightmap_make makes a map of the work's rules and seed: the fractal, or the input of
 * width x height, then the passes.  The caller frees map->h with memory_free, whatever is
 * returned.  Errors: RL_BAD_ARGUMENT, RL_NO_MEMORY, RL_CANCELLED. */
rl_status heightmap_make(heightmap *map, int width, int height, const heightmap_work *work,
                         rl_error *error);

/* heightmap_run runs one pass, number `index` from 0 of the list; its unset values have their
 * defaults.  Errors: RL_BAD_ARGUMENT, RL_NO_MEMORY, RL_CANCELLED. */
rl_status heightmap_run(heightmap *map, const rl_pass *pass, int index, const heightmap_work *work,
                        rl_error *error);

/* heightmap_cells writes to cell[width * height] the number of the cell of a pass that each
 * sample belongs to.  Errors: RL_BAD_ARGUMENT (heightmap_has_cells returns 0: the pass has no
 * cells), RL_NO_MEMORY, RL_CANCELLED. */
int heightmap_has_cells(const rl_pass *pass);
rl_status heightmap_cells(const heightmap *map, const rl_pass *pass, int index, int32_t *cell,
                          const heightmap_work *work, rl_error *error);

/* ---- whole maps (heightmap.c, blur.c) ---------------------------------------- */

/* heightmap_blur averages each sample with its neighbours once.
 * Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status heightmap_blur(heightmap *map, const heightmap_work *work, rl_error *error);

/* heightmap_combine: map = op(map, second), op a heightmap_op; for HEIGHTMAP_MIX, mix * map + (1 -
 * mix) * second. Errors: RL_NO_MEMORY. */
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

/* The inner loops of these: runs of floats, the same bits from every kernel. */
typedef struct heightmap_stretch {
    double least, span, low, high; /* least .. least + span becomes low .. high; span 0: low */
} heightmap_stretch;
typedef struct heightmap_kernels {
    /* Widens least..most to hold the run. */
    void (*range)(const float *h, ptrdiff_t count, float *least, float *most);
    void (*stretch)(const heightmap_stretch *map, float *h, ptrdiff_t count);
    /* h = op(h, other), mixed or not. */
    void (*combine[HEIGHTMAP_OPS])(float *h, const float *other, ptrdiff_t count, float mix);
} heightmap_kernels;
extern const heightmap_kernels *const heightmap_kernels_of[CPU_KERNELS];

/* heightmap_normalise maps least..most of the heights to low..high; a level map becomes
 * low.  Errors: RL_NO_MEMORY. */
rl_status heightmap_normalise(heightmap *map, double low, double high, const heightmap_work *work,
                              rl_error *error);

/* heightmap_range finds the least and the most of the heights.  Errors: RL_NO_MEMORY. */
rl_status heightmap_range(const heightmap *map, float *least, float *most,
                          const heightmap_work *work, rl_error *error);

/* ---- measures (heightmap.c, flow.c) -------------------------------------------- */

/* heightmap_measure: the slope of a sample is its largest difference to the four neighbours (a
 * border of a map that does not wrap has fewer), and the score is deviation over mean of all
 * slopes (J. Olsen 2004): high when most of the land is flat and the rest steep. */
void heightmap_measure(const heightmap *map, rl_map_statistics *statistics);

/* flow_accumulate writes to area[width * height] how many cells drain through each
 * cell, itself included: D8 on a pit-filled copy (Barnes, Lehman, Mulla 2014).  `carve` leaves
 * pits as they are: water crosses one along its valleys, not straight (least-cost paths:
 * Ehlschlaeger 1989; Metz, Mitasova and Harmon 2011); rivers are drawn by it.
 * Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status flow_accumulate(const heightmap *map, int carve, float *area, const heightmap_work *work,
                          rl_error *error);

#endif
