/* picture_read.h - what a large picture says about itself, without its pixels. */
#ifndef RL_CLI_COMMON_PICTURE_READ_H
#define RL_CLI_COMMON_PICTURE_READ_H

#include "ridgeline.h"

/* picture_read gives a PNG file of at most `limit` bytes to rl_recipe_read: of its chunks
 * only what that looks at is there, all else is 0.  free() it.
 * Errors: RL_NO_INPUT, RL_BAD_DATA, RL_NO_MEMORY, RL_IO_ERROR. */
rl_status picture_read(void **bytes, size_t *size, const char *path, size_t limit, rl_error *error);

#endif
