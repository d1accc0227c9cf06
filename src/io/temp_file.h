/* temp_file.h - files under a temporary name, which are renamed when they are complete, or removed.
 *
 * temp_sweep removes temporary files that killed processes left.  A file that a process still
 * writes is locked, so it stays.
 */
#ifndef RL_IO_TEMP_FILE_H
#define RL_IO_TEMP_FILE_H

#include <stddef.h>

/* Greatest size of a path with its NUL, bytes: Linux' PATH_MAX. */
enum { PATH_ROOM = 4096 };

typedef struct temp_file {
    int exists; /* 1 = the file exists and belongs to this struct */
    char path[PATH_ROOM];
} temp_file;

/* temp_open creates and locks a temporary file in the folder of `target`, which is the first
 * `folder` bytes of it, with the permissions `mode`.  Returns its descriptor, or -1 and errno. */
int temp_open(temp_file *temp, const char *target, size_t folder, unsigned mode);

/* temp_become renames the closed file to `target`.  An existing file is replaced; with `is_new` it
 * is an error, EEXIST.  `lock` is a second descriptor of the file, which keeps the lock, as another
 * process could sweep the file before it is renamed.  Returns 0 or errno. */
int temp_become(temp_file *temp, const char *target, int is_new, int lock);

/* temp_remove removes the file, unless it was renamed. */
void temp_remove(temp_file *temp);

/* temp_sweep removes from a folder ("" is the current one) the temporary files that no process
 * has locked.  Failures are ignored. */
void temp_sweep(const char *folder);

#endif
