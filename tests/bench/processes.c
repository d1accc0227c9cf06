/* processes.c - the jobs that are whole processes, from a cold start to a closed file. */
#include "bench.h"

#include <stdlib.h>
#include <string.h>

#include "seeds.h"

#define MS 1e3
#define NO_REFERENCE 1.0

static const char size_4k[] = "3840x2160";

static const char *file_in(const bench *b, char *path, size_t size, const char *name)
{
    (void)snprintf(path, size, "%s/%s", b->scratch, name);
    return path;
}

static child_use run_tool(const bench *b, const char *name)
{
    char path[1100];
    (void)snprintf(path, sizeof path, "%s/%s", b->tools, name);
    return child_run((const char *const[]){path, NULL});
}

/* The lesser of two: the first after another program is up to a fifth slower. */
static double memset_ms(const bench *b)
{
    double first = run_tool(b, "bench-memset").cpu_s;
    double second = run_tool(b, "bench-memset").cpu_s;
    return MS * (first < second ? first : second);
}

/* ---- pictures ------------------------------------------------------------------------- */

/* `scene` NULL: a bare seed. */
static child_use paint(const bench *b, const char *scene, int seed, const char *threads)
{
    char out[1100];
    char number[30];
    (void)snprintf(number, sizeof number, "--seed=%d", seed);
    const char *const argv[] = {
        b->program,  "-q",    "-s", size_4k,
        "--threads", threads, "-o", file_in(b, out, sizeof out, "picture.png"),
        number,      scene,   NULL};
    return child_run(argv);
}

void processes_pictures(const bench *b)
{
    char out[1100];
    const char *const region[] = {
        b->program,    "--seed=5", "-q",
        "-s",          size_4k,    "--region=960x540+1440+810",
        "--threads=1", "-o",       file_in(b, out, sizeof out, "region.png"),
        NULL};
    for (int i = 0; i < b->pairs; i++) {
        (void)memset_ms(b);
        double first = memset_ms(b);
        double second = memset_ms(b);
        figures_add("self", i % 2 == 0 ? first : second, i % 2 == 0 ? second : first);
        double ours = MS * paint(b, "classic", 1, "1").cpu_s;
        figures_add("classic", ours, memset_ms(b));
        ours = MS * paint(b, "gradient5", 5, "1").cpu_s;
        figures_add("gradient5", ours, memset_ms(b));
        ours = MS * child_run(region).cpu_s;
        figures_add("region", ours, MS * paint(b, NULL, 5, "1").cpu_s);
    }
}

/* What a round over some seeds took. */
typedef struct round_use {
    double cpu, memset, wall, wall_two; /* ms, means */
    double cheapest, dearest;           /* ms of CPU of a picture */
    double rss_mib;                     /* most */
} round_use;

static round_use round_run(const bench *b, const int *seeds, int count)
{
    round_use r = {0};
    for (int i = 0; i < count; i++) {
        child_use one = paint(b, NULL, seeds[i], "1");
        r.memset += memset_ms(b) / count;
        child_use two = paint(b, NULL, seeds[i], "2");
        r.cpu += MS * one.cpu_s / count;
        r.cheapest = i == 0 || MS * one.cpu_s < r.cheapest ? MS * one.cpu_s : r.cheapest;
        r.dearest = MS * one.cpu_s > r.dearest ? MS * one.cpu_s : r.dearest;
        r.wall += MS * one.wall_s / count;
        r.wall_two += MS * two.wall_s / count;
        r.rss_mib = one.rss_mib > r.rss_mib ? one.rss_mib : r.rss_mib;
        r.rss_mib = two.rss_mib > r.rss_mib ? two.rss_mib : r.rss_mib;
    }
    return r;
}

static double convert_ms(const bench *b)
{
    char out[1100];
    const char *const argv[] = {b->convert,
                                "-size",
                                size_4k,
                                "gradient:#123456-#fedcba",
                                file_in(b, out, sizeof out, "gradient.png"),
                                NULL};
    return MS * child_run(argv).cpu_s;
}

