/* diamond_square.c - diamond-square one row at a time: each level makes its rows from rows of the
 * coarser level.
 *
 * In: size, rules, seed.  Out: raw heights, row by row or the whole map.  A level keeps two rows of
 * the coarser level, and the centres above and below the row that it makes: so memory grows with
 * the width alone, and rows stay in the cache until they are used.  The displacement of a point is
 * a hash of its place, so any row can be the first: a map is filled in independent strips of rows,
 * at the cost of about three rows per strip that are made twice.
 *
 * In the grid of level l the points in even columns of even rows are the nodes: the points of level
 * l - 1.  Those in odd columns of odd rows are the centres, made by the diamond step; the others
 * are made by the square step.  A map that wraps is a part of an endless periodic plane, so it has
 * no edges.
 */
#include <float.h>

#include "base/exact.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"
#include "heightmap/diamond.h"
#include "heightmap/heightmap.h"
#include "heightmap/shape.h"

/* ---- displacements ---------------------------------------------------------------- */

/* Standard deviation of a uniform displacement of bound 1, 1 / sqrt(3).  Normal displacements get
 * the same, so that both are equally rough. */
#define UNIFORM_DEVIATION 0.577350269189625765

/* Coefficients of Hastings' rational approximation (Abramowitz and Stegun 1964, 26.2.23), from the
 * constant term up. */
static const double hastings_above[] = {2.515517, 0.802853, 0.010328};
static const double hastings_below[] = {1.0, 1.432788, 0.189269, 0.001308};

/* Returns the value that a standard normal deviate exceeds with probability p; its error of up to
 * 4.5e-4 is invisible in a landscape. */
static double tail_quantile(double p)
{
    const double *a = hastings_above, *b = hastings_below;
    double t = exact_sqrt(-2.0 * EXACT_LN2 * exact_log2(p));
    double above = a[0] + t * (a[1] + t * a[2]);
    double below = b[0] + t * (b[1] + t * (b[2] + t * b[3]));
    return t - above / below;
}

/* Fills quantiles of which the sum of two draws is nearly a standard normal deviate, up to 4.9: the
 * sum has more values and longer tails than a single draw. */
static void quantiles_fill(float *quantile)
{
    double squares = 0.0;
    for (int i = 0; i < DIAMOND_QUANTILES / 2; i++) {
        double q = tail_quantile((i + 0.5) / DIAMOND_QUANTILES);
        squares += 2.0 * q * q;
    }
    double scale = exact_sqrt(0.5 * DIAMOND_QUANTILES / squares);
    for (int i = 0; i < DIAMOND_QUANTILES / 2; i++) {
        float q = (float)(scale * tail_quantile((i + 0.5) / DIAMOND_QUANTILES));
        quantile[i] = -q;
        quantile[DIAMOND_QUANTILES - 1 - i] = q;
    }
}

void diamond_noise_init(diamond_noise *noise, uint64_t seed, uint64_t stream,
                        const rl_map_rules *rules, int kernels)
{
    noise->kernels = diamond_kernels_of[cpu_choose(kernels)];
    noise->key = hash_key(seed, stream);
    noise->gauss = rules->noise == RL_MAP_GAUSS;
    noise->one_sided = rules->one_sided;
    quantiles_fill(noise->quantile);
}

/* Each row has a hash of 64 bits, which keys a 32-bit mixer of column numbers.  One half of the
 * hash enters before and the other after the mixer's first multiplication, so that no two rows have
 * a sequence of numbers in common. */
void diamond_noise_row(const diamond_noise *noise, int level, int row, int first, int count,
                       float r, float *out)
{
    uint64_t keys = hash_at(noise->key, level, row);
    uint32_t key = (uint32_t)(keys >> 32);
    uint32_t column = (uint32_t)keys + (uint32_t)first * DIAMOND_GOLDEN;
    if (noise->gauss) {
        float deviation = (float)((double)r * UNIFORM_DEVIATION);
        noise->kernels->normal(column, key, deviation, noise->quantile, out, count);
        for (int k = 0; k < count && noise->one_sided; k++)
            out[k] = out[k] < 0.0f ? -out[k] : out[k];
    } else {
        float width = noise->one_sided ? r : 2.0f * r;
        noise->kernels->uniform(column, key, width * 0x1p-23f, noise->one_sided ? 0.0f : -r, out,
                                count);
    }
}

/* ---- rows of one level ------------------------------------------------------------ */

/* A map of RL_MAX_SIDE has 20 levels; a tile of an endless map is a part of one that has up to
 * 2^DIAMOND_MOST_ORDER intervals along a side. */
