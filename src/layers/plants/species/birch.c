/* birch.c - draws birches for woods and near ground: a slender pale stem, boughs that arch over,
 * and leaves that hang from them.
 *
 * Lengths are multiples of the tree's height.  Places on a limb are shares of its length from its
 * foot, 0..1.
 */
#include "base/exact.h"
#include "layers/plants/species/leaves.h"

/* Levels of the tree's hash and of each branch's. */
enum { STEM_AT, TOP_AT, PLACE_AT, LENGTH_AT, TURN_AT, RISE_AT, OVER_AT, BRANCH_AT };
enum { RADIUS_AT, ASIDE_AT, BLOB_AT, DROP_AT, TWIG_AT, TWIG_BLOB_AT };

#define BRANCHES 31
#define GROUPS 4 /* groups of branches by height, each a bough before and one behind the stem */
#define BRANCH_BLOBS 4 /* blobs of leaves along a branch */

/* The stem, tuned by eye. */
static const struct {
    double lean;        /* largest shift of the tip to a side */
    double bend;        /* largest shift of the curve's control point to a side */
    float bend_at, top; /* heights of the control point and of the tip */
    float foot, tip;    /* half widths of the foot and of the tip */
    double tone, light; /* tones 0..4 of bark and of its side in the light */
    int marks;          /* number of dark marks on the bark */
} stem_shape = {
    .lean = 0.03,
    .bend = 0.05,
    .bend_at = 0.5f,
    .top = 0.97f,
    .foot = 0.0135f,
    .tip = 0.0015f,
    .tone = 2.3,
    .light = 3.6,
    .marks = 34,
};

/* The branches, tuned by eye.  They are numbered from below; t = (number + jitter) / BRANCHES. */
static const struct {
    double jitter;            /* greatest jitter of t, in distances of branches */
    plant_range stem;         /* place on the stem of the lowest and of the highest branch */
    double length;            /* length of the longest branch, about */
    double taper, taper_from; /* factor of the length: (taper_from - t)^taper */
    double low_from, low_to;  /* factor of the length: smoothstep from low_from to low_to, of t */
    plant_range vary;         /* random factor of the length */
    double turn;              /* turns from a branch to the next: the golden angle */
    plant_range rise;         /* slope of the inner half of a branch */
    plant_range over;         /* slope of the outer half, for t = 0 */
    double over_high;         /* increase of that slope to t = 1 */
    double wide, high;        /* run of a half / length; rise of a half / (length * slope) */
    double half, half_from;   /* half width of the foot is half * (half_from - t) */
    float tip;                /* half width of the tip */
} branch_shape = {
    .jitter = 0.8,
    .stem = {0.22, 0.97},
    .length = 0.30,
    .taper = 0.62,
    .taper_from = 1.02,
    .low_from = -0.25,
    .low_to = 0.2,
    .vary = {0.7, 1.15},
    .turn = 0.382,
    .rise = {0.75, 1.15},
    .over = {-0.15, 0.25},
    .over_high = 0.3,
    .wide = 0.55,
    .high = 0.5,
    .half = 0.0065,
    .half_from = 1.15,
    .tip = 0.0014f,
};

/* The blobs of leaves, tuned by eye. */
static const struct {
    double first, step;               /* place on a branch of the first blob; distance of places */
    plant_range radius;               /* half height of a blob on a branch */
    double wide;                      /* half width / half height of a blob on a branch */
    double jitter;                    /* largest shift of a blob on a branch to a side */
    double twig_jitter;               /* largest shift to a side of a blob that hangs on a twig */
    plant_range drop;                 /* distance of the blobs on a twig */
    double first_drop;                /* depth of the first one below the branch / `drop` */
    double twig_half;                 /* half width of the first one */
    double twig_narrower;             /* half width of the first one less that of the second */
    double twig_half_height;          /* half height of a blob on a twig */
    double top;                       /* height of the blob at the tree's tip above the stem */
    double top_half, top_half_height; /* half width and half height of the blob at the tip */
} blob_shape = {
    .first = 0.31,
    .step = 0.21,
    .radius = {0.023, 0.039},
    .wide = 1.25,
    .jitter = 0.012,
    .twig_jitter = 0.022,
    .drop = {0.016, 0.034},
    .first_drop = 0.75,
    .twig_half = 0.021,
    .twig_narrower = 0.004,
    .twig_half_height = 0.026,
    .top = 0.005,
    .top_half = 0.018,
    .top_half_height = 0.025,
};

/* Values of leaf_plan, tuned by eye. */
static const struct {
    double dab, cover, heart;
} leaf_shape = {.dab = 0.0061, .cover = 1.12, .heart = 0.72};

static leaf_blob blob_at(const float place[3], double x, double y, double wide, double high,
                         int bough, uint64_t key)
{
    return (leaf_blob){.x = (float)((double)place[0] + x),
                       .y = (float)((double)place[1] + y),
                       .z = place[2],
                       .wide = (float)wide,
                       .high = (float)high,
                       .bough = bough,
                       .key = key};
}

