/* ridge_paint.c - paints the rows of a slope in a run: coverage by outlines, colours of faces. */
#include <string.h>

#include "base/exact.h"
#include "layers/land/relief.h"
#include "layers/land/ridge.h"
#include "layers/land/seen.h"

/* The faces of a block in a row of pixels, from column `from` to column `to` - 1. */
typedef struct held_faces {
    int row, tile; /* row of the picture and tile of colours; row -1 = none */
    int from, to;
    face_row face;
} held_faces;

/* State that the ridges of a thread share. */
typedef struct ridge_thread {
    const outline_kernels *outline;
    tile_noise mist;
    pixel_area water; /* area below the shore of a ridge */
    held_faces *held; /* [blocks]; NULL = no ridge has half rows */
    face_row face;
} ridge_thread;

/* Values that pixels of a row share, for each row of the slope. */
typedef struct ridge_faces {
    int row, reach; /* row -1 = none */
    relief_pixels faces, rubble;
} ridge_faces;

/* The memory of one ridge. */
typedef struct ridge_memory {
    ridge_thread *thread;
    float *fog;            /* [2 * stride]; NULL = none */
    ridge_faces *slope;    /* [2 * rows]: two neighbouring rows of faces; NULL = none */
    stand_memory **stand;  /* [rows]: NULL = the row has none */
    seen_run seen;         /* the run that was measured last */
    relief_group group[2]; /* groups of the faces and of the rubble */
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

/* Writes the pixels from the ground of a row of the slope down to a row of nodes, for a group. */
static void find_below(const rl_frame *frame, const ridge_row_layer *of, const shade_row *row,
                       int64_t first, int step, float *below)
{
    int64_t origin = frame->first_block * (frame->block / step);
    int64_t last = (int64_t)frame->blocks * frame->block / step;
    for (int i = 0; i < SHADE_GROUP; i++) {
        int64_t node = first + i - origin;
        node = (node < 0 ? 0 : node > last ? last : node) * (step / frame->fine_step);
        double ground = (double)of->ground[node] / FRAME_HEIGHT_ONE;
        below[i] = (float)(row->y_px - (frame->height - ground));
    }
}

/* Writes the lightness that a group of nodes gains, to stand off what is behind the crest. */
static void find_apart(const rl_frame *frame, const ridge_layer *ridge, const shade_row *row,
                       int64_t first, float *apart)
{
    int64_t origin = frame->first_block * (frame->block / frame->step);
    int64_t last = (int64_t)frame->blocks * frame->block / frame->step;
    find_below(frame, &ridge->row[0], row, first, frame->step, apart);
    for (int i = 0; i < SHADE_GROUP; i++) {
        int64_t node = first + i - origin;
        node = node < 0 ? 0 : node > last ? last : node;
        double deep = (double)apart[i] / frame->unit;
        apart[i] =
            ridge->apart[node] * (float)(1.0 - exact_smoothstep(0.0, ridge->apart_fade, deep));
    }
}

static void shade(paint_scratch *s, void *owner, const shade_row *row, const shade_group *group,
                  const float *air, float *planes)
{
    row_owner *one = owner;
    const ridge_layer *ridge = one->nodes.ridge;
    mist_find(s, &one->nodes.bank, &one->memory->thread->mist, row, &one->nodes.mist);
    if (ridge->fade > 0.0 || ridge->mist.climb > 0.0)
        find_below(s->frame, one->nodes.row, row, group->first, s->frame->step, one->nodes.below);
    if (ridge->apart != NULL)
        find_apart(s->frame, ridge, row, group->first, one->nodes.apart);
    ridge_kernels[s->frame->kernels](row, group, air, &one->nodes, planes);
}

static void shade_faces(paint_scratch *s, void *owner, const shade_row *row,
                        const shade_group *group, const float *air, float *planes)
{
    row_owner *one = owner;
    float below[SHADE_GROUP];
    int k = 0;
    (void)air;
    find_below(s->frame, one->nodes.row, row, group->first, s->frame->fine_step, below);
    for (const relief *part = one->nodes.ridge->faces; part != NULL; part = part->rubble, k++) {
        relief_group *faces = &one->memory->group[k];
        relief_group_at(s->frame, part, row, group, below, faces);
        part->nodes(faces, group, planes);
        if (part->vista != NULL)
            relief_vista_show(part, faces, group, planes);
        planes += RELIEF_PLANES * group->stride;
    }
}

void ridge_colours_at(const rl_frame *frame, const ridge_layer *ridge, int index, double below,
                      double x_px, double y_px, float planes[RIDGE_COLOURS_ROOM])
{
    static const float mean_noise[SHADE_GROUP];
    float air[AIR_PLANES * SHADE_GROUP];
    shade_row row;
    shade_row_begin(&row, frame, -1, y_px);
    shade_group group = {exact_floor(x_px / frame->step), 0, SHADE_GROUP, 2};
    ridge_nodes nodes = ridge_nodes_of(ridge, index);
    nodes.below[0] = nodes.below[1] = (float)below;
    nodes.stand_first = wood_has_trees(&frame->scene, ridge->ridge) ? ridge_planes(ridge) : 0;
    nodes.mist = (mist_nodes){.has_mist = nodes.bank.density > 0.0,
                              .density = (float)mist_density(&nodes.bank, row.height),
                              .has_fog = mist_has_fog(frame, &nodes.bank, row.height),
                              .swell = mean_noise,
                              .dense = mean_noise};
    if (ridge->apart != NULL)
        find_apart(frame, ridge, &row, group.first, nodes.apart);
    shade_air_kernels[frame->kernels](&row, &group, air);
    ridge_kernels[frame->kernels](&row, &group, air, &nodes, planes);
}

/* ---- memory ---------------------------------------------------------------------- */

int ridge_planes(const ridge_layer *ridge)
{
    return ridge->faces != NULL ? RELIEF_COLOURS(ridge) : 3;
}

/* Makes the memory of the faces of a ridge; returns 0 if there is none. */
static int new_slopes(paint_scratch *s, const ridge_layer *ridge, ridge_memory *memory)
{
    ridge_thread *thread = memory->thread;
    size_t slopes = 2 * (size_t)ridge->rows, blocks = (size_t)s->frame->blocks;
    memory->slope = arena_zeroed(&s->arena, slopes, sizeof *memory->slope);
    for (size_t i = 0; memory->slope != NULL && i < slopes; i++)
        memory->slope[i].row = -1;
    if (memory->slope == NULL || !ridge->faces->has_half_rows || thread->held != NULL)
        return memory->slope != NULL;
    thread->held = arena_array(&s->arena, blocks, sizeof *thread->held);
    for (size_t i = 0; thread->held != NULL && i < blocks; i++)
        thread->held[i].row = -1;
    return thread->held != NULL;
}

int ridge_begin(paint_scratch *s, int layer)
{
    const rl_frame *frame = s->frame;
    const frame_layer *one = &frame->layer[layer];
    ridge_layer *ridge = one->data;
    const ridge_memory *earlier = paint_memory(s, layer);
    ridge_memory *memory = arena_zeroed(&s->arena, 1, sizeof *memory);
    row_owner *owner = arena_zeroed(&s->arena, (size_t)ridge->rows, sizeof *owner);
    if (memory == NULL || owner == NULL)
        return 0;
    memory->seen.row = arena_array(&s->arena, (size_t)ridge->rows, 2 * sizeof *memory->seen.row);
    memory->seen.run.row = -1;
    if (s->keep_bytes != NULL)
        ridge->seen = seen_store_new(frame, s->keep_bytes);
    memory->stand = arena_zeroed(&s->arena, (size_t)ridge->rows, sizeof(stand_memory *));
    if (memory->seen.row == NULL || memory->stand == NULL)
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
        size_t stride = s->tiles.colours.stride;
        memory->fog = arena_array(&s->arena, stride, 2 * sizeof *memory->fog);
        if (memory->fog == NULL)
            return 0;
        mist_fog(frame, ridge->ridge, s->tiles.colours.first, stride, memory->fog,
                 memory->fog + stride);
    }
    int of_stand = ridge->has_tint ? STAND_PLANES : ridge->has_stand ? STAND_TINT : 0;
    int planes = ridge_planes(ridge) + 3 * of_stand;
    if (ridge->faces != NULL && !new_slopes(s, ridge, memory))
        return 0;
    int face_planes = ridge->faces == NULL           ? 0
                      : ridge->faces->rubble != NULL ? 2 * RELIEF_PLANES
                                                     : RELIEF_PLANES;
    for (int i = 0; i < ridge->rows; i++, owner++) {
        node_tile *nodes = &s->tiles.tile[one->first_tile + i];
        owner->memory = memory;
        owner->nodes = ridge_nodes_of(ridge, i);
        owner->nodes.stand_first = ridge->has_stand ? ridge_planes(ridge) : 0;
        if (memory->fog != NULL) {
            owner->nodes.mist.swell = memory->fog;
            owner->nodes.mist.dense = memory->fog + s->tiles.colours.stride;
        }
        nodes->is_flat = ridge->is_flat;
        nodes->flat = shade_encode(frame, colour_oklab_to_linear(ridge->own));
        if (!ridge->is_flat)
            tiles_open(s, &s->tiles.colours, one->first_tile + i, planes, shade, owner);
        if (ridge->faces != NULL)
            tiles_open(s, &s->tiles.fine, one->first_tile + ridge->rows + i, face_planes,
                       shade_faces, owner);
    }
    return 1;
}

