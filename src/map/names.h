/* names.h - names that are lettered on a plate. */
#ifndef RL_MAP_NAMES_H
#define RL_MAP_NAMES_H

#include "map/plate.h"

typedef struct names names;

/* names_read reads lines `x,y,name` or `x,y,name,kind`, with x and y as shares of the map's width
 * and height from the left upper corner, and finds places for the names; *without_room is the
 * number of names that do not fit.  `place` is the list's name in errors.  names_free frees the
 * names.  Errors: RL_BAD_DATA with `place:line: value: rule`, RL_NO_MEMORY. */
rl_status names_read(names **made, const heightmap *map, const void *bytes, size_t size,
                     const char *place, const rl_allocator *allocator, int *without_room,
                     rl_error *error);
void names_free(names *self);

/* names_row draws the names over pixels x .. x+count-1 of row y of the map. */
void names_row(const names *self, int y, int x, int count, uint8_t *rgb);

#endif
