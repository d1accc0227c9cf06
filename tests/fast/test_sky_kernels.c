/* test_sky_kernels.c - disc and stars: the same bits at every width, the stars that touch a
 * run against those that the cells hold. */
#include <math.h>
#include <string.h>

#include "frame/frame.h"
#include "layers/core/kind.h"
#include "layers/sky/sky.h"
#include "support/support.h"

enum { COLUMNS = 64, SIDE = 200 };

typedef struct block {
    float plane[3][COLUMNS], veil[COLUMNS], covered[COLUMNS];
} block;

static void fill(chance *c, block *b)
{
    for (int i = 0; i < COLUMNS; i++) {
        for (int p = 0; p < 3; p++)
            b->plane[p][i] = (float)chance_real(c, 0.0, 1.0);
        b->veil[i] = (float)chance_real(c, 0.0, 1.0);
        b->covered[i] = 0.0f;
    }
}

static sky_pixels pixels_of(block *b, int has_veil)
{
    sky_pixels pixels = {b->plane[0], b->plane[1], b->plane[2], has_veil ? b->veil : NULL};
    return pixels;
}

/* Columns that were not asked for keep their samples. */
static void check_beside(const block *now, const block *before, int from, int to)
{
    for (int i = 0; i < COLUMNS; i++)
        for (int p = 0; p < 3 && (i < from || i >= to); p++)
            EXPECT_MSG(now->plane[p][i] == before->plane[p][i], "column %d of %d..%d", i, from, to);
}

TEST(star_kernels_are_bit_equal)
{
    chance c = chance_from(1);
    for (int n = 0; n < 500; n++) {
        block before;
        block after[CPU_KERNELS];
        fill(&c, &before);
        sky_star shown = {.from = (int)chance_integer(&c, 0, COLUMNS - 1),
                          .x = (float)chance_real(&c, -4.0, COLUMNS + 4.0),
                          .dy_dy = (float)chance_real(&c, 0.0, 9.0),
                          .peak = (float)chance_real(&c, 0.0, 2.0),
                          .fall = -(float)chance_real(&c, 0.01, 1.0),
                          .tint = {(double)1.0f, (double)0.8f, (double)0.5f}};
        shown.to = (int)chance_integer(&c, shown.from, COLUMNS);
        for (int v = 0; v < kernels_count(); v++) {
            after[v] = before;
            sky_pixels pixels = pixels_of(&after[v], n % 2);
            lights_kernels_of[v]->star(&shown, &pixels);
            EXPECT_KERNEL(after, v);
        }
        check_beside(&after[0], &before, shown.from, shown.to);
    }
}

static void some_moon(chance *c, sky_moon *moon, uint8_t *directions)
{
    for (int i = 0; i < SIDE * SIDE; i++)
        directions[i] = (uint8_t)chance_integer(c, 0, 15);
    for (int k = 0; k < SKY_MOON_OCTAVES; k++) {
        moon->direction[k] = directions;
        moon->half[k] = SIDE / 2 - 1;
        moon->side[k] = SIDE;
        moon->scale[k] = (k < 4 ? 5.0f : 9.0f) * (float)(1 << k % 4);
    }
    moon->lit = chance_integer(c, 0, 1) ? 1.0f : -1.0f;
    moon->cosine = (float)chance_real(c, -1.0, 1.0);
    moon->soft = 0.07f;
}

