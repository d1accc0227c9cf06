/* flight.c - `animate --flight`: flies once across a seamless map, back to where it began.
 *
 * In: a map's scene and the options of `map`.  Out: frames.  The map is always a tile:
 * only then is there no seam to fly over.
 */
#include "cli/animate/animate.h"
#include "cli/common/request.h"
#include "cli/common/say.h"

#define MAP_SIDE 1024

/* Default light of a map in plan view, degrees, and that of a flight.  The flight goes east, and
 * land that is lit as in plan view would look flat from there. */
#define PLATE_AZIMUTH 315.0
#define PLATE_ALTITUDE 45.0
#define FLIGHT_AZIMUTH 20.0
#define FLIGHT_ALTITUDE 30.0

static int check_source(const animate *film)
{
    const char *name = film->job.name;
    const geometry size = scene_size(film->job.source.scene);
    int width = size.width, height = size.height, side = film->own->map_side;
    int is_tile = width == height && width >= 4 && (width & (width - 1)) == 0;
    if (side > 0 && (side < 16 || (side & (side - 1)) != 0))
        return say_error(CODE_USAGE, "--map-size %d: must be a power of two, 16..16384", side);
    if (name != NULL && !scene_is(film->job.source.scene, "ridgeline.kind", "map"))
        return say_error(CODE_USAGE, "%s: is a landscape: --flight needs a map (kind = map)",
                         SHOW(name));
    if (name != NULL && width > 0 && side == 0 && !is_tile)
        return say_error(CODE_USAGE,
                         "%s: a map of %dx%d: must be 2^n x 2^n, a seamless tile, for --flight: "
                         "add --map-size %d",
                         SHOW(name), width, height, MAP_SIDE);
    return CODE_OK;
}

/* Applies the options of `map` except -s, which is the size of a frame.  Returns an exit code. */
static int choose_scene(animate *film)
{
    rl_scene *scene = film->job.source.scene;
    options of_map = *film->job.opts;
    of_map.size = (geometry){0, 0, 0, 0};
    STEP(map_request_apply(scene, NULL, &of_map));
    int side = film->own->map_side;
    if (side > 0 || scene_size(scene).width == 0)
        scene_put(scene, "output.size", "%dx%d", side > 0 ? side : MAP_SIDE,
                  side > 0 ? side : MAP_SIDE);
    scene_put(scene, "map.wrap", "1");
    int is_chosen = of_map.shade != NULL || request_sets(&of_map, "map.azimuth") ||
                    request_sets(&of_map, "map.altitude");
    double azimuth = rl_scene_number(scene, "map.azimuth");
    double altitude = rl_scene_number(scene, "map.altitude");
    int is_plate = (azimuth == RL_AUTO || azimuth == PLATE_AZIMUTH) &&
                   (altitude == RL_AUTO || altitude == PLATE_ALTITUDE);
    if (is_plate && !is_chosen) {
        scene_put_number(scene, "map.azimuth", FLIGHT_AZIMUTH);
        scene_put_number(scene, "map.altitude", FLIGHT_ALTITUDE);
    }
    return job_seed(&film->job);
}

static int flight_prepare(animate *film)
{
    const rl_map_options library = {.struct_size = sizeof library,
                                    .threads = request_threads(film->job.opts),
                                    .allocator = film->job.opts->allocator,
                                    .progress = progress_pass,
                                    .user = &film->job.bar};
    rl_error error;
    STEP(check_source(film));
    STEP(choose_scene(film));
    rl_status status = rl_map_new(&film->map, film->job.source.scene, &library, &error);
    if (status == RL_OK)
        status = rl_flight_new(&film->flight, film->map, &error);
    progress_end(&film->job.bar);
    if (status != RL_OK)
        return job_scene_fault(&film->job, &error);
    film->recipe = rl_map_scene(film->map);
    return CODE_OK;
}

static rl_status flight_draw(const animate *film, int frame, uint8_t *rgb, rl_error *error)
{
    double t = (double)frame / (double)film->frames;
    return rl_flight_frame(film->flight, t, film->width, film->height, rgb, 1, error);
}

const motion motion_flight = {
    .option = "--flight", .is_of_map = 1, .prepare = flight_prepare, .draw = flight_draw};
