/* fuzz_profile.c - heights of the user's own: CSV and GPX, carried through a recipe, then in a
 * small picture.
 *
 * In: the bytes of the file. */
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static rl_scene before;
    rl_scene *scene;
    rl_error error;
    /* A block of its own: a byte read past its end is seen. */
    uint8_t *file = malloc(size > 0 ? size : 1);
    if (file == NULL)
        abort();
    memcpy(file, bytes, size);
    if (rl_scene_new(&scene, NULL, &error) != RL_OK)
        abort();
    scene->has_seed = 1;
    scene->seed = 7;
    scene->extent = size % 2 ? RL_EXTENT_LOOP : RL_EXTENT_PICTURE;
    before = *scene;
    rl_status status = fuzz_told(rl_profile_parse(scene, 2, file, size, "a\033b", &error), &error);
    if (status != RL_OK) {
        FUZZ_REQUIRE(memcmp(scene, &before, sizeof before) == 0);
        FUZZ_REQUIRE(strncmp(error.text, "a\\x1bb:", 7) == 0);
    } else {
        fuzz_scene_again(scene);
        fuzz_draw(scene, 48, RL_FORMAT_HASH);
    }
    rl_scene_free(scene);
    free(file);
    return 0;
}
