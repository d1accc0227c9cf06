/* block.c - a map as a solid: heights brought to the picture's size, nodes projected.
 *
 * See block.h; block_draw.c turns the nodes into triangles.
 */
#include "map/block.h"

#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"
#include "map/block_tile.h"
#include "map/lamp.h"

/* More nodes than this along a side show nothing that 9 samples a pixel could. */
#define MOST_NODES 2049
#define ROWS_BETWEEN_STEPS 512

/* ---- heights: the mean of the samples that a node stands for ----------------- */

typedef struct reduction {
    const heightmap *map;
    block *solid;
} reduction;

/* The share of sample i that lies in from..to. */
static double share_of(int i, double from, double to)
{
    return exact_min(to, i + 1.0) - exact_max(from, (double)i);
}

static float node_mean(const reduction *self, int column, int row)
{
    const heightmap *map = self->map;
    double per_column = (double)map->width / self->solid->columns;
    double per_row = (double)map->height / self->solid->rows;
    double left = column * per_column, right = (column + 1) * per_column;
    double top = row * per_row, bottom = (row + 1) * per_row;
    double sum = 0.0, weights = 0.0;
    for (int y = (int)top; y < map->height && y < bottom; y++)
        for (int x = (int)left; x < map->width && x < right; x++) {
            double weight = share_of(x, left, right) * share_of(y, top, bottom);
            sum += weight * (double)map->h[(size_t)y * (size_t)map->width + (size_t)x];
            weights += weight;
        }
    return (float)(sum / weights);
}

static void reduce_band(void *user, int from, int to, int worker)
{
    (void)worker;
    const reduction *self = user;
    int columns = self->solid->columns;
    for (int row = from; row < to; row++)
        for (int column = 0; column < columns; column++)
            self->solid->height[(size_t)row * (size_t)columns + (size_t)column] =
                node_mean(self, column, row);
}

/* ---- nodes ------------------------------------------------------------------- */

double block_x(const block *self, double column)
{
    return self->box.x * (2.0 * column / (self->columns - 1) - 1.0);
}

double block_y(const block *self, double row)
{
    return self->box.y * (1.0 - 2.0 * row / (self->rows - 1));
}

double block_z(const block *self, double height)
{
    return (height - self->low) * self->lift;
}

raster_vertex block_vertex(const block *self, double x, double y, double z)
{
    projected point = project_point(&self->camera, x, y, z);
    raster_vertex vertex = {
        raster_units(point.x), raster_units(point.y), (float)point.depth, {0.0f, 0.0f, 0.0f}};
    return vertex;
}

/* The slope at place i of `count`, `stride` floats apart, `span` units in all. */
static float slope_at(const block *self, const float *heights, int i, int count, size_t stride,
                      double span)
{
    int before = i > 0 ? i - 1 : 0, after = i < count - 1 ? i + 1 : i;
    double rise =
        (double)heights[(size_t)after * stride] - (double)heights[(size_t)before * stride];
    double run = span * (after - before) / (count - 1);
    return (float)(rise * self->lift / run);
}

static void nodes_band(void *user, int from, int to, int worker)
{
    (void)worker;
    block *self = user;
    size_t columns = (size_t)self->columns;
    for (int row = from; row < to; row++)
        for (int column = 0; column < self->columns; column++) {
            size_t place = (size_t)row * columns + (size_t)column;
            double height = (double)self->height[place];
            raster_vertex *node = &self->node[place];
            *node = block_vertex(self, block_x(self, column), block_y(self, row),
                                 block_z(self, exact_max(height, self->sea)));
            node->value[0] = self->height[place];
            node->value[1] = slope_at(self, self->height + (size_t)row * columns, column,
                                      self->columns, 1, 2.0 * self->box.x);
            node->value[2] =
                -slope_at(self, self->height + column, row, self->rows, columns, 2.0 * self->box.y);
        }
}

/* ---- tiles: which rows of the picture a square of cells reaches --------------- */

static void tile_bound(block *self, int tile_column, int tile_row)
{
    int left = tile_column * BLOCK_TILE, top = tile_row * BLOCK_TILE;
    int32_t low = INT32_MAX, high = INT32_MIN;
    for (int row = top; row <= top + BLOCK_TILE && row < self->rows; row++)
        for (int column = left; column <= left + BLOCK_TILE && column < self->columns; column++) {
            int32_t y = self->node[(size_t)row * (size_t)self->columns + (size_t)column].y;
            low = y < low ? y : low;
            high = y > high ? y : high;
        }
    size_t place = (size_t)tile_row * (size_t)self->tile_columns + (size_t)tile_column;
    self->tile_top[place] = low;
    self->tile_bottom[place] = high;
}

/* ---- the whole ----------------------------------------------------------------- */

/* What the camera sees of the block: its ground plan, and the highest point on the
 * picture that the surface reaches. */
