/* lava.c - the layer of streams of lava that run down from a crater and glow by night, and of the
 * light of the crater on the rock around it.  All numbers are tuned by eye.
 */
#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "base/status.h"
#include "frame/profile.h"
#include "layers/common/stroke.h"
#include "layers/core/kind.h"
#include "layers/sky/plume.h"

#define STREAM 5122 /* random stream */

#define STREAMS 4

/* Courses of streams; lengths in U, u is a draw of 0..1. */
static const struct {
    double rim;               /* greatest distance of a stream's beginning from the vent */
    double jitter;            /* shift of a beginning, in distances between streams */
    double over;              /* height of the beginning above the edge of the crater */
    double shortest, longest; /* length downward */
    double length,
        length_by_amount; /* factor of the length: length + length_by_amount * plume.lava */
    double fan;           /* slope of the outer streams: run over fall */
    double half;          /* half width */
    double half_least, half_range; /* factor of `half`: least + range * u */
    double swing;                  /* amplitude of the first displacement */
    double detail;                 /* finest detail of the ground that is sampled */
} course = {.rim = 0.030,
            .jitter = 0.2,
            .over = 0.0005,
            .shortest = 0.07,
            .longest = 0.25,
            .length = 0.6,
            .length_by_amount = 0.4,
            .fan = 0.34,
            .half = 0.0011,
            .half_least = 0.7,
            .half_range = 0.6,
            .swing = 0.013,
            .detail = 0.004};

/* Light; lengths in U. */
static const struct {
    double crust, crust_range; /* factor of width and heat: crust + range * draw of -1..1 */
    double crust_most;         /* upper limit of the factor of width */
    double narrower;           /* share of its width that a stream loses to its end */
    double half_least;         /* least half width that is painted, pixels */
    double edge;               /* pixels beyond the half width that a stream may touch */
    double halo_reach;         /* distance over which a stream's light on the rock falls to 0 */
    double halo;               /* light on the rock beside a stream, 0..1 */
    double crater_reach;       /* distance over which the crater's light on the rock falls to 0 */
    float crater;              /* light on the rock at the crater, 0..1 */
} glow = {.crust = 0.75,
          .crust_range = 0.35,
          .crust_most = 1.1,
          .narrower = 0.6,
          .half_least = 0.5,
          .edge = 1.5,
          .halo_reach = 0.030,
          .halo = 0.36,
          .crater_reach = 0.13,
          .crater = 0.50f};

#define HOT 0xffc060       /* colour of the hottest lava */
#define BEFORE_RIDGE 0.95  /* `place` is plume_ridge minus this, just in front of the ridge */
#define LENGTH2_LEAST 1e-9 /* least squared length of a piece, pixels */

enum { DRAW_PLACE = 40, DRAW_LENGTH };

typedef struct lava {
    stroke stream[STREAMS];
    double x, y;           /* edge of the crater over the vent, pixels */
    double amount;         /* opacity, 0 by day .. 1 by night */
    shade_colour hot, red; /* colours of the middle of streams, and of their light */
} lava;

/* Sets y to the row of the ground at a column x (U), pixels from the top. */
static rl_status edge_at(const rl_frame *frame, double x, double *y, rl_error *error)
{
    double height;
    ridge_grid grid = {.step = course.detail, .origin = x, .detail = course.detail};
    TRY(profile_heights(frame->profile, scene_int(&frame->scene, "plume.ridge") - 1, &grid, 1,
                        &height, error));
    *y = (1.0 - height) * frame->height;
    return RL_OK;
}

static rl_status make_stream(const rl_frame *frame, lava *all, int i, double vent, rl_error *error)
{
    stroke *s = &all->stream[i];
    uint64_t key = hash_key(frame->scene.seed, STREAM);
    double unit = frame->unit, aside = stroke_chance(key, DRAW_PLACE, i);
    double offset = course.rim * ((i + 0.5 + course.jitter * aside) / STREAMS * 2.0 - 1.0);
    double u = 0.5 + 0.5 * stroke_chance(key, DRAW_LENGTH, i);
    double length =
        exact_mix(course.shortest, course.longest, u * u) *
        (course.length + course.length_by_amount * scene_real(&frame->scene, "plume.lava"));
    int last = 1 << STROKE_LEVELS;
    TRY(edge_at(frame, vent + offset, &s->y[0], error));
    s->x[0] = 0.5 * frame->width + (vent + offset) * unit;
    s->y[0] -= course.over * unit;
    s->x[last] = s->x[0] + offset / course.rim * course.fan * length * unit;
    s->y[last] = s->y[0] + length * unit;
    s->half = course.half * (course.half_least + course.half_range * u) * unit;
    stroke_displace(s, hash_mix(key + (uint64_t)i + 1), STROKE_LEVELS, course.swing * unit);
    return RL_OK;
}

