/* test_palette_guess.c - roles of colours without names, and derived ones. */
#include "support/palette_sample.h"

#include "base/colour.h"
#include "base/exact.h"

#include "support/support.h"

#include <stdio.h>
#include <string.h>

/* ---- distances --------------------------------------------------------------- */

static double distance(rl_colour a, rl_colour b)
{
    oklab p = colour_to_oklab(a);
    oklab q = colour_to_oklab(b);
    oklab apart = {0.0, p.a - q.a, p.b - q.b};
    double l = p.l - q.l;
    double c = colour_chroma(apart);
    return exact_sqrt(l * l + c * c);
}

/* How far a colour is from the role that shows it best. */
static double distance_to_roles(const rl_palette *p, rl_colour colour)
{
    double least = exact_min(distance(p->sun, colour), distance(p->glow, colour));
    for (int i = 0; i < p->sky_count; i++)
        least = exact_min(least, distance(p->sky[i], colour));
    for (int i = 0; i < p->ridge_count; i++)
        least = exact_min(least, distance(p->ridge[i], colour));
    return least;
}

/* ---- palettes without roles ------------------------------------------------- */

TEST(five_plain_colours_become_sky_ridges_and_sun)
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

TEST(night_option_turns_the_guessed_sky)
{
    static const char text[] = "f79256\n2b1b4d\nfbd1a2\nd1495b\n7a2e6d\n";
    rl_palette_options options = {sizeof options, NULL, 1};
    rl_palette p;
    OK(rl_palette_parse(&p, text, strlen(text), "p", &options, &error));
    ck_assert_int_eq(p.sky[1], 0xf79256);
    ck_assert_int_eq(p.ridge[2], 0x2b1b4d);
    OK(rl_palette_parse(&p, "faf0e6\n", 7, "p", &options, &error));
    ck_assert(palette_lightness(p.sky[1]) < palette_lightness(p.sky[0]));
}

/* Equal colours occur; the front is always dark. */
TEST(palette_of_1_to_1024_colours_is_complete_and_ordered)
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

TEST(palette_of_light_colours_gets_a_dark_foreground)
{
    rl_palette p = palette_sample_parsed("ffb3ba\nffdfba\nffffba\nbaffc9\nbae1ff\n");
    ck_assert_int_eq(p.ridge_count, 5);
    ck_assert(distance_to_roles(&p, 0xffb3ba) < 0.01);
    ck_assert(palette_lightness(p.ridge[4]) <= 0.30);
    palette_sample_check_order(&p, "pastel");
}

/* ---- the values of a picture ------------------------------------------------ */

/* Five colours each, as a user lists them. */
static const char *const worlds[] = {
    "ffdfba\nbaffc9\nffb3ba\nbae1ff\nffffba\n", /* pastel */
    "ff00ff\n39ff14\n00ffff\nfe019a\n1b03a3\n", /* neon */
    "888888\n222222\ndddddd\n555555\nb0b0b0\n", /* greys */
    "4a90d9\n0b1f3a\n9cc5ee\n1f4e8c\ndcecfa\n", /* blues */
    "606c38\nfefae0\n283618\nbc6c25\ndda15e\n", /* earth */
    "ea4335\n4285f4\nfbbc05\n34a853\n202124\n", /* signal colours */
    "52796f\ncad2c5\n2f3e46\n84a98c\n354f52\n", /* woods */
    "ff6f91\nffc75f\n845ec2\nf9f871\nd65db1\n", /* candy */
    "bf616a\n2e3440\n88c0d0\nd8dee9\n5e81ac\n", /* north */
    "c9a66b\nf1e4c9\n704214\n3b2410\n9c6f3f\n", /* sepia */
    "7a6f9b\n7d7299\n78709e\n7c6e9a\n7b719c\n", /* nearly equal */
    "ffffff\nfff3b0\nd8fff0\nffe3f2\ne6f0ff\n", /* all light */
};

