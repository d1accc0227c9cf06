/* status.h - reports failures: a status and one line of text.
 *
 * Functions fill an rl_error by a printf format and return the status, as in `return
 * status_fail(...)`.  Only %s %d %u %c %zu and the 64-bit integer formats may be used, since
 * floating-point formats depend on the locale, which the library neither reads nor sets.
 */
#ifndef RL_BASE_STATUS_H
#define RL_BASE_STATUS_H

#include "ridgeline.h"

#include <string.h> /* strlen for SHOWN */

/* status_fail fills `error` (which may be NULL) and returns `status`. */
rl_status status_fail(rl_error *error, rl_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* status_range returns RL_OK if value is within min..max, else RL_BAD_ARGUMENT with the text `what:
 * value: must be min..max`. */
rl_status status_range(const char *what, int value, int min, int max, rl_error *error);

/* status_no_memory returns RL_NO_MEMORY with the text `what: out of memory`. */
rl_status status_no_memory(const char *what, rl_error *error);

/* status_memory returns RL_OK if `has_memory`, else status_no_memory.  After an allocation,
 * `TRY(status_memory(rows != NULL, "lake", error));` leaves the function if there is none. */
static inline rl_status status_memory(int has_memory, const char *what, rl_error *error)
{
    return has_memory ? RL_OK : status_no_memory(what, error);
}

/* STATUS_SIZE(options, error) is RL_OK, or RL_BAD_ARGUMENT if the member struct_size of a struct is
 * not its size, as in another version: `options.struct_size: value: must be ...`. */
#define STATUS_SIZE(options, error)                                                                \
    status_size(#options, (options)->struct_size, sizeof *(options), (error))
rl_status status_size(const char *name, size_t struct_size, size_t must_be, rl_error *error);

/* status_unknown returns RL_BAD_ARGUMENT with the text `key = value: no such WHAT` and the name
 * most like `value` of those that name_at lists; if none is alike, as many of these names as fit.
 */
rl_status status_unknown(rl_error *error, const char *key, const char *value, const char *what,
                         const char *(*name_at)(size_t index));

/* status_clear marks success in `error` (which may be NULL) and returns RL_OK. */
rl_status status_clear(rl_error *error);

/* TRY(call) makes the function that uses it return the status of `call`, unless that is RL_OK. */
#define TRY(call)                                                                                  \
    do {                                                                                           \
        rl_status try_status = (call);                                                             \
        if (try_status != RL_OK)                                                                   \
            return try_status;                                                                     \
    } while (0)

/* Text from outside, escaped by text_show and cut after 60 bytes. */
typedef struct shown_text {
    char text[80];
} shown_text;

/* status_show returns `size` bytes of text from outside, escaped for an error line. */
shown_text status_show(const char *bytes, size_t size);

/* SHOWN(string) is an escaped C string for the %s of status_fail. */
#define SHOWN(string) (status_show((string), strlen(string)).text)

#endif
