/* scene_copy.h - scenes on the heap: 24 KiB are too much for a small stack. */
#ifndef RL_CLI_COMMON_SCENE_COPY_H
#define RL_CLI_COMMON_SCENE_COPY_H

#include "ridgeline.h"

/* scene_copy returns a copy that the caller frees with free, or NULL with RL_NO_MEMORY. */
rl_scene *scene_copy(const rl_scene *from, rl_error *error);

#endif
