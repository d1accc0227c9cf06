/* ridge_paint.c - the rows of a slope in a run: what their outlines cover, in their colours. */
#include <string.h>

#include "layers/relief.h"
#include "layers/ridge.h"
#include "layers/stand.h"

/* What the ridges of a thread share. */
typedef struct ridge_thread {
    const outline_kernels *outline;
    tile_noise mist;
    pixel_area water; /* below the shore of a ridge */
} ridge_thread;

/* What pixels of a row share, for each row of the slope. */
typedef struct ridge_faces {
    int row, reach; /* row -1 = none */
    relief_pixels faces, rubble;
} ridge_faces;

/* A row of the slope that is seen in a run, or its stand. */
typedef struct seen_row {
    int row;
    int is_stand;
    int is_last; /* what is behind it is hidden wholly */
    pixel_area area;
    stand_pixels stand;
} seen_row;

/* The memory of one ridge. */
typedef struct ridge_memory {
    ridge_thread *thread;
    float *fog;           /* [2 * stride]; NULL = none */
    ridge_faces *slope;   /* [rows]; NULL = none */
    stand_memory **stand; /* [rows]: NULL = the row has none */
    seen_row *seen;       /* [2 * rows]: of the run that was measured last, from the front-most */
    int seen_rows;
    relief_group group[2]; /* of faces and rubble */
} ridge_memory;

typedef struct row_owner {
    ridge_memory *memory;
    ridge_nodes nodes;
} row_owner;

/* ---- nodes ---------------------------------------------------------------------- */

ridge_nodes ridge_nodes_of(const ridge_layer *ridge, int row)
{
    ridge_nodes nodes = {.ridge = ridge, .row = &ridge->row[row], .bank = ridge->mist};
    nodes.bank.density *= nodes.row->mist_share;
    nodes.bank.level += nodes.row->mist_higher;
    return nodes;
}

/* Pixels of a row of nodes below the ground at a group. */
static void find_below(const rl_frame *frame, const ridge_row_layer *of, const shade_row *row,
                       int64_t first, float *below)
{
    int64_t origin = frame->first_block * (frame->block / frame->step);
    int64_t last = (int64_t)frame->blocks * frame->block / frame->step;
    for (int i = 0; i < SHADE_GROUP; i++) {
        int64_t node = first + i - origin;
        node = node < 0 ? 0 : node > last ? last : node;
        double ground = (double)of->ground[node] / FRAME_HEIGHT_ONE;
        below[i] = (float)(row->y_px - (frame->height - ground));
    }
}

static void shade(paint_scratch *s, void *owner, const shade_row *row, const shade_group *group,
                  const float *air, float *planes)
{
    row_owner *one = owner;
    const ridge_layer *ridge = one->nodes.ridge;
    mist_find(s, &one->nodes.bank, &one->memory->thread->mist, row, &one->nodes.mist);
    int needs_ground = ridge->fade > 0.0 || ridge->faces != NULL || ridge->mist.climb > 0.0;
    if (needs_ground)
        find_below(s->frame, one->nodes.row, row, group->first, one->nodes.below);
    ridge_kernels[s->frame->kernels](row, group, air, &one->nodes, planes);
    if (ridge->faces == NULL)
        return;
    planes += (size_t)RELIEF_FIRST(ridge) * group->stride;
    int k = 0;
    for (const relief *part = ridge->faces; part != NULL; part = part->rubble, k++) {
        relief_group *faces = &one->memory->group[k];
        relief_group_at(s->frame, part, row, group, one->nodes.below, faces);
        part->nodes(faces, group, planes);
        if (part->vista != NULL)
            relief_vista_show(part, faces, group, planes);
        planes += RELIEF_PLANES * group->stride;
    }
}

/* ---- memory ---------------------------------------------------------------------- */

