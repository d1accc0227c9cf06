/* block_tile.h - what block.c and block_draw.c share: places of nodes in the block. */
#ifndef RL_MAP_BLOCK_TILE_H
#define RL_MAP_BLOCK_TILE_H

#include "map/block.h"

#define BLOCK_TILE 16 /* cells along a side of the squares that are skipped as one */

double block_x(const block *self, double column);
double block_y(const block *self, double row);
double block_z(const block *self, double height);

/* block_vertex projects a point of the block; its values are 0. */
raster_vertex block_vertex(const block *self, double x, double y, double z);

#endif
