/* scroll.c - `animate --scroll`: a seamless parallax loop.
 *
 * In: a landscape whose world is a loop.  Out: frames.  Each layer is painted once, one
 * loop wide, and passes whole loops of its own; a frame lays them over each other where
 * they are by then.  Memory holds one picture with alpha for each layer.
 */
#include "base/exact.h"
#include "base/memory.h"
#include "cli/animate/animate.h"
#include "cli/common/progress.h"
#include "cli/common/request.h"
#include "cli/common/say.h"

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

/* Applies one NAME=N; is_set marks the layers that had one before. */
static int apply_speed(scroll *state, char *item, char *is_set)
{
    const char *names[LAYERS_MOST];
    int count = state->layers.count, i = 0;
    char *equals = strchr(item, '=');
    double value;
    if (equals == NULL || equals == item)
        return say_error(CODE_USAGE, "--speed %s: must be NAME=N, with a comma between two",
                         SHOW(item));
    *equals = '\0';
    for (int k = 0; k < count; k++)
        names[k] = state->layers.layer[k].name;
    while (i < count && strcmp(names[i], item) != 0)
        i++;
    const char *near = rl_nearest(item, names, (size_t)count);
    if (i == count && near != NULL)
        return say_error(CODE_USAGE, "--speed %s: no such layer: did you mean %s?", SHOW(item),
                         near);
    if (i == count)
        return say_error(CODE_USAGE, "--speed %s: no such layer: from %s to %s", SHOW(item),
                         names[0], names[count - 1]);
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

/* Chooses the loops of each layer: --turns by parallax, then --speed.  The sky stays where it
 * is, and nothing before it does.  A lake goes with the shore beyond it, whose mirror image it
 * holds. */
static int choose_speeds(scroll *state)
{
    const char *speed = state->film->own->speed;
    const rl_layer *layer = state->layers.layer;
    int turns = state->film->own->turns > 0 ? state->film->own->turns : TURNS, code = CODE_OK;
    double nearest = layer[state->layers.count - 1].parallax;
    char list[2048], is_set[LAYERS_MOST] = {0};
    for (int i = 0; i < state->layers.count; i++) {
        double share = nearest > 0.0 ? layer[i].parallax / nearest : 1.0;
        int whole = (int)(turns * share + 0.5);
        state->loops[i] = layer[i].kind == RL_LAYER_SKY    ? 0
                          : layer[i].kind == RL_LAYER_LAKE ? state->loops[i - 1]
                          : whole > 0                      ? whole
                                                           : 1;
    }
    if (speed != NULL && strlen(speed) >= sizeof list)
        return say_error(CODE_USAGE, "--speed %s: more than %d letters", SHOW(speed),
                         (int)sizeof list - 1);
    snprintf(list, sizeof list, "%s", speed != NULL ? speed : "");
    for (char *item = speed != NULL ? list : NULL, *next; item != NULL && code == CODE_OK;
         item = next) {
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

static int scroll_prepare(animate *film)
{
    rl_error error = {RL_OK, ""};
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
    for (int i = 0; i < state->layers.count && code == CODE_OK; i++) {
        state->rgba[i] = memory_array(NULL, (size_t)film->width * (size_t)film->height, 4);
        if (state->rgba[i] == NULL)
            code = say_error(CODE_NO_MEMORY, "animate: %d layers of %dx%d: out of memory",
                             state->layers.count, film->width, film->height);
    }
    if (code != CODE_OK)
        return code;
    const frames_work work = {.frames = state->layers.count,
                              .threads = request_threads(film->job.opts),
                              .draw = paint_layer,
                              .user = state};
    return job_end(&film->job, frames_run(&work, &film->job.bar, &error), &error);
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
                              .state_size = sizeof(scroll),
                              .prepare = scroll_prepare,
                              .draw = scroll_draw,
                              .release = scroll_release};
