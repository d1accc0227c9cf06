/* test_heap.c - every call of the caller's allocator fails once, and from then on.
 *
 * Each job uses a part of the public contract and writes what came out into a sink of its
 * own.  With a fault it must say RL_NO_MEMORY, or do without and write the very same bytes;
 * either way nothing that was taken may be kept, and no object may come out half made.
 */
#include "ridgeline-map.h"
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What a job works with.  `out` takes from malloc, so it never fails. */
typedef struct workplace {
    const rl_allocator *allocator;
    rl_sink *out;
    rl_error error;
} workplace;

typedef struct job {
    const char *name;
    rl_status (*run)(workplace *at, const struct job *the);
    const char *what; /* a scene text, a file, a name */
    int number;       /* a format, a count of threads */
} job;

/* ---- frames and what is made of them ---------------------------------------- */

/* Plants take memory some thousand times: one job has a few of them. */
#define NO_PLANTS "[trees]\nheight = 0\n[hero]\nheight = 0\n[ground]\ngrass = 0\nflowers = 0\n"
#define BARE "[ridgeline]\nscene = 1\nseed = 5\nridges = 1\n" NO_PLANTS
#define LOOP                                                                                       \
    "[ridgeline]\nscene = 1\nseed = 5\nridges = 3\nworld = lake\n[world]\nkind = loop\n" NO_PLANTS
#define WOODS                                                                                      \
    "[ridgeline]\nscene = 1\nseed = 5\nridges = 1\nworld = forest\n[trees]\nspecies = spruce\n"    \
    "[hero]\nheight = 0\n[ground]\ngrass = 0\nflowers = 0\n"
#define RICH                                                                                       \
    "[ridgeline]\nscene = 1\nseed = 5\nridges = 4\nworld = lake\n[stars]\namount = 1\n"            \
    "[aurora]\namount = 0.8\n[birds]\ncount = 5\n[moon]\nshow = 1\n[clouds]\namount = 0.5\n"       \
    "[fog]\namount = 0.5\n" NO_PLANTS

#define IN(place) "[ridgeline]\nscene = 1\nseed = 5\nridges = 3\nworld = " place "\n" NO_PLANTS

static void scene_of(rl_scene *scene, const char *text)
{
    scene_init(scene);
    OK(rl_scene_parse(scene, text, strlen(text), "test", &error));
}

static rl_status frame_of(workplace *at, const char *text, int threads, rl_frame **frame)
{
    rl_scene scene;
    rl_view view = {.struct_size = sizeof view,
                    .width = 64,
                    .height = 20,
                    .threads = threads,
                    .keep_bytes = 100000,
                    .allocator = at->allocator};
    scene_of(&scene, text);
    rl_status status = rl_frame_new(frame, &scene, &view, &at->error);
    EXPECT(status == RL_OK || *frame == NULL);
    return status;
}

static rl_status render(workplace *at, const job *the)
{
    rl_frame *frame = NULL;
    rl_render_options how = {.struct_size = sizeof how,
                             .format = rl_format_at((size_t)(the->number % 10))->name,
                             .threads = the->number / 10 % 10,
                             .compress = the->number / 100,
                             .title = "heap",
                             .description = "words"};
    rl_status status = frame_of(at, the->what, how.threads, &frame);
    if (status == RL_OK)
        status = rl_render(frame, &how, at->out, &at->error);
    rl_frame_free(frame);
    return status;
}

static rl_status prepared(workplace *at, const job *the)
{
    rl_frame *frame = NULL;
    rl_status status = frame_of(at, the->what, the->number / 10, &frame);
    rl_frame_free(frame);
    return status;
}

