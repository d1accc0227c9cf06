/* temp_file.h - the file that becomes another one, or nothing.
 *
 * Its name is .ridgeline-<16 hex digits>.tmp, in the folder of what it is to become.  Who
 * made it holds a lock on it (flock) until it has its new name: one that nobody holds was
 * left by a process that was killed, and may be swept (sweep.h).
 */
#ifndef RL_IO_TEMP_FILE_H
#define RL_IO_TEMP_FILE_H

#include <stddef.h>
#include <sys/stat.h>

/* The kernel's own limit for a path with its NUL. */
enum { PATH_ROOM = 4096 };

typedef struct temp_file {
    int exists; /* it stands there and is ours */
    char path[PATH_ROOM];
} temp_file;

/* temp_name_fits returns whether a name in a folder is one of ours. */
int temp_name_fits(const char *name);

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

#endif
