/* inside_png.c - the encoders alone: pixels wait in memory, bytes are counted and dropped. */
#include "inside.h"

#include <stdio.h>
#include <stdlib.h>

#include "ridgeline-map.h"
#include "scene/keys.h"
#include "seeds.h"

enum { WIDE = 3840, HIGH = 2160 };

static int count_bytes(void *user, const void *bytes, size_t size)
{
    (void)bytes;
    *(size_t *)user += size;
    return 0;
}

static rl_render_options options_of(int compress)
{
    rl_render_options options = {.struct_size = sizeof options,
                                 .format = RL_FORMAT_PNG,
                                 .metadata = RL_METADATA_NONE,
                                 .compress = compress,
                                 .threads = 1};
    return options;
}

/* ---- pictures --------------------------------------------------------------------------- */

static rl_frame *frame_of(const rl_scene *scene)
{
    rl_frame *frame;
    rl_error error = {RL_OK, ""};
    rl_view view = {.struct_size = sizeof view, .width = WIDE, .height = HIGH};
    inside_ok(rl_frame_new(&frame, scene, &view, &error), &error);
    return frame;
}

static void paint(uint8_t *pixels, const rl_scene *scene)
{
    rl_error error = {RL_OK, ""};
    rl_frame *frame = frame_of(scene);
    inside_ok(rl_paint(frame, 0, HIGH, pixels, WIDE * 3, &error), &error);
    rl_frame_free(frame);
}

static void encode(const uint8_t *pixels, rl_sink *sink)
{
    rl_error error = {RL_OK, ""};
    rl_render_options options = options_of(RL_COMPRESS_DEFAULT);
    inside_ok(rl_encode_rgb(pixels, WIDE, HIGH, &options, sink, &error), &error);
}

static void check_encoded(const reference_picture *p)
{
    rl_sink *sink;
    rl_error error = {RL_OK, ""};
    size_t size;
    inside_ok(rl_sink_to_memory(&sink, NULL, &error), &error);
    encode(p->pixels, sink);
    const void *bytes = rl_sink_bytes(sink, &size);
    inside_check(reference_png_equal(p, bytes, size), "libpng reads other pixels in our PNG");
    rl_sink_free(sink);
}

