/* mirror.c - lays the strips of the mirror, and keeps those that are looked at. */
#include "layers/mirror.h"

#include <string.h>

#include "base/exact.h"
#include "base/memory.h"

/* A strip is this share of its height above the shore high, and so many U more.
 * With the curve that joins three strips this blurs about as much as a box of a
 * tenth of the distance, in which trees do not break into dots. */
#define STRIP_SHARE 0.06
#define STRIP_MORE 0.0004

/* About this many rows of a strip are painted, each for those around it. */
#define STRIP_PARTS 3

double mirror_shore(const rl_frame *frame)
{
    return frame->height - (double)frame->lake_height / FRAME_HEIGHT_ONE;
}

/* Strip 0 is the row that the shore runs through, the others lie above it. */
static void lay_strips(mirror *m, double highest)
{
    const rl_frame *frame = m->frame;
    double shore = mirror_shore(frame);
    double height = 0.0;
    int foot = frame->lake_top;
    for (m->strips = 0; m->strips < MIRROR_STRIPS; m->strips++) {
        if (m->strips > 1 && height > highest)
            return;
        mirror_strip *strip = &m->strip[m->strips];
        double rows = STRIP_SHARE * exact_max(shore - foot, 0.0) + STRIP_MORE * frame->unit;
        strip->foot = foot;
        strip->reach = (int)(rows * (0.5 / STRIP_PARTS));
        int each = 2 * strip->reach + 1;
        strip->parts = rows < each ? 1 : (int)(rows / each + 0.5);
        foot -= strip->parts * each;
        height = shore - 0.5 * (strip->foot + foot) - 1.0;
        m->height[m->strips] = (float)height;
    }
}

/* Columns of the outer blocks that lie beyond the part are never kept, but painted
 * with the others and thrown away: they must be numbers. */
static void clear_margins(mirror *m)
{
    size_t block = (size_t)m->frame->block;
    for (size_t row = 0; row < 3 * MIRROR_HELD; row++) {
        float *light = m->light + row * m->plane;
        memset(light, 0, block * sizeof *light);
        memset(light + m->plane - block, 0, block * sizeof *light);
    }
}

int mirror_new(mirror *m, const rl_frame *frame, double highest)
{
    m->frame = frame;
    m->kernels = water_kernels_of(frame->kernels);
    size_t blocks = (size_t)frame->blocks;
    m->plane = blocks * (size_t)frame->block;
    m->light = memory_array(frame->allocator, m->plane, 3 * MIRROR_HELD * sizeof *m->light);
    m->held = memory_array(frame->allocator, blocks, MIRROR_HELD * sizeof *m->held);
    if (m->light == NULL || m->held == NULL)
        return 0;
    for (size_t i = 0; i < blocks * MIRROR_HELD; i++)
        m->held[i] = -1;
    clear_margins(m);
    lay_strips(m, highest);
    for (int k = 0; k + 1 < m->strips; k++)
        m->climb[k] = 1.0f / (m->height[k + 1] - m->height[k]);
    return 1;
}

void mirror_free(mirror *m)
{
    if (m->frame == NULL)
        return;
    memory_free(m->frame->allocator, m->light);
    memory_free(m->frame->allocator, m->held);
}

float mirror_place(const mirror *m, int near, float height)
{
    int k = near;
    while (k > 0 && m->height[k] > height)
        k--;
    while (k + 2 < m->strips && m->height[k + 1] <= height)
        k++;
    float part = (height - m->height[k]) * m->climb[k];
    return (float)k + (part < 0.0f ? 0.0f : part > 1.0f ? 1.0f : part);
}

/* ---- asking for strips ------------------------------------------------------- */

void mirror_look(mirror *m, const mirror_view *view)
{
    m->view = *view;
    m->wanted = view->first;
    m->part = 0;
    m->block = view->from - 1;
    m->is_asked = 0;
}

static int *held_at(const mirror *m, int block)
{
    return &m->held[m->wanted % MIRROR_HELD * m->frame->blocks + block];
}

static int is_missing(const mirror *m, int block)
{
    return m->view.shows[block] && *held_at(m, block) != m->wanted;
}

/* The next block that misses the part, or none. */
static int next_block(mirror *m)
{
    while (++m->block <= m->view.to)
        if (is_missing(m, m->block))
            return 1;
    m->block = m->view.from - 1;
    return 0;
}

static void hold_strip(const mirror *m)
{
    for (int block = m->view.from; block <= m->view.to; block++)
        if (is_missing(m, block))
            *held_at(m, block) = m->wanted;
}

/* Part `m->part` of strip `m->wanted`.  Above the picture is its top row. */
static void ask_part(const mirror *m, tile_run *part)
{
    const rl_frame *frame = m->frame;
    const mirror_strip *strip = &m->strip[m->wanted];
    int middle = strip->foot - strip->reach - m->part * (2 * strip->reach + 1);
    int left = (int)((frame->first_block + m->block) * frame->block - frame->x);
    int right = left + frame->block;
    part->block = m->block;
    part->column = left > 0 ? left : 0;
    part->count = (right < frame->columns ? right : frame->columns) - part->column;
    part->row = middle > 0 ? middle : 0;
    part->reach = middle >= strip->reach ? strip->reach : 0;
}

/* Goes on to the next part, or to the next strip of which all is held. */
static void end_part(mirror *m)
{
    int is_held = m->part == 0 && !m->is_asked;
    m->part++;
    if (!is_held && m->part < m->strip[m->wanted].parts)
        return;
    if (!is_held)
        hold_strip(m);
    m->wanted++;
    m->part = 0;
    m->is_asked = 0;
}

int mirror_wants(mirror *m, tile_run *part)
{
    for (; m->wanted <= m->view.last; end_part(m))
        if (next_block(m)) {
            m->is_asked = 1;
            ask_part(m, part);
            return 1;
        }
    return 0;
}

/* ---- keeping them ------------------------------------------------------------ */

static float *strip_at(const mirror *m, int strip, int block)
{
    return m->light + (size_t)(strip % MIRROR_HELD) * 3 * m->plane +
           (size_t)block * (size_t)m->frame->block;
}

void mirror_keep(mirror *m, const tile_run *part, const float *r, const float *g, const float *b)
{
    const rl_frame *frame = m->frame;
    const float *from[3] = {r, g, b};
    float share = 1.0f / (float)m->strip[m->wanted].parts;
    int left = tiles_left(frame, part);
    float *to = strip_at(m, m->wanted, part->block) + left;
    for (int p = 0; p < 3; p++, to += m->plane)
        m->kernels->keep(from[p], share, m->part == 0, to, part->count);
}

void mirror_open(const mirror *m, mirror_run *open)
{
    int first = m->view.first;
    int last = m->view.last;
    for (int i = 0; i < last - first + 3; i++) {
        int k = first - 1 + i;
        k = k < first ? first : k > last ? last : k;
        open->strip[i] = strip_at(m, k, 0);
    }
}