static rl_status facts(workplace *at, const job *the)
{
    rl_frame *frame = NULL, *later = NULL;
    rl_facts told = {.struct_size = sizeof told};
    uint8_t row[64 * 3];
    rl_status status = frame_of(at, the->what, 1, &frame);
    if (status == RL_OK)
        status = rl_frame_at(&later, frame, 0.25, &at->error);
    EXPECT(status == RL_OK || later == NULL);
    if (status == RL_OK)
        status = rl_frame_facts(later, &told, &at->error);
    if (status == RL_OK)
        status = rl_paint(later, 3, 1, row, sizeof row, &at->error);
    if (status == RL_OK)
        status = rl_sink_write(at->out, row, sizeof row, &at->error);
    if (status == RL_OK)
        status = rl_sink_write(at->out, &told.sky, sizeof told.sky, &at->error);
    rl_frame_free(later);
    rl_frame_free(frame);
    return status;
}

static rl_status paint_layers(workplace *at, rl_frame *frame, rl_painter *painter)
{
    uint8_t rgba[20 * 64 * 4];
    rl_status status = RL_OK;
    for (int i = 0; i < rl_frame_layers(frame) && status == RL_OK; i++) {
        rl_layer layer = {.struct_size = sizeof layer};
        status = rl_frame_layer(frame, i, &layer, &at->error);
        if (status == RL_OK)
            status = rl_painter_layer(painter, i, 0, 0, 64, 20, rgba, (size_t)64 * 4, &at->error);
        if (status == RL_OK)
            status = rl_sink_write(at->out, rgba, sizeof rgba, &at->error);
    }
    return status;
}

static rl_status layers(workplace *at, const job *the)
{
    rl_frame *frame = NULL;
    rl_painter *painter = NULL;
    rl_status status = frame_of(at, the->what, 1, &frame);
    if (status == RL_OK)
        status = rl_painter_new(&painter, frame, &at->error);
    EXPECT(status == RL_OK || painter == NULL);
    if (status == RL_OK)
        status = paint_layers(at, frame, painter);
    rl_painter_free(painter);
    rl_frame_free(frame);
    return status;
}

/* ---- pictures of the caller's own --------------------------------------------- */

static uint8_t pixels[32 * 16 * 4];

static void pixels_make(void)
{
    for (size_t i = 0; i < sizeof pixels; i++)
        pixels[i] = (uint8_t)((i / 4 % 4 * 85) | (i % 4 == 3 ? 255 : 0));
}

/* The encoder's memory is that of the sink. */
static rl_status to_memory(workplace *at, const job *the,
                           rl_status (*write)(workplace *at, const job *the, rl_sink *sink))
{
    rl_sink *sink = NULL;
    size_t size;
    rl_status status = rl_sink_to_memory(&sink, at->allocator, &at->error);
    EXPECT(status == RL_OK || sink == NULL);
    if (status == RL_OK)
        status = write(at, the, sink);
    if (status == RL_OK)
        status = rl_sink_commit(sink, &at->error);
    if (status == RL_OK) {
        const void *bytes = rl_sink_bytes(sink, &size);
        status = rl_sink_write(at->out, bytes, size, &at->error);
    }
    rl_sink_free(sink);
    return status;
}

static rl_status write_rgb(workplace *at, const job *the, rl_sink *sink)
{
    rl_render_options how = {.struct_size = sizeof how, .compress = the->number};
    pixels_make();
    return rl_encode_rgb(pixels, 32, 16, &how, sink, &at->error);
}

static rl_status encode_rgb(workplace *at, const job *the)
{
    return to_memory(at, the, write_rgb);
}

static rl_status write_rgba(workplace *at, const job *the, rl_sink *sink)
{
    static const uint8_t grey[] = {0, 0, 0, 85, 85, 85, 170, 170, 170, 255, 255, 255};
    rl_rgba_options how = {.struct_size = sizeof how, .colours = the->number, .zoom = 2};
    how.rgb = grey;
    pixels_make();
    return rl_encode_rgba(pixels, (size_t)32 * 4, 32, 16, &how, sink, &at->error);
}

static rl_status encode_rgba(workplace *at, const job *the)
{
    return to_memory(at, the, write_rgba);
}

