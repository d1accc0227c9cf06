/* test_pixelart.c - few colours, the same everywhere, and large pixels. */
#include <stdlib.h>
#include <string.h>

#include "frame/frame.h"
#include "paint/pixelart.h"
#include "support/support.h"

static rl_scene scene_of(int seed, int colours)
{
    rl_scene scene;
    scene_of_seed(&scene, (uint64_t)seed);
    scene.world = 0; /* of ridges */
    scene.colours = colours;
    return scene;
}

static rl_colour colour_at(const picture *p, int x, int y)
{
    const uint16_t *s = p->sample + ((size_t)y * (size_t)p->width + (size_t)x) * 3;
    return s[0] << 16 | s[1] << 8 | s[2];
}

static rl_colour art_colour(const rl_frame *frame, int i)
{
    const uint8_t *rgb = frame->art->rgb + 3 * i;
    return rgb[0] << 16 | rgb[1] << 8 | rgb[2];
}

static int index_of(const rl_frame *frame, rl_colour colour)
{
    for (int i = 0; i < frame->colours; i++)
        if (art_colour(frame, i) == colour)
            return i;
    return -1;
}

/* ---- the palette ---------------------------------------------------------- */

TEST(pixelart_uses_palette_colours_only)
{
    static const int colours[] = {1, 2, 7, 16, 24, 256};
    for (int n = 0; n < 6; n++) {
        rl_scene scene = scene_of(n, colours[n]);
        rl_frame *frame = new_frame(&scene, 160 + n, 90);
        ck_assert_int_le(frame->colours, colours[n]);
        ck_assert_int_ge(frame->colours, colours[n] < 24 ? colours[n] : 24);
        int used[256] = {0};
        picture p = picture_paint(frame);
        for (int y = 0; y < p.height; y++)
            for (int x = 0; x < p.width; x++) {
                int at = index_of(frame, colour_at(&p, x, y));
                EXPECT_MSG(at >= 0, "%d,%d: #%06x is not in the palette", x, y,
                           (unsigned)colour_at(&p, x, y));
                used[at] = 1;
            }
        int count = 0;
        for (int i = 0; i < 256; i++)
            count += used[i];
        EXPECT_MSG(count * 4 >= frame->colours * 3, "%d of %d colours used", count, frame->colours);
        picture_free(&p);
        rl_frame_free(frame);
    }
}

TEST(pixelart_palette_is_the_same_for_any_size_or_part)
{
    rl_scene scene = scene_of(11, 24);
    rl_frame *one = new_frame(&scene, 320, 180);
    rl_frame *others[] = {
        new_frame(&scene, 97, 61),
        new_frame(&scene, 90, 200),
        new_part(&scene, 900, 500, 800, 450, 3, 2),
    };
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(others[i]->colours, one->colours);
        ck_assert_mem_eq(others[i]->art->rgb, one->art->rgb, sizeof one->art->rgb);
        rl_frame_free(others[i]);
    }
    scene.seed = 12;
    rl_frame *another = new_frame(&scene, 320, 180);
    ck_assert_mem_ne(another->art->rgb, one->art->rgb, sizeof one->art->rgb);
    rl_frame_free(another);
    rl_frame_free(one);
}

TEST(pixelart_palette_runs_from_dark_to_light)
{
    for (int seed = 0; seed < 4; seed++) {
        rl_scene scene = scene_of(seed, 16);
        rl_frame *frame = new_frame(&scene, 32, 18);
        for (int i = 1; i < frame->colours; i++)
            EXPECT(colour_to_oklab(art_colour(frame, i - 1)).l <=
                   colour_to_oklab(art_colour(frame, i)).l);
        /* The sun is few pixels and has its very colour all the same. */
        ck_assert_int_ge(index_of(frame, frame->scene.palette.sun), 0);
        rl_frame_free(frame);
    }
}

/* Eight or more stops of sky and land are the artist's own colours. */
static rl_scene own_scene(int colours)
{
    static const char text[] =
        "[ridgeline]\nseed = 3\n[palette]\n"
        "sky_1 = #222034\nsky_2 = #45283c\nsky_3 = #8f563b\nsky_4 = #df7126\nsky_5 = #fbf236\n"
        "ridge_1 = #d9a066\nridge_2 = #76428a\nridge_3 = #3f3f74\nridge_4 = #000000\n"
        "sun = #ffffff\n";
    rl_scene scene;
    scene_init(&scene);
    OK(rl_scene_parse(&scene, text, sizeof text - 1, "own", &error));
    scene.colours = colours;
    return scene;
}

