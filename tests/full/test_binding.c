/* test_binding.c - packaging/npm/binding.c as it is called from JavaScript: each of its functions
 * gives what the library gives, refuses what the library refuses, and leaves no memory behind.
 *
 * The file is included, so that the compiler names a function that no test calls.
 */
#include <stdlib.h>
#include <string.h>

#include "support/support.h"

static counted_memory memory;

static void *counted_malloc(size_t size)
{
    return memory.allocator.alloc(memory.allocator.user, size);
}

static void counted_release(void *block)
{
    memory.allocator.free(memory.allocator.user, block);
}

#define EXPORT(name) static
#define ALLOCATOR (&memory.allocator)
#define malloc(size) counted_malloc(size)
#define free(block) counted_release(block)
#include "../../packaging/npm/binding.c"
#undef malloc
#undef free

/* The numbers by which index.js names lists, texts and what is built in. */
enum { LIST_PASSES = 9, LISTS };
enum { APPLY_SCENE, APPLY_MOOD, APPLY_WEATHER, APPLY_PALETTE, APPLY_MAP };
enum { READ_SCENE, READ_PALETTE, READ_MOOD, READ_WORLD, READ_COMPOSITION, READ_MOTIF };

static void begin(void)
{
    counted_memory_init(&memory, 0);
    js_limits_set(0.0, 0.0, 0.0, 0.0);
}

static void end(void)
{
    rl_sink_free(result);
    result = NULL;
    ck_assert_int_eq(memory.live, 0);
}

static void must(int status)
{
    ck_assert_msg(status == RL_OK, "status %d: %s", status, js_error_text());
}

/* The result as a text of its own; free() it. */
static char *result_text(void)
{
    size_t size = js_result_size();
    char *text = malloc(size + 1);
    ck_assert_ptr_nonnull(text);
    if (size > 0)
        memcpy(text, js_result_bytes(), size);
    text[size] = '\0';
    return text;
}

static void expect_result(const char *expected)
{
    char *text = result_text();
    ck_assert_str_eq(text, expected);
    free(text);
}

/* What a sink in memory has, as text; free() it. */
static char *sink_text(rl_sink *sink)
{
    size_t size;
    const char *bytes = rl_sink_bytes(sink, &size);
    char *text = malloc(size + 1);
    ck_assert_ptr_nonnull(text);
    memcpy(text, bytes, size);
    text[size] = '\0';
    rl_sink_free(sink);
    return text;
}

/* What rl_render gives in a format; free() it. */
static char *rendered(const rl_frame *frame, const char *format)
{
    const rl_render_options options = {
        .struct_size = sizeof options, .format = format, .threads = 1};
    rl_error why;
    rl_sink *sink;
    must_be_ok(rl_sink_to_memory(&sink, NULL, &why), &why);
    must_be_ok(rl_render(frame, &options, sink, &why), &why);
    return sink_text(sink);
}

/* ---- names and keys ---------------------------------------------------------------- */

TESTS_BELOW(.before = begin, .after = end)

TEST(npm_lists_have_the_names_of_the_library)
{
    const char *(*const names[])(size_t) = {
        rl_world_name,         rl_mood_name,       rl_weather_name,
        rl_composition_name,   rl_motif_name,      rl_palette_builtin_name,
        rl_scene_builtin_name, rl_map_preset_name, rl_tint_name};
    for (int list = 0; list < LIST_PASSES; list++) {
        size_t i = 0;
        for (; names[list](i) != NULL; i++)
            ck_assert_str_eq(js_name_at(list, i), names[list](i));
        ck_assert_uint_gt(i, 2);
        ck_assert_ptr_null(js_name_at(list, i));
    }
    for (int i = 0; rl_pass_name(i) != NULL; i++)
        ck_assert_str_eq(js_name_at(LIST_PASSES, (size_t)i), rl_pass_name(i));
}

TEST(npm_keys_have_path_meaning_and_rule)
{
    rl_key key;
    size_t i = 0;
    for (; rl_scene_key(i, &key); i++) {
        ck_assert_int_eq(js_key_at(i), 1);
        const char *text = js_result_bytes();
        ck_assert_str_eq(text, key.path);
        text += strlen(text) + 1;
        ck_assert_str_eq(text, key.meaning);
        text += strlen(text) + 1;
        ck_assert_str_eq(text, key.rule);
        text += strlen(text) + 1;
        ck_assert(text == (const char *)js_result_bytes() + js_result_size());
    }
    ck_assert_uint_gt(i, 100);
    ck_assert_int_eq(js_key_at(i), 0);
}

