/* best.c - chooses a PNG filter for each row, and calls libdeflate at its best level (best.h). */
#include "encode/best.h"

#include "base/library.h"
#include "base/memory.h"
#include "base/status.h"
#include "encode/deflate/strip.h"

#include <string.h>

/* ---- libdeflate ------------------------------------------------------------------------- */

#ifdef RL_HAS_DEFLATE

#include <libdeflate.h>

enum { LEVEL = 12 };

#define FUNCTIONS(ROW)                                                                             \
    ROW(libdeflate_alloc_compressor)                                                               \
    ROW(libdeflate_free_compressor)                                                                \
    ROW(libdeflate_zlib_compress)                                                                  \
    ROW(libdeflate_zlib_compress_bound)

struct best {
    struct functions {
        FUNCTIONS(LIBRARY_MEMBER)
    } f;
    void *library;
    struct libdeflate_compressor *compressor;
    const rl_allocator *allocator;
};

rl_status best_new(best **made, size_t size, const rl_allocator *allocator, rl_error *error)
{
    static const char *const names[] = {FUNCTIONS(LIBRARY_NAME) NULL};
    best *self;
    *made = NULL;
    if (size > BEST_BYTES)
        return RL_OK;
    self = memory_zeroed(allocator, 1, sizeof *self);
    if (self != NULL) {
        self->allocator = allocator;
        self->library = library_open(LIBRARY_DEFLATE, names, &self->f);
        if (self->library == NULL) {
            best_free(self);
            return RL_OK;
        }
        self->compressor = self->f.libdeflate_alloc_compressor(LEVEL);
        if (self->compressor != NULL) {
            *made = self;
            return RL_OK;
        }
    }
    best_free(self);
    return status_no_memory("picture", error);
}

void best_free(best *self)
{
    if (self == NULL)
        return;
    if (self->compressor != NULL)
        self->f.libdeflate_free_compressor(self->compressor);
    library_close(self->library);
    memory_free(self->allocator, self);
}

size_t best_bound(const best *self, size_t size)
{
    return self->f.libdeflate_zlib_compress_bound(self->compressor, size);
}

size_t best_zlib(const best *self, uint8_t *out, size_t room, const uint8_t *bytes, size_t size)
{
    return self->f.libdeflate_zlib_compress(self->compressor, bytes, size, out, room);
}

#else

rl_status best_new(best **made, size_t size, const rl_allocator *allocator, rl_error *error)
{
    (void)size;
    (void)allocator;
    *made = NULL;
    return status_clear(error);
}

void best_free(best *self)
{
    (void)self;
}

size_t best_bound(const best *self, size_t size)
{
    (void)self;
    return size;
}

size_t best_zlib(const best *self, uint8_t *out, size_t room, const uint8_t *bytes, size_t size)
{
    (void)self;
    (void)out;
    (void)room;
    (void)bytes;
    (void)size;
    return 0;
}

#endif

/* ---- filters ---------------------------------------------------------------------------- */

enum { NONE, SUB, UP, AVERAGE, PAETH, FILTERS };

void best_filter(uint8_t *out, const uint8_t *row, const uint8_t *above, size_t size, size_t pixel,
                 uint8_t *scratch)
{
    uint64_t sums[FILTERS] = {0};
    size_t line = 1 + size;
    int chosen = NONE;
    for (size_t i = 0; i < size; i++) {
        int left = i >= pixel ? row[i - pixel] : 0, corner = i >= pixel ? above[i - pixel] : 0;
        const uint8_t guess[FILTERS] = {0, (uint8_t)left, above[i],
                                        (uint8_t)((left + above[i]) / 2),
                                        (uint8_t)strip_paeth(left, above[i], corner)};
        for (int f = NONE; f < FILTERS; f++) {
            uint8_t difference = (uint8_t)(row[i] - guess[f]);
            scratch[(size_t)f * line + 1 + i] = difference;
            sums[f] += difference < 128 ? difference : 256U - difference;
        }
    }
    for (int f = SUB; f < FILTERS; f++)
        if (sums[f] < sums[chosen])
            chosen = f;
    memcpy(out, scratch + (size_t)chosen * line, line);
    out[0] = (uint8_t)chosen;
}
