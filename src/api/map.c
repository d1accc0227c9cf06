/* map.c - makes a map from its rules (fractal, passes) and writes pictures of it. */
#include "ridgeline.h"

#include "api/api.h"
#include "base/bands.h"
#include "base/memory.h"
#include "base/status.h"
#include "heightmap/pass.h"
#include "map/drawing.h"
#include "map/flight.h"
#include "map/map_view.h"
#include "map/names.h"
#include "map/surface.h"
#include "scene/composition.h"

#include <string.h>

/* ---- checks ---------------------------------------------------------------- */

/* Checks that the side of a tile is that of a lattice: 2^n of one that wraps, 2^n + 1 of one that
 * shares its edges with others, or 2^n without those that the next ones begin with. */
static rl_status check_tile(const rl_scene *scene, rl_error *error)
{
    int wraps = scene->map.wrap, shared = !wraps && (scene->width & 1);
    int side = scene->width - shared, most = 1 << (DIAMOND_MOST_ORDER - scene->map.zoom);
    int is_whole = side == scene->height - shared && side >= 4 && (side & (side - 1)) == 0;
    if (!wraps && scene->map.edge_seed == RL_AUTO)
        return RL_OK;
    if (is_whole && side > most)
        return status_fail(error, RL_BAD_ARGUMENT,
                           "output.size = %dx%d: must be at most %dx%d where map.zoom is %d",
                           scene->width, scene->height, most + 1, most + 1, scene->map.zoom);
    if (is_whole)
        return RL_OK;
    int next = 4;
    while (next + next / 2 < side && next < 32768) /* suggests 1024 for 1025 */
        next *= 2;
    next += wraps ? 0 : 1;
    return status_fail(error, RL_BAD_ARGUMENT,
                       "output.size = %dx%d: must be %s, such as %dx%d, where map.%s", scene->width,
                       scene->height, wraps ? "2^n x 2^n" : "square, 2^n + 1 or 2^n", next, next,
                       wraps ? "wrap is 1" : "edge_seed is set");
}

rl_status map_resolve(rl_scene *map, const rl_scene *scene, const rl_map_options *options,
                      rl_error *error)
{
    map_scene_of(map, scene);
    TRY(STATUS_SIZE(options, error));
    TRY(status_range("threads", options->threads, 1, BANDS_MAX_THREADS, error));
    if (options->dem != NULL) {
        map->width = options->dem->width;
        map->height = options->dem->height;
        dem_fill(&map->map, options->dem, options->kernels);
    } else if (options->input != NULL) {
        map->width = options->input_width;
        map->height = options->input_height;
    }
    TRY(scene_fill(map, error));
    if (options->input == NULL && options->dem == NULL)
        TRY(check_tile(map, error));
    return tint_resolve(&map->map, error);
}

/* ---- making ---------------------------------------------------------------- */

static heightmap_work work_of(const rl_map *map, const rl_map_options *options)
{
    return (heightmap_work){.allocator = map->allocator,
                            .threads = options->threads,
                            .kernels = options->kernels,
                            .seed = map->scene.seed,
                            .rules = &map->scene.map,
                            .input = options->input,
                            .ground = map->ground,
                            .points = options->points,
                            .progress = options->progress,
                            .user = options->user};
}

static rl_status make_map(rl_map *self, const rl_scene *scene, const rl_map_options *options,
                          rl_error *error)
{
    float *owned_input = NULL; /* the input without const if the map takes it over, else NULL */
    int is_owned = options->struct_size == sizeof *options && options->takes_input;
    if (is_owned)
        memcpy(&owned_input, &options->input, sizeof owned_input);
    self->heights.h = owned_input; /* freed with the map */
    TRY(map_resolve(&self->scene, scene, options, error));
    if (options->dem != NULL)
        TRY(dem_take(self, options->dem, &owned_input, error));
    self->heights.h = owned_input;
    heightmap_work work = work_of(self, options);
    work.owned_input = owned_input;
    if (options->dem != NULL)
        work.input = owned_input;
    return heightmap_make(&self->heights, self->scene.width, self->scene.height, &work, error);
}

