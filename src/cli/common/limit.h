/* limit.h - how much a scene from a file, and the library's memory, may ask for. */
#ifndef RL_CLI_COMMON_LIMIT_H
#define RL_CLI_COMMON_LIMIT_H

#include "cli/options.h"

/* read_limit is the reader of --limit. */
int read_limit(options *opts, const option_row *row, const char *place, const char *value);

/* limit_budget puts the library's memory under its limit: where --limit speaks of it, and
 * where a file decides what is made.  limit_end gives the budget back and, when `code`
 * says that memory ran out, tells of it. */
int limit_budget(options *wanted);
void limit_end(options *wanted, int code);

/* limit_check holds the scene of a command line to its limits: what its file asks for.
 * What is typed (-s, --pass) is not limited.  Returns an exit code; errors are told. */
int limit_check(const rl_scene *scene, const options *wanted);

#endif
