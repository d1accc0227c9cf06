/* prints.c - what styles of print are measured by: look3.md section A8.
 *
 * Each print is tried on seeds in a row: how many pixels it changes, how many inks a poster has
 * without its grain, where vermilion is seen, and whether crests stand off what is behind them.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frame/frame.h"
#include "look/look.h"

enum { SEEDS = 24, FIRST = 301 };

#define CHANGED_LEAST 0.02 /* distance in OKLab by which a changed pixel differs */
#define CHANGED_SHARE 0.60 /* of a print's pixels, mean of its pictures */
#define INKS_MOST 17
#define INK_ROWS 4 /* rows and columns of the picture of which one is counted */
#define RED_A 0.14 /* least a and b of vermilion, OKLab */
#define RED_B 0.08
#define RED_RADII 1.4    /* radii of the sun within which vermilion may be */
#define RED_MOST 0.0005  /* share of pixels of another vermilion: roofs, flowers, torii */
#define STEP_COLUMNS 0.95
#define CREST_SHARE 0.82 /* share of the crests of which STEP_COLUMNS of the columns stand off */

static void paint_print(look_picture *p, uint64_t seed, const char *print, int is_bare)
{
    rl_scene scene;
    rl_error error;
    look_seeded(&scene, seed);
    if (rl_print_apply(&scene, print, &error) != RL_OK) {
        printf("%s\n", error.text);
        exit(EXIT_FAILURE);
    }
    if (strcmp(print, "poster") == 0 && is_bare)
        (void)rl_scene_set(&scene, "print.grain", "0", &error);
    if (is_bare)
        look_paint_bare(p, &scene);
    else
        look_paint(p, &scene);
}

static double changed_share(const look_picture *a, const look_picture *b)
{
    int changed = 0, all = 0;
    for (int y = 0; y < LOOK_HEIGHT; y += INK_ROWS)
        for (int x = 0; x < LOOK_WIDTH; x += INK_ROWS, all++) {
            oklab p = look_lab(a->rgb[y][x]), q = look_lab(b->rgb[y][x]);
            double l = p.l - q.l, da = p.a - q.a, db = p.b - q.b;
            changed += sqrt(l * l + da * da + db * db) > CHANGED_LEAST;
        }
    return (double)changed / all;
}

/* Counts the colours of flats: of pixels whose eight neighbours are equal to them.  Pixels at edges
 * are mixtures. */
static int count_inks(const look_picture *p)
{
    static unsigned char seen[1 << 24];
    int inks = 0;
    memset(seen, 0, sizeof seen);
    for (int y = 1; y < LOOK_HEIGHT - 1; y++)
        for (int x = 1; x < LOOK_WIDTH - 1; x++) {
            const uint8_t *c = p->rgb[y][x];
            int equal = 0;
            for (int k = 0; k < 9; k++)
                equal += memcmp(c, p->rgb[y - 1 + k / 3][x - 1 + k % 3], 3) == 0;
            unsigned char *is_seen = &seen[c[0] << 16 | c[1] << 8 | c[2]];
            inks += equal == 9 && !*is_seen;
            *is_seen |= equal == 9;
        }
    return inks;
}

static int is_red(const uint8_t rgb[3])
{
    oklab lab = look_lab(rgb);
    return lab.a > RED_A && lab.b > RED_B;
}

/* Returns the share of pixels of vermilion away from the sun that are not red without the print. */
static double red_share(const look_picture *p, const look_picture *plain)
{
    const frame_light *light = &p->frame->light;
    double radius = RED_RADII * light->sun_radius + 2.0;
    int red = 0;
    for (int y = 0; y < LOOK_HEIGHT; y++)
        for (int x = 0; x < LOOK_WIDTH; x++)
            red += is_red(p->rgb[y][x]) && !is_red(plain->rgb[y][x]) &&
                   hypot(x - light->sun_x, y - light->sun_y) > radius;
    return (double)red / (LOOK_WIDTH * LOOK_HEIGHT);
}

static int say(const char *print, const char *what, double value, double bar, int is_most)
{
    char line[64], numbers[96];
    int holds = is_most ? value <= bar : value >= bar;
    (void)snprintf(line, sizeof line, "%s: %s", print, what);
    (void)snprintf(numbers, sizeof numbers, "%.4f, bar %.4f%s", value, bar,
                   holds ? "" : ": missed");
    return look_say(holds, line, numbers);
}

static int try_print(const char *print)
{
    static look_picture plain, printed;
    double changed = 0.0, red = 0.0;
    int inks = 0, crests = 0, good = 0, missed = 0;
    int is_poster = strcmp(print, "poster") == 0, is_wood = strcmp(print, "woodblock") == 0;
    for (int i = 0; i < SEEDS; i++) {
        uint64_t seed = (uint64_t)(FIRST + i);
        paint_print(&plain, seed, "none", 0);
        paint_print(&printed, seed, print, 0);
        changed += changed_share(&plain, &printed) / SEEDS;
        red += red_share(&printed, &plain) / SEEDS;
        look_forget(&plain);
        look_forget(&printed);
        paint_print(&printed, seed, print, 1);
        int more = is_poster ? count_inks(&printed) : 0;
        inks = more > inks ? more : inks;
        for (int r = 0; r < printed.scene->ridge_count; r++) {
            double share = tones_crest(&printed, r);
            crests += share != LOOK_NONE;
            good += share >= STEP_COLUMNS;
        }
        look_forget(&printed);
    }
    missed += say(print, "share of changed pixels", changed, CHANGED_SHARE, 0);
    missed += say(print, "share of crests that stand off", (double)good / crests, CREST_SHARE, 0);
    if (is_poster)
        missed += say(print, "most inks of a picture without grain", inks, INKS_MOST, 1);
    if (is_wood)
        missed += say(print, "share of vermilion away from the sun", red, RED_MOST, 1);
    return missed;
}

int whole_prints(void)
{
    int missed = 0;
    for (size_t i = 1; rl_print_name(i) != NULL; i++)
        missed += try_print(rl_print_name(i));
    return missed;
}
