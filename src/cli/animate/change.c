/* change.c - `animate --day`, `--weather` and `--sweep`: each frame is a picture of its own.
 *
 * In: a landscape, or for --sweep a map when the scene is one or the key is a map's.  Out: frames
 * of one land, each at another hour, at another phase of clouds, mist and water, or as `render` or
 * `map` paints it with another value of a key.  A sweep eases at both ends, so that the loop does
 * not jerk where it turns and where it begins again.
 */
#include "base/exact.h"
#include "base/status.h"
#include "cli/animate/animate.h"
#include "cli/common/request.h"
#include "cli/common/say.h"

#include <stdio.h>
#include <stdlib.h>

#define DAY_MINUTES 1440

/* Films of KEEP_FRAMES frames or more keep the visibility of their land (rl_view.keep_bytes), which
 * takes the time of one frame. */
#define KEEP_BYTES ((size_t)64 << 20)
#define KEEP_FRAMES 8

#define MAP_WIDTH 960
#define MAP_HEIGHT 540
#define SURFACE_SIDE 513
#define MESH_SIDE 33 /* samples along a side of a mesh, so that its facets can be seen */

/* ---- landscapes --------------------------------------------------------- */

/* Keys that --set may not change: frames have 8 bits per sample, are whole and not scaled. */
static const fixed_key fixed[] = {{"output.depth", "frames have 8 bits"},
                                  {"output.zoom", "frames are not scaled"},
                                  {"output.region", "frames are whole"}};

#define FIXED (sizeof fixed / sizeof *fixed)

int land_choose(animate *film)
{
    rl_scene *scene = film->job.source.scene;
    if (scene_is(scene, "ridgeline.kind", "map") && film->job.name != NULL)
        return say_error(CODE_USAGE, "%s: is a map: %s needs a landscape", SHOW(film->job.name),
                         film->motion->option);
    STEP(request_check(film->job.opts, fixed, FIXED));
    STEP(request_apply(scene, film->job.opts));
    scene_put(scene, "output.depth", "8");
    scene_put(scene, "output.zoom", "1");
    rl_scene_set(scene, "output.region", NULL, NULL);
    return job_seed(&film->job);
}

int land_first(animate *film, const rl_scene *scene)
{
    rl_view view = job_view(&film->job, film->width, film->height);
    rl_error error;
    if (film->motion->next_batch == NULL && film->frames >= KEEP_FRAMES) /* not --scroll */
        view.keep_bytes = KEEP_BYTES;
    if (rl_frame_new(&film->frame, scene, &view, &error) != RL_OK)
        return job_fault(&film->job, scene, &view, &error);
    progress_end(&film->job.bar);
    film->recipe = rl_frame_scene(film->frame);
    return CODE_OK;
}

rl_status land_new(const animate *film, const rl_scene *scene, rl_frame **frame, rl_error *error)
{
    rl_view view = {.struct_size = sizeof view,
                    .width = film->width,
                    .height = film->height,
                    .threads = 1,
                    .allocator = film->job.opts->allocator};
    return rl_frame_like(frame, film->frame, scene, &view, error);
}

/* Makes the scene of a frame; the caller frees it, whatever this returns. */
static rl_status scene_of(const animate *film, int frame, rl_scene **scene, rl_error *error)
{
    TRY(rl_scene_copy(scene, film->job.source.scene, error));
    return film->motion->change(film, frame, *scene, error);
}

static rl_status land_draw(const animate *film, int frame, uint8_t *rgb, rl_error *error)
{
    rl_frame *picture = NULL;
    rl_scene *scene = NULL;
    rl_status status = scene_of(film, frame, &scene, error);
    if (status == RL_OK)
        status = land_new(film, scene, &picture, error);
    /* `rgb` holds exactly one frame. */
    if (status == RL_OK && !scene_is(rl_frame_scene(picture), "output.depth", "8"))
        status = status_fail(error, RL_INTERNAL, "animate: a frame must have 8 bits per sample");
    if (status == RL_OK)
        status = rl_paint(picture, 0, film->height, rgb, (size_t)film->width * 3, error);
    rl_frame_free(picture);
    rl_scene_free(scene);
    return status;
}