#define MOST_LEVELS (DIAMOND_MOST_ORDER + 1)

/* Room before and after each row, floats: kernels read 1 before it, and read and write up to a
 * DIAMOND_RUN behind it. */
#define MARGIN (2 * DIAMOND_RUN)

typedef struct rows_level {
    int first;            /* first column that is made, even; below 0 if the map wraps */
    int width;            /* number of columns that are made */
    int row;              /* number of the next row to make */
    float r;              /* bound of the displacements */
    float *upper, *lower; /* rows of the coarser level: at or above `row`, and below it */
    float *above, *below; /* centres of the last odd row before `row`; of the one at or after it */
} rows_level;

/* Sides of a map that joins others. */
typedef enum map_side { SIDE_TOP, SIDE_BOTTOM, SIDE_LEFT, SIDE_RIGHT, SIDES } map_side;

struct diamond_rows {
    const rl_allocator *allocator;
    diamond_noise noise;
    int joins;                     /* 1: points on the edges depend on the edges alone */
    uint64_t side[SIDES];          /* keys of the displacements along the edges */
    uint64_t corner_key[4];        /* keys of the corners */
    float joined_low, joined_gain; /* a height h of a map that joins is (h - low) * gain in 0..1 */
    int wrap, midpoint;
    int base;  /* level of the anchors, whose grid has 2^base intervals along a side */
    int order; /* last level, whose rows are those of the map */
    int top;   /* number of the map's first row in the grid of the last level; above 0 for a tile */
    double corner[4];
    float anchor_r;
    diamond_weight weight;
    float *memory; /* memory of `noises` and of all rows of the levels */
    float *noises; /* displacements of one row, which are replaced by its points */
    rows_level level[MOST_LEVELS];
};

/* As mean_four, for a point on an edge of the map, which has three parents. */
static void mean_three(float *restrict z, const float *a, const float *b, const float *c, int count,
                       diamond_weight weight)
{
    for (int i = 0; i < count; i++) {
        float mean = ((a[i] + b[i]) + c[i]) / 3.0f, times = mean * weight.slope + weight.level;
        z[i] = z[i] * (times > 0.0f ? times : 0.0f) + mean;
    }
}

/* Returns the number of the last row and column of a level, if the map does not wrap. */
static int last_of(int level)
{
    return 1 << level;
}

/* Writes the displacements of every second point of a row from `first` on.  On a map that wraps
 * rows and columns count modulo its period. */
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

/* Displacement of a point on an edge, relative to that of other points: from two parents in place
 * of four it would stand out from its neighbours. */
#define EDGE_SHARE 0.75f

/* Writes points of an edge: displaced means of the two nodes beside each. `first` is the number of
 * the first one along the edge; they are two apart. */
static void edge_points(const diamond_rows *self, map_side side, int l, int first, int count,
                        const float *before, const float *after, float *z)
{
    diamond_noise noise = self->noise;
    noise.key = self->side[side];
    diamond_noise_row(&noise, l - self->base, 0, first, count, EDGE_SHARE * self->level[l].r, z);
    self->noise.kernels->mean_two(z, before, after, count, self->weight);
}

/* Makes the centres of the odd row `row`: displaced means of the four nodes around each. */
static void centres_make(diamond_rows *self, int l, int row)
{
    rows_level *level = &self->level[l];
    const rows_level *coarse = level - 1;
    int count = coarse->width - 1;
    noise_fill(self, l, row, 2 * coarse->first + 1, count, level->below);
    self->noise.kernels->mean_four(level->below, level->upper, level->upper + 1, level->lower,
                                   level->lower + 1, count, self->weight);
}

/* Makes an even row: nodes and, between them, points whose parents are the nodes left and right and
 * the centres above and below. */
static void even_row(diamond_rows *self, int l, float *out)
{
    rows_level *level = &self->level[l];
    int skip = level->first / 2 - level[-1].first, count = level->width / 2;
    const float *node = level->upper + skip;
    const float *above = level->above + skip, *below = level->below + skip;
    float *z = self->noises;
    noise_fill(self, l, level->row, level->first + 1, count, z);
    if (self->joins && (level->row == 0 || level->row == last_of(l)))
        edge_points(self, level->row == 0 ? SIDE_TOP : SIDE_BOTTOM, l, level->first + 1, count,
                    node, node + 1, z);
    else if (self->midpoint)
        self->noise.kernels->mean_two(z, node, node + 1, count, self->weight);
    else if (!self->wrap && level->row == 0)
        mean_three(z, node, node + 1, below, count, self->weight);
    else if (!self->wrap && level->row == last_of(l))
        mean_three(z, node, node + 1, above, count, self->weight);
    else
        self->noise.kernels->mean_four(z, node, node + 1, above, below, count, self->weight);
    self->noise.kernels->weave(out, node, z, level->width);
}

