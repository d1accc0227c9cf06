/* test_memory.c - sizes are multiplied in one place, which must never give too little. */
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#include "support/support.h"

/* What was asked for last; nothing is given, so that no test needs gigabytes. */
typedef struct asking {
    size_t bytes;
    int calls;
} asking;

static void *ask(void *user, size_t size_bytes)
{
    asking *it = user;
    it->bytes = size_bytes;
    it->calls++;
    return NULL;
}

static void give_back(void *user, void *block)
{
    (void)user;
    (void)block;
}

TEST(array_size_reaches_the_allocator_as_product)
{
    asking it = {0, 0};
    const rl_allocator allocator = {ask, give_back, &it};
    static const size_t pairs[][2] = {{1, 1},
                                      {3, 5},
                                      {MEMORY_BLOCK_LIMIT, 1},
                                      {1, MEMORY_BLOCK_LIMIT},
                                      {MEMORY_BLOCK_LIMIT / 8, 8},
                                      {(MEMORY_BLOCK_LIMIT - 1) / 3, 3}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        ck_assert_ptr_null(memory_array(&allocator, pairs[i][0], pairs[i][1]));
        ck_assert_int_eq(it.calls, (int)i + 1);
        ck_assert_uint_eq(it.bytes, pairs[i][0] * pairs[i][1]);
    }
}

/* Some products would wrap to a small number in a size_t of 64 or 32 bits. */
TEST(array_beyond_the_block_limit_never_reaches_the_allocator)
{
    asking it = {0, 0};
    const rl_allocator allocator = {ask, give_back, &it};
    const size_t most = SIZE_MAX, root = (size_t)1 << (sizeof(size_t) * 4);
    const size_t pairs[][2] = {{MEMORY_BLOCK_LIMIT, 2},
                               {MEMORY_BLOCK_LIMIT + 1, 1},
                               {1, MEMORY_BLOCK_LIMIT + 1},
                               {MEMORY_BLOCK_LIMIT / 3 + 1, 3},
                               {root, root},
                               {root + 1, root},
                               {root, root + 1},
                               {most, 1},
                               {1, most},
                               {most, most},
                               {most / 2 + 1, 2},
                               {2, most / 2 + 2},
                               {most / 3 + 1, 3},
                               {most / 4 + 2, 4}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        ck_assert_ptr_null(memory_array(&allocator, pairs[i][0], pairs[i][1]));
        ck_assert_ptr_null(memory_zeroed(&allocator, pairs[i][0], pairs[i][1]));
        ck_assert_msg(it.calls == 0, "%zu x %zu: %zu bytes were asked for", pairs[i][0],
                      pairs[i][1], it.bytes);
    }
}

/* NULL means failure only; items of size 0 are a mistake of the caller. */
TEST(array_of_no_items_is_a_block)
{
    counted_memory memory;
    counted_memory_init(&memory, 0);
    void *block = memory_array(&memory.allocator, 0, 8);
    ck_assert_ptr_nonnull(block);
    void *cleared = memory_zeroed(&memory.allocator, 0, 8);
    ck_assert_ptr_nonnull(cleared);
    ck_assert_int_eq(memory.live, 2);
    memory_free(&memory.allocator, block);
    memory_free(&memory.allocator, cleared);
    memory_free(&memory.allocator, NULL);
    ck_assert_int_eq(memory.live, 0);
    ck_assert_ptr_null(memory_array(&memory.allocator, 8, 0));
    ck_assert_ptr_null(memory_zeroed(NULL, 8, 0));
}

TEST(zeroed_array_is_zero_to_its_end)
{
    for (int turn = 0; turn < 2; turn++) {
        counted_memory memory;
        counted_memory_init(&memory, 0);
        const rl_allocator *allocator = turn == 0 ? NULL : &memory.allocator;
        unsigned char *dirty = memory_array(allocator, 33, 7);
        ck_assert_ptr_nonnull(dirty);
        memset(dirty, 0xa5, 33 * 7);
        memory_free(allocator, dirty);
        unsigned char *block = memory_zeroed(allocator, 33, 7);
        ck_assert_ptr_nonnull(block);
        for (int i = 0; i < 33 * 7; i++)
            ck_assert_int_eq(block[i], 0);
        memory_free(allocator, block);
    }
}

TEST(failed_allocation_is_null_and_leaks_nothing)
{
    counted_memory memory;
    counted_memory_init(&memory, 1);
    ck_assert_ptr_null(memory_zeroed(&memory.allocator, 4, 4));
    ck_assert_int_eq(memory.live, 0);
}
