/* outline.c - traces the lines of one height through a map as rings, for drawings.
 *
 * The method is marching squares (W. Lorensen and H. Cline, 1987, in two dimensions).  A border of
 * low ground with a width of 0 is added round the map, so that every line is a ring.  Where only
 * two opposite corners of a square are high, the mean of the four decides which pair is joined;
 * lines of different heights then never cross.
 */
#include "map/outline.h"

#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"

#include <string.h>

#define OUTSIDE (-1e30F)

/* ---- a list that grows ------------------------------------------------------------------ */

static rl_status grow(const rl_allocator *allocator, void **items, size_t *room, size_t count,
                      size_t size, rl_error *error)
{
    if (count < *room)
        return RL_OK;
    size_t more = *room > 0 ? 2 * *room : 1024;
    void *larger = memory_array(allocator, more, size);
    TRY(status_memory(larger != NULL, "outlines", error));
    if (count > 0)
        memcpy(larger, *items, count * size);
    memory_free(allocator, *items);
    *items = larger;
    *room = more;
    return RL_OK;
}

rl_status outline_begin(outline_set *set, int level, rl_error *error)
{
    void *lines = set->lines;
    TRY(grow(set->allocator, &lines, &set->line_room, set->line_count, sizeof *set->lines, error));
    set->lines = lines;
    set->lines[set->line_count++] = (outline_line){.first = set->point_count, .level = level};
    return RL_OK;
}

rl_status outline_add(outline_set *set, outline_point point, rl_error *error)
{
    outline_line *line = &set->lines[set->line_count - 1];
    const outline_point *last = set->points + set->point_count - 1;
    if (line->count > 0 && last->x == point.x && last->y == point.y)
        return RL_OK;
    void *points = set->points;
    TRY(grow(set->allocator, &points, &set->point_room, set->point_count, sizeof *set->points,
             error));
    set->points = points;
    set->points[set->point_count++] = point;
    line->count++;
    return RL_OK;
}

void outline_free(outline_set *set)
{
    memory_free(set->allocator, set->points);
    memory_free(set->allocator, set->is_kept);
    memory_free(set->allocator, set->lines);
    *set = (outline_set){.allocator = set->allocator};
}

/* ---- squares ---------------------------------------------------------------------------- */

/* The nodes of the squares: the samples of the map; round them, copies of the border samples,
 * placed on the border; and round these, low ground at the same places. */
typedef struct squares {
    int width, height; /* nodes */
    float *h;          /* [height * width] */
    uint8_t *seen;     /* [height * width] 1 = a line between the node and the next one is traced */
    int32_t *x, *y;    /* [width], [height] coordinates of the nodes, hundredths of a pixel */
    float level;       /* height of the rings; nodes of this height or above are high */
} squares;

static void place_nodes(int32_t *place, int count, int step, int32_t last)
{
    for (int i = 0; i < count; i++) {
        int32_t middle = (step * (i - 2)) * OUTLINE_UNIT + OUTLINE_UNIT / 2;
        place[i] = i < 2 ? 0 : i > count - 3 || middle > last ? last : middle;
    }
}

static rl_status squares_make(squares *self, const outline_set *set, const heightmap *map, int step,
                              rl_error *error)
{
    int width = self->width = map->width + 4, height = self->height = map->height + 4;
    size_t nodes = (size_t)width * (size_t)height;
    self->h = memory_array(set->allocator, nodes, sizeof *self->h);
    self->seen = memory_zeroed(set->allocator, nodes, sizeof *self->seen);
    self->x = memory_array(set->allocator, (size_t)width + (size_t)height, sizeof *self->x);
    TRY(status_memory(self->h != NULL && self->seen != NULL && self->x != NULL, "outlines", error));
    self->y = self->x + width;
    place_nodes(self->x, width, step, set->width);
    place_nodes(self->y, height, step, set->height);
    for (int j = 0; j < height; j++)
        for (int i = 0; i < width; i++) {
            int x = (int)exact_clamp(i - 2, 0, map->width - 1);
            int y = (int)exact_clamp(j - 2, 0, map->height - 1);
            int is_low = i == 0 || j == 0 || i == width - 1 || j == height - 1;
            self->h[(size_t)j * (size_t)width + (size_t)i] =
                is_low ? OUTSIDE : map->h[(size_t)y * (size_t)map->width + (size_t)x];
        }
    return RL_OK;
}

