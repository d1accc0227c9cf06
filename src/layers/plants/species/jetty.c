/* jetty.c - draws a jetty of planks that leads from a lower corner of the picture over water.
 *
 * It runs in perspective from the lower left to the upper right; light comes from the right.
 * Lengths are multiples of its height, tones are 0 (shade) to 4 (glow); all were tuned by eye.
 */
#include "base/exact.h"
#include "layers/plants/species/ground.h"

/* Levels of a hash. */
enum { TONE_AT, GAP_AT, LEAN_AT, HIGH_AT, LONG_AT };

/* The deck: ends of its left and right edge, and how much farther the far end is. */
static const struct {
    drawing_point near[2], far[2];
    double distance; /* distance of the far end, relative to the near one */
    double longer;   /* random part of its length, a share, up and down */
    double thick;    /* thickness of its beam at the near end */
    double gap;      /* share of a plank that is a gap */
    double tone, tone_by_chance;
} deck = {.near = {{-1.21f, 0.12f}, {0.08f, 0.12f}},
          .far = {{1.18f, 0.94f}, {1.38f, 0.94f}},
          .distance = 6.5,
          .longer = 0.12,
          .thick = 0.13,
          .gap = 0.12,
          .tone = 1.5,
          .tone_by_chance = 0.9};

enum { PLANKS = 34, POSTS = 6, TOP_SIDES = 12 };

#define BEAM_LIT 0.22 /* share of the beam's thickness that is in the light */
#define TOP_FLAT 0.3  /* height of a post's top relative to its half width */
static const struct {
    double post, post_lit, top, below, beam;
} tone = {.post = 0.5, .post_lit = 2.4, .top = 3.2, .below = 0.3, .beam = 2.7};

/* Posts at both edges, in lengths at the near end. */
static const struct {
    double first, last; /* places along the jetty, 0..1 */
    double half;        /* half of its thickness */
    double high, high_by_chance;
    double low; /* its foot below the deck, under water */
    double lean;
    double lit; /* share of its thickness that is in the light */
} post = {.first = 0.03,
          .last = 1.0,
          .half = 0.052,
          .high = 0.33,
          .high_by_chance = 0.18,
          .low = 0.30,
          .lean = 0.03,
          .lit = 0.38};

/* Returns the place on an edge (0 left, 1 right) at t, 0..1 along the jetty, and its scale. */
static drawing_point edge_at(uint64_t key, int side, double t, double *scale)
{
    double longer = 1.0 + deck.longer * plant_way(key, LONG_AT, 0);
    double depth = exact_mix(1.0, deck.distance, t);
    double part = (1.0 - 1.0 / depth) / (1.0 - 1.0 / deck.distance);
    *scale = 1.0 / depth;
    return (drawing_point){
        (float)exact_mix((double)deck.near[side].x, longer * (double)deck.far[side].x, part),
        (float)exact_mix((double)deck.near[side].y, (double)deck.far[side].y, part)};
}

static void add_plank(uint64_t key, double from, double to, drawing *out)
{
    double scale;
    const drawing_point p[4] = {edge_at(key, 0, from, &scale), edge_at(key, 1, from, &scale),
                                edge_at(key, 1, to, &scale), edge_at(key, 0, to, &scale)};
    drawing_shape(out, p, 4);
}

/* Adds the beam below an edge, with `share` of its thickness. */
static void add_beam(uint64_t key, double share, drawing *out)
{
    double near, far;
    drawing_point a = edge_at(key, 1, 0.0, &near), b = edge_at(key, 1, 1.0, &far);
    const drawing_point p[4] = {a,
                                b,
                                {b.x, b.y - (float)(share * deck.thick * far)},
                                {a.x, a.y - (float)(share * deck.thick * near)}};
    drawing_shape(out, p, 4);
}

static void add_post(uint64_t key, int side, int i, drawing *out)
{
    double scale;
    double t = exact_mix(post.first, post.last, (double)i / (POSTS - 1));
    drawing_point foot = edge_at(key, side, t, &scale);
    double half = post.half * scale, lean = post.lean * scale * plant_way(key, LEAN_AT, i);
    double x = (double)foot.x, low = (double)foot.y - post.low * scale;
    double top = (double)foot.y +
                 scale * (post.high + post.high_by_chance * plant_way(key, HIGH_AT, 2 * i + side));
    const drawing_point p[4] = {{(float)(x - half), (float)low},
                                {(float)(x + half), (float)low},
                                {(float)(x + half + lean), (float)top},
                                {(float)(x - half + lean), (float)top}};
    plant_tone(out, tone.post);
    drawing_shape(out, p, 4);
    double lit = half * (1.0 - 2.0 * post.lit);
    const drawing_point q[4] = {
        {(float)(x + lit), (float)low}, p[1], p[2], {(float)(x + lit + lean), (float)top}};
    plant_tone(out, tone.post_lit);
    drawing_shape(out, q, 4);
    plant_tone(out, tone.top);
    drawing_ellipse(out, x + lean, top, half, TOP_FLAT * half, TOP_SIDES);
}

void draw_jetty(const species *self, const plant_look *look, drawing *out)
{
    (void)self;
    for (int i = 0; i < POSTS; i++)
        add_post(look->key, 0, i, out);
    plant_tone(out, tone.below);
    add_plank(look->key, 0.0, 1.0, out);
    add_beam(look->key, 1.0, out);
    for (int i = 0; i < PLANKS; i++) {
        double from = (double)i / PLANKS;
        double gap = deck.gap * (0.5 + plant_unit(look->key, GAP_AT, i)) / PLANKS;
        plant_tone(out, deck.tone + deck.tone_by_chance * plant_way(look->key, TONE_AT, i));
        add_plank(look->key, from, from + 1.0 / PLANKS - gap, out);
    }
    plant_tone(out, tone.beam);
    add_beam(look->key, BEAM_LIT, out);
    for (int i = 0; i < POSTS; i++)
        add_post(look->key, 1, i, out);
}
