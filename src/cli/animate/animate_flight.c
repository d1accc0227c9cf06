/* animate_flight.c - `animate --flight`: once round a map that continues itself.
 *
 * In: a map's scene and the options of `map`.  Out: frames.  The map is always a tile:
 * only then is there no seam to fly over.
 */
#include "cli/animate/animate.h"
#include "cli/common/map_request.h"
#include "cli/common/request.h"
#include "cli/common/say.h"

#include <stdlib.h>

#define MAP_SIDE 1024

/* A plate is lit from the upper left, from where a flight eastward would look flat. */
#define PLATE_AZIMUTH 315.0
#define PLATE_ALTITUDE 45.0
#define FLIGHT_AZIMUTH 20.0
#define FLIGHT_ALTITUDE 30.0

typedef struct flight_state {
    rl_map *map;
    rl_flight *flight;
} flight_state;

static int flight_is_wanted(const animate *job)
{
    return animate_own(job->wanted)->flight;
}

/* ---- the map ------------------------------------------------------------ */

static int is_open(double value, double otherwise)
{
    return value == (double)RL_AUTO || value == otherwise;
}

static void choose_light(rl_map_rules *rules, const options *wanted)
{
    if (wanted->shade != NULL || request_sets(wanted, "map.azimuth") ||
        request_sets(wanted, "map.altitude"))
        return;
    if (!is_open(rules->azimuth, PLATE_AZIMUTH) || !is_open(rules->altitude, PLATE_ALTITUDE))
        return;
    rules->azimuth = FLIGHT_AZIMUTH;
    rules->altitude = FLIGHT_ALTITUDE;
}

static int is_tile(int width, int height)
{
    return width == height && width >= 4 && (width & (width - 1)) == 0;
}

static int check_source(const animate *job)
{
    const rl_scene *scene = &job->source.scene;
    const char *name = job->wanted->operand_count > 0 ? job->wanted->operands[0] : NULL;
    if (name != NULL && scene->kind != 1)
        return say_error(CODE_USAGE, "%s: is a landscape: --flight needs a map (kind = map)",
                         SHOW(name));
    if (name != NULL && scene->width > 0 && animate_own(job->wanted)->map_side == 0 &&
        !is_tile(scene->width, scene->height))
        return say_error(CODE_USAGE,
                         "%s: a map of %dx%d cannot continue itself: --flight needs 2^n x 2^n: "
                         "add --map-size %d",
                         SHOW(name), scene->width, scene->height, MAP_SIDE);
    return CODE_OK;
}

/* The options of `map`, but -s is the size of a frame here. */
static int choose_scene(animate *job)
{
    rl_scene *scene = &job->source.scene;
    options of_map = *job->wanted;
    of_map.size = (geometry){0, 0, 0, 0};
    int code = map_request_apply(scene, NULL, &of_map);
    if (code != CODE_OK)
        return code;
    if (animate_own(job->wanted)->map_side > 0)
        scene->width = scene->height = animate_own(job->wanted)->map_side;
    else if (scene->width == 0)
        scene->width = scene->height = MAP_SIDE;
    scene->map.wrap = 1;
    choose_light(&scene->map, job->wanted);
    return animate_choose_seed(job);
}

/* Passes count in shares, the bar in rows. */
static int show_pass(void *user, const char *what, double done)
{
    (void)what;
    return progress_step(user, (int)(done * 1000.0), 1000);
}

static int flight_prepare(animate *job)
{
    const rl_map_options how = {.struct_size = sizeof how,
                                .threads = request_threads(job->wanted),
                                .allocator = job->wanted->allocator,
                                .progress = show_pass,
                                .user = &job->bar};
    rl_error error = {RL_OK, ""};
    flight_state *state = job->state = calloc(1, sizeof *state);
    if (state == NULL)
        return say_error(CODE_NO_MEMORY, "out of memory");
    int code = check_source(job);
    if (code == CODE_OK)
        code = choose_scene(job);
    if (code != CODE_OK)
        return code;
    rl_status status = rl_map_new(&state->map, &job->source.scene, &how, &error);
    if (status == RL_OK)
        status = rl_flight_new(&state->flight, state->map, &error);
    progress_end(&job->bar);
    return status == RL_OK ? CODE_OK : animate_fault(job, &error);
}

/* ---- the frames --------------------------------------------------------- */

static rl_status flight_draw(const animate *job, int frame, uint8_t *rgb, rl_error *error)
{
    const flight_state *state = job->state;
    double t = (double)frame / (double)job->frames;
    return rl_flight_frame(state->flight, t, job->width, job->height, rgb, 1, error);
}

static const rl_scene *flight_scene(const animate *job)
{
    const flight_state *state = job->state;
    return rl_map_scene(state->map);
}

static void flight_release(animate *job)
{
    flight_state *state = job->state;
    if (state == NULL)
        return;
    rl_flight_free(state->flight);
    rl_map_free(state->map);
    free(state);
}

const motion motion_flight = {"--flight",  MOTION_FLIGHT, flight_is_wanted, flight_prepare,
                              flight_draw, flight_scene,  flight_release,   NULL};
