/* test_stand.c - rows of plants: every width of the kernels gives what the plain one gives, and a
 * plant is about the same as a sprite and drawn by itself.
 */
#include "layers/stand.h"

#include <stdlib.h>
#include <string.h>

#include "support/support.h"

#define MOST_COLUMNS 60
#define STRIDE (MOST_COLUMNS + 1 + STAND_SPARE)
#define ROWS 200

static int widths(void)
{
    return (int)cpu_choose(RL_KERNELS_BEST) + 1;
}

static void fill(chance *c, int16_t *numbers)
{
    for (int i = 0; i < STAND_COLUMNS; i++)
        numbers[i] = (int16_t)chance_integer(c, 0, 255);
}

/* Rows of a sprite, between pixels or not, under what is there already. */
START_TEST(every_width_lays_the_same)
{
    chance c = chance_from(20);
    for (int n = 0; n < 2000; n++) {
        uint8_t rows[2 * 3 * STRIDE] = {0};
        int columns = 1 + (int)chance_integer(&c, 0, MOST_COLUMNS - 1);
        for (int r = 0; r < 6; r++)
            for (int i = 1; i <= columns; i++)
                rows[r * STRIDE + i] = (uint8_t)chance_integer(&c, 0, 256 - 1);
        int x = (int)chance_integer(&c, 0, 16 - 1), y = (int)chance_integer(&c, 0, 16 - 1);
        stand_taps taps = {.row = rows + 3 * STRIDE + 1,
                           .before = rows + 1,
                           .stride = STRIDE,
                           .here = (16 - x) * (16 - y),
                           .left = x * (16 - y),
                           .above = (16 - x) * y,
                           .corner = x * y,
                           .has_own = n % 2};
        stand_pixels before;
        fill(&c, before.covered);
        fill(&c, before.tone);
        fill(&c, before.own);
        int at = STAND_ROOM + (int)chance_integer(&c, 0, TILES_BLOCK - 1), count = columns + 1;
        int end = STAND_ROOM + TILES_BLOCK - at;
        count = count < end ? count : end;
        stand_pixels plain = before;
        stand_kernels_of[0]->lay(&taps, count, at, &plain);
        for (int k = 1; k < widths(); k++) {
            stand_pixels wide = before;
            stand_kernels_of[k]->lay(&taps, count, at, &wide);
            for (int i = STAND_ROOM; i < STAND_ROOM + TILES_BLOCK; i++)
                ck_assert_msg(wide.covered[i] == plain.covered[i] &&
                                  wide.tone[i] == plain.tone[i] && wide.own[i] == plain.own[i],
                              "kernels %d, row %d, column %d", k, n, i);
        }
    }
}
END_TEST

/* Rows of a larger picture that make one, and what a fill covers. */
START_TEST(every_width_mixes_and_fills_the_same)
{
    chance c = chance_from(22);
    enum { COLUMNS = 61, ROOM = COLUMNS + DRAWING_SPARE + STAND_SPARE };
    for (int n = 0; n < 1000; n++) {
        uint8_t rows[2 * COLUMNS + ROOM] = {0}, plain_bytes[COLUMNS], wide_bytes[COLUMNS];
        uint16_t plain[ROOM], wide[ROOM];
        int32_t area[ROOM];
        float before[3][ROOM], line[2][3][ROOM];
        for (int i = 0; i < 3 * COLUMNS; i++)
            rows[i] = (uint8_t)chance_integer(&c, 0, 255);
        for (int i = 0; i < ROOM; i++) {
            area[i] = (int32_t)chance_integer(&c, -2 * DRAWING_WHOLE, 2 * DRAWING_WHOLE);
            for (int p = 0; p < 3; p++)
                before[p][i] = (float)chance_integer(&c, 0, 1000) / 1000.0f;
        }
        int from = (int)chance_integer(&c, 0, 256), middle = (int)chance_integer(&c, 0, 256 - from);
        int weight[3] = {from, middle, 256 - from - middle};
        drawing_fill fill = {.tone = 2.6f,
                             .own = 0.3f,
                             .opacity = n % 3 == 0 ? 0.7f : 1.0f,
                             .is_within = n % 5 == 0};
        int count = (int)chance_integer(&c, 1, COLUMNS);
        for (int k = 0; k < widths(); k++) {
            float(*out)[ROOM] = line[k > 0];
            memcpy(out, before, sizeof before);
            drawing_kernels_of[k]->lay(area, count, &fill, out[0], out[1], n % 2 ? out[2] : NULL);
            drawing_kernels_of[k]->bytes(out[0], count, 255.0f, k > 0 ? wide_bytes : plain_bytes);
            stand_kernels_of[k]->mix(rows, COLUMNS, weight, k > 0 ? wide : plain);
            if (k == 0)
                continue;
            ck_assert_mem_eq(line[0], line[1], sizeof line[0]);
            ck_assert_mem_eq(plain, wide, COLUMNS * sizeof *wide);
            ck_assert_mem_eq(plain_bytes, wide_bytes, (size_t)count);
        }
    }
}
END_TEST

START_TEST(every_width_finds_and_measures_the_same)
{
    chance c = chance_from(21);
    for (int n = 0; n < 2000; n++) {
        int32_t top[ROWS + STAND_SPARE] = {0}, end[ROWS + STAND_SPARE] = {0};
        int32_t plain[ROWS + STAND_SPARE], wide[ROWS + STAND_SPARE];
        for (int i = 0; i < ROWS; i++) {
            top[i] = (int32_t)chance_integer(&c, 0, 100 - 1);
            end[i] = top[i] + (int32_t)chance_integer(&c, 0, 50 - 1);
        }
        int count = (int)chance_integer(&c, 0, ROWS - 1), row = (int)chance_integer(&c, 0, 150 - 1);
        int found = stand_kernels_of[0]->find(top, end, count, row, plain);
        uint64_t hidden = chance_bits(&c), whole[2], part[2];
        stand_pixels pixels;
        memset(&pixels, 0, sizeof pixels);
        stand_kernels_of[0]->hide(hidden, &pixels);
        pixels.covered[STAND_ROOM + n % TILES_BLOCK] = (int16_t)(n % 256);
        stand_kernels_of[0]->measure(&pixels, &whole[0], &part[0]);
        for (int k = 1; k < widths(); k++) {
            ck_assert_int_eq(stand_kernels_of[k]->find(top, end, count, row, wide), found);
            ck_assert_mem_eq(wide, plain, (size_t)found * sizeof *wide);
            stand_kernels_of[k]->measure(&pixels, &whole[1], &part[1]);
            ck_assert(whole[0] == whole[1] && part[0] == part[1]);
        }
        ck_assert((whole[0] | UINT64_C(1) << n % TILES_BLOCK) ==
                  (hidden | UINT64_C(1) << n % TILES_BLOCK));
    }
}
END_TEST

Suite *suite_stand(void);
Suite *suite_stand(void)
{
    Suite *suite = suite_create("stand");
    TCase *tcase = tcase_create("stand");
    tcase_add_test(tcase, every_width_lays_the_same);
    tcase_add_test(tcase, every_width_mixes_and_fills_the_same);
    tcase_add_test(tcase, every_width_finds_and_measures_the_same);
    suite_add_tcase(suite, tcase);
    return suite;
}
