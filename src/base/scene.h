/* scene.h - the scene as a struct: the values that scene text has, for the rooms of the library.
 *
 * Programs see a handle only (ridgeline.h).  Each field has a key: see scene/key_table.c and the
 * kinds of layers, ridges and passes.
 */
#ifndef RL_BASE_SCENE_H
#define RL_BASE_SCENE_H

#include "ridgeline-map.h"

/* Value of a key that has no field of its own: see rl_scene.value and rl_pass. */
typedef union rl_value {
    double real; /* RL_AUTO = unset */
    int integer; /* RL_AUTO = unset */
} rl_value;

#define RL_SCENE_VALUES 48 /* values in rl_scene.value, at most */
#define RL_RIDGE_VALUES 3  /* keys of a ridge family, at most */

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

/* Unit of the places x of a segment's ends, from the middle of the picture. */
typedef enum rl_ends {
    RL_ENDS_UNIT, /* U */
    RL_ENDS_FRAME /* half of the picture's width: -1 = its left edge, 1 = its right edge */
} rl_ends;

/* Origin of the sun's place x, and unit of x and of its radius. */
typedef enum rl_sun_from {
    RL_SUN_MIDDLE, /* U from the middle of the picture */
    RL_SUN_LEFT,   /* U from its left edge */
    RL_SUN_FRAME   /* widths of the picture from its left edge */
} rl_sun_from;

/* Where the disc of the sun or moon is. */
typedef enum rl_sun_place {
    RL_SUN_SKY,    /* in the open sky */
    RL_SUN_RIDGE,  /* partly behind a ridge */
    RL_SUN_CLOUD,  /* behind a heaped cloud */
    RL_SUN_OUTSIDE /* beside the picture, which has its light alone */
} rl_sun_place;

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

struct ridge_family;

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
    int ends;            /* rl_ends: unit of start_x and end_x */
    double start_x, start_y; /* left end of a segment; start_y in U */
    double end_x, end_y;     /* right end of a segment; end_y in U */
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
    const struct ridge_family *value_family; /* family whose keys `value` has; NULL = none */
    double value[RL_RIDGE_VALUES];           /* see ridge_real */
} rl_ridge;

/* ---- maps: what a heightmap is made of ------------------------------------ */

#define RL_MAX_TINT 64  /* colour stops of a map */
#define RL_MAX_PEAKS 64 /* points of Voronoi passes that a scene can set */

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
    RL_MAP_VIEW_ABOVE,     /* plan view */
    RL_MAP_VIEW_SURFACE,   /* perspective view of the surface */
    RL_MAP_VIEW_CELLS,     /* cells of the last pass that has cells, each in one colour */
    RL_MAP_VIEW_HILLSHADE, /* hillshade alone, in grey, as GIS programs show it */
    RL_MAP_VIEW_MESH /* facets and grid lines in a box with axes, as plotting programs show it */
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

#define RL_PASS_VALUES 18 /* keys of a pass, at most */

