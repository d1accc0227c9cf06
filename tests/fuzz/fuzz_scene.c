/* fuzz_scene.c - scene text: parse, write, parse again, resolve, a tiny picture.
 *
 * In: the text of a scene file. */
#include "fuzz/fuzz.h"

#define SIDE 16

/* What rl_scene_line says must be a line of the text, or 0. */
static void check_lines(const uint8_t *bytes, size_t size)
{
    static const char *const keys[] = {
        "sun.x", "ridge.2.kind", "palette.sky_3", "pass.1.drops", "tint.stop_2", "",
        ".",     "ridge.999.x"};
    int lines = 1;
    for (size_t i = 0; i < size; i++)
        lines += bytes[i] == '\n';
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        int line = rl_scene_line(bytes, size, keys[i]);
        FUZZ_REQUIRE(line >= 0 && line <= lines);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static rl_scene scene, before;
    rl_error error;
    scene_init(&scene);
    before = scene;
    rl_status status = fuzz_told(rl_scene_parse(&scene, bytes, size, "a\033b", &error), &error);
    check_lines(bytes, size);
    if (status != RL_OK) {
        FUZZ_REQUIRE(status == RL_BAD_DATA);
        FUZZ_REQUIRE(memcmp(&scene, &before, sizeof scene) == 0);
        FUZZ_REQUIRE(strncmp(error.text, "a\\x1bb:", 7) == 0);
        return 0;
    }
    fuzz_scene_again(&scene);
    fuzz_draw(&scene, SIDE, RL_FORMAT_HASH);
    return 0;
}
