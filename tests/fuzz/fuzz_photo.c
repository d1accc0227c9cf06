/* fuzz_photo.c - photos, in which colours are found: PNG by libpng, JPEG by libjpeg, WebP by
 * libwebp; with memory that runs out at each call in turn.
 *
 * In: the bytes of the file.  A PNG is read as it is, and once more with mended CRCs. */
#include "fuzz/fuzz.h"

#define FAILURES_MOST 12 /* calls of the allocator that are made to fail */

/* Returns how many calls of the allocator it took. */
static long read_file(const uint8_t *bytes, size_t size, long fail_at)
{
    fuzz_memory memory;
    rl_error error;
    rl_limits limits;
    rl_colour colours[RL_PHOTO_COLOURS];
    int count = -1;
    rl_limits_init(&limits);
    fuzz_memory_init(&memory, fail_at, 0);
    rl_status status = fuzz_told(rl_photo_colours(colours, &count, bytes, size, "a\033b", &limits,
                                                  &memory.allocator, &error),
                                 &error);
    if (fuzz_memory_failed(&memory))
        FUZZ_REQUIRE(status == RL_NO_MEMORY);
    if (status == RL_OK) {
        FUZZ_REQUIRE(count >= 1 && count <= RL_PHOTO_COLOURS);
        for (int i = 0; i < count; i++)
            FUZZ_REQUIRE(colours[i] >= 0 && colours[i] <= 0xFFFFFF);
    } else {
        FUZZ_REQUIRE(status == RL_BAD_DATA || status == RL_NO_MEMORY || status == RL_CANNOT_CREATE);
    }
    FUZZ_REQUIRE(atomic_load(&memory.live) == 0);
    return atomic_load(&memory.calls);
}

static void read_all(const uint8_t *bytes, size_t size)
{
    long calls = read_file(bytes, size, 0);
    for (long i = 1; i <= calls && i <= FAILURES_MOST; i++)
        read_file(bytes, size, i);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    /* A block of its own: a byte read past its end is seen. */
    uint8_t *file = malloc(size > 0 ? size : 1);
    if (file == NULL)
        abort();
    memcpy(file, bytes, size);
    read_all(file, size);
    if (rl_recipe_is_png(file, size)) {
        fuzz_mend_crcs(file, size);
        if (memcmp(file, bytes, size) != 0)
            read_all(file, size);
    }
    free(file);
    return 0;
}
