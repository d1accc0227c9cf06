/* fall.c - the layer of snow and rain in the air: soft flakes and thin drops before everything
 * else.
 *
 * Each sort is a lattice of cells over the picture with at most one flake or drop in a cell, found
 * by hash.  In a cycle of the phase the lattice falls by a whole number of its periods.
 */
#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "layers/core/kind.h"
#include "ridge/noise.h"

#define STREAM 5070 /* random stream of the first sort; those of the others follow */

/* Flakes or drops of one distance: ellipses about a leaning axis.  Lengths are in U. */
typedef struct fall_sort {
    int is_rain;
    double wide, high; /* size of a cell */
    double half;       /* largest half axis across */
    double along;      /* largest half axis downward */
    double lean;       /* shift aside for each U upward */
    double alpha;      /* opacity in the middle */
    int falls;         /* fall of the lattice in a cycle of the phase, in PERIOD cells */
} fall_sort;

/* clang-format off */
static const fall_sort sorts[] = {
    {.wide = 0.013, .high = 0.013, .half = 0.0015, .along = 0.0015, .alpha = 0.58, .falls = 1},
    {.wide = 0.036, .high = 0.036, .half = 0.0027, .along = 0.0026, .alpha = 0.68, .falls = 1},
    {.wide = 0.110, .high = 0.110, .half = 0.0048, .along = 0.0045, .alpha = 0.72, .falls = 1},
    {.is_rain = 1, .wide = 0.011, .high = 0.060, .half = 0.0006, .along = 0.0190, .lean = 0.16,
     .alpha = 0.30, .falls = 2},
    {.is_rain = 1, .wide = 0.042, .high = 0.140, .half = 0.0011, .along = 0.0440, .lean = 0.18,
     .alpha = 0.34, .falls = 2},
};
/* clang-format on */
#define SORTS (sizeof sorts / sizeof *sorts)

#define PERIOD 64    /* rows of cells after which a sort repeats */
#define LEAST_PX 1.0 /* least half axis as painted, pixels; smaller things are fainter instead */
#define SHARE 0.65   /* share of cells that are not empty, where the amount is 1 */
#define SNOW_COLOUR 0.75 /* share of the palette's snow in flakes, the rest is mist */
#define SIZE_LEAST 0.55  /* size of the smallest flake or drop, relative to the largest */
#define SIZE_RANGE 0.45  /* 1 - SIZE_LEAST */
#define BYTE_VALUES 256.0
#define WORD_VALUES 65536.0
#define SOFT_GAIN 1.3 /* factor of the opacity of flakes, which fall off twice as fast as drops */

typedef struct falling {
    double amount; /* amount of the sort in the scene, 0..1 */
    shade_colour colour;
    double half, along;   /* half axes as painted, pixels */
    double alpha;         /* opacity in the middle, as painted */
    double wide, high;    /* size of a cell, pixels */
    noise_period columns; /* cells across after which the lattice repeats in a loop, 0 = never */
    uint64_t key;
} falling;

typedef struct fall {
    falling sort[SORTS];
} fall;

static int count(const rl_scene *scene)
{
    return scene_real(scene, "weather.rain") > 0.0 || scene_real(scene, "weather.snow") > 0.0;
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
    oklab snow =
        colour_mix_oklab(frame->light.mist, colour_to_oklab(scene->palette.snow), SNOW_COLOUR);
    double rain = scene_real(scene, "weather.rain"), snowfall = scene_real(scene, "weather.snow");
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
        one->amount = sort->is_rain ? rain : snowfall;
        one->key = hash_key(scene->seed, STREAM + (uint64_t)i);
        one->colour =
            shade_encode(frame, colour_oklab_to_linear(sort->is_rain ? frame->light.mist : snow));
    }
    return RL_OK;
}

/* Data of a thread: the row that it paints. */
typedef struct fall_row {
    int row;          /* number of the row, -1 = none */
    float *covered;   /* [blocks * TILES_BLOCK]: coverage, 0..1 */
    uint8_t *touched; /* [blocks]: whether there is any coverage */
} fall_row;

static int begin(paint_scratch *s, int layer)
{
    size_t blocks = (size_t)s->frame->blocks;
    fall_row *row = arena_zeroed(&s->arena, 1, sizeof *row);
    if (row == NULL)
        return 0;
    s->memory[layer] = row;
    row->row = -1;
    row->covered = arena_array(&s->arena, blocks, TILES_BLOCK * sizeof *row->covered);
    row->touched = arena_array(&s->arena, blocks, 1);
    return row->covered != NULL && row->touched != NULL;
}

/* Adds a flake or drop to the row.  x is its middle, pixels from the left of the picture; `y` is
 * its height above the row, pixels. */
