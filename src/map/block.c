/* block.c - makes a solid block from a map: its camera, a grid of nodes as fine as the picture's
 * pixels, and the light on the nodes. */
#include "map/block.h"

#include "base/exact.h"
#include "base/status.h"
#include "map/shadow.h"

/* ---- camera -------------------------------------------------------------------- */

#define MARGIN 0.06 /* as a share of the picture's shorter side; of its width if height is 0 */
#define TALLEST 2.0 /* greatest height that is computed, as a multiple of the width */

projection project_turn(double azimuth, double elevation)
{
    double east = degrees_sine(azimuth), north = degrees_cosine(azimuth);
    return (projection){
        .ahead = {east, north},
        .right = {north, -east},
        .rise = degrees_sine(elevation),
        .level = degrees_cosine(elevation),
        .scale = 1.0,
    };
}

void project_point(const projection *self, double x, double y, double z, double *right, double *up)
{
    double ahead = x * self->ahead[0] + y * self->ahead[1];
    *right = self->middle_x + self->scale * (x * self->right[0] + y * self->right[1]);
    *up = self->middle_y + self->scale * (ahead * self->rise + z * self->level);
}

void project_ground(const projection *self, double right, double up, double z, double *x, double *y)
{
    double across = (right - self->middle_x) / self->scale;
    double ahead = ((up - self->middle_y) / self->scale - z * self->level) / self->rise;
    *x = across * self->right[0] + ahead * self->ahead[0];
    *y = across * self->right[1] + ahead * self->ahead[1];
}

void project_fit(projection *self, double across, double top, double bottom, int width, int height)
{
    double tall = top - bottom, edge = MARGIN * width, inner = width - 2.0 * edge;
    double room = TALLEST * inner;
    if (height > 0) {
        edge = MARGIN * (width < height ? width : height);
        inner = width - 2.0 * edge;
        room = height - 2.0 * edge;
    }
    self->scale = exact_min(inner / (2.0 * across), room / tall);
    self->width = width;
    self->height = height > 0 ? height : (int)(tall * self->scale + 2.0 * edge + 0.5);
    self->middle_x = 0.5 * width;
    self->middle_y = 0.5 * self->height - 0.5 * (top + bottom) * self->scale;
}

/* ---- the camera of a block ------------------------------------------------------ */

/* Returns the coordinate of sample i along a side, -1 for the first and 1 for the last. */
static double map_place(int i, int samples)
{
    return samples > 1 ? 2.0 * i / (samples - 1) - 1.0 : 0.0;
}

/* Returns the highest place of land and sea along the upward axis of the picture, pixels at scale
 * 1; if `is_turning`, the highest for all azimuths. */
static double top_of(const block *self, const heightmap *map, int is_turning)
{
    const projection *camera = &self->camera;
    double top = -2.0;
    for (int row = 0; row < map->height; row++)
        for (int column = 0; column < map->width; column++) {
            double x = self->box.x * map_place(column, map->width);
            double y = -self->box.y * map_place(row, map->height);
            double h = (double)map->h[(size_t)row * (size_t)map->width + (size_t)column];
            double ahead = is_turning ? exact_sqrt(x * x + y * y)
                                      : x * camera->ahead[0] + y * camera->ahead[1];
            double z = block_z(self, exact_max(h, self->sea));
            top = exact_max(top, ahead * camera->rise + z * camera->level);
        }
    return top;
}

static void camera_fit(block *self, const heightmap *map, double span, int width, int height,
                       int fit)
{
    projection *camera = &self->camera;
    double x = self->box.x, y = self->box.y, far = exact_sqrt(x * x + y * y);
    double across = far, along = far;
    if (fit == RL_SURFACE_FIT_STILL) {
        across = x * exact_abs(camera->right[0]) + y * exact_abs(camera->right[1]);
        along = x * exact_abs(camera->ahead[0]) + y * exact_abs(camera->ahead[1]);
    }
    double bottom = self->box.low * camera->level - along * camera->rise;
    double top = fit == RL_SURFACE_FIT_ANY
                     ? along * camera->rise + span * self->lift * camera->level
                     : top_of(self, map, fit == RL_SURFACE_FIT_TURN);
    /* The picture holds the whole plan, however low the land is. */
    top = exact_max(top, along * camera->rise);
    project_fit(camera, across, top, bottom, width, height);
}

