/* block.c - a map as a solid: camera, raster, nodes at the picture's fineness, triangles.
 *
 * Land and sea are cut along the shore.  Corners of a face run clockwise as seen from
 * outside, so that the raster omits what is turned away.  Where two faces meet they use the
 * same points, computed by the same arithmetic from the same ends: no gap opens between them.
 */
#include "map/block.h"

#include "base/exact.h"
#include "base/status.h"
#include "map/lamp.h"

/* ---- camera -------------------------------------------------------------------- */

#define MARGIN 0.06 /* of the width */
#define TALLEST 2.0 /* widths, however the heights are exaggerated */

projection project_turn(double azimuth, double elevation)
{
    double c = degrees_cosine(azimuth), s = degrees_sine(azimuth);
    double level = degrees_cosine(elevation), rise = degrees_sine(elevation);
    return (projection){
        .right = {c, s},
        .up = {-s * rise, c * rise, level},
        .toward = {s * level, -c * level, rise},
        .scale = 1.0,
    };
}

projected project_point(const projection *self, double x, double y, double z)
{
    return (projected){
        self->middle_x + self->scale * (x * self->right[0] + y * self->right[1]),
        self->middle_y - self->scale * (x * self->up[0] + y * self->up[1] + z * self->up[2]),
        -(x * self->toward[0] + y * self->toward[1] + z * self->toward[2]),
    };
}

void project_ground(const projection *self, double picture_x, double picture_y, double z, double *x,
                    double *y)
{
    double across = (picture_x - self->middle_x) / self->scale;
    double above = (self->middle_y - picture_y) / self->scale - z * self->up[2];
    double ahead = above / self->toward[2]; /* toward[2] = sine of the elevation */
    *x = across * self->right[0] - ahead * self->right[1];
    *y = across * self->right[1] + ahead * self->right[0];
}

void project_fit(projection *self, double across, double top, double bottom, int width)
{
    double edge = MARGIN * width, inner = width - 2.0 * edge, tall = top - bottom;
    self->scale = exact_min(inner / (2.0 * across), TALLEST * inner / tall);
    self->width = width;
    self->height = (int)(tall * self->scale + 2.0 * edge + 0.5);
    self->middle_x = 0.5 * width;
    self->middle_y = 0.5 * self->height + 0.5 * (top + bottom) * self->scale;
}

/* ---- raster -------------------------------------------------------------------- */

/* Edge functions after J. Pineda, "A Parallel Algorithm for Polygon Rasterization" (1988), in
 * 64-bit integers: places have at most 24 bits, so products cannot overflow. */

/* Where the samples of row (or column) 0, 1, 2 of a pixel are moved to. */
static const int32_t shear[RASTER_SIDE] = {-RASTER_SHEAR, 0, RASTER_SHEAR};

int32_t raster_units(double pixels)
{
    double units = pixels * RASTER_PIXEL + 0.5;
    return (int32_t)exact_floor(exact_clamp(units, -8388608.0, 8388607.0));
}

/* An edge: e = constant + across * x + down * y is positive on the inner side; `constant`
 * holds the top-left rule, so that e >= 0 is the whole question. */
typedef struct edge {
    int64_t constant, across, down;
} edge;

static edge edge_of(const raster_vertex *a, const raster_vertex *b)
{
    int64_t dx = b->x - a->x, dy = b->y - a->y;
    int is_top_left = dy < 0 || (dy == 0 && dx > 0);
    return (edge){dy * a->x - dx * a->y - !is_top_left, -dy, dx};
}

static int64_t edge_at(const edge *self, int64_t x, int64_t y)
{
    return self->constant + self->across * x + self->down * y;
}

static int32_t least(int32_t a, int32_t b, int32_t c)
{
    int32_t ab = a < b ? a : b;
    return ab < c ? ab : c;
}

static int32_t most(int32_t a, int32_t b, int32_t c)
{
    return -least(-a, -b, -c);
}

/* The samples that may be in low..high units: the shear keeps each in its own square. */
static int32_t sample_first(int32_t low)
{
    return low < 0 ? 0 : low / RASTER_STEP;
}

static int32_t sample_end(int32_t high, int32_t limit)
{
    int32_t end = high < 0 ? 0 : high / RASTER_STEP + 1;
    return end < limit ? end : limit;
}

