/* test_refusals.c - what the library refuses: the status, the line, what is left.
 *
 * Options of another version of the library, sizes that no picture or map has, values
 * that only a program (never a text) can hand over, and files with faults.
 */
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "encode/encoder.h"
#include "heightmap/heightmap.h"
#include "map/map_view.h"

/* Was it refused so?  Every refusal is told in `error` as well. */
static void refused(rl_status status, rl_status wanted, const char *line)
{
    ck_assert_int_eq(error.status, status);
    ck_assert_msg(status == wanted, "%s", error.text);
    ck_assert_str_eq(error.text, line);
}

static rl_scene scene_of(const char *text)
{
    rl_scene scene;
    scene_init(&scene);
    OK(rl_scene_parse(&scene, text, strlen(text), "test", &error));
    return scene;
}

static void discard(rl_sink **sink)
{
    OK(rl_sink_to_memory(sink, NULL, &error));
}

static size_t written(const rl_sink *sink)
{
    size_t size;
    (void)rl_sink_bytes(sink, &size);
    return size;
}

/* ---- files ------------------------------------------------------------------ */

/* A reader refuses bytes of the place "file"; what it fills in is unchanged then. */
static rl_status read_scene(const void *bytes, size_t size)
{
    static rl_scene scene, before;
    chance c = chance_from(9);
    random_scene(&c, 50, &scene);
    before = scene;
    rl_status status = rl_scene_parse(&scene, bytes, size, "file", &error);
    ck_assert_mem_eq(&scene, &before, sizeof scene);
    ck_assert_int_eq(rl_scene_parse(&scene, bytes, size, "file", NULL), status);
    return status;
}

static rl_status read_motif(const void *bytes, size_t size)
{
    static rl_scene scene, before;
    scene_init(&scene);
    before = scene;
    rl_status status = rl_motif_parse(&scene, bytes, size, "file", &error);
    ck_assert_mem_eq(&scene, &before, sizeof scene);
    return status;
}

static rl_status read_profile(const void *bytes, size_t size)
{
    static rl_scene scene, before;
    scene_init(&scene);
    before = scene;
    rl_status status = rl_profile_parse(&scene, 2, bytes, size, "file", &error);
    ck_assert_mem_eq(&scene, &before, sizeof scene);
    return status;
}

static rl_status read_palette(const void *bytes, size_t size)
{
    rl_palette palette, before;
    rl_palette_init(&before);
    palette = before;
    rl_status status = rl_palette_parse(&palette, bytes, size, "file", NULL, &error);
    ck_assert_mem_eq(&palette, &before, sizeof palette);
    ck_assert_int_eq(rl_palette_parse(&palette, bytes, size, "file", NULL, NULL), status);
    return status;
}

static rl_status read_tint(const void *bytes, size_t size)
{
    rl_map_rules rules = {.tint_count = 1, .tint_name = "land"}, before = rules;
    rl_status status = tint_parse(&rules, bytes, size, "file", &error);
    ck_assert_mem_eq(&rules, &before, sizeof rules);
    return status;
}

static rl_status read_heights(const void *bytes, size_t size)
{
    float *heights = (float *)&error;
    int width = 5, height = 5;
    rl_status status =
        rl_heights_read(&heights, &width, &height, bytes, size, "file", NULL, NULL, &error);
    ck_assert_ptr_null(heights);
    ck_assert_int_eq(width + height, 0);
    return status;
}

/* Replaces the escapes of a line by their bytes; returns how many bytes there are. */
static size_t unescape(char *line)
{
    static const char letters[] = "n\nr\rt\t\\\\";
    char *to = line;
    for (const char *from = line; *from != '\0' && *from != '\n'; from++) {
        unsigned byte = (unsigned char)*from;
        if (*from == '\\' && from[1] == 'x') {
            ck_assert_int_eq(sscanf(from + 2, "%2x", &byte), 1);
            from += 3;
        } else if (*from == '\\') {
            byte = (unsigned char)strchr(letters, *++from)[1];
        }
        *to++ = (char)byte;
    }
    return (size_t)(to - line);
}

