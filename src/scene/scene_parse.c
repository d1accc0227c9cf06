/* scene_parse.c - scene text to scene: the one file that knows libinih.
 *
 * libinih splits lines and hands over pairs; its silent limits (long lines,
 * indented lines that continue the one before, cut section names, sections
 * without a key) are caught in the line reader below, so that every fault is
 * reported with its own line.  The scene is changed only when the whole text is right.
 */
#include <ini.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"
#include "scene/choice.h"
#include "scene/keys.h"
#include "scene/parse.h"

#define LINE_LIMIT 190 /* bytes; libinih's buffer holds 199 */
#define BYTE_ORDER_MARK "\xef\xbb\xbf"

/* Which keys and sections a text has set.  Bits, because it is on the stack. */
#define SECTIONS_MOST 40 /* the last row is that of [about] */
#define KEYS_MOST 128    /* in a section */
#define ROWS (SECTIONS_MOST + RL_MAX_RIDGES + RL_MAX_PASSES)
typedef struct seen_keys {
    unsigned char key[ROWS * KEYS_MOST / 8];
    unsigned char stop[KEY_LISTS * (RL_MAX_RIDGES + 1)];
    unsigned char section[ROWS / 8 + 1];
} seen_keys;

/* The row of a section: those with a number come last. */
static size_t row_of(size_t section, int number)
{
    if (number == 0)
        return section;
    int is_pass = strcmp(keys_section(section), "pass") == 0;
    return (size_t)(SECTIONS_MOST + (is_pass ? RL_MAX_RIDGES : 0) + number - 1);
}

/* Sets a bit and returns what it was. */
static int see(unsigned char *bits, size_t bit)
{
    int mask = 1 << bit % 8;
    int was = bits[bit / 8] & mask;
    bits[bit / 8] = (unsigned char)(bits[bit / 8] | mask);
    return was != 0;
}

typedef struct parser {
    const parse_job *job;
    const char *next, *end; /* what is left of the text */
    int line;
    int failed_line;    /* 0 = no fault found */
    int has_palette;    /* the scene names a palette, which no other may mix with */
    const char *sought; /* a key whose line rl_scene_line returns, or NULL */
    int sought_line;    /* its own, else that of its section, else 0 */
    int is_done;        /* 1: the rest is not read */
    int version;        /* of the text; 0 = not known */
    int has_rough;      /* a roughness was read */
    int seen_count;     /* the text says how many ridges there are, or leaves it open */
    rl_scene *scene;
    rl_error *error;
    seen_keys *seen;
} parser;

