/* stones.c - draws boulders of flat faces, and fallen stems, for near ground.
 *
 * Lengths are multiples of the thing's height, tones are 0 (shade) to 4 (glow); all were tuned by
 * eye.
 */
#include "base/exact.h"
#include "layers/plants/species/ground.h"

/* Levels of a hash. */
enum { COUNT_AT, PLACE_AT, SHAPE_AT, RIM_AT, INNER_AT, SNAG_AT, CRACK_AT };

/* ---- boulders --------------------------------------------------------------------------- */

/* Corners of a boulder: those of its outline (RIM), a ring of half as many nearer to the viewer
 * (INNER), and the middle. */
enum { RIM = 10, INNER = 5, MIDDLE = RIM + INNER, CORNERS };

#define TONES 5
/* The parity of a random number below 2 * SIDES decides the side of the second boulder. */
#define SIDES 97.0

/* Corners before they are scaled: x to the right and y up from the middle, with the outline at a
 * distance of about 1; z from the plane of the outline toward the viewer. */
static const struct {
    double skew;                /* largest shift to a side / y */
    double taper;               /* largest decrease of |x| / y, as a share */
    double bulge_x, bulge_y;    /* powers of cosine and sine; below 1 = nearer to a box */
    double rim_jitter;          /* jitter of the outline's radius */
    double inner, inner_jitter; /* radius of the inner ring; its jitter */
    double inner_up;            /* jitter of y of the inner ring */
    double inner_aside;         /* shift of the inner ring to the right, toward the light */
    double inner_z, inner_z_jitter;
    double middle_x, middle_y; /* jitter of the middle corner */
    double middle_z;
    double sunk;  /* share of the lowest corner's y that is scaled to the depth `below` */
    double below; /* depth below the foot / height of the boulder above it */
    double depth; /* factor of z / half width */
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
    plant_range height; /* height / that of the first one */
    plant_range aside;  /* distance from the first one to a side */
} next_boulder = {.height = {0.30, 0.72}, .aside = {0.8, 1.7}};

/* `face_light` is the direction toward the light, about a unit vector.  `face_light_from` are
 * cosines of the angle to it from a face's normal, from which the face has the next tone of
 * `face_tone`. */
static const struct {
    double x, y, z;
} face_light = {.x = 0.58, .y = 0.70, .z = 0.30};
static const double face_light_from[TONES - 1] = {-0.15, 0.22, 0.52, 0.80};
static const double face_tone[TONES] = {0.2, 0.8, 1.4, 2.1, 2.8};
#define RIM_TONE 0.5       /* tone of the seams between faces */
#define NORMAL_LEAST 1e-12 /* least length of a normal, as a face may have an area of 0 */

/* A corner of faces; z toward the viewer. */
typedef struct corner {
    double x, y, z;
} corner;

typedef struct stone {
    corner at[CORNERS];
} stone;

/* Returns the cosine of i / count turns, and sets *sine. */
static double direction(int i, int count, double *sine)
{
    double turn = (double)i / count;
    *sine = exact_cos_turn(exact_abs(turn - 0.25));
    return exact_cos_turn(turn);
}

/* Returns |x|^power with the sign of x. */
static double bulged(double x, double power)
{
    double y = exact_pow(exact_abs(x), power);
    return x < 0.0 ? -y : y;
}

/* Returns a boulder whose foot is at x, with height `high` and half width `wide`. */
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

/* Adds the face with corners a, b and c, if its tone by the light has index `tone` in face_tone. */
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

/* Snow on a boulder, from its right end to its left one.  Heights are shares of the boulder's. */
enum { CAP_POINTS = 13, CAP_AT = 64 /* first level of its hashes */ };
static const struct {
    double inside;           /* share of the half width that has no snow, at either end */
    double least, by_chance; /* depth of the lower edge below the upper one */
    double shade;            /* share of snow in the colour of its shaded part */
    double lit_aside;        /* shift of the lit part toward the light, half widths */
    double lit_up;           /* heights that the lower edge of the lit part is higher */
} cap_shape = {.inside = 0.10,
               .least = 0.10,
               .by_chance = 0.30,
               .shade = 0.74,
               .lit_aside = 0.05,
               .lit_up = 0.10};

/* Returns the height of a boulder's upper outline at x. */
static double upper_edge(const stone *b, double x)
{
    double y = 0.0;
    for (int i = 0; i < RIM / 2; i++) {
        const corner *p = &b->at[i], *q = &b->at[i + 1];
        if (x <= p->x && x > q->x)
            y = exact_max(y, exact_mix(p->y, q->y, (p->x - x) / (p->x - q->x)));
    }
    return y;
}

/* Adds the snow on a boulder: a smooth top, and a lower edge with tongues.  Its lit part ends
 * `higher` above that edge. */
