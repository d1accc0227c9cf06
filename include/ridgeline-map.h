/* ridgeline-map.h - public interface for maps: heights from rules or files, shaped by passes,
 * painted, written and flown over.  A landscape whose ridges are rows of a map needs ridgeline.h
 * alone. */
#ifndef RIDGELINE_MAP_H
#define RIDGELINE_MAP_H

#include "ridgeline.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- heights of the real world -------------------------------------------- */

/* Position of a grid of heights on the earth.  The projection decides whether coordinates are
 * degrees, metres or feet; without one they are metres. */
typedef struct rl_georeference {
    int is_placed;             /* 1: the position is known; 0: the other fields mean nothing */
    double west, north;        /* coordinates of the left upper corner of the left upper cell */
    double cell_x, cell_y;     /* distance of samples eastward and southward; above 0 */
    double metres_x, metres_y; /* distances in metres; for degrees, at the grid's centre */
    double nodata;             /* value of cells without data in files; default -9999 */
    char *projection;          /* projection as WKT, the text of a .prj file; NULL = unknown */
    void *geokeys;             /* GeoKeys of a GeoTIFF, written again to one; NULL = none */
} rl_georeference;

/* A digital elevation model, read from a file of heights. */
typedef struct rl_dem {
    int width, height; /* samples */
    float *heights;    /* row-major, the northern row first; cells without data continue the heights
                          around them */
    uint8_t *holes;    /* 1 = a cell without data; NULL = no such cells */
    int is_metres;     /* 1: heights are metres; 0: they are 0..1, because the file has no unit */
    rl_georeference reference;
    const rl_allocator *allocator; /* owner of the arrays and the text */
} rl_dem;

/* rl_dem_read reads heights from a file held in memory: grey PNG of 8 or 16 bits, PGM (P2, P5),
 * ESRI .asc, and, where the library was built with libtiff, TIFF and GeoTIFF.  `world` is the world
 * file and `projection` the .prj file beside it.  Each may be NULL or without text; a georeference
 * in the file itself takes precedence.  Integers of a georeferenced file are metres; those of
 * another file are shares of the largest possible value.  `limits` bounds the size; NULL = no
 * limits. rl_dem_free frees the arrays and clears the structure, also after a failure. Errors:
 * RL_BAD_DATA (`place: ...`), RL_NO_MEMORY, RL_BAD_ARGUMENT. */
RL_API rl_status rl_dem_read(rl_dem *dem, const rl_data *file, const rl_data *world,
                             const rl_data *projection, const rl_limits *limits,
                             const rl_allocator *allocator, rl_error *error);
RL_API void rl_dem_free(rl_dem *dem);

/* rl_scene_set_dem gives a scene the heights of its panorama, which are not part of its text.  The
 * scene takes ownership of the arrays of `dem` and clears it, also after a failure; copies of the
 * scene and their frames share them.
 * Errors: RL_NO_MEMORY. */
RL_API rl_status rl_scene_set_dem(rl_scene *scene, rl_dem *dem, rl_error *error);

/* ---- maps ---------------------------------------------------------------- */

#define RL_SLOPE_BINS 32 /* bins of the histogram of slopes */

/* Statistics of heights.  The slope of a cell is its largest difference to its four neighbours; a
 * tile wraps. */
typedef struct rl_map_statistics {
    double min, max, mean;          /* heights */
    double slope_mean;              /* mean slope */
    double slope_deviation;         /* standard deviation of the slopes */
    double erosion_score;           /* slope_deviation / slope_mean (Olsen 2004) */
    double slope_bin;               /* width of a bin, as a difference of heights */
    uint64_t slopes[RL_SLOPE_BINS]; /* number of cells in each bin, from slope 0 */
} rl_map_statistics;

typedef struct rl_map rl_map;

/* Feature points for a pass of kind voronoi. */
typedef struct rl_map_points {
    int count;           /* 1..1,000,000 */
    const double *x, *y; /* [count] shares of the map's width and height, 0..1, from the left upper
                            corner */
    const double
        *weight; /* [count] factors of the heights round the points, 0..1000; NULL = all 1 */
} rl_map_points;

