/* tiles.c - fills groups of nodes, and finds those around a row of a block. */
#include "paint/tiles.h"

#include <string.h>

#include "base/exact.h"
#include "base/memory.h"
#include "layers/fog.h"
#include "paint/node_noise.h"
#include "paint/pixels.h"
#include "ridge/noise.h"

/* The mist's noise: cells of 1/1.9 U by 1/7.5 U, four octaves. */
#define MIST_X 1.9
#define MIST_Y 7.5
#define MIST_OCTAVES 4

/* Kernels read whole lanes: so many floats lie behind the last node. */
#define SPARE 16

/* ---- memory ------------------------------------------------------------------ */

static int *new_rows(const tiles *t)
{
    int *rows = memory_array(t->frame->allocator, (size_t)t->groups, sizeof *rows);
    for (int g = 0; rows != NULL && g < t->groups; g++)
        rows[g] = -1;
    return rows;
}

static int new_planes(const tiles *t, int planes, float *memory[2], int *rows[2])
{
    for (int p = 0; p < 2; p++) {
        memory[p] = memory_zeroed(t->frame->allocator, t->stride * (size_t)planes, sizeof(float));
        rows[p] = new_rows(t);
        if (memory[p] == NULL || rows[p] == NULL)
            return 0;
    }
    return 1;
}

static int new_noise(tiles *t)
{
    for (int i = 0; i < TILES_ROWS; i++) {
        t->row[i].held = -1;
        t->row[i].noise = memory_zeroed(t->frame->allocator, t->stride, 2 * sizeof(float));
        if (t->row[i].noise == NULL)
            return 0;
    }
    return 1;
}

static int new_layer(tiles *t, int index)
{
    const rl_frame *frame = t->frame;
    tile_layer *layer = &t->layer[index];
    const frame_surface *surface = index == TILES_SKY ? NULL : &frame->surface[index - 1];
    layer->land.surface = surface;
    layer->is_flat = surface == NULL ? frame->sky_is_flat : surface->is_flat;
    if (layer->is_flat) {
        layer->flat = surface == NULL ? shade_flat_sky(frame) : shade_flat_land(frame, surface);
        return 1;
    }
    int planes = surface == NULL ? shade_sky_planes(frame) : shade_planes(surface);
    if (!new_planes(t, 3 * planes, layer->planes, layer->row))
        return 0;
    if (surface == NULL || surface->fog <= 0.0)
        return 1;
    layer->fog = memory_array(frame->allocator, t->stride, 2 * sizeof(float));
    if (layer->fog == NULL)
        return 0;
    layer->land.swell = layer->fog;
    layer->land.dense = layer->fog + t->stride;
    fog_row(frame, surface, t->first, t->stride, layer->fog, layer->fog + t->stride);
    return 1;
}

/* Groups begin at multiples of eight nodes of the picture, whatever the part. */
static void lay_groups(tiles *t)
{
    const rl_frame *frame = t->frame;
    int64_t nodes = frame->block / frame->step;
    int64_t first = frame->first_block * nodes;
    int64_t last = (frame->first_block + frame->blocks) * nodes;
    t->first = exact_down(first, SHADE_GROUP) * SHADE_GROUP;
    t->groups = (int)((last - t->first) / SHADE_GROUP) + 1;
    t->stride = (size_t)t->groups * SHADE_GROUP + SPARE;
    while (1 << t->shift < frame->step)
        t->shift++;
    for (int i = 0; i < TILES_BLOCK; i++)
        t->along[i] = ((float)(i % frame->step) + 0.5f) / (float)frame->step;
}

int tiles_new(tiles *t, const rl_frame *frame)
{
    memset(t, 0, sizeof *t);
    t->frame = frame;
    t->shade = shade_kernels_for(frame);
    lay_groups(t);
    t->layers = frame->surface_count + 1;
    t->layer = memory_zeroed(frame->allocator, (size_t)t->layers, sizeof *t->layer);
    if (t->layer == NULL || !new_noise(t) || !new_planes(t, AIR_PLANES, t->air, t->air_row) ||
        !clouds_new(&t->clouds, frame))
        return 0;
    for (int i = 0; i < t->layers; i++)
        if (!new_layer(t, i))
            return 0;
    return 1;
}

void tiles_free(tiles *t)
{
    if (t->frame == NULL)
        return;
    const rl_allocator *allocator = t->frame->allocator;
    for (int p = 0; p < 2; p++) {
        memory_free(allocator, t->air[p]);
        memory_free(allocator, t->air_row[p]);
        for (int i = 0; t->layer != NULL && i < t->layers; i++) {
            memory_free(allocator, t->layer[i].planes[p]);
            memory_free(allocator, t->layer[i].row[p]);
        }
    }
    for (int i = 0; i < TILES_ROWS; i++)
        memory_free(allocator, t->row[i].noise);
    for (int i = 0; t->layer != NULL && i < t->layers; i++)
        memory_free(allocator, t->layer[i].fog);
    memory_free(allocator, t->layer);
    clouds_free(&t->clouds);
}

/* ---- nodes ------------------------------------------------------------------- */

static void make_mist(const tiles *t, const shade_row *row, float *mist)
{
    const rl_frame *frame = t->frame;
    double rate = MIST_X;
    noise_period period = noise_fit_rate(frame->loop, &rate);
    node_noise noise = {.key = frame->mist_key,
                        .octaves = MIST_OCTAVES,
                        .period = period,
                        .step = rate * frame->step / frame->unit,
                        .origin = -0.5 * rate * frame->width / frame->unit -
                                  rate * frame_drift(frame, frame->scene.mist_drift),
                        .y = MIST_Y * row->height / frame->unit_share};
    node_noise_fill(&noise, frame->kernels, t->first, (size_t)t->groups * SHADE_GROUP, mist);
}

