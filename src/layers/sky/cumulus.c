/* cumulus.c - the layer of heaped clouds: places them, and gives each its lobes and billows.
 *
 * The clouds of a row stand on a jittered lattice along the horizon.  Rows that are higher in the
 * sky are nearer: larger, with less air before them.  All numbers are tuned by eye.
 */
#include "layers/sky/cumulus.h"

#include "base/exact.h"
#include "base/hash.h"
#include "base/status.h"
#include "frame/profile.h"
#include "layers/core/kind.h"
#include "ridge/noise.h"

#define STREAM 5040 /* random stream of the first row; those of the others follow */

/* ---- rows ------------------------------------------------------------------------ */

#define ROWS 3

/* Clouds of one distance; lengths in U. */
typedef struct cloud_row {
    double base;  /* height of the bases above the horizon */
    double tall;  /* height of the largest cloud */
    double half;  /* half the width of the largest cloud */
    double cell;  /* cell of the lattice; 0 = no row */
    double share; /* probability of a cloud in a cell; 0 = the row of the hero */
    double fade;  /* opacity of the air before the clouds, 0..1 */
} cloud_row;

static const cloud_row rows_of[][ROWS] = {
    [RL_CUMULUS_BANK] =
        {{.base = 0.012, .tall = 0.075, .half = 0.12, .cell = 0.13, .share = 0.85, .fade = 0.40},
         {.base = 0.010, .tall = 0.170, .half = 0.26, .cell = 0.36, .share = 0.65, .fade = 0.22}},
    [RL_CUMULUS_FAIR] =
        {{.base = 0.080, .tall = 0.055, .half = 0.10, .cell = 0.19, .share = 0.70, .fade = 0.50},
         {.base = 0.170, .tall = 0.095, .half = 0.18, .cell = 0.42, .share = 0.70, .fade = 0.25},
         {.base = 0.360, .tall = 0.130, .half = 0.24, .cell = 1.00, .share = 0.60, .fade = 0.06}},
    [RL_CUMULUS_ONE] =
        {{.base = 0.050, .tall = 0.085, .half = 0.13, .cell = 0.17, .share = 0.55, .fade = 0.55}},
    [RL_CUMULUS_TOWER] =
        {{.base = 0.022, .tall = 0.065, .half = 0.12, .cell = 0.15, .share = 0.60, .fade = 0.55},
         {.base = 0.020, .tall = 0.200, .half = 0.24, .cell = 0.62, .share = 0.60, .fade = 0.50}},
};

/* The hero: one cloud, larger than all others, on the side away from the sun or before it.  Its
 * cell is that of further ones, far beyond the picture; in a loop there is one. */
static const cloud_row heroes[] = {
    [RL_CUMULUS_BANK] = {.base = 0.010, .tall = 0.180, .half = 0.28, .cell = 8.0, .fade = 0.22},
    [RL_CUMULUS_FAIR] = {.base = 0.290, .tall = 0.170, .half = 0.30, .cell = 8.0, .fade = 0.06},
    [RL_CUMULUS_ONE] = {.base = 0.125, .tall = 0.220, .half = 0.32, .cell = 8.0, .fade = 0.14},
    [RL_CUMULUS_TOWER] = {.base = 0.016, .tall = 0.430, .half = 0.36, .cell = 8.0, .fade = 0.42},
};

/* Size and place of a cloud within its row and cell; u is a draw of 0..1. */
static const struct {
    double tall_least;          /* least height, relative to the row's */
    double tall_power;          /* the number of clouds above a height falls by this power of it */
    double base;                /* range of the height of a base above the row's, U */
    double base_tall;           /* addition to it, relative to the row's height */
    double large;               /* U: rows of at least this height have large clouds */
    double hero_least;          /* least height of the hero, relative to its row's */
    double hero_near, hero_far; /* range of its distance from the middle, U */
    double sky;                 /* most height, as a share of the sky above the base */
    double half_least, half_range; /* half width, relative to the row's: least + range * u */
    double half_base, half_tall; /* factor of the half width: base + tall * height / row's height */
    double slim;                 /* least half width, relative to the height */
    double jitter;    /* width of the range around a lattice point in which its cloud is, cells */
    double sun_clear; /* U around the sun's centre without clouds, for a disc of any size */
    double veil_tall; /* most height of a hero before the sun, U */
    double veil_low, veil_high; /* range of the sun's height behind it, relative to its height */
    double veil_base;           /* least height of its base above the horizon, U */
    double veil_least;          /* least height of it, U */
    double veil_wide;           /* its least half width, relative to its height */
    double veil_aside;          /* greatest distance of the sun from its middle, in half widths */
    double aside; /* distance from the sun to which a large cloud moves, in half widths */
    double gaps;  /* quantile of the skyline's heights on which clouds stand */
} places = {.tall_least = 0.26,
            .tall_power = 1.4,
            .base = 0.010,
            .base_tall = 0.22,
            .large = 0.15,
            .hero_least = 0.75,
            .hero_near = 0.12,
            .hero_far = 0.62,
            .sky = 0.80,
            .half_least = 0.45,
            .half_range = 0.75,
            .half_base = 0.4,
            .half_tall = 0.6,
            .slim = 0.52,
            .jitter = 0.7,
            .sun_clear = 0.05,
            .veil_tall = 0.19,
            .veil_low = 0.30,
            .veil_high = 0.85,
            .veil_base = 0.008,
            .veil_least = 0.08,
            .veil_wide = 1.4,
            .veil_aside = 0.35,
            .aside = 1.15,
            .gaps = 0.2};

