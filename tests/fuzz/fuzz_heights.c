/* fuzz_heights.c - heights of maps: grey PNG by libpng, PGM, ESRI .asc; with memory that
 * runs out at each call in turn.
 *
 * In: the bytes of the file.  A PNG is read as it is, and once more with mended CRCs. */
#include "fuzz/fuzz.h"
#include "ridgeline-map.h"

#define FAILURES_MOST 12 /* calls of the allocator that are made to fail */

/* Returns how many calls of the allocator it took. */
static long read_file(const uint8_t *bytes, size_t size, long fail_at)
{
    fuzz_memory memory;
    rl_error error;
    float *heights = NULL;
    int width = -1, height = -1;
    fuzz_memory_init(&memory, fail_at, 0);
    rl_status status = fuzz_told(rl_heights_read(&heights, &width, &height, bytes, size, "a\033b",
                                                 NULL, &memory.allocator, &error),
                                 &error);
    if (fuzz_memory_failed(&memory))
        FUZZ_REQUIRE(status == RL_NO_MEMORY);
    if (status == RL_OK) {
        FUZZ_REQUIRE(width > 0 && height > 0);
        for (size_t i = 0; i < (size_t)width * (size_t)height; i++)
            FUZZ_REQUIRE(heights[i] >= 0.0F && heights[i] <= 1.0F);
    } else {
        FUZZ_REQUIRE(status == RL_BAD_DATA || status == RL_NO_MEMORY);
        FUZZ_REQUIRE(heights == NULL && width == 0 && height == 0);
    }
    rl_heights_free(heights, &memory.allocator);
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
    read_all(bytes, size);
    if (!rl_recipe_is_png(bytes, size))
        return 0;
    uint8_t *mended = malloc(size);
    if (mended == NULL)
        abort();
    memcpy(mended, bytes, size);
    fuzz_mend_crcs(mended, size);
    if (memcmp(mended, bytes, size) != 0)
        read_all(mended, size);
    free(mended);
    return 0;
}
