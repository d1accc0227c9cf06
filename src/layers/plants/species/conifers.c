/* conifers.c - draws spruce, fir and larch for woods, near ground and the edges of pictures: whorls
 * of boughs along a stem, painted from the lowest up.
 *
 * Lengths are multiples of the tree's height.  Places on a bough (q) are shares of its length from
 * the stem, 0..1.  Side boughs grow to the left and right, front boughs toward the viewer.
 */
#include "base/exact.h"
#include "layers/plants/species/species.h"
#include "ridge/noise.h"

/* Levels of the hashes of a tree, a whorl and a bough. */
enum { TREE, WHORL, SIDE, FRONT, WOBBLE, TWIG, GROUP, LIGHT, HEARTS, SHOOT };

/* First indices of further draws at the levels TWIG and LIGHT. */
enum { TWIG_LENGTH = 100, TWIG_NOTCH = 200, LIGHT_DEPTH = 100 };

#define POINTS 452       /* most points of a bough's outline */
#define FINE_WHORLS 40.0 /* number of whorls above which a tree has FINE twigs */
#define TWIGS_LEAST 8    /* least number of twigs of a bough that has any */
#define SHOOTS 32        /* number of twigs from which a bough has shoots, and twigs have a shape */
#define HEART_STEPS 32   /* most notches on each side of the heart (the dark inside) */
#define SHORT_PX 8.0     /* length of a bough, pixels, below which it has the shape of a leaf */
#define STEM_POINTS 6
#define BOUGHS 44 /* most boughs painted together: four whorls of 2 side and 9 front boughs */

/* Heights of a tree in pixels: below them it has fewer front boughs, and more whorls are painted
 * together. */
#define ALL_PX 250.0
#define FEW_PX 140.0

/* Factors of crown's width, heart's width and number of whorls for trees in woods: rows of slender
 * small trees with many boughs would look like combs. */
#define WOOD_WIDER 1.38
#define WOOD_HEART 1.45
#define WOOD_WHORLS 0.72

/* The whole tree, tuned by eye. */
static const struct {
    double lean;                     /* largest shift of the tip to a side */
    double bend;                     /* 4 times the largest shift of the middle to a side */
    plant_spread width, rise, droop; /* factors of the habit's half_width, rise and droop */
    plant_spread bare, whorls;       /* factors of the habit's bare and whorls */
    double stem_step;                /* height between two points of the stem */
    double stem_sunk;                /* depth of the stem's foot in the ground */
    plant_range stem_half;           /* half width of the stem: at the foot, at the tip */
    double stem_tone;                /* tone of the stem, 0..4 */
    double first_whorl;              /* distance of the highest whorl from the tip */
    plant_spread whorl_place;        /* random place of a whorl in its section, 0 = top .. 1 */
    double whorl_power;              /* above 1 = whorls are denser toward the tip */
} tree_shape = {
    .lean = 0.022,
    .bend = 0.04,
    .width = {0.82, 0.36},
    .rise = {0.8, 0.4},
    .droop = {0.8, 0.45},
    .bare = {0.5, 1.0},
    .whorls = {0.85, 0.30},
    .stem_step = 0.2,
    .stem_sunk = 0.02,
    .stem_half = {0.013, 0.0010},
    .stem_tone = 0.3,
    .first_whorl = 0.022,
    .whorl_place = {0.35, 0.5},
    .whorl_power = 1.12,
};

/* The outline of the crown, tuned by eye. */
static const struct {
    double bulge;               /* amplitude of the noise of bulges / the crown's half width */
    double bulge_rate;          /* lattice cells of that noise over the height of the tree */
    double side_row, side_rows; /* row of that noise on the left; rows from there to the right */
    double low_less;            /* share of their reach that the lowest boughs lose */
    double low_from, low_to;    /* shares of the crown from the tip: the loss begins, is full */
} crown_shape = {
    .bulge = 0.30,
    .bulge_rate = 6.0,
    .side_row = 0.5,
    .side_rows = 3.0,
    .low_less = 0.20,
    .low_from = 0.80,
    .low_to = 1.02,
};

