/* panorama.h - visibility of a grid of heights from a point on it: the highest place within a ring
 * of distances, in any direction.
 *
 * The ground is straight between neighbouring samples of a row or column.  A line of sight tests
 * the ground where it crosses rows and columns, and at both ends of the ring.  So the result is a
 * continuous function of the direction alone.
 *
 * The earth's curvature and the refraction of the air lower ground at a distance d by
 * d^2 (1 - k) / (2 R), with the earth's mean radius R and Gauss's coefficient of refraction
 * k = 0.13: P. Yoeli, "The making of intervisibility maps with computer and plotter",
 * Cartographica 22 (1985), p. 88-103; programs for viewsheds use the same.
 */
#ifndef RL_HEIGHTMAP_PANORAMA_H
#define RL_HEIGHTMAP_PANORAMA_H

#define PANORAMA_RADIUS 6371000.0 /* metres */
#define PANORAMA_REFRACTION 0.13

/* A grid of heights around the viewer. */
typedef struct panorama_grid {
    const float *heights;  /* [height * width], north first */
    int width, height;     /* at least 2 */
    double cell_x, cell_y; /* metres from sample to sample */
    double x, y;           /* the viewer's place: columns and rows from the first sample */
} panorama_grid;

/* The ground and the eye.  Arrays of heights belong to the caller.  The finer near grid is used up
 * to `reach` metres from the viewer, where it equals the whole grid. */
typedef struct panorama {
    panorama_grid all, near;
    double reach;
    double base, gain; /* altitude in metres = base + gain * height */
    double eye;        /* altitude of the eye, metres */
    double low;        /* altitude of the plain beyond the grid, metres */
} panorama;

/* A horizontal direction from the viewer; cos > 0 is north, up the grid. */
typedef struct panorama_way {
    double sin, cos; /* sine and cosine of the azimuth */
} panorama_way;

/* A visible place. */
typedef struct panorama_place {
    double tangent;  /* tangent of the elevation angle; -10 = there is no land */
    double distance; /* metres */
} panorama_place;

/* panorama_near makes the near grid in `heights`, an array of PANORAMA_NEAR_SAMPLES: there the
 * ground is a smooth surface, since straight lines between samples would show close to the eye.  It
 * must be called before the other functions; they also need view->eye, except panorama_ground. */
#define PANORAMA_NEAR_SIDE 385
#define PANORAMA_NEAR_SAMPLES (PANORAMA_NEAR_SIDE * PANORAMA_NEAR_SIDE)
void panorama_near(panorama *view, float *heights);

/* panorama_ground returns the altitude of the ground at a distance in metres, in metres. */
double panorama_ground(const panorama *view, panorama_way way, double distance);

/* panorama_rough returns the roughness of the ground at a distance: how far it is from the mean of
 * the ground a cell to the north, south, east and west, metres. */
double panorama_rough(const panorama *view, panorama_way way, double distance);

/* panorama_top returns the place from `from` to `to` metres away that is seen highest; if `to` is
 * PANORAMA_ENDLESS, the ring extends over a plain beyond the grid to the horizon. */
#define PANORAMA_ENDLESS 1e6
panorama_place panorama_top(const panorama *view, panorama_way way, double from, double to);

/* panorama_hit returns the distance of the nearest ground, from `from` to `to` metres away, whose
 * elevation angle has at least the given tangent; that of panorama_top if there is none. */
double panorama_hit(const panorama *view, panorama_way way, double from, double to, double tangent);

/* panorama_slopes writes the slopes of the ground at a distance, rise over run: to the right, and
 * away from the viewer.  Beyond the grid they are 0. */
void panorama_slopes(const panorama *view, panorama_way way, double distance, double *right,
                     double *away);

#endif
