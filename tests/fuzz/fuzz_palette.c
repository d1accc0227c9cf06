/* fuzz_palette.c - palette files of all formats, and the text of --roles.
 *
 * In: one line of roles ("*" before it: a night palette; none: an empty line), then the
 * bytes of the file. */
#include "fuzz/fuzz.h"

typedef struct input {
    char roles[200];
    int night;
    const uint8_t *file;
    size_t size;
} input;

static input cut(const uint8_t *bytes, size_t size)
{
    input result = {.night = size > 0 && bytes[0] == '*'};
    const uint8_t *start = bytes + result.night;
    const uint8_t *end = size > 0 ? memchr(bytes, '\n', size) : NULL;
    if (end == NULL || (size_t)(end - start) >= sizeof result.roles) {
        result.file = bytes;
        result.size = size;
        return result;
    }
    memcpy(result.roles, start, (size_t)(end - start));
    result.file = end + 1;
    result.size = size - (size_t)(end + 1 - bytes);
    return result;
}

/* The file that a palette is written to; free() it. */
static char *written(const rl_palette *palette, rl_palette_format format, size_t *size)
{
    rl_sink *sink;
    rl_error error;
    FUZZ_REQUIRE(rl_sink_to_memory(&sink, NULL, &error) == RL_OK);
    FUZZ_REQUIRE(fuzz_told(rl_palette_write(palette, format, sink, &error), &error) == RL_OK);
    const void *bytes = rl_sink_bytes(sink, size);
    char *copy = malloc(*size > 0 ? *size : 1);
    if (copy == NULL)
        abort();
    memcpy(copy, bytes, *size);
    rl_sink_free(sink);
    return copy;
}

/* Each format can be read again; the one that knows roles says the same once more. */
static void check_written(const rl_palette *palette)
{
    for (int format = RL_PALETTE_GPL; format <= RL_PALETTE_JASC; format++) {
        rl_palette again;
        rl_error error;
        size_t size, second_size;
        char *bytes = written(palette, (rl_palette_format)format, &size);
        rl_palette_init(&again);
        rl_status status = rl_palette_parse(&again, bytes, size, "again", NULL, &error);
        if (status != RL_OK)
            fprintf(stderr, "%s\n%.*s", error.text, (int)size, bytes);
        FUZZ_REQUIRE(fuzz_told(status, &error) == RL_OK);
        char *second = written(&again, (rl_palette_format)format, &second_size);
        if (format == RL_PALETTE_GPL) {
            if (size != second_size || memcmp(bytes, second, size) != 0)
                fprintf(stderr, "---- first\n%.*s---- second\n%.*s", (int)size, bytes,
                        (int)second_size, second);
            FUZZ_REQUIRE(size == second_size && memcmp(bytes, second, size) == 0);
        }
        free(second);
        free(bytes);
    }
}

static void check_colour(rl_colour colour)
{
    FUZZ_REQUIRE(colour >= 0 && colour <= 0xFFFFFF);
}

/* What a reader gives is complete. */
static void check_complete(const rl_palette *p)
{
    FUZZ_REQUIRE(memchr(p->name, '\0', sizeof p->name) != NULL);
    for (const char *c = p->name; *c != '\0'; c++)
        FUZZ_REQUIRE((unsigned char)*c >= 0x20 && *c != 0x7F && *c != ';');
    FUZZ_REQUIRE(p->sky_count > 0 && p->sky_count <= RL_MAX_SKY);
    FUZZ_REQUIRE(p->ridge_count > 0 && p->ridge_count <= RL_MAX_RIDGES);
    for (int i = 0; i < p->sky_count; i++)
        check_colour(p->sky[i]);
    for (int i = 0; i < p->ridge_count; i++)
        check_colour(p->ridge[i]);
    const rl_colour others[] = {p->sun,  p->sun_low, p->glow,  p->mist, p->lit,
                                p->snow, p->water,   p->cloud, p->star};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        check_colour(others[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static rl_scene scene;
    rl_palette palette;
    rl_error error;
    input given = cut(bytes, size);
    const rl_palette_options options = {
        .struct_size = sizeof options,
        .roles = given.roles[0] != '\0' ? given.roles : NULL,
        .night = given.night,
    };
    /* A block of its own: a byte read past its end is seen. */
    uint8_t *file = malloc(given.size > 0 ? given.size : 1);
    if (file == NULL)
        abort();
    memcpy(file, given.file, given.size);
    rl_palette_init(&palette);
    rl_palette before = palette;
    rl_status status = fuzz_told(
        rl_palette_parse(&palette, file, given.size, "d/a\033b.gpl", &options, &error), &error);
    if (status != RL_OK) {
        FUZZ_REQUIRE(memcmp(&palette, &before, sizeof palette) == 0);
    } else {
        check_complete(&palette);
        check_written(&palette);
        scene_init(&scene);
        scene.palette = palette;
        fuzz_scene_again(&scene);
    }
    free(file);
    return 0;
}