TEST(disc_kernels_are_bit_equal)
{
    chance c = chance_from(2);
    static uint8_t directions[SIDE * SIDE];
    for (int n = 0; n < 300; n++) {
        block before;
        block after[CPU_KERNELS];
        sky_moon moon;
        fill(&c, &before);
        some_moon(&c, &moon, directions);
        int from = (int)chance_integer(&c, 0, COLUMNS - 1);
        int to = (int)chance_integer(&c, from + 1, COLUMNS);
        float radius = (float)chance_real(&c, 0.5, 60.0);
        sky_disc row = {.x = (float)chance_real(&c, -80.0, 20.0),
                        .y = (float)chance_real(&c, -1.1, 1.1) * radius,
                        .radius = radius,
                        .whole = (float)chance_real(&c, 0.0, 1.0),
                        .is_hard = n % 5 == 0,
                        .light = {(double)0.9f, (double)0.8f, (double)0.2f},
                        .encoded = {0.95f, 0.9f, 0.5f},
                        .moon = n % 2 ? &moon : NULL};
        row.whole = n % 3 == 0 ? 1.0f : row.whole;
        for (int v = 0; v < kernels_count(); v++) {
            after[v] = before;
            sky_pixels pixels = pixels_of(&after[v], n % 7 == 0);
            lights_kernels_of[v]->disc(&row, from, to, &pixels, after[v].covered);
            EXPECT_MSG(memcmp(&after[v], &after[0], sizeof after[0]) == 0, "disc %d", n);
        }
        check_beside(&after[0], &before, from, to);
        for (int i = 0; i < COLUMNS; i++)
            EXPECT(after[0].covered[i] >= 0.0f && after[0].covered[i] <= 1.0f &&
                   (after[0].covered[i] > 0.0f || after[0].plane[0][i] == before.plane[0][i]));
    }
}

/* ---- stars of a run ------------------------------------------------------------ */

static int shines(const rl_frame *frame, const stars *all, int row, double left, double right)
{
    double foot = (1.0 - frame->scene.horizon) * frame->height;
    double cell = STARS_CELL * frame->unit;
    int64_t first = (int64_t)floor((left - 0.5 * frame->width) / cell) - 2;
    for (int64_t j = 0; (double)j * cell < foot + all->reach; j++)
        for (int64_t i = first; (double)i * cell + 0.5 * frame->width < right + 2.0 * cell; i++) {
            star at;
            if (!stars_at(frame, i, j, &at))
                continue;
            double x = 0.5 * frame->width + at.x * frame->unit;
            double y = foot - at.y * frame->unit;
            double high = pow(fmin(fmax(1.8 * at.y, 0.0), 1.0), 1.2);
            double away = hypot(x - frame->light.sun_x, y - frame->light.sun_y);
            if (at.light * high * all->gain > 1.01e-4 && x > left && x < right &&
                fabs(row + 0.5 - y) < all->reach &&
                (frame->light.sun_radius <= 0.0 ||
                 away > frame->light.sun_radius + all->reach + 0.01))
                return 1;
        }
    return 0;
}

TEST(block_with_a_star_is_never_skipped)
{
    static const int sizes[][2] = {{64, 48}, {300, 90}, {700, 400}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        int w = sizes[i][0];
        int h = sizes[i][1];
        rl_scene scene;
        scene_of_seed(&scene, i);
        OK(rl_mood_apply(&scene, "moonlight", &error));
        scene_slot(&scene, "stars.amount")->real = 1.0;
        rl_frame *frame = new_part(&scene, w, h, w / 5, 0, w / 2, h);
        paint_scratch *s = paint_scratch_new(frame);
        int layer = 0;
        while (strcmp(frame->layer[layer].kind->name, "stars") != 0)
            layer++;
        for (int row = h - 1; row >= 0; row -= 3)
            for (int b = 0; b < frame->blocks; b++) {
                double left = (double)(frame->first_block + b) * frame->block;
                double to = fmin(left + frame->block, (double)(frame->x + frame->columns));
                double from = fmax(left, (double)frame->x);
                tile_run run = {.block = b,
                                .column = (int)(from - (double)frame->x),
                                .count = (int)(to - from),
                                .row = row};
                EXPECT_MSG(!shines(frame, frame->layer[layer].data, row, from, to) ||
                               block_touches(s, layer, &run),
                           "%dx%d: row %d, block %d", w, h, row, b);
            }
        paint_scratch_free(s);
        rl_frame_free(frame);
    }
}
