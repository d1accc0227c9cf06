/* bits.h - bits in deflate's order, the lowest of a byte first (RFC 1951, 3.1.1). */
#ifndef RL_ENCODE_DEFLATE_BITS_H
#define RL_ENCODE_DEFLATE_BITS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct bit_writer {
    uint64_t bits;  /* not yet written, from the lowest bit */
    uint32_t count; /* of held bits; below 8 after bits_flush */
    uint8_t *out;
} bit_writer;

static inline void bits_add(bit_writer *writer, uint64_t value, uint32_t count)
{
    writer->bits |= value << writer->count;
    writer->count += count;
}

/* Writes eight bytes and keeps what is whole of them. */
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

#endif