typedef struct rl_map_options {
    size_t struct_size;            /* sizeof(rl_map_options) */
    int threads;                   /* 1..256; no height depends on them */
    int kernels;                   /* rl_kernels */
    const rl_allocator *allocator; /* used as long as the map lives; NULL = malloc */
    const float *input;            /* heights to shape in place of a fractal; NULL = none */
    int input_width;               /* columns of `input` */
    int input_height;              /* rows of `input` */
    const rl_map_points *points; /* [RL_MAX_PASSES] points of the Voronoi passes with places = file,
                                    by the number of the pass; NULL = none */
    int takes_input; /* 1: `input` came from rl_heights_read with this allocator, and the map takes
                        ownership of it, also when rl_map_new fails */
    rl_dem *dem;     /* heights with a georeference, in place of `input`, read with this allocator;
                        the map takes ownership of its arrays and clears it, also when rl_map_new
                        fails; NULL = none */
    /* Called from time to time by the calling thread with the name of the step and its progress,
     * 0..1; a result other than 0 stops with RL_CANCELLED.  May be NULL. */
    int (*progress)(void *user, const char *what, double done);
    void *user; /* passed to `progress` */
} rl_map_options;

#define RL_MAX_PASSES 32 /* passes of a map */

/* rl_map_preset_name returns the name of preset `index` from 0, or NULL past the last.  Landscapes
 * such as "alps" (data files of the folder data/maps/) come first, then the conventions of articles
 * (key map.preset). */
RL_API const char *rl_map_preset_name(size_t index);

/* rl_map_preset_describe writes a description of preset `index` to `line`, which has room for
 * RL_LINE_SIZE bytes; returns 1, or 0 past the last. */
RL_API int rl_map_preset_describe(size_t index, char *line);

/* rl_map_preset_apply replaces a scene's map by that of a landscape, or sets a convention.
 * Errors: RL_BAD_ARGUMENT with the nearest name. */
RL_API rl_status rl_map_preset_apply(rl_scene *scene, const char *name, rl_error *error);

/* rl_scene_set_map replaces the map of a scene ([map], [pass N] and [tint]) by that of another. */
RL_API void rl_scene_set_map(rl_scene *scene, const rl_scene *other);

/* rl_map_new makes the map of a scene: it resolves a copy of it, makes the heights for its seed
 * (unset = 0) and size (unset = the default) and runs the passes in their order.
 * Errors: RL_BAD_ARGUMENT, RL_NO_MEMORY, RL_CANCELLED. */
RL_API rl_status rl_map_new(rl_map **map, const rl_scene *scene, const rl_map_options *options,
                            rl_error *error);
RL_API void rl_map_free(rl_map *map);

/* rl_map_scene returns the resolved scene, of kind map: the recipe of the map.  It is valid as long
 * as the map. */
RL_API const rl_scene *rl_map_scene(const rl_map *map);

/* rl_map_heights returns the heights, row-major, the upper row first; they are valid as long as the
 * map.  `width` and `height` may be NULL. */
RL_API const float *rl_map_heights(const rl_map *map, int *width, int *height);

/* rl_map_peaks writes the first `most` points of the map's first Voronoi pass whose points are not
 * from a file, at most 64, to peaks[3 i]: x and y, shares 0..1 of the map's width and height from
 * the left upper corner, and the weight of the heights in its cell, 0..1000.  Point i + 1 is the
 * one that key map.peak_(i + 1) sets.  Returns the number of all points, 0 without such a pass;
 * `peaks` may be NULL if `most` is 0. */
RL_API int rl_map_peaks(const rl_map *map, double *peaks, int most);

/* rl_map_dem returns georeference and holes of a map that was made of a DEM.  Height h of the map
 * is *base + h * *relief metres.  The arrays of `dem` belong to the map; its heights are those of
 * rl_map_heights.  For other maps is_metres is 0 and metres count from the sea's surface: *base is
 * the floor of the sea, at most 0, or 0 without a sea. */
RL_API void rl_map_dem(const rl_map *map, rl_dem *dem, double *base, double *relief);

/* rl_map_measure computes statistics of the finished heights. */
RL_API void rl_map_measure(const rl_map *map, rl_map_statistics *statistics);

/* rl_map_render paints the map in the view of its scene and writes it to `sink`, which the caller
 * commits.  The plan view has tints, hillshade, sea, contours and rivers.
 * Errors: RL_BAD_ARGUMENT, RL_NO_MEMORY, RL_IO_ERROR, RL_CANCELLED. */
RL_API rl_status rl_map_render(const rl_map *map, const rl_render_options *options, rl_sink *sink,
                               rl_error *error);

/* rl_map_read_names reads names that are lettered on the plan view, in place of those read before.
 * A line is `x,y,name` or `x,y,name,kind`: x and y are 0..1 from the map's left upper corner, kind
 * is city, town (the default), village, peak, water or region; a name with a comma stands in
 * quotes. Names do not overlap each other, symbols or the edge; earlier lines have priority.  The
 * number of names that have no place and are left out goes to *without_room, which may be NULL.
 * At most 1000 names, of letters of ISO 8859-1.
 * Errors: RL_BAD_DATA with `place:line: value: rule`, RL_NO_MEMORY. */
