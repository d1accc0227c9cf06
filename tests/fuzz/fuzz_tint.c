/* fuzz_tint.c - ramps of map colours: GMT .cpt and GDAL color-relief, then a small map.
 *
 * In: the bytes of the file. */
#include "fuzz/fuzz.h"
#include "ridgeline-map.h"

#define SIDE 9

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static rl_scene scene;
    static rl_map_rules before;
    rl_error error;
    scene_init(&scene);
    scene.kind = 1;
    scene.has_seed = 1;
    scene.seed = 7;
    scene.width = scene.height = SIDE;
    before = scene.map;
    rl_status status = fuzz_told(rl_tint_parse(&scene, bytes, size, "a\033b", &error), &error);
    if (status != RL_OK) {
        FUZZ_REQUIRE(memcmp(&scene.map, &before, sizeof before) == 0);
        FUZZ_REQUIRE(strncmp(error.text, "a\\x1bb", 6) == 0);
        return 0;
    }
    FUZZ_REQUIRE(scene.map.tint_count > 0 && scene.map.tint_count <= RL_MAX_TINT);
    for (int i = 0; i < scene.map.tint_count; i++)
        FUZZ_REQUIRE(scene.map.tint[i].colour >= 0 && scene.map.tint[i].colour <= 0xFFFFFF);
    fuzz_scene_again(&scene);
    fuzz_draw(&scene, SIDE, RL_FORMAT_HASH);
    return 0;
}
