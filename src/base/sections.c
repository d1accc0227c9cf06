/* sections.c - reads INI text line by line.
 *
 * In: bytes.  Out: calls of handlers for sections and pairs in order, or the first fault with its
 * line.
 */
#include <stdio.h>
#include <string.h>

#include "base/sections.h"
#include "base/span.h"
#include "base/status.h"
#include "base/text.h"

#define LINE_LIMIT 190 /* length of the longest line, bytes */
#define BYTE_ORDER_MARK "\xef\xbb\xbf"

void sections_fail(sections *reader, const char *what, const char *rule, const char *hint)
{
    if (reader->failed_line != 0)
        return; /* the first fault is the one that is reported */
    reader->failed_line = reader->line;
    (void)status_fail(reader->error, RL_BAD_DATA, "%s:%d: %s: %s%s%s%s", SHOWN(reader->place),
                      reader->line, what, rule, hint != NULL ? ": did you mean " : "",
                      hint != NULL ? hint : "", hint != NULL ? "?" : "");
}

void sections_fail_pair(sections *reader, const char *name, const char *value, const char *rule,
                        const char *hint)
{
    char what[200];
    (void)snprintf(what, sizeof what, "%s = %s", SHOWN(name), SHOWN(value));
    sections_fail(reader, what, rule, hint);
}

/* Returns the rule that a line breaks, or NULL; `rule` is room for its text.  `whole` is the length
 * of the line with the blanks around it. */
static const char *rule_of(const char *line, size_t length, size_t whole, char rule[80],
                           const char *kind)
{
    size_t character = 1; /* bytes of the latest character; 0 = not UTF-8 */
    for (size_t i = 0; i < length && character > 0; i += character)
        character = text_character(line + i, length - i);
    int is_text = length > 0 && *line != '#' && *line != ';', has_comment = 0;
    for (size_t i = 1; i < length; i++) /* other INI readers take " ;" for a comment */
        has_comment |= line[i] == ';' && text_is_blank(line[i - 1]);
    if (whole > LINE_LIMIT + 1 || length > LINE_LIMIT)
        return "a line must have at most 190 bytes";
    if (character == 0) {
        (void)snprintf(rule, 80, "%s must be UTF-8 text", kind);
        return rule;
    }
    if (length >= 3 && memcmp(line, BYTE_ORDER_MARK, 3) == 0)
        return "must have at most one byte order mark";
    if (is_text && *line != '[' && memchr(line, '=', length) == NULL)
        return "must be [section], key = value or # comment";
    if (is_text && *line != '[' && has_comment)
        return "a comment must have a line of its own";
    return NULL;
}

/* Takes key = value; the line holds a `=` and at most LINE_LIMIT bytes. */
static void take_pair(sections *reader, const char *line, size_t length)
{
    char name[LINE_LIMIT + 1], value[LINE_LIMIT + 1];
    const char *equals = memchr(line, '=', length);
    span before = span_trimmed(line, equals), after = span_trimmed(equals + 1, line + length);
    memcpy(name, before.at, before.size);
    name[before.size] = '\0';
    memcpy(value, after.at, after.size);
    value[after.size] = '\0';
    reader->pair(reader, name, value);
}

/* Reads the next line. */
static void take_line(sections *reader)
{
    reader->line++;
    const char *start = reader->next;
    const char *newline = memchr(start, '\n', (size_t)(reader->end - start));
    const char *end = newline != NULL ? newline : reader->end;
    reader->next = newline != NULL ? newline + 1 : reader->end;
    size_t whole = (size_t)(end - start);
    span line = span_trimmed(start, end);
    size_t length = line.size;
    start = line.at;
    char room[80];
    const char *rule = rule_of(start, length, whole, room, reader->kind);
    if (memchr(start, '\0', length) != NULL) {
        (void)snprintf(room, sizeof room, "%s must be UTF-8 text", reader->kind);
        sections_fail(reader, "a NUL byte", room, NULL);
    } else if (rule != NULL)
        sections_fail(reader, status_show(start, length).text, rule, NULL);
    else if (length > 0 && *start == '[')
        reader->section(reader, start, length);
    else if (length > 0 && *start != '#' && *start != ';')
        take_pair(reader, start, length);
}

/* Checks size and encoding of the whole text; skips a byte order mark. */
static rl_status check_whole(sections *reader, size_t size)
{
    const char *place = reader->place;
    if (size > RL_MAX_TEXT)
        return status_fail(reader->error, RL_BAD_DATA, "%s: %zu bytes: must be at most %d",
                           SHOWN(place), size, RL_MAX_TEXT);
    if (size >= 2 &&
        (memcmp(reader->next, "\xff\xfe", 2) == 0 || memcmp(reader->next, "\xfe\xff", 2) == 0))
        return status_fail(reader->error, RL_BAD_DATA, "%s:1: UTF-16: %s must be UTF-8",
                           SHOWN(place), reader->kind);
    if (size >= 3 && memcmp(reader->next, BYTE_ORDER_MARK, 3) == 0)
        reader->next += 3;
    if (reader->next == reader->end)
        return status_fail(reader->error, RL_BAD_DATA, "%s: empty: must be %s", SHOWN(place),
                           reader->kind);
    return RL_OK;
}

rl_status sections_read(sections *reader, const void *bytes, size_t size)
{
    reader->next = bytes;
    reader->end = reader->next + size;
    TRY(check_whole(reader, size));
    while (reader->next < reader->end && reader->failed_line == 0 && !reader->is_done)
        take_line(reader);
    return reader->failed_line != 0 ? RL_BAD_DATA : RL_OK;
}
