/* stars.c - one candidate in each cell of a lattice of the sky, found by hash.
 *
 * In: a run of pixels of sky.  Out: their light with that of the stars added.  A
 * thread lists the stars of the few rows of cells whose light may reach the row that
 * it paints, so every size and every part shows the same ones.  They must never be
 * laid over land or over the disc.
 */

#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "base/status.h"
#include "layers/kind.h"
#include "layers/sky.h"
#include "ridge/noise.h"

#define FILLED 0.62

/* Light over counts: N stars are brighter than F in proportion to F^(-1/0.78),
 * which is how the real sky's counts rise, tenfold in about two magnitudes. */
#define FAINTEST 0.045
#define LAW (-0.78)
#define BRIGHTEST 1.6

/* A star's image is a bell of this deviation, and reaches so many of them. */
#define SPREAD_PX 0.62
#define SPREAD 0.00062 /* U */
#define REACH 4.0

/* Pictures smaller than this (pixels of one U) have no room for points. */
#define UNIT_LEAST 48.0
#define UNIT_WHOLE 96.0

#define LIGHT_LEAST 1e-4 /* less is not seen */

/* Stars that twinkle do so up to this many times in a cycle. */
#define TWINKLES 5.0

enum star_part { PART_THERE, PART_X, PART_Y, PART_FLUX, PART_TINT, PART_TIMES, PART_PHASE };

/* Light of amber, white and blue stars, as shares of the palette's. */
static const float tints[3][3] = {{1.0f, 0.80f, 0.58f}, {1.0f, 0.98f, 0.95f}, {0.70f, 0.84f, 1.0f}};

static double chance(uint64_t key, enum star_part part, int64_t column)
{
    return hash_unit(hash_at(key, (int)part, column));
}

/* The cells' width (U), which fits a loop; their height does not. */
static double cell_width(const rl_frame *frame, noise_period *period)
{
    double cell = STARS_CELL;
    *period = noise_fit_cell(frame->loop, &cell);
    return cell;
}

int stars_at(const rl_frame *frame, const star_sky *sky, int64_t place, int64_t row, star *s)
{
    noise_period period;
    double cell = cell_width(frame, &period);
    int64_t column = exact_wrap(place, period);
    uint64_t key = hash_at(sky->key, 0, row);
    if (chance(key, PART_THERE, column) >= FILLED)
        return 0;
    s->x = ((double)place + chance(key, PART_X, column)) * cell;
    s->y = ((double)row + chance(key, PART_Y, column)) * STARS_CELL;
    double u = chance(key, PART_FLUX, column);
    s->flux = u > 0.0 ? exact_min(FAINTEST * exact_pow(u, LAW), BRIGHTEST) : BRIGHTEST;
    if (sky->twinkle > 0.0) { /* it flickers a few times in a cycle, at a time of its own */
        double times = 1.0 + (double)exact_floor(TWINKLES * chance(key, PART_TIMES, column));
        double turn = times * frame->phase + chance(key, PART_PHASE, column);
        turn -= (double)exact_floor(turn);
        s->flux *= 1.0 - 0.5 * sky->twinkle * (1.0 - exact_cos_turn(turn));
    }
    double tint = chance(key, PART_TINT, column);
    s->tint = tint < 0.2 ? 0 : tint < 0.6 ? 1 : 2;
    return 1;
}

/* ---- what a thread holds ----------------------------------------------------- */

static double foot_px(const rl_frame *frame)
{
    return (1.0 - frame->light.horizon) * frame->height;
}

int stars_new(stars *s, const rl_frame *frame, const star_sky *sky, arena *memory)
{
    double room = exact_clamp((frame->unit - UNIT_LEAST) / (UNIT_WHOLE - UNIT_LEAST), 0.0, 1.0);
    s->frame = frame;
    s->sky = sky;
    s->kernels = lights_kernels_of(frame->kernels);
    s->row = -1;
    if (room <= 0.0)
        return 1;
    noise_period period;
    double cell = cell_width(frame, &period) * frame->unit;
    s->spread = exact_max(SPREAD_PX, SPREAD * frame->unit);
    s->reach = REACH * s->spread;
    s->gain = sky->amount * room * SPREAD * frame->unit / s->spread;
    s->first = exact_floor(((double)frame->x - 0.5 * frame->width - s->reach) / cell);
    s->columns = (int)((frame->columns + 2.0 * s->reach) / cell) + 2;
    s->rows = (int)((2.0 * s->reach + 1.0) / (STARS_CELL * frame->unit)) + 2;
    size_t rows = (size_t)s->rows;
    s->point = arena_array(memory, rows * (size_t)s->columns, sizeof *s->point);
    s->held = arena_array(memory, rows, sizeof *s->held);
    s->count = arena_array(memory, rows, sizeof *s->count);
    s->is_starry = arena_array(memory, (size_t)frame->blocks, 1);
    if (s->point == NULL || s->held == NULL || s->count == NULL || s->is_starry == NULL)
        return 0;
    for (int i = 0; i < s->rows; i++)
        s->held[i] = -1;
    return 1;
}