static void fail(parser *p, const char *what, const char *rule, const char *hint)
{
    if (p->failed_line != 0)
        return; /* the first fault is the one that is reported */
    p->failed_line = p->line;
    (void)status_fail(p->error, RL_BAD_DATA, "%s:%d: %s: %s%s%s%s", SHOWN(p->job->place), p->line,
                      what, rule, hint != NULL ? ": did you mean " : "", hint != NULL ? hint : "",
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

/* A section line "ridge 2": its section, the index of that, and the number. */
typedef struct section_name {
    const char *section; /* NULL = no such section */
    size_t index;
    int number; /* 0 where the section has none */
    int is_bad; /* 1: the section needs a number in its rule */
} section_name;

static section_name section_of(const parser *p, const char *name)
{
    const char *section;
    if (p->job->about != NULL && strcmp(name, p->job->about->section) == 0)
        return (section_name){p->job->about->section, SECTIONS_MOST - 1, 0, 0};
    for (size_t i = 0; (section = keys_section(i)) != NULL; i++) {
        size_t length = strlen(section);
        int64_t number;
        if (*section != *name || strncmp(section, name, length) != 0)
            continue;
        if (keys_numbered(section) == 0) {
            if (name[length] == '\0')
                return (section_name){section, i, 0, 0};
            continue;
        }
        if (name[length] == ' ' && name[length + 1] != '0' &&
            text_to_integer(&number, name + length + 1, 1, keys_numbered(section)))
            return (section_name){section, i, (int)number, 0};
        if (!(name[length] >= 'a' && name[length] <= 'z'))
            return (section_name){section, i, 0, 1};
    }
    return (section_name){NULL, 0, 0, 0};
}

/* Checks a section line before libinih reads it. */
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
    section_name found = section_of(p, name);
    if (found.section == NULL) {
        fail(p, shown, "no such section", keys_nearest_section(name));
        return;
    }
    if (found.is_bad) {
        char rule[64];
        (void)snprintf(rule, sizeof rule, "%s%s are [%s 1] to [%s %d]", found.section,
                       strcmp(found.section, "pass") == 0 ? "es" : "s", found.section,
                       found.section, keys_numbered(found.section));
        fail(p, shown, rule, NULL);
        return;
    }
    p->is_done = p->job->only_head && found.index != SECTIONS_MOST - 1;
    if (p->is_done)
        return;
    if (see(p->seen->section, row_of(found.index, found.number)))
        fail(p, shown, "section given twice", NULL);
    note_line(p, found.section, found.number, "");
    if (found.number > 0)
        keys_note(p->scene, found.section, found.number);
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
    if (p->next == p->end || p->failed_line != 0 || p->is_done)
        return NULL;
    p->line++;
    const char *newline = memchr(p->next, '\n', (size_t)(p->end - p->next));
    const char *stop = newline != NULL ? newline : p->end;
    const char *start = p->next;
    p->next = newline != NULL ? newline + 1 : p->end;
    size_t whole = (size_t)(stop - start);
    while (start < stop && text_is_blank(*start))
        start++;
    while (stop > start && text_is_blank(stop[-1]))
        stop--;
    size_t length = (size_t)(stop - start);
    size_t character = 1; /* its bytes; 0 where the line is not UTF-8 */
    for (size_t i = 0; i < length && character > 0; i += character)
        character = text_character(start + i, length - i);
    buffer[0] = '\0';
    if (memchr(start, '\0', length) != NULL)
        fail(p, "a NUL byte", "scene text must be UTF-8 text", NULL);
    else if (whole > LINE_LIMIT + 1 || length > LINE_LIMIT || length + 2 > (size_t)size)
        fail(p, status_show(start, length < 20 ? length : 20).text,
             "a line must have at most 190 bytes", NULL);
    else if (character == 0)
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

static int fail_rule(parser *p, const scene_key *key, const char *name, const char *value)
{
    char rule[KEY_RULE_SIZE + 8] = "must be ";
    key_rule(key, rule + 8);
    fail_pair(p, name, value, rule, keys_nearest_value(key, value));
    return 0;
}

/* A key of [about]. */
static int take_about(parser *p, const char *name, const char *value)
{
    const key_group *about = p->job->about;
    const char *names[16];
    for (size_t i = 0; i < about->count; i++) {
        const scene_key *key = &about->keys[i];
        names[i] = keys_name(key);
        if (strcmp(names[i], name) != 0)
            continue;
        if (see(p->seen->key, (SECTIONS_MOST - 1) * KEYS_MOST + i)) {
            fail_pair(p, name, value, "key given twice", NULL);
            return 0;
        }
        return keys_read_field((char *)p->job->head + key->offset, key, value) ||
               fail_rule(p, key, name, value);
    }
    fail_pair(p, name, value, "no such key", rl_nearest(name, names, about->count));
    return 0;
}

/* 1 when the job sets the key: in a filling only what is open. */
static int is_taken(const parser *p, const scene_key *key, int number, int stop)
{
    if (p->job->takes != NULL && !p->job->takes(key))
        return 0;
    if (!p->job->only_open)
        return 1;
    return keys_is_open(p->scene, key, number, stop) &&
           !(p->has_palette && keys_in(key, "palette"));
}

/* In version 1 of the text the key roughness held the decay power H. */
static int take_exponent(parser *p, int ridge, const char *name, const char *value)
{
    static const scene_key old =
        REAL_KEY("ridge.N.roughness", AT_RIDGE(roughness), 0, 1000000, RL_AUTO, "");
    double *roughness = &p->scene->ridge[ridge].roughness;
    if (!keys_read_field(roughness, &old, value))
        return fail_rule(p, &old, name, value);
    if (*roughness != RL_AUTO)
        *roughness = text_round(1.0 - *roughness);
    return 1;
}

/* libinih's callback: 1 to go on. */
static int take_pair(void *user, const char *line_section, const char *name, const char *value)
{
    parser *p = user;
    if (p->failed_line != 0)
        return 0;
    if (*line_section == '\0') {
        fail_pair(p, name, value, "a key must be in a section, such as [sky]", NULL);
        return 0;
    }
    /* It was checked; were the line read in another way by libinih, it would have no keys. */
    section_name in = section_of(p, line_section);
    const char *section = in.section != NULL ? in.section : "";
    if (p->job->about != NULL && section == p->job->about->section)
        return take_about(p, name, value);
    key_found found = keys_find(section, name);
    if (found.key == NULL) {
        char rule[64], near[KEYS_NAME_SIZE];
        keys_rule_of_name(section, name, rule);
        fail_pair(p, name, value, rule, keys_nearest(section, name, near));
        return 0;
    }
    size_t row = row_of(in.index, in.number);
    if (found.stop > 0 ? p->seen->stop[(int)keys_list(found.key) * RL_MAX_RIDGES + found.stop]++
                       : see(p->seen->key, row * KEYS_MOST + found.index)) {
        fail_pair(p, name, value, "key given twice", NULL);
        return 0;
    }
    if (!is_taken(p, found.key, in.number - 1, found.stop))
        return 1;
    note_line(p, section, in.number, name);
    p->seen_count |= found.key->kind == KEY_COUNT;
    if (found.key->kind == KEY_VERSION && found.key->offset == 0) {
        p->version = *value - '0'; /* checked below */
        if (p->version == 1 && p->has_rough) {
            fail_pair(p, name, value, "version 1 must come before the ridges", NULL);
            return 0;
        }
    }
    if (found.key->offset == offsetof(rl_ridge, roughness) && in.number > 0 &&
        strcmp(section, "ridge") == 0) {
        p->has_rough = 1;
        if (p->version == 1)
            return take_exponent(p, in.number - 1, name, value);
    }
    const scene_key *key = keys_own(p->scene, found.key, in.number - 1);
    if (p->job->about != NULL) {
        char rule[KEY_RULE_SIZE + 64];
        if (choice_read(p->scene, key, in.number - 1, found.stop, value, rule)) {
            if (p->job->opens_choices && choice_is(key, value))
                (void)keys_read(p->scene, key, in.number - 1, found.stop, "auto");
            return 1;
        }
        fail_pair(p, name, value, rule, keys_nearest_value(key, value));
        return 0;
    }
    return keys_read(p->scene, key, in.number - 1, found.stop, value) ||
           fail_rule(p, key, name, value);
}

/* Faults of the text as a whole; also skips a byte order mark. */
static rl_status check_whole(parser *p)
{
    size_t size = (size_t)(p->end - p->next);
    const unsigned char *bytes = (const unsigned char *)p->next;
    if (size > RL_MAX_TEXT)
        return status_fail(p->error, RL_BAD_DATA, "%s: %zu bytes: must be at most %d",
                           SHOWN(p->job->place), size, RL_MAX_TEXT);
    if (size >= 2 &&
        ((bytes[0] == 0xff && bytes[1] == 0xfe) || (bytes[0] == 0xfe && bytes[1] == 0xff)))
        return status_fail(p->error, RL_BAD_DATA, "%s:1: UTF-16: scene text must be UTF-8",
                           SHOWN(p->job->place));
    if (size >= 3 && memcmp(bytes, BYTE_ORDER_MARK, 3) == 0)
        p->next += 3;
    if (p->next == p->end)
        return status_fail(p->error, RL_BAD_DATA, "%s: empty: must be scene text",
                           SHOWN(p->job->place));
    return RL_OK;
}

static rl_status parse(parser *p)
{
    p->next = p->job->text;
    p->end = p->next + p->job->size;
    TRY(check_whole(p));
    int sections_before = 0;
    if (!p->job->only_head) {
        p->has_palette = p->scene->palette.name[0] != '\0';
        sections_before = p->scene->ridge_named;
        p->scene->ridge_named = 0;
    }
    int fault = ini_parse_stream(read_line, p, take_pair, p);
    if (fault != 0) { /* ours is reported; else libinih is stricter than known here */
        p->line = fault;
        fail(p, "the line", "must be [section], key = value or # comment", NULL);
    }
    if (p->failed_line != 0)
        return RL_BAD_DATA;
    if (p->job->only_head)
        return status_clear(p->error);
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

rl_status parse_text(rl_scene *scene, const parse_job *job, rl_error *error)
{
    seen_keys seen;
    memset(&seen, 0, sizeof seen);
    parser p = {.job = job, .error = error, .scene = scene, .seen = &seen};
    return parse(&p);
}

rl_status rl_scene_parse(rl_scene *scene, const void *bytes, size_t size, const char *place,
                         rl_error *error)
{
    rl_scene changed = *scene;
    TRY(parse_text(&changed, &(parse_job){.text = bytes, .size = size, .place = place}, error));
    *scene = changed;
    return RL_OK;
}

int rl_scene_line(const void *bytes, size_t size, const char *key)
{
    rl_scene scratch;
    seen_keys seen;
    memset(&seen, 0, sizeof seen);
    rl_scene_init(&scratch);
    parse_job job = {.text = bytes, .size = size, .place = ""};
    parser p = {.job = &job, .sought = key, .scene = &scratch, .seen = &seen};
    (void)parse(&p);
    return p.sought_line;
}
