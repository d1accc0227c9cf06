/* test_property.c - what holds for every scene: a region is that part of the whole, and
 * threads, kernels and the bands that rows are painted in change nothing.
 *
 * In: all golden scenes (the folder $GOLDEN_SCENES, made by golden/texts.sh), each world with
 * each mood and each print in turn, each species of tree and each motif, and random scenes and
 * maps.  Suites of single rooms keep only the cases that are not among these.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layers/plants/species/species.h"
#include "ridgeline-map.h"
#include "support/support.h"

typedef struct window {
    int x, y, width, height;
} window;

/* Of a larger golden picture the middle of this size is the whole. */
static const window GOLDEN_MOST = {0, 0, 400, 240};
static const window NO_LIMIT = {0, 0, RL_MAX_SIDE, RL_MAX_SIDE};

/* Paints a part of a scene's picture; when `bands` is not NULL, in bands of random heights, the
 * highest or the lowest first, and the last row of each again after a random row. */
static uint8_t *painted(const char *name, const rl_scene *scene, window part, int kernels,
                        int threads, chance *bands)
{
    rl_view view = {.struct_size = sizeof view,
                    .width = scene->width,
                    .height = scene->height,
                    .x = part.x,
                    .y = part.y,
                    .part_width = part.width,
                    .part_height = part.height,
                    .kernels = kernels,
                    .threads = threads};
    size_t stride = (size_t)part.width * (scene->depth == 16 ? 6 : 3);
    uint8_t *pixels = malloc(stride * (size_t)part.height);
    rl_frame *frame = NULL;
    EXPECT_MSG(pixels != NULL && rl_frame_new(&frame, scene, &view, &error) == RL_OK, "%s: %s",
               name, error.text);
    int is_upward = bands != NULL && chance_integer(bands, 0, 1) == 1;
    for (int done = 0, rows; done < part.height; done += rows) {
        rows = bands != NULL ? (int)chance_integer(bands, 1, 70) : part.height;
        rows = rows < part.height - done ? rows : part.height - done;
        int y = is_upward ? part.height - done - rows : done;
        OK(rl_paint(frame, y, rows, pixels + stride * (size_t)y, stride, &error));
        if (bands == NULL)
            continue;
        uint8_t *again = pixels + stride * (size_t)(y + rows - 1);
        OK(rl_paint(frame, (int)chance_integer(bands, 0, part.height - 1), 1, again, stride,
                    &error));
        OK(rl_paint(frame, y + rows - 1, 1, again, stride, &error));
    }
    rl_frame_free(frame);
    return pixels;
}

static void check_hash(const char *name, const rl_scene *scene, window part)
{
    rl_view view = {.struct_size = sizeof view,
                    .width = scene->width,
                    .height = scene->height,
                    .x = part.x,
                    .y = part.y,
                    .part_width = part.width,
                    .part_height = part.height};
    char hash[2][128] = {{0}};
    for (int i = 0; i < 2; i++) {
        rl_render_options options = {
            .struct_size = sizeof options, .format = "hash", .threads = i == 0 ? 1 : 4};
        rl_frame *frame;
        size_t size;
        view.threads = options.threads;
        OK(rl_frame_new(&frame, scene, &view, &error));
        rl_sink *sink = memory_sink();
        OK(rl_render(frame, &options, sink, &error));
        const void *bytes = rl_sink_bytes(sink, &size);
        EXPECT(size > 8 && size < sizeof hash[i]);
        memcpy(hash[i], bytes, size);
        rl_sink_free(sink);
        rl_frame_free(frame);
    }
    EXPECT_MSG(strcmp(hash[0], hash[1]) == 0, "%s: 4 threads render another picture", name);
}

