/* test_trace.c - the pictures of diamond-square's steps show its own numbers.
 *
 * A cell's colour is read beside what is drawn on it: off its middle, inside its frame.
 */
#include "map/view.h"

#include <stdlib.h>
#include <string.h>

#include "support/support.h"

enum { MOST_STEPS = 16, MOST_CELLS = 33 * 33 };

typedef struct steps {
    int side, wrap; /* of the grid that is to be shown */
    int count, cell, width;
    char name[MOST_STEPS][32];
    int white[MOST_STEPS];            /* cells that are not set yet */
    int tint[MOST_STEPS][MOST_CELLS]; /* red + green: grows with the height */
    int stop_at;                      /* the step that fails, or -1 */
} steps;

static int least_side(int a, int b)
{
    return a < b ? a : b;
}

static rl_status step_take(void *user, int number, const char *name, const uint8_t *rgb, int width,
                           int height, rl_error *error)
{
    steps *self = user;
    (void)error;
    ck_assert_int_eq(number, self->count);
    ck_assert_int_eq(width, height);
    ck_assert(number < MOST_STEPS && strlen(name) < sizeof self->name[0]);
    strcpy(self->name[number], name);
    self->count++;
    self->width = width;
    self->cell = 672 / self->side < 32 ? 32 : least_side(672 / self->side, 96);
    int margin = (width - self->side * self->cell) / 2;
    ck_assert_int_gt(margin, 0);
    for (int i = 0; i < self->side * self->side; i++) {
        int x = margin + i % self->side * self->cell + self->cell * 77 / 100;
        int y = margin + i / self->side * self->cell + self->cell * 65 / 100;
        const uint8_t *pixel = rgb + 3 * (y * width + x);
        self->white[number] += pixel[0] >= 250 && pixel[1] >= 250 && pixel[2] >= 240;
        self->tint[number][i] = pixel[0] + pixel[1];
    }
    return number == self->stop_at ? RL_IO_ERROR : RL_OK;
}

static rl_scene *scene_new(int width, int height, int wrap, int method)
{
    rl_scene *scene = calloc(1, sizeof *scene);
    ck_assert_ptr_nonnull(scene);
    scene->width = width;
    scene->height = height;
    scene->seed = 11;
    scene->map.method = method;
    scene->map.wrap = wrap;
    scene->map.spread = 1.0;
    scene->map.persistence = 0.6;
    for (int i = 0; i < 4; i++)
        scene->map.corner[i] = RL_AUTO;
    return scene;
}

static steps *steps_of(const rl_scene *scene, int side)
{
    steps *self = calloc(1, sizeof *self);
    ck_assert_ptr_nonnull(self);
    self->side = side;
    self->stop_at = -1;
    rl_error error = {RL_OK, ""};
    memset(&error, 0, sizeof error);
    must_be_ok(trace_draw(scene, step_take, self, NULL, &error), &error);
    return self;
}

START_TEST(each_step_has_its_name_and_its_cells)
{
    static const char *const names[] = {"corners",  "diamond-1", "square-1", "diamond-2",
                                        "square-2", "diamond-3", "square-3", "diamond-4",
                                        "square-4", "diamond-5", "square-5"};
    for (int wrap = 0; wrap < 2; wrap++)
        for (int order = 1 + wrap; order <= 5; order++) {
            int side = (1 << order) + !wrap, levels = wrap ? order - 2 : order;
            rl_scene *scene = scene_new(side, side, wrap, RL_MAP_DIAMOND_SQUARE);
            steps *self = steps_of(scene, side);
            ck_assert_int_eq(self->count, 1 + 2 * levels);
            for (int i = 0; i < self->count; i++) {
                /* n x n cells are set before level k, and (n - 1)^2 or n^2 centres join */
                int n = (wrap ? 4 : 1) << (i / 2);
                int nodes = wrap ? n * n : (n + 1) * (n + 1);
                if (i & 1) {
                    n = (wrap ? 4 : 1) << (i - 1) / 2;
                    nodes = (wrap ? n * n : (n + 1) * (n + 1)) + n * n;
                }
                ck_assert_str_eq(self->name[i], names[i]);
                EXPECT_MSG(self->white[i] == side * side - nodes, "%d a side, %s: %d white", side,
                           names[i], self->white[i]);
            }
            free(self);
            free(scene);
        }
}
END_TEST

/* The last picture against diamond_square_fill: higher is lighter, among the new cells
 * and among the paler old ones. */
