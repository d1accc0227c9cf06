/* test_palette_read.c - the formats: what is let through, what is refused
 * with which words, and damaged files. */
#include "support/palette_sample.h"

#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static rl_palette parsed_sample(const char *name)
{
    char bytes[4096];
    rl_palette palette;
    size_t size = palette_sample_read(bytes, sizeof bytes, name);
    rl_palette_init(&palette);
    OK(rl_palette_parse(&palette, bytes, size, name, NULL, &error));
    return palette;
}

/* ---- formats ---------------------------------------------------------------- */

TEST(gimp_palette_of_version_2_is_read)
{
    rl_palette p = parsed_sample("gimp-v2.gpl");
    ck_assert_str_eq(p.name, "Evening Port");
    ck_assert_int_eq(p.sky_count, 3);
    ck_assert_int_eq(p.sky[0], 0x28345c);
    ck_assert_int_eq(p.sky[2], 0xf0b08c);
    ck_assert_int_eq(p.ridge_count, 2);
    ck_assert_int_eq(p.ridge[0], 0x966e8c);
    ck_assert_int_eq(p.ridge[1], 0x141628);
    ck_assert_int_eq(p.sun, 0xfff0d6);
    ck_assert(palette_is_complete(&p));
}

TEST(gimp_palette_without_name_is_read)
{
    rl_palette p = parsed_sample("gimp-old.gpl");
    ck_assert_str_eq(p.name, "gimp-old");
    ck_assert_int_eq(p.sky[p.sky_count - 1], 0xc8d2dc);
    ck_assert_int_eq(p.ridge[0], 0x5a5046);
    ck_assert_int_eq(p.ridge[1], 0x212c37);
}

TEST(lospec_gpl_equals_lospec_hex)
{
    rl_palette gpl = parsed_sample("lospec.gpl");
    rl_palette hex = parsed_sample("lospec.hex");
    ck_assert_str_eq(gpl.name, "Quiet Bay");
    ck_assert_str_eq(hex.name, "lospec");
    memset(gpl.name, 0, sizeof gpl.name);
    memset(hex.name, 0, sizeof hex.name);
    ck_assert_mem_eq(&gpl, &hex, sizeof gpl);
    ck_assert_int_eq(hex.ridge[hex.ridge_count - 1], 0x1b263b);
}

/* The header is shorter than any known one, and sanitizers see a read behind it (fuzz input
 * palette-short-header). */
TEST(palette_header_at_the_end_of_bytes_is_read_within_bounds)
{
    static const char text[] = "GIMP Palette\nX: 1\n10 20 30\n";
    char *exact = malloc(sizeof text - 1);
    rl_palette palette;
    ck_assert_ptr_nonnull(exact);
    memcpy(exact, text, sizeof text - 1);
    OK(rl_palette_parse(&palette, exact, sizeof text - 1, "x.gpl", NULL, &error));
    free(exact);
}

TEST(aseprite_palette_with_alpha_column_is_read)
{
    rl_palette p = parsed_sample("aseprite.gpl");
    ck_assert_str_eq(p.name, "Sprite");
    ck_assert_int_eq(p.sky_count, 1);
    ck_assert_int_eq(p.ridge[0], 0x8c96be);
    ck_assert_int_eq(p.ridge[1], 0x101830);
}

TEST(jasc_palette_is_read_with_and_without_alpha)
{
    rl_palette p = parsed_sample("jasc.pal");
    ck_assert_int_eq(p.ridge[0], 0x778da9);
    ck_assert_int_eq(p.sky[p.sky_count - 1], 0xfaf0e6);
    rl_palette alpha =
        palette_sample_parsed("JASC-PAL\n0100\n3\n27 38 59 255\n119 141 169 0\n250 240 230 9");
    ck_assert_mem_eq(alpha.ridge, p.ridge, sizeof p.ridge);
}

