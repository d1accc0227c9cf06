/* many_scenes.c - sixteen scenes, each alone, then all at once in sixteen threads.
 *
 * many_scenes [png] [alone]: every job prepares a frame with two threads, renders it with
 * two, tells its facts, paints its layers and what they make together, takes the heights
 * of its ridges, turns its scene to text and back, stops one preparation and one rendering
 * by their callbacks, and renders one frame that all threads share.  Map jobs apply every
 * pass, render, write heights and fly.  What comes out must be equal, alone and at once.
 * `png` renders to PNG, too; `alone` leaves the threads out.
 *
 * For ThreadSanitizer and MemorySanitizer (see tests/proofs/sanitizers.sh), which report to
 * standard error what they see.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ridgeline-map.h"
#include "scene/keys.h"

enum { WIDE = 256, HIGH = 144, MAP_SIDE = 65, LAYERS_MOST = RL_MAX_RIDGES + 2 };

/* A mood, or "" and keys to set, behind each other. */
static const char *const scenes[][6] = {
    {"", "ridgeline.seed=1"},
    {"moonlight", "ridgeline.seed=3", "moon.phase=0.3", "extent.kind=loop", "extent.phase=0.2"},
    {"aurora", "ridgeline.seed=45", "ridgeline.world=lake", "output.dither=blue"},
    {"vapor", "ridgeline.seed=7", "ridgeline.world=alpine", "output.dither=bayer"},
    {"dawn", "ridgeline.seed=14", "ridgeline.world=alpine", "extent.kind=loop"},
    {"emerald", "ridgeline.seed=16", "ridgeline.world=forest", "extent.kind=endless"},
    {"desert", "ridgeline.seed=8", "ridgeline.world=desert", "output.dither=none"},
    {"ember", "ridgeline.seed=9", "ridgeline.world=misty", "clouds.amount=0.6", "birds.count=5"},
    {"ink", "ridgeline.seed=17", "ridgeline.world=misty", "fog.amount=0.8", "output.edges=hard"},
    {"winter", "ridgeline.seed=5", "ridgeline.world=dunes", "extent.kind=loop"},
    {"dusk", "ridgeline.seed=13", "ridgeline.world=lake", "output.colours=16"},
    {"", "ridgeline.seed=4", "land.slices=1", "map.samples=65", "extent.kind=loop"},
    {"mars", "ridgeline.seed=2", "output.depth=16", "ridge.1.kind=fractal"},
    {"", "ridgeline.seed=3", "ridgeline.kind=map"},
    {"", "ridgeline.seed=4", "ridgeline.kind=map", "map.method=midpoint", "map.noise=gauss"},
    {"", "ridgeline.seed=5", "ridgeline.kind=map", "map.wrap=1", "map.smoothed=1"},
};
enum { JOBS = sizeof scenes / sizeof scenes[0] };

/* Every pass, gently: name and a key that shortens it. */
static const char *const passes[][2] = {
    {"voronoi", "pass.1.points=3"},
    {"perturb", "pass.2.magnitude=0.1"},
    {"thermal", "pass.3.iterations=4"},
    {"thermal-fast", "pass.4.iterations=4"},
    {"thermal-inverted", "pass.5.iterations=4"},
    {"hydraulic", "pass.6.iterations=6"},
    {"hydraulic-fast", "pass.7.iterations=6"},
    {"droplets", "pass.8.drops=300"},
    {"normalise", "pass.9.low=0.1"},
    {"combine", "pass.10.op=multiply"},
    {"gullies", "pass.11.octaves=4"},
};

typedef struct job {
    int index;
    int png;
    const rl_frame *shared;
    uint64_t sum; /* of all that came out */
} job;

static void must(const job *j, rl_status status, rl_status wanted, const rl_error *error)
{
    if (status == wanted)
        return;
    (void)fprintf(stderr, "many_scenes: scene %d: status %d, wanted %d: %s\n", j->index,
                  (int)status, (int)wanted, error->text);
    exit(1);
}

/* FNV-1a: a branch for each byte would hide from MemorySanitizer, so the sum is used
 * by the final comparison. */
static void add(job *j, const void *bytes, size_t size)
{
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < size; i++)
        j->sum = (j->sum ^ byte[i]) * UINT64_C(0x100000001b3);
}

static void add_sink(job *j, rl_sink *sink)
{
    size_t size;
    const void *bytes = rl_sink_bytes(sink, &size);
    add(j, bytes, size);
    rl_sink_free(sink);
}

static rl_sink *memory_sink(const job *j)
{
    rl_sink *sink;
    rl_error error;
    must(j, rl_sink_to_memory(&sink, NULL, &error), RL_OK, &error);
    return sink;
}

