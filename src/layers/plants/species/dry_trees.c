/* dry_trees.c - draws trees of dry land for woods and near ground: the acacia, whose limbs end in a
 * flat roof of leaves, and the joshua tree, whose limbs end in rosettes of blades.
 *
 * Lengths are multiples of the tree's height.
 */
#include "base/exact.h"
#include "layers/plants/species/leaves.h"
#include "layers/plants/species/limb.h"
#include "layers/plants/species/species.h"
#include "ridge/noise.h"

/* Levels of a limb's hash, after those of limb.c. */
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

/* ---- the acacia --------------------------------------------------------------------- */

#define PADS 48              /* most pads of a tree: flat cushions of leaves */
#define PAD_CORNERS_LEAST 16 /* least number of points of a pad's outline, which doubles */
#define PAD_CORNERS 256      /* greatest number of points of a pad's outline */
#define PAD_PX 3.0           /* pixels of the outline per point */
#define LEAF_PX 3.5          /* length of a leaf, pixels, from which single leaves are drawn */
#define LOOSE_LEAVES 56      /* most single leaves round the outline of a pad */
#define LIT_LEAVES 70        /* most single leaves of a pad in the light */

static const limb_plan acacia_limbs = {
    .stem = 0.30,
    .ratio = 0.84,
    .spread = 1.35,
    .wobble = 0.22,
    .up = 0.10,
    .width = 0.052,
    .thin = 0.70,
    .shoots = 0.0,
    .depth = 4,
    .lean = 0.3,
    .low = 0.6,
};

/* The roof of an acacia, tuned by eye: a paraboloid, to which limbs are lifted, in floors. */
static const struct {
    double top;           /* height of the highest floor above the stem */
    double fall;          /* fall from there / square of the distance from the stem */
    double front;         /* rise / z, toward the viewer */
    double floor;         /* height between two floors */
    double floors;        /* number of floors */
    double forks;         /* number of forks from the foot from which limbs are fully in the roof */
    double grown, scaled; /* `crown` of limb_grow, and of limb_scale after the lift */
} roof_shape = {
    .top = 0.945,
    .fall = 0.24,
    .front = 0.10,
    .floor = 0.075,
    .floors = 3.0,
    .forks = 4.5,
    .grown = 0.05,
    .scaled = 0.03,
};

/* The pads of an acacia, tuned by eye. */
static const struct {
    plant_range wide, high;           /* half width and half height */
    double light;                     /* light of a pad at x = 0, y = light_height, z = 0 */
    double light_height;              /* height of a pad that has that light */
    double light_x, light_y, light_z; /* increase of the light per length to the right, up, front */
    double light_least, light_most;   /* limits of the light, which is a factor of tones */
    double lump, ripple;              /* amplitudes of two noises of the outline / its radius */
    int lumps, ripples;               /* lattice cells of these noises round the outline */
    double lump_row, ripple_row;      /* rows of these noises */
    double underside;                 /* height of the lower side / that of the upper side */
    double leaf;                      /* length of a leaf */
    double leaf_in;                   /* share of a leaf that is inside the outline */
    double shift_aside;               /* shift of inner outlines to the right / that upward */
    double glow;                      /* tone of single leaves in the light, 0..4 */
} pad_shape = {
    .wide = {0.060, 0.125},
    .high = {0.022, 0.032},
    .light = 0.95,
    .light_height = 0.86,
    .light_x = 0.5,
    .light_y = 2.0,
    .light_z = 0.5,
    .light_least = 0.35,
    .light_most = 1.25,
    .lump = 0.34,
    .ripple = 0.16,
    .lumps = 7,
    .ripples = 29,
    .lump_row = 0.5,
    .ripple_row = 1.5,
    .underside = 0.62,
    .leaf = 0.0078,
    .leaf_in = 0.4,
    .shift_aside = 0.35,
    .glow = 2.7,
};

/* Outlines of a pad, painted on one another: tone 0..4, factor of the size, and shift upward, in
 * half heights of the pad. */
static const struct {
    double tone, scale, shift;
} pad_layers[] = {{0.25, 1.0, 0.0}, {1.2, 0.72, 0.06}, {2.3, 0.45, 0.20}};
enum { PAD_LAYERS = 3 };

