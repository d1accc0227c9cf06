/* ora.c - the container of OpenRaster: a ZIP file of stored entries.
 *
 * In: names and bytes.  Out: a file without extra fields, data descriptors or a time, so
 * that equal pictures are equal files.  minizip goes back to an entry's head when the entry
 * is complete, a sink cannot: each entry waits in memory until then.
 */
#include "cli/layers/ora.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zip.h>

#include "cli/common/room.h"

#define MIMETYPE "image/openraster"

/* 1980-01-01, the first day that ZIP knows, at midnight. */
#define FIRST_DAY 0x00210000UL

/* Sizes of plain ZIP have 32 bits; the list of entries needs some of them. */
#define SIZE_MAX_ORA (UINT32_MAX - (1u << 20))

/* Of an entry in the central directory, without its name; minizip adds room for sizes of 64
 * bits. */
#define ENTRY_ROOM (46 + 32)

struct ora {
    zipFile zip;
    rl_sink *sink;
    rl_error error;    /* the first failure */
    uint64_t done;     /* bytes that the sink has */
    uint8_t *held;     /* those after them */
    size_t size, room; /* of held */
    size_t at;         /* where the next goes */
};

/* ---- a file for minizip ------------------------------------------------- */

static voidpf file_open(voidpf user, const void *name, int mode)
{
    (void)name;
    (void)mode;
    return user;
}

static int make_room(ora *to, size_t size)
{
    if (size <= to->room)
        return 1;
    size_t room = to->room > 0 ? to->room : 4096;
    while (room < size)
        room *= 2;
    uint8_t *held = realloc(to->held, room);
    if (held == NULL)
        return 0;
    to->held = held;
    to->room = room;
    return 1;
}

static uLong file_write(voidpf user, voidpf stream, const void *bytes, uLong size)
{
    ora *to = stream;
    (void)user;
    if (!make_room(to, to->at + size)) {
        to->error = (rl_error){RL_NO_MEMORY, "OpenRaster: out of memory"};
        return 0;
    }
    memcpy(to->held + to->at, bytes, size);
    to->at += size;
    to->size = to->at > to->size ? to->at : to->size;
    return size;
}

static ZPOS64_T file_tell(voidpf user, voidpf stream)
{
    const ora *to = stream;
    (void)user;
    return to->done + to->at;
}

static long file_seek(voidpf user, voidpf stream, ZPOS64_T offset, int origin)
{
    ora *to = stream;
    (void)user;
    ZPOS64_T from = origin == ZLIB_FILEFUNC_SEEK_CUR   ? to->done + to->at
                    : origin == ZLIB_FILEFUNC_SEEK_END ? to->done + to->size
                                                       : 0;
    if (from + offset < to->done || from + offset > to->done + to->size)
        return -1;
    to->at = (size_t)(from + offset - to->done);
    return 0;
}

static int file_nothing(voidpf user, voidpf stream)
{
    (void)user;
    (void)stream;
    return 0;
}

/* ---- entries ------------------------------------------------------------ */

static rl_status send_held(ora *to)
{
    if (to->error.status == RL_OK)
        rl_sink_write(to->sink, to->held, to->size, &to->error);
    to->done += to->size;
    to->size = to->at = 0;
    return to->error.status;
}

/* What minizip says is a number; our own file knows why. */
static rl_status result(ora *to, int code, rl_error *error)
{
    if (code != ZIP_OK && to->error.status == RL_OK)
        to->error = (rl_error){RL_NO_MEMORY, "OpenRaster: out of memory"};
    if (to->error.status == RL_OK)
        send_held(to);
    if (to->error.status != RL_OK)
        *error = to->error;
    return to->error.status;
}

rl_status ora_add(ora *to, const char *name, const void *bytes, size_t size, rl_error *error)
{
    const zip_fileinfo info = {.dosDate = FIRST_DAY};
    if (size > SIZE_MAX_ORA || to->done > SIZE_MAX_ORA - size) {
        to->error = (rl_error){RL_BAD_ARGUMENT, "OpenRaster: a file of more than 4 GiB"};
        return result(to, ZIP_OK, error);
    }
    /* Its entry of the central directory, which minizip writes wherever malloc() says. */
    if (!room_for(ENTRY_ROOM + strlen(name)))
        return result(to, ZIP_INTERNALERROR, error);
    int code = zipOpenNewFileInZip(to->zip, name, &info, NULL, 0, NULL, 0, NULL, 0, 0);
    if (code == ZIP_OK)
        code = zipWriteInFileInZip(to->zip, bytes, (unsigned)size);
    if (code == ZIP_OK)
        code = zipCloseFileInZip(to->zip);
    return result(to, code, error);
}

rl_status ora_finish(ora *to, rl_error *error)
{
    zipFile zip = to->zip;
    to->zip = NULL;
    return result(to, zipClose(zip, NULL), error);
}

rl_status ora_new(ora **made, rl_sink *sink, rl_error *error)
{
    ora *to = *made = calloc(1, sizeof *to);
    zlib_filefunc64_def calls = {.zopen64_file = file_open, /* a new file: nothing is read */
                                 .zwrite_file = file_write,
                                 .ztell64_file = file_tell,
                                 .zseek64_file = file_seek,
                                 .zclose_file = file_nothing,
                                 .zerror_file = file_nothing,
                                 .opaque = to};
    if (to != NULL)
        to->zip = zipOpen2_64("", APPEND_STATUS_CREATE, NULL, &calls);
    if (to == NULL || to->zip == NULL) {
        *error = (rl_error){RL_NO_MEMORY, "OpenRaster: out of memory"};
        return RL_NO_MEMORY;
    }
    to->sink = sink;
    return ora_add(to, "mimetype", MIMETYPE, strlen(MIMETYPE), error);
}

void ora_free(ora *to)
{
    if (to == NULL)
        return;
    if (to->zip != NULL) {
        if (to->error.status == RL_OK) /* what is still to come goes nowhere */
            to->error.status = RL_CANCELLED;
        zipClose(to->zip, NULL);
    }
    free(to->held);
    free(to);
}
