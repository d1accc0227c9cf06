/* look.c - what makes a picture good, measured over many bare seeds.
 *
 * Every rule has a number: value structure, air, bands, dead areas, cut-offs,
 * quiet upper third, the place of the disc.  The program prints each rule's worst
 * and mean, the seeds that break it, and fails when more than a few do.
 *
 *     build/look [SEEDS]      default 100
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/colour.h"
#include "base/exact.h"
#include "frame/frame.h"
#include "ridgeline.h"
#include "scene/style.h"

#define WIDTH 960
#define HEIGHT 540
#define BLOCK 16

typedef struct picture {
    rl_frame *frame;
    const rl_scene *scene;
    float light[HEIGHT][WIDTH]; /* OKLab lightness */
    uint8_t rgb[HEIGHT][WIDTH][3];
    double height[RL_MAX_RIDGES][WIDTH]; /* of the ground, pixels */
} picture;

/* A rule gives a number for a picture; it must lie within low..high. */
typedef struct rule {
    const char *name;
    double (*measure)(const picture *p);
    double low, high;
    int may_break; /* of 100 pictures */
} rule;

static int is_night(const picture *p)
{
    return colour_to_oklab(p->scene->palette.sky[0]).l < 0.30;
}

/* ---- rules ---------------------------------------------------------------- */

static double mean_light(const picture *p, int from, int to)
{
    double sum = 0.0;
    for (int y = from; y < to; y++)
        for (int x = 0; x < WIDTH; x++)
            sum += (double)p->light[y][x];
    return sum / ((to - from) * WIDTH);
}

static double foreground(const picture *p)
{
    double allowed = p->scene->style == STYLE_DESERT || p->scene->style == STYLE_DUNES ? 0.09 : 0.0;
    return mean_light(p, HEIGHT - HEIGHT * 7 / 100, HEIGHT) - allowed;
}

static double value_range(const picture *p)
{
    int count[1001] = {0};
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            count[(int)exact_clamp((double)p->light[y][x] * 1000.0, 0.0, 1000.0)]++;
    int total = WIDTH * HEIGHT;
    int low = 0, high = 1000;
    for (int sum = count[0]; sum < total / 100; sum += count[++low])
        ;
    for (int sum = count[1000]; sum < total / 100; sum += count[--high])
        ;
    return (high - low) / 1000.0 + (is_night(p) ? 0.10 : 0.0);
}

/* The front-most ridge that covers a pixel, -1 = sky. */
static int ridge_at(const picture *p, int x, int y)
{
    for (int i = p->scene->ridge_count - 1; i >= 0; i--)
        if (p->height[i][x] > HEIGHT - y - 0.5)
            return i;
    return -1;
}

/* The mean step of lightness across a layer's edge, the least of all layers: what
 * stands before must be darker than what it hides. */
static double layer_step(const picture *p)
{
    double least = 1.0;
    for (int i = 0; i < p->scene->ridge_count; i++) {
        double sum = 0.0;
        int count = 0;
        for (int x = 0; x < WIDTH; x++) {
            int y = HEIGHT - (int)p->height[i][x];
            if (y < 16 || y > HEIGHT - 12 || ridge_at(p, x, y + 2) != i)
                continue;
            if (p->scene->ridge[i].snow > 0.0 ||
                (p->scene->ridge[i].trees > 0.0 && i + 1 == p->scene->ridge_count))
                continue; /* snow is bright; conifers stand on the nearest edge */
            sum += (double)p->light[y - 8][x] - (double)p->light[y + 4][x];
            count++;
        }
        if (count > WIDTH / 20)
            least = exact_min(least, sum / count);
    }
    return least;
}

/* Share of skyline columns where land is brighter than the sky just above it. */
static double bright_land(const picture *p)
{
    int bad = 0, seen = 0;
    for (int x = 0; x < WIDTH; x++) {
        int y = 0;
        while (y < HEIGHT && ridge_at(p, x, y) < 0)
            y++;
        if (y < 14 || y > HEIGHT - 8)
            continue;
        int ridge = ridge_at(p, x, y);
        if (p->scene->ridge[ridge].snow > 0.0 || p->scene->ridge[ridge].trees > 0.0)
            continue;
        seen++;
        bad += (double)p->light[y + 3][x] > (double)p->light[y - 4][x] + 0.025;
    }
    return seen > 0 ? (double)bad / seen : 0.0;
}

/* The longest run of equal rows in the mean of the sky's left columns. */
static double longest_band(const picture *p)
{
    int longest = 0, run = 0;
    long last = -1;
    for (int y = 0; y < HEIGHT / 3; y++) {
        long sum = 0;
        for (int x = 0; x < 64; x++)
            sum += p->rgb[y][x][0] + p->rgb[y][x][1] + p->rgb[y][x][2];
        run = sum == last ? run + 1 : 0;
        last = sum;
        longest = run > longest ? run : longest;
    }
    return longest;
}

static double dead_blocks(const picture *p)
{
    int dead = 0, all = 0;
    for (int by = 0; by + BLOCK <= HEIGHT; by += BLOCK) {
        for (int bx = 0; bx + BLOCK <= WIDTH; bx += BLOCK) {
            float low = 2.0f, high = -1.0f;
            for (int y = by; y < by + BLOCK; y++) {
                for (int x = bx; x < bx + BLOCK; x++) {
                    low = p->light[y][x] < low ? p->light[y][x] : low;
                    high = p->light[y][x] > high ? p->light[y][x] : high;
                }
            }
            dead += high - low < 0.003f;
            all++;
        }
    }
    return (double)dead / all;
}

