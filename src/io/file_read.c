/* file_read.c - reads a whole small file into memory, with a NUL after its bytes.
 *
 * Only regular files are read, as a pipe or a device could block or never end.  Standard input,
 * whose name is "-", may be of any type.
 */
#include "base/memory.h"
#include "base/os.h"
#include "base/status.h"
#include "io/sink.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct file_text {
    unsigned char *bytes;
    size_t size, room;
} file_text;

/* ---- opening ------------------------------------------------------------ */

static rl_status open_failed(const char *path, int code, rl_error *error)
{
    return status_fail(error, RL_NO_INPUT, "%s: cannot open: %s", SHOWN(path),
                       reason_of(code).text);
}

static rl_status file_check(const struct stat *status, const char *path, size_t limit,
                            rl_error *error)
{
    if (!S_ISREG(status->st_mode))
        return status_fail(error, RL_BAD_DATA, "%s: is not a regular file", SHOWN(path));
    if (status->st_size < 0 || (uintmax_t)status->st_size > limit)
        return status_fail(error, RL_BAD_DATA, "%s: %" PRId64 " bytes: must be at most %zu",
                           SHOWN(path), (int64_t)status->st_size, limit);
    return RL_OK;
}

/* Opens a file.  Its type is checked before, as opening a device may have an effect, and again
 * after, as another file may have got the name in between. */
static rl_status file_open(int *fd, size_t *size, const char *path, size_t limit, rl_error *error)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return open_failed(path, errno, error);
    TRY(file_check(&status, path, limit, error));
    *fd = os_fd_above(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (*fd < 0 || fstat(*fd, &status) != 0)
        return open_failed(path, errno, error);
    *size = (size_t)status.st_size;
    return file_check(&status, path, limit, error);
}

/* ---- reading ------------------------------------------------------------ */

/* Enlarges text->bytes to `room` bytes and the NUL after them; returns 0 if memory is short. */
static int text_grow(file_text *text, size_t room, const rl_allocator *allocator)
{
    unsigned char *bytes = memory_array(allocator, room + 1, 1);
    if (bytes == NULL)
        return 0;
    if (text->size > 0)
        memcpy(bytes, text->bytes, text->size);
    memory_free(allocator, text->bytes);
    text->bytes = bytes;
    text->room = room;
    return 1;
}

/* Reads to the end of the file, whose size may have changed since it was opened.
 * The buffer has at most `limit` + 1 bytes: if the last one is filled, the file is
 * too large. */
static rl_status read_all(file_text *text, int fd, const char *name, size_t limit,
                          const rl_allocator *allocator, rl_error *error)
{
    for (;;) {
        if (text->size == text->room) {
            size_t room = text->room <= limit / 2 ? text->room * 2 : limit + 1;
            if (!text_grow(text, room, allocator))
                return status_no_memory(SHOWN(name), error);
        }
        ssize_t got = read(fd, text->bytes + text->size, text->room - text->size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 && errno == EAGAIN) {
            (void)os_wait(fd, 0, -1);
            continue;
        }
        if (got < 0)
            return status_fail(error, errno == EBADF ? RL_NO_INPUT : RL_IO_ERROR,
                               "%s: cannot read: %s", SHOWN(name), reason_of(errno).text);
        text->size += (size_t)got;
        if (text->size > limit)
            return status_fail(error, RL_BAD_DATA, "%s: over %zu bytes: must be at most that",
                               SHOWN(name), limit);
        if (got == 0)
            return RL_OK;
    }
}

/* ---- the call ----------------------------------------------------------- */

static rl_status text_read(file_text *text, int *fd, const char *path, size_t limit,
                           const rl_allocator *allocator, rl_error *error)
{
    int is_input = strcmp(path, "-") == 0;
    size_t expected = 4095;
    if (is_input)
        *fd = STDIN_FILENO;
    else
        TRY(file_open(fd, &expected, path, limit, error));
    /* One byte more than expected, as the read that finds the end needs a place to write to. */
    if (!text_grow(text, (expected < limit ? expected : limit) + 1, allocator))
        return status_no_memory(SHOWN(path), error);
    return read_all(text, *fd, is_input ? "standard input" : path, limit, allocator, error);
}

rl_status rl_file_read(void **bytes, size_t *size, const char *path, size_t limit_bytes,
                       const rl_allocator *allocator, rl_error *error)
{
    *bytes = NULL;
    *size = 0;
    if (path == NULL)
        return status_fail(error, RL_NO_INPUT, "input: NULL: must be a path");
    file_text text = {NULL, 0, 0};
    int fd = -1;
    size_t limit = limit_bytes < MEMORY_BLOCK_LIMIT - 2 ? limit_bytes : MEMORY_BLOCK_LIMIT - 2;
    rl_status status = text_read(&text, &fd, path, limit, allocator, error);
    if (fd > STDERR_FILENO)
        (void)close(fd);
    if (status != RL_OK) {
        memory_free(allocator, text.bytes);
        return status;
    }
    text.bytes[text.size] = '\0';
    *bytes = text.bytes;
    *size = text.size;
    return status_clear(error);
}

void rl_file_free(void *bytes, const rl_allocator *allocator)
{
    memory_free(allocator, bytes);
}