/* A value for broad heaps and one for towers. */
typedef struct by_form {
    double heap, tower;
} by_form;

/* Lobes of a cloud. */
static const struct {
    double tower_from, tower_to; /* height / half width from which a cloud begins to be a tower, and
                                    from which it is one */
    double top;    /* greatest distance of the tallest lobe from the middle; outer lobes are at 1 */
    double span;   /* distance of the outer lobes from the middle, in half widths */
    double jitter; /* width of the range of a lobe's place, relative to `span` */
    by_form round; /* exponent of the outline: the greater, the steeper its sides */
    by_form uneven;        /* random share of the height of a lobe */
    by_form shoulder;      /* most share that a lobe beside the tallest one is lower */
    double shoulder_least; /* least such share, relative to the most */
    double summit; /* towers: fall of the least height from the tallest lobe to the outer ones */
    double least;  /* least height of a lobe, relative to the cloud's */
    double least_slim; /* addition to `least` for slim clouds */
    double slim_from;  /* height / half width from which a cloud is slim */
    double radius;     /* radius of a lobe, relative to its height */
    by_form most_half; /* most radius: share of the half width */
    by_form most_tall; /* most radius: share of the height, added to `most_half` */
    double overlap;    /* least radius, in distances between lobes */
    by_form below;     /* factor of heights below the centre of a lobe */
    double reach;      /* radii to which billows can push the edge of a lobe */
    double down;       /* extent below the base, relative to the height */
} lobes = {.tower_from = 0.7,
           .tower_to = 1.3,
           .top = 0.25,
           .span = 0.92,
           .jitter = 0.14,
           .round = {1.05, 1.7},
           .uneven = {0.45, 0.48},
           .shoulder = {0.28, 0.34},
           .shoulder_least = 0.3,
           .summit = 2.2,
           .least = 0.12,
           .least_slim = 0.05,
           .slim_from = 0.6,
           .radius = 0.62,
           .most_half = {0.36, 0.30},
           .most_tall = {0.10, 0.08},
           .overlap = 1.05,
           .below = {0.85, 0.50},
           .reach = 1.27,
           .down = 0.12};

/* Billows of a cloud. */
static const struct {
    double cell; /* cell of the first octave, relative to the height of the cloud */
    double gain; /* amplitude of an octave, relative to the one before */
} rough = {.cell = 0.36, .gain = 0.58};

/* ---- a cloud --------------------------------------------------------------------- */

enum cloud_part {
    PART_THERE,
    PART_X,
    PART_SIZE,
    PART_WIDTH,
    PART_TOP,
    PART_SHIFT,
    PART_BASE = 12,
    PART_LOBE = 16,
    PART_SHOULDER = 40
};

static double chance(uint64_t key, int draw, int64_t index)
{
    return hash_unit(hash_at(key, draw, index));
}

static double of_form(by_form value, double tower)
{
    return exact_mix(value.heap, value.tower, tower);
}

/* Lobes stand side by side, the tallest near the middle.  Those at the ends are caps of circles
 * that reach below the base.  A cloud as tall as half its width is broad heaps on a slope; a tower
 * has steeper sides, smaller heads, and columns below those near its middle. */
