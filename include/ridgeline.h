/* ridgeline.h - public interface of libridgeline: pictures of layered landscapes.
 *
 * A picture in memory takes one call:
 *
 *     static uint8_t pixels[720 * 1280 * 3];
 *     rl_view view = {.struct_size = sizeof view, .width = 1280, .height = 720};
 *     rl_error error;
 *     if (rl_picture(pixels, 1280 * 3, &view, NULL, "hello", &error) != RL_OK)
 *         fprintf(stderr, "%s\n", error.text);
 *
 * A picture in a file takes five calls:
 *
 *     rl_scene *scene; rl_scene_new(&scene, ...);    describes what is shown
 *     rl_frame *frame; rl_frame_new(&frame, ...);    prepares it for a size and a region
 *     rl_sink *sink;   rl_sink_to_file(&sink, ...);  receives the bytes
 *     rl_render(frame, &options, sink, &error);      paints, encodes and writes
 *     rl_sink_commit(sink, &error);                  makes the file appear
 *
 * Units.      The scene unit is U = min(sqrt(width * height * 9/16), 1.2 * height) pixels; at 16:9
 *             it is the picture's height.  Lengths are in U.  x counts from the middle of the
 *             picture to the right, heights count up.  Positions of the composition, such as the
 *             horizon, are fractions of the picture's height, counted from its lower edge.  The
 *             size of a picture therefore only sets how finely the same land is sampled.
 * Errors.     A function that can fail returns an rl_status.  When `error` is not NULL it gets one
 *             line of text, `place: value: rule`.  After a failure the outputs are unchanged or
 *             empty.
 * Ownership.  The caller frees what rl_..._new, rl_scene_copy and rl_sink_to_... make.  Free
 *             functions accept NULL.  A scene keeps copies of the texts that it is given until it,
 *             its copies and their frames are freed.  Palettes are plain values that may be copied.
 * Threads.    The library has no writable global state.  Different threads may use different
 *             objects at once.  An rl_frame is immutable, so threads may share it.
 * Limits.     The library does not print, exit, abort, install signal handlers, or read the
 *             environment, the locale or the clock.
 * Pixels.     Equal scene, size and RL_ALGORITHM give equal pixels on every machine, with every
 *             compiler and number of threads.  The bytes of a picture file may differ between
 *             versions; the pixels in it do not.
 */
#ifndef RIDGELINE_H
#define RIDGELINE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define RL_API __attribute__((visibility("default")))
#else
#define RL_API
#endif

#define RL_VERSION "0.3.0"

/* Version of the rules by which a scene becomes pixels; it changes when any pixel changes. */
#define RL_ALGORITHM 3

/* Value of a field that is unset: the seed decides it. */
#define RL_AUTO (-1000000000)

#define RL_MAX_RIDGES 64    /* ridges in a scene */
#define RL_MAX_SKY 16       /* colour stops of a sky */
#define RL_MAX_COLOURS 1024 /* colours in a palette file */
#define RL_MAX_SIDE 1000000 /* pixels along a side of a picture */
#define RL_MAX_TEXT 1048576 /* bytes of a scene or palette file */

/* ---- status and errors -------------------------------------------------- */

typedef enum rl_status {
    RL_OK = 0,
    RL_BAD_ARGUMENT,  /* a parameter of a call or an option is out of its rule */
    RL_BAD_DATA,      /* a scene, palette or picture file breaks its format */
    RL_NO_INPUT,      /* a file to read cannot be opened */
    RL_NO_MEMORY,     /* the allocator returned NULL, or a size overflows */
    RL_CANNOT_CREATE, /* an output file cannot be made */
    RL_IO_ERROR,      /* reading or writing failed midway (full disk, ...) */
    RL_CANCELLED,     /* the progress callback asked to stop */
    RL_INTERNAL       /* a bug in the library */
} rl_status;

/* Why a call failed. */
typedef struct rl_error {
    rl_status status; /* the status that the call returned */
    char text[512];   /* one line without its end, "" after a success; control characters that came
                         from outside are escaped, so the text may go to a terminal */
} rl_error;

/* Source of memory.  Any thread of the library may call both functions.  A NULL pointer to an
 * rl_allocator means malloc and free. */
typedef struct rl_allocator {
    void *(*alloc)(void *user, size_t size_bytes); /* returns NULL when there is no memory */
    void (*free)(void *user, void *memory);
    void *user; /* passed to both functions */
} rl_allocator;

/* rl_version returns the version of the library that is linked. */
RL_API const char *rl_version(void);

/* rl_codec_versions writes the versions of the codec libraries to `text`, such as "libpng X, zlib
 * Y, libtiff Z, no libjpeg, no libwebp.so.7": those that are linked, and those that the build found
 * and that can be loaded now.  `no` stands before a library that the build did not find, and before
 * the file of one that cannot be loaded.  `size` is the room in bytes; the text is always ended by
 * a NUL. */
RL_API void rl_codec_versions(char *text, size_t size);

/* rl_nearest returns the name among names[0..count-1] that is most like `word`, or NULL when none
 * is alike.  Names are alike when their optimal string alignment distance is at most 2 or a third
 * of the word's length. */
RL_API const char *rl_nearest(const char *word, const char *const *names, size_t count);

/* ---- palettes ----------------------------------------------------------- */

/* A colour: 0xRRGGBB in sRGB, or RL_AUTO. */
typedef int32_t rl_colour;

/* Colours of a scene by role.  A role of RL_AUTO and a count of 0 are unset: they come from the
 * palette of that name, or are derived from the other roles. */
typedef struct rl_palette {
    char name[64];                  /* "" = no name */
    int sky_count;                  /* stops in `sky`, 0..RL_MAX_SKY */
    rl_colour sky[RL_MAX_SKY];      /* gradient from the zenith down to the horizon */
    int ridge_count;                /* colours in `ridge`, 0..RL_MAX_RIDGES */
    rl_colour ridge[RL_MAX_RIDGES]; /* colours of the land without haze, from far to near */
    rl_colour sun;                  /* disc of the sun or moon */
    rl_colour sun_low;              /* lower half of a disc near the horizon */
    rl_colour glow;                 /* light scattered round the disc */
    rl_colour mist;                 /* mist, and the air below the horizon */
    rl_colour lit;                  /* sunlit rock */
    rl_colour snow;                 /* snow */
    rl_colour water;                /* water */
    rl_colour cloud;                /* shaded side of clouds */
    rl_colour star;                 /* stars */
    rl_colour aurora[3];            /* aurora, from its lower edge up */
} rl_palette;

typedef enum rl_palette_format {
    RL_PALETTE_GPL, /* GIMP palette; entry names carry roles */
    RL_PALETTE_HEX, /* Lospec: one RRGGBB a line */
    RL_PALETTE_JASC /* JASC-PAL 0100 */
} rl_palette_format;

typedef struct rl_palette_options {
    size_t struct_size; /* sizeof(rl_palette_options) */
    const char *roles;  /* entries for roles, from 0: "sky=3-5,sun=6,ridge=0-2"; NULL = by name */
    int night; /* 1: the horizon of a palette without roles gets the darkest sky colour; 0: the
                  lightest */
} rl_palette_options;

