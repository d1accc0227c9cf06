/* obj.c - heights as a surface of squares: Wavefront OBJ, in metres.
 *
 * In: rows of heights, north first.  Out: text: a vertex for each height (x east, y up, z south, as
 * engines have them), and as soon as a row is there the squares between it and the one before.  A
 * square with a corner that has no data is left out.
 */
#include "base/memory.h"
#include "base/status.h"
#include "encode/encoder.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* "v x y z\n" and "f a b c d\n" with numbers of 15 letters. */
enum { LINES = 2 + 3 * (ASC_NUMBER_SIZE + 1) + 2 + 4 * 16 };

typedef struct obj_state {
    float *before; /* the row before */
    double step_x, step_z;
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
    if (state->before == NULL)
        return status_fail(error, RL_NO_MEMORY, "heights: out of memory");
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

static char *put_square(char *out, const float *north, const float *south, uint64_t first,
                        uint64_t width)
{
    if (!(north[0] + north[1] + south[0] + south[1] < 1e30F)) /* NaN */
        return out;
    /* The south-western corner is `first`; counter-clockwise, seen from above. */
    return out + snprintf(out, 70, "f %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", first,
                          first + 1, first + 1 - width, first - width);
}

static rl_status obj_rows(encoder *self, const void *rows, int count, rl_error *error)
{
    obj_state *state = self->state;
    int width = self->info.width, y = self->info.height - self->rows_left - count;
    for (const float *row = rows; count > 0; count--, y++, row += width) {
        char *out = (char *)self->line;
        for (int x = 0; x < width; x++) {
            double up = row[x] == row[x] ? (double)row[x] * self->info.relief : 0.0;
            out = put_vertex(out, x * state->step_x, up, y * state->step_z);
        }
        uint64_t first = (uint64_t)y * (uint64_t)width + 1; /* numbers begin with 1 */
        for (int x = 0; y > 0 && x < width - 1; x++)
            out = put_square(out, state->before + x, row + x, first + (uint64_t)x, (uint64_t)width);
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
