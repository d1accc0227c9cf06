/* diamond_rows.c - diamond-square one row at a time: each level asks the coarser one.
 *
 * In: rules, seed, size.  Out: the rows of the map in order, from any row on.  A level
 * keeps two rows of the level before it and the centres above and below the row it
 * makes, so memory grows with the width alone and a row stays in the cache from its
 * making to its use.  Every point is hashed by its place: whoever makes it, and
 * however often, gets the same bits.
 *
 * A row of level l has nodes in its even columns on even rows (they are those of level
 * l - 1) and centres in its odd columns on odd rows; the rest is the square step's.
 * Wrapped maps are an endless plane of which a window is made: there is no edge.
 */
#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"
#include "heightmap/diamond_noise.h"
#include "heightmap/heightmap.h"

#define MOST_LEVELS 24 /* 2^23 samples a side are more than RL_MAX_SIDE */

/* Kernels write whole runs and look at one place before a row and some after it. */
#define MARGIN (2 * DIAMOND_RUN)

typedef struct rows_level {
    int first;            /* column of the window's left end, even */
    int width;            /* columns of the window */
    int row;              /* the row that comes next */
    float r;              /* bound of the displacements */
    float *upper, *lower; /* rows of the coarser level: above or at `row`, below it */
    float *above, *below; /* centres: of the odd row before, of this or the next odd row */
} rows_level;

struct diamond_rows {
    const rl_allocator *allocator;
    diamond_noise noise;
    int wrap, midpoint;
    int base, order; /* the level of the anchors (2^base of them a side), the last level */
    double corner[4];
    float anchor_r;
    float *memory; /* holds all rows of the levels and: */
    float *noises; /* the displacements of one row, then the points made of them */
    rows_level level[MOST_LEVELS];
};

/* A point on an edge lacks a tip. */
static void mean_three(float *restrict z, const float *a, const float *b, const float *c, int count)
{
    for (int i = 0; i < count; i++)
        z[i] += ((a[i] + b[i]) + c[i]) / 3.0f;
}

/* ---- rows of one level -------------------------------------------------------- */

/* The last row and column of a level of a map with edges. */
static int last_of(int level)
{
    return 1 << level;
}

/* The displacements of every second point of a row, by their places on the tile. */
static void noise_fill(const diamond_rows *self, int l, int row, int first, int count, float *out)
{
    float r = self->level[l].r;
    int key = l - self->base;
    if (!self->wrap) {
        diamond_noise_row(&self->noise, key, row, first, count, r, out);
        return;
    }
    int side = 1 << l;
    for (int i = 0; i < count;) {
        int x = (first + 2 * i) & (side - 1);
        int piece = (side - x + 1) / 2 < count - i ? (side - x + 1) / 2 : count - i;
        diamond_noise_row(&self->noise, key, row & (side - 1), x, piece, r, out + i);
        i += piece;
    }
}

/* The centres of odd row `row`: means of the four nodes round them. */
static void centres_make(diamond_rows *self, int l, int row)
{
    rows_level *level = &self->level[l];
    const rows_level *coarse = level - 1;
    int count = coarse->width - 1;
    noise_fill(self, l, row, 2 * coarse->first + 1, count, level->below);
    self->noise.kernels->mean_four(level->below, level->upper, level->upper + 1, level->lower,
                                   level->lower + 1, count);
}

/* Even rows: nodes, and between them points with tips left, right, above and below. */
static void even_row(diamond_rows *self, int l, float *out)
{
    rows_level *level = &self->level[l];
    int skip = level->first / 2 - level[-1].first, count = level->width / 2;
    const float *node = level->upper + skip;
    const float *above = level->above + skip, *below = level->below + skip;
    float *z = self->noises;
    noise_fill(self, l, level->row, level->first + 1, count, z);
    if (self->midpoint)
        self->noise.kernels->mean_two(z, node, node + 1, count);
    else if (!self->wrap && level->row == 0)
        mean_three(z, node, node + 1, below, count);
    else if (!self->wrap && level->row == last_of(l))
        mean_three(z, node, node + 1, above, count);
    else
        self->noise.kernels->mean_four(z, node, node + 1, above, below, count);
    self->noise.kernels->weave(out, node, z, level->width);
}

/* Odd rows: centres, and between them points with tips above, below, left and right;
 * on the left and the right edge one of the tips is missing. */
static void odd_row(diamond_rows *self, int l, float *out)
{
    rows_level *level = &self->level[l];
    int skip = level->first / 2 - level[-1].first, count = (level->width + 1) / 2, last = count - 1;
    const float *up = level->upper + skip, *down = level->lower + skip;
    const float *centre = level->below + skip;
    float *z = self->noises;
    noise_fill(self, l, level->row, level->first, count, z);
    float left = z[0], right = z[last];
    if (self->midpoint)
        self->noise.kernels->mean_two(z, up, down, count);
    else
        self->noise.kernels->mean_four(z, centre - 1, centre, up, down, count);
    if (!self->midpoint && !self->wrap) {
        mean_three(&left, up, down, centre, 1);
        z[0] = left;
        if (2 * last == last_of(l)) {
            mean_three(&right, up + last, down + last, centre + last - 1, 1);
            z[last] = right;
        }
    }
    self->noise.kernels->weave(out, z, centre, level->width);
}

/* Anchors: a map with edges has its four corners; a tile has 4 x 4, and a given corner
 * is the height of all four in its quarter (the tile's own corners are one point). */
