/* guarded.c - see tests/support/guarded.h. */
#include "support/guarded.h"

#include <check.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

guarded guarded_copy(const void *bytes, size_t size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), used = (size + page - 1) / page * page;
    guarded copy = {.length = used + page};
    int zero = open("/dev/zero", O_RDWR); /* anonymous memory has no name in POSIX 2008 */
    ck_assert_int_ge(zero, 0);
    copy.pages = mmap(NULL, copy.length, PROT_READ | PROT_WRITE, MAP_PRIVATE, zero, 0);
    ck_assert(copy.pages != MAP_FAILED);
    (void)close(zero);
    unsigned char *end = (unsigned char *)copy.pages + used;
    ck_assert_int_eq(mprotect(end, page, PROT_NONE), 0);
    copy.bytes = end - size;
    if (size > 0)
        memcpy(copy.bytes, bytes, size);
    return copy;
}

void guarded_free(guarded *copy)
{
    ck_assert_int_eq(munmap(copy->pages, copy->length), 0);
    copy->bytes = NULL;
}
