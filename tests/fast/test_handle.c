/* test_handle.c - scenes as handles: they own what they were given, and have their values by key.
 */
#include <stdlib.h>
#include <string.h>

#include "ridgeline-map.h"
#include "support/support.h"

static const char drawing[] =
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10' data-noun='a box'>"
    "<path class='dark' d='M2 2H8V10H2Z'/></svg>";
static const char world[] = "[about]\nlike = lake\n[sky]\nhorizon = 0.3\n";
static const char mood[] = "[sky]\nhaze = 0.1..0.2\n";
static const char composition[] = "[composition]\nhero = 0.7\n";
static const char profile[] = "100\n900\n300\n";
static const char text[] = "[ridgeline]\nseed = 3\n[profile 2]\n1 2 3\n[drawing]\n"
                           "<svg viewBox='0 0 1 1'><path class='dark' d='M0 0H1V1Z'/></svg>\n";

/* A text in memory that is overwritten and freed as soon as the scene has read it. */
static void give(rl_scene *scene, int which, rl_status expected)
{
    static const char *const texts[] = {drawing, world, mood, composition, profile, text};
    static rl_status (*const parse[])(rl_scene *, const void *, size_t, const char *,
                                      rl_error *) = {
        rl_motif_parse, rl_world_parse, rl_mood_parse, rl_composition_parse, NULL, rl_scene_parse};
    size_t size = strlen(texts[which]);
    char *bytes = malloc(size), place[] = "a file";
    memcpy(bytes, texts[which], size);
    rl_status status = which == 4 ? rl_profile_parse(scene, 1, bytes, size, place, &error)
                                  : parse[which](scene, bytes, size, place, &error);
    ck_assert_msg(status == expected, "%d: %s", which, error.text);
    memset(bytes, 'x', size);
    memset(place, 'y', sizeof place - 1);
    free(bytes);
}

TEST(scene_keeps_texts_that_callers_free)
{
    counted_memory memory;
    rl_scene *scene, *copy;
    counted_memory_init(&memory, 0);
    OK(rl_scene_new(&scene, &memory.allocator, &error));
    for (int which = 5; which >= 0; which--)
        give(scene, which, RL_OK);
    OK(rl_scene_copy(&copy, scene, &error));
    char *before = scene_text(scene);
    rl_scene_free(scene);
    char *after = scene_text(copy);
    ck_assert_str_eq(before, after);
    EXPECT(strstr(after, "a box") != NULL && strstr(after, "[profile 1]\n0 9999 2500\n") != NULL &&
           strstr(after, "[profile 2]\n1 2 3\n") != NULL);
    rl_frame *frame = new_frame(copy, 64, 36);
    rl_scene_free(copy);
    ck_assert_int_gt(memory.live, 0); /* the frame's */
    rl_scene *recipe;
    OK(rl_scene_copy(&recipe, rl_frame_scene(frame), &error));
    rl_frame_free(frame);
    rl_frame_free(new_frame(recipe, 64, 36));
    rl_scene_free(recipe);
    ck_assert_int_eq(memory.live, 0);
    free(before);
    free(after);
}

TEST(scene_without_memory_is_unchanged)
{
    for (int which = 0; which < 6; which++) {
        counted_memory memory;
        rl_scene *scene;
        counted_memory_init(&memory, 3); /* after the handle and its chain */
        OK(rl_scene_new(&scene, &memory.allocator, &error));
        rl_scene before = *scene;
        give(scene, which, RL_NO_MEMORY);
        ck_assert_mem_eq(scene, &before, sizeof before);
        give(scene, which, RL_OK); /* the fourth block is there again */
        rl_scene_free(scene);
        ck_assert_int_eq(memory.live, 0);
    }
}

TEST(handle_without_memory_is_null)
{
    for (long fault = 1; fault <= 3; fault++) {
        counted_memory memory;
        rl_scene *scene, *copy = NULL;
        counted_memory_init(&memory, fault);
        if (rl_scene_new(&scene, &memory.allocator, NULL) == RL_OK)
            EXPECT(rl_scene_copy(&copy, scene, NULL) == RL_NO_MEMORY);
        EXPECT(copy == NULL && (fault == 3) == (scene != NULL));
        rl_scene_free(scene);
        ck_assert_int_eq(memory.live, 0);
    }
}

