/* map_files.c - heights as data: of a map in memory, or streamed row by row. */
#include "ridgeline.h"

#include "api/api.h"
#include "base/bands.h"
#include "base/memory.h"
#include "base/status.h"
#include "encode/encoder.h"

static picture_info info_of(const rl_scene *scene, const rl_height_options *options,
                            const char *recipe)
{
    picture_info info = {.width = scene->width,
                         .height = scene->height,
                         .bits = BITS_HEIGHTS,
                         .low = 0.0,
                         .high = 1.0,
                         .cell = scene->map.cell,
                         .relief = scene->map.relief,
                         .title = options->title,
                         .recipe = recipe,
                         .metadata = options->metadata,
                         .flip_y = options->flip_y,
                         .big_endian = options->big_endian};
    return info;
}

/* Heights that leave 0..1 are stretched from the least to the most. */
static void widen(picture_info *info, double least, double most)
{
    if (least >= 0.0 && most <= 1.0)
        return;
    info->low = least;
    info->high = most > least ? most : least + 1.0;
}

rl_status rl_map_write(const rl_map *map, const rl_height_options *options, rl_sink *sink,
                       rl_error *error)
{
    TRY(STATUS_SIZE(options, error));
    const heightmap *heights = &map->heights;
    const heightmap_work work = {.allocator = map->allocator, .threads = 1};
    rl_sink *text = NULL;
    size_t size;
    rl_status status = scene_recipe(&map->scene, map->allocator, &text, error);
    if (status == RL_OK) {
        float least, most;
        encoder encoding = {.format = NULL};
        picture_info info =
            info_of(&map->scene, options, map->is_read ? NULL : rl_sink_bytes(text, &size));
        status = heightmap_range(heights, &least, &most, &work, error);
        widen(&info, (double)least, (double)most);
        int bottom_first = encoder_bottom_first(options->format, &info);
        if (status == RL_OK)
            status = encoder_start(&encoding, options->format, &info, sink, map->allocator, error);
        for (int i = 0; i < heights->height && status == RL_OK; i++) {
            size_t y = (size_t)(bottom_first ? heights->height - 1 - i : i);
            status = encoder_rows(&encoding, heights->h + y * (size_t)heights->width, 1, error);
        }
        if (status == RL_OK)
            status = encoder_finish(&encoding, error);
        encoder_release(&encoding);
    }
    rl_sink_free(text);
    return status == RL_OK ? status_clear(error) : status;
}

/* ---- streaming -------------------------------------------------------------- */

typedef struct stream {
    rl_scene scene;
    heightmap_work work;
    diamond_rows *rows;
    float *row;
    const heightmap_kernels *kernels;
    int side; /* rows and columns that decide least and most */
} stream;

/* The least and most of the whole grid, in a first run over all rows. */
static rl_status find_range(stream *s, float *least, float *most, rl_error *error)
{
    for (int y = 0; y < s->side; y++) {
        diamond_rows_next(s->rows, s->row);
        if (y == 0)
            *least = *most = s->row[0];
        s->kernels->range(s->row, s->side, least, most);
        if (y % 64 == 0)
            TRY(heightmap_step(&s->work, "least and most", 0.5 * y / s->side, error));
    }
    diamond_rows_seek(s->rows, 0);
    return RL_OK;
}

static rl_status encode_rows(stream *s, encoder *encoding, double low, double high, rl_error *error)
{
    rl_status status = RL_OK;
    int is_raw = s->scene.map.raw;
    heightmap_stretch stretch = {low, high - low, 0.0, 1.0};
    for (int y = 0; y < s->scene.height && status == RL_OK; y++) {
        diamond_rows_next(s->rows, s->row);
        if (!is_raw)
            s->kernels->stretch(&stretch, s->row, s->scene.width);
        status = encoder_rows(encoding, s->row, 1, error);
        if (status == RL_OK && y % 64 == 0)
            status = heightmap_step(&s->work, "rows", 0.5 + 0.5 * y / s->scene.height, error);
    }
    return status;
}

static rl_status encode_stream(stream *s, const rl_height_options *options, rl_sink *sink,
                               rl_error *error)
{
    rl_sink *text = NULL;
    size_t size;
    float least = 0.0F, most = 1.0F;
    rl_status status = find_range(s, &least, &most, error);
    if (status == RL_OK)
        status = scene_recipe(&s->scene, s->work.allocator, &text, error);
    if (status == RL_OK) {
        encoder encoding = {.format = NULL};
        picture_info info = info_of(&s->scene, options, rl_sink_bytes(text, &size));
        if (s->scene.map.raw)
            widen(&info, (double)least, (double)most);
        status = encoder_start(&encoding, options->format, &info, sink, s->work.allocator, error);
        if (status == RL_OK)
            status = encode_rows(s, &encoding, (double)least, (double)most, error);
        if (status == RL_OK)
            status = encoder_finish(&encoding, error);
        encoder_release(&encoding);
    }
    rl_sink_free(text);
    return status;
}

static rl_status run_stream(stream *s, const rl_map_rules *rules, const rl_map_options *map_options,
                            const rl_height_options *options, rl_sink *sink, rl_error *error)
{
    TRY(map_resolve(&s->scene, rules, map_options, error));
    const rl_scene *scene = &s->scene;
    picture_info info = info_of(scene, options, NULL);
    if (scene->map.pass_count > 0 || scene->map.smooth)
        return status_fail(error, RL_BAD_ARGUMENT,
                           "output.size = %dx%d: a map of this size is streamed: it can have no "
                           "passes and must not be smoothed",
                           scene->width, scene->height);
    if (encoder_bottom_first(options->format, &info))
        return status_fail(error, RL_BAD_ARGUMENT,
                           "output.size = %dx%d: a map of this size is streamed: its format must "
                           "begin with the top row",
                           scene->width, scene->height);
    s->work = (heightmap_work){.allocator = map_options->allocator,
                               .threads = 1,
                               .kernels = map_options->kernels,
                               .seed = scene->seed,
                               .rules = &scene->map,
                               .progress = map_options->progress,
                               .user = map_options->user};
    s->kernels = heightmap_kernels_of[cpu_choose(map_options->kernels)];
    /* Not raw: the range of the whole grid counts, as for a map in memory. */
    s->side = scene->map.wrap ? scene->width
                              : (1 << diamond_square_order(scene->width, scene->height, 0)) + 1;
    s->row = memory_array(s->work.allocator, (size_t)s->side, sizeof *s->row);
    if (s->row == NULL)
        return status_fail(error, RL_NO_MEMORY, "map: out of memory");
    rl_status status = diamond_rows_new(&s->rows, s->side, s->side, STREAM_MAP, &s->work, error);
    if (status == RL_OK)
        status = encode_stream(s, options, sink, error);
    diamond_rows_free(s->rows);
    memory_free(s->work.allocator, s->row);
    return status;
}

rl_status rl_map_stream(const rl_map_rules *rules, const rl_map_options *map_options,
                        const rl_height_options *options, rl_sink *sink, rl_error *error)
{
    TRY(STATUS_SIZE(options, error));
    stream *s = memory_zeroed(map_options->allocator, 1, sizeof *s); /* large for a stack */
    if (s == NULL)
        return status_fail(error, RL_NO_MEMORY, "map: out of memory");
    rl_status status = run_stream(s, rules, map_options, options, sink, error);
    memory_free(map_options->allocator, s);
    return status == RL_OK ? status_clear(error) : status;
}
