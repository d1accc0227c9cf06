/* way.c - paints a path from the near edge of the picture to a motif.
 *
 * Its middle and its width are functions of the height in the picture alone; it bends more and gets
 * wider toward the viewer.  It is painted below the crest of the motif's ridge and of each nearer
 * one, so it seems to run behind a hill where a nearer crest hides it.
 */
#include <string.h>

#include "base/hash.h"
#include "base/status.h"
#include "frame/profile.h"
#include "layers/common/clearing.h"
#include "layers/common/mist.h"
#include "layers/core/kind.h"
#include "layers/motif/motif.h"
#include "layers/water/lake.h"
#include "ridge/noise.h"

/* Edges of the path.  Tuned by eye on seeds 1..16. */
static const struct {
    double bump_height, bump; /* bumps: length along the path, U; amplitude, half widths */
    double soft;              /* width of the soft edge, half widths */
} edge = {.bump_height = 0.014, .bump = 0.24, .soft = 0.22};

/* Colour of the path: that of farther land. */
static const struct {
    double lighter;       /* depth of the layer less that of the land whose colour it takes */
    double share, front;  /* share of that colour on other ridges, and on the nearest ridge */
    double sun, near_sun; /* added share near the sun, and distance of its decay to 1/e, U */
} look = {.lighter = 0.50, .share = 0.26, .front = 0.20, .sun = 0.16, .near_sun = 0.35};

#define STEP 0.0037       /* distance between samples of a crest, U */
#define BEFORE_LAST 1.001 /* samples from the end at which the last piece of a crest begins */
#define PLACE 0.2         /* `place` of a path less that of its ridge: in front of the ridge */

typedef struct way_layer {
    way path;
    int ridge, count;
    int64_t first;       /* number of the first sample of the crest, from the middle */
    const double *crest; /* [count]: fractions of H */
    mist_bank bank;
} way_layer;

/* ---- painting ------------------------------------------------------------------------- */

/* Returns the colour of the path in air and mist; sets its coverage. */
static linear_rgb colour_at(const rl_frame *frame, const way_layer *w, double x, double y,
                            double *share)
{
    const rl_scene *scene = &frame->scene;
    double z = exact_max(scene->ridge[w->ridge].depth - look.lighter, 0.0);
    double x_px = 0.5 * frame->width + x * frame->unit, y_px = frame->height - y * frame->unit;
    shade_air air = shade_air_at(frame, x_px, y_px);
    oklab land = colour_mix_oklab(light_land(&scene->palette, z), air.air, light_haze(scene, z));
    double over = exact_max((y * frame->unit_share - w->bank.level) / w->bank.scale, 0.0);
    double mist = mist_density(&w->bank, y * frame->unit_share) * exact_exp(-over);
    oklab veil = colour_linear_to_oklab(mist_light(frame, &w->bank, &air));
    double sun = (frame->light.sun_x - 0.5 * frame->width) / frame->unit;
    *share = (w->ridge + 1 == scene->ridge_count ? look.front : look.share) +
             look.sun * exact_exp(-exact_abs(x - sun) / look.near_sun);
    return colour_oklab_to_linear(colour_mix_oklab(land, veil, mist));
}

/* The path in a row of pixels. */
typedef struct way_row {
    double y, middle;   /* height of the row and middle of the path, U */
    double soft;        /* width of the soft edge, U */
    double edge[2];     /* half widths to the left and to the right, U */
    double left, right; /* limits of the painted columns, U */
} way_row;

static int row_of(const rl_frame *frame, const way *path, int row, way_row *out)
{
    double pixel = 1.0 / frame->unit, half, next, same;
    out->y = (frame->height - row - 0.5) / frame->unit;
    if (!way_at(path, out->y, &out->middle, &half))
        return 0;
    /* A soft edge covers the sideways step of the path from one row to the next. */
    int has_next = way_at(path, out->y - pixel, &next, &same);
    out->soft =
        exact_max(edge.soft * half, pixel + (has_next ? exact_abs(next - out->middle) : 0.0));
    double bump = edge.bump * half / exact_max(1.0, out->soft / half);
    for (int i = 0; i < 2; i++)
        out->edge[i] =
            half + bump * noise_gradient(path->key, 0, out->y / edge.bump_height, 0.5 + 3.0 * i, 0);
    out->left = out->middle - out->edge[0] - out->soft;
    out->right = out->middle + out->edge[1] + out->soft;
    return 1;
}

/* Returns the column of a position (U), counted from the first column of a block. */
static double column_of(const rl_frame *frame, double x, int block)
{
    double left = (double)((frame->first_block + block) * frame->block);
    return 0.5 * frame->width + x * frame->unit - left;
}

