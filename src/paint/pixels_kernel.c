/* pixels_kernel.c - pixels of a block between the nodes of the colour grid.
 *
 * Compiled once for each width of lanes.  Between two nodes a colour is a straight
 * line; faces and snow choose between planes of such lines.
 */
#include "base/lanes.h"
#include "paint/pixels.h"

/* One plane's channel at the nodes of the row but for the last. */
typedef struct node_row {
    float at[TILES_BLOCK];
    float rise[TILES_BLOCK]; /* to the next node */
} node_row;

/* The nodes of a channel of a plane at the row's height. */
LANES_INLINE void mix_nodes(const tile_nodes *nodes, int channel, node_row *row)
{
    const float *above = nodes->above + (size_t)channel * nodes->stride;
    const float *below = nodes->below + (size_t)channel * nodes->stride;
    int count = TILES_BLOCK >> nodes->shift;
    lanes_f down = lanes_of(nodes->down);
    for (int n = 0; n < count; n += LANES) {
        lanes_f at = lanes_mix(lanes_load(above + n), lanes_load(below + n), down);
        /* Not from row->at: a load across two stores that are under way would wait. */
        lanes_f next = lanes_mix(lanes_load(above + n + 1), lanes_load(below + n + 1), down);
        lanes_store(row->at + n, at);
        lanes_store(row->rise + n, next - at);
    }
}

/* Where LANES pixels lie between their nodes. */
typedef struct between {
    lanes_f along;
    lanes_i node; /* where lanes are wider than the grid */
    int first;    /* the node of all of them, where they are not */
} between;

LANES_INLINE between between_at(const tile_nodes *nodes, int i, int is_wide)
{
    between b = {.along = lanes_load(nodes->along + i), .first = i >> nodes->shift};
    if (is_wide)
        b.node = (lanes_of_i(i) + lanes_count()) >> nodes->shift;
    return b;
}

LANES_INLINE lanes_f line_at(const node_row *row, const between *b, int is_wide)
{
    if (is_wide)
        return lanes_look_up(row->at, b->node) + lanes_look_up(row->rise, b->node) * b->along;
    return lanes_of(row->at[b->first]) + lanes_of(row->rise[b->first]) * b->along;
}

/* The lanes that hold the first wanted column. */
LANES_INLINE int first_of(const tile_nodes *nodes)
{
    return nodes->from & ~(LANES - 1);
}

LANES_INLINE void lay_plane(const tile_nodes *nodes, const node_row row[3], tile_colours *out,
                            int is_wide)
{
    for (int i = first_of(nodes); i < nodes->to; i += LANES) {
        between b = between_at(nodes, i, is_wide);
        lanes_store(out->r + i, line_at(&row[0], &b, is_wide));
        lanes_store(out->g + i, line_at(&row[1], &b, is_wide));
        lanes_store(out->b + i, line_at(&row[2], &b, is_wide));
    }
}

static void plane(const tile_nodes *nodes, int plane, tile_colours *out)
{
    LANES_SCRATCH node_row row[3];
    for (int c = 0; c < 3; c++)
        mix_nodes(nodes, 3 * plane + c, &row[c]);
    if (nodes->step < LANES)
        lay_plane(nodes, row, out, 1);
    else
        lay_plane(nodes, row, out, 0);
}

/* ---- faces --------------------------------------------------------------------- */

/* Shade (-1 shadow .. 1 light) and snow (0..1) of a row of a block. */
typedef struct face_row {
    float shade[TILES_BLOCK], snow[TILES_BLOCK];
    lanes_i is_lit, is_dark, is_snowy;
} face_row;

LANES_INLINE lanes_f depth_at(const relief_place *place, int i)
{
    lanes_f crest = lanes_load(place->lines->crest + i);
    return lanes_max(crest - lanes_of(place->base), lanes_of(0.0f));
}

/* Finds the lines of columns whose depth has left them.  All of a block before any is used:
 * lanes that are read right after one of them was written have to wait. */
LANES_INLINE void seek_lines(const tile_nodes *nodes, const relief_place *place)
{
    relief_lines *lines = place->lines;
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
            relief_seek(place->memory, lines, i + k, depths[k]);
        }
    }
}

