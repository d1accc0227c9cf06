/* relief.c - finds the lines between two depths of a surface's table. */
#include "layers/relief.h"

#include <float.h>
#include <string.h>

#include "base/memory.h"

/* Two places hold neighbouring surfaces.  A picture wider than this many blocks has one,
 * which costs some time where two surfaces meet, and halves the memory. */
#define WIDE 1024

/* ---- memory ------------------------------------------------------------------ */

/* How many beds of rock show at a whole depth. */
static int new_beds(relief_surface *of, const rl_frame *frame)
{
    of->bed_amount =
        memory_array(frame->allocator, (size_t)frame->relief_pixels + 1, sizeof(float));
    if (of->bed_amount == NULL)
        return 0;
    int level = 0;
    for (int d = 0; d <= frame->relief_pixels; d++) {
        while (level + 2 < FRAME_RELIEF_LEVELS && frame->relief_depth[level + 1] <= (float)d)
            level++;
        const float *edges = frame->relief_depth + level;
        float down = ((float)d - edges[0]) / (edges[1] - edges[0]);
        down = down < 1.0f ? down : 1.0f;
        const float *amount = of->surface->relief.bed_amount + level;
        of->bed_amount[d] = amount[0] + (amount[1] - amount[0]) * down;
    }
    return 1;
}

static int new_surface(relief_surface *of, const rl_frame *frame, const frame_surface *surface)
{
    of->surface = surface;
    while (1 << of->shift < surface->relief.step)
        of->shift++;
    return surface->relief.bed == NULL || new_beds(of, frame);
}

int relief_new(relief_memory *memory, const rl_frame *frame)
{
    memset(memory, 0, sizeof *memory);
    memory->frame = frame;
    size_t surfaces = (size_t)frame->surface_count;
    memory->places = frame->blocks > WIDE ? 1 : 2;
    size_t places = (size_t)frame->blocks * (size_t)memory->places;
    int has_relief = 0;
    memory->surface = memory_zeroed(frame->allocator, surfaces + 1, sizeof *memory->surface);
    for (size_t i = 0; i < surfaces && memory->surface != NULL; i++) {
        if (frame->surface[i].relief.shade == NULL)
            continue;
        has_relief = 1;
        if (!new_surface(&memory->surface[i], frame, &frame->surface[i]))
            return 0;
    }
    if (memory->surface == NULL || !has_relief)
        return memory->surface != NULL;
    for (int level = 0; level + 1 < FRAME_RELIEF_LEVELS; level++)
        memory->per_depth[level] =
            1.0f / (frame->relief_depth[level + 1] - frame->relief_depth[level]);
    memory->lines = memory_array(frame->allocator, places, sizeof *memory->lines);
    for (size_t i = 0; i < places && memory->lines != NULL; i++)
        memory->lines[i].of = NULL;
    return memory->lines != NULL;
}

void relief_free(relief_memory *memory)
{
    if (memory->frame == NULL)
        return;
    const rl_allocator *allocator = memory->frame->allocator;
    for (int i = 0; i < memory->frame->surface_count && memory->surface != NULL; i++)
        memory_free(allocator, memory->surface[i].bed_amount);
    memory_free(allocator, memory->surface);
    memory_free(allocator, memory->lines);
}

/* ---- blocks ------------------------------------------------------------------ */

static float along_of(const relief_surface *of, int64_t x)
{
    int step = 1 << of->shift;
    return ((float)(x & (step - 1)) + 0.5f) / (float)step;
}

/* Beds lie level across the land, but a column lifts them. */
static float lift_at(const relief_surface *of, int64_t x)
{
    const frame_relief *table = &of->surface->relief;
    const float *lift = table->bed_lift + ((x >> of->shift) - table->first_column);
    return lift[0] + (lift[1] - lift[0]) * along_of(of, x);
}

/* Columns beyond the part have no edge and no faces. */
static void begin_column(const rl_frame *frame, relief_lines *lines, int i)
{
    int column = (int)(lines->column + i - frame->x);
    int is_in = column >= 0 && column < frame->columns;
    lines->from[i] = is_in ? FLT_MAX : -1.0f; /* nothing is held : all depths */
    lines->to[i] = is_in ? 0.0f : FLT_MAX;
    lines->crest[i] = lines->shade[i] = lines->shade_rise[i] = 0.0f;
    lines->snow[i] = lines->snow_rise[i] = lines->lift[i] = 0.0f;
    if (!is_in)
        return;
    const int32_t *edge = lines->of->surface->edge + (size_t)column * FRAME_PIECES;
    lines->crest[i] = (float)edge[FRAME_PIECES / 2] * (1.0f / FRAME_HEIGHT_ONE);
    if (lines->of->bed_amount != NULL)
        lines->lift[i] = lift_at(lines->of, lines->column + i);
}

relief_lines *relief_find(const relief_memory *memory, int index, int block)
{
    const rl_frame *frame = memory->frame;
    const relief_surface *of = &memory->surface[index];
    relief_lines *lines = &memory->lines[block * memory->places + index % memory->places];
    if (lines->of == of)
        return lines;
    lines->of = of;
    lines->column = (frame->first_block + block) * RELIEF_BLOCK;
    for (int i = 0; i < RELIEF_BLOCK; i++)
        begin_column(frame, lines, i);
    return lines;
}

/* ---- lines ------------------------------------------------------------------- */

/* The last level that is not deeper. */
static inline int level_at(const rl_frame *frame, float depth)
{
    int pixel = depth < (float)frame->relief_pixels ? (int)depth : frame->relief_pixels - 1;
    int level = frame->relief_level[pixel];
    while (level + 1 < FRAME_RELIEF_LEVELS && frame->relief_depth[level + 1] <= depth)
        level++;
    return level;
}

typedef struct relief_line {
    float at, rise;
} relief_line;

/* Between two levels of two neighbouring columns; below the last nothing changes. */
static inline relief_line line_of(const relief_memory *memory, const float *left, int level,
                                  float along)
{
    const float *right = left + FRAME_RELIEF_LEVELS;
    float top = left[0] + (right[0] - left[0]) * along;
    relief_line line = {top, 0.0f};
    if (level + 1 == FRAME_RELIEF_LEVELS)
        return line;
    float foot = left[1] + (right[1] - left[1]) * along;
    line.rise = (foot - top) * memory->per_depth[level];
    line.at = top - line.rise * memory->frame->relief_depth[level];
    return line;
}

void relief_seek(const relief_memory *memory, relief_lines *lines, int column, float depth)
{
    const rl_frame *frame = memory->frame;
    const relief_surface *of = lines->of;
    const frame_relief *table = &of->surface->relief;
    int level = level_at(frame, depth);
    int64_t x = lines->column + column;
    float along = along_of(of, x);
    size_t first = (size_t)((x >> of->shift) - table->first_column);
    size_t at = first * FRAME_RELIEF_LEVELS + (size_t)level;
    relief_line shade = line_of(memory, table->shade + at, level, along);
    lines->shade[column] = shade.at;
    lines->shade_rise[column] = shade.rise;
    if (table->snow != NULL) {
        relief_line snow = line_of(memory, table->snow + at, level, along);
        lines->snow[column] = snow.at;
        lines->snow_rise[column] = snow.rise;
    }
    lines->from[column] = frame->relief_depth[level];
    lines->to[column] = level + 1 < FRAME_RELIEF_LEVELS ? frame->relief_depth[level + 1] : FLT_MAX;
}