/* Corners of a square, clockwise from the left upper one; side c is from corner c to the next. */
static const int corner_x[4] = {0, 1, 1, 0}, corner_y[4] = {0, 0, 1, 1};

static float node_at(const squares *self, int i, int j, int corner)
{
    return self
        ->h[(size_t)(j + corner_y[corner]) * (size_t)self->width + (size_t)(i + corner_x[corner])];
}

/* Returns the side by which a line leaves square (i, j) that it entered by `side`. */
static int side_out(const squares *self, int i, int j, int side)
{
    int is_high[4], passed = 0, other = side;
    float sum = 0.0F;
    for (int c = 0; c < 4; c++) {
        is_high[c] = node_at(self, i, j, c) >= self->level;
        sum += 0.25F * node_at(self, i, j, c);
    }
    for (int s = 0; s < 4; s++)
        if (is_high[s] != is_high[(s + 1) % 4]) {
            passed++;
            other = s != side ? s : other;
        }
    if (passed == 2)
        return other;
    /* At a saddle the line goes round a corner: a high one if the mean is low, else a low one. */
    int middle = sum >= self->level;
    return is_high[side] != middle ? (side + 3) % 4 : (side + 1) % 4;
}

/* Adds the points of the line that enters square (first_i, first_j) by its upper side. */
static rl_status follow(squares *self, outline_set *set, int first_i, int first_j, rl_error *error)
{
    int i = first_i, j = first_j, side = 0;
    do {
        /* The point at which the line crosses the side. */
        int next = (side + 1) % 4;
        double a = (double)node_at(self, i, j, side), b = (double)node_at(self, i, j, next);
        double t = ((double)self->level - a) / (b - a);
        double x = exact_mix(self->x[i + corner_x[side]], self->x[i + corner_x[next]], t);
        double y = exact_mix(self->y[j + corner_y[side]], self->y[j + corner_y[next]], t);
        outline_point point = {(int32_t)exact_round(x), (int32_t)exact_round(y)};
        TRY(outline_add(set, point, error));
        int out = side_out(self, i, j, side);
        if (side % 2 == 0)
            self->seen[(size_t)(j + side / 2) * (size_t)self->width + (size_t)i] = 1;
        i += out == 1 ? 1 : out == 3 ? -1 : 0;
        j += out == 2 ? 1 : out == 0 ? -1 : 0;
        side = (out + 2) % 4;
    } while (i != first_i || j != first_j || side != 0);
    return RL_OK;
}

/* Closes the last ring, and removes it if its area is below `least` pixels. */
static void end_ring(outline_set *set, double least)
{
    outline_line *line = &set->lines[set->line_count - 1];
    const outline_point *p = set->points + line->first;
    line->is_ring = 1;
    if (line->count > 1 && p[0].x == p[line->count - 1].x && p[0].y == p[line->count - 1].y) {
        line->count--;
        set->point_count--;
    }
    int64_t sum = 0; /* twice the area */
    for (size_t i = 0; i < line->count; i++) {
        const outline_point *q = p + (i + 1) % line->count;
        sum += (int64_t)p[i].x * q->y - (int64_t)q->x * p[i].y;
    }
    double area = exact_abs((double)sum) / (OUTLINE_UNIT * OUTLINE_UNIT);
    if (line->count < 3 || area < 2.0 * least) {
        set->point_count = line->first;
        set->line_count--;
    }
}

rl_status outline_trace(outline_set *set, const heightmap *map, int step, double height, int level,
                        double least, rl_error *error)
{
    squares self = {.level = (float)height};
    rl_status status = squares_make(&self, set, map, step, error);
    for (int j = 1; j < self.height - 1 && status == RL_OK; j++)
        for (int i = 0; i < self.width - 1 && status == RL_OK; i++) {
            size_t node = (size_t)j * (size_t)self.width + (size_t)i;
            int passes = (self.h[node] >= self.level) != (self.h[node + 1] >= self.level);
            if (!passes || self.seen[node])
                continue;
            status = outline_begin(set, level, error);
            if (status == RL_OK)
                status = follow(&self, set, i, j, error);
            if (status == RL_OK)
                end_ring(set, least);
        }
    memory_free(set->allocator, self.h);
    memory_free(set->allocator, self.seen);
    memory_free(set->allocator, self.x);
    return status;
}
