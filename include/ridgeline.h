/* ridgeline.h - the contract of libridgeline.
 *
 * A scene (a small description) becomes a picture of layered ridges:
 *
 *     rl_scene scene;  rl_scene_init(&scene);        what to show
 *     rl_frame *frame; rl_frame_new(&frame, ...);    at which size, which part
 *     rl_sink *sink;   rl_sink_to_file(&sink, ...);  where the bytes go
 *     rl_render(frame, &options, sink, &error);      paint, encode, write
 *     rl_sink_commit(sink, &error);                  now the file appears
 *
 * Units.      Lengths are in U = min(sqrt(width * height * 9/16), 1.2 * height)
 *             pixels (16:9: U = height), x runs from the middle of the picture
 *             to the right, heights run up.  Positions of the composition
 *             (horizon, base of a ridge) are fractions of the picture height.
 *             So size is only sampling: the same scene shows the same land.
 * Errors.     A function that can fail returns an rl_status and, when `error`
 *             is not NULL, one line of text: `place: value: rule`.  After a
 *             failure outputs are unchanged or empty.
 * Ownership.  What an rl_..._new or rl_sink_to_... makes is the caller's to
 *             free; free functions take NULL.  Scenes and palettes are plain
 *             values: copy and forget them.
 * Threads.    There is no writable global state.  Different objects may be
 *             used by different threads at once; an rl_frame is immutable, so
 *             one frame may be shared by all threads.
 * Never.      The library never prints, exits, aborts, reads environment,
 *             locale or clock, and never installs signal handlers.
 * Promise.    Equal scene, size and RL_ALGORITHM give equal pixels on every
 *             machine, compiler and thread count.  The bytes of a PNG file are
 *             not promised, only the pixels in it.
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

/* The number of the rule by which a scene becomes pixels.  It changes when any
 * pixel of any scene changes. */
#define RL_ALGORITHM 2

/* The value of a field that the scene leaves open: the seed decides it. */
#define RL_AUTO (-1000000000)

#define RL_MAX_RIDGES 64    /* layers of land in a scene */
#define RL_MAX_SKY 16       /* colour stops of a sky */
#define RL_MAX_COLOURS 1024 /* colours in a palette file */
#define RL_MAX_SIDE 1000000 /* pixels along a side of a picture */
#define RL_MAX_TEXT 1048576 /* bytes of a scene or palette file */

/* The value of a key that has no field: see `own` of rl_scene and rl_ridge, and rl_pass. */
typedef union rl_value {
    double real; /* RL_AUTO = open */
    int integer;
} rl_value;

#define RL_MAX_OWN 4       /* such values in a scene */
#define RL_MAX_RIDGE_OWN 3 /* and in a ridge: a scene has room on a small stack */

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

/* One line of text without a line end, "" when the call succeeded.  Bytes from
 * outside are escaped, so that the text may go to a terminal. */
typedef struct rl_error {
    rl_status status;
    char text[512];
} rl_error;

/* Memory comes from `alloc` and goes back to `free`; any thread of the library calls both.  NULL in
 * place of an rl_allocator means malloc and free. */
typedef struct rl_allocator {
    void *(*alloc)(void *user, size_t size_bytes);
    void (*free)(void *user, void *memory);
    void *user;
} rl_allocator;

/* rl_version returns the version of the library that is linked. */
RL_API const char *rl_version(void);

/* rl_codec_versions returns "libpng X, zlib Y, libtiff Z, no libjpeg ...": the codecs that are
 * linked, and those that the build found and loads when they are needed.  The text is written to
 * `text` (`size` bytes, always ended). */
RL_API void rl_codec_versions(char *text, size_t size);

/* rl_nearest returns the name among names[0..count-1] that is nearest to
 * `word` (optimal string alignment distance at most 2, or a third of the
 * word's length), or NULL when none is near. */
RL_API const char *rl_nearest(const char *word, const char *const *names, size_t count);

/* ---- palettes ----------------------------------------------------------- */

/* A colour: 0xRRGGBB in sRGB, or RL_AUTO. */
typedef int32_t rl_colour;

/* The colours of a scene by role.  A role may be RL_AUTO and a count 0: then it
 * is taken from the named palette, or derived from the other roles. */
typedef struct rl_palette {
    char name[64];                  /* "" when it has none */
    int sky_count;                  /* 0..RL_MAX_SKY */
    rl_colour sky[RL_MAX_SKY];      /* from the zenith down to the horizon */
    int ridge_count;                /* 0..RL_MAX_RIDGES */
    rl_colour ridge[RL_MAX_RIDGES]; /* the land's own colours, far to near */
    rl_colour sun;                  /* the disc */
    rl_colour sun_low;              /* its lower half near the horizon */
    rl_colour glow;                 /* light scattered round the sun */
    rl_colour mist;                 /* mist, and the air below the horizon */
    rl_colour lit, snow, water, cloud, star;
    rl_colour aurora[3];
} rl_palette;

typedef enum rl_palette_format {
    RL_PALETTE_GPL, /* GIMP palette; entry names carry roles */
    RL_PALETTE_HEX, /* Lospec: one RRGGBB a line */
    RL_PALETTE_JASC /* JASC-PAL 0100 */
} rl_palette_format;

typedef struct rl_palette_options {
    size_t struct_size; /* sizeof(rl_palette_options) */
    const char *roles;  /* "sky=3-5,sun=6,ridge=0-2": indices from 0; or NULL */
    int night;          /* 1: for palettes without roles the horizon is the
                           darkest sky colour, not the lightest */
} rl_palette_options;

/* rl_palette_init makes a palette in which every role is open. */
RL_API void rl_palette_init(rl_palette *palette);

/* rl_palette_parse reads a palette file held in memory: GIMP .gpl (both
 * dialects, also Lospec's), Lospec .hex, JASC .pal, a base16 or base24 scheme (YAML),
 * pywal's colors.json, or 2 to 16 colours in one line ("#112233,#445566"); the content
 * decides which.
 * Entries whose name starts with a role (`sky.horizon`, `ridge.far`, `sun`)
 * fill that role.  A palette without roles is sorted by OKLab lightness: the
 * darkest two thirds become ridges (near = darkest), the rest the sky.  Roles
 * that are then still open are derived, so that the result is complete.
 * `place` names the source in error texts and gives a nameless palette its
 * name (its stem).  `options` may be NULL.
 * Errors: RL_BAD_DATA with `place:line: value: rule`. */
RL_API rl_status rl_palette_parse(rl_palette *palette, const void *bytes, size_t size,
                                  const char *place, const rl_palette_options *options,
                                  rl_error *error);

struct rl_limits; /* see below */

/* At most so many colours are found in a photo. */
#define RL_PHOTO_COLOURS 8

/* rl_photo_colours finds the colours of a PNG, JPEG or WebP held in memory by k-means in OKLab
 * on the reduced picture, that of most of it first: *count of them, 1..RL_PHOTO_COLOURS.  The
 * same pixels give the same colours.  `place` names the source in error texts, `limits`
 * (NULL = none) bound the sides and the area that the file says, `allocator` may be NULL.  JPEG and
 * WebP need the libraries that write them. Errors: RL_BAD_DATA, RL_CANNOT_CREATE (no library),
 * RL_NO_MEMORY. */
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

/* How the heights of a ridge are made.  All rest on one-dimensional midpoint
 * displacement (Fournier, Fussell, Carpenter 1982); see src/ridge. */
typedef enum rl_ridge_kind {
    RL_RIDGE_FRACTAL, /* one endless fractal */
    RL_RIDGE_RANGE,   /* upper envelope of two: V notches between peaks */
    RL_RIDGE_HILL,    /* upper envelope of two smooth ones */
    RL_RIDGE_ROLL,    /* one smooth fractal */
    RL_RIDGE_SEGMENT, /* from a start to an end point, level beyond them */
    RL_RIDGE_ALPS,    /* peaks and saddles, flanks broken up by their length */
    RL_RIDGE_DUNE,    /* smooth crests, sheared: long windward, steep lee side */
    RL_RIDGE_MESA,    /* buttes with cliffs, a terrace and a talus */
    RL_RIDGE_SLICE    /* the row of the scene's map at the ridge's depth: north is
                         far, its spacing is one side of the map */
} rl_ridge_kind;

#define RL_MAX_FAMILIES 32 /* families of ridges; rl_ridge_kind names the first of them */

/* rl_ridge_family_name returns the name of a ridge family (a value of ridge.N.kind), and
 * rl_ridge_family_noun what to call them ("hills", "a broad mountain"; "" = only ridges);
 * NULL past the last.  `index` is a value of rl_ridge.kind. */
RL_API const char *rl_ridge_family_name(size_t index);
RL_API const char *rl_ridge_family_noun(size_t index);

