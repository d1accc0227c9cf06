/* test_huffman.c - codes of a limited length: complete, in order, none shorter at all. */
#include "encode/deflate/huffman.h"
#include "support/support.h"

#include <string.h>

typedef struct node {
    uint64_t weight;
    int depth; /* of the tree below */
} node;

static node lightest_take(node *nodes, int *count)
{
    int best = 0;
    for (int i = 1; i < *count; i++)
        if (nodes[i].weight < nodes[best].weight)
            best = i;
    node it = nodes[best];
    nodes[best] = nodes[--*count];
    return it;
}

/* The bits of a code without a limit: each inner node adds its weight. */
static uint64_t best_bits(const uint32_t *counts, int symbols, int *deepest)
{
    node nodes[HUFFMAN_SYMBOLS] = {{0, 0}};
    uint64_t bits = 0;
    int count = 0;
    for (int i = 0; i < symbols; i++)
        if (counts[i] > 0)
            nodes[count++] = (node){counts[i], 0};
    while (count > 1) {
        node a = lightest_take(nodes, &count), b = lightest_take(nodes, &count);
        int depth = (a.depth > b.depth ? a.depth : b.depth) + 1;
        bits += a.weight + b.weight;
        nodes[count++] = (node){a.weight + b.weight, depth};
    }
    *deepest = nodes[0].depth;
    return bits;
}

static uint32_t reversed(uint32_t code, int length)
{
    uint32_t value = 0;
    for (int i = 0; i < length; i++)
        value = value << 1 | (code >> i & 1);
    return value;
}

/* RFC 1951, 3.2.2: codes of a length follow one another, shorter ones come before. */
static void codes_in_order(const huffman_code *code, int symbols, int limit)
{
    uint32_t next = 0;
    for (int length = 1; length <= limit; length++) {
        next <<= 1;
        for (int i = 0; i < symbols; i++)
            if (code->length[i] == length) {
                EXPECT(reversed(code->code[i], length) == next);
                next++;
            }
        EXPECT(next <= 1U << length);
    }
}

static void check_code(const uint32_t *counts, int symbols, int limit)
{
    huffman_code code;
    memset(&code, 0xee, sizeof code);
    huffman_make(&code, counts, symbols, limit);
    int used = 0, deepest;
    uint64_t kraft = 0, bits = 0;
    for (int i = 0; i < symbols; i++) {
        EXPECT((counts[i] > 0) == (code.length[i] > 0));
        EXPECT(code.length[i] <= limit);
        used += counts[i] > 0;
        kraft += code.length[i] > 0 ? (uint64_t)1 << (limit - code.length[i]) : 0;
        bits += (uint64_t)counts[i] * code.length[i];
    }
    if (used == 1)
        EXPECT(kraft == (uint64_t)1 << (limit - 1));
    if (used > 1)
        EXPECT_MSG(kraft == (uint64_t)1 << limit, "%d symbols: not complete", used);
    codes_in_order(&code, symbols, limit);
    uint64_t best = best_bits(counts, symbols, &deepest);
    if (used > 1 && deepest <= limit)
        EXPECT_MSG(bits == best, "%d symbols: %llu bits, not %llu", used, (unsigned long long)bits,
                   (unsigned long long)best);
    EXPECT(used < 2 || bits >= best);
    for (int i = 1; i < symbols; i++) /* what is rarer is not shorter */
        EXPECT(counts[i] == 0 || counts[i] >= counts[i - 1] ||
               code.length[i] >= code.length[i - 1]);
}

TEST(huffman_code_of_no_to_few_symbols_is_complete)
{
    uint32_t counts[HUFFMAN_SYMBOLS] = {0};
    check_code(counts, HUFFMAN_SYMBOLS, 15);
    counts[285] = 7;
    check_code(counts, HUFFMAN_SYMBOLS, 15);
    check_code(counts, HUFFMAN_SYMBOLS, 9);
    counts[0] = 1;
    check_code(counts, HUFFMAN_SYMBOLS, 15);
    counts[100] = 1000;
    check_code(counts, HUFFMAN_SYMBOLS, 15);
}

TEST(huffman_code_of_all_symbols_keeps_its_limit)
{
    uint32_t counts[HUFFMAN_SYMBOLS];
    for (int limit = 9; limit <= 15; limit++) {
        for (int i = 0; i < HUFFMAN_SYMBOLS; i++)
            counts[i] = 1;
        check_code(counts, HUFFMAN_SYMBOLS, limit);
        counts[0] = (1U << 24) - 1;
        check_code(counts, HUFFMAN_SYMBOLS, limit);
        for (int i = 0; i < HUFFMAN_SYMBOLS; i++)
            counts[i] = UINT32_MAX / HUFFMAN_SYMBOLS; /* as large as their sum may be */
        check_code(counts, HUFFMAN_SYMBOLS, limit);
    }
}

/* Fibonacci numbers as counts make the deepest tree. */
TEST(huffman_code_of_the_deepest_tree_keeps_its_limit)
{
    uint32_t counts[33] = {1, 1};
    for (int i = 2; i < 33; i++)
        counts[i] = counts[i - 1] + counts[i - 2];
    for (int symbols = 2; symbols <= 33; symbols++)
        for (int limit = 6; limit <= 15; limit++)
            check_code(counts, symbols, limit);
}

TEST(huffman_code_of_random_counts_is_complete)
{
    for (int number = 0; number < SUPPORT_PART(3000); number++) {
        chance c = chance_from((uint64_t)number);
        int symbols = (int)chance_integer(&c, 1, HUFFMAN_SYMBOLS);
        int least = 1;
        while (1 << least < symbols)
            least++;
        int limit = (int)chance_integer(&c, least > 1 ? least : 2, 15);
        int empty = (int)chance_integer(&c, 0, 9), skew = (int)chance_integer(&c, 1, 23);
        uint32_t counts[HUFFMAN_SYMBOLS];
        for (int i = 0; i < symbols; i++) {
            int64_t shift = chance_integer(&c, 0, skew);
            int is_empty = chance_integer(&c, 0, 9) < empty;
            counts[i] = is_empty ? 0 : (uint32_t)chance_integer(&c, 1, (int64_t)1 << shift);
        }
        check_code(counts, symbols, limit);
    }
}