/* The heart, tuned by eye: the dark inside of the crown, whose outline has tongues and notches. */
static const struct {
    double top;           /* height of the heart's tip */
    double notch, tongue; /* half width at notches and at tongues / that of the crown */
    plant_spread width;   /* random factor of both half widths */
    double tongue_drop;   /* drop of a tongue below its place */
    double end_rise;      /* height of the notch in the lower end above the crown's lower end */
    double tone;          /* tone of the heart, 0..4 */
} heart_shape = {
    .top = 0.985,
    .notch = 0.26,
    .tongue = 0.46,
    .width = {0.75, 0.5},
    .tongue_drop = 0.032,
    .end_rise = 0.03,
    .tone = 0.3,
};

/* The boughs of a whorl, tuned by eye. */
static const struct {
    plant_spread side_reach, front_reach; /* reach of a bough / half width of the crown there */
    double stunted;                       /* probability that a side bough is stunted, 0..1 */
    double stunted_reach;                 /* reach of a stunted bough / that of others */
    double side_jitter, front_jitter;     /* largest shift of a bough up or down from its whorl */
    double fronts_per_depth;  /* share of fronts_more / distance from the tip, up to 1 */
    double fronts_more;       /* greatest number of front boughs beyond FRONTS */
    plant_spread fronts;      /* random factor of fronts_more */
    plant_spread front_place; /* factor of a front bough's place across, -1..1, by its
                                 magnitude; boughs are denser in the middle */
    double front_aside;       /* least distance of a front bough's end from the stem /
                                 its reach */
    double front_length; /* length of a front bough: 0 = its width in the picture, 1 = its reach */
    double front_from;   /* q at which a front bough begins; below 0 = behind the stem */
} whorl_shape = {
    .side_reach = {0.72, 0.42},
    .front_reach = {0.75, 0.35},
    .stunted = 0.10,
    .stunted_reach = 0.5,
    .side_jitter = 0.012,
    .front_jitter = 0.014,
    .fronts_per_depth = 1.2,
    .fronts_more = 6.0,
    .fronts = {0.6, 0.4},
    .front_place = {0.30, 0.70},
    .front_aside = 0.12,
    .front_length = 0.3,
    .front_from = -0.18,
};
enum { FRONTS = 3, FRONTS_FEW = 2 }; /* least number of front boughs of large and small trees */

/* One bough, tuned by eye.  Its age grows from 0 at the tip of the tree to 1 at the lower end of
 * the crown; ranges are from age 0 to age 1.  For rise, sag and turn see conifer_bough. */
static const struct {
    plant_range rise;         /* rise / that of the tree */
    double rise_jitter;       /* largest random change of the rise */
    plant_range sag;          /* sag / the tree's droop */
    plant_spread sag_age;     /* factor of age^2 by age; the product is the place in `sag` */
    plant_spread sag_factor;  /* random factor of the sag */
    plant_range turn;         /* turn / the tree's droop, by the distance from the tip */
    plant_spread turn_factor; /* random factor of the turn */
    plant_spread hang;        /* length of twigs, by the distance from the tip */
    plant_spread hang_factor; /* random factor of that length */
    double rest_depth;        /* least height of a bough's end above the ground / twigs' length */
    double front_width;       /* width / length, below which a bough counts as a front bough */
    double front_twigs;       /* number of twigs of a front bough / that of others */
    double front_pixels;      /* share of a front bough's length that counts for its detail */
} bough_shape = {
    .rise = {0.76, -0.16},
    .rise_jitter = 0.15,
    .sag = {0.10, 0.60},
    .sag_age = {0.4, 0.6},
    .sag_factor = {0.75, 0.5},
    .turn = {0.05, 0.44},
    .turn_factor = {0.4, 1.1},
    .hang = {0.018, 0.040},
    .hang_factor = {0.8, 0.4},
    .rest_depth = 0.5,
    .front_width = 0.8,
    .front_twigs = 0.5,
    .front_pixels = 0.5,
};

