/* fronds.c - draws palms and ferns for woods and near ground: arched fronds of leaflets, with or
 * without a stem.
 *
 * Lengths are multiples of the plant's height.  Places on a frond (q) are shares of its length from
 * its foot, 0..1.
 */
#include "base/exact.h"
#include "layers/plants/species/species.h"
#include "ridge/noise.h"

/* Levels of the hashes of a plant and a frond. */
enum { PLANT, FROND, LEAVES, DEAD, RINGS_AT = 6 };

/* First indices of further draws at the level LEAVES. */
enum { LEAFLET_LENGTH = 100, LEAFLET_LEAN = 200 };

#define LEAFLETS 36    /* greatest number of leaflets on each side of a frond */
#define PLAIN_PAIRS 18 /* fronds with at most this number of pairs have triangles as leaflets */
#define FRONDS_MOST 32
#define DEAD_FRONDS 5
#define RIB 10 /* number of points of a frond's rib */
#define STEM_POINTS 14
#define RINGS 36     /* number of rings of a stem */
#define RINGS_PX 8.0 /* width of a stem, pixels, from which rings are drawn */
#define FLARE_CORNERS 16

/* Number of pairs of leaflets on fronds shorter than `pixels`; longer ones have LEAFLETS. */
static const struct {
    double pixels;
    int pairs;
} pair_steps[] = {{12.0, 6}, {22.0, 9}, {100.0, PLAIN_PAIRS}};

/* One frond, tuned by eye. */
static const struct {
    double tuck;          /* share of its width that a frond loses because its tip bends back */
    double jitter;        /* largest shift of a frond to either side / distance of fronds */
    plant_spread length;  /* random factor of the habit's length */
    plant_spread width;   /* random factor of the width: foreshortening, 1 = seen from the side */
    double light;         /* largest random change of its light, 0 = at the left .. 1 */
    plant_spread fall;    /* random factor of the habit's droop */
    double fall_upright;  /* increase of the fall for an upright frond, as a share */
    plant_spread leaflet; /* random factor of the habit's leaflet */
    plant_range rib;      /* half width of the rib at foot and tip / longest leaflet */
    double shade;         /* tone of the leaflets away from the light / that of the others */
} frond_shape = {
    .tuck = 0.12,
    .jitter = 0.45,
    .length = {0.75, 0.4},
    .width = {0.65, 0.35},
    .light = 0.30,
    .fall = {0.7, 0.6},
    .fall_upright = 0.35,
    .leaflet = {0.85, 0.3},
    .rib = {0.06, 0.008},
    .shade = 0.45,
};

/* The leaflets of a frond, tuned by eye. */
static const struct {
    double first, span;          /* q of the first leaflet; length of the section with leaflets */
    plant_spread place;          /* random place of a leaflet / distance of leaflets */
    double wave_from, wave_span; /* the length of leaflets follows a sine of wave_from + wave_span *
                                    q turns, which is greatest at two fifths of a frond */
    double least;                /* least length / the longest */
    plant_spread length;         /* random factor of the length */
    double lean, lean_jitter;    /* part of a leaflet's direction along the frond; its jitter */
    double aside;                /* part of its direction across the frond */
    double hang;                 /* part of its direction downward */
    double half;                 /* half width / distance of two leaflets */
    double plain;                /* part of a triangle's foot toward the frond's tip / half width */
    double upper, lower;         /* places of the two corners of an arched leaflet / its length */
    double upper_half;           /* half width at the upper corner / that at the lower one */
    double upper_arch, lower_arch; /* upward shift of these corners / their place */
} leaflet_shape = {
    .first = 0.10,
    .span = 0.90,
    .place = {0.3, 0.4},
    .wave_from = 0.08,
    .wave_span = 0.42,
    .least = 0.12,
    .length = {0.80, 0.35},
    .lean = 0.72,
    .lean_jitter = 0.20,
    .aside = 0.75,
    .hang = 0.35,
    .half = 0.38,
    .plain = 0.6,
    .upper = 0.55,
    .upper_half = 0.6,
    .upper_arch = 0.10,
    .lower = 0.5,
    .lower_arch = 0.06,
};

/* The crown of fronds, tuned by eye. */
static const struct {
    plant_spread fronds; /* random factor of the habit's number of fronds */
    double rise;         /* share of the height above the stem to which fronds are scaled */
    double leaflet_most; /* greatest factor of leaflets when fronds are scaled to that height */
    double tone[4];      /* tones 0..4 of fronds, from shade to light */
} crown_shape = {
    .fronds = {0.85, 0.3},
    .rise = 0.88,
    .leaflet_most = 1.1,
    .tone = {0.6, 1.0, 1.7, 2.5},
};
enum { CROWN_TONES = 4 };

