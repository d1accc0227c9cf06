/* test_print.c - styles of print: their files and keys, and what a print leaves as it is. */
#include <string.h>

#include "layers/print/print.h"
#include "support/support.h"

#define WIDTH 160
#define HEIGHT 90

static void scene_printed(rl_scene *scene, uint64_t seed, const char *print)
{
    scene_of_seed(scene, seed);
    OK(rl_print_apply(scene, print, &error));
}

static void paint_scene(const rl_scene *scene, uint8_t *rgb)
{
    rl_frame *frame;
    rl_view view = {.struct_size = sizeof view, .width = WIDTH, .height = HEIGHT, .threads = 1};
    OK(rl_frame_new(&frame, scene, &view, &error));
    OK(rl_paint(frame, 0, HEIGHT, rgb, 3 * WIDTH, &error));
    rl_frame_free(frame);
}

TEST(print_changes_most_pixels_and_none_changes_no_pixel)
{
    static uint8_t plain[3 * WIDTH * HEIGHT], printed[sizeof plain];
    for (size_t i = 0; rl_print_name(i) != NULL; i++) {
        rl_scene scene;
        scene_of_seed(&scene, 7);
        paint_scene(&scene, plain);
        scene_printed(&scene, 7, rl_print_name(i));
        paint_scene(&scene, printed);
        int changed = 0;
        for (size_t k = 0; k < sizeof plain; k += 3)
            changed += memcmp(plain + k, printed + k, 3) != 0;
        EXPECT_MSG(i == 0 ? changed == 0 : changed > WIDTH * HEIGHT / 2, "%s changes %d pixels",
                   rl_print_name(i), changed);
    }
}

TEST(every_kind_of_print_has_a_file_of_its_name)
{
    for (int k = 0; k < print_kind_count; k++) {
        rl_scene scene;
        char value[RL_VALUE_SIZE];
        scene_printed(&scene, 3, print_kinds[k]->name);
        OK(rl_scene_resolve(&scene, &error));
        EXPECT(strcmp(rl_scene_get(&scene, "print.kind", value), print_kinds[k]->name) == 0);
    }
}

TEST(print_by_the_seed_is_one_of_all_but_none)
{
    int seen[16] = {0};
    for (uint64_t seed = 0; seed < 200; seed++) {
        rl_scene scene;
        scene_printed(&scene, seed, "auto");
        EXPECT(scene.print > 0 && scene.print < 16);
        seen[scene.print]++;
    }
    for (int i = 1; rl_print_name((size_t)i) != NULL; i++)
        EXPECT_MSG(seen[i] > 20, "%s: %d of 200", rl_print_name((size_t)i), seen[i]);
}

TEST(seal_is_in_the_lower_right_corner_alone)
{
    static uint8_t plain[3 * WIDTH * HEIGHT], sealed[sizeof plain];
    for (int k = 0; k < print_kind_count; k++) {
        const char *name = print_kinds[k]->name;
        rl_scene scene;
        if (strcmp(name, "ink") == 0) /* its seal is above */
            continue;
        scene_printed(&scene, 7, name);
        paint_scene(&scene, plain);
        OK(rl_scene_set(&scene, "print.seal", "1", &error));
        paint_scene(&scene, sealed);
        int changed = 0, red = 0;
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            const uint8_t *c = sealed + 3 * (size_t)i;
            int is_corner = i % WIDTH > WIDTH - 10 && i / WIDTH > HEIGHT - 10;
            int is_other = memcmp(plain + 3 * (size_t)i, c, 3) != 0;
            EXPECT_MSG(is_corner || !is_other, "%s changes pixel %d", name, i);
            changed += is_other;
            red += is_other && c[0] > c[1] + 80 && c[0] > c[2] + 80;
        }
        int is_in_ink = strcmp(name, "engraving") == 0;
        EXPECT_MSG(changed > 0 && (is_in_ink || red > 0), "%s: %d red pixels of %d", name, red,
                   changed);
    }
}

static rl_status svg_of(const char *print, const rl_view *view, rl_sink **sink)
{
    static rl_scene scene;
    rl_frame *frame;
    const rl_render_options options = {.struct_size = sizeof options, .threads = 1, .title = "a"};
    scene_printed(&scene, 4, print);
    OK(rl_frame_new(&frame, &scene, view, &error));
    OK(rl_sink_to_memory(sink, NULL, &error));
    rl_status status = rl_frame_write_svg(frame, &options, *sink, &error);
    rl_frame_free(frame);
    return status;
}

