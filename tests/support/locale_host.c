/* locale_host.c - a program that lives in its user's locale and makes pictures.
 *
 * locale_host FOLDER: setlocale(LC_ALL, ""), as most desktop programs do, then for each
 * built-in scene and some bare seeds: render to a hash, write a PNG in FOLDER, read it
 * back, parse its recipe, render that; also a map's heights as text (.asc).  Prints the decimal
 * point of the locale, then a line for each thing made; determinism.sh compares the lines of
 * several locales.  Exit 1 and a line on standard error when a round trip does not come back to
 * where it began.
 */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ridgeline-map.h"
#include "scene/keys.h"

static rl_error error;

static void must(rl_status status)
{
    if (status == RL_OK)
        return;
    (void)fprintf(stderr, "locale_host: %s\n", error.text);
    exit(1);
}

static void must_equal(const char *what, const rl_sink *a, const rl_sink *b)
{
    size_t a_size, b_size;
    const void *a_bytes = rl_sink_bytes(a, &a_size), *b_bytes = rl_sink_bytes(b, &b_size);
    if (a_size == b_size && memcmp(a_bytes, b_bytes, a_size) == 0)
        return;
    (void)fprintf(stderr, "locale_host: %s: comes back otherwise\n", what);
    exit(1);
}

static rl_sink *memory_sink(void)
{
    rl_sink *sink;
    must(rl_sink_to_memory(&sink, NULL, &error));
    return sink;
}

static void render(const rl_scene *scene, const char *format, rl_sink *sink)
{
    const rl_view view = {.struct_size = sizeof view, .width = 160, .height = 90};
    const rl_render_options options = {
        .struct_size = sizeof options, .format = format, .threads = 2};
    rl_frame *frame;
    must(rl_frame_new(&frame, scene, &view, &error));
    must(rl_render(frame, &options, sink, &error));
    rl_frame_free(frame);
}

static void say(const char *what, const rl_sink *sink)
{
    size_t size;
    const char *bytes = rl_sink_bytes(sink, &size);
    (void)printf("%s %.*s", what, (int)size, bytes);
}

/* The scene that is written in the picture file. */
static void read_back(const char *path, rl_scene *scene)
{
    void *bytes;
    size_t size;
    rl_recipe recipe;
    must(rl_file_read(&bytes, &size, path, (size_t)1 << 24, NULL, &error));
    must(rl_recipe_read(&recipe, bytes, size, path, &error));
    scene_init(scene);
    must(rl_scene_parse(scene, recipe.scene, recipe.scene_size, path, &error));
    rl_file_free(bytes, NULL);
}

static void picture(const char *folder, const char *name, const rl_scene *scene)
{
    char path[1000];
    (void)snprintf(path, sizeof path, "%s/%s.png", folder, name);
    rl_sink *hash = memory_sink(), *again = memory_sink(), *file;
    render(scene, RL_FORMAT_HASH, hash);
    must(rl_sink_to_file(&file, path, NULL, &error));
    render(scene, RL_FORMAT_PNG, file);
    must(rl_sink_commit(file, &error));
    rl_scene back;
    read_back(path, &back);
    render(&back, RL_FORMAT_HASH, again);
    must_equal(path, hash, again);
    say(name, hash);

    rl_sink *text = memory_sink(), *text_again = memory_sink();
    must(rl_scene_write(&back, text, &error));
    size_t size;
    const void *bytes = rl_sink_bytes(text, &size);
    must(rl_scene_parse(&back, bytes, size, name, &error));
    must(rl_scene_write(&back, text_again, &error));
    must_equal(name, text, text_again);
    rl_sink *const all[] = {hash, again, file, text, text_again};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        rl_sink_free(all[i]);
}

static void map(const rl_scene *scene)
{
    const rl_map_options options = {.struct_size = sizeof options, .threads = 2};
    const rl_height_options heights = {.struct_size = sizeof heights, .format = RL_HEIGHTS_ASC};
    rl_map *made;
    rl_sink *text = memory_sink();
    must(rl_map_new(&made, scene, &options, &error));
    must(rl_map_write(made, &heights, text, &error));
    say("map.asc", text);
    rl_sink_free(text);
    rl_map_free(made);
}

int main(int argc, char **argv)
{
    if (argc != 2 || setlocale(LC_ALL, "") == NULL) {
        (void)fprintf(stderr, "locale_host: needs a folder and a locale that exists\n");
        return 1;
    }
    (void)printf("decimal point %s\n\n", localeconv()->decimal_point);
    rl_scene scene;
    const char *name;
    for (size_t i = 0; (name = rl_scene_builtin_name(i)) != NULL; i++) {
        scene_init(&scene);
        must(rl_scene_builtin(&scene, name, &error));
        picture(argv[1], name, &scene);
    }
    for (uint64_t seed = 1; seed <= 12; seed++) {
        char title[32];
        (void)snprintf(title, sizeof title, "seed-%d", (int)seed);
        scene_init(&scene);
        scene.seed = seed;
        /* Text with digits behind the point, as a user types it. */
        must(rl_scene_set(&scene, "ridge.1.roughness", "0.375", &error));
        must(rl_scene_set(&scene, "sky.haze", "0.0625", &error));
        if (rl_mood_name(seed) != NULL)
            must(rl_mood_apply(&scene, rl_mood_name(seed), &error));
        picture(argv[1], title, &scene);
    }
    scene_init(&scene);
    scene.seed = 3;
    scene.width = scene.height = 33;
    map(&scene);
    return 0;
}
