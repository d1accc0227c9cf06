/* path.c - paths that lead to their file from anywhere.
 *
 * In: a path as it was typed.  Out: one from the root.  Links and ".." stay: they may be how
 * the user thinks of the place.
 */
#include "cli/common/path.h"
#include "cli/common/say.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

/* Takes "/." and needless slashes out of a path from the root. */
static void tidy_path(char *path)
{
    char *to = path;
    for (const char *from = path; *from != '\0';) {
        size_t size = 1 + strcspn(from + 1, "/");
        int is_nothing = size == 1 || (size == 2 && from[1] == '.');
        if (!is_nothing) {
            memmove(to, from, size);
            to += size;
        }
        from += size;
    }
    *to = '\0';
}

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
    tidy_path(whole);
    return whole;
}

int path_root(char **whole, const char *output)
{
    *whole = path_whole(output);
    if (*whole != NULL)
        return CODE_OK;
    if (errno == ENOMEM)
        return say_error(CODE_NO_MEMORY, "out of memory");
    return say_error(CODE_CANNOT_CREATE, "-o %s: has no path from the root", SHOW(output));
}

int path_code(int reason)
{
    return reason == ENOSPC || reason == EDQUOT ? CODE_IO : CODE_CANNOT_CREATE;
}
