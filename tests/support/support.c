/* support.c - see tests/support/support.h. */
#include "support/support.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/text.h"
#include "ridge/family.h"
#include "ridgeline-map.h"

/* ---- chance --------------------------------------------------------------- */

chance chance_from(uint64_t seed)
{
    chance c = {hash_key(seed, 77), 0};
    return c;
}

uint64_t chance_bits(chance *c)
{
    return hash_at(c->key, 0, c->next++);
}

int64_t chance_integer(chance *c, int64_t low, int64_t high)
{
    return low + (int64_t)(chance_bits(c) % ((uint64_t)(high - low) + 1));
}

double chance_real(chance *c, double low, double high)
{
    return low + (high - low) * hash_unit(chance_bits(c));
}

int kernels_count(void)
{
    return (int)cpu_choose(RL_KERNELS_BEST) + 1;
}

/* ---- memory --------------------------------------------------------------- */

static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;

static void *counted_alloc(void *user, size_t size_bytes)
{
    counted_memory *memory = user;
    pthread_mutex_lock(&counting);
    long call = ++memory->calls;
    int fails = call == memory->fail_at || (memory->goes_on && call > memory->fail_at);
    void *block = fails ? NULL : malloc(size_bytes > 0 ? size_bytes : 1);
    memory->live += block != NULL;
    pthread_mutex_unlock(&counting);
    return block;
}

static void counted_free(void *user, void *block)
{
    counted_memory *memory = user;
    pthread_mutex_lock(&counting);
    memory->live -= block != NULL;
    pthread_mutex_unlock(&counting);
    free(block);
}

void counted_memory_init(counted_memory *memory, long fail_at)
{
    rl_allocator allocator = {counted_alloc, counted_free, memory};
    memory->allocator = allocator;
    memory->calls = memory->live = 0;
    memory->fail_at = fail_at;
    memory->goes_on = 0;
}

int counted_memory_next(counted_memory *memory)
{
    if (memory->fail_at > 0) {
        EXPECT_MSG(memory->live == 0, "call %ld fails: %ld blocks are left", memory->fail_at,
                   memory->live);
        if (memory->calls < memory->fail_at)
            return 0;
    }
    counted_memory_init(memory, memory->fail_at + 1);
    return 1;
}

void must_tell_fault(const counted_memory *memory, rl_status status)
{
    rl_status wanted = memory->calls < memory->fail_at ? RL_OK : RL_NO_MEMORY;
    EXPECT_MSG(status == wanted, "call %ld of %ld fails: status %d", memory->fail_at, memory->calls,
               (int)status);
}

int take_until(void *user, const void *bytes, size_t size)
{
    (void)bytes;
    size_t *left = user;
    int fits = size <= *left;
    *left -= fits ? size : *left;
    return fits ? 0 : 5;
}

/* ---- scenes --------------------------------------------------------------- */

void must_be_ok(rl_status status, const rl_error *why)
{
    ck_assert_msg(status == RL_OK, "status %d: %s", (int)status, why->text);
    ck_assert_str_eq(why->text, "");
}

void scene_of_seed(rl_scene *scene, uint64_t seed)
{
    scene_init(scene);
    scene->has_seed = 1;
    scene->seed = seed;
}

char *scene_text(const rl_scene *scene)
{
    rl_sink *sink;
    OK(rl_sink_to_memory(&sink, NULL, &error));
    OK(rl_scene_write(scene, sink, &error));
    size_t size;
    const char *bytes = rl_sink_bytes(sink, &size);
    char *text = malloc(size + 1);
    ck_assert_ptr_nonnull(text);
    memcpy(text, bytes, size);
    text[size] = '\0';
    rl_sink_free(sink);
    return text;
}

static void random_real(chance *c, const scene_key *key, char *text)
{
    double value = key->min;
    switch (chance_integer(c, 0, 5)) {
    case 0:
        break;
    case 1:
        value = key->max;
        break;
    case 2: /* the smallest step inside an end */
        value = text_round(key->min + 1e-9);
        break;
    default:
        value = chance_real(c, key->min, key->max);
    }
    text_from_real(text, value);
}

static int count_names(const scene_key *key)
{
    int count = 0;
    while (key_word(key, (size_t)count) != NULL)
        count++;
    return count;
}

