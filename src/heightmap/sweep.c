/* sweep.c - runs the iterations of a pass in which all cells change at once: see sweep.h.
 *
 * The rows of a tile are made from the top down, and only SWEEP_RING of them are kept.  In each
 * step row y gets its levels; row y - 1, whose neighbours now have levels, gets the amounts that it
 * gives; and row y - 2, whose neighbours now have amounts, gets its flows and its next state.  For
 * 4 neighbours a kind may do the last two in one (sweep_kind.straight).
 *
 * Maps are larger than the caches, and reading and writing them takes as long as the arithmetic.
 * So iterations are done in pairs, block by block: the first makes the block and a margin around it
 * in memory that stays in the cache, from which the second makes the block.
 */
#include "heightmap/sweep.h"

#include "base/memory.h"
#include "base/status.h"

#include <stdint.h>
#include <string.h>

/* ---- rows of a tile -------------------------------------------------------- */

static int wrapped(int i, int size)
{
    int rest = i % size;
    return rest < 0 ? rest + size : rest;
}

/* Copies the entries of a tile's row from a row of the map; those beyond a border of a map that
 * does not wrap get the value `outside`. */
static void row_fill(float *row, const float *map_row, const sweep *self, const sweep_tile *tile,
                     float outside)
{
    int left = tile->left, limit = tile->limit;
    int first = left < 0 ? -left : 0;
    int last = self->width - left < limit ? self->width - left : limit;
    memcpy(row + first, map_row + left + first, (size_t)(last - first) * sizeof *row);
    for (int i = 0; i < first; i++)
        row[i] = self->wrap ? map_row[wrapped(left + i, self->width)] : outside;
    for (int i = last; i < limit; i++)
        row[i] = self->wrap ? map_row[wrapped(left + i, self->width)] : outside;
}

static int row_is_outside(const sweep *self, int y)
{
    return !self->wrap && (y < 0 || y >= self->height);
}

/* Reads row y of the maps and computes its levels. */
static void row_begin(const sweep *self, sweep_tile *tile, int y, sweep_place ring)
{
    int here = ring.here;
    if (row_is_outside(self, y)) { /* a row of SWEEP_WALL */
        float *level = self->kind->begin != NULL ? tile->level[here] : tile->filled[0][here];
        tile->source[0][here] = tile->filled[0][here];
        for (int m = 0; m < self->kind->maps; m++)
            memset(tile->state[m][here], 0, sizeof tile->state[m][here]);
        memset(tile->load[here], 0, sizeof tile->load[here]);
        for (int i = 0; i < SWEEP_ROW; i++)
            level[i] = SWEEP_WALL;
        return;
    }
    ptrdiff_t start = (ptrdiff_t)wrapped(y, self->height) * self->source_stride;
    ptrdiff_t ahead = (ptrdiff_t)wrapped(y + SWEEP_AHEAD, self->height) * self->source_stride;
    int column = tile->left < 0 ? 0 : tile->left, end = tile->left + tile->limit;
    int is_inside = tile->left + self->spare >= 0 && end <= self->width + self->spare;
    for (int m = 0; m < self->kind->maps; m++) {
        const float *row = self->source[m] + start;
        float *filled = tile->filled[m][here];
        tile->source[m][here] = is_inside ? row + tile->left : filled;
        tile->ahead[m] = self->source[m] + ahead + column;
        if (!is_inside)
            row_fill(filled, row, self, tile, m == 0 ? SWEEP_WALL : 0.0F);
    }
    if (self->kind->begin != NULL)
        self->kind->begin(self, tile, ring);
}

/* Clears the amounts that the columns beyond a border of the map would give. */
static void walls_give_nothing(const sweep *self, const sweep_tile *tile, float *give)
{
    if (!self->wrap && tile->left + SWEEP_FIRST == 0)
        give[SWEEP_FIRST - 1] = 0.0F;
    if (!self->wrap && tile->left + SWEEP_FIRST + tile->columns == self->width)
        give[SWEEP_FIRST + tile->columns] = 0.0F;
}

/* Computes the amounts that the cells of row y give. */
static void row_share(const sweep *self, sweep_tile *tile, int y, sweep_place ring)
{
    int ways = self->eight ? SWEEP_WAYS : SWEEP_WAYS / 2, is_outside = row_is_outside(self, y);
    tile->threshold = self->threshold;
    if (!is_outside)
        self->kind->share[self->eight](self, tile, ring);
    for (int way = 0; way < ways; way++)
        if (is_outside)
            memset(tile->give[way][ring.odd], 0, sizeof tile->give[way][ring.odd]);
        else
            walls_give_nothing(self, tile, tile->give[way][ring.odd]);
}

