/* relief.h - computes the faces of ridges: gullies down the fall line, in light and shade.
 *
 * A face is a height field seen from the front: x to the right, depth d down from the crest, slopes
 * as rise over run.  Its base is the slope of the ridge's blurred skyline plus a constant fall; for
 * a slice of a map it is the land of the map in front of the slice.  Stripes across the fall line
 * are added octave by octave; each octave turns the fall line of the next, so that small gullies
 * run into large ones.  Their sides are facets, so light and shade meet at lines.  Everything is a
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
#include "layers/land/boulders.h"
#include "layers/land/fields.h"
#include "layers/land/ridge.h"
#include "ridge/family.h"

/* Numbers of octaves.  Pixels make the facets of coarse octaves from RELIEF_WHOLE on, so that their
 * lines stay sharp. */
enum {
    RELIEF_OCTAVES = 12, /* all octaves */
    RELIEF_COARSE = 5,   /* octaves computed at nodes */
    RELIEF_WHOLE = 2,    /* coarse octaves whose slopes are summed at nodes */
    RELIEF_BROAD = 3,    /* octaves in the broad light; finer ones are detail */
    RELIEF_FINE = RELIEF_OCTAVES - RELIEF_COARSE /* octaves computed at pixels */
};

/* One octave of stripes. */
typedef struct relief_octave {
    double rate;    /* cells per U to the right */
    double rate_y;  /* cells per U up */
    float sink;     /* shift of the waves down, cells per U below the crest */
    int32_t period; /* cells of a loop, 0 = endless */
    uint64_t key;
    float strength;   /* slope of the sides of a stripe; 0 = too fine to be seen */
    float facet;      /* steepness of a side relative to the wave's, >= 1 */
    float onset;      /* 1 / depth (U) from which the octave has its full strength */
    stripe_form form; /* facets of a fine octave */
    int16_t whole;    /* depth of full strength of a fine octave, in depth_parts */
    int16_t rise;     /* 32767 / whole */
} relief_octave;

/* How slopes become light and shade: see light_on in relief_kernel.c. */
typedef struct relief_lamp {
    float side, up;           /* weights of the slopes across and down in broad light */
    float lift, base;         /* light of level ground, and the light that shows as none */
    float sharp;              /* contrast of light against shade */
    float blend;              /* share of fine octaves in broad light, 0..1 */
    float fine_side, fine_up; /* weights of the slopes across and down in detail */
    float in_dark, in_lit;    /* weights of detail in shade and in light */
    float lower;              /* darkening of detail in the light, 0..1 */
    float crease;             /* extra darkening in the light of detail that is dark */
    float lit;                /* weight of lit parts, 0..1 */
} relief_lamp;

typedef struct relief_group relief_group;
typedef struct relief_pixels relief_pixels;

/* Writes the planes of a group of nodes, the first of which is `planes`. */
typedef void relief_nodes_kernel(const relief_group *group, const shade_group *at, float *planes);

/* The faces of a row of a block: light and shade, and the shares of further colours, 0..1. */
typedef struct face_row {
    float shade[TILES_BLOCK]; /* -1 = shadow .. 1 = light */
    union {
        struct {
            float snow[TILES_BLOCK]; /* place in the border of snow: 0 = no snow, 1 = whole */
            float wet[TILES_BLOCK];  /* darkening of rock in snow */
        };
        struct {
            float straw[TILES_BLOCK], green[TILES_BLOCK], earth[TILES_BLOCK]; /* see SHADE_STRAW */
        };
    };
} face_row;

/* Writes the faces of a row of pixels between nodes. */
typedef void relief_pixels_kernel(const tile_nodes *nodes, const relief_pixels *row,
                                  face_row *face);
/* Writes the colours of a row of pixels with the mean of two rows of faces. */
typedef void relief_lay_kernel(const tile_nodes *colours, const ridge_layer *ridge,
                               const face_row *face, const face_row *next, tile_colours *out);
extern relief_lay_kernel *const faces_lay[CPU_KERNELS], *const fields_lay[CPU_KERNELS];

extern relief_nodes_kernel *const gully_nodes[CPU_KERNELS], *const sand_nodes[CPU_KERNELS];
extern relief_pixels_kernel *const gully_pixels[CPU_KERNELS], *const cliff_pixels[CPU_KERNELS],
                                                                  *const sand_pixels[CPU_KERNELS];
