/* huffman.h - prefix codes of a limited length, as deflate wants them (RFC 1951, 3.2.2).
 *
 * In: how often each symbol occurs.  Out: for each symbol a length, 0 where it does not
 * occur, and its code with the bits reversed, since deflate sends codes from their top.
 */
#ifndef RL_ENCODE_DEFLATE_HUFFMAN_H
#define RL_ENCODE_DEFLATE_HUFFMAN_H

#include <stdint.h>

enum { HUFFMAN_SYMBOLS = 286, HUFFMAN_LIMIT = 15 };

typedef struct huffman_code {
    uint16_t code[HUFFMAN_SYMBOLS];
    uint8_t length[HUFFMAN_SYMBOLS];
} huffman_code;

/* huffman_make finds the code of `symbols` counts, each below 2^24, their sum below
 * 2^32; no length is above `limit`, which must be able to hold all symbols.  A lone
 * symbol gets one bit. */
void huffman_make(huffman_code *code, const uint32_t *counts, int symbols, int limit);

#endif
