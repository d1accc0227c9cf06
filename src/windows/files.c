/* files.c - implements files, folders and paths of POSIX on Windows: posix.h.
 *
 * Paths are UTF-8.  Descriptors of the C library belong to handles that let others read, write,
 * rename and remove an open file, as POSIX does.
 */
#include "windows/files.h"

#include "base/os.h"

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <ntsecapi.h>
#include <stdarg.h>

/* ---- errors ---------------------------------------------------------------- */

int fail_last(void)
{
    static const struct {
        DWORD error;
        int code;
    } rows[] = {
        {ERROR_FILE_NOT_FOUND, ENOENT},
        {ERROR_PATH_NOT_FOUND, ENOENT},
        {ERROR_INVALID_DRIVE, ENOENT},
        {ERROR_BAD_NETPATH, ENOENT},
        {ERROR_INVALID_NAME, ENOENT},
        {ERROR_BAD_PATHNAME, ENOENT},
        {ERROR_ACCESS_DENIED, EACCES},
        {ERROR_SHARING_VIOLATION, EBUSY},
        {ERROR_LOCK_VIOLATION, EBUSY},
        {ERROR_USER_MAPPED_FILE, EBUSY},
        {ERROR_ALREADY_EXISTS, EEXIST},
        {ERROR_FILE_EXISTS, EEXIST},
        {ERROR_DISK_FULL, ENOSPC},
        {ERROR_HANDLE_DISK_FULL, ENOSPC},
        {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
        {ERROR_DIRECTORY, ENOTDIR},
        {ERROR_DIR_NOT_EMPTY, ENOTEMPTY},
        {ERROR_WRITE_PROTECT, EROFS},
        {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
        {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
        {ERROR_OUTOFMEMORY, ENOMEM},
        {ERROR_NOT_SAME_DEVICE, EXDEV},
        {ERROR_BROKEN_PIPE, EPIPE},
        {ERROR_NO_DATA, EPIPE},
        {ERROR_INVALID_HANDLE, EBADF},
        {ERROR_INVALID_PARAMETER, EINVAL},
        {ERROR_INVALID_FUNCTION, EINVAL},
    };
    DWORD error = GetLastError();
    errno = EIO;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].error == error)
            errno = rows[i].code;
    return -1;
}

/* ---- paths ----------------------------------------------------------------- */

/* A name in a path that is longer needs "\\?\", which also ends that "a/b" and ".." are read. */
#define SHORT_MOST 240

int wide_path(wchar_t wide[WIDE_ROOM], const char *path)
{
    static const wchar_t verbatim[] = L"\\\\?\\", network[] = L"\\\\?\\UNC";
    wchar_t whole[WIDE_ROOM];
    if (strcmp(path, "/dev/null") == 0)
        path = "NUL";
    if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide, WIDE_ROOM) == 0) {
        errno = GetLastError() == ERROR_INSUFFICIENT_BUFFER ? ENAMETOOLONG : ENOENT;
        return 0;
    }
    if (wcslen(wide) < SHORT_MOST || wcsncmp(wide, verbatim, 4) == 0)
        return 1;
    DWORD length = GetFullPathNameW(wide, WIDE_ROOM - 8, whole, NULL);
    if (length == 0 || length >= WIDE_ROOM - 8) {
        errno = ENAMETOOLONG;
        return 0;
    }
    int is_network = whole[0] == L'\\' && whole[1] == L'\\';
    const wchar_t *before = is_network ? network : verbatim;
    size_t size = wcslen(before);
    memcpy(wide, before, size * sizeof *wide);
    memcpy(wide + size, whole + is_network, (length + 1 - (size_t)is_network) * sizeof *wide);
    return 1;
}

size_t narrow_path(char *path, size_t size, const wchar_t *wide)
{
    if (wcsncmp(wide, L"\\\\?\\", 4) == 0)
        wide += 4;
    int written = WideCharToMultiByte(CP_UTF8, 0, wide, -1, path, (int)size, NULL, NULL);
    for (int i = 0; i < written; i++)
        if (path[i] == '\\')
            path[i] = '/';
    return written > 0 ? (size_t)written - 1 : 0;
}

/* ---- what a path or a descriptor is ---------------------------------------- */

