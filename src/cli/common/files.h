/* files.h - paths, files that are replaced, folders of files that appear together. */
#ifndef RL_CLI_COMMON_FILES_H
#define RL_CLI_COMMON_FILES_H

#include "ridgeline.h"

/* path_whole returns the path from the root, without "/." and needless slashes, "" for the
 * root itself; NULL when there is none.  free() it. */
char *path_whole(const char *path);

/* path_root does so for what -o names, and says why there is none.  Returns a code. */
int path_root(char **whole, const char *output);

/* path_code returns the exit code for what could not be made there: a full disk is no fault
 * of its name. */
int path_code(int reason);

/* replace_file lets a file hold these bytes, whole or not at all; one that does already is
 * left alone, with its date.  Errors: RL_CANNOT_CREATE where something else than a file is in the
 * way, those of rl_sink_to_file, write and commit. */
rl_status replace_file(const char *path, const void *bytes, size_t size, rl_error *error);

/* replace_text does so with what `write` writes to a sink. */
rl_status replace_text(const char *path,
                       rl_status (*write)(const void *user, rl_sink *sink, rl_error *error),
                       const void *user, rl_error *error);

#define FOLDER_FILES 96

typedef struct folder {
    const char *path;
    int is_new; /* 1: made here, and still empty */
    int no_clobber;
    int count;
    rl_sink *file[FOLDER_FILES];
    char *file_path[FOLDER_FILES];
} folder;

/* folder_open makes the folder when it is missing, but none above it.  Returns an exit
 * code; errors name `option`, as in "-o". */
int folder_open(folder *dst, const char *path, const char *option, int no_clobber);

/* folder_has is 1 when there is something of that name. */
int folder_has(const folder *parent, const char *name);

/* folder_add opens file `name` in it; the sink stays the folder's.
 * Errors: RL_CANNOT_CREATE, RL_NO_MEMORY. */
rl_status folder_add(folder *dst, const char *name, rl_sink **sink, rl_error *error);

/* folder_publish lets all files appear, with no_clobber none when one of them is there by
 * now.  Errors: those of rl_sink_commit. */
rl_status folder_publish(folder *dst, rl_error *error);

/* folder_close leaves no trace of files that were not published, nor of a folder that
 * was made for them. */
void folder_close(folder *dst);

#endif
