/* shade.h - the air, which all layers share, at the nodes of the colour grid.
 *
 * Smooth quantities are evaluated on a coarse grid, anchored to the world's pixels, and are
 * interpolated: see tiles.c.  Nodes are computed in groups of SHADE_GROUP and stored in planes, so
 * that kernels can do several at once.
 */
#ifndef RL_PAINT_SHADE_H
#define RL_PAINT_SHADE_H

#include "base/cpu.h"
#include "frame/frame.h"

/* Nodes of a group; node 0 of the picture is the first of a group. */
#define SHADE_GROUP 16

/* Planes of the air: values of a node that all layers share. */
typedef enum shade_air_plane {
    AIR_SKY_R, /* linear light of the sky with its glow, without the sun's disc */
    AIR_SKY_G,
    AIR_SKY_B,
    AIR_L, /* OKLab colour of the haze before the land */
    AIR_A,
    AIR_B,
    AIR_NEAR_SUN, /* strength of sunlight that the haze scatters, 0..1 */
    AIR_BLOOM,    /* strength of the bloom, glow in front of everything, 0..1 */
    AIR_PLANES
} shade_air_plane;

/* A colour of pixels: encoded sRGB, 0..1. */
typedef struct shade_colour {
    float r, g, b;
} shade_colour;

/* Colours of a tile that relief mixes, encoded sRGB; each has three planes: red, green, blue. */
typedef enum shade_plane {
    SHADE_PLAIN,    /* colour without relief */
    SHADE_LIT,      /* full light minus SHADE_PLAIN */
    SHADE_DARK,     /* SHADE_PLAIN minus full shadow */
    SHADE_SNOW,     /* snow in the shade */
    SHADE_SNOW_LIT, /* snow in full light minus SHADE_SNOW */
    SHADE_PLANES,
    /* Fields have no snow but plants and soil: the colour minus SHADE_PLAIN. */
    SHADE_STRAW = SHADE_SNOW, /* dry plants */
    SHADE_GREEN,              /* green plants */
    SHADE_EARTH,              /* bare soil */
    SHADE_FIELDS_END
} shade_plane;

/* The second colour of the sky's tile: its red is the share of the sky that is hidden, 0..1. */
#define SHADE_VEIL 1

/* A row of nodes. */
typedef struct shade_row {
    const rl_frame *frame;
    int node_row;     /* number of the row of nodes; -1 = none */
    double y_px;      /* y in pixels from the top of the picture */
    double height;    /* height above the lower edge, fraction of H */
    oklab base;       /* gradient of the sky at this height */
    linear_rgb light; /* `base` as linear light */
} shade_row;

/* A group of nodes in a row, and its place in planes. */
typedef struct shade_group {
    int64_t first; /* number of its first node; node 0 is at the left edge of the picture */
    size_t at;     /* index of its first node in a plane */
    size_t stride; /* floats from one plane to the next */
    int count;     /* nodes that are needed, 1..SHADE_GROUP; a kernel may compute more */
} shade_group;

/* shade_put writes a colour of a node: its planes are the three from 3 * plane on. */
static inline void shade_put(const shade_group *group, int node, float *planes, int plane,
                             shade_colour c)
{
    float *to = planes + group->at + (size_t)node + (size_t)(3 * plane) * group->stride;
    to[0] = c.r;
    to[group->stride] = c.g;
    to[2 * group->stride] = c.b;
}

/* Linear light of the sky at a group of nodes, and the share of it that is hidden (0..1). */
typedef struct shade_light {
    float r[SHADE_GROUP], g[SHADE_GROUP], b[SHADE_GROUP], veil[SHADE_GROUP];
    const float *air; /* planes of the air of the nodes: see shade_air_kernel */
} shade_light;

/* Writes the planes of the air (shade_air_plane) at a group of nodes. */
typedef void shade_air_kernel(const shade_row *row, const shade_group *group, float *air);
extern shade_air_kernel *const shade_air_kernels[CPU_KERNELS];

/* shade_row_begin fills `row` for node row `node_row`, which is at y_px. */
void shade_row_begin(shade_row *row, const rl_frame *frame, int node_row, double y_px);

/* The air at one node: see shade_air_plane. */
typedef struct shade_air {
    linear_rgb sky;
    oklab air;
    double near_sun, bloom;
} shade_air;

/* shade_air_read returns node `node` of a group whose planes of air are at `air`. */
shade_air shade_air_read(const float *air, const shade_group *group, int node);

/* shade_air_at evaluates the air at pixel coordinates of the whole picture. */
shade_air shade_air_at(const rl_frame *frame, double x_px, double y_px);

/* shade_encode returns linear light as encoded sRGB. */
shade_colour shade_encode(const rl_frame *frame, linear_rgb light);

#endif
