/* flame.c - poplar, cypress: an upright flame of leaves around a stem. */
#include "base/exact.h"
#include "layers/species/species.h"
#include "ridge/noise.h"

/* The numbers of a species. */
enum { WIDTH, BELLY, FULLNESS, BARE, LEAF_HIGH, LEAF_WIDE, RAGGED, TURNS };

/* What is hashed of a tree, of each leaf. */
enum { TREE, EDGE, BULGE, LEAF };

#define CROWN_TOP 0.975 /* below the leader's */
#define EDGES 96        /* leaves along each side of the outline, at most */
#define EDGE_PX 3.5     /* a pixel height for each */
#define LEAVES 700      /* on the crown, at most */
#define LEAF_PX 26.0    /* square pixels of the crown for each */

typedef struct flame {
    const double *number;
    drawing *out;
    uint64_t key;
    double size, lean, bend, width, low;
} flame;

static double stem_at(const flame *tree, double y)
{
    return tree->lean * y + tree->bend * y * y;
}

/* The half width of the crown at a part q of its height from the top; sides differ. */
static double reach_at(const flame *tree, double q, int side)
{
    double belly = exact_pow(q, tree->number[BELLY]);
    double wave = exact_cos_turn(exact_abs(0.5 * belly - 0.25)); /* sin(pi belly) */
    double bulge = noise_gradient(tree->key, BULGE, 5.0 * q, 0.5 + 2.0 * side, 0) +
                   0.5 * noise_gradient(tree->key, BULGE, 13.0 * q, 5.5 + 2.0 * side, 0);
    return tree->width * exact_pow(exact_max(wave, 0.0), tree->number[FULLNESS]) *
           (1.0 + tree->number[RAGGED] * bulge);
}

static double height_at(const flame *tree, double q)
{
    return CROWN_TOP - q * (CROWN_TOP - tree->low);
}

/* A point on the crown's side: a part `out` of its half width from the stem. */
static drawing_point side_at(const flame *tree, double q, int side, double out)
{
    double y = height_at(tree, q), reach = out * reach_at(tree, q, side);
    return (drawing_point){(float)(stem_at(tree, y) + (side ? reach : -reach)), (float)y};
}

/* Adds the crown's outline, scaled across: tongues that point up and outward along both sides.
 * Those of a coarser outline are among those of a finer one. */
static void add_outline(const flame *tree, double scale, double shift)
{
    drawing_point p[4 * EDGES + 1];
    int tongues = 12, count = 0;
    while (tongues < EDGES && tree->size >= EDGE_PX * 2.0 * tongues)
        tongues *= 2;
    double top = scale < 1.0 ? 0.9 * CROWN_TOP : 1.0; /* the leader's, or that of what is within */
    p[count++] = (drawing_point){(float)stem_at(tree, top), (float)top};
    for (int side = 1; side >= 0; side--)
        for (int i = 0; i < tongues; i++) {
            int k = side ? i : tongues - 1 - i;
            int index = 2 * k * (EDGES / tongues) + side;
            double q = (k + 0.9 * plant_unit(tree->key, EDGE, index)) / tongues;
            double high = plant_unit(tree->key, EDGE, index + 1000);
            double out = scale * (1.0 + 0.5 * tree->number[RAGGED] * high);
            drawing_point tip = side_at(tree, q, side, out);
            drawing_point notch = side_at(
                tree, (k + 1.0) / tongues, side,
                scale * (1.0 - tree->number[RAGGED] * plant_unit(tree->key, EDGE, index + 2000)));
            tip.y +=
                (float)(tree->number[LEAF_HIGH] * (0.2 + 1.3 * high) * exact_min(1.0, 5.0 * q));
            tip.x += (float)(shift * exact_min(1.0, 4.0 * q));
            notch.x += (float)(shift * exact_min(1.0, 4.0 * q));
            p[count++] = side ? tip : notch;
            p[count++] = side ? notch : tip;
        }
    drawing_shape(tree->out, p, count);
}

/* Adds an upright leaf: a leaf-shaped diamond. */
static void add_leaf(const flame *tree, double x, double y, double lean, uint64_t key)
{
    double high = tree->number[LEAF_HIGH] * (0.7 + 0.7 * plant_unit(key, LEAF, 0));
    double wide = tree->number[LEAF_WIDE] * (0.7 + 0.6 * plant_unit(key, LEAF, 1));
    drawing_point p[5] = {{(float)(x + lean * high), (float)(y + high)},
                          {(float)(x + wide + 0.4 * lean * high), (float)(y + 0.35 * high)},
                          {(float)x, (float)(y - 0.15 * high)},
                          {(float)(x - wide + 0.4 * lean * high), (float)(y + 0.30 * high)},
                          {(float)(x - 0.3 * wide + 0.7 * lean * high), (float)(y + 0.62 * high)}};
    drawing_shape(tree->out, p, 5);
}

/* Adds those leaves of the crown whose light is within `from` .. `to`. */
static void add_leaves(const flame *tree, double from, double to)
{
    double area = tree->width * tree->size * tree->size;
    int leaves = (int)exact_min(LEAVES, area / LEAF_PX);
    for (int i = 0; i < leaves; i++) {
        uint64_t own = hash_at(tree->key, LEAF, i);
        double way = plant_way(own, LEAF, 2),
               q = 0.03 + 0.94 * exact_sqrt(plant_unit(own, LEAF, 3));
        double light = 0.5 + 0.30 * way + 0.16 * plant_way(own, LEAF, 4) +
                       0.42 * noise_gradient(tree->key, LEAF, 1.8 * way + 7.5, 9.0 * q, 0);
        if (light < from || light >= to)
            continue;
        double y = height_at(tree, q), x = way * 0.96 * reach_at(tree, q, way > 0.0);
        add_leaf(tree, stem_at(tree, y) + x, y - 0.01, 0.22 * way + 0.10 * plant_way(own, LEAF, 5),
                 own);
    }
}

void draw_flame(const species *self, const plant_look *look, drawing *out)
{
    const double *number = self->number;
    uint64_t key = look->key;
    flame tree = {.number = number,
                  .out = out,
                  .key = key,
                  .size = look->size,
                  .lean = 0.02 * plant_way(key, TREE, 0),
                  .bend = 0.03 * plant_way(key, TREE, 1),
                  .width = number[WIDTH] * (0.80 + 0.40 * plant_unit(key, TREE, 2)),
                  .low = number[BARE] * (0.6 + 0.8 * plant_unit(key, TREE, 3))};
    drawing_point stem[3];
    for (int i = 0; i < 3; i++)
        stem[i] = (drawing_point){(float)stem_at(&tree, 0.15 * i), (float)(0.15 * i)};
    drawing_fill_of(out, 0.4, 0.0, 1.0);
    drawing_stroke(out, stem, 3, 0.15 * number[WIDTH] + 0.004, 0.010);
    double autumn = number[TURNS] * look->autumn;
    static const double tone[4] = {0.0, 1.0, 1.8, 2.6};
    static const double light[5] = {-1.0, 0.24, 0.52, 0.76, 2.0};
    drawing_fill_of(out, 0.4, plant_autumn(autumn, 0.4), 1.0);
    add_outline(&tree, 1.0, 0.0);
    drawing_fill_of(out, 1.0, plant_autumn(autumn, 1.0), 1.0);
    add_outline(&tree, 0.66, 0.16 * tree.width);
    for (int i = 0; i < 4; i++) {
        drawing_fill_of(out, tone[i], plant_autumn(autumn, tone[i]), 1.0);
        add_leaves(&tree, light[i], light[i + 1]);
    }
}
