/* city.h - a city on the far shore of a lake, as city_plan.c plans it, city_colour.c colours it and
 * city.c paints it: rows of houses, one behind another, and a quay before them.
 *
 * A house is made of parts: upright figures whose top is two straight lines that meet at a corner,
 * where one face of the house ends and the next begins.  Windows are cells of a face.
 */
#ifndef RL_LAYERS_CITY_H
#define RL_LAYERS_CITY_H

#include "base/arena.h"
#include "frame/frame.h"
#include "paint/tiles.h"

#define CITY_STREAM 5130 /* random stream of the first row; those of the others follow */

/* Rows of houses from far to near, and the quay before them. */
#define CITY_HOUSES 5
enum { CITY_QUAY = CITY_HOUSES, CITY_ROWS };

/* Colours of a house at one height, in linear light and as the air before it shows them. */
typedef struct city_tones {
    float wall[3];  /* walls in neutral light */
    float lit[3];   /* what full light adds to `wall` */
    float dark[3];  /* what full shade takes from `wall` */
    float glass[3]; /* windows without light */
    float air[3];   /* light of the air before lit windows */
    float clear;    /* share of the light of lit windows that passes the air, 0..1 */
} city_tones;

typedef struct city_house {
    uint64_t key;
    double x;          /* middle, pixels of the whole picture */
    double storey;     /* pixels, height of a storey */
    double bay;        /* pixels, nominal width of the cell of a window */
    double wide, high; /* size of a window: shares of its cell */
    double lit;        /* share of the windows that are lit */
    double top;        /* pixels above the water, the highest point of its parts */
    float glass;       /* contrast of an unlit window with its wall, 0..1 */
    float tone;        /* light of its walls, added to that of a face: -1 shade .. 1 full light */
    float warm;        /* hue of its walls, -1 stone .. 1 brick */
    int crown;         /* first of the storeys that are lit for show */
    city_tones *tones; /* [levels]: colours at `levels` of city.c, to the first above `top` */
    int levels;
} city_house;

/* Lengths are in pixels: x of the whole picture, heights above the water. */
typedef struct city_part {
    double left, corner, right;
    double foot, top[3]; /* tops at left, corner and right */
    double high;         /* city_house.top of its house */
    float light[2]; /* light of the faces left and right of the corner: -1 shade .. 1 full light */
    int is_round;   /* the light changes smoothly from side to side */
    int house, has_windows;
} city_part;

/* A lamp, or a light on a mast. */
typedef struct city_lamp {
    double x, y;     /* pixels; y above the water */
    float radius;    /* pixels */
    float halo;      /* brightness of its halo, 0..1 */
    float colour[3]; /* linear light */
} city_lamp;

/* Things that may be visible in block b: item[block[b]] .. item[block[b + 1] - 1]. */
typedef struct city_index {
    int *block, *item;
} city_index;

/* One row: what is later in a list hides what is earlier. */
typedef struct city_row {
    city_house *house;
    city_part *part;
    city_lamp *lamp;
    int houses, parts, lamps;
    city_index parts_in, lamps_in;
    double *block_high; /* [blocks]: pixels above the water, the highest of parts and halos */
} city_row;

/* `lights` is cleared where the picture is measured without them. */
typedef struct city {
    double lights; /* share of windows that may be lit, 0..1 */
    double shore;  /* row of the shore, pixels from the top */
    city_row row[CITY_ROWS];
    float *quay;       /* [columns]: top of wall and bushes, pixels above the water */
    float (*green)[3]; /* [blocks + 1]: colour of the bushes at the left of each block */
} city;

/* Heights (U) at which houses have colours; between them colours change linearly. */
#define CITY_LEVELS 15
extern const double city_levels[CITY_LEVELS];

/* Foot of houses and quay, pixels above the water: so low that no seam shows at the shore. */
#define CITY_GROUND (-4.0)

#define CITY_HALO 0.0028       /* U from its lamp at which a halo is a quarter as bright */
#define CITY_HALO_REACH 0.0220 /* U from its lamp at which a halo ends */

#define CITY_SWING 0.020 /* U, the most by which waves move the mirror of a house aside */

/* Upper bound of the width of houses, U, for tests of visibility. */
#define CITY_WIDEST_LOW 0.07
#define CITY_WIDEST_RATIO 0.2
#define CITY_WIDEST(frame) (CITY_WIDEST_LOW + CITY_WIDEST_RATIO * (frame)->scene.city_height)

