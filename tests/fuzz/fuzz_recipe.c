/* fuzz_recipe.c - the walker over the chunks of a PNG file, and the recipe that it finds.
 *
 * In: the bytes of the file.  It is read as it is, and once more with the CRCs of all whole
 * chunks mended. */
#include "fuzz/fuzz.h"

#define SIDE 24

static void check_text(const char *text, size_t text_size, const uint8_t *bytes, size_t size)
{
    const char *file = (const char *)bytes;
    if (text == NULL)
        FUZZ_REQUIRE(text_size == 0);
    else
        FUZZ_REQUIRE(text >= file && text <= file + size &&
                     text_size <= size - (size_t)(text - file));
}

static void draw(const rl_recipe *recipe)
{
    static rl_scene scene;
    rl_error error;
    scene_init(&scene);
    rl_status status = rl_scene_parse(&scene, recipe->scene, recipe->scene_size, "p", &error);
    if (fuzz_told(status, &error) != RL_OK)
        return;
    fuzz_draw(&scene, SIDE, RL_FORMAT_PNG);
}

static void read_file(const uint8_t *bytes, size_t size)
{
    static const rl_recipe empty;
    rl_recipe recipe;
    rl_error error;
    memset(&recipe, 0x5A, sizeof recipe);
    rl_status status = fuzz_told(rl_recipe_read(&recipe, bytes, size, "a\033b", &error), &error);
    if (status != RL_OK) {
        FUZZ_REQUIRE(status == RL_BAD_DATA);
        FUZZ_REQUIRE(memcmp(&recipe, &empty, sizeof empty) == 0);
        FUZZ_REQUIRE(strncmp(error.text, "a\\x1bb: ", 8) == 0);
        return;
    }
    FUZZ_REQUIRE(rl_recipe_is_picture(bytes, size));
    check_text(recipe.scene, recipe.scene_size, bytes, size);
    check_text(recipe.software, recipe.software_size, bytes, size);
    check_text(recipe.title, recipe.title_size, bytes, size);
    check_text(recipe.description, recipe.description_size, bytes, size);
    FUZZ_REQUIRE((recipe.width > 0) == (recipe.height > 0));
    FUZZ_REQUIRE(recipe.width >= 0 && recipe.height >= 0 && recipe.bits >= 0 && recipe.bits <= 16);
    if (rl_recipe_is_png(bytes, size)) /* the others may hide their size */
        FUZZ_REQUIRE(recipe.width > 0 && recipe.bits > 0);
    if (recipe.scene != NULL)
        draw(&recipe);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    read_file(bytes, size);
    uint8_t *mended = malloc(size > 0 ? size : 1);
    if (mended == NULL)
        abort();
    memcpy(mended, bytes, size);
    fuzz_mend_crcs(mended, size);
    if (memcmp(mended, bytes, size) != 0)
        read_file(mended, size);
    free(mended);
    return 0;
}
