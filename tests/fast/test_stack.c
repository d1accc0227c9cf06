/* test_stack.c - every public function works on a stack of 64 KiB.
 *
 * A thread works on memory of the test's own that is filled with one byte value; the
 * deepest byte that changed tells how far the stack went, and the page below it may not
 * be touched.  What a caller keeps (scenes, frames) is not on that stack.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "ridgeline-map.h"
#include "support/support.h"

#define STACK ((size_t)64 * 1024)
#define PAGE ((size_t)16 * 1024)  /* of any CPU that we know, or a multiple */
#define LIMIT ((size_t)52 * 1024) /* a promise of 64 KiB, less what sanitizers and others add */
#define UNTOUCHED 0xa5
#define SIDE 33

/* What the work below shares: no work has more than one at a time. */
typedef struct bench {
    rl_scene scene, other;
    rl_palette palette;
    rl_error error;
    rl_facts facts;
    rl_map_statistics statistics;
    rl_allocator *allocator;
    char text[16384];
    uint8_t rgb[SIDE * SIDE * 4 * 2];
    double heights[64];
    const char *setting; /* "KEY=VALUE KEY=VALUE" */
    size_t deepest;
    char deepest_of[80];
} bench;

typedef void work(bench *b);

typedef struct task {
    work *run;
    bench *bench;
    unsigned char *stack;
    size_t depth;
} task;

static void ok(bench *b, rl_status status)
{
    EXPECT_MSG(status == RL_OK, "%s", b->error.text);
}

/* ---- a thread with a small stack ----------------------------------------------------- */

static void *run_task(void *user)
{
    task *self = user;
    unsigned char mark;
    unsigned char *volatile here = &mark;
    self->run(self->bench);
    size_t low = 0;
    while (self->stack + low < here && self->stack[low] == UNTOUCHED)
        low++;
    self->depth = STACK - low;
    return NULL;
}

/* A sanitizer widens every frame: what it finds says nothing of the library. */
static int is_sanitized(void)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return 1;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) ||                         \
    __has_feature(thread_sanitizer) || __has_feature(undefined_behavior_sanitizer)
    return 1;
#else
    return 0;
#endif
#else
    return 0;
#endif
}

