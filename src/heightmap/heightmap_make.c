/* heightmap_make.c - makes a map by its rules: the fractal or the input, then the passes. */
#include "heightmap/heightmap.h"

#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "heightmap/pass.h"
#include "heightmap/shape.h"

/* Largest number of heights of a map in memory: 2 GiB of floats. */
#define MOST_SAMPLES ((int64_t)1 << 29)

/* Checks the number of heights.  `side` is that of the square grid from which a map of width x
 * height is cut; 0 = it is made without one. */
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

static rl_status allocate(heightmap *map, int width, int height, const rl_allocator *allocator,
                          rl_error *error)
{
    map->width = width;
    map->height = height;
    map->h = memory_array(allocator, (size_t)width * (size_t)height, sizeof *map->h);
    return status_memory(map->h != NULL, "map", error);
}

typedef struct shaping {
    heightmap *map;
    shape outline;
} shaping;

static void shape_rows(void *user, int first, int end, int worker)
{
    const shaping *self = user;
    (void)worker;
    for (int y = first; y < end; y++)
        shape_row(&self->outline, y, self->map->h + (size_t)y * (size_t)self->map->width);
}

/* Makes the fractal with its blur and outline, if any.  It is normalised over the whole grid of
 * diamond_square_order and cut afterwards, so that a smaller map is a crop of a larger one. */
static rl_status make_fractal(heightmap *map, int width, int height, const heightmap_work *work,
                              rl_error *error)
{
    const rl_map_rules *rules = work->rules;
    int has_shape = rules->shape != RL_SHAPE_NONE; /* its heights are within 0..1 already */
    int is_joined = rules->edge_seed != RL_AUTO;   /* its heights, too */
    int is_whole = !rules->raw && !rules->wrap && !has_shape && !is_joined;
    int side = is_whole ? (1 << diamond_square_order(width, height, 0)) + 1 : 0;
    TRY(check_area(width, height, side, error));
    TRY(allocate(map, is_whole ? side : width, is_whole ? side : height, work->allocator, error));
    TRY(diamond_square_fill(map, STREAM_MAP, work, error));
    if (rules->blur)
        TRY(heightmap_blur(map, work, error));
    if (has_shape) {
        shaping self = {.map = map};
        shape_init(&self.outline, map->width, map->height, work);
        TRY(heightmap_strips(work, "shape", map->height, 16, shape_rows, &self, error));
    } else if (!rules->raw && !is_joined)
        TRY(heightmap_normalise(map, 0.0, 1.0, work, error));
    for (int y = 0; is_whole && y < height; y++) /* keeps the left upper part of the grid */
        memmove(map->h + (size_t)y * (size_t)width, map->h + (size_t)y * (size_t)map->width,
                (size_t)width * sizeof *map->h);
    map->width = width;
    map->height = height;
    return RL_OK;
}

rl_status heightmap_make(heightmap *map, int width, int height, const heightmap_work *work,
                         rl_error *error)
{
    const rl_map_rules *rules = work->rules;
    *map = (heightmap){width, height, rules->wrap, work->owned_input};
    if (work->input == NULL)
        TRY(make_fractal(map, width, height, work, error));
    else
        TRY(check_area(width, height, 0, error));
    if (work->input != NULL && map->h == NULL) {
        TRY(allocate(map, width, height, work->allocator, error));
        memcpy(map->h, work->input, (size_t)width * (size_t)height * sizeof *map->h);
    }
    for (int i = 0; i < rules->pass_count; i++)
        TRY(heightmap_run(map, &rules->pass[i], i, work, error));
    return RL_OK;
}

rl_status heightmap_run(heightmap *map, const rl_pass *pass, int index, const heightmap_work *work,
                        rl_error *error)
{
    pass_settings settings;
    pass_settings_read(pass, &settings);
    const heightmap_pass *kind = pass_at(pass->kind);
    if (kind->stream != NULL)
        return pass_run_rows(kind, map, &settings, index, work, error);
    return kind->run(map, &settings, index, work, error);
}

int heightmap_has_cells(const rl_pass *pass)
{
    return pass_at(pass->kind) != NULL && pass_at(pass->kind)->cells != NULL;
}

rl_status heightmap_cells(const heightmap *map, const rl_pass *pass, int index, int32_t *cell,
                          const heightmap_work *work, rl_error *error)
{
    pass_settings settings;
    pass_settings_read(pass, &settings);
    return pass_at(pass->kind)->cells(map, &settings, index, cell, work, error);
}
