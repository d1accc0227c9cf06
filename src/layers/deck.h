/* deck.h - a deck of clouds or a sheet of ice, seen from above: a height field on the plane of
 * plane.h.
 *
 * The deck is cut into slices of equal distance, a pixel or two apart on the screen.  At each
 * column (a node) a slice has a height and a light.  What a row shows at a node is the nearest
 * slice that rises to it, or the surface between that and the next nearer one.  Between nodes
 * heights are not needed any more: light and air are straight lines.
 *
 * Ridges stand in the deck: it is as many layers as there are ridges in it, each from one ridge
 * to the next nearer one.
 */
#ifndef RL_LAYERS_DECK_H
#define RL_LAYERS_DECK_H

#include "layers/plane.h"
#include "paint/block.h"

/* Nodes are made so many at a time, and places of a block have room for one more lane. */
#define DECK_GROUP 64
#define DECK_LANES 16
#define DECK_NODES (TILES_BLOCK + DECK_LANES)

/* A sample of a slice: its height in eye heights, 1/2^15; its light in 15 bits; whether it is
 * above all nearer ones at its node. */
#define DECK_HEIGHT_ONE 32768.0f
#define DECK_LIGHT_ONE 32767.0f

/* How a deck looks: its forms, where light comes from, air.  Tuned by eye. */
typedef struct deck_look {
    double across, along, gain, broad; /* of its field: see plane_law */
    double rows_near;                  /* from slice to slice at D = 1: see FINEST_ROWS */
    double finest;                     /* rows to which octaves are seen as if to one */
    double shadow_fall;                /* shadows fall by this on the way of one */
    double haze, haze_distance;        /* share of air; D over which it takes 63 % of that */
    double blue, snow;                 /* how blue shadows are, how white the light */
    float swell;                       /* broad octaves are waves, */
    float lobe, less, crease;          /* finer ones lobe * |noise| - less, rounded at 0 */
    float side_less;                   /* how much smoother sides towards us are */
    float to_far, to_above;            /* where the light comes from: the sun is beyond */
    float contrast;
    float dull;      /* how much less of the finest slopes is seen */
    float low, open; /* light in hollows, and how much more there is above */
    float cast;      /* how fast shadows darken with their depth */
    float wall;      /* height of walls, 0 = neither walls nor gaps */
} deck_look;

/* What all nodes of a slice share. */
typedef struct deck_slice {
    float level; /* pixels from the top of the picture at height 0 */
    float lift;  /* pixels for a height of 1 */
    float soft;  /* pixels over which an edge before something farther is soft */
    float haze;  /* share of air */
} deck_slice;

/* A part of the deck. */
typedef struct deck {
    const deck_look *look;
    int slices; /* from the nearest */
    deck_slice *slice;
    int per_block;     /* nodes of a block: not more than one to a column */
    int lines;         /* on which a row of pixels is looked at */
    double rows;       /* below the horizon at D = 1: the finest that differ */
    int64_t first;     /* node of the picture at which samples begin */
    size_t nodes;      /* of a slice */
    int32_t *sample;   /* [slices][nodes] */
    double *distance;  /* [slices] */
    float *side;       /* [nodes]: -1..1: where the sun is, */
    float *shadow;     /* how high farther clouds stand before it, */
    float *top, *full; /* and the rows on which the deck begins and covers all */
    oklab shade, deep; /* colours of the shadow: near the horizon and at our feet */
    oklab lit, sunlit; /* of the light: far from the sun and below it */
    double drop, lift; /* pixels at D = 1: below the horizon, and for a height of 1 */
} deck;

/* deck_top returns the row at which a sample of a slice is, pixels. */
static inline float deck_top(const deck *all, int slice, int32_t sample)
{
    return all->slice[slice].level -
           all->slice[slice].lift * ((float)(sample >> 16) * (1.0f / DECK_HEIGHT_ONE));
}

extern const struct layer_kind kind_deck;

/* deck_slices_new makes the arrays of a deck from `near` to `far` and places its slices.  Nodes do
 * not know of each other: deck_stripe_make fills one of DECK_STRIPES ranges of them, in all slices;
 * after all of them deck_blocks finds the first row of each block that the deck touches, and
 * from which on it covers all.  Errors: RL_NO_MEMORY. */
#define DECK_STRIPES 3
rl_status deck_slices_new(const rl_frame *frame, deck *all, double near, double far,
                          rl_error *error);
void deck_stripe_make(const rl_frame *frame, const deck *all, int number);
void deck_blocks(const rl_frame *frame, const deck *all, int32_t *block_top, int32_t *block_full);

/* What a thread knows of the nodes of a block in one row, node by node. */
typedef struct deck_walk {
    int row;               /* the row it is at, -1 = none */
    int32_t *slice, *next; /* that is shown; the one that covers it next */
    float *next_top;       /* where: pixels from the top */
    float *top, *fall;     /* of the slice; 1 / the way to the nearer one */
    float *light, *haze;   /* at the slice, and what they change by */
    float *more_light, *more_haze;
    /* The edge above it, how fast it gets opaque, and what is behind; with nothing behind it is
     * the deck's own edge. */
    float *edge, *soft;
    float *behind_light, *behind_haze, *covers;
} deck_walk;

/* What a row shows at the nodes of a block. */
typedef struct deck_nodes {
    float light[DECK_NODES], haze[DECK_NODES], covered[DECK_NODES];
} deck_nodes;

/* Node colours: planes of three each. */
enum { DECK_SHADE, DECK_LIT, DECK_AIR, DECK_PLANES };

/* How an octave of a slice is seen, 0..1 each, by the size of its cells. */
typedef struct deck_octave {
    float lobes;        /* how much of it is lobes: broader ones are swells */
    float seen;         /* how much its slopes count: the finest would glitter */
    float smooth_sides; /* how much of it is missing on sides towards us */
} deck_octave;

/* What a group of nodes of a slice is made from. */
typedef struct deck_group {
    const deck_look *look;
    const plane_row *row;
    plane_span span;
    deck_octave octave[PLANE_OCTAVES];
    float steep;       /* slopes in the world for slopes on the screen: across */
    float steep_along; /* and for ln D */
    float height;      /* of the tops */
    float near;        /* 1 / D */
    float fall;        /* how much lower than at the last slice shadows reach */
} deck_group;

/* Makes the samples of a group; `side` is where the sun is, -1..1, `shadow` the height up to
 * which farther clouds take the light, which goes on from slice to slice. */
typedef void deck_slice_kernel(const deck_group *group, const float *side, float *shadow,
                               int32_t *sample);
extern deck_slice_kernel *const deck_slices[CPU_KERNELS];

typedef struct deck_kernels {
    /* Whether at some node another slice covers what is shown. */
    int (*is_passed)(const deck_walk *walk, float y, int count);
    /* Adds what one of `lines` lines shows; the first is what it is added to. */
    void (*look)(const deck_walk *walk, float y, int lines, int is_first, int count,
                 deck_nodes *nodes);
    void (*pixels)(const tile_nodes *colours, const deck_nodes *nodes, int per_block,
                   tile_colours *out, float *covered);
    void (*shade)(const deck *all, const shade_row *row, const shade_group *group, const float *air,
                  float *planes);
} deck_kernels;

/* deck_level returns the height (fraction of H) at which the deck meets a ridge, or below 0 where
 * there is none. */
double deck_level(const rl_frame *frame, int ridge);

extern const deck_kernels *const deck_kernels_of[CPU_KERNELS];

#endif
