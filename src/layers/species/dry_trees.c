/* dry_trees.c - trees of dry land: the acacia, under a flat roof, and the joshua tree. */
#include "base/exact.h"
#include "layers/species/leaves.h"
#include "layers/species/limb.h"
#include "ridge/noise.h"

/* Levels of a limb's hash, beyond those of limb.c. */
enum {
    RADIUS_AT = 20,
    BLOB_AT,
    FLOOR_AT,
    BLADE_AT,
    REACH_AT,
    LIGHT_AT,
    LUMP_AT,
    EDGE_AT,
    LEAF_AT,
    LOOSE_AT
};

#define BLADES 20 /* of a rosette */

/* Lifts a place on a limb to the roof, the more forks are below it. */
static void lift_place(float place[3], double forks, double down)
{
    double x = (double)place[0], z = (double)place[2];
    double roof = 0.945 - 0.24 * (x * x + z * z) + 0.10 * z - down;
    double share = exact_smoothstep(0.0, 4.5, forks);
    place[1] = (float)exact_mix((double)place[1], roof, share);
}

/* The ends of limbs make a roof whose rim is lower. */
static void lift_to_roof(skeleton *tree)
{
    for (int i = 1; i < tree->limbs; i++) {
        limb *one = &tree->limb[i];
        double down =
            one->bough < 0
                ? 0.0
                : 0.075 * (double)(int)(3.0 * plant_unit(tree->limb[0].key, FLOOR_AT, one->bough));
        lift_place(one->from, one->level - 1.0, down);
        lift_place(one->bend, one->level - 0.5, down);
        lift_place(one->to, one->level, down);
    }
}

/* A flat cushion of leaves. */
typedef struct pad {
    uint64_t key;
    double x, y, z, wide, high;
    double light; /* how light it is, by its place in the crown */
} pad;

#define PADS 48
#define PAD_CORNERS 256 /* leaves of a pad's outline, at most */
#define PAD_PX 3.0      /* pixels of the outline for each */
#define PAD_LEAF 0.0078
#define PAD_LEAF_PX 3.5 /* single leaves are seen from this size on */
#define LOOSE_LEAVES 56 /* of a pad, at most: beyond its outline, */
#define LIT_LEAVES 70   /* and in the light */

/* Adds a pad's outline, scaled and moved up and to the light: uneven, leafy, flatter below. */
static void add_outline(const pad *p, double size, double scale, double shift, drawing *out)
{
    drawing_point point[PAD_CORNERS];
    int corners = 16;
    while (corners < PAD_CORNERS && 4.0 * scale * p->wide * size >= PAD_PX * 2.0 * corners)
        corners *= 2;
    plant_corner corner = plant_corner_first(corners);
    for (int i = 0; i < corners; i++, plant_corner_next(&corner)) {
        double lump = 1.0 + 0.34 * noise_gradient(p->key, LUMP_AT, 7.0 * i / corners, 0.5, 7) +
                      0.16 * noise_gradient(p->key, LUMP_AT, 29.0 * i / corners, 1.5, 29);
        double up = corner.y < 0.0 ? 0.62 * corner.y : corner.y;
        double leaf = PAD_LEAF * (plant_unit(p->key, EDGE_AT, i * (PAD_CORNERS / corners)) - 0.4);
        point[i] = (drawing_point){
            (float)(p->x + p->wide * (scale * lump * corner.x + 0.35 * shift) + leaf * corner.x),
            (float)(p->y + p->high * (scale * lump * up + shift) + leaf * corner.y)};
    }
    drawing_shape(out, point, corners);
}

static void add_leaf(uint64_t key, double x, double y, drawing *out)
{
    double length = PAD_LEAF * (0.5 + 0.6 * plant_unit(key, LEAF_AT, 0));
    double across = plant_way(key, LEAF_AT, 1), up = exact_sqrt(1.0 - across * across);
    drawing_point p[4] = {{(float)(x - length * across), (float)(y - length * up)},
                          {(float)(x + 0.45 * length * up), (float)(y - 0.45 * length * across)},
                          {(float)(x + length * across), (float)(y + length * up)},
                          {(float)(x - 0.45 * length * up), (float)(y + 0.45 * length * across)}};
    drawing_shape(out, p, 4);
}

