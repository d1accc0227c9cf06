/* time.c - `animate --day` and `--weather`: one land while time goes by.
 *
 * In: a landscape.  Out: frames of it, each at another hour or another phase of what
 * drifts.  The ridges are those of the first frame, whatever the light.
 */
#include "base/status.h"
#include "cli/animate/animate.h"
#include "cli/common/job.h"
#include "cli/common/request.h"
#include "cli/common/say.h"

#define DAY_MINUTES 1440

typedef struct passing {
    rl_frame *first; /* its scene is the recipe */
} passing;

/* Makes the first frame; its choice of the land holds for all. */
static int make_first(animate *film)
{
    passing *state = film->state;
    int code = land_frame(film, &film->job.source.scene, &state->first);
    if (code == CODE_OK) {
        film->recipe = rl_frame_scene(state->first);
        film->job.source.scene.take = film->recipe->take;
    }
    return code;
}

static void passing_release(void *user)
{
    passing *state = user;
    rl_frame_free(state->first);
}

/* ---- a day -------------------------------------------------------------- */

/* --time is the hour at which the day begins. */
static int day_prepare(animate *film)
{
    int code = land_choose(film);
    if (film->job.source.scene.time == RL_AUTO)
        film->job.source.scene.time = 0;
    return code == CODE_OK ? make_first(film) : code;
}

static rl_status day_change(const animate *film, int frame, rl_scene *scene, rl_error *error)
{
    int minutes = (int)((int64_t)frame * DAY_MINUTES / film->frames);
    scene->time = (scene->time + minutes) % DAY_MINUTES;
    return status_clear(error);
}

const motion motion_day = {.option = "--day",
                           .state_size = sizeof(passing),
                           .prepare = day_prepare,
                           .change = day_change,
                           .draw = land_draw,
                           .release = passing_release};

/* ---- weather ------------------------------------------------------------ */

/* Chooses what moves in a cycle, unless the scene or --set has a value for it. */
static int weather_prepare(animate *film)
{
    rl_scene *scene = &film->job.source.scene;
    const struct {
        const char *key;
        double *drift;
    } drifts[] = {{"world.clouds", &scene->cloud_drift},
                  {"world.mist", &scene->mist_drift},
                  {"world.lake", &scene->lake_drift},
                  {"world.stars", &scene->twinkle}};
    int code = land_choose(film);
    for (size_t i = 0; i < sizeof drifts / sizeof *drifts && code == CODE_OK; i++) {
        double *drift = drifts[i].drift;
        int is_still = !(*drift < 0.0) && !(*drift > 0.0);
        if (is_still && !request_sets(film->job.opts, drifts[i].key))
            *drift = 1.0;
        if (drift != &scene->twinkle && *drift != (double)(int)*drift)
            code = say_error(CODE_USAGE,
                             "%s = %.9g: must be a whole number of loops: only that closes "
                             "--weather",
                             drifts[i].key, *drift);
    }
    scene->world = RL_WORLD_LOOP;
    return code == CODE_OK ? make_first(film) : code;
}

/* Ridges, trees and tables are those of the first frame. */
static rl_status weather_draw(const animate *film, int frame, uint8_t *rgb, rl_error *error)
{
    const passing *state = film->state;
    rl_frame *moment;
    double phase = film->job.source.scene.phase + (double)frame / film->frames;
    TRY(rl_frame_at(&moment, state->first, phase >= 1.0 ? phase - 1.0 : phase, error));
    rl_status status = rl_paint(moment, 0, film->height, rgb, (size_t)film->width * 3, error);
    rl_frame_free(moment);
    return status;
}

const motion motion_weather = {.option = "--weather",
                               .state_size = sizeof(passing),
                               .prepare = weather_prepare,
                               .draw = weather_draw,
                               .release = passing_release};
