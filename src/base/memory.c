/* memory.c - the only calls of malloc and free in the library, blocks that several owners share,
 * and budgets: allocators that never hold more than a number of bytes.
 *
 * Several threads may use a budget at once: the number of bytes in use is atomic, and each block
 * has its size before it.
 */
#ifdef __linux__
#define _DEFAULT_SOURCE 1 /* madvise */
#include <sys/mman.h>
#endif

#include "base/memory.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"

enum { HUGE_PAGE = 1 << 21 };        /* bytes; of x86-64, and of arm64 with pages of 4 KiB */
enum { HUGE_LEAST = 8 * HUGE_PAGE }; /* least block that should have huge pages, bytes */

/* Asks for huge pages for a large block, such as the heights of a map: the first write to each
 * small page would take longer than most passes over the block.  Linux may ignore it. */
static void ask_huge(void *block, size_t bytes)
{
#if defined __linux__ && defined MADV_HUGEPAGE
    size_t before = (HUGE_PAGE - (uintptr_t)block % HUGE_PAGE) % HUGE_PAGE;
    if (block != NULL && bytes >= HUGE_LEAST)
        (void)madvise((char *)block + before, (bytes - before) & ~(size_t)(HUGE_PAGE - 1),
                      MADV_HUGEPAGE);
#else
    (void)block;
    (void)bytes;
#endif
}

/* It is not inlined, since compilers turn malloc and memset in one function into calloc. */
__attribute__((noinline)) void *memory_array(const rl_allocator *allocator, size_t count,
                                             size_t size_bytes)
{
    if (size_bytes == 0 || count > MEMORY_BLOCK_LIMIT / size_bytes)
        return NULL;
    size_t bytes = count * size_bytes;
    if (bytes == 0)
        bytes = 1; /* so that NULL always means failure */
    if (allocator != NULL)
        return allocator->alloc(allocator->user, bytes);
    void *block = malloc(bytes);
    ask_huge(block, bytes);
    return block;
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

/* ---- shared blocks ---------------------------------------------------------- */

struct memory_chain {
    _Atomic int references;
    const rl_allocator *allocator; /* NULL = malloc and free */
    memory_chain *before;          /* NULL = the first block */
    void (*destroy)(void *block);
    _Alignas(max_align_t) unsigned char block[];
};

const rl_allocator *chain_allocator(const memory_chain *chain)
{
    return chain->allocator;
}

static memory_chain *link_new(const rl_allocator *allocator, size_t size_bytes)
{
    if (size_bytes > MEMORY_BLOCK_LIMIT)
        return NULL; /* so that the sum below does not overflow */
    memory_chain *made = memory_array(allocator, 1, sizeof *made + size_bytes);
    if (made == NULL)
        return NULL;
    *made = (memory_chain){.references = 1, .allocator = allocator};
    return made;
}

memory_chain *chain_new(const rl_allocator *allocator)
{
    return link_new(allocator, 0);
}

void *chain_add(memory_chain **chain, size_t size_bytes, void (*destroy)(void *block))
{
    memory_chain *made = link_new(chain_allocator(*chain), size_bytes);
    if (made == NULL)
        return NULL;
    made->before = *chain; /* the owner's reference becomes that of the block */
    made->destroy = destroy;
    *chain = made;
    return made->block;
}

memory_chain *chain_share(memory_chain *chain)
{
    if (chain != NULL)
        atomic_fetch_add(&chain->references, 1);
    return chain;
}

void chain_free(memory_chain *chain)
{
    while (chain != NULL && atomic_fetch_sub(&chain->references, 1) == 1) {
        memory_chain *before = chain->before;
        if (chain->destroy != NULL)
            chain->destroy(chain->block);
        memory_free(chain->allocator, chain);
        chain = before;
    }
}

/* ---- budgets ---------------------------------------------------------------- */

/* The size that is stored before each block; its alignment keeps that of the block. */
typedef struct block_head {
    _Alignas(max_align_t) size_t bytes;
} block_head;

struct rl_budget {
    rl_allocator allocator;     /* allocator that the caller uses */
    rl_allocator base;          /* copy of the allocator from which memory is taken */
    const rl_allocator *source; /* &base, or NULL = malloc and free */
    int64_t limit;
    _Atomic int64_t used, peak;
    _Atomic int refuses; /* 1: a block was refused since it exceeded the limit */
};

static void *budget_alloc(void *user, size_t size_bytes)
{
    rl_budget *budget = user;
    if (size_bytes > MEMORY_BLOCK_LIMIT)
        return NULL; /* so that no sum below overflows */
    size_t bytes = size_bytes + sizeof(block_head);
    int64_t used = atomic_fetch_add(&budget->used, (int64_t)bytes) + (int64_t)bytes;
    block_head *head = NULL;
    if (used <= budget->limit)
        head = memory_array(budget->source, bytes, 1);
    else
        atomic_store(&budget->refuses, 1);
    if (head == NULL) {
        atomic_fetch_sub(&budget->used, (int64_t)bytes);
        return NULL;
    }
    int64_t peak = atomic_load(&budget->peak);
    while (used > peak && !atomic_compare_exchange_weak(&budget->peak, &peak, used))
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
    atomic_fetch_sub(&budget->used, (int64_t)head->bytes);
    memory_free(budget->source, head);
}

rl_status rl_budget_new(rl_budget **budget, int64_t limit_bytes, const rl_allocator *allocator,
                        rl_error *error)
{
    *budget = NULL;
    if (limit_bytes < 0)
        return status_fail(error, RL_BAD_ARGUMENT, "limit_bytes: must be 0 or more");
    rl_budget *self = memory_zeroed(allocator, 1, sizeof *self);
    TRY(status_memory(self != NULL, "budget", error));
    if (allocator != NULL) {
        self->base = *allocator;
        self->source = &self->base;
    }
    self->allocator = (rl_allocator){budget_alloc, budget_free, self};
    self->limit = limit_bytes;
    *budget = self;
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
    memory_free(budget->source != NULL ? &base : NULL, budget);
}