static void random_colour(chance *c, char *text)
{
    (void)snprintf(text, KEYS_VALUE_SIZE, "#%06x", (unsigned)chance_integer(c, 0, 0xffffff));
}

static void random_integer(chance *c, const scene_key *key, char *text)
{
    int64_t low = (int64_t)key->min;
    int64_t high = (int64_t)key->max;
    int64_t value = chance_integer(c, 0, 3) == 0 ? low : chance_integer(c, low, high);
    if (key->names != NULL) { /* the only numbers that it may have */
        strcpy(text, key->names[chance_integer(c, 0, 1)]);
        return;
    }
    (void)snprintf(text, KEYS_VALUE_SIZE, "%d", (int)value);
}

/* The name of a palette or a mood. */
static void random_name(chance *c, const scene_key *key, char *text)
{
    const char *(*name_of)(size_t) =
        strcmp(key->path, "ridgeline.mood") == 0 ? rl_mood_name : rl_palette_builtin_name;
    size_t count = 0;
    while (name_of(count) != NULL)
        count++;
    const char *name = name_of((size_t)chance_integer(c, 0, (int64_t)count - 1));
    (void)snprintf(text, KEYS_VALUE_SIZE, "%s", name);
}

void random_value(chance *c, const scene_key *key, char text[KEYS_VALUE_SIZE])
{
    int width = (int)chance_integer(c, 1, RL_MAX_SIDE / 2);
    if (key->has_auto && !keys_in(key, "tint") && chance_integer(c, 0, 5) == 0) {
        strcpy(text, "auto");
        return;
    }
    switch (key->kind) {
    case KEY_REAL:
        random_real(c, key, text);
        return;
    case KEY_NAME:
        strcpy(text, key_word(key, (size_t)chance_integer(c, 0, count_names(key) - 1)));
        return;
    case KEY_SET:
        text[0] = '\0';
        for (int names = (int)chance_integer(c, 1, 4); names > 0; names--) {
            strcat(text, key_word(key, (size_t)chance_integer(c, 0, count_names(key) - 1)));
            strcat(text, names > 1 ? " " : "");
        }
        return;
    case KEY_STOP:
        if (keys_in(key, "tint")) {
            (void)snprintf(text, KEYS_VALUE_SIZE, "%d%s #%06x", (int)chance_integer(c, 0, 1),
                           chance_integer(c, 0, 1) ? "m" : "", (unsigned)chance_bits(c) & 0xffffff);
            return;
        }
        if (keys_in(key, "map")) { /* thousandths, as texts have no exponents */
            (void)snprintf(text, KEYS_VALUE_SIZE, "0.%03d 0.%03d %d.%03d",
                           (int)chance_integer(c, 1, 999), (int)chance_integer(c, 1, 999),
                           (int)chance_integer(c, 0, 3), (int)chance_integer(c, 1, 999));
            return;
        }
        random_colour(c, text);
        return;
    case KEY_COLOUR:
        random_colour(c, text);
        return;
    case KEY_TEXT:
        random_name(c, key, text);
        return;
    case KEY_SEED:
        (void)snprintf(text, KEYS_VALUE_SIZE, "%llu", (unsigned long long)chance_bits(c));
        return;
    case KEY_TIME: {
        int minutes = (int)chance_integer(c, 0, 1440);
        (void)snprintf(text, KEYS_VALUE_SIZE, "%02d:%02d", minutes / 60 % 100, minutes % 60);
        return;
    }
    case KEY_OFFSET:
        (void)snprintf(text, KEYS_VALUE_SIZE, "%lld", (long long)chance_bits(c));
        return;
    case KEY_SIZE: /* no smaller than any region below */
        (void)snprintf(text, KEYS_VALUE_SIZE, "%dx%d",
                       width % ((int)key->max / 2) + (int)key->max / 2, (int)key->max);
        return;
    case KEY_REGION:
        (void)snprintf(text, KEYS_VALUE_SIZE, "%dx1+%d+%d", width,
                       (int)chance_integer(c, 0, RL_MAX_SIDE / 2 - width),
                       (int)chance_integer(c, 0, RL_MAX_SIDE - 1));
        return;
    default:
        random_integer(c, key, text);
    }
}

