/* map_files.c - writes heights as files, from a map in memory or streamed row by row. */
#include "ridgeline.h"

#include "api/api.h"
#include "base/bands.h"
#include "base/memory.h"
#include "base/status.h"
#include "heightmap/pass.h"
#include "heightmap/shape.h"

#define SAMPLE_MOST 65535.0 /* greatest sample of 16 bits */

/* Source of the rows of a file. */
typedef struct map_source {
    const rl_scene *scene;
    const rl_map *map; /* map in memory; NULL = rows are streamed */
    heightmap_work work;
    float least, most;
    float *row;
    int part_x, part_y;        /* upper left sample of the region of a map in memory */
    rl_georeference reference; /* georeference of that region */

    /* The fields below are for streams. */
    diamond_rows *rows;
    const heightmap_kernels *kernels;
    int runs, run;          /* progress: times that all rows are made; index of this time */
    int is_stretched;       /* 1 = `span` is known and rows are stretched */
    heightmap_stretch span; /* maps the heights of the whole grid to 0..1 */
    int has_shape;
    shape outline;
    const pass_stream *pass; /* pass that is prepared, or NULL */
    void *shaping;           /* state of the pass */
} map_source;

/* Makes row y of a stream in self->row; rows can only be made in their order. */
static void make_row(const map_source *self, int y)
{
    diamond_rows_next(self->rows, self->row);
    if (self->is_stretched)
        self->kernels->stretch(&self->span, self->row, self->scene->width);
    if (self->has_shape)
        shape_row(&self->outline, y, self->row);
    if (self->pass != NULL)
        self->pass->shape(self->shaping, y, self->row);
}

/* Reports progress after row y of `rows`; RL_CANCELLED if the caller cancels. */
static rl_status row_done(const map_source *self, int y, int rows, rl_error *error)
{
    if (y % 64 != 0)
        return RL_OK;
    double done = (self->run + (double)y / rows) / self->runs;
    return heightmap_step(&self->work, "rows", done, error);
}

static rl_status write_rows(void *user, encoder *encoding, rl_error *error)
{
    const map_source *self = user;
    int last = encoding->info.height - 1;
    int bottom_first = encoder_bottom_first(encoding->format->about.name, &encoding->info);
    for (int i = 0; i <= last; i++) {
        int y = bottom_first ? last - i : i;
        if (self->map != NULL) {
            const float *row = dem_row(self->map, self->part_y + y, self->row);
            TRY(encoder_rows(encoding, row + self->part_x, 1, error));
            continue;
        }
        make_row(self, y);
        TRY(encoder_rows(encoding, self->row, 1, error));
        TRY(row_done(self, y, self->scene->height, error));
    }
    return RL_OK;
}

/* Adds the georeference of a DEM to `info`, and maps its heights 0..1 to metres. */
static void describe_dem(map_source *self, picture_info *info)
{
    const rl_map *map = self->map;
    rl_georeference *place = &self->reference;
    *place = map->dem.reference;
    place->west += self->part_x * place->cell_x;
    place->north -= self->part_y * place->cell_y;
    if (place->is_placed)
        info->reference = place;
    if (!map->dem.is_metres)
        return;
    info->least = map->ground.base + info->relief * info->least;
    info->most = map->ground.base + info->relief * info->most;
    if (map->scene.map.raw && info->low >= 0.0 && info->high <= SAMPLE_MOST) {
        info->low = 0.0;
        info->high = SAMPLE_MOST;
    }
    info->low = map->ground.base + info->relief * info->low;
    info->high = map->ground.base + info->relief * info->high;
    info->relief = 1.0;
    info->sea = 0.0; /* metres of a DEM are its own */
}

