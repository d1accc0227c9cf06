/* water.c - what is seen in the ripples, and the light on them.
 *
 * All light is mixed linearly: a mirror in moving water is an average over many
 * facets, and so is a pixel at an edge.
 */
#include "layers/water.h"

#include "base/exact.h"
#include "base/memory.h"
#include "paint/shade.h"

/* The mirrored row moves by so much of the depth, and by so many U. */
#define SWING 0.13
#define SWING_MORE 0.0004

/* Radii of the disc within which its mirror dazzles. */
#define DAZZLE 1.6

/* Where glitter ends, in its spreads: 1 - x^2 is 0 there. */
#define SHINE 2.4

/* ---- what a thread holds -------------------------------------------------- */

/* The mist over the far shore is that of the ridge behind it, a little lighter: a
 * thin bright line parts water and land. */
#define SHORE_AIR 0.5

static linear_rgb shore_at(const rl_frame *frame, double x)
{
    shade_air air = shade_air_at(frame, x, mirror_shore(frame));
    linear_rgb mist = shade_mist(frame, &frame->surface[frame->lake - 1], &air);
    return colour_mix_linear(mist, colour_oklab_to_linear(air.air), SHORE_AIR);
}

static void find_shore(water *w, float *const shore[3])
{
    const rl_frame *frame = w->frame;
    for (int n = 0; n <= frame->blocks * w->nodes; n++) {
        double x = (double)(frame->first_block * frame->block) + (double)n * frame->step;
        linear_rgb light = shore_at(frame, x);
        shore[0][w->lead + n] = (float)light.r;
        shore[1][w->lead + n] = (float)light.g;
        shore[2][w->lead + n] = (float)light.b;
    }
}

/* There is glitter only under a disc that stands above the water. */
static void find_sun(water *w)
{
    const rl_frame *frame = w->frame;
    w->sparkle = colour_mix_linear(frame->sun_light, frame->glow, 0.35);
    if (frame->sun_radius > 0.0 && frame->sun_y < mirror_shore(frame))
        w->sun = (float)exact_mix(0.3, 1.0, frame->sun_seen);
}

static int whole_groups(int nodes)
{
    return (nodes + WATER_GROUP - 1) / WATER_GROUP * WATER_GROUP;
}

static int new_nodes(water *w)
{
    const rl_frame *frame = w->frame;
    int64_t first = frame->first_block * w->nodes;
    w->lead = (int)(first - exact_down(first, WATER_GROUP) * WATER_GROUP);
    int count = whole_groups(w->lead + frame->blocks * w->nodes + 1);
    w->memory = memory_zeroed(frame->allocator, (size_t)count, 7 * sizeof *w->memory);
    w->shows = memory_zeroed(frame->allocator, (size_t)frame->blocks, 1);
    if (w->memory == NULL || w->shows == NULL ||
        !ripples_new(&w->ripples, frame, first - w->lead, count))
        return 0;
    float *plane[7];
    for (int i = 0; i < 7; i++)
        plane[i] = w->memory + (size_t)i * (size_t)count;
    water_nodes node = {.place = plane[0],
                        .glint = plane[1],
                        .shine = plane[2],
                        .dazzle = plane[3],
                        .shore = {plane[4], plane[5], plane[6]}};
    w->node = node;
    find_shore(w, plane + 4);
    return 1;
}

/* What all runs have in common. */
static void begin_runs(water *w)
{
    const rl_frame *frame = w->frame;
    water_run run = {.plane = (ptrdiff_t)w->mirror.plane,
                     .own = {(float)frame->water.r, (float)frame->water.g, (float)frame->water.b},
                     .sparkle = {(float)w->sparkle.r, (float)w->sparkle.g, (float)w->sparkle.b}};
    while (1 << run.shift < frame->step)
        run.shift++;
    for (int i = 0; i < TILES_BLOCK; i++)
        w->along[i] = ((float)(i & (frame->step - 1)) + 0.5f) / (float)frame->step;
    run.along = w->along;
    w->run = run;
}

int water_new(water *w, const rl_frame *frame)
{
    w->frame = frame;
    if (frame->lake == 0)
        return 1;
    w->nodes = frame->block / frame->step;
    w->row = -1;
    double deepest = frame->height - mirror_shore(frame);
    double highest = (1.0 + SWING) * deepest + SWING_MORE * frame->unit;
    if (!new_nodes(w) || !mirror_new(&w->mirror, frame, highest))
        return 0;
    find_sun(w);
    begin_runs(w);
    return 1;
}

void water_free(water *w)
{
    if (w->frame == NULL)
        return;
    memory_free(w->frame->allocator, w->memory);
    memory_free(w->frame->allocator, w->shows);
    ripples_free(&w->ripples);
    mirror_free(&w->mirror);
}

/* ---- where a row looks --------------------------------------------------- */

/* The strips between which ripples of height -1 and 1 look. */
static void find_strips(water *w, water_row *row)
{
    const mirror *m = &w->mirror;
    row->height = m->height;
    row->climb = m->climb;
    row->least = mirror_place(m, 0, row->distance - row->swing);
    row->low = (int)row->least;
    row->most = mirror_place(m, row->low, row->distance + row->swing);
    row->high = (int)row->most + 1 < m->strips ? (int)row->most + 1 : m->strips - 1;
    int first = (int)(row->least + 0.5f) - 1;
    int last = (int)(row->most + 0.5f) + 1;
    w->view.first = first > 0 ? first : 0;
    w->view.last = last < m->strips ? last : m->strips - 1;
}

