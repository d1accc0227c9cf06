/* limb.c - grows and draws the skeleton of a tree: limbs that fork and become thinner and
 * shorter. */
#include "layers/plants/species/limb.h"

#include "base/exact.h"
#include "layers/plants/species/species.h"

/* Levels of a limb's hash. */
enum {
    WOBBLE_AT,
    LENGTH_AT,
    FORK_AT,
    TURN_AT,
    SHOOT_AT,
    CHILD_AT,
    ROOT_AT,
    SEEN_AT,
    MARK_AT,
    MARK_ASIDE,
    TWIG_AT
};

/* Indices of draws of a whole tree. */
enum { OF_TREE = 7, TURN_OF_TREE };

#define ALONG_Y 0.9 /* cosine of the angle to the y axis from which a direction is along it */
#define TAN_22_5 0.41421356 /* tangent of half of 45 degrees */
#define LEAST_HEIGHT 0.01f  /* least height of a tree before scaling; avoids a division by 0 */

#define POINTS 9           /* most points of a limb's curve */
#define STRAIGHT_PX 12.0   /* length of a limb, pixels, below which it is a straight line */
#define BENT_PX 60.0       /* length of a limb, pixels, below which it has three straight pieces */
#define LEAST_HALF_PX 0.09 /* least half width of a limb as it is drawn, pixels */
#define LEAST_VISIBLE 0.15 /* least share of thinner limbs that are drawn, 0..1 */
#define JOINT_PX 0.8       /* half width, pixels, above which a limb has a joint at its end */
#define LIGHT_PX 1.6       /* half width, pixels, from which a limb has a side in the light */
#define TWIG_PX 5.0        /* length of a limb that is a tip, pixels per twig on it */
#define MARK_HIGH_PX 0.3   /* least half height of a mark, pixels */
#define MARK_CORNERS 6

/* The bark, tuned by eye. */
static const struct {
    double tone, light;      /* tones 0..4 of bark and of the strip of light on it */
    double light_x, light_y; /* direction toward the light */
    double light_aside;      /* distance of the strip from the limb's middle / half width */
    double light_half;       /* half width of the strip / that of the limb */
    double tip;              /* factor of the width of a limb's end if the limb is a tip */
} bark_shape = {
    .tone = 0.4,
    .light = 1.7,
    .light_x = 0.6,
    .light_y = 0.7,
    .light_aside = 0.36,
    .light_half = 0.3,
    .tip = 0.3,
};

/* The foot of the stem, tuned by eye. */
static const struct {
    plant_spread reach; /* reach of roots to a side / half width of the stem's foot */
    double stem;        /* half width of the foot without roots / that of the stem */
} foot_shape = {
    .reach = {0.4, 0.7},
    .stem = 0.90,
};

/* A side of the foot from the ground upward: height / half width of the stem, and width / reach of
 * the roots. */
static const struct {
    double up, wide;
} foot_side[] = {{-0.42, -0.2}, {-0.34, 0.55}, {-0.08, 1.0}, {0.3, 0.62},
                 {1.1, 0.28},   {2.4, 0.10},   {4.0, 0.0}};
enum { FOOT_POINTS = 7 };

/* Marks on the stem, tuned by eye.  Sizes are multiples of the stem's half width. */
static const struct {
    double low, span;  /* least place on the stem, 0..1; range of places above it */
    plant_spread high; /* half height */
    double wide;       /* half width */
    double aside;      /* largest distance from the middle of the stem */
} mark_shape = {
    .low = 0.02,
    .span = 0.75,
    .high = {0.08, 0.3},
    .wide = 0.6,
    .aside = 0.5,
};

/* Twigs of a limb that is a tip, tuned by eye.  Lengths are multiples of the limb's length. */
static const struct {
    plant_spread place;     /* place on the limb, 0 = foot .. 1 = end */
    double half;            /* half width of a twig's foot / that of the limb's end */
    double length, shorter; /* length of a twig at the limb's foot; difference to that at its end */
    double aside;           /* largest slope of a twig against the limb */
} twig_shape = {
    .place = {0.25, 0.65},
    .half = 0.6,
    .length = 0.55,
    .shorter = 0.25,
    .aside = 0.8,
};

