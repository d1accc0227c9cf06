/* posix.h - declares the functions of POSIX that MinGW-w64 lacks or implements differently.
 *
 * The build for Windows includes it before each file.  Paths and the environment are UTF-8, whatever
 * the system's code page; files are binary; an open file may be renamed and removed; errors are
 * errno's.
 */
#ifndef RL_WINDOWS_POSIX_H
#define RL_WINDOWS_POSIX_H

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

/* ---- paths (base/path.h) -------------------------------------------------- */

#define PATH_SLASHES "/\\"
#define PATH_LIST ";"
#define PATH_IS_ABSOLUTE(path)                                                                     \
    ((path)[0] == '/' || (path)[0] == '\\' || ((path)[0] != '\0' && (path)[1] == ':'))

/* ---- errors ---------------------------------------------------------------- */

#define EDQUOT 1069
#define ESTALE 1070

/* ---- files ----------------------------------------------------------------- */

#define O_CLOEXEC O_NOINHERIT
#define O_NOCTTY 0
#define O_NONBLOCK 0
#define O_NOFOLLOW 0
#define O_DIRECTORY 0x200000

enum { F_GETFD = 1 };
enum { AT_FDCWD = -100, AT_EACCESS = 0x200 };

#undef stat
#undef lstat
#undef fstat
#define stat windows_stat
#define lstat windows_lstat
#define fstat windows_fstat
struct stat {
    uint64_t st_dev, st_ino;
    int64_t st_size;
    mode_t st_mode;
    int st_uid;       /* 0, as of getuid */
    int64_t st_mtime; /* 0: only sockets of sessions are compared, which are none here */
};
#define S_IFLNK 0xa000
#define S_ISLNK(mode) (((mode)&S_IFMT) == S_IFLNK)
#define S_ISSOCK(mode) ((void)(mode), 0)

int windows_stat(const char *path, struct stat *status);
int windows_lstat(const char *path, struct stat *status);
int windows_fstat(int fd, struct stat *status);

#define open windows_open
#define read windows_read
#define write windows_write
#define pread windows_pread
#define fcntl(fd, command) ((void)(command), _get_osfhandle(fd) == -1 ? -1 : 0)
#define fsync windows_fsync
#define fchmod(fd, mode) ((void)(fd), (void)(mode), 0)
#define access windows_access
#define faccessat(folder, path, mode, flags) windows_access(path, mode)
#define readlink windows_readlink
#define unlink windows_unlink
#define mkdir windows_mkdir
#define rmdir windows_rmdir
#define getcwd windows_getcwd
#define fopen windows_fopen
#define isatty windows_isatty
int windows_open(const char *path, int flags, ...);
ssize_t windows_read(int fd, void *bytes, size_t size);
ssize_t windows_write(int fd, const void *bytes, size_t size);
ssize_t windows_pread(int fd, void *bytes, size_t size, int64_t offset);
int windows_fsync(int fd);
int windows_access(const char *path, int mode);
ssize_t windows_readlink(const char *path, char *target, size_t size);
int windows_unlink(const char *path);
int windows_mkdir(const char *path, unsigned mode);
int windows_rmdir(const char *path);
char *windows_getcwd(char *path, size_t size);
FILE *windows_fopen(const char *path, const char *mode);
int windows_isatty(int fd);

/* ---- the process ----------------------------------------------------------- */

#define _SC_NPROCESSORS_ONLN 84
#define _SC_THREAD_STACK_MIN 75
#define sysconf windows_sysconf
long windows_sysconf(int name);

#define getenv windows_getenv
#define setenv windows_setenv
#define unsetenv(name) windows_setenv(name, NULL, 1)
char *windows_getenv(const char *name);
int windows_setenv(const char *name, const char *value, int replace);

#define getuid() 0

/* No signal reaches a thread but by a function of windows/program.c. */
typedef unsigned sigset_t;
#define sigfillset(set) (*(set) = ~0U)

/* windows/program.c has the entry, which makes the arguments UTF-8. */
#define main windows_main
int windows_main(int argc, char **argv);

#endif