RL_API rl_status rl_map_read_names(rl_map *map, const void *bytes, size_t size, const char *place,
                                   int *without_room, rl_error *error);

/* rl_map_write_svg writes the map as SVG for drawing programs: sea, land by classes of height,
 * contours, rivers and coast, each in a layer.  Lines come from marching squares and are
 * simplified by at most a quarter of a pixel without crossing each other.  It uses these options:
 * title, threads and progress.
 * Errors: RL_BAD_ARGUMENT (too many contours), RL_NO_MEMORY, RL_IO_ERROR, RL_CANCELLED. */
RL_API rl_status rl_map_write_svg(const rl_map *map, const rl_render_options *options,
                                  rl_sink *sink, rl_error *error);

typedef struct rl_flight rl_flight;

/* rl_flight_new prepares a flight over a map, which is treated as a torus and must outlive the
 * flight.
 * Errors: RL_NO_MEMORY. */
RL_API rl_status rl_flight_new(rl_flight **flight, const rl_map *map, rl_error *error);
RL_API void rl_flight_free(rl_flight *flight);

/* rl_flight_frame paints one frame into rgb[height][width][3].  The flight crosses the map once
 * eastward for t = 0..1, so all whole numbers are the same place.  The flight is not changed:
 * several threads may paint frames of it at once.
 * Errors: RL_BAD_ARGUMENT (a size below 1, t beyond -1000000..1000000), RL_NO_MEMORY. */
RL_API rl_status rl_flight_frame(const rl_flight *flight, double t, int width, int height,
                                 uint8_t *rgb, int threads, rl_error *error);

/* Place and direction from which a steered flight is seen. */
typedef struct rl_flight_eye {
    size_t struct_size; /* sizeof(rl_flight_eye) */
    double x, y; /* place from the left upper corner, shares of the map's width and height; the map
                    repeats: -1000000..1000000 */
    double height;  /* height above a smooth cover of the ground close by, as a share of the map's
                       longer side, 0.005..1; a loop of rl_flight_frame flies at about 0.05 */
    double heading; /* degrees clockwise from north, -360000..360000 */
} rl_flight_eye;

/* rl_flight_look paints one frame as seen by an eye, which never is in the ground, into
 * rgb[height][width][3].  Its rows and threads are as for rl_flight_frame.
 * Errors: RL_BAD_ARGUMENT, RL_NO_MEMORY. */
RL_API rl_status rl_flight_look(const rl_flight *flight, const rl_flight_eye *eye, int width,
                                int height, uint8_t *rgb, int threads, rl_error *error);

/* Views that fit into the picture of a surface at its scale. */
typedef enum rl_surface_fit {
    RL_SURFACE_FIT_STILL, /* the view from the azimuth of the scene */
    RL_SURFACE_FIT_TURN,  /* views from every azimuth */
    RL_SURFACE_FIT_ANY /* views from every azimuth of any heights of the same range: for sweeps */
} rl_surface_fit;

typedef struct rl_surface_options {
    size_t struct_size; /* sizeof(rl_surface_options) */
    int width, height;  /* size of a frame in pixels, 1..8192 */
    int fit;            /* rl_surface_fit */
    int threads;        /* 1..256; no pixel depends on them */
} rl_surface_options;

typedef struct rl_surface rl_surface;

/* rl_surface_new prepares pictures of a map as a solid block in parallel projection, by the
 * elevation, exaggeration, tint and light of its scene.  Cast shadows are found in one sweep over
 * the heights. The map must outlive the surface.
 * Errors: RL_BAD_ARGUMENT, RL_NO_MEMORY. */
RL_API rl_status rl_surface_new(rl_surface **surface, const rl_map *map,
                                const rl_surface_options *options, rl_error *error);
RL_API void rl_surface_free(rl_surface *surface);

/* rl_surface_frame paints one frame into rgb[height][width][3], seen towards `azimuth`: degrees
 * clockwise from north, -360000..360000, or RL_AUTO for that of the scene.  The light turns with
 * the land.  The surface is not changed: several threads may paint frames of it at once.
 * Errors: RL_BAD_ARGUMENT, RL_NO_MEMORY. */
RL_API rl_status rl_surface_frame(const rl_surface *surface, double azimuth, uint8_t *rgb,
                                  int threads, rl_error *error);

#define RL_HEIGHTS_PNG16 "png16"     /* 16-bit grey PNG, with the recipe */
#define RL_HEIGHTS_PGM "pgm"         /* P5, 65535, big-endian */
#define RL_HEIGHTS_R16 "r16"         /* 16 bits without a header, little-endian, upper row first */
#define RL_HEIGHTS_PFM "pfm"         /* float32, little-endian, lower row first */
#define RL_HEIGHTS_ASC "asc"         /* ESRI ASCII grid, metres */
#define RL_HEIGHTS_GEOTIFF "geotiff" /* float32, metres */
/* A surface in metres: x east, y up, z south; without faces at holes. */
#define RL_HEIGHTS_OBJ "obj"
/* A closed solid in millimetres with walls and a base; holes have the lowest height. */
#define RL_HEIGHTS_STL "stl"