TEST(pixelart_keeps_the_colours_of_the_users_palette)
{
    static const rl_colour sorted[] = {0x000000, 0x222034, 0x45283c, 0x3f3f74, 0x76428a,
                                       0x8f563b, 0xdf7126, 0xd9a066, 0xfbf236, 0xffffff};
    rl_scene scene = own_scene(32);
    rl_frame *frame = new_frame(&scene, 64, 36);
    ck_assert_int_eq(frame->colours, 10);
    for (int i = 0; i < 10; i++)
        ck_assert_int_eq(art_colour(frame, i), sorted[i]);
    rl_frame_free(frame);
    scene.colours = 6; /* fewer were asked for: the sun and those in use stay */
    frame = new_frame(&scene, 64, 36);
    ck_assert_int_eq(frame->colours, 6);
    int found = 0;
    for (int i = 0; i < 10; i++)
        found += index_of(frame, sorted[i]) >= 0;
    ck_assert_int_eq(found, 6);
    ck_assert_int_ge(index_of(frame, 0xffffff), 0);
    rl_frame_free(frame);
}

/* ---- pixels ---------------------------------------------------------------- */

/* A row of the disc has one colour, although the disc reddens downward through colours between
 * those of the palette. The sky beside it is dithered. */
TEST(pixelart_disc_is_not_dithered)
{
    rl_scene scene = scene_of(6, 6);
    scene.sun_radius = 0.3;
    scene.sun_x = 0.0;
    scene.sun_y = 0.65;
    scene.ridge_count = 1; /* far below the disc, with nothing on it */
    scene.motif.name = scene.aloft.name = 0;
    scene.tree_height = 0.0;
    scene.sun_bloom = 0.0;
    scene.ridge[0].base = 0.0;
    scene.ridge[0].amplitude = 0.0;
    scene.palette.sun = 0xffffff;
    scene.palette.sun_low = 0x800000;
    rl_frame *frame = new_frame(&scene, 200, 100);
    picture p = picture_paint(frame);
    int changes = 0;
    for (int y = 8; y < 62; y++) { /* the disc: rows 5 to 65, columns 70 to 130 */
        int half = y < 12 || y > 57 ? 8 : 19;
        for (int x = 100 - half; x < 100 + half; x++)
            EXPECT_MSG(colour_at(&p, x, y) == colour_at(&p, 100, y), "%d,%d", x, y);
        for (int x = 1; x < 60; x++)
            changes += colour_at(&p, x, y) != colour_at(&p, x - 1, y);
    }
    ck_assert_int_ge(changes, 300);
    picture_free(&p);
    rl_frame_free(frame);
}

/* A sky of greys alone, over land too low to be seen. */
static rl_scene grey_sky(void)
{
    static const char text[] =
        "[sun]\nradius = 0\nhalo = 0\nwide = 0\nband = 0\n[stars]\namount = 0\n"
        "[clouds]\namount = 0\n[aurora]\namount = 0\n[birds]\ncount = 0\n[palette]\n"
        "sky_1 = #707070\nsky_2 = #909090\nsky_3 = #b0b0b0\nsky_4 = #d0d0d0\nsky_5 = #f0f0f0\n"
        "ridge_1 = #e0e0e0\nridge_2 = #c0c0c0\nridge_3 = #a0a0a0\nridge_4 = #808080\n"
        "[ridge 1]\nbase = 0\namplitude = 0\n";
    rl_scene scene = scene_of(2, RL_AUTO);
    OK(rl_scene_parse(&scene, text, sizeof text - 1, "greys", &error));
    return scene;
}

/* The mean is taken over squares of four by four pixels. */
TEST(pixelart_dither_keeps_the_mean)
{
    rl_scene scene = grey_sky();
    scene.dither = RL_DITHER_NONE;
    picture all = picture_of(&scene, 64, 512);
    scene.dither = RL_DITHER_4X4;
    scene.colours = 32;
    picture art = picture_of(&scene, 64, 512);
    int worst = 0;
    for (int y = 0; y < 256; y += 4) /* above the horizon */
        for (int x = 0; x < 64; x += 4) {
            int sum = 0;
            for (int k = 0; k < 16; k++) {
                size_t at = (size_t)((y + k / 4) * 64 + x + k % 4) * 3;
                sum += art.sample[at] - all.sample[at];
            }
            worst = abs(sum) > worst ? abs(sum) : worst;
        }
    /* 16 is the step between two greys, and less than a quarter of it is shown as
     * none: that keeps single pixels out of even areas. */
    EXPECT_MSG(worst <= 4 * 16, "off by %g", worst / 16.0);
    picture_free(&art);
    picture_free(&all);
}

TEST(unset_colours_and_zoom_give_no_pixelart)
{
    rl_scene scene = scene_of(9, RL_AUTO);
    rl_frame *frame = new_frame(&scene, 64, 36);
    ck_assert_int_eq(frame->colours, 0);
    ck_assert_int_eq(frame->scene.colours, 0);
    ck_assert_int_eq(frame->scene.zoom, 1);
    rl_frame_free(frame);
    scene.colours = 16;
    scene.depth = 16;
    ck_assert_int_eq(rl_scene_resolve(&scene, &error), RL_BAD_ARGUMENT);
    ck_assert_str_eq(error.text, "output.depth = 16: must be 8 where output.colours is not 0");
}

