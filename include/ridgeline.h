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
 * A picture in a file takes five objects:
 *
 *     rl_scene scene;  rl_scene_init(&scene);        describes what is shown
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
 * Ownership.  The caller frees what rl_..._new and rl_sink_to_... make.  Free functions accept
 *             NULL.  Scenes and palettes are plain values that may be copied.
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

#define RL_VERSION "0.2.0"

/* Version of the rules by which a scene becomes pixels.  It changes when any pixel of any scene
 * changes. */
#define RL_ALGORITHM 2

/* Value of a field that is unset: the seed decides it. */
#define RL_AUTO (-1000000000)

#define RL_MAX_RIDGES 64    /* ridges in a scene */
#define RL_MAX_SKY 16       /* colour stops of a sky */
#define RL_MAX_COLOURS 1024 /* colours in a palette file */
#define RL_MAX_SIDE 1000000 /* pixels along a side of a picture */
#define RL_MAX_TEXT 1048576 /* bytes of a scene or palette file */

/* Value of a key that has no field of its own: see rl_scene.own, rl_ridge.own and rl_pass. */
typedef union rl_value {
    double real; /* RL_AUTO = unset */
    int integer; /* RL_AUTO = unset */
} rl_value;

#define RL_MAX_OWN 4 /* values in rl_scene.own */
#define RL_MAX_RIDGE_OWN                                                                           \
    3 /* values in rl_ridge.own; few, so that a scene fits on a small stack                        \
       */

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
 * Y, libtiff Z, no libjpeg": those that are linked, and those that the build found and that are
 * loaded when they are needed.  `size` is the room in bytes; the text is always ended by a NUL. */
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
    const char
        *roles; /* entries for roles, "sky=3-5,sun=6,ridge=0-2", from 0; NULL = by their names */
    int night;  /* 1: the horizon of a palette without roles gets the darkest sky colour;
                   0: the lightest */
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

/* Family of a ridge: how its profile is made.  All families are built on one-dimensional midpoint
 * displacement (Fournier, Fussell and Carpenter 1982). */
typedef enum rl_ridge_kind {
    RL_RIDGE_FRACTAL, /* one endless fractal */
    RL_RIDGE_RANGE,   /* upper envelope of two fractals: V notches between peaks */
    RL_RIDGE_HILL,    /* upper envelope of two smooth fractals */
    RL_RIDGE_ROLL,    /* one smooth fractal */
    RL_RIDGE_SEGMENT, /* from a start to an end point, level beyond them */
    RL_RIDGE_ALPS,    /* peaks and saddles, flanks broken up by their length */
    RL_RIDGE_DUNE,    /* smooth crests, sheared: long windward, steep lee side */
    RL_RIDGE_MESA,    /* buttes with cliffs, a terrace and a talus */
    RL_RIDGE_SLICE    /* a row of the scene's map: the northern edge is the farthest ridge, and
                         the ridge's spacing is one side of the map */
} rl_ridge_kind;

#define RL_MAX_FAMILIES 32 /* families of ridges; rl_ridge_kind names the first of them */

/* rl_ridge_family_name returns the name of a ridge family, as in the key ridge.N.kind;
 * rl_ridge_family_noun returns the noun for such land in descriptions ("hills", "a broad
 * mountain"), "" for the plain noun "ridges".  Both return NULL past the last family.  `index` is
 * a value of rl_ridge.kind. */
RL_API const char *rl_ridge_family_name(size_t index);
RL_API const char *rl_ridge_family_noun(size_t index);

/* Distribution of one displacement; b is the bound of its level. */
typedef enum rl_noise {
    RL_NOISE_CHOICE,     /* +b or -b */
    RL_NOISE_UNIFORM,    /* uniform in -b..b */
    RL_NOISE_TRIANGULAR, /* sum of two uniform values, within -b..b */
    RL_NOISE_GAUSS       /* sum of four uniform values: nearly a normal distribution of
                            sigma b/sqrt(12), within -b..b (3.46 sigma) */
} rl_noise;

/* Decay of the bound b_k from level to level: d is the displacement, i = 1 - roughness, n the
 * iterations, and k = 0 the first halving. */
typedef enum rl_decay {
    RL_DECAY_EXPONENTIAL, /* b_k = d 2^(-i k) */
    RL_DECAY_LINEAR,      /* b_k = d max(0, 1 - i k / n) */
    RL_DECAY_LOGARITHMIC  /* b_k = d / (1 + i log2(1 + k)) */
} rl_decay;

/* Direction in which a midpoint is displaced. */
typedef enum rl_direction {
    RL_DIRECTION_VERTICAL,
    RL_DIRECTION_PERPENDICULAR /* perpendicular to its segment; where the line folds over itself,
                                  its upper envelope is the profile */
} rl_direction;

