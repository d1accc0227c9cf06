/* ridgeline-map.h - maps: heights from rules or files, shaped by passes, painted, written, flown
 * over.  A landscape that is cut from a map needs ridgeline.h alone.
 */
#ifndef RIDGELINE_MAP_H
#define RIDGELINE_MAP_H

#include "ridgeline.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- heights of the real world -------------------------------------------- */

/* Where a grid of heights is on the earth.  Its projection says of what the numbers are degrees,
 * metres or feet; without one they are metres. */
typedef struct rl_georeference {
    int is_placed;             /* 0: nothing is known, and the other numbers mean nothing */
    double west, north;        /* the left upper corner of the left upper cell */
    double cell_x, cell_y;     /* from sample to sample eastward and southward; above 0 */
    double metres_x, metres_y; /* the same in metres; degrees are those at the grid's middle */
    double nodata;             /* the number of cells without data in files; default -9999 */
    char *projection;          /* its text as a .prj has it (WKT), or NULL */
    void *geokeys;             /* the keys of a GeoTIFF, for the writer of one; or NULL */
} rl_georeference;

/* A digital elevation model: what a file of heights holds. */
typedef struct rl_dem {
    int width, height;
    float *heights; /* row-major, north first; where there is no data, heights that go on from
                       those around */
    uint8_t *holes; /* 1 = a cell without data; NULL = there are none */
    int is_metres;  /* 1: heights are metres; 0: 0..1, of a file that does not say what they are */
    rl_georeference reference;
    const rl_allocator *allocator; /* of the arrays and the text */
} rl_dem;

/* rl_dem_read reads heights from a file held in memory: 8 or 16-bit grey PNG, PGM (P2, P5), ESRI
 * .asc, and where the library was built with libtiff TIFF and GeoTIFF.  `world` is the world file
 * and `projection` the .prj beside it; each may be NULL, or hold no text, and what the file says
 * itself comes first.  Integers of a file that is placed are metres, of another one shares of the
 * largest.  `limits` (NULL = none) bound its size. rl_dem_free gives back what it holds, also after
 * a failure, and clears it. Errors: RL_BAD_DATA (`place:
 * ...`), RL_NO_MEMORY, RL_BAD_ARGUMENT. */
RL_API rl_status rl_dem_read(rl_dem *dem, const rl_data *file, const rl_data *world,
                             const rl_data *projection, const rl_limits *limits,
                             const rl_allocator *allocator, rl_error *error);
RL_API void rl_dem_free(rl_dem *dem);

/* ---- maps ---------------------------------------------------------------- */

#define RL_SLOPE_BINS 32

/* Slope = the largest difference of a cell to its four neighbours; a tile wraps. */
typedef struct rl_map_statistics {
    double min, max, mean;
    double slope_mean, slope_deviation;
    double erosion_score; /* slope_deviation / slope_mean (Olsen 2004) */
    double slope_bin;     /* height difference that one bin spans */
    uint64_t slopes[RL_SLOPE_BINS];
} rl_map_statistics;

typedef struct rl_map rl_map;

/* Feature points for a pass voronoi. */
typedef struct rl_map_points {
    int count;           /* 1..1,000,000 */
    const double *x, *y; /* [count] shares of the map's width and height, 0..1, from the left upper
                            corner */
    const double
        *weight; /* [count] 0..1000: what heights round a point are multiplied by; NULL: 1 */
} rl_map_points;

typedef struct rl_map_options {
    size_t struct_size;            /* sizeof(rl_map_options) */
    int threads;                   /* 1..256; never changes a height */
    int kernels;                   /* rl_kernels */
    const rl_allocator *allocator; /* kept by the map; NULL = malloc */
    const float *input;            /* heights to shape instead of a fractal, or NULL */
    int input_width, input_height;
    const rl_map_points *points; /* [RL_MAX_PASSES] for the passes voronoi with places = file, or
                                    NULL: no scene holds them */
    int takes_input; /* 1: `input` came from rl_heights_read with this allocator, and rl_map_new
                        takes it: the map shapes and frees it, also when it cannot be made */
    rl_dem *dem;     /* the same with a place on the earth, instead of `input`, or NULL: read with
                        this allocator; the map takes what it holds and clears it, also when it
                        cannot be made */
    /* Called from the calling thread now and then with what is being done and its
     * share 0..1; anything but 0 stops with RL_CANCELLED.  May be NULL. */
    int (*progress)(void *user, const char *what, double done);
    void *user;
} rl_map_options;

