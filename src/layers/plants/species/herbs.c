/* herbs.c - draws blades of grass, reeds with cattails and flowers for near ground.
 *
 * Lengths are multiples of the thing's height, tones are 0 (shade) to 4 (glow); all were tuned by
 * eye.  Lean is the shift of a tip to a side, relative to its height.
 */
#include "base/exact.h"
#include "layers/plants/species/ground.h"

/* Levels of a hash. */
enum { COUNT_AT, PLACE_AT, HEIGHT_AT, LEAN_AT, TONE_AT, LEAF_AT, HEAD_AT, PETAL_AT };

/* Added to the greatest value of a count, which is then rounded down. */
#define BELOW_ONE 0.999

/* ---- grass ------------------------------------------------------------------------------ */

#define BLADES 40            /* most blades of a clump */
#define BLADE_POINTS 5       /* number of points along each side of a blade */
#define BLADE_POINTS_SMALL 3 /* number of points for a blade lower than SMALL_BLADE_PX */
#define SMALL_BLADE_PX 8.0   /* pixels */
#define BLADE_HALF_PX 0.3    /* least half width of a blade, pixels */
#define BLADE_DROP 0.22      /* share of its height that a tip with a lean of 1 loses */

/* Tones of blades, from shade to light; `until` is the share of all blades that have this tone or a
 * darker one, `wide` a factor of their width: dark ones are the body of a clump. */
#define TONES 4
static const struct {
    double tone, until, wide;
} blade_tone[TONES] = {{0.6, 0.30, 2.2}, {1.1, 0.56, 1.6}, {1.8, 0.82, 1.0}, {3.2, 1.0, 0.7}};

/* A blade of a clump. */
static const struct {
    double foot;         /* height of the outermost feet */
    double sag;          /* height that feet in the middle are lower, at most */
    double first;        /* height of the first blade, which is the highest */
    plant_spread height; /* height of the other blades */
    plant_spread half;   /* half width / the habit's blade_half, by height */
    plant_spread bow;    /* blade.bow */
    double outward;      /* lean of the outermost blades away from the middle / the habit's lean */
    double jitter;       /* jitter of that lean / the habit's lean */
    double lower;        /* height that the outermost blades lack, a share */
} blade_shape = {.foot = 0.05,
                 .sag = 0.12,
                 .first = 1.04,
                 .height = {0.38, 0.62},
                 .half = {0.7, 0.5},
                 .bow = {0.2, 0.4},
                 .outward = 0.75,
                 .jitter = 0.45,
                 .lower = 0.45};

typedef struct blade {
    double x;    /* middle of the foot */
    double low;  /* height of the foot */
    double high; /* height above the foot, before the lean lowers it */
    double lean, half;
    double bow; /* 0 = upright at the foot and curved .. 1 = straight */
} blade;

static void draw_blade(const blade *b, double size, drawing *out)
{
    int count = b->high * size < SMALL_BLADE_PX ? BLADE_POINTS_SMALL : BLADE_POINTS;
    drawing_point side[2 * BLADE_POINTS - 1];
    double half = exact_max(b->half, BLADE_HALF_PX / size);
    for (int i = 0; i < count; i++) {
        double t = (double)i / (count - 1), wide = half * (1.0 - t * t);
        double rise = b->high * t * (1.0 - BLADE_DROP * exact_abs(b->lean) * t);
        float x = (float)(b->x + b->lean * b->high * t * (b->bow + (1.0 - b->bow) * t));
        float y = (float)(b->low + rise);
        side[i] = (drawing_point){x - (float)wide, y};
        side[2 * count - 2 - i] = (drawing_point){x + (float)wide, y};
    }
    drawing_shape(out, side, 2 * count - 1);
}

static blade blade_of(const grass_habit *habit, uint64_t key, int index)
{
    double place = plant_way(key, PLACE_AT, index), tall = plant_unit(key, HEIGHT_AT, index);
    double lean = plant_way(key, LEAN_AT, index);
    blade b = {.x = habit->half_width * place,
               .low = blade_shape.foot - blade_shape.sag * (1.0 - place * place),
               .high = index == 0 ? blade_shape.first
                                  : blade_shape.height.least +
                                        blade_shape.height.span * tall * exact_sqrt(tall),
               .half = habit->blade_half * plant_spread_at(blade_shape.half, tall),
               .bow = plant_spread_at(blade_shape.bow, plant_unit(key, LEAN_AT, -1 - index)),
               .lean = habit->lean * (blade_shape.outward * place + blade_shape.jitter * lean)};
    if (index > 0)
        b.high *= 1.0 - blade_shape.lower * place * place;
    else
        b.high /= 1.0 - BLADE_DROP * exact_abs(b.lean);
    return b;
}