/* Sets the target of row y.  Rows above the first one of a band lack flows from the north: they are
 * written to a row of the tile that nothing reads. */
static void row_out(const sweep *self, sweep_tile *tile, int y, int first)
{
    ptrdiff_t row = y + self->down, column = tile->left + SWEEP_FIRST + self->right;
    ptrdiff_t ahead = y + SWEEP_AHEAD < self->height ? SWEEP_AHEAD : 0;
    for (int m = 0; m < self->kind->maps; m++) {
        tile->out[m] =
            y < first ? tile->state[m][0] : self->next[m] + row * self->next_stride + column;
        tile->out_ahead[m] = y < first ? tile->out[m] : tile->out[m] + ahead * self->next_stride;
    }
}

/* ---- tiles ------------------------------------------------------------------- */

/* Returns the ring indices of a row and its neighbours; `row` counts from 0 in the tile. */
static sweep_place place_of(int row)
{
    return (sweep_place){(row - 1) & (SWEEP_RING - 1), row & (SWEEP_RING - 1),
                         (row + 1) & (SWEEP_RING - 1), row & 1};
}

static void tile_run(const sweep *self, sweep_tile *tile, int top, int end)
{
    for (int y = top - 2; y < end + 2; y++) {
        int row = y - top + 2; /* counts from 0 */
        row_begin(self, tile, y, place_of(row));
        if (row < 2)
            continue;
        row_out(self, tile, y - 2, top);
        if (self->kind->straight != NULL && !self->eight) {
            tile->threshold = row_is_outside(self, y - 1) ? SWEEP_STILL : self->threshold;
            self->kind->straight(self, tile, place_of(row - 1));
            walls_give_nothing(self, tile, tile->give[SWEEP_EAST][0]);
            walls_give_nothing(self, tile, tile->give[SWEEP_WEST][0]);
            self->kind->sides(self, tile, place_of(row - 1));
            continue;
        }
        row_share(self, tile, y - 1, place_of(row - 1));
        if (row > 2) /* the row above the band, too: its flows to the south are needed */
            self->kind->end[self->eight](self, tile, place_of(row - 2));
    }
}

/* ---- blocks -------------------------------------------------------------------- */

/* A rectangle of a map: first column and row, which may be below 0 on a torus, and size. */
typedef struct sweep_block {
    int x, y, columns, rows;
} sweep_block;

static void block_run(const sweep *self, sweep_tile *tile, const sweep_block *part)
{
    int most = self->kind->columns;
    for (int x = 0; x < part->columns; x += most) {
        int columns = part->columns - x < most ? part->columns - x : most;
        tile->left = part->x + x - SWEEP_FIRST;
        tile->columns = columns;
        tile->end = SWEEP_FIRST + (columns + SWEEP_SPARE) / SWEEP_SPARE * SWEEP_SPARE;
        tile->limit = tile->end + SWEEP_SPARE;
        tile_run(self, tile, part->y, part->y + part->rows);
    }
}

/* Returns a block with all cells that its state after two iterations depends on: SWEEP_REACH rows
 * and at least as many columns around it. */
static sweep_block block_around(const sweep *self, const sweep_block *part)
{
    int left = part->x - SWEEP_SPARE, right = part->x + part->columns + SWEEP_SPARE;
    int top = part->y - SWEEP_REACH, bottom = part->y + part->rows + SWEEP_REACH;
    if (!self->wrap) {
        left = left < 0 ? 0 : left;
        right = right > self->width ? self->width : right;
        top = top < 0 ? 0 : top;
        bottom = bottom > self->height ? self->height : bottom;
    }
    return (sweep_block){left, top, right - left, bottom - top};
}

static size_t map_floats(const sweep *self)
{
    return (size_t)SWEEP_AROUND * ((size_t)self->kind->rows + 2 * SWEEP_REACH + SWEEP_AHEAD);
}

/* Does two iterations of a block.  The first writes to `memory`, a small map with a wall at both
 * ends of its rows.  Where these ends are inside the real map, the walls make only cells of the
 * margin wrong. */
static void block_run_twice(const sweep *self, sweep_tile *tile, const sweep_block *part,
                            float *memory)
{
    sweep_block around = block_around(self, part), within = *part;
    sweep first = *self, second = *self;
    first.right = -around.x;
    first.down = -around.y;
    first.next_stride = second.source_stride = SWEEP_AROUND;
    second.right = around.x;
    second.down = around.y;
    second.width = around.columns;
    second.height = around.rows;
    second.wrap = 0;
    second.spare = SWEEP_FIRST;
    for (int m = 0; m < self->kind->maps; m++) {
        first.next[m] = second.source[m] = memory + (size_t)m * map_floats(self) + SWEEP_FIRST;
        float *row = first.next[m];
        for (int y = 0; y < around.rows; y++, row += SWEEP_AROUND)
            row[-1] = row[around.columns] = m == 0 ? SWEEP_WALL : 0.0F;
    }
    within.x -= around.x;
    within.y -= around.y;
    block_run(&first, tile, &around);
    block_run(&second, tile, &within);
}

