/* sand_kernel.c - dunes: the light of their crests, lower crests on their faces, ripples. */
#include "layers/relief_lanes.h"

#define RIPPLE_FREQ 1.6f

/* An arm is in front of the face and hides its light, but not near the crest, whose light it would
 * cut off: U below it, tuned by eye on seeds 1017, 5 and 21. */
#define HIDES_FROM 0.05f
#define HIDES_OVER 0.10f

/* What an arm adds to the shade, and how much of the light of the face it hides. */
typedef struct arm {
    lanes_f shade, hides;
} arm;

/* An arm is a crest on a face: a long windward slope, a short lee side, a sharp edge. */
LANES_INLINE arm arm_at(const relief *faces, lanes_f sine, lanes_f cosine, lanes_f side,
                        lanes_f depth)
{
    lanes_f square = sine * sine + cosine * cosine;
    lanes_f inverse = inverse_root(lanes_max(square, lanes_of(0.0025f)));
    lanes_f on = lanes_smooth((square * inverse - lanes_of(0.35f)) * lanes_of(1.0f / 0.45f)) *
                 lanes_smooth(depth * lanes_of(1.0f / 0.07f));
    lanes_f turn = lanes_of(0.25f) - lanes_of(0.25f) * cosine * inverse; /* from the crest, 0...5 */
    lanes_f lee = lanes_of(1.0f) - lanes_smooth(turn * lanes_of(1.0f / 0.30f));
    lanes_f wind = lanes_smooth(lanes_of(1.0f) - turn - turn);
    lanes_f edge =
        lanes_clamp(lanes_of(0.5f) + sine * inverse * lanes_of(faces->arm_edge), 0.0f, 1.0f);
    lanes_f sunny = lanes_of(0.5f) + lanes_of(faces->arm_x < 0.0f ? -0.5f : 0.5f) * side;
    lanes_f shade = lanes_mix(wind * lanes_mix(lanes_of(0.25f), lanes_of(-0.08f), sunny),
                              lee * lanes_mix(lanes_of(-0.60f), lanes_of(0.25f), sunny), edge);
    lanes_f low = lanes_smooth((depth - lanes_of(HIDES_FROM)) * lanes_of(1.0f / HIDES_OVER));
    arm found = {on * shade, on * low * lanes_mix(wind * wind, lee, edge)};
    return found;
}

LANES_INLINE void sand_faces(const tile_nodes *nodes, const relief_pixels *row,
                             const node_row *plane, face_row *face, int is_wide)
{
    const relief *faces = row->faces;
    const relief_octave *ripples = &faces->octave[RELIEF_COARSE];
    for (int i = first_of(nodes); i < nodes->to; i += LANES) {
        between b = between_at(nodes, i, is_wide);
        lanes_f lean = line_at(&plane[SAND_LEAN], &b, is_wide);
        lanes_f side = line_at(&plane[RELIEF_SIDE], &b, is_wide);
        lanes_f depth = line_at(&plane[RELIEF_DEPTH], &b, is_wide);
        lanes_f square = lean * lean;
        /* Level crests have neither: their light would hang down as curtains. */
        lanes_f lit = lanes_of(-1.15f) * side * lean * lanes_abs(lean) / (square + lanes_of(0.09f));
        arm lower = arm_at(faces, line_at(&plane[SAND_SINE], &b, is_wide),
                           line_at(&plane[SAND_COSINE], &b, is_wide), side, depth);
        lit = lit - lit * lower.hides;
        lanes_f shade = lanes_of(0.8f) * lit * line_at(&plane[RELIEF_AMOUNT], &b, is_wide);
        shade += lanes_of(faces->glow); /* near sand is not black: the sky lights it */
        shade += lanes_of(faces->arms) * lower.shade;
        if (faces->octaves > RELIEF_COARSE) {
            lanes_f column = lanes_to_f(lanes_count() + lanes_of_i(i));
            lanes_f x = lanes_of(row->place->part) + column * lanes_of(row->rate[RELIEF_COARSE]);
            lanes_f tx =
                lanes_of(0.10f) + lanes_of(0.35f) * lean * inverse_root(square + lanes_of(0.25f));
            wave w = stripes(ripples->period, &row->line[RELIEF_COARSE], RIPPLE_FREQ,
                             lanes_of_i(row->place->cell), x,
                             phase_of(depth * lanes_of(ripples->sink * 0.98f * RIPPLE_FREQ)), tx,
                             lanes_of(0.98f), 0);
            shade += lanes_of(ripples->strength) * w.sine *
                     (lanes_of(0.55f) + lanes_of(0.45f) * lit) *
                     lanes_smooth(depth * lanes_of(100.0f)) *
                     line_at(&plane[RELIEF_DETAIL], &b, is_wide);
        }
        lanes_store(face->shade + i, shade);
    }
}

LANES_INLINE void sand_row(const tile_nodes *nodes, const relief_pixels *row, tile_colours *out,
                           int is_wide)
{
    LANES_SCRATCH node_row plane[RELIEF_PLANES];
    LANES_SCRATCH face_row face;
    mix_planes(nodes, 0, RELIEF_WAVE, plane);
    mix_planes(nodes, RELIEF_DETAIL, 1, plane);
    sand_faces(nodes, row, plane, &face, is_wide);
    lay_faces(nodes, row, &face, out, is_wide);
}

relief_pixels_kernel KERNEL(sand_pixels);

void KERNEL(sand_pixels)(const tile_nodes *nodes, const relief_pixels *row, tile_colours *out)
{
    BY_WIDTH(sand_row, nodes, row, out);
}

KERNEL_TABLE_WIDE(relief_pixels_kernel, sand_pixels, sand_pixels);
