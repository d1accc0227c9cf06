/* test_palette_roles.c - roles by entry name and by the roles option. */
#include "support/palette_sample.h"

#include "support/support.h"

#include <stdio.h>
#include <string.h>

TEST(palette_colours_named_by_role_take_each_role)
{
    rl_palette p =
        palette_sample_parsed("GIMP Palette\n0 0 1 sky.top\n0 0 2 sky.mid\n0 0 3 sky.low\n"
                              "0 0 4 sky.horizon\n0 0 5 ridge.far\n0 0 6 ridge.mid\n"
                              "0 0 7 ridge.near\n0 0 8 sun\n0 0 9 sun.low\n0 0 10 glow\n"
                              "0 0 11 haze\n0 0 12 lit\n0 0 13 snow\n0 0 14 water\n0 0 15 cloud\n"
                              "0 0 16 star\n0 0 17 aurora.1\n0 0 18 aurora.2\n0 0 19 aurora.3\n");
    static const rl_colour single[PALETTE_SINGLES] = {8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19};
    ck_assert_int_eq(p.sky_count, 4);
    ck_assert_int_eq(p.ridge_count, 3);
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(p.sky[i], i + 1);
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(p.ridge[i], i + 5);
    for (int i = 0; i < PALETTE_SINGLES; i++)
        ck_assert_int_eq(palette_single(&p, i), single[i]);
    ck_assert_int_eq(p.sun, 8);
    ck_assert_int_eq(p.mist, 11);
    ck_assert_int_eq(p.aurora[2], 19);
}

TEST(numbered_palette_stops_are_ordered)
{
    rl_palette p = palette_sample_parsed("GIMP Palette\n0 0 3 sky.10\n0 0 1 sky.2\n0 0 2 SKY.003\n"
                                         "0 0 9 ridge.near\n0 0 7 ridge.far\n0 0 8 ridge.mid\n");
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(p.sky[i], i + 1);
        ck_assert_int_eq(p.ridge[i], i + 7);
    }
    p = palette_sample_parsed("GIMP Palette\n0 0 1 sky\n0 0 2 sky\n0 0 3 sky\n0 0 4 ridge\n");
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(p.sky[i], i + 1);
}

TEST(surplus_palette_stops_are_thinned)
{
    char text[4096] = "GIMP Palette\n";
    for (int i = 0; i < 127; i++) {
        char line[32];
        (void)snprintf(line, sizeof line, "0 1 %d ridge\n%d 0 0 sky\n", i, i);
        strcat(text, line);
    }
    rl_palette p = palette_sample_parsed(text);
    ck_assert_int_eq(p.ridge_count, RL_MAX_RIDGES);
    ck_assert_int_eq(p.sky_count, RL_MAX_SKY);
    ck_assert_int_eq(p.sky[0], 0);
    ck_assert_int_eq(p.sky[15], 126 << 16);
    for (int i = 0; i < 64; i++)
        ck_assert_int_eq(p.ridge[i], 256 + 2 * i);
}

TEST(colours_of_unknown_names_are_free)
{
    rl_palette p = palette_sample_parsed(
        "GIMP Palette\n10 10 10 sky.far\n200 200 200 skyline\n0 0 1 sky.1000\n"
        "90 90 90 ridge.\n");
    ck_assert_int_eq(p.sky[p.sky_count - 1], 0xc8c8c8);
    ck_assert_int_eq(p.ridge[p.ridge_count - 1], 1);
}

/* A second sun counts as a colour without a name. */
TEST(second_colour_of_a_role_is_free)
{
    rl_palette p = palette_sample_parsed("GIMP Palette\n9 9 9 sun\n200 200 200 sun\n1 1 1 ridge");
    ck_assert_int_eq(p.sun, 0x090909);
    ck_assert_int_eq(p.ridge[0], 0x010101);
    ck_assert_int_eq(p.sky[p.sky_count - 1], 0xc8c8c8);
}

TEST(role_names_end_at_blanks)
{
    rl_palette p = palette_sample_parsed("GIMP Palette\n1 1 1 sky\vblue\n2 2 2 ridge\fold\n"
                                         "3 3 3 sun\n4 4 4 glow\r5 5 5\n6 6 6 mist");
    ck_assert_int_eq(p.sky[0], 0x010101);
    ck_assert_int_eq(p.ridge[0], 0x020202);
    ck_assert_int_eq(p.sun, 0x030303);
    ck_assert_int_eq(p.glow, 0x040404);
    ck_assert_int_eq(p.mist, 0x060606);
}

#define SIX "111111\n222222\n333333\n444444\n555555\n666666\n777777\n"

