/* formats_table.c - the tables of all formats of pictures and heights; only this file names
 * them. */
#include "encode/encoder.h"

#include <stddef.h>

/* Formats that need a library; a core build (RL_CORE) has none of them. */
#ifdef RL_CORE
#define CODED_PICTURES(ROW)
#define CODED_HEIGHTS(ROW)
#else
#define CODED_PICTURES(ROW)                                                                        \
    ROW(png)                                                                                       \
    ROW(jpeg)                                                                                      \
    ROW(webp)                                                                                      \
    ROW(avif)                                                                                      \
    ROW(jxl)
#define CODED_HEIGHTS(ROW) ROW(png16)
#endif

/* All formats; the first one is the default. */
#define PICTURES(ROW)                                                                              \
    CODED_PICTURES(ROW)                                                                            \
    ROW(ppm)                                                                                       \
    ROW(pam)                                                                                       \
    ROW(y4m)                                                                                       \
    ROW(hash)                                                                                      \
    ROW(null)

#define HEIGHTS(ROW)                                                                               \
    CODED_HEIGHTS(ROW)                                                                             \
    ROW(pgm)                                                                                       \
    ROW(r16)                                                                                       \
    ROW(pfm)                                                                                       \
    ROW(asc)                                                                                       \
    ROW(geotiff)                                                                                   \
    ROW(obj)                                                                                       \
    ROW(stl)

#define DECLARE(name) extern const encoder_format encoder_##name;
#define ADDRESS(name) &encoder_##name,

PICTURES(DECLARE)
HEIGHTS(DECLARE)

static const encoder_format *const pictures[] = {PICTURES(ADDRESS)};
static const encoder_format *const heights[] = {HEIGHTS(ADDRESS)};
#define COUNT(list) (sizeof(list) / sizeof(list)[0])

const encoder_format *encoder_format_at(int is_heights, size_t index)
{
    const size_t count = is_heights ? COUNT(heights) : COUNT(pictures);
    if (index >= count)
        return NULL;
    return is_heights ? heights[index] : pictures[index];
}

const rl_format *rl_format_at(size_t index)
{
    const encoder_format *format = encoder_format_at(0, index);
    return format != NULL ? &format->about : NULL;
}

const rl_format *rl_height_format_at(size_t index)
{
    const encoder_format *format = encoder_format_at(1, index);
    return format != NULL ? &format->about : NULL;
}
