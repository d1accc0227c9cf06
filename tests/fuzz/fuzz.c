/* fuzz.c - what the harnesses share; see fuzz.h. */
#include "fuzz/fuzz.h"
#include "ridgeline-map.h"

#include <zlib.h>

_Noreturn void fuzz_broken(const char *file, int line, const char *rule)
{
    fprintf(stderr, "%s:%d: broken: %s\n", file, line, rule);
    fflush(stderr);
    abort();
}

/* ---- rules -------------------------------------------------------------- */

/* The length of the UTF-8 character at `s`, 0 when there is none. */
static size_t character(const unsigned char *s, size_t size, uint32_t *point)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = s[0] < 0x80 ? 1 : s[0] < 0xC0 ? 0 : s[0] < 0xE0 ? 2 : s[0] < 0xF0 ? 3 : 4;
    if (length == 0 || length > size || s[0] > 0xF4)
        return 0;
    *point = length == 1 ? s[0] : s[0] & (0xFFU >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        if ((s[i] & 0xC0) != 0x80)
            return 0;
        *point = *point << 6 | (s[i] & 0x3FU);
    }
    return *point >= least[length] && *point <= 0x10FFFF ? length : 0;
}

int fuzz_line_is_plain(const char *text, size_t size)
{
    const unsigned char *s = (const unsigned char *)text;
    for (size_t at = 0, length; at < size; at += length) {
        uint32_t point;
        length = character(s + at, size - at, &point);
        int steers = point < 0x20 || (point >= 0x7F && point < 0xA0) || point == 0x061C ||
                     (point >= 0x200B && point <= 0x200F) || (point >= 0x2028 && point <= 0x202E) ||
                     (point >= 0x2066 && point <= 0x2069) || point == 0xFEFF;
        if (length == 0 || steers)
            return 0;
    }
    return 1;
}

rl_status fuzz_told(rl_status status, const rl_error *error)
{
    size_t length = strnlen(error->text, sizeof error->text);
    FUZZ_REQUIRE(error->status == status);
    FUZZ_REQUIRE(status != RL_INTERNAL);
    FUZZ_REQUIRE(length < sizeof error->text);
    FUZZ_REQUIRE((length == 0) == (status == RL_OK));
    if (!fuzz_line_is_plain(error->text, length))
        fprintf(stderr, "[%s]\n", error->text);
    FUZZ_REQUIRE(fuzz_line_is_plain(error->text, length));
    return status;
}

/* ---- memory ------------------------------------------------------------- */

static void *take(void *user, size_t size)
{
    fuzz_memory *memory = user;
    long call = atomic_fetch_add(&memory->calls, 1) + 1;
    int fails = memory->fails_once ? call == memory->fail_at : call >= memory->fail_at;
    if (memory->fail_at > 0 && fails)
        return NULL;
    void *block = malloc(size > 0 ? size : 1);
    if (block != NULL)
        atomic_fetch_add(&memory->live, 1);
    return block;
}

static void give_back(void *user, void *block)
{
    fuzz_memory *memory = user;
    if (block != NULL)
        atomic_fetch_sub(&memory->live, 1);
    free(block);
}

void fuzz_memory_init(fuzz_memory *memory, long fail_at, int fails_once)
{
    memory->allocator = (rl_allocator){take, give_back, memory};
    atomic_init(&memory->calls, 0);
    atomic_init(&memory->live, 0);
    memory->fail_at = fail_at;
    memory->fails_once = fails_once;
}

int fuzz_memory_failed(const fuzz_memory *memory)
{
    return memory->fail_at > 0 && atomic_load(&memory->calls) >= memory->fail_at;
}

/* ---- values from bytes -------------------------------------------------- */

uint8_t fuzz_byte(fuzz_bytes *from)
{
    if (from->left == 0)
        return 0;
    from->left--;
    return *from->at++;
}

