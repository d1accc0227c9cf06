/* bench.c - `make bench`: one table of what ridgeline takes beside what others take.
 *
 *     bench [-n PAIRS] [-w] [-o RESULTS.md] PROGRAM [GROUP...]
 *
 * A missed bar is printed, not punished: a busy machine is no fault of the program.  Rows of a
 * missing tool are a note.  What fails is a process that fails and a picture that does not come
 * back.
 * Files go to a folder in memory, or to BENCH_FOLDER.
 */
#define _XOPEN_SOURCE 700 /* mkdtemp, nftw */
#define _DEFAULT_SOURCE   /* getloadavg */
#include "bench.h"

#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef enum need { NOTHING, CONVERT, GDALDEM, LIBNOISE, FFMPEG } need;

static const char *const need_names[] = {
    [CONVERT] = "ImageMagick's convert",
    [GDALDEM] = "gdaldem",
    [LIBNOISE] = "libnoise (with a C++ compiler)",
    [FFMPEG] = "ffmpeg",
};

/* Either a job of this program or the name of one of bench-inside. */
typedef struct group {
    const char *name, *about;
    bench_job *job;
    need needs;
} group;

static const group groups[] = {
    {"pictures", "classic and gradient5", processes_pictures, NOTHING},
    {"wallpapers", "bare seeds", processes_wallpapers, CONVERT},
    {"png", "the PNG encoder", NULL, NOTHING},
    {"heights", "16-bit PNG", NULL, NOTHING},
    {"square", "diamond-square", NULL, NOTHING},
    {"paint", "strips, small pictures, woods", NULL, NOTHING},
    {"relief", "faces of ridges", NULL, NOTHING},
    {"erosion", "thermal, hydraulic, gullies", NULL, NOTHING},
    {"voronoi", "Voronoi", NULL, NOTHING},
    {"hillshade", "a map beside gdaldem", processes_hillshade, GDALDEM},
    {"turn", "a turning surface", processes_turn, NOTHING},
    {"motion", "frames of a scroll, of weather, a day", motion_all, NOTHING},
    {"pipe", "a scroll to x264", motion_pipe, FFMPEG},
    {"memory", "streaming", processes_memory, NOTHING},
    {"start", "start-up", processes_start, NOTHING},
    {"octave", "gradient noise", NULL, NOTHING},
    {"noise", "gradient noise beside libnoise", processes_noise, LIBNOISE},
    {"worlds", "each world beside the alpine one", worlds_all, NOTHING},
    {"seeds", "what the wallpapers show", NULL, NOTHING},
};
enum { GROUPS = sizeof groups / sizeof groups[0] };

/* ---- tools ---------------------------------------------------------------------------- */

static int is_script(const char *path)
{
    char head[2] = "";
    FILE *file = fopen(path, "rb");
    int script = file != NULL && fread(head, 1, 2, file) == 2 && memcmp(head, "#!", 2) == 0;
    if (file != NULL)
        (void)fclose(file);
    return script;
}

/* The first of a name along PATH that is a program itself: a script round it would be
 * timed as well. */
static const char *find_program(const char *name)
{
    static char path[1100];
    const char *folders = getenv("PATH");
    while (folders != NULL && *folders != '\0') {
        size_t length = strcspn(folders, ":");
        (void)snprintf(path, sizeof path, "%.*s/%s", (int)length, folders, name);
        if (access(path, X_OK) == 0 && !is_script(path))
            return path;
        folders += length + (folders[length] == ':');
    }
    return NULL;
}

static int has(const bench *b, need what)
{
    char noise[1100];
    (void)snprintf(noise, sizeof noise, "%s/bench-noise", b->tools);
    if (what == CONVERT)
        return b->convert != NULL;
    if (what == GDALDEM)
        return find_program("gdaldem") != NULL;
    if (what == FFMPEG)
        return find_program("ffmpeg") != NULL;
    return what != LIBNOISE || access(noise, X_OK) == 0;
}

/* ---- a place for files --------------------------------------------------------------------- */

static int remove_one(const char *path, const struct stat *is, int kind, struct FTW *at)
{
    (void)is;
    (void)kind;
    (void)at;
    return remove(path);
}

/* In memory where the system has such a folder: how fast a disk syncs is no figure of
 * ours. */
static char scratch_folder[1000];

