/* kind.h - what a kind of layer is: one file, one row in kinds.c; no other file names it.
 *
 * A kind says how many layers of it a scene has and at which distance, prepares the data of
 * each, and paints runs of them.  What a hook does not need is NULL.
 */
#ifndef RL_LAYERS_KIND_H
#define RL_LAYERS_KIND_H

#include "base/key.h"
#include "frame/prepare.h"
#include "layers/facts.h"
#include "paint/block.h"

typedef struct layer_kind {
    const char *name;
    int number;        /* rl_layer_kind, for layers that can be painted by themselves */
    key_group keys[6]; /* its sections of scene text, ended by one without a name */

    /* Closes what the scene leaves open and only the land can decide, before layers are counted.
     * Errors: as `prepare`. */
    rl_status (*compose)(preparation *work, rl_error *error);

    /* How many layers of it a scene has; NULL = one, where the double at offset `amount` of
     * the scene is above 0, or everywhere.  Where number `index` of them is in the order of
     * distance: ridge i is at i, what is part of the sky below 0.  NULL = all at `order`. */
    int (*count)(const rl_scene *scene);
    size_t amount;
    double (*place)(const rl_scene *scene, int index);
    double order;

    /* Whether a layer of it is part of the layer behind it where layers are painted by themselves
     * (rl_frame_layers).  NULL = where it is part of the sky. */
    int (*joins)(const rl_scene *scene);

    size_t data_bytes; /* of layer->data, which is zeros at first; 0 = NULL */
    int tiles;         /* layer->tiles, unless `prepare` finds them */

    /* Makes what layer->data holds and the rows that blocks of it touch, all in the frame's
     * arena.  All layers are prepared side by side; then `share` is called once for the kind, then
     * `finish` for each, side by side, when the outlines of all are known.
     * Errors: RL_NO_MEMORY, RL_CANCELLED. */
    rl_status (*prepare)(preparation *work, frame_layer *layer, rl_error *error);
    rl_status (*share)(preparation *work, rl_error *error);
    rl_status (*finish)(preparation *work, frame_layer *layer, rl_error *error);

    layer_paint paint;

    /* rl_frame_tint: the smooth colour at pixel coordinates of the whole picture: gradient,
     * haze, glow, and mist and fog at their mean. */
    shade_colour (*tint)(const rl_frame *frame, const frame_layer *layer, double x_px, double y_px);

    /* rl_frame_heights of a ridge: the ground at `count` columns from x of the part. */
    rl_status (*heights)(const rl_frame *frame, const frame_layer *layer, int x, int count,
                         double *heights_px, rl_error *error);

    /* For the words: what can be seen of all layers of the kind, of which `layer` is the first
     * or NULL, and what is measured by painting without it.  Errors: RL_NO_MEMORY. */
    rl_status (*facts)(facts_grid *grid, const frame_layer *layer, rl_facts *facts,
                       rl_error *error);
    facts_trait trait[4]; /* ended by one without a share */

    /* Outline `row` of a layer, or NULL past the last. */
    const struct ridge_outline *(*outline)(const frame_layer *layer, int row);
    /* Below which there is water, of a layer with outlines, or NULL. */
    const struct ridge_outline *(*shore)(const frame_layer *layer);
} layer_kind;

/* The kinds. */
extern const layer_kind *const layer_kinds[];
extern const int layer_kind_count;

/* layers_place returns where a layer of a depth (0 far .. 1 near) is among the ridges. */
double layers_place(const rl_scene *scene, double depth);

/* layers_like returns the same layer of a frame with the same land (frame->like), or NULL: what no
 * light changes need not be prepared again. */
const frame_layer *layers_like(const rl_frame *frame, const frame_layer *layer);

/* layers_prepare makes the list of a frame's layers: see frame_new. */
rl_status layers_prepare(preparation *work, rl_error *error);

#endif
