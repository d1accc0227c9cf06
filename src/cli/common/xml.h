/* xml.h - documents of mxml, written to a sink. */
#ifndef RL_CLI_COMMON_XML_H
#define RL_CLI_COMMON_XML_H

#include "ridgeline.h"

#include <mxml.h>

/* xml_new begins a document, the one at work.  Failures of it and of what is added show in
 * xml_write alone; until then a node may be NULL. */
mxml_node_t *xml_new(void);

/* xml_add adds an element as the last of `parent`. */
mxml_node_t *xml_add(mxml_node_t *parent, const char *name);

/* xml_add_text adds an element that holds a text and no elements. */
mxml_node_t *xml_add_text(mxml_node_t *parent, const char *name, const char *text);

/* xml_attribute sets one; `node` may be NULL. */
void xml_attribute(mxml_node_t *node, const char *name, const char *value);

/* xml_attribute_print does so with a value that is put together as by printf. */
void xml_attribute_print(mxml_node_t *node, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* xml_doctype adds <!DOCTYPE rest> before the first element. */
void xml_doctype(mxml_node_t *document, const char *rest);

/* xml_write writes a document, each element on a line of its own, texts as they are.
 * Errors: RL_NO_MEMORY, those of rl_sink_write. */
rl_status xml_write(mxml_node_t *document, rl_sink *sink, rl_error *error);

/* xml_free takes NULL. */
void xml_free(mxml_node_t *document);

#endif
