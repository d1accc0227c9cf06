/* lava.c - streams of lava that run down from a crater and glow by night, and the light of the
 * crater on the rock round it.
 */
#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "base/status.h"
#include "frame/profile.h"
#include "layers/kind.h"
#include "layers/plume.h"
#include "layers/stroke.h"

/* Lengths in U. */
#define STREAMS 4
#define RIM 0.030    /* streams begin so far beside the vent, at most, */
#define DOWN -0.0005 /* and so far below its edge */
#define SHORT 0.07
#define LONG 0.25
#define FAN 0.34 /* they part: run over fall */
#define HALF 0.0011
#define SWING 0.013
#define HALO_REACH 0.030 /* of a stream's light on the rock */
#define HALO_MOST 0.36
#define CRATER_REACH 0.13 /* the same of the crater's light */
#define CRATER_MOST 0.50f

typedef struct lava {
    stroke stream[STREAMS];
    double x, y; /* the crater's edge over the vent, pixels */
    double amount;
    shade_colour hot, red;
} lava;

/* The ground over a place: pixels from the top. */
static rl_status edge_at(const rl_frame *frame, double x, double *y, rl_error *error)
{
    double height;
    ridge_grid grid = {.step = 0.004, .origin = x, .detail = 0.004};
    TRY(profile_heights(frame->profile, frame->scene.plume_ridge - 1, &grid, 1, &height, error));
    *y = (1.0 - height) * frame->height;
    return RL_OK;
}

static rl_status make_stream(const rl_frame *frame, lava *all, int i, double vent, rl_error *error)
{
    stroke *s = &all->stream[i];
    uint64_t key = hash_key(frame->scene.seed, STREAM_LAVA);
    double unit = frame->unit, aside = stroke_chance(key, 40, i);
    double beside = RIM * ((i + 0.5 + 0.2 * aside) / STREAMS * 2.0 - 1.0);
    double part = 0.5 + 0.5 * stroke_chance(key, 41, i);
    double length = exact_mix(SHORT, LONG, part * part) * (0.6 + 0.4 * frame->scene.lava);
    int last = 1 << STROKE_LEVELS;
    TRY(edge_at(frame, vent + beside, &s->y[0], error));
    s->x[0] = 0.5 * frame->width + (vent + beside) * unit;
    s->y[0] += DOWN * unit;
    s->x[last] = s->x[0] + beside / RIM * FAN * length * unit;
    s->y[last] = s->y[0] + length * unit;
    s->half = HALF * (0.7 + 0.6 * part) * unit;
    stroke_displace(s, hash_mix(key + (uint64_t)i + 1), STROKE_LEVELS, SWING * unit);
    return RL_OK;
}

static void find_blocks(const rl_frame *frame, const lava *all, int32_t *rows)
{
    double reach = CRATER_REACH * frame->unit;
    double left = all->x, right = all->x, end = all->y + reach;
    for (int i = 0; i < STREAMS; i++) {
        left = exact_min(left, all->stream[i].left);
        right = exact_max(right, all->stream[i].right);
        end = exact_max(end, all->stream[i].bottom + HALO_REACH * frame->unit);
    }
    for (int b = 0; b < frame->blocks; b++) {
        double from = (double)((frame->first_block + b) * frame->block);
        double x = frame_around(frame, all->x, from + 0.5 * frame->block) - all->x;
        int is_there =
            all->amount > 0.0 && from < right + x + reach && from + frame->block > left + x - reach;
        rows[b] = is_there ? (int32_t)exact_max(all->y - reach, 0.0) : INT32_MAX;
        rows[frame->blocks + b] = is_there ? (int32_t)exact_max(end, 0.0) + 1 : 0;
    }
}

static rl_status prepare(preparation *work, frame_layer *layer, rl_error *error)
{
    const rl_frame *frame = work->frame;
    lava *all = layer->data;
    int32_t *rows = arena_array(frame->arena, (size_t)frame->blocks, 2 * sizeof *rows);
    double vent = frame->scene.ridge[frame->scene.plume_ridge - 1].hero_x;
    oklab red = colour_to_oklab(PLUME_FIRE), hot = colour_to_oklab(0xffc060);
    if (rows == NULL)
        return status_fail(error, RL_NO_MEMORY, "lava: out of memory");
    layer->depth = frame->scene.ridge[frame->scene.plume_ridge - 1].depth;
    all->amount = plume_night(frame);
    all->red = shade_encode(frame, colour_oklab_to_linear(red));
    all->hot = shade_encode(frame, colour_oklab_to_linear(hot));
    all->x = 0.5 * frame->width + vent * frame->unit;
    TRY(edge_at(frame, vent, &all->y, error));
    for (int i = 0; i < STREAMS; i++)
        TRY(make_stream(frame, all, i, vent, error));
    find_blocks(frame, all, rows);
    layer->block_top = rows;
    layer->block_end = rows + frame->blocks;
    return RL_OK;
}

static int count(const rl_scene *scene)
{
    return scene->lava > 0.0 && scene->plume_ridge <= scene->ridge_count;
}

static double place(const rl_scene *scene, int index)
{
    (void)index;
    return scene->plume_ridge - 0.95;
}

