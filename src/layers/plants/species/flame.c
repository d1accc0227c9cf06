/* flame.c - draws poplars and cypresses for woods and near ground: an upright flame of leaves
 * around a stem.
 *
 * Lengths are multiples of the tree's height.  Places on the crown (q) are shares of its height
 * from its top, 0..1.
 */
#include "base/exact.h"
#include "layers/plants/species/species.h"
#include "ridge/noise.h"

/* Levels of the hashes of a tree and a leaf. */
enum { TREE, EDGE, BULGE, LEAF };

/* First indices of further draws at the level EDGE. */
enum { EDGE_HIGH = 1000, EDGE_NOTCH = 2000 };

#define EDGES_LEAST 12 /* least number of tongues on a side of the outline; doubles up to EDGES */
#define EDGES 96       /* greatest number of tongues (leaf tips) on each side of the outline */
#define EDGE_PX 3.5    /* pixels of the tree's height per tongue */
#define LEAVES 700     /* most leaves on the crown */
#define LEAF_PX 26.0   /* square pixels of the crown per leaf */

/* The stem, tuned by eye. */
static const struct {
    double lean; /* largest shift of the tip to a side, proportional to the height below it */
    double bend; /* largest further shift, proportional to the square of the height */
    double step; /* height between two points of the stem */
    double foot,
        foot_least; /* half width of the foot: foot * the habit's half_width + foot_least */
    double top;     /* half width of the stem's top */
    double tone;    /* tone of the stem, 0..4 */
} stem_shape = {
    .lean = 0.02,
    .bend = 0.03,
    .step = 0.15,
    .foot = 0.15,
    .foot_least = 0.004,
    .top = 0.010,
    .tone = 0.4,
};
enum { STEM_POINTS = 3 };

/* The crown, tuned by eye. */
static const struct {
    plant_spread width, low;      /* random factors of the habit's `half_width` and `bare` */
    double top;                   /* height of the crown's top, without its leading shoot */
    double bulge_rate, bulge_row; /* noise of bulges: lattice cells over the crown's height; row */
    double bump_rate, bump_row;   /* noise of smaller bumps: lattice cells; row */
    double bump;                  /* amplitude of bumps / that of bulges */
    double side_rows;             /* rows from the noise of the left side to that of the right */
    double inner_top;             /* height of the inner outline / `top` */
    double inner_scale;           /* width of the inner outline / that of the outer one */
    double inner_shift;           /* shift of the inner outline to the right / half width */
    plant_spread tongue_high;     /* height of a tongue / the habit's `leaf_height` */
    double tongue_wide;           /* largest reach of a tongue beyond the side / (ragged * side) */
    double tongue_span;           /* jitter of a tongue's place / distance of tongues */
    double tip_high, tip_shift;   /* factors min(1, tip * q) of a tongue's height, of the shift */
    double tone, inner_tone;      /* tones 0..4 of the outer and of the inner outline */
} crown_shape = {
    .width = {0.80, 0.40},
    .low = {0.6, 0.8},
    .top = 0.975,
    .bulge_rate = 5.0,
    .bulge_row = 0.5,
    .bump_rate = 13.0,
    .bump_row = 5.5,
    .bump = 0.5,
    .side_rows = 2.0,
    .inner_top = 0.9,
    .inner_scale = 0.66,
    .inner_shift = 0.16,
    .tongue_high = {0.2, 1.3},
    .tongue_wide = 0.5,
    .tongue_span = 0.9,
    .tip_high = 5.0,
    .tip_shift = 4.0,
    .tone = 0.4,
    .inner_tone = 1.0,
};

/* The leaves on the crown, tuned by eye. */
static const struct {
    plant_spread high, wide;  /* random factors of the habit's leaf_height and leaf_half_width */
    plant_spread place;       /* q of a leaf: more are low, where the crown is wider */
    double reach;             /* greatest distance from the stem / half width of the crown there */
    double drop;              /* depth of the foot of a leaf below its place */
    double lean, lean_jitter; /* lean outward at the crown's side, and its jitter: run over rise */
    double light;             /* mean light, 0..1 */
    double light_right;       /* increase of the light from the stem to the right side */
    double light_jitter;      /* largest random change of a leaf's light */
    double patch;             /* amplitude of the noise of patches of light and shade */
    double patch_across,
        patch_down;   /* lattice cells of that noise over a half width, and over the height */
    double patch_row; /* offset of that noise */
} leaf_shape = {
    .high = {0.7, 0.7},
    .wide = {0.7, 0.6},
    .place = {0.03, 0.94},
    .reach = 0.96,
    .drop = 0.01,
    .lean = 0.22,
    .lean_jitter = 0.10,
    .light = 0.5,
    .light_right = 0.30,
    .light_jitter = 0.16,
    .patch = 0.42,
    .patch_across = 1.8,
    .patch_down = 9.0,
    .patch_row = 7.5,
};

