/* sweep.c - what killed runs left behind.
 *
 * In: a folder.  Out: the same without the temporary files of temp_file.h that nobody holds.
 * A file that has such a name is removed only while this process holds its lock, so never one
 * that is still written to.  Locks that one machine does not see of another (NFS mounted with
 * local_lock) are no locks between the two: the other's run then fails, its old file stays.
 */
#include "io/sweep.h"

#include "io/sink.h"
#include "io/temp_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* So many names are looked at before a run goes on with its own work: 15 ms. */
enum { NAMES_MAX = 50000 };

/* Without links: where such a name leads is no file of ours. */
static int is_file(int folder, const char *name, struct stat *status)
{
    return fstatat(folder, name, status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(status->st_mode);
}

/* Between listing and locking its owner may have given the file its real name: what is
 * locked now must still be what the name leads to. */
static int is_ours_to_remove(int folder, const char *name, int fd)
{
    struct stat held, named;
    return flock(fd, LOCK_EX | LOCK_NB) == 0 && fstat(fd, &held) == 0 &&
           is_file(folder, name, &named) && held.st_ino == named.st_ino &&
           held.st_dev == named.st_dev;
}

/* Opened for writing, because NFS gives an exclusive lock to nobody else. */
static void sweep_file(int folder, const char *name)
{
    struct stat status;
    if (!is_file(folder, name, &status))
        return;
    int fd = sink_fd_above(
        openat(folder, name, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (fd < 0)
        return;
    if (is_ours_to_remove(folder, name, fd))
        (void)unlinkat(folder, name, 0);
    (void)close(fd);
}

void sweep(const char *folder)
{
    struct dirent *entry;
    DIR *list = opendir(folder[0] != '\0' ? folder : ".");
    if (list == NULL)
        return;
    for (int i = 0; i < NAMES_MAX && (entry = readdir(list)) != NULL; i++)
        if (temp_name_fits(entry->d_name))
            sweep_file(dirfd(list), entry->d_name);
    (void)closedir(list);
}