TEST(drawings_have_paths_for_sheets_and_for_lines)
{
    static const char *const prints[] = {"papercut", "engraving"};
    const rl_view view = {
        .struct_size = sizeof view, .width = WIDTH, .height = HEIGHT, .threads = 1};
    for (int i = 0; i < 2; i++) {
        rl_sink *sink;
        size_t size, paths = 0;
        OK(svg_of(prints[i], &view, &sink));
        const char *text = rl_sink_bytes(sink, &size);
        for (size_t k = 0; k + 5 < size; k++)
            paths += memcmp(text + k, "<path", 5) == 0;
        EXPECT(size > 9 && memcmp(text + size - 7, "</svg>\n", 7) == 0);
        EXPECT_MSG(i == 0 ? paths > 20 : paths == 1, "%s: %zu paths", prints[i], paths);
        rl_sink_free(sink);
    }
}

TEST(drawings_of_other_prints_and_of_parts_are_refused)
{
    rl_view view = {.struct_size = sizeof view, .width = WIDTH, .height = HEIGHT, .threads = 1};
    rl_sink *sink;
    ck_assert_int_eq(svg_of("poster", &view, &sink), RL_BAD_ARGUMENT);
    rl_sink_free(sink);
    view.part_width = view.part_height = 20;
    ck_assert_int_eq(svg_of("papercut", &view, &sink), RL_BAD_ARGUMENT);
    rl_sink_free(sink);
}

TEST(mistyped_print_is_told_with_the_nearest_name)
{
    rl_scene scene;
    scene_of_seed(&scene, 1);
    EXPECT(rl_print_apply(&scene, "wodblock", &error) == RL_BAD_ARGUMENT);
    EXPECT(strstr(error.text, "woodblock") != NULL);
    EXPECT(scene.print == RL_AUTO);
}

TEST(text_of_a_print_sets_its_keys_alone)
{
    static const char text[] = "[print]\nkind = ink\ndetail = 0.5..0.7\n";
    rl_scene scene, before;
    char value[RL_VALUE_SIZE];
    scene_of_seed(&scene, 5);
    before = scene;
    OK(rl_print_parse(&scene, text, sizeof text - 1, "mine.ini", &error));
    EXPECT(strcmp(rl_scene_get(&scene, "print.kind", value), "ink") == 0);
    double detail = scene_real(&scene, "print.detail");
    EXPECT(detail >= 0.5 && detail <= 0.7);
    EXPECT(scene.seed == before.seed && scene.world == before.world);
    EXPECT(rl_print_parse(&scene, "[print]\nkind = 7\n", 17, "mine.ini", &error) == RL_BAD_DATA);
    EXPECT(strncmp(error.text, "mine.ini:2: kind = 7: ", 22) == 0);
}

TEST(poster_is_dithered_for_e_paper_alone)
{
    for (int is_paper = 0; is_paper < 2; is_paper++) {
        rl_scene scene;
        scene_printed(&scene, 11, "poster");
        if (is_paper)
            OK(rl_scene_set(&scene, "output.inks", "spectra6", &error));
        rl_frame *frame = new_frame(&scene, WIDTH, HEIGHT);
        EXPECT((frame->dither != RL_DITHER_NONE) == is_paper);
        rl_frame_free(frame);
    }
}

static void scene_in_ink(rl_scene *scene, uint64_t seed, const char *world)
{
    scene_printed(scene, seed, "ink");
    scene->world = 0;
    while (strcmp(rl_world_name((size_t)scene->world), world) != 0)
        scene->world++;
}

/* Lava is land without a ground of its own. */
TEST(ink_paints_lava)
{
    static uint8_t rgb[3 * WIDTH * HEIGHT];
    rl_scene scene;
    scene_in_ink(&scene, 88, "volcano");
    paint_scene(&scene, rgb);
}

