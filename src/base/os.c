/* os.c - files, folders and chance of the operating system, by the calls of POSIX (os.h);
 * windows/files.c does the same on Windows. */
#define _GNU_SOURCE 1 /* renameat2, sync_file_range */
#include "base/os.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/random.h>
#endif

int os_random(void *bytes, size_t size)
{
    ssize_t got = -1;
#ifdef __linux__
    got = getrandom(bytes, size, 0);
#endif
    if (got != (ssize_t)size) { /* systems and sandboxes without the call */
        int fd = os_fd_above(open("/dev/urandom", O_RDONLY | O_CLOEXEC | O_NOCTTY));
        got = fd >= 0 ? read(fd, bytes, size) : -1;
        if (fd >= 0)
            (void)close(fd);
    }
    return got == (ssize_t)size;
}

/* ---- descriptors -------------------------------------------------------------- */

/* Closes a descriptor and keeps errno.  Returns -1. */
static int close_failed(int fd)
{
    int code = errno;
    (void)close(fd);
    errno = code;
    return -1;
}

int os_fd_copy(int fd)
{
    return fcntl(fd, F_DUPFD_CLOEXEC, 3);
}

int os_fd_above(int fd)
{
    if (fd < 0 || fd > 2)
        return fd;
    int above = os_fd_copy(fd);
    (void)close_failed(fd);
    return above;
}

int os_wait(int fd, int is_written, int milliseconds)
{
    struct pollfd ready = {.fd = fd, .events = is_written ? POLLOUT : POLLIN, .revents = 0};
    return poll(&ready, 1, milliseconds) > 0;
}

void os_write_out(int fd)
{
#ifdef __linux__
    (void)sync_file_range(fd, 0, 0, SYNC_FILE_RANGE_WRITE);
#else
    (void)fd;
#endif
}

int os_lock(int fd)
{
    return flock(fd, LOCK_EX | LOCK_NB) != 0 ? errno : 0;
}

int os_connect(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = strlen(path);
    if (length >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(address.sun_path, path, length + 1);
    int fd = os_fd_above(socket(AF_UNIX, SOCK_STREAM, 0));
    if (fd < 0)
        return -1;
    (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
    const void *name = &address; /* connect() reads the type from its first member */
    return connect(fd, name, sizeof address) == 0 ? fd : close_failed(fd);
}

int os_list(const char *folder, int (*take)(void *user, const char *name), void *user)
{
    const struct dirent *entry;
    DIR *list = opendir(folder);
    if (list == NULL)
        return errno;
    while ((entry = readdir(list)) != NULL && take(user, entry->d_name))
        ;
    (void)closedir(list);
    return 0;
}

/* ---- temporary files ------------------------------------------------------------ */

/* Most calls of flock for a new file. */
enum { LOCK_TRIES = 3 };

int os_create(const char *path, unsigned mode)
{
    struct stat status;
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, (mode_t)mode);
    if (fd < 0)
        return -1;
    fd = os_fd_above(fd);
    int code = fd < 0 ? errno : -1;
    /* Several calls, as a temporary failure must not leave the file without its lock.  If all fail,
     * the file system has no locks. */
    for (int i = 0; i < LOCK_TRIES && fd >= 0 && code != 0 && code != EWOULDBLOCK; i++)
        code = os_lock(fd);
    /* Another process may have swept the file first: it holds the lock and is about to remove the
     * file, or has removed it. */
    if (code == EWOULDBLOCK || (code == 0 && lstat(path, &status) != 0 && errno == ENOENT))
        code = EEXIST;
    else if (fd >= 0)
        return fd;
    if (fd >= 0)
        (void)close(fd);
    (void)unlink(path);
    errno = code;
    return -1;
}

/* Where the system or the file system has no RENAME_NOREPLACE, it checks the name first.  (Not by
 * link and unlink: if unlink failed, both names would stay.) */
int os_rename(int lock, const char *path, const char *target, int is_new)
{
    struct stat status;
    int code = ENOSYS;
    (void)lock; /* not needed here: the file stays locked while the caller keeps it open */
#ifdef RENAME_NOREPLACE
    if (is_new)
        code = renameat2(AT_FDCWD, path, AT_FDCWD, target, RENAME_NOREPLACE) != 0 ? errno : 0;
#endif
    if (is_new && code != ENOSYS && code != EINVAL && code != ENOTSUP)
        return code;
    if (is_new && lstat(target, &status) == 0)
        return EEXIST;
    return rename(path, target) != 0 ? errno : 0;
}

/* Returns 1 for a regular file.  Links are not followed, as their target is not a temporary file.
 */
static int is_file(const char *path, struct stat *status)
{
    return lstat(path, status) == 0 && S_ISREG(status->st_mode);
}

/* The file is opened for writing, as NFS requires that for an exclusive lock. */
void os_sweep(const char *path)
{
    struct stat named, locked;
    if (!is_file(path, &named))
        return;
    int fd = os_fd_above(open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (fd < 0)
        return;
    /* Its process may have renamed the file before it was locked here, so the locked file must
     * still have the name. */
    if (os_lock(fd) == 0 && fstat(fd, &locked) == 0 && is_file(path, &named) &&
        locked.st_ino == named.st_ino && locked.st_dev == named.st_dev)
        (void)unlink(path);
    (void)close(fd);
}
