/* test_palette_design.c - the built-in palettes and their design rules. */
#include "support/palette_sample.h"

#include "support/support.h"

#include <stdio.h>
#include <string.h>

TEST(built_in_palettes_are_listed_and_complete)
{
    size_t count = 0;
    const char *last = "";
    for (const char *name; (name = rl_palette_builtin_name(count)) != NULL; count++) {
        rl_palette p;
        ck_assert_msg(strcmp(last, name) < 0, "%s before %s", last, name);
        OK(rl_palette_builtin(&p, name, &error));
        ck_assert_str_eq(p.name, name);
        ck_assert_msg(palette_is_complete(&p), "%s", name);
        last = name;
    }
    ck_assert_uint_ge(count, 20);
    ck_assert_ptr_null(rl_palette_builtin_name((size_t)-1));
    rl_palette p;
    ck_assert_int_eq(rl_palette_builtin(&p, "embre", &error), RL_BAD_ARGUMENT);
    ck_assert_str_eq(error.text, "palette = embre: no such built-in palette: did you mean ember?");
    ck_assert_int_eq(rl_palette_builtin(&p, "", &error), RL_BAD_ARGUMENT);
    ck_assert_int_eq(rl_palette_builtin(&p, "../ember.gpl/x", &error), RL_BAD_ARGUMENT);
}

TEST(built_in_palette_without_place_or_name_is_refused)
{
    rl_palette p;
    ck_assert_int_eq(rl_palette_builtin(&p, NULL, &error), RL_BAD_ARGUMENT);
    ck_assert_str_eq(error.text, "palette: NULL: must be a palette and a name");
    ck_assert_int_eq(rl_palette_builtin(NULL, "ember", NULL), RL_BAD_ARGUMENT);
    ck_assert_int_eq(rl_photo_colours(NULL, NULL, "x", 1, "p", NULL, NULL, NULL), RL_BAD_ARGUMENT);
}

/* The place of the name in the list does not matter. */
TEST(unknown_palette_suggests_the_nearest_name)
{
    rl_palette dusk;
    rl_error why;
    /* Of two near names, dawn comes first and dusk is nearer. */
    ck_assert_int_eq(rl_palette_builtin(&dusk, "dask", &why), RL_BAD_ARGUMENT);
    ck_assert_str_eq(why.text, "palette = dask: no such built-in palette: did you mean dusk?");
    ck_assert_int_eq(rl_palette_builtin(&dusk, "dawk", &why), RL_BAD_ARGUMENT);
    ck_assert_str_eq(why.text, "palette = dawk: no such built-in palette: did you mean dawn?");
    for (size_t i = 0; rl_palette_builtin_name(i) != NULL; i++) {
        char word[64];
        char expected[160];
        rl_palette p;
        (void)snprintf(word, sizeof word, "%sx", rl_palette_builtin_name(i));
        (void)snprintf(expected, sizeof expected,
                       "palette = %s: no such built-in palette: did you mean %s?", word,
                       rl_palette_builtin_name(i));
        ck_assert_int_eq(rl_palette_builtin(&p, word, &error), RL_BAD_ARGUMENT);
        ck_assert_str_eq(error.text, expected);
    }
}

TEST(classic_palette_has_the_colours_of_the_article)
{
    rl_palette p;
    OK(rl_palette_builtin(&p, "classic", &error));
    ck_assert_int_eq(p.sky_count, 1);
    ck_assert_int_eq(p.sky[0], 0xf0cba3);
    ck_assert_int_eq(p.sun, 0xffffff);
    static const rl_colour ridges[4] = {0xc39de0, 0x9e62cc, 0x824f8a, 0x441c63};
    ck_assert_int_eq(p.ridge_count, 4);
    ck_assert_mem_eq(p.ridge, ridges, sizeof ridges);
}

static int among(const char *name, const char *names)
{
    const char *at = strstr(names, name);
    return at != NULL && (at == names || at[-1] == ' ') &&
           (at[strlen(name)] == ' ' || at[strlen(name)] == '\0');
}

/* The rules are OKLab relations that make layers read as distance. Exceptions: classic is flat
 * by intent, fog and paper have a narrow sky, winter's snow is pale to the front, ink's sun is
 * a red seal, and the steps of a night are smaller. */
TEST(built_in_palettes_obey_the_design_rules)
{
    const char *name;
    for (size_t i = 0; (name = rl_palette_builtin_name(i)) != NULL; i++) {
        if (among(name, "classic"))
            continue;
        rl_palette p;
        OK(rl_palette_builtin(&p, name, &error));
        palette_sample_check_order(&p, name);
        double horizon = palette_lightness(p.sky[3]);
        double span = horizon - palette_lightness(p.sky[0]);
        double far = palette_lightness(p.ridge[0]);
        double mid = palette_lightness(p.ridge[1]);
        double near = palette_lightness(p.ridge[2]);
        int pale = among(name, "ink mist sea-fog");
        int night = horizon < 0.55;
        ck_assert_msg(span >= (pale ? 0.09 : 0.25) && span <= 0.57, "%s: sky spans %f", name, span);
        double least = night ? 0.05 : among(name, "winter") ? 0.15 : 0.19;
        ck_assert_msg(horizon - far >= least && horizon - far <= 0.275,
                      "%s: far is %f below the horizon", name, horizon - far);
        ck_assert_msg(far - mid >= (night ? 0.075 : 0.095) && far - mid <= 0.245,
                      "%s: far - mid %f", name, far - mid);
        ck_assert_msg(mid - near >= 0.10, "%s: mid - near %f", name, mid - near);
        ck_assert_msg(near >= 0.11 && near <= 0.275, "%s: near %f", name, near);
        double mist = palette_lightness(p.mist);
        ck_assert_msg(mist > far && mist < horizon + 0.06, "%s: mist %f", name, mist);
        double glow = palette_lightness(p.glow);
        ck_assert_msg(glow >= 0.68 && glow <= 0.98, "%s: glow %f", name, glow);
        if (!among(name, "ink bloodmoon dusk"))
            ck_assert_msg(palette_lightness(p.sun) >= 0.92, "%s: sun", name);
    }
}
