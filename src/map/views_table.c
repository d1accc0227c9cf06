/* views_table.c - the table of views of a map; no other file of the library names them. */
#include "map/map_view.h"

static const view_kind *const kinds[] = {[RL_MAP_VIEW_ABOVE] = &view_plate,
                                         [RL_MAP_VIEW_SURFACE] = &view_surface,
                                         [RL_MAP_VIEW_CELLS] = &view_cells,
                                         [RL_MAP_VIEW_HILLSHADE] = &view_hillshade,
                                         [RL_MAP_VIEW_MESH] = &view_mesh};

const view_kind *view_kind_of(int number)
{
    return kinds[number];
}
