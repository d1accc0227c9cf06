/* mesh.h - a map as a net of flat facets with grid lines in a box with axes, as plotting programs
 * draw surfaces: its geometry, its pictures (mesh_paint.c) and its drawings (mesh_svg.c). */
#ifndef RL_MAP_MESH_H
#define RL_MAP_MESH_H

#include "base/colour.h"
#include "map/map_view.h"
#include "ridgeline.h"

/* A place in the picture, pixels from its left upper corner. */
typedef struct mesh_point {
    double x, y;
} mesh_point;

#define MESH_CORNERS 4              /* corners of a facet */
#define MESH_LINE_COLOUR 0x262626   /* colour of the lines between facets */
#define MESH_LETTER_COLOUR 0x262626 /* colour of numbers */
#define MESH_PAPER_COLOUR 0xffffff

/* What a mesh is drawn with.  Later calls cover earlier ones. */
typedef struct mesh_target {
    /* Fills a facet with one colour, and draws the lines round it, if facets have them. */
    void (*facet)(void *user, const mesh_point corner[MESH_CORNERS], rl_colour colour);
    /* Draws a line `width` pixels wide. */
    void (*line)(void *user, mesh_point from, mesh_point to, double width, rl_colour colour);
    /* Letters a number.  `side` is the share of its width that is left of `place`, 0..1; the middle
     * of its height is there. */
    void (*text)(void *user, mesh_point place, double side, const char *text);
    void *user;
} mesh_target;

/* A range of heights, as the map has them. */
typedef struct mesh_range {
    double low, high; /* high > low */
} mesh_range;

typedef struct mesh {
    const heightmap *map;
    const uint8_t *holes;  /* as heightmap_ground */
    int width, height;     /* size of the picture, pixels */
    double letter;         /* height of letters, pixels */
    double line;           /* width of a line between facets, pixels; 0 = facets are too small */
    double ahead[2];       /* direction in which the eye looks: east, north */
    double half_x, half_y; /* half of the sides of the box, units: its longer side is 1 */
    mesh_range axis,
        tint;         /* heights at foot and top of the box, and of the first and last colour */
    mesh_point *node; /* [map height][map width] */
    rl_colour colour[TINT_ENTRIES];
    mesh_point origin, along_x, along_y, along_z; /* place of the box's middle; shift per unit */
} mesh;

/* mesh_make prepares a mesh in `memory`.  Errors: RL_BAD_ARGUMENT (too many samples or no range),
 * RL_NO_MEMORY. */
rl_status mesh_make(mesh *self, const heightmap *map, const heightmap_work *work, arena *memory,
                    rl_error *error);

/* mesh_draw draws the facets between the rows top..bottom of the picture, pixels, and all axes;
 * the functions of `target` get what is farther away first. */
void mesh_draw(const mesh *self, const mesh_target *target, double top, double bottom);

/* mesh_rows is view_kind.rows of views whose `state` is a packed RGB picture. */
void mesh_rows(const view *self, int y, int count, uint8_t *rgb, size_t stride_bytes);

/* mesh_write_svg writes a mesh as SVG; `title` may be NULL.
 * Errors: those of mesh_make and of the sink. */
rl_status mesh_write_svg(const heightmap *map, const char *title, const heightmap_work *work,
                         rl_sink *sink, rl_error *error);

#endif