static void anchor_row(const diamond_rows *self, float *out)
{
    const rows_level *level = &self->level[self->base];
    int mask = (self->wrap ? 4 : 2) - 1, y = level->row & mask;
    float z[DIAMOND_RUN];
    for (int i = 0; i < level->width; i++) {
        int x = (level->first + i) & mask;
        double given = self->corner[self->wrap ? (y & 2) + (x >> 1) : 2 * y + x];
        diamond_noise_row(&self->noise, 0, y, x, 1, self->anchor_r, z);
        out[i] = given == RL_AUTO ? z[0] : (float)given;
    }
}

static void row_make(diamond_rows *self, int l, float *out)
{
    rows_level *level = &self->level[l];
    if (l == self->base)
        anchor_row(self, out);
    else if (level->row & 1)
        odd_row(self, l, out);
    else
        even_row(self, l, out);
    level->row++;
}

/* ---- who asks whom -------------------------------------------------------------- */

static void swap_rows(float **a, float **b)
{
    float *kept = *a;
    *a = *b;
    *b = kept;
}

/* Before an even row what was below becomes what is above. */
static void level_turn(rows_level *level)
{
    swap_rows(&level->upper, &level->lower);
    swap_rows(&level->above, &level->below);
}

static int level_wants_row(const diamond_rows *self, int l)
{
    const rows_level *level = &self->level[l];
    return l > self->base && !(level->row & 1) && (self->wrap || level->row < last_of(l));
}

/* Makes the next row of level `top`: down to a level that wants nothing, and up again. */
static void level_next(diamond_rows *self, int top, float *out)
{
    int l = top;
    while (level_wants_row(self, l))
        l--;
    if (l > self->base && !(self->level[l].row & 1))
        level_turn(&self->level[l]); /* the last row of a map with edges */
    for (; l < top; l++) {
        rows_level *next = &self->level[l + 1];
        level_turn(next);
        row_make(self, l, next->lower);
        centres_make(self, l + 1, next->row + 1);
    }
    row_make(self, top, out);
}

void diamond_rows_next(diamond_rows *self, float *row)
{
    level_next(self, self->order, row);
}

/* Does a level need two rows of the coarser one before it makes row `row`? */
static int level_wants_two(const diamond_rows *self, int row)
{
    return (row & 1) || self->wrap || row > 0;
}

void diamond_rows_seek(diamond_rows *self, int y)
{
    self->level[self->order].row = y;
    for (int l = self->order; l > self->base; l--) {
        int row = self->level[l].row, half = (int)exact_half(row);
        self->level[l - 1].row = half - (!(row & 1) && level_wants_two(self, row));
    }
    for (int l = self->base + 1; l <= self->order; l++) {
        rows_level *level = &self->level[l];
        int two = level_wants_two(self, level->row);
        if (two)
            level_next(self, l - 1, level->upper);
        level_next(self, l - 1, level->lower);
        if (two)
            centres_make(self, l, level->row & 1 ? level->row : level->row - 1);
    }
}

/* ---- beginning and end ------------------------------------------------------------ */

/* The window of each level: what the level after it looks at. */
static void windows_set(diamond_rows *self, int width)
{
    int first = 0, last = width - 1;
    for (int l = self->order; l >= self->base; l--) {
        self->level[l].first = first;
        self->level[l].width = last - first + 1;
        first = self->wrap ? -2 : 0;
        last = (last + 2) / 2;
        if (!self->wrap && l > self->base && last > last_of(l - 1))
            last = last_of(l - 1);
    }
}

static void bounds_set(diamond_rows *self, const rl_map_rules *rules)
{
    double r = rules->spread;
    self->anchor_r = (float)r;
    for (int l = self->base + 1; l <= self->order; l++, r *= rules->persistence)
        self->level[l].r = (float)r;
}

static float *row_take(float **memory, int width)
{
    float *row = *memory + MARGIN;
    *memory += width + 2 * MARGIN;
    return row;
}

static int rows_allocate(diamond_rows *self)
{
    size_t count = (size_t)self->level[self->order].width + 2 * MARGIN;
    for (int l = self->base; l < self->order; l++)
        count += 4 * ((size_t)self->level[l].width + 2 * MARGIN);
    self->memory = memory_zeroed(self->allocator, count, sizeof *self->memory);
    if (self->memory == NULL)
        return 0;
    float *free_part = self->memory;
    self->noises = row_take(&free_part, self->level[self->order].width);
    for (int l = self->base + 1; l <= self->order; l++) {
        float **rows[] = {&self->level[l].upper, &self->level[l].lower, &self->level[l].above,
                          &self->level[l].below};
        for (int i = 0; i < 4; i++)
            *rows[i] = row_take(&free_part, self->level[l - 1].width);
    }
    return 1;
}

rl_status diamond_rows_new(diamond_rows **rows, int width, int height, uint64_t stream,
                           const heightmap_work *work, rl_error *error)
{
    const rl_map_rules *rules = work->rules;
    diamond_rows *self = *rows = memory_zeroed(work->allocator, 1, sizeof *self);
    if (self != NULL) {
        self->allocator = work->allocator;
        diamond_noise_init(&self->noise, work->seed, stream, rules, work->kernels);
        self->wrap = rules->wrap;
        self->midpoint = rules->method == RL_MAP_MIDPOINT;
        self->base = self->wrap ? 2 : 0;
        self->order = diamond_square_order(width, height, self->wrap);
        for (int i = 0; i < 4; i++)
            self->corner[i] = rules->corner[i];
        windows_set(self, width);
        bounds_set(self, rules);
        if (rows_allocate(self)) {
            diamond_rows_seek(self, 0);
            return RL_OK;
        }
    }
    diamond_rows_free(self);
    *rows = NULL;
    return status_fail(error, RL_NO_MEMORY, "map: %d x %d: out of memory", width, height);
}

void diamond_rows_free(diamond_rows *rows)
{
    if (rows == NULL)
        return;
    memory_free(rows->allocator, rows->memory);
    memory_free(rows->allocator, rows);
}
