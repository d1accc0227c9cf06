/* command.h - the record of a command: its name, its options and operands, its function.
 *
 * A command is one folder and one row of commands_table.c.  Nothing else names it: help,
 * completions, manual and messages are made from this record.  Its help begins with the text
 * NAME.help.in of its folder: examples, usage, notes.
 */
#ifndef RL_CLI_COMMAND_H
#define RL_CLI_COMMAND_H

#include "cli/options.h"

struct source;

struct command {
    const char *name;
    const char *usage;                     /* arguments after the name, for the list of commands */
    const char *line;                      /* summary for the list of commands */
    const char *(*operands)(size_t index); /* names allowed as operand, beside files */
    const option_row *rows; /* options of this command; a row without a name ends them */
    int takes;       /* TAKES_... bits; TAKES_LAND and TAKES_MAP also allow scenes of that kind */
    int passes_on;   /* 1: passes a map to the command `map` */
    size_t own_size; /* size of the struct `options.own` */

    /* Runs the command; returns an exit code, after one line for an error. */
    int (*run)(const options *opts);

    /* Not NULL: runs the command for a scene that another command has read and that is not of that
     * command's kind.  The caller keeps the source. */
    int (*run_source)(const options *opts, const struct source *source);
};

extern const struct command *const commands_table[]; /* ended by NULL */

/* command_at returns row `index` of the table, or NULL past the last; the first is the
 * command of a line that names none.  command_find returns a command by name, or NULL. */
const struct command *command_at(size_t index);
const struct command *command_find(const char *name);

/* command_name is the name of command `index`, or NULL past the last. */
const char *command_name(size_t index);

/* command_row returns option `index` of a command, or NULL past the last: its own, then the
 * common ones that it takes. */
const option_row *command_row(const struct command *command, size_t index);

/* command_own returns the row of a command's own by that name, which replaces a common one, or
 * NULL.
 */
const option_row *command_own(const struct command *command, const char *name);

/* command_takes returns 1 if a command has a row of its own by the name of `row`, or takes it as a
 * common one. */
int command_takes(const struct command *command, const option_row *row);

#endif
