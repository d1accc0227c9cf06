/* test_palette.c - palette files in, palettes out: formats, roles, guesses,
 * derived colours, the built-in palettes and their design rules. */
#include "scene/palette.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static rl_status parse(rl_palette *palette, const char *text, rl_error *error)
{
    return rl_palette_parse(palette, text, strlen(text), "p.gpl", NULL, error);
}

static rl_palette parsed(const char *text)
{
    rl_palette palette;
    rl_error error;
    rl_palette_init(&palette);
    ck_assert_msg(parse(&palette, text, &error) == RL_OK, "%s: %s", text, error.text);
    ck_assert(palette_is_complete(&palette));
    ck_assert_str_eq(error.text, "");
    return palette;
}

static size_t read_sample(char *bytes, size_t room, const char *name)
{
    char path[128];
    (void)snprintf(path, sizeof path, "tests/data/palettes/%s", name);
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s", path);
    size_t size = fread(bytes, 1, room, file);
    (void)fclose(file);
    return size;
}

static rl_palette parsed_sample(const char *name)
{
    char bytes[4096];
    rl_palette palette;
    rl_error error;
    size_t size = read_sample(bytes, sizeof bytes, name);
    rl_palette_init(&palette);
    ck_assert_msg(rl_palette_parse(&palette, bytes, size, name, NULL, &error) == RL_OK, "%s",
                  error.text);
    return palette;
}

/* ---- formats ---------------------------------------------------------------- */

START_TEST(gimp_version_2)
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
END_TEST

START_TEST(gimp_old)
{
    rl_palette p = parsed_sample("gimp-old.gpl");
    ck_assert_str_eq(p.name, "gimp-old");
    ck_assert_int_eq(p.sky[p.sky_count - 1], 0xc8d2dc);
    ck_assert_int_eq(p.ridge[0], 0x5a5046);
    ck_assert_int_eq(p.ridge[1], 0x212c37);
}
END_TEST

START_TEST(lospec_gpl_and_hex_agree)
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
END_TEST

START_TEST(aseprite_alpha_column)
{
    rl_palette p = parsed_sample("aseprite.gpl");
    ck_assert_str_eq(p.name, "Sprite");
    ck_assert_int_eq(p.sky_count, 1);
    ck_assert_int_eq(p.ridge[0], 0x8c96be);
    ck_assert_int_eq(p.ridge[1], 0x101830);
}
END_TEST

START_TEST(jasc_with_and_without_alpha)
{
    rl_palette p = parsed_sample("jasc.pal");
    ck_assert_int_eq(p.ridge[0], 0x778da9);
    ck_assert_int_eq(p.sky[p.sky_count - 1], 0xfaf0e6);
    rl_palette alpha = parsed("JASC-PAL\n0100\n3\n27 38 59 255\n119 141 169 0\n250 240 230 9");
    ck_assert_mem_eq(alpha.ridge, p.ridge, sizeof p.ridge);
}
END_TEST

/* The same three colours, in every shape that is let through. */
START_TEST(tolerated_shapes)
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
        rl_palette p = parsed(shapes[i]);
        ck_assert_msg(p.sky_count == 1 && p.sky[0] == 0x010203, "shape %zu: sky", i);
        ck_assert_msg(p.ridge_count == 1 && p.ridge[0] == 0x040506, "shape %zu: ridge", i);
        ck_assert_msg(p.sun == 0x070809, "shape %zu: sun", i);
        ck_assert_str_eq(p.name, "p");
    }
    rl_palette hex = parsed("; c\n// d\n\n#0a141E\r\n  c8D2dc \n; e\n");
    ck_assert_int_eq(hex.ridge[hex.ridge_count - 1], 0x0a141e);
    ck_assert_int_eq(hex.sky[hex.sky_count - 1], 0xc8d2dc);
}
END_TEST