/* A line of tests/support/data/refusals/NAME.txt is a file, and that below it its refusal. */
static const struct {
    const char *name;
    rl_status (*read)(const void *bytes, size_t size);
    int rows; /* at least so many */
} readers[] = {{"scene", read_scene, 110},    {"motif", read_motif, 89},
               {"profile", read_profile, 27}, {"palette", read_palette, 57},
               {"tint", read_tint, 58},       {"heights", read_heights, 45}};

TEST_LOOP(file_with_a_fault_is_refused_by_line, sizeof readers / sizeof *readers)
{
    char path[80], input[1024], wanted[1024];
    int rows = 0;
    (void)snprintf(path, sizeof path, "tests/support/data/refusals/%s.txt", readers[_i].name);
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s", path);
    for (; fgets(input, sizeof input, file) != NULL; rows++) {
        ck_assert_ptr_nonnull(fgets(wanted, sizeof wanted, file));
        ck_assert_msg(strncmp(wanted, "    => ", 7) == 0, "%s:%d: %s", path, 2 * rows + 2, wanted);
        wanted[strcspn(wanted, "\n")] = '\0';
        size_t size = unescape(input);
        char *bytes = malloc(size + 1);
        ck_assert_ptr_nonnull(bytes);
        memcpy(bytes + 1, input, size); /* a byte read past the end is seen */
        rl_status status = readers[_i].read(bytes + 1, size);
        ck_assert_msg(status == RL_BAD_DATA && error.status == RL_BAD_DATA &&
                          strcmp(error.text, wanted + 7) == 0,
                      "%s:%d: %d: %s\nnot: %s", path, 2 * rows + 1, (int)status, error.text,
                      wanted + 7);
        free(bytes);
    }
    (void)fclose(file);
    ck_assert_int_ge(rows, readers[_i].rows);
}

/* ---- structs of another size ----------------------------------------------- */

static void wrong_size(rl_status status, const char *name, size_t size)
{
    char text[80];
    (void)snprintf(text, sizeof text, "%s.struct_size: 0: must be %zu", name, size);
    refused(status, RL_BAD_ARGUMENT, text);
}

TEST(struct_of_another_size_is_refused)
{
    rl_sink *sink;
    discard(&sink);
    rl_scene scene = scene_of("[ridgeline]\nseed = 7\n");

    rl_frame *frame = (rl_frame *)1;
    rl_view seen = {.width = 64, .height = 36};
    wrong_size(rl_frame_new(&frame, &scene, &seen, &error), "view", sizeof seen);
    ck_assert_ptr_null(frame);

    rl_map *map = (rl_map *)1;
    rl_scene land = scene_of("[ridgeline]\nseed = 7\nkind = map\n[output]\nsize = 17x17\n");
    rl_map_options how = {.threads = 1};
    wrong_size(rl_map_new(&map, &land, &how, &error), "options", sizeof how);
    ck_assert_ptr_null(map);
    how.struct_size = sizeof how;
    OK(rl_map_new(&map, &land, &how, &error));
    rl_render_options as = {.threads = 1};
    wrong_size(rl_map_render(map, &as, sink, &error), "options", sizeof as);
    rl_height_options data = {.format = RL_HEIGHTS_PGM};
    wrong_size(rl_map_write(map, &data, sink, &error), "options", sizeof data);
    wrong_size(rl_map_stream(&land, &how, &data, sink, &error), "options", sizeof data);
    rl_map_free(map);

    rl_palette palette;
    rl_palette_options roles = {.night = 1};
    wrong_size(rl_palette_parse(&palette, "000000\n", 7, "a.hex", &roles, &error), "options",
               sizeof roles);

    static const uint8_t rgba[4] = {1, 2, 3, 255};
    rl_rgba_options png = {.colours = 0};
    wrong_size(rl_encode_rgba(rgba, 4, 1, 1, &png, sink, &error), "options", sizeof png);
    static const char what[] = "encode: NULL: must be samples, options and a sink";
    refused(rl_encode_rgba(NULL, 4, 1, 1, &png, sink, &error), RL_BAD_ARGUMENT, what);
    refused(rl_encode_rgba(rgba, 4, 1, 1, NULL, sink, &error), RL_BAD_ARGUMENT, what);
    refused(rl_encode_rgba(rgba, 4, 1, 1, &png, NULL, &error), RL_BAD_ARGUMENT, what);
    ck_assert_uint_eq(written(sink), 0);
    rl_sink_free(sink);
}