/* ---- a row of cells ---------------------------------------------------------- */

/* The star of a cell, if it is bright enough and not behind the disc. */
static int find_point(const stars *s, int64_t column, int64_t row, star_point *point)
{
    const rl_frame *frame = s->frame;
    star at;
    if (!stars_at(frame, s->sky, column, row, &at))
        return 0;
    double high = exact_pow(exact_clamp(1.8 * at.y, 0.0, 1.0), 1.2);
    point->x = 0.5 * frame->width + at.x * frame->unit;
    point->y = foot_px(frame) - at.y * frame->unit;
    point->peak = (float)(at.flux * high * s->gain);
    point->tint = at.tint;
    double dx = point->x - frame_around(frame, frame->light.sun_x, point->x);
    double dy = point->y - frame->light.sun_y;
    double r = frame->light.sun_radius + s->reach;
    int is_behind_disc = frame->light.sun_radius > 0.0 && dx * dx + dy * dy < r * r;
    return (double)point->peak > LIGHT_LEAST && !is_behind_disc;
}

static const star_point *hold_row(stars *s, int64_t row, int *count)
{
    int at = (int)(row % s->rows);
    star_point *point = s->point + (size_t)at * (size_t)s->columns;
    if (s->held[at] != row) {
        int found = 0;
        for (int64_t column = s->first; column < s->first + s->columns; column++)
            found += find_point(s, column, row, &point[found]);
        s->count[at] = found;
        s->held[at] = row;
    }
    *count = s->count[at];
    return point;
}

/* ---- a row of pixels --------------------------------------------------------- */

static void mark_blocks(stars *s, double x)
{
    const rl_frame *frame = s->frame;
    double left = (double)(frame->first_block * frame->block);
    int64_t from = exact_floor((x - s->reach - 1.0 - left) / frame->block);
    int64_t to = exact_floor((x + s->reach + 1.0 - left) / frame->block);
    from = from > 0 ? from : 0;
    to = to < frame->blocks - 1 ? to : frame->blocks - 1;
    for (int64_t b = from; b <= to; b++)
        s->is_starry[b] = 1;
}

static void begin_row(stars *s, int row)
{
    const rl_frame *frame = s->frame;
    double cell = STARS_CELL * frame->unit;
    double up = foot_px(frame) - row;
    s->row = row;
    memset(s->is_starry, 0, (size_t)frame->blocks);
    s->low = exact_floor((up - 1.0 - s->reach) / cell);
    s->high = exact_floor((up + s->reach) / cell);
    s->low = s->low > 0 ? s->low : 0;
    for (int64_t j = s->low; j <= s->high; j++) {
        int count;
        const star_point *point = hold_row(s, j, &count);
        for (int i = 0; i < count; i++)
            if (exact_abs(row + 0.5 - point[i].y) <= s->reach)
                mark_blocks(s, point[i].x);
    }
}

int stars_are_at(stars *s, const tile_run *run)
{
    if (s->point == NULL)
        return 0;
    if (s->row != run->row)
        begin_row(s, run->row);
    return s->is_starry[run->block];
}

static void add_star(const stars *s, const star_point *point, const tile_run *run,
                     const sky_pixels *pixels)
{
    const rl_frame *frame = s->frame;
    const float *tint = tints[point->tint];
    int begin = tiles_left(frame, run);
    double dy = run->row + 0.5 - point->y;
    double x = point->x - (double)((frame->first_block + run->block) * frame->block);
    int64_t from = exact_floor(x - 0.5 - s->reach) + 1;
    int64_t to = exact_floor(x - 0.5 + s->reach) + 1;
    int64_t end = begin + run->count;
    sky_star light = {.from = (int)(from > begin ? from : begin),
                      .to = (int)(to < end ? to : end),
                      .x = (float)x,
                      .dy_dy = (float)(dy * dy),
                      .peak = point->peak,
                      .fall = (float)(-0.5 * 1.44269504088896341 / (s->spread * s->spread)),
                      .tint = {tint[0] * (float)s->sky->light.r, tint[1] * (float)s->sky->light.g,
                               tint[2] * (float)s->sky->light.b}};
    if (exact_abs(dy) <= s->reach && light.from < light.to)
        s->kernels->star(&light, pixels);
}

/* The first of a row's stars that is not to the left of x. */
static int first_from(const star_point *point, int count, double x)
{
    int low = 0;
    while (low < count) {
        int middle = (low + count) / 2;
        if (point[middle].x < x)
            low = middle + 1;
        else
            count = middle;
    }
    return low;
}

