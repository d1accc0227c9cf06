/* map_view.h - the views of a map, which paint a finished heightmap by resolved rules.
 *
 * Rows are 8-bit RGB.  A view is prepared once; painting rows then allocates nothing and may run on
 * any thread.
 */
#ifndef RL_MAP_MAP_VIEW_H
#define RL_MAP_MAP_VIEW_H

#include "base/arena.h"
#include "heightmap/heightmap.h"

typedef struct view view;

/* A kind of view.  `prepare` allocates in the view's arena and sets its size; `rows` paints `count`
 * rows from row y on. */
typedef struct view_kind {
    rl_status (*prepare)(view *self, const heightmap_work *work, rl_error *error);
    void (*rows)(const view *self, int y, int count, uint8_t *rgb, size_t stride_bytes);
    /* Writes the view as SVG; `title` may be NULL.  NULL: the drawing is the plan (drawing.h). */
    rl_status (*write_svg)(const heightmap *map, const char *title, const heightmap_work *work,
                           struct rl_sink *sink, rl_error *error);
} view_kind;

struct view {
    const view_kind *kind;
    const heightmap *map;
    const struct names *names; /* names on the map, or NULL */
    arena memory;              /* the caller frees it, also after a failure of prepare */
    int width, height;         /* size of the picture, pixels; set by prepare */
    void *state;               /* data of `kind`, set by prepare */
};

extern const view_kind view_plate, view_surface, view_cells, view_hillshade, view_mesh;

/* view_kind_of returns the kind of a view by its rl_map_view; views must not call it. */
const view_kind *view_kind_of(int number);

/* Colours of a ramp in linear light.  tint_make fills the table for heights low..high, in even
 * steps from the first entry to the last. */
#define TINT_ENTRIES 1024
typedef struct tint_table {
    float r[TINT_ENTRIES], g[TINT_ENTRIES], b[TINT_ENTRIES];
} tint_table;
void tint_make(tint_table *table, const rl_map_rules *rules, double low, double high);

/* tint_sort sorts stops by `at`; equal ones keep their order, as two stops at one height are a hard
 * edge. */
void tint_sort(rl_tint *stops, int count);

/* tint_resolve sets the stops of the rules if their tint is the name of a ramp or a palette.
 * Errors: RL_BAD_ARGUMENT (no such name; the text suggests the most similar one). */
rl_status tint_resolve(rl_map_rules *rules, rl_error *error);

/* tint_parse reads a file of colours into the rules: see rl_tint_parse. */
rl_status tint_parse(rl_map_rules *rules, const void *bytes, size_t size, const char *place,
                     rl_error *error);

#endif
