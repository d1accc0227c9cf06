/* huffman.c - makes prefix codes by Huffman's algorithm with two queues, and then limits their
 * lengths. */
#include "encode/deflate/huffman.h"

#include <string.h>

/* A symbol and its count are one number, so that sorting keeps them together; of equal counts the
 * lower symbol comes first. */
enum { SYMBOL_BITS = 9, SYMBOL_MASK = (1 << SYMBOL_BITS) - 1 };

typedef struct sorted_symbols {
    int count;
    uint64_t item[HUFFMAN_SYMBOLS]; /* count << SYMBOL_BITS | symbol, rising */
} sorted_symbols;

/* ---- sorting by count ------------------------------------------------------- */

/* One pass of a radix sort, by the eight bits from bit `shift` on. */
static void sort_pass(uint64_t *target, const uint64_t *source, int count, int shift)
{
    uint16_t start[257] = {0};
    for (int i = 0; i < count; i++)
        start[1 + (source[i] >> shift & 255)]++;
    for (int i = 0; i < 256; i++)
        start[i + 1] = (uint16_t)(start[i + 1] + start[i]);
    for (int i = 0; i < count; i++)
        target[start[source[i] >> shift & 255]++] = source[i];
}

/* ---- depths ----------------------------------------------------------------- */

/* Adds to of_depth[d] the number of leaves of depth d in Huffman's tree.  Nodes 0..leaves-1 are the
 * leaves by rising count; then come the inner nodes in the order of their making, which is also by
 * rising count.  So the two lightest nodes are always at the heads of these two queues, and every
 * parent comes after its children. */
static void depths_find(int *of_depth, const sorted_symbols *sorted)
{
    uint32_t weight[2 * HUFFMAN_SYMBOLS];
    uint16_t parent[2 * HUFFMAN_SYMBOLS];
    uint8_t depth[2 * HUFFMAN_SYMBOLS];
    int leaves = sorted->count, leaf = 0, inner = leaves, end = leaves;
    for (int i = 0; i < leaves; i++)
        weight[i] = (uint32_t)(sorted->item[i] >> SYMBOL_BITS);
    while (end < 2 * leaves - 1) {
        uint32_t sum = 0;
        for (int child = 0; child < 2; child++) {
            int is_leaf = leaf < leaves && (inner == end || weight[leaf] <= weight[inner]);
            int node = is_leaf ? leaf++ : inner++;
            parent[node] = (uint16_t)end;
            sum += weight[node];
        }
        weight[end++] = sum;
    }
    depth[end - 1] = 0;
    for (int node = end - 2; node >= 0; node--) {
        /* Depth d needs counts whose sum is at least Fibonacci number d + 1; the sum is below
         * 2^32, so no depth is above 46. */
        depth[node] = (uint8_t)(depth[parent[node]] + 1);
        if (node < leaves)
            of_depth[depth[node]]++;
    }
}

/* Moves leaves deeper than `limit` up to it.  Then, until Kraft's sum is 1 again, a leaf of the
 * deepest level before the limit goes one level deeper and gets a moved leaf as its sibling. */
static void depths_limit(int *of_depth, int deepest, int limit)
{
    int64_t excess = -((int64_t)1 << limit); /* Kraft's sum - 1, in units of 2^-limit */
    for (int d = limit + 1; d <= deepest; d++) {
        of_depth[limit] += of_depth[d];
        of_depth[d] = 0;
    }
    for (int d = 1; d <= limit; d++)
        excess += (int64_t)of_depth[d] << (limit - d);
    for (; excess > 0; excess--) {
        int d = limit - 1;
        while (of_depth[d] == 0)
            d--;
        of_depth[d]--;
        of_depth[d + 1] += 2;
        of_depth[limit]--;
    }
}

/* ---- codes ------------------------------------------------------------------ */

void huffman_make(huffman_code *code, const uint32_t *counts, int symbols, int limit)
{
    int of_depth[64] = {0}, used = 0;
    sorted_symbols sorted = {.count = 0};
    uint64_t other[HUFFMAN_SYMBOLS];
    memset(code, 0, sizeof *code);
    for (int i = 0; i < symbols; i++)
        if (counts[i] > 0)
            other[sorted.count++] = (uint64_t)counts[i] << SYMBOL_BITS | (uint64_t)i;
    if (sorted.count == 0)
        return;
    sort_pass(sorted.item, other, sorted.count, SYMBOL_BITS);
    sort_pass(other, sorted.item, sorted.count, SYMBOL_BITS + 8);
    sort_pass(sorted.item, other, sorted.count, SYMBOL_BITS + 16);
    if (sorted.count == 1) {
        of_depth[1] = 1;
    } else {
        depths_find(of_depth, &sorted);
        depths_limit(of_depth, 63, limit);
    }
    for (int d = limit; d > 0; d--) /* the rarest symbols are the deepest leaves */
        for (int i = 0; i < of_depth[d]; i++)
            code->length[sorted.item[used++] & SYMBOL_MASK] = (uint8_t)d;
    /* Codes of equal length count up in the order of the symbols (3.2.2). */
    uint32_t next[HUFFMAN_LIMIT + 2] = {0};
    for (int d = 1; d <= HUFFMAN_LIMIT; d++)
        next[d + 1] = (next[d] + (uint32_t)of_depth[d]) << 1;
    for (int i = 0; i < symbols; i++) {
        if (code->length[i] == 0)
            continue;
        /* The order of the bits is reversed by swapping neighbours: bits, pairs, fours, bytes. */
        uint32_t bits = next[code->length[i]]++;
        bits = (bits & 0x5555) << 1 | (bits >> 1 & 0x5555);
        bits = (bits & 0x3333) << 2 | (bits >> 2 & 0x3333);
        bits = (bits & 0x0f0f) << 4 | (bits >> 4 & 0x0f0f);
        bits = (bits & 0x00ff) << 8 | (bits >> 8 & 0x00ff);
        code->code[i] = (uint16_t)(bits >> (16 - code->length[i]));
    }
}

