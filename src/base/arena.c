/* arena.c - memory of a preparation: a linked list of blocks that are freed together. */
#include "base/arena.h"

#include <string.h>

#include "base/memory.h"

struct arena_block {
    _Alignas(max_align_t) arena_block *older;
};

void *arena_array(arena *owner, size_t count, size_t size_bytes)
{
    if (size_bytes == 0 || count > (MEMORY_BLOCK_LIMIT - sizeof(arena_block)) / size_bytes)
        return NULL;
    arena_block *block =
        memory_array(owner->allocator, sizeof(arena_block) + count * size_bytes, 1);
    if (block == NULL)
        return NULL;
    block->older = atomic_load(&owner->newest);
    while (!atomic_compare_exchange_weak(&owner->newest, &block->older, block))
        continue;
    return block + 1;
}

void *arena_zeroed(arena *owner, size_t count, size_t size_bytes)
{
    void *memory = arena_array(owner, count, size_bytes);
    if (memory != NULL)
        memset(memory, 0, count * size_bytes);
    return memory;
}

char *arena_text(arena *owner, const void *bytes, size_t size)
{
    char *text = arena_array(owner, size + 1, 1);
    if (text != NULL) {
        memcpy(text, bytes, size);
        text[size] = '\0';
    }
    return text;
}

void arena_free(arena *owner)
{
    arena_block *block = atomic_exchange(&owner->newest, NULL);
    while (block != NULL) {
        arena_block *older = block->older;
        memory_free(owner->allocator, block);
        block = older;
    }
}