START_TEST(palette_names)
{
    rl_palette p = parsed("GIMP Palette\n#Palette Name: Lospec\nName: Real\tOne \x07!\n1 2 3\n");
    ck_assert_str_eq(p.name, "Real One  !");
    ck_assert_str_eq(parsed("GIMP Palette\nName: \xff\xc3\xa9\n1 2 3").name, "?\xc3\xa9");
    ck_assert_str_eq(parsed("GIMP Palette\nName:\n1 2 3").name, "p");
    char text[4000];
    memset(text, 'x', sizeof text);
    memcpy(text, "GIMP Palette\nName: ", 19);
    for (size_t i = 19; i + 1 < 3000; i += 2)
        memcpy(text + i + 1, "\xc3\xa9", 2); /* x, then two bytes a character */
    memcpy(text + 3001, "\n1 2 3", 7);
    p = parsed(text);
    ck_assert_uint_eq(strlen(p.name), 63);
    ck_assert_str_eq(p.name + 61, "\xc3\xa9");
    rl_error error;
    ck_assert_int_eq(rl_palette_parse(&p, "ffffff", 6, "/a.b/my.pal.hex", NULL, &error), RL_OK);
    ck_assert_str_eq(p.name, "my.pal");
}
END_TEST

/* ---- errors ----------------------------------------------------------------- */

static const struct {
    const char *text, *error;
} bad[] = {
    {"", "p.gpl: empty: must be GIMP .gpl, Lospec .hex or JASC .pal"},
    {"hello\n", "p.gpl: not a palette: must be GIMP .gpl, Lospec .hex or JASC .pal"},
    {"255 0 0\n", "p.gpl: not a palette: must be GIMP .gpl, Lospec .hex or JASC .pal"},
    {"JASC-PALETTE\n", "p.gpl: not a palette: must be GIMP .gpl, Lospec .hex or JASC .pal"},
    {"RIFF....PAL data", "p.gpl: a RIFF palette of Windows: must be GIMP .gpl, Lospec .hex or "
                         "JASC .pal"},
    {" \n\n", "p.gpl: no colour: a palette has at least one"},
    {"; only\n", "p.gpl: no colour: a palette has at least one"},
    {"GIMP Palette", "p.gpl: no colour: a palette has at least one"},
    {"GIMP Palette\nName: x\nColumns: 3\n#\n", "p.gpl: no colour: a palette has at least one"},
    {"GIMP Palette\n#\n256 0 0 a\n", "p.gpl:3: 256: must be a whole number 0..255"},
    {"GIMP Palette\n\n1 2 3\n0 -1 0\n", "p.gpl:4: -1: must be a whole number 0..255"},
    {"GIMP Palette\r\n0 0 1.5\r\n", "p.gpl:2: 1.5: must be a whole number 0..255"},
    {"GIMP Palette\r0 0 0\r0 0 +1\r", "p.gpl:3: +1: must be a whole number 0..255"},
    {"GIMP Palette\n0 0 99999999999999999999\n",
     "p.gpl:2: 99999999999999999999: must be a whole number 0..255"},
    {"GIMP Palette\n10 20\n", "p.gpl:2: 10 20: must be three numbers 0..255"},
    {"GIMP Palette\n1 2 3\nName: late\n", "p.gpl:3: Name:: must be a whole number 0..255"},
    {"GIMP Palette\nColumns: -1\n", "p.gpl:2: Columns: -1: must be a whole number 0..255"},
    {"GIMP Palette\nColumns: 256\n", "p.gpl:2: Columns: 256: must be a whole number 0..255"},
    {"GIMP Palette\nColumns: 2147483648\n",
     "p.gpl:2: Columns: 2147483648: must be a whole number 0..255"},
    {"GIMP Palette\nColumns:\n", "p.gpl:2: Columns:: must be a whole number 0..255"},
    {"GIMP Palette\nChannels: RGBA\n1 2 3\n", "p.gpl:3: 1 2 3: must be four numbers 0..255"},
    {"GIMP Palette\n1 \x1b[31m 3", "p.gpl:2: \\x1b[31m: must be a whole number 0..255"},
    {"ff00f\n", "p.gpl:1: ff00f: must be six hex digits, RRGGBB"},
    {"aabbcc\nzz\n", "p.gpl:2: zz: must be six hex digits, RRGGBB"},
    {"aabbcc\n\n#\n", "p.gpl:3: #: must be six hex digits, RRGGBB"},
    {"ffaabbcc\n", "p.gpl:1: ffaabbcc: must be six hex digits, RRGGBB"},
    {"aabbcc\n##aabbcc\n", "p.gpl:2: ##aabbcc: must be six hex digits, RRGGBB"},
    {"aabbcc ddeeff\n", "p.gpl: not a palette: must be GIMP .gpl, Lospec .hex or JASC .pal"},
    {"JASC-PAL", "p.gpl:1: end of file: must be the version 0100"},
    {"JASC-PAL\n0200\n", "p.gpl:2: 0200: must be the version 0100"},
    {"JASC-PAL\n0100\n", "p.gpl:2: end of file: must be the number of colours, 1..1024"},
    {"JASC-PAL\n0100\n0\n", "p.gpl:3: 0: must be the number of colours, 1..1024"},
    {"JASC-PAL\n0100\n1025\n", "p.gpl:3: 1025: must be the number of colours, 1..1024"},
    {"JASC-PAL\n0100\n2147483648\n", "p.gpl:3: 2147483648: must be the number of colours, 1..1024"},
    {"JASC-PAL\n0100\n\n1 2 3\n", "p.gpl:4: 1 2 3: must be the number of colours, 1..1024"},
    {"JASC-PAL\r\n0100\r\n3\r\n1 2 3\r\n4 5 6\r\n",
     "p.gpl:3: 3: must be the number of the colours that follow"},
    {"JASC-PAL\n0100\n2\n1 2 3\n4 5 6\n7 8 9\n",
     "p.gpl:6: 7 8 9: is one colour more than the count says"},
    {"JASC-PAL\n0100\n1\n1 2 3 256\n",
     "p.gpl:4: 1 2 3 256: must be three numbers 0..255, or four with alpha"},
    {"JASC-PAL\n0100\n1\n1 2 3 4 5\n",
     "p.gpl:4: 1 2 3 4 5: must be three numbers 0..255, or four with alpha"},
    {"JASC-PAL\n0100\n1\n1 2\n", "p.gpl:4: 1 2: must be three numbers 0..255"},
};

