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
    MARK_ASIDE
};

#define BOUGH_LEVEL 2
#define THIRD_FORK 0.30 /* forks in three, of all */
#define POINTS 9
#define BARK 0.4
#define BARK_LIGHT 1.5
#define LEAST_HALF 0.2 /* pixels: half the width of a limb that is drawn */

typedef struct place {
    double at[3];
} place;

/* Where a limb begins. */
typedef struct bud {
    place from, way;
    double length, width, turn; /* turn: the last fork's, about the limb */
    int level, bough;
    uint64_t key;
} bud;

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

/* A direction that leaves `way` by an angle, at a turn about it; both in turns. */
static place turned(place way, double angle, double turn)
{
    int thin = exact_abs(way.at[1]) < 0.9; /* an axis that is not along the way */
    place axis = {{!thin, thin, 0.0}};
    double along_axis = way.at[!thin ? 0 : 1];
    place side = scaled_to_1(along(axis, way, -along_axis));
    place third = {{way.at[1] * side.at[2] - way.at[2] * side.at[1],
                    way.at[2] * side.at[0] - way.at[0] * side.at[2],
                    way.at[0] * side.at[1] - way.at[1] * side.at[0]}};
    turn -= (double)exact_floor(turn);
    double cosine = exact_cos_turn(angle), sine = exact_cos_turn(0.25 - angle);
    double across = exact_cos_turn(turn), back = exact_cos_turn(exact_abs(0.25 - turn));
    place to;
    for (int i = 0; i < 3; i++)
        to.at[i] = cosine * way.at[i] + sine * (across * side.at[i] + back * third.at[i]);
    return to;
}

/* The direction of a limb's end. */
static place end_way(const limb_plan *plan, const bud *b)
{
    place way = b->way;
    for (int i = 0; i < 3; i++)
        way.at[i] += plan->wobble * plant_way(b->key, WOBBLE_AT, i);
    way.at[1] +=
        plan->up + exact_clamp(4.0 * (plan->low - b->from.at[1] - way.at[1] * b->length), 0.0, 0.9);
    return scaled_to_1(way);
}

static void grow(const limb_plan *plan, const bud *b, skeleton *tree);

/* A limb that leaves another at a point of it. */
static void grow_child(const limb_plan *plan, const bud *parent, place from, place way,
                       double angle, double turn, double share, int index, skeleton *tree)
{
    uint64_t key = hash_at(parent->key, CHILD_AT, index);
    double length = parent->level == 0 ? LIMB_LENGTH : parent->length * plan->ratio;
    bud child = {.from = from,
                 .way = turned(way, angle * (0.75 + 0.5 * plant_unit(key, FORK_AT, 0)), turn),
                 .length = length * (0.80 + 0.35 * plant_unit(key, LENGTH_AT, 0)),
                 .width = parent->width * share,
                 .turn = turn,
                 .level = parent->level + 1,
                 .bough = parent->bough,
                 .key = key};
    if (child.level >= BOUGH_LEVEL && child.bough < 0)
        child.bough = tree->boughs++;
    grow(plan, &child, tree);
}

static void grow(const limb_plan *plan, const bud *b, skeleton *tree)
{
    if (tree->limbs == LIMBS)
        return;
    place bend = along(b->from, b->way, 0.5 * b->length), way = end_way(plan, b);
    place to = along(bend, way, 0.5 * b->length);
    limb *one = &tree->limb[tree->limbs++];
    *one = (limb){.thick = (float)b->width,
                  .thin = (float)(b->width * 0.8),
                  .level = b->level,
                  .bough = b->bough,
                  .is_tip = b->level >= plan->depth,
                  .key = b->key};
    for (int i = 0; i < 3; i++) {
        one->from[i] = (float)b->from.at[i];
        one->bend[i] = (float)bend.at[i];
        one->to[i] = (float)to.at[i];
    }
    if (one->is_tip)
        return;
    double turn = b->turn + 0.28 + 0.2 * plant_unit(b->key, TURN_AT, 0);
    double angle = plan->spread / 8.0; /* in turns */
    int count = plant_unit(b->key, FORK_AT, 1) < (b->level == 0 ? 0.6 : THIRD_FORK) ? 3 : 2;
    if (plant_unit(b->key, SHOOT_AT, 0) < plan->shoots && b->level + 2 <= plan->depth &&
        b->level > 0) {
        bud shoot = *b;
        shoot.level++;
        shoot.length *= 0.7;
        place middle = along(along(b->from, b->way, 0.25 * b->length), way, 0.30 * b->length);
        grow_child(plan, &shoot, middle, way, 1.2 * angle, turn + 0.4, 0.5, 9, tree);
    }
    grow_child(plan, b, to, way, (b->level == 0 ? 0.8 : 0.5) * angle, turn, plan->thin, 0, tree);
    for (int i = 1; i < count; i++)
        grow_child(plan, b, to, way, angle, turn + (double)i / count, 0.84 * plan->thin, i, tree);
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
    out->limbs = out->boughs = out->marks = 0;
    out->tone = BARK;
    out->light = BARK_LIGHT;
    double lean = plan->lean * plant_way(key, TURN_AT, 7);
    bud foot = {.way = {{lean, 1.0, 0.0}},
                .length = plan->stem * (0.8 + 0.4 * plant_unit(key, LENGTH_AT, 7)),
                .width = 0.5 * plan->width,
                .turn = plant_unit(key, TURN_AT, 8),
                .bough = -1,
                .key = key};
    foot.way = scaled_to_1(foot.way);
    grow(plan, &foot, out);
    limb_scale(out, crown);
}