/* The distribution of one displacement; b is the bound of its level. */
typedef enum rl_noise {
    RL_NOISE_CHOICE,     /* exactly +b or -b */
    RL_NOISE_UNIFORM,    /* even over -b..b */
    RL_NOISE_TRIANGULAR, /* sum of two uniform ones, within -b..b */
    RL_NOISE_GAUSS       /* sum of four uniform ones: bell of sigma b/sqrt(12),
                            never beyond -b..b (3.46 sigma) */
} rl_noise;

/* How the bound b_k shrinks from level to level; d = displacement, i =
 * H = 1 - roughness, n = iterations, k = 0 for the first halving. */
typedef enum rl_decay {
    RL_DECAY_EXPONENTIAL, /* b_k = d 2^(-i k) */
    RL_DECAY_LINEAR,      /* b_k = d max(0, 1 - i k / n) */
    RL_DECAY_LOGARITHMIC  /* b_k = d / (1 + i log2(1 + k)) */
} rl_decay;

/* Which way a midpoint is displaced. */
typedef enum rl_direction {
    RL_DIRECTION_VERTICAL,
    RL_DIRECTION_PERPENDICULAR /* to its segment; where the line then folds over
                                  itself, its upper envelope counts */
} rl_direction;

/* What is beyond the ends of a segment. */
typedef enum rl_beyond {
    RL_BEYOND_LEVEL, /* it goes on level */
    RL_BEYOND_EMPTY  /* nothing of it (in a loop it has no ends) */
} rl_beyond;

/* The pattern that hides the steps of 8 bits. */
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
    RL_EDGES_HARD    /* a pixel belongs to the land when its centre does */
} rl_edges;

/* What one unit of length U is, in pixels. */
typedef enum rl_scale {
    RL_SCALE_FRAME, /* U = min(sqrt(W H 9/16), 1.2 H) */
    RL_SCALE_HEIGHT /* U = H */
} rl_scale;

typedef struct rl_ridge {
    int kind;                              /* rl_ridge_kind */
    int iterations;                        /* halvings; default: as many as the pixels need, 12
                                              for linear and logarithmic decay and roughness 1 */
    double depth;                          /* 0 farthest .. 1 nearest: colour, haze, mist */
    double base;                           /* foot of the ridge, fraction of the height */
    double distance;                       /* it rises from open water, so many times as far away
                                              as the water at the picture's foot; 0 = on land */
    double amplitude;                      /* U; scales the whole profile (not of a segment) */
    double spacing;                        /* U between the anchors of level 0 */
    double roughness;                      /* 1 - H, -999999..1: larger is rougher; 0 mountains,
                                              -0.4 hills, -1 smooth */
    double displacement;                   /* bound d of the first halving: U for a segment
                                              (default: mean of the two end heights), multiples
                                              of the amplitude else (default: unit variance) */
    double min_segment;                    /* U; segments shorter than this are not halved */
    int noise;                             /* rl_noise */
    int decay;                             /* rl_decay */
    int direction;                         /* rl_direction */
    int period;                            /* anchors in one period; 0 = endless */
    int beyond;                            /* rl_beyond */
    double start_x, start_y, end_x, end_y; /* U; a segment's end points */
    double min_height;                     /* fraction of the height; the profile's floor */
    double slope;                          /* steepest flank, rise over run; 0 = no limit */
    double dip;                            /* 0..1: share of the height taken away at the sun */
    double hero;                           /* share of the height added at hero_x */
    double hero_x;                         /* U */
    double valley;                         /* U; rise of the land away from the sun */
    double relief;                         /* 0..1: lit and shaded faces */
    double snow;                           /* 0..1: how much of the rock above the snow line */
    double snow_line;                      /* U below the ridge's summits */
    double strata;                         /* 0..1: horizontal bands in the rock */
    double island;                  /* U; half width of an island round hero_x, 0 = endless */
    double trees;                   /* 0..1: how densely it is wooded, 0 = bare */
    int swells;                     /* 0..8: lower swells of bare ground before it */
    rl_colour colour;               /* own colour; default: the palette's at its depth */
    rl_value own[RL_MAX_RIDGE_OWN]; /* of its family's further keys; see rl_scene_set */
} rl_ridge;

/* ---- maps: what a heightmap is made of ------------------------------------ */

#define RL_MAX_PASSES 32
#define RL_MAX_TINT 64

typedef enum rl_map_method {
    RL_MAP_DIAMOND_SQUARE, /* Fournier, Fussell, Carpenter 1982, as Miller 1986 mends it */
    RL_MAP_MIDPOINT        /* edge means of two, centre of four: shows seams */
} rl_map_method;

typedef enum rl_map_noise { RL_MAP_UNIFORM, RL_MAP_GAUSS } rl_map_noise;

typedef enum rl_map_view {
    RL_MAP_VIEW_ABOVE,
    RL_MAP_VIEW_SURFACE,  /* in perspective */
    RL_MAP_VIEW_CELLS,    /* those of the last pass that has cells, each in a colour */
    RL_MAP_VIEW_HILLSHADE /* light and shadow alone, in grey, as GIS programs have it */
} rl_map_view;

/* The built-in kinds of passes; there may be more: see rl_pass_name. */
typedef enum rl_pass_kind {
    RL_PASS_VORONOI,          /* sum of c[k] * distance to the (k+1)-th nearest point */
    RL_PASS_PERTURB,          /* moves every sample by gradient noise */
    RL_PASS_THERMAL,          /* talus slides to all lower neighbours, collected */
    RL_PASS_THERMAL_FAST,     /* to the lowest of four, in place (Olsen 2004) */
    RL_PASS_THERMAL_INVERTED, /* flats grow flatter, steep slopes stay (Olsen 2004) */
    RL_PASS_HYDRAULIC,        /* rain, solution, transport, evaporation, collected */
    RL_PASS_HYDRAULIC_FAST,   /* without a map of sediment, in place (Olsen 2004) */
    RL_PASS_DROPLETS,         /* single drops with inertia */
    RL_PASS_NORMALISE,        /* least..most becomes low..high */
    RL_PASS_COMBINE,          /* with a second map */
    RL_PASS_GULLIES,          /* ridges and valleys down the fall line, in one step */
    RL_PASS_TERRACE,          /* heights in steps: flats and cliffs */
    RL_PASS_DUNES,            /* dunes across a wind */
    RL_PASS_VOLCANO           /* a cone with a crater */
} rl_pass_kind;

/* One step of shaping a map: a kind (see rl_pass_name) and values of its keys, by their names.
 * An empty name is a free place; a key without a value has its default.  See rl_pass_set. */
#define RL_PASS_VALUES 16   /* keys of a pass, at most */
#define RL_PASS_KEY_SIZE 16 /* bytes of a key's name, with its NUL */
typedef struct rl_pass {
    int kind; /* RL_AUTO = open, which no map can be made with */
    struct {
        char key[RL_PASS_KEY_SIZE];
        rl_value value;
    } value[RL_PASS_VALUES];
} rl_pass;

/* Conventions of articles for what is open of corners, spread and persistence. */
typedef enum rl_map_preset {
    RL_PRESET_NONE,
    RL_PRESET_ROUGHNESS_COEFFICIENT,
    RL_PRESET_ONE_SIDED,
    RL_PRESET_PERSISTENCE,
    RL_PRESET_SPREAD
} rl_map_preset;

/* The outline of the land on a map. */
typedef enum rl_map_shape {
    RL_SHAPE_NONE, /* as the fractal falls */
    RL_SHAPE_ISLAND,
    RL_SHAPE_ARCHIPELAGO,
    RL_SHAPE_CONTINENT,
    RL_SHAPE_BAY,  /* land round a bay; where it opens, the seed says */
    RL_SHAPE_RANGE /* mountains from edge to edge, lowland on both sides */
} rl_map_shape;

/* A colour at a height; ramps run between them. */
typedef struct rl_tint {
    double at;        /* share of the height range, or metres */
    int is_metres;    /* what `at` counts */
    rl_colour colour; /* 0xrrggbb */
} rl_tint;

/* Everything that decides the heights and the picture of a map; RL_AUTO = open.  A scene has a
 * seed and a size of its own and does not use those of its map. */
