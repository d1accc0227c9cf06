/* blur.c - box blur of a map: each sample becomes the mean of the 3 x 3 samples around it.
 *
 * At the border of a map that does not wrap, the mean is that of the samples that exist.
 *
 * It works in place, in strips of rows that are blurred independently.  The first and the last row
 * of each strip are copied beforehand, since the strips above and below read them.
 */
#include "base/memory.h"
#include "base/status.h"
#include "heightmap/heightmap.h"

#include <string.h>

#define STRIP 128  /* rows of a strip */
#define RUN 16     /* samples of a loop of fixed length, which the compiler vectorises */
#define CELLS 9.0f /* samples of a neighbourhood, 3 x 3 */

typedef struct blurring {
    heightmap *map;
    int strips;
    float *edges; /* [strips]: copies of the first and last row of each strip before the blur */
    float *rows;  /* [threads]: copies of two rows before the blur */
} blurring;

/* A row and its neighbours before the blur; NULL beyond the border. */
typedef struct three_rows {
    const float *up, *mid, *down;
} three_rows;

static inline float nine_mean(const float *up, const float *mid, const float *down, int x)
{
    float a = (up[x - 1] + up[x]) + up[x + 1];
    float b = (mid[x - 1] + mid[x]) + mid[x + 1];
    float c = (down[x - 1] + down[x]) + down[x + 1];
    return ((a + b) + c) / CELLS;
}

/* Makes samples 1 .. width - 2 of a row.  Compilers vectorise the inner loop of fixed length. */
static void inner_make(float *restrict out, const float *restrict up, const float *restrict mid,
                       const float *restrict down, int width)
{
    int x = 1;
    for (; x + RUN <= width - 1; x += RUN)
        for (int k = 0; k < RUN; k++)
            out[x + k] = nine_mean(up, mid, down, x + k);
    for (; x < width - 1; x++)
        out[x] = nine_mean(up, mid, down, x);
}

/* Returns the mean at any x, also at a border; it adds in the order of nine_mean. */
static float cell_mean(const heightmap *map, const three_rows *rows, int x)
{
    const float *row[3] = {rows->up, rows->mid, rows->down};
    float sum = 0.0f;
    int count = 0;
    for (int i = 0; i < 3; i++) {
        float row_sum = 0.0f;
        for (int u = x - 1; u <= x + 1 && row[i] != NULL; u++) {
            if (!map->wrap && (u < 0 || u >= map->width))
                continue;
            row_sum += row[i][(u + map->width) % map->width];
            count++;
        }
        sum += row_sum;
    }
    return sum / (float)count;
}

static void row_make(const heightmap *map, const three_rows *rows, float *out)
{
    if (rows->up == NULL || rows->down == NULL || map->width < 3) {
        for (int x = 0; x < map->width; x++)
            out[x] = cell_mean(map, rows, x);
        return;
    }
    inner_make(out, rows->up, rows->mid, rows->down, map->width);
    out[0] = cell_mean(map, rows, 0);
    out[map->width - 1] = cell_mean(map, rows, map->width - 1);
}

/* Returns the copy of the first (last = 0) or last (1) row of a strip; NULL beyond the map. */
static float *strip_edge(const blurring *self, int strip, int last)
{
    if (self->map->wrap)
        strip = (strip + self->strips) % self->strips;
    else if (strip < 0 || strip >= self->strips)
        return NULL;
    return self->edges + (size_t)(2 * strip + last) * (size_t)self->map->width;
}

static void strip_blur(void *user, int first, int end, int worker)
{
    const blurring *self = user;
    size_t width = (size_t)self->map->width;
    float *copies = self->rows + 2 * (size_t)worker * width;
    int strip = first / STRIP;
    three_rows rows = {.up = strip_edge(self, strip - 1, 1)};
    for (int y = first; y < end; y++) {
        float *row = self->map->h + (size_t)y * width, *mid = copies + (size_t)(y & 1) * width;
        memcpy(mid, row, width * sizeof *mid);
        rows.mid = mid;
        rows.down = y + 1 < end ? row + width : strip_edge(self, strip + 1, 0);
        row_make(self->map, &rows, row);
        rows.up = mid;
    }
}

rl_status heightmap_blur(heightmap *map, const heightmap_work *work, rl_error *error)
{
    blurring self = {.map = map, .strips = (map->height - 1) / STRIP + 1};
    size_t width = (size_t)map->width, row_bytes = width * sizeof(float);
    size_t threads = (size_t)heightmap_workers(work, self.strips);
    self.edges = memory_array(work->allocator, 2 * (size_t)self.strips, row_bytes);
    self.rows = memory_array(work->allocator, 2 * threads, row_bytes);
    rl_status status = status_memory(self.edges != NULL && self.rows != NULL, "blur", error);
    for (int strip = 0; strip < self.strips && status == RL_OK; strip++) {
        int last = strip < self.strips - 1 ? (strip + 1) * STRIP - 1 : map->height - 1;
        memcpy(strip_edge(&self, strip, 0), map->h + (size_t)strip * STRIP * width, row_bytes);
        memcpy(strip_edge(&self, strip, 1), map->h + (size_t)last * width, row_bytes);
    }
    if (status == RL_OK)
        status = heightmap_strips(work, "blur", map->height, STRIP, strip_blur, &self, error);
    memory_free(work->allocator, self.edges);
    memory_free(work->allocator, self.rows);
    return status;
}
