/* config.h - the user's settings: options that are always given. */
#ifndef RL_CLI_COMMON_CONFIG_H
#define RL_CLI_COMMON_CONFIG_H

#include "cli/options.h"

/* config_read gives options that the command line left unset the values of the user's file,
 * $RIDGELINE_CONFIG or $XDG_CONFIG_HOME/ridgeline/config.  An option that decides the scene is
 * ignored if the command line names a scene or picture.  Returns an exit code, after one line for
 * an error. */
int config_read(options *opts);

/* config_free frees what config_read allocated. */
void config_free(options *opts);

#endif
