/* lightning.c - one stroke with branches, made by midpoint displacement.
 *
 * The stroke begins above the picture's clouds and ends behind the land; from its upper nodes
 * branches leave it downward.
 */
#include "base/exact.h"
#include "base/hash.h"
#include "layers/kind.h"
#include "layers/stroke.h"

/* Lengths in U. */
#define TOP 0.50     /* of the stroke, above the horizon */
#define FOOT (-0.06) /* its end */
#define WIDTH 0.0016 /* half of it */
#define SWING 0.055  /* first displacement; each halving leaves so much of it: */
#define GLOW 0.030   /* of the air beside it */
#define FLASH 0.34   /* of the clouds round its top */

#define BRANCHES 6
#define BRANCH_LEVELS 5
#define BRANCH_NODES ((1 << BRANCH_LEVELS) + 1)

typedef struct lightning {
    shade_colour core;
    linear_rgb glow;
    stroke stroke[1 + BRANCHES];
} lightning;

static void make_branch(stroke *branch, const stroke *trunk, uint64_t key, int number, double unit)
{
    int from =
        (STROKE_NODES - 1) * (2 + 2 * number) / 20 + (int)(3.0 * stroke_chance(key, 40, number));
    double side = stroke_chance(key, 41, number) < 0.0 ? -1.0 : 1.0;
    double length = (0.09 + 0.10 * hash_unit(hash_at(key, 42, number))) * unit;
    int last = (1 << BRANCH_LEVELS);
    branch->x[0] = trunk->x[from];
    branch->y[0] = trunk->y[from];
    branch->x[last] = branch->x[0] + side * length * (0.55 + 0.25 * stroke_chance(key, 43, number));
    branch->y[last] = branch->y[0] + length;
    branch->half = 0.55 * trunk->half;
    branch->alpha = 0.70;
    branch->fades = 1.0;
    stroke_displace(branch, hash_mix(key + (uint64_t)number + 1), BRANCH_LEVELS, 0.18 * length);
}

static rl_status prepare(preparation *work, frame_layer *layer, rl_error *error)
{
    const rl_frame *frame = work->frame;
    lightning *all = layer->data;
    (void)error;
    uint64_t key = hash_key(frame->scene.seed, STREAM_LIGHTNING);
    double side = frame->light.sun_side > 0.0 ? -1.0 : 1.0;
    double x = side * (0.16 + 0.26 * hash_unit(hash_at(key, 50, 0)));
    stroke *trunk = &all->stroke[0];
    double ground = (1.0 - frame->light.horizon) * frame->height;
    trunk->x[0] = 0.5 * frame->width + (x + 0.08 * stroke_chance(key, 51, 0)) * frame->unit;
    trunk->y[0] = exact_max(-0.03 * frame->unit, ground - TOP * frame->unit);
    trunk->x[STROKE_NODES - 1] =
        0.5 * frame->width + (x + 0.10 * stroke_chance(key, 52, 0)) * frame->unit;
    trunk->y[STROKE_NODES - 1] = ground - FOOT * frame->unit;
    trunk->half = WIDTH * frame->unit;
    trunk->alpha = 1.0;
    stroke_displace(trunk, key, STROKE_LEVELS, SWING * frame->unit);
    for (int i = 0; i < BRANCHES; i++)
        make_branch(&all->stroke[1 + i], trunk, key, i, frame->unit);
    oklab white = {0.985, -0.004, -0.012}, violet = {0.80, 0.030, -0.075};
    all->core = shade_encode(frame, colour_oklab_to_linear(white));
    all->glow = colour_oklab_to_linear(violet);
    return RL_OK;
}

/* ---- the air round it, at the nodes of the colour grid ----------------------------- */

/* Where the trunk is at a height; pixels. */
static double trunk_at(const stroke *trunk, double y)
{
    int low = 0, high = trunk->nodes - 1;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (trunk->y[middle] <= y)
            low = middle;
        else
            high = middle;
    }
    double rise = trunk->y[high] - trunk->y[low];
    double part = rise > 0.0 ? exact_clamp((y - trunk->y[low]) / rise, 0.0, 1.0) : 0.0;
    return exact_mix(trunk->x[low], trunk->x[high], part);
}

static void light(paint_scratch *s, int layer, const shade_row *row, const shade_group *group,
                  const float *air, shade_light *sky)
{
    const rl_frame *frame = s->frame;
    const lightning *all = frame->layer[layer].data;
    const stroke *trunk = &all->stroke[0];
    double x = trunk_at(trunk, row->y_px), unit = frame->unit;
    double over = exact_max(trunk->y[0] - row->y_px, 0.0) / (GLOW * unit);
    (void)air;
    for (int i = 0; i < SHADE_GROUP; i++) {
        double at = (double)(group->first + i) * frame->step;
        double beside = exact_abs(at - frame_around(frame, x, at)) / (GLOW * unit);
        double wide = (at - frame_around(frame, trunk->x[0], at)) / (FLASH * unit);
        double down = (row->y_px - trunk->y[0]) / (0.7 * FLASH * unit);
        double away = wide * wide + down * down;
        double amount = away < 16.0 ? 0.22 * exact_exp(-away) : 0.0;
        if (beside + over < 12.0)
            amount += 0.50 * exact_exp(-beside - over * over);
        double left = 1.0 - exact_min(amount, 1.0);
        sky->r[i] = (float)(1.0 - (1.0 - exact_min((double)sky->r[i], 1.0)) *
                                      (1.0 - all->glow.r * (1.0 - left)));
        sky->g[i] = (float)(1.0 - (1.0 - exact_min((double)sky->g[i], 1.0)) *
                                      (1.0 - all->glow.g * (1.0 - left)));
        sky->b[i] = (float)(1.0 - (1.0 - exact_min((double)sky->b[i], 1.0)) *
                                      (1.0 - all->glow.b * (1.0 - left)));
    }
}

