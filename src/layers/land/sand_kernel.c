/* sand_kernel.c - shades the pixels of dunes: light on the face, lower crests (arms), ripples. */
#include "layers/land/relief_lanes.h"

/* Looks of arms, tuned by eye on seeds 1017, 5 and 21.  Depths are below the crest of the face. */
static const struct {
    float least;                  /* least squared length of the wave that is normalised */
    float on_from, on_over;       /* length of the wave at which an arm begins; fade above it */
    float on_depth;               /* depth over which arms fade in, U */
    float lee;                    /* width of the lee side, in waves */
    float wind_dark, wind_lit;    /* shade of the windward slope away from the sun and toward it */
    float lee_dark, lee_lit;      /* shade of the lee side away from the sun and toward it */
    float hides_from, hides_over; /* depth from which an arm hides the face's light; fade, U */
} arm_look = {.least = 0.0025f,
              .on_from = 0.35f,
              .on_over = 0.45f,
              .on_depth = 0.07f,
              .lee = 0.30f,
              .wind_dark = 0.25f,
              .wind_lit = -0.08f,
              .lee_dark = -0.60f,
              .lee_lit = 0.25f,
              .hides_from = 0.05f,
              .hides_over = 0.10f};

/* Look of the face and its ripples.  A soft sign of the lean is lean |lean| / (lean^2 + soft). */
static const struct {
    float light, soft;                /* light of the face, and softness of its sign */
    float shown;                      /* weight of the light of the face */
    float turn, turn_lean, turn_soft; /* direction of ripples across: constant, part by the lean */
    float down;                       /* direction of ripples down */
    float in_dark, in_lit;            /* strength of ripples: constant, and per light */
    float onset;                      /* 1 / depth over which ripples fade in, 1/U */
} face_look = {.light = -1.15f,
               .soft = 0.09f,
               .shown = 0.8f,
               .turn = 0.10f,
               .turn_lean = 0.35f,
               .turn_soft = 0.25f,
               .down = 0.98f,
               .in_dark = 0.55f,
               .in_lit = 0.45f,
               .onset = 100.0f};

static const float ripple_freq = (float)SAND_RIPPLE_FREQ;

/* Shade that an arm adds, and share of the face's light that it hides, 0..1. */
typedef struct arm {
    lanes_f shade, hides;
} arm;

/* Returns an arm, a crest on a face: a long windward slope, a short lee side and a sharp edge.  It
 * does not hide light near the crest of the face, whose light would end in a line. */
LANES_INLINE arm arm_at(const relief *faces, lanes_f sine, lanes_f cosine, lanes_f side,
                        lanes_f depth)
{
    lanes_f square = sine * sine + cosine * cosine;
    lanes_f inverse = inverse_root(lanes_max(square, lanes_of(arm_look.least)));
    lanes_f on = lanes_smooth((square * inverse - lanes_of(arm_look.on_from)) *
                              lanes_of(1.0f / arm_look.on_over)) *
                 lanes_smooth(depth * lanes_of(1.0f / arm_look.on_depth));
    /* Distance from the crest, 0 .. 0.5 waves. */
    lanes_f turn = lanes_of(0.25f) - lanes_of(0.25f) * cosine * inverse;
    lanes_f lee = lanes_of(1.0f) - lanes_smooth(turn * lanes_of(1.0f / arm_look.lee));
    lanes_f wind = lanes_smooth(lanes_of(1.0f) - turn - turn);
    lanes_f edge =
        lanes_clamp(lanes_of(0.5f) + sine * inverse * lanes_of(faces->arm_edge), 0.0f, 1.0f);
    lanes_f sunny = lanes_of(0.5f) + lanes_of(faces->arm_x < 0.0f ? -0.5f : 0.5f) * side;
    lanes_f shade = lanes_mix(
        wind * lanes_mix(lanes_of(arm_look.wind_dark), lanes_of(arm_look.wind_lit), sunny),
        lee * lanes_mix(lanes_of(arm_look.lee_dark), lanes_of(arm_look.lee_lit), sunny), edge);
    lanes_f low = lanes_smooth((depth - lanes_of(arm_look.hides_from)) *
                               lanes_of(1.0f / arm_look.hides_over));
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
        /* Below level crests there is neither light nor shade, which would look like curtains. */
        lanes_f lit = lanes_of(face_look.light) * side * lean * lanes_abs(lean) /
                      (square + lanes_of(face_look.soft));
        arm lower = arm_at(faces, line_at(&plane[SAND_SINE], &b, is_wide),
                           line_at(&plane[SAND_COSINE], &b, is_wide), side, depth);
        lit = lit - lit * lower.hides;
        lanes_f shade =
            lanes_of(face_look.shown) * lit * line_at(&plane[RELIEF_AMOUNT], &b, is_wide);
        shade += lanes_of(faces->glow); /* The sky lights near sand. */
        shade += lanes_of(faces->arms) * lower.shade;
        if (faces->octaves > RELIEF_COARSE) {
            lanes_f column = lanes_to_f(lanes_count() + lanes_of_i(i));
            lanes_f x = lanes_of(row->place->part) + column * lanes_of(row->rate[RELIEF_COARSE]);
            lanes_f tx =
                lanes_of(face_look.turn) + lanes_of(face_look.turn_lean) * lean *
                                               inverse_root(square + lanes_of(face_look.turn_soft));
            wave w =
                stripes(ripples->period, &row->line[RELIEF_COARSE], ripple_freq,
                        lanes_of_i(row->place->cell), x,
                        phase_of(depth * lanes_of(ripples->sink * face_look.down * ripple_freq)),
                        tx, lanes_of(face_look.down), 0);
            shade += lanes_of(ripples->strength) * w.sine *
                     (lanes_of(face_look.in_dark) + lanes_of(face_look.in_lit) * lit) *
                     lanes_smooth(depth * lanes_of(face_look.onset)) *
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
