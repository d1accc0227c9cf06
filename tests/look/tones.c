/* tones.c - whether crests stand off what is behind them, and whether light and shade on land
 * differ in hue.
 *
 * Detail of a pixel is its lightness less that of the land around it (a blur of BLUR).  Light is
 * land with more detail than LIT, shade is land with less than -LIT; both are measured as means of
 * a and b.  The step at a crest is the lightness behind it less its own, APART above and below the
 * edge, each as mean of a window of WINDOW to both sides.
 */
#include <math.h>
#include <stdio.h>

#include "base/exact.h"
#include "look/look.h"

#define PICTURES 48
#define BLUR (0.04 * LOOK_HEIGHT) /* half width of three running means, a Gauss of .04 U */
#define LIT 0.03                  /* OKLab lightness */
#define HUE_LEAST 0.030           /* distance of light and shade in (a, b) */
#define HUE_SHARE 0.25            /* share of the pictures that reach it */
#define WINDOW ((int)(0.035 * LOOK_HEIGHT))
#define APART ((int)(0.008 * LOOK_HEIGHT + 0.5))
#define SHORE (0.012 * LOOK_HEIGHT) /* height above water from which land has a crest */
#define STEP_LEAST 0.045            /* OKLab lightness */
#define STEP_COLUMNS 0.95
#define CREST_SHARE 0.82 /* share of the crests of which STEP_COLUMNS of the columns reach it */
#define CREST_LEAST 0.05 /* share of the columns in which a crest must be seen to count */

/* A plane of a picture, and the weight of each sample. */
typedef float plane[LOOK_HEIGHT][LOOK_WIDTH];

static void mean_along(const float *from, float *to, int count, ptrdiff_t apart)
{
    int half = (int)BLUR;
    double sum = 0.0;
    for (int i = -half; i < count; i++) {
        if (i + half < count)
            sum += (double)from[(i + half) * apart];
        if (i - half - 1 >= 0)
            sum -= (double)from[(i - half - 1) * apart];
        if (i >= 0)
            to[i * apart] = (float)(sum / (2 * half + 1));
    }
}

static void blur(plane p)
{
    static plane work;
    for (int k = 0; k < 3; k++) {
        for (int y = 0; y < LOOK_HEIGHT; y++)
            mean_along(p[y], work[y], LOOK_WIDTH, 1);
        for (int x = 0; x < LOOK_WIDTH; x++)
            mean_along(&work[0][x], &p[0][x], LOOK_HEIGHT, LOOK_WIDTH);
    }
}

static double hue_distance(const look_picture *p)
{
    static plane mean, weight;
    double sum[2][3] = {{0.0}};
    for (int i = 0; i < LOOK_HEIGHT * LOOK_WIDTH; i++) {
        int y = i / LOOK_WIDTH, x = i % LOOK_WIDTH;
        weight[y][x] = p->land[y][x] >= 0 ? 1.0f : 0.0f;
        mean[y][x] = weight[y][x] * p->light[y][x];
    }
    blur(mean);
    blur(weight);
    for (int i = 0; i < LOOK_HEIGHT * LOOK_WIDTH; i++) {
        int y = i / LOOK_WIDTH, x = i % LOOK_WIDTH;
        if (p->land[y][x] < 0)
            continue;
        double detail = (double)(p->light[y][x] - mean[y][x] / weight[y][x]);
        if (fabs(detail) < LIT)
            continue;
        oklab lab = look_lab(p->rgb[y][x]);
        double *of = sum[detail > 0.0];
        of[0] += 1.0;
        of[1] += lab.a;
        of[2] += lab.b;
    }
    if (sum[0][0] == 0.0 || sum[1][0] == 0.0)
        return 0.0;
    double a = sum[1][1] / sum[1][0] - sum[0][1] / sum[0][0];
    double b = sum[1][2] / sum[1][0] - sum[0][2] / sum[0][0];
    return sqrt(a * a + b * b);
}

double tones_crest(const look_picture *p, int ridge)
{
    static double step[LOOK_WIDTH];
    static int seen[LOOK_WIDTH];
    int columns = 0, good = 0;
    int is_open = p->scene->deck > 0.0 || p->scene->plain > 0 || p->scene->beach_near > 0.0;
    double level = is_open                    ? p->scene->horizon
                   : p->scene->lake_ridge > 0 ? p->scene->lake_level
                                              : -1.0;
    double least = level * LOOK_HEIGHT + SHORE;
    for (int x = 0; x < LOOK_WIDTH; x++) {
        int y = look_edge_row(p, ridge, x, APART + 2);
        seen[x] = y >= 0 && p->height[ridge][x] > least && p->land[y - APART][x] < ridge &&
                  p->land[y - APART][x] != LOOK_WATER && p->land[y + APART][x] == ridge;
        step[x] = seen[x] ? (double)(p->light[y - APART][x] - p->light[y + APART][x]) : 0.0;
    }
    for (int x = 0; x < LOOK_WIDTH; x++) {
        double sum = 0.0;
        int count = 0;
        for (int k = x - WINDOW; k <= x + WINDOW && seen[x]; k++)
            if (k >= 0 && k < LOOK_WIDTH && seen[k]) {
                sum += step[k];
                count++;
            }
        columns += seen[x];
        good += seen[x] && fabs(sum / count) >= STEP_LEAST;
    }
    return columns >= CREST_LEAST * LOOK_WIDTH ? (double)good / columns : LOOK_NONE;
}

static int say_share(int first, const char *name, int good, int all, double bar)
{
    char line[64], numbers[96];
    (void)snprintf(line, sizeof line, "seeds %d..%d: %s", first, first + PICTURES - 1, name);
    (void)snprintf(numbers, sizeof numbers, "%d of %d, bar %.0f %%", good, all, 100.0 * bar);
    return look_say(good >= bar * all, line, numbers);
}

static int say_seeds(int first)
{
    static look_picture p;
    int crests = 0, good = 0, hues = 0;
    for (int i = 0; i < PICTURES; i++) {
        rl_scene scene;
        look_seeded(&scene, (uint64_t)(first + i));
        look_paint(&p, &scene);
        hues += hue_distance(&p) >= HUE_LEAST;
        look_forget(&p);
        look_paint_bare(&p, &scene);
        for (int r = 0; r < p.scene->ridge_count; r++) {
            double share = tones_crest(&p, r);
            crests += share != LOOK_NONE;
            good += share >= STEP_COLUMNS;
        }
        look_forget(&p);
    }
    return say_share(first, "light and shade differ in hue", hues, PICTURES, HUE_SHARE) +
           say_share(first, "crests stand off", good, crests, CREST_SHARE);
}

int whole_tones(void)
{
    return say_seeds(91001) + say_seeds(92001);
}
