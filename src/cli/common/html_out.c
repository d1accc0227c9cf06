/* html_out.c - text and marks of HTML, written to a sink.
 *
 * In: parts of a page, in their order.  Out: their bytes, or the first failure.
 */
#include "cli/common/html_out.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define SIGNS "&<>\"'"

static void put(html_out *to, const char *bytes, size_t size)
{
    if (to->status == RL_OK)
        to->status = rl_sink_write(to->sink, bytes, size, to->error);
}

void html_marks(html_out *to, const char *marks)
{
    put(to, marks, strlen(marks));
}

void html_text(html_out *to, const char *text)
{
    static const char *const escapes[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    for (;;) {
        size_t run = strcspn(text, SIGNS);
        put(to, text, run);
        text += run;
        if (*text == '\0')
            return;
        html_marks(to, escapes[strchr(SIGNS, *text) - SIGNS]);
        text++;
    }
}

void html_print(html_out *to, const char *format, ...)
{
    char marks[256];
    va_list values;
    va_start(values, format);
    (void)vsnprintf(marks, sizeof marks, format, values);
    va_end(values);
    html_marks(to, marks);
}
