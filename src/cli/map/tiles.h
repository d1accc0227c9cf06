/* tiles.h - heights as a folder of tiles with an index, for engines. */
#ifndef RL_CLI_MAP_TILES_H
#define RL_CLI_MAP_TILES_H

#include "cli/options.h"
#include "ridgeline-map.h"

/* Most tiles: they are all open at once, and index.json too. */
enum { TILES_MOST = 95 };

typedef struct tile_counts {
    int columns, rows; /* 0 = no tiles */
} tile_counts;

/* Place of a tile as web maps count: at zoom z the map is divided into 2^z x 2^z tiles. */
enum { TILE_ZOOM_MOST = 14 };
typedef struct tile_place {
    int is_given, zoom, x, y;
} tile_place;

/* Readers of "4x4" into tile_counts, and of "Z/X/Y" into a tile_place. */
option_reader read_tiles, read_tile;

/* tile_apply sets the tile's keys.  Returns an exit code; errors are printed. */
int tile_apply(rl_scene *scene, const tile_place *tile);

/* tiles_write writes tile-COLUMN-ROW.ENDING of every tile and index.json into the folder of -o, all
 * of them or none.  Neighbours share a row or a column of samples.  Returns an exit code; errors
 * are printed. */
int tiles_write(const rl_map *map, const rl_height_options *heights, const char *ending,
                tile_counts counts, const options *opts);

#endif
