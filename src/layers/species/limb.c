/* limb.c - limbs that fork, each a little thinner and shorter than the one that it grows from. */
#include "layers/species/limb.h"

#include "base/exact.h"

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

#define BOUGH_LEVEL 2
#define THIRD_OF_STEM 0.6 /* stems that fork in three */
#define THIRD_FORK 0.3    /* the same of other limbs */
#define POINTS 9
#define TWIG_PIXELS 5.0    /* length of a last limb for each twig on it */
#define HALF_45 0.41421356 /* tangent of half of 45 degrees */
#define BARK 0.4           /* tones */
#define BARK_LIGHT 1.7
#define LEAST_HALF 0.09 /* pixels: half the width of the thinnest that is drawn */

typedef struct place {
    double at[3];
} place;

static place scaled_to_1(place p)
{
    double length = exact_sqrt(p.at[0] * p.at[0] + p.at[1] * p.at[1] + p.at[2] * p.at[2]);
    for (int i = 0; i < 3; i++)
        p.at[i] /= exact_max(length, 1e-9);
    return p;
}

static place along(place from, place way, double length)
{
    for (int i = 0; i < 3; i++)
        from.at[i] += length * way.at[i];
    return from;
}

/* The cosine and sine of an angle by the tangent of its half. */
static void by_half(double tangent, double *cosine, double *sine)
{
    double square = tangent * tangent;
    *cosine = (1.0 - square) / (1.0 + square);
    *sine = 2.0 * tangent / (1.0 + square);
}

/* A direction that leaves `way` by an angle of 45 degrees times `angle`, about, on the side that
 * `turn` says: 1 is once around it. */
static place turned(place way, double angle, double turn)
{
    int axis_at = exact_abs(way.at[1]) < 0.9; /* an axis that is not along the way */
    place axis = {{!axis_at, axis_at, 0.0}};
    place side = scaled_to_1(along(axis, way, -way.at[axis_at]));
    place third = {{way.at[1] * side.at[2] - way.at[2] * side.at[1],
                    way.at[2] * side.at[0] - way.at[0] * side.at[2],
                    way.at[0] * side.at[1] - way.at[1] * side.at[0]}};
    int64_t quarter = exact_floor(4.0 * turn);
    double cosine, sine, across, back;
    by_half(HALF_45 * angle, &cosine, &sine);
    by_half(4.0 * turn - (double)quarter, &across, &back);
    for (int64_t q = quarter & 3; q > 0; q--) {
        double was = across;
        across = -back;
        back = was;
    }
    place to;
    for (int i = 0; i < 3; i++)
        to.at[i] = cosine * way.at[i] + sine * (across * side.at[i] + back * third.at[i]);
    return to;
}

/* Adds a limb that begins at a place with a direction; the rest of it is known. */
static void add_limb(const limb_plan *plan, limb one, place from, place way, skeleton *tree)
{
    if (tree->limbs == LIMBS)
        return;
    double length = (double)one.length;
    place end = way;
    for (int i = 0; i < 3; i++)
        end.at[i] += plan->wobble * plant_way(one.key, WOBBLE_AT, i);
    double below = plan->low - from.at[1] - end.at[1] * length;
    end.at[1] += plan->up + exact_clamp(4.0 * below, 0.0, 0.9);
    place bend = along(from, way, 0.5 * length), to = along(bend, scaled_to_1(end), 0.5 * length);
    for (int i = 0; i < 3; i++) {
        one.from[i] = (float)from.at[i];
        one.bend[i] = (float)bend.at[i];
        one.to[i] = (float)to.at[i];
    }
    one.thin = (float)plan->thin * one.thick; /* as that which goes on from it */
    one.is_tip = one.level >= plan->depth;
    if (one.level >= BOUGH_LEVEL && one.bough < 0)
        one.bough = tree->boughs++;
    else if (one.level > 0 && one.bough < 0)
        one.bough = LIMB_ARMS;
    tree->limb[tree->limbs++] = one;
}

/* How a limb leaves another: where, between its bend and its end, how far it turns from it, how
 * long and how thick it is of it, how many forks it skips. */
typedef struct leave {
    double at, angle, turn, length, thick;
    int skips, index;
} leave;

