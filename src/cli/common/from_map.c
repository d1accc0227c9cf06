/* from_map.c - `--from-map MAP|seed`: a map's rules become those of the land.
 *
 * In: a picture or scene text of a map, or the word `seed` for the map that
 * `ridgeline map` makes of the same seed.  Out: a landscape's scene whose ridges are
 * slices of it.  Only the rules are taken, never heights: the recipe holds all.
 */
#include "cli/common/from_map.h"
#include "cli/common/say.h"
#include "cli/common/source.h"

#include <string.h>

/* A landscape slices a map of at most this many samples a side; a larger one is the
 * same land with every other sample left out. */
#define SAMPLES_MAX 1025

static int samples_of(const rl_scene *map)
{
    int side = map->width, wrap = map->map.wrap == 1;
    while (side > SAMPLES_MAX - wrap)
        side = wrap ? side / 2 : (side + 1) / 2;
    return side > 0 ? side : RL_AUTO;
}

/* The map's seed is the land's: one seed, one world. */
static int take_seed(rl_scene *scene, const rl_scene *map, const options *wanted)
{
    if (!map->has_seed)
        return CODE_OK;
    if (wanted->has_seeds || (wanted->seed_text != NULL && wanted->seed != map->seed))
        return say_error(CODE_USAGE, "--from-map %s: has a seed of its own: leave out %s",
                         SHOW(wanted->from_map), wanted->has_seeds ? "--seeds" : "--seed");
    scene->seed = map->seed;
    scene->has_seed = 1;
    return CODE_OK;
}

static int take_map(rl_scene *scene, const rl_scene *map, const options *wanted)
{
    const char *name = SHOW(wanted->from_map);
    if (map->kind != 1)
        return say_error(CODE_DATA, "%s: must be a map: see ridgeline map", name);
    if (map->width != map->height)
        return say_error(CODE_DATA, "%s: map of %dx%d: must be square", name, map->width,
                         map->height);
    for (int i = 0; i < map->map.pass_count; i++)
        if (rl_pass_reads_input(&map->map.pass[i]))
            return say_error(CODE_DATA, "%s: pass.%d.with = input: its heights are not in the map",
                             name, i + 1);
    scene->map = map->map;
    scene->map.samples = samples_of(map);
    return take_seed(scene, map, wanted);
}

int from_map_apply(rl_scene *scene, const options *wanted)
{
    static source from; /* too large for a small stack */
    if (wanted->from_map == NULL)
        return CODE_OK;
    scene->land_slices = 1;
    if (strcmp(wanted->from_map, "seed") == 0)
        return CODE_OK;
    int code = source_read(&from, wanted->from_map);
    if (code == CODE_OK)
        code = take_map(scene, &from.scene, wanted);
    source_free(&from);
    return code;
}
