/* code_lengths.h - how a deflate block tells its codes (RFC 1951, 3.2.7). */
#ifndef RL_ENCODE_DEFLATE_CODE_LENGTHS_H
#define RL_ENCODE_DEFLATE_CODE_LENGTHS_H

#include "encode/deflate/bits.h"
#include "encode/deflate/huffman.h"

/* Symbols of a block: literals, its end, lengths of matches; and distances. */
enum { END_OF_BLOCK = 256, FIRST_LENGTH = 257, LENGTHS = 286, DISTANCES = 30 };

/* The most bytes that code_lengths_write writes: each length in full, by RUN_LIMIT bits
 * and 7 more; eight bytes are written at once. */
enum { CODE_LENGTHS_BYTES = 14 + (LENGTHS + DISTANCES) * 14 / 8 + 8 };

/* code_lengths_write writes what stands between a block's three first bits and its
 * first symbol. */
void code_lengths_write(bit_writer *to, const huffman_code *lengths, const huffman_code *distances);

#endif
