/* path.h - parts of file paths.
 *
 * The build for Windows defines PATH_SLASHES and the others differently (windows/posix.h), since
 * its paths have two kinds of slashes and may begin with a drive.
 */
#ifndef RL_BASE_PATH_H
#define RL_BASE_PATH_H

#include <stddef.h>
#include <string.h>

#ifndef PATH_SLASHES
#define PATH_SLASHES "/"
#define PATH_LIST ":" /* separates the folders of a list such as $PATH */
#define PATH_IS_ABSOLUTE(path) ((path)[0] == '/')
#endif

/* path_slash returns a pointer to the last slash of a path, or NULL. */
static inline const char *path_slash(const char *path)
{
    const char *last = NULL;
    for (size_t i = strcspn(path, PATH_SLASHES); path[i] != '\0';
         i += 1 + strcspn(path + i + 1, PATH_SLASHES))
        last = path + i;
    return last;
}

/* path_name returns the part of a path after the last slash; "" if it ends with a slash. */
static inline const char *path_name(const char *path)
{
    const char *slash = path_slash(path);
    return slash != NULL ? slash + 1 : path;
}

#endif