/* ---- scenes --------------------------------------------------------------------------- */

static const char MOOD[] = "[sky]\nhaze = 0.5\n";
static const char WORLD[] = "[composition]\ndip = 0.25\n";
static const char COMPOSITION[] = "[composition]\nhero = 0.5\n";
static const char SCENE[] = "[ridgeline]\nseed = 5\n[output]\nsize = 64x36\nregion = 9x8+7+6\n";
static const char PALETTE[] = "#112233,#445566,#ffcc88\n";
static const char MOTIF[] =
    "<svg viewBox=\"0 0 10 10\"><path d=\"M0 10L5 0L10 10Z\" class=\"dark\"/></svg>";

static void expect_scene(const rl_scene *scene, const rl_scene *expected)
{
    char *text = scene_text(scene), *other = scene_text(expected);
    ck_assert_str_eq(text, other);
    free(text);
    free(other);
}

static rl_scene *new_scene(void)
{
    rl_error why;
    rl_scene *scene;
    must_be_ok(rl_scene_new(&scene, NULL, &why), &why);
    return scene;
}

/* Reads a text that is gone after the call, as those of JavaScript are. */
static int read_text(rl_scene *scene, int what, const char *text, const char *place)
{
    size_t size = strlen(text);
    char *bytes = malloc(size);
    ck_assert_ptr_nonnull(bytes);
    memcpy(bytes, text, size);
    int status = js_scene_read(scene, what, bytes, size, place);
    memset(bytes, '?', size);
    free(bytes);
    return status;
}

TEST(npm_scene_from_names_and_values_equals_the_librarys)
{
    rl_error why;
    rl_palette palette;
    rl_scene *scene = js_scene_new(), *expected = new_scene();
    must(js_scene_seed(scene, "hello"));
    must(js_scene_apply(scene, APPLY_MOOD, "dusk"));
    must(js_scene_apply(scene, APPLY_WEATHER, "snow"));
    must(js_scene_apply(scene, APPLY_PALETTE, "nord-night"));
    must(js_scene_set(scene, "sky.haze", "0.25"));
    must_be_ok(rl_scene_set(expected, "ridgeline.seed", "hello", &why), &why);
    must_be_ok(rl_mood_apply(expected, "dusk", &why), &why);
    must_be_ok(rl_weather_apply(expected, "snow", &why), &why);
    must_be_ok(rl_palette_builtin(&palette, "nord-night", &why), &why);
    rl_scene_set_palette(expected, &palette);
    must_be_ok(rl_scene_set(expected, "sky.haze", "0.25", &why), &why);
    expect_scene(scene, expected);
    must(js_scene_apply(scene, APPLY_SCENE, "classic"));
    must_be_ok(rl_scene_builtin(expected, "classic", &why), &why);
    expect_scene(scene, expected);
    must(js_scene_apply(scene, APPLY_MAP, "alps"));
    must_be_ok(rl_map_preset_apply(expected, "alps", &why), &why);
    expect_scene(scene, expected);
    must(js_scene_seed(scene, "auto")); /* a text as any other: the seed is set */
    ck_assert_int_eq(rl_scene_seed(scene, &(uint64_t){0}), 1);
    rl_scene_free(expected);
    js_scene_free(scene);
}

TEST(npm_scene_from_text_equals_the_librarys)
{
    rl_error why;
    rl_palette palette;
    rl_scene *scene = js_scene_new(), *expected = new_scene();
    must(read_text(scene, READ_SCENE, SCENE, "scene"));
    must(read_text(scene, READ_MOOD, MOOD, "mood"));
    must(read_text(scene, READ_WORLD, WORLD, "world"));
    must(read_text(scene, READ_COMPOSITION, COMPOSITION, "composition"));
    must(read_text(scene, READ_PALETTE, PALETTE, "palette"));
    must(read_text(scene, READ_MOTIF, MOTIF, "motif"));
#define READS(function, text) must_be_ok(function(expected, text, strlen(text), "t", &why), &why)
    READS(rl_scene_parse, SCENE);
    READS(rl_mood_parse, MOOD);
    READS(rl_world_parse, WORLD);
    READS(rl_composition_parse, COMPOSITION);
    must_be_ok(rl_palette_parse(&palette, PALETTE, strlen(PALETTE), "t", NULL, &why), &why);
    rl_scene_set_palette(expected, &palette);
    READS(rl_motif_parse, MOTIF);
    expect_scene(scene, expected);
    rl_scene_free(expected);
    js_scene_size(scene);
    const double sizes[] = {64.0, 36.0, 7.0, 6.0, 9.0, 8.0};
    ck_assert_mem_eq(js_numbers(), sizes, sizeof sizes);
    js_scene_free(scene);
}