/* Each text has the same three colours. */
TEST(palette_in_each_tolerated_shape_is_read)
{
    static const char *const shapes[] = {
        "GIMP Palette\n1 2 3 sky\n4 5 6 ridge\n7 8 9 sun\n",
        "\xef\xbb\xbfGIMP Palette\n1 2 3 sky\n4 5 6 ridge\n7 8 9 sun\n",
        "GIMP Palette\r\n1 2 3 sky\r\n4 5 6 ridge\r\n7 8 9 sun\r\n",
        "GIMP Palette\r1 2 3 sky\r4 5 6 ridge\r7 8 9 sun",
        "GIMP Palette  \n\n  1 2 3 sky  \n\n\t4 5 6\tridge\t\n   \n007 008 009 SUN",
        "\n\nGIMP Palette v1\n# c\n #x\n1 2 3 sky blue\n4 5 6 Ridge 2\n7 8 9 sun\n1 1 1 sun\n",
        "GIMP Palette\nColumns: 255\nName: p\n\nColumns:0\nX: y\n1 2 3 sky\n4 5 6 ridge\n7 8 9 sun",
    };
    for (size_t i = 0; i < COUNT(shapes); i++) {
        rl_palette p = palette_sample_parsed(shapes[i]);
        ck_assert_msg(p.sky_count == 1 && p.sky[0] == 0x010203, "shape %zu: sky", i);
        ck_assert_msg(p.ridge_count == 1 && p.ridge[0] == 0x040506, "shape %zu: ridge", i);
        ck_assert_msg(p.sun == 0x070809, "shape %zu: sun", i);
        ck_assert_str_eq(p.name, "p");
    }
    rl_palette hex = palette_sample_parsed("; c\n// d\n\n#0a141E\r\n  c8D2dc \n; e\n");
    ck_assert_int_eq(hex.ridge[hex.ridge_count - 1], 0x0a141e);
    ck_assert_int_eq(hex.sky[hex.sky_count - 1], 0xc8d2dc);
}

TEST(typed_colours_equal_those_of_a_hex_file)
{
    rl_palette typed = palette_sample_parsed("#112233, 445566,#ffcc88");
    rl_palette hex = palette_sample_parsed("112233\n445566\nffcc88");
    ck_assert_str_eq(typed.name, "typed");
    memcpy(hex.name, typed.name, sizeof hex.name);
    ck_assert_mem_eq(&typed, &hex, sizeof typed);
}

/* The order in the file does not matter. */
TEST(colour_scheme_files_are_read_by_number)
{
    static const struct {
        const char *file, *name;
    } rows[] = {{"base16.yaml", "Evening, with: marks"},
                {"base16-old.yaml", "Evening"},
                {"base24.yaml", "Evening 24"},
                {"pywal.json", "pywal"}};
    char hex[24 * 7 + 1] = "";
    for (unsigned i = 0; i < 24; i++)
        (void)snprintf(hex + i * 7, 8, "%02x%02x%02x\n", i * 10 + 5, i * 8 + 9, 60 + i * 5);
    for (size_t i = 0; i < COUNT(rows); i++) {
        const rl_palette_options options = {sizeof options, "sky=8-15,ridge=0-7", 0};
        char bytes[4096];
        rl_palette found, expected;
        size_t size = palette_sample_read(bytes, sizeof bytes, rows[i].file);
        ck_assert_msg(rl_palette_parse(&found, bytes, size, rows[i].file, &options, &error) ==
                          RL_OK,
                      "%s", error.text);
        ck_assert_str_eq(found.name, rows[i].name);
        ck_assert_int_eq(
            rl_palette_parse(&expected, hex, i == 2 ? 24 * 7 : 16 * 7, "hex", &options, &error),
            RL_OK);
        ck_assert_msg(memcmp(found.sky, expected.sky, sizeof found.sky) == 0, "%s", rows[i].file);
        ck_assert_msg(memcmp(found.ridge, expected.ridge, sizeof found.ridge) == 0, "%s",
                      rows[i].file);
        int is_guide = i < 3; /* base16 says what a place means, pywal does not */
        ck_assert_msg((found.aurora[0] == found.sky[3]) == is_guide, "%s", rows[i].file);
    }
}

