/* deck.h - a deck of clouds or a sheet of ice, seen from above: a height field on the plane of
 * plane.h, whose distance D is 1 at the lower edge of the picture.
 *
 * The deck is cut into slices, each at one distance, a pixel or two apart on the screen.  At each
 * node (a column) a slice has a height and a light.  A row shows at a node the nearest slice that
 * rises to the row, or the surface between that slice and the next nearer one.  Between nodes light
 * and opacity of the air are interpolated linearly.
 *
 * Ridges stand in the deck: it is as many layers as there are ridges in it, each from one ridge
 * to the next nearer one.
 */
#ifndef RL_LAYERS_DECK_H
#define RL_LAYERS_DECK_H

#include "layers/common/plane.h"
#include "layers/sky/cracks.h"
#include "paint/block.h"

#define DECK_STREAM 5050 /* random stream */

#define DECK_GROUP 64                         /* nodes that are computed at a time */
#define DECK_LANES 16                         /* lanes of the widest kernel */
#define DECK_NODES (TILES_BLOCK + DECK_LANES) /* nodes of a block, with room for whole lanes */

/* A sample of a slice at a node: bits 31..16 are its height, 15..1 its light, 0 whether it is above
 * all nearer samples of the node. */
#define DECK_HEIGHT_ONE 32768.0f /* height of one eye height */
#define DECK_LIGHT_ONE 32767.0f  /* light of 1, where the depth of cracks is 0 */
#define DECK_NOWHERE 1e30f       /* row below all pictures */
#define DECK_DEPTH (-0.45f)      /* light in the depth of cracks: darker than any shadow */

/* Forms, light and air of a deck, tuned by eye. */
typedef struct deck_look {
    double across, along, gain; /* height field: see plane_law */
    double broad;               /* plane_law.broad of the height field */
    double rows_near;           /* rows from slice to slice at D = 1: see FINEST_ROWS */
    double finest;              /* pixel size for plane_row_at in 1/FINEST_ROWS U: limits detail */
    double edge;                /* width of edges before something farther at D = 1, U */
    double shadow_fall;         /* fall of the upper edge of shadows, eye heights per 1 of D */
    double haze;                /* opacity of the air before a deck at infinity, 0..1 */
    double haze_distance;       /* D at which the opacity is 63 % of `haze` */
    double blue;                /* share of ice in the colour of shadows, 0..1 */
    double snow;                /* share of snow in the colour of the light, 0..1 */
    float swell;                /* amplitude of broad octaves, which are waves */
    float lobe, less;           /* finer octaves are lobes: lobe * |noise| - less */
    float crease;               /* radius within which |noise| is rounded at 0 */
    float side_less;            /* share of finer octaves that sides towards the eye lose, 0..1 */
    float to_far, to_above;     /* direction to the light: away from the eye, and up */
    float contrast;             /* factor of the cosine between the light and the surface normal */
    float dull;                 /* share of the finest slopes that light leaves out, 0..1 */
    float low;                  /* light of hollows, relative to full light */
    float open;                 /* addition to `low` on high ground */
    float cast;                 /* darkening of shadows: 1 / eye heights of depth */
    float wall; /* height of walls of ice, relative to the tops; 0 = no walls, no cracks */
} deck_look;

/* Constants of the nodes of a slice. */
typedef struct deck_slice {
    float level; /* row of height 0, pixels from the top of the picture */
    float lift;  /* pixels for a height of one eye height */
    float soft;  /* width of its edge before something farther, pixels */
    float haze;  /* opacity of the air before it, 0..1 */
} deck_slice;

/* The deck between two ridges. */
typedef struct deck {
    const deck_look *look;
    int slices;             /* count of slices, near to far */
    deck_slice *slice;      /* [slices] */
    int per_block;          /* nodes of a block, at most one for a column */
    int lines;              /* horizontal lines that are sampled in a row of pixels */
    double rows;            /* rows below the horizon at D = 1, by which detail is limited */
    double rows_least;      /* least rows (as in `rows`) from a slice to the next */
    int64_t first;          /* first node of the samples, counted in the whole picture */
    size_t nodes;           /* nodes of a slice */
    int32_t *sample;        /* [nodes / DECK_GROUP][slices][DECK_GROUP]: see deck_samples */
    double *distance;       /* [slices and those that only cast shadows]: D */
    struct deck_form *form; /* as many: noise and light */
    float *top;             /* [nodes]: row at which the deck begins, pixels */
    float *full;            /* [nodes]: row from which the deck covers all, pixels */
    oklab shade;            /* colour of shadows near the horizon */
    oklab deep;             /* colour of shadows near the eye */
    oklab lit;              /* colour of the light far from the sun */
    oklab sunlit;           /* colour of the light below the sun */
    double drop;            /* pixels below the horizon at D = 1 */
    double lift;            /* pixels for a height of 1 at D = 1 */
} deck;

/* deck_samples returns the sample of the nearest slice at a node.  That of each farther slice comes
 * DECK_GROUP later. */
static inline int32_t *deck_samples(const deck *all, size_t node)
{
    size_t group = node / DECK_GROUP;
    return all->sample + group * (size_t)all->slices * DECK_GROUP + node % DECK_GROUP;
}

/* deck_top returns the row of a sample of a slice, pixels. */
static inline float deck_top(const deck *all, int slice, int32_t sample)
{
    return all->slice[slice].level -
           all->slice[slice].lift * ((float)(sample >> 16) * (1.0f / DECK_HEIGHT_ONE));
}