TEST(npm_refusal_has_status_and_line_of_the_library)
{
    rl_scene *scene = js_scene_new();
    ck_assert_int_eq(js_scene_apply(scene, APPLY_MOOD, "dusl"), RL_BAD_ARGUMENT);
    ck_assert_str_eq(js_error_text(), "mood = dusl: no such mood: did you mean dusk?");
    ck_assert_int_eq(js_scene_set(scene, "sky.haze", "2"), RL_BAD_ARGUMENT);
    ck_assert_str_eq(js_error_text(), "sky.haze = 2: must be 0..1 or auto");
    ck_assert_int_eq(read_text(scene, READ_SCENE, "[sky]\nhaze = 2\n", "mine"), RL_BAD_DATA);
    ck_assert_str_eq(js_error_text(), "mine:2: haze = 2: must be 0..1 or auto");
    ck_assert_int_eq(read_text(scene, READ_PALETTE, "none\n", "mine"), RL_BAD_DATA);
    ck_assert_int_eq(strncmp(js_error_text(), "mine", 4), 0);
    ck_assert_int_ne(read_text(scene, READ_MOTIF, "<svg", "mine"), RL_OK);
    ck_assert_int_ne(js_scene_seed(scene, ""), RL_OK);
    ck_assert_ptr_null(js_frame_new(scene, 10, 10, 5, 0, 10, 3, 1));
    ck_assert_str_eq(js_error_text(), "region: 10x3+5+0: must lie inside 10x10");
    must(js_scene_set(scene, "ridgeline.kind", "map"));
    ck_assert_ptr_null(js_frame_new(scene, 10, 10, 0, 0, 0, 0, 1));
    must(js_scene_set(scene, "map.wrap", "1"));
    ck_assert_ptr_null(js_map_new(scene, 9, 9));
    ck_assert_int_eq(strncmp(js_error_text(), "output.size = 9x9", 17), 0);
    js_scene_free(scene);
}

/* ---- pictures ---------------------------------------------------------------------------- */

/* Scenes of seed 7 with a key, at a size; the part may be none. */
typedef struct shot {
    const char *key, *value;
    int width, height, x, y, part_width, part_height, zoom;
} shot;

static const shot SHOTS[] = {
    {"ridgeline.world", "lake", 64, 36, 0, 0, 0, 0, 1},
    {"ridgeline.world", "forest", 96, 54, 11, 7, 40, 30, 1},
    {"output.zoom", "3", 40, 70, 0, 0, 0, 0, 3},
    {"output.depth", "16", 50, 20, 0, 0, 0, 0, 1},
    {"output.colours", "8", 48, 27, 0, 0, 0, 0, 1},
};
#define SHOT_COUNT ((int)(sizeof SHOTS / sizeof *SHOTS))

static rl_scene *scene_of(const char *key, const char *value)
{
    rl_scene *scene = js_scene_new();
    must(js_scene_seed(scene, "7"));
    must(js_scene_set(scene, key, value));
    return scene;
}

static rl_frame *frame_of(const shot *row, const rl_scene *scene, int is_bytes)
{
    rl_frame *frame = js_frame_new(scene, row->width, row->height, row->x, row->y, row->part_width,
                                   row->part_height, is_bytes);
    ck_assert_msg(frame != NULL, "%s", js_error_text());
    return frame;
}

/* The library's own frame of it. */
static rl_frame *expected_of(const shot *row, const rl_scene *scene)
{
    return row->part_width == 0 ? new_frame(scene, row->width, row->height)
                                : new_part(scene, row->width, row->height, row->x, row->y,
                                           row->part_width, row->part_height);
}

/* RGBA has the pixels of RGB, the low byte of each red. */
static void expect_rgba(const uint8_t *rgba, const uint8_t *rgb, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t pixel;
        memcpy(&pixel, rgba + 4 * i, sizeof pixel);
        uint32_t expected = 0xff000000U | (uint32_t)rgb[3 * i + 2] << 16 |
                            (uint32_t)rgb[3 * i + 1] << 8 | rgb[3 * i];
        EXPECT_MSG(pixel == expected, "pixel %zu: %08x, not %08x", i, pixel, expected);
    }
}

