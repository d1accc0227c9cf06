/* fronds.c - palm, fern: arched fronds of leaflets, with or without a stem. */
#include "base/exact.h"
#include "layers/species/species.h"
#include "ridge/noise.h"

/* The numbers of a species. */
enum { CROWN, FRONDS, LENGTH, SPREAD, DROOP, LEAFLET, STEM };

/* What is hashed of a plant, of each frond. */
enum { PLANT, FROND, LEAVES, DEAD };

#define LEAFLETS 36    /* along each side of a frond, at most */
#define PLAIN_PAIRS 18 /* with so few, leaflets are triangles */
#define FRONDS_MOST 32
#define DEAD_FRONDS 5
#define RIB 10 /* points along a frond */

/* A frond leaves (x, y) toward (along, up) and falls with the square of its length. */
typedef struct frond {
    uint64_t key;
    double x, y, along, up, fall;
    double leaflet; /* length of the longest */
    int pairs;
} frond;

static drawing_point frond_at(const frond *f, double q)
{
    return (drawing_point){(float)(f->x + f->along * q * (1.0 - 0.12 * q)),
                           (float)(f->y + f->up * q - f->fall * q * q)};
}

/* Adds the leaflets of one side: 1 is above (to the left along it), -1 below.  They hang. */
static void add_leaflets(drawing *out, const frond *f, int side)
{
    for (int i = 0; i < f->pairs; i++) {
        int index = i * (LEAFLETS / f->pairs);
        double q = 0.10 + 0.90 * (i + 0.3 + 0.4 * plant_unit(f->key, LEAVES, index)) / f->pairs;
        double wave = exact_cos_turn(exact_abs(0.42 * q + 0.08 - 0.25)); /* longest at two fifths */
        double length = f->leaflet * exact_max(0.12, wave) *
                        (0.80 + 0.35 * plant_unit(f->key, LEAVES, 100 + index));
        double dx = f->along * (1.0 - 0.24 * q), dy = f->up - 2.0 * f->fall * q;
        double scale = 1.0 / exact_max(exact_sqrt(dx * dx + dy * dy), 1e-9);
        dx *= scale;
        dy *= scale;
        double lean = 0.72 + 0.20 * plant_way(f->key, LEAVES, 200 + index);
        double x = lean * dx - side * 0.75 * dy, y = lean * dy + side * 0.75 * dx - 0.35;
        double wide = 0.38 * exact_sqrt(f->along * f->along + f->up * f->up) / f->pairs;
        drawing_point a = frond_at(f, q);
        drawing_point base = {(float)((double)a.x - wide * dx), (float)((double)a.y - wide * dy)};
        drawing_point end = {(float)((double)a.x + length * x), (float)((double)a.y + length * y)};
        if (f->pairs <= PLAIN_PAIRS) {
            drawing_point other = {(float)((double)a.x + 0.6 * wide * dx),
                                   (float)((double)a.y + 0.6 * wide * dy)};
            drawing_shape(out, (drawing_point[3]){base, end, other}, 3);
            continue;
        }
        drawing_point upper = {(float)((double)a.x + 0.55 * length * x - 0.6 * wide * dx),
                               (float)((double)a.y + 0.55 * length * (y + 0.10) - 0.6 * wide * dy)};
        drawing_point lower = {(float)((double)a.x + 0.5 * length * x + wide * dx),
                               (float)((double)a.y + 0.5 * length * (y + 0.06) + wide * dy)};
        drawing_shape(out, (drawing_point[4]){base, upper, end, lower}, 4);
    }
}

/* The sides of a frond: the one that is turned away, then the one in the light, with the rib. */
static void add_side(drawing *out, const frond *f, int is_lit)
{
    int above = f->along < 0.0 ? -1 : 1;
    add_leaflets(out, f, is_lit ? above : -above);
    if (!is_lit)
        return;
    drawing_point p[RIB];
    for (int i = 0; i < RIB; i++)
        p[i] = frond_at(f, i / (RIB - 1.0));
    drawing_stroke(out, p, RIB, 0.06 * f->leaflet, 0.008 * f->leaflet);
}

/* Paints fronds that may cover one another either way. */
static void draw_fronds(drawing *out, const frond *f, int count, double tone)
{
    for (int is_lit = 0; is_lit < 2; is_lit++) {
        drawing_fill_of(out, is_lit ? tone : 0.45 * tone, 0.0, 1.0);
        for (int i = 0; i < count; i++)
            add_side(out, &f[i], is_lit);
    }
}

/* Pairs of leaflets on a frond of so many pixels. */
static int pairs_of(double pixels)
{
    return pixels < 12.0 ? 6 : pixels < 22.0 ? 9 : pixels < 100.0 ? PLAIN_PAIRS : LEAFLETS;
}

/* The frond of a crown at (x, y); `light` is 0 at the left and 1 at the right, about. */
static frond frond_of(const species *self, uint64_t plant, int index, int fronds, double *light)
{
    const double *number = self->number;
    uint64_t key = hash_at(plant, FROND, index);
    double part = (index + 0.5 + 0.45 * plant_way(key, FROND, 0)) / fronds; /* left to right */
    double turn = 0.25 + number[SPREAD] * (0.5 - part);
    double length = number[LENGTH] * (0.75 + 0.4 * plant_unit(key, FROND, 2));
    double near = 0.65 + 0.35 * plant_unit(key, FROND, 3); /* as seen from the side */
    double sine = exact_cos_turn(exact_abs(turn - 0.25));
    *light = part + 0.30 * plant_way(key, FROND, 1);
    return (frond){.key = key,
                   .along = near * length * exact_cos_turn(exact_abs(turn)),
                   .up = length * sine,
                   .fall = length * number[DROOP] * (0.7 + 0.6 * plant_unit(key, FROND, 4)) *
                           (1.0 + 0.35 * exact_max(0.0, sine)),
                   .leaflet = number[LEAFLET] * (0.85 + 0.3 * plant_unit(key, FROND, 5))};
}

