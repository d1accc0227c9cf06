/* sand_kernel.c - shades the pixels of dunes: light on the face, lower crests (arms), ripples; and
 * those of snow on the ground, which has sastrugi, ripples of wind.
 */
#include "layers/common/sand_lanes.h"
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
    float brink_lit, brink_dark;  /* shade of the pixels before and behind the brink */
    float brink_wide;             /* half width of each of these lines, pixels */
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
              .hides_over = 0.10f,
              .brink_lit = 0.22f,
              .brink_dark = -0.16f,
              .brink_wide = 1.2f};

/* Look of the face.  A soft sign of the lean is lean |lean| / (lean^2 + soft). */
static const struct {
    float light, soft;     /* light of the face, and softness of its sign */
    float shown;           /* weight of the light of the face */
    float hollow;          /* shade of hollows */
    float in_dark, in_lit; /* strength of ripples and grains: constant, and per light */
} face_look = {.light = -1.15f,
               .soft = 0.09f,
               .shown = 0.8f,
               .hollow = 0.22f,
               .in_dark = 0.75f,
               .in_lit = 0.35f};

/* Few grains sparkle in the light. */
static const struct {
    float rarest; /* value of a grain, -1..1, from which it sparkles */
    float light;  /* shade that it adds in full light */
} sparkle = {.rarest = 0.9985f, .light = 1.1f};

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
    lanes_f behind = sine * inverse * lanes_of(faces->arm_edge); /* pixels behind the brink */
    lanes_f edge = lanes_clamp(lanes_of(0.5f) + behind, 0.0f, 1.0f);
    lanes_f wide = lanes_of(arm_look.brink_wide), nought = lanes_of(0.0f);
    lanes_f line = lanes_max(lanes_of(1.0f) - lanes_abs(lanes_abs(behind) - wide) / wide, nought);
    line *= lanes_choose(lanes_less(behind, nought), lanes_of(arm_look.brink_lit),
                         lanes_of(arm_look.brink_dark));
    lanes_f sunny = lanes_of(0.5f) + lanes_of(faces->arm_x < 0.0f ? -0.5f : 0.5f) * side;
    lanes_f shade = lanes_mix(
        wind * lanes_mix(lanes_of(arm_look.wind_dark), lanes_of(arm_look.wind_lit), sunny),
        lee * lanes_mix(lanes_of(arm_look.lee_dark), lanes_of(arm_look.lee_lit), sunny), edge);
    lanes_f low = lanes_smooth((depth - lanes_of(arm_look.hides_from)) *
                               lanes_of(1.0f / arm_look.hides_over));
    /* In the trough between two arms the cosine is below 0 and the edge is no brink. */
    shade += line * lanes_smooth(cosine * inverse);
    arm found = {on * shade, on * low * lanes_mix(wind * wind, lee, edge)};
    return found;
}

/* Returns the shade of ripples and grains; grains sparkle where `shade` is above 0. */
LANES_INLINE lanes_f detail_at(const relief_pixels *row, const node_row *plane, const between *b,
                               int i, lanes_f ripples, lanes_f shade, int is_wide)
{
    const relief *faces = row->faces;
    const relief_octave *grains = &faces->octave[RELIEF_COARSE];
    lanes_f unit = lanes_of(row->depth_parts * (1.0f / RELIEF_DEPTH_PARTS));
    lanes_f detail = ripple_shade(
        line_at(&plane[SAND_PHASE], b, is_wide), line_at(&plane[SAND_PHASE + 1], b, is_wide),
        line_at(&plane[SAND_WEIGHT], b, is_wide), line_at(&plane[SAND_SIZE], b, is_wide) * unit);
    detail *= ripples * line_at(&plane[SAND_RIPPLES], b, is_wide);
    if (!(faces->grain > 0.0f))
        return detail;
    lanes_f x = lanes_of(row->place->part) +
                lanes_to_f(lanes_count() + lanes_of_i(i)) * lanes_of(row->rate[RELIEF_COARSE]);
    lanes_i cell = wrapped(lanes_of_i(row->place->cell) + lanes_to_i(x), grains->period);
    lanes_f grain = grain_of(cell, row->line[RELIEF_COARSE].shift[0]);
    lanes_f rare = lanes_choose(lanes_less(lanes_of(sparkle.rarest), grain),
                                lanes_of(sparkle.light), lanes_of(0.0f));
    return detail + lanes_of(faces->grain) * grain + rare * lanes_max(shade, lanes_of(0.0f));
}