static void make_lobes(cumulus_cloud *c, uint64_t key, int64_t index, double tall, double half)
{
    double top = lobes.top * (2.0 * chance(key, PART_TOP, index) - 1.0);
    double tower = exact_smoothstep(lobes.tower_from, lobes.tower_to, tall / half);
    double least =
        lobes.least + lobes.least_slim * exact_clamp(tall / half - lobes.slim_from, 0.0, 1.0);
    double round = of_form(lobes.round, tower), uneven = of_form(lobes.uneven, tower);
    double most = of_form(lobes.most_half, tower) * half + of_form(lobes.most_tall, tower) * tall;
    double spacing = lobes.span * half * 2.0 / (CUMULUS_LOBES - 1);
    double shoulder = of_form(lobes.shoulder, tower);
    int summit = (int)exact_floor((top + 1.0) * 0.5 * (CUMULUS_LOBES - 1) + 0.5);
    for (int k = 0; k < CUMULUS_LOBES; k++) {
        double t = 2.0 * k / (CUMULUS_LOBES - 1) - 1.0;
        t += lobes.jitter * (chance(key, PART_LOBE + 2 * k, index) - 0.5);
        double x = lobes.span * half * t;
        double away = exact_min(exact_abs(t - top) / (1.0 + exact_abs(top)), 1.0);
        double u = chance(key, PART_LOBE + 2 * k + 1, index);
        u = exact_max(u, tower * (1.0 - lobes.summit * away)); /* a tower has one summit */
        double high = (1.0 - exact_pow(away, round)) * (1.0 - uneven + uneven * u);
        if (k != summit) /* lobes of one height would be a flat top */
            high *= 1.0 - shoulder * exact_mix(lobes.shoulder_least, 1.0,
                                               chance(key, PART_SHOULDER + k, index));
        high = tall * exact_max(high, least);
        double r = exact_min(lobes.radius * high, most);
        r = exact_max(r, lobes.overlap * spacing);
        double y = high - r;
        c->lobe[k].x = (float)x;
        c->lobe[k].y = (float)y;
        c->lobe[k].per_rr = (float)(1.0 / (r * r));
        c->lobe[k].below =
            y > 0.0 ? (float)of_form(lobes.below, tower * (1.0 - away * away)) : 1.0f;
        c->left = exact_min(c->left, x - lobes.reach * r);
        c->right = exact_max(c->right, x + lobes.reach * r);
        c->up = exact_max(c->up, y + lobes.reach * r);
    }
    c->down = lobes.down * tall;
    c->per_half = (float)(1.0 / half);
}

/* Returns a size in least..1 whose numbers fall by a power law, from u in 0..1. */
static double size_of(double u, double least)
{
    double most = exact_pow(least, places.tall_power);
    return least / exact_pow(1.0 - u * (1.0 - most), 1.0 / places.tall_power);
}

/* A cloud's place and size, U; x is from the middle of the picture. */
typedef struct cloud_place {
    double x, base, tall, half;
} cloud_place;

/* Places the hero before the sun if the scene says so, else on the other side. */
static void place_hero(const cumulus *all, const rl_frame *frame, uint64_t key, int64_t index,
                       cloud_place *c)
{
    double u = chance(key, PART_X, index), sun = frame->light.sun_side;
    if (frame->scene.sun_place != RL_SUN_CLOUD || index != 0) {
        double x = exact_mix(places.hero_near, places.hero_far, u);
        c->x += sun > 0.0 ? -x : x;
        return;
    }
    double foot = (1.0 - all->horizon) * frame->height;
    double high = (foot - frame->light.sun_y) / frame->unit;
    double share = exact_mix(places.veil_low, places.veil_high, chance(key, PART_BASE, index));
    double most = exact_max((high - places.veil_base) / share, places.veil_least);
    c->tall = exact_min(c->tall, exact_min(most, places.veil_tall));
    c->half = exact_max(c->half, places.veil_wide * c->tall);
    c->x += sun + places.veil_aside * c->half * (2.0 * u - 1.0);
    c->base = exact_max(high - c->tall * share, places.veil_base);
}

/* Moves a large cloud aside for the sun; returns 0 for a small one before it. */
static int is_clear_of_sun(const cumulus *all, const rl_frame *frame, const cloud_row *row,
                           cloud_place *c)
{
    double foot = (1.0 - all->horizon) * frame->height - c->base * frame->unit;
    double high = (foot - frame->light.sun_y) / frame->unit;
    double middle = 0.5 * frame->width; /* in a loop the sun's copy that is nearest to the cloud */
    double sun = frame_around(frame, frame->light.sun_x, middle + c->x * frame->unit);
    double least = places.aside * c->half + places.sun_clear;
    sun = (sun - middle) / frame->unit;
    if (row->tall >= places.large) {
        if (exact_abs(c->x - sun) < least)
            c->x = c->x < sun ? sun - least : sun + least;
        return 1;
    }
    return high <= -places.sun_clear || high >= c->tall + places.sun_clear ||
           exact_abs(c->x - sun) >= c->half + places.sun_clear;
}

