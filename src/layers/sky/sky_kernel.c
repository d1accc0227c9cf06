/* sky_kernel.c - the sky's light at a group of nodes, with bloom before it, as colours.
 *
 * Compiled once for each width.
 */
#include "layers/sky/sky.h"
#include "paint/shade_lanes.h"

sky_kernel KERNEL(sky);

void KERNEL(sky)(const shade_row *row, const shade_group *group, const float *air,
                 const shade_light *light, int has_veil, float *planes)
{
    for (int at = 0; at < SHADE_GROUP; at += LANES) {
        air_lanes a = load_air(group, at, air);
        lanes_rgb sky = {lanes_load(light->r + at), lanes_load(light->g + at),
                         lanes_load(light->b + at)};
        if (has_veil) {
            lanes_f nought = lanes_of(0.0f);
            lanes_rgb veil = {lanes_load(light->veil + at), nought, nought};
            store_plane(group, at, planes, SHADE_VEIL, veil);
        }
        store_plane(group, at, planes, SHADE_PLAIN, bloomed(row->frame, sky, a.bloom));
    }
}

KERNEL_TABLE_WIDE(sky_kernel, sky_kernels, sky);