TEST(copies_share_the_dem_of_a_panorama)
{
    counted_memory memory;
    counted_memory_init(&memory, 0);
    static const char plane[] = "ncols 2\nnrows 2\ncellsize 30\n1 2 3 4\n";
    const rl_data file = {plane, sizeof plane - 1, "p.asc"};
    rl_scene *scene, *copy;
    rl_dem dem;
    OK(rl_dem_read(&dem, &file, NULL, NULL, NULL, &memory.allocator, &error));
    OK(rl_scene_new(&scene, &memory.allocator, &error));
    OK(rl_scene_set_dem(scene, &dem, &error));
    ck_assert_ptr_null(dem.heights);
    OK(rl_scene_copy(&copy, scene, &error));
    rl_scene_free(scene);
    EXPECT(copy->dem->heights[3] == 4.0f);
    rl_scene_free(copy);
    ck_assert_int_eq(memory.live, 0);
}

/* ---- values --------------------------------------------------------------------- */

TEST(values_are_read_as_they_were_set)
{
    static const struct {
        const char *key, *value, *unset;
        double number;
    } rows[] = {
        {"sky.haze", "0.25", "auto", 0.25},
        {"output.zoom", "3", "auto", 3},
        {"output.colours", "16", "auto", 16},
        {"ridgeline.kind", "map", "auto", 1},
        {"ridgeline.time", "06:30", "auto", 390},
        {"ridgeline.mood", "dusk", "auto", RL_AUTO},
        {"ridgeline.seed", "18446744073709551615", "auto", RL_AUTO},
        {"output.size", "64x36", "", RL_AUTO},
        {"output.region", "8x4+2+1", "", RL_AUTO},
        {"extent.offset", "-5000000000", "0", -5e9},
        {"extent.phase", "0.5", "0", 0.5},
        {"extent.kind", "loop", "picture", 2},
        {"palette.sun", "#123456", "auto", 0x123456},
        {"palette.sky_2", "#0000ff", "", 255},
        {"tint.stop_1", "350m #123456", "", RL_AUTO},
        {"map.peak_2", "0.25 1 0.5", "", RL_AUTO},
        {"trees.species", "spruce fir", "auto", RL_AUTO},
        {"ridge.2.amplitude", "0.5", "auto", 0.5},
        {"pass.1.kind", "terrace", "auto", 11},
    };
    rl_scene *scene;
    char value[RL_VALUE_SIZE];
    OK(rl_scene_new(&scene, NULL, &error));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ck_assert_str_eq(rl_scene_get(scene, rows[i].key, value), rows[i].unset);
        OK(rl_scene_set(scene, rows[i].key, rows[i].value, &error));
        ck_assert_str_eq(rl_scene_get(scene, rows[i].key, value), rows[i].value);
        EXPECT_MSG(rl_scene_number(scene, rows[i].key) == rows[i].number, "%s: %g", rows[i].key,
                   rl_scene_number(scene, rows[i].key));
        if (strncmp(rows[i].key, "pass", 4) == 0)
            continue; /* its section stays */
        OK(rl_scene_set(scene, rows[i].key, NULL, &error));
        ck_assert_str_eq(rl_scene_get(scene, rows[i].key, value), rows[i].unset);
    }
    OK(rl_scene_set(scene, "map.peak_3", "0 0 1", &error));
    OK(rl_scene_set(scene, "map.peak_1", "1 1 2", &error));
    OK(rl_scene_set(scene, "map.peak_1", NULL, &error)); /* those behind it stay */
    ck_assert_str_eq(rl_scene_get(scene, "map.peak_1", value), "auto");
    ck_assert_str_eq(rl_scene_get(scene, "map.peak_2", value), "auto");
    ck_assert_str_eq(rl_scene_get(scene, "map.peak_3", value), "0 0 1");
    EXPECT(rl_scene_get(scene, "sky.hase", value) == NULL);
    EXPECT(rl_scene_number(scene, "sky.hase") == RL_AUTO);
    EXPECT(rl_scene_count(scene, "pass") == 1 && rl_scene_count(scene, "ridge") == 2);
    rl_scene_free(scene);
}
