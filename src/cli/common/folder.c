/* folder.c - a folder of files that are published together.
 *
 * In: a path, and the files' names.  Out: sinks, then files.  All are written before the
 * first one appears, so a failure to make one of them leaves the folder as it was.
 */
#include "cli/common/folder.h"
#include "cli/common/output.h"
#include "cli/common/path.h"
#include "cli/common/progress.h"
#include "cli/common/say.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int folder_open(folder *to, const char *path, const char *option, int no_clobber)
{
    struct stat status;
    *to = (folder){.path = path, .no_clobber = no_clobber};
    stop_hold(); /* a new folder that stays empty is removed */
    to->is_new = mkdir(path, 0777) == 0;
    if (to->is_new)
        return CODE_OK;
    int reason = errno;
    if (reason == EEXIST && stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        return CODE_OK;
    if (reason == EEXIST)
        return say_error(CODE_CANNOT_CREATE, "%s %s: is no folder", option, SHOW(path));
    return say_error(path_code(reason), "%s %s: cannot make the folder: %s", option, SHOW(path),
                     reason == ENOENT   ? "the one above it is missing"
                     : reason == EACCES ? "permission denied"
                                        : REASON(reason));
}

/* The path of a file in the folder, or NULL; free() it. */
static char *path_of(const folder *in, const char *name)
{
    size_t length = strlen(in->path);
    const char *slash = length > 0 && in->path[length - 1] == '/' ? "" : "/";
    size_t size = length + strlen(name) + 2;
    char *path = malloc(size);
    if (path != NULL)
        snprintf(path, size, "%s%s%s", in->path, slash, name);
    return path;
}

int folder_has(const folder *in, const char *name)
{
    struct stat status;
    char *path = path_of(in, name);
    int has = path != NULL && lstat(path, &status) == 0;
    free(path);
    return has;
}

static rl_status fail(rl_error *error, rl_status status, const char *place, const char *rule)
{
    error->status = status;
    snprintf(error->text, sizeof error->text, "%s: %s", SHOW(place), rule);
    return status;
}

rl_status folder_add(folder *to, const char *name, rl_sink **sink, rl_error *error)
{
    char *path = path_of(to, name);
    if (path == NULL)
        return fail(error, RL_NO_MEMORY, name, "out of memory");
    rl_status status;
    if (to->count == FOLDER_FILES)
        status = fail(error, RL_INTERNAL, path, "too many files");
    else
        status = output_file(sink, path, to->no_clobber, error);
    if (status != RL_OK) {
        free(path);
        return status;
    }
    to->file_path[to->count] = path;
    to->file[to->count++] = *sink;
    return RL_OK;
}

rl_status folder_publish(folder *to, rl_error *error)
{
    rl_status status = RL_OK;
    for (int i = 0; to->no_clobber && i < to->count && status == RL_OK; i++)
        status = output_check_new(to->file_path[i], error);
    for (int i = 0; i < to->count && status == RL_OK; i++) {
        status = rl_sink_commit(to->file[i], error);
        to->is_new = to->is_new && status != RL_OK;
    }
    return status;
}

void folder_close(folder *to)
{
    for (int i = 0; i < to->count; i++) {
        rl_sink_free(to->file[i]);
        free(to->file_path[i]);
    }
    to->count = 0;
    if (to->is_new)
        rmdir(to->path);
    to->is_new = 0;
}
