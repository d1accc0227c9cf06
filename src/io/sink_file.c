/* sink_file.c - sinks to a file that appears whole or not at all, and to a descriptor.
 *
 * Bytes go to a temporary file in the folder of the target.  A commit syncs,
 * closes and renames it; until then, and after any failure, the old file is
 * untouched and no temporary file is left.  Temporary files of killed processes
 * are removed first, which also makes room on a full disk.  A device, pipe or
 * socket is written to directly, as a rename would replace it.  So is an open
 * descriptor of the caller, which is never closed here.
 *
 * A symbolic link stays and its target is replaced, or created if it does not
 * exist.  Other hard links of a replaced file keep the old bytes.  A file that the
 * user may not write is refused, although a rename could replace it.
 *
 * Short and interrupted writes are continued; a descriptor that is not ready is
 * waited for.  A program that ignores SIGPIPE gets RL_IO_ERROR for a closed pipe.
 */
#include "io/sink.h"

#include "base/memory.h"
#include "base/os.h"
#include "base/path.h"
#include "io/temp_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the sink ------------------------------------------------------------- */

/* Most symbolic links that are followed one after another; Linux has the same limit. */
enum { LINKS_FOLLOWED = 40 };

/* Bytes that are collected before they are written by one system call. */
enum { BUFFER_SIZE = 65536 };

/* Bytes after which the system is asked to begin to write them to the disk, so that the sync at the
 * end, for which all threads wait, has little left. */
enum { WRITE_OUT_SIZE = 1 << 20 };

typedef struct file_sink {
    rl_sink base;
    int fd;                /* -1 = closed */
    unsigned char *buffer; /* BUFFER_SIZE bytes that are collected for the descriptor */
    size_t used;           /* bytes in the buffer */
    size_t waiting;        /* bytes since the system was last asked to write them to the disk */
    shown_text name;       /* name in error texts */
    int is_lent;           /* 1 = the caller owns the descriptor */
    int direct;            /* 1 = there is no temporary file and no rename */
    int is_new;            /* 1 = it is an error if a file has the name already */
    size_t folder;         /* bytes of `target` up to its last '/', included */
    char target[PATH_ROOM];
    temp_file temp;
} file_sink;

static rl_status cannot_create(const char *path, int code, rl_error *error)
{
    rl_status status = code == ENOSPC || code == EDQUOT ? RL_IO_ERROR : RL_CANNOT_CREATE;
    return status_fail(error, status, "%s: cannot create: %s", SHOWN(path), reason_of(code).text);
}

static size_t folder_length(const char *path)
{
    return (size_t)(path_name(path) - path);
}

/* ---- symbolic links ------------------------------------------------------- */

/* Replaces the path of a symbolic link in `target` by the path that the link contains.  Returns 0
 * or errno. */
static int target_step(char target[PATH_ROOM])
{
    char link[PATH_ROOM];
    ssize_t length = readlink(target, link, sizeof link);
    size_t start = length > 0 && PATH_IS_ABSOLUTE(link) ? 0 : folder_length(target);
    if (length <= 0 || start + (size_t)length >= PATH_ROOM)
        return length < 0 ? errno : length == 0 ? ENOENT : ENAMETOOLONG;
    memcpy(target + start, link, (size_t)length);
    target[start + (size_t)length] = '\0';
    return 0;
}

/* Copies `path` to `target` and replaces it until its last component is not a symbolic
 * link.  (The kernel resolves the folders before it.)  Returns 0 or errno. */
static int target_resolve(char target[PATH_ROOM], const char *path)
{
    size_t length = strlen(path);
    if (length >= PATH_ROOM)
        return ENAMETOOLONG;
    memcpy(target, path, length + 1);
    for (int i = 0; i <= LINKS_FOLLOWED; i++) {
        struct stat status;
        if (lstat(target, &status) != 0)
            return errno == ENOENT ? 0 : errno;
        if (!S_ISLNK(status.st_mode))
            return 0;
        int code = target_step(target);
        if (code != 0)
            return code;
    }
    return ELOOP;
}

/* ---- opening ------------------------------------------------------------ */

/* Writes the path of the target's folder; "" is the current one. */
static void folder_path(const file_sink *sink, char folder[PATH_ROOM])
{
    memcpy(folder, sink->target, sink->folder);
    folder[sink->folder] = '\0';
}

