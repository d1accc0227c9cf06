/* frame.c - maps a view to columns and rows of the world, and prepares all of a frame but its
 * layers. */
#include "frame/profile.h"

#include "base/bands.h"
#include "base/exact.h"
#include "base/memory.h"
#include "base/pool.h"
#include "base/status.h"
#include "base/text.h"
#include "scene/composition.h"

static rl_status check_view(const rl_view *view, rl_error *error)
{
    TRY(STATUS_SIZE(view, error));
    TRY(status_range("threads", view->threads, 0, BANDS_MAX_THREADS, error));
    TRY(status_range("pixels", view->pixels, RL_PIXELS_RGB, RL_PIXELS_BGRA, error));
    if (view->width < 1 || view->width > RL_MAX_SIDE || view->height < 1 ||
        view->height > RL_MAX_SIDE)
        return status_fail(error, RL_BAD_ARGUMENT, "size: %dx%d: each side must be 1..%d",
                           view->width, view->height, RL_MAX_SIDE);
    int whole = view->part_width == 0 && view->part_height == 0;
    if (whole && view->x == 0 && view->y == 0)
        return RL_OK;
    if (view->part_width < 1 || view->part_height < 1 || view->x < 0 || view->y < 0 ||
        view->part_width > view->width || view->x > view->width - view->part_width ||
        view->part_height > view->height || view->y > view->height - view->part_height)
        return status_fail(error, RL_BAD_ARGUMENT, "region: %dx%d+%d+%d: must lie inside %dx%d",
                           view->part_width, view->part_height, view->x, view->y, view->width,
                           view->height);
    return RL_OK;
}

/* Returns the number of the block that holds a column of the world; negative left of column 0. */
static int64_t block_of(const rl_frame *frame, int64_t column)
{
    return exact_down(column, frame->block);
}

/* Column at which an endless world wraps; up to it doubles represent quarters of a pixel. */
#define FARTHEST (INT64_C(1) << 41)

/* Returns the remainder of x within low .. low + period - 1. */
static int64_t folded(int64_t x, int64_t low, int64_t period)
{
    return low + exact_wrap(x % period - low, period);
}

/* Sets the columns of the part.  Of a looping world all columns are prepared, numbered from
 * `start`, so that a column has the same number wherever a picture begins. */
static void place_part(rl_frame *frame, const rl_view *view, int64_t start)
{
    int64_t width = view->width;
    frame->shown = view->part_width == 0 ? view->width : view->part_width;
    if (frame->scene.extent == RL_EXTENT_LOOP) {
        int64_t column = folded(frame->scene.offset, 0, width) + view->x;
        frame->x = start;
        frame->turn = (int)folded(column - start, 0, width);
        frame->columns = view->width;
        frame->loop_px = view->width;
        return;
    }
    frame->x = folded(frame->scene.offset, -FARTHEST, 2 * FARTHEST) + view->x;
    frame->columns = frame->shown;
}

/* Least numbers of grid nodes per U.  Pictures of 640x360 have 46 to 53 dB against those of 202.5
 * FINE_NODES (8 seeds). */
#define COLOUR_NODES 45.0 /* grid of colours, which change slowly */
#define AURORA_NODES 90.0 /* grid of colours with an aurora, whose rays are narrow */
#define FINE_NODES 180.0  /* grid of lit faces and waves */
#define MOST_STEP 64      /* largest distance of nodes in pixels; columns of a block */

/* U = min(sqrt(W H 9/16), 1.2 H), which is H in a picture of 16:9. */
#define UNIT_ASPECT (9.0 / 16.0)
#define UNIT_HEIGHTS 1.2

static void map_view(rl_frame *frame, const rl_view *view, int64_t start)
{
    frame->width = view->width;
    frame->height = view->height;
    frame->is_layered = frame->is_level = frame->scene.extent != RL_EXTENT_PICTURE;
    place_part(frame, view, start);
    frame->y = view->y;
    frame->rows = view->part_width == 0 ? view->height : view->part_height;
    double h = view->height;
    double area = exact_sqrt((double)view->width * h * UNIT_ASPECT);
    frame->unit = frame->scene.scale == RL_SCALE_HEIGHT ? h : exact_min(area, UNIT_HEIGHTS * h);
    frame->unit_share = frame->unit / h;
    /* The distance of nodes is the largest power of two that gives each U at least FINE_NODES, or
     * `nodes`, of them: so gradients are sampled equally finely at every size. */
    frame->fine_step = frame->step = 1;
    while (frame->fine_step < MOST_STEP && frame->unit >= FINE_NODES * 2 * frame->fine_step)
        frame->fine_step *= 2;
    double nodes = scene_real(&frame->scene, "aurora.amount") > 0.0 ? AURORA_NODES : COLOUR_NODES;
    while (frame->step < MOST_STEP && frame->unit >= nodes * 2 * frame->step)
        frame->step *= 2;
    frame->block = MOST_STEP;
    frame->loop = frame->loop_px / frame->unit;
    frame->phase = frame->scene.phase;
    frame->is_hard = frame->scene.edges == RL_EDGES_HARD;
    frame->depth = frame->scene.depth;
    frame->dither = frame->scene.dither;
    frame->zoom = frame->scene.zoom;
    frame->first_block = block_of(frame, frame->x);
    frame->blocks = (int)(block_of(frame, frame->x + frame->columns - 1) - frame->first_block) + 1;
}

