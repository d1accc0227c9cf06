/* scene_parse.c - scene text to scene: the one file that knows libinih.
 *
 * libinih splits lines and hands over pairs; its silent limits (long lines,
 * indented lines that continue the one before, cut section names, sections
 * without a key) are caught in the line reader below, so that every fault is
 * told with its own line.  The scene is changed only when the whole text holds.
 */
#include <ini.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"
#include "scene/keys.h"

#define LINE_LIMIT 190 /* bytes; libinih's buffer holds 199 */

/* Which keys were set: ordinary ones, those of each ridge, and stops. */
typedef struct seen_keys {
    unsigned char plain[128];
    unsigned char ridge[RL_MAX_RIDGES][64];
    unsigned char stop[2][RL_MAX_RIDGES + 1];
    unsigned char section[24];
    unsigned char ridge_section[RL_MAX_RIDGES + 1];
} seen_keys;

typedef struct parser {
    const char *place;
    const char *at, *end; /* what is left of the text */
    int line;
    int failed_line; /* 0 = no fault found */
    int seen_count;  /* the text says how many ridges there are, or leaves it open */
    rl_scene *scene;
    rl_error *error;
    seen_keys *seen;
} parser;

static void fail(parser *p, const char *what, const char *rule, const char *hint)
{
    if (p->failed_line != 0)
        return; /* the first fault is the one that is told */
    p->failed_line = p->line;
    (void)status_fail(p->error, RL_BAD_DATA, "%s:%d: %s: %s%s%s%s", SHOWN(p->place), p->line, what,
                      rule, hint != NULL ? ": did you mean " : "", hint != NULL ? hint : "",
                      hint != NULL ? "?" : "");
}

/* The number N of "ridge N", 0 when it is not such a section. */
static int ridge_of(const char *section)
{
    int64_t number;
    if (strncmp(section, "ridge ", 6) != 0 || section[6] == '0' ||
        !text_to_integer(&number, section + 6, 1, RL_MAX_RIDGES))
        return 0;
    return (int)number;
}

static int section_index(const char *section)
{
    for (int i = 0; scene_sections[i] != NULL; i++)
        if (strcmp(scene_sections[i], section) == 0 && strcmp(section, "ridge") != 0)
            return i;
    return -1;
}

static size_t section_count(void)
{
    size_t count = 0;
    while (scene_sections[count] != NULL)
        count++;
    return count;
}

/* Looks at a section line before libinih does. */
static void check_section(parser *p, const char *line, size_t length)
{
    const char *close = memchr(line, ']', length);
    shown_text escaped = status_show(line, length);
    const char *shown = escaped.text;
    if (close == NULL) {
        fail(p, shown, "must be a section in brackets: no ] in the line", NULL);
        return;
    }
    if (close + 1 != line + length) {
        fail(p, shown, "nothing may follow a section in its line", NULL);
        return;
    }
    char name[32];
    size_t size = (size_t)(close - line) - 1;
    if (size >= sizeof name) {
        fail(p, shown, "no such section", NULL);
        return;
    }
    memcpy(name, line + 1, size);
    name[size] = '\0';
    int ridge = ridge_of(name);
    int index = section_index(name);
    if (ridge == 0 && index < 0) {
        const char *near = rl_nearest(name, scene_sections, section_count());
        if (strncmp(name, "ridge", 5) == 0 && !(name[5] >= 'a' && name[5] <= 'z'))
            fail(p, shown, "ridges are [ridge 1] to [ridge 64]", NULL);
        else
            fail(p, shown, "no such section", near);
        return;
    }
    unsigned char *seen = ridge > 0 ? &p->seen->ridge_section[ridge] : &p->seen->section[index];
    if (*seen)
        fail(p, shown, "section given twice", NULL);
    *seen = 1;
    if (ridge > p->scene->ridge_named)
        p->scene->ridge_named = ridge;
}

/* A line that is no comment and no section must be a pair, and nothing else:
 * libinih would drop what follows " ;". */
static void check_pair(parser *p, const char *line, size_t length)
{
    if (memchr(line, '=', length) == NULL) {
        fail(p, status_show(line, length).text, "must be [section], key = value or # comment",
             NULL);
        return;
    }
    for (size_t i = 1; i < length; i++)
        if (line[i] == ';' && text_is_blank(line[i - 1]))
            fail(p, status_show(line, length).text, "a comment must have a line of its own", NULL);
}

/* Gives libinih one line without leading blanks (to it they would mean "goes
 * on"), in the manner of fgets. */
