/* test_heightmap.c - bands of rows, progress, and the arithmetic of whole maps. */
#include "heightmap/heightmap.h"

#include <string.h>

#include "support/passes.h"
#include "support/support.h"

enum { WIDE = 33, HIGH = 21, CELLS = WIDE * HIGH };

static rl_map_rules plain_rules(void)
{
    rl_map_rules rules = {.spread = 1.0, .persistence = 0.5};
    for (int i = 0; i < 4; i++)
        rules.corner[i] = RL_AUTO;
    return rules;
}

static void random_heights(uint64_t seed, float *h)
{
    chance c = chance_from(seed);
    for (int i = 0; i < CELLS; i++)
        h[i] = (float)chance_real(&c, -3.0, 5.0);
}

/* ---- rows ------------------------------------------------------------------------ */

/* Each band writes its own rows: nothing is shared. */
static void count_rows(void *user, int from, int to, int worker)
{
    (void)worker;
    int *times = user;
    for (int y = from; y < to; y++)
        times[y]++;
}

TEST(map_rows_are_each_done_once_by_any_threads)
{
    static const int heights[] = {1, 2, 3, 7, 64, 1000};
    for (size_t i = 0; i < sizeof heights / sizeof *heights; i++)
        for (int threads = 1; threads <= 256; threads = threads * 3 - 1 + (threads == 1)) {
            int times[1001] = {0};
            heightmap_work work = {.threads = threads};
            OK(heightmap_rows(&work, heights[i], count_rows, times, &error));
            for (int y = 0; y < 1001; y++)
                EXPECT(times[y] == (y < heights[i]));
        }
}

typedef struct told {
    int calls, answer;
    double done;
    const char *what;
} told;

static int progress(void *user, const char *what, double done)
{
    told *t = user;
    t->calls++;
    t->what = what;
    t->done = done;
    return t->answer;
}

TEST(map_progress_is_reported_and_can_cancel)
{
    told t = {0};
    heightmap_work work = {.threads = 1, .progress = progress, .user = &t};
    error = (rl_error){RL_OK, ""};
    ck_assert_int_eq(heightmap_step(&work, "erosion", 0.25, &error), RL_OK);
    ck_assert(t.calls == 1 && t.done == 0.25 && strcmp(t.what, "erosion") == 0);
    t.answer = 1;
    ck_assert_int_eq(heightmap_step(&work, "erosion", 0.5, &error), RL_CANCELLED);
    ck_assert_int_eq(error.status, RL_CANCELLED);
    work.progress = NULL;
    ck_assert_int_eq(heightmap_step(&work, "erosion", 0.5, &error), RL_OK);
}

/* ---- normalise ------------------------------------------------------------------- */

TEST_LOOP(normalised_map_fills_its_range, 5)
{
    static const double range[][2] = {{0, 1}, {-0.3, 0.9}, {0, 0.65}, {1, -1}, {0.1, 0.7}};
    double low = range[_i][0], high = range[_i][1];
    for (uint64_t seed = 0; seed < 50; seed++) {
        float before[CELLS], h[CELLS];
        random_heights(seed, before);
        memcpy(h, before, sizeof h);
        heightmap map = {WIDE, HIGH, 0, h};
        pass_rules pass = {.low = low, .high = high};
        heightmap_work work = {.threads = 1};
        OK(pass_run(&normalise_pass, &map, &pass, 0, &work, &error));
        int least = 0, most = 0;
        for (int i = 0; i < CELLS; i++) {
            least = before[i] < before[least] ? i : least;
            most = before[i] > before[most] ? i : most;
        }
        EXPECT(h[least] == (float)low && h[most] == (float)high);
        for (int i = 1; i < CELLS; i++) {
            EXPECT(low < high ? h[i] >= h[least] && h[i] <= h[most]
                              : h[i] <= h[least] && h[i] >= h[most]);
            int rises = before[i] > before[i - 1];
            EXPECT(rises == (low < high) ? h[i] >= h[i - 1] : h[i] <= h[i - 1]);
        }
    }
}