static void on_small_stack(bench *b, work *run, const char *name)
{
    if (is_sanitized())
        return;
    unsigned char *memory =
        mmap(NULL, PAGE + STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_attr_t attr;
    pthread_t thread;
    ck_assert(memory != MAP_FAILED && mprotect(memory, PAGE, PROT_NONE) == 0);
    task self = {run, b, memory + PAGE, 0};
    memset(self.stack, UNTOUCHED, STACK);
    ck_assert_int_eq(pthread_attr_init(&attr), 0);
    ck_assert_int_eq(pthread_attr_setstack(&attr, self.stack, STACK), 0);
    ck_assert_int_eq(pthread_create(&thread, &attr, run_task, &self), 0);
    ck_assert_int_eq(pthread_join(thread, NULL), 0);
    (void)pthread_attr_destroy(&attr);
    (void)munmap(memory, PAGE + STACK);
    EXPECT(self.depth >= 512); /* it did run there */
    EXPECT_MSG(self.depth <= LIMIT, "%s %s: %zu bytes of stack", name,
               b->setting != NULL ? b->setting : "", self.depth);
    if (self.depth <= b->deepest)
        return;
    b->deepest = self.depth;
    (void)snprintf(b->deepest_of, sizeof b->deepest_of, "%s %.50s", name,
                   b->setting != NULL ? b->setting : "");
}

#define ON_SMALL_STACK(b, run) on_small_stack(b, run, #run)

static bench *bench_new(void)
{
    bench *b = calloc(1, sizeof *b);
    ck_assert_ptr_nonnull(b);
    scene_init(&b->scene);
    b->scene.has_seed = 1;
    b->scene.seed = 5;
    return b;
}

static void bench_free(bench *b)
{
    if (getenv("STACK_SHOW") != NULL)
        (void)fprintf(stderr, "deepest: %zu bytes: %s\n", b->deepest, b->deepest_of);
    free(b);
}

/* Sets "KEY=VALUE KEY=VALUE ..." of a fresh scene; each is set on the small stack. */
static void set_all(bench *b)
{
    char word[128];
    int used = 0;
    scene_init(&b->scene);
    b->scene.has_seed = 1;
    b->scene.seed = 5;
    for (const char *at = b->setting; sscanf(at, "%127s%n", word, &used) == 1; at += used) {
        char *equals = strchr(word, '=');
        EXPECT(equals != NULL);
        *equals = '\0';
        ok(b, rl_scene_set(&b->scene, word, equals + 1, &b->error));
    }
}

/* ---- scenes and palettes -------------------------------------------------------------- */

static void read_and_write_scenes(bench *b)
{
    const char *name;
    size_t size;
    rl_sink *sink;
    for (size_t i = 0; (name = rl_scene_builtin_name(i)) != NULL; i++) {
        ok(b, rl_scene_builtin(&b->scene, name, &b->error));
        ok(b, rl_sink_to_memory(&sink, NULL, &b->error));
        ok(b, rl_scene_write(&b->scene, sink, &b->error));
        const char *text = rl_sink_bytes(sink, &size);
        ok(b, rl_scene_parse(&b->other, text, size, "x", &b->error));
        EXPECT(rl_scene_line(text, size, "ridge.1.kind") > 0);
        rl_sink_free(sink);
    }
    EXPECT(rl_scene_parse(&b->other, "[sky]\nhase = 1\n", 15, "x", &b->error) == RL_BAD_DATA);
    EXPECT(rl_scene_set(&b->other, "ridge.2.kidn", "x", &b->error) == RL_BAD_ARGUMENT);
    EXPECT(rl_scene_builtin(&b->other, "clasic", &b->error) == RL_BAD_ARGUMENT);
}

static void resolve_moods(bench *b)
{
    const char *mood;
    for (size_t i = 0; (mood = rl_mood_name(i)) != NULL; i++) {
        scene_init(&b->scene);
        ok(b, rl_mood_apply(&b->scene, mood, &b->error));
        ok(b, rl_scene_resolve(&b->scene, &b->error));
        scene_init(&b->scene);
        ok(b, rl_scene_set(&b->scene, "ridgeline.mood", mood, &b->error));
        b->scene.time = i % 2 ? 300 : RL_AUTO;
        ok(b, rl_scene_resolve(&b->scene, &b->error));
    }
    EXPECT(rl_mood_apply(&b->scene, "dwan", &b->error) == RL_BAD_ARGUMENT);
}

static void read_palettes(bench *b)
{
    const char *name;
    rl_palette_options options = {sizeof options, "sky=0-3,ridge=2-0", 0};
    rl_sink *sink;
    for (size_t i = 0; (name = rl_palette_builtin_name(i)) != NULL; i++)
        ok(b, rl_palette_builtin(&b->palette, name, &b->error));
    ok(b, rl_palette_parse(&b->palette, "112233\n445566\n778899\naabbcc\n", 28, "x", &options,
                           &b->error));
    EXPECT(rl_palette_parse(&b->palette, "JASC-PAL\n0100\n2\n1 2\n", 20, "x", NULL, &b->error) ==
           RL_BAD_DATA);
    static char hex[RL_MAX_COLOURS * 7 + 1]; /* as many colours as there may be */
    for (unsigned i = 0; i < RL_MAX_COLOURS; i++)
        (void)snprintf(hex + i * 7, 8, "%06x\n", i * 16127U);
    options.roles = "sky=0-1023,ridge=1023-0";
    ok(b, rl_palette_parse(&b->palette, hex, strlen(hex), "x", &options, &b->error));
    options.roles = "rigde.far=1";
    EXPECT(rl_palette_parse(&b->palette, hex, strlen(hex), "x", &options, &b->error) ==
           RL_BAD_ARGUMENT);
    for (int format = RL_PALETTE_GPL; format <= RL_PALETTE_JASC; format++) {
        ok(b, rl_sink_to_memory(&sink, NULL, &b->error));
        ok(b, rl_palette_write(&b->palette, (rl_palette_format)format, sink, &b->error));
        rl_sink_free(sink);
    }
}

TEST(scenes_and_palettes_need_less_than_64_kib_of_stack)
{
    bench *b = bench_new();
    ON_SMALL_STACK(b, read_and_write_scenes);
    ON_SMALL_STACK(b, resolve_moods);
    ON_SMALL_STACK(b, read_palettes);
    bench_free(b);
}

/* ---- pictures -------------------------------------------------------------------------- */

static void paint_layers(bench *b, const rl_frame *frame)
{
    rl_painter *painter;
    rl_layer layer = {.struct_size = sizeof layer};
    ok(b, rl_painter_new(&painter, frame, &b->error));
    for (int i = 0; i < rl_frame_layers(frame); i++) {
        ok(b, rl_frame_layer(frame, i, &layer, &b->error));
        ok(b, rl_painter_layer(painter, i, 0, 0, SIDE, SIDE, b->rgb, (size_t)SIDE * 4, &b->error));
        if (i == 0) {
            const uint8_t *row = b->rgb;
            rl_composite(&row, 1, SIDE, b->rgb + (size_t)SIDE * 4);
        }
    }
    rl_painter_free(painter);
}

/* libaom takes 128 KiB, as the manual says; other libraries may be missing in this build. */
static int is_missing(bench *b, const rl_format *format)
{
    rl_sink *sink;
    const rl_render_options options = {.struct_size = sizeof options, .format = format->name};
    if (format->quality == 0 || strcmp(format->name, RL_FORMAT_AVIF) == 0)
        return format->quality > 0;
    ok(b, rl_sink_to_memory(&sink, NULL, &b->error));
    rl_status status = rl_encode_rgb(b->rgb, 1, 1, &options, sink, &b->error);
    rl_sink_free(sink);
    return status == RL_CANNOT_CREATE;
}

static void render_formats(bench *b, const rl_frame *frame)
{
    int formats = 0;
    while (rl_format_at((size_t)formats) != NULL)
        formats++;
    for (int i = 0; i < formats + 2; i++) {
        const rl_format *known = rl_format_at((size_t)(i < formats ? i : 0));
        if ((known->is_film || known->quality > 0) && rl_frame_scene(frame)->depth != 8)
            continue;
        if (is_missing(b, known))
            continue;
        rl_render_options options = {.struct_size = sizeof options,
                                     .format = known->name,
                                     .threads = i % 3 + 1,
                                     .compress = i < formats ? 0 : i - formats + 1,
                                     .title = "a title",
                                     .description = "words"};
        rl_sink *sink;
        ok(b, rl_sink_to_memory(&sink, NULL, &b->error));
        ok(b, rl_render(frame, &options, sink, &b->error));
        size_t size;
        const void *bytes = rl_sink_bytes(sink, &size);
        rl_recipe recipe;
        if (strcmp(known->name, RL_FORMAT_PNG) == 0) {
            ok(b, rl_recipe_read(&recipe, bytes, size, "x", &b->error));
            ok(b, rl_scene_parse(&b->other, recipe.scene, recipe.scene_size, "x", &b->error));
        }
        rl_sink_free(sink);
    }
}

static void render_scene(bench *b)
{
    rl_view view = {.struct_size = sizeof view, .width = 64, .height = SIDE, .threads = 2};
    rl_frame *frame, *at;
    set_all(b);
    ok(b, rl_frame_new(&frame, &b->scene, &view, &b->error));
    ok(b, rl_frame_heights(frame, 0, 0, 64, b->heights, &b->error));
    b->facts.struct_size = sizeof b->facts;
    ok(b, rl_frame_facts(frame, &b->facts, &b->error));
    EXPECT(rl_frame_colours(frame, NULL) >= 0);
    if (rl_frame_scene(frame)->depth == 8)
        paint_layers(b, frame);
    ok(b, rl_frame_at(&at, frame, 0.25, &b->error));
    ok(b, rl_paint(at, 0, 1, b->rgb, sizeof b->rgb, &b->error));
    rl_frame_free(at);
    render_formats(b, frame);
    rl_frame_free(frame);
}

TEST(pictures_need_less_than_64_kib_of_stack)
{
    static const char *const settings[] = {
        "ridgeline.world=alpine ridgeline.mood=storm clouds.amount=1",
        "ridgeline.world=lake ridgeline.mood=aurora birds.count=7",
        "ridgeline.world=forest ridgeline.mood=mist fog.amount=1 trees.rows=8",
        "ridgeline.world=desert ridgeline.mood=desert",
        "ridgeline.world=dunes ridgeline.mood=mars output.depth=16",
        "ridgeline.world=misty ridgeline.mood=bloodmoon ridgeline.calm=left",
        "ridgeline.world=hills ridgeline.mood=vapor output.dither=blue output.edges=hard",
        "output.colours=16 ridgeline.mood=moonlight output.zoom=3",
        "output.colours=256 extent.kind=loop",
        "output.colours=2 ridgeline.mood=dusk",
        "extent.kind=loop ridgeline.world=lake ridgeline.mood=dawn extent.offset=-77",
        "extent.kind=endless ridgeline.world=forest ridgeline.mood=autumn",
        "land.slices=1 map.samples=33 pass.1.kind=voronoi pass.2.kind=perturb "
        "pass.3.kind=hydraulic pass.3.iterations=2 pass.4.kind=droplets pass.4.drops=50",
        "ridgeline.ridges=64",
        "ridge.1.kind=segment ridge.1.direction=perpendicular ridge.2.kind=fractal "
        "ridge.2.direction=perpendicular ridge.2.slope=0.5 ridge.3.kind=alps ridge.3.slope=0.5",
        "ridge.1.kind=mesa ridge.2.kind=dune ridge.3.kind=roll ridge.4.kind=hill "
        "ridge.5.kind=range "
        "ridge.5.swells=8 ridge.5.trees=1 ridge.1.strata=1",
    };
    bench *b = bench_new();
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        b->setting = settings[i];
        ON_SMALL_STACK(b, render_scene);
    }
    bench_free(b);
}

