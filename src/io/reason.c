/* reason.c - the table of errno values that file calls give. */
#include "io/reason.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>

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
