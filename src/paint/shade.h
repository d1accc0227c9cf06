/* shade.h - the colour of sky, air and land at one node of the colour grid.
 *
 * Everything here is smooth, so it is evaluated on a coarse grid that is
 * anchored to the world's pixels, and interpolated: see tiles.c.
 */
#ifndef RL_PAINT_SHADE_H
#define RL_PAINT_SHADE_H

#include "frame/frame.h"

/* What all layers share at a node. */
typedef struct shade_air {
    linear_rgb sky;  /* the sky's own light, without the disc */
    oklab air;       /* light that the haze before the land takes on */
    double near_sun; /* 0..1: how much sunlight the haze scatters */
    double bloom;    /* share of glow over everything */
} shade_air;

/* A colour as it goes to the pixels: encoded sRGB, 0..1. */
typedef struct shade_colour {
    float r, g, b;
} shade_colour;

/* shade_air_at evaluates the air at pixel coordinates of the whole picture. */
shade_air shade_air_at(const rl_frame *frame, double x_px, double y_px);

/* The colours between which relief chooses. */
typedef enum shade_plane {
    SHADE_PLAIN,
    SHADE_LIT,
    SHADE_DARK,
    SHADE_SNOW_LIT,
    SHADE_SNOW_DARK,
    SHADE_PLANES
} shade_plane;

/* The sky's second plane, where there are clouds: red = how much they hide. */
#define SHADE_VEIL 1

/* shade_planes returns how many planes a surface has: 1, 3 or 5. */
int shade_planes(const frame_surface *surface);

/* shade_sky_planes returns how many planes the sky has: 1, or 2 with clouds. */
int shade_sky_planes(const rl_frame *frame);

/* shade_sky writes the planes of the sky at a node. */
void shade_sky(const rl_frame *frame, const shade_air *air, double x_px, double y_px,
               shade_colour *planes);

/* shade_land writes the planes of a surface at a node; `ground_px` is how far
 * the node lies below the surface's ground. */
void shade_land(const rl_frame *frame, const frame_surface *surface, const shade_air *air,
                double x_px, double y_px, double ground_px, shade_colour *planes);

/* shade_mist returns the light of the mist that lies at the foot of a surface. */
linear_rgb shade_mist(const rl_frame *frame, const frame_surface *surface, const shade_air *air);

/* The one colour of a flat sky or a flat ridge. */
shade_colour shade_flat_sky(const rl_frame *frame);
shade_colour shade_flat_land(const rl_frame *frame, const frame_surface *surface);

/* shade_disc returns the sun's linear light at a height on its disc: `low` is 0
 * from the middle up and 1 at its lower rim. */
linear_rgb shade_disc(const rl_frame *frame, double low);

#endif
