/* stones.c - boulders of flat faces, and fallen stems. */
#include "base/exact.h"
#include "layers/species/ground.h"

enum { COUNT_AT, PLACE_AT, SHAPE_AT, RIM_AT, INNER_AT, SNAG_AT, CRACK_AT };

#define RIM 10  /* corners of a boulder's outline */
#define INNER 5 /* of the faces' inner ring */
#define TONES 5

/* A corner of a face; z toward the viewer. */
typedef struct corner {
    double x, y, z;
} corner;

typedef struct boulder {
    corner rim[RIM], inner[INNER], middle;
} boulder;

static double direction(int i, int count, double *sine)
{
    double turn = (double)i / count;
    *sine = exact_cos_turn(exact_abs(turn - 0.25));
    return exact_cos_turn(turn);
}

/* x^p with the sign of x. */
static double bulged(double x, double power)
{
    double y = exact_pow(exact_abs(x), power);
    return x < 0.0 ? -y : y;
}

/* A boulder whose foot is at x; its height and half width. */
static boulder boulder_of(uint64_t key, double x, double high, double wide)
{
    boulder b;
    double skew = 0.25 * plant_way(key, SHAPE_AT, 0);
    double taper = 0.32 * plant_unit(key, SHAPE_AT, 6), top = 0.0, low = 0.0;
    for (int i = 0; i < RIM; i++) {
        double sine, cosine = direction(i, RIM, &sine);
        double r = 1.0 + 0.17 * plant_way(key, RIM_AT, i);
        double up = r * bulged(sine, 0.70);
        b.rim[i] = (corner){r * bulged(cosine, 0.72) * (1.0 - taper * up) + skew * up, up, 0.0};
        top = exact_max(top, up);
        low = exact_min(low, up);
    }
    for (int i = 0; i < INNER; i++) {
        double sine, cosine = direction(i, INNER, &sine);
        double r = 0.50 + 0.16 * plant_way(key, INNER_AT, i);
        double up = r * sine + 0.1 * plant_way(key, INNER_AT, INNER + i);
        b.inner[i] = (corner){r * cosine + 0.15 + skew * up, up,
                              0.6 + 0.25 * plant_way(key, INNER_AT, -1 - i)};
    }
    b.middle =
        (corner){0.15 * plant_way(key, SHAPE_AT, 1), 0.2 * plant_way(key, SHAPE_AT, 2), 0.95};
    corner *all[RIM + INNER + 1];
    for (int i = 0; i < RIM; i++)
        all[i] = &b.rim[i];
    for (int i = 0; i < INNER; i++)
        all[RIM + i] = &b.inner[i];
    all[RIM + INNER] = &b.middle;
    low *= 0.72; /* what is lower is in the ground */
    for (int i = 0; i < RIM + INNER + 1; i++) {
        all[i]->y = exact_max(all[i]->y, low);
        all[i]->x = x + wide * all[i]->x;
        all[i]->y = high * ((all[i]->y - low) / (top - low) * 1.1 - 0.1);
        all[i]->z *= 0.7 * wide;
    }
    return b;
}

/* Adds a face if it has this tone. */
static void add_face(const corner *a, const corner *b, const corner *c, int tone, drawing *out)
{
    double ux = b->x - a->x, uy = b->y - a->y, uz = b->z - a->z;
    double vx = c->x - a->x, vy = c->y - a->y, vz = c->z - a->z;
    double nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
    double sign = nz < 0.0 ? -1.0 : 1.0;
    double length = exact_max(exact_sqrt(nx * nx + ny * ny + nz * nz), 1e-12);
    double light = sign * (0.58 * nx + 0.70 * ny + 0.30 * nz) / length;
    int own = light < -0.15 ? 0 : light < 0.22 ? 1 : light < 0.52 ? 2 : light < 0.80 ? 3 : 4;
    if (own != tone)
        return;
    const drawing_point point[3] = {
        {(float)a->x, (float)a->y}, {(float)b->x, (float)b->y}, {(float)c->x, (float)c->y}};
    drawing_shape(out, point, 3);
}