/* Makes the cloud of a cell; returns 0 if there is none. */
static int make_cloud(const cumulus *all, const rl_frame *frame, const cloud_row *row, uint64_t key,
                      double cell, int64_t place, noise_period period, cumulus_cloud *c)
{
    int64_t index = exact_wrap(place, period);
    int is_hero = row->share == 0.0;
    if (!is_hero && chance(key, PART_THERE, index) >= row->share)
        return 0;
    cloud_place at = {.x = (double)place * cell};
    at.tall = row->tall * size_of(chance(key, PART_SIZE, index),
                                  is_hero ? places.hero_least : places.tall_least);
    at.base =
        row->base + (places.base + places.base_tall * row->tall) * chance(key, PART_BASE, index);
    double sky = (1.0 - all->horizon) * frame->height / frame->unit - at.base;
    at.tall = exact_min(at.tall, places.sky * sky);
    at.half = row->half * (places.half_least + places.half_range * chance(key, PART_WIDTH, index)) *
              (places.half_base + places.half_tall * at.tall / row->tall);
    at.half = exact_max(at.half, places.slim * at.tall);
    if (is_hero)
        place_hero(all, frame, key, index, &at);
    else
        at.x += places.jitter * (chance(key, PART_X, index) - 0.5) * cell;
    int is_veil = is_hero && frame->scene.sun_place == RL_SUN_CLOUD;
    if (!is_veil && !is_clear_of_sun(all, frame, row, &at))
        return 0;
    *c = (cumulus_cloud){.tall = (float)at.tall, .fade = (float)row->fade};
    c->x_px = 0.5 * frame->width + at.x * frame->unit;
    c->base_px = (1.0 - all->horizon) * frame->height - at.base * frame->unit;
    c->sun_y = (float)((c->base_px - frame->light.sun_y) / frame->unit + CUMULUS_SUN_RISE);
    make_lobes(c, key, index, at.tall, at.half);
    double billow = rough.cell * (double)c->tall;
    c->rate = (float)(1.0 / billow);
    c->nodes = TILES_BLOCK >> billows_fade(billow * frame->unit, rough.gain, c->weight);
    for (int k = 0; k < BILLOWS_OCTAVES; k++)
        c->shift[k] = billows_shift(key, PART_SHIFT + k, index);
    return 1;
}

/* ---- all clouds ------------------------------------------------------------------ */

/* Makes the clouds of a row that the part may show and returns their count; with `cloud` NULL it
 * only counts them. */
static int make_row(const cumulus *all, const rl_frame *frame, const cloud_row *row, int number,
                    cumulus_cloud *cloud)
{
    double cell = row->cell;
    noise_period period = noise_fit_cell(frame->loop, &cell);
    uint64_t key = hash_key(frame->scene.seed, STREAM + (uint64_t)number);
    double left = (double)(frame->first_block * frame->block);
    double from = (left - 0.5 * frame->width) / frame->unit;
    double to = from + (double)frame->blocks * frame->block / frame->unit;
    /* The range includes clouds that drift into the part during a cycle: see drift_of. */
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
    int form = scene_int(&frame->scene, "sky.cumulus");
    const cloud_row *row = rows_of[form];
    cloud_row hero = heroes[form];
    hero.cell = frame->loop > 0.0 ? frame->loop : hero.cell;
    int count = 0;
    for (int i = 0; i < ROWS && row[i].cell > 0.0; i++)
        count += make_row(all, frame, &row[i], i, cloud != NULL ? cloud + count : NULL);
    return count + make_row(all, frame, &hero, ROWS, cloud != NULL ? cloud + count : NULL);
}

/* Returns the distance that clouds have moved, U; in a loop to the right, by less than a loop. */
static double drift_of(const rl_frame *frame)
{
    double drift = frame_drift(frame, frame->scene.cloud_drift);
    if (frame->loop > 0.0)
        drift -= frame->loop * (double)exact_floor(drift / frame->loop);
    return drift;
}

/* Columns of a block that a cloud may touch. */
typedef struct cloud_columns {
    double x;        /* first column of the block, pixels from the middle of the cloud */
    double from, to; /* range, counted from the first column; it may exceed the block */
} cloud_columns;

static cloud_columns columns_of(const rl_frame *frame, const cumulus_cloud *c, int block)
{
    double left = (double)((frame->first_block + block) * frame->block);
    double x = left + 0.5 - (c->x_px + drift_of(frame) * frame->unit);
    double spacing = (double)TILES_BLOCK / (c->nodes - 1); /* a node affects columns up to here */
    return (cloud_columns){x, c->left * frame->unit - x - spacing,
                           c->right * frame->unit - x + 1.0 + spacing};
}

