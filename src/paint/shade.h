/* shade.h - what all layers share at the nodes of the colour grid: the air.
 *
 * What is smooth is evaluated on a coarse grid that is
 * anchored to the world's pixels, and interpolated: see tiles.c.  Nodes come in
 * groups of sixteen, planar, so that kernels take several at once.
 */
#ifndef RL_PAINT_SHADE_H
#define RL_PAINT_SHADE_H

#include "base/cpu.h"
#include "frame/frame.h"

/* Nodes of a group; node 0 of the picture begins one. */
#define SHADE_GROUP 16

/* What all layers share at a node. */
typedef enum shade_air_plane {
    AIR_SKY_R, /* the sky's own linear light, without the disc */
    AIR_SKY_G,
    AIR_SKY_B,
    AIR_L, /* OKLab: light that the haze before the land takes on */
    AIR_A,
    AIR_B,
    AIR_NEAR_SUN, /* 0..1: how much sunlight the haze scatters */
    AIR_BLOOM,    /* share of glow over everything */
    AIR_PLANES
} shade_air_plane;

/* A colour of pixels: encoded sRGB, 0..1. */
typedef struct shade_colour {
    float r, g, b;
} shade_colour;

/* Colours between which relief chooses, as encoded sRGB; each has three planes. */
typedef enum shade_plane {
    SHADE_PLAIN,
    SHADE_LIT,      /* difference from plain to full light */
    SHADE_DARK,     /* difference from full shadow to plain */
    SHADE_SNOW,     /* snow in the shade */
    SHADE_SNOW_LIT, /* difference from that to snow in full light */
    SHADE_PLANES,
    /* Fields and heath have no snow: differences from plain to their plants and soil. */
    SHADE_STRAW = SHADE_SNOW, /* dry plants */
    SHADE_GREEN,              /* green plants, or heather */
    SHADE_EARTH,              /* bare soil */
    SHADE_FIELDS_END
} shade_plane;

/* Second plane of the sky: its red is the share that is hidden, 0..1. */
#define SHADE_VEIL 1

/* A row of nodes. */
typedef struct shade_row {
    const rl_frame *frame;
    int node_row;     /* number of the row, -1 = none */
    double y_px;      /* row of pixels */
    double height;    /* fraction of H */
    oklab base;       /* gradient of the sky at this height */
    linear_rgb light; /* base as linear light */
} shade_row;

/* A group of nodes in a row, and the planes to read or write from its first node. */
typedef struct shade_group {
    int64_t first; /* number of its first node from the left edge of the picture */
    size_t at;     /* index of its first node in a plane */
    size_t stride; /* floats from a plane to the next */
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
} shade_light;

/* Writes the planes of the air (shade_air_plane) at a group. */
typedef void shade_air_kernel(const shade_row *row, const shade_group *group, float *air);
extern shade_air_kernel *const shade_air_kernels[CPU_KERNELS];

/* shade_row_begin fills a row. */
void shade_row_begin(shade_row *row, const rl_frame *frame, int node_row, double y_px);

/* One node of air, for tables: its linear light and OKLab. */
typedef struct shade_air {
    linear_rgb sky;
    oklab air;
    double near_sun, bloom;
} shade_air;

/* shade_air_read returns node `node` of a group whose planes of air are at `air`. */
shade_air shade_air_read(const float *air, const shade_group *group, int node);

/* shade_air_at evaluates the air at pixel coordinates of the whole picture. */
shade_air shade_air_at(const rl_frame *frame, double x_px, double y_px);

/* shade_encode returns light as a colour. */
shade_colour shade_encode(const rl_frame *frame, linear_rgb light);

#endif
