/* relief_kernel.c - shades the pixels of rock faces and cliffs: fine stripes, light, snow, beds.
 *
 * A row of pixels interpolates the slopes of the nodes, adds the fine octaves, computes light from
 * them and mixes the colours of its nodes.  Compiled for each width of lanes.h.
 */
#include "layers/land/boulders_lanes.h"
#include "layers/land/relief_lanes.h"

/* ---- colours ---------------------------------------------------------------------- */

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

/* Returns the mean of two rows at LANES pixels. */
LANES_INLINE lanes_f mean_of(const float *a, const float *b, int is_between)
{
    lanes_f v = lanes_load(a);
    return is_between ? lanes_of(0.5f) * (v + lanes_load(b)) : v;
}

LANES_INLINE void lay_faces(const tile_nodes *nodes, const ridge_layer *ridge, const face_row *face,
                            const face_row *next, tile_colours *out, int is_wide)
{
    const int is_between = face != next, has_snow = ridge->has_snow;
    const float snow = ridge->faces->snow;
    LANES_SCRATCH node_row colour[3 * SHADE_PLANES];
    mix_nodes(nodes, 0, RELIEF_COLOURS(ridge), colour);
    lanes_f nought = lanes_of(0.0f);
    for (int i = first_of(nodes); i < nodes->to; i += LANES) {
        between b = between_at(nodes, i, is_wide);
        lanes_f shade = mean_of(face->shade + i, next->shade + i, is_between);
        face_mix m = {.has_snow = 0};
        if (has_snow) {
            m.snow =
                lanes_of(snow) * lanes_smooth(mean_of(face->snow + i, next->snow + i, is_between));
            m.has_snow = lanes_any(lanes_less(nought, m.snow));
            /* Snow is neither wholly lit nor wholly in shade, so that gullies show in it. */
            m.sun = lanes_clamp(lanes_of(SNOW_SUN) + lanes_of(SNOW_SUN_SHADE) * shade, 0.0f, 1.0f);
            /* Dark rock darkens less, so that it keeps its form. */
            shade -= mean_of(face->wet + i, next->wet + i, is_between) * (lanes_of(1.0f) + shade);
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

relief_lay_kernel KERNEL(faces_lay);

void KERNEL(faces_lay)(const tile_nodes *nodes, const ridge_layer *ridge, const face_row *face,
                       const face_row *next, tile_colours *out)
{
    BY_WIDTH(lay_faces, nodes, ridge, face, next, out);
}

KERNEL_TABLE_WIDE(relief_lay_kernel, faces_lay, faces_lay);

/* ---- pixels ----------------------------------------------------------------------- */

/* Slopes of a row of pixels: after the broad octaves and after all coarse ones.  Fine octaves all
 * subtract along one direction. */
typedef struct slopes {
    float broad_x[TILES_BLOCK], broad_y[TILES_BLOCK];
    float across[TILES_BLOCK], down[TILES_BLOCK]; /* direction of fine octaves, in phases */
    float coarse_x[TILES_BLOCK], coarse_y[TILES_BLOCK];
    int16_t short_across[TILES_BLOCK], short_down[TILES_BLOCK];
    int16_t depth[TILES_BLOCK]; /* in depth_parts */
    int16_t fine[TILES_BLOCK];  /* slope, in 1 / STRIPES_HIGH */
    lanes_f least;              /* least depth, in depth_parts */
} slopes;

#define SHORT_MOST 32767.0f /* largest number of 16 bits */

/* Returns the first column of the group of SHORTS columns that holds the first needed column. */
LANES_INLINE int shorts_first_of(const tile_nodes *nodes)
{
    return nodes->from & ~(SHORTS - 1);
}

LANES_INLINE void coarse_slopes(const tile_nodes *nodes, const relief_pixels *row,
                                const node_row *plane, slopes *g, int is_wide)
{
    const lanes_f parts = lanes_of(row->depth_parts);
    g->least = lanes_of(SHORT_MOST);
    for (int i = shorts_first_of(nodes); i < nodes->to || (i & (SHORTS - 1)) != 0; i += LANES) {
        between b = between_at(nodes, i, is_wide);
        lanes_f x = line_at(&plane[RELIEF_LIGHT_X], &b, is_wide);
        lanes_f y = line_at(&plane[RELIEF_LIGHT_Y], &b, is_wide);
        for (int o = RELIEF_WHOLE; o < RELIEF_COARSE; o++) {
            const node_row *p = &plane[RELIEF_WAVE + 3 * (o - RELIEF_WHOLE)];
            lanes_f side = facet(line_at(&p[0], &b, is_wide));
            x -= line_at(&p[1], &b, is_wide) * side;
            y -= line_at(&p[2], &b, is_wide) * side;
            if (o + 1 == RELIEF_BROAD) {
                lanes_store(g->broad_x + i, x);
                lanes_store(g->broad_y + i, y);
            }
        }
        lanes_store(g->coarse_x + i, x);
        lanes_store(g->coarse_y + i, y);
        lanes_f across = line_at(&plane[RELIEF_ACROSS], &b, is_wide);
        lanes_f down = line_at(&plane[RELIEF_DOWN], &b, is_wide);
        lanes_store(g->across + i, across);
        lanes_store(g->down + i, down);
        lanes_store_s(g->short_across + i, lanes_to_i(across));
        lanes_store_s(g->short_down + i, lanes_to_i(down));
        lanes_f depth =
            lanes_min(line_at(&plane[RELIEF_DEPTH], &b, is_wide) * parts, lanes_of(SHORT_MOST));
        lanes_store_s(g->depth + i, lanes_to_i(depth));
        g->least = lanes_min(g->least, depth);
    }
    for (int i = shorts_first_of(nodes); i < nodes->to; i += SHORTS)
        shorts_store(g->fine + i, shorts_of(0));
}

/* Adds one fine octave at all columns.  The run is passed by value, since the compiler must assume
 * that a store to the slopes changes whatever a pointer reaches. */
LANES_INLINE void fine_octave(const tile_nodes *nodes, const stripe_run run,
                              const relief_octave *octave, slopes *g, int is_deep, int is_endless)
{
    const lanes_s whole = shorts_of(octave->whole), rise = shorts_of(octave->rise);
    const int to = nodes->to;
    for (int i = shorts_first_of(nodes); i < to; i += SHORTS) {
        lanes_s v = stripe_facet(&run, i, shorts_load(g->short_across + i),
                                 shorts_load(g->short_down + i), is_endless);
        if (!is_deep) { /* Deeper than `whole` this would change no bit. */
            lanes_s lack = shorts_max(whole - shorts_load(g->depth + i), shorts_of(0));
            v -= shorts_times(v, shorts_smooth(lack * rise));
        }
        shorts_store(g->fine + i, shorts_load(g->fine + i) + v);
    }
}

/* In most blocks all columns are deep enough for an octave's full strength, and few blocks hold the
 * end of a loop, so both cases have code of their own. */
static void fine_slopes(const tile_nodes *nodes, const relief_pixels *row, slopes *g)
{
    for (int o = RELIEF_COARSE; o < row->octaves; o++) {
        const relief_octave *octave = &row->faces->octave[o];
        const relief_place at = row->place[o - RELIEF_COARSE];
        const stripe_run run = stripe_run_at(&row->fine[o - RELIEF_COARSE], &octave->form,
                                             octave->period, at.cell, at.part, TILES_BLOCK);
        if (run.wraps > 0)
            fine_octave(nodes, run, octave, g, 0, 0);
        else if (lanes_any(lanes_less(g->least, lanes_of((float)octave->whole))))
            fine_octave(nodes, run, octave, g, 0, 1);
        else
            fine_octave(nodes, run, octave, g, 1, 1);
    }
}

typedef struct slope {
    lanes_f x, y;
} slope;

#define BEFORE_SUN 0.5f /* added weight of the slope down, in front of the sun */

/* Returns -1 = shade .. 1 = light: broad light, plus detail that is weighted by it.  `is_level`
 * states that `side` is -1 or 1 at all columns: a term that is 0 is skipped, which changes no bit.
 */
LANES_INLINE lanes_f light_on(const relief_lamp *lamp, float fall, const slopes *g, int i,
                              slope fine, lanes_f side, int is_level)
{
    lanes_f nought = lanes_of(0.0f);
    lanes_f broad_x = lanes_load(g->broad_x + i);
    lanes_f broad_y = lanes_load(g->broad_y + i);
    lanes_f finer_x = broad_x - lanes_load(g->coarse_x + i) + fine.x;
    lanes_f finer_y = broad_y - lanes_load(g->coarse_y + i) + fine.y;
    lanes_f x = broad_x - finer_x * lanes_of(lamp->blend);
    lanes_f y = broad_y - finer_y * lanes_of(lamp->blend);
    /* In front of the sun light comes from above: there the slope down gives the form. */
    lanes_f up = lanes_of(lamp->up), fine_up = lanes_of(lamp->fine_up);
    lanes_f aside = side * lanes_of(lamp->side), fine_aside = side * lanes_of(lamp->fine_side);
    if (!is_level) {
        lanes_f front = lanes_of(BEFORE_SUN) * (lanes_of(1.0f) - side * side);
        up += front;
        fine_up += front;
    }
    lanes_f lean = lanes_of(lamp->lift) - x * aside - (y + lanes_of(fall)) * up;
    lanes_f light = lean * inverse_root(x * x + y * y + lanes_of(1.0f)) - lanes_of(lamp->base);
    light = bend(lanes_of(lamp->sharp) * light);
    lanes_f detail = bend(finer_x * fine_aside + finer_y * fine_up);
    lanes_f weight = lanes_mix(lanes_of(lamp->in_dark), lanes_of(lamp->in_lit),
                               lanes_of(0.5f) + lanes_of(0.5f) * light);
    lanes_f lower = lanes_of(lamp->crease) * lanes_min(detail, nought) - lanes_of(lamp->lower);
    lanes_f shade =
        lanes_of(BROAD_SHARE) * light + weight * (detail + lower * lanes_max(light, nought));
    if (lamp->lit < 1.0f)
        shade = lanes_min(shade, nought) + lanes_max(shade, nought) * lanes_of(lamp->lit);
    return shade;
}

/* Returns face_row.snow.  Snow lies on low slopes, in gullies (RELIEF_STEEP) and on the lee side of
 * ribs, so its border has fingers down the fall line.  The lee side is measured by the slope across
 * the fall line, whose sign is that of the side.  The steepness of fine facets would not do: it is
 * the same on both sides and 0 between them, so snow would outline each rib and end in round
 * patches. */
#define SNOW_LEE 0.33f /* weight of the slope across */
#define SNOW_FINE 0.8f /* weight of fine octaves in that slope; more would look like gravel */

LANES_INLINE lanes_f snow_at(const relief_pixels *row, const node_row *plane, const between *b,
                             const slopes *g, int i, slope fine, int is_wide)
{
    const relief *faces = row->faces;
    lanes_f x = lanes_load(g->coarse_x + i) - line_at(&plane[RELIEF_LIGHT_X], b, is_wide) -
                fine.x * lanes_of(SNOW_FINE);
    lanes_f y = lanes_load(g->coarse_y + i) - line_at(&plane[RELIEF_LIGHT_Y], b, is_wide) -
                fine.y * lanes_of(SNOW_FINE);
    const float lee = SNOW_LEE / (faces->look->stripes.freq * STRIPES_SLANT);
    lanes_f across = x * lanes_load(g->across + i) + y * lanes_load(g->down + i);
    lanes_f steep = line_at(&plane[RELIEF_STEEP], b, is_wide) + lanes_of(lee) * across;
    lanes_f above = lanes_of(row->altitude) - lanes_of(SNOW_SLOPE) * (steep - lanes_of(SNOW_LEVEL));
    return (above - lanes_of(faces->snow_low)) * lanes_of(faces->snow_scale);
}

LANES_INLINE lanes_f beds_at(const relief_pixels *row, const node_row *plane, const between *b,
                             int is_wide)
{
    lanes_f at = lanes_of(row->bed) + line_at(&plane[RELIEF_LIFT], b, is_wide);
    at = lanes_clamp(at, 0.0f, RELIEF_BEDS - 2.0f);
    lanes_i bed = lanes_to_i(at);
    lanes_f shade = lanes_mix(lanes_look_up(row->faces->bed, bed),
                              lanes_look_up(row->faces->bed + 1, bed), at - lanes_to_f(bed));
    return shade * line_at(&plane[RELIEF_DETAIL], b, is_wide);
}

/* Computes the shade of a row of slopes.  Inputs are copied first, for the reason in fine_octave.
 */
LANES_INLINE void light_row(const tile_nodes *nodes, const relief_pixels *row,
                            const node_row *plane, const slopes *g, face_row *face, int is_level,
                            int is_wide)
{
    const relief_look *look = row->faces->look;
    const relief_lamp lamp = look->lamp;
    const float fall = look->base.fall, wet = row->wet;
    const int has_snow = row->ridge->has_snow;
    const int has_beds = row->ridge->has_beds && row->faces->bed != NULL;
    const lanes_f high = lanes_of(1.0f / (look->stripes.freq * STRIPES_SLANT * STRIPES_HIGH));
    lanes_f side = lanes_of(plane[RELIEF_SIDE].at[nodes->from >> nodes->shift]);
    const int to = nodes->to;
    for (int i = first_of(nodes); i < to; i += LANES) {
        between b = between_at(nodes, i, is_wide);
        if (!is_level)
            side = line_at(&plane[RELIEF_SIDE], &b, is_wide);
        lanes_f steep = lanes_to_f(lanes_load_short(g->fine + i)) * high;
        slope fine = {lanes_load(g->across + i) * steep, lanes_load(g->down + i) * steep};
        lanes_f amount = line_at(&plane[RELIEF_AMOUNT], &b, is_wide);
        lanes_f shade = light_on(&lamp, fall, g, i, fine, side, is_level) * amount;
        if (has_beds)
            shade += beds_at(row, plane, &b, is_wide);
        lanes_store(face->shade + i, shade);
        if (has_snow) {
            lanes_store(face->snow + i, snow_at(row, plane, &b, g, i, fine, is_wide));
            lanes_store(face->wet + i, lanes_of(wet) * amount);
        }
    }
}

/* Returns whether the sun is on one side of all columns: `side` is -1 or 1 and constant. */
LANES_INLINE int is_at_one_side(const tile_nodes *nodes, const node_row *side)
{
    int first = nodes->from >> nodes->shift;
    int is_level = side->at[first] * side->at[first] == 1.0f;
    for (int n = first; n <= (nodes->to - 1) >> nodes->shift; n++)
        is_level &= side->rise[n] == 0.0f;
    return is_level;
}

LANES_INLINE void gully_faces(const tile_nodes *nodes, const relief_pixels *row,
                              const node_row *plane, slopes *g, face_row *face, int is_wide)
{
    coarse_slopes(nodes, row, plane, g, is_wide);
    fine_slopes(nodes, row, g);
    if (is_at_one_side(nodes, &plane[RELIEF_SIDE]))
        light_row(nodes, row, plane, g, face, 1, is_wide);
    else
        light_row(nodes, row, plane, g, face, 0, is_wide);
}

LANES_INLINE void gully_row(const tile_nodes *nodes, const relief_pixels *row, face_row *face,
                            int is_wide)
{
    LANES_SCRATCH node_row plane[RELIEF_PLANES];
    LANES_SCRATCH slopes g;
    mix_planes(nodes, 0, RELIEF_DETAIL, plane);
    if (row->ridge->has_beds)
        mix_planes(nodes, RELIEF_DETAIL, 1, plane);
    if (row->ridge->has_snow)
        mix_planes(nodes, RELIEF_STEEP, 1, plane);
    if (row->ridge->has_beds)
        mix_planes(nodes, RELIEF_LIFT, 1, plane);
    gully_faces(nodes, row, plane, &g, face, is_wide);
}

relief_pixels_kernel KERNEL(gully_pixels);

void KERNEL(gully_pixels)(const tile_nodes *nodes, const relief_pixels *row, face_row *face)
{
    BY_WIDTH(gully_row, nodes, row, face);
}

KERNEL_TABLE_WIDE(relief_pixels_kernel, gully_pixels, gully_pixels);

/* ---- cliffs ---------------------------------------------------------------------- */

static const struct {
    float shadow;   /* depth of the cliff's shadow on rubble, U */
    float contrast; /* contrast of rubble relative to rock */
    float pale;     /* shade added to rubble */
    float dark;     /* shade taken by the cliff's shadow */
} rubble_look = {.shadow = 0.025f, .contrast = 0.7f, .pale = 0.05f, .dark = 0.25f};

/* Makes rubble paler than its cliff, and lays the cliff's shadow on its upper end. */
LANES_INLINE void rubble_shade(const tile_nodes *nodes, const node_row *plane, face_row *face,
                               int is_wide)
{
    for (int i = first_of(nodes); i < nodes->to; i += LANES) {
        between b = between_at(nodes, i, is_wide);
        lanes_f below = lanes_of(0.0f) - line_at(&plane[RELIEF_ABOVE], &b, is_wide);
        lanes_f shadow = lanes_of(1.0f) - lanes_smooth(below * lanes_of(1.0f / rubble_look.shadow));
        shadow *= line_at(&plane[RELIEF_CLIFF], &b, is_wide);
        lanes_store(face->shade + i, lanes_of(rubble_look.contrast) * lanes_load(face->shade + i) +
                                         lanes_of(rubble_look.pale) -
                                         lanes_of(rubble_look.dark) * shadow);
    }
}

/* Widens a part of a block, of which `to` 0 = none, to the lanes at column i if one is in it. */
LANES_INLINE void widen(tile_nodes *part, int i, lanes_i is_in)
{
    if (!lanes_any(is_in))
        return;
    part->from = part->to == 0 ? i : part->from;
    part->to = i + LANES;
}

LANES_INLINE void cliff_row(const tile_nodes *nodes, const relief_pixels *row, face_row *face,
                            int is_wide)
{
    LANES_SCRATCH node_row plane[2 * RELIEF_PLANES];
    LANES_SCRATCH slopes g;
    LANES_SCRATCH face_row rubble;
    LANES_SCRATCH float weight[TILES_BLOCK];
    const node_row *foot = plane + RELIEF_PLANES;
    const lanes_f nought = lanes_of(0.0f), one = lanes_of(1.0f);
    tile_nodes high = *nodes, low = *nodes; /* columns with a cliff, and those with rubble */
    high.to = low.to = 0;
    mix_planes(nodes, 0, 2 * RELIEF_PLANES, plane);
    for (int i = first_of(nodes); i < nodes->to; i += LANES) {
        between b = between_at(nodes, i, is_wide);
        lanes_f above = line_at(&foot[RELIEF_ABOVE], &b, is_wide);
        lanes_f w = lanes_clamp(above * lanes_of(row->edge) + lanes_of(0.5f), 0.0f, 1.0f) *
                    line_at(&foot[RELIEF_CLIFF], &b, is_wide);
        widen(&high, i, lanes_less(nought, w));
        widen(&low, i, lanes_less(w, one));
        lanes_store(weight + i, w);
    }
    if (high.to > 0)
        gully_faces(&high, row, plane, &g, face, is_wide);
    if (low.to > 0) {
        gully_faces(&low, row->rubble, foot, &g, &rubble, is_wide);
        rubble_shade(&low, foot, &rubble, is_wide);
        for (int k = 0; k < BOULDER_SIZES; k++)
            if (row->rubble->boulders[k].thick > 0.0f)
                lay_boulders(&low, foot, &row->rubble->faces->boulders[k],
                             &row->rubble->boulders[k], rubble.shade, is_wide);
    }
    /* Faces outside of `high` and `low` are not defined, so a weight of 0 leaves them out. */
    const int planes = row->ridge->has_snow ? 3 : 1;
    float *const cliffs[] = {face->shade, face->snow, face->wet};
    const float *const rubbles[] = {rubble.shade, rubble.snow, rubble.wet};
    for (int i = low.from & -LANES; i < low.to; i += LANES) {
        lanes_f w = lanes_load(weight + i);
        for (int p = 0; p < planes; p++) {
            lanes_f cliff = lanes_choose(lanes_less(nought, w), lanes_load(cliffs[p] + i), nought);
            lanes_f other = lanes_choose(lanes_less(w, one), lanes_load(rubbles[p] + i), nought);
            lanes_store(cliffs[p] + i, other * (one - w) + cliff * w);
        }
    }
}

relief_pixels_kernel KERNEL(cliff_pixels);

void KERNEL(cliff_pixels)(const tile_nodes *nodes, const relief_pixels *row, face_row *face)
{
    BY_WIDTH(cliff_row, nodes, row, face);
}

KERNEL_TABLE_WIDE(relief_pixels_kernel, cliff_pixels, cliff_pixels);