/* city_row_z returns the depth (0 far .. 1 near) of the colours of a row.
 * city_row_make makes row `row` in the frame's arena, without the tones of its houses; the quay has
 * lamps only.  `lights` (0..1) is the share of windows that may be lit.  Errors: RL_NO_MEMORY.
 * city_colour makes the tones of all houses and the colours of the quay.  Errors: RL_NO_MEMORY. */
double city_row_z(int row);
rl_status city_row_make(const rl_frame *frame, int row, double lights, city_row *out,
                        rl_error *error);
rl_status city_colour(const rl_frame *frame, city *all, rl_error *error);

/* ---- kernels (city_kernel.c) ------------------------------------------------------- */

/* Sum of all that is laid over a block so far, front to back: premultiplied linear light and
 * coverage. */
typedef struct city_pixels {
    tile_colours sum;
    float covered[TILES_BLOCK];
} city_pixels;

/* Windows over the pixels of a part: coverage of unlit and of lit ones, and premultiplied light. */
typedef struct city_windows {
    float glass[TILES_BLOCK], lit[TILES_BLOCK];
    tile_colours shine;
} city_windows;

/* A part in one row of pixels; x from the block's left edge, y above the water. */
typedef struct city_strip {
    float left, corner, right;
    float per_soft;      /* 1 / the pixels over which its sides are soft */
    float top[2];        /* y of its top at the corner, for either side */
    float steep[2];      /* slope of its top on either side, pixels per pixel */
    float low, high;     /* y of the row of pixels */
    float foot;          /* share of the row that is below the part */
    float face[2][3];    /* colours of its faces */
    float glass[3];      /* city_tones.glass */
    float air[3], clear; /* city_tones.air and .clear */
    int is_round;
    const city_windows *windows; /* NULL = none in this row */
} city_strip;

/* The windows above each other in one bay of a face, in one row of pixels. */
typedef struct city_bay {
    float left, right, per_soft; /* pixels, see city_strip */
    float glass, lit;            /* shares of the row that unlit and lit windows cover */
    float shine[3];              /* premultiplied light of the lit ones */
} city_bay;

/* A lamp near a row; x and core in pixels from the block's left edge. */
typedef struct city_glow {
    float x, dy2;     /* dy2: square of the distance of the row from the lamp */
    float core;       /* radius of the lamp itself */
    float tall;       /* coverage of the row by the lamp, if it is not round */
    int is_round;     /* the lamp covers pixels by their distance, not by `tall` */
    float per_reach2; /* 1 / square of the distance at which its halo ends */
    float per_fall2;  /* 1 / square of the distance at which a quarter of its halo is left */
    float halo;       /* brightness of the halo at the lamp, 0..1 */
    float most;       /* factor of the light of lamp and halo, 0..1 */
    float colour[3];
} city_glow;

/* The streak that a lamp makes on the water: its light falls as 1 - t^2 to either side. */
typedef struct city_streak {
    float x;        /* middle, pixels from the block's left edge */
    float per_half; /* 1 / half of its width in pixels */
    float light;    /* coverage of a pixel, per width of a streak in pixels */
    float colour[3];
} city_streak;

typedef struct city_kernels {
    /* Adds a bay to columns from .. to - 1.  Columns that are in the same vector may change. */
    void (*glaze)(const city_bay *bay, int from, int to, city_windows *windows);
    /* Lays a part behind the sum in columns from .. to - 1; returns a bit for each column that is
     * covered wholly then. */
    uint64_t (*lay)(const city_strip *strip, int from, int to, city_pixels *pixels);
    /* Lay light behind the sum in columns from .. to - 1. */
    void (*glow)(const city_glow *glow, int from, int to, city_pixels *pixels);
    void (*streak)(const city_streak *streak, int from, int to, city_pixels *pixels);
    /* Writes encoded colours of columns from .. to - 1; those without coverage are black. */
    void (*encode)(const city_pixels *pixels, int from, int to, tile_colours *out);
    /* Lays pixels, times `share`, over encoded colours. */
    void (*blend)(const city_pixels *pixels, float share, int from, int to, tile_colours *under);
} city_kernels;

extern const city_kernels *const city_kernels_of[CPU_KERNELS];

#endif
