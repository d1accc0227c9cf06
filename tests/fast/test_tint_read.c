/* test_tint_read.c - ramps from strangers' files, line by line.
 *
 * What GDAL's color-relief text and GMT's .cpt mean, and every way in which such a
 * file is refused: with its line, what stands there and the rule, the rules as they
 * were.
 */
#include "map/map_view.h"
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static rl_map_rules rules;

static void rules_mark(void)
{
    memset(&rules, 0, sizeof rules);
    rules.tint_count = 1;
    rules.tint[0].colour = 0x123456;
    memcpy(rules.tint_name, "land", 5);
}

static rl_status parse_bytes(const char *bytes, size_t size)
{
    rules_mark();
    return tint_parse(&rules, bytes, size, "a.txt", &error);
}

static void reads(const char *text)
{
    rl_status status = parse_bytes(text, strlen(text));
    ck_assert_msg(status == RL_OK, "\"%s\": %s", text, error.text);
    ck_assert_str_eq(error.text, "");
    ck_assert_str_eq(rules.tint_name, "");
}

static void stop_is(int i, double at, int is_metres, rl_colour colour)
{
    ck_assert_int_lt(i, rules.tint_count);
    ck_assert_msg(rules.tint[i].at == at, "stop %d: at %.17g, wanted %.17g", i, rules.tint[i].at,
                  at);
    ck_assert_int_eq(rules.tint[i].is_metres, is_metres);
    ck_assert_msg(rules.tint[i].colour == colour, "stop %d: #%06x, wanted #%06x", i,
                  (unsigned)rules.tint[i].colour, (unsigned)colour);
}

/* The file is refused with this line, and nothing of it is kept. */
static void refuses_bytes(const char *bytes, size_t size, const char *line)
{
    ck_assert_int_eq(parse_bytes(bytes, size), RL_BAD_DATA);
    ck_assert_int_eq(error.status, RL_BAD_DATA);
    ck_assert_str_eq(error.text, line);
    ck_assert_int_eq(rules.tint_count, 1);
    ck_assert_int_eq(rules.tint[0].colour, 0x123456);
    ck_assert_str_eq(rules.tint_name, "land");
}

static void refuses(const char *text, const char *line)
{
    refuses_bytes(text, strlen(text), line);
}

/* ---- GDAL ----------------------------------------------------------------- */

TEST(gdal_colour_lines_are_read)
{
    reads("# heights\n"
          "  -10.5, 0 0 128 255   a label, ignored\n"
          "+20:10:20:30\r\n"
          "\r"
          "30\tGREEN\n"
          "40 #a0B1c2\n"
          "50 1/2/3; 4 5 6\n"
          "nv 0 0 0 0\n"
          "default white");
    ck_assert_int_eq(rules.tint_count, 5);
    stop_is(0, -10.5, 1, 0x000080);
    stop_is(1, 20.0, 1, 0x0a141e);
    stop_is(2, 30.0, 1, 0x00ff00);
    stop_is(3, 40.0, 1, 0xa0b1c2);
    stop_is(4, 50.0, 1, 0x010203);
}

TEST(gdal_percentages_are_shares_of_the_range)
{
    reads("\xef\xbb\xbf"
          "100% violet\n0% aqua\n25.5% gray\n");
    ck_assert_int_eq(rules.tint_count, 3);
    stop_is(0, 0.0, 0, 0x00bfbf);
    stop_is(1, 25.5 / 100.0, 0, 0xbfbfbf);
    stop_is(2, 1.0, 0, 0x7f00ff);
}

/* Only the map decides how metres and shares compare, so the parser keeps their order. */
TEST(gdal_metres_and_percentages_keep_their_order)
{
    reads("50% 0 0 0\n10 1 1 1\n0% 2 2 2\n");
    ck_assert_int_eq(rules.tint_count, 3);
    stop_is(0, 0.5, 0, 0x000000);
    stop_is(1, 10.0, 1, 0x010101);
    stop_is(2, 0.0, 0, 0x020202);
}

/* ---- GMT ------------------------------------------------------------------ */

TEST(cpt_slices_become_stops)
{
    reads("# COLOR_MODEL = +RGB \r\n"
          "0 0 0 255 100 0 255 0; low\n"
          "100 green 2000 brown\n"
          "2000 1/2/3 3000 -\n"
          "N 128 128 128\n");
    /* Where a slice begins as the one before ends, one stop says it. */
    ck_assert_int_eq(rules.tint_count, 5);
    stop_is(0, 0.0, 1, 0x0000ff);
    stop_is(1, 100.0, 1, 0x00ff00);
    stop_is(2, 2000.0, 1, 0xbf7f3f);
    stop_is(3, 2000.0, 1, 0x010203);
    stop_is(4, 3000.0, 1, 0x010203);
}

/* Colours below and above the slices begin at their ends. */
TEST(cpt_colours_beyond_the_slices_are_hard_edges)
{
    reads("B red\n10 0 0 0 20 9 9 9\nF white\n");
    ck_assert_int_eq(rules.tint_count, 4);
    stop_is(0, 10.0, 1, 0xff0000);
    stop_is(1, 10.0, 1, 0x000000);
    stop_is(2, 20.0, 1, 0x090909);
    stop_is(3, 20.0, 1, 0xffffff);
    reads("10 0 0 0 20 9 9 9\nB 1 2 3\n");
    ck_assert_int_eq(rules.tint_count, 3);
    stop_is(0, 10.0, 1, 0x010203);
}

