/* exporters.c - the fields of the forms of exporters, and which exporters apply. */
#include "base/exact.h"
#include "cli/layers/exporter.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Tiled measures maps in tiles.  The side of a tile, pixels, is the divisor of the picture's width
 * and height within these limits that is nearest to TILE; if there is none, one tile is the
 * picture. */
#define TILE 16
#define TILE_LEAST 8
#define TILE_MOST 64

/* z_index of the farthest layer in Godot; all layers stay below 0, the default of nodes. */
#define DEPTH_FARTHEST (-100)

/* Shift of a layer with parallax 1 per pixel of the pointer's travel: at most a quarter of the
 * screen's width. */
#define SWAY 0.25

#define HOUR_MINUTES 60.0

int exporter_applies(const backdrop *set, const exporter *row)
{
    return (row->engine == NULL || list_has(set->own->engines, row->engine)) &&
           (!row->is_of_hours || set->own->hour_count > 0);
}

/* What the sections of a form list. */
typedef struct form_fields {
    const backdrop *set;
    const backdrop_layer *layer; /* layer whose section is printed, or NULL */
} form_fields;

/* Writes a layer's name as a name of a Godot node: "ridge-1" becomes Ridge1. */
static void node_name(char node[32], const char *name)
{
    size_t length = 0;
    for (int is_first = 1; *name != '\0' && length < 31; name++) {
        int is_small = *name >= 'a' && *name <= 'z';
        if (*name != '-')
            node[length++] = is_first && is_small ? (char)(*name - 'a' + 'A') : *name;
        is_first = *name == '-';
    }
    node[length] = '\0';
}

static int next_hour(form *out, const form_fields *fields, int index)
{
    const backdrop *set = fields->set;
    if (index >= set->hour_count || set->own->hour_count == 0)
        return 0;
    const backdrop_hour *hour = &set->hour[index];
    if (fields->layer != NULL)
        form_print(out, "picture", "%s%s.png", fields->layer->is.name, hour->suffix);
    form_set(out, "clock", hour->clock);
    form_set(out, "suffix", hour->suffix);
    form_print(out, "hour", "%.9g", hour->minute / HOUR_MINUTES);
    double x, y, radius, moon = rl_scene_number(rl_frame_scene(hour->frame), "moon.show");
    rl_frame_sun(hour->frame, &x, &y, &radius);
    form_number(out, "sun_x", (int64_t)exact_floor(x * set->zoom + 0.5));
    form_number(out, "sun_y", (int64_t)exact_floor(y * set->zoom + 0.5));
    form_number(out, "moon", moon > 0);
    form_number(out, "by_day", moon == 0);
    form_number(out, "hour_number", index + 1);
    form_number(out, "more_hours", index + 1 < set->hour_count);
    return 1;
}

static int next_map(form *out, const backdrop *set, int index)
{
    for (int which = 0; which < MAPS_COUNT; which++)
        if ((set->own->maps & 1 << which) && index-- == 0) {
            form_set(out, "map", map_name((size_t)which));
            form_number(out, "more_maps", set->own->maps >> (which + 1) != 0);
            return 1;
        }
    return 0;
}

static int next_point(form *out, const backdrop *set, int index)
{
    int width = set->width * set->zoom;
    if (index >= set->line_count)
        return 0;
    form_number(out, "line_x", set->line[index].x);
    form_number(out, "before_x", set->line[index].x - width);
    form_number(out, "after_x", set->line[index].x + width);
    form_print(out, "line_y", "%.2f", set->line[index].y);
    form_number(out, "more_line", index + 1 < set->line_count);
    return 1;
}