/* Makes an odd row: centres and, between them, points whose parents are the nodes above and below
 * and the centres left and right, of which one is missing on an edge of the map. */
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
        self->noise.kernels->mean_two(z, up, down, count, self->weight);
    else
        self->noise.kernels->mean_four(z, centre - 1, centre, up, down, count, self->weight);
    if (self->joins) {
        float point[DIAMOND_RUN];
        if (level->first == 0) {
            edge_points(self, SIDE_LEFT, l, level->row, 1, up, down, point);
            z[0] = point[0];
        }
        if (level->first + 2 * last == last_of(l)) {
            edge_points(self, SIDE_RIGHT, l, level->row, 1, up + last, down + last, point);
            z[last] = point[0];
        }
    } else if (!self->midpoint && !self->wrap) {
        mean_three(&left, up, down, centre, 1, self->weight);
        z[0] = left;
        if (2 * last == last_of(l)) {
            mean_three(&right, up + last, down + last, centre + last - 1, 1, self->weight);
            z[last] = right;
        }
    }
    self->noise.kernels->weave(out, z, centre, level->width);
}

/* Makes a row of anchors.  A map with edges has its four corners as anchors.  A map that wraps has
 * 4 x 4, since its four corners are one point; rules->corner[i], if set, is the height of all four
 * anchors in a quarter of the map. */
