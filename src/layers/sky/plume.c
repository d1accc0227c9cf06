/* plume.c - prepares the plume of smoke behind the summit of a volcano: its vent, form and light.
 *
 * The vent is in the crater of its ridge; the seed chooses wind and bend.  plume_kernel.c paints
 * the result in front of the sky and behind the ridge.
 */
#include "layers/sky/plume.h"

#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "base/status.h"
#include "frame/profile.h"
#include "layers/core/kind.h"

#define STREAM 5121 /* random stream */

/* Sizes of a plume; `plume.amount` mixes those of a thread and of a column. */
typedef struct plume_size {
    double half, more;    /* half width at the vent, U, and its growth per U of arc length */
    double cell, per_way; /* size of a heap at the vent, U, and its growth per U of arc length */
    double length;        /* length over which smoke dissolves, U */
    double dense;         /* density on the middle line, 0..1 */
} plume_size;

static const plume_size thread = {
    .half = 0.007, .more = 0.10, .cell = 0.012, .per_way = 0.12, .length = 0.34, .dense = 0.55};
static const plume_size column = {
    .half = 0.026, .more = 0.36, .cell = 0.030, .per_way = 0.20, .length = 0.62, .dense = 1.00};

/* Ranges from which the seed chooses the plume's middle line x = lean y + bend y^2, U from the
 * vent. */
static const struct {
    double lean_least, lean_most;
    double bend_least, bend_most;
} wind = {.lean_least = 0.10, .lean_most = 0.45, .bend_least = 0.35, .bend_most = 0.80};

enum plume_part { PART_SIDE, PART_LEAN, PART_BEND, PART_SHIFT = 16 };

#define BELOW 0.014       /* depth of the vent below the crater's lowest place, U */
#define CRATER 0.04       /* U on either side of the summit in which that place is sought */
#define CRATER_STEPS 8    /* heights that are sampled on either side */
#define CRATER_DROP 0.02  /* largest drop of the lowest height per sample, fraction of H */
#define LOOP_SHARE 0.30   /* longest plume, share of the loop: a longer one would meet itself */
#define GAIN 0.56         /* weight of an octave of heaps over that of the previous one */
#define NIGHT_FROM 0.75   /* lightness of the zenith below which the glow of the vent grows */
#define NIGHT 0.30        /* lightness of the zenith at which it is night */
#define FIRE_BY_DAY 0.10  /* glow of the vent on smoke by day, relative to night */
#define HALO 0.45         /* light of the vent on the air by night */
#define HALO_THREAD 0.4   /* share of HALO where the smoke is a thread */
#define HALO_WIDE 0.11    /* width of the halo, U */
#define HALO_REACH_2 9.0  /* (radius / HALO_WIDE)^2 at which the halo ends */
#define REACH 1.3         /* half widths from the middle line beyond which there is no smoke */
#define LENGTHS 1.45      /* arc length beyond which there is no smoke, in plume_size.length */
#define ROW_STEP 0.01     /* step of the search for touched rows, U */
#define ROW_SLACK 0.02    /* margin of that search, U */
#define FIRST_PLACE -52.0 /* `place` of a plume of the farthest ridge: among the sky layers */
#define BEFORE 1.1        /* `place` of other plumes: the ridge's number less this, behind it */

static double chance(uint64_t key, int part)
{
    return hash_unit(hash_at(key, part, 0));
}

/* Returns the arc length of the parabola of the middle line up to the point where dx/dy = m, U. */
static double length_of(double bend, double m)
{
    double r = exact_sqrt(1.0 + m * m);
    return (m * r + EXACT_LN2 * exact_log2(m + r)) / (4.0 * bend);
}

/* Sets x_px and y_px of a plume: the vent is in the crater, behind the crater's edge. */
static rl_status find_vent(const rl_frame *frame, plume *p, rl_error *error)
{
    int ridge = scene_int(&frame->scene, "plume.ridge") - 1;
    double heights[2 * CRATER_STEPS + 1], x = frame->scene.ridge[ridge].hero_x;
    double step = CRATER / CRATER_STEPS;
    ridge_grid grid = {.first = -CRATER_STEPS, .step = step, .origin = x, .detail = step};
    TRY(profile_heights(frame->profile, ridge, &grid, 2 * CRATER_STEPS + 1, heights, error));
    double low = heights[CRATER_STEPS];
    for (int i = 0; i <= 2 * CRATER_STEPS; i++)
        low = exact_min(low, exact_max(heights[i], low - CRATER_DROP));
    p->x_px = 0.5 * frame->width + x * frame->unit;
    p->y_px = (1.0 - low) * frame->height + BELOW * frame->unit;
    return RL_OK;
}