static int misses(const rl_frame *frame, const cloud_columns *columns)
{
    return columns->to <= 0.0 || columns->from >= frame->block;
}

/* Lists the clouds of each block, or all where they move, as frames of other phases share this
 * list. Returns the length of the list; with `near` NULL it only counts. */
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

static rl_status prepare(preparation *work, frame_layer *layer, rl_error *error)
{
    const rl_frame *frame = work->frame;
    cumulus *all = layer->data;
    /* Clouds stand on the horizon, or behind the gaps of a higher skyline. */
    double skyline[PROFILE_LATTICE];
    profile_highest(frame->profile, skyline);
    double gaps = profile_quantile(skyline, PROFILE_LATTICE, places.gaps);
    all->horizon = exact_max(frame->light.horizon, gaps);
    all->count = make_clouds(all, frame, NULL);
    all->cloud = arena_array(frame->arena, (size_t)all->count, sizeof *all->cloud);
    all->cell = billows_cells(frame->arena, hash_key(frame->scene.seed, STREAM));
    int has_clouds = all->cloud != NULL || all->count == 0;
    TRY(status_memory(has_clouds && all->cell != NULL, "cumulus", error));
    (void)make_clouds(all, frame, all->cloud);
    all->light = billows_light_of(frame);
    all->highest = all->count > 0 ? 1e9 : 0.0;
    for (int i = 0; i < all->count; i++) {
        const cumulus_cloud *c = &all->cloud[i];
        all->highest = exact_min(all->highest, c->base_px - c->up * frame->unit);
        all->lowest = exact_max(all->lowest, c->base_px + c->down * frame->unit);
    }
    all->first = arena_array(frame->arena, (size_t)frame->blocks + 1, sizeof *all->first);
    TRY(status_memory(all->first != NULL, "cumulus", error));
    size_t near = (size_t)find_near(frame, all, NULL);
    all->near = arena_array(frame->arena, near + 1, sizeof *all->near);
    TRY(status_memory(all->near != NULL, "cumulus", error));
    (void)find_near(frame, all, all->near);
    return RL_OK;
}

/* ---- painting -------------------------------------------------------------------- */

/* Data of a thread. */
typedef struct cumulus_thread {
    uint64_t hidden;      /* columns of the run that nearer layers hide, a bit each */
    cumulus_sheet *sheet; /* [most]: pictures of the clouds of a run, near to far */
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

/* Finds the columns of a block that a cloud may touch; returns 0 if there are none. */
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

/* Reduces from .. to of a run to the first .. last column not hidden; returns 0 if there is none.
 */
static int narrow(cumulus_run *one, uint64_t hidden)
{
    if (one->to <= one->from)
        return 0;
    uint64_t visible =
        ~hidden & tiles_shift(UINT64_MAX, one->from) & UINT64_MAX >> (TILES_BLOCK - one->to);
    if (visible == 0)
        return 0;
    one->from = __builtin_ctzll(visible);
    one->to = TILES_BLOCK - __builtin_clzll(visible);
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
    NAME_KEY("sky.cumulus", BY_NAME, names, RL_CUMULUS_NONE,
             "heaped clouds: a bank along the horizon, small ones of fair weather, a single one, "
             "or a tower",
             TRAIT_BUSY),
};

#define HEAP(clause)                                                                               \
    SIGHT("cumulus", 0.03, .title_least = 0.05, SIGHT_CLAUSE(16, clause),                          \
          SIGHT_EVENT(12, "over", "great clouds", "heaped clouds"))
static const rl_sight_words heaps[] = {
    [RL_CUMULUS_BANK] = HEAP("a bank of clouds lies along the horizon"),
    [RL_CUMULUS_FAIR] = HEAP("heaped clouds float in the sky"),
    [RL_CUMULUS_ONE] = HEAP("a heaped cloud floats in the sky"),
    [RL_CUMULUS_TOWER] = HEAP("a towering cloud stands in the sky"),
};

const layer_kind kind_cumulus = {
    .name = "cumulus",
    .number = RL_LAYER_SKY,
    .material = PRINT_SKY,
    .stream = STREAM,
    .streams = 4,
    .keys = {KEY_GROUP("sky", sky_keys)},
    .amount = "sky.cumulus",
    .order = -55.0,
    .data_bytes = sizeof(cumulus),
    .prepare = prepare,
    .paint = {.begin = begin, .touches = touches, .hide = hide, .over = over},
    .trait = {{.words = heaps, .chosen_by = "sky.cumulus", .area = FACTS_OF_SKY}},
};
