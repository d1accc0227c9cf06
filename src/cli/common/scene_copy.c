/* scene_copy.c - scenes on the heap. */
#include "cli/common/scene_copy.h"

#include <stdlib.h>

rl_scene *scene_copy(const rl_scene *from, rl_error *error)
{
    rl_scene *scene = malloc(sizeof *scene);
    if (scene == NULL)
        *error = (rl_error){RL_NO_MEMORY, "out of memory"};
    else
        *scene = *from;
    return scene;
}