static void add_cap(const stone *b, uint64_t key, double snow, double aside, double higher,
                    drawing *out)
{
    drawing_point p[2 * CAP_POINTS];
    double right = b->at[0].x, left = b->at[RIM / 2].x, wide = right - left;
    double top = 0.0;
    for (int i = 0; i < RIM; i++)
        top = exact_max(top, b->at[i].y);
    for (int i = 0; i < CAP_POINTS; i++) {
        double t = (double)i / (CAP_POINTS - 1);
        double round = exact_sqrt(4.0 * t * (1.0 - t));
        double x = exact_mix(right, left, exact_mix(cap_shape.inside, 1.0 - cap_shape.inside, t));
        double reach = 0.5 * wide / (CAP_POINTS - 1);
        double y =
            0.5 * upper_edge(b, x) + 0.25 * (upper_edge(b, x - reach) + upper_edge(b, x + reach));
        double deep = cap_shape.least + cap_shape.by_chance * plant_unit(key, CAP_AT, i);
        double low = y - round * exact_max(deep - higher, 0.0) * top;
        x += aside * wide * round;
        p[i] = (drawing_point){(float)x, (float)(y + snow * round * top)};
        p[2 * CAP_POINTS - 1 - i] = (drawing_point){(float)x, (float)low};
    }
    drawing_shape(out, p, 2 * CAP_POINTS);
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
    /* The first boulder is the highest and the nearest, so it is drawn last. */
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
        for (int k = 0; k < 2 && self->boulder.snow > 0.0; k++) {
            drawing_fill_of(out, (double)TONE_SHADE, k == 0 ? cap_shape.shade : 1.0,
                            1.0);
            add_cap(&b, key, self->boulder.snow, k * cap_shape.lit_aside, k * cap_shape.lit_up,
                    out);
        }
    }
}

/* ---- fallen stems ----------------------------------------------------------------------- */

enum { LOG_POINTS = 9, SNAGS = 3, SPLINTERS = 7, CRACKS = 7, RINGS = 5, RING_SIDES = 18 };

/* A fallen stem, from its thick end, which was cut, to the broken one.  Places along it are shares
 * of its length, 0 = cut .. 1 = broken end. */
static const struct {
    double half_cut, half_end; /* half thickness at the cut and at the broken end */
    double middle;             /* height of the middle of the cut */
    double rise;               /* greatest rise toward the broken end */
    double bend;               /* 4 times the largest bend of the middle up or down */
} log_shape = {.half_cut = 0.36, .half_end = 0.22, .middle = 0.28, .rise = 0.10, .bend = 0.5};

/* Bands along the stem: the bark, the light on it, and the brightest strip of the light. */
typedef struct bark_band {
    double tone;
    double from, to;  /* places of its ends along the stem */
    double low, high; /* its lower and upper side from the middle / half thickness */
    double rough;     /* jitter of the sides / half thickness */
} bark_band;
enum { BARK, BARK_LIT, BARK_BRIGHT };
static const bark_band bark[] = {
    [BARK] = {.tone = 0.9, .from = 0.0, .to = 0.97, .low = -1.0, .high = 1.0, .rough = 0.07},
    [BARK_LIT] = {.tone = 2.2, .from = 0.0, .to = 0.93, .low = 0.28, .high = 0.84, .rough = 0.14},
    [BARK_BRIGHT] =
        {.tone = 3.3, .from = 0.06, .to = 0.70, .low = 0.62, .high = 0.78, .rough = 0.10},
};

/* Snags: remainders of limbs, which lean toward the thin end. */
static const struct {
    plant_range place;     /* place of the first snag along the stem */
    double apart;          /* distance of snags along the stem, as a share of its length */
    plant_range height;    /* height of a snag's tip; the second one always ends at 1 */
    plant_range lean;      /* shift of the tip toward the thin end / rise of the snag */
    plant_range half;      /* half width of a snag's foot */
    double bend_x, bend_y; /* its bend, as shares of the tip's shift and of its rise */
    double tip;            /* width of its tip / that of its foot */
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
    double place;        /* place along the stem where splinters begin */
    plant_spread length; /* length of a splinter */
    double notch;        /* length of the stem between two splinters, from `place` on */
} splinter_shape = {.place = 0.96, .length = {0.1, 0.45}, .notch = 0.08};

/* Cracks along the bark. */
static const struct {
    double tone;
    double last;                /* cracks begin at places along the stem below this */
    plant_spread length;        /* length of a crack, as a share of the stem's */
    double end;                 /* greatest place along the stem where a crack ends */
    plant_range up;             /* height of a crack above the middle / half thickness */
    double half_foot, half_tip; /* half widths of a crack's ends */
} crack_shape = {.tone = 0.4,
                 .last = 0.9,
                 .length = {0.02, 0.05},
                 .end = 0.95,
                 .up = {-0.7, 0.6},
                 .half_foot = 0.025,
                 .half_tip = 0.008};

/* Rings of the cut, from the outermost to the heart. */
static const struct {
    double radius; /* radius / half thickness of the stem */
    double tone;
} ring[RINGS] = {{.radius = 1.0, .tone = 1.3},
                 {.radius = 0.80, .tone = 3.0},
                 {.radius = 0.52, .tone = 2.3},
                 {.radius = 0.30, .tone = 3.0},
                 {.radius = 0.12, .tone = 2.0}};

typedef struct fallen {
    uint64_t key;
    double side; /* 1 = the cut is on the right, -1 = on the left */
    double length, rise;
} fallen;

/* Returns the middle of a fallen stem at place t along it, and sets *half to the half thickness. */
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