static rl_status parse_roles(rl_palette *p, const char *roles, rl_error *why)
{
    rl_palette_options options = {sizeof options, roles, 0};
    return rl_palette_parse(p, SIX, strlen(SIX), "p", &options, why);
}

TEST(palette_of_ridges_alone_derives_a_sky)
{
    rl_palette p;
    rl_palette_init(&p);
    p.ridge_count = 2;
    p.ridge[0] = 0x8090a0;
    p.ridge[1] = 0x203040;
    palette_complete(&p);
    ck_assert_int_eq(p.ridge_count, 2);
    ck_assert_int_eq(p.ridge[0], 0x8090a0);
    ck_assert_int_gt(p.sky_count, 0);
    for (int i = 0; i < p.sky_count; i++)
        ck_assert(p.sky[i] >= 0 && p.sky[i] <= 0xffffff);
    ck_assert(p.glow != RL_AUTO && p.sun != RL_AUTO && p.mist != RL_AUTO);
}

TEST(roles_option_assigns_colours_by_number)
{
    rl_palette p;
    OK(parse_roles(&p, "sky=3-5,sun=6,ridge=2-0", &error));
    ck_assert_int_eq(p.sky_count, 3);
    ck_assert_int_eq(p.sky[0], 0x444444);
    ck_assert_int_eq(p.sky[2], 0x666666);
    ck_assert_int_eq(p.ridge_count, 3);
    ck_assert_int_eq(p.ridge[0], 0x333333);
    ck_assert_int_eq(p.ridge[2], 0x111111);
    ck_assert_int_eq(p.sun, 0x777777);
    OK(parse_roles(&p, "sky.horizon=6,sky.zenith=5,aurora=0-2", &error));
    ck_assert_int_eq(p.sky[1], 0x777777);
    ck_assert_int_eq(p.aurora[2], 0x333333);
    ck_assert_int_eq(p.ridge[1], 0x444444);
    OK(parse_roles(&p, "ridge.near=0,sky.zenith=5,ridge.far=1,sky.horizon=6,ridge=2", &error));
    static const rl_colour ridges[3] = {0x222222, 0x333333, 0x111111};
    ck_assert_int_eq(p.sky[0], 0x666666);
    ck_assert_int_eq(p.sky[1], 0x777777);
    ck_assert_int_eq(p.ridge_count, 3);
    ck_assert_mem_eq(p.ridge, ridges, sizeof ridges);
    rl_palette_options options = {sizeof options, "sun=0", 0};
    static const char named[] = "GIMP Palette\n9 9 9 sky\n8 8 8 sun\n7 7 7 ridge";
    OK(rl_palette_parse(&p, named, strlen(named), "p", &options, &error));
    ck_assert_int_eq(p.sun, 0x090909);
    ck_assert_int_eq(p.sky[0], 0x090909);
}

TEST(roles_option_faults_are_named)
{
    static const struct {
        const char *roles, *error;
    } wrong[] = {
        {"sku=1", "--roles: sku: no such role, the nearest is sky"},
        {"sky=1,rigde.far=2", "--roles: rigde.far: no such role, the nearest is ridge.far"},
        {"qqqqqqqq=1", "--roles: qqqqqqqq: no such role (sky, ridge, sun, glow, mist, ...)"},
        {"", "--roles: : must be ROLE=INDEX or ROLE=FIRST-LAST"},
        {"sun", "--roles: sun: must be ROLE=INDEX or ROLE=FIRST-LAST"},
        {"sun=", "--roles: sun=: must be ROLE=INDEX or ROLE=FIRST-LAST"},
        {"sun=x", "--roles: sun=x: must be ROLE=INDEX or ROLE=FIRST-LAST"},
        {"sky=1-", "--roles: sky=1-: must be ROLE=INDEX or ROLE=FIRST-LAST"},
        {"sky=1,", "--roles: : must be ROLE=INDEX or ROLE=FIRST-LAST"},
        {"sun=7", "--roles: sun=7: the colours are numbered 0..6"},
        {"sky=0-99999999999", "--roles: sky=0-99999999999: the colours are numbered 0..6"},
        {"sky=7-0", "--roles: sky=7-0: the colours are numbered 0..6"},
        {"sun=1-2", "--roles: sun=1-2: must be within the number of colours of this role"},
        {"\x1b[2J=1", "--roles: \\x1b[2J: no such role (sky, ridge, sun, glow, mist, ...)"},
    };
    rl_palette before;
    rl_palette_init(&before);
    for (size_t i = 0; i < COUNT(wrong); i++) {
        rl_palette p = before;
        ck_assert_int_eq(parse_roles(&p, wrong[i].roles, &error), RL_BAD_ARGUMENT);
        ck_assert_str_eq(error.text, wrong[i].error);
        ck_assert_mem_eq(&p, &before, sizeof p);
    }
}
