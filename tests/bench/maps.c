/* maps.c - erosion scores of our maps beside those that J. Olsen published.
 *
 * "Realtime Procedural Terrain Generation" (2004), tables 1 and 2 and the text: the
 * score is the standard deviation of the slopes over their mean, slope = the largest
 * difference to the four neighbours on the torus.  Each row is an average over seeds and
 * is there twice: `torus` is ours, maps that wrap, stretched to 0..1 before they are eroded;
 * `paper` is as the paper ran it (maps_paper.h): its base, and the rim left standing, across
 * which the score wraps.  The erosion scores that it published partly measure that rim.
 * Columns with a share in percent must be met.
 *
 * The paper has no figures for the inverted form by T that could be found: its rows are those of
 * the prototype, and our pass must be within the share of it on the very same base.
 *
 *     build/bench-maps [SEEDS]      default 200
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/maps_land.h"
#include "bench/maps_paper.h"
#include "heightmap/heightmap.h"
#include "heightmap/pass.h"
#include "scene/composition.h"
#include "scene/keys.h"
#include "support/passes.h"

#define MOST_SEEDS 1000
#define THREADS 2

enum { TORUS, PAPER, COLUMNS };

/* What a row shows: a fractal, perhaps a Voronoi map, perhaps perturbed and eroded. */
typedef struct line {
    const char *name;
    double published;       /* 0 = the paper gives none */
    double within[COLUMNS]; /* the share by which a column may differ; 0 = no demand */
    int side;
    int noise, smooth;   /* of diamond-square */
    int voronoi, metric; /* voronoi: 0 none, 1 alone, 2 a third of the map */
    int perturbed;
    int pass;     /* that erodes: rl_pass_kind, -1 none */
    double talus; /* 0 = the default */
    paper_map paper;
    int some; /* 1: a quarter of the seeds will do */
} line;

#define NONE (-1)
#define BASE .side = 512, .smooth = 1, .voronoi = 2, .metric = 1, .perturbed = 1
#define PLAIN .side = 512, .pass = NONE
#define INVERTED_ROW(title, t)                                                                     \
    {                                                                                              \
        .name = title, .within = {0, 0.05}, BASE, .pass = RL_PASS_THERMAL_INVERTED, .talus = t,    \
        .paper = PAPER_INVERTED                                                                    \
    }
static const line lines[] = {
    {.name = "diamond-square, uniform",
     .published = 0.401,
     .within = {0.05, 0.10},
     PLAIN,
     .paper = PAPER_UNIFORM},
    {.name = "diamond-square, smoothed",
     .published = 0.478,
     .within = {0, 0.12},
     PLAIN,
     .smooth = 1,
     .paper = PAPER_SMOOTHED},
    {.name = "smoothed, prototype: 2x2 anchors",
     .published = 0.478,
     .within = {0, 0.10},
     PLAIN,
     .smooth = 1,
     .paper = PAPER_SMOOTHED_COARSE},
    {.name = "diamond-square, Gaussian",
     .published = 0.438,
     .within = {0.05, 0.10},
     PLAIN,
     .noise = RL_MAP_GAUSS,
     .paper = PAPER_GAUSS},
    {.name = "Voronoi, Euclidean",
     .published = 0.323,
     .within = {0, 0.12},
     PLAIN,
     .voronoi = 1,
     .paper = PAPER_VORONOI},
    {.name = "Voronoi, squared metric",
     .published = 0.347,
     .within = {0, 0.12},
     PLAIN,
     .voronoi = 1,
     .metric = 1,
     .paper = PAPER_VORONOI_SQUARED},
    {.name = "combination",
     .published = 0.460,
     .within = {0.05, 0.10},
     PLAIN,
     .smooth = 1,
     .voronoi = 2,
     .metric = 1,
     .paper = PAPER_COMBINED},
    {.name = "combination, perturbed",
     .published = 0.657,
     .within = {0.05, 0.10},
     BASE,
     .pass = NONE,
     .paper = PAPER_PERTURBED},
    {.name = "combination, perturbed, N = 1024",
     .published = 0.673,
     .within = {0.08, 0.10},
     .side = 1024,
     .smooth = 1,
     .voronoi = 2,
     .metric = 1,
     .perturbed = 1,
     .pass = NONE,
     .paper = PAPER_PERTURBED,
     .some = 1},
    {.name = "thermal, 50",
     .published = 0.614,
     .within = {0, 0.20},
     BASE,
     .pass = RL_PASS_THERMAL,
     .paper = PAPER_THERMAL},
    {.name = "thermal-fast, 50",
     .published = 0.626,
     .within = {0, 0.10},
     BASE,
     .pass = RL_PASS_THERMAL_FAST,
     .paper = PAPER_THERMAL_FAST},
    {.name = "hydraulic, 100",
     .published = 0.916,
     .within = {0, 0.10},
     BASE,
     .pass = RL_PASS_HYDRAULIC,
     .paper = PAPER_HYDRAULIC,
     .some = 1},
    {.name = "hydraulic-fast, 100",
     .published = 1.077,
     .within = {0, 0.10},
     BASE,
     .pass = RL_PASS_HYDRAULIC_FAST,
     .paper = PAPER_HYDRAULIC_FAST},
    {.name = "droplets", BASE, .pass = RL_PASS_DROPLETS, .some = 1},
    {.name = "gullies", BASE, .pass = RL_PASS_GULLIES},
    INVERTED_ROW("thermal-inverted, 50, T = 8/N", 8),
    INVERTED_ROW("thermal-inverted, 50, T = 12/N", 12),
    INVERTED_ROW("thermal-inverted, 50, T = 16/N", 16),
    INVERTED_ROW("thermal-inverted, 50, T = 20/N", 20),
};
#define LINES ((int)(sizeof lines / sizeof lines[0]))
#define INVERTED 4 /* the last rows */

