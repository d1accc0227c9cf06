/* animate_stream.c - `animate --scroll --frames 0`: a scroll through a world without end.
 *
 * In: a landscape whose world is endless.  Out: frames, for ever.  Each layer is painted in
 * tiles as wide as a frame.  Frames come in batches in which the nearest layer passes one
 * tile at most; while a batch is drawn a thread makes the tiles of the next, and those that
 * have passed are dropped.  So memory does not grow, and nothing that is drawn changes.
 */
#include "cli/animate/animate_land.h"
#include "cli/animate/animate_lanes.h"
#include "cli/common/frames.h"
#include "cli/common/request.h"
#include "cli/common/say.h"
#include "cli/common/scene_copy.h"
#include "cli/option_values.h"

#include <stdlib.h>

#define PACE 4.0
#define PACE_MOST 1024.0
#define BATCH_MOST 65536

#define LAYERS_MOST (RL_MAX_RIDGES + 2)

/* A frame may begin anywhere in a tile, and a batch passes one more. */
#define TILES 3

/* A layer's tile `index`: its columns from index * width on.  No pixels: not there. */
typedef struct tile {
    int layer;
    int64_t index;
    uint8_t *rgba;
} tile;

typedef struct batch {
    int64_t first; /* frame */
    int count;     /* tiles */
    tile tiles[LAYERS_MOST * TILES];
} batch;

typedef struct stream {
    const animate *job;
    rl_scene scene; /* of the first frame, resolved */
    land_layers layers;
    double pace[LAYERS_MOST]; /* pixels a frame */
    batch here, next;
    pthread_t maker;
    int is_making;
    rl_status made; /* how the maker ended, and why */
    rl_error made_error;
} stream;

static int stream_is_wanted(const animate *job)
{
    return animate_own(job->wanted)->scroll && animate_own(job->wanted)->endless;
}

/* ---- where layers are ------------------------------------------------------ */

/* The pixels by which a layer has passed at a frame, rounded down. */
static int64_t position(const stream *state, int layer, int64_t frame)
{
    double way = state->pace[layer] * (double)frame;
    int64_t whole = (int64_t)way;
    return whole - (way < (double)whole);
}

static int64_t tile_at(const stream *state, int64_t position_px)
{
    int width = state->job->width;
    return position_px / width - (position_px % width < 0);
}

static uint8_t *find_tile(const batch *in, int layer, int64_t index)
{
    for (int i = 0; i < in->count; i++)
        if (in->tiles[i].layer == layer && in->tiles[i].index == index)
            return in->tiles[i].rgba;
    return NULL;
}

/* ---- tiles ----------------------------------------------------------------- */

static rl_status paint_tile(const stream *state, rl_frame *frame, tile *to, rl_error *error)
{
    int width = state->job->width, height = state->job->height;
    rl_painter *painter = NULL;
    rl_status status = rl_painter_new(&painter, frame, error);
    if (status == RL_OK)
        status = rl_painter_layer(painter, to->layer, 0, 0, width, height, to->rgba,
                                  (size_t)width * 4, error);
    rl_painter_free(painter);
    return status;
}

/* Adds up as the world does: it goes on beyond 64 bits from the other end. */
static int64_t offset_of(const stream *state, int64_t index)
{
    uint64_t way = (uint64_t)index * (uint64_t)state->job->width;
    return (int64_t)((uint64_t)state->scene.offset + way);
}

/* What threads that make tiles share: each makes some of them. */
typedef struct making {
    const stream *state;
    tile *tiles;
} making;

static rl_status make_tile(const void *user, int number, uint8_t *unused, rl_error *error)
{
    const making *work = user;
    const stream *state = work->state;
    const animate *job = state->job;
    tile *to = &work->tiles[number];
    rl_frame *frame = NULL;
    (void)unused;
    if (to->rgba != NULL) /* it is there already */
        return RL_OK;
    to->rgba = malloc((size_t)job->width * (size_t)job->height * 4);
    if (to->rgba == NULL) {
        *error = (rl_error){RL_NO_MEMORY, "animate: out of memory"};
        return error->status;
    }
    rl_scene *scene = scene_copy(&state->scene, error);
    if (scene == NULL)
        return error->status;
    scene->offset = offset_of(state, to->index);
    rl_status status = land_new(job, scene, &frame, error);
    free(scene);
    if (status == RL_OK)
        status = paint_tile(state, frame, to, error);
    rl_frame_free(frame);
    return status;
}

static rl_status keep_tile(void *user, int number, const uint8_t *unused, rl_error *error)
{
    (void)user;
    (void)number;
    (void)unused;
    (void)error;
    return RL_OK;
}

/* Lists the tiles of a layer that a batch shows; those of the batch before are shared. */
static void list_tiles(stream *state, int layer)
{
    int64_t last_frame = state->next.first + state->job->frames - 1;
    int64_t one = position(state, layer, state->next.first);
    int64_t other = position(state, layer, last_frame);
    int64_t low = tile_at(state, one < other ? one : other);
    int64_t high = tile_at(state, (one < other ? other : one) + state->job->width - 1);
    for (int64_t index = low; index <= high; index++)
        state->next.tiles[state->next.count++] =
            (tile){layer, index, find_tile(&state->here, layer, index)};
}