/* How far a frond rises above its foot, at its highest. */
static double rise_of(const frond *f)
{
    return f->up >= 2.0 * f->fall ? f->up - f->fall : f->up * f->up / (4.0 * f->fall);
}

/* A crown of fronds at (x, y), the highest of which ends at 1; those that are away from the light
 * first. */
static void draw_crown(const species *self, const plant_look *look, double x, double y,
                       drawing *out)
{
    static const double tone[4] = {0.6, 1.0, 1.7, 2.5};
    int fronds = (int)(self->number[FRONDS] * (0.85 + 0.3 * plant_unit(look->key, PLANT, 10)));
    double light, top = 1e-3;
    for (int i = 0; i < fronds; i++) {
        frond f = frond_of(self, look->key, i, fronds, &light);
        top = exact_max(top, rise_of(&f));
    }
    double scale = 0.88 * (1.0 - y) / top, wide = exact_min(scale, exact_sqrt(scale));
    frond chosen[FRONDS_MOST];
    for (int level = 0; level < 4; level++) {
        int count = 0;
        for (int i = 0; i < fronds; i++) {
            frond f = frond_of(self, look->key, i, fronds, &light);
            if (level != (int)exact_clamp(4.0 * light, 0.0, 3.0))
                continue;
            f.x = x;
            f.y = y;
            f.along *= wide;
            f.up *= scale;
            f.fall = exact_min(scale * f.fall, f.up + y); /* no deeper than the ground */
            f.leaflet *= exact_min(scale, 1.1);
            f.pairs = pairs_of(scale * self->number[LENGTH] * look->size);
            chosen[count++] = f;
        }
        draw_fronds(out, chosen, count, tone[level]);
    }
}

static double stem_at(uint64_t key, double y)
{
    double lean = 0.22 * plant_way(key, PLANT, 0), bend = 0.25 * plant_way(key, PLANT, 1);
    return lean * y + bend * y * (1.0 - y) + 0.02 * noise_gradient(key, PLANT, 3.0 * y, 0.5, 0) * y;
}

/* A bent stem with rings, thick at the foot. */
static void draw_palm_stem(const species *self, const plant_look *look, drawing *out)
{
    const double *number = self->number;
    drawing_point p[14], lit[14];
    for (int i = 0; i < 14; i++) {
        double y = number[CROWN] * i / 13.0;
        p[i] = (drawing_point){(float)stem_at(look->key, y), (float)y};
        lit[i] = (drawing_point){
            (float)(stem_at(look->key, y) + 0.22 * number[STEM] * (1.0 - 0.4 * i / 13.0)),
            (float)y};
    }
    drawing_fill_of(out, 0.4, 0.0, 1.0);
    drawing_stroke(out, p, 14, 0.5 * number[STEM], 0.25 * number[STEM]);
    drawing_stroke(out, p, 3, 0.72 * number[STEM], 0.3 * number[STEM]); /* the root's flare, */
    drawing_ellipse(out, (double)p[0].x, 0.0, 0.95 * number[STEM], 0.28 * number[STEM], 16);
    drawing_fill_of(out, 1.5, 0.0, 1.0);
    drawing_stroke(out, lit, 14, 0.18 * number[STEM], 0.08 * number[STEM]);
    if (look->size * number[STEM] < 8.0)
        return;
    drawing_fill_of(out, 0.2, 0.0, 1.0);
    for (int i = 1; i < 36; i++) {
        double part = (i + 0.3 * plant_way(look->key, STEM, i)) / 36.0, y = number[CROWN] * part;
        double half = number[STEM] * exact_mix(0.5, 0.25, part), x = stem_at(look->key, y);
        drawing_point ring[2] = {{(float)(x - half), (float)(y + 0.002)},
                                 {(float)(x + 0.8 * half), (float)(y - 0.002)}};
        drawing_stroke(out, ring, 2, 0.0020, 0.0012);
    }
}

void draw_palm(const species *self, const plant_look *look, drawing *out)
{
    double y = self->number[CROWN], x = stem_at(look->key, y);
    draw_palm_stem(self, look, out);
    frond dead[DEAD_FRONDS]; /* hang below the crown */
    for (int i = 0; i < DEAD_FRONDS; i++) {
        uint64_t key = hash_at(look->key, DEAD, i);
        double way = plant_way(key, DEAD, 0), length = 0.10 + 0.10 * plant_unit(key, DEAD, 1);
        dead[i] = (frond){.key = key,
                          .x = x,
                          .y = y,
                          .along = 0.8 * way * length,
                          .fall = length,
                          .leaflet = 0.04,
                          .pairs = pairs_of(length * look->size)};
    }
    draw_fronds(out, dead, DEAD_FRONDS, 0.4);
    draw_crown(self, look, x, y, out);
}

void draw_fern(const species *self, const plant_look *look, drawing *out)
{
    draw_crown(self, look, 0.0, 0.0, out);
}