/* The motifs of all frames, and the path to them, are those of the first. */
static void keep_motifs(const animate *film, rl_scene *scene)
{
    scene_take(scene, film->recipe, MOTIF_KEYS " motif.path");
}

/* ---- a day -------------------------------------------------------------- */

/* --time is the hour at which the day begins; the land is that of the first frame. */
static int day_prepare(animate *film)
{
    rl_scene *scene = film->job.source.scene;
    STEP(land_choose(film));
    if (scene_integer(scene, "ridgeline.time") == RL_AUTO)
        scene_put_time(scene, 0);
    STEP(land_first(film, scene));
    scene_take(scene, film->recipe, "land.take");
    keep_motifs(film, scene);
    return CODE_OK;
}

static rl_status day_change(const animate *film, int frame, rl_scene *scene, rl_error *error)
{
    int minutes = (int)((int64_t)frame * DAY_MINUTES / film->frames);
    scene_put_time(scene, (scene_integer(scene, "ridgeline.time") + minutes) % DAY_MINUTES);
    return status_clear(error);
}

const motion motion_day = {
    .option = "--day", .prepare = day_prepare, .change = day_change, .draw = land_draw};

/* ---- weather ------------------------------------------------------------ */

/* Sets the loops per cycle of clouds, mist, water and stars to 1, unless the scene or --set has a
 * value for them.  Returns an exit code. */
static int weather_prepare(animate *film)
{
    rl_scene *scene = film->job.source.scene;
    static const char *const keys[] = {"extent.clouds", "extent.mist", "extent.lake",
                                       "extent.stars"};
    STEP(land_choose(film));
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        double drift = rl_scene_number(scene, keys[i]);
        int is_still = !(drift < 0.0) && !(drift > 0.0);
        int takes_any = strcmp(keys[i], "extent.stars") == 0;
        if (is_still && !request_sets(film->job.opts, keys[i]))
            scene_put(scene, keys[i], "1");
        if (!takes_any && drift != (double)(int)drift)
            return say_error(CODE_USAGE,
                             "%s = %.9g: must be a whole number of loops, so that --weather closes",
                             keys[i], drift);
    }
    scene_put(scene, "extent.kind", "loop");
    return land_first(film, scene);
}

/* Ridges, trees and tables are those of the first frame. */
static rl_status weather_draw(const animate *film, int frame, uint8_t *rgb, rl_error *error)
{
    rl_frame *moment;
    double phase =
        rl_scene_number(film->job.source.scene, "extent.phase") + (double)frame / film->frames;
    TRY(rl_frame_at(&moment, film->frame, phase >= 1.0 ? phase - 1.0 : phase, error));
    rl_status status = rl_paint(moment, 0, film->height, rgb, (size_t)film->width * 3, error);
    rl_frame_free(moment);
    return status;
}

const motion motion_weather = {
    .option = "--weather", .prepare = weather_prepare, .draw = weather_draw};

/* ---- a sweep: the value ------------------------------------------------- */

/* Cuts --sweep KEY=A..B into film->sweep.  Returns an exit code. */
static int read_sweep(animate *film)
{
    const char *text = film->own->sweep, *equals = strchr(text, '=');
    const char *dots = equals != NULL ? strstr(equals, "..") : NULL;
    if (dots == NULL || equals == text || dots == equals + 1 || dots[2] == '\0' ||
        equals - text >= SWEEP_TEXT_SIZE || dots - equals > SWEEP_TEXT_SIZE ||
        strlen(dots + 2) >= SWEEP_TEXT_SIZE)
        return say_error(CODE_USAGE, "--sweep %s: must be KEY=A..B with two numbers", SHOW(text));
    snprintf(film->sweep.key, SWEEP_TEXT_SIZE, "%.*s", (int)(equals - text), text);
    snprintf(film->sweep.low, SWEEP_TEXT_SIZE, "%.*s", (int)(dots - equals - 1), equals + 1);
    snprintf(film->sweep.high, SWEEP_TEXT_SIZE, "%s", dots + 2);
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
    const char *key = film->sweep.key, *low = film->sweep.low, *high = film->sweep.high;
    double *first = &film->sweep.first, *last = &film->sweep.last;
    char between[SWEEP_TEXT_SIZE];
    rl_error error;
    STEP(scene_renew(&film->sweep.tried, film->job.source.scene));
    rl_scene *tried = film->sweep.tried;
    STEP(scene_put(tried, key, "%s", low));
    STEP(scene_put(tried, key, "%s", high));
    if (!options_real(first, low) || !options_real(last, high))
        return say_error(CODE_USAGE, "--sweep %s=%s..%s: must be two numbers", key, SHOW(low),
                         SHOW(high));
    snprintf(between, sizeof between, "%.1f", exact_min(*first, *last) + 0.5);
    film->sweep.is_whole =
        is_whole(*first) && is_whole(*last) &&
        (strcmp(key, "ridgeline.seed") == 0 ||
         (*first != *last && rl_scene_set(tried, key, between, &error) != RL_OK));
    if (rl_scene_set(tried, key, high, &error) != RL_OK || rl_scene_resolve(tried, &error) != RL_OK)
        return job_scene_fault(&film->job, &error);
    return CODE_OK;
}

