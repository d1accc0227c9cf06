/* test_palette_guess.c - roles of colours without names, and derived ones. */
#include "helper/palette_sample.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

/* ---- palettes without roles ------------------------------------------------- */

START_TEST(five_plain_colours)
{
    rl_palette p = palette_sample_parsed("f79256\n2b1b4d\nfbd1a2\nd1495b\n7a2e6d\n");
    ck_assert_int_eq(p.ridge_count, 3);
    ck_assert_int_eq(p.ridge[0], 0xd1495b);
    ck_assert_int_eq(p.ridge[1], 0x7a2e6d);
    ck_assert_int_eq(p.ridge[2], 0x2b1b4d);
    ck_assert_int_eq(p.sky_count, 2);
    ck_assert_int_eq(p.sky[0], 0xf79256);
    ck_assert_int_eq(p.sky[1], 0xfbd1a2);
    ck_assert_int_eq(p.glow, 0xf79256);
    ck_assert(palette_lightness(p.sun) > 0.92);
}
END_TEST

START_TEST(night_turns_the_sky)
{
    static const char text[] = "f79256\n2b1b4d\nfbd1a2\nd1495b\n7a2e6d\n";
    rl_palette_options options = {sizeof options, NULL, 1};
    rl_palette p;
    rl_error error;
    ck_assert_int_eq(rl_palette_parse(&p, text, strlen(text), "p", &options, &error), RL_OK);
    ck_assert_int_eq(p.sky[1], 0xf79256);
    ck_assert_int_eq(p.ridge[2], 0x2b1b4d);
    ck_assert_int_eq(rl_palette_parse(&p, "faf0e6\n", 7, "p", &options, &error), RL_OK);
    ck_assert(palette_lightness(p.sky[1]) < palette_lightness(p.sky[0]));
}
END_TEST

/* From 1 to 1024 colours, equal ones too: complete, ordered, with a dark front. */
START_TEST(any_number_of_colours)
{
    static const int counts[] = {1, 2, 3, 4, 5, 8, 32, 255, 1024};
    for (size_t k = 0; k < COUNT(counts); k++) {
        char text[RL_MAX_COLOURS * 7 + 1];
        for (uint32_t style = 0; style < 6; style++) {
            for (int i = 0; i < counts[k]; i++) {
                uint32_t mixed = ((uint32_t)i * 2654435761U + style * 97U) >> 5 & 0xffffff;
                uint32_t grey = (uint32_t)i * 255U / (uint32_t)counts[k] * 0x010101U;
                uint32_t colour = style == 0   ? grey
                                  : style == 1 ? 0xffffff
                                  : style == 2 ? 0x000000
                                  : style == 3 ? 0x1d3557
                                               : mixed;
                (void)snprintf(text + i * 7, 8, "%06x\n", (unsigned)colour);
            }
            rl_palette p = palette_sample_parsed(text);
            palette_sample_check_order(&p, text);
            ck_assert_int_ge(p.sky_count, 2);
            ck_assert_int_ge(p.ridge_count, counts[k] == 1 && style != 1 ? 1 : 2 - (style == 2));
            ck_assert_msg(palette_lightness(p.ridge[p.ridge_count - 1]) <= 0.40, "%d, style %u",
                          counts[k], (unsigned)style);
            ck_assert(palette_lightness(p.sky[p.sky_count - 1]) >
                      palette_lightness(p.ridge[p.ridge_count - 1]));
        }
    }
}
END_TEST

START_TEST(light_palettes_get_a_foreground)
{
    rl_palette p = palette_sample_parsed("ffb3ba\nffdfba\nffffba\nbaffc9\nbae1ff\n");
    ck_assert_int_eq(p.ridge_count, 5);
    ck_assert_int_eq(p.ridge[2], 0xffb3ba);
    ck_assert(palette_lightness(p.ridge[4]) <= 0.40);
    palette_sample_check_order(&p, "pastel");
}
END_TEST

START_TEST(grey_stays_grey)
{
    rl_palette p = palette_sample_parsed("111111\n444444\n888888\nbbbbbb\neeeeee\n");
    for (int i = 0; i < 9; i++) /* all but the aurora */
        ck_assert_msg(palette_chroma(palette_single(&p, i)) < 0.01, "%s", palette_single_names[i]);
}
END_TEST