/* rl_height_format_at returns format `index` of heights, NULL past the last. */
RL_API const rl_format *rl_height_format_at(size_t index);

typedef struct rl_height_options {
    size_t struct_size; /* sizeof(rl_height_options) */
    const char *format; /* name of a format of heights; NULL = png16 */
    int metadata;       /* rl_metadata; used by PNG16 */
    int flip_y;         /* 1: lower row first; used by R16 */
    int big_endian;     /* 1: big-endian; used by R16 */
    const char *title;  /* title in the metadata, UTF-8; NULL = none; used by PNG16 */
    double side_mm;     /* longer side of an STL in millimetres; 0 = 100.  The base below the lowest
                           height is 3 % of it */
    double upright;     /* vertical exaggeration of an STL; 0 = 1 */
    int part_x, part_y; /* left upper sample of a region of a map in memory, which is scaled
                           as the whole map is */
    int part_width, part_height; /* samples of that region; 0 = the whole map */
} rl_height_options;

/* rl_map_write writes the heights as data.  Formats of 16 bits map heights 0..1 to 0..65535; a map
 * with heights outside 0..1 is scaled from its lowest to its highest.  PFM has the floats
 * unchanged; .asc, GeoTIFF and OBJ have metres above the sea's surface, negative below it, or,
 * without a sea (map.sea = 0), above height 0.  For a map of a DEM all formats have metres; those
 * of 16 bits are scaled, except that with map.raw they have the metres themselves if all are
 * 0..65535.  Cells without data are NODATA, in PFM NaN and in 16 bits 0.  Without passes the
 * numbers are those of the file.
 * Errors: RL_BAD_ARGUMENT, RL_NO_MEMORY, RL_IO_ERROR. */
RL_API rl_status rl_map_write(const rl_map *map, const rl_height_options *options, rl_sink *sink,
                              rl_error *error);

/* rl_map_stream writes the heights of a map row by row, so that memory grows with the width only.
 * The map has no pass, or one of a kind for which rl_pass_streams returns 1.
 * Errors: as rl_map_new and rl_map_write. */
RL_API rl_status rl_map_stream(const rl_scene *scene, const rl_map_options *map_options,
                               const rl_height_options *options, rl_sink *sink, rl_error *error);

/* rl_heights_read reads the files of rl_dem_read as heights in 0..1.  Metres are scaled from the
 * lowest to the highest; cells without data are 0.  `limits` bounds their number; NULL = no
 * limits. rl_heights_free frees them.
 * Errors: RL_BAD_DATA (`place: ...`), RL_NO_MEMORY. */
RL_API rl_status rl_heights_read(float **heights, int *width, int *height, const void *bytes,
                                 size_t size, const char *place, const rl_limits *limits,
                                 const rl_allocator *allocator, rl_error *error);
RL_API void rl_heights_free(float *heights, const rl_allocator *allocator);

/* rl_tint_parse reads a GDAL color-relief file or a GMT .cpt file (RGB) into the scene's tint.
 * Errors: RL_BAD_DATA with `place:line: value: rule`. */
RL_API rl_status rl_tint_parse(rl_scene *scene, const void *bytes, size_t size, const char *place,
                               rl_error *error);

/* rl_pass_name returns the name of pass kind `kind` from 0 ("voronoi"), or NULL past the last;
 * rl_pass_find returns the kind of a name, or -1. */
RL_API const char *rl_pass_name(int kind);
RL_API int rl_pass_find(const char *name);

/* rl_pass_key returns the name of key `index` from 0 of a pass kind, or NULL past the last.
 * `otherwise` gets its default and `key` its rule and meaning; both may be NULL. */
RL_API const char *rl_pass_key(int kind, size_t index, double *otherwise, rl_key *key);

/* rl_pass_reads_input returns 1 if pass `pass` (from 1) of a scene needs rl_map_options.input or
 * .points, which are not part of a scene. */
RL_API int rl_pass_reads_input(const rl_scene *scene, int pass);

/* rl_pass_streams returns 1 for a kind that works in rl_map_stream. */
RL_API int rl_pass_streams(int kind);

/* rl_tint_name returns the name of built-in ramp `index` from 0, or NULL past the last. */
RL_API const char *rl_tint_name(size_t index);

#ifdef __cplusplus
}
#endif
#endif