/* What depth and values are at corner a, and how they grow toward b and c. */
typedef struct slopes {
    float per_area; /* 1 / twice the area */
    float start[1 + RASTER_VALUES], to_b[1 + RASTER_VALUES], to_c[1 + RASTER_VALUES];
} slopes;

static void sample_put(raster_sample *sample, const slopes *self, int64_t toward_b,
                       int64_t toward_c, int material)
{
    float b = (float)toward_b * self->per_area, c = (float)toward_c * self->per_area;
    float depth = self->start[0] + b * self->to_b[0] + c * self->to_c[0];
    if (sample->material != 0 && !(depth < sample->depth))
        return;
    sample->depth = depth;
    sample->material = material;
    for (int i = 0; i < RASTER_VALUES; i++)
        sample->value[i] = self->start[1 + i] + b * self->to_b[1 + i] + c * self->to_c[1 + i];
}

void raster_triangle(raster *self, const raster_vertex *a, const raster_vertex *b,
                     const raster_vertex *c, int material)
{
    int32_t top = sample_first(least(a->y, b->y, c->y));
    int32_t bottom = sample_end(most(a->y, b->y, c->y), self->bottom);
    top = top > self->top ? top : self->top;
    if (top >= bottom)
        return;
    int64_t area = (int64_t)(b->x - a->x) * (c->y - a->y) - (int64_t)(b->y - a->y) * (c->x - a->x);
    if (area <= 0)
        return;
    int32_t left = sample_first(least(a->x, b->x, c->x));
    int32_t right = sample_end(most(a->x, b->x, c->x), self->width);
    edge ab = edge_of(a, b), bc = edge_of(b, c), ca = edge_of(c, a);
    slopes slope = {.per_area = (float)(1.0 / (double)area),
                    .start = {a->depth},
                    .to_b = {b->depth - a->depth},
                    .to_c = {c->depth - a->depth}};
    for (int i = 0; i < RASTER_VALUES; i++) {
        slope.start[1 + i] = a->value[i];
        slope.to_b[1 + i] = b->value[i] - a->value[i];
        slope.to_c[1 + i] = c->value[i] - a->value[i];
    }
    for (int32_t row = top; row < bottom; row++) {
        raster_sample *samples = self->sample + (size_t)(row - self->top) * (size_t)self->width;
        int64_t row_x = RASTER_STEP / 2 + shear[row % RASTER_SIDE];
        int64_t row_y = (int64_t)row * RASTER_STEP + RASTER_STEP / 2;
        for (int32_t column = left; column < right; column++) {
            int64_t x = row_x + (int64_t)column * RASTER_STEP;
            int64_t y = row_y + shear[column % RASTER_SIDE];
            int64_t toward_b = edge_at(&ca, x, y), toward_c = edge_at(&ab, x, y);
            if ((toward_b | toward_c | edge_at(&bc, x, y)) >= 0)
                sample_put(samples + column, &slope, toward_b, toward_c, material);
        }
    }
}

/* ---- heights: each node is the mean of its samples --------------------------- */

/* More nodes than this along a side show nothing that 9 samples a pixel could. */
#define MOST_NODES 2049
#define ROWS_BETWEEN_STEPS 512
#define TILE 16 /* cells along a side of the squares that are skipped as one */

static raster_vertex *node_at(const block *self, int column, int row)
{
    return &self->node[(size_t)row * (size_t)self->columns + (size_t)column];
}

/* The share of sample i within begin..end. */
static double share_of(int i, double begin, double end)
{
    return exact_min(end, i + 1.0) - exact_max(begin, (double)i);
}

static void reduce_band(void *user, int first, int end, int worker)
{
    (void)worker;
    const block *self = user;
    const heightmap *map = self->map;
    double per_column = (double)map->width / self->columns;
    double per_row = (double)map->height / self->rows;
    for (int row = self->first_row + first; row < self->first_row + end; row++)
        for (int column = 0; column < self->columns; column++) {
            double left = column * per_column, right = (column + 1) * per_column;
            double top = row * per_row, bottom = (row + 1) * per_row;
            double sum = 0.0, weights = 0.0;
            for (int y = (int)top; y < map->height && y < bottom; y++)
                for (int x = (int)left; x < map->width && x < right; x++) {
                    double weight = share_of(x, left, right) * share_of(y, top, bottom);
                    sum += weight * (double)map->h[(size_t)y * (size_t)map->width + (size_t)x];
                    weights += weight;
                }
            node_at(self, column, row)->value[0] = (float)(sum / weights);
        }
}