LANES_INLINE void sand_faces(const tile_nodes *nodes, const relief_pixels *row,
                             const node_row *plane, face_row *face, int is_wide)
{
    const relief *faces = row->faces;
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
        shade +=
            lanes_of(faces->arms * face_look.hollow) * line_at(&plane[SAND_HOLLOW], &b, is_wide);
        lanes_f fine = lanes_of(face_look.in_dark) +
                       lanes_of(face_look.in_lit) * lanes_clamp(shade, -1.0f, 1.0f);
        lanes_f detail = detail_at(row, plane, &b, i, lanes_of(faces->arms), shade, is_wide);
        lanes_store(face->shade + i, shade + fine * detail);
    }
}

LANES_INLINE void sand_row(const tile_nodes *nodes, const relief_pixels *row, face_row *face,
                           int is_wide)
{
    LANES_SCRATCH node_row plane[RELIEF_PLANES];
    mix_planes(nodes, 0, SAND_PLANES, plane);
    sand_faces(nodes, row, plane, face, is_wide);
}

relief_pixels_kernel KERNEL(sand_pixels);

void KERNEL(sand_pixels)(const tile_nodes *nodes, const relief_pixels *row, face_row *face)
{
    BY_WIDTH(sand_row, nodes, row, face);
}

KERNEL_TABLE_WIDE(relief_pixels_kernel, sand_pixels, sand_pixels);

/* ---- snow -------------------------------------------------------------------------- */

/* Snow is light: no shade but that of ripples is below `least`. */
static const struct {
    float light, soft;   /* light by the lean of the crest, and softness of its sign */
    float level;         /* shade of level snow */
    float hollow;        /* shade of hollows */
    float rim, rim_fade; /* light at the crest, and the depth over which it falls to 1/e, U */
    float least;         /* least shade of hollows and slopes */
} snow_ground = {.light = -0.45f,
                 .soft = 0.09f,
                 .level = 0.10f,
                 .hollow = 0.38f,
                 .rim = 0.30f,
                 .rim_fade = 0.012f,
                 .least = -0.42f};

LANES_INLINE void snow_row(const tile_nodes *nodes, const relief_pixels *row, face_row *face,
                           int is_wide)
{
    LANES_SCRATCH node_row plane[RELIEF_PLANES];
    mix_planes(nodes, 0, SAND_PLANES, plane);
    for (int i = first_of(nodes); i < nodes->to; i += LANES) {
        between b = between_at(nodes, i, is_wide);
        lanes_f lean = line_at(&plane[SAND_LEAN], &b, is_wide);
        lanes_f depth = lanes_max(line_at(&plane[RELIEF_DEPTH], &b, is_wide), lanes_of(0.0f));
        lanes_f shade = lanes_of(snow_ground.light) * line_at(&plane[RELIEF_SIDE], &b, is_wide) *
                        lean * lanes_abs(lean) / (lean * lean + lanes_of(snow_ground.soft));
        shade +=
            lanes_of(snow_ground.level) +
            lanes_of(snow_ground.rim) * lanes_exp(depth * lanes_of(-1.0f / snow_ground.rim_fade)) +
            lanes_of(snow_ground.hollow) * line_at(&plane[SAND_HOLLOW], &b, is_wide);
        shade = lanes_max(shade, lanes_of(snow_ground.least));
        shade += detail_at(row, plane, &b, i, lanes_of(row->faces->arms), shade, is_wide);
        lanes_store(face->shade + i, shade);
    }
}

relief_pixels_kernel KERNEL(snow_pixels);

void KERNEL(snow_pixels)(const tile_nodes *nodes, const relief_pixels *row, face_row *face)
{
    BY_WIDTH(snow_row, nodes, row, face);
}

KERNEL_TABLE_WIDE(relief_pixels_kernel, snow_pixels, snow_pixels);