int sweep_is_of_map(const char *text)
{
    return strncmp(text, "map.", 4) == 0 || strncmp(text, "pass.", 5) == 0 ||
           strncmp(text, "tint.", 5) == 0;
}

/* Sets the key for a frame.  The smoothstep is within 0.011 of a cosine and the same on every
 * machine. */
static rl_status sweep_change(const animate *film, int frame, rl_scene *scene, rl_error *error)
{
    char value[SWEEP_TEXT_SIZE];
    double phase = 2.0 * frame / film->frames;
    double share = exact_smoothstep(0.0, 1.0, phase <= 1.0 ? phase : 2.0 - phase);
    snprintf(value, sizeof value, film->sweep.is_whole ? "%.0f" : "%.9f",
             film->sweep.first * (1.0 - share) + film->sweep.last * share);
    return rl_scene_set(scene, film->sweep.key, value, error);
}

/* ---- a sweep of a landscape --------------------------------------------- */

static int sweep_prepare(animate *film)
{
    rl_scene *land = film->job.source.scene, *scene = NULL;
    rl_error error;
    STEP(read_sweep(film));
    for (size_t i = 0; i < FIXED; i++)
        if (strcmp(film->sweep.key, fixed[i].key) == 0)
            return say_error(CODE_USAGE, "--sweep %s: %s", SHOW(film->own->sweep), fixed[i].rule);
    STEP(land_choose(film));
    STEP(check_ends(film));
    int code = say_result(scene_of(film, 0, &scene, &error), &error);
    if (code == CODE_OK)
        code = land_first(film, scene);
    rl_scene_free(scene);
    /* The land stays fixed while the light changes, unless the swept key chooses another land. */
    if (code == CODE_OK && strncmp(film->sweep.key, "ridgeline.", strlen("ridgeline.")) != 0) {
        scene_take(land, film->recipe, "land.take land.x");
        if (strncmp(film->sweep.key, "motif.", 6) != 0 &&
            strncmp(film->sweep.key, "aloft.", 6) != 0)
            keep_motifs(film, land);
    }
    return code;
}

const motion motion_sweep = {
    .option = "--sweep", .prepare = sweep_prepare, .change = sweep_change, .draw = land_draw};

/* ---- a sweep of a map --------------------------------------------------- */

/* Makes the map of a frame; the caller frees it, whatever this returns. */
static rl_status make_map(const animate *film, int frame, rl_map **map, rl_error *error)
{
    const rl_map_options library = {
        .struct_size = sizeof library, .threads = 1, .allocator = film->job.opts->allocator};
    rl_scene *scene = NULL;
    rl_status status = scene_of(film, frame, &scene, error);
    if (status == RL_OK)
        status = rl_map_new(map, scene, &library, error);
    rl_scene_free(scene);
    return status;
}

/* Makes a map and its picture, a PPM file in memory; the caller frees both, whatever this
 * returns. */
static rl_status paint_map(const animate *film, int frame, rl_map **map, rl_sink **sink,
                           rl_error *error)
{
    const rl_render_options ppm = {
        .struct_size = sizeof ppm, .format = RL_FORMAT_PPM, .threads = 1};
    TRY(make_map(film, frame, map, error));
    TRY(rl_sink_to_memory(sink, NULL, error));
    TRY(rl_map_render(*map, &ppm, *sink, error));
    return rl_sink_write(*sink, "", 1, error); /* the NUL ends the header for strtol */
}

