/* ground.c - `--ground`: a ridge in front of all others for the player to walk on, and its line.
 *
 * In: a scene.  Out: the same land with one more ridge, a meadow a fifth of the picture high, whose
 * layer moves with the world (parallax 1); and the line of its heights, which repeats with the
 * layer.  A ridge of its own is visible and gentle in every world, also where the nearest ridge is
 * a mountain in the ice or a slope in one corner of the picture.
 */
#include "base/exact.h"
#include "base/status.h"
#include "cli/layers/exporter.h"

#include <stdio.h>
#include <string.h>

/* Keys of the ground, chosen by eye.  Measured on seeds 1..48 over all worlds at 320x180, 390x844
 * and 640x200: mean heights are 0.175 to 0.215 of the picture, all heights 0.151 to 0.315, and the
 * steepest step from column to column is 0.48 pixels. */
static const struct {
    const char *key, *value;
} ground_keys[] = {
    {"kind", "meadow"}, {"depth", "1"}, {"base", "0.18"}, {"amplitude", "0.1"}, {"spacing", "0.4"},
    {"dip", "0"},       {"hero", "0"},  {"valley", "0"},  {"trees", "0"},       {"snow", "0"},
};

/* Places of the motifs, which are chosen again: they may stand on the ground. */
#define PLACE_KEYS "motif.ridge motif.x motif.y motif.size aloft.ridge aloft.x aloft.y aloft.size"

/* Largest distance of the line from the heights, pixels before --scale. */
#define TOLERANCE 0.2

/* ---- the ridge ---------------------------------------------------------- */

/* Gives a scene the ridges of another, so that one more does not move them. */
static void take_ridges(rl_scene *scene, const rl_scene *other, int ridges)
{
    static const char prefix[] = "ridge.N.";
    char key[48];
    rl_key row;
    for (size_t i = 0; rl_scene_key(i, &row); i++)
        for (int k = 1; k <= ridges && strncmp(row.path, prefix, sizeof prefix - 1) == 0; k++) {
            snprintf(key, sizeof key, "ridge.%d.%s", k, row.path + sizeof prefix - 1);
            scene_take(scene, other, key);
        }
}

/* Returns 1 if a ridge is such a ground, as in the recipe of an earlier set. */
static int is_ground(const rl_scene *scene, int ridge)
{
    char key[48];
    size_t i = 0, count = sizeof ground_keys / sizeof *ground_keys;
    for (; i < count; i++) {
        snprintf(key, sizeof key, "ridge.%d.%s", ridge, ground_keys[i].key);
        if (!scene_is(scene, key, ground_keys[i].value))
            break;
    }
    return i == count;
}

rl_status ground_add(backdrop *set, rl_error *error)
{
    rl_scene *scene = set->job.source.scene, *land;
    char key[48];
    const rl_view view = job_view(&set->job, set->width, set->height);
    rl_frame *frame; /* a frame chooses land.take, too, which rl_scene_resolve does not */
    TRY(rl_frame_new(&frame, scene, &view, error));
    rl_status status = rl_scene_copy(&land, rl_frame_scene(frame), error);
    rl_frame_free(frame);
    TRY(status);
    int ridges = scene_integer(land, "ridgeline.ridges");
    if (is_ground(land, ridges)) {
        rl_scene_free(land);
        return RL_OK;
    }
    if (ridges >= RL_MAX_RIDGES) {
        rl_scene_free(land);
        return status_fail(error, RL_BAD_ARGUMENT,
                           "--ground: the scene has %d ridges, the most: use --set "
                           "ridgeline.ridges=%d",
                           RL_MAX_RIDGES, RL_MAX_RIDGES - 1);
    }
    if (set->own->hour_count > 0) { /* the light is the hours' */
        scene_take(scene, land, "land.take " LAND_KEYS);
        (void)scene_put(scene, "ridgeline.ridges", "%d", ridges + 1);
        take_ridges(scene, land, ridges);
        rl_scene_free(land);
    } else {
        scene_take(land, scene, PLACE_KEYS);
        rl_scene_free(scene);
        scene = set->job.source.scene = land;
        (void)scene_put(scene, "ridgeline.ridges", "%d", ridges + 1);
    }
    for (size_t i = 0; i < sizeof ground_keys / sizeof *ground_keys; i++) {
        snprintf(key, sizeof key, "ridge.%d.%s", ridges + 1, ground_keys[i].key);
        (void)scene_put(scene, key, "%s", ground_keys[i].value);
    }
    return RL_OK;
}

/* ---- the line ----------------------------------------------------------- */

void outline_points(const double *height, int count, double tolerance, char *keep, int *stack)
{
    int depth = 2;
    memset(keep, 0, (size_t)count);
    stack[0] = 0;
    stack[1] = count - 1;
    keep[stack[0]] = keep[stack[1]] = 1;
    while (depth > 0) {
        int last = stack[--depth], first = stack[--depth], farthest = 0;
        double slope = (height[last] - height[first]) / (last - first), most = tolerance;
        for (int i = first + 1; i < last; i++) {
            double off = exact_abs(height[i] - height[first] - slope * (i - first));
            farthest = off > most ? i : farthest;
            most = exact_max(off, most);
        }
        if (farthest == 0)
            continue;
        keep[farthest] = 1;
        stack[depth++] = first;
        stack[depth++] = farthest;
        stack[depth++] = farthest;
        stack[depth++] = last;
    }
}

/* Makes set->line of the heights of ridge `ridge`. */
static rl_status make_line(backdrop *set, int ridge, rl_error *error)
{
    int width = set->width, count = 0;
    size_t room = (size_t)width + 1;
    double *height = arena_array(&set->memory, room, sizeof *height);
    int *stack = arena_array(&set->memory, room, 2 * sizeof *stack);
    char *keep = arena_array(&set->memory, room, 1);
    set->line = arena_array(&set->memory, room, sizeof *set->line);
    TRY(status_memory(height != NULL && stack != NULL && keep != NULL && set->line != NULL,
                      "ground", error));
    TRY(rl_frame_heights(set->frame, ridge, 0, width, height, error));
    /* Heights are those of the columns' centres; a point of the line is between two of them. */
    double first = height[0], behind = height[width - 1];
    for (int x = 0; x <= width; x++) {
        double here = x < width ? height[x] : first;
        height[x] = 0.5 * (behind + here);
        behind = here;
    }
    outline_points(height, width + 1, TOLERANCE, keep, stack);
    for (int x = 0; x <= width; x++)
        if (keep[x])
            set->line[count++] =
                (ground_point){x * set->zoom, (set->height - height[x]) * set->zoom};
    set->line_count = count;
    return RL_OK;
}

rl_status ground_find(backdrop *set, rl_error *error)
{
    int last = scene_integer(set->scene, "ridgeline.ridges") - 1;
    while (set->layer[set->ground].is.ridge != last)
        set->ground++;
    for (int i = set->ground; i < set->count; i++) /* what is in front of it moves with it */
        set->layer[i].parallax[0] = set->layer[i].parallax[1] = 1.0;
    return make_line(set, last, error);
}