static void round_note(const char *name, const round_use *r, double convert)
{
    char key[40];
    (void)snprintf(key, sizeof key, "%s.memset", name);
    figures_add(key, r->cpu, r->memset);
    (void)snprintf(key, sizeof key, "%s.convert", name);
    figures_add(key, r->cpu, convert);
}

/* The mean of the bare seeds. */
static double small_ms(const bench *b)
{
    double cpu = 0.0;
    char number[30];
    for (int i = 0; i < SEEDS_BARE; i++) {
        (void)snprintf(number, sizeof number, "--seed=%d", seeds_all[i]);
        cpu += child_run((const char *const[]){b->program, number, "-q", "-s", "640x360",
                                               "--threads=1", "-f", "null", NULL})
                   .cpu_s;
    }
    return MS * cpu / SEEDS_BARE;
}

/* A round takes a picture of each seed, beside each a memset process, and two of
 * ImageMagick's: five rounds say enough. */
void processes_wallpapers(const bench *b)
{
    int rounds = b->pairs < 5 ? b->pairs : 5;
    double all = SEEDS_BARE + SEEDS_MORE;
    for (int i = 0; i < rounds; i++) {
        double before = convert_ms(b);
        round_use bare = round_run(b, seeds_all, SEEDS_BARE);
        round_note("wall", &bare, before);
        figures_add("wall.spread", bare.dearest, bare.cheapest);
        figures_add("wall.small", small_ms(b), NO_REFERENCE);
        round_use more = round_run(b, seeds_all + SEEDS_BARE, SEEDS_MORE);
        round_note("more", &more, convert_ms(b));
        figures_add("wall.threads", (bare.wall_two * SEEDS_BARE + more.wall_two * SEEDS_MORE) / all,
                    (bare.wall * SEEDS_BARE + more.wall * SEEDS_MORE) / all);
        figures_add("memory.wall", bare.rss_mib > more.rss_mib ? bare.rss_mib : more.rss_mib,
                    NO_REFERENCE);
    }
}

/* ---- maps -------------------------------------------------------------------------------- */

/* The cells of a map by default: 7.5 m wide, 3000 m of relief, raised twofold. */
#define WORLD_FILE "7.5\n0\n0\n-7.5\n3.75\n30716.25\n"
#define GDAL_Z "0.09155413138" /* 2 * 3000 / 65535 */

/* Both read the same PGM; a world file beside it tells gdaldem how wide a cell is. */
void processes_hillshade(const bench *b)
{
    char heights[1100];
    char world[1100];
    char ours[1100];
    char theirs[1100];
    file_in(b, heights, sizeof heights, "heights.pgm");
    file_in(b, world, sizeof world, "heights.wld");
    file_in(b, ours, sizeof ours, "map.png");
    file_in(b, theirs, sizeof theirs, "hillshade.png");
    child_run((const char *const[]){b->program, "map", "--seed=7", "-q", "-s", "4096", "-o",
                                    heights, NULL});
    FILE *file = fopen(world, "w");
    if (file == NULL || fputs(WORLD_FILE, file) < 0 || fclose(file) != 0)
        child_fault("cannot be written", world);
    const char *const map[] = {b->program,    "map",     "-q",         "--input",
                               heights,       "--sea=0", "--rivers=0", "--contours=0",
                               "--threads=1", "-o",      ours,         NULL};
    const char *const gdaldem[] = {"gdaldem", "hillshade", "-q",    "-z",   GDAL_Z,
                                   "-of",     "PNG",       heights, theirs, NULL};
    int pairs = b->pairs < 4 ? b->pairs : 4;
    for (int i = 0; i < pairs; i++) {
        double own = MS * child_run(map).cpu_s;
        figures_add("hillshade", own, MS * child_run(gdaldem).cpu_s);
    }
}

/* ---- memory -------------------------------------------------------------------------------- */

