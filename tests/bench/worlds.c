/* worlds.c - each world beside the alpine one of the same seed and mood: time and memory.
 *
 * The worlds are those of the folder data/worlds/, so a new one has its rows without a word here.
 */
#define _DEFAULT_SOURCE
#include "bench.h"

#include <glob.h>
#include <string.h>

#define BESIDE "alpine"
#define BAR 1.6
#define BAR_DECK 2.0 /* of a world with a cloud deck */
#define BAR_MEMORY 1.1

static const char *const seeds[] = {"5", "12"};
enum { SEEDS = sizeof seeds / sizeof seeds[0] };

static child_use paint(const bench *b, const char *world, const char *seed)
{
    char out[1100];
    (void)snprintf(out, sizeof out, "%s/world.png", b->scratch);
    const char *const argv[] = {b->program, "-q", "-s",   "3840x2160",   "-w", world, "--seed",
                                seed,       "-m", "dusk", "--threads=1", "-o", out,   NULL};
    return child_run(argv);
}

static int has_deck(const char *path)
{
    char line[300];
    int found = 0;
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        found |= strncmp(line, "[deck]", 6) == 0;
    if (file != NULL)
        (void)fclose(file);
    return found;
}

static void measure(const bench *b, const char *path)
{
    char name[30], key[40], job[80];
    (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(strrchr(path, '/') + 1, "."),
                   strrchr(path, '/') + 1);
    if (strcmp(name, BESIDE) == 0)
        return;
    for (int s = 0; s < SEEDS; s++) {
        (void)snprintf(key, sizeof key, "%s.%s", name, seeds[s]);
        (void)snprintf(job, sizeof job, "%s, seed %s, CPU", name, seeds[s]);
        rows_add(key, job, BESIDE, has_deck(path) ? BAR_DECK : BAR, "ms");
        (void)snprintf(job, sizeof job, "%s.memory", name);
        for (int i = 0; i < b->pairs; i++) {
            child_use ours = paint(b, name, seeds[s]), other = paint(b, BESIDE, seeds[s]);
            figures_add(key, 1e3 * ours.cpu_s, 1e3 * other.cpu_s);
            figures_add(job, ours.rss_mib, other.rss_mib);
        }
    }
    (void)snprintf(key, sizeof key, "%s.memory", name);
    rows_add(key, "  its memory", BESIDE, BAR_MEMORY, "MiB");
}

void worlds_all(const bench *b)
{
    glob_t worlds;
    if (glob("data/worlds/*.ini", 0, NULL, &worlds) != 0)
        child_fault("no worlds there", "data/worlds/*.ini");
    for (size_t i = 0; i < worlds.gl_pathc; i++)
        measure(b, worlds.gl_pathv[i]);
    globfree(&worlds);
}