/* ---- nodes ------------------------------------------------------------------- */

static double block_x(const block *self, double column)
{
    return self->box.x * (2.0 * column / (self->columns - 1) - 1.0);
}

static double block_y(const block *self, double row)
{
    return self->box.y * (1.0 - 2.0 * row / (self->rows - 1));
}

static double block_z(const block *self, double height)
{
    return (height - self->low) * self->lift;
}

/* A point of the block on the picture; its values are 0. */
static raster_vertex block_vertex(const block *self, double x, double y, double z)
{
    projected point = project_point(&self->camera, x, y, z);
    return (raster_vertex){
        raster_units(point.x), raster_units(point.y), (float)point.depth, {0.0f, 0.0f, 0.0f}};
}

static void nodes_band(void *user, int first, int end, int worker)
{
    (void)worker;
    const block *self = user;
    int last_row = self->rows - 1, last_column = self->columns - 1;
    for (int row = self->first_row + first; row < self->first_row + end; row++)
        for (int column = 0; column <= last_column; column++) {
            raster_vertex *node = node_at(self, column, row);
            double height = (double)node->value[0];
            projected point =
                project_point(&self->camera, block_x(self, column), block_y(self, row),
                              block_z(self, exact_max(height, self->sea)));
            node->x = raster_units(point.x);
            node->y = raster_units(point.y);
            node->depth = (float)point.depth;
            int west = column > 0 ? column - 1 : 0,
                east = column < last_column ? column + 1 : column;
            int north = row > 0 ? row - 1 : 0, south = row < last_row ? row + 1 : row;
            double rise_east = (double)node_at(self, east, row)->value[0] -
                               (double)node_at(self, west, row)->value[0];
            double rise_north = (double)node_at(self, column, north)->value[0] -
                                (double)node_at(self, column, south)->value[0];
            double run_east = 2.0 * self->box.x * (east - west) / last_column;
            double run_north = 2.0 * self->box.y * (south - north) / last_row;
            node->value[1] = (float)(rise_east * self->lift / run_east);
            node->value[2] = (float)(rise_north * self->lift / run_north);
        }
}

/* Which rows of the picture a tile reaches. */
static void tile_bound(block *self, int tile_column, int tile_row)
{
    int left = tile_column * TILE, top = tile_row * TILE;
    block_tile bound = {INT32_MAX, INT32_MIN};
    for (int row = top; row <= top + TILE && row < self->rows; row++)
        for (int column = left; column <= left + TILE && column < self->columns; column++) {
            int32_t y = node_at(self, column, row)->y;
            bound.top = y < bound.top ? y : bound.top;
            bound.bottom = y > bound.bottom ? y : bound.bottom;
        }
    self->tile[tile_row * self->tile_columns + tile_column] = bound;
}

/* ---- the whole ----------------------------------------------------------------- */

/* Sets the camera to hold the ground plan and the highest point of the surface. */
static void camera_fit(block *self, int width)
{
    const heightmap *map = self->map;
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
    project_fit(&self->camera, across, top, bottom, width);
}

/* No more nodes than samples of the map or pixels of the picture, no fewer than two. */
static int nodes_along(int samples, double pixels)
{
    double nodes = exact_min(exact_min(samples, pixels), MOST_NODES);
    return nodes > 2.0 ? (int)nodes : 2;
}

/* Some tens of milliseconds at a time, so that the caller may stop it. */
static rl_status rows_run(block *self, const heightmap_work *work, heightmap_band *band,
                          rl_error *error)
{
    for (self->first_row = 0; self->first_row < self->rows; self->first_row += ROWS_BETWEEN_STEPS) {
        int left = self->rows - self->first_row;
        TRY(heightmap_step(work, "surface", 0.0, error));
        TRY(heightmap_rows(work, left < ROWS_BETWEEN_STEPS ? left : ROWS_BETWEEN_STEPS, band, self,
                           error));
    }
    return RL_OK;
}