START_TEST(errors_tell_place_value_rule)
{
    rl_palette before;
    rl_palette_init(&before);
    for (size_t i = 0; i < COUNT(bad); i++) {
        rl_palette p = before;
        rl_error error;
        ck_assert_int_eq(parse(&p, bad[i].text, &error), RL_BAD_DATA);
        ck_assert_int_eq(error.status, RL_BAD_DATA);
        ck_assert_str_eq(error.text, bad[i].error);
        ck_assert_mem_eq(&p, &before, sizeof p);
        ck_assert_int_eq(parse(&p, bad[i].text, NULL), RL_BAD_DATA);
    }
}
END_TEST

static void check_error(const void *bytes, size_t size, const char *text)
{
    rl_palette p;
    rl_error error;
    ck_assert_int_eq(rl_palette_parse(&p, bytes, size, "p", NULL, &error), RL_BAD_DATA);
    ck_assert_str_eq(error.text, text);
}

START_TEST(nul_bytes)
{
    static const char nul[] = "GIMP Palette\n#\n1 2\0 3\n";
    check_error(nul, sizeof nul - 1, "p:3: 1 2\\x00 3: a palette is plain text, without NUL bytes");
    static const char utf16[] = "G\0I\0M\0P\0\n\0";
    check_error(utf16, sizeof utf16 - 1,
                "p:1: G\\x00I\\x00M\\x00P\\x00: a palette is plain text, without NUL bytes");
    check_error("RIFF\xff\xff\xff\xff\0\0", 10,
                "p: a RIFF palette of Windows: must be GIMP "
                ".gpl, Lospec .hex or JASC .pal");
    check_error("RIFF", 4,
                "p: a RIFF palette of Windows: must be GIMP .gpl, Lospec .hex or "
                "JASC .pal");
}
END_TEST