/* The ramp is grey here and the accents are saturated. */
TEST(scheme_ramp_colours_land_and_sky_accents_colour_light)
{
    rl_palette p = palette_sample_parsed(
        "base00: 202020\nbase01: 303030\nbase02: 484848\nbase03: 606060\nbase04: 909090\n"
        "base05: c0c0c0\nbase06: d8d8d8\nbase07: f4f4f4\nbase08: ff2020\nbase09: ff8820\n"
        "base0A: ffcc20\nbase0B: 20c020\nbase0C: 20c0c0\nbase0D: 2060ff\nbase0E: c020ff\n"
        "base0F: 804020\n");
    ck_assert_int_ge(p.ridge_count, 3);
    ck_assert_int_ge(p.sky_count, 2);
    for (int i = 0; i < p.ridge_count; i++)
        ck_assert_double_le(palette_chroma(p.ridge[i]), 0.02);
    for (int i = 1; i < p.sky_count; i++)
        ck_assert_double_le(palette_chroma(p.sky[i]), 0.02);
    rl_colour zenith = p.sky[0], glow = p.glow, sun = p.sun;
    ck_assert_int_gt(zenith & 0xff, (zenith >> 16) + 40);
    ck_assert_int_gt(glow >> 16, (glow & 0xff) + 100);
    ck_assert_int_gt(sun >> 8 & 0xff, (sun & 0xff) + 40);
    ck_assert_int_gt(sun >> 8 & 0xff, (glow >> 8 & 0xff) + 20);
    ck_assert_int_eq(p.aurora[0], 0x20c020);
    ck_assert_int_eq(p.aurora[1], 0x20c0c0);
    ck_assert_int_eq(p.aurora[2], 0xc020ff);
}

TEST(palette_names_are_cleaned)
{
    rl_palette p = palette_sample_parsed(
        "GIMP Palette\n#Palette Name: Lospec\nName: Real\tOne \x07!\n1 2 3\n");
    ck_assert_str_eq(p.name, "Real One  !");
    ck_assert_str_eq(palette_sample_parsed("GIMP Palette\nName: \xff\xc3\xa9\n1 2 3").name,
                     "?\xc3\xa9");
    ck_assert_str_eq(palette_sample_parsed("GIMP Palette\nName:\n1 2 3").name, "p");
    /* What would end a value of scene text is written otherwise; blanks end no name. */
    ck_assert_str_eq(palette_sample_parsed("GIMP Palette\nName: a;b\xc2\x85\x7f \n1 2 3").name,
                     "a,b");
    char text[4000];
    memset(text, 'x', sizeof text);
    memcpy(text, "GIMP Palette\nName: ", 19);
    for (size_t i = 19; i + 1 < 3000; i += 2)
        memcpy(text + i + 1, "\xc3\xa9", 2); /* x, then two bytes a character */
    memcpy(text + 3001, "\n1 2 3", 7);
    p = palette_sample_parsed(text);
    ck_assert_uint_eq(strlen(p.name), 63);
    ck_assert_str_eq(p.name + 61, "\xc3\xa9");
    OK(rl_palette_parse(&p, "ffffff", 6, "/a.b/my.pal.hex", NULL, &error));
    ck_assert_str_eq(p.name, "my.pal");
}

/* ---- errors ----------------------------------------------------------------- */

static void check_error(const void *bytes, size_t size, const char *text)
{
    rl_palette p;
    ck_assert_int_eq(rl_palette_parse(&p, bytes, size, "p", NULL, &error), RL_BAD_DATA);
    ck_assert_str_eq(error.text, text);
}

