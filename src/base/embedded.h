/* embedded.h - the palettes and scenes that are compiled in.
 *
 * embed.sh turns the files of palettes and samples/scenes into C string literals
 * when the library is built, in the alphabetical order of their names.
 */
#ifndef RL_BASE_EMBEDDED_H
#define RL_BASE_EMBEDDED_H

#include <stddef.h>

typedef struct embedded_text {
    const char *name; /* the file's name without its ending */
    const char *text;
    size_t size; /* bytes */
} embedded_text;

extern const embedded_text embedded_palettes[];
extern const size_t embedded_palette_count;
extern const embedded_text embedded_scenes[];
extern const size_t embedded_scene_count;

#endif
