/* ora.h - the container of OpenRaster: a ZIP file of stored entries. */
#ifndef RL_CLI_LAYERS_ORA_H
#define RL_CLI_LAYERS_ORA_H

#include "ridgeline.h"

typedef struct ora ora;

/* ora_new begins the file with the entry that says what it is.  The sink must outlive it.
 * Errors: RL_NO_MEMORY, those of rl_sink_write. */
rl_status ora_new(ora **made, rl_sink *sink, rl_error *error);

/* ora_add adds an entry.  Memory holds one at a time.
 * Errors: RL_NO_MEMORY, RL_BAD_ARGUMENT beyond 4 GiB, those of rl_sink_write. */
rl_status ora_add(ora *to, const char *name, const void *bytes, size_t size, rl_error *error);

/* ora_finish writes the list of entries. */
rl_status ora_finish(ora *to, rl_error *error);
void ora_free(ora *to);

#endif
