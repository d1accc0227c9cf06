/* mirror.c - the mirror of a lake, or of one ridge, as strips: places them, and paints those that
 * the current row shows.
 */
#include "layers/water/lake.h"

#include <string.h>

#include "base/exact.h"
#include "paint/block.h"

/* The height of a strip is a share of its height above the shore (mirror_plan.share) plus this, U.
 * One row is painted for each, so that slanted edges of light on land are stairs of this height. */
#define STRIP_MORE 0.0009
#define STRIP_MORE_OF_LAYER 0.0022 /* for the mirror of one layer, whose shore is not level */

static int whole_groups(int nodes)
{
    return (nodes + SHADE_GROUP - 1) / SHADE_GROUP * SHADE_GROUP;
}

void mirror_nodes(mirror *m, const rl_frame *frame)
{
    m->each = frame->block / frame->fine_step;
    int64_t first = frame->first_block * m->each;
    m->node = exact_down(first, SHADE_GROUP) * SHADE_GROUP;
    m->lead = (int)(first - m->node);
    m->nodes = whole_groups(m->lead + frame->blocks * m->each + 1);
}

int mirror_planes(const mirror *m, arena *memory, int planes, float **node)
{
    size_t values = (size_t)m->nodes * (size_t)planes;
    float *plane = arena_zeroed(memory, values + MIRROR_SPARE, sizeof *plane);
    for (int p = 0; p < planes && plane != NULL; p++)
        node[p] = plane + (ptrdiff_t)p * m->nodes;
    return plane != NULL;
}

/* Strip 0 is the row that the shore runs through, the others lie above it. */
void mirror_lay(mirror *m, const rl_frame *frame, const mirror_plan *plan)
{
    double shore = plan->shore, height = 0.0;
    int foot = plan->top;
    m->frame = frame;
    m->layer = plan->layer;
    m->shore = shore;
    for (m->strips = 0; m->strips < MIRROR_STRIPS; m->strips++) {
        if (m->strips > 1 && height > plan->highest)
            break;
        mirror_strip *strip = &m->strip[m->strips];
        double high = exact_max(shore - foot, 0.0);
        double rows = (high < plan->land ? plan->share : plan->sky_share) * high +
                      (m->layer < 0 ? STRIP_MORE : STRIP_MORE_OF_LAYER) * frame->unit;
        strip->foot = foot;
        strip->reach = (int)(0.5 * rows);
        foot -= 2 * strip->reach + 1;
        height = shore - 0.5 * (strip->foot + foot) - 1.0;
        m->height[m->strips] = (float)height;
    }
    for (int k = 0; k + 1 < m->strips; k++)
        m->climb[k] = 1.0f / (m->height[k + 1] - m->height[k]);
}

int mirror_new(mirror *m, const rl_frame *frame, arena *memory, const mirror_plan *plan)
{
    size_t strips = (size_t)plan->strips, blocks = (size_t)frame->blocks;
    size_t block = (size_t)frame->block;
    m->row = -1;
    m->rows = plan->strips;
    m->planes = plan->layer < 0 ? 3 : 4;
    m->place = arena_array(memory, blocks, (strips + 1) * sizeof *m->place);
    m->shows = arena_zeroed(memory, blocks, 2);
    m->list = arena_array(memory, (size_t)frame->layers, sizeof *m->list);
    if (m->place == NULL || m->shows == NULL || m->list == NULL)
        return 0;
    m->held = m->place + blocks;
    m->showed = m->shows + blocks;
    m->filled_first = 0;
    m->filled_last = -1;
    for (size_t i = 0; i < blocks * strips; i++)
        m->held[i] = -1;
    size_t rows = strips * (size_t)m->planes, shown = 0;
    for (size_t b = 0; b < blocks; b++) {
        m->place[b] = (int)shown;
        shown += plan->rows == NULL || plan->rows[b] != INT32_MAX;
    }
    m->plane = shown * block;
    m->light = arena_array(memory, m->plane + 1, rows * sizeof *m->light);
    if (m->light == NULL)
        return 0;
    /* Columns of the outer blocks that are beyond the part are never kept, but kernels read them
     * with their group: they must be initialised. */
    for (size_t row = 0; row < rows && m->plane > 0; row++) {
        int16_t *light = m->light + row * m->plane;
        memset(light, 0, block * sizeof *light);
        memset(light + m->plane - block, 0, block * sizeof *light);
    }
    return 1;
}

float mirror_place(const mirror *m, int near, float height)
{
    int k = near;
    while (k > 0 && m->height[k] > height)
        k--;
    while (k + 2 < m->strips && m->height[k + 1] <= height)
        k++;
    float fraction = (height - m->height[k]) * m->climb[k];
    return (float)k + (fraction < 0.0f ? 0.0f : fraction > 1.0f ? 1.0f : fraction);
}

mirror_span mirror_show(mirror *m, float lowest, float highest)
{
    mirror_span span = {.height = m->height, .climb = m->climb};
    span.least = mirror_place(m, m->first, lowest);
    span.low = (int)span.least;
    span.most = mirror_place(m, span.low, highest);
    int first = (int)(span.least + 0.5f) - 1;
    m->first = first > 0 ? first : 0;
    int last = (int)(span.most + 0.5f) + 1;
    last = last < m->strips ? last : m->strips - 1;
    m->last = last - m->first < m->rows ? last : m->first + m->rows - 1;
    if (m->last < last)
        span.most = (float)m->last - 1.0f;
    span.high = (int)span.most + 1 < m->strips ? (int)span.most + 1 : m->strips - 1;
    return span;
}

