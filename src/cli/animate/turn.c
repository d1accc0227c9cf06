/* turn.c - `animate --turn`: turns a map's surface once; also draws surfaces for --sweep.
 *
 * In: a map's scene and the options of `map`.  Out: frames.  All have one scale, at which the
 * surface fits from every azimuth, so its size does not jump.  The light turns with the land: but
 * for the scale, a frame is what `map` paints with its look azimuth.
 */
#include "cli/animate/animate.h"
#include "cli/common/request.h"
#include "cli/common/say.h"

#define MAP_SIDE 1025
#define FRAME_MOST 8192

int surface_choose(animate *film, int side)
{
    rl_scene *scene = film->job.source.scene;
    options of_map = *film->job.opts;
    if (film->width > FRAME_MOST || film->height > FRAME_MOST)
        return say_error(CODE_USAGE, "-s %dx%d: a frame of a surface must be within %dx%d",
                         film->width, film->height, FRAME_MOST, FRAME_MOST);
    of_map.size = (geometry){0, 0, 0, 0}; /* -s is the size of a frame */
    STEP(map_request_apply(scene, film->own->view, &of_map));
    if (film->own->map_side > 0)
        side = film->own->map_side;
    else if (scene_is(scene, "map.wrap", "1"))
        side--;
    if (film->own->map_side > 0 || scene_size(scene).width == 0)
        scene_put(scene, "output.size", "%dx%d", side, side);
    scene_put(scene, "map.picture", "%dx%d", film->width, film->height);
    scene_put(scene, "map.view", "surface");
    return job_seed(&film->job);
}

static int turn_prepare(animate *film)
{
    const char *name = film->job.name;
    const rl_map_options library = {.struct_size = sizeof library,
                                    .threads = request_threads(film->job.opts),
                                    .kernels = film->job.opts->kernels,
                                    .allocator = film->job.opts->allocator,
                                    .progress = progress_pass,
                                    .user = &film->job.bar};
    const rl_surface_options picture = {.struct_size = sizeof picture,
                                        .width = film->width,
                                        .height = film->height,
                                        .fit = RL_SURFACE_FIT_TURN,
                                        .threads = library.threads};
    rl_error error;
    if (name != NULL && !scene_is(film->job.source.scene, "ridgeline.kind", "map"))
        return say_error(CODE_USAGE, "%s: is a landscape: --turn needs a map (kind = map)",
                         SHOW(name));
    STEP(surface_choose(film, MAP_SIDE));
    rl_status status = rl_map_new(&film->map, film->job.source.scene, &library, &error);
    if (status == RL_OK)
        status = rl_surface_new(&film->surface, film->map, &picture, &error);
    progress_end(&film->job.bar);
    if (status != RL_OK)
        return job_scene_fault(&film->job, &error);
    film->recipe = rl_map_scene(film->map);
    return CODE_OK;
}

static rl_status turn_draw(const animate *film, int frame, uint8_t *rgb, rl_error *error)
{
    double azimuth =
        rl_scene_number(film->recipe, "map.look_azimuth") + 360.0 * frame / film->frames;
    return rl_surface_frame(film->surface, azimuth, rgb, 1, error);
}

rl_status surface_sweep_draw(const animate *film, const rl_map *map, uint8_t *rgb, rl_error *error)
{
    const rl_surface_options picture = {.struct_size = sizeof picture,
                                        .width = film->width,
                                        .height = film->height,
                                        .fit = RL_SURFACE_FIT_ANY,
                                        .threads = 1};
    rl_surface *surface;
    rl_status status = rl_surface_new(&surface, map, &picture, error);
    if (status == RL_OK)
        status = rl_surface_frame(surface, RL_AUTO, rgb, 1, error);
    rl_surface_free(surface);
    return status;
}

const motion motion_turn = {
    .option = "--turn", .is_of_map = 1, .prepare = turn_prepare, .draw = turn_draw};