void draw_grass(const species *self, const plant_look *look, drawing *out)
{
    const grass_habit *habit = &self->grass;
    uint64_t key = look->key;
    int count = (int)exact_mix(habit->blades_least, habit->blades_most + BELOW_ONE,
                               plant_unit(key, COUNT_AT, 0));
    for (int k = 0; k < TONES; k++) {
        plant_tone(out, exact_mix(blade_tone[k].tone, (double)TONE_GLOW, habit->pale));
        for (int i = 0; i < count && i < BLADES; i++) {
            double shade = plant_unit(key, TONE_AT, i);
            if (shade >= blade_tone[k].until || (k > 0 && shade < blade_tone[k - 1].until))
                continue;
            blade b = blade_of(habit, key, i);
            b.half *= blade_tone[k].wide;
            draw_blade(&b, look->size, out);
        }
    }
}

/* ---- reeds ------------------------------------------------------------------------------ */

#define REEDS 7 /* most reeds together */
#define REED_LEAVES 3

/* A stalk of a reed, and the places of its leaves. */
static const struct {
    double foot;           /* height of the foot; below 0 = in the ground */
    double place, lean;    /* greatest distance from the middle; largest shift of the tip */
    plant_spread height;   /* height of stalks other than the first one, whose height is 1 */
    double bend_x, bend_y; /* middle of the stalk, as shares of the tip's shift and of its height */
    double half, half_px;  /* half width of a stalk; least half width, pixels */
    double tone, lit_tone; /* tones of a stalk in shade and in light */
    double lit_from;       /* draw (0..1) from which a stalk is in the light */
    double leaf_half;      /* half width of a leaf / that of the stalk */
    double lower_leaf;     /* distance from a leaf down to the next one / height of the stalk */
} reed_shape = {.foot = -0.03,
                .place = 0.30,
                .lean = 0.10,
                .height = {0.55, 0.42},
                .bend_x = 0.3,
                .bend_y = 0.5,
                .half = 0.008,
                .half_px = 0.25,
                .tone = 0.7,
                .lit_tone = 1.9,
                .lit_from = 0.6,
                .leaf_half = 2.2,
                .lower_leaf = 0.2};

/* A leaf goes up along the stalk, then bends over.  Points of its middle line from the foot to the
 * tip, as shares of its reach to the side and upward; and half widths, as shares of the leaf's. */
#define LEAF_POINTS 5
static const struct {
    double aside, up, half;
} reed_leaf[LEAF_POINTS] = {
    {0.0, 0.0, 0.7}, {0.25, 0.45, 1.0}, {0.6, 0.85, 0.9}, {0.85, 1.0, 0.6}, {1.1, 1.15, 0.0}};

/* Reach of a reed's leaf, and the fall of its tip. */
static const struct {
    plant_range up, aside; /* reach upward and to the side / height of the stalk */
    double falls;          /* probability that the tip hangs, 0..1 */
    double fall;           /* greatest fall of a tip that hangs / reach upward */
    double hanging_aside;  /* place of a tip that hangs / reach to the side */
    int bend;              /* index of the point at which the leaf is seen edge-on */
    float bend_rise;       /* share of its width there that is drawn as a height */
} reed_leaf_shape = {.up = {0.55, 0.95},
                     .aside = {0.12, 0.30},
                     .falls = 0.5,
                     .fall = 0.5,
                     .hanging_aside = 1.7,
                     .bend = 3,
                     .bend_rise = 0.7f};

/* A cattail: a dark ellipse, and on it a narrow light one. */
#define CATTAIL_SIDES 12
static const struct {
    double below;         /* depth of its middle below the stalk's tip */
    double half, half_px; /* half width; least half width, pixels */
    double half_height;
    double tone, lit_tone;
    double lit_aside; /* shift of the light ellipse to the right */
    double lit_half;  /* half width of the light ellipse / that of the dark one */
} cattail = {.below = 0.12,
             .half = 0.020,
             .half_px = 0.5,
             .half_height = 0.065,
             .tone = 0.0,
             .lit_tone = 1.6,
             .lit_aside = 0.010,
             .lit_half = 0.3};