static rl_status write_file(map_source *self, const rl_scene *recipe,
                            const rl_height_options *options, rl_sink *sink, rl_error *error)
{
    const rl_scene *scene = self->scene;
    int is_part = self->map != NULL && options->part_width > 0;
    output file = {.info = {.width = is_part ? options->part_width : scene->width,
                            .height = is_part ? options->part_height : scene->height,
                            .bits = BITS_HEIGHTS,
                            .low = 0.0,
                            .high = 1.0,
                            .cell = scene->map.cell,
                            .relief = scene->map.relief,
                            .sea = scene->map.relief * scene->map.sea,
                            .title = options->title,
                            .metadata = options->metadata,
                            .flip_y = options->flip_y,
                            .big_endian = options->big_endian,
                            .least = (double)self->least,
                            .most = (double)self->most,
                            .side_mm = options->side_mm,
                            .upright = options->upright > 0.0 ? options->upright : 1.0},
                   .recipe = recipe,
                   .format = options->format,
                   .sink = sink,
                   .allocator = self->work.allocator,
                   .rows = write_rows,
                   .user = self};
    /* If heights are outside 0..1, the samples of the file range from the least to the most. */
    double least = (double)self->least, most = (double)self->most;
    if (least < 0.0 || most > 1.0) {
        file.info.low = least;
        file.info.high = most > least ? most : least + 1.0;
    }
    if (self->map != NULL)
        describe_dem(self, &file.info);
    return output_write(&file, error);
}

static rl_status check_part(const heightmap *map, const rl_height_options *options, rl_error *error)
{
    if (options->part_width == 0)
        return options->part_x == 0 && options->part_y == 0
                   ? RL_OK
                   : status_fail(error, RL_BAD_ARGUMENT, "part: 0 wide: must be at 0, 0");
    if (options->part_x < 0 || options->part_width < 1 || options->part_y < 0 ||
        options->part_height < 1 || options->part_width > map->width ||
        options->part_x > map->width - options->part_width || options->part_height > map->height ||
        options->part_y > map->height - options->part_height)
        return status_fail(error, RL_BAD_ARGUMENT, "part: %dx%d+%d+%d: must be within %dx%d",
                           options->part_width, options->part_height, options->part_x,
                           options->part_y, map->width, map->height);
    return RL_OK;
}

rl_status rl_map_write(const rl_map *map, const rl_height_options *options, rl_sink *sink,
                       rl_error *error)
{
    TRY(STATUS_SIZE(options, error));
    map_source self = {
        .scene = &map->scene, .map = map, .work = {.allocator = map->allocator, .threads = 1}};
    TRY(check_part(&map->heights, options, error));
    self.part_x = options->part_x;
    self.part_y = options->part_y;
    TRY(heightmap_range(&map->heights, &self.least, &self.most, &self.work, error));
    self.row = memory_array(map->allocator, (size_t)map->heights.width, sizeof *self.row);
    TRY(status_memory(self.row != NULL, "map", error));
    rl_status status = write_file(&self, map->is_read ? NULL : &map->scene, options, sink, error);
    memory_free(map->allocator, self.row);
    return status;
}

/* ---- streaming -------------------------------------------------------------- */

/* Finds self->least and self->most of width x height samples by making all their rows. */
static rl_status find_range(map_source *self, int width, int height, rl_error *error)
{
    diamond_rows_seek(self->rows, 0);
    for (int y = 0; y < height; y++) {
        make_row(self, y);
        if (y == 0)
            self->least = self->most = self->row[0];
        self->kernels->range(self->row, width, &self->least, &self->most);
        TRY(row_done(self, y, height, error));
    }
    self->run++;
    return RL_OK;
}

/* Starts a pass and gives it the rows that it asks for, before rows are made for the file. */
static rl_status prepare_pass(map_source *self, const rl_pass *pass, rl_error *error)
{
    const rl_scene *scene = self->scene;
    const pass_stream *stream = pass_at(pass->kind)->stream;
    pass_settings settings;
    pass_settings_read(pass, &settings);
    heightmap map = {scene->width, scene->height, scene->map.wrap, NULL};
    TRY(stream->start(&self->shaping, &map, &settings, 0, &self->work, error));
    for (int turn = 0, y; (y = stream->reads(self->shaping, turn)) >= 0; turn++) {
        diamond_rows_seek(self->rows, y);
        make_row(self, y);
        stream->read(self->shaping, turn, self->row);
    }
    self->pass = stream;
    return stream->prepare(self->shaping, error);
}

/* Prepares the rows of a file: finds the range of the grid, prepares the pass, finds the range of
 * the map, each only if it is needed. */
