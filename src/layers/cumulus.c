/* cumulus.c - where heaped clouds stand, and what each is made of.
 *
 * Clouds of a row stand on a lattice along the horizon.  Rows that are higher in the sky are
 * nearer: larger, with less air before them.
 */
#include "layers/cumulus.h"

#include "base/exact.h"
#include "base/hash.h"
#include "base/status.h"
#include "frame/profile.h"
#include "layers/kind.h"
#include "ridge/noise.h"

/* ---- rows ------------------------------------------------------------------------ */

#define ROWS 3

/* Lengths in U. */
typedef struct cloud_row {
    double base;        /* above the horizon */
    double tall, half;  /* of the largest cloud: its height, half its width */
    double cell, share; /* of the lattice; of its places that have a cloud */
    double fade;
} cloud_row;

static const cloud_row rows_of[][ROWS] = {
    [RL_CUMULUS_BANK] = {{0.012, 0.075, 0.12, 0.13, 0.95, 0.40},
                         {0.010, 0.170, 0.26, 0.36, 0.75, 0.22}},
    [RL_CUMULUS_FAIR] = {{0.080, 0.045, 0.08, 0.19, 0.80, 0.50},
                         {0.170, 0.085, 0.16, 0.42, 0.75, 0.25},
                         {0.330, 0.170, 0.30, 1.00, 0.80, 0.06}},
    [RL_CUMULUS_ONE] = {{0.050, 0.075, 0.11, 0.17, 0.70, 0.55},
                        {0.125, 0.210, 0.30, 1.60, 1.00, 0.14}},
    [RL_CUMULUS_TOWER] = {{0.022, 0.055, 0.11, 0.15, 0.70, 0.55},
                          {0.020, 0.200, 0.22, 0.62, 0.60, 0.50},
                          {0.016, 0.430, 0.34, 1.75, 1.00, 0.42}},
};

/* Clouds at least this tall (U) move aside for the sun, smaller ones before it are left out. */
#define LARGE 0.15
#define TALLEST 0.80   /* of the sky above its base: it never reaches the picture's edge */
#define SLIM 0.52      /* a cloud's half width is at least so much of its height */
#define SUN_CLEAR 0.05 /* U; the same for a sun of any size: without a disc no cloud moves */

/* ---- a cloud --------------------------------------------------------------------- */

enum cloud_part { PART_THERE, PART_X, PART_SIZE, PART_WIDTH, PART_TOP, PART_SHIFT, PART_LOBE = 16 };

static double chance(uint64_t key, int part, int64_t index)
{
    return hash_unit(hash_at(key, part, index));
}

#define REACH 1.27 /* radii from the middle of a lobe to where billows can push its edge */
#define CELL 0.36  /* of the first octave of billows, in heights */
#define GAIN 0.58

static void make_billows(cumulus_cloud *c, uint64_t key, int64_t index, double unit)
{
    double cell = CELL * (double)c->tall;
    c->rate = (float)(1.0 / cell);
    c->nodes = TILES_BLOCK >> billows_fade(cell * unit, GAIN, c->weight);
    for (int k = 0; k < BILLOWS_OCTAVES; k++)
        c->shift[k] = billows_shift(key, PART_SHIFT + k, index);
}

/* Lobes stand side by side, the tallest near the middle.  Those at the ends are caps of circles
 * that reach below the base.  A cloud as tall as half its width is broad heaps on a slope; a tower
 * has steeper sides, smaller heads, and columns below those near its middle. */
static void make_lobes(cumulus_cloud *c, uint64_t key, int64_t index, double tall, double half)
{
    double top = 0.25 * (2.0 * chance(key, PART_TOP, index) - 1.0);
    double tower = exact_smoothstep(0.7, 1.3, tall / half);
    double least = 0.17 + 0.05 * exact_clamp(tall / half - 0.6, 0.0, 1.0);
    double round = exact_mix(1.4, 2.6, tower), uneven = exact_mix(0.45, 0.48, tower);
    double most = exact_mix(0.42, 0.34, tower) * half + exact_mix(0.10, 0.08, tower) * tall;
    double beside = 0.74 * half * 2.0 / (CUMULUS_LOBES - 1);
    for (int k = 0; k < CUMULUS_LOBES; k++) {
        double t = 2.0 * k / (CUMULUS_LOBES - 1) - 1.0;
        t += 0.10 * (chance(key, PART_LOBE + 2 * k, index) - 0.5);
        double way = exact_min(exact_abs(t - top) / (1.0 + exact_abs(top)), 1.0);
        double u = chance(key, PART_LOBE + 2 * k + 1, index);
        u = exact_max(u, tower * (1.0 - 2.2 * way)); /* a tower has one summit */
        double high = (1.0 - exact_pow(way, round)) * (1.0 - uneven + uneven * u);
        high = tall * exact_max(high, least);
        double r = exact_min(0.62 * high, most);
        r = exact_max(r, 1.05 * beside);
        double y = high - r;
        c->lobe[k].x = (float)(0.74 * half * t);
        c->lobe[k].y = (float)y;
        c->lobe[k].per_rr = (float)(1.0 / (r * r));
        c->lobe[k].below = y > 0.0 ? (float)exact_mix(0.70, 0.34, tower * (1.0 - way * way)) : 1.0f;
        c->left = exact_min(c->left, 0.74 * half * t - REACH * r);
        c->right = exact_max(c->right, 0.74 * half * t + REACH * r);
        c->up = exact_max(c->up, y + REACH * r);
    }
    c->down = 0.12 * tall;
}