static void make_form(const rl_frame *frame, plume *p, uint64_t key)
{
    double amount = frame->scene.plume;
    double length = exact_mix(thread.length, column.length, amount);
    double bend = exact_mix(wind.bend_least, wind.bend_most, chance(key, PART_BEND));
    if (frame->loop > 0.0)
        length = exact_min(length, LOOP_SHARE * frame->loop);
    p->side = chance(key, PART_SIDE) < 0.5 ? -1.0f : 1.0f;
    p->bend[0] = (float)exact_mix(wind.lean_least, wind.lean_most, chance(key, PART_LEAN));
    p->bend[1] = (float)bend;
    p->start = (float)length_of((double)p->bend[1], (double)p->bend[0]);
    p->half = (float)exact_mix(thread.half, column.half, amount);
    p->more = (float)exact_mix(thread.more, column.more, amount);
    p->cell = (float)exact_mix(thread.cell, column.cell, amount);
    p->per_way = (float)exact_mix(thread.per_way, column.per_way, amount);
    p->per_length = (float)(1.0 / length);
    p->dense = (float)exact_mix(thread.dense, column.dense, amount);
    for (int k = 0; k < BILLOWS_OCTAVES; k++)
        p->shift[k] = billows_shift(key, PART_SHIFT + k, 0);
}

double plume_night(const rl_frame *frame)
{
    oklab top = frame->light.sky.colour[frame->light.sky.count - 1];
    return exact_smoothstep(NIGHT_FROM, NIGHT, top.l) * (1.0 - light_of_day(&frame->light));
}

static void make_light(const rl_frame *frame, plume *p)
{
    double sun = frame_around(frame, frame->light.sun_x, p->x_px);
    p->sun_x = (float)((sun - p->x_px) / frame->unit);
    p->sun_y = (float)((p->y_px - frame->light.sun_y) / frame->unit);
    p->light = billows_light_of(frame);
    oklab red = colour_to_oklab(PLUME_FIRE);
    double dark = plume_night(frame);
    p->fire = (float)exact_mix(FIRE_BY_DAY, 1.0, dark);
    p->halo = HALO * dark * exact_mix(HALO_THREAD, 1.0, frame->scene.plume);
    p->red = colour_oklab_to_linear(red);
    p->fire_colour = shade_encode(frame, colour_oklab_to_linear(red));
}

/* Returns the half width at height `y` above the vent; sets the middle line's x and its arc length
 * up to there.  All are in U. */
static double form_at(const plume *p, double y, double *x, double *way)
{
    double lean = (double)p->bend[0] + 2.0 * (double)p->bend[1] * y;
    *x = (double)p->side * y * ((double)p->bend[0] + (double)p->bend[1] * y);
    *way = length_of((double)p->bend[1], lean) - (double)p->start;
    return (double)p->half + (double)p->more * *way;
}

/* Sets the rows of each block that the plume may touch. */
static rl_status find_blocks(const rl_frame *frame, plume *p, frame_layer *layer, rl_error *error)
{
    size_t blocks = (size_t)frame->blocks;
    int32_t *rows = arena_array(frame->arena, blocks, 2 * sizeof *rows);
    double x, way = 0.0;
    TRY(status_memory(rows != NULL, "plume", error));
    for (double y = 0.0; way * (double)p->per_length < LENGTHS; y += ROW_STEP) {
        double reach = REACH * form_at(p, y, &x, &way) + ROW_SLACK;
        p->left = exact_min(p->left, (x - reach) * frame->unit);
        p->right = exact_max(p->right, (x + reach) * frame->unit);
    }
    p->middle_px = p->x_px + 0.5 * (p->left + p->right);
    for (size_t b = 0; b < blocks; b++) {
        double from = (double)((frame->first_block + (int64_t)b) * frame->block);
        double vent =
            p->x_px - p->middle_px + frame_around(frame, p->middle_px, from + 0.5 * frame->block);
        double top = p->y_px, end = -1.0;
        way = 0.0;
        for (double y = 0.0; way * (double)p->per_length < LENGTHS; y += ROW_STEP) {
            double reach = (REACH * form_at(p, y, &x, &way) + ROW_SLACK) * frame->unit;
            double middle = vent + x * frame->unit, row = p->y_px - y * frame->unit;
            if (middle + reach < from || middle - reach > from + frame->block)
                continue;
            top = exact_min(top, row - reach);
            end = exact_max(end, exact_min(row + reach, p->y_px));
        }
        rows[b] = end < 0.0 ? INT32_MAX : (int32_t)exact_max(top, 0.0);
        rows[blocks + b] = end < 0.0 ? 0 : (int32_t)end + 1;
    }
    layer->block_top = rows;
    layer->block_end = rows + blocks;
    return RL_OK;
}