/* rl_map_rules_init opens all rules: seed 0, the default size, no passes. */
RL_API void rl_map_rules_init(rl_map_rules *rules);

/* rl_map_rules_of copies the map of a scene (which `rules` may be) with the scene's seed and
 * size. */
RL_API void rl_map_rules_of(rl_map_rules *rules, const rl_scene *scene);

/* rl_map_preset_name returns the name of preset `index` from 0, or NULL past the last: landscapes
 * ("alps"; files of the folder maps), then the conventions of articles (map.preset). */
RL_API const char *rl_map_preset_name(size_t index);

/* rl_map_preset_describe writes what preset `index` is to `line`, RL_LINE_SIZE bytes; returns 1, or
 * 0 past the last. */
RL_API int rl_map_preset_describe(size_t index, char *line);

/* rl_map_preset_apply gives a scene the map of a landscape, in place of its own, or chooses a
 * convention.  Errors: RL_BAD_ARGUMENT with the nearest name. */
RL_API rl_status rl_map_preset_apply(rl_scene *scene, const char *name, rl_error *error);

/* rl_map_rules_check checks rules as rl_map_new does, but for the name of the tint and the size of
 * a tile; some may be open.
 * Errors: RL_BAD_ARGUMENT with `key = value: rule`. */
RL_API rl_status rl_map_rules_check(const rl_map_rules *rules, rl_error *error);

/* rl_map_new resolves a copy of the rules, makes the heights (width by height samples) and
 * applies the passes in their order.
 * Errors: RL_BAD_ARGUMENT, RL_NO_MEMORY, RL_CANCELLED. */
RL_API rl_status rl_map_new(rl_map **map, const rl_map_rules *rules, const rl_map_options *options,
                            rl_error *error);
RL_API void rl_map_free(rl_map *map);

/* rl_map_scene returns the resolved rules as a scene of kind RL_SCENE_MAP: the recipe of the map.
 */
RL_API const rl_scene *rl_map_scene(const rl_map *map);

/* rl_map_heights returns the heights, row-major, top row first; they live as long
 * as the map.  `width` and `height` may be NULL. */
RL_API const float *rl_map_heights(const rl_map *map, int *width, int *height);

/* rl_map_dem returns what is known of a map that was made of a DEM: its georeference, its holes,
 * and the metres of height 0 and from there to height 1.  `dem` borrows what the map holds, its
 * heights are those of rl_map_heights; is_metres is 0 for other maps, and their base 0. */
RL_API void rl_map_dem(const rl_map *map, rl_dem *dem, double *base, double *relief);

/* rl_map_measure computes statistics of the finished heights. */
RL_API void rl_map_measure(const rl_map *map, rl_map_statistics *statistics);

/* rl_map_render paints the map (tints, hillshade, sea, contours, rivers; or the
 * surface in perspective) and writes it to `sink`.
 * Errors: RL_BAD_ARGUMENT, RL_NO_MEMORY, RL_IO_ERROR, RL_CANCELLED. */
RL_API rl_status rl_map_render(const rl_map *map, const rl_render_options *options, rl_sink *sink,
                               rl_error *error);

/* rl_map_read_names reads names to be lettered on the picture from above, instead of those read
 * before: a line `x,y,name` or `x,y,name,kind` each, x and y 0..1 from the map's left upper corner,
 * kind city, town (the default), village, peak, water or region; quotes hold a name with a
 * comma.  Names keep clear of each other, of symbols and of the edge, earlier ones first;
 * *without_room (may be NULL) = how many have no place and are left out.  At most 1000, of letters
 * of ISO 8859-1.  Errors: RL_BAD_DATA with `place:line: value: rule`, RL_NO_MEMORY. */
RL_API rl_status rl_map_read_names(rl_map *map, const void *bytes, size_t size, const char *place,
                                   int *without_room, rl_error *error);