uint32_t fuzz_u32(fuzz_bytes *from)
{
    uint32_t value = 0;
    for (int i = 0; i < 4; i++)
        value = value << 8 | fuzz_byte(from);
    return value;
}

uint64_t fuzz_u64(fuzz_bytes *from)
{
    uint64_t high = fuzz_u32(from);
    return high << 32 | fuzz_u32(from);
}

int fuzz_int(fuzz_bytes *from, int low, int high)
{
    uint32_t span = (uint32_t)high - (uint32_t)low;
    uint32_t value = span < 256 ? fuzz_byte(from) : fuzz_u32(from);
    return (int)((int64_t)low + (span == UINT32_MAX ? value : value % (span + 1)));
}

double fuzz_real(fuzz_bytes *from)
{
    static const double odd[] = {
        0.0,  -0.0,  1.0,       -1.0,    0.5,    1e-9,     0x1p-1074,  1e308,    -1e308,  RL_AUTO,
        1e9,  -1e9,  0x1p31,    -0x1p31, 0x1p53, 0x1p63,   1e-300,     1000.0,   -1000.0, 0.99,
        1e15, 360.0, 0.0009999, 10.0,    -10.0,  100000.0, 2147483647, 1.0000001};
    uint8_t choice = fuzz_byte(from);
    union {
        uint64_t bits;
        double value;
    } any;
    if (choice < sizeof odd / sizeof *odd)
        return odd[choice];
    if (choice < 128) /* a share in steps of 1/65535 */
        return (fuzz_u32(from) & 0xFFFF) / 65535.0;
    if (choice < 200) /* tenths */
        return (double)(int16_t)fuzz_u32(from) / 10.0;
    any.bits = choice < 210   ? UINT64_C(0x7FF8000000000000)
               : choice < 215 ? UINT64_C(0x7FF0000000000000)
               : choice < 220 ? UINT64_C(0xFFF0000000000000)
                              : fuzz_u64(from);
    return any.value;
}

/* ---- texts of scenes ---------------------------------------------------- */

char *fuzz_scene_text(const rl_scene *scene)
{
    rl_sink *sink;
    rl_error error;
    size_t size;
    FUZZ_REQUIRE(rl_sink_to_memory(&sink, NULL, &error) == RL_OK);
    FUZZ_REQUIRE(fuzz_told(rl_scene_write(scene, sink, &error), &error) == RL_OK);
    FUZZ_REQUIRE(rl_sink_write(sink, "", 1, &error) == RL_OK);
    const char *bytes = rl_sink_bytes(sink, &size);
    FUZZ_REQUIRE(strlen(bytes) + 1 == size);
    char *text = malloc(size);
    if (text == NULL)
        abort();
    memcpy(text, bytes, size);
    rl_sink_free(sink);
    return text;
}

void fuzz_scene_again(const rl_scene *scene)
{
    static rl_scene again;
    rl_error error;
    char *text = fuzz_scene_text(scene);
    scene_init(&again);
    rl_status status = rl_scene_parse(&again, text, strlen(text), "again", &error);
    if (status != RL_OK)
        fprintf(stderr, "%s\n", error.text);
    FUZZ_REQUIRE(fuzz_told(status, &error) == RL_OK);
    char *second = fuzz_scene_text(&again);
    if (strcmp(text, second) != 0)
        fprintf(stderr, "---- first\n%s---- second\n%s", text, second);
    FUZZ_REQUIRE(strcmp(text, second) == 0);
    free(text);
    free(second);
}

/* ---- work --------------------------------------------------------------- */

#define MAP_SIDE 65
#define WORK_MOST 3000000 /* steps of the library's own estimate */