/* Continuation of a ridge of kind RL_RIDGE_SEGMENT beyond its ends. */
typedef enum rl_beyond {
    RL_BEYOND_LEVEL, /* the profile continues level */
    RL_BEYOND_EMPTY  /* the ridge ends there; in a loop it has no ends */
} rl_beyond;

/* Dither pattern for 8-bit samples. */
typedef enum rl_dither {
    RL_DITHER_NONE,
    RL_DITHER_ROW,   /* threshold by row alone, 8 rows */
    RL_DITHER_2X2,   /* ordered 2x2 */
    RL_DITHER_BAYER, /* ordered 8x8 */
    RL_DITHER_BLUE,  /* 64x64 void-and-cluster blue noise */
    RL_DITHER_4X4    /* ordered 4x4 */
} rl_dither;

typedef enum rl_edges {
    RL_EDGES_SMOOTH, /* exact area coverage */
    RL_EDGES_HARD    /* no anti-aliasing: the pixel's centre decides */
} rl_edges;

/* Size of the scene unit U in pixels of a picture of W x H. */
typedef enum rl_scale {
    RL_SCALE_FRAME, /* U = min(sqrt(W H 9/16), 1.2 H) */
    RL_SCALE_HEIGHT /* U = H */
} rl_scale;

/* One ridge.  "Default" is the value of an unset field (RL_AUTO). */
typedef struct rl_ridge {
    int kind;            /* rl_ridge_kind, or the index of a further family */
    int iterations;      /* halvings of each segment; default: as many as the pixels need, 12 for
                            linear and logarithmic decay and for roughness 1 */
    double depth;        /* 0 = farthest, 1 = nearest: sets colour, haze and mist */
    double base;         /* foot of the ridge, fraction of the picture's height */
    double distance;     /* 0 = the ridge stands on land; else it rises from open water, this many
                            times as far away as the water at the picture's lower edge */
    double amplitude;    /* U; scale of the whole profile, not used by a segment */
    double spacing;      /* U between the lattice points of level 0 */
    double roughness;    /* 1 - H, -999999..1; 0 = mountains, -0.4 = hills, -1 = smooth */
    double displacement; /* bound d of the first halving.  For a segment in U, default: the mean of
                            the two end heights; else a multiple of the amplitude, default: for a
                            profile of unit variance */
    double min_segment;  /* U; shorter segments are not halved */
    int noise;           /* rl_noise */
    int decay;           /* rl_decay */
    int direction;       /* rl_direction */
    int period;          /* lattice points in one period; 0 = not periodic */
    int beyond;          /* rl_beyond */
    double start_x, start_y; /* U; left end of a segment */
    double end_x, end_y;     /* U; right end of a segment */
    double min_height;       /* lower bound of the profile, fraction of the picture's height */
    double slope;            /* steepest flank, rise over run; 0 = no limit */
    double dip;              /* 0..1: share of the height taken away below the sun */
    double hero;             /* share of the height added at hero_x: the main peak */
    double hero_x;           /* U; position of the main peak */
    double valley;           /* U; rise of the land with the distance from the sun */
    double relief;           /* 0..1: contrast of lit and shaded faces */
    double snow;             /* 0..1: share of the rock above the snow line that has snow */
    double snow_line;        /* U below the ridge's summits */
    double strata;           /* 0..1: contrast of horizontal bands in the rock */
    double island;           /* U; half width of an island round hero_x; 0 = no island */
    double trees;            /* 0..1: density of trees; 0 = none */
    int swells;              /* 0..8: lower swells of bare ground in front of the ridge */
    rl_colour colour;        /* colour without haze; default: the palette's at this depth */
    rl_value own[RL_MAX_RIDGE_OWN]; /* further values of its family: set them by rl_scene_set */
} rl_ridge;

/* ---- maps: what a heightmap is made of ------------------------------------ */

#define RL_MAX_PASSES 32 /* passes of a map */
#define RL_MAX_TINT 64   /* colour stops of a map */

/* How the grid of heights is filled. */
typedef enum rl_map_method {
    RL_MAP_DIAMOND_SQUARE, /* Fournier, Fussell and Carpenter 1982, with the correction of Miller
                              1986 */
    RL_MAP_MIDPOINT        /* mean of two points at edges, of four at centres: shows seams */
} rl_map_method;

/* Distribution of the noise. */
typedef enum rl_map_noise { RL_MAP_UNIFORM, RL_MAP_GAUSS } rl_map_noise;