static rl_status animation(workplace *at, const job *the)
{
    rl_animation *made = NULL;
    rl_animation_options how = {.struct_size = sizeof how,
                                .width = 32,
                                .height = 16,
                                .frames = the->number,
                                .delay_ms = 40,
                                .title = "heap",
                                .recipe = the->what};
    pixels_make();
    rl_status status = rl_animation_new(&made, &how, at->out, at->allocator, &at->error);
    EXPECT(status == RL_OK || made == NULL);
    for (int i = 0; i < the->number && status == RL_OK; i++) {
        pixels[(size_t)i * 50] ^= 255;
        status = rl_animation_frame(made, pixels, (size_t)32 * 3, &at->error);
    }
    if (status == RL_OK)
        status = rl_animation_finish(made, &at->error);
    rl_animation_free(made);
    return status;
}

/* ---- maps ---------------------------------------------------------------------- */

#define SMALL_MAP "[ridgeline]\nscene = 1\nseed = 3\nkind = map\n[output]\nsize = 5x5\n"
#define MAP "[ridgeline]\nscene = 1\nseed = 3\nkind = map\n[output]\nsize = 17x17\n"

static rl_status map_of(workplace *at, rl_scene *scene, int threads, rl_map **map)
{
    rl_map_options how = {
        .struct_size = sizeof how, .threads = threads, .allocator = at->allocator};
    rl_status status = rl_map_new(map, scene, &how, &at->error);
    EXPECT(status == RL_OK || *map == NULL);
    return status;
}

static rl_status render_map(workplace *at, rl_scene *scene, int threads, const char *format)
{
    rl_map *map = NULL;
    rl_render_options how = {.struct_size = sizeof how, .format = format, .threads = threads};
    rl_status status = map_of(at, scene, threads, &map);
    if (status == RL_OK)
        status = rl_map_render(map, &how, at->out, &at->error);
    rl_map_free(map);
    return status;
}

static rl_status map(workplace *at, const job *the)
{
    rl_scene scene;
    scene_of(&scene, the->what);
    return render_map(at, &scene, the->number, RL_FORMAT_PNG);
}

/* A pass of kind number / 10 by number % 10 threads, made short. */
static rl_status pass(workplace *at, const job *the)
{
    rl_scene scene;
    char text[256];
    int kind = the->number / 10;
    int is_slow = kind >= RL_PASS_THERMAL && kind <= RL_PASS_HYDRAULIC_FAST;
    (void)snprintf(text, sizeof text, MAP "[pass 1]\nkind = %s\n%s", rl_pass_name(kind),
                   is_slow                    ? "iterations = 3\n"
                   : kind == RL_PASS_DROPLETS ? "drops = 20\n"
                                              : "");
    scene_of(&scene, text);
    return render_map(at, &scene, the->number % 10, RL_FORMAT_PPM);
}

static rl_status heights(workplace *at, const job *the)
{
    rl_map *made = NULL;
    rl_scene scene;
    rl_height_options how = {.struct_size = sizeof how,
                             .format = rl_height_format_at((size_t)the->number)->name};
    scene_of(&scene, MAP);
    rl_status status = map_of(at, &scene, 1, &made);
    if (status == RL_OK)
        status = rl_map_write(made, &how, at->out, &at->error);
    rl_map_free(made);
    return status;
}

static rl_status stream(workplace *at, const job *the)
{
    rl_scene scene;
    rl_map_options of = {.struct_size = sizeof of, .threads = 1, .allocator = at->allocator};
    rl_height_options how = {.struct_size = sizeof how,
                             .format = rl_height_format_at((size_t)the->number)->name};
    scene_of(&scene, MAP "[map]\nraw = 1\n");
    return rl_map_stream(&scene, &of, &how, at->out, &at->error);
}

static rl_status flight(workplace *at, const job *the)
{
    static uint8_t rgb[16 * 32 * 3];
    rl_map *made = NULL;
    rl_flight *over = NULL;
    rl_scene scene;
    scene_of(&scene, MAP "[map]\nwrap = 1\n");
    scene.width = scene.height = 16;
    rl_status status = map_of(at, &scene, 1, &made);
    if (status == RL_OK)
        status = rl_flight_new(&over, made, &at->error);
    EXPECT(status == RL_OK || over == NULL);
    if (status == RL_OK)
        status = rl_flight_frame(over, 0.3, 32, 16, rgb, the->number, &at->error);
    if (status == RL_OK)
        status = rl_sink_write(at->out, rgb, sizeof rgb, &at->error);
    rl_flight_free(over);
    rl_map_free(made);
    return status;
}