static void find_blocks(const rl_frame *frame, const lava *all, int32_t *rows)
{
    double reach = glow.crater_reach * frame->unit;
    double left = all->x, right = all->x, end = all->y + reach;
    for (int i = 0; i < STREAMS; i++) {
        left = exact_min(left, all->stream[i].left);
        right = exact_max(right, all->stream[i].right);
        end = exact_max(end, all->stream[i].bottom + glow.halo_reach * frame->unit);
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
    const rl_ridge *ridge = &frame->scene.ridge[scene_int(&frame->scene, "plume.ridge") - 1];
    double vent = ridge->hero_x;
    oklab red = colour_to_oklab(PLUME_FIRE), hot = colour_to_oklab(HOT);
    TRY(status_memory(rows != NULL, "lava", error));
    layer->depth = ridge->depth;
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
    return scene_real(scene, "plume.lava") > 0.0 &&
           scene_int(scene, "plume.ridge") <= scene->ridge_count;
}

static double place(const rl_scene *scene, int index)
{
    (void)index;
    return scene_int(scene, "plume.ridge") - BEFORE_RIDGE;
}

/* ---- painting -------------------------------------------------------------------------- */

/* A piece of a stream, relative to a row of a block, pixels. */
typedef struct lava_piece {
    double ax, ay;  /* beginning */
    double dx, dy;  /* vector to the end */
    double per;     /* 1 / length^2 */
    double part;    /* position of the beginning in the stream, 0..1 */
    int first, end; /* columns that it may touch */
} lava_piece;

/* Finds the piece of `step` nodes from node i on, with the columns within `reach`; returns 0 if
 * there are none. */
static int piece_at(const stroke *s, int i, int step, double left, double y, double reach,
                    int columns, lava_piece *p)
{
    p->ax = s->x[i] - left;
    p->ay = s->y[i] - y;
    p->dx = s->x[i + step] - s->x[i];
    p->dy = s->y[i + step] - s->y[i];
    if (p->ay > reach || p->ay + p->dy < -reach)
        return 0;
    p->per = 1.0 / exact_max(p->dx * p->dx + p->dy * p->dy, LENGTH2_LEAST);
    p->part = (double)i / (s->nodes - 1);
    p->first = (int)exact_clamp(exact_min(p->ax, p->ax + p->dx) - reach, 0.0, columns);
    p->end = (int)exact_clamp(exact_max(p->ax, p->ax + p->dx) + reach + 1.0, 0.0, columns);
    return p->first < p->end;
}

/* Adds a stream itself: it narrows, cools, and crusts over in places. */
static void add_core(const stroke *s, uint64_t key, double left, double y, int columns, float *core,
                     float *light)
{
    lava_piece p;
    for (int i = 0; i + 1 < s->nodes; i++) {
        if (!piece_at(s, i, 1, left, y, s->half * glow.crust_most + glow.edge, columns, &p))
            continue;
        double crust = glow.crust + glow.crust_range * stroke_chance(key, 0, i);
        double fade = exact_sqrt(1.0 - p.part);
        double half = s->half * (1.0 - glow.narrower * p.part) * crust;
        double least = exact_max(half, glow.half_least);
        for (int k = p.first; k < p.end; k++) {
            double away = stroke_away(k + 0.5 - p.ax, -p.ay, p.dx, p.dy, p.per);
            double hot = exact_clamp(least + 0.5 - away, 0.0, 1.0) * half / least * fade;
            core[k] = (float)exact_max((double)core[k], hot * crust * (1.0 - p.part));
            light[k] = (float)exact_max((double)light[k], hot);
        }
    }
}

#define HALO_PIECE 16 /* nodes of a piece: light on the rock is smooth and needs few pieces */

/* Adds the light of a stream on the rock. */
static void add_halo(const stroke *s, double unit, double left, double y, int columns, float *light)
{
    lava_piece p;
    double reach = glow.halo_reach * unit;
    for (int i = 0; i + 1 < s->nodes; i += HALO_PIECE) {
        if (!piece_at(s, i, HALO_PIECE, left, y, reach, columns, &p))
            continue;
        for (int k = p.first; k < p.end; k++) {
            double x = k + 0.5 - p.ax;
            double along = exact_clamp((x * p.dx - p.ay * p.dy) * p.per, 0.0, 1.0);
            double fade = 1.0 - p.part - along * HALO_PIECE / (s->nodes - 1);
            double away = stroke_away(x, -p.ay, p.dx, p.dy, p.per) / reach;
            double out = exact_max(1.0 - away, 0.0);
            double halo = glow.halo * exact_min(2.0 * fade, 1.0) * out * out * out;
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
    float per = (float)(1.0 / (glow.crater_reach * frame->unit)), amount = (float)all->amount;
    float first = (float)(left + 0.5 - all->x) * per, down = (float)(y - all->y) * per;
    for (int k = 0; k < frame->block; k++) {
        float aside = first + per * (float)k, out = 1.0f - aside * aside - down * down;
        out = out > 0.0f ? out * out : 0.0f;
        covered[k] = amount * (1.0f - (1.0f - covered[k]) * (1.0f - glow.crater * out * out));
        colours->r[k] = all->red.r + (all->hot.r - all->red.r) * core[k];
        colours->g[k] = all->red.g + (all->hot.g - all->red.g) * core[k];
        colours->b[k] = all->red.b + (all->hot.b - all->red.b) * core[k];
    }
}

static const rl_sight_words lava_words =
    SIGHT("lava", 0.006,
          SIGHT_CLAUSE(2, "lava glows on its flanks", "streams of lava run down from the crater"),
          SIGHT_EVENT(6, "on", "lava", "fire"));

const layer_kind kind_lava = {
    .name = "lava",
    .number = RL_LAYER_OTHER,
    .stream = STREAM,
    .count = count,
    .place = place,
    .data_bytes = sizeof(lava),
    .prepare = prepare,
    .paint = {.cover = cover},
    .trait = {{.words = &lava_words}},
};