static void encode_pictures(bench *b)
{
    static const uint8_t colours[2 * 3] = {165, 165, 165, 0, 0, 0};
    rl_render_options options = {.struct_size = sizeof options, .threads = 1};
    rl_rgba_options layer = {.struct_size = sizeof layer, .zoom = 2};
    rl_animation_options moving = {
        .struct_size = sizeof moving, .width = SIDE, .height = SIDE, .frames = 2, .delay_ms = 40};
    rl_animation *animation;
    rl_sink *sink;
    memset(b->rgb, 165, sizeof b->rgb);
    ok(b, rl_sink_to_memory(&sink, NULL, &b->error));
    ok(b, rl_encode_rgb(b->rgb, SIDE, SIDE, &options, sink, &b->error));
    ok(b, rl_encode_rgba(b->rgb, (size_t)SIDE * 4, SIDE, SIDE, &layer, sink, &b->error));
    layer.colours = 2;
    layer.rgb = colours;
    ok(b, rl_encode_rgba(b->rgb, (size_t)SIDE * 4, SIDE, SIDE, &layer, sink, &b->error));
    ok(b, rl_animation_new(&animation, &moving, sink, NULL, &b->error));
    for (int i = 0; i < 2; i++) {
        b->rgb[100] = (uint8_t)i;
        ok(b, rl_animation_frame(animation, b->rgb, (size_t)SIDE * 3, &b->error));
    }
    ok(b, rl_animation_finish(animation, &b->error));
    rl_animation_free(animation);
    rl_sink_free(sink);
}