/* ---- pictures ----------------------------------------------------------------- */

TEST(palette_png_of_16_bits_is_refused)
{
    rl_sink *sink;
    discard(&sink);
    static const uint8_t rgb[6] = {0, 0, 0, 255, 255, 255};
    picture_info info = {.width = 4, .height = 2, .bits = 16, .colours = 2, .rgb = rgb};
    encoder self;
    refused(encoder_start(&self, RL_FORMAT_PNG, &info, sink, NULL, &error), RL_BAD_ARGUMENT,
            "depth: 16: must be 8 with a palette");
    encoder_release(&self);
    static const uint8_t rgba[4] = {1, 2, 3, 255};
    rl_rgba_options png = {.struct_size = sizeof png, .colours = 3};
    refused(rl_encode_rgba(rgba, 4, 1, 1, &png, sink, &error), RL_BAD_ARGUMENT,
            "options.rgb: NULL: must be the palette");
    ck_assert_uint_eq(written(sink), 0);
    rl_sink_free(sink);
}

static void grey_band(void *user, int y, int count, void *band, int worker)
{
    (void)user;
    (void)y;
    (void)worker;
    memset(band, 128, (size_t)count * 4 * 3);
}

/* The rows beyond the picture's height are never written. */
TEST(painter_of_too_many_rows_is_stopped)
{
    static const char *const formats[] = {RL_FORMAT_PNG, RL_FORMAT_PPM};
    for (size_t f = 0; f <= 1; f++) {
        const char *format = formats[f];
        rl_sink *sink;
        discard(&sink);
        picture_info info = {.width = 4, .height = 2, .bits = 8};
        bands_work work = {
            .name = "test", .rows = 3, .row_bytes = 12, .threads = 1, .make = grey_band};
        encoder self;
        OK(encoder_start(&self, format, &info, sink, NULL, &error));
        refused(encoder_paint(&self, &work, &error), RL_INTERNAL, "picture: 3 rows: must be 0..2");
        encoder_release(&self);
        rl_sink_free(sink);
    }
}

TEST(layer_window_out_of_range_is_refused)
{
    rl_scene scene = scene_of("[ridgeline]\nseed = 7\n[world]\nkind = loop\n");
    rl_frame *frame = new_frame(&scene, 64, 36);
    rl_painter *painter;
    OK(rl_painter_new(&painter, frame, &error));
    uint8_t rgba[4] = {9, 9, 9, 9};
    refused(rl_painter_layer(painter, 0, 0, 0, RL_MAX_SIDE + 1, 0, rgba, 4, &error),
            RL_BAD_ARGUMENT, "1000001 columns: must be 0..1000000");
    refused(rl_painter_layer(painter, 0, 0, 0, -1, 0, rgba, 4, &error), RL_BAD_ARGUMENT,
            "-1 columns: must be 0..1000000");
    refused(rl_painter_layer(painter, 0, 0, -1, 1, 1, rgba, 4, &error), RL_BAD_ARGUMENT,
            "1 rows from -1: must be inside 0..35");
    refused(rl_painter_layer(painter, 0, 0, 36, 1, 1, rgba, 4, &error), RL_BAD_ARGUMENT,
            "1 rows from 36: must be inside 0..35");
    ck_assert_int_eq(rgba[0], 9);
    rl_painter_free(painter);
    rl_frame_free(frame);
}

