/* child.h - other programs: found along PATH, run as argument lists, never by a shell. */
#ifndef RL_CLI_COMMON_CHILD_H
#define RL_CLI_COMMON_CHILD_H

#include "cli/common/say.h"

#define CHILD_TEXT_MAX ((size_t)64 << 10)
#define CHILD_ERRORS_MAX ((size_t)4 << 10)
#define CHILD_PATH 4096

/* Result of running a program. */
typedef struct child_outcome {
    char text[CHILD_TEXT_MAX]; /* standard output, at least the last 32 KiB; no NUL at the end */
    size_t size;
    char errors[CHILD_ERRORS_MAX]; /* standard error, at least the last 2 KiB; no NUL at the end */
    size_t error_size;
    char failure[64]; /* "exit code 3"; "" for success */
    int exit_code;    /* exit code; -1 = ended by a signal or a time limit */
} child_outcome;

/* child_find writes the path of a program: `name` itself when it has a slash, else the first
 * in an absolute folder of PATH.  Returns 1, or 0 when there is none. */
int child_find(char path[CHILD_PATH], const char *name);

/* child_run runs the program at the path words[0] with the other words as arguments, the
 * environment and folder of this process and an empty standard input, for at most `seconds`.
 * Returns 0, or errno when it did not start. */
int child_run(child_outcome *outcome, const char *const *words, int seconds);

/* A program that is fed: it reads what is written to `input`. */
typedef struct child_fed {
    int process;       /* process id; 0: none */
    int input, output; /* descriptors: to its standard input, from its standard error */
} child_fed;

/* child_feed starts a program with the descriptor `result` as standard output.  Returns 0, or errno
 * when it did not start.
 *
 * child_fed_write writes to its input.  Returns 0 or errno: EPIPE when the program has ended or
 * closed its input, ETIMEDOUT when it took no byte for `patience_ms`, EINTR when this process is to
 * stop.
 *
 * child_fed_end closes its input and waits at most `seconds` for its end; after them, or when this
 * process is to stop, it ends the program, which is no success whatever its exit code.  Processes
 * that the program started are killed.  `outcome` holds its standard error as far as the pipe had
 * room for it. */
int child_feed(child_fed *fed, const char *const *words, int result);
int child_fed_write(const child_fed *fed, const void *bytes, size_t size, int patience_ms);
void child_fed_end(child_fed *fed, child_outcome *outcome, int seconds);

/* child_leave starts a program that stays when this one has ended, in a session of its own and
 * without standard streams.  Returns 0, or errno when it did not start. */
int child_leave(const char *const *words);

/* child_stop asks a process to end, by its process id. */
void child_stop(int process);

/* child_is_running returns 1 if there is a process with this id; on Windows 0. */
int child_is_running(int process);

/* For child.c and windows/child.c: child_keep appends a part of a program's output to a text of at
 * most `most` bytes, of which only the last part is kept; child_ended describes a failure, from the
 * exit code and `signal_number`, the signal that ended the program, or 0. */
void child_keep(char *text, size_t *used, size_t most, const char *part, size_t size);
void child_ended(child_outcome *outcome, int is_late, int seconds, int signal_number);

/* child_last_line returns the last line that is not blank, escaped, or "": of standard output after
 * a success; after a failure of standard error or, if that is empty, of standard output. */
shown child_last_line(const child_outcome *outcome);

#endif
