/* temp_file.h - files under a temporary name, which are renamed when they are complete, or removed.
 *
 * Temporary files of killed runs are swept; a file that is still written to is locked and never
 * swept.
 */
#ifndef RL_IO_TEMP_FILE_H
#define RL_IO_TEMP_FILE_H

#include <stddef.h>
#include <sys/types.h>

/* Greatest size of a path with its NUL: the kernel's limit. */
enum { PATH_ROOM = 4096 };

typedef struct temp_file {
    int exists; /* 1 = the file exists and belongs to this struct */
    char path[PATH_ROOM];
} temp_file;

/* temp_open makes a temporary file beside `target`, whose first `folder` bytes name the folder,
 * and locks it.  Returns its descriptor, or -1 and errno. */
int temp_open(temp_file *temp, const char *target, size_t folder, mode_t mode);

/* temp_become renames the closed file; with `is_new` a file that has the name is an error.  `lock`
 * is a second descriptor that keeps the lock, as the file could be swept before it is renamed.
 * Returns 0 or errno, EEXIST for a file that has the name. */
int temp_become(temp_file *temp, const char *target, int is_new, int lock);

/* temp_remove removes a file that was not renamed. */
void temp_remove(temp_file *temp);

/* temp_sweep removes from a folder ("" is the current one) the temporary files that no process
 * has locked.  Failures are ignored. */
void temp_sweep(const char *folder);

#endif
