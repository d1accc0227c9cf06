/* huffman.h - prefix codes of a limited length for deflate (RFC 1951, 3.2.2).
 *
 * A symbol that does not occur has length 0.  Codes have reversed bits, since deflate sends a code
 * from its highest bit on, but fills bytes from the lowest.
 */
#ifndef RL_ENCODE_DEFLATE_HUFFMAN_H
#define RL_ENCODE_DEFLATE_HUFFMAN_H

#include <stdint.h>
#include <string.h>

/* ---- bits in deflate's order: the lowest bit of a byte comes first (3.1.1) --------- */

typedef struct bit_writer {
    uint64_t bits;  /* bits that are not written to `out` yet; the lowest is the first */
    uint32_t count; /* number of bits in `bits`; below 8 after bits_flush */
    uint8_t *out;
} bit_writer;

static inline void bits_add(bit_writer *writer, uint64_t value, uint32_t count)
{
    writer->bits |= value << writer->count;
    writer->count += count;
}

/* Writes `bits` to `out` and advances `out` by the complete bytes; always touches eight bytes. */
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

/* Fills an incomplete byte with zero bits and writes it. */
static inline void bits_align(bit_writer *writer)
{
    writer->count = (writer->count + 7) & ~7U;
    bits_flush(writer);
}

/* ---- codes ------------------------------------------------------------------------- */

/* Most symbols of a code; greatest length of a code, bits. */
enum { HUFFMAN_SYMBOLS = 286, HUFFMAN_LIMIT = 15 };

typedef struct huffman_code {
    uint16_t code[HUFFMAN_SYMBOLS];
    uint8_t length[HUFFMAN_SYMBOLS];
} huffman_code;

/* huffman_make writes the shortest code for symbols 0..symbols-1, which occur `counts` times: each
 * below 2^24, their sum below 2^32.  No length is above `limit` bits; 2^limit must not be below
 * `symbols`.  A lone symbol gets one bit. */
void huffman_make(huffman_code *code, const uint32_t *counts, int symbols, int limit);

/* ---- how a block describes its codes (3.2.7) -------------------------------- */

/* Symbols of a block's first code: literals 0..255, END_OF_BLOCK, and FIRST_LENGTH..LENGTHS-1 for
 * lengths of matches; of its second code: 0..DISTANCES-1. */
enum { END_OF_BLOCK = 256, FIRST_LENGTH = 257, LENGTHS = 286, DISTANCES = 30 };

/* The most bytes that code_lengths_write writes: 14 for its head, 7 bits of code and 7 extra bits
 * for each length, and 8 as bits_flush touches eight bytes. */
enum { CODE_LENGTHS_BYTES = 14 + (LENGTHS + DISTANCES) * 14 / 8 + 8 };

/* code_lengths_write writes the lengths of a block's two codes, which follow its first three bits
 * and come before its first symbol. */
void code_lengths_write(bit_writer *writer, const huffman_code *lengths,
                        const huffman_code *distances);

#endif