/* ---- runs ----------------------------------------------------------------------- */

/* Computes the faces of a row of the slope at the row of a run, in columns first..end-1. */
static void make_faces(paint_scratch *s, int layer, int index, ridge_faces *slope,
                       const tile_run *run, int first, int end, face_row *face)
{
    const rl_frame *frame = s->frame;
    const ridge_layer *ridge = frame->layer[layer].data;
    const relief *rubble = ridge->faces->rubble;
    tile_nodes nodes;
    tiles_nodes(s, frame->layer[layer].first_tile + ridge->rows + index, run, first, end, &nodes);
    if (slope->row != run->row || slope->reach != run->reach) {
        relief_row_at(frame, ridge, ridge->faces, run->row, run->reach, &slope->faces);
        if (rubble != NULL)
            relief_row_at(frame, ridge, rubble, run->row, run->reach, &slope->rubble);
        slope->faces.rubble = &slope->rubble;
    }
    slope->row = run->row;
    slope->reach = run->reach;
    relief_block_at(frame, run->block, &slope->faces);
    if (rubble != NULL)
        relief_block_at(frame, run->block, &slope->rubble);
    ridge->faces->pixels(&nodes, &slope->faces, face);
}

/* Computes the faces of an even row of pixels in columns first..end-1. */
static void make_even(paint_scratch *s, int layer, int index, const tile_run *run, int row,
                      int first, int end, face_row *face)
{
    const ridge_memory *memory = s->memory[layer];
    tile_run at = *run;
    at.row = row;
    make_faces(s, layer, index, &memory->slope[2 * index + (row >> 1 & 1)], &at, first, end, face);
}

