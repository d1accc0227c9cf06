/* animate_scroll.c - `animate --scroll`: a parallax scroll that closes.
 *
 * In: a landscape whose world is a loop.  Out: frames.  Each layer is painted once, one
 * loop wide, and passes whole loops of its own; a frame lays them over each other where
 * they are by then.  Memory holds one picture with alpha for each layer.
 */
#include "cli/animate/animate_lanes.h"
#include "cli/animate/animate_speeds.h"
#include "cli/common/frames.h"
#include "cli/common/request.h"
#include "cli/common/say.h"

#include <stdlib.h>

typedef struct scroll {
    const animate *job;
    rl_frame *frame;
    land_layers layers;
    int loops[RL_MAX_RIDGES + 2];
    uint8_t *rgba[RL_MAX_RIDGES + 2];
} scroll;

static int scroll_is_wanted(const animate *job)
{
    return animate_own(job->wanted)->scroll && !animate_own(job->wanted)->endless;
}

/* ---- layers ------------------------------------------------------------- */

static rl_status paint_layer(const void *user, int layer, uint8_t *unused, rl_error *error)
{
    const scroll *state = user;
    int width = state->job->width, height = state->job->height;
    rl_painter *painter = NULL;
    (void)unused;
    rl_status status = rl_painter_new(&painter, state->frame, error);
    if (status == RL_OK)
        status = rl_painter_layer(painter, layer, 0, 0, width, height, state->rgba[layer],
                                  (size_t)width * 4, error);
    rl_painter_free(painter);
    return status;
}

static rl_status keep_layer(void *user, int layer, const uint8_t *unused, rl_error *error)
{
    (void)user;
    (void)layer;
    (void)unused;
    (void)error;
    return RL_OK;
}

/* Layers are painted as frames are drawn, each into memory of its own. */
static int paint_layers(animate *job, scroll *state)
{
    rl_error error = {RL_OK, ""};
    const frames_work work = {.frames = state->layers.count,
                              .threads = request_threads(job->wanted),
                              .bytes = 1,
                              .draw = paint_layer,
                              .take = keep_layer,
                              .user = state};
    for (int i = 0; i < state->layers.count; i++) {
        state->rgba[i] = malloc((size_t)job->width * (size_t)job->height * 4);
        if (state->rgba[i] == NULL)
            return say_error(CODE_NO_MEMORY, "animate: out of memory: %d layers of %dx%d",
                             state->layers.count, job->width, job->height);
    }
    if (frames_run(&work, &job->bar, &error) == RL_OK)
        return CODE_OK;
    return error.status == RL_CANCELLED ? CODE_IO : say_status(&error);
}

static int scroll_prepare(animate *job)
{
    rl_error error;
    scroll *state = job->state = calloc(1, sizeof *state);
    if (state == NULL)
        return say_error(CODE_NO_MEMORY, "out of memory");
    state->job = job;
    int code = land_choose(job);
    job->source.scene.world = RL_WORLD_LOOP;
    if (code == CODE_OK)
        code = land_frame(job, &job->source.scene, &state->frame);
    if (code == CODE_OK && land_describe(state->frame, &state->layers, &error) != RL_OK)
        code = say_status(&error);
    if (code == CODE_OK)
        code = speeds_choose(&state->layers, job->wanted, state->loops);
    return code == CODE_OK ? paint_layers(job, state) : code;
}

/* ---- the frames --------------------------------------------------------- */

/* How far a layer has come, 0..width-1: the camera moves right, so it passes left. */
static int shift_at(int width, int loops, int frame, int frames)
{
    int64_t way = (int64_t)loops * width * frame;
    int64_t whole = way / frames - (way % frames < 0);
    int64_t shift = whole % width;
    return (int)(shift < 0 ? shift + width : shift);
}

static rl_status scroll_draw(const animate *job, int frame, uint8_t *rgb, rl_error *error)
{
    const scroll *state = job->state;
    lane lanes[RL_MAX_RIDGES + 2];
    (void)error;
    for (int i = 0; i < state->layers.count; i++)
        lanes[i] = (lane){.left = state->rgba[i],
                          .right = state->rgba[i],
                          .shift = shift_at(job->width, state->loops[i], frame, job->frames),
                          .top = state->layers.layer[i].top};
    lanes_draw(lanes, state->layers.count, job->width, job->height, rgb);
    return RL_OK;
}

static const rl_scene *scroll_scene(const animate *job)
{
    const scroll *state = job->state;
    return rl_frame_scene(state->frame);
}

static void scroll_release(animate *job)
{
    scroll *state = job->state;
    if (state == NULL)
        return;
    for (int i = 0; i < state->layers.count; i++)
        free(state->rgba[i]);
    rl_frame_free(state->frame);
    free(state);
}

const motion motion_scroll = {"--scroll",  MOTION_SCROLL, scroll_is_wanted, scroll_prepare,
                              scroll_draw, scroll_scene,  scroll_release,   NULL};
