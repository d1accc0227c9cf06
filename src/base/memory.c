/* memory.c - the only calls of malloc and free in the library. */
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void *memory_array(const rl_allocator *allocator, size_t count, size_t size_bytes)
{
    if (size_bytes == 0 || count > MEMORY_BLOCK_LIMIT / size_bytes)
        return NULL;
    size_t bytes = count * size_bytes;
    if (bytes == 0)
        bytes = 1; /* so that NULL always means failure */
    if (allocator != NULL)
        return allocator->alloc(allocator->user, bytes);
    return malloc(bytes);
}

void *memory_zeroed(const rl_allocator *allocator, size_t count, size_t size_bytes)
{
    void *block = memory_array(allocator, count, size_bytes);
    if (block != NULL)
        memset(block, 0, count * size_bytes);
    return block;
}

void memory_free(const rl_allocator *allocator, void *block)
{
    if (block == NULL)
        return;
    if (allocator != NULL)
        allocator->free(allocator->user, block);
    else
        free(block);
}
