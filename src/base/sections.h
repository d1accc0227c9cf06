/* sections.h - reads INI text, the format of scenes and settings: [sections], pairs, comments.
 *
 * A pair is divided at its first `=`; blanks around a line, a name and a value are ignored.  A
 * fault is reported with the number of its line.
 */
#ifndef RL_BASE_SECTIONS_H
#define RL_BASE_SECTIONS_H

#include "ridgeline.h"

typedef struct sections sections;

struct sections {
    const char *place; /* name of the file, for errors */
    const char *kind;  /* noun for the text, for errors, such as "scene text" */
    /* Handlers: `section` gets the line of a section with its brackets, `pair` a pair in the latest
     * section.  They report faults by sections_fail. */
    void (*section)(sections *reader, const char *line, size_t length);
    void (*pair)(sections *reader, const char *name, const char *value);
    void *user;
    rl_error *error;

    const char *next, *end; /* rest of the text */
    int line;               /* number of the current line, from 1 */
    int failed_line;        /* number of the line of the first fault; 0 = no fault */
    int is_done;            /* a handler sets it to 1 to skip the rest of the text */
};

/* sections_read reads `size` bytes and calls the handlers up to the first fault.
 * Errors: RL_BAD_DATA, `place:line: what: rule`. */
rl_status sections_read(sections *reader, const void *bytes, size_t size);

/* sections_fail reports a fault `what: rule` of the current line, unless there was one before;
 * `hint` is the name that was probably meant, or NULL.  sections_fail_pair reports `name = value:
 * rule`.
 */
void sections_fail(sections *reader, const char *what, const char *rule, const char *hint);
void sections_fail_pair(sections *reader, const char *name, const char *value, const char *rule,
                        const char *hint);

#endif
