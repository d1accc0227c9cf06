/* raster.c - triangles into samples: see raster.h.
 *
 * Edge functions after J. Pineda, "A Parallel Algorithm for Polygon Rasterization"
 * (1988), in 64-bit integers: places have at most 24 bits, so products cannot overflow.
 */
#include "map/raster.h"

#include "base/exact.h"

#include <string.h>

/* Where the samples of row (or column) 0, 1, 2 of a pixel are moved to. */
static const int32_t shear[RASTER_SIDE] = {-RASTER_SHEAR, 0, RASTER_SHEAR};

int32_t raster_units(double pixels)
{
    double units = pixels * RASTER_PIXEL + 0.5;
    return (int32_t)exact_floor(exact_clamp(units, -8388608.0, 8388607.0));
}

void raster_clear(raster *self)
{
    size_t count = (size_t)self->width * (size_t)(self->bottom - self->top);
    memset(self->sample, 0, count * sizeof *self->sample);
}

/* An edge: e = at + across * x + down * y is positive on the inner side; `at` holds the
 * top-left rule, so that e >= 0 is the whole question. */
typedef struct edge {
    int64_t at, across, down;
} edge;

static edge edge_of(const raster_vertex *a, const raster_vertex *b)
{
    int64_t dx = b->x - a->x, dy = b->y - a->y;
    int is_top_left = dy < 0 || (dy == 0 && dx > 0);
    edge self = {dy * a->x - dx * a->y - !is_top_left, -dy, dx};
    return self;
}

static int64_t edge_at(const edge *self, int64_t x, int64_t y)
{
    return self->at + self->across * x + self->down * y;
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

/* The samples that may lie in from..to units: the shear keeps each in its own square. */
static int32_t sample_first(int32_t from)
{
    return from < 0 ? 0 : from / RASTER_STEP;
}

static int32_t sample_end(int32_t to, int32_t limit)
{
    int32_t end = to < 0 ? 0 : to / RASTER_STEP + 1;
    return end < limit ? end : limit;
}

/* What depth and values are at corner a, and how they grow toward b and c. */
typedef struct slopes {
    float per_area; /* 1 / twice the area */
    float at[1 + RASTER_VALUES], to_b[1 + RASTER_VALUES], to_c[1 + RASTER_VALUES];
} slopes;

static slopes slopes_of(const raster_vertex *a, const raster_vertex *b, const raster_vertex *c,
                        int64_t area)
{
    slopes self;
    self.per_area = (float)(1.0 / (double)area);
    self.at[0] = a->depth;
    self.to_b[0] = b->depth - a->depth;
    self.to_c[0] = c->depth - a->depth;
    for (int i = 0; i < RASTER_VALUES; i++) {
        self.at[1 + i] = a->value[i];
        self.to_b[1 + i] = b->value[i] - a->value[i];
        self.to_c[1 + i] = c->value[i] - a->value[i];
    }
    return self;
}

static void sample_put(raster_sample *sample, const slopes *self, int64_t toward_b,
                       int64_t toward_c, int material)
{
    float b = (float)toward_b * self->per_area, c = (float)toward_c * self->per_area;
    float depth = self->at[0] + b * self->to_b[0] + c * self->to_c[0];
    if (sample->material != 0 && !(depth < sample->depth))
        return;
    sample->depth = depth;
    sample->material = material;
    for (int i = 0; i < RASTER_VALUES; i++)
        sample->value[i] = self->at[1 + i] + b * self->to_b[1 + i] + c * self->to_c[1 + i];
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
    slopes slope = slopes_of(a, b, c, area);
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