static double scores[LINES][COLUMNS][MOST_SEEDS];
static double on_its_base[LINES][MOST_SEEDS]; /* our pass on the paper's base */
static int seed_count;

/* ---- one map ---------------------------------------------------------------------- */

static void must_be_ok(rl_status status, const rl_error *error)
{
    if (status == RL_OK)
        return;
    printf("not ok: %s\n", error->text);
    exit(EXIT_FAILURE);
}

static void add_pass(rl_map_rules *rules, int kind)
{
    rules->pass[rules->pass_count++].kind = kind;
}

static void set(rl_pass *pass, const char *key, double value)
{
    rl_error error = {RL_OK, ""};
    must_be_ok(pass_set(pass, key, value, &error), &error);
}

/* The scene that a line stands for, with the defaults of its passes. */
static rl_scene scene_of(const line *l)
{
    rl_scene scene;
    scene_init(&scene);
    rl_map_rules *rules = &scene.map;
    scene.kind = 1;
    scene.width = scene.height = l->side;
    rules->noise = l->noise;
    rules->smoothed = l->smooth;
    rules->wrap = 1;
    if (l->voronoi > 0) {
        add_pass(rules, RL_PASS_VORONOI);
        set(&rules->pass[0], "metric", l->metric);
        if (l->voronoi == 1)
            set(&rules->pass[0], "mix", 0.0);
    }
    if (l->perturbed)
        add_pass(rules, RL_PASS_PERTURB);
    if (l->pass != NONE) {
        rl_pass *pass = &rules->pass[rules->pass_count];
        add_pass(rules, l->pass);
        if (l->talus > 0.0)
            set(pass, "talus", l->talus);
    }
    rl_error error;
    must_be_ok(map_rules_resolve(&scene, &error), &error);
    return scene;
}

static void make_map(heightmap *map, const rl_scene *scene, uint64_t seed)
{
    const rl_map_rules *rules = &scene->map;
    heightmap_work work = {.threads = 1, .seed = seed, .rules = rules};
    rl_error error;
    must_be_ok(diamond_square_fill(map, STREAM_MAP, &work, &error), &error);
    normalise_map(map, 0.0, 1.0);
    for (int i = 0; i < rules->pass_count; i++) {
        const rl_pass *pass = &rules->pass[i];
        if (pass->kind > RL_PASS_PERTURB)
            normalise_map(map, 0.0, 1.0);
        must_be_ok(heightmap_run(map, pass, i, &work, &error), &error);
    }
}

static heightmap map_of(int side)
{
    size_t cells = (size_t)side * (size_t)side;
    heightmap map = {side, side, 1, malloc(cells * sizeof *map.h)};
    if (map.h == NULL)
        exit(EXIT_FAILURE);
    return map;
}

static double score_of(const heightmap *map)
{
    rl_map_statistics statistics;
    heightmap_measure(map, &statistics);
    return statistics.erosion_score;
}

static void score_line(int number, int seed)
{
    const line *l = &lines[number];
    rl_scene scene = scene_of(l);
    heightmap map = map_of(l->side);
    make_map(&map, &scene, (uint64_t)seed);
    scores[number][TORUS][seed] = score_of(&map);
    if (l->paper != PAPER_NONE) {
        paper_make(map.h, l->side, l->paper, l->talus, (uint64_t)seed);
        scores[number][PAPER][seed] = score_of(&map);
    }
    if (l->paper == PAPER_INVERTED) {
        heightmap_work work = {.threads = 1, .seed = (uint64_t)seed, .rules = &scene.map};
        rl_error error;
        paper_make(map.h, l->side, PAPER_PERTURBED, 0.0, (uint64_t)seed);
        int last = scene.map.pass_count - 1;
        must_be_ok(heightmap_run(&map, &scene.map.pass[last], last, &work, &error), &error);
        on_its_base[number][seed] = score_of(&map);
    }
    free(map.h);
}