/* rl_map_write_svg writes the map as lines and areas, in SVG: sea, land by classes of height,
 * contours, rivers and coast, a layer each, for drawing on.  Of the options title, threads and
 * progress count.  Marching squares; lines are within a quarter of a pixel of it and do not cross.
 * Errors: RL_BAD_ARGUMENT (too many contours), RL_NO_MEMORY, RL_IO_ERROR, RL_CANCELLED. */
RL_API rl_status rl_map_write_svg(const rl_map *map, const rl_render_options *options,
                                  rl_sink *sink, rl_error *error);

typedef struct rl_flight rl_flight;

/* rl_flight_new prepares a flight over a map, taken as a torus; the map must outlive it.
 * Errors: RL_NO_MEMORY. */
RL_API rl_status rl_flight_new(rl_flight **flight, const rl_map *map, rl_error *error);
RL_API void rl_flight_free(rl_flight *flight);

/* rl_flight_frame draws one frame into rgb[height][width][3].  The loop runs over
 * t = 0..1 and crosses the map once eastward; whole numbers are the same place.  The
 * flight is not changed: frames may be drawn on several threads.
 * Errors: RL_BAD_ARGUMENT (a size below 1, t beyond -1000000..1000000), RL_NO_MEMORY. */
RL_API rl_status rl_flight_frame(const rl_flight *flight, double t, int width, int height,
                                 uint8_t *rgb, int threads, rl_error *error);

/* What a surface's picture must hold, however it is turned. */
typedef enum rl_surface_fit {
    RL_SURFACE_FIT_STILL, /* the block as it is seen from the azimuth of the rules */
    RL_SURFACE_FIT_TURN,  /* from every azimuth, at one scale */
    RL_SURFACE_FIT_ANY    /* also with any other heights of the same range: for sweeps */
} rl_surface_fit;

typedef struct rl_surface_options {
    size_t struct_size; /* sizeof(rl_surface_options) */
    int width, height;  /* pixels of a frame, 1..8192 */
    int fit;            /* rl_surface_fit */
    int threads;        /* 1..256; never changes a pixel */
} rl_surface_options;

typedef struct rl_surface rl_surface;

/* rl_surface_new prepares pictures of a map as a solid block in parallel perspective, by its rules
 * (elevation, exaggeration, tint, light); shadows are cast by one sweep over the heights.  The map
 * must outlive it.  Errors: RL_BAD_ARGUMENT, RL_NO_MEMORY. */
RL_API rl_status rl_surface_new(rl_surface **surface, const rl_map *map,
                                const rl_surface_options *options, rl_error *error);
RL_API void rl_surface_free(rl_surface *surface);

/* rl_surface_frame draws one frame into rgb[height][width][3], seen toward `azimuth` (degrees from
 * north, clockwise, -360000..360000; RL_AUTO: that of the rules).  The light stays with the land.
 * The surface is not changed: frames may be drawn on several threads.
 * Errors: RL_BAD_ARGUMENT, RL_NO_MEMORY. */
RL_API rl_status rl_surface_frame(const rl_surface *surface, double azimuth, uint8_t *rgb,
                                  int threads, rl_error *error);

#define RL_HEIGHTS_PNG16 "png16"     /* 16-bit grey PNG, with the recipe */
#define RL_HEIGHTS_PGM "pgm"         /* P5, 65535, big-endian */
#define RL_HEIGHTS_R16 "r16"         /* headerless 16 bits, little-endian, top row first */
#define RL_HEIGHTS_PFM "pfm"         /* float32, little-endian, bottom row first */
#define RL_HEIGHTS_ASC "asc"         /* ESRI ASCII grid, metres */
#define RL_HEIGHTS_GEOTIFF "geotiff" /* float32, metres */
#define RL_HEIGHTS_OBJ "obj" /* a surface in metres: x east, y up, z south; no squares at holes */
#define RL_HEIGHTS_STL                                                                             \
    "stl" /* a closed solid in millimetres, with walls and a base; holes are as low as the lowest  \
             height */

/* rl_height_format_at returns format `index` of heights, NULL past the last. */
RL_API const rl_format *rl_height_format_at(size_t index);

