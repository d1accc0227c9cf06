/* fall.c - snow and rain in the air: soft flakes, thin drops, in front of everything.
 *
 * Each sort is a lattice of cells over the picture with at most one of them in a cell, found by
 * hash.  In a cycle of the phase the lattice falls by a whole number of its periods.
 */
#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "layers/kind.h"
#include "ridge/noise.h"

/* Lengths in U.  A flake is an ellipse about a leaning axis. */
typedef struct fall_sort {
    int is_rain;
    double wide, high;  /* of a cell */
    double half, along; /* half axes of the largest */
    double lean;        /* sideways for each U downward */
    double alpha;       /* in its middle */
    int falls;          /* periods in a cycle */
} fall_sort;

static const fall_sort sorts[] = {
    {0, 0.017, 0.017, 0.0017, 0.0017, 0.0, 0.42, 1},
    {0, 0.042, 0.042, 0.0036, 0.0034, 0.0, 0.60, 1},
    {0, 0.105, 0.105, 0.0082, 0.0074, 0.0, 0.52, 1},
    {0, 0.300, 0.300, 0.0180, 0.0160, 0.0, 0.26, 1},
    {1, 0.011, 0.050, 0.0004, 0.0150, 0.16, 0.16, 2},
    {1, 0.034, 0.110, 0.0007, 0.0320, 0.18, 0.17, 2},
};
#define SORTS (sizeof sorts / sizeof *sorts)

#define PERIOD 64    /* rows of cells after which a sort repeats */
#define LEAST_PX 1.0 /* half axis: what is smaller is as large, and fainter */
#define SHARE 0.65   /* of cells that are not empty, where the amount is 1 */

typedef struct falling {
    double amount; /* of the sort */
    shade_colour colour;
    double half, along, alpha; /* pixels; as painted */
    double wide, high;         /* of a cell, pixels */
    noise_period columns;
    uint64_t key;
} falling;

typedef struct fall {
    falling sort[SORTS];
} fall;

static int count(const rl_scene *scene)
{
    return scene->rain > 0.0 || scene->snowfall > 0.0;
}

static double place(const rl_scene *scene, int index)
{
    (void)index;
    return scene->ridge_count + 1.0;
}

static rl_status prepare(preparation *work, frame_layer *layer, rl_error *error)
{
    const rl_frame *frame = work->frame;
    const rl_scene *scene = &frame->scene;
    fall *all = layer->data;
    (void)error;
    layer->depth = 1.0;
    oklab snow = colour_mix_oklab(frame->light.mist, colour_to_oklab(scene->palette.snow), 0.75);
    for (size_t i = 0; i < SORTS; i++) {
        const fall_sort *sort = &sorts[i];
        falling *one = &all->sort[i];
        double wide = sort->wide;
        one->columns = noise_fit_cell(frame->loop, &wide);
        one->wide = wide * frame->unit;
        one->high = sort->high * frame->unit;
        one->half = exact_max(sort->half * frame->unit, LEAST_PX);
        one->along = exact_max(sort->along * frame->unit, LEAST_PX);
        one->alpha = sort->alpha * sort->half * sort->along * frame->unit * frame->unit /
                     (one->half * one->along);
        one->amount = sort->is_rain ? scene->rain : scene->snowfall;
        one->key = hash_key(scene->seed, STREAM_FALL + (uint64_t)i);
        one->colour =
            shade_encode(frame, colour_oklab_to_linear(sort->is_rain ? frame->light.mist : snow));
    }
    return RL_OK;
}

/* A flake or drop, relative to the block's column 0 and the middle of the row; pixels. */
typedef struct flake {
    double x, y, size, alpha;
} flake;

/* Calls for what a run's row may touch in columns of its block. */
typedef struct fall_visit {
    const rl_frame *frame;
    const fall_sort *sort;
    const falling *one;
    int from, to; /* columns of the block */
    float *covered;
} fall_visit;

static int visit(const fall_visit *v, const flake *f)
{
    double half = v->one->half * f->size, along = v->one->along * f->size;
    double up = f->y / along;
    double x = f->x + f->y * v->sort->lean;
    if (up * up >= 1.0 || x + half <= v->from || x - half >= v->to)
        return 0;
    int from = (int)exact_max((double)exact_floor(x - half), v->from);
    int to = (int)exact_min((double)exact_floor(x + half) + 1.0, v->to);
    for (int i = from; i < to && v->covered != NULL; i++) {
        double dx = (i + 0.5 - x) / half;
        double inside = exact_max(1.0 - dx * dx - up * up, 0.0);
        double alpha = f->alpha * inside * (v->sort->is_rain ? 1.0 : inside * 1.3);
        v->covered[i] += (1.0f - v->covered[i]) * (float)exact_min(alpha, 1.0);
    }
    return from < to;
}

