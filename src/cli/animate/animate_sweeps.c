/* animate_sweeps.c - `animate --sweep KEY=A..B`: what a key does to a picture.
 *
 * In: a landscape, or a map when the scene is one or the key is a map's.  Out: frames of
 * the same land, each as `render` or `map` would paint it with that value.
 */
#include "cli/animate/animate_land.h"
#include "cli/animate/animate_sweep.h"
#include "cli/common/map_request.h"
#include "cli/common/say.h"
#include "cli/common/scene_copy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAP_WIDTH 960
#define MAP_HEIGHT 540

typedef struct sweep_state {
    sweep sweep;
    rl_scene scene; /* of all frames but for the key */
    rl_scene first; /* resolved: the recipe; until then for what is tried */
} sweep_state;

static int is_of_map(const animate *job)
{
    return job->source.scene.kind == 1 || sweep_is_of_map(animate_own(job->wanted)->sweep);
}

static const rl_scene *sweep_scene(const animate *job)
{
    const sweep_state *state = job->state;
    return &state->first;
}

static void sweep_release(animate *job)
{
    free(job->state);
}

/* The scene of a frame, which the caller frees; NULL with the error. */
static rl_scene *scene_at(const animate *job, int frame, rl_error *error)
{
    const sweep_state *state = job->state;
    rl_scene *scene = scene_copy(&state->scene, error);
    if (scene == NULL || sweep_apply(&state->sweep, scene, frame, job->frames, error) == RL_OK)
        return scene;
    free(scene);
    return NULL;
}

/* The other end is tried, too: its faults are told before anything is written. */
static int start(animate *job, int (*choose)(animate *job))
{
    sweep_state *state = job->state = calloc(1, sizeof *state);
    rl_error error;
    if (state == NULL)
        return say_error(CODE_NO_MEMORY, "out of memory");
    int code = sweep_read(&state->sweep, animate_own(job->wanted)->sweep);
    if (code == CODE_OK)
        code = choose(job);
    state->scene = job->source.scene;
    state->first = state->scene;
    if (code == CODE_OK)
        code = sweep_check(&state->sweep, &state->first);
    if (code != CODE_OK)
        return code;
    state->first = state->scene;
    if (rl_scene_set(&state->first, state->sweep.key, state->sweep.high, &error) != RL_OK ||
        rl_scene_resolve(&state->first, &error) != RL_OK)
        return animate_fault(job, &error);
    return CODE_OK;
}

/* ---- a landscape -------------------------------------------------------- */

static int land_is_wanted(const animate *job)
{
    return animate_own(job->wanted)->sweep != NULL && !is_of_map(job);
}

static int choose_land(animate *job)
{
    int code = land_check_sweep(animate_own(job->wanted)->sweep);
    return code == CODE_OK ? land_choose(job) : code;
}

/* The land stays where it is when the light moves, but for keys that choose another. */
static void keep_land(sweep_state *state)
{
    if (strncmp(state->sweep.key, "ridgeline.", strlen("ridgeline.")) == 0)
        return;
    state->scene.take = state->first.take;
    state->scene.land_x = state->first.land_x;
}

static int land_prepare(animate *job)
{
    rl_frame *frame = NULL;
    rl_error error;
    int code = start(job, choose_land);
    if (code != CODE_OK)
        return code;
    sweep_state *state = job->state;
    rl_scene *scene = scene_at(job, 0, &error);
    if (scene == NULL)
        return say_status(&error);
    code = land_frame(job, scene, &frame);
    free(scene);
    if (code != CODE_OK)
        return code;
    state->first = *rl_frame_scene(frame);
    rl_frame_free(frame);
    keep_land(state);
    return CODE_OK;
}

static rl_status draw_land(const animate *job, int frame, uint8_t *rgb, rl_error *error)
{
    rl_scene *scene = scene_at(job, frame, error);
    rl_status status = scene != NULL ? land_draw(job, scene, rgb, error) : error->status;
    free(scene);
    return status;
}

const motion motion_sweep = {"--sweep", MOTION_SWEEP, land_is_wanted, land_prepare,
                             draw_land, sweep_scene,  sweep_release,  NULL};

/* ---- a map -------------------------------------------------------------- */

static int map_is_wanted(const animate *job)
{
    return animate_own(job->wanted)->sweep != NULL && is_of_map(job);
}