/* Single leaves of a pad, tuned by eye: loose ones around it and those in the light. */
static const struct {
    plant_spread length;   /* length / pad_shape.leaf */
    plant_spread loose;    /* distance of loose leaves from the pad's middle / its half width */
    double lit;            /* greatest distance of lit leaves from the middle / half width */
    double lit_aside;      /* shift of lit leaves to the right / half width */
    plant_spread lit_high; /* height of lit leaves / height of the pad's outline there */
} leaf_shape = {
    .length = {0.5, 0.6},
    .loose = {1.0, 0.14},
    .lit = 0.9,
    .lit_aside = 0.12,
    .lit_high = {0.25, 0.75},
};

/* The corners of a leaf along it and across it, as multiples of its length. */
static const struct {
    double along, aside;
} leaf_corners[] = {{-1.0, 0.0}, {0.0, 0.45}, {1.0, 0.0}, {0.0, -0.45}};
enum { LEAF_CORNERS = 4 };

/* Moves a point of a limb vertically toward the roof, `down` below the highest floor; fully from
 * roof_shape.forks forks between it and the foot on. */
static void lift_place(float place[3], double forks, double down)
{
    double x = (double)place[0], z = (double)place[2];
    double roof = roof_shape.top - roof_shape.fall * (x * x + z * z) + roof_shape.front * z - down;
    double share = exact_smoothstep(0.0, roof_shape.forks, forks);
    place[1] = (float)exact_mix((double)place[1], roof, share);
}

/* Lifts the points of all limbs to the roof; each bough is on one of the floors. */
static void lift_to_roof(skeleton *tree)
{
    for (int i = 1; i < tree->limbs; i++) {
        limb *one = &tree->limb[i];
        double down = 0.0;
        if (one->bough >= 0) {
            double drawn = plant_unit(tree->limb[0].key, FLOOR_AT, one->bough);
            down = roof_shape.floor * (double)(int)(roof_shape.floors * drawn);
        }
        /* A bough begins where its parent ends, which is on no floor. */
        lift_place(one->from, one->level - 1.0, one->level > LIMB_BOUGH_LEVEL ? down : 0.0);
        lift_place(one->bend, one->level - 0.5, down);
        lift_place(one->to, one->level, down);
    }
}

/* A pad: a flat cushion of leaves. */
typedef struct acacia_pad {
    uint64_t key;
    double x, y, z;
    double wide, high; /* half width and half height */
    double light;      /* factor of its tones, by its place in the crown */
} acacia_pad;

/* Adds an uneven outline of a pad, flatter below; scaled by `scale`, and moved upward by `shift`
 * half heights and to the right. */
static void add_outline(const acacia_pad *p, double size, double scale, double shift, drawing *out)
{
    drawing_point point[PAD_CORNERS];
    int corners = PAD_CORNERS_LEAST;
    while (corners < PAD_CORNERS && 4.0 * scale * p->wide * size >= PAD_PX * 2.0 * corners)
        corners *= 2;
    plant_corner corner = plant_corner_first(corners);
    for (int i = 0; i < corners; i++, plant_corner_next(&corner)) {
        double lumps = noise_gradient(p->key, LUMP_AT, (double)pad_shape.lumps * i / corners,
                                      pad_shape.lump_row, pad_shape.lumps);
        double ripples = noise_gradient(p->key, LUMP_AT, (double)pad_shape.ripples * i / corners,
                                        pad_shape.ripple_row, pad_shape.ripples);
        double lump = 1.0 + pad_shape.lump * lumps + pad_shape.ripple * ripples;
        double up = corner.y < 0.0 ? pad_shape.underside * corner.y : corner.y;
        double edge = plant_unit(p->key, EDGE_AT, i * (PAD_CORNERS / corners));
        double leaf = pad_shape.leaf * (edge - pad_shape.leaf_in);
        double x = scale * lump * corner.x + pad_shape.shift_aside * shift;
        double y = scale * lump * up + shift;
        point[i] = (drawing_point){(float)(p->x + p->wide * x + leaf * corner.x),
                                   (float)(p->y + p->high * y + leaf * corner.y)};
    }
    drawing_shape(out, point, corners);
}