static void set_or_fail(rl_scene *scene, const char *key, const char *value)
{
    OK(rl_scene_set(scene, key, value, &error));
}

/* Sets a key by its path; N in it is a number of the ridge or stop. */
static void set_key(chance *c, rl_scene *scene, const scene_key *key, int number)
{
    char value[KEYS_VALUE_SIZE];
    char path[64];
    random_value(c, key, value);
    if (keys_in(key, "ridge"))
        (void)snprintf(path, sizeof path, "ridge.%d.%s", number, key_name(key));
    else if (keys_in(key, "pass"))
        (void)snprintf(path, sizeof path, "pass.%d.%s", number, key_name(key));
    else if (key->kind == KEY_STOP)
        (void)snprintf(path, sizeof path, "%.*s%d", (int)strlen(key->path) - 1, key->path, number);
    else
        (void)snprintf(path, sizeof path, "%s", key->path);
    set_or_fail(scene, path, value);
}

/* No outline is that of every tile, nor beside given corners; a map that joins others has no
 * outline, and does not wrap. */
static void open_shape(rl_scene *scene)
{
    int is_open = scene->map.wrap != 1;
    for (int i = 0; i < 4; i++)
        is_open &= scene->map.corner[i] == RL_AUTO;
    if (scene->map.wrap == 1)
        scene->map.edge_seed = scene->map.tile_x = scene->map.tile_y = RL_AUTO;
    if (scene->map.wrap == 1)
        scene->map.zoom = 0;
    int joins = scene->map.edge_seed != RL_AUTO || scene->map.tile_x != RL_AUTO ||
                scene->map.tile_y != RL_AUTO || scene->map.zoom > 0;
    for (int i = 0; i < 4 && joins; i++)
        scene->map.corner[i] = scene->map.corner[0];
    if (!is_open || joins)
        scene->map.shape = RL_AUTO;
    if (joins && scene->map.preset == RL_PRESET_ROUGHNESS_COEFFICIENT)
        scene->map.preset = RL_AUTO; /* its corners differ */
}

/* Ridges of own heights have some; those beyond the most profiles are of another kind. */
static void give_profiles(rl_scene *scene, int ridges)
{
    static const char heights[] = "0 300 2500 9999 4000 4100 7000 100";
    int own = ridge_family_with(RIDGE_OF_PROFILE), given = 0;
    int *const kinds[] = {&scene->composition.far, &scene->composition.middle,
                          &scene->composition.near};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        *kinds[i] = *kinds[i] == own ? RL_AUTO : *kinds[i];
    for (int i = 0; i < ridges; i++) {
        if (scene->ridge[i].kind != own)
            continue;
        if (given == RL_MAX_PROFILES) {
            scene->ridge[i].kind = RL_AUTO;
            continue;
        }
        scene->profile[given] =
            (rl_profile){i + 1, {heights, sizeof heights - 1 - 5 * (size_t)given, "x"}};
        given++;
    }
}

void random_scene(chance *c, int share, rl_scene *scene)
{
    scene_init(scene);
    int ridges = (int)chance_integer(c, 1, chance_integer(c, 0, 9) == 0 ? RL_MAX_RIDGES : 8);
    char count[16];
    (void)snprintf(count, sizeof count, "%d", ridges);
    set_or_fail(scene, "ridgeline.ridges", count);
    KEYS_EACH(walk)
    {
        const scene_key *key = walk.key;
        if (!keys_is_used(scene, &walk, 0) || strcmp(key->path, "ridgeline.kind") == 0 ||
            keys_in(key, "pass")) /* of passes: random_map */
            continue;
        int times = keys_in(key, "ridge") ? ridges : key->kind == KEY_STOP ? (int)key->max : 1;
        if (key->kind == KEY_STOP)
            times = (int)chance_integer(c, 0, times);
        for (int n = 1; n <= times; n++)
            if (key->kind != KEY_COUNT && chance_integer(c, 0, 99) < share)
                set_key(c, scene, key, n);
    }
    if (scene->map.wrap == 1) /* a tile's side is a power of two */
        scene->map.samples = RL_AUTO;
    open_shape(scene);
    give_profiles(scene, ridges);
    if (scene->inks > 0) /* inks are all the colours that there are */
        scene->colours = RL_AUTO;
    if (scene->colours > 0 || scene->inks > 0) /* few colours are 8 bits */
        scene->depth = RL_AUTO;
    for (int i = 0; i < ridges; i++) { /* a segment runs from left to right */
        rl_ridge *ridge = &scene->ridge[i];
        if (ridge->start_x != RL_AUTO && ridge->start_x >= 0.0)
            ridge->start_x = -1000.0;
        if (ridge->end_x != RL_AUTO && ridge->end_x <= 0.0)
            ridge->end_x = 1000.0;
        if (ridge->end_x != RL_AUTO && ridge->start_x == RL_AUTO)
            ridge->start_x = -1.0;
        if (ridge->start_x != RL_AUTO && ridge->end_x == RL_AUTO)
            ridge->end_x = 1.0;
    }
}