/* ---- maps -------------------------------------------------------------------------------- */

static int count_bytes(void *user, const void *bytes, size_t size)
{
    (void)bytes;
    *(size_t *)user += size;
    return 0;
}

static void write_heights(bench *b, const rl_map *map)
{
    const rl_format *format;
    for (size_t i = 0; (format = rl_height_format_at(i)) != NULL; i++) {
        rl_height_options options = {.struct_size = sizeof options, .format = format->name};
        rl_sink *sink;
        float *heights;
        int width, height;
        size_t size;
        ok(b, rl_sink_to_memory(&sink, NULL, &b->error));
        ok(b, rl_map_write(map, &options, sink, &b->error));
        const void *bytes = rl_sink_bytes(sink, &size);
        if (strstr("r16 pfm obj stl", format->name) == NULL) { /* these are not read */
            ok(b,
               rl_heights_read(&heights, &width, &height, bytes, size, "x", NULL, NULL, &b->error));
            rl_heights_free(heights, NULL);
        }
        rl_sink_free(sink);
    }
}

static void make_map(bench *b)
{
    rl_map_options options = {.struct_size = sizeof options, .threads = 1};
    rl_map *map;
    rl_sink *sink;
    size_t size = 0;
    set_all(b);
    b->scene.kind = 1;
    b->scene.width = b->scene.height = b->scene.map.wrap == 1 ? 64 : 65;
    ok(b, rl_map_new(&map, &b->scene, &options, &b->error));
    rl_map_measure(map, &b->statistics);
    ok(b, rl_sink_to_callback(&sink, count_bytes, &size, NULL, &b->error));
    static const char *const formats[] = {RL_FORMAT_PNG, RL_FORMAT_PPM, RL_FORMAT_PAM,
                                          RL_FORMAT_Y4M};
    for (int i = 0; i < 4; i++) {
        rl_render_options how = {.struct_size = sizeof how, .format = formats[i], .threads = i + 1};
        ok(b, rl_map_render(map, &how, sink, &b->error));
    }
    rl_sink_free(sink);
    write_heights(b, map);
    rl_map_free(map);
}

