/* summit.c - whether a backdrop, whose land repeats, has the highest summit of the seed's picture.
 *
 * In: the resolved scene of a loop.  Out: whether the loop's highest place is that of the picture.
 * Both are compared as small frames: land has the same form at every size.
 */
#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"
#include "cli/layers/exporter.h"

#define SIDE_MOST 640 /* longest side of the frames that are compared, pixels */

/* Fractions of the width or the height of the picture. */
#define EDGE 0.08 /* width of the strips at both sides in which no summit is sought */
#define NEAR 0.03 /* distance up to which a summit may have moved, of the width */
#define LOST 0.05 /* height by which it may be lower or higher, of the height */
#define OVER 0.02 /* height by which another place may be higher, of the height */

/* Writes the skyline of the scene with another extent: the highest ridge in each column, pixels. */
static rl_status skyline_of(backdrop *set, const char *extent, geometry size, double *skyline,
                            double *heights, rl_error *error)
{
    rl_scene *scene;
    rl_frame *frame = NULL;
    const rl_view view = job_view(&set->job, size.width, size.height);
    TRY(rl_scene_copy(&scene, set->scene, error));
    scene_put(scene, "extent.kind", "%s", extent);
    scene_put(scene, "extent.offset", "0");
    rl_status status = rl_frame_new(&frame, scene, &view, error);
    rl_scene_free(scene);
    for (int x = 0; x < size.width; x++)
        skyline[x] = 0.0;
    for (int i = 0; status == RL_OK && i < scene_integer(set->scene, "ridgeline.ridges"); i++) {
        status = rl_frame_heights(frame, i, 0, size.width, heights, error);
        for (int x = 0; status == RL_OK && x < size.width; x++)
            skyline[x] = exact_max(skyline[x], heights[x]);
    }
    rl_frame_free(frame);
    return status;
}

static int highest(const double *skyline, int from, int to)
{
    int at = from;
    for (int x = from; x < to; x++)
        at = skyline[x] > skyline[at] ? x : at;
    return at;
}

rl_status summit_compare(backdrop *set, rl_error *error)
{
    geometry size = backdrop_fit((geometry){set->width, set->height, 0, 0},
                                 (geometry){SIDE_MOST, SIDE_MOST, 0, 0});
    size_t columns = (size_t)size.width;
    double *room = memory_array(NULL, columns, 3 * sizeof *room);
    TRY(status_memory(room != NULL, "summit", error));
    double *picture = room, *loop = room + columns, *heights = loop + columns;
    rl_status status = skyline_of(set, "picture", size, picture, heights, error);
    if (status == RL_OK)
        status = skyline_of(set, "loop", size, loop, heights, error);
    if (status == RL_OK) {
        int edge = (int)(EDGE * size.width), near = (int)(NEAR * size.width);
        int summit = highest(picture, edge, size.width - edge);
        int from = summit > near ? summit - near : 0;
        int to = summit + near < size.width ? summit + near + 1 : size.width;
        double found = loop[highest(loop, from, to)];
        set->has_summit = exact_abs(found - picture[summit]) <= LOST * size.height &&
                          loop[highest(loop, 0, size.width)] <= found + OVER * size.height;
    }
    memory_free(NULL, room);
    return status;
}