typedef struct rl_map_rules {
    uint64_t seed;
    int width, height;  /* samples; 0 = the default size */
    int method;         /* rl_map_method */
    int preset;         /* rl_map_preset */
    int noise;          /* rl_map_noise */
    int one_sided;      /* 1: noise lifts only, 0 .. r */
    double spread;      /* r of the first level */
    double persistence; /* r of a level over that of the level before */
    double corner[4];   /* left upper, right upper, left lower, right lower; auto = noise */
    int smoothed;       /* 1: noise in proportion to the height of a point's parents (Olsen 2004) */
    int blur;           /* 1: averaged with the neighbours once */
    int wrap;           /* 1: a tile: the first row and column continue the last */
    int raw;            /* 1: heights as they fall; 0: the grid is normalised to 0..1 */
    int samples;        /* a landscape's slices are cut from a map of this side */
    double cell;        /* metres from sample to sample */
    double relief;      /* metres from height 0 to height 1 */
    int pass_count;     /* 0..RL_MAX_PASSES */
    rl_pass pass[RL_MAX_PASSES];

    char tint_name[64]; /* a built-in ramp or palette; "" = the stops below */
    int tint_count;     /* 0..RL_MAX_TINT */
    rl_tint tint[RL_MAX_TINT];
    double sea;          /* height of the sea, 0..1; 0 = none */
    double azimuth;      /* degrees from north, clockwise: where the light comes from */
    double altitude;     /* degrees above the horizon */
    double exaggeration; /* z-factor of the hillshade */
    double shade;        /* 0..1: how much the hillshade darkens */
    double contours;     /* metres between contour lines; every 5th is an index; 0 = none */
    double rivers;       /* 0..1: how many; 0 = none */
    int frame;           /* 1: an atlas plate with margin and scale */
    int view;            /* rl_map_view */
    /* Of the surface. */
    int picture_width, picture_height; /* pixels, up to 8192; 0 = as wide as the map, 800..4096 */
    double look_azimuth;               /* degrees from north, clockwise: where the eye looks */
    double view_elevation;             /* degrees of the eye above the ground plane */
    double view_exaggeration; /* heights by their true size; auto = the same for any units */
    double view_azimuth;      /* look_azimuth as scenes had it before, with the other sign */
    int shape;                /* rl_map_shape: in place of the fractal's coarsest levels */
} rl_map_rules;

/* How the world goes on beyond a picture. */
typedef enum rl_world {
    RL_WORLD_PICTURE, /* composed for one picture */
    RL_WORLD_ENDLESS, /* for windows anywhere along it: what a row of it shows does not
                         lead to a vanishing point */
    RL_WORLD_LOOP     /* endless, and all of it repeats after the picture's width */
} rl_world;

/* Where the picture stays quiet: for icons or a clock. */
typedef enum rl_calm { RL_CALM_NONE, RL_CALM_TOP, RL_CALM_LEFT } rl_calm;

/* Heaped clouds: none, a bank along the horizon, small ones of fair weather, one large cloud, a
 * tower. */
typedef enum rl_cumulus {
    RL_CUMULUS_NONE,
    RL_CUMULUS_BANK,
    RL_CUMULUS_FAIR,
    RL_CUMULUS_ONE,
    RL_CUMULUS_TOWER
} rl_cumulus;

/* Ground in perspective below the horizon. */
typedef enum rl_plain { RL_PLAIN_NONE, RL_PLAIN_CANYON, RL_PLAIN_GRASS } rl_plain;

/* What is seen from above below the horizon. */
typedef enum rl_deck { RL_DECK_CLOUDS, RL_DECK_ICE } rl_deck;

/* What crosses the sky. */
typedef enum rl_comet { RL_COMET_NONE, RL_COMET_COMET, RL_COMET_METEOR } rl_comet;

typedef enum rl_scene_kind { RL_SCENE_LANDSCAPE, RL_SCENE_MAP } rl_scene_kind;

/* Which ridges are at which depth (0 far .. 1 near) where the ridges leave it open.  The
 * values come from the scene's composition and world; a resolved scene has none of them, because
 * its ridges hold the result. */
typedef struct rl_composition {
    double base_far, base_near;           /* foot of the ridge, fraction of the height */
    double amplitude_far, amplitude_near; /* U */
    double dip, hero;                     /* of far ridges, see rl_ridge */
    double valley;                        /* of near ridges, U */
    double base_power, amplitude_power;   /* from far to near a value goes as depth^power, */
    double hero_power, valley_power;      /* the hero's as (1 - depth)^power */
    int far, middle, near;                /* ridge families */
    double middle_from, near_from;        /* least depth of a middle and of a near ridge */
    double relief_to;                     /* depth up to which faces are lit and shaded */
    double strata;                        /* 0..1, of families that have strata */
    double trees_from;                    /* least depth of a wooded ridge; above 1 = none */
    double depth_most;                    /* depth of the nearest ridge */
    double beyond;                        /* ridges of a smaller depth stand on the horizon */
    int lake_depths;                      /* 1: ridges beyond the lake have depths below 0.5 */
    int slopes;                           /* 1: the nearest two are slopes that cross */
} rl_composition;

/* A text that the caller keeps. */
typedef struct rl_data {
    const void *text;  /* NULL = none */
    size_t size;       /* bytes */
    const char *place; /* names it in errors */
} rl_data;

/* Heights of the user's own along a way, from the left: what a ridge of the family "own" follows.
 */
#define RL_MAX_PROFILES 8         /* in a scene */
#define RL_PROFILE_HEIGHTS 384    /* of one profile, at most; at least 2 */
#define RL_PROFILE_TEXT 2048      /* bytes of their canonical text, at most */
#define RL_PROFILE_FILE (1 << 24) /* bytes of a file of such heights, and */
#define RL_PROFILE_POINTS 1000000 /* points in it, at most */
typedef struct rl_profile {
    int ridge;       /* from 1; 0 = none */
    rl_data heights; /* numbers 0..9999 with blanks between: see rl_profile_parse */
} rl_profile;

/* A drawing on the land, on water or in the sky. */
typedef struct rl_motif {
    int name;    /* 0 none, 1 that of the scene's `drawing`, 2 the first of rl_motif_name ... */
    int on;      /* 0 the ground, 1 water, 2 the sky */
    int ridge;   /* on whose crest it is, from 1; 0 = on none */
    double x, y; /* U; fraction of the height: its foot */
    double size; /* U; its height */
} rl_motif;

/* The view from a place of the scene's DEM: see ridges of the family horizon. */
typedef struct rl_panorama {
    double x, y;       /* the place: eastward and northward in the units of a DEM that is
                          placed, else shares 0..1 of it from the left upper sample; RL_AUTO =
                          the scene is no panorama */
    double look;       /* degrees from north, clockwise, of the picture's middle */
    double fov;        /* degrees that a picture of 16:9 is wide */
    double eye;        /* metres above the ground */
    double level;      /* fraction of the height where the eye's level is; RL_AUTO = by the land */
    double visibility; /* metres at which air leaves 2 % of a contrast (Koschmieder) */
    double exaggeration; /* of heights; 1 = true */
} rl_panorama;

struct rl_dem; /* heights of the real world: see ridgeline-map.h */