/* ---- the kind --------------------------------------------------------------------- */

static int count(const rl_scene *scene)
{
    return scene->stars > 0.0;
}

static rl_status prepare(preparation *work, frame_layer *layer, rl_error *error)
{
    const rl_scene *scene = &work->frame->scene;
    star_sky *sky = arena_array(work->frame->arena, 1, sizeof *sky);
    if (sky == NULL)
        return status_fail(error, RL_NO_MEMORY, "stars: out of memory");
    *sky = (star_sky){.key = hash_key(scene->seed, STREAM_STARS),
                      .amount = scene->stars,
                      .twinkle = scene->twinkle,
                      .light = colour_to_linear(scene->palette.star)};
    layer->data = sky;
    return RL_OK;
}

static int begin(paint_scratch *s, int layer)
{
    stars *all = arena_zeroed(&s->arena, 1, sizeof *all);
    s->memory[layer] = all;
    return all != NULL && stars_new(all, s->frame, s->frame->layer[layer].data, &s->arena);
}

/* What is averaged over rows has no points left. */
static int touches(paint_scratch *s, int layer, const tile_run *run)
{
    return run->reach == 0 && stars_are_at(s->memory[layer], run);
}

static void over(paint_scratch *s, int layer, const tile_run *run)
{
    tile_colours veil;
    sky_pixels pixels = {s->colours.r, s->colours.g, s->colours.b, sky_veil(s, run, &veil)};
    stars *all = s->memory[layer];
    double left = (double)(s->frame->x + run->column) - all->reach - 1.0;
    double right = left + run->count + 2.0 * all->reach + 2.0;
    for (int64_t j = all->low; j <= all->high; j++) {
        int count;
        const star_point *point = hold_row(all, j, &count);
        for (int i = first_from(point, count, left); i < count && point[i].x <= right; i++)
            add_star(all, &point[i], run, &pixels);
    }
}

/* ---- facts ------------------------------------------------------------------------ */

#define STAR_SEEN 0.10 /* light over the sky's, as encoded */

/* Whether a star outshines the sky where it is, and no cloud is there. */
static int is_visible(const facts_grid *g, const star_sky *sky, const star_point *point)
{
    const rl_frame *frame = g->frame;
    double x = point->x - (double)(frame->x + frame->turn);
    double y = point->y - frame->y;
    const oklab *behind = facts_sky_near(g, x, y);
    if (behind == NULL)
        return 0;
    int c = (int)exact_floor(x * g->columns / frame->shown);
    if (point->y > (double)g->skyline[c] - 1.0)
        return 0;
    double light = colour_oklab_to_linear(*behind).g;
    double added = (double)point->peak * sky->light.g;
    double more = colour_encode(exact_min(light + 0.7 * added, 1.0)) -
                  colour_encode(exact_clamp(light, 0.0, 1.0));
    return more >= STAR_SEEN;
}

/* Every row of cells whose middle is in the part. */
static rl_status facts(facts_grid *g, rl_facts *out, rl_error *error)
{
    const rl_frame *frame = g->frame;
    const frame_layer *layer = facts_layer(frame, &kind_stars);
    if (layer == NULL || frame->loop_px > 0.0)
        return RL_OK;
    stars all = {.frame = NULL};
    if (!stars_new(&all, frame, layer->data, &g->arena))
        return status_fail(error, RL_NO_MEMORY, "facts: out of memory");
    int64_t before = INT64_MAX;
    int step = (int)exact_max(STARS_CELL * frame->unit, 1.0);
    for (int y = 0; y < frame->rows && all.point != NULL; y += step) {
        const tile_run run = {.row = frame->y + y};
        (void)stars_are_at(&all, &run);
        for (int64_t j = all.high < before - 1 ? all.high : before - 1; j >= all.low; j--) {
            size_t held = (size_t)(j % all.rows);
            for (int i = 0; i < all.count[held]; i++)
                out->stars +=
                    is_visible(g, all.sky, &all.point[held * (size_t)all.columns + (size_t)i]);
            before = j;
        }
    }
    return RL_OK;
}

static const scene_key stars_keys[] = {
    REAL_KEY("stars.amount", AT_SCENE(stars), 0, 1, 0, "how bright they are"),
};

static const key_group groups[] = {
    KEY_GROUP("stars", stars_keys),
    {NULL, NULL, 0},
};

const layer_kind kind_stars = {
    .name = "stars",
    .number = RL_LAYER_SKY,
    .keys = groups,
    .count = count,
    .order = -70.0,
    .prepare = prepare,
    .paint = {.begin = begin, .touches = touches, .over = over},
    .facts = facts,
};
