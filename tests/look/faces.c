/* faces.c - faces of rock at 3840x2160: broad light leads, detail everywhere, no threads.
 *
 * What faces add is a scene's lightness (OKLab, of 16 bits) less that of the same scene
 * without relief, beds and snow: haze, mist and glow cancel.  A pixel of rock lies below
 * the skyline of a bare ridge of rock, and above nearer ridges and their trees.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "frame/frame.h"
#include "layers/land/ridge.h"
#include "look/look.h"
#include "ridge/family.h"

enum { WIDTH = 3840, HEIGHT = 2160, BAND = 40, SIZE = WIDTH * HEIGHT };

#define NO_ROCK (-1)
#define LEAST_ROCK (SIZE / 20) /* pixels */

/* Worlds whose ranges are of rock, in moods that light it in several ways. */
static const struct {
    const char *world, *mood;
    uint64_t seed;
} shown[] = {{"lake", "noon", 1},      {"misty", "winter", 2},  {"alpine", "violet", 3},
             {"alpine", "dawn", 5},    {"lake", "golden", 6},   {"misty", "mist", 7},
             {"alpine", "golden", 10}, {"misty", "emerald", 21}};
#define PICTURES ((int)(sizeof shown / sizeof *shown))

typedef struct face_picture {
    rl_scene scene;
    double height[RL_MAX_RIDGES][WIDTH]; /* pixels, with the ridge's trees */
    int8_t rock[SIZE];                   /* the ridge that is seen, or NO_ROCK */
    float added[SIZE];                   /* lightness that faces add, where rock is */
    float bare[SIZE];                    /* the same of faces without snow */
    int pixels;                          /* of rock */
} face_picture;

/* ---- painting --------------------------------------------------------------------- */

static int is_rock(const rl_scene *scene, int i)
{
    return ridge_family_of(&scene->ridge[i])->ground == RIDGE_GROUND_ROCK &&
           scene->ridge[i].relief > 0.0 && !wood_is_wooded(scene, i);
}

/* Two rows below the skyline are left to its soft edge. */
static int rock_at(const face_picture *p, int x, double height)
{
    if (p->scene.lake_ridge > 0 && height < p->scene.lake_level * HEIGHT)
        return NO_ROCK;
    for (int i = p->scene.ridge_count - 1; i >= 0; i--)
        if (p->height[i][x] > height)
            return is_rock(&p->scene, i) && p->height[i][x] - 2.0 > height ? i : NO_ROCK;
    return NO_ROCK;
}

static rl_frame *large_frame(const rl_scene *scene)
{
    rl_view view = {.struct_size = sizeof view, .width = WIDTH, .height = HEIGHT};
    return look_frame(scene, &view);
}

static void find_rock(face_picture *p, const rl_frame *frame)
{
    p->scene = *rl_frame_scene(frame);
    p->pixels = 0;
    for (int i = 0; i < p->scene.ridge_count; i++) {
        double trees = 0.0;
        if (wood_is_wooded(&p->scene, i))
            trees = wood_tallest(frame, i, 0) * frame->unit;
        if (rl_frame_heights(frame, i, 0, WIDTH, p->height[i], NULL) != RL_OK)
            abort();
        for (int x = 0; x < WIDTH; x++)
            p->height[i][x] += trees;
    }
    for (int i = 0; i < SIZE; i++) {
        p->rock[i] = (int8_t)rock_at(p, i % WIDTH, HEIGHT - i / WIDTH - 0.5);
        p->pixels += p->rock[i] != NO_ROCK;
    }
}

static float lightness(const tone_tables *tone, const uint16_t rgb[3])
{
    linear_rgb light = {(double)tone_decode(tone, (float)rgb[0] / 65535.0f),
                        (double)tone_decode(tone, (float)rgb[1] / 65535.0f),
                        (double)tone_decode(tone, (float)rgb[2] / 65535.0f)};
    return (float)colour_linear_to_oklab(light).l;
}

