/* scene.c - values of a scene by the path of their key. */
#include <string.h>

#include "base/scene.h"

/* Returns the number of an entry, or of the first unused one, or RL_SCENE_VALUES. */
static size_t find(const rl_scene *scene, const char *path)
{
    size_t i = 0;
    while (i < RL_SCENE_VALUES && scene->value[i].path != NULL &&
           strcmp(scene->value[i].path, path) != 0)
        i++;
    return i;
}

const rl_value *scene_value(const rl_scene *scene, const char *path)
{
    size_t i = find(scene, path);
    return i < RL_SCENE_VALUES && scene->value[i].path != NULL ? &scene->value[i].value : NULL;
}

double scene_real(const rl_scene *scene, const char *path)
{
    const rl_value *value = scene_value(scene, path);
    return value != NULL ? value->real : 0.0;
}

int scene_int(const rl_scene *scene, const char *path)
{
    const rl_value *value = scene_value(scene, path);
    return value != NULL ? value->integer : 0;
}

rl_value *scene_slot(rl_scene *scene, const char *path)
{
    size_t i = find(scene, path);
    if (i == RL_SCENE_VALUES)
        return NULL;
    if (scene->value[i].path == NULL)
        scene->value[i].path = path;
    return &scene->value[i].value;
}