extern relief_nodes_kernel *const fields_nodes[CPU_KERNELS];
extern relief_pixels_kernel *const fields_pixels[CPU_KERNELS];
extern relief_nodes_kernel *const meadow_nodes[CPU_KERNELS], *const snow_nodes[CPU_KERNELS];
extern relief_pixels_kernel *const meadow_pixels[CPU_KERNELS], *const snow_pixels[CPU_KERNELS];

/* The base slope of a face: the lean, which is the slope of the blurred skyline above, and a
 * constant fall.  A limited lean is share * lean / sqrt(lean^2 + soft^2): at lean = soft it has 0.7
 * of its limit. */
typedef struct relief_base {
    double blur, blur_least;     /* width of the blur per U of depth, and its least, U */
    double drift;                /* sideways drift of the skyline per depth and noise of 1 */
    double drift_x, drift_d;     /* cells of the drift's noise per U across and down */
    float fall;                  /* constant slope down */
    float share, rest, soft;     /* for light: weights of the limited and the plain lean; soft */
    float snow_share, snow_soft; /* for snow, to which the lean counts less */
    float turn_share, turn_rest, turn_soft; /* for the fall line that stripes turn */
} relief_base;

/* The stripes on the base slope. */
typedef struct relief_stripes {
    double scale, lacunarity;  /* cells of octave 0 per U; rate of an octave over the last's */
    double squeeze;            /* rate of the lattice down over its rate across */
    float freq;                /* stripes per cell */
    double strength, gain;     /* slope of the sides in octave 0; of an octave over the last's */
    double fine;               /* weight of the strength in fine octaves */
    int octaves;               /* used octaves, at most RELIEF_OCTAVES */
    float turn;                /* steepness of the facets that turn the fall line */
    float least;               /* steepness of facets in valleys; 0 = as on crests */
    float broad[RELIEF_WHOLE]; /* weights of the first octaves in the light */
} relief_stripes;

/* How much of the faces shows. */
typedef struct relief_shown {
    double share;              /* contrast for relief = 0.8 */
    double fade;               /* U of depth over which faces of far ridges fade to 1/e */
    double calm_from, calm_to; /* depths of the layer between which contrast falls */
    double calm;               /* share of the contrast lost from calm_to on, 0..1 */
} relief_shown;

/* A place on a face near its crest. */
typedef struct relief_spot {
    double x, height; /* U */
    double below;     /* depth below the crest, U */
    double lean;      /* slope of the skyline, rise over run */
    double side;      /* direction of the sun, -1..1 */
    double lift;      /* relief.lift at x */
} relief_spot;

/* The functions of a kind of ground; NULL = it needs none. */
typedef struct relief_hooks {
    relief_nodes_kernel *const *nodes; /* [CPU_KERNELS] */
    relief_pixels_kernel *const *pixels;
    int has_half_rows;       /* whether large pictures compute every second row of faces */
    int has_snow, has_cover; /* whether it may bear snow; whether its colours are those of plants */
    void (*make)(const rl_frame *frame, const rl_ridge *land, relief *faces);
    double (*lift)(const rl_frame *frame, const relief *faces, double x); /* relief.lift at x, U */
    /* Returns the light at a place near the crest, without stripes; NULL = none. */
    double (*crest)(const relief *faces, const relief_spot *place);
    /* Sets faces->lift to a smooth crest, from the samples of the finest blur (heights, fractions
     * of H); NULL = `lift` does.  Errors: RL_NO_MEMORY. */
    rl_status (*smooth)(const rl_frame *frame, relief *faces, const double *height,
                        rl_error *error);
    /* Fill a row at a height, and its block at x; U. */
    void (*row)(const rl_frame *frame, double height, relief_pixels *row);
    void (*block)(const rl_frame *frame, double x, relief_pixels *row);
} relief_hooks;

extern const relief_hooks fields_hooks, meadow_hooks, sand_hooks, snow_hooks;

/* The look of the faces of one kind of ground. */
typedef struct relief_look {
    const relief_hooks *hooks;
    const struct relief_look *rubble; /* at the foot of its cliffs; NULL = none */
    int has_crest;                    /* whether a meadow has light at its crest */
    relief_base base;
    relief_stripes stripes;
    relief_shown shown;
    relief_lamp lamp;
} relief_look;

