/* relief_vista.c - faces of a panorama: the slopes, the height and the steepness of the very land
 * that is seen at each node.
 */
#include "base/exact.h"
#include "frame/profile.h"
#include "layers/relief.h"

/* Slopes of a face as one sees it: of the land's to the right, and down on level ground and more
 * for each of the land's own.  Tuned by eye on alps of 30 m cells. */
#define ACROSS 1.7
#define DOWN_LEVEL 0.45
#define DOWN_STEEP 1.1

/* Faces are those of slopes: plains and valley floors have none. */
#define LEVEL_SLOPE 0.08
#define STEEP_SLOPE 0.40
#define LEVEL_SHARE 0.02

/* Near ground, less than so many cells of the DEM away, is calmer: the eye is to go on. */
#define NEAR_CELLS 4.0
#define FAR_CELLS 40.0
#define NEAR_SHARE 0.45

/* How steep land is to snow: what is level, and more for each of the slope. */
#define SNOW_STEEP_LEVEL 1.6
#define SNOW_STEEP 0.4

/* All of a face is as deep below its crest, in U: rings have edges where the land has none. */
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