/* One step of shaping a map: a kind and the values of its keys, by name.  See pass_set. */
typedef struct rl_pass {
    int kind; /* index of rl_pass_name; RL_AUTO = unset, with which no map can be made */
    struct {
        const char *key;     /* name of a key, a constant; NULL = unused entry */
        rl_value value;      /* value of that key */
    } value[RL_PASS_VALUES]; /* keys that are not listed have their defaults */
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

/* Feature point of Voronoi passes, in place of the point of that number from the seed. */
typedef struct rl_peak {
    double x, y;   /* shares of the map's width and height, 0..1, from the left upper corner */
    double weight; /* factor of the heights in its cell, 0..1000; RL_AUTO = the peak is unset */
} rl_peak;

/* Everything but seed and size that decides the heights and the picture of a map; RL_AUTO =
 * unset. */
typedef struct rl_map_rules {
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
    int edge_seed;      /* seed of the edges, by which maps join; unset = edges like the land */
    int tile_x, tile_y; /* place of the map among maps that join, in maps; unset = joins any */
    int zoom;           /* a map of zoom 0 is divided into 2^zoom x 2^zoom tiles, 0..14 */
    int wrap;           /* 1: a tile, whose first row and column continue the last */
    int raw;            /* 1: heights as generated; 0: heights normalised to 0..1 */
    int samples;        /* side of the map whose rows are a landscape's ridges, in samples */
    double cell;        /* metres from sample to sample */
    double relief;      /* metres from height 0 to height 1 */
    int peak_count;     /* entries of `peak` in use, 0..RL_MAX_PEAKS */
    rl_peak peak[RL_MAX_PEAKS];  /* peak[i] is for point i + 1 */
    int pass_count;              /* passes in `pass`, 0..RL_MAX_PASSES */
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

    int picture_width;          /* width of the surface's picture in pixels, up to 8192; 0 = the
                                   map's width, within 800..4096 */
    int picture_height;         /* height of the surface's picture in pixels, up to 8192; 0 = by its
                                   width */
    double look_azimuth;        /* direction in which the eye looks, degrees clockwise from north */
    double view_elevation;      /* angle of the eye above the ground plane, degrees */
    double axis_low, axis_high; /* heights at foot and top of a mesh's box; unset = range */
    double colour_low, colour_high; /* heights of the first and last colour of a mesh */
    double view_exaggeration;       /* vertical exaggeration of the surface; unset = equal looks for
                                       all units */
    double view_azimuth;            /* look_azimuth of older scenes, counter-clockwise */
    int shape;                      /* rl_map_shape, which replaces the fractal's coarsest levels */
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

/* Everything that decides the pixels, except the size.  RL_AUTO = unset.
 *
 * A struct of the library or of a test (scene_init) points to texts of its caller.  That of a
 * handle (rl_scene_new) owns them: see memory_chain and scene_keep. */
typedef struct rl_scene {
    struct memory_chain *owned; /* texts and heights that the scene shares with its copies and
                                   frames; NULL = it owns none */
    int algorithm;              /* algorithm that made it; in a resolved scene RL_ALGORITHM */
    int has_seed;               /* 1: `seed` is set */
    uint64_t seed;              /* decides everything that is unset */
    int kind;                   /* rl_scene_kind; of a map only size, seed and `map` count */
    int ridge_count;            /* 1..RL_MAX_RIDGES */
    int ridge_named;            /* highest number of a ridge section that was read; 0 = none */

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
    int print;                /* its style of print, as index of rl_print_name; RL_AUTO = none */
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
    double land_second_hue; /* lean of shade to the zenith's hue, of light to the horizon's, 0..1 */
    rl_colour land_light_hue; /* hue of the light on land; unset = the horizon's */
    rl_colour land_shade_hue; /* hue of the shade on land; unset = the zenith's */
    double land_separation;   /* least step of OKLab lightness between a crest and what is behind */
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
    int sun_from;         /* rl_sun_from: origin and unit of sun_x */
    int sun_place;        /* rl_sun_place */
    double sun_y;         /* fraction of the picture's height; unset = on the skyline */
    double sun_lift;      /* radii above the skyline when sun_y is unset */
    double sun_radius;    /* U, or as sun_from says; 0 = no disc */
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
    double sun_eclipse; /* radius of the moon before the sun over that of the sun, 0..1; 0 = none */
    double fog;         /* density of fog banks between the ridges, 0..1 */
    double deck;        /* height of the tops of a deck below the horizon, in eye heights; 0 = no
                           deck */
    double plume;       /* density of the smoke above the summit of ridge plume_ridge, 0..1 */
    double beach_near;  /* U below the horizon; near end of a beach; 0 = no beach */
    double beach_far;   /* U below the horizon; far end of the beach */
    int lake_ridge;     /* number of the ridge behind the lake, from 1; 0 = no lake */
    int lake_open;      /* 1: open water to the horizon, in which ridges may stand */
    double lake_level;  /* fraction of the picture's height; far shore of the lake */
    double lake_wind;   /* state of open water: 0 = smooth as a mirror, 1 = swell */

    double city_height; /* U; highest tower of a city on the lake's far shore; 0 = no city */

    int plain; /* rl_plain */

    rl_motif motif;    /* main motif; unset fields are chosen with the frame, which has the land */
    rl_motif aloft;    /* second motif, in the sky */
    double motif_glow; /* brightness of a motif's lights, 0..1; RL_AUTO = by the light of the sky */
    int motif_path;    /* 1: a path leads to the motif */
    int motif_layer;   /* 1: motifs are layers of their own in rl_frame_layers; 0: parts of the
                          layer that carries them */
    rl_data drawing;   /* the user's drawing: see rl_motif_parse */
    rl_profile profile[RL_MAX_PROFILES]; /* the user's profiles, in any order */

    rl_panorama panorama;
    const rl_dem *dem; /* heights of the panorama; NULL = none; not in the scene's text */

    double tree_height;    /* U; height of the nearest trees */
    int tree_rows;         /* rows of trees on a slope, 1..8 */
    double tree_autumn;    /* share of leaves in autumn colours, 0..1 */
    uint64_t tree_species; /* species of woods and clumps: bit i = word i of the key
                              trees.species; 0 = unset */

    rl_palette palette;            /* colours by role */
    rl_ridge ridge[RL_MAX_RIDGES]; /* ridges; [0] is the farthest */
    rl_map_rules map;              /* map of a scene of kind RL_SCENE_MAP or of land_slices */
    struct {
        const char *path; /* path of a key of a layer kind, such as "sky.comet"; NULL = unused */
        rl_value value;   /* value of that key */
    } value[RL_SCENE_VALUES]; /* in the same order in all scenes */
} rl_scene;

/* scene_real and scene_int return the value of a key of a layer kind, such as "sky.comet": a
 * real number; a whole number or the index of a name.  Layers read them when they are prepared. */
double scene_real(const rl_scene *scene, const char *path);
int scene_int(const rl_scene *scene, const char *path);

/* scene_value returns the value of a key, or NULL if the scene has no such key. */
const rl_value *scene_value(const rl_scene *scene, const char *path);

/* scene_slot returns the value for writing, or NULL if the scene has no room for a further one.
 * `path` is that of the key's record. */
rl_value *scene_slot(rl_scene *scene, const char *path);

/* fill_real and fill_name set a value that is unset. */
static inline void fill_real(double *field, double value)
{
    if (*field == RL_AUTO)
        *field = value;
}

static inline void fill_name(int *field, int value)
{
    if (*field == RL_AUTO)
        *field = value;
}

#endif
