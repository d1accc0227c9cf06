/* arena.h - memory of one preparation: many allocations, one release.
 *
 * In: an allocator, counts and sizes.  Out: blocks that are valid until arena_free.  Several
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

/* arena_array returns room for `count` items of `size_bytes`, or NULL in the cases in which
 * memory_array returns NULL; arena_zeroed also sets it to 0. */
void *arena_array(arena *owner, size_t count, size_t size_bytes);
void *arena_zeroed(arena *owner, size_t count, size_t size_bytes);

/* arena_text returns a copy of `size` bytes with a NUL behind them, or NULL without memory. */
char *arena_text(arena *owner, const void *bytes, size_t size);

/* arena_free frees every block; the arena is then empty and usable again. */
void arena_free(arena *owner);

#endif
