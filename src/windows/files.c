/* files.c - implements files, folders and paths of POSIX on Windows: posix.h.
 *
 * Paths are UTF-8.  Descriptors of the C library belong to handles that let others read, write,
 * rename and remove an open file, as POSIX does.
 */
#include "windows/files.h"

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
    DWORD length;
    if (strcmp(path, "/proc/self/exe") == 0) {
        length = GetModuleFileNameW(NULL, wide, WIDE_ROOM);
    } else {
        HANDLE handle = look(path, 0);
        if (handle == INVALID_HANDLE_VALUE)
            return -1;
        length = GetFinalPathNameByHandleW(handle, wide, WIDE_ROOM, FILE_NAME_NORMALIZED);
        CloseHandle(handle);
    }
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

static int open_random(void)
{
    unsigned char bytes[64];
    int ends[2];
    if (!RtlGenRandom(bytes, sizeof bytes) ||
        _pipe(ends, sizeof bytes, O_BINARY | O_NOINHERIT) != 0)
        return -1;
    (void)!_write(ends[1], bytes, sizeof bytes);
    _close(ends[1]);
    return ends[0];
}

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
    if (strcmp(path, "/dev/urandom") == 0)
        return open_random();
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

int windows_fcntl(int fd, int command, ...)
{
    HANDLE copy, here = GetCurrentProcess();
    if (command != F_DUPFD_CLOEXEC) /* nothing is inherited, nothing waits for readiness */
        return handle_of(fd) == INVALID_HANDLE_VALUE ? -1 : 0;
    if (!DuplicateHandle(here, handle_of(fd), here, &copy, 0, FALSE, DUPLICATE_SAME_ACCESS))
        return fail_last();
    return descriptor_of(copy);
}

int windows_fsync(int fd)
{
    return FlushFileBuffers(handle_of(fd)) ? 0 : fail_last();
}

/* Locks a byte that no file has: a lock here would keep others from reading. */
int windows_flock(int fd, int operation)
{
    OVERLAPPED place = {.Offset = 0, .OffsetHigh = 0x7fffffff};
    DWORD flags = LOCKFILE_EXCLUSIVE_LOCK | (operation & LOCK_NB ? LOCKFILE_FAIL_IMMEDIATELY : 0);
    if (LockFileEx(handle_of(fd), flags, 0, 1, 0, &place))
        return 0;
    if (GetLastError() != ERROR_LOCK_VIOLATION && GetLastError() != ERROR_IO_PENDING)
        return fail_last();
    errno = EWOULDBLOCK;
    return -1;
}

FILE *windows_fopen(const char *path, const char *mode)
{
    wchar_t wide[WIDE_ROOM], letters[8] = {0};
    for (size_t i = 0; i < 7 && mode[i] != '\0'; i++)
        letters[i] = (wchar_t)mode[i];
    return wide_path(wide, path) ? _wfopen(wide, letters) : NULL;
}

int windows_poll(struct pollfd *files, unsigned count, int milliseconds)
{
    if (count == 0)
        Sleep((DWORD)milliseconds);
    for (unsigned i = 0; i < count; i++)
        files[i].revents = files[i].events;
    return (int)count;
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

struct windows_dir {
    HANDLE search;
    WIN32_FIND_DATAW found;
    int is_read; /* `found` was returned */
    struct dirent entry;
};

DIR *windows_opendir(const char *path)
{
    wchar_t wide[WIDE_ROOM];
    char pattern[4 * WIDE_ROOM];
    DIR *folder = calloc(1, sizeof *folder);
    if (folder == NULL)
        return NULL;
    snprintf(pattern, sizeof pattern, "%s/*", path);
    folder->search = INVALID_HANDLE_VALUE;
    if (wide_path(wide, pattern)) {
        folder->search = FindFirstFileW(wide, &folder->found);
        if (folder->search == INVALID_HANDLE_VALUE)
            (void)fail_last();
    }
    if (folder->search != INVALID_HANDLE_VALUE)
        return folder;
    free(folder);
    return NULL;
}

struct dirent *windows_readdir(DIR *folder)
{
    if (folder->is_read && !FindNextFileW(folder->search, &folder->found))
        return NULL;
    folder->is_read = 1;
    (void)narrow_path(folder->entry.d_name, sizeof folder->entry.d_name, folder->found.cFileName);
    return &folder->entry;
}

int windows_closedir(DIR *folder)
{
    FindClose(folder->search);
    free(folder);
    return 0;
}

int windows_scandir(const char *path, struct dirent ***entries,
                    int (*takes)(const struct dirent *entry),
                    int (*compare)(const struct dirent **one, const struct dirent **other))
{
    typedef int order(const void *one, const void *other);
    struct dirent *entry, **list = NULL;
    size_t count = 0;
    DIR *folder = windows_opendir(path);
    if (folder == NULL)
        return -1;
    while ((entry = windows_readdir(folder)) != NULL) {
        if (!takes(entry))
            continue;
        struct dirent **longer = realloc(list, (count + 1) * sizeof *list), *copy;
        if (longer == NULL || (list = longer, copy = malloc(sizeof *copy)) == NULL)
            break;
        *copy = *entry;
        list[count++] = copy;
    }
    (void)windows_closedir(folder);
    if (entry != NULL) {
        while (count > 0)
            free(list[--count]);
        free(list);
        errno = ENOMEM;
        return -1;
    }
    if (count > 0)
        qsort(list, count, sizeof *list, (order *)(void (*)(void))compare);
    *entries = list;
    return (int)count;
}

/* ---- the rest of what the library asks ------------------------------------- */

long windows_sysconf(int name)
{
    return name == _SC_NPROCESSORS_ONLN ? (long)GetActiveProcessorCount(ALL_PROCESSOR_GROUPS) : 0;
}