/* rl_palette_init makes a palette in which every role is unset. */
RL_API void rl_palette_init(rl_palette *palette);

/* rl_palette_parse reads a palette file held in memory.  The content decides its format: GIMP .gpl
 * (also Lospec's dialect), Lospec .hex, JASC .pal, a base16 or base24 scheme (YAML), pywal's
 * colors.json, or 2 to 16 colours in one line ("#112233,#445566"). An entry whose name starts with
 * a role (`sky.horizon`, `ridge.far`, `sun`) fills that role.  A palette without roles is sorted
 * by OKLab lightness: the darkest two thirds become ridges, the nearest one the darkest, and the
 * others the sky.  Roles that are still unset are derived, so the result is complete. `place`
 * names the source in error texts; its stem is the name of a palette that has none. `options` may
 * be NULL.
 * Errors: RL_BAD_DATA with `place:line: value: rule`. */
RL_API rl_status rl_palette_parse(rl_palette *palette, const void *bytes, size_t size,
                                  const char *place, const rl_palette_options *options,
                                  rl_error *error);

struct rl_limits; /* defined below */

#define RL_PHOTO_COLOURS 8 /* most colours that rl_photo_colours finds */

/* rl_photo_colours finds the main colours of a PNG, JPEG or WebP held in memory, by k-means in
 * OKLab on the reduced picture.  It writes 1..RL_PHOTO_COLOURS of them, the most frequent first,
 * and their number to *count.  Equal pixels give equal colours.  `place` names the source in error
 * texts.  `limits` bounds the sides and the area that the file declares; NULL = no limits.
 * `allocator` may be NULL.  JPEG and WebP need the optional libraries that also write them.
 * Errors: RL_BAD_DATA, RL_CANNOT_CREATE (no library), RL_NO_MEMORY. */
RL_API rl_status rl_photo_colours(rl_colour *colours, int *count, const void *bytes, size_t size,
                                  const char *place, const struct rl_limits *limits,
                                  const rl_allocator *allocator, rl_error *error);

/* rl_palette_builtin_name returns the name of built-in palette `index` (in
 * alphabetical order from 0), or NULL past the last. */
RL_API const char *rl_palette_builtin_name(size_t index);

/* rl_palette_builtin fetches a built-in palette.
 * Errors: RL_BAD_ARGUMENT with the nearest name. */
RL_API rl_status rl_palette_builtin(rl_palette *palette, const char *name, rl_error *error);

/* ---- scenes ------------------------------------------------------------- */

#define RL_MAX_FAMILIES 32 /* families of ridges, at most */

/* rl_ridge_family_name returns the name of a ridge family, as in the key ridge.N.kind;
 * rl_ridge_family_noun returns the noun for such land in descriptions ("hills", "a broad
 * mountain"), "" for the plain noun "ridges".  Both return NULL past the last family.  `index` is
 * the number that rl_scene_number returns for that key. */
RL_API const char *rl_ridge_family_name(size_t index);
RL_API const char *rl_ridge_family_noun(size_t index);

/* A text in memory. */
typedef struct rl_data {
    const void *text;  /* NULL = none */
    size_t size;       /* bytes of the text */
    const char *place; /* name of its source in error texts */
} rl_data;

#define RL_MAX_PROFILES 8         /* profiles in a scene */
#define RL_PROFILE_HEIGHTS 384    /* most heights of a profile; the least is 2 */
#define RL_PROFILE_FILE (1 << 24) /* bytes of a file for rl_profile_parse, at most */
#define RL_PROFILE_POINTS 1000000 /* points of a file for rl_profile_parse, at most */

/* A scene: everything that decides the pixels, except the size.  Its values are set and read by
 * key, as in scene text; a key that is unset ("auto") is chosen by the seed. */
typedef struct rl_scene rl_scene;

/* rl_scene_new makes a scene in which everything is unset: the seed decides.  `allocator` (NULL =
 * malloc) must outlive the scene, its copies and their frames.
 * Errors: RL_NO_MEMORY. */
RL_API rl_status rl_scene_new(rl_scene **scene, const rl_allocator *allocator, rl_error *error);

/* rl_scene_copy makes an equal scene, which shares the texts and heights that `scene` was given.
 * Errors: RL_NO_MEMORY. */
RL_API rl_status rl_scene_copy(rl_scene **copy, const rl_scene *scene, rl_error *error);
RL_API void rl_scene_free(rl_scene *scene);

/* rl_seed_parse turns a text into a seed: a number up to 2^64 - 1 is that number, any other text
 * becomes its hash.
 * Errors: RL_BAD_ARGUMENT for an empty text. */
RL_API rl_status rl_seed_parse(uint64_t *seed, const char *text, rl_error *error);

/* rl_scene_parse reads scene text (INI; see ridgeline-scene(5)) held in memory
 * on top of `scene`.  Errors: RL_BAD_DATA with `place:line: key = value: rule`;
 * the scene is then unchanged. */
RL_API rl_status rl_scene_parse(rl_scene *scene, const void *bytes, size_t size, const char *place,
                                rl_error *error);

/* rl_scene_line returns the number of the line, from 1, at which a scene text sets `key` ("sun.x",
 * "ridge.2.kind"); else that of the key's section; else 0.  With it a program can show the place
 * of a fault that rl_scene_resolve or rl_frame_new finds later. */
RL_API int rl_scene_line(const void *bytes, size_t size, const char *key);

/* rl_scene_set sets one key: "sky.haze", "ridge.2.roughness", "palette.sun". The value "auto"
 * unsets it.  NULL gives any key the value that it has in a new scene; it ends a list of colours
 * before that colour.
 * Errors: RL_BAD_ARGUMENT with `key = value: rule`. */
RL_API rl_status rl_scene_set(rl_scene *scene, const char *key, const char *value, rl_error *error);

#define RL_VALUE_SIZE 160 /* room for the text of a value, bytes */

/* rl_scene_get writes the value of a key as scene text has it to `value`: "auto" if it is unset, ""
 * if the text leaves it out (a size that is not recorded, a colour past the end of its list).  It
 * returns `value`, or NULL if there is no such key. */
RL_API const char *rl_scene_get(const rl_scene *scene, const char *key, char value[RL_VALUE_SIZE]);

/* rl_scene_number returns the value of a key that is one number: of a word its index (see
 * rl_scene_key_word), of a time minutes, of a colour 0xRRGGBB.  It returns RL_AUTO for a key that
 * is unset, is not one number or does not exist. */
RL_API double rl_scene_number(const rl_scene *scene, const char *key);

/* rl_scene_seed returns 1 and writes the seed to *seed, or returns 0 if the seed is unset. */
RL_API int rl_scene_seed(const rl_scene *scene, uint64_t *seed);

/* rl_scene_count returns how many sections [ridge N] or [pass N] the text of the scene has. */
RL_API int rl_scene_count(const rl_scene *scene, const char *section);