/* Dead fronds below the crown of a palm, tuned by eye. */
static const struct {
    plant_spread length; /* length of a dead frond */
    double width;        /* greatest reach to a side / length */
    double leaflet;      /* length of the longest leaflet */
    double tone;         /* tone of dead fronds, 0..4 */
} dead_shape = {
    .length = {0.10, 0.10},
    .width = 0.8,
    .leaflet = 0.04,
    .tone = 0.4,
};

/* The stem of a palm, tuned by eye.  Widths are multiples of the habit's `stem`. */
static const struct {
    double lean;                 /* largest shift to a side at height 1 */
    double bend;                 /* 4 times the largest shift of the middle to a side */
    double kink, kink_rate, row; /* noise along the stem: amplitude, cells per height, row */
    plant_range half;            /* half width: at the foot, at the crown */
    plant_range flare;           /* half width of the flare: at the root, at its upper end */
    int flare_points;            /* number of points of the stem along the flare */
    double root_wide, root_high; /* half width and height of the root */
    plant_range light;           /* half width of the strip of light: at the foot, at the crown */
    double light_aside;          /* distance of the strip from the middle, at the foot */
    double light_narrower;       /* share of that distance that is lost up to the crown */
    double ring_jitter;          /* largest shift of a ring up or down / distance of rings */
    double ring_slope;           /* half of a ring's fall from left to right / plant's height */
    double ring_right;           /* reach of a ring to the right / half width of the stem */
    plant_range ring_half;       /* half thickness of a ring: at the left, at the right / height */
    double tone, light_tone, ring_tone; /* tones 0..4 of the stem, the strip of light, the rings */
} stem_shape = {
    .lean = 0.22,
    .bend = 0.25,
    .kink = 0.02,
    .kink_rate = 3.0,
    .row = 0.5,
    .half = {0.5, 0.25},
    .flare = {0.72, 0.3},
    .flare_points = 3,
    .root_wide = 0.95,
    .root_high = 0.28,
    .light = {0.18, 0.08},
    .light_aside = 0.22,
    .light_narrower = 0.4,
    .ring_jitter = 0.3,
    .ring_slope = 0.002,
    .ring_right = 0.8,
    .ring_half = {0.0020, 0.0012},
    .tone = 0.4,
    .light_tone = 1.5,
    .ring_tone = 0.2,
};

/* A frond begins at (x, y) toward (along, up); its point at q is `fall` * q^2 lower. */
typedef struct frond {
    uint64_t key;
    double x, y, along, up, fall;
    double leaflet; /* length of the longest leaflet */
    int pairs;      /* number of leaflets on each side */
} frond;

/* Doubles: from floats that are computed with as doubles, GCC 12 at -O2 leaves the rounding out. */
typedef struct frond_point {
    double x, y;
} frond_point;

static frond_point frond_at(const frond *f, double q)
{
    return (frond_point){f->x + f->along * q * (1.0 - frond_shape.tuck * q),
                         f->y + f->up * q - f->fall * q * q};
}

/* Adds the leaflets of a side: 1 = to the left, seen in the direction of growth, -1 = to the
 * right. */
static void add_leaflets(drawing *out, const frond *f, int side)
{
    for (int i = 0; i < f->pairs; i++) {
        int index = i * (LEAFLETS / f->pairs);
        double place = i + leaflet_shape.place.least +
                       leaflet_shape.place.span * plant_unit(f->key, LEAVES, index);
        double q = leaflet_shape.first + leaflet_shape.span * place / f->pairs;
        double wave =
            exact_cos_turn(exact_abs(leaflet_shape.wave_span * q + leaflet_shape.wave_from - 0.25));
        double length = f->leaflet * exact_max(leaflet_shape.least, wave) *
                        plant_spread_at(leaflet_shape.length,
                                        plant_unit(f->key, LEAVES, LEAFLET_LENGTH + index));
        /* The direction of the frond at q. */
        double dx = f->along * (1.0 - 2.0 * frond_shape.tuck * q), dy = f->up - 2.0 * f->fall * q;
        double scale = 1.0 / exact_max(exact_sqrt(dx * dx + dy * dy), 1e-9);
        dx *= scale;
        dy *= scale;
        double lean = leaflet_shape.lean +
                      leaflet_shape.lean_jitter * plant_way(f->key, LEAVES, LEAFLET_LEAN + index);
        double x = lean * dx - side * leaflet_shape.aside * dy;
        double y = lean * dy + side * leaflet_shape.aside * dx - leaflet_shape.hang;
        double half =
            leaflet_shape.half * exact_sqrt(f->along * f->along + f->up * f->up) / f->pairs;
        frond_point a = frond_at(f, q);
        drawing_point foot = {(float)(a.x - half * dx), (float)(a.y - half * dy)};
        drawing_point tip = {(float)(a.x + length * x), (float)(a.y + length * y)};
        if (f->pairs <= PLAIN_PAIRS) {
            double aside = leaflet_shape.plain * half;
            drawing_point other = {(float)(a.x + aside * dx), (float)(a.y + aside * dy)};
            drawing_shape(out, (drawing_point[3]){foot, tip, other}, 3);
            continue;
        }
        double along = leaflet_shape.upper * length, aside = leaflet_shape.upper_half * half;
        drawing_point upper = {(float)(a.x + along * x - aside * dx),
                               (float)(a.y + along * (y + leaflet_shape.upper_arch) - aside * dy)};
        along = leaflet_shape.lower * length;
        drawing_point lower = {(float)(a.x + along * x + half * dx),
                               (float)(a.y + along * (y + leaflet_shape.lower_arch) + half * dy)};
        drawing_shape(out, (drawing_point[4]){foot, upper, tip, lower}, 4);
    }
}