static void draw_boulder_at(const boulder *b, drawing *out)
{
    static const double tone[TONES] = {0.2, 0.8, 1.4, 2.1, 2.8};
    drawing_point rim[RIM];
    for (int i = 0; i < RIM; i++)
        rim[i] = (drawing_point){(float)b->rim[i].x, (float)b->rim[i].y};
    drawing_fill_of(out, 0.5, 0.0, 1.0);
    drawing_shape(out, rim, RIM);
    for (int k = 0; k < TONES; k++) {
        drawing_fill_of(out, tone[k], 0.0, 1.0);
        for (int i = 0; i < RIM; i++) {
            const corner *in = &b->inner[i / 2 % INNER];
            add_face(&b->rim[i], &b->rim[(i + 1) % RIM],
                     i % 2 == 0 ? in : &b->inner[(i / 2 + 1) % INNER], k, out);
        }
        for (int i = 0; i < INNER; i++) {
            const corner *next = &b->inner[(i + 1) % INNER];
            add_face(&b->inner[i], next, &b->rim[2 * i + 1], k, out);
            add_face(&b->inner[i], next, &b->middle, k, out);
        }
    }
}

/* number: most boulders together, least and most height of their half width. */
void draw_boulder(const species *self, const plant_look *look, drawing *out)
{
    const double *number = self->number;
    double many = plant_unit(look->key, COUNT_AT, 0);
    int count = 1 + (int)(number[0] * many * many);
    /* From the outermost to the first, which is the highest and the nearest. */
    for (int i = count - 1; i >= 0; i--) {
        uint64_t key = hash_at(look->key, PLACE_AT, i);
        double high = i == 0 ? 1.0 : exact_mix(0.30, 0.72, plant_unit(key, SHAPE_AT, 3));
        double wide = high / exact_mix(number[1], number[2], plant_unit(key, SHAPE_AT, 4));
        double side = (i + (int)(2.0 * many * 97.0)) % 2 != 0 ? 1.0 : -1.0;
        double x = i == 0 ? 0.0 : side * exact_mix(0.8, 1.7, plant_unit(key, SHAPE_AT, 5));
        boulder b = boulder_of(key, x, high, wide);
        draw_boulder_at(&b, out);
    }
}

#define LOG_POINTS 9

/* A fallen stem, from its thick end, which was cut, to a broken one. */
typedef struct fallen {
    uint64_t key;
    double side, length, rise;
} fallen;

#define THICK 0.36 /* half of it, at the cut */
#define THIN 0.22

/* The middle of a fallen stem, and half its thickness, at a part of its length. */
static drawing_point log_at(const fallen *f, double t, double *half)
{
    double bend = plant_way(f->key, SHAPE_AT, 1) * t * (1.0 - t);
    *half = exact_mix(THICK, THIN, t);
    return (drawing_point){(float)(f->side * f->length * (0.5 - t)),
                           (float)(0.28 + f->rise * t + 0.5 * bend)};
}

/* A band along the stem, from `low` to `high` of half its thickness, ragged by `rough`. */
static void draw_band(const fallen *f, double from, double to, double low, double high,
                      double rough, drawing *out)
{
    drawing_point point[2 * LOG_POINTS];
    for (int i = 0; i < LOG_POINTS; i++) {
        double half, t = exact_mix(from, to, (double)i / (LOG_POINTS - 1));
        drawing_point p = log_at(f, t, &half);
        double top = high + rough * plant_way(f->key, RIM_AT, i);
        double bottom = low + rough * plant_way(f->key, RIM_AT, LOG_POINTS + i);
        point[i] = (drawing_point){p.x, p.y + (float)(half * top)};
        point[2 * LOG_POINTS - 1 - i] = (drawing_point){p.x, p.y + (float)(half * bottom)};
    }
    drawing_shape(out, point, 2 * LOG_POINTS);
}