static void add_child(const limb_plan *plan, const limb *parent, leave by, skeleton *tree)
{
    uint64_t key = hash_at(parent->key, CHILD_AT, by.index);
    place from, way;
    for (int i = 0; i < 3; i++) {
        way.at[i] = (double)(parent->to[i] - parent->bend[i]);
        from.at[i] = (double)parent->bend[i] + by.at * way.at[i];
    }
    double angle = plan->spread * by.angle * (0.75 + 0.5 * plant_unit(key, FORK_AT, 0));
    double length = parent->level == 0 ? LIMB_LENGTH : (double)parent->length * plan->ratio;
    length *= by.length * (0.80 + 0.35 * plant_unit(key, LENGTH_AT, 0));
    limb child = {.thick = parent->thick * (float)(by.thick * plan->thin),
                  .length = (float)length,
                  .turn = (float)by.turn,
                  .level = parent->level + 1 + by.skips,
                  .bough = parent->bough,
                  .key = key};
    add_limb(plan, child, from, turned(scaled_to_1(way), angle, by.turn), tree);
}

static void fork_limb(const limb_plan *plan, const limb *one, skeleton *tree)
{
    double turn = (double)one->turn + 0.28 + 0.2 * plant_unit(one->key, TURN_AT, 0);
    int is_stem = one->level == 0;
    int count = plant_unit(one->key, FORK_AT, 1) < (is_stem ? THIRD_OF_STEM : THIRD_FORK) ? 3 : 2;
    add_child(plan, one, (leave){1.0, is_stem ? 0.8 : 0.5, turn, 1.0, 1.0, 0, 0}, tree);
    for (int i = 1; i < count; i++)
        add_child(plan, one, (leave){1.0, 1.0, turn + (double)i / count, 1.0, 0.84, 0, i}, tree);
    if (!is_stem && one->level + 2 <= plan->depth &&
        plant_unit(one->key, SHOOT_AT, 0) < plan->shoots)
        add_child(plan, one, (leave){0.1, 1.2, turn + 0.4, 0.7, 0.6, 1, 9}, tree);
}

