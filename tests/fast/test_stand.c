/* test_stand.c - rows of plants: every width of the kernels gives what the plain one gives, and a
 * plant is about the same as a sprite and drawn by itself.
 */
#include "layers/plants/stand.h"

#include <string.h>

#include "support/support.h"

#define ROWS 200

TEST(sprite_search_and_measure_kernels_are_bit_equal)
{
    chance c = chance_from(21);
    for (int n = 0; n < 2000; n++) {
        int32_t top[ROWS + STAND_SPARE] = {0}, end[ROWS + STAND_SPARE] = {0};
        int32_t plain[ROWS + STAND_SPARE], wide[ROWS + STAND_SPARE], which[ROWS];
        stand_thing thing[3 * ROWS];
        for (int i = 0; i < ROWS; i++) {
            top[i] = (int32_t)chance_integer(&c, 0, 100 - 1);
            end[i] = top[i] + (int32_t)chance_integer(&c, 0, 50 - 1);
            which[i] = 3 * i;
        }
        stand all = {.thing = thing, .top = top, .end = end, .which = which};
        int count = (int)chance_integer(&c, 0, ROWS - 1), row = (int)chance_integer(&c, 0, 150 - 1);
        int first = (int)chance_integer(&c, 0, ROWS - 1 - count);
        int last = row + (int)chance_integer(&c, 1, 8), there = 0;
        for (int i = first; i < first + count; i++)
            there += top[i] < last && end[i] > row;
        int found = stand_kernels_of[0]->find(&all, first, count, row, last, plain);
        ck_assert_int_eq(found, there);
        uint64_t hidden = chance_bits(&c), whole[2], part[2];
        stand_pixels pixels;
        memset(&pixels, 0x55, sizeof pixels);
        stand_kernels_of[n % kernels_count()]->clear(hidden, &pixels);
        for (int i = 0; i < STAND_COLUMNS; i++) {
            int column = i - STAND_ROOM;
            int is_hidden = column >= 0 && column < TILES_BLOCK && (hidden >> column & 1) != 0;
            ck_assert_int_eq(pixels.covered[i], is_hidden ? 255 : 0);
            ck_assert_int_eq(pixels.tone[i], 0);
        }
        ck_assert(pixels.has_own == 0 && pixels.has_tint == 0);
        pixels.covered[STAND_ROOM + n % TILES_BLOCK] = (int16_t)(n % 256);
        stand_kernels_of[0]->measure(&pixels, &whole[0], &part[0]);
        for (int k = 1; k < kernels_count(); k++) {
            ck_assert_int_eq(stand_kernels_of[k]->find(&all, first, count, row, last, wide), found);
            ck_assert_mem_eq(wide, plain, (size_t)found * sizeof *wide);
            stand_kernels_of[k]->measure(&pixels, &whole[1], &part[1]);
            ck_assert(whole[0] == whole[1] && part[0] == part[1]);
        }
        ck_assert((whole[0] | UINT64_C(1) << n % TILES_BLOCK) ==
                  (hidden | UINT64_C(1) << n % TILES_BLOCK));
    }
}

enum { STRIDE = 64, COUNT = 40, LAID = 3 };

/* Lays two sprites under LAID rows: row by row, or all rows in one call. */
static void lay_two(int kernels, stand_taps taps, int at, int is_single, stand_pixels *out)
{
    memset(out, 0, LAID * sizeof *out);
    for (int sprite = 0; sprite < 2; sprite++, at++) {
        stand_taps row = taps;
        for (int r = 0; r < LAID && is_single; r++) {
            stand_kernels_of[kernels]->lay(&row, COUNT, at, 1, &out[r]);
            row.before = row.row;
            row.row += row.next;
        }
        if (!is_single)
            stand_kernels_of[kernels]->lay(&taps, COUNT, at, LAID, out);
        taps.tint[0] = (int8_t)-taps.tint[0];
    }
}