/* The joint at the end of a limb that forks, with a radius of 1. */
static const drawing_point octagon[] = {{1, 0},  {.7f, .7f},   {0, 1},  {-.7f, .7f},
                                        {-1, 0}, {-.7f, -.7f}, {0, -1}, {.7f, -.7f}};
enum { JOINT_CORNERS = 8 };

/* ---- growing ---------------------------------------------------------------------------- */

/* Limbs in general, tuned by eye. */
static const struct {
    plant_spread stem;        /* random factor of limb_plan.stem */
    plant_spread length;      /* random factor of the length of other limbs */
    plant_spread angle;       /* random factor of the angle at a fork */
    plant_spread fork;        /* turns from the azimuth of a limb to that of its first child */
    double stem_third, third; /* probability of three children of the stem, of another limb, 0..1 */
    double low_turn;          /* upward change of direction / depth below limb_plan.low */
    double low_most;          /* greatest such change, relative to a unit vector */
} limb_shape = {
    .stem = {0.8, 0.4},
    .length = {0.80, 0.35},
    .angle = {0.75, 0.5},
    .fork = {0.28, 0.2},
    .stem_third = 0.6,
    .third = 0.3,
    .low_turn = 4.0,
    .low_most = 0.9,
};

/* How a limb grows from its parent. */
typedef struct branching {
    double place;  /* place on the parent: 0 = its `bend`, 1 = its end */
    double angle;  /* factor of limb_plan.spread */
    double turn;   /* turns added to the azimuth */
    double length; /* factor of limb_plan.ratio */
    double thick;  /* factor of the thickness of the parent's end */
    int skips;     /* levels that it skips: its level is the parent's + 1 + skips */
} branching;

static const branching stem_leader = {.place = 1.0, .angle = 0.8, .length = 1.0, .thick = 1.0};
static const branching leader = {.place = 1.0, .angle = 0.5, .length = 1.0, .thick = 1.0};
static const branching side_limb = {.place = 1.0, .angle = 1.0, .length = 1.0, .thick = 0.84};
static const branching shoot = {
    .place = 0.1, .angle = 1.2, .turn = 0.4, .length = 0.7, .thick = 0.6, .skips = 1};
enum { SHOOT_INDEX = 9 }; /* index of a shoot's hash, beyond those of forks */

typedef struct vector {
    double at[3]; /* x, y, z */
} vector;

static vector normalized(vector v)
{
    double length = exact_sqrt(v.at[0] * v.at[0] + v.at[1] * v.at[1] + v.at[2] * v.at[2]);
    for (int i = 0; i < 3; i++)
        v.at[i] /= exact_max(length, 1e-9);
    return v;
}

static vector along(vector from, vector direction, double length)
{
    for (int i = 0; i < 3; i++)
        from.at[i] += length * direction.at[i];
    return from;
}

/* Computes the cosine and the sine of an angle from the tangent of its half. */
static void by_half(double tangent, double *cosine, double *sine)
{
    double square = tangent * tangent;
    *cosine = (1.0 - square) / (1.0 + square);
    *sine = 2.0 * tangent / (1.0 + square);
}

/* Returns a direction at an angle of about 45 degrees * `angle` to another one, at the azimuth
 * `turn` (turns) about it. */
static vector turned(vector direction, double angle, double turn)
{
    /* The y axis, or the x axis if the direction is along y. */
    int axis_at = exact_abs(direction.at[1]) < ALONG_Y;
    vector axis = {{!axis_at, axis_at, 0.0}};
    vector side = normalized(along(axis, direction, -direction.at[axis_at]));
    vector third = {{direction.at[1] * side.at[2] - direction.at[2] * side.at[1],
                     direction.at[2] * side.at[0] - direction.at[0] * side.at[2],
                     direction.at[0] * side.at[1] - direction.at[1] * side.at[0]}};
    int64_t quarter = exact_floor(4.0 * turn);
    double cosine, sine, across, back;
    by_half(TAN_22_5 * angle, &cosine, &sine);
    by_half(4.0 * turn - (double)quarter, &across, &back);
    for (int64_t q = quarter & 3; q > 0; q--) {
        double before = across;
        across = -back;
        back = before;
    }
    vector to;
    for (int i = 0; i < 3; i++)
        to.at[i] = cosine * direction.at[i] + sine * (across * side.at[i] + back * third.at[i]);
    return to;
}

