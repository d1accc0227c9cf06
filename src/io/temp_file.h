/* temp_file.h - temporary files that become another file, or are removed.
 *
 * Its name is .ridgeline-<16 hex digits>.tmp, in the folder of what it is to become.  Who
 * made it holds a lock on it (flock) until it has its new name: one without a lock was
 * left by a process that was killed, and may be removed.
 */
#ifndef RL_IO_TEMP_FILE_H
#define RL_IO_TEMP_FILE_H

#include <stddef.h>
#include <sys/stat.h>

/* The kernel's own limit for a path with its NUL. */
enum { PATH_ROOM = 4096 };

typedef struct temp_file {
    int exists; /* 1: the file exists and is this one's */
    char path[PATH_ROOM];
} temp_file;

/* temp_open makes a temporary file beside `target`, whose first `folder` bytes name the
 * folder, and locks it.  Returns its descriptor, or -1 and errno. */
int temp_open(temp_file *temp, const char *target, size_t folder, mode_t mode);

/* temp_hold returns a second descriptor that keeps the lock when `fd` is closed, or -1. */
int temp_hold(int fd);

/* temp_become gives it its new name.  Returns 0 or errno. */
int temp_become(temp_file *temp, const char *target);

/* temp_become_new does so where no file has that name, else returns EEXIST. */
int temp_become_new(temp_file *temp, const char *target);

/* temp_remove removes what has not become anything. */
void temp_remove(temp_file *temp);

/* temp_sweep removes from a folder ("" is the current one) the temporary files that no
 * process has locked.  Failures are ignored. */
void temp_sweep(const char *folder);

#endif
