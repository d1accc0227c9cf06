/* test_round_trip.c - scene -> text -> scene, and picture -> file -> recipe -> picture.
 *
 * Random scenes with any value at any key, ends of the ranges included.  After each way
 * round nothing may differ: no byte of the text, no sample, no byte of the file.
 *
 *     ROUND_TRIPS=10000 CK_TIMEOUT_MULTIPLIER=100 unit round_trip
 *                                              so many of each kind; default 100
 *     ROUND_TRIP_FIRST=4711                    from that case on
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heightmap/pass.h"
#include "ridgeline-map.h"
#include "support/support.h"

static long environment(const char *name, long otherwise)
{
    const char *value = getenv(name);
    return value != NULL && atol(value) > 0 ? atol(value) : otherwise;
}

static long times(void)
{
    return environment("ROUND_TRIPS", SUPPORT_PART(100));
}

static long first_case(void)
{
    return environment("ROUND_TRIP_FIRST", 1);
}

static void tell(const char *what, long count, long refused)
{
    if (getenv("ROUND_TRIPS") != NULL)
        (void)fprintf(stderr, "%s: %ld round trips, %ld scenes refused alike, 0 differ\n", what,
                      count, refused);
}

/* ---- texts --------------------------------------------------------------------------- */

static void parse_or_fail(rl_scene *scene, const char *text, long number)
{
    scene_init(scene);
    EXPECT_MSG(rl_scene_parse(scene, text, strlen(text), "text", &error) == RL_OK, "case %ld: %s",
               number, error.text);
}

/* A key that a text left out would make no difference to the texts. */
static void expect_same_values(const rl_scene *a, const rl_scene *b, long number)
{
    KEYS_EACH(walk)
    {
        const scene_key *key = walk.key;
        int times = keys_in(key, "ridge")  ? keys_count(a, "ridge")
                    : keys_in(key, "pass") ? keys_count(a, "pass")
                                           : 1;
        int stops = key->kind == KEY_STOP ? (int)key->max : 1;
        for (int n = 0; n < times * stops; n++) {
            char is[KEYS_VALUE_SIZE] = "", was[KEYS_VALUE_SIZE] = "";
            if (!keys_is_used(a, &walk, n / stops))
                continue;
            int has = keys_write(a, key, n / stops, n % stops + 1, was);
            EXPECT_MSG(keys_write(b, key, n / stops, n % stops + 1, is) == has &&
                           (!has || strcmp(is, was) == 0),
                       "case %ld: %s: %s became %s", number, key->path, was, is);
        }
    }
}

/* The text of a scene, read and written again; `scene` becomes what was read. */
static void text_way_round(rl_scene *scene, long number)
{
    static rl_scene first;
    char *before = scene_text(scene);
    first = *scene;
    parse_or_fail(scene, before, number);
    expect_same_values(&first, scene, number);
    char *after = scene_text(scene);
    EXPECT_MSG(strcmp(before, after) == 0, "case %ld: %s\nbecame\n%s", number, before, after);
    free(before);
    free(after);
}

/* Some are resolved first: then hardly a key is open. */
static void resolve_some(chance *c, rl_scene *scene)
{
    rl_scene closed = *scene;
    if (chance_integer(c, 0, 1) == 0 && rl_scene_resolve(&closed, NULL) == RL_OK)
        *scene = closed;
}

TESTS_BELOW(.timeout = 300)

TEST(random_scene_text_comes_back)
{
    static rl_scene scene;
    for (long i = first_case(); i < first_case() + times(); i++) {
        chance c = chance_from((uint64_t)i);
        if (i % 3 == 0)
            random_map(&c, (int)chance_integer(&c, 0, 100), &scene);
        else
            random_scene(&c, (int)chance_integer(&c, 0, 100), &scene);
        resolve_some(&c, &scene);
        text_way_round(&scene, i);
    }
    tell("texts", times(), 0);
}

/* ---- pictures ------------------------------------------------------------------------- */

/* What a sink in memory holds. */
typedef struct file {
    rl_sink *sink;
    const unsigned char *bytes;
    size_t size;
} file;

static file file_new(void)
{
    file f = {NULL, NULL, 0};
    OK(rl_sink_to_memory(&f.sink, NULL, &error));
    return f;
}

static void file_look(file *f)
{
    f->bytes = rl_sink_bytes(f->sink, &f->size);
}

static void expect_equal(const file *a, const file *b, const char *what, long number)
{
    EXPECT_MSG(a->size == b->size && memcmp(a->bytes, b->bytes, a->size) == 0,
               "case %ld: %s: the file differs: %zu and %zu bytes", number, what, a->size, b->size);
}

