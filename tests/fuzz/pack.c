/* pack.c - reads a packed corpus; pack.h has the format. */
#include "fuzz/pack.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void stop(const char *path, const char *rule)
{
    fprintf(stderr, "%s: %s\n", path, rule);
    exit(1);
}

void *pack_allocate(size_t size)
{
    void *memory = malloc(size > 0 ? size : 1);
    if (memory == NULL)
        stop("corpus", "out of memory");
    return memory;
}

uint8_t *pack_file_read(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0)
        stop(path, "cannot be read");
    long length = ftell(file);
    rewind(file);
    if (length < 0)
        stop(path, "cannot be read");
    *size = (size_t)length;
    uint8_t *bytes = pack_allocate(*size + 1);
    if (fread(bytes, 1, *size, file) != *size)
        stop(path, "cannot be read");
    fclose(file);
    bytes[*size] = 0;
    return bytes;
}

pack pack_read(const char *path)
{
    size_t size, room = 0;
    pack corpus = {pack_file_read(path, &size), NULL, 0};
    uint8_t *end = corpus.memory + size;
    for (uint8_t *next = corpus.memory; next < end;) {
        char *name;
        size_t length = strtoul((char *)next, &name, 10);
        uint8_t *line_end = memchr(next, '\n', (size_t)(end - next));
        if (line_end == NULL || *name != ' ' || (size_t)(end - line_end) < length + 2 ||
            line_end[1 + length] != '\n')
            stop(path, "not a pack: expected \"SIZE NAME\", SIZE bytes and a newline");
        *line_end = 0;
        if (corpus.count == room) {
            room = 2 * room + 64;
            corpus.inputs = realloc(corpus.inputs, room * sizeof *corpus.inputs);
            if (corpus.inputs == NULL)
                stop(path, "out of memory");
        }
        corpus.inputs[corpus.count++] = (pack_input){name + 1, line_end + 1, length};
        next = line_end + 1 + length + 1;
    }
    return corpus;
}

void pack_free(pack *corpus)
{
    free(corpus->inputs);
    free(corpus->memory);
}
