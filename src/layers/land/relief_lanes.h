/* relief_lanes.h - helpers for the kernels of all grounds: planes of nodes, colours of faces. */
#ifndef RL_LAYERS_RELIEF_LANES_H
#define RL_LAYERS_RELIEF_LANES_H

#include "base/stripes_lanes.h"
#include "layers/land/relief.h"
#include "paint/pixels_lanes.h"

/* Returns v softly clamped to -0.9..0.9: nearly v around 0, constant beyond BEND_LIMIT. */
LANES_INLINE lanes_f bend(lanes_f v)
{
    v = lanes_clamp(v, -BEND_LIMIT, BEND_LIMIT);
    return v * (lanes_of(BEND_SLOPE) - lanes_of(BEND_CUBE) * (v * v));
}

LANES_INLINE void plane_out(const shade_group *at, int n, float *planes, int plane, lanes_f value)
{
    lanes_store(planes + (size_t)plane * at->stride + at->at + n, value);
}

/* Mixes planes of the relief from `first` on. */
LANES_INLINE void mix_planes(const tile_nodes *nodes, int first, int planes, node_row *plane)
{
    mix_nodes(nodes, first, planes, plane + first);
}

#endif