/* ---- readers -------------------------------------------------------------------- */

/* The file of heights that is read is made without a fault. */
static rl_status read_heights(workplace *at, const job *the)
{
    workplace free_of_faults = {.allocator = NULL};
    must_be_ok(rl_sink_to_memory(&free_of_faults.out, NULL, &at->error), &at->error);
    must_be_ok(heights(&free_of_faults, the), &free_of_faults.error);
    size_t size;
    const void *bytes = rl_sink_bytes(free_of_faults.out, &size);
    float *read = NULL;
    int width, height;
    rl_status status = rl_heights_read(&read, &width, &height, bytes, size, "test", NULL,
                                       at->allocator, &at->error);
    EXPECT(status == RL_OK || read == NULL);
    if (status == RL_OK)
        status = rl_sink_write(at->out, read, sizeof *read * 17 * 17, &at->error);
    rl_heights_free(read, at->allocator);
    rl_sink_free(free_of_faults.out);
    return status;
}

static void path_of(char path[512])
{
    const char *folder = getenv("TMPDIR");
    (void)snprintf(path, 512, "%.400s/rl-heap-%ld", folder != NULL ? folder : "/tmp",
                   (long)getpid());
}

static rl_status write_words(rl_sink *sink, workplace *at)
{
    rl_status status = rl_sink_write(sink, "words", 5, &at->error);
    if (status == RL_OK)
        status = rl_sink_commit(sink, &at->error);
    return status;
}

/* A file is written and read again; without memory there is none. */
static rl_status file(workplace *at, const job *the)
{
    char path[512];
    rl_sink *sink = NULL;
    void *bytes = NULL;
    size_t size = 0;
    (void)the;
    path_of(path);
    (void)unlink(path);
    rl_status status = rl_sink_to_file(&sink, path, at->allocator, &at->error);
    EXPECT(status == RL_OK || sink == NULL);
    if (status == RL_OK)
        status = write_words(sink, at);
    rl_sink_free(sink);
    EXPECT((access(path, F_OK) == 0) == (status == RL_OK));
    if (status == RL_OK)
        status = rl_file_read(&bytes, &size, path, 100, at->allocator, &at->error);
    EXPECT(status == RL_OK || bytes == NULL);
    if (status == RL_OK)
        status = rl_sink_write(at->out, bytes, size, &at->error);
    rl_file_free(bytes, at->allocator);
    (void)unlink(path);
    return status;
}

static rl_status descriptor(workplace *at, const job *the)
{
    int ends[2];
    char got[5] = {0};
    rl_sink *sink = NULL;
    (void)the;
    EXPECT(pipe(ends) == 0);
    rl_status status = rl_sink_to_fd(&sink, ends[1], "pipe", at->allocator, &at->error);
    EXPECT(status == RL_OK || sink == NULL);
    if (status == RL_OK)
        status = write_words(sink, at);
    if (status == RL_OK && read(ends[0], got, sizeof got) == (ssize_t)sizeof got)
        status = rl_sink_write(at->out, got, sizeof got, &at->error);
    rl_sink_free(sink);
    (void)close(ends[0]);
    (void)close(ends[1]);
    return status;
}

static int pass_on(void *user, const void *bytes, size_t size)
{
    return rl_sink_write(user, bytes, size, NULL) == RL_OK ? 0 : 1;
}

static rl_status callback(workplace *at, const job *the)
{
    rl_sink *sink = NULL;
    (void)the;
    rl_status status = rl_sink_to_callback(&sink, pass_on, at->out, at->allocator, &at->error);
    EXPECT(status == RL_OK || sink == NULL);
    if (status == RL_OK)
        status = write_words(sink, at);
    rl_sink_free(sink);
    return status;
}