/* Everything that decides the pixels but the size. */
typedef struct rl_scene {
    size_t struct_size; /* sizeof(rl_scene), set by rl_scene_init */
    int algorithm;      /* that made it; resolved: RL_ALGORITHM */
    int has_seed;       /* 1 = `seed` is set */
    uint64_t seed;
    int kind;        /* rl_scene_kind; of a map only size, seed and `map` count */
    int ridge_count; /* 1..RL_MAX_RIDGES or RL_AUTO */
    int ridge_named; /* highest number of a ridge section that was read, 0 = none */

    int width, height;           /* size it was made at, 0 = not recorded */
    int part_width, part_height; /* region it was made of, in pixels; 0 = the whole picture */
    int part_x, part_y;

    int world;      /* rl_world */
    int64_t offset; /* pixels of the picture's size: how far to the right of the world's
                       middle the picture's middle is.  A world that does not loop begins
                       anew beyond +-2^41. */

    /* Motions of which one cycle is phase 0..1, and 1 is 0 again where the world loops. */
    double phase;
    double cloud_drift; /* to the right in one cycle: whole loops, else U */
    double mist_drift;  /* mist and fog, likewise */
    double twinkle;     /* 0..1: how much stars flicker */
    double lake_drift;  /* loops, else U, that ripples move */

    rl_data world_file, mood_file; /* see rl_world_parse; rl_scene_resolve clears them */
    rl_data composition_file;      /* the same */
    char mood[64];                 /* see rl_mood_apply; "" = none */
    int style;                     /* its world: an index of rl_world_name */
    int layout;                    /* its composition: an index of rl_composition_name; RL_AUTO,
                                      in a resolved scene, too: as its world has it */
    int weather;                   /* an index of rl_weather_name; RL_AUTO: as the mood has it */
    int calm;                      /* rl_calm */
    int time;                      /* minutes after midnight, 0..1440; moves the light */

    int take;                 /* which try at the ridges; auto: the first good one */
    int land_slices;          /* 1: ridges whose kind is open are slices of `map` */
    double land_x;            /* U; where the land dips and opens, default sun_x */
    double land_mountains;    /* scale of far rock, 1 = as the world has it */
    double land_relief;       /* 0..1: default of the ridges' relief */
    double land_relief_scale; /* 0.25..4: size of ribs and gullies on faces */
    double land_relief_calm;  /* 0 = rugged faces, 1 = smooth ones */
    double land_snow;         /* 0..1: default of the far ridges' snow */
    double land_snow_line;    /* U below their summits */
    double land_ground_snow;  /* 0..1: snow on meadows and wooded slopes */
    rl_composition composition;

    int depth;   /* bits per sample: 8 or 16 */
    int dither;  /* rl_dither; 16 bits are never dithered */
    int edges;   /* rl_edges */
    int scale;   /* rl_scale */
    int colours; /* pixel art: 1..256 colours, the same at every size and in every
                    part; a palette with 8 stops of sky and land or more gives
                    its own.  0 = true colour */
    int inks;    /* an index of rl_ink_name: pixels are inks of an e-paper panel; 0 = none */
    int proof;   /* 1: inks as they look on the panel; 0: the colours that its tools expect */
    int zoom;    /* rl_render writes each pixel this many times, 1..64, across and
                    down; sizes and regions count before it */

    double horizon;    /* fraction of the height; foot of the sky's gradient */
    double haze;       /* 0..1: share of sky light in the farthest ridge */
    double haze_power; /* how fast haze falls off toward the front */

    double sun_x;         /* U */
    int sun_from;         /* where sun_x counts from: 0 the middle, 1 the left edge */
    double sun_y;         /* fraction of the height; auto: on the skyline */
    double sun_lift;      /* radii above the skyline when sun_y is auto */
    double sun_radius;    /* U; 0 = no sun */
    double sun_halo;      /* strength of the glow close to the disc */
    double sun_wide;      /* strength of the wide glow */
    double sun_band;      /* strength of the glow along the horizon */
    double sun_bloom;     /* light over the finished picture round the disc */
    double sun_land_glow; /* light of the sun on the haze before the land */

    double mist;        /* 0..1: density at the foot of the ridges */
    double mist_height; /* U over which it thins to 1/e */
    double mist_noise;  /* how far noise moves its upper limit, in heights */
    double mist_shift;  /* how much farther the ridge is whose colour it takes */

    int moon;           /* 1: the disc is the moon; 0: it is the sun */
    double moon_phase;  /* 0 new, 0.5 full, 1 new again */
    double sun_stripes; /* 0..1: gaps across the lower half of the disc */
    double stars;       /* 0..1: how bright */
    double clouds;      /* 0..1: how dense */
    double cloud_cover; /* -1..1: how much of the sky */
    int cumulus;        /* rl_cumulus: heaped clouds */
    double overcast;    /* 0..1: how grey the palette becomes when the scene is resolved */
    double snowfall;    /* 0..1: how much snow falls */
    double rain;        /* 0..1: how much rain falls */
    double lightning;   /* above 0: a stroke of lightning */
    double rainbow;     /* 0..1: how bright */
    double lenticular;  /* 0..1: how dense lenses of cloud over the summit are */
    int comet;          /* rl_comet */
    double sun_eclipse; /* 0..1: radius of the moon before the sun, in its radii */
    double aurora;      /* 0..1: how bright */
    double milkyway;    /* 0..1: how bright, in nights without a moon */
    int birds;          /* how many, 0..7 */
    double fog;         /* 0..1: density of banks between the ridges */
    double deck;        /* deck of clouds seen from above: its tops, in eye heights; 0 = none */
    int deck_of;        /* rl_deck: what that is made of */
    double plume;       /* 0..1: smoke from the summit of */
    int plume_ridge;    /* this ridge */
    double lava;        /* 0..1: streams of lava there */
    double beach_near;  /* U below the horizon: the near end of a beach; 0 = none */
    double beach_far;   /* its far end */
    int lake_ridge;     /* the lake is in front of this ridge; 0 = no lake */
    int lake_open;      /* 1: the water reaches to the horizon, and ridges may stand in it */
    double lake_level;  /* fraction of the height: its far shore */
    double lake_wind;   /* 0..1: of open water, from a mirror to a swell */

    double city_height; /* U; of the highest tower of a city on the lake's far shore, 0 = none */
    double city_lights; /* 0..1: how many windows are lit; RL_AUTO = by the light of the sky */

    int plain;          /* rl_plain */
    double plants_hero; /* U; of one large tree on a plain with smaller ones, 0 = none */
    double plants_farm; /* U; of one farm house among hills of fields, 0 = none */
    double plain_depth; /* ridges of a greater depth are on it */

    rl_motif motif;    /* what is open is chosen with the frame, which knows the land */
    rl_motif aloft;    /* a second one, in the sky */
    double motif_glow; /* 0..1: how bright its lights are; RL_AUTO = by the light of the sky */
    int motif_path;    /* 1: a path leads to it */
    int motif_layer;   /* 1: rl_frame_layers counts each by itself, 0: with what it is on */
    rl_data drawing;   /* a user's own: see rl_motif_parse */
    rl_profile profile[RL_MAX_PROFILES]; /* in any order */

    rl_panorama panorama;
    const struct rl_dem *dem; /* the panorama's heights, which stay the caller's and must outlive
                                 the scene's frames; NULL = none.  No part of the scene's text */

    double tree_height; /* U, of the nearest trees */
    double hero_height; /* of a clump of tall trees on near ground, relative to usual */
    double hero_frame;  /* instead a conifer at the picture's edge; 1: higher than the picture */
    int hero_trees;     /* of that clump, 1..5; 0 = as many as its species has */
    double ground_grass, ground_flowers, ground_boulders; /* of near ground, relative to usual */
    int tree_rows;                                        /* rows of trees on a slope, 1..8 */
    double tree_autumn;                                   /* 0..1: how far leaves have turned */
    uint64_t tree_species; /* of woods and clumps: bit i for word i of the key trees.species;
                              0 = open */

    rl_palette palette;
    rl_ridge ridge[RL_MAX_RIDGES]; /* [0] is the farthest */
    rl_map_rules map;
    rl_value own[RL_MAX_OWN]; /* of the layer kinds' further keys; see rl_scene_set */
} rl_scene;

/* rl_scene_init makes a scene in which everything is open: the seed decides. */
RL_API void rl_scene_init(rl_scene *scene);

/* rl_seed_parse turns a text into a seed: a number up to 2^64 - 1 is that number, any other
 * text becomes its hash.
 * Errors: RL_BAD_ARGUMENT for an empty text. */
RL_API rl_status rl_seed_parse(uint64_t *seed, const char *text, rl_error *error);

/* rl_scene_parse reads scene text (INI; see ridgeline-scene(5)) held in memory
 * on top of `scene`.  Errors: RL_BAD_DATA with `place:line: key = value: rule`;
 * the scene is then unchanged. */
RL_API rl_status rl_scene_parse(rl_scene *scene, const void *bytes, size_t size, const char *place,
                                rl_error *error);

/* rl_scene_line returns the line, from 1, at which a scene text sets `key`
 * ("sun.x", "ridge.2.kind"), else that of the key's section, else 0.  It shows
 * where a scene from that text has the fault that rl_scene_resolve or
 * rl_frame_new finds later. */
RL_API int rl_scene_line(const void *bytes, size_t size, const char *key);

/* rl_scene_set sets one key: "sky.haze", "ridge.2.roughness", "palette.sun".
 * The value "auto" opens it again.
 * Errors: RL_BAD_ARGUMENT with `key = value: rule`. */
RL_API rl_status rl_scene_set(rl_scene *scene, const char *key, const char *value, rl_error *error);

