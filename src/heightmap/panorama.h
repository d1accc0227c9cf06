/* panorama.h - visibility of a grid of heights from a point on it: the local horizon of a ring of
 * distances, in any direction.
 *
 * Between two samples of a grid line the ground is straight, and a line of sight tests every
 * grid line that it crosses and at both ends of the ring.  So a horizon is a continuous function
 * of the direction alone.
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

/* Heights round the viewer. */
typedef struct panorama_grid {
    const float *heights;  /* [height * width], north first */
    int width, height;     /* at least 2 */
    double cell_x, cell_y; /* metres from sample to sample */
    double x, y;           /* the viewer's place, in cells from the first sample */
} panorama_grid;

/* A view.  The heights are the caller's; those of the near grid are finer, count up to `reach`
 * metres away and are equal to the others there. */
typedef struct panorama {
    panorama_grid all, near;
    double reach;
    double base, gain; /* metres at height 0, and from height 0 to height 1 */
    double eye;        /* the eye's height, metres above the sea */
    double low;        /* metres: the plain beyond the grid */
} panorama;

/* A direction; -cos is down the grid. */
typedef struct panorama_way {
    double sin, cos; /* sine and cosine of the azimuth */
} panorama_way;

/* A visible place. */
typedef struct panorama_place {
    double tangent;  /* tangent of the elevation angle; -10 = there is no land */
    double distance; /* metres */
} panorama_place;

/* panorama_near makes the near grid, of which `heights` has room for PANORAMA_NEAR_SAMPLES: ground
 * near by is no pyramid of straight lines, but round.  Then the eye's height may be set. */
#define PANORAMA_NEAR_SIDE 385
#define PANORAMA_NEAR_SAMPLES (PANORAMA_NEAR_SIDE * PANORAMA_NEAR_SIDE)
void panorama_near(panorama *view, float *heights);

/* panorama_ground returns the height of the ground, in metres, at a distance. */
double panorama_ground(const panorama *view, panorama_way way, double distance);

/* panorama_rough returns the distance (metres) of a sample there from the mean of its neighbours.
 */
double panorama_rough(const panorama *view, panorama_way way, double distance);

/* panorama_top returns the highest place from `from` to `to` metres away; a ring that has no end
 * (panorama_endless) reaches over a plain beyond the grid to the horizon. */
#define PANORAMA_ENDLESS 1e6
panorama_place panorama_top(const panorama *view, panorama_way way, double from, double to);

/* panorama_hit returns how far away the ground is, in that ring, that is seen at an angle of a
 * tangent: of its highest place where that is lower. */
double panorama_hit(const panorama *view, panorama_way way, double from, double to, double tangent);

/* panorama_slopes finds the slopes to the right and away from the viewer, rise over run, at a
 * distance; beyond the grid it is level. */
void panorama_slopes(const panorama *view, panorama_way way, double distance, double *right,
                     double *away);

#endif