/* Adds the leaflets of a frond's upper side, which is in the light, and the rib; or, unless
 * `is_lit`, those of its lower side. */
static void add_side(drawing *out, const frond *f, int is_lit)
{
    int above = f->along < 0.0 ? -1 : 1;
    add_leaflets(out, f, is_lit ? above : -above);
    if (!is_lit)
        return;
    drawing_point p[RIB];
    for (int i = 0; i < RIB; i++) {
        frond_point a = frond_at(f, i / (RIB - 1.0));
        p[i] = (drawing_point){(float)a.x, (float)a.y};
    }
    drawing_stroke(out, p, RIB, frond_shape.rib.from * f->leaflet, frond_shape.rib.to * f->leaflet);
}

/* Paints fronds of one tone: first the lower sides of all, then the upper sides. */
static void draw_fronds(drawing *out, const frond *f, int count, double tone)
{
    for (int is_lit = 0; is_lit < 2; is_lit++) {
        plant_tone(out, is_lit ? tone : frond_shape.shade * tone);
        for (int i = 0; i < count; i++)
            add_side(out, &f[i], is_lit);
    }
}

static int pairs_of(double pixels)
{
    for (size_t i = 0; i < sizeof pair_steps / sizeof *pair_steps; i++)
        if (pixels < pair_steps[i].pixels)
            return pair_steps[i].pairs;
    return LEAFLETS;
}

/* Returns frond `index` of a crown at (0, 0).  *light is its light, about 0 at the left and 1 at
 * the right. */
static frond frond_of(const species *self, uint64_t plant, int index, int fronds, double *light)
{
    const frond_habit *habit = &self->frond;
    uint64_t key = hash_at(plant, FROND, index);
    /* The place of the frond in the crown, 0 = left .. 1 = right. */
    double place = (index + 0.5 + frond_shape.jitter * plant_way(key, FROND, 0)) / fronds;
    double turn = 0.25 + habit->spread * (0.5 - place);
    double length = habit->length * plant_spread_at(frond_shape.length, plant_unit(key, FROND, 2));
    double width = plant_spread_at(frond_shape.width, plant_unit(key, FROND, 3));
    double sine = exact_cos_turn(exact_abs(turn - 0.25));
    *light = place + frond_shape.light * plant_way(key, FROND, 1);
    return (frond){.key = key,
                   .along = width * length * exact_cos_turn(exact_abs(turn)),
                   .up = length * sine,
                   .fall = length * habit->droop *
                           plant_spread_at(frond_shape.fall, plant_unit(key, FROND, 4)) *
                           (1.0 + frond_shape.fall_upright * exact_max(0.0, sine)),
                   .leaflet = habit->leaflet *
                              plant_spread_at(frond_shape.leaflet, plant_unit(key, FROND, 5))};
}

/* Draws a crown of fronds at (x, y), scaled so that the highest point of all is at the share
 * crown_shape.rise of the height above y.  Fronds at the left, away from the light, come first. */