/* The corners of a leaf: shift to the right in half widths of the leaf, further shift as a share of
 * its lean, and height as a share of its height. */
static const struct {
    double wide, lean, high;
} leaf_corners[] = {
    {0.0, 1.0, 1.0}, {1.0, 0.4, 0.35}, {0.0, 0.0, -0.15}, {-1.0, 0.4, 0.30}, {-0.3, 0.7, 0.62}};
enum { LEAF_CORNERS = 5 };

/* Tone (0..4) of leaves whose light is at least `from` and less than `to`. */
static const struct {
    double from, to, tone;
} leaf_lights[] = {{-1.0, 0.24, 0.0}, {0.24, 0.52, 1.0}, {0.52, 0.76, 1.8}, {0.76, 2.0, 2.6}};
enum { LEAF_LIGHTS = 4 };

typedef struct flame {
    const flame_habit *habit;
    drawing *out;
    uint64_t key;
    double size;       /* height of the tree, pixels */
    double lean, bend; /* shifts of the tip: see stem_shape */
    double width;      /* half width of the crown */
    double low;        /* height of the lower end of the crown */
} flame;

static double stem_at(const flame *tree, double y)
{
    return tree->lean * y + tree->bend * y * y;
}

/* Returns the half width of the crown at q on a side (0 = left). */
static double reach_at(const flame *tree, double q, int side)
{
    double belly = exact_pow(q, tree->habit->belly);
    double wave = exact_cos_turn(exact_abs(0.5 * belly - 0.25)); /* sin(pi belly) */
    double row = crown_shape.side_rows * side;
    double bulge = noise_gradient(tree->key, BULGE, crown_shape.bulge_rate * q,
                                  crown_shape.bulge_row + row, 0) +
                   crown_shape.bump * noise_gradient(tree->key, BULGE, crown_shape.bump_rate * q,
                                                     crown_shape.bump_row + row, 0);
    return tree->width * exact_pow(exact_max(wave, 0.0), tree->habit->fullness) *
           (1.0 + tree->habit->ragged * bulge);
}

static double height_at(const flame *tree, double q)
{
    return crown_shape.top - q * (crown_shape.top - tree->low);
}

/* Returns the point at q that is `out` half widths from the stem to a side (0 = left). */
static drawing_point side_at(const flame *tree, double q, int side, double out)
{
    double y = height_at(tree, q), reach = out * reach_at(tree, q, side);
    return (drawing_point){(float)(stem_at(tree, y) + (side ? reach : -reach)), (float)y};
}

/* Adds the crown's outline, its width times `scale`: tongues that point up and outward along both
 * sides.  An outline with fewer tongues has every second one of the next finer outline. */
static void add_outline(const flame *tree, double scale, double shift)
{
    drawing_point p[4 * EDGES + 1];
    double ragged = tree->habit->ragged;
    int tongues = EDGES_LEAST, count = 0;
    while (tongues < EDGES && tree->size >= EDGE_PX * 2.0 * tongues)
        tongues *= 2;
    double top = scale < 1.0 ? crown_shape.inner_top * crown_shape.top : 1.0;
    p[count++] = (drawing_point){(float)stem_at(tree, top), (float)top};
    for (int side = 1; side >= 0; side--)
        for (int i = 0; i < tongues; i++) {
            int k = side ? i : tongues - 1 - i;
            int index = 2 * k * (EDGES / tongues) + side;
            double place = crown_shape.tongue_span * plant_unit(tree->key, EDGE, index);
            double q = (k + place) / tongues;
            double high = plant_unit(tree->key, EDGE, index + EDGE_HIGH);
            double deep = plant_unit(tree->key, EDGE, index + EDGE_NOTCH);
            drawing_point tip =
                side_at(tree, q, side, scale * (1.0 + crown_shape.tongue_wide * ragged * high));
            drawing_point notch =
                side_at(tree, (k + 1.0) / tongues, side, scale * (1.0 - ragged * deep));
            tip.y +=
                (float)(tree->habit->leaf_height * plant_spread_at(crown_shape.tongue_high, high) *
                        exact_min(1.0, crown_shape.tip_high * q));
            float aside = (float)(shift * exact_min(1.0, crown_shape.tip_shift * q));
            tip.x += aside;
            notch.x += aside;
            p[count++] = side ? tip : notch;
            p[count++] = side ? notch : tip;
        }
    drawing_shape(tree->out, p, count);
}

