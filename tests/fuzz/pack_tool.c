/* pack_tool.c - folders of inputs to packs and back, for libFuzzer, which reads folders.
 *
 *     fuzz-pack pack FOLDER PACK      the files of FOLDER, sorted by name
 *     fuzz-pack unpack PACK FOLDER    into FOLDER, which exists
 */
#include "fuzz/pack.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void stop(const char *path)
{
    perror(path);
    exit(1);
}

static char *joined(const char *folder, const char *name)
{
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = pack_allocate(size);
    snprintf(path, size, "%s/%s", folder, name);
    return path;
}

static void write_all(FILE *file, const char *path, const void *bytes, size_t size)
{
    if (fwrite(bytes, 1, size, file) != size)
        stop(path);
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* By bytes, not by the locale's order. */
static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int make_pack(const char *folder, const char *path)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, is_visible, by_name);
    FILE *file = count >= 0 ? fopen(path, "wb") : NULL;
    if (file == NULL)
        stop(count >= 0 ? path : folder);
    for (int i = 0; i < count; i++) {
        size_t size;
        char *source = joined(folder, entries[i]->d_name);
        uint8_t *bytes = pack_file_read(source, &size);
        if (fprintf(file, "%zu %s\n", size, entries[i]->d_name) < 0)
            stop(path);
        write_all(file, path, bytes, size);
        write_all(file, path, "\n", 1);
        free(bytes);
        free(source);
        free(entries[i]);
    }
    free(entries);
    if (fclose(file) != 0)
        stop(path);
    printf("%s: %d inputs\n", path, count);
    return 0;
}

static int unpack(const char *path, const char *folder)
{
    pack inputs = pack_read(path);
    for (size_t i = 0; i < inputs.count; i++) {
        if (strchr(inputs.inputs[i].name, '/') != NULL) {
            fprintf(stderr, "%s: name with a slash: %s\n", path, inputs.inputs[i].name);
            return 1;
        }
        char *target = joined(folder, inputs.inputs[i].name);
        FILE *file = fopen(target, "wb");
        if (file == NULL)
            stop(target);
        write_all(file, target, inputs.inputs[i].bytes, inputs.inputs[i].size);
        if (fclose(file) != 0)
            stop(target);
        free(target);
    }
    pack_free(&inputs);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "pack") == 0)
        return make_pack(argv[2], argv[3]);
    if (argc == 4 && strcmp(argv[1], "unpack") == 0)
        return unpack(argv[2], argv[3]);
    fprintf(stderr, "usage: fuzz-pack pack FOLDER PACK | unpack PACK FOLDER\n");
    return 64;
}