/* A part is the same as in the picture `whole` of the window `all`. */
static void check_part(const char *name, const rl_scene *scene, window all, const uint8_t *whole,
                       window part, int threads, chance *bands)
{
    size_t bytes = scene->depth == 16 ? 6 : 3, row = (size_t)part.width * bytes;
    uint8_t *region = painted(name, scene, part, RL_KERNELS_BEST, threads, bands);
    for (int y = 0; y < part.height; y++) {
        size_t first = (size_t)(part.y - all.y + y) * (size_t)all.width + (size_t)(part.x - all.x);
        EXPECT_MSG(memcmp(whole + first * bytes, region + row * (size_t)y, row) == 0,
                   "%s of %dx%d: region %dx%d+%d+%d: row %d is not that of the whole", name,
                   scene->width, scene->height, part.width, part.height, part.x, part.y, y);
    }
    free(region);
}

/* `make brute` tries each kernel, more regions and every scene's rendering. */
static void check_landscape(const char *name, const rl_scene *scene, window most, chance *c)
{
    window all = {scene->part_x, scene->part_y, scene->part_width, scene->part_height};
    if (all.width == 0)
        all = (window){0, 0, scene->width, scene->height};
    if (all.width > most.width) {
        all.x += (all.width - most.width) / 2;
        all.width = most.width;
    }
    if (all.height > most.height) {
        all.y += (all.height - most.height) / 2;
        all.height = most.height;
    }
    size_t stride = (size_t)all.width * (scene->depth == 16 ? 6 : 3);
    uint8_t *whole = painted(name, scene, all, RL_KERNELS_BEST, 1, NULL);
    for (int kernels = RL_KERNELS_PLAIN; kernels <= RL_KERNELS_AVX2; kernels++) {
        if (!SUPPORT_ALL && kernels != (int)chance_integer(c, RL_KERNELS_PLAIN, RL_KERNELS_AVX2))
            continue;
        uint8_t *other = painted(name, scene, all, kernels, 1 + kernels, c);
        EXPECT_MSG(memcmp(whole, other, stride * (size_t)all.height) == 0,
                   "%s: kernels %d, %d threads, in bands: another picture", name, kernels,
                   1 + kernels);
        free(other);
    }
    for (int i = 0; i < (SUPPORT_ALL ? 4 : 1); i++) {
        window part = {0, 0, 1 + (int)chance_integer(c, 0, all.width - 1),
                       1 + (int)chance_integer(c, 0, (all.height - 1) / 2)};
        part.x = all.x + (int)chance_integer(c, 0, all.width - part.width);
        part.y = all.y + (int)chance_integer(c, 0, all.height - part.height);
        check_part(name, scene, all, whole, part, 1 + i, c);
    }
    if (SUPPORT_ALL || chance_integer(c, 0, 3) == 0)
        check_hash(name, scene, all);
    free(whole);
}

/* The heights, then the picture, by each kernel and with threads. */
static void check_map(const char *name, const rl_scene *scene)
{
    char first[128] = {0};
    float *heights = NULL;
    for (int i = 0; i < 5; i += SUPPORT_ALL ? 1 : 1 + (i == 1)) { /* else without vector */
        rl_map_options options = {.struct_size = sizeof options,
                                  .threads = i == 0 ? 1 : 2 * i,
                                  .kernels = i == 0 ? RL_KERNELS_BEST : RL_KERNELS_PLAIN + i - 1};
        rl_render_options render = {
            .struct_size = sizeof render, .format = "hash", .threads = options.threads};
        rl_map *map = NULL;
        int width, height;
        size_t size;
        EXPECT_MSG(rl_map_new(&map, scene, &options, &error) == RL_OK, "%s: %s", name, error.text);
        const float *other = rl_map_heights(map, &width, &height);
        size_t heights_size = (size_t)width * (size_t)height * sizeof *heights;
        rl_sink *sink = memory_sink();
        EXPECT_MSG(rl_map_render(map, &render, sink, &error) == RL_OK, "%s: %s", name, error.text);
        const char *hash = rl_sink_bytes(sink, &size);
        EXPECT(size > 8 && size < sizeof first);
        if (i == 0) {
            heights = malloc(heights_size);
            EXPECT(heights != NULL);
            memcpy(heights, other, heights_size);
            memcpy(first, hash, size);
        }
        EXPECT_MSG(memcmp(heights, other, heights_size) == 0,
                   "%s: kernels %d, %d threads: other heights", name, options.kernels,
                   options.threads);
        EXPECT_MSG(memcmp(first, hash, size) == 0, "%s: kernels %d, %d threads: another picture",
                   name, options.kernels, options.threads);
        rl_sink_free(sink);
        rl_map_free(map);
    }
    free(heights);
}

