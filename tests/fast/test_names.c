/* test_names.c - lettering of maps: which letters there are, names that keep clear of each other,
 * lines that are refused; the legend. */
#include "map/plate.h"
#include "ridgeline-map.h"

#include <stdlib.h>
#include <string.h>

#include "support/support.h"

enum { SIDE = 257 };

static rl_map *new_map(const rl_allocator *allocator, int frame)
{
    rl_scene scene;
    rl_map_options options = {.struct_size = sizeof options, .threads = 1, .allocator = allocator};
    rl_map *map;
    scene_init(&scene);
    scene.seed = 3;
    scene.width = scene.height = SIDE;
    scene.map.frame = frame;
    OK(rl_map_new(&map, &scene, &options, &error));
    return map;
}

static int read_names(rl_map *map, const char *list)
{
    int without_room = -1;
    OK(rl_map_read_names(map, list, strlen(list), "n.csv", &without_room, &error));
    return without_room;
}

/* The pixels of the map with these names (NULL: none); free() them. */
static uint8_t *painted(const char *list, int frame, size_t *size)
{
    rl_map *map = new_map(NULL, frame);
    rl_render_options options = {.struct_size = sizeof options, .threads = 1, .format = "ppm"};
    if (list != NULL)
        (void)read_names(map, list);
    rl_sink *sink = memory_sink();
    OK(rl_map_render(map, &options, sink, &error));
    const void *bytes = rl_sink_bytes(sink, size);
    uint8_t *copy = malloc(*size);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, bytes, *size);
    rl_sink_free(sink);
    rl_map_free(map);
    return copy;
}

/* ---- letters -------------------------------------------------------------------------- */

TEST(map_font_has_the_letters_of_western_europe)
{
    for (int code = 0x20; code < 0x180; code++) {
        char text[3] = {(char)code, '\0', '\0'};
        if (code >= 0x80) {
            text[0] = (char)(0xc0 | code >> 6);
            text[1] = (char)(0x80 | (code & 63));
        }
        int is_letter = (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') ||
                        (code >= '0' && code <= '9') ||
                        (code >= 0xc0 && code <= 0xff && code != 0xd7 && code != 0xf7);
        if (is_letter)
            EXPECT_MSG(stroke_text_unknown(text) == strlen(text), "letter %x", (unsigned)code);
        if (code >= 0x100 && code != 0x131)
            EXPECT_MSG(stroke_text_unknown(text) == 0, "letter %x", (unsigned)code);
        if (!is_letter)
            continue;
        uint8_t ink[40 * 40] = {0};
        sheet paper = {.ink = ink, .width = 40, .height = 40};
        int inked = 0;
        stroke_text(&paper, text, 20.0, 26.0, 18.0, 2.0);
        for (int i = 0; i < 40 * 40; i++) {
            inked += ink[i] > 0;
            EXPECT_MSG(ink[i] == 0 || (i % 40 > 0 && i % 40 < 39 && i >= 40 && i < 39 * 40),
                       "letter %x leaves its field", (unsigned)code);
        }
        EXPECT_MSG(inked > 15, "letter %x has no ink", (unsigned)code);
    }
    ck_assert_uint_eq(stroke_text_unknown("ab\xd0\x96"), 2);
}

TEST(map_font_draws_each_accent_differently)
{
    static const char *const letters[] = {"a",        "\xc3\xa0", "\xc3\xa1", "\xc3\xa2",
                                          "\xc3\xa3", "\xc3\xa4", "\xc3\xa5"};
    uint8_t ink[7][40 * 40] = {{0}};
    for (int i = 0; i < 7; i++) {
        sheet paper = {.ink = ink[i], .width = 40, .height = 40};
        stroke_text(&paper, letters[i], 20.0, 26.0, 18.0, 2.0);
        for (int k = 0; k < i; k++)
            EXPECT_MSG(memcmp(ink[i], ink[k], sizeof ink[i]) != 0, "%s is %s", letters[i],
                       letters[k]);
    }
}

/* ---- places --------------------------------------------------------------------------- */

/* As many names fit as there are places about a symbol; distant names always fit. */
TEST(crowded_map_names_are_left_out)
{
    rl_map *map = new_map(NULL, 0);
    char list[2000] = "";
    for (int i = 0; i < 20; i++)
        strncat(list, ".5,.5,Crowd\n", sizeof list - strlen(list) - 1);
    int without_room = read_names(map, list);
    EXPECT_MSG(without_room >= 12 && without_room < 20, "%d of 20", without_room);
    ck_assert_int_eq(read_names(map, "0,0,Corner\n1,0,Corner\n0,1,Corner\n1,1,Corner\n"), 0);
    ck_assert_int_eq(
        read_names(
            map, ".5,.5,A name that is by far too long for a map of two hundred samples a side\n"),
        1);
    rl_map_free(map);
}

static int changed(const char *list)
{
    size_t size;
    uint8_t *plain = painted(NULL, 0, &size), *named = painted(list, 0, &size);
    int count = 0;
    for (size_t i = 15; i < size; i++)
        count += plain[i] - named[i] > 60;
    free(plain);
    free(named);
    return count;
}

TEST(map_names_near_an_edge_stay_inside)
{
    int whole = changed(".3,.45,Saint-Elsewhere,city\n");
    static const char *const edges[] = {
        ".96,.45,Saint-Elsewhere,city\n", ".04,.45,Saint-Elsewhere,city\n",
        ".4,.99,Saint-Elsewhere,city\n", ".4,.01,Saint-Elsewhere,city\n"};
    for (int i = 0; i < 4; i++) {
        int count = changed(edges[i]);
        EXPECT_MSG(count > whole * 3 / 5, "%s%d of %d", edges[i], count, whole);
    }
}

TEST(map_names_do_not_overlap)
{
    size_t size[3];
    uint8_t *plain = painted(NULL, 0, &size[0]);
    uint8_t *first = painted(".5,.5,Northmark,region\n", 0, &size[1]);
    uint8_t *both = painted(".5,.5,Northmark,region\n.52,.51,South,region\n", 0, &size[2]);
    ck_assert(size[0] == size[1] && size[1] == size[2]);
    int lettered = 0, added = 0;
    for (size_t i = 15; i < size[0]; i++) { /* ink makes a pixel much darker */
        int is_ink = plain[i] - first[i] > 60;
        lettered += is_ink;
        added += both[i] != first[i];
        EXPECT_MSG(!is_ink || both[i] <= first[i] + 40, "byte %d", (int)i);
    }
    EXPECT_MSG(lettered > 200 && added > 200, "%d, %d", lettered, added);
    free(plain);
    free(first);
    free(both);
}

/* ---- refusals --------------------------------------------------------------------------- */

TEST(names_file_fault_is_named_by_line)
{
    static const char *const wrong[][2] = {
        {".5,.5\n", "n.csv:1: .5,.5: must be x,y,name or x,y,name,kind"},
        {"x,y,name\n\n# none\n2,.5,A\n", "n.csv:4: 2: x must be 0..1"},
        {".5,nan,A\n", "n.csv:1: nan: y must be 0..1"},
        {".5,.5,A\n.5,,B\n", "n.csv:2: : y must be 0..1"},
        {".5,.5,A,castle\n", "n.csv:1: castle: must be city, town, village, peak, water or region"},
        {".5,.5,A,town,more\n", "n.csv:1: .5,.5,A,town,more: must be x,y,name or x,y,name,kind"},
        {".5,.5, ,town\n", "n.csv:1: : a name must have 1 to 127 bytes"},
        {".5,.5,Ab\xd0\x96\n",
         "n.csv:1: Ab\xd0\x96: \xd0\x96 is not a letter that maps have: a to z, "
         "digits, accents of Western Europe"},
        {"", "n.csv: no names: must be 1 to 1000"},
    };
    rl_map *map = new_map(NULL, 0);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ck_assert_int_eq(
            rl_map_read_names(map, wrong[i][0], strlen(wrong[i][0]), "n.csv", NULL, &error),
            RL_BAD_DATA);
        ck_assert_str_eq(error.text, wrong[i][1]);
    }
    ck_assert_int_eq(read_names(map, "x,y,name\r\n.5,.5,\"Pont, le Haut\" , city\r\n"), 0);
    rl_map_free(map);
}

