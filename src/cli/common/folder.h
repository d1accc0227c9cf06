/* folder.h - a folder of files that are published together. */
#ifndef RL_CLI_COMMON_FOLDER_H
#define RL_CLI_COMMON_FOLDER_H

#include "ridgeline.h"

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
int folder_open(folder *to, const char *path, const char *option, int no_clobber);

/* folder_has is 1 when there is something of that name. */
int folder_has(const folder *in, const char *name);

/* folder_add opens file `name` in it; the sink stays the folder's.
 * Errors: RL_CANNOT_CREATE, RL_NO_MEMORY. */
rl_status folder_add(folder *to, const char *name, rl_sink **sink, rl_error *error);

/* folder_publish lets all files appear, with no_clobber none when one of them stands there by
 * now.  Errors: those of rl_sink_commit. */
rl_status folder_publish(folder *to, rl_error *error);

/* folder_close leaves no trace of files that were not published, nor of a folder that
 * was made for them. */
void folder_close(folder *to);

#endif
