/* stream.c - `animate --scroll --frames 0`: a scroll through a world without end.
 *
 * In: a landscape whose world is endless.  Out: frames, for ever.  Each layer is painted in
 * tiles as wide as a frame.  Frames come in batches in which the nearest layer passes one
 * tile at most.  The jobs of a batch are its frames and, spread evenly among them, the tiles
 * of the next batch; then the tiles that have passed are dropped.  So memory does not grow,
 * and nothing that is drawn changes.
 */
#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"
#include "cli/animate/animate.h"
#include "cli/common/job.h"
#include "cli/common/say.h"

#include <stdlib.h>

#define PACE 4.0
#define PACE_MOST 1024.0
#define BATCH_MOST 65536

/* A frame may begin anywhere in a tile, and a batch passes one more. */
#define TILES 3

/* A layer's tile `index`: its columns from index * width on.  No pixels: not painted yet. */
typedef struct tile {
    int layer;
    int64_t index;
    uint8_t *rgba;
} tile;

typedef struct tile_set {
    int count;
    tile tiles[LAYERS_MOST * TILES];
} tile_set;

typedef struct stream {
    rl_scene scene; /* of the first frame, resolved */
    land_layers layers;
    double pace[LAYERS_MOST]; /* pixels a frame */
    int64_t first;            /* frame of the batch at work */
    int frames;               /* of it: 0 in the first, which makes tiles alone */
    tile_set shown, next;     /* tiles of this batch and of the next */
} stream;

/* ---- tiles ----------------------------------------------------------------- */

/* The pixels by which a layer has passed at a frame, rounded down. */
static int64_t position(const stream *state, int layer, int64_t frame)
{
    return exact_floor(state->pace[layer] * (double)frame);
}

static uint8_t *find_tile(const tile_set *set, int layer, int64_t index)
{
    for (int i = 0; i < set->count; i++)
        if (set->tiles[i].layer == layer && set->tiles[i].index == index)
            return set->tiles[i].rgba;
    return NULL;
}

/* Frees the tiles that only `old` holds. */
static void drop_tiles(tile_set *old, const tile_set *kept)
{
    for (int i = 0; i < old->count; i++)
        if (find_tile(kept, old->tiles[i].layer, old->tiles[i].index) == NULL)
            memory_free(NULL, old->tiles[i].rgba);
    old->count = 0;
}

static rl_status make_tile(const animate *film, tile *dst, rl_error *error)
{
    const stream *state = film->state;
    rl_frame *frame = NULL;
    if (dst->rgba != NULL) /* shared with the batch at work */
        return RL_OK;
    dst->rgba = memory_array(NULL, (size_t)film->width * (size_t)film->height, 4);
    if (dst->rgba == NULL)
        return status_fail(error, RL_NO_MEMORY, "animate: out of memory");
    rl_scene *scene = scene_copy(&state->scene, error);
    if (scene == NULL)
        return error->status;
    /* Adds up as the world does: it goes on beyond 64 bits from the other end. */
    uint64_t way = (uint64_t)dst->index * (uint64_t)film->width;
    scene->offset = (int64_t)((uint64_t)state->scene.offset + way);
    rl_status status = land_new(film, scene, &frame, error);
    free(scene);
    if (status == RL_OK)
        status = land_paint_layer(film, frame, dst->layer, dst->rgba, error);
    rl_frame_free(frame);
    return status;
}

/* ---- batches --------------------------------------------------------------- */

/* How many frames pass no more than one tile. */
static int batch_frames(const animate *film)
{
    const stream *state = film->state;
    double frames = film->width / exact_abs(state->pace[state->layers.count - 1]);
    return (int)exact_clamp(frames, 1.0, BATCH_MOST);
}

