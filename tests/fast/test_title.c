/* test_title.c - titles agree with the alternative texts of the same pictures. */
#include "support/support.h"

#include "words/alt_text.h"
#include "words/title.h"

#include <stdio.h>

/* Returns 1 if the text has one of the words, of which the last is NULL. */
static int has_word(const char *text, const char *const *words)
{
    for (; *words != NULL; words++)
        if (strstr(text, *words) != NULL)
            return 1;
    return 0;
}

static const struct {
    const char *mood;
    int width, height;
} lights[] = {{"dusk", 96, 54}, {"dusk", 54, 117}, {"vapor", 96, 54}, {NULL, 96, 54}};

/* Seeds 1 to 24, of which some have the sun just above the land in the mood dusk. */
TEST_LOOP(title_says_night_only_without_a_sun_in_the_alternative_text,
          sizeof lights / sizeof *lights)
{
    static const char *const of_night[] = {" night",     "Night",      "star",     "Star",
                                           "moon",       "Moon",       "the dark", "The dark",
                                           "after dark", "After dark", NULL};
    static const char *const of_sun[] = {"sun stands", "sun hangs", "sun shines", NULL};
    enum { SEEDS = 24, TITLES = 3 };
    int suns = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        rl_frame *frame;
        rl_scene scene;
        scene_init(&scene);
        scene.seed = seed;
        scene.has_seed = 1;
        if (lights[_i].mood != NULL)
            OK(rl_scene_set(&scene, "ridgeline.mood", lights[_i].mood, &error));
        const rl_view view = {.struct_size = sizeof view,
                              .width = lights[_i].width,
                              .height = lights[_i].height,
                              .threads = 1};
        OK(rl_frame_new(&frame, &scene, &view, &error));
        char alt[ALT_TEXT_SIZE], text[TITLE_SIZE];
        OK(alt_text_make(alt, frame, seed, &error));
        int has_sun = has_word(alt, of_sun);
        suns += has_sun;
        for (uint64_t i = 0; has_sun && i < TITLES; i++) {
            OK(title_make(text, frame, seed + 5 * i, &error));
            ck_assert_msg(!has_word(text, of_night), "seed %d: %s: %s", (int)seed, text, alt);
        }
        rl_frame_free(frame);
    }
    ck_assert_int_gt(suns, 0);
}