/* Picture of a map. */
typedef enum rl_map_view {
    RL_MAP_VIEW_ABOVE,    /* plan view */
    RL_MAP_VIEW_SURFACE,  /* perspective view of the surface */
    RL_MAP_VIEW_CELLS,    /* cells of the last pass that has cells, each in one colour */
    RL_MAP_VIEW_HILLSHADE /* hillshade alone, in grey, as GIS programs show it */
} rl_map_view;

/* Built-in kinds of passes; rl_pass_name lists further ones. */
typedef enum rl_pass_kind {
    RL_PASS_VORONOI,          /* sum of c[k] * distance to the (k+1)-th nearest point */
    RL_PASS_PERTURB,          /* displacement of every sample by gradient noise */
    RL_PASS_THERMAL,          /* thermal erosion to all lower neighbours, applied at once */
    RL_PASS_THERMAL_FAST,     /* thermal erosion to the lowest of four, in place (Olsen 2004) */
    RL_PASS_THERMAL_INVERTED, /* erosion that flattens flats and keeps steep slopes (Olsen 2004) */
    RL_PASS_HYDRAULIC,        /* rain, solution, transport and evaporation, applied at once */
    RL_PASS_HYDRAULIC_FAST,   /* hydraulic erosion without a sediment map, in place (Olsen 2004) */
    RL_PASS_DROPLETS,         /* erosion by single drops with inertia */
    RL_PASS_NORMALISE,        /* linear map of the range of heights to low..high */
    RL_PASS_COMBINE,          /* combination with a second map */
    RL_PASS_GULLIES,          /* ridges and valleys along the fall line, in one step */
    RL_PASS_TERRACE,          /* heights in steps: flats and cliffs */
    RL_PASS_DUNES,            /* dunes across a wind */
    RL_PASS_VOLCANO           /* a cone with a crater */
} rl_pass_kind;

#define RL_PASS_VALUES 16   /* keys of a pass, at most */
#define RL_PASS_KEY_SIZE 16 /* bytes of a key's name, with its NUL */

/* One step of shaping a map: a kind and the values of its keys, by name.  See rl_pass_set. */
typedef struct rl_pass {
    int kind; /* index of rl_pass_name; RL_AUTO = unset, with which no map can be made */
    struct {
        char key[RL_PASS_KEY_SIZE]; /* name of a key; "" = unused entry */
        rl_value value;             /* value of that key */
    } value[RL_PASS_VALUES];        /* keys that are not listed have their defaults */
} rl_pass;

/* Convention of an article for the unset ones of corners, spread and persistence. */
typedef enum rl_map_preset {
    RL_PRESET_NONE,
    RL_PRESET_ROUGHNESS_COEFFICIENT,
    RL_PRESET_ONE_SIDED,
    RL_PRESET_PERSISTENCE,
    RL_PRESET_SPREAD
} rl_map_preset;

/* Outline of the land on a map. */
typedef enum rl_map_shape {
    RL_SHAPE_NONE, /* decided by the fractal alone */
    RL_SHAPE_ISLAND,
    RL_SHAPE_ARCHIPELAGO,
    RL_SHAPE_CONTINENT,
    RL_SHAPE_BAY,  /* land round a bay, which opens to a side that the seed decides */
    RL_SHAPE_RANGE /* mountains from edge to edge, lowland on both sides */
} rl_map_shape;

/* Colour stop of a height ramp. */
typedef struct rl_tint {
    double at;        /* height of the stop */
    int is_metres;    /* 1: `at` is in metres; 0: it is a share of the range of heights, 0..1 */
    rl_colour colour; /* 0xRRGGBB */
} rl_tint;

/* Everything that decides the heights and the picture of a map; RL_AUTO = unset.  In a scene the
 * seed and the size are those of the scene. */