int ridge_planes(const ridge_layer *ridge)
{
    if (ridge->faces == NULL)
        return 3;
    return RELIEF_FIRST(ridge) + (ridge->faces->rubble != NULL ? 2 : 1) * RELIEF_PLANES;
}

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
    memory->seen = arena_array(&s->arena, (size_t)ridge->rows, 2 * sizeof *memory->seen);
    memory->stand = arena_zeroed(&s->arena, (size_t)ridge->rows, sizeof(stand_memory *));
    if (memory->seen == NULL || memory->stand == NULL)
        return 0;
    for (int i = 0; i < ridge->rows; i++)
        if (ridge->row[i].outline.stand != NULL &&
            (memory->stand[i] = stand_begin(s, ridge->row[i].outline.stand)) == NULL)
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
    int planes = ridge_planes(ridge) + (ridge->has_stand ? 3 * STAND_PLANES : 0);
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
        owner->nodes = ridge_nodes_of(ridge, i);
        owner->nodes.stand_first = ridge->has_stand ? ridge_planes(ridge) : 0;
        if (memory->fog != NULL) {
            owner->nodes.mist.swell = memory->fog;
            owner->nodes.mist.dense = memory->fog + s->tiles.stride;
        }
        nodes->is_flat = ridge->is_flat;
        nodes->flat = shade_encode(frame, colour_oklab_to_linear(ridge->own));
        if (!ridge->is_flat)
            tiles_open(s, one->first_tile + i, planes, shade, owner);
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
    if (slope->row != run->row || slope->reach != run->reach) {
        relief_row_at(frame, ridge, ridge->faces, run->row, run->reach, &slope->faces);
        if (ridge->faces->rubble != NULL)
            relief_row_at(frame, ridge, ridge->faces->rubble, run->row, run->reach, &slope->rubble);
        slope->faces.rubble = &slope->rubble;
    }
    slope->row = run->row;
    slope->reach = run->reach;
    relief_block_at(frame, run->block, &slope->faces);
    if (ridge->faces->rubble != NULL)
        relief_block_at(frame, run->block, &slope->rubble);
    ridge->faces->pixels(&nodes, &slope->faces, out);
}

/* Takes what is below the shore out of what a row covers. */
static void cut_off(pixel_area *area, const pixel_area *water)
{
    for (uint64_t bits = water->part & (area->whole | area->part); bits != 0; bits &= bits - 1) {
        int i = __builtin_ctzll(bits);
        float land = area->whole >> i & 1 ? 1.0f : area->covered[i];
        area->covered[i] = land * (1.0f - water->covered[i]);
    }
    area->part = (area->part | (area->whole & water->part)) & ~water->whole;
    area->whole &= ~(water->whole | water->part);
}

/* Lists the stand of a row of the slope; returns what is hidden then. */
static uint64_t hide_stand(paint_scratch *s, ridge_memory *memory, int row, const tile_run *run,
                           uint64_t hidden)
{
    if (memory->stand[row] == NULL)
        return hidden;
    seen_row *seen = &memory->seen[memory->seen_rows];
    if (!stand_run(s, memory->stand[row], run, hidden, &seen->stand, &seen->area.whole,
                   &seen->area.part))
        return hidden;
    seen->row = row;
    seen->is_stand = 1;
    seen->is_last = 0;
    memory->seen_rows++;
    return hidden | seen->area.whole;
}

uint64_t ridge_hide(paint_scratch *s, int layer, const tile_run *run, uint64_t hidden)
{
    const ridge_layer *ridge = s->frame->layer[layer].data;
    ridge_memory *memory = s->memory[layer];
    memory->seen_rows = 0;
    pixel_area *water = &memory->thread->water;
    int meets_water =
        ridge->shore != NULL && ridge->shore->block_top[run->block] <= run->row + run->reach;
    if (meets_water)
        memory->thread->outline->cover(s->frame, ridge->shore, run, hidden, water);
    for (int row = ridge->rows - 1; row >= 0 && hidden != UINT64_MAX; row--) {
        const ridge_outline *outline = &ridge->row[row].outline;
        hidden = hide_stand(s, memory, row, run, hidden);
        seen_row *seen = &memory->seen[memory->seen_rows];
        if (outline->block_top[run->block] > run->row + run->reach)
            continue;
        if (outline->block_full[run->block] <= run->row - run->reach) {
            seen->area.whole = ~hidden;
            seen->area.part = 0;
        } else {
            memory->thread->outline->cover(s->frame, outline, run, hidden, &seen->area);
        }
        if (meets_water)
            cut_off(&seen->area, water);
        hidden |= seen->area.whole;
        seen->row = row;
        seen->is_stand = 0;
        seen->is_last = hidden == UINT64_MAX;
        memory->seen_rows += (seen->area.whole | seen->area.part) != 0;
    }
    return hidden;
}

static void fetch_seen(paint_scratch *s, int layer, const seen_row *seen, const tile_run *run,
                       tile_colours *colours)
{
    int left = tiles_left(s->frame, run);
    uint64_t columns = seen->area.whole | seen->area.part;
    fetch(s, layer, seen->row, run, left + __builtin_ctzll(columns),
          left + 64 - __builtin_clzll(columns), colours);
}

