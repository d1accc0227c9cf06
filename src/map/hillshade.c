/* hillshade.c - the view of a map as grey hillshade, as GIS programs compute it.
 *
 * The method is B. K. P. Horn, "Hill shading and the reflectance map" (1981), in metres.  Grey 1 is
 * turned away from the light, 255 faces it, 0 is a cell without data (a hole).  Beyond the border
 * the land continues with its slope, and a hole is as high as the cell whose shade is computed.
 * gdaldem hillshade -compute_edges writes the same.
 */
#define LANES 1 /* for LANES_SCRATCH: lines are written before they are read */
#include "base/lanes.h"

#include "base/status.h"
#include "map/plate.h"
#include "map/plate_kernels.h"

#include <string.h>

#define DARKEST 1.0
#define BRIGHTEST 255.0

typedef struct hillshade {
    const plate_kernels *kernels;
    plate_light light;
    const uint8_t *holes;
} hillshade;

static rl_status prepare(view *self, const heightmap_work *work, rl_error *error)
{
    hillshade *made = self->state = arena_zeroed(&self->memory, 1, sizeof *made);
    TRY(status_memory(made != NULL, "map", error));
    made->kernels = plate_kernels_of[cpu_choose(work->kernels)];
    made->light = plate_light_of(work->rules, &work->ground, 1);
    made->holes = work->ground.holes;
    self->width = self->map->width;
    self->height = self->map->height;
    return RL_OK;
}

static int is_hole(const hillshade *self, const heightmap *map, int x, int y)
{
    if (x < 0 || y < 0 || x >= map->width || y >= map->height)
        return 0;
    return self->holes[(size_t)y * (size_t)map->width + (size_t)x];
}

/* Corrects *shade of a cell with a hole among its neighbours; leaves that of other cells. */
static void mend(const hillshade *self, const heightmap *map, int x, int y, float *shade)
{
    LANES_SCRATCH float lines[3][PLATE_LINE], mended[PLATE_LINE];
    int count = 0;
    for (int i = 0; i < 9; i++)
        count += is_hole(self, map, x + i % 3 - 1, y + i / 3 - 1);
    if (count == 0)
        return;
    memset(lines, 0, sizeof lines);
    for (int i = 0; i < 3; i++)
        plate_line_take(map, x - 1, y + i - 1, 3, lines[i]);
    for (int i = 0; i < 9; i++)
        if (is_hole(self, map, x + i % 3 - 1, y + i / 3 - 1))
            lines[i / 3][i % 3] = lines[1][1];
    self->kernels->shade(&self->light, (plate_rows){lines[0] + 1, lines[1] + 1, lines[2] + 1},
                         mended, 1);
    *shade = mended[0];
}

static void rows(const view *self, int y, int count, uint8_t *rgb, size_t stride_bytes)
{
    const hillshade *made = self->state;
    const heightmap *map = self->map;
    LANES_SCRATCH float lines[3][PLATE_LINE], shade[PLATE_LINE];
    for (int row = y; row < y + count; row++, rgb += stride_bytes)
        for (int x = 0; x < map->width; x++) {
            int i = x % PLATE_PART, left = map->width - x;
            if (i == 0) {
                int part = left < PLATE_PART ? left : PLATE_PART;
                made->kernels->shade(&made->light, plate_rows_take(map, x, row, part, lines), shade,
                                     part);
            }
            if (made->holes != NULL)
                mend(made, map, x, row, &shade[i]);
            int is_blank = made->holes != NULL && is_hole(made, map, x, row);
            int grey =
                is_blank ? 0 : (int)(DARKEST + 0.5 + (BRIGHTEST - DARKEST) * (double)shade[i]);
            memset(rgb + (ptrdiff_t)3 * x, grey, 3);
        }
}

const view_kind view_hillshade = {prepare, rows, NULL};