static double highest_land(const picture *p)
{
    double most = 0.0;
    for (int i = 0; i < p->scene->ridge_count; i++)
        for (int x = 0; x < WIDTH; x++)
            most = exact_max(most, p->height[i][x] / HEIGHT);
    return most;
}

static double clamped_columns(const picture *p)
{
    int last = p->scene->ridge_count - 1;
    double floor = p->scene->ridge[last].min_height * HEIGHT + 0.02;
    int count = 0;
    for (int x = 0; x < WIDTH; x++)
        count += p->height[last][x] <= floor;
    return (double)count / WIDTH;
}

/* How restless the upper third is: deviation of lightness within its rows. */
static double restless_top(const picture *p)
{
    double sum = 0.0, squares = 0.0;
    int n = 0;
    for (int y = 0; y < HEIGHT / 3; y += 6) {
        double row = 0.0;
        for (int x = 0; x < WIDTH; x++)
            row += (double)p->light[y][x] / WIDTH;
        for (int x = 0; x + 6 <= WIDTH; x += 6) {
            double mean = 0.0; /* a small blur: icons are larger than a star */
            for (int i = 0; i < 36; i++)
                mean += (double)p->light[y + i / 6][x + i % 6] / 36.0;
            sum += mean - row;
            squares += (mean - row) * (mean - row);
            n++;
        }
    }
    int is_wild = p->scene->aurora > 0.0 || p->scene->clouds > 0.9 || p->scene->moon;
    return is_wild ? 0.0 : exact_sqrt(squares / n - sum / n * sum / n);
}

/* How much of the disc is seen, when there is one. */
static double disc_seen(const picture *p)
{
    return p->scene->sun_radius > 0.0 ? p->frame->sun_seen : 1.0;
}

static double disc_from_side(const picture *p)
{
    double x = p->frame->sun_x / WIDTH;
    return p->scene->sun_radius > 0.0 ? exact_min(x, 1.0 - x) : 0.5;
}

static const rule rules[] = {
    {"mean lightness of the lowest 7 %", foreground, 0.0, 0.35, 0},
    {"lightness from the 1st to the 99th percentile", value_range, 0.45, 1.0, 8},
    {"least step of lightness between layers", layer_step, 0.015, 1.0, 8},
    {"share of skyline where land outshines sky", bright_land, 0.0, 0.10, 6},
    {"longest run of equal sky rows", longest_band, 0.0, 12.0, 0},
    {"share of blocks without a gradient", dead_blocks, 0.0, 0.10, 0},
    {"highest land, fraction of H", highest_land, 0.40, 0.90, 2},
    {"columns of the nearest ridge on its floor", clamped_columns, 0.0, 0.05, 0},
    {"restlessness of the upper third", restless_top, 0.0, 0.08, 2},
    {"share of the disc that is seen", disc_seen, 0.15, 1.0, 6},
    {"distance of the disc from the side, widths", disc_from_side, 0.12, 0.5, 0},
};
#define RULES (sizeof rules / sizeof rules[0])

/* ---- pictures -------------------------------------------------------------- */

static void fail(const rl_error *error)
{
    fprintf(stderr, "look: %s\n", error->text);
    exit(EXIT_FAILURE);
}

static void make_picture(picture *p, uint64_t seed)
{
    rl_scene scene;
    rl_error error;
    rl_view view = {.struct_size = sizeof view, .width = WIDTH, .height = HEIGHT};
    rl_scene_init(&scene);
    scene.seed = seed;
    scene.has_seed = 1;
    if (rl_frame_new(&p->frame, &scene, &view, &error) != RL_OK ||
        rl_paint(p->frame, 0, HEIGHT, p->rgb, sizeof p->rgb[0], &error) != RL_OK)
        fail(&error);
    p->scene = rl_frame_scene(p->frame);
    for (int i = 0; i < p->scene->ridge_count; i++)
        if (rl_frame_heights(p->frame, i, 0, WIDTH, p->height[i], &error) != RL_OK)
            fail(&error);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            const uint8_t *c = p->rgb[y][x];
            p->light[y][x] = (float)colour_to_oklab(c[0] << 16 | c[1] << 8 | c[2]).l;
        }
    }
}

int main(int argc, char **argv)
{
    static picture p;
    int seeds = argc > 1 ? atoi(argv[1]) : 100;
    double worst[RULES], sum[RULES] = {0.0};
    int broken[RULES] = {0};
    char which[RULES][256] = {{0}};
    for (int seed = 1; seed <= seeds; seed++) {
        make_picture(&p, (uint64_t)seed);
        for (size_t r = 0; r < RULES; r++) {
            double value = rules[r].measure(&p);
            double out = exact_max(rules[r].low - value, value - rules[r].high);
            double past = seed == 1 ? out - 1.0
                                    : exact_max(rules[r].low - worst[r], worst[r] - rules[r].high);
            if (seed == 1 || out > past)
                worst[r] = value;
            sum[r] += value;
            if (out > 0.0) {
                size_t used = strlen(which[r]);
                broken[r]++;
                if (used < sizeof which[r] - 12)
                    (void)snprintf(which[r] + used, 12, " %d", seed);
            }
        }
        rl_frame_free(p.frame);
    }
    int passed = 0;
    for (size_t r = 0; r < RULES; r++) {
        int holds = broken[r] * 100 <= rules[r].may_break * seeds;
        passed += holds;
        printf("%s %-46s mean %.3f worst %.3f allowed %.3f..%.3f broken %d%s\n",
               holds ? "ok" : "not ok", rules[r].name, sum[r] / seeds, worst[r], rules[r].low,
               rules[r].high, broken[r], which[r]);
    }
    printf("%d passed, %d failed\n", passed, (int)RULES - passed);
    return passed == (int)RULES ? EXIT_SUCCESS : EXIT_FAILURE;
}
