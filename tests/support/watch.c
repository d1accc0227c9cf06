/* watch.c - reads files over and over while others write them.
 *
 *     watch SECONDS FOLDER [NAME]   of a bot: latest.png, feed.xml, index.html, all *.png and
 *                                   *.json; 0: once; with a NAME that in place of the three
 *
 * A file must be there whenever it is looked for, and whole: a PNG from its signature to
 * IEND, chunk by chunk with its sums, a page to its last line.  Prints `N reads, N torn,
 * N missing`; fails when there was one of the latter.
 */
#define _XOPEN_SOURCE 700
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zlib.h>

static unsigned char bytes[1 << 24];
static long reads, torn, missing;

static uint32_t number(const unsigned char *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static int is_whole_png(size_t size)
{
    size_t at = 8;
    if (size < 8 || memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) != 0)
        return 0;
    while (at + 12 <= size) {
        size_t length = number(bytes + at);
        if (length > size - at - 12)
            return 0;
        if (crc32(0, bytes + at + 4, (uInt)length + 4) != number(bytes + at + 8 + length))
            return 0;
        if (memcmp(bytes + at + 4, "IEND", 4) == 0)
            return at + 12 == size;
        at += length + 12;
    }
    return 0;
}

static int ends_with(size_t size, const char *end)
{
    size_t length = strlen(end);
    return size >= length && memcmp(bytes + size - length, end, length) == 0;
}

/* A picture that --keep removes between listing and opening is not missing. */
static void look(const char *folder, const char *name, int must_be)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        if (must_be)
            missing++;
        return;
    }
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    reads++;
    int is_whole;
    if (strstr(name, ".png") != NULL)
        is_whole = is_whole_png(size);
    else if (strcmp(name, "feed.xml") == 0)
        is_whole = ends_with(size, "</feed>\n");
    else if (strstr(name, ".json") != NULL)
        is_whole = ends_with(size, "}\n");
    else
        is_whole = ends_with(size, "</html>\n");
    if (!is_whole) {
        torn++;
        fprintf(stderr, "torn: %s, %zu bytes\n", name, size);
    }
}

static void look_at_all(const char *folder, const char *name)
{
    static const char *const home[] = {"latest.png", "feed.xml", "index.html"};
    if (name != NULL)
        look(folder, name, 1);
    for (int i = 0; i < 3 && name == NULL; i++)
        look(folder, home[i], 1);
    DIR *list = opendir(folder);
    for (struct dirent *entry; list != NULL && (entry = readdir(list)) != NULL;) {
        const char *dot = strrchr(entry->d_name, '.');
        if (dot != NULL && (strcmp(dot, ".png") == 0 || strcmp(dot, ".json") == 0))
            look(folder, entry->d_name, 0);
    }
    if (list != NULL)
        closedir(list);
}

int main(int argc, char **argv)
{
    if (argc != 3 && argc != 4)
        return 64;
    time_t end = time(NULL) + atoi(argv[1]);
    do
        look_at_all(argv[2], argc > 3 ? argv[3] : NULL);
    while (time(NULL) < end);
    printf("%ld reads, %ld torn, %ld missing\n", reads, torn, missing);
    return torn > 0 || missing > 0 || reads == 0;
}