/* Returns the faces that the block of a run holds, after it holds those of an even row. */
static held_faces *hold_faces(paint_scratch *s, int layer, int index, const tile_run *run, int row,
                              int first, int end)
{
    const ridge_memory *memory = s->memory[layer];
    int tile = s->frame->layer[layer].first_tile + index;
    held_faces *held = &memory->thread->held[run->block];
    int is_held = held->row == row && held->tile == tile;
    if (is_held && held->from <= first && held->to >= end)
        return held;
    held->from = is_held && held->from < first ? held->from : first;
    held->to = is_held && held->to > end ? held->to : end;
    held->row = row;
    held->tile = tile;
    make_even(s, layer, index, run, row, held->from, held->to, &held->face);
    return held;
}

/* Writes the colours of a row of the slope in columns first..end-1 of a block. */
static void fetch(paint_scratch *s, int layer, int row, const tile_run *run, int first, int end,
                  tile_colours *out)
{
    const ridge_layer *ridge = s->frame->layer[layer].data;
    const ridge_memory *memory = s->memory[layer];
    int index = s->frame->layer[layer].first_tile + row;
    if (ridge->faces == NULL) {
        block_fetch(s, index, run, first, end, out);
        return;
    }
    face_row *face = &memory->thread->face;
    tile_nodes colours;
    tiles_nodes(s, index, run, first, end, &colours);
    if (!ridge->faces->has_half_rows || run->reach > 0) {
        make_faces(s, layer, row, &memory->slope[2 * row], run, first, end, face);
        ridge->faces->lay(&colours, ridge, face, face, out);
        return;
    }
    held_faces *held = hold_faces(s, layer, row, run, run->row & ~1, first, end);
    if (run->row % 2 == 0) {
        ridge->faces->lay(&colours, ridge, &held->face, &held->face, out);
        return;
    }
    make_even(s, layer, row, run, run->row + 1, first, end, face);
    ridge->faces->lay(&colours, ridge, &held->face, face, out);
    held->face = *face; /* the next row's */
    held->row = run->row + 1;
    held->from = first;
    held->to = end;
}