/* The whole of either takes minutes: by default a part of the full width.  The files would
 * fill the folder in memory. */
void processes_memory(const bench *b)
{
    if (!b->whole)
        figures_note("streaming is measured in part; `make bench BENCH_LONG=1` goes to its end");
    const char *const landscape[] = {b->program,
                                     "--seed=5",
                                     "-q",
                                     "-s",
                                     "100000x50000",
                                     "--threads=2",
                                     "-f",
                                     "png",
                                     "-o",
                                     "/dev/null",
                                     b->whole ? NULL : "--region=100000x512+0+24744",
                                     NULL};
    const char *const wood[] = {b->program,
                                "--seed=2",
                                "--world=forest",
                                "--set=trees.species=oak",
                                "-q",
                                "-s",
                                "100000x50000",
                                "--region=100000x64+0+39000",
                                "--threads=2",
                                "-f",
                                "png",
                                "-o",
                                "/dev/null",
                                NULL};
    const char *map[] = {
        b->program,    "map", "--seed=7", "-q", "-s",        b->whole ? "32769" : "32769x1025",
        "--threads=2", "-f",  "png16",    "-o", "/dev/null", NULL,
        NULL};
    figures_add(b->whole ? "memory.whole" : "memory.part", child_run(landscape).rss_mib,
                NO_REFERENCE);
    figures_add("memory.wood", child_run(wood).rss_mib, NO_REFERENCE);
    const char *const motif[] = {b->program,
                                 "--seed=2",
                                 "--world=forest",
                                 "--motif=cabin",
                                 "-q",
                                 "-s",
                                 size_4k,
                                 "--threads=2",
                                 "-f",
                                 "png",
                                 "-o",
                                 "/dev/null",
                                 NULL};
    figures_add("memory.motif", child_run(motif).rss_mib, NO_REFERENCE);
    figures_add(b->whole ? "heightmap.whole" : "heightmap.part", child_run(map).rss_mib,
                NO_REFERENCE);
    map[11] = "--pass=gullies";
    figures_add(b->whole ? "gullies.whole" : "gullies.part", child_run(map).rss_mib, NO_REFERENCE);
}

/* ---- surfaces -------------------------------------------------------------------------------- */

#define TURN_FRAMES 64

/* What one frame takes beyond the map: a film less its first frame. */
void processes_turn(const bench *b)
{
    const char *ours[] = {b->program, "animate",  "--turn",   "--seed", "7",    "--map-size",
                          "513",      "-s",       "1280x720", "-f",     "null", "--threads",
                          "1",        "--frames", "1",        NULL};
    enum { FRAMES = 14 };
    char frames[12];
    (void)snprintf(frames, sizeof frames, "%d", TURN_FRAMES + 1);
    for (int i = 0; i < b->pairs; i++) {
        ours[FRAMES] = "1";
        double first = child_run(ours).cpu_s;
        ours[FRAMES] = frames;
        figures_add("turn", MS * (child_run(ours).cpu_s - first) / TURN_FRAMES, 1.0);
    }
}

/* ---- small processes ------------------------------------------------------------------------- */

void processes_start(const bench *b)
{
    const char *const ours[] = {b->program, "--version", NULL};
    const char *const theirs[] = {"/bin/true", NULL};
    for (int i = 0; i < 40 * b->pairs; i++) {
        child_use a = child_run(ours);
        child_use t = child_run(theirs);
        figures_add("start.wall", MS * a.wall_s, MS * t.wall_s);
        figures_add("start.cpu", MS * a.cpu_s, MS * t.cpu_s);
    }
}

void processes_noise(const bench *b)
{
    char inside[1100];
    (void)snprintf(inside, sizeof inside, "%s/bench-inside", b->tools);
    const char *const ours[] = {inside, "noise", NULL};
    for (int i = 0; i < b->pairs; i++) {
        double own = MS * child_run(ours).cpu_s;
        figures_add("noise", own, MS * run_tool(b, "bench-noise").cpu_s);
    }
}
