/* replace.h - files that are written only when they would change. */
#ifndef RL_CLI_COMMON_REPLACE_H
#define RL_CLI_COMMON_REPLACE_H

#include "ridgeline.h"

/* replace_file lets a file hold these bytes, whole or not at all; one that does already is
 * left alone, with its date.  Errors: RL_CANNOT_CREATE where something else than a file is in the
 * way, those of rl_sink_to_file, write and commit. */
rl_status replace_file(const char *path, const void *bytes, size_t size, rl_error *error);

/* replace_text does so with what `write` writes to a sink. */
rl_status replace_text(const char *path,
                       rl_status (*write)(const void *user, rl_sink *sink, rl_error *error),
                       const void *user, rl_error *error);

#endif
