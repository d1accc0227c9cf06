/* recipe_xmp.h - reads recipe, title and size of pictures with XMP: JPEG, WebP, AVIF, JPEG XL. */
#ifndef RL_DECODE_RECIPE_XMP_H
#define RL_DECODE_RECIPE_XMP_H

#include "ridgeline.h"

/* Some bytes of a file; `bytes` is NULL if there are none. */
typedef struct recipe_span {
    const unsigned char *bytes;
    size_t size;
} recipe_span;

/* recipe_xmp_is returns 1 if the bytes begin as a file of one of these formats. */
int recipe_xmp_is(const void *bytes, size_t size);

/* recipe_xmp_read is rl_recipe_read for a file for which recipe_xmp_is returns 1. */
rl_status recipe_xmp_read(rl_recipe *recipe, const void *bytes, size_t size, const char *place,
                          rl_error *error);

#endif