TEST(normalised_level_map_is_at_the_lower_bound)
{
    float h[CELLS];
    for (int i = 0; i < CELLS; i++)
        h[i] = 0.7F;
    heightmap map = {WIDE, HIGH, 1, h};
    normalise_map(&map, 0.25, 0.75);
    for (int i = 0; i < CELLS; i++)
        EXPECT(h[i] == 0.25F);
}

/* ---- combine --------------------------------------------------------------------- */

static float combined(int op, float mix, float a, float b)
{
    float of[4] = {mix * a + (1.0F - mix) * b, a < b ? a : b, a > b ? a : b, a * b};
    return of[op];
}

TEST_LOOP(maps_are_combined_by_the_mode_of_the_pass, 4)
{
    float before[CELLS], other[CELLS], h[CELLS];
    random_heights(1, before);
    random_heights(2, other);
    memcpy(h, before, sizeof h);
    heightmap map = {WIDE, HIGH, 0, h};
    pass_rules pass = {.op = _i, .mix = 0.6875, .with = WITH_INPUT};
    heightmap_work work = {.threads = 1, .input = other};
    OK(pass_run(&combine_pass, &map, &pass, 0, &work, &error));
    for (int i = 0; i < CELLS; i++)
        EXPECT(h[i] == combined(_i, 0.6875F, before[i], other[i]));
}

TEST(combining_without_input_is_refused)
{
    float h[CELLS] = {0};
    heightmap map = {WIDE, HIGH, 0, h};
    pass_rules pass = {.with = WITH_INPUT};
    heightmap_work work = {.threads = 1};
    error = (rl_error){RL_OK, ""};
    ck_assert_int_eq(pass_run(&combine_pass, &map, &pass, 4, &work, &error), RL_BAD_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.text, "pass.5.with"));
}

/* With mix 0 the second map is all that is left. */
static void second_map(float *h, int index, uint64_t seed, const rl_map_rules *rules)
{
    heightmap map = {WIDE, HIGH, 0, h};
    pass_rules pass = {.op = HEIGHTMAP_MIX, .mix = 0.0, .with = WITH_FRACTAL};
    heightmap_work work = {.threads = 1, .seed = seed, .rules = rules};
    memset(h, 0, CELLS * sizeof *h);
    OK(pass_run(&combine_pass, &map, &pass, index, &work, &error));
}

TEST(second_fractal_differs_from_the_first)
{
    float a[CELLS], b[CELLS], own[CELLS];
    rl_map_rules rules = plain_rules();
    second_map(a, 0, 5, &rules);
    second_map(b, 0, 5, &rules);
    ck_assert_int_eq(memcmp(a, b, sizeof a), 0);
    second_map(b, 1, 5, &rules);
    ck_assert_int_ne(memcmp(a, b, sizeof a), 0);
    second_map(b, 0, 6, &rules);
    ck_assert_int_ne(memcmp(a, b, sizeof a), 0);
    rules.blur = 1;
    second_map(b, 0, 5, &rules);
    ck_assert_int_ne(memcmp(a, b, sizeof a), 0);
    rules.blur = 0;
    heightmap map = {WIDE, HIGH, 0, own};
    heightmap_work work = {.threads = 1, .seed = 5, .rules = &rules};
    OK(diamond_square_fill(&map, STREAM_MAP, &work, &error));
    normalise_map(&map, 0.0, 1.0);
    ck_assert_int_ne(memcmp(a, own, sizeof a), 0);
}

TEST(second_fractal_fills_0_to_1)
{
    float h[CELLS], least = 1.0F, most = 0.0F;
    rl_map_rules rules = plain_rules();
    rules.spread = 40.0;
    second_map(h, 0, 5, &rules);
    for (int i = 0; i < CELLS; i++) {
        least = h[i] < least ? h[i] : least;
        most = h[i] > most ? h[i] : most;
    }
    ck_assert(least == 0.0F && most == 1.0F);
}