static project_extent block_extent(const block *self, const heightmap *map)
{
    const double *right = self->camera.right, *up = self->camera.up;
    double across = self->box.x * exact_abs(right[0]) + self->box.y * exact_abs(right[1]);
    double along = self->box.x * exact_abs(up[0]) + self->box.y * exact_abs(up[1]);
    double bottom = self->box.low * up[2] - along, top = along;
    int last_row = map->height > 1 ? map->height - 1 : 1;
    int last_column = map->width > 1 ? map->width - 1 : 1;
    for (int row = 0; row <= last_row; row++)
        for (int column = 0; column <= last_column; column++) {
            size_t place =
                (size_t)(row % map->height) * (size_t)map->width + (size_t)(column % map->width);
            double x = self->box.x * (2.0 * column / last_column - 1.0);
            double y = self->box.y * (1.0 - 2.0 * row / last_row);
            double z = block_z(self, exact_max((double)map->h[place], self->sea));
            top = exact_max(top, x * up[0] + y * up[1] + z * up[2]);
        }
    project_extent extent = {across, top, bottom};
    return extent;
}

static void block_measure(block *self, const heightmap *map, const rl_map_rules *rules, int width,
                          double margin)
{
    double longer = map->width > map->height ? map->width : map->height;
    lamp_span(map, &self->low, &self->high);
    self->low = exact_min(self->low, 0.0);
    self->high = exact_max(self->high, 1.0);
    self->lift = BLOCK_RELIEF * rules->exaggeration / (self->high - self->low);
    self->sea = rules->sea > 0.0 ? rules->sea : self->low - 1.0;
    block_box box = {0.5 * map->width / longer, 0.5 * map->height / longer, -BLOCK_FOOT,
                     (self->high - self->low) * self->lift};
    self->box = box;
    self->camera = project_turn(rules->view_azimuth, rules->view_elevation);
    project_extent extent = block_extent(self, map);
    project_fit(&self->camera, &extent, width, margin);
}

/* No more nodes than samples of the map or pixels of the picture, no fewer than two. */
static int nodes_along(int samples, double pixels)
{
    double nodes = exact_min(exact_min(samples, pixels), MOST_NODES);
    return nodes > 2.0 ? (int)nodes : 2;
}

static int block_reserve(block *self)
{
    size_t count = (size_t)self->columns * (size_t)self->rows;
    size_t tiles = (size_t)self->tile_columns * (size_t)self->tile_rows;
    self->height = memory_array(self->allocator, count, sizeof *self->height);
    self->node = memory_array(self->allocator, count, sizeof *self->node);
    self->tile_top = memory_array(self->allocator, tiles, sizeof *self->tile_top);
    self->tile_bottom = memory_array(self->allocator, tiles, sizeof *self->tile_bottom);
    return self->height != NULL && self->node != NULL && self->tile_top != NULL &&
           self->tile_bottom != NULL;
}

/* Rows from `first` on. */
typedef struct later_rows {
    heightmap_band *band;
    void *user;
    int first;
} later_rows;

static void later_band(void *user, int from, int to, int worker)
{
    const later_rows *later = user;
    later->band(later->user, later->first + from, later->first + to, worker);
}

/* Some tens of milliseconds at a time, so that the caller may stop it. */
static rl_status rows_run(const heightmap_work *work, int rows, heightmap_band *band, void *user,
                          rl_error *error)
{
    later_rows later = {band, user, 0};
    rl_status status = RL_OK;
    for (; later.first < rows && status == RL_OK; later.first += ROWS_BETWEEN_STEPS) {
        int left = rows - later.first;
        int count = left < ROWS_BETWEEN_STEPS ? left : ROWS_BETWEEN_STEPS;
        status = heightmap_rows(work, count, later_band, &later, error);
        if (status == RL_OK)
            status = heightmap_step(work, "surface", 0.0, error);
    }
    return status;
}

static rl_status block_fill(block *self, const heightmap *map, const heightmap_work *work,
                            rl_error *error)
{
    if (!block_reserve(self))
        return status_fail(error, RL_NO_MEMORY, "surface: out of memory for %d x %d nodes",
                           self->columns, self->rows);
    reduction means = {map, self};
    rl_status status = rows_run(work, self->rows, reduce_band, &means, error);
    if (status == RL_OK)
        status = rows_run(work, self->rows, nodes_band, self, error);
    for (int row = 0; row < self->tile_rows && status == RL_OK; row++)
        for (int column = 0; column < self->tile_columns; column++)
            tile_bound(self, column, row);
    return status;
}

rl_status block_make(block *self, const heightmap *map, const heightmap_work *work, int width,
                     double margin, rl_error *error)
{
    block made = {.allocator = work->allocator};
    block_measure(&made, map, work->rules, width, margin);
    made.columns = nodes_along(map->width, 2.0 * made.box.x * made.camera.scale);
    made.rows = nodes_along(map->height, 2.0 * made.box.y * made.camera.scale);
    made.tile_columns = (made.columns - 2) / BLOCK_TILE + 1;
    made.tile_rows = (made.rows - 2) / BLOCK_TILE + 1;
    *self = made;
    rl_status status = heightmap_step(work, "surface", 0.0, error);
    if (status == RL_OK)
        status = block_fill(self, map, work, error);
    if (status != RL_OK)
        block_free(self);
    return status;
}

void block_free(block *self)
{
    memory_free(self->allocator, self->height);
    memory_free(self->allocator, self->node);
    memory_free(self->allocator, self->tile_top);
    memory_free(self->allocator, self->tile_bottom);
    self->height = NULL;
    self->node = NULL;
    self->tile_top = self->tile_bottom = NULL;
}
