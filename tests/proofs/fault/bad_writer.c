/* bad_writer.c - a program that writes a file the way many do: what every fault test must catch.
 *
 *     bad_writer [--temporary] [--bare] [--from FILE] [-o FILE]
 *
 * It trusts malloc, never asks whether a byte has arrived, and overwrites the old file as it
 * goes.  With --temporary it writes beside the file and renames, but locks nothing, sweeps
 * nothing and removes nothing when something fails.  --from says what it writes, slowly, else it is
 * 40 KB of letters.  With --bare each part is one call of write(), which is taken to have
 * written it all.  Without -o it writes to standard output.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define PARTS 40
#define PART_SIZE 1000

static char *part_make(int index)
{
    char *part = malloc(PART_SIZE);
    memset(part, 'a' + index % 26, PART_SIZE);
    return part;
}

static void write_letters(FILE *file)
{
    for (int i = 0; i < PARTS; i++) {
        char *part = part_make(i);
        fwrite(part, 1, PART_SIZE, file);
        free(part);
    }
}

static void write_bare(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    for (int i = 0; i < PARTS; i++) {
        char *part = part_make(i);
        (void)!write(fd, part, PART_SIZE);
        free(part);
    }
    close(fd);
}

static void copy(FILE *file, const char *path)
{
    char part[PART_SIZE];
    FILE *from = fopen(path, "rb");
    size_t size;
    const struct timespec pause = {0, 100000};
    while ((size = fread(part, 1, sizeof part, from)) > 0) {
        fwrite(part, 1, size, file);
        nanosleep(&pause, NULL);
    }
    fclose(from);
}

int main(int argc, char **argv)
{
    const char *output = NULL, *from = NULL;
    int is_temporary = 0, is_bare = 0;
    for (int i = 1; i < argc; i++) {
        is_temporary |= strcmp(argv[i], "--temporary") == 0;
        is_bare |= strcmp(argv[i], "--bare") == 0;
        if (strcmp(argv[i], "-o") == 0 && i + 1 < argc)
            output = argv[++i];
        else if (strcmp(argv[i], "--from") == 0 && i + 1 < argc)
            from = argv[++i];
    }
    char temporary[64];
    snprintf(temporary, sizeof temporary, ".ridgeline-%016lx.tmp", (unsigned long)getpid());
    const char *path = is_temporary ? temporary : output;
    if (is_bare && output != NULL) {
        write_bare(output);
        return 0;
    }
    FILE *file = output != NULL ? fopen(path, "wb") : stdout;
    if (file == NULL)
        return 0;
    setvbuf(file, NULL, _IOFBF, 512);
    if (from != NULL)
        copy(file, from);
    else
        write_letters(file);
    fclose(file);
    if (is_temporary)
        rename(path, output);
    return 0;
}