rl_status block_make(block *self, const heightmap *map, const heightmap_work *work, int width,
                     arena *memory, rl_error *error)
{
    const rl_map_rules *rules = work->rules;
    double longer = map->width > map->height ? map->width : map->height;
    float least, most;
    TRY(heightmap_range(map, &least, &most, work, error));
    double low = exact_min((double)least, 0.0), span = exact_max((double)most, 1.0) - low;
    double lift = BLOCK_RELIEF * rules->exaggeration / span;
    *self = (block){.map = map,
                    .low = low,
                    .lift = lift,
                    .sea = rules->sea > 0.0 ? rules->sea : low - 1.0,
                    .box = {0.5 * map->width / longer, 0.5 * map->height / longer, -BLOCK_FOOT},
                    .camera = project_turn(rules->view_azimuth, rules->view_elevation)};
    camera_fit(self, width);
    self->columns = nodes_along(map->width, 2.0 * self->box.x * self->camera.scale);
    self->rows = nodes_along(map->height, 2.0 * self->box.y * self->camera.scale);
    self->tile_columns = (self->columns - 2) / TILE + 1;
    self->tile_rows = (self->rows - 2) / TILE + 1;
    self->node =
        arena_array(memory, (size_t)self->columns * (size_t)self->rows, sizeof *self->node);
    self->tile = arena_array(memory, (size_t)self->tile_columns * (size_t)self->tile_rows,
                             sizeof *self->tile);
    if (self->node == NULL || self->tile == NULL)
        return status_fail(error, RL_NO_MEMORY, "surface: out of memory for %d x %d nodes",
                           self->columns, self->rows);
    TRY(rows_run(self, work, reduce_band, error));
    TRY(rows_run(self, work, nodes_band, error));
    for (int row = 0; row < self->tile_rows; row++)
        for (int column = 0; column < self->tile_columns; column++)
            tile_bound(self, column, row);
    return RL_OK;
}

/* ---- the surface --------------------------------------------------------------- */

/* A corner of a cell: its node and its place on the map. */
typedef struct corner {
    const raster_vertex *node;
    int column, row;
} corner;

static corner corner_at(const block *self, int column, int row)
{
    return (corner){node_at(self, column, row), column, row};
}

static int is_land(const block *self, const corner *place)
{
    return (double)place->node->value[0] >= self->sea;
}

/* The point of the edge where the ground meets the sea, computed from the wet end. */
static raster_vertex shore_point(const block *self, const corner *one, const corner *other)
{
    const corner *wet = is_land(self, one) ? other : one, *dry = wet == one ? other : one;
    double low = (double)wet->node->value[0], high = (double)dry->node->value[0];
    double t = (self->sea - low) / (high - low);
    raster_vertex point =
        block_vertex(self, block_x(self, exact_mix(wet->column, dry->column, t)),
                     block_y(self, exact_mix(wet->row, dry->row, t)), block_z(self, self->sea));
    for (int i = 0; i < RASTER_VALUES; i++)
        point.value[i] =
            (float)exact_mix((double)wet->node->value[i], (double)dry->node->value[i], t);
    return point;
}

static void polygon_draw(raster *target, const raster_vertex *points, int count, int material)
{
    for (int i = 2; i < count; i++)
        raster_triangle(target, &points[0], &points[i - 1], &points[i], material);
}

static void triangle_draw(const block *self, raster *target, const corner *a, const corner *b,
                          const corner *c)
{
    int land = is_land(self, a) + is_land(self, b) + is_land(self, c);
    if (land == 0 || land == 3) {
        raster_triangle(target, a->node, b->node, c->node, land ? BLOCK_LAND : BLOCK_SEA);
        return;
    }
    /* The shore crosses it: the corners go to their side, crossings to both. */
    const corner *const corners[3] = {a, b, c};
    raster_vertex part[2][4];
    int count[2] = {0, 0};
    for (int i = 0; i < 3; i++) {
        const corner *next = corners[(i + 1) % 3];
        land = is_land(self, corners[i]);
        part[land][count[land]++] = *corners[i]->node;
        if (land != is_land(self, next)) {
            raster_vertex point = shore_point(self, corners[i], next);
            part[0][count[0]++] = point;
            part[1][count[1]++] = point;
        }
    }
    polygon_draw(target, part[0], count[0], BLOCK_SEA);
    polygon_draw(target, part[1], count[1], BLOCK_LAND);
}

/* A cell is split along the diagonal that is the more level one: ridges and valleys
 * that run across cells stay lines. */