static int next_section(form *out, const char *section, int index)
{
    form_fields *fields = out->user;
    const backdrop *set = fields->set;
    if (strcmp(section, "line") == 0)
        return next_point(out, set, index);
    if (strcmp(section, "hours") == 0)
        return next_hour(out, fields, index);
    if (strcmp(section, "lights") == 0) {
        form_set(out, "light", index < set->hour_count ? fields->layer->light[index] : "");
        form_number(out, "more_lights", index + 1 < set->hour_count);
        return index < set->hour_count;
    }
    if (strcmp(section, "maps") == 0)
        return next_map(out, set, index);
    double x, y, radius;
    int number = strcmp(section, "uppermost") == 0 ? set->count - 1 - index : index;
    char node[32];
    fields->layer = NULL;
    if (index >= set->count)
        return 0;
    const backdrop_layer *layer = fields->layer = &set->layer[number];
    node_name(node, layer->is.name);
    form_set(out, "name", layer->is.name);
    form_print(out, "node", "%s", node);
    form_set(out, "file", layer->file);
    form_print(out, "across", "%.9g", layer->parallax[0]);
    form_print(out, "down", "%.9g", layer->parallax[1]);
    form_print(out, "depth", "%.5g", layer->is.depth);
    form_print(out, "sway", "%.4f", SWAY * layer->parallax[0]);
    form_set(out, "normal", "");
    if (set->own->maps & 1 << MAP_NORMAL)
        form_print(out, "normal", "%s-%s.png", layer->is.name, map_name(MAP_NORMAL));
    form_set(out, "image", layer->image);
    form_number(out, "number", number + 1);
    form_number(out, "depth_order", DEPTH_FARTHEST + number);
    form_number(out, "top", layer->top * set->zoom);
    form_number(out, "rows", layer->rows * set->zoom);
    form_number(out, "play_top", layer->play_top);
    form_number(out, "play_rows", layer->play_rows);
    form_number(out, "opaque", layer->is.is_opaque);
    form_number(out, "see_through", !layer->is.is_opaque);
    rl_frame_sun(set->frame, &x, &y, &radius);
    form_number(out, "is_sun", layer->is_sun);
    form_number(out, "disc_x", (int64_t)exact_floor(x * set->zoom + 0.5));
    form_number(out, "disc_y", (int64_t)exact_floor(y * set->zoom + 0.5));
    form_number(out, "disc_radius", (int64_t)exact_floor(radius * set->zoom + 0.5));
    form_number(out, "atlas_y", atlas_row(set, number) * set->zoom);
    form_number(out, "is_cut", layer->rows < set->height);
    form_number(out, "is_uncut", layer->rows == set->height);
    form_number(out, "more", index + 1 < set->count);
    return 1;
}

static geometry choose_tile(int width, int height)
{
    geometry tile = {width, height, 0, 0};
    double best = 0.0;
    for (int side = TILE_LEAST; side <= TILE_MOST; side++) {
        double near = side < TILE ? side / (double)TILE : TILE / (double)side;
        if (width % side == 0 && height % side == 0 && near > best) {
            tile = (geometry){side, side, 0, 0};
            best = near;
        }
    }
    return tile;
}

rl_status exporter_fill(const backdrop *set, const char *name, form_language language,
                        rl_sink *sink, rl_error *error)
{
    form_fields fields = {.set = set};
    form out = {.language = language, .section = next_section, .user = &fields};
    const uint8_t *back = set->background;
    int width = set->width * set->zoom, height = set->height * set->zoom, moves_down = 0;
    int has_normal = (set->own->maps & 1 << MAP_NORMAL) != 0;
    geometry tile = choose_tile(width, height);
    for (int i = 0; i < set->count; i++)
        moves_down |= set->layer[i].parallax[1] > 0.0;
    form_set(&out, "version", rl_version());
    form_print(&out, "seed", "%" PRIu64, scene_seed(set->scene));
    form_print(&out, "sway_step", "%.4f",
               SWAY * set->layer[set->count - 1].parallax[0] /
                   (set->count > 1 ? set->count - 1 : 1));
    form_print(&out, "background", "#%02x%02x%02x", back[0], back[1], back[2]);
    form_set(&out, "ground_layer", set->ground > 0 ? set->layer[set->ground].is.name : "");
    const struct {
        const char *name;
        int number;
    } numbers[] = {{"algorithm", RL_ALGORITHM},
                   {"scale", set->zoom},
                   {"width", width},
                   {"height", height},
                   {"middle_x", width / 2},
                   {"middle_y", height / 2},
                   {"tile_width", tile.width},
                   {"tile_height", tile.height},
                   {"tiles_across", width / tile.width},
                   {"tiles_down", height / tile.height},
                   {"moves_down", moves_down},
                   {"small_width", set->small.width},
                   {"small_height", set->small.height},
                   {"moonlit", rl_scene_number(set->scene, "moon.show") > 0.0},
                   {"play_width", set->play.width},
                   {"play_height", set->play.height},
                   {"layer_count", set->count},
                   {"next", set->count + 1},
                   {"after_next", set->count + 2},
                   {"ground", set->ground > 0},
                   {"bare", set->ground == 0},
                   {"left_of", -width},
                   {"right_of", 2 * width},
                   {"deep", 2 * height},
                   {"scene_steps", set->count * (has_normal ? 3 : 1) + 1 + (set->ground > 0)},
                   {"atlas_height", atlas_rows(set) * set->zoom},
                   {"has_normal", has_normal},
                   {"plain", !has_normal},
                   {"has_summit", set->has_summit},
                   {"other_summit", !set->has_summit},
                   {"has_maps", set->own->maps != 0},
                   {"day_steps", set->count * (set->hour_count + 1) + 3 + (set->ground > 0)},
                   {"hour_count", set->own->hour_count},
                   {"pixel_art", set->hour[0].colour_count > 0},
                   {"smooth", set->hour[0].colour_count == 0},
                   {"fps", 0}}; /* preview.html shows layers, not frames */
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        form_number(&out, numbers[i].name, numbers[i].number);
    return form_write(&out, name, sink, error);
}