/* Adds single leaves: loose ones round a pad, or, if `are_lit`, those in the light on its upper
 * part. */
static void add_leaves(const acacia_pad *p, int most, int are_lit, double size, drawing *out)
{
    double share = exact_smoothstep(LEAF_PX, 3.0 * LEAF_PX, pad_shape.leaf * size);
    int leaves = (int)(most * share);
    for (int i = 0; i < leaves; i++) {
        uint64_t key = hash_at(p->key, are_lit ? LIGHT_AT : LOOSE_AT, i);
        double across = plant_way(key, LEAF_AT, 2), half = exact_sqrt(1.0 - across * across);
        double drawn = plant_unit(key, LEAF_AT, 3);
        double distance =
            are_lit ? leaf_shape.lit * exact_sqrt(drawn) : plant_spread_at(leaf_shape.loose, drawn);
        int is_above = plant_unit(key, LEAF_AT, 4) >= 0.5;
        double up = are_lit ? plant_spread_at(leaf_shape.lit_high, half)
                            : half * (is_above ? 1.0 : -pad_shape.underside);
        double x = p->x + p->wide * (distance * across + (are_lit ? leaf_shape.lit_aside : 0.0));
        double y = p->y + p->high * distance * up;

        double length =
            pad_shape.leaf * plant_spread_at(leaf_shape.length, plant_unit(key, LEAF_AT, 0));
        double turn_x = plant_way(key, LEAF_AT, 1), turn_y = exact_sqrt(1.0 - turn_x * turn_x);
        drawing_point leaf[LEAF_CORNERS];
        for (int k = 0; k < LEAF_CORNERS; k++) {
            double along = leaf_corners[k].along * length, aside = leaf_corners[k].aside * length;
            leaf[k] = (drawing_point){(float)(x + along * turn_x + aside * turn_y),
                                      (float)(y + along * turn_y - aside * turn_x)};
        }
        drawing_shape(out, leaf, LEAF_CORNERS);
    }
}

static void draw_pad(const acacia_pad *p, double size, drawing *out)
{
    for (int k = 0; k < PAD_LAYERS; k++) {
        double tone = pad_layers[k].tone * p->light;
        if (k == 0)
            plant_tone(out, tone);
        else
            drawing_light_of(out, tone, 0.0);
        add_outline(p, size, pad_layers[k].scale, pad_layers[k].shift, out);
        if (k == 0)
            add_leaves(p, LOOSE_LEAVES, 0, size, out);
    }
    drawing_light_of(out, pad_shape.glow * p->light, 0.0);
    add_leaves(p, LIT_LEAVES, 1, size, out);
}

/* Writes pads at the tips of a tree's limbs, the farthest from the viewer first; returns their
 * number. */