TEST(names_allocation_failure_is_reported)
{
    for (long fail_at = 1;; fail_at++) {
        counted_memory memory;
        counted_memory_init(&memory, 0);
        rl_map *map = new_map(&memory.allocator, 0);
        long made = memory.calls;
        memory.fail_at = made + fail_at;
        rl_status status = rl_map_read_names(map, ".5,.5,A\n.2,.2,B\n", 16, "n.csv", NULL, &error);
        rl_map_free(map);
        EXPECT(memory.live == 0);
        if (status == RL_OK)
            break;
        ck_assert_int_eq(status, RL_NO_MEMORY);
    }
}

/* ---- legend ------------------------------------------------------------------------------- */

/* The legend is below the scale bar and begins with the ramp's first colour. */
TEST(map_frame_has_a_legend_of_the_ramp)
{
    size_t size;
    uint8_t *rgb = painted(NULL, 1, &size);
    int width = 0, height = 0, found = 0;
    char *end = NULL;
    width = (int)strtol((const char *)rgb + 3, &end, 10);
    height = (int)strtol(end, &end, 10);
    heightmap map = {.width = SIDE, .height = SIDE};
    ck_assert_int_gt(legend_rows(&map, 7.0), 10);
    map.width = map.height = 129;
    ck_assert_int_eq(legend_rows(&map, 7.0), 0);
    size_t head = size - 3 * (size_t)width * (size_t)height;
    for (int y = SIDE + 30; y < height; y++)
        for (int x = 0; x < width; x++) {
            const uint8_t *p = rgb + head + 3 * ((size_t)y * (size_t)width + (size_t)x);
            found += abs(p[0] - 0x9f) + abs(p[1] - 0xc1) + abs(p[2] - 0x90) < 6; /* of atlas */
        }
    EXPECT_MSG(found > 4, "%d pixels of the coast's tint", found);
    free(rgb);
}
