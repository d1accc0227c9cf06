/* meadow.c - prepares the light of meadows and estimates it near their crest. */
#include "base/exact.h"
#include "layers/land/relief.h"

#define LIGHT_LEAST 0.55 /* light of a meadow far from the sun, 0..1 */
#define LIGHT_NEAR 0.45  /* distance over which the light falls to 1/e of its excess, U */

static double lift(const rl_frame *frame, const relief *faces, double x)
{
    (void)faces;
    double way = exact_abs(frame_way(frame, x - frame->light.sun_side));
    return exact_mix(LIGHT_LEAST, 1.0, exact_exp(-way / LIGHT_NEAR));
}

/* Returns the light of meadow_kernel.c: its nodes all lie at the place. */
static double crest(const relief *faces, const relief_spot *place)
{
    relief_group group = {.faces = faces, .height = (float)place->height};
    const shade_group at = {.stride = SHADE_GROUP, .count = 1};
    float planes[RELIEF_PLANES * SHADE_GROUP];
    stripe_cell_at(faces->drift_rate * place->x, (int32_t)faces->drift_cells, &group.drift_cell,
                   &group.drift_part);
    for (int n = 0; n < SHADE_GROUP; n++) {
        group.above[n] = (float)-place->below;
        group.lift[n] = (float)place->lift;
    }
    faces->nodes(&group, &at, planes);
    double edge = (double)MEADOW_EDGE * exact_exp(-place->below / (double)MEADOW_EDGE_FADE);
    double slope = (double)MEADOW_SLOPE * exact_exp(-place->below / (double)MEADOW_SLOPE_FADE);
    return (edge + slope) * (double)planes[RELIEF_AMOUNT * SHADE_GROUP] +
           (double)planes[MEADOW_PATCH * SHADE_GROUP];
}

const relief_hooks meadow_hooks = {.nodes = meadow_nodes,
                                   .pixels = meadow_pixels,
                                   .has_half_rows = 1,
                                   .lift = lift,
                                   .crest = crest};
