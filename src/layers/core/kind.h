/* kind.h - the descriptor of a kind of layer: one file for each kind, one row in kinds_table.c.
 *
 * A kind has hooks that count its layers in a scene and place them by distance, prepare the data of
 * each, and paint runs of them.  Hooks that a kind does not need are NULL.
 */
#ifndef RL_LAYERS_KIND_H
#define RL_LAYERS_KIND_H

#include "base/key.h"
#include "frame/prepare.h"
#include "layers/core/facts.h"
#include "paint/block.h"
#include "paint/print.h"

typedef struct layer_kind {
    const char *name;
    int number;        /* rl_layer_kind, for layers that can be painted alone */
    int material;      /* print_material: how prints treat its layers; 0 = as land */
    key_group keys[6]; /* its sections of scene text; the first without a name ends them */

    /* First of its random streams, and how many there are: 0 is one, and a kind without a `stream`
     * has none.  No other kind uses them, and none is in SHARED_STREAMS. */
    uint64_t stream, streams;

    /* Completes what the scene leaves unset and only the land can decide.  It is called before
     * layers are counted.  Errors: as `prepare`. */
    rl_status (*compose)(preparation *work, rl_error *error);

    /* Returns the count of its layers in a scene.  NULL: one layer, if the value of the key
     * `amount` is above 0, or `amount` is NULL. */
    int (*count)(const rl_scene *scene);
    const char *amount;

    /* Returns the place of layer `index` of the kind in the order of distance: ridge i is at i,
     * layers of the sky are below 0.  NULL: all are at `order`. */
    double (*place)(const rl_scene *scene, int index);
    double order;

    /* Returns whether rl_frame_layers joins a layer of the kind with the layer behind it.  NULL: it
     * does if its place is below 0, unless the scene has a print and the layer is no sky. */
    int (*joins)(const rl_scene *scene);

    size_t data_bytes; /* size of layer->data, which begins as zeros; 0 = NULL */
    int tiles;         /* layer->tiles, unless `prepare` sets it */

    /* `prepare` makes layer->data and the rows that each block of the layer touches, in the arena
     * of the frame; layers are prepared in parallel.  A layer that takes long has parts, numbers
     * 0 .. parts - 1: its `prepare` is called before that of all kinds without parts, and `part`
     * for each number beside these.  Then `finish` is called for each layer, in parallel: it may
     * use the outlines of all layers; then `settle` once for the kind: it may use all of all
     * layers.  Errors: RL_NO_MEMORY, RL_CANCELLED. */
    rl_status (*prepare)(preparation *work, frame_layer *layer, rl_error *error);
    int parts;
    rl_status (*part)(preparation *work, frame_layer *layer, int number, rl_error *error);
    rl_status (*finish)(preparation *work, frame_layer *layer, rl_error *error);
    rl_status (*settle)(preparation *work, rl_error *error);

    layer_paint paint;

    /* For rl_frame_tint: returns the smooth colour at pixel coordinates of the whole picture, that
     * is gradient, haze, glow, and mist and fog at their mean. */
    shade_colour (*tint)(const rl_frame *frame, const frame_layer *layer, double x_px, double y_px);

    /* As `tint`, for places outside the part, too; so it leaves out the separation of crests. */
    shade_colour (*far_tint)(const rl_frame *frame, const frame_layer *layer, double x_px,
                             double y_px);

    /* For rl_frame_heights: writes the ground of a ridge at `count` columns from column x of the
     * part on. */
    rl_status (*heights)(const rl_frame *frame, const frame_layer *layer, int x, int count,
                         double *heights_px, rl_error *error);

    /* For titles and alternative texts: writes what is visible of all layers of the kind, of which
     * `layer` is the first or NULL.  Errors: RL_NO_MEMORY. */
    rl_status (*facts)(facts_grid *grid, const frame_layer *layer, rl_facts *facts,
                       rl_error *error);
    facts_trait trait[4]; /* facts that are measured by painting without the kind; the first one
                             without a share and words ends them */

    /* Mentions things (facts_mention) whose words depend on several facts, after all are measured.
     */
    void (*mention)(const rl_scene *scene, rl_facts *facts);

    /* Returns outline `row` of a layer, or NULL past the last. */
    const struct ridge_outline *(*outline)(const frame_layer *layer, int row);

    /* Returns the line below which a layer with outlines is under water, or NULL. */
    const struct ridge_outline *(*shore)(const frame_layer *layer);
} layer_kind;

extern const layer_kind *const layer_kinds[]; /* [layer_kind_count]: all kinds */
extern const int layer_kind_count;

/* layers_place returns the place (see layer_kind.place) of a depth, 0 far .. 1 near. */
double layers_place(const rl_scene *scene, double depth);

/* layers_like returns the same layer of a frame with the same land (frame->like), or NULL: data
 * that do not depend on the light can be used again. */
const frame_layer *layers_like(const rl_frame *frame, const frame_layer *layer);

/* layers_prepare prepares the layers of a frame: see frame_new. */
rl_status layers_prepare(preparation *work, rl_error *error);

#endif