static int choose_map(animate *job)
{
    rl_scene *scene = &job->source.scene;
    const char *key = animate_own(job->wanted)->sweep;
    if (!sweep_is_of_map(key) && strncmp(key, "ridgeline.seed=", 15) != 0)
        return say_error(CODE_USAGE,
                         "--sweep %s: says nothing to a map: needs a key of "
                         "[map], [pass N] or [tint]",
                         SHOW(key));
    int code = map_request_apply(scene, NULL, job->wanted);
    if (code != CODE_OK)
        return code;
    if (scene->width == 0) {
        scene->width = MAP_WIDTH;
        scene->height = MAP_HEIGHT;
    }
    return animate_choose_seed(job);
}

/* A number of a PPM's head and the blank after it.  The bytes do not end with a NUL, which
 * sscanf would look for in all of them. */
static const uint8_t *read_number(const uint8_t *at, const uint8_t *end, int *value)
{
    for (*value = 0; at < end && *at >= '0' && *at <= '9'; at++)
        *value = *value * 10 + (*at - '0');
    return at < end ? at + 1 : end;
}

/* What follows the "P6", width, height and 255 that the library wrote. */
static const uint8_t *read_head(const rl_sink *sink, int *width, int *height)
{
    size_t size;
    const uint8_t *at = rl_sink_bytes(sink, &size), *end = at + size;
    int most = 0;
    if (size < 3)
        return NULL;
    at = read_number(at + 3, end, width);
    at = read_number(at, end, height);
    at = read_number(at, end, &most);
    return most == 255 && (size_t)(end - at) == (size_t)*width * (size_t)*height * 3 ? at : NULL;
}

static rl_status render_map(const rl_map *map, rl_sink **sink, rl_error *error)
{
    const rl_render_options how = {
        .struct_size = sizeof how, .format = RL_FORMAT_PPM, .threads = 1};
    rl_status status = rl_sink_to_memory(sink, NULL, error);
    return status == RL_OK ? rl_map_render(map, &how, *sink, error) : status;
}

/* Paints the map of a frame; `recipe` may be NULL. */
static rl_status map_at(const animate *job, int frame, rl_sink **sink, rl_scene *recipe,
                        rl_error *error)
{
    const rl_map_options how = {
        .struct_size = sizeof how, .threads = 1, .allocator = job->wanted->allocator};
    rl_map *map = NULL;
    rl_scene *scene = scene_at(job, frame, error);
    rl_status status = scene != NULL ? rl_map_new(&map, scene, &how, error) : error->status;
    free(scene);
    if (status == RL_OK)
        status = render_map(map, sink, error);
    if (status == RL_OK && recipe != NULL)
        *recipe = *rl_map_scene(map);
    rl_map_free(map);
    return status;
}

/* The picture of a map may be larger than the map: the first one tells. */
static int map_prepare(animate *job)
{
    rl_sink *sink = NULL;
    rl_error error = {RL_OK, ""};
    int code = start(job, choose_map);
    if (code != CODE_OK)
        return code;
    sweep_state *state = job->state;
    if (map_at(job, 0, &sink, &state->first, &error) != RL_OK)
        code = animate_fault(job, &error);
    else if (read_head(sink, &job->width, &job->height) == NULL)
        code = say_error(CODE_INTERNAL, "--sweep: the picture of a map has no size");
    rl_sink_free(sink);
    return code == CODE_OK ? animate_check_area(job) : code;
}

static rl_status draw_map(const animate *job, int frame, uint8_t *rgb, rl_error *error)
{
    rl_sink *sink = NULL;
    int width = 0, height = 0;
    rl_status status = map_at(job, frame, &sink, NULL, error);
    const uint8_t *from = status == RL_OK ? read_head(sink, &width, &height) : NULL;
    if (status == RL_OK && (from == NULL || width != job->width || height != job->height)) {
        status = RL_BAD_ARGUMENT;
        *error = (rl_error){status, ""};
        snprintf(error->text, sizeof error->text,
                 "--sweep %s: frame %d is %dx%d, the first is %dx%d",
                 SHOW(animate_own(job->wanted)->sweep), frame + 1, width, height, job->width,
                 job->height);
    } else if (status == RL_OK) {
        memcpy(rgb, from, (size_t)width * (size_t)height * 3);
    }
    rl_sink_free(sink);
    return status;
}

const motion motion_sweep_map = {"--sweep", MOTION_SWEEP_MAP, map_is_wanted, map_prepare,
                                 draw_map,  sweep_scene,      sweep_release, NULL};
