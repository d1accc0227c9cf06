/* stones.c - draws boulders of flat faces, and fallen stems, for near ground.
 *
 * Lengths are heights of the thing, tones are 0 (shade) to 4 (glow); all were tuned by eye.
 */
#include "base/exact.h"
#include "layers/plants/species/ground.h"

/* Levels of a hash. */
enum { COUNT_AT, PLACE_AT, SHAPE_AT, RIM_AT, INNER_AT, SNAG_AT, CRACK_AT };

/* ---- boulders --------------------------------------------------------------------------- */

/* Corners of a boulder: its outline, a ring of half as many in front of it, and the middle. */
enum { RIM = 10, INNER = 5, MIDDLE = RIM + INNER, CORNERS };

#define TONES 5
/* The parity of a number below 2 SIDES puts the second boulder to the left or the right. */
#define SIDES 97.0

/* Corners before they are placed: x to the right and y up from the middle, with the outline at a
 * distance of about 1; z from the plane of the outline toward the viewer. */
static const struct {
    double skew;                /* most shift to a side by height */
    double taper;               /* most narrowing by height */
    double bulge_x, bulge_y;    /* powers of cosine and sine: below 1 = nearer to a box */
    double rim_jitter;          /* jitter of the outline's radius */
    double inner, inner_jitter; /* radius of the inner ring, and its jitter */
    double inner_up;            /* jitter of its heights */
    double inner_aside;         /* shift of the ring toward the light */
    double inner_z, inner_z_jitter;
    double middle_x, middle_y; /* jitter of the middle */
    double middle_z;
    double sunk;  /* depth to which it is visible, relative to its lowest corner */
    double below; /* part below the foot, relative to the height above it */
    double depth; /* z relative to the half width */
} boulder_shape = {.skew = 0.25,
                   .taper = 0.32,
                   .bulge_x = 0.72,
                   .bulge_y = 0.70,
                   .rim_jitter = 0.17,
                   .inner = 0.50,
                   .inner_jitter = 0.16,
                   .inner_up = 0.1,
                   .inner_aside = 0.15,
                   .inner_z = 0.6,
                   .inner_z_jitter = 0.25,
                   .middle_x = 0.15,
                   .middle_y = 0.2,
                   .middle_z = 0.95,
                   .sunk = 0.72,
                   .below = 0.1,
                   .depth = 0.7};

/* The boulders beside the first one. */
static const struct {
    plant_range height; /* height relative to the first one */
    plant_range aside;  /* distance from the first one */
} next_boulder = {.height = {0.30, 0.72}, .aside = {0.8, 1.7}};

/* Direction of the light, about a unit vector, and the tones of faces by the cosine of the angle
 * between it and their normal. */
static const struct {
    double x, y, z;
} face_light = {.x = 0.58, .y = 0.70, .z = 0.30};
static const double face_light_from[TONES - 1] = {-0.15, 0.22, 0.52, 0.80};
static const double face_tone[TONES] = {0.2, 0.8, 1.4, 2.1, 2.8};
#define RIM_TONE 0.5       /* tone of the seams between faces */
#define NORMAL_LEAST 1e-12 /* least length of a normal: a face may have no area */

/* A corner of faces; z toward the viewer. */
typedef struct corner {
    double x, y, z;
} corner;

typedef struct stone {
    corner at[CORNERS];
} stone;

/* The cosine and the sine of the angle to corner i of `count`. */
static double direction(int i, int count, double *sine)
{
    double turn = (double)i / count;
    *sine = exact_cos_turn(exact_abs(turn - 0.25));
    return exact_cos_turn(turn);
}

/* |x|^power with the sign of x. */
static double bulged(double x, double power)
{
    double y = exact_pow(exact_abs(x), power);
    return x < 0.0 ? -y : y;
}

