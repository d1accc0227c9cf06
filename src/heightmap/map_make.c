/* map_make.c - a map from its rules: fractal, then the passes in their order.
 *
 * In: rules, seed and size, or heights that were read.  Out: the heights that both
 * modes show: a map from above, and slices of it as ridges.
 */
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "heightmap/heightmap.h"

/* Samples of one array: 2 GiB of floats. */
#define MOST_SAMPLES ((int64_t)1 << 29)

static heightmap_pass *const passes[] = {
    [RL_PASS_VORONOI] = voronoi_pass,
    [RL_PASS_PERTURB] = perturb_pass,
    [RL_PASS_THERMAL] = thermal_pass,
    [RL_PASS_THERMAL_FAST] = thermal_fast_pass,
    [RL_PASS_THERMAL_INVERTED] = thermal_inverted_pass,
    [RL_PASS_HYDRAULIC] = hydraulic_pass,
    [RL_PASS_HYDRAULIC_FAST] = hydraulic_fast_pass,
    [RL_PASS_DROPLETS] = droplets_pass,
    [RL_PASS_NORMALISE] = normalise_pass,
    [RL_PASS_COMBINE] = combine_pass,
};

/* `side` is that of the grid which a map of width x height is cut from; 0 = none. */
static rl_status check_area(int width, int height, int side, rl_error *error)
{
    int64_t samples = side > 0 ? (int64_t)side * side : (int64_t)width * height;
    if (samples <= MOST_SAMPLES)
        return RL_OK;
    return status_fail(error, RL_BAD_ARGUMENT,
                       "output.size = %dx%d: a map that is shaped or painted must have at most "
                       "2 GiB of heights%s",
                       width, height, side > 0 ? " in its grid of 2^n + 1" : "");
}

static rl_status make_array(heightmap *map, int width, int height, const rl_allocator *allocator,
                            rl_error *error)
{
    map->width = width;
    map->height = height;
    map->h = memory_array(allocator, (size_t)width * (size_t)height, sizeof *map->h);
    if (map->h == NULL)
        return status_fail(error, RL_NO_MEMORY, "map: %dx%d heights: out of memory", width, height);
    return RL_OK;
}

/* Keeps the left upper part of a grid. */
static void crop(heightmap *map, int width, int height)
{
    for (int y = 0; y < height; y++)
        memmove(map->h + (size_t)y * (size_t)width, map->h + (size_t)y * (size_t)map->width,
                (size_t)width * sizeof *map->h);
    map->width = width;
    map->height = height;
}

/* Normalises over the whole grid, so that a crop is a crop of the same heights. */
static rl_status make_fractal(heightmap *map, int width, int height, const heightmap_work *work,
                              rl_error *error)
{
    const rl_map_rules *rules = work->rules;
    int is_whole = !rules->raw && !rules->wrap;
    int side = is_whole ? (1 << diamond_square_order(width, height, 0)) + 1 : 0;
    rl_status status = check_area(width, height, side, error);
    if (status == RL_OK)
        status = make_array(map, is_whole ? side : width, is_whole ? side : height, work->allocator,
                            error);
    if (status == RL_OK)
        status = diamond_square_fill(map, STREAM_MAP, work, error);
    if (status == RL_OK && rules->smooth)
        status = smooth_map(map, work, error);
    if (status == RL_OK && !rules->raw)
        status = heightmap_normalise(map, 0.0, 1.0, work, error);
    if (status == RL_OK && is_whole)
        crop(map, width, height);
    return status;
}

static rl_status take_input(heightmap *map, int width, int height, const heightmap_work *work,
                            rl_error *error)
{
    if (work->taken != NULL) {
        map->h = work->taken;
        map->width = width;
        map->height = height;
        return check_area(width, height, 0, error);
    }
    rl_status status = check_area(width, height, 0, error);
    if (status == RL_OK)
        status = make_array(map, width, height, work->allocator, error);
    if (status == RL_OK)
        memcpy(map->h, work->input, (size_t)width * (size_t)height * sizeof *map->h);
    return status;
}

rl_status heightmap_make(heightmap *map, int width, int height, const heightmap_work *work,
                         rl_error *error)
{
    const rl_map_rules *rules = work->rules;
    map->h = NULL;
    map->wrap = rules->wrap;
    rl_status status = work->input != NULL ? take_input(map, width, height, work, error)
                                           : make_fractal(map, width, height, work, error);
    for (int i = 0; i < rules->pass_count && status == RL_OK; i++)
        status = passes[rules->pass[i].kind](map, &rules->pass[i], i, work, error);
    return status;
}