TEST_LOOP(npm_frame_pixels_equal_the_librarys, SHOT_COUNT)
{
    const shot *row = &SHOTS[_i];
    rl_error why;
    rl_scene *scene = scene_of(row->key, row->value), *plain;
    rl_frame *frame = frame_of(row, scene, 1);
    must_be_ok(rl_scene_copy(&plain, scene, &why), &why);
    must_be_ok(rl_scene_set(plain, "output.depth", "8", &why), &why);
    rl_frame *expected = expected_of(row, plain);
    rl_scene_free(plain);
    js_frame_sizes(frame);
    size_t columns = (size_t)js_numbers()[0], rows = (size_t)js_numbers()[1];
    ck_assert_uint_eq(columns, (size_t)(row->part_width > 0 ? row->part_width : row->width));
    ck_assert_uint_eq(rows, (size_t)(row->part_width > 0 ? row->part_height : row->height));
    ck_assert_double_eq(js_numbers()[2], row->zoom);
    ck_assert_double_eq(js_numbers()[3], rl_scene_count(rl_frame_scene(expected), "ridge"));
    ck_assert_double_eq(js_numbers()[4], rl_frame_layers(expected));
    uint8_t *rgb = js_allocate(3 * columns * rows), *rgba = js_allocate(4 * columns * rows);
    uint8_t *other = malloc(3 * columns * rows);
    ck_assert_ptr_nonnull(other);
    must_be_ok(rl_paint(expected, 0, (int)rows, other, 3 * columns, &why), &why);
    must(js_frame_paint(frame, 0, 5, rgb, rgba));
    must(js_frame_paint(frame, 5, (int)rows - 5, rgb + 15 * columns, rgba + 20 * columns));
    expect_rgba(rgba, other, columns * rows);
    if (row->zoom == 1) {
        char *hash = rendered(expected, RL_FORMAT_HASH);
        must(js_rgb_hash(rgb, (int)columns, (int)rows));
        expect_result(hash);
        free(hash);
    }
    ck_assert_int_ne(js_frame_paint(frame, (int)rows, 1, rgb, rgba), RL_OK);
    free(other);
    js_release(rgb);
    js_release(rgba);
    rl_frame_free(expected);
    js_frame_free(frame);
    js_scene_free(scene);
}

TEST_LOOP(npm_frame_hash_text_and_heights_equal_the_librarys, SHOT_COUNT)
{
    const shot *row = &SHOTS[_i];
    rl_scene *scene = scene_of(row->key, row->value);
    rl_frame *frame = frame_of(row, scene, 0), *expected = expected_of(row, scene);
    rl_error why;
    char *hash = rendered(expected, RL_FORMAT_HASH), *text = scene_text(rl_frame_scene(expected));
    must(js_frame_hash(frame));
    expect_result(hash);
    must(js_frame_text(frame));
    expect_result(text);
    double heights[20], others[20];
    must(js_frame_heights(frame, 1, 20, heights));
    must_be_ok(rl_frame_heights(expected, 1, 0, 20, others, &why), &why);
    ck_assert_mem_eq(heights, others, sizeof heights);
    ck_assert_int_ne(js_frame_heights(frame, 64, 20, heights), RL_OK);
    free(hash);
    free(text);
    rl_frame_free(expected);
    js_frame_free(frame);
    js_scene_free(scene);
}

TEST(npm_layers_equal_the_librarys)
{
    enum { WIDTH = 64, HEIGHT = 36, SIZE = 4 * WIDTH * HEIGHT };
    rl_error why;
    rl_scene *scene = scene_of("extent.kind", "loop");
    rl_frame *frame = frame_of(&(shot){.width = WIDTH, .height = HEIGHT}, scene, 1);
    rl_painter *painter = js_painter_new(frame), *other;
    must_be_ok(rl_painter_new(&other, frame, &why), &why);
    uint8_t *rgba = malloc(SIZE), *expected = malloc(SIZE);
    int count = rl_frame_layers(frame);
    ck_assert_int_gt(count, 2);
    for (int i = 0; i < count; i++) {
        rl_layer layer = {.struct_size = sizeof layer};
        must_be_ok(rl_frame_layer(frame, i, &layer, &why), &why);
        must(js_layer_at(frame, i));
        expect_result(layer.name);
        const double described[] = {layer.kind,     layer.ridge, layer.depth,
                                    layer.parallax, layer.top,   layer.bottom};
        ck_assert_mem_eq(js_numbers(), described, sizeof described);
        must(js_painter_layer(painter, i, 3, WIDTH, HEIGHT - 3, rgba));
        must_be_ok(rl_painter_layer(other, i, 0, 3, WIDTH, HEIGHT - 3, expected, 4 * WIDTH, &why),
                   &why);
        EXPECT_MSG(memcmp(rgba, expected, 4 * WIDTH * (HEIGHT - 3)) == 0, "layer %d", i);
    }
    ck_assert_int_ne(js_layer_at(frame, count), RL_OK);
    free(rgba);
    free(expected);
    rl_painter_free(other);
    js_painter_free(painter);
    js_frame_free(frame);
    must(js_scene_set(scene, "output.depth", "16"));
    frame = frame_of(&(shot){.width = WIDTH, .height = HEIGHT}, scene, 0);
    ck_assert_ptr_null(js_painter_new(frame)); /* layers have 8 bits a sample */
    js_frame_free(frame);
    js_scene_free(scene);
}

