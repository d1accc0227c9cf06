/* print.h - how a style of print changes the layers of a block.
 *
 * A frame with a print paints each layer of rl_frame_layers alone, lets the print change its
 * colours and its coverage, and blends it over those behind it.  What a print does to a pixel
 * depends on the layer and on the place alone, so that files of single layers, parts and loops show
 * the same.  Kinds of prints are in layers/print.
 */
#ifndef RL_PAINT_PRINT_H
#define RL_PAINT_PRINT_H

#include "base/svg.h"
#include "paint/tiles.h"

/* What a layer is made of. */
typedef enum print_material {
    PRINT_LAND,
    PRINT_SKY,
    PRINT_WATER,
    PRINT_CLOUDS, /* a sea of clouds or ice, a plain */
    PRINT_PLANT,
    PRINT_THING, /* a motif, a city */
    PRINT_MATERIALS
} print_material;

/* What a print may do without, of a layer. */
enum {
    PRINT_NO_BASE = 1,    /* print_block.base is not set */
    PRINT_NO_BARE = 2,    /* print_block.bare is not set */
    PRINT_NO_COLOURS = 4, /* colours are not painted, if the layer can find its coverage alone */
    PRINT_NO_LAYER = 8,   /* the layer is left out */
    PRINT_NO_TONES = 16   /* plants on a slope have one tone */
};

/* Bit of *print_block.kept: the print does not read colours of a sky without parts, which then are
 * not set. */
#define PRINT_ALONE (UINT32_C(1) << 31)

#define PRINT_SPARE 16 /* samples behind the last that kernels may read */

/* A layer, as a print knows it. */
typedef struct print_sheet {
    print_material material;
    int skips;          /* sum of PRINT_NO_ values */
    float depth;        /* 0 far .. 1 near */
    uint32_t hash;      /* seed of its noises */
    float line;         /* strength of lines along its edges, 0..1 */
    const float *crest; /* [frame_print.columns]: U from its ground to the middle of the picture's
                           height, upward; NULL = it has no ground */
} print_sheet;

#define PRINT_LINE_MOST 0.006 /* greatest frame_print.line, U */

/* One layer of a run.  Colours are encoded sRGB. */
typedef struct print_block {
    const rl_frame *frame;
    const print_sheet *sheet;
    int first, end;           /* columns of the block that are needed */
    uint64_t hidden;          /* hidden columns, as bits from `first`: nearer layers cover them */
    double x, y;              /* place of column 0: U from the middle, to the right and downward */
    double px;                /* size of a pixel, U */
    const tile_colours *base; /* the layer without relief, snow and plants; may be `colours` */
    const tile_colours *bare; /* clouds: their shade; plains: their ground; others: as `base` */
    tile_colours *colours;    /* the layer as it is painted; the print replaces it */
    float *covered;           /* [TILES_BLOCK]: its coverage, 0..1; the print may change it */
    int line;                 /* rows above and below over which `edge` is averaged */
    float edge[TILES_BLOCK];  /* coverage of the ground, averaged over 2 * line + 1 rows; undefined
                                 if line is 0 */
    /* What a kind of print keeps for the block while it is between the same nodes of `base`, which
     * then is linear between them; NULL = nothing is kept.  If the block has come to other nodes,
     * these are `nodes`; otherwise they are NULL. */
    uint32_t *kept;
    const tile_nodes *nodes;
} print_block;

/* Prints one layer of a run. */
typedef void print_layer(const print_block *block);

/* Writes what is seen within the outline of layer `group` as SVG, in pixels of the whole picture;
 * returns 0 without writing if the layer keeps colours of its own. */
typedef int print_draw(const rl_frame *frame, int group, svg_writer *out);

/* A print, prepared for a frame. */
struct frame_print {
    print_layer *layer;
    print_draw *draw; /* NULL = its layers have no sheets */
    int is_lines;     /* 1 = it consists of one ink on paper */
    print_sheet *sheet;       /* [number of rl_frame_layers] */
    int64_t first;            /* number of the first sample of crests; sample 0 is at x = 0 */
    double step;              /* distance of samples, U */
    int columns;              /* number of samples */
    int period;               /* samples of a loop, 0 = none */
    double line;              /* greatest width of lines along edges of layers, U; 0 = none */
    const void *data;         /* data of the kind of print */
    int is_flat;              /* 1 = a picture of it may have at most 256 colours */
    int keeps;                /* 1 = print_block.kept is used */
    int is_within;            /* 1 = it leaves pixels that a layer does not cover as they are */
};

#endif
