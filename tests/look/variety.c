/* variety.c - how much bare seeds in a row differ: look2-worlds.md section 8.
 *
 * A thumbnail has 16x9 cells, means in linear light, in OKLab with a and b times 1.6.  V1 is the
 * mean over the pictures of the distance to the nearest other; V2 the same of lightness alone,
 * brought to mean 0 and deviation 1, where a mirror image counts as equal: it is blind to the
 * palette.  Their tenth percentiles catch twins.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "look/look.h"

enum { PICTURES = 48, WIDTH = 480, HEIGHT = 270, ACROSS = 16, DOWN = 9, BINS = 12 };
enum { SIDE = WIDTH / ACROSS, LINES = 6 };

typedef struct thumb {
    oklab cell[DOWN][ACROSS];
    double form[DOWN][ACROSS]; /* lightness, mean 0 and deviation 1 */
    double skyline;            /* fraction of the height */
    int place;                 /* world, or composition after all worlds */
    char mood[64];
} thumb;

static void fill_cells(thumb *t, const uint8_t *rgb)
{
    double sum = 0.0, squares = 0.0;
    for (int y = 0; y < DOWN; y++)
        for (int x = 0; x < ACROSS; x++) {
            linear_rgb mean = {0.0, 0.0, 0.0};
            for (int i = 0; i < SIDE * SIDE; i++) {
                const uint8_t *p = rgb + 3 * ((y * SIDE + i / SIDE) * WIDTH + x * SIDE + i % SIDE);
                linear_rgb light = colour_to_linear(p[0] << 16 | p[1] << 8 | p[2]);
                mean.r += light.r / (SIDE * SIDE);
                mean.g += light.g / (SIDE * SIDE);
                mean.b += light.b / (SIDE * SIDE);
            }
            t->cell[y][x] = colour_linear_to_oklab(mean);
            sum += t->cell[y][x].l;
            squares += t->cell[y][x].l * t->cell[y][x].l;
        }
    double mean = sum / (DOWN * ACROSS);
    double deviation = sqrt(exact_max(squares / (DOWN * ACROSS) - mean * mean, 1e-9));
    for (int i = 0; i < DOWN * ACROSS; i++)
        t->form[i / ACROSS][i % ACROSS] = (t->cell[i / ACROSS][i % ACROSS].l - mean) / deviation;
}

