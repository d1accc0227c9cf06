/* points.h - feature points of a Voronoi pass from a file: --pass voronoi:file=points.csv. */
#ifndef RL_CLI_MAP_POINTS_H
#define RL_CLI_MAP_POINTS_H

#include "ridgeline-map.h"

/* points_read reads a point a line, `x,y` or `x,y,weight`: shares of the map's width and height
 * from the left upper corner, 0..1, and what heights round the point are multiplied by, 0..1000.
 * Empty lines, lines from # on and a first line of names are left out.  The arrays are one piece
 * of memory, which points_free gives back.  Returns an exit code; a fault is reported as
 * `place:line: value: rule`. */
int points_read(rl_map_points *points, const char *path);
void points_free(rl_map_points *points);

#endif