START_TEST(long_lines)
{
    char text[4200];
    rl_palette p;
    rl_error error;
    memset(text, 'n', sizeof text);
    memcpy(text, "GIMP Palette\n1 2 3 ", 19);
    /* The second line starts at byte 13. */
    ck_assert_int_eq(rl_palette_parse(&p, text, 13 + 4096, "p", NULL, &error), RL_OK);
    ck_assert_int_eq(rl_palette_parse(&p, text, 13 + 4097, "p", NULL, &error), RL_BAD_DATA);
    ck_assert_ptr_nonnull(strstr(error.text, "p:2: 1 2 3 nnn"));
    ck_assert_ptr_nonnull(strstr(error.text, "...: a line has at most 4096 bytes"));
}
END_TEST

START_TEST(limits)
{
    size_t room = RL_MAX_TEXT + 1;
    char *text = malloc(room);
    ck_assert_ptr_nonnull(text);
    for (size_t i = 0; i < room; i += 7)
        memcpy(text + i, "0badc0\n", room - i < 7 ? room - i : 7);
    rl_palette p;
    rl_error error;
    ck_assert_int_eq(rl_palette_parse(&p, text, RL_MAX_COLOURS * 7, "p", NULL, &error), RL_OK);
    check_error(text, (RL_MAX_COLOURS + 1) * 7,
                "p:1025: 0badc0: a palette has at most 1024 colours");
    check_error(text, room, "p: 1048577 bytes: a palette has at most 1048576");
    free(text);
}
END_TEST

/* ---- roles ------------------------------------------------------------------ */