rl_status rl_map_new(rl_map **map, const rl_scene *scene, const rl_map_options *options,
                     rl_error *error)
{
    *map = NULL;
    rl_dem *dem = options->struct_size == sizeof *options ? options->dem : NULL;
    rl_map *self = memory_zeroed(options->allocator, 1, sizeof *self);
    rl_status status = status_memory(self != NULL, "map", error);
    if (self == NULL && options->struct_size == sizeof *options && options->takes_input) {
        float *input;
        memcpy(&input, &options->input, sizeof input);
        memory_free(options->allocator, input);
    }
    if (status == RL_OK) {
        self->allocator = options->allocator;
        self->kernels = options->kernels;
        self->is_read = options->input != NULL || options->points != NULL || dem != NULL;
        status = make_map(self, scene, options, error);
    }
    if (dem != NULL)
        rl_dem_free(dem); /* arrays that the map has not taken over */
    if (status != RL_OK) {
        rl_map_free(self);
        return status;
    }
    *map = self;
    return status_clear(error);
}

void rl_map_free(rl_map *map)
{
    if (map == NULL)
        return;
    names_free(map->names);
    memory_free(map->allocator, map->heights.h);
    rl_dem_free(&map->dem);
    memory_free(map->allocator, map);
}

const rl_scene *rl_map_scene(const rl_map *map)
{
    return &map->scene;
}

int rl_map_peaks(const rl_map *map, double *peaks, int most)
{
    const rl_map_rules *rules = &map->scene.map;
    const heightmap_work work = {.seed = map->scene.seed, .rules = rules};
    pass_settings settings;
    rl_peak found[RL_MAX_PEAKS];
    int count = 0;
    most = most < RL_MAX_PEAKS ? most : RL_MAX_PEAKS;
    for (int i = 0; i < rules->pass_count && count == 0; i++) {
        const heightmap_pass *pass = pass_at(rules->pass[i].kind);
        if (pass == NULL || pass->points == NULL)
            continue;
        pass_settings_read(&rules->pass[i], &settings);
        count = pass->points(&settings, i, &work, found, most);
    }
    if (peaks != NULL && most > 0)
        memcpy(peaks, found, (size_t)(count < most ? count : most) * sizeof *found);
    return count;
}

const float *rl_map_heights(const rl_map *map, int *width, int *height)
{
    if (width != NULL)
        *width = map->heights.width;
    if (height != NULL)
        *height = map->heights.height;
    return map->heights.h;
}

void rl_map_measure(const rl_map *map, rl_map_statistics *statistics)
{
    heightmap_measure(&map->heights, statistics);
}

/* ---- seeing ---------------------------------------------------------------- */

typedef struct map_painting {
    view view;
    const rl_render_options *options;
} map_painting;

static void make_rows(void *user, int y, int count, void *rows, int worker)
{
    const view *seen = &((map_painting *)user)->view;
    (void)worker;
    seen->kind->rows(seen, y, count, rows, (size_t)seen->width * 3);
}

static rl_status paint_all(void *user, encoder *encoding, rl_error *error)
{
    map_painting *p = user;
    bands_work work = {.name = "map",
                       .rows = p->view.height,
                       .row_bytes = (size_t)p->view.width * 3,
                       .threads = p->options->threads,
                       .make = make_rows,
                       .user = p,
                       .progress = p->options->progress,
                       .progress_user = p->options->user};
    return encoder_paint(encoding, &work, error);
}

/* Progress callback while a view is prepared: reports 0 rows; not 0 if the caller cancels. */
static int preparing(void *user, const char *what, double done)
{
    const rl_render_options *options = user;
    (void)what;
    (void)done;
    return options->progress != NULL ? options->progress(options->user, 0, 1) : 0;
}

/* Returns the work of a view.  `options` is a copy, as `preparing` has it without const. */
static heightmap_work work_of_render(const rl_map *map, rl_render_options *options)
{
    return work_of(map, &(rl_map_options){.threads = options->threads,
                                          .kernels = map->kernels,
                                          .progress = preparing,
                                          .user = options});
}

