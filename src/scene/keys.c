/* keys.c - finds scene keys by name, and suggests names for mistyped ones. */
#include "scene/keys.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "heightmap/pass.h"
#include "ridge/family.h"

/* ---- the collection --------------------------------------------------------- */

/* Sections in the order of the text; sections of other layer kinds follow. */
static const char *const sections[] = {
    "ridgeline", "output", "extent", "sky",      "sun",         "moon", "stars", "clouds",
    "aurora",    "birds",  "land",   "panorama", "composition", "mist", "fog",   "lake",
    "weather",   "ridge",  "trees",  "palette",  "map",         "pass", "tint"};
#define SECTIONS (sizeof sections / sizeof *sections)

const char *keys_section(size_t index)
{
    if (index < SECTIONS)
        return sections[index];
    const key_group *group = NULL;
    size_t other = SECTIONS;
    for (int kind; (group = layer_key_group(group, &kind)) != NULL;) {
        size_t listed = 0;
        while (listed < SECTIONS && strcmp(sections[listed], group->section) != 0)
            listed++;
        if (listed == SECTIONS && other++ == index)
            return group->section;
    }
    return NULL;
}

/* Returns group `index` of all: first those of this room, then of ridges and their families, of
 * passes, of layers.  A layer's group is the one that the walk is at. */
static key_group group_at(const key_walk *walk, size_t index)
{
    if (index < walk->first_family)
        return scene_key_groups[index];
    if (index == walk->first_family)
        return (key_group){"ridge", ridge_keys, ridge_key_count, 0};
    if (index < walk->first_pass) {
        const ridge_family *family = ridge_family_at(index - walk->first_family - 1);
        return (key_group){"ridge", family->keys, family->key_count, 0};
    }
    if (index < walk->first_layer) {
        const heightmap_pass *pass = pass_at((int)(index - walk->first_pass));
        return (key_group){"pass", pass->keys, pass->key_count, TRAIT_MAP};
    }
    return walk->layer != NULL ? *walk->layer : (key_group){NULL, NULL, 0, 0};
}

/* Returns 1 if the walk has met a key of this name in its section, as passes share names. */
static int is_repeated(const key_walk *walk, const char *name)
{
    for (size_t i = walk->first_pass; walk->group < walk->first_layer && i < walk->group; i++) {
        key_group group = group_at(walk, i);
        for (size_t k = 0; k < group.count; k++)
            if (strcmp(key_name(&group.keys[k]), name) == 0)
                return 1;
    }
    return 0;
}

/* Moves to the first key of the section at or after (group, next), or to the next section. */
static void settle(key_walk *walk)
{
    for (walk->key = NULL; walk->section != NULL;) {
        key_group group = group_at(walk, walk->group);
        if (group.section == NULL) { /* all groups were searched for this section */
            walk->section = walk->is_one ? NULL : keys_section(++walk->order);
            walk->group = walk->next = walk->index = 0;
        } else if (walk->next >= group.count || group.section[0] != walk->section[0] ||
                   strcmp(group.section, walk->section) != 0) {
            walk->next = 0;
            if (++walk->group >= walk->first_layer)
                walk->layer = layer_key_group(walk->group > walk->first_layer ? walk->layer : NULL,
                                              &walk->kind);
        } else if (is_repeated(walk, key_name(&group.keys[walk->next]))) {
            walk->next++;
        } else {
            walk->key = &group.keys[walk->next];
            walk->traits = walk->key->traits | group.traits;
            return;
        }
    }
}

key_walk keys_first(const char *section)
{
    key_walk walk = {.section = section != NULL ? section : sections[0], .is_one = section != NULL};
    while (scene_key_groups[walk.first_family].section != NULL)
        walk.first_family++;
    walk.first_pass = walk.first_family + 1;
    while (ridge_family_at(walk.first_pass - walk.first_family - 1) != NULL)
        walk.first_pass++;
    walk.first_layer = walk.first_pass;
    while (pass_at((int)(walk.first_layer - walk.first_pass)) != NULL)
        walk.first_layer++;
    settle(&walk);
    return walk;
}

void keys_next(key_walk *walk)
{
    walk->next++;
    walk->index++;
    settle(walk);
}

