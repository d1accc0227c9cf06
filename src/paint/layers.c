/* layers.c - one layer of a picture by itself, with steps of alpha, and all as one.
 *
 * Files hold alpha in 8 bits.  So that layers laid over each other make the very picture,
 * the picture itself is made of layers whose alpha has 255 steps.
 */
#include "paint/layers.h"

#include <string.h>

/* ---- which they are ---------------------------------------------------------- */

/* The index of the lake's layer, or one that none has. */
static int lake_layer(const rl_frame *frame)
{
    return frame->lake > 0 ? 1 + frame->surface[frame->lake - 1].ridge + 1 : INT32_MAX;
}

int layers_count(const rl_frame *frame)
{
    return 1 + frame->scene.ridge_count + (frame->lake > 0);
}

layer_place layers_at(const rl_frame *frame, int index)
{
    layer_place place = {.kind = RL_LAYER_SKY, .ridge = -1};
    if (index == 0)
        return place;
    int lake = lake_layer(frame);
    if (index == lake) {
        place.kind = RL_LAYER_LAKE;
        return place;
    }
    place.kind = RL_LAYER_RIDGE;
    place.ridge = index - (index < lake ? 1 : 2);
    place.first = frame->ridge_surface[place.ridge];
    place.end = place.ridge + 1 < frame->scene.ridge_count ? frame->ridge_surface[place.ridge + 1]
                                                           : frame->surface_count;
    return place;
}

static int layer_of_surface(const rl_frame *frame, int surface)
{
    if (surface < 0)
        return 0;
    return frame->surface[surface].ridge + (frame->lake > 0 && surface >= frame->lake ? 2 : 1);
}

int layers_top(const rl_frame *frame, int index)
{
    layer_place place = layers_at(frame, index);
    int top = frame->height;
    if (place.kind != RL_LAYER_RIDGE)
        return place.kind == RL_LAYER_LAKE ? frame->lake_top : 0;
    for (int i = place.first; i < place.end; i++)
        for (int b = 0; b < frame->blocks; b++)
            top = frame->surface[i].block_top[b] < top ? frame->surface[i].block_top[b] : top;
    return top;
}

/* ---- one layer --------------------------------------------------------------- */

static uint8_t steps_of(const rl_frame *frame, float covered)
{
    if (frame->art.count > 0) /* its colours do not mix */
        return covered >= 0.5f ? 255 : 0;
    return covered >= 1.0f ? 255 : (uint8_t)(covered * 255.0f + 0.5f);
}

/* What lies on a ridge's layer so far: colours, and how much of each pixel. */
typedef struct slope {
    tile_colours *colours;
    float covered[TILES_BLOCK];
} slope;

static float lay_sample(const tone_tables *tone, float under, float over, float covered, float was)
{
    float all = covered + was * (1.0f - covered);
    float light =
        tone_decode(tone, over) * covered + tone_decode(tone, under) * was * (1.0f - covered);
    return tone_encode(tone, light / all);
}

/* Lays a colour over a pixel that may be covered in part. */
static void lay_pixel(const tone_tables *tone, slope *on, int i, const tile_colours *over,
                      float covered)
{
    tile_colours *c = on->colours;
    float was = on->covered[i];
    if (covered >= 1.0f || was <= 0.0f) {
        c->r[i] = over->r[i];
        c->g[i] = over->g[i];
        c->b[i] = over->b[i];
        on->covered[i] = covered;
        return;
    }
    c->r[i] = lay_sample(tone, c->r[i], over->r[i], covered, was);
    c->g[i] = lay_sample(tone, c->g[i], over->g[i], covered, was);
    c->b[i] = lay_sample(tone, c->b[i], over->b[i], covered, was);
    on->covered[i] = covered + was * (1.0f - covered);
}