/* Sprites with and without own colour, tint and a place between pixels, one under the other. */
TEST(sprite_lay_kernels_are_bit_equal_and_tint_by_tone)
{
    chance c = chance_from(22);
    for (int n = 0; n < 500; n++) {
        uint8_t sprite[(LAID + 1) * 3 * STRIDE + STAND_SPARE];
        stand_pixels plain[LAID], wide[LAID];
        for (size_t i = 0; i < sizeof sprite; i++)
            sprite[i] = (uint8_t)chance_integer(&c, 0, 255);
        int right = (int)chance_integer(&c, 0, STAND_ONE - 1) * (n % 2);
        int down = (int)chance_integer(&c, 0, STAND_ONE - 1) * (n % 2);
        stand_taps taps = {
            .row = sprite + 3 * STRIDE + 1,
            .before = sprite + 1,
            .stride = STRIDE,
            .next = 3 * STRIDE,
            .here = (STAND_ONE - right) * (STAND_ONE - down),
            .left = right * (STAND_ONE - down),
            .above = (STAND_ONE - right) * down,
            .corner = right * down,
            .has_own = n % 3 == 0,
            .tint = {(int8_t)chance_integer(&c, -127, 127), (int8_t)(n % 5 == 0 ? 0 : -127)}};
        int at = (int)chance_integer(&c, 0, TILES_BLOCK - 1);
        lay_two(0, taps, at, 1, plain);
        for (int k = 0; k < kernels_count(); k++) {
            lay_two(k, taps, at, 0, wide);
            for (int r = 0; r < LAID; r++) {
                ck_assert_mem_eq(wide[r].covered, plain[r].covered, sizeof plain[r].covered);
                ck_assert_mem_eq(wide[r].tone, plain[r].tone, sizeof plain[r].tone);
                ck_assert_mem_eq(wide[r].own, plain[r].own, sizeof plain[r].own);
                ck_assert_mem_eq(wide[r].tint, plain[r].tint, sizeof plain[r].tint);
            }
        }
        for (int i = at; i < at + COUNT; i++) {
            int most = (plain->tone[i] * 127 >> 5) + 2; /* one step of rounding for each sprite */
            EXPECT(plain->tint[0][i] >= -most && plain->tint[0][i] <= most);
            EXPECT(n % 5 == 0 ? plain->tint[1][i] == 0
                              : plain->tint[1][i] <= 0 && plain->tint[1][i] >= -most);
        }
    }
}

/* Stamps are dabs at whole pixels, also with columns cut off. */
TEST(sprite_stamp_equals_the_fill_of_its_edges)
{
    enum { SIZE = 100, COLUMNS = 80, ROWS_HERE = 60, PIXELS = COLUMNS * ROWS_HERE };
    static const double radius[] = {0.024, 0.05, 0.08, 0.15};
    for (int n = 0; n < 8; n++) {
        drawing d;
        arena memory = {.allocator = NULL};
        drawing_begin(&d, NULL);
        drawing_fill_of(&d, (double)TONE_LIT, 0.0, 1.0);
        drawing_dabs_of(&d, radius[n / 2]);
        for (int i = 0; i < 40; i++)
            drawing_dab_at(&d, (i * 37 % 100 - 50) / 100.0, (i * 61 % 80 - 10) / 100.0,
                           i % DRAWING_DABS);
        OK(drawing_end(&d, &error));
        drawing_place place = {.size = SIZE, .is_mirrored = n % 2};
        float covered[2][PIXELS + DRAWING_SPARE] = {{0}}, tone[2][PIXELS + DRAWING_SPARE] = {{0}};
        int32_t area[(COLUMNS + 1) * DRAWING_ROWS + DRAWING_SPARE] = {0};
        for (int with = 0; with < 2; with++) {
            for (int r = 0; r < ROWS_HERE; r += DRAWING_ROWS / 2)
                drawing_rows(&d, &place, r - 50, ROWS_HERE - r < 8 ? ROWS_HERE - r : 8,
                             &(drawing_pixels){covered[with] + r * COLUMNS,
                                               tone[with] + r * COLUMNS, NULL, area, -41, COLUMNS,
                                               n % kernels_count()});
            ck_assert(drawing_stamps_make(&d, SIZE, n % 2, &memory, &place.stamps, &error) ==
                      RL_OK);
            ck_assert_msg(place.stamps != NULL, "radius %g", radius[n / 2]);
        }
        int seen = 0;
        for (int i = 0; i < PIXELS; i++) {
            ck_assert_msg(covered[0][i] == covered[1][i] && tone[0][i] == tone[1][i],
                          "radius %g, pixel %d, %d", radius[n / 2], i % COLUMNS, i / COLUMNS);
            seen += covered[0][i] > 0.0f;
        }
        ck_assert_int_gt(seen, 200);
        arena_free(&memory);
        drawing_free(&d);
    }
}
