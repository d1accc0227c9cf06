/* broadleaf.c - trees whose limbs fork: the oak, the cherry in bloom, and the bare tree. */
#include "base/exact.h"
#include "layers/species/leaves.h"
#include "layers/species/limb.h"

/* Levels of a limb's hash, beyond those of limb.c. */
enum { RADIUS_AT = 20, BLOB_AT, THERE_AT, PLACE_AT };

/* Blobs at the ends of limbs, from a level on, and smaller ones, `inner` of them, farther in. */
static void hang_leaves(const skeleton *tree, int level, double least, double most, double wide,
                        double high, double inner, leaf_crown *crown)
{
    crown->blobs = 0;
    for (int i = 0; i < tree->limbs; i++) {
        const limb *one = &tree->limb[i];
        if (one->level < level || (!one->is_tip && plant_unit(one->key, THERE_AT, 0) < 0.5))
            continue;
        double r = exact_mix(least, most, plant_unit(one->key, RADIUS_AT, 0));
        leaves_add(crown, (leaf_blob){one->to[0] + 0.025f * (float)plant_way(one->key, PLACE_AT, 0),
                                      one->to[1] + 0.020f * (float)plant_way(one->key, PLACE_AT, 1),
                                      one->to[2], (float)(r * wide), (float)(r * high), one->bough,
                                      hash_at(one->key, BLOB_AT, 0)});
        if (inner <= 0.0 || plant_unit(one->key, THERE_AT, 1) < 0.4)
            continue;
        double aside = 0.8 * plant_way(one->key, PLACE_AT, 2);
        leaves_add(crown, (leaf_blob){(float)(limb_at(one, 0, 0.35) + aside * r),
                                      (float)(limb_at(one, 1, 0.35) + 0.3 * r), one->to[2],
                                      (float)(inner * r * wide), (float)(inner * r * high),
                                      one->bough, hash_at(one->key, BLOB_AT, 1)});
    }
}

#define WOOD_STEM 0.36 /* in woods stems are longer: they are seen below crowns */

void draw_oak(const species *self, const plant_look *look, drawing *out)
{
    (void)self;
    limb_plan limbs = {.stem = 0.24,
                       .ratio = 0.82,
                       .spread = 1.08,
                       .wobble = 0.34,
                       .up = 0.10,
                       .width = 0.075,
                       .thin = 0.74,
                       .shoots = 0.5,
                       .depth = 5,
                       .lean = 0.1,
                       .low = 0.50};
    leaf_plan leaves = leaves_green(0.0086, 1.18, look->autumn);
    if (look->in_wood)
        limbs.stem = WOOD_STEM;
    grown_tree *m = drawing_scratch(out, sizeof *m);
    if (m == NULL)
        return;
    limb_grow(&limbs, look->key, 0.07, &m->tree);
    hang_leaves(&m->tree, 4, 0.056, 0.088, 1.25, 0.92, 0.95, &m->crown);
    leaves_draw(&leaves, &m->crown, &m->tree, look->size, out);
}

void draw_bare(const species *self, const plant_look *look, drawing *out)
{
    (void)self;
    static const limb_plan limbs = {.stem = 0.24,
                                    .ratio = 0.80,
                                    .spread = 0.85,
                                    .wobble = 0.26,
                                    .up = 0.12,
                                    .width = 0.050,
                                    .thin = 0.72,
                                    .shoots = 0.3,
                                    .depth = 7,
                                    .lean = 0.08,
                                    .low = 0.4};
    grown_tree *m = drawing_scratch(out, sizeof *m);
    if (m == NULL)
        return;
    limb_grow(&limbs, look->key, 0.0, &m->tree);
    limb_join(&m->tree);
    m->tree.twigs = 4;
    limb_draw(&m->tree, -1, look->size, out);
}

void draw_cherry(const species *self, const plant_look *look, drawing *out)
{
    (void)self;
    limb_plan limbs = {.stem = 0.17,
                       .ratio = 0.78,
                       .spread = 1.10,
                       .wobble = 0.34,
                       .up = 0.06,
                       .width = 0.062,
                       .thin = 0.74,
                       .shoots = 0.5,
                       .depth = 5,
                       .lean = 0.3,
                       .low = 0.48};
    static const leaf_plan blossom = {.dab = 0.0068,
                                      .cover = 2.0,
                                      .heart = 0.74,
                                      .light = 0.0,
                                      .bough = 0.26,
                                      .speckle = 0.62,
                                      .tone = {0.4, 0.7, 1.0, 1.5, 2.2},
                                      .own = {0.54, 0.65, 0.75, 0.85, 0.95}};
    if (look->in_wood)
        limbs.stem = WOOD_STEM;
    grown_tree *m = drawing_scratch(out, sizeof *m);
    if (m == NULL)
        return;
    limb_grow(&limbs, look->key, 0.05, &m->tree);
    hang_leaves(&m->tree, 4, 0.048, 0.085, 1.15, 0.90, 0.8, &m->crown);
    leaves_draw(&blossom, &m->crown, &m->tree, look->size, out);
}
