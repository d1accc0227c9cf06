/* pine.c - a Scots pine: a bent bare stem, irregular limbs, and flat pads of needles on them. */
#include "base/exact.h"
#include "layers/species/species.h"
#include "ridge/noise.h"

/* The numbers of a species. */
enum { CROWN, REACH, LIMBS, PAD, FLAT, STEM };

/* What is hashed of a tree, of each limb, of each pad. */
enum { TREE, LIMB, PAD_OF, SPIKE, LUMP, TUFT, SNAG };

#define SPIKES 64 /* of a pad's outline, at most */
#define SPIKE_PX 3.5
#define TUFTS 24 /* of needles in the light, of a pad, at most */
#define TUFT_PX 60.0
#define PADS 4
#define LIMB_POINTS 9

typedef struct pine {
    const double *number;
    drawing *out;
    uint64_t key;
    double size, lean, bend, low; /* low: where the crown begins */
} pine;

typedef struct pad {
    uint64_t key;
    double x, y, wide, high;
    double tilt;  /* its rise to the right */
    double light; /* 0..1 */
} pad;

static double stem_at(const pine *tree, double y)
{
    double kink = noise_gradient(tree->key, TREE, 2.2 * y + 0.3, 0.5, 0);
    return tree->lean * y + tree->bend * y * (1.0 - y) + 0.030 * kink * y;
}

/* Adds a pad's outline, scaled and raised by a part of its height: needles all around, flat below.
 * The needles of a coarser outline are among those of a finer one. */
static void add_pad(const pine *tree, const pad *p, double scale, double raise)
{
    drawing_point point[2 * SPIKES];
    int spikes = 8;
    while (spikes < SPIKES && 3.0 * p->wide * scale * tree->size >= SPIKE_PX * 2.0 * spikes)
        spikes *= 2;
    plant_corner corner = plant_corner_first(2 * spikes);
    for (int i = 0; i < 2 * spikes; i++, plant_corner_next(&corner)) {
        int index = i / 2 * (SPIKES / spikes);
        double lump = 1.0 + 0.42 * noise_gradient(p->key, LUMP, 2.5 * i / spikes, 0.5, 5);
        double radius = lump * (i % 2 ? 0.86 + 0.06 * plant_unit(p->key, SPIKE, index)
                                      : 0.96 + 0.22 * plant_unit(p->key, SPIKE, index + SPIKES));
        double up = corner.y < 0.0 ? tree->number[FLAT] * corner.y : corner.y;
        double across = scale * p->wide * radius * corner.x;
        point[i] = (drawing_point){
            (float)(p->x + across),
            (float)(p->y + p->tilt * across + p->high * (scale * radius * up + raise))};
    }
    drawing_shape(tree->out, point, 2 * spikes);
}

/* Adds a tuft of needles: a fan that opens upward. */
static void add_tuft(const pine *tree, double x, double y, double radius, uint64_t key)
{
    drawing_point p[11];
    for (int i = 0; i < 10; i++) {
        double r = i % 2 ? 0.42 * radius : radius * (0.8 + 0.4 * plant_unit(key, TUFT, i));
        double turn = (i - 1.0) / 15.0; /* from a little below the horizontal to the same */
        p[i] = (drawing_point){(float)(x + r * exact_cos_turn(turn < 0.0 ? -turn : turn)),
                               (float)(y + r * exact_cos_turn(exact_abs(turn - 0.25)))};
    }
    p[10] = (drawing_point){(float)x, (float)(y - 0.3 * radius)};
    drawing_shape(tree->out, p, 11);
}

/* Adds the tufts of a pad that the light reaches, the upper ones on its right. */
static void add_tufts(const pine *tree, const pad *p, double share)
{
    double pixels = p->wide * tree->size;
    int tufts = (int)exact_min(TUFTS, share * pixels * pixels / TUFT_PX);
    for (int i = 0; i < tufts; i++) {
        uint64_t own = hash_at(p->key, TUFT, i);
        double across = exact_mix(-0.85, 0.9, exact_sqrt(plant_unit(own, TUFT, 20)));
        double roof = exact_sqrt(1.0 - across * across);
        double up = roof * exact_mix(0.15, 0.85, plant_unit(own, TUFT, 21));
        add_tuft(tree, p->x + across * p->wide, p->y + p->tilt * across * p->wide + up * p->high,
                 0.017 * (0.75 + 0.5 * plant_unit(own, TUFT, 22)), own);
    }
}

/* Paints pads that are side by side: their dark lower sides, their bodies, the light on them. */
static void draw_pads(const pine *tree, const pad *p, int count)
{
    drawing_fill_of(tree->out, 0.3, 0.0, 1.0);
    for (int i = 0; i < count; i++)
        add_pad(tree, &p[i], 1.0, 0.0);
    drawing_fill_of(tree->out, 1.0, 0.0, 1.0);
    for (int i = 0; i < count; i++)
        add_pad(tree, &p[i], 0.84, 0.18);
    drawing_fill_of(tree->out, 2.0, 0.0, 1.0);
    for (int i = 0; i < count; i++) {
        pad lit = p[i];
        lit.x += 0.16 * lit.wide;
        lit.key = hash_at(lit.key, PAD_OF, 0);
        add_pad(tree, &lit, 0.56, 0.42);
    }
    drawing_fill_of(tree->out, 3.0, 0.0, 1.0);
    for (int i = 0; i < count; i++)
        add_tufts(tree, &p[i], p[i].light);
}

