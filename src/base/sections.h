/* sections.h - lines of INI text: [sections], pairs, comments; what scenes and settings are written
 * in.
 *
 * A pair is divided at its first `=`; blanks round a line, a name and a value do not count.  Every
 * fault is reported with its own line.
 */
#ifndef RL_BASE_SECTIONS_H
#define RL_BASE_SECTIONS_H

#include "ridgeline.h"

typedef struct sections sections;

struct sections {
    const char *place; /* of the text, for errors: a file's name */
    const char *kind;  /* of the text, for errors: "scene text" */
    /* Takes a section's line, in its brackets; a pair under the last section.  Both fail by
     * sections_fail. */
    void (*section)(sections *reader, const char *line, size_t length);
    void (*pair)(sections *reader, const char *name, const char *value);
    void *user;
    rl_error *error;

    const char *next, *end; /* what is left of the text */
    int line;               /* of what is taken, from 1 */
    int failed_line;        /* 0 = no fault found */
    int is_done;            /* 1: the rest is not read */
};

/* sections_read reads `size` bytes.  Errors: RL_BAD_DATA for the first fault, `place:line: what:
 * rule`; what was taken before it was taken. */
rl_status sections_read(sections *reader, const void *bytes, size_t size);

/* sections_fail reports a fault of the line that is taken, unless there was one before; `hint`,
 * unless NULL, is what was probably meant.  sections_fail_pair does so for a pair. */
void sections_fail(sections *reader, const char *what, const char *rule, const char *hint);
void sections_fail_pair(sections *reader, const char *name, const char *value, const char *rule,
                        const char *hint);

#endif