/* ---- strokes ------------------------------------------------------------------------ */

/* How much a piece of a stroke covers of pixels of a row: by the distance from the piece. */
static int cover_piece(const stroke *s, int i, double left, double y, int from, int to,
                       float *covered)
{
    double part = (double)i / (s->nodes - 1), left_over = 1.0 - s->fades * part;
    double half = s->half * (s->fades > 0.0 ? 0.4 + 0.6 * left_over : 1.0 - 0.35 * part);
    double least = exact_max(half, 0.55), alpha = s->alpha * left_over * half / least;
    double ax = s->x[i] - left, ay = s->y[i] - y;
    double bx = s->x[i + 1] - left, by = s->y[i + 1] - y;
    double reach = least + 0.5;
    if (exact_min(ay, by) > reach || exact_max(ay, by) < -reach ||
        exact_max(ax, bx) < from - reach || exact_min(ax, bx) > to + reach)
        return 0;
    double dx = bx - ax, dy = by - ay, per = 1.0 / exact_max(dx * dx + dy * dy, 1e-9);
    int first = (int)exact_max(exact_min(ax, bx) - reach, from);
    int end = (int)exact_min(exact_max(ax, bx) + reach + 1.0, to);
    for (int k = first; k < end && covered != NULL; k++) {
        double away = stroke_away(k + 0.5 - ax, -ay, dx, dy, per);
        double amount = alpha * exact_clamp(reach - away, 0.0, 1.0);
        if (amount > (double)covered[k])
            covered[k] = (float)amount;
    }
    return first < end;
}

/* Whether a stroke may touch the first `count` columns of a block in a row. */
static int reaches(const stroke *s, double left, double y, int count)
{
    double far = s->half + 2.0;
    return y > s->top - far && y < s->bottom + far && left + count > s->left - far &&
           left < s->right + far;
}

static int cover_strokes(paint_scratch *s, int layer, const tile_run *run, float *covered)
{
    const rl_frame *frame = s->frame;
    const lightning *all = frame->layer[layer].data;
    double left = (double)((frame->first_block + run->block) * frame->block);
    double middle = left + 0.5 * frame->block, y = run->row + 0.5;
    int from = tiles_left(frame, run), touched = 0;
    left -= frame_around(frame, all->stroke[0].x[0], middle) - all->stroke[0].x[0];
    if (y < all->stroke[0].y[0] - 2.0 || y > all->stroke[0].y[STROKE_NODES - 1] + 2.0)
        return 0;
    for (int i = 0; i <= BRANCHES; i++) {
        if (!reaches(&all->stroke[i], left, y, from + run->count))
            continue;
        for (int k = 0; k + 1 < all->stroke[i].nodes; k++) {
            touched |= cover_piece(&all->stroke[i], k, left, y, from, from + run->count, covered);
            if (touched && covered == NULL)
                return 1;
        }
    }
    return touched;
}

static int touches(paint_scratch *s, int layer, const tile_run *run)
{
    return cover_strokes(s, layer, run, NULL);
}

static void over(paint_scratch *s, int layer, const tile_run *run)
{
    const lightning *all = s->frame->layer[layer].data;
    float covered[TILES_BLOCK] = {0};
    int left = tiles_left(s->frame, run);
    run_pixels pixels = block_pixels(s, run);
    (void)cover_strokes(s, layer, run, covered);
    for (int i = 0; i < run->count; i++) {
        float amount = covered[left + i];
        if (s->frame->is_hard)
            amount = amount >= 0.5f ? 1.0f : 0.0f;
        blend_over(s->frame->tone, &pixels, i, all->core.r, all->core.g, all->core.b, amount);
    }
}

static rl_status facts(facts_grid *g, const frame_layer *layer, rl_facts *out, rl_error *error)
{
    int seen = 0;
    (void)error;
    if (layer == NULL || facts_is_small(g))
        return RL_OK;
    const stroke *trunk = &((const lightning *)layer->data)->stroke[0];
    for (int i = 0; i < STROKE_NODES; i++)
        seen += facts_sky_at(g, trunk->x[i], trunk->y[i]) != NULL;
    out->lightning = (double)seen / STROKE_NODES;
    return RL_OK;
}

static const scene_key weather_keys[] = {
    REAL_KEY("weather.lightning", AT_SCENE(lightning), 0, 1, 0, "above 0: a stroke of lightning"),
};

const layer_kind kind_lightning = {
    .name = "lightning",
    .number = RL_LAYER_SKY,
    .keys = {KEY_GROUP("weather", weather_keys)},
    .amount = AT_SCENE(lightning),
    .order = -54.0,
    .data_bytes = sizeof(lightning),
    .prepare = prepare,
    .paint = {.touches = touches, .over = over, .light = light},
    .facts = facts,
};
