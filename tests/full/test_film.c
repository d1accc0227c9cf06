/* test_film.c - frames that share what the land of another one has are those made alone. */
#include <string.h>

#include "base/text.h"
#include "support/support.h"

#define WIDTH 192
#define HEIGHT 108

static int worlds(void)
{
    int count = 0;
    while (rl_world_name((size_t)count) != NULL)
        count++;
    return count;
}

static void scene_of(chance *c, int world, rl_scene *scene)
{
    scene_init(scene);
    scene->has_seed = 1;
    scene->seed = chance_bits(c);
    scene->world = world;
    scene->edges = chance_integer(c, 0, 7) == 0 ? RL_EDGES_HARD : RL_EDGES_SMOOTH;
    scene->colours = chance_integer(c, 0, 7) == 0 ? 16 : 0;
}

/* Some are parts, some cannot keep all. */
static rl_view view_of(chance *c)
{
    static const size_t keeps[] = {0, 20000, 200000, (size_t)1 << 24};
    rl_view view = {.struct_size = sizeof view, .width = WIDTH, .height = HEIGHT};
    view.keep_bytes = keeps[chance_integer(c, 0, 3)];
    if (chance_integer(c, 0, 2) == 0) {
        view.x = (int)chance_integer(c, 0, WIDTH - 64);
        view.y = (int)chance_integer(c, 0, HEIGHT - 40);
        view.part_width = 64;
        view.part_height = 40;
    }
    return view;
}

static rl_frame *frame_like(const rl_frame *like, const rl_scene *scene, const rl_view *view)
{
    rl_frame *frame;
    rl_error error;
    must_be_ok(rl_frame_like(&frame, like, scene, view, &error), &error);
    return frame;
}

/* Paints both frames, frees them, and compares. */
static void must_show_the_same(rl_frame *one, rl_frame *two, const rl_scene *scene)
{
    picture a = picture_paint(one), b = picture_paint(two);
    size_t bytes = 3 * sizeof *a.sample * (size_t)a.width * (size_t)a.height;
    EXPECT_MSG(memcmp(a.sample, b.sample, bytes) == 0, "world %s, seed %llu: pixels differ",
               rl_world_name((size_t)scene->world), (unsigned long long)scene->seed);
    picture_free(&a);
    picture_free(&b);
    rl_frame_free(one);
    rl_frame_free(two);
}

START_TEST(weather_is_as_painted_alone)
{
    chance c = chance_from(81);
    for (int i = 0; i < SUPPORT_PART(3 * worlds()); i++) {
        rl_scene scene;
        rl_error error;
        scene_of(&c, i % worlds(), &scene);
        scene.colours = 0; /* else all phases have the palette of the first */
        rl_view view = view_of(&c), alone = view;
        alone.keep_bytes = 0;
        scene.extent = RL_EXTENT_LOOP;
        scene.offset = chance_integer(&c, -300, 300);
        scene.cloud_drift = scene.mist_drift = scene.lake_drift = scene.twinkle = 1.0;
        rl_frame *first = frame_like(NULL, &scene, &view), *at;
        for (int k = 0; k < 2; k++) {
            scene.phase = text_round(chance_real(&c, 0.0, 1.0));
            must_be_ok(rl_frame_at(&at, first, scene.phase, &error), &error);
            must_show_the_same(at, frame_like(NULL, &scene, &alone), &scene);
        }
        rl_frame_free(first);
    }
}
END_TEST

/* Another hour or air has the same land, another seed or tree has not. */
static void change(chance *c, int how, rl_scene *scene)
{
    switch (how) {
    case 0:
        scene->time = (int)chance_integer(c, 0, 1439);
        break;
    case 1:
        scene->time = (int)chance_integer(c, 0, 1439);
        scene->haze = text_round(chance_real(c, 0.0, 1.0));
        scene->mist = text_round(chance_real(c, 0.0, 1.0));
        scene->fog = text_round(chance_real(c, 0.0, 1.0));
        break;
    case 2:
        scene->sun_x = text_round(chance_real(c, -1.0, 1.0));
        break;
    case 3:
        scene->seed++;
        break;
    default:
        scene->tree_height = text_round(chance_real(c, 0.0, 0.2));
    }
}

START_TEST(hours_are_as_painted_alone)
{
    chance c = chance_from(82);
    for (int i = 0; i < SUPPORT_PART(3 * worlds()); i++) {
        rl_scene scene;
        scene_of(&c, i % worlds(), &scene);
        scene.time = (int)chance_integer(&c, 0, 1439);
        rl_view view = view_of(&c), alone = view;
        alone.keep_bytes = 0;
        rl_frame *first = frame_like(NULL, &scene, &view);
        const rl_scene *land = rl_frame_scene(first);
        scene.take = land->take;
        scene.motif = land->motif;
        scene.aloft = land->aloft;
        scene.motif_path = land->motif_path;
        for (int how = 0; how < 5; how++) {
            rl_scene other = scene;
            change(&c, how, &other);
            must_show_the_same(frame_like(first, &other, &alone), frame_like(NULL, &other, &alone),
                               &scene);
        }
        alone.width += 64; /* nor has another view */
        must_show_the_same(frame_like(first, &scene, &alone), frame_like(NULL, &scene, &alone),
                           &scene);
        rl_frame_free(first);
    }
}
END_TEST

Suite *suite_film(void);
Suite *suite_film(void)
{
    Suite *suite = suite_create("film");
    TCase *all = tcase_create("all");
    tcase_set_timeout(all, 120);
    tcase_add_test(all, weather_is_as_painted_alone);
    tcase_add_test(all, hours_are_as_painted_alone);
    suite_add_tcase(suite, all);
    return suite;
}
