/* faces.h - which shade and how much snow a pixel of a ridge has.
 *
 * The tables (relief.h) know them by column and depth below the edge.  As rows go down, a
 * column stays between the same two depths for many rows; a thread remembers the straight
 * line between them for each column.
 */
#ifndef RL_LAYERS_FACES_H
#define RL_LAYERS_FACES_H

#include "layers/ridge.h"

/* The lines of one row of a slope in one block. */
typedef struct face_lines {
    const ridge_layer *ridge;
    const ridge_row_layer *row; /* NULL = nothing is held */
    int64_t column;             /* of the world: that of the block's first */
    float crest[TILES_BLOCK];   /* height of the edge above the picture's foot, pixels */
    float from[TILES_BLOCK];    /* depths (pixels) between which the lines hold */
    float to[TILES_BLOCK];
    float shade[TILES_BLOCK]; /* shade = shade + rise * depth */
    float shade_rise[TILES_BLOCK];
    float snow[TILES_BLOCK];
    float snow_rise[TILES_BLOCK];
    float lift[TILES_BLOCK]; /* of beds of rock */
} face_lines;

/* The memory of a thread: a block shows few rows of slopes at a time, so it has few places,
 * and a picture with many needs no more memory than one with few. */
typedef struct face_memory {
    int places;        /* of a block */
    face_lines *lines; /* [blocks * places]; NULL = no ridge has relief */
} face_memory;

/* One row of pixels of a block. */
typedef struct face_place {
    face_lines *lines;
    float base; /* height of the row's middle above the picture's foot, pixels */
} face_place;

/* faces_new makes the memory of a thread; 0 = there is none. */
int faces_new(paint_scratch *s, face_memory *memory);

/* faces_find returns the lines of row `row` of a ridge in a block, counted from the part's
 * first; `tile` is its number among all rows. */
face_lines *faces_find(const paint_scratch *s, const face_memory *memory, const ridge_layer *ridge,
                       int row, int tile, int block);

/* faces_seek lets the lines of a column of the block hold at a depth. */
void faces_seek(face_lines *lines, int column, float depth);

/* Writes the colours of a row of pixels between nodes, with their faces. */
typedef void face_kernel(const tile_nodes *nodes, const face_place *place, tile_colours *colours);
extern face_kernel *const face_kernels[CPU_KERNELS];

#endif
