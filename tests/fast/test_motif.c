/* test_motif.c - drawings from files: what is read, and every way in which a file is refused.
 *
 * Each bad file ends in one line that names the place, what is there and the rule, and leaves the
 * scene as it was.
 */
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "layers/motif/motif.h"

#define SVG(attributes, inside) "<svg viewBox='0 0 10 10'" attributes ">" inside "</svg>"
#define PATH(d) "<path class='dark' d='" d "'/>"
#define BOX PATH("M0 0H10V10H0Z")

/* A file of `times` times the same. */
static char *repeated(const char *head, const char *part, int times, const char *tail)
{
    size_t size = strlen(head) + (size_t)times * strlen(part) + strlen(tail) + 1;
    char *text = malloc(size), *at = text;
    ck_assert_ptr_nonnull(text);
    at += snprintf(at, size, "%s", head);
    for (int i = 0; i < times; i++) {
        memcpy(at, part, strlen(part));
        at += strlen(part);
    }
    memcpy(at, tail, strlen(tail) + 1);
    return text;
}

TEST(motif_beyond_a_limit_is_refused)
{
    static const struct {
        const char *head, *part, *tail;
        int most;
        const char *rule;
    } rows[] = {
        {"<svg viewBox='0 0 9 9'>", "<path class='lit' d='M0 0H9V9Z'/>", "</svg>", 300,
         "a motif must have at most 300 paths"},
        {"<svg viewBox='0 0 9 9'><path class='lit' d='M0 0", "H1", "'/></svg>", 19999,
         "a motif must have at most 20000 points"},
        {"<svg viewBox='0 0 9 9'><path class='lit' d='M0 0H9V9Z'/>", "<!---->", "</svg>", 9353,
         "must be at most 65536"},
        {"<svg viewBox='0 0 9 9'><path class='lit' d='", "M0 0", "'/></svg>", 15000, NULL},
    };
    static rl_scene scene;
    scene_init(&scene);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int more = 0; more < 2; more++) {
            char *text = repeated(rows[i].head, rows[i].part, rows[i].most + more, rows[i].tail);
            rl_status status = rl_motif_parse(&scene, text, strlen(text), "m.svg", &error);
            if (more == 0 || rows[i].rule == NULL)
                ck_assert_msg(status == RL_OK, "row %zu: %s", i, error.text);
            else
                ck_assert_msg(status == RL_BAD_DATA && strstr(error.text, rows[i].rule) != NULL,
                              "row %zu: %s", i, error.text);
            free(text);
        }
}

TEST(motif_memory_grows_no_faster_than_its_shapes)
{
    static const int shapes[] = {500, 1000, 2000};
    int points[3];
    for (int i = 0; i < 3; i++) {
        char *text = repeated("<svg viewBox='0 0 9 9'><path class='dark' d='", "M3 4h2v3h-1z",
                              shapes[i], "'/></svg>");
        motif one;
        rl_data file = {text, strlen(text), "many"};
        OK(motif_read(&one, file, NULL, &error));
        points[i] = one.body.points;
        ck_assert_int_eq(one.body.fills, 1);
        motif_free(&one);
        free(text);
    }
    ck_assert_int_le(points[2], 5 * shapes[2]);
    ck_assert_int_eq(points[1], 2 * points[0]);
    ck_assert_int_eq(points[2], 2 * points[1]);
}

TEST(motif_cut_short_anywhere_is_refused)
{
    static rl_scene scene;
    const char *whole = "<?xml version=\"1.0\"?><!-- a -->\n<svg viewBox=\"0 0 10 10\" "
                        "data-place=\"crest water\"><title>t</title><path class=\"dark\" "
                        "d=\"M0 0 L1-1.5.5 1e0\"></path></svg>";
    scene_init(&scene);
    OK(rl_motif_parse(&scene, whole, strlen(whole), "m", &error));
    for (size_t size = 0; size < strlen(whole); size++)
        ck_assert_int_eq(rl_motif_parse(&scene, whole, size, "m", &error), RL_BAD_DATA);
}