/* Writes the lightness of rock. */
static void paint_rock(const face_picture *p, const rl_frame *frame, float *light)
{
    static uint16_t rgb[BAND][WIDTH][3];
    static tone_tables tone;
    tone_init(&tone);
    for (int y = 0; y < HEIGHT; y += BAND) {
        if (rl_paint(frame, y, BAND, rgb, sizeof rgb[0], NULL) != RL_OK)
            abort();
        for (int i = 0; i < BAND * WIDTH; i++)
            if (p->rock[y * WIDTH + i] != NO_ROCK)
                light[y * WIDTH + i] = lightness(&tone, rgb[i / WIDTH][i % WIDTH]);
    }
}

static void paint_scene(const face_picture *p, const rl_scene *scene, float *light)
{
    rl_frame *frame = large_frame(scene);
    paint_rock(p, frame, light);
    rl_frame_free(frame);
}

/* Returns 0 if the picture has too little rock. */
static int paint_faces(face_picture *p, const rl_scene *shown_scene)
{
    static float plain[SIZE];
    rl_scene scene = *shown_scene;
    scene.depth = 16;
    rl_frame *frame = large_frame(&scene);
    find_rock(p, frame);
    if (p->pixels >= LEAST_ROCK)
        paint_rock(p, frame, p->added);
    rl_frame_free(frame);
    if (p->pixels < LEAST_ROCK)
        return 0;
    scene = p->scene;
    int has_snow = 0;
    for (int i = 0; i < scene.ridge_count; i++) {
        has_snow += is_rock(&scene, i) && scene.ridge[i].snow > 0.0;
        scene.ridge[i].snow = 0.0;
    }
    if (has_snow)
        paint_scene(p, &scene, p->bare);
    else
        memcpy(p->bare, p->added, sizeof p->bare);
    for (int i = 0; i < scene.ridge_count; i++)
        scene.ridge[i].relief = scene.ridge[i].strata = 0.0;
    paint_scene(p, &scene, plain);
    for (int i = 0; i < SIZE; i++) {
        p->added[i] -= plain[i];
        p->bare[i] -= plain[i];
    }
    return 1;
}

/* ---- squint: what a blur leaves ------------------------------------------------------ */

/* The blur of look2-relief.md section 9: three running means .01 U wide, here of means of
 * CELL x CELL pixels. */
enum { CELL = 4, ACROSS = WIDTH / CELL, DOWN = HEIGHT / CELL, CELLS = ACROSS * DOWN };
enum { REACH = HEIGHT / 100 / CELL / 2 };

static void running_mean(const float *from, float *to, int count, int stride)
{
    double sum = 0.0;
    for (int i = -REACH; i < count; i++) {
        if (i + REACH < count)
            sum += (double)from[(i + REACH) * stride];
        if (i > REACH)
            sum -= (double)from[(i - REACH - 1) * stride];
        if (i >= 0)
            to[i * stride] = (float)(sum / (2 * REACH + 1));
    }
}

static void blur(float cell[CELLS])
{
    static float between[CELLS];
    for (int pass = 0; pass < 3; pass++) {
        for (int y = 0; y < DOWN; y++)
            running_mean(cell + y * ACROSS, between + y * ACROSS, ACROSS, 1);
        for (int x = 0; x < ACROSS; x++)
            running_mean(between + x, cell + x, DOWN, ACROSS);
    }
}

typedef struct moments {
    double count, sum, squares;
} moments;

static void count_light(moments *m, double light, double weight)
{
    m->count += weight;
    m->sum += weight * light;
    m->squares += weight * light * light;
}

/* The variance, times the count. */
static double spread(const moments *m)
{
    return m->count > 0.0 ? m->squares - m->sum * m->sum / m->count : 0.0;
}