/* ---- golden scenes ---------------------------------------------------------- */

/* `make check` tries one of so many, `make brute` all. */
#define GOLDEN_SHARE 4

TESTS_BELOW(.timeout = 600)

TEST(region_of_each_golden_scene_equals_that_part_of_the_whole)
{
    const char *folder = getenv("GOLDEN_SCENES");
    folder = folder != NULL ? folder : "build/golden-scenes";
    struct dirent **entries;
    int count = scandir(folder, &entries, NULL, alphasort), scenes = 0;
    ck_assert_msg(count >= 0, "%s: missing: make build/golden-scenes", folder);
    chance c = chance_from(18);
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name, *ending = strstr(name, ".ini");
        if (ending != NULL) {
            char path[512];
            rl_scene scene;
            void *bytes;
            size_t size;
            (void)snprintf(path, sizeof path, "%s/%s", folder, name);
            OK(rl_file_read(&bytes, &size, path, 1 << 20, NULL, &error));
            scene_init(&scene);
            OK(rl_scene_parse(&scene, bytes, size, name, &error));
            rl_file_free(bytes, NULL);
            scenes++;
            if (!SUPPORT_ALL && i % GOLDEN_SHARE != 0)
                ;
            else if (scene.kind == RL_SCENE_MAP)
                check_map(name, &scene);
            else
                check_landscape(name, &scene, GOLDEN_MOST, &c);
        }
        free(entries[i]);
    }
    free(entries);
    ck_assert_msg(scenes > 100, "%s: %d scenes", folder, scenes);
}

/* ---- worlds, moods, random scenes -------------------------------------------- */

/* Each world and each mood occurs at least once; with SUPPORT_ALL every pair occurs. */
TEST(region_of_each_world_and_mood_equals_that_part_of_the_whole)
{
    chance c = chance_from(19);
    size_t moods = 0, worlds = 0;
    while (rl_mood_name(moods) != NULL)
        moods++;
    while (rl_world_name(worlds) != NULL)
        worlds++;
    size_t most = SUPPORT_ALL ? moods * worlds : moods > worlds ? moods : worlds;
    for (size_t i = 0; i < most; i++) {
        rl_scene scene;
        char name[128];
        scene_of_seed(&scene, 700 + i);
        scene.width = i % 6 == 0 ? 1600 : 240; /* grids of colour are wider there */
        scene.height = i % 6 == 0 ? 900 : 135;
        scene.depth = 16; /* 8 bits hide most differences: golden and random scenes have them */
        scene.world = (int)((i + i / moods) % worlds);
        OK(rl_mood_apply(&scene, rl_mood_name(i % moods), &error));
        (void)snprintf(name, sizeof name, "%s, %s", rl_world_name((size_t)scene.world),
                       rl_mood_name(i % moods));
        check_landscape(name, &scene, NO_LIMIT, &c);
    }
}

/* Each print occurs in several worlds, in loops and in pictures; with SUPPORT_ALL in every world.
 */
TEST(region_of_each_print_equals_that_part_of_the_whole)
{
    chance c = chance_from(24);
    size_t prints = 1, worlds = 0;
    while (rl_print_name(prints) != NULL)
        prints++;
    while (rl_world_name(worlds) != NULL)
        worlds++;
    for (size_t i = 0; i < (SUPPORT_ALL ? prints * worlds : worlds); i++) {
        rl_scene scene;
        char name[128];
        const char *print = rl_print_name(1 + (i + i / worlds) % (prints - 1));
        scene_of_seed(&scene, 900 + i);
        scene.width = i % 6 == 0 ? 1600 : 240;
        scene.height = i % 6 == 0 ? 900 : 135;
        scene.depth = i % 2 == 0 ? 16 : 8;
        scene.extent = i % 3 == 0 ? RL_EXTENT_LOOP : RL_EXTENT_PICTURE;
        scene.world = (int)(i % worlds);
        OK(rl_print_apply(&scene, print, &error));
        (void)snprintf(name, sizeof name, "%s, %s", rl_world_name((size_t)scene.world), print);
        check_landscape(name, &scene, NO_LIMIT, &c);
    }
}

