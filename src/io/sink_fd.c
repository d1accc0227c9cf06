/* sink_fd.c - bytes to an open descriptor: a pipe, a terminal, a file.
 *
 * Short writes and interruptions are continued; a descriptor that is not ready is
 * waited for.  The descriptor is never closed here.  SIGPIPE is left to the program:
 * with it ignored a closed pipe is an ordinary failure.
 */
#include "io/sink.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

/* One write call takes no more: Linux cuts at 2 GiB, others refuse. */
#define WRITE_LIMIT ((size_t)1 << 30)

int sink_fd_above(int fd)
{
    if (fd < 0 || fd > 2)
        return fd;
    int above = fcntl(fd, F_DUPFD_CLOEXEC, 3);
    int code = errno;
    (void)close(fd);
    errno = code;
    return above;
}

static rl_status output_all(sink_output *output, const unsigned char *bytes, size_t size,
                            rl_error *error)
{
    while (size > 0) {
        ssize_t written = write(output->fd, bytes, size < WRITE_LIMIT ? size : WRITE_LIMIT);
        if (written > 0) {
            bytes += written;
            size -= (size_t)written;
        } else if (written < 0 && errno == EAGAIN) {
            struct pollfd ready = {.fd = output->fd, .events = POLLOUT, .revents = 0};
            (void)poll(&ready, 1, -1);
        } else if (written == 0 || errno != EINTR) {
            int code = written == 0 ? EIO : errno;
            return status_fail(error, RL_IO_ERROR, "%s: cannot write: %s", output->name.text,
                               reason_of(code).text);
        }
    }
    return RL_OK;
}

rl_status sink_output_open(sink_output *output, int fd, const char *name,
                           const rl_allocator *allocator, rl_error *error)
{
    output->fd = fd;
    output->used = 0;
    output->name = status_show(name, strlen(name));
    output->buffer = memory_array(allocator, SINK_BUFFER_SIZE, 1);
    if (output->buffer == NULL)
        return status_fail(error, RL_NO_MEMORY, "%s: out of memory", output->name.text);
    return RL_OK;
}

rl_status sink_output_flush(sink_output *output, rl_error *error)
{
    size_t size = output->used;
    output->used = 0;
    return output_all(output, output->buffer, size, error);
}

rl_status sink_output_write(sink_output *output, const unsigned char *bytes, size_t size,
                            rl_error *error)
{
    if (size > SINK_BUFFER_SIZE - output->used)
        TRY(sink_output_flush(output, error));
    if (size >= SINK_BUFFER_SIZE)
        return output_all(output, bytes, size, error);
    memcpy(output->buffer + output->used, bytes, size);
    output->used += size;
    return RL_OK;
}

/* ---- the kind ----------------------------------------------------------- */

typedef struct fd_sink {
    rl_sink base;
    sink_output output;
} fd_sink;

static rl_status fd_sink_write(rl_sink *self, const unsigned char *bytes, size_t size,
                               rl_error *error)
{
    return sink_output_write(&((fd_sink *)self)->output, bytes, size, error);
}

static rl_status fd_sink_commit(rl_sink *self, rl_error *error)
{
    return sink_output_flush(&((fd_sink *)self)->output, error);
}

static void fd_sink_release(rl_sink *self)
{
    memory_free(self->allocator, ((fd_sink *)self)->output.buffer);
}

static const sink_kind fd_kind = {fd_sink_write, fd_sink_commit, fd_sink_release};

rl_status rl_sink_to_fd(rl_sink **sink, int fd, const char *name, const rl_allocator *allocator,
                        rl_error *error)
{
    *sink = NULL;
    rl_sink *self = sink_new(&fd_kind, sizeof(fd_sink), allocator, error);
    if (self == NULL)
        return RL_NO_MEMORY;
    rl_status status = sink_output_open(&((fd_sink *)self)->output, fd,
                                        name != NULL ? name : "output", allocator, error);
    if (status != RL_OK) {
        rl_sink_free(self);
        return status;
    }
    *sink = self;
    return status_clear(error);
}