typedef struct rl_map_rules {
    uint64_t seed;      /* seed of the heights and of all passes */
    int width, height;  /* samples; 0 = default size */
    int method;         /* rl_map_method */
    int preset;         /* rl_map_preset */
    int noise;          /* rl_map_noise */
    int one_sided;      /* 1: noise in 0..r; 0: in -r..r */
    double spread;      /* bound r of the first level's noise */
    double persistence; /* ratio of r of a level to that of the level before */
    double corner[4];   /* heights of the corners: left upper, right upper, left lower, right lower;
                           unset = noise */
    int smoothed;       /* 1: noise in proportion to the height of a point's parents (Olsen 2004) */
    int blur;           /* 1: each height is averaged once with its neighbours */
    int wrap;           /* 1: a tile, whose first row and column continue the last */
    int raw;            /* 1: heights as generated; 0: heights normalised to 0..1 */
    int samples;        /* side of the map whose rows are a landscape's ridges, in samples */
    double cell;        /* metres from sample to sample */
    double relief;      /* metres from height 0 to height 1 */
    int pass_count;     /* passes in `pass`, 0..RL_MAX_PASSES */
    rl_pass pass[RL_MAX_PASSES]; /* passes, in the order in which they run */

    char tint_name[64];        /* name of a built-in ramp or palette; "" = the stops of `tint` */
    int tint_count;            /* stops in `tint`, 0..RL_MAX_TINT */
    rl_tint tint[RL_MAX_TINT]; /* colour stops of the ramp, from low to high */
    double sea;                /* height of the sea level, 0..1; 0 = no sea */
    double azimuth;            /* direction of the light, degrees clockwise from north */
    double altitude;           /* angle of the light above the horizon, degrees */
    double exaggeration;       /* z-factor of the hillshade */
    double shade;              /* strength of the hillshade, 0..1 */
    double contours;           /* metres between contour lines, each fifth an index; 0 = none */
    double rivers;             /* density of rivers, 0..1; 0 = none */
    int frame;                 /* 1: an atlas plate with margin and scale */
    int view;                  /* rl_map_view */

    int picture_width;        /* width of the surface's picture in pixels, up to 8192; 0 = the
                                 map's width, within 800..4096 */
    int picture_height;       /* height of the surface's picture in pixels, up to 8192; 0 = by its
                                 width */
    double look_azimuth;      /* direction in which the eye looks, degrees clockwise from north */
    double view_elevation;    /* angle of the eye above the ground plane, degrees */
    double view_exaggeration; /* vertical exaggeration of the surface; unset = equal looks for
                                 all units */
    double view_azimuth;      /* look_azimuth of older scenes, counter-clockwise */
    int shape;                /* rl_map_shape, which replaces the fractal's coarsest levels */
} rl_map_rules;

/* Continuation of the world beyond the picture. */
typedef enum rl_extent {
    RL_EXTENT_PICTURE, /* composed for one picture */
    RL_EXTENT_ENDLESS, /* for regions anywhere along it: no row has a vanishing point */
    RL_EXTENT_LOOP     /* endless and periodic: it repeats after the picture's width */
} rl_extent;

/* Region without conspicuous things, for icons or a clock. */
typedef enum rl_calm { RL_CALM_NONE, RL_CALM_TOP, RL_CALM_LEFT } rl_calm;

/* Cumulus clouds. */
typedef enum rl_cumulus {
    RL_CUMULUS_NONE,
    RL_CUMULUS_BANK, /* a bank along the horizon */
    RL_CUMULUS_FAIR, /* small clouds of fair weather */
    RL_CUMULUS_ONE,  /* one large cloud */
    RL_CUMULUS_TOWER /* one towering cloud */
} rl_cumulus;

/* Ground in perspective below the horizon. */
typedef enum rl_plain { RL_PLAIN_NONE, RL_PLAIN_CANYON, RL_PLAIN_GRASS } rl_plain;

/* Material of the deck below the horizon, seen from above. */
typedef enum rl_deck { RL_DECK_CLOUDS, RL_DECK_ICE } rl_deck;

/* Moving light in the sky. */
typedef enum rl_comet { RL_COMET_NONE, RL_COMET_COMET, RL_COMET_METEOR } rl_comet;

typedef enum rl_scene_kind { RL_SCENE_LANDSCAPE, RL_SCENE_MAP } rl_scene_kind;

/* Values of ridges by their depth (0 = farthest, 1 = nearest), for ridges whose own values are
 * unset.  They come from the scene's composition and world.  In a resolved scene all are unset,
 * because its ridges hold the result. */
typedef struct rl_composition {
    double base_far, base_near;           /* foot of the farthest and nearest ridge, fraction of the
                                             picture's height */
    double amplitude_far, amplitude_near; /* U; height of the farthest and nearest ridge */
    double dip, hero;                     /* rl_ridge.dip and rl_ridge.hero of far ridges */
    double valley;                        /* U; rl_ridge.valley of near ridges */
    double base_power, amplitude_power;   /* from far to near these values follow depth^power */
    double hero_power;                    /* the hero follows (1 - depth)^hero_power */
    double valley_power;                  /* the valley follows depth^valley_power */
    int far, middle, near;                /* rl_ridge.kind of far, middle and near ridges */
    double middle_from, near_from;        /* least depth of a middle and of a near ridge */
    double relief_to;                     /* depth up to which faces are lit and shaded; above 1:
                                             all, soft ground included */
    double strata;                        /* 0..1: rl_ridge.strata of families that have strata */
    double trees_from;                    /* least depth of a wooded ridge; above 1 = none */
    double depth_most;                    /* depth of the nearest ridge */
    double beyond;                        /* ridges of a smaller depth stand on the horizon */
    int lake_depths;                      /* 1: ridges beyond the lake have depths below 0.5 */
    int slopes;                           /* 1: the nearest two ridges are slopes that cross */
} rl_composition;

