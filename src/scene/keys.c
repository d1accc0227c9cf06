/* keys.c - finding a scene key by name, and names near to a mistyped one. */
#include "scene/keys.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "ridge/family.h"
#include "scene/map_rules.h"

const char *keys_name(const scene_key *key)
{
    return strrchr(key->path, '.') + 1;
}

int keys_in(const scene_key *key, const char *section)
{
    size_t length = strlen(section);
    return strncmp(key->path, section, length) == 0 && key->path[length] == '.';
}

int keys_numbered(const char *section)
{
    return strcmp(section, "ridge") == 0  ? RL_MAX_RIDGES
           : strcmp(section, "pass") == 0 ? RL_MAX_PASSES
                                          : 0;
}

/* Of a world in which nothing is special nothing is said. */
static int has_world(const rl_scene *scene)
{
    return scene->world != RL_WORLD_PICTURE || scene->offset != 0 || scene->phase != 0.0 ||
           scene->cloud_drift != 0.0 || scene->mist_drift != 0.0 || scene->twinkle != 0.0 ||
           scene->lake_drift != 0.0;
}

/* A count that a caller has written into the struct, and nobody has checked yet. */
static int within(int count, int most)
{
    return count < 0 ? 0 : count > most ? most : count;
}

int keys_count(const rl_scene *scene, const char *section)
{
    if (strcmp(section, "pass") == 0)
        return within(scene->map.pass_count, RL_MAX_PASSES);
    if (strcmp(section, "world") == 0)
        return has_world(scene);
    if (strcmp(section, "ridge") != 0)
        return 1;
    return within(scene->ridge_count != RL_AUTO ? scene->ridge_count : scene->ridge_named,
                  RL_MAX_RIDGES);
}

void keys_note(rl_scene *scene, const char *section, int number)
{
    int *most = strcmp(section, "pass") == 0 ? &scene->map.pass_count : &scene->ridge_named;
    if (number > *most)
        *most = number;
}

static int is_among(const scene_key *key, const char *const *paths, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(key->path, paths[i]) == 0)
            return 1;
    return 0;
}

/* What a map's text says beside its own sections. */
static int is_common(const scene_key *key)
{
    static const char *const common[] = {"ridgeline.scene", "ridgeline.algorithm", "ridgeline.kind",
                                         "ridgeline.seed", "output.size"};
    return is_among(key, common, sizeof common / sizeof common[0]);
}

static int has_slices(const rl_scene *scene)
{
    int count = keys_count(scene, "ridge");
    for (int i = 0; i < count; i++)
        if (ridge_has(&scene->ridge[i], RIDGE_OF_MAP))
            return 1;
    return scene->land_slices == 1;
}

/* What a landscape says of the map that its ridges are slices of: its heights. */
static int is_of_slices(const scene_key *key)
{
    static const char *const seen[] = {
        "map.cell",         "map.relief",       "map.sea",           "map.azimuth", "map.altitude",
        "map.exaggeration", "map.shade",        "map.contours",      "map.rivers",  "map.frame",
        "map.view",         "map.view_azimuth", "map.view_elevation"};
    return !keys_in(key, "tint") && !is_among(key, seen, sizeof seen / sizeof seen[0]);
}

int keys_is_used(const rl_scene *scene, const scene_key *key, int number)
{
    static const char *const slices[] = {"land.slices", "map.samples"};
    int is_pass = keys_in(key, "pass");
    int is_map = is_pass || keys_in(key, "map") || keys_in(key, "tint");
    if (scene->kind != 1) {
        int is_theirs = is_map || is_among(key, slices, 2);
        if (!is_theirs || !has_slices(scene))
            return !is_theirs;
        return is_of_slices(key) &&
               (!is_pass || map_rules_uses(scene->map.pass[number].kind, keys_name(key)));
    }
    if (is_among(key, slices, 2))
        return 0;
    if (is_pass)
        return map_rules_uses(scene->map.pass[number].kind, keys_name(key));
    return is_map || is_common(key);
}

/* "sky_12" is stop 12 of "sky_N"; 0 when it is not a stop of this key. */
static int stop_number(const scene_key *key, const char *name)
{
    const char *pattern = keys_name(key);
    size_t length = strlen(pattern) - 1;
    if (strncmp(name, pattern, length) != 0 || name[length] == '0')
        return 0;
    int64_t stop;
    return text_to_integer(&stop, name + length, 1, (int64_t)key->max) ? (int)stop : 0;
}

const scene_key *keys_find(const char *section, const char *name, int *stop)
{
    for (size_t i = 0; i < scene_key_count; i++) {
        const scene_key *key = &scene_keys[i];
        if (!keys_in(key, section))
            continue;
        *stop = key->kind == KEY_STOP ? stop_number(key, name) : 0;
        if (*stop > 0 || (key->kind != KEY_STOP && strcmp(keys_name(key), name) == 0))
            return key;
    }
    return NULL;
}

/* The stop that a name means whose letters may be mistyped: its digits count. */
static const char *stop_meant(const scene_key *key, const char *name, char text[KEYS_NAME_SIZE])
{
    const char *pattern = keys_name(key);
    size_t digits = strlen(name);
    while (digits > 0 && name[digits - 1] >= '0' && name[digits - 1] <= '9')
        digits--;
    int64_t stop;
    if (name[digits] == '0' || !text_to_integer(&stop, name + digits, 1, (int64_t)key->max))
        return NULL;
    (void)snprintf(text, KEYS_NAME_SIZE, "%.*s%d", (int)strlen(pattern) - 1, pattern, (int)stop);
    return text;
}

const char *keys_nearest(const char *section, const char *name, char scratch[KEYS_NAME_SIZE])
{
    const char *names[64];
    char stops[2][KEYS_NAME_SIZE];
    size_t count = 0, stop = 0;
    for (size_t i = 0; i < scene_key_count && count < 64; i++) {
        const scene_key *key = &scene_keys[i];
        if (!keys_in(key, section))
            continue;
        names[count] = key->kind != KEY_STOP ? keys_name(key)
                       : stop < 2            ? stop_meant(key, name, stops[stop++])
                                             : NULL;
        count += names[count] != NULL;
    }
    const char *near = rl_nearest(name, names, count);
    if (near == NULL)
        return NULL;
    (void)snprintf(scratch, KEYS_NAME_SIZE, "%s", near);
    return scratch;
}

void keys_rule_of_name(const char *section, const char *name, char rule[64])
{
    (void)snprintf(rule, 64, "no such key");
    for (size_t i = 0; i < scene_key_count; i++) {
        const scene_key *key = &scene_keys[i];
        const char *pattern = keys_name(key);
        int letters = (int)strlen(pattern) - 1;
        if (key->kind == KEY_STOP && keys_in(key, section) &&
            strncmp(name, pattern, (size_t)letters) == 0)
            (void)snprintf(rule, 64, "no such key: must be %.*s1 to %.*s%d", letters, pattern,
                           letters, pattern, (int)key->max);
    }
}

const char *keys_nearest_value(const scene_key *key, const char *value)
{
    const char *names[32];
    size_t count = 0;
    if (key->kind != KEY_NAME)
        return NULL;
    while (count < 31 && key->names[count] != NULL) {
        names[count] = key->names[count];
        count++;
    }
    if (key->has_auto)
        names[count++] = "auto";
    return rl_nearest(value, names, count);
}
