/* stl.c - writes heights as a solid for printing: a binary STL of the surface, four walls and a
 * base.
 *
 * Triangles are written row by row; their number is known beforehand.  The solid is closed:
 * neighbours share corners to the bit, and the base is a fan from its middle to all feet of the
 * walls.  x runs east, y north, z up; lengths are millimetres.
 */
#include "base/bytes.h"
#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"
#include "encode/encoder.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define FOOT 0.03    /* base below the lowest height, as a share of the longer side: 3 mm of 100 */
#define SIDE 100.0   /* default of the longer side, millimetres */
#define METRE 1000.0 /* millimetres in a metre */
#define TENTHS 10.0  /* sizes in the header are rounded to 1 / TENTHS mm */
#define MOST_SCALE 1e15 /* greatest denominator of the scale in the header */

enum { HEAD = 80, TRIANGLE = 50 };

typedef struct point {
    float at[3];
} point;

typedef struct stl_state {
    float *before;         /* [width] z of the row before, millimetres */
    double step_x, step_y; /* distance of samples, millimetres */
    double up;             /* millimetres for a difference of 1 in height */
    double foot;           /* z of the lowest height, millimetres */
    unsigned char *next;   /* next byte in the encoder's line */
} stl_state;

/* Writes a triangle; its corners are counter-clockwise, seen from outside. */
static void triangle(stl_state *self, point a, point b, point c)
{
    double u[3], v[3], n[3];
    for (int i = 0; i < 3; i++) {
        u[i] = (double)b.at[i] - (double)a.at[i];
        v[i] = (double)c.at[i] - (double)a.at[i];
    }
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        n[i] = u[j] * v[k] - u[k] * v[j];
    }
    double size = exact_sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int i = 0; i < 3; i++)
        self->next = bytes_put_float(self->next, size > 0.0 ? (float)(n[i] / size) : 0.0f);
    const point *const corners[3] = {&a, &b, &c};
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++)
            self->next = bytes_put_float(self->next, corners[k]->at[i]);
    self->next = bytes_put_le(self->next, 0, 2);
}

static point point_at(const encoder *self, int x, int y, float z)
{
    const stl_state *state = self->state;
    return (point){
        {(float)(x * state->step_x), (float)((self->info.height - 1 - y) * state->step_y), z}};
}

/* Writes the wall below an edge of the surface's border, and the triangle of the base that ends at
 * this wall.  From a to b the border runs clockwise, seen from above. */
static void wall(encoder *self, point a, point b)
{
    stl_state *state = self->state;
    point a_foot = {{a.at[0], a.at[1], 0.0F}}, b_foot = {{b.at[0], b.at[1], 0.0F}};
    point middle = {{(float)(0.5 * (self->info.width - 1) * state->step_x),
                     (float)(0.5 * (self->info.height - 1) * state->step_y), 0.0F}};
    triangle(state, a, b, b_foot);
    triangle(state, a, b_foot, a_foot);
    triangle(state, a_foot, b_foot, middle);
}

/* Writes a number with one decimal, such as "12.3", to `text`. */
static void put_tenths(char text[24], double value)
{
    int tenths = (int)exact_clamp(exact_round(value * TENTHS), 0.0, 1e9);
    (void)snprintf(text, 24, "%d.%d", tenths / 10, tenths % 10);
}