/* Removes the area below the shore from the area that a row covers. */
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

#define FLAT_TONE 4 /* stand_pixels.tone of flat plants is their coverage divided by it */

/* Appends the stand of a row of the slope to memory->seen, without columns in `hidden`; returns the
 * columns that it covers wholly. */
static uint64_t hide_stand(paint_scratch *s, int layer, int row, const tile_run *run,
                           uint64_t hidden)
{
    ridge_memory *memory = s->memory[layer];
    if (memory->stand[row] == NULL)
        return 0;
    seen_row *seen = &memory->seen.row[memory->seen.rows];
    if (!stand_run(s, memory->stand[row], run, hidden, &seen->stand, &seen->area.whole,
                   &seen->area.part))
        return 0;
    const frame_print *print = s->frame->print;
    int is_flat = print != NULL &&
                  (print->sheet[s->frame->layer[layer].group].skips & PRINT_NO_TONES) != 0;
    for (int i = STAND_ROOM; i < STAND_ROOM + TILES_BLOCK && is_flat; i++)
        seen->stand.tone[i] = (int16_t)(seen->stand.covered[i] / FLAT_TONE);
    seen->row = row;
    seen->is_stand = 1;
    seen->is_last = 0;
    memory->seen.rows++;
    return seen->area.whole;
}

uint64_t ridge_hide(paint_scratch *s, int layer, const tile_run *run, uint64_t hidden)
{
    const ridge_layer *ridge = s->frame->layer[layer].data;
    ridge_memory *memory = s->memory[layer];
    if (seen_is_of(&memory->seen, run, hidden) ||
        (ridge->seen != NULL && seen_fetch(ridge->seen, s->frame, run, hidden, &memory->seen)))
        return memory->seen.hidden;
    memory->seen.run = *run;
    memory->seen.run.hidden = hidden;
    memory->seen.rows = 0;
    pixel_area *water = &memory->thread->water;
    int meets_water =
        ridge->shore != NULL && ridge->shore->block_top[run->block] <= run->row + run->reach;
    if (meets_water)
        memory->thread->outline->cover(s->frame, ridge->shore, run, hidden, water);
    for (int row = ridge->rows - 1; row >= 0 && hidden != UINT64_MAX; row--) {
        const ridge_outline *outline = &ridge->row[row].outline;
        /* In each column plants end at the shore; the block is painted down to its lowest shore. */
        uint64_t wet = meets_water ? water->whole : 0;
        hidden |= hide_stand(s, layer, row, run, hidden | wet);
        seen_row *seen = &memory->seen.row[memory->seen.rows];
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
        memory->seen.rows += (seen->area.whole | seen->area.part) != 0;
    }
    memory->seen.hidden = hidden;
    if (s->keep_bytes != NULL && ridge->seen != NULL)
        seen_keep(ridge->seen, s->frame, &memory->seen, s->keep_bytes);
    return hidden;
}