/* deck_light returns the light of a sample, DECK_DEPTH..1. */
static inline float deck_light(int32_t sample)
{
    return DECK_DEPTH + (float)(sample >> 1 & 0x7fff) * ((1.0f - DECK_DEPTH) / DECK_LIGHT_ONE);
}

extern const struct layer_kind kind_deck;

/* Stripes are parts of the preparation (layer_kind.parts): with six, two threads seldom wait. */
#define DECK_STRIPES 6

/* deck_slices_new allocates the arrays of a deck between distances `near` and `far` and places its
 * slices.  Nodes are independent: deck_stripe_make fills one of DECK_STRIPES ranges of nodes, in
 * all slices.  Then deck_blocks writes for each block the first row that the deck touches, and the
 * row from which it covers all.  Errors: RL_NO_MEMORY. */
rl_status deck_slices_new(const rl_frame *frame, deck *all, double near, double far,
                          rl_error *error);
void deck_stripe_make(const rl_frame *frame, const deck *all, int number);
void deck_blocks(const rl_frame *frame, const deck *all, int32_t *block_top, int32_t *block_full);

/* State of a thread that goes down the rows of a block; arrays have an element for each node. */
typedef struct deck_walk {
    int row;             /* current row, -1 = none */
    int32_t *slice;      /* slice that is shown */
    int32_t *next;       /* slice that covers `slice` next, -1 = none */
    float *next_top;     /* row at which `next` begins, pixels */
    float *top;          /* row of `slice`, pixels */
    float *fall;         /* 1 / pixels from `top` to the next nearer slice */
    float *light;        /* light at `slice`, DECK_DEPTH..1 */
    float *haze;         /* opacity of the air at `slice`, 0..1 */
    float *more_light;   /* change of light to the next nearer slice */
    float *more_haze;    /* change of opacity to the next nearer slice */
    float *edge;         /* row of the edge above the surface that is shown, pixels */
    float *soft;         /* 1 / width of the edge, pixels */
    float *behind_light; /* light behind the edge */
    float *behind_haze;  /* opacity of the air behind the edge */
    float *covers;       /* coverage behind the edge, 0 above the whole deck */
} deck_walk;

/* Values of a row at the nodes of a block. */
typedef struct deck_nodes {
    float light[DECK_NODES];   /* light, DECK_DEPTH..1 */
    float haze[DECK_NODES];    /* opacity of the air, 0..1 */
    float covered[DECK_NODES]; /* coverage, 0..1 */
} deck_nodes;

/* Planes of colours at nodes, each of red, green and blue. */
enum { DECK_SHADE, DECK_LIT, DECK_AIR, DECK_PLANES };

/* Weights of an octave in a slice, by the size of its cells. */
typedef struct deck_octave {
    float lobes;        /* share of lobes, 0..1: broader octaves are swells */
    float seen;         /* weight of its slopes in the light: the finest would glitter */
    float smooth_sides; /* share that is missing on sides towards the eye, 0..1 */
} deck_octave;

/* Input of a group of nodes of a slice. */
typedef struct deck_group {
    const deck_look *look;
    const plane_row *row;
    plane_span span;
    deck_octave octave[PLANE_OCTAVES];
    crack_slice crack;
    float steep;       /* slope in the world for a slope of 1 by x */
    float steep_along; /* slope in the world for a slope of 1 by ln D */
    float height;      /* height of the tops, eye heights */
    float near;        /* 1 / D */
    float fall;        /* fall of shadows since the last slice, eye heights */
} deck_group;

/* The input of all groups of a slice, which lacks their spans. */
typedef struct deck_form {
    plane_row row;
    deck_group group;
} deck_form;

typedef struct deck_slice_kernels {
    /* Makes the samples of a group.  `side` is the side on which the sun is, -1..1; `shadow`, the
     * height of the upper edge of shadows, is carried from each slice to the next nearer one. */
    void (*make)(const deck_group *group, const float *side, float *shadow, int32_t *sample);
    /* Marks the samples of a group that are above all nearer ones, and writes its part of `top`
     * and `full`. */
    void (*find_tops)(const deck *all, size_t node);
} deck_slice_kernels;
extern const deck_slice_kernels *const deck_slices[CPU_KERNELS];

typedef struct deck_kernels {
    /* Returns whether at any node the row y has reached `next_top`. */
    int (*is_passed)(const deck_walk *walk, float y, int count);
    /* Adds one of `lines` lines of a row to the nodes; the first one overwrites them. */
    void (*look)(const deck_walk *walk, float y, int lines, int is_first, int count,
                 deck_nodes *nodes);
    /* Writes colours and coverage of the columns of a run. */
    void (*pixels)(const tile_nodes *colours, const deck_nodes *nodes, int per_block,
                   tile_colours *out, float *covered);
    /* Writes the colours of a group of nodes: DECK_PLANES of them. */
    void (*shade)(const deck *all, const shade_row *row, const shade_group *group, const float *air,
                  float *planes);
} deck_kernels;

/* deck_level returns the height (fraction of H) at which the deck meets a ridge; negative if the
 * ridge is not in a deck. */
double deck_level(const rl_frame *frame, int ridge);

extern const deck_kernels *const deck_kernels_of[CPU_KERNELS];

#endif