/* Lists the tiles of the frames after this batch; those shown now are shared. */
static void list_next(animate *film)
{
    stream *state = film->state;
    int64_t first = state->first + state->frames, last = first + batch_frames(film) - 1;
    for (int layer = 0; layer < state->layers.count; layer++) {
        int64_t one = position(state, layer, first), other = position(state, layer, last);
        int64_t low = exact_down(one < other ? one : other, film->width);
        int64_t high = exact_down((one < other ? other : one) + film->width - 1, film->width);
        for (int64_t index = low; index <= high; index++)
            state->next.tiles[state->next.count++] =
                (tile){layer, index, find_tile(&state->shown, layer, index)};
    }
    film->frames = state->frames + state->next.count;
}

static void stream_begin_batch(animate *film)
{
    stream *state = film->state;
    drop_tiles(&state->shown, &state->next);
    state->shown = state->next;
    state->next.count = 0;
    state->first += state->frames;
    state->frames = batch_frames(film);
    list_next(film);
}

/* How many of the jobs before `number` are tiles. */
static int tiles_before(const animate *film, int number)
{
    const stream *state = film->state;
    return (int)((int64_t)number * state->next.count / film->frames);
}

static int stream_is_frame(const animate *film, int number)
{
    return tiles_before(film, number + 1) == tiles_before(film, number);
}

static rl_status stream_draw(const animate *film, int number, uint8_t *rgb, rl_error *error)
{
    stream *state = film->state;
    land_view views[LAYERS_MOST];
    int tiles = tiles_before(film, number);
    if (!stream_is_frame(film, number))
        return make_tile(film, &state->next.tiles[tiles], error);
    for (int i = 0; i < state->layers.count; i++) {
        int64_t left = position(state, i, state->first + number - tiles);
        int64_t index = exact_down(left, film->width);
        views[i] = (land_view){.left = find_tile(&state->shown, i, index),
                               .right = find_tile(&state->shown, i, index + 1),
                               .shift = (int)(left - index * film->width)};
    }
    land_lay(film, views, state->layers.count, rgb);
    return RL_OK;
}

/* ---- the start ------------------------------------------------------------- */

static int stream_prepare(animate *film)
{
    stream *state = film->state;
    const char *text = film->own->pace;
    double pace = PACE;
    rl_frame *frame = NULL;
    rl_error error;
    int code = land_choose(film);
    film->job.source.scene.world = RL_WORLD_ENDLESS;
    if (code == CODE_OK)
        code = land_frame(film, &film->job.source.scene, &frame);
    if (code != CODE_OK)
        return code;
    state->scene = *rl_frame_scene(frame);
    film->recipe = &state->scene;
    if (land_describe(frame, &state->layers, &error) != RL_OK)
        code = say_status(&error);
    rl_frame_free(frame);
    if (code != CODE_OK)
        return code;
    if (text != NULL &&
        (!options_real(&pace, text) || exact_abs(pace) > PACE_MOST || exact_abs(pace) < 0.001))
        return say_error(CODE_USAGE, "--pace %s: must be pixels, 0.001..%d, or that with a minus",
                         SHOW(text), (int)PACE_MOST);
    double nearest = state->layers.layer[state->layers.count - 1].parallax;
    for (int i = 0; i < state->layers.count; i++) {
        const rl_layer *layer = &state->layers.layer[i];
        /* A lake goes with the shore beyond it, whose mirror image it holds. */
        double parallax = layer->kind == RL_LAYER_LAKE ? layer[-1].parallax : layer->parallax;
        state->pace[i] = nearest > 0.0 ? pace * parallax / nearest : 0.0;
    }
    film->job.bar.visible = 0; /* endless: no progress bar */
    list_next(film);
    return CODE_OK;
}

static void stream_release(void *user)
{
    stream *state = user;
    drop_tiles(&state->next, &state->shown);
    drop_tiles(&state->shown, &state->next);
}

const motion motion_stream = {.option = "--scroll --frames 0",
                              .state_size = sizeof(stream),
                              .prepare = stream_prepare,
                              .draw = stream_draw,
                              .release = stream_release,
                              .begin_batch = stream_begin_batch,
                              .is_frame = stream_is_frame};
