/* json_out.c - values of jansson, written to a sink.
 *
 * In: a value.  Out: its text.  Factors and shares need no more than five digits; with
 * more, 0.2 would grow a tail of noughts and a one.
 */
#include "cli/common/json_out.h"

#include <stdio.h>
#include <string.h>

typedef struct target {
    rl_sink *sink;
    rl_error *error;
    rl_status status;
} target;

/* In JSON the sign stands in strings alone. */
static int write_part(const char *bytes, size_t size, void *user)
{
    static const char escape[] = "\\u003c";
    target *to = user;
    while (size > 0 && to->status == RL_OK) {
        const char *sign = memchr(bytes, '<', size);
        size_t run = sign != NULL ? (size_t)(sign - bytes) : size;
        to->status = rl_sink_write(to->sink, bytes, run, to->error);
        if (sign != NULL && to->status == RL_OK)
            to->status = rl_sink_write(to->sink, escape, sizeof escape - 1, to->error);
        run += sign != NULL;
        bytes += run;
        size -= run;
    }
    return to->status == RL_OK ? 0 : -1;
}

rl_status json_out(const json_t *value, size_t flags, rl_sink *sink, rl_error *error)
{
    target to = {sink, error, RL_OK};
    if (value != NULL &&
        json_dump_callback(value, write_part, &to, flags | JSON_REAL_PRECISION(5)) == 0)
        return RL_OK;
    if (to.status != RL_OK)
        return to.status;
    *error = (rl_error){RL_NO_MEMORY, "JSON: out of memory"};
    return RL_NO_MEMORY;
}