/* The twigs of a bough, tuned by eye: COARSE for most trees; FINE for large trees at the edges of
 * pictures, whose twigs are slender and almost equally long, like a fringe. */
typedef struct needle_twigs {
    double pixels;       /* pixels of the bough per twig */
    int most;            /* most twigs of a bough */
    double tip_hang;     /* length of twigs at the bough's tip / that in the middle */
    plant_spread length; /* random factor of the length */
    double second, odd;  /* factors of the length of twigs 4n + 2, and of twigs 2n + 1 */
    double lean;         /* run over drop of a twig, outward along its bough */
    plant_spread notch;  /* depth of the notch beside a twig / length of the twig */
    double notch_lean;   /* lean of the notch / that of the twig */
} needle_twigs;

enum { COARSE, FINE };

static const needle_twigs twig_looks[] = {
    [COARSE] = {.pixels = 4.5,
                .most = 64,
                .tip_hang = 0.06,
                .length = {0.45, 0.85},
                .second = 0.80,
                .odd = 0.60,
                .lean = 0.30,
                .notch = {0.22, 0.30},
                .notch_lean = 0.0},
    [FINE] = {.pixels = 1.5,
              .most = 128,
              .tip_hang = 0.12,
              .length = {0.62, 0.55},
              .second = 1.0,
              .odd = 1.0,
              .lean = 0.52,
              .notch = {0.46, 0.30},
              .notch_lean = 1.0},
};

/* Outlines of boughs with COARSE or FINE twigs, tuned by eye. */
static const struct {
    plant_spread hang;      /* factor of the length of twigs by q, up to 1 */
    double hang_to_tip;     /* second factor, up to 1: needle_twigs.tip_hang + this * (1 - q) */
    plant_spread shoot;     /* height of a shoot on the upper edge / length of the twigs below it */
    double leaf_place;      /* shift of the lower points of a bough without twigs, in steps */
    double leaf_depth;      /* depth of these points / length of twigs there */
    double jitter;          /* largest shift of a twig to either side / distance of twigs */
    double group, groups;   /* mean of a factor of the length of twigs; amplitude of its noise */
    double group_rate, row; /* lattice cells of that noise along a bough; its row */
    double ground;          /* greatest depth of twigs below the ground */
    double shoulder;        /* place of a twig's broadest part, 0 = its end, 1 = the next notch */
    double shoulder_lean, shoulder_depth; /* lean and depth of that part / those of the twig */
} outline_shape = {
    .hang = {0.45, 3.0},
    .hang_to_tip = 1.9,
    .shoot = {0.02, 0.16},
    .leaf_place = 0.3,
    .leaf_depth = 0.55,
    .jitter = 0.35,
    .group = 0.9,
    .groups = 0.7,
    .group_rate = 5.0,
    .row = 0.5,
    .ground = 0.02,
    .shoulder = 0.7,
    .shoulder_lean = 0.6,
    .shoulder_depth = 0.62,
};

/* The light on a bough, tuned by eye: a strip along its upper edge. */
static const struct {
    double steep;            /* rise over run above which a bough has no light */
    double from, front_from; /* q at which the strip begins on a side and on a front bough */
    double to;               /* q at which the strip ends */
    double jitter;           /* largest shift of a point of the lower edge / distance of points */
    plant_spread depth;      /* random factor of its thickness */
    double lit, shaded;      /* thickness on the right and on the left side / length of twigs */
} light_shape = {
    .steep = 1.3,
    .from = 0.15,
    .front_from = -0.10,
    .to = 0.97,
    .jitter = 0.4,
    .depth = {0.25, 1.5},
    .lit = 0.20,
    .shaded = 0.12,
};

/* Tones (0..4) in the order of painting: boughs in shade, boughs in light, the strips of light on
 * boughs in shade, and on boughs in light. */
static const double bough_tones[] = {0.4, 0.75, 1.2, 2.0};

typedef struct conifer {
    const conifer_habit *habit;
    drawing *out;
    uint64_t key;
    double size;               /* height of the tree, pixels */
    double lean, bend;         /* shifts of the tip and, times 4, of the middle: see tree_shape */
    double autumn;             /* how far its needles have turned, 0..1 */
    double width, rise, droop; /* the habit's numbers times random factors */
    double end;                /* distance from the tip to the lower end of the crown */
    double heart;              /* factor of the heart's width; 1 = a single tree */
} conifer;

