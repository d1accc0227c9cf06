/* memory.h - overflow-checked allocation; the only callers of malloc and free.
 *
 * In: an allocator (NULL = malloc and free), a count, the size of one item.
 * Out: memory or NULL; never a block that is smaller than count * size.
 */
#ifndef RL_BASE_MEMORY_H
#define RL_BASE_MEMORY_H

#include "ridgeline.h"

/* One block may hold this much (2 GiB): a larger request is an error of the
 * caller and fails before it reaches the system. */
#define MEMORY_BLOCK_LIMIT ((size_t)1 << 31)

/* memory_array returns room for `count` items of `size_bytes`, not cleared, or
 * NULL when there is none, when the product overflows or is over the limit. */
void *memory_array(const rl_allocator *allocator, size_t count, size_t size_bytes);

/* memory_zeroed does the same and clears it. */
void *memory_zeroed(const rl_allocator *allocator, size_t count, size_t size_bytes);

/* memory_free frees a block of the same allocator; NULL is ignored. */
void memory_free(const rl_allocator *allocator, void *block);

#endif