/* Opens the temporary file for a target that is new or a regular file.  It is created
 * with the permissions of the file that it replaces (`old`; NULL = none), so nobody can
 * read it who may not read that.  Returns a descriptor, or -1 and errno. */
static int atomic_open(file_sink *sink, const char *path, const struct stat *old)
{
    int code = target_resolve(sink->target, path);
    sink->folder = folder_length(sink->target);
    if (code == 0 && sink->target[sink->folder] == '\0')
        code = ENOENT; /* "name/" of a folder that does not exist */
    if (code != 0) {
        errno = code;
        return -1;
    }
    if (old != NULL && faccessat(AT_FDCWD, sink->target, W_OK, AT_EACCESS) != 0)
        return -1;
    char folder[PATH_ROOM];
    folder_path(sink, folder);
    temp_sweep(folder);
    mode_t mode = old != NULL ? old->st_mode & 0777 : 0666;
    int fd = temp_open(&sink->temp, sink->target, sink->folder, mode);
    /* Undoes the umask.  It fails on file systems without permissions, where it is not needed. */
    if (fd >= 0 && old != NULL)
        (void)fchmod(fd, mode);
    return fd;
}

/* Opens the temporary file, or the device, pipe or socket at `path`.  Returns a descriptor, or -1
 * and errno. */
static int file_open(file_sink *sink, const char *path)
{
    struct stat old;
    /* Not lstat: /dev/stdout may be a link to a text such as "pipe:[1]", which is no path. */
    int exists = stat(path, &old) == 0;
    if (!exists && errno != ENOENT)
        return -1;
    if (exists && S_ISDIR(old.st_mode)) {
        errno = EISDIR;
        return -1;
    }
    if (exists && sink->is_new && S_ISREG(old.st_mode)) {
        errno = EEXIST;
        return -1;
    }
    sink->direct = exists && !S_ISREG(old.st_mode);
    if (!sink->direct)
        return atomic_open(sink, path, exists ? &old : NULL);
    if (S_ISSOCK(old.st_mode))
        return os_connect(path);
    int fd;
    do /* for a pipe, this waits for its reader */
        fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    while (fd < 0 && errno == EINTR);
    return os_fd_above(fd);
}

/* ---- writing ---------------------------------------------------------------- */

/* Most bytes of a call of write: Linux writes at most 2 GiB of more, other systems fail. */
#define WRITE_LIMIT ((size_t)1 << 30)

static rl_status write_all(file_sink *sink, const unsigned char *bytes, size_t size,
                           rl_error *error)
{
    while (size > 0) {
        ssize_t written = write(sink->fd, bytes, size < WRITE_LIMIT ? size : WRITE_LIMIT);
        if (written > 0) {
            bytes += written;
            size -= (size_t)written;
            sink->waiting += (size_t)written;
            if (sink->waiting >= WRITE_OUT_SIZE && !sink->direct) {
                os_write_out(sink->fd);
                sink->waiting = 0;
            }
        } else if (written < 0 && errno == EAGAIN) {
            (void)os_wait(sink->fd, 1, -1);
        } else if (written == 0 || errno != EINTR) {
            int code = written == 0 ? EIO : errno;
            return status_fail(error, RL_IO_ERROR, "%s: cannot write: %s", sink->name.text,
                               reason_of(code).text);
        }
    }
    return RL_OK;
}

static rl_status file_flush(file_sink *sink, rl_error *error)
{
    size_t size = sink->used;
    sink->used = 0;
    return write_all(sink, sink->buffer, size, error);
}

static rl_status file_write(rl_sink *self, const unsigned char *bytes, size_t size, rl_error *error)
{
    file_sink *sink = (file_sink *)self;
    if (size > BUFFER_SIZE - sink->used)
        TRY(file_flush(sink, error));
    if (size >= BUFFER_SIZE)
        return write_all(sink, bytes, size, error);
    memcpy(sink->buffer + sink->used, bytes, size);
    sink->used += size;
    return RL_OK;
}

/* ---- publishing --------------------------------------------- */

/* Closes the descriptor, unless it is the caller's.  Returns 0 or errno.  EINTR is no failure, as
 * the descriptor is closed then (Linux, POSIX 2024). */
static int file_close(file_sink *sink)
{
    int fd = sink->fd;
    sink->fd = -1;
    return fd >= 0 && !sink->is_lent && close(fd) != 0 && errno != EINTR ? errno : 0;
}

