/* source.h - the scene that an operand names. */
#ifndef RL_CLI_COMMON_SOURCE_H
#define RL_CLI_COMMON_SOURCE_H

#include "cli/options.h"

/* A scene and what its source has beside it. */
typedef struct source {
    rl_scene scene;  /* for the command to change */
    char title[256]; /* of the picture to make, "" for none */
    int is_picture;
    const char *path; /* of the file that it was read from, NULL = no file */
    rl_scene own;     /* as the file has it */
    char *text;       /* the text of the file */
    size_t text_size;
} source;

/* source_check_one refuses a second operand, and a first that is neither scene nor file.
 * Returns an exit code. */
int source_check_one(const options *opts);

/* source_read reads a built-in scene, a scene file or a picture; NULL leaves
 * everything to the seed.  Returns an exit code; errors are printed.  source_free
 * frees what it allocated, whatever it returned. */
int source_read(source *self, const char *name);
void source_free(source *self);

/* source_blame puts an error of rl_frame_new about `scene` in its place: a fault
 * that the file has without the options, too, becomes one of data that names
 * file and line. */
void source_blame(const source *self, const rl_scene *scene, const rl_view *view, rl_error *error);

/* source_place does so for an error `key = value: rule` that is the file's for
 * certain. */
void source_place(const source *self, rl_error *error);

/* source_load reads a picture, however large, and nothing else. */
rl_status source_load(void **bytes, size_t *size, const char *path, rl_error *error);

#endif