/* A bough leaves the stem at (x, y); its point at place q is `along` * q to the right of there and
 * length * (rise q - sag q^2 + turn q^4) above. */
typedef struct conifer_bough {
    uint64_t key;
    double x, y, along, length;
    double rise, sag, turn;
    double hang; /* length of its longest twigs */
    double from; /* q at which it begins: 0, or for a front bough below 0, behind the stem */
    int twigs, is_short, is_fine;
} conifer_bough;

/* Returns x of the stem at height y. */
static double stem_at(const conifer *tree, double y)
{
    return tree->lean * y + tree->bend * y * (1.0 - y);
}

/* Returns the half width of the crown on a side (0 = left) at a distance t from the tip. */
static double reach_at(const conifer *tree, double t, int side)
{
    double bulge = noise_gradient(tree->key, WOBBLE, crown_shape.bulge_rate * t,
                                  crown_shape.side_row + crown_shape.side_rows * side, 0);
    return tree->width * exact_pow(t, tree->habit->taper) * (1.0 + crown_shape.bulge * bulge) *
           (1.0 - crown_shape.low_less *
                      exact_smoothstep(crown_shape.low_from, crown_shape.low_to, t / tree->end));
}

static drawing_point bough_at(const conifer_bough *b, double q)
{
    double up = q * (b->rise + q * (-b->sag + q * q * b->turn));
    return (drawing_point){(float)(b->x + b->along * q), (float)(b->y + b->length * up)};
}

/* Returns the mean length of the twigs that hang from a bough at q. */
static double hang_at(const conifer_bough *b, double q)
{
    double in = exact_max(q, 0.0);
    return b->hang * exact_min(1.0, plant_spread_at(outline_shape.hang, in)) *
           exact_min(1.0, twig_looks[b->is_fine].tip_hang + outline_shape.hang_to_tip * (1.0 - in));
}

/* Writes the points of a bough's upper edge, with shoots from SHOOTS twigs on; returns their
 * number. */
static int upper_edge(const conifer_bough *b, drawing_point *p)
{
    int has_shoots = b->twigs >= SHOOTS, count = 0;
    int steps = has_shoots               ? SHOOTS
                : b->twigs > TWIGS_LEAST ? 8
                : b->twigs > 0           ? 5
                : b->is_short            ? 2
                                         : 3;
    for (int i = 0; i <= steps; i++) {
        double q = exact_mix(b->from, 1.0, (double)i / steps);
        p[count] = bough_at(b, q);
        if (has_shoots && i % 2 && i < steps - 1) {
            double high =
                hang_at(b, q) * plant_spread_at(outline_shape.shoot, plant_unit(b->key, SHOOT, i));
            p[count].x += (float)(b->along > 0.0 ? high : -high);
            p[count].y += (float)high;
        }
        count++;
    }
    return count;
}

/* Adds the outline of a bough, with hanging twigs below.  An outline with more detail has the same
 * twigs, and shorter ones between them. */