START_TEST(every_role_by_name)
{
    rl_palette p = parsed("GIMP Palette\n0 0 1 sky.top\n0 0 2 sky.mid\n0 0 3 sky.low\n"
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
END_TEST

START_TEST(stops_are_ordered)
{
    rl_palette p = parsed("GIMP Palette\n0 0 3 sky.10\n0 0 1 sky.2\n0 0 2 SKY.003\n"
                          "0 0 9 ridge.near\n0 0 7 ridge.far\n0 0 8 ridge.mid\n");
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(p.sky[i], i + 1);
        ck_assert_int_eq(p.ridge[i], i + 7);
    }
    p = parsed("GIMP Palette\n0 0 1 sky\n0 0 2 sky\n0 0 3 sky\n0 0 4 ridge\n");
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(p.sky[i], i + 1);
}
END_TEST

START_TEST(surplus_stops_are_thinned)
{
    char text[4096] = "GIMP Palette\n";
    for (int i = 0; i < 127; i++) {
        char line[32];
        (void)snprintf(line, sizeof line, "0 1 %d ridge\n%d 0 0 sky\n", i, i);
        strcat(text, line);
    }
    rl_palette p = parsed(text);
    ck_assert_int_eq(p.ridge_count, RL_MAX_RIDGES);
    ck_assert_int_eq(p.sky_count, RL_MAX_SKY);
    ck_assert_int_eq(p.sky[0], 0);
    ck_assert_int_eq(p.sky[15], 126 << 16);
    for (int i = 0; i < 64; i++)
        ck_assert_int_eq(p.ridge[i], 256 + 2 * i);
}
END_TEST

START_TEST(unknown_names_are_free)
{
    rl_palette p = parsed("GIMP Palette\n10 10 10 sky.far\n200 200 200 skyline\n0 0 1 sky.1000\n"
                          "90 90 90 ridge.\n");
    ck_assert_int_eq(p.sky[p.sky_count - 1], 0xc8c8c8);
    ck_assert_int_eq(p.ridge[p.ridge_count - 1], 1);
}
END_TEST

#define SIX "111111\n222222\n333333\n444444\n555555\n666666\n777777\n"

static rl_status parse_roles(rl_palette *p, const char *roles, rl_error *error)
{
    rl_palette_options options = {sizeof options, roles, 0};
    return rl_palette_parse(p, SIX, strlen(SIX), "p", &options, error);
}

START_TEST(roles_option)
{
    rl_palette p;
    rl_error error;
    ck_assert_int_eq(parse_roles(&p, "sky=3-5,sun=6,ridge=2-0", &error), RL_OK);
    ck_assert_int_eq(p.sky_count, 3);
    ck_assert_int_eq(p.sky[0], 0x444444);
    ck_assert_int_eq(p.sky[2], 0x666666);
    ck_assert_int_eq(p.ridge_count, 3);
    ck_assert_int_eq(p.ridge[0], 0x333333);
    ck_assert_int_eq(p.ridge[2], 0x111111);
    ck_assert_int_eq(p.sun, 0x777777);
    ck_assert_int_eq(parse_roles(&p, "sky.horizon=6,sky.zenith=5,aurora=0-2", &error), RL_OK);
    ck_assert_int_eq(p.sky[1], 0x777777);
    ck_assert_int_eq(p.aurora[2], 0x333333);
    ck_assert_int_eq(p.ridge[p.ridge_count - 1], 0x444444);
    rl_palette_options options = {sizeof options, "sun=0", 0};
    static const char named[] = "GIMP Palette\n9 9 9 sky\n8 8 8 sun\n7 7 7 ridge";
    ck_assert_int_eq(rl_palette_parse(&p, named, strlen(named), "p", &options, &error), RL_OK);
    ck_assert_int_eq(p.sun, 0x090909);
    ck_assert_int_eq(p.sky[0], 0x090909);
}
END_TEST

START_TEST(roles_option_errors)
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
        {"sun=1-2", "--roles: sun=1-2: this role holds no more colours"},
        {"\x1b[2J=1", "--roles: \\x1b[2J: no such role (sky, ridge, sun, glow, mist, ...)"},
    };
    rl_palette before;
    rl_palette_init(&before);
    for (size_t i = 0; i < COUNT(wrong); i++) {
        rl_palette p = before;
        rl_error error;
        ck_assert_int_eq(parse_roles(&p, wrong[i].roles, &error), RL_BAD_ARGUMENT);
        ck_assert_str_eq(error.text, wrong[i].error);
        ck_assert_mem_eq(&p, &before, sizeof p);
    }
}
END_TEST

/* ---- palettes without roles ------------------------------------------------- */

/* Land darkens toward the viewer, the sky brightens toward the horizon. */
static void check_order(const rl_palette *p, const char *what)
{
    for (int i = 1; i < p->ridge_count; i++)
        ck_assert_msg(palette_lightness(p->ridge[i]) <= palette_lightness(p->ridge[i - 1]) + 1e-9,
                      "%s: ridge %d", what, i);
    for (int i = 1; i < p->sky_count; i++)
        ck_assert_msg(palette_lightness(p->sky[i]) >= palette_lightness(p->sky[i - 1]) - 1e-9,
                      "%s: sky %d", what, i);
}

START_TEST(five_plain_colours)
{
    rl_palette p = parsed("f79256\n2b1b4d\nfbd1a2\nd1495b\n7a2e6d\n");
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
            rl_palette p = parsed(text);
            check_order(&p, text);
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
    rl_palette p = parsed("ffb3ba\nffdfba\nffffba\nbaffc9\nbae1ff\n");
    ck_assert_int_eq(p.ridge_count, 5);
    ck_assert_int_eq(p.ridge[2], 0xffb3ba);
    ck_assert(palette_lightness(p.ridge[4]) <= 0.40);
    check_order(&p, "pastel");
}
END_TEST

