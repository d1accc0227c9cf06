/* deflate.c - packs bytes as deflate blocks, with matches at known distances.
 *
 * A block is made in three passes over bytes that stay in the L2 cache: bitmaps of the bytes that
 * equal earlier ones, tokens (literals and matches) with their counts, and, when the codes are
 * known, bits.
 */
#include "encode/deflate/deflate.h"

#include "encode/deflate/huffman.h"
#include "encode/deflate/tokens.h"

/* Greatest length of a literal's code, bits: four codes and 7 bits of a begun byte must fit into
 * 64 bits (4 * 14 + 7). */
enum { LITERAL_LIMIT = 14 };

/* A code followed by its extra bits, so that one call of bits_add writes both. */
typedef struct bits {
    uint32_t value;
    uint32_t count;
} bits;

struct deflate_work {
    tokens found;
    uint32_t length_counts[LENGTHS]; /* counts of literals, END_OF_BLOCK and lengths */
    uint32_t distance_counts[DISTANCES];
    huffman_code length_code, distance_code;
    uint64_t literal_bits[2 * 256];  /* `table` of literals_write_four; index: literal_index */
    bits match_bits[MATCH_MOST + 1]; /* by length of a match */
    bits distance_bits[DEFLATE_DISTANCES]; /* by index of a distance */
};

deflate_work *deflate_new(const strip_kernels *kernels, arena *memory)
{
    deflate_work *work = arena_array(memory, 1, sizeof *work);
    if (work != NULL)
        work->found.kernels = kernels;
    return work;
}

/* ---- lengths and distances (3.2.5) ------------------------------------------- */

static const uint16_t length_base[] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                       15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                       67, 83, 99, 115, 131, 163, 195, 227, 258};
static const uint8_t length_extra[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                       2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};

/* Returns the symbol of a length, less FIRST_LENGTH. */
static int length_symbol(uint32_t length)
{
    if (length == MATCH_MOST)
        return 28;
    if (length < 11)
        return (int)length - 3;
    /* Four symbols for each power of two above eight. */
    int power = 31 - __builtin_clz(length - 3);
    return 4 * (power - 1) + (int)((length - 3) >> (power - 2) & 3);
}

/* Returns the symbol of a distance: two symbols for each power of two above two. */
static int distance_symbol(int distance)
{
    uint32_t d = (uint32_t)distance - 1;
    if (d < 4)
        return (int)d;
    int power = 31 - __builtin_clz(d);
    return 2 * power + (int)(d >> (power - 1) & 1);
}

/* ---- a block ------------------------------------------------------------------- */

static void codes_make(deflate_work *work)
{
    memset(work->length_counts, 0, sizeof work->length_counts);
    memset(work->distance_counts, 0, sizeof work->distance_counts);
    for (int i = 0; i < 256; i++)
        work->length_counts[i] = 1;
    for (int i = 0; i < 256; i++)
        for (int k = 0; k < 4; k++)
            work->length_counts[i] += SAMPLED * work->found.literal_counts[k][i];
    for (int k = 0; k < work->found.distances; k++)
        for (uint32_t i = 3; i <= MATCH_MOST; i++) {
            work->length_counts[FIRST_LENGTH + length_symbol(i)] += work->found.part_counts[k][i];
            work->distance_counts[distance_symbol(work->found.distance[k])] +=
                work->found.part_counts[k][i];
        }
    work->length_counts[END_OF_BLOCK] = 1;
    huffman_make(&work->length_code, work->length_counts, LENGTHS, LITERAL_LIMIT);
    huffman_make(&work->distance_code, work->distance_counts, DISTANCES, HUFFMAN_LIMIT);
    /* Tables of the bits of each literal, length and distance. */
    const huffman_code *lengths = &work->length_code, *distances = &work->distance_code;
    for (int i = 0; i < 256; i++)
        work->literal_bits[i] =
            (uint64_t)lengths->code[i] << (64 - lengths->length[i]) | lengths->length[i];
    memset(work->literal_bits + 256, 0, 256 * sizeof *work->literal_bits);
    for (uint32_t i = 3; i <= MATCH_MOST; i++) {
        int symbol = length_symbol(i);
        uint32_t count = lengths->length[FIRST_LENGTH + symbol];
        work->match_bits[i] =
            (bits){lengths->code[FIRST_LENGTH + symbol] | (i - length_base[symbol]) << count,
                   count + length_extra[symbol]};
    }
    for (int k = 0; k < work->found.distances; k++) {
        uint32_t d = (uint32_t)work->found.distance[k] - 1;
        int symbol = distance_symbol(work->found.distance[k]);
        uint32_t count = distances->length[symbol];
        uint32_t extra_count = d < 4 ? 0 : 30 - (uint32_t)__builtin_clz(d);
        uint32_t extra = d & ((1U << extra_count) - 1);
        work->distance_bits[k] =
            (bits){distances->code[symbol] | extra << count, count + extra_count};
    }
}

/* Writes four literals.  An entry of `table` has the code in its highest bits and the code's length
 * in its lowest six.  So a shift right by an entry (& 63) makes room for its code, and the sum of
 * entries has the sum of lengths in its lowest bits. */
