/* scene_parse.c - reads scene text and data files, which are INI text, into a scene. */
#include <stdio.h>
#include <string.h>

#include "base/sections.h"
#include "base/status.h"
#include "base/text.h"
#include "scene/choice.h"
#include "scene/data.h"
#include "scene/keys.h"
#include "scene/profiles.h"

/* The keys and sections that a text has set, as bits, since it is on the stack. */
#define SECTIONS_MOST 40 /* rows of sections without a number; the last one is [about] */
#define KEYS_MOST 56     /* keys of a section; [pass N] has 40, which is the most */
#define ROWS (SECTIONS_MOST + RL_MAX_RIDGES + RL_MAX_PASSES)
typedef struct seen_keys {
    unsigned char key[ROWS * KEYS_MOST / 8];
    unsigned char stop[KEY_LISTS * (RL_MAX_RIDGES + 1)];
    unsigned char section[ROWS / 8 + 1];
    unsigned char profile[RL_MAX_RIDGES / 8 + 1];
} seen_keys;

/* Sets a bit and returns its old value. */
static int see(unsigned char *bits, size_t bit)
{
    int mask = 1 << bit % 8;
    int was = bits[bit / 8] & mask;
    bits[bit / 8] = (unsigned char)(bits[bit / 8] | mask);
    return was != 0;
}

typedef struct parser {
    sections lines; /* reader of the lines; its `user` is the parser */
    const parse_job *job;
    const char *section; /* current section; NULL before the first */
    int number;          /* number of the section, from 1; 0 = none */
    size_t row;          /* row of the section in `seen` */
    int has_palette;     /* 1 = the scene names a palette, so keys of palettes stay as they are */
    const char *sought;  /* key whose line rl_scene_line returns, or NULL */
    int sought_line;     /* line of that key, else of its section, else 0 */
    const char *drawing; /* text behind [drawing]; NULL = none */
    int version;         /* version of the text; 0 = unknown */
    int has_rough;       /* 1 = a roughness was read */
    int seen_count;      /* 1 = the key of the number of ridges was read */
    rl_scene *scene;
    seen_keys *seen;
} parser;

/* Keeps the line of the key that is sought, and until it comes the line of its section (`name` "").
 */
static void note_line(parser *p, const char *name)
{
    char path[64];
    if (p->sought == NULL)
        return;
    if (p->number > 0)
        (void)snprintf(path, sizeof path, "%s.%d.%s", p->section, p->number, name);
    else
        (void)snprintf(path, sizeof path, "%s.%s", p->section, name);
    size_t length = strlen(path) + (*name != '\0'); /* compares the end of a key's name, too */
    if (strncmp(path, p->sought, length) == 0)
        p->sought_line = p->lines.line;
}

/* Enters a section, such as "ridge 2".  Returns NULL, or the rule that the name breaks. */
static const char *enter_section(parser *p, const char *name, char rule[64])
{
    const key_group *about = p->job->about;
    name = keys_section_now(name);
    p->number = 0;
    p->row = SECTIONS_MOST - 1;
    if (about != NULL && strcmp(name, about->section) == 0) {
        p->section = about->section;
        return NULL;
    }
    for (p->row = 0; (p->section = keys_section(p->row)) != NULL; p->row++) {
        const char *section = p->section;
        int64_t number;
        if (*section != *name || strncmp(section, name, strlen(section)) != 0)
            continue;
        const char *rest = name + strlen(section);
        int most = keys_numbered(section), is_pass = strcmp(section, "pass") == 0;
        if (most == 0 && *rest == '\0')
            return NULL;
        if (most > 0 && rest[0] == ' ' && rest[1] != '0' &&
            text_to_integer(&number, rest + 1, 1, most)) {
            p->number = (int)number; /* numbered sections have the last rows */
            p->row = (size_t)(SECTIONS_MOST + (is_pass ? RL_MAX_RIDGES : 0) + number - 1);
            return NULL;
        }
        if (most > 0 && !(*rest >= 'a' && *rest <= 'z')) {
            (void)snprintf(rule, 64, "%s%s are [%s 1] to [%s %d]", section, is_pass ? "es" : "s",
                           section, section, most);
            return rule;
        }
    }
    return "no such section";
}