static int compare(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* The median over 64 columns of the height of the first step of lightness from above. */
static double find_skyline(const uint8_t *rgb)
{
    double height[64];
    for (int i = 0; i < 64; i++) {
        const uint8_t *column = rgb + 3 * ((2 * i + 1) * WIDTH / 128);
        int y = 1;
        while (y < HEIGHT && fabs(look_lab(column + (ptrdiff_t)3 * WIDTH * y).l -
                                  look_lab(column + (ptrdiff_t)3 * WIDTH * (y - 1)).l) <= 0.018)
            y++;
        height[i] = 1.0 - (double)y / HEIGHT;
    }
    qsort(height, 64, sizeof height[0], compare);
    return 0.5 * (height[31] + height[32]);
}

static void make_thumb(thumb *t, uint64_t seed, const char *print)
{
    static uint8_t rgb[HEIGHT * WIDTH * 3];
    rl_view view = {.struct_size = sizeof view, .width = WIDTH, .height = HEIGHT};
    rl_scene scene;
    size_t worlds = 0;
    rl_error error;
    look_seeded(&scene, seed);
    (void)rl_print_apply(&scene, print, &error);
    rl_frame *frame = look_frame(&scene, &view);
    const rl_scene *made = rl_frame_scene(frame);
    while (rl_world_name(worlds) != NULL)
        worlds++;
    t->place =
        made->composition_index != RL_AUTO ? (int)worlds + made->composition_index : made->world;
    memcpy(t->mood, made->mood, sizeof t->mood);
    look_rows(frame, HEIGHT, rgb, WIDTH, 1);
    rl_frame_free(frame);
    fill_cells(t, rgb);
    t->skyline = find_skyline(rgb);
}

static double colour_distance(const thumb *a, const thumb *b)
{
    double squares = 0.0;
    for (int i = 0; i < DOWN * ACROSS; i++) {
        oklab p = a->cell[i / ACROSS][i % ACROSS], q = b->cell[i / ACROSS][i % ACROSS];
        double l = p.l - q.l, x = 1.6 * (p.a - q.a), y = 1.6 * (p.b - q.b);
        squares += l * l + x * x + y * y;
    }
    return sqrt(squares / (DOWN * ACROSS));
}

static double form_distance(const thumb *a, const thumb *b)
{
    double straight = 0.0, mirrored = 0.0;
    for (int i = 0; i < DOWN * ACROSS; i++) {
        int y = i / ACROSS, x = i % ACROSS;
        double d = a->form[y][x] - b->form[y][x], m = a->form[y][x] - b->form[y][ACROSS - 1 - x];
        straight += d * d;
        mirrored += m * m;
    }
    return sqrt(exact_min(straight, mirrored) / (DOWN * ACROSS));
}

/* The mean, and the tenth percentile, of each picture's distance to the nearest other. */
static void measure(const thumb *pictures, double (*distance)(const thumb *, const thumb *),
                    double *mean, double *tenth)
{
    double nearest[PICTURES];
    *mean = 0.0;
    for (int i = 0; i < PICTURES; i++) {
        nearest[i] = LOOK_ANY;
        for (int k = 0; k < PICTURES; k++)
            if (k != i)
                nearest[i] = exact_min(nearest[i], distance(&pictures[i], &pictures[k]));
        *mean += nearest[i] / PICTURES;
    }
    qsort(nearest, PICTURES, sizeof nearest[0], compare);
    double place = 0.1 * (PICTURES - 1);
    *tenth = exact_mix(nearest[(int)place], nearest[(int)place + 1], place - (int)place);
}

/* Of counts, as a share of the most that BINS can have. */
static double entropy(const int count[BINS])
{
    double total = 0.0, sum = 0.0;
    for (int i = 0; i < BINS; i++)
        total += count[i];
    for (int i = 0; i < BINS; i++)
        if (count[i] > 0)
            sum -= count[i] / total * log(count[i] / total);
    return sum / log(BINS);
}

static double skyline_entropy(const thumb *pictures)
{
    int count[BINS] = {0};
    for (int i = 0; i < PICTURES; i++) {
        double share = exact_clamp((pictures[i].skyline - 0.1) / 0.8, 0.0, 0.9999);
        count[(int)(share * BINS)]++;
    }
    return entropy(count);
}

static double hue_entropy(const thumb *pictures)
{
    int count[BINS] = {0};
    for (int i = 0; i < PICTURES; i++)
        for (int k = 0; k < DOWN * ACROSS; k++) {
            oklab lab = pictures[i].cell[k / ACROSS][k % ACROSS];
            double turn = atan2(lab.b, lab.a) / 6.283185307179586 + 0.5;
            if (colour_chroma(lab) > 0.015)
                count[(int)(exact_min(turn, 0.9999) * BINS)]++;
        }
    return entropy(count);
}

static int say_bar(const char *name, int first, double value, double bar)
{
    char line[64], numbers[96];
    int holds = value >= bar;
    (void)snprintf(line, sizeof line, "seeds %d..%d: %s", first, first + PICTURES - 1, name);
    (void)snprintf(numbers, sizeof numbers, "%.4f, bar %.3f%s", value, bar,
                   holds ? "" : ": missed");
    return look_say(holds, line, numbers);
}

static int say_twins(const thumb *pictures, int first)
{
    char line[64], numbers[320] = "";
    int twins = 0;
    for (int i = 0; i < PICTURES; i++)
        for (int k = 0; k < i; k++) {
            if (pictures[i].place != pictures[k].place ||
                strcmp(pictures[i].mood, pictures[k].mood) != 0)
                continue;
            size_t used = strlen(numbers);
            if (twins++ < 12)
                (void)snprintf(numbers + used, sizeof numbers - used, " %d=%d", first + k,
                               first + i);
        }
    (void)snprintf(line, sizeof line, "seeds %d..%d: pairs of one place and mood", first,
                   first + PICTURES - 1);
    size_t used = strlen(numbers);
    (void)snprintf(numbers + used, sizeof numbers - used, "%s%d, none may be", used > 0 ? "; " : "",
                   twins);
    return look_say(twins == 0, line, numbers);
}

static int try_seeds(int first)
{
    static thumb pictures[PICTURES];
    double mean, tenth;
    int missed = 0;
    for (int i = 0; i < PICTURES; i++)
        make_thumb(&pictures[i], (uint64_t)(first + i), "none");
    measure(pictures, colour_distance, &mean, &tenth);
    missed += say_bar("V1, colour", first, mean, 0.11);
    missed += say_bar("V1, tenth percentile", first, tenth, 0.085);
    measure(pictures, form_distance, &mean, &tenth);
    missed += say_bar("V2, form", first, mean, 0.40);
    missed += say_bar("V2, tenth percentile", first, tenth, 0.27);
    missed += say_twins(pictures, first);
    char line[64], numbers[96];
    (void)snprintf(line, sizeof line, "seeds %d..%d: V3 and hue", first, first + PICTURES - 1);
    (void)snprintf(numbers, sizeof numbers, "entropy of the skyline %.3f, of hues %.3f; no bar",
                   skyline_entropy(pictures), hue_entropy(pictures));
    return missed + look_say(1, line, numbers);
}

/* The seed deals a print to each picture. */
static int try_prints(int first)
{
    static thumb pictures[PICTURES];
    double mean, tenth;
    for (int i = 0; i < PICTURES; i++)
        make_thumb(&pictures[i], (uint64_t)(first + i), "auto");
    measure(pictures, colour_distance, &mean, &tenth);
    int missed = say_bar("V1, dealt prints", first, mean, 0.14);
    measure(pictures, form_distance, &mean, &tenth);
    return missed + say_bar("V2, dealt prints", first, mean, 0.42);
}

int whole_variety(void)
{
    _Static_assert(2 * LINES + 2 == VARIETY_LINES, "what look.c counts");
    return try_seeds(1) + try_seeds(1001) + try_prints(1);
}
