/* faces_kernel.c - colours of a row of pixels between nodes, lit, shaded and under snow.
 *
 * Faces and snow choose between planes of straight lines.  Compiled once for each width.
 */
#include "layers/faces.h"
#include "paint/pixels_lanes.h"

/* Shade (-1 shadow .. 1 light) and snow (0..1) of a row of a block. */
typedef struct face_row {
    float shade[TILES_BLOCK], snow[TILES_BLOCK];
    lanes_i is_lit, is_dark, is_snowy;
} face_row;

LANES_INLINE lanes_f depth_at(const face_place *place, int i)
{
    lanes_f crest = lanes_load(place->lines->crest + i);
    return lanes_max(crest - lanes_of(place->base), lanes_of(0.0f));
}

/* Finds the lines of columns whose depth has left them.  All of a block before any is used:
 * lanes that are read right after one of them was written have to wait. */
LANES_INLINE void seek_lines(const tile_nodes *nodes, const face_place *place)
{
    face_lines *lines = place->lines;
    for (int i = first_of(nodes); i < nodes->to; i += LANES) {
        lanes_f depth = depth_at(place, i);
        lanes_i is_in = lanes_less(depth, lanes_load(lines->to + i)) &
                        ~lanes_less(depth, lanes_load(lines->from + i));
        unsigned left = lanes_signs(~is_in);
        if (left == 0)
            continue;
        LANES_SCRATCH float depths[LANES];
        lanes_store(depths, depth);
        for (; left != 0; left &= left - 1) {
            int k = __builtin_ctz(left);
            faces_seek(lines, i + k, depths[k]);
        }
    }
}

/* Beds lie level across the land, so they follow the row, not the edge. */
LANES_INLINE lanes_f beds_at(const face_place *place, int i, lanes_f depth)
{
    const face_lines *lines = place->lines;
    const relief_table *table = &lines->ridge->relief;
    lanes_f at = lanes_of(place->base * table->bed_scale) + lanes_load(lines->lift + i);
    at = lanes_clamp(at, 0.0f, RELIEF_BEDS - 2.0f);
    lanes_i bed = lanes_to_i(at);
    lanes_f shade = lanes_mix(lanes_look_up(table->bed, bed), lanes_look_up(table->bed + 1, bed),
                              at - lanes_to_f(bed));
    lanes_f most = lanes_of((float)lines->ridge->shared->pixels);
    return shade * lanes_look_up(table->bed_amount, lanes_to_i(lanes_min(depth, most)));
}

LANES_INLINE void find_faces(const tile_nodes *nodes, const face_place *place, face_row *row)
{
    const face_lines *lines = place->lines;
    lanes_f nought = lanes_of(0.0f);
    row->is_lit = row->is_dark = row->is_snowy = lanes_of_i(0);
    seek_lines(nodes, place);
    for (int i = first_of(nodes); i < nodes->to; i += LANES) {
        lanes_f depth = depth_at(place, i);
        lanes_f shade = lanes_load(lines->shade + i) + lanes_load(lines->shade_rise + i) * depth;
        if (lines->ridge->relief.bed != NULL)
            shade = lanes_clamp(shade + beds_at(place, i, depth), -1.0f, 1.0f);
        lanes_store(row->shade + i, shade);
        row->is_lit |= lanes_less(nought, shade);
        row->is_dark |= lanes_less(shade, nought);
        if (lines->ridge->relief.snow == NULL)
            continue;
        lanes_f snow = lanes_load(lines->snow + i) + lanes_load(lines->snow_rise + i) * depth;
        lanes_store(row->snow + i, lanes_max(snow, nought));
        row->is_snowy |= lanes_less(nought, snow);
    }
}

/* One channel: plain, with the light's and the shadow's share, under snow. */
typedef struct face_nodes {
    node_row plain, lit, dark, snow, snow_lit;
} face_nodes;

LANES_INLINE void mix_faces(const tile_nodes *nodes, int channel, const face_row *row,
                            face_nodes *mixed)
{
    mix_nodes(nodes, 3 * SHADE_PLAIN + channel, &mixed->plain);
    if (lanes_any(row->is_lit))
        mix_nodes(nodes, 3 * SHADE_LIT + channel, &mixed->lit);
    if (lanes_any(row->is_dark))
        mix_nodes(nodes, 3 * SHADE_DARK + channel, &mixed->dark);
    if (!lanes_any(row->is_snowy))
        return;
    mix_nodes(nodes, 3 * SHADE_SNOW + channel, &mixed->snow);
    mix_nodes(nodes, 3 * SHADE_SNOW_LIT + channel, &mixed->snow_lit);
}

/* What light and snow make of a channel of LANES pixels.  Most of them lie in the light
 * or in the shadow together: what adds nothing is left out, which changes no bit. */
typedef struct face_mix {
    lanes_f lit, dark, sun, snow;
    int has_lit, has_dark, has_snow;
} face_mix;

LANES_INLINE face_mix mix_at(const face_row *row, int i, int may_snow)
{
    lanes_f nought = lanes_of(0.0f);
    lanes_f shade = lanes_load(row->shade + i);
    face_mix m = {.lit = lanes_max(shade, nought), .dark = lanes_min(shade, nought)};
    m.has_lit = lanes_any(lanes_less(nought, shade));
    m.has_dark = lanes_any(lanes_less(shade, nought));
    if (may_snow) {
        m.snow = lanes_load(row->snow + i);
        m.has_snow = lanes_any(lanes_less(nought, m.snow));
        m.sun = lanes_clamp(lanes_of(0.6f) + lanes_of(0.9f) * shade, 0.0f, 1.0f);
    }
    return m;
}

LANES_INLINE lanes_f channel_at(const face_nodes *mixed, const between *b, const face_mix *m,
                                int is_wide)
{
    lanes_f colour = line_at(&mixed->plain, b, is_wide);
    if (m->has_lit)
        colour = colour + line_at(&mixed->lit, b, is_wide) * m->lit;
    if (m->has_dark)
        colour = colour + line_at(&mixed->dark, b, is_wide) * m->dark;
    if (m->has_snow) {
        lanes_f snow =
            line_at(&mixed->snow, b, is_wide) + line_at(&mixed->snow_lit, b, is_wide) * m->sun;
        colour = lanes_mix(colour, snow, m->snow);
    }
    return colour;
}

LANES_INLINE void lay_faces(const tile_nodes *nodes, const face_nodes mixed[3], const face_row *row,
                            tile_colours *out, int is_wide)
{
    int may_snow = lanes_any(row->is_snowy);
    for (int i = first_of(nodes); i < nodes->to; i += LANES) {
        between b = between_at(nodes, i, is_wide);
        face_mix m = mix_at(row, i, may_snow);
        lanes_store(out->r + i, channel_at(&mixed[0], &b, &m, is_wide));
        lanes_store(out->g + i, channel_at(&mixed[1], &b, &m, is_wide));
        lanes_store(out->b + i, channel_at(&mixed[2], &b, &m, is_wide));
    }
}

face_kernel KERNEL(faces);

void KERNEL(faces)(const tile_nodes *nodes, const face_place *place, tile_colours *colours)
{
    LANES_SCRATCH face_row row;
    LANES_SCRATCH face_nodes mixed[3];
    find_faces(nodes, place, &row);
    for (int c = 0; c < 3; c++)
        mix_faces(nodes, c, &row, &mixed[c]);
    if (nodes->step < LANES)
        lay_faces(nodes, mixed, &row, colours, 1);
    else
        lay_faces(nodes, mixed, &row, colours, 0);
}

KERNEL_TABLE(face_kernel, face_kernels, faces);