/* rl_scene_palette writes the colours of a scene to *palette; rl_scene_set_palette sets them. */
RL_API void rl_scene_palette(const rl_scene *scene, rl_palette *palette);
RL_API void rl_scene_set_palette(rl_scene *scene, const rl_palette *palette);

/* Description of a key of scene text. */
typedef struct rl_key {
    const char *path;    /* "sky.horizon", "ridge.N.roughness", "palette.sky_N" */
    const char *meaning; /* one line */
    char rule[512];      /* rule of its values, such as "0..1 or auto" */
    const char *needs;   /* path of a key that must be above 0 for it to have an effect; or NULL */
} rl_key;

/* rl_scene_key describes key `index` from 0, in the order of the text; returns 1, or 0 past
 * the last. */
RL_API int rl_scene_key(size_t index, rl_key *key);

/* rl_scene_key_word returns word `word` from 0 that key `index` may have as its value
 * ("alpine", ...; without "auto"), or NULL past the last and for keys that take no words. */
RL_API const char *rl_scene_key_word(size_t index, size_t word);

/* rl_scene_builtin_name returns the name of built-in scene `index` from 0, or
 * NULL past the last. */
RL_API const char *rl_scene_builtin_name(size_t index);

/* rl_scene_builtin reads a built-in scene on top of `scene`.
 * Errors: RL_BAD_ARGUMENT with the nearest name. */
RL_API rl_status rl_scene_builtin(rl_scene *scene, const char *name, rl_error *error);

/* Worlds, compositions and moods are data files (data/worlds/, data/compositions/, data/moods/; see
 * ridgeline-scene(5)): scene text with a section [about], whose values may be ranges (0.2..0.3) and
 * weighted choices (dusk | dawn*2).  The seed picks values when the scene is resolved. */

#define RL_LINE_SIZE 96 /* room for the description of a data file, "alps behind wooded hills" */

/* rl_world_name returns the name of built-in world `index` from 0 ("alpine", ...), or NULL
 * past the last.  A world defines which land is at which depth. */
RL_API const char *rl_world_name(size_t index);

typedef struct rl_world_info {
    double weight;  /* share of scenes of which only the seed is given, 0..1 */
    uint64_t moods; /* moods with which such scenes get it: bit i = mood i; where a world or
                       a composition lists moods, the list decides and not the weight */
    int is_dry;     /* 1: land without green plants */
    char line[RL_LINE_SIZE]; /* description */
} rl_world_info;

/* rl_world_describe describes world `index`; returns 1, or 0 past the last. */
RL_API int rl_world_describe(size_t index, rl_world_info *info);

/* rl_world_parse gives the scene a user's world.  It checks the text; rl_scene_resolve applies it
 * to the values that are unset then.  Values that the file does not set come from the world that
 * its [about] names as `like`, by default the first world.
 * Errors: RL_BAD_DATA with `place:line: key = value: rule`; the scene is then unchanged. */
RL_API rl_status rl_world_parse(rl_scene *scene, const void *bytes, size_t size, const char *place,
                                rl_error *error);

/* rl_composition_name returns the name of built-in composition `index` from 0, or NULL past the
 * last.  A composition sets the heights and positions of ridges, which it takes over from the
 * world. */
RL_API const char *rl_composition_name(size_t index);

typedef struct rl_composition_info {
    uint64_t worlds;         /* worlds that it was made for: bit i = world i */
    uint64_t moods;          /* moods with which scenes of a seed alone get it: bit i = mood i */
    char line[RL_LINE_SIZE]; /* description */
} rl_composition_info;

/* rl_composition_describe describes composition `index`; returns 1, or 0 past the last. */
RL_API int rl_composition_describe(size_t index, rl_composition_info *info);

/* rl_composition_parse gives the scene a user's composition, as rl_world_parse does a world.
 * Errors: RL_BAD_DATA with `place:line: key = value: rule`; the scene is then unchanged. */
RL_API rl_status rl_composition_parse(rl_scene *scene, const void *bytes, size_t size,
                                      const char *place, rl_error *error);

/* rl_weather_name returns the name of weather `index` from 0 ("clear", "rain", ...), or NULL past
 * the last.  Weather changes the light and the air of any mood, over any world. */
RL_API const char *rl_weather_name(size_t index);

typedef struct rl_weather_info {
    double weight;           /* share of scenes of which only the seed is given, 0..1 */
    char line[RL_LINE_SIZE]; /* description */
} rl_weather_info;

/* rl_weather_describe describes weather `index`; returns 1, or 0 past the last. */
RL_API int rl_weather_describe(size_t index, rl_weather_info *info);

/* rl_print_name returns the name of style of print `index` from 0 ("none", "poster", ...), or NULL
 * past the last.  A print gives each kind of layer a rule of its own, in any world and mood. */
RL_API const char *rl_print_name(size_t index);

typedef struct rl_print_info {
    char line[RL_LINE_SIZE]; /* description */
} rl_print_info;

/* rl_print_describe describes style of print `index`; returns 1, or 0 past the last. */
RL_API int rl_print_describe(size_t index, rl_print_info *info);

/* rl_print_apply gives the scene a style of print; "auto" is one that the scene's seed chooses.
 * Errors: RL_BAD_ARGUMENT with the nearest name. */
RL_API rl_status rl_print_apply(rl_scene *scene, const char *name, rl_error *error);

/* rl_print_parse sets the keys of section [print] by the text of a user's print.  The scene's seed
 * chooses in its ranges.
 * Errors: RL_BAD_DATA with `place:line: key = value: rule`; the scene is then unchanged. */
RL_API rl_status rl_print_parse(rl_scene *scene, const void *bytes, size_t size, const char *place,
                                rl_error *error);

/* rl_ink_name returns the name of a set of inks of e-paper panels: "none" for 0, then "bw",
 * "grey4" ..., or NULL past the last. */
RL_API const char *rl_ink_name(size_t index);

/* rl_motif_name returns the name of built-in motif `index` from 0 ("balloon", ...), or NULL past
 * the last.  A motif is a drawing in a few elements of SVG (data/motifs/; see docs/motifs.md). */
RL_API const char *rl_motif_name(size_t index);

typedef struct rl_motif_info {
    char line[RL_LINE_SIZE]; /* description, such as "a cabin" */
    int is_aloft;            /* 1 = it belongs in the sky, 0 = on land or water */
} rl_motif_info;

/* rl_motif_describe describes motif `index`; returns 1, or 0 past the last. */
RL_API int rl_motif_describe(size_t index, rl_motif_info *info);

/* rl_motif_parse gives the scene a user's drawing as its motif.  The text is part of its recipe.
 * Errors: RL_BAD_DATA with `place:line: value: rule`; the scene is then unchanged. */
RL_API rl_status rl_motif_parse(rl_scene *scene, const void *bytes, size_t size, const char *place,
                                rl_error *error);