/* The number of a fact in the list of names. */
static double fact(const char *names, const char *name)
{
    size_t size = strlen(name);
    for (int i = 0; *names != '\0'; i++, names = strchr(names, ',') + 1)
        if (strncmp(names, name, size) == 0 && names[size] == ',')
            return js_numbers()[i];
    ck_abort_msg("no fact %s", name);
}

TEST(npm_title_and_alt_text_equal_the_programs)
{
    rl_error why;
    rl_scene *scene = scene_of("ridgeline.world", "lake");
    rl_frame *frame = frame_of(&SHOTS[0], scene, 1);
    rl_facts facts = {.struct_size = sizeof facts};
    char alt[ALT_TEXT_SIZE], title[TITLE_SIZE];
    must_be_ok(rl_frame_facts(frame, &facts, &why), &why);
    must_be_ok(alt_text_make(alt, frame, 7, &why), &why);
    must_be_ok(title_make(title, frame, 7, &why), &why);
    must(js_frame_words(frame));
    const char *const expected[] = {alt, title, facts.wood, facts.motif};
    const char *text = js_result_bytes();
    for (size_t i = 0; i < 4; i++) {
        ck_assert_str_eq(text, expected[i]);
        text += strlen(text) + 1;
    }
    ck_assert_double_eq(fact(text, "ridges"), facts.ridges);
    ck_assert_double_eq(fact(text, "water"), facts.water);
    ck_assert_double_eq(fact(text, "sky"), facts.sky);
    ck_assert_double_eq(fact(text, "low_trees"), facts.low_trees);
    ck_assert_double_eq(fact(text, "motif_x"), facts.motif_x);
    ck_assert_int_gt(facts.sights, 0);
    ck_assert_double_eq(fact(text, facts.sight[0].name), facts.sight[0].amount);
    js_frame_free(frame);
    js_scene_free(scene);
}

/* ---- maps ---------------------------------------------------------------------------------- */

static char *map_rendered(const rl_map *map, const char *format)
{
    const rl_render_options options = {
        .struct_size = sizeof options, .format = format, .threads = 1};
    rl_error why;
    rl_sink *sink;
    must_be_ok(rl_sink_to_memory(&sink, NULL, &why), &why);
    must_be_ok(rl_map_render(map, &options, sink, &why), &why);
    return sink_text(sink);
}

TEST_LOOP(npm_map_heights_picture_and_text_equal_the_librarys, 4)
{
    static const char *const rows[][2] = {{"map.sea", "0.5"},
                                          {"map.view", "hillshade"},
                                          {"map.frame", "1"},
                                          {"output.size", "40x33"}};
    rl_error why;
    rl_scene *scene = scene_of(rows[_i][0], rows[_i][1]);
    int width = _i == 3 ? 0 : 33, height = _i == 3 ? 0 : 25; /* 0: the scene's */
    rl_map *map = js_map_new(scene, width, height), *expected;
    ck_assert_msg(map != NULL, "%s", js_error_text());
    rl_scene *sized;
    must_be_ok(rl_scene_copy(&sized, scene, &why), &why);
    if (_i != 3)
        must_be_ok(rl_scene_set(sized, "output.size", "33x25", &why), &why);
    const rl_map_options options = {.struct_size = sizeof options, .threads = 1};
    must_be_ok(rl_map_new(&expected, sized, &options, &why), &why);
    const float *heights = js_map_heights(map);
    ck_assert_double_eq(js_numbers()[0], _i == 3 ? 40 : 33);
    ck_assert_double_eq(js_numbers()[1], _i == 3 ? 33 : 25);
    size_t bytes = (_i == 3 ? 40 * 33 : 33 * 25) * sizeof *heights;
    ck_assert_mem_eq(heights, rl_map_heights(expected, NULL, NULL), bytes);
    char *hash = map_rendered(expected, RL_FORMAT_HASH), *text = scene_text(rl_map_scene(expected));
    must(js_map_write(map, "hash"));
    expect_result(hash);
    must(js_map_write(map, ""));
    expect_result(text);
    must(js_map_write(map, "ppm"));
    char *pixels = map_rendered(expected, RL_FORMAT_PPM);
    ck_assert_mem_eq(js_result_bytes(), pixels, js_result_size());
    ck_assert_int_eq(js_map_write(map, "bmp"), RL_BAD_ARGUMENT);
    free(pixels);
    free(hash);
    free(text);
    rl_map_free(expected);
    rl_scene_free(sized);
    js_map_free(map);
    js_scene_free(scene);
}

