/* source.h - the scene that a command is given by name, and the file that it comes from. */
#ifndef RL_CLI_COMMON_SOURCE_H
#define RL_CLI_COMMON_SOURCE_H

#include "cli/options.h"

/* A scene with its source: the file, its bytes and its title. */
typedef struct source {
    rl_scene *scene; /* working copy that the command changes */
    char title[256]; /* title of the picture to make; "" = none */
    int is_picture;
    const char *path; /* source file; NULL = none */
    void *bytes;      /* content of the file */
    const char *text; /* scene text within `bytes` */
    size_t text_size;
} source;

/* source_read reads a built-in scene, a scene file or a picture; NULL leaves
 * everything to the seed.  Returns an exit code; errors are printed.  source_free
 * frees what it allocated, whatever it returned. */
int source_read(source *self, const char *name);
void source_free(source *self);

/* source_blame adds file and line to an error of rl_frame_new about `scene`, and makes it a fault
 * of data, if the scene of the file fails without the options, too. */
void source_blame(const source *self, const rl_scene *scene, const rl_view *view, rl_error *error);

/* source_place adds file and line to an error `key = value: rule` that is certainly the file's. */
void source_place(const source *self, rl_error *error);

/* source_load reads a scene text or a picture, however large; with only_picture nothing else. */
rl_status source_load(void **bytes, size_t *size, const char *path, int only_picture,
                      rl_error *error);

/* source_is_there returns 1 if a name is that of a built-in scene or of a file.  source_unknown
 * prints what an unknown name may mean: a mistyped scene, command, seed or size; `opts` may be
 * NULL. Returns CODE_NO_INPUT. */
int source_is_there(const char *name);
int source_unknown(const options *opts, const char *name);

#endif
