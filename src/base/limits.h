/* limits.h - what a file may ask for.  Every reader whose file says how many pixels or samples it
 * has asks here before it allocates them; docs/architecture.md has the table.
 *
 * In: limits (NULL = none) and a size.  Out: yes or no, or an error line.
 */
#ifndef RL_BASE_LIMITS_H
#define RL_BASE_LIMITS_H

#include "ridgeline.h"

/* limits_allow returns whether both sides and the area are within the limits; sides are at least 0
 * and below 2^31. */
int limits_allow(const rl_limits *limits, int64_t width, int64_t height);

/* limits_ask fails with RL_BAD_DATA `place: WxH: must be within SIDE a side and AREA unit`.
 * `place` may be any text. */
rl_status limits_ask(const rl_limits *limits, const char *place, int64_t width, int64_t height,
                     const char *unit, rl_error *error);

#endif