/* ---- heights: a node is the mean of the samples of its cell ------------------- */

typedef struct nodes {
    block *solid;
    const heightmap *map;
    const lamp *light;
    const float *share; /* [rows][columns] share of the sun that shadows leave, 0..1 */
    int first_row;      /* first row of the rows of nodes that rows_run computes now */
} nodes;

#define ROWS_BETWEEN_STEPS 512

/* Returns the part of sample i that is within begin..end, 0..1. */
static double share_of(int i, double begin, double end)
{
    return exact_min(end, i + 1.0) - exact_max(begin, (double)i);
}

static void reduce_band(void *user, int first, int end, int worker)
{
    (void)worker;
    const nodes *self = user;
    const block *solid = self->solid;
    const heightmap *map = self->map;
    double per_column = (double)map->width / solid->columns;
    double per_row = (double)map->height / solid->rows;
    for (int row = self->first_row + first; row < self->first_row + end; row++)
        for (int column = 0; column < solid->columns; column++) {
            double left = column * per_column, right = (column + 1) * per_column;
            double top = row * per_row, bottom = (row + 1) * per_row;
            double sum = 0.0, weights = 0.0;
            for (int y = (int)top; y < map->height && y < bottom; y++)
                for (int x = (int)left; x < map->width && x < right; x++) {
                    double weight = share_of(x, left, right) * share_of(y, top, bottom);
                    sum += weight * (double)map->h[(size_t)y * (size_t)map->width + (size_t)x];
                    weights += weight;
                }
            solid->height[(size_t)row * (size_t)solid->columns + (size_t)column] =
                (float)(sum / weights);
        }
}

/* ---- light ------------------------------------------------------------------------ */

#define PENUMBRA 0.012 /* depth below the edge of a shadow at which it is full, units */

static double node_height(const block *self, int column, int row)
{
    return (double)self->height[(size_t)row * (size_t)self->columns + (size_t)column];
}

/* Returns the slope of the ground, units of z per unit, between nodes with heights `low` and `high`
 * that are `cells` cells apart.  `last` cells are as long as 2 * `side` units. */
static double rise_between(const block *self, double low, double high, int cells, double side,
                           int last)
{
    return (high - low) * self->lift * last / (2.0 * side * cells);
}

static void light_band(void *user, int first, int end, int worker)
{
    (void)worker;
    const nodes *self = user;
    const block *solid = self->solid;
    int last_row = solid->rows - 1, last_column = solid->columns - 1;
    for (int row = self->first_row + first; row < self->first_row + end; row++)
        for (int column = 0; column <= last_column; column++) {
            int west = column > 0 ? column - 1 : 0;
            int east = column < last_column ? column + 1 : column;
            int north = row > 0 ? row - 1 : 0, south = row < last_row ? row + 1 : row;
            double rise_east =
                rise_between(solid, node_height(solid, west, row), node_height(solid, east, row),
                             east - west, solid->box.x, last_column);
            double rise_north = rise_between(solid, node_height(solid, column, south),
                                             node_height(solid, column, north), south - north,
                                             solid->box.y, last_row);
            size_t i = (size_t)row * (size_t)solid->columns + (size_t)column;
            float direct = lamp_direct(self->light, (float)rise_east, (float)rise_north);
            direct = direct < BLOCK_LIGHT_MOST ? direct : BLOCK_LIGHT_MOST;
            uint32_t low =
                (uint32_t)(int32_t)(direct * (BLOCK_LIGHT_STEPS / BLOCK_LIGHT_MOST) + 0.5f);
            uint32_t high = (uint32_t)(int32_t)(self->share[i] * BLOCK_LIGHT_STEPS + 0.5f);
            solid->light[i] = (int32_t)(high << 16 | low);
        }
}