/* A face region is what is seen of one ridge; the blur does not look beyond it. */
static void squint_ridge(const face_picture *p, int ridge, double *whole, double *left)
{
    static float weight[CELLS], rock[CELLS], sum[CELLS];
    moments sharp = {0}, blurred = {0};
    memset(rock, 0, sizeof rock);
    memset(sum, 0, sizeof sum);
    for (int i = 0; i < SIZE; i++)
        if (p->rock[i] == ridge) {
            int cell = i / WIDTH / CELL * ACROSS + i % WIDTH / CELL;
            count_light(&sharp, (double)p->added[i], 1.0);
            rock[cell] += 1.0f;
            sum[cell] += p->added[i];
        }
    memcpy(weight, rock, sizeof weight);
    blur(weight);
    blur(sum);
    for (int i = 0; i < CELLS; i++)
        if (rock[i] > 0.0f)
            count_light(&blurred, (double)(sum[i] / weight[i]), (double)rock[i]);
    *whole += spread(&sharp);
    *left += spread(&blurred);
}

/* Of all regions of a picture; also the deviation of what faces add. */
static double squint(const face_picture *p, double *deviation)
{
    double whole = 0.0, left = 0.0;
    for (int i = 0; i < p->scene.ridge_count; i++)
        if (is_rock(&p->scene, i))
            squint_ridge(p, i, &whole, &left);
    *deviation = sqrt(whole / p->pixels);
    return left / whole;
}

/* ---- marks ------------------------------------------------------------------------ */

/* A patch has a mark where lightness differs by MARK between two pixels NEAR apart: a soft
 * smear is none.  Lit snow may be plain, so snow is left out. */
enum { PATCH = 64, NEAR = 8 };
#define MARK 0.01

static int is_patch(const face_picture *p, int corner)
{
    for (int i = 0; i < PATCH * PATCH; i++)
        if (p->rock[corner + i / PATCH * WIDTH + i % PATCH] != p->rock[corner])
            return 0;
    return p->rock[corner] != NO_ROCK;
}

static int has_mark(const face_picture *p, int corner)
{
    for (int y = 0; y < PATCH - NEAR; y++)
        for (int x = 0; x < PATCH - NEAR; x++) {
            const float *light = p->bare + corner + y * WIDTH + x;
            if (fabsf(light[NEAR] - light[0]) > (float)MARK ||
                fabsf(light[NEAR * WIDTH] - light[0]) > (float)MARK)
                return 1;
        }
    return 0;
}

static double marked_patches(const face_picture *p)
{
    int patches = 0, marked = 0;
    for (int y = 0; y + PATCH <= HEIGHT; y += PATCH)
        for (int x = 0; x + PATCH <= WIDTH; x += PATCH)
            if (is_patch(p, y * WIDTH + x)) {
                patches++;
                marked += has_mark(p, y * WIDTH + x);
            }
    return patches > 0 ? (double)marked / patches : LOOK_NONE;
}

/* ---- threads ---------------------------------------------------------------------- */

/* A thread is a chain of pixels that all are lighter, or all darker, than both neighbours
 * THIN pixels away, by half the deviation of faces. */
enum { THIN = 2, SHORT_THREAD = 16, LONG_THREAD = 48 };
#define STAND_OUT 0.5

typedef struct threads {
    int shorts, longs; /* at least so long, pixels */
} threads;

static int stands_out(const face_picture *p, int i, float sign, float least)
{
    static const int way[4] = {THIN, THIN * WIDTH, WIDTH + 1, WIDTH - 1};
    for (int k = 0; k < 4; k++) {
        int a = i - way[k], b = i + way[k];
        if (p->rock[a] == p->rock[i] && p->rock[b] == p->rock[i] &&
            sign * (p->added[i] - p->added[a]) > least &&
            sign * (p->added[i] - p->added[b]) > least)
            return 1;
    }
    return 0;
}