static void lay_surface(const rl_frame *frame, paint_scratch *s, int index, const tile_run *run,
                        slope *on)
{
    const edge_area *area = edge_cover(&s->edges, index, run);
    if (area == NULL)
        return;
    int left = tiles_left(frame, run);
    uint64_t columns = area->whole | area->part;
    block_fetch(s, index + 1, run, left + __builtin_ctzll(columns),
                left + 64 - __builtin_clzll(columns), &s->over);
    for (; columns != 0; columns &= columns - 1) {
        int i = __builtin_ctzll(columns);
        float covered = area->whole >> i & 1 ? 1.0f : area->covered[i];
        if (covered > 0.0f)
            lay_pixel(&frame->tone, on, left + i, &s->over, covered);
    }
}

/* The rows of a slope, from the front-most on that covers all. */
static void paint_ridge(const rl_frame *frame, paint_scratch *s, const layer_place *place,
                        const tile_run *run)
{
    slope on = {.colours = &s->layer};
    int from = place->end - 1;
    while (from > place->first && frame->surface[from].block_full[run->block] > run->row)
        from--;
    for (int i = from; i < place->end; i++)
        if (frame->surface[i].block_top[run->block] <= run->row)
            lay_surface(frame, s, i, run, &on);
    for (int i = 0; i < TILES_BLOCK; i++)
        s->alpha[i] = steps_of(frame, on.covered[i]);
}

static void paint_water(const rl_frame *frame, paint_scratch *s, const tile_run *run)
{
    float covered = run->row < frame->lake_top ? 0.0f : water_coverage(frame, run->row);
    memset(s->alpha, steps_of(frame, covered), TILES_BLOCK);
    if (covered > 0.0f)
        block_fetch_lake(frame, s, run, &s->layer);
}

void layers_paint(const rl_frame *frame, paint_scratch *s, int index, const tile_run *run)
{
    layer_place place = layers_at(frame, index);
    if (place.kind == RL_LAYER_SKY) {
        block_sky(s, run);
        s->layer = s->colours;
        memset(s->alpha, 255, TILES_BLOCK);
        return;
    }
    if (place.kind == RL_LAYER_LAKE)
        paint_water(frame, s, run);
    else
        paint_ridge(frame, s, &place, run);
    if (s->plain != NULL)
        memset(s->plain, 0, TILES_BLOCK);
}

/* ---- all of them ------------------------------------------------------------- */

/* The front-most layer that covers all of a run. */
static int find_first(const rl_frame *frame, const tile_run *run)
{
    int behind = block_behind(frame, run, frame->surface_count);
    if (frame->lake > 0 && behind < frame->lake && run->row >= frame->lake_full)
        return lake_layer(frame);
    return layer_of_surface(frame, behind);
}

static int is_touched(const rl_frame *frame, int index, const tile_run *run)
{
    layer_place place = layers_at(frame, index);
    if (place.kind == RL_LAYER_LAKE)
        return run->row >= frame->lake_top;
    for (int i = place.first; i < place.end; i++)
        if (frame->surface[i].block_top[run->block] <= run->row)
            return 1;
    return 0;
}

/* Lays the layer at hand over what is there. */
static void lay_layer(const rl_frame *frame, const paint_scratch *s, tile_colours *sum,
                      uint8_t *plain)
{
    run_pixels pixels = {sum->r, sum->g, sum->b, NULL};
    for (int i = 0; i < TILES_BLOCK; i++) {
        float alpha = (float)s->alpha[i] * (1.0f / 255.0f);
        blend_over(&frame->tone, &pixels, i, s->layer.r[i], s->layer.g[i], s->layer.b[i],
                   s->alpha[i] == 255 ? 1.0f : alpha);
        if (s->alpha[i] >= 128)
            plain[i] = 0;
    }
}

void layers_flat(const rl_frame *frame, paint_scratch *s, const tile_run *run)
{
    uint8_t plain[TILES_BLOCK] = {0};
    tile_colours sum;
    int first = find_first(frame, run);
    layers_paint(frame, s, first, run);
    sum = s->layer;
    if (s->plain != NULL)
        memcpy(plain, s->plain, sizeof plain);
    for (int i = first + 1; i < layers_count(frame); i++) {
        if (!is_touched(frame, i, run))
            continue;
        layers_paint(frame, s, i, run);
        lay_layer(frame, s, &sum, plain);
    }
    s->colours = sum;
    if (s->plain != NULL)
        memcpy(s->plain, plain, sizeof plain);
}
