/* dry_trees.c - trees of dry land: the acacia, under a flat roof, and the joshua tree. */
#include "base/exact.h"
#include "layers/species/leaves.h"
#include "layers/species/limb.h"

/* Levels of a limb's hash, beyond those of limb.c. */
enum { RADIUS_AT = 20, BLOB_AT, FLOOR_AT, BLADE_AT, REACH_AT, LIGHT_AT };

#define BLADES 20 /* of a rosette */

/* Lifts a place on a limb to the roof, the more forks are below it. */
static void lift_place(float place[3], double forks, double down)
{
    double x = (double)place[0], z = (double)place[2];
    double roof = 0.945 - 0.30 * (x * x + z * z) + 0.12 * z - down;
    double share = exact_smoothstep(0.0, 4.5, forks);
    place[1] = (float)exact_mix((double)place[1], roof, share);
}

/* The ends of limbs make a roof whose rim is lower. */
static void lift_to_roof(skeleton *tree)
{
    for (int i = 1; i < tree->limbs; i++) {
        limb *one = &tree->limb[i];
        double down =
            one->bough < 0 ? 0.0 : 0.10 * plant_unit(tree->limb[0].key, FLOOR_AT, one->bough);
        lift_place(one->from, one->level - 1.0, down);
        lift_place(one->bend, one->level - 0.5, down);
        lift_place(one->to, one->level, down);
    }
}

void draw_acacia(const species *self, const plant_look *look, drawing *out)
{
    (void)self;
    static const limb_plan limbs = {.stem = 0.30,
                                    .ratio = 0.84,
                                    .spread = 1.35,
                                    .wobble = 0.22,
                                    .up = 0.10,
                                    .width = 0.052,
                                    .thin = 0.70,
                                    .shoots = 0.0,
                                    .depth = 4,
                                    .lean = 0.3,
                                    .low = 0.6};
    leaf_plan leaves = leaves_green(0.0085, 1.4, 0.0);
    grown_tree *m = drawing_scratch(out, sizeof *m);
    if (m == NULL)
        return;
    limb_grow(&limbs, look->key, 0.05, &m->tree);
    lift_to_roof(&m->tree);
    limb_scale(&m->tree, 0.03);
    for (int i = 0; i < m->tree.limbs; i++) {
        const limb *one = &m->tree.limb[i];
        if (!one->is_tip)
            continue;
        double wide = exact_mix(0.085, 0.145, plant_unit(one->key, RADIUS_AT, 0));
        double high = exact_mix(0.026, 0.036, plant_unit(one->key, RADIUS_AT, 1));
        leaves_add(&m->crown, (leaf_blob){one->to[0], one->to[1], one->to[2], (float)wide,
                                          (float)high, one->bough, hash_at(one->key, BLOB_AT, 0)});
    }
    leaves_draw(&leaves, &m->crown, &m->tree, look->size, out);
}

/* Blades that stand out from a limb's end to all sides but its foot. */
static void draw_rosette(const limb *one, double size, double tone, int part, drawing *out)
{
    double dx = (double)(one->to[0] - one->bend[0]), dy = (double)(one->to[1] - one->bend[1]);
    double length = exact_max(exact_sqrt(dx * dx + dy * dy), 1e-9);
    int blades = (int)exact_clamp(size / 5.0, 8.0, BLADES);
    drawing_fill_of(out, tone, 0.0, 1.0);
    for (int i = 0; i < blades; i++) {
        /* The tangent of half the angle to the limb's end: up to 130 degrees at both sides. */
        double aside = plant_way(one->key, BLADE_AT, i),
               tangent = aside * (0.9 + 1.3 * aside * aside);
        double cosine = (1.0 - tangent * tangent) / (1.0 + tangent * tangent);
        double sine = 2.0 * tangent / (1.0 + tangent * tangent);
        double reach = exact_mix(0.060, 0.090, plant_unit(one->key, REACH_AT, i));
        double x = (dx * cosine - dy * sine) / length, y = (dy * cosine + dx * sine) / length;
        int is_light = 0.6 * x + 0.8 * y + 0.7 * plant_way(one->key, LIGHT_AT, i) > 0.6;
        if (is_light != part)
            continue;
        double half = exact_max(0.009, 0.6 / size);
        double foot_x = (double)one->to[0], foot_y = (double)one->to[1];
        const drawing_point blade[3] = {{(float)(foot_x - half * y), (float)(foot_y + half * x)},
                                        {(float)(foot_x + reach * x), (float)(foot_y + reach * y)},
                                        {(float)(foot_x + half * y), (float)(foot_y - half * x)}};
        drawing_shape(out, blade, 3);
    }
}

void draw_joshua(const species *self, const plant_look *look, drawing *out)
{
    (void)self;
    static const limb_plan limbs = {.stem = 0.30,
                                    .ratio = 0.74,
                                    .spread = 1.30,
                                    .wobble = 0.30,
                                    .up = 0.20,
                                    .width = 0.085,
                                    .thin = 0.84,
                                    .shoots = 0.0,
                                    .depth = 4,
                                    .lean = 0.15,
                                    .low = 0.5};
    grown_tree *m = drawing_scratch(out, sizeof *m);
    if (m == NULL)
        return;
    limb_grow(&limbs, look->key, 0.09, &m->tree);
    limb_join(&m->tree);
    limb_draw(&m->tree, -1, look->size, out);
    for (int behind = 1; behind >= 0; behind--)
        for (int part = 0; part < 2; part++)
            for (int i = 0; i < m->tree.limbs; i++)
                if (m->tree.limb[i].is_tip && (m->tree.limb[i].to[2] < 0.0f) == behind)
                    draw_rosette(&m->tree.limb[i], look->size, part == 0 ? 0.6 : 2.2, part, out);
}
