/* animate_time.c - `animate --day` and `--weather`: one land while time goes by.
 *
 * In: a landscape.  Out: frames of it, each at another hour or another phase of what
 * drifts.  The ridges are those of the first frame, whatever the light.
 */
#include "cli/animate/animate_land.h"
#include "cli/common/request.h"
#include "cli/common/say.h"
#include "cli/common/scene_copy.h"

#include <stdlib.h>

#define DAY_MINUTES 1440

typedef struct passing {
    rl_scene scene;  /* of all frames but for their time */
    rl_frame *first; /* its scene is the recipe */
} passing;

/* Makes the first frame; what it chose of the land stays. */
static int make_first(animate *job, passing *state)
{
    int code = land_frame(job, &state->scene, &state->first);
    if (code == CODE_OK)
        state->scene.take = rl_frame_scene(state->first)->take;
    return code;
}

static int start(animate *job, int (*choose)(animate *job))
{
    passing *state = job->state = calloc(1, sizeof *state);
    if (state == NULL)
        return say_error(CODE_NO_MEMORY, "out of memory");
    int code = land_choose(job);
    if (code == CODE_OK)
        code = choose(job);
    if (code != CODE_OK)
        return code;
    state->scene = job->source.scene;
    return make_first(job, state);
}

static const rl_scene *passing_scene(const animate *job)
{
    const passing *state = job->state;
    return rl_frame_scene(state->first);
}

static void passing_release(animate *job)
{
    passing *state = job->state;
    if (state != NULL)
        rl_frame_free(state->first);
    free(state);
}

/* ---- a day -------------------------------------------------------------- */

static int day_is_wanted(const animate *job)
{
    return animate_own(job->wanted)->day;
}

/* --time is the hour at which the day begins. */
static int day_choose(animate *job)
{
    rl_scene *scene = &job->source.scene;
    if (scene->time == RL_AUTO)
        scene->time = 0;
    return CODE_OK;
}

static int day_prepare(animate *job)
{
    return start(job, day_choose);
}

static rl_status day_draw(const animate *job, int frame, uint8_t *rgb, rl_error *error)
{
    const passing *state = job->state;
    rl_scene *scene = scene_copy(&state->scene, error);
    if (scene == NULL)
        return error->status;
    int minutes = (int)((int64_t)frame * DAY_MINUTES / job->frames);
    scene->time = (scene->time + minutes) % DAY_MINUTES;
    rl_status status = land_draw(job, scene, rgb, error);
    free(scene);
    return status;
}

const motion motion_day = {"--day",  MOTION_DAY,    day_is_wanted,   day_prepare,
                           day_draw, passing_scene, passing_release, NULL};

/* ---- weather ------------------------------------------------------------ */

static int weather_is_wanted(const animate *job)
{
    return animate_own(job->wanted)->weather;
}

/* What moves in a cycle unless the scene or --set says how much. */
static int weather_choose(animate *job)
{
    rl_scene *scene = &job->source.scene;
    const struct {
        const char *key;
        double *drift, value;
    } drifts[] = {{"world.clouds", &scene->cloud_drift, 1.0},
                  {"world.mist", &scene->mist_drift, 1.0},
                  {"world.lake", &scene->lake_drift, 1.0},
                  {"world.stars", &scene->twinkle, 1.0}};
    for (size_t i = 0; i < sizeof drifts / sizeof *drifts; i++) {
        double *drift = drifts[i].drift;
        int is_still = !(*drift < 0.0) && !(*drift > 0.0);
        if (is_still && !request_sets(job->wanted, drifts[i].key))
            *drift = drifts[i].value;
        if (drift != &scene->twinkle && *drift != (double)(int)*drift)
            return say_error(CODE_USAGE,
                             "%s = %.9g: must be a whole number of loops: only that closes "
                             "--weather",
                             drifts[i].key, *drift);
    }
    scene->world = RL_WORLD_LOOP;
    return CODE_OK;
}

static int weather_prepare(animate *job)
{
    return start(job, weather_choose);
}

/* Ridges, trees and tables are those of the first frame. */
static rl_status weather_draw(const animate *job, int frame, uint8_t *rgb, rl_error *error)
{
    const passing *state = job->state;
    rl_frame *at = NULL;
    double phase = state->scene.phase + (double)frame / job->frames;
    rl_status status = rl_frame_at(&at, state->first, phase >= 1.0 ? phase - 1.0 : phase, error);
    if (status == RL_OK)
        status = rl_paint(at, 0, job->height, rgb, (size_t)job->width * 3, error);
    rl_frame_free(at);
    return status;
}

const motion motion_weather = {"--weather",  MOTION_WEATHER, weather_is_wanted, weather_prepare,
                               weather_draw, passing_scene,  passing_release,   NULL};