static void add_bough(const conifer *tree, const conifer_bough *b)
{
    const needle_twigs *twig = &twig_looks[b->is_fine];
    drawing_point p[POINTS];
    int count = upper_edge(b, p), steps = count - 1;
    double lean = twig->lean * b->along / exact_max(b->length, 1e-6);
    if (b->twigs == 0)
        for (int i = steps - 1; i >= 0; i--) {
            double q = exact_mix(b->from, 1.0, (i + outline_shape.leaf_place) / steps);
            drawing_point below = bough_at(b, q);
            below.y -= (float)(outline_shape.leaf_depth * hang_at(b, q));
            p[count++] = below;
        }
    for (int i = b->twigs - 1; i >= 0; i--) {
        int index = i * (twig->most / b->twigs);
        double jitter = outline_shape.jitter * plant_way(b->key, TWIG, index);
        double q = exact_mix(b->from, 1.0, (i + 0.5 + jitter) / b->twigs);
        double notch = exact_mix(b->from, 1.0, (double)i / b->twigs);
        double group =
            outline_shape.group +
            outline_shape.groups *
                noise_gradient(b->key, GROUP, outline_shape.group_rate * q, outline_shape.row, 0);
        double share =
            plant_spread_at(twig->length, plant_unit(b->key, TWIG, TWIG_LENGTH + index)) *
            (index % 2   ? twig->odd
             : index % 4 ? twig->second
                         : 1.0);
        double depth = hang_at(b, q) * group * share;
        drawing_point tip = bough_at(b, q), between = bough_at(b, notch);
        depth = exact_min(depth, (double)tip.y + outline_shape.ground);
        tip.x += (float)(lean * depth);
        tip.y -= (float)depth;
        double closed = plant_spread_at(twig->notch, plant_unit(b->key, TWIG, TWIG_NOTCH + index));
        between.x += (float)(twig->notch_lean * lean * depth * closed);
        between.y -= (float)(depth * closed);
        if (b->twigs >= SHOOTS && !b->is_fine) { /* a twig has a shoulder, its broadest part */
            double next = exact_mix(b->from, 1.0, (i + 1.0) / b->twigs);
            drawing_point shoulder = bough_at(b, exact_mix(q, next, outline_shape.shoulder));
            shoulder.x += (float)(outline_shape.shoulder_lean * lean * depth);
            shoulder.y -= (float)(outline_shape.shoulder_depth * depth);
            p[count++] = shoulder;
        }
        p[count++] = tip;
        p[count++] = between;
    }
    drawing_shape(tree->out, p, count);
}

/* Adds the strip of light along a bough's upper edge; its thickness is `share` of the length of the
 * twigs there, times random factors. */
static void add_light(const conifer *tree, const conifer_bough *b, double share)
{
    drawing_point p[POINTS];
    double drop = b->length * (b->rise - b->sag + b->turn);
    if (exact_abs(drop) > light_shape.steep * exact_abs(b->along))
        return;
    double from = b->from < 0.0 ? light_shape.front_from : light_shape.from;
    int count = 0, steps = b->twigs > 32 ? 32 : b->twigs > 4 ? b->twigs : b->is_short ? 2 : 4;
    for (int i = 0; i <= steps; i++)
        p[count++] = bough_at(b, exact_mix(from, light_shape.to, (double)i / steps));
    for (int i = steps - 1; i > 0; i--) {
        double jitter = light_shape.jitter * plant_way(b->key, LIGHT, i);
        double q = exact_mix(from, light_shape.to, (i + jitter) / steps);
        drawing_point below = bough_at(b, q);
        below.y -=
            (float)(share * hang_at(b, q) *
                    plant_spread_at(light_shape.depth, plant_unit(b->key, LIGHT, LIGHT_DEPTH + i)));
        p[count++] = below;
    }
    drawing_shape(tree->out, p, count);
}

static conifer_bough bough_of(const conifer *tree, uint64_t key, double t, double along,
                              double length, double from)
{
    int is_fine = tree->habit->whorls > FINE_WHORLS;
    const needle_twigs *twig = &twig_looks[is_fine];
    double age = exact_sqrt(t);
    double sag_age = age * age * plant_spread_at(bough_shape.sag_age, age);
    conifer_bough b = {.key = key,
                       .x = stem_at(tree, 1.0 - t),
                       .y = 1.0 - t,
                       .along = along,
                       .length = length,
                       .from = from,
                       .is_fine = is_fine,
                       .rise = tree->rise * plant_range_at(bough_shape.rise, age) +
                               bough_shape.rise_jitter * plant_way(key, TREE, 0),
                       .sag = tree->droop * plant_range_at(bough_shape.sag, sag_age) *
                              plant_spread_at(bough_shape.sag_factor, plant_unit(key, TREE, 1)),
                       .turn = tree->droop * plant_range_at(bough_shape.turn, t) *
                               plant_spread_at(bough_shape.turn_factor, plant_unit(key, TREE, 2)),
                       .hang = plant_spread_at(bough_shape.hang, t) * tree->habit->hang *
                               plant_spread_at(bough_shape.hang_factor, plant_unit(key, TREE, 3))};
    /* A bough's end does not sag below the ground. */
    double above = exact_max(0.0, b.y - bough_shape.rest_depth * b.hang);
    b.sag = exact_min(b.sag, b.rise + b.turn + above / length);
    double pixels = tree->size * exact_max(exact_abs(along), bough_shape.front_pixels * length);
    b.is_short = pixels < SHORT_PX;
    /* Front boughs need fewer twigs, as their ends are in front of other boughs. */
    int is_front = exact_abs(along) < bough_shape.front_width * length && !is_fine;
    double share = is_front ? bough_shape.front_twigs : 1.0;
    int most = from < 0.0 ? twig_looks[COARSE].most / 2 : twig->most;
    for (int twigs = TWIGS_LEAST; twigs <= most && share * pixels >= twig->pixels * twigs;
         twigs *= 2)
        b.twigs = twigs;
    return b;
}

