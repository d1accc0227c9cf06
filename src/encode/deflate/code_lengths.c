/* code_lengths.c - the lengths of a block's codes, with runs shortened, in a code of
 * their own. */
#include "encode/deflate/code_lengths.h"

enum { RUN_SYMBOLS = 19, RUN_LIMIT = 7, REPEAT = 16, ZEROS = 17, MANY_ZEROS = 18 };

/* All code lengths in a row, shortened: a symbol and its extra bits each. */
typedef struct code_runs {
    int lengths, distances; /* how many of each are told */
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

static void runs_of_zeros(code_runs *runs, int count)
{
    while (count >= 11) {
        int part = count < 138 ? count : 138;
        run_add(runs, MANY_ZEROS, part - 11);
        count -= part;
    }
    if (count >= 3)
        run_add(runs, ZEROS, count - 3);
    else
        while (count-- > 0)
            run_add(runs, 0, 0);
}

static void runs_of_length(code_runs *runs, int length, int count)
{
    run_add(runs, length, 0);
    count--;
    while (count >= 3) {
        int part = count < 6 ? count : 6;
        run_add(runs, REPEAT, part - 3);
        count -= part;
    }
    while (count-- > 0)
        run_add(runs, length, 0);
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
        for (next = i + 1; next < end && all[next] == all[i];)
            next++;
        if (all[i] == 0)
            runs_of_zeros(runs, next - i);
        else
            runs_of_length(runs, all[i], next - i);
    }
    huffman_make(&runs->code, runs->counts, RUN_SYMBOLS, RUN_LIMIT);
}

/* In this order their lengths are told, so that those left out come last. */
static const uint8_t run_order[RUN_SYMBOLS] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                               11, 4,  12, 3, 13, 2, 14, 1, 15};

static int runs_told(const code_runs *runs)
{
    int told = RUN_SYMBOLS;
    while (told > 4 && runs->code.length[run_order[told - 1]] == 0)
        told--;
    return told;
}

static void runs_write(bit_writer *to, const code_runs *runs)
{
    int told = runs_told(runs);
    bits_add(to, (uint64_t)(runs->lengths - FIRST_LENGTH), 5);
    bits_add(to, (uint64_t)(runs->distances - 1), 5);
    bits_add(to, (uint64_t)(told - 4), 4);
    for (int i = 0; i < told; i++) {
        bits_flush(to);
        bits_add(to, runs->code.length[run_order[i]], 3);
    }
    for (int i = 0; i < runs->count; i++) {
        int symbol = runs->symbol[i];
        bits_flush(to);
        bits_add(to, runs->code.code[symbol], runs->code.length[symbol]);
        bits_add(to, runs->extra[i], run_extra_bits[symbol]);
    }
    bits_flush(to);
}

void code_lengths_write(bit_writer *to, const huffman_code *lengths, const huffman_code *distances)
{
    code_runs runs;
    runs_make(&runs, lengths, distances);
    runs_write(to, &runs);
}