void ridge_ground_cover(paint_scratch *s, int layer, const tile_run *run,
                        float covered[TILES_BLOCK])
{
    const ridge_layer *ridge = s->frame->layer[layer].data;
    const ridge_thread *thread = ((ridge_memory *)s->memory[layer])->thread;
    int left = tiles_left(s->frame, run), top = run->row + run->reach;
    uint64_t hidden = tiles_outside(run) | run->hidden;
    int meets_water = ridge->shore != NULL && ridge->shore->block_top[run->block] <= top;
    pixel_area water, area;
    memset(covered, 0, TILES_BLOCK * sizeof *covered);
    if (meets_water)
        thread->outline->window(s->frame, ridge->shore, run, hidden, &water);
    for (int row = ridge->rows - 1; row >= 0 && hidden != UINT64_MAX; row--) {
        if (ridge->row[row].outline.block_top[run->block] > top)
            continue;
        thread->outline->window(s->frame, &ridge->row[row].outline, run, hidden, &area);
        if (meets_water)
            cut_off(&area, &water);
        for (uint64_t bits = area.whole; bits != 0; bits &= bits - 1)
            covered[left + __builtin_ctzll(bits)] = 1.0f;
        for (uint64_t bits = area.part; bits != 0; bits &= bits - 1) {
            float *at = &covered[left + __builtin_ctzll(bits)];
            *at += (1.0f - *at) * area.covered[__builtin_ctzll(bits)];
        }
        hidden |= area.whole;
    }
}

static void fetch_seen(paint_scratch *s, int layer, const seen_row *seen, const tile_run *run,
                       tile_colours *colours)
{
    int left = tiles_left(s->frame, run);
    uint64_t columns = seen->area.whole | seen->area.part;
    fetch(s, layer, seen->row, run, left + __builtin_ctzll(columns),
          left + 64 - __builtin_clzll(columns), colours);
}

/* Writes the colours of the stand of a row, and its coverage of each pixel. */
static void fetch_stand(paint_scratch *s, int layer, const seen_row *seen, const tile_run *run,
                        tile_colours *colours, float *covered)
{
    const ridge_layer *ridge = s->frame->layer[layer].data;
    int left = tiles_left(s->frame, run);
    tile_nodes nodes;
    uint64_t columns = seen->area.whole | seen->area.part;
    tiles_nodes(s, s->frame->layer[layer].first_tile + seen->row, run,
                left + __builtin_ctzll(columns), left + 64 - __builtin_clzll(columns), &nodes);
    stand_kernels_of[s->frame->kernels]->colours(&nodes, ridge_planes(ridge), &seen->stand, colours,
                                                 covered);
}

#define LEAST_SNOW 0.1 /* snow on the ground from which plants are much darker than it */

/* Returns the columns (bits of a run) in which a stand partly covers ground of the same slope.
 * There both colours are similar, unless snow lies, so encoded colours may be mixed instead of
 * linear light. */
static uint64_t over_ground(const rl_frame *frame, const ridge_memory *memory, int k)
{
    uint64_t ground = 0;
    if (frame->scene.land_ground_snow >= LEAST_SNOW)
        return 0;
    for (int i = k + 1; i < memory->seen.rows; i++)
        ground |= memory->seen.row[i].is_stand ? 0 : memory->seen.row[i].area.whole;
    return memory->seen.row[k].area.part & ground;
}

