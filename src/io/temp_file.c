/* temp_file.c - files under a temporary name (temp_file.h), by the system calls of POSIX;
 * windows/temp_file.c does the same on Windows.
 *
 * The name is .ridgeline-<16 hex digits>.tmp, in the folder of the target.  The process that
 * creates the file holds a lock on it (flock) until it is renamed.  So a temporary file without a
 * lock was left by a killed process and may be removed.  If another process sweeps the file
 * between its creation and its locking, this process creates another one.  On a file system
 * without locks nothing is locked and nothing is swept.
 *
 * A sweep removes a file only while it holds the file's lock, so never one that another process
 * still writes.  Locks that a machine does not see of another (NFS mounted with local_lock) do not
 * protect: the sweep of one machine may remove a file of the other, whose run then fails and
 * leaves its target as it was.
 */
#define _GNU_SOURCE 1 /* renameat2 */
#include "io/temp_file.h"

#include "base/hash.h"
#include "io/sink.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Most names that are tried; as a name is one of 2^64, hardly ever a second one. */
enum { NAME_TRIES = 16 };
/* Most calls of flock for a file. */
enum { LOCK_TRIES = 3 };

#define PREFIX ".ridgeline-"
#define DIGITS 16
#define SUFFIX ".tmp"
#define NAME_LENGTH (sizeof PREFIX - 1 + DIGITS + sizeof SUFFIX - 1)

static const char digit[] = "0123456789abcdef";

/* Returns 64 unpredictable bits; without /dev/urandom, bits that at
 * least differ between processes, files and attempts. */
static uint64_t random_bits(const temp_file *temp, int attempt)
{
    uint64_t bits = 0;
    int fd = sink_fd_above(open("/dev/urandom", O_RDONLY | O_CLOEXEC | O_NOCTTY));
    ssize_t got = fd >= 0 ? read(fd, &bits, sizeof bits) : -1;
    if (fd >= 0)
        (void)close(fd);
    if (got == (ssize_t)sizeof bits)
        return bits;
    uint64_t key = hash_key((uint64_t)getpid(), (uint64_t)(uintptr_t)temp);
    return hash_at(key, attempt, (int64_t)bits);
}

/* Locks the file.  Returns 1 if another process swept it first: that process holds the lock and is
 * about to remove the file, or has removed it.  Returns 0 otherwise, also if locking fails, as then
 * the file system has no locks. */
static int is_lost(const temp_file *temp, int fd)
{
    struct stat status;
    int result = -1;
    /* Several calls, as a temporary failure must not leave the file without its lock. */
    for (int i = 0; i < LOCK_TRIES && result != 0; i++)
        if ((result = flock(fd, LOCK_EX | LOCK_NB)) != 0 && errno == EWOULDBLOCK)
            return 1;
    if (result != 0)
        return 0;
    return lstat(temp->path, &status) != 0 && errno == ENOENT;
}

void temp_remove(temp_file *temp)
{
    if (temp->exists)
        (void)unlink(temp->path);
    temp->exists = 0;
}

/* Creates and locks temp->path.  Returns a descriptor, or -1 and errno; after EEXIST and EINTR the
 * caller tries another name. */
static int try_open(temp_file *temp, mode_t mode)
{
    int fd = open(temp->path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    if (fd < 0)
        return -1;
    temp->exists = 1;
    fd = sink_fd_above(fd);
    if (fd < 0 || !is_lost(temp, fd))
        return fd;
    (void)close(fd);
    temp_remove(temp);
    errno = EEXIST;
    return -1;
}

int temp_open(temp_file *temp, const char *target, size_t folder, mode_t mode)
{
    int fd = -1;
    temp->exists = 0;
    if (folder + NAME_LENGTH + 1 > PATH_ROOM) {
        errno = ENAMETOOLONG;
        return -1;
    }
    for (int i = 0; i < NAME_TRIES && fd < 0; i++) {
        char name[NAME_LENGTH + 1] = PREFIX "0123456789abcdef" SUFFIX;
        uint64_t bits = random_bits(temp, i);
        for (size_t k = 0; k < DIGITS; k++, bits >>= 4)
            name[sizeof PREFIX - 1 + k] = digit[bits & 15];
        memcpy(temp->path, target, folder);
        memcpy(temp->path + folder, name, sizeof name);
        fd = try_open(temp, mode);
        if (fd < 0 && (temp->exists || (errno != EEXIST && errno != EINTR)))
            return -1;
    }
    return fd;
}

/* Renames the file to `target`, replacing a file there.  Returns 0 or errno. */
static int become(temp_file *temp, const char *target)
{
    if (rename(temp->path, target) != 0)
        return errno;
    temp->exists = 0;
    return 0;
}

/* Renames the file to `target` if no file is there.  Returns 0 or errno, EEXIST if one is.  (Not by
 * link and unlink: if unlink failed, both names would stay.)  Where the system or the file system
 * has no RENAME_NOREPLACE, it checks the name first. */
static int become_new(temp_file *temp, const char *target)
{
    struct stat status;
#ifdef RENAME_NOREPLACE
    int renamed = renameat2(AT_FDCWD, temp->path, AT_FDCWD, target, RENAME_NOREPLACE);
    int code = renamed != 0 ? errno : 0;
#else
    int code = ENOSYS;
#endif
    if (code == ENOSYS || code == EINVAL || code == ENOTSUP)
        return lstat(target, &status) == 0 ? EEXIST : become(temp, target);
    temp->exists = temp->exists && code != 0;
    return code;
}

int temp_become(temp_file *temp, const char *target, int is_new, int lock)
{
    (void)lock; /* not needed here: the file stays locked while the caller keeps it open */
    return is_new ? become_new(temp, target) : become(temp, target);
}

/* Most entries of a folder that a sweep reads, which takes about 15 ms. */
enum { NAMES_MAX = 50000 };

/* Returns 1 for a regular file.  Links are not followed, as their target is not a temporary file.
 */
static int is_file(int folder, const char *name, struct stat *status)
{
    return fstatat(folder, name, status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(status->st_mode);
}

/* Removes a temporary file that no process has locked.  It is opened for writing, as NFS requires
 * that for an exclusive lock. */
static void sweep_file(int folder, const char *name)
{
    struct stat named, locked;
    if (!is_file(folder, name, &named))
        return;
    int fd = sink_fd_above(
        openat(folder, name, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (fd < 0)
        return;
    /* Its process may have renamed the file before it was locked here, so the locked file must
     * still have the name. */
    if (flock(fd, LOCK_EX | LOCK_NB) == 0 && fstat(fd, &locked) == 0 &&
        is_file(folder, name, &named) && locked.st_ino == named.st_ino &&
        locked.st_dev == named.st_dev)
        (void)unlinkat(folder, name, 0);
    (void)close(fd);
}

void temp_sweep(const char *folder)
{
    struct dirent *entry;
    DIR *list = opendir(folder[0] != '\0' ? folder : ".");
    if (list == NULL)
        return;
    for (int i = 0; i < NAMES_MAX && (entry = readdir(list)) != NULL; i++) {
        const char *name = entry->d_name, *number = name + sizeof PREFIX - 1;
        if (strncmp(name, PREFIX, sizeof PREFIX - 1) == 0 && strlen(name) == NAME_LENGTH &&
            strspn(number, digit) == DIGITS && strcmp(number + DIGITS, SUFFIX) == 0)
            sweep_file(dirfd(list), name);
    }
    (void)closedir(list);
}
