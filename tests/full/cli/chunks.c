/* chunks.c - writes a PNG file chunk by chunk, as wrong as it is asked to be.
 *
 *     chunks FILE WORD...
 *
 * Words:  sig                 the signature
 *         ihdr:WxH            an IHDR of 8 bits, colour
 *         ihdr:WxH:D:C        of depth D and colour type C
 *         TYPE=TEXT           a chunk; TEXT knows \0 \n \\ and \xHH
 *         TYPE@FILE           a chunk of a file's bytes
 *         TYPE*BYTES=TEXT     a chunk of so many bytes: TEXT, then 'x'
 *         !WORD               the same with a wrong checksum
 *         COUNT#WORD          so many of it
 *         length:N            four bytes that claim a length, and nothing after them
 *         raw=TEXT            bytes as they are
 * Numbers may be as large as 32 bits allow.
 */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *out;

static void fail(const char *what, const char *word)
{
    fprintf(stderr, "chunks: %s: %s\n", word, what);
    exit(1);
}

static void put(const void *bytes, size_t size)
{
    if (fwrite(bytes, 1, size, out) != size)
        fail("cannot be written", "file");
}

static void put_u32(uint32_t value)
{
    unsigned char b[4] = {(unsigned char)(value >> 24), (unsigned char)(value >> 16),
                          (unsigned char)(value >> 8), (unsigned char)value};
    put(b, 4);
}

/* CRC-32 bit by bit, as the specification's section 5.5 states it. */
static uint32_t crc_add(uint32_t crc, const unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320U : crc >> 1;
    }
    return crc;
}

static void put_chunk(const char *type, const unsigned char *data, size_t size, int is_wrong)
{
    uint32_t crc = crc_add(0xffffffffU, (const unsigned char *)type, 4);
    put_u32((uint32_t)size);
    put(type, 4);
    put(data, size);
    put_u32(~crc_add(crc, data, size) ^ (is_wrong ? 1U : 0U));
}

/* Undoes the escapes; returns how many bytes there are. */
static size_t plain(unsigned char *to, const char *text)
{
    size_t size = 0;
    while (*text != '\0') {
        unsigned value;
        if (text[0] != '\\') {
            to[size++] = (unsigned char)*text++;
        } else if (text[1] == 'x' && sscanf(text + 2, "%2x", &value) == 1) {
            to[size++] = (unsigned char)value;
            text += 4;
        } else {
            to[size++] = text[1] == '0' ? 0 : text[1] == 'n' ? '\n' : (unsigned char)text[1];
            text += 2;
        }
    }
    return size;
}

static void put_header(const char *word, int is_wrong)
{
    unsigned long width, height;
    unsigned depth = 8, colour = 2;
    if (sscanf(word, "ihdr:%lux%lu:%u:%u", &width, &height, &depth, &colour) < 2)
        fail("must be ihdr:WxH", word);
    unsigned char data[13] = {0};
    for (int i = 0; i < 4; i++) {
        data[i] = (unsigned char)(width >> (24 - 8 * i));
        data[4 + i] = (unsigned char)(height >> (24 - 8 * i));
    }
    data[8] = (unsigned char)depth;
    data[9] = (unsigned char)colour;
    put_chunk("IHDR", data, 13, is_wrong);
}

static void put_file(const char *word, int is_wrong)
{
    FILE *in = fopen(word + 5, "rb");
    if (in == NULL)
        fail("cannot be opened", word);
    unsigned char *data = malloc(1 << 24);
    size_t size = data != NULL ? fread(data, 1, 1 << 24, in) : 0;
    fclose(in);
    put_chunk(word, data, size, is_wrong);
    free(data);
}

/* TYPE=TEXT or TYPE*BYTES=TEXT. */
static void put_text(const char *word, int is_wrong)
{
    const char *text = strchr(word, '=');
    size_t size = 0, most = text != NULL ? strlen(text) : 0;
    if (text == NULL || strlen(word) < 5)
        fail("is no word", word);
    if (word[4] == '*')
        most += (size_t)atol(word + 5);
    unsigned char *data = malloc(most + 1);
    if (data == NULL)
        fail("out of memory", word);
    size = plain(data, text + 1);
    while (word[4] == '*' && size < (size_t)atol(word + 5))
        data[size++] = 'x';
    put_chunk(word, data, size, is_wrong);
    free(data);
}

static void put_word(const char *word)
{
    char *hash = strchr(word, '#');
    int is_wrong = *word == '!';
    if (*word >= '0' && *word <= '9' && hash != NULL) {
        char *bytes;
        size_t size;
        FILE *file = out;
        out = open_memstream(&bytes, &size);
        if (out == NULL)
            fail("out of memory", word);
        put_word(hash + 1);
        fclose(out);
        out = file;
        for (long i = 0, count = atol(word); i < count; i++)
            put(bytes, size);
        free(bytes);
        return;
    }
    word += is_wrong;
    if (strcmp(word, "sig") == 0) {
        put("\x89PNG\r\n\x1a\n", 8);
    } else if (strncmp(word, "raw=", 4) == 0) {
        unsigned char *bytes = malloc(strlen(word));
        if (bytes != NULL)
            put(bytes, plain(bytes, word + 4));
        free(bytes);
    } else if (strncmp(word, "length:", 7) == 0) {
        put_u32((uint32_t)strtoul(word + 7, NULL, 10));
    } else if (strncmp(word, "ihdr:", 5) == 0) {
        put_header(word, is_wrong);
    } else if (strlen(word) > 4 && word[4] == '@') {
        put_file(word, is_wrong);
    } else {
        put_text(word, is_wrong);
    }
}

int main(int argc, char **argv)
{
    out = argc > 1 ? fopen(argv[1], "wb") : NULL;
    if (out == NULL)
        fail("cannot be created", argc > 1 ? argv[1] : "file");
    for (int i = 2; i < argc; i++)
        put_word(argv[i]);
    return fclose(out) == 0 ? 0 : 1;
}