static void cell_draw(const block *self, raster *target, int column, int row)
{
    corner a = corner_at(self, column, row), b = corner_at(self, column + 1, row);
    corner c = corner_at(self, column, row + 1), d = corner_at(self, column + 1, row + 1);
    double falling = exact_abs((double)a.node->value[0] - (double)d.node->value[0]);
    double rising = exact_abs((double)b.node->value[0] - (double)c.node->value[0]);
    if (falling < rising) {
        triangle_draw(self, target, &a, &b, &d);
        triangle_draw(self, target, &a, &d, &c);
    } else {
        triangle_draw(self, target, &a, &b, &c);
        triangle_draw(self, target, &b, &d, &c);
    }
}

/* ---- the sides ------------------------------------------------------------------ */

/* A point of a side: a place of the map's border and the height of the ground there. */
typedef struct post {
    double column, row, height;
} post;

/* Posts of a side run from left to right as seen from outside. */
static post side_post(const block *self, int side, int i)
{
    int column[4] = {i, self->columns - 1, self->columns - 1 - i, 0};
    int row[4] = {self->rows - 1, self->rows - 1 - i, 0, i};
    return (post){column[side], row[side],
                  (double)node_at(self, column[side], row[side])->value[0]};
}

static raster_vertex face_point(const block *self, const post *place, double z, double below,
                                int side)
{
    raster_vertex point =
        block_vertex(self, block_x(self, place->column), block_y(self, place->row), z);
    point.value[0] = (float)z;
    point.value[1] = (float)below;
    point.value[2] = (float)side;
    return point;
}

/* A face between two posts, from z = top down to z = foot at each. */
static void face_draw(const block *self, raster *target, const post *const ends[2],
                      const double top[2], const double foot[2], int side, int material)
{
    raster_vertex face[4] = {
        face_point(self, ends[0], top[0], 0.0, side),
        face_point(self, ends[1], top[1], 0.0, side),
        face_point(self, ends[1], foot[1], top[1] - foot[1], side),
        face_point(self, ends[0], foot[0], top[0] - foot[0], side),
    };
    polygon_draw(target, face, 4, material);
}

/* Between posts of which none or all are on land, but for those on the shore. */
static void piece_draw(const block *self, raster *target, const post *left, const post *right,
                       int side)
{
    const post *const ends[2] = {left, right};
    double ground[2] = {block_z(self, left->height), block_z(self, right->height)};
    double sea = block_z(self, self->sea);
    face_draw(self, target, ends, ground, (double[2]){self->box.low, self->box.low}, side,
              BLOCK_ROCK);
    if (left->height < self->sea || right->height < self->sea)
        face_draw(self, target, ends, (double[2]){sea, sea}, ground, side, BLOCK_WATER);
}

static void wall_draw(const block *self, raster *target, const post *left, const post *right,
                      int side)
{
    int left_wet = left->height < self->sea, right_wet = right->height < self->sea;
    if (left_wet == right_wet) {
        piece_draw(self, target, left, right, side);
        return;
    }
    /* Where the ground rises from the sea, computed from the wet post as in shore_point. */
    const post *wet = left_wet ? left : right, *dry = left_wet ? right : left;
    double t = (self->sea - wet->height) / (dry->height - wet->height);
    post shore = {exact_mix(wet->column, dry->column, t), exact_mix(wet->row, dry->row, t),
                  self->sea};
    piece_draw(self, target, left, &shore, side);
    piece_draw(self, target, &shore, right, side);
}

void block_draw(const block *self, raster *target)
{
    int32_t top = target->top * RASTER_STEP, bottom = target->bottom * RASTER_STEP;
    for (int i = 0; i < self->tile_rows * self->tile_columns; i++) {
        if (self->tile[i].top > bottom || self->tile[i].bottom < top)
            continue;
        int first_column = i % self->tile_columns * TILE, first_row = i / self->tile_columns * TILE;
        for (int row = first_row; row < first_row + TILE && row < self->rows - 1; row++)
            for (int column = first_column;
                 column < first_column + TILE && column < self->columns - 1; column++)
                cell_draw(self, target, column, row);
    }
    /* A side that is turned away is omitted before its points are computed. */
    const double *toward = self->camera.toward;
    double outward[4] = {-toward[1], toward[0], toward[1], -toward[0]};
    for (int side = 0; side < 4; side++) {
        int count = outward[side] > 0.0 ? side % 2 == 0 ? self->columns : self->rows : 0;
        for (int i = 0; i < count - 1; i++) {
            post left = side_post(self, side, i), right = side_post(self, side, i + 1);
            wall_draw(self, target, &left, &right, side);
        }
    }
}
