/* seed.c - draws a seed from the kernel.
 *
 * In: nothing.  Out: 32 random bits.  Never from the clock: two pictures made in
 * the same second must differ.
 */
#include "cli/common/seed.h"
#include "cli/common/say.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/random.h>
#endif

/* /dev/urandom serves systems and sandboxes without the call. */
static int read_device(uint32_t *bits)
{
    int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    int whole = read(fd, bits, sizeof *bits) == (ssize_t)sizeof *bits;
    close(fd);
    return whole;
}

int seed_random(uint64_t *seed)
{
    uint32_t bits;
    int whole = 0;
#ifdef __linux__
    whole = getrandom(&bits, sizeof bits, 0) == (ssize_t)sizeof bits;
#endif
    if (!whole && !read_device(&bits))
        return say_error(CODE_IO, "/dev/urandom: no random seed: %s: choose one with --seed",
                         REASON(errno));
    *seed = bits;
    return CODE_OK;
}