static int hang_pads(const skeleton *tree, acacia_pad *pads)
{
    int count = 0;
    for (int i = 0; i < tree->limbs && count < PADS; i++) {
        const limb *one = &tree->limb[i];
        if (!one->is_tip)
            continue;
        acacia_pad p = {.key = hash_at(one->key, BLOB_AT, 0),
                        .x = (double)one->to[0],
                        .y = (double)one->to[1],
                        .z = (double)one->to[2],
                        .wide = plant_range_at(pad_shape.wide, plant_unit(one->key, RADIUS_AT, 0)),
                        .high = plant_range_at(pad_shape.high, plant_unit(one->key, RADIUS_AT, 1))};
        double light = pad_shape.light + pad_shape.light_x * p.x +
                       pad_shape.light_y * (p.y - pad_shape.light_height) + pad_shape.light_z * p.z;
        p.light = exact_clamp(light, pad_shape.light_least, pad_shape.light_most);
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
    skeleton *tree = drawing_scratch(out, sizeof *tree);
    if (tree == NULL)
        return;
    acacia_pad pads[PADS];
    limb_grow(&acacia_limbs, look->key, roof_shape.grown, tree);
    lift_to_roof(tree);
    limb_scale(tree, roof_shape.scaled);
    limb_join(tree);
    int count = hang_pads(tree, pads), k = 0;
    for (; k < count && pads[k].z < 0.0; k++)
        draw_pad(&pads[k], look->size, out);
    limb_draw(tree, LIMB_STEM, look->size, out);
    for (; k < count; k++)
        draw_pad(&pads[k], look->size, out);
}

/* ---- the joshua tree ------------------------------------------------------------------ */

#define BLADES 20         /* greatest number of blades of a rosette */
#define BLADES_LEAST 8    /* least number of blades of a rosette */
#define BLADE_PX 5.0      /* pixels of the tree's height per blade of a rosette */
#define BLADE_HALF_PX 0.6 /* least half width of a blade, pixels */

static const limb_plan joshua_limbs = {
    .stem = 0.30,
    .ratio = 0.74,
    .spread = 1.30,
    .wobble = 0.30,
    .up = 0.20,
    .width = 0.085,
    .thin = 0.84,
    .shoots = 0.0,
    .depth = 4,
    .lean = 0.15,
    .low = 0.5,
};

/* The rosette at the end of a limb, tuned by eye. */
static const struct {
    double height;           /* height of blades above the highest tip: `crown` of limb_grow */
    plant_spread angle;      /* tangent of half the angle between blade and limb / a number -1..1,
                                   by the number's square: up to 130 degrees to both sides */
    plant_range reach;       /* length of a blade */
    double half;             /* half width of a blade at its foot */
    double light_x, light_y; /* direction toward the light, a unit vector */
    double light_jitter;     /* largest random change of a blade's light, which is -1..1 */
    double light_least;      /* light from which a blade counts as in the light */
    double tone[2];          /* tones 0..4 of blades in the shade and in the light */
} rosette_shape = {
    .height = 0.09,
    .angle = {0.9, 1.3},
    .reach = {0.060, 0.090},
    .half = 0.009,
    .light_x = 0.6,
    .light_y = 0.8,
    .light_jitter = 0.7,
    .light_least = 0.6,
    .tone = {0.6, 2.2},
};

/* Draws those blades of a rosette that are in the light (or in the shade, unless `are_lit`).
 * Blades point from the limb's end in all directions except toward the limb. */
static void draw_rosette(const limb *one, double size, int are_lit, drawing *out)
{
    double dx = (double)(one->to[0] - one->bend[0]), dy = (double)(one->to[1] - one->bend[1]);
    double length = exact_max(exact_sqrt(dx * dx + dy * dy), 1e-9);
    int blades = (int)exact_clamp(size / BLADE_PX, BLADES_LEAST, BLADES);
    plant_tone(out, rosette_shape.tone[are_lit]);
    for (int i = 0; i < blades; i++) {
        double aside = plant_way(one->key, BLADE_AT, i);
        double tangent =
            aside * (rosette_shape.angle.least + rosette_shape.angle.span * aside * aside);
        double cosine = (1.0 - tangent * tangent) / (1.0 + tangent * tangent);
        double sine = 2.0 * tangent / (1.0 + tangent * tangent);
        double reach = plant_range_at(rosette_shape.reach, plant_unit(one->key, REACH_AT, i));
        double x = (dx * cosine - dy * sine) / length, y = (dy * cosine + dx * sine) / length;
        double light = rosette_shape.light_x * x + rosette_shape.light_y * y +
                       rosette_shape.light_jitter * plant_way(one->key, LIGHT_AT, i);
        if ((light > rosette_shape.light_least) != are_lit)
            continue;
        double half = exact_max(rosette_shape.half, BLADE_HALF_PX / size);
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
    grown_tree *m = drawing_scratch(out, sizeof *m);
    if (m == NULL)
        return;
    limb_grow(&joshua_limbs, look->key, rosette_shape.height, &m->tree);
    limb_join(&m->tree);
    limb_draw(&m->tree, LIMB_STEM, look->size, out);
    for (int behind = 1; behind >= 0; behind--)
        for (int are_lit = 0; are_lit < 2; are_lit++)
            for (int i = 0; i < m->tree.limbs; i++)
                if (m->tree.limb[i].is_tip && (m->tree.limb[i].to[2] < 0.0f) == behind)
                    draw_rosette(&m->tree.limb[i], look->size, are_lit, out);
}