/* The slope of the skyline at several blurs, each twice as wide as the one before. */
#define RELIEF_BLURS 7
#define RELIEF_BLUR_WIDTH 1.15 /* width of a blur, in relief_blur.step */
#define RELIEF_DRIFT_MOST 0.35 /* limit of the sideways drift, U */
#define RELIEF_DEEPEST 0.55f   /* depth below which there are no faces, U */

typedef struct relief_blur {
    double step; /* U between samples */
    int64_t first;
    int64_t count;
    float *slope; /* [count]; the arrays of all blurs are contiguous */
} relief_blur;

/* The land in front of a slice of a map. */
typedef struct relief_land {
    const ridge_land *map; /* NULL = the ridge is no slice */
    double left, side;     /* left edge and side length of the map, U */
    double row;            /* distance of the slice from the north edge, in sides of the map */
    double per_depth;      /* sides of the map toward the viewer per U of depth */
    double steep;          /* slope of the land where the map's is 1 */
} relief_land;

/* Position of a block's first column in the lattice of an octave. */
typedef struct relief_place {
    int32_t cell;
    float part; /* fraction of the cell, 0..1 */
} relief_place;

/* The faces of a ridge. */
struct relief {
    const relief_look *look;
    const relief *rubble; /* faces of a cliff's foot; NULL = no cliff */
    const float *foot;    /* [nodes]: height of rubble, U; NULL = no rubble */
    const float *cliff;   /* [nodes]: presence of a cliff above the rubble, 0..1 */
    boulders boulders[BOULDER_SIZES];
    relief_nodes_kernel *nodes;
    relief_pixels_kernel *pixels;
    relief_lay_kernel *lay;
    int has_half_rows; /* whether odd rows of pixels have the mean of the faces beside them */
    int octaves;
    relief_octave octave[RELIEF_OCTAVES];
    relief_place *place; /* [blocks][RELIEF_FINE]: positions in the fine octaves */
    relief_blur blur[RELIEF_BLURS];
    relief_land land;
    int has_slopes;            /* whether groups have slopes of the land: see `across` */
    const vista *vista;        /* panorama that the ring belongs to; NULL = no panorama */
    double ring_from, ring_to; /* distances of the ring's edges, metres */
    float snow_metres;         /* altitude of the snow line of a panorama, metres */
    float snow_per;            /* U per metre of altitude */
    float snow_tilt;           /* steepness that equals 1 U less of height for snow */
    uint64_t key;              /* stream of the drift's noise */
    double drift_rate;         /* cells of that noise per U */
    int64_t drift_cells;       /* cells of that noise in a loop */
    double base;               /* height of the ridge's base, where d = 0, U */
    double amount;             /* contrast of faces at the crest */
    double fade;               /* U of depth over which faces fade to 1/e */
    const float *side;         /* [nodes]: direction of the sun, -1 = left .. 1 = right */

    double snow_top;  /* height of the snow line, U */
    float snow;       /* coverage above the snow line, 0..1; 0 = none */
    float snow_low;   /* start of the border of snow, in SNOW_SOFT above the snow line */
    float snow_scale; /* 1 / width of that border */

    const float *bed;  /* [RELIEF_BEDS]: shade of rock by height; NULL = none */
    const float *lift; /* [nodes]: lift of beds, in beds; on fields their shift, in rows; on
                          meadows the nearness to the sun, 0..1; on sand the smoothed crest, U */
    double strata;     /* contrast of beds, 0..1 */
    float arms;        /* strength of the arms of dunes, 0..1; on snow of sastrugi */
    float arm_x;       /* direction of the arms: its horizontal component */
    float arm_edge;    /* sharpness of the arms' crests */
    float glow;        /* light of near sand from the sky */
    double near;       /* nearness of sand, 0 = far .. 1 = near */
    float ripple;      /* size of the ripples at the crest of sand, U */
    float grain;       /* shade of the grains of sand, 0 = too fine to be seen */
    fields fields;
};

/* The cubic v (BEND_SLOPE - BEND_CUBE v^2) is level at BEND_LIMIT, where it is 0.9. */
#define BEND_LIMIT 1.467f
#define BEND_SLOPE 0.92f
#define BEND_CUBE 0.1425f

#define BROAD_SHARE 0.75f    /* weight of broad light in the shade */
#define SNOW_SUN 0.60f       /* light of snow on level ground, 0..1 */
#define SNOW_SUN_SHADE 0.62f /* light of snow per shade */
#define SNOW_LEVEL 1.78f     /* slope that is half covered at the snow line */
#define SNOW_SOFT 0.12       /* height over which snow thickens, U */
#define SNOW_SLOPE 3.5f      /* rise of the snow line per unit of slope, in SNOW_SOFT */