/* Where the sun is that is nearest to x; U. */
static double sun_near(const rl_frame *frame, double x)
{
    double sun = frame_around(frame, frame->light.sun_x, 0.5 * frame->width + x * frame->unit);
    return (sun - 0.5 * frame->width) / frame->unit;
}

/* Whether a small cloud would cover a part of the sun. */
static int eats_sun(const rl_frame *frame, const cumulus_cloud *c, double x, double half)
{
    double high = (c->base_px - frame->light.sun_y) / frame->unit;
    return high > -SUN_CLEAR && high < (double)c->tall + SUN_CLEAR &&
           exact_abs(x - sun_near(frame, x)) < half + SUN_CLEAR;
}

/* Moves a large cloud aside until it leaves the sun free; U. */
static double clear_of_sun(const rl_frame *frame, double x, double half)
{
    double sun = sun_near(frame, x);
    double least = 1.15 * half + SUN_CLEAR;
    if (exact_abs(x - sun) >= least)
        return x;
    return x < sun ? sun - least : sun + least;
}

static int make_cloud(const cumulus *all, const rl_frame *frame, const cloud_row *row, uint64_t key,
                      double cell, int64_t place, noise_period period, cumulus_cloud *c)
{
    int64_t index = exact_wrap(place, period);
    if (chance(key, PART_THERE, index) >= row->share)
        return 0;
    double tall = row->tall * (0.38 + 0.62 * exact_pow(chance(key, PART_SIZE, index), 1.3));
    if (row->tall >= LARGE)
        tall = exact_max(tall, 0.62 * row->tall);
    double sky = (1.0 - all->horizon) * frame->height / frame->unit - row->base;
    tall = exact_min(tall, TALLEST * sky);
    double half =
        row->half * (0.45 + 0.75 * chance(key, PART_WIDTH, index)) * (0.4 + 0.6 * tall / row->tall);
    half = exact_max(half, SLIM * tall);
    double x = ((double)place + 0.7 * (chance(key, PART_X, index) - 0.5)) * cell;
    if (row->tall >= LARGE)
        x = clear_of_sun(frame, x, half);
    *c = (cumulus_cloud){.tall = (float)tall, .fade = (float)row->fade};
    c->x_px = 0.5 * frame->width + x * frame->unit;
    c->base_px = (1.0 - all->horizon) * frame->height - row->base * frame->unit;
    if (row->tall < LARGE && eats_sun(frame, c, x, half))
        return 0;
    c->sun_y = (float)((c->base_px - frame->light.sun_y) / frame->unit + 0.16);
    make_lobes(c, key, index, tall, half);
    make_billows(c, key, index, frame->unit);
    return 1;
}

/* ---- all of them ----------------------------------------------------------------- */

/* The clouds of a row that the part may show; without `cloud` they are counted. */
static int make_row(const cumulus *all, const rl_frame *frame, const cloud_row *row, int number,
                    cumulus_cloud *cloud)
{
    double cell = row->cell;
    noise_period period = noise_fit_cell(frame->loop, &cell);
    uint64_t key = hash_key(frame->scene.seed, STREAM_CUMULUS + (uint64_t)number);
    double left = (double)(frame->first_block * frame->block);
    double from = (left - 0.5 * frame->width) / frame->unit;
    double to = from + (double)frame->blocks * frame->block / frame->unit;
    /* From where clouds come in a cycle: see drift_of. */
    from -= frame->loop > 0.0 ? frame->loop : exact_max(frame->scene.cloud_drift, 0.0);
    to -= frame->loop > 0.0 ? 0.0 : exact_min(frame->scene.cloud_drift, 0.0);
    double reach = 2.0 * row->half + row->cell;
    int64_t last = exact_floor((to + reach) / cell);
    int count = 0;
    for (int64_t place = exact_floor((from - reach) / cell); place <= last; place++) {
        cumulus_cloud one;
        if (!make_cloud(all, frame, row, key, cell, place, period, &one))
            continue;
        if (cloud != NULL)
            cloud[count] = one;
        count++;
    }
    return count;
}

