/* sink.h - the inside of rl_sink: where bytes go.
 *
 * In: runs of bytes, then a commit or a discard.  Out: memory, a callback, an
 * open descriptor or a file.  Each kind is a struct that begins with rl_sink
 * and a table of three functions.  A sink that failed once stays failed: it can
 * never be committed, so a hole in the bytes is never published.
 */
#ifndef RL_IO_SINK_H
#define RL_IO_SINK_H

#include "base/status.h"
#include "ridgeline.h"

typedef struct sink_kind {
    rl_status (*write)(rl_sink *self, const unsigned char *bytes, size_t size, rl_error *error);
    rl_status (*commit)(rl_sink *self, rl_error *error); /* NULL = nothing to do */
    /* Frees what it holds, removes what is not committed; NULL = nothing to do. */
    void (*release)(rl_sink *self);
} sink_kind;

struct rl_sink {
    const sink_kind *kind;
    const rl_allocator *allocator;
    int committed;
    rl_error failure; /* the first one; RL_OK while there is none */
};

/* sink_new makes a cleared sink of `size_bytes` (the kind's struct), or NULL. */
rl_sink *sink_new(const sink_kind *kind, size_t size_bytes, const rl_allocator *allocator,
                  rl_error *error);

/* sink_fd_above returns a descriptor that is not 0, 1 or 2 in place of `fd` (a
 * negative one stays): a program that was started with those closed must not
 * find its messages in the picture.  -1 and errno when there is none. */
int sink_fd_above(int fd);

/* What the system refused, in English: strerror obeys the locale, which the library never
 * touches. */
typedef struct reason_text {
    char text[48];
} reason_text;

/* reason_of describes an errno value; one without words becomes "error N". */
reason_text reason_of(int code);

#endif