/* Makes a boulder whose foot is at x, with a height and a half width. */
static stone boulder_of(uint64_t key, double x, double high, double wide)
{
    stone b;
    double skew = boulder_shape.skew * plant_way(key, SHAPE_AT, 0);
    double taper = boulder_shape.taper * plant_unit(key, SHAPE_AT, 6), top = 0.0, low = 0.0;
    for (int i = 0; i < RIM; i++) {
        double sine, cosine = direction(i, RIM, &sine);
        double r = 1.0 + boulder_shape.rim_jitter * plant_way(key, RIM_AT, i);
        double up = r * bulged(sine, boulder_shape.bulge_y);
        double across = r * bulged(cosine, boulder_shape.bulge_x);
        b.at[i] = (corner){across * (1.0 - taper * up) + skew * up, up, 0.0};
        top = exact_max(top, up);
        low = exact_min(low, up);
    }
    for (int i = 0; i < INNER; i++) {
        double sine, cosine = direction(i, INNER, &sine);
        double r = boulder_shape.inner + boulder_shape.inner_jitter * plant_way(key, INNER_AT, i);
        double up = r * sine + boulder_shape.inner_up * plant_way(key, INNER_AT, INNER + i);
        b.at[RIM + i] = (corner){r * cosine + boulder_shape.inner_aside + skew * up, up,
                                 boulder_shape.inner_z + boulder_shape.inner_z_jitter *
                                                             plant_way(key, INNER_AT, -1 - i)};
    }
    b.at[MIDDLE] =
        (corner){boulder_shape.middle_x * plant_way(key, SHAPE_AT, 1),
                 boulder_shape.middle_y * plant_way(key, SHAPE_AT, 2), boulder_shape.middle_z};
    low *= boulder_shape.sunk;
    for (int i = 0; i < CORNERS; i++) {
        corner *c = &b.at[i];
        c->y = exact_max(c->y, low);
        c->x = x + wide * c->x;
        c->y =
            high * ((c->y - low) / (top - low) * (1.0 + boulder_shape.below) - boulder_shape.below);
        c->z *= boulder_shape.depth * wide;
    }
    return b;
}

/* Adds a face if the light gives it this tone (an index of face_tone). */
static void add_face(const corner *a, const corner *b, const corner *c, int tone, drawing *out)
{
    double ux = b->x - a->x, uy = b->y - a->y, uz = b->z - a->z;
    double vx = c->x - a->x, vy = c->y - a->y, vz = c->z - a->z;
    double nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
    double sign = nz < 0.0 ? -1.0 : 1.0;
    double length = exact_max(exact_sqrt(nx * nx + ny * ny + nz * nz), NORMAL_LEAST);
    double light = sign * (face_light.x * nx + face_light.y * ny + face_light.z * nz) / length;
    int lit = 0;
    while (lit < TONES - 1 && light >= face_light_from[lit])
        lit++;
    if (lit != tone)
        return;
    const drawing_point point[3] = {
        {(float)a->x, (float)a->y}, {(float)b->x, (float)b->y}, {(float)c->x, (float)c->y}};
    drawing_shape(out, point, 3);
}

static void draw_boulder_at(const stone *b, drawing *out)
{
    const corner *rim = b->at, *inner = b->at + RIM, *middle = &b->at[MIDDLE];
    drawing_point outline[RIM];
    for (int i = 0; i < RIM; i++)
        outline[i] = (drawing_point){(float)rim[i].x, (float)rim[i].y};
    plant_tone(out, RIM_TONE);
    drawing_shape(out, outline, RIM);
    for (int k = 0; k < TONES; k++) {
        plant_tone(out, face_tone[k]);
        for (int i = 0; i < RIM; i++)
            add_face(&rim[i], &rim[(i + 1) % RIM], &inner[(i + 1) / 2 % INNER], k, out);
        for (int i = 0; i < INNER; i++) {
            const corner *next = &inner[(i + 1) % INNER];
            add_face(&inner[i], next, &rim[2 * i + 1], k, out);
            add_face(&inner[i], next, middle, k, out);
        }
    }
}

void draw_boulder(const species *self, const plant_look *look, drawing *out)
{
    double many = plant_unit(look->key, COUNT_AT, 0);
    int count = 1 + (int)(self->boulder.most * many * many);
    /* The first one is the highest and the nearest, so it is drawn last. */
    for (int i = count - 1; i >= 0; i--) {
        uint64_t key = hash_at(look->key, PLACE_AT, i);
        double high =
            i == 0 ? 1.0 : plant_range_at(next_boulder.height, plant_unit(key, SHAPE_AT, 3));
        double wide = high / exact_mix(self->boulder.squat, self->boulder.steep,
                                       plant_unit(key, SHAPE_AT, 4));
        double side = (i + (int)(2.0 * many * SIDES)) % 2 != 0 ? 1.0 : -1.0;
        double x =
            i == 0 ? 0.0 : side * plant_range_at(next_boulder.aside, plant_unit(key, SHAPE_AT, 5));
        stone b = boulder_of(key, x, high, wide);
        draw_boulder_at(&b, out);
    }
}