/* A coordinate of a limb's curve. */
static double at_curve(const limb *one, int axis, double t)
{
    return (1.0 - t) * (1.0 - t) * (double)one->from[axis] +
           2.0 * t * (1.0 - t) * (double)one->bend[axis] + t * t * (double)one->to[axis];
}

/* Points of a limb's curve, moved to its right side by a share of its width. */
static int curve(const limb *one, double size, double aside, drawing_point point[POINTS])
{
    double dx = (double)(one->to[0] - one->from[0]), dy = (double)(one->to[1] - one->from[1]);
    double length = exact_sqrt(dx * dx + dy * dy);
    int count = length * size < 12.0 ? 2 : length * size < 60.0 ? 4 : POINTS;
    double right = (dy > 0.0 ? 1.0 : -1.0) / exact_max(length, 1e-9);
    for (int i = 0; i < count; i++) {
        double t = (double)i / (count - 1);
        double half = aside * exact_mix((double)one->thick, (double)one->thin, t) * right;
        point[i] = (drawing_point){(float)(at_curve(one, 0, t) + half * dy),
                                   (float)(at_curve(one, 1, t) - half * dx)};
    }
    return count;
}

/* The stem widens to its foot. */
static void draw_foot(const limb *stem, drawing *out)
{
    static const float up[] = {-0.3f, 0.3f, 1.1f, 2.4f, 4.0f};
    static const float wide[] = {1.0f, 0.62f, 0.28f, 0.10f, 0.0f}; /* of how far roots reach */
    float slope = (stem->bend[0] - stem->from[0]) / (stem->bend[1] - stem->from[1]);
    drawing_point point[10];
    for (int i = 0; i < 5; i++) {
        float y = stem->thick * up[i], middle = slope * (y > 0.0f ? y : 0.0f);
        float left = 0.4f + 0.7f * (float)plant_unit(stem->key, ROOT_AT, 0);
        float right = 0.4f + 0.7f * (float)plant_unit(stem->key, ROOT_AT, 1);
        point[i] = (drawing_point){middle - stem->thick * (0.82f + left * wide[i]), y};
        point[9 - i] = (drawing_point){middle + stem->thick * (0.82f + right * wide[i]), y};
    }
    drawing_shape(out, point, 10);
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
        double x = at_curve(stem, 0, t) + 0.5 * half * plant_way(stem->key, MARK_ASIDE, i);
        drawing_ellipse(out, x, at_curve(stem, 1, t), 0.6 * half, high, 6);
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

void limb_draw(const skeleton *tree, int bough, double size, drawing *out)
{
    drawing_point point[POINTS];
    drawing_fill_of(out, bough < 0 ? tree->tone : BARK, 0.0, 1.0);
    if (bough < 0)
        draw_foot(&tree->limb[0], out);
    for (int i = 0; i < tree->limbs; i++) {
        const limb *one = &tree->limb[i];
        double seen = one->bough == bough ? seen_width(one, size) : 0.0;
        if (seen == 0.0)
            continue;
        double thick = seen * (double)one->thick, thin = seen * (double)one->thin;
        drawing_stroke(out, point, curve(one, size, 0.0, point), thick,
                       one->is_tip ? 0.3 * thin : thin);
        if (thin * size > 0.8 && !one->is_tip)
            drawing_ellipse(out, (double)one->to[0], (double)one->to[1], thin, thin, 8);
    }
    drawing_fill_of(out, bough < 0 ? tree->light : BARK_LIGHT, 0.0, 1.0);
    for (int i = 0; i < tree->limbs; i++) {
        const limb *one = &tree->limb[i];
        if (one->bough != bough || (double)one->thick * size < 1.6)
            continue;
        int count = curve(one, size, 0.55, point);
        drawing_stroke(out, point, count, 0.3 * (double)one->thick, 0.3 * (double)one->thin);
    }
    if (bough < 0 && tree->marks > 0)
        draw_marks(tree, size, out);
}