/* Below 1/2000 mist is under half a step of 8 bits. */
static int mist_is_at(const rl_frame *frame, const frame_surface *surface, double height)
{
    double above = (height - surface->mist_level) / surface->mist_scale;
    return surface->mist > 0.0 && above <= 8.0 + frame->scene.mist_noise;
}

/* The noises of a row are made when a layer first asks for them. */
static tile_row *row_of(tiles *t, int node_row)
{
    tile_row *row = &t->row[node_row % TILES_ROWS];
    if (row->held != node_row) {
        shade_row_begin(&row->shade, t->frame, (double)node_row * t->frame->step);
        row->held = node_row;
    }
    return row;
}

static shade_group group_of(const tiles *t, int group)
{
    size_t at = (size_t)group * SHADE_GROUP;
    shade_group g = {t->first + (int64_t)at, at, t->stride};
    return g;
}

static void make_air(tiles *t, int group, int node_row)
{
    int p = node_row & 1;
    if (t->air_row[p][group] == node_row)
        return;
    shade_group g = group_of(t, group);
    t->shade->air(&row_of(t, node_row)->shade, &g, t->air[p]);
    t->air_row[p][group] = node_row;
}

/* How far below the surface's ground the nodes of a group lie, in pixels. */
static void find_below(const tiles *t, const shade_row *row, const shade_group *g, shade_land *land)
{
    const rl_frame *frame = t->frame;
    int64_t origin = frame->first_block * (frame->block / frame->step);
    int64_t last = (int64_t)frame->blocks * frame->block / frame->step;
    for (int i = 0; i < SHADE_GROUP; i++) {
        int64_t at = g->first + i - origin;
        at = at < 0 ? 0 : at > last ? last : at;
        double ground = (double)land->surface->ground[at] / FRAME_HEIGHT_ONE;
        land->below[i] = (float)(row->y_px - (frame->height - ground));
    }
}

static void make_land(tiles *t, tile_layer *layer, const shade_group *g, int node_row)
{
    tile_row *held = row_of(t, node_row);
    shade_row *row = &held->shade;
    int p = node_row & 1;
    shade_land *land = &layer->land;
    const frame_surface *surface = land->surface;
    land->has_mist = mist_is_at(t->frame, surface, row->height);
    land->has_fog = fog_is_at(t->frame, surface, row->height);
    if (land->has_mist && t->frame->scene.mist_noise > 0.0 && row->mist == NULL) {
        make_mist(t, row, held->noise);
        row->mist = held->noise;
    }
    if (surface->fade > 0.0)
        find_below(t, row, g, land);
    t->shade->land(row, g, t->air[p], land, layer->planes[p]);
}

static void make_sky(tiles *t, tile_layer *layer, const shade_group *g, int node_row)
{
    tile_row *held = row_of(t, node_row);
    shade_row *row = &held->shade;
    int p = node_row & 1;
    if (row->warp == NULL && clouds_are_at(t->frame, row->height)) {
        float *warp = held->noise + t->stride;
        clouds_warp(&t->clouds, row->height, t->first, (size_t)t->groups * SHADE_GROUP, warp);
        row->warp = warp;
    }
    t->shade->sky(row, g, t->air[p], &t->clouds, layer->planes[p]);
}

static void make_nodes(tiles *t, int index, int group, int node_row)
{
    tile_layer *layer = &t->layer[index];
    int p = node_row & 1;
    shade_group g = group_of(t, group);
    make_air(t, group, node_row);
    if (index == TILES_SKY)
        make_sky(t, layer, &g, node_row);
    else
        make_land(t, layer, &g, node_row);
    layer->row[p][group] = node_row;
}

/* Where a pixel's middle lies between two nodes depends on its place in the
 * world alone, so a region shows the same pixels as the whole. */
void tiles_nodes(tiles *t, int index, const tile_run *run, tile_nodes *nodes)
{
    const rl_frame *frame = t->frame;
    const tile_layer *layer = &t->layer[index];
    /* A run that stands for a node's reach of rows takes the nearest row of nodes. */
    int is_wide = run->reach > 1 && 2 * run->reach >= frame->step;
    int above = (is_wide ? run->row + (frame->step >> 1) : run->row) >> t->shift;
    int below = is_wide ? above : above + 1;
    int64_t column = (frame->first_block + run->block) * TILES_BLOCK;
    size_t first = (size_t)((column >> t->shift) - t->first);
    size_t last_group = (first + ((size_t)TILES_BLOCK >> t->shift)) / SHADE_GROUP;
    for (size_t group = first / SHADE_GROUP; group <= last_group; group++) {
        if (layer->row[above & 1][group] != above)
            make_nodes(t, index, (int)group, above);
        if (layer->row[below & 1][group] != below)
            make_nodes(t, index, (int)group, below);
    }
    nodes->above = layer->planes[above & 1] + first;
    nodes->below = layer->planes[below & 1] + first;
    nodes->stride = t->stride;
    nodes->down = t->along[run->row & (frame->step - 1)];
    nodes->step = frame->step;
    nodes->shift = t->shift;
    nodes->along = t->along;
    nodes->from = 0;
    nodes->to = TILES_BLOCK;
}

void tiles_fetch(tiles *t, int index, int plane, const tile_run *run, tile_colours *out)
{
    tile_nodes nodes;
    tile_colours block;
    tiles_nodes(t, index, run, &nodes);
    pixels_kernels_for(t->frame)->plane(&nodes, plane, &block);
    int left = tiles_left(t->frame, run);
    size_t bytes = (size_t)run->count * sizeof(float);
    memcpy(out->r, block.r + left, bytes);
    memcpy(out->g, block.g + left, bytes);
    memcpy(out->b, block.b + left, bytes);
}
