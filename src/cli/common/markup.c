/* markup.c - HTML, JSON and XML, written to a sink.
 *
 * In: marks, texts, values of jansson, elements.  Out: their bytes, escaped, or the first
 * failure.
 */
#include "cli/common/markup.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- HTML --------------------------------------------------------------- */

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

/* ---- JSON --------------------------------------------------------------- */

/* Factors and shares need no more than five digits; with more, 0.2 would end in 01. */

typedef struct target {
    rl_sink *sink;
    rl_error *error;
    rl_status status;
} target;

/* In JSON the sign stands in strings alone. */
static int write_part(const char *bytes, size_t size, void *user)
{
    static const char escape[] = "\\u003c";
    target *to = user;
    while (size > 0 && to->status == RL_OK) {
        const char *sign = memchr(bytes, '<', size);
        size_t run = sign != NULL ? (size_t)(sign - bytes) : size;
        to->status = rl_sink_write(to->sink, bytes, run, to->error);
        if (sign != NULL && to->status == RL_OK)
            to->status = rl_sink_write(to->sink, escape, sizeof escape - 1, to->error);
        run += sign != NULL;
        bytes += run;
        size -= run;
    }
    return to->status == RL_OK ? 0 : -1;
}

rl_status json_out(const json_t *value, size_t flags, rl_sink *sink, rl_error *error)
{
    target to = {sink, error, RL_OK};
    if (value != NULL &&
        json_dump_callback(value, write_part, &to, flags | JSON_REAL_PRECISION(5)) == 0)
        return RL_OK;
    if (to.status != RL_OK)
        return to.status;
    *error = (rl_error){RL_NO_MEMORY, "JSON: out of memory"};
    return RL_NO_MEMORY;
}

/* ---- XML ---------------------------------------------------------------- */

/* An element, or the document, which has no tag. */
struct xml_node {
    xml_node *document, *next, *first, *last;
    const char *name;
    char *tag;     /* name and attributes, as they are written */
    char *text;    /* escaped; NULL: the node may have elements */
    int is_broken; /* of the document: memory ran out */
};

/* Appends `before`, the escaped `text` and `after` to *string. */
static void append(xml_node *node, char **string, const char *before, const char *text,
                   const char *after)
{
    static const char signs[] = "&<>\"";
    static const char *const escapes[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
    size_t used = *string != NULL ? strlen(*string) : 0;
    size_t most = strlen(before) + 6 * strlen(text) + strlen(after) + 1;
    char *joined = realloc(*string, used + most), *end = joined + used;
    if (joined == NULL) {
        node->document->is_broken = 1;
        return;
    }
    *string = joined;
    end += snprintf(end, most, "%s", before);
    for (; *text != '\0'; text++) {
        const char *sign = strchr(signs, *text);
        if (sign != NULL)
            end += snprintf(end, 7, "%s", escapes[sign - signs]);
        else
            *end++ = *text;
    }
    snprintf(end, strlen(after) + 1, "%s", after);
}

xml_node *xml_new(void)
{
    xml_node *document = calloc(1, sizeof *document);
    if (document != NULL)
        document->document = document;
    return document;
}

xml_node *xml_add(xml_node *parent, const char *name)
{
    xml_node *node = parent != NULL ? calloc(1, sizeof *node) : NULL;
    if (node == NULL) {
        if (parent != NULL)
            parent->document->is_broken = 1;
        return NULL;
    }
    node->document = parent->document;
    node->name = name;
    *(parent->last != NULL ? &parent->last->next : &parent->first) = node;
    parent->last = node;
    append(node, &node->tag, name, "", "");
    return node;
}

xml_node *xml_add_text(xml_node *parent, const char *name, const char *text)
{
    xml_node *node = xml_add(parent, name);
    if (node != NULL)
        append(node, &node->text, "", text, "");
    return node;
}

void xml_attribute(xml_node *node, const char *name, const char *value)
{
    if (node == NULL)
        return;
    append(node, &node->tag, " ", name, "=\"");
    append(node, &node->tag, "", value, "\"");
}

void xml_attribute_print(xml_node *node, const char *name, const char *format, ...)
{
    char *value = NULL;
    va_list list;
    if (node == NULL)
        return;
    va_start(list, format);
    int length = vsnprintf(NULL, 0, format, list);
    va_end(list);
    if (length >= 0)
        value = malloc((size_t)length + 1);
    if (value == NULL) {
        node->document->is_broken = 1;
        return;
    }
    va_start(list, format);
    (void)vsnprintf(value, (size_t)length + 1, format, list);
    va_end(list);
    xml_attribute(node, name, value);
    free(value);
}

void xml_doctype(xml_node *document, const char *rest)
{
    xml_node *node = xml_add(document, "!DOCTYPE");
    if (node != NULL)
        append(node, &node->tag, " ", "", rest);
}

/* Writes a node and what is in it, `depth` spaces from the left. */
static void write_node(html_out *out, const xml_node *node, int depth)
{
    html_print(out, "\n%*s<", depth, "");
    html_marks(out, node->tag);
    if (node->text == NULL && node->first == NULL) {
        html_marks(out, node->name[0] == '!' ? ">" : " />");
        return;
    }
    html_marks(out, ">");
    if (node->text != NULL)
        html_marks(out, node->text);
    for (const xml_node *child = node->first; child != NULL; child = child->next)
        write_node(out, child, depth + 1);
    if (node->first != NULL)
        html_print(out, "\n%*s", depth, "");
    html_print(out, "</%s>", node->name);
}

rl_status xml_write(xml_node *document, rl_sink *sink, rl_error *error)
{
    html_out out = {sink, error, RL_OK};
    if (document == NULL || document->is_broken) {
        *error = (rl_error){RL_NO_MEMORY, "XML: out of memory"};
        return RL_NO_MEMORY;
    }
    html_marks(&out, "<?xml version=\"1.0\" encoding=\"utf-8\"?>");
    for (const xml_node *node = document->first; node != NULL; node = node->next)
        write_node(&out, node, 0);
    html_marks(&out, "\n");
    return out.status;
}

void xml_free(xml_node *document)
{
    for (xml_node *node = document != NULL ? document->first : NULL, *next; node != NULL;
         node = next) {
        next = node->next;
        xml_free(node);
    }
    if (document != NULL) {
        free(document->tag);
        free(document->text);
    }
    free(document);
}
