/* scene_write.c - writes a scene as canonical text, and sets and gets a key by its path. */
#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "base/text.h"
#include "scene/keys.h"
#include "scene/profiles.h"

/* Writes a key; a list of stops has a line for each stop. */
static rl_status put_key(const rl_scene *scene, const scene_key *key, int number, rl_sink *sink,
                         rl_error *error)
{
    char value[KEYS_VALUE_SIZE], line[KEYS_VALUE_SIZE + 64];
    const char *name = key_name(key);
    int is_stop = key->kind == KEY_STOP, last = is_stop ? (int)key->max : 0;
    for (int stop = is_stop; stop <= last && keys_write(scene, key, number, stop, value); stop++) {
        if (is_stop)
            (void)snprintf(line, sizeof line, "%.*s%d = %s\n", (int)strlen(name) - 1, name, stop,
                           value);
        else
            (void)snprintf(line, sizeof line, "%s = %s\n", name, value);
        TRY(rl_sink_write(sink, line, strlen(line), error));
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
        if (!keys_is_used(scene, &walk, number))
            continue;
        if (!has_title)
            TRY(rl_sink_write(sink, title, strlen(title), error));
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
    for (int i = 0; i < RL_MAX_RIDGES; i++)
        TRY(profiles_write(scene, i, sink, error));
    if (scene->motif.name == 1 && scene->drawing.text != NULL) { /* "own" */
        TRY(rl_sink_write(sink, "\n[drawing]\n", 11, error));
        TRY(rl_sink_write(sink, scene->drawing.text, scene->drawing.size, error));
    }
    return status_clear(error);
}

/* The parts of a path: "ridge.2.roughness" is key "roughness" of section "ridge", number 2. */
typedef struct key_path {
    char section[24];
    const char *name;
    int ridge; /* number of the section, from 1; 0 = none */
} key_path;

static int split_path(key_path *path, const char *text)
{
    char number[8];
    int64_t ridge = 0;
    const char *dot = strchr(text, '.');
    if (dot == NULL || !text_cut(path->section, sizeof path->section, text, (size_t)(dot - text)))
        return 0;
    int most = keys_numbered(path->section);
    const char *name = dot + 1;
    if (most > 0) {
        dot = strchr(name, '.');
        if (dot == NULL || !text_cut(number, sizeof number, name, (size_t)(dot - name)) ||
            number[0] == '0' || !text_to_integer(&ridge, number, 1, most))
            return 0;
        name = dot + 1;
    }
    path->name = name;
    path->ridge = (int)ridge;
    return 1;
}

static void write_prefix(char prefix[48], const char *section, int number)
{
    if (keys_numbered(section) > 0)
        (void)snprintf(prefix, 48, "%s.%d.", section, number);
    else
        (void)snprintf(prefix, 48, "%s.", section);
}

#define KEYS_LISTED 4

/* Lists the keys that a text without a section ("time"), without a number ("ridge.roughness") or
 * with nothing but a section ("extent") may mean, and returns their number. */
static int list_keys(char *list, size_t room, const char *text)
{
    int count = 0;
    size_t used = 0;
    KEYS_EACH(walk)
    {
        char prefix[48], plain[sizeof prefix + KEYS_NAME_SIZE];
        const char *name = key_name(walk.key);
        (void)snprintf(plain, sizeof plain, "%s.%s", walk.section, name);
        if (strcmp(name, keys_name_now(walk.section, text)) != 0 &&
            strcmp(walk.section, text) != 0 && strcmp(plain, text) != 0)
            continue;
        write_prefix(prefix, walk.section, 1);
        if (count++ < KEYS_LISTED && used < room)
            used += (size_t)snprintf(list + used, room - used, "%s%s%s", used > 0 ? ", " : "",
                                     prefix, name);
    }
    return count;
}

static rl_status no_such_key(const char *text, const char *value, const key_path *path,
                             rl_error *error)
{
    char prefix[48] = "", name[KEYS_NAME_SIZE], rule[64], list[200] = "";
    const char *near = keys_nearest(path->section, path->name, name, rule);
    if (near != NULL) {
        write_prefix(prefix, path->section, path->ridge);
    } else { /* the section may be the mistyped part */
        const char *section = keys_nearest_section(path->section);
        if (section != NULL && keys_find(section, path->name).key != NULL) {
            write_prefix(prefix, section, 1);
            near = path->name;
        }
    }
    int count = 1;
    if (near != NULL)
        (void)snprintf(list, sizeof list, "%s%s", prefix, near);
    else
        count = list_keys(list, sizeof list, text);
    return status_fail(error, RL_BAD_ARGUMENT, "%s = %s: %s%s%s%s%s", SHOWN(text), SHOWN(value),
                       rule, count > 0 ? ": did you mean " : "", count > 1 ? "one of " : "", list,
                       count > KEYS_LISTED ? " ...?"
                       : count > 0         ? "?"
                                           : "");
}

/* Finds a key by its path, and the parts of the path. */
static key_found find_path(key_path *path, const char *text)
{
    if (!split_path(path, text))
        *path = (key_path){.name = ""};
    return keys_find(path->section, path->name);
}

const char *rl_scene_get(const rl_scene *scene, const char *text, char value[RL_VALUE_SIZE])
{
    key_path path;
    key_found found = find_path(&path, text);
    if (found.key == NULL)
        return NULL;
    if (!keys_write(scene, keys_own(scene, found.key, path.ridge - 1), path.ridge - 1, found.stop,
                    value))
        *value = '\0';
    return value;
}

double rl_scene_number(const rl_scene *scene, const char *text)
{
    key_path path;
    key_found found = find_path(&path, text);
    return found.key != NULL ? keys_number(scene, keys_own(scene, found.key, path.ridge - 1),
                                           path.ridge - 1, found.stop)
                             : RL_AUTO;
}

rl_status rl_scene_set(rl_scene *scene, const char *text, const char *value, rl_error *error)
{
    key_path path;
    key_found found = find_path(&path, text);
    if (found.key == NULL)
        return no_such_key(text, value != NULL ? value : "auto", &path, error);
    rl_scene changed = *scene;
    const scene_key *key = keys_own(scene, found.key, path.ridge - 1);
    if (!keys_read(&changed, key, path.ridge - 1, found.stop, value)) {
        const char *near = keys_nearest_value(key, value);
        char rule[KEY_RULE_SIZE];
        key_rule_broken(key, value, rule);
        return status_fail(error, RL_BAD_ARGUMENT, "%s = %s: must be %s%s%s%s", SHOWN(text),
                           SHOWN(value), rule, near != NULL ? ": did you mean " : "",
                           near != NULL ? near : "", near != NULL ? "?" : "");
    }
    if (value != NULL)
        keys_note(&changed, path.section, path.ridge);
    if (value != NULL && strcmp(path.section, "ridge") == 0 && changed.ridge_count != RL_AUTO &&
        path.ridge > changed.ridge_count)
        changed.ridge_count = path.ridge;
    *scene = changed;
    return status_clear(error);
}