int mirror_has(const mirror *m, const tile_run *run)
{
    return m->row == run->row && run->block >= m->from && run->block <= m->to &&
           m->shows[run->block];
}

void mirror_find(mirror *m, int layer, const tile_run *run, int *from, int *to)
{
    const rl_frame *frame = m->frame;
    int block = run->block;
    m->row = run->row;
    m->from = m->to = block;
    for (int b = block; b < frame->blocks; b++) {
        int shows = b == block || layer_reaches(&frame->layer[layer], b, m->row, 0);
        for (int i = layer + 1; b > block && i < frame->layers && shows; i++)
            shows = !layer_covers(&frame->layer[i], b, m->row, 0);
        m->shows[b] = (uint8_t)shows;
        m->to = shows ? b : m->to;
    }
    *from = (m->lead + m->from * m->each) / SHADE_GROUP * SHADE_GROUP;
    *to = whole_groups(m->lead + (m->to + 1) * m->each + 1);
}

/* The index of a block's first column in a strip. */
static ptrdiff_t left_of(const mirror *m, int block)
{
    return (ptrdiff_t)m->place[block] * m->frame->block;
}

lake_strips mirror_run(const mirror *m, const paint_scratch *s, const tile_run *run, int *from,
                       int *to)
{
    int left = tiles_left(m->frame, run);
    *from = left / SHADE_GROUP * SHADE_GROUP;
    *to = whole_groups(left + run->count);
    return (lake_strips){.strip = m->open,
                         .left = left_of(m, run->block),
                         .plane = (ptrdiff_t)m->plane,
                         .first = m->first,
                         .shift = s->tiles.fine.shift,
                         .along = s->tiles.fine.along};
}

/* Returns the pixels of a strip in a block, in its first plane. */
static int16_t *strip_at(const mirror *m, int strip, int block)
{
    return m->light + (size_t)(strip % m->rows) * (size_t)m->planes * m->plane + left_of(m, block);
}

/* Paints a row of one layer and stores it as a strip: premultiplied light and coverage. */
static void keep_layer(const mirror *m, paint_scratch *s, const tile_run *run, int k)
{
    const rl_frame *frame = m->frame;
    const frame_layer *layer = &frame->layer[m->layer];
    tile_colours colours;
    float covered[TILES_BLOCK];
    int left = tiles_left(frame, run);
    memset(covered, 0, sizeof covered);
    if (layer_reaches(layer, run->block, run->row, run->reach))
        layer->paint->cover(s, m->layer, run, &colours, covered);
    else
        memset(&colours, 0, sizeof colours);
    mirror_kernels_of[frame->kernels]->keep_layer(&colours, covered, left, run->count,
                                                  strip_at(m, k, run->block), m->plane);
}

/* Paints a strip in a block and stores its light. */
static void paint_strip(const mirror *m, paint_scratch *s, int behind, int k, int block)
{
    const rl_frame *frame = m->frame;
    int reach = m->strip[k].reach, middle = m->strip[k].foot - reach;
    int left = (int)((frame->first_block + block) * frame->block - frame->x);
    int right = left + frame->block;
    tile_run run = {.block = block,
                    .column = left > 0 ? left : 0,
                    .row = middle > 0 ? middle : 0, /* rows above the picture repeat the top row */
                    .reach = middle >= reach ? reach : 0,
                    .is_mirrored = 1};
    run.count = (right < frame->columns ? right : frame->columns) - run.column;
    if (m->layer >= 0) {
        keep_layer(m, s, &run, k);
        return;
    }
    s->in_waves = lake_breaks(&frame->scene);
    block_list list = {.layer = m->list};
    block_list_find(frame, &run, 0, behind, &list);
    block_paint(s, &run, &list);
    s->in_waves = 0;
    run_pixels pixels = block_pixels(s, &run);
    const float *from[3] = {pixels.r, pixels.g, pixels.b};
    int16_t *to = strip_at(m, k, block) + tiles_left(frame, &run);
    for (int p = 0; p < 3; p++, to += m->plane)
        mirror_kernels_of[frame->kernels]->keep(from[p], to, run.count);
}

void mirror_fill(mirror *m, paint_scratch *s, int behind)
{
    /* The next row mostly shows the same blocks: then strips that were filled are complete. */
    size_t blocks = (size_t)m->frame->blocks;
    memset(m->shows, 0, (size_t)m->from);
    memset(m->shows + m->to + 1, 0, blocks - (size_t)m->to - 1);
    if (memcmp(m->shows, m->showed, blocks) != 0)
        m->filled_last = -1;
    memcpy(m->showed, m->shows, blocks);
    for (int k = m->first; k <= m->last; k++) {
        int *held = m->held + k % m->rows * m->frame->blocks;
        if (k >= m->filled_first && k <= m->filled_last)
            continue;
        for (int block = m->from; block <= m->to; block++) /* neighbours share nodes of colours */
            if (m->shows[block] && held[block] != k)
                paint_strip(m, s, behind, k, block);
        for (int block = m->from; block <= m->to; block++)
            held[block] = m->shows[block] ? k : held[block];
    }
    m->filled_first = m->first;
    m->filled_last = m->last;
    for (int k = m->first - 1; k <= m->last + 1; k++) {
        int strip = k < m->first ? m->first : k > m->last ? m->last : k;
        m->open[k + 1 - m->first] = strip_at(m, strip, 0);
    }
}