static void scratch_remove(void)
{
    (void)nftw(scratch_folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static void scratch_make(bench *b)
{
    const char *folder = getenv("BENCH_FOLDER");
    if (folder == NULL)
        folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    (void)snprintf(b->scratch, sizeof b->scratch, "%s/ridgeline-bench-XXXXXX", folder);
    if (mkdtemp(b->scratch) == NULL)
        child_fault("no folder there", b->scratch);
    memcpy(scratch_folder, b->scratch, sizeof scratch_folder);
    (void)atexit(scratch_remove);
}

/* ---- all ---------------------------------------------------------------------------------------
 */

static int wanted(const group *g, char *const *names)
{
    for (int i = 0; names[i] != NULL; i++)
        if (strcmp(names[i], g->name) == 0)
            return 1;
    return names[0] == NULL;
}

static void group_run(const bench *b, const group *g)
{
    char inside[1100];
    char pairs[20];
    (void)fprintf(stderr, "bench: %s: %s\n", g->name, g->about);
    (void)snprintf(inside, sizeof inside, "%s/bench-inside", b->tools);
    (void)snprintf(pairs, sizeof pairs, "%d", b->pairs);
    if (g->job != NULL)
        g->job(b);
    else
        child_figures((const char *const[]){inside, g->name, pairs, NULL});
}

/* A group that lacks a tool has a note in place of its rows. */
static void groups_run(const bench *b, char *const *names)
{
    for (int i = 0; i < GROUPS; i++) {
        char line[200];
        if (!wanted(&groups[i], names))
            continue;
        if (has(b, groups[i].needs)) {
            group_run(b, &groups[i]);
            continue;
        }
        (void)snprintf(line, sizeof line,
                       "missing: %s: no figures of %s; `make deps-oracles` installs it",
                       need_names[groups[i].needs], groups[i].name);
        figures_note(line);
    }
}

static void results_write(const char *path)
{
    FILE *to = fopen(path, "w");
    if (to == NULL)
        child_fault("cannot be written", path);
    (void)fprintf(to, "# Speed\n\nThe last `make bench-results`, which wrote this file.\n\n");
    machine_say(to);
    (void)fputs(
        "\nA ratio is the median over pairs of ours and the reference, run in turns (of the "
        "PNG\nencoder: of the means over the pictures); the range is that of the pairs, "
        "but for the\nouter tenths where there are more than ten. Times are user and "
        "system time of one thread\nunless the job says otherwise.\n\n",
        to);
    (void)rows_say(to, 1);
    (void)fputc('\n', to);
    figures_notes_say(to, "- ");
    if (fclose(to) != 0)
        child_fault("cannot be written", path);
}

static int usage(void)
{
    (void)fputs("usage: bench [-n PAIRS] [-w] [-o RESULTS.md] PROGRAM [GROUP...]\n"
                "  -n PAIRS  of the cheap jobs, 1 to 20 (7)\n"
                "  -w        the whole of the streaming jobs: minutes\n"
                "groups:",
                stderr);
    for (int i = 0; i < GROUPS; i++)
        (void)fprintf(stderr, " %s", groups[i].name);
    (void)fputc('\n', stderr);
    return 64;
}

static void tools_find(bench *b, const char *self)
{
    const char *slash = strrchr(self, '/');
    int length = slash != NULL ? (int)(slash - self) : 1;
    (void)snprintf(b->tools, sizeof b->tools, "%.*s", length, slash != NULL ? self : ".");
    static char convert[1100];
    const char *found = find_program("convert");
    if (found == NULL)
        found = find_program("convert-im6.q16");
    if (found != NULL) {
        (void)snprintf(convert, sizeof convert, "%s", found);
        b->convert = convert;
    }
}

/* Two threads on a busy machine are no faster than one. */
static void load_note(void)
{
    double load;
    char line[200];
    if (getloadavg(&load, 1) != 1 || load < 0.5)
        return;
    (void)snprintf(line, sizeof line,
                   "the machine was busy (load %.1f at the start): rows of wall time say little",
                   load);
    figures_note(line);
}

/* Returns the place of the first word that is no option, or 0. */
static int options_read(bench *b, const char **results, int argc, char **argv)
{
    for (int option; (option = getopt(argc, argv, "n:wo:")) != -1;) {
        if (option == 'n')
            b->pairs = (int)strtol(optarg, NULL, 10);
        else if (option == 'w')
            b->whole = 1;
        else if (option == 'o')
            *results = optarg;
        else
            return 0;
    }
    return optind < argc && b->pairs >= 1 && b->pairs <= 20 ? optind : 0;
}

int main(int argc, char **argv)
{
    bench b = {.pairs = 7};
    const char *results = NULL;
    int first = options_read(&b, &results, argc, argv);
    if (first == 0)
        return usage();
    b.program = argv[first];
    tools_find(&b, argv[0]);
    scratch_make(&b);
    load_note();
    time_t begin = time(NULL);
    groups_run(&b, argv + first + 1);
    int missed = rows_say(stdout, 0);
    figures_notes_say(stdout, "");
    printf("%d of the bars are missed; %ld s\n", missed, (long)(time(NULL) - begin));
    if (results != NULL)
        results_write(results);
    return EXIT_SUCCESS;
}
