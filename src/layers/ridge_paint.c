/* ridge_paint.c - the rows of a slope in a run: what their outlines cover, in their colours. */
#include <string.h>

#include "layers/relief.h"
#include "layers/ridge.h"

/* What the ridges of a thread share. */
typedef struct ridge_thread {
    const outline_kernels *outline;
    tile_noise mist;
    pixel_area area;
} ridge_thread;

/* What pixels of a row share, for each row of the slope. */
typedef struct ridge_faces {
    int row; /* -1 = none */
    relief_pixels faces, rubble;
} ridge_faces;

/* The memory of one ridge. */
typedef struct ridge_memory {
    ridge_thread *thread;
    float *fog;            /* [2 * stride]; NULL = none */
    ridge_faces *slope;    /* [rows]; NULL = none */
    relief_group group[2]; /* of faces and rubble */
} ridge_memory;

typedef struct row_owner {
    ridge_memory *memory;
    ridge_nodes nodes;
} row_owner;

/* ---- nodes ---------------------------------------------------------------------- */

static void shade(paint_scratch *s, void *owner, const shade_row *row, const shade_group *group,
                  const float *air, float *planes)
{
    row_owner *one = owner;
    const ridge_layer *ridge = one->nodes.ridge;
    mist_find(s, &ridge->mist, &one->memory->thread->mist, row, &one->nodes.mist);
    int64_t origin = s->frame->first_block * (s->frame->block / s->frame->step);
    int64_t last = (int64_t)s->frame->blocks * s->frame->block / s->frame->step;
    for (int i = 0; i < SHADE_GROUP && (ridge->fade > 0.0 || ridge->faces != NULL); i++) {
        int64_t node = group->first + i - origin;
        node = node < 0 ? 0 : node > last ? last : node;
        double ground = (double)one->nodes.row->ground[node] / FRAME_HEIGHT_ONE;
        one->nodes.below[i] = (float)(row->y_px - (s->frame->height - ground));
    }
    ridge_kernels[s->frame->kernels](row, group, air, &one->nodes, planes);
    if (ridge->faces == NULL)
        return;
    relief_group *faces = one->memory->group;
    planes += (size_t)RELIEF_FIRST(ridge) * group->stride;
    for (const relief *part = ridge->faces; part != NULL; part = part->rubble, faces++) {
        relief_group_at(s->frame, part, row, group, one->nodes.below, faces);
        part->nodes(faces, group, planes);
        planes += RELIEF_PLANES * group->stride;
    }
}

/* ---- memory ---------------------------------------------------------------------- */

int ridge_begin(paint_scratch *s, int layer)
{
    const rl_frame *frame = s->frame;
    const frame_layer *one = &frame->layer[layer];
    const ridge_layer *ridge = one->data;
    const ridge_memory *earlier = paint_memory(s, layer);
    ridge_memory *memory = arena_zeroed(&s->arena, 1, sizeof *memory);
    row_owner *owner = arena_zeroed(&s->arena, (size_t)ridge->rows, sizeof *owner);
    if (memory == NULL || owner == NULL)
        return 0;
    s->memory[layer] = memory;
    memory->thread =
        earlier != NULL ? earlier->thread : arena_zeroed(&s->arena, 1, sizeof *memory->thread);
    if (memory->thread == NULL || (earlier == NULL && !tile_noise_new(s, &memory->thread->mist)))
        return 0;
    memory->thread->outline = outline_kernels_of[frame->kernels];
    if (ridge->mist.fog > 0.0 && !ridge->is_flat) {
        size_t stride = s->tiles.stride;
        memory->fog = arena_array(&s->arena, stride, 2 * sizeof *memory->fog);
        if (memory->fog == NULL)
            return 0;
        mist_fog(frame, ridge->ridge, s->tiles.first, stride, memory->fog, memory->fog + stride);
    }
    int planes = ridge->faces == NULL ? 3 : RELIEF_FIRST(ridge) + 2 * RELIEF_PLANES;
    if (ridge->faces != NULL) {
        memory->slope = arena_zeroed(&s->arena, (size_t)ridge->rows, sizeof *memory->slope);
        if (memory->slope == NULL)
            return 0;
    }
    for (int i = 0; i < ridge->rows; i++, owner++) {
        node_tile *nodes = &s->tiles.tile[one->first_tile + i];
        owner->memory = memory;
        if (memory->slope != NULL)
            memory->slope[i].row = -1;
        owner->nodes.ridge = ridge;
        owner->nodes.row = &ridge->row[i];
        if (memory->fog != NULL) {
            owner->nodes.mist.swell = memory->fog;
            owner->nodes.mist.dense = memory->fog + s->tiles.stride;
        }
        nodes->is_flat = ridge->is_flat;
        nodes->flat = shade_encode(frame, colour_oklab_to_linear(ridge->own));
        if (!ridge->is_flat && !tiles_open(s, one->first_tile + i, planes, shade, owner))
            return 0;
    }
    return 1;
}

/* ---- runs ----------------------------------------------------------------------- */

/* Writes the colours of a row of the slope in columns first..end-1 of a block. */
static void fetch(paint_scratch *s, int layer, int row, const tile_run *run, int first, int end,
                  tile_colours *out)
{
    const rl_frame *frame = s->frame;
    const ridge_layer *ridge = frame->layer[layer].data;
    int index = frame->layer[layer].first_tile + row;
    if (ridge->faces == NULL) {
        block_fetch(s, index, run, first, end, out);
        return;
    }
    ridge_faces *slope = &((ridge_memory *)s->memory[layer])->slope[row];
    tile_nodes nodes;
    tiles_nodes(s, index, run, &nodes);
    nodes.from = first;
    nodes.to = end;
    if (slope->row != run->row) {
        relief_row_at(frame, ridge, ridge->faces, row, run->row, &slope->faces);
        if (ridge->faces->rubble != NULL)
            relief_row_at(frame, ridge, ridge->faces->rubble, row, run->row, &slope->rubble);
        slope->faces.rubble = &slope->rubble;
    }
    slope->row = run->row;
    relief_block_at(frame, run->block, &slope->faces);
    if (ridge->faces->rubble != NULL)
        relief_block_at(frame, run->block, &slope->rubble);
    ridge->faces->pixels(&nodes, &slope->faces, out);
}