/* Lays a stand over the pixels of a run. */
static void lay_stand(paint_scratch *s, int layer, int k, const tile_run *run)
{
    const ridge_memory *memory = s->memory[layer];
    float covered[TILES_BLOCK];
    int left = tiles_left(s->frame, run);
    uint64_t part = memory->seen.row[k].area.part;
    fetch_stand(s, layer, &memory->seen.row[k], run, &s->over, covered);
    stand_kernels_of[s->frame->kernels]->blend(
        &s->over, covered, tiles_shift(part, left),
        tiles_shift(part & ~over_ground(s->frame, memory, k), left), &s->colours);
}

void ridge_over(paint_scratch *s, int layer, const tile_run *run)
{
    const ridge_memory *memory = s->memory[layer];
    int left = tiles_left(s->frame, run);
    for (int k = memory->seen.rows - 1; k >= 0; k--) {
        const seen_row *seen = &memory->seen.row[k];
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
    int row = ridge->rows - 1; /* the front-most row that covers all of the block */
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

void ridge_shape(paint_scratch *s, int layer, const tile_run *run, float covered[TILES_BLOCK])
{
    const ridge_memory *memory = s->memory[layer];
    int left = tiles_left(s->frame, run);
    ridge_hide(s, layer, run, tiles_outside(run) | run->hidden);
    memset(covered, 0, TILES_BLOCK * sizeof *covered);
    for (int k = memory->seen.rows - 1; k >= 0; k--) {
        const seen_row *seen = &memory->seen.row[k];
        if (seen->area.whole == UINT64_MAX) {
            for (int i = 0; i < TILES_BLOCK; i++)
                covered[i] = 1.0f;
            continue;
        }
        for (uint64_t bits = seen->area.whole; bits != 0; bits &= bits - 1)
            covered[left + __builtin_ctzll(bits)] = 1.0f;
        for (uint64_t bits = seen->area.part; bits != 0; bits &= bits - 1) {
            int column = __builtin_ctzll(bits), i = left + column;
            float amount = seen->is_stand
                               ? (float)seen->stand.covered[STAND_ROOM + i] * (1.0f / 255.0f)
                               : seen->area.covered[column];
            covered[i] = amount + covered[i] * (1.0f - amount);
        }
    }
}

void ridge_cover(paint_scratch *s, int layer, const tile_run *run, tile_colours *colours,
                 float covered[TILES_BLOCK])
{
    const ridge_memory *memory = s->memory[layer];
    int left = tiles_left(s->frame, run);
    float amounts[TILES_BLOCK];
    ridge_hide(s, layer, run, tiles_outside(run) | run->hidden);
    memset(covered, 0, TILES_BLOCK * sizeof *covered);
    for (int k = memory->seen.rows - 1; k >= 0; k--) {
        const pixel_area *inside = &memory->seen.row[k].area;
        if (memory->seen.row[k].is_stand) {
            fetch_stand(s, layer, &memory->seen.row[k], run, &s->over, amounts);
            uint64_t near = over_ground(s->frame, memory, k);
            if (near != 0)
                stand_kernels_of[s->frame->kernels]->blend(&s->over, amounts,
                                                           tiles_shift(near, left), 0, colours);
            for (uint64_t bits = inside->part & ~near; bits != 0; bits &= bits - 1) {
                int i = left + __builtin_ctzll(bits);
                lay_pixel(s->frame->tone, colours, covered, i, &s->over, amounts[i]);
            }
            continue;
        }
        int is_all = k == memory->seen.rows - 1 && inside->part == 0;
        fetch_seen(s, layer, &memory->seen.row[k], run, is_all ? colours : &s->over);
        if (inside->whole != 0)
            memory->thread->outline->copy(inside->whole << left, is_all ? colours : &s->over,
                                          colours, covered);
        for (uint64_t bits = inside->part; bits != 0; bits &= bits - 1) {
            int i = __builtin_ctzll(bits);
            if (inside->covered[i] > 0.0f)
                lay_pixel(s->frame->tone, colours, covered, left + i, &s->over, inside->covered[i]);
        }
    }
}