/* Beds lie level across the land, so they follow the row, not the edge. */
LANES_INLINE lanes_f beds_at(const relief_place *place, int i, lanes_f depth)
{
    const relief_lines *lines = place->lines;
    const frame_relief *table = &lines->of->surface->relief;
    lanes_f at = lanes_of(place->base * table->bed_scale) + lanes_load(lines->lift + i);
    at = lanes_clamp(at, 0.0f, FRAME_BEDS - 2.0f);
    lanes_i bed = lanes_to_i(at);
    lanes_f shade = lanes_mix(lanes_look_up(table->bed, bed), lanes_look_up(table->bed + 1, bed),
                              at - lanes_to_f(bed));
    lanes_f most = lanes_of((float)place->memory->frame->relief_pixels);
    return shade * lanes_look_up(lines->of->bed_amount, lanes_to_i(lanes_min(depth, most)));
}

LANES_INLINE void find_faces(const tile_nodes *nodes, const relief_place *place, face_row *row)
{
    const relief_lines *lines = place->lines;
    lanes_f nought = lanes_of(0.0f);
    row->is_lit = row->is_dark = row->is_snowy = lanes_of_i(0);
    seek_lines(nodes, place);
    for (int i = first_of(nodes); i < nodes->to; i += LANES) {
        lanes_f depth = depth_at(place, i);
        lanes_f shade = lanes_load(lines->shade + i) + lanes_load(lines->shade_rise + i) * depth;
        if (lines->of->bed_amount != NULL)
            shade = lanes_clamp(shade + beds_at(place, i, depth), -1.0f, 1.0f);
        lanes_store(row->shade + i, shade);
        row->is_lit |= lanes_less(nought, shade);
        row->is_dark |= lanes_less(shade, nought);
        if (lines->of->surface->relief.snow == NULL)
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

static void faces(const tile_nodes *nodes, const relief_place *place, tile_colours *colours)
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

/* ---- bytes ----------------------------------------------------------------------- */

/* Samples 0..255 of one channel.  A colour lies within 0..1 and a threshold between
 * them, so nothing can leave the byte. */
LANES_INLINE lanes_i sample(lanes_f colour, lanes_f threshold)
{
    return lanes_to_i(colour * lanes_of(255.0f) + threshold);
}

static void pack(const tile_colours *colours, const float *threshold, uint8_t *bytes)
{
    for (int i = 0; i < TILES_BLOCK; i += LANES) {
        lanes_f t = lanes_load(threshold + i);
        lanes_i r = sample(lanes_load(colours->r + i), t);
        lanes_i g = sample(lanes_load(colours->g + i), t);
        lanes_i b = sample(lanes_load(colours->b + i), t);
        lanes_store_rgb(bytes + 3 * (size_t)i, r | g << 8 | b << 16);
    }
}

LANES_INLINE void fill_lines(const tile_nodes *nodes, const node_row row[3], const float *threshold,
                             uint8_t *bytes, int is_wide)
{
    for (int i = 0; i < TILES_BLOCK; i += LANES) {
        between at = between_at(nodes, i, is_wide);
        lanes_f t = lanes_load(threshold + i);
        lanes_i r = sample(line_at(&row[0], &at, is_wide), t);
        lanes_i g = sample(line_at(&row[1], &at, is_wide), t);
        lanes_i b = sample(line_at(&row[2], &at, is_wide), t);
        lanes_store_rgb(bytes + 3 * (size_t)i, r | g << 8 | b << 16);
    }
}

static void fill(const tile_nodes *nodes, const float *threshold, uint8_t *bytes)
{
    LANES_SCRATCH node_row row[3];
    for (int c = 0; c < 3; c++)
        mix_nodes(nodes, 3 * SHADE_PLAIN + c, &row[c]);
    if (nodes->step < LANES)
        fill_lines(nodes, row, threshold, bytes, 1);
    else
        fill_lines(nodes, row, threshold, bytes, 0);
}

const pixels_kernels KERNEL(pixels) = {plane, faces, pack, fill};
