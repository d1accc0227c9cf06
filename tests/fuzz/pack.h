/* pack.h - a corpus in one file: records of the form "SIZE NAME\n", SIZE bytes, "\n".
 *
 * The names are sorted, so that a pack of the same inputs is the same file.
 */
#ifndef TESTS_FUZZ_PACK_H
#define TESTS_FUZZ_PACK_H

#include <stddef.h>
#include <stdint.h>

typedef struct pack_input {
    const char *name;     /* ends with NUL */
    const uint8_t *bytes; /* inside the pack's memory */
    size_t size;
} pack_input;

typedef struct pack {
    uint8_t *memory;
    pack_input *inputs;
    size_t count;
} pack;

/* pack_read reads a whole pack; a pack that is cut off or malformed ends the process with
 * one line.  pack_free releases it. */
pack pack_read(const char *path);
void pack_free(pack *corpus);

/* pack_allocate and pack_file_read end the process where malloc or reading fails. */
void *pack_allocate(size_t size);
uint8_t *pack_file_read(const char *path, size_t *size);

#endif