/* Adds leaves around a pad, or those of its upper part that are lit. */
static void add_leaves(const pad *p, int most, int are_lit, double size, drawing *out)
{
    double share = exact_smoothstep(PAD_LEAF_PX, 3.0 * PAD_LEAF_PX, PAD_LEAF * size);
    int leaves = (int)(most * share);
    for (int i = 0; i < leaves; i++) {
        uint64_t key = hash_at(p->key, are_lit ? LIGHT_AT : LOOSE_AT, i);
        double across = plant_way(key, LEAF_AT, 2), half = exact_sqrt(1.0 - across * across);
        double far = are_lit ? 0.9 * exact_sqrt(plant_unit(key, LEAF_AT, 3))
                             : 1.0 + 0.14 * plant_unit(key, LEAF_AT, 3);
        double up =
            are_lit ? 0.25 + 0.75 * half : half * (plant_unit(key, LEAF_AT, 4) < 0.5 ? -0.62 : 1.0);
        add_leaf(key, p->x + p->wide * (far * across + (are_lit ? 0.12 : 0.0)),
                 p->y + p->high * far * up, out);
    }
}

static void draw_pad(const pad *p, double size, drawing *out)
{
    static const double tone[3] = {0.25, 1.2, 2.3}, scale[3] = {1.0, 0.72, 0.45},
                        shift[3] = {0.0, 0.06, 0.20};
    for (int k = 0; k < 3; k++) {
        if (k == 0)
            drawing_fill_of(out, tone[k] * p->light, 0.0, 1.0);
        else
            drawing_light_of(out, tone[k] * p->light, 0.0);
        add_outline(p, size, scale[k], shift[k], out);
        if (k == 0)
            add_leaves(p, LOOSE_LEAVES, 0, size, out);
    }
    drawing_light_of(out, 2.7 * p->light, 0.0);
    add_leaves(p, LIT_LEAVES, 1, size, out);
}

/* Puts the pads of a tree at the ends of its limbs, the farthest first; returns how many. */
static int hang_pads(const skeleton *tree, pad *pads)
{
    int count = 0;
    for (int i = 0; i < tree->limbs && count < PADS; i++) {
        const limb *one = &tree->limb[i];
        if (!one->is_tip)
            continue;
        pad p = {.key = hash_at(one->key, BLOB_AT, 0),
                 .x = (double)one->to[0],
                 .y = (double)one->to[1],
                 .z = (double)one->to[2],
                 .wide = exact_mix(0.060, 0.125, plant_unit(one->key, RADIUS_AT, 0)),
                 .high = exact_mix(0.022, 0.032, plant_unit(one->key, RADIUS_AT, 1))};
        p.light = exact_clamp(0.95 + 0.5 * p.x + 2.0 * (p.y - 0.86) + 0.5 * p.z, 0.35, 1.25);
        int place = count++;
        for (; place > 0 && pads[place - 1].z > p.z; place--)
            pads[place] = pads[place - 1];
        pads[place] = p;
    }
    return count;
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
    skeleton *tree = drawing_scratch(out, sizeof *tree);
    if (tree == NULL)
        return;
    pad pads[PADS];
    limb_grow(&limbs, look->key, 0.05, tree);
    lift_to_roof(tree);
    limb_scale(tree, 0.03);
    limb_join(tree);
    int count = hang_pads(tree, pads), k = 0;
    for (; k < count && pads[k].z < 0.0; k++)
        draw_pad(&pads[k], look->size, out);
    limb_draw(tree, -1, look->size, out);
    for (; k < count; k++)
        draw_pad(&pads[k], look->size, out);
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