/* rl_profile_parse gives ridge `ridge` (1 = the farthest) the heights in a file as its profile,
 * and unsets those of its keys that form the line.  The file is GPX (heights along its tracks, or
 * along its routes if it has no tracks) or CSV (one column of heights, or two of distance and
 * height, separated by `,`, `;` or tabs, with or without a line of names).  The heights are scaled
 * to 0..9999; more than RL_PROFILE_HEIGHTS of them are replaced by the means over that many equal
 * parts of the way.
 * Errors: RL_BAD_DATA with `place:line: value: rule`, RL_BAD_ARGUMENT (no such ridge, too many
 * profiles); the scene is then unchanged. */
RL_API rl_status rl_profile_parse(rl_scene *scene, int ridge, const void *bytes, size_t size,
                                  const char *place, rl_error *error);

/* rl_weather_apply sets the keys of a weather, over those of the scene's mood.
 * Errors: RL_BAD_ARGUMENT with the nearest name. */
RL_API rl_status rl_weather_apply(rl_scene *scene, const char *name, rl_error *error);

/* rl_mood_name returns the name of built-in mood `index` from 0, or NULL past the last. */
RL_API const char *rl_mood_name(size_t index);

/* Bits of rl_mood_info.hours: hours that suit a mood. */
typedef enum rl_hour {
    RL_HOUR_NIGHT = 1,
    RL_HOUR_MORNING = 2,
    RL_HOUR_DAY = 4,
    RL_HOUR_EVENING = 8,
    RL_HOUR_ANY = 15
} rl_hour;

/* Bits of rl_mood_info.seasons: seasons that suit a mood. */
typedef enum rl_season {
    RL_SEASON_WINTER = 1,
    RL_SEASON_SPRING = 2,
    RL_SEASON_SUMMER = 4,
    RL_SEASON_AUTUMN = 8,
    RL_SEASON_ANY = 15
} rl_season;

typedef struct rl_mood_info {
    double weight;           /* weight among the moods that suit a world; 0 = only by name */
    int hours;               /* bits of rl_hour */
    int seasons;             /* bits of rl_season */
    int pair;                /* rank, from 1, among the moods for the other half of a light and dark
                                pair of wallpapers; 0 = none.  Moods of RL_HOUR_NIGHT alone are
                                dark halves */
    int pair_dry;            /* rank in dry worlds */
    char line[RL_LINE_SIZE]; /* description */
} rl_mood_info;

/* rl_mood_describe describes a built-in mood.
 * Errors: RL_BAD_ARGUMENT with the nearest name. */
RL_API rl_status rl_mood_describe(const char *name, rl_mood_info *info, rl_error *error);

/* rl_mood_suits returns 1 when the mood was made for land of a world (its index), else 0. */
RL_API int rl_mood_suits(const char *mood, int world);

/* rl_mood_apply sets palette, light, sky and weather of a built-in mood; it replaces the scene's
 * palette.
 * Errors: RL_BAD_ARGUMENT with the nearest name. */
RL_API rl_status rl_mood_apply(rl_scene *scene, const char *name, rl_error *error);

/* rl_mood_parse applies the text of a mood file.  Plain values are set at once.  Keys with ranges
 * and choices are unset; rl_scene_resolve picks their values unless they have been set meanwhile.
 * The scene's mood then has no name, so that its recipe needs no file.
 * Errors: RL_BAD_DATA with `place:line: key = value: rule`; the scene is then unchanged. */
RL_API rl_status rl_mood_parse(rl_scene *scene, const void *bytes, size_t size, const char *place,
                               rl_error *error);

/* rl_scene_unset_light unsets the values that a mood or an hour sets (palette, mood, time, haze,
 * glow, moon, stars, clouds, aurora, mist, fog), so that another mood or hour can be applied to the
 * same land.  With `clears_snow` not 0 it also unsets snow, tree species and autumn colours.  The
 * position of the sun stays. */
RL_API void rl_scene_unset_light(rl_scene *scene, int clears_snow);

/* rl_scene_resolve sets every value that is unset: the seed chooses palette, composition and
 * ridges. Then it checks every value and rounds it to the nine decimals that scene text has.
 * Resolving a resolved scene changes nothing.
 * Errors: RL_BAD_ARGUMENT with `key = value: rule`. */
RL_API rl_status rl_scene_resolve(rl_scene *scene, rl_error *error);

/* ---- limits for scenes from others ---------------------------------------- */

/* Limits for scenes from untrusted sources, which may ask for terabytes of pixels or hours of
 * erosion.  The functions that render have no limits except those of the formats: a program
 * initialises rl_limits, changes what it allows, and checks such a scene before it renders. */
typedef struct rl_limits {
    size_t struct_size; /* sizeof(rl_limits) */
    int side;           /* pixels along a side, of a map samples; default 32768 */
    int64_t area;       /* pixels that are written, after the zoom; default 64,000,000 */
    int ridges;         /* number of ridges; default RL_MAX_RIDGES */
    int64_t work;       /* steps, of about one nanosecond, of a map's passes or a picture's ridges;
                           default 100,000,000,000 */
    int64_t memory;     /* bytes in use, for rl_budget_new; default 2,147,483,648 */
} rl_limits;

/* rl_limits_init fills in the defaults. */
RL_API void rl_limits_init(rl_limits *limits);

/* rl_limits_check compares with limits what a scene requires: size and zoom of the picture or of
 * its region, the size of the picture of a map's surface, its ridges, and the work of its ridges
 * or passes at that size.  An unset size requires nothing.
 * Errors: RL_BAD_DATA with `key = value: rule`; RL_BAD_ARGUMENT (a scene value). */
RL_API rl_status rl_limits_check(const rl_limits *limits, const rl_scene *scene, rl_error *error);

/* An allocator with a limit of bytes in use; a request beyond it fails as RL_NO_MEMORY.  Threads
 * may share it. */
typedef struct rl_budget rl_budget;

/* rl_budget_new makes one.  Its memory comes from `allocator` (NULL = malloc), with 16 bytes more
 * a block.  It must outlive everything that was made with it.
 * Errors: RL_BAD_ARGUMENT, RL_NO_MEMORY. */
RL_API rl_status rl_budget_new(rl_budget **budget, int64_t limit_bytes,
                               const rl_allocator *allocator, rl_error *error);
RL_API void rl_budget_free(rl_budget *budget);

/* rl_budget_allocator returns the allocator, which lives as long as the budget. */
RL_API const rl_allocator *rl_budget_allocator(const rl_budget *budget);

/* rl_budget_peak returns the highest number of bytes in use at once.  rl_budget_refused returns 1
 * if a block was refused because it was larger than what remained. */
RL_API int64_t rl_budget_peak(const rl_budget *budget);
RL_API int rl_budget_refused(const rl_budget *budget);

/* ---- sinks: where bytes go ---------------------------------------------- */

typedef struct rl_sink rl_sink;