TEST(npm_map_peaks_are_those_of_its_first_voronoi_pass)
{
    rl_scene *scene = scene_of("pass.1.kind", "terrace");
    rl_map *none = js_map_new(scene, 9, 9);
    ck_assert_int_eq(js_map_peaks(none), 0);
    js_map_free(none);
    must(js_scene_set(scene, "pass.2.kind", "voronoi"));
    must(js_scene_set(scene, "pass.2.regions", "9")); /* 81 points, of which 64 are told */
    must(js_scene_set(scene, "map.peak_2", "0.25 0.75 3"));
    rl_map *map = js_map_new(scene, 9, 9);
    ck_assert_int_eq(rl_map_peaks(map, NULL, 0), 81);
    ck_assert_int_eq(js_map_peaks(map), 64);
    const double *peaks = js_numbers();
    EXPECT(peaks[3] == 0.25 && peaks[4] == 0.75 && peaks[5] == 3.0);
    for (int i = 0; i < 64; i++)
        if (i != 1) {
            EXPECT((int)(peaks[3 * i] * 9.0) == i % 9 && (int)(peaks[3 * i + 1] * 9.0) == i / 9);
            EXPECT(peaks[3 * i + 2] == 1.0);
        }
    js_map_free(map);
    js_scene_free(scene);
}

/* ---- flights ------------------------------------------------------------------------------- */

TEST(npm_flight_frames_equal_the_librarys)
{
    enum { COLUMNS = 24, ROWS = 16 };
    rl_error why;
    rl_scene *scene = scene_of("map.wrap", "1");
    rl_map *map = js_map_new(scene, 32, 32);
    rl_flight *flight = js_flight_new(map), *expected;
    ck_assert_msg(flight != NULL, "%s", js_error_text());
    must_be_ok(rl_flight_new(&expected, map, &why), &why);
    uint8_t rgb[3 * COLUMNS * ROWS], rgba[4 * COLUMNS * ROWS], own[3 * COLUMNS * ROWS];
    const rl_flight_eye eye = {sizeof eye, 0.25, 0.75, 0.125, 30.0};
    must(js_flight_look(flight, 0.25, 0.75, 0.125, 30.0, COLUMNS, ROWS, own, rgba));
    must_be_ok(rl_flight_look(expected, &eye, COLUMNS, ROWS, rgb, 1, &why), &why);
    for (size_t i = 0; i < (size_t)COLUMNS * ROWS; i++) {
        ck_assert_mem_eq(rgba + 4 * i, rgb + 3 * i, 3);
        ck_assert_int_eq(rgba[4 * i + 3], 255);
    }
    ck_assert_int_eq(js_flight_look(flight, 0.25, 0.75, 0.0, 30.0, COLUMNS, ROWS, own, rgba),
                     RL_BAD_ARGUMENT);
    ck_assert_str_eq(js_error_text(), "height: must be 0.005..1");
    rl_flight_free(expected);
    js_flight_free(flight);
    js_map_free(map);
    js_scene_free(scene);
}

/* ---- recipes --------------------------------------------------------------------------------- */

