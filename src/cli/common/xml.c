/* xml.c - documents of mxml, written to a sink.
 *
 * In: a tree of elements.  Out: indented text; mxml escapes what has to be.  mxml tells a
 * lack of memory by printing it or not at all, and falls over a tree that has holes: all
 * failures are collected here, and such a tree is never written.
 */
#include "cli/common/xml.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common/room.h"

/* Deeper elements stand with those of the last level. */
static const char *const lines[] = {"\n", "\n ", "\n  ", "\n   ", "\n    ", "\n     "};

/* The first call that mxml gets makes a block of some hundred bytes and never asks whether it
 * is there: more than that, and than what glibc keeps apart for blocks of one size. */
#define GLOBAL_ROOM 8192

#define LEVELS (int)(sizeof lines / sizeof *lines)

/* Whether the document at work lacks something: mxml's callback has no other way. */
static int is_broken;

static void note_failure(const char *message)
{
    (void)message;
    is_broken = 1;
}

mxml_node_t *xml_new(void)
{
    is_broken = !room_for(GLOBAL_ROOM);
    if (is_broken)
        return NULL;
    mxmlSetErrorCallback(note_failure);
    mxmlSetWrapMargin(0);
    mxml_node_t *document = mxmlNewXML("1.0");
    is_broken |= document == NULL || mxmlGetElement(document) == NULL;
    return document;
}

mxml_node_t *xml_add(mxml_node_t *parent, const char *name)
{
    mxml_node_t *node = parent != NULL ? mxmlNewElement(parent, name) : NULL;
    is_broken |= node == NULL || mxmlGetElement(node) == NULL;
    return node;
}

mxml_node_t *xml_add_text(mxml_node_t *parent, const char *name, const char *text)
{
    mxml_node_t *node = xml_add(parent, name);
    mxml_node_t *inside = node != NULL ? mxmlNewOpaque(node, text) : NULL;
    is_broken |= inside == NULL || mxmlGetOpaque(inside) == NULL;
    return node;
}

void xml_attribute(mxml_node_t *node, const char *name, const char *value)
{
    if (node == NULL)
        return;
    mxmlElementSetAttr(node, name, value);
    is_broken |= mxmlElementGetAttr(node, name) == NULL;
}

void xml_attribute_print(mxml_node_t *node, const char *name, const char *format, ...)
{
    va_list list;
    if (node == NULL)
        return;
    va_start(list, format);
    int length = vsnprintf(NULL, 0, format, list);
    va_end(list);
    char *value = length >= 0 ? malloc((size_t)length + 1) : NULL;
    is_broken |= value == NULL;
    if (value == NULL)
        return;
    va_start(list, format);
    vsnprintf(value, (size_t)length + 1, format, list);
    va_end(list);
    xml_attribute(node, name, value);
    free(value);
}

/* In mxml a declaration is an element with a strange name. */
void xml_doctype(mxml_node_t *document, const char *rest)
{
    char text[128];
    snprintf(text, sizeof text, "!DOCTYPE %s", rest);
    (void)xml_add(document, text);
}

static int depth_of(mxml_node_t *node)
{
    int depth = 0;
    while ((node = mxmlGetParent(node)) != NULL)
        depth++;
    return depth;
}

/* Space beside a text would become part of it. */
static int holds_text(mxml_node_t *node)
{
    return mxmlGetType(mxmlGetFirstChild(node)) == MXML_OPAQUE;
}

/* A line end before each element and before the end of one that has elements. */
static const char *indent(mxml_node_t *node, int where)
{
    /* the line of <?xml?> has no parent and stands first */
    int depth = depth_of(node);
    if (depth == 0 || (where != MXML_WS_BEFORE_OPEN && where != MXML_WS_BEFORE_CLOSE))
        return NULL;
    if (where == MXML_WS_BEFORE_CLOSE && holds_text(node))
        return NULL;
    return lines[depth <= LEVELS ? depth - 1 : LEVELS - 1];
}

rl_status xml_write(mxml_node_t *document, rl_sink *sink, rl_error *error)
{
    char *text = is_broken ? NULL : mxmlSaveAllocString(document, indent);
    if (text == NULL) {
        *error = (rl_error){RL_NO_MEMORY, "XML: out of memory"};
        return RL_NO_MEMORY;
    }
    rl_status status = rl_sink_write(sink, text, strlen(text), error);
    if (status == RL_OK && text[strlen(text) - 1] != '\n')
        status = rl_sink_write(sink, "\n", 1, error);
    free(text);
    return status;
}

void xml_free(mxml_node_t *document)
{
    mxmlDelete(document);
}