static void stream_and_fly(bench *b);

TEST(maps_need_less_than_64_kib_of_stack)
{
    bench *b = bench_new();
    char setting[400];
    for (int kind = 0; rl_pass_name(kind) != NULL; kind++) {
        const char *name = rl_pass_name(kind);
        (void)snprintf(setting, sizeof setting, "pass.1.kind=%s pass.2.kind=%s%s", name, name,
                       strstr(name, "droplets") != NULL ? " pass.1.drops=100 pass.2.drops=9"
                       : strstr(name, "mal") || strstr(name, "hyd")
                           ? (strstr(name, "normalise") ? "" : " pass.1.iterations=3")
                           : "");
        b->setting = setting;
        ON_SMALL_STACK(b, make_map);
    }
    static const char *const settings[] = {
        ("map.wrap=1 pass.1.kind=voronoi pass.1.weight=1 pass.1.c3=-1 pass.1.c8=1 "
         "pass.2.kind=perturb pass.2.dimensions=3"),
        "map.view=surface map.sea=0.3 map.method=midpoint map.blur=1 map.smoothed=1",
        "map.view=cells pass.1.kind=voronoi",
        "map.frame=1 map.contours=50 map.rivers=1 map.sea=0.2 map.noise=gauss",
        "tint.name=dusk map.exaggeration=20 map.shade=1",
    };
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        b->setting = settings[i];
        ON_SMALL_STACK(b, make_map);
    }
    b->setting = "ridgeline.kind=map";
    ON_SMALL_STACK(b, stream_and_fly);
    bench_free(b);
}

static void stream_and_fly(bench *b)
{
    static const char cpt[] = "0 10 20 30 1 40 50 60\nB 1 2 3\nF 4 5 6\n";
    rl_map_options options = {.struct_size = sizeof options, .threads = 1};
    rl_height_options heights = {.struct_size = sizeof heights, .format = RL_HEIGHTS_PNG16};
    rl_sink *sink;
    rl_map *map;
    rl_flight *flight;
    set_all(b);
    b->scene.width = b->scene.height = 9;
    ok(b, rl_tint_parse(&b->scene, cpt, sizeof cpt - 1, "x", &b->error));
    ok(b, rl_sink_to_memory(&sink, NULL, &b->error));
    ok(b, rl_map_stream(&b->scene, &options, &heights, sink, &b->error));
    rl_sink_free(sink);
    b->scene.width = b->scene.height = 65;
    ok(b, rl_map_new(&map, &b->scene, &options, &b->error));
    ok(b, rl_flight_new(&flight, map, &b->error));
    ok(b, rl_flight_frame(flight, 0.3, SIDE, SIDE, b->rgb, 2, &b->error));
    rl_flight_free(flight);
    rl_map_free(map);
}

/* ---- files --------------------------------------------------------------------------------- */

static void write_and_read_a_file(bench *b)
{
    char path[] = "/tmp/ridgeline-stack.XXXXXX";
    int fd = mkstemp(path);
    rl_sink *sink;
    void *bytes;
    size_t size;
    EXPECT(fd >= 0);
    ok(b, rl_sink_to_fd(&sink, fd, "x", NULL, &b->error));
    ok(b, rl_sink_write(sink, "abc", 3, &b->error));
    ok(b, rl_sink_commit(sink, &b->error));
    rl_sink_free(sink);
    ok(b, rl_sink_to_file(&sink, path, NULL, &b->error));
    ok(b, rl_sink_write(sink, "abcd", 4, &b->error));
    ok(b, rl_sink_commit(sink, &b->error));
    rl_sink_free(sink);
    ok(b, rl_file_read(&bytes, &size, path, 100, NULL, &b->error));
    EXPECT(size == 4);
    rl_file_free(bytes, NULL);
    EXPECT(remove(path) == 0);
    EXPECT(rl_file_read(&bytes, &size, path, 100, NULL, &b->error) == RL_NO_INPUT);
    EXPECT(rl_sink_to_file(&sink, "/nowhere/x", NULL, &b->error) == RL_CANNOT_CREATE);
}

TEST(files_need_less_than_64_kib_of_stack)
{
    bench *b = bench_new();
    ON_SMALL_STACK(b, encode_pictures);
    ON_SMALL_STACK(b, write_and_read_a_file);
    bench_free(b);
}