/* rl_sink_to_file opens a file that appears whole or not at all: the bytes go to a temporary file
 * in the same folder, which rl_sink_commit syncs and renames.  Devices, pipes and sockets are
 * written to directly; opening a pipe waits for its reader.  A symbolic link stays a link and its
 * target is replaced; a second hard link keeps the old bytes.  A new file has mode 0666 under the
 * umask; a replaced one keeps its mode.
 *
 * The temporary file, .ridgeline-<16 hex digits>.tmp, is locked (flock) while it is written.
 * Unlocked ones were left by processes that were killed; they are removed from the folder before a
 * new one is made.  On file systems without locks they stay.  Failures of that removal are
 * ignored.
 * Errors: RL_CANNOT_CREATE, RL_IO_ERROR (a full disk), RL_NO_MEMORY. */
RL_API rl_status rl_sink_to_file(rl_sink **sink, const char *path, const rl_allocator *allocator,
                                 rl_error *error);

/* rl_sink_to_new_file does the same, but replaces no regular file: an existing one is an error at
 * once, and one that another process creates meanwhile is an error of rl_sink_commit.  (Where the
 * system has no exclusive rename, rl_sink_commit checks first.)
 * Errors: as rl_sink_to_file. */
RL_API rl_status rl_sink_to_new_file(rl_sink **sink, const char *path,
                                     const rl_allocator *allocator, rl_error *error);

/* rl_sink_to_fd writes to an open file descriptor, which stays the caller's;
 * `name` names it in error texts. */
RL_API rl_status rl_sink_to_fd(rl_sink **sink, int fd, const char *name,
                               const rl_allocator *allocator, rl_error *error);

/* rl_sink_to_memory collects the bytes; see rl_sink_bytes. */
RL_API rl_status rl_sink_to_memory(rl_sink **sink, const rl_allocator *allocator, rl_error *error);

/* rl_sink_to_callback passes every run of bytes to `write`, which returns 0 to continue; any other
 * value becomes RL_IO_ERROR. */
RL_API rl_status rl_sink_to_callback(rl_sink **sink,
                                     int (*write)(void *user, const void *bytes, size_t size),
                                     void *user, const rl_allocator *allocator, rl_error *error);

/* rl_sink_write appends bytes.  Errors: RL_IO_ERROR, RL_NO_MEMORY. */
RL_API rl_status rl_sink_write(rl_sink *sink, const void *bytes, size_t size, rl_error *error);

/* rl_sink_bytes returns the bytes of a memory sink, valid until it is written to or freed, and
 * their number in *size; NULL for other sinks. */
RL_API const void *rl_sink_bytes(const rl_sink *sink, size_t *size);

/* rl_sink_commit makes the file appear under its name.  After a failure the old file is still in
 * place.  Errors: RL_IO_ERROR, RL_CANNOT_CREATE. */
RL_API rl_status rl_sink_commit(rl_sink *sink, rl_error *error);

/* rl_sink_free frees a sink; the temporary file of one that was not committed is removed. */
RL_API void rl_sink_free(rl_sink *sink);

/* rl_file_read reads a file of at most `limit_bytes` into memory, which rl_file_free frees.  It
 * does not wait for a pipe and does not read a device.  `path` "-" is standard input. Errors:
 * RL_NO_INPUT, RL_BAD_DATA (too large, not a file), RL_IO_ERROR. */
RL_API rl_status rl_file_read(void **bytes, size_t *size, const char *path, size_t limit_bytes,
                              const rl_allocator *allocator, rl_error *error);
RL_API void rl_file_free(void *bytes, const rl_allocator *allocator);

/* ---- texts out ---------------------------------------------------------- */

/* rl_scene_write writes the canonical text of a scene: every key in its fixed order, unset ones as
 * `auto`.  Parsing it gives an equal scene.
 * Errors: RL_BAD_ARGUMENT (a value breaks its rule), those of rl_sink_write. */
RL_API rl_status rl_scene_write(const rl_scene *scene, rl_sink *sink, rl_error *error);

/* rl_palette_write writes a palette file of the given format; .gpl carries the
 * roles as entry names. */
RL_API rl_status rl_palette_write(const rl_palette *palette, rl_palette_format format,
                                  rl_sink *sink, rl_error *error);

/* ---- frames: a scene at a size ------------------------------------------ */

/* Instruction set of the inner loops, for tests and comparisons.  All give the same bits.  A set
 * that the CPU does not have is replaced by the next smaller one. */
typedef enum rl_kernels {
    RL_KERNELS_BEST,   /* the fastest that the CPU has */
    RL_KERNELS_PLAIN,  /* plain C, one number at a time: the reference */
    RL_KERNELS_VECTOR, /* 16 bytes at a time: SSE2, NEON, ... */
    RL_KERNELS_AVX2,   /* 32 bytes at a time */
    RL_KERNELS_AVX512  /* 64 bytes at a time, where that pays */
} rl_kernels;

typedef struct rl_frame rl_frame;

/* Order of the bytes of a pixel of rl_paint.  On little-endian machines BGRA is ARGB32 and RGB24 of
 * cairo, Format_RGB32 of Qt and ARGB8888 of SDL; RGBA is that of textures, of a canvas and of
 * GDK_MEMORY_R8G8B8A8. */
typedef enum rl_pixels {
    RL_PIXELS_RGB,  /* packed; scenes of 16 bits have this order only: three uint16_t a pixel */
    RL_PIXELS_RGBA, /* A = 255 */
    RL_PIXELS_BGRA  /* A = 255 */
} rl_pixels;

/* Size, region and memory of what is rendered. */
typedef struct rl_view {
    size_t struct_size;            /* sizeof(rl_view) */
    int width, height;             /* size of the whole picture in pixels, 1..RL_MAX_SIDE */
    int x, y;                      /* left upper corner of the region to paint */
    int part_width, part_height;   /* size of the region in pixels; 0 = the whole picture */
    const rl_allocator *allocator; /* used as long as the frame lives; NULL = malloc */
    int kernels;                   /* rl_kernels */
    int threads; /* threads that prepare the frame, 1..256, 0 = 1; no pixel depends on them.  With
                    more than one, all of them call the allocator. */
    /* Called from time to time by rl_frame_new with no row done; a result other than 0 stops it
     * with RL_CANCELLED.  May be NULL. */
    int (*progress)(void *user, int rows_done, int rows_total);
    void *user;        /* passed to `progress` */
    size_t keep_bytes; /* bytes in which a frame may keep the visibility of its land, so that frames
                          made of it by rl_frame_at and rl_frame_like paint faster; 0 = none.  No
                          pixel depends on it. */
    int pixels;        /* rl_pixels: order of the bytes that rl_paint writes */
} rl_view;

/* rl_scene_view sets size and region of a view to those that the scene records: those of the
 * picture whose recipe it is, of a map its samples; 0 = not recorded. */
RL_API void rl_scene_view(const rl_scene *scene, rl_view *view);

/* rl_frame_new prepares a scene for a view: it resolves a copy of the scene, samples the ridges
 * and makes the tables.  Painting then allocates nothing that grows with the picture.
 * Errors: RL_BAD_ARGUMENT (view outside its rules, scene value), RL_NO_MEMORY, RL_CANCELLED. */
RL_API rl_status rl_frame_new(rl_frame **frame, const rl_scene *scene, const rl_view *view,
                              rl_error *error);
RL_API void rl_frame_free(rl_frame *frame);