/* Seconds of CPU. */
static double encode_time(const uint8_t *pixels, size_t *size)
{
    rl_sink *sink;
    rl_error error = {RL_OK, ""};
    *size = 0;
    double begin = inside_cpu();
    inside_ok(rl_sink_to_callback(&sink, count_bytes, size, NULL, &error), &error);
    encode(pixels, sink);
    rl_sink_free(sink);
    return inside_cpu() - begin;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

/* One turn: the middle of three of ours, as libpng's takes many times as long.  Returns
 * libpng's bytes. */
static size_t encode_pair(const reference_picture *p, const char *cpu_key, const char *bytes_key)
{
    double ours[3];
    size_t size;
    for (int i = 0; i < 3; i++)
        ours[i] = encode_time(p->pixels, &size);
    qsort(ours, 3, sizeof ours[0], ascending);
    double begin = inside_cpu();
    size_t theirs = reference_png_size(p);
    inside_say(cpu_key, MS * ours[1], MS * (inside_cpu() - begin));
    inside_say(bytes_key, (double)size / 1e3, (double)theirs / 1e3);
    return theirs;
}

/* ---- jobs ---------------------------------------------------------------------------------- */

static void gradient5_run(const reference_picture *p, uint8_t *pixels, int pairs)
{
    rl_scene scene;
    rl_error error = {RL_OK, ""};
    scene_init(&scene);
    inside_ok(rl_scene_builtin(&scene, "gradient5", &error), &error);
    inside_ok(rl_scene_set(&scene, "output.dither", "bayer", &error), &error);
    paint(pixels, &scene);
    check_encoded(p);
    for (int i = 0; i < pairs; i++)
        (void)encode_pair(p, "bayer.cpu", "bayer.bytes");
}

/* The smallest form works on two threads, and only its bytes count here. */
static void small_run(const rl_scene *scene, size_t theirs)
{
    rl_sink *sink;
    rl_error error = {RL_OK, ""};
    size_t size = 0;
    rl_render_options options = options_of(RL_COMPRESS_SMALL);
    options.threads = 2;
    rl_frame *frame = frame_of(scene);
    inside_ok(rl_sink_to_callback(&sink, count_bytes, &size, NULL, &error), &error);
    inside_ok(rl_render(frame, &options, sink, &error), &error);
    rl_sink_free(sink);
    rl_frame_free(frame);
    inside_say("small.bytes", (double)size / 1e3, (double)theirs / 1e3);
}

/* zlib's best takes seconds a picture: of every fourth seed unless all pairs are asked. */
void inside_png(int pairs)
{
    uint8_t *pixels = inside_memory((size_t)WIDE * HIGH * 3);
    reference_picture p = {WIDE, HIGH, 3, 8, pixels};
    gradient5_run(&p, pixels, pairs);
    int step = pairs > 7 ? 1 : 4;
    if (step > 1)
        printf("# --compress small is tried on every fourth of the seeds; with PAIRS=8 on all\n");
    for (int i = 0; i < SEEDS_BARE; i++) {
        rl_scene scene;
        scene_init(&scene);
        scene.has_seed = 1;
        scene.seed = (uint64_t)seeds_all[i];
        paint(pixels, &scene);
        check_encoded(&p);
        size_t theirs = encode_pair(&p, "png.cpu", "png.bytes");
        if (i % step == 0)
            small_run(&scene, theirs);
    }
    free(pixels);
}

/* ---- heights --------------------------------------------------------------------------------- */

enum { SIDE = 4096 };

static size_t write_map(const rl_map *map, const char *format, rl_sink *sink)
{
    rl_error error = {RL_OK, ""};
    size_t size = 0;
    rl_height_options options = {
        .struct_size = sizeof options, .format = format, .metadata = RL_METADATA_NONE};
    inside_ok(rl_map_write(map, &options, sink, &error), &error);
    (void)rl_sink_bytes(sink, &size);
    return size;
}

static double heights_time(const rl_map *map, size_t *size)
{
    rl_sink *sink;
    rl_error error = {RL_OK, ""};
    *size = 0;
    double begin = inside_cpu();
    inside_ok(rl_sink_to_callback(&sink, count_bytes, size, NULL, &error), &error);
    (void)write_map(map, RL_HEIGHTS_PNG16, sink);
    rl_sink_free(sink);
    return inside_cpu() - begin;
}

static rl_map *map_new(void)
{
    rl_scene scene;
    rl_map *map;
    rl_error error = {RL_OK, ""};
    rl_map_options options = {.struct_size = sizeof options, .threads = 2};
    scene_init(&scene);
    scene.kind = 1;
    scene.has_seed = 1;
    scene.seed = 7;
    scene.width = scene.height = SIDE;
    inside_ok(rl_map_new(&map, &scene, &options, &error), &error);
    return map;
}

/* Ours begins with floats, the reference with the 16 bits that they become: a PGM of the
 * same map holds them. */
void inside_heights(int pairs)
{
    rl_sink *pgm;
    rl_sink *png;
    rl_error error = {RL_OK, ""};
    rl_map *map = map_new();
    inside_ok(rl_sink_to_memory(&pgm, NULL, &error), &error);
    inside_ok(rl_sink_to_memory(&png, NULL, &error), &error);
    size_t size = write_map(map, RL_HEIGHTS_PGM, pgm);
    size_t png_size = write_map(map, RL_HEIGHTS_PNG16, png);
    const uint8_t *samples = rl_sink_bytes(pgm, &size);
    reference_picture p = {SIDE, SIDE, 1, 16, samples + size - (size_t)SIDE * SIDE * 2};
    inside_check(reference_png_equal(&p, rl_sink_bytes(png, &png_size), png_size),
                 "libpng reads other heights in our PNG");
    for (int i = 0; i < (pairs + 2) / 3; i++) {
        double ours = heights_time(map, &size);
        double begin = inside_cpu();
        size_t theirs = reference_png_size(&p);
        inside_say("heights.cpu", MS * ours, MS * (inside_cpu() - begin));
        inside_say("heights.bytes", (double)size / 1e3, (double)theirs / 1e3);
    }
    rl_sink_free(pgm);
    rl_sink_free(png);
    rl_map_free(map);
}