static ALWAYS_INLINE void literals_write_four(bit_writer *writer, const uint64_t *table,
                                              const uint32_t index[4])
{
    uint64_t a = table[index[0]], b = table[index[1]], c = table[index[2]], d = table[index[3]];
    uint64_t last = c + d, all = a + b + last;
    uint64_t high = a >> (b & 63) | b, low = c >> (d & 63) | d;
    high = high >> (last & 63) | low;
    /* A length of 0 shifts by 0, but then `high` is 0, too. */
    bits_add(writer, high >> (-all & 63), (uint32_t)all & 63);
    bits_flush(writer);
}

/* Writes `count` literals.  Most tokens have four to eight: four whole ones, then four of which
 * only the first `left` have codes. */
static ALWAYS_INLINE void literals_write(bit_writer *writer, const uint64_t *table,
                                         const uint8_t *bytes, uint32_t count)
{
    int32_t left = (int32_t)count;
    for (; left >= GROUP + 4; left -= GROUP, bytes += GROUP) {
        const uint32_t low[4] = FOUR(bytes, 4), high[4] = FOUR(bytes + 4, 4);
        literals_write_four(writer, table, low);
        literals_write_four(writer, table, high);
    }
    if (left >= 4) {
        const uint32_t whole[4] = FOUR(bytes, 4);
        literals_write_four(writer, table, whole);
        left -= 4;
        bytes += 4;
    }
    const uint32_t low[4] = FOUR(bytes, left), high[4] = FOUR(bytes + 4, left - 4);
    literals_write_four(writer, table, low);
    if (left > 4)
        literals_write_four(writer, table, high);
}

static ALWAYS_INLINE void match_write(bit_writer *writer, const deflate_work *work,
                                      const token *item)
{
    bits distance = work->distance_bits[item->distance];
    for (uint32_t left = item->match; left > 0;) {
        uint32_t part = match_part(left);
        bits length = work->match_bits[part];
        bits_add(writer, length.value | (uint64_t)distance.value << length.count,
                 length.count + distance.count);
        bits_flush(writer);
        left -= part;
    }
}

/* Writes the tokens of a block.  A local copy of the writer stays in registers; `*writer` could
 * not, as the compiler must assume that stores of output bytes change it. */
static void tokens_write(bit_writer *writer, const deflate_work *work, const uint8_t *bytes)
{
    bit_writer copy = *writer;
    for (int i = 0; i < work->found.count; i++) {
        const token *item = &work->found.token[i];
        literals_write(&copy, work->literal_bits, bytes, item->literals);
        match_write(&copy, work, item);
        bytes += item->literals + item->match;
    }
    *writer = copy;
}

enum { STORED_MOST = 65535, STORED_HEAD = 4 };

/* Writes stored blocks (3.2.4). */
static void block_write_stored(bit_writer *writer, const uint8_t *bytes, size_t size, int is_last)
{
    do {
        size_t part = size < STORED_MOST ? size : STORED_MOST;
        size -= part;
        bits_add(writer, (uint64_t)(is_last && size == 0), 3);
        bits_align(writer);
        bits_add(writer, part | (part ^ 65535) << 16, 32);
        bits_flush(writer);
        memcpy(writer->out, bytes, part);
        writer->out += part;
        bytes += part;
    } while (size > 0);
}

/* ---- all blocks ----------------------------------------------------------------- */

/* A block that does not become smaller is stored, so the bound is that of stored blocks.  But the
 * last one is written as codes first: LITERAL_LIMIT bits for each byte, and CODE_LENGTHS_BYTES. */
size_t deflate_bound(size_t size)
{
    size_t last = size < BLOCK_BYTES ? size : BLOCK_BYTES, blocks = size / BLOCK_BYTES + 2;
    size_t heads = (STORED_HEAD + 1) * (blocks * (BLOCK_BYTES / STORED_MOST + 1));
    return size + heads + last * (LITERAL_LIMIT - 8) / 8 + CODE_LENGTHS_BYTES + 16;
}

size_t deflate_bytes(deflate_work *work, uint8_t *out, const uint8_t *bytes, size_t size,
                     const int distances[DEFLATE_DISTANCES], int is_last)
{
    bit_writer writer = {.out = out};
    work->found.distances =
        survey_distances(work->found.distance, work->found.kernels, bytes, size, distances);
    size_t start = 0;
    do {
        size_t part = size - start < BLOCK_BYTES ? size - start : BLOCK_BYTES;
        int is_end = is_last && start + part == size;
        bit_writer before = writer;
        tokens_find(&work->found, bytes, start, part);
        codes_make(work);
        bits_add(&writer, (uint64_t)(4 | is_end), 3);
        code_lengths_write(&writer, &work->length_code, &work->distance_code);
        tokens_write(&writer, work, bytes + start);
        bits_add(&writer, work->length_code.code[END_OF_BLOCK],
                 work->length_code.length[END_OF_BLOCK]);
        bits_flush(&writer);
        if ((size_t)(writer.out - before.out) >= part) {
            /* The block did not become smaller: it is stored. */
            writer = before;
            block_write_stored(&writer, bytes + start, part, is_end);
        }
        start += part;
    } while (start < size);
    if (!is_last)
        block_write_stored(&writer, bytes, 0, 0);
    bits_align(&writer);
    return (size_t)(writer.out - out);
}