static int make_clouds(const cumulus *all, const rl_frame *frame, cumulus_cloud *cloud)
{
    const cloud_row *row = rows_of[frame->scene.cumulus];
    int count = 0;
    for (int i = 0; i < ROWS && row[i].cell > 0.0; i++)
        count += make_row(all, frame, &row[i], i, cloud != NULL ? cloud + count : NULL);
    return count;
}

/* Clouds stand on the horizon, or behind the gaps of a higher skyline. */
static void find_horizon(const rl_frame *frame, cumulus *all)
{
    double skyline[PROFILE_LATTICE];
    profile_highest(frame->profile, skyline);
    double gaps = profile_quantile(skyline, PROFILE_LATTICE, 0.2);
    all->horizon = exact_max(frame->light.horizon, gaps);
}

/* How far clouds have moved, U; in a loop to the right, by less than a loop. */
static double drift_of(const rl_frame *frame)
{
    double drift = frame_drift(frame, frame->scene.cloud_drift);
    if (frame->loop > 0.0)
        drift -= frame->loop * (double)exact_floor(drift / frame->loop);
    return drift;
}

/* Columns of a block before a cloud that may touch it, counted from its first: from .. to. */
typedef struct cloud_columns {
    double x; /* of the block's first, pixels from the cloud's middle */
    double from, to;
} cloud_columns;

static cloud_columns columns_of(const rl_frame *frame, const cumulus_cloud *c, int block)
{
    double left = (double)((frame->first_block + block) * frame->block);
    double x = left + 0.5 - (c->x_px + drift_of(frame) * frame->unit);
    double apart = (double)TILES_BLOCK / (c->nodes - 1); /* what nodes know reaches that far */
    return (cloud_columns){x, c->left * frame->unit - x - apart,
                           c->right * frame->unit - x + 1.0 + apart};
}

static int misses(const rl_frame *frame, const cloud_columns *columns)
{
    return columns->to <= 0.0 || columns->from >= frame->block;
}

/* The clouds of each block, or all where they move: frames of other phases share this list.
 * Without `near` they are counted. */
static int find_near(const rl_frame *frame, cumulus *all, int *near)
{
    int count = 0;
    all->most = 0;
    for (int b = 0; b < frame->blocks; b++) {
        all->first[b] = count;
        for (int i = 0; i < all->count; i++) {
            cloud_columns columns = columns_of(frame, &all->cloud[i], b);
            if (frame->scene.cloud_drift == 0.0 && misses(frame, &columns))
                continue;
            if (near != NULL)
                near[count] = i;
            count++;
        }
        all->most = count - all->first[b] > all->most ? count - all->first[b] : all->most;
    }
    all->first[frame->blocks] = count;
    return count;
}

static rl_status list_near(const rl_frame *frame, cumulus *all, rl_error *error)
{
    all->first = arena_array(frame->arena, (size_t)frame->blocks + 1, sizeof *all->first);
    if (all->first != NULL)
        all->near =
            arena_array(frame->arena, (size_t)find_near(frame, all, NULL) + 1, sizeof *all->near);
    if (all->first == NULL || all->near == NULL)
        return status_fail(error, RL_NO_MEMORY, "cumulus: out of memory");
    (void)find_near(frame, all, all->near);
    return RL_OK;
}

static rl_status prepare(preparation *work, frame_layer *layer, rl_error *error)
{
    const rl_frame *frame = work->frame;
    cumulus *all = layer->data;
    find_horizon(frame, all);
    all->count = make_clouds(all, frame, NULL);
    all->cloud = arena_array(frame->arena, (size_t)all->count, sizeof *all->cloud);
    all->cell = billows_cells(frame->arena, hash_key(frame->scene.seed, STREAM_CUMULUS));
    if ((all->cloud == NULL && all->count > 0) || all->cell == NULL)
        return status_fail(error, RL_NO_MEMORY, "cumulus: out of memory");
    (void)make_clouds(all, frame, all->cloud);
    all->light = billows_light_of(frame);
    all->highest = all->count > 0 ? 1e9 : 0.0;
    for (int i = 0; i < all->count; i++) {
        const cumulus_cloud *c = &all->cloud[i];
        all->highest = exact_min(all->highest, c->base_px - c->up * frame->unit);
        all->lowest = exact_max(all->lowest, c->base_px + c->down * frame->unit);
    }
    return list_near(frame, all, error);
}

static int count(const rl_scene *scene)
{
    return scene->cumulus > 0;
}

/* ---- painting -------------------------------------------------------------------- */

/* What a thread holds. */
typedef struct cumulus_thread {
    uint64_t hidden;      /* columns of the run that nearer layers hide */
    cumulus_sheet *sheet; /* [most] */
} cumulus_thread;

