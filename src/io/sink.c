/* sink.c - the public functions of sinks, and the two kinds of sink that need no
 * system calls: growing memory and a function of the caller. */
#include "io/sink.h"

#include "base/memory.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

rl_status sink_new(rl_sink **sink, const sink_kind *kind, size_t size_bytes,
                   const rl_allocator *allocator, rl_error *error)
{
    *sink = memory_zeroed(allocator, 1, size_bytes);
    TRY(status_memory(*sink != NULL, "output", error));
    (*sink)->kind = kind;
    (*sink)->allocator = allocator;
    return status_clear(error);
}

/* Returns the first failure of the sink again. */
static rl_status sink_failure(const rl_sink *sink, rl_error *error)
{
    return status_fail(error, sink->failure.status, "%s", sink->failure.text);
}

rl_status rl_sink_write(rl_sink *sink, const void *bytes, size_t size, rl_error *error)
{
    if (sink == NULL || (bytes == NULL && size > 0))
        return status_fail(error, RL_BAD_ARGUMENT, "output: NULL: must be a sink and bytes");
    if (sink->failure.status != RL_OK)
        return sink_failure(sink, error);
    if (sink->committed)
        return status_fail(error, RL_BAD_ARGUMENT, "output: committed: takes no more bytes");
    if (size > 0 && sink->kind->write(sink, bytes, size, &sink->failure) != RL_OK)
        return sink_failure(sink, error);
    return status_clear(error);
}

rl_status rl_sink_commit(rl_sink *sink, rl_error *error)
{
    if (sink == NULL)
        return status_fail(error, RL_BAD_ARGUMENT, "output: NULL: must be a sink");
    if (sink->failure.status != RL_OK)
        return sink_failure(sink, error);
    if (!sink->committed && sink->kind->commit != NULL &&
        sink->kind->commit(sink, &sink->failure) != RL_OK)
        return sink_failure(sink, error);
    sink->committed = 1;
    return status_clear(error);
}

void rl_sink_free(rl_sink *sink)
{
    if (sink == NULL)
        return;
    if (sink->kind->release != NULL)
        sink->kind->release(sink);
    memory_free(sink->allocator, sink);
}

/* ---- memory ------------------------------------------------------------- */

typedef struct memory_sink {
    rl_sink base;
    unsigned char *bytes;
    size_t size, room;
} memory_sink;

/* Doubles the memory until it has `needed` bytes, so that all copies together are within twice the
 * final size.  Returns 0 if memory is short. */
static int memory_grow(memory_sink *sink, size_t needed)
{
    size_t room = sink->room > 0 ? sink->room : 4096;
    while (room < needed)
        room = room <= MEMORY_BLOCK_LIMIT / 2 ? room * 2 : needed;
    unsigned char *bytes = memory_array(sink->base.allocator, room, 1);
    if (bytes == NULL)
        return 0;
    if (sink->size > 0)
        memcpy(bytes, sink->bytes, sink->size);
    memory_free(sink->base.allocator, sink->bytes);
    sink->bytes = bytes;
    sink->room = room;
    return 1;
}

static rl_status memory_write(rl_sink *self, const unsigned char *bytes, size_t size,
                              rl_error *error)
{
    memory_sink *sink = (memory_sink *)self;
    if (size > MEMORY_BLOCK_LIMIT - sink->size ||
        (size > sink->room - sink->size && !memory_grow(sink, sink->size + size)))
        return status_no_memory("output in memory", error);
    memcpy(sink->bytes + sink->size, bytes, size);
    sink->size += size;
    return RL_OK;
}

static void memory_release(rl_sink *self)
{
    memory_free(self->allocator, ((memory_sink *)self)->bytes);
}

static const sink_kind memory_kind = {memory_write, NULL, memory_release};

rl_status rl_sink_to_memory(rl_sink **sink, const rl_allocator *allocator, rl_error *error)
{
    return sink_new(sink, &memory_kind, sizeof(memory_sink), allocator, error);
}

const void *rl_sink_bytes(const rl_sink *sink, size_t *size)
{
    int in_memory = sink != NULL && sink->kind == &memory_kind;
    const memory_sink *memory = in_memory ? (const memory_sink *)sink : NULL;
    if (size != NULL)
        *size = in_memory ? memory->size : 0;
    if (!in_memory)
        return NULL;
    /* NULL would mean that the sink is not in memory, so an empty one returns "". */
    return memory->bytes != NULL ? (const void *)memory->bytes : (const void *)"";
}

/* ---- callback ----------------------------------------------------------- */

typedef struct callback_sink {
    rl_sink base;
    int (*write)(void *user, const void *bytes, size_t size);
    void *user;
} callback_sink;

static rl_status callback_write(rl_sink *self, const unsigned char *bytes, size_t size,
                                rl_error *error)
{
    callback_sink *sink = (callback_sink *)self;
    int answer = sink->write(sink->user, bytes, size);
    if (answer != 0)
        return status_fail(error, RL_IO_ERROR, "output: the write function returned %d: must be 0",
                           answer);
    return RL_OK;
}

static const sink_kind callback_kind = {callback_write, NULL, NULL};

rl_status rl_sink_to_callback(rl_sink **sink,
                              int (*write)(void *user, const void *bytes, size_t size), void *user,
                              const rl_allocator *allocator, rl_error *error)
{
    *sink = NULL;
    if (write == NULL)
        return status_fail(error, RL_BAD_ARGUMENT, "output: NULL: must be a write function");
    TRY(sink_new(sink, &callback_kind, sizeof(callback_sink), allocator, error));
    ((callback_sink *)*sink)->write = write;
    ((callback_sink *)*sink)->user = user;
    return RL_OK;
}

/* ---- descriptions of errors ------------------------------------------------ */

static const struct {
    int code;
    const char *words;
} reasons[] = {
    {EACCES, "permission denied"},
    {EPERM, "operation not permitted"},
    {ENOENT, "no such file or folder"},
    {ENOTDIR, "a part of the path is not a folder"},
    {EISDIR, "is a folder"},
    {EEXIST, "already exists"},
    {ENAMETOOLONG, "name too long"},
    {ELOOP, "too many symbolic links"},
    {EROFS, "read-only file system"},
    {ENOSPC, "no space left on device"},
    {EDQUOT, "disk quota exceeded"},
    {EFBIG, "file too large"},
    {EIO, "input/output error"},
    {EPIPE, "the reader closed the pipe"},
    {ECONNRESET, "the reader closed the connection"},
    {ECONNREFUSED, "connection refused"},
    {EPROTOTYPE, "not a stream socket"},
    {EBADF, "not open"},
    {EMFILE, "too many open files"},
    {ENFILE, "too many open files in the system"},
    {ENOMEM, "out of memory"},
    {ENXIO, "no such device or address"},
    {ENODEV, "no such device"},
    {EBUSY, "device or file busy"},
    {ETXTBSY, "program file in use"},
    {ESTALE, "stale file handle"},
    {EXDEV, "on another file system"},
    {EMLINK, "too many links"},
    {EINTR, "interrupted"},
    {EINVAL, "invalid argument"},
    {ENOTSUP, "not supported"},
};

reason_text reason_of(int code)
{
    reason_text reason;
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        if (reasons[i].code == code) {
            (void)snprintf(reason.text, sizeof reason.text, "%s", reasons[i].words);
            return reason;
        }
    }
    (void)snprintf(reason.text, sizeof reason.text, "error %d", code);
    return reason;
}
