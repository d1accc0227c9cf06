/* broadleaf.c - draws trees whose limbs fork, for woods and near ground: the oak, the cherry in
 * bloom, and the bare tree.
 *
 * Lengths are multiples of the tree's height.
 */
#include "layers/plants/species/leaves.h"
#include "layers/plants/species/limb.h"

/* Levels of a limb's hash, after those of limb.c. */
enum { RADIUS_AT = 20, BLOB_AT, THERE_AT, PLACE_AT };

/* limb_plan.stem of trees in woods, whose stems are longer, to be visible below crowns. */
#define WOOD_STEM 0.36

#define BLOB_LEVEL 4 /* limbs of this level and above carry leaves */
#define BARE_TWIGS 4 /* skeleton.twigs of a bare tree */

/* The crown of a species, tuned by eye. */
typedef struct leafy_crown {
    double above;       /* height of leaves above the highest tip: `crown` of limb_grow */
    plant_range radius; /* radius of a blob */
    double wide, high;  /* half width and half height of a blob / its radius */
    double inner;       /* size of a limb's inner blob / that of the blob at its end */
} leafy_crown;

/* The blobs of all crowns, tuned by eye. */
static const struct {
    double bare_limbs;        /* probability that a limb that forks has no blobs, 0..1 */
    double bare_inside;       /* probability that a limb has no inner blob, 0..1 */
    float jitter_x, jitter_y; /* largest shift of a blob from the end of its limb */
    double inner_place;       /* place of the inner blob on the limb, 0 = foot .. 1 = end */
    double inner_jitter;      /* largest shift of the inner blob to a side / radius */
    double inner_rise;        /* height of the inner blob above the limb / radius */
} blob_shape = {
    .bare_limbs = 0.5,
    .bare_inside = 0.4,
    .jitter_x = 0.025f,
    .jitter_y = 0.020f,
    .inner_place = 0.35,
    .inner_jitter = 0.8,
    .inner_rise = 0.3,
};

static const limb_plan oak_limbs = {
    .stem = 0.24,
    .ratio = 0.82,
    .spread = 1.08,
    .wobble = 0.34,
    .up = 0.10,
    .width = 0.075,
    .thin = 0.74,
    .shoots = 0.5,
    .depth = 5,
    .lean = 0.1,
    .low = 0.50,
};
static const leafy_crown oak_crown = {
    .above = 0.07,
    .radius = {0.056, 0.088},
    .wide = 1.25,
    .high = 0.92,
    .inner = 0.95,
};
static const struct {
    double dab, cover; /* values of leaf_plan */
} oak_leaves = {.dab = 0.0086, .cover = 1.18};

static const limb_plan bare_limbs = {
    .stem = 0.24,
    .ratio = 0.80,
    .spread = 0.85,
    .wobble = 0.26,
    .up = 0.12,
    .width = 0.050,
    .thin = 0.72,
    .shoots = 0.3,
    .depth = 7,
    .lean = 0.08,
    .low = 0.4,
};

static const limb_plan cherry_limbs = {
    .stem = 0.17,
    .ratio = 0.78,
    .spread = 1.10,
    .wobble = 0.34,
    .up = 0.06,
    .width = 0.062,
    .thin = 0.74,
    .shoots = 0.5,
    .depth = 5,
    .lean = 0.3,
    .low = 0.48,
};
static const leafy_crown cherry_crown = {
    .above = 0.05,
    .radius = {0.048, 0.085},
    .wide = 1.15,
    .high = 0.90,
    .inner = 0.8,
};
static const leaf_plan blossom = {
    .dab = 0.0068,
    .cover = 2.0,
    .heart = 0.74,
    .light = 0.0,
    .bough = 0.26,
    .speckle = 0.62,
    .tone = {0.4, 0.7, 1.0, 1.5, 2.2},
    .own = {0.54, 0.65, 0.75, 0.85, 0.95},
};

/* Puts blobs of leaves at the ends of limbs, and inner blobs, which are smaller, on some limbs. */
static void hang_leaves(const skeleton *tree, const leafy_crown *shape, leaf_crown *crown)
{
    crown->blobs = 0;
    for (int i = 0; i < tree->limbs; i++) {
        const limb *one = &tree->limb[i];
        if (one->level < BLOB_LEVEL ||
            (!one->is_tip && plant_unit(one->key, THERE_AT, 0) < blob_shape.bare_limbs))
            continue;
        double r = plant_range_at(shape->radius, plant_unit(one->key, RADIUS_AT, 0));
        leaf_blob blob = {
            .x = one->to[0] + blob_shape.jitter_x * (float)plant_way(one->key, PLACE_AT, 0),
            .y = one->to[1] + blob_shape.jitter_y * (float)plant_way(one->key, PLACE_AT, 1),
            .z = one->to[2],
            .wide = (float)(r * shape->wide),
            .high = (float)(r * shape->high),
            .bough = one->bough,
            .key = hash_at(one->key, BLOB_AT, 0)};
        leaves_add(crown, blob);
        if (plant_unit(one->key, THERE_AT, 1) < blob_shape.bare_inside)
            continue;
        double aside = blob_shape.inner_jitter * plant_way(one->key, PLACE_AT, 2);
        double x = limb_at(one, 0, blob_shape.inner_place) + aside * r;
        double y = limb_at(one, 1, blob_shape.inner_place) + blob_shape.inner_rise * r;
        blob.x = (float)x;
        blob.y = (float)y;
        blob.wide = (float)(shape->inner * r * shape->wide);
        blob.high = (float)(shape->inner * r * shape->high);
        blob.key = hash_at(one->key, BLOB_AT, 1);
        leaves_add(crown, blob);
    }
}

static void draw_leafy(const limb_plan *plan, const leafy_crown *shape, const leaf_plan *leaves,
                       const plant_look *look, drawing *out)
{
    limb_plan limbs = *plan;
    if (look->in_wood)
        limbs.stem = WOOD_STEM;
    grown_tree *m = drawing_scratch(out, sizeof *m);
    if (m == NULL)
        return;
    limb_grow(&limbs, look->key, shape->above, &m->tree);
    hang_leaves(&m->tree, shape, &m->crown);
    leaves_draw(leaves, &m->crown, &m->tree, look->size, out);
}

void draw_oak(const species *self, const plant_look *look, drawing *out)
{
    (void)self;
    leaf_plan leaves = leaves_green(oak_leaves.dab, oak_leaves.cover, look->autumn);
    draw_leafy(&oak_limbs, &oak_crown, &leaves, look, out);
}

void draw_cherry(const species *self, const plant_look *look, drawing *out)
{
    (void)self;
    draw_leafy(&cherry_limbs, &cherry_crown, &blossom, look, out);
}

void draw_bare(const species *self, const plant_look *look, drawing *out)
{
    (void)self;
    grown_tree *m = drawing_scratch(out, sizeof *m);
    if (m == NULL)
        return;
    limb_grow(&bare_limbs, look->key, 0.0, &m->tree);
    limb_join(&m->tree);
    m->tree.twigs = BARE_TWIGS;
    limb_draw(&m->tree, LIMB_STEM, look->size, out);
}