/* Takes the chain with pixel `first` away; returns its length, 0 if it is a patch. */
static double take_chain(uint8_t *is_thread, int first)
{
    static int chain[SIZE];
    int left = WIDTH, right = 0, top = HEIGHT, foot = 0, count = 0;
    chain[count++] = first;
    is_thread[first] = 0;
    for (int next = 0; next < count; next++) {
        int x = chain[next] % WIDTH, y = chain[next] / WIDTH;
        left = x < left ? x : left;
        right = x > right ? x : right;
        top = y < top ? y : top;
        foot = y > foot ? y : foot;
        for (int k = 0; k < 9; k++) {
            int beside = chain[next] + (k / 3 - 1) * WIDTH + k % 3 - 1;
            if (is_thread[beside]) {
                is_thread[beside] = 0;
                chain[count++] = beside;
            }
        }
    }
    double length = hypot(right - left + 1, foot - top + 1);
    return count < 4.0 * length ? length : 0.0;
}

static threads count_threads(const face_picture *p, double deviation)
{
    static uint8_t is_thread[SIZE];
    threads found = {0};
    for (int sign = -1; sign <= 1; sign += 2) {
        for (int y = THIN; y < HEIGHT - THIN; y++)
            for (int x = THIN; x < WIDTH - THIN; x++) {
                int i = y * WIDTH + x;
                is_thread[i] = p->rock[i] != NO_ROCK &&
                               stands_out(p, i, (float)sign, (float)(STAND_OUT * deviation));
            }
        for (int i = 0; i < SIZE; i++)
            if (is_thread[i]) {
                double length = take_chain(is_thread, i);
                found.shorts += length >= SHORT_THREAD;
                found.longs += length >= LONG_THREAD;
            }
    }
    return found;
}

/* ---- all pictures ------------------------------------------------------------------- */

typedef struct figure {
    double sum, worst;
    const char *world; /* of the worst */
} figure;

static void count_figure(figure *f, double value, int is_worse, const char *world)
{
    f->sum += value;
    if (f->world == NULL || is_worse) {
        f->worst = value;
        f->world = world;
    }
}

static int say_figure(const figure *f, const char *name, int holds, const char *bound)
{
    char numbers[160];
    (void)snprintf(numbers, sizeof numbers, "mean %.3f worst %.3f (%s) of %d, %s",
                   f->sum / PICTURES, f->worst, f->world != NULL ? f->world : "none", PICTURES,
                   bound);
    return look_say(holds, name, numbers);
}

int whole_faces(void)
{
    static face_picture p;
    figure left = {0}, marked = {0}, shorts = {0}, longs = {0};
    int pictures = 0;
    for (int i = 0; i < PICTURES; i++) {
        const char *world = shown[i].world;
        rl_scene scene;
        look_seeded(&scene, shown[i].seed);
        if (rl_scene_set(&scene, "ridgeline.world", world, NULL) != RL_OK ||
            rl_mood_apply(&scene, shown[i].mood, NULL) != RL_OK || !paint_faces(&p, &scene))
            continue;
        pictures++;
        double deviation;
        double share = squint(&p, &deviation);
        double marks = marked_patches(&p);
        threads found = count_threads(&p, deviation);
        double thin = found.shorts * 1e6 / p.pixels, thick = found.longs * 1e6 / p.pixels;
        count_figure(&left, share, share < left.worst, world);
        count_figure(&marked, marks, marks < marked.worst, world);
        count_figure(&shorts, thin, thin > shorts.worst, world);
        count_figure(&longs, thick, thick > longs.worst, world);
    }
    int is_whole = pictures == PICTURES;
    int failed = say_figure(&left, "faces: variance of light left by a .01 U blur",
                            is_whole && left.worst >= 0.60, "at least 0.60");
    failed += say_figure(&marked, "faces: 64x64 patches of rock with a mark",
                         is_whole && marked.worst >= 0.95, "at least 0.95");
    failed += say_figure(&shorts, "faces: threads of 16 pixels in a megapixel",
                         is_whole && shorts.sum <= 95.0 * PICTURES, "mean at most 95");
    failed += say_figure(&longs, "faces: threads of 48 pixels in a megapixel",
                         is_whole && longs.worst <= 1.0, "at most 1");
    return failed;
}
