/* scroll.c - `animate --scroll`: a seamless parallax loop.
 *
 * In: a landscape whose world is a loop.  Out: frames.  Each layer is painted once, one
 * loop wide, and passes whole loops of its own; a frame lays them over each other where
 * they are by then.  Memory holds one picture with alpha for each layer.
 */
#include "base/exact.h"
#include "base/memory.h"
#include "cli/animate/animate.h"
#include "cli/common/frames.h"
#include "cli/common/request.h"
#include "cli/common/say.h"
#include "cli/option_values.h"

#include <stdio.h>
#include <string.h>

#define TURNS 4
#define LOOPS_MOST 64

typedef struct scroll {
    animate *film;
    rl_frame *frame;
    land_layers layers;
    int loops[LAYERS_MOST]; /* that each layer passes; negative: the other way */
    uint8_t *rgba[LAYERS_MOST];
} scroll;

/* ---- speeds ------------------------------------------------------------- */

/* The sky stays where it is, and nothing before it does.  A lake goes with the shore beyond
 * it, whose mirror image it holds. */
static void choose_by_parallax(scroll *state, int turns)
{
    const rl_layer *layer = state->layers.layer;
    double nearest = layer[state->layers.count - 1].parallax;
    for (int i = 0; i < state->layers.count; i++) {
        double share = nearest > 0.0 ? layer[i].parallax / nearest : 1.0;
        int whole = (int)(turns * share + 0.5);
        state->loops[i] = layer[i].kind == RL_LAYER_SKY    ? 0
                          : layer[i].kind == RL_LAYER_LAKE ? state->loops[i - 1]
                          : whole > 0                      ? whole
                                                           : 1;
    }
}

static int report_unknown(const land_layers *layers, const char *name)
{
    const char *names[LAYERS_MOST];
    for (int i = 0; i < layers->count; i++)
        names[i] = layers->layer[i].name;
    const char *near = rl_nearest(name, names, (size_t)layers->count);
    if (near != NULL)
        return say_error(CODE_USAGE, "--speed %s: no such layer: did you mean %s?", SHOW(name),
                         near);
    return say_error(CODE_USAGE, "--speed %s: no such layer: from %s to %s", SHOW(name), names[0],
                     names[layers->count - 1]);
}

/* Applies one NAME=N; is_set marks the layers that had one before. */
static int apply_speed(scroll *state, char *item, char *is_set)
{
    const land_layers *layers = &state->layers;
    char *equals = strchr(item, '=');
    int i = 0;
    double value;
    if (equals == NULL || equals == item)
        return say_error(CODE_USAGE, "--speed %s: must be NAME=N, with a comma between two",
                         SHOW(item));
    *equals = '\0';
    while (i < layers->count && strcmp(layers->layer[i].name, item) != 0)
        i++;
    if (i == layers->count)
        return report_unknown(layers, item);
    if (is_set[i])
        return say_error(CODE_USAGE, "--speed %s=%s: given twice", item, SHOW(equals + 1));
    if (!options_real(&value, equals + 1) || value < -LOOPS_MOST || value > LOOPS_MOST ||
        value != (double)(int)value)
        return say_error(CODE_USAGE, "--speed %s=%s: must be whole loops, -%d..%d", item,
                         SHOW(equals + 1), LOOPS_MOST, LOOPS_MOST);
    state->loops[i] = (int)value;
    is_set[i] = 1;
    return CODE_OK;
}

/* Chooses the loops of each layer: --turns by parallax, then --speed. */
static int choose_speeds(scroll *state)
{
    const char *speed = state->film->own->speed;
    int turns = state->film->own->turns;
    char list[2048], is_set[LAYERS_MOST] = {0};
    int code = CODE_OK;
    choose_by_parallax(state, turns > 0 ? turns : TURNS);
    if (speed == NULL)
        return CODE_OK;
    if (strlen(speed) >= sizeof list)
        return say_error(CODE_USAGE, "--speed %s: more than %d letters", SHOW(speed),
                         (int)sizeof list - 1);
    snprintf(list, sizeof list, "%s", speed);
    for (char *item = list, *next; item != NULL && code == CODE_OK; item = next) {
        next = strchr(item, ',');
        if (next != NULL)
            *next++ = '\0';
        code = apply_speed(state, item, is_set);
    }
    return code;
}

/* ---- layers ------------------------------------------------------------- */

static rl_status paint_layer(const void *user, int layer, uint8_t *unused, rl_error *error)
{
    const scroll *state = user;
    (void)unused;
    return land_paint_layer(state->film, state->frame, layer, state->rgba[layer], error);
}

static int paint_layers(animate *film, scroll *state)
{
    rl_error error = {RL_OK, ""};
    const frames_work work = {.frames = state->layers.count,
                              .threads = request_threads(film->job.opts),
                              .draw = paint_layer,
                              .user = state};
    for (int i = 0; i < state->layers.count; i++) {
        state->rgba[i] = memory_array(NULL, (size_t)film->width * (size_t)film->height, 4);
        if (state->rgba[i] == NULL)
            return say_error(CODE_NO_MEMORY, "animate: %d layers of %dx%d: out of memory",
                             state->layers.count, film->width, film->height);
    }
    return job_end(&film->job, frames_run(&work, &film->job.bar, &error), &error);
}

static int scroll_prepare(animate *film)
{
    rl_error error;
    scroll *state = film->state;
    state->film = film;
    int code = land_choose(film);
    film->job.source.scene.world = RL_WORLD_LOOP;
    if (code == CODE_OK)
        code = land_frame(film, &film->job.source.scene, &state->frame);
    if (code != CODE_OK)
        return code;
    film->recipe = rl_frame_scene(state->frame);
    if (land_describe(state->frame, &state->layers, &error) != RL_OK)
        return say_status(&error);
    code = choose_speeds(state);
    return code == CODE_OK ? paint_layers(film, state) : code;
}

/* The camera moves right, so layers pass left. */
static rl_status scroll_draw(const animate *film, int frame, uint8_t *rgb, rl_error *error)
{
    const scroll *state = film->state;
    land_view views[LAYERS_MOST];
    (void)error;
    for (int i = 0; i < state->layers.count; i++) {
        int64_t way = exact_down((int64_t)state->loops[i] * film->width * frame, film->frames);
        views[i] = (land_view){.left = state->rgba[i],
                               .right = state->rgba[i],
                               .shift = (int)exact_wrap(way, film->width),
                               .top = state->layers.layer[i].top};
    }
    land_lay(film, views, state->layers.count, rgb);
    return RL_OK;
}

static void scroll_release(void *user)
{
    scroll *state = user;
    for (int i = 0; i < state->layers.count; i++)
        memory_free(NULL, state->rgba[i]);
    rl_frame_free(state->frame);
}

const motion motion_scroll = {.option = "--scroll",
                              .kind = MOTION_SCROLL,
                              .state_size = sizeof(scroll),
                              .prepare = scroll_prepare,
                              .draw = scroll_draw,
                              .release = scroll_release};