START_TEST(complementary_sky_avoids_grey)
{
    rl_palette p = palette_sample_parsed("GIMP Palette\n10 10 30 ridge\n60 110 200\n255 190 90\n");
    ck_assert_int_eq(p.sky_count, 3);
    ck_assert_int_eq(p.sky[0], 0x3c6ec8);
    ck_assert_int_eq(p.sky[2], 0xffbe5a);
    ck_assert(palette_chroma(p.sky[1]) > 0.05);
    palette_sample_check_order(&p, "bridge");
}
END_TEST

/* ---- completing ------------------------------------------------------------- */

START_TEST(complete_fills_and_changes_nothing_given)
{
    rl_palette open;
    rl_palette_init(&open);
    ck_assert(!palette_is_complete(&open));
    rl_palette p = open;
    palette_complete(&p);
    ck_assert(palette_is_complete(&p));
    palette_sample_check_order(&p, "nothing given");
    for (int i = 0; i < PALETTE_SINGLES; i++) {
        p = open;
        palette_set_single(&p, i, 0x123456);
        ck_assert(!palette_is_complete(&p));
        palette_complete(&p);
        ck_assert(palette_is_complete(&p));
        ck_assert_int_eq(palette_single(&p, i), 0x123456);
        rl_palette again = p;
        palette_complete(&again);
        ck_assert_mem_eq(&again, &p, sizeof p);
    }
}
END_TEST

START_TEST(derived_roles_obey_the_relations)
{
    rl_palette p = palette_sample_parsed("GIMP Palette\n84 69 143 sky\n249 205 180 sky\n");
    double horizon = palette_lightness(p.sky[1]);
    double far = palette_lightness(p.ridge[0]);
    double near = palette_lightness(p.ridge[2]);
    double mist = palette_lightness(p.mist);
    double glow = palette_lightness(p.glow);
    ck_assert(horizon - far >= 0.20 && horizon - far <= 0.27);
    ck_assert(near >= 0.11 && near <= 0.27);
    ck_assert(mist < horizon && mist > far);
    ck_assert(glow >= 0.70 && glow <= 0.87);
    ck_assert(palette_chroma(p.glow) > palette_chroma(p.sky[1]));
    ck_assert(palette_lightness(p.sun) >= 0.92 && palette_chroma(p.sun) < 0.05);
    ck_assert_int_eq(p.water, palette_mix(p.sky[0], p.sky[1], 0.5));
}
END_TEST

START_TEST(overlay_takes_only_open_roles)
{
    rl_palette under =
        palette_sample_parsed("GIMP Palette\nName: Under\n1 1 1 sky\n2 2 2 ridge\n3 3 3 sun\n");
    rl_palette p;
    rl_palette_init(&p);
    p.glow = 0x777777;
    p.ridge_count = 1;
    p.ridge[0] = 0x555555;
    palette_overlay(&p, &under);
    ck_assert_str_eq(p.name, "Under");
    ck_assert_int_eq(p.glow, 0x777777);
    ck_assert_int_eq(p.ridge[0], 0x555555);
    ck_assert_int_eq(p.ridge_count, 1);
    ck_assert_int_eq(p.sky[0], 0x010101);
    ck_assert_int_eq(p.sun, 0x030303);
    ck_assert(palette_is_complete(&p));
}
END_TEST

Suite *suite_palette_guess(void);

Suite *suite_palette_guess(void)
{
    Suite *suite = suite_create("palette guess");
    TCase *without_roles = tcase_create("without roles");
    tcase_add_test(without_roles, five_plain_colours);
    tcase_add_test(without_roles, night_turns_the_sky);
    tcase_add_test(without_roles, any_number_of_colours);
    tcase_add_test(without_roles, light_palettes_get_a_foreground);
    tcase_add_test(without_roles, grey_stays_grey);
    tcase_add_test(without_roles, complementary_sky_avoids_grey);
    suite_add_tcase(suite, without_roles);
    TCase *completing = tcase_create("completing");
    tcase_add_test(completing, complete_fills_and_changes_nothing_given);
    tcase_add_test(completing, derived_roles_obey_the_relations);
    tcase_add_test(completing, overlay_takes_only_open_roles);
    suite_add_tcase(suite, completing);
    return suite;
}