/* ---- iterations ------------------------------------------------------------------ */

#define TILE_FLOATS (sizeof(sweep_tile) / sizeof(float))

static size_t worker_floats(const sweep *self)
{
    return TILE_FLOATS + (size_t)self->kind->maps * map_floats(self);
}

static void strip_sweep(void *user, int first, int end, int worker)
{
    const sweep *self = user;
    float *memory = self->memory + (size_t)worker * worker_floats(self);
    sweep_tile *tile = (sweep_tile *)(void *)memory;
    for (int x = 0; x < self->width; x += SWEEP_BLOCK) {
        int columns = self->width - x < SWEEP_BLOCK ? self->width - x : SWEEP_BLOCK;
        sweep_block part = {x, first, columns, end - first};
        if (self->times == 1)
            block_run(self, tile, &part);
        else
            block_run_twice(self, tile, &part, memory + TILE_FLOATS);
    }
}

static rl_status iterate(sweep *self, const char *what, const heightmap_work *work, rl_error *error)
{
    int all = self->iterations;
    for (int done = 0; done < all; done += self->times) {
        heightmap_work share = *work;
        self->times = all - done < 2 ? 1 : 2;
        share.before = (double)done / (double)all;
        share.after = (double)(all - done - self->times) / (double)all;
        TRY(heightmap_strips(&share, what, self->height, self->kind->rows, strip_sweep, self,
                             error));
        for (int m = 0; m < self->kind->maps; m++) {
            float *finished = self->next[m];
            self->next[m] = self->source[m];
            self->source[m] = finished;
        }
    }
    return RL_OK;
}

rl_status sweep_run(sweep *self, heightmap *map, const char *what, const heightmap_work *work,
                    rl_error *error)
{
    const rl_allocator *allocator = work->allocator;
    int maps = self->kind->maps;
    self->width = self->source_stride = self->next_stride = map->width;
    self->height = map->height;
    self->wrap = map->wrap;
    size_t cells = (size_t)map->width * (size_t)map->height;
    int threads = heightmap_workers(work, (map->height - 1) / self->kind->rows + 1);
    size_t floats = (size_t)threads * worker_floats(self) + SWEEP_LINE_CELLS;
    float *memory = memory_zeroed(allocator, floats, sizeof *memory);
    float *others[2 * SWEEP_MAPS] = {NULL}; /* all arrays but map->h, which would be entry 0 */
    int has_room = memory != NULL;
    for (int m = 1; m < 2 * maps && has_room; m++) {
        others[m] = m < maps ? memory_zeroed(allocator, cells, sizeof *memory)
                             : memory_array(allocator, cells, sizeof *memory);
        has_room = others[m] != NULL;
    }
    rl_status status = status_memory(has_room, what, error);
    if (status == RL_OK) {
        /* Kernels expect rows of a tile and of a block's maps to begin at cache lines. */
        size_t beyond = (uintptr_t)memory % SWEEP_LINE;
        self->memory = beyond == 0 ? memory : memory + (SWEEP_LINE - beyond) / sizeof *memory;
        for (int m = 0; m < maps; m++) {
            self->source[m] = m == 0 ? map->h : others[m];
            self->next[m] = others[m + maps];
        }
        status = iterate(self, what, work, error);
    }
    if (status == RL_OK && maps == 1 && self->source[0] != map->h)
        memcpy(map->h, self->source[0], cells * sizeof *map->h);
    for (size_t i = 0; i < cells && status == RL_OK && maps > 1;
         i++) /* sediment that is left settles */
        map->h[i] = self->source[0][i] + self->source[maps - 1][i];
    for (int m = 1; m < 2 * maps; m++)
        memory_free(allocator, others[m]);
    memory_free(allocator, memory);
    return status;
}

rl_status sweep_step(const heightmap *map, int i, int iterations, int y, const char *what,
                     const heightmap_work *work, rl_error *error)
{
    int rows = (1 << 22) / map->width < 64 ? 64 : (1 << 22) / map->width;
    double done = ((double)i + (double)y / (double)map->height) / iterations;
    return y % rows == 0 ? heightmap_step(work, what, done, error) : RL_OK;
}