/* Reads "P6", width, height, 255; returns the pixels. */
static const char *read_head(const rl_sink *picture, int *width, int *height)
{
    size_t size;
    const char *head = rl_sink_bytes(picture, &size);
    char *end;
    *width = (int)strtol(head + 2, &end, 10);
    *height = (int)strtol(end, &end, 10);
    return end + strlen("\n255\n");
}

static rl_status draw_map(const animate *film, int frame, uint8_t *rgb, rl_error *error)
{
    rl_map *map = NULL;
    rl_sink *picture = NULL;
    rl_status status = paint_map(film, frame, &map, &picture, error);
    if (status == RL_OK) {
        int width, height;
        const char *pixels = read_head(picture, &width, &height);
        if (width == film->width && height == film->height)
            memcpy(rgb, pixels, (size_t)width * (size_t)height * 3);
        else
            status = status_fail(
                error, RL_BAD_ARGUMENT, "--sweep %s: frame %d is %dx%d, the first is %dx%d",
                SHOW(film->own->sweep), frame + 1, width, height, film->width, film->height);
    }
    rl_sink_free(picture);
    rl_map_free(map);
    return status;
}

static rl_status draw_surface(const animate *film, int frame, uint8_t *rgb, rl_error *error)
{
    rl_map *map = NULL;
    rl_status status = make_map(film, frame, &map, error);
    if (status == RL_OK)
        status = surface_sweep_draw(film, map, rgb, error);
    rl_map_free(map);
    return status;
}

static const motion sweep_surface = {
    .option = "--sweep", .is_of_map = 1, .change = sweep_change, .draw = draw_surface};

/* The frames of a map from above are as large as the map. */
static int choose_map(animate *film)
{
    rl_scene *scene = film->job.source.scene;
    if (film->own->map_side > 0)
        return say_error(CODE_USAGE, "--map-size: no effect on --sweep of a map from above, which "
                                     "is as large as its frames: see -s and --view surface");
    STEP(map_request_apply(scene, film->own->view, film->job.opts));
    if (scene_size(scene).width == 0)
        scene_put(scene, "output.size", "%dx%d", MAP_WIDTH, MAP_HEIGHT);
    return job_seed(&film->job);
}

static int map_prepare(animate *film)
{
    const char *text = film->own->sweep;
    rl_error error;
    rl_sink *picture = NULL;
    STEP(read_sweep(film));
    if (!sweep_is_of_map(text) && strcmp(film->sweep.key, "ridgeline.seed") != 0)
        return say_error(CODE_USAGE,
                         "--sweep %s: not a key of a map: must be of [map], [pass N] or [tint]",
                         SHOW(text));
    /* Frames show the surface if the scene, --view or --set asks for it. */
    STEP(scene_renew(&film->sweep.tried, film->job.source.scene));
    STEP(map_request_apply(film->sweep.tried, film->own->view, film->job.opts));
    int is_mesh = scene_is(film->sweep.tried, "map.view", "mesh");
    if (scene_is(film->sweep.tried, "map.view", "surface"))
        film->motion = &sweep_surface;
    STEP(film->motion == &sweep_surface ? surface_choose(film, SURFACE_SIDE)
         : is_mesh                      ? surface_choose(film, MESH_SIDE)
                                        : choose_map(film));
    if (is_mesh)
        scene_put(film->job.source.scene, "map.view", "mesh");
    STEP(check_ends(film));
    rl_status status = film->motion == &sweep_surface
                           ? make_map(film, 0, &film->map, &error)
                           : paint_map(film, 0, &film->map, &picture, &error);
    if (picture != NULL && status == RL_OK)
        read_head(picture, &film->width, &film->height);
    rl_sink_free(picture);
    if (status != RL_OK)
        return job_scene_fault(&film->job, &error);
    film->recipe = rl_map_scene(film->map);
    return animate_check_area(film);
}

const motion motion_sweep_map = {.option = "--sweep",
                                 .is_of_map = 1,
                                 .prepare = map_prepare,
                                 .change = sweep_change,
                                 .draw = draw_map};
