/* tiles.c - writes heights as a folder of tiles with an index, for game engines. */
#include "cli/map/tiles.h"

#include "base/status.h"

#include "cli/common/dem.h"
#include "cli/common/output.h"
#include "cli/common/say.h"
#include "cli/common/values.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int read_tiles(options *opts, const option_row *row, const char *place, const char *value)
{
    tile_counts *counts = option_field(opts, row);
    uint64_t columns = 0, rows = 0;
    const char *x = strchr(value, 'x');
    if (x == NULL || !geometry_integer(&columns, value, (size_t)(x - value), TILES_MOST) ||
        !geometry_integer(&rows, x + 1, strlen(x + 1), TILES_MOST) || columns < 1 || rows < 1 ||
        columns * rows > TILES_MOST)
        return say_error(CODE_USAGE, "%s %s: must be COLUMNSxROWS, at most %d tiles in all", place,
                         SHOW(value), TILES_MOST);
    *counts = (tile_counts){(int)columns, (int)rows};
    return CODE_OK;
}

int read_tile(options *opts, const option_row *row, const char *place, const char *value)
{
    tile_place *tile = option_field(opts, row);
    static const char *const names[] = {"z", "x", "y"};
    uint64_t number[3] = {0}, most = TILE_ZOOM_MOST;
    const char *at = value;
    for (int i = 0; i < 3; i++) {
        size_t length = strcspn(at, "/");
        if (length == 0 || at[length] != (i < 2 ? '/' : '\0') || strspn(at, "0123456789") != length)
            return say_error(CODE_USAGE, "%s %s: must be Z/X/Y, such as 2/3/1", place, SHOW(value));
        char zoom[24] = "";
        if (i > 0)
            snprintf(zoom, sizeof zoom, " at zoom %d", (int)number[0]);
        if (!geometry_integer(&number[i], at, length, most))
            return say_error(CODE_USAGE, "%s %s: %s must be 0..%d%s", place, SHOW(value), names[i],
                             (int)most, zoom);
        most = (UINT64_C(1) << number[0]) - 1;
        at += length + 1;
    }
    *tile = (tile_place){1, (int)number[0], (int)number[1], (int)number[2]};
    return CODE_OK;
}

int tile_apply(rl_scene *scene, const tile_place *tile)
{
    double cell = rl_scene_number(scene, "map.cell");
    double closer = (double)(1 << tile->zoom) / (double)(1 << scene_integer(scene, "map.zoom"));
    if (cell != RL_AUTO) /* The cells of a recorded map are those of its zoom. */
        STEP(scene_put_number(scene, "map.cell", cell / closer));
    STEP(scene_put(scene, "map.zoom", "%d", tile->zoom));
    STEP(scene_put(scene, "map.tile_x", "%d", tile->x));
    return scene_put(scene, "map.tile_y", "%d", tile->y);
}

/* Returns the first sample of tile `index` of `count` along a side; neighbours share one sample. */
static int start_of(int index, int count, int samples)
{
    return (int)((int64_t)index * (samples - 1) / count);
}

/* The map, the tile that is written, and the folder. */
typedef struct tiling {
    const rl_map *map;
    rl_height_options heights; /* options of the tile that is written */
    const char *ending;
    tile_counts counts;
    rl_dem dem;
    double base, relief; /* metres */
    json_t *list;        /* entries of index.json */
    folder out;
} tiling;

static json_t *tile_json(const tiling *self, const char *name, int column, int row)
{
    const rl_height_options *part = &self->heights;
    const float *heights = self->dem.heights;
    double least = 1e300, most = -1e300;
    for (int y = part->part_y; y < part->part_y + part->part_height; y++)
        for (int x = part->part_x; x < part->part_x + part->part_width; x++) {
            size_t cell = (size_t)y * (size_t)self->dem.width + (size_t)x;
            double metres = self->base + self->relief * (double)heights[cell];
            if (self->dem.holes != NULL && self->dem.holes[cell])
                continue;
            least = metres < least ? metres : least;
            most = metres > most ? metres : most;
        }
    json_t *made = json_pack("{s:s, s:i, s:i, s:i, s:i, s:i, s:i}", "file", name, "column", column,
                             "row", row, "x", part->part_x, "y", part->part_y, "width",
                             part->part_width, "height", part->part_height);
    if (made != NULL && least <= most) {
        json_object_set_new(made, "least", json_real(least));
        json_object_set_new(made, "most", json_real(most));
    }
    return made;
}

