/* limits.c - compares sizes of pictures and maps with rl_limits. */
#include "base/limits.h"

#include "base/status.h"

#include <inttypes.h>

int limits_allow(const rl_limits *limits, int64_t width, int64_t height)
{
    return limits == NULL ||
           (width <= limits->side && height <= limits->side && width * height <= limits->area);
}

rl_status limits_ask(const rl_limits *limits, const char *place, int64_t width, int64_t height,
                     const char *unit, rl_error *error)
{
    if (limits_allow(limits, width, height))
        return RL_OK;
    return status_fail(error, RL_BAD_DATA,
                       "%s: %" PRId64 "x%" PRId64 ": must be within %d a side and %" PRId64 " %s",
                       SHOWN(place), width, height, limits->side, limits->area, unit);
}
