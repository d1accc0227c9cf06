/* mirror.c - lays the strips of the mirror, and keeps those that are needed. */
#include "layers/lake.h"

#include <string.h>

#include "base/exact.h"

/* A strip is this share of its height above the shore high, and so many U more.
 * With the curve that joins three strips this blurs about as much as a box of a
 * tenth of the distance, in which trees do not break into dots. */
#define STRIP_SHARE 0.06
#define STRIP_MORE 0.0004

/* About this many rows of a strip are painted, each for those around it. */
#define STRIP_PARTS 3

/* Strip 0 is the row that the shore runs through, the others lie above it. */
static void lay_strips(mirror *m, int foot, double highest)
{
    const rl_frame *frame = m->frame;
    double shore = m->shore;
    double height = 0.0;
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

int mirror_new(mirror *m, const rl_frame *frame, arena *memory, double shore, int top,
               double highest)
{
    m->frame = frame;
    m->shore = shore;
    m->kernels = lake_kernels_of[frame->kernels];
    size_t blocks = (size_t)frame->blocks;
    m->plane = blocks * (size_t)frame->block;
    m->light = arena_array(memory, m->plane, 3 * MIRROR_HELD * sizeof *m->light);
    m->held = arena_array(memory, blocks, MIRROR_HELD * sizeof *m->held);
    if (m->light == NULL || m->held == NULL)
        return 0;
    for (size_t i = 0; i < blocks * MIRROR_HELD; i++)
        m->held[i] = -1;
    /* Columns of the outer blocks that are beyond the part are never kept, but painted with
     * the others and thrown away: they must be numbers. */
    size_t block = (size_t)frame->block;
    for (size_t row = 0; row < 3 * MIRROR_HELD; row++) {
        float *light = m->light + row * m->plane;
        memset(light, 0, block * sizeof *light);
        memset(light + m->plane - block, 0, block * sizeof *light);
    }
    lay_strips(m, top, highest);
    for (int k = 0; k + 1 < m->strips; k++)
        m->climb[k] = 1.0f / (m->height[k + 1] - m->height[k]);
    return 1;
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

/* ---- missing strips ---------------------------------------------------------- */

void mirror_begin(mirror *m, const mirror_range *range)
{
    m->range = *range;
    m->current = range->first;
    m->part = 0;
    m->block = range->from - 1;
    m->is_missing = 0;
}

static int *held_at(const mirror *m, int block)
{
    return &m->held[m->current % MIRROR_HELD * m->frame->blocks + block];
}

static int is_missing(const mirror *m, int block)
{
    return m->range.shows[block] && *held_at(m, block) != m->current;
}

/* Goes on to the next part, or to the next strip of which all is held. */
static void end_part(mirror *m)
{
    int was_missing = m->part > 0 || m->is_missing;
    m->part++;
    if (was_missing && m->part < m->strip[m->current].parts)
        return;
    for (int block = m->range.from; block <= m->range.to && was_missing; block++)
        if (is_missing(m, block))
            *held_at(m, block) = m->current;
    m->current++;
    m->part = 0;
    m->is_missing = 0;
}

int mirror_next(mirror *m, tile_run *part)
{
    for (; m->current <= m->range.last; end_part(m)) {
        while (++m->block <= m->range.to && !is_missing(m, m->block))
            continue;
        if (m->block > m->range.to) {
            m->block = m->range.from - 1;
            continue;
        }
        m->is_missing = 1;
        const rl_frame *frame = m->frame;
        const mirror_strip *strip = &m->strip[m->current];
        int middle = strip->foot - strip->reach - m->part * (2 * strip->reach + 1);
        int left = (int)((frame->first_block + m->block) * frame->block - frame->x);
        int right = left + frame->block;
        part->block = m->block;
        part->column = left > 0 ? left : 0;
        part->count = (right < frame->columns ? right : frame->columns) - part->column;
        part->row = middle > 0 ? middle : 0; /* above the picture is its top row */
        part->reach = middle >= strip->reach ? strip->reach : 0;
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
    float share = 1.0f / (float)m->strip[m->current].parts;
    int left = tiles_left(frame, part);
    float *to = strip_at(m, m->current, part->block) + left;
    for (int p = 0; p < 3; p++, to += m->plane)
        m->kernels->keep(from[p], share, m->part == 0, to, part->count);
}

void mirror_open(const mirror *m, mirror_run *open)
{
    int first = m->range.first;
    int last = m->range.last;
    for (int i = 0; i < last - first + 3; i++) {
        int k = first - 1 + i;
        k = k < first ? first : k > last ? last : k;
        open->strip[i] = strip_at(m, k, 0);
    }
}