static rl_status write_texts(workplace *at, const job *the, rl_sink *sink)
{
    rl_scene scene;
    rl_palette palette;
    (void)the;
    scene_of(&scene, RICH);
    must_be_ok(rl_scene_resolve(&scene, &at->error), &at->error);
    must_be_ok(rl_palette_builtin(&palette, "dusk", &at->error), &at->error);
    rl_status status = rl_scene_write(&scene, sink, &at->error);
    if (status == RL_OK)
        status = rl_palette_write(&palette, RL_PALETTE_GPL, sink, &at->error);
    return status;
}

static rl_status texts(workplace *at, const job *the)
{
    return to_memory(at, the, write_texts);
}

/* ---- all of them ------------------------------------------------------------------ */

enum { PNG, JPG, WEBP, AVIF, JXL, PPM, PAM, Y4M, HASH }; /* as rl_format_at has them */

static const job jobs[] = {
    {"render png", render, RICH, PNG + 10},
    {"render png, two threads", render, RICH, PNG + 20},
    {"render png, fast", render, RICH, PNG + 10 + 100 * RL_COMPRESS_FAST},
    {"render png, small", render, RICH, PNG + 20 + 100 * RL_COMPRESS_SMALL},
    {"render ppm", render, RICH, PPM + 10},
    {"render pam", render, BARE "[output]\ndepth = 16\n", PAM + 20},
    {"render y4m", render, BARE, Y4M + 10},
    {"render hash", render, RICH, HASH + 10},
    {"render pixel art", render, BARE "[output]\ncolours = 8\nzoom = 2\n", PNG + 20},
    {"render inks", render, BARE "[output]\ninks = acep7\nzoom = 2\n", PNG + 20},
    {"render forest", render, WOODS, PPM + 10},
    {"render dunes", render, "[ridgeline]\nscene = 1\nseed = 2\nworld = dunes\n", PPM + 10},
    {"render slices", render,
     "[ridgeline]\nscene = 1\nseed = 2\n[ridge 1]\nkind = slice\n" NO_PLANTS, PPM + 10},
    {"prepare bay", prepared, IN("bay"), 10},
    {"prepare canyon", prepared, IN("canyon"), 10},
    {"prepare city", prepared, IN("city"), 20},
    {"prepare sea of clouds", prepared, IN("cloudsea") "[sky]\ncumulus = bank\n", 10},
    {"prepare farmland", prepared, IN("farmland"), 10},
    {"prepare storm", prepared, IN("coast") "[weather]\nlightning = 1\nrain = 1\n", 20},
    {"prepare volcano", prepared, IN("volcano") "[plume]\nlava = 1\n", 10},
    {"facts", facts, RICH, 0},
    {"layers", layers, LOOP, 0},
    {"encode rgb", encode_rgb, NULL, RL_COMPRESS_DEFAULT},
    {"encode rgb, small", encode_rgb, NULL, RL_COMPRESS_SMALL},
    {"encode rgba", encode_rgba, NULL, 0},
    {"encode rgba, colours", encode_rgba, NULL, 4},
    {"animation", animation, "recipe", 3},
    {"map", map, MAP, 1},
    {"map, two threads", map, MAP, 2},
    {"map, frame", map, MAP "[map]\nframe = 1\ncontours = 200\nrivers = 0.8\n", 1},
    {"map, surface", map, SMALL_MAP "[map]\nview = surface\n", 2},
    {"map, cells", map, MAP "[map]\nview = cells\n[pass 1]\nkind = voronoi\n", 1},
    {"flight", flight, NULL, 2},
    {"file", file, NULL, 0},
    {"descriptor", descriptor, NULL, 0},
    {"callback", callback, NULL, 0},
    {"texts", texts, NULL, 0},
};

enum { JOBS = sizeof jobs / sizeof *jobs };

