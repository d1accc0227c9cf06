/* memory.h - allocation with checked sizes; all memory of the library is allocated by it.
 *
 * In: an allocator (NULL = malloc and free), a count, the size of one item.
 * Out: memory or NULL; never a block that is smaller than count * size.
 */
#ifndef RL_BASE_MEMORY_H
#define RL_BASE_MEMORY_H

#include "ridgeline.h"

/* Largest size of a block, 2 GiB.  A larger request fails without a call of the allocator. */
#define MEMORY_BLOCK_LIMIT ((size_t)1 << 31)

/* memory_array returns room for `count` items of `size_bytes`, not cleared; NULL if there is no
 * memory, or if the product overflows or exceeds MEMORY_BLOCK_LIMIT. */
void *memory_array(const rl_allocator *allocator, size_t count, size_t size_bytes);

/* memory_zeroed does the same and sets all bytes to 0. */
void *memory_zeroed(const rl_allocator *allocator, size_t count, size_t size_bytes);

/* memory_free frees a block of the same allocator; NULL is ignored. */
void memory_free(const rl_allocator *allocator, void *block);

#endif