static rl_status tile_write(tiling *self, int column, int row, rl_error *error)
{
    rl_height_options *part = &self->heights;
    char name[64];
    rl_sink *sink;
    snprintf(name, sizeof name, "tile-%d-%d%s", column, row, self->ending);
    part->part_x = start_of(column, self->counts.columns, self->dem.width);
    part->part_y = start_of(row, self->counts.rows, self->dem.height);
    part->part_width =
        start_of(column + 1, self->counts.columns, self->dem.width) + 1 - part->part_x;
    part->part_height = start_of(row + 1, self->counts.rows, self->dem.height) + 1 - part->part_y;
    rl_status status = folder_add(&self->out, name, &sink, error);
    if (status == RL_OK)
        status = rl_map_write(self->map, part, sink, error);
    json_t *tile = status == RL_OK ? tile_json(self, name, column, row) : NULL;
    TRY(status);
    return status_memory(json_array_append_new(self->list, tile) == 0, "index.json", error);
}

static rl_status index_write(tiling *self, rl_error *error)
{
    const rl_georeference *place = &self->dem.reference;
    double cell = rl_scene_number(rl_map_scene(self->map), "map.cell");
    const dem_samples samples = dem_samples_of(self->map);
    json_t *root = json_pack(
        "{s:s, s:i, s:i, s:i, s:i, s:i, s:[f, f], s:f, s:f, s:O}", "format", self->heights.format,
        "width", self->dem.width, "height", self->dem.height, "columns", self->counts.columns,
        "rows", self->counts.rows, "overlap", 1, "cell", place->is_placed ? place->metres_x : cell,
        place->is_placed ? place->metres_y : cell, "low", samples.low, "high", samples.high,
        "tiles", self->list);
    if (root != NULL && samples.has_sea)
        json_object_set_new(root, "sea", json_real(samples.sea));
    if (root != NULL && place->is_placed) {
        json_object_set_new(root, "west", json_real(place->west));
        json_object_set_new(root, "north", json_real(place->north));
    }
    char *text = root != NULL ? json_dumps(root, JSON_INDENT(1) | JSON_REAL_PRECISION(15)) : NULL;
    json_decref(root);
    rl_sink *sink;
    rl_status status = text != NULL ? folder_add(&self->out, "index.json", &sink, error)
                                    : status_no_memory("index.json", error);
    if (status == RL_OK)
        status = output_texts(sink, error, text, "\n", NULL);
    free(text);
    return status;
}

int tiles_write(const rl_map *map, const rl_height_options *heights, const char *ending,
                tile_counts counts, const options *opts)
{
    static tiling self; /* too large for a small stack */
    rl_error error = {RL_OK, ""};
    rl_status status = RL_OK;
    self = (tiling){.map = map, .heights = *heights, .ending = ending, .counts = counts};
    rl_map_dem(map, &self.dem, &self.base, &self.relief);
    if (self.dem.width <= counts.columns || self.dem.height <= counts.rows)
        return say_error(CODE_USAGE,
                         "--tiles %dx%d: must be fewer than the samples of the map, %dx%d",
                         counts.columns, counts.rows, self.dem.width, self.dem.height);
    STEP(folder_open(&self.out, opts->output, "-o", opts->no_clobber));
    self.list = json_array();
    for (int i = 0; status == RL_OK && i < counts.columns * counts.rows; i++)
        status = tile_write(&self, i % counts.columns, i / counts.columns, &error);
    if (status == RL_OK)
        status = index_write(&self, &error);
    if (status == RL_OK)
        status = folder_publish(&self.out, &error);
    folder_close(&self.out);
    json_decref(self.list);
    return say_result(status, &error);
}