/* Runs a job with a fault; returns how often it asked for memory. */
static long try(const job *the, long fail_at, int goes_on, rl_status *status, rl_sink **out)
{
    counted_memory memory;
    workplace at = {.allocator = &memory.allocator};
    counted_memory_init(&memory, fail_at);
    memory.goes_on = goes_on;
    must_be_ok(rl_sink_to_memory(&at.out, NULL, &at.error), &at.error);
    *status = the->run(&at, the);
    *out = at.out;
    EXPECT_MSG(memory.live == 0, "%s, call %ld: %ld pieces are left", the->name, fail_at,
               memory.live);
    EXPECT_MSG(*status == RL_OK || at.error.text[0] != '\0', "%s, call %ld: no word", the->name,
               fail_at);
    EXPECT_MSG(*status == RL_OK || *status == RL_NO_MEMORY, "%s, call %ld: status %d: %s",
               the->name, fail_at, (int)*status, at.error.text);
    return memory.calls;
}

/* Of the jobs with the rich frame the first tries what preparing it takes; the others begin
 * where that ends. */
static long first_call(const job *the)
{
    static const job prepare = {"prepare", prepared, RICH, 10};
    rl_status status;
    rl_sink *out;
    if (the == jobs || the->what == NULL || strcmp(the->what, RICH) != 0)
        return 1;
    long calls = try(&prepare, 0, 0, &status, &out);
    rl_sink_free(out);
    return calls + 1;
}

static void try_at(const job *the, long fail_at, int goes_on, rl_sink *whole)
{
    rl_status status;
    rl_sink *out;
    size_t size, whole_size;
    (void)try(the, fail_at, goes_on, &status, &out);
    if (status == RL_OK) {
        const void *bytes = rl_sink_bytes(out, &size), *all = rl_sink_bytes(whole, &whole_size);
        EXPECT_MSG(size == whole_size && memcmp(bytes, all, size) == 0, "%s, call %ld: other bytes",
                   the->name, fail_at);
    }
    rl_sink_free(out);
}

#define FEW_CALLS 60 /* of a job whose calls all fail, also in `make check` */

static void try_all(const job *the)
{
    rl_status status;
    rl_sink *whole;
    long calls = try(the, 0, 0, &status, &whole);
    EXPECT_MSG(status == RL_OK && calls > 0, "%s: status %d, %ld calls", the->name, (int)status,
               calls);
    /* Each call fails once; in `make brute` both alone and with all that follow it.  Jobs with
     * plants ask thousands of times at the same few places: about 500 of these calls fail here.
     * The step is odd, so that both kinds of failure take turns. */
    long step = SUPPORT_ALL || calls <= FEW_CALLS ? 1 : ((SUPPORT_SHARE + 1) / 2 + calls / 500) | 1;
    for (long fail_at = first_call(the); fail_at <= calls; fail_at += step) {
        try_at(the, fail_at, (int)(fail_at & 1), whole);
        if (SUPPORT_ALL)
            try_at(the, fail_at, !(fail_at & 1), whole);
    }
    rl_sink_free(whole);
}

TEST_LOOP(job_failing_at_any_allocation_leaks_nothing, JOBS)
{
    try_all(&jobs[_i]);
}

TEST_LOOP(map_pass_failing_at_any_allocation_leaks_nothing, RL_PASS_VOLCANO + 1)
{
    job of = {rl_pass_name(_i), pass, NULL, _i * 10 + 1};
    try_all(&of);
    of.number++;
    try_all(&of);
}

TEST_LOOP(encoder_failing_at_any_allocation_leaks_nothing, 5)
{
    const job write = {"heights", heights, NULL, _i}, flow = {"stream", stream, NULL, _i};
    const job read = {"heights read", read_heights, NULL, _i};
    try_all(&write);
    const char *name = rl_height_format_at((size_t)_i)->name;
    if (strcmp(name, RL_HEIGHTS_PFM) != 0) /* which begins with the bottom row */
        try_all(&flow);
    if (strcmp(name, RL_HEIGHTS_R16) != 0 && strcmp(name, RL_HEIGHTS_PFM) != 0)
        try_all(&read);
}
