/* files.c - paths, files that are replaced, folders of files that appear together.
 *
 * A file is replaced only when its bytes change: a web server, a desktop or rsync sees by its
 * date whether there is something new.  All files of a folder are written before the first
 * one appears, so a failure of one leaves the folder as it was.
 */
#include "cli/common/files.h"
#include "base/status.h"
#include "cli/common/output.h"
#include "cli/common/progress.h"
#include "cli/common/say.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- paths -------------------------------------------------------------- */

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

char *path_whole(const char *path)
{
    char here[PATH_MAX] = "";
    if (path[0] != '/' && getcwd(here, sizeof here) == NULL)
        return NULL;
    size_t size = strlen(here) + strlen(path) + 2;
    char *whole = malloc(size);
    if (whole == NULL)
        return NULL;
    snprintf(whole, size, "%s/%s", here, path);
    char *dst = whole;
    for (const char *src = whole; *src != '\0'; src += size) {
        size = 1 + strcspn(src + 1, "/");
        if (size == 1 || (size == 2 && src[1] == '.'))
            continue;
        memmove(dst, src, size);
        dst += size;
    }
    *dst = '\0';
    return whole;
}

int path_root(char **whole, const char *output)
{
    *whole = path_whole(output);
    if (*whole != NULL)
        return CODE_OK;
    if (errno == ENOMEM)
        return say_error(CODE_NO_MEMORY, "-o: out of memory");
    return say_error(CODE_CANNOT_CREATE, "-o %s: has no path from the root", SHOW(output));
}

int path_code(int reason)
{
    return reason == ENOSPC || reason == EDQUOT ? CODE_IO : CODE_CANNOT_CREATE;
}

/* ---- one file ----------------------------------------------------------- */

/* What a file may hold that is read back to be compared; a longer one is just written. */
#define READ_MAX ((size_t)1 << 28)

rl_status replace_file(const char *path, const void *bytes, size_t size, rl_error *error)
{
    struct stat status;
    rl_sink *file = NULL;
    void *there;
    size_t there_size;
    /* A pipe would wait for a reader, a link lead to another file of ours. */
    if (lstat(path, &status) == 0 && !S_ISREG(status.st_mode))
        return status_fail(error, RL_CANNOT_CREATE,
                           "%s: cannot create: a link, a folder or a device is there", SHOW(path));
    if (size <= READ_MAX && rl_file_read(&there, &there_size, path, size, NULL, error) == RL_OK) {
        int is_same = there_size == size && memcmp(there, bytes, size) == 0;
        rl_file_free(there, NULL);
        if (is_same)
            return RL_OK;
    }
    rl_status result = output_file(&file, path, 0, error);
    if (result == RL_OK)
        result = rl_sink_write(file, bytes, size, error);
    if (result == RL_OK)
        result = rl_sink_commit(file, error);
    rl_sink_free(file);
    return result;
}

rl_status replace_text(const char *path,
                       rl_status (*write)(const void *user, rl_sink *sink, rl_error *error),
                       const void *user, rl_error *error)
{
    rl_sink *text = NULL;
    size_t size;
    rl_status status = rl_sink_to_memory(&text, NULL, error);
    if (status == RL_OK)
        status = write(user, text, error);
    if (status == RL_OK) {
        const void *bytes = rl_sink_bytes(text, &size);
        status = replace_file(path, bytes, size, error);
    }
    rl_sink_free(text);
    return status;
}

/* ---- a folder ----------------------------------------------------------- */

int folder_open(folder *dst, const char *path, const char *option, int no_clobber)
{
    struct stat status;
    *dst = (folder){.path = path, .no_clobber = no_clobber};
    stop_hold(); /* a new folder that stays empty is removed */
    dst->is_new = mkdir(path, 0777) == 0;
    if (dst->is_new)
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
static char *path_of(const folder *parent, const char *name)
{
    size_t length = strlen(parent->path);
    const char *slash = length > 0 && parent->path[length - 1] == '/' ? "" : "/";
    size_t size = length + strlen(name) + 2;
    char *path = malloc(size);
    if (path != NULL)
        snprintf(path, size, "%s%s%s", parent->path, slash, name);
    return path;
}

int folder_has(const folder *parent, const char *name)
{
    struct stat status;
    char *path = path_of(parent, name);
    int has = path != NULL && lstat(path, &status) == 0;
    free(path);
    return has;
}

rl_status folder_add(folder *dst, const char *name, rl_sink **sink, rl_error *error)
{
    char *path = path_of(dst, name);
    if (path == NULL)
        return status_fail(error, RL_NO_MEMORY, "%s: out of memory", SHOW(name));
    rl_status status = dst->count == FOLDER_FILES
                           ? status_fail(error, RL_INTERNAL, "%s: too many files", SHOW(path))
                           : output_file(sink, path, dst->no_clobber, error);
    if (status != RL_OK) {
        free(path);
        return status;
    }
    dst->file_path[dst->count] = path;
    dst->file[dst->count++] = *sink;
    return RL_OK;
}

rl_status folder_publish(folder *dst, rl_error *error)
{
    rl_status status = RL_OK;
    for (int i = 0; dst->no_clobber && i < dst->count && status == RL_OK; i++)
        status = output_check_new(dst->file_path[i], error);
    for (int i = 0; i < dst->count && status == RL_OK; i++) {
        status = rl_sink_commit(dst->file[i], error);
        dst->is_new = dst->is_new && status != RL_OK;
    }
    return status;
}

void folder_close(folder *dst)
{
    for (int i = 0; i < dst->count; i++) {
        rl_sink_free(dst->file[i]);
        free(dst->file_path[i]);
    }
    dst->count = 0;
    if (dst->is_new)
        rmdir(dst->path);
    dst->is_new = 0;
}