TEST(npm_recipe_is_found_in_a_picture)
{
    const rl_render_options options = {
        .struct_size = sizeof options, .format = RL_FORMAT_PNG, .threads = 1, .title = "A lake"};
    rl_error why;
    rl_scene *scene = scene_of("ridgeline.world", "lake");
    rl_frame *frame = frame_of(&SHOTS[0], scene, 1);
    rl_sink *sink;
    must_be_ok(rl_sink_to_memory(&sink, NULL, &why), &why);
    must_be_ok(rl_render(frame, &options, sink, &why), &why);
    size_t size;
    const char *bytes = rl_sink_bytes(sink, &size);
    char *text = scene_text(rl_frame_scene(frame));
    must(js_recipe_read(bytes, size));
    const double *found = js_numbers();
    ck_assert(found[0] == 64.0 && found[1] == 36.0 && found[2] == 8.0);
    ck_assert_uint_eq((size_t)found[4], strlen(text));
    ck_assert_mem_eq(bytes + (size_t)found[3], text, strlen(text));
    ck_assert_mem_eq(bytes + (size_t)found[5], "ridgeline", 9);
    ck_assert_uint_eq((size_t)found[8], 6);
    ck_assert_mem_eq(bytes + (size_t)found[7], "A lake", 6);
    ck_assert(found[9] == -1.0 && found[10] == 0.0); /* without a description */
    ck_assert_int_ne(js_recipe_read("hello", 5), RL_OK);
    ck_assert_int_eq(strncmp(js_error_text(), "picture: ", 9), 0);
    free(text);
    rl_sink_free(sink);
    js_frame_free(frame);
    js_scene_free(scene);
}

/* ---- limits ------------------------------------------------------------------------------------
 */

/* A scene of seed 7 with a key, at a size, under limits (0 = the library's), and its line. */
static const struct refusal {
    const char *key, *value;
    int width, height, part_width, part_height;
    double side, area, ridges, work;
    const char *line;
} REFUSALS[] = {
    {.key = "output.zoom",
     .value = "32",
     .width = 640,
     .height = 360,
     .side = 4096,
     .area = 9e6,
     .line = "output.size = 20480x11520: must be within 4096 a side and 9000000 pixels"},
    {.key = "output.zoom",
     .value = "64",
     .width = 1280,
     .height = 720,
     .line = "output.size = 81920x46080: must be within 32768 a side and 64000000 pixels"},
    {.key = "output.zoom",
     .value = "4",
     .width = 99999,
     .height = 99999,
     .part_width = 3000,
     .part_height = 2000,
     .line = "output.size = 12000x8000: must be within 32768 a side and 64000000 pixels"},
    {.key = "output.size",
     .value = "8x8",
     .width = 1000000,
     .height = 1000000,
     .line = "output.size = 1000000x1000000: must be within 32768 a side and 64000000 pixels"},
    {.key = "ridgeline.ridges",
     .value = "9",
     .width = 64,
     .height = 36,
     .ridges = 8,
     .line = "ridgeline.ridges = 9: must be within 8"},
    {.key = "ridgeline.ridges",
     .value = "2",
     .width = 100,
     .height = 100,
     .work = 1e6,
     .line = "ridgeline.ridges = 2: must be within 1000000 steps of work at 10000 pixels, "
             "not 1400000"},
};

TEST_LOOP(npm_landscape_beyond_a_limit_is_refused, sizeof REFUSALS / sizeof *REFUSALS)
{
    const struct refusal *row = &REFUSALS[_i];
    rl_scene *scene = scene_of(row->key, row->value);
    js_limits_set(row->side, row->area, row->ridges, row->work);
    long calls = memory.calls;
    ck_assert_ptr_null(
        js_frame_new(scene, row->width, row->height, 0, 0, row->part_width, row->part_height, 1));
    ck_assert_str_eq(js_error_text(), row->line);
    ck_assert_int_eq(
        js_picture_size(scene, row->width, row->height, 0, 0, row->part_width, row->part_height),
        RL_BAD_DATA);
    ck_assert_str_eq(js_error_text(), row->line);
    ck_assert_int_eq(memory.calls, calls + 2); /* a copy of the scene for each call */
    js_scene_free(scene);
}

TEST(npm_picture_at_its_limits_is_allowed)
{
    rl_scene *scene = scene_of("output.zoom", "4");
    js_limits_set(400.0, 36000.0, 0.0, 0.0);
    must(js_picture_size(scene, 100, 22, 0, 0, 0, 0));
    ck_assert(js_numbers()[0] == 400.0 && js_numbers()[1] == 88.0);
    ck_assert_int_eq(js_picture_size(scene, 101, 1, 0, 0, 0, 0), RL_BAD_DATA);
    ck_assert_int_eq(js_picture_size(scene, 100, 23, 0, 0, 0, 0), RL_BAD_DATA);
    must(js_picture_size(scene, 99999, 99999, 500, 500, 20, 10));
    ck_assert(js_numbers()[0] == 80.0 && js_numbers()[1] == 40.0);
    rl_frame *frame = js_frame_new(scene, 99999, 99999, 500, 500, 20, 10, 1);
    ck_assert_msg(frame != NULL, "%s", js_error_text());
    js_frame_free(frame);
    js_limits_set(400.0, 36000.0, 0.0, 1.0); /* of a map's picture the work is done */
    must(js_picture_allow(400, 90));
    ck_assert_int_eq(js_picture_allow(400, 91), RL_BAD_DATA);
    js_limits_set(2147483647.0, 9007199254740991.0, 2147483647.0, 9007199254740991.0);
    must(js_picture_size(scene, 1000000, 1000000, 0, 0, 0, 0));
    js_scene_free(scene);
}

