/* relief.h - faces of mountains: gullies that run down the fall line, in light and shade.
 *
 * A face is a height field seen from the front: x to the right, d down, slopes without a
 * unit.  It begins with the slope of the ridge's own blurred skyline and a steady fall; that of a
 * slice of a map with the land of the map before the slice.  On it lie stripes across the fall
 * line, octave after octave; each octave turns the fall line of the next, so that small gullies run
 * into large ones.  Their sides are facets, so light and shade meet at lines.  All of it is a
 * function of the place alone.
 *
 * The idea of an erosion filter made of such stripes is C. John's (2018), F. Westin's (2023)
 * and R. S. Johansen's ("phacelle noise", 2026).
 *
 * Coarse octaves are computed at the nodes of the fine grid, fine ones at each pixel.
 */
#ifndef RL_LAYERS_RELIEF_H
#define RL_LAYERS_RELIEF_H

#include "base/stripes.h"
#include "frame/vista.h"
#include "layers/boulders.h"
#include "layers/fields.h"
#include "layers/heath.h"
#include "layers/ridge.h"
#include "ridge/family.h"

/* Octaves: in all; that nodes know; whose slope is summed there (of the others pixels make the
 * facets, so that their lines stay sharp); and that are broad to the light. */
enum {
    RELIEF_OCTAVES = 12,
    RELIEF_COARSE = 5,
    RELIEF_WHOLE = 2,
    RELIEF_BROAD = 3,
    RELIEF_FINE = RELIEF_OCTAVES - RELIEF_COARSE
};

/* One octave of stripes. */
typedef struct relief_octave {
    double rate;    /* cells in a U across, */
    double rate_y;  /* and up */
    float sink;     /* cells that waves are moved down for a U below the crest */
    int32_t period; /* cells of a loop, 0 = endless */
    uint64_t key;
    float strength;   /* 0 where it is too fine to be seen */
    float facet;      /* how much steeper than the wave the sides of a stripe are */
    float onset;      /* 1 / the depth (U) at which it is there wholly */
    stripe_form form; /* of fine ones: their facets, */
    int16_t whole;    /* and the depth at which they are there wholly, in depth_parts: */
    int16_t rise;     /* 32767 / whole */
} relief_octave;

/* How the light falls: see light_on in relief_kernel.c. */
typedef struct relief_lamp {
    float side, up;   /* weights of the slope across and down */
    float lift, base; /* light of level ground, and the light that shows as none */
    float sharp;      /* contrast of light against shade */
    float blend;      /* share of fine octaves in broad light */
    float fine_side, fine_up;
    float in_dark, in_lit; /* weights of detail in shade and in light */
    float lower;           /* how far detail in the light goes down to the dark, */
    float crease;          /* and what is dark of it by so much more */
    float lit;             /* weight of what is lit */
} relief_lamp;

typedef struct relief_group relief_group;
typedef struct relief_pixels relief_pixels;

/* Writes the planes of a group of nodes, the first of which is `planes`. */
typedef void relief_nodes_kernel(const relief_group *group, const shade_group *at, float *planes);
/* Writes the colours of a row of pixels between nodes. */
typedef void relief_pixels_kernel(const tile_nodes *nodes, const relief_pixels *row,
                                  tile_colours *colours);

extern relief_nodes_kernel *const gully_nodes[CPU_KERNELS], *const sand_nodes[CPU_KERNELS];
extern relief_pixels_kernel *const gully_pixels[CPU_KERNELS], *const cliff_pixels[CPU_KERNELS],
                                                                  *const sand_pixels[CPU_KERNELS];
extern relief_nodes_kernel *const fields_nodes[CPU_KERNELS], *const heath_nodes[CPU_KERNELS];
extern relief_pixels_kernel *const fields_pixels[CPU_KERNELS], *const heath_pixels[CPU_KERNELS];
extern relief_nodes_kernel *const meadow_nodes[CPU_KERNELS];
extern relief_pixels_kernel *const meadow_pixels[CPU_KERNELS];

/* The slope with which a face begins: that of the blurred skyline, and a steady fall. */
typedef struct relief_base {
    double blur, blur_least;     /* its width over depth, and the least, U */
    double drift;                /* U sideways for a U of depth and a noise of 1 */
    double drift_x, drift_d;     /* cells of that noise in a U */
    float fall;                  /* slope down */
    float share, rest;           /* weights of the lean, limited and as it is, for light */
    float soft;                  /* lean that is limited to .7 of its limit */
    float snow_share, snow_soft; /* the same for snow, which sees less of the lean */
    float turn_share, turn_rest, turn_soft; /* the same for turning */
} relief_base;

/* The stripes on it. */
typedef struct relief_stripes {
    double scale, lacunarity; /* cells of the first octave in a U; of the next in one */
    double squeeze;           /* of the lattice, down */
    float freq;               /* stripes in a cell */
    double strength, gain;    /* slope of the sides; of an octave's over the last's */
    double fine;              /* of it, in the octaves that pixels know */
    int octaves;
    float turn;  /* how much softer than a facet the turning is */
    float least; /* facet of valleys, where it differs from that of crests; 0 = it does not */
    float broad[RELIEF_WHOLE]; /* weights of the first octaves in the light: sides of peaks lead */
} relief_stripes;