void random_map(chance *c, int share, rl_scene *scene)
{
    scene_init(scene);
    set_or_fail(scene, "ridgeline.kind", "map");
    int passes = (int)chance_integer(c, 0, chance_integer(c, 0, 9) == 0 ? RL_MAX_PASSES : 4);
    for (int n = 1; n <= passes; n++) { /* the kind decides which keys there are */
        char path[64];
        (void)snprintf(path, sizeof path, "pass.%d.kind", n);
        set_or_fail(scene, path, rl_pass_name((int)chance_integer(c, 0, RL_PASS_VOLCANO)));
    }
    KEYS_EACH(walk)
    {
        const scene_key *key = walk.key;
        if (strcmp(key->path, "ridgeline.kind") == 0 || strcmp(key->path, "pass.N.kind") == 0)
            continue;
        int times = keys_in(key, "pass") ? passes : key->kind == KEY_STOP ? 5 : 1;
        for (int n = 1; n <= times; n++)
            if (keys_is_used(scene, &walk, n - 1) && chance_integer(c, 0, 99) < share)
                set_key(c, scene, key, n);
    }
    open_shape(scene);
}

static int maybe(chance *c, int most)
{
    return chance_integer(c, 0, 2) == 0 ? RL_AUTO : (int)chance_integer(c, 0, most);
}

static void quick_ridge(chance *c, rl_ridge *ridge)
{
    ridge->kind = maybe(c, RL_RIDGE_SEGMENT);
    ridge->noise = maybe(c, RL_NOISE_GAUSS);
    ridge->decay = maybe(c, RL_DECAY_LOGARITHMIC);
    ridge->direction = chance_integer(c, 0, 5) == 0 ? RL_DIRECTION_PERPENDICULAR : RL_AUTO;
    if (chance_integer(c, 0, 3) == 0)
        ridge->roughness = text_round(chance_real(c, -1.0, 0.8));
    if (chance_integer(c, 0, 3) == 0)
        ridge->spacing = text_round(chance_real(c, 0.05, 2.0));
    if (chance_integer(c, 0, 3) == 0)
        ridge->amplitude = text_round(chance_real(c, 0.0, 0.8));
    if (chance_integer(c, 0, 5) == 0)
        ridge->period = (int)chance_integer(c, 1, 9);
    if (chance_integer(c, 0, 3) == 0)
        ridge->colour = (rl_colour)chance_integer(c, 0, 0xffffff);
}

void quick_scene(chance *c, rl_scene *scene)
{
    scene_init(scene);
    scene->has_seed = 1;
    scene->seed = chance_bits(c);
    scene->dither = maybe(c, RL_DITHER_BLUE);
    scene->edges = maybe(c, RL_EDGES_HARD);
    scene->scale = maybe(c, RL_SCALE_HEIGHT);
    scene->depth = chance_integer(c, 0, 3) == 0 ? 16 : 8;
    if (chance_integer(c, 0, 2) == 0)
        scene->haze = chance_integer(c, 0, 1) == 0 ? 0.0 : text_round(chance_real(c, 0.0, 1.0));
    if (chance_integer(c, 0, 2) == 0)
        scene->mist = chance_integer(c, 0, 1) == 0 ? 0.0 : text_round(chance_real(c, 0.0, 1.0));
    if (chance_integer(c, 0, 2) == 0)
        scene->sun_radius = chance_integer(c, 0, 1) == 0 ? 0.0 : 0.2;
    if (chance_integer(c, 0, 2) == 0)
        scene->sun_y = text_round(chance_real(c, -0.2, 1.2));
    if (chance_integer(c, 0, 2) == 0)
        scene->sun_bloom = 0.0;
    scene->ridge_count = chance_integer(c, 0, 1) == 0 ? RL_AUTO : (int)chance_integer(c, 1, 12);
    for (int i = 0; i < 12; i++)
        quick_ridge(c, &scene->ridge[i]);
}