/* Reads section [profile N] with its lines; returns 0 for another section. */
static int read_profile(parser *p, const char *name, const char *line, size_t length)
{
    static const char word[] = "profile";
    int64_t number;
    if (strncmp(name, word, sizeof word - 1) != 0 || p->job->about != NULL)
        return 0;
    name += sizeof word - 1;
    if (*name != ' ' || name[1] == '0' || !text_to_integer(&number, name + 1, 1, RL_MAX_RIDGES))
        sections_fail(&p->lines, status_show(line, length).text,
                      "profiles are [profile 1] to [profile 64]", NULL);
    else if (see(p->seen->profile, (size_t)number))
        sections_fail(&p->lines, status_show(line, length).text, "section given twice", NULL);
    else
        profiles_take(&p->lines, p->scene, (int)number, line, length);
    p->section = NULL; /* the next line must begin a section */
    return 1;
}

/* Reads a section line. */
static void read_section(sections *reader, const char *line, size_t length)
{
    parser *p = reader->user;
    char name[32] = "", room[64];
    const char *rule = "no such section";
    const char *close = memchr(line, ']', length);
    size_t size = close != NULL ? (size_t)(close - line) - 1 : 0;
    if (close == NULL)
        rule = "must be a section in brackets: no ] in the line";
    else if (close + 1 != line + length)
        rule = "nothing may follow a section in its line";
    else if (size < sizeof name)
        rule = enter_section(p, memcpy(name, line + 1, size), room);
    if (strcmp(name, "drawing") == 0 && p->job->about == NULL) { /* the rest of the text is SVG */
        reader->is_done = 1;
        p->drawing = reader->next;
        return;
    }
    if (read_profile(p, name, line, length))
        return;
    reader->is_done = rule == NULL && p->job->only_head && p->row != SECTIONS_MOST - 1;
    if (reader->is_done)
        return;
    if (rule == NULL && see(p->seen->section, p->row))
        rule = "section given twice";
    if (rule != NULL) {
        int is_unknown = strcmp(rule, "no such section") == 0;
        sections_fail(reader, status_show(line, length).text, rule,
                      is_unknown ? keys_nearest_section(name) : NULL);
        return;
    }
    note_line(p, "");
    if (p->number > 0)
        keys_note(p->scene, p->section, p->number);
}

/* Reports a fault and returns 0. */
static int fail_pair(parser *p, const char *name, const char *value, const char *rule,
                     const char *hint)
{
    sections_fail_pair(&p->lines, name, value, rule, hint);
    return 0;
}

static int fail_rule(parser *p, const scene_key *key, const char *name, const char *value)
{
    char rule[KEY_RULE_SIZE + 8] = "must be ";
    key_rule_broken(key, value, rule + 8);
    return fail_pair(p, name, value, rule, keys_nearest_value(key, value));
}

/* Reads a key of [about]. */
static int take_about(parser *p, const char *name, const char *value)
{
    const key_group *about = p->job->about;
    const char *names[16];
    for (size_t i = 0; i < about->count; i++) {
        const scene_key *key = &about->keys[i];
        names[i] = key_name(key);
        if (strcmp(names[i], name) != 0)
            continue;
        if (see(p->seen->key, p->row * KEYS_MOST + i))
            return fail_pair(p, name, value, "key given twice", NULL);
        return keys_read_field((char *)p->job->head + key->offset, key, value) ||
               fail_rule(p, key, name, value);
    }
    return fail_pair(p, name, value, "no such key", rl_nearest(name, names, about->count));
}

