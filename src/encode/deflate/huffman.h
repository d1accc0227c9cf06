/* huffman.h - prefix codes of a limited length for deflate (RFC 1951, 3.2.2).
 *
 * A symbol that does not occur has length 0.  Codes have reversed bits, since deflate sends them
 * from the top.
 */
#ifndef RL_ENCODE_DEFLATE_HUFFMAN_H
#define RL_ENCODE_DEFLATE_HUFFMAN_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* ---- bits in deflate's order, the lowest of a byte first (3.1.1) ------------------- */

typedef struct bit_writer {
    uint64_t bits;  /* bits that are not written yet, from the lowest on */
    uint32_t count; /* number of these bits; below 8 after bits_flush */
    uint8_t *out;
} bit_writer;

static inline void bits_add(bit_writer *writer, uint64_t value, uint32_t count)
{
    writer->bits |= value << writer->count;
    writer->count += count;
}

/* Writes eight bytes and advances over those that are complete. */
static inline void bits_flush(bit_writer *writer)
{
    uint64_t bits = writer->bits;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bits = __builtin_bswap64(bits);
#endif
    memcpy(writer->out, &bits, sizeof bits);
    writer->out += writer->count / 8;
    writer->bits >>= writer->count & ~7U;
    writer->count &= 7;
}

/* Fills a byte that is begun with zeros. */
static inline void bits_align(bit_writer *writer)
{
    writer->count = (writer->count + 7) & ~7U;
    bits_flush(writer);
}

/* ---- codes ------------------------------------------------------------------------- */

enum { HUFFMAN_SYMBOLS = 286, HUFFMAN_LIMIT = 15 };

typedef struct huffman_code {
    uint16_t code[HUFFMAN_SYMBOLS];
    uint8_t length[HUFFMAN_SYMBOLS];
} huffman_code;

/* huffman_make finds the code of `symbols` counts, each below 2^24, their sum below
 * 2^32; no length is above `limit`, which must be able to hold all symbols.  A lone
 * symbol gets one bit. */
void huffman_make(huffman_code *code, const uint32_t *counts, int symbols, int limit);

/* ---- how a block describes its codes (3.2.7) -------------------------------- */

/* Symbols of a block: literals, its end, lengths of matches; and distances. */
enum { END_OF_BLOCK = 256, FIRST_LENGTH = 257, LENGTHS = 286, DISTANCES = 30 };

/* The most bytes that code_lengths_write writes: each length in full, by RUN_LIMIT bits
 * and 7 more; eight bytes are written at once. */
enum { CODE_LENGTHS_BYTES = 14 + (LENGTHS + DISTANCES) * 14 / 8 + 8 };

/* code_lengths_write writes what is between a block's three first bits and its first
 * symbol. */
void code_lengths_write(bit_writer *writer, const huffman_code *lengths,
                        const huffman_code *distances);

#endif