/* rl_frame_like prepares a frame as rl_frame_new does.  If land and view equal those of the frame
 * `like`, so that only the hour, the light or the air differs, it shares outlines and plants with
 * that frame.  If they differ, or `like` is NULL, it makes everything.  The pixels are those of
 * rl_frame_new.  `like`, and the frame that `like` itself shares with, must outlive the new frame.
 * Errors: as rl_frame_new. */
RL_API rl_status rl_frame_like(rl_frame **frame, const rl_frame *like, const rl_scene *scene,
                               const rl_view *view, rl_error *error);

/* rl_frame_at makes a frame of the same scene at another phase (0..1) of its motions.  It shares
 * the tables of `frame`, which must outlive it, and so takes little time.
 * Errors: RL_BAD_ARGUMENT, RL_NO_MEMORY. */
RL_API rl_status rl_frame_at(rl_frame **at, const rl_frame *frame, double phase, rl_error *error);

/* rl_frame_scene returns the resolved scene with size and region: the recipe of the picture.  It is
 * valid as long as the frame. */
RL_API const rl_scene *rl_frame_scene(const rl_frame *frame);

/* rl_frame_heights writes the heights of ridge `ridge` (0 = farthest) at the centres of the
 * columns x .. x+count-1 of the region, in pixels above the lower edge of the whole picture.  They
 * are heights of the ground, without trees.  Heights of a ridge that is painted as one surface and
 * does not rise from water are rounded to 1/256 pixel and clamped to 64 pixels and one picture
 * height beyond the picture.
 * Errors: RL_BAD_ARGUMENT. */
RL_API rl_status rl_frame_heights(const rl_frame *frame, int ridge, int x, int count,
                                  double *heights_px, rl_error *error);

/* rl_frame_points writes the vertices of a ridge of kind `segment`, from its start to its end: the
 * points that midpoint displacement made, 2^n + 1 for n iterations.  xy[2 i] is in pixels from the
 * left edge of the region, xy[2 i + 1] in pixels above the lower edge of the whole picture.
 * *count receives their number, also if `xy` is NULL; `most` is the number for which there is room.
 * Errors: RL_BAD_ARGUMENT (a ridge of another kind, more vertices than `most` or 2^20 + 1),
 * RL_NO_MEMORY. */
RL_API rl_status rl_frame_points(const rl_frame *frame, int ridge, double *xy, size_t most,
                                 size_t *count, rl_error *error);

/* Kind of the disc in a picture. */
typedef enum rl_disc { RL_DISC_NONE, RL_DISC_SUN, RL_DISC_MOON } rl_disc;

/* A thing that is seen well enough to be mentioned in words. */
#define RL_MAX_SIGHTS 40
typedef struct rl_sight {
    const char *name; /* "rainbow" */
    double amount;    /* share of an area, strength 0..1, or number of its parts */
    double x;         /* its centre; 0.5 if it is not known */
    const struct rl_sight_words *words; /* for the program's titles and alternative texts */
} rl_sight;

/* What can be seen in a frame's region.  Shares and positions are 0..1 of the region, from its left
 * or upper edge.  Only what a person would see counts: what is too small, too faint or hidden is
 * 0, -1 or RL_AUTO. */
typedef struct rl_facts {
    size_t struct_size; /* sizeof(rl_facts), set by the caller */

    int ridges;     /* number of ridges whose crests are distinct in the picture */
    int far_ridge;  /* index of the farthest of them, as for rl_frame_heights; -1 = none */
    int near_ridge; /* index of the nearest of them; -1 = none */
    int kinds[RL_MAX_FAMILIES]; /* number of distinct ridges of each family */
    double sky, land, water;    /* shares of the area; their sum is 1 */
    double land_y;              /* centre of the land */
    double shore;               /* upper edge of the water; -1 = no water */
    rl_colour sky_top;          /* mean colour of the sky's upper quarter */
    rl_colour sky_low;          /* mean colour of the sky just above the land */
    rl_colour far_land;         /* mean colour of the farthest distinct ridge */
    rl_colour near_land;        /* mean colour of the land in front */
    rl_colour lake;             /* mean colour of the water */
    rl_colour all;              /* mean colour of the region */

    int disc;            /* rl_disc */
    double disc_x;       /* centre of the disc */
    double disc_y;       /* centre of the disc */
    double disc_radius;  /* share of the region's height */
    double disc_seen;    /* share of the disc that neither land nor an edge hides */
    double disc_in_land; /* share of the disc that land hides */
    double disc_above;   /* share of the height from its centre down to the skyline below it;
                            negative where the skyline is higher */
    double moon_lit;     /* share of the moon's face that is lit; 1 = full */

    int birds;        /* number of birds that are whole, before the sky and apart from others */
    double birds_x;   /* centre of the birds */
    double birds_y;   /* centre of the birds */
    double snow;      /* share of the land that snow changes clearly */
    double snow_y;    /* centre of the snow */
    double trees;     /* share of the width over which trees are seen */
    double low_trees; /* share of `trees` that is on the nearest ridge */
    char wood[64];    /* plural of most trees, "oaks", "spruces and birches"; "" = none */
    char motif[96];   /* noun of the motif, "a cabin with lit windows"; "" = none */
    int motif_on;     /* what carries the motif: 0 = the ground, 1 = water, 2 = the sky */
    double motif_x;   /* centre of the motif */

    int sights;                    /* number of things in `sight` */
    rl_sight sight[RL_MAX_SIGHTS]; /* things that are seen well enough to be mentioned */
} rl_facts;

/* rl_frame_facts measures what can be seen in a frame's region.  It paints at most 64 rows of it,
 * with and without each thing.
 * Errors: RL_BAD_ARGUMENT, RL_NO_MEMORY. */
RL_API rl_status rl_frame_facts(const rl_frame *frame, rl_facts *facts, rl_error *error);

/* rl_paint paints rows y .. y+rows-1 of the region into `pixels`, in the byte order of
 * rl_view.pixels. Rows are `stride_bytes` apart; the bytes between them are not changed.  Pixel
 * art has its colours, but is not zoomed.  The frame keeps the work memory of one thread for the
 * next call, so a picture in strips costs no more than one in a single call; frames of rl_frame_at
 * keep none.
 * Errors: RL_BAD_ARGUMENT, RL_NO_MEMORY. */
RL_API rl_status rl_paint(const rl_frame *frame, int y, int rows, void *pixels, size_t stride_bytes,
                          rl_error *error);

/* rl_picture paints a picture in one call, with the view's threads, into the caller's `pixels`, as
 * rl_paint does.  `text` is scene text.  `seed` is any text (see rl_seed_parse) and replaces the
 * seed of the scene.  Each may be NULL.
 * Errors: those of rl_seed_parse, rl_scene_parse and rl_frame_new. */
RL_API rl_status rl_picture(void *pixels, size_t stride_bytes, const rl_view *view,
                            const char *text, const char *seed, rl_error *error);

/* ---- layers: a picture in parts -------------------------------------------- */

