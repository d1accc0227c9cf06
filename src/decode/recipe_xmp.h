/* recipe_xmp.h - texts and size of pictures that keep them as XMP: JPEG, WebP, AVIF, JPEG XL. */
#ifndef RL_DECODE_RECIPE_XMP_H
#define RL_DECODE_RECIPE_XMP_H

#include "ridgeline.h"

/* recipe_xmp_is is 1 when the bytes start as one of these formats. */
int recipe_xmp_is(const void *bytes, size_t size);

/* recipe_xmp_read is rl_recipe_read of such a file. */
rl_status recipe_xmp_read(rl_recipe *recipe, const void *bytes, size_t size, const char *place,
                          rl_error *error);

#endif