/* Light of sand per soft sign of its lean, lean |lean| / (lean^2 + SAND_SOFT). */
#define SAND_LIGHT (-0.92f)
#define SAND_SOFT 0.09f

#define RELIEF_BEDS 2048 /* samples of rock beds, from the picture's foot up */
#define RELIEF_BEDS_PER_U 1024

/* The light of a meadow falls off below its crest as a sum of a steep and a long exponential: their
 * weights, and the depths (U) over which they fall to 1/e. */
#define MEADOW_EDGE 0.40f
#define MEADOW_EDGE_FADE 0.006f
#define MEADOW_SLOPE 0.60f
#define MEADOW_SLOPE_FADE 0.10f

/* relief_make makes the faces of a ridge, or leaves ridge->faces NULL where there are none.
 * Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status relief_make(preparation *work, ridge_layer *ridge, rl_error *error);

/* relief_crest_at returns the light of a face near its crest, without its stripes.  It sets `side`
 * and `lift` of the place. */
typedef struct relief_crest {
    double shade; /* -1 = shade .. 1 = light */
    double snow;  /* cover of snow, 0..1 */
    double sun;   /* light of that snow, 0..1 */
} relief_crest;
relief_crest relief_crest_at(const rl_frame *frame, const ridge_layer *ridge, relief_spot place);

/* Planes of the tile of faces. */
enum relief_plane {
    RELIEF_LIGHT_X, /* slope for light after RELIEF_WHOLE octaves */
    RELIEF_LIGHT_Y,
    RELIEF_ACROSS, /* direction across all finer stripes, in STRIPES_SLANT of a turn for a cell */
    RELIEF_DOWN,
    RELIEF_DEPTH,  /* depth below the ground, U */
    RELIEF_AMOUNT, /* contrast of faces */
    RELIEF_SIDE,   /* direction of the sun, -1..1 */
    RELIEF_WAVE,   /* facet * wave and strength * direction of each coarse octave not summed */
    RELIEF_DETAIL = RELIEF_WAVE + 3 * (RELIEF_COARSE - RELIEF_WHOLE), /* contrast of beds */
    RELIEF_STEEP, /* steepness that decides on snow, without the fine octaves */
    RELIEF_LIFT,  /* lift of beds, in beds */
    RELIEF_PLANES,
    /* Grounds without these planes use them for others. */
    RELIEF_ABOVE = RELIEF_DETAIL, /* rubble: height above its edge, U */
    RELIEF_CLIFF = RELIEF_LIFT,   /* rubble: presence of a cliff, 0..1 */
    FIELDS_LEAN = RELIEF_LIGHT_X, /* fields: slope of the crest above */
    FIELDS_ROW = RELIEF_LIGHT_Y,  /* fields: rows of fields below the crest */
    MEADOW_PATCH = RELIEF_SIDE,   /* meadows: light of pale patches */
    SAND_LEAN = RELIEF_LIGHT_X,   /* sand: slope of the crest above */
    SAND_SINE = RELIEF_ACROSS,    /* sand: waves of the arms */
    SAND_COSINE = RELIEF_DOWN,
    SAND_PHASE = RELIEF_WAVE,       /* sand: two phases of ripples, in turns */
    SAND_WEIGHT = RELIEF_WAVE + 2,  /* weight of the second phase, 0..1 */
    SAND_RIPPLES = RELIEF_WAVE + 3, /* strength of ripples, 0..1 */
    SAND_SIZE = RELIEF_WAVE + 4,    /* size of a ripple, U */
    SAND_HOLLOW = RELIEF_WAVE + 5,  /* shade of hollows, about -1..1 */
    SAND_PLANES = RELIEF_WAVE + 6   /* number of planes that sand needs */
};

/* The planes of colours of a ridge with faces. */
#define RELIEF_COLOURS(ridge)                                                                      \
    ((ridge)->has_cover  ? 3 * SHADE_FIELDS_END                                                    \
     : (ridge)->has_snow ? 3 * SHADE_PLANES                                                        \
                         : 3 * (SHADE_DARK + 1))

