/* exporters.c - the table of exporters, and the fields of their forms. */
#include "cli/layers/exporter.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Tiled counts maps in tiles: the last ones may reach beyond the picture. */
#define TILE 16

/* Godot draws by this number: all layers stay below 0, where a game's own things begin. */
#define DEPTH_FARTHEST (-100)

static rl_status csv_write(backdrop *set, rl_sink *sink, rl_error *error)
{
    return heights_csv(set->frame, sink, error);
}

/* layers.json is the last: a game that waits for it finds all other files. */
const exporter exporters[] = {
    {"scene.ora", "Krita, GIMP, MyPaint: a picture of layers", .write = ora_write,
     .layer = ora_layer},
    {"scene.tmx", "Tiled: a map of image layers", .language = FORM_XML},
    {"scene.tscn", "Godot 4.3: a Parallax2D for each layer", .language = FORM_XML},
    {"scene.svg", "Inkscape: a group for each layer", .write = svg_write},
    {"preview.html", "any browser: the layers pass by", .language = FORM_JSON},
    {"ridges.csv", "games: heights to walk on", .write = csv_write},
    {"layers.json", "games: every layer with its factors", .language = FORM_JSON},
};
const int exporter_count = sizeof exporters / sizeof *exporters;
_Static_assert(sizeof exporters / sizeof *exporters <= EXPORTERS_MAX, "EXPORTERS_MAX is low");

/* The texts of fields that change from layer to layer. */
typedef struct fields {
    const backdrop *set;
    char node[32], across[16], down[16], depth[16];
} fields;

/* "ridge-1" as Godot names its nodes: Ridge1. */
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

static int next_layer(form *out, const char *section, int index)
{
    fields *texts = out->user;
    const backdrop *set = texts->set;
    int number = strcmp(section, "uppermost") == 0 ? set->count - 1 - index : index;
    if (index >= set->count)
        return 0;
    const backdrop_layer *layer = &set->layer[number];
    node_name(texts->node, layer->is.name);
    snprintf(texts->across, sizeof texts->across, "%.9g", layer->parallax[0]);
    snprintf(texts->down, sizeof texts->down, "%.9g", layer->parallax[1]);
    snprintf(texts->depth, sizeof texts->depth, "%.5g", layer->is.depth);
    form_set(out, "name", layer->is.name);
    form_set(out, "node", texts->node);
    form_set(out, "file", layer->file);
    form_set(out, "across", texts->across);
    form_set(out, "down", texts->down);
    form_set(out, "depth", texts->depth);
    form_set(out, "image", layer->image);
    form_number(out, "number", number + 1);
    form_number(out, "depth_order", DEPTH_FARTHEST + number);
    form_number(out, "top", layer->top * set->zoom);
    form_number(out, "rows", layer->rows * set->zoom);
    form_number(out, "opaque", layer->is.is_opaque);
    form_number(out, "see_through", !layer->is.is_opaque);
    form_number(out, "more", index + 1 < set->count);
    return 1;
}

rl_status exporter_fill(const backdrop *set, const char *name, form_language language,
                        rl_sink *sink, rl_error *error)
{
    fields texts = {.set = set};
    form out = {.language = language, .section = next_layer, .user = &texts};
    const uint8_t *back = set->background;
    char background[8], seed[24];
    int width = set->width * set->zoom, height = set->height * set->zoom;
    snprintf(background, sizeof background, "#%02x%02x%02x", back[0], back[1], back[2]);
    snprintf(seed, sizeof seed, "%" PRIu64, set->scene->seed);
    form_set(&out, "version", rl_version());
    form_set(&out, "seed", seed);
    form_set(&out, "background", background);
    const struct {
        const char *name;
        int number;
    } numbers[] = {{"algorithm", set->scene->algorithm},
                   {"scale", set->zoom},
                   {"width", width},
                   {"height", height},
                   {"middle_x", width / 2},
                   {"middle_y", height / 2},
                   {"tiles_across", (width + TILE - 1) / TILE},
                   {"tiles_down", (height + TILE - 1) / TILE},
                   {"small_width", set->small.width},
                   {"small_height", set->small.height},
                   {"layer_count", set->count},
                   {"next", set->count + 1},
                   {"pixel_art", set->colour_count > 0},
                   {"smooth", set->colour_count == 0},
                   {"fps", 0}}; /* of the other page of preview.html */
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        form_number(&out, numbers[i].name, numbers[i].number);
    return form_write(&out, name, sink, error);
}