TEST(region_of_each_eink_set_equals_that_part_of_the_whole)
{
    chance c = chance_from(23);
    for (size_t i = 1; rl_ink_name(i) != NULL; i++) {
        rl_scene scene;
        scene_of_seed(&scene, 40 + i);
        scene.width = 240;
        scene.height = 144;
        scene.inks = (int)i;
        check_landscape(rl_ink_name(i), &scene, NO_LIMIT, &c);
    }
}

/* A loop with an offset is the same loop, turned. */
static void check_turned(const char *name, rl_scene *scene, chance *c)
{
    window all = {0, 0, scene->width, scene->height};
    size_t pixel = scene->depth == 16 ? 6 : 3, row = (size_t)all.width * pixel;
    scene->extent = RL_EXTENT_LOOP;
    scene->offset = 0;
    uint8_t *whole = painted(name, scene, all, RL_KERNELS_BEST, 1, NULL);
    scene->offset = chance_integer(c, 1, all.width - 1);
    uint8_t *turned = painted(name, scene, all, RL_KERNELS_BEST, 1, NULL);
    size_t first = (size_t)scene->offset * pixel;
    for (int y = 0; y < all.height; y++) {
        const uint8_t *one = whole + row * (size_t)y, *two = turned + row * (size_t)y;
        EXPECT_MSG(memcmp(two, one + first, row - first) == 0 &&
                       memcmp(two + row - first, one, first) == 0,
                   "%s: a loop with offset %d: row %d is another", name, (int)scene->offset, y);
    }
    free(whole);
    free(turned);
}

/* Without this the picture is another: it is there. */
static void check_shown(const char *name, const rl_scene *scene, const rl_scene *without)
{
    window all = {0, 0, scene->width, scene->height};
    size_t bytes = (size_t)all.width * (size_t)all.height * (scene->depth == 16 ? 6 : 3);
    uint8_t *with = painted(name, scene, all, RL_KERNELS_BEST, 1, NULL);
    uint8_t *other = painted(name, without, all, RL_KERNELS_BEST, 1, NULL);
    EXPECT_MSG(memcmp(with, other, bytes) != 0, "%s: is not in the picture", name);
    free(with);
    free(other);
}

/* A scene has one species and one motif, and a second motif in its sky. */
TEST(region_of_each_tree_and_motif_equals_that_part_of_the_whole)
{
    static const char *const aloft[] = {"balloon", "geese"};
    chance c = chance_from(22);
    size_t trees = 0, motifs = 0;
    while (species_tree_name(trees) != NULL)
        trees++;
    while (rl_motif_name(motifs) != NULL)
        motifs++;
    for (size_t i = 0; i < (trees > motifs ? trees : motifs); i++) {
        const char *tree = species_tree_name(i % trees), *motif = rl_motif_name(i % motifs);
        rl_scene scene, bare;
        char name[128];
        (void)snprintf(name, sizeof name, "%s, %s", tree, motif);
        scene_of_seed(&scene, 900 + i);
        scene.width = i % 8 == 0 ? 1024 : 192; /* trees have more detail there */
        scene.height = i % 8 == 0 ? 576 : 108;
        scene.depth = i % 2 == 0 ? 16 : 8;
        OK(rl_scene_set(&scene, "ridgeline.world", "lake", &error));
        OK(rl_scene_set(&scene, "trees.species", tree, &error));
        OK(rl_scene_set(&scene, "motif.name", motif, &error));
        OK(rl_scene_set(&scene, "aloft.name", aloft[i % 2], &error));
        bare = scene;
        bare.tree_height = 0.0;
        check_shown(tree, &scene, &bare);
        bare = scene;
        OK(rl_scene_set(&bare, "motif.name", "none", &error));
        check_shown(motif, &scene, &bare);
        check_landscape(name, &scene, GOLDEN_MOST, &c);
        check_turned(name, &scene, &c);
        if (SUPPORT_ALL || i % 4 == 0) {
            scene.offset = chance_integer(&c, -(1 << 20), 1 << 20);
            check_landscape(name, &scene, GOLDEN_MOST, &c);
        }
    }
}