/* Inputs of a node kernel: the faces of a ridge at a group of nodes. */
struct relief_group {
    const relief *faces;
    int row; /* number of the row of nodes */
    stripe_line line[RELIEF_COARSE];
    int32_t cell[RELIEF_COARSE];  /* cell of the group's first node */
    float part[RELIEF_COARSE];    /* fraction of that cell, 0..1 */
    float rate[RELIEF_COARSE];    /* cells from node to node */
    int32_t drift_cell;           /* cell of the first node in the drift's noise */
    float drift_part, drift_rate; /* fraction of that cell, and cells from node to node */
    float step;                   /* U from node to node */
    /* Blurs are sampled from an origin that is a sample of all of them, left of the first node. */
    float blur_part;               /* origin to first node, in samples of the finest blur */
    int32_t blur_last;             /* last index into faces->blur[0].slope */
    int32_t blur_at[RELIEF_BLURS]; /* index of the origin in each blur, from blur[0].slope */
    float height;                  /* height above the picture's foot, U */
    float above[SHADE_GROUP];      /* height above the ground, or above the edge of rubble, U */
    float side[SHADE_GROUP];       /* direction of the sun, -1..1 */
    float lift[SHADE_GROUP];       /* faces->lift, or faces->cliff if there is no lift */
    /* These are for slices of a map and rings of a panorama alone. */
    float across[SHADE_GROUP], down[SHADE_GROUP]; /* slopes of the land */
    float share[SHADE_GROUP];  /* weight of `across` against the skyline's slope, 0..1 */
    float shown[SHADE_GROUP];  /* panorama: share of the faces that shows, 0..1 */
    float metres[SHADE_GROUP]; /* panorama: altitude of the land, metres */
    float steep[SHADE_GROUP];  /* panorama: steepness added for snow */
};

/* relief_group_at fills a group; `below` is the depth of its nodes below the ground in pixels.  A
 * group that was filled in the same row of the same faces keeps the lines of that row. */
void relief_group_at(const rl_frame *frame, const relief *faces, const shade_row *row,
                     const shade_group *at, const float *below, relief_group *group);

/* For a ring of a panorama, relief_vista_at fills node i of a group; `node` is its number in the
 * frame and `height` its height above the picture's foot in U.  relief_vista_show writes the result
 * into the planes. */
void relief_vista_at(const relief *faces, int64_t node, double height, relief_group *group, int i);
void relief_vista_show(const relief *faces, const relief_group *group, const shade_group *at,
                       float *planes);

/* relief_nodes returns the number of nodes of the fine grid in a row of a frame; relief_node_x the
 * x of a node, U. */
static inline size_t relief_nodes(const rl_frame *frame)
{
    return (size_t)frame->blocks * (size_t)(frame->block / frame->fine_step) + 1;
}

static inline double relief_node_x(const rl_frame *frame, size_t node)
{
    int64_t first = frame->first_block * (frame->block / frame->fine_step);
    return ((double)(first + (int64_t)node) * frame->fine_step - 0.5 * frame->width) / frame->unit;
}

#define RELIEF_DEPTH_PARTS 16

/* A row of pixels of a block. */
struct relief_pixels {
    const relief *faces;
    const relief_pixels *rubble; /* row of the rubble below a cliff */
    const ridge_layer *ridge;
    int octaves; /* shown octaves; fewer where the row stands for its neighbours */
    stripe_line line[RELIEF_OCTAVES]; /* lattice rows; only those of fine octaves are filled */
    float rate[RELIEF_OCTAVES];       /* cells per pixel, of fine octaves */
    stripe_shorts fine[RELIEF_FINE];
    const relief_place *place; /* [RELIEF_FINE]: positions of the block's first column */
    float altitude;            /* height above the snow line, in SNOW_SOFT */
    float depth_parts;         /* depth units per U; a pixel has RELIEF_DEPTH_PARTS */
    fields_place fields;
    float wet;  /* shade of bare rock between snow, 0..1 */
    float bed;  /* index of the row in the beds */
    float edge; /* 1 / width of the edge between cliff and rubble, 1/U */
    boulder_row boulders[BOULDER_SIZES];
};

/* relief_row_at fills `out` for row `row` of a slope; the row also stands for `reach` rows above
 * and below.  relief_block_at then moves it to a block, counted from the first block of the part.
 */
void relief_row_at(const rl_frame *frame, const ridge_layer *ridge, const relief *faces, int row,
                   int reach, relief_pixels *out);
void relief_block_at(const rl_frame *frame, int block, relief_pixels *out);

#endif