/* Reads a pair; returns 0 after a fault. */
static int take_key(parser *p, const char *name, const char *value)
{
    if (p->section == NULL)
        return fail_pair(p, name, value, "a key must be in a section, such as [sky]", NULL);
    if (p->row == SECTIONS_MOST - 1)
        return take_about(p, name, value);
    key_found found = keys_find(p->section, name);
    if (found.key == NULL) {
        char rule[64], near[KEYS_NAME_SIZE];
        const char *hint = keys_nearest(p->section, name, near, rule);
        return fail_pair(p, name, value, rule, hint);
    }
    if (found.stop > 0 ? p->seen->stop[(int)keys_list(found.key) * RL_MAX_RIDGES + found.stop]++
                       : see(p->seen->key, p->row * KEYS_MOST + found.index))
        return fail_pair(p, name, value, "key given twice", NULL);
    key_filter takes = p->job->takes;
    if ((found.traits & takes.without) != 0 ||
        (takes.with != 0 && (found.traits & takes.with) == 0))
        return 1;
    if (p->job->only_unset && (!keys_is_unset(p->scene, found.key, p->number - 1, found.stop) ||
                               (p->has_palette && keys_in(found.key, "palette"))))
        return 1;
    note_line(p, name);
    p->seen_count |= found.key->kind == KEY_COUNT;
    if (strcmp(found.key->path, "ridgeline.scene") == 0) {
        p->version = *value - '0'; /* keys_read checks it */
        if (p->version == 1 && p->has_rough)
            return fail_pair(p, name, value, "version 1 must come before the ridges", NULL);
    }
    if (strcmp(found.key->path, "ridge.N.roughness") == 0) {
        p->has_rough = 1;
        if (p->version == 1)
            found.key = keys_find(p->section, "decay_power").key;
    }
    const scene_key *key = keys_own(p->scene, found.key, p->number - 1);
    if (p->job->about != NULL) { /* values of data files may be choices */
        char rule[KEY_RULE_SIZE + 64];
        if (!choice_read(p->scene, key, p->number - 1, found.stop, value, rule))
            return fail_pair(p, name, value, rule, keys_nearest_value(key, value));
        if (p->job->clears_choices && choice_is(key, value))
            (void)keys_read(p->scene, key, p->number - 1, found.stop, "auto");
        return 1;
    }
    return keys_read(p->scene, key, p->number - 1, found.stop, value) ||
           fail_rule(p, key, name, value);
}

static void take_pair(sections *reader, const char *name, const char *value)
{
    (void)take_key(reader->user, name, value);
}

/* Reads the text, and finds the line of a key: see parser.sought. */
static rl_status parse(rl_scene *scene, const parse_job *job, const char *sought, int *sought_line,
                       rl_error *error)
{
    seen_keys seen;
    memset(&seen, 0, sizeof seen);
    parser whole = {.job = job, .sought = sought, .scene = scene, .seen = &seen};
    parser *p = &whole;
    p->lines = (sections){.place = job->file.place,
                          .kind = "scene text",
                          .section = read_section,
                          .pair = take_pair,
                          .user = p,
                          .error = error};
    int sections_before = 0;
    if (!job->only_head) {
        p->has_palette = scene->palette.name[0] != '\0';
        sections_before = scene->ridge_named;
        scene->ridge_named = 0;
    }
    rl_status status = sections_read(&p->lines, job->file.text, job->file.size);
    *sought_line = p->sought_line;
    TRY(status);
    if (job->only_head)
        return status_clear(error);
    if (p->drawing != NULL) { /* faults in it name the line in the drawing */
        char place[96];
        (void)snprintf(place, sizeof place, "%s: [drawing]", SHOWN(job->file.place));
        size_t size = (size_t)(p->lines.end - p->drawing);
        TRY(motif_use(scene, (rl_data){p->drawing, size, place}, error));
        scene->drawing.place = job->file.place;
    }
    /* The number of ridges is that of the ridge sections, unless a key or the filled scene has it.
     */
    int named = scene->ridge_named;
    int is_unset = scene->ridge_count == RL_AUTO && p->seen_count;
    if (named > 0 && !is_unset &&
        (scene->ridge_count == RL_AUTO || (!job->only_unset && scene->ridge_count < named)))
        scene->ridge_count = named;
    if (named < sections_before)
        scene->ridge_named = sections_before;
    return status_clear(error);
}

rl_status parse_text(rl_scene *scene, const parse_job *job, rl_error *error)
{
    int ignored;
    return parse(scene, job, NULL, &ignored, error);
}

rl_status rl_scene_parse(rl_scene *scene, const void *bytes, size_t size, const char *place,
                         rl_error *error)
{
    rl_scene changed = *scene;
    rl_data file = {bytes, size, place};
    TRY(parse_text(&changed, &(parse_job){.file = file}, error));
    return scene_keep(scene, &changed, file, error);
}

int rl_scene_line(const void *bytes, size_t size, const char *key)
{
    rl_scene scratch;
    int line = 0;
    scene_init(&scratch);
    (void)parse(&scratch, &(parse_job){.file = {bytes, size, ""}}, key, &line, NULL);
    return line;
}