static rl_status stl_start(encoder *self, rl_error *error)
{
    const picture_info *info = &self->info;
    stl_state *state = self->state;
    int64_t cells = (int64_t)(info->width - 1) * (info->height - 1);
    int64_t edges = 2 * ((int64_t)info->width + info->height - 2), count = 2 * cells + 3 * edges;
    if (info->width < 2 || info->height < 2 || count > UINT32_MAX)
        return status_fail(error, RL_BAD_ARGUMENT,
                           "output.size = %dx%d: a solid must have at least 2x2 heights, and at "
                           "most 2^32 triangles",
                           info->width, info->height);
    state->before = memory_array(self->allocator, (size_t)info->width, sizeof *state->before);
    TRY(status_memory(state->before != NULL, "heights", error));
    rl_georeference scratch;
    const rl_georeference *place = encoder_reference(info, &scratch);
    double east = (info->width - 1) * place->metres_x, north = (info->height - 1) * place->metres_y;
    double longer = info->side_mm > 0.0 ? info->side_mm : SIDE;
    double scale = longer / exact_max(east, north);
    state->step_x = place->metres_x * scale;
    state->step_y = place->metres_y * scale;
    state->up = info->relief * info->upright * scale;
    state->foot = FOOT * longer;
    char x[24], y[24], z[24], head[2 * HEAD] = "";
    put_tenths(x, east * scale);
    put_tenths(y, north * scale);
    put_tenths(z, state->foot + (info->most - info->least) * state->up);
    (void)snprintf(head, sizeof head, "ridgeline: %s x %s x %s mm, 1:%" PRIu64, x, y, z,
                   (uint64_t)exact_clamp(METRE / scale + 0.5, 0.0, MOST_SCALE));
    unsigned char number[4], *out = number;
    (void)bytes_put_le(out, (uint32_t)count, 4);
    TRY(rl_sink_write(self->sink, head, HEAD, error));
    return rl_sink_write(self->sink, number, sizeof number, error);
}

/* Writes the triangles between the row before and this one, and the walls at both ends. */
static void strip(encoder *self, int y, const float *row)
{
    stl_state *state = self->state;
    int last = self->info.width - 1;
    for (int x = 0; x < last; x++) {
        point nw = point_at(self, x, y - 1, state->before[x]);
        point ne = point_at(self, x + 1, y - 1, state->before[x + 1]);
        point sw = point_at(self, x, y, row[x]), se = point_at(self, x + 1, y, row[x + 1]);
        triangle(state, sw, se, ne);
        triangle(state, sw, ne, nw);
    }
    wall(self, point_at(self, 0, y, row[0]), point_at(self, 0, y - 1, state->before[0]));
    wall(self, point_at(self, last, y - 1, state->before[last]),
         point_at(self, last, y, row[last]));
}

/* Writes rows; heights that are NaN become the lowest height. */
static rl_status stl_rows(encoder *self, const void *rows, int count, rl_error *error)
{
    stl_state *state = self->state;
    int width = self->info.width, height = self->info.height;
    int y = height - self->rows_left - count; /* encode.c has counted them already */
    float *row = memory_array(self->allocator, (size_t)width, sizeof *row);
    rl_status status = status_memory(row != NULL, "heights", error);
    for (const float *from = rows; status == RL_OK && count > 0; count--, y++, from += width) {
        for (int x = 0; x < width; x++) {
            double above = (double)from[x] - self->info.least;
            row[x] = (float)(state->foot + (above > 0.0 ? above * state->up : 0.0));
        }
        state->next = self->line;
        for (int x = 0; y == 0 && x < width - 1; x++)
            wall(self, point_at(self, x, 0, row[x]), point_at(self, x + 1, 0, row[x + 1]));
        if (y > 0)
            strip(self, y, row);
        for (int x = 0; y == height - 1 && x < width - 1; x++)
            wall(self, point_at(self, x + 1, y, row[x + 1]), point_at(self, x, y, row[x]));
        memcpy(state->before, row, (size_t)width * sizeof *row);
        status = rl_sink_write(self->sink, self->line, (size_t)(state->next - self->line), error);
    }
    memory_free(self->allocator, row);
    return status;
}

static void stl_release(encoder *self)
{
    memory_free(self->allocator, ((stl_state *)self->state)->before);
}

const encoder_format encoder_stl = {
    .about = {.name = "stl",
              .ending = ".stl",
              .meaning = "a closed solid for printing, binary STL"},
    .state_bytes = sizeof(stl_state),
    .line_bytes = (size_t)6 * TRIANGLE,
    .start = stl_start,
    .rows = stl_rows,
    .release = stl_release,
};
