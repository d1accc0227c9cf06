/* birch.c - a slender pale stem, boughs that arch over, and leaves that hang from them. */
#include "base/exact.h"
#include "layers/species/leaves.h"

/* Levels of the tree's hash and of each branch's. */
enum { STEM_AT, TOP_AT, PLACE_AT, LENGTH_AT, TURN_AT, RISE_AT, OVER_AT, BRANCH_AT };
enum { RADIUS_AT, ASIDE_AT, BLOB_AT, DROP_AT, TWIG_AT, TWIG_BLOB_AT };

#define BRANCHES 31
#define GROUPS 4 /* of boughs, by height, before and behind the stem */

static leaf_blob blob_at(const float place[3], double x, double y, double wide, double high,
                         int bough, uint64_t key)
{
    return (leaf_blob){(float)((double)place[0] + x),
                       (float)((double)place[1] + y),
                       place[2],
                       (float)wide,
                       (float)high,
                       bough,
                       key};
}

/* Leaves along a branch and on twigs that hang from it. */
static void hang_leaves(const limb *one, leaf_crown *crown)
{
    for (int i = 0; i < 4; i++) {
        double t = 0.31 + 0.21 * i;
        float place[3];
        for (int k = 0; k < 3; k++)
            place[k] = (float)limb_at(one, k, t);
        double r = exact_mix(0.023, 0.039, plant_unit(one->key, RADIUS_AT, i));
        leaves_add(crown, blob_at(place, 0.012 * plant_way(one->key, ASIDE_AT, i), 0.0, 1.25 * r, r,
                                  one->bough, hash_at(one->key, BLOB_AT, i)));
        for (int k = 0; k < 1 + i % 2; k++)
            leaves_add(crown, blob_at(place, 0.022 * plant_way(one->key, TWIG_AT, 4 * i + k),
                                      -(k + 0.75) *
                                          exact_mix(0.016, 0.034, plant_unit(one->key, DROP_AT, i)),
                                      0.021 - 0.004 * k, 0.026, one->bough,
                                      hash_at(one->key, TWIG_BLOB_AT, 4 * i + k)));
    }
}

/* A branch from a point of the stem: up and outward, then over. */
static limb grow_branch(const limb *stem, int index)
{
    double t = (index + 0.8 * plant_unit(stem->key, PLACE_AT, index)) / BRANCHES;
    double at = exact_mix(0.22, 0.97, t);
    double length = 0.30 * exact_pow(1.02 - t, 0.62) * exact_smoothstep(-0.25, 0.2, t) *
                    exact_mix(0.7, 1.15, plant_unit(stem->key, LENGTH_AT, index));
    double turn = plant_unit(stem->key, TURN_AT, 0) + 0.382 * index;
    turn -= (double)exact_floor(turn);
    double x = exact_cos_turn(turn), z = exact_cos_turn(exact_abs(turn - 0.25));
    double rise = exact_mix(0.75, 1.15, plant_unit(stem->key, RISE_AT, index));
    double over = exact_mix(-0.15, 0.25, plant_unit(stem->key, OVER_AT, index)) + 0.3 * t;
    limb one = {.thick = (float)(0.0065 * (1.15 - t)),
                .thin = 0.0014f,
                .level = 1,
                .bough = (int)(t * GROUPS) * 2 + (z > 0.0),
                .is_tip = 1,
                .key = hash_at(stem->key, BRANCH_AT, index)};
    for (int k = 0; k < 3; k++)
        one.from[k] = (float)limb_at(stem, k, at);
    const double way[] = {0.55 * x, 0.5 * rise, 0.55 * z};
    const double end[] = {0.55 * x, 0.5 * over, 0.55 * z};
    for (int k = 0; k < 3; k++) {
        one.bend[k] = one.from[k] + (float)(length * way[k]);
        one.to[k] = one.bend[k] + (float)(length * end[k]);
    }
    return one;
}

void draw_birch(const species *self, const plant_look *look, drawing *out)
{
    (void)self;
    leaf_plan leaves = leaves_green(0.0061, 1.12, look->autumn);
    leaves.heart = 0.72;
    grown_tree *m = drawing_scratch(out, sizeof *m);
    if (m == NULL)
        return;
    m->tree = (skeleton){.limbs = 1, .boughs = 2 * GROUPS, .tone = 2.3, .light = 3.6, .marks = 34};
    float lean = (float)(0.03 * plant_way(look->key, STEM_AT, 0));
    m->tree.limb[0] = (limb){.bend = {(float)(0.05 * plant_way(look->key, STEM_AT, 1)), 0.5f, 0.0f},
                             .to = {lean, 0.97f, 0.0f},
                             .thick = 0.0135f,
                             .thin = 0.0015f,
                             .bough = -1,
                             .is_tip = 1,
                             .key = look->key};
    leaves_add(&m->crown, blob_at(m->tree.limb[0].to, 0.0, 0.005, 0.018, 0.025, 2 * GROUPS - 1,
                                  hash_at(look->key, TOP_AT, 0)));
    for (int i = 0; i < BRANCHES; i++) {
        limb *one = &m->tree.limb[m->tree.limbs++];
        *one = grow_branch(&m->tree.limb[0], i);
        hang_leaves(one, &m->crown);
    }
    leaves_draw(&leaves, &m->crown, &m->tree, look->size, out);
}