/* Colours of the stand of a row, and how much of each pixel it covers. */
static void fetch_stand(paint_scratch *s, int layer, const seen_row *seen, const tile_run *run,
                        tile_colours *colours, float *covered)
{
    const ridge_layer *ridge = s->frame->layer[layer].data;
    int left = tiles_left(s->frame, run);
    tile_nodes nodes;
    tiles_nodes(s, s->frame->layer[layer].first_tile + seen->row, run, &nodes);
    nodes.from = left;
    nodes.to = left + run->count;
    stand_kernels_of[s->frame->kernels]->colours(&nodes, ridge_planes(ridge), &seen->stand, colours,
                                                 covered);
}

/* Columns (bits of a run) of a stand that are over ground of the same slope, seen wholly: there,
 * over about its own colour, encoded colours mix as well as light does. */
static uint64_t over_ground(const ridge_memory *memory, int k)
{
    uint64_t ground = 0;
    for (int i = k + 1; i < memory->seen_rows; i++)
        ground |= memory->seen[i].is_stand ? 0 : memory->seen[i].area.whole;
    return memory->seen[k].area.part & ground;
}

/* Lays a stand over the pixels of a run. */
static void lay_stand(paint_scratch *s, int layer, int k, const tile_run *run)
{
    const ridge_memory *memory = s->memory[layer];
    float covered[TILES_BLOCK];
    int left = tiles_left(s->frame, run);
    uint64_t part = memory->seen[k].area.part;
    fetch_stand(s, layer, &memory->seen[k], run, &s->over, covered);
    stand_kernels_of[s->frame->kernels]->blend(&s->over, covered, tiles_shift(part, left),
                                               tiles_shift(part & ~over_ground(memory, k), left),
                                               &s->colours);
}

void ridge_over(paint_scratch *s, int layer, const tile_run *run)
{
    const ridge_memory *memory = s->memory[layer];
    int left = tiles_left(s->frame, run);
    for (int k = memory->seen_rows - 1; k >= 0; k--) {
        const seen_row *seen = &memory->seen[k];
        const pixel_area *inside = &seen->area;
        if (seen->is_stand) {
            lay_stand(s, layer, k, run);
            continue;
        }
        fetch_seen(s, layer, seen, run, seen->is_last ? &s->colours : &s->over);
        if (!seen->is_last)
            memory->thread->outline->blend(inside, left, &s->colours, &s->over);
        for (int i = 0; s->plain != NULL && i < run->count; i++)
            if ((inside->whole >> i & 1) != 0 ||
                ((inside->part >> i & 1) != 0 && inside->covered[i] >= 0.5f))
                s->plain[left + i] = 0;
    }
}

int ridge_tile(paint_scratch *s, int layer, const tile_run *run)
{
    const ridge_layer *ridge = s->frame->layer[layer].data;
    if (ridge->faces != NULL || ridge->has_stand)
        return -1;
    int row = ridge->rows - 1; /* the front-most that covers all of the block */
    while (row >= 0 && ridge->row[row].outline.block_full[run->block] > run->row - run->reach)
        row--;
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

void ridge_cover(paint_scratch *s, int layer, const tile_run *run, tile_colours *colours,
                 float covered[TILES_BLOCK])
{
    const ridge_memory *memory = s->memory[layer];
    int left = tiles_left(s->frame, run);
    float amounts[TILES_BLOCK];
    ridge_hide(s, layer, run, tiles_outside(run));
    memset(covered, 0, TILES_BLOCK * sizeof *covered);
    for (int k = memory->seen_rows - 1; k >= 0; k--) {
        const pixel_area *inside = &memory->seen[k].area;
        if (memory->seen[k].is_stand) {
            fetch_stand(s, layer, &memory->seen[k], run, &s->over, amounts);
            uint64_t near = over_ground(memory, k);
            if (near != 0)
                stand_kernels_of[s->frame->kernels]->blend(&s->over, amounts,
                                                           tiles_shift(near, left), 0, colours);
            for (uint64_t bits = inside->part & ~near; bits != 0; bits &= bits - 1) {
                int i = left + __builtin_ctzll(bits);
                lay_pixel(s->frame->tone, colours, covered, i, &s->over, amounts[i]);
            }
            continue;
        }
        fetch_seen(s, layer, &memory->seen[k], run, &s->over);
        for (uint64_t columns = inside->whole | inside->part; columns != 0;
             columns &= columns - 1) {
            int i = __builtin_ctzll(columns);
            float amount = inside->whole >> i & 1 ? 1.0f : inside->covered[i];
            if (amount > 0.0f)
                lay_pixel(s->frame->tone, colours, covered, left + i, &s->over, amount);
        }
    }
}