/* ---- fallen stems ----------------------------------------------------------------------- */

enum { LOG_POINTS = 9, SNAGS = 3, SPLINTERS = 7, CRACKS = 7, RINGS = 5, RING_SIDES = 18 };

/* A fallen stem, from its thick end, which was cut, to a broken one.  Parts of its length are
 * 0 (the cut) to 1. */
static const struct {
    double half_cut, half_end; /* half its thickness at its ends */
    double middle;             /* height of the middle of the cut */
    double rise;               /* most rise toward the broken end */
    double bend;               /* most bend of the middle, times 4 */
} log_shape = {.half_cut = 0.36, .half_end = 0.22, .middle = 0.28, .rise = 0.10, .bend = 0.5};

/* Bands along the stem: the bark, the light on it and the brightest strip of that. */
typedef struct bark_band {
    double tone;
    double from, to;  /* ends, parts of the length */
    double low, high; /* sides, in half thicknesses from the middle */
    double rough;     /* jitter of the sides, in half thicknesses */
} bark_band;
enum { BARK, BARK_LIT, BARK_BRIGHT };
static const bark_band bark[] = {
    [BARK] = {.tone = 0.9, .from = 0.0, .to = 0.97, .low = -1.0, .high = 1.0, .rough = 0.07},
    [BARK_LIT] = {.tone = 2.2, .from = 0.0, .to = 0.93, .low = 0.28, .high = 0.84, .rough = 0.14},
    [BARK_BRIGHT] =
        {.tone = 3.3, .from = 0.06, .to = 0.70, .low = 0.62, .high = 0.78, .rough = 0.10},
};

/* A snag, which is left of a limb and leans to the thin end. */
static const struct {
    plant_range place;     /* part of the stem's length where the first one grows */
    double apart;          /* part of the stem's length from one to the next */
    plant_range height;    /* height of its tip, except the second one, which ends at 1 */
    plant_range lean;      /* shift of the tip by the rise */
    plant_range half;      /* half width of its foot */
    double bend_x, bend_y; /* point where it bends, as parts of its lean and its rise */
    double tip;            /* width of its tip relative to its foot */
} snag_shape = {.place = {0.14, 0.36},
                .apart = 0.26,
                .height = {0.55, 0.9},
                .lean = {0.1, 1.1},
                .half = {0.07, 0.12},
                .bend_x = 0.65,
                .bend_y = 0.5,
                .tip = 0.4};

/* Splinters of the broken end. */
static const struct {
    double place;        /* part of the length where they begin */
    plant_spread length; /* length of a splinter */
    double notch;        /* length between two of them */
} splinter_shape = {.place = 0.96, .length = {0.1, 0.45}, .notch = 0.08};

/* Cracks along the bark. */
static const struct {
    double tone;
    double last;                /* part of the length before which they begin */
    plant_spread length;        /* part of the length */
    double end;                 /* part of the length where all of them end */
    plant_range up;             /* place across, in half thicknesses from the middle */
    double half_foot, half_tip; /* half widths of the ends of a crack */
} crack_shape = {.tone = 0.4,
                 .last = 0.9,
                 .length = {0.02, 0.05},
                 .end = 0.95,
                 .up = {-0.7, 0.6},
                 .half_foot = 0.025,
                 .half_tip = 0.008};

/* Rings of the cut, from the outermost to the heart. */
static const struct {
    double radius; /* relative to the half thickness */
    double tone;
} ring[RINGS] = {{.radius = 1.0, .tone = 1.3},
                 {.radius = 0.80, .tone = 3.0},
                 {.radius = 0.52, .tone = 2.3},
                 {.radius = 0.30, .tone = 3.0},
                 {.radius = 0.12, .tone = 2.0}};

typedef struct fallen {
    uint64_t key;
    double side; /* 1: the cut is on the right; -1: on the left */
    double length, rise;
} fallen;

/* The middle of a fallen stem, and half its thickness, at a part t of its length. */
static drawing_point log_at(const fallen *f, double t, double *half)
{
    double bend = plant_way(f->key, SHAPE_AT, 1) * t * (1.0 - t);
    *half = exact_mix(log_shape.half_cut, log_shape.half_end, t);
    return (drawing_point){(float)(f->side * f->length * (0.5 - t)),
                           (float)(log_shape.middle + f->rise * t + log_shape.bend * bend)};
}