/* Adds blobs of leaves along a branch, and on twigs that hang from each of them: one blob or, from
 * every second place, two below each other. */
static void hang_leaves(const limb *one, leaf_crown *crown)
{
    for (int i = 0; i < BRANCH_BLOBS; i++) {
        double t = blob_shape.first + blob_shape.step * i;
        float place[3];
        for (int k = 0; k < 3; k++)
            place[k] = (float)limb_at(one, k, t);
        double high = plant_range_at(blob_shape.radius, plant_unit(one->key, RADIUS_AT, i));
        double x = blob_shape.jitter * plant_way(one->key, ASIDE_AT, i);
        leaves_add(crown, blob_at(place, x, 0.0, blob_shape.wide * high, high, one->bough,
                                  hash_at(one->key, BLOB_AT, i)));
        double drop = plant_range_at(blob_shape.drop, plant_unit(one->key, DROP_AT, i));
        for (int k = 0; k < 1 + i % 2; k++) {
            int index = BRANCH_BLOBS * i + k;
            double aside = blob_shape.twig_jitter * plant_way(one->key, TWIG_AT, index);
            double wide = blob_shape.twig_half - blob_shape.twig_narrower * k;
            leaves_add(crown, blob_at(place, aside, -(k + blob_shape.first_drop) * drop, wide,
                                      blob_shape.twig_half_height, one->bough,
                                      hash_at(one->key, TWIG_BLOB_AT, index)));
        }
    }
}

/* Returns branch `index`, which goes up and outward from the stem, then arches over. */
static limb grow_branch(const limb *stem, int index)
{
    double t = (index + branch_shape.jitter * plant_unit(stem->key, PLACE_AT, index)) / BRANCHES;
    double at = plant_range_at(branch_shape.stem, t);
    double length = branch_shape.length *
                    exact_pow(branch_shape.taper_from - t, branch_shape.taper) *
                    exact_smoothstep(branch_shape.low_from, branch_shape.low_to, t) *
                    plant_range_at(branch_shape.vary, plant_unit(stem->key, LENGTH_AT, index));
    double turn = plant_unit(stem->key, TURN_AT, 0) + branch_shape.turn * index;
    turn -= (double)exact_floor(turn);
    double x = exact_cos_turn(turn), z = exact_cos_turn(exact_abs(turn - 0.25));
    double rise = plant_range_at(branch_shape.rise, plant_unit(stem->key, RISE_AT, index));
    double over = plant_range_at(branch_shape.over, plant_unit(stem->key, OVER_AT, index)) +
                  branch_shape.over_high * t;
    limb one = {.thick = (float)(branch_shape.half * (branch_shape.half_from - t)),
                .thin = branch_shape.tip,
                .level = 1,
                .bough = (int)(t * GROUPS) * 2 + (z > 0.0),
                .is_tip = 1,
                .key = hash_at(stem->key, BRANCH_AT, index)};
    for (int k = 0; k < 3; k++)
        one.from[k] = (float)limb_at(stem, k, at);
    const double wide = branch_shape.wide, high = branch_shape.high;
    const double lower[] = {wide * x, high * rise, wide * z};
    const double upper[] = {wide * x, high * over, wide * z};
    for (int k = 0; k < 3; k++) {
        one.bend[k] = one.from[k] + (float)(length * lower[k]);
        one.to[k] = one.bend[k] + (float)(length * upper[k]);
    }
    return one;
}

void draw_birch(const species *self, const plant_look *look, drawing *out)
{
    (void)self;
    leaf_plan leaves = leaves_green(leaf_shape.dab, leaf_shape.cover, look->autumn);
    leaves.heart = leaf_shape.heart;
    grown_tree *m = drawing_scratch(out, sizeof *m);
    if (m == NULL)
        return;
    m->tree = (skeleton){.limbs = 1,
                         .boughs = 2 * GROUPS,
                         .tone = stem_shape.tone,
                         .light = stem_shape.light,
                         .marks = stem_shape.marks};
    float lean = (float)(stem_shape.lean * plant_way(look->key, STEM_AT, 0));
    float bend = (float)(stem_shape.bend * plant_way(look->key, STEM_AT, 1));
    m->tree.limb[0] = (limb){.bend = {bend, stem_shape.bend_at, 0.0f},
                             .to = {lean, stem_shape.top, 0.0f},
                             .thick = stem_shape.foot,
                             .thin = stem_shape.tip,
                             .bough = LIMB_STEM,
                             .is_tip = 1,
                             .key = look->key};
    leaves_add(&m->crown,
               blob_at(m->tree.limb[0].to, 0.0, blob_shape.top, blob_shape.top_half,
                       blob_shape.top_half_height, 2 * GROUPS - 1, hash_at(look->key, TOP_AT, 0)));
    for (int i = 0; i < BRANCHES; i++) {
        limb *one = &m->tree.limb[m->tree.limbs++];
        *one = grow_branch(&m->tree.limb[0], i);
        hang_leaves(one, &m->crown);
    }
    leaves_draw(&leaves, &m->crown, &m->tree, look->size, out);
}
