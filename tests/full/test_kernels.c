/* test_kernels.c - plain C, 16 bytes and 32 bytes at a time give the same pixels. */
#include "base/cpu.h"
#include "support/support.h"

#include <string.h>

static picture picture_by(const rl_scene *scene, const rl_view *view, int kernels)
{
    rl_view with = *view;
    rl_frame *frame;
    rl_error error;
    with.kernels = kernels;
    must_be_ok(rl_frame_new(&frame, scene, &with, &error), &error);
    picture p = picture_paint(frame);
    rl_frame_free(frame);
    return p;
}

static void check_view(const rl_scene *scene, const rl_view *view)
{
    picture plain = picture_by(scene, view, RL_KERNELS_PLAIN);
    for (int kernels = RL_KERNELS_VECTOR; kernels <= RL_KERNELS_AVX2; kernels++) {
        picture p = picture_by(scene, view, kernels);
        for (int i = 0; i < p.width * p.height * 3; i++)
            EXPECT_MSG(p.sample[i] == plain.sample[i],
                       "kernels %d, seed %llu, %dx%d: pixel %d,%d: %d, not %d", kernels,
                       (unsigned long long)scene->seed, view->width, view->height, i / 3 % p.width,
                       i / 3 / p.width, p.sample[i], plain.sample[i]);
        picture_free(&p);
    }
    picture_free(&plain);
}

static rl_view view_of(chance *c, int most)
{
    rl_view view = {.struct_size = sizeof view};
    view.width = (int)chance_integer(c, 1, most);
    view.height = (int)chance_integer(c, 1, most * 2 / 3);
    return view;
}

START_TEST(odd_scenes_are_the_same)
{
    chance c = chance_from(1);
    for (int i = 0; i < 60 / SUPPORT_SHARE + 4; i++) {
        rl_scene scene;
        quick_scene(&c, &scene);
        rl_view view = view_of(&c, i % 10 == 0 ? 900 : 240);
        check_view(&scene, &view);
    }
}
END_TEST

/* What bare seeds show, with every mood, finer than a screen does. */
START_TEST(bare_seeds_are_the_same)
{
    for (size_t mood = 0; rl_mood_name(mood) != NULL; mood++) {
        rl_scene scene;
        rl_error error;
        rl_scene_init(&scene);
        scene.has_seed = 1;
        scene.seed = 100 + mood;
        must_be_ok(rl_mood_apply(&scene, rl_mood_name(mood), &error), &error);
        scene.depth = mood % 2 == 0 ? 16 : 8;
        rl_view view = {.struct_size = sizeof view, .width = 2880, .height = 1620};
        view.x = (int)(97 * mood) % 1900;
        view.y = (int)(131 * mood) % 900;
        view.part_width = 700;
        view.part_height = mood % 4 == 0 ? 600 : 150;
        check_view(&scene, &view);
    }
}
END_TEST

START_TEST(a_choice_falls_back_to_what_there_is)
{
    ck_assert_int_eq(cpu_choose(RL_KERNELS_PLAIN), CPU_PLAIN);
    ck_assert_int_eq(cpu_choose(RL_KERNELS_VECTOR), CPU_VECTOR);
    ck_assert_int_eq(cpu_choose(RL_KERNELS_AVX2), cpu_choose(RL_KERNELS_BEST));
    ck_assert_int_ge(cpu_choose(RL_KERNELS_BEST), CPU_VECTOR);
}
END_TEST

Suite *suite_kernels(void);
Suite *suite_kernels(void)
{
    Suite *suite = suite_create("kernels");
    TCase *tests = tcase_create("kernels");
    tcase_set_timeout(tests, 600);
    tcase_add_test(tests, odd_scenes_are_the_same);
    tcase_add_test(tests, bare_seeds_are_the_same);
    tcase_add_test(tests, a_choice_falls_back_to_what_there_is);
    suite_add_tcase(suite, tests);
    return suite;
}