/* Writes the boughs of a whorl at a distance t from the tip: two side boughs, then the front
 * boughs, whose places across the crown are -1..1.  Returns their number. */
static int whorl_of(const conifer *tree, int index, double t, conifer_bough *b)
{
    uint64_t key = hash_at(tree->key, WHORL, index);
    int count = 0, fronts = tree->size < FEW_PX ? FRONTS_FEW : FRONTS;
    if (tree->size >= ALL_PX || tree->habit->has_heart <= 0.0) /* else the heart hides the stem */
        fronts = FRONTS +
                 (int)(whorl_shape.fronts_more * exact_min(1.0, whorl_shape.fronts_per_depth * t) *
                       plant_spread_at(whorl_shape.fronts, plant_unit(key, WHORL, 0)));
    for (int side = 0; side < 2; side++) {
        uint64_t bough_key = hash_at(key, SIDE, side);
        double reach = reach_at(tree, t, side) *
                       plant_spread_at(whorl_shape.side_reach, plant_unit(bough_key, SIDE, 0));
        if (plant_unit(bough_key, SIDE, 1) < whorl_shape.stunted)
            reach *= whorl_shape.stunted_reach;
        double high = t + whorl_shape.side_jitter * plant_way(bough_key, SIDE, 2);
        b[count++] = bough_of(tree, bough_key, high, side ? reach : -reach, reach, 0.0);
    }
    for (int i = 0; i < fronts; i++) {
        uint64_t bough_key = hash_at(key, FRONT, i);
        double across = plant_way(bough_key, FRONT, 0);
        double place = across * plant_spread_at(whorl_shape.front_place, exact_abs(across));
        double reach = reach_at(tree, t, place > 0.0) *
                       plant_spread_at(whorl_shape.front_reach, plant_unit(bough_key, FRONT, 1));
        double aside = place > 0.0 ? whorl_shape.front_aside : -whorl_shape.front_aside;
        double along = reach * (place + aside);
        double high = t + whorl_shape.front_jitter * plant_way(bough_key, FRONT, 2);
        double length = exact_mix(exact_abs(along), reach, whorl_shape.front_length);
        b[count++] = bough_of(tree, bough_key, high, along, length, whorl_shape.front_from);
    }
    return count;
}

/* Paints boughs: first those on the left, away from the light, then those on the right; then the
 * strips of light on both, in the same order. */
static void draw_boughs(const conifer *tree, const conifer_bough *b, int count)
{
    for (int pass = 0; pass < 4; pass++) {
        double tone = bough_tones[pass];
        drawing_fill_of(tree->out, tone, plant_autumn(tree->autumn, tone), 1.0);
        for (int i = 0; i < count; i++) {
            int is_lit = b[i].along > 0.0;
            if (is_lit != pass % 2)
                continue;
            if (pass < 2)
                add_bough(tree, &b[i]);
            else if (is_lit || !b[i].is_short)
                add_light(tree, &b[i], is_lit ? light_shape.lit : light_shape.shaded);
        }
    }
}

