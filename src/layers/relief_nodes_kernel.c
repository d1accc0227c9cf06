/* relief_nodes_kernel.c - faces at the nodes of the colour grid: what coarse octaves make of the
 * slope, and the arms of dunes.
 *
 * Pixels go on from it (relief_kernel.c, sand_kernel.c).  Compiled for each width of lanes.h.
 */
#include "layers/relief_lanes.h"

LANES_INLINE lanes_f length_of(lanes_f x, lanes_f y)
{
    lanes_f square = x * x + y * y;
    return square * inverse_root(square);
}

relief_nodes_kernel KERNEL(gully_nodes);

void KERNEL(gully_nodes)(const relief_group *group, const shade_group *at, float *planes)
{
    const relief *faces = group->faces;
    const relief_look *look = faces->look;
    for (int n = 0; n < SHADE_GROUP; n += LANES) {
        lanes_f lean = lanes_load(group->slope + n);
        lanes_f depth = lanes_load(group->depth + n);
        lanes_f rest = lanes_of(look->base.rest) * lean;
        lanes_f square = lean * lean;
        lanes_f soft = lanes_of(look->base.soft * look->base.soft);
        lanes_f gx = lanes_of(look->base.share) * lean * inverse_root(square + soft) + rest;
        lanes_f gy = lanes_load(group->down + n);
        soft = lanes_of(look->base.snow_soft * look->base.snow_soft);
        lanes_f snow_x =
            lanes_of(look->base.snow_share) * lean * inverse_root(square + soft) + rest;
        lanes_f snow_y = gy;
        soft = lanes_of(look->base.turn_soft * look->base.turn_soft);
        lanes_f sx = lanes_of(look->base.turn_share) * lean * inverse_root(square + soft) +
                     lanes_of(look->base.turn_rest) * lean;
        lanes_f sy = gy;
        lanes_f bump = lanes_of(0.0f);
        for (int o = 0; o < RELIEF_COARSE; o++) {
            const relief_octave *octave = &faces->octave[o];
            lanes_f inverse = inverse_root(sx * sx + sy * sy);
            lanes_f tx = lanes_of(0.0f) - sy * inverse;
            lanes_f ty = sx * inverse;
            lanes_f x = lanes_of(group->part[o]) +
                        (lanes_to_f(lanes_count()) + lanes_of((float)n)) * lanes_of(group->rate[o]);
            wave w = stripes(octave->period, &group->line[o], look->stripes.freq,
                             lanes_of_i(group->cell[o]), x, all_of(0), tx, ty, 1);
            lanes_f size = w.sine * w.sine + w.cosine * w.cosine;
            size = inverse_root(lanes_max(size, lanes_of(0.0025f)));
            w.sine *= size;
            w.cosine *= size;
            lanes_f strength =
                lanes_of(octave->strength) * lanes_smooth(depth * lanes_of(octave->onset));
            lanes_f sharp = lanes_of(octave->facet);
            if (look->stripes.least > 0.0f)
                sharp = lanes_mix(lanes_of(look->stripes.least), sharp,
                                  lanes_smooth(w.cosine * lanes_of(1.0f / 1.2f) + lanes_of(0.5f)));
            lanes_f side = sharp * w.sine;
            tx *= strength;
            ty *= strength;
            if (o < RELIEF_WHOLE) {
                side = facet(side);
                snow_x -= tx * side;
                snow_y -= ty * side;
                side *= lanes_of(look->stripes.broad[o]);
                gx -= tx * side;
                gy -= ty * side;
            } else {
                int plane = RELIEF_WAVE + 3 * (o - RELIEF_WHOLE);
                plane_out(at, n, planes, plane, side);
                plane_out(at, n, planes, plane + 1, tx);
                plane_out(at, n, planes, plane + 2, ty);
            }
            bump += lanes_of(octave->bump) * strength * w.cosine;
            lanes_f turn = facet(lanes_of(look->stripes.turn) * w.sine);
            sx -= tx * turn;
            sy -= ty * turn;
        }
        bump += length_of(snow_x, snow_y) - length_of(gx, gy);
        plane_out(at, n, planes, RELIEF_LIGHT_X, gx);
        plane_out(at, n, planes, RELIEF_LIGHT_Y, gy);
        plane_out(at, n, planes, RELIEF_TURN_X, sx);
        plane_out(at, n, planes, RELIEF_TURN_Y, sy);
        plane_out(at, n, planes, RELIEF_DEPTH, depth);
        plane_out(at, n, planes, RELIEF_BUMP, bump);
        plane_out(at, n, planes, RELIEF_AMOUNT, lanes_load(group->planes[0] + n));
        plane_out(at, n, planes, RELIEF_SIDE, lanes_load(group->planes[1] + n));
        plane_out(at, n, planes, RELIEF_DETAIL, lanes_load(group->planes[3] + n));
        if (faces->bed != NULL || faces->cliff != NULL)
            plane_out(at, n, planes, RELIEF_LIFT, lanes_load(group->planes[2] + n));
    }
}

KERNEL_TABLE(relief_nodes_kernel, gully_nodes, gully_nodes);

#define SAND_FREQ 1.1f

relief_nodes_kernel KERNEL(sand_nodes);

void KERNEL(sand_nodes)(const relief_group *group, const shade_group *at, float *planes)
{
    const relief *faces = group->faces;
    for (int n = 0; n < SHADE_GROUP; n += LANES) {
        lanes_f depth = lanes_load(group->depth + n);
        lanes_f x = lanes_of(group->part[0]) +
                    (lanes_to_f(lanes_count()) + lanes_of((float)n)) * lanes_of(group->rate[0]);
        wave arms =
            stripes(faces->octave[0].period, &group->line[0], SAND_FREQ, lanes_of_i(group->cell[0]),
                    x, phase_of(depth * lanes_of(faces->octave[0].sink * 0.78f * SAND_FREQ)),
                    lanes_of(faces->arm_x), lanes_of(0.78f), 1);
        plane_out(at, n, planes, SAND_LEAN, lanes_load(group->slope + n));
        plane_out(at, n, planes, SAND_SINE, arms.sine);
        plane_out(at, n, planes, SAND_COSINE, arms.cosine);
        plane_out(at, n, planes, RELIEF_DEPTH, depth);
        plane_out(at, n, planes, RELIEF_AMOUNT, lanes_load(group->planes[0] + n));
        plane_out(at, n, planes, RELIEF_SIDE, lanes_load(group->planes[1] + n));
        plane_out(at, n, planes, RELIEF_DETAIL, lanes_load(group->planes[3] + n));
    }
}

KERNEL_TABLE(relief_nodes_kernel, sand_nodes, sand_nodes);