/* Adds an upright leaf with its foot near (x, y). */
static void add_leaf(const flame *tree, double x, double y, double lean, uint64_t key)
{
    double high =
        tree->habit->leaf_height * plant_spread_at(leaf_shape.high, plant_unit(key, LEAF, 0));
    double wide =
        tree->habit->leaf_half_width * plant_spread_at(leaf_shape.wide, plant_unit(key, LEAF, 1));
    drawing_point p[LEAF_CORNERS];
    for (int i = 0; i < LEAF_CORNERS; i++)
        p[i] = (drawing_point){
            (float)(x + leaf_corners[i].wide * wide + leaf_corners[i].lean * lean * high),
            (float)(y + leaf_corners[i].high * high)};
    drawing_shape(tree->out, p, LEAF_CORNERS);
}

/* Adds those leaves of the crown whose light is at least `from` and less than `to`. */
static void add_leaves(const flame *tree, double from, double to)
{
    double area = tree->width * tree->size * tree->size;
    int leaves = (int)exact_min(LEAVES, area / LEAF_PX);
    for (int i = 0; i < leaves; i++) {
        uint64_t key = hash_at(tree->key, LEAF, i);
        double across = plant_way(key, LEAF, 2);
        double q = plant_spread_at(leaf_shape.place, exact_sqrt(plant_unit(key, LEAF, 3)));
        double patch =
            noise_gradient(tree->key, LEAF, leaf_shape.patch_across * across + leaf_shape.patch_row,
                           leaf_shape.patch_down * q, 0);
        double light = leaf_shape.light + leaf_shape.light_right * across +
                       leaf_shape.light_jitter * plant_way(key, LEAF, 4) + leaf_shape.patch * patch;
        if (light < from || light >= to)
            continue;
        double y = height_at(tree, q);
        double x = across * leaf_shape.reach * reach_at(tree, q, across > 0.0);
        double lean = leaf_shape.lean * across + leaf_shape.lean_jitter * plant_way(key, LEAF, 5);
        add_leaf(tree, stem_at(tree, y) + x, y - leaf_shape.drop, lean, key);
    }
}

void draw_flame(const species *self, const plant_look *look, drawing *out)
{
    const flame_habit *habit = &self->flame;
    uint64_t key = look->key;
    flame tree = {.habit = habit,
                  .out = out,
                  .key = key,
                  .size = look->size,
                  .lean = stem_shape.lean * plant_way(key, TREE, 0),
                  .bend = stem_shape.bend * plant_way(key, TREE, 1),
                  .width = habit->half_width *
                           plant_spread_at(crown_shape.width, plant_unit(key, TREE, 2)),
                  .low = habit->bare * plant_spread_at(crown_shape.low, plant_unit(key, TREE, 3))};
    drawing_point stem[STEM_POINTS];
    for (int i = 0; i < STEM_POINTS; i++) {
        double y = stem_shape.step * i;
        stem[i] = (drawing_point){(float)stem_at(&tree, y), (float)y};
    }
    plant_tone(out, stem_shape.tone);
    drawing_stroke(out, stem, STEM_POINTS,
                   stem_shape.foot * habit->half_width + stem_shape.foot_least, stem_shape.top);
    double autumn = habit->turns * look->autumn;
    drawing_fill_of(out, crown_shape.tone, plant_autumn(autumn, crown_shape.tone), 1.0);
    add_outline(&tree, 1.0, 0.0);
    drawing_fill_of(out, crown_shape.inner_tone, plant_autumn(autumn, crown_shape.inner_tone), 1.0);
    add_outline(&tree, crown_shape.inner_scale, crown_shape.inner_shift * tree.width);
    for (int i = 0; i < LEAF_LIGHTS; i++) {
        double tone = leaf_lights[i].tone;
        drawing_fill_of(out, tone, plant_autumn(autumn, tone), 1.0);
        add_leaves(&tree, leaf_lights[i].from, leaf_lights[i].to);
    }
}