/* Paints the heart of a crown, which is visible in gaps between boughs. */
static void draw_heart(const conifer *tree, int whorls)
{
    drawing_point p[4 * HEART_STEPS + 2];
    int steps = whorls < HEART_STEPS ? whorls : HEART_STEPS, count = 0;
    p[count++] = (drawing_point){(float)stem_at(tree, heart_shape.top), (float)heart_shape.top};
    for (int side = 1; side >= 0; side--) {
        for (int i = 0; i < 2 * steps; i++) {
            int k = side ? i : 2 * steps - 1 - i;
            double t = tree->end * (k + 1.0) / (2 * steps);
            double wide =
                tree->heart * (k % 2 ? heart_shape.tongue : heart_shape.notch) *
                plant_spread_at(heart_shape.width, plant_unit(tree->key, HEARTS, 2 * k + side));
            double y = 1.0 - t - heart_shape.tongue_drop * (k % 2);
            double reach = wide * reach_at(tree, t, side);
            p[count++] =
                (drawing_point){(float)(stem_at(tree, y) + (side ? reach : -reach)), (float)y};
        }
        if (side) { /* after the right side: the notch in the lower end */
            double y = 1.0 - tree->end + heart_shape.end_rise;
            p[count++] = (drawing_point){(float)stem_at(tree, y), (float)y};
        }
    }
    plant_tone(tree->out, heart_shape.tone);
    drawing_shape(tree->out, p, count);
}

void draw_conifer(const species *self, const plant_look *look, drawing *out)
{
    const conifer_habit *habit = &self->conifer;
    uint64_t key = look->key;
    conifer tree = {
        .habit = habit,
        .out = out,
        .key = key,
        .size = look->size,
        .autumn = habit->has_heart > 0.0 ? 0.0 : look->autumn, /* only the larch has no heart */
        .lean = tree_shape.lean * plant_way(key, TREE, 0),
        .bend = tree_shape.bend * plant_way(key, TREE, 1),
        .width = habit->half_width * plant_spread_at(tree_shape.width, plant_unit(key, TREE, 2)),
        .rise = habit->rise * plant_spread_at(tree_shape.rise, plant_unit(key, TREE, 3)),
        .droop = habit->droop * plant_spread_at(tree_shape.droop, plant_unit(key, TREE, 4)),
        .end = 1.0 - habit->bare * plant_spread_at(tree_shape.bare, plant_unit(key, TREE, 5)),
        .heart = 1.0};
    if (look->in_wood) {
        tree.width *= WOOD_WIDER;
        tree.heart = WOOD_HEART;
    }
    drawing_point stem[STEM_POINTS];
    for (int i = 0; i < STEM_POINTS; i++) {
        double y = tree_shape.stem_step * i - tree_shape.stem_sunk * (i == 0);
        stem[i] = (drawing_point){(float)stem_at(&tree, y), (float)y};
    }
    plant_tone(out, tree_shape.stem_tone);
    drawing_stroke(out, stem, STEM_POINTS, tree_shape.stem_half.from, tree_shape.stem_half.to);
    double whole = habit->whorls * (look->in_wood ? WOOD_WHORLS : 1.0);
    int whorls = (int)(whole * plant_spread_at(tree_shape.whorls, plant_unit(key, TREE, 6)));
    if (habit->has_heart > 0.0)
        draw_heart(&tree, whorls);
    conifer_bough b[BOUGHS];
    int together = look->size >= ALL_PX ? 1 : look->size >= FEW_PX ? 2 : 4, count = 0;
    double first = tree_shape.first_whorl;
    for (int i = whorls - 1; i >= 0; i--) {
        double place = (i + tree_shape.whorl_place.least +
                        tree_shape.whorl_place.span * plant_unit(key, WHORL, i)) /
                       whorls;
        double t = first + (tree.end - first) * exact_pow(place, tree_shape.whorl_power);
        count += whorl_of(&tree, i, t, b + count);
        if (i % together == 0) {
            draw_boughs(&tree, b, count);
            count = 0;
        }
    }
}
