/* relief.h - which shade and how much snow a pixel of a surface has.
 *
 * The frame knows them by column and depth below the edge: see frame/relief.c.  As
 * rows go down, a column stays between the same two depths of that table for many
 * rows; a thread remembers the straight line between them for each column.
 */
#ifndef RL_LAYERS_RELIEF_H
#define RL_LAYERS_RELIEF_H

#include "frame/frame.h"

#define RELIEF_BLOCK 64

/* What is the same for all columns of a surface. */
typedef struct relief_surface {
    const frame_surface *surface; /* NULL = without relief */
    float *bed_amount;            /* [relief_pixels + 1]: share of beds that shows, by depth */
    int shift;                    /* the table has a column every 1 << shift */
} relief_surface;

/* The lines of one surface in one block. */
typedef struct relief_lines {
    const relief_surface *of;  /* NULL = nothing is held */
    int64_t column;            /* of the world: that of the block's first */
    float crest[RELIEF_BLOCK]; /* height of the edge above the picture's foot, pixels */
    float from[RELIEF_BLOCK];  /* depths (pixels) between which the lines hold */
    float to[RELIEF_BLOCK];
    float shade[RELIEF_BLOCK]; /* shade = shade + rise * depth */
    float shade_rise[RELIEF_BLOCK];
    float snow[RELIEF_BLOCK];
    float snow_rise[RELIEF_BLOCK];
    float lift[RELIEF_BLOCK]; /* of beds of rock */
} relief_lines;

/* The memory of a thread: a block shows few surfaces at a time, so it has few places,
 * and a picture with many surfaces needs no more memory than one with few. */
typedef struct relief_memory {
    const rl_frame *frame;
    relief_surface *surface;              /* [surface_count] */
    int places;                           /* of a block */
    relief_lines *lines;                  /* [blocks * places] */
    float per_depth[FRAME_RELIEF_LEVELS]; /* 1 / the depth from a level to the next */
} relief_memory;

/* One row of a block. */
typedef struct relief_place {
    const relief_memory *memory;
    relief_lines *lines;
    float base; /* height of the row's middle above the picture's foot, pixels */
} relief_place;

/* relief_new makes the memory of a thread; 0 = there is none. */
int relief_new(relief_memory *memory, const rl_frame *frame);
void relief_free(relief_memory *memory);

/* relief_has tells whether surface `index` has relief. */
static inline int relief_has(const relief_memory *memory, int index)
{
    return memory->surface[index].surface != NULL;
}

/* relief_find returns the lines of surface `index` in a block, counted from the part's
 * first. */
relief_lines *relief_find(const relief_memory *memory, int index, int block);

/* relief_seek lets the lines of a column of the block hold at a depth. */
void relief_seek(const relief_memory *memory, relief_lines *lines, int column, float depth);

#endif
