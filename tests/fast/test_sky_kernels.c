/* test_sky_kernels.c - the stars that touch a run against those that the cells hold. */
#include <math.h>
#include <string.h>

#include "frame/frame.h"
#include "layers/core/kind.h"
#include "layers/sky/sky.h"
#include "support/support.h"

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

/* ---- disc ------------------------------------------------------------------ */

enum { COLUMNS = TILES_BLOCK };

/* Writes the coverage by a disc of radius 30 in the middle of a block, of a row `y` below its
 * middle that stands for `reach` rows to either side, too. */
static void cover_by_disc(int kernels, float y, float reach, float covered[COLUMNS])
{
    static float light[3][COLUMNS];
    sky_pixels pixels = {light[0], light[1], light[2], NULL};
    sky_disc disc = {.x = 0.5f - COLUMNS / 2,
                     .y = y,
                     .radius = 30.0f,
                     .reach = reach,
                     .whole = 1.0f,
                     .light = {1.0, 1.0, 1.0}};
    lights_kernels_of[kernels]->disc(&disc, 0, COLUMNS, &pixels, covered);
}

TEST(disc_in_a_strip_is_the_mean_of_its_rows)
{
    enum { REACH = 3, ROWS = 2 * REACH + 1 };
    float strip[COLUMNS], one[COLUMNS];
    for (int kernels = 0; kernels <= (int)cpu_choose(CPU_KERNELS - 1); kernels++)
        for (int row = -36; row <= 36; row++) {
            double mean[COLUMNS] = {0.0};
            for (int i = -REACH; i <= REACH; i++) {
                cover_by_disc(kernels, (float)(row + i), 0.0f, one);
                for (int c = 0; c < COLUMNS; c++)
                    mean[c] += (double)one[c] / ROWS;
            }
            cover_by_disc(kernels, (float)row, (float)REACH, strip);
            for (int c = 0; c < COLUMNS; c++)
                EXPECT_MSG(fabs((double)strip[c] - mean[c]) < 0.15, "row %d, column %d: %g, not %g",
                           row, c, (double)strip[c], mean[c]);
        }
}
