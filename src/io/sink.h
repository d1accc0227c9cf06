/* sink.h - the implementation of rl_sink, which writes bytes to memory, a callback, a descriptor or
 * a file.
 *
 * Each kind of sink has a struct that begins with rl_sink, and a table of three functions.  A sink
 * that failed once stays failed and cannot be committed, so an incomplete file never gets its name.
 */
#ifndef RL_IO_SINK_H
#define RL_IO_SINK_H

#include "base/status.h"
#include "ridgeline.h"

typedef struct sink_kind {
    rl_status (*write)(rl_sink *self, const unsigned char *bytes, size_t size, rl_error *error);
    rl_status (*commit)(rl_sink *self, rl_error *error); /* NULL = nothing to do */
    /* Frees what the kind allocated and removes an uncommitted file; NULL = nothing to do. */
    void (*release)(rl_sink *self);
} sink_kind;

struct rl_sink {
    const sink_kind *kind;
    const rl_allocator *allocator;
    int committed;
    rl_error failure; /* first failure; its status is RL_OK if there is none */
};

/* sink_new allocates a cleared sink of `size_bytes`, the size of the kind's struct.  Errors:
 * RL_NO_MEMORY; then *sink is NULL. */
rl_status sink_new(rl_sink **sink, const sink_kind *kind, size_t size_bytes,
                   const rl_allocator *allocator, rl_error *error);

/* Description of an errno value, in English, as strerror depends on the locale. */
typedef struct reason_text {
    char text[48];
} reason_text;

/* reason_of returns the description of an errno value; "error N" if the table has none. */
reason_text reason_of(int code);

#endif