static rl_status prepare(preparation *work, frame_layer *layer, rl_error *error)
{
    const rl_frame *frame = work->frame;
    plume *p = layer->data;
    uint64_t key = hash_key(frame->scene.seed, STREAM);
    p->cells = billows_cells(frame->arena, key);
    TRY(status_memory(p->cells != NULL, "plume", error));
    layer->depth = frame->scene.ridge[scene_int(&frame->scene, "plume.ridge") - 1].depth;
    TRY(find_vent(frame, p, error));
    make_form(frame, p, key);
    make_light(frame, p);
    return find_blocks(frame, p, layer, error);
}

static int count(const rl_scene *scene)
{
    return scene->plume > 0.0 && scene_int(scene, "plume.ridge") <= scene->ridge_count;
}

static double place(const rl_scene *scene, int index)
{
    (void)index;
    /* Birds fly in front of the plume. */
    return scene_int(scene, "plume.ridge") == 1 ? FIRST_PLACE
                                                : scene_int(scene, "plume.ridge") - BEFORE;
}

static void cover(paint_scratch *s, int layer, const tile_run *run, tile_colours *colours,
                  float covered[TILES_BLOCK])
{
    const rl_frame *frame = s->frame;
    const plume *p = frame->layer[layer].data;
    tile_colours sky;
    memset(covered, 0, TILES_BLOCK * sizeof *covered);
    memset(colours, 0, sizeof *colours);
    double left = (double)((frame->first_block + run->block) * frame->block);
    double x = left + 0.5 - p->x_px + p->middle_px -
               frame_around(frame, p->middle_px, left + 0.5 * frame->block);
    double y = (p->y_px - run->row - 0.5) / frame->unit, over, way;
    if (y < 0.0)
        return;
    (void)form_at(p, y, &over, &way);
    plume_run one = {.x = (float)(x / frame->unit),
                     .y = (float)y,
                     .per_px = (float)(1.0 / frame->unit),
                     .to = frame->block,
                     .is_hard = frame->is_hard,
                     .sky = &sky};
    if (frame->scene.cloud_drift > 0.0 || frame->scene.cloud_drift < 0.0)
        one.risen = (float)(PLUME_RISE * frame->phase);
    double cell = ((double)p->cell + (double)p->per_way * way) * frame->unit;
    one.shift = billows_fade(cell, GAIN, one.weight);
    block_fetch(s, frame->layer[0].first_tile, run, 0, TILES_BLOCK, &sky);
    plume_kernels[frame->kernels](p, &one, colours, covered);
}

/* By night the vent lights the air around it. */
static void light(paint_scratch *s, int layer, const shade_row *row, const shade_group *group,
                  shade_light *sky)
{
    const rl_frame *frame = s->frame;
    const plume *p = frame->layer[layer].data;
    double per = 1.0 / (HALO_WIDE * frame->unit), y = (row->y_px - p->y_px) * per;
    for (int i = 0; i < SHADE_GROUP && p->halo > 0.0 && y * y < HALO_REACH_2; i++) {
        double at = (double)(group->first + i) * frame->step;
        double x = (at - frame_around(frame, p->x_px, at)) * per;
        double left = exact_max(1.0 - (x * x + y * y) / HALO_REACH_2, 0.0);
        double amount = p->halo * left * left * left / (1.0 + 4.0 * (x * x + y * y));
        sky->r[i] += (float)(amount * p->red.r);
        sky->g[i] += (float)(amount * p->red.g);
        sky->b[i] += (float)(amount * p->red.b);
    }
}

static const scene_key keys[] = {
    REAL_KEY("plume.amount", AT_SCENE(plume), 0, 1, 0,
             "density of smoke from a summit, from a thread to a column; 0 = none", TRAIT_INVENTED),
    INTEGER_KEY("plume.ridge", BY_NAME, 1, 64, 1,
                "number of the ridge behind whose middle the smoke rises, 1 = farthest", 0,
                "plume.amount"),
    REAL_KEY("plume.lava", BY_NAME, 0, 1, 0,
             "brightness of streams of lava below that summit; 0 = none"),
};

static const rl_sight_words plume_words = SIGHT(
    "plume", 0.004,
    SIGHT_CLAUSE(3, "smoke rises from the crater", "a plume of smoke drifts from the crater"));

const layer_kind kind_plume = {
    .name = "plume",
    .number = RL_LAYER_OTHER,
    .material = PRINT_SKY,
    .stream = STREAM,
    .keys = {KEY_GROUP("plume", keys)},
    .count = count,
    .place = place,
    .data_bytes = sizeof(plume),
    .prepare = prepare,
    .paint = {.cover = cover, .light = light},
    .trait = {{.words = &plume_words, .area = FACTS_OF_SKY}},
};
