/* test_inks.c - pictures of a panel's inks. */
#include <stdio.h>
#include <string.h>

#include "palette/inks.h"
#include "support/support.h"

static rl_scene scene_of(size_t inks, const char *mood)
{
    rl_scene scene;
    scene_init(&scene);
    OK(rl_mood_apply(&scene, mood, &error));
    scene.has_seed = 1;
    scene.seed = 7;
    scene.world = 0;
    scene.inks = (int)inks;
    return scene;
}

static rl_colour colour_at(const picture *p, int i)
{
    return p->sample[3 * i] << 16 | p->sample[3 * i + 1] << 8 | p->sample[3 * i + 2];
}

/* Each set is used from its black to its white. */
TEST(eink_picture_uses_its_inks_only)
{
    static const char *const moods[] = {"golden", "moonlight", "noon", "mist"};
    const ink_set *set;
    for (size_t i = 1; (set = inks_at(i)) != NULL; i++) {
        rl_scene scene = scene_of(i, moods[i % 4]);
        picture p = picture_of(&scene, 320, 192);
        int count[INKS_MOST] = {0}, pixels = p.width * p.height;
        for (int k = 0; k < pixels; k++) {
            int at = 0;
            while (at < set->count && set->ink[at].panel != colour_at(&p, k))
                at++;
            EXPECT_MSG(at < set->count, "%s: #%06x is no ink", set->name,
                       (unsigned)colour_at(&p, k));
            count[at]++;
        }
        int white = set->is_grey ? set->count - 1 : 1;
        EXPECT_MSG(count[0] * 1000 > pixels, "%s, %s: %d pixels of black", set->name, moods[i % 4],
                   count[0]);
        EXPECT_MSG(count[white] * 1000 > pixels, "%s, %s: %d pixels of white", set->name,
                   moods[i % 4], count[white]);
        picture_free(&p);
    }
    ck_assert_ptr_null(rl_ink_name(9));
    ck_assert_str_eq(rl_ink_name(0), "none");
}

/* The tools of the panel expect its own index order and the fewest bits that hold it. */
TEST(eink_png_has_palette_and_bits_of_the_panel)
{
    static const struct {
        const char *name;
        int bits;
        const char *palette;
    } rows[] = {
        {"bw", 1, "000000 ffffff"},
        {"grey4", 2, "000000 555555 aaaaaa ffffff"},
        {"grey16", 4, "000000 111111 222222 333333"},
        {"bwr", 2, "000000 ffffff ff0000"},
        {"bwy", 2, "000000 ffffff ffff00"},
        {"bwry", 2, "000000 ffffff ffff00 ff0000"},
        {"spectra6", 4, "000000 ffffff ffff00 ff0000 0000ff 00ff00"},
        {"acep7", 4, "000000 ffffff 00ff00 0000ff ff0000 ffff00 ff8000"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        rl_scene scene = scene_of(i + 1, "golden");
        rl_frame *frame = new_frame(&scene, 40, 24);
        rl_render_options options = {.struct_size = sizeof options, .threads = 1};
        size_t size;
        char text[8 * INKS_MOST] = "";
        uint8_t rgb[3 * 256];
        ck_assert_str_eq(rl_ink_name(i + 1), rows[i].name);
        for (int k = 0, inks = rl_frame_colours(frame, rgb); k < inks; k++)
            (void)snprintf(text + strlen(text), sizeof text - strlen(text), "%s%02x%02x%02x",
                           k > 0 ? " " : "", rgb[3 * k], rgb[3 * k + 1], rgb[3 * k + 2]);
        EXPECT_MSG(strncmp(text, rows[i].palette, strlen(rows[i].palette)) == 0, "%s: %s",
                   rows[i].name, text);
        rl_sink *sink = memory_sink();
        OK(rl_render(frame, &options, sink, &error));
        const uint8_t *png = rl_sink_bytes(sink, &size);
        EXPECT_MSG(png[24] == rows[i].bits && png[25] == 3, "%s: %d bits, type %d", rows[i].name,
                   png[24], png[25]);
        rl_sink_free(sink);
        rl_frame_free(frame);
    }
}

/* The mean light of squares of 16 pixels. */
static void means_of(double mean[20 * 12], const rl_scene *scene)
{
    picture p = picture_of(scene, 320, 192);
    memset(mean, 0, 20 * 12 * sizeof *mean);
    for (int y = 0; y < p.height; y++)
        for (int x = 0; x < p.width; x++)
            mean[y / 16 * 20 + x / 16] +=
                colour_to_linear(colour_at(&p, y * p.width + x)).g / 256.0;
    picture_free(&p);
}

/* Black and white give the mean light of sixteen greys. The proof picture is what is compared. */
TEST(eink_greys_keep_the_mean_light)
{
    double many[20 * 12], few[20 * 12], worst = 0.0, sum = 0.0;
    rl_scene scene = scene_of(3, "golden");
    scene.proof = 1;
    means_of(many, &scene);
    for (int inks = 1; inks <= 2; inks++) {
        scene.inks = inks;
        means_of(few, &scene);
        for (int i = 0; i < 20 * 12; i++) {
            double off = few[i] - many[i];
            worst = off * off > worst * worst ? off : worst;
            sum += off;
        }
    }
    EXPECT_MSG(worst * worst < 0.05 * 0.05, "a square is off by %g", worst);
    EXPECT_MSG(sum * sum < 4.8 * 4.8, "the mean is off by %g", sum / 480.0);
}

/* Six inks keep blue skies blue and evening light warm. */
TEST(eink_colours_keep_their_hue)
{
    rl_scene scene = scene_of(7, "moonlight");
    scene.proof = 1;
    for (int night = 1; night >= 0; night--) {
        double light[3] = {0};
        if (!night)
            OK(rl_mood_apply(&scene, "golden", &error));
        picture p = picture_of(&scene, 320, 192);
        for (int i = 0; i < p.width * p.height; i++) {
            linear_rgb c = colour_to_linear(colour_at(&p, i));
            light[0] += c.r;
            light[1] += c.g;
            light[2] += c.b;
        }
        picture_free(&p);
        EXPECT_MSG(night ? light[2] > 1.3 * light[0] : light[0] > 1.3 * light[2], "%s: %g %g %g",
                   night ? "night" : "evening", light[0], light[1], light[2]);
    }
}

TEST(eink_with_other_depth_or_colours_is_refused)
{
    static const struct {
        int depth, colours;
        const char *text;
    } rows[] = {
        {16, 0, "output.depth = 16: must be 8 where output.inks is acep7"},
        {8, 16, "output.colours = 16: must be 0 where output.inks is acep7"},
    };
    for (size_t i = 0; i < 2; i++) {
        rl_scene scene = scene_of(8, "golden");
        scene.depth = rows[i].depth;
        scene.colours = rows[i].colours;
        rl_view view = {.struct_size = sizeof view, .width = 8, .height = 8};
        rl_frame *frame;
        ck_assert_int_eq(rl_frame_new(&frame, &scene, &view, &error), RL_BAD_ARGUMENT);
        ck_assert_str_eq(error.text, rows[i].text);
    }
}