rl_status rl_map_render(const rl_map *map, const rl_render_options *options, rl_sink *sink,
                        rl_error *error)
{
    TRY(STATUS_SIZE(options, error));
    TRY(status_range("threads", options->threads, 1, BANDS_MAX_THREADS, error));
    rl_render_options caller = *options;
    heightmap_work work = work_of_render(map, &caller);
    map_painting p = {.view = {.kind = view_kind_of(map->scene.map.view),
                               .map = &map->heights,
                               .names = map->names,
                               .memory = {.allocator = map->allocator}},
                      .options = options};
    rl_status status = p.view.kind->prepare(&p.view, &work, error);
    if (status == RL_OK) {
        output file = {.info = {.width = p.view.width,
                                .height = p.view.height,
                                .bits = 8,
                                .title = options->title,
                                .description = options->description,
                                .metadata = options->metadata,
                                .compress = options->compress,
                                .quality = options->quality,
                                .threads = options->threads},
                       .recipe = map->is_read ? NULL : &map->scene,
                       .format = options->format,
                       .sink = sink,
                       .allocator = map->allocator,
                       .rows = paint_all,
                       .user = &p};
        status = output_write(&file, error);
    }
    arena_free(&p.view.memory);
    return status;
}

rl_status rl_map_read_names(rl_map *map, const void *bytes, size_t size, const char *place,
                            int *without_room, rl_error *error)
{
    names *read;
    int count;
    TRY(names_read(&read, &map->heights, bytes, size, place, map->allocator, &count, error));
    names_free(map->names);
    map->names = read;
    if (without_room != NULL)
        *without_room = count;
    return status_clear(error);
}

rl_status rl_map_write_svg(const rl_map *map, const rl_render_options *options, rl_sink *sink,
                           rl_error *error)
{
    TRY(STATUS_SIZE(options, error));
    TRY(status_range("threads", options->threads, 1, BANDS_MAX_THREADS, error));
    rl_render_options caller = *options;
    heightmap_work work = work_of_render(map, &caller);
    const view_kind *kind = view_kind_of(map->scene.map.view);
    TRY((kind->write_svg != NULL ? kind->write_svg : drawing_write)(&map->heights, options->title,
                                                                    &work, sink, error));
    return status_clear(error);
}

rl_status rl_flight_new(rl_flight **made, const rl_map *map, rl_error *error)
{
    return flight_new(made, &map->heights, &map->scene.map, map->allocator, error);
}

/* ---- the surface ------------------------------------------------------------- */

#define SURFACE_SIDE 8192
#define SURFACE_AZIMUTH 360000.0

rl_status rl_surface_new(rl_surface **made, const rl_map *map, const rl_surface_options *options,
                         rl_error *error)
{
    *made = NULL;
    TRY(STATUS_SIZE(options, error));
    TRY(status_range("width", options->width, 1, SURFACE_SIDE, error));
    TRY(status_range("height", options->height, 1, SURFACE_SIDE, error));
    TRY(status_range("fit", options->fit, 0, RL_SURFACE_FIT_ANY, error));
    TRY(status_range("threads", options->threads, 1, BANDS_MAX_THREADS, error));
    rl_surface *self = memory_zeroed(map->allocator, 1, sizeof *self);
    TRY(status_memory(self != NULL, "surface", error));
    const rl_map_options plain = {.threads = options->threads, .kernels = map->kernels};
    const heightmap_work work = work_of(map, &plain);
    self->memory.allocator = map->allocator;
    rl_status status = surface_make(self, &map->heights, &work, options->width, options->height,
                                    options->fit, error);
    if (status != RL_OK) {
        rl_surface_free(self);
        return status;
    }
    *made = self;
    return status_clear(error);
}

void rl_surface_free(rl_surface *self)
{
    if (self == NULL)
        return;
    arena_free(&self->memory);
    memory_free(self->memory.allocator, self);
}

rl_status rl_surface_frame(const rl_surface *self, double azimuth, uint8_t *rgb, int threads,
                           rl_error *error)
{
    TRY(status_range("threads", threads, 1, BANDS_MAX_THREADS, error));
    if (azimuth == (double)RL_AUTO)
        azimuth = self->azimuth;
    if (!(azimuth >= -SURFACE_AZIMUTH && azimuth <= SURFACE_AZIMUTH))
        return status_fail(error, RL_BAD_ARGUMENT, "azimuth: must be -360000..360000");
    const heightmap_work work = {.allocator = self->memory.allocator, .threads = threads};
    rl_status status = surface_paint(self, azimuth, &work, rgb, error);
    return status == RL_OK ? status_clear(error) : status;
}