/* The ground of a canyon is in parts, of which only the first has tiles of its own. */
TEST(river_of_a_canyon_is_seen_in_ink)
{
    enum { ROW = HEIGHT * 7 / 9, LEFT = WIDTH * 5 / 12, RIGHT = WIDTH * 2 / 3, STEP = 50 };
    static uint8_t rgb[3 * WIDTH * HEIGHT];
    rl_scene scene;
    scene_in_ink(&scene, 11, "canyon");
    paint_scene(&scene, rgb);
    int least = 255, most = 0;
    for (int x = LEFT; x < RIGHT; x++) {
        int green = rgb[3 * (ROW * WIDTH + x) + 1];
        least = green < least ? green : least;
        most = green > most ? green : most;
    }
    EXPECT_MSG(most - least > STEP, "tones %d..%d", least, most);
}

/* The stack below holds other bytes before each picture, so that a colour read without being set
 * differs. */
static void fill_stack(int byte)
{
    volatile char bytes[1 << 16];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)byte;
}

TEST(poster_has_inks_where_no_sample_meets_the_sky)
{
    static uint8_t rgb[2][3 * WIDTH * HEIGHT];
    rl_scene scene;
    scene_printed(&scene, 7, "poster");
    OK(rl_scene_set(&scene, "ridge.1.base", "0.98", &error));
    for (int i = 0; i < 2; i++) {
        fill_stack(i == 0 ? 0 : 0x3f);
        paint_scene(&scene, rgb[i]);
    }
    EXPECT(memcmp(rgb[0], rgb[1], sizeof rgb[0]) == 0);
}

enum { LARGE_WIDTH = 640, LARGE_HEIGHT = 360 };

/* Returns the number of colours of pixels whose eight neighbours are equal to them. */
static int count_flats(const uint8_t *rgb)
{
    enum { MOST = 64 };
    static uint8_t flat[MOST][3];
    int flats = 0;
    for (int i = LARGE_WIDTH + 1; i < LARGE_WIDTH * (LARGE_HEIGHT - 1) - 1 && flats < MOST; i++) {
        const uint8_t *c = rgb + 3 * (ptrdiff_t)i;
        int equal = 0, known = 0;
        for (int k = 0; k < 9; k++)
            equal += memcmp(c, c + 3 * ((k / 3 - 1) * LARGE_WIDTH + k % 3 - 1), 3) == 0;
        for (int k = 0; k < flats; k++)
            known |= memcmp(c, flat[k], 3) == 0;
        if (equal == 9 && !known)
            memcpy(flat[flats++], c, 3);
    }
    return flats;
}

/* The light of lava covers wide areas in part, and would mix with all inks below it. */
TEST(poster_of_lava_has_at_most_17_inks)
{
    static uint8_t rgb[3 * LARGE_WIDTH * LARGE_HEIGHT];
    rl_scene scene;
    scene_printed(&scene, 315, "poster");
    OK(rl_scene_set(&scene, "print.grain", "0", &error));
    rl_frame *frame = new_frame(&scene, LARGE_WIDTH, LARGE_HEIGHT);
    OK(rl_paint(frame, 0, LARGE_HEIGHT, rgb, (size_t)3 * LARGE_WIDTH, &error));
    rl_frame_free(frame);
    int flats = count_flats(rgb);
    EXPECT_MSG(flats > 6 && flats <= 17, "%d flats", flats);
}

/* The right edge of the part is within a block. */
TEST(part_of_a_poster_without_grain_is_equal_to_the_whole)
{
    enum { LEFT = 137, PART = 400 };
    static uint8_t rgb[3 * LARGE_WIDTH * LARGE_HEIGHT], part[3 * PART * LARGE_HEIGHT];
    rl_scene scene;
    scene_printed(&scene, 20, "poster");
    OK(rl_scene_set(&scene, "print.grain", "0", &error));
    rl_frame *frame = new_frame(&scene, LARGE_WIDTH, LARGE_HEIGHT);
    OK(rl_paint(frame, 0, LARGE_HEIGHT, rgb, (size_t)3 * LARGE_WIDTH, &error));
    rl_frame_free(frame);
    frame = new_part(&scene, LARGE_WIDTH, LARGE_HEIGHT, LEFT, 0, PART, LARGE_HEIGHT);
    OK(rl_paint(frame, 0, LARGE_HEIGHT, part, (size_t)3 * PART, &error));
    rl_frame_free(frame);
    for (int row = 0; row < LARGE_HEIGHT; row++)
        EXPECT_MSG(memcmp(part + 3 * PART * (ptrdiff_t)row,
                          rgb + 3 * (LARGE_WIDTH * (ptrdiff_t)row + LEFT), 3 * PART) == 0,
                   "row %d", row);
}
