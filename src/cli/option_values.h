/* option_values.h - the readers of the option table.
 *
 * Each puts the value of one option where its row of the table says.  Returns an exit
 * code; errors are told and name the option by `place`.
 */
#ifndef RL_CLI_OPTION_VALUES_H
#define RL_CLI_OPTION_VALUES_H

#include "cli/options.h"

typedef const option_row *row_pointer;

int read_switch(options *to, row_pointer row, const char *place, const char *value);
int read_text(options *to, row_pointer row, const char *place, const char *value);
int read_title(options *to, row_pointer row, const char *place, const char *value);
int read_choice(options *to, row_pointer row, const char *place, const char *value);
int read_setting(options *to, row_pointer row, const char *place, const char *value);
int read_pass(options *to, row_pointer row, const char *place, const char *value);
int read_map_size(options *to, row_pointer row, const char *place, const char *value);
int read_size(options *to, row_pointer row, const char *place, const char *value);
int read_region(options *to, row_pointer row, const char *place, const char *value);
int read_seed(options *to, row_pointer row, const char *place, const char *value);
int read_seeds(options *to, row_pointer row, const char *place, const char *value);
int read_like(options *to, row_pointer row, const char *place, const char *value);
int read_threads(options *to, row_pointer row, const char *place, const char *value);
int read_colours(options *to, row_pointer row, const char *place, const char *value);
int read_frames(options *to, row_pointer row, const char *place, const char *value);
int read_turns(options *to, row_pointer row, const char *place, const char *value);
int read_fps(options *to, row_pointer row, const char *place, const char *value);
int read_map_side(options *to, row_pointer row, const char *place, const char *value);
int read_name(options *to, row_pointer row, const char *place, const char *value);
int read_dark(options *to, row_pointer row, const char *place, const char *value);
int read_timed(options *to, row_pointer row, const char *place, const char *value);
int read_now(options *to, row_pointer row, const char *place, const char *value);
int read_keep(options *to, row_pointer row, const char *place, const char *value);
int read_max_bytes(options *to, row_pointer row, const char *place, const char *value);
int read_limit(options *to, row_pointer row, const char *place, const char *value);
int read_catch_up(options *to, row_pointer row, const char *place, const char *value);
int read_columns(options *to, row_pointer row, const char *place, const char *value);

/* options_real reads a decimal number, without a sign or with a minus; 0 when it is none. */
int options_real(double *to, const char *text);

#endif
