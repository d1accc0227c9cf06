/* godot.c - scene.tscn: the layers as a scene of Godot 4.3 and later.
 *
 * In: painted layers.  Out: a Parallax2D with a sprite for each.
 */
#include "cli/layers/exporter.h"

#include <string.h>

/* CanvasItem.TEXTURE_FILTER_NEAREST */
#define FILTER_NEAREST 1

/* So many copies side by side still fill the view when a camera zooms out. */
#define REPEAT_TIMES 3

/* The farthest: all layers stay below 0, where a game's own things begin. */
#define Z_FARTHEST (-100)

/* "ridge-1" as Godot names its nodes: Ridge1. */
static void node_name(char name[32], const char *layer)
{
    size_t length = 0;
    for (int is_first = 1; *layer != '\0' && length < 31; layer++) {
        int is_small = *layer >= 'a' && *layer <= 'z';
        if (*layer != '-')
            name[length++] = is_first && is_small ? (char)(*layer - 'a' + 'A') : *layer;
        is_first = *layer == '-';
    }
    name[length] = '\0';
}

static rl_status write_scene(const backdrop *set, rl_sink *sink, void *state, rl_error *error)
{
    text_out out = {.sink = sink, .error = error};
    (void)state;
    text_put(&out, "[gd_scene load_steps=%d format=3]\n\n", set->count + 1);
    for (int i = 0; i < set->count; i++)
        text_put(&out, "[ext_resource type=\"Texture2D\" path=\"%s\" id=\"%d\"]\n",
                 set->layer[i].file, i + 1);
    text_put(&out, "\n[node name=\"Ridgeline\" type=\"Node2D\"]\n");
    for (int i = 0; i < set->count; i++) {
        const backdrop_layer *layer = &set->layer[i];
        char name[32];
        node_name(name, layer->is.name);
        text_put(&out, "\n[node name=\"%s\" type=\"Parallax2D\" parent=\".\"]\n", name);
        text_put(&out, "z_index = %d\n", Z_FARTHEST + i);
        text_put(&out, "scroll_scale = Vector2(%.9g, %.9g)\n", layer->parallax[0],
                 layer->parallax[1]);
        text_put(&out, "repeat_size = Vector2(%d, 0)\n", set->width * set->zoom);
        text_put(&out, "repeat_times = %d\n", REPEAT_TIMES);
        text_put(&out, "\n[node name=\"Sprite\" type=\"Sprite2D\" parent=\"%s\"]\n", name);
        if (set->colour_count > 0)
            text_put(&out, "texture_filter = %d\n", FILTER_NEAREST);
        if (layer->top > 0)
            text_put(&out, "position = Vector2(0, %d)\n", layer->top * set->zoom);
        text_put(&out, "texture = ExtResource(\"%d\")\ncentered = false\n", i + 1);
    }
    return text_end(&out);
}

const exporter exporter_godot = {
    .file = "scene.tscn", .use = "Godot 4.3: a Parallax2D for each layer", .write = write_scene};
