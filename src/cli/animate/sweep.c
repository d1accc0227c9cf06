/* sweep.c - `animate --sweep KEY=A..B`: one key from a value to another and back.
 *
 * In: a landscape, or a map when the scene is one or the key is a map's.  Out: frames of
 * the same land, each as `render` or `map` would paint it with that value.  The way eases at
 * both ends, so that the loop does not jerk where it turns and where it begins again.
 */
#include "base/exact.h"
#include "base/status.h"
#include "cli/animate/animate.h"
#include "cli/common/job.h"
#include "cli/common/request.h"
#include "cli/common/say.h"
#include "ridgeline-map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAP_WIDTH 960
#define MAP_HEIGHT 540

#define TEXT_SIZE 64

typedef struct sweep {
    char key[TEXT_SIZE], low[TEXT_SIZE], high[TEXT_SIZE];
    double first, last;
    int width, height; /* of the picture of a map */
    int is_whole;      /* the key takes whole numbers alone */
    rl_scene tried;    /* for checks, then the resolved scene of the first frame: the recipe */
} sweep;

/* ---- the value ---------------------------------------------------------- */

/* Cuts KEY=A..B. */
static int read_sweep(sweep *state, const char *text)
{
    const char *equals = strchr(text, '=');
    const char *dots = equals != NULL ? strstr(equals, "..") : NULL;
    if (dots == NULL || equals == text || dots == equals + 1 || dots[2] == '\0' ||
        equals - text >= TEXT_SIZE || dots - equals > TEXT_SIZE || strlen(dots + 2) >= TEXT_SIZE)
        return say_error(CODE_USAGE, "--sweep %s: must be KEY=A..B with two numbers", SHOW(text));
    snprintf(state->key, TEXT_SIZE, "%.*s", (int)(equals - text), text);
    snprintf(state->low, TEXT_SIZE, "%.*s", (int)(dots - equals - 1), equals + 1);
    snprintf(state->high, TEXT_SIZE, "%s", dots + 2);
    return CODE_OK;
}

/* Beyond 2^53 every double is whole, and from 2^63 on none is an int64_t. */
#define ALL_WHOLE 9007199254740992.0

static int is_whole(double value)
{
    return exact_abs(value) >= ALL_WHOLE || value == (double)(int64_t)value;
}

/* Sets the key to both ends in the scene, which is chosen now, and finds what numbers it takes:
 * a key of whole numbers refuses a value between two of them; a seed takes it for a text, another
 * land.  Resolves the far end, too: its faults are reported before anything is written. */
static int check_ends(animate *film)
{
    sweep *state = film->state;
    char between[TEXT_SIZE];
    rl_error error;
    state->tried = film->job.source.scene;
    if (rl_scene_set(&state->tried, state->key, state->low, &error) != RL_OK ||
        rl_scene_set(&state->tried, state->key, state->high, &error) != RL_OK)
        return say_status(&error);
    if (!options_real(&state->first, state->low) || !options_real(&state->last, state->high))
        return say_error(CODE_USAGE, "--sweep %s=%s..%s: must be two numbers", state->key,
                         SHOW(state->low), SHOW(state->high));
    snprintf(between, sizeof between, "%.1f", exact_min(state->first, state->last) + 0.5);
    state->is_whole = is_whole(state->first) && is_whole(state->last) &&
                      (strcmp(state->key, "ridgeline.seed") == 0 ||
                       (state->first != state->last &&
                        rl_scene_set(&state->tried, state->key, between, &error) != RL_OK));
    state->tried = film->job.source.scene;
    film->recipe = &state->tried;
    if (rl_scene_set(&state->tried, state->key, state->high, &error) != RL_OK ||
        rl_scene_resolve(&state->tried, &error) != RL_OK)
        return job_scene_fault(&film->job, &error);
    return CODE_OK;
}

int sweep_is_of_map(const char *text)
{
    static const char *const sections[] = {"map.", "pass.", "tint."};
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        if (strncmp(text, sections[i], strlen(sections[i])) == 0)
            return 1;
    return 0;
}

/* The cubic is within 0.011 of a cosine, and the same on every machine. */
static rl_status change(const animate *film, int frame, rl_scene *scene, rl_error *error)
{
    const sweep *state = film->state;
    char value[TEXT_SIZE];
    double way = 2.0 * frame / film->frames;
    double share = exact_smoothstep(0.0, 1.0, way <= 1.0 ? way : 2.0 - way);
    snprintf(value, sizeof value, state->is_whole ? "%.0f" : "%.9f",
             state->first * (1.0 - share) + state->last * share);
    return rl_scene_set(scene, state->key, value, error);
}

/* ---- a landscape -------------------------------------------------------- */