/* The scene that a PNG file holds, and of what view it is. */
static void read_recipe(const file *from, rl_scene *scene, long number)
{
    rl_recipe recipe;
    EXPECT_MSG(rl_recipe_read(&recipe, from->bytes, from->size, "x", &error) == RL_OK,
               "case %ld: %s", number, error.text);
    EXPECT_MSG(recipe.scene != NULL, "case %ld: no recipe", number);
    scene_init(scene);
    EXPECT_MSG(rl_scene_parse(scene, recipe.scene, recipe.scene_size, "recipe", &error) == RL_OK,
               "case %ld: %s", number, error.text);
}

static rl_view view_of(const rl_scene *scene)
{
    rl_view view = {.struct_size = sizeof view,
                    .width = scene->width,
                    .height = scene->height,
                    .x = scene->part_x,
                    .y = scene->part_y,
                    .part_width = scene->part_width,
                    .part_height = scene->part_height};
    return view;
}

/* A size of 24x16..64x48 and sometimes a part of it. */
static rl_view random_view(chance *c)
{
    rl_view view = {.struct_size = sizeof view,
                    .width = (int)chance_integer(c, 24, 64),
                    .height = (int)chance_integer(c, 16, 48)};
    if (chance_integer(c, 0, 3) == 0) {
        view.part_width = (int)chance_integer(c, 1, view.width);
        view.part_height = (int)chance_integer(c, 1, view.height);
        view.x = (int)chance_integer(c, 0, view.width - view.part_width);
        view.y = (int)chance_integer(c, 0, view.height - view.part_height);
    }
    return view;
}

/* Paints a picture and writes its file; 0 when the scene cannot be painted. */
static int paint(const rl_scene *scene, const rl_view *view, picture *p, file *f, rl_error *why)
{
    rl_frame *frame;
    if (rl_frame_new(&frame, scene, view, why) != RL_OK)
        return 0;
    *p = picture_paint(frame);
    rl_render_options options = {.struct_size = sizeof options, .threads = 1};
    must_be_ok(rl_render(frame, &options, f->sink, why), why);
    file_look(f);
    rl_frame_free(frame);
    return 1;
}

static void expect_same_picture(const picture *a, const picture *b, long number)
{
    size_t samples = (size_t)a->width * (size_t)a->height * 3, differ = 0;
    EXPECT_MSG(a->width == b->width && a->height == b->height, "case %ld: another size", number);
    for (size_t i = 0; i < samples; i++)
        differ += a->sample[i] != b->sample[i];
    EXPECT_MSG(differ == 0, "case %ld: %zu of %zu samples differ", number, differ, samples);
}

/* Values that are right and take minutes. */
static void keep_short(chance *c, rl_scene *scene)
{
    if (scene->map.samples == RL_AUTO || scene->map.samples > 65)
        scene->map.samples = scene->map.wrap == 1 ? 32 : (int)chance_integer(c, 5, 65);
    if (scene->zoom > 3)
        scene->zoom = 3;
}

/* Every other scene has an extreme at any key; the others are what people make. */
static void picture_scene(chance *c, long number, rl_scene *scene)
{
    static const char *const worlds[] = {"picture", "endless", "loop"};
    if (number % 2 == 0) {
        random_scene(c, (int)chance_integer(c, 0, 40), scene);
        keep_short(c, scene);
        return;
    }
    quick_scene(c, scene);
    random_print(c, scene);
    if (chance_integer(c, 0, 1) == 0)
        OK(rl_mood_apply(scene, rl_mood_name((size_t)chance_integer(c, 0, 18)), &error));
    if (chance_integer(c, 0, 1) == 0)
        scene->world = (int)chance_integer(c, 0, 6);
    OK(rl_scene_set(scene, "extent.kind", worlds[number / 2 % 3], &error));
    scene->land_slices = chance_integer(c, 0, 7) == 0;
    keep_short(c, scene);
    if (chance_integer(c, 0, 3) == 0) {
        scene->depth = 8;
        scene->colours = (int)chance_integer(c, 1, 256);
    }
}