typedef struct reed {
    uint64_t key;
    drawing_point stalk[3];
    double high;
} reed;

static reed reed_of(uint64_t key, int index)
{
    reed r = {.key = hash_at(key, PLACE_AT, index)};
    double x = reed_shape.place * plant_way(r.key, PLACE_AT, 0);
    double lean = reed_shape.lean * plant_way(r.key, LEAN_AT, 0);
    r.high = index == 0 ? 1.0 : plant_spread_at(reed_shape.height, plant_unit(r.key, HEIGHT_AT, 0));
    r.stalk[0] = (drawing_point){(float)x, (float)reed_shape.foot};
    r.stalk[1] =
        (drawing_point){(float)(x + reed_shape.bend_x * lean), (float)(reed_shape.bend_y * r.high)};
    r.stalk[2] = (drawing_point){(float)(x + lean), (float)r.high};
    return r;
}

static void draw_reed_leaf(uint64_t key, drawing_point foot, double high, double side, double half,
                           drawing *out)
{
    double up = high * plant_range_at(reed_leaf_shape.up, plant_unit(key, LEAF_AT, 1));
    double aside = side * high * plant_range_at(reed_leaf_shape.aside, plant_unit(key, LEAF_AT, 2));
    double fall = plant_unit(key, LEAF_AT, 3) < reed_leaf_shape.falls
                      ? up * plant_unit(key, LEAF_AT, 4) * reed_leaf_shape.fall
                      : 0.0;
    drawing_point point[2 * LEAF_POINTS - 1];
    for (int i = 0; i < LEAF_POINTS; i++) {
        int is_hanging = fall > 0.0 && i == LEAF_POINTS - 1;
        double dx = (is_hanging ? reed_leaf_shape.hanging_aside : reed_leaf[i].aside) * aside;
        double dy = is_hanging ? up - fall : reed_leaf[i].up * up;
        float x = foot.x + (float)dx, y = foot.y + (float)dy;
        float w = (float)(half * reed_leaf[i].half);
        float lift = i == reed_leaf_shape.bend ? reed_leaf_shape.bend_rise * w : 0.0f;
        point[i] = (drawing_point){x - w, y - lift * (float)side};
        point[2 * LEAF_POINTS - 2 - i] = (drawing_point){x + w, y + lift * (float)side};
    }
    drawing_shape(out, point, 2 * LEAF_POINTS - 1);
}

void draw_reed(const species *self, const plant_look *look, drawing *out)
{
    double half = exact_max(reed_shape.half, reed_shape.half_px / look->size);
    int count = (int)exact_mix(self->reed.stalks_least, self->reed.stalks_most + BELOW_ONE,
                               plant_unit(look->key, COUNT_AT, 0));
    for (int lit = 0; lit < 2; lit++) {
        plant_tone(out, lit ? reed_shape.lit_tone : reed_shape.tone);
        for (int i = 0; i < count && i < REEDS; i++) {
            reed r = reed_of(look->key, i);
            int is_lit = plant_unit(r.key, TONE_AT, 0) > reed_shape.lit_from;
            if (is_lit == lit)
                drawing_stroke(out, r.stalk, 3, half, 0.5 * half);
            for (int k = 0; k < REED_LEAVES; k++) {
                double side = (k + i) % 2 != 0 ? 1.0 : -1.0;
                if ((is_lit && k != 1) == lit)
                    draw_reed_leaf(hash_at(r.key, LEAF_AT, k), r.stalk[0],
                                   r.high * (1.0 - reed_shape.lower_leaf * k), side,
                                   reed_shape.leaf_half * half, out);
            }
        }
    }
    for (int lit = 0; lit < 2; lit++) {
        plant_tone(out, lit ? cattail.lit_tone : cattail.tone);
        for (int i = 0; i < count && i < REEDS; i++) {
            reed r = reed_of(look->key, i);
            if (plant_unit(r.key, HEAD_AT, 0) >= self->reed.cattails)
                continue;
            double wide = exact_max(cattail.half, cattail.half_px / look->size) *
                          (lit ? cattail.lit_half : 1.0);
            drawing_ellipse(out, (double)r.stalk[2].x + (lit ? cattail.lit_aside : 0.0),
                            r.high - cattail.below, wide, cattail.half_height, CATTAIL_SIDES);
        }
    }
}