/* The layers of a frame, from the farthest to the nearest, are the sky, each ridge with its trees
 * and the mist in front of it, and the lake between them.  In an endless or looping world the
 * picture is their composition in linear light, with alpha in steps of 1/255, as rl_composite does
 * it. */

typedef enum rl_layer_kind {
    RL_LAYER_SKY,
    RL_LAYER_RIDGE,
    RL_LAYER_LAKE,
    RL_LAYER_OTHER /* another kind: see rl_layer.name */
} rl_layer_kind;

typedef struct rl_layer {
    size_t struct_size; /* sizeof(rl_layer), set by the caller */
    int kind;           /* rl_layer_kind */
    int ridge;          /* index of the ridge, 0 = the farthest; -1 = not a ridge */
    char name[32];      /* unique name: "sky", "ridge-1" (the farthest), "lake" */
    double depth;       /* 0 = far, 1 = near; 0 for the sky */
    double parallax;    /* speed of scrolling: 0 = fixed to the camera, 1 = fixed to the ground on
                           which the player walks; grows towards the front, the sky has 0 */
    int top;            /* first row of the whole picture in which the layer may cover a pixel of
                           the region */
    int is_opaque;      /* 1: it covers every pixel wholly */
    int bottom;         /* row of the whole picture from which on it covers no pixel; at most the
                           picture's height */
} rl_layer;

/* rl_frame_layers returns how many layers a frame has, at most RL_MAX_LAYERS. */
#define RL_MAX_LAYERS (4 * RL_MAX_RIDGES)
RL_API int rl_frame_layers(const rl_frame *frame);

/* rl_frame_layer describes layer `index` from 0.  Errors: RL_BAD_ARGUMENT. */
RL_API rl_status rl_frame_layer(const rl_frame *frame, int index, rl_layer *layer, rl_error *error);

/* rl_frame_colours writes the colours of pixel art, or the inks, in the palette's order, 3 bytes
 * each, and returns their number; 0 = true colour.  `rgb` has room for 256 colours or is NULL. */
RL_API int rl_frame_colours(const rl_frame *frame, uint8_t *rgb);

/* rl_frame_sun writes the centre and the radius of the sun or moon in pixels, from the left upper
 * corner of the frame's region; the centre may be outside it.  In a loop x_px is within the loop.
 * With a radius of 0 no disc is drawn, but the light comes from there. */
RL_API void rl_frame_sun(const rl_frame *frame, double *x_px, double *y_px, double *radius_px);

/* rl_frame_tint writes the smooth colour of a sky or ridge layer at a point of the frame's region,
 * whether the layer covers it or not: gradient, haze, glow and the mean of its mist, without
 * relief, trees, snow, clouds, aurora, stars and disc.  Drawings and user interfaces can match
 * their colours with it.
 * Errors: RL_BAD_ARGUMENT (no such layer, a lake). */
RL_API rl_status rl_frame_tint(const rl_frame *frame, int layer, double x_px, double y_px,
                               uint8_t *rgb, rl_error *error);

/* Work memory of one thread that paints layers of a frame, which must outlive it. */
typedef struct rl_painter rl_painter;

/* rl_painter_new makes a painter for a frame of 8 bits.  In a frame whose extent.kind is picture
 * the faces of land are known only where the picture shows them, and end where it ends. Errors:
 * RL_BAD_ARGUMENT, RL_NO_MEMORY. */
RL_API rl_status rl_painter_new(rl_painter **painter, const rl_frame *frame, rl_error *error);
RL_API void rl_painter_free(rl_painter *painter);

/* rl_painter_layer paints a window of layer `layer` into `rgba`: `width` columns from column `x`
 * and `height` rows from row `y` of the frame's region.  Rows are `stride_bytes` apart; a pixel
 * has four bytes with straight alpha.  A loop has all columns and widths; another frame has only
 * those of its region.  A pixel that the layer does not cover has the colour of the nearest
 * covered pixel of its column in this window, else of a neighbouring column, so that scaling makes
 * no fringe.
 * Errors: RL_BAD_ARGUMENT. */
RL_API rl_status rl_painter_layer(rl_painter *painter, int layer, int64_t x, int y, int width,
                                  int height, uint8_t *rgba, size_t stride_bytes, rl_error *error);

/* rl_composite blends `count` (1 or more) rows of layers, of `pixels` RGBA pixels each, from the
 * farthest, which must be opaque, to the nearest.  The blend is linear in light: with c the linear
 * light of a layer and a its alpha, the light b below becomes a c + (1 - a) b.  `rgb` gets the
 * rounded sRGB. */
RL_API void rl_composite(const uint8_t *const *rgba, int count, int pixels, uint8_t *rgb);

/* ---- pictures ----------------------------------------------------------- */

/* A file format of pictures, identified by its name. */
typedef struct rl_format {
    const char *name;         /* such as RL_FORMAT_PNG */
    const char *ending;       /* ending of file names, ".png"; NULL = none */
    const char *meaning;      /* description in a few words */
    int is_text;              /* 1: may go to a terminal */
    int is_film;              /* 1: consists of frames; frame 0 brings the head of the file */
    int quality;              /* default of rl_render_options.quality; 0 = it has no quality */
    const char *other_ending; /* second ending, ".jpeg"; NULL = none */
} rl_format;

#define RL_FORMAT_PNG "png"
#define RL_FORMAT_JPEG "jpg"  /* baseline, streamed; sides of at most 65500 */
#define RL_FORMAT_WEBP "webp" /* sides of at most 16383 */
#define RL_FORMAT_AVIF "avif" /* sides of at most 65536 */
#define RL_FORMAT_JXL "jxl"   /* sides of at most 262144; 8 or 16 bits */
#define RL_FORMAT_PPM "ppm"   /* P6; 16 bit samples big-endian */
#define RL_FORMAT_PAM "pam"   /* P7 */
#define RL_FORMAT_Y4M "y4m"   /* YUV4MPEG2: 4:2:0, BT.709, 16..235; sides of at most 16384 */
#define RL_FORMAT_HASH "hash" /* one line of text: a hash of size, depth and samples */
#define RL_FORMAT_NULL "null" /* no bytes, to measure the time of painting */

/* rl_format_at returns format `index` of pictures, NULL past the last. */
RL_API const rl_format *rl_format_at(size_t index);

/* Texts in a picture file. */
typedef enum rl_metadata {
    RL_METADATA_FULL,    /* software, title, description and recipe */
    RL_METADATA_MINIMAL, /* software and title */
    RL_METADATA_NONE     /* no texts */
} rl_metadata;

/* Trade of time for bytes in a PNG file. */
typedef enum rl_compress {
    RL_COMPRESS_DEFAULT, /* near the smallest size at high speed */
    RL_COMPRESS_FAST,    /* the least time */
    RL_COMPRESS_SMALL    /* the fewest bytes, many times slower: libdeflate's best level where the
                            library is there and the samples, which are then held in memory, take
                            at most 64 MiB; else zlib's best level */
} rl_compress;

