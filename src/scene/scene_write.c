/* scene_write.c - a scene as canonical text, and one key set by its path. */
#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "base/text.h"
#include "scene/keys.h"

static rl_status put(rl_sink *sink, const char *text, rl_error *error)
{
    return rl_sink_write(sink, text, strlen(text), error);
}

/* Writes one key; lists of stops have one line for each. */
static rl_status put_key(const rl_scene *scene, const scene_key *key, int number, rl_sink *sink,
                         rl_error *error)
{
    char value[KEYS_VALUE_SIZE];
    char line[KEYS_VALUE_SIZE + 64];
    const char *name = keys_name(key);
    int first = key->kind == KEY_STOP ? 1 : 0;
    int last = key->kind == KEY_STOP ? (int)key->max : 0;
    for (int stop = first; stop <= last; stop++) {
        if (!keys_write(scene, key, number, stop, value))
            break;
        if (key->kind == KEY_STOP)
            (void)snprintf(line, sizeof line, "%.*s%d = %s\n", (int)strlen(name) - 1, name, stop,
                           value);
        else
            (void)snprintf(line, sizeof line, "%s = %s\n", name, value);
        TRY(put(sink, line, error));
    }
    return RL_OK;
}

static rl_status put_section(const rl_scene *scene, const char *section, int number, rl_sink *sink,
                             rl_error *error)
{
    char title[40];
    const char *gap = strcmp(section, keys_section(0)) == 0 ? "" : "\n";
    if (keys_numbered(section) > 0)
        (void)snprintf(title, sizeof title, "%s[%s %d]\n", gap, section, number + 1);
    else
        (void)snprintf(title, sizeof title, "%s[%s]\n", gap, section);
    int has_title = 0; /* a section without keys is left out */
    KEYS_EACH_IN(section, walk)
    {
        if (!keys_is_used(scene, walk.key, number))
            continue;
        if (!has_title)
            TRY(put(sink, title, error));
        has_title = 1;
        TRY(put_key(scene, keys_own(scene, walk.key, number), number, sink, error));
    }
    return RL_OK;
}

rl_status rl_scene_write(const rl_scene *scene, rl_sink *sink, rl_error *error)
{
    TRY(scene_check(scene, error));
    const char *section;
    for (size_t i = 0; (section = keys_section(i)) != NULL; i++) {
        int times = keys_count(scene, section);
        for (int number = 0; number < times; number++)
            TRY(put_section(scene, section, number, sink, error));
    }
    return status_clear(error);
}

/* "ridge.2.roughness" is key "roughness" of section "ridge", number 2. */
typedef struct key_path {
    char section[24];
    const char *name;
    int ridge; /* from 1; 0 = none */
} key_path;

static int split_path(key_path *path, const char *text)
{
    const char *dot = strchr(text, '.');
    if (dot == NULL || (size_t)(dot - text) >= sizeof path->section)
        return 0;
    memcpy(path->section, text, (size_t)(dot - text));
    path->section[dot - text] = '\0';
    path->name = dot + 1;
    path->ridge = 0;
    int most = keys_numbered(path->section);
    if (most == 0)
        return 1;
    char number[8];
    const char *second = strchr(dot + 1, '.');
    int64_t ridge;
    if (second == NULL || (size_t)(second - dot - 1) >= sizeof number)
        return 0;
    memcpy(number, dot + 1, (size_t)(second - dot - 1));
    number[second - dot - 1] = '\0';
    if (number[0] == '0' || !text_to_integer(&ridge, number, 1, most))
        return 0;
    path->ridge = (int)ridge;
    path->name = second + 1;
    return 1;
}

/* Writes the section to which a name without one ("ridges") belongs; 0 if there is not one
 * section alone that has a key of this name. */
static int has_one_section(const char *name, char prefix[48])
{
    int count = 0;
    KEYS_EACH(walk)
    {
        if (strcmp(keys_name(walk.key), name) != 0)
            continue;
        count++;
        (void)snprintf(prefix, 48, keys_numbered(walk.section) > 0 ? "%s.1." : "%s.", walk.section);
    }
    if (count != 1)
        prefix[0] = '\0';
    return count == 1;
}

static rl_status no_such_key(const char *text, const char *value, const key_path *path,
                             rl_error *error)
{
    char prefix[48] = "", name[KEYS_NAME_SIZE], rule[64];
    const char *near = path != NULL ? keys_nearest(path->section, path->name, name) : NULL;
    keys_rule_of_name(path != NULL ? path->section : "", path != NULL ? path->name : "", rule);
    if (near != NULL && path->ridge > 0)
        (void)snprintf(prefix, sizeof prefix, "%s.%d.", path->section, path->ridge);
    else if (near != NULL)
        (void)snprintf(prefix, sizeof prefix, "%s.", path->section);
    if (near == NULL && path != NULL) { /* the section may be the mistyped part */
        const char *section = keys_nearest_section(path->section);
        if (section != NULL && keys_find(section, path->name).key != NULL) {
            (void)snprintf(prefix, sizeof prefix, keys_numbered(section) > 0 ? "%s.1." : "%s.",
                           section);
            near = path->name;
        }
    }
    if (near == NULL && has_one_section(text, prefix))
        near = text;
    return status_fail(error, RL_BAD_ARGUMENT, "%s = %s: %s%s%s%s%s", SHOWN(text), SHOWN(value),
                       rule, near != NULL ? ": did you mean " : "", prefix,
                       near != NULL ? near : "", near != NULL ? "?" : "");
}

rl_status rl_scene_set(rl_scene *scene, const char *text, const char *value, rl_error *error)
{
    key_path path;
    if (!split_path(&path, text))
        return no_such_key(text, value, NULL, error);
    key_found found = keys_find(path.section, path.name);
    if (found.key == NULL)
        return no_such_key(text, value, &path, error);
    rl_scene changed = *scene;
    const scene_key *key = keys_own(scene, found.key, path.ridge - 1);
    if (!keys_read(&changed, key, path.ridge - 1, found.stop, value)) {
        const char *near = keys_nearest_value(key, value);
        char rule[KEY_RULE_SIZE];
        key_rule(key, rule);
        return status_fail(error, RL_BAD_ARGUMENT, "%s = %s: must be %s%s%s%s", SHOWN(text),
                           SHOWN(value), rule, near != NULL ? ": did you mean " : "",
                           near != NULL ? near : "", near != NULL ? "?" : "");
    }
    keys_note(&changed, path.section, path.ridge);
    if (strcmp(path.section, "ridge") == 0 && changed.ridge_count != RL_AUTO &&
        path.ridge > changed.ridge_count)
        changed.ridge_count = path.ridge;
    *scene = changed;
    return status_clear(error);
}
