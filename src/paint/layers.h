/* layers.h - the layers of a frame: the sky, each ridge with its slope, the lake.
 *
 * In: a run of columns of a block.  Out: the colours of one layer and how much of each
 * pixel it covers; or of all layers, laid over each other.
 */
#ifndef RL_PAINT_LAYERS_H
#define RL_PAINT_LAYERS_H

#include "paint/block.h"

typedef struct layer_place {
    int kind;       /* rl_layer_kind */
    int ridge;      /* of the scene, -1 = none */
    int first, end; /* its surfaces */
} layer_place;

/* layers_count returns how many there are, layers_at what the one at `index` is. */
int layers_count(const rl_frame *frame);
layer_place layers_at(const rl_frame *frame, int index);

/* layers_top returns the first row of the whole picture that a layer may touch. */
int layers_top(const rl_frame *frame, int index);

/* layers_paint paints a layer: s->layer and s->alpha. */
void layers_paint(const rl_frame *frame, paint_scratch *s, int index, const tile_run *run);

/* layers_flat paints all of them: s->colours. */
void layers_flat(const rl_frame *frame, paint_scratch *s, const tile_run *run);

#endif