/* Numbers without blanks between them are covered, too. */
TEST(motif_curves_and_relative_places_equal_absolute_lines)
{
    static const char *const shapes[][2] = {
        {"M1 1H5V5H1Z", "m1 1h4v4h-4z"},
        {"M1 1L5 1 5 5 1 5Z", "M1,1,5,1,5,5,1,5"},
        {"M1 1H5V5H1Z", "M1 1C1 1 5 1 5 1C5 1 5 5 5 5C5 5 1 5 1 5Z"},
        {"M.5.5h1.5v1.5H.5", "M0.5 0.5 2 0.5 2 2 0.5 2"},
        {"M1e0 10e-1H+5V5H1Z", "M1 1H5V5H1Z"},
        {"M1 1Q3 1 5 1T5 5Z", "M1 1Q3 1 5 1Q7 1 5 5Z"},
        {"M1 1C1 1 4 1 5 2S5 5 3 5Z", "M1 1c0 0 3 0 4 1c1 1 0 3-2 3z"},
        {"M1 1h2v2h-2zm4 0h2v2h-2z", "M1 1H3V3H1M5 1H7V3H5"},
        {"M1 1V5H5V1Z", "M1 1H5V5H1Z"},
        {"M0 0H6V6H0ZM2 2V4H4V2Z", "M0 0V6H6V0ZM2 2H4V4H2Z"},
    };
    static float covered[64 + DRAWING_SPARE], tone[64 + DRAWING_SPARE], own[64 + DRAWING_SPARE];
    static int32_t area[65 + DRAWING_SPARE];
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        double sum[2] = {0.0, 0.0};
        for (int k = 0; k < 2; k++) {
            char text[256];
            motif one;
            snprintf(text, sizeof text, "<svg viewBox='0 0 8 8'><path class='lit' d='%s'/></svg>",
                     shapes[i][k]);
            rl_status status = motif_read(&one, (rl_data){text, strlen(text), "m"}, NULL, &error);
            ck_assert_msg(status == RL_OK, "%s: %s", shapes[i][k], error.text);
            drawing_place place = {.size = 40.0, .x = 20.0};
            for (int row = -40; row < 0; row++) {
                memset(covered, 0, sizeof covered);
                drawing_pixels out = {covered, tone, own, area, 0, 64, 0};
                drawing_rows(&one.body, &place, row, 1, &out);
                for (int c = 0; c < 64; c++)
                    sum[k] += (double)covered[c] * (1.0 + c + 64.0 * (row + 40));
            }
            motif_free(&one);
        }
        ck_assert_msg(sum[0] > 1000.0 && sum[0] - sum[1] < 400.0 && sum[1] - sum[0] < 400.0,
                      "%s and %s: %.1f and %.1f", shapes[i][0], shapes[i][1], sum[0], sum[1]);
    }
}

TEST(built_in_motifs_are_read_with_noun_and_place)
{
    rl_motif_info info;
    size_t count = 0;
    for (; rl_motif_name(count) != NULL; count++) {
        motif one;
        rl_status status =
            motif_read(&one, motif_file(NULL, MOTIF_FIRST + (int)count), NULL, &error);
        ck_assert_msg(status == RL_OK, "%s", error.text);
        ck_assert_int_eq(rl_motif_describe(count, &info), 1);
        ck_assert_msg(strlen(info.line) > 5, "%s", rl_motif_name(count));
        ck_assert_msg(one.head.height > 0.02 && one.head.height < 0.08, "%s", rl_motif_name(count));
        ck_assert_int_gt(one.body.fills, 0);
        motif_free(&one);
    }
    ck_assert_uint_ge(count, 25);
    ck_assert_int_eq(rl_motif_describe(count, &info), 0);
}

/* Scene text holds the drawing and gives the same picture. */
TEST(users_motif_is_kept_in_the_recipe)
{
    static rl_scene scene, again;
    char small[sizeof "<svg viewBox='0 0 4 4'>" + 200];
    snprintf(small, sizeof small, "<svg viewBox='0 0 10 10'>\n%s\n</svg>\n", BOX);
    scene_of_seed(&scene, 5);
    OK(rl_motif_parse(&scene, small, strlen(small), "box.svg", &error));
    char *text = scene_text(&scene);
    ck_assert_ptr_nonnull(strstr(text, "\n[drawing]\n<svg viewBox='0 0 10 10'>"));
    scene_init(&again);
    OK(rl_scene_parse(&again, text, strlen(text), "recipe", &error));
    char *second = scene_text(&again);
    ck_assert_str_eq(text, second);
    free(second);
    /* A fault in it names the text and the line behind the section. */
    *strstr(text, "<path") = '?';
    ck_assert_int_eq(rl_scene_parse(&again, text, strlen(text), "recipe", &error), RL_BAD_DATA);
    ck_assert_msg(strstr(error.text, "recipe: [drawing]:2: ?path") == error.text, "%s", error.text);
    free(text);
}

