/* picture_read.c - what a large picture says about itself, without its pixels.
 *
 * In: a PNG file of any size up to a limit.  Out: memory as long as the file, in which the
 * chunks that rl_recipe_read looks at stand where the file has them, and nothing else was
 * read: memory that nobody writes to costs nothing.  It judges nothing: that the reader does.
 */
#include "cli/common/picture_read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/common/say.h"

#define SIGNATURE 8
#define FRAME 12        /* length, type and checksum of a chunk */
#define TEXT_MOST 65536 /* longer ones are told by their keyword alone */
#define KEYWORD 96
#define CHUNKS_MOST 100001 /* one more than the reader takes */

static int is_wanted(const unsigned char *type)
{
    static const char *const wanted[] = {"IHDR", "tEXt", "iTXt", "zTXt"};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (memcmp(type, wanted[i], 4) == 0)
            return 1;
    return 0;
}

/* Reads bytes to their place; 0 at the end of the file or when they cannot be read. */
static int take(int fd, unsigned char *bytes, size_t at, size_t count, size_t size)
{
    count = count < size - at ? count : size - at;
    while (count > 0) {
        ssize_t got = pread(fd, bytes + at, count, (off_t)at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return 0;
        at += (size_t)got;
        count -= (size_t)got;
    }
    return 1;
}

static uint32_t length_of(const unsigned char *b)
{
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

/* The heads of all chunks, the rest of those that are wanted. */
static int take_chunks(int fd, unsigned char *bytes, size_t size)
{
    size_t at = SIGNATURE;
    if (!take(fd, bytes, 0, SIGNATURE, size))
        return 0;
    for (int chunk = 0; chunk < CHUNKS_MOST && at < size; chunk++) {
        if (!take(fd, bytes, at, FRAME, size))
            return 0;
        if (size - at < FRAME)
            return 1;
        uint64_t length = length_of(bytes + at);
        size_t wanted = length > TEXT_MOST ? FRAME + KEYWORD : FRAME + (size_t)length;
        if (is_wanted(bytes + at + 4) && !take(fd, bytes, at, wanted, size))
            return 0;
        if (memcmp(bytes + at + 4, "IEND", 4) == 0 || length > size - at - FRAME)
            return 1;
        at += FRAME + (size_t)length;
    }
    return 1;
}

static rl_status fail(rl_error *error, rl_status status, const char *path, const char *what)
{
    error->status = status;
    snprintf(error->text, sizeof error->text, "%s: %s", SHOW(path), what);
    return status;
}

rl_status picture_read(void **bytes, size_t *size, const char *path, size_t limit, rl_error *error)
{
    struct stat status;
    char rule[80];
    rl_status result = RL_OK;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &status) != 0)
        result = fail(error, RL_NO_INPUT, path, "cannot open");
    else if (!S_ISREG(status.st_mode))
        result = fail(error, RL_BAD_DATA, path, "is not a regular file");
    else if ((uintmax_t)status.st_size > limit) {
        snprintf(rule, sizeof rule, "%jd bytes: must be at most %zu", (intmax_t)status.st_size,
                 limit);
        result = fail(error, RL_BAD_DATA, path, rule);
    }
    if (result == RL_OK) {
        *size = (size_t)status.st_size;
        *bytes = calloc(*size + 1, 1);
        if (*bytes == NULL)
            result = fail(error, RL_NO_MEMORY, path, "out of memory");
        else if (!take_chunks(fd, *bytes, *size))
            result = fail(error, RL_IO_ERROR, path, "cannot read: it failed or became shorter");
    }
    if (fd >= 0)
        close(fd);
    if (result != RL_OK) {
        free(*bytes);
        *bytes = NULL;
    }
    return result;
}
