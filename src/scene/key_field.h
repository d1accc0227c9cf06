/* key_field.h - where a key's value stands in a scene, and the rules that reading and
 * checking share. */
#ifndef RL_SCENE_KEY_FIELD_H
#define RL_SCENE_KEY_FIELD_H

#include "scene/keys.h"

static inline const void *key_value(const rl_scene *scene, const scene_key *key, int number)
{
    const void *base = keys_in(key, "ridge")  ? (const void *)&scene->ridge[number]
                       : keys_in(key, "pass") ? (const void *)&scene->map.pass[number]
                                              : (const void *)scene;
    return (const char *)base + key->offset;
}

static inline void *key_field(rl_scene *scene, const scene_key *key, int number)
{
    size_t at = (size_t)((const char *)key_value(scene, key, number) - (const char *)scene);
    return (char *)scene + at;
}

static inline int key_is_tint(const scene_key *key)
{
    return key->offset == offsetof(rl_scene, map.tint);
}

static inline int key_is_sky(const scene_key *key)
{
    return key->offset == offsetof(rl_scene, palette.sky);
}

/* How many stops the key's list holds. */
static inline int key_count(const rl_scene *scene, const scene_key *key)
{
    return key_is_tint(key)  ? scene->map.tint_count
           : key_is_sky(key) ? scene->palette.sky_count
                             : scene->palette.ridge_count;
}

/* key_integer_fits and key_text_fits tell whether a value keeps the rule of its key. */
int key_integer_fits(const scene_key *key, int64_t value);
int key_text_fits(const char *value);

#endif