/* A text that the caller keeps alive. */
typedef struct rl_data {
    const void *text;  /* NULL = none */
    size_t size;       /* bytes of the text */
    const char *place; /* name of its source in error texts */
} rl_data;

#define RL_MAX_PROFILES 8         /* profiles in a scene */
#define RL_PROFILE_HEIGHTS 384    /* most heights of a profile; the least is 2 */
#define RL_PROFILE_TEXT 2048      /* bytes of the canonical text of a profile, at most */
#define RL_PROFILE_FILE (1 << 24) /* bytes of a file for rl_profile_parse, at most */
#define RL_PROFILE_POINTS 1000000 /* points of a file for rl_profile_parse, at most */

/* Heights of the user's own, from left to right, for a ridge of the family "own". */
typedef struct rl_profile {
    int ridge;       /* number of the ridge, from 1; 0 = none */
    rl_data heights; /* numbers 0..9999, separated by blanks: see rl_profile_parse */
} rl_profile;

/* A drawing on the land, on water or in the sky. */
typedef struct rl_motif {
    int name;    /* 0 = none, 1 = rl_scene.drawing, 2 + i = rl_motif_name(i) */
    int on;      /* what carries it: 0 = the ground, 1 = water, 2 = the sky */
    int ridge;   /* number of the ridge whose crest carries it, from 1; 0 = none */
    double x;    /* U; middle of its foot */
    double y;    /* fraction of the picture's height; its foot */
    double size; /* U; its height */
} rl_motif;

/* View from a place of the scene's DEM, shown by ridges of the family "horizon". */
typedef struct rl_panorama {
    double x, y;  /* place of the eye, eastward and northward: in the units of a georeferenced DEM,
                     else shares 0..1 of its sides from the left upper sample; RL_AUTO = the scene
                     is no panorama */
    double look;  /* direction of the picture's middle, degrees clockwise from north */
    double fov;   /* field of view of a 16:9 picture, degrees */
    double eye;   /* height of the eye above the ground, metres */
    double level; /* fraction of the picture's height at which the eye's level is; RL_AUTO =
                     chosen for the land */
    double visibility;   /* metres at which air leaves 2 % of the contrast (Koschmieder 1924) */
    double exaggeration; /* vertical exaggeration; 1 = none */
} rl_panorama;

struct rl_dem; /* heights of the real world: see ridgeline-map.h */

