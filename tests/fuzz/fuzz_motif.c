/* fuzz_motif.c - drawings of motifs, carried through a recipe, then in a small picture.
 *
 * In: the bytes of the file. */
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static rl_scene scene, before;
    rl_error error;
    /* A block of its own: a byte read past its end is seen. */
    uint8_t *file = malloc(size > 0 ? size : 1);
    if (file == NULL)
        abort();
    memcpy(file, bytes, size);
    scene_init(&scene);
    scene.has_seed = 1;
    scene.seed = 7;
    before = scene;
    rl_status status = fuzz_told(rl_motif_parse(&scene, file, size, "a\033b", &error), &error);
    if (status != RL_OK) {
        FUZZ_REQUIRE(memcmp(&scene, &before, sizeof before) == 0);
        FUZZ_REQUIRE(strncmp(error.text, "a\\x1bb:", 7) == 0);
    } else {
        fuzz_scene_again(&scene);
        fuzz_draw(&scene, 48, RL_FORMAT_HASH);
    }
    free(file);
    return 0;
}