static int begin(paint_scratch *s, int layer)
{
    const cumulus *all = s->frame->layer[layer].data;
    cumulus_thread *thread = arena_zeroed(&s->arena, 1, sizeof *thread);
    if (thread == NULL)
        return 0;
    s->memory[layer] = thread;
    thread->sheet = arena_array(&s->arena, (size_t)all->most + 1, sizeof *thread->sheet);
    return thread->sheet != NULL;
}

/* Finds the columns of a block that a cloud may touch; 0 = none. */
static int find_run(const rl_frame *frame, const cumulus_cloud *c, const tile_run *tile,
                    cumulus_run *run)
{
    double y = c->base_px - (tile->row + 0.5);
    if (y > c->up * frame->unit || y < -c->down * frame->unit)
        return 0;
    cloud_columns columns = columns_of(frame, c, tile->block);
    if (misses(frame, &columns))
        return 0;
    double middle = c->x_px + drift_of(frame) * frame->unit;
    double sun = frame_around(frame, frame->light.sun_x, middle);
    run->from = (int)exact_max(columns.from, 0.0);
    run->to = (int)exact_min(columns.to, frame->block);
    run->x = (float)(columns.x / frame->unit);
    run->y = (float)(y / frame->unit);
    run->sun_x = (float)((sun - middle) / frame->unit);
    run->per_px = (float)(1.0 / frame->unit);
    run->nodes = c->nodes;
    run->is_hard = frame->is_hard;
    return 1;
}

static int touches(paint_scratch *s, int layer, const tile_run *run)
{
    const cumulus *all = s->frame->layer[layer].data;
    if (s->in_waves || run->row + 1 < all->highest || run->row > all->lowest)
        return 0;
    for (int i = all->first[run->block]; i < all->first[run->block + 1]; i++) {
        const cumulus_cloud *c = &all->cloud[all->near[i]];
        double y = c->base_px - (run->row + 0.5);
        if (y <= c->up * s->frame->unit && y >= -c->down * s->frame->unit)
            return 1;
    }
    return 0;
}

static uint64_t hide(paint_scratch *s, int layer, const tile_run *run, uint64_t hidden)
{
    (void)run;
    ((cumulus_thread *)s->memory[layer])->hidden = hidden;
    return hidden;
}

/* Only where something of a cloud may be seen. */
static int narrow(cumulus_run *one, uint64_t hidden)
{
    if (one->to <= one->from)
        return 0;
    uint64_t open =
        ~hidden & tiles_shift(UINT64_MAX, one->from) & UINT64_MAX >> (TILES_BLOCK - one->to);
    if (open == 0)
        return 0;
    one->from = __builtin_ctzll(open);
    one->to = TILES_BLOCK - __builtin_clzll(open);
    return 1;
}

static void over(paint_scratch *s, int layer, const tile_run *run)
{
    const rl_frame *frame = s->frame;
    const cumulus *all = frame->layer[layer].data;
    const cumulus_kernels *kernels = cumulus_kernels_of[frame->kernels];
    const cumulus_thread *thread = s->memory[layer];
    tile_colours sky;
    cumulus_run one = {.sky = &sky};
    uint64_t hidden = ~(~thread->hidden << tiles_left(frame, run));
    int count = 0;
    for (int i = all->first[run->block + 1] - 1; i >= all->first[run->block]; i--) {
        const cumulus_cloud *c = &all->cloud[all->near[i]];
        if (!find_run(frame, c, run, &one) || !narrow(&one, hidden))
            continue;
        if (count == 0)
            block_fetch(s, frame->layer[0].first_tile, run, 0, TILES_BLOCK, &sky);
        hidden = kernels->measure(all, c, &one, hidden, &thread->sheet[count++]);
    }
    while (count > 0) {
        const cumulus_sheet *sheet = &thread->sheet[--count];
        kernels->lay(sheet, &s->colours);
        for (int k = sheet->from; k < sheet->to && s->plain != NULL; k++)
            if (sheet->covered[k] >= 0.5f)
                s->plain[k] = 0;
    }
}

static const char *const names[] = {"none", "bank", "fair", "one", "tower", NULL};

static const scene_key sky_keys[] = {
    NAME_KEY("sky.cumulus", AT_SCENE(cumulus), names, RL_CUMULUS_NONE,
             "heaped clouds: a bank along the horizon, small ones of fair weather, one, a tower"),
};

const layer_kind kind_cumulus = {
    .name = "cumulus",
    .number = RL_LAYER_SKY,
    .keys = {KEY_GROUP("sky", sky_keys)},
    .count = count,
    .order = -55.0,
    .data_bytes = sizeof(cumulus),
    .prepare = prepare,
    .paint = {.begin = begin, .touches = touches, .hide = hide, .over = over},
    .trait = {{FACTS_SHARE(cumulus), .area = FACTS_OF_SKY}},
};