/* Everything that decides the pixels, except the size.  RL_AUTO = unset. */
typedef struct rl_scene {
    size_t struct_size; /* sizeof(rl_scene), set by rl_scene_init */
    int algorithm;      /* algorithm that made it; in a resolved scene RL_ALGORITHM */
    int has_seed;       /* 1: `seed` is set */
    uint64_t seed;      /* decides everything that is unset */
    int kind;           /* rl_scene_kind; of a map only size, seed and `map` count */
    int ridge_count;    /* 1..RL_MAX_RIDGES */
    int ridge_named;    /* highest number of a ridge section that was read; 0 = none */

    int width, height;           /* size in pixels at which it was made; 0 = not recorded */
    int part_width, part_height; /* size of the region that was made; 0 = the whole picture */
    int part_x, part_y;          /* left upper corner of that region */

    int extent;     /* rl_extent */
    int64_t offset; /* pixels from the middle of the world to the middle of the picture, to the
                       right.  A world that does not loop starts anew beyond +-2^41. */

    double phase;       /* phase of all motions, 0..1; 1 equals 0 where the world loops */
    double cloud_drift; /* way of the clouds to the right in one cycle: in loops, whole ones, where
                           the world loops; else in U */
    double mist_drift;  /* way of mist and fog in one cycle, in the same unit */
    double twinkle;     /* amplitude of the flicker of stars, 0..1 */
    double lake_drift;  /* way of ripples in one cycle, in the same unit */

    rl_data world_file;       /* a user's world: see rl_world_parse; a resolved scene has none */
    rl_data mood_file;        /* a user's mood: see rl_mood_parse; a resolved scene has none */
    rl_data composition_file; /* a user's composition: see rl_composition_parse; a resolved scene
                                 has none */
    char mood[64];            /* name of its mood, see rl_mood_apply; "" = none */
    int world;                /* its world, as index of rl_world_name */
    int composition_index;    /* its composition, as index of rl_composition_name; RL_AUTO, also in
                                 a resolved scene = that of the world */
    int weather;              /* its weather, as index of rl_weather_name; RL_AUTO = of the mood */
    int calm;                 /* rl_calm */
    int time;                 /* minutes after midnight, 0..1440; sets the light */

    int take;                 /* number of the attempt at the ridges; unset = the first good one */
    int land_slices;          /* 1: ridges of unset kind are rows of `map` */
    double land_x;            /* U; x at which the land dips and opens; default sun_x */
    double land_mountains;    /* scale of far rock, 1 = that of the world */
    double land_relief;       /* default of rl_ridge.relief, 0..1 */
    double land_relief_scale; /* size of ribs and gullies on faces, 0.25..4 */
    double land_relief_calm;  /* 0 = rugged faces, 1 = smooth faces */
    double land_snow;         /* default of rl_ridge.snow of far ridges, 0..1 */
    double land_snow_line;    /* default of rl_ridge.snow_line, U below their summits */
    double land_ground_snow;  /* cover of snow on meadows and wooded slopes, 0..1 */
    rl_composition composition; /* values of ridges by depth */

    int depth;   /* bits per sample: 8 or 16 */
    int dither;  /* rl_dither; 16 bits are not dithered */
    int edges;   /* rl_edges */
    int scale;   /* rl_scale */
    int colours; /* colours of pixel art, 1..256, equal at every size and in every region; a palette
                    with 8 stops of sky and land or more gives its own; 0 = true colour */
    int inks;    /* inks of an e-paper panel, as index of rl_ink_name; 0 = none */
    int proof;   /* 1: inks as they look on the panel; 0: colours that the panel's tools expect */
    int zoom;    /* times that rl_render repeats each pixel across and down, 1..64; sizes and
                    regions count before the zoom */

    double horizon;    /* fraction of the picture's height; foot of the sky's gradient */
    double haze;       /* share of sky light in the farthest ridge, 0..1 */
    double haze_power; /* exponent of the haze over 1 - depth */

    double sun_x;         /* U; x of the sun or moon */
    int sun_from;         /* origin of sun_x: 0 = the middle of the picture, 1 = its left edge */
    double sun_y;         /* fraction of the picture's height; unset = on the skyline */
    double sun_lift;      /* radii above the skyline when sun_y is unset */
    double sun_radius;    /* U; 0 = no disc */
    double sun_halo;      /* strength of the glow close to the disc */
    double sun_wide;      /* strength of the wide glow */
    double sun_band;      /* strength of the glow along the horizon */
    double sun_bloom;     /* strength of the light over the finished picture round the disc */
    double sun_land_glow; /* strength of the light on the haze before the land */

    double mist;        /* density at the foot of the ridges, 0..1 */
    double mist_height; /* U over which the density falls to 1/e */
    double mist_noise;  /* amplitude of the noise of its upper limit, in mist heights */
    double mist_shift;  /* the mist has the colour of a ridge whose depth is lower by this */

    int moon;           /* 1: the disc is the moon; 0: it is the sun */
    double moon_phase;  /* 0 = new, 0.5 = full, 1 = new */
    double sun_stripes; /* contrast of gaps across the lower half of the disc, 0..1 */
    double stars;       /* brightness, 0..1 */
    double clouds;      /* density of high clouds, 0..1 */
    double cloud_cover; /* cover of the sky, -1..1 */
    int cumulus;        /* rl_cumulus */
    double overcast;    /* 0..1: shift of the palette towards grey when the scene is resolved */
    double snowfall;    /* density of falling snow, 0..1 */
    double rain;        /* density of rain, 0..1 */
    double lightning;   /* strength of a stroke of lightning; 0 = none */
    double rainbow;     /* brightness, 0..1 */
    double lenticular;  /* density of lenticular clouds over the summit, 0..1 */
    int comet;          /* rl_comet */
    double sun_eclipse; /* radius of the moon before the sun over that of the sun, 0..1; 0 = none */
    double aurora;      /* brightness, 0..1 */
    double milkyway;    /* brightness in nights without a moon, 0..1 */
    int birds;          /* number of birds, 0..7 */
    double fog;         /* density of fog banks between the ridges, 0..1 */
    double deck;        /* height of the tops of a deck below the horizon, in eye heights; 0 = no
                           deck */
    int deck_of;        /* rl_deck: material of the deck */
    double plume;       /* density of the smoke above the summit of ridge plume_ridge, 0..1 */
    int plume_ridge;    /* number of the ridge that smokes, from 1; 0 = none */
    double lava;        /* brightness of the lava on ridge plume_ridge, 0..1 */
    double beach_near;  /* U below the horizon; near end of a beach; 0 = no beach */
    double beach_far;   /* U below the horizon; far end of the beach */
    int lake_ridge;     /* number of the ridge behind the lake, from 1; 0 = no lake */
    int lake_open;      /* 1: open water to the horizon, in which ridges may stand */
    double lake_level;  /* fraction of the picture's height; far shore of the lake */
    double lake_wind;   /* state of open water: 0 = smooth as a mirror, 1 = swell */

    double city_height; /* U; highest tower of a city on the lake's far shore; 0 = no city */
    double city_lights; /* share of windows that are lit, 0..1; RL_AUTO = by the light of the sky */

    int plain;          /* rl_plain */
    double plants_hero; /* U; height of one large tree on a plain with smaller ones; 0 = none */
    double plants_farm; /* U; height of one farm house among fields; 0 = none */
    double plain_depth; /* depth from which ridges stand on the plain */

    rl_motif motif;    /* main motif; unset fields are chosen with the frame, which has the land */
    rl_motif aloft;    /* second motif, in the sky */
    double motif_glow; /* brightness of a motif's lights, 0..1; RL_AUTO = by the light of the sky */
    int motif_path;    /* 1: a path leads to the motif */
    int motif_layer;   /* 1: motifs are layers of their own in rl_frame_layers; 0: parts of the
                          layer that carries them */
    rl_data drawing;   /* the user's drawing: see rl_motif_parse */
    rl_profile profile[RL_MAX_PROFILES]; /* the user's profiles, in any order */

    rl_panorama panorama;
    const struct rl_dem *dem; /* heights of the panorama, kept by the caller for as long as the
                                 scene's frames; NULL = none; not in the scene's text */

    double tree_height;    /* U; height of the nearest trees */
    double hero_height;    /* height of a clump of tall trees on near ground, 1 = usual; 0 = none */
    double hero_frame;     /* height of a conifer at the picture's edge, in place of the clump;
                              1 = above the picture's upper edge */
    int hero_trees;        /* trees of the clump, 1..5; 0 = as many as usual for the species */
    double ground_grass;   /* density of grass on near ground, 1 = usual */
    double ground_flowers; /* density of flowers on near ground, 1 = usual */
    double ground_boulders; /* density of boulders on near ground, 1 = usual */
    int tree_rows;          /* rows of trees on a slope, 1..8 */
    double tree_autumn;     /* share of leaves in autumn colours, 0..1 */
    uint64_t tree_species;  /* species of woods and clumps: bit i = word i of the key
                               trees.species; 0 = unset */

    rl_palette palette;            /* colours by role */
    rl_ridge ridge[RL_MAX_RIDGES]; /* ridges; [0] is the farthest */
    rl_map_rules map;              /* map of a scene of kind RL_SCENE_MAP or of land_slices */
    rl_value own[RL_MAX_OWN];      /* further values of layer kinds: set them by rl_scene_set */
} rl_scene;

