/* shade.h - the colour of sky, air and land at the nodes of the colour grid.
 *
 * Everything here is smooth, so it is evaluated on a coarse grid that is
 * anchored to the world's pixels, and interpolated: see tiles.c.  Nodes come in
 * groups of eight, planar, so that kernels take several at once.
 */
#ifndef RL_PAINT_SHADE_H
#define RL_PAINT_SHADE_H

#include "base/cpu.h"
#include "frame/frame.h"
#include "layers/clouds.h"

/* Nodes of a group; node 0 of the picture begins one. */
#define SHADE_GROUP 8

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

/* A colour as it goes to the pixels: encoded sRGB, 0..1. */
typedef struct shade_colour {
    float r, g, b;
} shade_colour;

/* The colours between which relief chooses, as pixels want them: three planes each. */
typedef enum shade_plane {
    SHADE_PLAIN,
    SHADE_LIT,      /* what full light adds to plain */
    SHADE_DARK,     /* what full shadow takes from plain */
    SHADE_SNOW,     /* snow in the shade */
    SHADE_SNOW_LIT, /* what light adds to it */
    SHADE_PLANES
} shade_plane;

/* The sky's second plane, where there are clouds: red = how much they hide. */
#define SHADE_VEIL 1

/* A row of nodes. */
typedef struct shade_row {
    const rl_frame *frame;
    double y_px;
    double height;     /* fraction of H */
    oklab base;        /* the sky's gradient at this height */
    linear_rgb light;  /* the same */
    const float *mist; /* [stride]: the mist's noise, or NULL */
    const float *warp; /* [stride]: of the clouds, or NULL */
} shade_row;

/* A group of nodes in a row, and the planes to read or write from its first node. */
typedef struct shade_group {
    int64_t first; /* its first node, from the picture's left edge */
    size_t at;     /* the same, from the beginning of a plane */
    size_t stride; /* floats between planes */
} shade_group;

/* What a surface adds to a group of its nodes. */
typedef struct shade_land {
    const frame_surface *surface;
    float below[SHADE_GROUP];   /* pixels below the surface's ground */
    int has_mist, has_fog;      /* whether there is any in this row */
    const float *swell, *dense; /* of its fog, by node */
} shade_land;

typedef struct shade_kernels {
    void (*air)(const shade_row *row, const shade_group *group, float *air);
    void (*sky)(const shade_row *row, const shade_group *group, const float *air,
                const cloud_sheet *sheet, float *planes);
    void (*land)(const shade_row *row, const shade_group *group, const float *air,
                 const shade_land *land, float *planes);
} shade_kernels;

extern const shade_kernels shade_plain, shade_vector, shade_avx2;

/* shade_kernels_for returns the variant that a frame chose. */
const shade_kernels *shade_kernels_for(const rl_frame *frame);

/* shade_row_begin fills all but the noises of a row. */
void shade_row_begin(shade_row *row, const rl_frame *frame, double y_px);

/* shade_planes returns how many planes a surface has: 1, 3 or 5. */
int shade_planes(const frame_surface *surface);

/* shade_sky_planes returns how many planes the sky has: 1, or 2 with clouds. */
int shade_sky_planes(const rl_frame *frame);

/* One node of air, for tables: its linear light and OKLab. */
typedef struct shade_air {
    linear_rgb sky;
    oklab air;
    double near_sun, bloom;
} shade_air;

/* shade_air_at evaluates the air at pixel coordinates of the whole picture. */
shade_air shade_air_at(const rl_frame *frame, double x_px, double y_px);

/* shade_mist returns the light of the mist that lies at the foot of a surface. */
linear_rgb shade_mist(const rl_frame *frame, const frame_surface *surface, const shade_air *air);

/* shade_sky_at and shade_land_at return the smooth colour of the sky and of a surface at
 * pixel coordinates of the whole picture: gradient, haze, glow, and mist and fog at their
 * mean; no clouds, aurora, relief or snow. */
shade_colour shade_sky_at(const rl_frame *frame, double x_px, double y_px);
shade_colour shade_land_at(const rl_frame *frame, const frame_surface *surface, double x_px,
                           double y_px);

/* The one colour of a flat sky or a flat ridge. */
shade_colour shade_flat_sky(const rl_frame *frame);
shade_colour shade_flat_land(const rl_frame *frame, const frame_surface *surface);

/* shade_disc returns the sun's linear light at a height on its disc: `low` is 0
 * from the middle up and 1 at its lower rim. */
linear_rgb shade_disc(const rl_frame *frame, double low);

#endif