typedef struct rl_height_options {
    size_t struct_size; /* sizeof(rl_height_options) */
    const char *format; /* name of a format of heights; NULL = png16 */
    int metadata;       /* rl_metadata; PNG16 only */
    int flip_y;         /* R16: bottom row first */
    int big_endian;     /* R16 */
    const char *title;  /* UTF-8, or NULL; PNG16 only */
    double side_mm; /* STL: the longer side in millimetres; 0 = 100.  Below the lowest height there
                       are 3 of 100 more */
    double upright; /* STL: how many times its true height; 0 = 1 */
    int part_x, part_y, part_width, part_height; /* of a map in memory: this part alone, with the
                                                    stretch of the whole; width 0 = all */
} rl_height_options;

/* rl_map_write writes the heights as data.  Formats of 16 bits hold height 0 as 0 and
 * 1 as 65535; a map that leaves 0..1 is stretched from its least to its most.  PFM
 * holds the floats as they are, .asc metres.  Of a map of a DEM all hold metres (16 bits: as above,
 * but with map.raw the metres themselves where they are 0..65535), and where it had no data
 * NODATA, PFM NaN, 16 bits 0; without passes the numbers of the file.
 * Errors: RL_BAD_ARGUMENT, RL_NO_MEMORY, RL_IO_ERROR. */
RL_API rl_status rl_map_write(const rl_map *map, const rl_height_options *options, rl_sink *sink,
                              rl_error *error);

/* rl_map_stream writes the heights of a map row by row: memory grows with the width alone.  It
 * has no passes, or one of those that rl_pass_streams names.  Errors: as rl_map_new and
 * rl_map_write. */
RL_API rl_status rl_map_stream(const rl_map_rules *rules, const rl_map_options *map_options,
                               const rl_height_options *options, rl_sink *sink, rl_error *error);

/* rl_heights_read reads what rl_dem_read does as heights 0..1 alone: of metres the least..most,
 * and 0 where there is no data.  `limits` (NULL = none) bound their number.  rl_heights_free gives
 * them back.  Errors: RL_BAD_DATA (`place: ...`), RL_NO_MEMORY. */
RL_API rl_status rl_heights_read(float **heights, int *width, int *height, const void *bytes,
                                 size_t size, const char *place, const rl_limits *limits,
                                 const rl_allocator *allocator, rl_error *error);
RL_API void rl_heights_free(float *heights, const rl_allocator *allocator);

/* rl_tint_parse reads a GDAL color-relief file or a GMT .cpt (RGB) into the rules'
 * tint.  Errors: RL_BAD_DATA with `place:line: value: rule`. */
RL_API rl_status rl_tint_parse(rl_map_rules *rules, const void *bytes, size_t size,
                               const char *place, rl_error *error);

/* rl_pass_name returns the name of pass kind `kind` from 0 ("voronoi"), or NULL past the last;
 * rl_pass_find returns the kind of a name, or -1. */
RL_API const char *rl_pass_name(int kind);
RL_API int rl_pass_find(const char *name);

/* rl_pass_key returns the name of key `index` from 0 that the pass kind uses, or NULL past
 * the last; `otherwise` receives its default, `key` its rule and meaning (both may be NULL). */
RL_API const char *rl_pass_key(int kind, size_t index, double *otherwise, rl_key *key);

/* rl_pass_set gives a key of the pass's kind a value (a name: its index); RL_AUTO opens it.  The
 * value is checked when the map is made.
 * Errors: RL_BAD_ARGUMENT (no such key). */
RL_API rl_status rl_pass_set(rl_pass *pass, const char *key, double value, rl_error *error);

/* rl_pass_get returns the value of a key, its default where it is open, or RL_AUTO where the
 * kind has no such key. */
RL_API double rl_pass_get(const rl_pass *pass, const char *key);

/* rl_pass_reads_input returns 1 for a pass that needs rl_map_options.input or .points, which no
 * scene holds. */
RL_API int rl_pass_reads_input(const rl_pass *pass);

/* rl_pass_streams returns 1 for a kind that can shape a map of rl_map_stream. */
RL_API int rl_pass_streams(int kind);

/* rl_tint_name returns the name of built-in ramp `index` from 0, or NULL past the last. */
RL_API const char *rl_tint_name(size_t index);

#ifdef __cplusplus
}
#endif
#endif
