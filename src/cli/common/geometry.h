/* geometry.h - sizes, regions and whole numbers as people write them. */
#ifndef RL_CLI_COMMON_GEOMETRY_H
#define RL_CLI_COMMON_GEOMETRY_H

#include "ridgeline.h"

/* A rectangle of pixels; x and y are 0 where only a size is meant. */
typedef struct geometry {
    int width, height, x, y;
} geometry;

/* geometry_integer reads all of `text`, digits only, up to `max`; 0 when it is
 * anything else. */
int geometry_integer(uint64_t *value, const char *text, size_t size, uint64_t max);

/* geometry_size reads "WxH" or a name such as "4k".  `place` is the option as
 * it was typed.  Returns an exit code, after one line for an error. */
int geometry_size(geometry *size, const char *text, const char *place);

/* geometry_map_size reads "N", "WxH", a name, "unity-N" or "unreal-N". */
int geometry_map_size(geometry *size, const char *text, const char *place);

/* geometry_region reads "WxH+X+Y". */
int geometry_region(geometry *region, const char *text, const char *place);

/* size_name is geometry_name without the size, for the rows of options. */
const char *size_name(size_t index);

/* geometry_name returns name `index` of the named sizes, or NULL past the last. */
const char *geometry_name(size_t index, geometry *size);

#endif
