/* html_out.h - text and marks of HTML, written to a sink. */
#ifndef RL_CLI_COMMON_HTML_OUT_H
#define RL_CLI_COMMON_HTML_OUT_H

#include "ridgeline.h"

/* Begin with RL_OK; after a failure the rest does nothing, so that it is asked for once. */
typedef struct html_out {
    rl_sink *sink;
    rl_error *error;
    rl_status status;
} html_out;

/* html_marks writes marks as they are. */
void html_marks(html_out *to, const char *marks);

/* html_text writes a text escaped: it may stand between tags and in quotes of both kinds. */
void html_text(html_out *to, const char *text);

/* html_print formats marks of at most 255 bytes; a text that it is given must be harmless. */
void html_print(html_out *to, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
