/* dem.h - reads and writes files of heights with their world file and projection file. */
#ifndef RL_CLI_COMMON_DEM_H
#define RL_CLI_COMMON_DEM_H

#include "cli/options.h"
#include "ridgeline-map.h"

/* dem_open reads heights and the files beside them (NAME.pgw for NAME.png, NAME.wld, NAME.prj)
 * within the limits of the options.  The caller frees it with rl_dem_free, whatever is returned.
 * Returns an exit code; errors are printed. */
int dem_open(rl_dem *dem, const char *path, const options *opts);

/* dem_write_beside writes the files that a map's heights at `path` need: the projection as NAME.prj
 * and, except for .asc, the place as a world file.  A map without a place needs none, nor does a
 * GeoTIFF. Returns an exit code; errors are printed. */
int dem_write_beside(const rl_map *map, const char *path, const char *format, int no_clobber);

#endif