/* Adds the limb `one`, whose length and thickness are set, from a place in a direction. */
static void add_limb(const limb_plan *plan, limb one, vector from, vector direction, skeleton *tree)
{
    if (tree->limbs == LIMBS)
        return;
    double length = (double)one.length;
    vector end = direction;
    for (int i = 0; i < 3; i++)
        end.at[i] += plan->wobble * plant_way(one.key, WOBBLE_AT, i);
    double below = plan->low - from.at[1] - end.at[1] * length;
    end.at[1] += plan->up + exact_clamp(limb_shape.low_turn * below, 0.0, limb_shape.low_most);
    vector bend = along(from, direction, 0.5 * length);
    vector to = along(bend, normalized(end), 0.5 * length);
    for (int i = 0; i < 3; i++) {
        one.from[i] = (float)from.at[i];
        one.bend[i] = (float)bend.at[i];
        one.to[i] = (float)to.at[i];
    }
    one.thin = (float)plan->thin * one.thick; /* also the thickness of its leader's foot */
    one.is_tip = one.level >= plan->depth;
    if (one.level >= LIMB_BOUGH_LEVEL && one.bough < 0)
        one.bough = tree->boughs++;
    else if (one.level > 0 && one.bough < 0)
        one.bough = LIMB_ARMS;
    tree->limb[tree->limbs++] = one;
}

static void add_child(const limb_plan *plan, const limb *parent, const branching *by, double turn,
                      int index, skeleton *tree)
{
    uint64_t key = hash_at(parent->key, CHILD_AT, index);
    vector from, direction;
    for (int i = 0; i < 3; i++) {
        direction.at[i] = (double)(parent->to[i] - parent->bend[i]);
        from.at[i] = (double)parent->bend[i] + by->place * direction.at[i];
    }
    double angle =
        plan->spread * by->angle * plant_spread_at(limb_shape.angle, plant_unit(key, FORK_AT, 0));
    double length = parent->level == 0 ? LIMB_LENGTH : (double)parent->length * plan->ratio;
    length *= by->length * plant_spread_at(limb_shape.length, plant_unit(key, LENGTH_AT, 0));
    turn += by->turn;
    limb child = {.thick = parent->thick * (float)(by->thick * plan->thin),
                  .length = (float)length,
                  .turn = (float)turn,
                  .level = parent->level + 1 + by->skips,
                  .bough = parent->bough,
                  .key = key};
    add_limb(plan, child, from, turned(normalized(direction), angle, turn), tree);
}

/* Adds the children of a limb: a leader, which continues it, one or two side limbs, and perhaps a
 * shoot below them. */
static void fork_limb(const limb_plan *plan, const limb *one, skeleton *tree)
{
    double turn = (double)one->turn + limb_shape.fork.least +
                  limb_shape.fork.span * plant_unit(one->key, TURN_AT, 0);
    int is_stem = one->level == 0;
    double third = is_stem ? limb_shape.stem_third : limb_shape.third;
    int count = plant_unit(one->key, FORK_AT, 1) < third ? 3 : 2;
    add_child(plan, one, is_stem ? &stem_leader : &leader, turn, 0, tree);
    for (int i = 1; i < count; i++)
        add_child(plan, one, &side_limb, turn + (double)i / count, i, tree);
    if (!is_stem && one->level + 2 <= plan->depth &&
        plant_unit(one->key, SHOOT_AT, 0) < plan->shoots)
        add_child(plan, one, &shoot, turn, SHOOT_INDEX, tree);
}

void limb_scale(skeleton *tree, double crown)
{
    float top = LEAST_HEIGHT;
    for (int i = 0; i < tree->limbs; i++)
        top = tree->limb[i].to[1] > top ? tree->limb[i].to[1] : top;
    float scale = (float)(1.0 - crown) / top;
    for (int i = 0; i < tree->limbs; i++)
        for (int k = 0; k < 3; k++) {
            tree->limb[i].from[k] *= scale;
            tree->limb[i].bend[k] *= scale;
            tree->limb[i].to[k] *= scale;
        }
}