static void anchor_row(const diamond_rows *self, float *out)
{
    const rows_level *level = &self->level[self->base];
    int mask = (self->wrap ? 4 : 2) - 1, y = level->row & mask;
    float z[DIAMOND_RUN];
    for (int i = 0; i < level->width; i++) {
        int x = (level->first + i) & mask;
        double corner = self->corner[self->wrap ? (y & 2) + (x >> 1) : 2 * y + x];
        diamond_noise noise = self->noise;
        if (self->joins)
            noise.key = self->corner_key[2 * y + x];
        diamond_noise_row(&noise, 0, self->joins ? 0 : y, self->joins ? 0 : x, 1, self->anchor_r,
                          z);
        out[i] = corner == RL_AUTO ? z[0] : (float)corner;
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

/* ---- from level to level ---------------------------------------------------------- */

/* Prepares a level for an even row: the rows and centres below it become those above. */
static void level_turn(rows_level *level)
{
    float *row = level->upper, *centres = level->above;
    level->upper = level->lower;
    level->above = level->below;
    level->lower = row;
    level->below = centres;
}

/* Makes the next row of level `top`: finds the finest level that needs no new row of its coarser
 * level, and makes rows from there up to `top`. */
static void level_next(diamond_rows *self, int top, float *out)
{
    int l = top;
    while (l > self->base && !(self->level[l].row & 1) &&
           (self->wrap || self->level[l].row < last_of(l)))
        l--;
    if (l > self->base && !(self->level[l].row & 1))
        level_turn(&self->level[l]); /* the last row of a map with edges has none below */
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
    for (int x = 0; self->joined_gain > 0.0f && x < self->level[self->order].width; x++) {
        float h = (row[x] - self->joined_low) * self->joined_gain;
        row[x] = h < 0.0f ? 0.0f : h > 1.0f ? 1.0f : h;
    }
}

/* Returns 1 if a level needs two rows of the coarser level to make row `row`, else it needs one. */
static int level_needs_two(const diamond_rows *self, int row)
{
    return (row & 1) || self->wrap || row > 0;
}

void diamond_rows_seek(diamond_rows *self, int y)
{
    self->level[self->order].row = self->top + y;
    for (int l = self->order; l > self->base; l--) {
        int row = self->level[l].row, half = (int)exact_half(row);
        self->level[l - 1].row = half - (!(row & 1) && level_needs_two(self, row));
    }
    for (int l = self->base + 1; l <= self->order; l++) {
        rows_level *level = &self->level[l];
        int two = level_needs_two(self, level->row);
        if (two)
            level_next(self, l - 1, level->upper);
        level_next(self, l - 1, level->lower);
        if (two)
            centres_make(self, l, level->row & 1 ? level->row : level->row - 1);
    }
}

/* ---- beginning and end ------------------------------------------------------------ */

static float *row_cut(float **memory, int width)
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
    float *memory = self->memory = memory_zeroed(self->allocator, count, sizeof *memory);
    if (memory == NULL)
        return 0;
    self->noises = row_cut(&memory, self->level[self->order].width);
    for (int l = self->base + 1; l <= self->order; l++) {
        rows_level *level = &self->level[l];
        level->upper = row_cut(&memory, level[-1].width);
        level->lower = row_cut(&memory, level[-1].width);
        level->above = row_cut(&memory, level[-1].width);
        level->below = row_cut(&memory, level[-1].width);
    }
    return 1;
}

/* Returns the weight of displacements.  With rules->smoothed (J. Olsen 2004) a displacement is
 * multiplied by the mean height of the point's parents, scaled so that 0 is the least height that a
 * corner can have and 1 the greatest: valleys become smooth, summits stay rough. */
static diamond_weight weight_of(const rl_map_rules *rules)
{
    double r = rules->spread, low = DBL_MAX, high = -DBL_MAX;
    if (!rules->smoothed)
        return (diamond_weight){0.0f, 1.0f};
    for (int i = 0; i < 4; i++) {
        int is_given = rules->corner[i] != RL_AUTO;
        low = exact_min(low, is_given ? rules->corner[i] : rules->one_sided ? 0.0 : -r);
        high = exact_max(high, is_given ? rules->corner[i] : r);
    }
    if (!(high > low)) /* all corners are given, and equal */
        low = high - 2.0 * r;
    double slope = high > low ? 1.0 / (high - low) : 0.0;
    return (diamond_weight){(float)slope, (float)(-low * slope)};
}

/* Mean and variance of a displacement of bound r. */
static double displacement_mean(const rl_map_rules *rules, double r)
{
    return rules->one_sided ? 0.5 * r : 0.0;
}

static double displacement_variance(const rl_map_rules *rules, double r)
{
    double share = UNIFORM_DEVIATION * (rules->one_sided ? 0.5 : 1.0);
    return share * share * r * r;
}

/* Heights of a map that joins are stretched from the mean -+ this number of standard deviations,
 * the same for all maps of a rule, in place of the range of each map. */
#define JOINED_DEVIATIONS 1.9

/* Levels that count for that deviation.  It is the same for all sizes and zooms, so that a height
 * of a tile is that of the tile in which it lies at a lower zoom. */
#define JOINED_LEVELS 10

/* Where a tile lies along one side. */
typedef struct tile_range {
    int64_t map; /* number of the map of zoom 0 that it is a part of */
    int part;    /* number of the tile in that map, 0 .. 2^zoom - 1 */
} tile_range;

static tile_range tile_place(int tile, int zoom)
{
    int parts = 1 << zoom, number = tile == RL_AUTO ? 0 : tile;
    int part = ((number % parts) + parts) % parts;
    return (tile_range){(number - part) / parts, part};
}

/* Chooses the keys of the edges and the range of the heights.  Opposite sides of maps without a
 * place have the same keys; the keys of a tile are those of its place in the endless map. */
static void joins_init(diamond_rows *self, const heightmap_work *work, uint64_t stream)
{
    const rl_map_rules *rules = work->rules;
    enum { ROWS, COLUMNS, CORNERS }; /* kinds of keys */
    uint64_t edges = hash_key((uint64_t)rules->edge_seed, STREAM_EDGES);
    int has_place = rules->tile_x != RL_AUTO || rules->tile_y != RL_AUTO || rules->zoom > 0;
    int64_t x = tile_place(rules->tile_x, rules->zoom).map;
    int64_t y = tile_place(rules->tile_y, rules->zoom).map;
    self->joins = 1;
    for (int i = 0; i < 2; i++) { /* i = 1: the edge that the next tile begins with */
        self->side[SIDE_TOP + i] = hash_at(hash_at(edges, ROWS, x), 0, has_place ? y + i : 0);
        self->side[SIDE_LEFT + i] = hash_at(hash_at(edges, COLUMNS, y), 0, has_place ? x + i : 0);
        for (int j = 0; j < 2; j++)
            self->corner_key[2 * i + j] =
                hash_at(hash_at(edges, CORNERS, has_place ? x + j : 0), 0, has_place ? y + i : 0);
    }
    if (has_place)
        self->noise.key = hash_key(hash_at(hash_at(work->seed, 0, x), 0, y), stream);
    double mean = 0.0, variance = 0.0, least = 0.0;
    for (int i = 0; i < 4; i++) {
        least += 0.25 * (rules->corner[i] != RL_AUTO ? rules->corner[i] : 0.0);
        mean += 0.25 * (rules->corner[i] != RL_AUTO ? rules->corner[i]
                                                    : displacement_mean(rules, rules->spread));
    }
    /* Between the corners a height has about half of the variance of a corner. */
    variance += 0.5 * displacement_variance(rules, rules->spread);
    double r = rules->spread;
    for (int l = 0; l < JOINED_LEVELS; l++, r *= rules->persistence) {
        mean += displacement_mean(rules, r);
        variance += displacement_variance(rules, r);
    }
    double half = JOINED_DEVIATIONS * exact_sqrt(variance);
    double low = rules->one_sided ? least : mean - half, high = mean + half;
    if (!rules->raw && high > low) {
        self->joined_low = (float)low;
        self->joined_gain = (float)(1.0 / (high - low));
    }
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
        int joins = rules->edge_seed != RL_AUTO && !self->wrap && stream == STREAM_MAP;
        int left = 0; /* first column of the map in the grid of the last level */
        if (joins && rules->zoom > 0) {
            left = tile_place(rules->tile_x, rules->zoom).part << self->order;
            self->top = tile_place(rules->tile_y, rules->zoom).part << self->order;
            self->order += rules->zoom;
        }
        for (int i = 0; i < 4; i++)
            self->corner[i] = rules->corner[i];
        /* Each level makes the columns that the next finer level reads. */
        for (int l = self->order, first = left, last = left + width - 1; l >= self->base; l--) {
            self->level[l].first = first;
            self->level[l].width = last - first + 1;
            first = self->wrap ? -2 : first < 2 ? 0 : (first / 2 - 1) & ~1;
            last = (last + 2) / 2;
            if (!self->wrap && l > self->base && last > last_of(l - 1))
                last = last_of(l - 1);
        }
        /* Levels before `first` are replaced by the outline of the land: no displacements. */
        int first = rules->shape != RL_SHAPE_NONE && stream == STREAM_MAP ? SHAPE_LEVELS + 1 : 0;
        double r = rules->spread;
        self->anchor_r = first > 0 ? 0.0f : (float)r;
        self->weight = weight_of(rules);
        for (int l = self->base + 1; l <= self->order; l++, r *= rules->persistence)
            self->level[l].r = l < first ? 0.0f : (float)r;
        if (joins)
            joins_init(self, work, stream);
        if (rows_allocate(self)) {
            diamond_rows_seek(self, 0);
            return RL_OK;
        }
    }
    diamond_rows_free(self);
    *rows = NULL;
    return status_no_memory("diamond-square", error);
}

