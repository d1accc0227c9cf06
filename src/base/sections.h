/* sections.h - reads INI text, the format of scenes and settings: [sections], pairs, comments.
 *
 * A pair is divided at its first `=`; blanks round a line, a name and a value do not count.  Every
 * fault is reported with its own line.
 */
#ifndef RL_BASE_SECTIONS_H
#define RL_BASE_SECTIONS_H

#include "ridgeline.h"

typedef struct sections sections;

struct sections {
    const char *place; /* name of the file, for errors */
    const char *kind;  /* kind of text, for errors, such as "scene text" */
    /* Handlers of a section's line with its brackets, and of a pair in the latest section.  Both
     * report a fault with sections_fail. */
    void (*section)(sections *reader, const char *line, size_t length);
    void (*pair)(sections *reader, const char *name, const char *value);
    void *user;
    rl_error *error;

    const char *next, *end; /* rest of the text */
    int line;               /* number of the current line, from 1 */
    int failed_line;        /* number of the line of the first fault; 0 = no fault */
    int is_done;            /* 1: the reader skips the rest */
};

/* sections_read reads `size` bytes.  Errors: RL_BAD_DATA for the first fault, `place:line: what:
 * rule`.  The handlers have seen all lines before it. */
rl_status sections_read(sections *reader, const void *bytes, size_t size);

/* sections_fail reports a fault of the current line, unless there was one before; `hint` is the
 * name that was probably meant, or NULL.  sections_fail_pair does so for a pair. */
void sections_fail(sections *reader, const char *what, const char *rule, const char *hint);
void sections_fail_pair(sections *reader, const char *name, const char *value, const char *rule,
                        const char *hint);

#endif
