/* relief_vista.c - computes the faces of a panorama: slopes, altitude and steepness of the land
 * that is visible at each node.
 */
#include "base/exact.h"
#include "layers/land/relief.h"

/* Slopes of a face in the picture, tuned by eye on alps with cells of 30 m. */
#define ACROSS 1.7      /* slope across per slope of the land to the right */
#define DOWN_LEVEL 0.45 /* slope down of level ground */
#define DOWN_STEEP 1.1  /* slope down per slope of the land */

/* Plains and valley floors have hardly any faces. */
#define LEVEL_SLOPE 0.08 /* slope up to which ground is level */
#define STEEP_SLOPE 0.40 /* slope from which faces show wholly */
#define LEVEL_SHARE 0.02 /* share of faces that shows on level ground */

/* Near ground is calmer, so that it does not draw the eye. */
#define NEAR_CELLS 4.0  /* distance up to which ground is near, cells of the DEM */
#define FAR_CELLS 40.0  /* distance from which faces show wholly, cells of the DEM */
#define NEAR_SHARE 0.45 /* share of faces that shows near by */

#define SNOW_STEEP_LEVEL 1.6 /* steepness of level land for snow */
#define SNOW_STEEP 0.4       /* steepness for snow per slope */

/* Depth of all of a face below its crest, U.  It is constant, since the edges of rings are not
 * edges of the land. */
#define DEPTH 0.10

void relief_vista_at(const relief *faces, int64_t node, double height, relief_group *group, int i)
{
    const vista *self = faces->vista;
    panorama_way way = self->way[node];
    double tangent = (height - self->level) / self->per_unit, right, away;
    double distance = panorama_hit(&self->view, way, faces->ring_from, faces->ring_to, tangent);
    panorama_slopes(&self->view, way, distance, &right, &away);
    double slope = exact_sqrt(right * right + away * away);
    group->above[i] = (float)-DEPTH;
    double across = ACROSS * right, down = DOWN_LEVEL + DOWN_STEEP * slope;
    group->across[i] = (float)across;
    group->down[i] = (float)-down;
    group->share[i] = 1.0f;
    group->steep[i] = (float)(SNOW_STEEP_LEVEL + SNOW_STEEP * slope) -
                      (float)exact_sqrt(across * across + down * down);
    double shown =
        exact_mix(LEVEL_SHARE, 1.0, exact_smoothstep(LEVEL_SLOPE, STEEP_SLOPE, slope)) *
        exact_mix(NEAR_SHARE, 1.0, exact_smoothstep(NEAR_CELLS, FAR_CELLS, distance / self->cell));
    group->shown[i] = (float)shown;
    group->metres[i] = (float)panorama_ground(&self->view, way, distance);
}

void relief_vista_show(const relief *faces, const relief_group *group, const shade_group *at,
                       float *planes)
{
    float *amount = planes + (size_t)RELIEF_AMOUNT * at->stride + at->at;
    float *steep = planes + (size_t)RELIEF_STEEP * at->stride + at->at;
    for (int i = 0; i < SHADE_GROUP; i++) {
        amount[i] *= group->shown[i];
        steep[i] += group->steep[i];
        steep[i] += (group->height - (group->metres[i] - faces->snow_metres) * faces->snow_per) *
                    faces->snow_tilt;
    }
}
