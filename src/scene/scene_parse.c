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
#define BYTE_ORDER_MARK "\xef\xbb\xbf"

/* Which keys were set: in each section of a number (0 = it has none), and stops.  Bits,
 * for this lies on the stack. */
#define KEYS_MOST 256
#define STOPS_MOST 64
#define SECTIONS_MOST 24
typedef struct seen_keys {
    unsigned char key[(RL_MAX_RIDGES + 1) * KEYS_MOST / 8];
    unsigned char stop[KEYS_MOST * (STOPS_MOST + 1) / 8];
    unsigned char section[SECTIONS_MOST * (RL_MAX_RIDGES + 1) / 8];
} seen_keys;

/* Sets a bit; tells what it was. */
static int see(unsigned char *bits, size_t bit)
{
    int mask = 1 << bit % 8;
    int was = bits[bit / 8] & mask;
    bits[bit / 8] = (unsigned char)(bits[bit / 8] | mask);
    return was != 0;
}

typedef struct parser {
    const char *place;
    const char *at, *end; /* what is left of the text */
    int line;
    int failed_line;    /* 0 = no fault found */
    const char *sought; /* a key whose line is wanted, or NULL */
    int sought_line;    /* its own, else that of its section, else 0 */
    int only_open;      /* 1: what the scene says already stays */
    int seen_count;     /* the text says how many ridges there are, or leaves it open */
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

/* Keeps the line of the key that is sought: that of its section (`name` "") until
 * its own comes. */
static void note_line(parser *p, const char *section, int ridge, const char *name)
{
    char path[64];
    if (p->sought == NULL)
        return;
    if (ridge > 0)
        (void)snprintf(path, sizeof path, "%s.%d.%s", section, ridge, name);
    else
        (void)snprintf(path, sizeof path, "%s.%s", section, name);
    size_t length = strlen(path) + (*name != '\0'); /* a key's name ends, too */
    if (strncmp(path, p->sought, length) == 0)
        p->sought_line = p->line;
}

/* The index of a section and its number ("ridge 2": 2; 0 where it has none), or -1. */
static int section_of(const char *section, int *number)
{
    *number = 0;
    for (int i = 0; scene_sections[i] != NULL; i++) {
        size_t length = strlen(scene_sections[i]);
        int most = keys_numbered(scene_sections[i]);
        int64_t value;
        if (most == 0 && strcmp(scene_sections[i], section) == 0)
            return i;
        if (most == 0 || strncmp(section, scene_sections[i], length) != 0 ||
            section[length] != ' ' || section[length + 1] == '0' ||
            !text_to_integer(&value, section + length + 1, 1, most))
            continue;
        *number = (int)value;
        return i;
    }
    return -1;
}

/* A section's name that lacks its number, or has a wrong one; else -1. */
static int unnumbered(const char *section)
{
    for (int i = 0; scene_sections[i] != NULL; i++) {
        size_t length = strlen(scene_sections[i]);
        if (keys_numbered(scene_sections[i]) > 0 &&
            strncmp(section, scene_sections[i], length) == 0 &&
            !(section[length] >= 'a' && section[length] <= 'z'))
            return i;
    }
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
    int number;
    int index = section_of(name, &number);
    if (index < 0) {
        int meant = unnumbered(name);
        char rule[64];
        if (meant < 0) {
            fail(p, shown, "no such section", rl_nearest(name, scene_sections, section_count()));
            return;
        }
        const char *section = scene_sections[meant];
        (void)snprintf(rule, sizeof rule, "%s%s are [%s 1] to [%s %d]", section,
                       strcmp(section, "pass") == 0 ? "es" : "s", section, section,
                       keys_numbered(section));
        fail(p, shown, rule, NULL);
        return;
    }
    if (see(p->seen->section, (size_t)(index * (RL_MAX_RIDGES + 1) + number)))
        fail(p, shown, "section given twice", NULL);
    note_line(p, scene_sections[index], number, "");
    keys_note(p->scene, scene_sections[index], number);
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

static int is_text(const char *line, size_t length)
{
    size_t size = 1;
    for (size_t at = 0; at < length && size > 0; at += size)
        size = text_character(line + at, length - at);
    return size > 0;
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
    else if (!is_text(start, length))
        fail(p, status_show(start, length).text, "scene text must be UTF-8 text", NULL);
    else if (length >= 3 && memcmp(start, BYTE_ORDER_MARK, 3) == 0) /* libinih would skip it */
        fail(p, status_show(start, length).text, "one byte order mark is enough", NULL);
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

static int see_key(parser *p, const scene_key *key, int ridge, int stop)
{
    size_t index = (size_t)(key - scene_keys) % KEYS_MOST;
    if (key->kind == KEY_STOP)
        return see(p->seen->stop, index * (STOPS_MOST + 1) + (size_t)stop);
    return see(p->seen->key, (size_t)ridge * KEYS_MOST + index);
}

/* libinih's callback: 1 to go on. */
static int take_pair(void *user, const char *section, const char *name, const char *value)
{
    parser *p = user;
    if (p->failed_line != 0)
        return 0;
    if (*section == '\0') {
        fail_pair(p, name, value, "a key must stand in a section, such as [sky]", NULL);
        return 0;
    }
    int ridge;
    int index = section_of(section, &ridge), stop;
    /* It was checked; were the line read in another way by libinih, it would have no keys. */
    const char *kind = index >= 0 ? scene_sections[index] : "";
    const scene_key *key = keys_find(kind, name, &stop);
    if (key == NULL) {
        char rule[64], near[KEYS_NAME_SIZE];
        keys_rule_of_name(kind, name, rule);
        fail_pair(p, name, value, rule, keys_nearest(kind, name, near));
        return 0;
    }
    if (see_key(p, key, ridge, stop)) {
        fail_pair(p, name, value, "key given twice", NULL);
        return 0;
    }
    if (p->only_open && !keys_is_open(p->scene, key))
        return 1;
    note_line(p, kind, ridge, name);
    p->seen_count |= key->kind == KEY_COUNT;
    if (!keys_read(p->scene, key, ridge - 1, stop, value)) {
        char rule[128];
        (void)snprintf(rule, sizeof rule, "must be %s", key->rule);
        fail_pair(p, name, value, rule, keys_nearest_value(key, value));
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
    if (size >= 3 && memcmp(bytes, BYTE_ORDER_MARK, 3) == 0)
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
    if (fault != 0) { /* ours has been told; else libinih is stricter than we know */
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

/* Parses into `scene`, whose changes count only when all went well. */
static rl_status parse_text(parser *p, const void *bytes, size_t size, rl_scene *scene)
{
    seen_keys seen;
    memset(&seen, 0, sizeof seen);
    p->at = bytes;
    p->end = p->at + size;
    p->scene = scene;
    p->seen = &seen;
    return parse(p);
}

rl_status rl_scene_parse(rl_scene *scene, const void *bytes, size_t size, const char *place,
                         rl_error *error)
{
    rl_scene changed = *scene;
    parser p = {.place = place, .error = error};
    rl_status status = parse_text(&p, bytes, size, &changed);
    if (status == RL_OK)
        *scene = changed;
    return status;
}

rl_status scene_fill(rl_scene *scene, const char *text, const char *place, rl_error *error)
{
    parser p = {.place = place, .error = error, .only_open = 1};
    return parse_text(&p, text, strlen(text), scene);
}

int rl_scene_line(const void *bytes, size_t size, const char *key)
{
    rl_scene scratch;
    rl_scene_init(&scratch);
    parser p = {.place = "", .sought = key};
    (void)parse_text(&p, bytes, size, &scratch);
    return p.sought_line;
}
