/* layers.c - the list of a frame's layers in order of distance.
 *
 * In: a scene, a view, a light.  Out: frame->layer, each prepared by its kind.
 */
#include "base/status.h"
#include "frame/profile.h"
#include "layers/core/kind.h"

static int count_layers(const layer_kind *kind, const rl_scene *scene)
{
    if (kind->count != NULL)
        return kind->count(scene);
    return kind->amount == NULL || rl_scene_number(scene, kind->amount) > 0.0;
}

static int joins(const rl_scene *scene, const frame_layer *layer)
{
    if (layer->kind->joins != NULL)
        return layer->kind->joins(scene);
    int is_sky = layer->kind->material == PRINT_SKY || scene_int(scene, "print.kind") <= 0;
    return layer->place < 0.0 && is_sky; /* prints have rules of their own for a plain */
}

static rl_status prepare_layer(preparation *work, frame_layer *layer, rl_error *error)
{
    const layer_kind *kind = layer->kind;
    if (kind->data_bytes > 0) {
        layer->data = arena_zeroed(work->frame->arena, 1, kind->data_bytes);
        TRY(status_memory(layer->data != NULL, kind->name, error));
    }
    return kind->prepare != NULL ? kind->prepare(work, layer, error) : RL_OK;
}

/* Prepares a layer that has parts, which prepare_job makes. */
static rl_status prepare_parted(preparation *work, int index, rl_error *error)
{
    frame_layer *layer = &work->frame->layer[index];
    return layer->kind->parts > 0 ? prepare_layer(work, layer, error) : RL_OK;
}

/* Makes a part of a layer, or prepares a layer without parts.  The parts have the lowest numbers,
 * which prepare_each calls last: they are short, so no thread waits long for another. */
static rl_status prepare_job(preparation *work, int number, rl_error *error)
{
    const rl_frame *frame = work->frame;
    for (int i = 0; i < frame->layers; i++) {
        frame_layer *layer = &frame->layer[i];
        if (number < layer->kind->parts)
            return layer->kind->part(work, layer, number, error);
        number -= layer->kind->parts;
    }
    frame_layer *layer = &frame->layer[number];
    return layer->kind->parts > 0 ? RL_OK : prepare_layer(work, layer, error);
}

static rl_status finish_layer(preparation *work, int index, rl_error *error)
{
    frame_layer *layer = &work->frame->layer[index];
    return layer->kind->finish != NULL ? layer->kind->finish(work, layer, error) : RL_OK;
}

rl_status layers_prepare(preparation *work, rl_error *error)
{
    rl_frame *frame = work->frame;
    const rl_scene *scene = &frame->scene;
    int most = 0;
    for (int k = 0; k < layer_kind_count; k++)
        if (layer_kinds[k]->compose != NULL)
            TRY(layer_kinds[k]->compose(work, error));
    if (frame->like != NULL && !frame_has_land_of(frame, frame->like))
        frame->like = NULL;
    for (int k = 0; k < layer_kind_count; k++)
        most += count_layers(layer_kinds[k], scene);
    frame->layer = arena_zeroed(frame->arena, (size_t)most, sizeof *frame->layer);
    TRY(status_memory(frame->layer != NULL, "layers", error));
    for (int k = 0; k < layer_kind_count; k++) {
        const layer_kind *kind = layer_kinds[k];
        for (int i = 0; i < count_layers(kind, scene); i++) {
            double place = kind->place != NULL ? kind->place(scene, i) : kind->order;
            int index = frame->layers++; /* behind the first nearer one */
            for (; index > 0 && frame->layer[index - 1].place > place; index--)
                frame->layer[index] = frame->layer[index - 1];
            frame->layer[index] = (frame_layer){.kind = kind,
                                                .paint = &kind->paint,
                                                .index = i,
                                                .place = place,
                                                .tiles = kind->tiles};
        }
    }
    for (int i = 1; i < frame->layers; i++)
        frame->layer[i].group = frame->layer[i - 1].group + !joins(scene, &frame->layer[i]);
    ridge_grid edges = profile_edges(frame);
    TRY(profile_share(frame->profile, &edges, (size_t)frame->columns * FRAME_PIECES + 1, error));
    TRY(profile_hold_all(work, error));
    int parts = 0;
    for (int i = 0; i < frame->layers; i++)
        parts += frame->layer[i].kind->parts;
    if (parts > 0)
        TRY(prepare_each(work, frame->layers, prepare_parted, error));
    TRY(prepare_each(work, frame->layers + parts, prepare_job, error));
    for (int i = 0; i < frame->layers; i++) {
        frame->layer[i].first_tile = frame->tiles;
        frame->tiles += frame->layer[i].tiles;
    }
    TRY(prepare_each(work, frame->layers, finish_layer, error));
    for (int k = 0; k < layer_kind_count; k++)
        if (layer_kinds[k]->settle != NULL)
            TRY(layer_kinds[k]->settle(work, error));
    return RL_OK;
}
