/* voronoi.c - heights from the distances to the nearest feature points.
 *
 * In: a pass and a map.  Out: the map with the pass's cells laid over it, or the number of the
 * point that is nearest to each cell; voronoi_tile.c says how they are found.
 */
#include "heightmap/passes/voronoi_tile.h"

#include "base/memory.h"
#include "base/status.h"

#define CELLS_BETWEEN_STEPS 1000000 /* some 20 ms */

/* ---- maps ---------------------------------------------------------------------- */

static int nearest_count(const rl_pass *pass)
{
    int n = VORONOI_MOST;
    while (n > 1 && pass->c[n - 1] == 0.0)
        n--;
    return n;
}

/* No more than that work at a time on so many rows of tiles. */
static int workers_of(const heightmap_work *work, int rows)
{
    int threads = work->threads > 1 ? work->threads : 1;
    return threads < rows ? threads : rows;
}

rl_status voronoi_fill(const voronoi_points *self, const heightmap *map, const rl_pass *pass,
                       float *heights, int32_t *nearest, const heightmap_work *work,
                       rl_error *error)
{
    static const voronoi_kernels *const variants[CPU_KERNELS] = {&voronoi_plain, &voronoi_vector,
                                                                 &voronoi_avx2};
    int n = nearest != NULL ? 1 : nearest_count(pass);
    voronoi_filling f = {.points = self,
                         .kernels = variants[cpu_choose(work->kernels)],
                         .map = map,
                         .pass = pass,
                         .heights = heights,
                         .nearest = nearest,
                         .terms = n,
                         .count = n < self->count ? n : self->count,
                         .numbered = nearest != NULL || pass->weight > 0.0,
                         .side = voronoi_side(map)};
    f.gathers = f.count == 2 && !f.numbered;
    int rows = (map->height - 1) / VORONOI_HIGH + 1;
    int step = 1 + CELLS_BETWEEN_STEPS / (map->width * VORONOI_HIGH);
    f.tiles = memory_array(work->allocator, (size_t)workers_of(work, rows), sizeof *f.tiles);
    if (f.tiles == NULL)
        return status_fail(error, RL_NO_MEMORY, "voronoi: no memory for tiles");
    rl_status status = RL_OK;
    for (; f.first_row < rows && status == RL_OK; f.first_row += step) {
        int some = rows - f.first_row < step ? rows - f.first_row : step;
        status = heightmap_rows(work, some, voronoi_tile_rows, &f, error);
        if (status == RL_OK)
            status =
                heightmap_step(work, "voronoi", (double)(f.first_row + some) / (double)rows, error);
    }
    memory_free(work->allocator, f.tiles);
    return status;
}

rl_status voronoi_nearest(const heightmap *map, const rl_pass *pass, int index, int32_t *nearest,
                          const heightmap_work *work, rl_error *error)
{
    voronoi_points points;
    rl_status status = voronoi_scatter(&points, map, pass, index, work, error);
    if (status != RL_OK)
        return status;
    status = voronoi_fill(&points, map, pass, NULL, nearest, work, error);
    voronoi_points_free(&points, work->allocator);
    return status;
}

static rl_status fill_and_combine(heightmap *map, float *heights, const rl_pass *pass, int index,
                                  const heightmap_work *work, rl_error *error)
{
    voronoi_points points;
    rl_status status = voronoi_scatter(&points, map, pass, index, work, error);
    if (status != RL_OK)
        return status;
    heightmap cells = *map;
    cells.h = heights;
    status = voronoi_fill(&points, map, pass, heights, NULL, work, error);
    voronoi_points_free(&points, work->allocator);
    if (status == RL_OK)
        status = heightmap_normalise(&cells, 0.0, 1.0, work, error);
    if (status == RL_OK)
        status = combine_maps(map, heights, pass, work, error);
    return status;
}

rl_status voronoi_pass(heightmap *map, const rl_pass *pass, int index, const heightmap_work *work,
                       rl_error *error)
{
    size_t cells = (size_t)map->width * (size_t)map->height;
    float *heights = memory_array(work->allocator, cells, sizeof *heights);
    if (heights == NULL)
        return status_fail(error, RL_NO_MEMORY, "voronoi: no memory for the heights");
    rl_status status = fill_and_combine(map, heights, pass, index, work, error);
    memory_free(work->allocator, heights);
    return status;
}
