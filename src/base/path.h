/* path.h - names of files: what parts them, where they begin.
 *
 * The build for Windows has its own values of these (windows/posix.h): its paths have two kinds of
 * slashes and may begin with a drive.
 */
#ifndef RL_BASE_PATH_H
#define RL_BASE_PATH_H

#include <stddef.h>
#include <string.h>

#ifndef PATH_SLASHES
#define PATH_SLASHES "/"
#define PATH_LIST ":" /* between the folders of a list */
#define PATH_IS_ABSOLUTE(path) ((path)[0] == '/')
#endif

/* path_slash returns the last slash of a path, or NULL. */
static inline const char *path_slash(const char *path)
{
    const char *last = NULL;
    for (size_t i = strcspn(path, PATH_SLASHES); path[i] != '\0';
         i += 1 + strcspn(path + i + 1, PATH_SLASHES))
        last = path + i;
    return last;
}

/* path_name returns the last part of a path, "" where that ends with a slash. */
static inline const char *path_name(const char *path)
{
    const char *slash = path_slash(path);
    return slash != NULL ? slash + 1 : path;
}

#endif
