/* conifers.c - spruce, fir, larch: whorls of boughs along a stem, painted from the lowest up. */
#include "base/exact.h"
#include "layers/species/species.h"
#include "ridge/noise.h"

/* The numbers of a species. */
enum { WIDTH, POWER, RISE, DROOP, HANG, BARE, WHORLS, HEART };

/* What is hashed of a tree, of each whorl, of each bough. */
enum { TREE, WHORL, SIDE, FRONT, WOBBLE, TWIG, GROUP, LIGHT, HEARTS, SHOOT };

#define POINTS 452  /* of a bough's outline */
#define TWIGS 64    /* of a bough, at most */
#define TWIG_PX 4.5 /* pixels for a twig; */
#define FINE_PX 1.5 /* of a tree of more whorls than this, which is seen from nearby: */
#define FINE_WHORLS 40.0
#define FINE_TWIGS 128 /* slender and nearly as long as each other: a fringe, no comb */
#define SHOOTS 32      /* twigs of a bough that shows shoots and the shape of twigs */
#define HEART_STEPS 32
#define STEEP 1.3    /* steeper boughs have no upper side */
#define SHORT_PX 8.0 /* a bough that is a mere leaf */
#define BOUGHS 44    /* painted together: four whorls of two at the sides and nine others */
/* Smaller trees have fewer boughs toward the viewer, and more of them are painted together. */
#define ALL_PX 250.0
#define FEW_PX 140.0
#define FIRST_T 0.022 /* the highest whorl, from the tip */

/* In woods, seen small, trees are wider, of fewer boughs, over a fuller dark inside: else rows of
 * them are combs. */
#define WOOD_WIDER 1.38
#define WOOD_HEART 1.45
#define WOOD_WHORLS 0.72

typedef struct conifer {
    const double *number;
    drawing *out;
    uint64_t key;
    double size, lean, bend;
    double autumn;             /* how far its needles have turned */
    double width, rise, droop; /* those of the species, varied by the tree */
    double end;                /* of the crown, from the tip */
    double heart;              /* how wide its dark inside is */
} conifer;

/* A bough leaves the stem at (x, y); at a part q of its length it is `along` * q to the right and
 * length * (rise q - sag q^2 + turn q^4) up. */
typedef struct bough {
    uint64_t key;
    double x, y, along, length;
    double rise, sag, turn;
    double hang; /* of its twigs */
    double from; /* the part where it begins: behind the stem, if it comes toward the viewer */
    int twigs, is_short, is_fine;
} bough;

static double stem_at(const conifer *tree, double y)
{
    return tree->lean * y + tree->bend * y * (1.0 - y);
}

/* How far boughs reach at a distance t from the tip; each side has bulges of its own. */
static double reach_at(const conifer *tree, double t, int side)
{
    double bulge = noise_gradient(tree->key, WOBBLE, 6.0 * t, 0.5 + 3.0 * side, 0);
    return tree->width * exact_pow(t, tree->number[POWER]) * (1.0 + 0.30 * bulge) *
           (1.0 - 0.20 * exact_smoothstep(0.80, 1.02, t / tree->end));
}

static drawing_point bough_at(const bough *b, double q)
{
    double up = q * (b->rise + q * (-b->sag + q * q * b->turn));
    return (drawing_point){(float)(b->x + b->along * q), (float)(b->y + b->length * up)};
}

/* How far twigs hang below a bough at q, before each one's own share: least at the tip. */
static double hang_at(const bough *b, double q)
{
    double in = exact_max(q, 0.0);
    return b->hang * exact_min(1.0, 3.0 * in + 0.45) *
           exact_min(1.0, (b->is_fine ? 0.12 : 0.06) + 1.9 * (1.0 - in));
}