/* Master tables of GMT run from 0, or -1, to 1. */
TEST(cpt_master_tables_are_stretched_over_the_map)
{
    reads("-1 0 0 0 0 9 9 9\n0 9 9 9 1 1 1 1\n");
    ck_assert_int_eq(rules.tint_count, 3);
    stop_is(0, 0.0, 0, 0x000000);
    stop_is(1, 0.5, 0, 0x090909);
    stop_is(2, 1.0, 0, 0x010101);
    reads("0 0 0 0 1.5 9 9 9\n");
    stop_is(1, 1.5, 1, 0x090909);
    reads("-2 0 0 0 1 9 9 9\n");
    stop_is(0, -2.0, 1, 0x000000);
}

/* Lines of exactly four numbers are GDAL's, although a slice may begin in the same way. */
TEST(tint_format_is_recognised_from_its_lines)
{
    reads("1 2 3 4\n");
    ck_assert_int_eq(rules.tint_count, 1);
    reads("1 2 3 4 high\n");
    ck_assert_int_eq(rules.tint_count, 1);
    reads("1 2 3 4 255 label\n");
    ck_assert_int_eq(rules.tint_count, 1);
    reads("5 2 3 4 255 -\n");
    ck_assert_int_eq(rules.tint_count, 2);
    /* The model alone makes a .cpt, wherever its comment ends. */
    reads("# no model\n# COLOR_MODEL RGB\n5 1 1 1 6 -\n");
    ck_assert_int_eq(rules.tint_count, 2);
    refuses("# COLOR_MODEL RGB\n5 1 1 1\n",
            "a.txt:2: end of line: must be the height at which the slice ends");
    reads("# COLOR_MODEL\n5 1 1 1\n"); /* names none */
    ck_assert_int_eq(rules.tint_count, 1);
}

/* ---- how many -------------------------------------------------------------- */

/* `count` stops of which each is another colour than its neighbours lead to. */
static char *many(int count, const char *last)
{
    char *text = malloc(64 * (size_t)count + 64);
    size_t used = 0;
    for (int i = 0; i < count; i++)
        used += (size_t)sprintf(text + used, "%d %d 0 0\n", i, i % 2 * (100 + i % 100));
    memcpy(text + used, last, strlen(last) + 1);
    return text;
}

TEST(tint_file_beyond_1024_stops_is_refused)
{
    char *text = many(1025, "");
    refuses(text, "a.txt:1025: 1024: must be one of at most 1024 stops");
    free(text);
    text = many(64, "50% 1 1 1\n");
    refuses(text,
            "a.txt:65: 50% 1 1 1: must be of at most 64 stops where percentages and metres mix");
    free(text);
    /* 512 slices fill the list: there is no room for an end. */
    text = malloc(64 * 520);
    size_t used = 0;
    for (int i = 0; i < 512; i++)
        used += (size_t)sprintf(text + used, "%d 0 0 0 %d 9 9 9\n", i, i + 1);
    memcpy(text + used, "B 1 1 1\n", 9);
    refuses(text, "a.txt:513: B: must be one of at most 1024 stops");
    memcpy(text + used, "F 1 1 1\n", 9);
    refuses(text, "a.txt:513: F: must be one of at most 1024 stops");
    free(text);
    text = malloc(RL_MAX_TEXT + 1);
    memset(text, ' ', RL_MAX_TEXT + 1);
    char line[80];
    (void)snprintf(line, sizeof line, "a.txt: more than %d bytes: must be shorter", RL_MAX_TEXT);
    refuses_bytes(text, RL_MAX_TEXT + 1, line);
    free(text);
}

/* A straight ramp of many stops becomes two stops; a crooked one keeps 64, with its ends, in
 * any order of the file. */
TEST(tint_file_of_many_stops_is_thinned_to_64)
{
    char text[256 * 24];
    size_t used = 0;
    for (int i = 255; i >= 0; i--)
        used += (size_t)sprintf(text + used, "%d %d %d %d\n", i, i, i, 255 - i);
    reads(text);
    ck_assert_int_eq(rules.tint_count, 2);
    stop_is(0, 0.0, 1, 0x0000ff);
    stop_is(1, 255.0, 1, 0xffff00);
    char *crooked = many(300, "");
    reads(crooked);
    free(crooked);
    ck_assert_int_eq(rules.tint_count, RL_MAX_TINT);
    stop_is(0, 0.0, 1, 0x000000);
    stop_is(RL_MAX_TINT - 1, 299.0, 1, 199 << 16);
}

TEST(tint_parse_refuses_null_arguments)
{
    static const char line[] = "tint: NULL: must be rules, bytes and a place";
    ck_assert_int_eq(tint_parse(NULL, "", 0, "a", &error), RL_BAD_ARGUMENT);
    ck_assert_str_eq(error.text, line);
    ck_assert_int_eq(tint_parse(&rules, NULL, 1, "a", &error), RL_BAD_ARGUMENT);
    ck_assert_str_eq(error.text, line);
    ck_assert_int_eq(tint_parse(&rules, "", 0, NULL, &error), RL_BAD_ARGUMENT);
    ck_assert_str_eq(error.text, line);
    ck_assert_int_eq(tint_parse(&rules, NULL, 0, "a", &error), RL_BAD_DATA);
    ck_assert_int_eq(tint_parse(&rules, "1 red", 5, "a", NULL), RL_OK);
}
