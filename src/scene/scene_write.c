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
static rl_status put_key(const rl_scene *scene, const scene_key *key, int ridge, rl_sink *sink,
                         rl_error *error)
{
    char value[KEYS_VALUE_SIZE];
    char line[KEYS_VALUE_SIZE + 64];
    const char *name = keys_name(key);
    int first = key->kind == KEY_STOP ? 1 : 0;
    int last = key->kind == KEY_STOP ? (int)key->max : 0;
    for (int stop = first; stop <= last; stop++) {
        if (!keys_write(scene, key, ridge, stop, value))
            break;
        if (key->kind == KEY_STOP)
            (void)snprintf(line, sizeof line, "%.*s%d = %s\n", (int)strlen(name) - 1, name, stop,
                           value);
        else
            (void)snprintf(line, sizeof line, "%s = %s\n", name, value);
        rl_status status = put(sink, line, error);
        if (status != RL_OK)
            return status;
    }
    return RL_OK;
}

static rl_status put_section(const rl_scene *scene, const char *section, int ridge, rl_sink *sink,
                             rl_error *error)
{
    char title[40];
    const char *gap = strcmp(section, scene_sections[0]) == 0 ? "" : "\n";
    if (strcmp(section, "ridge") == 0)
        (void)snprintf(title, sizeof title, "%s[ridge %d]\n", gap, ridge + 1);
    else
        (void)snprintf(title, sizeof title, "%s[%s]\n", gap, section);
    rl_status status = put(sink, title, error);
    for (size_t i = 0; i < scene_key_count && status == RL_OK; i++)
        if (keys_in(&scene_keys[i], section))
            status = put_key(scene, &scene_keys[i], ridge, sink, error);
    return status;
}

rl_status rl_scene_write(const rl_scene *scene, rl_sink *sink, rl_error *error)
{
    int ridges = scene->ridge_count != RL_AUTO ? scene->ridge_count : scene->ridge_named;
    rl_status status = RL_OK;
    for (int s = 0; scene_sections[s] != NULL && status == RL_OK; s++) {
        int is_ridge = strcmp(scene_sections[s], "ridge") == 0;
        int times = is_ridge ? ridges : 1;
        for (int ridge = 0; ridge < times && status == RL_OK; ridge++)
            status = put_section(scene, scene_sections[s], ridge, sink, error);
    }
    return status == RL_OK ? status_clear(error) : status;
}

/* "ridge.2.roughness" is key "roughness" of section "ridge", ridge 2. */
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
    if (strcmp(path->section, "ridge") != 0)
        return 1;
    char number[8];
    const char *second = strchr(dot + 1, '.');
    int64_t ridge;
    if (second == NULL || (size_t)(second - dot - 1) >= sizeof number)
        return 0;
    memcpy(number, dot + 1, (size_t)(second - dot - 1));
    number[second - dot - 1] = '\0';
    if (number[0] == '0' || !text_to_integer(&ridge, number, 1, RL_MAX_RIDGES))
        return 0;
    path->ridge = (int)ridge;
    path->name = second + 1;
    return 1;
}

static rl_status no_such_key(const char *text, const char *value, const key_path *path,
                             rl_error *error)
{
    const char *near = path != NULL ? keys_nearest(path->section, path->name) : NULL;
    char prefix[48] = "";
    if (near != NULL && path->ridge > 0)
        (void)snprintf(prefix, sizeof prefix, "ridge.%d.", path->ridge);
    else if (near != NULL)
        (void)snprintf(prefix, sizeof prefix, "%s.", path->section);
    if (near == NULL && path != NULL) { /* the section may be the mistyped part */
        size_t count = 0;
        while (scene_sections[count] != NULL)
            count++;
        const char *section = rl_nearest(path->section, scene_sections, count);
        int stop;
        if (section != NULL && keys_find(section, path->name, &stop) != NULL) {
            (void)snprintf(prefix, sizeof prefix, "%s.", section);
            near = path->name;
        }
    }
    return status_fail(error, RL_BAD_ARGUMENT, "%s = %s: no such key%s%s%s%s", SHOWN(text),
                       SHOWN(value), near != NULL ? ": did you mean " : "", prefix,
                       near != NULL ? near : "", near != NULL ? "?" : "");
}

rl_status rl_scene_set(rl_scene *scene, const char *text, const char *value, rl_error *error)
{
    key_path path;
    if (!split_path(&path, text))
        return no_such_key(text, value, NULL, error);
    int stop;
    const scene_key *key = keys_find(path.section, path.name, &stop);
    if (key == NULL)
        return no_such_key(text, value, &path, error);
    rl_scene changed = *scene;
    if (!keys_read(&changed, key, path.ridge - 1, stop, value))
        return status_fail(error, RL_BAD_ARGUMENT, "%s = %s: must be %s", SHOWN(text), SHOWN(value),
                           key->rule);
    if (path.ridge > changed.ridge_named)
        changed.ridge_named = path.ridge;
    if (changed.ridge_count != RL_AUTO && path.ridge > changed.ridge_count)
        changed.ridge_count = path.ridge;
    *scene = changed;
    return status_clear(error);
}