/* Light on the ripples, where the row is `depth` U below the shore. */
static void find_light(water *w, water_row *row, double depth)
{
    const rl_frame *frame = w->frame;
    if (w->sun <= 0.0f)
        return;
    double radius = DAZZLE * frame->sun_radius;
    row->sun_x = frame->sun_x;
    row->loop = frame->loop_px;
    row->sun_y = mirror_shore(frame) - frame->sun_y;
    row->dazzle_scale = (float)(1.0 / radius);
    row->has_dazzle = exact_abs((double)row->distance - row->sun_y) < radius + (double)row->swing;
    w->shine_reach = SHINE * frame->unit * (0.03 + 0.30 * depth);
    row->has_shine = 1;
    row->shine_scale = (float)(1.0 / w->shine_reach);
    row->glitter = w->sun * (float)(0.65 * exact_exp(-depth / 0.3));
}

static int is_hidden(const rl_frame *frame, int row, int block)
{
    for (int i = frame->lake; i < frame->surface_count; i++)
        if (frame->surface[i].block_full[block] <= row)
            return 1;
    return 0;
}

/* The blocks of a row, from one on, in which land does not hide the lake. */
static void find_blocks(water *w, int row, int block)
{
    w->view.from = w->view.to = block;
    w->view.shows = w->shows;
    for (int b = block; b < w->frame->blocks; b++) {
        w->shows[b] = b == block || !is_hidden(w->frame, row, b);
        w->view.to = w->shows[b] ? b : w->view.to;
    }
}

/* Finds what the nodes of a row see from a block on. */
static void begin_row(water *w, int row, int block)
{
    const rl_frame *frame = w->frame;
    double distance = exact_max(row + 0.5 - mirror_shore(frame), 0.0);
    double depth = distance / frame->unit;
    double perspective = ripples_perspective(depth);
    water_row line = {.node = w->ripples.node,
                      .distance = (float)distance,
                      .swing = (float)((SWING * depth + SWING_MORE) * frame->unit),
                      .step = frame->step};
    find_strips(w, &line);
    find_light(w, &line, depth);
    find_blocks(w, row, block);
    w->row = row;
    w->run.first = w->view.first;
    w->run.has_dazzle = line.has_dazzle;
    w->run.clear = (float)(0.90 - 0.45 * exact_min(depth / 0.45, 1.0));
    w->run.haze = (float)(0.40 * exact_exp(-depth / 0.010));
    w->run.blurred = (float)ripples_blurred(frame, perspective);
    int from = (w->lead + w->view.from * w->nodes) / WATER_GROUP * WATER_GROUP;
    int to = whole_groups(w->lead + (w->view.to + 1) * w->nodes + 1);
    float *const height[RIPPLES_KINDS] = {w->node.place, w->node.glint};
    ripples_raise(&w->ripples, depth, from, to, height);
    w->mirror.kernels->look(&line, from, to, &w->node);
    mirror_look(&w->mirror, &w->view);
    mirror_open(&w->mirror, &w->open);
    w->run.strip = w->open.strip;
}

void water_look(water *w, const tile_run *run)
{
    const mirror_view *view = &w->view;
    int is_seen = w->row == run->row && run->block >= view->from && run->block <= view->to;
    if (!is_seen || !w->shows[run->block])
        begin_row(w, run->row, run->block);
}

int water_wants(water *w, tile_run *part)
{
    return mirror_wants(&w->mirror, part);
}

/* ---- what a run sees ------------------------------------------------------- */

static water_nodes nodes_of(const water *w, int block)
{
    int first = w->lead + block * w->nodes;
    const water_nodes *all = &w->node;
    water_nodes nodes = {all->place + first,
                         all->glint + first,
                         all->shine + first,
                         all->dazzle + first,
                         {all->shore[0] + first, all->shore[1] + first, all->shore[2] + first}};
    return nodes;
}

/* Whether any of a block's columns may glitter. */
static int block_shines(const water *w, int block)
{
    const rl_frame *frame = w->frame;
    double left = (double)((frame->first_block + block) * frame->block);
    left -= frame_around(frame, frame->sun_x, left + 0.5 * frame->block);
    return w->sun > 0.0f && left < w->shine_reach && left + frame->block > -w->shine_reach;
}

void water_fetch(water *w, const tile_run *run, tile_colours *out)
{
    const rl_frame *frame = w->frame;
    water_run all = w->run;
    all.left = (ptrdiff_t)run->block * frame->block;
    all.nodes = nodes_of(w, run->block);
    all.has_shine = block_shines(w, run->block);
    int left = tiles_left(frame, run);
    int from = left / WATER_GROUP * WATER_GROUP;
    const water_pixels pixels = {out->r, out->g, out->b};
    w->mirror.kernels->fetch(&all, from, whole_groups(left + run->count), &pixels);
}

float water_coverage(const rl_frame *frame, int row)
{
    int32_t bottom = (frame->height - 1 - row) * FRAME_HEIGHT_ONE;
    float part = (float)(frame->lake_height - bottom) * (1.0f / FRAME_HEIGHT_ONE);
    if (frame->scene.edges == RL_EDGES_HARD)
        return row >= frame->lake_full ? 1.0f : 0.0f;
    return part <= 0.0f ? 0.0f : part >= 1.0f ? 1.0f : part;
}