/* ---- flowers ---------------------------------------------------------------------------- */

#define FLOWER_LEAVES 2

/* The stem of a flower, and its leaves. */
static const struct {
    double tone;
    double foot;              /* height of the foot; below 0 = in the ground */
    double bend_x, bend_y;    /* middle of the stem, as shares of x and y of the head */
    double half, half_px;     /* half width of the foot; least half width, pixels */
    double tip;               /* half width below the head / that of the foot */
    double leaf_apart;        /* height from one leaf to the next */
    plant_spread leaf_height; /* height of a leaf above its foot */
    double leaf_half;         /* half width of a leaf / that of the stem */
    double leaf_bow;          /* blade.bow of a leaf */
    double leaf_lean;         /* greatest lean of a leaf */
    plant_spread lean;        /* random factor of a leaf's lean */
} stem_shape = {.tone = 0.9,
                .foot = -0.04,
                .bend_x = 0.3,
                .bend_y = 0.5,
                .half = 0.018,
                .half_px = 0.25,
                .tip = 0.8,
                .leaf_apart = 0.08,
                .leaf_height = {0.32, 0.25},
                .leaf_half = 2.2,
                .leaf_bow = 0.5,
                .leaf_lean = 0.7,
                .lean = {0.6, 0.6}};

/* The head of a flower; petals behind its middle are in the shade. */
static const struct {
    double aside;    /* largest shift of the head to a side */
    double small_px; /* radius, pixels, below which the head is an ellipse without petals */
    double small_tone;
    double behind;          /* sine of a petal's angle above which it is behind the middle */
    double tone[2], own[2]; /* tone and share of the own colour of petals: [behind, in front] */
    double turn_jitter;     /* jitter of the angle of a petal, turns */
    plant_spread length;    /* length of a petal / the habit's petal_length */
} head_shape = {.aside = 0.14,
                .small_px = 2.2,
                .small_tone = 1.6,
                .behind = 0.2,
                .tone = {0.8, 2.0},
                .own = {0.86, 1.0},
                .turn_jitter = 0.03,
                .length = {0.86, 0.14}};
enum { SMALL_SIDES = 6, EYE_SIDES = 8 };

/* Outline of a petal: shares of its length from the flower's middle, and of its half width. */
#define PETAL_POINTS 8
static const double petal[PETAL_POINTS][2] = {{0.1, 0.3},    {0.45, 0.85}, {0.75, 1.0},
                                              {0.95, 0.6},   {0.95, -0.6}, {0.75, -1.0},
                                              {0.45, -0.85}, {0.1, -0.3}};

/* A poppy: a cup, seen from its side. */
static const struct {
    double aside;           /* largest shift of the head to a side */
    double height;          /* height of the cup's foot */
    double sunk;            /* length of the stem in the cup */
    double wide, high;      /* x and y of the point (1, 1) of `cup`, from the cup's foot */
    double tilt;            /* largest shift of points with y = 1 to a side */
    double tone[2], own[2]; /* tone and share of the own colour of petals: [behind, in front] */
} poppy = {.aside = 0.16,
           .height = 0.70,
           .sunk = 0.02,
           .wide = 0.17,
           .high = 0.18,
           .tilt = 0.05,
           .tone = {0.9, 2.2},
           .own = {0.85, 1.0}};

/* Outlines of the petals: [behind, in front]. */
#define CUP_POINTS 9
static const drawing_point cup[2][CUP_POINTS] = {{{-0.2f, 0.0f},
                                                  {-0.8f, 0.5f},
                                                  {-1.0f, 1.2f},
                                                  {-0.5f, 1.6f},
                                                  {0.0f, 1.4f},
                                                  {0.5f, 1.65f},
                                                  {1.0f, 1.15f},
                                                  {0.8f, 0.5f},
                                                  {0.2f, 0.0f}},
                                                 {{-0.2f, 0.0f},
                                                  {-0.5f, 0.4f},
                                                  {-0.65f, 0.9f},
                                                  {-0.25f, 1.25f},
                                                  {0.3f, 1.2f},
                                                  {0.75f, 1.0f},
                                                  {0.75f, 0.6f},
                                                  {0.5f, 0.25f},
                                                  {0.2f, 0.0f}}};

