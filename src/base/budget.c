/* budget.c - an allocator that refuses to hold more than it was given.
 *
 * In: a number of bytes, the allocator that the memory really comes from.  Out: an
 * allocator for everything that takes one.  Several threads may use it at once: what
 * is held is one atomic number, and each block remembers its own size.
 */
#include <stdatomic.h>

#include "base/memory.h"
#include "base/status.h"

/* Before each block stands its size, in the place of the strictest alignment. */
typedef struct block_head {
    _Alignas(max_align_t) size_t bytes;
} block_head;

struct rl_budget {
    rl_allocator allocator; /* what the caller gets */
    rl_allocator base;
    const rl_allocator *from; /* &base, or NULL for malloc and free */
    int64_t limit;
    _Atomic int64_t held, peak;
    _Atomic int refuses; /* 1 from the first block on that was too much */
};

static void *budget_alloc(void *user, size_t size_bytes)
{
    rl_budget *budget = user;
    if (size_bytes > MEMORY_BLOCK_LIMIT)
        return NULL; /* so that no sum below overflows */
    size_t bytes = size_bytes + sizeof(block_head);
    int64_t held = atomic_fetch_add(&budget->held, (int64_t)bytes) + (int64_t)bytes;
    block_head *head = NULL;
    if (held <= budget->limit)
        head = memory_array(budget->from, bytes, 1);
    else
        atomic_store(&budget->refuses, 1);
    if (head == NULL) {
        atomic_fetch_sub(&budget->held, (int64_t)bytes);
        return NULL;
    }
    int64_t peak = atomic_load(&budget->peak);
    while (held > peak && !atomic_compare_exchange_weak(&budget->peak, &peak, held))
        continue;
    head->bytes = bytes;
    return head + 1;
}

static void budget_free(void *user, void *memory)
{
    rl_budget *budget = user;
    if (memory == NULL)
        return;
    block_head *head = (block_head *)memory - 1;
    atomic_fetch_sub(&budget->held, (int64_t)head->bytes);
    memory_free(budget->from, head);
}

rl_status rl_budget_new(rl_budget **budget, int64_t limit_bytes, const rl_allocator *allocator,
                        rl_error *error)
{
    *budget = NULL;
    if (limit_bytes < 0)
        return status_fail(error, RL_BAD_ARGUMENT, "limit_bytes: must be 0 or more");
    rl_budget *made = memory_zeroed(allocator, 1, sizeof *made);
    if (made == NULL)
        return status_fail(error, RL_NO_MEMORY, "budget: out of memory");
    if (allocator != NULL) {
        made->base = *allocator;
        made->from = &made->base;
    }
    made->allocator = (rl_allocator){budget_alloc, budget_free, made};
    made->limit = limit_bytes;
    *budget = made;
    return status_clear(error);
}

const rl_allocator *rl_budget_allocator(const rl_budget *budget)
{
    return &budget->allocator;
}

int64_t rl_budget_peak(const rl_budget *budget)
{
    return atomic_load(&budget->peak);
}

int rl_budget_refused(const rl_budget *budget)
{
    return atomic_load(&budget->refuses);
}

void rl_budget_free(rl_budget *budget)
{
    if (budget == NULL)
        return;
    rl_allocator base = budget->base;
    memory_free(budget->from != NULL ? &base : NULL, budget);
}
