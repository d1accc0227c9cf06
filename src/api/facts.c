/* facts.c - what a person can see in a frame's picture.
 *
 * In: a frame.  Out: rl_facts.  It must never tell what the picture does not show; what
 * it allocates beside one row never grows with the picture.
 */
#include "ridgeline.h"

#include "base/status.h"
#include "api/facts_grid.h"

static rl_status measure(grid *g, rl_facts *facts, rl_error *error)
{
    facts_land(g, facts);
    rl_status status = facts_sky(g, facts, error);
    return status == RL_OK ? facts_without(g, facts, error) : status;
}

rl_status rl_frame_facts(const rl_frame *frame, rl_facts *facts, rl_error *error)
{
    TRY(STATUS_SIZE(facts, error));
    rl_facts told = {.struct_size = sizeof told};
    grid *g;
    rl_status status = grid_new(&g, frame, error);
    if (status == RL_OK)
        status = measure(g, &told, error);
    grid_free(g);
    if (status != RL_OK)
        return status;
    *facts = told;
    return status_clear(error);
}