static int go_on(void *user, int rows_done, int rows_total)
{
    return rows_done > rows_total || user == NULL;
}

static int stop(void *user, int rows_done, int rows_total)
{
    return user != NULL && rows_done <= rows_total;
}

static int stop_map(void *user, const char *what, double done)
{
    return user != NULL && what != NULL && done >= 0.0;
}

static void set(const job *j, rl_scene *scene, const char *key_value)
{
    char key[64];
    rl_error error;
    size_t length = strcspn(key_value, "=");
    memcpy(key, key_value, length);
    key[length] = '\0';
    must(j, rl_scene_set(scene, key, key_value + length + 1, &error), RL_OK, &error);
}

static void scene_make(const job *j, rl_scene *scene)
{
    rl_error error;
    scene_init(scene);
    for (int k = 1; k < 6 && scenes[j->index][k] != NULL; k++)
        set(j, scene, scenes[j->index][k]);
    if (scenes[j->index][0][0] != '\0')
        must(j, rl_mood_apply(scene, scenes[j->index][0], &error), RL_OK, &error);
}

/* To text and back: the same text again. */
static void text_round(job *j, const rl_scene *scene)
{
    rl_error error;
    rl_scene back;
    size_t size;
    rl_sink *text = memory_sink(j), *again = memory_sink(j);
    must(j, rl_scene_write(scene, text, &error), RL_OK, &error);
    const void *bytes = rl_sink_bytes(text, &size);
    scene_init(&back);
    must(j, rl_scene_parse(&back, bytes, size, "text", &error), RL_OK, &error);
    must(j, rl_scene_write(&back, again, &error), RL_OK, &error);
    add_sink(j, again);
    add_sink(j, text);
}

static void render(job *j, const rl_frame *frame, const char *format)
{
    rl_error error;
    rl_render_options options = {.struct_size = sizeof options,
                                 .format = format,
                                 .threads = 2,
                                 .progress = go_on,
                                 .user = j};
    rl_sink *sink = memory_sink(j);
    must(j, rl_render(frame, &options, sink, &error), RL_OK, &error);
    add_sink(j, sink);
    options.progress = stop;
    sink = memory_sink(j);
    must(j, rl_render(frame, &options, sink, &error), RL_CANCELLED, &error);
    rl_sink_free(sink);
}

static void facts(job *j, const rl_frame *frame)
{
    rl_error error;
    rl_facts told = {.struct_size = sizeof told};
    must(j, rl_frame_facts(frame, &told, &error), RL_OK, &error);
    const double of[] = {told.sky,       told.land, told.water, told.land_y,
                         told.disc_seen, told.snow, told.trees};
    add(j, of, sizeof of);
    for (int i = 0; i < told.sights; i++)
        add(j, &told.sight[i].amount, sizeof told.sight[i].amount);
    add(j, told.kinds, sizeof told.kinds);
    add(j, &told.all, sizeof told.all);
}

/* Each layer, then all of them laid over each other. */
static void layers(job *j, const rl_frame *frame)
{
    rl_error error;
    rl_painter *painter;
    enum { ROW = 4 * WIDE };
    int count = rl_frame_layers(frame);
    uint8_t *rgba = malloc((size_t)count * HIGH * ROW), rgb[3 * WIDE];
    const uint8_t *row[LAYERS_MOST];
    if (rgba == NULL)
        exit(1);
    must(j, rl_painter_new(&painter, frame, &error), RL_OK, &error);
    for (int i = 0; i < count; i++) {
        rl_layer layer = {.struct_size = sizeof layer};
        must(j, rl_frame_layer(frame, i, &layer, &error), RL_OK, &error);
        add(j, layer.name, strlen(layer.name));
        must(j,
             rl_painter_layer(painter, i, 0, 0, WIDE, HIGH, rgba + (size_t)i * HIGH * ROW, ROW,
                              &error),
             RL_OK, &error);
    }
    add(j, rgba, (size_t)count * HIGH * ROW);
    for (int y = 0; y < HIGH; y++) {
        for (int i = 0; i < count; i++)
            row[i] = rgba + ((size_t)i * HIGH + (size_t)y) * ROW;
        rl_composite(row, count, WIDE, rgb);
        add(j, rgb, sizeof rgb);
    }
    rl_painter_free(painter);
    free(rgba);
}