int fuzz_is_small(const rl_scene *scene)
{
    static rl_scene small;
    rl_limits limits;
    rl_error error;
    int slices = scene->land_slices == 1;
    for (int i = 0; i < scene->ridge_count && i < RL_MAX_RIDGES && scene->kind == 0; i++)
        slices |= scene->ridge[i].kind == RL_RIDGE_SLICE;
    if (scene->kind == 0 && !slices)
        return 1;
    if (scene->kind == 0 && scene->map.samples > MAP_SIDE)
        return 0;
    small = *scene;
    small.width = small.height = scene->kind == RL_SCENE_MAP ? MAP_SIDE : 1;
    rl_limits_init(&limits);
    limits.work = WORK_MOST;
    return fuzz_told(rl_limits_check(&limits, &small, &error), &error) == RL_OK;
}

static int smaller(int side, int most)
{
    return side < 1 || side > most ? most : side;
}

static void draw_map(const rl_scene *scene, int side, const rl_render_options *options,
                     rl_sink *sink)
{
    static rl_scene small;
    rl_error error;
    rl_map *map = NULL;
    const rl_map_options how = {.struct_size = sizeof how, .threads = 1};
    small = *scene;
    small.width = smaller(small.width, side);
    small.height = smaller(small.height, side);
    rl_status status = fuzz_told(rl_map_new(&map, &small, &how, &error), &error);
    FUZZ_REQUIRE((status == RL_OK) == (map != NULL));
    if (status == RL_OK) {
        fuzz_scene_again(rl_map_scene(map));
        fuzz_told(rl_map_render(map, options, sink, &error), &error);
    }
    rl_map_free(map);
}

static void draw_land(const rl_scene *scene, int side, const rl_render_options *options,
                      rl_sink *sink)
{
    rl_error error;
    rl_frame *frame = NULL;
    rl_view view = {.struct_size = sizeof view};
    if (scene->zoom > 1)
        side = side / scene->zoom > 0 ? side / scene->zoom : 1;
    view.width = smaller(scene->width, side);
    view.height = smaller(scene->height, side);
    rl_status status = fuzz_told(rl_frame_new(&frame, scene, &view, &error), &error);
    FUZZ_REQUIRE((status == RL_OK) == (frame != NULL));
    if (status == RL_OK) {
        fuzz_scene_again(rl_frame_scene(frame));
        FUZZ_REQUIRE(fuzz_told(rl_render(frame, options, sink, &error), &error) == RL_OK);
    }
    rl_frame_free(frame);
}

void fuzz_draw(const rl_scene *scene, int side, const char *format)
{
    static rl_scene resolved;
    rl_error error;
    rl_sink *sink;
    const rl_render_options options = {
        .struct_size = sizeof options, .format = format, .threads = 1};
    resolved = *scene;
    if (fuzz_told(rl_scene_resolve(&resolved, &error), &error) != RL_OK)
        return;
    fuzz_scene_again(&resolved);
    if (!fuzz_is_small(&resolved))
        return;
    FUZZ_REQUIRE(rl_sink_to_memory(&sink, NULL, &error) == RL_OK);
    if (resolved.kind == 1)
        draw_map(scene, side, &options, sink);
    else
        draw_land(scene, side, &options, sink);
    rl_sink_free(sink);
}

/* ---- PNG ---------------------------------------------------------------- */

uint32_t fuzz_crc(const uint8_t *bytes, size_t size)
{
    return (uint32_t)crc32(crc32(0, NULL, 0), bytes, (uInt)size);
}

#define PNG_HEAD 8
#define CHUNK_FRAME 12 /* length, type and CRC */

void fuzz_mend_crcs(uint8_t *png, size_t size)
{
    size_t at = PNG_HEAD;
    while (at < size && size - at >= CHUNK_FRAME) {
        uint8_t *chunk = png + at;
        size_t length =
            (size_t)chunk[0] << 24 | (size_t)chunk[1] << 16 | (size_t)chunk[2] << 8 | chunk[3];
        if (length > size - at - CHUNK_FRAME)
            return;
        uint32_t crc = fuzz_crc(chunk + 4, length + 4);
        for (int i = 0; i < 4; i++)
            chunk[8 + length + (size_t)i] = (uint8_t)(crc >> (24 - 8 * i));
        at += CHUNK_FRAME + length;
    }
}
