/* map_preset.c - applies and describes the presets of maps: landscapes, and conventions of
 * articles.
 *
 * A landscape is scene text with passes, the file data/maps/NAME.ini; its first line is its
 * description.
 */
#include "ridgeline-map.h"

#include <stdio.h>
#include <string.h>

#include "base/embedded.h"
#include "base/status.h"
#include "scene/composition.h"
#include "scene/data.h"
#include "scene/keys.h"

/* Descriptions of the conventions, in the order of map_preset_names. */
static const char *const conventions[] = {
    "the defaults: spread 1, persistence 0.5, corners by seed",
    "given corners, spread = persistence = R",
    "displacements only upward, from flat corners",
    "spread 1, persistence P",
    "spread 0.3, persistence 0.5, random corners",
};

const char *rl_map_preset_name(size_t index)
{
    if (index < embedded_map_count)
        return embedded_maps[index].name;
    index -= embedded_map_count;
    return index < sizeof conventions / sizeof *conventions ? map_preset_names[index] : NULL;
}

int rl_map_preset_describe(size_t index, char *line)
{
    if (rl_map_preset_name(index) == NULL)
        return 0;
    if (index < embedded_map_count)
        data_line(&embedded_maps[index], line);
    else
        (void)snprintf(line, RL_LINE_SIZE, "%s", conventions[index - embedded_map_count]);
    return 1;
}

rl_status rl_map_preset_apply(rl_scene *scene, const char *name, rl_error *error)
{
    for (size_t i = 0; i < embedded_map_count; i++) {
        const embedded_text *file = &embedded_maps[i];
        if (strcmp(file->name, name) != 0)
            continue;
        rl_scene blank;
        scene_init(&blank);
        scene->map = blank.map;
        scene->kind = RL_SCENE_MAP;
        return parse_text(scene, &(parse_job){.file = {file->text, file->size, file->name}}, error);
    }
    for (int i = 0; map_preset_names[i] != NULL; i++)
        if (strcmp(map_preset_names[i], name) == 0) {
            scene->map.preset = i;
            return status_clear(error);
        }
    return status_unknown(error, "preset", name, "preset", rl_map_preset_name);
}
