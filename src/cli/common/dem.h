/* dem.h - reads and writes files of heights with their world file and projection file. */
#ifndef RL_CLI_COMMON_DEM_H
#define RL_CLI_COMMON_DEM_H

#include "cli/options.h"
#include "ridgeline-map.h"

/* dem_open reads heights and the files beside them (NAME.pgw for NAME.png, NAME.wld, NAME.prj)
 * within the limits of the options.  The caller frees it with rl_dem_free, whatever is returned.
 * Returns an exit code; errors are printed. */
int dem_open(rl_dem *dem, const char *path, const options *opts);

/* dem_write_beside writes the files that readers look for beside a map's heights at `path`: the
 * projection as NAME.prj beside .asc and pictures (png16, pgm), and the place as a world file
 * beside pictures.  A GeoTIFF holds both; other formats are not read with them.  A map without a
 * place needs none.  Returns an exit code; errors are printed. */
int dem_write_beside(const rl_map *map, const char *path, const char *format, int no_clobber);

/* Metres of a map's heights in files of 16 bits, by the rule of rl_map_write. */
typedef struct dem_samples {
    double low, high; /* samples 0 and 65535 */
    double sea;       /* the sea's surface, if has_sea */
    int has_sea;
} dem_samples;

dem_samples dem_samples_of(const rl_map *map);

/* dem_say_sea says which part of the range of heights is the sea's surface, if the map has a sea
 * and the format has no metres. */
void dem_say_sea(const rl_map *map, const char *format);

/* dem_say_streamed_sea is dem_say_sea for heights that are written by rl_map_stream. */
void dem_say_streamed_sea(const rl_scene *scene, const char *format);

#endif
