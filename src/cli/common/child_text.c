/* child_text.c - texts of another program: its output, how it ended, and the line of its output
 * that a message shows. */
#include "cli/common/child.h"
#include "cli/common/progress.h"

#include <stdio.h>
#include <string.h>

void child_keep(char *text, size_t *used, size_t most, const char *part, size_t size)
{
    while (*used + size > most) { /* ends, as a part is at most as long as the text */
        size_t gone = *used < most / 2 ? *used : most / 2;
        *used -= gone;
        memmove(text, text + gone, *used);
    }
    memcpy(text + *used, part, size);
    *used += size;
}

void child_ended(child_outcome *outcome, int is_late, int seconds, int signal_number)
{
    if (outcome->exit_code == 0) /* a success counts even after the time limit */
        return;
    if (stop_asked())
        snprintf(outcome->failure, sizeof outcome->failure, "stopped with this run");
    else if (is_late)
        snprintf(outcome->failure, sizeof outcome->failure, "not done after %d s", seconds);
    else if (signal_number != 0)
        snprintf(outcome->failure, sizeof outcome->failure, "killed by signal %d", signal_number);
    else
        snprintf(outcome->failure, sizeof outcome->failure, "exit code %d", outcome->exit_code);
}

static shown last_line(const char *text, size_t size)
{
    const char *end = text + size, *begin;
    while (end > text && (unsigned char)end[-1] <= ' ')
        end--;
    for (begin = end; begin > text && begin[-1] != '\n'; begin--)
        ;
    return show_bytes(begin, (size_t)(end - begin));
}

shown child_last_line(const child_outcome *outcome)
{
    shown line = {.text = ""};
    if (outcome->failure[0] != '\0')
        line = last_line(outcome->errors, outcome->error_size);
    return line.text[0] != '\0' ? line : last_line(outcome->text, outcome->size);
}