void limb_grow(const limb_plan *plan, uint64_t key, double crown, skeleton *out)
{
    out->limbs = out->boughs = out->marks = out->twigs = 0;
    out->tone = bark_shape.tone;
    out->light = bark_shape.light;
    double lean = plan->lean * plant_way(key, TURN_AT, OF_TREE);
    limb stem = {.thick = 0.5f * (float)plan->width,
                 .length =
                     (float)(plan->stem *
                             plant_spread_at(limb_shape.stem, plant_unit(key, LENGTH_AT, OF_TREE))),
                 .turn = (float)plant_unit(key, TURN_AT, TURN_OF_TREE),
                 .bough = LIMB_STEM,
                 .key = key};
    add_limb(plan, stem, (vector){{0.0, 0.0, 0.0}}, normalized((vector){{lean, 1.0, 0.0}}), out);
    /* Limbs fork in the order of the list, the thicker ones first; further ones than LIMBS are left
     * out. */
    for (int i = 0; i < out->limbs; i++)
        if (!out->limb[i].is_tip) {
            limb one = out->limb[i];
            fork_limb(plan, &one, out);
        }
    limb_scale(out, crown);
}

void limb_join(skeleton *tree)
{
    for (int i = 0; i < tree->limbs; i++)
        tree->limb[i].bough = LIMB_STEM;
}

double limb_at(const limb *one, int axis, double t)
{
    return (1.0 - t) * (1.0 - t) * (double)one->from[axis] +
           2.0 * t * (1.0 - t) * (double)one->bend[axis] + t * t * (double)one->to[axis];
}

/* ---- drawing ---------------------------------------------------------------------------- */

/* Writes the points of a limb's curve, shifted toward the light by `aside` half widths; returns
 * their number. */
static int curve(const limb *one, double size, double aside, drawing_point point[POINTS])
{
    double dx = (double)(one->to[0] - one->from[0]), dy = (double)(one->to[1] - one->from[1]);
    double length = exact_sqrt(dx * dx + dy * dy);
    int count = length * size < STRAIGHT_PX ? 2 : length * size < BENT_PX ? 4 : POINTS;
    /* The light comes from the right and from above. */
    double toward =
        (bark_shape.light_x * dy > bark_shape.light_y * dx ? 1.0 : -1.0) / exact_max(length, 1e-9);
    for (int i = 0; i < count; i++) {
        double t = (double)i / (count - 1);
        double half = aside * exact_mix((double)one->thick, (double)one->thin, t) * toward;
        point[i] = (drawing_point){(float)(limb_at(one, 0, t) + half * dy),
                                   (float)(limb_at(one, 1, t) - half * dx)};
    }
    return count;
}

/* Adds the foot of the stem, which widens downward to roots. */
static void draw_foot(const limb *stem, drawing *out)
{
    double thick = (double)stem->thick,
           left = plant_spread_at(foot_shape.reach, plant_unit(stem->key, ROOT_AT, 0));
    double right = plant_spread_at(foot_shape.reach, plant_unit(stem->key, ROOT_AT, 1));
    drawing_point point[2 * FOOT_POINTS];
    for (int i = 0; i < FOOT_POINTS; i++) {
        double up = foot_side[i].up, wide = foot_side[i].wide;
        double t = exact_max(thick * up / (double)stem->to[1], 0.0);
        double half = foot_shape.stem * exact_mix(thick, (double)stem->thin, t),
               x = limb_at(stem, 0, t);
        float y = (float)(up < 0.0 ? thick * up : limb_at(stem, 1, t));
        point[i] = (drawing_point){(float)(x - half - thick * left * wide), y};
        point[2 * FOOT_POINTS - 1 - i] =
            (drawing_point){(float)(x + half + thick * right * wide), y};
    }
    drawing_shape(out, point, 2 * FOOT_POINTS);
}

