/* arena.h - memory of one preparation: many allocations, one release.
 *
 * In: an allocator, counts and sizes.  Out: blocks that live until arena_free.  Several
 * threads may allocate from one arena at once.
 */
#ifndef RL_BASE_ARENA_H
#define RL_BASE_ARENA_H

#include <stdatomic.h>

#include "ridgeline.h"

typedef struct arena_block arena_block;

typedef struct arena {
    const rl_allocator *allocator; /* NULL = malloc and free */
    _Atomic(arena_block *) newest;
} arena;

/* arena_array returns room for `count` items of `size_bytes`, not cleared, or NULL as
 * memory_array does; arena_zeroed clears it. */
void *arena_array(arena *owner, size_t count, size_t size_bytes);
void *arena_zeroed(arena *owner, size_t count, size_t size_bytes);

/* arena_free frees every block; the arena is then empty and usable again. */
void arena_free(arena *owner);

#endif