static rl_status prepare_rows(map_source *self, int side, rl_error *error)
{
    const rl_scene *scene = self->scene;
    int passes = scene->map.pass_count, has_shape = scene->map.shape != RL_SHAPE_NONE;
    int is_joined = scene->map.edge_seed != RL_AUTO; /* its heights are within 0..1 already */
    int raw = scene->map.raw && !has_shape, is_normal = !raw && !has_shape && !is_joined;
    self->runs = is_normal + (raw || passes > 0) + 1;
    if (has_shape) { /* a shape keeps heights within 0..1 */
        shape_init(&self->outline, scene->width, scene->height, &self->work);
        self->has_shape = 1;
        self->least = 0.0f;
        self->most = 1.0f;
    }
    if (is_normal) {
        TRY(find_range(self, side, side, error));
        double least = (double)self->least;
        self->span = (heightmap_stretch){least, (double)self->most - least, 0.0, 1.0};
        self->is_stretched = 1;
        self->least = 0.0f;
        self->most = 1.0f;
    }
    if (passes > 0)
        TRY(prepare_pass(self, &scene->map.pass[0], error));
    if (raw || passes > 0)
        TRY(find_range(self, scene->width, scene->height, error));
    diamond_rows_seek(self->rows, 0);
    return RL_OK;
}

static rl_status check_stream(const rl_scene *scene, rl_error *error)
{
    const rl_map_rules *rules = &scene->map;
    int is_streamed =
        rules->pass_count == 0 || (rules->pass_count == 1 && rl_pass_streams(rules->pass[0].kind));
    if (is_streamed && !rules->blur)
        return RL_OK;
    return status_fail(error, RL_BAD_ARGUMENT,
                       "output.size = %dx%d: a map of this size is streamed: it can have one pass "
                       "of those that stream (gullies), and must not be blurred",
                       scene->width, scene->height);
}

static rl_status stream(rl_scene *map, const rl_scene *scene, const rl_map_options *map_options,
                        const rl_height_options *options, rl_sink *sink, rl_error *error)
{
    TRY(map_resolve(map, scene, map_options, error));
    map_source self = {.scene = map,
                       .work = {.allocator = map_options->allocator,
                                .threads = 1,
                                .kernels = map_options->kernels,
                                .seed = map->seed,
                                .rules = &map->map,
                                .progress = map_options->progress,
                                .user = map_options->user},
                       .kernels = heightmap_kernels_of[cpu_choose(map_options->kernels)]};
    TRY(check_stream(map, error));
    if (encoder_bottom_first(options->format, &(picture_info){.flip_y = options->flip_y}))
        return status_fail(error, RL_BAD_ARGUMENT,
                           "output.size = %dx%d: a map of this size is streamed: its format must "
                           "begin with the top row",
                           map->width, map->height);
    /* Side of the grid: unless map.raw is 1, the map, a part of it, is stretched by its range. */
    int side =
        map->map.wrap ? map->width : (1 << diamond_square_order(map->width, map->height, 0)) + 1;
    self.row = memory_array(self.work.allocator, (size_t)side, sizeof *self.row);
    rl_status status = self.row != NULL
                           ? diamond_rows_new(&self.rows, side, side, STREAM_MAP, &self.work, error)
                           : status_no_memory("map", error);
    if (status == RL_OK)
        status = prepare_rows(&self, side, error);
    if (status == RL_OK)
        status = write_file(&self, map, options, sink, error);
    if (self.shaping != NULL)
        pass_at(map->map.pass[0].kind)->stream->free(self.shaping);
    diamond_rows_free(self.rows);
    memory_free(self.work.allocator, self.row);
    return status;
}

rl_status rl_map_stream(const rl_scene *scene, const rl_map_options *map_options,
                        const rl_height_options *options, rl_sink *sink, rl_error *error)
{
    TRY(STATUS_SIZE(options, error));
    rl_scene *map = memory_zeroed(map_options->allocator, 1, sizeof *map); /* large */
    TRY(status_memory(map != NULL, "map", error));
    rl_status status = stream(map, scene, map_options, options, sink, error);
    memory_free(map_options->allocator, map);
    return status;
}