/* ---- all --------------------------------------------------------------------------- */

/* A thread takes the next seed when it is done with one; each score has its place. */
static void *seeds_run(void *next)
{
    for (int seed; (seed = atomic_fetch_add((atomic_int *)next, 1)) < seed_count;)
        for (int l = 0; l < LINES; l++)
            if (seed % 4 == 0 || !lines[l].some)
                score_line(l, seed);
    return NULL;
}

static int scores_run(void)
{
    pthread_t thread[THREADS];
    atomic_int next = 0;
    for (int t = 0; t < THREADS; t++)
        if (pthread_create(&thread[t], NULL, seeds_run, &next) != 0)
            return 0;
    for (int t = 0; t < THREADS; t++)
        pthread_join(thread[t], NULL);
    return 1;
}

static double mean_of(int l, const double *score)
{
    int step = lines[l].some ? 4 : 1;
    double sum = 0.0;
    for (int seed = 0; seed < seed_count; seed += step)
        sum += score[seed];
    return sum / ((seed_count + step - 1) / step);
}

/* Prints a score beside the one that it should have, 0 for none; returns 1 when it is too far. */
static int say_score(double score, double other, double within)
{
    double off = other > 0.0 ? score / other - 1.0 : 0.0;
    int broken = within > 0.0 && (off > within || -off > within);
    printf("   %.3f", score);
    if (other > 0.0)
        printf(" %+6.1f %%", 100.0 * off);
    else
        printf("%9s", "");
    if (within > 0.0)
        printf(" (%s %2.0f)", broken ? "not ok," : "within", 100.0 * within);
    else
        printf("%12s", "");
    return broken;
}

/* Returns how many demands the row breaks. */
static int say_line(int l)
{
    const line *is = &lines[l];
    int broken = 0;
    printf("%c %-34s", is->some ? '*' : ' ', is->name);
    if (is->published > 0.0)
        printf("%.3f", is->published);
    else
        printf("%5s", "");
    broken += say_score(mean_of(l, scores[l][TORUS]), is->published, is->within[TORUS]);
    double paper = mean_of(l, scores[l][PAPER]);
    if (is->paper == PAPER_INVERTED) {
        printf("   %.3f; our pass on its base", paper);
        broken += say_score(mean_of(l, on_its_base[l]), paper, is->within[PAPER]);
    } else if (is->paper != PAPER_NONE) {
        broken += say_score(paper, is->published, is->within[PAPER]);
    }
    printf("\n");
    return broken;
}

/* The inverted form must rise with T in every column, and be well above all others. */
static int say_inverted(void)
{
    int rises = 1;
    double most = 0.0, least = mean_of(LINES - INVERTED, scores[LINES - INVERTED][TORUS]);
    for (int l = LINES - INVERTED + 1; l < LINES; l++)
        rises = rises && mean_of(l, scores[l][TORUS]) > mean_of(l - 1, scores[l - 1][TORUS]) &&
                mean_of(l, scores[l][PAPER]) > mean_of(l - 1, scores[l - 1][PAPER]) &&
                mean_of(l, on_its_base[l]) > mean_of(l - 1, on_its_base[l - 1]);
    for (int l = 0; l < LINES - INVERTED; l++) {
        double score = mean_of(l, scores[l][TORUS]);
        most = score > most ? score : most;
    }
    int above = least > 1.1 * most;
    printf("%-7sthermal-inverted rises with T\n", rises ? "ok" : "not ok");
    printf("%-7sthermal-inverted is above all others: %.3f, the most of these %.3f\n",
           above ? "ok" : "not ok", least, most);
    return !rises + !above;
}

int main(int argc, char **argv)
{
    seed_count = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 200;
    if (seed_count < 1 || seed_count > MOST_SEEDS) {
        printf("usage: bench-maps [SEEDS], 1 to %d\n", MOST_SEEDS);
        return EXIT_FAILURE;
    }
    printf("erosion scores, N = 512, means of %d seeds (rows with *: a quarter of them)\n"
           "  %-34s%-5s   %-27s   %s\n",
           seed_count, "", "paper", "torus (ours)", "as the paper ran it");
    if (!scores_run())
        return EXIT_FAILURE;
    int broken = 0;
    for (int l = 0; l < LINES; l++)
        broken += say_line(l);
    broken += say_inverted();
    land_print(seed_count < 16 ? seed_count : 16);
    printf("%s\n", broken == 0 ? "all demands met" : "some demands are not met");
    return broken == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