void limb_scale(skeleton *tree, double crown)
{
    float top = 0.01f;
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
    out->tone = BARK;
    out->light = BARK_LIGHT;
    double lean = plan->lean * plant_way(key, TURN_AT, 7);
    limb stem = {.thick = 0.5f * (float)plan->width,
                 .length = (float)(plan->stem * (0.8 + 0.4 * plant_unit(key, LENGTH_AT, 7))),
                 .turn = (float)plant_unit(key, TURN_AT, 8),
                 .bough = LIMB_STEM,
                 .key = key};
    add_limb(plan, stem, (place){{0.0, 0.0, 0.0}}, scaled_to_1((place){{lean, 1.0, 0.0}}), out);
    /* From the thickest on: if there are too many, it is the thinnest that are left out. */
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

/* Points of a limb's curve, moved to its light side by a share of its width. */
static int curve(const limb *one, double size, double aside, drawing_point point[POINTS])
{
    double dx = (double)(one->to[0] - one->from[0]), dy = (double)(one->to[1] - one->from[1]);
    double length = exact_sqrt(dx * dx + dy * dy);
    int count = length * size < 12.0 ? 2 : length * size < 60.0 ? 4 : POINTS;
    /* Its side to the light, which comes from the right and from above. */
    double toward = (0.6 * dy > 0.7 * dx ? 1.0 : -1.0) / exact_max(length, 1e-9);
    for (int i = 0; i < count; i++) {
        double t = (double)i / (count - 1);
        double half = aside * exact_mix((double)one->thick, (double)one->thin, t) * toward;
        point[i] = (drawing_point){(float)(limb_at(one, 0, t) + half * dy),
                                   (float)(limb_at(one, 1, t) - half * dx)};
    }
    return count;
}

/* The stem widens to its foot, which is round. */
static void draw_foot(const limb *stem, drawing *out)
{
    enum { POINTS_UP = 7 };
    static const double up[] = {-0.42, -0.34, -0.08, 0.3, 1.1, 2.4, 4.0};
    static const double wide[] = {-0.2, 0.55, 1.0, 0.62,
                                  0.28, 0.10, 0.0}; /* of how far roots reach */
    double thick = (double)stem->thick, left = 0.4 + 0.7 * plant_unit(stem->key, ROOT_AT, 0);
    double right = 0.4 + 0.7 * plant_unit(stem->key, ROOT_AT, 1);
    drawing_point point[2 * POINTS_UP];
    for (int i = 0; i < POINTS_UP; i++) {
        double t = exact_max(thick * up[i] / (double)stem->to[1], 0.0);
        double half = 0.90 * exact_mix(thick, (double)stem->thin, t), x = limb_at(stem, 0, t);
        float y = (float)(up[i] < 0.0 ? thick * up[i] : limb_at(stem, 1, t));
        point[i] = (drawing_point){(float)(x - half - thick * left * wide[i]), y};
        point[2 * POINTS_UP - 1 - i] =
            (drawing_point){(float)(x + half + thick * right * wide[i]), y};
    }
    drawing_shape(out, point, 2 * POINTS_UP);
}

/* Dark marks across the stem, more of them below. */
static void draw_marks(const skeleton *tree, double size, drawing *out)
{
    const limb *stem = &tree->limb[0];
    drawing_fill_of(out, BARK, 0.0, 1.0);
    for (int i = 0; i < tree->marks; i++) {
        double far = plant_unit(stem->key, MARK_AT, i), t = 0.02 + 0.75 * far * far;
        double half = exact_mix((double)stem->thick, (double)stem->thin, t);
        double high =
            exact_max(half * (0.08 + 0.3 * plant_unit(stem->key, MARK_AT, -1 - i)), 0.3 / size);
        double x = limb_at(stem, 0, t) + 0.5 * half * plant_way(stem->key, MARK_ASIDE, i);
        drawing_ellipse(out, x, limb_at(stem, 1, t), 0.6 * half, high, 6);
    }
}

/* How wide a limb is drawn: those that are too thin to be seen are fewer, but wider.  0: left out.
 */
static double seen_width(const limb *one, double size)
{
    double share = (double)one->thick * size / LEAST_HALF;
    if (share >= 1.0)
        return 1.0;
    share = exact_max(share, 0.15);
    return plant_unit(one->key, SEEN_AT, 0) < share ? LEAST_HALF / ((double)one->thick * size)
                                                    : 0.0;
}

/* Twigs of the last limbs, where they are long enough to be seen. */
static void draw_twigs(const limb *one, int most, double size, drawing *out)
{
    double dx = (double)(one->to[0] - one->from[0]), dy = (double)(one->to[1] - one->from[1]);
    int count = (int)exact_min((double)one->length * size / TWIG_PIXELS, most);
    for (int i = 0; i < count; i++) {
        double t = 0.25 + 0.65 * plant_unit(one->key, TWIG_AT, i);
        double x = limb_at(one, 0, t), y = limb_at(one, 1, t), half = 0.6 * (double)one->thin;
        double length = 0.55 - 0.25 * t, aside = 0.8 * plant_way(one->key, TWIG_AT, -1 - i);
        double to_x = x + length * (dx - aside * dy), to_y = y + length * (dy + aside * dx);
        const drawing_point twig[3] = {{(float)(x - half), (float)(y - half)},
                                       {(float)(x + half), (float)(y + half)},
                                       {(float)to_x, (float)to_y}};
        drawing_shape(out, twig, 3);
    }
}

static void draw_joint(const limb *one, float radius, drawing *out)
{
    static const float corner[8][2] = {{1, 0},  {.7f, .7f},   {0, 1},  {-.7f, .7f},
                                       {-1, 0}, {-.7f, -.7f}, {0, -1}, {.7f, -.7f}};
    drawing_point point[8];
    for (int i = 0; i < 8; i++)
        point[i] =
            (drawing_point){one->to[0] + radius * corner[i][0], one->to[1] + radius * corner[i][1]};
    drawing_shape(out, point, 8);
}

void limb_draw(const skeleton *tree, int bough, double size, drawing *out)
{
    drawing_point point[POINTS];
    drawing_fill_of(out, bough < 0 ? tree->tone : BARK, 0.0, 1.0);
    if (bough == LIMB_STEM)
        draw_foot(&tree->limb[0], out);
    for (int i = 0; i < tree->limbs; i++) {
        const limb *one = &tree->limb[i];
        double seen = one->bough == bough ? seen_width(one, size) : 0.0;
        if (seen == 0.0)
            continue;
        double thick = seen * (double)one->thick, thin = seen * (double)one->thin;
        drawing_stroke(out, point, curve(one, size, 0.0, point), thick,
                       one->is_tip ? 0.3 * thin : thin);
        if (one->is_tip && tree->twigs > 0)
            draw_twigs(one, tree->twigs, size, out);
        if (thin * size > 0.8 && !one->is_tip)
            draw_joint(one, (float)thin, out);
    }
    drawing_light_of(out, bough < 0 ? tree->light : BARK_LIGHT, 0.0);
    for (int i = 0; i < tree->limbs; i++) {
        const limb *one = &tree->limb[i];
        if (one->bough != bough || (double)one->thick * size < 1.6)
            continue;
        int count = curve(one, size, 0.36, point);
        drawing_stroke(out, point, count, 0.3 * (double)one->thick, 0.3 * (double)one->thin);
    }
    if (bough == LIMB_STEM && tree->marks > 0)
        draw_marks(tree, size, out);
}