static int describe(HANDLE handle, struct stat *status)
{
    BY_HANDLE_FILE_INFORMATION all;
    FILE_ATTRIBUTE_TAG_INFO tag;
    memset(status, 0, sizeof *status);
    DWORD type = GetFileType(handle);
    if (type != FILE_TYPE_DISK) {
        status->st_mode = (type == FILE_TYPE_PIPE ? S_IFIFO : S_IFCHR) | 0666;
        return 0;
    }
    if (!GetFileInformationByHandle(handle, &all))
        return fail_last();
    int is_link = (all.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
                  GetFileInformationByHandleEx(handle, FileAttributeTagInfo, &tag, sizeof tag) &&
                  tag.ReparseTag == IO_REPARSE_TAG_SYMLINK;
    status->st_mode = is_link                                                  ? S_IFLNK | 0777
                      : (all.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? S_IFDIR | 0777
                      : (all.dwFileAttributes & FILE_ATTRIBUTE_READONLY) != 0  ? S_IFREG | 0444
                                                                               : S_IFREG | 0666;
    status->st_dev = all.dwVolumeSerialNumber;
    status->st_ino = (uint64_t)all.nFileIndexHigh << 32 | all.nFileIndexLow;
    status->st_size = (int64_t)((uint64_t)all.nFileSizeHigh << 32 | all.nFileSizeLow);
    return 0;
}

#define SHARED (FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE)

/* Opens what a path names, also a folder, to ask about it. */
static HANDLE look(const char *path, DWORD flags)
{
    wchar_t wide[WIDE_ROOM];
    if (!wide_path(wide, path))
        return INVALID_HANDLE_VALUE;
    HANDLE handle = CreateFileW(wide, FILE_READ_ATTRIBUTES, SHARED, NULL, OPEN_EXISTING,
                                FILE_FLAG_BACKUP_SEMANTICS | flags, NULL);
    if (handle == INVALID_HANDLE_VALUE)
        (void)fail_last();
    return handle;
}

static int stat_by(const char *path, struct stat *status, DWORD flags)
{
    HANDLE handle = look(path, flags);
    if (handle == INVALID_HANDLE_VALUE)
        return -1;
    int result = describe(handle, status);
    CloseHandle(handle);
    return result;
}

int windows_stat(const char *path, struct stat *status)
{
    return stat_by(path, status, 0);
}

int windows_lstat(const char *path, struct stat *status)
{
    return stat_by(path, status, FILE_FLAG_OPEN_REPARSE_POINT);
}

static HANDLE handle_of(int fd)
{
    return (HANDLE)_get_osfhandle(fd);
}

int windows_fstat(int fd, struct stat *status)
{
    return describe(handle_of(fd), status);
}

/* Whether a file may be written is tried: rights are more than the attribute. */
int windows_access(const char *path, int mode)
{
    wchar_t wide[WIDE_ROOM];
    struct stat status;
    if (windows_stat(path, &status) != 0)
        return -1;
    if ((mode & W_OK) == 0 || !S_ISREG(status.st_mode))
        return 0;
    if ((status.st_mode & 0222) == 0)
        return errno = EACCES, -1;
    if (!wide_path(wide, path))
        return -1;
    HANDLE handle = CreateFileW(wide, GENERIC_WRITE, SHARED, NULL, OPEN_EXISTING, 0, NULL);
    if (handle == INVALID_HANDLE_VALUE)
        return fail_last();
    CloseHandle(handle);
    return 0;
}

/* The final path where a link leads: POSIX's next one would do, too. */
ssize_t windows_readlink(const char *path, char *target, size_t size)
{
    wchar_t wide[WIDE_ROOM];
    char text[4 * WIDE_ROOM];
    HANDLE handle = look(path, 0);
    if (handle == INVALID_HANDLE_VALUE)
        return -1;
    DWORD length = GetFinalPathNameByHandleW(handle, wide, WIDE_ROOM, FILE_NAME_NORMALIZED);
    CloseHandle(handle);
    size_t used = length > 0 && length < WIDE_ROOM ? narrow_path(text, sizeof text, wide) : 0;
    if (used == 0 || used > size) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(target, text, used);
    return (ssize_t)used;
}

int windows_isatty(int fd)
{
    DWORD mode; /* the C library's takes the null device for a terminal */
    return GetConsoleMode(handle_of(fd), &mode) != 0;
}

/* ---- open files ------------------------------------------------------------ */

static int descriptor_of(HANDLE handle)
{
    int fd = _open_osfhandle((intptr_t)handle, O_BINARY | O_NOINHERIT);
    if (fd < 0)
        CloseHandle(handle);
    return fd;
}

int windows_open(const char *path, int flags, ...)
{
    static const DWORD ways[] = {[O_RDONLY] = GENERIC_READ,
                                 [O_WRONLY] = GENERIC_WRITE,
                                 [O_RDWR] = GENERIC_READ | GENERIC_WRITE};
    wchar_t wide[WIDE_ROOM];
    if ((flags & O_DIRECTORY) != 0) { /* a folder cannot be synced */
        errno = EINVAL;
        return -1;
    }
    if (!wide_path(wide, path))
        return -1;
    DWORD makes = (flags & O_CREAT) == 0  ? OPEN_EXISTING
                  : (flags & O_EXCL) != 0 ? CREATE_NEW
                                          : OPEN_ALWAYS;
    HANDLE handle = CreateFileW(wide, ways[flags & 3], SHARED, NULL, makes, 0, NULL);
    return handle == INVALID_HANDLE_VALUE ? fail_last() : descriptor_of(handle);
}

ssize_t windows_read(int fd, void *bytes, size_t size)
{
    return _read(fd, bytes, (unsigned)(size < INT32_MAX ? size : INT32_MAX));
}

/* The C library reports a closed pipe as an invalid argument. */
ssize_t windows_write(int fd, const void *bytes, size_t size)
{
    ssize_t written = _write(fd, bytes, (unsigned)(size < INT32_MAX ? size : INT32_MAX));
    return written < 0 && size > 0 && _doserrno != 0 ? (SetLastError(_doserrno), fail_last())
                                                     : written;
}

ssize_t windows_pread(int fd, void *bytes, size_t size, int64_t offset)
{
    OVERLAPPED place = {.Offset = (DWORD)offset, .OffsetHigh = (DWORD)(offset >> 32)};
    DWORD got = 0;
    if (ReadFile(handle_of(fd), bytes, (DWORD)size, &got, &place) ||
        GetLastError() == ERROR_HANDLE_EOF)
        return (ssize_t)got;
    return fail_last();
}

int windows_fsync(int fd)
{
    return FlushFileBuffers(handle_of(fd)) ? 0 : fail_last();
}

FILE *windows_fopen(const char *path, const char *mode)
{
    wchar_t wide[WIDE_ROOM], letters[8] = {0};
    for (size_t i = 0; i < 7 && mode[i] != '\0'; i++)
        letters[i] = (wchar_t)mode[i];
    return wide_path(wide, path) ? _wfopen(wide, letters) : NULL;
}

/* ---- names and folders ----------------------------------------------------- */

int windows_unlink(const char *path)
{
    wchar_t wide[WIDE_ROOM];
    return !wide_path(wide, path) ? -1 : DeleteFileW(wide) ? 0 : fail_last();
}

int windows_mkdir(const char *path, unsigned mode)
{
    wchar_t wide[WIDE_ROOM];
    (void)mode;
    return !wide_path(wide, path) ? -1 : CreateDirectoryW(wide, NULL) ? 0 : fail_last();
}

int windows_rmdir(const char *path)
{
    wchar_t wide[WIDE_ROOM];
    return !wide_path(wide, path) ? -1 : RemoveDirectoryW(wide) ? 0 : fail_last();
}

char *windows_getcwd(char *path, size_t size)
{
    wchar_t wide[WIDE_ROOM];
    DWORD length = GetCurrentDirectoryW(WIDE_ROOM, wide);
    if (length > 0 && length < WIDE_ROOM && narrow_path(path, size, wide) > 0)
        return path;
    errno = ERANGE;
    return NULL;
}

/* ---- what os.h declares ----------------------------------------------------- */

int os_random(void *bytes, size_t size)
{
    return RtlGenRandom(bytes, (ULONG)size);
}

int os_fd_above(int fd)
{
    if (fd < 0 || fd > 2)
        return fd;
    int above = os_fd_copy(fd);
    (void)_close(fd);
    return above;
}

int os_fd_copy(int fd)
{
    HANDLE copy, here = GetCurrentProcess();
    if (!DuplicateHandle(here, handle_of(fd), here, &copy, 0, FALSE, DUPLICATE_SAME_ACCESS))
        return fail_last();
    return descriptor_of(copy);
}

/* Files are ready at once. */
int os_wait(int fd, int is_written, int milliseconds)
{
    (void)is_written;
    if (fd < 0)
        Sleep((DWORD)milliseconds);
    return fd >= 0;
}

int os_list(const char *folder, int (*take)(void *user, const char *name), void *user)
{
    wchar_t wide[WIDE_ROOM];
    char text[4 * WIDE_ROOM];
    WIN32_FIND_DATAW found;
    snprintf(text, sizeof text, "%s/*", folder);
    if (!wide_path(wide, text))
        return errno;
    HANDLE search = FindFirstFileW(wide, &found);
    if (search == INVALID_HANDLE_VALUE)
        return (void)fail_last(), errno;
    do
        (void)narrow_path(text, sizeof text, found.cFileName);
    while (take(user, text) && FindNextFileW(search, &found));
    FindClose(search);
    return 0;
}

void os_write_out(int fd)
{
    (void)fd;
}

/* Locks a byte that no file has: a lock here would keep others from reading. */
int os_lock(int fd)
{
    OVERLAPPED place = {.Offset = 0, .OffsetHigh = 0x7fffffff};
    DWORD flags = LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY;
    if (LockFileEx(handle_of(fd), flags, 0, 1, 0, &place))
        return 0;
    if (GetLastError() == ERROR_LOCK_VIOLATION || GetLastError() == ERROR_IO_PENDING)
        return EWOULDBLOCK;
    return (void)fail_last(), errno;
}

/* No file is a socket. */
int os_connect(const char *path)
{
    (void)path;
    return errno = ENOTSUP, -1;
}

/* The file is open in a mode in which no other process can remove it; so a sweep only removes the
 * files of killed runs. */
int os_create(const char *path, unsigned mode)
{
    wchar_t wide[WIDE_ROOM];
    (void)mode;
    if (!wide_path(wide, path))
        return -1;
    HANDLE handle = CreateFileW(wide, GENERIC_WRITE | DELETE, FILE_SHARE_READ, NULL, CREATE_NEW,
                                FILE_ATTRIBUTE_NORMAL, NULL);
    if (handle == INVALID_HANDLE_VALUE)
        return fail_last();
    int fd = descriptor_of(handle);
    if (fd < 0)
        (void)DeleteFileW(wide);
    return fd;
}

/* The file that is replaced may be open in a virus scanner or an indexer for a moment. */
enum { RENAME_TRIES = 20, PAUSE_MS = 50 };

/* Of FILE_RENAME_INFO, where this version of MinGW has no names for them. */
enum { RENAME_EX = 22, REPLACE = 1, LIKE_POSIX = 2 };

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

/* A file is renamed by its open handle, so that it can never be swept before. */
int os_rename(int lock, const char *path, const char *target, int is_new)
{
    wchar_t wide[WIDE_ROOM], whole[WIDE_ROOM];
    union {
        FILE_RENAME_INFO info;
        char room[sizeof(FILE_RENAME_INFO) + sizeof(wchar_t) * WIDE_ROOM];
    } names = {.room = {0}};
    (void)path;
    if (!wide_path(wide, target))
        return errno;
    DWORD length = GetFullPathNameW(wide, WIDE_ROOM, whole, NULL);
    if (length == 0 || length >= WIDE_ROOM)
        return ENAMETOOLONG;
    memcpy(names.info.FileName, whole, (length + 1) * sizeof *whole);
    names.info.FileNameLength = (DWORD)(length * sizeof *whole);
    for (int i = 0; i < RENAME_TRIES; i++) {
        if (rename_handle(handle_of(lock), &names.info, sizeof names, is_new))
            return 0;
        DWORD error = GetLastError();
        if (error != ERROR_ACCESS_DENIED && error != ERROR_SHARING_VIOLATION)
            break;
        Sleep(PAUSE_MS);
        SetLastError(error);
    }
    return (void)fail_last(), errno;
}

void os_sweep(const char *path)
{
    (void)windows_unlink(path);
}

/* ---- the rest of what the library asks ------------------------------------- */

long windows_sysconf(int name)
{
    return name == _SC_NPROCESSORS_ONLN ? (long)GetActiveProcessorCount(ALL_PROCESSOR_GROUPS) : 0;
}
