/* sink_fd.c - sink_fd_above: descriptors other than standard input, output and error. */
#include "io/sink.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

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
