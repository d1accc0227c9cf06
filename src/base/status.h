/* status.h - failures as values: a status and one line of text.
 *
 * In: a status, a printf format.  Out: the filled rl_error, and the status back
 * so that `return status_fail(...)` reads as one step.  Only %s %d %u %c %zu and
 * the 64-bit integer formats may be used: floating point formats obey the
 * locale, which the library never touches.
 */
#ifndef RL_BASE_STATUS_H
#define RL_BASE_STATUS_H

#include "ridgeline.h"

#include <string.h> /* strlen for SHOWN */

/* status_fail fills `error` (which may be NULL) and returns `status`. */
rl_status status_fail(rl_error *error, rl_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* status_range returns RL_OK, or RL_BAD_ARGUMENT `what: value: must be min..max`. */
rl_status status_range(const char *what, int value, int min, int max, rl_error *error);

/* status_no_memory returns RL_NO_MEMORY `what: out of memory`. */
rl_status status_no_memory(const char *what, rl_error *error);

/* status_memory returns RL_OK if `has_memory`, else status_no_memory.  After an allocation,
 * `TRY(status_memory(rows != NULL, "lake", error));` leaves the function if there is none. */
static inline rl_status status_memory(int has_memory, const char *what, rl_error *error)
{
    return has_memory ? RL_OK : status_no_memory(what, error);
}

/* STATUS_SIZE(options, error) is RL_OK, or RL_BAD_ARGUMENT for a struct whose struct_size is
 * that of another version: `options.struct_size: value: must be ...`. */
#define STATUS_SIZE(options, error)                                                                \
    status_size(#options, (options)->struct_size, sizeof *(options), (error))
rl_status status_size(const char *name, size_t struct_size, size_t must_be, rl_error *error);

/* status_unknown returns RL_BAD_ARGUMENT `key = value: no such WHAT` with the nearest of the
 * names that name_at lists, else with all of them where they are at most 12. */
rl_status status_unknown(rl_error *error, const char *key, const char *value, const char *what,
                         const char *(*name_at)(size_t index));

/* status_clear marks success in `error` (which may be NULL) and returns RL_OK. */
rl_status status_clear(rl_error *error);

/* TRY(call) returns the call's status from this function unless it is RL_OK. */
#define TRY(call)                                                                                  \
    do {                                                                                           \
        rl_status try_status = (call);                                                             \
        if (try_status != RL_OK)                                                                   \
            return try_status;                                                                     \
    } while (0)

/* A piece of foreign text, escaped by text_show and cut after 60 bytes. */
typedef struct shown_text {
    char text[80];
} shown_text;

/* status_show escapes `size` bytes of foreign text for an error line. */
shown_text status_show(const char *bytes, size_t size);

/* SHOWN(string) is an escaped C string for the %s of status_fail. */
#define SHOWN(string) (status_show((string), strlen(string)).text)

#endif
