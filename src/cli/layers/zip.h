/* zip.h - a ZIP file of stored entries. */
#ifndef RL_CLI_LAYERS_ZIP_H
#define RL_CLI_LAYERS_ZIP_H

#include "ridgeline.h"

/* Begins as {.sink = ...}; the sink must outlive it. */
typedef struct zip {
    rl_sink *sink;
    uint64_t written; /* bytes of entries */
    int count;
    uint8_t *list; /* the central directory so far */
    size_t list_size, list_room;
} zip;

/* zip_add writes an entry.  Errors: RL_NO_MEMORY, RL_BAD_ARGUMENT beyond 4 GiB, those of
 * rl_sink_write. */
rl_status zip_add(zip *archive, const char *name, const void *bytes, size_t size, rl_error *error);

/* zip_finish writes the list of entries. */
rl_status zip_finish(zip *archive, rl_error *error);
void zip_free(zip *archive);

#endif
