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

/* Shade of a row of a block, -1 = shadow .. 1 = light.  With snow also its coverage and the wetness
 * of the rock between it, both 0..1. */
typedef struct face_row {
    float shade[TILES_BLOCK], snow[TILES_BLOCK], wet[TILES_BLOCK];
} face_row;

/* Weights of light, shade and snow at LANES pixels.  Most lanes are in the light or in the shade
 * together, so terms whose weights are all 0 are skipped, which changes no bit. */
typedef struct face_mix {
    lanes_f lit, dark, sun, snow;
    int has_lit, has_dark, has_snow;
} face_mix;

LANES_INLINE lanes_f channel_at(const node_row *colour, int channel, const between *b,
                                const face_mix *m, int is_wide)
{
    lanes_f c = line_at(&colour[3 * SHADE_PLAIN + channel], b, is_wide);
    if (m->has_lit)
        c = c + line_at(&colour[3 * SHADE_LIT + channel], b, is_wide) * m->lit;
    if (m->has_dark)
        c = c + line_at(&colour[3 * SHADE_DARK + channel], b, is_wide) * m->dark;
    if (m->has_snow)
        c = lanes_mix(c,
                      line_at(&colour[3 * SHADE_SNOW + channel], b, is_wide) +
                          line_at(&colour[3 * SHADE_SNOW_LIT + channel], b, is_wide) * m->sun,
                      m->snow);
    return c;
}

/* Writes the colours of a row of pixels with these faces. */
LANES_INLINE void lay_faces(const tile_nodes *nodes, const relief_pixels *row, const face_row *face,
                            tile_colours *out, int is_wide)
{
    LANES_SCRATCH node_row colour[3 * SHADE_PLANES];
    mix_nodes(&row->colours, 0, RELIEF_COLOURS(row->ridge), colour);
    lanes_f nought = lanes_of(0.0f);
    for (int i = first_of(nodes); i < nodes->to; i += LANES) {
        between b = between_at(&row->colours, i, is_wide);
        lanes_f shade = lanes_load(face->shade + i);
        face_mix m = {.has_snow = 0};
        if (row->ridge->has_snow) {
            m.snow = lanes_load(face->snow + i);
            m.has_snow = lanes_any(lanes_less(nought, m.snow));
            /* Snow is neither wholly lit nor wholly in shade, so that gullies show in it. */
            m.sun = lanes_clamp(lanes_of(SNOW_SUN) + lanes_of(SNOW_SUN_SHADE) * shade, 0.0f, 1.0f);
            /* Dark rock darkens less, so that it keeps its form. */
            shade -= lanes_load(face->wet + i) * (lanes_of(1.0f) + shade);
        }
        shade = lanes_clamp(shade, -1.0f, 1.0f);
        m.lit = lanes_max(shade, nought);
        m.dark = lanes_min(shade, nought);
        m.has_lit = lanes_any(lanes_less(nought, shade));
        m.has_dark = lanes_any(lanes_less(shade, nought));
        lanes_store(out->r + i, channel_at(colour, 0, &b, &m, is_wide));
        lanes_store(out->g + i, channel_at(colour, 1, &b, &m, is_wide));
        lanes_store(out->b + i, channel_at(colour, 2, &b, &m, is_wide));
    }
}

/* Mixes planes of the relief from `first` on. */
LANES_INLINE void mix_planes(const tile_nodes *nodes, int first, int planes, node_row *plane)
{
    mix_nodes(nodes, first, planes, plane + first);
}

#endif