/* Dark in front, land below a light horizon, no layer as light as the one behind. */
static void check_values(const rl_palette *p, const char *text)
{
    double horizon = palette_lightness(p->sky[p->sky_count - 1]);
    double far = palette_lightness(p->ridge[0]);
    double near = palette_lightness(p->ridge[p->ridge_count - 1]);
    palette_sample_check_order(p, text);
    ck_assert_msg(horizon >= 0.42 && horizon <= 0.962, "%s horizon %f", text, horizon);
    ck_assert_msg(horizon - palette_lightness(p->sky[0]) >= 0.09, "%s sky is flat", text);
    ck_assert_msg(near <= 0.30, "%s near %f", text, near);
    ck_assert_msg(horizon - far >= 0.08 - 1e-9, "%s far %f, horizon %f", text, far, horizon);
    for (int i = 1; i < p->ridge_count; i++)
        ck_assert_msg(palette_lightness(p->ridge[i]) < palette_lightness(p->ridge[i - 1]),
                      "%s ridge %d", text, i);
}

static void check_colours_are_shown(const rl_palette *p, const char *text, double most)
{
    for (const char *line = text; *line != '\0'; line += 7) {
        unsigned colour = 0;
        ck_assert_int_eq(sscanf(line, "%6x", &colour), 1);
        double apart = distance_to_roles(p, (rl_colour)colour);
        ck_assert_msg(apart <= most, "%s: %06x is %f away", text, colour, apart);
    }
}

TEST(completed_palette_keeps_values_and_colours_in_each_world)
{
    for (size_t i = 0; i < COUNT(worlds); i++) {
        rl_palette p = palette_sample_parsed(worlds[i]);
        check_values(&p, worlds[i]);
        check_colours_are_shown(&p, worlds[i], 0.08);
    }
}

TEST(guessed_palette_ignores_the_order_of_the_file)
{
    for (size_t i = 0; i < COUNT(worlds); i++) {
        char turned[36] = "";
        for (size_t k = 0; k < 5; k++)
            memcpy(turned + 7 * k, worlds[i] + 7 * (4 - k), 7);
        rl_palette p = palette_sample_parsed(worlds[i]);
        rl_palette q = palette_sample_parsed(turned);
        ck_assert_msg(memcmp(&p, &q, sizeof p) == 0, "%s", worlds[i]);
    }
}

/* Grass green belongs to the land at any lightness. */
TEST(guessed_sky_is_never_green)
{
    for (size_t i = 0; i < COUNT(worlds); i++) {
        rl_palette p = palette_sample_parsed(worlds[i]);
        for (int k = 0; k < p.sky_count; k++) {
            oklab lab = colour_to_oklab(p.sky[k]);
            ck_assert_msg(lab.a > -0.06 || lab.b < 0.03, "%s sky %d", worlds[i], k);
        }
        oklab mist = colour_to_oklab(p.mist);
        ck_assert(mist.a > 0.0 || mist.b < 0.0 || colour_chroma(mist) < 0.06);
    }
}

/* A light warm colour that would leave no room for land becomes the sun. */
TEST(spare_light_warm_colour_becomes_the_sun)
{
    rl_palette p = palette_sample_parsed("ff6f91\nffc75f\n845ec2\nf9f871\nd65db1\n");
    ck_assert_int_eq(p.sun, 0xf9f871);
    ck_assert_int_eq(p.sky_count, 2);
    ck_assert_int_eq(p.sky[0], 0xff6f91);
    ck_assert_int_eq(p.sky[1], 0xffc75f);
    ck_assert_int_eq(p.ridge[0], 0xd65db1);
}

