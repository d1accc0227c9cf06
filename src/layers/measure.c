/* measure.c - the facts of a frame: areas, what each kind measures, and which things are mentioned.
 *
 * In: a prepared frame.  Out: rl_facts, in the order of the table of kinds.
 */
#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"
#include "layers/core/kind.h"

static rl_status measure(facts_grid *g, rl_facts *facts, rl_error *error)
{
    const rl_scene *scene = &g->frame->scene;
    TRY(facts_grid_new(g, error));
    facts_areas(g, facts);
    facts->moon_lit = scene->moon > 0 ? 0.5 * (1.0 - exact_cos_turn(scene->moon_phase)) : 1.0;
    for (int k = 0; k < layer_kind_count; k++) {
        const layer_kind *kind = layer_kinds[k];
        const frame_layer *first = g->frame->layer;
        const frame_layer *end = first + g->frame->layers;
        while (first < end && first->kind != kind)
            first++;
        if (kind->facts != NULL)
            TRY(kind->facts(g, first < end ? first : NULL, facts, error));
        for (const facts_trait *trait = kind->trait; trait->share > 0 || trait->words != NULL;
             trait++)
            if (trait->beside == NULL || sight_amount(facts, trait->beside) > 0.0)
                TRY(facts_trait_measure(g, kind, trait, facts, error));
    }
    for (int k = 0; k < layer_kind_count; k++)
        if (layer_kinds[k]->mention != NULL)
            layer_kinds[k]->mention(scene, facts);
    return RL_OK;
}

rl_status facts_measure(const rl_frame *frame, rl_facts *facts, rl_error *error)
{
    facts_grid *g = memory_zeroed(frame->allocator, 1, sizeof *g);
    TRY(status_memory(g != NULL, "facts", error));
    g->frame = frame;
    g->arena.allocator = frame->allocator;
    rl_status status = measure(g, facts, error);
    paint_scratch_free(g->brush.scratch);
    arena_free(&g->arena);
    memory_free(frame->allocator, g);
    return status;
}