TEST(random_picture_comes_back_from_its_recipe)
{
    static rl_scene scene, again;
    long refused = 0;
    for (long i = first_case(); i < first_case() + times(); i++) {
        chance c = chance_from((uint64_t)i * 3 + 1);
        picture before, after;
        picture_scene(&c, i, &scene);
        rl_view view = random_view(&c);
        file first = file_new(), second = file_new();
        if (paint(&scene, &view, &before, &first, &error)) {
            read_recipe(&first, &again, i);
            view = view_of(&again);
            EXPECT_MSG(paint(&again, &view, &after, &second, &error), "case %ld: %s", i,
                       error.text);
            expect_same_picture(&before, &after, i);
            expect_equal(&first, &second, "a picture", i);
            picture_free(&before);
            picture_free(&after);
        } else {
            EXPECT_MSG(error.status == RL_BAD_ARGUMENT, "case %ld: %s", i, error.text);
            refused++;
        }
        rl_sink_free(first.sink);
        rl_sink_free(second.sink);
    }
    /* A test that refuses all would hold. */
    EXPECT_MSG(refused <= times() / 3, "%ld of %ld are refused", refused, times());
    tell("pictures", times(), refused);
}

/* ---- maps ------------------------------------------------------------------------------- */

static void at_most(rl_pass *pass, const char *key, int most)
{
    if (pass_get(pass, key) > most)
        ck_assert_int_eq(pass_set(pass, key, most, NULL), RL_OK);
}

/* The same for maps: sweeps, drops and points without number. */
static void map_scene(chance *c, rl_scene *scene)
{
    random_map(c, (int)chance_integer(c, 0, 60), scene);
    int joins = scene->map.edge_seed != RL_AUTO || scene->map.tile_x != RL_AUTO ||
                scene->map.tile_y != RL_AUTO || scene->map.zoom > 0;
    scene->width = scene->height = scene->map.wrap == 1 ? 1 << chance_integer(c, 2, 5)
                                   : joins              ? (1 << chance_integer(c, 2, 5)) + 1
                                                        : (int)chance_integer(c, 2, 33);
    if (scene->map.wrap != 1 && !joins)
        scene->height = (int)chance_integer(c, 2, 33);
    scene->part_width = scene->part_height = scene->part_x = scene->part_y = 0;
    if (scene->map.pass_count > 4)
        scene->map.pass_count = 4;
    for (int i = 0; i < scene->map.pass_count; i++) {
        rl_pass *pass = &scene->map.pass[i];
        at_most(pass, "iterations", 5);
        at_most(pass, "drops", 300);
        at_most(pass, "lifetime", 30);
        at_most(pass, "radius", 5);
        at_most(pass, "points", 40);
        at_most(pass, "regions", 5);
        if (pass_reads_input(pass)) /* heights that were read are in no recipe */
            at_most(pass, "with", 0);
    }
}

/* Makes a map, its heights as a file and its picture; 0 when it cannot be made. */
static int make_map(const rl_scene *scene, file *heights, file *shown, rl_error *why)
{
    rl_map_options options = {.struct_size = sizeof options, .threads = 1};
    rl_height_options how = {.struct_size = sizeof how, .format = RL_HEIGHTS_PNG16};
    rl_render_options look = {.struct_size = sizeof look, .threads = 1};
    rl_map *map;
    if (rl_map_new(&map, scene, &options, why) != RL_OK)
        return 0;
    must_be_ok(rl_map_write(map, &how, heights->sink, why), why);
    rl_status status = rl_map_render(map, &look, shown->sink, why);
    rl_map_free(map);
    file_look(heights);
    file_look(shown);
    return status == RL_OK;
}

TEST(random_map_comes_back_from_its_recipe)
{
    static rl_scene scene, again;
    long refused = 0;
    for (long i = first_case(); i < first_case() + times(); i++) {
        chance c = chance_from((uint64_t)i * 3 + 2);
        map_scene(&c, &scene);
        file before[2] = {file_new(), file_new()};
        for (int kind = 0; kind < 2; kind++) { /* by the recipe of either file */
            file after[2] = {file_new(), file_new()};
            if (kind == 0 && !make_map(&scene, &before[0], &before[1], &error)) {
                EXPECT_MSG(error.status == RL_BAD_ARGUMENT, "case %ld: %s", i, error.text);
                refused++;
                kind = 2;
            } else {
                read_recipe(&before[kind], &again, i);
                EXPECT_MSG(make_map(&again, &after[0], &after[1], &error), "case %ld: %s", i,
                           error.text);
                expect_equal(&before[0], &after[0], "heights", i);
                expect_equal(&before[1], &after[1], "a map", i);
            }
            rl_sink_free(after[0].sink);
            rl_sink_free(after[1].sink);
        }
        rl_sink_free(before[0].sink);
        rl_sink_free(before[1].sink);
    }
    EXPECT_MSG(refused <= times() / 3, "%ld of %ld are refused", refused, times());
    tell("maps", times(), refused);
}