static void cover(paint_scratch *s, int layer, const tile_run *run, tile_colours *colours,
                  float covered[TILES_BLOCK])
{
    const rl_frame *frame = s->frame;
    const way_layer *w = frame->layer[layer].data;
    way_row row;
    double share;
    memset(covered, 0, TILES_BLOCK * sizeof *covered);
    int is_there = row_of(frame, &w->path, run->row, &row);
    double from = is_there ? column_of(frame, row.left, run->block) : TILES_BLOCK;
    double to = is_there ? column_of(frame, row.right, run->block) : 0.0;
    if (from >= TILES_BLOCK || to <= 0.0) {
        block_fill((shade_colour){0.0f, 0.0f, 0.0f}, colours);
        return;
    }
    block_fill(shade_encode(frame, colour_at(frame, w, row.middle, row.y, &share)), colours);
    double left = (double)((frame->first_block + run->block) * frame->block);
    int end = (int)exact_min(to + 1.0, TILES_BLOCK);
    for (int i = (int)exact_max(from, 0.0); i < end; i++) {
        double x = (left + i + 0.5 - 0.5 * frame->width) / frame->unit, aside = x - row.middle;
        double in = 0.5 + (row.edge[aside > 0.0] - exact_abs(aside)) / row.soft;
        in = frame->is_hard ? (double)(in >= 0.5) : exact_clamp(in, 0.0, 1.0);
        double place = exact_clamp(x / STEP - (double)w->first, 0.0, w->count - BEFORE_LAST);
        size_t node = (size_t)place;
        double crest = exact_mix(w->crest[node], w->crest[node + 1], place - (double)node);
        double below = crest * frame->height - row.y * frame->unit; /* pixels */
        covered[i] = (float)(share * in * exact_clamp(below + 0.5, 0.0, 1.0));
    }
}

/* ---- preparation ---------------------------------------------------------------------- */

/* Samples the crest above the path, over all columns that the path may reach. */
static rl_status find_crest(const rl_frame *frame, way_layer *w, rl_error *error)
{
    double reach = WAY_MARGIN + 4.0 / frame->unit;
    double left = exact_min(w->path.from, w->path.to) - reach;
    double right = exact_max(w->path.from, w->path.to) + reach;
    w->first = exact_floor(left / STEP);
    w->count = (int)(exact_floor(right / STEP) + 2 - w->first);
    double *crest = arena_array(frame->arena, (size_t)w->count, sizeof *crest);
    TRY(status_memory(crest != NULL, "path", error));
    w->crest = crest;
    ridge_grid grid = {.first = w->first, .step = STEP, .detail = STEP};
    return profile_heights(frame->profile, w->ridge, &grid, (size_t)w->count, crest, error);
}

/* Finds the rows of each block that the path reaches. */
static rl_status find_rows(const rl_frame *frame, frame_layer *layer, rl_error *error)
{
    const way *path = &((const way_layer *)layer->data)->path;
    int32_t *top = arena_array(frame->arena, (size_t)frame->blocks, 2 * sizeof *top);
    TRY(status_memory(top != NULL, "path", error));
    int32_t *end = top + frame->blocks;
    for (int b = 0; b < frame->blocks; b++) {
        top[b] = frame->height;
        end[b] = 0;
    }
    double above = frame->height - path->top * frame->unit - 1.0;
    for (int y = (int)exact_clamp(above, 0.0, frame->height); y < frame->height; y++) {
        way_row row;
        if (!row_of(frame, path, y, &row))
            continue;
        double first = column_of(frame, row.left, 0) / frame->block;
        double last = column_of(frame, row.right, 0) / frame->block;
        int beyond = (int)exact_clamp(last + 1.0, 0.0, frame->blocks);
        for (int b = (int)exact_clamp(first, 0.0, frame->blocks); b < beyond; b++) {
            top[b] = y < top[b] ? y : top[b];
            end[b] = y + 1;
        }
    }
    layer->block_top = top;
    layer->block_end = end;
    return RL_OK;
}

static rl_status prepare(preparation *work, frame_layer *layer, rl_error *error)
{
    const rl_frame *frame = work->frame;
    way_layer *w = layer->data;
    w->path = way_of(frame);
    w->ridge = frame->scene.motif.ridge - 1 + layer->index;
    layer->depth = frame->scene.ridge[w->ridge].depth;
    w->bank = mist_bank_of(frame, w->ridge);
    if (w->bank.density == 0.0)
        w->bank.scale = 1.0;
    TRY(find_crest(frame, w, error));
    return find_rows(frame, layer, error);
}

static int count(const rl_scene *scene)
{
    return way_has(scene) ? scene->ridge_count - scene->motif.ridge + 1 : 0;
}

/* The path is in front of its ridge and behind the motif. */
static double place(const rl_scene *scene, int index)
{
    return scene->motif.ridge - 1 + index + PLACE;
}

static int joins(const rl_scene *scene)
{
    (void)scene;
    return 1;
}

const layer_kind kind_way = {
    .name = "way",
    .number = RL_LAYER_OTHER,
    .material = PRINT_THING,
    .count = count,
    .place = place,
    .joins = joins,
    .data_bytes = sizeof(way_layer),
    .prepare = prepare,
    .paint = {.cover = cover},
};
