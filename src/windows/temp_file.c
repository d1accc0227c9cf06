/* temp_file.c - implements io/temp_file.h, files under a temporary name, with the calls of Windows.
 *
 * Names are those of io/temp_file.c.  A file is open in a mode in which no other process can remove
 * it; so a sweep only removes the files of killed runs.  A file is renamed by its open handle, so
 * that it can never be swept before.
 */
#include "io/temp_file.h"

#include "windows/files.h"

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <ntsecapi.h>

enum { NAME_TRIES = 16 };

/* The file that is replaced may be open in a virus scanner or an indexer for a moment. */
enum { RENAME_TRIES = 20, PAUSE_MS = 50 };

/* Of FILE_RENAME_INFO, where this version of MinGW has no names for them. */
enum { RENAME_EX = 22, REPLACE = 1, LIKE_POSIX = 2 };

#define NAME_FORM ".ridgeline-%016" PRIx64 ".tmp"
#define NAME_LENGTH (sizeof ".ridgeline-0123456789abcdef.tmp" - 1)

#include <inttypes.h>

int temp_open(temp_file *temp, const char *target, size_t folder, mode_t mode)
{
    wchar_t wide[WIDE_ROOM];
    uint64_t bits;
    (void)mode;
    temp->exists = 0;
    if (folder + NAME_LENGTH + 1 > PATH_ROOM) {
        errno = ENAMETOOLONG;
        return -1;
    }
    for (int i = 0; i < NAME_TRIES; i++) {
        if (!RtlGenRandom(&bits, sizeof bits))
            bits = GetTickCount64() * 0x9e3779b97f4a7c15U ^ GetCurrentProcessId();
        memcpy(temp->path, target, folder);
        snprintf(temp->path + folder, NAME_LENGTH + 1, NAME_FORM, bits);
        if (!wide_path(wide, temp->path))
            return -1;
        HANDLE handle = CreateFileW(wide, GENERIC_WRITE | DELETE, FILE_SHARE_READ, NULL, CREATE_NEW,
                                    FILE_ATTRIBUTE_NORMAL, NULL);
        if (handle == INVALID_HANDLE_VALUE && GetLastError() == ERROR_FILE_EXISTS)
            continue;
        if (handle == INVALID_HANDLE_VALUE)
            return fail_last();
        temp->exists = 1;
        int fd = _open_osfhandle((intptr_t)handle, O_BINARY | O_NOINHERIT);
        if (fd < 0)
            CloseHandle(handle);
        return fd;
    }
    errno = EEXIST;
    return -1;
}

/* One try.  As POSIX does, where the system can, it also replaces a file that is open. */
static int rename_handle(HANDLE handle, FILE_RENAME_INFO *names, size_t size, int is_new)
{
    DWORD *flags = (DWORD *)(void *)names;
    *flags = LIKE_POSIX | (is_new ? 0 : REPLACE);
    if (SetFileInformationByHandle(handle, (FILE_INFO_BY_HANDLE_CLASS)RENAME_EX, names,
                                   (DWORD)size))
        return 1;
    *flags = 0;
    names->ReplaceIfExists = !is_new;
    return SetFileInformationByHandle(handle, FileRenameInfo, names, (DWORD)size);
}

int temp_become(temp_file *temp, const char *target, int is_new, int lock)
{
    wchar_t wide[WIDE_ROOM], whole[WIDE_ROOM];
    union {
        FILE_RENAME_INFO info;
        char room[sizeof(FILE_RENAME_INFO) + sizeof(wchar_t) * WIDE_ROOM];
    } names = {.room = {0}};
    if (!wide_path(wide, target))
        return errno;
    DWORD length = GetFullPathNameW(wide, WIDE_ROOM, whole, NULL);
    if (length == 0 || length >= WIDE_ROOM)
        return ENAMETOOLONG;
    memcpy(names.info.FileName, whole, (length + 1) * sizeof *whole);
    names.info.FileNameLength = (DWORD)(length * sizeof *whole);
    for (int i = 0; i < RENAME_TRIES; i++) {
        if (rename_handle((HANDLE)_get_osfhandle(lock), &names.info, sizeof names, is_new)) {
            temp->exists = 0;
            return 0;
        }
        DWORD error = GetLastError();
        if (error != ERROR_ACCESS_DENIED && error != ERROR_SHARING_VIOLATION)
            break;
        Sleep(PAUSE_MS);
        SetLastError(error);
    }
    (void)fail_last();
    return errno;
}

void temp_remove(temp_file *temp)
{
    if (temp->exists)
        (void)unlink(temp->path);
    temp->exists = 0;
}

void temp_sweep(const char *folder)
{
    wchar_t pattern[WIDE_ROOM];
    char path[PATH_ROOM];
    WIN32_FIND_DATAW found;
    if (snprintf(path, sizeof path, "%s.ridgeline-*.tmp", folder) >= (int)sizeof path ||
        !wide_path(pattern, path))
        return;
    HANDLE search = FindFirstFileW(pattern, &found);
    if (search == INVALID_HANDLE_VALUE)
        return;
    do {
        const wchar_t *name = found.cFileName;
        size_t size = strlen(folder);
        int is_temporary =
            wcslen(name) == NAME_LENGTH && wcsspn(name + 11, L"0123456789abcdef") == 16;
        if (!is_temporary || size + NAME_LENGTH >= sizeof path)
            continue;
        (void)narrow_path(path + size, sizeof path - size, name);
        (void)unlink(path);
    } while (FindNextFileW(search, &found));
    FindClose(search);
}
