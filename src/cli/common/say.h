/* say.h - messages to standard error and data to standard output.
 *
 * Errors are one line on standard error, `ridgeline: place: value: rule`; data
 * goes to standard output through out_write alone, so that one place knows
 * whether it arrived.  Foreign text goes to neither before it was escaped.
 */
#ifndef RL_CLI_COMMON_SAY_H
#define RL_CLI_COMMON_SAY_H

#include "ridgeline.h"

#include <stdio.h>
#include <string.h> /* strlen for SHOW */

/* The codes of sysexits.h, which POSIX does not have. */
enum {
    CODE_OK = 0,
    CODE_USAGE = 64,
    CODE_DATA = 65,
    CODE_NO_INPUT = 66,
    CODE_UNAVAILABLE = 69, /* another program is missing or fails */
    CODE_INTERNAL = 70,
    CODE_NO_MEMORY = 71,
    CODE_CANNOT_CREATE = 73,
    CODE_IO = 74,
    CODE_TRY_LATER = 75,
    CODE_CONFIG = 78
};

/* A piece of foreign text that may go to a terminal: cut after 120 bytes. */
typedef struct shown {
    char text[160];
} shown;

shown show_bytes(const void *bytes, size_t size);

/* SHOW(string) is an escaped C string for a %s. */
#define SHOW(string) (show_bytes((string), strlen(string)).text)

/* REASON(code) is the text of an errno for a %s, with a small first letter. */
shown show_reason(int code);
#define REASON(code) (show_reason(code).text)

/* show_is_utf8 returns 1 for valid UTF-8, even with control characters. */
int show_is_utf8(const void *bytes, size_t size);

/* show_is_plain is 1 when nothing in the bytes has to be escaped. */
int show_is_plain(const void *bytes, size_t size);

/* say_error writes one error line and returns `code`. */
int say_error(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* say_no_memory says `what: out of memory` and returns CODE_NO_MEMORY. */
int say_no_memory(const char *what);

/* say_memory returns CODE_OK if `has_memory`, else say_no_memory.  After an allocation,
 * `STEP(say_memory(list != NULL, "wallpaper"));` leaves the function if there is none. */
static inline int say_memory(int has_memory, const char *what)
{
    return has_memory ? CODE_OK : say_no_memory(what);
}

/* say_origin marks an option as one of the user's settings at `place`: from now on `place` precedes
 * error lines that begin with the option's short or long name, and CODE_USAGE becomes CODE_CONFIG.
 */
void say_origin(const char *place, const char *word, const char *name);

/* say_status writes the error line of a library call and returns its code. */
int say_status(const rl_error *error);

/* say_result is say_status for a call that may have succeeded. */
int say_result(rl_status status, const rl_error *error);

/* say_limited is say_result for a reader of pictures or heights: an error of limits_ask, a size
 * above the limits, gets the --limit that allows it. */
int say_limited(rl_status status, const rl_error *error);

/* A function that lists names: it returns name `index`, or NULL past the last.  name_index returns
 * the index of `name`, or -1; name_near the name that is nearest to a word, or NULL. */
typedef const char *name_list(size_t index);
int name_index(name_list *list, const char *name);
const char *name_near(name_list *list, const char *word);

/* say_no_such says that `value` is not in the list: `place`value: no such WHAT, with the nearest
 * name or all of them.  Returns CODE_USAGE. */
int say_no_such(const char *place, const char *value, const char *what, name_list *list);

/* show_near is ": did you mean NAME?", or "" for NULL. */
shown show_near(const char *name);

/* STEP(call) returns the call's exit code from this function unless it is CODE_OK. */
#define STEP(call)                                                                                 \
    do {                                                                                           \
        int step_code = (call);                                                                    \
        if (step_code != CODE_OK)                                                                  \
            return step_code;                                                                      \
    } while (0)

/* say_note writes one line to standard error. */
void say_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* say_to_journal gives lines their level if standard error leads to the journal of systemd: <3> for
 * errors, <6> for notes. */
void say_to_journal(void);

/* say_escaped writes foreign text to standard error, escaped but for line ends and tabs. */
void say_escaped(const void *bytes, size_t size);

/* out_write sends bytes to standard output; returns 0, or -1 if this or an earlier write failed. */
int out_write(const void *bytes, size_t size);

/* out_print formats at most 1023 bytes to standard output; returns as out_write. */
int out_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* out_escaped writes foreign text, escaped but for line ends and tabs; returns as out_write. */
int out_escaped(const void *bytes, size_t size);

/* out_line is out_escaped for a text and a line end. */
int out_line(const char *text);

/* out_failed is 1 after a write to standard output has failed. */
int out_failed(void);

/* out_finish flushes and closes standard output.  Returns an exit code.  If the reader has gone, it
 * ends the process as SIGPIPE would. */
int out_finish(void);

/* shell_word passes `word` to `put` in pieces, quoted if a shell needs that. */
void shell_word(const char *word, void (*put)(void *user, const char *bytes, size_t size),
                void *user);

#endif