static rl_status make_next(stream *state, rl_error *error)
{
    making tiles = {state, state->next.tiles};
    frames_work work = {.threads = request_threads(state->job->wanted),
                        .bytes = 1,
                        .draw = make_tile,
                        .take = keep_tile,
                        .user = &tiles};
    progress no_bar = {0};
    state->next.count = 0;
    for (int i = 0; i < state->layers.count; i++)
        list_tiles(state, i);
    work.frames = state->next.count;
    return frames_run(&work, &no_bar, error);
}

static void *make_ahead(void *user)
{
    stream *state = user;
    state->made = make_next(state, &state->made_error);
    return NULL;
}

/* Without a thread it is made when it is due. */
static void start_next(stream *state)
{
    state->next.count = 0;
    state->next.first = state->here.first + state->job->frames;
    state->is_making = frames_thread(&state->maker, make_ahead, state);
}

static rl_status await_next(stream *state, rl_error *error)
{
    if (!state->is_making)
        return make_next(state, error);
    pthread_join(state->maker, NULL);
    state->is_making = 0;
    *error = state->made_error;
    return state->made;
}

/* Drops what only `old` holds. */
static void drop_tiles(const batch *old, const batch *kept)
{
    for (int i = 0; i < old->count; i++)
        if (find_tile(kept, old->tiles[i].layer, old->tiles[i].index) == NULL)
            free(old->tiles[i].rgba);
}

static rl_status stream_go_on(animate *job, rl_error *error)
{
    stream *state = job->state;
    rl_status status = await_next(state, error);
    if (status != RL_OK)
        return status;
    drop_tiles(&state->here, &state->next);
    state->here = state->next;
    start_next(state);
    return RL_OK;
}

/* ---- the start ------------------------------------------------------------- */

/* A lake goes with the shore beyond it, whose mirror image it holds. */
static int choose_pace(stream *state, const options *wanted)
{
    double pace = PACE, nearest = state->layers.layer[state->layers.count - 1].parallax;
    if (animate_own(wanted)->pace != NULL &&
        (!options_real(&pace, animate_own(wanted)->pace) || pace < -PACE_MOST || pace > PACE_MOST ||
         (pace > -0.001 && pace < 0.001)))
        return say_error(CODE_USAGE, "--pace %s: must be pixels, 0.001..%d, or that with a minus",
                         SHOW(animate_own(wanted)->pace), (int)PACE_MOST);
    for (int i = 0; i < state->layers.count; i++) {
        const rl_layer *layer = &state->layers.layer[i];
        double parallax = layer->kind == RL_LAYER_LAKE ? layer[-1].parallax : layer->parallax;
        state->pace[i] = nearest > 0.0 ? pace * parallax / nearest : 0.0;
    }
    return CODE_OK;
}

/* How many frames pass no more than one tile. */
static int batch_of(const stream *state)
{
    double pace = state->pace[state->layers.count - 1];
    double frames = state->job->width / (pace < 0.0 ? -pace : pace);
    return frames < 1.0 ? 1 : frames < BATCH_MOST ? (int)frames : BATCH_MOST;
}

static int look_at_land(animate *job, stream *state)
{
    rl_frame *frame = NULL;
    rl_error error;
    int code = land_frame(job, &job->source.scene, &frame);
    if (code != CODE_OK)
        return code;
    state->scene = *rl_frame_scene(frame);
    if (land_describe(frame, &state->layers, &error) != RL_OK)
        code = say_status(&error);
    rl_frame_free(frame);
    return code;
}

static int make_first(stream *state)
{
    rl_error error;
    if (make_next(state, &error) != RL_OK)
        return error.status == RL_CANCELLED ? CODE_IO : say_status(&error);
    state->here = state->next;
    start_next(state);
    return CODE_OK;
}

static int stream_prepare(animate *job)
{
    stream *state = job->state = calloc(1, sizeof *state);
    if (state == NULL)
        return say_error(CODE_NO_MEMORY, "out of memory");
    state->job = job;
    int code = land_choose(job);
    job->source.scene.world = RL_WORLD_ENDLESS;
    if (code == CODE_OK)
        code = look_at_land(job, state);
    if (code == CODE_OK)
        code = choose_pace(state, job->wanted);
    if (code != CODE_OK)
        return code;
    job->frames = batch_of(state);
    job->bar.visible = 0; /* there is no share of what has no end */
    return make_first(state);
}

/* ---- the frames ------------------------------------------------------------ */

static rl_status stream_draw(const animate *job, int frame, uint8_t *rgb, rl_error *error)
{
    const stream *state = job->state;
    lane lanes[LAYERS_MOST];
    (void)error;
    for (int i = 0; i < state->layers.count; i++) {
        int64_t at = position(state, i, state->here.first + frame);
        int64_t index = tile_at(state, at);
        lanes[i] = (lane){.left = find_tile(&state->here, i, index),
                          .right = find_tile(&state->here, i, index + 1),
                          .shift = (int)(at - index * job->width)};
    }
    lanes_draw(lanes, state->layers.count, job->width, job->height, rgb);
    return RL_OK;
}

static const rl_scene *stream_scene(const animate *job)
{
    const stream *state = job->state;
    return &state->scene;
}

static void stream_release(animate *job)
{
    stream *state = job->state;
    if (state == NULL)
        return;
    if (state->is_making)
        pthread_join(state->maker, NULL);
    drop_tiles(&state->next, &state->here);
    state->next.count = 0;
    drop_tiles(&state->here, &state->next);
    free(state);
}

const motion motion_stream = {"--scroll --frames 0", MOTION_STREAM, stream_is_wanted,
                              stream_prepare,        stream_draw,   stream_scene,
                              stream_release,        stream_go_on};