TEST(frame_phase_outside_0_to_1_is_refused)
{
    rl_scene scene = scene_of("[ridgeline]\nseed = 7\n");
    rl_frame *frame = new_frame(&scene, 32, 18);
    static const double none[] = {-0.001, 1.001, 0.0 / 0.0};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        rl_frame *at = frame;
        refused(rl_frame_at(&at, frame, none[i], &error), RL_BAD_ARGUMENT,
                "extent.phase: must be 0..1");
        ck_assert_ptr_null(at);
    }
    rl_frame_free(frame);
}

TEST(frame_of_a_map_scene_is_refused)
{
    rl_scene scene = scene_of("[ridgeline]\nseed = 7\nkind = map\n");
    rl_view seen = {.struct_size = sizeof seen, .width = 64, .height = 36};
    rl_frame *frame = NULL;
    refused(rl_frame_new(&frame, &scene, &seen, &error), RL_BAD_ARGUMENT,
            "ridgeline.kind = map: must be landscape (a map: ridgeline map, rl_map_new)");
    ck_assert_ptr_null(frame);
}

/* ---- scenes -------------------------------------------------------------------- */

TEST(scene_of_unknown_mood_is_refused_and_unchanged)
{
    rl_scene scene = scene_of("[ridgeline]\nseed = 7\nmood = moonlit\n");
    rl_scene before = scene;
    refused(rl_scene_resolve(&scene, &error), RL_BAD_ARGUMENT,
            "ridgeline.mood = moonlit: no such mood: did you mean moonlight?");
    ck_assert_mem_eq(&scene, &before, sizeof scene);
}

/* The fields are set as only a program can set them. */
TEST(scene_field_out_of_range_is_refused_by_key)
{
    static rl_scene odd[28];
    static const char *const keys[28] = {
        "tint.stop_",    "tint.stop_",    "tint.stop_",       "tint.stop_",     "tint.stop_",
        "palette.sky_",  "palette.sky_",  "palette.sky_",     "palette.ridge_", "palette.sun",
        "palette.name",  "palette.name",  "output.size",      "output.size",    "output.region",
        "output.region", "output.region", "ridgeline.world",  "sky.haze",       "sky.haze",
        "output.depth",  "birds.count",   "ridgeline.ridges", "ridgeline.kind", "map.peak_",
        "map.peak_",     "map.peak_",     "map.peak_"};
    rl_scene whole = scene_of("[ridgeline]\nseed = 7\n[tint]\nstop_1 = 0.5 #123456\n");
    rl_scene map = whole;
    map.kind = 1;
    OK(rl_scene_resolve(&whole, &error));
    for (int i = 0; i < 28; i++)
        odd[i] = i < 5 || i >= 24 ? map : whole;
    odd[0].map.tint_count = -1;
    odd[1].map.tint_count = RL_MAX_TINT + 1;
    odd[2].map.tint[0].at = 0.0 / 0.0;
    odd[3].map.tint[0].at = 1.5;
    odd[4].map.tint[0].colour = RL_AUTO;
    odd[5].palette.sky_count = -1;
    odd[6].palette.sky_count = RL_MAX_SKY + 1;
    odd[7].palette.sky[0] = 0x1000000;
    odd[8].palette.ridge[0] = -2;
    odd[9].palette.sun = 0x1000000;
    memset(odd[10].palette.name, 'x', sizeof odd[10].palette.name);
    memcpy(odd[11].palette.name, "a\n", 3);
    odd[12].width = -1;
    odd[13].height = RL_MAX_SIDE + 1;
    odd[14].part_width = odd[14].part_height = 1;
    odd[14].part_x = -1;
    odd[15].part_width = -1;
    odd[16].part_width = odd[16].part_height = 2;
    odd[16].part_y = RL_MAX_SIDE - 1;
    odd[17].world = 99;
    odd[18].haze = 0.0 / 0.0;
    odd[19].haze = 1.0000001;
    odd[20].depth = 9;
    scene_slot(&odd[21], "birds.count")->integer = 8;
    odd[22].ridge_count = RL_MAX_RIDGES + 1;
    odd[23].kind = 2;
    odd[24].map.peak_count = RL_MAX_PEAKS + 1;
    for (int i = 25; i < 28; i++) {
        odd[i].map.peak_count = 1;
        odd[i].map.peak[0] = (rl_peak){0.5, 0.5, 1.0};
    }
    odd[25].map.peak[0].x = 1.01;
    odd[26].map.peak[0].y = 0.0 / 0.0;
    odd[27].map.peak[0].weight = -0.5;
    for (int i = 0; i < 28; i++) {
        rl_scene before = odd[i];
        rl_status status = rl_scene_resolve(&odd[i], &error);
        ck_assert_msg(status == RL_BAD_ARGUMENT && strstr(error.text, keys[i]) == error.text,
                      "%d: %d: '%s', wanted %s", i, (int)status, error.text, keys[i]);
        ck_assert_ptr_nonnull(strstr(error.text, ": must be "));
        ck_assert_mem_eq(&odd[i], &before, sizeof before);
    }
}