TEST(palette_read_refuses_null_arguments)
{
    static const char *const nulls = "palette: NULL: must be a palette and a place";
    rl_palette p;
    rl_palette before;
    rl_palette_init(&before);
    p = before;
    ck_assert_int_eq(rl_palette_parse(&p, "ffffff", 6, NULL, NULL, &error), RL_BAD_ARGUMENT);
    ck_assert_str_eq(error.text, nulls);
    ck_assert_int_eq(rl_palette_parse(NULL, "ffffff", 6, "p", NULL, &error), RL_BAD_ARGUMENT);
    ck_assert_str_eq(error.text, nulls);
    ck_assert_int_eq(rl_palette_parse(&p, NULL, 6, "p", NULL, &error), RL_BAD_ARGUMENT);
    ck_assert_str_eq(error.text, "p: NULL: must be 6 bytes");
    ck_assert_mem_eq(&p, &before, sizeof p);
    check_error(NULL, 0,
                "p: empty: must be GIMP .gpl, Lospec .hex, JASC .pal, base16 .yaml or pywal .json");
}

TEST(palette_line_beyond_4096_bytes_is_refused)
{
    char text[4200];
    rl_palette p;
    memset(text, 'n', sizeof text);
    memcpy(text, "GIMP Palette\n1 2 3 ", 19);
    /* The second line starts at byte 13. */
    OK(rl_palette_parse(&p, text, 13 + 4096, "p", NULL, &error));
    ck_assert_int_eq(rl_palette_parse(&p, text, 13 + 4097, "p", NULL, &error), RL_BAD_DATA);
    ck_assert_ptr_nonnull(strstr(error.text, "p:2: 1 2 3 nnn"));
    ck_assert_ptr_nonnull(strstr(error.text, "...: a line has at most 4096 bytes"));
}

TEST(palette_beyond_text_or_colour_limit_is_refused)
{
    size_t room = RL_MAX_TEXT + 1;
    char *text = malloc(room);
    ck_assert_ptr_nonnull(text);
    for (size_t i = 0; i < room; i += 7)
        memcpy(text + i, "0badc0\n", room - i < 7 ? room - i : 7);
    rl_palette p;
    OK(rl_palette_parse(&p, text, RL_MAX_COLOURS * 7, "p", NULL, &error));
    check_error(text, (RL_MAX_COLOURS + 1) * 7,
                "p:1025: 0badc0: a palette has at most 1024 colours");
    check_error(text, room, "p: 1048577 bytes: a palette has at most 1048576");
    free(text);
}

/* ---- damage ----------------------------------------------------------------- */

/* Any bytes give a whole palette or an error with a text. */
static void check_damaged(const char *bytes, size_t size)
{
    rl_palette p;
    /* A block of its own, so that a sanitizer sees a read beyond its end. */
    char *block = malloc(size > 0 ? size : 1);
    ck_assert_ptr_nonnull(block);
    memcpy(block, bytes, size);
    rl_status status = rl_palette_parse(&p, block, size, "p", NULL, &error);
    free(block);
    if (status == RL_OK)
        ck_assert(palette_is_complete(&p));
    else {
        ck_assert_int_eq(status, RL_BAD_DATA);
        ck_assert_uint_gt(strlen(error.text), 4);
        ck_assert_ptr_null(strchr(error.text, '\n'));
    }
}

TEST_LOOP(damaged_palettes_are_refused_or_complete, 6)
{
    static const char *const samples[] = {"gimp-v2.gpl", "lospec.gpl",  "lospec.hex",
                                          "jasc.pal",    "base16.yaml", "pywal.json"};
    static const unsigned char values[] = {0,   '\n', '\r', ' ', '#',  '-', '0',
                                           '9', 'f',  'z',  ':', 0x80, 0xff};
    char bytes[1024];
    size_t size = palette_sample_read(bytes, sizeof bytes, samples[_i]);
    ck_assert_uint_gt(size, 10);
    for (size_t cut = 0; cut <= size; cut++)
        check_damaged(bytes, cut);
    for (size_t i = 0; i < size; i++) {
        char kept = bytes[i];
        for (size_t v = 0; v < sizeof values; v++) {
            bytes[i] = (char)values[v];
            check_damaged(bytes, size);
        }
        bytes[i] = kept;
    }
}