/* Adds dark marks across the stem, which are denser toward its foot. */
static void draw_marks(const skeleton *tree, double size, drawing *out)
{
    const limb *stem = &tree->limb[0];
    plant_tone(out, bark_shape.tone);
    for (int i = 0; i < tree->marks; i++) {
        double drawn = plant_unit(stem->key, MARK_AT, i);
        double t = mark_shape.low + mark_shape.span * drawn * drawn;
        double half = exact_mix((double)stem->thick, (double)stem->thin, t);
        double high = exact_max(
            half * plant_spread_at(mark_shape.high, plant_unit(stem->key, MARK_AT, -1 - i)),
            MARK_HIGH_PX / size);
        double x =
            limb_at(stem, 0, t) + mark_shape.aside * half * plant_way(stem->key, MARK_ASIDE, i);
        drawing_ellipse(out, x, limb_at(stem, 1, t), mark_shape.wide * half, high, MARK_CORNERS);
    }
}

/* Adds at most `most` twigs to a limb that is a tip; the fewer, the shorter it is in pixels. */
static void draw_twigs(const limb *one, int most, double size, drawing *out)
{
    double dx = (double)(one->to[0] - one->from[0]), dy = (double)(one->to[1] - one->from[1]);
    int count = (int)exact_min((double)one->length * size / TWIG_PX, most);
    for (int i = 0; i < count; i++) {
        double t = plant_spread_at(twig_shape.place, plant_unit(one->key, TWIG_AT, i));
        double x = limb_at(one, 0, t), y = limb_at(one, 1, t);
        double half = twig_shape.half * (double)one->thin;
        double length = twig_shape.length - twig_shape.shorter * t;
        double aside = twig_shape.aside * plant_way(one->key, TWIG_AT, -1 - i);
        double to_x = x + length * (dx - aside * dy), to_y = y + length * (dy + aside * dx);
        const drawing_point corner[3] = {{(float)(x - half), (float)(y - half)},
                                         {(float)(x + half), (float)(y + half)},
                                         {(float)to_x, (float)to_y}};
        drawing_shape(out, corner, 3);
    }
}

/* Adds a limb with its twigs and the joint at its end.  Limbs that are too thin to be
 * seen are drawn wider, but only some of them, which keeps the mean coverage. */
static void draw_limb(const skeleton *tree, const limb *one, double size, drawing *out)
{
    drawing_point point[POINTS];
    double visible = (double)one->thick * size / LEAST_HALF_PX, wider = 1.0;
    if (visible < 1.0) {
        if (plant_unit(one->key, SEEN_AT, 0) >= exact_max(visible, LEAST_VISIBLE))
            return;
        wider = LEAST_HALF_PX / ((double)one->thick * size);
    }
    double thick = wider * (double)one->thick, thin = wider * (double)one->thin;
    drawing_stroke(out, point, curve(one, size, 0.0, point), thick,
                   one->is_tip ? bark_shape.tip * thin : thin);
    if (one->is_tip && tree->twigs > 0)
        draw_twigs(one, tree->twigs, size, out);
    if (one->is_tip || thin * size <= JOINT_PX)
        return;
    for (int i = 0; i < JOINT_CORNERS; i++)
        point[i] = (drawing_point){one->to[0] + (float)thin * octagon[i].x,
                                   one->to[1] + (float)thin * octagon[i].y};
    drawing_shape(out, point, JOINT_CORNERS);
}

void limb_draw(const skeleton *tree, int bough, double size, drawing *out)
{
    plant_tone(out, bough < 0 ? tree->tone : bark_shape.tone);
    if (bough == LIMB_STEM)
        draw_foot(&tree->limb[0], out);
    for (int i = 0; i < tree->limbs; i++)
        if (tree->limb[i].bough == bough)
            draw_limb(tree, &tree->limb[i], size, out);
    drawing_light_of(out, bough < 0 ? tree->light : bark_shape.light, 0.0);
    for (int i = 0; i < tree->limbs; i++) {
        const limb *one = &tree->limb[i];
        if (one->bough != bough || (double)one->thick * size < LIGHT_PX)
            continue;
        drawing_point point[POINTS];
        int count = curve(one, size, bark_shape.light_aside, point);
        drawing_stroke(out, point, count, bark_shape.light_half * (double)one->thick,
                       bark_shape.light_half * (double)one->thin);
    }
    if (bough == LIMB_STEM && tree->marks > 0)
        draw_marks(tree, size, out);
}
