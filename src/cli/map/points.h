/* points.h - feature points of a Voronoi pass from a file: --pass voronoi:file=points.csv. */
#ifndef RL_CLI_MAP_POINTS_H
#define RL_CLI_MAP_POINTS_H

#include "ridgeline-map.h"

/* points_read reads one point per line, `x,y` or `x,y,weight`: x and y as fractions of the map's
 * width and height from the upper left corner, 0..1, and the factor of heights near the point,
 * 0..1000. Empty lines, text from # on and a header line that begins with x are skipped.  The
 * arrays are one piece of memory, which points_free frees.  Returns an exit code; a fault is
 * reported as `place:line: value: rule`. */
int points_read(rl_map_points *points, const char *path);
void points_free(rl_map_points *points);

#endif
