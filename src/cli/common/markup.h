/* markup.h - HTML, JSON and XML, written to a sink. */
#ifndef RL_CLI_COMMON_MARKUP_H
#define RL_CLI_COMMON_MARKUP_H

#include "ridgeline.h"

#include <jansson.h>

/* ---- HTML ---- */

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

/* ---- JSON ---- */

/* json_out writes a value with five digits a number and no line end.  A less-than sign is
 * written as an escape, so that the text may stand in a script of HTML.
 * Errors: RL_NO_MEMORY (also for NULL), those of rl_sink_write. */
rl_status json_out(const json_t *value, size_t flags, rl_sink *sink, rl_error *error);

/* ---- XML ---- */

typedef struct xml_node xml_node;

/* xml_new begins a document.  A failure of it and of what is added shows in xml_write alone;
 * until then a node may be NULL. */
xml_node *xml_new(void);

/* xml_add adds an element as the last of `parent`. */
xml_node *xml_add(xml_node *parent, const char *name);

/* xml_add_text adds an element that holds a text and no elements. */
xml_node *xml_add_text(xml_node *parent, const char *name, const char *text);

/* xml_attribute adds one, xml_attribute_print with a value made as by printf; `node` may be
 * NULL. */
void xml_attribute(xml_node *node, const char *name, const char *value);
void xml_attribute_print(xml_node *node, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* xml_doctype adds <!DOCTYPE rest> before the first element. */
void xml_doctype(xml_node *document, const char *rest);

/* xml_write writes a document, each element on a line of its own, texts as they are.
 * Errors: RL_NO_MEMORY, those of rl_sink_write. */
rl_status xml_write(xml_node *document, rl_sink *sink, rl_error *error);

/* xml_free takes NULL. */
void xml_free(xml_node *document);

#endif