static void draw_crown(const species *self, const plant_look *look, double x, double y,
                       drawing *out)
{
    int fronds = (int)(self->frond.fronds *
                       plant_spread_at(crown_shape.fronds, plant_unit(look->key, PLANT, 10)));
    double light, top = 1e-3;
    for (int i = 0; i < fronds; i++) {
        frond f = frond_of(self, look->key, i, fronds, &light);
        double rise =
            f.up >= 2.0 * f.fall ? f.up - f.fall : f.up * f.up / (4.0 * f.fall); /* greatest y */
        top = exact_max(top, rise);
    }
    double scale = crown_shape.rise * (1.0 - y) / top;
    double wide = exact_min(scale, exact_sqrt(scale));
    frond chosen[FRONDS_MOST];
    for (int level = 0; level < CROWN_TONES; level++) {
        int count = 0;
        for (int i = 0; i < fronds; i++) {
            frond f = frond_of(self, look->key, i, fronds, &light);
            if (level != (int)exact_clamp(CROWN_TONES * light, 0.0, CROWN_TONES - 1))
                continue;
            f.x = x;
            f.y = y;
            f.along *= wide;
            f.up *= scale;
            f.fall = exact_min(scale * f.fall, f.up + y); /* not below the ground */
            f.leaflet *= exact_min(scale, crown_shape.leaflet_most);
            f.pairs = pairs_of(scale * self->frond.length * look->size);
            chosen[count++] = f;
        }
        draw_fronds(out, chosen, count, crown_shape.tone[level]);
    }
}

static double stem_at(uint64_t key, double y)
{
    double lean = stem_shape.lean * plant_way(key, PLANT, 0);
    double bend = stem_shape.bend * plant_way(key, PLANT, 1);
    double kink = noise_gradient(key, PLANT, stem_shape.kink_rate * y, stem_shape.row, 0);
    return lean * y + bend * y * (1.0 - y) + stem_shape.kink * kink * y;
}

/* Draws a bent stem with rings, thick at the foot. */
static void draw_palm_stem(const species *self, const plant_look *look, drawing *out)
{
    double crown = self->frond.crown, wide = self->frond.stem;
    drawing_point p[STEM_POINTS], lit[STEM_POINTS];
    for (int i = 0; i < STEM_POINTS; i++) {
        double y = crown * i / (STEM_POINTS - 1), x = stem_at(look->key, y);
        double aside = stem_shape.light_aside * wide *
                       (1.0 - stem_shape.light_narrower * i / (STEM_POINTS - 1));
        p[i] = (drawing_point){(float)x, (float)y};
        lit[i] = (drawing_point){(float)(x + aside), (float)y};
    }
    plant_tone(out, stem_shape.tone);
    drawing_stroke(out, p, STEM_POINTS, stem_shape.half.from * wide, stem_shape.half.to * wide);
    drawing_stroke(out, p, stem_shape.flare_points, stem_shape.flare.from * wide,
                   stem_shape.flare.to * wide);
    drawing_ellipse(out, (double)p[0].x, 0.0, stem_shape.root_wide * wide,
                    stem_shape.root_high * wide, FLARE_CORNERS);
    plant_tone(out, stem_shape.light_tone);
    drawing_stroke(out, lit, STEM_POINTS, stem_shape.light.from * wide, stem_shape.light.to * wide);
    if (look->size * wide < RINGS_PX)
        return;
    plant_tone(out, stem_shape.ring_tone);
    for (int i = 1; i < RINGS; i++) {
        double place = (i + stem_shape.ring_jitter * plant_way(look->key, RINGS_AT, i)) / RINGS;
        double y = crown * place, x = stem_at(look->key, y);
        double half = wide * plant_range_at(stem_shape.half, place),
               right = stem_shape.ring_right * half;
        drawing_point ring[2] = {{(float)(x - half), (float)(y + stem_shape.ring_slope)},
                                 {(float)(x + right), (float)(y - stem_shape.ring_slope)}};
        drawing_stroke(out, ring, 2, stem_shape.ring_half.from, stem_shape.ring_half.to);
    }
}

void draw_palm(const species *self, const plant_look *look, drawing *out)
{
    double y = self->frond.crown, x = stem_at(look->key, y);
    draw_palm_stem(self, look, out);
    frond dead[DEAD_FRONDS];
    for (int i = 0; i < DEAD_FRONDS; i++) {
        uint64_t key = hash_at(look->key, DEAD, i);
        double across = plant_way(key, DEAD, 0),
               length = plant_spread_at(dead_shape.length, plant_unit(key, DEAD, 1));
        dead[i] = (frond){.key = key,
                          .x = x,
                          .y = y,
                          .along = dead_shape.width * across * length,
                          .fall = length,
                          .leaflet = dead_shape.leaflet,
                          .pairs = pairs_of(length * look->size)};
    }
    draw_fronds(out, dead, DEAD_FRONDS, dead_shape.tone);
    draw_crown(self, look, x, y, out);
}

void draw_fern(const species *self, const plant_look *look, drawing *out)
{
    draw_crown(self, look, 0.0, 0.0, out);
}
