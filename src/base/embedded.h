/* embedded.h - the palettes, worlds, compositions, moods, weather, motifs, maps, scenes and forms
 * that are compiled in.
 *
 * embed.sh turns the files of palettes, worlds, compositions, moods, weather, motifs, maps and
 * samples/scenes, and for the program src/cli/x/x.in, into C string literals, in the order that
 * they state, then by name.
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
extern const embedded_text embedded_worlds[];
extern const size_t embedded_world_count;
extern const embedded_text embedded_compositions[];
extern const size_t embedded_composition_count;
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