void random_print(chance *c, rl_scene *scene)
{
    int prints = 0;
    while (rl_print_name((size_t)prints) != NULL)
        prints++;
    int print = (int)chance_integer(c, 1, 2 * prints); /* the first of the list is none */
    if (print < prints)
        OK(rl_print_apply(scene, rl_print_name((size_t)print), &error));
}

/* ---- pictures ------------------------------------------------------------- */

rl_frame *new_part(const rl_scene *scene, int width, int height, int x, int y, int part_width,
                   int part_height)
{
    rl_view view = {.struct_size = sizeof view,
                    .width = width,
                    .height = height,
                    .x = x,
                    .y = y,
                    .part_width = part_width,
                    .part_height = part_height};
    rl_frame *frame;
    OK(rl_frame_new(&frame, scene, &view, &error));
    return frame;
}

rl_frame *new_frame(const rl_scene *scene, int width, int height)
{
    return new_part(scene, width, height, 0, 0, 0, 0);
}

static int part_width(const rl_scene *scene)
{
    return scene->part_width > 0 ? scene->part_width : scene->width;
}

static int part_height(const rl_scene *scene)
{
    return scene->part_height > 0 ? scene->part_height : scene->height;
}

picture picture_paint(const rl_frame *frame)
{
    const rl_scene *scene = rl_frame_scene(frame);
    picture p = {part_width(scene), part_height(scene), NULL};
    size_t samples = (size_t)p.width * (size_t)p.height * 3;
    p.sample = malloc(samples * sizeof *p.sample);
    ck_assert_ptr_nonnull(p.sample);
    size_t bytes = scene->depth == 16 ? 2 : 1;
    OK(rl_paint(frame, 0, p.height, p.sample, (size_t)p.width * 3 * bytes, &error));
    if (bytes == 1) { /* spread the bytes from the end: nothing is overwritten */
        const unsigned char *byte = (const unsigned char *)p.sample;
        for (size_t i = samples; i-- > 0;)
            p.sample[i] = byte[i];
    }
    return p;
}

picture picture_of(const rl_scene *scene, int width, int height)
{
    rl_frame *frame = new_frame(scene, width, height);
    picture p = picture_paint(frame);
    rl_frame_free(frame);
    return p;
}

void picture_free(picture *p)
{
    free(p->sample);
    p->sample = NULL;
}

/* ---- maps and sinks --------------------------------------------------------- */

rl_map *map_of_scene(const rl_scene *scene)
{
    rl_map_options options = {.struct_size = sizeof options, .threads = 2};
    rl_map *map;
    OK(rl_map_new(&map, scene, &options, &error));
    return map;
}

void expect_streamed(const rl_scene *scene, const rl_height_options *how, const char *what)
{
    rl_map_options options = {.struct_size = sizeof options, .threads = 1};
    rl_sink *sinks[2] = {memory_sink(), memory_sink()};
    rl_map *map = map_of_scene(scene);
    size_t sizes[2];
    OK(rl_map_write(map, how, sinks[0], &error));
    OK(rl_map_stream(scene, &options, how, sinks[1], &error));
    const void *whole = rl_sink_bytes(sinks[0], &sizes[0]);
    const void *streamed = rl_sink_bytes(sinks[1], &sizes[1]);
    EXPECT_MSG(sizes[0] == sizes[1] && memcmp(whole, streamed, sizes[0]) == 0, "%s, %s, %dx%d",
               what, how->format, scene->width, scene->height);
    rl_map_free(map);
    rl_sink_free(sinks[0]);
    rl_sink_free(sinks[1]);
}

rl_sink *memory_sink(void)
{
    rl_sink *sink;
    OK(rl_sink_to_memory(&sink, NULL, &error));
    return sink;
}