TEST(npm_map_beyond_a_limit_is_refused)
{
    rl_scene *scene = scene_of("map.view", "surface");
    must(js_scene_set(scene, "map.picture", "8192x8192"));
    must(js_scene_set(scene, "ridgeline.kind", "landscape")); /* as a map it is a map */
    long calls = memory.calls;
    ck_assert_ptr_null(js_map_new(scene, 65, 65));
    ck_assert_str_eq(js_error_text(),
                     "map.picture = 8192x8192: must be within 32768 a side and 64000000 pixels");
    must(js_scene_set(scene, "map.view", "above"));
    ck_assert_ptr_null(js_map_new(scene, 20000, 5000));
    ck_assert_str_eq(js_error_text(),
                     "output.size = 20000x5000: must be within 32768 a side and 64000000 pixels");
    js_limits_set(64.0, 0.0, 0.0, 0.0);
    ck_assert_ptr_null(js_map_new(scene, 65, 5));
    must(js_scene_set(scene, "pass.1.kind", "droplets"));
    must(js_scene_set(scene, "pass.1.drops", "100000000"));
    ck_assert_ptr_null(js_map_new(scene, 5, 5));
    ck_assert_int_eq(strncmp(js_error_text(), "pass.1.kind = droplets: must be within ", 39), 0);
    ck_assert_int_eq(memory.calls, calls + 4); /* a copy of the scene for each call */
    js_scene_free(scene);
}

/* ---- memory -------------------------------------------------------------------------------------
 */

/* All that a page asks of a landscape and a map; 1 where nothing failed. */
static int make_everything(rl_scene *scene)
{
    uint8_t *rgb = js_allocate(3 * 32 * 18), *rgba = js_allocate(4 * 32 * 18);
    rl_frame *frame = js_frame_new(scene, 32, 18, 0, 0, 0, 0, 1);
    rl_painter *painter = frame != NULL ? js_painter_new(frame) : NULL;
    int done = rgb != NULL && rgba != NULL && painter != NULL &&
               js_frame_paint(frame, 0, 18, rgb, rgba) == RL_OK &&
               js_painter_layer(painter, 0, 0, 32, 18, rgba) == RL_OK &&
               js_layer_at(frame, 0) == RL_OK && js_frame_text(frame) == RL_OK &&
               js_frame_words(frame) == RL_OK && js_rgb_hash(rgb, 32, 18) == RL_OK;
    js_painter_free(painter);
    js_frame_free(frame);
    rl_map *map = js_map_new(scene, 17, 17);
    done =
        map != NULL && js_map_write(map, "ppm") == RL_OK && js_map_write(map, "") == RL_OK && done;
    rl_flight *flight = map != NULL ? js_flight_new(map) : NULL;
    done = flight != NULL && rgb != NULL && rgba != NULL &&
           js_flight_look(flight, 0.5, 0.5, 0.1, 0.0, 32, 18, rgb, rgba) == RL_OK && done;
    js_flight_free(flight);
    js_map_free(map);
    js_release(rgb);
    js_release(rgba);
    return done;
}

TEST(npm_allocation_failure_is_an_error_without_leak)
{
    rl_scene *scene = scene_of("ridgeline.world", "lake");
    long before = memory.live - (result != NULL), start = memory.calls;
    EXPECT(make_everything(scene));
    long calls = memory.calls - start, step = 1 + calls / 60 * SUPPORT_SHARE / 2;
    for (long at = 1; at <= calls; at += step) {
        memory.calls = 0;
        memory.fail_at = at;
        error = (rl_error){.status = RL_OK};
        EXPECT_MSG(!make_everything(scene), "call %ld of %ld may fail", at, calls);
        rl_sink_free(result);
        result = NULL;
        EXPECT_MSG(memory.live == before, "call %ld: %ld blocks are left", at,
                   memory.live - before);
    }
    memory.fail_at = memory.calls + 1;
    ck_assert_ptr_null(js_scene_new());
    js_scene_free(scene);
}
