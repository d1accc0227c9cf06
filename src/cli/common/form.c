/* form.c - fills in texts with named fields; see form.h for their syntax.
 *
 * In: the text of a form, values, a function that steps through sections.  Out: bytes in
 * a sink.  After the first failure nothing more is written.
 */
#include "cli/common/form.h"
#include "base/embedded.h"
#include "cli/common/say.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Longest name of a field or section, with its NUL. */
#define NAME_SIZE 32

/* ---- escaping ----------------------------------------------------------- */

static void put(void *user, const char *bytes, size_t size)
{
    form *out = user;
    if (out->status == RL_OK)
        out->status = rl_sink_write(out->sink, bytes, size, out->error);
}

/* Writes text escaped `times` times; in HTML ' is escaped, too, because it may delimit an
 * attribute. */
static void put_xml(form *out, const char *text, int times, int is_html)
{
    static const char signs[] = "&<>\"'";
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    for (; *text != '\0'; text++) {
        size_t run = times == 0 ? strlen(text) : strcspn(text, is_html ? signs : "&<>\"");
        put(out, text, run);
        text += run;
        if (*text == '\0')
            return;
        put_xml(out, entities[strchr(signs, *text) - signs], times - 1, is_html);
    }
}

static void put_json(form *out, const char *text)
{
    for (; *text != '\0'; text++) {
        char escaped[8] = {'\\', *text};
        if (*text == '\n')
            escaped[1] = 'n';
        else if (*text == '<' || (unsigned char)*text < ' ')
            snprintf(escaped, sizeof escaped, "\\u%04x", (unsigned)*text);
        else if (*text != '"' && *text != '\\') {
            put(out, text, 1);
            continue;
        }
        put(out, escaped, strlen(escaped));
    }
}

/* ---- values ------------------------------------------------------------- */

static form_value *find_value(form *out, const char *name)
{
    for (int i = 0; i < out->value_count; i++)
        if (strcmp(out->values[i].name, name) == 0)
            return &out->values[i];
    return NULL;
}

void form_set(form *out, const char *name, const char *text)
{
    form_value *value = find_value(out, name);
    if (value == NULL)
        value = &out->values[out->value_count++];
    *value = (form_value){.name = name, .text = text != NULL ? text : ""};
}

void form_print(form *out, const char *name, const char *format, ...)
{
    va_list values;
    form_set(out, name, NULL);
    form_value *value = find_value(out, name);
    va_start(values, format);
    vsnprintf(value->printed, sizeof value->printed, format, values);
    va_end(values);
    value->text = NULL;
}

void form_number(form *out, const char *name, int64_t number)
{
    form_print(out, name, "%" PRId64, number);
}

static const char *text_of(const form_value *value)
{
    return value == NULL ? "" : value->text != NULL ? value->text : value->printed;
}

static void put_value(form *out, const char *name, char sign)
{
    const form_value *value = find_value(out, name);
    const char *text = text_of(value);
    if (value == NULL) { /* an unknown field stays in the output, so that tests find it */
        put(out, "{", 1);
        put(out, name, strlen(name));
        put(out, "}", 1);
    } else if (sign == '=')
        put(out, text, strlen(text));
    else if (out->language == FORM_JSON)
        put_json(out, text);
    else if (out->language == FORM_SHELL)
        shell_word(text, put, out);
    else if (sign == '&')
        put_xml(out, text, 2, 1);
    else
        put_xml(out, text, 1, out->language == FORM_HTML);
}

/* ---- tags --------------------------------------------------------------- */

/* Reads the tag that `text` begins with; returns its length, 0 when it is no tag. */
static size_t read_tag(const char *text, char *sign, char name[NAME_SIZE])
{
    size_t begin = text[1] != '\0' && strchr("=&#/", text[1]) != NULL ? 2 : 1;
    size_t size = strspn(text + begin, "abcdefghijklmnopqrstuvwxyz_");
    if (size == 0 || size >= NAME_SIZE || text[begin + size] != '}')
        return 0;
    *sign = begin == 2 ? text[1] : ' ';
    memcpy(name, text + begin, size);
    name[size] = '\0';
    return begin + size + 1;
}

static int is_shown(form *out, const char *name, int index)
{
    const form_value *value = find_value(out, name);
    if (out->status != RL_OK)
        return 0;
    if (value == NULL)
        return out->section(out, name, index);
    return index == 0 && text_of(value)[0] != '\0' && strcmp(text_of(value), "0") != 0;
}

/* Prints the form from `text` to the end of its section, or only finds the end; returns
 * what follows the end. */
static const char *write_section(form *out, const char *text, int is_printed)
{
    char name[NAME_SIZE], sign;
    for (;;) {
        size_t run = strcspn(text, "{");
        size_t length = text[run] != '\0' ? read_tag(text + run, &sign, name) : 0;
        if (length == 0 && text[run] != '\0')
            run++; /* a brace that begins no tag is text */
        if (is_printed)
            put(out, text, run);
        text += run;
        if (length == 0 && *text == '\0')
            return text;
        if (length == 0)
            continue;
        text += length;
        if (sign != '#' && sign != '/') {
            if (is_printed)
                put_value(out, name, sign);
            continue;
        }
        if (*text == '\n' && text[-(ptrdiff_t)length - 1] == '\n')
            text++;
        if (sign == '/')
            return text;
        for (int index = 0; is_printed && is_shown(out, name, index); index++)
            (void)write_section(out, text, 1);
        text = write_section(out, text, 0);
    }
}

rl_status form_write(form *out, const char *name, rl_sink *sink, rl_error *error)
{
    out->sink = sink;
    out->error = error;
    out->status = RL_OK;
    size_t i = 0;
    while (strcmp(embedded_forms[i].name, name) != 0)
        i++;
    (void)write_section(out, embedded_forms[i].text, 1);
    return out->status;
}