/* Adds the upper edge of a bough to an outline: where it is large, with short shoots. */
static int upper_edge(const bough *b, drawing_point *p)
{
    int has_shoots = b->twigs >= SHOOTS, count = 0;
    int steps = has_shoots ? SHOOTS : b->twigs > 8 ? 8 : b->twigs > 0 ? 5 : b->is_short ? 2 : 3;
    for (int i = 0; i <= steps; i++) {
        double q = exact_mix(b->from, 1.0, (double)i / steps);
        p[count] = bough_at(b, q);
        if (has_shoots && i % 2 && i < steps - 1) {
            double high = hang_at(b, q) * (0.02 + 0.16 * plant_unit(b->key, SHOOT, i));
            p[count].x += (float)(b->along > 0.0 ? high : -high);
            p[count].y += (float)high;
        }
        count++;
    }
    return count;
}

/* How long a twig is, relative to how far they hang there. */
static double twig_share(const bough *b, int index)
{
    double own = plant_unit(b->key, TWIG, 100 + index);
    if (b->is_fine)
        return 0.62 + 0.55 * own;
    return (0.45 + 0.85 * own) * (index % 2 ? 0.60 : index % 4 ? 0.80 : 1.0);
}

/* Adds the outline of a bough, with hanging twigs below.  Twigs of a coarser outline are among
 * those of a finer one, whose others are shorter. */
static void add_bough(const conifer *tree, const bough *b)
{
    drawing_point p[POINTS];
    int count = upper_edge(b, p), steps = count - 1;
    int most = b->is_fine ? FINE_TWIGS : TWIGS;
    double lean = (b->is_fine ? 0.52 : 0.30) * b->along / exact_max(b->length, 1e-6);
    if (b->twigs == 0)
        for (int i = steps - 1; i >= 0; i--) {
            double q = exact_mix(b->from, 1.0, (i + 0.3) / steps);
            drawing_point below = bough_at(b, q);
            below.y -= (float)(0.55 * hang_at(b, q));
            p[count++] = below;
        }
    for (int i = b->twigs - 1; i >= 0; i--) {
        int index = i * (most / b->twigs);
        double place = (i + 0.5 + 0.35 * plant_way(b->key, TWIG, index)) / b->twigs;
        double q = exact_mix(b->from, 1.0, place),
               notch = exact_mix(b->from, 1.0, (double)i / b->twigs);
        double group = 0.9 + 0.7 * noise_gradient(b->key, GROUP, 5.0 * q, 0.5, 0);
        double depth = hang_at(b, q) * group * twig_share(b, index);
        drawing_point tip = bough_at(b, q), between = bough_at(b, notch);
        depth = exact_min(depth, (double)tip.y + 0.02);
        tip.x += (float)(lean * depth);
        tip.y -= (float)depth;
        double closed = (b->is_fine ? 0.46 : 0.22) + 0.30 * plant_unit(b->key, TWIG, 200 + index);
        between.x += (float)(b->is_fine ? lean * depth * closed : 0.0);
        between.y -= (float)(depth * closed);
        if (b->twigs >= SHOOTS && !b->is_fine) { /* a twig is a leaf, broad at its middle */
            drawing_point shoulder =
                bough_at(b, exact_mix(q, exact_mix(b->from, 1.0, (i + 1.0) / b->twigs), 0.7));
            shoulder.x += (float)(0.6 * lean * depth);
            shoulder.y -= (float)(0.62 * depth);
            p[count++] = shoulder;
        }
        p[count++] = tip;
        p[count++] = between;
    }
    drawing_shape(tree->out, p, count);
}

/* Adds the light on a bough: a strip along its upper edge, as thick as `share` of its twigs. */
static void add_light(const conifer *tree, const bough *b, double share)
{
    drawing_point p[POINTS];
    double drop = b->length * (b->rise - b->sag + b->turn);
    if (exact_abs(drop) > STEEP * exact_abs(b->along))
        return;
    double from = b->from < 0.0 ? -0.10 : 0.15;
    int count = 0, steps = b->twigs > 32 ? 32 : b->twigs > 4 ? b->twigs : b->is_short ? 2 : 4;
    for (int i = 0; i <= steps; i++)
        p[count++] = bough_at(b, exact_mix(from, 0.97, (double)i / steps));
    for (int i = steps - 1; i > 0; i--) {
        double q = exact_mix(from, 0.97, (i + 0.4 * plant_way(b->key, LIGHT, i)) / steps);
        drawing_point below = bough_at(b, q);
        below.y -=
            (float)(share * hang_at(b, q) * (0.25 + 1.5 * plant_unit(b->key, LIGHT, 100 + i)));
        p[count++] = below;
    }
    drawing_shape(tree->out, p, count);
}