/* Syncs a file.  Returns 0 or errno; 0 also if the file system cannot sync. */
static int file_sync(int fd)
{
    int result;
    do
        result = fsync(fd);
    while (result != 0 && errno == EINTR);
    return result == 0 || errno == EINVAL || errno == ENOTSUP ? 0 : errno;
}

/* Syncs the folder, so that the new name survives a power cut.  The file is already in place, so a
 * failure is ignored. */
static void folder_sync(const file_sink *sink)
{
    char folder[PATH_ROOM];
    folder_path(sink, folder);
    const char *path = folder[0] != '\0' ? folder : ".";
    int fd = os_fd_above(open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY));
    if (fd < 0)
        return;
    (void)file_sync(fd);
    (void)close(fd);
}

/* Syncs and closes the file; after RL_OK a regular file's bytes are on the disk. */
static rl_status file_finish(file_sink *sink, rl_error *error)
{
    int code = sink->direct ? 0 : file_sync(sink->fd);
    int close_code = file_close(sink);
    code = code != 0 ? code : close_code;
    if (code != 0)
        return status_fail(error, RL_IO_ERROR, "%s: cannot write: %s", sink->name.text,
                           reason_of(code).text);
    return RL_OK;
}

static rl_status file_publish(file_sink *sink, rl_error *error)
{
    TRY(file_flush(sink, error));
    int lock = sink->direct ? -1 : os_fd_copy(sink->fd);
    rl_status status = file_finish(sink, error);
    int code = 0;
    if (!sink->direct && status == RL_OK)
        code = temp_become(&sink->temp, sink->target, sink->is_new, lock);
    if (lock >= 0)
        (void)close(lock);
    if (code != 0)
        return cannot_create(sink->target, code, error);
    if (status == RL_OK && !sink->direct)
        folder_sync(sink);
    return status;
}

static rl_status file_commit(rl_sink *self, rl_error *error)
{
    file_sink *sink = (file_sink *)self;
    rl_status status = file_publish(sink, error);
    if (status != RL_OK) {
        (void)file_close(sink);
        temp_remove(&sink->temp);
    }
    return status;
}

static void file_release(rl_sink *self)
{
    file_sink *sink = (file_sink *)self;
    (void)file_close(sink);
    temp_remove(&sink->temp);
    memory_free(self->allocator, sink->buffer);
}

static const sink_kind file_kind = {file_write, file_commit, file_release};

/* Makes a sink to a path, or to the caller's descriptor `fd` if the path is NULL. */
static rl_status sink_to(rl_sink **sink, const char *path, int is_new, int fd, const char *name,
                         const rl_allocator *allocator, rl_error *error)
{
    rl_sink *self;
    *sink = NULL;
    TRY(sink_new(&self, &file_kind, sizeof(file_sink), allocator, error));
    file_sink *file = (file_sink *)self;
    file->fd = fd;
    file->is_new = is_new;
    file->is_lent = file->direct = path == NULL;
    file->name = status_show(name, strlen(name));
    if (path != NULL)
        file->fd = file_open(file, path);
    rl_status status = RL_OK;
    if (path != NULL && file->fd < 0)
        status = cannot_create(path, errno, error);
    else if ((file->buffer = memory_array(allocator, BUFFER_SIZE, 1)) == NULL)
        status = status_no_memory(file->name.text, error);
    if (status != RL_OK) {
        rl_sink_free(self);
        return status;
    }
    *sink = self;
    return status_clear(error);
}

static rl_status sink_to_path(rl_sink **sink, const char *path, int is_new,
                              const rl_allocator *allocator, rl_error *error)
{
    *sink = NULL;
    if (path == NULL || path[0] == '\0')
        return status_fail(error, RL_CANNOT_CREATE, "output: empty path: must name a file");
    return sink_to(sink, path, is_new, -1, path, allocator, error);
}

rl_status rl_sink_to_fd(rl_sink **sink, int fd, const char *name, const rl_allocator *allocator,
                        rl_error *error)
{
    return sink_to(sink, NULL, 0, fd, name != NULL ? name : "output", allocator, error);
}

rl_status rl_sink_to_file(rl_sink **sink, const char *path, const rl_allocator *allocator,
                          rl_error *error)
{
    return sink_to_path(sink, path, 0, allocator, error);
}

rl_status rl_sink_to_new_file(rl_sink **sink, const char *path, const rl_allocator *allocator,
                              rl_error *error)
{
    return sink_to_path(sink, path, 1, allocator, error);
}
