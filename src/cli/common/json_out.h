/* json_out.h - values of jansson, written to a sink. */
#ifndef RL_CLI_COMMON_JSON_OUT_H
#define RL_CLI_COMMON_JSON_OUT_H

#include "ridgeline.h"

#include <jansson.h>

/* json_out writes a value with five digits a number and no line end.  A less-than sign is
 * written as an escape, so that the text may stand in a script of HTML.
 * Errors: RL_NO_MEMORY (also for NULL), those of rl_sink_write. */
rl_status json_out(const json_t *value, size_t flags, rl_sink *sink, rl_error *error);

#endif
