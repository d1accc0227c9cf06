/* option_values.h - readers of the option rows.
 *
 * Each checks the value of one option and puts it where its row says.  Returns an exit code
 * after one line for an error, which names the option by `place`.
 */
#ifndef RL_CLI_OPTION_VALUES_H
#define RL_CLI_OPTION_VALUES_H

#include "cli/options.h"

typedef int option_reader(options *opts, const option_row *row, const char *place,
                          const char *value);

option_reader read_switch, read_text, read_title, read_choice, read_listed, read_setting, read_pass;
option_reader read_time, read_size, read_seed, read_seeds, read_name, read_now;

/* read_count reads a whole number of row->least to row->most into an int. */
option_reader read_count;

/* read_key checks what can be checked of an option that is another name of a key. */
option_reader read_key;

/* option_field returns where a row's value goes. */
void *option_field(options *opts, const option_row *row);

/* pass_name names the passes of maps, and `help`; for rows. */
const char *pass_name(size_t index);

/* options_real reads a decimal number, without a sign or with a minus; 0 when it is none. */
int options_real(double *number, const char *text);

#endif