/* Returns the one of two names that is nearer to a mistyped one, or NULL; `near` may be NULL. */
static const char *nearer(const char *name, const char *near, const char *other)
{
    const char *pair[2] = {near, other};
    return near != NULL ? rl_nearest(name, pair, 2) : rl_nearest(name, pair + 1, 1);
}

const char *keys_nearest_section(const char *name)
{
    const char *near = NULL, *section;
    for (size_t i = 0; (section = keys_section(i)) != NULL; i++)
        near = nearer(name, near, section);
    return near;
}

int keys_in(const scene_key *key, const char *section)
{
    if (key->path[0] != section[0]) /* spares most calls of strncmp */
        return 0;
    size_t length = strlen(section);
    return strncmp(key->path, section, length) == 0 && key->path[length] == '.';
}

int keys_of_pass(const scene_key *key)
{
    return keys_in(key, "pass") && strcmp(key_name(key), "kind") != 0;
}

int keys_of_family(const scene_key *key)
{
    return (key < ridge_keys || key >= ridge_keys + ridge_key_count) && keys_in(key, "ridge");
}

int keys_numbered(const char *section)
{
    return strcmp(section, "ridge") == 0  ? RL_MAX_RIDGES
           : strcmp(section, "pass") == 0 ? RL_MAX_PASSES
                                          : 0;
}

/* ---- keys of a scene's text ------------------------------------------------- */

int keys_count(const rl_scene *scene, const char *section)
{
    if (strcmp(section, "pass") == 0)
        return scene->map.pass_count;
    if (strcmp(section, "extent") == 0) /* the section is left out if all values are defaults */
        return scene->extent != RL_EXTENT_PICTURE || scene->offset != 0 || scene->phase != 0.0 ||
               scene->cloud_drift != 0.0 || scene->mist_drift != 0.0 || scene->twinkle != 0.0 ||
               scene->lake_drift != 0.0;
    if (strcmp(section, "composition") == 0) { /* ridges in the text have their own values */
        KEYS_EACH_IN(section, walk)
        {
            if (!keys_is_unset(scene, walk.key, 0, 0))
                return 1;
        }
        return 0;
    }
    if (strcmp(section, "ridge") != 0)
        return 1;
    return scene->ridge_count != RL_AUTO ? scene->ridge_count : scene->ridge_named;
}

void keys_note(rl_scene *scene, const char *section, int number)
{
    int *most = strcmp(section, "pass") == 0 ? &scene->map.pass_count : &scene->ridge_named;
    if (number > *most)
        *most = number;
}

int keys_is_used(const rl_scene *scene, const key_walk *walk, int number)
{
    const scene_key *key = walk->key;
    if (keys_of_pass(key)) {
        const rl_pass *pass = &scene->map.pass[number];
        if (pass->kind != RL_AUTO && pass_key(pass, key_name(key)) == NULL)
            return 0;
    } else if (keys_of_family(key) && scene->ridge[number].kind != RL_AUTO) {
        const ridge_family *family = ridge_family_at((size_t)scene->ridge[number].kind);
        if (family == NULL || key < family->keys || key >= family->keys + family->key_count)
            return 0;
    } else if (keys_in(key, "panorama") && scene->panorama.x == RL_AUTO) {
        return 0;
    }
    if (walk->traits & (TRAIT_OLD | TRAIT_COMPLEMENT))
        return 0;
    int is_of_slices = (walk->traits & TRAIT_SLICES) != 0;
    if (scene->kind == RL_SCENE_MAP)
        return (walk->traits & (TRAIT_MAP | TRAIT_ALWAYS)) != 0 && !is_of_slices;
    if (!(walk->traits & TRAIT_MAP) && !is_of_slices)
        return 1;
    int is_coast = scene->map.shape > RL_SHAPE_NONE && strcmp(key->path, "map.sea") == 0;
    int has_slices = scene->land_slices == 1;
    for (int i = keys_count(scene, "ridge") - 1; i >= 0 && !has_slices; i--)
        has_slices = ridge_has(&scene->ridge[i], RIDGE_OF_MAP);
    return has_slices && (is_coast || !(walk->traits & TRAIT_MAP_LOOK));
}

/* ---- names ------------------------------------------------------------------ */

/* Keys that texts of older versions call by another name. */
static const struct {
    const char *section, *old, *now;
} old_keys[] = {{"map", "smooth", "blur"}, {"ridgeline", "style", "world"}};