static void draw_stem(const plant_look *look, double head_x, double head_y, drawing *out)
{
    drawing_point stem[3] = {
        {0.0f, (float)stem_shape.foot},
        {(float)(stem_shape.bend_x * head_x), (float)(stem_shape.bend_y * head_y)},
        {(float)head_x, (float)head_y}};
    double half = exact_max(stem_shape.half, stem_shape.half_px / look->size);
    plant_tone(out, stem_shape.tone);
    drawing_stroke(out, stem, 3, half, stem_shape.tip * half);
    for (int i = 0; i < FLOWER_LEAVES; i++) {
        double side = i == 0 ? 1.0 : -1.0;
        blade leaf = {
            .x = 0.0,
            .low = stem_shape.leaf_apart * i,
            .high = plant_spread_at(stem_shape.leaf_height, plant_unit(look->key, LEAF_AT, i)),
            .half = stem_shape.leaf_half * half,
            .bow = stem_shape.leaf_bow,
            .lean = side * stem_shape.leaf_lean *
                    plant_spread_at(stem_shape.lean, plant_unit(look->key, LEAF_AT, 2 + i))};
        draw_blade(&leaf, look->size, out);
    }
}

void draw_flower(const species *self, const plant_look *look, drawing *out)
{
    const flower_habit *habit = &self->flower;
    double radius = habit->petal_length;
    double flat = exact_mix(habit->flat, 1.0, plant_unit(look->key, HEAD_AT, 0));
    double x = head_shape.aside * plant_way(look->key, LEAN_AT, 0), y = 1.0 - flat * radius;
    draw_stem(look, x, y, out);
    if (radius * look->size < head_shape.small_px) {
        drawing_fill_of(out, head_shape.small_tone, 1.0, 1.0);
        drawing_ellipse(out, x, y, radius, flat * radius, SMALL_SIDES);
        return;
    }
    int petals = (int)habit->petals;
    double first = plant_unit(look->key, PETAL_AT, -1);
    for (int is_front = 0; is_front < 2; is_front++) {
        drawing_fill_of(out, head_shape.tone[is_front], head_shape.own[is_front], 1.0);
        for (int i = 0; i < petals; i++) {
            double turn =
                (i + first) / petals + head_shape.turn_jitter * plant_way(look->key, PETAL_AT, i);
            turn -= (double)exact_floor(turn);
            double along_x = exact_cos_turn(turn), along_y = exact_cos_turn(exact_abs(turn - 0.25));
            if ((along_y < head_shape.behind) != is_front)
                continue;
            double length = radius * plant_spread_at(head_shape.length,
                                                     plant_unit(look->key, PETAL_AT, petals + i));
            drawing_point point[PETAL_POINTS];
            for (int k = 0; k < PETAL_POINTS; k++) {
                double far = petal[k][0] * length, wide = petal[k][1] * habit->petal_half;
                point[k] = (drawing_point){(float)(x + far * along_x - wide * along_y),
                                           (float)(y + flat * (far * along_y + wide * along_x))};
            }
            drawing_shape(out, point, PETAL_POINTS);
        }
    }
    plant_tone(out, (double)TONE_GLOW);
    drawing_ellipse(out, x, y, habit->eye, flat * habit->eye, EYE_SIDES);
}

void draw_poppy(const species *self, const plant_look *look, drawing *out)
{
    (void)self;
    double x = poppy.aside * plant_way(look->key, LEAN_AT, 0);
    double tilt = poppy.tilt * plant_way(look->key, HEAD_AT, 0);
    draw_stem(look, x, poppy.height + poppy.sunk, out);
    for (int is_front = 0; is_front < 2; is_front++) {
        drawing_point point[CUP_POINTS];
        for (int i = 0; i < CUP_POINTS; i++) {
            double across = (double)cup[is_front][i].x, up = (double)cup[is_front][i].y;
            point[i] = (drawing_point){(float)(x + poppy.wide * across + tilt * up),
                                       (float)(poppy.height + poppy.high * up)};
        }
        drawing_fill_of(out, poppy.tone[is_front], poppy.own[is_front], 1.0);
        drawing_shape(out, point, CUP_POINTS);
    }
}