static void picture(job *j, const rl_scene *scene)
{
    rl_error error;
    rl_frame *frame, *later;
    double heights[WIDE];
    rl_view view = {.struct_size = sizeof view,
                    .width = WIDE,
                    .height = HIGH,
                    .threads = 2,
                    .progress = stop,
                    .user = j};
    rl_status status = rl_frame_new(&frame, scene, &view, &error);
    if (status == RL_OK)
        rl_frame_free(frame); /* it was ready before it asked */
    else
        must(j, status, RL_CANCELLED, &error);
    view.progress = go_on;
    must(j, rl_frame_new(&frame, scene, &view, &error), RL_OK, &error);
    must(j, rl_frame_at(&later, frame, 0.75, &error), RL_OK, &error);
    render(j, frame, RL_FORMAT_HASH);
    render(j, frame, RL_FORMAT_PAM);
    render(j, later, RL_FORMAT_HASH);
    if (j->png)
        render(j, frame, RL_FORMAT_PNG);
    facts(j, frame);
    if (rl_frame_scene(frame)->depth == 8)
        layers(j, frame);
    must(j, rl_frame_heights(frame, 0, 0, WIDE, heights, &error), RL_OK, &error);
    add(j, heights, sizeof heights);
    text_round(j, rl_frame_scene(frame));
    rl_frame_free(later);
    rl_frame_free(frame);
}

static void map(job *j, rl_scene *scene)
{
    static const char *const formats[] = {RL_HEIGHTS_ASC, RL_HEIGHTS_PFM, RL_HEIGHTS_R16,
                                          RL_HEIGHTS_PGM};
    rl_error error;
    rl_map *made;
    rl_flight *flight;
    uint8_t rgb[64 * 36 * 3];
    scene->width = scene->height = MAP_SIDE - (scene->map.wrap == 1);
    for (size_t i = 0; i < sizeof passes / sizeof passes[0]; i++) {
        char key[64];
        (void)snprintf(key, sizeof key, "pass.%d.kind=%s", (int)i + 1, passes[i][0]);
        set(j, scene, key);
        set(j, scene, passes[i][1]);
    }
    rl_map_options options = {
        .struct_size = sizeof options, .threads = 2, .progress = stop_map, .user = j};
    must(j, rl_map_new(&made, scene, &options, &error), RL_CANCELLED, &error);
    options.progress = NULL;
    must(j, rl_map_new(&made, scene, &options, &error), RL_OK, &error);
    const rl_render_options paint = {
        .struct_size = sizeof paint, .format = RL_FORMAT_HASH, .threads = 2};
    rl_sink *sink = memory_sink(j);
    must(j, rl_map_render(made, &paint, sink, &error), RL_OK, &error);
    add_sink(j, sink);
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        const rl_height_options heights = {.struct_size = sizeof heights, .format = formats[i]};
        sink = memory_sink(j);
        must(j, rl_map_write(made, &heights, sink, &error), RL_OK, &error);
        add_sink(j, sink);
    }
    must(j, rl_flight_new(&flight, made, &error), RL_OK, &error);
    must(j, rl_flight_frame(flight, 0.3, 64, 36, rgb, 2, &error), RL_OK, &error);
    add(j, rgb, sizeof rgb);
    text_round(j, rl_map_scene(made));
    rl_flight_free(flight);
    rl_map_free(made);
}

static void *run(void *user)
{
    job *j = user;
    rl_scene scene;
    j->sum = UINT64_C(0xcbf29ce484222325);
    scene_make(j, &scene);
    if (scene.kind == 1)
        map(j, &scene);
    else
        picture(j, &scene);
    render(j, j->shared, RL_FORMAT_HASH);
    return NULL;
}

int main(int argc, char **argv)
{
    int png = 0, alone = 0, differing = 0;
    for (int i = 1; i < argc; i++) {
        png |= strcmp(argv[i], "png") == 0;
        alone |= strcmp(argv[i], "alone") == 0;
    }
    rl_error error;
    rl_scene scene;
    rl_frame *shared;
    const rl_view view = {.struct_size = sizeof view, .width = WIDE, .height = HIGH};
    job one[JOBS], all[JOBS];
    pthread_t thread[JOBS];
    scene_init(&scene);
    scene.seed = 77;
    if (rl_frame_new(&shared, &scene, &view, &error) != RL_OK)
        return 1;
    for (int i = 0; i < JOBS; i++) {
        one[i] = all[i] = (job){.index = i, .png = png, .shared = shared};
        run(&one[i]);
    }
    for (int i = 0; i < JOBS && !alone; i++)
        if (pthread_create(&thread[i], NULL, run, &all[i]) != 0)
            return 1;
    for (int i = 0; i < JOBS && !alone; i++)
        (void)pthread_join(thread[i], NULL);
    for (int i = 0; i < JOBS; i++) {
        int equal = alone || one[i].sum == all[i].sum;
        differing += !equal;
        (void)printf("scene %d %016llx%s\n", i, (unsigned long long)one[i].sum,
                     equal ? "" : " alone, another at once");
    }
    rl_frame_free(shared);
    return differing == 0 ? 0 : 1;
}