TEST(region_outside_the_picture_is_refused)
{
    rl_scene scene =
        scene_of("[ridgeline]\nseed = 7\n[output]\nsize = 64x36\nregion = 60x30+4+6\n");
    OK(rl_scene_resolve(&scene, &error));
    scene = scene_of("[ridgeline]\nseed = 7\n[output]\nsize = 64x36\nregion = 61x30+4+6\n");
    refused(rl_scene_resolve(&scene, &error), RL_BAD_ARGUMENT,
            "output.region = 61x30+4+6: must lie inside output.size");
    scene = scene_of("[ridgeline]\nseed = 7\n[output]\nsize = 64x36\nregion = 60x31+4+6\n");
    refused(rl_scene_resolve(&scene, &error), RL_BAD_ARGUMENT,
            "output.region = 60x31+4+6: must lie inside output.size");
}

/* ---- maps ---------------------------------------------------------------------- */

static void map_refused(const char *text, const rl_map_options *how, const char *line)
{
    rl_scene scene = scene_of(text);
    rl_map *map = NULL;
    refused(rl_map_new(&map, &scene, how, &error), RL_BAD_ARGUMENT, line);
    ck_assert_ptr_null(map);
}

TEST(map_beyond_2_gib_of_heights_is_refused)
{
    static const float heights[1] = {0.0f};
    rl_map_options how = {.struct_size = sizeof how, .threads = 1};
    map_refused("[ridgeline]\nkind = map\nseed = 1\n[output]\nsize = 32768x32768\n", &how,
                "output.size = 32768x32768: a map that is shaped or painted must have at most "
                "2 GiB of heights in its grid of 2^n + 1");
    map_refused(
        "[ridgeline]\nkind = map\nseed = 1\n[output]\nsize = 32768x32768\n[map]\nwrap = 1\n", &how,
        "output.size = 32768x32768: a map that is shaped or painted must have at most "
        "2 GiB of heights");
    how.input = heights;
    how.input_width = how.input_height = 32768;
    map_refused("[ridgeline]\nkind = map\nseed = 1\n", &how,
                "output.size = 32768x32768: a map that is shaped or painted must have at most "
                "2 GiB of heights");
    how.threads = 257;
    map_refused("[ridgeline]\nkind = map\nseed = 1\n", &how, "threads: 257: must be 1..256");
}

TEST(wrapped_map_of_other_size_than_power_of_two_is_refused)
{
    static const struct {
        int width, height, next;
    } sizes[] = {
        {1025, 1025, 1024}, {100, 100, 128}, {3, 3, 4}, {64, 32, 64}, {32767, 32767, 32768}};
    rl_map_options how = {.struct_size = sizeof how, .threads = 1};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        rl_scene scene = scene_of("[ridgeline]\nkind = map\nseed = 1\n[map]\nwrap = 1\n");
        scene.width = sizes[i].width;
        scene.height = sizes[i].height;
        char line[160];
        (void)snprintf(line, sizeof line,
                       "output.size = %dx%d: must be 2^n x 2^n, such as %dx%d, where map.wrap is 1",
                       sizes[i].width, sizes[i].height, sizes[i].next, sizes[i].next);
        rl_map *map;
        refused(rl_map_new(&map, &scene, &how, &error), RL_BAD_ARGUMENT, line);
    }
}

