/* kind.c - what kinds of layers ask of the list of layers: a place in it, the same layer before. */
#include "layers/core/kind.h"

double layers_place(const rl_scene *scene, double depth)
{
    int ridge = 0; /* the first that is nearer */
    while (ridge < scene->ridge_count && scene->ridge[ridge].depth <= depth)
        ridge++;
    return ridge - 0.25;
}

const frame_layer *layers_like(const rl_frame *frame, const frame_layer *layer)
{
    for (int i = 0; frame->like != NULL && i < frame->like->layers; i++) {
        const frame_layer *other = &frame->like->layer[i];
        if (other->kind == layer->kind && other->index == layer->index)
            return other;
    }
    return NULL;
}
