/* self.h - the path of this program, for timers and for the scripts that post. */
#ifndef RL_CLI_COMMON_SELF_H
#define RL_CLI_COMMON_SELF_H

#include "base/arena.h"

/* self_path returns the path, or "ridgeline" when it is unknown, for a search along PATH; NULL
 * without memory. */
const char *self_path(arena *memory);

#endif