/* rl_scene_init makes a scene in which everything is unset: the seed decides. */
RL_API void rl_scene_init(rl_scene *scene);

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
 * unsets it.
 * Errors: RL_BAD_ARGUMENT with `key = value: rule`. */
RL_API rl_status rl_scene_set(rl_scene *scene, const char *key, const char *value, rl_error *error);

/* Description of a key of scene text. */
typedef struct rl_key {
    const char *path;    /* "sky.horizon", "ridge.N.roughness", "palette.sky_N" */
    const char *meaning; /* one line */
    char rule[512];      /* rule of its values, such as "0..1 or auto" */
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

#define RL_LINE_SIZE                                                                               \
    96 /* room for the description of a data file, "alps behind wooded hills" */

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
 * its [about] names as `like`, by default the first world.  `bytes` and `place` must stay valid
 * until the scene, or a copy of it, is resolved.
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

/* rl_ink_name returns the name of a set of inks of e-paper panels: "none" for 0, then "bw",
 * "grey4" ..., or NULL past the last. */
RL_API const char *rl_ink_name(size_t index);

/* rl_motif_name returns the name of built-in motif `index` from 0 ("balloon", ...), or NULL past
 * the last.  A motif is a drawing in a few elements of SVG (data/motifs/; see docs/motifs.md). */
RL_API const char *rl_motif_name(size_t index);

typedef struct rl_motif_info {
    char line[RL_LINE_SIZE]; /* description, such as "a cabin" */
} rl_motif_info;

/* rl_motif_describe describes motif `index`; returns 1, or 0 past the last. */
RL_API int rl_motif_describe(size_t index, rl_motif_info *info);

/* rl_motif_parse gives the scene a user's drawing as its motif.  `bytes` and `place` must stay
 * valid as long as the scene, its copies and their frames, because the text is part of their
 * recipes. So must bytes that rl_scene_parse reads, if they have a section [drawing]. Errors:
 * RL_BAD_DATA with `place:line: value: rule`; the scene is then unchanged. */
RL_API rl_status rl_motif_parse(rl_scene *scene, const void *bytes, size_t size, const char *place,
                                rl_error *error);

/* rl_profile_parse gives ridge `ridge` (1 = the farthest) the heights in a file as its profile,
 * and unsets those of its keys that form the line.  The file is GPX (heights along its tracks, or
 * along its routes if it has no tracks) or CSV (one column of heights, or two of distance and
 * height, separated by `,`, `;` or tabs, with or without a line of names).  The heights are scaled
 * to 0..9999; more than RL_PROFILE_HEIGHTS of them are replaced by the means over that many equal
 * parts of the way.  The result is written to `text`, which must stay valid as long as the scene,
 * its copies and their frames.  So must bytes that rl_scene_parse reads, if they have a section
 * [profile N].
 * Errors: RL_BAD_DATA with `place:line: value: rule`, RL_BAD_ARGUMENT (no such ridge, too many
 * profiles); the scene is then unchanged. */
RL_API rl_status rl_profile_parse(rl_scene *scene, int ridge, const void *bytes, size_t size,
                                  const char *place, char text[RL_PROFILE_TEXT], rl_error *error);

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
 * `bytes` and `place` must stay valid until the scene, or a copy of it, is resolved.  The scene's
 * mood then has no name, so that its recipe needs no file.
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

/* Kind of the disc in a picture. */
typedef enum rl_disc { RL_DISC_NONE, RL_DISC_SUN, RL_DISC_MOON } rl_disc;

/* What can be seen in a frame's region.  Shares and positions are 0..1 of the region, from its left
 * or upper edge.  Only what a person would see counts: what is too small, too faint or hidden is
 * 0, -1 or RL_AUTO. */
typedef struct rl_facts {
    size_t struct_size; /* sizeof(rl_facts), set by the caller */

    int ridges;                 /* number of ridges whose crests are distinct in the picture */
    int far_ridge;              /* index of the farthest of them in rl_scene.ridge; -1 = none */
    int near_ridge;             /* index of the nearest of them in rl_scene.ridge; -1 = none */
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

    int stars;         /* lower bound of the number of stars that are bright enough to be seen */
    int birds;         /* number of birds that are whole, before the sky and apart from others */
    double birds_x;    /* centre of the birds */
    double birds_y;    /* centre of the birds */
    double clouds;     /* share of the sky that high clouds change clearly */
    double cumulus;    /* share of the sky that cumulus clouds change clearly */
    double deck;       /* share of the land that a deck of clouds or ice changes clearly */
    double beach;      /* share of the region that is beach, which is neither land nor water */
    double snowfall;   /* rl_scene.snowfall if the region is large enough to show it */
    double rain;       /* rl_scene.rain if the region is large enough to show it */
    double lightning;  /* share of the stroke that is seen */
    double rainbow;    /* brightness times the share of the bow that is seen */
    int comet;         /* rl_comet that is seen */
    double lenticular; /* share of the sky that lenticular clouds change clearly */
    double plume;      /* share of the sky that a volcano's smoke changes clearly */
    double lava;       /* share of the land that lava and its light change clearly */
    double aurora;     /* share of the sky that the aurora changes clearly */
    double milkyway;   /* share of the sky that the Milky Way changes clearly */
    double mist;       /* share of the land that mist and fog change clearly */
    double snow;       /* share of the land that snow changes clearly */
    double snow_y;     /* centre of the snow */
    double city;       /* share of sky and land that a city hides */
    double windows;    /* share of sky and land that its lit windows hide */
    double acacia;     /* share of the sky that acacias hide */
    double river;      /* share of the land that is a river and its banks */
    double strata;     /* share of the land that bands of rock change clearly */
    double trees;      /* share of the width over which trees are seen */
    double low_trees;  /* share of `trees` that is on the nearest ridge */
    char wood[64];     /* plural of most trees, "oaks", "spruces and birches"; "" = none */
    char motif[96];    /* noun of the motif, "a cabin with lit windows"; "" = none */
    int motif_on;      /* what carries the motif: 0 = the ground, 1 = water, 2 = the sky */
    double motif_x;    /* centre of the motif */
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
    int ridge;          /* index of the ridge in rl_scene.ridge; -1 = not a ridge */
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

/* rl_painter_new makes a painter for a frame of 8 bits.  In a frame of RL_EXTENT_PICTURE the faces
 * of land are known only where the picture shows them, and end where it ends. Errors:
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
 * by one band of at most 64 rows for each thread.  WebP, AVIF and JPEG XL hold the whole picture:
 * with the memory of their libraries they need about 6, 23 and 45 bytes a pixel.
 * Errors: RL_BAD_ARGUMENT, RL_NO_MEMORY, RL_IO_ERROR, RL_CANCELLED. */
RL_API rl_status rl_render(const rl_frame *frame, const rl_render_options *options, rl_sink *sink,
                           rl_error *error);

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
