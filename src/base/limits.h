/* limits.h - limits of the sizes that untrusted files declare.  Each reader checks the number of
 * pixels or samples that its file declares before it allocates them; docs/architecture.md has a
 * table of the readers.
 */
#ifndef RL_BASE_LIMITS_H
#define RL_BASE_LIMITS_H

#include "ridgeline.h"

/* limits_allow returns 1 if both sides and the area are within the limits (NULL = no limits); sides
 * are at least 0 and below 2^31. */
int limits_allow(const rl_limits *limits, int64_t width, int64_t height);

/* limits_ask returns RL_OK if limits_allow, else RL_BAD_DATA with the text `place: WxH: must be
 * within SIDE a side and AREA unit`.  `place` may contain any bytes. */
rl_status limits_ask(const rl_limits *limits, const char *place, int64_t width, int64_t height,
                     const char *unit, rl_error *error);

#endif
