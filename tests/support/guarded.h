/* guarded.h - bytes that end where memory ends: who reads one more is killed.
 *
 * AddressSanitizer tells more, but not every build has it.
 */
#ifndef TESTS_SUPPORT_GUARDED_H
#define TESTS_SUPPORT_GUARDED_H

#include <stddef.h>

typedef struct guarded {
    unsigned char *bytes; /* the copy */
    void *pages;
    size_t length;
} guarded;

/* guarded_copy makes a copy of `size` bytes before a page that nobody may touch. */
guarded guarded_copy(const void *bytes, size_t size);
void guarded_free(guarded *copy);

#endif
