/* rows.c - the table: which figure stands against which reference, and its bar.
 *
 * A row shows pairs that a job noted under its key.  Bars are asked of the median ratio
 * alone; the range of the pairs' ratios stands beside it.
 */
#include "bench.h"

#include <string.h>

typedef enum row_kind {
    MOST,   /* the ratio ours / reference is at most the bar */
    FASTER, /* the ratio reference / ours is at least the bar */
    LIMIT,  /* our figure itself is at most the bar */
    SHOWN   /* no bar */
} row_kind;

typedef struct row {
    const char *key, *job, *reference;
    row_kind kind;
    double bar;
    const char *stretch; /* a further aim, or NULL */
    int is_sum;          /* 1: each pair is another picture */
    const char *unit;
} row;

static const char memset_process[] = "process: malloc, memset of a frame";
static const char libpng_default[] = "libpng's default";

static const row rows[] = {
    {"self", "the memset process against itself", memset_process, SHOWN, 1.0, NULL, 0, "ms"},
    {"classic", "classic, 3840x2160, CPU", memset_process, MOST, 2.0, "1.5x", 0, "ms"},
    {"gradient5", "gradient5, 3840x2160, CPU", memset_process, MOST, 3.0, "2.7x", 0, "ms"},
    {"wall.convert", "wallpapers, seeds 1-16, CPU", "ImageMagick's gradient", FASTER, 7.2, "8.5x",
     0, "ms"},
    {"wall.memset", "wallpapers, seeds 1-16, CPU", memset_process, SHOWN, 0.0, NULL, 0, "ms"},
    {"wall.spread", "  the dearest of them", "the cheapest of them", MOST, 2.0, "1.8x", 0, "ms"},
    {"wall.small", "  640x360, whole processes without file, CPU", NULL, LIMIT, 30.0, "22 ms", 0,
     "ms"},
    {"more.convert", "wallpapers, the 12 further seeds, CPU", "ImageMagick's gradient", FASTER, 7.2,
     "8.5x", 0, "ms"},
    {"more.memset", "wallpapers, the 12 further seeds, CPU", memset_process, SHOWN, 0.0, NULL, 0,
     "ms"},
    {"wall.threads", "wallpapers, all 28, two threads, wall", "one thread, wall", MOST, 0.575,
     "0.56x", 0, "ms"},
    {"paint.strips", "painting 3840x2160 by strips of 36 rows, CPU", "in one call", MOST, 1.1, NULL,
     0, "ms"},
    {"paint.small", "painting 640x360, CPU", "1920x1080", SHOWN, 0.0, NULL, 0, "ms"},
    {"woods.alpine", "woods and near ground before mountains, 3840x2160", NULL, LIMIT, 42.0,
     "30 ms", 0, "ms"},
    {"woods.oak", "  of an oak wood", NULL, LIMIT, 70.0, "50 ms", 0, "ms"},
    {"decks", "cloud decks prepared, seeds 2, 7, 15, 3840x2160", NULL, LIMIT, 20.0, "12 ms", 0,
     "ms"},
    {"relief.rock", "relief of rock, a pixel, CPU", NULL, SHOWN, 0.0, NULL, 0, "ns"},
    {"relief.plain", "  with scalar kernels", "kernels of AVX2", MOST, 9.0, NULL, 0, "ns"},
    {"relief.hills", "relief of hills, a pixel, CPU", NULL, SHOWN, 0.0, NULL, 0, "ns"},
    {"relief.snow", "snow on rock, a pixel, CPU", NULL, SHOWN, 0.0, NULL, 0, "ns"},
    {"relief.cliff", "relief of cliffs and rubble, a pixel, CPU", NULL, SHOWN, 0.0, NULL, 0, "ns"},
    {"relief.sand", "relief of sand, a pixel, CPU", NULL, SHOWN, 0.0, NULL, 0, "ns"},
    {"relief.picture", "all relief of five mountain pictures, the mean", NULL, SHOWN, 0.0, NULL, 0,
     "ms"},
    {"relief.dearest", "  the dearest of them", NULL, SHOWN, 0.0, NULL, 0, "ms"},
    {"region", "seed 5: a region of 1/16 of the area, CPU", "the whole picture", SHOWN, 0.0, NULL,
     0, "ms"},
    {"bayer.cpu", "PNG of gradient5 with Bayer dither, CPU", libpng_default, FASTER, 25.0, NULL, 0,
     "ms"},
    {"bayer.bytes", "  its bytes", libpng_default, MOST, 1.35, NULL, 0, "KB"},
    {"png.cpu", "PNG of the wallpapers, seeds 1-16, CPU", libpng_default, FASTER, 12.0, NULL, 1,
     "ms"},
    {"png.bytes", "  their bytes", libpng_default, MOST, 1.6, NULL, 1, "KB"},
    {"small.bytes", "  bytes with --compress small", libpng_default, MOST, 0.95, NULL, 1, "KB"},
    {"heights.cpu", "16-bit heightmap PNG, 4096x4096, CPU", libpng_default, FASTER, 50.0, NULL, 0,
     "ms"},
    {"heights.bytes", "  its bytes", libpng_default, MOST, 1.005, NULL, 0, "KB"},
    {"square.memset", "diamond-square 8193x8193, CPU", "warm memset of the array", MOST, 4.0, NULL,
     0, "ms"},
    {"square.rand", "diamond-square 8193x8193, CPU", "in place with rand()", FASTER, 12.0, NULL, 0,
     "ms"},
    {"square.threads", "diamond-square, two threads, wall", "one thread, wall", MOST, 0.65, NULL, 0,
     "ms"},
    {"thermal", "thermal, von Neumann, 2048x2048, an iteration", "memcpy of the map", MOST, 3.0,
     NULL, 0, "ms"},
    {"hydraulic", "hydraulic, Moore, 2048x2048, an iteration", "the scatter form", FASTER, 8.0,
     NULL, 0, "ms"},
    {"gullies", "gullies, 1025x1025, CPU", NULL, LIMIT, 90.0, NULL, 0, "ms"},
    {"voronoi", "Voronoi, 1000 points, 4096x4096, CPU", "a kd-tree", FASTER, 20.0, NULL, 0, "ms"},
    {"hillshade", "map with hillshade to PNG, 4096x4096, CPU", "gdaldem hillshade to PNG", FASTER,
     3.0, "3.5x", 0, "ms"},
    {"turn", "a turning surface of 513x513 at 1280x720, a frame, CPU", NULL, SHOWN, 0.0, NULL, 0,
     "ms"},
    {"scroll", "scroll at 1920x1080, a frame, CPU", NULL, LIMIT, 4.0, "3 ms", 0, "ms"},
    {"scroll.woods", "  of woods and mist", NULL, LIMIT, 8.0, "6 ms", 0, "ms"},
    {"weather", "weather at 1920x1080, a frame, seeds 1-4, CPU", NULL, LIMIT, 40.0, "25 ms", 0,
     "ms"},
    {"day", "a day of 96 frames, 960x540, seeds 1-4, CPU", NULL, LIMIT, 2.7, "2.2 s", 0, "s"},
    {"pipe", "scroll to y4m to x264 ultrafast, the pipe's CPU", "by PPM", SHOWN, 0.0, NULL, 0, "s"},
    {"memory.wall", "memory: the wallpapers, most of all 28", NULL, LIMIT, 28.0, NULL, 0, "MiB"},
    {"memory.motif", "memory: 3840x2160 with woods and a motif", NULL, LIMIT, 28.0, NULL, 0, "MiB"},
    {"memory.part", "memory: 512 rows of 100,000x50,000, PNG", NULL, LIMIT, 64.0, NULL, 0, "MiB"},
    {"memory.wood", "memory: 64 rows of it, of an oak wood", NULL, LIMIT, 64.0, NULL, 0, "MiB"},
    {"memory.whole", "memory: the whole 100,000x50,000, PNG", NULL, LIMIT, 64.0, NULL, 0, "MiB"},
    {"heightmap.part", "memory: a 32,769x1025 heightmap, PNG", NULL, LIMIT, 64.0, NULL, 0, "MiB"},
    {"heightmap.whole", "memory: a 32,769x32,769 heightmap, PNG", NULL, LIMIT, 64.0, NULL, 0,
     "MiB"},
    {"gullies.part", "  with gullies: 32,769x1025", NULL, LIMIT, 64.0, NULL, 0, "MiB"},
    {"gullies.whole", "  with gullies: 32,769x32,769", NULL, LIMIT, 64.0, NULL, 0, "MiB"},
    {"start.wall", "ridgeline --version, wall", "/bin/true", MOST, 2.0, NULL, 0, "ms"},
    {"start.cpu", "ridgeline --version, CPU", "/bin/true", MOST, 2.0, NULL, 0, "ms"},
    {"octave", "gradient noise of pictures, an octave", NULL, LIMIT, 5.0, "3.5 ns", 0, "ns"},
    {"octave.maps", "  two noises of maps, an octave of both", NULL, LIMIT, 5.0, "3.5 ns", 0, "ns"},
    {"noise", "gradient noise, 6 octaves, 1024x1024, CPU", "libnoise's Perlin", SHOWN, 0.0, NULL, 0,
     "ms"},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* Rows that jobs make, and their words. */
static row added[200];
static char words[200][2][80];
static int added_count;

void rows_add(const char *key, const char *job, const char *reference, double bar, const char *unit)
{
    if (added_count == sizeof added / sizeof added[0])
        child_fault("no room for a row of", key);
    (void)snprintf(words[added_count][0], sizeof words[0][0], "%s", key);
    (void)snprintf(words[added_count][1], sizeof words[0][1], "%s", job);
    added[added_count] =
        (row){words[added_count][0], words[added_count][1], reference, MOST, bar, NULL, 0, unit};
    added_count++;
}

/* A row as it is printed. */
typedef struct cells {
    char figure[24], reference[80], ratio[16], range[40], bar[32];
    const char *holds;
    int pairs;
} cells;

static void say_number(char *text, size_t size, double value, const char *unit)
{
    int digits = value < 10.0 ? 2 : value < 1000.0 ? 1 : 0;
    (void)snprintf(text, size, "%.*f%s%s", digits, value, unit[0] == 'x' ? "" : " ", unit);
}

static int row_holds(const row *r, double ratio, double figure)
{
    if (r->kind == FASTER)
        return ratio >= r->bar;
    return r->kind == LIMIT ? figure <= r->bar : ratio <= r->bar;
}

static void say_bar(cells *c, const row *r)
{
    static const char *const sign[] = {"<=", ">=", "<=", ""};
    if (r->kind == SHOWN) {
        c->bar[0] = '\0';
        return;
    }
    (void)snprintf(c->bar, sizeof c->bar, "%s %g%s%s%s%s%s", sign[r->kind], r->bar,
                   r->kind == LIMIT ? " " : "x", r->kind == LIMIT ? r->unit : "",
                   r->stretch != NULL ? " (" : "", r->stretch != NULL ? r->stretch : "",
                   r->stretch != NULL ? ")" : "");
}

static void say_ratio(cells *c, const row *r, const figures_summary *s, double *ratio)
{
    int turned = r->kind == FASTER;
    double low = turned ? 1.0 / s->highest : s->lowest;
    double high = turned ? 1.0 / s->lowest : s->highest;
    char text[2][16];
    *ratio = turned ? 1.0 / s->ratio : s->ratio;
    (void)snprintf(c->ratio, sizeof c->ratio, *ratio < 10.0 ? "%.3fx" : "%.1fx", *ratio);
    say_number(text[0], sizeof text[0], low, "");
    say_number(text[1], sizeof text[1], high, "");
    text[0][strcspn(text[0], " ")] = text[1][strcspn(text[1], " ")] = '\0';
    (void)snprintf(c->range, sizeof c->range, "%s..%s", text[0], text[1]);
}

/* Returns 0 when nothing was measured. */
static int cells_fill(cells *c, const row *r)
{
    char number[24];
    figures_summary s = figures_of(r->key, r->is_sum);
    if (s.pairs == 0)
        return 0;
    double ratio = 0.0;
    c->pairs = s.pairs;
    say_number(c->figure, sizeof c->figure, s.ours, r->unit);
    c->reference[0] = c->ratio[0] = c->range[0] = '\0';
    if (r->reference != NULL) {
        say_number(number, sizeof number, s.reference, r->unit);
        (void)snprintf(c->reference, sizeof c->reference, "%s %s", number, r->reference);
        say_ratio(c, r, &s, &ratio);
    }
    say_bar(c, r);
    c->holds = r->kind == SHOWN ? "" : row_holds(r, ratio, s.ours) ? "yes" : "no";
    return 1;
}

enum { COLUMNS = 8 };

static void say_line(FILE *to, int markdown, const char *const text[COLUMNS])
{
    static const int width[COLUMNS] = {-46, 9, -45, 8, -13, -14, -5, 5};
    for (int i = 0; i < COLUMNS; i++)
        if (markdown)
            (void)fprintf(to, "| %s ", text[i]);
        else
            (void)fprintf(to, "%s%*s", i > 0 ? "  " : "", width[i], text[i]);
    (void)fputs(markdown ? "|\n" : "\n", to);
}

int rows_say(FILE *to, int markdown)
{
    static const char *const head[COLUMNS] = {"job",   "ours", "reference", "ratio",
                                              "range", "bar",  "holds",     "pairs"};
    int missed = 0;
    say_line(to, markdown, head);
    if (markdown)
        (void)fputs("|---|---:|---|---:|---|---|---|---:|\n", to);
    for (int i = 0; i < ROWS + added_count; i++) {
        const row *r = i < ROWS ? &rows[i] : &added[i - ROWS];
        cells c;
        char pairs[16];
        if (!cells_fill(&c, r))
            continue;
        (void)snprintf(pairs, sizeof pairs, "%d", c.pairs);
        const char *const text[COLUMNS] = {r->job,  c.figure, c.reference, c.ratio,
                                           c.range, c.bar,    c.holds,     pairs};
        say_line(to, markdown, text);
        missed += strcmp(c.holds, "no") == 0;
    }
    return missed;
}