/* A snag, what is left of a limb, which leans to the thin end. */
static void draw_snag(const fallen *f, int index, double high, drawing *out)
{
    double half, t = exact_mix(0.14, 0.36, plant_unit(f->key, SNAG_AT, index)) + 0.26 * index;
    drawing_point foot = log_at(f, t, &half);
    double lean = -f->side * exact_mix(0.1, 1.1, plant_unit(f->key, SNAG_AT, 3 + index));
    double up = high - (double)foot.y,
           wide = exact_mix(0.07, 0.12, plant_unit(f->key, SNAG_AT, 6 + index));
    const drawing_point snag[3] = {foot,
                                   {foot.x + (float)(0.65 * lean * up), foot.y + (float)(0.5 * up)},
                                   {foot.x + (float)(lean * up), (float)high}};
    drawing_stroke(out, snag, 3, wide, 0.4 * wide);
}

/* number: the length. */
void draw_log(const species *self, const plant_look *look, drawing *out)
{
    uint64_t key = look->key;
    fallen f = {.key = key,
                .side = plant_unit(key, SHAPE_AT, 0) < 0.5 ? 1.0 : -1.0,
                .length = self->number[0],
                .rise = 0.10 * plant_unit(key, SHAPE_AT, 2)};
    drawing_fill_of(out, 0.9, 0.0, 1.0);
    for (int i = 0; i < 3; i++)
        draw_snag(&f, i, i == 1 ? 1.0 : exact_mix(0.55, 0.9, plant_unit(key, SNAG_AT, 9 + i)), out);
    draw_band(&f, 0.0, 0.97, -1.0, 1.0, 0.07, out);
    double half;
    drawing_point end = log_at(&f, 0.96, &half), tip[7];
    for (int i = 0; i < 7; i++) { /* splinters */
        double away = i % 6 == 0   ? 0.0
                      : i % 2 != 0 ? 0.1 + 0.45 * plant_unit(key, CRACK_AT, -i)
                                   : 0.08;
        tip[i] = (drawing_point){end.x - (float)(f.side * away),
                                 end.y + (float)(half * (1.0 - i / 3.0))};
    }
    drawing_shape(out, tip, 7);
    drawing_fill_of(out, 2.2, 0.0, 1.0);
    draw_band(&f, 0.0, 0.93, 0.28, 0.84, 0.14, out);
    drawing_fill_of(out, 3.3, 0.0, 1.0);
    draw_band(&f, 0.06, 0.70, 0.62, 0.78, 0.10, out);
    drawing_fill_of(out, 0.4, 0.0, 1.0);
    for (int i = 0; i < 7; i++) { /* cracks along the bark */
        double t = 0.9 * plant_unit(key, CRACK_AT, i), at,
               reach = 0.02 + 0.05 * plant_unit(key, CRACK_AT, 7 + i);
        double up = exact_mix(-0.7, 0.6, plant_unit(key, CRACK_AT, 14 + i));
        drawing_point p = log_at(&f, t, &at), q = log_at(&f, exact_min(t + reach, 0.95), &at);
        const drawing_point crack[2] = {{p.x, p.y + (float)(up * at)},
                                        {q.x, q.y + (float)(up * at)}};
        drawing_stroke(out, crack, 2, 0.025, 0.008);
    }
    static const double ring[][2] = {
        {1.0, 1.3}, {0.80, 3.0}, {0.52, 2.3}, {0.30, 3.0}, {0.12, 2.0}};
    drawing_point cut = log_at(&f, 0.0, &half);
    for (int i = 0; i < 5; i++) {
        drawing_fill_of(out, ring[i][1], 0.0, 1.0);
        drawing_ellipse(out, (double)cut.x, (double)cut.y, 0.5 * half * ring[i][0],
                        half * ring[i][0], 18);
    }
}