START_TEST(the_heights_are_those_of_the_map)
{
    for (int number = 0; number < 4; number++) {
        int wrap = number & 1, side = 16 + !wrap;
        rl_scene *scene = scene_new(side, side, wrap, number >> 1);
        steps *self = steps_of(scene, side);
        float h[17 * 17];
        heightmap map = {side, side, wrap, h};
        heightmap_work work = {.threads = 1, .seed = scene->seed, .rules = &scene->map};
        ck_assert_int_eq(diamond_square_fill(&map, FRACTAL_STREAM, &work, NULL), RL_OK);
        const int *tint = self->tint[self->count - 1];
        int ordered = 0;
        for (int a = 0; a < side * side; a++)
            for (int b = 0; b < side * side; b++) {
                int new_a = (a % side + a / side) & 1, new_b = (b % side + b / side) & 1;
                if (new_a != new_b || !(h[a] > h[b] + 0.05f))
                    continue;
                EXPECT_MSG(tint[a] > tint[b], "%d, cells %d and %d: %g, %g but %d, %d", number, a,
                           b, (double)h[a], (double)h[b], tint[a], tint[b]);
                ordered++;
            }
        ck_assert_int_gt(ordered, 10000);
        free(self);
        free(scene);
    }
}
END_TEST

START_TEST(a_small_map_shows_its_whole_grid)
{
    rl_scene *part = scene_new(6, 3, 0, 0), *whole = scene_new(9, 9, 0, 0);
    steps *a = steps_of(part, 9), *b = steps_of(whole, 9);
    ck_assert_int_eq(a->count, 7);
    ck_assert(memcmp(a, b, sizeof *a) == 0);
    ck_assert_int_ge(a->cell, 32);
    free(part);
    free(whole);
    free(a);
    free(b);
}
END_TEST

START_TEST(what_goes_wrong_is_told)
{
    static const int sizes[][3] = {{34, 5, 0}, {5, 34, 0}, {33, 33, 1}, {0, 5, 0}, {5, 0, 1}};
    steps *self = calloc(1, sizeof *self);
    ck_assert_ptr_nonnull(self);
    self->stop_at = -1;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        rl_scene *scene = scene_new(sizes[i][0], sizes[i][1], sizes[i][2], 0);
        rl_error error = {RL_OK, ""};
        memset(&error, 0, sizeof error);
        ck_assert_int_eq(trace_draw(scene, step_take, self, NULL, &error), RL_BAD_ARGUMENT);
        ck_assert_ptr_nonnull(strstr(error.text, "samples a side"));
        ck_assert_int_eq(self->count, 0);
        free(scene);
    }
    self->side = 9;
    self->stop_at = 2;
    rl_scene *scene = scene_new(9, 9, 0, 0);
    ck_assert_int_eq(trace_draw(scene, step_take, self, NULL, NULL), RL_IO_ERROR);
    ck_assert_int_eq(self->count, 3);
    free(scene);
    free(self);
}
END_TEST

START_TEST(lack_of_memory_is_told)
{
    rl_scene *scene = scene_new(5, 5, 0, 0);
    for (long fail_at = 1;; fail_at++) {
        steps *self = calloc(1, sizeof *self);
        ck_assert_ptr_nonnull(self);
        self->side = 5;
        self->stop_at = -1;
        counted_memory memory;
        counted_memory_init(&memory, fail_at);
        rl_error error = {RL_OK, ""};
        memset(&error, 0, sizeof error);
        rl_status status = trace_draw(scene, step_take, self, &memory.allocator, &error);
        free(self);
        ck_assert_int_eq(memory.live, 0);
        if (memory.calls < fail_at) {
            ck_assert_int_eq(status, RL_OK);
            ck_assert_int_gt(fail_at, 4);
            break;
        }
        ck_assert_int_eq(status, RL_NO_MEMORY);
        ck_assert_str_ne(error.text, "");
    }
    free(scene);
}
END_TEST

Suite *suite_trace(void);
Suite *suite_trace(void)
{
    Suite *suite = suite_create("trace");
    TCase *tcase = tcase_create("trace");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, each_step_has_its_name_and_its_cells);
    tcase_add_test(tcase, the_heights_are_those_of_the_map);
    tcase_add_test(tcase, a_small_map_shows_its_whole_grid);
    tcase_add_test(tcase, what_goes_wrong_is_told);
    tcase_add_test(tcase, lack_of_memory_is_told);
    suite_add_tcase(suite, tcase);
    return suite;
}