static char *read_line(char *buffer, int size, void *stream)
{
    parser *p = stream;
    if (p->at == p->end || p->failed_line != 0)
        return NULL;
    p->line++;
    const char *newline = memchr(p->at, '\n', (size_t)(p->end - p->at));
    const char *stop = newline != NULL ? newline : p->end;
    const char *start = p->at;
    p->at = newline != NULL ? newline + 1 : p->end;
    size_t whole = (size_t)(stop - start);
    while (start < stop && text_is_blank(*start))
        start++;
    while (stop > start && text_is_blank(stop[-1]))
        stop--;
    size_t length = (size_t)(stop - start);
    buffer[0] = '\0';
    if (memchr(start, '\0', length) != NULL)
        fail(p, "a NUL byte", "scene text must be UTF-8 text", NULL);
    else if (whole > LINE_LIMIT + 1 || length > LINE_LIMIT || length + 2 > (size_t)size)
        fail(p, status_show(start, length < 20 ? length : 20).text,
             "a line must have at most 190 bytes", NULL);
    else if (length > 0 && *start == '[')
        check_section(p, start, length);
    else if (length > 0 && *start != '#' && *start != ';')
        check_pair(p, start, length);
    if (p->failed_line != 0)
        return NULL;
    memcpy(buffer, start, length);
    buffer[length] = '\n';
    buffer[length + 1] = '\0';
    return buffer;
}

static void fail_pair(parser *p, const char *name, const char *value, const char *rule,
                      const char *hint)
{
    char what[200];
    (void)snprintf(what, sizeof what, "%s = %s", SHOWN(name), SHOWN(value));
    fail(p, what, rule, hint);
}

static unsigned char *seen_flag(parser *p, const scene_key *key, int ridge, int stop)
{
    size_t index = (size_t)(key - scene_keys);
    if (key->kind == KEY_STOP)
        return &p->seen->stop[strcmp(key->path, "palette.sky_N") == 0][stop];
    if (ridge > 0)
        return &p->seen->ridge[ridge - 1][index & 63];
    return &p->seen->plain[index & 127];
}

/* libinih's callback: 1 to go on. */
static int take_pair(void *user, const char *section, const char *name, const char *value)
{
    parser *p = user;
    if (p->failed_line != 0)
        return 0;
    int ridge = ridge_of(section);
    const char *kind = ridge > 0 ? "ridge" : section;
    if (*section == '\0') {
        fail_pair(p, name, value, "a key must stand in a section, such as [sky]", NULL);
        return 0;
    }
    int stop;
    const scene_key *key = keys_find(kind, name, &stop);
    if (key == NULL) {
        fail_pair(p, name, value, "no such key in this section", keys_nearest(kind, name));
        return 0;
    }
    unsigned char *seen = seen_flag(p, key, ridge, stop);
    if (*seen) {
        fail_pair(p, name, value, "key given twice", NULL);
        return 0;
    }
    *seen = 1;
    p->seen_count |= key->kind == KEY_COUNT;
    if (!keys_read(p->scene, key, ridge - 1, stop, value)) {
        char rule[128];
        (void)snprintf(rule, sizeof rule, "must be %s", key->rule);
        fail_pair(p, name, value, rule, NULL);
        return 0;
    }
    return 1;
}

/* Faults of the text as a whole; also skips a byte order mark. */
static rl_status check_whole(parser *p)
{
    size_t size = (size_t)(p->end - p->at);
    const unsigned char *bytes = (const unsigned char *)p->at;
    if (size > RL_MAX_TEXT)
        return status_fail(p->error, RL_BAD_DATA, "%s: %zu bytes: must be at most %d",
                           SHOWN(p->place), size, RL_MAX_TEXT);
    if (size >= 2 &&
        ((bytes[0] == 0xff && bytes[1] == 0xfe) || (bytes[0] == 0xfe && bytes[1] == 0xff)))
        return status_fail(p->error, RL_BAD_DATA, "%s:1: UTF-16: scene text must be UTF-8",
                           SHOWN(p->place));
    if (size >= 3 && bytes[0] == 0xef && bytes[1] == 0xbb && bytes[2] == 0xbf)
        p->at += 3;
    if (p->at == p->end)
        return status_fail(p->error, RL_BAD_DATA, "%s: empty: must be scene text", SHOWN(p->place));
    return RL_OK;
}

static rl_status parse(parser *p)
{
    rl_status status = check_whole(p);
    if (status != RL_OK)
        return status;
    int sections_before = p->scene->ridge_named;
    p->scene->ridge_named = 0;
    int fault = ini_parse_stream(read_line, p, take_pair, p);
    if (p->failed_line == 0 && fault != 0) { /* libinih is stricter than we know */
        p->line = fault;
        fail(p, "the line", "must be [section], key = value or # comment", NULL);
    }
    if (p->failed_line != 0)
        return RL_BAD_DATA;
    /* Ridge sections say how many ridges there are, unless the key does. */
    int named = p->scene->ridge_named;
    int is_open = p->scene->ridge_count == RL_AUTO && p->seen_count;
    if (named > 0 && !is_open &&
        (p->scene->ridge_count == RL_AUTO || p->scene->ridge_count < named))
        p->scene->ridge_count = named;
    if (named < sections_before)
        p->scene->ridge_named = sections_before;
    return status_clear(p->error);
}

rl_status rl_scene_parse(rl_scene *scene, const void *bytes, size_t size, const char *place,
                         rl_error *error)
{
    rl_scene changed = *scene;
    seen_keys seen;
    memset(&seen, 0, sizeof seen);
    parser p = {.place = place,
                .at = bytes,
                .end = (const char *)bytes + size,
                .scene = &changed,
                .error = error,
                .seen = &seen};
    rl_status status = parse(&p);
    if (status == RL_OK)
        *scene = changed;
    return status;
}
