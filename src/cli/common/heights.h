/* heights.h - the heights of the ridges as data. */
#ifndef RL_CLI_COMMON_HEIGHTS_H
#define RL_CLI_COMMON_HEIGHTS_H

#include "ridgeline.h"

/* heights_csv writes `x,ridge_1,...` and one line for each column of the frame's
 * part; ridge 1 is the farthest, heights are pixels above the lower edge. */
rl_status heights_csv(const rl_frame *frame, rl_sink *sink, rl_error *error);

/* heights_json writes one object with an array for each ridge. */
rl_status heights_json(const rl_frame *frame, rl_sink *sink, rl_error *error);

#endif