/* The land's colours are spread, and the warm one of the sky is lower. */
TEST(colours_of_equal_lightness_are_put_in_order)
{
    rl_palette p = palette_sample_parsed(worlds[5]);
    double step = palette_lightness(p.ridge[0]) - palette_lightness(p.ridge[1]);
    ck_assert_msg(step >= 0.035, "%f", step);
    p = palette_sample_parsed("GIMP Palette\n20 20 40 ridge\n156 210 250\n245 180 110\n");
    ck_assert_int_eq(p.sky[p.sky_count - 1], 0xf5b46e);
    palette_sample_check_order(&p, "warm below");
}

TEST(guessed_sun_at_a_pale_horizon_is_coloured)
{
    rl_palette p = palette_sample_parsed("606c38\nfefae0\n283618\nbc6c25\ndda15e\n");
    ck_assert(palette_lightness(p.sky[p.sky_count - 1]) > palette_lightness(p.sun) + 0.05);
    ck_assert(palette_chroma(p.sun) > 0.08);
    p = palette_sample_parsed("111111\n444444\n888888\nbbbbbb\nffffff\n");
    ck_assert(palette_lightness(p.sky[p.sky_count - 1]) > palette_lightness(p.sun) + 0.05);
    ck_assert(palette_chroma(p.sun) < 0.01);
}

/* Neighbouring ridges may differ in hue, but the colours between them keep their chroma. */
TEST(interpolated_land_of_complementary_hues_is_not_grey)
{
    rl_palette p = palette_sample_parsed(worlds[1]);
    for (int i = 1; i < p.ridge_count; i++) {
        double c = palette_chroma(palette_mix(p.ridge[i - 1], p.ridge[i], 0.5));
        double weaker = exact_min(palette_chroma(p.ridge[i - 1]), palette_chroma(p.ridge[i]));
        ck_assert_msg(c > 0.45 * weaker, "ridge %d: %f of %f", i, c, weaker);
    }
}

/* xorshift32: the same palettes in every run. */
static uint32_t next_random(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

/* Pale, dark and greyish palettes have ranges of their own. */
TEST(random_palettes_keep_values_and_colours)
{
    uint32_t state = 20261121;
    for (int n = 0; n < 4000; n++) {
        uint32_t low = next_random(&state) >> 8 & 0xff;
        uint32_t span = (next_random(&state) >> 8 & 0xff) % (256 - low) + 1;
        char text[36] = "";
        for (size_t i = 0; i < 5; i++) {
            uint32_t rgb[3];
            for (int k = 0; k < 3; k++)
                rgb[k] = low + (next_random(&state) >> 8) % span;
            (void)snprintf(text + 7 * i, 8, "%02x%02x%02x\n", (unsigned)rgb[0], (unsigned)rgb[1],
                           (unsigned)rgb[2]);
        }
        rl_palette p = palette_sample_parsed(text);
        check_values(&p, text);
        check_colours_are_shown(&p, text, 0.17);
    }
}

TEST(grey_palette_stays_grey)
{
    rl_palette p = palette_sample_parsed("111111\n444444\n888888\nbbbbbb\neeeeee\n");
    for (int i = 0; i < 9; i++) /* all but the aurora */
        ck_assert_msg(palette_chroma(palette_single(&p, i)) < 0.01, "%s", palette_single_names[i]);
}

TEST(interpolated_sky_of_complementary_hues_is_not_grey)
{
    rl_palette p = palette_sample_parsed("GIMP Palette\n10 10 30 ridge\n60 110 200\n255 190 90\n");
    ck_assert_int_eq(p.sky_count, 3);
    ck_assert_int_eq(p.sky[0], 0x3c6ec8);
    ck_assert_int_eq(p.sky[2], 0xffbe5a);
    ck_assert(palette_chroma(p.sky[1]) > 0.05);
    palette_sample_check_order(&p, "bridge");
}

/* ---- completing ------------------------------------------------------------- */

TEST(completing_a_palette_changes_no_given_colour)
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

TEST(derived_palette_roles_obey_the_relations)
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

TEST(palette_overlay_fills_unset_roles_only)
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