/* ---- painting -------------------------------------------------------------------------- */

/* A piece of a stream, of `step` nodes, as a row of a block sees it, and the columns within
 * `reach`; 0 = there are none. */
typedef struct piece {
    double ax, ay, dx, dy, per, part;
    int first, end;
} piece;

static int piece_at(const stroke *s, int i, int step, double left, double y, double reach,
                    int columns, piece *p)
{
    p->ax = s->x[i] - left;
    p->ay = s->y[i] - y;
    p->dx = s->x[i + step] - s->x[i];
    p->dy = s->y[i + step] - s->y[i];
    if (p->ay > reach || p->ay + p->dy < -reach)
        return 0;
    p->per = 1.0 / exact_max(p->dx * p->dx + p->dy * p->dy, 1e-9);
    p->part = (double)i / (s->nodes - 1);
    p->first = (int)exact_clamp(exact_min(p->ax, p->ax + p->dx) - reach, 0.0, columns);
    p->end = (int)exact_clamp(exact_max(p->ax, p->ax + p->dx) + reach + 1.0, 0.0, columns);
    return p->first < p->end;
}

/* What glows itself: it narrows and cools, and crusts over in places. */
static void add_core(const stroke *s, uint64_t key, double left, double y, int columns, float *core,
                     float *light)
{
    piece p;
    for (int i = 0; i + 1 < s->nodes; i++) {
        if (!piece_at(s, i, 1, left, y, s->half * 1.1 + 1.5, columns, &p))
            continue;
        double crust = 0.75 + 0.35 * stroke_chance(key, 0, i), fade = exact_sqrt(1.0 - p.part);
        double half = s->half * (1.0 - 0.6 * p.part) * crust, least = exact_max(half, 0.5);
        for (int k = p.first; k < p.end; k++) {
            double away = stroke_away(k + 0.5 - p.ax, -p.ay, p.dx, p.dy, p.per);
            double hot = exact_clamp(least + 0.5 - away, 0.0, 1.0) * half / least * fade;
            core[k] = (float)exact_max((double)core[k], hot * crust * (1.0 - p.part));
            light[k] = (float)exact_max((double)light[k], hot);
        }
    }
}

/* Its light on the rock; for that it has few pieces. */
#define HALO_PIECE 16

static void add_halo(const stroke *s, double unit, double left, double y, int columns, float *light)
{
    piece p;
    double reach = HALO_REACH * unit;
    for (int i = 0; i + 1 < s->nodes; i += HALO_PIECE) {
        if (!piece_at(s, i, HALO_PIECE, left, y, reach, columns, &p))
            continue;
        for (int k = p.first; k < p.end; k++) {
            double x = k + 0.5 - p.ax;
            double along = exact_clamp((x * p.dx - p.ay * p.dy) * p.per, 0.0, 1.0);
            double fade = 1.0 - p.part - along * HALO_PIECE / (s->nodes - 1);
            double away = stroke_away(x, -p.ay, p.dx, p.dy, p.per) / reach;
            double out = exact_max(1.0 - away, 0.0);
            double halo = HALO_MOST * exact_min(2.0 * fade, 1.0) * out * out * out;
            light[k] = (float)exact_max((double)light[k], halo);
        }
    }
}

static void cover(paint_scratch *s, int layer, const tile_run *run, tile_colours *colours,
                  float covered[TILES_BLOCK])
{
    const rl_frame *frame = s->frame;
    const lava *all = frame->layer[layer].data;
    float core[TILES_BLOCK] = {0};
    double left = (double)((frame->first_block + run->block) * frame->block), y = run->row + 0.5;
    left -= frame_around(frame, all->x, left + 0.5 * frame->block) - all->x;
    memset(covered, 0, TILES_BLOCK * sizeof *covered);
    for (int i = 0; i < STREAMS; i++) {
        add_halo(&all->stream[i], frame->unit, left, y, frame->block, covered);
        add_core(&all->stream[i], (uint64_t)i, left, y, frame->block, core, covered);
    }
    float per = (float)(1.0 / (CRATER_REACH * frame->unit)), amount = (float)all->amount;
    float first = (float)(left + 0.5 - all->x) * per, down = (float)(y - all->y) * per;
    for (int k = 0; k < frame->block; k++) {
        float aside = first + per * (float)k, out = 1.0f - aside * aside - down * down;
        out = out > 0.0f ? out * out : 0.0f;
        covered[k] = amount * (1.0f - (1.0f - covered[k]) * (1.0f - CRATER_MOST * out * out));
        colours->r[k] = all->red.r + (all->hot.r - all->red.r) * core[k];
        colours->g[k] = all->red.g + (all->hot.g - all->red.g) * core[k];
        colours->b[k] = all->red.b + (all->hot.b - all->red.b) * core[k];
    }
}

const layer_kind kind_lava = {
    .name = "lava",
    .number = RL_LAYER_OTHER,
    .count = count,
    .place = place,
    .data_bytes = sizeof(lava),
    .prepare = prepare,
    .paint = {.cover = cover},
    .trait = {{.share = FACTS_SHARE(lava)}},
};