static const rl_view view = {.struct_size = sizeof view, .width = 96, .height = 54};

static uint64_t hash_of(const rl_scene *scene)
{
    static uint8_t pixels[3 * 96 * 54];
    rl_frame *frame = NULL;
    uint64_t hash = 5;
    OK(rl_frame_new(&frame, scene, &view, &error));
    OK(rl_paint(frame, 0, 54, pixels, 3 * 96, &error));
    rl_frame_free(frame);
    for (size_t i = 0; i < sizeof pixels; i++)
        hash = hash_at(hash, pixels[i], (int64_t)i);
    return hash;
}

/* This is so if every key of the motif is set; its path moves with it. A motif named "own"
 * must have a drawing. */
TEST(motif_on_a_missing_ridge_moves_to_the_nearest)
{
    static const int ridges[] = {3, 0, 4, RL_MAX_RIDGES};
    static rl_scene scene;
    scene_of_seed(&scene, 0);
    OK(rl_scene_set(&scene, "ridgeline.ridges", "3", &error));
    scene.motif = (rl_motif){MOTIF_FIRST, MOTIF_ON_GROUND, 3, 0.1, 0.3, 0.2};
    scene.motif_path = 1;
    scene.aloft = scene.motif;
    uint64_t nearest = hash_of(&scene);
    for (size_t i = 0; i < sizeof ridges / sizeof *ridges; i++) {
        scene.motif.ridge = scene.aloft.ridge = ridges[i];
        ck_assert_msg(hash_of(&scene) == nearest, "ridge %d", ridges[i]);
    }
    for (int i = 0; i < 2; i++) {
        rl_frame *frame = NULL;
        scene.motif.name = i == 0 ? MOTIF_OWN : MOTIF_FIRST;
        scene.aloft.name = i == 1 ? MOTIF_OWN : MOTIF_FIRST;
        ck_assert_int_eq(rl_frame_new(&frame, &scene, &view, &error), RL_BAD_ARGUMENT);
        ck_assert_ptr_nonnull(strstr(error.text, i == 0 ? "motif.name = own" : "aloft.name = own"));
    }
}

/* The light of a pixel of a picture with a square of 27 pixels in its left half; the sun is right
 * of it. */
static int light_in_square(const char *edges, int x, int y)
{
    static rl_scene scene;
    static uint8_t pixels[3 * 96 * 54];
    rl_frame *frame = NULL;
    const char *square = SVG("", BOX);
    scene_of_seed(&scene, 0);
    OK(rl_motif_parse(&scene, square, strlen(square), "box.svg", &error));
    scene.motif = (rl_motif){MOTIF_OWN, MOTIF_ON_GROUND, 3, -0.3, 0.3, 0.5};
    OK(rl_scene_set(&scene, "sun.x", "0.6", &error));
    OK(rl_scene_set(&scene, "output.dither", "none", &error));
    OK(rl_scene_set(&scene, "output.edges", edges, &error));
    OK(rl_frame_new(&frame, &scene, &view, &error));
    OK(rl_paint(frame, 0, 54, pixels, 3 * 96, &error));
    rl_frame_free(frame);
    const uint8_t *pixel = pixels + 3 * (96 * y + x);
    return pixel[0] + pixel[1] + pixel[2];
}

/* With hard edges they are flat. */
TEST(motif_edges_toward_the_light_are_lighter)
{
    int dark = light_in_square("smooth", 20, 25);
    ck_assert_int_le(light_in_square("smooth", 32, 25), dark + 2);
    ck_assert_int_ge(light_in_square("smooth", 44, 25), dark + 12);
    ck_assert_int_ge(light_in_square("smooth", 26, 11), dark + 12);
    ck_assert_int_eq(light_in_square("hard", 44, 25), light_in_square("hard", 20, 25));
}
