/* sink.h - the implementation of rl_sink, which writes bytes to memory, a callback, a descriptor or
 * a file.
 *
 * Each kind is a struct that begins with rl_sink, and a table of three functions.  A sink that
 * failed once stays failed and cannot be committed, so a file with a hole is never published.
 */
#ifndef RL_IO_SINK_H
#define RL_IO_SINK_H

#include "base/status.h"
#include "ridgeline.h"

typedef struct sink_kind {
    rl_status (*write)(rl_sink *self, const unsigned char *bytes, size_t size, rl_error *error);
    rl_status (*commit)(rl_sink *self, rl_error *error); /* NULL = nothing to do */
    /* Frees its memory and removes a file that was not committed; NULL = nothing to do. */
    void (*release)(rl_sink *self);
} sink_kind;

struct rl_sink {
    const sink_kind *kind;
    const rl_allocator *allocator;
    int committed;
    rl_error failure; /* first failure; RL_OK = none */
};

/* sink_new makes a cleared sink of `size_bytes` (the kind's struct).  Errors: RL_NO_MEMORY, and
 * `*sink` is NULL. */
rl_status sink_new(rl_sink **sink, const sink_kind *kind, size_t size_bytes,
                   const rl_allocator *allocator, rl_error *error);

/* sink_fd_above replaces descriptor `fd` by one above 2; a negative one stays.  Otherwise the
 * messages of a program that was started with 0, 1 or 2 closed would be written into the picture.
 * Returns -1 and errno if there is none. */
int sink_fd_above(int fd);

/* Text of an error of the system, in English; strerror depends on the locale. */
typedef struct reason_text {
    char text[48];
} reason_text;

/* reason_of describes an errno value; one without words becomes "error N". */
reason_text reason_of(int code);

#endif