/* ---- the run-length coded lengths of a block's codes, in a code of their own ------ */

/* Symbols 0..15 are lengths; REPEAT repeats the length before, ZEROS and MANY_ZEROS are runs of 0;
 * RUN_LIMIT is the greatest length of a code for these symbols (3.2.7). */
enum { RUN_SYMBOLS = 19, RUN_LIMIT = 7, REPEAT = 16, ZEROS = 17, MANY_ZEROS = 18 };

/* The lengths of both codes, run-length coded: `count` symbols with the values of their extra
 * bits. */
typedef struct code_runs {
    int lengths, distances; /* symbols of each code whose lengths are written */
    int count;
    uint8_t symbol[LENGTHS + DISTANCES];
    uint8_t extra[LENGTHS + DISTANCES];
    uint32_t counts[RUN_SYMBOLS];
    huffman_code code;
} code_runs;

static const uint8_t run_extra_bits[RUN_SYMBOLS] = {[REPEAT] = 2, [ZEROS] = 3, [MANY_ZEROS] = 7};

static void run_add(code_runs *runs, int symbol, int extra)
{
    runs->symbol[runs->count] = (uint8_t)symbol;
    runs->extra[runs->count++] = (uint8_t)extra;
    runs->counts[symbol]++;
}

static int used_symbols(const huffman_code *code, int symbols, int least)
{
    while (symbols > least && code->length[symbols - 1] == 0)
        symbols--;
    return symbols;
}

static void runs_make(code_runs *runs, const huffman_code *lengths, const huffman_code *distances)
{
    uint8_t all[LENGTHS + DISTANCES];
    runs->count = 0;
    memset(runs->counts, 0, sizeof runs->counts);
    runs->lengths = used_symbols(lengths, LENGTHS, FIRST_LENGTH);
    runs->distances = used_symbols(distances, DISTANCES, 1);
    memcpy(all, lengths->length, (size_t)runs->lengths);
    memcpy(all + runs->lengths, distances->length, (size_t)runs->distances);
    int end = runs->lengths + runs->distances;
    for (int i = 0, next; i < end; i = next) {
        int length = all[i];
        for (next = i + 1; next < end && all[next] == length;)
            next++;
        int count = next - i;
        while (length == 0 && count >= 11) {
            int part = count < 138 ? count : 138;
            run_add(runs, MANY_ZEROS, part - 11);
            count -= part;
        }
        if (length == 0 && count >= 3) {
            run_add(runs, ZEROS, count - 3);
            count = 0;
        }
        if (length > 0) {
            run_add(runs, length, 0);
            count--;
        }
        while (length > 0 && count >= 3) {
            int part = count < 6 ? count : 6;
            run_add(runs, REPEAT, part - 3);
            count -= part;
        }
        while (count-- > 0)
            run_add(runs, length, 0);
    }
    huffman_make(&runs->code, runs->counts, RUN_SYMBOLS, RUN_LIMIT);
}

/* Order in which the lengths of code_runs.code are written.  Zeros at the end are left out, so rare
 * symbols come last. */
static const uint8_t run_order[RUN_SYMBOLS] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                               11, 4,  12, 3, 13, 2, 14, 1, 15};

void code_lengths_write(bit_writer *writer, const huffman_code *lengths,
                        const huffman_code *distances)
{
    code_runs runs;
    int order_count = RUN_SYMBOLS;
    runs_make(&runs, lengths, distances);
    while (order_count > 4 && runs.code.length[run_order[order_count - 1]] == 0)
        order_count--;
    bits_add(writer, (uint64_t)(runs.lengths - FIRST_LENGTH), 5);
    bits_add(writer, (uint64_t)(runs.distances - 1), 5);
    bits_add(writer, (uint64_t)(order_count - 4), 4);
    for (int i = 0; i < order_count; i++) {
        bits_flush(writer);
        bits_add(writer, runs.code.length[run_order[i]], 3);
    }
    for (int i = 0; i < runs.count; i++) {
        int symbol = runs.symbol[i];
        bits_flush(writer);
        bits_add(writer, runs.code.code[symbol], runs.code.length[symbol]);
        bits_add(writer, runs.extra[i], run_extra_bits[symbol]);
    }
    bits_flush(writer);
}
