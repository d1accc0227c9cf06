/* facts.c - what a person can see in a frame's picture. */
#include "ridgeline.h"

#include "base/status.h"
#include "layers/facts.h"

rl_status rl_frame_facts(const rl_frame *frame, rl_facts *facts, rl_error *error)
{
    TRY(STATUS_SIZE(facts, error));
    rl_facts measured = {.struct_size = sizeof measured};
    TRY(facts_measure(frame, &measured, error));
    *facts = measured;
    return status_clear(error);
}
