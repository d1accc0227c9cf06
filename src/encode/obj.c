/* obj.c - writes heights as a surface of squares: Wavefront OBJ, in metres.
 *
 * A height is a vertex; x runs east, y up, z south, as in game engines.  After the vertices of a
 * row come the squares between it and the row before.  Squares with a corner that is NaN are left
 * out.
 */
#include "base/memory.h"
#include "base/status.h"
#include "encode/encoder.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Bytes for each height: a line "v x y z" with numbers of at most ASC_NUMBER_SIZE characters, and a
 * line "f a b c d" with numbers of at most 15 digits. */
enum { LINES = 2 + 3 * (ASC_NUMBER_SIZE + 1) + 2 + 4 * 16 };

enum { LINE_F = 70 };  /* room for a line "f a b c d", bytes */
#define MOST_SUM 1e30F /* above the sum of any four heights; no comparison with NaN is true */

typedef struct obj_state {
    float *before;         /* [width] heights of the row before this one */
    double step_x, step_z; /* metres between samples, to the east and to the south */
} obj_state;

static rl_status obj_start(encoder *self, rl_error *error)
{
    static const char head[] = "# heights in metres: x east, y up, z south\no land\n";
    obj_state *state = self->state;
    rl_georeference scratch;
    const rl_georeference *place = encoder_reference(&self->info, &scratch);
    state->step_x = place->metres_x;
    state->step_z = place->metres_y;
    state->before = memory_array(self->allocator, (size_t)self->info.width, sizeof(float));
    TRY(status_memory(state->before != NULL, "heights", error));
    return rl_sink_write(self->sink, head, sizeof head - 1, error);
}

static char *put_vertex(char *out, double x, double y, double z)
{
    const double number[3] = {x, y, z};
    *out++ = 'v';
    for (int i = 0; i < 3; i++) {
        *out++ = ' ';
        out += asc_number(out, number[i]);
    }
    *out++ = '\n';
    return out;
}

static rl_status obj_rows(encoder *self, const void *rows, int count, rl_error *error)
{
    obj_state *state = self->state;
    int width = self->info.width, y = self->info.height - self->rows_left - count;
    for (const float *row = rows; count > 0; count--, y++, row += width) {
        char *out = (char *)self->line;
        for (int x = 0; x < width; x++) {
            double up = row[x] == row[x] ? heights_metres(&self->info, (double)row[x]) : 0.0;
            out = put_vertex(out, x * state->step_x, up, y * state->step_z);
        }
        for (int x = 0; y > 0 && x < width - 1; x++) {
            const float *north = state->before + x, *south = row + x;
            if (!(north[0] + north[1] + south[0] + south[1] < MOST_SUM))
                continue; /* at least one corner is NaN */
            /* Corners are counter-clockwise seen from above, beginning in the south-west; the
             * indices of vertices begin with 1. */
            uint64_t above = (uint64_t)(y - 1) * (uint64_t)width + (uint64_t)x + 1;
            uint64_t corner = above + (uint64_t)width;
            out += snprintf(out, LINE_F, "f %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
                            corner, corner + 1, above + 1, above);
        }
        memcpy(state->before, row, (size_t)width * sizeof *row);
        TRY(rl_sink_write(self->sink, self->line, (size_t)(out - (char *)self->line), error));
    }
    return RL_OK;
}

static void obj_release(encoder *self)
{
    memory_free(self->allocator, ((obj_state *)self->state)->before);
}

const encoder_format encoder_obj = {
    .about = {.name = "obj",
              .ending = ".obj",
              .meaning = "a surface of squares, Wavefront OBJ",
              .is_text = 1},
    .state_bytes = sizeof(obj_state),
    .line_bytes = LINES,
    .start = obj_start,
    .rows = obj_rows,
    .release = obj_release,
};
