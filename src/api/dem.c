/* dem.c - makes maps of DEMs, whose heights are metres or 0..1, and files of such maps.
 *
 * Passes and pictures need heights 0..1 from the lowest to the highest; base and relief map them to
 * metres again.  If no pass changes the heights, the metres are kept, so that a file holds exactly
 * the numbers that were read.
 */
#include "ridgeline-map.h"

#include "api/api.h"
#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"

#include <string.h>

/* Range of the key map.relief, metres. */
static const double relief_least = 0.001, relief_most = 1e6;

/* Lowest height and greatest minus lowest height of a DEM, metres. */
typedef struct dem_span {
    double least, relief;
} dem_span;

static dem_span span_of(const rl_dem *dem, int kernels)
{
    float least = dem->heights[0], most = least;
    heightmap_kernels_of[cpu_choose(kernels)]->range(
        dem->heights, (ptrdiff_t)dem->width * dem->height, &least, &most);
    double relief = text_round((double)most - (double)least);
    return (dem_span){(double)least, exact_clamp(relief, relief_least, relief_most)};
}

void dem_fill(rl_map_rules *rules, const rl_dem *dem, int kernels)
{
    if (dem->reference.is_placed)
        fill_real(&rules->cell, text_round(dem->reference.metres_x));
    if (!dem->is_metres)
        return;
    dem_span metres = span_of(dem, kernels);
    fill_real(&rules->relief, metres.relief);
    /* The sea is at 0 metres if there are heights below and above that, else there is none. */
    double sea = -metres.least / metres.relief;
    int has_sea = rules->raw != 1 && sea > 0.0 && sea < 1.0;
    fill_real(&rules->sea, has_sea ? text_round(sea) : 0.0);
}

rl_status dem_take(rl_map *self, rl_dem *dem, float **input, rl_error *error)
{
    rl_map_rules *rules = &self->scene.map;
    size_t count = (size_t)dem->width * (size_t)dem->height;
    self->dem = *dem;
    *dem = (rl_dem){.allocator = dem->allocator};
    dem = &self->dem;
    self->ground.holes = dem->holes;
    rl_georeference *reference = &dem->reference;
    if (reference->is_placed) {
        double scale = rules->cell / reference->metres_x;
        if (text_round(reference->metres_x) !=
            rules->cell) { /* map.cell overrides the cell size of the DEM */
            reference->cell_x *= scale;
            reference->cell_y *= scale;
            reference->metres_x *= scale;
            reference->metres_y *= scale;
        }
        self->ground.cell_y = reference->metres_y;
    }
    *input = dem->heights;
    if (!dem->is_metres || rules->raw) {
        dem->heights = NULL;
        rules->relief = dem->is_metres ? 1.0 : rules->relief;
        return RL_OK;
    }
    dem_span metres = span_of(dem, self->kernels);
    self->ground.base = metres.least;
    for (int i = 0; i < rules->tint_count; i++) /* stops in metres: relative to the base */
        if (rules->tint[i].is_metres)
            rules->tint[i].at -= metres.least;
    /* Metres are kept unless a pass, or a map.relief that is not the DEM's, changes them. */
    int is_kept = rules->pass_count == 0 && rules->relief == metres.relief;
    float *shares = dem->heights;
    if (is_kept)
        shares = memory_array(self->allocator, count, sizeof *shares);
    *input = shares;
    TRY(status_memory(shares != NULL, "map", error));
    if (is_kept)
        memcpy(shares, dem->heights, count * sizeof *shares);
    heightmap_stretch stretch = {metres.least, metres.relief, 0.0, 1.0};
    heightmap_kernels_of[cpu_choose(self->kernels)]->stretch(&stretch, shares, (ptrdiff_t)count);
    if (!is_kept)
        dem->heights = NULL;
    return RL_OK;
}

const float *dem_row(const rl_map *self, int y, float *row)
{
    size_t width = (size_t)self->heights.width, start = (size_t)y * width;
    const float *heights = self->heights.h + start;
    if (!self->dem.is_metres && self->dem.holes == NULL)
        return heights;
    double base = self->ground.base, relief = self->scene.map.relief;
    for (size_t x = 0; x < width; x++) {
        row[x] = self->dem.heights != NULL ? self->dem.heights[start + x] : heights[x];
        if (self->dem.is_metres && self->dem.heights == NULL)
            row[x] = (float)(base + relief * (double)heights[x]);
        if (self->dem.holes != NULL && self->dem.holes[start + x])
            row[x] = EXACT_NAN;
    }
    return row;
}

void rl_map_dem(const rl_map *map, rl_dem *dem, double *base, double *relief)
{
    *dem = map->dem;
    dem->width = map->heights.width;
    dem->height = map->heights.height;
    dem->heights = map->heights.h;
    *relief = map->scene.map.relief;
    *base = map->dem.is_metres ? map->ground.base : 0.0 - *relief * map->scene.map.sea;
}

/* ---- panoramas ------------------------------------------------------------- */

static void free_dem(void *block)
{
    rl_dem_free(block);
}

rl_status rl_scene_set_dem(rl_scene *scene, rl_dem *dem, rl_error *error)
{
    rl_dem *kept = chain_add(&scene->owned, sizeof *kept, free_dem);
    if (kept == NULL) {
        rl_dem_free(dem);
        return status_fail(error, RL_NO_MEMORY, "dem: out of memory");
    }
    *kept = *dem;
    *dem = (rl_dem){.allocator = dem->allocator};
    scene->dem = kept;
    return status_clear(error);
}
