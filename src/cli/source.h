/* source.h - the scene that an operand names. */
#ifndef RL_CLI_SOURCE_H
#define RL_CLI_SOURCE_H

#include "ridgeline.h"

/* A scene and what its source said beside it. */
typedef struct source {
    rl_scene scene;
    char title[256]; /* of the picture to make, "" for none */
    int is_picture;
} source;

/* source_read reads a built-in scene, a scene file or a picture; NULL leaves
 * everything to the seed.  Returns an exit code; errors are told. */
int source_read(source *from, const char *name);

/* source_load reads a file that may be a picture: scene text up to its limit,
 * pictures up to theirs. */
rl_status source_load(void **bytes, size_t *size, const char *path, rl_error *error);

#endif