typedef struct rl_render_options {
    size_t struct_size; /* sizeof(rl_render_options) */
    const char *format; /* name of a format; NULL = png */
    int metadata;       /* rl_metadata; used by PNG and by formats with a quality */
    int threads;        /* 1..256; no pixel depends on them */
    int compress;       /* rl_compress; used by PNG; no pixel depends on it */
    const char *title;  /* title in the metadata, UTF-8; NULL = none */
    /* Called by the calling thread after each band with the rows done so far, and with 0 of 1 while
     * a map's view is prepared; a result other than 0 stops with RL_CANCELLED.  May be NULL. */
    int (*progress)(void *user, int rows_done, int rows_total);
    void *user;              /* passed to `progress` */
    const char *description; /* description in the metadata, UTF-8; NULL = none */
    int frame;               /* number of a film's frame, from 0, for rl_encode_rgb */
    int fps;                 /* frames a second of a film, 1..1000; 0 = 25 */
    int quality;             /* 1..100 for a format with a quality; 0 = its default; 100 keeps every
                                pixel, except in JPEG */
} rl_render_options;

/* rl_render paints a frame and writes it to `sink`, which the caller commits.  Memory is bounded
 * by three bands of at most 64 rows for each thread.  WebP, AVIF and JPEG XL hold the picture:
 * with the memory of their libraries they need about 6, 23 and 45 bytes a pixel.
 * Errors: RL_BAD_ARGUMENT, RL_NO_MEMORY, RL_IO_ERROR, RL_CANCELLED. */
RL_API rl_status rl_render(const rl_frame *frame, const rl_render_options *options, rl_sink *sink,
                           rl_error *error);

/* rl_frame_write_svg writes a whole picture with print.kind papercut or engraving as SVG paths of
 * one colour: sheets, or lines of ink.  Outlines are traced at the size of the frame, lines at 2160
 * rows or more, whose pixels take 8 bytes each.  Options used: title and progress.
 * Errors: RL_BAD_ARGUMENT (another print, a region), RL_NO_MEMORY, RL_IO_ERROR, RL_CANCELLED. */
RL_API rl_status rl_frame_write_svg(const rl_frame *frame, const rl_render_options *options,
                                    rl_sink *sink, rl_error *error);

/* rl_encode_rgb writes an 8-bit RGB picture from the caller's memory, in rows of 3 * width bytes.
 * It uses these options: format, metadata, compress, quality, threads, title, description, frame
 * and fps.  The frames of a film go to one sink, in order.
 * Errors: as rl_render. */
RL_API rl_status rl_encode_rgb(const uint8_t *rgb, int width, int height,
                               const rl_render_options *options, rl_sink *sink, rl_error *error);

typedef struct rl_rgba_options {
    size_t struct_size; /* sizeof(rl_rgba_options) */
    int colours;        /* 1..255: a palette PNG of these colours and a transparent one for alpha
                           below 128; 0 = true colour */
    const uint8_t *rgb; /* the palette, 3 bytes a colour */
    int zoom;           /* times that each pixel is repeated across and down; 0 = 1 */
    int metadata;       /* rl_metadata */
    int compress;       /* rl_compress */
    const char *title;  /* title in the metadata, UTF-8; NULL = none */
    const char *recipe; /* canonical scene text; NULL = none */
} rl_rgba_options;

/* rl_encode_rgba writes a PNG with straight alpha from rows `stride_bytes` apart.
 * Errors: RL_BAD_ARGUMENT (a colour that is not of the palette), RL_NO_MEMORY, RL_IO_ERROR. */
RL_API rl_status rl_encode_rgba(const uint8_t *rgba, size_t stride_bytes, int width, int height,
                                const rl_rgba_options *options, rl_sink *sink, rl_error *error);

/* ---- animations: pictures in time ----------------------------------------- */

typedef struct rl_animation rl_animation;

typedef struct rl_animation_options {
    size_t struct_size; /* sizeof(rl_animation_options) */
    int width, height;  /* size in pixels, 1..RL_MAX_SIDE */
    int frames;         /* number of frames that will be written, 1..1000000 */
    int delay_ms;       /* time for which each frame is shown, 0..65535 ms */
    int loops;          /* number of repetitions; 0 = endless */
    int metadata;       /* rl_metadata */
    const char *title;  /* title in the metadata, UTF-8; NULL = none */
    const char *recipe; /* canonical scene text; NULL = none */
    int compress;       /* rl_compress */
} rl_animation_options;

/* rl_animation_new starts an animated PNG, written to `sink`, which the caller commits.  Programs
 * without support for animation show the first frame.  Only the rectangle that differs from the
 * frame before is written; memory is that of one frame.  Sink and allocator must outlive the
 * animation.
 * Errors: RL_BAD_ARGUMENT, RL_NO_MEMORY, RL_IO_ERROR. */
RL_API rl_status rl_animation_new(rl_animation **animation, const rl_animation_options *options,
                                  rl_sink *sink, const rl_allocator *allocator, rl_error *error);

/* rl_animation_frame writes the next frame: 8-bit RGB, rows `stride_bytes` apart.
 * Errors: RL_BAD_ARGUMENT (a frame too many), RL_NO_MEMORY, RL_IO_ERROR. */
RL_API rl_status rl_animation_frame(rl_animation *animation, const uint8_t *rgb,
                                    size_t stride_bytes, rl_error *error);

/* rl_animation_finish writes the end of the file.
 * Errors: RL_BAD_ARGUMENT (frames are missing), or the error of an earlier failure. */
RL_API rl_status rl_animation_finish(rl_animation *animation, rl_error *error);
RL_API void rl_animation_free(rl_animation *animation);

/* Texts and size of a picture file.  The texts point into the bytes that were read, are not ended
 * by a NUL, and are NULL when absent.  In PNG they are text chunks, in other formats XMP. */
typedef struct rl_recipe {
    const char *scene;       /* canonical scene text */
    size_t scene_size;       /* bytes of `scene` */
    const char *software;    /* program that made the picture */
    size_t software_size;    /* bytes of `software` */
    const char *title;       /* title, UTF-8 */
    size_t title_size;       /* bytes of `title` */
    int width, height;       /* size in pixels; 0 = not found */
    int bits;                /* bits per sample; 0 = not found */
    const char *description; /* description of what it shows, UTF-8 */
    size_t description_size; /* bytes of `description` */
} rl_recipe;

/* rl_recipe_is_png returns 1 when the bytes start with the PNG signature. */
RL_API int rl_recipe_is_png(const void *bytes, size_t size);

/* rl_recipe_is_picture returns 1 when the bytes start like a PNG, JPEG, WebP, AVIF or JPEG XL
 * file. */
RL_API int rl_recipe_is_picture(const void *bytes, size_t size);

/* rl_recipe_read finds the recipe in such a file, held in memory.  It walks through the file's
 * parts and decodes no pixels.
 * Errors: RL_BAD_DATA (`place: ...`). */
RL_API rl_status rl_recipe_read(rl_recipe *recipe, const void *bytes, size_t size,
                                const char *place, rl_error *error);

#ifdef __cplusplus
}
#endif
#endif
