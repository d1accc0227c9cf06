/* heap.c - preloaded before the C library's allocator: one call fails, or all from one on.
 *
 *     HEAP_FAIL=N   the call N (1 is the first) returns NULL; HEAP_ON=1: those after it, too
 *     HEAP_COUNT=F  at the end the number of calls is written to the file F
 *
 * No dlsym, which itself allocates: glibc's own names are called.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

static long calls, fail_at, goes_on;
static int has_ended;

static __attribute__((constructor)) void begin(void)
{
    const char *at = getenv("HEAP_FAIL"), *on = getenv("HEAP_ON");
    goes_on = on != NULL;
    __atomic_store_n(&calls, 0, __ATOMIC_SEQ_CST);
    fail_at = at != NULL ? atol(at) : 0;
}

static __attribute__((destructor)) void end(void)
{
    const char *path = getenv("HEAP_COUNT");
    char text[32];
    int fd = path != NULL ? open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : -1;
    if (fd < 0)
        return;
    int size = snprintf(text, sizeof text, "%ld\n", calls);
    (void)!write(fd, text, (size_t)size);
    close(fd);
}

/* A program of `make coverage` calls it at its end: its counters are no part of the run. */
void heap_ends(void);
void heap_ends(void)
{
    has_ended = 1;
}

static int fails(void)
{
    if (has_ended)
        return 0;
    long call = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
    if (fail_at == 0 || call < fail_at || (call > fail_at && !goes_on))
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails() ? NULL : __libc_calloc(count, size);
}

void free(void *block)
{
    __libc_free(block);
}

void *realloc(void *block, size_t size)
{
    return fails() ? NULL : __libc_realloc(block, size);
}

void *reallocarray(void *block, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(block, count * size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : __libc_memalign(alignment, size);
}

void *memalign(size_t alignment, size_t size)
{
    return fails() ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size)
{
    void *made = fails() ? NULL : __libc_memalign(alignment, size);
    if (made == NULL)
        return ENOMEM;
    *block = made;
    return 0;
}