/* Computes self->share: the shadows of the land on the ground and on the surface of the sea. */
static rl_status make_shadows(nodes *self, arena *memory, rl_error *error)
{
    const block *solid = self->solid;
    size_t count = (size_t)solid->columns * (size_t)solid->rows;
    float *share = arena_array(memory, count, sizeof *share);
    float *ground = arena_array(memory, count, sizeof *ground);
    TRY(status_memory(share != NULL && ground != NULL, "surface", error));
    float sea = (float)solid->sea;
    for (size_t i = 0; i < count; i++)
        ground[i] = solid->height[i] > sea ? solid->height[i] : sea;
    const shadow_grid grid = {.width = solid->columns,
                              .height = solid->rows,
                              .cell_x = 2.0 * solid->box.x / (solid->columns - 1),
                              .cell_y = 2.0 * solid->box.y / (solid->rows - 1),
                              .relief = solid->lift,
                              .east = (double)self->light->east,
                              .north = (double)self->light->north,
                              .up = (double)self->light->up,
                              .penumbra = PENUMBRA};
    shadow_make(&grid, ground, share);
    self->share = share;
    return RL_OK;
}

/* ---- the whole ----------------------------------------------------------------- */

/* Returns the number of nodes along a side: that of its samples or pixels, whichever is less, but
 * at least two. */
static int nodes_along(int samples, double pixels)
{
    double count = exact_min(samples, pixels);
    return count > 2.0 ? (int)count : 2;
}

/* Calls `band` for all rows of nodes, ROWS_BETWEEN_STEPS at a time, which takes some tens of
 * milliseconds; in between the caller may cancel. */
static rl_status rows_run(nodes *self, const heightmap_work *work, heightmap_band *band,
                          rl_error *error)
{
    int rows = self->solid->rows;
    for (self->first_row = 0; self->first_row < rows; self->first_row += ROWS_BETWEEN_STEPS) {
        int left = rows - self->first_row;
        TRY(heightmap_step(work, "surface", 0.0, error));
        TRY(heightmap_rows(work, left < ROWS_BETWEEN_STEPS ? left : ROWS_BETWEEN_STEPS, band, self,
                           error));
    }
    return RL_OK;
}

static rl_status make_nodes(block *self, const heightmap *map, const heightmap_work *work,
                            const lamp *light, arena *memory, rl_error *error)
{
    nodes made = {.solid = self, .map = map, .light = light};
    arena scratch = {.allocator = work->allocator};
    size_t count = (size_t)self->columns * (size_t)self->rows;
    self->height = arena_array(memory, count, sizeof *self->height);
    self->light = arena_array(memory, count, sizeof *self->light);
    TRY(status_memory(self->height != NULL && self->light != NULL, "surface", error));
    rl_status status = rows_run(&made, work, reduce_band, error);
    if (status == RL_OK)
        status = make_shadows(&made, &scratch, error);
    if (status == RL_OK)
        status = rows_run(&made, work, light_band, error);
    arena_free(&scratch);
    return status;
}

rl_status block_make(block *self, const heightmap *map, const heightmap_work *work,
                     const lamp *light, int width, int height, int fit, arena *memory,
                     rl_error *error)
{
    const rl_map_rules *rules = work->rules;
    double longer = map->width > map->height ? map->width : map->height;
    double span = light->high - light->low;
    /* Units of z for a height of 1, if heights have the same scale as lengths. */
    double true_lift = rules->relief / (rules->cell * longer);
    double lift = rules->view_exaggeration == (double)RL_AUTO
                      ? BLOCK_RELIEF * rules->exaggeration / span
                      : true_lift * rules->view_exaggeration;
    *self = (block){.low = light->low,
                    .lift = lift,
                    .sea = rules->sea > 0.0 ? rules->sea : light->low - 1.0,
                    .box = {0.5 * map->width / longer, 0.5 * map->height / longer, -BLOCK_FOOT},
                    .camera = project_turn(rules->look_azimuth, rules->view_elevation)};
    camera_fit(self, map, span, width, height, fit);
    self->columns = nodes_along(map->width, 2.0 * self->box.x * self->camera.scale);
    self->rows = nodes_along(map->height, 2.0 * self->box.y * self->camera.scale);
    return make_nodes(self, map, work, light, memory, error);
}