/* How much of it shows. */
typedef struct relief_shown {
    double share;
    double fade;                     /* U of depth over which faces fade to 1/e, far away */
    double calm_from, calm_to, calm; /* depths of the layer between which they lose `calm` */
} relief_shown;

/* How faces of a kind of ground look. */
typedef struct relief_look {
    relief_nodes_kernel *const *nodes; /* [CPU_KERNELS] */
    relief_pixels_kernel *const *pixels;
    relief_base base;
    relief_stripes stripes;
    relief_shown shown;
    relief_lamp lamp;
} relief_look;

/* The slope of the skyline at several blurs, each twice as wide as the one before. */
#define RELIEF_BLURS 7
#define RELIEF_BLUR_WIDTH 1.15 /* a blur in its own steps */
#define RELIEF_DRIFT_MOST 0.35 /* U: how far sideways the skyline may be looked up */
#define RELIEF_DEEPEST 0.55f   /* U: below it there are no faces */

typedef struct relief_blur {
    double step; /* U between samples */
    int64_t first;
    int64_t count;
    float *slope; /* all blurs lie behind the first */
} relief_blur;

/* The land before a slice of a map. */
typedef struct relief_land {
    const ridge_land *map; /* NULL = the ridge is no slice */
    double left, side;     /* the map's left edge and a side of it, U */
    double row, per_depth; /* sides from the north edge to the slice; and to what is 1 U below it */
    double steep;          /* slope of the land where the map's is 1 */
} relief_land;

/* Where a block begins in the cells of an octave. */
typedef struct relief_place {
    int32_t cell;
    float part; /* the way into it, 0..1 */
} relief_place;

/* The faces of a ridge. */
struct relief {
    const relief_look *look;
    const relief *rubble;             /* of a cliff: the faces of its foot */
    const float *foot;                /* [nodes] of rubble: its height, U */
    const float *cliff;               /* [nodes] of rubble: how much of a cliff is above it, 0..1 */
    boulders boulders[BOULDER_SIZES]; /* of rubble */
    relief_nodes_kernel *nodes;
    relief_pixels_kernel *pixels;
    int octaves;
    relief_octave octave[RELIEF_OCTAVES];
    relief_place *place; /* [blocks][RELIEF_FINE]: of fine octaves */
    relief_blur blur[RELIEF_BLURS];
    relief_land land;
    int has_slopes;            /* groups have slopes of the land: see `across` */
    const vista *vista;        /* of a ring of a panorama; NULL for others */
    double ring_from, ring_to; /* metres */
    float snow_metres;         /* above the sea, where snow begins; a metre in U, and what a U */
    float snow_per, snow_tilt; /* less of height is as much as in steepness */
    uint64_t key;              /* of the drift */
    double drift_rate;         /* cells of it in a U */
    int64_t drift_cells;       /* in a loop */
    double base;               /* height (U) of the ridge's base: d = 0 */
    double amount;             /* share of faces that shows at the crest */
    double fade;
    const float *side; /* [nodes]: -1..1, on which side of the sun they are */

    double snow_top; /* U: above it snow is thick */
    float snow;      /* 0 = none */
    float snow_low, snow_scale;

    const float *bed;  /* [RELIEF_BEDS]: shade of rock by height; NULL = none */
    const float *lift; /* [nodes]: how much higher beds are there, in beds; rows of fields; of
                          meadows: how near the sun they are, 0..1 */
    double strata;
    float arms, arm_x, arm_edge; /* of dunes: their strength, direction, sharpness */
    float glow;                  /* light of near sand from the sky */
    int has_crest;               /* of meadows: there is light at the crest */
    double near;                 /* 0..1: how near sand is */
    fields fields;
    heath heath;
};

#define SNOW_SOFT 0.12  /* U of height over which snow thickens */
#define SNOW_SLOPE 3.5f /* such widths that it is higher where the slope is 1 more */

#define RELIEF_BEDS 2048 /* beds of rock, so many to a U, from the picture's foot up */
#define RELIEF_BEDS_PER_U 1024