/* Heights that are not taken stay the caller's. */
TEST(taken_heights_are_freed_when_the_map_is_refused)
{
    counted_memory memory;
    counted_memory_init(&memory, 0);
    float *heights;
    rl_map_options how = {
        .struct_size = sizeof how, .threads = 1, .allocator = &memory.allocator, .takes_input = 1};
    OK(rl_heights_read(&heights, &how.input_width, &how.input_height, "P2 2 2 9 1 2 3 4", 16,
                       "a.pgm", NULL, &memory.allocator, &error));
    how.input = heights;
    how.threads = 0;
    map_refused("[ridgeline]\nkind = map\nseed = 1\n", &how, "threads: 0: must be 1..256");
    ck_assert_int_eq(memory.live, 0);
}

TEST(heights_not_taken_stay_unchanged)
{
    float heights[6] = {0.5f, 0.25f, 1.0f, 0.0f, 0.75f, 0.125f}, before[6];
    memcpy(before, heights, sizeof before);
    rl_scene scene = scene_of("[ridgeline]\nkind = map\nseed = 1\n");
    rl_map_options how = {.struct_size = sizeof how,
                          .threads = 1,
                          .input = heights,
                          .input_width = 3,
                          .input_height = 2};
    rl_map *map;
    OK(rl_map_new(&map, &scene, &how, &error));
    const float *got = rl_map_heights(map, NULL, NULL);
    ck_assert_ptr_ne(got, heights);
    ck_assert_mem_eq(got, before, sizeof before);
    rl_map_free(map);
    ck_assert_mem_eq(heights, before, sizeof before);
}

TEST(map_heights_may_be_asked_for_without_sides)
{
    rl_scene scene = scene_of("[ridgeline]\nkind = map\nseed = 1\n[output]\nsize = 5x3\n");
    rl_map_options how = {.struct_size = sizeof how, .threads = 1};
    rl_map *map;
    OK(rl_map_new(&map, &scene, &how, &error));
    int width = 0, height = 0;
    const float *heights = rl_map_heights(map, &width, &height);
    ck_assert_ptr_nonnull(heights);
    ck_assert_int_eq(width, 5);
    ck_assert_int_eq(height, 3);
    ck_assert_ptr_eq(rl_map_heights(map, NULL, NULL), heights);
    rl_map_free(map);
    rl_map_free(NULL);
}

TEST(pass_key_fills_only_what_is_asked_for)
{
    double otherwise = -1.0;
    rl_key key;
    const char *name = rl_pass_key(0, 0, &otherwise, &key);
    ck_assert_ptr_nonnull(name);
    ck_assert_str_eq(rl_pass_key(0, 0, NULL, NULL), name);
    ck_assert(otherwise >= 0.0 && key.rule[0] != '\0' && key.meaning[0] != '\0');
    ck_assert_ptr_null(rl_pass_key(0, 100, &otherwise, &key));
    ck_assert_ptr_null(rl_pass_key(-1, 0, NULL, NULL));
    ck_assert_ptr_null(rl_pass_name(-1));
    ck_assert_ptr_null(rl_pass_name(100));
}

/* ---- sinks ------------------------------------------------------------------------ */

TEST(null_sink_or_bytes_are_refused)
{
    rl_sink *sink;
    discard(&sink);
    static const char line[] = "output: NULL: must be a sink and bytes";
    refused(rl_sink_write(NULL, "a", 1, &error), RL_BAD_ARGUMENT, line);
    refused(rl_sink_write(sink, NULL, 1, &error), RL_BAD_ARGUMENT, line);
    refused(rl_sink_commit(NULL, &error), RL_BAD_ARGUMENT, "output: NULL: must be a sink");
    OK(rl_sink_write(sink, NULL, 0, &error));
    ck_assert_uint_eq(written(sink), 0);
    rl_sink_free(sink);
    rl_sink_free(NULL);
}
