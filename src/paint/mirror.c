/* mirror.c - lays the strips of the mirror, and keeps those that are looked at. */
#include "paint/mirror.h"

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
        strip->height = (float)height;
    }
}

int mirror_new(mirror *m, const rl_frame *frame, double highest)
{
    m->frame = frame;
    m->wanted = -1;
    size_t held = (size_t)frame->blocks * MIRROR_HELD;
    m->light =
        memory_array(frame->allocator, (size_t)frame->columns, 3 * MIRROR_HELD * sizeof *m->light);
    m->held = memory_array(frame->allocator, held, sizeof *m->held);
    if (m->light == NULL || m->held == NULL)
        return 0;
    for (size_t i = 0; i < held; i++)
        m->held[i] = -1;
    lay_strips(m, highest);
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
    while (k > 0 && m->strip[k].height > height)
        k--;
    while (k + 2 < m->strips && m->strip[k + 1].height <= height)
        k++;
    float part = (height - m->strip[k].height) / (m->strip[k + 1].height - m->strip[k].height);
    return (float)k + (part < 0.0f ? 0.0f : part > 1.0f ? 1.0f : part);
}

/* Part `m->part` of strip `m->wanted`.  Above the picture is its top row. */
static void ask_part(const mirror *m, const tile_run *run, tile_run *part)
{
    const mirror_strip *strip = &m->strip[m->wanted];
    int middle = strip->foot - strip->reach - m->part * (2 * strip->reach + 1);
    *part = *run;
    part->row = middle > 0 ? middle : 0;
    part->reach = middle >= strip->reach ? strip->reach : 0;
}

int mirror_wants(mirror *m, const tile_run *run, int first, int last, tile_run *part)
{
    if (m->wanted >= 0 && ++m->part < m->strip[m->wanted].parts) {
        ask_part(m, run, part);
        return 1;
    }
    m->wanted = -1;
    for (int k = first; k <= last; k++) {
        int *held = &m->held[k % MIRROR_HELD * m->frame->blocks + run->block];
        if (*held == k)
            continue;
        *held = m->wanted = k;
        m->part = 0;
        ask_part(m, run, part);
        return 1;
    }
    return 0;
}

static float *strip_at(const mirror *m, int strip, int column)
{
    return m->light + (size_t)(strip % MIRROR_HELD) * 3 * (size_t)m->frame->columns + column;
}

void mirror_keep(mirror *m, const tile_run *part, const float *r, const float *g, const float *b)
{
    const tone_tables *tone = &m->frame->tone;
    const float *from[3] = {r, g, b};
    size_t columns = (size_t)m->frame->columns;
    float share = 1.0f / (float)m->strip[m->wanted].parts;
    for (int plane = 0; plane < 3; plane++) {
        float *to = strip_at(m, m->wanted, part->column) + (size_t)plane * columns;
        for (int i = 0; i < part->count; i++) {
            float light = share * tone_decode(tone, from[plane][i]);
            to[i] = m->part == 0 ? light : to[i] + light;
        }
    }
}

void mirror_open(const mirror *m, const tile_run *run, int first, int last, mirror_run *open)
{
    open->first = first;
    open->columns = (size_t)m->frame->columns;
    for (int i = 0; i < last - first + 3; i++) {
        int k = first - 1 + i;
        k = k < first ? first : k > last ? last : k;
        open->strip[i] = strip_at(m, k, run->column);
    }
}