/* What a key of scene text is. */
typedef struct rl_key {
    const char *path;    /* "sky.horizon", "ridge.N.roughness", "palette.sky_N" */
    const char *meaning; /* one line */
    char rule[512];      /* its values: "0..1 or auto" */
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

/* Worlds, compositions and moods are data files (worlds/, compositions/, moods/; see
 * ridgeline-scene(5)): scene text whose values may be ranges (0.2..0.3) and choices (dusk |
 * dawn*2), and a section [about].  The scene's seed picks when the scene is resolved. */

/* The room for the line that says what a data file is: "alps, wooded hills before them". */
#define RL_LINE_SIZE 96

/* rl_world_name returns the name of built-in world `index` from 0 ("alpine", ...), or NULL
 * past the last.  A world defines which land is at which depth. */
RL_API const char *rl_world_name(size_t index);

typedef struct rl_world_info {
    double weight;  /* share of bare seeds, 0..1 */
    uint64_t moods; /* with which bare seeds deal it: bit i for mood i; where any world or
                       composition has some, these decide and not the weights */
    int is_dry;     /* 1: without green */
    char line[RL_LINE_SIZE];
} rl_world_info;

/* rl_world_describe describes world `index`; returns 1, or 0 past the last. */
RL_API int rl_world_describe(size_t index, rl_world_info *info);

/* rl_world_parse gives the scene a user's world.  It checks the text; rl_scene_resolve closes
 * with it what is open then.  What the file leaves open is as in its [about] like = WORLD
 * (default the first world).  `bytes` and `place` must stay until the scene, or a copy of
 * it, is resolved.
 * Errors: RL_BAD_DATA with `place:line: key = value: rule`; the scene is then unchanged. */
RL_API rl_status rl_world_parse(rl_scene *scene, const void *bytes, size_t size, const char *place,
                                rl_error *error);

/* rl_composition_name returns the name of built-in composition `index` from 0, or NULL past the
 * last.  A composition defines where the weight of a picture is; it goes before what the world
 * says of that. */
RL_API const char *rl_composition_name(size_t index);

typedef struct rl_composition_info {
    uint64_t worlds; /* that it was made for: bit i for world i */
    uint64_t moods;  /* with which bare seeds deal it */
    char line[RL_LINE_SIZE];
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
    double weight; /* share of bare seeds, 0..1 */
    char line[RL_LINE_SIZE];
} rl_weather_info;

/* rl_weather_describe describes weather `index`; returns 1, or 0 past the last. */
RL_API int rl_weather_describe(size_t index, rl_weather_info *info);

/* rl_ink_name returns the name of a set of inks of e-paper panels: "none" for 0, then "bw",
 * "grey4" ..., or NULL past the last. */
RL_API const char *rl_ink_name(size_t index);

/* rl_motif_name returns the name of built-in motif `index` from 0 ("balloon", ...), or NULL past
 * the last.  A motif is a drawing in a few elements of SVG (motifs/; see docs/motifs.md). */
RL_API const char *rl_motif_name(size_t index);

typedef struct rl_motif_info {
    char line[RL_LINE_SIZE]; /* "a cabin" */
} rl_motif_info;

/* rl_motif_describe describes motif `index`; returns 1, or 0 past the last. */
RL_API int rl_motif_describe(size_t index, rl_motif_info *info);

/* rl_motif_parse gives the scene a user's own drawing as its motif.  `bytes` and `place` must stay
 * as long as the scene, its copies and their frames: the text is part of their recipes.  The same
 * is true of bytes that rl_scene_parse reads, where they have a section [drawing].
 * Errors: RL_BAD_DATA with `place:line: value: rule`; the scene is then unchanged. */
RL_API rl_status rl_motif_parse(rl_scene *scene, const void *bytes, size_t size, const char *place,
                                rl_error *error);

/* rl_profile_parse gives ridge `ridge` (1 = the farthest) the heights in a file as its profile, and
 * opens those of its keys that form the line.  A file is GPX (the points of its tracks, else of its
 * routes: heights along the way) or CSV (a column of heights, or distance and height, with `,`, `;`
 * or tab between them and perhaps a line of names).  Heights are fitted to the ridge: their lowest
 * and highest become 0 and 9999, and more than RL_PROFILE_HEIGHTS of them become the means of so
 * many equal parts of the way.  The text of the result goes to `text`, which must stay as long as
 * the scene, its copies and their frames.  The same is true of bytes that rl_scene_parse reads,
 * where they have a section [profile N].
 * Errors: RL_BAD_DATA with `place:line: value: rule`, RL_BAD_ARGUMENT (no such ridge, too many
 * profiles); the scene is then unchanged. */
RL_API rl_status rl_profile_parse(rl_scene *scene, int ridge, const void *bytes, size_t size,
                                  const char *place, char text[RL_PROFILE_TEXT], rl_error *error);

/* rl_weather_apply sets the keys of a weather, over those of the scene's mood.
 * Errors: RL_BAD_ARGUMENT with the nearest name. */
RL_API rl_status rl_weather_apply(rl_scene *scene, const char *name, rl_error *error);

/* rl_mood_name returns the name of built-in mood `index` from 0, or NULL past the last. */
RL_API const char *rl_mood_name(size_t index);

/* Bits of rl_mood_info.hours and seasons: when a mood fits. */
typedef enum rl_hour {
    RL_HOUR_NIGHT = 1,
    RL_HOUR_MORNING = 2,
    RL_HOUR_DAY = 4,
    RL_HOUR_EVENING = 8,
    RL_HOUR_ANY = 15
} rl_hour;

typedef enum rl_season {
    RL_SEASON_WINTER = 1,
    RL_SEASON_SPRING = 2,
    RL_SEASON_SUMMER = 4,
    RL_SEASON_AUTUMN = 8,
    RL_SEASON_ANY = 15
} rl_season;

typedef struct rl_mood_info {
    double weight; /* among the moods that suit a world; 0 = never chosen by a bare seed */
    int hours;     /* bits of rl_hour */
    int seasons;   /* bits of rl_season */
    int pair;      /* place, from 1, among the moods that are tried as the other half of a
                      light and dark pair of wallpapers; 0 = not tried.  Those of
                      RL_HOUR_NIGHT alone are dark halves */
    int pair_dry;  /* the same where the world is dry */
    char line[RL_LINE_SIZE];
} rl_mood_info;

/* rl_mood_describe describes a built-in mood.
 * Errors: RL_BAD_ARGUMENT with the nearest name. */
RL_API rl_status rl_mood_describe(const char *name, rl_mood_info *info, rl_error *error);

/* rl_mood_suits returns 1 when the mood was made for land of a world (its index), else 0. */
RL_API int rl_mood_suits(const char *mood, int world);

/* rl_mood_apply sets palette, light, sky and weather of a built-in mood; it replaces the
 * scene's palette.
 * Errors: RL_BAD_ARGUMENT with the nearest name. */
RL_API rl_status rl_mood_apply(rl_scene *scene, const char *name, rl_error *error);

/* rl_mood_parse is rl_mood_apply with the text of a mood file: plain values are set now, keys
 * with ranges and choices are opened, and closed by rl_scene_resolve if they are still open
 * then.  `bytes` and `place` must stay until the scene, or a copy of it, is resolved.  The
 * scene's mood has no name then, so that its recipe needs no file.
 * Errors: RL_BAD_DATA with `place:line: key = value: rule`; the scene is then unchanged. */
RL_API rl_status rl_mood_parse(rl_scene *scene, const void *bytes, size_t size, const char *place,
                               rl_error *error);

/* rl_scene_open_light opens what a mood or an hour decides of a scene - palette, mood, time,
 * haze, glow, moon, stars, clouds, aurora, mist, fog - so that another mood or hour may be
 * applied to the same land; with `opens_snow` not 0 also its snow, its species of trees and how far
 * leaves have turned.  The place of the sun stays. */
RL_API void rl_scene_open_light(rl_scene *scene, int opens_snow);

/* rl_scene_resolve closes everything that is open: the seed chooses palette,
 * composition and ridges, then every value is checked and rounded to the nine
 * decimals that scene text carries.  Resolving twice changes nothing.
 * Errors: RL_BAD_ARGUMENT with `key = value: rule`. */
RL_API rl_status rl_scene_resolve(rl_scene *scene, rl_error *error);

/* ---- limits for scenes from others ---------------------------------------- */

/* A scene from elsewhere may require terabytes of pixels or hours of erosion.  The functions
 * that render have no limits but those of the formats: a program initialises rl_limits,
 * changes what it allows, and checks a foreign scene before it renders. */
typedef struct rl_limits {
    size_t struct_size; /* sizeof(rl_limits) */
    int side;           /* pixels (of a map: samples) along a side; default 32768 */
    int64_t area;       /* pixels of what is written, zoomed; default 64,000,000 */
    int ridges;         /* default RL_MAX_RIDGES */
    int64_t work;       /* steps of the passes of a map, of the ridges of a picture: one is about
                           a nanosecond; default 100,000,000,000 */
    int64_t memory;     /* bytes, for rl_budget_new; default 2,147,483,648 */
} rl_limits;

/* rl_limits_init fills in the defaults. */
RL_API void rl_limits_init(rl_limits *limits);

/* rl_limits_check compares what a scene requires (its size and zoom or those of its region, the
 * size of the picture of a map's surface, its ridges, what they or its passes take at that size)
 * with limits.  An open size requires nothing.
 * Errors: RL_BAD_DATA with `key = value: rule`; RL_BAD_ARGUMENT (a scene value). */
RL_API rl_status rl_limits_check(const rl_limits *limits, const rl_scene *scene, rl_error *error);

/* An allocator with a limit of bytes in use; a request beyond it fails as RL_NO_MEMORY.  Threads
 * may share it. */
typedef struct rl_budget rl_budget;

/* rl_budget_new makes one; its memory comes from `allocator` (NULL = malloc), 16 bytes
 * a block in addition.  It must outlive all that was made with it.
 * Errors: RL_BAD_ARGUMENT, RL_NO_MEMORY. */
RL_API rl_status rl_budget_new(rl_budget **budget, int64_t limit_bytes,
                               const rl_allocator *allocator, rl_error *error);
RL_API void rl_budget_free(rl_budget *budget);

/* rl_budget_allocator returns the allocator, which lives as long as the budget. */
RL_API const rl_allocator *rl_budget_allocator(const rl_budget *budget);

/* rl_budget_peak returns the most bytes in use at once; rl_budget_refused is 1 once a block
 * was refused because it was larger than what remained. */
RL_API int64_t rl_budget_peak(const rl_budget *budget);
RL_API int rl_budget_refused(const rl_budget *budget);

/* ---- sinks: where bytes go ---------------------------------------------- */

typedef struct rl_sink rl_sink;

/* rl_sink_to_file opens a file that appears whole or not at all: the bytes go
 * to a temporary file in the same folder, which rl_sink_commit syncs and
 * renames.  Devices, pipes and sockets are written to directly; a pipe waits for
 * its reader.  A symbolic link stays a link and its target is replaced; a second
 * hard link keeps the old bytes.  A new file has mode 0666 under the umask, a
 * replaced one keeps its mode.
 *
 * The temporary file, .ridgeline-<16 hex digits>.tmp, is locked (flock) while it is
 * written to.  Unlocked ones were left by processes that were killed: they
 * are removed from the folder before a new one is made; where a file system has no
 * locks they stay.  Nothing of that can fail the call.
 * Errors: RL_CANNOT_CREATE, RL_IO_ERROR (a full disk), RL_NO_MEMORY. */
RL_API rl_status rl_sink_to_file(rl_sink **sink, const char *path, const rl_allocator *allocator,
                                 rl_error *error);

/* rl_sink_to_new_file is rl_sink_to_file that replaces no regular file: an existing one is
 * an error at once, and one that another process creates meanwhile is an error of
 * rl_sink_commit.  (Where the system has no exclusive rename, rl_sink_commit checks
 * first.)  Errors: as rl_sink_to_file. */
RL_API rl_status rl_sink_to_new_file(rl_sink **sink, const char *path,
                                     const rl_allocator *allocator, rl_error *error);

/* rl_sink_to_fd writes to an open file descriptor, which stays the caller's;
 * `name` names it in error texts. */
RL_API rl_status rl_sink_to_fd(rl_sink **sink, int fd, const char *name,
                               const rl_allocator *allocator, rl_error *error);

/* rl_sink_to_memory collects the bytes; see rl_sink_bytes. */
RL_API rl_status rl_sink_to_memory(rl_sink **sink, const rl_allocator *allocator, rl_error *error);

/* rl_sink_to_callback hands every run of bytes to `write`, which returns 0 to
 * go on; anything else becomes RL_IO_ERROR. */
RL_API rl_status rl_sink_to_callback(rl_sink **sink,
                                     int (*write)(void *user, const void *bytes, size_t size),
                                     void *user, const rl_allocator *allocator, rl_error *error);

/* rl_sink_write appends bytes.  Errors: RL_IO_ERROR, RL_NO_MEMORY. */
RL_API rl_status rl_sink_write(rl_sink *sink, const void *bytes, size_t size, rl_error *error);

/* rl_sink_bytes returns what a memory sink holds (valid until it is written to
 * or freed) and its size; NULL for other sinks. */
RL_API const void *rl_sink_bytes(const rl_sink *sink, size_t *size);

/* rl_sink_commit publishes what was written.  On failure the old file is still
 * in place.  Errors: RL_IO_ERROR, RL_CANNOT_CREATE. */
RL_API rl_status rl_sink_commit(rl_sink *sink, rl_error *error);

/* rl_sink_free frees a sink; one that was not committed leaves no trace. */
RL_API void rl_sink_free(rl_sink *sink);

/* rl_file_read reads a file of at most `limit_bytes` into memory that
 * rl_file_free gives back.  Never blocks on a pipe and never reads a device.
 * `path` "-" reads standard input.
 * Errors: RL_NO_INPUT, RL_BAD_DATA (too large, not a file), RL_IO_ERROR. */
RL_API rl_status rl_file_read(void **bytes, size_t *size, const char *path, size_t limit_bytes,
                              const rl_allocator *allocator, rl_error *error);
RL_API void rl_file_free(void *bytes, const rl_allocator *allocator);

/* ---- texts out ---------------------------------------------------------- */

/* rl_scene_write writes the canonical text of a scene: every key in its fixed
 * order, open ones as `auto`.  Parsing it gives an equal scene.
 * Errors: RL_BAD_ARGUMENT (a value breaks its rule), those of rl_sink_write. */
RL_API rl_status rl_scene_write(const rl_scene *scene, rl_sink *sink, rl_error *error);

/* rl_palette_write writes a palette file of the given format; .gpl carries the
 * roles as entry names. */
RL_API rl_status rl_palette_write(const rl_palette *palette, rl_palette_format format,
                                  rl_sink *sink, rl_error *error);

/* ---- frames: a scene at a size ------------------------------------------ */

/* Which inner loops do the work.  All give the same bits; a choice that the CPU does
 * not have falls back to the next below it.  For tests and comparisons. */
typedef enum rl_kernels {
    RL_KERNELS_BEST,   /* the fastest that the CPU has */
    RL_KERNELS_PLAIN,  /* plain C, one number at a time: the reference */
    RL_KERNELS_VECTOR, /* 16 bytes at a time: SSE2, NEON, ... */
    RL_KERNELS_AVX2,   /* 32 bytes at a time */
    RL_KERNELS_AVX512  /* 64 bytes at a time, where that pays */
} rl_kernels;

typedef struct rl_frame rl_frame;

/* The bytes of a pixel of rl_paint.  BGRA is what little-endian machines call ARGB32 or RGB24
 * (cairo), Format_RGB32 (Qt), ARGB8888 (SDL); RGBA is a texture, a canvas, GDK_MEMORY_R8G8B8A8. */
typedef enum rl_pixels {
    RL_PIXELS_RGB,  /* packed; the only one of scenes of 16 bits: three uint16_t */
    RL_PIXELS_RGBA, /* A = 255 */
    RL_PIXELS_BGRA
} rl_pixels;

typedef struct rl_view {
    size_t struct_size;            /* sizeof(rl_view) */
    int width, height;             /* pixels of the whole picture, 1..RL_MAX_SIDE */
    int x, y;                      /* left upper corner of the part to paint */
    int part_width, part_height;   /* its size; 0 = all of the picture */
    const rl_allocator *allocator; /* kept by the frame; NULL = malloc */
    int kernels;                   /* rl_kernels */
    int threads;                   /* that prepare it, 1..256, 0 = 1; never changes a pixel.
                                      With more, the allocator is called by all of them. */
    /* Called now and then by rl_frame_new, with no row done; anything but 0 stops
     * it with RL_CANCELLED.  May be NULL. */
    int (*progress)(void *user, int rows_done, int rows_total);
    void *user;
    size_t keep_bytes; /* of a frame that others are made of (rl_frame_at, rl_frame_like): it keeps
                          which land is seen in its pixels, in at most so many bytes, and they
                          paint quicker; 0 = nothing.  Never changes a pixel */
    int pixels;        /* rl_pixels: what rl_paint writes */
} rl_view;

/* rl_frame_new prepares a scene for a view: it resolves a copy of the scene,
 * samples the ridges and makes the tables.  After it, painting allocates
 * nothing that grows with the picture.
 * Errors: RL_BAD_ARGUMENT (view outside its rules, scene value), RL_NO_MEMORY,
 * RL_CANCELLED. */
RL_API rl_status rl_frame_new(rl_frame **frame, const rl_scene *scene, const rl_view *view,
                              rl_error *error);
RL_API void rl_frame_free(rl_frame *frame);

/* rl_frame_like is rl_frame_new for a scene at another hour, in another light or air: where its
 * land and the view are those of `like`, outlines and plants are shared with that frame and not
 * made again; where they are not, or `like` is NULL, it makes all.  The pixels are those of
 * rl_frame_new.  `like`, and the frame that it was made like, must outlive the new one.
 * Errors: as rl_frame_new. */
RL_API rl_status rl_frame_like(rl_frame **frame, const rl_frame *like, const rl_scene *scene,
                               const rl_view *view, rl_error *error);

/* rl_frame_at makes a frame of the same scene at another phase (0..1) of its motions.  It
 * shares the tables of `frame`, which must outlive it, and so takes no time.
 * Errors: RL_BAD_ARGUMENT, RL_NO_MEMORY. */
RL_API rl_status rl_frame_at(rl_frame **at, const rl_frame *frame, double phase, rl_error *error);

/* rl_frame_scene returns the resolved scene with size and region filled in: the
 * recipe of the picture.  It lives as long as the frame. */
RL_API const rl_scene *rl_frame_scene(const rl_frame *frame);

/* rl_frame_heights writes the heights of ridge `ridge` (0 = farthest) at the
 * middle of the columns x .. x+count-1 of the part, in pixels above the lower
 * edge of the whole picture: of the ground, without trees.  Where a ridge is painted
 * as one surface and does not rise from water they are rounded to 1/256 pixel and end
 * 64 pixels and a picture's height above and below the picture; else they are neither.
 * Errors: RL_BAD_ARGUMENT. */
RL_API rl_status rl_frame_heights(const rl_frame *frame, int ridge, int x, int count,
                                  double *heights_px, rl_error *error);

/* What the disc in a picture is. */
typedef enum rl_disc { RL_DISC_NONE, RL_DISC_SUN, RL_DISC_MOON } rl_disc;

/* What can be seen in a frame's part; shares are 0..1 of the part, from its left or its
 * top.  Only what a person would see counts: what is too small, too faint or hidden is
 * 0, -1 or RL_AUTO. */
typedef struct rl_facts {
    size_t struct_size; /* sizeof(rl_facts), set by the caller */

    int ridges;                 /* ridges whose crests are distinct in the picture */
    int far_ridge;              /* the farthest and the nearest of them, from 0; -1 = none */
    int near_ridge;             /* (see `ridge` of the scene) */
    int kinds[RL_MAX_FAMILIES]; /* how many of them are of each family */
    double sky, land, water;    /* shares of the area; their sum is 1 */
    double land_y;              /* the middle of the land */
    double shore;               /* share of the height where the water begins, -1 = no water */
    rl_colour sky_top;          /* means of the picture's colours: of the sky's upper quarter, */
    rl_colour sky_low;          /* of the sky just above the land, */
    rl_colour far_land;         /* of the farthest distinct ridge, */
    rl_colour near_land;        /* of the land in front, */
    rl_colour lake;             /* of the water, */
    rl_colour all;              /* of everything */

    int disc;      /* rl_disc */
    double disc_x; /* its middle; the other edges of the part are 1 */
    double disc_y;
    double disc_radius;  /* share of the part's height */
    double disc_seen;    /* share of the disc that neither land nor an edge hides */
    double disc_in_land; /* share of it that land hides */
    double disc_above;   /* share of the height from its middle down to the skyline under it;
                            below 0 where that is above it */
    double moon_lit;     /* share of the moon's face that is lit, 1 = full */

    int stars;      /* how many, at least, are bright enough to be seen */
    int birds;      /* how many are wholly in the part, before the sky, apart from others */
    double birds_x; /* the middle of them */
    double birds_y;
    double clouds;   /* share of the sky that clouds change clearly */
    double cumulus;  /* the same of heaped clouds */
    double deck;     /* share of the land that a sea of clouds or ice before it changes clearly */
    double beach;    /* share of the part that a beach covers, none of it land or water */
    double snowfall; /* as the scene has it, where the part is large enough to see it */
    double rain;
    double lightning;  /* share of its stroke that is seen */
    double rainbow;    /* brightness times the share of its bow that is seen */
    int comet;         /* rl_comet: what is seen of it */
    double lenticular; /* share of the sky that lenses of cloud change clearly */
    double plume;      /* the same of a volcano's smoke */
    double lava;       /* share of the land that lava and its light change clearly */
    double aurora;     /* share of it that the aurora changes clearly */
    double milkyway;   /* share of the sky that the Milky Way changes clearly */
    double mist;       /* share of the land that mist and fog change clearly */
    double snow;       /* share of the land that snow changes clearly */
    double snow_y;     /* the middle of the snow */
    double city;       /* share of sky and land that a city hides */
    double windows;    /* the same of its lit windows */
    double acacia;     /* share of the sky that acacias hide */
    double river;      /* share of the land that a river and its banks are */
    double strata;     /* share of the land that bands of rock change clearly */
    double trees;      /* share of the width over which trees can be seen */
    double low_trees;  /* of these, the share on the nearest ridge */
    char wood[64];     /* what most trees are: "oaks", "spruces and birches"; "" where none is */
    char motif[96];    /* what the motif is: "a cabin with lit windows"; "" where none is seen */
    int motif_on;      /* 0 the ground, 1 water, 2 the sky */
    double motif_x;    /* its middle */
} rl_facts;

/* rl_frame_facts measures what can be seen in a frame's part.  It paints some rows of it, at
 * most 64, with and without a thing.
 * Errors: RL_BAD_ARGUMENT, RL_NO_MEMORY. */
RL_API rl_status rl_frame_facts(const rl_frame *frame, rl_facts *facts, rl_error *error);

/* rl_paint paints rows y .. y+rows-1 of the part into `pixels` as the view's `pixels` says, rows
 * `stride_bytes` apart; the bytes between them are left as they are.  Pixel art has its colours
 * here too, and nothing is zoomed.  The frame keeps the work memory of
 * one thread for the next call: a picture in strips costs no more than in one call.  Frames of
 * rl_frame_at keep none.
 * Errors: RL_BAD_ARGUMENT, RL_NO_MEMORY. */
RL_API rl_status rl_paint(const rl_frame *frame, int y, int rows, void *pixels, size_t stride_bytes,
                          rl_error *error);

/* rl_picture does all in one call: it paints a view of a scene, with the view's threads, into
 * `pixels`, which is the caller's, as rl_paint does.  `text` is scene text and `seed` any text
 * (rl_seed_parse), which goes before that of the scene; each may be NULL.
 * Errors: those of rl_seed_parse, rl_scene_parse and rl_frame_new. */
RL_API rl_status rl_picture(void *pixels, size_t stride_bytes, const rl_view *view,
                            const char *text, const char *seed, rl_error *error);

/* ---- layers: a picture in parts --------------------------------------------

 * The layers of a frame, from the farthest on: the sky, then each ridge with its
 * trees and the mist in front of it, and the lake among them.  In a world that is endless or a
 * loop the picture is their composition in linear light with alpha in
 * steps of 1/255; rl_composite does that. */

typedef enum rl_layer_kind {
    RL_LAYER_SKY,
    RL_LAYER_RIDGE,
    RL_LAYER_LAKE,
    RL_LAYER_OTHER /* of another kind: its name says which */
} rl_layer_kind;

typedef struct rl_layer {
    size_t struct_size; /* sizeof(rl_layer), set by the caller */
    int kind;           /* rl_layer_kind */
    int ridge;          /* index of the ridge from 0, the farthest; else -1 */
    char name[32];      /* "sky", "ridge-1" (the farthest), "lake": unlike all others */
    double depth;       /* 0 far .. 1 near; 0 for the sky */
    double parallax;    /* how fast it should pass: 0 as the camera, 1 as the world in
                           which the player walks; rises toward the front, sky 0 */
    int top;            /* no pixel of the frame's part is covered above this row of the
                           whole picture */
    int is_opaque;      /* 1: every pixel of it is covered wholly */
    int bottom;         /* nor at or below this one, at most the height: land ends at its shore */
} rl_layer;

/* rl_frame_layers returns how many layers a frame has, at most RL_MAX_LAYERS. */
#define RL_MAX_LAYERS (4 * RL_MAX_RIDGES)
RL_API int rl_frame_layers(const rl_frame *frame);

/* rl_frame_layer describes layer `index` from 0.  Errors: RL_BAD_ARGUMENT. */
RL_API rl_status rl_frame_layer(const rl_frame *frame, int index, rl_layer *layer, rl_error *error);

/* rl_frame_colours writes the colours of pixel art, or the inks, 3 bytes each, in the palette's
 * order (room for 256), and returns how many they are; 0 = true colour.  `rgb` may be NULL. */
RL_API int rl_frame_colours(const rl_frame *frame, uint8_t *rgb);

/* rl_frame_sun writes the middle and the radius of the sun or moon in pixels, from the upper
 * left corner of the frame's part (which may be outside it); in a loop x_px is within the
 * loop.  A radius of 0: no disc is drawn, but the light comes from there. */
RL_API void rl_frame_sun(const rl_frame *frame, double *x_px, double *y_px, double *radius_px);

/* rl_frame_tint writes the smooth colour of a sky or ridge layer at a point of the frame's
 * part, covered or not: gradient, haze, glow and the mean of its mist, without relief, trees,
 * snow, clouds, aurora, stars and disc.  Drawings and user interfaces match their colours
 * with it.  Errors: RL_BAD_ARGUMENT (no such layer, a lake). */
RL_API rl_status rl_frame_tint(const rl_frame *frame, int layer, double x_px, double y_px,
                               uint8_t *rgb, rl_error *error);

/* What one thread needs to paint layers of a frame; the frame must outlive it. */
typedef struct rl_painter rl_painter;

/* rl_painter_new makes a painter.  Frames of 8 bits only; one of RL_WORLD_PICTURE knows
 * the faces of land only where its picture shows them, and they end where that ends.
 * Errors: RL_BAD_ARGUMENT, RL_NO_MEMORY. */
RL_API rl_status rl_painter_new(rl_painter **painter, const rl_frame *frame, rl_error *error);
RL_API void rl_painter_free(rl_painter *painter);

/* rl_painter_layer paints a window of layer `layer` into `rgba`: `width` columns from
 * column `x` and `height` rows from row `y`, rows `stride_bytes` apart, four bytes a pixel
 * with straight alpha.  Columns count from the left of the frame's part.  A loop has
 * every column and every width; another frame has only those of its part.  Rows
 * count from the top of the part.  Pixels that the layer does not cover have the colour of
 * the nearest one of their column that it does in this window (else of a column beside),
 * so that scaling makes no fringe.
 * Errors: RL_BAD_ARGUMENT. */
RL_API rl_status rl_painter_layer(rl_painter *painter, int layer, int64_t x, int y, int width,
                                  int height, uint8_t *rgba, size_t stride_bytes, rl_error *error);

/* rl_composite lays `count` (1 or more) rows of layers over each other, from the farthest, which
 * must cover all, on: `pixels` pixels of RGBA each.  Light is mixed linearly: with c the linear
 * light of a layer and a its alpha, what is below becomes a c + (1 - a) below.  `rgb`
 * gets the rounded sRGB. */
RL_API void rl_composite(const uint8_t *const *rgba, int count, int pixels, uint8_t *rgb);

/* ---- pictures ----------------------------------------------------------- */

/* A format of files.  Formats go by name; these are built in. */
typedef struct rl_format {
    const char *name;
    const char *ending;       /* of file names: ".png"; NULL = none */
    const char *meaning;      /* a few words */
    int is_text;              /* 1: may go to a terminal */
    int is_film;              /* 1: made of frames: the head of a file comes with frame 0 */
    int quality;              /* of rl_render_options if that is 0; 0 = the format has no quality */
    const char *other_ending; /* ".jpeg"; NULL = none */
} rl_format;

#define RL_FORMAT_PNG "png"
#define RL_FORMAT_JPEG "jpg"  /* baseline, streamed; sides of at most 65500 */
#define RL_FORMAT_WEBP "webp" /* 16383 */
#define RL_FORMAT_AVIF "avif" /* 65536 */
#define RL_FORMAT_JXL "jxl"   /* 262144; also 16 bits */
#define RL_FORMAT_PPM "ppm"   /* P6; 16 bit samples big-endian */
#define RL_FORMAT_PAM "pam"   /* P7 */
#define RL_FORMAT_Y4M "y4m"   /* YUV4MPEG2: 4:2:0, BT.709, 16..235; sides of at most 16384 */
#define RL_FORMAT_HASH "hash" /* one line of text: a hash of size, depth and samples */
#define RL_FORMAT_NULL "null" /* nothing: pure painting time */

/* rl_format_at returns format `index` of pictures, NULL past the last. */
RL_API const rl_format *rl_format_at(size_t index);

typedef enum rl_metadata {
    RL_METADATA_FULL,    /* Software, Title, and the recipe */
    RL_METADATA_MINIMAL, /* Software, Title */
    RL_METADATA_NONE     /* no text chunk at all */
} rl_metadata;

/* What a PNG file is made for. */
typedef enum rl_compress {
    RL_COMPRESS_DEFAULT, /* near the smallest size at the highest speed */
    RL_COMPRESS_FAST,    /* the least time */
    RL_COMPRESS_SMALL    /* the fewest bytes: libdeflate's best, where it is there, up to 64 MiB of
                            samples, which are then in memory; else zlib's; many times slower */
} rl_compress;

typedef struct rl_render_options {
    size_t struct_size; /* sizeof(rl_render_options) */
    const char *format; /* name of a format; NULL = png */
    int metadata;       /* rl_metadata; PNG and the formats with a quality only */
    int threads;        /* 1..256; never changes a pixel */
    int compress;       /* rl_compress; PNG only, never changes a pixel */
    const char *title;  /* UTF-8, or NULL; as metadata */
    /* Called from the calling thread after each band with the rows done so far, and
     * while a map's view is prepared with 0 of 1; anything but 0 stops with
     * RL_CANCELLED.  May be NULL. */
    int (*progress)(void *user, int rows_done, int rows_total);
    void *user;
    const char *description; /* what it shows: UTF-8, or NULL; as metadata */
    int frame, fps; /* rl_encode_rgb in a film: number of the picture from 0, and frames a second,
                       1..1000, 0 = 25 */
    int quality;    /* 1..100 of a format that has one, 0 = its own; 100 keeps every pixel but in
                       JPEG */
} rl_render_options;

/* rl_render paints a frame and writes it to `sink` (which the caller commits).
 * Memory is bounded by threads x bands of at most 64 rows; webp, avif and jxl take the whole
 * picture: with what their libraries need about 6, 23 and 45 bytes a pixel.
 * Errors: RL_BAD_ARGUMENT, RL_NO_MEMORY, RL_IO_ERROR, RL_CANCELLED. */
RL_API rl_status rl_render(const rl_frame *frame, const rl_render_options *options, rl_sink *sink,
                           rl_error *error);

/* rl_encode_rgb writes an 8-bit RGB picture that the caller holds: rows of
 * 3 * width bytes.  Of the options it uses format, metadata, compress, quality, threads,
 * title, description, frame and fps: the frames of a film go to one sink, in order. */
RL_API rl_status rl_encode_rgb(const uint8_t *rgb, int width, int height,
                               const rl_render_options *options, rl_sink *sink, rl_error *error);

typedef struct rl_rgba_options {
    size_t struct_size; /* sizeof(rl_rgba_options) */
    int colours;        /* 1..255: a PNG of palette colours and one transparent one, for
                           alpha below 128, which has the colour that most of those
                           pixels have; 0 = true colour */
    const uint8_t *rgb; /* the palette, 3 bytes a colour */
    int zoom;           /* each pixel is written so many times across and down; 0 = 1 */
    int metadata;       /* rl_metadata */
    int compress;       /* rl_compress */
    const char *title;  /* UTF-8, or NULL */
    const char *recipe; /* canonical scene text, or NULL */
} rl_rgba_options;

/* rl_encode_rgba writes a PNG with straight alpha from rows `stride_bytes` apart.
 * Errors: RL_BAD_ARGUMENT (a colour that is not of the palette), RL_NO_MEMORY,
 * RL_IO_ERROR. */
RL_API rl_status rl_encode_rgba(const uint8_t *rgba, size_t stride_bytes, int width, int height,
                                const rl_rgba_options *options, rl_sink *sink, rl_error *error);

/* ---- animations: pictures in time ----------------------------------------- */

typedef struct rl_animation rl_animation;

typedef struct rl_animation_options {
    size_t struct_size; /* sizeof(rl_animation_options) */
    int width, height;  /* pixels, 1..RL_MAX_SIDE */
    int frames;         /* all that will come, 1..1000000 */
    int delay_ms;       /* how long each is shown, 0..65535 */
    int loops;          /* how often all are shown; 0 = for ever */
    int metadata;       /* rl_metadata */
    const char *title;  /* UTF-8, or NULL */
    const char *recipe; /* canonical scene text, or NULL */
    int compress;       /* rl_compress */
} rl_animation_options;

/* rl_animation_new starts an animated PNG that is written to `sink` (which the caller
 * commits); programs that know no animation show the first frame.  Of each frame only the part is
 * written that differs from the one before; memory is that of one frame.  Sink and allocator must
 * outlive the animation. Errors: RL_BAD_ARGUMENT, RL_NO_MEMORY, RL_IO_ERROR. */
RL_API rl_status rl_animation_new(rl_animation **animation, const rl_animation_options *options,
                                  rl_sink *sink, const rl_allocator *allocator, rl_error *error);

/* rl_animation_frame writes the next frame: 8-bit RGB, rows `stride_bytes` apart. */
RL_API rl_status rl_animation_frame(rl_animation *animation, const uint8_t *rgb,
                                    size_t stride_bytes, rl_error *error);

/* rl_animation_finish writes the end of the file.
 * Errors: RL_BAD_ARGUMENT when frames are missing; that of an earlier failure. */
RL_API rl_status rl_animation_finish(rl_animation *animation, rl_error *error);
RL_API void rl_animation_free(rl_animation *animation);

/* The texts in a picture file.  They point into the bytes that were read and are not ended by a
 * NUL.  All but those of PNG come from its XMP. */
typedef struct rl_recipe {
    const char *scene; /* canonical scene text, NULL when absent */
    size_t scene_size;
    const char *software;
    size_t software_size;
    const char *title;
    size_t title_size;
    int width, height, bits; /* of the picture */
    const char *description; /* what it shows, in words */
    size_t description_size;
} rl_recipe;

/* rl_recipe_is_png returns 1 when the bytes start with the PNG signature. */
RL_API int rl_recipe_is_png(const void *bytes, size_t size);

/* rl_recipe_is_picture returns 1 when they start as a PNG, JPEG, WebP, AVIF or JPEG XL file. */
RL_API int rl_recipe_is_picture(const void *bytes, size_t size);

/* rl_recipe_read finds the recipe in such a file, held in memory.  It walks through its parts and
 * decodes nothing; a size that it does not find is 0.
 * Errors: RL_BAD_DATA (`place: ...`). */
RL_API rl_status rl_recipe_read(rl_recipe *recipe, const void *bytes, size_t size,
                                const char *place, rl_error *error);

#ifdef __cplusplus
}
#endif
#endif