/* relief_make makes the faces of a ridge, or leaves ridge->faces NULL where there are none.
 * Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status relief_make(preparation *work, ridge_layer *ridge, rl_error *error);

/* Planes of the tile of faces. */
enum relief_plane {
    RELIEF_LIGHT_X, /* slope for light after RELIEF_WHOLE octaves */
    RELIEF_LIGHT_Y,
    RELIEF_ACROSS, /* direction across all finer stripes, in STRIPES_SLANT of a turn for a cell */
    RELIEF_DOWN,
    RELIEF_DEPTH,  /* U below the ground */
    RELIEF_AMOUNT, /* share of faces that shows */
    RELIEF_SIDE,
    RELIEF_WAVE, /* facet * wave, and strength * direction: for each octave between */
    RELIEF_DETAIL = RELIEF_WAVE + 3 * (RELIEF_COARSE - RELIEF_WHOLE), /* share of beds */
    RELIEF_STEEP, /* how steep the ground is to snow, but for finer octaves */
    RELIEF_LIFT,  /* of beds */
    RELIEF_PLANES,
    RELIEF_ABOVE = RELIEF_DETAIL, /* of rubble: U above its edge, */
    RELIEF_CLIFF = RELIEF_LIFT,   /* and how much of a cliff is there */
    FIELDS_LEAN = RELIEF_LIGHT_X, /* of fields: slope of the crest above, */
    FIELDS_ROW = RELIEF_LIGHT_Y,  /* and rows of fields from there */
    HEATH_PATCH = FIELDS_ROW,     /* of heath: HEATH_PATCHES noises */
    MEADOW_PATCH = RELIEF_SIDE,   /* of meadows: light of pale patches */
    SAND_LEAN = RELIEF_LIGHT_X,   /* of sand: slope of the crest above, */
    SAND_SINE = RELIEF_ACROSS,    /* and waves of the arms */
    SAND_COSINE = RELIEF_DOWN
};

/* The planes of colours of a ridge with faces. */
#define RELIEF_COLOURS(ridge)                                                                      \
    ((ridge)->has_cover  ? 3 * SHADE_FIELDS_END                                                    \
     : (ridge)->has_snow ? 3 * SHADE_PLANES                                                        \
                         : 3 * (SHADE_DARK + 1))

/* What a group of nodes knows of its ridge. */
struct relief_group {
    const relief *faces;
    int row; /* of nodes, whose lines these are */
    stripe_line line[RELIEF_COARSE];
    int32_t cell[RELIEF_COARSE]; /* of the group's first node */
    float part[RELIEF_COARSE];   /* and the way into it */
    float rate[RELIEF_COARSE];   /* cells from node to node */
    int32_t drift_cell;          /* the same of the drift */
    float drift_part, drift_rate;
    float step;        /* U from node to node */
    float blur_part;   /* samples of the finest blur left of the first node, from a place that */
    int32_t blur_last; /* is a sample of all of them: its number in faces->blur[0].slope is */
    int32_t blur_at[RELIEF_BLURS]; /* this for each, and none is beyond the last */
    float height;                  /* of the nodes, U above the picture's foot */
    float above[SHADE_GROUP];      /* U above the ground, or above the edge of rubble */
    float side[SHADE_GROUP], lift[SHADE_GROUP]; /* lift or cliff */
    plane_row patch[HEATH_PATCHES];             /* of heath */
    plane_span patch_at[HEATH_PATCHES];
    /* Of a slice of a map or a DEM: its slopes, and their share against the skyline's. */
    float across[SHADE_GROUP], down[SHADE_GROUP], share[SHADE_GROUP];
    float shown[SHADE_GROUP],
        metres[SHADE_GROUP];  /* of a DEM: share of faces, height of the land, */
    float steep[SHADE_GROUP]; /* how much steeper it is to snow than those slopes */
};

/* relief_group_at fills a group; `below` is pixels below the ground at its nodes.  A group that
 * was in the same row of the same faces keeps what is the row's. */
void relief_group_at(const rl_frame *frame, const relief *faces, const shade_row *row,
                     const shade_group *at, const float *below, relief_group *group);

/* Of a ring of a panorama: relief_vista_at fills node i of a group, which is number `node` of the
 * frame's and `height` U above the picture's foot; relief_vista_show puts what it found into the
 * planes. */
void relief_vista_at(const relief *faces, int64_t node, double height, relief_group *group, int i);
void relief_vista_show(const relief *faces, const relief_group *group, const shade_group *at,
                       float *planes);

#define RELIEF_DEPTH_PARTS 16

/* A row of pixels of a block. */
struct relief_pixels {
    const relief *faces;
    tile_nodes colours;          /* between which faces choose */
    const relief_pixels *rubble; /* of a cliff */
    const ridge_layer *ridge;
    int octaves; /* that the row shows: fewer where it stands for its neighbours */
    stripe_line line[RELIEF_OCTAVES]; /* of the fine octaves */
    float rate[RELIEF_OCTAVES];
    stripe_shorts fine[RELIEF_FINE];
    const relief_place *place; /* [RELIEF_FINE]: of the block's first column */
    float altitude;            /* above the snow line, in its soft widths */
    float depth_parts;         /* so many are a U of depth: RELIEF_DEPTH_PARTS to a pixel */
    fields_place fields;
    plane_row tufts; /* of heath */
    plane_span tufts_at;
    float wet;  /* shade of rock between snow */
    float bed;  /* number of the bed of the row */
    float edge; /* 1 / the width (U) of the edge between cliff and rubble */
    boulder_row boulders[BOULDER_SIZES]; /* of rubble */
};

/* relief_row_at begins a row of pixels of a row of a slope, which stands for `reach` rows above
 * and below, too; relief_block_at a block of it, counted
 * from the part's first. */
void relief_row_at(const rl_frame *frame, const ridge_layer *ridge, const relief *faces, int row,
                   int reach, relief_pixels *out);
void relief_block_at(const rl_frame *frame, int block, relief_pixels *out);

#endif
