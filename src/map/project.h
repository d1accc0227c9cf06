/* project.h - the camera of the surface view: parallel rays, exact trigonometry.
 *
 * In: azimuth and elevation in the sense of MATLAB's view (azimuth from the negative y
 * axis, counter-clockwise seen from above; elevation above the ground), an extent to
 * show, a width.  Out: where a point of the block is in the picture.
 *
 * Rays are parallel, as in block diagrams and MATLAB's own default: equal lengths stay
 * equal, so relief can be compared across the picture, and elevation 90 is the map.
 * x runs east, y north, z up; the picture's x runs right, its y down.
 */
#ifndef RL_MAP_PROJECT_H
#define RL_MAP_PROJECT_H

typedef struct projection {
    double right[2];           /* the picture's x axis in the ground plane */
    double up[3];              /* the picture's upward axis */
    double toward[3];          /* to the eye */
    double scale;              /* pixels of one unit */
    double middle_x, middle_y; /* pixels: where the origin is */
    int width, height;         /* pixels */
} projection;

typedef struct projected {
    double x, y;  /* pixels */
    double depth; /* units; less is nearer */
} projected;

/* project_cosine and project_sine of degrees; exactly 0 and 1 where they are. */
double project_cosine(double degrees);
double project_sine(double degrees);

/* project_turn sets the axes; scale 1, the origin at 0. */
projection project_turn(double azimuth, double elevation);

/* What the picture must hold, in units: `across` to either side of the origin, `top`
 * and `bottom` along the picture's upward axis. */
typedef struct project_extent {
    double across, top, bottom;
} project_extent;

/* project_fit makes the picture `width` wide with a margin (a share of the width) round
 * the extent; its height follows, at most twice the width. */
void project_fit(projection *self, const project_extent *extent, int width, double margin);

projected project_point(const projection *self, double x, double y, double z);

/* project_ground: the point of the plane at height z that is at a place of the picture. */
void project_ground(const projection *self, double picture_x, double picture_y, double z, double *x,
                    double *y);

#endif
