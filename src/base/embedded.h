/* embedded.h - the data files that are compiled in: palettes, worlds, compositions, moods, weather,
 * prints, motifs, maps, scenes and forms (for the program, src/cli/x/x.in).
 *
 * embed.sh turns these files into C string literals, sorted by the number in their line `order = N`
 * (files without it last), then by name.
 */
#ifndef RL_BASE_EMBEDDED_H
#define RL_BASE_EMBEDDED_H

#include <stddef.h>

typedef struct embedded_text {
    const char *name; /* name of the file without its ending */
    const char *text; /* content of the file */
    size_t size;      /* bytes */
} embedded_text;

extern const embedded_text embedded_palettes[];
extern const size_t embedded_palette_count;
extern const embedded_text embedded_worlds[];
extern const size_t embedded_world_count;
extern const embedded_text embedded_compositions[];
extern const size_t embedded_composition_count;
extern const embedded_text embedded_prints[];
extern const size_t embedded_print_count;
extern const embedded_text embedded_weathers[];
extern const size_t embedded_weather_count;
extern const embedded_text embedded_moods[];
extern const size_t embedded_mood_count;
extern const embedded_text embedded_motifs[];
extern const size_t embedded_motif_count;
extern const embedded_text embedded_maps[];
extern const size_t embedded_map_count;
extern const embedded_text embedded_scenes[];
extern const size_t embedded_scene_count;
extern const embedded_text embedded_forms[];
extern const size_t embedded_form_count;

#endif