static int land_prepare(animate *film)
{
    sweep *state = film->state;
    rl_frame *frame = NULL;
    rl_error error;
    int code = read_sweep(state, film->own->sweep);
    if (code == CODE_OK)
        code = land_check_sweep(film->own->sweep);
    if (code == CODE_OK)
        code = land_choose(film);
    if (code == CODE_OK)
        code = check_ends(film);
    if (code != CODE_OK)
        return code;
    rl_scene *scene = land_scene(film, 0, &error);
    if (scene == NULL)
        return say_status(&error);
    code = land_frame(film, scene, &frame);
    free(scene);
    if (code != CODE_OK)
        return code;
    state->tried = *rl_frame_scene(frame);
    rl_frame_free(frame);
    /* The land stays where it is when the light moves, but for keys that choose another. */
    if (strncmp(state->key, "ridgeline.", strlen("ridgeline.")) != 0) {
        film->job.source.scene.take = state->tried.take;
        film->job.source.scene.land_x = state->tried.land_x;
    }
    return CODE_OK;
}

const motion motion_sweep = {.option = "--sweep",
                             .state_size = sizeof(sweep),
                             .prepare = land_prepare,
                             .change = change,
                             .draw = land_draw};

/* ---- a map -------------------------------------------------------------- */

/* Draws a frame.  Without `rgb`, the first one's size and scene are noted: the picture of a map
 * may be larger than the map. */
static rl_status draw_map(const animate *film, int frame, uint8_t *rgb, rl_error *error)
{
    const rl_map_options library = {
        .struct_size = sizeof library, .threads = 1, .allocator = film->job.opts->allocator};
    const rl_render_options ppm = {
        .struct_size = sizeof ppm, .format = RL_FORMAT_PPM, .threads = 1};
    sweep *state = film->state;
    rl_map *map = NULL;
    rl_sink *sink = NULL;
    rl_scene *scene = land_scene(film, frame, error);
    rl_status status = error->status;
    if (scene != NULL) {
        rl_map_rules_of(&scene->map, scene);
        status = rl_map_new(&map, &scene->map, &library, error);
    }
    free(scene);
    if (status == RL_OK)
        status = rl_sink_to_memory(&sink, NULL, error);
    if (status == RL_OK)
        status = rl_map_render(map, &ppm, sink, error);
    if (status == RL_OK)
        status = rl_sink_write(sink, "", 1, error); /* ends the head for strtol */
    if (status == RL_OK) {                          /* "P6", width, height, 255 */
        size_t size;
        const char *head = rl_sink_bytes(sink, &size);
        char *end;
        int width = (int)strtol(head + 2, &end, 10), height = (int)strtol(end, &end, 10);
        if (rgb == NULL) {
            state->width = width;
            state->height = height;
            state->tried = *rl_map_scene(map);
        } else if (width == film->width && height == film->height) {
            memcpy(rgb, end + strlen("\n255\n"), (size_t)width * (size_t)height * 3);
        } else {
            status = status_fail(
                error, RL_BAD_ARGUMENT, "--sweep %s: frame %d is %dx%d, the first is %dx%d",
                SHOW(film->own->sweep), frame + 1, width, height, film->width, film->height);
        }
    }
    rl_sink_free(sink);
    rl_map_free(map);
    return status;
}

static int map_prepare(animate *film)
{
    sweep *state = film->state;
    rl_scene *scene = &film->job.source.scene;
    const char *text = film->own->sweep;
    rl_error error = {RL_OK, ""};
    int code = read_sweep(state, text);
    if (code == CODE_OK && !sweep_is_of_map(text) && strcmp(state->key, "ridgeline.seed") != 0)
        code = say_error(CODE_USAGE,
                         "--sweep %s: not a key of a map: must be of [map], [pass N] or [tint]",
                         SHOW(text));
    if (code == CODE_OK)
        code = map_request_apply(scene, NULL, film->job.opts);
    if (scene->width == 0) {
        scene->width = MAP_WIDTH;
        scene->height = MAP_HEIGHT;
    }
    if (code == CODE_OK)
        code = job_seed(&film->job);
    if (code == CODE_OK)
        code = check_ends(film);
    if (code == CODE_OK && draw_map(film, 0, NULL, &error) != RL_OK)
        code = job_scene_fault(&film->job, &error);
    film->width = state->width;
    film->height = state->height;
    return code == CODE_OK ? animate_check_area(film) : code;
}

const motion motion_sweep_map = {.option = "--sweep",
                                 .is_of_map = 1,
                                 .state_size = sizeof(sweep),
                                 .prepare = map_prepare,
                                 .change = change,
                                 .draw = draw_map};