static rl_status prepare(preparation *work, const rl_view *view, int64_t start,
                         frame_layers_prepare *layers, rl_error *error)
{
    rl_frame *frame = work->frame;
    frame->kernels = cpu_choose(view->kernels);
    frame->pixels = view->pixels;
    /* The scene may have recorded the size and the part of an earlier picture. */
    frame->scene.width = frame->scene.height = 0;
    frame->scene.part_width = frame->scene.part_height = 0;
    frame->scene.part_x = frame->scene.part_y = 0;
    TRY(scene_fill(&frame->scene, error));
    for (int i = 0; i < frame->scene.ridge_count; i++)
        TRY(ridge_check(&frame->scene.ridge[i], i, error));
    map_view(frame, view, start);
    frame->scene.width = view->width;
    frame->scene.height = view->height;
    /* A region that is the whole picture is left out of the recipe. */
    if (view->part_width != 0 &&
        (view->part_width != view->width || view->part_height != view->height)) {
        frame->scene.part_x = view->x;
        frame->scene.part_y = view->y;
        frame->scene.part_width = view->part_width;
        frame->scene.part_height = view->part_height;
    }
    tone_tables *tone = arena_array(frame->arena, 1, sizeof *tone);
    TRY(status_memory(tone != NULL, "frame", error));
    tone_init(tone);
    frame->tone = tone;
    TRY(profile_new(work, error));
    TRY(take_choose(work, error));
    light_prepare(work);
    return layers(work, error);
}

int frame_has_land_of(const rl_frame *frame, const rl_frame *other)
{
    return frame->width == other->width && frame->height == other->height && frame->x == other->x &&
           frame->y == other->y && frame->columns == other->columns && frame->rows == other->rows &&
           scene_has_land_of(&frame->scene, &other->scene);
}

rl_status frame_new(rl_frame **out, const rl_scene *scene, const rl_view *view,
                    const rl_frame *like, int64_t start, frame_layers_prepare *layers,
                    rl_error *error)
{
    *out = NULL;
    TRY(check_view(view, error));
    rl_frame *frame = memory_zeroed(view->allocator, 1, sizeof *frame);
    TRY(status_memory(frame != NULL, "frame", error));
    if (view->allocator != NULL) {
        frame->own_allocator = *view->allocator;
        frame->allocator = &frame->own_allocator;
    }
    frame->arena = &frame->own_arena;
    frame->own_arena.allocator = frame->allocator;
    frame->pictures = &frame->own_pictures;
    frame->own_pictures.memory.allocator = frame->allocator;
    frame->scene = *scene;
    frame->scene.owned = chain_share(scene->owned);
    frame->like = like;
    preparation work = {
        .frame = frame, .threads = view->threads, .progress = view->progress, .user = view->user};
    rl_status status = pool_new(&work.pool, view->threads, frame->allocator, error);
    if (status == RL_OK)
        status = prepare(&work, view, start, layers, error);
    pool_free(work.pool);
    arena_free(&frame->own_pictures.memory);
    frame->own_pictures.newest = NULL;
    if (frame->profile != NULL) {
        profile_unshare(frame->profile);
        frame->profile->work = NULL;
    }
    if (status != RL_OK) {
        rl_frame_free(frame);
        return status;
    }
    *out = frame;
    return status_clear(error);
}

rl_status rl_frame_at(rl_frame **at, const rl_frame *frame, double phase, rl_error *error)
{
    *at = NULL;
    if (!(phase >= 0.0 && phase <= 1.0))
        return status_fail(error, RL_BAD_ARGUMENT, "extent.phase: must be 0..1");
    rl_frame *made = memory_array(frame->allocator, 1, sizeof *made);
    TRY(status_memory(made != NULL, "frame", error));
    *made = *frame;
    made->phase = made->scene.phase = text_round(phase); /* the value in its recipe */
    made->shared = frame;
    made->spare = NULL;
    if (frame->allocator != NULL)
        made->allocator = &made->own_allocator;
    *at = made;
    return status_clear(error);
}

void rl_frame_free(rl_frame *frame)
{
    if (frame == NULL)
        return;
    if (frame->spare != NULL && frame->spare->painter != NULL)
        frame->spare->free(frame->spare->painter);
    if (frame->shared == NULL) {
        arena_free(&frame->own_arena);
        chain_free(frame->scene.owned);
    }
    rl_allocator allocator = frame->own_allocator;
    memory_free(frame->allocator != NULL ? &allocator : NULL, frame);
}

const rl_scene *rl_frame_scene(const rl_frame *frame)
{
    return &frame->scene;
}
