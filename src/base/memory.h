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

/* Blocks that several owners share.  An owner holds a reference to the newest block of a chain,
 * which holds one to the block before it; so an owner adds blocks without changing the chains of
 * others.  Threads may share blocks. */
typedef struct memory_chain memory_chain;

/* chain_new makes a chain with one reference, whose allocator must outlive it; NULL when there is
 * no memory.  chain_allocator returns that allocator. */
memory_chain *chain_new(const rl_allocator *allocator);
const rl_allocator *chain_allocator(const memory_chain *chain);

/* chain_add makes a block of `size_bytes` the newest one of an owner's chain and returns its
 * memory, not cleared, or NULL.  `destroy`, which may be NULL, is called with it before it is
 * freed. */
void *chain_add(memory_chain **chain, size_t size_bytes, void (*destroy)(void *block));

/* chain_share returns the chain with one more reference; chain_free gives one back, and frees the
 * blocks that have none.  Both accept NULL. */
memory_chain *chain_share(memory_chain *chain);
void chain_free(memory_chain *chain);

#endif
