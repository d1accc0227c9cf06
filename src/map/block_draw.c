/* block_draw.c - the solid's triangles: land and sea cut along the shore, four sides.
 *
 * Corners of a face run clockwise as the face is seen from outside, so that the raster
 * leaves out what is turned away.  Where two faces meet they use the same points, made
 * by the same arithmetic from the same ends: no gap opens between them.
 */
#include "map/block.h"

#include "base/exact.h"
#include "map/block_tile.h"

/* ---- the surface --------------------------------------------------------------- */

/* A corner of a cell: its node and where it lies on the map. */
typedef struct corner {
    const raster_vertex *node;
    int column, row;
} corner;

static corner corner_at(const block *self, int column, int row)
{
    corner it = {&self->node[(size_t)row * (size_t)self->columns + (size_t)column], column, row};
    return it;
}

static int is_land(const block *self, const corner *it)
{
    return (double)it->node->value[0] >= self->sea;
}

/* The point of the edge where the ground meets the sea, reckoned from the wet end. */
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

/* A triangle that the shore crosses: the corners go to their side, crossings to both. */
static void shore_draw(const block *self, raster *target, const corner corners[3])
{
    raster_vertex part[2][4];
    int count[2] = {0, 0};
    for (int i = 0; i < 3; i++) {
        const corner *here = &corners[i], *next = &corners[(i + 1) % 3];
        int land = is_land(self, here);
        part[land][count[land]++] = *here->node;
        if (land != is_land(self, next)) {
            raster_vertex point = shore_point(self, here, next);
            part[0][count[0]++] = point;
            part[1][count[1]++] = point;
        }
    }
    polygon_draw(target, part[0], count[0], BLOCK_SEA);
    polygon_draw(target, part[1], count[1], BLOCK_LAND);
}

static void triangle_draw(const block *self, raster *target, const corner *a, const corner *b,
                          const corner *c)
{
    int land = is_land(self, a) + is_land(self, b) + is_land(self, c);
    if (land == 0 || land == 3) {
        raster_triangle(target, a->node, b->node, c->node, land ? BLOCK_LAND : BLOCK_SEA);
        return;
    }
    corner corners[3] = {*a, *b, *c};
    shore_draw(self, target, corners);
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

static void tile_draw(const block *self, raster *target, int tile_column, int tile_row)
{
    int left = tile_column * BLOCK_TILE, top = tile_row * BLOCK_TILE;
    for (int row = top; row < top + BLOCK_TILE && row < self->rows - 1; row++)
        for (int column = left; column < left + BLOCK_TILE && column < self->columns - 1; column++)
            cell_draw(self, target, column, row);
}

static void surface_draw(const block *self, raster *target)
{
    int32_t top = target->top * RASTER_STEP, bottom = target->bottom * RASTER_STEP;
    for (int row = 0; row < self->tile_rows; row++)
        for (int column = 0; column < self->tile_columns; column++) {
            size_t place = (size_t)row * (size_t)self->tile_columns + (size_t)column;
            if (self->tile_top[place] <= bottom && self->tile_bottom[place] >= top)
                tile_draw(self, target, column, row);
        }
}

/* ---- the sides ------------------------------------------------------------------ */

/* A point of a side: a place of the map's border and the height of the ground there. */
typedef struct post {
    double column, row, height;
} post;

/* Posts of a side run from left to right as it is seen from outside. */
static post side_post(const block *self, int side, int i)
{
    int column[4] = {i, self->columns - 1, self->columns - 1 - i, 0};
    int row[4] = {self->rows - 1, self->rows - 1 - i, 0, i};
    corner it = corner_at(self, column[side], row[side]);
    post made = {column[side], row[side], (double)it.node->value[0]};
    return made;
}

static raster_vertex post_point(const block *self, const post *at, double z, float first,
                                float second, int side)
{
    raster_vertex point = block_vertex(self, block_x(self, at->column), block_y(self, at->row), z);
    point.value[0] = first;
    point.value[1] = second;
    point.value[2] = (float)side;
    return point;
}

static void rock_draw(const block *self, raster *target, const post *from, const post *to, int side)
{
    double foot = self->box.low;
    double a = block_z(self, from->height), b = block_z(self, to->height);
    raster_vertex face[4] = {
        post_point(self, from, a, (float)a, 0.0f, side),
        post_point(self, to, b, (float)b, 0.0f, side),
        post_point(self, to, foot, (float)foot, (float)(b - foot), side),
        post_point(self, from, foot, (float)foot, (float)(a - foot), side),
    };
    polygon_draw(target, face, 4, BLOCK_ROCK);
}

static void water_draw(const block *self, raster *target, const post *from, const post *to,
                       int side)
{
    double face_z = block_z(self, self->sea);
    double a = block_z(self, from->height), b = block_z(self, to->height);
    float ground_a = (float)from->height, ground_b = (float)to->height;
    raster_vertex face[4] = {
        post_point(self, from, face_z, 0.0f, ground_a, side),
        post_point(self, to, face_z, 0.0f, ground_b, side),
        post_point(self, to, b, (float)(face_z - b), ground_b, side),
        post_point(self, from, a, (float)(face_z - a), ground_a, side),
    };
    polygon_draw(target, face, 4, BLOCK_WATER);
}

/* Where the ground between two posts rises from the sea, reckoned from the wet one as
 * shore_point does. */
static post post_shore(const block *self, const post *one, const post *other)
{
    const post *wet = one->height < self->sea ? one : other, *dry = wet == one ? other : one;
    double t = (self->sea - wet->height) / (dry->height - wet->height);
    post made = {exact_mix(wet->column, dry->column, t), exact_mix(wet->row, dry->row, t),
                 self->sea};
    return made;
}

static void wall_draw(const block *self, raster *target, const post *from, const post *to, int side)
{
    int from_wet = from->height < self->sea, to_wet = to->height < self->sea;
    if (from_wet == to_wet) {
        rock_draw(self, target, from, to, side);
        if (from_wet)
            water_draw(self, target, from, to, side);
        return;
    }
    post shore = post_shore(self, from, to);
    rock_draw(self, target, from, &shore, side);
    rock_draw(self, target, &shore, to, side);
    if (from_wet)
        water_draw(self, target, from, &shore, side);
    else
        water_draw(self, target, &shore, to, side);
}

static void side_draw(const block *self, raster *target, int side)
{
    int count = side % 2 == 0 ? self->columns : self->rows;
    for (int i = 0; i < count - 1; i++) {
        post from = side_post(self, side, i), to = side_post(self, side, i + 1);
        wall_draw(self, target, &from, &to, side);
    }
}

/* A side that is turned away is left out before its points are made. */
static int side_faces(const block *self, int side)
{
    const double *toward = self->camera.toward;
    double outward[4] = {-toward[1], toward[0], toward[1], -toward[0]};
    return outward[side] > 0.0;
}

void block_draw(const block *self, raster *target)
{
    surface_draw(self, target);
    for (int side = 0; side < 4; side++)
        if (side_faces(self, side))
            side_draw(self, target, side);
}
