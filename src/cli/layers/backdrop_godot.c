/* backdrop_godot.c - the layers as a scene of Godot 4.3 and later (.tscn).
 *
 * In: layers that are made.  Out: a Parallax2D with a sprite for each.  No library writes
 * this format; names hold letters and digits alone, so nothing has to be escaped.
 */
#include "cli/layers/backdrop.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* CanvasItem.TEXTURE_FILTER_NEAREST */
#define FILTER_NEAREST 1

/* So many copies side by side still fill the view when a camera zooms out. */
#define REPEAT_TIMES 3

/* The farthest: all layers stay below 0, where a game's own things begin. */
#define Z_FARTHEST (-100)

typedef struct text {
    rl_sink *sink;
    rl_error *error;
    rl_status status;
} text;

static void put(text *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(text *to, const char *format, ...)
{
    char line[256];
    va_list values;
    va_start(values, format);
    int size = vsnprintf(line, sizeof line, format, values);
    va_end(values);
    if (to->status == RL_OK)
        to->status = rl_sink_write(to->sink, line, (size_t)size, to->error);
}

/* "ridge-1" as Godot names its nodes: Ridge1. */
static void node_name(char name[32], const char *layer)
{
    size_t length = 0;
    for (int is_first = 1; *layer != '\0' && length < 31; layer++) {
        if (*layer == '-') {
            is_first = 1;
            continue;
        }
        int is_small = *layer >= 'a' && *layer <= 'z';
        name[length++] = is_first && is_small ? (char)(*layer - 'a' + 'A') : *layer;
        is_first = 0;
    }
    name[length] = '\0';
}

static void put_layer(text *to, const backdrop *job, int index)
{
    const backdrop_layer *layer = &job->layer[index];
    char name[32], across[BACKDROP_NUMBER], down[BACKDROP_NUMBER];
    node_name(name, layer->is.name);
    backdrop_number(across, layer->parallax[0]);
    backdrop_number(down, layer->parallax[1]);
    put(to, "\n[node name=\"%s\" type=\"Parallax2D\" parent=\".\"]\n", name);
    put(to, "z_index = %d\n", Z_FARTHEST + index);
    put(to, "scroll_scale = Vector2(%s, %s)\n", across, down);
    put(to, "repeat_size = Vector2(%d, 0)\n", job->width * job->zoom);
    put(to, "repeat_times = %d\n", REPEAT_TIMES);
    put(to, "\n[node name=\"Sprite\" type=\"Sprite2D\" parent=\"%s\"]\n", name);
    if (job->colour_count > 0)
        put(to, "texture_filter = %d\n", FILTER_NEAREST);
    if (layer->top > 0)
        put(to, "position = Vector2(0, %d)\n", layer->top * job->zoom);
    put(to, "texture = ExtResource(\"%d\")\ncentered = false\n", index + 1);
}

rl_status backdrop_tscn(const backdrop *job, rl_sink *sink, rl_error *error)
{
    text to = {sink, error, RL_OK};
    put(&to, "[gd_scene load_steps=%d format=3]\n\n", job->count + 1);
    for (int i = 0; i < job->count; i++)
        put(&to, "[ext_resource type=\"Texture2D\" path=\"%s\" id=\"%d\"]\n", job->layer[i].file,
            i + 1);
    put(&to, "\n[node name=\"Ridgeline\" type=\"Node2D\"]\n");
    for (int i = 0; i < job->count; i++)
        put_layer(&to, job, i);
    return to.status;
}