/* The pixels of a sliver are wider than its trees, which reach over the edges of the region. */
TEST(region_of_a_sliver_equals_that_part_of_the_whole)
{
    chance c = chance_from(21);
    for (size_t i = 0; rl_world_name(i) != NULL; i++) {
        rl_scene scene;
        char name[128];
        scene_of_seed(&scene, 0);
        scene.width = 200;
        scene.height = 3;
        scene.depth = 16;
        scene.world = (int)i;
        (void)snprintf(name, sizeof name, "%s, a sliver", rl_world_name(i));
        for (int n = 0; n < SUPPORT_PART(8); n++) {
            scene.seed = 800 + (i + (size_t)n) % 8;
            check_landscape(name, &scene, NO_LIMIT, &c);
        }
    }
}

/* Regions that once differed from the whole, found by trying many. */
static const struct found_region {
    const char *world, *mood;
    uint64_t seed;
    int width, height;
    window part;
    rl_extent edges;
    const char *print; /* NULL = none */
} found_regions[] = {
    /* a limb that ends in the first column of the part */
    {"savanna", "mist", 57717, 64, 60, {48, 36, 4, 15}, RL_EXTENT_LOOP, NULL},
    {"savanna", "savanna", 11401, 303, 3, {80, 0, 17, 3}, RL_EXTENT_PICTURE, NULL},
    /* a crest just above the part, whose line the part must not draw at its own top */
    {"hills", "golden", 12, 1280, 720, {700, 433, 120, 20}, RL_EXTENT_PICTURE, "woodblock"},
    {"hills", "golden", 12, 1280, 720, {700, 433, 120, 20}, RL_EXTENT_PICTURE, "ink"},
};

TEST_LOOP(region_found_by_chance_equals_that_part_of_the_whole,
          sizeof found_regions / sizeof found_regions[0])
{
    const struct found_region *found = &found_regions[_i];
    rl_scene scene;
    scene_of_seed(&scene, found->seed);
    scene.width = found->width;
    scene.height = found->height;
    scene.depth = 16;
    scene.extent = (int)found->edges;
    for (scene.world = 0; strcmp(rl_world_name((size_t)scene.world), found->world) != 0;)
        scene.world++;
    OK(rl_mood_apply(&scene, found->mood, &error));
    if (found->print != NULL)
        OK(rl_print_apply(&scene, found->print, &error));
    window all = {0, 0, scene.width, scene.height};
    uint8_t *whole = painted(found->world, &scene, all, RL_KERNELS_BEST, 1, NULL);
    check_part(found->world, &scene, all, whole, found->part, 1, NULL);
    free(whole);
}

TEST(region_of_any_scene_equals_that_part_of_the_whole)
{
    chance c = chance_from(20);
    for (int i = 0; i < SUPPORT_PART(60); i++) {
        rl_scene scene;
        char name[32];
        (void)snprintf(name, sizeof name, "random scene %d", i);
        quick_scene(&c, &scene);
        random_print(&c, &scene);
        scene.width = (int)chance_integer(&c, 1, i % 10 == 0 ? 900 : 240);
        scene.height = (int)chance_integer(&c, 1, i % 10 == 0 ? 600 : 160);
        scene.part_x = scene.part_y = scene.part_width = scene.part_height = 0;
        check_landscape(name, &scene, NO_LIMIT, &c);
    }
}