static pad pad_of(const pine *tree, uint64_t key, double x, double y, double scale)
{
    double wide = tree->number[PAD] * scale * (0.75 + 0.5 * plant_unit(key, PAD_OF, 1));
    double high = wide * (0.34 + 0.16 * plant_unit(key, PAD_OF, 2));
    return (pad){.key = key,
                 .x = x,
                 .y = y,
                 .wide = wide,
                 .high = high,
                 .tilt = 0.22 * plant_way(key, PAD_OF, 3),
                 .light = exact_clamp(0.5 + 2.0 * (x - stem_at(tree, y)), 0.25, 1.0)};
}

/* A limb rises from the stem and bends toward the horizontal, or droops and turns up again; pads
 * are at its end and along its outer half. */
static void draw_limb(const pine *tree, int index, int limbs)
{
    uint64_t key = hash_at(tree->key, LIMB, index);
    double part = (index + 0.8 * plant_unit(key, LIMB, 0)) / limbs; /* of the crown, from below */
    double y = exact_mix(tree->low, 0.93, part);
    double way = (index % 2 ? 1.0 : -1.0) * exact_mix(0.25, 1.0, plant_unit(key, LIMB, 1));
    if (plant_unit(key, LIMB, 2) < 0.2)
        way = -way;
    double length = tree->number[REACH] * exact_pow(1.03 - part, 0.55) *
                    (0.60 + 0.60 * plant_unit(key, LIMB, 3));
    double rise = exact_mix(0.05, 0.75, part) + 0.25 * plant_way(key, LIMB, 4);
    double turn = exact_mix(0.10, -0.35, part) + 0.20 * plant_way(key, LIMB, 5);
    drawing_point p[LIMB_POINTS];
    for (int i = 0; i < LIMB_POINTS; i++) {
        double q = i / (LIMB_POINTS - 1.0);
        p[i] = (drawing_point){
            (float)(stem_at(tree, y) + way * length * q),
            (float)exact_min(0.955, y + length * q * (rise + turn * q) +
                                        0.02 * q * noise_gradient(key, LIMB, 4.0 * q, 0.5, 0))};
    }
    drawing_fill_of(tree->out, 0.3, 0.0, 1.0);
    drawing_stroke(tree->out, p, LIMB_POINTS, exact_mix(0.010, 0.006, part), 0.0025);
    pad pads[PADS];
    int count = 1 + (int)(2.99 * plant_unit(key, LIMB, 6) * exact_min(1.0, length * 4.5));
    for (int i = 0; i < count; i++) {
        uint64_t own = hash_at(key, PAD_OF, i);
        drawing_point end = p[LIMB_POINTS - 1 - 2 * i];
        pads[i] =
            pad_of(tree, own, (double)end.x + 0.02 * plant_way(own, LIMB, 0),
                   (double)end.y + 0.012 * plant_unit(own, LIMB, 1) * (i + 1), i ? 0.75 : 1.0);
    }
    draw_pads(tree, pads, count);
}

static void draw_stem(const pine *tree)
{
    drawing_point p[12], lit[12];
    for (int i = 0; i < 12; i++) {
        double y = i * (0.94 / 11.0), half = tree->number[STEM] * exact_mix(0.5, 0.11, i / 11.0);
        p[i] = (drawing_point){(float)stem_at(tree, y), (float)y};
        lit[i] = (drawing_point){(float)(stem_at(tree, y) + 0.55 * half), (float)y};
    }
    drawing_fill_of(tree->out, 0.4, 0.0, 1.0);
    drawing_stroke(tree->out, p, 12, 0.5 * tree->number[STEM], 0.11 * tree->number[STEM]);
    for (int i = 0; i < 5; i++) { /* dead branches */
        double y = exact_mix(0.25, tree->low, plant_unit(tree->key, SNAG, i)), x = stem_at(tree, y);
        double reach = 0.055 * plant_way(tree->key, SNAG, 10 + i);
        drawing_point snag[2] = {{(float)x, (float)y},
                                 {(float)(x + reach), (float)(y - 0.2 * exact_abs(reach))}};
        drawing_stroke(tree->out, snag, 2, 0.003, 0.001);
    }
    drawing_fill_of(tree->out, 1.5, 0.0, 1.0);
    drawing_stroke(tree->out, lit, 12, 0.16 * tree->number[STEM], 0.03 * tree->number[STEM]);
}

void draw_pine(const species *self, const plant_look *look, drawing *out)
{
    uint64_t key = look->key;
    pine tree = {.number = self->number,
                 .out = out,
                 .key = key,
                 .size = look->size,
                 .lean = 0.07 * plant_way(key, TREE, 0),
                 .bend = 0.14 * plant_way(key, TREE, 1),
                 .low = self->number[CROWN] + 0.10 * plant_way(key, TREE, 2)};
    draw_stem(&tree);
    int limbs = (int)(self->number[LIMBS] * (0.85 + 0.3 * plant_unit(key, TREE, 3)));
    for (int i = 0; i < limbs; i++)
        draw_limb(&tree, i, limbs);
    pad top[2];
    for (int i = 0; i < 2; i++) {
        uint64_t own = hash_at(key, PAD_OF, i);
        double x = stem_at(&tree, 0.94) + 0.05 * plant_way(own, TREE, 0);
        top[i] = pad_of(&tree, own, x, i ? 0.962 : 0.94, i ? 0.75 : 0.9);
    }
    draw_pads(&tree, top, 2);
}
