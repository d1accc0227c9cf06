/* huffman.h - prefix codes of a limited length, of deflate (RFC 1951, 3.2.2).
 *
 * In: how often each symbol occurs.  Out: for each symbol a length, 0 where it does not
 * occur, and its code with the bits reversed, since deflate sends codes from their top.
 */
#ifndef RL_ENCODE_DEFLATE_HUFFMAN_H
#define RL_ENCODE_DEFLATE_HUFFMAN_H

#include "encode/deflate/bits.h"

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