static bough bough_of(const conifer *tree, uint64_t key, double t, double along, double length,
                      double from)
{
    double age = exact_sqrt(t), way = plant_way(key, TREE, 0);
    bough b = {
        .key = key,
        .x = stem_at(tree, 1.0 - t),
        .y = 1.0 - t,
        .along = along,
        .length = length,
        .from = from,
        .is_fine = tree->number[WHORLS] > FINE_WHORLS,
        .rise = tree->rise * exact_mix(0.76, -0.16, age) + 0.15 * way,
        .sag = tree->droop * exact_mix(0.10, 0.60, age * age * (0.4 + 0.6 * age)) *
               (0.75 + 0.5 * plant_unit(key, TREE, 1)),
        .turn = tree->droop * exact_mix(0.05, 0.44, t) * (0.4 + 1.1 * plant_unit(key, TREE, 2)),
        .hang = (0.018 + 0.040 * t) * tree->number[HANG] * (0.8 + 0.4 * plant_unit(key, TREE, 3))};
    /* The lowest boughs rest on the ground. */
    b.sag = exact_min(b.sag, b.rise + b.turn + exact_max(0.0, b.y - 0.5 * b.hang) / length);
    double pixels = tree->size * exact_max(exact_abs(along), 0.5 * length);
    b.is_short = pixels < SHORT_PX;
    /* Boughs whose ends are in front of others need half as many twigs. */
    double part = exact_abs(along) < 0.8 * length && !b.is_fine ? 0.5 : 1.0;
    double twig = b.is_fine ? FINE_PX : TWIG_PX;
    int whole = b.is_fine ? FINE_TWIGS : TWIGS, most = from < 0.0 ? TWIGS / 2 : whole;
    for (int twigs = 8; twigs <= most && part * pixels >= twig * twigs; twigs *= 2)
        b.twigs = twigs;
    return b;
}

/* Adds the boughs of a whorl: two at the sides, then those toward the viewer, whose places across
 * the crown are -1..1.  Returns how many. */
static int whorl_of(const conifer *tree, int index, double t, bough *b)
{
    uint64_t key = hash_at(tree->key, WHORL, index);
    int count = 0, fronts = tree->size < FEW_PX ? 2 : 3;
    if (tree->size >= ALL_PX || tree->number[HEART] <= 0.0) /* nothing else hides the stem */
        fronts = 3 + (int)(6.0 * exact_min(1.0, 1.2 * t) * (0.6 + 0.4 * plant_unit(key, WHORL, 0)));
    for (int side = 0; side < 2; side++) {
        uint64_t own = hash_at(key, SIDE, side);
        double reach = reach_at(tree, t, side) * (0.72 + 0.42 * plant_unit(own, SIDE, 0));
        if (plant_unit(own, SIDE, 1) < 0.10)
            reach *= 0.5;
        double high = t + 0.012 * plant_way(own, SIDE, 2);
        b[count++] = bough_of(tree, own, high, side ? reach : -reach, reach, 0.0);
    }
    for (int i = 0; i < fronts; i++) {
        uint64_t own = hash_at(key, FRONT, i);
        double way = plant_way(own, FRONT, 0), place = way * (0.30 + 0.70 * exact_abs(way));
        double reach = reach_at(tree, t, place > 0.0) * (0.75 + 0.35 * plant_unit(own, FRONT, 1));
        double along = reach * (place + (place > 0.0 ? 0.12 : -0.12));
        double high = t + 0.014 * plant_way(own, FRONT, 2);
        b[count++] =
            bough_of(tree, own, high, along, exact_mix(exact_abs(along), reach, 0.3), -0.18);
    }
    return count;
}