static void draw_band(const fallen *f, const bark_band *band, drawing *out)
{
    drawing_point point[2 * LOG_POINTS];
    plant_tone(out, band->tone);
    for (int i = 0; i < LOG_POINTS; i++) {
        double half, t = exact_mix(band->from, band->to, (double)i / (LOG_POINTS - 1));
        drawing_point p = log_at(f, t, &half);
        double top = band->high + band->rough * plant_way(f->key, RIM_AT, i);
        double bottom = band->low + band->rough * plant_way(f->key, RIM_AT, LOG_POINTS + i);
        point[i] = (drawing_point){p.x, p.y + (float)(half * top)};
        point[2 * LOG_POINTS - 1 - i] = (drawing_point){p.x, p.y + (float)(half * bottom)};
    }
    drawing_shape(out, point, 2 * LOG_POINTS);
}

static void draw_snag(const fallen *f, int index, drawing *out)
{
    double half, t = plant_range_at(snag_shape.place, plant_unit(f->key, SNAG_AT, index)) +
                     snag_shape.apart * index;
    drawing_point foot = log_at(f, t, &half);
    double high = index == 1 ? 1.0
                             : plant_range_at(snag_shape.height,
                                              plant_unit(f->key, SNAG_AT, 3 * SNAGS + index));
    double lean =
        -f->side * plant_range_at(snag_shape.lean, plant_unit(f->key, SNAG_AT, SNAGS + index));
    double up = high - (double)foot.y;
    double wide = plant_range_at(snag_shape.half, plant_unit(f->key, SNAG_AT, 2 * SNAGS + index));
    const drawing_point snag[3] = {
        foot,
        {foot.x + (float)(snag_shape.bend_x * lean * up), foot.y + (float)(snag_shape.bend_y * up)},
        {foot.x + (float)(lean * up), (float)high}};
    drawing_stroke(out, snag, 3, wide, snag_shape.tip * wide);
}

void draw_log(const species *self, const plant_look *look, drawing *out)
{
    uint64_t key = look->key;
    fallen f = {.key = key,
                .side = plant_unit(key, SHAPE_AT, 0) < 0.5 ? 1.0 : -1.0,
                .length = self->log.length,
                .rise = log_shape.rise * plant_unit(key, SHAPE_AT, 2)};
    plant_tone(out, bark[BARK].tone);
    for (int i = 0; i < SNAGS; i++)
        draw_snag(&f, i, out);
    draw_band(&f, &bark[BARK], out);
    double half;
    drawing_point end = log_at(&f, splinter_shape.place, &half), tip[SPLINTERS];
    for (int i = 0; i < SPLINTERS; i++) {
        double away = i % (SPLINTERS - 1) == 0 ? 0.0
                      : i % 2 != 0
                          ? plant_spread_at(splinter_shape.length, plant_unit(key, CRACK_AT, -i))
                          : splinter_shape.notch;
        tip[i] = (drawing_point){end.x - (float)(f.side * away),
                                 end.y + (float)(half * (1.0 - i / (0.5 * (SPLINTERS - 1))))};
    }
    drawing_shape(out, tip, SPLINTERS);
    draw_band(&f, &bark[BARK_LIT], out);
    draw_band(&f, &bark[BARK_BRIGHT], out);
    plant_tone(out, crack_shape.tone);
    for (int i = 0; i < CRACKS; i++) {
        double t = crack_shape.last * plant_unit(key, CRACK_AT, i), at;
        double reach = plant_spread_at(crack_shape.length, plant_unit(key, CRACK_AT, CRACKS + i));
        double up = plant_range_at(crack_shape.up, plant_unit(key, CRACK_AT, 2 * CRACKS + i));
        drawing_point p = log_at(&f, t, &at);
        drawing_point q = log_at(&f, exact_min(t + reach, crack_shape.end), &at);
        const drawing_point crack[2] = {{p.x, p.y + (float)(up * at)},
                                        {q.x, q.y + (float)(up * at)}};
        drawing_stroke(out, crack, 2, crack_shape.half_foot, crack_shape.half_tip);
    }
    drawing_point cut = log_at(&f, 0.0, &half);
    for (int i = 0; i < RINGS; i++) {
        plant_tone(out, ring[i].tone);
        drawing_ellipse(out, (double)cut.x, (double)cut.y, 0.5 * half * ring[i].radius,
                        half * ring[i].radius, RING_SIDES);
    }
}