START_TEST(grey_stays_grey)
{
    rl_palette p = parsed("111111\n444444\n888888\nbbbbbb\neeeeee\n");
    for (int i = 0; i < 9; i++) /* all but the aurora */
        ck_assert_msg(palette_chroma(palette_single(&p, i)) < 0.01, "%s", palette_single_names[i]);
}
END_TEST

START_TEST(complementary_sky_avoids_grey)
{
    rl_palette p = parsed("GIMP Palette\n10 10 30 ridge\n60 110 200\n255 190 90\n");
    ck_assert_int_eq(p.sky_count, 3);
    ck_assert_int_eq(p.sky[0], 0x3c6ec8);
    ck_assert_int_eq(p.sky[2], 0xffbe5a);
    ck_assert(palette_chroma(p.sky[1]) > 0.05);
    check_order(&p, "bridge");
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
    check_order(&p, "nothing given");
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
    rl_palette p = parsed("GIMP Palette\n84 69 143 sky\n249 205 180 sky\n");
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
    rl_palette under = parsed("GIMP Palette\nName: Under\n1 1 1 sky\n2 2 2 ridge\n3 3 3 sun\n");
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

/* ---- writing ---------------------------------------------------------------- */

/* Writes and hands out the bytes as a text that the caller frees. */
static char *written(const rl_palette *palette, rl_palette_format format)
{
    rl_sink *sink;
    rl_error error;
    ck_assert_int_eq(rl_sink_to_memory(&sink, NULL, &error), RL_OK);
    ck_assert_msg(rl_palette_write(palette, format, sink, &error) == RL_OK, "%s", error.text);
    size_t size;
    const char *bytes = rl_sink_bytes(sink, &size);
    char *text = malloc(size + 1);
    ck_assert_ptr_nonnull(text);
    memcpy(text, bytes, size);
    text[size] = '\0';
    rl_sink_free(sink);
    return text;
}

/* What GIMP 2.10 and Pillow need. */
static void check_gpl_text(const char *text)
{
    ck_assert_int_eq(strncmp(text, "GIMP Palette\n", 13), 0);
    ck_assert_ptr_null(strstr(text, "\n\n"));
    ck_assert_int_eq(text[strlen(text) - 1], '\n');
    for (const char *line = text; *line != '\0'; line = strchr(line, '\n') + 1)
        ck_assert_uint_le(strcspn(line, "\n"), 100);
}

START_TEST(gpl_round_trip)
{
    const char *name;
    for (size_t i = 0; (name = rl_palette_builtin_name(i)) != NULL; i++) {
        rl_palette p;
        rl_palette back;
        rl_error error;
        ck_assert_int_eq(rl_palette_builtin(&p, name, &error), RL_OK);
        char *text = written(&p, RL_PALETTE_GPL);
        check_gpl_text(text);
        ck_assert_int_eq(rl_palette_parse(&back, text, strlen(text), "other", NULL, &error), RL_OK);
        ck_assert_mem_eq(&back, &p, sizeof p);
        free(text);
    }
}
END_TEST

START_TEST(gpl_round_trip_of_many_stops)
{
    for (int count = 1; count <= RL_MAX_RIDGES; count++) {
        rl_palette p;
        rl_error error;
        rl_palette_init(&p);
        strcpy(p.name, "many");
        p.sky_count = count < RL_MAX_SKY ? count : RL_MAX_SKY;
        p.ridge_count = count;
        for (int i = 0; i < count; i++)
            p.ridge[i] = 0x400000 + 7919 * i;
        for (int i = 0; i < p.sky_count; i++)
            p.sky[i] = 0x80ff00 + i;
        palette_complete(&p);
        char *text = written(&p, RL_PALETTE_GPL);
        check_gpl_text(text);
        rl_palette back;
        ck_assert_int_eq(parse(&back, text, &error), RL_OK);
        ck_assert_mem_eq(&back, &p, sizeof p);
        free(text);
    }
}
END_TEST

START_TEST(hex_and_jasc_texts)
{
    rl_palette p;
    rl_palette_init(&p);
    p.sky_count = 2;
    p.sky[0] = 0x0A0B0C;
    p.sky[1] = 0xffeedd;
    p.sun = 0x0a0b0c;
    p.glow = 1;
    char *hex = written(&p, RL_PALETTE_HEX);
    char *jasc = written(&p, RL_PALETTE_JASC);
    char *gpl = written(&p, RL_PALETTE_GPL);
    ck_assert_str_eq(hex, "0a0b0c\nffeedd\n000001\n");
    ck_assert_str_eq(jasc, "JASC-PAL\r\n0100\r\n3\r\n10 11 12\r\n255 238 221\r\n0 0 1\r\n");
    ck_assert_str_eq(gpl, "GIMP Palette\n# names carry roles, see ridgeline-palette(5)\n"
                          " 10  11  12\tsky.zenith\n255 238 221\tsky.horizon\n"
                          " 10  11  12\tsun\n  0   0   1\tglow\n");
    free(hex);
    free(jasc);
    free(gpl);
}
END_TEST

START_TEST(writing_refuses_what_is_no_palette)
{
    rl_palette p;
    rl_sink *sink;
    rl_error error;
    ck_assert_int_eq(rl_sink_to_memory(&sink, NULL, &error), RL_OK);
    rl_palette_init(&p);
    ck_assert_int_eq(rl_palette_write(&p, RL_PALETTE_GPL, sink, &error), RL_BAD_ARGUMENT);
    ck_assert_str_eq(error.text, "palette: no colour: every role is open");
    p.sun = 0x1000000;
    ck_assert_int_eq(rl_palette_write(&p, RL_PALETTE_HEX, sink, &error), RL_BAD_ARGUMENT);
    ck_assert_str_eq(error.text, "palette: sun = 16777216: must be 0..16777215");
    p.sun = 5;
    ck_assert_int_eq(rl_palette_write(&p, (rl_palette_format)9, sink, &error), RL_BAD_ARGUMENT);
    p.sky_count = RL_MAX_SKY + 1;
    ck_assert_int_eq(rl_palette_write(&p, RL_PALETTE_GPL, sink, &error), RL_BAD_ARGUMENT);
    size_t size = 1;
    (void)rl_sink_bytes(sink, &size);
    ck_assert_uint_eq(size, 0);
    rl_sink_free(sink);
    /* A name with line ends cannot add lines. */
    p.sky_count = 0;
    strcpy(p.name, "a\n1 2 3\r\tb");
    char *text = written(&p, RL_PALETTE_GPL);
    ck_assert_ptr_nonnull(strstr(text, "\nName: a 1 2 3  b\nColumns: 8\n#"));
    free(text);
}
END_TEST

/* ---- the built-in palettes -------------------------------------------------- */

START_TEST(builtins_are_listed_and_complete)
{
    size_t count = 0;
    const char *last = "";
    for (const char *name; (name = rl_palette_builtin_name(count)) != NULL; count++) {
        rl_palette p;
        rl_error error;
        ck_assert_msg(strcmp(last, name) < 0, "%s before %s", last, name);
        ck_assert_msg(rl_palette_builtin(&p, name, &error) == RL_OK, "%s", error.text);
        ck_assert_str_eq(p.name, name);
        ck_assert_msg(palette_is_complete(&p), "%s", name);
        last = name;
    }
    ck_assert_uint_ge(count, 20);
    ck_assert_ptr_null(rl_palette_builtin_name((size_t)-1));
    rl_palette p;
    rl_error error;
    ck_assert_int_eq(rl_palette_builtin(&p, "embre", &error), RL_BAD_ARGUMENT);
    ck_assert_str_eq(error.text, "palette: embre: no such built-in palette, the nearest is ember");
    ck_assert_int_eq(rl_palette_builtin(&p, "", &error), RL_BAD_ARGUMENT);
    ck_assert_int_eq(rl_palette_builtin(&p, "../ember.gpl/x", &error), RL_BAD_ARGUMENT);
}
END_TEST

START_TEST(classic_has_the_colours_of_the_article)
{
    rl_palette p;
    rl_error error;
    ck_assert_int_eq(rl_palette_builtin(&p, "classic", &error), RL_OK);
    ck_assert_int_eq(p.sky_count, 1);
    ck_assert_int_eq(p.sky[0], 0xf0cba3);
    ck_assert_int_eq(p.sun, 0xffffff);
    static const rl_colour ridges[4] = {0xc39de0, 0x9e62cc, 0x824f8a, 0x441c63};
    ck_assert_int_eq(p.ridge_count, 4);
    ck_assert_mem_eq(p.ridge, ridges, sizeof ridges);
}
END_TEST

static int among(const char *name, const char *names)
{
    const char *at = strstr(names, name);
    return at != NULL && (at == names || at[-1] == ' ') &&
           (at[strlen(name)] == ' ' || at[strlen(name)] == '\0');
}

/* OKLab relations that make layers read as distance.  Exceptions: classic is flat
 * by intent, fog and paper have a narrow sky, winter's snow is pale to the front,
 * ink's sun is a red seal, and the steps of a night are smaller. */
START_TEST(palettes_obey_the_design_rules)
{
    const char *name;
    for (size_t i = 0; (name = rl_palette_builtin_name(i)) != NULL; i++) {
        if (among(name, "classic"))
            continue;
        rl_palette p;
        rl_error error;
        ck_assert_int_eq(rl_palette_builtin(&p, name, &error), RL_OK);
        check_order(&p, name);
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
END_TEST

/* ---- damage ----------------------------------------------------------------- */

/* Any bytes give a whole palette or an error with a text. */
static void check_damaged(const char *bytes, size_t size)
{
    rl_palette p;
    rl_error error;
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

START_TEST(damaged_files)
{
    static const char *const samples[] = {"gimp-v2.gpl", "lospec.gpl", "lospec.hex", "jasc.pal"};
    static const unsigned char values[] = {0,   '\n', '\r', ' ', '#',  '-', '0',
                                           '9', 'f',  'z',  ':', 0x80, 0xff};
    char bytes[1024];
    size_t size = read_sample(bytes, sizeof bytes, samples[_i]);
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
END_TEST

Suite *suite_palette(void);

Suite *suite_palette(void)
{
    Suite *suite = suite_create("palette");
    const struct {
        const char *name;
        const TTest *tests[10];
    } cases[] = {
        {"formats",
         {gimp_version_2, gimp_old, lospec_gpl_and_hex_agree, aseprite_alpha_column,
          jasc_with_and_without_alpha, tolerated_shapes, palette_names}},
        {"errors", {errors_tell_place_value_rule, nul_bytes, long_lines, limits}},
        {"roles",
         {every_role_by_name, stops_are_ordered, surplus_stops_are_thinned, unknown_names_are_free,
          roles_option, roles_option_errors}},
        {"without roles",
         {five_plain_colours, night_turns_the_sky, any_number_of_colours,
          light_palettes_get_a_foreground, grey_stays_grey, complementary_sky_avoids_grey}},
        {"completing",
         {complete_fills_and_changes_nothing_given, derived_roles_obey_the_relations,
          overlay_takes_only_open_roles}},
        {"writing",
         {gpl_round_trip, gpl_round_trip_of_many_stops, hex_and_jasc_texts,
          writing_refuses_what_is_no_palette}},
        {"built-in",
         {builtins_are_listed_and_complete, classic_has_the_colours_of_the_article,
          palettes_obey_the_design_rules}},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        TCase *group = tcase_create(cases[i].name);
        for (size_t j = 0; cases[i].tests[j] != NULL; j++)
            tcase_add_test(group, cases[i].tests[j]);
        suite_add_tcase(suite, group);
    }
    TCase *damage = tcase_create("damage");
    tcase_set_timeout(damage, 60);
    tcase_add_loop_test(damage, damaged_files, 0, 4);
    suite_add_tcase(suite, damage);
    return suite;
}