/* Paints boughs: first those away from the light, then the others, then the light on each. */
static void draw_boughs(const conifer *tree, const bough *b, int count)
{
    static const double tone[4] = {0.4, 0.75, 1.2, 2.0};
    for (int pass = 0; pass < 4; pass++) {
        drawing_fill_of(tree->out, tone[pass], plant_autumn(tree->autumn, tone[pass]), 1.0);
        for (int i = 0; i < count; i++) {
            int is_lit = b[i].along > 0.0;
            if (is_lit != pass % 2)
                continue;
            if (pass < 2)
                add_bough(tree, &b[i]);
            else if (is_lit || !b[i].is_short)
                add_light(tree, &b[i], is_lit ? 0.20 : 0.12);
        }
    }
}

/* The dark inside of a crown, which boughs hide but for gaps. */
static void draw_heart(const conifer *tree, int whorls)
{
    drawing_point p[4 * HEART_STEPS + 2];
    int steps = whorls < HEART_STEPS ? whorls : HEART_STEPS, count = 0;
    p[count++] = (drawing_point){(float)stem_at(tree, 0.985), 0.985f};
    for (int side = 1; side >= 0; side--) {
        for (int i = 0; i < 2 * steps; i++) {
            int k = side ? i : 2 * steps - 1 - i;
            double t = tree->end * (k + 1.0) / (2 * steps);
            double wide = tree->heart * (k % 2 ? 0.46 : 0.26) *
                          (0.75 + 0.5 * plant_unit(tree->key, HEARTS, 2 * k + side));
            double y = 1.0 - t - 0.032 * (k % 2), reach = wide * reach_at(tree, t, side);
            p[count++] =
                (drawing_point){(float)(stem_at(tree, y) + (side ? reach : -reach)), (float)y};
        }
        if (side) { /* the lower end is notched */
            double y = 1.0 - tree->end + 0.03;
            p[count++] = (drawing_point){(float)stem_at(tree, y), (float)y};
        }
    }
    drawing_fill_of(tree->out, 0.3, 0.0, 1.0);
    drawing_shape(tree->out, p, count);
}

void draw_conifer(const species *self, const plant_look *look, drawing *out)
{
    const double *number = self->number;
    uint64_t key = look->key;
    conifer tree = {.number = number,
                    .out = out,
                    .key = key,
                    .size = look->size,
                    .autumn = number[HEART] > 0.0 ? 0.0 : look->autumn, /* larch alone */
                    .lean = 0.022 * plant_way(key, TREE, 0),
                    .bend = 0.04 * plant_way(key, TREE, 1),
                    .width = number[WIDTH] * (0.82 + 0.36 * plant_unit(key, TREE, 2)),
                    .rise = number[RISE] * (0.8 + 0.4 * plant_unit(key, TREE, 3)),
                    .droop = number[DROOP] * (0.8 + 0.45 * plant_unit(key, TREE, 4)),
                    .end = 1.0 - number[BARE] * (0.5 + plant_unit(key, TREE, 5)),
                    .heart = 1.0};
    if (look->in_wood) {
        tree.width *= WOOD_WIDER;
        tree.heart = WOOD_HEART;
    }
    drawing_point stem[6];
    for (int i = 0; i < 6; i++)
        stem[i] = (drawing_point){(float)stem_at(&tree, 0.2 * i - 0.02 * (i == 0)),
                                  (float)(0.2 * i - 0.02 * (i == 0))};
    drawing_fill_of(out, 0.3, 0.0, 1.0);
    drawing_stroke(out, stem, 6, 0.013, 0.0010);
    double whole = number[WHORLS] * (look->in_wood ? WOOD_WHORLS : 1.0);
    int whorls = (int)(whole * (0.85 + 0.30 * plant_unit(key, TREE, 6)));
    if (number[HEART] > 0.0)
        draw_heart(&tree, whorls);
    bough b[BOUGHS];
    int together = look->size >= ALL_PX ? 1 : look->size >= FEW_PX ? 2 : 4, count = 0;
    for (int i = whorls - 1; i >= 0; i--) {
        double part = (i + 0.35 + 0.5 * plant_unit(key, WHORL, i)) / whorls;
        double t = FIRST_T + (tree.end - FIRST_T) * exact_pow(part, 1.12);
        count += whorl_of(&tree, i, t, b + count);
        if (i % together == 0) {
            draw_boughs(&tree, b, count);
            count = 0;
        }
    }
}
