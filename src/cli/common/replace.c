/* replace.c - files that are written only when they would change.
 *
 * In: a path and bytes.  Out: a file that holds them.  Who reads it later - a web server, a
 * desktop, rsync - sees by its date whether there is something new.
 */
#include "cli/common/replace.h"
#include "cli/common/output.h"
#include "cli/common/say.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* What a file may hold that is read back to be compared; a longer one is just written. */
#define READ_MAX ((size_t)1 << 28)

/* A pipe would wait for a reader, a link lead to another file of ours. */
static int is_plain_or_new(const char *path)
{
    struct stat status;
    return lstat(path, &status) != 0 || S_ISREG(status.st_mode);
}

static int holds(const char *path, const void *bytes, size_t size)
{
    void *there;
    size_t there_size;
    rl_error error;
    if (size > READ_MAX || rl_file_read(&there, &there_size, path, size, NULL, &error) != RL_OK)
        return 0;
    int is_same = there_size == size && memcmp(there, bytes, size) == 0;
    rl_file_free(there, NULL);
    return is_same;
}

rl_status replace_file(const char *path, const void *bytes, size_t size, rl_error *error)
{
    rl_sink *file = NULL;
    if (!is_plain_or_new(path)) {
        *error = (rl_error){RL_CANNOT_CREATE, ""};
        snprintf(error->text, sizeof error->text,
                 "%s: cannot create: a link, a folder or a device "
                 "is there",
                 SHOW(path));
        return error->status;
    }
    if (holds(path, bytes, size))
        return RL_OK;
    rl_status status = output_file(&file, path, 0, error);
    if (status == RL_OK)
        status = rl_sink_write(file, bytes, size, error);
    if (status == RL_OK)
        status = rl_sink_commit(file, error);
    rl_sink_free(file);
    return status;
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
