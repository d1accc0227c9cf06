/* short.c - preloaded: write() and read() that do less than they are asked to.
 *
 *     SHORT_MAX=7     no call moves more bytes than that
 *     EINTR_EVERY=5   every fifth call is interrupted before it moves any
 *
 * Both are what the system may do at any time and hardly ever does.
 */
#include <errno.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static long most, every, calls;

static __attribute__((constructor)) void begin(void)
{
    const char *max = getenv("SHORT_MAX"), *turn = getenv("EINTR_EVERY");
    most = max != NULL ? atol(max) : 0;
    every = turn != NULL ? atol(turn) : 0;
}

static int is_interrupted(void)
{
    if (every == 0 || __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST) % every != 0)
        return 0;
    errno = EINTR;
    return 1;
}

static size_t less(size_t size)
{
    return most > 0 && size > (size_t)most ? (size_t)most : size;
}

ssize_t write(int fd, const void *bytes, size_t size)
{
    return is_interrupted() ? -1 : syscall(SYS_write, fd, bytes, less(size));
}

ssize_t read(int fd, void *bytes, size_t size)
{
    return is_interrupted() ? -1 : syscall(SYS_read, fd, bytes, less(size));
}
