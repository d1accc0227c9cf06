/* sink_fd.c - descriptors that are none of the three standard ones. */
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