/* What a row of the slope covers of a run; NULL = nothing. */
static const pixel_area *cover_row(paint_scratch *s, int layer, int row, const tile_run *run)
{
    const ridge_layer *ridge = s->frame->layer[layer].data;
    ridge_thread *thread = ((ridge_memory *)s->memory[layer])->thread;
    const ridge_outline *outline = &ridge->row[row].outline;
    if (outline->block_top[run->block] > run->row + run->reach)
        return NULL;
    thread->outline->cover(s->frame, outline, ridge->shared, run, &thread->area);
    return (thread->area.whole | thread->area.part) != 0 ? &thread->area : NULL;
}

static void fetch_inside(paint_scratch *s, int layer, int row, const tile_run *run,
                         const pixel_area *inside)
{
    int left = tiles_left(s->frame, run);
    uint64_t columns = inside->whole | inside->part;
    fetch(s, layer, row, run, left + __builtin_ctzll(columns), left + 64 - __builtin_clzll(columns),
          &s->over);
}

/* Lays rows first .. of the slope over what is there. */
static void lay_rows(paint_scratch *s, int layer, int first, const tile_run *run)
{
    const ridge_layer *ridge = s->frame->layer[layer].data;
    const ridge_memory *memory = s->memory[layer];
    int left = tiles_left(s->frame, run);
    for (int row = first; row < ridge->rows; row++) {
        const pixel_area *inside = cover_row(s, layer, row, run);
        if (inside == NULL)
            continue;
        fetch_inside(s, layer, row, run, inside);
        memory->thread->outline->blend(inside, left, &s->colours, &s->over);
        for (int i = 0; s->plain != NULL && i < TILES_BLOCK - left; i++)
            if ((inside->whole >> i & 1) != 0 ||
                ((inside->part >> i & 1) != 0 && inside->covered[i] >= 0.5f))
                s->plain[left + i] = 0;
    }
}

/* The front-most row that covers all of a run's block, or -1. */
static int behind_row(const ridge_layer *ridge, const tile_run *run)
{
    int row = ridge->rows - 1;
    while (row >= 0 && ridge->row[row].outline.block_full[run->block] > run->row - run->reach)
        row--;
    return row;
}

void ridge_fill(paint_scratch *s, int layer, const tile_run *run)
{
    int row = behind_row(s->frame->layer[layer].data, run);
    fetch(s, layer, row, run, 0, TILES_BLOCK, &s->colours);
    lay_rows(s, layer, row + 1, run);
}

void ridge_over(paint_scratch *s, int layer, const tile_run *run)
{
    lay_rows(s, layer, 0, run);
}

int ridge_tile(paint_scratch *s, int layer, const tile_run *run)
{
    const ridge_layer *ridge = s->frame->layer[layer].data;
    int row = behind_row(ridge, run);
    if (ridge->faces != NULL)
        return -1;
    for (int i = row + 1; i < ridge->rows; i++)
        if (ridge->row[i].outline.block_top[run->block] <= run->row)
            return -1;
    return s->frame->layer[layer].first_tile + row;
}

/* ---- the slope by itself --------------------------------------------------------- */

static float lay_sample(const tone_tables *tone, float under, float over, float covered,
                        float before)
{
    float all = covered + before * (1.0f - covered);
    float light =
        tone_decode(tone, over) * covered + tone_decode(tone, under) * before * (1.0f - covered);
    return tone_encode(tone, light / all);
}

/* Lays a colour over a pixel that may be covered in part. */
static void lay_pixel(const tone_tables *tone, tile_colours *c, float *covered, int i,
                      const tile_colours *over, float amount)
{
    float before = covered[i];
    if (amount >= 1.0f || before <= 0.0f) {
        c->r[i] = over->r[i];
        c->g[i] = over->g[i];
        c->b[i] = over->b[i];
        covered[i] = amount;
        return;
    }
    c->r[i] = lay_sample(tone, c->r[i], over->r[i], amount, before);
    c->g[i] = lay_sample(tone, c->g[i], over->g[i], amount, before);
    c->b[i] = lay_sample(tone, c->b[i], over->b[i], amount, before);
    covered[i] = amount + before * (1.0f - amount);
}

/* The rows of a slope, from the front-most on that covers all. */
void ridge_cover(paint_scratch *s, int layer, const tile_run *run, tile_colours *colours,
                 float covered[TILES_BLOCK])
{
    const ridge_layer *ridge = s->frame->layer[layer].data;
    int left = tiles_left(s->frame, run);
    int row = behind_row(ridge, run);
    memset(covered, 0, TILES_BLOCK * sizeof *covered);
    for (row = row < 0 ? 0 : row; row < ridge->rows; row++) {
        const pixel_area *inside = cover_row(s, layer, row, run);
        if (inside == NULL)
            continue;
        fetch_inside(s, layer, row, run, inside);
        for (uint64_t columns = inside->whole | inside->part; columns != 0;
             columns &= columns - 1) {
            int i = __builtin_ctzll(columns);
            float amount = inside->whole >> i & 1 ? 1.0f : inside->covered[i];
            if (amount > 0.0f)
                lay_pixel(s->frame->tone, colours, covered, left + i, &s->over, amount);
        }
    }
}