void diamond_rows_free(diamond_rows *rows)
{
    if (rows == NULL)
        return;
    memory_free(rows->allocator, rows->memory);
    memory_free(rows->allocator, rows);
}

/* ---- whole maps ------------------------------------------------------------------- */

#define STRIP 128 /* rows of a strip; about three of them are made twice, which costs 2 % */

int diamond_square_order(int width, int height, int wrap)
{
    int side = width > height ? width : height, order = wrap ? 2 : 1;
    while ((1 << order) + !wrap < side)
        order++;
    return order;
}

typedef struct filling {
    heightmap *map;
    diamond_rows **rows; /* one for each thread */
} filling;

static void strip_fill(void *user, int first, int end, int worker)
{
    const filling *self = user;
    const heightmap *map = self->map;
    diamond_rows_seek(self->rows[worker], first);
    for (int y = first; y < end; y++)
        diamond_rows_next(self->rows[worker], map->h + (size_t)y * (size_t)map->width);
}

rl_status diamond_square_fill(heightmap *map, uint64_t stream, const heightmap_work *work,
                              rl_error *error)
{
    int threads = heightmap_workers(work, (map->height - 1) / STRIP + 1);
    filling self = {map, memory_zeroed(work->allocator, (size_t)threads, sizeof(diamond_rows *))};
    TRY(status_memory(self.rows != NULL, "diamond-square", error));
    rl_status status = RL_OK;
    for (int i = 0; i < threads && status == RL_OK; i++)
        status = diamond_rows_new(&self.rows[i], map->width, map->height, stream, work, error);
    if (status == RL_OK)
        status =
            heightmap_strips(work, "diamond-square", map->height, STRIP, strip_fill, &self, error);
    for (int i = 0; i < threads; i++)
        diamond_rows_free(self.rows[i]);
    memory_free(work->allocator, self.rows);
    return status;
}