/* ---- files ------------------------------------------------------------------ */

static rl_sink *render(const rl_scene *scene, int width, int height, const char *format,
                       int threads)
{
    rl_frame *frame = new_frame(scene, width, height);
    rl_render_options options = {
        .struct_size = sizeof options, .format = format, .threads = threads};
    rl_sink *sink = memory_sink();
    OK(rl_render(frame, &options, sink, &error));
    rl_frame_free(frame);
    return sink;
}

static const uint8_t *bytes_of(const rl_sink *sink, size_t *size)
{
    return rl_sink_bytes(sink, size);
}

TEST(zoom_repeats_pixels)
{
    static const int colours[] = {0, 16, 0};
    static const int depth[] = {8, 8, 16};
    for (int n = 0; n < 3; n++) {
        rl_scene scene = scene_of(6, colours[n]);
        scene.depth = depth[n];
        rl_sink *plain = render(&scene, 37, 21, RL_FORMAT_PPM, 1);
        scene.zoom = 3;
        rl_sink *zoomed = render(&scene, 37, 21, RL_FORMAT_PPM, 2);
        size_t pixel = depth[n] == 16 ? 6 : 3;
        size_t size, large;
        const uint8_t *a = bytes_of(plain, &size), *b = bytes_of(zoomed, &large);
        ck_assert_mem_eq(b, "P6\n111 63\n", 10);
        a += size - 37 * 21 * pixel;
        b += large - 111 * 63 * pixel;
        for (size_t y = 0; y < 63; y++)
            for (size_t x = 0; x < 111; x++)
                EXPECT(memcmp(b + (y * 111 + x) * pixel, a + (y / 3 * 37 + x / 3) * pixel, pixel) ==
                       0);
        rl_sink_free(plain);
        rl_sink_free(zoomed);
    }
}

/* The number of threads changes nothing. */
TEST(pixelart_in_ppm_and_hash_equals_the_painted_pixels)
{
    rl_scene scene = scene_of(7, 16);
    picture p = picture_of(&scene, 70, 150);
    rl_sink *file = render(&scene, 70, 150, RL_FORMAT_PPM, 3);
    size_t size;
    const uint8_t *rgb = bytes_of(file, &size);
    rgb += size - 70 * 150 * 3;
    for (int i = 0; i < 70 * 150 * 3; i++)
        EXPECT(rgb[i] == p.sample[i]);
    rl_sink *hash = render(&scene, 70, 150, RL_FORMAT_HASH, 2);
    rl_sink *again = memory_sink();
    rl_render_options options = {
        .struct_size = sizeof options, .format = RL_FORMAT_HASH, .threads = 1};
    OK(rl_encode_rgb(rgb, 70, 150, &options, again, &error));
    size_t one, two;
    const uint8_t *a = bytes_of(hash, &one), *b = bytes_of(again, &two);
    ck_assert_uint_eq(one, two);
    ck_assert_mem_eq(a, b, one);
    rl_sink_free(again);
    rl_sink_free(hash);
    rl_sink_free(file);
    picture_free(&p);
}

/* Finds a chunk's data. */
static const uint8_t *chunk_of(const rl_sink *sink, const char *type, size_t *length)
{
    size_t size;
    const uint8_t *bytes = bytes_of(sink, &size);
    for (size_t at = 8; at + 12 <= size;) {
        const uint8_t *c = bytes + at;
        *length = (size_t)c[0] << 24 | (size_t)c[1] << 16 | (size_t)c[2] << 8 | c[3];
        if (memcmp(c + 4, type, 4) == 0)
            return c + 8;
        at += *length + 12;
    }
    return NULL;
}

TEST(pixelart_png_is_indexed_with_fewest_bits)
{
    static const struct {
        int colours, bits;
    } cases[] = {{2, 1}, {4, 2}, {5, 4}, {16, 4}, {17, 8}, {32, 8}};
    for (int n = 0; n < 6; n++) {
        rl_scene scene = scene_of(8, cases[n].colours);
        scene.zoom = 2;
        rl_sink *sink = render(&scene, 33, 20, RL_FORMAT_PNG, 1);
        rl_frame *frame = new_frame(&scene, 33, 20);
        size_t length;
        const uint8_t *header = chunk_of(sink, "IHDR", &length);
        ck_assert_int_eq(header[3], 66);
        ck_assert_int_eq(header[7], 40);
        ck_assert_int_eq(header[8], cases[n].bits);
        ck_assert_int_eq(header[9], 3);
        const uint8_t *palette = chunk_of(sink, "PLTE", &length);
        ck_assert_uint_eq(length, 3 * (size_t)frame->colours);
        ck_assert_mem_eq(palette, frame->art->rgb, length);
        rl_frame_free(frame);
        rl_sink_free(sink);
    }
}