/* Visits all of a sort in one row; without `covered` it stops at the first. */
static int visit_row(fall_visit *v, const tile_run *run)
{
    const rl_frame *frame = v->frame;
    const falling *one = v->one;
    double left = (double)((frame->first_block + run->block) * frame->block) - 0.5 * frame->width;
    double fallen = v->sort->falls * frame->phase * PERIOD * one->high;
    double row = frame->height - (run->row + 0.5) + fallen; /* pixels up the lattice */
    double reach = one->half + one->along * v->sort->lean;
    int64_t first = exact_floor((left + v->from - reach) / one->wide);
    int64_t last = exact_floor((left + v->to + reach) / one->wide);
    int touched = 0;
    for (int64_t j = exact_floor((row - one->along) / one->high);
         j <= exact_floor((row + one->along) / one->high); j++)
        for (int64_t i = first; i <= last; i++) {
            uint64_t bits =
                hash_at(one->key, (int)exact_wrap(j, PERIOD), exact_wrap(i, one->columns));
            if ((double)(bits & 255) >= 256.0 * SHARE * one->amount)
                continue;
            flake f = {.x = ((double)i + (double)(bits >> 8 & 65535) / 65536.0) * one->wide - left,
                       .y = ((double)j + (double)(bits >> 24 & 65535) / 65536.0) * one->high - row,
                       .size = 0.55 + 0.45 * (double)(bits >> 40 & 255) / 256.0,
                       .alpha = one->alpha * (0.5 + 0.5 * (double)(bits >> 48 & 255) / 256.0)};
            touched |= visit(v, &f);
            if (touched && v->covered == NULL)
                return 1;
        }
    return touched;
}

static int visit_all(paint_scratch *s, int layer, const tile_run *run, float *covered)
{
    const rl_frame *frame = s->frame;
    const fall *all = frame->layer[layer].data;
    int touched = 0;
    for (size_t i = 0; i < SORTS; i++) {
        fall_visit v = {.frame = frame,
                        .sort = &sorts[i],
                        .one = &all->sort[i],
                        .from = tiles_left(frame, run),
                        .covered = covered};
        v.to = v.from + run->count;
        if (all->sort[i].amount > 0.0)
            touched |= visit_row(&v, run);
        if (touched && covered == NULL)
            return 1;
    }
    return touched;
}

static int touches(paint_scratch *s, int layer, const tile_run *run)
{
    return visit_all(s, layer, run, NULL);
}

static void cover(paint_scratch *s, int layer, const tile_run *run, tile_colours *colours,
                  float covered[TILES_BLOCK])
{
    const fall *all = s->frame->layer[layer].data;
    int is_rain = !(s->frame->scene.snowfall > 0.0);
    memset(covered, 0, TILES_BLOCK * sizeof *covered);
    block_fill(all->sort[is_rain ? SORTS - 1 : 0].colour, colours);
    (void)visit_all(s, layer, run, covered);
}

static rl_status facts(facts_grid *g, const frame_layer *layer, rl_facts *out, rl_error *error)
{
    (void)error;
    if (layer == NULL || facts_is_small(g))
        return RL_OK;
    out->snowfall = g->frame->scene.snowfall;
    out->rain = g->frame->scene.rain;
    return RL_OK;
}

static const scene_key weather_keys[] = {
    REAL_KEY("weather.overcast", AT_SCENE(overcast), 0, 1, 0,
             "how grey the palette becomes; 0 in a resolved scene"),
    REAL_KEY("weather.snow", AT_SCENE(snowfall), 0, 1, 0, "how much snow falls"),
    REAL_KEY("weather.rain", AT_SCENE(rain), 0, 1, 0, "how much rain falls, near and far"),
};

const layer_kind kind_fall = {
    .name = "fall",
    .number = RL_LAYER_OTHER,
    .keys = {KEY_GROUP("weather", weather_keys)},
    .count = count,
    .place = place,
    .data_bytes = sizeof(fall),
    .prepare = prepare,
    .paint = {.touches = touches, .cover = cover},
    .facts = facts,
};
