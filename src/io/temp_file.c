/* temp_file.c - files under a temporary name (temp_file.h).
 *
 * The name is .ridgeline-<16 hex digits>.tmp, in the folder of the target.  The process that
 * creates the file holds a lock on it until it is renamed.  So a temporary file without a lock was
 * left by a killed process and may be removed.  If another process sweeps the file between its
 * creation and its locking, this process creates another one.  On a file system without locks
 * nothing is locked and nothing is swept.
 *
 * A sweep removes a file only while it holds the file's lock, so never one that another process
 * still writes.  Locks that a machine does not see of another (NFS mounted with local_lock) do not
 * protect: the sweep of one machine may remove a file of the other, whose run then fails and
 * leaves its target as it was.
 */
#include "io/temp_file.h"

#include "base/hash.h"
#include "base/os.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Most names that are tried; as a name is one of 2^64, hardly ever a second one. */
enum { NAME_TRIES = 16 };

#define PREFIX ".ridgeline-"
#define DIGITS 16
#define SUFFIX ".tmp"
#define NAME_LENGTH (sizeof PREFIX - 1 + DIGITS + sizeof SUFFIX - 1)

void temp_remove(temp_file *temp)
{
    if (temp->exists)
        (void)unlink(temp->path);
    temp->exists = 0;
}

int temp_open(temp_file *temp, const char *target, size_t folder, unsigned mode)
{
    int fd = -1;
    temp->exists = 0;
    errno = ENAMETOOLONG;
    if (folder + NAME_LENGTH + 1 > PATH_ROOM)
        return -1;
    memcpy(temp->path, target, folder);
    for (int i = 0; i < NAME_TRIES && fd < 0; i++) {
        uint64_t bits;
        if (!os_random(&bits, sizeof bits)) /* differs at least between processes and attempts */
            bits = hash_at(hash_key((uint64_t)getpid(), (uint64_t)(uintptr_t)temp), i, 0);
        (void)snprintf(temp->path + folder, NAME_LENGTH + 1, PREFIX "%016" PRIx64 SUFFIX, bits);
        fd = os_create(temp->path, mode);
        if (fd < 0 && errno != EEXIST && errno != EINTR)
            return -1;
    }
    temp->exists = fd >= 0;
    return fd;
}

int temp_become(temp_file *temp, const char *target, int is_new, int lock)
{
    int code = os_rename(lock, temp->path, target, is_new);
    temp->exists = temp->exists && code != 0;
    return code;
}

/* Most entries of a folder that a sweep reads, which takes about 15 ms. */
enum { NAMES_MAX = 50000 };

typedef struct sweep {
    const char *folder;
    int count;
} sweep;

static int sweep_entry(void *user, const char *name)
{
    sweep *self = user;
    char path[PATH_ROOM];
    const char *number = name + sizeof PREFIX - 1;
    if (strncmp(name, PREFIX, sizeof PREFIX - 1) == 0 && strlen(name) == NAME_LENGTH &&
        strspn(number, "0123456789abcdef") == DIGITS && strcmp(number + DIGITS, SUFFIX) == 0 &&
        snprintf(path, sizeof path, "%s%s", self->folder, name) < (int)sizeof path)
        os_sweep(path);
    return ++self->count < NAMES_MAX;
}

void temp_sweep(const char *folder)
{
    sweep self = {folder, 0};
    (void)os_list(folder[0] != '\0' ? folder : ".", sweep_entry, &self);
}