static void lay(const rl_frame *frame, const fall_sort *sort, const falling *one, uint64_t bits,
                double x, double y, fall_row *row)
{
    double size = SIZE_LEAST + SIZE_RANGE * (double)(bits >> 40 & 255) / BYTE_VALUES;
    double strength = one->alpha * (0.5 + 0.5 * (double)(bits >> 48 & 255) / BYTE_VALUES);
    double half = one->half * size, up = y / (one->along * size);
    if (up * up >= 1.0)
        return;
    int64_t left = frame->first_block * frame->block;
    int64_t width = (int64_t)frame->blocks * frame->block;
    x += y * sort->lean;
    int64_t from = exact_floor(x - half) - left, to = exact_floor(x + half) + 1 - left;
    from = from > 0 ? from : 0;
    to = to < width ? to : width;
    for (int64_t i = from; i < to; i++) {
        double dx = ((double)(left + i) + 0.5 - x) / half;
        double inside = exact_max(1.0 - dx * dx - up * up, 0.0);
        double alpha = strength * inside * (sort->is_rain ? 1.0 : inside * SOFT_GAIN);
        row->covered[i] += (1.0f - row->covered[i]) * (float)exact_min(alpha, 1.0);
        row->touched[i / TILES_BLOCK] = 1;
    }
}

/* Adds all flakes or drops of a sort to a row. */
static void lay_sort(const rl_frame *frame, const fall_sort *sort, const falling *one,
                     fall_row *row)
{
    double fallen = sort->falls * frame->phase * PERIOD * one->high;
    double height = frame->height - (row->row + 0.5) + fallen; /* pixels up the lattice */
    double left = (double)(frame->first_block * frame->block) - 0.5 * frame->width;
    double right = left + (double)frame->blocks * frame->block;
    double reach = one->half + one->along * sort->lean;
    int64_t first = exact_floor((left - reach) / one->wide);
    int64_t last = exact_floor((right + reach) / one->wide);
    int64_t top = exact_floor((height + one->along) / one->high);
    for (int64_t j = exact_floor((height - one->along) / one->high); j <= top; j++) {
        int line = (int)exact_wrap(j, PERIOD);
        for (int64_t i = first; i <= last; i++) {
            uint64_t bits = hash_at(one->key, line, exact_wrap(i, one->columns));
            double y =
                ((double)j + (double)(bits >> 24 & 65535) / WORD_VALUES) * one->high - height;
            if ((double)(bits & 255) >= BYTE_VALUES * SHARE * one->amount ||
                exact_abs(y) >= one->along)
                continue;
            double x = ((double)i + (double)(bits >> 8 & 65535) / WORD_VALUES) * one->wide;
            lay(frame, sort, one, bits, x + 0.5 * frame->width, y, row);
        }
    }
}

static fall_row *row_of(paint_scratch *s, int layer, const tile_run *run)
{
    const rl_frame *frame = s->frame;
    const fall *all = frame->layer[layer].data;
    fall_row *row = s->memory[layer];
    if (row->row == run->row)
        return row;
    row->row = run->row;
    memset(row->covered, 0, (size_t)frame->blocks * TILES_BLOCK * sizeof *row->covered);
    memset(row->touched, 0, (size_t)frame->blocks);
    for (size_t i = 0; i < SORTS; i++)
        if (all->sort[i].amount > 0.0)
            lay_sort(frame, &sorts[i], &all->sort[i], row);
    return row;
}

static int touches(paint_scratch *s, int layer, const tile_run *run)
{
    return row_of(s, layer, run)->touched[run->block];
}

static void cover(paint_scratch *s, int layer, const tile_run *run, tile_colours *colours,
                  float covered[TILES_BLOCK])
{
    const fall *all = s->frame->layer[layer].data;
    int is_rain = !(all->sort[0].amount > 0.0);
    block_fill(all->sort[is_rain ? SORTS - 1 : 0].colour, colours);
    memcpy(covered, row_of(s, layer, run)->covered + (ptrdiff_t)run->block * TILES_BLOCK,
           TILES_BLOCK * sizeof *covered);
}

static const rl_sight_words snowfall_words =
    SIGHT("snowfall", 0.2, SIGHT_CLAUSE(23, "snow is falling", "flakes of snow fall"),
          SIGHT_EVENT(10, "over", "falling snow", "flakes of snow"));

static const rl_sight_words rain_words =
    SIGHT("rain", 0.2, SIGHT_CLAUSE(24, "rain is falling", "it rains"),
          SIGHT_EVENT(11, "over", "rain", "showers"));

static rl_status facts(facts_grid *g, const frame_layer *layer, rl_facts *out, rl_error *error)
{
    (void)error;
    if (layer == NULL || facts_is_small(g))
        return RL_OK;
    const rl_scene *scene = &g->frame->scene;
    (void)facts_mention(out, &snowfall_words, scene_real(scene, "weather.snow"));
    (void)facts_mention(out, &rain_words, scene_real(scene, "weather.rain"));
    return RL_OK;
}

static const scene_key weather_keys[] = {
    REAL_KEY("weather.overcast", BY_NAME, 0, 1, 0,
             "greyness of the palette under clouds; 0 in a resolved scene"),
    REAL_KEY("weather.snow", BY_NAME, 0, 1, 0, "density of falling snow"),
    REAL_KEY("weather.rain", BY_NAME, 0, 1, 0, "density of rain, near and far"),
};

const layer_kind kind_fall = {
    .name = "fall",
    .number = RL_LAYER_OTHER,
    .material = PRINT_SKY,
    .stream = STREAM,
    .streams = 8,
    .keys = {KEY_GROUP("weather", weather_keys)},
    .count = count,
    .place = place,
    .data_bytes = sizeof(fall),
    .prepare = prepare,
    .paint = {.begin = begin, .touches = touches, .cover = cover},
    .facts = facts,
};