const char *keys_section_now(const char *section)
{
    return strcmp(section, "world") == 0 ? "extent" : section; /* its name up to version 0.2 */
}

const char *keys_name_now(const char *section, const char *name)
{
    for (size_t i = 0; i < sizeof old_keys / sizeof *old_keys; i++)
        if (strcmp(section, old_keys[i].section) == 0 && strcmp(name, old_keys[i].old) == 0)
            return old_keys[i].now;
    return name;
}

key_found keys_find(const char *section, const char *name)
{
    section = keys_section_now(section);
    name = keys_name_now(section, name);
    KEYS_EACH_IN(section, walk)
    {
        const char *pattern = key_name(walk.key);
        size_t length = strlen(pattern) - 1;
        int is_stop = walk.key->kind == KEY_STOP; /* "sky_12" is stop 12 of "sky_N" */
        int64_t stop = 0;
        if (is_stop ? strncmp(name, pattern, length) == 0 && name[length] != '0' &&
                          text_to_integer(&stop, name + length, 1, (int64_t)walk.key->max)
                    : strcmp(pattern, name) == 0)
            return (key_found){walk.key, walk.traits, walk.index, (int)stop};
    }
    return (key_found){NULL, 0, 0, 0};
}

const scene_key *keys_own(const rl_scene *scene, const scene_key *key, int number)
{
    const scene_key *own =
        keys_of_pass(key) ? pass_key(&scene->map.pass[number], key_name(key)) : NULL;
    return own != NULL ? own : key;
}

/* Returns the name of the stop with the digits of a name whose letters may be mistyped, or NULL. */
static const char *stop_name(const scene_key *key, const char *name, char text[KEYS_NAME_SIZE])
{
    const char *pattern = key_name(key);
    size_t digits = strlen(name);
    while (digits > 0 && name[digits - 1] >= '0' && name[digits - 1] <= '9')
        digits--;
    int64_t stop;
    if (name[digits] == '0' || !text_to_integer(&stop, name + digits, 1, (int64_t)key->max))
        return NULL;
    (void)snprintf(text, KEYS_NAME_SIZE, "%.*s%d", (int)strlen(pattern) - 1, pattern, (int)stop);
    return text;
}

const char *keys_nearest(const char *section, const char *name, char scratch[KEYS_NAME_SIZE],
                         char rule[64])
{
    char stop[KEYS_NAME_SIZE];
    const char *near = NULL;
    (void)snprintf(rule, 64, "no such key");
    KEYS_EACH_IN(section, walk)
    {
        const char *pattern = key_name(walk.key), *other = pattern;
        int letters = (int)strlen(pattern) - 1;
        if (walk.key->kind == KEY_STOP) {
            other = stop_name(walk.key, name, stop);
            if (strncmp(name, pattern, (size_t)letters) == 0)
                (void)snprintf(rule, 64, "no such key: must be %.*s1 to %.*s%d", letters, pattern,
                               letters, pattern, (int)walk.key->max);
        }
        if (other == NULL || nearer(name, near, other) != other)
            continue;
        (void)snprintf(scratch, KEYS_NAME_SIZE, "%s", other);
        near = scratch;
    }
    return near;
}

/* Returns the first name of a set, or of a choice of sets with weights, that the key does not know.
 */
static const char *unknown_of_set(const scene_key *key, const char *value,
                                  char name[KEYS_NAME_SIZE])
{
    while (*(value += strspn(value, " |")) != '\0') {
        size_t length = strcspn(value, " |"), letters = strcspn(value, " |*"), i = 0;
        const char *word;
        (void)snprintf(name, KEYS_NAME_SIZE, "%.*s", (int)letters, value);
        while ((word = key_word(key, i)) != NULL && strcmp(word, name) != 0)
            i++;
        if (word == NULL)
            return name;
        value += length;
    }
    return NULL;
}

const char *keys_nearest_value(const scene_key *key, const char *value)
{
    const char *near = NULL, *word;
    char name[KEYS_NAME_SIZE];
    if (key->kind == KEY_SET)
        value = unknown_of_set(key, value, name);
    else if (key->kind != KEY_NAME)
        return NULL;
    if (value == NULL)
        return NULL;
    for (size_t i = 0; (word = key_word(key, i)) != NULL; i++)
        near = nearer(value, near, word);
    return key->has_auto ? nearer(value, near, "auto") : near;
}
