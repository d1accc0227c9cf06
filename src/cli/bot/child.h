/* child.h - runs another program to its end and collects its output. */
#ifndef RL_CLI_BOT_CHILD_H
#define RL_CLI_BOT_CHILD_H

#include <stddef.h>

typedef struct child_output {
    char *text; /* standard output and error, the last 32 to 64 KiB; no NUL at the end */
    size_t size;
    int code, signal; /* how it ended: exit code, or the signal that killed it */
    int is_late;      /* it was stopped: its time was over, or this process is to stop */
} child_output;

/* child_run runs `program` without arguments, in this environment and folder, with nothing to
 * read, for at most `seconds`; then, or when this process is to stop, the program and what it
 * started get SIGTERM and after 5 s SIGKILL.  Returns 0, or errno when it did not start. */
int child_run(child_output *output, const char *program, int seconds);
void child_output_free(child_output *output);

#endif
