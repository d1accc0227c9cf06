/* temp_file.h - a file under a temporary name, which becomes another or is removed.
 *
 * In: the path of what it is to become.  Out: a descriptor, then the file under that path.  Those
 * that killed runs left behind are swept; one that is still written to never is.
 */
#ifndef RL_IO_TEMP_FILE_H
#define RL_IO_TEMP_FILE_H

#include <stddef.h>
#include <sys/types.h>

/* The kernel's own limit for a path with its NUL. */
enum { PATH_ROOM = 4096 };

typedef struct temp_file {
    int exists; /* 1: the file exists and is this one's */
    char path[PATH_ROOM];
} temp_file;

/* temp_open makes a temporary file beside `target`, whose first `folder` bytes name the folder,
 * and locks it.  Returns its descriptor, or -1 and errno. */
int temp_open(temp_file *temp, const char *target, size_t folder, mode_t mode);

/* temp_become gives the closed file its new name, where `is_new` only when no file has that;
 * `lock` is a second descriptor, which keeps the lock: without it the file could be swept just
 * before.  Returns 0 or errno, EEXIST for a file that has the name. */
int temp_become(temp_file *temp, const char *target, int is_new, int lock);

/* temp_remove removes what has not become anything. */
void temp_remove(temp_file *temp);

/* temp_sweep removes from a folder ("" is the current one) the temporary files that no process
 * has locked.  Failures are ignored. */
void temp_sweep(const char *folder);

#endif
