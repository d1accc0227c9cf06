/* map_view.h - heights seen: a picture from above or in perspective.
 *
 * In: a finished heightmap and resolved rules.  Out: rows of 8-bit RGB.  A view is
 * prepared once; painting rows then allocates nothing and may run on any thread.
 */
#ifndef RL_MAP_MAP_VIEW_H
#define RL_MAP_MAP_VIEW_H

#include "base/arena.h"
#include "heightmap/heightmap.h"

typedef struct view view;

/* A kind of picture: the plate from above, the surface in perspective.  All that prepare keeps
 * is in the view's arena. */
typedef struct view_kind {
    rl_status (*prepare)(view *self, const heightmap_work *work, rl_error *error);
    void (*rows)(const view *self, int y, int count, uint8_t *rgb, size_t stride_bytes);
} view_kind;

struct view {
    const view_kind *kind;
    const heightmap *map;
    const struct names *names; /* to be lettered on it, or NULL */
    arena memory;              /* freed by the caller, also after prepare has failed */
    int width, height;         /* pixels of the picture; set by prepare */
    void *state;               /* the kind's own */
};

extern const view_kind view_plate, view_surface, view_cells, view_hillshade;

/* A ramp's colours in linear light; tint_make fills it for heights low..high. */
#define TINT_ENTRIES 1024
typedef struct tint_table {
    float r[TINT_ENTRIES], g[TINT_ENTRIES], b[TINT_ENTRIES];
} tint_table;
void tint_make(tint_table *table, const rl_map_rules *rules, double low, double high);

/* tint_sort brings stops in the order of their places; equal places keep theirs, so that a pair
 * of them is a hard edge. */
void tint_sort(rl_tint *stops, int count);

/* tint_resolve gives rules whose tint has only a name the stops of that ramp (or
 * palette).  Errors: RL_BAD_ARGUMENT with the nearest name. */
rl_status tint_resolve(rl_map_rules *rules, rl_error *error);

#endif
