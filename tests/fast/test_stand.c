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
    tcase_add_test(tcase, every_width_finds_and_measures_the_same);
    suite_add_tcase(suite, tcase);
    return suite;
}
