/* form.h - fills in texts with named fields: web pages, feeds, desktop files, commands.
 *
 * A form is a file src/cli/COMMAND/NAME.in, compiled in by base/embed.sh:
 *
 *     {name}               the value of a field, escaped for the language of the form
 *     {&name}              escaped twice: HTML that is the text of an XML element
 *     {=name}              not escaped
 *     {#name}...{/name}    a section, printed any number of times
 *
 * A section with the name of a value is printed once, unless the value is empty or 0; every
 * other section as often as the caller's function returns 1.  A line that holds only the tag of
 * a section is not printed.  A brace that begins no tag is text.
 */
#ifndef RL_CLI_COMMON_FORM_H
#define RL_CLI_COMMON_FORM_H

#include "ridgeline.h"

#define FORM_VALUES 96

typedef enum form_language {
    FORM_XML,  /* between tags and in double quotes */
    FORM_HTML, /* between tags and in quotes of both kinds */
    FORM_JSON, /* inside a string; `<` is escaped, so that it may be part of a script */
    FORM_SHELL /* one word of a POSIX shell */
} form_language;

typedef struct form_value {
    const char *name, *text; /* text == NULL: the value is `printed` */
    char printed[48];
} form_value;

typedef struct form form;
struct form {
    form_language language;
    /* Returns 1 when section `name` is to be printed for item `index` (from 0), and sets the
     * values of the item.  May be NULL for a form whose sections all have values. */
    int (*section)(form *out, const char *name, int index);
    void *user;
    form_value values[FORM_VALUES];
    int value_count;

    rl_sink *sink;
    rl_error *error;
    rl_status status;
};

/* form_set gives a field its value, which must stay valid until it is set again; NULL is the empty
 * text. form_print sets a field to a copy of at most 47 bytes, written as by printf, and
 * form_number to a number. */
void form_set(form *out, const char *name, const char *text);
void form_print(form *out, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void form_number(form *out, const char *name, int64_t number);

/* form_write prints src/cli/COMMAND/NAME.in, which must exist, to a sink.  Errors: those of
 * rl_sink_write. */
rl_status form_write(form *out, const char *name, rl_sink *sink, rl_error *error);

#endif
