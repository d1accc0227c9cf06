/* child_text.c - picks the line of another program's output that a message shows. */
#include "cli/common/child.h"

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
