/* os.h - what the project asks of the operating system: base/os.c by POSIX, windows/files.c by
 * Windows.
 *
 * Paths are UTF-8.  What fails sets errno or returns it.
 */
#ifndef RL_BASE_OS_H
#define RL_BASE_OS_H

#include <stddef.h>

/* os_random fills `size` bytes, at most 256, with unpredictable bits.  Returns 1, or 0 and errno.
 */
int os_random(void *bytes, size_t size);

/* os_fd_above returns a descriptor above 2 for the file of `fd`, closing `fd` if it is 0, 1 or 2;
 * a negative `fd` is returned as it is.  Otherwise a program that was started with 0, 1 or 2 closed
 * would print its messages into the picture.  Returns -1 and sets errno if no descriptor is
 * free. */
int os_fd_above(int fd);

/* os_fd_copy returns a second descriptor above 2 for the file of `fd`, or -1 and errno. */
int os_fd_copy(int fd);

/* os_wait waits until a descriptor can be written or read, for `milliseconds`; -1 = for ever.
 * Returns 1 if it can.  With the descriptor -1 it only waits. */
int os_wait(int fd, int is_written, int milliseconds);

/* os_write_out asks the system to begin to write a file's bytes to the disk, and does not wait for
 * it.  Failures are ignored, as a sync reports them.  On systems without such a call it does
 * nothing. */
void os_write_out(int fd);

/* os_list calls `take` with the name of each entry of a folder until it returns 0.  Returns 0 or
 * errno. */
int os_list(const char *folder, int (*take)(void *user, const char *name), void *user);

/* os_lock locks a file for this process, until its last descriptor is closed.  Returns 0 or errno:
 * EWOULDBLOCK if another process has locked it. */
int os_lock(int fd);

/* os_connect connects to the socket at a path.  Returns a descriptor, or -1 and errno. */
int os_connect(const char *path);

/* os_create creates and locks a file with the permissions `mode`; a file or link that has the name
 * is EEXIST.  Returns a descriptor above 2, or -1 and errno. */
int os_create(const char *path, unsigned mode);

/* os_rename renames a file of os_create to `target`.  An existing file is replaced; with `is_new`
 * it is EEXIST.  `lock` is a descriptor of the file, as another process could sweep it before it is
 * renamed.  Returns 0 or errno. */
int os_rename(int lock, const char *path, const char *target, int is_new);

/* os_sweep removes a file of os_create, unless a process has a descriptor of it. */
void os_sweep(const char *path);

/* ---- for the program alone: cli/common/process.c and windows/program.c --------- */

/* os_terminal_ask writes a question to the terminal and reads its answer, at most `size` bytes with
 * the NUL, up to the letter `end`, for at most `milliseconds`.  Returns 0 without an answer. */
int os_terminal_ask(const char *question, char *answer, size_t size, char end, int milliseconds);

/* os_terminal_window returns the size of the terminal of standard output in letters and pixels; 0 =
 * unknown. */
typedef struct os_window {
    int columns, rows, width, height;
} os_window;
os_window os_terminal_window(void);

/* os_reserve_heap prepares the heap for pictures: freed memory stays with the process, and the
 * first 40 MiB may have huge pages, since the first write to each small page takes longer than most
 * work on it.  Memory is used when it is first written, up to a whole huge page at a time.  Without
 * glibc it does nothing. */
void os_reserve_heap(void);

/* os_program_path writes the path of the program that runs.  Returns 1, or 0 if it is unknown. */
int os_program_path(char *path, size_t size);

#endif
