/* faces.c - finds the lines between two depths of a ridge's table. */
#include "layers/faces.h"

#include <float.h>

/* Two places hold neighbouring rows.  A picture wider than this many blocks has one, which
 * costs some time where two rows meet, and halves the memory. */
#define WIDE 1024

int faces_new(paint_scratch *s, face_memory *memory)
{
    memory->places = s->frame->blocks > WIDE ? 1 : 2;
    size_t places = (size_t)s->frame->blocks * (size_t)memory->places;
    memory->lines = arena_array(&s->arena, places, sizeof *memory->lines);
    for (size_t i = 0; i < places && memory->lines != NULL; i++)
        memory->lines[i].row = NULL;
    return memory->lines != NULL;
}

static float along_of(const relief_table *table, int64_t x)
{
    return ((float)(x & (table->step - 1)) + 0.5f) / (float)table->step;
}

/* Columns beyond the part have no edge and no faces. */
static void begin_column(const rl_frame *frame, face_lines *lines, int i)
{
    int column = (int)(lines->column + i - frame->x);
    int is_in = column >= 0 && column < frame->columns;
    lines->from[i] = is_in ? FLT_MAX : -1.0f; /* nothing is held : all depths */
    lines->to[i] = is_in ? 0.0f : FLT_MAX;
    lines->crest[i] = lines->shade[i] = lines->shade_rise[i] = 0.0f;
    lines->snow[i] = lines->snow_rise[i] = lines->lift[i] = 0.0f;
    if (!is_in)
        return;
    const int32_t *edge = lines->row->outline.edge + (size_t)column * FRAME_PIECES;
    lines->crest[i] = (float)edge[FRAME_PIECES / 2] * (1.0f / FRAME_HEIGHT_ONE);
    const relief_table *table = &lines->ridge->relief;
    if (table->bed == NULL)
        return;
    /* Beds are level across the land, but a column lifts them. */
    int64_t x = lines->column + i;
    const float *lift = table->bed_lift + ((x >> table->shift) - table->first_column);
    lines->lift[i] = lift[0] + (lift[1] - lift[0]) * along_of(table, x);
}

face_lines *faces_find(const paint_scratch *s, const face_memory *memory, const ridge_layer *ridge,
                       int row, int tile, int block)
{
    face_lines *lines = &memory->lines[block * memory->places + tile % memory->places];
    if (lines->row == &ridge->row[row])
        return lines;
    lines->ridge = ridge;
    lines->row = &ridge->row[row];
    lines->column = (s->frame->first_block + block) * TILES_BLOCK;
    for (int i = 0; i < TILES_BLOCK; i++)
        begin_column(s->frame, lines, i);
    return lines;
}

/* ---- lines ------------------------------------------------------------------- */

typedef struct face_line {
    float start, rise;
} face_line;

/* Between two levels of two neighbouring columns; below the last nothing changes. */
static inline face_line line_of(const ridge_shared *all, const float *left, int level, float along)
{
    const float *right = left + RELIEF_LEVELS;
    float top = left[0] + (right[0] - left[0]) * along;
    face_line line = {top, 0.0f};
    if (level + 1 == RELIEF_LEVELS)
        return line;
    float foot = left[1] + (right[1] - left[1]) * along;
    line.rise = (foot - top) * all->per_depth[level];
    line.start = top - line.rise * all->depth[level];
    return line;
}

void faces_seek(face_lines *lines, int column, float depth)
{
    const ridge_shared *all = lines->ridge->shared;
    const relief_table *table = &lines->ridge->relief;
    int pixel = depth < (float)all->pixels ? (int)depth : all->pixels - 1;
    int level = all->level[pixel]; /* the last that is not deeper */
    while (level + 1 < RELIEF_LEVELS && all->depth[level + 1] <= depth)
        level++;
    int64_t x = lines->column + column;
    float along = along_of(table, x);
    size_t first = (size_t)((x >> table->shift) - table->first_column);
    size_t entry = first * RELIEF_LEVELS + (size_t)level;
    face_line shade = line_of(all, table->shade + entry, level, along);
    lines->shade[column] = shade.start;
    lines->shade_rise[column] = shade.rise;
    if (table->snow != NULL) {
        face_line snow = line_of(all, table->snow + entry, level, along);
        lines->snow[column] = snow.start;
        lines->snow_rise[column] = snow.rise;
    }
    lines->from[column] = all->depth[level];
    lines->to[column] = level + 1 < RELIEF_LEVELS ? all->depth[level + 1] : FLT_MAX;
}
